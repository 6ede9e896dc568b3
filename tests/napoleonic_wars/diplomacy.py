"""Positions of the chapter of diplomacy: nations as they are set up, one of them in its impulse."""

from __future__ import annotations

from collections.abc import Mapping

from napoleon.rulesets.napoleonic_wars.frames.impulses import CARDS, Impulse, Pool
from napoleon.rulesets.napoleonic_wars.state import PACT, State, pair
from tests.napoleonic_wars.playing import at_play, pack


def acting(
    nation: str,
    cp: int = 20,
    *,
    players: int = 2,
    turn: int = 2,
    hands: Mapping[str, list[str]] | None = None,
) -> State:
    """A nation is in its impulse, and has played a card for so many CP."""
    state = at_play(dict(hands or {}), turn=turn, scheduled=nation, players=players)
    pools = [Pool(CARDS, cp)]
    state.stack = [Impulse(nation, scheduled=True, pools=pools, played=["militia_1"], counted=1)]
    return state


def consul(state: State, nation: str, row: str, box: int, *, plus: bool = False) -> None:
    """The consul of a nation short of Pact stands in a box of a row."""
    it = state.nations[nation]
    it.row, it.box, it.plus_face = row if box or plus else "", box, plus
    it.camp = ""
    state.wars = [war for war in state.wars if nation not in war.split("-")]


def allied(state: State, nation: str, power: str) -> None:
    """A proxy is in Pact with a power."""
    it = state.nations[nation]
    it.row, it.box, it.camp = power, PACT, state.nations[power].camp
    foes = [other for other in pack().track if pair(power, other) in state.wars]
    state.wars = [war for war in state.wars if nation not in war.split("-")]
    state.wars = sorted({*state.wars, *(pair(nation, foe) for foe in foes)})


def defeated(state: State, nation: str, by: str) -> None:
    """A nation was conquered, and is neutral."""
    it = state.nations[nation]
    it.conquered, it.camp = by, ""
    state.wars = [war for war in state.wars if nation not in war.split("-")]


def where(state: State, nation: str) -> tuple[str, int, bool]:
    """Row, box and face of a consul."""
    it = state.nations[nation]
    return it.row, it.box, it.plus_face


def cp_left(state: State) -> int:
    """The CP that are left in the impulse."""
    impulse = state.stack[0]
    assert isinstance(impulse, Impulse)
    return sum(pool.cp for pool in impulse.pools)
