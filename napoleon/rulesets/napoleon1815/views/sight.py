"""VIS Who may see what; the rest of the boards lies open to everybody."""

from __future__ import annotations

from napoleon.rules.events import REFEREE
from napoleon.rulesets.napoleon1815 import partners
from napoleon.rulesets.napoleon1815.sides import ALLIED, side_of_army
from napoleon.rulesets.napoleon1815.table import Table


def sees_army(table: Table, seat: str, army: str) -> bool:
    """Whether `seat` may see an army's strength and fatigue [VIS.4, VIS.10].

    With two players the Allied one sees both Allied armies, with three each sees their own.
    """
    return _shares(table, seat, army if army in table.state.seats else side_of_army(army))


def sees_block(table: Table, seat: str, block: str) -> bool:
    """Whether `seat` may see what a block is, and not only a token [VIS.5-6]."""
    hidden = table.fog and not table.block(block).revealed
    return not hidden or sees_army(table, seat, table.type_of(block).army)


def sees_hand(table: Table, seat: str, player: str) -> bool:
    """Whether `seat` may see the cards of a player [VIS.1, VIS.10]."""
    return _shares(table, seat, player)


def sees_points(table: Table, seat: str) -> bool:
    """Whether `seat` may see the movement points of the running operation [VIS.8, VIS.10]."""
    operation = table.operation
    return not table.fog or (operation is not None and _shares(table, seat, operation.player))


def contact(table: Table, seat: str) -> str:
    """Why the Allied players are in contact, as far as `seat` may see it; empty if not [THREE.3].

    In fog of war nobody else sees where the commanders are [VIS.6].
    """
    knows = not table.fog or any(_shares(table, seat, it) for it in table.players_of(ALLIED))
    return partners.contact(table) if knows else table.state.contact


def sees_offers(table: Table, seat: str) -> bool:
    """Whether `seat` may see which cards an Allied player has offered to the other [THREE.3]."""
    return any(_shares(table, seat, it) for it in table.players_of(ALLIED))


def _shares(table: Table, seat: str, player: str) -> bool:
    """Whether `seat` may see what only `player` and the referee see while the game runs."""
    return table.state.result is not None or seat in (REFEREE, player)
