"""Records a store as a release leaves it, for every later one to take over.

``python -m tests.recorded_logs.recording FOLDER``, run once for a release by its own code; see
docs/releasing.md. There is a running game of each ruleset, with an address that a player has left
and requests under keys. What the release served of them is kept beside the store.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from api.app import create_app
from api.mail.store import create_mail
from napoleon.log.store.home import LOG, MAIL
from napoleon.play.games import Games
from napoleon.rules.bots import RandomBot
from napoleon.rules.contract import installed
from projections.store import open_views
from projections.worker import catch_up
from tests.api.desk import VIEWS, Desk
from tests.stores import embedded

ENV = {"NAPOLEON_SECRET": "kept for the recorded stores of releases alone"}
ORDERS = 40
"""How many orders are given in each game."""

MAILBOX = {"address": "reader@club.example"}


def served(
    desk: Desk,
    game_id: str,
    tokens: dict[str, str],
    version: int,
    as_then: Callable[[bytes], bytes] = bytes,
) -> dict[str, str]:
    """SHA-256 of every view of a version, by seat and name, as its bytes are served.

    `as_then` takes out of the bytes what a later release says otherwise on purpose.
    """
    found = {}
    for seat, token in {**tokens, "": None}.items():
        for view in VIEWS:
            answer = desk.get(f"/games/{game_id}/{view}?at={version}", token)
            assert answer.status_code == 200, answer.text
            found[f"{seat} {view}"] = hashlib.sha256(as_then(answer.data)).hexdigest()
    return found


def record(folder: Path) -> None:
    """Play, and write the store with what is to be expected of it into `folder`."""
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        env = {**embedded(home), **ENV}
        create_mail(env).close()
        games, views = Games(env, entropy=Random(7).randbytes), open_views(env)
        desk = Desk(create_app(games, views), games, views, lambda: catch_up(games, views))
        told = {it: played(desk, it) for it in sorted(installed())}
        games.close()
        for file in (LOG, MAIL):
            (folder / f"{file}.gz").write_bytes(gzip.compress(whole(home / file), mtime=0))
    (folder / "games.json").write_text(json.dumps(told, indent=1) + "\n")


def whole(path: Path) -> bytes:
    """A database as one file, with all that its write-ahead log has."""
    with closing(sqlite3.connect(path)) as database, closing(sqlite3.connect(":memory:")) as copy:
        database.backup(copy)
        return copy.serialize()


def played(desk: Desk, ruleset: str) -> dict[str, Any]:
    """A game of a ruleset in which some orders were given, and what is to be expected of it."""
    rules, bot = installed()[ruleset], RandomBot(7)
    wanted = {"ruleset": ruleset, "scenario": rules.scenarios[0].id}
    made = desk.call("POST", "/games", body=wanted).json
    game_id, tokens = made["id"], {it["seat"]: it["token"] for it in made["seats"]}
    kept: dict[str, Any] = {}
    for number in range(ORDERS):
        game = desk.games.open(game_id)
        decision = bot.choose(desk.games.decisions(game))
        order = bot.choose(list(rules.legal_orders(game.state, decision)))
        body = {"orders": [msgspec.to_builtins(order)]}
        headers = {"If-Match": f'"{game.version}"', "Idempotency-Key": f"order-{number}"}
        answer = desk.call(
            "POST",
            f"/games/{game_id}/orders",
            tokens[decision.seat],
            body=body,
            headers=headers,
        )
        assert answer.status_code == 201, answer.text
        kept = {"seat": decision.seat, "body": body, "headers": headers, "answer": answer.text}
    version = desk.games.head(game_id)
    seat = next(iter(tokens))
    left = desk.call("PUT", f"/games/{game_id}/mailbox", tokens[seat], body=MAILBOX)
    assert left.status_code in (200, 201, 202), left.text
    return {
        "ruleset": ruleset,
        "rules_version": rules.version,
        "tokens": tokens,
        "version": version,
        "request": kept,
        "views": {
            at: served(desk, game_id, tokens, int(at)) for at in (str(version // 2), str(version))
        },
        "id": game_id,
    }


if __name__ == "__main__":
    record(Path(sys.argv[1]))
