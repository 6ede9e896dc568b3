"""What has changed between two positions is told beside the later one."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from napoleon.log.folding import fold
from napoleon.log.game import Game, readers
from napoleon.rules.difference import Change, applied
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815 import RULES
from projections.decisions import NAME, decisions_view
from projections.difference import with_changes
from tests.goldens.golden import FOLDER, read

GOLDENS = ("french_track_0-2-conscript", "allied_track_20-3-grognard")
"""A short game in the open, and one of three players in fog of war."""

POSITIONS = 20


@cache
def positions(golden: str) -> list[dict[str, dict[str, Any]]]:
    """Views of positions of a recorded game by reader and name, oldest first."""
    recorded = read(FOLDER / "napoleon1815-2.0" / f"{golden}.json")
    every = len(recorded.events) // POSITIONS
    game: Game | None = None
    found = []
    for event in recorded.replayed():
        game = fold(game, event, RULES)
        if game.version > 1 and game.version % every == 0:
            found.append(msgspec.json.decode(msgspec.json.encode(_seen(game))))
    return found


def _seen(game: Game) -> dict[str, dict[str, Any]]:
    return {
        f"{reader} {name}": {"version": game.version, **view}
        for reader in readers(game)
        for name, view in (
            *msgspec.to_builtins(RULES.view(game.state, Viewer(reader))).items(),
            (NAME, decisions_view(game, RULES, reader)),
        )
    }


def steps(path: str) -> tuple[str, ...]:
    """A JSON pointer taken apart, as RFC 6901 has it."""
    return tuple(
        step.replace("~1", "/").replace("~0", "~") for step in path.removeprefix("/").split("/")
    )


@pytest.mark.sampled(1)
@pytest.mark.parametrize("golden", GOLDENS)
@given(data=st.data())
def test_the_changes_applied_to_the_earlier_view_give_the_later_one(
    golden: str, data: st.DataObject
) -> None:
    found = positions(golden)
    first = data.draw(st.integers(0, len(found) - 1), label="since")
    second = data.draw(st.integers(first, len(found) - 1), label="shown")
    for name, before in found[first].items():
        after = found[second][name]
        compared = with_changes(before, after)
        changes = [
            Change(steps(it["path"]), it["kind"], it["before"], it["after"], it.get("index"))
            for it in compared.pop("changes")
        ]
        assert compared.pop("since") == before["version"]
        assert compared == after
        assert applied(before, changes) | {"version": after["version"]} == after


@pytest.mark.parametrize("golden", GOLDENS)
def test_records_of_a_view_are_told_one_by_one(golden: str) -> None:
    """No list of areas, blocks, units or hands is told as a whole for a change in one of them."""
    found = positions(golden)
    whole = {
        steps(change["path"])[-1]
        for before, after in pairwise(found)
        for name in before
        for change in with_changes(before[name], after[name])["changes"]
        if change["kind"] == "changed" and isinstance(change["before"], list)
        and isinstance(change["after"], list)
    }  # fmt: skip
    named = {"areas", "roads", "armies", "units", "hands", "decks", "reinforcements", "history"}
    assert not whole & named


def test_the_version_is_no_change() -> None:
    before = {"version": 3, "turn": 1}
    assert with_changes(before, {"version": 9, "turn": 1}) == {
        "version": 9,
        "turn": 1,
        "since": 3,
        "changes": [],
    }
