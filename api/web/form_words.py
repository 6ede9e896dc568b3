"""What is wrong with a form that was sent, in the words of the page and not of the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.http.problems import Problem
from api.refusals import told
from api.web.catalogue import gettext, language, noted
from api.web.pages import web

MISSING, UNREADABLE = "MISSING_FIELD", ("BAD_PAYLOAD", "UNKNOWN_FIELD", "BAD_JSON")

FIELDS = {
    "to": noted("Choose to whom it goes."),
    "text": noted("Write something first."),
}
"""What is said of the fields that are left out most, by their names."""


@web.app_template_filter("in_words_of_a_form")
def in_words_of_a_form(problem: Problem) -> str:
    """One or more sentences for a player: no pointer and no code is in them."""
    if problem.code not in UNREADABLE:
        return told(problem.detail, language())
    said = dict.fromkeys(map(_of_field, problem.errors))
    return " ".join(said) or gettext("Something is wrong in what was sent.")


def _of_field(wrong: Mapping[str, Any]) -> str:
    field = wrong.get("pointer", "").strip("/").partition("/")[0]
    if field in FIELDS and (field == "to" or wrong["code"] == MISSING):
        return gettext(FIELDS[field])
    return told(wrong["detail"], language())
