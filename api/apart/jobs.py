"""Jobs: what is made apart from requests, told in a message, and how each of them is done."""

from __future__ import annotations

import pickle
from typing import BinaryIO

import msgspec

from api.apart.audits import found_in
from api.languages import language_of
from napoleon.play.games import Games
from napoleon.record.bundle import write
from napoleon.rules.picture.model import Picture
from napoleon.rules.picture.pixels import picture_png


class BundleJob(msgspec.Struct, frozen=True, tag="bundle"):
    """The bundle of a game as `viewer` may have it, its story told in the language `code`."""

    game: str
    viewer: str
    code: str


class AuditJob(msgspec.Struct, frozen=True, tag="audit"):
    """What an audit of a game finds, as JSON; `told` says whether details may be told."""

    game: str
    told: bool


class PixelsJob(msgspec.Struct, frozen=True, tag="pixels"):
    """A picture as PNG, `width` pixels wide; it is given pickled, as `pickled` does."""

    width: int


Job = BundleJob | AuditJob | PixelsJob


def pickled(picture: Picture) -> bytes:
    """A picture for a job: there is no other form of it that can be read again."""
    return pickle.dumps(picture)


def do(job: Job, games: Games, target: BinaryIO) -> None:
    """Do a job and write what comes of it to the file `target`, which can seek.

    What was given for the job is in that file, and what comes of it takes its place.

    Raises UnknownGame, UnknownRuleset, KeyUnusable, and whatever the store fails with.
    """
    match job:
        case BundleJob(game_id, viewer, code):
            language = language_of(games.rules_of(games.created(game_id)), code)
            write(games, game_id, viewer, target, language)
        case AuditJob(game_id, told):
            target.write(msgspec.json.encode(found_in(games, game_id, told=told)))
        case PixelsJob(width):
            # By a process of our own, in a file that has no name.
            picture: Picture = pickle.load(target)  # noqa: S301
            target.seek(0)
            target.truncate()
            target.write(picture_png(picture, width))
