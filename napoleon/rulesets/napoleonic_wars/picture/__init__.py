"""The pictures of the game: Europe, the boards beside it, and the faces of cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from napoleon.rules.picture.chart import Chart
from napoleon.rules.picture.declared import COMBAT, TURN, Pictures
from napoleon.rules.picture.mini import Cut
from napoleon.rules.picture.tally import Count, Tally
from napoleon.rules.picture.trails import Moves, Step
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.napoleonic_wars.battles_told import BATTLES
from napoleon.rulesets.napoleonic_wars.events.battles import BattleBegan
from napoleon.rulesets.napoleonic_wars.events.impulses import ImpulseBegan
from napoleon.rulesets.napoleonic_wars.events.marches import ForceMoved
from napoleon.rulesets.napoleonic_wars.events.meetings import ForceShifted
from napoleon.rulesets.napoleonic_wars.events.turn_end import TurnBegan
from napoleon.rulesets.napoleonic_wars.names import LETTERS, called
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.picture.boards import boards
from napoleon.rulesets.napoleonic_wars.picture.cards import cards, deck
from napoleon.rulesets.napoleonic_wars.picture.map import (
    ACROSS,
    BOX,
    CUT,
    DOWN,
    key,
    paper,
    picture,
    shows,
    sides_of,
)
from napoleon.rulesets.napoleonic_wars.views import WarsViews

MOVES = Moves(
    steps={
        ForceMoved.topic: lambda told: Step(told["nation"], told["start"], told["space"], True),
        ForceShifted.topic: lambda told: Step(told["nation"], told["start"], told["space"], False),
    },
    begins=frozenset({ImpulseBegan.topic}),
    ends=frozenset(),
)
"""Where forces have gone in the latest impulse."""

MARKS = {TurnBegan.topic: TURN, BattleBegan.topic: COMBAT}


def no_chart(views: WarsViews, words: Words) -> Chart | None:
    """None: more than two seats may have points, see the track of keys."""
    return None


def points(pack: Pack, views: WarsViews, words: Words) -> Tally | None:
    """The points that each player would have if the game ended now [5.81]."""
    track = views.victory_track
    seats = sorted(track.standings, key=lambda it: track_order(pack, it.powers))
    return Tally(
        words.gettext("Points"),
        tuple(
            Count(called(words, it.seat), pack.looks[first].look, it.points, LETTERS[first])
            for it in seats
            for first in it.powers[:1]
        ),
    )


def track_order(pack: Pack, powers: Sequence[str]) -> int:
    """Where the first power of a seat stands on the track."""
    return min((pack.track.index(it) for it in powers), default=0)


def pictures_of(pack: Pack) -> Pictures[WarsViews]:
    """The pictures of the game with one data pack."""
    return Pictures(
        MARKS,
        sides_of(pack),
        partial(paper, pack),
        partial(picture, pack),
        no_chart,
        cards,
        deck=partial(deck, pack),
        boards=partial(boards, pack),
        moves=MOVES,
        battles=BATTLES,
        tally=partial(points, pack),
        cut=Cut(CUT, mark=11),
        shows=shows,
        key=key,
    )


__all__ = ["ACROSS", "BOX", "DOWN", "pictures_of"]
