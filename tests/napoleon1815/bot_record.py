"""What a game of the bot against itself was like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from time import process_time
from typing import NamedTuple

from napoleon.chance import SeededChance
from napoleon.rules.events import Event
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.bot import Player
from napoleon.rulesets.napoleon1815.bot.choices import ANYTHING, worth
from napoleon.rulesets.napoleon1815.bot.marching import Marches
from napoleon.rulesets.napoleon1815.bot.seen import Seen
from napoleon.rulesets.napoleon1815.bot.theatre import Theatre
from napoleon.rulesets.napoleon1815.events.combat import CombatCalledOff, CombatStarted
from napoleon.rulesets.napoleon1815.events.operations import OperationEnded, OperationStarted
from napoleon.rulesets.napoleon1815.events.turn import TurnEnded
from napoleon.rulesets.napoleon1815.orders import ActivateStack, Pass
from napoleon.rulesets.napoleon1815.sides import SIDES, side_of_army
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.views import Views1815
from tests.napoleon1815.random_play import GAME

MOST_ORDERS = 5_000
SOAKED, LEFT = 4, 3
"""Corps that are activated in the rain for nothing, or left ready, are many from here on."""


class BotGame(NamedTuple):
    """A game in which the bot played every seat, from its first order to its end."""

    winner: str
    idle: Counter[str]
    """By side, how many times a corps neither carried out an operation nor fought in a turn."""
    present: Counter[str]
    """By side, how many times it could have."""
    attacks: Counter[str]
    """By side, how many combats it started."""
    called_off: int
    """Attacks for which no combat card was left [COMBAT.1d]."""
    soaked: int
    """Operations of `SOAKED` corps or more in the rain that came to nothing [CARD.rain]."""
    left: int
    """Passes that left `LEFT` ready corps, although some operation of theirs was worth it."""
    slowest: float
    """Seconds of computing that all answers of a side in a turn took at most."""


def record(number: int, scenario: str) -> BotGame:
    """Play a game between two bots; the same number gives the same game."""
    seed, random = f"{number:064x}", Random(number)
    bots = {side: Player(Random(f"{number} {side}")) for side in SIDES}
    state: State | None = None
    for event in RULES.setup(scenario, {}, SeededChance(seed, GAME, drawn=0)):
        state = RULES.apply(state, event)
    assert state is not None
    acted, attacks, called_off, soaked, left = set[str](), Counter[str](), 0, 0, 0
    idle, present = Counter[str](), Counter[str]()
    spent = Counter[tuple[str, int]]()
    for _ in range(MOST_ORDERS):
        if state.result is not None:
            slowest = max(spent.values())
            counts = (idle, present, attacks, called_off, soaked, left)
            return BotGame(state.result.winner, *counts, slowest)
        decision = random.choice(RULES.decisions(state))
        side = side_of_army(decision.seat)
        begun = process_time()
        views = RULES.view(state, Viewer(decision.seat))
        order = bots[side].choose(views, decision, RULES.legal_orders(state, decision))
        spent[side, state.turn] += process_time() - begun
        if order == Pass():
            left += _leaves_something(views, RULES.legal_orders(state, decision))
        chance = SeededChance(seed, GAME, drawn=state.draws)
        caused = RULES.decide(state, decision.seat, order, chance)
        assert not isinstance(caused, Refusal), (order, caused)
        for event in caused:
            acted |= _who_acts(event)
            called_off += isinstance(event, CombatCalledOff)
            if isinstance(event, CombatStarted):
                attacks[event.attacker] += 1
            if isinstance(event, OperationEnded):
                soaked += _came_to_nothing(state)
            if isinstance(event, TurnEnded):
                for corps, block in state.blocks.items():
                    if corps in RULES.pack.corps and block.area is not None:
                        present[RULES.pack.sides[corps]] += 1
                        idle[RULES.pack.sides[corps]] += corps not in acted
                acted = set()
            state = RULES.apply(state, event)
    raise AssertionError("a game without end")


def _came_to_nothing(state: State) -> bool:
    """Whether a large stack was activated in the rain, and neither marched nor fought."""
    operation = state.operation
    assert operation is not None
    corps = [it for it in operation.blocks if it in RULES.pack.corps]
    stayed = all(state.blocks[it].area == operation.origin for it in corps)
    return len(corps) >= SOAKED and "rain" in state.lasting and stayed and not state.combat


def _leaves_something(views: Views1815, legal_orders: Iterable[Order]) -> bool:
    """Whether many corps are ready of whoever passes, and any stack had something to gain."""
    marches = Marches(Theatre(Seen(views)))
    own = [b for b in marches.theatre.seen.blocks.values() if b.side == marches.theatre.seen.side]
    if sum(b.ready and b.fights for b in own) < LEFT:
        return False
    stacks = (it for it in legal_orders if isinstance(it, ActivateStack))
    return any(worth(marches, it) > ANYTHING for it in stacks)


def _who_acts(event: Event) -> set[str]:
    match event:
        case OperationStarted():
            return set(event.blocks)
        case CombatStarted():
            return {*event.attackers, *event.defenders}
    return set()
