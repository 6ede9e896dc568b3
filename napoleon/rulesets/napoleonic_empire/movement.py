"""The Move phase [chapter 6]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_empire.events.movement import (
    ArmiesMoved,
    MovesEnded,
    MovesExhausted,
)
from napoleon.rulesets.napoleonic_empire.orders import EndMove, MoveArmies
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH
from napoleon.rulesets.napoleonic_empire.table import Table, refuse
from napoleon.rulesets.napoleonic_empire.turns import MOVE

ENGLAND = "england"
LAND, SEA = "land", "sea"


def due(table: Table) -> bool:
    """Whether the active side may move; barred armies let the phase pass by itself [E-52]."""
    state = table.state
    return state.phase == MOVE and not state.moves_ended and not state.barred


def asks(table: Table) -> list[Decision]:
    """The active side moves, or is done [MOVE.1]."""
    text = "Which of your armies move?"
    return [table.question(table.state.active, "move", "MOVE.1", text)]


def is_plain(table: Table) -> bool:
    """Whether no army is left that may still move, so that all there is to do is to end [E-58]."""
    return not any(destinations(table, country) for country, _ in movable(table))


def exhaust(table: Table) -> None:
    """The Move phase is over, as nobody is left to move [E-58]."""
    table.record(MovesExhausted(table.state.active), "MOVE.2", "SEQ.2", "E-58")


def destinations(table: Table, origin: str) -> tuple[str, ...]:
    """Where armies of the active side may go from a country in one step [MOVE.1, MOVE.4].

    Nobody enters England; only the sea leads out of it [MOVE.5, MOVE.6].
    """
    if origin == ENGLAND:
        return table.data.board.sea_reach if table.state.active == ALLIED else ()
    return table.data.board.neighbours(origin)


def movable(table: Table) -> Iterator[tuple[str, int]]:
    """The countries with armies that may still move, and how many [MOVE.2]."""
    for country in table.data.board.countries:
        unmoved = table.state.unmoved(country)
        if unmoved:
            yield country, unmoved


def legal_orders(table: Table, decision: Decision) -> Iterator[MoveArmies]:
    """Every number of armies from every country to every destination."""
    for origin, unmoved in movable(table):
        for to in destinations(table, origin):
            for armies in range(1, unmoved + 1):
                yield MoveArmies(origin, to, armies)


def refuse_move(table: Table, decision: Decision, order: MoveArmies) -> Refusal | None:
    """Refuse an impossible way, and armies that are not there or have moved."""
    return refuse_step(table, order.origin, order.to) or refuse_armies(
        table, order.origin, order.armies
    )


def refuse_step(table: Table, origin: str, to: str) -> Refusal | None:
    """Why armies of the active side cannot go from one country to another; None if they can."""
    board = table.data.board
    for country in (origin, to):
        if country not in board.countries:
            detail = f"There is no country {country}."
            return refuse("UNKNOWN_COUNTRY", "MAP.1", detail, country=country)
    if not board.countries[to].enterable:
        return refuse("OTTOMAN_CLOSED", "MAP.5", "Nobody may enter that country.", to=to)
    if to == ENGLAND:
        clause = "MOVE.5" if table.state.active == FRENCH else "MOVE.6"
        return refuse("ENGLAND_CLOSED", clause, "No armies move to England.", origin=origin)
    if to in destinations(table, origin):
        return None
    if origin == ENGLAND and board.countries[to].landlocked:
        clause = "E-46" if to in board.russian_areas else "MOVE.4"
        detail = "A country without a coast cannot be reached by sea."
        return refuse("LANDLOCKED", clause, detail, to=to)
    clause = "MOVE.4" if origin == ENGLAND else "MOVE.1"
    detail = "The two countries are not neighbours."
    return refuse("NOT_ADJACENT", clause, detail, origin=origin, to=to)


def refuse_armies(table: Table, origin: str, armies: int) -> Refusal | None:
    """Refuse more armies than stand in a country without having moved [MOVE.2]."""
    unmoved = table.state.unmoved(origin)
    if 1 <= armies <= unmoved:
        return None
    detail = f"Your armies there that have not moved yet: {unmoved}."
    return refuse("NOT_ENOUGH_UNMOVED", "MOVE.2", detail, origin=origin, unmoved=unmoved)


def move(table: Table, decision: Decision, order: MoveArmies) -> None:
    """The armies go, each its one move of the turn [MOVE.2]."""
    step(table, order.origin, order.to, order.armies)


def step(table: Table, origin: str, to: str, armies: int, stage: int = 1) -> None:
    """Armies of the active side cross a border or the sea; see `ArmiesMoved` for `stage`."""
    way = SEA if origin == ENGLAND else LAND
    clauses = ("MOVE.4", "E-10") if way == SEA else ("MOVE.1",)
    moved = ArmiesMoved(table.state.active, origin, to, armies, way, stage)
    table.record(moved, *clauses)


def end_offers(table: Table, decision: Decision) -> Iterator[EndMove]:
    """Nobody has to move [MOVE.1]."""
    yield EndMove()


def end_move(table: Table, decision: Decision, order: EndMove) -> None:
    """The Attack phase comes next."""
    table.record(MovesEnded(decision.seat), "MOVE.1", "SEQ.2")


def explain_misplaced(table: Table, seat: str, order: object) -> Refusal | None:
    """A card keeps the side from moving in this turn [E-28]."""
    state = table.state
    if not state.barred or seat != state.active:
        return None
    detail = "A card keeps your armies from moving in this turn."
    return refuse("BARRED", f"CARD.{state.barred}", detail, card=state.barred)
