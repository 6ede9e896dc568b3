"""No form of the site loses what was typed: a refusal shows the words again, and no code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from xml.etree.ElementTree import Element

import pytest
from werkzeug.test import TestResponse

from tests.api.desk import Desk
from tests.web.browser import Browser, parsed
from tests.web.tables import seated

OF_A_GAME = (
    "",
    "/press",
    "/disputes",
    "/takebacks",
    "/rulings",
    "/instructions",
    "/commands",
    "/clock",
    "/people",
    "/record",
    "/desk",
    "/session",
    "/join",
    "/invitations",
    "/challenge",
)
"""The pages of a game that have forms, under its address."""

OF_THE_SITE = (
    "/",
    "/new",
    "/new?ruleset=toy&scenario=short",
    "/sign-in",
    "/desk",
    "/desk/settings",
    "/rulings",
    "/archive",
)
"""The other pages that have forms."""

MARK = "Grouchy marches to the guns"

SECRET = {"token", "link", "key", "nonce"}
"""Fields that no page shows again."""

LEAVES = {"/desk/out", "/desk/erase"}
"""Forms after which nobody sits here any more."""

UNPROCESSABLE = 422
"""The status of a form in which something is wrong."""

CODES = re.compile(
    r"\b[A-Z]{2,}_[A-Z_]+\b|Missing data|Unknown field|^/\w+|[{}]|\b[a-z]+_[a-z_]+\b"
)


class Form(dict[str, str]):
    """The fields of a form by name, and where it is sent."""

    action: str = ""
    typed: frozenset[str] = frozenset()
    """Those that are typed into."""

    def __str__(self) -> str:
        return f"{self.action} ({', '.join(sorted(self.typed))})"


def forms(page: TestResponse, path: str) -> Iterator[Form]:
    """The forms of a page that are posted and have something typed in them."""
    tree = parsed(page)
    for element in tree.iter("form"):
        if element.get("method") != "post":
            continue
        form = Form()
        form.action = element.get("action") or path
        of = element.get("id")
        outside = [it for it in tree.iter() if of and it.get("form") == of]
        fields = [it for it in (*element.iter(), *outside) if it.get("name")]
        form.update((it.attrib["name"], _value(it)) for it in fields if it.tag != "button")
        form.typed = frozenset(it.attrib["name"] for it in fields if _is_typed(it)) - SECRET
        if form.typed and form.action not in LEAVES:
            yield form


def _value(field: Element) -> str:
    if field.tag == "select":
        options = list(field.iter("option"))
        chosen = [it for it in options if "selected" in it.attrib] or options[:1]
        return chosen[0].get("value", "") if chosen else ""
    return (field.text or "") if field.tag == "textarea" else field.get("value", "")


def _is_typed(field: Element) -> bool:
    kinds = (None, "text", "email", "url", "number", "date", "datetime-local", "time")
    return field.tag == "textarea" or (field.tag == "input" and field.get("type") in kinds)


def broken(form: Form) -> Iterator[tuple[bool, dict[str, str]]]:
    """The same form with words in it and something wrong: in what was typed, or beside it.

    Each says whether a browser sends it so: with all that the page has said itself.
    """
    typed = {name: f"{MARK} {number}" for number, name in enumerate(sorted(form.typed))}
    beside = {name: value for name, value in form.items() if name not in typed}
    yield True, {**beside, **typed}
    if "seat" in form:
        yield False, {**typed, "seat": form["seat"]}
        yield False, {**beside, **typed, "seat": "nobody"}
    yield False, {name: typed.get(name, "x") for name in form}
    yield True, {**beside, **{name: value * 200 for name, value in typed.items()}}


def lost_by(browser: Browser, pages: Sequence[str]) -> tuple[int, list[str]]:
    """How many refusals there were on the pages, and what is wrong with them."""
    refused, wrong = 0, []
    seen = set[str]()
    for path in pages:
        page = browser.get(path)
        if page.status_code != 200:
            continue
        for form in forms(page, path):
            if str(form) in seen:
                continue
            seen.add(str(form))
            for number, (is_whole, sent) in enumerate(broken(form)):
                answer = browser.post(form.action, sent)
                if answer.status_code < 400:
                    continue
                refused += 1
                lost = [it for it in form.typed if escape(sent[it]) not in answer.text]
                if lost:
                    wrong.append(f"{form}, {number}: {answer.status_code} loses {lost}")
                tree = parsed(answer)
                alerts = [it for it in tree.iter() if it.get("role") == "alert"]
                said = " ".join(" ".join("".join(it.itertext()).split()) for it in alerts)
                if not said or CODES.search(said) or "expected pattern" in said:
                    wrong.append(f"{form}, {number}: {answer.status_code} says “{said}”")
                read = [it for it in tree.iter("textarea") if (it.text or "").strip()[:1] in "{["]
                if any((it.text or "").strip() for it in read):
                    wrong.append(f"{form}, {number}: data to be read")
                if (
                    is_whole
                    and answer.status_code == UNPROCESSABLE
                    and (amiss := _amiss(tree, form, sent))
                ):
                    wrong.append(f"{form}, {number}: {amiss}, but “{said}”")
    return refused, wrong


def _amiss(tree: Element, form: Form, sent: dict[str, str]) -> str:
    """What is wrong with the form as the answer shows it again; empty for nothing.

    What was typed stands in the fields themselves, and a sentence beside the one that it is about.
    """
    fields = [it for it in tree.iter() if it.get("name") in form.typed]
    values = {it.get("name"): [] for it in fields}
    for it in fields:
        values[it.get("name")].append(_value(it))
    lost = [name for name in values if sent[str(name)] not in values[name]]
    if lost or not values:
        return f"{lost or 'no field'} is not filled in again"
    # Where games are set up the form says itself what is wrong with it.
    told = {it.get("id"): it for it in tree.iter() if it.get("class") in ("wrong-field", "why")}
    describing = {id_ for it in tree.iter() for id_ in it.get("aria-describedby", "").split()}
    if not told.keys() <= describing:
        return "a sentence is of no field"
    return "" if told else "no sentence stands beside a field"


@pytest.mark.parametrize("seat", ["red", "referee"])
def test_forms_of_a_game_show_what_was_typed_when_they_are_refused(desk: Desk, seat: str) -> None:
    table = desk.table(referee=True)
    browser = seated(table, seat)
    refused, wrong = lost_by(browser, [f"/games/{table.id}{it}?seat={seat}" for it in OF_A_GAME])
    assert refused > 20
    assert not wrong, "\n".join(wrong)


def test_forms_of_the_site_show_what_was_typed_when_they_are_refused(desk: Desk) -> None:
    table = desk.table(referee=True)
    browser = seated(table, "red")
    strangers, wrong = lost_by(browser, OF_THE_SITE)
    browser = seated(table, "red")
    sent = forms(browser.get("/sign-in"), "/sign-in")
    [begin] = [it for it in sent if it.action.endswith("/sign-in/new")]
    assert browser.post(begin.action, {**begin, "name": "Ney"}).status_code == 200
    people = [f"/desk/people/{table.id}/blue"]
    owners, more = lost_by(browser, [*OF_THE_SITE, *people])
    assert strangers > 5 and owners > 10, (strangers, owners)
    assert not wrong + more, "\n".join(wrong + more)
