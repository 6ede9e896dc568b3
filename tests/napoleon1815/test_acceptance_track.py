"""Acceptance cases of the digest: decks, dice, the victory track, commanders (AC-41 to AC-46)."""

from random import Random

import msgspec
import pytest

from napoleon.play.requests import parsed
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon1815.events.cards import (
    CardFlipped,
    DeckShuffled,
    DiceRolled,
    FlippedCardsDiscarded,
)
from napoleon.rulesets.napoleon1815.events.casualties import CommanderRemoved, CorpsEliminated
from napoleon.rulesets.napoleon1815.events.combat import (
    CombatCalledOff,
    CombatCardsCounted,
    CombatWon,
    RetreatOwed,
)
from napoleon.rulesets.napoleon1815.events.movement import ControlTaken
from napoleon.rulesets.napoleon1815.events.operations import OperationEnded
from napoleon.rulesets.napoleon1815.events.turn import (
    GameWon,
    PointsScored,
    TurnEnded,
    VictoryTrackMoved,
)
from tests.napoleon1815.battles import BLANK, LOSS, TIRING, field, fight
from tests.napoleon1815.kit import (
    ALLIED,
    ATTACK,
    FIGHT,
    FRENCH,
    MOVE,
    PASS,
    RULES,
    activate,
    at,
    losses,
    march,
    play,
    position,
)
from tests.napoleon1815.random_play import GAMES, Bold, play_out
from tests.napoleon1815.scripted import HARMLESS, ScriptedChance, card, face, value
from tests.rulesets.entrants import Form

# -- AC-41, AC-42: cards and dice ------------------------------------------------------------------


def test_ac_41_deck_runs_out_in_combat():
    pile = [47, 48, 49, 50, 51, 52, 53, 54, 55, 56]
    given = field(
        {"drouot": at("p2", 5, 0), "picton": at("p2", fatigue=5)},
        decks={FRENCH: [66]},
        discards={FRENCH: pile},
    )
    chance = ScriptedChance([card(66), card(47), card(48)])
    played = play(given, FRENCH, activate("p2", "drouot"), FIGHT, chance=chance)

    kinds = (CardFlipped, DeckShuffled)
    happened = [e for e in played.events if isinstance(e, kinds)]
    assert [type(e) for e in happened] == [CardFlipped, DeckShuffled, CardFlipped, CardFlipped]
    shuffled = played.the(DeckShuffled)
    assert (shuffled.side, shuffled.size, shuffled.reason) == (FRENCH, 10, "exhausted")
    assert shuffled.clauses == ("CARDS.8", "RULING.16")
    assert played.state.decks[FRENCH] == pile[2:], "the first card is not in the new deck"
    assert played.the(FlippedCardsDiscarded).cards == (66, 47, 48)
    assert played.state.discards[FRENCH] == [66, 47, 48]


def test_ruling_16_a_missing_flip_counts_nothing():
    given = field(
        {"drouot": at("p2", 5, 0), "picton": at("p2", fatigue=5)}, decks={FRENCH: [51, 53]}
    )
    chance = ScriptedChance([card(51), card(53)])
    played = play(given, FRENCH, activate("p2", "drouot"), FIGHT, chance=chance)
    flips = [(e.card, e.value, e.losses, e.fatigue) for e in played.flipped("combat")]
    assert flips == [(51, 1, 1, 0), (53, 4, 1, 0), (None, 0, 0, 0)]
    shuffled = played.the(DeckShuffled)
    assert shuffled.size == 2, "the deck is made anew when the step is over"
    assert played.state.decks[FRENCH] == [51, 53]


def test_ac_42_dice():
    given = field({"drouot": at("p1", 5, 0), "picton": at("p2")}, options={"resolver": "dice"})
    dice = ScriptedChance([value(3), face(1, 0), face(0, 2)], [face(0, 0)])
    orders = [activate("p1", "drouot"), MOVE, *march("p1", "p2"), ATTACK]
    played = play(given, FRENCH, *orders, chance=dice)
    assert played.lines(CombatCardsCounted, side=FRENCH) == [
        (2, "COMBAT.1b"),
        (-1, "COMBAT.1c"),
        (1, "COMBAT.1h"),
    ]
    rolled = played.the(DiceRolled, player=FRENCH)
    assert (rolled.faces, rolled.losses, rolled.fatigue) == ((1, 4), 1, 2)
    assert (rolled.purpose, rolled.clauses) == ("combat", ("DICE.2", "COMBAT.2", "RULING.62"))
    assert [e.purpose for e in played.events_of(CardFlipped)] == ["movement"], "[DICE.3]"
    assert len(played.state.decks[FRENCH]) == len(given.decks[FRENCH]) - 1
    assert played.state.decks[ALLIED] == given.decks[ALLIED]
    assert played.block("picton").fatigue == 2


@pytest.mark.parametrize("option", RULES.options, ids=lambda option: option.name)
@pytest.mark.parametrize("verb", RULES.verbs, ids=lambda verb: verb.__name__)
def test_ac_42_no_order_names_an_option(verb, option):
    written = {"order": verb.__struct_config__.tag, option.name: option.values[1]}
    refused = parsed([written], RULES)
    assert isinstance(refused, Refusal)
    assert refused.code == "BAD_PAYLOAD"
    assert f"unknown field `{option.name}`" in refused.detail


@pytest.mark.parametrize(
    "kind",
    [
        Form("campaign", {"resolver": "dice", "farm_stop": False}),
        Form("campaign", {"resolver": "dice", "players": 3, "rules": "grognard"}),
    ],
    ids=str,
)
def test_ac_42_no_order_of_a_whole_game_changes_an_option(kind):
    game = GAMES.watch(kind, 1815)
    play_out(game, Bold(1815), Random(1815))
    assert game.over
    chosen = game.state.options
    assert {name: chosen[name] for name in kind.options} == kind.options
    for state in game.positions.values():
        assert state.options == chosen
    assert any(isinstance(it, DiceRolled) for it in game.events)
    flips = {it.purpose for it in game.events if isinstance(it, CardFlipped)}
    assert not flips & {"combat", "pursuit"}, "dice to the end"


def test_ac_42_three_cards_are_three_dice():
    given = field({"drouot": at("p2", 5, 0), "picton": at("p2")}, options={"resolver": "dice"})
    dice = ScriptedChance([face(1, 1), face(0, 1), face(0, 0)], [face(0, 2)])
    played = play(given, FRENCH, activate("p2", "drouot"), FIGHT, chance=dice)
    assert played.the(DiceRolled, player=FRENCH).faces == (3, 5, 6)
    assert played.state.draws == given.draws + 4, "each die is one draw"
    assert not played.events_of(CardFlipped)


def test_ruling_62_the_dice_are_those_of_the_army_of_the_first_corps(monkeypatch):
    """On a Prussian die alone every face is one of fatigue."""
    tiring = [
        msgspec.structs.replace(it, losses=0, fatigue=1) if it.army == "prussian" else it
        for it in RULES.pack.dice
    ]
    monkeypatch.setattr(RULES.pack, "dice", tiring)
    given = field(
        {"wellington": at("p2"), "steinmetz": at("p2"), "hill": at("p2"), "lobau": at("p2")},
        options={"resolver": "dice"},
    )
    dice = ScriptedChance([face(0, 0)], [face(0, 0)] * 4)
    played = play(given, FRENCH, activate("p2", "lobau"), FIGHT, chance=dice)
    rolled = played.the(DiceRolled, player=ALLIED)
    assert (rolled.faces, rolled.losses, rolled.fatigue) == ((6, 6, 6, 6), 0, 4)


# -- AC-43: the ends of the track ------------------------------------------------------------------


def two_losses(allied_card):
    """Track 2; Reille inflicts 2 losses on Picton, who shows this card."""
    given = field({"reille": at("p2"), "picton": at("p2")}, track=2)
    played = fight(given, FRENCH, "p2", "reille", french=[LOSS, LOSS], allied=[allied_card])
    return play(played, ALLIED, losses(picton=(2, 0)))


def test_ac_43_track_ends_at_0():
    won = two_losses(BLANK)
    moved = won.the(VictoryTrackMoved)
    assert (moved.before, moved.after, moved.delta) == (2, 0, -2)
    game_won = won.the(GameWon)
    assert (game_won.side, game_won.clauses) == (FRENCH, ("VICTORY.6",))
    assert won.events[-1] is game_won
    assert not won.events_of(RetreatOwed)
    assert won.asked == []
    assert won.state.result.winner == FRENCH


def test_ac_43_losses_of_both_sides_are_netted():
    played = play(two_losses(LOSS), FRENCH, losses(reille=(1, 0)))
    assert played.track_moves() == [(-1, [(1, "VICTORY.1"), *[(-1, "VICTORY.1")] * 2])]
    assert played.state.track == 1
    assert played.the(CombatWon).distance == 1
    assert played.asked == [(ALLIED, "retreat")]


def test_ac_43_track_ends_at_20():
    given = field({"picton": at("p4")}, control={"c1": "french"}, track=19, to_go=ALLIED)
    chance = ScriptedChance(allied=[value(3)])
    won = play(given, ALLIED, activate("p4", "picton"), MOVE, *march("p4", "c1"), chance=chance)
    assert won.the(ControlTaken).points == 2
    assert won.track_moves() == [(2, [(2, "VICTORY.2")])]
    assert won.state.track == 21
    assert (won.the(GameWon).side, won.the(GameWon).clauses) == (ALLIED, ("VICTORY.6",))


# -- AC-44, AC-45: commanders ----------------------------------------------------------------------


def napoleon_and_ney_hit(track=10, french=BLANK, **others):
    """Picton's card tires Ney, who cannot bear more, with Napoleon at his side."""
    given = field(
        {"ney": at("p2", fatigue=8), "napoleon": at("p2"), "picton": at("p2"), **others},
        track=track,
        to_go=ALLIED,
    )
    return fight(given, ALLIED, "p2", "picton", french=[french] * 2, allied=[TIRING])


def test_ac_44_napoleon_falls():
    won = napoleon_and_ney_hit()
    assert (won.the(CorpsEliminated).corps, won.the(CorpsEliminated).clauses) == (
        "ney",
        ("ELIM.2",),
    )
    removed = won.the(CommanderRemoved)
    assert (removed.commander, removed.area, removed.points) == ("napoleon", "p2", 0)
    assert removed.clauses == ("ELIM.4", "ELIM.6", "RULING.63")
    assert (won.the(GameWon).side, won.the(GameWon).clauses) == (ALLIED, ("VICTORY.7",))
    assert won.asked == []


def test_ruling_63_napoleon_decides_whatever_the_track_says():
    won = napoleon_and_ney_hit(track=2, french=LOSS)
    assert (won.the(GameWon).side, won.the(GameWon).clauses) == (ALLIED, ("VICTORY.7",))
    assert won.state.track == 5, "Ney's points are scored all the same [RULING.107]"


def test_ac_44_wellington_falls():
    given = field(
        {"picton": at("p2", fatigue=8), "wellington": at("p2")}, lasting={"rain": 37}, to_go=ALLIED
    )
    played = play(given, ALLIED, activate("p2", "picton", "wellington"))
    assert played.the(CorpsEliminated).strength_lost == 4
    removed = played.the(CommanderRemoved)
    assert (removed.commander, removed.points) == ("wellington", 2)
    assert removed.clauses == ("ELIM.4", "VICTORY.5", "RULING.63")
    assert played.track_moves() == [(-6, [(-4, "VICTORY.1"), (-2, "VICTORY.5")])]
    assert played.state.track == 4
    assert played.events_of(OperationEnded), "a stack without corps is done [RULING.54]"
    assert played.asked == [(FRENCH, "go")]


def test_ac_44_wellington_falls_and_the_track_ends():
    given = field(
        {"picton": at("p2", fatigue=8), "wellington": at("p2")},
        lasting={"rain": 37},
        to_go=ALLIED,
        track=6,
    )
    won = play(given, ALLIED, activate("p2", "picton", "wellington"))
    assert (won.the(GameWon).side, won.the(GameWon).clauses) == (FRENCH, ("VICTORY.6",))


def test_ac_45_napoleon_beaten():
    given = field({"ney": at("p2"), "napoleon": at("p2"), "picton": at("p2")})
    played = fight(given, FRENCH, "p2", "napoleon", "ney", french=[BLANK] * 3, allied=[LOSS])
    assert played.lines(CombatCardsCounted, side=FRENCH) == [(1, "COMBAT.1b"), (2, "COMBAT.1h")]
    beaten = play(played, FRENCH, losses(ney=(0, 1)))
    assert beaten.track_moves() == [(1, [(1, "VICTORY.1")]), (3, [(3, "VICTORY.4")])]
    assert beaten.the(PointsScored).clauses == ("VICTORY.4", "RULING.36")
    assert beaten.state.track == 14


def test_ac_45_an_attack_called_off_is_no_defeat():
    given = field({"ney": at("p2", fatigue=5), "napoleon": at("p2"), "picton": at("p2")})
    played = fight(given, FRENCH, "p2", "napoleon", "ney")
    assert played.the(CombatCalledOff).total_at_check == 0
    assert played.track_moves() == []


def test_victory_4_not_without_napoleon_in_the_stack():
    given = field({"ney": at("p2"), "napoleon": at("p2"), "picton": at("p2")})
    played = fight(given, FRENCH, "p2", "ney", french=[BLANK], allied=[LOSS])
    beaten = play(played, FRENCH, losses(ney=(0, 1)))
    assert beaten.the(CombatWon).winner == ALLIED
    assert beaten.track_moves() == [(1, [(1, "VICTORY.1")])]


def test_victory_4_not_for_a_victory_of_napoleon():
    given = field({"ney": at("p2"), "napoleon": at("p2"), "picton": at("p2")})
    cards = [LOSS, BLANK, BLANK]
    played = fight(given, FRENCH, "p2", "napoleon", "ney", french=cards, allied=[BLANK])
    won = play(played, ALLIED, losses(picton=(1, 0)))
    assert won.track_moves() == [(-1, [(-1, "VICTORY.1")])]


# -- AC-46: flags at the end of a turn -------------------------------------------------------------


def end_of_turn(control, track=10):
    """The Allies pass, the last to do so, with these flags on the board."""
    given = position(
        {"ney": at("ligny"), "picton": at("nivelles")},
        control=control,
        track=track,
        passed=[FRENCH],
        to_go=ALLIED,
    )
    return play(given, ALLIED, PASS, chance=ScriptedChance(otherwise=HARMLESS))


FOUR_RED_THREE_BLACK = {"t1": "prussian", "ath": "prussian"}


def test_ac_46_seven_flags():
    ended = end_of_turn(FOUR_RED_THREE_BLACK)
    flags = list(ended.state.control.values())
    assert (flags.count("anglo_dutch"), flags.count("prussian")) == (4, 3)
    assert ended.track_moves() == [(1, [(1, "VICTORY.3")])]
    assert ended.the(PointsScored).clauses == ("VICTORY.3", "RULING.34")
    order = [e.type for e in ended.events]
    assert order.index("points_scored") < order.index("turn_ended") < order.index("turn_started")


def test_ac_46_six_flags():
    ended = end_of_turn({})
    flags = list(ended.state.control.values())
    assert len(flags) - flags.count("french") == 6
    assert ended.track_moves() == []


def test_ac_46_seven_flags_at_19():
    won = end_of_turn(FOUR_RED_THREE_BLACK, track=19)
    assert (won.the(GameWon).side, won.the(GameWon).clauses) == (ALLIED, ("VICTORY.6",))
    assert not won.events_of(TurnEnded)
