"""Europe as a picture: duchies with forces and flags, connections, sea zones with squadrons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files

from msgspec.structs import replace

from napoleon.rules.notation.codecs import PACKS
from napoleon.rules.picture.cards import Figure
from napoleon.rules.picture.drawings import DRAWINGS, Drawing, drawings, land_for
from napoleon.rules.picture.legend import Key
from napoleon.rules.picture.model import Link, Picture, Piece, Place, Point
from napoleon.rules.picture.sides import Side
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.remembered import remembered
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets import napoleonic_wars
from napoleon.rulesets.napoleonic_wars.names import ALONE, ASKED, LETTERS, called, nation, the
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.views import WarsViews
from napoleon.rulesets.napoleonic_wars.views.map import FleetView, ForceView, SpaceView
from napoleon.rulesets.napoleonic_wars.views.order_of_battle import NationView

ACROSS, DOWN = 2.1, 2.2
"""Units of the picture to one of the data pack, as wide as screens are."""

BOX = (20.0, 20.0, 3290.0, 2230.0)

CUT = (110.0, 60.0, 2780.0, 2110.0)
"""What a small map shows: Europe without its margin and the legend."""

LEGEND_AT = (2905.0, 560.0)

MAGNIFIED = 1.7
"""How much larger than on a page the map is where all of its letters have their full size."""

LINKS = {"plain": "border", "sea": "lane"}
"""How connections are drawn that are called otherwise on pictures."""

EXPLAINED = (
    ("capital", noted("capital")),
    ("fortress", noted("fortress, with its strength")),
    ("value", noted("key")),
    ("port", noted("port")),
    ("control", noted("ring of its controller")),
    ("border", noted("open country")),
    ("rough", noted("rough country")),
    ("pass", noted("mountain pass")),
    ("marsh", noted("marsh")),
    ("strait", noted("strait")),
    ("lane", noted("border of sea zones")),
    ("fleet", noted("squadrons")),
)
"""Signs of the legend."""

_ON_PIECES = (
    ("ready", noted("of the nation whose impulse it is, or squadrons that may sail")),
    ("spent", noted("of any other nation: hollow, with its name in italics")),
    ("commander", noted("leader without strength points")),
)

_IN_PLACES = (
    ("town", noted("duchy")),
    ("contested", noted("both sides stand here")),
    ("fortified", noted("siege works")),
    ("waters", noted("sea zone")),
    ("reserve", noted("box of a track")),
)

__all__ = ["ACROSS", "BOX", "CUT", "DOWN", "paper", "picture", "pieces"]
CAMPS = ("imperial", "coalition")
"""Camps from the left to the right of a space; neutrals stand after them."""


def key(words: Words) -> Key:
    """What is on its pieces, duchies and cards."""
    _ = words.gettext
    figures = (
        Figure("4", _("strength points, SP, or squadrons")),
        Figure("+1", _("so many more leaders in the stack")),
        Figure(_("CP"), _("command points, which a card gives")),
    )
    explained = (*_ON_PIECES, *EXPLAINED, *_IN_PLACES)
    return Key(tuple((sign, _(text)) for sign, text in explained), figures)


def paper(pack: Pack, words: Words) -> Picture:
    """The map before the table is laid."""
    return Picture(
        title=words.gettext("The Napoleonic Wars"),
        caption="",
        box=BOX,
        sides=tuple(replace(it, name=nation(words, it.id)) for it in sides_of(pack)),
        legend_at=LEGEND_AT,
        magnified=MAGNIFIED,
        language=words.language,
    )


def picture(pack: Pack, views: WarsViews, words: Words) -> Picture:
    """The map as `views` show it."""
    board = views.map
    active = board.impulse.nation if board.impulse else ""
    return replace(
        paper(pack, words),
        caption=ASKED.told(words.language, board.turn_name),
        sides=sides_now(pack, views.order_of_battle.armies, words),
        places=tuple(_place(words, pack, area, active) for area in board.areas),
        links=_links(pack),
        explained=tuple((sign, words.gettext(text)) for sign, text in EXPLAINED),
        land=land_for(_drawings(), {area.id: (area.x, area.y) for area in board.areas}),
    )


def shows(views: WarsViews) -> object:
    """Spaces with their forces, whose impulse it is, and the camps of the nations."""
    impulse = views.map.impulse
    return views.map.areas, impulse and impulse.nation, views.order_of_battle.armies


@cache
def _drawings() -> tuple[Drawing, ...]:
    return drawings(files(napoleonic_wars) / DRAWINGS)


@remembered(2048, itself=1)
def _place(words: Words, pack: Pack, area: SpaceView, active: str) -> Place:
    """A duchy or a zone. Zones have their name, and the ships in them, and nothing else."""
    zone = area.kind == "zone"
    return Place(
        id=area.id,
        name=called(words, area.id),
        x=area.x * ACROSS,
        y=area.y * DOWN,
        kind="waters" if zone else _kind(area),
        control=area.controller,
        flies=bool(area.flag) and area.flag != area.colour,
        contested=area.uncontrolled or area.besieged,
        fortified=area.capital and bool(area.fortress),
        strength=area.fortress,
        port=bool(area.ports),
        value=int(area.key),
        words=tuple(_words(area, words)),
        pieces=tuple(pieces(pack, area, active, words)),
    )


def _kind(area: SpaceView) -> str:
    if area.capital:
        return "capital"
    return "fortress" if area.fortress else "town" if area.key else "plain"


def _words(area: SpaceView, words: Words) -> Iterator[str]:
    """What there is to say of a place, except its pieces."""
    _ = words.gettext
    if area.kind == "zone":
        yield _("sea zone")
        return
    if area.capital:
        yield _("capital")
    if area.key:
        yield _("key")
    if area.fortress:
        yield _("fortress of strength %(strength)s", strength=area.fortress)
    if area.guards:
        one, other = (called(words, it) for it in area.guards)
        yield _("guards the strait from %(one)s to %(other)s", one=one, other=other)
    if area.ports:
        yield _(
            "port on %(zones)s", zones=words.language.listed(called(words, it) for it in area.ports)
        )
    if area.home:
        yield _("home duchy of %(nation)s", nation=the(words, area.home))
    elif area.associated:
        allied = words.language.listed(nation(words, it) for it in area.associated)
        yield _("associated with %(nations)s", nations=allied)
    yield _("controlled by %(nation)s", nation=the(words, area.controller))
    if area.uncontrolled:
        yield _("uncontrolled, as enemies stand there")
    if area.besieged:
        yield _("enemies stand before the fortress")


def pieces(pack: Pack, area: SpaceView, active: str, words: Words) -> Iterator[Piece]:
    """The counters in a space: armies under their commander, strength without one, ships."""
    for force in area.forces:
        yield from _force(pack, force, active, words)
    for fleet in area.fleets:
        yield _fleet(area, fleet, words)


def _force(pack: Pack, force: ForceView, active: str, words: Words) -> Iterator[Piece]:
    ready = not active or (force.nation == active and force.fought < max(1, force.sp))
    if not force.leaders:
        yield Piece(
            id=force.nation,
            side=force.nation,
            label=str(force.sp),
            words=strength(force.sp, words),
            count=force.sp,
            ready=ready,
        )
        return
    chief, *others = force.leaders
    led = leader(pack, chief, words)
    yield Piece(
        id=chief,
        side=force.nation,
        label=called(words, chief),
        words=f"{led}, {strength(force.sp, words)}" if force.sp else led,
        strength=force.sp or None,
        kind="unit" if force.sp else "commander",
        ready=ready,
    )
    for other in others:
        yield Piece(
            id=other,
            side=force.nation,
            label=called(words, other),
            words=leader(pack, other, words),
            kind="commander",
            ready=ready,
        )


def leader(pack: Pack, of: str, words: Words) -> str:
    """A leader with command and battle rating: "Napoleon (8, 4)"."""
    it = pack.leaders[of]
    return f"{called(words, of)} ({it.command}, {it.battle})"


def strength(sp: int, words: Words) -> str:
    """Strength points in words."""
    return words.ngettext("%(num)s strength point", "%(num)s strength points", sp)


def _fleet(area: SpaceView, fleet: FleetView, words: Words) -> Piece:
    number = fleet.ready + fleet.refit + fleet.building
    return Piece(
        id=f"{fleet.nation}-{area.id}",
        side=fleet.nation,
        label=str(number),
        words=", ".join(squadrons(fleet, words)),
        kind="fleet",
        count=number,
        ready=bool(fleet.ready),
    )


def squadrons(fleet: FleetView, words: Words) -> Iterator[str]:
    """Squadrons in words, those that cannot sail yet by themselves."""
    if fleet.ready:
        yield words.ngettext("%(num)s squadron", "%(num)s squadrons", fleet.ready)
    if fleet.refit:
        yield words.ngettext(
            "%(num)s squadron to be refitted", "%(num)s squadrons to be refitted", fleet.refit
        )
    if fleet.building:
        yield words.ngettext(
            "%(num)s squadron under construction",
            "%(num)s squadrons under construction",
            fleet.building,
        )


@lru_cache(PACKS)
def _links(pack: Pack) -> tuple[Link, ...]:
    """The connections, and the borders of sea zones by the points that they are led past."""
    lanes: Mapping[frozenset[str], str] = {frozenset((it.a, it.b)): it.via for it in pack.lanes}
    by_land = (
        Link(id=it.id, a=it.a, b=it.b, kind=LINKS.get(it.kind, it.kind))
        for it in pack.connections.values()
    )
    by_sea = (
        Link(
            id=f"{it.a}-{it.b}",
            a=it.a,
            b=it.b,
            kind=LINKS["sea"],
            via=_points(lanes.get(frozenset((it.a, it.b)), "")),
        )
        for it in pack.sea_borders
    )
    return (*by_land, *by_sea)


def _points(via: str) -> tuple[Point, ...]:
    pairs: Sequence[list[str]] = [point.split(":") for point in via.split()]
    return tuple((int(x) * ACROSS, int(y) * DOWN) for x, y in pairs)


def sides_of(pack: Pack) -> tuple[Side, ...]:
    """The nations as they begin; a nation in no camp stands by itself."""
    camps = {nation: camp for camp, them in pack.scenario.camps.items() for nation in them}
    return _in_order(pack, camps)


def sides_now(pack: Pack, armies: Iterable[NationView], words: Words) -> tuple[Side, ...]:
    """The nations by the camps in which they are now, those of one camp beside each other."""
    camps = {it.army: it.diplomacy.camp for it in armies if it.diplomacy.camp}
    return tuple(
        Side(it.id, nation(words, it.id), it.letter, it.look, it.camp)
        for it in _in_order(pack, camps)
    )


def _in_order(pack: Pack, camps: Mapping[str, str]) -> tuple[Side, ...]:
    made = [
        Side(it, ALONE[it], LETTERS[it], pack.looks[it].look, camps.get(it, it))
        for it in pack.track
    ]
    return tuple(sorted(made, key=lambda it: CAMPS.index(it.camp) if it.camp in CAMPS else 2))
