"""Corrections carried out by tests, and pairs of games that are corrected in different ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from napoleon.rules.corrections import Correction
from napoleon.rules.events import SPECTATOR, Event
from napoleon.rulesets.napoleon1815 import Napoleon1815
from napoleon.rulesets.napoleon1815.corrections.blocks import (
    FatigueCorrected,
    SetFatigue,
    SetReadiness,
    SetStrength,
    StrengthCorrected,
)
from napoleon.rulesets.napoleon1815.corrections.board import (
    RemoveRetreatMarker,
    SetBridge,
    SetControl,
    SetFortifiedPosition,
    SetRetreatMarker,
    SetTrack,
)
from napoleon.rulesets.napoleon1815.corrections.cards import PlaceCard
from napoleon.rulesets.napoleon1815.corrections.placing import (
    PlaceBlocks,
    RestoreCorps,
    WithdrawBlock,
)
from napoleon.rulesets.napoleon1815.events import corrections as recorded
from napoleon.rulesets.napoleon1815.sides import SIDES
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.table import Table
from tests import acting
from tests.acting import WHY
from tests.napoleon1815.foggy import in_fog
from tests.napoleon1815.kit import ALLIED, FRENCH, RULES, Played, Standing, at
from tests.napoleon1815.stories import Pair, laid


def corrected(given: State | Played, *corrections: Correction) -> Played:
    """The table after corrections, one after the other; only the last one may be refused."""
    return acting.corrected(RULES, Played, given, corrections)


# -- any corrections ---------------------------------------------------------------------------


def attempts(rules: Napoleon1815, state: State, random: Random) -> Iterator[Correction]:
    """A correction of each kind, as likely as not one that cannot be carried out."""
    table, pack, why = Table(state, rules.pack), rules.pack, "Because."
    some = random.choice
    block, area = some([*pack.pieces]), some([*pack.areas])
    yield PlaceBlocks(_together(table, random, block), area, reason=why)
    removed = [b for b, it in state.blocks.items() if it.removed] or [block]
    points = {"infantry": random.randint(-1, 6), "cavalry": random.randint(-1, 4)}
    yield RestoreCorps(some(removed), area, **points, fatigue=random.randint(0, 9), reason=why)
    yield WithdrawBlock(block, reason=why)
    yield SetFatigue(block, random.randint(-1, 9), reason=why)
    yield SetStrength(block, **_less_or_more(state, random, block), reason=why)
    yield SetReadiness(block, some([False, True]), reason=why)
    yield SetTrack(random.randint(-1, 21), reason=why)
    yield SetControl(area, some(["french", "anglo_dutch", "prussian", "none"]), reason=why)
    yield SetBridge(some([*pack.graph.roads]), some([False, True]), reason=why)
    farms = [a.id for a in pack.areas.values() if a.kind == "fortified_farm"]
    yield SetFortifiedPosition(some([area, *farms]), some([False, True]), reason=why)
    contested = some(state.contested or [area])
    road = some([road.id for road in pack.graph.roads_of(contested)])
    yield SetRetreatMarker(contested, some(SIDES), road, reason=why)
    yield RemoveRetreatMarker(some([*state.markers, area]), reason=why)
    yield PlaceCard(some([*pack.cards]), some(["deck", "discards", *state.seats]), reason=why)


def _less_or_more(state: State, random: Random, block: str) -> dict[str, int]:
    """Strength points near those that a block has: none are added that no order could add."""
    it = state.blocks.get(block)
    have = {"infantry": it.infantry, "cavalry": it.cavalry} if it else {"infantry": 2, "cavalry": 1}
    return {kind: random.randint(max(-1, points - 2), points + 1) for kind, points in have.items()}


def _together(table: Table, random: Random, block: str) -> tuple[str, ...]:
    """A block, or all that stand with it: in fog of war the one alone could not go."""
    it = table.state.blocks.get(block)
    if it is None or it.area is None or random.random() < 0.3:
        return (block,)
    return tuple(table.blocks_in(it.area, table.side_of(block)))


# -- pairs that a reader may not tell apart ------------------------------------------------------


def _pair(
    tell: Callable[[str], Sequence[Event]], one: str, other: str, *readers: str
) -> Callable[[], Pair]:
    return lambda: Pair(tell(one), tell(other), readers)


def _swapped(first: str) -> tuple[str, str]:
    return ("derlon", "reille") if first == "derlon" else ("reille", "derlon")


def _under_tokens(first: str, **standing: Any) -> State:
    """One of two blocks stands under the first token, the other one under the second."""
    one, other = _swapped(first)
    return in_fog({one: at("p3", 4, 1, **standing), other: at("p6", 3, 1, **standing)})


def _moved(first: str) -> Sequence[Event]:
    return corrected(_under_tokens(first), PlaceBlocks((first,), "p4", reason=WHY)).events


def _turned(first: str) -> Sequence[Event]:
    return corrected(_under_tokens(first), SetReadiness(first, False, reason=WHY)).events


def _restored(first: str) -> Sequence[Event]:
    one, other = _swapped(first)
    state = corrected(
        in_fog({one: at("p3"), other: at("p6")}),
        WithdrawBlock("derlon", reason=WHY),
        WithdrawBlock("reille", reason=WHY),
    )
    return corrected(state, RestoreCorps(first, "p4", 2, 1, reason=WHY)).events


def _withdrawn(fatigue: str) -> Sequence[Event]:
    state = laid({"derlon": at("p3", fatigue=int(fatigue))})
    return corrected(state, WithdrawBlock("derlon", reason=WHY)).events


def _two_corps() -> dict[str, Standing]:
    return {name: at("p3", 2, 1) for name in ("derlon", "reille")}


def _rested(corps: str) -> Sequence[Event]:
    return corrected(laid(_two_corps()), SetFatigue(corps, 3, reason=WHY)).events


def _weakened(corps: str) -> Sequence[Event]:
    return corrected(laid(_two_corps()), SetStrength(corps, 1, 1, reason=WHY)).events


def _given(card: str) -> Sequence[Event]:
    return corrected(laid({}), PlaceCard(int(card), ALLIED, reason=WHY)).events


PAIRS: dict[type[Event], Callable[[], Pair]] = {
    recorded.BlocksCorrected: _pair(_moved, "derlon", "reille", ALLIED, SPECTATOR),
    recorded.ReadinessCorrected: _pair(_turned, "derlon", "reille", ALLIED, SPECTATOR),
    recorded.BlockRestored: _pair(_restored, "derlon", "reille", ALLIED, SPECTATOR),
    recorded.BlockWithdrawn: _pair(_withdrawn, "0", "3", ALLIED, SPECTATOR),
    FatigueCorrected: _pair(_rested, "derlon", "reille", ALLIED, SPECTATOR),
    StrengthCorrected: _pair(_weakened, "derlon", "reille", ALLIED, SPECTATOR),
    recorded.CardCorrected: _pair(_given, "11", "12", FRENCH, SPECTATOR),
}
"""The pair that comes to a correction of a class."""
