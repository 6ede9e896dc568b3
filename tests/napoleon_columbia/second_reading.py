"""The map by the oracle: marches, retreats, skirmishes, the end of a turn [5, 6.6, 7, 10, 11]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from random import Random

from napoleon.rules.events import Event, total
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import RULES, orders
from napoleon.rulesets.napoleon_columbia.events.blocks import StepLost, UnitEliminated
from napoleon.rulesets.napoleon_columbia.events.combat import (
    CombatTurnStarted,
    StalemateCounted,
    StalemateDeclared,
    UnitEngaged,
    UnitFired,
    UnitReinforced,
)
from napoleon.rulesets.napoleon_columbia.events.fights import (
    AttackDeclared,
    SkirmishDecided,
    SkirmisherFired,
    SkirmishersReady,
)
from napoleon.rulesets.napoleon_columbia.events.march import (
    ForcedMarchChecked,
    ForcedMarchesNoted,
    LeaderRevealed,
)
from napoleon.rulesets.napoleon_columbia.events.retreat import UnitRegrouped, UnitRetreated
from napoleon.rulesets.napoleon_columbia.events.turn import (
    ArmyDefeated,
    GameWon,
    SupplyLossDue,
    TurnStarted,
)
from napoleon.rulesets.napoleon_columbia.state import State
from tests.napoleon_columbia.oracle import combat, ends, marches, rout
from tests.napoleon_columbia.oracle_answers import compared
from tests.napoleon_columbia.oracle_comparison import (
    ANSWERS,
    ARMIES,
    LANE_AND_SIDE,
    PACK,
    ROADS,
    battle_position,
    commands,
    enemy,
    march_position,
    retreat_position,
    side_of,
    turn_end,
)
from tests.rulesets.comparing import Dice, unequal, up_to

# -- marches [5] -----------------------------------------------------------------------------------


def of_marches(state: State, decision: Decision) -> Iterator[str]:
    """Every unit of the seat along every road of its town, and two others, forced or not."""
    for unit, block in state.blocks.items():
        for road in ROADS:
            if road.leaves(block.town) or road in ROADS[:2]:
                for forced in (False, True):
                    yield from compared(state, decision, orders.March(unit, road.id, forced))


def of_forced_marches(state: State, decision: Decision, random: Random) -> Iterator[str]:
    """All marches are over: who is checked, whose leader may be shown, and what the dice do."""
    position, shown = march_position(state), set[str]()
    forced = marches.forced_units(position)
    noted: set[str] = set()
    order: Order = orders.EndMarch()
    asking = decision
    while True:
        events = ANSWERS.decided(state, asking.seat, order, Dice(random))
        for event in events:
            if isinstance(event, ForcedMarchesNoted):
                noted |= set(event.units)
            if isinstance(event, LeaderRevealed) and event.purpose == "forced_checks":
                shown.add(event.leader)
        yield from _forced_dice(position, events, shown)
        state = ANSWERS.after(state, events)
        asked = [it for it in RULES.decisions(state) if it.kind in ("march", "reveal_leader")]
        if not asked or state.phase not in ("march", "forced_checks"):
            break
        asking = asked[0]
        if asking.kind == "march":
            order = orders.EndMarch()
            continue
        may_show = {
            it for it in marches.leaders_to_show(position) if commands(state, asking.seat, it)
        }
        offered = {
            it.leader
            for it in RULES.legal_orders(state, asking)
            if isinstance(it, orders.RevealLeader)
        }
        yield from unequal(offered, may_show - shown, "leaders to be shown")
        choices = list(RULES.legal_orders(state, asking))
        order = random.choice(choices)
    yield from unequal(noted, forced, "forced units")


def _forced_dice(
    position: marches.MarchPosition, events: Sequence[Event], shown: set[str]
) -> Iterator[str]:
    checked: dict[str, marches.ForcedCheck] = {}
    left: dict[str, int] = {}
    for event in events:
        if isinstance(event, ForcedMarchChecked):
            check = marches.forced_check(position, event.unit, event.die, frozenset(shown))
            yield from unequal(event.total, check.total, f"the die for {event.unit}")
            checked[event.unit] = check
            left[event.unit] = position.units[event.unit].strength
        elif isinstance(event, StepLost) and event.cause == "forced":
            left[event.unit] = event.left
        elif isinstance(event, UnitEliminated) and event.cause == "forced":
            left[event.unit] = 0
    for unit, check in checked.items():
        yield from unequal(left[unit], check.strength, f"{unit} after {check}")


# -- skirmishes [6.6] ------------------------------------------------------------------------------


def of_skirmishes(state: State, events: Sequence[Event]) -> Iterator[str]:
    """Which fights are skirmishes, who fires with what, and who has to leave."""
    state = RULES.copied(state)
    for event in events:
        match event:
            case AttackDeclared():
                small = combat.is_skirmish(event.attackers, event.defenders)
                yield from unequal(event.skirmish, small, event)
            case SkirmishersReady():
                there = state.count(event.town, event.side)
                chosen = state.skirmishes[0].chosen[event.side]
                yield from unequal(len(chosen), combat.skirmishers(there), event)
                own = state.standing(event.town, event.side)
                yield from unequal(set(chosen) - set(own), set(), event)
            case SkirmisherFired():
                kind = PACK.blocks[event.unit].type
                by = combat.skirmish_fire(kind, state.blocks[event.unit].strength)
                yield from unequal((len(event.dice), event.firepower), by, event)
                yield from unequal(event.hits, combat.hits(by[1], event.dice), event)
                yield from _takers_of_the_skirmish(state, events, event)
            case SkirmishDecided():
                skirmish = state.skirmishes[0]
                attackers = state.count(event.town, skirmish.attacker)
                defenders = state.count(event.town, enemy(skirmish.attacker))
                loser = rout.skirmish_loser(attackers, defenders)
                if loser != "both":
                    side = skirmish.attacker if loser == "attacker" else enemy(skirmish.attacker)
                    yield from unequal(event.loser, side, event)
        state = RULES.apply(state, event)


def _takers_of_the_skirmish(
    state: State, events: Sequence[Event], fired: SkirmisherFired
) -> Iterator[str]:
    """Each hit that follows at once falls on one of the strongest that fight."""
    fighting = state.skirmishes[0].chosen[fired.target]
    strengths = {unit: state.blocks[unit].strength for unit in fighting}
    place = next(n for n, it in enumerate(events) if it is fired)
    for event in events[place + 1 :]:
        if isinstance(event, SkirmisherFired | SkirmishDecided):
            return
        if isinstance(event, StepLost | UnitEliminated) and event.cause == "hit":
            yield from unequal(event.unit in combat.takers(strengths), True, event)
            strengths = combat.after_hit(strengths, event.unit, {})


# -- retreats [7] ----------------------------------------------------------------------------------


def of_retreats(state: State, decision: Decision) -> Iterator[str]:
    """Every unit of the seat that is in the fight to every town, and to some where no road goes."""
    beaten = state.beaten if decision.kind == "beaten" else None
    town = beaten.town if beaten else state.at
    towns = [*PACK.neighbours(town), town, *list(PACK.towns)[:2]]
    for unit, block in state.blocks.items():
        if block.town == town and not (beaten and side_of(block.army) != beaten.side):
            for to in towns:
                yield from compared(state, decision, orders.Retreat(unit, to))


def of_the_beaten(state: State, random: Random) -> Iterator[str]:
    """As many of a beaten side leave as the roads take, whatever they choose; no others."""
    beaten = state.beaten
    assert beaten is not None
    position = retreat_position(state, beaten.town, beaten.side)
    there = state.count(beaten.town, beaten.side)
    away = lost = 0
    while state.beaten is not None and state.beaten.town == beaten.town:
        decision = RULES.decisions(state)[0]
        if decision.kind != "beaten":
            break
        events = ANSWERS.decided(
            state,
            decision.seat,
            random.choice(list(RULES.legal_orders(state, decision))),
            Dice(random),
        )
        away += sum(isinstance(it, UnitRetreated) and it.origin == beaten.town for it in events)
        lost += sum(isinstance(it, UnitEliminated) and it.town == beaten.town for it in events)
        state = ANSWERS.after(state, events)
        if state.result is not None:
            break
    yield from unequal((away, away + lost), (rout.how_many_can_go(position, there), there), beaten)


# -- stalemate [6.7] -------------------------------------------------------------------------------


class Idleness:
    """What the attacker of each battle has done, combat turn by combat turn."""

    def __init__(self) -> None:
        self._turns: dict[tuple[int, str], list[rout.AttackerTurn]] = {}

    def of(self, state: State, events: Sequence[Event]) -> Iterator[str]:
        """Follow an order, and compare when the idle turns are counted."""
        state = RULES.copied(state)
        for event, next_one in zip_longest(events, events[1:]):
            yield from self._follow(state, event, next_one)
            state = RULES.apply(state, event)

    def _follow(self, state: State, event: Event, next_one: Event | None) -> Iterator[str]:
        town = getattr(event, "town", "")
        battle = state.battle_in(town)
        turns = self._turns.setdefault((state.turn, town), [])
        match event:
            case CombatTurnStarted() if event.role == "attacker":
                turns.append(rout.AttackerTurn())
            case UnitFired() if battle and event.side == battle.attacker:
                place, target = LANE_AND_SIDE[event.place], battle.role(event.target)
                group = combat.target_group(
                    battle_position(state, battle), target, place, event.group
                )
                if event.range != "long" or any(it > 1 for it in group.values()):
                    self._did(turns, fires=1)
            case UnitEngaged() if battle and side_of(state.blocks[event.unit].army) == (
                battle.attacker
            ):
                self._did(turns, engagements=1)
            case UnitRetreated():
                there = state.battle_in(event.origin)
                if there and event.side == there.attacker:
                    self._did(self._turns[state.turn, event.origin], retreats=1)
            case UnitReinforced() if battle and event.side == battle.attacker:
                self._did(turns, reinforcements=1)
            case UnitRegrouped() if battle and event.side == battle.attacker:
                self._did(turns, regrouped_arrivals=1)
            case StalemateCounted():
                given_up = isinstance(next_one, StalemateDeclared)
                yield from unequal(given_up, rout.stalemate(turns), (event, turns[-2:]))

    def _did(self, turns: list[rout.AttackerTurn], **what: int) -> None:
        if turns:
            turns[-1] = replace(turns[-1], **what)


# -- bids [13.0] -----------------------------------------------------------------------------------


def of_handicaps(state: State, decision: Decision) -> Iterator[str]:
    """Every unit of the side that gives steps away."""
    for unit, block in state.blocks.items():
        if state.bid is not None and side_of(block.army) == state.bid.side:
            yield from compared(state, decision, orders.RemoveStep(unit))


# -- reinforcement and regrouping [6.34, 7.5] ------------------------------------------------------


def of_reinforcements(state: State, decision: Decision) -> Iterator[str]:
    """Every unit of the seat, wherever it is."""
    for unit in state.blocks:
        yield from compared(state, decision, orders.Reinforce(unit))


def of_regroupings(state: State, decision: Decision) -> Iterator[str]:
    """Every unit of the seat to the town of the battle, and to all around it."""
    won = state.regrouping
    assert won is not None
    for unit in state.blocks:
        for town in (won.town, *PACK.neighbours(won.town)):
            yield from compared(state, decision, orders.Regroup(unit, town))


# -- the end of a turn [10, 11] --------------------------------------------------------------------


def made_end(state: State, random: Random) -> State:
    """The end of a turn with any number of units lost, and others anywhere."""
    state = RULES.copied(state)
    state.turn = random.choice((1, 2, *range(len(PACK.turns) - 3, len(PACK.turns) + 1)))
    state.active = PACK.turn(state.turn).side
    state.night, state.phase, state.parts = PACK.turn(state.turn).night, "supply", []
    state.supplied, state.supply_due, state.defeated = False, [], []
    state.eliminated = {army: [] for army in ARMIES}
    towns = [*PACK.towns, *[it.id for it in PACK.supply_cities] * 4]
    limits = dict(PACK.defeated_at)
    for army in ARMIES:
        own = [unit for unit, it in state.blocks.items() if it.army == army]
        random.shuffle(own)
        lost = random.choice((0, 3, limits[army] - 2, limits[army] - 1, limits[army], len(own) - 1))
        for unit in own[:lost]:
            state.eliminated[army].append(unit)
            del state.blocks[unit]
    for block in state.blocks.values():
        block.town = random.choice(towns)
    for city in PACK.supply_cities:
        sides = [side_of(it.army) for it in state.blocks.values() if it.town == city.id]
        holder = random.choice(sides) if sides else ""
        for block in state.blocks.values():
            if block.town == city.id and side_of(block.army) != holder:
                block.town = next(iter(PACK.towns))
    return state


def of_the_end(state: State, random: Random) -> Iterator[str]:
    """What supply costs, which armies are defeated, and who has won."""
    end = turn_end(state)
    events = ANSWERS.gone_on(state, Dice(random))
    state = ANSWERS.after(state, events)
    while state.result is None and RULES.decisions(state)[0].kind == "supply":
        asked = RULES.decisions(state)[0]
        order = random.choice(list(RULES.legal_orders(state, asked)))
        causes = ANSWERS.decided(state, asked.seat, order, Dice(random))
        events, state = [*events, *causes], ANSWERS.after(state, causes)
    events = up_to(events, lambda it: isinstance(it, TurnStarted))
    dues: dict[str, int] = {}
    for event in events:
        if isinstance(event, SupplyLossDue) and event.units:
            dues[event.army] = dues.get(event.army, 0) + event.units
            yield from unequal(total(event.breakdown), event.units, event)
    yield from unequal(dues, ends.supply_dues(end), "supply")
    end = ends.after_supply(end)
    defeated = {it.army for it in events if isinstance(it, ArmyDefeated)}
    yield from unequal(defeated, ends.defeated(end), "defeated")
    left = {army: 0 if army in ends.defeated(end) else n for army, n in end.on_map.items()}
    there = {army: len(state.of_army(army)) for army in ARMIES}
    yield from unequal(there, left, "units on the map")
    won = [(it.side, it.clause) for it in events if isinstance(it, GameWon)]
    by = ends.winner(_without_defeated_french(end))
    yield from unequal(won, [by] if by else [], "winner")


def _without_defeated_french(end: ends.TurnEnd) -> ends.TurnEnd:
    """A defeated army holds no cities: its units have left the map [11.0]."""
    held = frozenset() if "french" in ends.defeated(end) else end.french_held
    return replace(end, french_held=held)
