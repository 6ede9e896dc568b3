"""What the four boards show of a position, as the position notation writes it.

Only the views are read, so that nothing else can be told [chapter d].
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from napoleon.rules.events import Line
from napoleon.rules.known import UNKNOWN
from napoleon.rules.terms import Result
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, SIDES
from napoleon.rulesets.napoleonic_empire.state import Battle, Commander, Discarded
from napoleon.rulesets.napoleonic_empire.views import EmpireViews
from napoleon.rulesets.napoleonic_empire.views.cards import CardView, DiscardsView
from napoleon.rulesets.napoleonic_empire.views.map import BattleView, CountryView


def seen(views: EmpireViews) -> dict[str, Any]:
    """The fields of the state as far as the views show them; a number of cards for the cards."""
    board, track, cards = views.map, views.victory_track, views.hand
    [deck], result = cards.decks, track.result
    given = {
        "turn": board.turn,
        "phase": board.phase,
        "round": board.round,
        "active": board.active,
        "extra": board.extra_turn,
        "result": result and Result(result.winner or "", result.reason, result.clause),
        "russia_to_set_up": sum(it.armies for it in board.to_set_up if it.side == ALLIED),
        "window": board.window,
        "barred": board.movement_barred,
        "battle": board.battle and _battle(board.battle),
        "fought": board.battles_fought,
        "extra_granted": board.extra_turn_granted,
        "continental": board.continental_system,
        "due": board.armies_due,
        "offered": board.end_offered_by,
        "history": [
            (
                it.turn,
                it.before,
                it.after,
                [Line(why.amount, why.clause, why.note) for why in it.breakdown],
            )
            for it in track.history
        ],
        **_on_the_map(board.areas),
        "hands": {it.player: _cards(it.size, it.cards) for it in cards.hands},
        "deck": _cards(deck.left, deck.cards),
        "discards": _discards(cards.discards),
        "dated": [card.id for card in cards.dated],
    }
    return {name: value for name, value in given.items() if value}


def _on_the_map(areas: Sequence[CountryView]) -> dict[str, Any]:
    return {
        "armies": {
            side: {area.id: it.count for area in areas for it in area.armies if it.side == side}
            for side in SIDES
        },
        "moved": {area.id: it.moved for area in areas for it in area.armies if it.moved},
        "commanders": {
            it.id: Commander(it.side, area.id, it.moved) for area in areas for it in area.commanders
        },
    }


def _battle(shown: BattleView) -> Battle:
    sides = shown.sides
    return Battle(
        country=shown.country,
        attacker=shown.attacker,
        armies={it.side: it.armies for it in sides},
        kutuzov=shown.kutuzov or "",
        cards=[(it.id, it.side) for it in shown.cards],
        dice={it.side: it.die for it in sides if it.die is not None},
        totals={it.side: it.total for it in sides if it.total is not None},
        winner=shown.winner or "",
        tied=shown.tied,
        loss_dice=list(shown.loss_dice),
        losses={it.side: it.losses for it in sides if it.losses is not None},
        withdrawn=shown.withdrawn,
    )


def _cards(size: int, cards: Sequence[CardView] | None) -> list[str] | int:
    return size if cards is None else [card.id for card in cards]


def _discards(shown: DiscardsView) -> list[Discarded]:
    """Those that were played, then those that each side has laid face down."""
    below = [
        Discarded(card, it.player)
        for it in shown.face_down
        for card in ([card.id for card in it.cards or ()] or [UNKNOWN] * it.size)
    ]
    return [*(Discarded(card.id) for card in shown.played), *below]
