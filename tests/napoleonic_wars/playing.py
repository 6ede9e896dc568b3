"""The chapters that there are so far, put together to be played by tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, NamedTuple

import msgspec

from napoleon.chance import SeededChance
from napoleon.rules.events import Event
from napoleon.rules.kit import verbs
from napoleon.rules.kit.declared import checked
from napoleon.rules.kit.table import Table, copies_of
from napoleon.rules.kit.verbs import until_the_end
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_wars import setting_up
from napoleon.rulesets.napoleonic_wars.events import apply
from napoleon.rulesets.napoleonic_wars.frames.forces import Force
from napoleon.rulesets.napoleonic_wars.frames.impulses import CARDS, Impulse, Pool
from napoleon.rulesets.napoleonic_wars.options import OPTIONS
from napoleon.rulesets.napoleonic_wars.orders.battles import PlayNoBattleCard
from napoleon.rulesets.napoleonic_wars.orders.cards import Decline
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.packs.loader import load_pack
from napoleon.rulesets.napoleonic_wars.pieces import put
from napoleon.rulesets.napoleonic_wars.sequence import BOOK
from napoleon.rulesets.napoleonic_wars.state import IMPULSES, HomeCard, State
from napoleon.rulesets.napoleonic_wars.table import Wars

copied = copies_of(State)


@cache
def pack() -> Pack:
    return load_pack(files("napoleon.rulesets.napoleonic_wars") / "data")


def chance(game: int, drawn: int) -> SeededChance:
    return SeededChance("18" * 32, str(game), drawn=drawn)


def table_of(state: State, game: int = 0) -> Wars:
    return Table(state, pack(), apply, chance(game, state.draws))


class Dice:
    """Chance of which the dice are known beforehand; of anything else it takes the first."""

    def __init__(self, *dice: int) -> None:
        self.dice = [*dice]

    def pick(self, options: Sequence[Any], purpose: str, chain: str = "secret") -> Any:
        return self.dice.pop(0) if self.dice and chain == "public" else options[0]


def emptied(nation: str = "fr", cp: int = 20, turn: int = 2, players: int = 2) -> State:
    """Nobody on the map, no card in any hand; a nation is in its impulse."""
    state = at_play({}, turn=turn, scheduled=nation, players=players)
    state.squadrons = []
    for space in state.spaces.values():
        space.lots = []
    for leader in state.leaders.values():
        leader.standing, leader.where = "pool", ""
    state.stack = [Impulse(nation, scheduled=True, pools=[Pool(CARDS, cp)], played=["militia_1"])]
    return state


def stand(state: State, space: str, nation: str = "", sp: int = 0, *leaders: str) -> None:
    """Strength points and leaders come to stand in a space."""
    if sp:
        put(state, space, nation, sp)
    for name in leaders:
        state.leaders[name].standing, state.leaders[name].where = "map", space


def chosen(**options: Any) -> dict[str, Any]:
    """Options with defaults filled in."""
    return checked(OPTIONS, options, "4.3.a")


def begun(players: int = 2, game: int = 0, **options: bool) -> tuple[State, list[Event]]:
    """A game up to its first question, and what has happened."""
    laid = setting_up.begin(pack(), "1805", chosen(players=players, **options))
    table = table_of(apply(None, laid), game)
    with until_the_end():
        verbs.advance(BOOK, table)
    return table.state, [laid, *table.recorded]


def at_play(
    hands: Mapping[str, list[str]], *, turn: int = 2, scheduled: str = "fr", players: int = 2
) -> State:
    """Between two impulses: nations hold these cards, and no home card but those named."""
    laid = setting_up.begin(pack(), "1805", chosen(players=players))
    state = apply(None, laid)
    state.turn, state.phase = turn, IMPULSES
    state.marker = pack().track.index(scheduled)
    for name, nation in state.nations.items():
        nation.resources, nation.decided, nation.unseen = 0, True, False
        nation.home = [HomeCard(it.card, up=it.card in hands.get(name, [])) for it in nation.home]
        nation.hand = [it for it in hands.get(name, []) if not pack().cards[it].home]
        for card in nation.hand:
            state.bag.remove(card)
    return state


class Played(NamedTuple):
    """What orders have led to."""

    state: State
    events: list[Event]

    @property
    def types(self) -> list[str]:
        return [it.type for it in self.events]

    @property
    def asked(self) -> list[tuple[str, str]]:
        return [(it.seat, it.kind) for it in decisions(self.state)]


def decisions(state: State) -> list[Decision]:
    return verbs.decisions(BOOK, table_of(state))


def legal_orders(state: State) -> list[Order]:
    table = table_of(state)
    [decision, *_] = verbs.decisions(BOOK, table)
    return list(verbs.legal_orders(BOOK, table, decision))


def going_on(state: State) -> Played:
    """What the rules do by themselves from here."""
    table = table_of(copied(state))
    with until_the_end():
        verbs.advance(BOOK, table)
    return Played(table.state, table.recorded)


def play(state: State, *orders: Order, game: int = 0, dice: Sequence[int] = ()) -> Played:
    """Orders of who is asked, each of which is legal; nobody plays a card in windows of others."""
    return _played(state, orders, game, dice, quiet=True)


def play_open(state: State, *orders: Order, game: int = 0, dice: Sequence[int] = ()) -> Played:
    """The same, with every window open."""
    return _played(state, orders, game, dice, quiet=False)


def _played(
    state: State, orders: Sequence[Order], game: int, dice: Sequence[int], *, quiet: bool
) -> Played:
    state, happened = copied(state), list[Event]()
    loaded = Dice(*dice)

    def give(seat: str, order: Order) -> None:
        table = Table(state, pack(), apply, loaded) if dice else table_of(state, game)
        events = verbs.decide(BOOK, table, seat, order)
        assert not isinstance(events, Refusal), (order, events)
        happened.extend(events)

    def decline() -> None:
        while quiet and (asked := [it for it in decisions(state) if it.kind in QUIET]):
            give(asked[0].seat, QUIET[asked[0].kind])

    decline()
    for order in orders:
        give(decisions(state)[0].seat, order)
        decline()
    return Played(state, happened)


QUIET: Mapping[str, Order] = {"window": Decline(), "battle_cards": PlayNoBattleCard()}
"""How a seat says in answer to which questions that it plays no card."""


def refused(state: State, order: Order) -> tuple[str, str]:
    """Code and clause of what is refused to who is asked."""
    state = copied(state)
    before = copied(state)
    refusal = verbs.decide(BOOK, table_of(state), decisions(state)[0].seat, order)
    assert isinstance(refusal, Refusal), (order, refusal)
    assert state == before, "a refusal leaves no trace"
    return refusal.code, refusal.clause


def random_game(number: int) -> Iterator[tuple[State, list[Event]]]:
    """A game of players who pick any verb, and then any order; after each what happened."""
    random = Random(number)
    state, events = begun(2 + number % 4, number)
    yield state, events
    while state.result is None:
        by_verb: dict[type[Order], list[Order]] = {}
        for order in legal_orders(state):
            by_verb.setdefault(type(order), []).append(order)
        order = random.choice(by_verb[random.choice(list(by_verb))])
        state, events = play_open(state, order, game=number)
        yield state, events


def forces(state: State) -> list[Force]:
    """Every force that something on the stack holds."""
    found: list[Force] = []

    def look(thing: Any) -> None:
        if isinstance(thing, Force):
            found.append(thing)
        elif isinstance(thing, list):
            for it in thing:
                look(it)
        elif isinstance(thing, msgspec.Struct):
            for name in thing.__struct_fields__:
                look(getattr(thing, name))

    look(state.stack)
    return found


def tallied(state: State) -> Any:
    """Every card, wherever it is."""
    hands = [card for it in state.nations.values() for card in (*it.hand, *it.carried)]
    aside = [war.card for war in state.foreign_wars]
    return sorted([*state.bag, *state.discards, *state.removed, *hands, *aside])


def told(played: Played, kind: str) -> list[Any]:
    """The events of a type, in their order."""
    return [it for it in played.events if it.type == kind]


def amounts(event: Any) -> dict[str, int]:
    """The breakdown of an event by clause."""
    found: dict[str, int] = {}
    for line in event.breakdown:
        found[line.clause] = found.get(line.clause, 0) + line.amount
    return found
