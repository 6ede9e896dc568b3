"""Who may see what; the rest of the position lies open to everybody [chapter d].

What hides something is marked in the state. Boards, the text of a position and the bot are made of
what is `known`, and of nothing else.
"""

from __future__ import annotations

from napoleon.rules.events import REFEREE
from napoleon.rules.kit import tokens
from napoleon.rules.known import Projection, is_known
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon_columbia.state import Battle, Block, Fighter, Skirmish, State


def sees_army(state: State, seat: str, army: str) -> bool:
    """Whether `seat` may see the labels of an army's upright blocks [3.2, N-40]."""
    return state.result is not None or seat == REFEREE or state.players.get(army) == seat


def sees_block(state: State, seat: str, block: Block) -> bool:
    """Whether `seat` may see the label of a block: it is theirs, or lies open."""
    return block.revealed or sees_army(state, seat, block.army)


def sees_terrain(state: State, seat: str, player: str) -> bool:
    """Whether `seat` may see terrain that `player` has drawn and not placed [6.21]."""
    return state.result is not None or seat in (REFEREE, player)


def _knows_drawn(state: State, battle: Battle, role: str, seat: str) -> bool:
    return sees_terrain(state, seat, battle.deciding.get(battle.side(role), ""))


_PROJECTION = Projection(
    State,
    {
        Block: lambda state, block, unit, seat: sees_block(state, seat, block),
        Fighter: lambda state, _, unit, seat: sees_block(state, seat, state.blocks[unit]),
        Battle: _knows_drawn,
        Skirmish: lambda state, skirmish, unit, seat: skirmish.begun,
    },
    pieces="blocks",
    order=tokens.number,
)


def known(state: State, viewer: Viewer) -> State:
    """What `viewer` may know of a position; all of it when the game is over."""
    sees_all = state.result is not None or viewer.seat == REFEREE
    return _PROJECTION(state, viewer._replace(over=sees_all))


def is_seen(block: Block) -> bool:
    """Whether the label of a block is seen, in a position as somebody knows it."""
    return is_known(block.strength)
