"""Acceptance cases 3 to 6, 26 and 31: the moments of cards, and the deck."""

from napoleon.rulesets.napoleonic_empire.events.cards import (
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    DeckRebuilt,
    HandLimitApplied,
    WindowClosed,
)
from napoleon.rulesets.napoleonic_empire.events.movement import MovementBarred
from napoleon.rulesets.napoleonic_empire.events.reinforcement import RebelsPlaced
from napoleon.rulesets.napoleonic_empire.events.turn import (
    ExtraTurnGranted,
    PhaseStarted,
    TurnStarted,
)
from napoleon.rulesets.napoleonic_empire.orders import DiscardExcess, PlaceCardArmies
from napoleon.rulesets.napoleonic_empire.state import Discarded
from tests.napoleonic_empire.kit import (
    ALLIED,
    BATTLES,
    CARDS,
    DRAW,
    FRENCH,
    MOVES,
    MOVES_OPEN,
    PASS,
    REINFORCEMENT,
    TURN_END,
    card,
    move,
    play,
    position,
    refusal,
    skip,
)


def test_ac_03_timing_of_a_reinforcement_card():
    hands = {ALLIED: ["balance_of_power"]}
    given = position({"spain": 2}, {"england": 1}, active=ALLIED, at=REINFORCEMENT, hands=hands)
    played = play(given, ALLIED, card("balance_of_power"))
    assert (ALLIED, "place_card_armies") in played.asked
    placed = play(played, ALLIED, PlaceCardArmies("spain", 2))
    rebels = placed.the(RebelsPlaced)
    assert (rebels.country, rebels.armies, rebels.source) == ("spain", 2, "balance_of_power")
    assert placed.armies(ALLIED) == {"england": 1, "spain": 2}
    for moment in (MOVES_OPEN, MOVES):
        early = position({"spain": 2}, {"england": 1}, active=ALLIED, at=moment, hands=hands)
        refused = refusal(early, ALLIED, card("balance_of_power"))
        assert refused == ("WINDOW_CLOSED", "CARD.2")


def test_ac_04_timing_of_an_extra_turn():
    given = position(
        {"spain": 1},
        {"england": 1},
        active=ALLIED,
        at=TURN_END,
        round_=4,
        hands={ALLIED: ["frederick"]},
    )
    granted = play(given, ALLIED, card("frederick"))
    assert granted.the(ExtraTurnGranted).side == ALLIED
    extra = skip(granted, DRAW, ALLIED)
    begun = granted.the(TurnStarted)
    assert (begun.side, begun.extra, begun.round) == (ALLIED, True, 4)
    ended = skip(extra, TURN_END, ALLIED)
    events = (*granted.events, *extra.events, *ended.events)
    phases = [event.begun for event in events if phase(event)]
    assert phases == ["draw", "move", "attack", "turn_end"]
    assert ended.state.phase == "turn_end"
    french = skip(ended, "move", FRENCH).the(TurnStarted)
    assert (french.side, french.extra, french.round) == (FRENCH, False, 5)


def phase(event):
    return isinstance(event, PhaseStarted)


def test_ac_05_timing_of_a_card_that_bars_moves():
    french, allied = {"france": 5, "spain": 2}, {"spain": 2}
    hands = {ALLIED: ["josephine"]}
    given = position(french, allied, at=MOVES_OPEN, hands=hands)
    assert given.window.word == FRENCH
    barred = play(play(given, FRENCH, PASS), ALLIED, card("josephine"))
    event = barred.the(MovementBarred)
    assert (event.side, event.card) == (FRENCH, "josephine")
    order = move("france", "italy", 1)
    assert refusal(barred, FRENCH, order) == ("BARRED", "CARD.josephine")
    on = skip(barred, BATTLES)
    assert on.state.phase == "attack"
    assert refusal(on, FRENCH, order) == ("BARRED", "CARD.josephine")

    moved = play(position(french, allied, at=MOVES, hands=hands), FRENCH, order)
    assert refusal(moved, ALLIED, card("josephine")) == ("WINDOW_CLOSED", "CARD.2")


def test_ac_06_timing_of_a_card_that_draws():
    held = ["shopkeepers", "jena", "nelson", "toulon", "tilsit"]
    given = position({"france": 1}, {"england": 1}, active=ALLIED, at=DRAW, hands={ALLIED: held})
    played = play(given, ALLIED, card("shopkeepers"))
    drawn = skip(played, "discard_excess", ALLIED)
    cards = [
        event.card for event in (*played.events, *drawn.events) if isinstance(event, CardDrawn)
    ]
    assert len(cards) == 3 + 2
    assert len(drawn.state.hands[ALLIED]) == 9
    assert played.the(HandLimitApplied).excess == 2
    discarded = play(drawn, ALLIED, DiscardExcess(("toulon", "nelson")))
    assert {event.card for event in discarded.events_of(CardDiscarded)} == {"toulon", "nelson"}
    assert len(discarded.state.hands[ALLIED]) == 7
    assert set(discarded.state.discards) == {
        Discarded("shopkeepers"),
        Discarded("toulon", ALLIED),
        Discarded("nelson", ALLIED),
    }


def test_ac_26_deck_runs_out():
    french, allied, rest = CARDS[:5], CARDS[5:11], CARDS[11:]
    given = position(
        {"france": 1},
        {"england": 1},
        at=DRAW,
        hands={FRENCH: french, ALLIED: allied},
        deck=rest[:1],
        discards=rest[1:],
    )
    assert len(given.discards) == 20
    drawn = skip(given, "move")
    happened = [event for event in drawn.events if isinstance(event, CardDrawn | DeckRebuilt)]
    assert [type(event) for event in happened] == [CardDrawn, DeckRebuilt, CardDrawn]
    assert happened[0].card == rest[0]
    assert happened[1].count == 20
    assert (len(drawn.state.deck), drawn.state.discards) == (19, [])


def test_ac_31_chain():
    hands = {ALLIED: ["czar_alexander", "metternich"]}
    given = position({"spain": 1}, {"england": 1}, active=ALLIED, at=TURN_END, hands=hands)
    granted = play(given, ALLIED, card("czar_alexander"))
    assert granted.the(WindowClosed).kind == "turn_end", "no other card of it could be played"
    refused = refusal(granted, ALLIED, card("metternich"))
    assert refused == ("SECOND_EXTRA_TURN", "E-29")
    extra = skip(granted, "move", ALLIED)
    assert extra.state.extra
    ended = skip(extra, TURN_END, ALLIED)
    again = play(ended, ALLIED, card("metternich"))
    assert again.the(CardPlayed).window == "E:a"
    assert again.the(TurnStarted).side == ALLIED
