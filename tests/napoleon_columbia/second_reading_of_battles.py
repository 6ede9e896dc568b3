"""Battle boards by the oracle: deployment, moves, squares, fire, hits, morale, routs [6, 7.4]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from napoleon.rules.events import Event
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import RULES, orders
from napoleon.rulesets.napoleon_columbia.events.blocks import (
    StepLost,
    TownsMixed,
    UnitEliminated,
    UnitsConcealed,
)
from napoleon.rulesets.napoleon_columbia.events.combat import (
    CombatStepStarted,
    HitsVoided,
    MoraleChecked,
    UnitDisengaged,
    UnitEngaged,
    UnitFired,
    UnitRepositioned,
    WithdrawalOrdered,
)
from napoleon.rulesets.napoleon_columbia.events.retreat import SideRouted, UnitRetreated
from napoleon.rulesets.napoleon_columbia.state import State
from tests.napoleon_columbia.oracle import combat, moves, rout
from tests.napoleon_columbia.oracle import deployment as lines
from tests.napoleon_columbia.oracle.battle import BattlePosition
from tests.napoleon_columbia.oracle_answers import (
    RANGES,
    compared,
    here,
    own,
    reach,
    reasons,
    withdrawing,
)
from tests.napoleon_columbia.oracle_comparison import (
    ANSWERS,
    LANE_AND_SIDE,
    LANES,
    PACK,
    PLACE,
    ROLES,
    battle_position,
    commands,
    deployment_of,
    is_unseen,
    side_of,
)
from tests.rulesets.comparing import Dice, disagreement, the, unequal, up_to

GOES_ON = (SideRouted, UnitsConcealed, TownsMixed, CombatStepStarted)
"""What follows from a move, once the blocks that it brings into the open are shown."""

KINDS = {UnitEngaged: "engage", UnitDisengaged: "disengage", UnitRepositioned: "reposition"}


# -- deployment [6.22, 6.23] -----------------------------------------------------------------------


def of_deployment(state: State, decision: Decision) -> Iterator[str]:
    """Every unit in Reserve in every position, and whether the deployment may end."""
    battle = next(it for it in state.battles if not it.begun)
    role = battle.role(side_of(state.armies_of_seat(decision.seat)[0]))
    now = deployment_of(state, battle, role, decision.seat)
    armies = {PACK.blocks[unit].army for unit in now.units}
    alone = len(armies) == 1 or state.options["players"] == 2
    wrong = lines.refusals(now)
    if alone:
        answer = ANSWERS.refused(state, decision, orders.EndDeploy())
        yield from disagreement(answer, wrong, orders.EndDeploy())
    for unit, it in now.units.items():
        if it.lane != "reserve" or not commands(state, decision.seat, unit):
            continue
        for lane in LANES:
            then = replace(now, units={**now.units, unit: replace(it, lane=lane)})
            reasons = lines.refusals(_only(then, lane)) - {"position_empty"}
            if alone and not lines.can_be_finished(then):
                reasons.add("position_must_be_filled")
            order = orders.Deploy(unit, PLACE[lane, role])
            answer = ANSWERS.refused(state, decision, order)
            if alone or answer is None or answer.code != "POSITION_MUST_BE_FILLED":
                yield from disagreement(answer, reasons, order)


def _only(all_of_it: lines.Deployment, lane: str) -> lines.Deployment:
    """What stands in one lane."""
    units = {unit: it for unit, it in all_of_it.units.items() if it.lane == lane}
    return replace(all_of_it, units=units)


# -- moves [6.32] ----------------------------------------------------------------------------------


def of_moves(state: State, decision: Decision) -> Iterator[str]:
    """Every unit to every place; and how things stand after a legal move."""
    position = battle_position(state, here(state))
    for unit in own(state, decision):
        for place in LANE_AND_SIDE:
            order = orders.CombatMove(unit, place)
            yield from compared(state, decision, order)
            if ANSWERS.refused(state, decision, order) is None:
                yield from _of_a_move(state, decision, order, position)


def _of_a_move(
    state: State, decision: Decision, order: orders.CombatMove, position: BattlePosition
) -> Iterator[str]:
    events = ANSWERS.decided(state, decision.seat, order)
    moved = ANSWERS.after(state, up_to(events, lambda it: isinstance(it, GOES_ON)))
    kinds = [KINDS[type(it)] for it in events if type(it) in KINDS]
    to = LANE_AND_SIDE[order.place]
    kind = moves.combat_move(position, order.unit, to).kind
    yield from unequal(kinds, [kind], f"kind of {order}")
    lost = {LANE_AND_SIDE[it] for it in moved.lost_positions(here(moved))}
    mine = battle_position(moved, here(moved))
    yours = moves.after_move(position, order.unit, to)
    yield from unequal(lost, rout.lost_positions(yours), f"lost by {order}")
    routed = next((here(state).role(it.side) for it in events if isinstance(it, SideRouted)), "")
    yield from unequal(routed, rout.routed_side(yours), f"routed by {order}")
    hidden = state.options["hidden"]
    for unit, piece in yours.pieces.items():
        # Cavalry that stopped in Woods has used up its moves; the oracle reads it off the Woods.
        is_now = replace(mine.pieces[unit], moves_used=0, move_kind="")
        expected = replace(piece, moves_used=0, move_kind="")
        if hidden and unit == order.unit and kind == "reposition":
            expected = replace(expected, revealed=position.pieces[unit].revealed)
        yield from unequal(is_now, expected, f"{unit} after {order}")
    yield from unequal(
        (dict(mine.terrain), mine.crossings), (dict(yours.terrain), yours.crossings), order
    )
    further = {PLACE[it] for it in moves.legal_moves(yours, order.unit)}
    if not lost:
        legal = ANSWERS.legal(moved, decision, orders.CombatMove)
        offered = {it.place for it in legal if it.unit == order.unit}
        yield from unequal(offered, further, f"moves after {order}")


def of_withdrawals(state: State, decision: Decision) -> Iterator[str]:
    """Combat goes on as long as a shaken unit can withdraw."""
    yield from compared(state, decision, orders.EndCombat())
    answer = ANSWERS.refused(state, decision, orders.EndCombat())
    if answer is not None:
        waiting = withdrawing(state, decision)
        yield from unequal(set(answer.facts["units"]), waiting, "units that withdraw")


# -- squares, shelter, Farm and Hill [6.5, 6.52, 6.21.hold] ----------------------------------------


def of_squares(state: State, decision: Decision) -> Iterator[str]:
    """Every unit forms or breaks square, shelters in every square, leaves, takes, and swaps."""
    alone = (
        orders.FormSquare,
        orders.BreakSquare,
        orders.LeaveShelter,
        orders.TakeTerrain,
        orders.SwapHolder,
    )
    for unit in own(state, decision):
        for kind in alone:
            yield from compared(state, decision, kind(unit))
        for other in here(state).fighters:
            order = orders.Shelter(unit, other)
            if is_unseen(state, decision.seat, other):
                # The digest knows no partner: its upright squares shelter nobody else [N-85].
                said = reasons(state, decision, order) or ()
                answer = ANSWERS.refused(state, decision, order)
                yield from disagreement(answer, {*said, "no_square"}, order)
            else:
                yield from compared(state, decision, order)


# -- fire and hits [6.33, 6.4, 6.51] ---------------------------------------------------------------


def of_fire(state: State, decision: Decision) -> Iterator[str]:
    """Every unit at every group: whether it may, and with what."""
    position = battle_position(state, here(state))
    for unit in own(state, decision):
        for group in ("open", "square"):
            order = orders.Fire(unit, group)  # type: ignore[arg-type]
            yield from compared(state, decision, order)
            by_range = {it: combat.fire(position, unit, group, it) for it in RANGES}
            by = by_range[reach(state, unit)]
            near = {"engaged", "short"}  # the same for all but artillery
            others = set(RANGES) - ({"long"} if reach(state, unit) == "long" else near)
            yield from unequal({it for it in others if by_range[it].legal}, set(), order)
            if by.legal and ANSWERS.refused(state, decision, order) is None:
                yield from _of_a_fire(state, decision, order, by)


def _of_a_fire(
    state: State, decision: Decision, order: orders.Fire, by: combat.Fire
) -> Iterator[str]:
    events = ANSWERS.decided(state, decision.seat, order, Dice(dice=[6] * 4))
    fired = the(UnitFired, events)
    yield from unequal(fired.range, reach(state, order.unit), f"range of {order}")
    target = LANE_AND_SIDE[fired.place]
    parts = Counter((it.amount, it.clause) for it in fired.breakdown)
    mine = (target, len(fired.dice), fired.firepower, parts)
    yield from unequal(mine, (by.target, by.dice, by.firepower, Counter(by.parts)), order)


def of_hits(state: State, decision: Decision) -> Iterator[str]:
    """All ways in which any number of hits can be taken."""
    position = battle_position(state, here(state))
    partners = state.options["players"] == 3 and state.options["hidden"]
    for order in ANSWERS.legal(state, decision, orders.Fire):
        at_range, dice = reach(state, order.unit), state.blocks[order.unit].strength
        strengths, *_ = combat.how_hits_fall(position, order.unit, order.group, at_range)
        for count in range(1, dice + 1):
            shown = [1] * count + [6] * (dice - count)
            causes = ANSWERS.decided(state, decision.seat, order, Dice(dice=shown))
            mine = {
                combat.Outcome(frozenset(left.items()), void)
                for left, void in _taken(ANSWERS.after(state, causes), causes, strengths, count)
            }
            yours = combat.hit_outcomes(position, order.unit, order.group, at_range, count)
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
        further = ANSWERS.decided(state, asked[0].seat, order)
        yield from _taken(ANSWERS.after(state, further), further, now, left)


# -- morale [6.31] ---------------------------------------------------------------------------------


def of_morale(state: State) -> Iterator[str]:
    """Who checks, with what modifiers, and what each die does."""
    battle = here(state)
    position = battle_position(state, battle)
    position = replace(
        position,
        pieces={
            unit: replace(it, must_withdraw=False, moves_used=0, move_kind="", fired=False)
            for unit, it in position.pieces.items()
        },
    )
    checks = combat.morale_checks(position)
    state = ANSWERS.after(state, ())
    mine = here(state)
    mine.step = "morale"
    for fighter in mine.fighters.values():
        fighter.moves, fighter.way, fighter.fired, fighter.shaken = 0, "", False, False
    for die in range(1, 7):
        events = _checked(state, [die] * len(checks))
        checked = [it for it in events if isinstance(it, MoraleChecked)]
        yield from unequal({it.unit for it in checked}, set(checks), "who checks")
        for event in checked:
            parts = Counter((it.amount, it.clause) for it in event.breakdown[1:])
            yield from unequal(parts, Counter(checks[event.unit]), event)
        results = dict.fromkeys(checks, "good")
        for event in events:
            if isinstance(event, WithdrawalOrdered):
                results[event.unit] = "withdraw"
            if isinstance(event, UnitEliminated) and event.cause == "morale":
                results[event.unit] = "eliminated"
        if any(isinstance(it, SideRouted) for it in events):
            continue  # a rout cancels what is left of it [N-34]
        for unit in checks:
            by = combat.morale_result(position, unit, die)
            yield from unequal(results[unit], by, (unit, die))


def _checked(state: State, dice: list[int]) -> list[Event]:
    """The checks with which a combat turn begins; whoever is asked keeps a leader hidden [9.2]."""
    events = ANSWERS.gone_on(state, Dice(dice=dice))
    state = ANSWERS.after(state, events)
    while asked := [it for it in RULES.decisions(state) if it.kind == "reveal_leader"]:
        (hide,) = ANSWERS.legal(state, asked[0], orders.KeepHidden)
        causes = ANSWERS.decided(state, asked[0].seat, hide, Dice(dice=dice))
        events, state = [*events, *causes], ANSWERS.after(state, causes)
    return events


# -- routs [7.4, 7.41] and retreats [7.0] ----------------------------------------------------------


def of_routs(state: State, random: Random) -> Iterator[str]:
    """What each side would lose in a rout; and a unit that retreats of its own will."""
    battle = here(state)
    position = battle_position(state, battle)
    for role in ROLES:
        side = battle.side(role)
        left = {
            unit: state.blocks[unit].strength
            for unit in battle.fighters
            if side_of(state.blocks[unit].army) == side
        }
        tokens = tuple(state.blocks[unit].token for unit in left)
        routed = SideRouted(battle.town, side, PLACE["a", role], tokens, 0)
        for event in up_to(ANSWERS.gone_on(state, Dice(random), routed), _leaves):
            if isinstance(event, StepLost):
                left[event.unit] = event.left
            if isinstance(event, UnitEliminated):
                left[event.unit] = 0
        yield from unequal(left, rout.strengths_after_rout(position, role), f"rout of {side}")


def _leaves(event: Event) -> bool:
    """Whether the losses of a rout are over, as a unit retreats, or cannot."""
    gone = isinstance(event, UnitEliminated) and event.cause not in ("rout", "shelter")
    return gone or isinstance(event, UnitRetreated)


def of_losses_by_retreat(state: State, decision: Decision) -> Iterator[str]:
    """What engaged units lose that retreat."""
    position = battle_position(state, here(state))
    seen: set[str] = set()
    for order in ANSWERS.legal(state, decision, orders.Retreat):
        if order.unit in seen:
            continue
        seen.add(order.unit)
        events = ANSWERS.decided(state, decision.seat, order)
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
    state = ANSWERS.after(state, ())
    battle = here(state)
    everywhere = list(LANE_AND_SIDE)
    for fighter in random.sample(list(battle.fighters.values()), len(battle.fighters) * 2 // 3):
        fighter.place = random.choice(everywhere)
    for unit, fighter in battle.fighters.items():
        role = battle.role(side_of(state.blocks[unit].army))
        if LANE_AND_SIDE[fighter.place][0] == "reserve":
            fighter.place = PLACE["reserve", role]
    mine = {LANE_AND_SIDE[it] for it in state.lost_positions(battle)}
    yield from unequal(mine, rout.lost_positions(battle_position(state, battle)), "lost")
