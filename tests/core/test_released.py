"""Released versions stay playable: what every game keeps of them."""

from __future__ import annotations

from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from napoleon.rules.contract import installed
from napoleon.rules.kit.released import NAME_OF_PACK, Released, as_today
from tests.goldens.golden import FOLDER
from tests.goldens.record import REPERTOIRES

MOST = 3
"""How many versions of a game stay playable."""

every_game = pytest.mark.parametrize("name", sorted(installed()))


def packs_of(name: str) -> Traversable:
    found: Traversable = import_module(f"napoleon.rulesets.{name}.released").PACKS
    return found


def game(name: str) -> Any:
    return REPERTOIRES[name].rules


@every_game
def test_the_newest_three_versions_stay_playable(name: str) -> None:
    rules = game(name)
    assert 1 <= len(rules.released.versions) <= MOST
    assert rules.edition(rules.version, rules.pack_hash) is rules
    for version in rules.released.versions:
        assert list((FOLDER / f"{name}-{version}").glob("*.json")), "each has recorded games"


@every_game
def test_standing_orders_and_corrections_go_by_the_rules_of_their_version(name: str) -> None:
    today = game(name)
    for version in today.released.versions:
        rules = today.edition(version, today.pack_hash)
        for part in filter(None, (rules.standing, rules.corrections)):
            assert part.book is rules.book, f"{version}: {type(part).__name__}"
            assert part.table is rules.table, f"{version}: {type(part).__name__}"


@every_game
def test_the_packs_are_kept_under_their_hashes(name: str) -> None:
    module = import_module(f"napoleon.rulesets.{name}")
    loader = import_module(f"napoleon.rulesets.{name}.packs.loader")
    kept = list(packs_of(name).iterdir())
    assert kept
    for folder in kept:
        pack = loader.load_pack(folder)
        assert pack.hash.startswith(folder.name)
        assert len(folder.name) == NAME_OF_PACK
        assert module.with_pack(pack).pack_hash == pack.hash


@every_game
def test_a_released_number_never_stands_for_another_pack(name: str) -> None:
    """What new games begin with has a number of its own, unless it is just what was released."""
    rules = game(name)
    if rules.version in rules.released.versions:
        folder = packs_of(name) / rules.pack_hash[:NAME_OF_PACK]
        assert folder.is_dir(), (
            f"{name} {rules.version} was released with another pack: give the rules a new version"
        )


@every_game
def test_today_takes_over_the_games_of_every_other_playable_version(name: str) -> None:
    rules = game(name)
    today = (rules.version, rules.pack_hash)
    named = {today, *rules.replays}
    assert {*rules.released.versions} <= {version for version, _ in named}
    kept = {folder.name for folder in packs_of(name).iterdir()}
    assert kept <= {pack[:NAME_OF_PACK] for _, pack in named}
    for version, pack in named:
        assert bool(rules.edition(version, pack)) is (version in rules.released.versions)


@every_game
def test_a_changed_pack_leaves_games_with_the_released_one_as_they_were(
    name: str, tmp_path: Path
) -> None:
    """An owner of the printed game puts in its values; games that have begun go on."""
    module = import_module(f"napoleon.rulesets.{name}")
    loader = import_module(f"napoleon.rulesets.{name}.packs.loader")
    released = game(name)
    folder = copytree(Path(str(files(module) / "data")), tmp_path / "data")
    table = min(folder.glob("*.csv"))
    table.write_bytes(table.read_bytes().replace(b"\n", b"\r\n"))
    owned = module.with_pack(loader.load_pack(folder))
    assert owned.pack_hash != released.pack_hash
    edition = owned.edition(released.version, released.pack_hash)
    assert edition is not None
    assert (edition.version, edition.pack_hash) == (released.version, released.pack_hash)


@every_game
@pytest.mark.parametrize("pack", ["", "../../data", "x" * 64, "é" * 64, "0" * 64])
def test_a_pack_that_is_not_kept_is_no_edition(name: str, pack: str) -> None:
    rules = game(name)
    assert rules.edition(rules.version, pack) is None
    assert rules.edition("0.1", rules.pack_hash) is None


@every_game
@pytest.mark.parametrize("change", [b"\n", b"broken"], ids=["another pack", "no pack"])
def test_a_released_pack_that_somebody_changed_is_not_played(
    name: str, change: bytes, tmp_path: Path
) -> None:
    rules = game(name)
    [folder, *_] = packs_of(name).iterdir()
    kept = copytree(Path(str(folder)), tmp_path / folder.name)
    table = min(kept.glob("*.csv"))
    loader = import_module(f"napoleon.rulesets.{name}.packs.loader")
    module = import_module(f"napoleon.rulesets.{name}")
    released = Released(
        {rules.version: as_today}, tmp_path, lambda it: module.with_pack(loader.load_pack(it))
    )
    table.write_bytes(change if change == b"broken" else table.read_bytes() + change)
    assert released.edition(Elsewhere(), rules.version, rules.pack_hash) is None
    copytree(Path(str(folder)), tmp_path / folder.name, dirs_exist_ok=True)
    assert released.edition(Elsewhere(), rules.version, rules.pack_hash) is not None


class Elsewhere:
    """Rules of today with another pack."""

    pack_hash = "elsewhere"
