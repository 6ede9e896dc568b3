"""Cards played as events in combats by script."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from napoleon.rules.events import Event
from napoleon.rulesets.napoleon1815.events.combat import CombatCardsCounted
from napoleon.rulesets.napoleon1815.orders import ChooseStay, DeclineWindow, PlayEvent
from napoleon.rulesets.napoleon1815.state import State
from tests.napoleon1815.battles import Box, boxes, field
from tests.napoleon1815.kit import (
    ALLIED,
    FIGHT,
    FRENCH,
    PACK,
    RULES,
    Played,
    Standing,
    activate,
    at,
    play,
)

NO_CARD = DeclineWindow()
STAY, GO = ChooseStay(True), ChooseStay(False)


def number(event: str, side: str) -> int:
    """The lowest number of a card with that event in a side's deck."""
    return min(n for n, it in PACK.cards.items() if (it.event, it.side) == (event, side))


def hands(french: str = "", allied: str = "") -> dict[str, list[int]]:
    """The hand of each side: a card for each of these events."""
    named = {FRENCH: french.split(), ALLIED: allied.split()}
    return {side: [number(event, side) for event in events] for side, events in named.items()}


def card(event: str, side: str, *blocks: str, area: str = "", road: str = "") -> PlayEvent:
    """Play a card with that event, and what it asks for."""
    return PlayEvent(number(event, side), tuple(sorted(blocks)), area, road)


def windows(given: State | Played) -> list[tuple[str, str]]:
    """Which windows stand open: seat and id."""
    state = given.state if isinstance(given, Played) else given
    return [(it.seat, it.clause) for it in RULES.decisions(state) if it.kind == "window"]


def attacked(given: State, seat: str, area: str, *blocks: str) -> Played:
    """These blocks attack where they stand; nobody plays a card before W.COMBAT."""
    return play(no_cards(play(given, seat, activate(area, *blocks))), seat, FIGHT)


def no_cards(
    given: State | Played,
    *,
    until: str = "",
    french: Iterable[Box] = (),
    allied: Iterable[Box] = (),
) -> Played:
    """Nobody plays a card, up to a decision of another kind or the window `until`.

    Meanwhile the sides flip these cards, no more and no fewer.
    """
    chance = boxes(french, allied)
    state = given.state if isinstance(given, Played) else given
    happened: list[Event] = []
    while (asked := windows(state)) and asked[0][1] != until:
        outcome = RULES.decide(state, asked[0][0], NO_CARD, chance)
        assert isinstance(outcome, list), outcome
        state = RULES.copied(state)
        for event in outcome:
            state = RULES.apply(state, event)
        happened.extend(outcome)
    assert not chance.left, f"never drawn: {chance.left}"
    return Played(state, happened, None)


# -- Drouot against Picton in Ligny ----------------------------------------------------------------

DROUOT_AND_PICTON = {"drouot": at("ligny", 3, 2), "picton": at("ligny", 4, 0)}
"""Drouot, two cards and his own one, and Picton, one card."""


def combat(
    french: str = "",
    allied: str = "",
    *,
    attacker: str = FRENCH,
    blocks: Mapping[str, Standing] = DROUOT_AND_PICTON,
    **given: Any,
) -> Played:
    """A combat in W.COMBAT, in the area of the first block; the sides hold these cards.

    Every block of the attacker in that area attacks.
    """
    area = next(iter(blocks.values())).area
    state = field(blocks, hands=hands(french, allied), to_go=attacker, **given)
    stack = [b for b, it in blocks.items() if it.area == area and PACK.blocks[b].side == attacker]
    return attacked(state, attacker, area, *stack)


def cards_of(played: Played, side: str) -> list[tuple[int, str]]:
    """Amounts and clauses of a side's number of combat cards."""
    return played.lines(CombatCardsCounted, side=side)


def refusal(event: str, seat: str, **given: Any) -> tuple[str, str] | None:
    """Why a seat may not play a card with that event in W.COMBAT; see `combat`."""
    begun = combat(**{seat: event}, **given)
    return play(begun, seat, card(event, seat)).refused


def barred(event: str) -> tuple[str, str]:
    """The refusal of a card whose condition is not met."""
    return ("EVENT_PRECONDITION", f"CARD.{event}")
