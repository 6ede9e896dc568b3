"""Every event of chapter (c) happens, with what it tells."""

from __future__ import annotations

from types import ModuleType

import pytest

from napoleon.rules.events import TOPICS, Event
from napoleon.rules.narration import describe
from napoleon.rules.orders import OrderGiven
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_empire import RULES, orders
from napoleon.rulesets.napoleonic_empire.events import (
    battle,
    cards,
    commanders,
    movement,
    reinforcement,
    setup,
    turn,
)
from tests.napoleonic_empire.kit import (
    ALLIED,
    BATTLES,
    CARDS,
    DRAW,
    END_ATTACK,
    END_MOVE,
    FRENCH,
    MOVES,
    MOVES_OPEN,
    NO_REBELS,
    PASS,
    REINFORCEMENT,
    ROLL,
    SIDES,
    STAY,
    TURN_END,
    Played,
    card,
    fight,
    fresh,
    lead,
    move,
    play,
    position,
    skip,
)
from tests.napoleonic_empire.kit import battle as attack

CHAPTERS: tuple[ModuleType, ...] = (battle, cards, commanders, movement, reinforcement, setup, turn)


EACH_ROUND = {"historical_deck": "each_round"}


def joined(*parts: Played) -> Played:
    """A story in several parts."""
    return Played(parts[-1].state, [event for part in parts for event in part.events], None)


def won_battle() -> Played:
    """Napoleon attacks with a card; some of the beaten Allies retreat with Charles."""
    given = position(
        {"austria": 12},
        {"austria": 10, "prussia": 1},
        at=BATTLES,
        hands={FRENCH: ["austerlitz"]},
        commanders={"napoleon": "austria", "charles": "austria"},
    )
    return fight(given, "austria", (FRENCH, "austerlitz"), french=[6, 3], allied=[2, 2, 2])


def tied_battle() -> Played:
    """Nobody wins in Spain, and the phase is ended."""
    fought = fight(
        position({"spain": 2}, {"spain": 2}, at=BATTLES), "spain", french=[3], allied=[2]
    )
    return joined(fought, skip(fought, REINFORCEMENT))


def ended_attack() -> Played:
    """The French end the Attack phase, as under the rules 1.0."""
    given = position({"spain": 2}, {"spain": 2}, at=BATTLES)
    given.fought = ["spain"]
    return play(given, FRENCH, END_ATTACK)


def spent_armies() -> Played:
    """No army is left to move; then the Allies have no cards to play."""
    given = position({"france": 1}, {"england": 1}, hands={ALLIED: []})
    moved = play(given, FRENCH, move("france", "italy", 1))
    return joined(moved, play(moved, FRENCH, PASS))


def lapsed() -> Played:
    """The French resign although the Allies would have agreed to end the game."""
    return play(play(fresh(), ALLIED, orders.AgreeToEnd()), FRENCH, orders.Resign())


def lost_commander() -> Played:
    """Charles is left without armies."""
    given = position({"spain": 9}, {"spain": 2}, at=BATTLES, commanders={"charles": "spain"})
    return fight(given, "spain", french=[6, 1], allied=[1, 6, 6])


def drawing() -> Played:
    """The deck runs out, and the hand is too large."""
    given = position(
        {"france": 1},
        {"england": 1},
        at=DRAW,
        hands={FRENCH: CARDS[:6], ALLIED: []},
        deck=CARDS[6:7],
        discards=CARDS[7:],
    )
    drawn = skip(given, "discard_excess")
    return joined(drawn, skip(drawn, MOVES))


def marching() -> Played:
    """Napoleon leads armies two areas, others follow over the border."""
    given = position({"france": 9}, {"england": 1}, commanders={"napoleon": "france"})
    return play(
        given,
        FRENCH,
        lead("napoleon", "france rhineland austria", 3),
        move("france", "spain", 2),
        END_MOVE,
    )


def barred() -> Played:
    """The French may not move."""
    given = position({"france": 1}, {"england": 1}, at=MOVES_OPEN, hands={FRENCH: ["josephine"]})
    played = play(given, FRENCH, card("josephine"))
    return joined(played, skip(played, REINFORCEMENT))


def kutuzov_goes() -> Played:
    """Kutuzov may withdraw, and does."""
    given = position(
        {"russia": 3}, {"russia": 2, "england": 1}, at=BATTLES, commanders={"kutuzov": "russia"}
    )
    rolled = play(play(given, FRENCH, attack("russia")), ALLIED, ROLL, allied=[1])
    return joined(rolled, play(rolled, ALLIED, orders.KutuzovWithdraw("sweden")))


def kutuzov_stays() -> Played:
    """Kutuzov does not even try."""
    given = position(
        {"russia": 3}, {"russia": 2, "england": 1}, at=BATTLES, commanders={"kutuzov": "russia"}
    )
    return play(play(given, FRENCH, attack("russia")), ALLIED, STAY)


def card_armies() -> Played:
    """A card gives two armies."""
    given = position(
        {"france": 1, "spain": 1},
        {"england": 1},
        at=REINFORCEMENT,
        hands={FRENCH: ["conscription"]},
    )
    played = play(given, FRENCH, card("conscription"))
    return joined(played, play(played, FRENCH, orders.PlaceCardArmies("spain", 2)))


def useless_card() -> Played:
    """A card gives armies, and no country can have them."""
    given = position(
        {"austria": 1}, {"england": 1}, at=REINFORCEMENT, hands={FRENCH: ["conscription"]}
    )
    return play(given, FRENCH, card("conscription"))


def short_pool() -> Played:
    """The pool has two armies for five that are due."""
    given = position({"france": 77, "spain": 1}, {"england": 1}, at=REINFORCEMENT)
    short = skip(given, "place_reinforcements")
    return joined(short, play(short, FRENCH, orders.PlaceReinforcements("france", 2)))


def rebels() -> Played:
    """Rebels rise in Spain."""
    asked = skip(
        position({"spain": 1}, {"england": 1}, active=ALLIED, at=REINFORCEMENT), "place_rebels"
    )
    return play(asked, ALLIED, orders.PlaceRebels("spain"))


def no_rebels() -> Played:
    """None rise."""
    asked = skip(
        position({"spain": 1}, {"england": 1}, active=ALLIED, at=REINFORCEMENT), "place_rebels"
    )
    return play(asked, ALLIED, NO_REBELS)


def continental() -> Played:
    """The Continental System weighs on the next reinforcements."""
    given = position(
        {"france": 1}, {"england": 1}, at=REINFORCEMENT, hands={FRENCH: ["continental_system"]}
    )
    played = play(given, FRENCH, card("continental_system"))
    return joined(played, skip(played, TURN_END))


def extra_turn() -> Played:
    """The French win another turn."""
    given = position({"france": 1}, {"england": 1}, at=TURN_END, hands={FRENCH: ["berthier"]})
    played = play(given, FRENCH, card("berthier"))
    return joined(played, skip(played, MOVES_OPEN))


def agreed() -> Played:
    """Both sides agree to end the game."""
    offered = play(fresh(), FRENCH, orders.AgreeToEnd())
    return joined(offered, play(offered, ALLIED, orders.AgreeToEnd()))


def played_on() -> Played:
    """An offer to end the game is answered by a pass."""
    offered = play(fresh(), ALLIED, orders.AgreeToEnd())
    return joined(offered, play(offered, FRENCH, orders.Pass()))


def resigned() -> Played:
    """The French resign."""
    return play(fresh(), FRENCH, orders.Resign())


def russia() -> Played:
    """The Allied player spreads the Russian armies."""
    return play(fresh(divided_russia=True), ALLIED, orders.SetUpRussia({"riga": 4, "moscow": 6}))


def dated() -> Played:
    """A game whose first dated card joins the deck."""
    return fresh(**EACH_ROUND)


STORIES = (
    *(won_battle, tied_battle, ended_attack, spent_armies, lapsed, lost_commander, drawing),
    *(marching, barred, kutuzov_goes, kutuzov_stays, card_armies, useless_card, short_pool),
    *(rebels, no_rebels, continental, extra_turn, agreed, played_on, resigned, russia, dated),
    fresh,
)


@pytest.fixture(scope="module")
def told():
    """The stories, each played once."""
    return {story: story() for story in STORIES}


def recorded_classes() -> set[type[Event]]:
    """Every event class that the chapters of the rules record."""
    names = {chapter.__name__ for chapter in CHAPTERS}
    return {it for it in TOPICS.values() if it.__module__ in names}


def test_every_event_happens_and_is_explained(told):
    happened = [event for played in told.values() for event in played.events]
    assert recorded_classes() <= {*map(type, happened)}
    for event in happened:
        assert all(RULES.clause(clause) for clause in event.clauses), event.clauses
        assert event.clauses or isinstance(event, setup.TableLaid | OrderGiven)
        assert describe(event, Viewer("spectator"), RULES.names)
        for line in getattr(event, "breakdown", ()):
            assert RULES.clause(line.clause), line


def test_the_order_inside_a_battle():
    """Cards, both dice, the winner's loss die, the loser's two, losses, retreat [ATTACK.11]."""
    happened = [event.type for event in won_battle().events]
    expected = [
        "battle_started",
        "card_played",
        "die_rolled",
        "die_rolled",
        "battle_totalled",
        "battle_won",
        "die_rolled",
        "die_rolled",
        "die_rolled",
        "armies_eliminated",
        "armies_eliminated",
        "armies_retreated",
        "commander_retreated",
        "battle_ended",
    ]
    assert [it for it in happened if it in expected] == expected
    dice = [(die.side, die.purpose) for die in won_battle().events_of(battle.DieRolled)]
    assert dice == [
        (FRENCH, "battle"),
        (ALLIED, "battle"),
        (FRENCH, "winner_loss"),
        (ALLIED, "loser_loss"),
        (ALLIED, "loser_loss"),
    ]
    removed = [event.side for event in won_battle().events_of(battle.ArmiesEliminated)]
    assert removed == [FRENCH, ALLIED]


def test_a_turn_begins_in_its_draw_phase():
    """Its first events are stamped with it, as turns are looked up by that [SEQ.2, E-41]."""
    given = position({"france": 4}, {"england": 4}, at=TURN_END, active=ALLIED, options=EACH_ROUND)
    begun = skip(given, DRAW, FRENCH)
    begun.the(cards.EventCardAdded)
    assert {event.phase for event in begun.events if event.turn == begun.state.turn} == {"draw"}
    assert fresh().the(turn.TurnStarted).phase == "draw"


HIDDEN = {cards.CardDrawn: "card", cards.CardDiscarded: "card", OrderGiven: "order"}
"""What events hide from everybody but their owner and the referee [chapter d]."""


def test_what_events_hide(told):
    for event in (event for played in told.values() for event in played.events):
        seen = {
            name: redacted(event, Viewer(name))["data"] for name in (*SIDES, "spectator", "referee")
        }
        hidden = HIDDEN.get(type(event))
        if hidden is None:
            assert all(data == seen["referee"] for data in seen.values())
            continue
        (owner,) = {event.by, getattr(event, event.owner)} - {""}
        for reader, data in seen.items():
            assert (data[hidden] is None) == (reader not in (owner, "referee"))
