"""What the game has to show: the map, battle boards, charts, drawn terrain, ways, battles."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from napoleon.rules.picture.cards import CardFace
from napoleon.rules.picture.declared import COMBAT, TURN, Pictures
from napoleon.rules.picture.trails import Moves, Step, Told
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.napoleon_columbia.battles_told import BATTLES
from napoleon.rulesets.napoleon_columbia.clauses import CLAUSES
from napoleon.rulesets.napoleon_columbia.events.combat import UnitReinforced
from napoleon.rulesets.napoleon_columbia.events.deployment import BattleStarted
from napoleon.rulesets.napoleon_columbia.events.fights import SkirmishStarted
from napoleon.rulesets.napoleon_columbia.events.march import UnitMarched
from napoleon.rulesets.napoleon_columbia.events.retreat import UnitRegrouped, UnitRetreated
from napoleon.rulesets.napoleon_columbia.events.turn import TurnStarted
from napoleon.rulesets.napoleon_columbia.names import TERRAIN, army_of, terrain
from napoleon.rulesets.napoleon_columbia.packs.pack import Pack
from napoleon.rulesets.napoleon_columbia.picture.battle_boards import boards
from napoleon.rulesets.napoleon_columbia.picture.map import key, paper, picture, shows
from napoleon.rulesets.napoleon_columbia.picture.measures import cities, losses
from napoleon.rulesets.napoleon_columbia.picture.pieces import SIDES
from napoleon.rulesets.napoleon_columbia.score import scores
from napoleon.rulesets.napoleon_columbia.views import ColumbiaViews

MARKS: Mapping[str, str] = {
    TurnStarted.topic: TURN,
    BattleStarted.topic: COMBAT,
    SkirmishStarted.topic: COMBAT,
}


def _step(told: Told) -> Step:
    """A road that a block has taken. Whether it is one that came before is known to its owner."""
    return Step(army_of(told["token"]), told["origin"], told["town"], goes_on=False)


MOVES = Moves(
    steps=dict.fromkeys(
        (it.topic for it in (UnitMarched, UnitRetreated, UnitReinforced, UnitRegrouped)), _step
    ),
    begins=frozenset({TurnStarted.topic}),
    ends=frozenset(),
)
"""Where blocks go is open to all [3.2]."""


def cards(pack: Pack, views: ColumbiaViews, words: Words) -> list[CardFace]:
    """The terrain that the reader has drawn, or may see in the hands of others [6.21]."""
    return [
        _face(pack, f"{kind}-{place}", hand.player, kind, words)
        for hand in views.hand.hands
        for place, kind in enumerate(hand.cards or ())
    ]


def deck(pack: Pack, words: Words) -> list[CardFace]:
    """Each kind of terrain that may be drawn [6.21]."""
    kinds = dict.fromkeys(it.id for it in pack.green_blocks.values() if it.id in TERRAIN)
    return [_face(pack, kind, "", kind, words) for kind in kinds]


def _face(pack: Pack, name: str, holder: str, kind: str, words: Words) -> CardFace:
    clause = f"6.21.{kind}"
    return CardFace(
        id=name,
        holder=holder,
        title=terrain(words, kind),
        look="green",
        kind=words.gettext("terrain to be placed"),
        lines=(),
        text=CLAUSES[clause],
        clause=clause,
        status=next(it.status for it in pack.green_blocks.values() if it.id == kind),
    )


def pictures_of(pack: Pack) -> Pictures[ColumbiaViews]:
    """The pictures of the game with a data pack, whose rivers and lines they show."""
    return Pictures(
        MARKS,
        SIDES,
        paper,
        partial(picture, pack),
        cities,
        partial(cards, pack),
        deck=partial(deck, pack),
        boards=partial(boards, pack),
        measures=losses,
        moves=MOVES,
        battles=BATTLES,
        scores=scores,
        shows=shows,
        key=key,
    )
