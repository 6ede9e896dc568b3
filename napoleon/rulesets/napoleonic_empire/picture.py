"""The map as a picture, the way to victory as a chart, and the faces of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from msgspec import structs

from napoleon.rules.picture.cards import CardFace, Figure
from napoleon.rules.picture.chart import Bound, Chart
from napoleon.rules.picture.chart import Step as TrackStep
from napoleon.rules.picture.declared import COMBAT, TURN, Pictures
from napoleon.rules.picture.drawings import DRAWINGS, Drawing, drawings, land_for
from napoleon.rules.picture.legend import Key
from napoleon.rules.picture.mini import Cut
from napoleon.rules.picture.model import Link, Picture, Piece, Place, Point
from napoleon.rules.picture.sides import badged
from napoleon.rules.picture.trails import Moves, Step
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Words
from napoleon.rules.views import Reason
from napoleon.rulesets.napoleonic_empire.battles_told import BATTLES
from napoleon.rulesets.napoleonic_empire.clauses import CLAUSES
from napoleon.rulesets.napoleonic_empire.events.battle import ArmiesRetreated, BattleStarted
from napoleon.rulesets.napoleonic_empire.events.movement import ArmiesMoved
from napoleon.rulesets.napoleonic_empire.events.turn import TurnStarted
from napoleon.rulesets.napoleonic_empire.packs.pack import Pack
from napoleon.rulesets.napoleonic_empire.score import scores
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH
from napoleon.rulesets.napoleonic_empire.story.asked import ASKED
from napoleon.rulesets.napoleonic_empire.story.sides import armies, named, the
from napoleon.rulesets.napoleonic_empire.views import EmpireViews
from napoleon.rulesets.napoleonic_empire.views.cards import CardView, printed
from napoleon.rulesets.napoleonic_empire.views.map import BorderView, CountryView

MOVES = Moves(
    steps={
        # A commander leads armies on in a second stage; any others are others [E-34].
        ArmiesMoved.topic: lambda told: Step(
            told["side"], told["origin"], told["to"], told["stage"] > 1
        ),
        ArmiesRetreated.topic: lambda told: Step(told["side"], told["origin"], told["to"], False),
    },
    begins=frozenset({TurnStarted.topic}),
    ends=frozenset(),
)

MARKS: Mapping[str, str] = {TurnStarted.topic: TURN, BattleStarted.topic: COMBAT}

SIDES = (
    badged(FRENCH, "French", camp=FRENCH),
    badged(ALLIED, "Allies", camp=ALLIED),
)

ACROSS, DOWN = 1.5, 1.22
"""Units of the picture to one of the data pack, as wide as screens are."""

BOX = (-15.0, -20.0, 1600.0, 1110.0)

CUT = (40.0, 40.0, 1410.0, 985.0)
"""What a small map shows: the countries without the margin and the legend."""

LEGEND_AT = (40.0, 902.0)

STRAITS = ("denmark-sweden", "egypt-naples")
"""Borders that armies cross like any other, though there is water between the countries."""

_BALTIC: tuple[Point, ...] = ((420, 105), (545, 128), (600, 178))
_ATLANTIC: tuple[Point, ...] = ((110, 330), (35, 450), (15, 610), (60, 705), (180, 690), (330, 665))
_LEVANT: tuple[Point, ...] = (*_ATLANTIC, (440, 740), (560, 795))
LANES: Mapping[str, tuple[Point, ...]] = {
    "france": ((250, 330),),
    "spain": ((130, 320), (130, 430)),
    "portugal": ((110, 330), (60, 440)),
    "italy": _ATLANTIC,
    "naples": (*_ATLANTIC, (450, 690)),
    "egypt": _LEVANT,
    "ottoman": (*_LEVANT, (730, 730)),
    "austria": (*_ATLANTIC, (440, 740), (560, 795), (680, 745), (672, 640)),
    "russia": (*_BALTIC, (720, 165)),
    "riga": (*_BALTIC, (650, 182)),
    "prussia": _BALTIC,
    "sweden": ((420, 80),),
    "denmark": ((380, 150),),
    "rhineland": ((400, 190), (450, 240)),
}
"""Points of the data pack that ships sail past on their way from England, by their goals."""


def paper(words: Words) -> Picture:
    """The map before the table is laid."""
    return Picture(
        title="Napoleonic Empire",
        caption="",
        box=BOX,
        sides=tuple(structs.replace(it, name=named(words, it.id)) for it in SIDES),
        legend_at=LEGEND_AT,
        language=words.language,
    )


def picture(views: EmpireViews, words: Words) -> Picture:
    """The map as `views` show it."""
    board = views.map
    return structs.replace(
        paper(words),
        caption=ASKED.told(words.language, board.turn_name),
        places=tuple(_place(area, words) for area in board.areas),
        links=tuple(map(_link, board.roads)),
        land=land_for(_drawings(), {area.id: (area.x, area.y) for area in board.areas}),
    )


def shows(views: EmpireViews) -> object:
    """Countries with their armies, and borders."""
    return views.map.areas, views.map.roads


@cache
def _drawings() -> tuple[Drawing, ...]:
    return drawings(files(__package__) / DRAWINGS)


def chart(views: EmpireViews, words: Words) -> Chart:
    """The countries of the continent that the French control, turn by turn [VIC.2]."""
    track, _ = views.victory_track, words.gettext
    french, allied = track.conditions
    last = max([track.turn, *(move.turn for move in track.history)])
    return Chart(
        title=_("Continental countries under French control"),
        low=0,
        high=french.needed,
        start=track.history[0].before if track.history else track.value,
        value=track.value,
        first=1,
        last=max(1, last),
        now=track.turn,
        bounds=(
            Bound(french.needed, _("The French win with all of them"), "blue"),
            Bound(
                0,
                _("The Allies win when they %(do)s", do=_lower(_(allied.text))),
                "purple",
            ),
        ),
        steps=tuple(
            TrackStep(move.turn, move.after, ", ".join(_reason(it, words) for it in move.breakdown))
            for move in track.history
        ),
        language=words.language,
    )


def cards(views: EmpireViews, words: Words) -> list[CardFace]:
    """The cards that the reader sees in hands."""
    return [
        _face(hand.player, card, words) for hand in views.hand.hands for card in hand.cards or ()
    ]


def deck(pack: Pack, words: Words) -> list[CardFace]:
    """Every card of the deck as it is printed."""
    return [_face("", printed(it), words) for it in pack.cards.values()]


def _place(area: CountryView, words: Words) -> Place:
    return Place(
        id=area.id,
        name=words.language.alone(area.short_name),
        x=area.x * ACROSS,
        y=area.y * DOWN,
        kind="country" if area.enterable else "closed",
        control=_controller(area),
        contested=len(area.armies) > 1,
        value=area.value,
        words=tuple(_words(area, words)),
        pieces=tuple(_pieces(area, words)),
    )


def _words(area: CountryView, words: Words) -> Iterator[str]:
    _ = words.gettext
    if area.name != area.short_name:
        yield words.language.alone(area.name)
    if not area.enterable:
        yield _("closed to all armies")
        return
    yield _("value %(value)s", value=area.value)
    controller = _controller(area)
    if controller:
        yield _("controlled by %(side)s", side=the(words, controller))
    else:
        yield _("controlled by nobody")
    if len(area.armies) > 1:
        yield _("contested")


def _controller(area: CountryView) -> str:
    """The side that controls a country; empty for none, as where both sides stand."""
    return area.control if area.control in (FRENCH, ALLIED) else ""


def _pieces(area: CountryView, words: Words) -> Iterator[Piece]:
    """Commanders over their armies; those that have moved this turn apart from the others."""
    states = {False: words.gettext("ready"), True: words.gettext("moved")}
    for it in area.commanders:
        name = words.gettext(it.name)
        yield Piece(
            id=it.id,
            side=it.side,
            label=name,
            words=f"{name} ({states[it.moved]})",
            kind="commander",
            ready=not it.moved,
        )
    for stack in area.armies:
        for moved, count in ((False, stack.count - stack.moved), (True, stack.moved)):
            if count:
                yield Piece(
                    id=f"{stack.side}-{'moved' if moved else 'ready'}",
                    side=stack.side,
                    label=str(count),
                    words=f"{armies(words, count)} ({states[moved]})",
                    ready=not moved,
                    count=count,
                )


def _link(road: BorderView) -> Link:
    by_sea = road.kind == "sea"
    kind = "sea" if by_sea else "strait" if road.id in STRAITS else "border"
    if not road.usable:
        kind = "closed_sea" if by_sea else "closed"
    lane = LANES.get(road.b, ()) if by_sea else ()
    return Link(
        id=road.id,
        a=road.a,
        b=road.b,
        kind=kind,
        one_way=road.one_way,
        via=tuple((x * ACROSS, y * DOWN) for x, y in lane),
    )


def _reason(line: Reason, words: Words) -> str:
    return f"{line.amount:+d} {ASKED.told(words.language, line.note)}"


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:].rstrip(".")


def _face(player: str, card: CardView, words: Words) -> CardFace:
    _ = words.gettext
    side = named(words, card.side) if card.side in (FRENCH, ALLIED) else _("both sides")
    clause = card.clause
    return CardFace(
        id=card.id,
        holder=player,
        title=_(card.name),
        look={FRENCH: "blue", ALLIED: "purple"}.get(card.side, ""),
        kind=(
            _("for %(side)s, %(year)s", side=side, year=card.year)
            if card.year
            else _("for %(side)s", side=side)
        ),
        lines=((_("Amount"), f"{card.amount:+d}"),) if card.amount else (),
        text=CLAUSES.get(clause, ""),
        clause=clause,
        status=card.data_status,
        band=str(card.year or ""),
        strength=f"{card.amount:+d}" if card.amount else "",
    )


_EXPLAINED = (
    ("ready", noted("has not moved in this phase")),
    ("spent", noted("has moved: hollow, with its name in italics")),
    ("commander", noted("commander")),
    ("worth", noted("in the ring: the armies that the country is worth in a reinforcement")),
    ("control", noted("ring of who controls it")),
    ("contested", noted("both sides stand here")),
    ("closed", noted("closed to everybody")),
    ("border", noted("way by land")),
    ("strait", noted("strait, crossed like a border")),
    ("sea", noted("by sea, one way")),
    ("closed_way", noted("way that is never used")),
)


def key(words: Words) -> Key:
    """What is on its pieces, countries and cards."""
    _ = words.gettext
    figures = (
        Figure("3", _("armies that stand together")),
        Figure("+2", _("in the foot of a card: what it adds, or takes away")),
    )
    return Key(tuple((sign, _(text)) for sign, text in _EXPLAINED), figures)


PICTURES = Pictures(
    MARKS,
    SIDES,
    paper,
    picture,
    chart,
    cards,
    moves=MOVES,
    battles=BATTLES,
    scores=scores,
    cut=Cut(CUT, mark=17),
    shows=shows,
    key=key,
)
