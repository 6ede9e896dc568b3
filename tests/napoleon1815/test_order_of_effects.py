"""What one move brings about, when a card is discarded, and what falls with Napoleon.

[RULING.105, RULING.106, RULING.107]
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from napoleon.rules.events import Event
from napoleon.rules.orders import Order
from napoleon.rulesets.napoleon1815 import RULES as SHIPPED
from napoleon.rulesets.napoleon1815 import Napoleon1815
from napoleon.rulesets.napoleon1815.events.cards import CardDiscarded, CardFlipped, DeckShuffled
from napoleon.rulesets.napoleon1815.events.casualties import CommanderRemoved, CorpsEliminated
from napoleon.rulesets.napoleon1815.events.initiative import CardTakenFromDeck
from napoleon.rulesets.napoleon1815.events.movement import ControlTaken, StackMoved
from napoleon.rulesets.napoleon1815.events.turn import GameWon, VictoryTrackMoved
from napoleon.rulesets.napoleon1815.events.windows import EventApplied
from napoleon.rulesets.napoleon1815.orders import ChooseFromDeck, DeclareBlue, PlayEvent
from napoleon.rulesets.napoleon1815.state import State
from tests import acting
from tests.napoleon1815.battles import BLANK, boxes, field
from tests.napoleon1815.foggy import FOG
from tests.napoleon1815.kit import (
    ALLIED,
    FIGHT,
    FRENCH,
    MOVE,
    Played,
    Standing,
    activate,
    at,
    fatigue,
    march,
    play,
    position,
)
from tests.napoleon1815.playing_cards import number
from tests.napoleon1815.scripted import HARMLESS, ScriptedChance

FIGHTING_SPIRIT = 62
NAMUR = {
    "ney": at("namur", 0, 3),
    "napoleon": at("namur"),
    "thielmann": at("namur", 6, 1),
    "drouot": at("perwez"),
    "hill": at("perwez", 5, 0, fatigue=7),
}


def on_the_map(
    blocks: Mapping[str, Standing], *, control: Mapping[str, str], contested: tuple[str, ...], **it
) -> State:
    """A position of the shipped pack."""
    given = position(blocks, **it)
    flags = dict(control)
    return msgspec.structs.replace(
        given, scenario="historical_invasion", control=flags, contested=list(contested)
    )


def leaving_namur(**given) -> State:
    """Ney and Napoleon are about to leave Namur, and cut off Hill's way back."""
    markers = {"namur": (FRENCH, "perwez"), "perwez": (ALLIED, "namur")}
    it = {"track": 18, "markers": markers, **given}
    return on_the_map(NAMUR, control={"namur": FRENCH}, contested=("namur", "perwez"), **it)


def given_in(rules: Napoleon1815, state: State | Played, seat: str, *orders: Order) -> Played:
    """Orders under these rules."""
    chance = ScriptedChance(otherwise=HARMLESS)
    return acting.give(rules, Played, state, seat, orders, chance)


LEAVE = (activate("namur", "ney", "napoleon"), MOVE, *march("namur", "perwez"))


def kinds(events: list[Event], *wanted: type[Event]) -> list[str]:
    """The types of the events of these classes, in their order."""
    return [it.type for it in events if isinstance(it, wanted)]


# -- RULING.105: what one move brings about ------------------------------------------------------


def test_ruling_105_the_flag_left_and_the_corps_cut_off_move_the_track_once() -> None:
    left = given_in(SHIPPED, leaving_namur(), FRENCH, *LEAVE)
    told = kinds(left.events, StackMoved, ControlTaken, CorpsEliminated, VictoryTrackMoved)
    assert told == ["stack_moved", "control_taken", "corps_eliminated", "victory_track_moved"]
    assert left.track_moves() == [(-3, [(2, "VICTORY.2"), (-5, "VICTORY.1")])]
    assert (left.state.track, left.state.result) == (15, None)


def test_ruling_105_an_elimination_does_not_win_before_the_flag_counts() -> None:
    left = given_in(SHIPPED, leaving_namur(track=4), FRENCH, *LEAVE)
    assert (left.state.track, left.state.result) == (1, None), "4 - 5 alone would have won"
    left = given_in(SHIPPED, leaving_namur(track=3), FRENCH, *LEAVE)
    assert left.the(GameWon).side == FRENCH


def test_ruling_105_in_fog_the_map_is_true_before_the_allies_spread_the_fatigue() -> None:
    given = leaving_namur(options=FOG)
    left = given_in(SHIPPED, given, FRENCH, *LEAVE)
    assert acting.asked(SHIPPED, left) == [(ALLIED, "allocate_fatigue")]
    assert left.state.control["namur"] == "prussian"
    assert left.state.contested == ["perwez"]
    assert "namur" not in left.state.markers
    assert (left.state.track, left.state.result) == (18, None), "Hill's fate is still to come"
    spread = given_in(SHIPPED, left, ALLIED, fatigue(hill=2))
    assert spread.track_moves() == [(-3, [(2, "VICTORY.2"), (-5, "VICTORY.1")])]
    assert (spread.state.track, spread.state.result) == (15, None)


def test_a_flag_left_without_an_elimination_scores_as_before() -> None:
    fresh = NAMUR | {"hill": at("perwez", 5, 0)}
    given = on_the_map(
        fresh,
        control={"namur": FRENCH},
        contested=("namur", "perwez"),
        markers={"namur": (FRENCH, "perwez"), "perwez": (ALLIED, "namur")},
        track=12,
    )
    left = given_in(SHIPPED, given, FRENCH, *LEAVE)
    assert left.track_moves() == [(2, [(2, "VICTORY.2")])]


def test_games_under_2_2_score_one_after_the_other() -> None:
    rules = SHIPPED.edition("2.2", dict(SHIPPED.replays)["2.2"])
    assert rules is not None and rules.version == "2.2"
    left = given_in(rules, leaving_namur(), FRENCH, *LEAVE)
    assert [delta for delta, _ in left.track_moves()] == [-5, 2]


# -- RULING.106: a card lies on the table until its effect is over -------------------------------

BATTLE = ("napoleon", "drouot", "reille", "lobau")


def spirited() -> State:
    """The French attack Hill; their deck runs out in the combat."""
    blocks = {it: at("gosselies") for it in BATTLE} | {"hill": at("gosselies", 5, 0)}
    away = {"gerard": at("maubeuge"), "orange": at("alost")}
    return on_the_map(
        {**away, **blocks},
        control={},
        contested=("gosselies",),
        hands={FRENCH: [FIGHTING_SPIRIT]},
        decks={FRENCH: [40]},
        discards={FRENCH: [41, 43, 44, 45]},
    )


def test_ruling_106_a_reshuffle_does_not_bring_a_card_back_into_its_own_combat() -> None:
    fought = given_in(
        SHIPPED,
        spirited(),
        FRENCH,
        activate("gosselies", *BATTLE),
        FIGHT,
        PlayEvent(FIGHTING_SPIRIT),
    )
    assert fought.events_of(DeckShuffled), "the case is one in which the deck runs out"
    flipped = {it.card for it in fought.events_of(CardFlipped) if it.side == FRENCH}
    assert flipped - {None} == {40, 41, 43, 44, 45}
    assert FIGHTING_SPIRIT in fought.state.revealed or fought.events_of(CardDiscarded)


def test_ruling_106_it_is_discarded_when_the_combat_is_over() -> None:
    given = {"ney": at("ligny"), "orange": at("ligny"), "gerard": at("maubeuge")}
    state = position(given | {"hill": at("alost")}, hands={FRENCH: [FIGHTING_SPIRIT]})
    orders = (activate("ligny", "ney"), FIGHT, PlayEvent(FIGHTING_SPIRIT))
    fought = play(state, FRENCH, *orders, chance=boxes([BLANK] * 2, [BLANK] * 2))
    told = kinds(fought.events, EventApplied, CardFlipped, CardDiscarded)
    assert told == ["event_applied", *["card_flipped"] * 4, "card_discarded"]
    assert fought.the(CardDiscarded).clauses == ("CARDS.5", "CARD.fighting_spirit", "RULING.106")
    assert fought.state.discards[FRENCH].count(FIGHTING_SPIRIT) == 1
    assert not fought.state.revealed


def test_ruling_106_foresight_is_not_in_the_deck_that_is_made_anew_by_its_choice() -> None:
    foresight = number("foresight", FRENCH)
    state = position(
        {"ney": at("p3"), "hill": at("alost")},
        phase="initiative",
        hands={FRENCH: [foresight]},
        decks={FRENCH: [47]},
        discards={FRENCH: [48]},
    )
    chance = ScriptedChance(otherwise=HARMLESS)
    declared = play(state, FRENCH, DeclareBlue(foresight), chance=chance)
    chosen = play(declared, FRENCH, ChooseFromDeck(47), chance=ScriptedChance(otherwise=HARMLESS))
    told = kinds(chosen.events, CardTakenFromDeck, DeckShuffled, CardDiscarded)
    assert told[:3] == ["card_taken_from_deck", "deck_shuffled", "card_discarded"]
    assert chosen.the(DeckShuffled).size == 1


def test_games_under_2_2_discard_a_card_before_its_effect() -> None:
    rules = SHIPPED.edition("2.2", dict(SHIPPED.replays)["2.2"])
    assert rules is not None
    orders = (activate("gosselies", *BATTLE), FIGHT, PlayEvent(FIGHTING_SPIRIT))
    fought = given_in(rules, spirited(), FRENCH, *orders)
    shuffled = fought.events.index(fought.events_of(DeckShuffled)[0])
    assert fought.events.index(fought.events_of(CardDiscarded)[0]) < shuffled


# -- RULING.107: what falls with Napoleon --------------------------------------------------------


@pytest.mark.parametrize(("track", "after"), [(10, 16), (18, 24)])
def test_ruling_107_what_falls_with_napoleon_is_scored(track: int, after: int) -> None:
    """Rain tires Drouot beyond 8, and Napoleon is left alone."""
    alone = {"napoleon": at("p2"), "drouot": at("p2", 5, 1, fatigue=8)}
    state = field(alone, lasting={"rain": 37}, track=track)
    fallen = play(state, FRENCH, activate("p2", "drouot", "napoleon"))
    told = kinds(fallen.events, CorpsEliminated, CommanderRemoved, VictoryTrackMoved, GameWon)
    assert told == ["corps_eliminated", "commander_removed", "victory_track_moved", "game_won"]
    assert fallen.the(GameWon).clauses == ("VICTORY.7",)
    assert fallen.state.track == after
    assert tuple(fallen.state.history[-1][1:3]) == (track, after)
    assert not fallen.state.tally
