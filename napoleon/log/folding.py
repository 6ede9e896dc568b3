"""Folding: a position is the events of a log, applied one after the other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial

import msgspec

from napoleon.log.branches import Stretch, is_on
from napoleon.log.errors import BrokenLog
from napoleon.log.events.rewinds import HistoryRewound
from napoleon.log.events.service import ServiceEvent
from napoleon.log.game import Game, GameCreated
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import Event
from napoleon.rules.orders import OrderGiven

_MISFITS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
"""What is raised when an event is applied to a position that it does not fit."""


Earlier = Callable[[int], Game]
"""Gives the position at an earlier version of the same game, for reading only."""


def _nowhere(version: int) -> Game:
    raise LookupError(f"the position of version {version} is not at hand")


def fold(game: Game | None, event: Event, rules: Ruleset, earlier: Earlier = _nowhere) -> Game:
    """The game after `event`; `game` is None for the first event. See `folded`."""
    return folded(game, (event,), rules, earlier)


def folded(
    game: Game | None, events: Iterable[Event], rules: Ruleset, earlier: Earlier = _nowhere
) -> Game:
    """The game after `events`, moved on in place. There is at least one event, or a game.

    Service events change the game itself; all others but the first go on to the ruleset, whose
    `apply` moves its state. A rewind lays the table that `earlier` gives. Raises BrokenLog, also
    for a rewind to what `earlier` does not have.
    """
    apply = rules.apply
    for event in events:
        if game is None:
            game = _founded(begun(event), rules)
            continue
        try:
            if isinstance(event, ServiceEvent):
                event.change(game)
                if isinstance(event, HistoryRewound) and (goal := earlier(event.to)) is not game:
                    game.state = copied(goal, rules).state
            else:
                game.state = apply(game.state, event)
        except _MISFITS as error:
            raise BrokenLog(event.game, event.version, error) from error
        # `pass_over`, written out: a call for each event would be felt in a rebuild.
        if game.fades:
            _let_fade(game, event)
        game.version, game.updated = event.version, event.at
    assert game is not None, "a game begins with an event"
    return game


def begun(first: Event) -> GameCreated:
    """The event that a log begins with. Raises BrokenLog if it begins with anything else."""
    if not isinstance(first, GameCreated):
        raise BrokenLog(first.game, first.version, TypeError("a log begins with game_created"))
    return first


def _founded(created: GameCreated, rules: Ruleset) -> Game:
    try:
        bytes.fromhex(created.seed)
        fades = rules.cards_fade(created.options)
    except _MISFITS as error:
        raise BrokenLog(created.game, created.version, error) from error
    return Game(
        id=created.game,
        version=created.version,
        created=created,
        tokens=dict(created.tokens),
        claimed=[],
        nonces=dict(created.nonces),
        updated=created.at,
        state=None,
        fades=fades,
    )


def happened(game: Game, events: Sequence[Event]) -> None:
    """Move `game` past events that have happened on its table already, as orders do there."""
    for event in events:
        if isinstance(event, ServiceEvent):
            event.change(game)
        if game.fades:
            _let_fade(game, event)
    game.version, game.updated = events[-1].version, events[-1].at


def pass_over(game: Game, event: Event) -> None:
    """Move `game` past an event without a change of the table, as for one that was undone."""
    if game.fades:
        _let_fade(game, event)
    game.version = event.version
    game.updated = event.at


def _let_fade(game: Game, event: Event) -> None:
    """Cards fade once what they belong to is over and the next order has been given.

    So they can be read in at least one position, even if they were the last of an operation.
    """
    if type(event) is OrderGiven:
        game.faded = game.closed
    elif event.closes:
        game.closed = event.version


def copied(game: Game, rules: Ruleset) -> Game:
    """A copy of `game` that shares nothing mutable with it."""
    return msgspec.structs.replace(
        game,
        tokens=dict(game.tokens),
        claimed=list(game.claimed),
        nonces=dict(game.nonces),
        links=dict(game.links),
        given_nonces=list(game.given_nonces),
        fresh_nonces=dict(game.fresh_nonces),
        rewinds=list(game.rewinds),
        takebacks=dict(game.takebacks),
        disputes=dict(game.disputes),
        agreed=dict(game.agreed),
        press=list(game.press),
        asked_in_windows=list(game.asked_in_windows),
        dispatches=dict(game.dispatches),
        state=None
        if game.state is None
        else msgspec.json.decode(msgspec.json.encode(game.state), type=rules.state_type),
    )


def folded_along(
    game: Game | None, events: Iterable[Event], rules: Ruleset, stretches: Iterable[Stretch]
) -> Game:
    """As `folded`, but only what is in one of the `stretches` happens on the table.

    So the table that a rewind goes back to is the one there when it comes.
    """
    on_path = list(stretches)
    for event in events:
        if game is None:
            game = fold(None, event, rules)
        elif isinstance(event, ServiceEvent) or is_on(on_path, event.version):
            fold(game, event, rules, partial(_at_hand, game))
        else:
            pass_over(game, event)
    assert game is not None, "a game begins with an event"
    return game


def _at_hand(game: Game, version: int) -> Game:
    return game


class Walk:
    """A game that is moved on in place, event by event, from its first one.

    The positions at the versions in `targets`, which include those that rewinds go back to, are
    remembered.
    """

    def __init__(self, rules: Ruleset, targets: Collection[int]) -> None:
        self.game: Game | None = None
        """The position after the last event; None before the first."""
        self._rules = rules
        self._targets = targets
        self._kept: dict[int, Game] = {}

    def at(self, version: int) -> Game:
        """The position at one of the targets. Raises KeyError if it has not been reached."""
        return self._kept[version]

    def step(self, event: Event) -> Game:
        """The position after `event`. Raises BrokenLog, also for a rewind to no target."""
        game = self.game = fold(self.game, event, self._rules, self.at)
        if event.version in self._targets:
            self._kept[event.version] = copied(game, self._rules)
        return game

    def pass_over(self, events: Sequence[Event]) -> None:
        """Move past events that have happened on the table already; none of them is a target."""
        assert self.game is not None, "a game begins with an event"
        happened(self.game, events)
