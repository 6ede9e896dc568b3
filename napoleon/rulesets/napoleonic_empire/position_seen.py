"""What the four boards show of a position, as the position notation writes it.

Only the views are read, so that nothing else can be told [chapter d].
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from napoleon.rules.events import Line
from napoleon.rules.terms import Result
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, SIDES
from napoleon.rulesets.napoleonic_empire.state import Battle, Commander, Discarded, Due, Window

UNKNOWN = "?"
"""A card that the reader may not know."""

Views = Mapping[str, dict[str, Any]]


def seen(views: Views) -> dict[str, Any]:
    """The fields of the state as far as the views show them; a number of cards for the cards."""
    board, track, cards = views["map"], views["victory-track"], views["hand"]
    result, window = track["result"], board["window"]
    given = {
        **{name: board[name] for name in ("turn", "phase", "round", "active")},
        "extra": board["extra_turn"],
        "result": result and Result(result["winner"] or "", result["reason"], result["clause"]),
        "russia_to_set_up": sum(it["armies"] for it in board["to_set_up"] if it["side"] == ALLIED),
        "window": window and Window(**window),
        "barred": board["movement_barred"],
        "battle": board["battle"] and _battle(board["battle"]),
        "fought": board["battles_fought"],
        "extra_granted": board["extra_turn_granted"],
        "continental": board["continental_system"],
        "due": [Due(**it) for it in board["armies_due"]],
        "offered": board["end_offered_by"],
        "history": [
            (it["turn"], it["from"], it["to"], [Line(**line) for line in it["breakdown"]])
            for it in track["history"]
        ],
        **_on_the_map(board["areas"]),
        "hands": {it["player"]: _cards(it["size"], it["cards"]) for it in cards["hands"]},
        "deck": _cards(cards["decks"][0]["left"], cards["decks"][0]["cards"]),
        "discards": _discards(cards["discards"]),
        "dated": [card["id"] for card in cards["dated"]],
    }
    return {name: value for name, value in given.items() if value}


def _on_the_map(areas: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "armies": {
            side: {
                area["id"]: it["count"]
                for area in areas
                for it in area["armies"]
                if it["side"] == side
            }
            for side in SIDES
        },
        "moved": {
            area["id"]: it["moved"] for area in areas for it in area["armies"] if it["moved"]
        },
        "commanders": {
            it["id"]: Commander(it["side"], area["id"], it["moved"])
            for area in areas
            for it in area["commanders"]
        },
    }


def _battle(shown: dict[str, Any]) -> Battle:
    sides = {it["side"]: it for it in shown["sides"]}

    def of_sides(name: str) -> dict[str, int]:
        return {side: it[name] for side, it in sides.items() if it[name] is not None}

    return Battle(
        country=shown["country"],
        attacker=shown["attacker"],
        armies=of_sides("armies"),
        kutuzov=shown["kutuzov"] or "",
        cards=[(it["id"], it["side"]) for it in shown["cards"]],
        dice=of_sides("die"),
        totals=of_sides("total"),
        winner=shown["winner"] or "",
        tied=shown["tied"],
        loss_dice=shown["loss_dice"],
        losses=of_sides("losses"),
        withdrawn=shown["withdrawn"],
    )


def _cards(size: int, cards: list[dict[str, Any]] | None) -> list[str] | int:
    return size if cards is None else [card["id"] for card in cards]


def _discards(shown: dict[str, Any]) -> list[Discarded]:
    """Those that were played, then those that each side has laid face down."""
    below = [
        Discarded(card, it["player"])
        for it in shown["face_down"]
        for card in ([card["id"] for card in it["cards"] or []] or [UNKNOWN] * it["size"])
    ]
    return [*(Discarded(card["id"]) for card in shown["played"]), *below]
