"""Forms that were refused: what is wrong, in the words of the page, and what was typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import request
from markupsafe import escape

from api.http.problems import Problem
from api.refusals import told
from api.web.catalogue import gettext, language, noted
from api.web.pages import web

MISSING, UNREADABLE = "MISSING_FIELD", ("BAD_PAYLOAD", "UNKNOWN_FIELD", "BAD_JSON", "BAD_QUERY")

FIELDS = {
    "to": noted("Choose to whom it goes."),
    "text": noted("Write something first."),
}
"""What is said of the fields that are left out most, by their names."""

DAY = noted("Write a day as in 2026-12-24.")

UNREAD = {
    "first": DAY,
    "last": DAY,
    "until": DAY,
    "hour": noted("Choose an hour."),
    "time_zone": noted("Write a time zone as in Europe/Paris."),
    "zone": noted("Write a time zone as in Europe/Paris."),
}
"""What is said of fields in which something else was written than can be read."""

SECRETS = ("token", "link", "key", "secret", "password")
"""Fields that no page shows again."""

WORDS = frozenset(
    {
        *("text", "claim", "why", "reason", "name", "line", "then", "clause", "clauses"),
        *("address", "url", "zone", "time_zone", "first", "last", "until"),
        *("answer", "grace", "notice", "wait"),
    }
)
"""Fields in which people write."""

WRITTEN = ("field.", "kind-")
"""What the names of other such fields begin with."""


class Typed(NamedTuple):
    """What a form that was refused had in it, by the names of its fields."""

    words: list[tuple[str, str]]
    """What somebody has written."""
    beside: list[tuple[str, str]]
    """What was chosen, and what the page had said."""


def typed_words() -> Typed:
    """What stands in the form of the request, without secrets; nothing if it sends none."""
    fields = [it for it in request.form.items(multi=True) if it[0] not in SECRETS]
    words = [(name, value) for name, value in fields if _is_written(name) and value.strip()]
    return Typed(words, [it for it in fields if it not in words])


def _is_written(name: str) -> bool:
    return name in WORDS or name.startswith(WRITTEN)


def lost_words(html: str) -> Typed | None:
    """What stands in the form of the request if a page does not show all of it again."""
    typed = typed_words()
    return typed if any(escape(it) not in html for _, it in typed.words) else None


@web.app_template_filter("in_words_of_a_form")
def in_words_of_a_form(problem: Problem) -> str:
    """What a refusal says to a player."""
    return words_of({"code": problem.code, "detail": problem.detail, "errors": problem.errors})


def words_of(problem: Mapping[str, Any]) -> str:
    """One or more sentences for a player: no pointer and no code is in them."""
    if problem["code"] not in UNREADABLE or not problem["errors"]:
        return told(problem["detail"], language())
    return " ".join(dict.fromkeys(map(_of_field, problem["errors"])))


def _of_field(wrong: Mapping[str, Any]) -> str:
    field = str(wrong.get("pointer", "")).strip("/").partition("/")[0]
    if field in FIELDS and (field == "to" or wrong["code"] == MISSING):
        return gettext(FIELDS[field])
    if wrong["code"] == MISSING:
        return gettext("Fill in every field.")
    if field in UNREAD:
        return gettext(UNREAD[field])
    return told(wrong["detail"], language())
