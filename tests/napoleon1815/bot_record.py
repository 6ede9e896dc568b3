"""What a game of the bot against itself was like."""

from __future__ import annotations

from collections import Counter
from random import Random
from time import process_time
from typing import NamedTuple

from napoleon.chance import SeededChance
from napoleon.rules.events import Event
from napoleon.rules.orders import Refusal
from napoleon.rules.reader import Reader
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.bot import Player
from napoleon.rulesets.napoleon1815.events.combat import CombatCalledOff, CombatStarted
from napoleon.rulesets.napoleon1815.events.operations import OperationStarted
from napoleon.rulesets.napoleon1815.events.turn import TurnEnded
from napoleon.rulesets.napoleon1815.sides import SIDES, side_of_army
from napoleon.rulesets.napoleon1815.state import State
from tests.napoleon1815.random_play import GAME

MOST_ORDERS = 5_000


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
    acted, attacks, called_off = set[str](), Counter[str](), 0
    idle, present = Counter[str](), Counter[str]()
    spent = Counter[tuple[str, int]]()
    for _ in range(MOST_ORDERS):
        if state.result is not None:
            slowest = max(spent.values())
            return BotGame(state.result.winner, idle, present, attacks, called_off, slowest)
        decision = random.choice(RULES.decisions(state))
        side = side_of_army(decision.seat)
        begun = process_time()
        views = RULES.view(state, Reader(decision.seat))
        order = bots[side].choose(views, decision, RULES.offers(state, decision))
        spent[side, state.turn] += process_time() - begun
        chance = SeededChance(seed, GAME, drawn=state.draws)
        caused = RULES.decide(state, decision.seat, order, chance)
        assert not isinstance(caused, Refusal), (order, caused)
        for event in caused:
            acted |= _who_acts(event)
            called_off += isinstance(event, CombatCalledOff)
            if isinstance(event, CombatStarted):
                attacks[event.attacker] += 1
            if isinstance(event, TurnEnded):
                for corps, block in state.blocks.items():
                    if corps in RULES.pack.corps and block.area is not None:
                        present[RULES.pack.sides[corps]] += 1
                        idle[RULES.pack.sides[corps]] += corps not in acted
                acted = set()
            state = RULES.apply(state, event)
    raise AssertionError("a game without end")


def _who_acts(event: Event) -> set[str]:
    match event:
        case OperationStarted():
            return set(event.blocks)
        case CombatStarted():
            return {*event.attackers, *event.defenders}
    return set()
