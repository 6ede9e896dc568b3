"""``napoleon log``: the journal of a game, and why a number is what it is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import click

from api.command_line.output import as_json, print_json
from api.command_line.stores import local_games, position, viewer
from api.command_line.tables import console, print_table
from api.languages import LANGUAGES, SOURCE, language_of
from napoleon.log.errors import UnknownVersion
from napoleon.log.game import Game
from napoleon.log.journal import Narrator, events, narrator
from napoleon.log.levels import LEVELS, STORY
from napoleon.log.story import story, story_text
from napoleon.log.turn_names import with_turn_names
from napoleon.play.games import Games
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import SPECTATOR, Event

EVENTS, ENTRIES, TEXT = FORMS = ("events", "entries", "text")
"""How what happened is told."""


@click.command()
@click.argument("game")
@click.option("--at", type=click.IntRange(min=1), help="Last version to tell; all by default.")
@click.option("--seat", default=SPECTATOR, help="Whose view: a seat, spectator or referee.")
@click.option(
    "--level",
    type=click.Choice(LEVELS),
    default=STORY,
    help="Tell what counts (story), also what was undone (play), or everything (full).",
)
@click.option(
    "--form",
    type=click.Choice(FORMS),
    help="The story as paragraphs (text, or entries as JSON), or event by event (events).",
)
@click.option("--language", type=click.Choice(LANGUAGES), default=SOURCE, help="Of the paragraphs.")
@click.option("--explain", type=click.IntRange(min=1), help="Explain the event of this version.")
@as_json
def log(
    game: str,
    at: int | None,
    seat: str,
    level: str,
    form: str | None,
    language: str,
    explain: int | None,
    json: bool,
) -> None:
    """Tell the journal of GAME, or explain one of its events.

    What counts is told as a story. Other levels are told event by event, and so is JSON unless
    --form says otherwise.
    """
    form = form or (TEXT if level == STORY and not json else EVENTS)
    if form != EVENTS and level != STORY:
        raise click.BadParameter("Only the story is told like that.", param_hint="--form")
    with local_games() as games:
        now = games.open(game)
        who = viewer(now, seat)
        rules = games.rules(now)
        if explain is not None:
            event, tells = _event(games, now, explain), narrator(now, who, rules)
            answer = explained(event, rules, tells)
            answer["undone"] = not tells.counts(event)
            answer["words"] = tells.words(event, games.recorder.texts(game))
            answer["same_order"] = [
                explained(it, rules, tells) for it in _numbers_beside(games, event)
            ]
            if json:
                print_json(answer)
            else:
                _explain(answer)
            return
        then = position(games, game, at)
        if form != EVENTS:
            spoken = language_of(rules, language)
            entries = story(games, then, now.viewer(who), rules, spoken)
            if json or form == ENTRIES:
                print_json(entries)
            else:
                click.echo(story_text(entries, spoken), nl=False)
            return
        told, tells = list(events(games, then, level)), narrator(now, who, rules, then)
        in_turns = with_turn_names(games, then, rules, list(map(tells.entry, told)))
    if json:
        print_json([{**tells.redacted(it), "undone": not tells.counts(it)} for it in told])
        return
    print_table(
        f"Journal of {game}",
        ("version", "turn", "phase", "what happened"),
        (
            (
                it.version,
                it.turn_name or it.turn,
                it.phase,
                f"(undone) {it.text}" if it.undone else it.text,
            )
            for it in in_turns
        ),
    )


def explained(event: Event, rules: Ruleset, tells: Narrator) -> dict[str, Any]:
    """An event as data, told in a sentence, with the texts of its clauses.

    `total` is the sum of its breakdown, None if there is none to read; `sums` are that and the
    other numbers that lines explain.
    """
    answer, sums = tells.redacted(event), tells.sums(event, rules.numbers)
    lines = answer.get("breakdown")
    because = (line["clause"] for it in sums for line in it["lines"] or ())
    cited = dict.fromkeys([*answer["clauses"], *because])
    return {
        **answer,
        "total": None if lines is None else sum(line["amount"] for line in lines),
        "sums": sums,
        "told": tells.text(event),
        "texts": {clause: rules.clause(clause) for clause in cited if clause},
    }


def _event(games: Games, game: Game, version: int) -> Event:
    found = games.history(game.id, after=version - 1, limit=1)
    if not found:
        raise UnknownVersion(version)
    return found[0]


def _numbers_beside(games: Games, event: Event) -> list[Event]:
    """The other numbers of the order of `event`: what was drawn, and what was worked out."""
    if not event.order_id:
        return []
    others = (it for it in games.history(event.game) if it.order_id == event.order_id)
    return [it for it in others if it.version != event.version and (it.drawn or it.worked_out)]


def _explain(answer: dict[str, Any]) -> None:
    out = console()
    out.print(f"{answer['version']} ({answer['type']}): {answer['told']}", markup=False)
    for text in answer["words"]:
        out.print(f"In their words: {text}", markup=False)
    for number in answer["sums"]:
        which = f" ({number['of']})" if len(answer["sums"]) > 1 and number["of"] else ""
        if number["lines"] is None:
            out.print(f"The breakdown{which} is hidden from this seat until the game is over.")
            continue
        lines = [(x["amount"], x["clause"], x["note"]) for x in number["lines"]]
        rows = [*lines, (number["total"], "", "in all")]
        print_table(f"Why{which}", ("amount", "clause", "note"), rows)
    if answer["same_order"]:
        columns = ("version", "amount", "clause", "what happened")
        print_table("In the same order", columns, chain(*map(_rows, answer["same_order"])))
    texts = dict(chain(*(it["texts"].items() for it in (answer, *answer["same_order"]))))
    print_table("Clauses", ("clause", "text"), texts.items())


def _rows(answer: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """An event in a table, and the lines of its number below it."""
    yield answer["version"], answer["total"], ", ".join(answer["clauses"]), answer["told"]
    for number in answer["sums"]:
        for line in number["lines"] or ():
            yield None, line["amount"], line["clause"], line["note"]
