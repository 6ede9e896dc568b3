"""What the game has to show: its fields, the cards of a hand, ways, and quiet turns."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from napoleon.rules.picture.chart import Chart
from napoleon.rules.picture.declared import COMBAT, TURN, Pictures
from napoleon.rules.picture.mini import Cut
from napoleon.rules.picture.model import Trail
from napoleon.rules.picture.score import Score
from napoleon.rules.picture.tally import Count, Tally
from napoleon.rules.picture.trails import Moves, Step, Told
from napoleon.rules.prose.language import Language, noted
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.eagles_waterloo.battles_told import BATTLES
from napoleon.rulesets.eagles_waterloo.events.combat import CardShocked
from napoleon.rulesets.eagles_waterloo.events.moves import (
    CardMoved,
    CardSentBack,
)
from napoleon.rulesets.eagles_waterloo.events.turn import TurnStarted
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack
from napoleon.rulesets.eagles_waterloo.picture.cards import SIDES, cards, deck
from napoleon.rulesets.eagles_waterloo.picture.fields import key, paper, picture
from napoleon.rulesets.eagles_waterloo.sides import BRITISH, FRENCH, PRUSSIAN
from napoleon.rulesets.eagles_waterloo.views import EaglesViews
from napoleon.rulesets.eagles_waterloo.views.order_of_battle import ArmyView

_IN_PLAY: Mapping[str, str] = {
    FRENCH: noted("French in play"),
    BRITISH: noted("British in play"),
    PRUSSIAN: noted("Prussians in play"),
}
"""What the cards of a nation are called that are on the field or in Reserve."""

MARKS: Mapping[str, str] = {TurnStarted.topic: TURN, CardShocked.topic: COMBAT}


def _way(told: Told, nation: str, origin: str, to: str) -> Step:
    battle = told["battle"]
    return Step(nation, f"{battle} {origin}", f"{battle} {to}", goes_on=False)


def _moved(told: Told) -> Step:
    return _way(told, told["nation"], told["origin"], told["to"])


MOVES = Moves(
    steps={
        CardMoved.topic: _moved,
        CardSentBack.topic: _moved,
    },
    begins=frozenset({TurnStarted.topic}),
    ends=frozenset(),
)
"""Where cards go is open to all, whatever they are [8.0]."""


def located(views: EaglesViews, trail: Trail) -> Trail | None:
    """A way on the field of its battle; None when that is over."""
    areas = {f"{it.battle} {it.place}": it.id for it in views.map.areas if it.battle}
    if not set(trail.places) <= set(areas):
        return None
    return Trail(trail.side, tuple(areas[it] for it in trail.places))


def no_chart(views: EaglesViews, words: Words) -> Chart | None:
    """None: victory is one position, and has no track [4.3]."""
    return None


def losses(views: EaglesViews, words: Words) -> Tally | None:
    """The units and generals that each nation has lost [4.3]."""
    sides = {it.id: it for it in SIDES}
    return Tally(
        words.gettext("Units and generals lost"),
        tuple(
            Count(words.name(it.army), sides[it.army].look, it.eliminated, sides[it.army].letter)
            for it in views.order_of_battle.armies
        ),
    )


def scores(views: EaglesViews, language: Language) -> list[Score]:
    """The cards that each nation has in play, and quiet turns where there were any [4.3, G-54]."""
    _, track = language.gettext, views.victory_track
    names = {it.id: language.gettext(it.name) for it in views.map.battles}
    return [
        *(_in_play(it, language) for it in views.order_of_battle.armies if it.in_play),
        *(
            Score(
                _("Quiet turns at %(battle)s", battle=names[battle]),
                quiet,
                0,
                track.quiet_limit,
                words=_("With so many the battle is drawn, if no cards are left to be drawn."),
            )
            for battle, quiet in track.quiet.items()
            if quiet and battle in names
        ),
    ]


def _in_play(army: ArmyView, language: Language) -> Score:
    """The cards of a nation that are on the field or in Reserve, of all that it has had."""
    lost = language.ngettext(
        "%(num)s unit or general is lost.",
        "%(num)s units and generals are lost.",
        army.eliminated,
    )
    victory = language.gettext("Who alone holds an enemy position wins.")
    return Score(
        language.gettext(_IN_PLAY[army.army]),
        army.in_play,
        0,
        army.in_play + army.to_come + army.waiting + army.eliminated,
        words=f"{lost} {victory}",
    )


def pictures_of(pack: Pack) -> Pictures[EaglesViews]:
    """The pictures of the game with a data pack, which tells the nations of terrain cards."""
    return Pictures(
        MARKS,
        SIDES,
        paper,
        partial(picture, pack),
        no_chart,
        cards,
        deck=partial(deck, pack),
        moves=MOVES,
        located=located,
        scores=scores,
        tally=losses,
        cut=Cut(mark=20),
        battles=BATTLES,
        key=key,
    )
