"""``napoleon people``: what people tell the operator about others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import click

from api.command_line.output import as_json, fail, print_json
from api.command_line.stores import local_games
from api.people.registry import Registry, open_registry
from api.people.rows import ReportRow
from napoleon.log.times import SECOND


@click.group()
def people() -> None:
    """People beside the log: what they tell the operator."""


@people.command()
@click.option("--all", "everything", is_flag=True, help="Those that are done, too.")
@as_json
def reports(everything: bool, json: bool) -> None:
    """List the reports that are open, the oldest first: who says what of which seat."""
    with _registry() as registry:
        found = [_told(registry, it) for it in registry.store.reports.all(done=everything)]
    if json:
        print_json({"reports": found})
        return
    if not found:
        click.echo("No report is open.")
    for it in found:
        done = f", done {it['done']}" if it["done"] else ""
        click.echo(f"Report {it['id']} of {it['made']}{done}, by {it['by']}")
        click.echo(f"  about {it['seat']} in game {it['game']}, who goes by {it['name'] or '?'}")
        _quote("  says: ", it["words"])
        if it["letter"]:
            _quote(f"  letter of version {it['letter']}: ", it["quoted"] or "(erased)")


@people.command()
@click.argument("number", type=click.IntRange(1, 2**63 - 1))
@as_json
def done(number: int, json: bool) -> None:
    """Mark report NUMBER as done."""
    with _registry() as registry:
        if not registry.store.reports.close(number, registry.now()):
            fail(f"There is no open report {number}.", "UNKNOWN_REPORT")
    if json:
        print_json({"done": number})
        return
    click.echo(f"Report {number} is done.")


@contextmanager
def _registry() -> Iterator[Registry]:
    with local_games() as games:
        registry = open_registry(games)
        try:
            yield registry
        finally:
            registry.store.close()


def _told(registry: Registry, it: ReportRow) -> dict[str, Any]:
    reporter = registry.store.people.get(it.person)
    return {
        "id": it.id,
        "made": _time(it.made),
        "done": _time(it.done) if it.done else None,
        "by": "" if reporter is None else reporter.name,
        "game": it.game,
        "seat": it.holder,
        "name": registry.games.names(it.game).get(it.holder),
        "words": it.words,
        "letter": it.letter or None,
        "quoted": it.quoted if it.letter else None,
    }


def _quote(first: str, words: str) -> None:
    """Words of somebody else's, each line marked, so that none looks like one of ours."""
    click.echo(first)
    for line in words.splitlines() or [""]:
        click.echo(f"  > {line}")


def _time(at: int) -> str:
    return datetime.fromtimestamp(at // SECOND, UTC).isoformat().replace("+00:00", "Z")
