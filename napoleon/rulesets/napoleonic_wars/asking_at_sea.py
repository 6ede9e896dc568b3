"""Questions at sea to the seat that answers them: which fleets, from where, and what is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from napoleon.rules.kit.frames import inmost, top, within
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Asked, Phrase, say, say_many
from napoleon.rulesets.napoleonic_wars import fleets, seeking
from napoleon.rulesets.napoleonic_wars.frames.at_sea import Search, Voyage
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.maneuvers import A_CP
from napoleon.rulesets.napoleonic_wars.pools import SEA, pools
from napoleon.rulesets.napoleonic_wars.scene import Acting
from napoleon.rulesets.napoleonic_wars.state import Squadrons
from napoleon.rulesets.napoleonic_wars.table import Wars

Ships = tuple[str, int]
"""A nation, and how many of its squadrons there are."""


def voyage(table: Wars, decision: Decision) -> Asked:
    """Where a fleet sails: what sails in it, and how far it may still go."""
    it = top(table.state, Voyage)
    asked = say("Where does the fleet in %(place)s sail?", place=it.at)
    sails = say("In it: %(fleets)s.", fleets=_named(_finished(fleets.under_way(table.state))))
    left = (
        say_many("%(count)s maneuver is left.", "%(count)s maneuvers are left.", maneuvers)
        for maneuvers in _maneuvers(table)
    )
    return Asked(asked, (sails, *left))


def seek(table: Wars, decision: Decision) -> Asked:
    """Whether a fleet is intercepted: on which of its steps."""
    it = top(table.state, Voyage)
    asked = say(
        "Does %(nation)s intercept the fleet of %(enemy)s in %(zone)s?",
        nation=it.seekers[0],
        enemy=it.nation,
        zone=it.at,
    )
    return Asked(asked, (*_on_its_way(it), _enemy(fleets.under_way(table.state)), *_foes(table)))


def sally(table: Wars, decision: Decision) -> Asked:
    """Whether a fleet is met at a strait: at which."""
    it = top(table.state, Voyage)
    asked = say(
        "Does %(nation)s meet the fleet of %(enemy)s at the strait?",
        nation=seeking.in_port(table),
        enemy=it.nation,
    )
    way = say("It sails from %(start)s to %(place)s.", start=it.at, place=it.to)
    return Asked(asked, (way, _enemy(fleets.under_way(table.state)), *_foes(table)))


def elude(table: Wars, decision: Decision) -> Asked:
    """Whether a fleet that was found tries to evade: by whom, and with what they could go on."""
    it = top(table.state, Search)
    asked = say(
        "Does the fleet of %(nation)s try to evade that of %(enemy)s in %(zone)s?",
        nation=it.found,
        enemy=it.nation,
        # Who has come out of a port is met at sea.
        zone=within(table.state, Voyage).at if it.sally else it.zone,
    )
    foes = _foes(table) if it.patrol else ()
    return Asked(asked, (_told_enemy(_sallied(table) if it.sally else _searching(table)), *foes))


def _searching(table: Wars) -> list[Ships]:
    return _finished(seeking.searching(table))


def _sallied(table: Wars) -> list[Ships]:
    """Only ready squadrons have come out."""
    port, nations = top(table.state, Search).zone, seeking.sallied(table)
    there = [it for it in table.state.squadrons if it.at == port and not it.stays]
    return [(it.nation, it.ready) for it in there if it.nation in nations and it.ready]


def maneuvers_of_a_cp(table: Wars) -> Iterator[Phrase]:
    """What is left of a CP that was spent at sea; nothing if none is."""
    if left := top(table.state, Impulse).maneuvers:
        yield say_many("%(count)s maneuver is left.", "%(count)s maneuvers are left.", left)


def _on_its_way(it: Voyage) -> Iterator[Phrase]:
    if it.to and it.to != it.at:
        yield say("It is about to enter %(place)s.", place=it.to)
    elif it.came:
        yield say("It comes from %(place)s.", place=it.came)


def _enemy(fleets: Iterable[Squadrons]) -> Phrase:
    return _told_enemy(_finished(fleets))


def _told_enemy(ships: Iterable[Ships]) -> Phrase:
    return say("The enemy: %(fleets)s.", fleets=_named(ships))


def _finished(fleets: Iterable[Squadrons]) -> list[Ships]:
    return [(it.nation, it.finished) for it in fleets]


def _named(ships: Iterable[Ships]) -> tuple[Phrase, ...]:
    """Fleets by how many squadrons they have."""
    return tuple(
        say_many(
            "%(count)s squadron of %(nation)s",
            "%(count)s squadrons of %(nation)s",
            number,
            nation=nation,
        )
        for nation, number in ships
    )


def _foes(table: Wars) -> Iterator[Phrase]:
    """What the fleet under way may still do, to those that meet it."""
    for left in _maneuvers(table):
        yield say_many(
            "The enemy has %(count)s maneuver left.",
            "The enemy has %(count)s maneuvers left.",
            left,
        )


def _maneuvers(table: Wars) -> Iterator[int]:
    """How many the fleet under way may still pay for; none of one that is driven out of a port."""
    impulse, sailing = inmost(table.state, Impulse), inmost(table.state, Voyage)
    if impulse is not None and sailing is not None and sailing.nation == impulse.nation:
        it = Acting(table, "", impulse.nation)
        yield impulse.maneuvers + A_CP * sum(pool.cp for pool in pools(it, SEA))
