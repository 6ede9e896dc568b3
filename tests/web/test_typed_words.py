"""No form of the site loses what was typed: a refusal shows the words again, and no code."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.api.desk import Desk, Table
from tests.web.browser import Browser, parsed
from tests.web.tables import seated

PAGES = (
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
)
"""The pages of a game that have forms, under its address."""

MARK = "Grouchy marches to the guns"

WRITTEN = {"text", "claim", "why", "reason", "name", "line", "then"}
"""Fields in which people write."""

CODES = re.compile(r"\b[A-Z]{2,}_[A-Z_]+\b|Missing data|^/\w+|[{}]")


class Sent(dict[str, str]):
    """The fields of a form by name, and where it is sent."""

    action: str = ""
    written: frozenset[str] | set[str] = frozenset()
    """Those in which people write."""


def forms(browser: Browser, table: Table, seat: str) -> Iterator[Sent]:
    for path in PAGES:
        answer = browser.get(f"/games/{table.id}{path}?seat={seat}")
        if answer.status_code != 200:
            continue
        for form in parsed(answer).iter("form"):
            if form.get("method") != "post":
                continue
            sent = Sent()
            sent.action = form.get("action") or f"/games/{table.id}{path}"
            for it in form.iter():
                if it.tag in ("input", "textarea", "select") and it.get("name"):
                    sent[str(it.get("name"))] = it.get("value", "")
            sent.written = {
                str(it.get("name"))
                for it in form.iter()
                if it.tag == "textarea" or (it.tag == "input" and it.get("type") == "text")
            } & WRITTEN
            if sent.written:
                yield sent


def broken(fields: Sent) -> Iterator[dict[str, str]]:
    """The same form with words in it and something wrong beside them."""
    typed = dict.fromkeys(fields.written, MARK)
    yield {**typed, "seat": fields.get("seat", "")}
    yield {**fields, **typed, "seat": "nobody"}
    yield {**fields, **typed, "to": "", "version": "x", "expected": "x"}


@pytest.mark.parametrize("seat", ["red", "referee"])
def test_what_was_typed_is_on_the_page_that_refuses_it(desk: Desk, seat: str) -> None:
    table = desk.table(referee=True)
    browser = seated(table, seat)
    looked_at = refused = 0
    for form in forms(browser, table, seat):
        looked_at += 1
        for sent in broken(form):
            answer = browser.post(form.action, sent)
            if answer.status_code < 400:
                continue
            refused += 1
            assert MARK in answer.text, (form.action, sent)
            [alert] = [it for it in parsed(answer).iter() if it.get("role") == "alert"][:1]
            said = " ".join("".join(alert.itertext()).split())
            assert not CODES.search(said), (form.action, said)
    assert looked_at > 5 and refused > 5, (looked_at, refused)
