"""SCOUT Cavalry scouts: placing them, what they find, what becomes of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from napoleon.rules.kit.declaring import TARGET, DeclaredVerb, Domain, waits
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleon1815 import fog, layout
from napoleon.rulesets.napoleon1815.events.fog import ScoutEliminated, ScoutReported
from napoleon.rulesets.napoleon1815.events.setup import BlockPlaced
from napoleon.rulesets.napoleon1815.orders import PlaceScout
from napoleon.rulesets.napoleon1815.packs.pack import ARMY_NAMES, Army
from napoleon.rulesets.napoleon1815.sides import SIDES, enemy
from napoleon.rulesets.napoleon1815.table import Player, Table, the_player

CORPS, SCOUTS_ONLY = "corps", "scouts only"


# -- placing them ----------------------------------------------------------------------------------


def placing_due(table: Table) -> bool:
    """Whether the scouts of a game with fog of war are still to be placed [SCOUT.1]."""
    return table.fog and table.state.phase == "setup" and not table.state.started


def placing_asks(table: Table) -> list[Decision]:
    """Everybody places their scouts at the same time, unseen by the others [DP-01]."""
    return [
        table.question(
            seat, "place_scout", "SCOUT.1", f"Where does a scout stand ({ARMY_NAMES[army]})?"
        )
        for seat in table.state.seats
        if (army := _next_army(table, seat)) is not None
    ]


def place_all(table: Table) -> None:
    """All scouts stand on the map, and the game starts [SETUP.3, SCOUT.1]."""
    for seat in table.state.seats:
        areas = _chosen(table, seat)
        for number, army in _own_scouts(table, seat):
            scout, area = f"{army}_scout_{number}", areas.pop(0)
            token = fog.next_token(table, scout)
            table.record(BlockPlaced(seat, scout, area, "scout", token=token), "SCOUT.1", by=seat)
    for area in table.pack.areas:
        for side in SIDES:
            standing = table.blocks_in(area, side)
            if any(map(table.is_scout, standing)):
                fog.mix(table, area, standing, "VIS.7", "SCOUT.1")
    layout.start(table)


def _allowed(it: Player) -> Sequence[str]:
    """Every area that the scenario allows to scouts of this army."""
    army = _next_army(it.table, it.player)
    assert army is not None
    return it.table.scenario.scouts[army].areas


def _refuse_area(it: Player, area: str) -> Refusal | None:
    if area in _allowed(it):
        return None
    return refuse("ILLEGAL_AREA", "SCOUT.1", "The scenario allows no scout of yours there.")


def _explain_placing(table: Table, seat: str, order: Order) -> Refusal | None:
    """Why there is no scout to place [SCOUT.1]."""
    if not table.fog:
        return refuse("NOT_GROGNARD", "SCOUT.1", "Scouts are part of the Grognard game only.")
    if table.state.phase == "setup":
        return refuse("WRONG_SCOUT_COUNT", "SCOUT.1", "All your scouts have been placed.")
    return None


PLACE = DeclaredVerb(
    PlaceScout,
    the_player("setup", "place_scout"),
    "SCOUT.1",
    fields={"area": Domain(_allowed, Player.area, _refuse_area, points=TARGET)},
    does=waits,
    line="scout {area:area}",
    says=say("Place the scout at %(area)s"),
    ordinary=False,
    misplaced=_explain_placing,
)


def placed(table: Table, seat: str) -> tuple[int, int]:
    """How many scouts a seat has placed, and how many it has."""
    return len(_chosen(table, seat)), len(list(_own_scouts(table, seat)))


def left(table: Table, seat: str) -> list[tuple[int, Army]]:
    """The scouts that a seat has still to place, each by its number in its army."""
    return list(_own_scouts(table, seat))[len(_chosen(table, seat)) :]


def _own_scouts(table: Table, seat: str) -> Iterator[tuple[int, Army]]:
    """The scouts that a seat places, one army after the other."""
    scouts = table.scenario.scouts
    for army in ARMY_NAMES:
        if army in scouts and seat in (army, table.side_of_player(army)):
            for number in range(1, scouts[army].count + 1):
                yield number, army


def _next_army(table: Table, seat: str) -> Army | None:
    """The army of the scout that a seat places next; None if all are placed."""
    waiting = left(table, seat)
    return waiting[0][1] if waiting else None


def _chosen(table: Table, seat: str) -> list[str]:
    given = table.state.sealed.get(seat, [])
    return [msgspec.convert(order, PlaceScout).area for order in given]


# -- what they find --------------------------------------------------------------------------------


def report(table: Table, player: str, area: str, side: str) -> None:
    """Scouts that came among enemy blocks tell their owner what these are [SCOUT.6]."""
    if table.blocks_in(area, enemy(side)):
        finding = SCOUTS_ONLY if table.is_free(area, side) else CORPS
        table.record(ScoutReported(player, area, finding), "SCOUT.6", "RULING.33")


# -- what becomes of them --------------------------------------------------------------------------


def caught_due(table: Table) -> bool:
    """Whether scouts stand where they cannot stay [SCOUT.5, SCOUT.8b]."""
    return table.fog and any(_caught(table))


def remove_caught(table: Table) -> None:
    """They are eliminated, and nobody scores for it."""
    caught = {scout: (reason, clause) for scout, reason, clause in _caught(table)}
    for scout in fog.in_order(table, caught):
        reason, clause = caught[scout]
        eliminate(table, scout, reason, clause)


def eliminate(table: Table, scout: str, reason: str, *clauses: str) -> None:
    """A scout is removed, and nobody scores for it."""
    it = table.block(scout)
    assert it.area is not None
    owner = table.owner_of(scout)
    table.record(ScoutEliminated(owner, scout, it.token, it.area, reason), *clauses)


def _caught(table: Table) -> Iterator[tuple[str, str, str]]:
    shared = table.shared_areas()
    for side in SIDES if shared else ():
        for scout in table.scouts_on_map(side):
            area = table.block(scout).area or ""
            if area not in shared:
                continue
            if not table.is_free(area, side):
                yield scout, "enemy corps", "SCOUT.5"
            elif table.scouts_in(area, enemy(side)) and not _passing(table, area):
                yield scout, "enemy scouts", "SCOUT.8b"


def _passing(table: Table, area: str) -> bool:
    """Whether scouts that have just entered an area may still go on [RULING.33]."""
    operation = table.operation
    return (
        operation is not None
        and bool(operation.roads)
        and not operation.stopped
        and any(table.block(block).area == area for block in operation.blocks)
    )
