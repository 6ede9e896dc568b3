"""The fields as a picture: two lines of battle that face each other, and their Reserves [4.0].

A battle has one field; in the campaign two lie side by side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from napoleon.rules.picture.cards import Figure
from napoleon.rules.picture.legend import Key
from napoleon.rules.picture.model import Ground, Link, Picture, Piece, Place, Point
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.eagles_waterloo.labels import printed
from napoleon.rulesets.eagles_waterloo.names import (
    backs,
    called,
    is_acting,
    named,
    place_named,
    standing,
    terrain,
    the,
    title_of,
)
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack
from napoleon.rulesets.eagles_waterloo.picture.cards import SIDES, on_the_field
from napoleon.rulesets.eagles_waterloo.places import LANES, line, reserve
from napoleon.rulesets.eagles_waterloo.sides import ALLIED, FRENCH, side_of
from napoleon.rulesets.eagles_waterloo.views import EaglesViews
from napoleon.rulesets.eagles_waterloo.views.map import LaneView, MapView, PlaceView, SiteView


class Measures(NamedTuple):
    """How large the parts of a drawing are, in units of the picture."""

    position: Point
    reserve: Point
    middle: float
    """Between the two lines: the Middle Ground."""
    fields: tuple[float, ...]
    """The left of each field."""
    legend: Point
    width: float

    @property
    def height(self) -> float:
        """Of all of it."""
        lines = 2 * (self.position[1] + self.reserve[1] + BEHIND)
        return lines + self.middle + 2 * MARGIN


BETWEEN = 20.0
"""Between two positions of a line."""

BEHIND = 38.0
"""Between a line and its Reserve."""

MARGIN = 42.0
"""Between the outermost frames and the edge of the sheet."""

ONE = Measures((470, 300), (330, 84), 128, (MARGIN,), (1530, 380), 1876)
"""The field of a battle, with the legend beside it."""

TWO = Measures((310, 406), (310, 84), 150, (MARGIN, 1350), (1030, 420), 2362)
"""Those of the campaign, with the legend between them."""

SIGNS = {"woods": "forest", "building": "fortified_farm", "hill": "hill"}
"""The signs of terrain in positions; a river lies across its lane."""

_EXPLAINED = (
    ("infantry_card", noted("infantry")),
    ("cavalry_card", noted("cavalry")),
    ("artillery_card", noted("artillery")),
    ("horse_artillery_card", noted("horse artillery")),
    ("general_card", noted("general")),
    ("column", noted("in column")),
    ("square", noted("in square")),
    ("blown", noted("blown")),
    ("hits", noted("hits to be checked")),
    ("lying", noted("face down, seen by you alone")),
    ("decoy", noted("decoy")),
    ("hidden", noted("face down")),
)
"""Signs of the legend; all of them always, so that it is sent to a page once."""

_ON_THE_PAGE = (
    ("ready", noted("may still act in this turn")),
    ("spent", noted("has acted in this turn: shaded")),
    ("contested", noted("a position that is fought over has a red rule")),
    ("fortified_farm", noted("village or farm")),
    ("forest", noted("woods")),
    ("hill", noted("hill")),
    ("position", noted("position of a line of battle: its name has the colour of its side")),
    ("reserve", noted("reserve: its name has the colour of its side")),
)


def key(words: Words) -> Key:
    """What is on its cards, and on the board where they lie."""
    _ = words.gettext
    figures = (
        Figure("A B C D", _("morale class: A is the best")),
        Figure("F2", _("Fire: the higher, the better it hits")),
        Figure("F2/3", _("Fire of artillery at long and at short range")),
        Figure("S3", _("Shock: the higher, the better it hits")),
        Figure("4", _("combat value, large: the dice that it rolls")),
        Figure("+1 +2/+1", _("what a general adds to morale, or in attack and in defence")),
    )
    explained = [(sign, _(text)) for sign, text in (*_EXPLAINED, *_ON_THE_PAGE)]
    explained.append(("stream", terrain(words, "river")))
    return Key(tuple(explained), figures, strips=True)


def paper(words: Words) -> Picture:
    """The field before anything lies on it."""
    return _sheet(ONE, words)


def _sheet(measures: Measures, words: Words) -> Picture:
    return Picture(
        title=words.gettext("EAGLES: Waterloo"),
        caption="",
        box=(0.0, 0.0, measures.width, measures.height),
        sides=tuple(replace(it, name=named(words, it.id)) for it in SIDES),
        legend_at=measures.legend,
        north=False,
        language=words.language,
    )


def picture(pack: Pack, views: EaglesViews, words: Words) -> Picture:
    """The fields as `views` show them; which nation a terrain card is of is told by the pack."""
    board = views.map
    measures = TWO if board.scenario == "campaign" else ONE
    places = tuple(_place(pack, area, board, measures, words) for area in board.areas)
    links = tuple(map(_link, board.roads))
    explained = [(sign, words.gettext(text)) for sign, text in _EXPLAINED]
    explained.append(("stream", terrain(words, "river")))
    return replace(
        _sheet(measures, words),
        caption=_caption(board, words),
        places=places,
        links=links,
        explained=tuple(explained),
        rows=tuple(_rows(board)),
    )


def _rows(board: MapView) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Of each field the French Reserve and line, and the Allied line and Reserve."""
    areas = {it.id: it for it in board.areas}
    for field in dict.fromkeys(it.partition(f"_{areas[it].place}")[0] for it in areas):
        yield tuple(
            tuple(f"{field}_{it}" for it in row)
            for row in (
                (reserve(FRENCH),),
                line(FRENCH),
                line(ALLIED),
                (reserve(ALLIED),),
            )
        )


def _caption(board: MapView, words: Words) -> str:
    told = standing(board, words)
    if board.scenario == "campaign" or not board.battles:
        return told
    return f"{title_of(board.battles[0], words)}, {told}"


def _middle(area: PlaceView, measures: Measures) -> Point:
    """The middle of a place on the drawing."""
    field = measures.fields[1 if "_2_" in area.id else 0]
    wide, high = measures.position
    lane = LANES.index(area.lane) if area.lane else 1
    x = field + wide / 2 + lane * (wide + BETWEEN)
    down = measures.reserve[1] / 2
    if area.role == "position":
        down = measures.reserve[1] + BEHIND + high / 2
    y = MARGIN + down
    return x, y if area.side == FRENCH else measures.height - y


def _place(pack: Pack, area: PlaceView, board: MapView, measures: Measures, words: Words) -> Place:
    x, y = _middle(area, measures)
    grounds = tuple(_grounds(pack, area, words))
    return Place(
        id=area.id,
        name=place_named(words, board, area),
        x=x,
        y=y,
        kind=area.role,
        control=area.side,
        contested=area.engaged,
        words=(
            *(it.words for it in grounds),
            *(
                words.gettext("%(special)s is in effect", special=it)
                for it in _specials(area, board, words)
            ),
        ),
        pieces=(
            *(
                on_the_field(it, words, acting=is_acting(board, area, side_of(it.nation)))
                for it in area.cards
            ),
            *_waiting(area, words),
        ),
        room=measures.position if area.role == "position" else measures.reserve,
        grounds=grounds,
        note=", ".join(_specials(area, board, words)),
    )


def _waiting(area: PlaceView, words: Words) -> Iterator[Piece]:
    """The cards of a Reserve, nation by nation, as their backs are all that is seen [G-37]."""
    for nation, number in area.waiting.items():
        if number:
            yield Piece(
                id=f"{area.id}-{nation}",
                side=nation,
                label=str(number),
                words=backs(words, nation, number),
                count=number,
            )


def _specials(area: PlaceView, board: MapView, words: Words) -> list[str]:
    """The specials that are in effect in a position."""
    return [
        called(words, it.id, it.name)
        for battle in board.battles
        if battle.id == area.battle
        for it in battle.specials
        if it.place == area.place
    ]


def _grounds(pack: Pack, area: PlaceView, words: Words) -> Iterator[Ground]:
    nations = {it.id: it.nation for it in area.cards}
    for site in area.terrain:
        if site.terrain in SIGNS:
            name = called(words, site.id, site.name)
            facts = [
                terrain(words, site.terrain),
                words.gettext("held by %(side)s", side=the(words, site.held_by)),
            ]
            yield Ground(
                id=site.id,
                kind=SIGNS[site.terrain],
                label=name,
                words=words.gettext("%(name)s (%(facts)s)", name=name, facts=", ".join(facts)),
                side=_holder(pack, site, nations),
                on=tuple(site.on),
            )


def _holder(pack: Pack, site: SiteView, nations: Mapping[str, str]) -> str:
    """The nation that stands on terrain, or that it is of, or the side that holds it."""
    standing_on = [nations[it] for it in site.on if it in nations]
    own: str = pack.by_id[printed(site.id)].nation
    if standing_on:
        return standing_on[0]
    return own if side_of(own) == site.held_by else site.held_by


def _link(road: LaneView) -> Link:
    return Link(
        id=road.id,
        a=road.a,
        b=road.b,
        kind="stream" if road.river else "ground",
        name=road.river or "",
    )
