"""``napoleon export`` and ``napoleon import``: the whole record of a game as one file.

Whole stores are exported and imported by the same commands; see `api.command_line.moving`.
"""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from api.command_line.confined import confined
from api.command_line.files import written
from api.command_line.moving import export_store, import_store, is_file_of_a_store
from api.command_line.output import as_json, fail, print_json
from api.command_line.stores import local_games, viewer
from api.languages import LANGUAGES, SOURCE, language_of
from napoleon.record.bundle import OPERATOR, file_name, write
from napoleon.record.imports import Imported, bring_in
from napoleon.record.readback import BundleRefused
from napoleon.record.verifier import verdict, verify
from napoleon.rules.events import REFEREE, SPECTATOR

SECRETS = (
    "Warning: the game is running, and this file holds its secrets: the seed of all that will be "
    "drawn, and every hand. Keep it from the players. --spectator or --seat make one for them."
)


@click.command()
@click.argument("game", required=False)
@click.option("--all", "whole", is_flag=True, help="The whole store, to be moved elsewhere.")
@click.option("--seat", help="As this seat may have it.")
@click.option("--spectator", is_flag=True, help="As anybody may have it.")
@click.option("--referee", is_flag=True, help="As the referee may have it.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File to write; named after the game, or the day, by default.",
)
@click.option("--language", type=click.Choice(LANGUAGES), default=SOURCE, help="Of its story.")
@as_json
def export(
    game: str | None,
    seat: str | None,
    *,
    whole: bool,
    spectator: bool,
    referee: bool,
    output: Path | None,
    language: str,
    json: bool,
) -> None:
    """Write the whole record of GAME to one zip file, with a verifier inside.

    Without --seat, --spectator or --referee it is the operator's: all of it, secrets included, to
    be kept or played back elsewhere.

    With --all the file is the whole store: every game, and what stands beside the log, to be taken
    in by an empty store on either database.
    """
    if (seat is not None) + spectator + referee + whole > 1:
        raise click.UsageError("--all, --seat, --spectator and --referee exclude each other.")
    if whole == (game is not None):
        raise click.UsageError("Either GAME or --all says what is exported.")
    if game is None:
        export_store(output, json=json)
        return
    with local_games() as games:
        now, _ = games.replay_until_broken(game)
        chosen = SPECTATOR if spectator else REFEREE if referee else seat
        who = OPERATOR if chosen is None else viewer(now, chosen)
        path = output or Path(file_name(now, who))
        try:
            with written(path, private=True) as file:
                write(games, game, who, file, language_of(games.rules(now), language))
        except OSError as error:
            fail(f"{path} cannot be written: {error.strerror}.")
    if who == OPERATOR and not now.over:
        click.echo(SECRETS, err=True)
    if json:
        facts = {"game": game, "version": now.version, "reader": who, "file": str(path)}
        print_json({**facts, "bytes": path.stat().st_size})
    else:
        click.echo(path)


@click.command("import")
@click.argument("file", type=click.Path(exists=True, path_type=Path))
@click.option("--extend", is_flag=True, help="Extend a game that the store already has.")
@as_json
def import_(file: Path, *, extend: bool, json: bool) -> None:
    """Play the bundle in FILE back, and record the game in the local store.

    Records what is good, and says where it ends. FILE is verified as well. Exit status 1
    if not all of it was good, or something else in it does not hold.

    If FILE is a whole store, of 'napoleon export --all', it is taken in by an empty one, all of it
    or nothing.
    """
    if is_file_of_a_store(file):
        if extend:
            raise click.UsageError("--extend is for a game. A whole store needs an empty one.")
        import_store(file, json=json)
        return
    with local_games() as games, confined():
        # First, so that nothing has been recorded yet if it never ends.
        report = verify(file)
        try:
            found = bring_in(games, file, extend=extend)
        except BundleRefused as refused:
            fail(f"Nothing was recorded. {refused}", "BUNDLE_REFUSED")
    answer = msgspec.to_builtins(found)
    if not json:
        click.echo(_told(found))
    if found.stop is not None:
        fail("Not all events are good.", "NOT_ALL_GOOD", answer)
    if report.first_wrong is not None:
        detail = f"All events are good, but: {verdict(report, trusted=False)}"
        fail(detail, "DOES_NOT_HOLD", answer)
    if json:
        print_json(answer)


def _told(found: Imported) -> str:
    lines = [f"{found.good} of {found.events} events of the game {found.game} are good."]
    if found.stop is not None:
        lines.append(f"It stopped at version {found.stop.version}: {found.stop.reason}")
    if found.recorded:
        first = found.version - found.recorded + 1
        lines.append(f"Versions {first} to {found.version} were recorded.")
        if found.version < found.good:
            lines.append("The rest belong to an order that is not there as a whole.")
    else:
        lines.append("Nothing was recorded." if found.stop else "They were in the store already.")
    return "\n".join(lines)
