"""Giving up, and ending a game by agreement: at any time, out of turn [RULING.103]."""

from __future__ import annotations

import pytest

from napoleon.rules.orders import Refusal
from napoleon.rules.standing_orders import Kept
from napoleon.rulesets.napoleon1815 import RULES as TODAY
from napoleon.rulesets.napoleon1815.events.turn import (
    EndOffered,
    EndOffersLapsed,
    GameDrawn,
    GameWon,
    PlayerResigned,
)
from napoleon.rulesets.napoleon1815.orders import AgreeToEnd, OfferCards, Resign, SendMessage
from napoleon.rulesets.napoleon1815.standing_orders import DeclineAll
from napoleon.rulesets.napoleon1815.state import State
from tests.napoleon1815.battles import field
from tests.napoleon1815.kit import ALLIED, FRENCH, NOTHING, PASS, RULES, activate, at, play
from tests.napoleon1815.playing_cards import number
from tests.napoleon1815.stories import happened
from tests.story.telling import lines_of

ANGLO, PRUSSIAN = "anglo_dutch", "prussian"
THREE = {"players": 3}

BLOCKS = {"ney": at("p2"), "hill": at("p5"), "ziethen": at("p6")}


def two(**given: object) -> State:
    return field(BLOCKS, **given)  # type: ignore[arg-type]


def three(**given: object) -> State:
    return field(BLOCKS, options=THREE, leader=ANGLO, **given)  # type: ignore[arg-type]


def verbs(state: State, seat: str) -> list[type]:
    return list(RULES.free_verbs(state, seat))


@pytest.mark.parametrize(
    ("seat", "winner", "reason"),
    [(FRENCH, ALLIED, "the French gave up"), (ALLIED, FRENCH, "the Allies gave up")],
)
@pytest.mark.parametrize("phase", ["initiative", "operations", "recovery"])
def test_a_side_gives_up_at_any_time(seat: str, winner: str, reason: str, phase: str) -> None:
    given = two(phase=phase, track=3 if seat == ALLIED else 17)
    won = play(given, seat, Resign()).the(GameWon)
    assert (won.side, won.reason, won.clauses) == (winner, reason, ("RULING.103",))


def test_a_side_has_lost_when_all_its_players_gave_up() -> None:
    one = play(three(), ANGLO, Resign())
    assert one.the(PlayerResigned).player == ANGLO
    assert not one.events_of(GameWon)
    before, after = (RULES.decisions(it) for it in (three(), one.state))
    assert after == before, "the partner plays on, and so may who gave up"
    again = RULES.decide(one.state, ANGLO, Resign(), None)  # type: ignore[arg-type]
    assert isinstance(again, Refusal)
    assert (again.code, again.clause) == ("ALREADY_RESIGNED", "RULING.103")
    assert Resign not in verbs(one.state, ANGLO) and Resign in verbs(one.state, PRUSSIAN)
    assert play(one, PRUSSIAN, Resign()).the(GameWon).side == FRENCH
    assert play(one, FRENCH, Resign()).the(GameWon).side == ALLIED


def test_it_is_drawn_when_all_agree() -> None:
    offered = play(three(), PRUSSIAN, AgreeToEnd())
    assert offered.the(EndOffered).player == PRUSSIAN
    agreed = play(offered, FRENCH, AgreeToEnd())
    assert not agreed.events_of(GameDrawn)
    again = RULES.decide(agreed.state, FRENCH, AgreeToEnd(), None)  # type: ignore[arg-type]
    assert isinstance(again, Refusal)
    assert (again.code, again.clause) == ("ALREADY_AGREED", "RULING.103")
    drawn = play(agreed, ANGLO, AgreeToEnd())
    late = RULES.decide(drawn.state, FRENCH, Resign(), None)  # type: ignore[arg-type]
    assert isinstance(late, Refusal) and (late.code, late.clause) == ("GAME_OVER", "VICTORY.6")
    assert drawn.the(GameDrawn).clauses == ("RULING.103",)
    result = drawn.state.result
    assert result is not None and (result.winner, drawn.state.phase) == ("", "over")
    assert not drawn.asked


def test_who_answers_a_question_instead_turns_it_down() -> None:
    offered = play(two(), ALLIED, AgreeToEnd())
    went_on = play(offered, FRENCH, PASS)
    assert went_on.the(EndOffersLapsed).players == (ALLIED,)
    assert not went_on.state.would_end
    assert AgreeToEnd in verbs(went_on.state, ALLIED)


def test_who_has_agreed_plays_on_without_turning_it_down() -> None:
    offered = play(two(), FRENCH, AgreeToEnd())
    went_on = play(offered, FRENCH, activate("p2", "ney"), NOTHING)
    assert not went_on.events_of(EndOffersLapsed)
    assert went_on.state.would_end == [FRENCH]


def test_what_partners_say_to_each_other_turns_nothing_down() -> None:
    given = three(hands={ANGLO: [11], PRUSSIAN: [12]})
    given.contact = "commanders"
    offered = play(given, FRENCH, AgreeToEnd())
    for order in (SendMessage("Shall we?"), OfferCards((11,))):
        said = play(offered, ANGLO, order)
        assert said.state.would_end == [FRENCH] and not said.events_of(EndOffersLapsed)


def test_an_offer_does_not_outlive_the_game() -> None:
    given = two()
    given.agreed = [ALLIED]
    ended = play(given, FRENCH, Resign())
    assert ended.the(EndOffersLapsed).players == (ALLIED,)
    assert not ended.state.would_end


def test_both_decide_nothing_and_are_never_offered() -> None:
    given = two()
    before = RULES.decisions(given)
    after = play(given, ALLIED, AgreeToEnd())
    assert RULES.decisions(after.state) == before, "the question keeps its number"
    offered = [order for decision in before for order in RULES.legal_orders(given, decision)]
    assert not any(isinstance(it, Resign | AgreeToEnd) for it in offered)
    assert {Resign, AgreeToEnd} <= {*verbs(given, FRENCH)} & {*verbs(given, ALLIED)}


def test_nothing_is_answered_by_standing_orders_while_an_offer_stands() -> None:
    given = two(phase="initiative", hands={FRENCH: [number("light_cavalry", FRENCH)]})
    decision = next(it for it in RULES.decisions(given) if it.seat == FRENCH)
    standing = RULES.standing
    assert decision.kind == "declare_blue" and standing is not None
    kept = [Kept(1, FRENCH, DeclineAll(), standing.occasion(given))]
    assert standing.answer(given, decision, kept) is not None
    agreed = play(given, FRENCH, AgreeToEnd()).state
    assert standing.answer(agreed, decision, kept) is not None, "who has agreed turns nothing down"
    offered = play(given, ALLIED, AgreeToEnd()).state
    assert standing.answer(offered, decision, kept) is None


def test_both_are_typed_in_the_words_of_the_other_games() -> None:
    assert RULES.notation is not None
    for line, order in (("resign", Resign()), ("agree to end", AgreeToEnd())):
        assert RULES.notation.read(two(), None, ALLIED, line) == order
        assert RULES.notation.write(order) == line


def test_what_is_offered_and_by_whom_is_told_with_the_button() -> None:
    given = three()
    assert RULES.wording is not None
    button = RULES.wording.free(given, ANGLO, AgreeToEnd)
    assert (button.does.text, button.offered) == ("Offer to end the game without a winner", None)
    given.agreed = [FRENCH, PRUSSIAN]
    button = RULES.wording.free(given, ANGLO, AgreeToEnd)
    assert button.does.text == "Agree to end the game without a winner"
    assert button.offered is not None and button.offered.values == {"players": (FRENCH, PRUSSIAN)}
    assert RULES.wording.free(given, ANGLO, Resign).does.text == "Resign"


def test_a_position_with_offers_is_written_and_read() -> None:
    given = three()
    given.agreed, given.resigned = [FRENCH], [PRUSSIAN]
    assert RULES.notation is not None
    text = RULES.notation.write_position(given)
    assert "Agreed to end: French" in text and "Given up: Prussians" in text
    assert RULES.notation.read_position(text) == given
    for seat in (PRUSSIAN, FRENCH, ANGLO):
        given = given if given.result else play(given, seat, *_rest(given, seat)).state
    text = RULES.notation.write_position(given)
    assert "nobody: everybody agreed to end it [RULING.103]" in text
    assert RULES.notation.read_position(text) == given


def _rest(given: State, seat: str) -> list[AgreeToEnd]:
    return [] if seat in given.would_end else [AgreeToEnd()]


def test_games_that_began_under_earlier_rules_know_neither() -> None:
    pack = next(it for version, it in TODAY.replays if version == "2.2")
    for version in ("2.1", "2.2"):
        earlier = TODAY.edition(version, pack)
        assert earlier is not None and earlier.notation is not None
        assert not {Resign, AgreeToEnd} & {*earlier.verbs}
        refusal = earlier.notation.read(None, None, FRENCH, "resign")
        assert isinstance(refusal, Refusal) and refusal.code == "BAD_LINE"


def told(state: State, *script: tuple[str, object]) -> str:
    return " ".join(lines_of(RULES, happened(state, *script), FRENCH))  # type: ignore[arg-type]


def test_the_story_tells_who_offered_an_end_who_gave_up_and_how_it_ended() -> None:
    agree = AgreeToEnd()
    text = told(two(), (FRENCH, agree), (ALLIED, agree))
    assert "The game ended without a winner: everybody agreed to that." in text
    text = told(two(), (ALLIED, agree), (FRENCH, PASS))
    assert "The Allies agreed to end the game without a winner." in text
    assert "Nothing came of the offer to end the game." in text
    text = told(two(), (FRENCH, Resign()))
    assert text == "The Allies won the game: the French gave up."
    text = told(three(), (PRUSSIAN, Resign()), (FRENCH, activate("p2", "ney")), (FRENCH, NOTHING))
    assert "The Prussians gave up." in text and "Ney stayed at" in text
