"""What the four boards show of a position, as the position notation writes it.

Only the views are read, so that nothing else can be told [chapter d].
"""

from __future__ import annotations

from typing import Any

from napoleon.rules.terms import Result
from napoleon.rulesets.eagles_waterloo.state import Battle, Card, Played, Site
from napoleon.rulesets.eagles_waterloo.views import EaglesViews
from napoleon.rulesets.eagles_waterloo.views.cards import CardView
from napoleon.rulesets.eagles_waterloo.views.map import BattleView, PlaceView


def seen(views: EaglesViews) -> dict[str, Any]:
    """The fields of the state as far as the views show them.

    ``unseen`` are by battle and place the cards of each nation of which only the backs are seen.
    """
    board, result = views.map, views.victory_track.result
    given = {
        "scenario": board.scenario,
        "stage": board.stage,
        "phase": board.phase,
        "turn": board.turn,
        "at": board.at,
        "result": result and Result(result.winner or "", result.reason, result.clause),
        "finished": list(board.ready),
        "results": {battle: winner or "" for battle, winner in board.results.items()},
        "drafts": _drafts(views),
        "battles": {it.id: _battle(views, it) for it in board.battles},
        "unseen": _unseen(views),
    }
    return {name: value for name, value in given.items() if value}


def _drafts(views: EaglesViews) -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = {}
    for hand in views.hand.hands:
        for draft in hand.decks or ():
            found.setdefault(draft.battle, {})[draft.nation] = list(draft.cards)
    return found


def _unseen(views: EaglesViews) -> dict[tuple[str, str], dict[str, int]]:
    """The Reserves that the reader may not look into."""
    closed = {hand.player for hand in views.hand.hands if hand.cards is None}
    return {
        (it.battle, it.place): {nation: count for nation, count in it.waiting.items() if count}
        for it in views.map.areas
        if it.battle is not None and it.role == "reserve" and it.side in closed
    }


def _battle(views: EaglesViews, it: BattleView) -> Battle:
    there = [place for place in views.map.areas if place.battle == it.id]
    battle = Battle(
        it.id,
        it.field,
        list(it.nations),
        dict(it.reinforcements),
        decks=dict(it.decks),  # type: ignore[arg-type]
        cards={card.id: _card(card, place) for place in there for card in place.cards},
        sites={
            site.id: Site(place.place, site.held_by) for place in there for site in place.terrain
        },
        played=[
            Played(one.id, one.side, "", one.place or "", one.target or "") for one in it.specials
        ],
        turns=it.turns,
        active=it.active or "",
        arrived=bool(it.arrived),
        quiet=it.quiet,
        winner=it.winner or "",
    )
    for hand in views.hand.hands:
        for held in hand.cards or ():
            if held.battle == it.id:
                place = f"{hand.player}_reserve"
                battle.cards[held.id] = Card(held.nation, place, late=held.late)
    return battle


def _card(it: CardView, place: PlaceView) -> Card:
    formation = it.formation if it.formation not in (None, "line") else ""
    return Card(
        it.nation,
        place.place,
        token="" if it.face is not None else it.id,
        revealed=it.revealed,
        hits=it.hits,
        formation=formation or "",
        blown=bool(it.blown),
        terrain=it.terrain or "",
        moves=it.moves or 0,
        acted=bool(it.acted),
    )
