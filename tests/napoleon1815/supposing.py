"""What a reader of no secrets has to suppose possible of a position [chapter 19].

A supposition is a position that looks the same to everybody: the player who is asked holds any
cards of their deck, corps have any fatigue and any of the cavalry that is printed on them, and in
fog of war the hidden blocks of an army stand under one another's tokens.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from napoleon.rules.kit import sequence
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.operations import is_stack
from napoleon.rulesets.napoleon1815.orders import PlayEvent
from napoleon.rulesets.napoleon1815.sequence import SEQUENCE
from napoleon.rulesets.napoleon1815.sides import side_of_army
from napoleon.rulesets.napoleon1815.state import Block, Operation, State
from napoleon.rulesets.napoleon1815.table import Table

EXCHANGES = 300
"""How often blocks under tokens are supposed to stand in each other's places, one pair more each
time."""


def could_play(state: State, decision: Decision, random: Random) -> bool:
    """Whether there is anything that the player asked could play, by the rules' own offers."""
    return any(
        isinstance(order, PlayEvent)
        for supposed in suppositions(state, decision.seat, random)
        for order in RULES.legal_orders(supposed, decision)
    )


def suppositions(state: State, seat: str, random: Random) -> Iterator[State]:
    """Positions that look the same, with all green cards of their side in a player's hand."""
    fog = state.options["rules"] == "grognard"
    for _ in range(EXCHANGES if fog else 1):
        supposed = with_any_card(state, seat)
        for name, block in supposed.blocks.items():
            if RULES.pack.pieces[name].kind == "corps" and block.area is not None:
                block.fatigue = 1
                block.cavalry = RULES.pack.pieces[name].cavalry
        yield supposed
        if fog:
            state = exchanged(state, random)


def with_any_card(state: State, seat: str) -> State:
    """The position in which a player holds every green card of their deck."""
    supposed = RULES.copied(state)
    supposed.hands[seat] = [
        card.number
        for card in RULES.pack.cards.values()
        if card.side == side_of_army(seat) and card.colour == "green"
    ]
    return supposed


def exchanged(state: State, random: Random) -> State:
    """The position with two hidden blocks of an army in each other's places, if it looks the same.

    Otherwise it is the position itself.
    """
    hidden = [name for name, it in state.blocks.items() if it.area is not None and not it.revealed]
    one = random.choice(hidden)
    other = random.choice([it for it in hidden if _army(it) == _army(one)])
    supposed = RULES.copied(state)
    _stand(supposed.blocks[one], state.blocks[other])
    _stand(supposed.blocks[other], state.blocks[one])
    if supposed.operation is not None:
        _rename(supposed.operation, {one: other, other: one})
    return supposed if _looks_the_same(state, supposed) else state


def _army(block: str) -> str:
    return RULES.pack.pieces[block].army


def _stand(block: Block, instead_of: Block) -> None:
    block.area, block.token, block.ready = instead_of.area, instead_of.token, instead_of.ready


def _rename(operation: Operation, names: dict[str, str]) -> None:
    for blocks in (operation.blocks, operation.retreated, operation.moved_by_event):
        blocks[:] = [names.get(it, it) for it in blocks]


def _looks_the_same(state: State, supposed: State) -> bool:
    """Whether the game stands where it stood, and its stacks could be: nobody notices then."""
    table, other = Table(state, RULES.pack), Table(supposed, RULES.pack)
    one, two = sequence.current(SEQUENCE, table), sequence.current(SEQUENCE, other)
    return (
        one.name == two.name
        and one.asks(table) == two.asks(other)
        and other.contested_areas() == set(state.contested)
        and _operates(other)
    )


def _operates(table: Table) -> bool:
    """Whether the blocks of the operation, if any are left, are a stack [TERM.6]."""
    operation = table.operation
    return operation is None or not operation.blocks or is_stack(table, operation.blocks)
