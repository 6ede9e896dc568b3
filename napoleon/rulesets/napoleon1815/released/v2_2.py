"""2.2, of 0.7.0: a green card is discarded before its effect, and moves are scored piece by piece.

Since 2.3 the map is put right before anybody is asked, and the track moves once for all that one
move brings about [RULING.105]; a card lies on the table until its effect is over [RULING.106]; and
what falls with Napoleon is scored before the game ends [RULING.107]. And since then a game can be
given up, and ended by agreement [RULING.103]. Since 2.4 a march that can go no farther ends by
itself, unless its player can undo something in it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from napoleon.rules.kit.declared import DeclaredRules
from napoleon.rules.kit.released import with_steps
from napoleon.rules.kit.sequence import SequenceOfPlay, Step
from napoleon.rules.notation.grammar import Grammar
from napoleon.rulesets.napoleon1815 import decks, elimination, orders, victory
from napoleon.rulesets.napoleon1815.cards import blue_cards, card_play
from napoleon.rulesets.napoleon1815.events.turn import GameWon
from napoleon.rulesets.napoleon1815.events.windows import EventApplied
from napoleon.rulesets.napoleon1815.notation import PATTERNS, SLOTS, notation_by
from napoleon.rulesets.napoleon1815.sides import ALLIED, FRENCH
from napoleon.rulesets.napoleon1815.table import Table

Rules = DeclaredRules[Any, Any, Table, Any]

LOOKED_AT_LATER = ("contested areas", "fortified positions")
"""Steps for which questions did not wait."""


def _remove(table: Table) -> None:
    elimination.remove_corps(table)
    for commander in table.commanders_alone():
        elimination.remove_commander(table, commander)
        if table.side_of(commander) == FRENCH:
            table.record(GameWon(ALLIED, "Napoleon is lost"), "VICTORY.7")
    victory.settle(table)


def _play_green(table: Table) -> None:
    played = table.state.played
    assert played is not None
    event, clause = card_play.GREEN[played.event], f"CARD.{played.event}"
    applied = EventApplied(played.card, played.event, played.player, event.summary)
    table.record(applied, clause)
    decks.discard(table, played.player, played.card, "played", clause)
    event.take_effect(table, played)


def _play_blue(table: Table) -> None:
    foreseen = next((it for it in table.state.declared if it.event == "foresight"), None)
    blue_cards.take_effect(table)
    if table.state.foresight and foreseen is not None:
        decks.discard(table, foreseen.player, foreseen.card, "played", "INIT.2")


CONCEDING = (orders.Resign, orders.AgreeToEnd)
"""Orders that nobody could give."""

GRAMMAR = Grammar(SLOTS, [it for it in PATTERNS if it.order not in CONCEDING])

STEPS = {"elimination": _remove, "card event": _play_green, "blue events": _play_blue}
"""What these steps did."""


def _step(step: Step[Table]) -> Step[Table]:
    return step._replace(proceed=STEPS[step.name]) if step.name in STEPS else step


def _in_their_old_place(sequence: SequenceOfPlay[Table]) -> SequenceOfPlay[Table]:
    later = [it for it in sequence if it.name in LOOKED_AT_LATER]
    rest = [it for it in sequence if it.name not in LOOKED_AT_LATER]
    after = 1 + next(i for i, it in enumerate(rest) if it.name == "victory track")
    return (*rest[:after], *later, *rest[after:])


def differs(today: Rules) -> Rules:
    """The rules of 2.2, of those of today."""
    sequence = _in_their_old_place(with_steps(today.book.sequence, _step))
    free = {verb: it for verb, it in today.book.free.items() if verb not in CONCEDING}
    return replace(
        today,
        book=replace(today.book, sequence=sequence, free=free, public={}),
        notation_of=notation_by(GRAMMAR),
    )
