"""What a position is drawn from: its boards, as their reader may see them, and where it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

import msgspec

from api.http.problems import Problem
from api.http.stores import stores
from api.matters import Matters, matters
from api.web.catalogue import gettext, language
from api.web.game.cache import kept
from api.web.game.changes import Changes, changes
from api.web.game.free_orders import FreeVerb, free_verbs
from api.web.game.looking import Look, boards, version_asked, views
from api.web.game.offers import Question, questions
from napoleon.log.turn_names import turn_called
from napoleon.rules.contract import Ruleset
from napoleon.rules.difference import KEYS
from napoleon.rules.endings import points, told
from napoleon.rules.picture.cards import CardFace
from napoleon.rules.picture.declared import Board
from napoleon.rules.picture.sides import Side
from napoleon.rules.plain_views import AREAS, OF_A_DRAWING, tables_of
from napoleon.rules.prose.storybook import Words
from napoleon.rules.tables import TextTable
from napoleon.rules.terms import VIEWS
from napoleon.rules.views import boards as boards_of
from projections.encoding import encode

MAP, ORDER_OF_BATTLE, VICTORY_TRACK, HAND = VIEWS

_ON_THE_PAGE = {"version", "turn", "phase", "turn_name", "seat", "result", AREAS, *OF_A_DRAWING}
"""What the page itself, or a table of its own, tells of a board."""


class Scene:
    """A position and what is new in it, assembled as far as it is asked for."""

    def __init__(self, seen: Look, since: int | None = None, moves: int | None = None) -> None:
        self.look = seen
        self.moves = moves
        """The version since which all moves are drawn on the map; None for the latest alone."""
        self.views = views(seen)
        """What the reader may know of the position; None before the table is laid."""
        self.changes: Changes | None = None
        if since not in (None, seen.shown.version):
            self.changes = changes(seen, boards(seen), since)

    @cached_property
    def turn(self) -> str:
        """The turn by its number and by its name if it has one, or as players call it else."""
        if self.views is None or not self.views.map.turn:
            return gettext("Before the first turn")
        if called := turn_called(self.look.shown, self.look.rules):
            return self.look.told(called)
        number = gettext("Turn %(turn)s", turn=self.views.map.turn)
        name = self.views.map.turn_name
        return f"{number}: {self.look.told(name)}" if name else number

    @cached_property
    def phase(self) -> str:
        """The phase in words; empty before the table is laid."""
        return "" if self.views is None else self.look.phase(self.views.map.phase)

    @cached_property
    def text(self) -> str:
        """Where in the game the position is, in a line."""
        return ", ".join(filter(None, (self.turn, self.phase)))

    @cached_property
    def ending(self) -> str:
        """How the game ended; empty while it runs."""
        result = self.look.shown.result
        if result is None:
            return ""
        winner = self.look.name(result.winner) if result.winner else ""
        stand = points(result, self.look.name)
        return told(winner, self.look.called(result.reason), self.look.words.language, stand)

    @cached_property
    def people(self) -> Mapping[str, str]:
        """What those at the table call themselves, by their seats.

        It may be changed and erased, so an earlier position never tells it.
        """
        return {} if self.look.past else stores().games.names_shown(self.look.newest.id)

    @cached_property
    def sides(self) -> Mapping[str, Side]:
        """The sides of the game by their ids, as far as it says how they are told apart."""
        return sides_of(self.look.rules, self.look.words)

    def looks_beside(self, seat: str) -> list[str]:
        """The looks of a side and of those who stand with it. Raises KeyError for no side."""
        camp = self.sides[seat].camp
        return [it.look for it in self.sides.values() if it.camp == camp]

    @cached_property
    def questions(self) -> list[Question]:
        """What the reader may decide now."""
        return questions(self.look, self.views)

    @cached_property
    def matters(self) -> Matters:
        """What waits for the reader beside the table; nothing in an earlier position."""
        if self.look.past:
            return Matters()
        return matters(stores().games, self.look.newest, self.look.who.actor)

    @cached_property
    def unasked(self) -> list[FreeVerb]:
        """The verbs that the reader may use without being asked."""
        return free_verbs(self.look)

    @property
    def waits(self) -> bool:
        """Whether something waits for the reader: a decision, an offer, a matter beside the table.

        A judge may decide instead of a seat, but is not waited for.
        """
        asked = any(not it.acts_for for it in self.questions)
        return asked or any(it.offered for it in self.unasked) or bool(self.matters)

    @property
    def title(self) -> str:
        """What a tab with the position is called, which begins with whether the reader is asked."""
        where = ", ".join(filter(None, (self.turn, self.phase)))
        title = f"{self.look.rules.title}: {where}"
        return gettext("Your turn: %(title)s", title=title) if self.waits else title

    @cached_property
    def chosen(self) -> frozenset[str]:
        """Ids of the areas and roads that the reader's orders can be about."""
        return frozenset(
            place for it in self.questions for offer in it.offers for place in offer.places
        )

    @cached_property
    def _tables(self) -> list[TextTable]:
        return [] if self.views is None else self.look.rules.tables(self.views, self.look.words)

    def tables(self, board: str) -> list[TextTable]:
        """The tables about a board; if its game declares none, whatever there is to tell."""
        declared = [it for it in self._tables if it.board == board and not it.on]
        return declared or self.rest(board)

    @cached_property
    def cards(self) -> list[CardFace]:
        """The cards that the reader may see in hands."""
        pictures = self.look.rules.pictures
        if pictures is None or self.views is None:
            return []
        return pictures.cards(self.views, self.look.words)

    @cached_property
    def boards(self) -> list[tuple[Board, list[TextTable]]]:
        """The boards beside the map, each with its tables; most games have none."""
        pictures = self.look.rules.pictures
        if pictures is None or self.views is None:
            return []
        return [
            (board, [table for table in self._tables if table.on == board.id])
            for board in pictures.boards(self.views, self.look.words)
        ]

    def rest(self, board: str) -> list[TextTable]:
        """What a board tells besides its pieces and cards, in plain tables."""
        if self.views is None:
            return []
        shown = boards_of(0, self.views)[board]
        drawn = {name: () for name in (AREAS, *OF_A_DRAWING) if hasattr(shown, name)}
        rest = encode(msgspec.structs.replace(shown, version=0, **drawn))
        # From order to order it hardly changes, so it is told once for what it says.
        rules = self.look.rules
        key = (rules.name, rules.version, rules.pack_hash, language(), board, rest)
        return kept("rest", key, lambda: self._told_plainly(board, msgspec.json.decode(rest)))

    def _told_plainly(self, board: str, fields: Mapping[str, Any]) -> list[TextTable]:
        told_plainly = {
            name: _without_cards(_keys_first(value)) if name == "hands" else _keys_first(value)
            for name, value in fields.items()
            if name not in _ON_THE_PAGE
        }
        return [self._in_words(board, *it) for it in tables_of(board, told_plainly)]

    def _in_words(
        self, board: str, title: str, columns: Iterable[str], rows: Iterable[Iterable[str]]
    ) -> TextTable:
        """A plain table with everything in it in the reader's language."""
        plainly = self.look.plainly
        told = plainly(title, fields=True)
        return TextTable(
            told[:1].upper() + told[1:],
            tuple(plainly(it, fields=True) for it in columns),
            tuple(tuple(map(plainly, row)) for row in rows),
            board=board,
        )


def sides_of(rules: Ruleset, words: Words) -> Mapping[str, Side]:
    """The sides of a game by their ids, as far as it says how they are told apart."""
    pictures = rules.pictures
    return {} if pictures is None else {it.id: it for it in pictures.called(words)}


def scene(seen: Look) -> Scene:
    """What the request looks at, with what is new since the version that it asks about.

    ``moves`` asks in the same way for all moves since a version.

    Raises UnknownVersion, and Problem 422 for a version that is later than what is looked at.
    """
    since = version_asked("since", seen.newest.version)
    if since is not None and since > seen.shown.version:
        detail = gettext("What is new is asked for since an earlier version.")
        raise Problem("BAD_QUERY", detail)
    return Scene(seen, since, version_asked("moves", seen.newest.version))


def _keys_first(value: Any) -> Any:
    """Records with the field that names each of them in front; anything else as it is."""
    if not isinstance(value, list) or not all(isinstance(it, dict) for it in value):
        return value
    return [{**{key: it[key] for key in KEYS if key in it}, **it} for it in value]


def _without_cards(hands: Any) -> Any:
    """Hands of which only the sizes are told: cards that can be read are shown as such."""
    if not isinstance(hands, list):
        return hands
    return [{name: it for name, it in hand.items() if name != "cards"} for hand in hands]
