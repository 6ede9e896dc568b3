"""Fleets of the game, and a second reading of their digest, on random positions.

A voyage goes on by random answers; then its events are gone through one by one, and every number
is compared with what the second reading says of the position before it. Convoys are compared by
their legal orders. Where the two differ it is by a ruling:

- A minor's squadrons are a fleet of their own, and stack like a power's [R-161].
- Empty enemy ports are not entered [R-162]; the zone that ships are driven to, and that they stay
  there if they evade, is chosen as in R-163.
- A fortress of one's own before which enemies stand is closed to convoys [R-171].
- Stacks that fight in one battle keep each its own top squadron [R-172].
- A beaten fleet whose port is not friendly any more goes to the nearest one [R-173].
- A landing in a neutral minor's port goes by the ships of all whom the war draws in [R-186]; who
  passes a conquered minor may attack it so, too [R-182].
- Squadrons are regrouped in home ports alone [R-187].
- Who has fled into the port of a strait does not come out of it [R-188].
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from napoleon.rules.events import Event, total
from napoleon.rules.kit import verbs
from napoleon.rules.kit.frames import inmost
from napoleon.rules.kit.verbs import until_the_end
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.events import apply
from napoleon.rulesets.napoleonic_wars.events.convoys import ConvoySailed
from napoleon.rulesets.napoleonic_wars.events.impulses import CommandPointsSpent
from napoleon.rulesets.napoleonic_wars.events.sea_battles import GunsManned
from napoleon.rulesets.napoleonic_wars.events.war import BreachOpened
from napoleon.rulesets.napoleonic_wars.frames.at_sea import Voyage
from napoleon.rulesets.napoleonic_wars.invasions import refuse_invasion
from napoleon.rulesets.napoleonic_wars.nations import at_war, commander, is_allied
from napoleon.rulesets.napoleonic_wars.orders.at_sea import (
    Anchor,
    InvadeBySea,
    LandAt,
    LetSail,
    Patrol,
    PrepareConvoy,
    SailTo,
    SailWith,
    SetSail,
    StayInPort,
    TakeAboard,
)
from napoleon.rulesets.napoleonic_wars.orders.between_turns import RegroupSquadron
from napoleon.rulesets.napoleonic_wars.pacts import drawn_in
from napoleon.rulesets.napoleonic_wars.pieces import put
from napoleon.rulesets.napoleonic_wars.sequence import BOOK
from napoleon.rulesets.napoleonic_wars.spaces import hostile_in, is_open
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import Wars
from tests.napoleonic_wars.batches import EACH, in_batches, positions
from tests.napoleonic_wars.playing import copied, pack, table_of
from tests.napoleonic_wars.positions_at_sea import (
    CODE,
    chart,
    enemies,
    moving,
    position,
    sailors,
    sea_of,
)
from tests.napoleonic_wars.second_reading import finding, naval_battle, sailing
from tests.napoleonic_wars.second_reading.finding import Attempt
from tests.napoleonic_wars.second_reading.naval_battle import Side
from tests.napoleonic_wars.second_reading.sailing import Fleet, Sea, Step
from tests.rulesets.comparing import Answers

ANSWERS: Answers[State] = Answers(RULES)

batches = in_batches(1)


# -- control and ports -----------------------------------------------------------------------------


@batches
def test_zones_are_controlled_and_ports_blockaded_alike(batch: int) -> None:
    for _, state in positions(batch, position):
        sea = sea_of(state)
        for zone in pack().zones:
            assert {*CODE.controllers(state, zone)} == sailing.controllers(sea, zone)
        for nation in pack().track:
            for zone in pack().zones:
                own = CODE.controls(state, zone, nation)
                assert own == sailing.side_controls(sea, nation, zone), (nation, zone)
            for space in pack().spaces.values():
                _compare_port(state, sea, nation, space.id)


def _compare_port(state: State, sea: Sea, nation: str, space: str) -> None:
    if not pack().spaces[space].ports:
        return
    closed = tuple(it for it in pack().spaces[space].ports if CODE.is_closed(state, it, nation))
    assert closed == sailing.blockaded_towards(sea, nation, space), (nation, space)
    shut = CODE.is_blockaded(state, pack(), space, nation)
    assert shut == sailing.blockaded(sea, nation, space)
    friendly = CODE.is_friendly_port(state, pack(), space, nation)
    assert friendly == sailing.open_port(sea, nation, space), (nation, space)
    hostile = CODE.is_enemy_port(state, pack(), space, nation)
    assert hostile == (sailing.standing(sea, nation, space) == sailing.ENEMY), (nation, space)
    assert CODE.guns_of(pack(), space) == sailing.batteries(sea, space)


@batches
def test_squadrons_are_regrouped_in_the_same_ports(batch: int) -> None:
    """Only home duchies that the nation controls, in which no enemy stands [7.a, R-17, R-187]."""
    for _, state in positions(batch, position):
        nation = _active(state)
        state.nations[nation].regroup_squadrons = 1
        [decision] = RULES.decisions(state)
        own = {it.port for it in ANSWERS.legal(state, decision, RegroupSquadron)}
        sea = sea_of(state)
        home = {
            it
            for it in pack().home_duchies[nation]
            if sailing.controller(sea, it) == nation and not hostile_in(state, it, nation)
        }
        assert own == home & {*sailing.regroup_ports(sea, nation)}


def _active(state: State) -> str:
    return state.stack[0].nation  # type: ignore[union-attr]


# -- who sails, and where to -----------------------------------------------------------------------


@batches
def test_fleets_are_made_up_and_go_alike(batch: int) -> None:
    compared = 0
    for random, state in positions(batch, position):
        [decision] = RULES.decisions(state)
        for order in ANSWERS.legal(state, decision, SetSail):
            begun = ANSWERS.after(state, ANSWERS.decided(state, decision.seat, order))
            compared += _compare_crew(begun)
            compared += _compare_steps(random, _joined(random, begun))
        _compare_who_sails(state)
    assert compared > EACH


def _compare_who_sails(state: State) -> None:
    """A whole fleet sails if it could by the second reading, at every place."""
    nation, sea = _active(state), sea_of(state, pacts=True)
    [decision] = RULES.decisions(state)
    for it, ships in zip(state.squadrons, sea.squadrons, strict=True):
        part = replace(ships, refit=0, building=0) if ships.ready else ships
        able = not sailing.crew_refusals(sea, nation, (part,))
        if it.nation != nation:
            assert not able
            continue
        if it.stays and any(
            (other.nation, other.at) == (it.nation, it.at) and not other.stays
            for other in state.squadrons
        ):
            continue  # Others there may.
        refusal = ANSWERS.refused(state, decision, SetSail(it.at, max(1, it.ready)))
        assert (refusal is None) == able, (it, refusal)


def _compare_crew(state: State) -> int:
    """Who may join: an ally who is stacked with the fleet, or has the same player [13.21.a]."""
    [decision] = RULES.decisions(state)
    sea, nation, compared = sea_of(state, pacts=True), _active(state), 0
    voyage = inmost(state, Voyage)
    assert voyage is not None
    for it, ships in zip(state.squadrons, sea.squadrons, strict=True):
        if it.sails or it.at != voyage.at or it.nation == nation or not it.ready or it.stays:
            continue
        part = replace(ships, refit=0, building=0)
        clauses = sailing.crew_refusals(sea, nation, (*moving(sea), part))
        same = commander(state, it.nation) == commander(state, nation)
        expected = not clauses and (same or CODE.lead_of(it) == nation)
        refusal = ANSWERS.refused(state, decision, SailWith(it.nation, it.ready))
        assert (refusal is None) == expected, (nation, it, clauses, refusal)
        compared += 1
    return compared


def _joined(random: Random, state: State) -> State:
    [decision] = RULES.decisions(state)
    joining = ANSWERS.legal(state, decision, SailWith)
    if not joining or random.random() < 0.3:
        return state
    return ANSWERS.after(state, ANSWERS.decided(state, decision.seat, random.choice(joining)))


def _compare_steps(random: Random, state: State) -> int:
    [decision] = RULES.decisions(state)
    nation, compared = _active(state), 0
    steps = _steps(state)
    voyage = inmost(state, Voyage)
    assert voyage is not None
    near = sailing.adjacent(chart(), voyage.at)
    for to in (*near, random.choice([*pack().zones, *pack().spaces])):
        refusal = ANSWERS.refused(state, decision, SailTo(to))
        assert (refusal is None) == (to in steps), (nation, voyage.at, to, refusal)
        compared += 1
    foes = finding.patrols(sea_of(state), nation, moving(sea_of(state)))
    assert bool(ANSWERS.legal(state, decision, Patrol)) == bool(foes)
    return compared


def _steps(state: State) -> dict[str, Step]:
    """Where the fleet under way may go: no enemy port without ships [R-162]."""
    sea = sea_of(state)
    steps = sailing.steps(sea, _active(state), moving(sea), minors_apart=True)
    return {to: step for to, step in steps.items() if step.entry != "empty"}


# -- voyages, event by event -----------------------------------------------------------------------


def _sailed(state: State, random: Random, number: int) -> list[Event]:
    """A voyage of the active nation by random answers; patrols and ports are sought out."""
    table = table_of(copied(state), number)
    nation = _active(state)
    with until_the_end():
        verbs.advance(BOOK, table)
    for kind in (SetSail, SailWith):
        if inmost(table.state, Voyage) is None and kind is SailWith:
            return []
        orders = _legal(table)
        fitting = [it for it in orders if isinstance(it, kind)]
        if fitting and (kind is SetSail or random.random() < 0.7):
            _give(table, random.choice(fitting))
    for _ in range(80):
        if inmost(table.state, Voyage) is None:
            break
        orders = _legal(table)
        if len(orders) > 1 and random.random() < 0.8:
            shy = (Anchor, LetSail, StayInPort)
            orders = [it for it in orders if not isinstance(it, shy)] or orders
            keen = [it for it in orders if isinstance(it, Patrol)]
            keen += [it for it in orders if isinstance(it, SailTo) and _is_bold(table.state, it)]
            orders = keen if keen and random.random() < 0.5 else orders
        _give(table, random.choice(orders))
    assert _active(table.state) == nation
    return table.recorded


def _is_bold(state: State, order: SailTo) -> bool:
    """Whether a step leads into a port, past a strait, or among enemies."""
    voyage = inmost(state, Voyage)
    assert voyage is not None
    if order.to in pack().spaces or bool(pack().strait(voyage.at, order.to)):
        return True
    return bool(CODE.enemy_stacks(state, pack(), order.to, voyage.nation))


def _legal(table: Wars) -> list[Order]:
    decision, *_ = verbs.decisions(BOOK, table)
    return list(verbs.legal_orders(BOOK, table, decision))


def _give(table: Wars, order: Order) -> None:
    decision, *_ = verbs.decisions(BOOK, table)
    events = verbs.decide(BOOK, table, decision.seat, order)
    assert isinstance(events, list), (order, events)


def _parts(lines: Iterable[Any]) -> Counter[str]:
    """A breakdown by clause."""
    found: Counter[str] = Counter()
    for line in lines:
        found[line.clause] += line.amount
    return found


def _modifiers(attempt: Attempt, roll: int) -> dict[str, int]:
    """The lines of an attempt by clause, as the game tells them."""
    clauses = {
        "british": "13.33.a", "french": "13.33.a", "top": "13.21.a", "blockade": "13.33.b",
    }  # fmt: skip
    found = {clauses[name]: number for name, number in attempt.lines.items()}
    return {**found, "roll": roll}


def _told(event: Any, clause: str) -> dict[str, int]:
    found = dict(_parts(event.breakdown))
    found["roll"] = found.pop(clause)
    return found


class Fighting:
    """A side of a naval battle, as far as events tell."""

    def __init__(self, name: str, nations: Sequence[str], *, fit: bool = False) -> None:
        self.name, self.nations, self.fit = name, nations, fit
        self.tops: dict[str, str | None] = {}
        self.suffered = self.fives = self.evasions = self.batteries = 0
        self.before: Side | None = None
        self.due = naval_battle.Hits(0, 0, 0)

    def ships(self, sea: Sea, place: str) -> Fleet:
        """Its squadrons, without those under construction."""
        if self.name == "attacker":
            return moving(sea)
        there = (it for it in sea.squadrons if it.place == place and it not in moving(sea))
        found = [replace(it, building=0) for it in there if it.nation in self.nations]
        if self.fit:
            found = [replace(it, refit=0) for it in found]
        return tuple(it for it in found if it.fighting)

    def meet(self, sea: Sea, place: str) -> None:
        """Notes who is on top of each of its stacks [R-172]."""
        for stack in finding.stacks(sea, self.ships(sea, place)):
            chief = finding.top(sea, stack)
            self.tops |= {it.nation: chief for it in stack}

    def side(self, fleet: Fleet) -> Side:
        """The second reading's side; of several stacks it has no top."""
        chiefs = {self.tops[it.nation] for it in fleet}
        chief = next(iter(chiefs)) if len(chiefs) == 1 else None
        return replace(
            naval_battle.side_of(fleet, chief),
            fives=self.fives,
            failed_evasions=self.evasions,
            batteries=self.batteries,
        )

    def dice(self, fleet: Fleet, *, first: bool) -> dict[str, int]:
        """The lines of its dice."""
        side = self.side(fleet)
        lines = naval_battle.dice(side, first)
        if len({self.tops[it.nation] for it in fleet}) < 2:
            return lines
        # Each stack by itself, then what the side has in all.
        lines = {"refit": 0}
        for chief in {self.tops[it.nation] for it in fleet}:
            part = tuple(it for it in fleet if self.tops[it.nation] == chief)
            own = naval_battle.dice(naval_battle.side_of(part, chief))
            lines["refit"] += own.pop("refit", 0)
            lines |= own
        lines["evasions"] = self.evasions if first else 0
        lines["batteries"] = self.batteries
        lines["fives"] = -min(self.fives, sum(lines.values()))
        return {name: number for name, number in lines.items() if number}


class Reader:
    """Goes through the events of a voyage, and compares."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.seen: Counter[str] = Counter()
        self.spent = 0
        self.step: Step | None = None
        self.origin = ""
        self.attempts: dict[str, Attempt] = {}
        self.patrols = False
        self.by = ""
        self.failed = 0
        self.sallied: list[str] = []
        self.fired = naval_battle.Hits(0, 0, 0)
        self.sides: dict[str, Fighting] = {}
        self.round = 1
        self.sunk: Counter[str] = Counter()
        self.evaded: finding.Evaded | None = None
        self.stormed = False
        self.stands = ""
        self.driven = ""

    def read(self, event: Any) -> None:
        """Compare an event with the position before it, and carry it out."""
        look = getattr(self, f"_{event.type}", None)
        if look is not None:
            look(event)
            self.seen[event.type] += 1
        self.state = apply(self.state, event)

    @property
    def sea(self) -> Sea:
        """The position now."""
        return sea_of(self.state)

    @property
    def before(self) -> Sea:
        """The position now, with the fleet where its step began."""
        return sea_of(self.state, self.origin)

    @property
    def zone(self) -> str:
        """Where the fleet is."""
        voyage = inmost(self.state, Voyage)
        assert voyage is not None
        return voyage.at

    # steps

    def _voyage_began(self, event: Any) -> None:
        self.origin, self.step = event.place, None

    def _maneuvers_spent(self, event: Any) -> None:
        self.spent = event.number

    def _course_set(self, event: Any) -> None:
        assert self.evaded is None or self.evaded.new_zone or self.evaded.place == event.start
        if self.evaded is not None:
            assert self.origin not in pack().spaces, "nobody goes on who came out of a port"
        self._stands_there()
        self.step = _steps(self.state)[event.place]
        self.evaded, self.origin, self.stormed = None, event.start, False
        self.sallied, self.patrols = [], False
        assert self.spent == self.step.maneuvers
        to_port = event.place in pack().spaces
        assert ("guns" in event.due) == (self.step.guard is not None or self.step.entry == "storm")
        assert ("seek" in event.due) == to_port
        assert ("move" in event.due) == (self.step.entry in ("zone", "friendly"))

    def _stands_there(self) -> None:
        """A winner is where the second reading says [13.41.a, 13.5.c]."""
        if self.stands:
            assert {it.place for it in moving(self.sea)} <= {self.stands}
        self.stands = ""

    def _fleet_moved(self, event: Any) -> None:
        assert self.step is not None and event.place == self.step.target
        self.sallied = []
        if self.evaded is not None:
            assert self.evaded.place == event.place, "it completes its step"
            self.evaded = None
        if event.place in pack().zones:
            found = finding.interceptors(self.sea, moving(self.sea), event.place)
            assert {*event.seekers} == _leaders(found)

    def _fleet_sought(self, event: Any) -> None:
        assert self.step is not None
        found = finding.interceptors(self.sea, moving(self.sea), self.step.target)
        assert {*event.seekers} == _leaders(found)

    def _fleet_turned_back(self, event: Any) -> None:
        assert self.evaded is not None and self.evaded.place == event.port
        self.stands = ""

    def _fleet_held(self, event: Any) -> None:
        assert self.evaded is not None and self.evaded.place == event.place
        assert not self.evaded.new_zone

    def _voyage_ended(self, event: Any) -> None:
        self._stands_there()

    # searches

    def _search_began(self, event: Any) -> None:
        self.patrols, self.by, self.failed = event.patrol, event.nation, 0
        if event.patrol:
            assert self.spent == 1, "one maneuver for all [13.3.b]"
            self._stands_there()
            self.evaded = None
            found = finding.patrols(self.sea, event.nation, moving(self.sea))
            self.attempts = {_leader(it.against): it for it in found}
            assert {*event.sought} == {*self.attempts}
            return
        self.attempts = {_leader(it.by): it for it in self._interceptors()}
        assert event.nation in self.attempts

    def _interceptors(self) -> tuple[Attempt, ...]:
        sea = self.before
        if self.driven:
            nations = enemies(self.state, self.driven)
            return finding.expelled_interceptors(sea, nations, moving(sea), self.zone)
        assert self.step is not None
        return finding.interceptors(sea, moving(sea), self.step.target)

    def _search_rolled(self, event: Any) -> None:
        attempt = self.attempts[event.sought if self.patrols else event.nation]
        roll = sum(event.dice)
        assert _told(event, "13.3.c") == _modifiers(attempt, roll), (event, attempt)
        assert event.succeeds == attempt.succeeds(roll)

    def _evasion_at_sea(self, event: Any) -> None:
        fleet = self.attempts[event.nation].against if self.patrols else moving(self.sea)
        attempt = finding.evasion(self.sea, fleet, ())
        assert attempt is not None
        roll = sum(event.dice)
        assert _told(event, "13.31.a") == _modifiers(attempt, roll), (event, attempt)
        assert event.succeeds == attempt.succeeds(roll)
        if not event.succeeds:
            self.failed += 1
        elif not (self.patrols or self.driven):
            assert self.step is not None
            sea = self.before
            by = () if self.sallied else self.attempts[self.by].by
            to = self.step.target
            zone = self.zone
            target = to if to in pack().spaces or self.sallied else ""
            found = finding.after_evasion(sea, moving(sea), zone, by, active=True, target=target)
            assert self.evaded is None or found.place == self.evaded.place or by
            self.evaded = found

    # a fleet in the port of a strait

    def _fleet_sallied(self, event: Any) -> None:
        self._asked_in_port(event.nations)
        self.patrols, self.by, self.failed = False, event.nation, 0
        self.sallied = [*event.nations]

    def _fleet_stayed_in_port(self, event: Any) -> None:
        if event.nations:
            self._asked_in_port(event.nations)

    def _asked_in_port(self, nations: Sequence[str]) -> None:
        """Those of one seat together; who has fled there stays for the impulse [R-188]."""
        assert self.step is not None
        [attempt] = finding.strait_interceptors(self.sea, moving(self.sea), self.step.target)
        assert attempt.automatic
        able = {it.nation for it in attempt.by if not it.stays}
        seat = commander(self.state, nations[0])
        assert {*nations} == {it for it in able if commander(self.state, it) == seat}

    # batteries

    def _guns_manned(self, event: Any) -> None:
        assert self.step is not None
        if event.cause == "port":
            assert self.evaded is None or self.evaded.place == event.place
            self.evaded = None
            assert event.number == sailing.batteries(self.sea, event.place)
        else:
            assert self.step.guard is not None
            expected = self.step.guard.fortress, self.step.guard.dice
            assert (event.place, event.number) == expected
        self.sunk = Counter()

    def _batteries_fired(self, event: Any) -> None:
        fleet = moving(self.sea)
        if event.place == getattr(self.step, "target", ""):
            _, _, dice = naval_battle.storm(self.sea, fleet, event.place)
            assert event.number == dice
        self.fired = naval_battle.hits(naval_battle.side_of(fleet), event.dice)
        attacker = Fighting("attacker", event.place)
        attacker.before, attacker.due = naval_battle.side_of(fleet), self.fired
        self.sides, self.sunk = {"attacker": attacker}, Counter()

    def _guns_silent(self, event: Any) -> None:
        self._sank()
        self.sides = {}

    # battles

    def _sea_battle_began(self, event: Any) -> None:
        stormed = event.battery > 0
        if self.sides:
            self._sank()
        self.round = 1
        attacker = Fighting("attacker", event.attackers)
        if stormed:
            attacker.suffered, attacker.fives = self.fired.suffered, self.fired.fives
        defender = Fighting("defender", event.defenders, fit=event.fit)
        by_patrol = self.patrols and not self.sallied
        attacker.evasions, defender.evasions = (
            (self.failed, 0) if by_patrol else (0, 0 if stormed else self.failed)
        )
        if stormed:
            _, port, dice = naval_battle.storm(self.sea, moving(self.sea), event.place)
            defender.batteries = port.batteries
            fighting = port.count
            assert dice == event.battery
            assert {*fighting} <= {*event.defenders}
        attacker.meet(self.sea, event.place)
        defender.meet(self.sea, event.place)
        self.sides = {"attacker": attacker, "defender": defender}
        self.stormed = stormed

    def _place(self) -> str:
        frame: Any = self.state.stack[-1]
        return str(frame.place)

    def _sea_dice_rolled(self, event: Any) -> None:
        own, other = self.sides[event.side], self.sides[_other(event.side)]
        ships = own.ships(self.sea, event.place)
        lines = own.dice(ships, first=self.round == 1)
        assert event.number == sum(lines.values()) == total(event.breakdown), (event, lines)
        assert len(event.dice) == event.number
        told = _dice_told(event)
        for nation in {it.nation for it in ships}:
            assert told.pop(nation, 0) == lines.get(nation, 0), (event, lines)
        for part in ("refit", "evasions", "batteries", "fives"):
            assert told.pop(part, 0) == lines.get(part, 0), (part, event, lines)
        assert not any(told.values())
        foe = other.side(other.ships(self.sea, event.place))
        other.before, other.due = foe, naval_battle.hits(foe, event.dice)
        self.sunk = Counter()

    def _squadron_sunk(self, event: Any) -> None:
        self.sunk[event.nation] += 1

    def _sank(self) -> None:
        """As many sink as the second reading says, spread as it allows [13.4.c, 11.3.b]."""
        place = self._place()
        for it in self.sides.values():
            before = it.before
            if before is None:
                continue
            left = naval_battle.side_of(it.ships(self.sea, place)).count
            lost = {nation: n - left.get(nation, 0) for nation, n in before.count.items()}
            assert sum(lost.values()) == it.due.sunk
            assert tuple(sorted(lost.items())) in naval_battle.shares(before.count, it.due.sunk)
            it.before = None
            it.suffered += it.due.suffered
            it.fives += it.due.fives

    def _next_sea_round_began(self, event: Any) -> None:
        self._sank()
        assert self._winner(final=False) == "again"
        self.round += 1

    def _winner(self, *, final: bool) -> str:
        left = {name: it.ships(self.sea, self._place()) for name, it in self.sides.items()}
        active, passive = (
            (self.sides[name].suffered, sum(it.fighting for it in left[name]))
            for name in ("attacker", "defender")
        )
        return naval_battle.winner(active, passive, final=final)

    def _sea_battle_decided(self, event: Any) -> None:
        self._sank()
        loses = {"active": "defender", "passive": "attacker", "nobody": "nobody"}
        assert event.loser == loses[self._winner(final=self.round > 1)]
        if event.loser == "defender":
            target = getattr(self.step, "target", "")
            entering = target if target in pack().spaces and not self.patrols else ""
            found = naval_battle.winner_place(
                self.zone, entering=entering, stormed=self.stormed or self._storms()
            )
            assert found.may_go_on
            self.stands = "" if self.sallied or self.driven else found.place

    def _storms(self) -> bool:
        """Whether the fleet was found on its way to attack a port: it is still outside."""
        return self.step is not None and self.step.entry == "storm"

    def _refuge_sought(self, event: Any) -> None:
        [nation] = event.nations
        active = event.sails
        left = entering = ""
        if active and self.step is not None and not self.patrols:
            left = self.origin if self.origin in pack().spaces else ""
            entering = self.step.target
        elif not active and self.sallied:
            left = event.place
        if left and not sailing.open_port(self.sea, nation, left):
            left = ""
        ports = naval_battle.refuges(self.sea, nation, self.zone, left=left, entering=entering)
        assert {*event.ports} == {*ports}, (nation, left, entering)

    def _fleet_without_port(self, event: Any) -> None:
        assert event.sunk

    def _port_stormed(self, event: Any) -> None:
        nations = sailing.nations_of(moving(self.sea))
        lost = naval_battle.eliminated_in_port(self.sea, event.place, nations)
        assert event.lost == lost
        assert self.stands == self.zone

    def _sea_battle_ended(self, event: Any) -> None:
        self.sides = {}

    def _driven_fleet_lost(self, event: Any) -> None:
        assert self.driven

    def _fleet_driven_out(self, event: Any) -> None:
        sea = self.sea
        owner = sailing.controller(sea, event.port)
        self.driven, self.origin, self.step = event.nation, event.port, None
        if not at_war(self.state, owner, event.nation):
            assert not event.seekers, "R-130"
            return
        found = naval_battle.port_taken(sea, event.port, owner)
        assert event.lost == found.lost.get(event.nation, 0)
        driven = found.driven.get(event.nation, (0, 0))
        assert (event.fleet.ready, event.fleet.refit) == driven
        closed = sailing.blockaded_towards(sea, event.nation, event.port)
        free = [it for it in found.zones if it not in closed]
        assert event.zone == (free or found.zones)[0], "R-163"
        nations = enemies(self.state, event.nation)
        expelled = tuple(
            replace(it, building=0)
            for it in sea.squadrons
            if (it.nation, it.place) == (event.nation, event.port)
        )
        tried = finding.expelled_interceptors(sea, nations, expelled, event.zone)
        assert {*event.seekers} == {it for it in _leaders(tried) if commander(self.state, it)}


def _leader(fleet: Fleet) -> str:
    """Who leads a stack that lies at sea: it has its name."""
    return fleet[0].stack


def _leaders(attempts: Iterable[Attempt]) -> set[str]:
    return {_leader(it.by) for it in attempts}


def _other(name: str) -> str:
    return "defender" if name == "attacker" else "attacker"


def _dice_told(event: Any) -> Counter[str]:
    """The lines of a round by nation and by what else adds dice or takes them."""
    found: Counter[str] = Counter()
    for line in event.breakdown:
        found[_what(line)] += line.amount
    return found


def _what(line: Any) -> str:
    words, parts = str(line.note), ("refit", "batteries", "evasions")
    if "squadrons of" in words:
        return str(line.note.values["nation"])
    return next((it for it in parts if it in words), "fives")


def _read(state: State, events: Sequence[Event], seen: Counter[str]) -> None:
    reader = Reader(copied(state))
    for event in events:
        reader.read(event)
    seen.update(reader.seen)


@batches
def test_voyages_are_made_alike(batch: int) -> None:
    seen: Counter[str] = Counter()
    for number, (random, state) in enumerate(positions(batch, position), batch * EACH):
        _read(state, _sailed(state, random, number), seen)
    assert seen["course_set"] > EACH
    assert seen["search_rolled"] and seen["sea_dice_rolled"] and seen["refuge_sought"]


@batches
def test_ships_in_a_port_that_is_taken_are_driven_out_alike(batch: int) -> None:
    seen: Counter[str] = Counter()
    for number, (random, state) in enumerate(positions(batch, position), batch * EACH):
        taken = _taken(random, state)
        if taken:
            table = table_of(copied(state), number)
            with until_the_end():
                verbs.advance(BOOK, table)
            while inmost(table.state, Voyage) is not None:
                _give(table, random.choice(_legal(table)))
            _read(state, table.recorded, seen)
    assert seen["fleet_driven_out"] > EACH // 4


def _taken(random: Random, state: State) -> bool:
    """Let an enemy's flag lie in a port with squadrons."""
    lying = [it for it in state.squadrons if it.at in pack().spaces and enemies(state, it.nation)]
    if not lying:
        return False
    ships = random.choice(lying)
    space = state.spaces[ships.at]
    flag = random.choice(enemies(state, ships.nation))
    space.flag, space.lots = "" if flag == pack().spaces[ships.at].colour else flag, []
    return True


# -- convoys and landings --------------------------------------------------------------------------


@batches
def test_convoys_reach_the_same_ports_for_the_same_cp(batch: int) -> None:
    compared = 0
    for random, state in positions(batch, position):
        sea = sea_of(state)
        nation = _active(state)
        own = [it.id for it in pack().spaces.values() if sailing.open_port(sea, nation, it.id)]
        free = [it for it in own if not hostile_in(state, it, nation)]
        for port in random.sample(free, min(len(free), 2)):
            compared += _compare_convoy(random, copied(state), port)
    assert compared > EACH


def _compare_convoy(random: Random, state: State, port: str) -> int:
    nation = _active(state)
    [decision] = RULES.decisions(state)
    put(state, port, nation, 2)
    loaded = state
    if ANSWERS.refused(loaded, decision, PrepareConvoy()) is not None:
        assert not _ways(state, nation, port)
        return 0
    for order in (PrepareConvoy(), TakeAboard(port, nation, 1)):
        loaded = ANSWERS.after(loaded, ANSWERS.decided(loaded, decision.seat, order))
    [decision] = RULES.decisions(loaded)
    ways, beaches = _ways(loaded, nation, port), _beaches(loaded, nation, port)
    legal = list(RULES.legal_orders(loaded, decision))
    assert {it.to for it in legal if isinstance(it, LandAt)} == {*ways}
    sea = sea_of(loaded)
    invaded = {it.to for it in legal if isinstance(it, InvadeBySea)}
    neutral = {it for it in invaded if sailing.standing(sea, nation, it) == sailing.NEUTRAL}
    assert neutral == {*beaches}, (nation, port)
    assert all(sailing.controller(sea, it) in sea.passage for it in invaded - neutral)
    for to in random.sample(sorted(beaches), min(len(beaches), 1)):
        _compare_invasion(loaded, decision, to, beaches[to])
    for to in random.sample(sorted(ways), min(len(ways), 2)):
        events = ANSWERS.decided(loaded, decision.seat, LandAt(to))
        [paid] = [it.cp for it in events if isinstance(it, CommandPointsSpent)]
        guns = [it.number for it in events if isinstance(it, GunsManned)]
        assert (paid, guns) == ways[to], (nation, port, to)
    return len(ways)


def _compare_invasion(state: State, decision: Decision, to: str, expected: tuple[int, int]) -> None:
    """CP and batteries, and a war by which the port is an enemy's when it is entered [R-186].

    It is entered at once, unless forces stand among each other now and somebody is asked first.
    """
    events = ANSWERS.decided(state, decision.seat, InvadeBySea(to))
    [paid] = [it.cp for it in events if isinstance(it, CommandPointsSpent)]
    guns = [it.number for it in events if isinstance(it, GunsManned)]
    assert paid == expected[0]
    assert guns == [expected[1]] or any(isinstance(it, BreachOpened) for it in events)
    before = copied(state)
    for event in events:
        if isinstance(event, ConvoySailed):
            assert sailing.standing(sea_of(before), event.nation, to) == sailing.ENEMY
        before = apply(before, event)


def _beaches(state: State, nation: str, port: str) -> dict[str, tuple[int, int]]:
    """By neutral port the CP and the dice of batteries [R-186].

    Whether there may be a war with the minor at all is no question of ships.
    """
    found: dict[str, tuple[int, int]] = {}
    peace = _closed(state)
    side = [it for it in pack().track if is_allied(state, it, nation)]
    for it in sailing.landings(peace, nation, port).values():
        if not it.invasion or refuse_invasion(state, pack(), it.port, nation) is not None:
            continue
        met = drawn_in(state, pack(), sailing.controller(peace, it.port), nation)
        war = replace(peace, wars=peace.wars | sailing.pairs(side, met))
        ships = [x.nation for x in war.squadrons if x.place == it.port and x.all]
        if (
            sailing.standing(war, nation, it.port) == sailing.ENEMY
            and sailing.side_controls(war, nation, it.zone)
            and not sailing.hostile(war, (nation,), ships)
        ):
            found[it.port] = min(found.get(it.port, (99, 0)), (it.cp, it.dice))
    return found


def _ways(state: State, nation: str, port: str) -> dict[str, tuple[int, list[int]]]:
    """By port the CP, and the dice of batteries if it is a landing; neutrals are invaded apart."""
    sea = _closed(state)
    found: dict[str, tuple[int, list[int]]] = {
        to: (cp, []) for to, cp in sailing.convoy_costs(sea, nation, port).items()
    }
    for it in sailing.landings(sea, nation, port).values():
        if not it.invasion:
            cp = min(it.cp, found[it.port][0]) if it.port in found else it.cp
            found[it.port] = cp, [it.dice]
    return found


def _closed(state: State) -> Sea:
    """The sea, with ships of the besiegers in fortresses that they close to convoys [R-171]."""
    sea, nation = sea_of(state), _active(state)
    beset = tuple(
        sailing.Squadrons(hostile_in(state, it.id, nation)[0], it.id, ready=1)
        for it in pack().spaces.values()
        if it.fortress
        and sailing.open_port(sea, nation, it.id)
        and hostile_in(state, it.id, nation)
    )
    return replace(sea, squadrons=(*sea.squadrons, *beset))


# -- straits on land -------------------------------------------------------------------------------


@batches
def test_straits_on_land_are_closed_alike(batch: int) -> None:
    for _, state in positions(batch, position):
        sea = sea_of(state)
        for a, b in (sorted(it) for it in chart().straits):
            link = pack().link(a, b)
            assert link is not None
            for nation in sailors():
                closed = sailing.strait_closed(sea, nation, a, b)
                assert is_open(state, pack(), link, nation) != closed, (nation, a, b)
