"""E-57 to E-60: questions that are not put, offers that lapse, and armies told of once.

What is not asked follows from what everybody knows: positions that differ in a hand alone ask the
same.
"""

from __future__ import annotations

from itertools import product

import pytest

from napoleon.rules.events import REFEREE, SPECTATOR, Line, total
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.storybook import words_of
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_empire import RULES, orders
from napoleon.rulesets.napoleonic_empire.events.battle import (
    AttackCompleted,
    AttackEnded,
    BattleStarted,
    BattleTotalled,
)
from napoleon.rulesets.napoleonic_empire.events.cards import (
    CardDrawn,
    PassDeclared,
    PassForced,
    WindowClosed,
    WindowLeftOut,
    WindowOpened,
)
from napoleon.rulesets.napoleonic_empire.events.movement import MovesEnded, MovesExhausted
from napoleon.rulesets.napoleonic_empire.events.reinforcement import (
    ReinforcementsCounted,
    ReinforcementsReceived,
)
from napoleon.rulesets.napoleonic_empire.events.turn import (
    EndOfferAccepted,
    EndOfferLapsed,
    EndTurnedDown,
    GameDrawn,
    GameWon,
    TurnStarted,
)
from tests.napoleonic_empire.kit import (
    ALLIED,
    BATTLES,
    CARDS,
    DRAW,
    END_MOVE,
    FRENCH,
    MOVES,
    MOVES_OPEN,
    NO_REBELS,
    PACK,
    PASS,
    REINFORCEMENT,
    SIDES,
    TURN_END,
    Played,
    battle,
    card,
    fresh,
    legal_orders,
    move,
    play,
    position,
    skip,
)

AGREE, RESIGN = orders.AgreeToEnd(), orders.Resign()

NONE = {FRENCH: [], ALLIED: []}
"""Both hands are empty."""


def peace(at=MOVES, active=FRENCH, **given):
    return position({"france": 4, "italy": 2}, {"england": 4}, at=at, active=active, **given)


def cards_for(window):
    """The cards that may be played in a window, such as ``D:f``."""
    return [name for name in CARDS if window in PACK.cards[name].windows]


# -- E-57: windows in which nobody could play anything ---------------------------------------------


def test_e_57_with_empty_hands_no_window_opens():
    begun = fresh()
    assert begun.the(WindowLeftOut).kind == "draw"
    drawn = begun.events_of(CardDrawn)
    assert [it.side for it in drawn] == [FRENCH, FRENCH], "nobody has had to pass"
    ended = skip(peace(hands=NONE), MOVES, ALLIED)
    assert {it.kind for it in ended.events_of(WindowLeftOut)} == {
        "reinforcement",
        "turn_end",
        "draw",
    }


def test_e_57_an_empty_hand_passes_by_itself():
    given = peace(hands={FRENCH: ["toulon"], ALLIED: []})
    ended = play(given, FRENCH, END_MOVE)
    assert ended.the(WindowOpened).kind == "reinforcement"
    closed = play(ended, FRENCH, PASS)
    assert closed.the(PassForced).side == ALLIED
    assert closed.events_of(WindowClosed)[0].kind == "reinforcement"
    assert not closed.events_of(PassDeclared, side=ALLIED)
    assert not closed.the(PassForced).by, "nobody has ordered it"


def test_e_57_an_empty_hand_passes_first_where_it_has_the_first_word():
    given = peace(hands={FRENCH: [], ALLIED: ["toulon"]})
    ended = play(given, FRENCH, END_MOVE)
    assert ended.the(PassForced).side == FRENCH
    assert ended.asked == [(ALLIED, "window")]
    assert play(ended, ALLIED, PASS).the(WindowClosed, kind="reinforcement")


@pytest.mark.parametrize(
    ("window", "moment", "before"),
    [("M:f", MOVES_OPEN, DRAW), ("R:f", REINFORCEMENT, MOVES), ("E:f", TURN_END, REINFORCEMENT)],
)
def test_e_57_a_window_whose_cards_lie_face_up_is_left_out(window, moment, before):
    cards = cards_for(window)
    played = peace(before, discards=cards)
    kind = moment.rpartition(" ")[2]
    left_out = skip(played, MOVES, ALLIED).events_of(WindowLeftOut)
    assert window[0] in {it.kind[0].upper() if it.kind != "turn_end" else "E" for it in left_out}
    one_is_left = peace(before, discards=cards[1:])
    there = skip(one_is_left, moment, FRENCH)
    assert there.state.window is not None, f"{cards[0]} may be in a hand at the {kind}"


def test_e_57_what_lies_face_down_may_be_anything():
    hidden = peace(DRAW, discards=[("josephine", FRENCH)])
    assert skip(hidden, MOVES_OPEN, FRENCH).state.window is not None


def test_e_57_a_card_that_waits_for_its_date_is_in_no_hand():
    dated = {"historical_deck": "by_year"}
    given = position({"france": 2}, {"england": 2}, active=ALLIED, at=DRAW, options=dated)
    assert "tilsit" in given.dated
    assert skip(given, MOVES, ALLIED).the(WindowLeftOut).kind == "move"


def test_e_57_an_extra_turn_begins_with_its_card():
    hands = {FRENCH: ["berthier", "man_of_destiny"]}
    granted = play(peace(TURN_END, hands=hands), FRENCH, card("berthier"))
    assert granted.the(WindowClosed).kind == "turn_end"
    assert granted.the(TurnStarted).extra
    assert not granted.events_of(PassForced), "nobody could play: the window is closed"


def test_e_57_in_battle_cards_for_other_countries_do_not_count():
    anywhere = [it.id for it in PACK.cards.values() if "any" in it.places and "B" in it.windows]
    fought = position({"spain": 3}, {"spain": 3}, at=BATTLES, discards=anywhere)
    assert play(fought, FRENCH, battle("spain")).asked == [(FRENCH, "window")], "Peninsular War"
    discards = [*anywhere, "peninsular_war"]
    given = position({"spain": 3}, {"spain": 3}, at=BATTLES, discards=discards)
    rolled = play(given, FRENCH, battle("spain"), french=[3], allied=[2])
    assert rolled.the(BattleTotalled).margin == 0
    assert rolled.events_of(WindowLeftOut)[0].kind == "battle"


@pytest.mark.parametrize("reader", [FRENCH, ALLIED, SPECTATOR])
@pytest.mark.parametrize("hidden", SIDES)
@pytest.mark.parametrize("moment", [DRAW, MOVES_OPEN, REINFORCEMENT, TURN_END])
def test_e_57_nothing_of_it_depends_on_what_a_hand_holds(reader, hidden, moment):
    """All the cards that are somewhere are tried in the hand of the other side."""
    if reader == hidden:
        pytest.skip("its owner may know")
    seen = set()
    for held in ("josephine", "berthier", "toulon", "grapeshot", "louisiana_purchase", "nelson"):
        given = peace(moment, hands={FRENCH: ["jena"], ALLIED: ["friedland"], hidden: [held]})
        told = []
        for _ in range(6):
            asked = RULES.decisions(given)
            told.append(str([(it.id, it.prompt) for it in asked]))
            given = (
                play(given, asked[0].seat, PASS)
                if PASS in legal_orders(given, asked[0].seat)
                else (play(given, asked[0].seat, END_MOVE))
            )
            told += [
                str(redacted(it, Viewer(reader)))
                for it in given.events
                if not it.drawn and it.type != "order_given"
            ]
            given = given.state
        seen.add("\n".join(told))
    assert len(seen) == 1


def test_e_57_who_is_asked_already_answers_as_ever():
    """As in a game that went over from the rules 1.0."""
    given = peace(MOVES_OPEN, hands=NONE)
    assert legal_orders(given, FRENCH) == [PASS]
    passed = play(given, FRENCH, PASS)
    assert passed.the(PassDeclared).side == FRENCH
    assert passed.the(WindowClosed)


# -- E-58: questions with one answer ---------------------------------------------------------------


def test_e_58_the_only_battle_begins_by_itself():
    given = position({"spain": 3, "france": 1}, {"spain": 3})
    begun = play(given, FRENCH, END_MOVE)
    started = begun.the(BattleStarted)
    assert (started.country, started.by) == ("spain", "")
    assert "E-58" in started.clauses
    assert begun.asked == [(FRENCH, "window")]
    two = position({"spain": 3, "italy": 3}, {"spain": 3, "italy": 3})
    assert play(two, FRENCH, END_MOVE).asked == [(FRENCH, "choose_battle")]


def test_e_58_the_attack_phase_ends_with_its_last_battle():
    given = position({"spain": 3, "france": 1}, {"spain": 3}, at=BATTLES, hands=NONE)
    fought = play(given, FRENCH, battle("spain"), french=[3], allied=[2])
    assert fought.the(AttackCompleted).side == FRENCH
    assert not fought.events_of(AttackEnded)


def test_e_58_the_move_phase_ends_when_no_army_may_move():
    given = position({"france": 2}, {"england": 2})
    some = play(given, FRENCH, move("france", "italy", 1))
    assert some.asked == [(FRENCH, "move")]
    all_of_them = play(some, FRENCH, move("france", "spain", 1))
    assert all_of_them.the(MovesExhausted).side == FRENCH
    assert not all_of_them.events_of(MovesEnded)


def test_e_58_an_offer_to_end_is_not_turned_down_by_what_nobody_ordered():
    given = position({"spain": 3, "france": 1}, {"spain": 3}, hands={FRENCH: ["jena"], ALLIED: []})
    offered = play(given, FRENCH, AGREE)
    fought = play(play(offered, FRENCH, END_MOVE), FRENCH, PASS, french=[3], allied=[2])
    assert fought.the(PassForced).side == ALLIED
    assert not fought.events_of(EndTurnedDown)
    assert fought.state.offered == FRENCH


def final(given, seat, order):
    state = given.state if isinstance(given, Played) else given
    [asked] = [it for it in RULES.decisions(state) if it.seat == seat]
    return RULES.is_irreversible(state, asked, order)


@pytest.mark.parametrize(("hands", "dice"), [(NONE, True), ({}, False)])
def test_e_58_what_leads_to_dice_at_once_is_final(hands, dice):
    given = position({"spain": 3, "france": 1}, {"spain": 3, "england": 1}, hands=hands)
    assert final(given, FRENCH, END_MOVE) == dice
    two = position({"spain": 3, "italy": 3}, {"spain": 3, "italy": 3}, at=BATTLES, hands=hands)
    assert final(two, FRENCH, battle("spain")) == dice
    last = position({"france": 1}, {"spain": 3, "england": 1}, hands=hands)
    assert final(last, FRENCH, move("france", "spain", 1)) == dice
    some = position({"france": 2}, {"spain": 3, "england": 1}, hands=hands)
    assert not final(some, FRENCH, move("france", "spain", 1))


def test_e_58_a_pass_that_lets_the_other_side_pass_by_itself_is_final_before_a_draw():
    for allied, drawn in (([], True), (["toulon"], False)):
        given = peace(DRAW, hands={FRENCH: ["jena"], ALLIED: allied})
        assert final(given, FRENCH, PASS) == drawn


def test_e_58_no_rebels_before_an_empty_turn_end_is_final():
    asked = skip(peace(REINFORCEMENT, active=ALLIED, hands=NONE), "place_rebels")
    assert final(asked, ALLIED, NO_REBELS), "the French draw their cards next"


# -- E-59: an offer to end goes with the game ------------------------------------------------------


@pytest.mark.parametrize(("by", "loser"), list(product(SIDES, SIDES)))
def test_e_59_an_offer_lapses_when_somebody_resigns(by, loser):
    over = play(play(fresh(), by, AGREE), loser, RESIGN)
    assert over.the(EndOfferLapsed).side == by
    assert over.the(GameWon)
    assert over.state.offered == ""
    for reader in (*SIDES, SPECTATOR, REFEREE):
        views = RULES.view(over.state, Viewer(reader))
        assert views.map.end_offered_by is None
        assert not any(
            "agree" in table.note for table in RULES.tables(views, words_of(RULES, ENGLISH))
        )


def test_e_59_an_offer_lapses_with_a_victory():
    given = position({"spain": 1}, {"france": 1, "england": 1}, active=ALLIED, hands=NONE)
    offered = play(given, ALLIED, AGREE)
    asked = play(offered, ALLIED, END_MOVE)
    won = play(asked, ALLIED, NO_REBELS)
    assert won.the(GameWon).clause == "VIC.1"
    assert won.the(EndOfferLapsed).side == ALLIED
    assert won.state.offered == ""


def test_e_59_an_offer_that_is_accepted_is_gone():
    over = play(play(fresh(), FRENCH, AGREE), ALLIED, AGREE)
    assert over.the(EndOfferAccepted).side == ALLIED
    assert over.the(GameDrawn)
    assert over.state.offered == ""


def test_e_59_without_an_offer_nothing_lapses():
    assert not play(fresh(), FRENCH, RESIGN).events_of(EndOfferLapsed)


# -- E-60: armies in several parts -----------------------------------------------------------------


def received(*parts):
    return [it for part in parts for it in part.events_of(ReinforcementsReceived)]


def test_e_60_a_country_that_goes_short_is_counted_once():
    given = position({"france": 76, "spain": 1}, {"england": 1}, at=REINFORCEMENT)
    short = skip(given, "place_reinforcements")
    assert total(short.the(ReinforcementsCounted).breakdown) == 3
    one = play(short, FRENCH, orders.PlaceReinforcements("france", 1))
    two = play(one, FRENCH, orders.PlaceReinforcements("france", 2))
    parts = received(one, two)
    assert [it.breakdown for it in parts] == [
        (Line(1, "E-20", "of 4 due"),),
        (Line(2, "E-20", "of 4 due"),),
    ]
    assert sum(total(it.breakdown) for it in parts) == 3
    assert all(it.value + it.modifier == it.armies for it in parts)


def test_e_60_a_country_that_gets_all_is_told_with_its_reason():
    given = position({"france": 75, "spain": 1}, {"england": 1}, at=REINFORCEMENT)
    short = skip(given, "place_reinforcements")
    whole = play(short, FRENCH, orders.PlaceReinforcements("france", 4))
    assert received(whole)[0].breakdown == (Line(4, "REINF.1", "France"),)


def test_e_60_the_areas_of_a_divided_russia_are_counted_once():
    given = position(
        {"france": 1},
        {"riga": 1, "moscow": 1},
        active=ALLIED,
        at=REINFORCEMENT,
        options={"divided_russia": True},
    )
    asked = skip(given, "place_reinforcements")
    one = play(asked, ALLIED, orders.PlaceReinforcements("riga", 1))
    two = play(one, ALLIED, orders.PlaceReinforcements("moscow", 2))
    assert [it.breakdown for it in received(one, two)] == [
        (Line(1, "OPT3.2", "of 3 due"),),
        (Line(2, "OPT3.2", "of 3 due"),),
    ]
