"""Each of the 32 cards: what it does in its window, and that no other moment is its own."""

from __future__ import annotations

import pytest

from napoleon.rulesets.napoleonic_empire.events.battle import BattleTotalled, BonusApplied
from napoleon.rulesets.napoleonic_empire.events.cards import (
    CardDrawn,
    CardPlayed,
    ContinentalSystemBegan,
)
from napoleon.rulesets.napoleonic_empire.events.movement import MovementBarred
from napoleon.rulesets.napoleonic_empire.events.reinforcement import ArmiesDue
from napoleon.rulesets.napoleonic_empire.events.turn import ExtraTurnGranted
from napoleon.rulesets.napoleonic_empire.orders import PlaceCardArmies
from napoleon.rulesets.napoleonic_empire.sides import enemy
from napoleon.rulesets.napoleonic_empire.state import Discarded
from tests.napoleonic_empire.kit import (
    ALLIED,
    BATTLES,
    DRAW,
    FRENCH,
    MOVES,
    MOVES_OPEN,
    PASS,
    REINFORCEMENT,
    SIDES,
    TURN_END,
    battle,
    card,
    fight,
    legal_orders,
    play,
    position,
    refusal,
    skip,
)

ANY = ("spain", "russia", "egypt")
"""Some countries, for cards that are good in all."""

BATTLE_CARDS = {
    "toulon": (FRENCH, 4, ("france",)),
    "italian_campaign": (FRENCH, 2, ("italy", "naples")),
    "battle_of_the_nile": (ALLIED, 3, ("egypt",)),
    "austerlitz": (FRENCH, 3, ("austria",)),
    "jena": (FRENCH, 4, ("prussia",)),
    "friedland": (FRENCH, 4, ("russia",)),
    "trafalgar": (ALLIED, 2, ("france",)),
    "peninsular_war": (ALLIED, 2, ("spain", "portugal")),
    "general_winter": (ALLIED, 4, ("russia",)),
    "battle_of_nations": (ALLIED, 5, ("rhineland",)),
    "battle_of_waterloo": (ALLIED, 4, ("netherlands",)),
    "nelson": (ALLIED, 2, ANY),
    "wellington": (ALLIED, 2, ANY),
    "little_corporal": (FRENCH, 1, ANY),
    "artillery_tactics": (FRENCH, 1, ANY),
    "scorched_earth": (ALLIED, 3, ("russia",)),
    "blucher": (ALLIED, 1, ANY),
}
"""Side that has the bonus, how much it is, and where [chapter 9]."""

OTHERS = {
    "balance_of_power": [(REINFORCEMENT, ALLIED)],
    "louisiana_purchase": [(REINFORCEMENT, FRENCH)],
    "conscription": [(REINFORCEMENT, FRENCH)],
    "continental_system": [(REINFORCEMENT, FRENCH), (REINFORCEMENT, ALLIED)],
    "czar_alexander": [(TURN_END, ALLIED)],
    "frederick": [(TURN_END, ALLIED)],
    "metternich": [(TURN_END, ALLIED)],
    "son_of_the_revolution": [(TURN_END, FRENCH)],
    "berthier": [(TURN_END, FRENCH)],
    "man_of_destiny": [(TURN_END, FRENCH)],
    "josephine": [(MOVES_OPEN, FRENCH)],
    "tilsit": [(MOVES_OPEN, ALLIED)],
    "grapeshot": [(DRAW, FRENCH)],
    "proclamation_of_empire": [(DRAW, FRENCH)],
    "shopkeepers": [(DRAW, ALLIED)],
}
"""The windows of all other cards: the moment, and in whose turn."""

CODES = {DRAW: "D", MOVES_OPEN: "M", REINFORCEMENT: "R", TURN_END: "E"}
"""How cards name the windows [chapter 9]."""

WINDOWS = [
    (moment, side) for moment in (DRAW, MOVES_OPEN, REINFORCEMENT, TURN_END) for side in SIDES
]


def test_there_are_thirty_two():
    assert len(BATTLE_CARDS) == 17
    assert len(OTHERS) == 15


def holding(name, at, active, holder=None, country="spain"):
    """One side holds this card, and there is a battle to be fought in the country."""
    french = {country: 2, "france": 2} if country != "france" else {country: 2}
    return position(
        french, {country: 2, "england": 2}, at=at, active=active, hands={holder or active: [name]}
    )


@pytest.mark.parametrize("holder", SIDES)
@pytest.mark.parametrize("active", SIDES)
@pytest.mark.parametrize("name", BATTLE_CARDS)
def test_battle_cards_help_their_side(name, active, holder):
    side, amount, countries = BATTLE_CARDS[name]
    for country in countries:
        given = holding(name, BATTLES, active, holder, country)
        # The enemy is so much stronger that both come to the same total.
        given.armies[enemy(side)][country] += amount - (1 if side == active else -1)
        fought = fight(given, country, (holder, name), french=[1], allied=[1])
        bonus = fought.the(BonusApplied)
        assert (bonus.side, bonus.card, bonus.amount) == (side, name, amount)
        added = amount if side == active else -amount
        assert (added, f"CARD.{name}") in fought.lines(BattleTotalled)
        assert fought.the(BattleTotalled).margin == 0
        assert fought.state.discards == [Discarded(name)]


@pytest.mark.parametrize("name", BATTLE_CARDS)
def test_battle_cards_elsewhere_and_at_other_times(name):
    *_, countries = BATTLE_CARDS[name]
    for country in sorted({"spain", "sweden", "france"} - set(countries)) * (countries != ANY):
        begun = play(holding(name, BATTLES, FRENCH, FRENCH, country), FRENCH, battle(country))
        assert refusal(begun, FRENCH, card(name)) == ("WRONG_COUNTRY", f"CARD.{name}")
    for moment, active in WINDOWS:
        given = holding(name, moment, active)
        assert refusal(given, active, card(name)) == ("WINDOW_CLOSED", "CARD.2")
        assert legal_orders(given, active) == [PASS]
    for moment in (MOVES, BATTLES):
        given = holding(name, moment, FRENCH)
        assert refusal(given, FRENCH, card(name)) == ("WINDOW_CLOSED", "CARD.2")


@pytest.mark.parametrize("holder", SIDES)
@pytest.mark.parametrize("name", OTHERS)
def test_other_cards_in_their_window_and_in_no_other(name, holder):
    for moment, active in WINDOWS:
        given = holding(name, moment, active, holder)
        if holder != active:
            given = play(given, active, PASS)
        if (moment, active) in OTHERS[name]:
            played = play(given, holder, card(name))
            event = played.the(CardPlayed)
            assert (event.side, event.card) == (holder, name)
            assert event.window == f"{CODES[moment]}:{active[0]}"
            assert Discarded(name) in played.state.discards
            assert played.state.hands[holder].count(name) == 0
        else:
            assert refusal(given, holder, card(name)) == ("WINDOW_CLOSED", "CARD.2")
    for moment in (MOVES, BATTLES):
        refused = refusal(holding(name, moment, FRENCH, holder), holder, card(name))
        assert refused == ("WINDOW_CLOSED", "CARD.2")
    begun = play(holding(name, BATTLES, holder), holder, battle("spain"))
    assert refusal(begun, holder, card(name)) == ("WINDOW_CLOSED", "CARD.2")


def played_alone(name):
    moment, active = OTHERS[name][0]
    return play(holding(name, moment, active), active, card(name))


@pytest.mark.parametrize(
    ("name", "cards"), [("grapeshot", 2), ("proclamation_of_empire", 3), ("shopkeepers", 3)]
)
def test_cards_that_draw(name, cards):
    played = played_alone(name)
    side = played.state.active
    drawn = skip(played, MOVES)
    events = [*played.events_of(CardDrawn), *drawn.events_of(CardDrawn)]
    assert len(events) == cards + 2
    assert {event.side for event in events} == {side}


@pytest.mark.parametrize("name", ["josephine", "tilsit"])
def test_cards_that_bar_moves(name):
    played = played_alone(name)
    assert played.the(MovementBarred).side == played.state.active
    assert played.state.barred == name


@pytest.mark.parametrize(
    "name", [name for name, moments in OTHERS.items() if moments[0][0] == TURN_END]
)
def test_cards_that_give_an_extra_turn(name):
    played = played_alone(name)
    side = played.state.active
    assert played.the(ExtraTurnGranted).side == side
    begun = skip(played, MOVES)
    assert (begun.state.active, begun.state.extra) == (side, True)
    tie = {FRENCH: [2], ALLIED: [2], side: [3]}
    ended = skip(begun, DRAW, **tie)
    assert ended.state.active != side
    assert not ended.state.extra


@pytest.mark.parametrize("name", ["balance_of_power", "louisiana_purchase", "conscription"])
def test_cards_that_give_armies(name):
    played = played_alone(name)
    due = played.the(ArmiesDue)
    assert (due.side, due.armies, due.source) == (played.state.active, 2, name)
    assert due.together == (name == "balance_of_power")
    country = "portugal" if due.together else "france"
    placed = play(played, due.side, PlaceCardArmies(country, 2))
    assert placed.state.armies_in(due.side, country) == (2 if due.together else 4)
    assert not placed.state.due


def test_the_continental_system():
    began = played_alone("continental_system").the(ContinentalSystemBegan)
    assert set(began.countries) == {"france", "england"}
