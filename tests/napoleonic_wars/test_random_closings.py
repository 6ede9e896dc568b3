"""The end of a turn and the interphase from random positions, with random answers."""

from __future__ import annotations

from collections import Counter
from random import Random
from time import process_time
from typing import Any

import pytest

from napoleon.rules.events import Event
from napoleon.rules.kit import verbs
from napoleon.rules.kit.verbs import until_the_end
from napoleon.rules.orders import Order, Refusal
from napoleon.rulesets.napoleonic_wars.events import apply
from napoleon.rulesets.napoleonic_wars.events.outcomes import ForceEliminated, ForceRouted
from napoleon.rulesets.napoleonic_wars.frames.answers import Joining
from napoleon.rulesets.napoleonic_wars.frames.cards import Demand, Program
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Conquest
from napoleon.rulesets.napoleonic_wars.frames.forces import Deployment, Losses
from napoleon.rulesets.napoleonic_wars.frames.impulses import CARDS, Impulse, Pool, Reinforcement
from napoleon.rulesets.napoleonic_wars.nations import commander, is_neutral
from napoleon.rulesets.napoleonic_wars.orders.impulses import EndImpulse
from napoleon.rulesets.napoleonic_wars.pieces import put, sp_of, squadrons_of
from napoleon.rulesets.napoleonic_wars.sequence import BOOK
from napoleon.rulesets.napoleonic_wars.state import IMPULSES, PACT, ForeignWar, State, pair
from tests.napoleonic_wars.closing import closing
from tests.napoleonic_wars.playing import copied, pack, table_of, tallied
from tests.repetitions import repetitions

OURS = (Conquest, Joining, Reinforcement, Deployment, Losses)
"""The frames of the end of a turn, none of which lasts into the next."""
SLOW = 0.25
"""Seconds that no answer takes, with all that follows from it: draws for nine nations among it."""


def scattered(random: Random) -> State:
    """Forces, flags, hands, Resources and clients lie anywhere."""
    state = closing(random.randint(1, 4), next_up=random.choice(pack().track),
                    players=random.choice((2, 2, 3, 4, 5)))  # fmt: skip
    spaces, track = [*pack().spaces], pack().track
    for nation in [it for it in state.powers if it != "fr" and random.random() < 0.15]:
        state.nations[nation].conquered, state.nations[nation].camp = "fr", ""
        state.wars = [it for it in state.wars if nation not in it.split("-")]
    for nation in track:
        if commander(state, nation) == "" and random.random() < 0.5:
            _enters(state, random, nation)
    for it in state.nations.values():
        it.resources = random.randint(0, 2)
        it.plus_key = random.random() < 0.1
        it.regroup_sp = random.randint(0, 2)
        for _ in range(random.randint(0, 4)):
            it.hand.append(state.bag.pop(random.randrange(len(state.bag))))
    for space in spaces:
        if random.random() < 0.3:
            state.spaces[space].flag = random.choice(_parties(state))
    for nation in track:
        for capital in pack().capitals[nation]:
            if random.random() < 0.4:
                state.spaces[capital].flag = random.choice(_parties(state))
    for space, there in state.spaces.items():
        if there.flag == pack().spaces[space].colour:
            there.flag = ""
        there.lots = []
        if random.random() < 0.5:
            put(state, space, random.choice(track), random.randint(1, 5))
    for leader in state.leaders.values():
        if leader.standing == "map":
            leader.where = random.choice(spaces)
    return state


def _parties(state: State) -> list[str]:
    return [it for it in pack().track if not is_neutral(state, it)]


def _enters(state: State, random: Random, nation: str) -> None:
    """A proxy takes part in the war: in Pact, or under a caretaker."""
    it = state.nations[nation]
    power = random.choice([name for name in state.powers if state.nations[name].camp])
    camp = state.nations[power].camp
    foes = [name for name, other in state.nations.items() if other.camp not in ("", camp)]
    if random.random() < 0.6:
        it.row, it.box, it.camp = power, PACT, camp
    else:
        it.caretaker = state.powers[power]
    state.wars = sorted({*state.wars, *(pair(nation, foe) for foe in foes)})
    if nation == "ot":
        state.bag.remove("turkish_war_1")
        mack = state.leaders["mack"]
        mack.standing, mack.where = "war", ""
        state.foreign_wars.append(ForeignWar("turkish_war_1", "au", "ot", 2, 0, ["mack"]))


def strengths(state: State) -> Any:
    return {it: sp_of(state, it) for it in pack().track}


def change_of(event: Event) -> Counter[str]:
    """How the strength of nations changes by an event."""
    if isinstance(event, ForceRouted | ForceEliminated):
        return Counter({nation: -sp for nation, sp in event.sp.items()})
    signs = {"units_built": 1, "units_lost": -1, "units_removed": -1, "units_cashed_in": -1}
    sign = signs.get(event.type, 0)
    return Counter({event.nation: sign * event.sp}) if sign else Counter()  # type: ignore[attr-defined]


def everything(state: State) -> Any:
    """Every card, also one that a nation plays that nobody commands."""
    found = tallied(state)
    in_play = dict.fromkeys(it.card for it in state.stack if isinstance(it, (Program, Demand)))
    return sorted([*found, *(it for it in in_play if it in pack().deck and it not in found)])


def played(state: State, random: Random, number: int, stop_at: int) -> tuple[State, list[Event]]:
    """Random answers up to a turn, with what is conserved looked at after each."""
    cards, before = everything(state), strengths(state)
    leaders = {*state.leaders}
    start, happened = copied(state), list[Event]()
    table = table_of(state, number)
    with until_the_end():
        verbs.advance(BOOK, table)
    happened += table.recorded
    for _ in range(400):
        if state.result is not None or state.turn == stop_at:
            break
        [decision, *_] = verbs.decisions(BOOK, table_of(state))
        assert decision.seat, decision
        by_verb: dict[type[Order], list[Order]] = {}
        for order in verbs.legal_orders(BOOK, table_of(state), decision):
            by_verb.setdefault(type(order), []).append(order)
        assert by_verb, decision
        order = random.choice(by_verb[random.choice(list(by_verb))])
        at = process_time()
        events = verbs.decide(BOOK, table_of(state, number), decision.seat, order)
        assert process_time() - at < SLOW, order
        assert not isinstance(events, Refusal), (order, events)
        happened += events
    else:
        raise AssertionError("nothing comes to an end")
    assert everything(state) == cards
    assert {*state.leaders} == leaders
    for event in happened:
        for nation, sp in change_of(event).items():
            before[nation] += sp
    assert strengths(state) == before
    for nation, limit in pack().limits.items():
        assert squadrons_of(state, nation) <= limit.max_squadrons
    for event in happened:
        apply(start, event)
    assert start == state, "a replay leads to the same position"
    return state, happened


@pytest.mark.parametrize("number", repetitions(60, 400))
def test_a_turn_ends_from_any_position(number: int) -> None:
    random = Random(number)
    state = scattered(random)
    turn = state.turn
    after, _ = played(state, random, number, turn + 1)
    if after.result is None:
        assert after.phase == IMPULSES
        assert not [it for it in after.stack if isinstance(it, OURS)]
        for nation, it in after.nations.items():
            assert len(it.hand) <= pack().nations[nation].hand_max
            assert not it.carried
    for it in pack().track:
        if after.nations[it].conquered:
            assert is_neutral(after, it)


@pytest.mark.parametrize("number", repetitions(30, 200))
def test_an_impulse_ends_with_offers_from_any_position(number: int) -> None:
    random = Random(1000 + number)
    state = scattered(random)
    # What lies in a port that is lost would be driven out first.
    state.phase, state.squadrons = IMPULSES, []
    pools = [Pool(CARDS, 3)]
    state.stack = [Impulse("fr", scheduled=True, pools=pools, played=["militia_1"], counted=1)]
    seat = verbs.decisions(BOOK, table_of(state))[0].seat
    before = everything(state)
    assert not isinstance(verbs.decide(BOOK, table_of(state, number), seat, EndImpulse()), Refusal)
    kinds = ("offer", "answer_offer", "cession", "gift", "take_gift", "evacuate", "withdraw")
    for _ in range(200):
        if state.result is not None:
            break
        [decision, *_] = verbs.decisions(BOOK, table_of(state))
        if decision.kind not in kinds:
            break
        orders = [*verbs.legal_orders(BOOK, table_of(state), decision)]
        by_verb = {type(it): it for it in random.sample(orders, len(orders))}
        order = random.choice([*by_verb.values()])
        assert not isinstance(
            verbs.decide(BOOK, table_of(state, number), decision.seat, order), Refusal
        )
    assert everything(state) == before
