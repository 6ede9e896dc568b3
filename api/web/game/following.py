"""What is to follow an order: lines that a player leaves with it, and what waits of them.

They are an operation (`napoleon.play.operations`), which only its author sees: those who
share a seat have one each.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from flask import Response, redirect, request, url_for

from api.commands.following import as_line, lines_of
from api.http.problems import Problem
from api.http.stores import stores
from api.refusals import told
from api.typed_names import in_source
from api.web.catalogue import language
from api.web.game.looking import Look, look
from api.web.pages import headers, web
from napoleon.play import operations
from napoleon.rules.orders import Refusal

LONGEST = operations.MOST_LINES * 200
"""How many characters of what is to follow are read, and shown again when it was refused."""


class Waiting(NamedTuple):
    """What the reader has left to follow."""

    lines: tuple[str, ...]
    """What is still to be given, the next one first."""
    why: str
    """Why it goes no further, in a sentence; empty while it waits."""
    clause: str
    """The clause that this cites; empty for none."""


def waiting(seen: Look) -> Waiting | None:
    """What the reader has left, if anything of it waits or was not given."""
    seat, by = author(seen)
    if not seat or seen.past or not seen.laid or seen.newest.over:
        return None
    found = operations.shown(stores().games, seen.newest, seat, by)
    if found is None:
        return None
    left = tuple(as_line(it) for it in found["left"])
    if found["why"] is None:
        return Waiting(left, "", "")
    why = msgspec.convert(found["why"], Refusal)
    return Waiting(left, told(why.detail, language()), why.clause)


def author(seen: Look) -> tuple[str, str]:
    """The seat that the reader speaks for, and the share by which they do; ``""`` for none."""
    seat, holder = seen.who.seat or "", seen.who.actor
    return seat, "" if holder == seat else holder


def typed() -> str:
    """What the form says is to follow, as it was typed."""
    return request.form.get("then", "").strip()[:LONGEST]


def lines(seen: Look) -> tuple[str, ...]:
    """What the form says is to follow, as the notation writes it: a line each, or semicolons."""
    return tuple(in_source(seen.rules, language(), it) for it in lines_of(typed()))


@web.post("/games/<game_id>/operation/withdraw")
def withdraw_operation(game_id: str) -> Response:
    """Forget what the reader has left to follow."""
    seen = look(game_id)
    seat, by = author(seen)
    if not seat:
        raise Problem("NOT_SEATED", "Only the holder of a seat leaves orders.")
    operations.withdraw(stores().games, game_id, seat, by)
    address = url_for(
        "web.game",
        game_id=game_id,
        seat=seen.who.actor,
        level=request.args.get("level"),
        _anchor="orders",
    )
    sent = redirect(address, 303)
    sent.headers.update(headers())
    assert isinstance(sent, Response)
    return sent
