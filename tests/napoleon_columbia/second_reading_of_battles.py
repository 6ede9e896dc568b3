"""Battle boards by the oracle: deployment, moves, squares, fire, hits, morale, routs [6, 7.4]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from napoleon.rules.events import Event
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import (
    RULES,
    fog,
    morale,
    orders,
    places,
    retreats,
)
from napoleon.rulesets.napoleon_columbia.acting import Acting
from napoleon.rulesets.napoleon_columbia.events.blocks import StepLost, UnitEliminated
from napoleon.rulesets.napoleon_columbia.events.combat import (
    HitsVoided,
    MoraleChecked,
    UnitDisengaged,
    UnitEngaged,
    UnitFired,
    UnitRepositioned,
    WithdrawalOrdered,
)
from napoleon.rulesets.napoleon_columbia.events.retreat import SideRouted, UnitRetreated
from napoleon.rulesets.napoleon_columbia.seats import commands
from napoleon.rulesets.napoleon_columbia.sides import ATTACKER, DEFENDER, ROLES, opposing, side_of
from napoleon.rulesets.napoleon_columbia.state import Battle, State
from napoleon.rulesets.napoleon_columbia.table import at
from napoleon.rulesets.napoleon_columbia.verbs import RULEBOOK
from tests.napoleon_columbia.oracle import combat, moves, rout
from tests.napoleon_columbia.oracle import deployment as lines
from tests.napoleon_columbia.oracle.battle import BattlePosition
from tests.napoleon_columbia.oracle_comparison import (
    LANE_AND_SIDE,
    PACK,
    PLACE,
    battle_position,
    deployment_of,
    disagreement,
    refused,
    unequal,
)
from tests.napoleon_columbia.second_reading import Dice, after, decided

RANGES = ("engaged", "short", "long")
KINDS = {UnitEngaged: "engage", UnitDisengaged: "disengage", UnitRepositioned: "reposition"}


def _here(state: State) -> Battle:
    battle = state.battle_in(state.at)
    assert battle is not None
    return battle


def _own(state: State, decision: Decision) -> list[str]:
    table = at(state, PACK)
    return [unit for unit in _here(state).fighters if commands(table, decision.seat, unit)]


# -- deployment [6.22, 6.23] -----------------------------------------------------------------------


def of_deployment(state: State, decision: Decision) -> Iterator[str]:
    """Every unit in Reserve in every position, and whether the deployment may end."""
    table = at(state, PACK)
    battle = next(it for it in state.battles if not it.begun)
    role = ATTACKER if decision.seat in state.seats_of(battle.attacker) else DEFENDER
    now = deployment_of(state, battle, role)
    armies = {PACK.blocks[unit].army for unit in now.units}
    alone = len(armies) == 1 or state.options["players"] == 2
    wrong = lines.refusals(now)
    if alone:
        answer = refused(table, decision, orders.EndDeploy())
        yield from disagreement(answer, wrong, orders.EndDeploy())
    for unit, it in now.units.items():
        if it.lane != "reserve" or not commands(table, decision.seat, unit):
            continue
        for lane in places.LANES:
            then = replace(now, units={**now.units, unit: replace(it, lane=lane)})
            reasons = lines.refusals(_only(then, lane)) - {"position_empty"}
            if alone and not lines.can_be_finished(then):
                reasons.add("position_must_be_filled")
            order = orders.Deploy(unit, places.position(role, lane))
            answer = refused(table, decision, order)
            if alone or answer is None or answer.code != "POSITION_MUST_BE_FILLED":
                yield from disagreement(answer, reasons, order)


def _only(all_of_it: lines.Deployment, lane: str) -> lines.Deployment:
    """What stands in one lane."""
    units = {unit: it for unit, it in all_of_it.units.items() if it.lane == lane}
    return replace(all_of_it, units=units)


# -- moves [6.32] ----------------------------------------------------------------------------------


def of_moves(state: State, decision: Decision) -> Iterator[str]:
    """Every unit to every place; and how things stand after a legal move."""
    position, table = battle_position(state, _here(state)), at(state, PACK)
    for unit in _own(state, decision):
        answers = moves.combat_moves(position, unit)
        for place, there in LANE_AND_SIDE.items():
            order = orders.CombatMove(unit, place)
            answer = refused(table, decision, order)
            reasons = answers[there].reasons if there in answers else {"clause:N-22"}
            yield from disagreement(answer, reasons, order)
            if answer is None and not reasons:
                yield from _of_a_move(state, decision, order, position)


def _of_a_move(
    state: State, decision: Decision, order: orders.CombatMove, position: BattlePosition
) -> Iterator[str]:
    table = at(RULES.copied(state), PACK, Dice(Random(0)))
    RULEBOOK.verbs[orders.CombatMove].carry_out(table, decision, order)
    kinds = [KINDS[type(it)] for it in table.recorded if type(it) in KINDS]
    there = LANE_AND_SIDE[order.place]
    kind = moves.combat_move(position, order.unit, there).kind
    yield from unequal(kinds, [kind], f"kind of {order}")
    battle = _here(table.state)
    lost = {LANE_AND_SIDE[it] for it in table.state.lost_positions(battle)}
    mine = battle_position(table.state, battle)
    yours = moves.after_move(position, order.unit, there)
    yield from unequal(lost, rout.lost_positions(yours), f"lost by {order}")
    if fog.reveal_due(table):
        fog.reveal_exposed(table)
        mine = battle_position(table.state, battle)
    hidden = state.options["hidden"]
    for unit, piece in yours.pieces.items():
        # Cavalry that stopped in Woods has used up its moves; the oracle reads it off the Woods.
        here = replace(mine.pieces[unit], moves_used=0, move_kind="")
        expected = replace(piece, moves_used=0, move_kind="")
        if hidden and unit == order.unit and kind == "reposition":
            expected = replace(expected, revealed=position.pieces[unit].revealed)
        yield from unequal(here, expected, f"{unit} after {order}")
    yield from unequal(
        (dict(mine.terrain), mine.crossings), (dict(yours.terrain), yours.crossings), order
    )
    further = {PLACE[it] for it in moves.legal_moves(yours, order.unit)}
    if not lost:
        legal = RULEBOOK.verbs[orders.CombatMove].legal_orders(table, decision)
        offered = {it.place for it in legal if it.unit == order.unit}  # type: ignore[attr-defined]
        yield from unequal(offered, further, f"moves after {order}")


def of_withdrawals(state: State, decision: Decision) -> Iterator[str]:
    """Combat goes on as long as a shaken unit can withdraw."""
    position, battle = battle_position(state, _here(state)), _here(state)
    waiting = {
        unit
        for unit in _own(state, decision)
        if battle.fighters[unit].shaken and moves.withdrawal(position, unit) == "withdraw"
    }
    answer = refused(at(state, PACK), decision, orders.EndCombat())
    reasons = {"withdrawal_pending"} if waiting else set()
    yield from disagreement(answer, reasons, orders.EndCombat())
    if answer is not None:
        yield from unequal(set(answer.facts["units"]), waiting, "units that withdraw")


# -- squares, shelter, Farm and Hill [6.5, 6.52, 6.21.hold] ----------------------------------------


def of_squares(state: State, decision: Decision) -> Iterator[str]:
    """Every unit forms or breaks square, shelters in every square, leaves, takes, and swaps."""
    battle, table = _here(state), at(state, PACK)
    position = battle_position(state, battle)
    for unit in _own(state, decision):
        form = orders.FormSquare(unit)
        answer = refused(table, decision, form)
        yield from disagreement(answer, moves.form_square(position, unit), form)
        broken = orders.BreakSquare(unit)
        answer = refused(table, decision, broken)
        yield from disagreement(answer, moves.break_square(position, unit), broken)
        left = orders.LeaveShelter(unit)
        answer = refused(table, decision, left)
        yield from disagreement(answer, moves.leave_shelter(position, unit), left)
        for other in battle.fighters:
            shelter = orders.Shelter(unit, other)
            answer = refused(table, decision, shelter)
            yield from disagreement(answer, moves.shelter(position, unit, other), shelter)
        taken = orders.TakeTerrain(unit)
        answer = refused(table, decision, taken)
        yield from disagreement(answer, moves.take_terrain(position, unit), taken)
        yield from _of_a_swap(state, decision, position, unit)


def _of_a_swap(
    state: State, decision: Decision, position: BattlePosition, unit: str
) -> Iterator[str]:
    marker = position.terrain.get(position.pieces[unit].place)
    holder = marker.holder if marker else ""
    reasons = {"clause:6.21.hold"}
    if holder and holder != unit:
        reasons = moves.swap_holder(position, holder, unit)
        if not commands(at(state, PACK), decision.seat, holder):
            reasons = reasons | {"not_your_unit"}
    order = orders.SwapHolder(unit)
    answer = refused(at(state, PACK), decision, order)
    yield from disagreement(answer, reasons, order)


# -- fire and hits [6.33, 6.4, 6.51] ---------------------------------------------------------------


def of_fire(state: State, decision: Decision) -> Iterator[str]:
    """Every unit at every group: whether it may, and with what."""
    battle, table = _here(state), at(state, PACK)
    position = battle_position(state, battle)
    for unit in _own(state, decision):
        for group in ("open", "square"):
            order = orders.Fire(unit, group)  # type: ignore[arg-type]
            answer = refused(table, decision, order)
            by_range = {it: combat.fire(position, unit, group, it) for it in RANGES}
            reach = Acting(table, "", unit).reach
            yield from disagreement(answer, by_range[reach].reasons, (order, reach))
            near = {"engaged", "short"}  # the same for all but artillery
            others = set(RANGES) - ({"long"} if reach == "long" else near)
            yield from unequal({it for it in others if by_range[it].legal}, set(), order)
            if answer is None:
                yield from _of_a_fire(state, decision, order, by_range[reach])


def _of_a_fire(
    state: State, decision: Decision, order: orders.Fire, by: combat.Fire
) -> Iterator[str]:
    events = decided(state, decision.seat, order, Dice(Random(0), [6] * 4))
    fired = next(it for it in events if isinstance(it, UnitFired))
    target = LANE_AND_SIDE[fired.place]
    parts = Counter((it.amount, it.clause) for it in fired.breakdown)
    mine = (target, len(fired.dice), fired.firepower, parts)
    yield from unequal(mine, (by.target, by.dice, by.firepower, Counter(by.parts)), order)


def of_hits(state: State, decision: Decision) -> Iterator[str]:
    """All ways in which any number of hits can be taken."""
    battle, table = _here(state), at(state, PACK)
    position = battle_position(state, battle)
    partners = state.options["players"] == 3 and state.options["hidden"]
    for order in RULEBOOK.verbs[orders.Fire].legal_orders(table, decision):
        reach = Acting(table, "", order.unit).reach
        _, dice = order, state.blocks[order.unit].strength
        strengths, *_ = combat.how_hits_fall(position, order.unit, order.group, reach)
        for count in range(1, dice + 1):
            shown = [1] * count + [6] * (dice - count)
            causes = decided(state, decision.seat, order, Dice(Random(0), shown))
            mine = {
                combat.Outcome(frozenset(left.items()), void)
                for left, void in _taken(after(state, causes), causes, strengths, count)
            }
            yours = combat.hit_outcomes(position, order.unit, order.group, reach, count)
            if partners:
                # Nobody chooses among hidden blocks of a partner [N-73].
                yield from unequal(mine - yours, set(), (order, count))
            else:
                yield from unequal(mine, yours, (order, count))


def _taken(
    state: State, causes: Sequence[Event], strengths: dict[str, int], left: int
) -> Iterator[tuple[dict[str, int], int]]:
    """What is left of the targets, and how many hits were void, by every choice of the owner."""
    now = dict(strengths)
    void = 0
    for event in causes:
        if isinstance(event, SideRouted):
            void += event.voided
            break
        if isinstance(event, HitsVoided):
            void += event.hits
        if isinstance(event, StepLost) and event.cause == "hit":
            now[event.unit] = event.left
            left -= 1
        if isinstance(event, UnitEliminated) and event.cause in ("hit", "shelter"):
            now[event.unit] = 0
            left -= event.cause == "hit"
    asked = [it for it in RULES.decisions(state) if it.kind == "hit"]
    if not asked or void:
        yield now, left
        return
    for order in RULES.legal_orders(state, asked[0]):
        further = decided(state, asked[0].seat, order, Dice(Random(0)))
        yield from _taken(after(state, further), further, now, left)


# -- morale [6.31] ---------------------------------------------------------------------------------


def of_morale(state: State) -> Iterator[str]:
    """Who checks, with what modifiers, and what each die does."""
    battle = _here(state)
    position = battle_position(state, battle)
    position = replace(
        position,
        pieces={
            unit: replace(it, must_withdraw=False, moves_used=0, move_kind="", fired=False)
            for unit, it in position.pieces.items()
        },
    )
    checks = combat.morale_checks(position)
    for die in range(1, 7):
        table = at(RULES.copied(state), PACK, Dice(Random(0), [die] * len(checks)))
        mine = _here(table.state)
        mine.step = "morale"
        for fighter in mine.fighters.values():
            fighter.moves, fighter.way, fighter.fired, fighter.shaken = 0, "", False, False
        yield from unequal(set(morale.checked(table, mine)), set(checks), "who checks")
        morale.check(table)
        for event in table.recorded:
            if isinstance(event, MoraleChecked):
                parts = Counter((it.amount, it.clause) for it in event.breakdown[1:])
                yield from unequal(parts, Counter(checks[event.unit]), event)
        results = dict.fromkeys(checks, "good")
        for event in table.recorded:
            if isinstance(event, WithdrawalOrdered):
                results[event.unit] = "withdraw"
            if isinstance(event, UnitEliminated) and event.cause == "morale":
                results[event.unit] = "eliminated"
        if any(table.state.lost_positions(mine)):
            continue  # a rout cancels what is left of it [N-34]
        for unit in checks:
            by = combat.morale_result(position, unit, die)
            yield from unequal(results[unit], by, (unit, die))


# -- routs [7.4, 7.41] and retreats [7.0] ----------------------------------------------------------


def of_routs(state: State, random: Random) -> Iterator[str]:
    """What each side would lose in a rout; and a unit that retreats of its own will."""
    battle = _here(state)
    position = battle_position(state, battle)
    for role in ROLES:
        table = at(RULES.copied(state), PACK, Dice(random))
        mine = _here(table.state)
        side = mine.side(role)
        own = [unit for unit in mine.fighters if side_of(table.state.blocks[unit].army) == side]
        tokens = fog.tokens(table, own)
        place = places.position(role, "a")
        table.record(SideRouted(mine.town, side, place, tokens, 0), "7.4")
        retreats.lose(table)
        left = {
            unit: table.state.blocks[unit].strength if unit in table.state.blocks else 0
            for unit in own
        }
        yield from unequal(left, rout.strengths_after_rout(position, role), f"rout of {side}")


def of_losses_by_retreat(state: State, decision: Decision) -> Iterator[str]:
    """What engaged units lose that retreat."""
    position = battle_position(state, _here(state))
    table = at(state, PACK)
    seen: set[str] = set()
    for order in RULEBOOK.verbs[orders.Retreat].legal_orders(table, decision):
        if order.unit in seen:
            continue
        seen.add(order.unit)
        events = decided(state, decision.seat, order, Dice(Random(0)))
        left = state.blocks[order.unit].strength
        for event in events:
            if isinstance(event, UnitRetreated | SideRouted):
                break
            if isinstance(event, StepLost) and event.unit == order.unit:
                left = event.left
            if isinstance(event, UnitEliminated) and event.unit == order.unit:
                left = 0
        yield from unequal(left, rout.strength_after_retreat(position, order.unit), order)


def of_lost_positions(state: State, random: Random) -> Iterator[str]:
    """Units stand anywhere: which positions are lost."""
    state = RULES.copied(state)
    battle = _here(state)
    for fighter in random.sample(list(battle.fighters.values()), len(battle.fighters) * 2 // 3):
        fighter.place = random.choice(places.PLACES)
    for unit, fighter in battle.fighters.items():
        role = battle.role(side_of(state.blocks[unit].army))
        if fighter.place == places.reserve(opposing(role)):
            fighter.place = places.reserve(role)
    mine = {LANE_AND_SIDE[it] for it in state.lost_positions(battle)}
    yield from unequal(mine, rout.lost_positions(battle_position(state, battle)), "lost")
