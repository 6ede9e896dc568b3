"""MAP.5, MOVE, TN.2 The Move phase, with commanders or without [OPT1, E-34]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise

from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Domain
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say, say_many
from napoleon.rulesets.napoleonic_empire.events.commanders import CommanderMoved
from napoleon.rulesets.napoleonic_empire.events.movement import (
    ArmiesMoved,
    MovesEnded,
    MovesExhausted,
)
from napoleon.rulesets.napoleonic_empire.orders import EndMove, MoveArmies, MoveWithCommander
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH, NAMES, enemy
from napoleon.rulesets.napoleonic_empire.table import Table, refuse, the_side
from napoleon.rulesets.napoleonic_empire.turns import MOVE

ENGLAND = "england"
LAND, SEA = "land", "sea"

Path = tuple[str, ...]
"""Countries one after the other, the one that is left first."""


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
    return not any(destinations(table, country) for country in movable(table))


def exhaust(table: Table) -> None:
    """The Move phase is over, as nobody is left to move [E-58]."""
    table.record(MovesExhausted(table.state.active), "MOVE.2", "SEQ.2", "E-58")


# -- from where to where [MOVE.1 to MOVE.6] --------------------------------------------------------


def destinations(table: Table, origin: str) -> tuple[str, ...]:
    """Where armies of the active side may go from a country in one step [MOVE.1, MOVE.4].

    Nobody enters England; only the sea leads out of it [MOVE.5, MOVE.6].
    """
    if origin == ENGLAND:
        return table.data.board.sea_reach if table.state.active == ALLIED else ()
    return table.data.board.neighbours(origin)


def movable(table: Table) -> Iterator[str]:
    """The countries with armies that may still move [MOVE.2]."""
    return (it for it in table.data.board.countries if table.state.unmoved(it))


def refuse_unknown(table: Table, country: str) -> Refusal | None:
    """Refuse what is no country of the map."""
    if country in table.data.board.countries:
        return None
    return refuse("UNKNOWN_COUNTRY", "MAP.1", f"There is no country {country}.", country=country)


def refuse_closed(table: Table, to: str) -> Refusal | None:
    """Refuse what is no country, and the one that nobody enters [MAP.5]."""
    if refusal := refuse_unknown(table, to):
        return refusal
    if table.data.board.countries[to].enterable:
        return None
    return refuse("OTTOMAN_CLOSED", "MAP.5", "Nobody may enter that country.", to=to)


def _refuse_entering(table: Table, origin: str, to: str) -> Refusal | None:
    """Why armies of the active side cannot go from a country to another; None if they can."""
    if to in destinations(table, origin):
        return None
    if refusal := refuse_closed(table, to):
        return refusal
    if to == ENGLAND:
        clause = "MOVE.5" if table.state.active == FRENCH else "MOVE.6"
        return refuse("ENGLAND_CLOSED", clause, "No armies move to England.", origin=origin)
    board = table.data.board
    if origin == ENGLAND and board.countries[to].landlocked:
        clause = "E-46" if to in board.russian_areas else "MOVE.4"
        detail = "A country without a coast cannot be reached by sea."
        return refuse("LANDLOCKED", clause, detail, to=to)
    clause = "MOVE.4" if origin == ENGLAND else "MOVE.1"
    detail = "The two countries are not neighbours."
    return refuse("NOT_ADJACENT", clause, detail, origin=origin, to=to)


# -- who moves -------------------------------------------------------------------------------------


class Leaving(Scene[Table]):
    """Armies of the active side that leave a country, under `commanders` or without."""

    def __init__(self, table: Table, origin: str, commanders: Sequence[str] = ()) -> None:
        self.side = table.state.active
        super().__init__(table, self.side)
        self.origin, self.commanders = origin, commanders

    @property
    def unmoved(self) -> int:
        """Armies that may still move [MOVE.2]."""
        return self.table.state.unmoved(self.origin)

    @property
    def is_fast(self) -> bool:
        """Whether all of the commanders may go two areas [E-34]."""
        known = self.table.data.pack.commanders
        return all(known[it].moves > 1 for it in self.commanders)

    def arrival(self, to: str) -> tuple[Phrase, ...]:
        """What awaits them in a country."""
        foe = enemy(self.side)
        if foes := self.table.state.armies_in(foe, to):
            return (
                say_many(
                    "a battle against %(count)s army of the %(side)s",
                    "a battle against %(count)s armies of the %(side)s",
                    foes,
                    side=NAMES[foe],
                ),
            )
        if friends := self.table.state.armies_in(self.side, to):
            return (say_many("joins %(count)s army", "joins %(count)s armies", friends),)
        return (say("nobody stands there"),)

    def go(self, path: Path, armies: int) -> None:
        """They go step by step; only a step out of England is one over the sea [MOVE.4]."""
        for stage, (origin, to) in enumerate(pairwise(path), start=1):
            way = SEA if origin == ENGLAND else LAND
            clauses = ("MOVE.4", "E-10") if way == SEA else ("MOVE.1",)
            self.table.record(ArmiesMoved(self.side, origin, to, armies, way, stage), *clauses)


def _numbers(it: Leaving) -> Iterable[int]:
    return range(1, it.unmoved + 1)


def _refuse_armies(it: Leaving, armies: int) -> Refusal | None:
    """Refuse more armies than stand in a country without having moved [MOVE.2]."""
    unmoved = it.unmoved
    if 1 <= armies <= unmoved:
        return None
    detail = f"Your armies there that have not moved yet: {unmoved}."
    return refuse("NOT_ENOUGH_UNMOVED", "MOVE.2", detail, origin=it.origin, unmoved=unmoved)


def _explain(table: Table, seat: str, order: object) -> Refusal | None:
    """A card keeps the side from moving in this turn [E-28]."""
    state = table.state
    if not state.barred or seat != state.active:
        return None
    detail = "A card keeps your armies from moving in this turn."
    return refuse("BARRED", f"CARD.{state.barred}", detail, card=state.barred)


LEAVING: Actor[Table, Leaving] = Actor(
    ("move",),
    MOVE,
    lambda table, _, origin: Leaving(table, origin),
    field="origin",
    candidates=lambda table, _: movable(table),
    refusal=lambda table, _, origin, __: refuse_unknown(table, origin),
    points="",
)

MOVE_ARMIES = DeclaredVerb(
    MoveArmies,
    LEAVING,
    "MOVE.1",
    fields={
        "to": Domain(
            lambda it: destinations(it.table, it.origin),
            refusal=lambda it, to: _refuse_entering(it.table, it.origin, to),
        ),
        "armies": Domain(_numbers, refusal=_refuse_armies),
    },
    does=lambda it, order: it.go((order.origin, order.to), order.armies),
    line="move {armies:armies} {origin,to:step}",
    says=lambda it, order: say_many(
        "Move %(count)s army from %(origin)s to %(to)s",
        "Move %(count)s armies from %(origin)s to %(to)s",
        order.armies,
    ),
    follows=lambda it, order: it.arrival(order.to),
    misplaced=_explain,
)


# -- with commanders [OPT1, E-34] ------------------------------------------------------------------


def _ready(table: Table, country: str) -> list[str]:
    """The commanders of the active side in a country who have not moved [MOVE.2]."""
    state = table.state
    there = state.commanders_in(country, state.active)
    return sorted(name for name in there if not state.commanders[name].moved)


def _groups(table: Table, decision: Decision) -> Iterator[tuple[str, ...]]:
    """Every group of commanders who stand together with armies."""
    for origin in movable(table):
        ready = _ready(table, origin)
        for size in range(1, len(ready) + 1):
            yield from combinations(ready, size)


def _refuse_names(
    table: Table, decision: Decision, names: Sequence[str], clause: str
) -> Refusal | None:
    state = table.state
    own = sorted(name for name, it in state.commanders.items() if it.side == state.active)
    if names and all(name in own and names.count(name) == 1 for name in names):
        return None
    detail = "Name commanders of your side, each once."
    return refuse("UNKNOWN_COMMANDER", clause, detail, commanders=own)


def _paths(it: Leaving) -> Iterator[Path]:
    """One step, and for fast ones a second, over a country without enemies [E-34, E-50]."""
    for first in destinations(it.table, it.origin):
        yield it.origin, first
        if it.is_fast and it.origin != ENGLAND and not _enemies(it, first):
            for second in destinations(it.table, first):
                if second != it.origin:
                    yield it.origin, first, second


def _enemies(it: Leaving, country: str) -> int:
    return it.table.state.armies_in(enemy(it.side), country)


def _refuse_path(it: Leaving, path: Path) -> Refusal | None:
    """Refuse a way that they cannot take, and commanders who are not at its beginning."""
    known = it.table.data.pack.commanders
    slow = [name for name in it.commanders if known[name].moves < len(path) - 1]
    if not 2 <= len(path) <= 3 or slow or (len(path) == 3 and path[0] == ENGLAND):
        detail = "The commanders move one area, the fast ones two, and over the sea one."
        return refuse("TOO_FAR", "E-34", detail, path=list(path), slow=slow)
    for origin, to in pairwise(path):
        if refusal := refuse_unknown(it.table, origin) or _refuse_entering(it.table, origin, to):
            return refusal
    if len({*path}) < len(path):
        detail = "A move of two areas does not end where it began."
        return refuse("NOT_ADJACENT", "E-50", detail, path=list(path))
    if len(path) == 3 and _enemies(it, path[1]):
        detail = "Enemy armies stand in the first area."
        return refuse("ENEMY_ON_THE_WAY", "E-34", detail, country=path[1])
    ready = _ready(it.table, path[0])
    for name in it.commanders:
        if name not in ready:
            detail = f"{known[name].name} does not stand there, or has moved."
            return refuse("NOT_ENOUGH_UNMOVED", "MOVE.2", detail, commanders=ready)
    return None


def _refuse_led(it: Leaving, armies: int) -> Refusal | None:
    """Refuse what `_refuse_armies` does; and nobody leads nobody [E-34]."""
    if armies >= 1 and it.unmoved:
        return _refuse_armies(it, armies)
    detail = "A commander moves only together with an army."
    return refuse("COMMANDER_ALONE", "E-34", detail, origin=it.origin)


def _lead(it: Leaving, order: MoveWithCommander) -> None:
    """The armies go step by step, and the commanders with them [E-34]."""
    it.go(order.path, order.armies)
    for name in order.commanders:
        it.table.record(CommanderMoved(name, order.path), "E-34")


def _way(countries: Sequence[str]) -> Phrase:
    """Countries one after the other."""
    stops = {f"stop{number}": it for number, it in enumerate(countries)}
    return Phrase(" \N{RIGHTWARDS ARROW} ".join(f"%({it})s" for it in stops), stops)


COMMANDERS: Actor[Table, Leaving] = Actor(
    ("move",),
    MOVE,
    lambda table, _, names: Leaving(table, table.state.commanders[names[0]].country, names),
    field="commanders",
    candidates=_groups,
    refusal=_refuse_names,
    named=lambda it, names: it.table.led_by(names),
    points="",
)

MOVE_WITH_COMMANDER = DeclaredVerb(
    MoveWithCommander,
    COMMANDERS,
    "E-34",
    fields={
        "path": Domain(_paths, lambda it, path: _way(path), _refuse_path),
        "armies": Domain(_numbers, refusal=_refuse_led),
    },
    does=_lead,
    line="move {armies:armies} {path:way} with {commanders:commanders}",
    says=lambda it, order: say_many(
        "Move %(count)s army with %(commanders)s by %(path)s",
        "Move %(count)s armies with %(commanders)s by %(path)s",
        order.armies,
    ),
    follows=lambda it, order: it.arrival(order.path[-1]),
    misplaced=_explain,
)

END_MOVE = DeclaredVerb(
    EndMove,
    the_side("move", MOVE),
    "MOVE.1",
    does=lambda it, order: it.tell(MovesEnded, "MOVE.1", "SEQ.2"),
    line="end move",
    says=say("End the movement"),
    follows=(say("the Attack phase comes next"),),
)

MOVES = (MOVE_ARMIES, MOVE_WITH_COMMANDER)
VERBS = (END_MOVE,)
