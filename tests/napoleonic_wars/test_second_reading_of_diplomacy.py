"""The game and a second reading of its digest agree on consuls, Pacts and caretakers [8].

Every step and every turn of a consul is tried in positions made up, in an impulse, by
reinforcements and by cards of too many; then attacks on proxies. What the second reading does not
know is a ruling:

- A power in Pact with a player is commanded by them, and so is its row [R-190].
- A proxy enters a Pact with its wars, or not at all [R-177], and a victim that of its caretaker
  only with their consent [R-185].
"""

from __future__ import annotations

from collections import Counter
from importlib.resources import as_file, files
from random import Random

from napoleon.rules.events import Event
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.events.impulses import CommandPointsSpent
from napoleon.rulesets.napoleonic_wars.frames.impulses import Influencing, Pool, Reinforcement
from napoleon.rulesets.napoleonic_wars.nations import (
    at_war,
    commander,
    is_allied,
    is_proxy,
    powers_of,
    seats,
)
from napoleon.rulesets.napoleonic_wars.orders.diplomacy import FlipConsul, MoveConsul
from napoleon.rulesets.napoleonic_wars.pacts import attacked, refuse_attack
from napoleon.rulesets.napoleonic_wars.spaces import present
from napoleon.rulesets.napoleonic_wars.state import INTERPHASE, PACT, ForeignWar, State, pair
from tests.napoleonic_wars.batches import EACH, in_batches, positions
from tests.napoleonic_wars.diplomacy import acting, allied, consul, defeated, where
from tests.napoleonic_wars.playing import copied, pack, table_of
from tests.napoleonic_wars.second_reading import peace, track
from tests.napoleonic_wars.second_reading.track import Consul, Moment, Payer
from tests.rulesets.comparing import Answers

ANSWERS: Answers[State] = Answers(RULES)

batches = in_batches(2)

with as_file(files("napoleon.rulesets.napoleonic_wars") / "data") as _FOLDER:
    COSTS = track.read_costs(_FOLDER)
    KEYS = peace.read_keys(_FOLDER)

BY_RULING = {"NEEDS_CONSENT": "R-185", "OWN_NATION": "8.22.c", "GRACE": "15.21.d"}
"""Why there is no Pact by R-177 and R-185, of which the second reading knows nothing."""


def position(random: Random) -> State:
    """Consuls anywhere; proxies in Pact, attacked, conquered; a nation spends CP somehow."""
    players = random.randint(2, 5)
    powers = [it for it in pack().powers if it != "pr" or players == 5]
    state = acting(random.choice(powers), random.randint(0, 6), players=players)
    state.options["proxy_influence"] = random.random() < 0.5
    for nation in pack().track:
        if is_proxy(state, nation):
            _stand(random, state, nation)
    if random.random() < 0.2:
        war = ForeignWar("turkish_war_1", random.choice(("au", "ru")), "ot", 2, 0, [])
        state.foreign_wars = [war]
    for ship in state.squadrons:
        ship.ready = 1
    _let_act(random, state)
    return state


def _stand(random: Random, state: State, nation: str) -> None:
    fate = random.choice(("row", "row", "plus", "pact", "attacked", "conquered", "unaligned"))
    rows = [it for it in pack().powers if it != nation]
    players = [it for it in state.powers if it != nation]
    if fate == "pact":
        consul(state, nation, "", 0)
        allied(state, nation, random.choice(players))
        return
    box = random.randint(1, 3) if fate in ("row", "attacked") else 0
    plus = random.random() < 0.4 if box else fate == "plus"
    consul(state, nation, random.choice(rows), box, plus=plus)
    if fate == "conquered":
        defeated(state, nation, random.choice(players))
        state.nations[nation].frozen = state.turn + random.randint(0, 1)
    elif fate == "attacked":
        foe = random.choice(players)
        camp = [it for it in state.powers if is_allied(state, it, foe)]
        state.wars = sorted({*state.wars, *(pair(nation, it) for it in camp)})
        free = [it for it in seats(state) if not {*powers_of(state, it)} & {*camp}]
        state.nations[nation].caretaker = random.choice(free) if free else ""


def _let_act(random: Random, state: State) -> None:
    """An impulse of a nation that somebody commands, its reinforcements, or cards of too many."""
    able = [
        it
        for it in pack().track
        if commander(state, it) and (it in state.powers or state.nations[it].box == PACT)
    ]
    nation = random.choice(able)
    impulse = state.stack[0]
    impulse.nation = nation  # type: ignore[union-attr]
    kind = random.choice((track.IMPULSE, track.IMPULSE, track.REINFORCEMENT, track.EXCESS))
    if kind == track.EXCESS and not (nation in state.powers or state.options["proxy_influence"]):
        kind = track.REINFORCEMENT  # cards of too many give it nothing
    if kind == track.IMPULSE:
        if random.random() < 0.1:
            state.turn, state.round = 1, 1
        return
    state.phase = INTERPHASE
    pools = [Pool(kind, random.randint(1, 6), "reinforcement")]
    state.stack = [
        Reinforcement(nation, pools) if kind == track.REINFORCEMENT else Influencing(nation, pools)
    ]


# -- the same position for the second reading ------------------------------------------------------


def consul_of(state: State, nation: str) -> Consul:
    it = state.nations[nation]
    frozen = it.frozen and (state.phase != INTERPHASE or state.turn < it.frozen)
    return Consul(nation, it.row or None, it.box, it.plus_face, bool(frozen))


def payer_of(state: State) -> Payer:
    """Who pays; rows that the player commands, by Pact too [R-190]."""
    nation = state.stack[0].nation  # type: ignore[union-attr]
    seat, it = commander(state, nation), state.nations[nation]
    return Payer(
        nation,
        nation in state.powers,
        it.row if it.box == PACT else None,
        frozenset(row for row in track.ROWS if commander(state, row) == seat),
        state.options["proxy_influence"],
    )


def moment_of(state: State) -> Moment:
    """What else bears on the track: a camp's wars, foreign ones too."""
    hostile = set()
    for row in track.ROWS:
        camp = [it for it in state.nations if is_allied(state, it, row)]
        for nation in state.nations:
            foreign = any(it.foe == nation and it.nation in camp for it in state.foreign_wars)
            if foreign or any(at_war(state, nation, it) for it in camp):
                hostile.add((row, nation))
    frame = state.stack[0]
    phase = {Reinforcement: track.REINFORCEMENT, Influencing: track.EXCESS}
    first = state.turn == 1 and state.round == 1 and state.phase != INTERPHASE
    return Moment(first, frozenset(hostile), phase.get(type(frame), track.IMPULSE))


def cp_of(state: State) -> int:
    return sum(it.cp for it in state.stack[0].pools)  # type: ignore[union-attr]


# -- steps and turns -------------------------------------------------------------------------------


@batches
def test_consuls_move_for_the_same_cp_and_are_refused_alike(batch: int) -> None:
    seen: Counter[str] = Counter()
    for _, state in positions(batch, position):
        if not RULES.decisions(state):
            continue  # nothing is left that could be spent
        [decision] = RULES.decisions(state)
        if decision.kind not in ("act", "reinforce", "influence"):
            continue
        for nation in pack().track:
            if is_proxy(state, nation):
                for way in (track.LEFT, track.RIGHT):
                    seen[way] += _compare_step(state, decision, nation, way)
                seen["turn"] += _compare_turn(state, decision, nation)
    assert min(seen[it] for it in (track.LEFT, track.RIGHT, "turn")) > EACH // 10, seen


def _compare_step(state: State, decision: Decision, nation: str, way: str) -> int:
    standing, payer = consul_of(state, nation), payer_of(state)
    row = (payer.row if way == track.RIGHT else standing.row) or ""
    clauses = track.cp_refusals(standing, payer, row, way, moment_of(state))
    cost = 0 if clauses else track.price(COSTS, standing, row, way)
    order = MoveConsul(nation, way)  # type: ignore[arg-type]
    refusal = ANSWERS.refused(state, decision, order)
    if refusal is not None and refusal.code in BY_RULING:
        assert standing.column == track.PARTNER and way == track.RIGHT
        return 0
    assert (refusal is None) == (not clauses and cost <= cp_of(state)), (
        standing, payer, way, clauses, cost, refusal,
    )  # fmt: skip
    if refusal is not None:
        return 0
    events = ANSWERS.decided(state, decision.seat, order)
    assert _paid(events) == cost
    after = ANSWERS.after(state, events)
    expected = track.moved(standing, row, way)
    assert where(after, nation) == (expected.row or "", expected.column, expected.plus)
    joins = track.alliance_change(standing, expected)[1]
    assert [it.power for it in events if it.type == "pact_formed"] == [joins] * bool(joins)  # type: ignore[attr-defined]
    if joins:
        assert is_allied(after, nation, joins)
        assert commander(after, nation) == commander(after, joins)
    return 1


def _compare_turn(state: State, decision: Decision, nation: str) -> int:
    standing, payer = consul_of(state, nation), payer_of(state)
    row = standing.row or payer.row or ""
    clauses = track.flip_refusals(standing, payer, row, moment_of(state))
    refusal = ANSWERS.refused(state, decision, FlipConsul(nation))
    assert (refusal is None) == (not clauses and cp_of(state) >= track.FLIP), (
        standing, payer, clauses, refusal,
    )  # fmt: skip
    if refusal is not None:
        return 0
    events = ANSWERS.decided(state, decision.seat, FlipConsul(nation))
    assert _paid(events) == track.FLIP
    expected = track.flipped(standing, row)
    after = ANSWERS.after(state, events)
    assert where(after, nation) == (expected.row or "", expected.column, expected.plus)
    return 1


def _paid(events: list[Event]) -> int:
    return sum(it.cp for it in events if isinstance(it, CommandPointsSpent))


# -- attacked proxies ------------------------------------------------------------------------------


@batches
def test_attacked_proxies_go_to_the_same_pacts_and_caretakers(batch: int) -> None:
    seen: Counter[str] = Counter()
    for random, state in positions(batch, position):
        state.stack = []
        for space in pack().spaces.values():
            if space.key and random.random() < 0.2:
                flag = random.choice([*state.powers])
                state.spaces[space.id].flag = "" if flag == space.colour else flag
        for nation in pack().track:
            if is_proxy(state, nation) and state.nations[nation].box != PACT:
                seen[_compare_attack(copied(state), nation, random.choice([*state.powers]))] += 1
    assert seen["pact"] > EACH // 5 and seen["caretaker"] > EACH // 5, seen


def _compare_attack(state: State, nation: str, invader: str) -> str:
    """A proxy that nobody fights yet; grace and wars of a player with themselves aside."""
    if any(at_war(state, nation, it) for it in state.nations):
        return "at war"
    if refuse_attack(state, pack(), nation, invader) is not None:
        return "refused"
    wars = frozenset(frozenset(it.split("-")) for it in state.wars)
    keys = peace.controlled(
        KEYS,
        {name: it.flag for name, it in state.spaces.items() if it.flag},
        {name: frozenset(present(state, name)) for name in state.spaces},
        wars,
    )
    expected = track.attacked(
        consul_of(state, nation),
        invader,
        [it for it in state.nations if is_allied(state, it, invader) and it != invader],
        {seat: tuple(powers_of(state, seat)) for seat in seats(state)},
        wars,
        keys,
    )
    table = table_of(state)
    attacked(table, nation, invader)
    after = table.state
    assert (after.nations[nation].row if after.nations[nation].box == PACT else None) == (
        expected.pact
    ), (nation, invader, expected)
    assert (after.nations[nation].caretaker or None) == expected.caretaker, (nation, invader)
    assert at_war(after, nation, invader)
    return "pact" if expected.pact else "caretaker"
