"""Instructions: what a seat says in advance, so that a battle by mail takes days."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from napoleon.rules.orders import Order
from napoleon.rules.standing_orders import Kept, StandingOrder
from napoleon.rulesets.eagles_waterloo.orders import (
    CheckMorale,
    CheckTheRest,
    ChooseCaptors,
    EndDeployment,
    EndSending,
    Move,
    PlayNothing,
    PlaySpecial,
    SendReinforcement,
    ShowGeneral,
    WithdrawFromBattle,
)
from napoleon.rulesets.eagles_waterloo.orders import EndCombat as GiveEndOfCombat
from napoleon.rulesets.eagles_waterloo.orders import EndTurn as GiveEndOfTurn
from napoleon.rulesets.eagles_waterloo.standing_orders.kinds import (
    AskEverything,
    AskMe,
    CheckInOrder,
    EndCombat,
    EndTurn,
    KeepLayout,
    Morale,
    OnlyWhatMatters,
    PlayNoSpecial,
    PlaySpecialFirst,
    QuickAnswers,
    SendCaptors,
    SendOn,
    ShowGenerals,
    Usual,
    WithdrawWhenLost,
)
from tests import acting
from tests.eagles_waterloo.fields import (
    ALLIED,
    FRENCH,
    RULES,
    Played,
    campaign,
    deploying,
    fighting,
    fresh,
    play,
)


def leave(given: Played, seat: str, *instructions: StandingOrder) -> list[Kept]:
    """The standing orders as they are kept when `seat` leaves them here."""
    return acting.leave(RULES, given, seat, instructions)


def answer(given: Played, kept: Iterable[Kept]) -> Order | None:
    """What the standing orders that have not run out answer to the first open question."""
    return acting.answer(RULES, given, kept)


def said(given: Played, *instructions: StandingOrder) -> Order | None:
    """What standing orders answer that the asked seat has just left."""
    return answer(given, leave(given, given.asked[0][0], *instructions))


def expired(given: Played, kept: Kept) -> bool:
    """Whether a standing order has run out."""
    assert RULES.standing is not None
    return RULES.standing.has_expired(given.state, kept)


def refused(given: Played, seat: str, instruction: StandingOrder) -> str | None:
    """Code of the refusal of a standing order, whose clause has a text."""
    assert RULES.standing is not None
    refusal = RULES.standing.refuse(given.state, seat, instruction)
    if refusal is None:
        return None
    assert RULES.clause(refusal.clause) is not None
    assert refusal.detail.endswith(".")
    return refusal.code


def in_window(*specials: str) -> Played:
    """The French Combat phase at Ligny begins, and the Prussians are asked first."""
    given = fighting(
        "ligny",
        {
            "french_left": "f_billard_brigade",
            "allied_right": "p_26th_rgt",
            "allied_reserve": " ".join(("p_24th_rgt", *specials)),
        },
        asked=False,
    )
    assert given.asked == [(ALLIED, "window")]
    return given


def shot_at(**more: Any) -> Played:
    """Two French brigades have hits, one more than the other."""
    lines = {
        "french_left": "f_bellair_brigade:hits3",
        "french_centre": "f_jamin_m_brigade:hits1",
        "french_reserve": "f_vive_l_empereur",
    }
    return fighting("waterloo", lines, phase="morale", **more)


# -- in the enemy's turn ---------------------------------------------------------------------------


def test_nothing_is_played_in_the_window() -> None:
    given = in_window("p_night_falls")
    assert said(given) is None
    assert said(given, PlayNoSpecial()) == PlayNothing()
    assert said(given, PlayNoSpecial(battles=("ligny",))) == PlayNothing()


def test_a_special_is_played_and_nothing_if_it_is_not_there() -> None:
    both = (PlayNoSpecial(), PlaySpecialFirst("p_night_falls"))
    assert said(in_window("p_night_falls"), *both) == PlaySpecial("p_night_falls")
    assert said(in_window(), *both) == PlayNothing()
    assert said(in_window(), both[1]) is None, "then the seat is asked"


def test_a_standing_order_for_a_special_is_used_up_by_it() -> None:
    given = in_window("p_night_falls")
    kept = leave(given, ALLIED, PlayNoSpecial(), PlaySpecialFirst("p_night_falls"))
    assert RULES.standing is not None
    [decision] = RULES.decisions(given.state)
    use = RULES.standing.answer(given.state, decision, kept)
    assert use is not None and use.spent and use.kept == kept[1]
    use = RULES.standing.answer(given.state, decision, kept[:1])
    assert use is not None and not use.spent


def test_who_wants_to_be_asked_is_asked() -> None:
    given = in_window("p_night_falls")
    assert said(given, PlayNoSpecial(), AskMe("window")) is None
    assert said(given, PlayNoSpecial(), AskMe("any", battles=("ligny",))) is None
    assert said(given, PlayNoSpecial(), AskMe("combat")) == PlayNothing()


def test_the_infantry_that_goes_onto_terrain_that_has_fallen() -> None:
    french = ("f_bauduin_brigade", "f_husson_brigade", "f_quiot_brigade")
    lines = {
        "french_centre": "f_gauthier_brigade",
        "allied_right": f"b_byng_2nd_guards:hits1 b_pack_9th_br {' '.join(french)}",
        "allied_centre": "b_best_4th_han",
    }
    given = fighting(
        "waterloo",
        lines,
        active=ALLIED,
        phase="morale",
        sites={"b_hougoumont": "allied_right"},
        on={"b_byng_2nd_guards": "b_hougoumont"},
    )
    fell = play(given, ALLIED, CheckMorale("b_byng_2nd_guards"), dice=[5])
    assert fell.asked == [(FRENCH, "captors")]
    two = said(fell, SendCaptors(cards=("f_quiot_brigade",)))
    assert two == ChooseCaptors(("f_bauduin_brigade", "f_quiot_brigade"), "b_hougoumont")
    one = said(fell, SendCaptors("one", cards=("f_husson_brigade",)))
    assert one == ChooseCaptors(("f_husson_brigade",), "b_hougoumont")


# -- in the own turn -------------------------------------------------------------------------------


def test_the_order_of_morale_checks() -> None:
    given = shot_at()
    assert said(given, CheckInOrder()) == CheckTheRest()
    assert said(given, CheckInOrder("best_first")) == CheckMorale("f_jamin_m_brigade")
    assert said(given, CheckInOrder("worst_first")) == CheckMorale("f_bellair_brigade")
    named = CheckInOrder("best_first", cards=("f_bellair_brigade",))
    assert said(given, named) == CheckMorale("f_bellair_brigade")


def test_a_special_for_morale_comes_before_the_checks() -> None:
    given = shot_at()
    for place in ("french_left", "french_centre"):
        first = PlaySpecialFirst("f_vive_l_empereur", place=place)
        order = said(given, CheckInOrder(), first)
        assert order == PlaySpecial("f_vive_l_empereur", place)


def test_the_combat_phase_is_ended() -> None:
    given = fighting(
        "quatre_bras",
        {"allied_left": "b_bylandt f_soye_brigade", "french_left": "f_pire_2nd_cav"},
    )
    assert said(given, EndCombat()) is None
    assert said(given, EndCombat("no_fire_left")) is None
    assert said(given, EndCombat("at_once")) == GiveEndOfCombat()
    away = fighting(
        "quatre_bras", {"allied_left": "b_bylandt", "french_left": "f_soye_brigade"}
    )  # fmt: skip
    assert said(away, EndCombat("no_fire_left")) == GiveEndOfCombat()
    assert said(away, EndCombat("nothing_left")) is None
    moved = play(away, FRENCH, Move("f_soye_brigade", "french_reserve"))
    assert said(moved, EndCombat("nothing_left")) == GiveEndOfCombat()


def test_the_turn_is_ended_when_nothing_could_be_played() -> None:
    lines = {"allied_left": "b_bylandt", "allied_reserve": "p_24th_rgt p_bulow b_steady"}
    given = fighting("waterloo", lines, active=ALLIED, phase="reinforcement")
    assert given.asked == [(ALLIED, "reinforcement")]
    assert said(given, EndTurn()) is None, "a general could be shown"
    assert said(given, EndTurn("at_once")) == GiveEndOfTurn()
    both = (EndTurn(), ShowGenerals())
    assert said(given, *both) == ShowGeneral("p_bulow")
    shown = play(given, ALLIED, ShowGeneral("p_bulow"))
    assert said(shown, *both) == GiveEndOfTurn()


def test_the_french_layout_is_left_as_it_is() -> None:
    laid = "f_soye_brigade f_bauduin_brigade f_pire_2nd_cav"
    given = deploying("quatre_bras", french=laid, allied="b_bylandt")
    kept = leave(given, FRENCH, KeepLayout())
    assert answer(given, kept) is None, "the first layout is always asked"
    given.state.phase = "adjust"
    assert given.asked == [(FRENCH, "deploy")]
    for place, card in zip(("left", "centre", "right"), laid.split(), strict=True):
        given.card(card).place = f"french_{place}"
    assert said(given, KeepLayout()) == EndDeployment()


# -- in the campaign -------------------------------------------------------------------------------


def opening(*lost: str, phase: str = "combat") -> Played:
    """Quatre Bras and Ligny go on; it is the British turn, and some British are lost."""
    given = campaign(
        {
            "quatre_bras": {
                "allied_centre": "b_bylandt b_kempt_8th_br f_soye_brigade",
                "allied_left": "b_saxe_weimar",
                "allied_reserve": "b_pack_9th_br",
                "french_left": "f_pire_2nd_cav",
            },
            "ligny": {"french_left": "f_billard_brigade", "allied_left": "p_24th_rgt"},
        },
        at="quatre_bras",
        active=ALLIED,
        phase=phase,
    )
    given.state.battles["quatre_bras"].routed = list(lost)
    return given


def test_a_battle_is_left_when_it_has_cost_enough() -> None:
    kept = leave(opening(), ALLIED, WithdrawWhenLost(2))
    assert answer(opening("b_best_4th_han"), kept) is None
    lost = opening("b_best_4th_han", "b_byng_2nd_guards")
    assert answer(lost, kept) == WithdrawFromBattle()
    assert answer(lost, leave(lost, ALLIED, WithdrawWhenLost(2))) is None, "counted from now on"
    there = leave(opening(), ALLIED, WithdrawWhenLost(2, battles=("ligny",)))
    assert answer(lost, there) is None


def test_the_winner_sends_on_whom_they_say() -> None:
    won = play(opening(), ALLIED, WithdrawFromBattle(), dice=[1, 1])
    assert won.asked == [(FRENCH, "sending")]
    assert said(won, SendOn("nobody")) == EndSending()
    these = SendOn("these", cards=("f_soye_brigade",))
    assert said(won, these) == SendReinforcement("f_soye_brigade")
    sent = play(won, FRENCH, SendReinforcement("f_soye_brigade"))
    assert said(sent, these) == EndSending()
    assert said(sent, SendOn()) == SendReinforcement("f_pire_2nd_cav")
    assert said(sent, SendOn("all", battles=("ligny",))) is None


# -- how long they hold ----------------------------------------------------------------------------


def test_until_the_next_own_turn_begins() -> None:
    given = in_window()
    [one, own, round_] = leave(
        given, ALLIED, PlayNoSpecial(), PlayNoSpecial(until="own_turn"), PlayNoSpecial(until="turn")
    )
    for kept in (one, own, round_):
        assert not expired(given, kept)
    mine = play(given, ALLIED, PlayNothing())
    mine = play(mine, FRENCH, GiveEndOfCombat())
    assert mine.battle.active == ALLIED
    assert expired(mine, own) and not expired(mine, one) and not expired(mine, round_)
    theirs = play(mine, ALLIED, GiveEndOfCombat())
    theirs = play(theirs, ALLIED, GiveEndOfTurn())
    assert theirs.battle.active == FRENCH and expired(theirs, round_) and not expired(theirs, one)


def test_playing_nothing_until_the_own_turn_is_left_with_one_click() -> None:
    assert RULES.standing is not None
    assert RULES.standing.no_card == PlayNoSpecial(until="own_turn")


# -- refused ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "word", "code"),
    [
        (FRENCH, CheckInOrder(cards=("nobody",)), "UNKNOWN_CARD"),
        (FRENCH, CheckInOrder(cards=("b_bylandt",)), "NOT_YOUR_CARD"),
        (FRENCH, PlaySpecialFirst("b_steady"), "NOT_YOUR_CARD"),
        (FRENCH, PlaySpecialFirst("f_soye_brigade"), "NOT_A_SPECIAL"),
        (FRENCH, PlaySpecialFirst("f_lancers"), "WRONG_PHASE"),
        (FRENCH, PlaySpecialFirst("f_vive_l_empereur", place="ghent"), "UNKNOWN_PLACE"),
        (FRENCH, PlaySpecialFirst("f_vive_l_empereur", target="b_bylandt"), "NOT_YOUR_CARD"),
        (FRENCH, ShowGenerals(), "NOT_YOUR_DECISION"),
        (ALLIED, ShowGenerals(cards=("p_24th_rgt",)), "NOT_PRUSSIAN_GENERAL"),
        (ALLIED, KeepLayout(), "NOT_YOUR_DECISION"),
        (ALLIED, PlayNoSpecial(battles=("austerlitz",)), "UNKNOWN_BATTLE"),
        (ALLIED, PlayNoSpecial(battles=("ligny",)), "UNKNOWN_BATTLE"),
        (ALLIED, SendOn(), "NO_CAMPAIGN"),
        (FRENCH, WithdrawWhenLost(3), "NO_CAMPAIGN"),
        (FRENCH, CheckInOrder(cards=("f_soye_brigade",)), None),
        (ALLIED, ShowGenerals(cards=("p_bulow",)), None),
    ],
)
def test_what_could_never_apply_is_refused(
    seat: str, word: StandingOrder, code: str | None
) -> None:
    assert refused(shot_at(), seat, word) == code


def test_the_campaign_knows_its_battles_and_empty_lists() -> None:
    given = fresh("campaign")
    assert refused(given, FRENCH, SendOn(battles=("waterloo",))) is None
    assert refused(given, FRENCH, SendOn("these")) == "BAD_PAYLOAD"
    assert refused(fighting("ligny", LINE), ALLIED, ShowGenerals()) == "WRONG_BATTLE"


LINE = {"french_left": "f_billard_brigade", "allied_left": "p_24th_rgt"}


def test_choices_are_own_cards_and_what_lies_open() -> None:
    assert RULES.standing is not None
    given = shot_at()
    mine = RULES.standing.choices(given.state, FRENCH)
    assert {"f_bellair_brigade", "f_jamin_m_brigade"} == set(mine["cards"])
    assert "f_vive_l_empereur" in mine["card"] and "f_lancers" not in mine["card"]
    theirs = RULES.standing.choices(given.state, ALLIED)
    assert theirs["cards"] == {}
    assert set(mine["battles"]) == {"waterloo"}


# -- quick answers ---------------------------------------------------------------------------------


def test_quick_answers_play_nothing_check_in_order_and_end_what_is_over() -> None:
    assert said(in_window("p_night_falls"), QuickAnswers()) == PlayNothing()
    assert said(shot_at(), QuickAnswers()) == CheckTheRest()
    given = shot_at()
    assert said(given, QuickAnswers(), CheckInOrder("best_first")) == CheckMorale(
        "f_jamin_m_brigade"
    ), "what is said by itself comes first"


def test_quick_answers_neither_play_a_special_nor_keep_from_one() -> None:
    given = in_window("p_night_falls")
    both = (QuickAnswers(), PlaySpecialFirst("p_night_falls"))
    assert said(given, *both) == PlaySpecial("p_night_falls")
    assert said(given, QuickAnswers(), AskMe("window")) is None


# -- the profiles ----------------------------------------------------------------------------------


def test_morale_is_checked_where_no_special_could_be_played() -> None:
    with_special = shot_at()
    without = fighting(
        "waterloo",
        {"french_left": "f_bellair_brigade:hits3", "french_centre": "f_jamin_m_brigade:hits1"},
        phase="morale",
    )
    assert said(with_special, Morale()) is None
    assert said(with_special, Usual()) is None
    assert said(without, Morale()) == CheckTheRest()
    assert said(without, Usual()) == CheckTheRest()
    assert said(without, Morale("best_first")) == CheckMorale("f_jamin_m_brigade")
    assert said(without, Morale("worst_first")) == CheckMorale("f_bellair_brigade")
    assert said(without, Usual(), AskMe("morale")) is None
    assert said(without, AskEverything()) is None


def test_profiles_do_not_speak_of_windows() -> None:
    given = in_window("p_night_falls")
    assert said(given, Usual()) is None
    assert said(given, OnlyWhatMatters()) is None


def test_no_profile_plays_a_special_or_leaves_a_battle() -> None:
    assert said(shot_at(), OnlyWhatMatters()) is None
    big = {it.verb: it.said_by for it in RULES.standing.big}
    assert big[WithdrawFromBattle] == (WithdrawWhenLost,)
    assert big[PlaySpecial] == (PlaySpecialFirst,)
