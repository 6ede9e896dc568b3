"""W Windows: the moments at which a card may be played as an event.

Each card of the data pack names its windows; this is what they mean, and whom they ask. A window
opens by what everybody knows: a player is asked if they hold any card, their side has not played
its green card of the operation, and a card of their deck could be played there [VIS.9]. What each
of these cards asks for besides is looked at in `open_questions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cache
from itertools import product

from napoleon.rules.kit import windows as kit
from napoleon.rulesets.napoleon1815.combat import fighting_corps
from napoleon.rulesets.napoleon1815.packs.pack import Card, Pack
from napoleon.rulesets.napoleon1815.sides import ALLIED, FRENCH, SIDES, enemy
from napoleon.rulesets.napoleon1815.state import Operation
from napoleon.rulesets.napoleon1815.table import Table

WHOSE_MOVE = {"m-A": "Allied operations", "m-F": "French operations"}
"""Whose operation the symbol of a green movement card names [CARDS.4]."""

OPERATION_OF = {"m-A": ALLIED, "m-F": FRENCH}

Asked = Callable[[Table], Iterator[str]]

CONFUSABLE_ROADS = 3
"""Roads that a stack must have moved before it can be confused [CARD.confusion]."""

SECOND_CHANCE = ("forced_march", "bridge_demolition")
"""What answers an enemy card that has left a stack without movement points.

[RULING.8, RULING.87]
"""


def playable(card: Card) -> list[str]:
    """When a card may be played as an event, in words.

    A green movement card adds whose operation it must be, as "(French operations)"; one that
    answers another card needs no operation of a certain side [RULING.74].
    """
    whose = WHOSE_MOVE.get(card.symbol)
    return [
        WINDOWS[window].when + (f" ({whose})" if whose and window != "W.PLAYED" else "")
        for window in card.windows
    ]


# -- whom a window asks ------------------------------------------------------------------------


def asked(table: Table, window: str) -> str:
    """Who is to answer `window` now; only where it is due."""
    return WINDOWS[window].seats(table)[0]


def may_play(table: Table, player: str, window: str) -> bool:
    """Whether, as far as everybody knows, `player` might play a card there [VIS.9, RULING.93]."""
    return bool(table.state.hands[player]) and has_cards_for(
        table, table.side_of_player(player), window
    )


def has_cards_for(table: Table, side: str, window: str) -> bool:
    """Whether a side may still play a card, and its deck has some for that window."""
    return side not in table.state.green and bool(events_in_print(table, side, window))


def events_in_print(table: Table, side: str, window: str) -> Set[str]:
    """The events of a side's deck whose print fits `window` in the operation that is running."""
    return _printed(table.pack).get((side, window, _active(table)), frozenset())


@cache
def _printed(pack: Pack) -> Mapping[tuple[str, str, str], Set[str]]:
    """The events of all cards, by side, window, and the side in whose operation they fit."""
    printed: dict[tuple[str, str, str], set[str]] = {}
    for card in pack.cards.values():
        for window, active in product(card.windows, SIDES):
            if fits(card, window, active):
                printed.setdefault((card.side, window, active), set()).add(card.event)
    return printed


def fits(card: Card, window: str, active: str) -> bool:
    """Whether a card's print allows `window` in an operation of the side `active` [CARDS.4]."""
    whose = OPERATION_OF.get(card.symbol)
    return window in card.windows and (window == "W.PLAYED" or whose in (None, active))


def has_answered(table: Table, player: str, window: str) -> bool:
    """Whether `player` has answered `window` at this point of the operation."""
    operation = table.operation
    return operation is not None and operation.answer(window, player) in operation.answered


def has_second_chance(table: Table, player: str, window: str) -> bool:
    """Whether a player who has answered W.FLIPPED is asked there once more [RULING.8]."""
    return window == "W.FLIPPED" and has_answered(table, player, window)


def has_entered(table: Table) -> bool:
    """Whether a stack on the march has just entered an area [W.ENTERED]."""
    operation = table.operation
    return operation is not None and _entered(table, operation)


def _waiting(window: str, concerns: Callable[[Table, str], bool]) -> Asked:
    """Who is still to be asked in `window`, which stands open: the active side first [RULING.8]."""

    def waiting(table: Table) -> Iterator[str]:
        operation = table.operation
        assert operation is not None
        active = operation.side
        for side in (active, enemy(active)):
            if not (has_cards_for(table, side, window) and concerns(table, side)):
                continue
            twice = window == "W.FLIPPED" and side == active and _hindered(table)
            for player in sorted(table.players_of(side), key=lambda it: it != operation.player):
                answered = operation.answered.count(operation.answer(window, player))
                if answered < (2 if twice else 1) and table.state.hands[player]:
                    yield player

    return waiting


def _active(table: Table) -> str:
    operation = table.operation
    return table.side_of_player(table.state.to_go) if operation is None else operation.side


def _hindered(table: Table) -> bool:
    """Whether an enemy card has left the stack without movement points [RULING.8].

    In fog of war nobody else knows the points: there it is enough that the card has been played.
    """
    operation = table.operation
    assert operation is not None
    without_points = table.fog or (operation.movement_points or 0) <= 0
    return "roadblock" in operation.events and without_points


def _everybody(table: Table, side: str) -> bool:
    return True


# -- when a window stands open, in the order of an operation --------------------------------------


def _is_under_way(table: Table, operation: Operation) -> bool:
    """Whether there is still something to do in it [RULING.54]."""
    return not operation.finished and bool(table.standing(operation.blocks))


def _at_start(table: Table, operation: Operation) -> bool:
    return not operation.action and _is_under_way(table, operation)


def _flipped(table: Table, operation: Operation) -> bool:
    return (
        operation.movement_points is not None
        and not operation.roads
        and not operation.stopped
        and _is_under_way(table, operation)
    )


def _entered(table: Table, operation: Operation) -> bool:
    return bool(operation.roads) and not operation.stopped and _is_under_way(table, operation)


def _may_matter_on_entering(table: Table, side: str) -> bool:
    """What a card of this window needs is there for all to see [DP-18]."""
    printed = events_in_print(table, side, "W.ENTERED")
    return any(
        event in printed and is_there(table) for event, is_there in _NEEDED_ON_ENTERING.items()
    )


def _joins_others(table: Table) -> bool:
    """Whether it has come to another stack of its side, and to no enemy [CARD.organisation]."""
    operation, area = _entering(table)
    if area in table.state.contested:
        return False
    side = operation.side
    standing = table.blocks_in(area, side) if table.fog else table.corps_in(area, side)
    return bool(set(standing) - set(operation.blocks))


def _has_come_far(table: Table) -> bool:
    """Whether it has come far, and to no enemy [CARD.confusion]."""
    operation, area = _entering(table)
    return operation.roads >= CONFUSABLE_ROADS and area not in table.state.contested


def _may_disobey(table: Table) -> bool:
    """Whether a block stands alone that Insubordination may name [CARD.insubordination]."""
    return any(lone_blocks(table))


def _entering(table: Table) -> tuple[Operation, str]:
    operation = table.operation
    assert operation is not None
    return operation, table.block(table.standing(operation.blocks)[0]).area or ""


_NEEDED_ON_ENTERING = {
    "organisation": _joins_others,
    "confusion": _has_come_far,
    "insubordination": _may_disobey,
}
"""What is to be seen on the map where a card may be played on entering. Supply waits for no
entering: it goes with the march as well."""


def lone_blocks(table: Table) -> Iterator[str]:
    """Ready French corps that stand alone, or, in fog of war, any blocks that do [RULING.86]."""
    for block in table.on_map(FRENCH):
        it = table.block(block)
        if len(table.blocks_in(it.area or "", FRENCH)) == 1 and (
            table.fog or (block != "drouot" and it.ready)
        ):
            yield block


def _moved(table: Table, operation: Operation) -> bool:
    return (
        bool(operation.stopped)
        and bool(operation.roads)
        and not operation.fatigue_counted
        and _is_under_way(table, operation)
    )


def _combat_started(table: Table, operation: Operation) -> bool:
    combat = table.combat
    return (
        combat is not None
        and not combat.cards
        and not combat.decided
        and all(fighting_corps(table, combat, side) for side in SIDES)
    )


def _effects_known(table: Table, operation: Operation) -> bool:
    combat = table.combat
    return table.netting and combat is not None and not combat.fatigued and not combat.bled


def _is_losing(table: Table, side: str) -> bool:
    combat = table.combat
    assert combat is not None
    return combat.hits[side].losses > combat.hits[enemy(side)].losses


def _retreat_starts(table: Table, operation: Operation) -> bool:
    combat = table.combat
    return combat is not None and combat.retreat == "owed" and not combat.path


def _retreated(table: Table, operation: Operation) -> bool:
    combat = table.combat
    return (
        combat is not None
        and combat.retreat == "done"
        and bool(combat.path)
        and not combat.pursuit
        and bool(fighting_corps(table, combat, combat.leaving))
    )


def _has_lost(table: Table, side: str) -> bool:
    combat = table.combat
    assert combat is not None
    return combat.winner == enemy(side)


def _has_won(table: Table, side: str) -> bool:
    combat = table.combat
    assert combat is not None
    return combat.winner == side


def _over(table: Table, operation: Operation) -> bool:
    return table.combat is None


def _is_active(table: Table, side: str) -> bool:
    return side == _active(table)


@dataclass(frozen=True)
class Window(kit.Window[Table]):
    """A moment of the sequence of play at which events may be played."""

    step: str = ""
    """The step of `sequence.SEQUENCE` at which it stands open."""
    when: str = ""


def _never(table: Table, operation: Operation) -> bool:
    """It asks nobody by itself: a march, a draw or a card that was played does."""
    return False


def _window(
    window: str,
    step: str,
    when: str,
    opens: Callable[[Table, Operation], bool] = _never,
    concerns: Callable[[Table, str], bool] = _everybody,
) -> Window:
    """A window that stands open in an operation, and concerns a side by what is there to see."""
    return Window(
        window,
        window,
        f"Do you play a card ({when})?",
        lambda table: (going_on := table.operation) is not None and opens(table, going_on),
        _waiting(window, concerns),
        step=step,
        when=when,
    )


WINDOWS = {
    window.id: window
    for window in (
        _window("W.DRAW", "red cards", "when everybody has drawn"),
        _window("W.INIT", "blue cards", "in the initiative phase"),
        _window("W.OPSTART", "start of operation", "when a stack has been activated", _at_start),
        _window("W.FLIPPED", "card flipped", "when the movement card has been flipped", _flipped),
        _window("W.MOVING", "march", "before or after any road of a movement"),
        _window(
            "W.ENTERED",
            "area entered",
            "when the moving stack has entered an area",
            _entered,
            _may_matter_on_entering,
        ),
        _window("W.MOVEEND", "end of movement", "when a movement is over", _moved),
        _window("W.COMBAT", "start of combat", "at the start of a combat", _combat_started),
        _window(
            "W.RESULT",
            "effects known",
            "when the effects of a combat are known",
            _effects_known,
            _is_losing,
        ),
        _window(
            "W.RETREAT",
            "start of retreat",
            "when the loser has to retreat",
            _retreat_starts,
            _has_lost,
        ),
        _window(
            "W.RETREATED",
            "retreat over",
            "when a retreat has been carried out",
            _retreated,
            _has_won,
        ),
        _window("W.OPEND", "operation over", "when an operation is over", _over, _is_active),
        _window("W.PLAYED", "card played", "when the enemy has just played a card"),
    )
}
