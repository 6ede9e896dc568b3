"""FOG Fog of war: tokens, and blocks revealed around a combat [VIS.6-8].

Blocks that the enemy does not see stand under tokens. Blocks that stood together get new tokens
when they part, so that nobody can tell which of them went.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from napoleon.rules.kit import tokens as kit
from napoleon.rulesets.napoleon1815.events.fog import BlocksHidden, BlocksRevealed, TokensReplaced
from napoleon.rulesets.napoleon1815.table import Table


def next_token(table: Table, block: str) -> str:
    """A token that no block has had yet; its colour is the army's. Empty without fog."""
    return kit.fresh(_army(table, block), table.state.tokens)[0] if table.fog else ""


def tokens(table: Table, blocks: Iterable[str]) -> tuple[str, ...]:
    """The tokens of blocks in the order of their numbers; none without fog."""
    return kit.tokens_of(table.state.blocks, blocks) if table.fog else ()


def in_order(table: Table, blocks: Iterable[str]) -> list[str]:
    """Blocks in an order that tells nothing of what they are: that of their tokens."""
    return kit.in_order(table.state.blocks, blocks) if table.fog else list(blocks)


def part(table: Table, blocks: Sequence[str]) -> None:
    """Blocks leave others of their side behind: all of them get new tokens [VIS.7, RULING.91]."""
    if do_part(table, blocks):
        area = table.block(blocks[0]).area
        assert area is not None
        mix(table, area, table.blocks_in(area, table.side_of(blocks[0])), "VIS.7")


def do_part(table: Table, blocks: Sequence[str]) -> bool:
    """Whether blocks that go leave others of their side behind, in fog."""
    if not table.fog:
        return False
    area = table.block(blocks[0]).area
    assert area is not None
    return bool(set(table.blocks_in(area, table.side_of(blocks[0]))) - set(blocks))


def mix(table: Table, area: str, blocks: Iterable[str], *clauses: str) -> None:
    """Hidden blocks in an area get new tokens, army by army, as chance gives them out [VIS.7]."""
    pieces = table.state.blocks
    for it in kit.mixed(table, pieces, blocks, lambda block: _army(table, block)):
        owner = table.owner_of(it.pieces[0])
        table.record(TokensReplaced(owner, area, it.old, it.new, it.pairing, it.draw), *clauses)


def reveal(table: Table, area: str, blocks: Iterable[str], *clauses: str) -> None:
    """Blocks are shown to everybody [FOG.3-4]."""
    hidden = kit.hidden_by_token(table.state.blocks, blocks) if table.fog else {}
    if hidden:
        table.record(BlocksRevealed(area, hidden), *clauses)


def reveal_due(table: Table) -> bool:
    """Whether blocks in the area of a combat are still hidden [COMBAT.0d]."""
    return table.fog and table.combat is not None and any(_unseen(table))


def reveal_battle(table: Table) -> None:
    """All blocks of both sides in the area of the combat are shown [FOG.3]."""
    assert table.combat is not None
    reveal(table, table.combat.area, list(_unseen(table)), "FOG.3", "COMBAT.0d")


def _unseen(table: Table) -> Iterable[str]:
    combat = table.combat
    assert combat is not None
    if combat.winner or combat.decided:
        return []
    return [
        block
        for block, it in table.state.blocks.items()
        if it.area == combat.area and not it.revealed
    ]


def hide_due(table: Table) -> bool:
    """Whether blocks lie open although the combat is over [FOG.3]."""
    return table.fog and table.combat is None and any(_seen(table))


def hide(table: Table) -> None:
    """They stand upright again, under new tokens [FOG.3, VIS.7]."""
    seen = list(_seen(table))
    areas = {block: table.block(block).area or "" for block in seen}
    table.record(BlocksHidden(tuple(seen)), "FOG.3")
    for area in sorted(set(areas.values())):
        mix(table, area, [block for block in seen if areas[block] == area], "VIS.7", "FOG.3")


def _seen(table: Table) -> Iterable[str]:
    return (b for b, it in table.state.blocks.items() if it.revealed and it.area is not None)


def _army(table: Table, block: str) -> str:
    return table.type_of(block).army
