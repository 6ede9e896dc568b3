"""Each contract can be broken, and then its test fails: a test that always passes is none.

The sound toy keeps all of them. For each of them there is a broken toy, and the words that the
author of such a game would read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from inspect import signature
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.rulesets import test_declared
from tests.rulesets.broken import Broken
from tests.rulesets.contracts import NEED_A_REGISTRY, ON_PACKS, contracts, examine
from tests.rulesets.controls import CONTROLS, Control
from tests.rulesets.entrants import Entrant, entrants
from tests.rulesets.playing import BOT, played
from tests.rulesets.toys import SOUND


@pytest.fixture
def examined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Examines a game by the test of a contract."""

    def examine_by(contract: Callable[..., None], control: Control) -> None:
        entrant = control.makes()
        spoil(entrant, control.from_the_start)
        given: dict[str, Any] = {"entrant": entrant, "monkeypatch": monkeypatch}
        if {"played", "attempted"}.isdisjoint(signature(contract).parameters):
            spoil(entrant, True)
            examine(contract, given)
            return
        with played(entrant, control.form, BOT, tmp_path) as game:
            spoil(entrant, True)
            examine(contract, given | {"played": game, "attempted": game})

    return examine_by


def spoil(entrant: Entrant, spoilt: bool) -> None:
    """Let broken rules be what they are; the sound ones stay as they are."""
    if isinstance(entrant.rules, Broken):
        entrant.rules.spoilt = spoilt


def test_there_is_a_control_for_every_contract() -> None:
    assert {*CONTROLS, *ON_PACKS} == set(contracts())


@pytest.mark.parametrize(
    "contract", [it for it in contracts() if it not in NEED_A_REGISTRY], ids=lambda it: it.__name__
)
def test_a_sound_game_keeps_the_contract(
    contract: Callable[..., None], examined: Callable[..., None]
) -> None:
    examined(contract, Control(lambda: SOUND, ""))


def cases() -> Iterator[Any]:
    for contract, controls in CONTROLS.items():
        for number, control in enumerate(controls, 1):
            name = f"{contract.__name__.removeprefix('test_')}-{number}"
            yield pytest.param(contract, control, id=name)


@pytest.mark.parametrize(("contract", "control"), list(cases()))
def test_a_broken_game_is_found(
    contract: Callable[..., None], control: Control, examined: Callable[..., None]
) -> None:
    with pytest.raises((Exception, pytest.fail.Exception)) as found:
        examined(contract, control)
    assert re.search(control.says, str(found.value)), f"it says something else:\n{found.value}"


@pytest.mark.parametrize(("contract", "ok"), [(ON_PACKS[0], False), (ON_PACKS[1], True)])
def test_a_pack_check_that_is_wrong_is_found(
    contract: Callable[..., None], ok: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    name, entrant = next(iter(entrants().items()))
    wrong = {name: lambda folder: [SimpleNamespace(name="areas", ok=ok, detail="")]}
    monkeypatch.setattr(test_declared, "pack_checks", lambda: wrong)
    with pytest.raises(AssertionError):
        examine(contract, {"entrant": entrant, "tmp_path": tmp_path})
