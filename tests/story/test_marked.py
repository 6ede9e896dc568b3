"""A language that marks whatever is translated: nothing that players read of a board, or at the
head of a bundle's story, stands outside of a mark, but for names and the clauses of rules.

The language translates nothing that is not in a template of the catalogues, so a text that `make
messages` does not find is found here.
"""

from __future__ import annotations

import gettext as standard
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from babel.messages.pofile import read_po

from api.command_line.play import play_on
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.record.story import facts
from napoleon.rules.bots import RandomBot
from napoleon.rules.contract import Ruleset, installed
from napoleon.rules.events import SPECTATOR
from napoleon.rules.prose.language import HOUSE, Language
from napoleon.rules.prose.storybook import Words, words_of
from napoleon.rules.viewer import Viewer
from tests.core.play import Clock
from tests.rulesets.entrants import Entrant
from tests.stores import embedded

GAMES = {
    "1815": ("napoleon1815", "campaign", 3, {}),
    "1815 in fog": ("napoleon1815", "campaign", 2, {"rules": "grognard"}),
    "columbia": ("napoleon_columbia", "historical", 5, {"players": 3}),
    "empire": ("napoleonic_empire", "europe", 3, {"commanders": True, "divided_russia": True}),
}

BETWEEN = 7
"""From how many versions the boards of one are read."""

OPENED, CLOSED = "⟦", "⟧"

CLAUSE = re.compile(r"\[[A-Z0-9][A-Z0-9.\-a-z]*\]")
"""A clause of the digest, which has one name in all languages."""

WORD = re.compile(r"[^\W\d_]{2,}")


class Marking(standard.NullTranslations):
    """Marks the texts of some templates, and leaves all others as they are."""

    def __init__(self, texts: frozenset[str]) -> None:
        super().__init__()
        self.known = texts

    def gettext(self, message: str) -> str:
        return f"{OPENED}{message}{CLOSED}" if message in self.known else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        text = msgid1 if n == 1 else msgid2
        return f"{OPENED}{text}{CLOSED}" if msgid1 in self.known else text


def marking(rules: Ruleset) -> Language:
    found: set[str] = set()
    assert rules.storybook.locale is not None
    for folder in (HOUSE, rules.storybook.locale):
        with (folder / "story.pot").open("rb") as file:
            messages = [it.id for it in read_po(file) if it.id]
        found |= {it if isinstance(it, str) else it[0] for it in messages}
    return Language("xx", Marking(frozenset(found)))


def outside(text: str) -> str:
    """What of a text lies in no mark."""
    depth, left = 0, []
    for char in text:
        if char == OPENED:
            depth += 1
        elif char == CLOSED:
            depth -= 1
        elif not depth:
            left.append(char)
    assert depth == 0, text
    return "".join(left)


def words_left(text: str, names: list[str]) -> list[str]:
    """The words outside of marks that belong to no name and to no clause."""
    left = CLAUSE.sub(" ", outside(text))
    for name in names:
        left = left.replace(name, " ")
    return WORD.findall(left)


@pytest.fixture(scope="module", params=GAMES)
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Games, Game]:
    name, scenario, turn, options = GAMES[request.param]
    env = embedded(tmp_path_factory.mktemp("marked"))
    entropy = Random(1815).randbytes
    games = Games(env, rulesets={name: installed()[name]}, clock=Clock(), entropy=entropy)
    begun = games.create(name, scenario, options, referee=True).game
    return games, play_on(games, begun, RandomBot(6), turn)


def names_that_stay(games: Games, game: Game) -> list[str]:
    """Names of areas, blocks and cards of Napoléon 1815, the longest first.

    Of the other games only those stay that are the same in all languages: towns and commanders.
    """
    rules = games.rules(game)
    if rules.name == "napoleon_columbia":
        towns = (it.name for it in rules.pack.towns.values())
        return sorted([*towns, "Wellington", "Blücher"], key=len, reverse=True)
    if rules.name != "napoleon1815":
        return ["Gebhard von Blücher", "Wellington", "Blücher", "Davout", "Lannes"]
    sides = {rules.names[it] for it in ("french", "allied", "anglo_dutch", "prussian")}
    names = {*rules.names.values(), *rules.cards.values()} - sides
    return sorted(names, key=len, reverse=True)


def told(games: Games, game: Game, reader: str, language: Language) -> Iterator[str]:
    """Every text of the tables; ids of rows lead somewhere, and are not read."""
    shown = games.views(game, reader)
    assert shown is not None
    rules = games.rules(game)
    yield from texts_of(rules, shown, words_of(rules, language))


def texts_of(rules: Ruleset, shown: Any, words: Words) -> Iterator[str]:
    """Every text of the tables of some views."""
    for table in rules.tables(shown, words):
        yield table.title
        yield from table.columns
        yield from (cell for row in table.rows for cell in row if isinstance(cell, str) and cell)
        yield from table.note.splitlines()


def test_every_text_of_the_boards_is_translated(played: tuple[Games, Game]) -> None:
    games, game = played
    language, names = marking(games.rules(game)), names_that_stay(games, game)
    for reader in (*game.created.seats, SPECTATOR, "referee"):
        texts = list(told(games, game, reader, language))
        assert len([it for it in texts if OPENED in it]) > 40
        assert {it: left for it in texts if (left := words_left(it, names))} == {}


def test_every_text_of_the_boards_was_translated_on_the_way(played: tuple[Games, Game]) -> None:
    """In the midst of a turn the boards say what they do not say at its end."""
    games, game = played
    rules = games.rules(game)
    entrant, words = Entrant(rules, None, None), words_of(rules, marking(rules))
    names, state, untold = names_that_stay(games, game), None, set()
    for version, event in enumerate(games.history(game.id)):
        state = entrant.moved(state, event)
        if version % BETWEEN == 0 and state is not None:
            views = rules.view(state, Viewer("referee")).at(version)
            untold |= {it for it in texts_of(rules, views, words) if words_left(it, names)}
    assert untold == set()


def test_every_fact_at_the_head_of_a_story_is_translated(played: tuple[Games, Game]) -> None:
    """All but the id of the game, its title and the hash of its data."""
    games, game = played
    rules = games.rules(game)
    for reader in (*game.created.seats, SPECTATOR, "referee"):
        head = facts(games, game.id, reader, marking(rules))
        stay = {"Game": game.id, "Rules": rules.title, "Data": game.created.pack}
        assert len(head) == 8
        for name, value in head.items():
            assert words_left(value.replace(stay.get(name, "\0"), ""), []) == [], name


@pytest.mark.parametrize("text", ["Order of battle", "⟦Order⟧ of battle", "⟦turn⟧ [VIC.1] why"])
def test_a_text_outside_of_marks_is_found(text: str) -> None:
    assert words_left(text, [])


@pytest.mark.parametrize("text", ["⟦a ⟦b⟧ c⟧", "+4 ⟦France⟧ [REINF.1]", "Ligny", "3"])
def test_what_is_marked_or_stays_is_not(text: str) -> None:
    assert words_left(text, ["Ligny"]) == []
