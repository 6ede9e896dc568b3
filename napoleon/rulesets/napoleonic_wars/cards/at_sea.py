"""What cards do at sea: storms, refits, fleets that are found, a squadron put aside [6.14, 13]."""

from __future__ import annotations

from collections.abc import Mapping

from napoleon.rules.kit.frames import inmost
from napoleon.rules.kit.programs import Effect
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import convoys, fleets
from napoleon.rulesets.napoleonic_wars.cards.scene import Playing, listed, split_stack
from napoleon.rulesets.napoleonic_wars.events.cards_at_sea import FleetsRefitted, SquadronPutAside
from napoleon.rulesets.napoleonic_wars.events.refuges import RefugeSought
from napoleon.rulesets.napoleonic_wars.events.sea_battles import SeaDiceChanged
from napoleon.rulesets.napoleonic_wars.events.searches import SearchMadeSure
from napoleon.rulesets.napoleonic_wars.frames.at_sea import Guns, SeaBattle, Search
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle, Siege
from napoleon.rulesets.napoleonic_wars.nations import FRANCE
from napoleon.rulesets.napoleonic_wars.state import Squadrons

Some = str | list[str]
"""What a program may name: one thing, or several."""


# -- fleets ----------------------------------------------------------------------------------------


def _is_searching(at: Playing) -> bool:
    """Whether the nation has ships in the stack that searches now."""
    search = inmost(at.state, Search)
    if search is None:
        return False
    if search.patrol:
        return any(it.nation == at.nation for it in fleets.under_way(at.state))
    there = fleets.stack(at.state, search.zone, search.nation)
    return any(it.nation == at.nation for it in there)


def _refuse_find(at: Playing) -> Refusal | None:
    if _is_searching(at):
        return None
    return refuse("NOBODY_SEARCHES", "13.3.a", "No fleet of the nation searches for another.")


def find(at: Playing) -> None:
    """A fleet is found without dice; it may still evade [13.3]."""
    at.tell(SearchMadeSure, "13.3.a")


def _refuse_port(at: Playing, fleet: str) -> Refusal | None:
    if inmost(at.state, SeaBattle) is None:
        return None
    return refuse("IN_BATTLE", "6.14.a", "Not in a naval battle.")


def to_port(at: Playing, fleet: Some) -> None:
    """A fleet at sea goes to its nearest friendly port, and stays there [13.41, R-65]."""
    for one in listed(fleet):
        nation, zone = split_stack(one)
        ships = next(it for it in at.state.squadrons if (it.nation, it.at) == (nation, zone))
        ports = fleets.refuges(at.state, at.pack, zone, nation)
        event = RefugeSought(nation, zone, ships.sails, (nation,), tuple(ports))
        at.table.record(event, "13.41.a", "R-65")


def _waiting(at: Playing, whose: Some, where: Some) -> list[Squadrons]:
    """The squadrons of these nations that wait for refit, in ports of these zones or at sea."""
    zones = listed(where)
    places = {*zones, *(port for zone in zones for port in at.pack.ports_of[zone])}
    return [
        it
        for it in at.state.squadrons
        if it.nation in listed(whose) and it.at in places and it.refit
    ]


def _refuse_refit(at: Playing, whose: Some, where: Some) -> Refusal | None:
    if _waiting(at, whose, where):
        return None
    return refuse("NO_REFIT", "7.7.c", "No squadron waits there to be refitted.")


def refit(at: Playing, whose: Some, where: Some) -> None:
    """All squadrons there are ready to sail, free of maneuvers [7.7]."""
    for ships in _waiting(at, whose, where):
        event = FleetsRefitted(ships.nation, ships.at, ships.refit)
        at.table.record(event, "7.7.c")


# -- the war on trade ------------------------------------------------------------------------------


def ready_squadrons(at: Playing) -> list[Squadrons]:
    """Where France has a squadron that is ready to sail."""
    own = (it for it in at.state.squadrons if it.nation == FRANCE and it.ready)
    return [it for it in own if not it.sails]


def _refuse_aside(at: Playing, what: str) -> Refusal | None:
    if ready_squadrons(at):
        return None
    return refuse("NO_FLEET", "6.1.d", "France has no squadron that is ready to sail.")


def set_aside(at: Playing, what: str) -> None:
    """A ready squadron goes on the card: one in port, where there is one [R-112, R-164]."""
    ships = min(ready_squadrons(at), key=lambda it: it.at in at.pack.zones)
    at.table.record(SquadronPutAside(at.card, FRANCE, ships.at), "6.1.d", "R-112")


# -- convoys ---------------------------------------------------------------------------------------


def _refuse_convoy(at: Playing, sp: int, leaders: int) -> Refusal | None:
    return convoys.refuse_another(at) or convoys.refuse_nothing(at)


def convoy(at: Playing, sp: int, leaders: int) -> None:
    """A convoy or landing free of CP, within these limits [13.6]."""
    convoys.begin(at, sp, leaders, free=True)


AT_SEA: Mapping[str, Effect[Playing]] = {
    "convoy": Effect("13.6.a", say("sail with a convoy"), convoy, _refuse_convoy),
    "to_port": Effect("13.41.a", say("send a fleet to port"), to_port, _refuse_port),
    "set_aside": Effect("6.1.d", say("put a squadron aside"), set_aside, _refuse_aside),
    "refit": Effect("7.7.c", say("refit squadrons"), refit, _refuse_refit),
    "find": Effect("13.3.a", say("find a fleet"), find, _refuse_find),
}
"""What cards do at sea."""


def fight(at: Playing) -> SeaBattle | Guns | None:
    """The naval battle, or the fire of batteries, in which dice are rolled next."""
    kinds = (SeaBattle, Guns, Battle, Siege)
    found = next((it for it in reversed(at.state.stack) if isinstance(it, kinds)), None)
    return found if isinstance(found, (SeaBattle, Guns)) else None


def refuse_dice(at: Playing) -> Refusal | None:
    """Why its dice are not changed: ships or batteries of the nation have to take part."""
    found = fight(at)
    if isinstance(found, Guns) and found.nation == at.nation:
        return None
    if isinstance(found, SeaBattle) and at.nation in (
        *found.attacker.nations,
        *found.defender.nations,
    ):
        return None
    detail = "No ships or batteries of the nation fight now."
    return refuse("NO_SHIPS_THERE", "6.14.a", detail)


def change(at: Playing, n: int) -> None:
    """Dice for the side of the nation in this round."""
    at.tell(SeaDiceChanged, "13.4.b", amount=n)
