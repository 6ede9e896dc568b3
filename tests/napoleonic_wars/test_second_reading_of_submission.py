"""The game and a second reading of its digest agree on who submits, how, and what follows.

[6.12, 6.13, 15.4, 15.42] Positions are made up: nations of both camps and of none stand in the
country of one that is beaten, which has allies, proxies in Pact, flags abroad and ships in ports.

Rulings that the second reading did not know are in it now, and named where they count: who leaves
the country of a neutral [R-195], what stays with a Pact proxy [R-196], what a submission without a
conqueror does not do [R-197], who picks [R-198], who is asked first [R-199], who passes [R-200] and
who cannot be helped by a Resource [R-201].
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from napoleon.rules.events import Event
from napoleon.rules.kit import verbs
from napoleon.rules.kit.verbs import until_the_end
from napoleon.rules.orders import Order, Refusal
from napoleon.rulesets.napoleonic_wars.cards.demands import Owing
from napoleon.rulesets.napoleonic_wars.conquest import submits
from napoleon.rulesets.napoleonic_wars.frames.at_sea import Voyage
from napoleon.rulesets.napoleonic_wars.frames.cards import Demand
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Conquest, Offer
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.nations import (
    at_war,
    commander,
    enemies,
    is_allied,
    is_proxy,
)
from napoleon.rulesets.napoleonic_wars.orders.conquest import (
    AcceptOffer,
    AddTerm,
    ChooseCeded,
    Evacuate,
    GiveCeded,
    NoOffer,
    SendOffer,
    TakeGift,
    Withdraw,
)
from napoleon.rulesets.napoleonic_wars.pieces import put, rest, sp_of, squadrons_at, squadrons_of
from napoleon.rulesets.napoleonic_wars.production import counters_left
from napoleon.rulesets.napoleonic_wars.sequence import BOOK
from napoleon.rulesets.napoleonic_wars.spaces import present, was_friendly
from napoleon.rulesets.napoleonic_wars.state import IMPULSES, PACT, ForeignWar, State, pair
from tests.napoleonic_wars.batches import EACH, in_batches, numbers
from tests.napoleonic_wars.diplomacy import allied, consul, defeated
from tests.napoleonic_wars.playing import at_play, decisions, legal_orders, pack, table_of
from tests.napoleonic_wars.positions import atlas, world_of
from tests.napoleonic_wars.second_reading import submitting
from tests.napoleonic_wars.second_reading.submitting import Pieces, Settlement, Terms
from tests.napoleonic_wars.second_reading.world import World

batches = in_batches(2)


# -- positions -------------------------------------------------------------------------------------


def _positions(batch: int) -> Iterator[tuple[Random, State, str]]:
    for number in numbers(batch):
        random = Random(number)
        yield random, *position(random)


def position(random: Random) -> tuple[State, str]:
    """Between two impulses; one nation has few forces, and others stand in its country."""
    state = at_play({}, players=random.randint(2, 5))
    state.squadrons, state.stack, state.phase = [], [], IMPULSES
    for space in state.spaces.values():
        space.lots = []
    for leader in state.leaders.values():
        if leader.standing == "map":
            leader.standing, leader.where = "pool", ""
    beaten = random.choice([*state.powers, *state.powers, *pack().track])
    _take_sides(random, state, beaten)
    if len({*state.powers.values()}) > 2 and random.random() < 0.1:
        state.gone = [random.choice([*state.powers.values()])]
        for it in state.nations.values():
            it.caretaker = "" if it.caretaker in state.gone else it.caretaker
    _put_forces(random, state, beaten)
    _put_squadrons(random, state)
    if random.random() < 0.3 and not is_allied(state, "ot", "au"):
        state.bag.remove("turkish_war_1")
        state.foreign_wars = [ForeignWar("turkish_war_1", "au", "ot", 2, 0, [])]
    for nation in pack().track:
        state.nations[nation].resources = random.randint(0, 2)
    state.nations["fr"].plus_key = random.random() < 0.3
    able = [it for it in state.powers if commander(state, it)]
    for nation in pack().track:
        state.nations[nation].hand = [state.bag.pop() for _ in range(1 + (nation in able))]
    state.marker = pack().track.index(random.choice(able))
    state.parley, state.last = [*state.powers], random.choice(pack().track)
    rest(state)
    state.parley = [*state.powers]
    return state, beaten


def _take_sides(random: Random, state: State, beaten: str) -> None:
    """Proxies in Pact, attacked, conquered or apart; some power is neutral, or joins a camp."""
    if random.random() < 0.15:
        power = random.choice([it for it in state.powers if it != beaten])
        defeated(state, power, random.choice([it for it in state.powers if it != power]))
    if "pr" in state.powers and random.random() < 0.6:
        _join(state, "pr", random.choice(("fr", "gb")))
    for nation in pack().track:
        if is_proxy(state, nation):
            _stand(random, state, nation)
    if random.random() < 0.1:
        apart = [
            it
            for it in pack().track
            if not state.nations[it].camp and commander(state, it) != commander(state, beaten)
        ]
        for nation in apart[:1]:
            state.wars = sorted({*state.wars, pair(nation, beaten)})
            state.nations[nation].conquered = state.nations[beaten].conquered = ""


def _join(state: State, nation: str, friend: str) -> None:
    own = state.nations[nation]
    own.camp, own.conquered = state.nations[friend].camp, ""
    foes = [it for it in pack().track if at_war(state, it, friend)]
    state.wars = sorted({*state.wars, *(pair(nation, it) for it in foes)})


def _stand(random: Random, state: State, nation: str) -> None:
    fate = random.choice(("pact", "pact", "attacked", "attacked", "conquered", "row", "unaligned"))
    players = [it for it in state.powers if it != nation]
    if fate == "pact":
        consul(state, nation, "", 0)
        allied(state, nation, random.choice(players))
        return
    box = random.randint(1, 3) if fate in ("row", "attacked") else 0
    consul(state, nation, random.choice(players) if box else "", box)
    if fate == "conquered":
        defeated(state, nation, random.choice(players))
        state.nations[nation].frozen = state.turn
    elif fate == "attacked":
        foe = random.choice([it for it in state.powers if state.nations[it].camp] or players)
        camp = [it for it in pack().track if it != nation and is_allied(state, it, foe)]
        state.wars = sorted({*state.wars, *(pair(nation, it) for it in camp)})
        for it in (nation, *camp):
            state.nations[it].conquered = ""
        own = {commander(state, it) for it in camp}
        free = [it for it in dict.fromkeys(state.powers.values()) if it not in own]
        if free:
            state.nations[nation].caretaker = random.choice(free)


def _put_forces(random: Random, state: State, beaten: str) -> None:
    near = dict.fromkeys((*pack().home_duchies[beaten], *pack().associated[beaten]))
    for nation in pack().track:
        if nation != beaten and is_allied(state, nation, beaten):
            near |= dict.fromkeys((*pack().home_duchies[nation], *pack().associated[nation]))
    near |= dict.fromkeys(it for space in [*near] for it in atlas().neighbours(space))
    home, foes = pack().home_duchies[beaten], enemies(state, pack(), beaten)
    weak = random.random() < 0.8
    for space in near:
        if random.random() < 0.25:
            state.spaces[space].flag = random.choice(pack().track)
        for _ in range(random.choice((0, 0, 1, 1, 2))):
            able = foes if foes and space in home and random.random() < 0.6 else pack().track
            nation = random.choice(able)
            if nation == beaten and weak and random.random() < 0.8:
                continue
            full = sp_of(state, nation) + 3 > pack().limits[nation].max_sp
            if not full and not any(at_war(state, it, nation) for it in present(state, space)):
                put(state, space, nation, random.randint(1, 3))
    for leader in state.leaders.values():
        likely = 0.2 if leader.nation == beaten and weak else 0.5
        if leader.standing == "pool" and random.random() < likely:
            there = [
                it
                for it in near
                if not any(at_war(state, other, leader.nation) for other in present(state, it))
            ]
            leader.standing, leader.where = "map", random.choice(there)


def _put_squadrons(random: Random, state: State) -> None:
    for nation in pack().track:
        if not pack().limits[nation].max_squadrons:
            continue
        for _ in range(random.choice((0, 1, 2))):
            havens = [
                it.id
                for it in pack().spaces.values()
                if it.ports and was_friendly(state, pack(), it.id, nation)
            ]
            zone = random.random() < 0.3 or not havens
            at = random.choice([*pack().zones] if zone else havens)
            squadrons_at(state, nation, at).ready += 1
    _stack_up(random, state)


def _stack_up(random: Random, state: State) -> None:
    """Many fleets are in one zone; allies lie in one stack, which the first or last leads."""
    sea = random.choice([*pack().zones])
    for nation in pack().track:
        room = pack().limits[nation].max_squadrons - squadrons_of(state, nation)
        if room > 0 and random.random() < 0.4:
            squadrons_at(state, nation, sea).ready += 1
    order = [*pack().track][:: 1 if len(state.squadrons) % 2 else -1]
    for it in state.squadrons:
        if it.at in pack().zones:
            there = {of.nation for of in state.squadrons if of.at == it.at}
            allies = [of for of in order if of in there and is_allied(state, of, it.nation)]
            it.lead = "" if allies[0] == it.nation else allies[0]


def stacks(state: State) -> dict[tuple[str, str], str]:
    """Who leads the fleets at sea that another nation leads."""
    return {
        (it.nation, it.at): it.lead
        for it in state.squadrons
        if it.at in pack().zones and it.lead and not it.sails
    }


def told(state: State) -> World:
    """The position for the second reading, with its wars, camps, Pacts and passages."""
    world = world_of(state)
    world.wars = {frozenset(war.split("-")) for war in state.wars}
    world.camps = {name: it.camp for name, it in state.nations.items() if it.camp}
    world.pacts = {name: it.row for name, it in state.nations.items() if it.box == PACT}
    world.passage = passages(state)
    world.stacks = stacks(state)
    return world


def passages(state: State) -> dict[str, frozenset[str]]:
    """Who may pass the country of which conquered nation."""
    return {
        name: frozenset(other for other in pack().track if is_allied(state, other, it.conquered))
        for name, it in state.nations.items()
        if it.conquered
    }


def commanded(state: State) -> list[str]:
    """The nations that a player commands."""
    return [it for it in pack().track if commander(state, it)]


# -- playing on ------------------------------------------------------------------------------------


class Course:
    """A position that is played on, and what has happened."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def go_on(self) -> None:
        """What happens by itself."""
        table = table_of(self.state)
        with until_the_end():
            verbs.advance(BOOK, table)
        self.events += table.recorded

    def give(self, seat: str, order: Order) -> None:
        """An order that has to be legal."""
        events = verbs.decide(BOOK, table_of(self.state), seat, order)
        assert not isinstance(events, Refusal), (order, events)
        self.events += events


@batches
def test_the_same_powers_are_asked_in_the_same_order(batch: int) -> None:
    compared = 0
    for _, state, _ in _positions(batch):
        course, world = Course(state), told(state)
        expected = submitting.asked(world, state.powers, state.last, (), commanded(state))
        course.go_on()
        found = {}
        while state.result is None and state.stack and isinstance(state.stack[-1], Offer):
            offer = state.stack[-1]
            found[offer.nation] = offer.to
            assert [it.seat for it in decisions(state)] == [commander(state, offer.nation)]
            course.give(commander(state, offer.nation), NoOffer(offer.nation))
        assert [*found.items()] == [*expected.items()]
        compared += len(found)
    assert compared > EACH // 5


def _offering(state: State, beaten: str = "") -> Offer | None:
    """The offer that somebody thinks of after this impulse, of the beaten nation if it may."""
    course = Course(state)
    course.go_on()
    while state.stack and isinstance(offer := state.stack[-1], Offer):
        if offer.nation == beaten or not beaten:
            return offer
        course.give(commander(state, offer.nation), NoOffer(offer.nation))
    return None


@batches
def test_the_same_terms_are_legal(batch: int) -> None:
    for _, state, beaten in _positions(batch):
        world = told(state)
        offer = _offering(state, beaten)
        if offer is None:
            continue
        legal = {(it.duchy, it.way) for it in legal_orders(state) if isinstance(it, AddTerm)}
        cede = submitting.may_cede(world, offer.nation, offer.to)
        back = submitting.may_unflag(world, offer.nation, offer.to)
        assert {it for it, way in legal if way == "cede"} == cede
        assert {it for it, way in legal if way == "unflag"} == back


@batches
def test_what_follows_an_accepted_offer_is_alike(batch: int) -> None:
    for random, state, beaten in _positions(batch):
        offer = _offering(state, beaten)
        if offer is None:
            continue
        before, world = _told_before(state), told(state)
        nation, to = offer.nation, offer.to
        course = Course(state)
        seat = commander(state, nation)
        terms: dict[str, str] = {}
        for _ in range(random.choice((0, 1, 2, 3, 5))):
            able = [it for it in legal_orders(state) if isinstance(it, AddTerm)]
            if able:
                order = random.choice(able)
                terms[order.duchy] = order.way
                course.give(seat, order)
        course.give(seat, SendOffer(nation))
        course.events.clear()
        course.give(commander(state, to), AcceptOffer())
        agreed = Terms(
            *(
                frozenset(it for it, how in terms.items() if how == way)
                for way in ("cede", "unflag")
            )
        )
        made = submitting.accepted(
            world, nation, to, agreed, before.resources, before.plus_key, before.conquered
        )
        _compare(random, course, world, before, made, {*terms})


@batches
def test_what_follows_a_submission_by_force_is_alike(batch: int) -> None:
    for random, state, beaten in _positions(batch):
        before, world = _told_before(state), told(state)
        state.stack = [Impulse("fr", scheduled=True, played=["militia_1"], counted=1)]
        by, proxy = submitting.forced_by(world, beaten), is_proxy(state, beaten)
        had = bool(state.nations[beaten].caretaker or state.nations[beaten].box == PACT)
        course, table = Course(state), table_of(state)
        with until_the_end():
            submits(table, beaten)
            verbs.advance(BOOK, table)
        course.events += table.recorded
        ceded = _cede(random, course, beaten, by)
        made = submitting.forced(
            world,
            beaten,
            ceded,
            before.resources,
            before.plus_key,
            proxy,
            commanded=had,
            conquerors=before.conquered,
        )
        assert made.by == by
        _compare(random, course, world, before, made, set())


@batches
def test_the_same_nations_cannot_build_what_a_foreign_war_demands(batch: int) -> None:
    submit = 0
    for random, state, nation in _positions(batch):
        world, own = told(state), state.nations[nation]
        state.nations[nation].hand = random.sample(state.bag, random.randint(0, 3))
        if random.random() < 0.5:
            own.home, own.resources = [], 0
        owed = Demand(
            "spanish_ulcer", nation, "", random.randint(0, 3), random.randint(0, 1),
            random.randint(0, 2) * (pack().limits[nation].max_squadrons > 0),
        )  # fmt: skip
        if not owed.sp + owed.leaders + owed.squadrons:
            continue
        state.stack = [Impulse("fr", scheduled=True, counted=1), owed]
        it = Owing(table_of(state), "")
        cards = [*own.hand, *(card.card for card in own.home if card.up and it.seat)]
        leaders = [pack().leaders[name].command for name in it.buildable]
        left = pack().limits[nation].max_squadrons - squadrons_of(state, nation)
        must = submitting.must_submit(
            world,
            nation,
            Pieces(owed.sp, owed.leaders, owed.squadrons),
            [0 if (card := pack().cards[name]).must_event else card.cp for name in cards],
            own.resources if it.seat else 0,
            leaders,
            Pieces(counters_left(it), len(leaders), left),
        )
        assert must == (not it.can_pay)
        submit += must
    assert submit


class Before(NamedTuple):
    """What a position had of what a `World` does not know."""

    resources: dict[str, int]
    plus_key: list[str]
    frozen: dict[str, int]
    conquered: dict[str, str]
    caretakers: dict[str, str]
    turkish_war: bool


def _told_before(state: State) -> Before:
    own = state.nations
    return Before(
        {name: it.resources for name, it in own.items()},
        [name for name, it in own.items() if it.plus_key],
        {name: it.frozen for name, it in own.items()},
        {name: it.conquered for name, it in own.items() if it.conquered},
        {name: it.caretaker for name, it in own.items()},
        bool(state.foreign_wars),
    )


def _cede(random: Random, course: Course, nation: str, by: str | None) -> list[str]:
    """Duchies are chosen by who has to, and they are those that may be ceded."""
    state, atlas_ = course.state, atlas()
    rolled = [it for it in course.events if it.type == "cession_rolled"]
    assert bool(rolled) == bool(by)
    if not by:
        return []
    turns = [
        *submitting.pickers(told(state), nation, by, rolled[0].die, bool(commander(state, nation)))
    ]
    while state.stack and [it.kind for it in decisions(state)] == ["cession"]:
        done = [it for it in course.events if it.type == "duchy_ceded"]
        [asked] = decisions(state)
        assert asked.seat == commander(state, turns[len(done)])
        able = [it for it in legal_orders(state) if isinstance(it, ChooseCeded)]
        assert {it.space for it in able} == {*submitting.cedable(atlas_, nation)} - {
            it.space for it in done
        }
        course.give(asked.seat, random.choice(able))
    ceded = [it.space for it in course.events if it.type == "duchy_ceded"]
    assert len(ceded) == len(turns)
    return ceded


def _compare(
    random: Random, course: Course, world: World, before: Before, made: Settlement, agreed: set[str]
) -> None:
    state, nation = course.state, made.nation
    [fallen] = [it for it in course.events if it.type == "nation_conquered"]
    assert (fallen.nation, fallen.victor or None) == (nation, made.by)
    if made.over:
        _compare_end(random, course, world, made, agreed)
        return
    flags = dict(made.after.flags)
    while state.stack and any(isinstance(it, Conquest) for it in state.stack):
        _answer(random, course, made, flags)
    place = next(n for n, it in enumerate(course.events) if it.type == "conquest_settled")
    settled = course.events[: place + 1]
    assert {name: it.flag for name, it in state.spaces.items() if it.flag} == flags
    regrouped = {
        (it.nation, it.space)
        for it in settled
        if it.type == "forces_regrouped" and it.clauses[0] == "15.21.b"
    }
    assert regrouped == made.regrouped
    for who, capital in made.leave:
        assert who not in present(state, capital)
    changed = [it.nation for it in settled if it.type == "hand_changed"]
    assert changed == [nation] * made.new_hand
    freed = any(it.type == "tied_down_freed" for it in settled)
    assert freed == (before.turkish_war and made.turkish_wars_end)
    own = state.nations[nation]
    now = told(state)
    assert now.camps == made.after.camps
    assert now.pacts == made.after.pacts
    assert now.wars == made.after.wars
    assert now.passage == made.after.passage
    graces = {frozenset(it.split("-")) for it in state.grace}
    assert {it for it in graces if len(it) == 2} == made.grace
    assert all(turn == state.turn for turn in state.grace.values())
    assert {name: it.resources for name, it in state.nations.items()} == made.resources
    assert {name for name, it in state.nations.items() if it.plus_key} == made.plus_key
    if is_proxy(state, nation):
        assert ((own.row, own.box) == ("", 0)) == made.unaligned
        assert own.frozen == (state.turn if made.frozen else before.frozen[nation])
        assert commander(state, nation) == ""
    gone = {it.nation for it in course.events if it.type == "caretaker_dismissed"}
    idle = {it for it in gone if not enemies(state, pack(), it)}
    caretakers = {it for it, seat in before.caretakers.items() if it != nation and seat}
    assert idle == submitting.released(world, made, caretakers)
    _compare_ships(course.events[place + 1 :], state, made)
    if not any(it.type.startswith("sea_battle") for it in course.events):
        assert stacks(state) == made.after.stacks


def _compare_end(
    random: Random, course: Course, world: World, made: Settlement, agreed: set[str]
) -> None:
    """France is beaten: an accepted submission ends the game once its terms are met [R-150]."""
    state, flags = course.state, dict(made.after.flags)
    while state.result is None:
        _answer(random, course, made, flags)
    assert course.events[-1].type == "game_ended"
    assert {name for name, it in state.nations.items() if it.plus_key} == made.plus_key
    found = {name: it.flag for name, it in state.spaces.items() if it.flag}
    if any(it.type == "offer_answered" for it in course.events):
        home = pack().home_duchies["fr"]
        lifted = {it for it in home if world.flags.get(it) in made.passage} | agreed
        flags = {it: flag for it, flag in world.flags.items() if it not in lifted}
        flags |= {it: made.after.flags[it] for it in lifted & made.after.flags.keys()}
    assert found == flags


def _answer(random: Random, course: Course, made: Settlement, flags: dict[str, str]) -> None:
    state = course.state
    [asked] = decisions(state)
    able = legal_orders(state)
    if asked.kind == "gift":
        conquest = state.stack[-1]
        assert isinstance(conquest, Conquest)
        given = {(it.space, it.nation) for it in able if isinstance(it, GiveCeded)}
        assert made.by is not None
        takers = commanded(state)
        assert given == {
            (space, to)
            for space in conquest.ceded
            for to in submitting.gifts(made.after, made.by, space, takers)
        }
        order = random.choice(able)
    elif asked.kind == "take_gift":
        order = random.choice(able)
        conquest = state.stack[-1]
        assert isinstance(conquest, Conquest)
        if isinstance(order, TakeGift):
            flags[conquest.gift[0]] = conquest.gift[1]
    elif asked.kind == "evacuate":
        [capital] = [it.space for it in able if isinstance(it, Withdraw)]
        ways = {it.to for it in able if isinstance(it, Evacuate)}
        nation = asked.subject
        assert ways == {*submitting.capital_exits(told(state), nation, capital)}
        assert (nation, capital) in made.leave
        order = random.choice(able)
    elif asked.kind == "withdraw":
        nation = asked.subject
        found = {(nation, it.space) for it in able if isinstance(it, Withdraw)}
        assert found <= made.choose | {(nation, to) for to in _reached(course, nation)}
        order = random.choice(able)
    else:
        raise AssertionError(asked)
    if isinstance(order, GiveCeded) and commander(state, order.nation) == asked.seat:
        flags[order.space] = order.nation
    course.give(asked.seat, order)


def _reached(course: Course, nation: str) -> set[str]:
    return {it.space for it in course.events if it.type == "force_shifted"}


def _compare_ships(events: list[Event], state: State, made: Settlement) -> None:
    sent = [it for it in events if it.type == "fleet_driven_out"]
    found = {(it.nation, it.port): it.clauses[0] for it in sent}
    wanted = {ship: clause + ".a" * (clause == "13.9") for ship, (clause, _) in made.sail.items()}
    assert found.items() <= wanted.items()
    if sent:
        assert sent[0].zone == made.sail[sent[0].nation, sent[0].port][1]
    ended = any(it.type == "game_ended" for it in events)
    if not ended and not any(isinstance(it, Voyage) for it in state.stack):
        assert found == wanted
