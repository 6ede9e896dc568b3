"""Corrections by a referee set what they name and nothing else [E-55]."""

from __future__ import annotations

from collections import Counter
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
from napoleon.rulesets.napoleonic_empire import RULES, orders
from napoleon.rulesets.napoleonic_empire.corrections import CORRECTED
from napoleon.rulesets.napoleonic_empire.corrections.cards import PlaceCard
from napoleon.rulesets.napoleonic_empire.corrections.in_turn import (
    SetBattleDue,
    SetContinentalSystem,
    SetMovementBar,
)
from napoleon.rulesets.napoleonic_empire.corrections.on_map import (
    MovedArmiesCorrected,
    PlaceCommander,
    RemoveCommander,
    SetArmies,
    SetMovedArmies,
)
from napoleon.rulesets.napoleonic_empire.events.battle import BattleStarted
from napoleon.rulesets.napoleonic_empire.events.reinforcement import ReinforcementsReceived
from napoleon.rulesets.napoleonic_empire.events.turn import ControlChanged
from napoleon.rulesets.napoleonic_empire.sides import SIDES
from napoleon.rulesets.napoleonic_empire.state import ARMIES_PER_SIDE, Discarded, State
from tests.acting import WHY
from tests.napoleonic_empire.correcting import attempts, corrected
from tests.napoleonic_empire.kit import (
    ALLIED,
    BATTLES,
    CARDS,
    DRAW,
    END_ATTACK,
    FRENCH,
    MOVES,
    MOVES_OPEN,
    PASS,
    REINFORCEMENT,
    TURN_END,
    Played,
    battle,
    card,
    fresh,
    move,
    play,
    position,
    refusal,
    skip,
)

R: dict[str, Any] = {"reason": "It was counted twice."}


def sentence(played: Played, reader: str = REFEREE) -> str:
    """What the first event says."""
    return describe(played.events[0], Viewer(reader), RULES.names)


def table(at: str = MOVES, **given: Any) -> State:
    """Four French in France and two in Spain, where two Allies are; four more in England."""
    return position(
        {"france": 4, "spain": 2}, {"england": 4, "spain": 2}, at=at, **{"round_": 2, **given}
    )


def peace(at: str = MOVES, **given: Any) -> State:
    """Nobody stands where the enemy does."""
    return position({"france": 4, "italy": 1}, {"england": 4}, at=at, **given)


# -- what each kind sets ---------------------------------------------------------------------------


def test_armies_come_out_of_the_pool_and_go_back_to_it() -> None:
    given = table()
    more = corrected(given, SetArmies(FRENCH, "france", 9, **R))
    assert more.armies(FRENCH) == {"france": 9, "spain": 2}
    assert more.state.pool(FRENCH) == given.pool(FRENCH) - 5
    assert sentence(more) == "Correction: the French have 9 armies in France, no longer 4."
    none = corrected(more, SetArmies(ALLIED, "spain", 0, **R))
    assert none.armies(ALLIED) == {"england": 4}
    assert none.state.pool(ALLIED) == ARMIES_PER_SIDE - 4


def test_control_follows_at_once() -> None:
    none = corrected(table(), SetArmies(ALLIED, "spain", 0, **R))
    changed = none.the(ControlChanged)
    assert (changed.country, changed.before, changed.after) == ("spain", "contested", FRENCH)
    assert none.state.control["spain"] == FRENCH


def test_wellington_may_be_put_back_where_he_began() -> None:
    given = table(active=ALLIED, commanders={"wellington": "spain"})
    there = corrected(given, PlaceCommander("wellington", "england", **R))
    assert there.state.commanders["wellington"].country == "england"


def test_nobody_has_moved_is_set_at_any_time() -> None:
    there = corrected(moving(), SetMovedArmies("italy", 0, **R))
    assert there.state.moved == {}


def test_those_who_are_left_have_moved_if_more_had() -> None:
    there = play(table(), FRENCH, move("france", "rhineland", 3))
    fewer = corrected(there, SetArmies(FRENCH, "rhineland", 2, **R))
    assert (fewer.armies(FRENCH)["rhineland"], fewer.state.moved) == (2, {"rhineland": 2})
    assert fewer.the(MovedArmiesCorrected).before == 3
    gone = corrected(there, SetArmies(FRENCH, "rhineland", 0, **R))
    assert gone.state.moved == {}
    more = corrected(there, SetArmies(FRENCH, "rhineland", 4, **R))
    assert not more.events_of(MovedArmiesCorrected)
    assert refusal(more, FRENCH, move("rhineland", "prussia", 1)) is None
    assert refusal(more, FRENCH, move("rhineland", "prussia", 2)) is not None


def test_armies_that_were_moved_by_mistake_may_move_again() -> None:
    there = play(table(), FRENCH, move("france", "rhineland", 3))
    again = corrected(there, SetMovedArmies("rhineland", 1, **R))
    assert sentence(again) == (
        "Correction: of the armies of the French in the Rhineland, 1 moved in this turn, not 3."
    )
    assert refusal(again, FRENCH, move("rhineland", "prussia", 2)) is None
    assert corrected(again, SetMovedArmies("rhineland", 0, **R)).state.moved == {}


def test_a_commander_is_put_elsewhere_and_back_into_the_game() -> None:
    given = moving(commanders={"napoleon": "france"})
    there = corrected(given, PlaceCommander("napoleon", "spain", moved=True, **R))
    it = there.state.commanders["napoleon"]
    assert (it.country, it.moved) == ("spain", True)
    assert sentence(there) == "Correction: Napoleon is in Spain (before: France)."
    back = corrected(there, PlaceCommander("blucher", "austria", **R))
    assert back.state.commanders["blucher"].side == ALLIED
    out = corrected(back, RemoveCommander("napoleon", **R))
    assert [*out.state.commanders] == ["blucher"]
    assert sentence(out) == "Correction: Napoleon, who was in Spain, is out of the game."


def test_a_side_that_was_barred_may_move_after_all_and_the_other_way_round() -> None:
    for side, name in ((FRENCH, "josephine"), (ALLIED, "tilsit")):
        given = peace(MOVES_OPEN, active=side)
        played = corrected(given, PlaceCard(name, "face_up", **R))
        barred = corrected(played, SetMovementBar(True, **R))
        assert barred.state.barred == name
        lifted = corrected(barred, SetMovementBar(False, **R))
        assert lifted.state.barred == ""
        assert skip(lifted, MOVES).asked == [(side, "move")]
        assert skip(barred, MOVES, side).state.turn > given.turn


def test_a_country_gives_fewer_armies_in_its_next_phase_or_all_of_them() -> None:
    given = table(REINFORCEMENT, discards=["continental_system"])
    weighed = corrected(given, SetContinentalSystem("france", True, **R))
    assert sentence(weighed) == (
        "Correction: the Continental System on France is pending, no longer none."
    )
    after = skip(weighed, TURN_END)
    assert after.the(ReinforcementsReceived, country="france").armies == 2
    assert after.state.continental == []
    lifted = corrected(weighed, SetContinentalSystem("france", False, **R))
    assert skip(lifted, TURN_END).the(ReinforcementsReceived, country="france").armies == 4


def test_a_battle_is_over_or_still_to_be_fought() -> None:
    given = table(BATTLES)
    over = corrected(given, SetBattleDue("spain", False, **R))
    assert sentence(over) == (
        "Correction: the battle in Spain was to be fought in this phase, and is over."
    )
    assert refusal(over, FRENCH, END_ATTACK) is None
    again = corrected(over, SetBattleDue("spain", True, **R))
    assert refusal(again, FRENCH, END_ATTACK) == ("BATTLES_PENDING", "ATTACK.1")
    assert play(again, FRENCH, battle("spain")).the(BattleStarted).country == "spain"


def test_armies_that_come_in_the_attack_phase_fight_too() -> None:
    both = corrected(table(BATTLES), SetArmies(ALLIED, "france", 1, **R))
    assert refusal(both, FRENCH, battle("france")) is None


def test_the_victory_that_armies_would_bring_waits_for_its_check() -> None:
    given = peace(DRAW, active=ALLIED)
    taken = SetArmies(ALLIED, "france", 1, **R), SetArmies(FRENCH, "france", 0, **R)
    won = corrected(given, *taken)
    assert won.state.result is None
    result = skip(won, "nobody is asked").state.result
    assert result is not None and (result.winner, result.clause) == (ALLIED, "VIC.1")


# -- cards -----------------------------------------------------------------------------------------

ALL = {FRENCH, ALLIED, SPECTATOR, REFEREE}


def lying(name: str, place: str) -> State:
    """A position in which a card is in this place; the French had discarded it, if it is hidden."""
    held = {FRENCH: ["jena"], ALLIED: ["nelson"]}
    discards: list[Any] = ["toulon"]
    if place in held:
        held[place].append(name)
    elif place != "deck":
        discards.append(name if place == "face_up" else (name, FRENCH))
    return table(hands=held, discards=discards)


def places(state: State) -> dict[str, str]:
    """Where each card is."""
    found = [(name, seat) for seat, hand in state.hands.items() for name in hand]
    found += [(name, "deck") for name in state.deck]
    found += [(it.card, "face_down" if it.face_down_by else "face_up") for it in state.discards]
    assert len(found) == len(dict(found)), "a card is in two places"
    return dict(found)


@pytest.mark.parametrize(
    ("source", "target", "readers"),
    [
        ("deck", ALLIED, {ALLIED, REFEREE}),
        (ALLIED, "deck", {ALLIED, REFEREE}),
        (ALLIED, FRENCH, {ALLIED, FRENCH, REFEREE}),
        (ALLIED, "face_down", {ALLIED, REFEREE}),
        ("face_down", "deck", {FRENCH, REFEREE}),
        ("face_down", ALLIED, {ALLIED, FRENCH, REFEREE}),
        (ALLIED, "face_up", ALL),
        ("deck", "face_up", ALL),
        ("face_up", ALLIED, ALL),
        ("face_up", "deck", ALL),
        ("face_down", "face_up", ALL),
    ],
)
def test_a_card_is_put_elsewhere_and_told_to_who_may_know(
    source: str, target: str, readers: set[str]
) -> None:
    given = lying("wellington", source)
    after = corrected(given, PlaceCard("wellington", target, **R))
    assert places(after.state) == {**places(given), "wellington": target}
    assert after.state.deck == sorted(after.state.deck)
    assert after.state.hands[ALLIED] == sorted(after.state.hands[ALLIED])
    (event,) = after.events
    assert {
        it for it in ALL if redacted(event, Viewer(it))["data"]["card"] == "wellington"
    } == readers
    assert {it for it in ALL if "wellington" in describe(event, Viewer(it))} == readers


def test_what_a_correction_discards_face_down_is_known_to_who_held_it() -> None:
    after = corrected(lying("wellington", ALLIED), PlaceCard("wellington", "face_down", **R))
    assert after.state.discards[-1] == Discarded("wellington", ALLIED)


@pytest.mark.parametrize(
    ("source", "target"), [("deck", ALLIED), (ALLIED, "deck"), (ALLIED, "face_down")]
)
def test_who_may_not_know_sees_the_same_whichever_card_it_is(source: str, target: str) -> None:
    given = lying("wellington", source)
    given = corrected(given, PlaceCard("blucher", source, **R)).state if source != "deck" else given
    games = [corrected(given, PlaceCard(name, target, **R)) for name in ("wellington", "blucher")]
    for reader in (FRENCH, SPECTATOR):
        one, other = (
            (
                [redacted(it, Viewer(reader)) for it in played.events],
                RULES.view(played.state, Viewer(reader)),
            )
            for played in games
        )
        assert one == other


def test_a_card_that_was_given_may_be_played() -> None:
    given = table(MOVES_OPEN)
    held = corrected(given, PlaceCard("josephine", ALLIED, **R))
    assert play(play(held, FRENCH, PASS), ALLIED, card("josephine")).state.barred == "josephine"


# -- nothing that no order can bring about ---------------------------------------------------------


@pytest.mark.parametrize("place", ["deck", "face_down", FRENCH, ALLIED])
def test_the_continental_system_weighs_only_when_its_card_was_played(place: str) -> None:
    given = lying("continental_system", place)
    weighs = SetContinentalSystem("france", True, **R)
    assert corrected(given, weighs).refused == ("CARD_NOT_PLAYED", "E-27")
    played = PlaceCard("continental_system", "face_up", **R)
    assert corrected(given, played, weighs).refused is None


@pytest.mark.parametrize(
    ("at", "side", "room"),
    [
        (DRAW, FRENCH, True),
        (DRAW, ALLIED, False),
        (MOVES, FRENCH, False),
        (MOVES_OPEN, FRENCH, False),
        (REINFORCEMENT, ALLIED, False),
    ],
)
def test_a_hand_has_more_than_seven_cards_only_while_its_side_draws(
    at: str, side: str, room: bool
) -> None:
    given = table(at, hands={side: CARDS[:7]})
    told = corrected(given, PlaceCard(CARDS[10], side, **R))
    assert told.refused == (None if room else ("HAND_FULL", "DRAW.3"))
    assert corrected(table(at, hands={side: CARDS[:6]}), PlaceCard(CARDS[10], side, **R)).events


def test_no_more_armies_have_moved_than_moves_have_brought() -> None:
    unmoved = table(commanders={"napoleon": "france"})
    none = ("NOBODY_MOVED", "MOVE.2")
    assert corrected(unmoved, SetMovedArmies("france", 1, **R)).refused == none
    napoleon = PlaceCommander("napoleon", "spain", moved=True, **R)
    assert corrected(unmoved, napoleon).refused == none
    one = moving()
    assert corrected(one, SetMovedArmies("france", 2, **R)).refused == ("OUT_OF_RANGE", "MOVE.2")
    other = corrected(one, SetMovedArmies("france", 1, **R), SetMovedArmies("italy", 0, **R))
    assert other.state.moved == {"france": 1}, "it was the other one"


# -- reasons ---------------------------------------------------------------------------------------


def test_every_event_says_why_and_by_which_clause() -> None:
    after = corrected(
        table(),
        SetArmies(ALLIED, "spain", 0, **R),
        PlaceCard("jena", FRENCH, **R),
        PlaceCard("continental_system", "face_up", **R),
        SetContinentalSystem("england", True, **R),
    )
    for event in after.events:
        assert all(RULES.clause(it) is not None for it in event.clauses)
        if isinstance(event, CORRECTED):
            assert event.clauses[0] == "E-55"
            assert event.reason == WHY  # type: ignore[attr-defined]
    assert R["reason"] not in str(after.events)


@pytest.mark.parametrize("reason", ["", "x" * (LONGEST_REASON + 1)])
def test_a_correction_needs_a_reason_that_can_be_read(reason: str) -> None:
    kinds: Any = Union[RULES.corrections.kinds]  # noqa: UP007 - known at run time only
    data = {"correct": "set_armies", "side": "french", "country": "france", "armies": 3}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**data, "reason": reason}, kinds)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(data, kinds)
    wanted = SetArmies(FRENCH, "france", 3, reason="Three.")
    assert msgspec.convert({**data, "reason": "Three."}, kinds) == wanted


# -- what is refused -------------------------------------------------------------------------------


def fighting() -> State:
    """The French fight in Spain, with a card on the table, and the Allies have the word."""
    given = table(BATTLES, hands={FRENCH: ["little_corporal"]}, commanders={"davout": "spain"})
    return play(given, FRENCH, battle("spain"), card("little_corporal")).state


def placing() -> State:
    """The French place armies that a card gives."""
    given = table(REINFORCEMENT, hands={FRENCH: ["conscription"]})
    given.armies[FRENCH]["italy"] = 1
    given.control["italy"] = FRENCH
    played = play(given, FRENCH, card("conscription"))
    assert played.asked == [(FRENCH, "place_card_armies")]
    return played.state


def short() -> State:
    """The French have to say where the last army of their pool goes."""
    given = table(REINFORCEMENT)
    given.armies[FRENCH].update(france=60, spain=2, italy=17)
    given.control["italy"] = FRENCH
    asking = skip(given, "place_reinforcements")
    assert asking.asked == [(FRENCH, "place_reinforcements")]
    return asking.state


def discarding() -> State:
    """The French hold eight cards."""
    return skip(table(DRAW, hands={FRENCH: CARDS[:6]}), "discard_excess").state


def rising() -> State:
    """The Allies are asked for rebels."""
    return skip(table(REINFORCEMENT, active=ALLIED), "place_rebels").state


def over() -> State:
    return msgspec.structs.replace(table(), result=Result(FRENCH, "the end", "VIC.3"))


def commanded() -> State:
    return table(commanders={"napoleon": "france"})


def moving(**given: Any) -> State:
    """The French have moved, and have armies left to move."""
    return play(table(**given), FRENCH, move("france", "italy", 1)).state


def barred() -> State:
    """The French are barred by a card that they have played themselves, and fight in Spain."""
    return play(table(MOVES_OPEN, hands={FRENCH: ["josephine"]}), FRENCH, card("josephine")).state


def barred_by_correction() -> State:
    """The card lies face up, and the French are still asked whether they play one."""
    face_up = PlaceCard("josephine", "face_up", **R)
    return corrected(peace(MOVES_OPEN), face_up, SetMovementBar(True, **R)).state


REFUSED: list[tuple[State, Correction, str]] = [
    (table(), SetArmies(FRENCH, "atlantis", 1, **R), "UNKNOWN_COUNTRY"),
    (table(), SetArmies(FRENCH, "riga", 1, **R), "UNKNOWN_COUNTRY"),
    (table(), SetArmies(FRENCH, "ottoman", 1, **R), "OTTOMAN_CLOSED"),
    (table(), SetArmies(FRENCH, "england", 1, **R), "ENGLAND_CLOSED"),
    (table(), SetArmies(FRENCH, "france", -1, **R), "OUT_OF_RANGE"),
    (table(), SetArmies(FRENCH, "france", 79, **R), "EXCEEDS_POOL"),
    (table(), SetArmies(FRENCH, "france", 4, **R), "NOTHING_TO_CORRECT"),
    (fighting(), SetArmies(FRENCH, "spain", 3, **R), "BATTLE_IN_PROGRESS"),
    (placing(), SetArmies(ALLIED, "england", 3, **R), "NOT_NOW"),
    (short(), SetArmies(FRENCH, "france", 3, **R), "NOT_NOW"),
    (table(BATTLES), SetArmies(ALLIED, "spain", 0, **R), "RULES_WOULD_GO_ON"),
    (rising(), SetArmies(ALLIED, "england", 78, **R), "RULES_WOULD_GO_ON"),
    (table(), SetMovedArmies("atlantis", 1, **R), "UNKNOWN_COUNTRY"),
    (table(), SetMovedArmies("spain", 3, **R), "OUT_OF_RANGE"),
    (table(), SetMovedArmies("spain", -1, **R), "OUT_OF_RANGE"),
    (table(), SetMovedArmies("spain", 0, **R), "NOTHING_TO_CORRECT"),
    (table(), PlaceCommander("napoleon", "france", **R), "UNKNOWN_COMMANDER"),
    (commanded(), PlaceCommander("murat", "france", **R), "UNKNOWN_COMMANDER"),
    (commanded(), PlaceCommander("napoleon", "england", **R), "ENGLAND_CLOSED"),
    (commanded(), PlaceCommander("blucher", "ottoman", **R), "OTTOMAN_CLOSED"),
    (commanded(), PlaceCommander("napoleon", "atlantis", **R), "UNKNOWN_COUNTRY"),
    (commanded(), PlaceCommander("napoleon", "france", **R), "NOTHING_TO_CORRECT"),
    # Nobody enters England, and who stands there has not moved [MOVE.6].
    (commanded(), PlaceCommander("blucher", "england", **R), "ENGLAND_CLOSED"),
    (commanded(), PlaceCommander("kutuzov", "england", **R), "ENGLAND_CLOSED"),
    (
        table(active=ALLIED, commanders={}),
        PlaceCommander("wellington", "england", moved=True, **R),
        "ENGLAND_CLOSED",
    ),
    (table(active=ALLIED), SetMovedArmies("england", 1, **R), "ENGLAND_CLOSED"),
    # Nobody has moved who could not have.
    (commanded(), PlaceCommander("charles", "austria", moved=True, **R), "OUT_OF_RANGE"),
    (table(DRAW), SetMovedArmies("france", 1, **R), "WRONG_PHASE"),
    (table(MOVES_OPEN), SetMovedArmies("france", 1, **R), "WRONG_PHASE"),
    (
        table(DRAW, commanders={"napoleon": "france"}),
        PlaceCommander("napoleon", "france", moved=True, **R),
        "WRONG_PHASE",
    ),
    (barred(), SetMovedArmies("france", 1, **R), "BARRED"),
    (fighting(), PlaceCommander("davout", "france", **R), "BATTLE_IN_PROGRESS"),
    (fighting(), PlaceCommander("lannes", "spain", **R), "BATTLE_IN_PROGRESS"),
    (fighting(), RemoveCommander("davout", **R), "BATTLE_IN_PROGRESS"),
    (commanded(), RemoveCommander("blucher", **R), "NOTHING_TO_CORRECT"),
    (commanded(), RemoveCommander("murat", **R), "UNKNOWN_COMMANDER"),
    (table(), PlaceCard("marengo", "deck", **R), "UNKNOWN_CARD"),
    (table(), PlaceCard("jena", "sleeve", **R), "BAD_PAYLOAD"),
    (table(), PlaceCard("jena", "face_down", **R), "BAD_PAYLOAD"),
    (table(), PlaceCard("jena", "deck", **R), "NOTHING_TO_CORRECT"),
    (table(options={"historical_deck": "by_year"}), PlaceCard("jena", "deck", **R), "CARD_NOT_YET"),
    (fighting(), PlaceCard("little_corporal", FRENCH, **R), "CARD_IN_PLAY"),
    (placing(), PlaceCard("conscription", FRENCH, **R), "CARD_IN_PLAY"),
    (discarding(), PlaceCard(CARDS[0], "deck", **R), "NOT_NOW"),
    (discarding(), PlaceCard(CARDS[31], FRENCH, **R), "NOT_NOW"),
    (table(), SetMovementBar(False, **R), "NOTHING_TO_CORRECT"),
    (table(), SetMovementBar(True, **R), "WRONG_PHASE"),
    (table(DRAW), SetMovementBar(True, **R), "WRONG_PHASE"),
    # A bar is the work of a card that lies face up.
    (
        table(MOVES_OPEN, hands={ALLIED: ["josephine"]}),
        SetMovementBar(True, **R),
        "CARD_NOT_PLAYED",
    ),
    (table(MOVES_OPEN), SetMovementBar(True, **R), "CARD_NOT_PLAYED"),
    (
        table(MOVES_OPEN, discards=[("josephine", ALLIED)]),
        SetMovementBar(True, **R),
        "CARD_NOT_PLAYED",
    ),
    (barred(), PlaceCard("josephine", ALLIED, **R), "CARD_IN_PLAY"),
    (barred(), PlaceCard("josephine", "deck", **R), "CARD_IN_PLAY"),
    (barred_by_correction(), PlaceCard("josephine", FRENCH, **R), "CARD_IN_PLAY"),
    (
        table(options={"historical_deck": "by_year"}),
        SetContinentalSystem("france", True, **R),
        "CARD_NOT_YET",
    ),
    (table(BATTLES), SetMovementBar(True, **R), "WRONG_PHASE"),
    (table(), SetContinentalSystem("spain", True, **R), "WRONG_COUNTRY"),
    (table(), SetContinentalSystem("atlantis", True, **R), "UNKNOWN_COUNTRY"),
    (table(), SetContinentalSystem("france", False, **R), "NOTHING_TO_CORRECT"),
    (short(), SetContinentalSystem("france", True, **R), "NOT_NOW"),
    (rising(), SetContinentalSystem("england", True, **R), "NOT_NOW"),
    (table(), SetBattleDue("spain", False, **R), "WRONG_PHASE"),
    (table(BATTLES), SetBattleDue("atlantis", False, **R), "UNKNOWN_COUNTRY"),
    (table(BATTLES), SetBattleDue("france", False, **R), "NOT_CONTESTED"),
    (table(BATTLES), SetBattleDue("spain", True, **R), "NOTHING_TO_CORRECT"),
    (fighting(), SetBattleDue("spain", False, **R), "BATTLE_IN_PROGRESS"),
    (over(), SetArmies(FRENCH, "france", 3, **R), "GAME_OVER"),
    (fresh(divided_russia=True).state, SetArmies(FRENCH, "france", 3, **R), "WRONG_PHASE"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("given", "correction", "code"),
    REFUSED,
    ids=[f"{code}-{type(it).__name__}-{n}" for n, (_, it, code) in enumerate(REFUSED)],
)
def test_what_cannot_be_is_refused(given: State, correction: Correction, code: str) -> None:
    refused = corrected(given, correction).refusal
    assert refused is not None
    assert refused.code == code
    assert RULES.clause(refused.clause) is not None
    assert refused.detail.endswith(".")
    assert msgspec.json.encode(refused.facts)


def test_a_refuge_is_not_taken_away_from_who_has_to_choose() -> None:
    given = position(
        {"rhineland": 5, "france": 1, "switzerland": 1}, {"rhineland": 9}, at=BATTLES, active=ALLIED
    )
    fought = play(given, ALLIED, battle("rhineland"), PASS)
    lost = play(fought, FRENCH, PASS, french=[1, 3, 3], allied=[6, 1])
    assert lost.asked == [(FRENCH, "retreat")]
    taken = corrected(lost, SetArmies(FRENCH, "switzerland", 0, **R))
    assert taken.refused == ("RULES_WOULD_GO_ON", "E-55")
    assert corrected(lost, SetArmies(FRENCH, "switzerland", 3, **R)).refused is None


def test_the_weight_on_the_other_country_can_be_set_while_rebels_rise() -> None:
    played = PlaceCard("continental_system", "face_up", **R)
    weighed = corrected(rising(), played, SetContinentalSystem("france", True, **R))
    assert skip(weighed, DRAW, FRENCH).state.continental == ["france"]


# -- in any position -------------------------------------------------------------------------------

GAMES, TURNS = 18, 24
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"commanders": True},
    {"commanders": True, "divided_russia": True, "historical_deck": "by_year"},
)


def test_of_a_bar_that_is_so_already_the_side_is_told() -> None:
    refused = corrected(table(), SetMovementBar(False, **R)).refusal
    assert refused is not None and refused.facts == {"side": FRENCH, "barred": False}


class Corrected:
    """The beginning of a game in which a referee corrects the table again and again."""

    def __init__(self, number: int) -> None:
        random = Random(number)
        self.carried_out: Counter[type[Correction]] = Counter()
        self.codes: Counter[str] = Counter()
        chance = SeededChance(f"{number:064x}", "corrected", drawn=0)
        options = RULES.checked_options(OPTIONS[number % len(OPTIONS)])
        self.events: list[Event] = RULES.setup("europe", options, chance)
        state: Any = None
        for event in self.events:
            state = RULES.apply(state, event)
        self.state: State = state
        while self.state.result is None and self.state.turn < TURNS:
            if random.random() < 0.2:
                for correction in attempts(self.state, random):
                    self.correct(correction)
            decision = random.choice(RULES.decisions(self.state))
            legal_orders = list(RULES.legal_orders(self.state, decision))
            ends = [it for it in legal_orders if isinstance(it, orders.EndMove)]
            order = ends[0] if ends and random.random() < 0.3 else random.choice(legal_orders)
            chance = SeededChance(f"{number:064x}", "corrected", drawn=self.state.draws)
            outcome = RULES.decide(self.state, decision.seat, order, chance)
            assert not isinstance(outcome, Refusal), (order, outcome)
            self._happened(outcome)

    def correct(self, correction: Correction) -> None:
        """Carry a correction out if it is not refused."""
        done = corrected(self.state, correction)
        if done.refusal is not None:
            self.codes[done.refusal.code] += 1
            return
        self.carried_out[type(correction)] += 1
        self._happened(done.events)

    def _happened(self, events: list[Event]) -> None:
        self.events += events
        for event in events:
            self.state = RULES.apply(self.state, event)
        for side in SIDES:
            assert self.state.pool(side) >= 0
            assert all(armies > 0 for armies in self.state.armies[side].values())
        assert all(self.state.unmoved(country) >= 0 for country in self.state.moved)
        assert {*places(self.state), *self.state.dated} == set(CARDS)
        assert self.state.control.items() >= {
            (country, self.state.standing(country))
            for side in SIDES
            for country in self.state.armies[side]
            if self.state.started
        }


@cache
def game(number: int) -> Corrected:
    """A game that was corrected on its way, and whose table was looked at after every order."""
    return Corrected(number)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("number", range(GAMES))
def test_a_corrected_game_goes_on_by_the_rules(number: int) -> None:
    played = game(number)
    assert played.state.result is not None or played.state.turn == TURNS
    state: Any = None
    for event in played.events:
        state = RULES.apply(state, event)
    assert state == played.state


def test_every_kind_is_carried_out_in_them() -> None:
    carried_out = sum((game(number).carried_out for number in range(GAMES)), Counter())
    assert set(carried_out) == set(RULES.corrections.kinds)
    codes = set().union(*(game(number).codes for number in range(GAMES)))
    assert codes >= {"RULES_WOULD_GO_ON", "BATTLE_IN_PROGRESS"}
