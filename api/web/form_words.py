"""Forms that were refused: what was typed, where no page shows it again."""

from __future__ import annotations

from typing import NamedTuple

from flask import request
from markupsafe import escape

from api.http.problems import Problem
from api.web.forms_again import SECRETS
from api.web.pages import web
from api.web.wrong_fields import facts_of, words_of

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
    return words_of(facts_of(problem))
