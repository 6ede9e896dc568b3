"""Events as the API shows them, on every channel alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from napoleon.log.game import Game
from napoleon.log.journal import Narrator, narrator
from napoleon.play.games import Games
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import Event

Presenter = Callable[[Event], dict[str, Any]]


def presenter(games: Games, game: Game, seat: str) -> Presenter:
    """A function that presents events of `game` as `seat` may see them at its version.

    An event is presented as data, with the sentence that tells it, and with whether a rewind has
    undone it.
    """
    return partial(presented, narrator(game, seat, games.rules(game)))


def presented(tells: Narrator, event: Event) -> dict[str, Any]:
    """One event as it is presented."""
    entry = tells.entry(event)
    return {**tells.redacted(event), "text": entry.text, "undone": entry.undone}


def aspect(game: Game) -> tuple[Any, ...]:
    """What decides, in a position, how an event before it is presented to a reader.

    Positions of a game in which it is the same present it with the same bytes.
    """
    return game.over, game.faded, tuple(game.rewinds)


def explained(tells: Narrator, event: Event, rules: Ruleset) -> dict[str, Any]:
    """One event as it is presented, with its sums line by line, and the texts of its clauses."""
    body, sums = presented(tells, event), tells.sums(event, rules.numbers)
    lines = body.get("breakdown")
    cited = [*body["clauses"], *(it["clause"] for each in sums for it in each["lines"] or ())]
    return {
        **body,
        "total": None if lines is None else sum(line["amount"] for line in lines),
        "sums": sums,
        "texts": clause_texts(cited, rules),
    }


def clause_texts(clauses: list[str], rules: Ruleset) -> list[dict[str, str]]:
    """Clauses with their texts, each once; without those that the rules do not have."""
    texts = {clause_id: rules.clause(clause_id) for clause_id in clauses}
    return [{"id": key, "text": text} for key, text in texts.items() if text is not None]
