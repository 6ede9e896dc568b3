"""Checks of a data pack, for those who replace one: ``napoleon pack check DIR``.

A pack passes when the rules can be played with it and it agrees with what the rulebook prints.
Nearly every other value is a reconstruction: `reconstructed` tells how many of each table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from napoleon.rules.kit.findings import (
    Explained,
    check_of,
    differences,
    findings,
    not_plain,
    strays,
    without_source,
)
from napoleon.rules.kit.packs import Sourced, by_status
from napoleon.rules.prose.language import noted
from napoleon.rulesets.napoleonic_wars.pack import BOXES, CardRow, Pack
from napoleon.rulesets.napoleonic_wars.packs import printed
from napoleon.rulesets.napoleonic_wars.packs.loader import load_pack


def tables(pack: Pack) -> dict[str, Iterable[Sourced]]:
    """The rows of every table that says where its values come from, by what they are."""
    return {
        noted("spaces"): pack.spaces.values(),
        noted("connections"): pack.connections.values(),
        noted("sea zones"): pack.zones.values(),
        noted("sea borders"): pack.sea_borders,
        noted("lanes at sea"): pack.lanes,
        noted("nations"): pack.nations.values(),
        noted("limits of pieces"): pack.limits.values(),
        noted("leaders"): pack.leaders.values(),
        noted("forces at the start"): pack.forces,
        noted("boxes of the diplomacy track"): pack.boxes,
        noted("cards of the deck"): pack.deck_rows,
        noted("home cards"): pack.home_rows,
        noted("windows of cards"): pack.window_rows,
        noted("looks of counters"): pack.looks.values(),
        noted("land without duchies"): pack.wilds,
    }


def reconstructed(pack: Pack) -> dict[str, int]:
    """By table how many of its rows hold a value that no source gives."""
    return {
        name: counted["reconstructed"]
        for name, counted in by_status(tables(pack)).items()
        if "reconstructed" in counted
    }


def _ids(pack: Pack) -> Iterator[str]:
    named = (pack.spaces, pack.zones, pack.nations, pack.leaders, pack.cards)
    yield from not_plain(name for those in named for name in those)


def _sources(pack: Pack) -> Iterator[str]:
    explained: Mapping[str, Iterable[Explained]] = tables(pack)  # type: ignore[assignment]
    yield from without_source(explained)


# -- the map -----------------------------------------------------------------------------------


def _colours(pack: Pack) -> Iterator[str]:
    for space in pack.spaces.values():
        if bool(space.home) == bool(space.lower) or (space.upper and not space.lower):
            yield f"{space.id} is neither a home duchy nor an associated one"
        elif space.start != space.colour:
            yield f"{space.id} starts with {space.start}, but has the colour of {space.colour}"
        if (space.fortress or space.capital) and not space.key:
            yield f"{space.id} has to be a key"


def _keys(pack: Pack) -> Iterator[str]:
    yield from differences(
        {"all": sum(map(len, pack.keys.values())), "fr": len(pack.keys["fr"])},
        {"all": printed.KEYS, "fr": printed.FRENCH_KEYS},
    )


def _capitals(pack: Pack) -> Iterator[str]:
    due = {nation: 1 + (nation == printed.TWO_CAPITALS) for nation in printed.TRACK}
    yield from differences({it: len(found) for it, found in pack.capitals.items()}, due)
    for name in printed.BRITISH:
        if name not in pack.home_duchies["gb"]:
            yield f"{name} must be a home duchy of gb"


def _fortresses(pack: Pack) -> Iterator[str]:
    strong = [it.id for it in pack.spaces.values() if it.fortress == max(printed.FORTRESSES)]
    yield from strays(strong, {printed.STRONG_FORTRESS}, "have a fortress of 4")
    for space in pack.spaces.values():
        if space.fortress not in printed.FORTRESSES:
            yield f"{space.id} has a fortress of {space.fortress}"


def _dual(pack: Pack) -> Iterator[str]:
    pairs = {it.id: (it.upper, it.lower) for it in pack.spaces.values() if it.upper}
    counted = Counter(pairs.values())
    yield from differences(
        {"/".join(it): number for it, number in counted.items()},
        {"/".join(it): number for it, number in printed.DUAL.items()},
    )
    there = {name: "/".join(pairs[name]) for name in printed.DUAL_SPACES if name in pairs}
    yield from differences(there, {it: "/".join(two) for it, two in printed.DUAL_SPACES.items()})


def _connections(pack: Pack) -> Iterator[str]:
    for link in pack.connections.values():
        if link.a == link.b:
            yield f"{link.id} leads nowhere"
        if (link.kind == "strait") != bool(link.zone):
            yield f"{link.id} has to name a sea zone if it is a strait, and only then"
    for name, links in pack.links.items():
        if not links and not pack.spaces[name].ports:
            yield f"no way leads to {name}"


def _sea(pack: Pack) -> Iterator[str]:
    if len(pack.zones) != printed.ZONES:
        yield f"there are {len(pack.zones)} zones instead of {printed.ZONES}"
    for zone in pack.zones:
        if not pack.ports_of[zone]:
            yield f"{zone} has no port"
        if not pack.neighbours[zone]:
            yield f"{zone} borders on no other zone"
    for border in pack.sea_borders:
        guard = border.naval_strait
        if guard and not (
            pack.spaces[guard].fortress and {border.a, border.b} & {*pack.spaces[guard].ports}
        ):
            yield f"{guard} is no fortress on {border.a}-{border.b}"


def _ports(pack: Pack) -> Iterator[str]:
    there = {it: len(pack.spaces[it].ports) for it in printed.PORTS if it in pack.spaces}
    yield from differences(there, printed.PORTS)


def _lanes(pack: Pack) -> Iterator[str]:
    borders = [frozenset((it.a, it.b)) for it in pack.sea_borders]
    lanes = [frozenset((it.a, it.b)) for it in pack.lanes]
    for ends in sorted("-".join(sorted(it)) for it in {*borders} ^ {*lanes}):
        yield f"{ends} is no border with a lane"
    for lane in pack.lanes:
        for point in lane.via.split():
            x, _, y = point.partition(":")
            if not (x.isdigit() and y.isdigit()):
                yield f"{lane.a}-{lane.b} is led past {point}"


# -- nations and pieces ------------------------------------------------------------------------


def _nations(pack: Pack) -> Iterator[str]:
    fields = printed.PrintedNation._fields
    yield from differences(
        {f"{name} ({f})": getattr(it, f) for name, it in pack.nations.items() for f in fields},
        {f"{name} ({f})": getattr(it, f) for name, it in printed.NATIONS.items() for f in fields},
    )


def _forces(pack: Pack) -> Iterator[str]:
    strength, squadrons = Counter[str](), Counter[str]()
    for it in pack.forces:
        strength[it.nation] += it.sp
        squadrons[it.nation] += it.squadrons
        space = pack.spaces.get(it.space)
        if space is not None and space.start != it.nation:
            yield f"{it.nation} stands in {it.space}, which is not its own"
        if space is not None and it.squadrons and not space.ports:
            yield f"{it.space} is no port for squadrons of {it.nation}"
    for nation, limit in pack.limits.items():
        if strength[nation] > limit.max_sp or squadrons[nation] > limit.max_squadrons:
            yield f"{nation} has more pieces than there are"


def _leaders(pack: Pack) -> Iterator[str]:
    for name, (field, value) in printed.LEADERS.items():
        if name not in pack.leaders or getattr(pack.leaders[name], field) != value:
            yield f"{name} must have {value} as {field}"
    by_event = [it.id for it in pack.leaders.values() if it.entry == "event"]
    yield from strays(by_event, printed.BY_EVENT, "enter by an event")
    late = sum(it.entry == "1807" for it in pack.leaders.values())
    if late != printed.LATE_LEADERS:
        yield f"{late} leaders enter in 1807 instead of {printed.LATE_LEADERS}"
    for leader in pack.leaders.values():
        if (leader.entry == "start") != bool(leader.start):
            yield f"{leader.id} has to start somewhere, or enter later"


# -- cards -------------------------------------------------------------------------------------


def _numbers(pack: Pack) -> Iterator[str]:
    there = {"deck": len(pack.deck), "home cards": len(pack.home_rows)}
    yield from differences(there, {"deck": printed.DECK, "home cards": printed.HOME_CARDS})
    if [it.no for it in pack.deck_rows] != list(range(1, len(pack.deck_rows) + 1)):
        yield "the deck is not numbered from 1 on"
    counted = {nation: len(those) for nation, those in pack.home_cards.items()}
    yield from differences(counted, printed.HOME_CARDS_OF)


_SAME = ("name", "cp", "type", "joinable", "red", "no_1805", "lasting", "remove", "must_event",
         "plays", "targets", "program", "effect")  # fmt: skip


def _copies(pack: Pack) -> Iterator[str]:
    first: dict[str, CardRow] = {}
    for row in pack.deck_rows:
        other = first.setdefault(row.event, row)
        yield from (
            f"{row.id} has another {it} than {other.id}"
            for it in _SAME
            if getattr(row, it) != getattr(other, it)
        )


def _marks(pack: Pack) -> Iterator[str]:
    must = {it.event for it in pack.deck_rows if it.must_event}
    yield from strays(must, printed.MUST_BE_EVENT, "have to be played as an event")
    for row in pack.deck_rows:
        if row.red and row.no_1805:
            yield f"{row.id} is red, and no event in 1805"
        if (row.type == "foreign_war") != bool(row.targets):
            yield f"{row.id} has to have targets if it is a foreign war, and only then"
    events = {it.event for it in pack.deck_rows}
    yield from (f"{it} is missing" for it in printed.EVENTS if it not in events)
    homes = {it.id: it.nation for it in pack.home_rows}
    yield from differences(
        {it: homes[it] for it in printed.HOME_EVENTS if it in homes}, printed.HOME_EVENTS
    )


def _windows(pack: Pack) -> Iterator[str]:
    due: dict[str, set[str]] = {}
    for window, events in printed.RESPONSES.items():
        for event in events:
            due.setdefault(event, set()).add(window)
    yield from differences({it.event: {*it.windows} for it in pack.window_rows}, due)
    for card in pack.cards.values():
        if card.type == "response" and not card.windows:
            yield f"{card.id} is played in no window"


# -- diplomacy and seats -----------------------------------------------------------------------


def _track(pack: Pack) -> Iterator[str]:
    there = [(it.row, it.column, it.position) for it in pack.boxes]
    due = [(row, box, n) for row in pack.powers for n, box in enumerate(BOXES)]
    for row, box, _ in sorted({*there} ^ {*due}):
        yield f"{box} of {row} is not one of five boxes in a row"
    yield from (f"{it.column} of {it.row} costs nothing" for it in pack.boxes if not it.cost)


def _scenario(pack: Pack) -> Iterator[str]:
    scenario = pack.scenario
    if scenario.track != printed.TRACK:
        yield f"the nations act in the order {', '.join(scenario.track)}"
    seats = {
        number: tuple(tuple(seat.nations) for seat in those.seats)
        for number, those in scenario.seats.items()
    }
    yield from differences(seats, printed.SEATS)
    yield from differences({it: {*those} for it, those in scenario.camps.items()}, printed.CAMPS)
    if len(scenario.years) != 5:
        yield f"there are {len(scenario.years)} turns instead of 5"
    for nation, consul in scenario.consuls.items():
        if consul.column not in BOXES or (consul.row or "fr") not in pack.powers:
            yield f"the consul of {nation} stands nowhere"


PACK_CHECKS: dict[str, Callable[[Pack], Iterable[str]]] = {
    "ids are plain": _ids,
    "sources are told": _sources,
    "duchies have their colours [3.duchy]": _colours,
    "58 keys, 13 of them French [5.81]": _keys,
    "a capital for each nation, two for Russia [3.duchy]": _capitals,
    "fortresses of 2, and Gibraltar of 4 [12.3]": _fortresses,
    "duchies of two nations [7.43]": _dual,
    "ways lead everywhere [3.adjacent]": _connections,
    "15 zones with their ports [3.seazone]": _sea,
    "Kent, Cornwall and Corsica [3.duchy]": _ports,
    "lanes lead over the borders of zones [3.seazone]": _lanes,
    "nations in numbers [4.4, 11.21, 13.33, 13.4, 14.2, 14.32, 15.1]": _nations,
    "forces at the start [4.1, R-124]": _forces,
    "leaders [2.2.c, 7.2]": _leaders,
    "99 cards and 11 home cards [4.4, 6.2]": _numbers,
    "copies of a card agree [6.1]": _copies,
    "cards have their marks [6.1]": _marks,
    "responses have their windows [R-72]": _windows,
    "five rows of five boxes [8.1]": _track,
    "seats, camps and turns [4.3, 5.1, 8.3]": _scenario,
}
"""What is asked of the tables: the name of each check, and what finds the things that are wrong."""

check = check_of(load_pack, lambda pack: findings(pack, PACK_CHECKS))
"""Every check of the pack in a folder."""
