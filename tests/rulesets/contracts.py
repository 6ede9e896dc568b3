"""Every contract that a ruleset keeps, to be examined for games that are in no registry."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any

from tests.rulesets import test_declared

ON_PACKS = (
    test_declared.test_the_pack_that_ships_passes_its_own_check,
    test_declared.test_a_folder_without_a_pack_fails_the_check,
)
"""The toys have no data pack: these are broken for a game that has one."""

NEED_A_REGISTRY = {
    test_declared.test_a_game_is_registered_under_its_name_with_all_that_goes_with_it,
    *ON_PACKS,
}


CONTROLLED_BY_THEMSELVES = (
    "test_bot_games",
    "test_cases",
    "test_clauses",
    "test_controls",
    "test_homes",
    "test_labels",
    "test_lines",
    "test_oracles",
    "test_packs",
    "test_pairs",
    "test_past_recall",
    "test_prices",
    "test_properties",
    "test_questions",
    "test_random_games",
    "test_refusal_codes",
    "test_sentences",
    "test_set_up",
    "test_typed_names",
)
"""Files that say themselves what breaks a test: of toys there is no digest, pack, page or table."""


def contracts() -> Iterator[Callable[..., None]]:
    """Every test of every contract."""
    for file in sorted(Path(__file__).parent.glob("test_*.py")):
        if file.stem not in CONTROLLED_BY_THEMSELVES:
            module = import_module(f"tests.rulesets.{file.stem}")
            yield from (it for name, it in vars(module).items() if name.startswith("test_"))


def examine(contract: Callable[..., None], given: dict[str, Any]) -> None:
    """Call the test of a contract with the fixtures that it asks for, repeating all it may."""
    known = given | dict(_repeated(contract))
    contract(**{name: known[name] for name in signature(contract).parameters})


def _repeated(contract: Callable[..., None]) -> Iterator[tuple[str, int]]:
    """The parameters that say how many times a test does something, at their most."""
    for mark in getattr(contract, "pytestmark", ()):
        if mark.name == "parametrize":
            name, (_, most) = mark.args
            [times] = most.values
            yield name, times
