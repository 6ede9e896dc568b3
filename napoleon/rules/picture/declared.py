"""What a game declares for drawing: its map, the chart of the way to victory, its cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from napoleon.rules.battles import Battles
from napoleon.rules.picture.cards import CardFace
from napoleon.rules.picture.chart import Chart
from napoleon.rules.picture.legend import Key
from napoleon.rules.picture.mini import Cut, Mini, mini
from napoleon.rules.picture.model import Picture, Trail
from napoleon.rules.picture.score import Score
from napoleon.rules.picture.sides import Side
from napoleon.rules.picture.tally import Tally
from napoleon.rules.picture.trails import NOWHERE, Moves
from napoleon.rules.prose.language import Language
from napoleon.rules.prose.storybook import PLAINLY, Words
from napoleon.rules.views import Views

V = TypeVar("V", bound=Views)
"""The views of a game."""

TURN, COMBAT = "turn", "combat"
"""What a mark on the line of time stands for."""


class Board(NamedTuple):
    """A board that lies beside the map while it is in play, such as that of a battle.

    Tables that tell of it name its `id` in `napoleon.rules.tables.TextTable.on`.
    """

    id: str
    title: str
    picture: Picture


def no_cards(words: Words) -> Sequence[CardFace]:
    """The game has no cards."""
    return ()


def no_boards(views: Views, words: Words) -> Sequence[Board]:
    """The map is the only board."""
    return ()


def no_scores(views: Views, language: Language) -> Sequence[Score]:
    """Nothing is counted."""
    return ()


def everything(views: Views) -> object:
    """Whatever is on the boards may be on the map."""
    return views


def as_told(views: Views, trail: Trail) -> Trail:
    """Events call places what the map calls them."""
    return trail


def no_measures(views: Views, words: Words) -> Sequence[Chart]:
    """Victory has one measure."""
    return ()


def no_key(words: Words) -> Key:
    """Nothing needs a word."""
    return Key()


def no_tally(views: Views, words: Words) -> Tally | None:
    """Victory has a chart, or nothing that is counted for each side."""
    return None


class Pictures(NamedTuple, Generic[V]):
    """What a game has to show. All of it is drawn from views, so nobody sees too much.

    What it says is told in the language of the words that it is handed.
    """

    marks: Mapping[str, str]
    """The kind of mark, `TURN` or `COMBAT`, that events of these topics get on the line of time."""
    sides: Sequence[Side]
    """The sides of the game, and how they are told apart."""
    paper: Callable[[Words], Picture]
    """The map before the table is laid, without any places."""
    picture: Callable[[V, Words], Picture]
    """The map of a position."""
    chart: Callable[[V, Words], Chart | None]
    """The way to victory so far; None in a game that has none to show."""
    cards: Callable[[V, Words], list[CardFace]]
    """The cards that the reader may see, hand by hand."""
    boards: Callable[[V, Words], Sequence[Board]] = no_boards
    """The boards beside the map, in a stable order and each under an id of its own."""
    measures: Callable[[V, Words], Sequence[Chart]] = no_measures
    """The charts of further measures of victory, where there are more than one."""
    moves: Moves = NOWHERE
    """The events that pieces leave a trail on the map by."""
    located: Callable[[V, Trail], Trail | None] = as_told
    """A trail on the map of a position, where events call places differently; None if it is on none
    of it."""
    battles: Battles | None = None
    """The events that make up a battle, and how it is told; None in a game without any."""
    scores: Callable[[V, Language], Sequence[Score]] = no_scores
    """The score against its goal, in as few lines as will do, in a language."""
    cut: Cut = Cut()
    """What of the map is shown where it is no larger than a tile."""
    deck: Callable[[Words], Sequence[CardFace]] = no_cards
    """All cards of the game as they are printed, which anybody may know; nobody holds them."""
    tally: Callable[[V, Words], Tally | None] = no_tally
    """What counts for each side, and lies open to everybody, in a game that has no chart. What it
    comes to at the ends of turns shows how the game went."""

    shows: Callable[[V], object] = everything
    """What of the boards is on the map, except in its caption: where that is equal, maps are."""
    key: Callable[[Words], Key] = no_key
    """What the signs of its pieces and places mean, and the letters and numbers on them."""

    def called(self, words: Words) -> Sequence[Side]:
        """The sides by their names in the language of `words`."""
        return [replace(it, name=words.name(it.id)) for it in self.sides]

    def map(
        self, views: V | None, trails: tuple[Trail, ...] = (), words: Words = PLAINLY
    ) -> Picture:
        """The map; before the table is laid there are no views, and only its paper.

        `trails` show on it where pieces have just gone, which views do not tell.
        """
        if views is None:
            return self.paper(words)
        found = (self.located(views, it) for it in trails)
        return replace(self.picture(views, words), trails=tuple(it for it in found if it))

    def mini(self, views: V | None, words: Words = PLAINLY) -> Mini:
        """The map of a position as it stands on a tile; it has no words, whatever the language."""
        return mini(self.map(views, (), words), self.cut)

    def drawn(
        self,
        views: V | None,
        board: str = "",
        trails: tuple[Trail, ...] = (),
        words: Words = PLAINLY,
    ) -> Picture | None:
        """The picture of a board, of the map without one; None if no such board lies there."""
        if not board:
            return self.map(views, trails, words)
        found = () if views is None else self.boards(views, words)
        return next((it.picture for it in found if it.id == board), None)
