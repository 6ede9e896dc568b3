"""Looking at a game: which position of it is shown, and to whom."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from threading import Lock
from typing import Any

from cachetools import LRUCache, cached
from flask import request

from api.http.problems import Problem
from api.http.stores import stores
from api.languages import language_of
from api.phrases import Phrases
from api.web.catalogue import gettext, language
from api.web.game import cache
from api.web.pages import holder_name
from api.web.session import Who, seat_of_request
from napoleon.log.errors import UnknownVersion
from napoleon.log.game import Game
from napoleon.log.recent import Recent
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import SPECTATOR
from napoleon.rules.phrases import Note, Phrase
from napoleon.rules.plain_views import label
from napoleon.rules.prose.storybook import Itself, Words, words_of
from napoleon.rules.terms import Decision
from napoleon.rules.views import Views
from projections import reading

_VERSION = re.compile("[1-9][0-9]{0,17}")

_BETWEEN = re.compile("(; |, |: )")
"""What stands between two words of a plain view."""

_ID = re.compile("[a-z0-9]+(_[a-z0-9]+)*")


@dataclass(frozen=True)
class Look:
    """A position of a game, and who looks at it."""

    newest: Game
    """The game as it stands now, which says what may be told of it."""
    shown: Game
    """The position that is looked at."""
    rules: Ruleset
    who: Who

    @property
    def past(self) -> bool:
        """Whether it is an earlier position than the newest one."""
        return self.shown.version < self.newest.version

    @property
    def public(self) -> bool:
        """Whether anybody may see what is shown."""
        return self.who.viewer == SPECTATOR

    @property
    def laid(self) -> bool:
        """Whether there is a table to look at."""
        return self.shown.state is not None

    @cached_property
    def key(self) -> tuple[object, ...]:
        """What is the same for all who are shown the same position in the same way.

        A log that was put back, say from a backup, may come to other positions of the same version,
        but not at the same time.
        """
        return self.shown.id, self.shown.version, self.shown.updated, self.past, self.who.viewer

    @cached_property
    def recent(self) -> Recent:
        """The events up to the position, newest first."""
        return stores().games.recent(self.shown)

    @cached_property
    def words(self) -> Words:
        """What the game is told in, in the reader's language."""
        return words_in(self.rules, language())

    @cached_property
    def phrases(self) -> Phrases:
        """What puts the phrases of the game into words."""
        return Phrases(self.rules, self.words)

    def name(self, holder: str) -> str:
        """What a seat, a share, a judge or a spectator is called."""
        return holder_name(holder, self.words.names)

    def called(self, of: Note) -> str:
        """What the game calls something: by its name as it stands alone, or what rules noted."""
        return self.phrases.called(of)

    def choice(self, of: str, told: str) -> str:
        """What may be chosen in a form, by what the game calls it; empty if it does not."""
        if of.isdecimal() and int(of) in self.rules.cards:
            card = int(of)
            return told.replace(self.rules.cards[card], self.words.cards[card])
        return self.called(told) if told else self.labelled(of)

    def labelled(self, of: str) -> str:
        """A word of an order or an event: by the name that the game has for it, or in words."""
        return self.phrases.labelled(of)

    def field(self, of: str) -> str:
        """A field of a view: one that is called like a card is told as a field."""
        words, titles = self.words, self.rules.storybook.named(language())
        if of in titles:
            return words.gettext(label(of))
        told = self.rules.storybook.said(words, label(of))
        if told != label(of) or (name := self.called(of)) == of:
            return told
        return name

    @cached(
        LRUCache(8192),
        key=lambda seen, text, *, fields=False: (Itself(seen.rules), language(), text, fields),
        lock=Lock(),
    )
    def plainly(self, text: str, *, fields: bool = False) -> str:
        """What a plain view says, which is ids, fields and values one after the other.

        All of them are fields in titles and above columns.
        """
        parts = [*_BETWEEN.split(text), ""]
        told = []
        for part, between in zip(parts[::2], parts[1::2], strict=True):
            if not _ID.fullmatch(part):
                told.append(self.called(part))
            elif fields or between == ": ":
                told.append(self.field(part))
            else:
                told.append(self.labelled(part))
            told.append(between)
        return "".join(told)

    def turn(self, number: int, name: str | None) -> str:
        """A turn as players call it: by its name if it has one, else by its number."""
        return self.told(name) if name else gettext("Turn %(turn)s", turn=number)

    def phase(self, of: str) -> str:
        """A phase by its name."""
        return self.rules.storybook.term(self.words, of)

    def told(self, text: Note) -> str:
        """What the rules ask, or call a turn, in the reader's language."""
        return told_in(self.rules, self.words, text)


def words_in(rules: Ruleset, code: str) -> Words:
    """What a game is told in, in a language, as far as it is translated."""
    return _words(rules, code)  # type: ignore[arg-type] # by identity


@lru_cache(maxsize=64)
def _words(rules: Any, code: str) -> Words:
    return words_of(rules, language_of(rules, code))


def told_in(rules: Ruleset, words: Words, text: Note) -> str:
    """What the rules ask, or call a turn, in the language of `words`."""
    if isinstance(text, Phrase):
        return words.told(text)
    return rules.storybook.asked.told(words.language, text)


def look(game_id: str) -> Look:
    """What the request looks at. Raises UnknownGame, UnknownVersion, UnknownRuleset, Problem."""
    games = stores().games
    game = games.open(game_id)
    at = version_asked("at", game.version)
    newest = Look(game, game, games.rules(game), seat_of_request(game))
    return newest if at is None else look_from(newest, at)


def look_from(seen: Look, at: int) -> Look:
    """Another position of the same game, as the same reader sees it; version `at` exists."""
    games, game, viewer = stores().games, seen.newest, seen.who.viewer
    shown = game
    if at < game.version:
        key = (game.id, at, game.version, game.updated, viewer)
        shown = cache.kept("position", key, lambda: games.seen_at(game.id, at, viewer))
    return replace(seen, shown=shown)


def version_asked(name: str, newest: int) -> int | None:
    """The version that `name` asks for in the address; None if it does not.

    Raises UnknownVersion for one that does not exist yet, Problem 422 for what is not a version.
    """
    asked = request.args.get(name)
    if not asked:
        return None
    if not _VERSION.fullmatch(asked):
        detail = "A version is a whole number from 1 on."
        entry = {"code": "BAD_VALUE", "where": "query", "pointer": f"/{name}", "detail": detail}
        raise Problem("BAD_QUERY", detail, errors=[entry])
    if int(asked) > newest:
        raise UnknownVersion(int(asked))
    return int(asked)


def asked(game: Game) -> list[Decision]:
    """What has to be decided in a position, and by whom."""
    key = (game.id, game.version, game.updated)
    return cache.kept("decisions", key, lambda: stores().games.decisions(game))


def views(seen: Look) -> Views | None:
    """What the reader may know of the position; None before the table is laid."""
    return cache.kept("views", seen.key, lambda: _views(seen, seen.shown))


def boards(seen: Look) -> dict[str, dict[str, Any]]:
    """The boards of the position by name, as the API serves them to its reader."""
    return cache.kept("boards", seen.key, lambda: reading.as_served(seen.shown, views(seen)))


def boards_at(seen: Look, version: int) -> dict[str, dict[str, Any]]:
    """The boards of another position for the same reader. Raises UnknownVersion."""
    position = stores().games.seen_at(seen.newest.id, version, seen.who.viewer)
    return reading.as_served(position, _views(seen, position))


def _views(seen: Look, position: Game) -> Views | None:
    return stores().games.views(position, seen.who.viewer, newest=seen.newest)
