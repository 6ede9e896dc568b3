"""13.3 to 13.33 Fleets that search for each other: interception, patrol, evasion."""

from __future__ import annotations

from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import DeclaredVerb
from napoleon.rules.kit.frames import on_top, top, within
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import fleets, sea_battles, windows
from napoleon.rulesets.napoleonic_wars.events.searches import (
    EvasionAtSea,
    FleetFound,
    FleetLetPass,
    FleetSallied,
    FleetStayedInPort,
    FleetStood,
    SearchBegan,
    SearchEnded,
    SearchRolled,
)
from napoleon.rulesets.napoleonic_wars.frames.at_sea import Search, Voyage
from napoleon.rulesets.napoleonic_wars.nations import commander, in_track_order, may_fight
from napoleon.rulesets.napoleonic_wars.orders.at_sea import (
    AcceptBattle,
    Elude,
    LetSail,
    Sally,
    Seek,
    StayInPort,
)
from napoleon.rulesets.napoleonic_wars.scene import Seated, asked
from napoleon.rulesets.napoleonic_wars.state import Squadrons
from napoleon.rulesets.napoleonic_wars.table import Wars, rolled

SEEK, ELUDE, SALLY_KIND = "seek", "elude", "sally"
"""The kinds of the questions to those who may intercept or evade, or lie in port at a strait."""


class Searching(Seated):
    """Somebody who is asked at sea."""

    @property
    def nation(self) -> str:
        """The nation whose ships it is about."""
        frame = self.state.stack[-1]
        if isinstance(frame, Search):
            return frame.found
        voyage = top(self.state, Voyage)
        return voyage.seekers[0] if voyage.seekers else in_port(self.table)


# -- interception ----------------------------------------------------------------------------------


def _seekers(table: Wars) -> bool:
    return bool(top(table.state, Voyage).seekers)


def _seeker(table: Wars) -> str:
    return top(table.state, Voyage).seekers[0]


def _cannot_seek(table: Wars) -> bool:
    """Whether nobody commands the stack, or it is gone."""
    nation = _seeker(table)
    there = fleets.stack(table.state, top(table.state, Voyage).at, nation)
    return not there or not commander(table.state, nation)


def _asks_seeker(table: Wars) -> list[Decision]:
    voyage, nation = top(table.state, Voyage), _seeker(table)
    text = say(
        "Does %(nation)s intercept the fleet of %(enemy)s in %(zone)s?",
        nation=nation,
        enemy=voyage.nation,
        zone=voyage.at,
    )
    return [table.question(commander(table.state, nation), SEEK, "13.3.a", text)]


def _let_sail(table: Wars) -> None:
    table.record(FleetLetPass(_seeker(table)), "13.3.a")


def blockades(table: Wars, nation: str) -> bool:
    """Whether the fleet leaves or enters a port of a zone that the searcher controls [R-34].

    Control is looked at as it was before the fleet came. Nobody blockades a port of their own side.
    """
    voyage, state, pack = top(table.state, Voyage), table.state, table.data
    leaves = voyage.driven or voyage.left not in ("", voyage.at)
    enters = voyage.to in pack.spaces and not fleets.is_friendly_port(
        state, pack, voyage.to, nation
    )
    blockading = fleets.blockaders(state, pack, voyage.at, voyage.nation)
    return (leaves or enters) and nation in blockading


def _seek(it: Searching, order: Seek) -> None:
    voyage = top(it.table.state, Voyage)
    nation = it.nation
    it.table.record(
        SearchBegan(nation, voyage.at, False, blockades(it.table, nation), (voyage.nation,)),
        "13.3.a",
    )


def begin_patrol(table: Wars) -> None:
    """The active fleet searches for every enemy stack in its zone [13.3.b, 13.21.b]."""
    voyage = top(table.state, Voyage)
    sought = fleets.enemy_stacks(table.state, table.data, voyage.at, voyage.nation)
    event = SearchBegan(voyage.nation, voyage.at, True, False, tuple(sought))
    table.record(event, "13.3.b", "13.21.b")


SEEKER = asked(Searching, SEEK)

SEEK_IT = DeclaredVerb(
    Seek, SEEKER, "13.3.a", does=_seek, line="seek", says=say("Intercept the fleet")
)

LET_SAIL = DeclaredVerb(
    LetSail,
    SEEKER,
    "13.3.a",
    does=lambda it, order: _let_sail(it.table),
    line="let sail",
    says=say("Let the fleet sail"),
)

STEP: Step[Wars] = Step("interception at sea", _seekers, _let_sail, _asks_seeker, _cannot_seek)
"""Stacks of the zone say one after the other whether they try; part of a voyage."""


# -- a fleet in the port of a strait ---------------------------------------------------------------


def _in_ports(table: Wars) -> list[str]:
    """The nations, of one seat, that may meet a fleet at a strait out of its port [13.8.a].

    Only ready squadrons sail.
    """
    voyage, state = within(table.state, Voyage), table.state
    guard = table.data.strait(voyage.at, voyage.to)
    those = {it.nation for it in state.squadrons if it.at == guard and it.ready and not it.stays}
    able = [
        it
        for it in in_track_order(table.data, those, voyage.nation)
        if may_fight(state, it, voyage.nation) and it not in voyage.stayed and commander(state, it)
    ]
    return [it for it in able if commander(state, it) == commander(state, able[0])]


def in_port(table: Wars) -> str:
    """The nation that is asked whether it meets a fleet at a strait; empty if none is."""
    return next(iter(_in_ports(table)), "")


def _sally_due(table: Wars) -> bool:
    return top(table.state, Voyage).due[:1] == ["sally"]


def _no_sally(table: Wars) -> bool:
    return not _in_ports(table)


def _asks_port(table: Wars) -> list[Decision]:
    nation, voyage = in_port(table), top(table.state, Voyage)
    text = say(
        "Does %(nation)s meet the fleet of %(enemy)s at the strait?",
        nation=nation,
        enemy=voyage.nation,
    )
    return [table.question(commander(table.state, nation), SALLY_KIND, "13.8.a", text)]


def _stay(table: Wars) -> None:
    table.record(FleetStayedInPort(in_port(table), tuple(_in_ports(table))), "13.8.a")


def _sally(it: Searching, order: Sally) -> None:
    """It needs no dice to find the fleet, which may evade."""
    table, voyage = it.table, top(it.table.state, Voyage)
    guard = table.data.strait(voyage.at, voyage.to)
    event = FleetSallied(in_port(table), guard, voyage.nation, tuple(_in_ports(table)))
    table.record(event, "13.8.a")


def sallied(table: Wars) -> list[str]:
    """The nations whose ready squadrons have come out of their port to meet a fleet [13.8.a]."""
    search, voyage = top(table.state, Search), within(table.state, Voyage)
    seat = commander(table.state, search.nation)
    return [it for it in voyage.stayed if commander(table.state, it) == seat]


PORT = asked(Searching, SALLY_KIND)

SALLY_OUT = DeclaredVerb(
    Sally, PORT, "13.8.a", does=_sally, line="sally", says=say("Meet the fleet")
)

STAY_IN_PORT = DeclaredVerb(
    StayInPort,
    PORT,
    "13.8.a",
    does=lambda it, order: _stay(it.table),
    line="stay in port",
    says=say("Stay in port"),
)

SALLY: Step[Wars] = Step("fleet at a strait", _sally_due, _stay, _asks_port, _no_sally)
"""After the batteries of a strait; part of a voyage."""


# -- the search ------------------------------------------------------------------------------------


def searching(table: Wars) -> list[Squadrons]:
    """The fleets that search."""
    search = top(table.state, Search)
    if search.patrol:
        return fleets.under_way(table.state)
    return fleets.stack(table.state, search.zone, search.nation)


def sought(table: Wars, lead: str) -> list[Squadrons]:
    """The fleets that are searched for, by who leads them."""
    search = top(table.state, Search)
    if search.patrol:
        return fleets.stack(table.state, search.zone, lead)
    return fleets.under_way(table.state)


def _roll(table: Wars) -> None:
    search = top(table.state, Search)
    lead = search.sought[0]
    if search.sure:
        event = FleetFound("the_weather_gauge", search.nation, lead)
        table.record(event, "13.3.c")
        return
    dice, draw = rolled(table, "search at sea", 2)
    lines = [Line(sum(dice), "13.3.c", say("dice"))]
    lines += fleets.search_lines(table.data, searching(table))
    if search.blockade:
        lines.append(Line(1, "13.33.b", say("a blockade")))
    number = total(lines)
    succeeds = number >= fleets.NEEDED
    table.record(
        SearchRolled(search.nation, lead, dice, draw, number, tuple(lines), succeeds), "13.3.c"
    )


def _put(table: Wars) -> None:
    search = top(table.state, Search)
    windows.put(table, windows.SEEK, search.nation, search.zone)


def _asks_found(table: Wars) -> list[Decision]:
    search = top(table.state, Search)
    seat = commander(table.state, search.found)
    text = say("Does the fleet of %(nation)s try to evade?", nation=search.found)
    return [table.question(seat, ELUDE, "13.31.a", text)] if seat else []


def _stand(table: Wars) -> None:
    table.record(FleetStood(top(table.state, Search).found), "13.31.a")


def _elude(it: Searching, order: Elude) -> None:
    table = it.table
    search = top(table.state, Search)
    dice, draw = rolled(table, "evasion at sea", 2)
    lines = [Line(sum(dice), "13.31.a", say("dice"))]
    lines += fleets.search_lines(table.data, sought(table, search.found))
    number = total(lines)
    succeeds = number >= fleets.NEEDED
    table.record(EvasionAtSea(search.found, dice, draw, number, tuple(lines), succeeds), "13.31.a")


FOUND = asked(Searching, ELUDE)

ELUDE_THEM = DeclaredVerb(
    Elude, FOUND, "13.31.a", does=_elude, line="elude", says=say("Try to evade")
)

ACCEPT_BATTLE = DeclaredVerb(
    AcceptBattle,
    FOUND,
    "13.31.a",
    does=lambda it, order: _stand(it.table),
    line="accept battle",
    says=say("Accept battle"),
)

VERBS = (SEEK_IT, LET_SAIL, SALLY_OUT, STAY_IN_PORT, ELUDE_THEM, ACCEPT_BATTLE)


def _meet(table: Wars) -> None:
    """All stacks that were found, and have not evaded, fight in one battle [13.21.b]."""
    search = top(table.state, Search)
    if search.sally:
        nations = sallied(table)
        sea_battles.begin(table, search.zone, nations, defender_bonus=search.failed, fit=True)
    elif search.patrol:
        nations = [it.nation for lead in search.met for it in sought(table, lead)]
        sea_battles.begin(table, search.zone, nations, attacker_bonus=search.failed)
    else:
        nations = [it.nation for it in searching(table)]
        sea_battles.begin(table, search.zone, nations, defender_bonus=search.failed)


def _end(table: Wars) -> None:
    search = top(table.state, Search)
    table.record(SearchEnded(search.nation, search.zone), "13.3.a")


def _is_found(table: Wars) -> bool:
    return bool(top(table.state, Search).found)


STEPS = Part[Wars](
    "search",
    on_top(Search),
    (
        Step("evasion at sea", _is_found, _stand, _asks_found),
        Step("window of a search", lambda table: bool(top(table.state, Search).due), _put),
        Step("search", lambda table: bool(top(table.state, Search).sought), _roll),
        Step("fleets meet", lambda table: bool(top(table.state, Search).met), _meet),
        Step("no battle", lambda table: True, _end),
    ),
)
"""A fleet searches for others."""
