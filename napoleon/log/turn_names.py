"""What players call turns, where that is not their number in the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from napoleon.log.branches import is_on, path
from napoleon.log.game import Game
from napoleon.log.game_log import GameLog
from napoleon.log.journal import Entry
from napoleon.rules.contract import Ruleset
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.storybook import by_number, words_of


def turn_called(game: Game, rules: Ruleset) -> str:
    """What the turn is called in which a game stands, in English; empty if it goes by its number.

    `Storybook.asked` tells it in other languages.
    """
    return "" if game.state is None else rules.storybook.turn_called(game.state)


def turn_names(
    log: GameLog, game: Game, rules: Ruleset, told: Iterable[tuple[int, int]]
) -> dict[int, str]:
    """What the turns are called in which things happened, in English, by the versions of those.

    `told` are versions, each with the number of its turn. Nothing is looked for where players count
    as the log does, and no farther back than to where the earliest of these turns began.
    """
    book, words = rules.storybook, words_of(rules, ENGLISH)
    if book.turn_name is by_number:
        return {}
    waiting = {version: turn for version, turn in told if turn}
    # A turn that was begun again after a rewind may have another name.
    paths = {it: path([r for r in game.rewinds if r[0] <= it], it) for it in waiting}
    names: dict[int, str] = {}
    if not waiting:
        return names
    for event in log.backwards(game.id, max(waiting)):
        if name := book.turn_name(words, event):
            for version, turn in list(waiting.items()):
                begun = event.version <= version and is_on(paths[version], event.version)
                if begun and event.turn == turn:
                    names[version] = name
                    del waiting[version]
        if not waiting:
            break
    return names


def with_turn_names(
    log: GameLog, game: Game, rules: Ruleset, entries: Sequence[Entry]
) -> list[Entry]:
    """The same entries with what their turns are called, see `turn_names`."""
    names = turn_names(log, game, rules, ((it.version, it.turn) for it in entries if it.phase))
    return [it._replace(turn_name=names.get(it.version, "")) for it in entries]
