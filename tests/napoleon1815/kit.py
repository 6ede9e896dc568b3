"""Positions and orders, so that a test reads as given, when, then.

Everything here goes through the six functions of the ruleset, on the map of the fixture pack.
What chance gives is written in `scripted`::

    given = position({"ney": at("ligny"), "picton": at("quatre_bras")}, to_go="french")
    played = play(given, FRENCH, activate("ligny", "ney"), MOVE, chance=ScriptedChance([value(4)]))
    assert played.lines(MovementPointsSet) == [(4, "MOVE.1"), (1, "MOVE.1D")]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from napoleon.rules.kit.roads import road_id
from napoleon.rules.orders import Order
from napoleon.rulesets.napoleon1815 import orders, with_pack
from napoleon.rulesets.napoleon1815.events.cards import CardFlipped
from napoleon.rulesets.napoleon1815.packs.loader import load_pack
from napoleon.rulesets.napoleon1815.state import Block, Due, Marker, State
from tests import acting
from tests.acting import Outcome
from tests.napoleon1815.broken import FIXTURE
from tests.napoleon1815.scripted import ScriptedChance

RULES = with_pack(load_pack(FIXTURE))
PACK = RULES.pack
SCENARIO = PACK.scenarios["fixture"]
FRENCH, ALLIED = "french", "allied"
SIDES = (FRENCH, ALLIED)


# -- given -------------------------------------------------------------------------------------


class Standing(NamedTuple):
    """Where a block stands, and how; strength None means as printed."""

    area: str
    infantry: int | None
    cavalry: int | None
    fatigue: int
    ready: bool


def at(
    area: str,
    infantry: int | None = None,
    cavalry: int | None = None,
    *,
    fatigue: int = 0,
    ready: bool = True,
) -> Standing:
    """A block in `area`; without `infantry` and `cavalry` it has its printed strength."""
    return Standing(area, infantry, cavalry, fatigue, ready)


def position(
    blocks: Mapping[str, Standing],
    *,
    control: Mapping[str, str] | None = None,
    fortified: Iterable[str] = (),
    broken: Iterable[tuple[str, str]] = (),
    markers: Mapping[str, tuple[str, str]] | None = None,
    penalised: Iterable[str] = (),
    track: int = 10,
    turn: int = 2,
    phase: str = "operations",
    to_go: str = FRENCH,
    passed: Iterable[str] = (),
    finished_recovery: Iterable[str] = (),
    recovery_barred: Iterable[str] = (),
    hands: Mapping[str, Sequence[int]] | None = None,
    decks: Mapping[str, Sequence[int]] | None = None,
    discards: Mapping[str, Sequence[int]] | None = None,
    options: Mapping[str, Any] | None = None,
    reinforcements: Mapping[str, tuple[int, str]] | None = None,
    lasting: Mapping[str, int] | None = None,
    leader: str = "",
) -> State:
    """A position of the fixture scenario with these blocks on the map and no others.

    `control` changes the flags of the scenario. `broken` names bridges by their two areas,
    `markers` a side and the area toward which its arrow points. A deck that is not given holds
    every card of its side that lies nowhere else. `reinforcements` gives turn and area,
    `lasting` the card that lies on the board for each event in force. `options` give the seats;
    in fog of war the blocks stand under tokens numbered from 1 in their order.
    """
    checked = RULES.checked_options(options or {})
    seats = RULES.seats(checked)
    hands = {seat: list((hands or {}).get(seat, ())) for seat in seats}
    discards = {side: list((discards or {}).get(side, ())) for side in SIDES}
    away = {card for cards in (*hands.values(), *discards.values()) for card in cards}
    away |= set((lasting or {}).values())
    rest = {
        side: [card for card in PACK.deck(side, len(seats)) if card not in away] for side in SIDES
    }
    tokens = len(blocks) if checked["rules"] == "grognard" else 0
    state = State(
        scenario="fixture",
        options=checked,
        seats=list(seats),
        last_turn=SCENARIO.last_turn,
        track=track,
        turn=turn,
        phase=phase,
        invasion_card=SCENARIO.invasion_cards[turn],
        blocks={
            name: _block(name, standing, number if tokens else 0)
            for number, (name, standing) in enumerate(blocks.items(), 1)
        },
        control={**SCENARIO.control, **(control or {})},
        fortified=list(fortified),
        broken_bridges=[road_id(*ends) for ends in broken],
        markers={
            area: Marker(side, road_id(area, toward))
            for area, (side, toward) in (markers or {}).items()
        },
        penalised=list(penalised),
        reinforcements={
            block: Due(due, [area]) for block, (due, area) in (reinforcements or {}).items()
        },
        decks={side: sorted((decks or {}).get(side, rest[side])) for side in SIDES},
        discards=discards,
        hands=hands,
        lasting=dict(lasting or {}),
        recovery_barred=list(recovery_barred),
        initiative=to_go,
        to_go=to_go if phase == "operations" else "",
        passed=list(passed),
        finished_recovery=list(finished_recovery),
        leader=leader,
        started=bool(tokens),
        tokens=tokens,
    )
    sides: dict[str, set[str]] = {}
    for name, block in state.blocks.items():
        if PACK.pieces[name].kind == "corps":
            sides.setdefault(block.area or "", set()).add(PACK.pieces[name].side)
    state.contested = [area for area in PACK.areas if len(sides.get(area, ())) > 1]
    return state


def _block(name: str, standing: Standing, token: int) -> Block:
    printed = PACK.pieces[name]
    infantry, cavalry = standing.infantry, standing.cavalry
    if infantry is None and cavalry is None:
        infantry, cavalry = printed.infantry, printed.cavalry
    return Block(
        area=standing.area,
        ready=standing.ready,
        infantry=infantry or 0,
        cavalry=cavalry or 0,
        fatigue=standing.fatigue,
        token=f"{printed.army}-{token}" if token else "",
    )


# -- when --------------------------------------------------------------------------------------

MOVE, FIGHT, NOTHING = (orders.ChooseAction(action) for action in ("move", "fight", "nothing"))
PASS, END, FINISH = orders.Pass(), orders.EndMove(), orders.FinishRecovery()
ATTACK, DECLINE = orders.ChooseAttack(True), orders.ChooseAttack(False)
GIVE_UP = orders.GiveUpFortifiedPosition()
NO_BLUE = orders.DeclareBlue()


def activate(area: str, *blocks: str) -> orders.ActivateStack:
    """Activate these blocks of an area."""
    return orders.ActivateStack(area, tuple(sorted(blocks)))


def march(*areas: str) -> list[Order]:
    """Move along these areas, from the first one on."""
    return [orders.StepMove(road_id(a, b)) for a, b in pairwise(areas)]


def retreat(*areas: str) -> list[Order]:
    """Retreat along these areas, from the first one on."""
    return [orders.ChooseRetreat(road_id(a, b)) for a, b in pairwise(areas)]


def fatigue(**points: int) -> orders.AllocateFatigue:
    """Spread fatigue over these corps."""
    return orders.AllocateFatigue(points)


def losses(**corps: tuple[int, int]) -> orders.AllocateLosses:
    """Spread losses: infantry and cavalry of each corps."""
    return orders.AllocateLosses({name: orders.Loss(*points) for name, points in corps.items()})


class Played(Outcome[State]):
    """A position after orders, with what happened, or the refusal of the last one."""

    def block(self, name: str) -> Block:
        """A block as it stands now."""
        return self.state.blocks[name]

    def track_moves(self) -> list[tuple[int, list[tuple[int, str]]]]:
        """Each move of the track that is in the events: how far, amounts and clauses."""
        return [
            (event.delta, [(line.amount, line.clause) for line in event.breakdown])
            for event in self.events
            if event.type == "victory_track_moved"
        ]

    def flipped(self, purpose: str) -> list[CardFlipped]:
        """The cards flipped for a purpose."""
        return [card for card in self.events_of(CardFlipped) if card.purpose == purpose]

    @property
    def asked(self) -> list[tuple[str, str]]:
        """Who has to decide what now: seat and kind."""
        return asked(self.state)


def play(
    given: State | Played, seat: str, *given_orders: Order, chance: ScriptedChance | None = None
) -> Played:
    """Give orders of one seat, one after the other; only the last one may be refused.

    Every order is held against the list of legal orders as well. Chance must grant every wish.
    """
    chance = chance or ScriptedChance()
    played = _give(given, seat, given_orders, chance)
    assert not chance.left, f"never drawn: {chance.left}"
    return played


def begin_turn(
    given: State | Played, seat: str, *given_orders: Order, chance: ScriptedChance | None = None
) -> Played:
    """Give orders that end a draw phase; then nobody plays a blue card [INIT.1]."""
    chance = chance or ScriptedChance()
    played = _give(given, seat, given_orders, chance)
    happened = played.events
    while played.asked and played.asked[0][1] == "declare_blue":
        played = _give(played, played.asked[0][0], [NO_BLUE], chance)
        happened = [*happened, *played.events]
    assert not chance.left, f"never drawn: {chance.left}"
    return Played(played.state, happened, None)


def _give(
    given: State | Played, seat: str, given_orders: Iterable[Order], chance: ScriptedChance
) -> Played:
    return acting.give(RULES, Played, given, seat, given_orders, chance)


def legal_orders(given: State | Played, seat: str) -> list[Order]:
    """Every order that is legal for a seat now."""
    return acting.legal_orders(RULES, given, seat)


def asked(given: State | Played) -> list[tuple[str, str]]:
    """Who has to decide what now: seat and kind."""
    return acting.asked(RULES, given)
