"""3 Seats, nations and camps: three layers that never mix [4.3, 8, R-67].

A seat is a person's chair, a nation acts, a camp is a group of allies. `commander` alone joins
seats and nations.
"""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.state import IMPULSES, MULLIGAN, PACT, SETUP, State, pair

IMPERIAL, COALITION = "imperial", "coalition"
CAMPS = (IMPERIAL, COALITION)
"""The two camps; with two players they are the seats, unless the camps are bid for [R-67]."""
FRANCE, RUSSIA, SPAIN, OTTOMANS, BRITAIN = "fr", "ru", "sp", "ot", "gb"
PRUSSIA = "pr"


def is_first_round(state: State) -> bool:
    """Whether it is the first round of 1805, which has rules of its own [8.1.a, 8.5]."""
    return state.turn == 1 and state.round == 1 and state.phase in (SETUP, MULLIGAN, IMPULSES)


def commander(state: State, nation: str) -> str:
    """The seat that commands a nation: as its power, in Pact, or as caretaker; empty if none does.

    [4.3.c, 8.2, 8.32] Nobody commands what a player has left behind [R-167].
    """
    if nation in state.powers:
        seat = state.powers[nation]
        return "" if seat in state.gone else seat
    it = state.nations[nation]
    if it.box == PACT:
        return commander(state, it.row) if it.row else ""
    return "" if it.caretaker in state.gone else it.caretaker


def patron(state: State, nation: str) -> str:
    """The power that a proxy in Pact follows; any other nation itself [8.2, R-66]."""
    it = state.nations[nation]
    return patron(state, it.row) if it.box == PACT and it.row else nation


def followers(state: State, pack: Pack, nation: str) -> list[str]:
    """The proxies in Pact with a nation, in track order, with those in Pact with them."""
    own = {nation}
    for _ in pack.powers:
        own |= {it for it, of in state.nations.items() if of.box == PACT and of.row in own}
    return [it for it in pack.track if it in own and it != nation]


def seats(state: State) -> list[str]:
    """The seats, by the first power of each on the track [R-69]; bidders before they have one.

    Those that have left the game are none any more [R-167].
    """
    if state.bidding is not None:
        return [*state.bidding.seats]
    return [it for it in dict.fromkeys(state.powers.values()) if it not in state.gone]


def playing_on(state: State) -> list[str]:
    """The seats that have not left the game, nor are about to."""
    return [it for it in seats(state) if it not in state.leaving]


def powers_of(state: State, seat: str) -> list[str]:
    """The player powers of a seat, in track order."""
    return [nation for nation, it in state.powers.items() if it == seat]


def commanded(state: State, pack: Pack, seat: str) -> list[str]:
    """The nations that a seat commands now, in track order."""
    return [it for it in pack.track if commander(state, it) == seat]


def other_camp(camp: str) -> str:
    """The camp that a camp is at war with."""
    return COALITION if camp == IMPERIAL else IMPERIAL


def is_proxy(state: State, nation: str) -> bool:
    """Whether no player had it at the start [3.power]."""
    return nation not in state.powers


def at_war(state: State, one: str, other: str) -> bool:
    """Whether two nations are at war."""
    return pair(one, other) in state.wars


def is_truce(state: State, one: str, other: str) -> bool:
    """Whether an armistice holds between two nations at war: one of them is named in it [R-106]."""
    named = {it.of for it in state.rules if it.hook == "truce"}
    return bool(named & {one, other}) and at_war(state, one, other)


def may_fight(state: State, one: str, other: str) -> bool:
    """Whether two nations are at war, and no armistice holds between them [R-106]."""
    return at_war(state, one, other) and not is_truce(state, one, other)


def enemies(state: State, pack: Pack, nation: str) -> list[str]:
    """The nations at war with one, in track order."""
    return [it for it in pack.track if at_war(state, nation, it)]


def is_allied(state: State, one: str, other: str) -> bool:
    """Whether two nations are of one camp or in Pact, or one and the same [3.alliance, 8.3]."""
    camp = state.nations[one].camp
    if one == other or (camp and camp == state.nations[other].camp):
        return True
    return patron(state, one) == patron(state, other)


def allies(state: State, pack: Pack, nation: str) -> list[str]:
    """The other nations of its camp, in track order."""
    return [it for it in pack.track if it != nation and is_allied(state, nation, it)]


def side_of(state: State, pack: Pack, nation: str) -> list[str]:
    """A nation with its allies, in track order."""
    return [it for it in pack.track if is_allied(state, it, nation)]


def is_grace(state: State, one: Iterable[str], other: Iterable[str]) -> bool:
    """Whether any nation of one side may not go to war with any of the other yet [15.21.d]."""
    those = [*other]
    return any(pair(a, b) in state.grace for a in one for b in those)


def is_neutral(state: State, nation: str) -> bool:
    """Whether it is neither allied nor at war with anybody [3.neutral]."""
    return not state.nations[nation].camp and not any(nation in it.split("-") for it in state.wars)


def is_client(state: State, proxy: str, power: str) -> bool:
    """Whether a proxy's consul stands on the row of a power, from Friend to Pact [3.client]."""
    it = state.nations[proxy]
    return it.row == power and it.box > 0


def in_track_order(pack: Pack, nations: Iterable[str], after: str) -> list[str]:
    """Nations in the order of the track, from the one after another on, which comes last."""
    track = pack.track
    start = track.index(after) + 1
    those = set(nations)
    return [it for it in (*track[start:], *track[:start]) if it in those]


def seats_after(state: State, pack: Pack, nation: str) -> list[str]:
    """The other seats, by the nations that they command in track order after an active one."""
    own = commander(state, nation)
    order = in_track_order(pack, pack.track, nation)
    found = dict.fromkeys(commander(state, it) for it in order)
    return [it for it in found if it and it != own]
