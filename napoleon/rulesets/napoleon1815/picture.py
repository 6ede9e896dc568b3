"""The map as a picture, the victory track as a chart, and the faces of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import hypot

from msgspec.structs import replace

from napoleon.rules.phrases import written
from napoleon.rules.picture.cards import CardFace, Figure, initialled
from napoleon.rules.picture.chart import Bound, Chart
from napoleon.rules.picture.chart import Step as TrackStep
from napoleon.rules.picture.declared import COMBAT, TURN, Pictures
from napoleon.rules.picture.drawings import DRAWINGS, Drawing, drawings, land_for
from napoleon.rules.picture.legend import Key
from napoleon.rules.picture.links import crossing
from napoleon.rules.picture.model import (
    PIECE_KINDS,
    Arrow,
    Link,
    Picture,
    Piece,
    Place,
    Point,
    River,
)
from napoleon.rules.picture.sides import badged
from napoleon.rules.picture.trails import Moves, Step
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Words
from napoleon.rules.views import Reason
from napoleon.rulesets.napoleon1815.battles_told import BATTLES
from napoleon.rulesets.napoleon1815.boards import titled
from napoleon.rulesets.napoleon1815.clauses import CLAUSES
from napoleon.rulesets.napoleon1815.events.combat import CombatStarted, StackRetreated
from napoleon.rulesets.napoleon1815.events.combat_cards import CombatJoined
from napoleon.rulesets.napoleon1815.events.movement import StackMoved, StackMovedByEvent
from napoleon.rulesets.napoleon1815.events.operations import OperationStarted
from napoleon.rulesets.napoleon1815.events.turn import TurnStarted
from napoleon.rulesets.napoleon1815.packs.pack import Pack
from napoleon.rulesets.napoleon1815.score import scores
from napoleon.rulesets.napoleon1815.story.asked import ASKED
from napoleon.rulesets.napoleon1815.story.notes import said
from napoleon.rulesets.napoleon1815.story.sides import named, the
from napoleon.rulesets.napoleon1815.story.terms import coloured, term, turn_named
from napoleon.rulesets.napoleon1815.views import Views1815
from napoleon.rulesets.napoleon1815.views.hand import CardView, printed
from napoleon.rulesets.napoleon1815.views.map import AreaView, BlockView, MapView, RoadView
from napoleon.rulesets.napoleon1815.views.order_of_battle import UnitView

MOVES = Moves(
    steps={
        StackMoved.topic: lambda told: Step(told["player"], told["origin"], told["area"]),
        StackMovedByEvent.topic: lambda told: Step(told["player"], told["origin"], told["area"]),
        CombatJoined.topic: lambda told: Step(told["side"], told["origin"], told["area"]),
        StackRetreated.topic: lambda told: Step(told["side"], told["origin"], told["area"]),
    },
    begins=frozenset({OperationStarted.topic}),
    ends=frozenset({TurnStarted.topic}),
)
"""Who goes where is open to all, in fog of war as well [VIS.5, VIS.8]."""

MARKS: Mapping[str, str] = {TurnStarted.topic: TURN, CombatStarted.topic: COMBAT}

SIDES = (
    badged("french", "French", camp="french"),
    badged("anglo_dutch", "Anglo-Dutch", camp="allied"),
    badged("prussian", "Prussians", camp="allied"),
    badged("allied", "Allies", camp="allied"),
)
"""Armies, and the Allied side as a whole, whose are some flags and arrows [TERM.1]."""

ACROSS, DOWN = 1.6, 1.12
"""Units of the picture to one of the data pack, as wide as screens are."""

BOX = (-55.0, -40.0, 1715.0, 1180.0)

LEGEND_AT = (1310.0, 900.0)

RIVERS: Mapping[str, tuple[tuple[Point, ...], tuple[Point, ...]]] = {
    "Sambre": (
        ((-60, 820), (90, 812), (224, 790), (300, 732)),
        ((915, 622), (985, 598), (1060, 560)),
    ),
    "Dyle": (((540, 392), (556, 372)), ((852, 200), (872, 40), (878, -60))),
    "Senne": (((478, 372), (486, 335)), ((506, 220), (523, 150), (560, 50), (572, -60))),
    "Dendre": (((338, 272), (318, 225)), ((346, 10), (350, -60))),
}
"""Points of the data pack that rivers come from and go to beyond their bridges, by their names."""

RIVER_ENDS = 62.0
"""How far a river that is not known here goes on beyond its last bridge."""


def paper(words: Words) -> Picture:
    """The map before the table is laid."""
    return Picture(
        title="Napoléon 1815",
        caption="",
        box=BOX,
        sides=tuple(replace(it, name=named(words, it.id)) for it in SIDES),
        legend_at=LEGEND_AT,
        language=words.language,
    )


def picture(views: Views1815, words: Words) -> Picture:
    """The map as `views` show it."""
    board = views.map
    known = {it.id: it for army in views.order_of_battle.armies for it in army.units}
    places = tuple(_place(area, board, known, words) for area in board.areas)
    links = tuple(map(_link, board.roads))
    at = {place.id: place for place in places}
    streams: dict[str, list[Point]] = {}
    for road, link in zip(board.roads, links, strict=True):
        if road.bridge:
            streams.setdefault(road.river or link.id, []).append(crossing(link, at))
    return replace(
        paper(words),
        caption=_caption(board, words),
        places=places,
        links=links,
        arrows=tuple(
            Arrow(area.id, area.retreat_direction.road, area.retreat_direction.side)
            for area in board.areas
            if area.retreat_direction
        ),
        rivers=tuple(River(name, _course(name, *bridges)) for name, bridges in streams.items()),
        land=land_for(_drawings(), {area.id: (area.x, area.y) for area in board.areas}),
    )


def shows(views: Views1815) -> object:
    """Areas with their blocks, roads, and how strong blocks are."""
    return views.map.areas, views.map.roads, views.order_of_battle.armies


@cache
def _drawings() -> tuple[Drawing, ...]:
    return drawings(files(__package__) / DRAWINGS)


def chart(views: Views1815, words: Words) -> Chart:
    """The victory track, turn by turn [chapter 10]."""
    track, _ = views.victory_track, words.gettext
    turns = tuple((it.turn, turn_named(words, it.name)) for it in track.turn_names)
    names = {area.id: area.name for area in views.map.areas}
    return Chart(
        title=_("Victory track"),
        low=track.french_victory_at,
        high=track.allied_victory_at,
        start=track.history[0].before if track.history else track.value,
        value=track.value,
        first=min((turn for turn, _ in turns), default=1),
        last=track.last_turn,
        now=track.turn,
        bounds=(
            Bound(track.allied_victory_at, _("The Allies win at once"), "purple"),
            Bound(
                track.french_win_at_the_end_up_to,
                _("Up to here the French win at the end"),
                "blue",
            ),
            Bound(track.french_victory_at, _("The French win at once"), "blue"),
        ),
        steps=tuple(
            TrackStep(
                move.turn,
                move.after,
                ", ".join(_reason(it, names, words) for it in move.breakdown),
            )
            for move in track.history
        ),
        turns=turns,
        language=words.language,
    )


def cards(views: Views1815, words: Words) -> list[CardFace]:
    """The cards that the reader sees in hands [VIS.1]."""
    return [
        _face(hand.player, card, words) for hand in views.hand.hands for card in hand.cards or ()
    ]


def deck(pack: Pack, words: Words) -> list[CardFace]:
    """Every card of both decks as it is printed."""
    return [_face("", printed(it), words) for it in pack.cards.values()]


def _caption(board: MapView, words: Words) -> str:
    if not board.turn:
        return ""
    turn = words.gettext("Turn %(turn)s", turn=board.turn)
    name = turn_named(words, board.turn_name) if board.turn_name else ""
    return words.language.polished(f"{turn}: {name}") if name else turn


def _place(area: AreaView, board: MapView, known: Mapping[str, UnitView], words: Words) -> Place:
    return Place(
        id=area.id,
        name=area.name,
        x=area.x * ACROSS,
        y=area.y * DOWN,
        kind=area.kind,
        control=area.control or "",
        contested=area.contested,
        fortified=area.fortified_position,
        value=area.victory_points,
        words=tuple(_words(area, board, words)),
        pieces=tuple(_piece(it, known.get(it.id), words) for it in area.blocks),
    )


def _words(area: AreaView, board: MapView, words: Words) -> Iterator[str]:
    """What there is to say of an area, except the blocks in it."""
    yield term(words, area.kind)
    if points := area.victory_points:
        yield words.ngettext("%(num)s victory point", "%(num)s victory points", points)
    if area.control:
        yield words.gettext("controlled by %(side)s", side=the(words, area.control))
    if area.contested:
        yield words.gettext("contested")
    if area.fortified_position:
        yield words.gettext("fortified position")
    if marker := area.retreat_direction:
        road = next(it for it in board.roads if it.id == marker.road)
        there = road.b if road.a == area.id else road.a
        name = next(it.name for it in board.areas if it.id == there)
        yield words.gettext(
            "%(side)s retreat towards %(place)s", side=the(words, marker.side), place=name
        )


def _piece(block: BlockView, unit: UnitView | None, words: Words) -> Piece:
    """A block as the order of battle has it, or the token under which it is hidden."""
    number = block.id.rpartition("-")[2]
    name = words.gettext(block.name) if block.name else ""
    facts = words.gettext("ready") if block.ready else words.gettext("spent")
    strength, fatigue = None, 0
    if block.kind == "corps" and unit is not None and unit.infantry is not None:
        strength, fatigue = unit.infantry + (unit.cavalry or 0), unit.fatigue or 0
        facts = words.gettext(
            "%(state)s; strength %(strength)s, fatigue %(fatigue)s",
            state=facts,
            strength=strength,
            fatigue=fatigue,
        )
    called = name or words.gettext("unknown block %(number)s", number=number)
    return Piece(
        id=block.id,
        side=block.army,
        # One scout is like another: its number tells them apart.
        label=_label(block, words) if name else f"? {number}",
        words=f"{called} ({facts})",
        kind=block.kind if block.kind in PIECE_KINDS else "unit",
        ready=block.ready,
        hidden=block.name is None,
        strength=strength,
        fatigue=fatigue,
    )


def _label(block: BlockView, words: Words) -> str:
    """What stands on a block; one scout is like another: its number tells them apart."""
    name = block.name or ""
    if block.kind == "scout":
        return words.gettext("Scout %(number)s", number=name.rpartition(" ")[2])
    return words.gettext(name)


def _link(road: RoadView) -> Link:
    kind = "broken" if road.broken else "bridge" if road.bridge else "road"
    return Link(id=road.id, a=road.a, b=road.b, kind=kind)


@cache
def _course(name: str, *bridges: Point) -> tuple[Point, ...]:
    """A river through its bridges, from one to the nearest next one, and on at both ends."""
    if name in RIVERS:
        before, after = (tuple((x * ACROSS, y * DOWN) for x, y in it) for it in RIVERS[name])
        return *before, *_in_order(bridges, before[-1]), *after
    course = _in_order(bridges, min(bridges))
    if len(course) == 1:
        [(x, y)] = course
        source, mouth = (x - 12, y - RIVER_ENDS), (x + 10, y + RIVER_ENDS)
        return source, (x + 6, y - 20), (x, y), (x - 6, y + 22), mouth
    return _beyond(course[1], course[0]), *course, _beyond(course[-2], course[-1])


def _in_order(bridges: Sequence[Point], start: Point) -> list[Point]:
    """The bridges from the one that is nearest to the start, each followed by the nearest next."""
    left, course = list(bridges), [start]
    while left:
        x, y = course[-1]
        nearest = min(left, key=lambda point: hypot(point[0] - x, point[1] - y))
        left.remove(nearest)
        course.append(nearest)
    return course[1:]


def _beyond(before: Point, last: Point) -> Point:
    """A point farther on, in the direction in which the last bridges lie."""
    x, y = last[0] - before[0], last[1] - before[1]
    share = RIVER_ENDS / max(1.0, hypot(x, y))
    return last[0] + x * share, last[1] + y * share


def _reason(line: Reason, names: Mapping[str, str], words: Words) -> str:
    note = written(line.note)
    return f"{line.amount:+d} {names.get(note) or said(words, note)}"


def _face(player: str, card: CardView, words: Words) -> CardFace:
    _ = words.gettext
    when = (ASKED.told(words.language, it) for it in card.playable)
    figures = {
        _("Value"): card.value,
        _("Losses"): card.losses,
        _("Fatigue"): card.fatigue,
        _("Recovery"): card.recovery,
    }
    lines = tuple((name, str(it)) for name, it in figures.items())
    value, *others = lines
    return CardFace(
        id=str(card.number),
        holder=player,
        title=titled(card, words),
        look={"red": "vermillion", "blue": "blue", "green": "green"}.get(card.colour, ""),
        kind="; ".join((coloured(words, card.colour), *when)),
        lines=lines,
        text=CLAUSES.get(card.clause, ""),
        clause=card.clause,
        status=card.data_status,
        band=coloured(words, card.colour),
        strength=value[1],
        figures=initialled(it for it in others if it[1] != "0"),
    )


_EXPLAINED = (
    ("ready", noted("may still act in this turn")),
    ("spent", noted("spent: hollow, with its name in italics")),
    ("hidden", noted("not known to you")),
    ("commander", noted("commander")),
    ("scout", noted("scout")),
    ("town", noted("town")),
    ("citadel", noted("citadel")),
    ("fortified_farm", noted("fortified farm")),
    ("forest", noted("forest")),
    ("value", noted("a star for each point of victory")),
    ("control", noted("ring of who controls it")),
    ("contested", noted("both sides stand here")),
    ("fortified", noted("fortified position")),
    ("arrow", noted("direction of retreat")),
    ("bridge", noted("bridge")),
    ("broken", noted("broken bridge")),
)


def key(words: Words) -> Key:
    """What is on its blocks, areas and cards."""
    _ = words.gettext
    on_cards = (_("Losses"), _("Fatigue"), _("Recovery"))
    figures = (
        Figure("6", _("strength points of a corps, or of a whole stack")),
        Figure("+2", _("so many more blocks in the stack")),
        Figure("\N{BULLET}", _("a dot under a block for each point of fatigue")),
        Figure("3", _("in the foot of a card, large: its value")),
        *(Figure(f"{name[:1]}2", name) for name in on_cards),
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
    shows=shows,
    key=key,
)
