"""The map as a picture [1.0]."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import groupby

from msgspec.structs import replace

from napoleon.rules.picture.cards import Figure
from napoleon.rules.picture.drawings import DRAWINGS, Drawing, drawings, land_for
from napoleon.rules.picture.legend import Key
from napoleon.rules.picture.links import crossing
from napoleon.rules.picture.model import Line, Link, Picture, Place, River, by_id
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets import napoleon_columbia
from napoleon.rulesets.napoleon_columbia.names import called, kind_of_town, named, the, turn_named
from napoleon.rulesets.napoleon_columbia.packs.pack import Pack
from napoleon.rulesets.napoleon_columbia.picture.pieces import MARKS, SIDES, on_the_map
from napoleon.rulesets.napoleon_columbia.sides import FRENCH
from napoleon.rulesets.napoleon_columbia.views import ColumbiaViews
from napoleon.rulesets.napoleon_columbia.views.map import MapView, RoadView, TownView

ACROSS, DOWN = 1.76, 1.23
"""Units of the picture to one of the data pack, as wide as screens are."""

BOX = (-20.0, 18.0, 1955.0, 1200.0)

LEGEND_AT = (1560.0, 700.0)

_EXPLAINED = (
    ("major_road", noted("major road")),
    ("minor_road", noted("minor road")),
    ("bridge", noted("bridge over a river")),
    ("frontier", noted("frontier")),
    ("contested", noted("fight")),
    ("lying", noted("disrupted")),
)
"""Signs of the legend. Those of arms are in the list of a stack and on the aid, not on the map."""

_IN_SET_UP = ("zone", noted("Allied deployment line"))
"""The line between the Allied zones vanishes after the set-up [4.0]."""

_ON_BLOCKS = (
    ("ready", noted("has not marched in this turn, or may still act on a battle board")),
    ("spent", noted("has marched or acted: hollow, with its name in italics")),
    ("hidden", noted("not known to you")),
    ("commander", noted("leader")),
    ("infantry", noted("infantry")),
    ("cavalry", noted("cavalry")),
    ("foot_artillery", noted("foot artillery")),
    ("horse_artillery", noted("horse artillery")),
)

_ON_BOARDS = (
    ("town", noted("town")),
    ("citadel", noted("city")),
    ("value", noted("a star for each point of victory")),
    ("stream", noted("stream")),
    ("hill", noted("hill")),
    ("forest", noted("woods")),
    ("position", noted("position of a line of battle")),
    ("reserve", noted("reserve")),
)


def key(words: Words) -> Key:
    """What is on its blocks, towns and battle boards."""
    _ = words.gettext
    explained = (*_ON_BLOCKS, *_EXPLAINED, _IN_SET_UP, *MARKS.items(), *_ON_BOARDS)
    figures = (
        Figure("4", _("steps of a block, or of all blocks that you know there")),
        Figure("\N{MULTIPLICATION SIGN}3", _("so many blocks, none of which you know")),
        Figure("F2", _("Firepower: each die hits with 2 or less")),
    )
    return Key(tuple((sign, _(text)) for sign, text in explained), figures)


RIVERS = (
    *(noted("Scheldt"), noted("Dender"), noted("Senne"), noted("Dyle")),
    *(noted("Haine"), noted("Sambre"), noted("Meuse")),
)
"""Names of the data that are spelt otherwise in other languages."""

_FIGHTS = {"skirmish": noted("a skirmish is fought"), "battle": noted("a battle is fought")}


def paper(words: Words) -> Picture:
    """The map before the table is laid."""
    return Picture(
        title=words.gettext("Napoleon, 4th edition"),
        caption="",
        box=BOX,
        sides=tuple(replace(it, name=named(words, it.id)) for it in SIDES),
        legend_at=LEGEND_AT,
        language=words.language,
    )


def picture(pack: Pack, views: ColumbiaViews, words: Words) -> Picture:
    """The map as `views` show it; rivers and lines are those of the pack."""
    board = views.map
    in_set_up = not board.turn
    explained = (*_EXPLAINED, *([_IN_SET_UP] if in_set_up else []))
    drawn = replace(
        paper(words),
        caption=turn_named(words, board.turn_name) if board.turn_name else "",
        places=tuple(_place(area, board, words) for area in board.areas),
        links=tuple(map(_link, board.roads)),
        lines=tuple(_lines(pack, in_set_up=in_set_up)),
        explained=tuple((sign, words.gettext(text)) for sign, text in explained),
        land=land_for(_drawings(), {area.id: (area.x, area.y) for area in board.areas}),
    )
    return replace(drawn, rivers=tuple(_rivers(pack, drawn, words)))


def shows(views: ColumbiaViews) -> object:
    """Towns with their blocks, roads, where a winner regroups, and whether it is the set-up."""
    board = views.map
    return board.areas, board.roads, board.regrouping, not board.turn


@cache
def _drawings() -> tuple[Drawing, ...]:
    return drawings(files(napoleon_columbia) / DRAWINGS)


def _place(area: TownView, board: MapView, words: Words) -> Place:
    held = area.held_by == FRENCH and area.supply_loss
    return Place(
        id=area.id,
        name=called(words, area.id, area.name),
        x=area.x * ACROSS,
        y=area.y * DOWN,
        kind="citadel" if area.kind == "city" else "town",
        control=FRENCH if held else "",
        contested=area.fight is not None or area.held_by == "both",
        value=area.supply_loss,
        words=tuple(_words(area, board, words)),
        pieces=tuple(on_the_map(it, words) for it in area.blocks),
    )


def _words(area: TownView, board: MapView, words: Words) -> Iterator[str]:
    """What there is to say of a town, except the blocks in it."""
    yield kind_of_town(words, area.kind)
    if not board.turn:
        yield words.gettext("%(army)s may be set up here", army=the(words, area.zone))
    if area.supply_army:
        yield words.ngettext(
            "in French hands it costs %(army)s %(num)s unit each French turn",
            "in French hands it costs %(army)s %(num)s units each French turn",
            area.supply_loss,
            army=the(words, area.supply_army),
        )
    if area.fight:
        yield words.gettext(_FIGHTS[area.fight])
    if board.regrouping == area.id:
        yield words.gettext("the winner regroups")


def _link(road: RoadView) -> Link:
    kinds = {
        ("major", False): "road",
        ("major", True): "bridge",
        ("minor", False): "minor_road",
        ("minor", True): "minor_bridge",
    }
    return Link(id=road.id, a=road.a, b=road.b, kind=kinds[road.kind, road.river is not None])


def _rivers(pack: Pack, drawn: Picture, words: Words) -> Iterator[River]:
    """Reach by reach; where it runs under a road it does so at the bridge."""
    places, links = by_id(drawn), {link.id: link for link in drawn.links}
    for _, points in groupby(pack.rivers, key=lambda it: it.reach):
        reach = tuple(points)
        course = tuple(
            crossing(links[it.road], places)
            if it.x is None or it.y is None
            else (it.x * ACROSS, it.y * DOWN)
            for it in reach
        )
        yield River(words.gettext(reach[0].name) if reach[0].name else "", course)


def _lines(pack: Pack, *, in_set_up: bool) -> Iterator[Line]:
    """The frontier, and in the set-up the deployment line [1.0, 4.1]."""
    for name, points in groupby(pack.lines, key=lambda it: it.line):
        course = tuple((it.x * ACROSS, it.y * DOWN) for it in points)
        if name == "frontier":
            yield Line("frontier", course)
        elif in_set_up:
            yield Line("zone", course)
