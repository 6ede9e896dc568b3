"""A ruleset out of what a toy game says: its first event, sequence of play, verbs, what is seen.

Everything else that the contract asks for is the same in every toy, and stands here once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources.abc import Traversable
from random import Random
from typing import Any

import msgspec

from napoleon.chance import Chance
from napoleon.rules.bots import Bot
from napoleon.rules.contract import Notation
from napoleon.rules.corrections import Corrections
from napoleon.rules.events import REFEREE, Event
from napoleon.rules.instructions import StandingAnswers
from napoleon.rules.kit import verbs
from napoleon.rules.kit.options import checked
from napoleon.rules.kit.sequence import Step, advance
from napoleon.rules.kit.table import Table
from napoleon.rules.kit.verbs import CheckedVerb, FreeVerb, Rulebook, Verb, until_the_end
from napoleon.rules.orders import Order, OrderGiven, Refusal
from napoleon.rules.picture.declared import Pictures
from napoleon.rules.reader import Reader
from napoleon.rules.tables import TextTable, Views, plain_tables
from napoleon.rules.terms import (
    VIEWS,
    Decision,
    Finding,
    Option,
    Result,
    ScenarioTitle,
    SetupRefused,
)


class Position(msgspec.Struct, kw_only=True):
    """What every state holds; see `napoleon.rules.kit.table.Position`."""

    turn: int = 1
    phase: str = "start"
    draws: int = 0
    result: Result | None = None
    given: dict[str, int] = {}


class Guesser:
    """Picks any offer; see `napoleon.rules.bots.Bot`."""

    def __init__(self, randomness: Random) -> None:
        self._randomness = randomness

    def choose(self, views: Any, decision: Decision, offers: Iterable[Order]) -> Order:
        return self._randomness.choice(list(offers))


class Game:
    """A toy game; see `napoleon.rules.contract.Ruleset` for what its functions mean.

    `begins` makes the first event of a game, which makes the state by its ``begin``; `shows` gives
    what a reader may know, without turn and phase. `note` takes an answer into the state.
    """

    version = "1"
    pack_hash = "0" * 64
    replays: tuple[tuple[str, str], ...] = ()
    provenance: Mapping[str, Mapping[str, int]] = {}
    options: tuple[Option, ...] = (Option("pace", "How fast it is played", "END", (1, 2)),)
    corrections: Corrections | None = None
    notation: Notation | None = None
    bot: Callable[[Random], Bot] = Guesser

    def __init__(
        self,
        name: str,
        *,
        seats: Sequence[str],
        clauses: Mapping[str, str],
        state: type[Position],
        begins: Callable[[], Event],
        sequence: Sequence[Step[Any]],
        verbs: Sequence[Verb[Any] | CheckedVerb[Any]],
        free: Sequence[FreeVerb[Any]] = (),
        shows: Callable[[Any, str], dict[str, dict[str, Any]]],
        note: Callable[[Any, OrderGiven], None] = lambda state, event: None,
        names: Mapping[str, str] = {},
        standing: StandingAnswers | None = None,
        pictures: Pictures | None = None,
        tables: Callable[[Views], list[TextTable]] = plain_tables,
    ) -> None:
        self.name = name
        self.title = name.replace("_", " ").capitalize()
        self.scenarios = (ScenarioTitle("only", "The only one"),)
        self.clauses = clauses
        self.names = {**{seat: _title(seat) for seat in seats}, **names}
        self.state_type: type[Any] = state
        self.standing = standing
        self.pictures = pictures
        self.tables = tables
        self.verbs = tuple(verb.order for verb in (*verbs, *free))
        self._seats = tuple(seats)
        self._begins = begins
        self._shows = shows
        self._note = note
        self._book = Rulebook(
            sequence, {it.order: it for it in verbs}, {it.order: it for it in free}, "END"
        )
        self._copy = msgspec.msgpack.Decoder(state).decode

    def seats(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        return self._seats

    def shares(self, options: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
        return {}

    def clause(self, clause_id: str) -> str | None:
        return self.clauses.get(clause_id)

    def checked_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        return checked(self.options, options, "END")

    def cards_fade(self, options: Mapping[str, Any]) -> bool:
        return False

    def setup(self, scenario: str, options: Mapping[str, Any], chance: Chance) -> list[Event]:
        self.checked_options(options)
        if scenario != self.scenarios[0].id:
            raise SetupRefused(Refusal("UNKNOWN_SCENARIO", "END", f"No scenario {scenario}."))
        laid = self._begins()
        state = self.apply(None, laid)
        msgspec.structs.force_setattr(laid, "turn", state.turn)
        msgspec.structs.force_setattr(laid, "phase", state.phase)
        table = self._table(state, chance)
        with until_the_end():
            advance(self._book.sequence, table)
        return [laid, *table.recorded]

    def decisions(self, state: Any) -> list[Decision]:
        return verbs.decisions(self._book, self._table(state))

    def offers(self, state: Any, decision: Decision) -> Iterable[Order]:
        return verbs.offers(self._book, self._table(state), decision)

    def free_verbs(self, state: Any, seat: str) -> Iterable[type[Order]]:
        return verbs.free_verbs(self._book, self._table(state), seat)

    def decide(self, state: Any, seat: str, order: Order, chance: Chance) -> list[Event] | Refusal:
        own = self._copy(msgspec.msgpack.encode(state))
        return verbs.decide(self._book, self._table(own, chance), seat, order)

    def apply(self, state: Any, event: Event) -> Any:
        if state is None:
            return event.begin()  # type: ignore[attr-defined]
        if type(event) is OrderGiven:
            state.given[event.player] = state.given.get(event.player, 0) + 1
            self._note(state, event)
        else:
            event.apply(state)  # type: ignore[attr-defined]
        return state

    def view(self, state: Any, reader: Reader) -> dict[str, dict[str, Any]]:
        seat = REFEREE if state.result is not None else reader.seat
        shown = self._shows(state, seat)
        now = {"turn": state.turn, "phase": state.phase}
        return {name: {**now, **shown.get(name, {})} for name in VIEWS}

    def check_pack(self, folder: Traversable) -> list[Finding]:
        return []

    def _table(self, state: Any, chance: Chance | None = None) -> Table[Any, None]:
        return Table(state, None, self.apply, chance)


def _title(seat: str) -> str:
    return seat.replace("_", " ").title()
