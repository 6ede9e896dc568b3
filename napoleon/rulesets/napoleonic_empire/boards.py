"""The boards as text tables: map, battle, armies, victory, cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from napoleon.rules.tables import Cell, TextTable, Views, ending, reasons
from napoleon.rulesets.napoleonic_empire.sides import NAMES, SIDES

Record = Mapping[str, Any]


def boards(views: Views) -> list[TextTable]:
    """The countries that may be entered, the battle that is fought, armies, victory, cards."""
    board, battle_order = views["map"], views["order-of-battle"]
    track, cards = views["victory-track"], views["hand"]
    return [
        _map(board),
        *([] if board["battle"] is None else [_battle(board)]),
        _armies(battle_order),
        _conditions(track),
        TextTable(
            f"Continental countries under French control: {track['value']}",
            ("turn", "from", "to", "why"),
            tuple(
                (move["turn"], move["from"], move["to"], reasons(move["breakdown"]))
                for move in track["history"]
            ),
            ending(track["result"]),
            board="victory-track",
        ),
        _hands(cards),
    ]


def _map(board: Record) -> TextTable:
    phase = board["phase"].replace("_", " ")
    entered = [area for area in board["areas"] if area["enterable"]]
    return TextTable(
        f"Map, version {board['version']}, {board['turn_name']}, {phase}",
        ("country", "value", "control", *SIDES, "moved", "commanders"),
        tuple(map(_country, entered)),
        "\n".join(_going_on(board)),
        board="map",
        places=tuple(area["id"] for area in entered),
    )


def _country(area: Record) -> tuple[Cell, ...]:
    armies = {stack["side"]: stack["count"] for stack in area["armies"]}
    moved = sum(stack["moved"] for stack in area["armies"])
    return (
        area["short_name"],
        area["value"],
        area["control"],
        *(armies.get(side) for side in SIDES),
        moved or None,
        ", ".join(commander["name"] for commander in area["commanders"]),
    )


def _going_on(board: Record) -> Iterator[str]:
    """What cannot be seen in any country."""
    names = {area["id"]: area["short_name"] for area in board["areas"]}
    for it in board["to_set_up"]:
        yield f"The {NAMES[it['side']]} have {it['armies']} armies to set up."
    if (window := board["window"]) is not None:
        kind = window["kind"].replace("_", " ")
        yield f"Cards may be played ({kind}): the {NAMES[window['word']]} have the word."
    if board["movement_barred"]:
        yield f"The {NAMES[board['active']]} may not move this turn: {board['movement_barred']}."
    if weighed_on := [names[country] for country in board["continental_system"]]:
        yield f"The Continental System weighs on {' and '.join(weighed_on)}."
    for due in board["armies_due"]:
        where = ", ".join(names[country] for country in due["countries"])
        yield f"The {NAMES[due['side']]} have {due['armies']} to place ({due['source']}): {where}."
    if board["extra_turn_granted"]:
        yield f"The {NAMES[board['active']]} have another turn: {board['extra_turn_granted']}."
    if board["end_offered_by"]:
        yield f"The {NAMES[board['end_offered_by']]} agree to end the game without a winner."


def _battle(board: Record) -> TextTable:
    battle = board["battle"]
    country = next(a["name"] for a in board["areas"] if a["id"] == battle["country"])
    dice = ", ".join(map(str, battle["loss_dice"]))
    return TextTable(
        f"Battle in {country}",
        ("side", "role", "armies", "cards", "die", "total", "losses"),
        tuple(
            (
                it["side"],
                "attacker" if it["side"] == battle["attacker"] else "defender",
                it["armies"],
                ", ".join(
                    f"{card['name']} {card['bonus']:+d}"
                    for card in battle["cards"]
                    if card["side"] == it["side"]
                ),
                it["die"],
                it["total"],
                it["losses"],
            )
            for it in battle["sides"]
        ),
        f"Loss dice: {dice}." if dice else "",
        board="map",
    )


def _armies(battle_order: Record) -> TextTable:
    lost = [
        commander["name"]
        for army in battle_order["armies"]
        for commander in army["commanders"]
        if commander["state"] == "lost"
    ]
    return TextTable(
        "Order of battle",
        ("side", "on the map", "pool", "reinforcements", "why"),
        tuple(
            (
                army["army"],
                army["on_map"],
                army["pool"],
                army["expected_reinforcements"]["armies"],
                reasons(army["expected_reinforcements"]["breakdown"]),
            )
            for army in battle_order["armies"]
        ),
        f"Lost: {', '.join(lost)}." if lost else "",
        board="order-of-battle",
    )


def _conditions(track: Record) -> TextTable:
    return TextTable(
        "Victory",
        ("side", "condition", "held", "needed", "distance", "missing"),
        tuple(
            (
                it["side"],
                f"{it['text']} [{it['clause']}]",
                it["held"],
                it["needed"],
                it["distance"],
                ", ".join(map(_missing, it["missing"])),
            )
            for it in track["conditions"]
        ),
        board="victory-track",
    )


def _missing(country: Record) -> str:
    """A country with who stands in it."""
    there = " ".join(f"{stack['side']} {stack['count']}" for stack in country["armies"])
    return f"{country['name']} ({there or 'empty'})"


def _hands(cards: Record) -> TextTable:
    [deck], discards = cards["decks"], cards["discards"]
    face_down = {it["player"]: it for it in discards["face_down"]}
    played = ", ".join(card["name"] for card in discards["played"])
    return TextTable(
        "Cards",
        ("side", "in hand", "cards", "face down", "discarded"),
        tuple(
            (
                it["player"],
                it["size"],
                _names(it["cards"]),
                face_down[it["player"]]["size"],
                _names(face_down[it["player"]]["cards"]),
            )
            for it in cards["hands"]
        ),
        f"In the deck: {deck['left']}. Played: {played or 'none'}.",
        board="hand",
    )


def _names(cards: Sequence[Record] | None) -> str:
    """Cards by name; those that the reader may not know by a question mark."""
    return "?" if cards is None else ", ".join(card["name"] for card in cards)
