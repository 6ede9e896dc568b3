"""What every order is worth to the seat that may give it, in victory points."""

from __future__ import annotations

from napoleon.rules.orders import Order
from napoleon.rulesets.napoleon1815.bot import cards, fighting, marching
from napoleon.rulesets.napoleon1815.bot.marching import Marches
from napoleon.rulesets.napoleon1815.bot.seen import Block, Seen
from napoleon.rulesets.napoleon1815.bot.theatre import Theatre
from napoleon.rulesets.napoleon1815.bot.values import FATIGUE, prize, wear
from napoleon.rulesets.napoleon1815.orders import (
    ActivateStack,
    AgreeEvent,
    AllocateFatigue,
    AllocateLosses,
    AnswerOffer,
    ChooseAction,
    ChooseAttack,
    ChooseInertiaArea,
    ChooseRetreat,
    ChooseStay,
    DeclareBlue,
    EndMove,
    GiveUpFortifiedPosition,
    Loss,
    NameActingAlly,
    Pass,
    PlayEvent,
    PlayRecoveryCard,
    StepMove,
    SwapCard,
)

WORTHWHILE = 0.01
"""What an operation must be worth to be carried out."""
LONG_MARCH = 3
"""Movement points that tire nobody [MOVE.3A]."""
DETOUR = 2
"""Fatigue for an enemy corps, or a broken bridge, on a retreat [RETREAT.6-7]."""
COMPANY = 0.1
"""What it is worth to retreat to friends, and what it costs for every enemy corps near by."""


def worth(marches: Marches, order: Order) -> float:
    """What an order is worth, in victory points; 0 if it makes no known difference."""
    theatre = marches.theatre
    seen = theatre.seen
    match order:
        case Pass():
            return WORTHWHILE
        case ActivateStack(area, blocks):
            return _operation(marches, seen.stack(blocks), area)
        case ChooseAction(action):
            return _action(marches, action)
        case StepMove(road):
            return _step(marches, road)
        case EndMove():
            return marches.ground(seen.marching).prospect(seen.marching[0].area)
        case ChooseAttack(True):
            return _attack(seen, seen.marching, seen.marching[0].area, after_march=True)
        case ChooseRetreat(road):
            return _retreat(theatre, road)
        case GiveUpFortifiedPosition() | ChooseStay(True) | AgreeEvent(True) | SwapCard(None):
            return 1.0
        case AnswerOffer(True):
            return cards.exchanging(seen)
        case NameActingAlly(player):
            return sum(b.ready for b in seen.blocks.values() if b.army == player)
        case ChooseInertiaArea(area):
            return -sum(b.ready for b in seen.friends(area))
        case AllocateFatigue(points):
            return -sum(wear(seen.blocks[corps], more) for corps, more in points.items())
        case AllocateLosses(losses):
            return sum(_left(seen.blocks[corps], loss) for corps, loss in losses.items())
        case PlayRecoveryCard(card, corps):
            return -wear(seen.blocks[corps], -seen.cards[card].recovery) - cards.KEPT
        case DeclareBlue():
            return cards.declaring(seen, order)
        case PlayEvent():
            return cards.playing(marches, order)
    return 0.0


def _operation(marches: Marches, stack: list[Block], area: str) -> float:
    """What the best use of a stack is worth, less what it costs to have it spent."""
    best = max(
        _attack(marches.theatre.seen, stack, area, after_march=False),
        marches.march(stack, area),
    )
    return best - marching.effort(marches.theatre.seen, stack)


def _action(marches: Marches, action: str) -> float:
    seen = marches.theatre.seen
    stack, area = seen.marching, seen.operation.origin
    match action:
        case "fight":
            return _attack(seen, stack, area, after_march=False)
        case "move":
            return marches.march(stack, area)
    return 0.0


def _attack(seen: Seen, stack: list[Block], area: str, *, after_march: bool) -> float:
    """What an attack is worth; nothing if there is nobody to attack, or nobody to do it."""
    if not seen.foes(area) or marching.is_scouting(stack):
        return 0.0
    return fighting.attack(seen, stack, area, after_march=after_march)


def _step(marches: Marches, road: str) -> float:
    """The outlook at the other end of a road, less the fatigue of the way there.

    A place that is taken on the way counts as well as the aim beyond it [CONTROL.3].
    """
    seen = marches.theatre.seen
    stack, used = seen.marching, seen.points_used
    ground = marches.ground(stack)
    way = seen.roads[stack[0].area][road]
    stops = any(b.fights for b in seen.areas[way.to].blocks)
    tires = used <= LONG_MARCH < used + way.cost
    left = 0 if stops else seen.points_left - way.cost
    passing = 0.0 if seen.foes(way.to) else prize(seen, way.to)
    ahead = ground.outlook(way.to, left, passing)
    return ahead - tires * sum(wear(b, 1) for b in stack if b.fights)


def _retreat(theatre: Theatre, road: str) -> float:
    """Away from the enemy, over whole bridges, to friends."""
    seen = theatre.seen
    beaten = (b for b in seen.fighters if b.side == seen.side and road in seen.roads[b.area])
    way = seen.roads[next(beaten).area][road]
    tires = DETOUR * (len(seen.foes(way.to)) + (way.cost > 1))
    near = theatre.danger(seen.stack(seen.operation.blocks), way.to)
    friends = any(b.fights for b in seen.friends(way.to))
    return COMPANY * (friends - near) - FATIGUE * 2 * tires


def _left(corps: Block, loss: Loss) -> float:
    """What is left of a corps: that it lives, its combat cards, and its cavalry above all."""
    strength = corps.strength - loss.points
    cavalry = corps.cavalry - loss.cavalry
    return (strength > 0) + (strength >= fighting.SECOND_CARD) + 0.1 * cavalry
