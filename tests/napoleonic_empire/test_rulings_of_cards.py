"""E-23, E-24, E-28 to E-32, E-47, E-52 and E-53: who plays cards and when, victory, secrets."""

import pytest

from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_empire import RULES, orders
from napoleon.rulesets.napoleonic_empire.events.battle import BattleTotalled
from napoleon.rulesets.napoleonic_empire.events.cards import CardPlayed, WindowClosed, WindowOpened
from napoleon.rulesets.napoleonic_empire.events.movement import MovementBarred
from napoleon.rulesets.napoleonic_empire.events.turn import (
    EndTurnedDown,
    GameDrawn,
    GameWon,
    VictoryChecked,
)
from tests.napoleonic_empire.kit import (
    ALLIED,
    BATTLES,
    CONTINENT,
    DRAW,
    END_MOVE,
    FRENCH,
    MOVES,
    MOVES_OPEN,
    PASS,
    REINFORCEMENT,
    TURN_END,
    card,
    fight,
    fresh,
    move,
    play,
    position,
    refusal,
    skip,
)

AGREE, RESIGN = orders.AgreeToEnd(), orders.Resign()


def test_e_23_the_effect_goes_to_the_side_named_on_the_card():
    given = position(
        {"spain": 2}, {"spain": 4}, active=ALLIED, at=BATTLES, hands={ALLIED: ["little_corporal"]}
    )
    fought = fight(given, "spain", (ALLIED, "little_corporal"), french=[3], allied=[3])
    assert fought.the(CardPlayed).side == ALLIED
    assert (-1, "CARD.little_corporal") in fought.lines(BattleTotalled), "adds to the French"


def test_e_23_armies_of_a_card_are_placed_by_the_side_that_gets_them():
    given = position(
        {"france": 1, "spain": 1},
        {"england": 1},
        at=REINFORCEMENT,
        hands={ALLIED: ["conscription"]},
    )
    played = play(play(given, FRENCH, PASS), ALLIED, card("conscription"))
    assert played.asked == [(FRENCH, "place_card_armies")]


@pytest.mark.parametrize(("name", "active"), [("josephine", FRENCH), ("tilsit", ALLIED)])
@pytest.mark.parametrize("holder", [FRENCH, ALLIED])
def test_e_23_either_side_plays_a_card_that_bars_moves(name, active, holder):
    given = position(
        {"france": 1}, {"england": 1}, active=active, at=MOVES_OPEN, hands={holder: [name]}
    )
    if holder != active:
        given = play(given, active, PASS)
    assert play(given, holder, card(name)).the(MovementBarred).side == active


@pytest.mark.parametrize("active", [FRENCH, ALLIED])
def test_e_24_the_active_side_has_the_first_word(active):
    other = ALLIED if active == FRENCH else FRENCH
    given = position({"france": 1}, {"england": 1}, active=active, at=TURN_END)
    opened = skip(given, DRAW)
    begun = opened.the(WindowOpened)
    assert begun.side == opened.state.active == other
    assert refusal(opened, active, PASS) == ("NOT_YOUR_WORD", "E-24")
    passed = play(opened, other, PASS)
    assert passed.asked == [(active, "window")]
    assert play(passed, active, PASS).the(WindowClosed, kind="draw")


def test_e_24_a_play_gives_the_enemy_another_word():
    hands = {FRENCH: ["grapeshot", "proclamation_of_empire"]}
    given = position({"france": 1}, {"england": 1}, at=DRAW, hands=hands)
    passed = play(play(given, FRENCH, card("grapeshot")), ALLIED, PASS)
    assert passed.asked == [(FRENCH, "window")]
    again = play(passed, FRENCH, card("proclamation_of_empire"))
    assert again.the(WindowClosed, kind="draw"), "there is no other card for it"


def barred():
    """The French may not move, and have two battles to fight."""
    given = position(
        {"spain": 4, "france": 5, "austria": 4},
        {"spain": 4, "austria": 1},
        at=MOVES_OPEN,
        hands={FRENCH: ["josephine"]},
    )
    return play(given, FRENCH, card("josephine"))


def test_e_28_battles_are_fought_and_retreats_allowed():
    fighting = skip(barred(), BATTLES)
    fought = fight(fighting, "spain", french=[1, 1, 1], allied=[6, 1])
    assert fought.armies(FRENCH)["france"] == 9, "a retreat is no move"


def test_e_28_the_card_bars_one_turn_only():
    given = position(
        {"france": 5, "spain": 1}, {"england": 1}, at=MOVES_OPEN, hands={FRENCH: ["josephine"]}
    )
    allied = skip(play(given, FRENCH, card("josephine")), MOVES, ALLIED)
    assert play(allied, ALLIED, move("england", "italy", 1)).refusal is None
    own = skip(allied, MOVES, FRENCH)
    assert play(own, FRENCH, move("france", "spain", 1)).refusal is None


@pytest.mark.parametrize("missing", CONTINENT)
def test_e_30_every_continental_country_counts(missing):
    armies = {country: 1 for country in CONTINENT if country != missing}
    ended = skip(position(armies, {"england": 1}), DRAW, ALLIED)
    checked = ended.the(VictoryChecked)
    assert (checked.held, checked.needed, checked.result) == (14, 15, "")


def test_e_31_both_conditions_are_checked_after_any_turn():
    given = position({"spain": 1}, {"france": 1}, at=MOVES)
    won = skip(given, DRAW, ALLIED).the(GameWon)
    assert (won.side, won.clause) == (ALLIED, "VIC.1")
    french = position(dict.fromkeys(CONTINENT, 1), {"england": 1}, active=ALLIED)
    won = skip(french, DRAW, FRENCH).the(GameWon)
    assert (won.side, won.clause) == (FRENCH, "VIC.2")


@pytest.mark.parametrize("extra", [False, True])
def test_e_31_victory_is_checked_before_cards_for_extra_turns(extra):
    given = position({"france": 1}, {"england": 1}, extra=extra)
    ended = skip(given, TURN_END)
    kinds = [type(it) for it in ended.events if isinstance(it, VictoryChecked | WindowOpened)]
    assert kinds[-2:] == [VictoryChecked, WindowOpened]
    armies = dict.fromkeys(CONTINENT, 1)
    won = skip(position(armies, {"england": 1}, extra=extra), TURN_END)
    assert won.the(GameWon).side == FRENCH
    assert not won.events_of(WindowOpened, kind="turn_end")


@pytest.mark.parametrize(("side", "winner"), [(FRENCH, ALLIED), (ALLIED, FRENCH)])
def test_e_31_a_game_ends_by_resignation_at_any_time(side, winner):
    for given in (fresh(), position({"spain": 1}, {"spain": 1}, at=BATTLES)):
        over = play(given, side, RESIGN)
        assert over.the(GameWon).side == winner
        assert over.asked == []
        assert refusal(over, side, RESIGN) == ("GAME_OVER", "VIC.3")


def test_e_31_a_game_ends_by_agreement():
    offered = play(fresh(), ALLIED, AGREE)
    assert offered.state.result is None
    over = play(offered, FRENCH, AGREE)
    assert over.the(GameDrawn).reason
    assert over.state.result.winner == ""
    assert refusal(over, ALLIED, AGREE) == ("GAME_OVER", "VIC.3")


def test_e_32_one_seat_for_all_allied_nations():
    options = RULES.checked_options({})
    assert RULES.seats(options) == (FRENCH, ALLIED)
    assert RULES.shares(options) == {ALLIED: ("britain", "russia", "prussia", "austria")}


def test_e_47_after_a_rebuild_nothing_is_known():
    def rebuilt(played):
        discards = [played, *(it for it in ("toulon", "jena", "nelson") if it != played)]
        given = position({"france": 1}, {"england": 1}, at=DRAW, deck=[], discards=discards)
        return skip(given, MOVES, french=["toulon", "jena"]).state

    assert RULES.view(rebuilt("toulon"), Viewer(ALLIED)) == RULES.view(
        rebuilt("nelson"), Viewer(ALLIED)
    )


def test_e_47_a_window_opens_whatever_is_in_the_hands():
    def windows(hands):
        given = position({"spain": 2}, {"spain": 2}, active=ALLIED, at=TURN_END, hands=hands)
        there = skip(given, MOVES, FRENCH)
        on = skip(play(there, FRENCH, END_MOVE), BATTLES)
        fought = fight(on, "spain", french=[3], allied=[2])
        ended = skip(fought, DRAW, ALLIED)
        events = (*there.events, *fought.events, *ended.events)
        return [(it.kind, it.side) for it in events if opened(it)]

    without = windows({})
    assert without == windows({FRENCH: ["berthier"], ALLIED: ["josephine"]})
    assert {kind for kind, _ in without} == {"draw", "move", "reinforcement", "turn_end"}


def opened(event):
    return isinstance(event, WindowOpened)


def test_e_52_barred_armies_pass_their_move_phase():
    given = position({"france": 2}, {"england": 1}, at=MOVES_OPEN, hands={FRENCH: ["josephine"]})
    on = play(given, FRENCH, card("josephine"))
    assert on.state.phase == "reinforcement"


def test_e_53_another_order_of_the_other_side_turns_an_offer_down():
    offered = play(fresh(), ALLIED, AGREE)
    declined = play(offered, FRENCH, PASS)
    assert declined.the(EndTurnedDown).side == FRENCH
    assert declined.state.offered == ""
    again = play(declined, FRENCH, AGREE)
    assert again.state.result is None
    assert again.state.offered == FRENCH
    stands = play(play(fresh(), FRENCH, AGREE), FRENCH, PASS)
    assert stands.state.offered == FRENCH, "an own order takes nothing back"
    assert play(stands, ALLIED, AGREE).the(GameDrawn)
