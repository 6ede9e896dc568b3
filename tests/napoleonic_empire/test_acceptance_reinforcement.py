"""Acceptance cases 20 to 23 and 27: reinforcements and rebels."""

from napoleon.rulesets.napoleonic_empire.events.battle import BattleStarted, BattleTotalled
from napoleon.rulesets.napoleonic_empire.events.cards import ContinentalSystemConsumed
from napoleon.rulesets.napoleonic_empire.events.reinforcement import (
    PlacementCutShort,
    RebelsPlaced,
    ReinforcementsCounted,
    ReinforcementsReceived,
)
from napoleon.rulesets.napoleonic_empire.events.turn import ControlChanged
from napoleon.rulesets.napoleonic_empire.orders import PlaceRebels, PlaceReinforcements
from napoleon.rulesets.napoleonic_empire.reinforcement import claims
from napoleon.rulesets.napoleonic_empire.state import CONTESTED
from tests.napoleonic_empire.kit import (
    ALLIED,
    BATTLES,
    FRENCH,
    REINFORCEMENT,
    TURN_END,
    board,
    card,
    fight,
    legal_orders,
    play,
    position,
    refusal,
    skip,
)


def received(played, side=""):
    """What each country gave, in order."""
    events = played.events_of(ReinforcementsReceived)
    return {event.country: event.armies for event in events if event.side in (side or event.side)}


def test_ac_20_rebels():
    given = position({"spain": 2}, {"england": 1}, active=ALLIED, at=REINFORCEMENT)
    risen = play(skip(given, "place_rebels"), ALLIED, PlaceRebels("spain"))
    assert risen.the(RebelsPlaced).armies == 2
    assert risen.state.standing("spain") == CONTESTED
    changed = risen.the(ControlChanged, country="spain")
    assert (changed.before, changed.after) == (FRENCH, CONTESTED)
    begun = skip(risen, BATTLES, FRENCH)
    started = begun.the(BattleStarted)
    attacked = fight(begun, "spain", french=[4], allied=[3])
    assert (started.attacker, started.attacking) == (FRENCH, 2)
    assert (started.defender, started.defending) == (ALLIED, 2)
    assert attacked.lines(BattleTotalled) == [
        (4, "ATTACK.6"),
        (2, "ATTACK.3"),
        (-1, "ATTACK.5"),
        (-2, "ATTACK.3"),
        (-3, "ATTACK.6"),
    ]
    turned = skip(attacked, "move", ALLIED)
    assert received(turned, FRENCH) == {}, "a contested country gives nothing"


def test_ac_21_rebels_too_late():
    given = position({"spain": 2}, {"russia": 1}, active=ALLIED, at=REINFORCEMENT)
    asked = skip(given, "place_rebels")
    assert received(asked) == {"russia": 3}
    risen = play(asked, ALLIED, PlaceRebels("portugal"))
    assert risen.armies(ALLIED) == {"russia": 4, "portugal": 2}
    assert received(risen) == {}


def test_ac_22_french_value_list():
    french = {"france": 1, "rhineland": 1, "prussia": 1, "austria": 1}
    given = position(french, {"england": 1}, at=REINFORCEMENT)
    placed = skip(given, "move", ALLIED)
    assert received(placed, FRENCH) == {"france": 4, "rhineland": 2}
    counted = placed.the(ReinforcementsCounted, side=FRENCH)
    assert (counted.due, counted.granted) == (6, 6)
    assert placed.lines(ReinforcementsCounted, side=FRENCH) == [(4, "REINF.1"), (2, "REINF.1")]
    assert placed.armies(FRENCH) == {"france": 5, "rhineland": 3, "prussia": 1, "austria": 1}


def test_ac_23_continental_system():
    given = position(
        {"france": 1}, {"england": 1}, at=REINFORCEMENT, hands={FRENCH: ["continental_system"]}
    )
    begun = play(given, FRENCH, card("continental_system"))
    french = skip(begun, "move", ALLIED)
    assert received(french, FRENCH) == {"france": 2}
    france = french.the(ReinforcementsReceived, side=FRENCH)
    assert (france.value, france.modifier) == (4, -2)
    assert (-2, "CARD.continental_system") in french.lines(ReinforcementsReceived, side=FRENCH)
    assert french.the(ContinentalSystemConsumed).country == "france"
    allied = skip(french, "move", FRENCH)
    assert received(allied, ALLIED) == {"england": 1}
    assert allied.the(ContinentalSystemConsumed).country == "england"
    again = skip(allied, "move", ALLIED)
    assert received(again, FRENCH) == {"france": 4}
    assert received(skip(again, "move", FRENCH), ALLIED) == {"england": 3}


def test_ac_23_an_extra_turn_uses_nothing_up():
    hands = {ALLIED: ["continental_system", "frederick"]}
    given = position({"france": 1}, {"england": 1}, active=ALLIED, at=REINFORCEMENT, hands=hands)
    begun = play(given, ALLIED, card("continental_system"))
    ended = skip(begun, TURN_END)
    granted = play(ended, ALLIED, card("frederick"))
    extra = skip(granted, "move", ALLIED)
    assert extra.state.extra
    french = skip(extra, "move", FRENCH)
    assert received(french) == {}
    assert french.state.continental == ["france"]
    assert received(skip(french, "move", ALLIED), FRENCH) == {"france": 2}


def test_ac_23_no_country_gives_less_than_nothing():
    given = position({"portugal": 1}, {"england": 1}, continental=["portugal"])
    [claim] = claims(given, board(given), FRENCH)
    assert (claim.value, claim.armies) == (1, 0)
    lines = [(line.amount, line.clause) for line in claim.lines]
    assert lines == [(1, "REINF.1"), (-1, "CARD.continental_system")]


def test_ac_23_played_again_before_it_was_used_up_it_weighs_once():
    given = position(
        {"france": 1},
        {"england": 1},
        at=REINFORCEMENT,
        hands={FRENCH: ["continental_system"]},
        continental=["england"],
    )
    begun = play(given, FRENCH, card("continental_system"))
    assert sorted(begun.state.continental) == ["england", "france"]
    french = skip(begun, "move", ALLIED)
    allied = skip(french, "move", FRENCH)
    assert (received(french, FRENCH), received(allied, ALLIED)) == ({"france": 2}, {"england": 1})
    again = skip(skip(allied, "move", ALLIED), "move", FRENCH)
    assert received(again, ALLIED) == {"england": 3}, "it weighed on one phase"


def test_ac_27_pool():
    given = position({"france": 70, "rhineland": 8}, {"england": 1}, at=REINFORCEMENT)
    short = skip(given, "place_reinforcements")
    assert short.asked == [(FRENCH, "place_reinforcements")]
    cut = short.the(PlacementCutShort)
    assert (cut.side, cut.due, cut.pool) == (FRENCH, 6, 2)
    counted = short.the(ReinforcementsCounted)
    assert (counted.due, counted.granted) == (6, 2)
    assert sum(line.amount for line in counted.breakdown) == 2
    assert set(legal_orders(short, FRENCH)) == {
        PlaceReinforcements(country, armies)
        for country in ("france", "rhineland")
        for armies in (1, 2)
    }
    too_many = PlaceReinforcements("france", 3)
    assert refusal(short, FRENCH, too_many) == ("EXCEEDS_POOL", "E-20")
    split = play(
        short, FRENCH, PlaceReinforcements("france", 1), PlaceReinforcements("rhineland", 1)
    )
    assert split.armies(FRENCH) == {"france": 71, "rhineland": 9}
    together = play(short, FRENCH, PlaceReinforcements("rhineland", 2))
    assert together.armies(FRENCH) == {"france": 70, "rhineland": 10}
    assert together.state.pool(FRENCH) == 0
