"""E-23, E-24, E-28 to E-32, E-47, E-52 and E-53: who plays cards and when, victory, secrets."""

import pytest

from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_empire import RULES, orders
from napoleon.rulesets.napoleonic_empire.events.cards import WindowOpened
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
    TURN_END,
    card,
    fight,
    fresh,
    play,
    position,
    refusal,
    skip,
)

AGREE, RESIGN = orders.AgreeToEnd(), orders.Resign()


@pytest.mark.parametrize(("name", "active"), [("josephine", FRENCH), ("tilsit", ALLIED)])
@pytest.mark.parametrize("holder", [FRENCH, ALLIED])
def test_e_23_either_side_plays_a_card_that_bars_moves(name, active, holder):
    given = position(
        {"france": 1}, {"england": 1}, active=active, at=MOVES_OPEN, hands={holder: [name]}
    )
    if holder != active:
        given = play(given, active, PASS)
    assert play(given, holder, card(name)).the(MovementBarred).side == active


@pytest.mark.parametrize("missing", CONTINENT)
def test_e_30_every_continental_country_counts(missing):
    armies = {country: 1 for country in CONTINENT if country != missing}
    ended = skip(position(armies, {"england": 1}), DRAW, ALLIED)
    checked = ended.the(VictoryChecked)
    assert (checked.held, checked.needed, checked.result) == (14, 15, "")


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
