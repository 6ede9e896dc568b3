"""Bundles that somebody took home hold under every later release, and play back as they were."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import msgspec
import pytest

from napoleon.audit.audit import RULES, audit
from napoleon.log.events.seats import SeatShared, ShareEnded
from napoleon.play.games import Games
from napoleon.record import tree
from napoleon.record.checkpoints import hashes
from napoleon.record.imports import bring_in
from napoleon.record.readback import events
from napoleon.rules.contract import installed
from napoleon.rules.events import REFEREE, TOPICS, Event
from napoleon.rules.orders import OrderGiven
from tests.goldens.bundle_kinds import KINDS
from tests.goldens.bundles import FOLDER

EXPECTED = {
    name: facts
    for name, *facts in map(str.split, (FOLDER / "expected.txt").read_text().splitlines())
}
"""Root of the tree and digest of the last position, by name."""

BUNDLES = sorted(FOLDER.glob("*.zip"))


@pytest.fixture(params=BUNDLES, ids=lambda path: path.stem)
def path(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    env = {"NAPOLEON_HOME": str(tmp_path), "CREATE_TABLE": "yes"}
    games = Games(env)
    yield games
    games.close()


def test_every_kind_is_recorded() -> None:
    assert {path.stem for path in BUNDLES} == set(KINDS) == set(EXPECTED)


def test_a_recorded_bundle_holds(path: Path) -> None:
    found = audit(path, installed())
    assert found.holds, found.report.first_wrong
    assert found.adjudication is not None
    decided = found.adjudication.orders, found.adjudication.other_rules
    # Orders of rules that are not played any more are not decided again, which is said.
    assert [it > 0 for it in decided] == ([True, False] if is_playable(path) else [False, True])
    assert found.not_decided == found.adjudication.other_rules
    [rules] = [it for it in found.report.checks if it.name == RULES]
    assert rules.ok is (True if is_playable(path) else None)
    assert f"{sum(decided)} orders" in rules.detail
    assert found.report.counts.draws > 0


def is_playable(path: Path) -> bool:
    """Whether the rules that the game was played by are still played."""
    with ZipFile(path) as archive:
        manifest = msgspec.json.decode(archive.read("manifest.json"))
    today = installed()[manifest["ruleset"]]
    return today.edition(manifest["rules_version"], manifest["pack"]) is not None


@pytest.mark.sampled(4)
def test_the_verifier_inside_still_says_so(path: Path, tmp_path: Path) -> None:
    with ZipFile(path) as archive:
        verifier = tmp_path / "verify.py"
        verifier.write_bytes(archive.read("verify.py"))
    said = subprocess.run(
        [sys.executable, str(verifier), str(path)], capture_output=True, text=True, check=False
    )
    assert said.returncode == 0, said.stdout + said.stderr


def test_a_recorded_bundle_plays_back_to_what_it_was(path: Path, games: Games) -> None:
    brought = bring_in(games, path)
    assert brought.stop is None
    game = games.open(brought.game)
    root = tree.root(hashes(games, game.id, game.version)).hex()
    digest = hashlib.sha256(msgspec.json.encode(game.state, order="sorted")).hexdigest()
    assert [root, digest] == EXPECTED[path.stem]


def test_orders_are_given_by_the_holder_of_a_seat_and_by_who_shares_it() -> None:
    told = events(FOLDER / "empire-finished.zip", installed())
    shares: dict[str, str] = {}
    givers: set[tuple[str, str]] = set()
    for event in told:
        if isinstance(event, SeatShared):
            shares[event.share] = event.seat
        elif isinstance(event, ShareEnded):
            del shares[event.share]
        elif isinstance(event, OrderGiven):
            assert event.by in (event.player, REFEREE) or shares[event.by] == event.player
            givers.add((event.player, event.by))
    assert {("allied", "allied"), ("allied", "britain")} < givers


def test_the_bundles_show_everything_that_the_law_knows() -> None:
    seen: set[str] = set()
    for path in BUNDLES:
        seen |= {event.topic for event in events(path, installed())}
    house = {topic for topic, cls in TOPICS.items() if "." not in topic and issubclass(cls, Event)}
    assert house - seen == RARE


RARE = {
    "answered_for_absent/1",
    "absence_declared/1",
    "absence_ended/1",
    "bot_seated/1",
    "clock_held/1",
    "clock_removed/1",
    "clock_resumed/1",
    "clock_set/1",
    "deadline_extended/1",
    "deadline_near/1",
    "deadline_passed/1",
    "deadlines_set/1",
    "deputy_dismissed/1",
    "dispatch_altered/1",
    "dispatch_drawn/1",
    "dispatch_due/1",
    "dispatch_sent/1",
    "dispatches_chartered/1",
    "dispute_closed/1",
    "game_forfeited/1",
    "game_forked/1",
    "grace_ended/1",
    "grey_press_allowed/1",
    "in_time_asked/1",
    "invitation_renewed/1",
    "letter_delivered/1",
    "letter_erased/1",
    "letter_sent/1",
    "letter_written/1",
    "more_time_taken/1",
    "nonce_given/1",
    "odd_mails_treated/1",
    "one_seat_each/1",
    "orders_mailed/1",
    "press_published/1",
    "press_unsigned/1",
    "rules_agreed/1",
    "seat_forfeited/1",
    "rules_migrated/2",
    "rules_set/1",
    "seat_offered/1",
    "stand_in_called/1",
    "stand_in_dismissed/1",
    "stand_in_named/1",
    "text_erased/1",
    "token_renewed/1",
    "waiting_ended/1",
    "window_put/1",
}
"""Shown by tests of their own."""
