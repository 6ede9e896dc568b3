"""Re-adjudication: the orders in a log are decided again, and must cause the same events.

The draws are made again from the seed where it is known; where it is not, as in the part of a fork
that belongs to another game, what was drawn is taken as recorded. Whether the draws are right is
another question, which the verifier answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import zip_longest
from operator import attrgetter
from typing import Any

import msgspec

from napoleon.chance.recorded import NotRecorded, RecordedChance
from napoleon.log.branches import pieces
from napoleon.log.cases import CORRECT
from napoleon.log.drawing import Drawing, chance_of, kept_draws
from napoleon.log.errors import BrokenLog
from napoleon.log.events.cases import RulingGiven
from napoleon.log.events.draws import drawn_values, with_calls
from napoleon.log.events.rewinds import GameForked, HistoryRewound
from napoleon.log.events.service import ServiceEvent
from napoleon.log.folding import Walk, copied
from napoleon.log.game import Game, GameCreated
from napoleon.play.referee.rulings import read_correction
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import Event
from napoleon.rules.orders import OrderGiven, Refusal
from napoleon.rules.structs import one_of
from napoleon.rules.terms import Decision


class Divergence(msgspec.Struct, frozen=True):
    """Where a log differs from what the rules make of its orders."""

    version: int
    """Version of the first event that is not what it should be."""
    type: str
    """The type of that event, or of the one that is missing there."""
    clause: str
    """The clause that the event cites, or under which the order is refused; empty if none."""
    difference: dict[str, tuple[Any, Any]]
    """What differs: what is recorded, and what the rules make of it. None for what is not there."""
    detail: str


class Adjudication(msgspec.Struct, frozen=True):
    """What came of deciding a log again."""

    rules: str
    """The ruleset and the versions by which it was decided; today's version if by none."""
    orders: int
    """Orders that were decided again, and rulings that corrected something."""
    other_rules: int
    """Orders that were not decided again, as the rules that they were decided by are not here."""
    divergence: Divergence | None
    """The first one; None if there is none."""


class _Diverged(Exception):
    def __init__(self, divergence: Divergence) -> None:
        super().__init__(divergence.detail)
        self.divergence = divergence


def decided_again(events: Iterable[Event], today: Ruleset) -> Adjudication:
    """Decide everything in a log again, from its first event on.

    Each order is decided by the rules that the game was played by then: those of `today`, or an
    edition of them that stays playable.
    """
    log = list(events)
    rewinds = [event for event in log if isinstance(event, HistoryRewound)]
    wanted = {version for it in rewinds for version in (it.to, *it.keeps)}
    forked = max((event.version for event in log if isinstance(event, GameForked)), default=0)
    court = _Court(today, wanted, forked)
    divergence = None
    try:
        for piece in pieces(log):
            court.hear(piece)
    except _Diverged as found:
        divergence = found.divergence
    return Adjudication(court.named, court.decided, court.other_rules, divergence)


class _Court:
    """Goes through a log and decides it again, a piece at a time."""

    def __init__(self, today: Ruleset, wanted: set[int], forked: int) -> None:
        self.today = today
        self.decided = 0
        self.other_rules = 0
        self._versions: dict[str, None] = {}
        self._walk = Walk(today, wanted)
        self._rules: Ruleset | None = None
        """The rules that the game is played by now; None before it begins, and if they are not
        here."""
        self._wanted = wanted
        self._forked = forked
        self._calls: dict[int, Event] = {}
        self._asked: list[Decision] | None = None
        """Who has to decide what, as long as nothing has happened since the order before."""

    @property
    def named(self) -> str:
        """The ruleset, and the versions that the game was decided by."""
        return f"{self.today.name} {' and '.join(self._versions or [self.today.version])}"

    def hear(self, group: Sequence[Event]) -> None:
        """Decide a piece again, and move on past it. Raises _Diverged."""
        first, rules = group[0], self._rules
        if rules is not None:
            self._versions[rules.version] = None
            if isinstance(first, OrderGiven):
                self._hear_order(rules, first, group)
                return
        self._asked = None
        table = [event for event in group if not (isinstance(event, ServiceEvent) and event.begins)]
        if isinstance(first, GameCreated):
            self._fold([first])
            if rules := self._rules:
                self._versions[rules.version] = None
                self._compare(table[1:], self._setup(rules, table[1:]), first)
            self._fold(group[1:])
            return
        if self._game is None:
            raise _Diverged(_missing(first, "game_created", "The log does not begin with a game."))
        if rules is None:
            self.other_rules += _is_decided(first)
        elif isinstance(first, RulingGiven) and first.outcome == CORRECT:
            self._compare(table, self._corrected(rules, first), first)
        elif table and self._game.state is None:
            self._fold([first])
            self._compare(table, self._setup(rules, table), first)
            self._fold(group[1:])
            return
        elif table:
            raise _Diverged(_extra(table[0]))
        self._fold(group)

    def _setup(self, rules: Ruleset, recorded: Sequence[Event]) -> list[Event]:
        assert self._game is not None
        if not recorded:
            return []
        facts = self._game.created
        chance = self._chance(recorded)
        try:
            events = rules.setup(facts.scenario, facts.options, chance)
            return self._told(events, chance)
        except MemoryError:
            raise
        except Exception as error:
            raise _Diverged(_failed(recorded[0], error)) from error

    def _hear_order(self, rules: Ruleset, given: OrderGiven, group: Sequence[Event]) -> None:
        """Decide an order again, and move on past what it caused.

        That happens on the table itself, unless a rewind goes back to it or into it.
        """
        game = self._game
        assert game is not None
        apart = bool(self._wanted) and any(it.version in self._wanted for it in group)
        state = copied(game, rules).state if apart else game.state
        self._compare(group, self._order(rules, given, group, state), given)
        if apart:
            self._fold(group)
        else:
            self._walk.pass_over(group)

    def _order(
        self, rules: Ruleset, given: OrderGiven, group: Sequence[Event], state: Any
    ) -> list[Event]:
        """What an order causes; `state` is moved on by it."""
        chance = self._chance(group)
        asked, self._asked = self._asked, None
        try:
            order = one_of(rules.verbs, given.order)
            outcome = rules.carry_out(state, given.player, order, chance, asked)
        except MemoryError:
            raise
        except Exception as error:
            raise _Diverged(_failed(given, error)) from error
        if isinstance(outcome, Refusal):
            detail = f"The rules refuse the order: {outcome.code}, {outcome.detail}"
            raise _Diverged(Divergence(given.version, given.type, outcome.clause, {}, detail))
        self.decided += 1
        events, self._asked = outcome
        if given.behalf:
            events = [_on_behalf(event, given) for event in events]
        if given.instruction is not None:
            first = msgspec.structs.replace(events[0], instruction=given.instruction)
            events = [first, *events[1:]]
        try:
            return self._told(events, chance)
        except ValueError as error:
            raise _Diverged(_failed(given, error)) from error

    def _corrected(self, rules: Ruleset, ruling: RulingGiven) -> list[Event]:
        assert self._game is not None
        known = rules.corrections
        assert known is not None or not ruling.corrections
        position = copied(self._game, rules)
        events: list[Event] = []
        for data in ruling.corrections:
            correction = read_correction(rules, data)
            assert known is not None
            if isinstance(correction, Refusal):
                raise _Diverged(_refused(ruling, correction))
            outcome = known.carry_out(position.state, correction, correction.reason)
            if isinstance(outcome, Refusal):
                raise _Diverged(_refused(ruling, outcome))
            for event in outcome:
                position.state = rules.apply(position.state, event)
            events += outcome
        self.decided += 1
        return [msgspec.structs.replace(event, by=ruling.by) for event in events]

    def _chance(self, recorded: Sequence[Event]) -> Drawing:
        """Chance from the seed, or else as recorded."""
        game = self._game
        assert game is not None
        made_here = recorded[0].version > self._forked
        if not game.created.seed or not game.created.chains or not made_here:
            return RecordedChance(value for event in recorded for value in drawn_values(event))
        kept = {}
        for version in game.kept_calls:
            call: Any = self._calls[version]
            kept.update(kept_draws(call, self._walk.at(version)))
        return chance_of(game, kept)

    def _told(self, events: list[Event], chance: Drawing) -> list[Event]:
        """The events with the calls for their draws, if the chance reports any."""
        assert self._game is not None
        return with_calls(events, chance.calls, self._game.created.seed) if chance.calls else events

    def _compare(self, recorded: Sequence[Event], decided: Sequence[Event], cause: Event) -> None:
        if _all_said(recorded) == _all_said(decided):
            return
        if not any(map(_is_call, decided)):
            recorded = [event for event in recorded if not _is_call(event)]
        last = cause.version
        for was, should in zip_longest(recorded, decided):
            if was is None:
                assert should is not None
                raise _Diverged(_missing_at(last + 1, should))
            if should is None:
                raise _Diverged(_extra(was))
            last = was.version
            difference = _difference(was, should)
            if difference:
                raise _Diverged(_wrong(was, should, difference))

    @property
    def _game(self) -> Game | None:
        return self._walk.game

    def _fold(self, events: Iterable[Event]) -> None:
        for event in events:
            try:
                self._walk.step(event)
            except BrokenLog as error:
                detail = f"It does not fit the position before it: {error}."
                raise _Diverged(Divergence(event.version, event.type, "", {}, detail)) from error
            if event.version in self._wanted:
                self._calls[event.version] = event
        if self._game is not None:
            self._rules = self.today.edition(*self._game.pinned)


def _all_said(events: Sequence[Event]) -> bytes:
    """What happened, as JSON: the log may hold lists for tuples."""
    return msgspec.json.encode([_saying(type(event))(event) for event in events])


@cache
def _saying(kind: type[Event]) -> Callable[[Event], tuple[Any, ...]]:
    """Reads off an event what it is, its payload and who did it."""
    return attrgetter("topic", "by", "behalf", *kind.payload)


def _facts(event: Event) -> dict[str, Any]:
    """What an event says about the game: its payload and who did it, without the words of notes."""
    # Through JSON, as the log holds lists where a fresh event may hold tuples.
    said = {name: getattr(event, name) for name in event.payload}
    facts: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(said))
    if "breakdown" in facts:
        facts["breakdown"] = [line[:2] for line in facts["breakdown"]]
    return {**facts, "by": event.by, "behalf": event.behalf}


def _difference(was: Event, should: Event) -> dict[str, tuple[Any, Any]]:
    if type(was) is not type(should):
        return {"type": (was.type, should.type)}
    recorded, decided = _facts(was), _facts(should)
    return {
        name: (recorded[name], decided[name])
        for name in recorded
        if recorded[name] != decided[name]
    }


def _is_decided(first: Event) -> bool:
    """Whether a piece of a log that begins with this event is decided by the rules of the game."""
    return isinstance(first, OrderGiven) or (
        isinstance(first, RulingGiven) and first.outcome == CORRECT
    )


def _is_call(event: Event) -> bool:
    return isinstance(event, ServiceEvent) and not event.begins


def _on_behalf(event: Event, given: OrderGiven) -> Event:
    if event.by != given.player:
        return event
    return msgspec.structs.replace(event, by=given.by, behalf=given.behalf)


def _clause(event: Event) -> str:
    return event.clauses[0] if event.clauses else ""


def _wrong(was: Event, should: Event, difference: dict[str, tuple[Any, Any]]) -> Divergence:
    said = ", ".join(f"{name} is {a!r} and should be {b!r}" for name, (a, b) in difference.items())
    clause = _clause(should) or _clause(was)
    return Divergence(was.version, was.type, clause, difference, f"{was.type}: {said}.")


def _extra(was: Event) -> Divergence:
    detail = f"Nothing in the rules causes this {was.type}."
    return Divergence(was.version, was.type, _clause(was), {"type": (was.type, None)}, detail)


def _missing_at(version: int, should: Event) -> Divergence:
    detail = f"The rules cause a {should.type} here, which is not in the log."
    return Divergence(version, should.type, _clause(should), {"type": (None, should.type)}, detail)


def _missing(was: Event, expected: str, detail: str) -> Divergence:
    return Divergence(was.version, was.type, "", {"type": (was.type, expected)}, detail)


def _refused(ruling: Event, refusal: Refusal) -> Divergence:
    detail = f"The correction is refused: {refusal.code}, {refusal.detail}"
    return Divergence(ruling.version, ruling.type, refusal.clause, {}, detail)


def _failed(at: Event, error: Exception) -> Divergence:
    if isinstance(error, NotRecorded):
        detail = f"What was drawn does not fit the rules: {error}."
    else:
        detail = f"It cannot be decided again: {type(error).__name__}: {error}"
    return Divergence(at.version, at.type, _clause(at), {}, detail)
