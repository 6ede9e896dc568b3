"""The types of each game in the OpenAPI document: its orders, standing orders, events and views.

They are generated from the structs that the rules read and write, so that what a program sends is
checked where it is compiled. A type is called by its game and its class: ``Napoleon1815StepMove``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import msgspec

from napoleon.rules.contract import Ruleset
from napoleon.rules.events import TOPICS, Event
from napoleon.rules.terms import Option
from napoleon.rules.views import Unlaid, Views

Schema = dict[str, Any]

AT = "#/components/schemas/"

_WORDS: Schema = {"type": "string", "description": "told in words"}

SERVICE = "service"
"""What the events of the service itself are called by, which any game may hold."""

BOARDS = tuple(it.encode_name for it in msgspec.structs.fields(Views))
"""The views that show a board, as their addresses call them."""


def ref(name: str) -> Schema:
    """A schema that is described elsewhere in the document."""
    return {"$ref": AT + name}


def pascal(name: str) -> str:
    """A name of several words as types are called: ``order-of-battle`` is ``OrderOfBattle``."""
    return "".join(word[:1].upper() + word[1:] for word in re.split("[-_]", name))


def described(rulesets: Mapping[str, Ruleset]) -> dict[str, Schema]:
    """The schemas of all games by name, and those that join them.

    The latter are ``Order``, ``StandingOrder``, ``GameEvent``, ``Founding`` and a type for each
    view, such as ``MapOfGame``.
    """
    found: dict[str, Schema] = _events(SERVICE, _topics(lambda it: not it))
    found["Unlaid"] = _without_more(_generated([Unlaid], "")["Unlaid"])
    for name, rules in rulesets.items():
        found |= _of_game(name, rules)
    games = [pascal(name) for name in rulesets]
    foundings = [f"{game}Founding" for game in games]
    found["Founding"] = _any_of(foundings)
    found["Order"] = _any_of(f"{game}Order" for game in games)
    found["StandingOrder"] = _any_of(
        f"{game}StandingOrder" for game in games if f"{game}StandingOrder" in found
    )
    found["GameEvent"] = _any_of(f"{game}Event" for game in [pascal(SERVICE), *games])
    for name in map(pascal, BOARDS):
        found[f"{name}OfGame"] = _any_of(["Unlaid", *(f"{game}{name}View" for game in games)])
    return found


def _of_game(name: str, rules: Ruleset) -> dict[str, Schema]:
    game = pascal(name)
    found = _tagged(game, "Order", "order", rules.verbs)
    if rules.standing is not None:
        # A standing order may be called like the order that it gives.
        kinds = rules.standing.kinds
        found |= _tagged(f"{game}Standing", "Order", "instruction", kinds)
    found |= _events(name, _topics(lambda it: it == name))
    for view in msgspec.structs.fields(rules.views_type):
        found |= _generated([view.type], f"{game}Board")
        board = ref(f"{game}Board{view.type.__name__}")
        found[f"{game}{pascal(view.encode_name)}View"] = board
    found[f"{game}Founding"] = _founding(name, rules)
    return found


def _founding(name: str, rules: Ruleset) -> Schema:
    """What a founder chooses of a game."""
    options = {it.name: _option(it) for it in rules.options}
    return {
        "title": rules.title,
        "type": "object",
        "properties": {
            "ruleset": {"const": name},
            "scenario": {"enum": [it.id for it in rules.scenarios]},
            "options": {
                "type": "object",
                "description": "choices other than the defaults",
                "properties": options,
                "additionalProperties": False,
            },
        },
        "required": ["ruleset", "scenario"],
    }


def _option(option: Option) -> Schema:
    # With a default in the schema, some generators have every option given.
    default = msgspec.json.encode(option.values[0]).decode()
    return {
        "enum": list(option.values),
        "description": f"{option.title}; `{default}` unless given",
    }


def _tagged(
    game: str, name: str, field: str, kinds: Collection[type[msgspec.Struct]]
) -> dict[str, Schema]:
    """Structs that a tag tells apart, and the type that is one of them."""
    found = {it: _without_more(schema) for it, schema in _generated(kinds, game).items()}
    by_tag = {str(it.__struct_config__.tag): game + it.__name__ for it in kinds}
    for tag, kind in by_tag.items():
        # A constant tells types apart where they are compiled; an enumeration of one need not.
        found[kind]["properties"][field] = {"const": tag}
    return found | {game + name: _one_of(by_tag.values(), field, by_tag)}


def _topics(has: Callable[[str], bool]) -> dict[str, list[type[Event]]]:
    """The event classes whose topics begin with the name of an accepted game, by type of event.

    Those of earlier releases are among them: a log holds them for ever.
    """
    found: dict[str, list[type[Event]]] = {}
    for topic, kind in TOPICS.items():
        if has(topic.rpartition(".")[0]):
            found.setdefault(topic.rpartition(".")[2].partition("/")[0], []).append(kind)
    return found


def _events(name: str, topics: Mapping[str, Collection[type[Event]]]) -> dict[str, Schema]:
    """The events of a game, or of the service, as a reader is told them."""
    game = pascal(name)
    data = {
        kind: msgspec.defstruct(
            pascal(f"{kind.topic.rpartition('.')[2].replace('/', '_')}_data"), _payload(kind)
        )
        for kinds in topics.values()
        for kind in kinds
    }
    found = _generated(data.values(), f"{game}Log")
    by_type = {}
    for told, kinds in topics.items():
        by_type[told] = event = f"{game}{pascal(told)}Event"
        datas = [f"{game}Log{data[kind].__name__}" for kind in kinds]
        found[event] = {
            "allOf": [
                ref("Event"),
                {
                    "type": "object",
                    "properties": {
                        "type": {"const": told},
                        "data": ref(datas[0]) if len(datas) == 1 else _any_of(datas),
                    },
                    "required": ["type", "data"],
                },
            ]
        }
    return found | {f"{game}Event": _one_of(by_type.values(), "type", by_type)}


def _payload(kind: type[Event]) -> list[tuple[str, Any]]:
    """The fields of an event as a reader is told them: what some may not read may be null."""
    types = {it.name: it.type for it in msgspec.structs.fields(kind)}
    veiled = kind.hidden | kind.fogged | kind.fading | kind.sealed
    return [
        (field, types[field] | None if field in veiled else types[field])
        for field in kind.payload
        if field != "breakdown"
    ]


def _generated(kinds: Iterable[type], game: str) -> dict[str, Schema]:
    """The schemas of types and of all that they are made of, called by their game."""
    _, found = msgspec.json.schema_components(kinds, ref_template="{name}")
    # Of two classes with one name the generator gives the modules as well.
    short = {it: game + it.replace(".", "_") for it in found}
    told = {short[it]: _renamed(schema, short) for it, schema in found.items()}
    # Phrases are told in words.
    return {it: _WORDS if _is_said(schema) else schema for it, schema in told.items()}


def _is_said(schema: Schema) -> bool:
    return "say" in schema.get("properties", {})


def _renamed(schema: Any, names: Mapping[str, str]) -> Any:
    if isinstance(schema, dict):
        return {
            key: AT + names[value] if key == "$ref" else _renamed(value, names)
            for key, value in schema.items()
        }
    return [_renamed(it, names) for it in schema] if isinstance(schema, list) else schema


def _without_more(schema: Schema) -> Schema:
    """The same without `additionalProperties`: who uses it says what else there may be."""
    return {key: value for key, value in schema.items() if key != "additionalProperties"}


def _one_of(names: Iterable[str], field: str, by_tag: Mapping[str, str]) -> Schema:
    mapping = {tag: AT + name for tag, name in by_tag.items()}
    return {
        "oneOf": [ref(it) for it in names],
        "discriminator": {"propertyName": field, "mapping": mapping},
    }


def _any_of(names: Iterable[str]) -> Schema:
    return {"anyOf": [ref(it) for it in names]}
