"""Commands that look: where the game stands, what happened and why, and what may be done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from api.commands.answers import Answer
from api.commands.speaker import Outcome, Speaker
from api.phrases import Phrases
from api.reading import Reading
from napoleon.log.branches import path
from napoleon.log.journal import narrator
from napoleon.rules.orders import Refusal
from napoleon.rules.picture.score import Score
from napoleon.rules.prose.chronicle import capital
from napoleon.rules.prose.storybook import signed
from napoleon.rules.tables import TextTable
from projections.turns import phases

MOST_TOLD = 200
"""How many paragraphs of the story are told at once, the newest ones."""

_MAP, _HAND, _ARMIES, _TRACK = "map", "hand", "order-of-battle", "victory-track"


def status(speaker: Speaker) -> Answer:
    """Where the game stands, the score, and who it waits for."""
    reading = speaker.reading
    told = [reading.stands, *(_score(it) for it in reading.scores)]
    told += [it.text for it in reading.questions]
    told += [it.text for it in reading.matters]
    told += reading.due
    tables = tuple(it for it in reading.tables if it.board in (_ARMIES, _TRACK) and it.rows)
    return speaker.answer(reading.gettext("Status"), *told, tables=tables)


def show_map(speaker: Speaker, turn: str) -> Outcome:
    """The map, also of an earlier turn."""
    reading = speaker.reading
    if turn:
        found = _version_of_turn(reading, int(turn))
        if found is None:
            return Refusal("UNKNOWN_TURN", "", "The game has not come to the end of that turn.")
        reading = reading.at(found)
    title = reading.gettext("The map at version %(version)s", version=reading.game.version)
    tables = tuple(it for it in reading.tables if it.board == _MAP and it.rows)
    return speaker.answer(title, reading.stands, tables=tables, picture_of=reading.game.version)


def history(speaker: Speaker, first: str, last: str) -> Answer:
    """The story of the game, all of it or from one version to another."""
    reading = speaker.reading
    entries = reading.story(int(first or 1) - 1, int(last) if last else None)
    told = [
        f"{it.first}-{it.last}: {text}" if it.last > it.first else f"{it.first}: {text}"
        for it, text in zip(entries, reading.paragraphs(entries), strict=True)
    ]
    left = len(told) - MOST_TOLD
    note = (
        [reading.gettext("Only the newest %(num)s paragraphs are told.", num=MOST_TOLD)]
        if left > 0
        else []
    )
    return speaker.answer(reading.gettext("History"), *note, listed=tuple(told[-MOST_TOLD:]))


def explain(speaker: Speaker, version: str) -> Outcome:
    """One event: its sentence, its sum line by line, and the clauses that it rests on."""
    reading, number = speaker.reading, int(version)
    if not 1 <= number <= reading.game.version:
        return Refusal("UNKNOWN_VERSION", "", "The game has no such version.")
    [event] = reading.games.history(reading.game.id, after=number - 1, limit=1)
    tells = narrator(reading.game, reading.viewer, reading.rules).speaking(
        reading.rules, reading.words
    )
    told = [tells.entry(event).text]
    sums = tells.sums(event, reading.rules.numbers)
    for it in sums:
        told += _summed(reading, it, alone=len(sums) == 1)
    cited = [
        *tells.redacted(event)["clauses"],
        *(line["clause"] for it in sums for line in it["lines"] or ()),
    ]
    texts = tuple(
        f"{clause}: {' '.join(text.split())}"
        for clause in dict.fromkeys(cited)
        if (text := reading.rules.clause(clause)) is not None
    )
    title = reading.gettext("Event %(version)s", version=number)
    return speaker.answer(title, *told, listed=texts)


def _summed(reading: Reading, number: dict[str, Any], *, alone: bool) -> Iterator[str]:
    """A number line by line with its total; which one it is, if there are others."""
    if number["lines"] == []:
        return
    phrases = Phrases(reading.rules, reading.words)
    if not alone and number["of"]:
        which = capital(phrases.labelled(number["of"]))
        yield reading.words.language.polished(f"{which}:")
    if number["lines"] is None:
        yield reading.gettext(
            "How the number comes about is hidden from you until the game is over."
        )
        return
    for line in number["lines"]:
        because = phrases.called(line["note"])
        yield f"{signed(line['amount'])} {because} [{line['clause']}]"
    yield reading.gettext("Total: %(total)s", total=signed(number["total"]))


def hand(speaker: Speaker) -> Answer:
    """The cards in hand."""
    reading = speaker.reading
    tables = tuple(it for it in reading.tables if it.board == _HAND)
    return speaker.answer(reading.gettext("Cards"), tables=tables)


def orders(speaker: Speaker) -> Answer:
    """Every legal order."""
    reading = speaker.reading
    title = reading.gettext("What you may do")
    if not reading.questions and not reading.matters:
        return speaker.answer(title, reading.gettext("You are not asked anything now."))
    told = tuple(f"{it.text} [{it.clause}]" for it in reading.questions)
    rows = tuple((offer.line, offer.words) for it in reading.questions for offer in it.offers)
    columns = (reading.gettext("line"), reading.gettext("what it does"))
    table = TextTable(reading.gettext("Orders"), columns, rows)
    lines = tuple(line for it in reading.matters for line in it.commands)
    told += (*(it.text for it in reading.matters), *reading.due)
    return speaker.answer(title, *told, tables=(table,) if rows else (), lines=lines)


def _score(score: Score) -> str:
    return f"{score.label}: {score.value} ({score.low} \N{EN DASH} {score.high}). {score.words}"


def _version_of_turn(reading: Reading, turn: int) -> int | None:
    """The last version of a turn in what counts; None if the game has not come to its end."""
    game = reading.game
    events = reading.games.history(game.id, upto=game.version)
    ends = [
        it.version for it in phases(events, path(game.rewinds, game.version)) if it.turn == turn
    ]
    return ends[-1] if ends else None
