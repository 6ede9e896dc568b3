"""The boards as text tables: areas, order of battle, victory track, cards [VIS]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from napoleon.rules.tables import Cell, Gauge, TextTable, Views, ending, reasons
from napoleon.rulesets.napoleon1815.packs.pack import MOST_FATIGUE

UNKNOWN = ("?", "?", "?")
"""Strength and fatigue of a corps on the map that the reader may not know [VIS.4]."""

NOTHING = (None, None, None)


def boards(views: Views) -> list[TextTable]:
    """Map, order of battle, victory track and cards.

    Areas with nothing to be seen are left out of the map.
    """
    board, battle, track = views["map"], views["order-of-battle"], views["victory-track"]
    areas = dict(_areas(board))
    names = {area["id"]: area["name"] for area in board["areas"]}
    return [
        TextTable(
            f"Map, version {board['version']}, turn {board['turn']}, {board['phase']}",
            ("area", "kind", "control", "notes", "blocks"),
            tuple(areas.values()),
            board="map",
            places=tuple(areas),
        ),
        TextTable(
            "Order of battle (* ready)",
            ("army", "unit", "area", "infantry", "cavalry", "fatigue"),
            tuple(_units(battle)),
            board="order-of-battle",
        ),
        TextTable(
            f"Victory track: {track['value']}",
            ("turn", "from", "to", "why"),
            tuple(
                (move["turn"], move["from"], move["to"], reasons(move["breakdown"], names))
                for move in track["history"]
            ),
            ending(track["result"]),
            board="victory-track",
        ),
        _hands(views["hand"]),
    ]


def _areas(board: Mapping[str, Any]) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    """The rows of the areas, each with the area's id."""
    for area in board["areas"]:
        notes = [
            word
            for word, holds in (
                ("contested", area["contested"]),
                ("fortified position", area["fortified_position"]),
            )
            if holds
        ]
        if area["blocks"] or area["control"] or notes:
            blocks = ", ".join(map(_block, area["blocks"]))
            control = area["control"] or ""
            yield area["id"], (area["name"], area["kind"], control, ", ".join(notes), blocks)


def _block(block: Mapping[str, Any]) -> str:
    """A block by its name, or by its token where the reader may not know what it is."""
    return f"{block['name'] or block['id']}{'*' if block['ready'] else ''}"


def _units(battle: Mapping[str, Any]) -> Iterator[tuple[Cell, ...]]:
    for army in battle["armies"]:
        for unit in army["units"]:
            yield (
                army["army"],
                f"{unit['name']}{'*' if unit['ready'] else ''}",
                unit["area"] or unit["state"].replace("_", " "),
                *_strength(unit, visible=army["visible"]),
            )


def _strength(unit: Mapping[str, Any], *, visible: bool) -> tuple[Cell, ...]:
    """Infantry, cavalry and fatigue of a corps; other units have none."""
    if unit["kind"] != "corps":
        return NOTHING
    if unit["area"] and not visible:
        return UNKNOWN
    if unit["infantry"] is None:
        return NOTHING
    # Reinforcements may bring more than is printed [RULING.12].
    infantry, cavalry = (
        Gauge(unit[arm], max(unit[arm], unit["printed"][arm])) for arm in ("infantry", "cavalry")
    )
    return infantry, cavalry, Gauge(unit["fatigue"], MOST_FATIGUE)


def _hands(cards: Mapping[str, Any]) -> TextTable:
    """Who holds which cards; those that the reader may not know are a question mark."""
    return TextTable(
        "Cards",
        ("player", "in hand", "cards"),
        tuple(
            (
                it["player"],
                it["size"],
                "?" if it["cards"] is None else ", ".join(card["name"] for card in it["cards"]),
            )
            for it in cards["hands"]
        ),
        "\n".join(
            f"{it['side'].capitalize()} deck: {it['left']} left, {it['discarded']} discarded."
            for it in cards["decks"]
        ),
        board="hand",
    )
