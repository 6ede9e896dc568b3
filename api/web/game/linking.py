"""Links within a game, for who reads it: templates know them as the `seat` of their context."""

from __future__ import annotations

from functools import lru_cache

from flask import request
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from api.web.catalogue import gettext
from api.web.links import address
from api.web.pages import web
from napoleon.rules.events import SPECTATOR


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
    """A link to a clause of the game's rules, for players: what it is called they need not know."""
    return _linked(_address_of(context, of), gettext("rule"))


@web.app_template_global()
@pass_context
def clause_by_id(context: Context, of: str) -> Markup:
    """A link to a clause by its id, where people argue about the rules."""
    return _linked(_address_of(context, of), of)


def _address_of(context: Context, clause: str) -> str:
    return address("web.rules_page", ruleset=context["rules"].name, _anchor=clause)


@lru_cache(maxsize=1024)
def _linked(to: str, text: str) -> Markup:
    return Markup('<a class="clause" href="{}">{}</a>').format(to, text)
