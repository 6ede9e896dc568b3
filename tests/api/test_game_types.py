"""The OpenAPI document knows the games: what they say and take keeps to its types."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from api.app import create_app
from api.command_line.play import play_on
from api.events import presenter
from api.rest.game_types import BOARDS, pascal
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.rules.bots import RandomBot
from napoleon.rules.contract import installed
from napoleon.rules.events import REFEREE, SPECTATOR
from napoleon.rules.orders import to_data
from napoleon.rules.views import boards
from projections.encoding import encode
from tests.api.desk import V1

TURNS = 3
EVERY = 25
"""A position is looked at after so many events."""

WRONG = [
    ("Orders", {"order": "actvate_stakc"}),
    ("Orders", {"order": "step_move", "raod": "a"}),
    ("Orders", {"order": "step_move", "road": "a", "colour": "red"}),
    ("Orders", {"order": "step_move", "road": 3}),
    ("Orders", {"orders": [{"order": "step_moove", "road": "a"}]}),
    ("Orders", {}),
    ("NewGame", {"ruleset": "nonsense", "scenario": "campaign"}),
    ("NewGame", {"ruleset": "napoleonic_empire", "scenario": "campaign"}),
    ("NewGame", {"ruleset": "napoleonic_empire", "scenario": "europe", "rounds": 3}),
    (
        "NewGame",
        {"ruleset": "napoleonic_empire", "scenario": "europe", "options": {"comanders": True}},
    ),
    ("NewInstruction", {"instruction": "decline_al"}),
    ("NewInstruction", {"instruction": "decline_all", "until": []}),
]

BOTH = ("Orders", {"orders": [{"order": "step_move", "road": "a"}], "lines": ["move"]})
"""What is wrong as well, though a union of types lets it pass where it is compiled."""

RIGHT = [
    ("Orders", {"order": "step_move", "road": "a", "decision": "allied-1-go", "then": ["move"]}),
    ("Orders", {"orders": [{"order": "step_move", "road": "a"}], "decision": "allied-1-go"}),
    ("Orders", {"lines": ["move"], "then": ["move to Ligny"]}),
    (
        "NewGame",
        {
            "ruleset": "napoleonic_empire",
            "scenario": "europe",
            "options": {"commanders": True},
            "referee": True,
        },
    ),
    ("NewInstruction", {"instruction": "decline_all"}),
]


@cache
def document() -> dict[str, Any]:
    """The document of the games that are installed."""
    app = create_app(env={})
    answer = app.test_client().get(f"{V1}/openapi.json")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json
    return found


@cache
def kept_by(name: str) -> Any:
    """What checks that something keeps to a type of the document."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": document()["components"]}
    return jsonschema_rs.Draft202012Validator(schema)


def check(name: str, value: Any) -> None:
    """Fail with what does not keep to a type."""
    plain = msgspec.json.decode(encode(value))
    error = next(iter(kept_by(name).iter_errors(plain)), None)
    assert error is None, f"{name}: {error}\n{json.dumps(plain)[:2000]}"


@pytest.mark.parametrize(("name", "value"), [*WRONG, BOTH])
def test_what_no_game_knows_is_refused(name: str, value: Any) -> None:
    assert not kept_by(name).is_valid(value)


@pytest.mark.parametrize(("name", "value"), RIGHT)
def test_what_a_game_knows_is_taken(name: str, value: Any) -> None:
    check(name, value)


@pytest.fixture(params=sorted(installed()))
def played(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Games, Game]]:
    """A few turns of each game, by players who pick any order."""
    name: str = request.param
    env = {"NAPOLEON_HOME": str(tmp_path), "CREATE_TABLE": "yes"}
    with Games(env, entropy=random.Random(name).randbytes) as games:
        made = games.create(name, installed()[name].scenarios[0].id, {}, referee=True)
        play_on(games, made.game, RandomBot(7), TURNS)
        yield games, games.open(made.game.id)


def test_what_a_game_says_keeps_to_its_types(played: tuple[Games, Game]) -> None:
    games, game = played
    rules = games.rules(game)
    readers = [*game.created.seats, SPECTATOR, REFEREE]
    tells = [presenter(games, game, it) for it in readers]
    for event in games.history(game.id):
        for present in tells:
            check("GameEvent", present(event))
    for version in range(1, game.version + 1, EVERY):
        position = games.at(game.id, version)
        if position.state is None:
            continue
        for reader in readers:
            views = rules.view(position.state, position.viewer(reader))
            told = boards(version, views)
            for view in BOARDS:
                check(f"{pascal(view)}OfGame", told[view])
        for decision in rules.decisions(position.state):
            for order in list(rules.legal_orders(position.state, decision))[:EVERY]:
                check("Orders", {**to_data(order), "decision": decision.id})


def test_the_documentation_names_types_of_the_document() -> None:
    page = (Path(__file__).parents[2] / "docs" / "building.md").read_text(encoding="utf-8")
    named = {*re.findall(r"`((?:Napoleon1815|Service|New)\w+|\w+OfGame|Orders|GameEvent)`", page)}
    assert len(named) > 10
    assert named <= {*document()["components"]["schemas"]}


def test_operations_have_names_of_their_own() -> None:
    names = [
        operation.get("operationId")
        for path in document()["paths"].values()
        for method, operation in path.items()
        if method != "parameters"
    ]
    assert all(names)
    assert len({*names}) == len(names)
    assert {"orders_give", "views_map", "games_create"} <= {*names}


def test_the_document_is_sent_once_to_who_keeps_it() -> None:
    client = create_app(env={}).test_client()
    answer = client.get(f"{V1}/openapi.json")
    again = client.get(f"{V1}/openapi.json", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
