"""``napoleon mail key`` and ``napoleon mail check``: what lets mails arrive, made and looked at."""

from __future__ import annotations

import os
from pathlib import Path

import click

from api.command_line.output import as_json, fail, print_json
from api.mail.posting.signing import (
    KINDS,
    RSA,
    key_name,
    kind_of,
    loaded,
    made,
    published,
    text_record,
)
from api.mail.settings import MAIL_DKIM_KEY, settings
from napoleon.environment import BadSetting
from napoleon.log.store.key_files import write_private


@click.command()
@click.argument(
    "file", required=False, type=click.Path(dir_okay=False, resolve_path=True, path_type=Path)
)
@click.option(
    "--kind", type=click.Choice(KINDS), default=RSA, show_default=True, help="All read RSA."
)
@as_json
def key(file: Path | None, kind: str, *, json: bool) -> None:
    """Make the key that mails are signed with (DKIM), unless it is there, and print its DNS record.

    It is made in FILE, or in the file that MAIL_DKIM_KEY names.
    """
    try:
        chosen = settings(os.environ)
    except BadSetting as error:
        fail(f"Refused: {error}.", "BAD_SETTING")
    where = file or chosen.dkim_key
    if where is None:
        raise click.UsageError(f"Name a FILE for the key, or set {MAIL_DKIM_KEY}.")
    is_new = not where.exists()
    try:
        if is_new:
            write_private(where, made(kind))
        private = loaded(where)
    except BadSetting as error:
        fail(f"Refused: {error}.", "BAD_SETTING")
    except OSError as error:
        fail(f"{where} cannot be written: {error.strerror}.", "UNWRITABLE")
    name, text = key_name(chosen.dkim_selector, chosen.domain), published(private)
    if json:
        told = {"file": str(where), "made": is_new, "kind": kind_of(private)}
        print_json({**told, "name": name, "text": text, "record": text_record(name, text)})
        return
    click.echo(f"The key {'is made' if is_new else 'was there already'}: {where}")
    click.echo("Let the DNS say:")
    click.echo(text_record(name, text))
    if chosen.dkim_key != where:
        click.echo(f"Then set {MAIL_DKIM_KEY}={where} and start the worker again.")
