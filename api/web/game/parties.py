"""Pieces that may go somewhere together, as a form and as data: boxes for the pieces, and goals.

What a party can be ordered is told once for all of its pieces, see `napoleon.rules.wording.Party`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from api.web.game.looking import Look
from napoleon.rules.orders import Order, to_data
from napoleon.rules.wording import Goal, Party


class Arm(NamedTuple):
    """Pieces of a kind, such as foot."""

    name: str
    pieces: Sequence[tuple[str, str]]
    """Each with its name."""


class Target(NamedTuple):
    """A place where pieces of a stand may go."""

    place: str
    name: str
    room: int
    """Most pieces that may go there."""
    follows: str
    """What comes of it; empty if nothing is to be said."""
    costs: bool
    """Whether that may be a loss to everybody who goes there."""


class Stand(NamedTuple):
    """A place with all pieces there that may go somewhere."""

    place: str
    name: str
    size: int
    """How many they are."""
    arms: Sequence[Arm]
    targets: Sequence[Target]
    """Where any of them may go, the nearest first."""
    costs: bool
    """Whether some of them may lose something on the way to some place."""


def stands(seen: Look, parties: Iterable[Party], names: Mapping[str, str]) -> list[Stand]:
    """Parties by the place where they are; `names` are those of places."""
    found: dict[str, list[Party]] = {}
    for it in parties:
        found.setdefault(it.place, []).append(it)
    return [_stand(seen, place, those, names) for place, those in found.items()]


def _stand(seen: Look, place: str, parties: Sequence[Party], names: Mapping[str, str]) -> Stand:
    arms: dict[str, list[tuple[str, str]]] = {}
    goals: dict[str, Goal] = {}
    for party in parties:
        named = [(piece, seen.labelled(piece)) for piece in party.pieces]
        arms.setdefault(seen.phrases.told(party.arm), []).extend(named)
        for goal in party.goals:
            known = goals.get(goal.place)
            if known is None or known.costs > goal.costs:
                goals[goal.place] = goal
    targets = [
        Target(it.place, names[it.place], it.room, _follows(seen, it), it.costs)
        for it in goals.values()
    ]
    return Stand(
        place,
        names[place],
        sum(map(len, arms.values())),
        [Arm(*it) for it in arms.items()],
        targets,
        any(goal.costs for party in parties for goal in party.goals),
    )


def _follows(seen: Look, goal: Goal) -> str:
    return "; ".join(map(seen.phrases.told, goal.follows))


def covered(parties: Iterable[Party]) -> set[Order]:
    """The orders by which parties begin: they need no button of their own."""
    return {
        order
        for party in parties
        for goal in party.goals
        if not goal.after
        for piece in party.pieces
        for order in party.orders(goal, piece)
    }


def marched(parties: Iterable[Party], pieces: Sequence[str], place: str) -> list[Order] | None:
    """The orders by which all `pieces` go to a place, one after the other; None if one cannot."""
    found = {
        piece: party.orders(goal, piece)
        for party in parties
        for goal in party.goals
        if goal.place == place
        for piece in party.pieces
        if piece in pieces
    }
    if found.keys() != set(pieces):
        return None
    return [order for orders in found.values() for order in orders]


def data(seen: Look, parties: Iterable[Party]) -> list[dict[str, Any]]:
    """Parties for scripts. An order stands there without its piece, which `field` names in it."""
    return [
        {
            "place": it.place,
            "arm": seen.phrases.told(it.arm),
            "pieces": it.pieces,
            "field": it.field,
            "goals": [_goal(it, goal) for goal in it.goals],
        }
        for it in parties
    ]


def _goal(party: Party, goal: Goal) -> dict[str, Any]:
    order = {name: value for name, value in to_data(goal.order).items() if name != party.field}
    found = {"place": goal.place, "order": order, "room": goal.room}
    if goal.after:
        found["after"] = goal.after
    if goal.costs:
        found["costs"] = True
    return found
