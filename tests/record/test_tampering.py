"""Whoever changes a stored log, or a bundle of it, is found out, and where he did it.

With the fourth and the fifth failure of trust that play by mail has known: a number changed in
one event, and the newest events deleted and drawn for anew.
"""

from __future__ import annotations

import io
import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import pytest

from napoleon.audit.audit import Audit, audit
from napoleon.log.store.home import LOG
from napoleon.play.games import Games
from napoleon.record import bundle, checkpoints
from napoleon.record.readback import events
from napoleon.rules.events import Event
from napoleon.rulesets.napoleon1815 import RULES
from tests.goldens.bundles import FOLDER
from tests.repetitions import so_many

CHANGES = so_many(3, 25)
"""Random changes of each kind of a bundle."""

CHANGES_AT_THE_SHELL = so_many(1, 8)
"""Random changes of each kind of the database behind it."""

RULESETS = {RULES.name: RULES}

LOG_FILE, OPENINGS = "log.ndjson", "openings.ndjson"


@cache
def log() -> tuple[Event, ...]:
    """A whole game with rewinds, rulings and corrections, out of a bundle that was recorded."""
    return tuple(events(FOLDER / "three-2.2-finished.zip", RULESETS))


@contextmanager
def store(home: Path, recorded: tuple[Event, ...] | None = None) -> Iterator[Games]:
    """A store with the game in it, and with snapshots of it."""
    env = {
        "NAPOLEON_HOME": str(home),
        "CREATE_TABLE": "yes",
        "NAPOLEON_SECRET": "the secret of the club, and no other",
    }
    games = Games(env, rulesets=RULESETS)
    try:
        if recorded:
            games.events.put(list(recorded))  # type: ignore[arg-type]
            checkpoints.keep_due(games, recorded[0].game)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("napoleon.log.game_log.INTERVAL", 100)
                assert games.take_snapshots(recorded[0].game)
        yield games
    finally:
        games.close()


def exported(games: Games, game_id: str, reader: str = bundle.OPERATOR) -> bytes:
    file = io.BytesIO()
    bundle.write(games, game_id, reader, file)
    return file.getvalue()


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the untouched bundle."""
    with store(tmp_path_factory.mktemp("home"), log()) as games:
        zipped = exported(games, log()[0].game)
    with ZipFile(io.BytesIO(zipped)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(parts: Mapping[str, bytes]) -> io.BytesIO:
    file = io.BytesIO()
    with ZipFile(file, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    file.seek(0)
    return file


def audited(parts: Mapping[str, bytes], kept: Mapping[str, str] | None = None) -> Audit:
    return audit(zipped(parts), RULESETS, kept)


def test_the_untouched_bundle_passes(parts: dict[str, bytes]) -> None:
    found = audited(parts)
    assert found.holds, found.report.first_wrong
    assert found.report.counts.draws > 0
    assert found.report.counts.draws_waiting == 0
    assert found.adjudication is not None
    assert found.adjudication.orders > 0


# -- a bundle that somebody has changed ----------------------------------------------------------
# What changes lines of the log itself is found in test_verifier, whatever the game.

Tampering = Callable[[dict[str, bytes], Random], int]
"""Changes one thing in the files of a bundle; the first version that is wrong then."""


def _lines(parts: Mapping[str, bytes], name: str) -> list[bytes]:
    return parts[name].splitlines(keepends=True)


def a_drawn_card(parts: dict[str, bytes], random: Random) -> int:
    """Another card is said to have been drawn."""
    rows = [json.loads(line) for line in _lines(parts, OPENINGS)]
    chosen = random.choice([row for row in rows if row["field"] == "card" and row["value"]])
    chosen["value"] = chosen["value"] % 50 + 1
    return _with_openings(parts, rows, chosen["version"])


def a_flipped_card(parts: dict[str, bytes], random: Random) -> int:
    """Another card is said to have been flipped; its hash is made to fit."""
    lines = _lines(parts, LOG_FILE)
    flips = [i for i, line in enumerate(lines) if b"card_flipped" in line]
    at = random.choice(flips)
    leaf = json.loads(lines[at])
    leaf["data"]["card"] = (leaf["data"]["card"] or 0) % 50 + 1
    lines[at] = json.dumps(leaf, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    parts[LOG_FILE] = b"".join(lines)
    return at + 1


def another_seed(parts: dict[str, bytes], random: Random) -> int:
    rows = [json.loads(line) for line in _lines(parts, OPENINGS)]
    [chosen] = [row for row in rows if row["field"] == "seed"]
    chosen["value"] = random.randbytes(32).hex()
    return _with_openings(parts, rows, 1)


def _with_openings(parts: dict[str, bytes], rows: list[dict[str, Any]], version: int) -> int:
    said = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    parts[OPENINGS] = "".join(f"{line}\n" for line in said).encode()
    return version


KINDS: tuple[Tampering, ...] = (
    a_drawn_card,
    a_flipped_card,
    another_seed,
)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("changes", CHANGES)
def test_a_changed_bundle_fails_and_names_the_first_wrong_event(
    kind: Tampering, parts: dict[str, bytes], changes: int
) -> None:
    for number in range(changes):
        changed = dict(parts)
        version = kind(changed, Random(f"{kind.__name__} {number}"))
        assert changed != parts
        wrong = audited(changed).report.first_wrong
        assert wrong is not None, (kind.__name__, number)
        assert wrong.version == version, (kind.__name__, number, wrong)


# -- a log that its operator has changed ---------------------------------------------------------


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a store with the game and its checkpoints."""
    home = tmp_path_factory.mktemp("original")
    with store(home, log()):
        pass
    with sqlite3.connect(home / LOG) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return (home / LOG).read_bytes()


class Operator:
    """Somebody with a database shell, who has dropped the triggers."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)
        triggers = self.connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():
            self.connection.execute(f"DROP TRIGGER {name}")

    def events(self) -> int:
        return int(self.connection.execute("SELECT max(version) FROM events").fetchone()[0])

    def event(self, version: int) -> dict[str, Any]:
        query = "SELECT state FROM events WHERE version = ?"
        state: dict[str, Any] = json.loads(self.connection.execute(query, (version,)).fetchone()[0])
        return state

    def put(self, version: int, state: Mapping[str, Any]) -> None:
        body = json.dumps(state, ensure_ascii=False, separators=(",", ":")).encode()
        query = "UPDATE events SET state = ? WHERE version = ?"
        self.connection.execute(query, (body, version))

    def versions(self, topic: str) -> list[int]:
        query = (
            "SELECT version FROM events JOIN topics ON topics.number = events.topic "
            "WHERE topics.topic = ? ORDER BY version"
        )
        return [row[0] for row in self.connection.execute(query, (topic,))]

    def forget_checkpoints(self) -> None:
        self.connection.execute("DELETE FROM checkpoints")


AtTheShell = Callable[[Operator, Random], int]
"""Changes one thing in a store; the first version that is wrong then."""


def changed_time(operator: Operator, random: Random) -> int:
    version = random.randint(1, operator.events())
    operator.put(version, {**(state := operator.event(version)), "at": state["at"] + 1})
    return version


def changed_loss(operator: Operator, random: Random) -> int:
    version = random.choice(operator.versions("napoleon1815.card_flipped/1"))
    state = operator.event(version)
    operator.put(version, {**state, "losses": state["losses"] + 1})
    return version


def changed_card(operator: Operator, random: Random) -> int:
    """A hidden card is another one."""
    version = random.choice(operator.versions("napoleon1815.card_drawn/1"))
    state = operator.event(version)
    operator.put(version, {**state, "card": state["card"] % 50 + 1})
    return version


def changed_seed(operator: Operator, random: Random) -> int:
    operator.put(1, {**operator.event(1), "seed": random.randbytes(32).hex()})
    return 1


def changed_rewind(operator: Operator, random: Random) -> int:
    """The game went back to another version."""
    version = random.choice(operator.versions("history_rewound/1"))
    state = operator.event(version)
    operator.put(version, {**state, "to": state["to"] - 1})
    return version


def changed_rewind_to(nowhere: object) -> AtTheShell:
    """The game went back to a version that there is not; None for that of the rewind itself."""

    def changed_rewind(operator: Operator, random: Random) -> int:
        version = random.choice(operator.versions("history_rewound/1"))
        to = version if nowhere is None else nowhere
        operator.put(version, {**operator.event(version), "to": to})
        return version

    return changed_rewind


def changed_keeps(operator: Operator, random: Random) -> int:
    """Other draws count again."""
    version = random.choice(operator.versions("history_rewound/1"))
    operator.put(version, {**operator.event(version), "keeps": [version - 1]})
    return version


def deleted(operator: Operator, random: Random) -> int:
    version = random.randint(2, operator.events() - 1)
    operator.connection.execute("DELETE FROM events WHERE version = ?", (version,))
    operator.connection.execute(
        "UPDATE events SET version = -version WHERE version > ?", (version,)
    )
    operator.connection.execute("UPDATE events SET version = -version - 1 WHERE version < 0")
    return version


def swapped(operator: Operator, random: Random) -> int:
    version = random.randint(2, operator.events() - 1)
    for old, new in ((version, -1), (version + 1, version), (-1, version + 1)):
        operator.connection.execute("UPDATE events SET version = ? WHERE version = ?", (new, old))
    return version


def cut_off(operator: Operator, random: Random) -> int:
    size = operator.events() - random.randint(1, 30)
    operator.connection.execute("DELETE FROM events WHERE version > ?", (size,))
    return size + 1


AT_THE_SHELL: dict[str, AtTheShell] = {
    "a rewind": changed_rewind,
    "a rewind to before the game": changed_rewind_to(-5),
    "a rewind to nothing": changed_rewind_to(0),
    "a rewind to itself": changed_rewind_to(None),
    "a rewind to a word": changed_rewind_to("x"),
    "draws that are kept": changed_keeps,
    "a time": changed_time,
    "a loss": changed_loss,
    "a card": changed_card,
    "the seed": changed_seed,
    "an event is deleted": deleted,
    "events are swapped": swapped,
    "the end is cut off": cut_off,
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("kind", AT_THE_SHELL)
@pytest.mark.parametrize("changes", CHANGES_AT_THE_SHELL)
def test_a_changed_store_fails_and_names_the_first_wrong_event(
    kind: str, original: bytes, tmp_path: Path, changes: int
) -> None:
    change = AT_THE_SHELL[kind]
    for number in range(changes):
        home = tmp_path / str(number)
        home.mkdir()
        (home / LOG).write_bytes(original)
        version = change(Operator(home / LOG), Random(f"{kind} {number}"))
        wrong = _exported_and_audited(home)
        assert wrong == version, (kind, number)


def _exported_and_audited(home: Path) -> int | None:
    """The first wrong version of what a store gives out now."""
    with store(home) as games:
        found = audit(io.BytesIO(exported(games, log()[0].game)), RULESETS)
    assert found.report.first_wrong is not None
    return found.report.first_wrong.version


# -- an operator who signs what he has changed ---------------------------------------------------


def resigned(home: Path, kept: Mapping[str, str] | None = None) -> Audit:
    """What the store gives out when all its checkpoints were made anew."""
    with store(home) as games:
        checkpoints.keep_due(games, log()[0].game)
        return audit(io.BytesIO(exported(games, log()[0].game)), RULESETS, kept)


@pytest.fixture
def home(original: bytes, tmp_path: Path) -> Path:
    (tmp_path / LOG).write_bytes(original)
    return tmp_path


def mailed(home: Path, size: int | None = None) -> dict[str, str]:
    """The checkpoint that a player got with a turn mail."""
    with store(home) as games:
        game_id = log()[0].game
        return {"turn mail": checkpoints.note(games, game_id, size or games.head(game_id))}


def test_failure_4_a_number_changed_in_one_event_is_named(home: Path) -> None:
    turn_mail = mailed(home)
    version = changed_loss(operator := Operator(home / LOG), Random(4))
    operator.forget_checkpoints()
    operator.connection.close()
    # The operator has signed it all anew; the rules still know better.
    found = resigned(home)
    assert [check.name for check in found.report.checks if not check.ok] == ["rules"]
    assert found.report.first_wrong is not None
    assert found.report.first_wrong.version == version
    assert found.adjudication is not None
    assert found.adjudication.divergence is not None
    assert "losses" in found.adjudication.divergence.difference
    assert found.adjudication.divergence.clause
    # And the turn mail proves which version came first.
    told = resigned(home, turn_mail).report.first_wrong
    assert told is not None
    assert told.name == "kept"
    assert "turn mail" in told.detail


def test_failure_4_a_time_that_no_rule_knows_is_proved_by_the_turn_mail(home: Path) -> None:
    turn_mail = mailed(home)
    changed_time(operator := Operator(home / LOG), Random(5))
    operator.forget_checkpoints()
    operator.connection.close()
    assert resigned(home).holds, "no rule tells when an order was given"
    told = resigned(home, turn_mail).report.first_wrong
    assert told is not None
    assert told.name == "kept"


def test_failure_5_the_newest_events_deleted_and_drawn_anew(home: Path) -> None:
    size = len(log()) - 40
    turn_mail = mailed(home, size + 3)
    operator = Operator(home / LOG)
    operator.connection.execute("DELETE FROM events WHERE version > ?", (size,))
    # A position of the longer log would give it away at once.
    operator.connection.execute(
        "DELETE FROM stored_snapshots WHERE originator_version > ?", (size,)
    )
    operator.forget_checkpoints()
    operator.connection.close()
    told = resigned(home, turn_mail).report.first_wrong
    assert told is not None
    assert told.name == "kept", "the checkpoint is of a longer log"
    with store(home) as games:
        game_id = log()[0].game
        game = games.open(game_id)
        assert not game.over
        while games.head(game_id) < size + 3:
            [decision, *_] = games.decisions(games.open(game_id))
            state = games.open(game_id).state
            order = list(RULES.legal_orders(state, decision))[-1]
            games.submit_orders(game_id, decision.seat, [order])
    told = resigned(home, turn_mail).report.first_wrong
    assert told is not None
    assert told.name == "kept", "the checkpoint is of another log"


def test_another_seed_signed_anew_makes_other_draws(home: Path) -> None:
    changed_seed(operator := Operator(home / LOG), Random(6))
    operator.forget_checkpoints()
    operator.connection.close()
    told = resigned(home).report.first_wrong
    assert told is not None
    assert told.version == 1


def test_a_party_learns_of_a_change_from_its_redacted_bundle(home: Path) -> None:
    game_id = log()[0].game
    version = changed_card(operator := Operator(home / LOG), Random(8))
    operator.connection.close()
    with store(home) as games:
        redacted = io.BytesIO(exported(games, game_id, "spectator"))
    wrong = audit(redacted, RULESETS).report.first_wrong
    assert wrong is not None
    assert wrong.version == version
