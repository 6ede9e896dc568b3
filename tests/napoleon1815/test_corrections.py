"""Corrections by a referee set what they name and nothing else [RULING.98, RULING.99]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, Union

import msgspec
import pytest

from napoleon.chance import SeededChance
from napoleon.rules.corrections import LONGEST_REASON, Correction
from napoleon.rules.events import REFEREE, SPECTATOR, Event
from napoleon.rules.narration import describe
from napoleon.rules.orders import Refusal
from napoleon.rules.redaction import redacted
from napoleon.rules.terms import Result
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815 import RULES as CAMPAIGN
from napoleon.rulesets.napoleon1815.corrections import CORRECTED
from napoleon.rulesets.napoleon1815.corrections.blocks import SetFatigue, SetReadiness, SetStrength
from napoleon.rulesets.napoleon1815.corrections.board import (
    RemoveRetreatMarker,
    SetBridge,
    SetControl,
    SetFortifiedPosition,
    SetRetreatMarker,
    SetTrack,
    TrackCorrected,
)
from napoleon.rulesets.napoleon1815.corrections.cards import PlaceCard
from napoleon.rulesets.napoleon1815.corrections.placing import (
    PlaceBlocks,
    RestoreCorps,
    WithdrawBlock,
)
from napoleon.rulesets.napoleon1815.events import corrections as events
from napoleon.rulesets.napoleon1815.orders import PlayRecoveryCard
from napoleon.rulesets.napoleon1815.state import State
from tests.acting import WHY
from tests.napoleon1815.correcting import attempts, corrected
from tests.napoleon1815.foggy import FOG, blocks_seen, in_fog
from tests.napoleon1815.kit import (
    ALLIED,
    FIGHT,
    FRENCH,
    MOVE,
    RULES,
    Played,
    activate,
    asked,
    at,
    march,
    play,
    position,
    road_id,
)
from tests.napoleon1815.playing_cards import number
from tests.napoleon1815.random_play import GAME, KINDS, Bold, is_fog
from tests.napoleon1815.scripted import ScriptedChance, value
from tests.napoleon1815.stories import laid
from tests.repetitions import some_of
from tests.rulesets.properties import (
    decisions_keep_their_ids_until_they_are_answered,
    every_property,
)
from tests.watching import Careless, Watched, digest, stored

R: dict[str, Any] = {"reason": "It was counted twice."}
ANGLO_DUTCH, PRUSSIAN = "anglo_dutch", "prussian"


def sentence(played: Played, reader: str = REFEREE) -> str:
    """What the first event says."""
    return describe(played.events[0], Viewer(reader), RULES.names)


# -- what each kind sets ---------------------------------------------------------------------------


def test_a_stack_is_put_where_it_belongs() -> None:
    blocks = {"napoleon": at("p3"), "ney": at("p3", fatigue=2, ready=False), "derlon": at("p4")}
    given = laid(blocks)
    after = corrected(given, PlaceBlocks(("napoleon", "ney", "derlon"), "p5", **R))
    assert {after.block(block).area for block in blocks} == {"p5"}
    assert (after.block("ney").fatigue, after.block("ney").ready) == (2, False)
    assert [(it.origin, it.blocks) for it in after.events_of(events.BlocksCorrected)] == [
        ("p3", ("napoleon", "ney")),
        ("p4", ("derlon",)),
    ]
    assert sentence(after) == "Correction: Napoleon, Ney stand in P5, no longer in P3."


def test_an_area_becomes_contested_and_ceases_to_be_so_and_no_flag_changes() -> None:
    given = laid({"ney": at("p3"), "picton": at("t1")}, control={"t1": ANGLO_DUTCH})
    there = corrected(given, PlaceBlocks(("ney",), "t1", **R))
    assert there.state.contested == ["t1"]
    assert not there.state.markers
    marked = corrected(there, SetRetreatMarker("t1", FRENCH, road_id("p3", "t1"), **R))
    left = PlaceBlocks(("picton",), "p6", **R)
    assert corrected(marked, left).refused == ("ENEMY_FLAG", "CONTROL.1")
    gone = corrected(marked, SetControl("t1", FRENCH, **R), left)
    assert (gone.state.contested, gone.state.markers) == ([], {})
    assert gone.state.control["t1"] == FRENCH
    assert (gone.state.track, gone.state.tally) == (given.track, [])


def test_a_block_to_come_arrives_with_what_the_scenario_gives_it() -> None:
    given = laid({}, reinforcements={"bulow": (5, "namur")})
    after = corrected(given, PlaceBlocks(("bulow",), "namur", **R))
    bulow, printed = after.block("bulow"), RULES.pack.pieces["bulow"]
    assert (bulow.infantry, bulow.cavalry) == (printed.infantry, printed.cavalry)
    assert (bulow.area, bulow.ready, after.state.reinforcements) == ("namur", True, {})


def test_an_eliminated_corps_and_its_commander_come_back() -> None:
    given = laid({"wellington": at("p5"), "hill": at("p5", 1, 0), "picton": at("p6")})
    off = corrected(given, WithdrawBlock("wellington", **R), WithdrawBlock("hill", **R))
    assert off.block("hill").removed and off.block("hill").strength == 0
    assert not off.state.tally
    back = corrected(off, RestoreCorps("hill", "p4", 3, 0, fatigue=1, ready=False, **R))
    assert not back.block("hill").removed
    assert sentence(back, ALLIED).startswith("Correction: Hill stands in P4 (3 infantry, 0 cavalr")
    assert sentence(back, FRENCH) == "Correction: Hill stands in P4; it was off the map (removed)."
    again = corrected(back, PlaceBlocks(("wellington",), "p4", **R))
    assert again.block("wellington").area == "p4"


def test_a_restored_corps_has_what_the_correction_says_and_nothing_else() -> None:
    given = laid({"hill": at("p5"), "uxbridge": at("p5"), "picton": at("p6")})
    off = corrected(given, WithdrawBlock("hill", **R), WithdrawBlock("uxbridge", **R))
    for corps, said, points in (
        ("hill", {"infantry": 2}, (2, 0, 0)),
        ("uxbridge", {"cavalry": 2}, (0, 2, 0)),
    ):
        back = corrected(off, RestoreCorps(corps, "p4", **said, **R)).block(corps)
        assert (back.infantry, back.cavalry, back.fatigue, back.ready) == (*points, True)


def test_fatigue_strength_and_readiness_are_told_to_their_owner_with_old_and_new_value() -> None:
    given = laid({"ney": at("p3", 0, 3, fatigue=3)})
    tired = corrected(given, SetFatigue("ney", 1, **R))
    assert tired.block("ney").fatigue == 1
    assert sentence(tired, FRENCH) == "Correction: Ney: fatigue 3 became 1."
    assert sentence(tired, ALLIED) == "Correction: the fatigue of a corps of French."
    weak = corrected(given, SetStrength("ney", 0, 2, **R))
    assert (weak.block("ney").infantry, weak.block("ney").cavalry) == (0, 2)
    assert sentence(weak, FRENCH) == (
        "Correction: Ney: infantry 0, cavalry 3 became infantry 0, cavalry 2."
    )
    assert weak.state.track == given.track
    spent = corrected(given, SetReadiness("ney", False, **R))
    assert not spent.block("ney").ready
    assert sentence(spent, ALLIED) == "Correction: Ney was ready and is spent."


def test_the_track_is_moved_and_its_history_says_so() -> None:
    after = corrected(laid({}, track=10), SetTrack(12, **R))
    moved: Any = after.the(TrackCorrected)
    assert (moved.before, moved.after, moved.delta) == (10, 12, 2)
    assert after.lines(TrackCorrected) == [(2, "RULING.98")]
    views = msgspec.to_builtins(RULES.view(after.state, Viewer(SPECTATOR)))
    history = views["victory-track"]["history"]
    assert (history[-1]["from"], history[-1]["to"]) == (10, 12)
    assert sentence(after) == "Correction: the victory track was set from 10 to 12."


def test_flags_change_without_points() -> None:
    given = laid({})
    taken = corrected(given, SetControl("namur", FRENCH, **R))
    assert (taken.state.control["namur"], taken.state.track) == (FRENCH, given.track)
    assert sentence(taken) == "Correction: control of Namur: Prussians became French."
    none = SetControl("namur", "none", **R)
    assert corrected(taken, none).refused == ("NO_FLAG_THERE", "CONTROL.2"), "flags only change"


# -- nothing that no order can bring about ---------------------------------------------------------


@pytest.mark.parametrize(
    ("corps", "infantry", "cavalry", "can_be"),
    [
        ("ney", 5, 0, False),  # no card strengthens the French before Lamarque has come
        ("ney", 0, 4, False),  # cavalry never rises
        ("ney", 0, 2, True),
        ("drouot", 6, 1, False),
        ("picton", 5, 0, True),  # by a blue card of each turn
        ("picton", 7, 0, True),
        ("picton", 8, 0, False),
        ("picton", 4, 1, False),
    ],
)
def test_a_corps_is_never_stronger_than_cards_can_have_made_it(
    corps: str, infantry: int, cavalry: int, can_be: bool
) -> None:
    given = laid({"ney": at("p3"), "drouot": at("p3", 4, 1), "picton": at("p6")}, turn=3)
    assert given.turn - RULES.pack.scenario(given.scenario).first_turn == 2
    told = corrected(given, SetStrength(corps, infantry, cavalry, **R))
    assert told.refused == (None if can_be else ("OUT_OF_RANGE", "RULING.98"))
    off = corrected(given, WithdrawBlock(corps, **R))
    back = corrected(off, RestoreCorps(corps, "p4", infantry, cavalry, **R))
    assert back.refused == told.refused


def test_with_lamarque_the_french_may_have_been_strengthened() -> None:
    given = laid({"ney": at("p3"), "drouot": at("p3", 4, 1), "lamarque": at("p4")}, turn=3)
    assert corrected(given, SetStrength("ney", 2, 3, **R)).refused is None
    assert corrected(given, SetStrength("ney", 3, 3, **R)).refused is not None
    assert corrected(given, SetStrength("drouot", 6, 1, **R)).refused is not None


def test_nobody_stands_alone_under_an_enemy_flag() -> None:
    """Hill in a fortified farm, which nobody leaves to the enemy by standing in it."""
    refused = ("ENEMY_FLAG", "CONTROL.1")
    given = laid({"hill": at("r1"), "ney": at("p3"), "picton": at("t1"), "gerard": at("t1")})
    assert corrected(given, SetControl("r1", FRENCH, **R)).refused == refused
    assert corrected(given, SetControl("r1", PRUSSIAN, **R)).refused is None
    assert corrected(given, PlaceBlocks(("ney",), "ath", **R)).refused is None
    assert corrected(given, PlaceBlocks(("hill",), "ath", **R)).refused == refused
    assert corrected(given, PlaceBlocks(("picton",), "p5", **R)).refused == refused
    assert corrected(given, WithdrawBlock("picton", **R)).refused == refused
    restored = RestoreCorps("picton", "ath", 2, **R)
    away = corrected(given, SetControl("t1", FRENCH, **R), WithdrawBlock("picton", **R))
    assert corrected(away, restored).refused == refused
    citadel = PlaceBlocks(("ney",), "c1", **R)
    assert corrected(given, citadel).refused is None, "its flag may have been kept [CONTROL.4]"


def test_bridges_are_broken_and_mended() -> None:
    road = road_id("p3", "p4")
    broken = corrected(laid({}), SetBridge(road, True, **R))
    assert broken.state.broken_bridges == [road]
    mended = corrected(broken, SetBridge(road, False, **R))
    assert mended.state.broken_bridges == []
    assert sentence(mended) == "Correction: the bridge on the road P3-P4 was broken and is whole."


def test_fortified_positions_are_placed_and_taken_off() -> None:
    there = corrected(laid({}), SetFortifiedPosition("r1", True, **R))
    assert there.state.fortified == ["r1"]
    assert corrected(there, SetFortifiedPosition("r1", False, **R)).state.fortified == []


def test_retreat_markers_are_turned_and_taken_away() -> None:
    given = laid({"ney": at("p3"), "picton": at("p3")}, markers={"p3": (FRENCH, "p2")})
    turned = corrected(given, SetRetreatMarker("p3", ALLIED, road_id("p3", "p4"), **R))
    assert (turned.state.markers["p3"].side, turned.state.markers["p3"].road) == (ALLIED, "p3-p4")
    assert sentence(turned) == (
        "Correction: the retreat direction in P3: side French, road P2-P3 became side Allies, "
        "road P3-P4."
    )
    assert corrected(turned, RemoveRetreatMarker("p3", **R)).state.markers == {}


@pytest.mark.parametrize(
    ("source", "target", "readers"),
    [
        ("deck", ALLIED, {ALLIED, REFEREE}),
        (ALLIED, "deck", {ALLIED, REFEREE}),
        ("discards", ALLIED, {ALLIED, REFEREE}),
        ("discards", "deck", {REFEREE}),
        (ALLIED, "discards", {ALLIED, FRENCH, SPECTATOR, REFEREE}),
        ("deck", "discards", {ALLIED, FRENCH, SPECTATOR, REFEREE}),
    ],
)
def test_a_card_is_put_elsewhere_and_told_to_its_holder(
    source: str, target: str, readers: set[str]
) -> None:
    card = number("supply", ALLIED)
    held = {ALLIED: [number("squares", ALLIED), *([card] if source == ALLIED else [])]}
    lying = {ALLIED: [card]} if source == "discards" else None
    given = laid({}, hands=held, discards=lying)
    after = corrected(given, PlaceCard(card, target, **R))
    places = {"deck": after.state.decks, "discards": after.state.discards}
    places[ALLIED] = after.state.hands
    assert {name for name, of in places.items() if card in of[ALLIED]} == {target}
    assert after.state.decks[ALLIED] == sorted(after.state.decks[ALLIED])
    (event,) = after.events
    seats = (FRENCH, ALLIED, SPECTATOR, REFEREE)
    assert {it for it in seats if redacted(event, Viewer(it))["data"]["card"] == card} == readers
    assert {it for it in seats if f"card {card} " in describe(event, Viewer(it))} == readers


def test_a_card_changes_hands_between_allies() -> None:
    card = number("supply", ALLIED)
    given = laid({}, hands={ANGLO_DUTCH: [card]}, options={"players": 3}, leader=ANGLO_DUTCH)
    after = corrected(given, PlaceCard(card, PRUSSIAN, **R))
    assert after.state.hands == {FRENCH: [], ANGLO_DUTCH: [], PRUSSIAN: [card]}
    (event,) = after.events
    assert [
        redacted(event, Viewer(it))["data"]["card"] for it in (ANGLO_DUTCH, PRUSSIAN, FRENCH)
    ] == [card, card, None]


def test_every_event_says_why_and_by_which_clause() -> None:
    after = corrected(
        laid({"ney": at("p3"), "picton": at("p4")}),
        PlaceBlocks(("ney",), "p4", **R),
        SetTrack(9, **R),
    )
    for event in after.events:
        assert event.clauses[0] == "RULING.98"
        if isinstance(event, CORRECTED):
            assert event.reason == WHY  # type: ignore[attr-defined]
    assert R["reason"] not in str(after.events)


# -- what is refused -------------------------------------------------------------------------------

BATTLE = {"ney": at("p3", 0, 3), "picton": at("p3", 4, 0), "derlon": at("p1"), "hill": at("p6")}


def table(**given: Any) -> State:
    return laid(BATTLE, **given)


def fighting() -> State:
    """Ney fights in P3, and the French have a card to play."""
    given = table(hands={FRENCH: [number("cavalry_charge", FRENCH)]})
    return play(given, FRENCH, activate("p3", "ney"), FIGHT).state


def marching() -> State:
    """D'Erlon has come from P1 to P2, and marches on."""
    chance = ScriptedChance([value(4)])
    return play(
        table(), FRENCH, activate("p1", "derlon"), MOVE, *march("p1", "p2"), chance=chance
    ).state


def over() -> State:
    return msgspec.structs.replace(table(), result=Result(FRENCH, "the end", "VICTORY.8"))


FULL = {"derlon": at("p1"), "napoleon": at("p1"), "picton": at("p4"), "blucher": at("p4")}

REFUSED: list[tuple[State, Correction, str]] = [
    (table(), PlaceBlocks((), "p5", **R), "BAD_PAYLOAD"),
    (table(), PlaceBlocks(("ney", "ney"), "p5", **R), "BAD_PAYLOAD"),
    (table(), PlaceBlocks(("murat",), "p5", **R), "UNKNOWN_BLOCK"),
    (table(), PlaceBlocks(("vandamme",), "p5", **R), "UNKNOWN_BLOCK"),
    (table(), PlaceBlocks(("ney",), "atlantis", **R), "UNKNOWN_AREA"),
    (table(), PlaceBlocks(("ney",), "p3", **R), "NOTHING_TO_CORRECT"),
    (laid(FULL), PlaceBlocks(("derlon",), "p2", **R), "RULES_WOULD_GO_ON"),
    (laid(FULL), PlaceBlocks(("napoleon",), "p2", **R), "RULES_WOULD_GO_ON"),
    (table(fortified=["r1"]), PlaceBlocks(("derlon",), "r1", **R), "FORTIFIED_POSITION_LOST"),
    (fighting(), PlaceBlocks(("derlon",), "p5", **R), "NOT_NOW"),
    (marching(), PlaceBlocks(("derlon",), "p5", **R), "OPERATION_RUNNING"),
    (marching(), PlaceBlocks(("hill",), "p2", **R), "OPERATION_RUNNING"),
    (laid({**BATTLE, "orange": at(None)}), PlaceBlocks(("orange",), "p5", **R),
     "CORPS_ELIMINATED"),
    (table(), RestoreCorps("ney", "p5", 1, 1, **R), "NOT_ELIMINATED"),
    (table(), RestoreCorps("napoleon", "p5", 1, 1, **R), "NOT_A_CORPS"),
    (table(), RestoreCorps("ney", "p5", 0, 0, **R), "OUT_OF_RANGE"),
    (table(), RestoreCorps("ney", "p5", 9, -1, **R), "OUT_OF_RANGE"),
    (table(), RestoreCorps("ney", "p5", 1, 1, fatigue=9, **R), "OUT_OF_RANGE"),
    (table(), WithdrawBlock("murat", **R), "UNKNOWN_BLOCK"),
    (table(reinforcements={"bulow": (5, "namur")}), WithdrawBlock("bulow", **R), "NOT_ON_MAP"),
    (laid(FULL), WithdrawBlock("napoleon", **R), "ENDS_THE_GAME"),
    (laid(FULL), WithdrawBlock("derlon", **R), "RULES_WOULD_GO_ON"),
    (fighting(), WithdrawBlock("derlon", **R), "NOT_NOW"),
    (marching(), WithdrawBlock("derlon", **R), "OPERATION_RUNNING"),
    (table(), SetFatigue("ney", 9, **R), "OUT_OF_RANGE"),
    (table(), SetFatigue("ney", -1, **R), "OUT_OF_RANGE"),
    (table(), SetFatigue("ney", 0, **R), "NOTHING_TO_CORRECT"),
    (laid(FULL), SetFatigue("napoleon", 1, **R), "NOT_A_CORPS"),
    (table(), SetFatigue("murat", 1, **R), "NOT_A_CORPS"),
    (fighting(), SetFatigue("picton", 1, **R), "NOT_NOW"),
    (table(), SetStrength("ney", 0, 0, **R), "OUT_OF_RANGE"),
    (table(), SetStrength("ney", 5, 4, **R), "OUT_OF_RANGE"),
    (table(), SetStrength("ney", -1, 4, **R), "OUT_OF_RANGE"),
    (table(), SetStrength("ney", 0, 3, **R), "NOTHING_TO_CORRECT"),
    (fighting(), SetStrength("ney", 1, 1, **R), "NOT_NOW"),
    (table(), SetReadiness("ney", True, **R), "NOTHING_TO_CORRECT"),
    (marching(), SetReadiness("derlon", False, **R), "OPERATION_RUNNING"),
    (position({"ney": at("p3"), "hill": at("p6")}), SetReadiness("ney", False, **R),
     "RULES_WOULD_GO_ON"),
    (table(), SetTrack(0, **R), "OUT_OF_RANGE"),
    (table(), SetTrack(20, **R), "OUT_OF_RANGE"),
    (table(), SetTrack(10, **R), "NOTHING_TO_CORRECT"),
    (table(), SetControl("atlantis", FRENCH, **R), "UNKNOWN_AREA"),
    (table(), SetControl("p3", FRENCH, **R), "NO_FLAG_THERE"),
    (table(), SetControl("namur", PRUSSIAN, **R), "NOTHING_TO_CORRECT"),
    (table(), SetBridge(road_id("p1", "p2"), True, **R), "NO_BRIDGE"),
    (table(), SetBridge("p1-p6", True, **R), "NO_BRIDGE"),
    (table(), SetBridge(road_id("p3", "p4"), False, **R), "NOTHING_TO_CORRECT"),
    (table(), SetFortifiedPosition("atlantis", True, **R), "UNKNOWN_AREA"),
    (table(), SetFortifiedPosition("p4", True, **R), "NOT_A_FARM"),
    (table(), SetFortifiedPosition("r1", False, **R), "NOTHING_TO_CORRECT"),
    (laid({"ney": at("r1")}), SetFortifiedPosition("r1", True, **R), "FORTIFIED_POSITION_LOST"),
    (table(), SetRetreatMarker("p1", FRENCH, road_id("p1", "p2"), **R), "NOT_CONTESTED"),
    (table(), SetRetreatMarker("p3", FRENCH, road_id("p1", "p2"), **R), "NOT_ADJACENT"),
    (table(markers={"p3": (FRENCH, "p2")}),
     SetRetreatMarker("p3", FRENCH, road_id("p2", "p3"), **R), "NOTHING_TO_CORRECT"),
    (table(), RemoveRetreatMarker("p3", **R), "NOTHING_TO_CORRECT"),
    (table(), PlaceCard(99, "deck", **R), "UNKNOWN_CARD"),
    (table(), PlaceCard(number("supply", ALLIED), "table", **R), "BAD_PAYLOAD"),
    (table(), PlaceCard(number("supply", ALLIED), "deck", **R), "NOTHING_TO_CORRECT"),
    (table(), PlaceCard(number("supply", ALLIED), FRENCH, **R), "WRONG_DECK"),
    (table(), PlaceCard(number("rain", ALLIED), ALLIED, **R), "RED_NOT_ALLOWED"),
    (table(decks={ALLIED: [number("supply", ALLIED)]}),
     PlaceCard(number("supply", ALLIED), ALLIED, **R), "LAST_CARD"),
    (table(lasting={"rain": number("rain", ALLIED)}),
     PlaceCard(number("rain", ALLIED), "deck", **R), "CARD_IN_PLAY"),
    (over(), SetTrack(9, **R), "GAME_OVER"),
]  # fmt: skip


def test_no_position_is_fortified_that_was_not_when_the_game_began() -> None:
    state: Any = None
    for event in CAMPAIGN.setup("waterloo_wavre", {}, SeededChance("18" * 32, "wavre", drawn=0)):
        state = CAMPAIGN.apply(state, event)
    outcome = CAMPAIGN.corrections.carry_out(state, SetFortifiedPosition("ligny", True, **R), "")
    assert isinstance(outcome, Refusal)
    assert (outcome.code, outcome.clause) == ("NO_POSITION_THERE", "TERM.12")


@pytest.mark.parametrize(
    ("given", "correction", "code"),
    REFUSED,
    ids=[f"{code}-{type(it).__name__}-{n}" for n, (_, it, code) in enumerate(REFUSED)],
)
def test_what_cannot_be_is_refused(given: State, correction: Correction, code: str) -> None:
    refusal = corrected(given, correction).refusal
    assert refusal is not None
    assert refusal.code == code
    assert RULES.clause(refusal.clause) is not None
    assert refusal.detail.endswith((".", "first."))
    assert msgspec.json.encode(refusal.facts)


def test_a_correction_that_would_answer_a_window_is_refused() -> None:
    card = number("cavalry_charge", FRENCH)
    given = fighting()
    assert asked(given) == [(FRENCH, "window")]
    assert corrected(given, PlaceCard(card, "deck", **R)).refused is not None
    assert corrected(given, SetTrack(9, **R)).refused is None


def test_an_answer_that_is_sealed_is_left_alone() -> None:
    card, other = number("gallantry", FRENCH), number("grouchy", FRENCH)
    given = laid(
        {"ney": at("p3", fatigue=4, ready=False), "picton": at("p6", fatigue=4, ready=False)},
        phase="recovery",
        hands={FRENCH: [card, other], ALLIED: [number("supply", ALLIED)]},
    )
    sealed = play(given, FRENCH, PlayRecoveryCard(card, "ney"))
    for correction in (
        PlaceCard(card, "deck", **R),
        SetFatigue("ney", 1, **R),
        SetStrength("ney", 1, 1, **R),
        WithdrawBlock("ney", **R),
    ):
        assert corrected(sealed, correction).refused == ("ANSWER_SEALED", "RULING.98")
    assert corrected(sealed, PlaceCard(other, "deck", **R)).refused is None
    assert corrected(sealed, SetFatigue("picton", 1, **R)).refused is None


def test_nothing_is_corrected_before_the_game_starts() -> None:
    state = Watched[State](CAMPAIGN, GAME, next(filter(is_fog, KINDS)), 1815).state
    assert state.phase == "setup"
    outcome = CAMPAIGN.corrections.carry_out(state, SetTrack(9, **R), WHY)
    assert isinstance(outcome, Refusal) and outcome.code == "WRONG_PHASE"


@pytest.mark.parametrize("reason", ["", "x" * (LONGEST_REASON + 1)])
def test_a_correction_needs_a_reason_that_can_be_read(reason: str) -> None:
    kinds: Any = Union[RULES.corrections.kinds]  # noqa: UP007 - known at run time only
    data = {"correct": "set_track", "value": 9}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**data, "reason": reason}, kinds)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(data, kinds)
    assert msgspec.convert({**data, "reason": "Nine."}, kinds) == SetTrack(9, reason="Nine.")


# -- fog of war ------------------------------------------------------------------------------------


def test_in_fog_a_stack_goes_as_tokens_and_keeps_them() -> None:
    given = in_fog({"derlon": at("p3"), "reille": at("p3"), "hill": at("p6")})
    after = corrected(given, PlaceBlocks(("derlon", "reille"), "p5", **R))
    assert blocks_seen(after, ALLIED, "p5") == ["french-1", "french-2"]
    assert sentence(after, ALLIED) == (
        "Correction: French block 1, French block 2 stand in P5, no longer in P3."
    )
    assert redacted(after.events[0], Viewer(ALLIED))["data"]["blocks"] is None
    assert redacted(after.events[0], Viewer(FRENCH))["data"]["blocks"] == ("derlon", "reille")
    assert after.state.draws == given.draws


def test_in_fog_blocks_do_not_part() -> None:
    given = in_fog({"derlon": at("p3"), "reille": at("p3"), "hill": at("p6")})
    after = corrected(given, PlaceBlocks(("derlon",), "p5", **R))
    assert after.refused == ("BLOCKS_WOULD_PART", "RULING.99")
    assert after.refusal is not None and after.refusal.facts["left"] == ["french-2"]


def test_in_fog_a_block_comes_back_under_a_token_of_its_own() -> None:
    given = in_fog({"derlon": at("p3"), "reille": at("p4"), "hill": at("p6")})
    off = corrected(given, WithdrawBlock("derlon", **R))
    assert "French block 1 (D'Erlon) was taken off the map in P3" in sentence(off, ALLIED)
    back = corrected(off, RestoreCorps("derlon", "p4", 2, 1, **R))
    assert back.block("derlon").token == f"french-{given.tokens + 1}"
    assert "Erlon" not in sentence(back, ALLIED)
    assert back.state.tokens == given.tokens + 1


def test_with_three_players_in_fog_each_reads_of_his_own_blocks() -> None:
    given = in_fog(
        {"picton": at("p5"), "ziethen": at("p5"), "ney": at("p2")},
        options={**FOG, "players": 3},
        leader=ANGLO_DUTCH,
    )
    after = corrected(given, PlaceBlocks(("picton", "ziethen"), "p6", **R))
    assert [(it.player, it.blocks) for it in after.events_of(events.BlocksCorrected)] == [
        (ANGLO_DUTCH, ("picton",)),
        (PRUSSIAN, ("ziethen",)),
    ]
    first = after.events[0]
    assert [redacted(first, Viewer(it))["data"]["blocks"] for it in (ANGLO_DUTCH, PRUSSIAN)] == [
        ("picton",),
        None,
    ]


# -- in any position -------------------------------------------------------------------------------

GAMES = 16
"""Under ``make soak``."""

ENOUGH = (1, 2, 3, 5, 7, 8, 9, 12)
"""Of these, under ``make test``: of every scenario, with every option."""

OFTEN = 0.06
"""How often a referee interferes before an order."""


class Corrected(Watched[State]):
    """A game in which a referee corrects the table now and then."""

    def __init__(self, number: int) -> None:
        super().__init__(CAMPAIGN, GAME, KINDS[number % len(KINDS)], number)
        self.carried_out: Counter[type[Correction]] = Counter()
        self.codes: set[str] = set()

    def correct(self, correction: Correction) -> None:
        """Carry a correction out if it is not refused."""
        before, open_before = digest(self.state), list(self.decisions)
        outcome = CAMPAIGN.corrections.carry_out(self.state, correction, WHY)
        assert digest(self.state) == before
        if isinstance(outcome, Refusal):
            assert CAMPAIGN.clause(outcome.clause) is not None
            self.codes.add(outcome.code)
            return
        self.carried_out[type(correction)] += 1
        draws, state = self.state.draws, CAMPAIGN.copied(self.state)
        self._took_place(state, outcome)
        assert self.state.draws == draws
        assert {it.id for it in open_before} <= {it.id for it in self.decisions}

    def _took_place(self, state: State, caused: list[Event]) -> None:
        for event in caused:
            self.events.append(event)
            self.log.append(stored(event))
            state = CAMPAIGN.apply(state, event)
            self.live.append(digest(state))
        self.positions[self.version] = state
        self.asked[self.version] = CAMPAIGN.decisions(state)


@cache
def game(number: int) -> Corrected:
    """A finished game that was corrected on its way."""
    play, random = Corrected(number), Random(number)
    player = (Careless, Bold)[number % 2](number)
    while not play.over:
        if random.random() < OFTEN:
            for correction in attempts(CAMPAIGN, play.state, random):
                play.correct(correction)
        decision = random.choice(play.decisions)
        legal_orders = list(CAMPAIGN.legal_orders(play.state, decision))
        play.give(decision, player(play.state, decision, legal_orders))
    return play


@pytest.mark.sampled(4)
@pytest.mark.parametrize("number", some_of(ENOUGH, range(GAMES)))
def test_a_corrected_game_goes_on_by_the_rules_to_its_end(number: int) -> None:
    play = game(number)
    for holds in every_property(CAMPAIGN.name):
        if holds is not decisions_keep_their_ids_until_they_are_answered:
            holds(play)


@pytest.mark.parametrize(
    "numbers", [ENOUGH, pytest.param(range(GAMES), marks=pytest.mark.soak)], ids=len
)
def test_every_kind_is_carried_out_and_refused_in_them(numbers: Sequence[int]) -> None:
    carried_out = sum((game(number).carried_out for number in numbers), Counter())
    assert set(carried_out) == set(CAMPAIGN.corrections.kinds)
    codes = set().union(*(game(number).codes for number in numbers))
    assert codes >= {"RULES_WOULD_GO_ON", "NOT_NOW", "OPERATION_RUNNING", "BLOCKS_WOULD_PART"}
