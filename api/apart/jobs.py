"""Jobs: what is made apart from requests, told in a message, and how each of them is done."""

from __future__ import annotations

from typing import BinaryIO

import msgspec

from api.apart.audits import found_in
from api.languages import language_of
from napoleon.play.games import Games
from napoleon.record.bundle import write


class BundleJob(msgspec.Struct, frozen=True, tag="bundle"):
    """The bundle of a game as `viewer` may have it, its story told in the language `code`."""

    game: str
    viewer: str
    code: str


class AuditJob(msgspec.Struct, frozen=True, tag="audit"):
    """What an audit of a game finds, as JSON; `told` says whether details may be told."""

    game: str
    told: bool


Job = BundleJob | AuditJob


def do(job: Job, games: Games, target: BinaryIO) -> None:
    """Do a job and write what comes of it to the file `target`, which can seek.

    Raises UnknownGame, UnknownRuleset, KeyUnusable, and whatever the store fails with.
    """
    match job:
        case BundleJob(game_id, viewer, code):
            language = language_of(games.rules_of(games.created(game_id)), code)
            write(games, game_id, viewer, target, language)
        case AuditJob(game_id, told):
            target.write(msgspec.json.encode(found_in(games, game_id, told=told)))
