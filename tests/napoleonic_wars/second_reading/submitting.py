"""Submission, reparations and cession by agreement (15.4, 15.5), and submission by force (6.12)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tests.napoleonic_wars.second_reading.conquering import (
    capital_exits,
    capitals,
    cedable,
    home_duchies,
    picks,
    reparations,
)
from tests.napoleonic_wars.second_reading.marching import side_of
from tests.napoleonic_wars.second_reading.world import (
    TRACK,
    World,
    allied,
    at_war,
    controller,
    enemies_in,
    from_next,
    leaders_in,
    present,
    strength,
)

UNIT_CP, SQUADRON_CP = 2, 4
"""CP of a strength point and of a squadron (7.1.a, 7.3.a)."""
NOWHERE: frozenset[str] = frozenset()

# -- who may offer, and to whom ----------------------------------------------------------------


@dataclass(frozen=True)
class Invader:
    """An enemy nation inside a country (15.4.a): its home duchies (3.country, R-64)."""

    nation: str
    pieces: int
    """Its units (SP) and leaders there."""
    flags: int
    """Its flags there; they are forces, too (3.force)."""


def in_play(world: World, nation: str) -> int:
    """Units and leaders of a nation on the map: not regrouped, not at foreign wars (15.4.a)."""
    spaces = world.atlas.spaces
    return sum(strength(world, nation, x) + len(leaders_in(world, nation, x)) for x in spaces)


def invaders(world: World, nation: str) -> tuple[Invader, ...]:
    """The enemies with any forces in the country of a nation, in track order (15.4.a, R-64)."""
    home = home_duchies(world.atlas, nation)
    found = (
        Invader(
            n,
            sum(strength(world, n, x) + len(leaders_in(world, n, x)) for x in home),
            sum(world.flags.get(x) == n for x in home),
        )
        for n in TRACK
        if at_war(world, nation, n)
    )
    return tuple(i for i in found if i.pieces or i.flags)


def strongest(world: World, nation: str, flags: bool = True) -> tuple[Invader, ...]:
    """The invaders with most forces there; several if equal, in track order (15.4.a, 15.42.a).

    Forces are field forces and flags (3.force); `flags=False` counts field forces alone.
    """
    sizes = {i: i.pieces + (i.flags if flags else 0) for i in invaders(world, nation)}
    most = max(sizes.values(), default=0)
    return tuple(i for i, size in sizes.items() if size == most > 0)


def may_submit_to(
    world: World, power: str, commanded: Iterable[str] = TRACK, flags: bool = True
) -> tuple[str, ...]:
    """To whom a player power may submit now: of equals to the first on the track (15.4.a, R-193).

    It has fewer units and leaders in play than that nation inside its country. A nation that
    nobody commands cannot agree (R-169), nor offer (R-167).
    """
    able, own = frozenset(commanded), in_play(world, power)
    if power not in able:
        return ()
    found = (i for i in strongest(world, power, flags)[:1] if own < i.pieces)
    return tuple(i.nation for i in found if i.nation in able)


def asked(
    world: World,
    player_powers: Iterable[str],
    last: str = "fr",
    refused_now: Iterable[str] = (),
    commanded: Iterable[str] = TRACK,
    flags: bool = True,
) -> dict[str, str]:
    """Whom to ask at the end of an impulse, in order, and to whom they submit (15.4, R-70, R-87).

    Proxies never (15.4.a). `refused_now`: who has been refused at the end of this very impulse;
    they wait for the end of the next one (15.41.a, case 116). Ask again after an acceptance. The
    nation whose impulse is over (`last`) comes last of all (R-199).
    """
    out = frozenset(refused_now)
    order = (*from_next(last)[1:], last)
    powers = [n for n in order if n in frozenset(player_powers) and n not in out]
    to = {n: may_submit_to(world, n, commanded, flags) for n in powers}
    return {n: found[0] for n, found in to.items() if found}


# -- terms -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Terms:
    """What a submitter offers (15.41.a, R-87); empty is an end to hostilities alone (R-151)."""

    cede: frozenset[str] = NOWHERE
    unflag: frozenset[str] = NOWHERE


def associated(world: World, nation: str) -> tuple[str, ...]:
    """The associated duchies of a nation, in either half (3.duchy)."""
    return tuple(x.id for x in world.atlas.spaces.values() if nation in (x.upper, x.lower))


def may_cede(world: World, power: str, to: str) -> frozenset[str]:
    """Home duchies but no capital; associated ones with its flag or colour (R-151, R-43).

    Not where an ally of the other side is associated: no flag may be put there (8.22.b, R-147).
    """
    spaces = world.atlas.spaces
    held = {x for x in associated(world, power) if controller(world, x) == power}
    barred = {x for x in held if any(allied(world, to, n) for n in spaces[x].colours - {to})}
    return frozenset(cedable(world.atlas, power)) | (held - barred)


def may_unflag(world: World, power: str, to: str) -> frozenset[str]:
    """Associated duchies to be given back: flags of the other side there (R-151).

    Those in its home duchies come off in any case (15.2.a, 15.4.b), so they are no term.
    """
    side = side_of(world, to)
    return frozenset(x for x in associated(world, power) if world.flags.get(x) in side)


# -- what follows ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Settlement:
    """All that a submission brings about at once (15.4.b, 15.42.a, R-102)."""

    nation: str
    by: str | None
    """Who accepted it, or conquers; None: a forced submission without an enemy in the country."""
    over: bool
    """France has submitted: the game ends as soon as this is carried out (R-14, R-150)."""
    neutral: frozenset[str]
    """It, and its Pact proxies, whose Pact stands (3.submission, R-66); no peace roll (R-13)."""
    wars_ended: frozenset[frozenset[str]]
    after: World
    """Flags, wars, camps, passage and pieces after it, but for what is chosen below."""
    regrouped: frozenset[tuple[str, str]]
    """Field forces (nation, space) that go to the Regroup box (15.21.b, R-149)."""
    leave: Mapping[tuple[str, str], tuple[str, ...]]
    """The winner's in a capital: where they may go; to the Regroup box else (15.21.a)."""
    choose: frozenset[tuple[str, str]]
    """The winner's elsewhere in the country: they stay or are regrouped (15.21.a)."""
    sail: Mapping[tuple[str, str], tuple[str, str]]
    """Squadrons (nation, port) put to sea: the clause, 13.9 or R-130, and the zone."""
    passage: frozenset[str]
    """To whom its duchies but the capital are friendly while it is neutral (15.21.c)."""
    grace: frozenset[frozenset[str]]
    """Who may not declare war on whom before this turn's interphase (15.21.d, R-63)."""
    resources: Mapping[str, int] = field(default_factory=dict)
    plus_key: frozenset[str] = NOWHERE
    # a proxy alone (15.22.a, 15.42.a):
    unaligned: bool = False
    frozen: bool = False
    """Its consul may not be moved before this turn's interphase."""
    new_hand: bool = False
    """As many new cards that nobody has seen (8.21.b)."""
    turkish_wars_end: bool = False


def accepted(
    world: World,
    power: str,
    to: str,
    terms: Terms,
    resources: Mapping[str, int] | None = None,
    plus_key: Iterable[str] = (),
    conquerors: Mapping[str, str] | None = None,
) -> Settlement:
    """What follows when a player power's offer is accepted (15.4.b, 15.5.a)."""
    status = frozenset(plus_key)
    return _settle(world, power, to, terms, resources or {}, status, False, False, conquerors or {})


def forced_by(world: World, nation: str, flags: bool = True) -> str | None:
    """Who conquers a nation that submits by force: the enemy with most forces in its country.

    15.42.a for proxies, R-102 for powers; of equals the first on the track (R-82).
    """
    return next((i.nation for i in strongest(world, nation, flags)), None)


def pickers(
    world: World, nation: str, by: str, die: int, commanded: bool = True
) -> tuple[str, ...]:
    """Who picks each ceded duchy after a submission by force (15.2.a, 15.42.a, R-93, R-102).

    `commanded`: somebody commands the nation now; nobody does a proxy, as it is Unaligned (R-198).
    """
    order = picks(world.atlas, nation, by, die)
    return order if commanded else (by,) * len(order)


def forced(
    world: World,
    nation: str,
    ceded: Iterable[str] = (),
    resources: Mapping[str, int] | None = None,
    plus_key: Iterable[str] = (),
    proxy: bool = False,
    commanded: bool = False,
    flags: bool = True,
    conquerors: Mapping[str, str] | None = None,
) -> Settlement:
    """What follows a submission by force: a conquest, or neutrality alone (15.42.a, R-102).

    `ceded`: the duchies picked after the die. `commanded`: the proxy was in Pact, or had a
    caretaker.
    """
    by = forced_by(world, nation, flags)
    terms = Terms(frozenset(ceded) if by else NOWHERE)
    status = frozenset(plus_key)
    return _settle(
        world, nation, by, terms, resources or {}, status, proxy, commanded, conquerors or {}
    )


def _settle(
    world: World,
    nation: str,
    by: str | None,
    terms: Terms,
    resources: Mapping[str, int],
    plus_key: frozenset[str],
    proxy: bool,
    commanded: bool,
    conquerors: Mapping[str, str],
) -> Settlement:
    neutral = _with_proxies(world, nation)
    winners = side_of(world, by) if by else NOWHERE
    former = side_of(world, nation) - neutral
    home = home_duchies(world.atlas, nation)
    # Who has conquered it earlier may still pass (15.21.c, R-197).
    stay = neutral | (winners if by else world.passage.get(nation, NOWHERE))
    ended = frozenset(pair for pair in world.wars if pair & neutral)

    after = replace(
        world,
        flags=_flags(world, nation, by, terms, winners | former, neutral),
        wars=world.wars - ended,
        camps={n: camp for n, camp in world.camps.items() if n not in neutral},
        pacts={n: power for n, power in world.pacts.items() if n != nation},
    )
    # A grand fleet is one of allies: others lie by themselves (13.2, R-130).
    after.stacks = {
        (n, zone): lead for (n, zone), lead in world.stacks.items() if allied(after, n, lead)
    }
    # Passage is that of the camp that each conqueror is of now.
    after.passage = dict(world.passage) | {n: side_of(after, c) for n, c in conquerors.items()}
    if by:
        after.passage[nation] = winners
    forces = {(n, x) for x in world.atlas.spaces for n in present(world, x)}
    regrouped = {(n, x) for n, x in forces if n in neutral and _abroad(after, n, x, nation)}
    # All others leave, not former allies alone, and the country of Pact proxies, too.
    regrouped |= {(n, x) for n, x in forces if n not in stay and x in home}
    theirs = {x for n in neutral - {nation} for x in home_duchies(world.atlas, n)}
    regrouped |= {(n, x) for n, x in forces if n not in neutral and x in theirs}
    of_winner = {(n, x) for n, x in forces if n in winners and x in home}
    in_capital = {(n, x) for n, x in of_winner if x in capitals(world.atlas, nation)}
    after.lots = [lot for lot in after.lots if (lot.nation, lot.space) not in regrouped]
    after.leaders = {
        k: who for k, who in after.leaders.items() if (who.nation, who.space) not in regrouped
    }
    return Settlement(
        nation=nation,
        by=by,
        over=nation == "fr",
        neutral=neutral,
        wars_ended=ended,
        after=after,
        regrouped=frozenset(regrouped),
        leave={(n, x): capital_exits(after, n, x) for n, x in sorted(in_capital)},
        choose=frozenset(of_winner - in_capital),
        sail=_sail(world, after),
        passage=winners,
        grace=frozenset(frozenset((nation, n)) for n in winners),
        resources=reparations(resources, nation, by) if by else dict(resources),
        plus_key=plus_key - {nation},
        unaligned=proxy,
        frozen=proxy and by is not None,
        new_hand=proxy and commanded,
        turkish_wars_end=nation == "ot" and by is not None,
    )


def _with_proxies(world: World, nation: str) -> frozenset[str]:
    """A nation and the proxies in Pact with it, and in Pact with those (R-66)."""
    found = frozenset({nation})
    while more := frozenset(n for n, power in world.pacts.items() if power in found) - found:
        found |= more
    return found


def _flags(
    world: World,
    nation: str,
    by: str | None,
    terms: Terms,
    out: frozenset[str],
    neutral: frozenset[str],
) -> dict[str, str]:
    """The flags after it (15.2.a, 15.21.b, R-149, 15.4.b).

    `out`: whose flags come off the home duchies, the winner's side and former allies (3.force).
    A ceded duchy gets the winner's flag, or none where the winner is its original owner (7.4.b).
    Flags of a Pact proxy in its power's home duchies stay, as other forces do (3.force, R-196).
    """
    spaces, home = world.atlas.spaces, home_duchies(world.atlas, nation)
    lifted = {x for x in home if world.flags.get(x) in out}
    lifted |= {
        x
        for x, n in world.flags.items()
        if n in neutral and n not in spaces[x].colours and (n == nation or x not in home)
    } | terms.unflag
    left = {x: n for x, n in world.flags.items() if x not in lifted | terms.cede}
    return left | {x: by for x in terms.cede if by and spaces[x].start != by}


def _abroad(after: World, n: str, space: str, nation: str) -> bool:
    """Whether forces of a neutral are outside its own home and friendly associated duchies.

    15.21.b, terms being carried out; a Pact proxy's stay in its power's country, too (R-129).
    """
    land = after.atlas.spaces[space]
    if land.home == n or (n != nation and land.home == nation):
        return False
    return n not in land.colours or not allied(after, n, controller(after, space))


def _shut(world: World, n: str, port: str) -> str | None:
    """Why a squadron may not lie in a port: 13.9 an enemy's, R-130 no ally's or passage."""
    land, owner = world.atlas.spaces[port], controller(world, port)
    passes = n in world.passage.get(owner, ()) and not land.capital
    if allied(world, n, owner) or passes:
        return None
    return "13.9" if at_war(world, n, owner) else "R-130"


def _sail(before: World, after: World) -> dict[tuple[str, str], tuple[str, str]]:
    """Squadrons in ports that are no longer open to them, and for which zone (R-163, R-184)."""
    found = {}
    for port in sorted(after.fleets.keys() & after.atlas.spaces.keys()):
        zones = after.atlas.spaces[port].ports
        for n in sorted(n for n, many in after.fleets[port].items() if many):
            clause = _shut(after, n, port)
            if clause and not _shut(before, n, port):
                free = [z for z in zones if not _enemy_zone(after, n, z)]
                found[n, port] = clause, (free or list(zones))[0]
    return found


def _enemy_zone(world: World, nation: str, zone: str) -> bool:
    """Whether an enemy controls a sea zone: at sea there without an enemy of its own (R-02)."""
    there = [n for n, many in world.fleets.get(zone, {}).items() if many]
    masters = [n for n in there if not any(at_war(world, n, m) for m in there)]
    return any(at_war(world, nation, n) for n in masters)


# -- afterwards --------------------------------------------------------------------------------


def gifts(after: World, by: str, space: str, commanded: Iterable[str] = TRACK) -> frozenset[str]:
    """The willing powers of its camp that a duchy just ceded may be given to (15.2.a, 8.22.b)."""
    takers = (n for n in frozenset(commanded) if n != by and after.atlas.nations[n].power)
    colours = after.atlas.spaces[space].colours
    return frozenset(
        n
        for n in takers
        if allied(after, n, by) and not any(allied(after, n, c) for c in colours - {n})
    )


def released(before: World, made: Settlement, caretakers: Iterable[str]) -> frozenset[str]:
    """Proxies under a caretaker whose last war this ends: new cards, neutral (R-181)."""

    def fights(world: World, n: str) -> bool:
        return any(n in pair for pair in world.wars)

    return frozenset(n for n in caretakers if fights(before, n) and not fights(made.after, n))


# -- losses that cannot be met -----------------------------------------------------------------


@dataclass(frozen=True)
class Pieces:
    """Pieces that an event demands, that a nation has, or that are left as counters."""

    sp: int = 0
    leaders: int = 0
    squadrons: int = 0


def must_submit(
    world: World,
    nation: str,
    short: Pieces,
    cards: Sequence[int] = (),
    resources: int = 0,
    leader_costs: Sequence[int] = (),
    counters: Pieces | None = None,
) -> bool:
    """Whether a nation submits without being asked (6.12.a, 6.13.b, R-74).

    `cards`: CP of hand and unused home cards (R-134), Europe Exhausted 0 (R-103); they add up.
    `leader_costs`: leaders who may be built now. Building is in its home duchies (R-74, R-17).
    Who has a Resource left is asked, as its card is unknown (R-134); but not where no card could
    build what is lacking (R-201).
    """
    if short == Pieces():
        return False
    sites = [
        x
        for x in home_duchies(world.atlas, nation)
        if controller(world, x) == nation and not enemies_in(world, nation, x)
    ]
    ports = any(world.atlas.spaces[x].ports for x in sites)
    room = counters or Pieces(short.sp, len(leader_costs), short.squadrons)
    cp = UNIT_CP * short.sp + SQUADRON_CP * short.squadrons
    cp += sum(sorted(leader_costs)[: short.leaders])
    return (
        not sites
        or (short.squadrons > 0 and not ports)
        or short.sp > room.sp
        or short.squadrons > room.squadrons
        or short.leaders > min(room.leaders, len(leader_costs))
        or (sum(cards) < cp and not resources)
    )
