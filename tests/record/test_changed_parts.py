"""Whatever is changed in a bundle is named: by `napoleon verify`, and by the verifier inside."""

from __future__ import annotations

import io
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import psycopg
import pytest

from api.languages import language_of
from napoleon.audit.audit import Audit, audit, audit_of_game
from napoleon.audit.claims import READER
from napoleon.audit.retelling import STORIES
from napoleon.log.store.home import LOG
from napoleon.play.games import Games
from napoleon.record.bundle import OPERATOR, write
from napoleon.record.checkpoints import keep_due
from napoleon.record.imports import bring_in
from napoleon.record.verifier import TO_READ, Check, verify
from napoleon.rules.contract import installed
from napoleon.rules.events import REFEREE, SPECTATOR
from tests.core.play import Clock, play
from tests.goldens.bundles import FOLDER
from tests.record.bundling import KINDS, Members, bundled, claiming, members, unsealed, zipped
from tests.record.telling import rewound, toy_games
from tests.repetitions import so_many
from tests.toy import Toy

RULESETS = {"toy": Toy()}

FINISHED, RUNNING = "toy finished", "toy"

Change = Callable[[bytes, Random], bytes]
"""Makes another content out of that of a part."""


def _lines(change: Callable[[list[bytes], Random], object]) -> Change:
    def changed(data: bytes, random: Random) -> bytes:
        lines = data.splitlines(keepends=True)
        change(lines, random)
        return b"".join(lines)

    return changed


def _doubled(lines: list[bytes], random: Random) -> None:
    at = random.randrange(len(lines))
    lines.insert(at, lines[at])


def _swapped(lines: list[bytes], random: Random) -> None:
    i = random.randrange(len(lines))
    if others := [j for j, line in enumerate(lines) if line != lines[i]]:
        j = random.choice(others)
        lines[i], lines[j] = lines[j], lines[i]


CHANGES: dict[str, Change] = {
    "a line taken out": _lines(lambda lines, random: lines.pop(random.randrange(len(lines)))),
    "a line doubled": _lines(_doubled),
    "two lines swapped": _lines(_swapped),
    "a byte changed": lambda data, random: _with_a_byte(data, random.randrange(len(data))),
    "more at its end": lambda data, random: data + b"{}\n",
    "nothing in it": lambda data, random: b"",
    "another content": lambda data, random: b"Red won, whatever anybody says.\n",
}


def _with_a_byte(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


@pytest.fixture(scope="module")
def bundles(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Members]:
    """What is in bundles of a game that is over and of one that runs, by kind and reader."""
    found: dict[tuple[str, str], Members] = {}
    for kind, readers in {
        FINISHED: ("red", SPECTATOR, OPERATOR),
        RUNNING: ("red", "blue", SPECTATOR, REFEREE, OPERATOR),
    }.items():
        games, game_id = KINDS[kind](tmp_path_factory.mktemp("home"))
        for reader in readers:
            found[kind, reader] = members(bundled(games, game_id, reader))
        games.close()
    return found


def audited(parts: Mapping[str, bytes]) -> Audit:
    return audit(zipped(parts), RULESETS, language_of=language_of)


def named(parts: Mapping[str, bytes]) -> Check:
    """What `napoleon verify` says first."""
    wrong = audited(parts).report.first_wrong
    assert wrong is not None
    return wrong


def check(parts: Mapping[str, bytes], name: str) -> Check:
    [found] = [it for it in audited(parts).report.checks if it.name == name]
    return found


def told_by_the_verifier_inside(parts: Mapping[str, bytes], folder: Path) -> tuple[int, str]:
    """What the program in a bundle says of it: its exit status, and its last words."""
    (folder / "verify.py").write_bytes(parts["verify.py"])
    (folder / "game.zip").write_bytes(zipped(parts).getvalue())
    ran = subprocess.run(
        [sys.executable, "verify.py", "game.zip"],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return ran.returncode, ran.stdout.splitlines()[-1] if ran.stdout else ran.stderr


# -- a bundle with its seal ------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "reader"), [(FINISHED, "red"), (FINISHED, OPERATOR)])
def test_an_untouched_bundle_holds_and_says_what_was_not_checked(
    bundles: dict[tuple[str, str], Members], kind: str, reader: str
) -> None:
    found = audited(bundles[kind, reader])
    assert [it for it in found.report.checks if not it.ok] == []
    assert [it.name for it in found.report.checks][-4:] == ["seal", READER, "rules", STORIES]
    assert "README.txt" in found.report.checks[-1].detail
    assert "replay.html" in found.report.checks[-1].detail


@pytest.mark.sampled(7)
@pytest.mark.parametrize("number", so_many(1, 20))
@pytest.mark.parametrize("how", CHANGES)
@pytest.mark.parametrize(("kind", "reader"), [(FINISHED, OPERATOR), (RUNNING, "red")])
def test_every_change_of_every_part_is_named(
    bundles: dict[tuple[str, str], Members], kind: str, reader: str, how: str, number: int
) -> None:
    parts, random, changed = bundles[kind, reader], Random(f"{how} {number}"), 0
    for name, data in parts.items():
        other = CHANGES[how](data, random) if data else b"{}\n"
        if other == data:
            continue
        changed += 1
        report = verify(zipped({**parts, name: other}))
        wrong = report.first_wrong
        assert wrong is not None, (name, other)
        if name in (*TO_READ, "names.json", "seal.txt"):
            assert name in wrong.detail, (name, wrong)
    assert changed > 3


def test_every_part_that_is_taken_out_or_put_in_is_named(
    bundles: dict[tuple[str, str], Members],
) -> None:
    parts = bundles[FINISHED, OPERATOR]
    notes = [name for name in parts if name.startswith("checkpoints/")]
    assert len(notes) > 2
    for name in parts:
        left = {it: data for it, data in parts.items() if it != name}
        wrong = verify(zipped(left)).first_wrong
        assert wrong is not None, name
        assert name in wrong.detail or name in notes, wrong
    earlier = notes[0].replace("checkpoints", "earlier")
    for name, data in {earlier: parts[notes[0]], "keys.ndjson": b"", "strange.txt": b"?"}.items():
        wrong = verify(zipped({**parts, name: data})).first_wrong
        assert wrong is not None, name
        assert name in wrong.detail


def test_the_verifier_inside_says_the_same(
    bundles: dict[tuple[str, str], Members], tmp_path: Path
) -> None:
    parts = bundles[FINISHED, "red"]
    status, told = told_by_the_verifier_inside(parts, tmp_path)
    assert status == 0
    assert told.startswith("Not checked: whether story.txt and replay.html")
    for name in ("story.txt", "replay.html", "README.txt", "draws.ndjson", "texts.json"):
        changed = {**parts, name: parts[name] + b"\n"}
        status, told = told_by_the_verifier_inside(changed, tmp_path)
        assert status == 1, name
        assert name in told


def test_the_seal_of_another_bundle_or_of_another_key_is_none(
    bundles: dict[tuple[str, str], Members],
) -> None:
    parts, other = bundles[FINISHED, "red"], bundles[FINISHED, SPECTATOR]
    assert named({**parts, "seal.txt": other["seal.txt"]}).name == "seal"
    forged = parts["seal.txt"].replace(b"/bundles/", b"/bundlez/")
    assert named({**parts, "seal.txt": forged}).name == "seal"


def test_a_seal_that_was_taken_out_is_missed(bundles: dict[tuple[str, str], Members]) -> None:
    parts = dict(bundles[FINISHED, "red"])
    del parts["seal.txt"]
    wrong = named(parts)
    assert (wrong.name, "seal.txt is missing" in wrong.detail) == ("seal", True)


# -- a story that the service itself has changed ---------------------------------------------------


@pytest.mark.parametrize("name", ["story.txt", "replay.html"])
@pytest.mark.parametrize("reader", ["red", OPERATOR])
def test_a_false_story_under_a_true_seal_is_found_by_telling_it_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, reader: str, name: str
) -> None:
    part = {"story.txt": "story_part", "replay.html": "replay_part"}[name]
    games, game_id = KINDS[FINISHED](tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(f"napoleon.record.bundle.{part}", lambda *_: "Blue won.\n")
        parts = members(bundled(games, game_id, reader))
    games.close()
    assert verify(zipped(parts)).first_wrong is None
    wrong = named(parts)
    assert (wrong.name, name in wrong.detail) == (STORIES, True)


def test_a_story_in_french_is_told_again_in_french(tmp_path: Path) -> None:
    games, game_id = KINDS[FINISHED](tmp_path)
    file = io.BytesIO()
    write(games, game_id, SPECTATOR, file, language_of(Toy(), "fr"))
    games.close()
    parts = members(file.getvalue())
    assert "Règles" in parts["story.txt"].decode()
    assert check(parts, STORIES).ok is True


def test_of_a_running_game_what_can_be_compared_is(
    bundles: dict[tuple[str, str], Members],
) -> None:
    found = check(bundles[RUNNING, "red"], STORIES)
    assert found.ok is None
    assert "not compared: story.txt, replay.html." in found.detail
    assert check(bundles[RUNNING, OPERATOR], STORIES).ok is True


def test_telling_again_leaves_the_store_of_the_environment_alone(
    bundles: dict[tuple[str, str], Members], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NAPOLEON_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody@localhost:1/none")
    assert audited(bundles[FINISHED, OPERATOR]).holds
    assert not (tmp_path / "home").exists()


# -- bundles of earlier releases, and those that are made to look so -------------------------------


def test_a_bundle_of_an_earlier_release_says_that_it_was_not_compared() -> None:
    found = audit(FOLDER / "three-2.2-finished.zip", installed())
    assert found.holds
    told = {it.name: it for it in found.report.checks}
    assert (told["seal"].ok, told[STORIES].ok) == (None, None)
    assert "written by a release before 0.8.0" in told[STORIES].detail
    for name in TO_READ:
        assert name in told[STORIES].detail
        assert name in told["seal"].detail


@pytest.mark.parametrize(
    "changes",
    [
        {"reader": OPERATOR},
        {"complete": True},
        {"reader": OPERATOR, "complete": True},
        {"reader": 1},
        {"reader": ""},
        {"complete": "no"},
        {"complete": None},
    ],
)
@pytest.mark.parametrize("kind", [FINISHED, RUNNING])
def test_a_bundle_that_calls_itself_complete_and_is_not_is_named_without_a_seal_too(
    bundles: dict[tuple[str, str], Members], kind: str, changes: dict[str, Any]
) -> None:
    parts = unsealed(bundles[kind, "red"])
    assert verify(zipped(parts)).first_wrong is None
    if (kind, changes) == (FINISHED, {"reader": OPERATOR}):
        # Which is what an operator has who has brought in the bundle of a party.
        return
    wrong = verify(zipped(claiming(parts, **changes))).first_wrong
    assert wrong is not None
    assert "manifest.json" in wrong.detail or "A complete record lacks" in wrong.detail


@pytest.mark.parametrize("kind", [FINISHED, RUNNING])
@pytest.mark.parametrize(
    "changes", [{"complete": False}, {"reader": "red", "complete": False}, {"reader": "red"}]
)
def test_a_complete_bundle_that_says_it_is_not_is_named_without_a_seal_too(
    bundles: dict[tuple[str, str], Members], kind: str, changes: dict[str, Any]
) -> None:
    parts = unsealed(bundles[kind, OPERATOR])
    wrong = verify(zipped(claiming(parts, **changes))).first_wrong
    assert wrong is not None
    assert "manifest.json" in wrong.detail


PARTIES = ("red", "blue", SPECTATOR, REFEREE)


@pytest.mark.parametrize("claims", PARTIES)
@pytest.mark.parametrize("reader", PARTIES)
def test_the_bundle_of_one_reader_is_not_taken_for_that_of_another(
    bundles: dict[tuple[str, str], Members], reader: str, claims: str
) -> None:
    parts = claiming(unsealed(bundles[RUNNING, reader]), reader=claims)
    wrong = audited(parts).report.first_wrong
    if reader == claims:
        assert wrong is None
    else:
        assert wrong is not None
        assert wrong.name == READER


# -- checkpoints -----------------------------------------------------------------------------------


def test_a_checkpoint_that_was_due_is_missed_without_a_seal_too(
    bundles: dict[tuple[str, str], Members],
) -> None:
    parts = unsealed(bundles[FINISHED, OPERATOR])
    first, *between, _ = sorted(it for it in parts if it.startswith("checkpoints/"))
    assert between
    for name in between:
        wrong = named({it: data for it, data in parts.items() if it != name})
        assert (wrong.name, str(int(name[-10:-4])) in wrong.detail) == ("due", True)
    found = check({it: data for it, data in parts.items() if it != first}, "due")
    assert (found.ok, "were taken out, or the game was brought" in found.detail) == (None, True)


def test_checkpoints_that_were_deleted_from_the_store_are_missed(log_env: dict[str, str]) -> None:
    """By somebody who holds the store and not the key: the service signs what is left."""
    game_id, sizes = "", list[int]()
    for place in range(3):
        with closing(_opened(log_env)) as games:
            if not place:
                game_id = rewound(games)
                play(games, game_id, 100, seed=4)
                keep_due(games, game_id)
                sizes = [row.size for row in games.recorder.checkpoints(game_id)]
                assert audited(members(bundled(games, game_id))).holds
        _delete_checkpoint(log_env, sizes[place])
        with closing(_opened(log_env)) as games:
            wrong = named(members(bundled(games, game_id)))
        assert (wrong.name, "were taken out" in wrong.detail) == ("due", True)


def _opened(env: Mapping[str, str]) -> Games:
    return Games(env, rulesets=RULESETS, clock=Clock())


def _delete_checkpoint(env: Mapping[str, str], size: int) -> None:
    if url := env.get("DATABASE_URL"):
        with psycopg.connect(url) as shell:
            shell.execute("ALTER TABLE checkpoints DISABLE TRIGGER USER")
            gone = shell.execute("DELETE FROM checkpoints WHERE size = %s", (size,))
            assert gone.rowcount == 1
        return
    with closing(sqlite3.connect(Path(env["NAPOLEON_HOME"]) / LOG)) as file:
        file.execute("DROP TRIGGER IF EXISTS no_delete_of_checkpoints")
        gone_here = file.execute("DELETE FROM checkpoints WHERE size = ?", (size,))
        assert gone_here.rowcount == 1
        file.commit()


def test_a_game_that_releases_before_brought_here_is_not_called_forged(
    log_env: dict[str, str], tmp_path: Path
) -> None:
    """They kept the first checkpoint of a bundle with all leaves before it, and none for those."""
    with closing(toy_games(tmp_path)) as elsewhere:
        game_id = rewound(elsewhere)
        keep_due(elsewhere, game_id)
        source = zipped(members(bundled(elsewhere, game_id)))
    with closing(_opened(log_env)) as games:
        bring_in(games, source)
        *before, last = games.recorder.checkpoints(game_id)
    assert before
    for row in (*before, last):
        _delete_checkpoint(log_env, row.size)
    with closing(_opened(log_env)) as games:
        leaves = b"".join(row.leaves for row in (*before, last))
        games.recorder.put_checkpoint(msgspec.structs.replace(last, leaves=leaves))
        assert audited(members(bundled(games, game_id))).holds
        assert audit_of_game(games, game_id).holds
        play(games, game_id, 100, seed=4)
        keep_due(games, game_id)
        assert audited(members(bundled(games, game_id))).holds
        sizes = [row.size for row in games.recorder.checkpoints(game_id)]
    for size in (sizes[1], last.size):
        _delete_checkpoint(log_env, size)
        with closing(_opened(log_env)) as games:
            wrong = named(members(bundled(games, game_id)))
        assert (wrong.name, "were taken out" in wrong.detail) == ("due", True)


@pytest.mark.parametrize("kind", ["sealed", "of an old release"])
def test_the_bundle_of_a_game_that_was_brought_here_has_every_checkpoint(
    bundles: dict[tuple[str, str], Members], tmp_path: Path, kind: str
) -> None:
    source = bundles[FINISHED, OPERATOR]
    if kind != "sealed":
        # As it was written where the game had been brought from elsewhere, too.
        *others, _ = sorted(it for it in source if it.startswith("checkpoints/"))
        source = {it: data for it, data in unsealed(source).items() if it not in others}
    with closing(toy_games(tmp_path)) as games:
        game_id = bring_in(games, zipped(source)).game
        found = audited(members(bundled(games, game_id)))
    assert found.holds, found.report.first_wrong
    assert {"seal", "due"} <= {it.name for it in found.report.checks if it.ok}
