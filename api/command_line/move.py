"""``napoleon move``: the store goes to another database while the service goes on."""

from __future__ import annotations

import os

import click

from api.command_line.output import as_json, fail, print_json
from api.command_line.stores import opened_store
from api.moving import online
from api.moving.online import Moved
from api.moving.stores import STAYS
from napoleon.log.store.moved import MoveRefused
from napoleon.log.store.settings import log_place

NOT_YET = (
    "The old store goes on. To end the move, run 'napoleon move --finish', and then start all "
    "processes with the settings of the new store."
)

STILL_OPEN = (
    "The new store could not be closed. If it is still there, never start a process with its "
    "settings: both stores would take orders."
)


@click.command()
@click.option("--finish", is_flag=True, help="End it: close the old store, and open the new one.")
@click.option("--undo", is_flag=True, help="Let the old store take orders again.")
@click.option(
    "--abandon-new", is_flag=True, help="With --undo: what only the new store has is lost for good."
)
@as_json
def move(*, finish: bool, undo: bool, abandon_new: bool, json: bool) -> None:
    """Copy the store to a new one while the service goes on.

    The new store is made by 'napoleon migrate' and is empty. Its settings are those of the old
    one, but for what variables say whose names begin with NEW_, such as NEW_DATABASE_URL. It may be
    ended at any time and given again: it goes on.

    --undo lists what only the new store has recorded, and then changes nothing. --abandon-new
    throws that away, and opens the old store even if the new one is gone.
    """
    if finish and undo:
        raise click.UsageError("--finish and --undo exclude each other.")
    if abandon_new and not undo:
        raise click.UsageError("--abandon-new goes with --undo.")
    with opened_store():
        try:
            if undo:
                is_closed = online.undo(os.environ, abandon_new=abandon_new)
            else:
                done = online.move(os.environ, _silent if json else click.echo, finish=finish)
        except MoveRefused as refused:
            fail(str(refused), "MOVE_REFUSED")
        here, there = (log_place(it) for it in (os.environ, online.settings_of_new(os.environ)))
    if undo:
        open_again = f"The old store takes orders: its log is {here}."
        _say(
            json,
            {"log": here, "new_is_closed": is_closed},
            [open_again] if is_closed else [open_again, STILL_OPEN],
        )
        return
    facts = {
        "log": there if done.finished else here,
        "games": done.games,
        "events": done.events,
        "closed_for": done.closed_for,
        "notes": done.notes,
        "stays": STAYS,
    }
    _say(json, facts, [*done.notes, *_told(done, there)])


def _silent(sentence: str) -> None:
    """What programs are told, they are told at the end."""


def _told(done: Moved, there: str) -> list[str]:
    if not done.finished:
        return [NOT_YET]
    compared = f"Compared: {done.games} games with {done.events} events, and all roots are equal."
    opened = (
        f"The new store is open; its log is {there}. Start all processes with its settings now."
    )
    if done.closed_for is None:
        return [opened]
    closed = f"Nothing could be recorded for {done.closed_for:.2f} seconds."
    return [compared, *STAYS, closed, opened]


def _say(json: bool, facts: dict[str, object], sentences: list[str]) -> None:
    if json:
        print_json(facts)
        return
    for sentence in sentences:
        click.echo(sentence)
