"""REINF, OPT3.2 The Reinforcement phase: what controlled countries give."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Domain
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say_many
from napoleon.rulesets.napoleonic_empire.events.cards import ContinentalSystemConsumed
from napoleon.rulesets.napoleonic_empire.events.reinforcement import (
    ArmiesDue,
    DueSettled,
    PlacementCutShort,
    ReinforcementsCounted,
    ReinforcementsReceived,
)
from napoleon.rulesets.napoleonic_empire.orders import PlaceReinforcements
from napoleon.rulesets.napoleonic_empire.packs.pack import Board
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH, counted
from napoleon.rulesets.napoleonic_empire.state import BY_CONTROL, State
from napoleon.rulesets.napoleonic_empire.table import Table, refuse
from napoleon.rulesets.napoleonic_empire.turns import REINFORCEMENT

CONTINENTAL_CARD = "CARD.continental_system"
CONTINENTAL_LOSS = 2
"""Armies that a country gives less under the Continental System; never below 0 [E-27]."""
WEIGHED_ON = {FRENCH: "france", ALLIED: "england"}
"""The country whose Reinforcement phase it is that consumes the card [E-27]."""


class Claim(NamedTuple):
    """Armies that a side earns: in one country, or to be spread over several [REINF.1, OPT3.2]."""

    countries: tuple[str, ...]
    value: int
    """What it is worth without cards."""
    lines: tuple[Line, ...]

    @property
    def armies(self) -> int:
        """What it gives."""
        return total(self.lines)


def claims(state: State, board: Board, side: str) -> Iterator[Claim]:
    """What the countries that a side controls give it now, in the order of the map."""
    for country in board.countries:
        if state.controls(side, country) and board.receives(side, country):
            value = board.value(country)
            name = board.countries[country].short_name
            yield Claim((country,), value, tuple(_lines(state, country, name, value)))
    held = tuple(it for it in board.russian_areas if state.controls(side, it))
    if side == ALLIED and held:
        value = board.russian_reinforcement
        names = ", ".join(board.countries[it].short_name for it in held)
        yield Claim(held, value, (Line(value, "OPT3.2", names),))


def _lines(state: State, country: str, name: str, value: int) -> Iterator[Line]:
    yield Line(value, "REINF.1", name)
    if country in state.continental:
        yield Line(-min(CONTINENTAL_LOSS, value), CONTINENTAL_CARD, name)


def breakdown(state: State, board: Board, side: str) -> list[Line]:
    """All that a side would receive now, country by country, within its pool [REINF.3, E-20]."""
    lines = [line for claim in claims(state, board, side) for line in claim.lines]
    lacking = total(lines) - state.pool(side)
    if lacking > 0:
        lines.append(Line(-lacking, "E-20", "more than the pool holds"))
    return lines


def due(table: Table) -> bool:
    """Whether the countries have yet to give their armies in this phase."""
    return table.state.phase == REINFORCEMENT and not table.state.reinforced


def reinforce(table: Table) -> None:
    """Control is judged, and the armies appear where they were earned [REINF.3].

    The owner is asked where they go if the pool does not hold them all, or several areas share.
    """
    state, board, side = table.state, table.data.board, table.state.active
    earned = [claim for claim in claims(state, board, side) if claim.armies]
    lines, pool = breakdown(state, board, side), state.pool(side)
    number = sum(claim.armies for claim in earned)
    table.record(
        ReinforcementsCounted(side, number, total(lines), tuple(lines)), "REINF.1", "REINF.3"
    )
    short = number > pool
    if short:
        table.record(PlacementCutShort(side, number, pool), "E-20", "COMP.2")
    for claim in earned:
        if short or len(claim.countries) > 1:
            if pool:
                waiting = ArmiesDue(side, min(claim.armies, pool), claim.countries, BY_CONTROL)
                table.record(waiting, "E-20" if short else "OPT3.2")
        else:
            _receive(table, claim, claim.countries[0], claim.armies)


def _receive(table: Table, claim: Claim, country: str, armies: int) -> None:
    """Armies appear in a country, with the reason for their number.

    The reason of a part of those due is that they were due: what for has been told once, when they
    were counted [E-60].
    """
    lines = list(claim.lines)
    if armies != claim.armies:
        several = len(claim.countries) > 1
        lines = [Line(armies, "OPT3.2" if several else "E-20", f"of {claim.armies} due")]
    modifier = armies - claim.value
    received = ReinforcementsReceived(
        table.state.active, country, armies, claim.value, modifier, tuple(lines)
    )
    table.record(received, "REINF.1", "REINF.3")


# -- where the owner has a choice ----------------------------------------------------------------


def choice_due(table: Table) -> bool:
    """Whether armies wait for their owner's choice, and the pool still has some."""
    return any(it.source == BY_CONTROL for it in table.state.due)


def choice_asks(table: Table) -> list[Decision]:
    """The owner says which countries go short, or how areas share [E-20, OPT3.2]."""
    side = table.state.active
    left = waiting(table)
    if not left or len(_open(table)) == 1:
        return []
    text = f"Place {counted(left)}."
    return [table.question(side, "place_reinforcements", "REINF.3", text)]


def waiting(table: Table) -> int:
    """Armies that are still to be placed: those due, as far as the pool holds them."""
    owed = sum(it.armies for it in table.state.due if it.source == BY_CONTROL)
    return min(owed, table.state.pool(table.state.active))


def _open(table: Table) -> list[str]:
    """The countries to which something is due."""
    return [country for it in table.state.due for country in it.countries]


def settle(table: Table) -> None:
    """Without a choice the armies go where they are due; what the pool lacks is not given."""
    left = waiting(table)
    if left:
        [country] = _open(table)
        _receive(table, claims_of_choice(table, country), country, left)
    if choice_due(table):
        table.record(DueSettled(table.state.active), "E-20")


class Owed(Scene[Table]):
    """Armies that are due to a country of their owner's choice; `due` is None where none are."""

    def __init__(self, table: Table, side: str, country: str) -> None:
        super().__init__(table, side)
        self.country = country
        self.due = next((it for it in table.state.due if country in it.countries), None)


def _refuse_country(table: Table, decision: Decision, country: str, clause: str) -> Refusal | None:
    if country in _open(table):
        return None
    detail = "Nothing is due to that country."
    return refuse("WRONG_COUNTRY", clause, detail, countries=_open(table))


def _refuse_armies(it: Owed, armies: int) -> Refusal | None:
    """Refuse more than the pool holds, and more than a country may get."""
    assert it.due is not None
    pool = it.table.state.pool(it.player)
    if armies > pool:
        return refuse("EXCEEDS_POOL", "E-20", f"The pool has {counted(pool)}.", pool=pool)
    if not 1 <= armies <= it.due.armies:
        detail = f"At most {it.due.armies} are due there."
        return refuse("EXCEEDS_VALUE", "REINF.1", detail, due=it.due.armies)
    return None


def place_armies(it: Any, order: Any) -> Phrase:
    """What the button says by which armies are placed in a country."""
    return say_many(
        "Place %(count)s army in %(country)s",
        "Place %(count)s armies in %(country)s",
        order.armies,
    )


PLACE_REINFORCEMENTS = DeclaredVerb(
    PlaceReinforcements,
    Actor(
        ("place_reinforcements",),
        REINFORCEMENT,
        lambda table, decision, country: Owed(table, decision.seat, country),
        field="country",
        candidates=lambda table, _: _open(table),
        refusal=_refuse_country,
        points="",
    ),
    "REINF.1",
    fields={"armies": Domain(lambda it: range(1, waiting(it.table) + 1), refusal=_refuse_armies)},
    does=lambda it, order: _receive(
        it.table, claims_of_choice(it.table, it.country), it.country, order.armies
    ),
    line="reinforce {country:country} with {armies:armies}",
    says=place_armies,
)


def claims_of_choice(table: Table, country: str) -> Claim:
    """The claim under which armies are due to a country.

    Control does not change while the owner chooses: armies come where the owner has some.
    """
    found = claims(table.state, table.data.board, table.state.active)
    return next(claim for claim in found if country in claim.countries)


# -- the end of the phase ------------------------------------------------------------------------


def consumption_due(table: Table) -> bool:
    """Whether the Continental System has had its phase with this side's country [E-27]."""
    state = table.state
    return state.phase == REINFORCEMENT and WEIGHED_ON[state.active] in state.continental


def consume(table: Table) -> None:
    """The country has its full value from now on [E-27]."""
    table.record(ContinentalSystemConsumed(WEIGHED_ON[table.state.active]), "E-27")
