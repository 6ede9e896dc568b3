"""Games whose records are taken home, and bundles that are looked into or tampered with."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import rfc8785
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from api.command_line.play import play_on
from napoleon.log.game import Game, readers
from napoleon.play.games import Games
from napoleon.play.outcomes import Created
from napoleon.record.bundle import OPERATOR, write
from napoleon.record.notes import SigningKey, sign
from napoleon.record.tree import root
from napoleon.rules.bots import RandomBot
from napoleon.rules.events import SPECTATOR
from napoleon.rulesets.napoleon1815 import RULES
from tests.core.play import Clock, play
from tests.record.telling import rewind, rewound, toy_games
from tests.repetitions import some_of

Members = dict[str, bytes]

THIEF = SigningKey("napoleon", Ed25519PrivateKey.from_private_bytes(b"\x07" * 32))


CAMPAIGN, LIGNY = "campaign", "ligny_quatre_bras"

IN_FOG = {"players": 3, "rules": "grognard", "resolver": "dice", "strict_discards": True}


def _toy_running(home: Path) -> tuple[Games, str]:
    games = toy_games(home, entropy=Random(1815).randbytes)
    return games, rewound(games)


def _toy_finished(home: Path) -> tuple[Games, str]:
    games = toy_games(home, entropy=Random(1815).randbytes)
    game_id = rewound(games)
    play(games, game_id, 100, seed=4)
    return games, game_id


def _toy_fork(home: Path) -> tuple[Games, str]:
    games = toy_games(home, entropy=Random(1815).randbytes)
    there = rewound(games)
    games.claim(there, "red", nonce="ruby", name="Ney")
    forked = games.fork(there, games.head(there))
    assert isinstance(forked, Created)
    ends = [game.version for game in play(games, forked.game.id, 3, seed=5)]
    rewind(games, forked.game.id, ends[0])
    play(games, forked.game.id, 100, seed=6)
    return games, forked.game.id


def _toy_awaiting(home: Path) -> tuple[Games, str]:
    games = toy_games(home, entropy=Random(1815).randbytes)
    game_id = games.create("toy", "short", {"turns": 1}, awaits_seats=True).game.id
    for seat in ("blue", "red"):
        games.claim(game_id, seat, nonce=f"the nonce of {seat}", name=seat.title())
    play(games, game_id, 3)
    return games, game_id


def of_1815(
    home: Path, scenario: str, to_turn: int | None = None, bot: int = 4, **options: Any
) -> tuple[Games, str]:
    """A game of napoleon1815 with a referee, played by a bot to its end or to a turn."""
    env = {"NAPOLEON_HOME": str(home), "CREATE_TABLE": "yes"}
    games = Games(env, rulesets={RULES.name: RULES}, clock=Clock(), entropy=Random(1815).randbytes)
    game = games.create(RULES.name, scenario, options, referee=True).game
    play_on(games, game, RandomBot(bot), to_turn)
    return games, game.id


KINDS: dict[str, Callable[[Path], tuple[Games, str]]] = {
    "toy": _toy_running,
    "toy finished": _toy_finished,
    "toy forked and finished": _toy_fork,
    "toy whose seats were awaited": _toy_awaiting,
    "cards": lambda home: of_1815(home, CAMPAIGN, 3),
    "cards finished": lambda home: of_1815(home, LIGNY),
    "dice": lambda home: of_1815(home, LIGNY, 6, bot=11, resolver="dice"),
    "three in fog, discards closed": lambda home: of_1815(home, LIGNY, 3, **IN_FOG),
}
"""Games of all kinds, by what they are."""

LONG: dict[str, Callable[[Path], tuple[Games, str]]] = {
    "a campaign by cards finished": lambda home: of_1815(home, CAMPAIGN),
    "a campaign by dice": lambda home: of_1815(home, CAMPAIGN, 9, bot=1, resolver="dice"),
    "a campaign of three in fog": lambda home: of_1815(home, CAMPAIGN, 4, **IN_FOG),
}
"""Longer games of the same kinds, for ``make soak``."""


def kinds(having: str = "") -> list[Any]:
    """What the games are whose names have this in them, as values for a parameter of a test."""
    return some_of(KINDS, (it for it in (*KINDS, *LONG) if having in it))


def everybody(game: Game) -> tuple[str, ...]:
    """All readers of bundles of a game."""
    return tuple(dict.fromkeys([*readers(game), SPECTATOR, OPERATOR]))


def bundled(games: Games, game_id: str, reader: str = OPERATOR) -> bytes:
    """The bundle of a game."""
    file = io.BytesIO()
    write(games, game_id, reader, file)
    return file.getvalue()


def members(bundle: bytes) -> Members:
    """What is in a bundle, by name."""
    with zipfile.ZipFile(io.BytesIO(bundle)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(parts: Mapping[str, bytes]) -> io.BytesIO:
    """A bundle of these members."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    file.seek(0)
    return file


def rows(parts: Members, name: str = "log.ndjson") -> list[Any]:
    """The JSON values in the lines of a member."""
    return [json.loads(line) for line in parts[name].splitlines()]


def unsealed(parts: Members) -> Members:
    """The bundle as a release before 0.8.0 gave it out, or as somebody makes it look."""
    manifest = json.loads(parts["manifest.json"])
    del manifest["release"], manifest["language"]
    bare = {name: it for name, it in parts.items() if name != "seal.txt"}
    return {**bare, "manifest.json": json.dumps(manifest, indent=2).encode() + b"\n"}


def claiming(parts: Members, **changes: Any) -> Members:
    """The bundle with a manifest that says something else."""
    manifest = {**json.loads(parts["manifest.json"]), **changes}
    return {**parts, "manifest.json": json.dumps(manifest).encode()}


def ndjson(values: Iterable[Any]) -> bytes:
    """JSON values in lines."""
    dumped = (json.dumps(it, ensure_ascii=False, separators=(",", ":")) for it in values)
    return "".join(f"{line}\n" for line in dumped).encode()


def with_event(parts: Members, version: int, **changes: Any) -> Members:
    """The bundle with an event changed in its log, and nowhere else."""
    log = rows(parts)
    log[version - 1] |= changes
    return parts | {"log.ndjson": ndjson(log)}


def hashes(parts: Members) -> list[bytes]:
    """The hashes of the events in the log."""
    return [hashlib.sha256(b"\0" + rfc8785.dumps(leaf)).digest() for leaf in rows(parts)]


def forged(parts: Members) -> Members:
    """The bundle with all hashes made anew from its log, signed by somebody else."""
    made = hashes(parts)
    manifest = json.loads(parts["manifest.json"])
    manifest |= {"size": len(made), "root": root(made).hex()}
    origin = f"napoleon/games/{manifest['game']}"
    encoded = b64encode(root(made)).decode()
    note = sign(f"{origin}\n{len(made)}\n{encoded}\n", THIEF)
    kept = {name: it for name, it in parts.items() if not name.startswith("checkpoints/")}
    return {
        **kept,
        "manifest.json": json.dumps(manifest).encode(),
        "leaves.txt": "".join(f"{it.hex()}\n" for it in made).encode(),
        "key.txt": f"{THIEF.verifier}\n".encode(),
        f"checkpoints/{len(made):06}.txt": note.encode(),
    }
