"""Corrections by a referee set what they name and nothing else [G-84]."""

from __future__ import annotations

from typing import Any

import pytest

from napoleon.rules.corrections import Correction
from napoleon.rules.narration import describe
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.eagles_waterloo.corrections.kinds import (
    DrawCard,
    EliminateCard,
    PlaceCard,
    RestoreCard,
    ReturnCard,
    SetActed,
    SetArrived,
    SetBlown,
    SetFace,
    SetFormation,
    SetHits,
    SetHolder,
    SetQuiet,
)
from napoleon.rulesets.eagles_waterloo.orders import Move
from tests import acting
from tests.eagles_waterloo.fields import (
    ALLIED,
    FRENCH,
    RULES,
    Played,
    deploying,
    everything_known,
    fighting,
    play,
    told,
)

R: dict[str, Any] = {"reason": "It was read wrongly."}
SOYE, PIRE, BYLANDT, KEMPT = "f_soye_brigade", "f_pire_2nd_cav", "b_bylandt", "b_kempt_8th_br"


def corrected(given: Played, *corrections: Correction) -> Played:
    """The table after corrections; only the last one may be refused, and none draws."""
    done = acting.corrected(RULES, Played, given, corrections)
    assert done.state.draws == given.state.draws
    assert set(given.asked) <= set(done.asked), "a question was answered by it"
    return done


def refused(given: Played, *corrections: Correction) -> tuple[str, str] | None:
    """Code and clause of the refusal of the last correction."""
    return corrected(given, *corrections).refused


def sentence(played: Played, reader: str) -> str:
    """What the last event says."""
    return describe(played.events[-1], Viewer(reader), RULES.names)


def at_quatre_bras(**more: Any) -> Played:
    """French with cards down and in Reserve, British in an engaged position."""
    return fighting(
        "quatre_bras",
        {
            "french_left": SOYE,
            "french_reserve": "f_ney f_kellermann",
            "allied_left": f"{BYLANDT} {PIRE}",
            "allied_reserve": KEMPT,
        },
        decks={"french": "f_lancers", "british": "b_pack_9th_br"},
        **more,
    )


# -- where cards are -------------------------------------------------------------------------------


def test_a_card_that_leaves_the_reserve_gets_a_token_of_its_own() -> None:
    given = fighting(
        "quatre_bras", {"french_left": SOYE, "french_reserve": PIRE, "allied_left": BYLANDT}
    )
    placed = corrected(given, PlaceCard(PIRE, "french_centre", **R))
    it = placed.card(PIRE)
    assert (it.place, it.revealed) == ("french_centre", False)
    assert it.token == f"french-{given.state.tokens + 1}"
    assert placed.state.tokens == given.state.tokens + 1
    assert PIRE not in str(told(placed, ALLIED)) and PIRE not in everything_known(placed, ALLIED)
    assert it.token in sentence(placed, ALLIED) or "French card" in sentence(placed, ALLIED)
    assert "Piré" in sentence(placed, FRENCH)


def test_in_reserve_nobody_tells_it_from_others() -> None:
    given = fighting(
        "quatre_bras", {"french_left": f"{SOYE}:column", "french_reserve": PIRE}
    )  # fmt: skip
    back = corrected(given, PlaceCard(SOYE, "french_reserve", **R))
    it = back.card(SOYE)
    assert (it.place, it.token, it.revealed, it.formation) == ("french_reserve", "", False, "")
    assert SOYE not in everything_known(back, ALLIED)


def test_a_general_comes_out_face_up_and_alone() -> None:
    given = at_quatre_bras()
    placed = corrected(given, PlaceCard("f_ney", "french_left", **R))
    assert (placed.card("f_ney").revealed, placed.card("f_ney").token) == (True, "")
    assert placed.state.tokens == given.state.tokens
    again = (PlaceCard("f_ney", "french_left", **R), PlaceCard("f_kellermann", "french_left", **R))
    assert refused(given, *again) == ("TWO_GENERALS", "12.0")


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (PlaceCard(SOYE, "french_left", **R), "NOTHING_TO_CORRECT"),
        (PlaceCard(SOYE, "nowhere", **R), "UNKNOWN_PLACE"),
        (PlaceCard(SOYE, "allied_reserve", **R), "WRONG_RESERVE"),
        (PlaceCard(SOYE, "allied_left", **R), "FACE_DOWN"),
        (PlaceCard("f_lancers", "french_left", **R), "NOT_IN_PLAY"),
        (PlaceCard("nobody", "french_left", **R), "UNKNOWN_CARD"),
        (SetFace(SOYE, False, **R), "NOTHING_TO_CORRECT"),
        (SetFace(PIRE, False, **R), "ENGAGED"),
        (SetFace(KEMPT, True, **R), "IN_RESERVE"),
        (SetFace("f_ney", True, **R), "NOT_A_UNIT"),
        (SetHits(SOYE, 1, **R), "FACE_DOWN"),
        (SetHits(PIRE, 0, **R), "NOTHING_TO_CORRECT"),
        (SetFormation(PIRE, "column", **R), "NOT_INFANTRY"),
        (SetBlown(SOYE, True, **R), "NOT_CAVALRY"),
        (SetActed(BYLANDT, True, **R), "NOT_YOUR_TURN"),
        (RestoreCard(SOYE, **R), "NOT_ELIMINATED"),
        (DrawCard(SOYE, **R), "NOT_IN_DECK"),
        (ReturnCard(SOYE, **R), "NOT_IN_RESERVE"),
        (SetHolder("f_ney", "french", **R), "NOT_IN_PLAY"),
        (SetArrived(True, **R), "WRONG_BATTLE"),
        (SetQuiet(0, **R), "NOTHING_TO_CORRECT"),
    ],
)
def test_what_cannot_be_set(wanted: Correction, code: str) -> None:
    outcome = refused(at_quatre_bras(), wanted)
    assert outcome is not None and outcome[0] == code
    assert RULES.clause(outcome[1])


def test_what_cannot_be_set_where_cards_have_hits_or_lie_as_decoys() -> None:
    gun = "f_ii_corps_foot_a"
    given = fighting(
        "quatre_bras",
        {"french_left": f"{SOYE}:hits1 {gun}", "french_reserve": PIRE, "allied_left": BYLANDT},
    )
    given.card(BYLANDT).revealed = True
    assert refused(given, PlaceCard(SOYE, "french_reserve", **R)) == ("HAS_HITS", "6.0")
    assert refused(given, SetFace(SOYE, False, **R)) == ("FACE_UP", "7.1")
    assert refused(given, PlaceCard(gun, "allied_left", **R)) == ("CANNOT_ENGAGE", "8.1")
    given.battle.decks.clear()
    assert refused(given, ReturnCard(PIRE, **R)) == ("NO_DECK", "10.0")
    bluffing = fighting("quatre_bras", {"french_left": SOYE, "french_centre": "f_ney"}, decoys=True)
    bluffing.card("f_ney").revealed = False
    assert refused(bluffing, PlaceCard("f_ney", "french_left", **R)) == ("IS_DECOY", "14.0")


def test_nothing_that_the_rules_would_act_on_at_once() -> None:
    given = at_quatre_bras()
    wins = PlaceCard(PIRE, "allied_centre", **R)
    assert refused(given, wins) == ("RULES_WOULD_GO_ON", "G-84"), "the position would be won"
    alone = EliminateCard(BYLANDT, **R)
    assert refused(given, alone) == ("RULES_WOULD_GO_ON", "G-84")
    hit = fighting(
        "quatre_bras", {"french_left": f"{SOYE}:hits1"}, phase="morale"
    )  # fmt: skip
    assert refused(hit, SetHits(SOYE, 0, **R)) == ("RULES_WOULD_GO_ON", "G-84")


def test_a_full_position_takes_no_more() -> None:
    four = "f_soye_brigade f_pire_2nd_cav f_bellair_brigade f_jamin_m_brigade"
    given = fighting(
        "waterloo", {"french_left": four, "french_right": "f_billard_brigade"}
    )  # fmt: skip
    wanted = PlaceCard("f_billard_brigade", "french_left", **R)
    assert refused(given, wanted) == ("STACK_FULL", "8.4")


def test_layouts_under_seal_are_not_touched() -> None:
    given = deploying("quatre_bras", french=SOYE, allied=BYLANDT)
    assert refused(given, PlaceCard(SOYE, "french_left", **R)) == ("WRONG_PHASE", "G-84")
    assert refused(given, SetQuiet(3, **R)) == ("WRONG_PHASE", "G-84")


# -- how they are ----------------------------------------------------------------------------------


def test_a_unit_is_shown_and_turned_down_under_a_new_token() -> None:
    given = at_quatre_bras()
    old = given.token(SOYE)
    up = corrected(given, SetFace(SOYE, True, **R))
    assert up.card(SOYE).revealed and SOYE in everything_known(up, ALLIED)
    down = corrected(up, SetFace(SOYE, False, **R))
    assert not down.card(SOYE).revealed
    assert down.token(SOYE) not in ("", old)


def test_hits_formation_and_blown_cavalry() -> None:
    given = at_quatre_bras()
    hit = corrected(given, SetHits(BYLANDT, 2, **R), SetBlown(PIRE, True, **R))
    assert (hit.card(BYLANDT).hits, hit.card(PIRE).blown) == (2, True)
    assert not corrected(hit, SetBlown(PIRE, False, **R)).card(PIRE).blown
    square = corrected(given, SetFormation(SOYE, "square", **R))
    assert square.card(SOYE).formation == "square"
    assert "square" not in sentence(square, ALLIED) and "square" in sentence(square, FRENCH)
    assert corrected(square, SetFormation(SOYE, "line", **R)).card(SOYE).formation == ""


def test_who_has_moved_may_act_anew() -> None:
    given = at_quatre_bras()
    order = Move(SOYE, "french_reserve")
    moved = play(given, FRENCH, order)
    assert moved.card(SOYE).moves == 1
    anew = corrected(moved, SetActed(SOYE, False, **R))
    assert (anew.card(SOYE).moves, anew.card(SOYE).acted) == (0, False)
    assert play(anew, FRENCH, Move(SOYE, "french_left")).refusal is None
    over = corrected(given, SetActed(SOYE, True, **R))
    assert play(over, FRENCH, order).refused == ("ALREADY_ACTED", "7.0")


# -- who is there ----------------------------------------------------------------------------------


def test_a_card_is_eliminated_and_comes_back() -> None:
    given = at_quatre_bras()
    gone = corrected(given, EliminateCard(SOYE, **R))
    assert gone.battle.routed == [SOYE] and SOYE in everything_known(gone, ALLIED)
    back = corrected(gone, RestoreCard(SOYE, **R))
    assert back.battle.routed == [] and back.card(SOYE).place == "french_reserve"


def test_decks_and_reserve_change_places_and_others_see_a_back() -> None:
    given = at_quatre_bras()
    drawn = corrected(given, DrawCard("f_lancers", **R))
    assert drawn.card("f_lancers").place == "french_reserve"
    assert drawn.battle.decks["french"] == []
    assert "f_lancers" not in everything_known(drawn, ALLIED)
    back = corrected(drawn, ReturnCard("f_lancers", **R))
    assert back.battle.decks["french"] == ["f_lancers"]
    assert "f_lancers" not in str(told(back, ALLIED)) and "f_lancers" in str(told(back, FRENCH))


@pytest.mark.parametrize(
    "wanted",
    [
        PlaceCard(SOYE, "french_centre", **R),
        PlaceCard(SOYE, "french_reserve", **R),
        SetFormation(SOYE, "column", **R),
        SetActed(SOYE, True, **R),
        SetActed("f_lancers", True, **R),
        ReturnCard("f_lancers", **R),
    ],
)
def test_what_lies_face_down_is_corrected_without_a_name(wanted: Correction) -> None:
    given = corrected(at_quatre_bras(), DrawCard("f_lancers", **R))
    done = corrected(given, wanted)
    assert done.events and done.refusal is None
    for reader in (ALLIED, "spectator"):
        heard = f"{told(done, reader)} {sentence(done, reader)}"
        assert SOYE not in heard and "f_lancers" not in heard and "Soye" not in heard
        assert "column" not in heard and "Lancers" not in heard
    assert getattr(wanted, "card", "") in str(told(done, FRENCH))


# -- the battle ------------------------------------------------------------------------------------


def test_terrain_is_held_by_the_other_side_unless_somebody_stands_on_it() -> None:
    guards, site = "b_byng_2nd_guards", "b_hougoumont"
    lines = {"allied_right": guards, "french_centre": "f_bellair_brigade"}
    given = fighting("waterloo", lines, sites={site: "allied_right"}, on={guards: site})
    assert refused(given, SetHolder(site, "french", **R)) == ("HELD", "11.5")
    without = fighting(
        "waterloo", {"french_centre": lines["french_centre"]}, sites={site: "allied_right"}
    )
    held = corrected(without, SetHolder(site, "french", **R))
    assert held.battle.sites[site].side == FRENCH
    assert refused(held, SetHolder(site, "french", **R)) == ("NOTHING_TO_CORRECT", "G-84")


def test_quiet_turns_and_the_arrival_of_the_prussians() -> None:
    given = fighting(
        "waterloo", {"french_left": "f_bellair_brigade", "allied_reserve": "p_24th_rgt"}
    )
    done = corrected(given, SetQuiet(7, **R), SetArrived(True, **R))
    assert (done.battle.quiet, done.battle.arrived) == (7, True)
    out = corrected(done, PlaceCard("p_24th_rgt", "allied_left", **R))
    assert refused(out, SetArrived(False, **R)) == ("PRUSSIANS_THERE", "10.0")
    early = PlaceCard("p_24th_rgt", "allied_left", **R)
    assert refused(given, early) == ("PRUSSIAN_NOT_ARRIVED", "10.0")
