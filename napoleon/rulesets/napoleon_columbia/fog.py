"""3.2 Fog of war: blocks stand upright under tokens, which are dealt again [N-44, N-58]."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from napoleon.rules.kit import tokens as kit
from napoleon.rulesets.napoleon_columbia.events.blocks import (
    TokensReplaced,
    TownsMixed,
    UnitsConcealed,
    UnitsRevealed,
)
from napoleon.rulesets.napoleon_columbia.places import is_reserve
from napoleon.rulesets.napoleon_columbia.sides import side_of
from napoleon.rulesets.napoleon_columbia.state import Battle
from napoleon.rulesets.napoleon_columbia.table import Table, seat_of


def next_token(table: Table, army: str) -> str:
    """A token that no block has had yet."""
    return kit.fresh(army, table.state.tokens)[0]


def in_order(table: Table, units: Iterable[str]) -> list[str]:
    """Units in an order that tells nothing of what they are: that of their tokens."""
    return kit.in_order(table.state.blocks, units)


def tokens(table: Table, units: Iterable[str]) -> tuple[str, ...]:
    """The tokens of units in the order of their numbers."""
    return kit.tokens_of(table.state.blocks, units)


def place_of(table: Table, unit: str) -> str:
    """The place of the battle board on which a unit stands; empty for the map."""
    battle = table.state.battle_in(table.state.blocks[unit].town)
    fighter = battle.fighters.get(unit) if battle else None
    return fighter.place if fighter else ""


def companions(table: Table, unit: str) -> list[str]:
    """The upright blocks of its army that stand with a unit, itself among them."""
    blocks, place = table.state.blocks, place_of(table, unit)
    own = blocks[unit]
    return [
        other
        for other, it in blocks.items()
        if it.town == own.town
        and it.army == own.army
        and not it.revealed
        and it.disrupted == own.disrupted
        and place_of(table, other) == place
    ]


def mix(table: Table, units: Iterable[str], *clauses: str) -> None:
    """Upright blocks that stand together get new tokens, army by army [N-58]."""
    blocks = table.state.blocks
    for it in kit.mixed(table, blocks, units, lambda unit: blocks[unit].army):
        first = it.pieces[0]
        replaced = TokensReplaced(
            seat_of(table, first),
            blocks[first].army,
            blocks[first].town,
            it.old,
            it.new,
            it.pairing,
            it.draw,
        )
        table.record(replaced, *(clauses or ("N-58",)))


def deal(table: Table, side: str) -> None:
    """Before a side marches the blocks that stand together get new tokens [N-58, N-82].

    So nobody knows which block leaves them, though nothing is drawn when it does.
    """
    blocks = table.state.blocks
    upright = [u for u, it in blocks.items() if it.town and not it.revealed]
    together: dict[tuple[Any, ...], list[str]] = {}
    for unit in in_order(table, [u for u in upright if side_of(blocks[u].army) == side]):
        block = blocks[unit]
        place = (block.town, block.army, block.disrupted, place_of(table, unit))
        together.setdefault(place, []).append(unit)
    for units in together.values():
        if len(units) > 1:
            mix(table, units, "N-82")


def deal_group(table: Table, army: str, town: str) -> None:
    """When a group has marched, it and the blocks left behind get new tokens [N-58, N-82].

    They are dealt town by town, as everybody sees which token stands where [N-89].
    """
    blocks = table.state.blocks
    group = [u for u, it in blocks.items() if it.army == army and town in (it.start, it.town)]
    upright = [unit for unit in group if not blocks[unit].revealed]
    if len(upright) < 2:
        return
    standing = sorted({blocks[unit].town for unit in upright})
    by_town = [[unit for unit in upright if blocks[unit].town == it] for it in standing]
    for together in by_town if table.rulings.tokens_by_town else [upright]:
        mix(table, together, "N-58", "N-82")


def part(table: Table, unit: str) -> None:
    """A unit leaves others behind: nobody is to know which of them went [N-58]."""
    together = companions(table, unit)
    if unit in together and len(together) > 1:
        mix(table, together)


def join(table: Table, unit: str) -> None:
    """A unit comes among others in a Reserve or Woods: nobody is to know which it is [N-58]."""
    together = companions(table, unit)
    if unit in together and len(together) > 1:
        mix(table, together)


def reveal(table: Table, town: str, units: Iterable[str], reason: str, *clauses: str) -> None:
    """Units are shown to everybody [3.2, 6.24]."""
    hidden = kit.hidden_by_token(table.state.blocks, units)
    if hidden:
        strengths = {unit: table.state.blocks[unit].strength for unit in hidden.values()}
        table.record(UnitsRevealed(town, hidden, strengths, reason), *clauses)


def lie_down(table: Table, unit: str) -> None:
    """A unit that has retreated lies face down: its label is hidden again [7.3, (d)]."""
    block = table.state.blocks[unit]
    if block.revealed:
        table.record(UnitsConcealed(block.town, (unit,)), "7.3")
        mix(table, companions(table, unit))


# -- who lies open on a battle board [6.24, N-47] -------------------------------------------------


def reveal_due(table: Table) -> bool:
    """Whether a block on a battle board has to be shown [6.24, N-47]."""
    return any(_exposed(table, it) for it in table.state.battles)


def reveal_exposed(table: Table) -> None:
    """Blocks that came into the open, or are engaged, are shown [6.24, N-47]."""
    for battle in table.state.battles:
        exposed = _exposed(table, battle)
        reason = "engaged" if battle.turn else "deployed"
        reveal(table, battle.town, exposed, reason, "6.24", "N-47")


def _exposed(table: Table, battle: Battle) -> list[str]:
    if not battle.begun:
        return []
    state = table.state
    everywhere = not state.options["hidden"]
    found = []
    for unit, it in battle.fighters.items():
        if state.blocks[unit].revealed or is_reserve(it.place):
            continue
        open_ground = everywhere and battle.terrain_at(it.place) != "woods"
        if open_ground or state.is_engaged(battle, it.place):
            found.append(unit)
    return found


# -- who stands up again [N-58] -------------------------------------------------------------------


def mix_due(table: Table) -> bool:
    """Whether a fight, a check or a player turn is over, and blocks stand up [N-58]."""
    return bool(table.state.unmixed)


def stand_up(table: Table) -> None:
    """Blocks that lay open stand up, and all that are upright there get new tokens [N-58]."""
    state = table.state
    towns = tuple(state.unmixed)
    for town in towns:
        there = [unit for unit, it in state.blocks.items() if it.town == town]
        shown = tuple(unit for unit in there if state.blocks[unit].revealed)
        if shown:
            table.record(UnitsConcealed(town, shown), "3.2", "N-58")
        for disrupted in (False, True):
            mix(table, [u for u in there if state.blocks[u].disrupted == disrupted])
    table.record(TownsMixed(towns), "N-58")
