"""All that a reader is given besides events, and all that he may try."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from napoleon.chance import Chance
from napoleon.rules.orders import Order, to_data
from napoleon.rules.standing_orders import Kept
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815 import RULES, Napoleon1815, notation, orders, standing_orders
from napoleon.rulesets.napoleon1815.state import State
from tests.napoleon1815.mutations import ONE_OF_EACH

encoded: Callable[[Any], bytes] = msgspec.json.Encoder().encode
"""Anything as it is sent; fields keep their order."""

VERBS_AT_ONCE = 8
"""How many verbs a reader tries in a position: over a few positions they try all of them."""

TYPED = (
    "activate",
    "activate Nowhere: 1",
    "activate {area}: f",
    "activate {area}: {block}",
    "play 1: {block} in {area}",
    "recover {block} with 1",
    "fatigue {block} 1",
    "losses {block} 1i",
    "retreat to {area}",
    "move to {area}",
)
"""Lines that name what a reader may not see, or not enough."""


# -- what he is given ----------------------------------------------------------------------------


def received(rules: Napoleon1815, state: State, reader: str) -> dict[str, Any]:
    """The views, what is to be decided, what a reader can answer; and the notation of these."""
    views = rules.view(state, Viewer(reader))
    decisions = rules.decisions(state)
    own = [it for decision in decisions for it in _answers(rules, state, decision, reader)]
    return {
        **msgspec.to_builtins(views),
        "decisions": decisions,
        "offers": list(map(to_data, own)),
        "lines": [notation.Notation1815(rules).write(order, state, reader) for order in own],
        "position": notation.Notation1815(rules).write_known(views),
        "instructions": [
            rules.standing.answer(state, decision, [_kept(rules, state, reader, word)])
            for decision in decisions
            if decision.seat == reader
            for word in INSTRUCTIONS
        ],
    }


def boards_on_the_way(rules: Napoleon1815, state: State, reader: str) -> dict[str, Any]:
    """The boards of a position in the middle of an order, as ``?at=`` asks for them."""
    return msgspec.to_builtins(rules.view(state, Viewer(reader)))


def questions_on_the_way(rules: Napoleon1815, state: State, reader: str) -> dict[str, Any]:
    """What is answered there to who asks what had to be decided."""
    decisions = rules.decisions(state)
    own = [it for decision in decisions for it in _answers(rules, state, decision, reader)]
    return {"decisions": decisions, "offers": own}


def _answers(rules: Napoleon1815, state: State, decision: Any, reader: str) -> Iterator[Order]:
    if decision.seat == reader:
        yield from rules.legal_orders(state, decision)


INSTRUCTIONS = (
    standing_orders.DeclineAll(),
    standing_orders.DeclineWindow("W.OPSTART"),
    standing_orders.PlayCard(1),
)
"""Some standing orders that a reader may have left."""


def _kept(rules: Napoleon1815, state: State, reader: str, word: Any) -> Kept:
    return Kept("1", reader, word, rules.standing.occasion(state))


# -- what he may try -----------------------------------------------------------------------------


class Give(NamedTuple):
    """Giving an order."""

    reader: str
    order: Order

    def __call__(self, rules: Napoleon1815, state: State, chance: Chance) -> Any:
        return rules.decide(state, self.reader, self.order, chance)


class Type(NamedTuple):
    """Typing a line."""

    reader: str
    line: str

    def __call__(self, rules: Napoleon1815, state: State, chance: Chance) -> Any:
        mine = [it for it in rules.decisions(state) if it.seat == self.reader]
        decision = mine[0] if mine else None
        return notation.Notation1815(rules).read(state, decision, self.reader, self.line)


class Leave(NamedTuple):
    """Leaving a standing order."""

    reader: str
    word: Any

    def __call__(self, rules: Napoleon1815, state: State, chance: Chance) -> Any:
        return rules.standing.refuse(state, self.reader, self.word)


def attempts(
    random: Random, states: Sequence[State], secretive: Collection[str], reader: str
) -> Iterator[Give | Type | Leave]:
    """Orders of some verbs, orders that ask for the secrets, lines, and a standing order."""
    state = states[0]
    for order in [*random.sample(ONE_OF_EACH, VERBS_AT_ONCE), *_curious(random, states, secretive)]:
        yield Give(reader, order)
    block, area = random.choice(list(state.blocks)), random.choice(list(RULES.pack.areas))
    for name in (block, state.blocks[block].token or block):
        yield Type(reader, random.choice(TYPED).format(block=name, area=area))
    yield Leave(reader, standing_orders.PlayCard(random.choice(list(RULES.pack.cards))))


def _curious(
    random: Random, states: Sequence[State], secretive: Collection[str]
) -> Iterator[Order]:
    """Orders that name what hands and stacks may hold."""
    state = states[0]
    blocks = random.sample(sorted(state.blocks), 3)
    for seat in secretive:
        held = [card for it in states for card in it.hands[seat]]
        for card in random.sample(held, min(2, len(held))):
            yield orders.PlayRecoveryCard(card, blocks[0])
            yield orders.PlayEvent(card, (blocks[1],))
    for block in blocks:
        yield orders.ActivateStack(state.blocks[block].area or "", (block,))
    yield orders.AllocateFatigue(dict.fromkeys(blocks, 1))
    yield orders.AllocateLosses(dict.fromkeys(blocks, orders.Loss(3, 3)))
    for pending in state.allocations:
        yield orders.AllocateFatigue(dict.fromkeys(pending.corps, 1))
        yield orders.AllocateLosses(dict.fromkeys(pending.corps, orders.Loss(4, 4)))
