"""The boards as text tables: areas, order of battle, victory track, cards [VIS]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from napoleon.rules.tables import Cell, Gauge, TextTable, ending, reasons
from napoleon.rulesets.napoleon1815.packs.pack import MOST_FATIGUE
from napoleon.rulesets.napoleon1815.views import Views1815
from napoleon.rulesets.napoleon1815.views.hand import HandView
from napoleon.rulesets.napoleon1815.views.map import AreaView, BlockView, MapView
from napoleon.rulesets.napoleon1815.views.order_of_battle import OrderOfBattleView, UnitView

UNKNOWN = ("?", "?", "?")
"""Strength and fatigue of a corps on the map that the reader may not know [VIS.4]."""

NOTHING = (None, None, None)

_CALLED = {
    "french": "French",
    "allied": "Allies",
    "anglo_dutch": "Anglo-Dutch",
    "prussian": "Prussians",
}
"""Sides and armies by their names."""


def boards(views: Views1815) -> list[TextTable]:
    """Map, order of battle, victory track and cards.

    Areas with nothing to be seen are left out of the map.
    """
    board, track = views.map, views.victory_track
    areas = dict(_areas(board))
    names = {area.id: area.name for area in board.areas}
    return [
        TextTable(
            f"Map, version {board.version}, turn {board.turn}, {board.phase}",
            ("area", "kind", "control", "notes", "blocks"),
            tuple(areas.values()),
            board="map",
            places=tuple(areas),
        ),
        TextTable(
            "Order of battle (* ready)",
            ("army", "unit", "area", "infantry", "cavalry", "fatigue"),
            tuple(_units(views.order_of_battle, names)),
            board="order-of-battle",
        ),
        TextTable(
            f"Victory track: {track.value}",
            ("turn", "from", "to", "why"),
            tuple(
                (move.turn, move.before, move.after, reasons(move.breakdown, names))
                for move in track.history
            ),
            ending(track.result),
            board="victory-track",
        ),
        _hands(views.hand),
    ]


def _areas(board: MapView) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    """The rows of the areas, each with the area's id."""
    for area in board.areas:
        notes = ", ".join(_notes(area))
        if area.blocks or area.control or notes:
            blocks = ", ".join(map(_block, area.blocks))
            kind, control = area.kind.replace("_", " "), _CALLED.get(area.control or "", "")
            yield area.id, (area.name, kind, control, notes, blocks)


def _notes(area: AreaView) -> Iterator[str]:
    if area.contested:
        yield "contested"
    if area.fortified_position:
        yield "fortified position"


def _block(block: BlockView) -> str:
    """A block by its name, or by its token where the reader may not know what it is."""
    army, _, number = block.id.rpartition("-")
    called = block.name or f"{_CALLED.get(army, army)} block {number}"
    return f"{called}{'*' if block.ready else ''}"


def _units(battle: OrderOfBattleView, names: Mapping[str, str]) -> Iterator[tuple[Cell, ...]]:
    for army in battle.armies:
        for unit in army.units:
            yield (
                _CALLED.get(army.army, army.army),
                f"{unit.name}{'*' if unit.ready else ''}",
                names.get(unit.area, unit.area) if unit.area else unit.state.replace("_", " "),
                *_strength(unit, visible=army.visible),
            )


def _strength(unit: UnitView, *, visible: bool) -> tuple[Cell, ...]:
    """Infantry, cavalry and fatigue of a corps; other units have none."""
    if unit.kind != "corps":
        return NOTHING
    if unit.area and not visible:
        return UNKNOWN
    if unit.infantry is None or unit.cavalry is None or unit.fatigue is None:
        return NOTHING
    # Reinforcements may bring more than is printed [RULING.12].
    return (
        Gauge(unit.infantry, max(unit.infantry, unit.printed.infantry)),
        Gauge(unit.cavalry, max(unit.cavalry, unit.printed.cavalry)),
        Gauge(unit.fatigue, MOST_FATIGUE),
    )


def _hands(cards: HandView) -> TextTable:
    """Who holds which cards; those that the reader may not know are a question mark."""
    return TextTable(
        "Cards",
        ("player", "in hand", "cards"),
        tuple(
            (
                _CALLED.get(it.player, it.player),
                it.size,
                "?" if it.cards is None else ", ".join(card.name for card in it.cards),
            )
            for it in cards.hands
        ),
        "\n".join([*_decks(cards), *_offer(cards)]),
        board="hand",
    )


def _decks(cards: HandView) -> Iterator[str]:
    for it in cards.decks:
        yield f"{it.side.capitalize()} deck: {it.left} left, {it.discarded} discarded."


def _offer(cards: HandView) -> Iterator[str]:
    """What an Allied player offers to the other [THREE.3]."""
    if cards.offer is not None:
        give, take = (
            ", ".join(f"{card.number} {card.name}" for card in offered) or "nothing"
            for offered in (cards.offer.give, cards.offer.take)
        )
        who = _CALLED.get(cards.offer.player, cards.offer.player)
        yield f"The {who} offer {give} for {take}."
