"""Where the OpenAPI document speaks of a game: the types of the games are joined to it there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.http.service import PREFIX
from api.rest.game_types import BOARDS, Schema, described, pascal, ref
from napoleon.rules.contract import Ruleset

_GAME = PREFIX + "/games/{game_id}"


def join(document: dict[str, Any], rulesets: Mapping[str, Ruleset]) -> None:
    """Say in `document` what each game takes and answers, where it said that a game knows."""
    schemas: dict[str, Schema] = document["components"]["schemas"]
    schemas |= described(rulesets)
    schemas["RulesetName"] = {"type": "string", "enum": list(rulesets)}
    _orders(schemas)
    _founding(schemas)
    _standing_orders(schemas)
    _events(schemas)
    _decisions(schemas)
    for view in BOARDS:
        _view(document, view)


def _orders(schemas: dict[str, Schema]) -> None:
    """One order with what may go with it, or a list, or lines."""
    said = schemas["Orders"]
    fields = said["properties"]
    beside = {name: fields[name] for name in ("decision", "then")}
    several = {
        "orders": {**fields["orders"], "items": _alone("Order")},
        "lines": fields["lines"],
    }
    one = {
        "allOf": [ref("Order"), {"type": "object", "properties": beside}],
        "unevaluatedProperties": False,
    }
    lists = [
        {
            "type": "object",
            "properties": {name: schema, **beside},
            "required": [name],
            "additionalProperties": False,
        }
        for name, schema in several.items()
    ]
    schemas["Orders"] = {"description": said.get("description", ""), "anyOf": [one, *lists]}


def _founding(schemas: dict[str, Schema]) -> None:
    """What the house asks of a founder, with what the game of their choice has."""
    said = schemas["NewGame"]
    house = {it: schema for it, schema in said["properties"].items() if it not in _OF_GAME}
    schemas["NewGame"] = {
        "allOf": [ref("Founding"), {"type": "object", "properties": house}],
        "unevaluatedProperties": False,
    }
    schemas["Game"]["properties"]["ruleset"] = ref("RulesetName")


_OF_GAME = ("ruleset", "scenario", "options")


def _standing_orders(schemas: dict[str, Schema]) -> None:
    schemas["NewInstruction"] = _alone("StandingOrder")
    schemas["KeptInstruction"]["properties"]["instruction"] = _alone("StandingOrder")


def _events(schemas: dict[str, Schema]) -> None:
    for name in ("Accepted", "Log"):
        schemas[name]["properties"]["events"]["items"] = ref("GameEvent")


def _decisions(schemas: dict[str, Schema]) -> None:
    schemas["Decision"]["properties"]["offers"]["items"] = _alone("Order")
    schemas["Warning"]["properties"]["order"] = _alone("Order")


def _view(document: dict[str, Any], view: str) -> None:
    answer = document["paths"][f"{_GAME}/{view}"]["get"]["responses"]["200"]
    content = answer["content"]["application/json"]
    content["schema"] = {"allOf": [content["schema"], ref(f"{pascal(view)}OfGame")]}


def _alone(name: str) -> Schema:
    """A type to which nothing is added."""
    return {"allOf": [ref(name)], "unevaluatedProperties": False}
