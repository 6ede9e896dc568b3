"""Two games that differ in a card a seat may not know are alike to it [18.D, cases 130-132]."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import msgspec
import pytest

from napoleon.rules.events import SPECTATOR, Event
from napoleon.rules.orders import Order, OrderGiven, Refusal
from napoleon.rules.redaction import redacted
from napoleon.rules.structs import one_of
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.events import apply
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Rupture
from napoleon.rulesets.napoleonic_wars.nations import commander, seats
from napoleon.rulesets.napoleonic_wars.orders.cards import Decline, PlayForEvent, Respond
from napoleon.rulesets.napoleonic_wars.orders.diplomacy import AcceptPact, MoveConsul
from napoleon.rulesets.napoleonic_wars.orders.impulses import EndImpulse, PlayForCP
from napoleon.rulesets.napoleonic_wars.orders.marches import Gather, Invade
from napoleon.rulesets.napoleonic_wars.state import State, pair
from tests.napoleonic_wars.diplomacy import acting, allied, consul
from tests.napoleonic_wars.playing import (
    Played,
    at_play,
    begun,
    copied,
    decisions,
    going_on,
    legal_orders,
    play,
    play_open,
)
from tests.napoleonic_wars.test_leaving import left
from tests.napoleonic_wars.test_pacts import COUP, at_bucharest, at_stralsund
from tests.napoleonic_wars.test_windows import _answered
from tests.rulesets.entrants import entrants
from tests.rulesets.lots import Lots, NoTwin
from tests.rulesets.twins import Twins, redrawn

HANDS = {
    "fr": ["honved", "spies"],
    "sp": ["typhus_1"],
    "gb": ["militia_1", "bad_roads_1"],
    "ru": ["militia_2"],
    "pr": ["typhus_2"],
}
OTHER = "conscripts_1"
"""A card of the deck that changes places with one of a hand."""


def _twin(state: State, nation: str) -> State:
    twin = copied(state)
    hand = twin.nations[nation].hand
    twin.bag[twin.bag.index(OTHER)] = hand[0]
    hand[0] = OTHER
    return twin


def _seen(state: State, seat: str) -> bytes:
    viewer = Viewer(seat)
    return msgspec.json.encode([RULES.known(state, viewer), RULES.view(state, viewer)])


def _asked(state: State, seat: str) -> list[object]:
    """What a seat is asked, with its legal orders."""
    mine = [it for it in RULES.decisions(state) if it.seat == seat]
    return [(it, list(RULES.legal_orders(state, it))) for it in mine]


# -- with two to five seats ------------------------------------------------------------------------


def _twins_are_alike(state: State, nation: str) -> None:
    """Nobody but who commands a nation sees, or is asked, anything by which its hand differs."""
    if not state.nations[nation].hand or OTHER not in state.bag:
        return
    twin = _twin(state, nation)
    everybody = (*seats(state), *state.gone, SPECTATOR)
    unseen = state.nations[nation].unseen
    for seat in everybody:
        owns = bool(seat) and commander(state, nation) == seat
        if owns and not unseen:
            assert _seen(state, seat) != _seen(twin, seat), seat
        elif not owns:
            assert _seen(state, seat) == _seen(twin, seat), seat
            assert _asked(state, seat) == _asked(twin, seat), seat
    asked = [(it.seat, it.kind, it.prompt) for it in RULES.decisions(state)]
    assert asked == [(it.seat, it.kind, it.prompt) for it in RULES.decisions(twin)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_hand_tells_nothing_whatever_the_number_of_players(players: int) -> None:
    """In a game under way, question by question, in the middle of whatever is going on."""
    random = Random(players)
    state, _ = begun(players, players)
    for number in range(60):
        if state.result is not None:
            break
        if number % 10 == 0:
            for nation in state.nations:
                _twins_are_alike(state, nation)
        state = play_open(state, random.choice(legal_orders(state)), game=players).state
    assert number > 30


def test_a_hand_has_another_reader_when_its_commander_changes_in_a_game_of_five() -> None:
    """Pact, caretaker, nobody, and a seat that has left [R-67, R-167]."""
    state = going_on(at_play({**HANDS, "au": ["militia_3"]}, players=5)).state
    spain = state.nations["sp"]
    for row, box, caretaker, gone, reader in (
        ("fr", 4, "", (), "fr"),
        ("gb", 4, "", (), "gb"),
        ("", 0, "ru", (), "ru"),
        ("fr", 2, "", (), ""),
        ("fr", 4, "", ("fr",), ""),
    ):
        spain.row, spain.box, spain.caretaker, state.gone = row, box, caretaker, [*gone]
        assert commander(state, "sp") == reader
        twin = _twin(state, "sp")
        for seat in ("fr", "gb", "au", "ru", "pr", SPECTATOR):
            differs = _seen(state, seat) != _seen(twin, seat)
            assert differs == (seat == reader), (row, seat)


def test_case_130_another_seats_card_changes_no_window_of_five() -> None:
    state = going_on(at_play(HANDS, players=5)).state
    opened = play_open(state, PlayForCP("honved")).state
    assert {it.kind for it in decisions(opened)} == {"window"}
    for nation in ("gb", "ru", "sp", "pr"):
        _twins_are_alike(opened, nation)


# -- changes of command ----------------------------------------------------------------------------

EVERYBODY = ("fr", "gb", "ru", "au", "pr", SPECTATOR)

Change = tuple[State, Played]
"""A game of five, and what happens in it."""


def _persuaded() -> Change:
    """Great Britain brings the consul of Sweden into its Pact."""
    state = acting("gb", players=5, hands={"sw": ["spies"]})
    consul(state, "sw", "gb", 3)
    return state, play(state, MoveConsul("sw", "right"))


def _taken_over() -> Change:
    """Sweden is at war under Russia, and Austria takes it into its Pact."""
    state = acting("au", players=5, hands={"sw": ["spies"]})
    consul(state, "sw", "au", 1)
    state.nations["sw"].caretaker = "ru"
    state.wars = sorted([*state.wars, pair("fr", "sw")])
    return state, play(state, AcceptPact("sw"))


def _invaded(state: State, leader: str, space: str) -> Change:
    return state, play(state, Gather(leader), Invade(space), dice=[1] * 40)


def _broken(*french: str) -> Change:
    """Great Britain breaks the Pact of Spain with France, which plays its card against that."""
    hands = {"gb": [COUP, "honved"], "fr": ["typhus_2", *french], "sp": ["spies"]}
    state = going_on(at_play(hands, scheduled="gb", players=5)).state
    played = play_open(state, PlayForEvent(COUP))
    happened = [*played.events]
    while asked := [it for it in decisions(played.state) if it.kind == "window"]:
        broken = any(isinstance(it, Rupture) for it in played.state.stack)
        may = broken and french and asked[0].seat == "fr"
        order: Order = Respond("fr", french[0]) if may else Decline()
        played = _answered(played.state, {asked[0].seat: order})
        happened += played.events
    return state, Played(played.state, happened)


def _resigned() -> Change:
    """Great Britain leaves, with Sweden in Pact with it."""
    state = going_on(at_play({**HANDS, "sw": ["bad_roads_2"]}, players=5)).state
    allied(state, "sw", "gb")
    gone = left(state, "gb")
    after = play(gone.state, PlayForCP("honved"), EndImpulse())
    return state, Played(after.state, [*gone.events, *after.events])


CHANGES: dict[str, tuple[Callable[[], Change], str, list[str]]] = {
    "a client enters a Pact": (_persuaded, "sw", ["", "gb"]),
    "a caretaker gives way to a Pact": (_taken_over, "sw", ["ru", "au"]),
    "a client is attacked": (
        lambda: _invaded(at_stralsund(players=5), "ney", "stralsund"), "sw", ["", "gb"],
    ),
    "a caretaker is appointed": (
        lambda: _invaded(at_bucharest(players=5), "kutuzov", "bucharest"), "ot", ["", "fr"],
    ),
    "a Pact is broken": (_broken, "sp", ["fr", ""]),
    "a Pact is restored": (lambda: _broken("talleyrand_1"), "sp", ["fr", "", "fr"]),
    "a player leaves": (_resigned, "sw", ["gb", ""]),
}  # fmt: skip
"""How a nation changes hands, which one, and who commands it one after the other."""


@pytest.mark.parametrize("change", CHANGES)
def test_hands_and_sight_follow_command_from_the_event_on_and_never_back(change: str) -> None:
    """After each event who commands a nation sees its hand, and nobody else [R-67].

    What an event hides is read by who commanded the nation then.
    """
    made, nation, expected = CHANGES[change]
    before, played = made()
    commanders = [commander(before, nation)]
    for event in played.events:
        after = apply(copied(before), event)
        reader = commander(after, nation)
        if reader != commanders[-1]:
            _is_seen_by(commanders[-1], before, nation)
            _is_seen_by(reader, after, nation)
            commanders.append(reader)
        if event.hidden and getattr(event, "nation", "") == nation:
            told = {it: redacted(event, Viewer(it))["data"] for it in EVERYBODY}
            reads = {it for it in EVERYBODY if any(told[it][name] for name in event.hidden)}
            assert reads == ({reader} if reader else set()), event
        before = after
    assert commanders == expected
    _is_seen_by(commanders[-1], before, nation)
    _twins_are_alike(before, nation)


def _is_seen_by(reader: str, state: State, nation: str) -> None:
    """Nobody but the reader, if there is one, sees anything by which a hand differs."""
    if state.nations[nation].hand:
        twin = _twin(state, nation)
        sees = {it for it in EVERYBODY if _seen(state, it) != _seen(twin, it)}
        assert sees == ({reader} if reader else set())


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "change", ["a caretaker gives way to a Pact", "a Pact is broken", "a player leaves"]
)
def test_what_a_nation_draws_as_it_changes_hands_is_hidden_everywhere(change: str) -> None:
    """Twins that differ in the new hand are alike to all but who commands the nation now."""
    made, nation, _ = CHANGES[change]
    state, played = made()
    last = max(at for at, it in enumerate(played.events) if isinstance(it, OrderGiven))
    for event in played.events[:last]:
        state = apply(state, event)
    given = played.events[last]
    assert isinstance(given, OrderGiven)
    order = one_of(RULES.verbs, given.order)

    def carry_out(chance: Lots) -> list[Event]:
        events = RULES.decide(state, given.player, order, chance)
        assert not isinstance(events, Refusal), events
        return events

    entrant, now = entrants()[RULES.name], commander(played.state, nation)
    for reader in EVERYBODY:
        found = redrawn(entrant, state, 1, reader, carry_out)
        assert any(_are_alike(*it, change) for it in found) == (reader != now), reader


def _are_alike(twins: Twins, causes: list[Sequence[Event]], where: str) -> bool:
    """Whether these are twins, who are never told apart then."""
    try:
        twins.follow(causes, f"{where}, to {twins.reader}")
    except NoTwin:
        return False
    twins.compare(Random(where), f"{where}, to {twins.reader}")
    return twins.differ
