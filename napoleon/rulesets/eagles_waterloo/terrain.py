"""Terrain in battle: played from the Reserve, occupied by a unit [11.0, 11.5, G-19, G-52]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import (
    actions,
    arrival,
    capture,
    deployment,
    labels,
    places,
    sites,
)
from napoleon.rulesets.eagles_waterloo.events.terrain import (
    TerrainOccupied,
    TerrainPlayed,
)
from napoleon.rulesets.eagles_waterloo.orders import OccupyTerrain, PlayTerrain
from napoleon.rulesets.eagles_waterloo.sides import enemy, side_of
from napoleon.rulesets.eagles_waterloo.table import Table, refuse

# -- occupying it ---------------------------------------------------------------------------------


def occupations(table: Table, decision: Decision) -> Iterator[OccupyTerrain]:
    """Every unit of the seat on every terrain of its position, also to relieve another."""
    if decision.kind == "deploy":
        yield from deployment.postings(table, decision)
        return
    battle = actions.here(table)
    for site, it in battle.sites.items():
        for card in battle.at(it.place, decision.seat):
            if _refuse_mover(table, decision, card) is not None:
                continue
            for instead in ("", *battle.on(site)):
                order = OccupyTerrain(card, site, instead)
                if _refuse_place(table, decision, order) is None:
                    yield order


def refuse_occupation(table: Table, decision: Decision, order: OccupyTerrain) -> Refusal | None:
    """Why a unit cannot take its stand on terrain, which is a move [11.0, 11.5, G-52]."""
    if decision.kind == "deploy":
        return deployment.refuse_posting(table, decision, order)
    wrong = _refuse_mover(table, decision, order.card)
    if wrong is None:
        wrong = _refuse_place(table, decision, order)
    return wrong


def _refuse_mover(table: Table, decision: Decision, card: str) -> Refusal | None:
    """Who cannot take a stand anywhere now [11.5]."""
    wrong = actions.refuse_card(table, decision.seat, card, "11.5")
    if wrong is None and not actions.has_extra_move(table, card):
        wrong = _refuse_without_move(table, card)
    return wrong


def _refuse_without_move(table: Table, card: str) -> Refusal | None:
    """It is a move, which the card has to have left [11.5]."""
    wrong = actions.refuse_finished(table, card, "11.5")
    if wrong is None and not actions.moves_left(table, card):
        name = labels.name_of(table, card)
        wrong = refuse("ALREADY_ACTED", "11.5", f"{name} has no move left for it.")
    return wrong


def _refuse_place(table: Table, decision: Decision, order: OccupyTerrain) -> Refusal | None:
    """Where there is no room, or none for that unit [11.0, 11.5, G-52]."""
    wrong = _refuse_giving_place(table, decision, order) if order.instead else None
    if wrong is None:
        wrong = sites.refuse_stand(
            table, actions.here(table), order.card, order.terrain, instead=order.instead
        )
    return wrong


def _refuse_giving_place(table: Table, decision: Decision, order: OccupyTerrain) -> Refusal | None:
    """Where there is no room, the unit that gives place must be there and able to act [G-52]."""
    battle = actions.here(table)
    if order.terrain not in battle.sites or order.instead not in battle.on(order.terrain):
        return refuse("NOT_IN_POSITION", "G-52", "Nobody of that name stands on it.")
    if side_of(battle.cards[order.instead].nation) != decision.seat:
        return refuse("HELD", "11.5", "The enemy stands on it.")
    if len(battle.on(order.terrain)) < sites.terrain_of(table, order.terrain).capacity:
        return refuse("CAPACITY", "G-52", "There is room on it; nobody has to give place.")
    if battle.cards[order.instead].moves:
        name = labels.name_of(table, order.instead)
        return refuse("ALREADY_ACTED", "G-52", f"{name} has moved in this turn.")
    return actions.refuse_finished(table, order.instead, "G-52")


def occupy(table: Table, decision: Decision, order: OccupyTerrain) -> None:
    """It stands on it; a unit that gave place has acted, too [G-52]."""
    if decision.kind == "deploy":
        deployment.post(table, decision, order)
        return
    battle = actions.here(table)
    card = battle.cards[order.card]
    if battle.sites[order.terrain].side != decision.seat:
        capture.take_over(table, battle, order.card, order.terrain)
    occupied = TerrainOccupied(
        decision.seat,
        battle.id,
        order.card,
        card.token,
        order.terrain,
        decision.seat,
        order.instead,
        battle.seen_as(order.instead) if order.instead else "",
        fog=not card.revealed,
    )
    table.record(occupied, "11.5", "G-52")


# -- playing it -----------------------------------------------------------------------------------


def plays(table: Table, decision: Decision) -> Iterator[PlayTerrain]:
    """Every terrain card in Reserve that may be played [G-19]."""
    for card in actions.here(table).at(places.reserve(decision.seat)):
        order = PlayTerrain(card)
        if refuse_playing(table, decision, order) is None:
            yield order


def refuse_playing(table: Table, decision: Decision, order: PlayTerrain) -> Refusal | None:
    """Why a terrain card cannot be played [4.2, 11.0, G-19, G-51]."""
    battle = actions.here(table)
    wrong = actions.refuse_card(table, decision.seat, order.card, "11.0")
    if wrong is not None:
        return wrong
    it = labels.label(table, order.card)
    if not isinstance(it, labels.Terrain):
        return refuse("WRONG_TYPE", "11.0", "Name a terrain card in your Reserve.")
    if not places.is_reserve(battle.cards[order.card].place):
        return refuse("WRONG_TYPE", "14.0", "It lies face down: show it instead.")
    wrong = actions.refuse_rest(table, order.card)
    if wrong is None:
        wrong = arrival.refuse_leaving(table, battle, order.card)
    if wrong is not None:
        return wrong
    if table.state.stage == "charleroi" or battle.id not in it.battles:
        detail = f"{labels.name_of(table, order.card)} does not belong to this battle."
        return refuse("WRONG_BATTLE", "11.0", detail)
    place = places.position(decision.seat, it.lane)
    if battle.at(place, enemy(decision.seat)):
        return refuse("ENEMY_PRESENT", "11.0", "Enemies stand in that position.")
    return sites.refuse_site(table, battle, order.card, place)


def play(table: Table, decision: Decision, order: PlayTerrain) -> None:
    """It costs no card its action [G-19]."""
    battle = actions.here(table)
    it = sites.terrain_of(table, order.card)
    place = places.position(decision.seat, it.lane)
    played = TerrainPlayed(decision.seat, battle.id, order.card, place, decision.seat)
    table.record(played, "11.0", "G-19")
