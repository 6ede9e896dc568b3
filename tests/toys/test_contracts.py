"""The toys keep the contracts that every registered game keeps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.rulesets.contracts import NEED_A_REGISTRY, contracts, examine
from tests.rulesets.entrants import Entrant, Form
from tests.rulesets.playing import BOT, Played
from tests.rulesets.playing import played as playing
from tests.toys import (
    battles,
    bidding,
    blocks,
    campaign,
    crowns,
    deploying,
    drill,
    powers,
    programs,
    rallying,
    reactions,
    twelve,
)
from tests.toys.ruleset import Game

TOYS: tuple[Game, ...] = tuple(
    it.RULES
    for it in (
        battles,
        bidding,
        blocks,
        campaign,
        crowns,
        deploying,
        drill,
        powers,
        programs,
        rallying,
        reactions,
        twelve,
    )
)

KEPT = [it for it in contracts() if it not in NEED_A_REGISTRY]


@pytest.fixture(scope="module", params=TOYS, ids=lambda it: it.name)
def toy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A toy, played once to its end, and examined by every contract."""
    rules: Game = request.param
    entrant = Entrant(rules, rules.notation, rules.bot, rules.tables, rules.pictures)
    form = Form(rules.scenarios[0].id, {it.name: it.values[0] for it in rules.options})
    with playing(entrant, form, BOT, tmp_path_factory.mktemp("log")) as game:
        yield game


def test_the_toy_keeps_every_contract(toy: Played, subtests: pytest.Subtests) -> None:
    given = {"entrant": toy.entrant, "played": toy, "attempted": toy}
    for contract in KEPT:
        with subtests.test(contract.__name__), pytest.MonkeyPatch.context() as monkeypatch:
            examine(contract, {**given, "monkeypatch": monkeypatch})
