"""Cases to look at: a game in which red has played its card, and browsers of everybody."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from tests.api.desk import Desk, Table
from tests.web.browser import Browser, parsed

FOREIGN = {"Sec_Fetch_Site": "cross-site"}


def played(desk: Desk) -> Table:
    """A game with a referee in which red has played its card."""
    table = desk.table(referee=True)
    card = table.get("/hand", "red").json["cards"][0]
    assert table.order("red", {"order": "play", "card": card}).status_code == 201
    return table


def version_of(table: Table, kind: str) -> int:
    """The version of the newest event of that kind."""
    events = table.get("/log?limit=1000").json["events"]
    return max(int(event["version"]) for event in events if event["type"] == kind)


def form(browser: Browser, address: str, action: str) -> dict[str, str]:
    """What the form that is sent to an address ending with `action` would send untouched."""
    page = parsed(browser.get(address))
    sent_to = [(it, it.get("action", "").partition("#")[0]) for it in page.iter("form")]
    found = [it for it, where in sent_to if where.endswith(action)]
    assert found, f"no form of {address} is sent to {action}"
    return filled(found[-1])


def filled(element: Element) -> dict[str, str]:
    """Names and values of the inputs of a form; of radio buttons only the one that is chosen."""
    sent = {}
    for field in element.iter():
        name, kind = field.get("name"), field.get("type")
        if name is None or field.tag == "button":
            continue
        if field.tag == "select":
            options = list(field.iter("option"))
            chosen = [it for it in options if "selected" in it.attrib] or options[:1]
            sent[name] = chosen[0].attrib["value"]
        elif field.tag == "textarea":
            sent[name] = (field.text or "").strip()
        elif kind not in ("radio", "checkbox") or "checked" in field.attrib:
            sent.setdefault(name, field.get("value", ""))
    return sent


def forms(browser: Browser, address: str) -> list[str]:
    """Where the forms of a page are sent to by post."""
    page = parsed(browser.get(address))
    return [it.attrib["action"] for it in page.iter("form") if it.get("method") == "post"]
