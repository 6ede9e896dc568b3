"""A store that a release has left goes on under this one: every game under its own rules.

`tests/recorded_logs/recording.py` says how they are recorded, and docs/releasing.md when.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from api.app import create_app
from api.command_line.main import COMMANDS
from api.mail.office import open_office
from napoleon.audit.audit import audit_of_game
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.play.referee.migration import stuck
from napoleon.rules.bots import RandomBot
from projections.store import open_views
from projections.worker import catch_up
from tests.api.desk import Desk
from tests.command_line.conftest import Shell
from tests.recorded_logs.recording import ENV, MAILBOX, served

pytestmark = pytest.mark.drill

STORES = sorted(Path(__file__).parent.glob("recorded_logs/*/mail.sqlite.gz"))


@pytest.fixture(scope="module", params=STORES, ids=lambda it: it.parent.name)
def recorded(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found.parent


@pytest.fixture(scope="module")
def club(recorded: Path, tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """The store, after `napoleon migrate` of this release."""
    home = tmp_path_factory.mktemp("club")
    for kept in recorded.glob("*.gz"):
        (home / kept.stem).write_bytes(gzip.decompress(kept.read_bytes()))
    shell = Shell(home)
    shell.env.update(ENV)
    assert "migrate" in COMMANDS
    shell.run("migrate")
    return shell


@pytest.fixture(scope="module")
def desk(club: Shell) -> Iterator[Desk]:
    with Games(club.env) as games:
        views = open_views(club.env)
        catch_up(games, views)
        yield Desk(create_app(games, views), games, views, lambda: catch_up(games, views))


@pytest.fixture(scope="module")
def told(recorded: Path) -> list[dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads((recorded / "games.json").read_text())
    return list(found.values())


def test_every_view_of_every_seat_is_what_it_was(
    recorded: Path, desk: Desk, told: list[dict[str, Any]]
) -> None:
    """But for the names of pieces, and for drawn battles, which a track counts since 0.8.0.

    Since then questions are asked in other words, too.
    """
    names = in_other_words(recorded / "names.json")
    questions = in_other_words(recorded / "questions.json")
    for it in told:
        of = it["ruleset"]
        then = partial(in_words_of_then, names.get(of, {}), questions.get(of, {}))
        for version, views in it["views"].items():
            assert served(desk, it["id"], it["tokens"], int(version), then) == views


def in_other_words(kept: Path) -> dict[str, dict[str, str]]:
    """What was said otherwise then, by ruleset, under what is said now."""
    found: dict[str, dict[str, str]] = json.loads(kept.read_text()) if kept.exists() else {}
    return found


def in_words_of_then(names: dict[str, str], questions: dict[str, str], view: bytes) -> bytes:
    """A view as it was before pieces had one name everywhere, and questions the words of now."""
    for field, words in (("name", names), ("text", questions)):
        for now, then in words.items():
            view = view.replace(f'"{field}":"{now}"'.encode(), f'"{field}":"{then}"'.encode())
    return view.replace(b'"drawn":0,', b"")


def test_a_repeated_request_has_the_same_answer(desk: Desk, told: list[dict[str, Any]]) -> None:
    for it in told:
        kept = it["request"]
        token = it["tokens"][kept["seat"]]
        headers = kept["headers"]
        again = desk.call(
            "POST", f"/games/{it['id']}/orders", token, body=kept["body"], headers=headers
        )
        assert again.status_code == 201
        assert as_then(again.json, then := json.loads(kept["answer"])) == then
        assert desk.games.head(it["id"]) == it["version"]


def as_then(now: dict[str, Any], then: dict[str, Any]) -> dict[str, Any]:
    """An answer with the fields and the sentences of then.

    Fields may be added to events, and since 0.8.0 a piece is called by one name everywhere.
    """
    assert all(event["text"].strip() for event in now["events"])
    events = []
    for event, old in zip(now["events"], then["events"], strict=True):
        data = {key: event["data"][key] for key in old["data"]}
        known = {**event, "text": old["text"], "data": data}
        events.append({key: known[key] for key in old})
    return {**now, "events": events}


def test_addresses_are_still_known(desk: Desk, told: list[dict[str, Any]]) -> None:
    office = open_office(desk.games)
    for it in told:
        [seat, *_] = it["tokens"]
        box = office.store.mailboxes.of(it["id"], seat)
        assert box is not None
        assert box.address == MAILBOX["address"]


def test_every_game_goes_on_at_once_under_its_own_rules(
    club: Shell, desk: Desk, told: list[dict[str, Any]]
) -> None:
    assert not list(stuck(desk.games))
    for it in told:
        bot = RandomBot(1815)
        for _ in range(10):
            game = desk.games.open(it["id"])
            if game.over:
                break
            rules = desk.games.rules(game)
            decision = bot.choose(desk.games.decisions(game))
            order = bot.choose(list(rules.legal_orders(game.state, decision)))
            outcome = desk.games.submit_orders(it["id"], decision.seat, [order])
            assert isinstance(outcome, Accepted), outcome
        assert desk.games.open(it["id"]).migrated is None
        shown = desk.get(f"/games/{it['id']}").json
        assert shown["rules_version"] == it["rules_version"]
        found = audit_of_game(desk.games, it["id"])
        assert (found.holds, found.not_decided) == (True, 0), found.report.first_wrong
