"""The map and the sea zones as tables in words, with what is going on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from napoleon.rules.battles import capital
from napoleon.rules.prose.remembered import remembered
from napoleon.rules.prose.storybook import Words
from napoleon.rules.tables import TextTable
from napoleon.rulesets.napoleonic_wars.names import (
    ASKED,
    GOING_ON,
    USES,
    WAYS,
    called,
    nation,
    term,
    the,
)
from napoleon.rulesets.napoleonic_wars.picture.map import squadrons
from napoleon.rulesets.napoleonic_wars.views.map import BiddingView, SpaceView, WarsMap, WayView


def map_tables(board: WarsMap, words: Words) -> Iterator[TextTable]:
    """The map, then the sea zones."""
    yield _map(board, words)
    yield _zones(board, words)


def _map(board: WarsMap, words: Words) -> TextTable:
    """Every duchy, with the ways that lead out of it."""
    _ = words.gettext
    duchies = [it for it in board.areas if it.kind == "duchy"]
    ways: dict[str, list[WayView]] = defaultdict(list)
    for way in board.roads:
        ways[way.a].append(way)
        ways[way.b].append(way)
    return TextTable(
        _(
            "Map, %(turn)s, %(phase)s",
            turn=ASKED.told(words.language, board.turn_name),
            phase=term(words, board.phase),
        ),
        (
            *(_("duchy"), _("controlled by"), _("flag"), _("what it is"), _("forces")),
            *(_("in port"), _("leads to")),
        ),
        tuple(_duchy(words, it, ways[it.id]) for it in duchies),
        "\n".join(_going_on(board, words)),
        board="map",
        places=tuple(it.id for it in duchies),
    )


@remembered(1024)
def _duchy(words: Words, area: SpaceView, ways: Sequence[WayView]) -> tuple[str | None, ...]:
    """The row of a duchy, which says the same from one position to the next unless it changes."""
    return (
        called(words, area.id),
        nation(words, area.controller),
        nation(words, area.flag) if area.flag else None,
        ", ".join(_signs(area, words)),
        "; ".join(_forces(area, words)),
        "; ".join(_fleets(area, words)),
        ", ".join(_way(way, area.id, words) for way in ways),
    )


def _signs(area: SpaceView, words: Words) -> Iterator[str]:
    _ = words.gettext
    if area.capital:
        yield _("capital")
    if area.key:
        yield _("key")
    if area.fortress:
        yield _("fortress of strength %(strength)s", strength=area.fortress)
    if area.uncontrolled:
        yield _("uncontrolled")
    if area.besieged:
        yield _("besieged")
    if area.ports:
        zones = words.language.listed(called(words, it) for it in area.ports)
        yield _("port on %(zones)s", zones=zones)
    if area.associated:
        nations = words.language.listed(nation(words, it) for it in area.associated)
        yield _("associated with %(nations)s", nations=nations)


def _forces(area: SpaceView, words: Words) -> Iterator[str]:
    """The forces of each nation: "France 8 SP, Napoleon, Soult"."""
    for it in area.forces:
        who = nation(words, it.nation)
        strength = words.gettext("%(nation)s %(sp)s SP", nation=who, sp=it.sp)
        told = [strength if it.sp or not it.leaders else who]
        told += [called(words, one) for one in it.leaders]
        if it.marching:
            told.append(words.gettext("%(sp)s SP on the march", sp=it.marching))
        if it.fought:
            told.append(words.gettext("%(sp)s SP have fought", sp=it.fought))
        yield ", ".join(told)


def _fleets(area: SpaceView, words: Words) -> Iterator[str]:
    for it in area.fleets:
        yield f"{nation(words, it.nation)} {', '.join(squadrons(it, words))}"


def _way(way: WayView, start: str, words: Words) -> str:
    there = called(words, way.b if way.a == start else way.a)
    if way.kind == "plain":
        return there
    return f"{there} ({words.gettext(WAYS[way.kind])})"


def _going_on(board: WarsMap, words: Words) -> Iterator[str]:
    """What cannot be seen in any space."""
    _ = words.gettext
    if board.bidding is not None:
        yield from _bids(board.bidding, words)
        return
    if not board.going_on and board.phase == "impulses":
        yield _("Scheduled next: %(nation)s.", nation=nation(words, board.scheduled))
    if board.going_on:
        told = ", ".join(_(GOING_ON[it]) for it in board.going_on)
        yield _("Going on: %(what)s.", what=told)
    if (impulse := board.impulse) is not None:
        played = words.language.listed(called(words, it) for it in impulse.played or ())
        yield _("Impulse of %(nation)s.", nation=nation(words, impulse.nation))
        if played:
            yield _("Cards played in it: %(cards)s.", cards=played)
        for pool in impulse.pools:
            yield _("%(cp)s CP are left for %(use)s.", cp=pool.cp, use=_(USES[pool.use]))
    if (voyage := board.voyage) is not None:
        squadrons = ", ".join(f"{nation(words, it)} {n}" for it, n in voyage.squadrons.items())
        place = called(words, voyage.place)
        yield _("A fleet sails in %(place)s: %(ships)s.", place=place, ships=squadrons)
    if (march := board.march) is not None:
        yield _("A force of %(nation)s marches, and stands in %(place)s.",
                nation=the(words, march.nation), place=called(words, march.at))  # fmt: skip


def _bids(bidding: BiddingView, words: Words) -> Iterator[str]:
    """The bids for a camp, as far as the reader knows them."""
    _ = words.gettext
    if bidding.winner is not None:
        who = capital(the(words, bidding.winner))
        yield _("%(who)s still gives up %(sp)s SP for the camp.", who=who, sp=bidding.due)
        return
    for bid in bidding.bids:
        who = called(words, bid.seat)
        if bid.camp is not None:
            camp = called(words, bid.camp)
            yield _("%(who)s: %(sp)s SP for %(camp)s.", who=who, sp=bid.sp, camp=camp)
        elif bid.given:
            yield _("%(who)s has bid.", who=who)
        else:
            yield _("%(who)s has not bid yet.", who=who)


def _zones(board: WarsMap, words: Words) -> TextTable:
    _ = words.gettext
    zones = [it for it in board.areas if it.kind == "zone"]
    ways = [it for it in board.roads if it.kind == "sea"]

    def borders(zone: str) -> Iterator[str]:
        for it in ways:
            if zone in (it.a, it.b):
                there = called(words, it.b if it.a == zone else it.a)
                guard = it.guard and _("past %(fortress)s", fortress=called(words, it.guard))
                yield f"{there} ({guard})" if guard else there

    return TextTable(
        _("Sea zones"),
        (_("zone"), _("squadrons"), _("borders on"), _("ports")),
        tuple(
            (
                called(words, it.id),
                "; ".join(_fleets(it, words)),
                ", ".join(borders(it.id)),
                ", ".join(called(words, one.id) for one in board.areas if it.id in one.ports),
            )
            for it in zones
        ),
        board="map",
        places=tuple(it.id for it in zones),
    )
