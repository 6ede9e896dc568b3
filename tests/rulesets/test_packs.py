"""``napoleon pack check``: each pack that ships passes, and each check finds what it is there for.

What is broken, and what is found then, tells each game (see `packs`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from napoleon.rules.kit.findings import READABLE, finding
from napoleon.rules.terms import Finding
from tests.broken_packs import Break
from tests.rulesets.packs import Packs, Wrong, WrongPacks, packs_of_all

PACKS = packs_of_all()


@pytest.fixture(params=PACKS)
def packs(request: pytest.FixtureRequest) -> Packs:
    """The pack of each game that has one."""
    return PACKS[request.param]


def test_the_shipped_pack_passes_every_check(packs: Packs) -> None:
    findings = packs.check(packs.shipped)
    assert {it.detail for it in findings} == {""}
    assert packs.failed(packs.shipped) == {}  # type: ignore[arg-type]
    names = [it.name for it in findings]
    assert names[0] == READABLE
    assert len(set(names)) == len(names)


def test_every_check_is_seen_to_fail(packs: Packs) -> None:
    seen = {(packs.part(name) != "", packs.asked(name)) for name, *_ in packs.told.wrong}
    assert {name for is_of_a_part, name in seen if not is_of_a_part} == {*packs.asked_of("")}
    for part in packs.told.parts:
        assert packs.asked_of(part), part
        assert {name for is_of_a_part, name in seen if is_of_a_part} == {*packs.asked_of(part)}


def wrong() -> Iterator[Any]:
    """What is wrong in the packs of all games."""
    for name, packs in PACKS.items():
        for number, it in enumerate(packs.told.wrong, 1):
            yield pytest.param(packs, Wrong(*it), id=f"{name}-{number}-{it[0]}")


@pytest.mark.parametrize(("packs", "wrong"), list(wrong()))
def test_what_is_wrong_is_found(packs: Packs, wrong: Wrong, tmp_path: Path) -> None:
    folder = packs.copy(tmp_path / "pack")
    wrong.change(folder)
    found = packs.failed(folder)
    assert wrong.words in found[wrong.check]
    part = packs.part(wrong.check)
    if part in packs.told.alone:
        assert {packs.part(it) for it in found} == {part}


def free() -> Iterator[Any]:
    """What is free in the packs of all games."""
    for name, packs in PACKS.items():
        for number, change in enumerate(packs.told.free, 1):
            yield pytest.param(packs, change, id=f"{name}-{number}")


@pytest.mark.parametrize(("packs", "change"), list(free()))
def test_what_is_the_owners_passes(packs: Packs, change: Break, tmp_path: Path) -> None:
    folder = packs.copy(tmp_path / "pack")
    change(folder)
    assert packs.failed(folder) == {}


def test_tables_that_cannot_be_read_are_told_row_by_row(packs: Packs, tmp_path: Path) -> None:
    folder = packs.copy(tmp_path / "pack")
    change, words = packs.told.unreadable
    change(folder)
    (found,) = packs.check(folder)
    assert (found.name, found.ok) == (READABLE, False)
    assert [it for it in words if it not in found.detail] == []


def test_an_empty_folder_is_no_pack(packs: Packs, tmp_path: Path) -> None:
    (found,) = packs.check(tmp_path)
    assert not found.ok
    assert f"{packs.told.missing} file: is missing" in found.detail


# -- each of these can fail ------------------------------------------------------------------------


def writes(name: str, text: str) -> Break:
    """A change of a made-up pack."""

    def change(folder: Path) -> None:
        (folder / name).write_text(text, encoding="utf-8")

    return change


def made_up_check(folder: Any) -> list[Finding]:
    """The check of a made-up pack, of two tables in which there has to be something good."""
    texts = {name: folder / f"{name}.csv" for name in ("map", "war")}
    missing = [f"{name}.csv file: is missing" for name, it in texts.items() if not it.is_file()]
    broken = [it.name for it in texts.values() if it.is_file() and not it.read_text("utf-8")]
    if missing or broken:
        return [finding(READABLE, [*missing, *(f"{it} line 1: nothing there" for it in broken)])]
    of_all, of_war = (
        ["it is bad"] if "bad" in texts[name].read_text("utf-8") else [] for name in ("map", "war")
    )
    return [
        finding(READABLE, ()),
        finding("map is good", of_all),
        finding("war: is good", of_war),
    ]


TOLD = WrongPacks(
    wrong=[
        ("map is good", writes("map.csv", "bad"), "it is bad"),
        ("war: is good", writes("war.csv", "bad"), "it is bad"),
    ],
    unreadable=(writes("map.csv", ""), ["map.csv line 1: nothing"]),
    missing="map.csv",
    free=[writes("map.csv", "better")],
    parts=("war",),
    alone=("war",),
)


def made_up(folder: Path, *, check: Any = made_up_check, table: str = "good", **told: Any) -> Packs:
    """A made-up pack that is in order, but for what is said."""
    shipped = folder / "shipped"
    shipped.mkdir()
    for name in ("map", "war"):
        writes(f"{name}.csv", table)(shipped)
    return Packs(shipped, check, TOLD._replace(**told))


def without_war(folder: Any) -> list[Finding]:
    """A check that does not look at the part."""
    return [it for it in made_up_check(folder) if it.name != "war: is good"]


def twice(folder: Any) -> list[Finding]:
    """A check that makes one of its checks twice."""
    found = made_up_check(folder)
    return [*found, *found[1:2]]


def blind(folder: Any) -> list[Finding]:
    """A check that finds nothing wrong."""
    return [finding(it.name, ()) for it in made_up_check(folder)]


BAD = ("map is good", writes("map.csv", "bad"), "it is bad")
BOTH = ("war: is good", lambda it: (writes("war.csv", "bad")(it), BAD[1](it)), "it is bad")

Check = Callable[..., None]

CASES: list[tuple[Check, dict[str, Any], dict[str, Any]]] = [
    (test_the_shipped_pack_passes_every_check, {"table": "bad"}, {}),
    (test_the_shipped_pack_passes_every_check, {"check": twice}, {}),
    (test_every_check_is_seen_to_fail, {"wrong": TOLD.wrong[:1]}, {}),
    (test_every_check_is_seen_to_fail, {"wrong": TOLD.wrong[1:]}, {}),
    (test_every_check_is_seen_to_fail, {"wrong": [*TOLD.wrong, ("gone", BAD[1], "")]}, {}),
    (test_every_check_is_seen_to_fail, {"check": without_war}, {}),
    (test_what_is_wrong_is_found, {}, {"wrong": Wrong(*BAD[:2], "it is worse")}),
    (test_what_is_wrong_is_found, {"check": blind}, {"wrong": Wrong(*BAD)}),
    (test_what_is_wrong_is_found, {}, {"wrong": Wrong(*BOTH)}),
    (test_what_is_the_owners_passes, {}, {"change": BAD[1]}),
    (test_tables_that_cannot_be_read_are_told_row_by_row, {"unreadable": (BAD[1], [])}, {}),
    (test_tables_that_cannot_be_read_are_told_row_by_row,
     {"unreadable": (TOLD.unreadable[0], ["line 2"])}, {}),
    (test_an_empty_folder_is_no_pack, {"missing": "peace.csv"}, {}),
    (test_an_empty_folder_is_no_pack, {"check": blind}, {}),
]  # fmt: skip
"""Tests, of what pack each of them fails, and with what change."""

SOUND: dict[str, Any] = {"wrong": Wrong(*TOLD.wrong[1]), "change": TOLD.free[0]}


def given(check: Check, packs: Packs, folder: Path, changes: dict[str, Any]) -> dict[str, Any]:
    """What a test asks for."""
    known = {"packs": packs, "tmp_path": folder / "empty", **SOUND, **changes}
    known["tmp_path"].mkdir()
    names = check.__code__.co_varnames[: check.__code__.co_argcount]
    return {it: known[it] for it in names}


@pytest.mark.parametrize("check", dict.fromkeys(it for it, *_ in CASES), ids=lambda it: it.__name__)
def test_a_pack_that_is_in_order_passes(check: Check, tmp_path: Path) -> None:
    check(**given(check, made_up(tmp_path), tmp_path, {}))


@pytest.mark.parametrize(("check", "pack", "changes"), CASES)
def test_what_is_not_in_order_is_found(
    check: Check, pack: dict[str, Any], changes: dict[str, Any], tmp_path: Path
) -> None:
    with pytest.raises((AssertionError, KeyError, ValueError)):
        check(**given(check, made_up(tmp_path, **pack), tmp_path, changes))
