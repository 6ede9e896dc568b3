"""``napoleon keys``: which keys sign the record, and how they come to another machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from eventsourcing.persistence import ProgrammingError

from api.command_line.output import as_json, fail, print_json
from api.command_line.stores import local_games
from api.command_line.tables import print_table
from napoleon.log.store.key_files import KeyUnusable, write_private
from napoleon.log.store.keys import SECRET, chosen_secret, known_part
from napoleon.log.times import SECOND
from napoleon.play.games import Games
from napoleon.record import key_rotation
from napoleon.record.key_list import ListedKey, listed, signing
from napoleon.record.key_transfer import packed, take_in


@click.group()
def keys() -> None:
    """Keys that sign the record: list them, change them, move them to another machine."""


@keys.command("list")
@as_json
def list_(json: bool) -> None:
    """List the keys of the store: that which signs, and all that have signed before.

    Exit status 1 if the one that signs is not here, or this machine is set up for another one.
    """
    with local_games() as games:
        found = [_told(games, it) for it in listed(games)]
        away: KeyUnusable | None = None
        try:
            signing(games)
        except KeyUnusable as error:
            away = error
    if not json:
        print_table(
            "keys",
            ("name", "id", "from", "until", "private part", "signs"),
            (
                (
                    *(it["name"], it["id"], it["since"] or "?", it["until"] or ""),
                    *("here" if it["here"] else "not here", "yes" if it["signs"] else ""),
                )
                for it in found
            ),
        )
    if away is not None:
        fail(f"Nothing can be signed: {away}.", "CANNOT_SIGN", {"keys": found})
    if json:
        print_json({"keys": found})


@keys.command()
@click.option("--lost", is_flag=True, help="The private part of the key that signs is lost.")
@click.option("--destroy", is_flag=True, help="Remove the private part of the earlier key.")
@as_json
def rotate(*, lost: bool, destroy: bool, json: bool) -> None:
    """Let another key sign from now on. The earlier one vouches for it, and stays in the list.

    Without NAPOLEON_SECRET a new key is made, unless another one lies in its place, or
    NAPOLEON_ORIGIN has changed. With it, the secret has to be another one, and the earlier one
    goes into NAPOLEON_FORMER_SECRET.
    """
    with _changing() as games:
        done = key_rotation.rotate(games, lost=lost, destroy=destroy)
        games.drop_snapshots()
    if json:
        told = {"earlier": done.earlier and str(done.earlier), "signs": str(done.signs)}
        print_json({**told, "vouched": done.vouched, "destroyed": done.destroyed})
        return
    click.echo(f"From now on this key signs: {done.signs}")
    if done.vouched:
        click.echo(f"{done.earlier} has signed for it, so those who trust that one can go on.")
    else:
        click.echo("No earlier key has signed for it: tell players the new key in another way.")
    if done.destroyed:
        click.echo("The private part of the earlier key is gone, and replies to mails sent before.")
    if chosen_secret(os.environ):
        click.echo("Restart web, live, worker and mail now: until then they may sign nothing.")


@keys.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@as_json
def export(file: Path, json: bool) -> None:
    """Write all keys, private parts too, into a new FILE for another machine or store."""
    with local_games() as games:
        content = packed(games)
        has_secret = bool(chosen_secret(games.env))
    try:
        write_private(file.absolute(), content)
    except FileExistsError:
        fail(f"Refused: there is {file} already.")
    except OSError as error:
        fail(f"{file} cannot be written: {error.strerror}.")
    if json:
        print_json({"file": str(file.absolute()), "secret": has_secret})
        return
    click.echo(f"The keys are in {file}. Who can read it can sign.")
    if has_secret:
        click.echo(f"The key that signs is made of {SECRET}, which is not in it: take that along.")


@keys.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@as_json
def import_(file: Path, json: bool) -> None:
    """Take in keys from FILE, which 'napoleon keys export' has written, or a public key as text.

    What they have signed holds here from then on. Which key signs changes only where nothing is
    recorded yet, or where FILE goes on from the key that signs here.
    """
    with _changing() as games:
        try:
            content = file.read_bytes()
        except OSError as error:
            fail(f"{file} cannot be read: {error.strerror}.")
        done = take_in(games, content)
    if json:
        told = {"new": [str(it) for it in done.new], "signs": done.signs and str(done.signs)}
        restored = [str(it) for it in done.restored]
        print_json({**told, "restored": restored, "usable": done.usable})
        return
    for key in done.new:
        click.echo(f"Known now: {key}")
    for key in done.restored:
        click.echo(f"Its private part is here now: {key}")
    if not done.new and not done.restored:
        click.echo("All of it was here already.")
    if done.signs is None:
        click.echo("No key signs here yet: run 'napoleon migrate'.")
    else:
        click.echo(f"This key signs: {done.signs}")
        if not done.usable:
            click.echo("Its private part is not here.")


@contextmanager
def _changing() -> Iterator[Games]:
    """The games, while their keys are changed; what is refused ends the command."""
    with local_games() as games:
        try:
            yield games
        except KeyUnusable as refused:
            fail(f"Refused: {refused}.", "REFUSED")
        except OSError as error:
            fail(f"The key cannot be written: {error}.")
        except ProgrammingError:
            fail(
                "Refused: this role of the database may not change the keys. Take the address of "
                "the one that owns the tables, as for 'napoleon migrate'."
            )


def _told(games: Games, key: ListedKey) -> dict[str, Any]:
    return {
        "key": str(key.key),
        "name": key.key.name,
        "id": key.key.id.hex(),
        "since": _time(key.since) if key.since else None,
        "until": None if key.until is None else _time(key.until),
        "here": known_part(os.environ, key.key.public) is not None,
        "signs": key.until is None,
        "vouched": bool(key.vouched),
    }


def _time(at: int) -> str:
    return datetime.fromtimestamp(at // SECOND, UTC).isoformat().replace("+00:00", "Z")
