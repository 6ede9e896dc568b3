"""Addresses are written as Werkzeug writes them, whenever their code is made."""

from __future__ import annotations

import pytest
from werkzeug.routing import Map, Rule

from api.app import create_app
from api.http.addresses import Address

VALUES = {"game_id": "6qre4rmtf2", "version": 7, "seat": "french", "token": "a b/c", "number": 3}


@pytest.mark.parametrize("kind", [Rule, Address])
def test_an_address_is_written_with_what_is_asked_about_it(kind: type[Rule]) -> None:
    adapter = Map([kind("/games/<game>/map", endpoint="map")]).bind("club.example")
    for _ in range(2):
        assert adapter.build("map", {"game": "a b", "at": 2}) == "/games/a%20b/map?at=2"
        assert adapter.build("map", {"game": "x"}, append_unknown=False) == "/games/x/map"


def test_all_addresses_of_the_service_are_written_alike() -> None:
    app = create_app(env={})
    for rule in list(app.url_map.iter_rules()):
        assert isinstance(rule, Address)
        values = {name: VALUES.get(name, 5) for name in rule.arguments} | (rule.defaults or {})
        other = Rule(rule.rule, endpoint=rule.endpoint, defaults=rule.defaults)
        Map([other], converters=app.url_map.converters)
        for unknown in (False, True):
            assert rule.build({**values}, unknown) == other.build({**values}, unknown), rule
