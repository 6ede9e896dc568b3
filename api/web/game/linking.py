"""Links within a game, for its reader: templates know them as the `seat` of their context."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from flask import request
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from api.web.catalogue import gettext
from api.web.links import address
from api.web.pages import web
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import SPECTATOR

_CLAUSE = r"[A-Z0-9][A-Za-z0-9_]*(?:[.-][A-Za-z0-9_]+)+"
"""What may be the name of a clause: ``MOVE.2C``, ``E-31``, ``13.3.b``."""

_NAME = re.compile(rf"(?<![A-Za-z0-9_.-]){_CLAUSE}")

_IN_BRACKETS = re.compile(rf" ?[(\[]{_CLAUSE}(?:(?:, | and | to |; ){_CLAUSE})*[)\]]")


@web.app_template_filter()
def in_address(seat: str) -> str | None:
    """A seat as addresses name it; None for a spectator, of whom they say nothing."""
    return None if seat == SPECTATOR else seat


@web.app_template_global()
@pass_context
def position(context: Context, at: int | None = None, anchor: str | None = None) -> str:
    """The address of the game at a version; how much the journal tells stays as it was chosen."""
    return address(
        "web.game",
        game_id=context["game"].id,
        seat=in_address(context["seat"]),
        at=at,
        level=request.args.get("level") or None,
        _anchor=anchor,
    )


@web.app_template_global()
@pass_context
def clause(context: Context, of: str) -> Markup:
    """A link to a clause of the game's rules, for players: they need not know what it is called."""
    return _linked(_address_of(context, of), gettext("rule"))


@web.app_template_global()
@pass_context
def clause_by_id(context: Context, of: str) -> Markup:
    """A link to a clause by its id, where people argue about the rules."""
    return _linked(_address_of(context, of), of)


@web.app_template_filter()
def cited(text: str, rules: Ruleset) -> str:
    """A text in which each clause that it names is a small link."""
    page = address("web.rules_page", ruleset=rules.name)
    return _cited(rules, text, page)  # type: ignore[arg-type] # by identity


# What is markup already equals the same text that is none, so they are told apart by their types.
@lru_cache(maxsize=2048, typed=True)
def _cited(rules: Any, text: str, page: str) -> str:
    return with_links(rules.clauses, text, page)


@web.app_template_filter()
def uncited(text: str) -> str:
    """A text without the clauses that it cites in brackets, for where nothing can be a link."""
    return _IN_BRACKETS.sub("", text)


def with_links(clauses: Mapping[str, str], text: str, page: str) -> str:
    """A text in which each of the `clauses` that it names is a link to its place on a `page`."""
    told, end = Markup(""), 0
    for found in _NAME.finditer(text):
        goal = _clause(clauses, found[0])
        if goal is not None:
            link = Markup('<a class="clause" href="{}#{}">{}</a>').format(page, goal, found[0])
            told += text[end : found.start()] + link
            end = found.end()
    return told + text[end:] if end else text


def _clause(clauses: Mapping[str, str], name: str) -> str | None:
    """The id of the clause that is called `name`, or of the one whose part is; None for neither."""
    whole = name.rstrip("abcdefghijklmnopqrstuvwxyz")
    return next((it for it in (name, whole) if it in clauses), None)


def _address_of(context: Context, clause: str) -> str:
    return address("web.rules_page", ruleset=context["rules"].name, _anchor=clause)


@lru_cache(maxsize=1024)
def _linked(to: str, text: str) -> Markup:
    return Markup('<a class="clause" href="{}">{}</a>').format(to, text)
