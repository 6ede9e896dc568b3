"""What is wrong with a form, in sentences for a player: of the whole, and of each field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.http.problems import Problem
from api.refusals import told
from api.web.catalogue import gettext, language, noted

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

ABOUT = {
    "BAD_TIME_ZONE": ("zone", "time_zone"),
    "BAD_ADDRESS": ("address",),
    "BAD_LINE": ("line",),
    "AMBIGUOUS_LINE": ("line",),
    "UNKNOWN_CLAUSE": ("clause", "clauses"),
}
"""The fields that refusals of these codes are about, whichever of them the form has."""


def facts_of(problem: Problem) -> dict[str, Any]:
    """What a problem says of a form."""
    return {
        "code": problem.code,
        "detail": problem.detail,
        "errors": problem.errors,
        "facts": problem.more.get("facts"),
    }


def words_of(problem: Mapping[str, Any]) -> str:
    """One or more sentences for a player: no pointer and no code is in them."""
    if problem["code"] not in UNREADABLE or not problem["errors"]:
        return told(problem["detail"], language())
    return " ".join(dict.fromkeys(map(_of_field, problem["errors"])))


def by_field(problem: Mapping[str, Any]) -> dict[str, str]:
    """The sentences by the names of the fields that they are about; one about none has no name."""
    found: dict[str, str] = {}
    for it in problem["errors"]:
        if name := _name(it):
            found.setdefault(name, _of_field(it))
    if found:
        return found
    where = (problem.get("facts") or {}).get("where")
    names = (where,) if isinstance(where, str) else ABOUT.get(problem["code"], ("",))
    return dict.fromkeys(names, told(problem["detail"], language()))


def _name(wrong: Mapping[str, Any]) -> str:
    return str(wrong.get("pointer", "")).strip("/").partition("/")[0]


def _of_field(wrong: Mapping[str, Any]) -> str:
    field = _name(wrong)
    if field in FIELDS and (field == "to" or wrong["code"] == MISSING):
        return gettext(FIELDS[field])
    if wrong["code"] == MISSING:
        return gettext("Fill in every field.")
    if field in UNREAD:
        return gettext(UNREAD[field])
    return told(wrong["detail"], language())
