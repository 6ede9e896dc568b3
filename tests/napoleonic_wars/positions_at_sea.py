"""Random positions of the war at sea, in the game and in the second reading of its rules."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from random import Random

from napoleon.rulesets.napoleonic_wars import fleets
from napoleon.rulesets.napoleonic_wars.nations import at_war, commander, is_allied
from napoleon.rulesets.napoleonic_wars.pieces import put, squadrons_at, sweep, unstack
from napoleon.rulesets.napoleonic_wars.spaces import controller, present, was_friendly
from napoleon.rulesets.napoleonic_wars.state import PACT, Squadrons, State, pair
from tests.napoleonic_wars.playing import emptied, pack
from tests.napoleonic_wars.second_reading import sailing
from tests.napoleonic_wars.second_reading.sailing import Chart, Fleet, Sea

CODE = fleets
"""What the game says of a position at sea, which the second reading is held against."""

CAMPS = {"imperial": ["fr"], "coalition": ["gb", "au", "ru"]}
"""The powers of each camp, at first."""

UNDER_WAY = "under way"
"""The name of the stack that sails."""


@cache
def chart() -> Chart:
    """The map of the pack, as the second reading has it."""
    with as_file(files("napoleon.rulesets.napoleonic_wars") / "data") as folder:
        return sailing.read_chart(folder)


def sailors() -> list[str]:
    """The nations that may have squadrons, in track order."""
    return [it for it in pack().track if pack().limits[it].max_squadrons]


def position(random: Random, nation: str = "") -> State:
    """Squadrons in all ports and zones of a corner of the sea, flags, armies, wars of minors.

    Enemies stand in one space only outside an enemy fortress; squadrons lie in no lost port.
    """
    state = emptied("fr", cp=20, players=random.choice((2, 4)))
    _choose_sides(random, state)
    straits = [zone for zones, guard in chart().borders.items() if guard for zone in zones]
    start = random.choice([*pack().zones] if random.random() < 0.6 else sorted(straits))
    near = {start, *pack().neighbours[start]}
    zones = [*pack().zones] if random.random() < 0.2 else sorted(near)
    ports = sorted({port for zone in zones for port in pack().ports_of[zone]})
    for port in ports:
        if random.random() < 0.25:
            flag = random.choice(pack().track)
            state.spaces[port].flag = "" if flag == pack().spaces[port].colour else flag
    for port in ports:
        if random.random() < 0.25:
            _put_forces(random, state, port)
    for it in random.sample(sailors(), len(sailors())):
        _put_squadrons(random, state, it, zones, ports)
    for port in {*ports} & {*chart().borders.values()}:
        owner = controller(state, pack(), port)
        if owner in sailors() and random.random() < 0.5:
            squadrons_at(state, owner, port).ready += 1
    sweep(state)
    unstack(state)
    state.stack[0].nation = nation or _active(random, state)  # type: ignore[union-attr]
    return state


def _active(random: Random, state: State) -> str:
    """A nation that somebody commands, most often one with squadrons that may sail."""
    able = [it for it in sailors() if commander(state, it)]
    afloat = {it.nation for it in state.squadrons if it.ready and not it.stays}
    return random.choice([it for it in able if it in afloat] or able)


def _choose_sides(random: Random, state: State) -> None:
    """Minors are in Pact, attacked and run by a caretaker, conquered, or neutral."""
    camps = {camp: [*members] for camp, members in CAMPS.items()}
    for minor in ("ot", "sp", "sw", "dk"):
        own = state.nations[minor]
        own.camp, own.row, own.box = "", "", 0
        state.wars = [it for it in state.wars if minor not in it.split("-")]
        fate = random.choice(("pact", "pact", "attacked", "neutral", "conquered"))
        camp = random.choice([*CAMPS])
        other = next(it for it in CAMPS if it != camp)
        if fate == "pact":
            own.row = random.choice([it for it in CAMPS[camp] if it in state.powers])
            own.box, own.camp = PACT, camp
            camps[camp].append(minor)
        elif fate == "attacked":
            own.caretaker = state.powers[random.choice(CAMPS[other])]
            state.wars += [pair(minor, it) for it in CAMPS[camp]]
        elif fate == "conquered":
            own.conquered = random.choice(CAMPS[camp])
    for one in camps["imperial"]:
        state.wars += [pair(one, it) for it in camps["coalition"]]
    for minor, it in state.nations.items():
        # Who joins a camp is at war with whom its members are at war with.
        foes = [foe for foe in CAMPS.get(it.camp, []) if it.box == PACT]
        more = [w for foe in foes for w in state.wars if foe in w.split("-")]
        enemies = {other for w in more for other in w.split("-")} - {*camps.get(it.camp, [])}
        state.wars += [pair(minor, foe) for foe in enemies if foe != minor]
    state.wars = sorted({*state.wars})


def _put_forces(random: Random, state: State, port: str) -> None:
    """One or two nations of a side; not where a garrison of the enemy could not be outside."""
    nation = random.choice([*pack().track])
    put(state, port, nation, random.randint(1, 4))
    allied = [it for it in pack().track if it != nation and is_allied(state, it, nation)]
    if allied and random.random() < 0.2:
        put(state, port, random.choice(allied), 1)


def _put_squadrons(
    random: Random, state: State, nation: str, zones: list[str], ports: list[str]
) -> None:
    for _ in range(random.choice((0, 1, 2, 3))):
        havens = [it for it in ports if was_friendly(state, pack(), it, nation)]
        if havens and random.random() < 0.4:
            ships = squadrons_at(state, nation, random.choice(havens))
            ships.ready += random.choice((0, 1, 1, 2, 3))
            ships.refit += random.choice((0, 0, 1, 2))
            ships.building += random.choice((0, 0, 1))
        else:
            zone = random.choice(zones)
            ships = squadrons_at(state, nation, zone, stays=random.random() < 0.1)
            ships.ready += random.choice((1, 1, 2, 3))
            ships.refit += random.choice((0, 0, 0, 1))
            leaders = [
                it.nation
                for it in fleets.at_sea(state, zone)
                if is_allied(state, it.nation, nation) and not it.lead and it.nation != nation
            ]
            lead = random.choice(leaders) if leaders and random.random() < 0.6 else ""
            for it in state.squadrons:
                if lead and (it.nation, it.at) == (nation, zone):
                    it.lead = lead


# -- the second reading ----------------------------------------------------------------------------


def sea_of(state: State, at: str = "", *, pacts: bool = False) -> Sea:
    """The same position for the second reading; what sails may be said to be elsewhere.

    A minor's squadrons are a fleet of their own [R-161]: so it hears of no Pact, unless asked to.
    """
    nations = state.nations
    return Sea(
        chart(),
        tuple(_squadrons(it, at) for it in state.squadrons),
        flags={name: it.flag for name, it in state.spaces.items() if it.flag},
        forces={name: frozenset(present(state, name)) for name in state.spaces},
        wars=frozenset(frozenset(it.split("-")) for it in state.wars),
        alliances=frozenset(
            frozenset((one, other))
            for one in nations
            for other in nations
            if one != other and is_allied(state, one, other)
        ),
        pacts={name: it.row for name, it in nations.items() if it.box == PACT} if pacts else {},
        passage={
            name: frozenset(other for other in nations if is_allied(state, other, it.conquered))
            for name, it in nations.items()
            if it.conquered
        },
    )


def _squadrons(it: Squadrons, at: str) -> sailing.Squadrons:
    lead = fleets.lead_of(it)
    return sailing.Squadrons(
        it.nation,
        at if it.sails and at else it.at,
        it.ready,
        it.refit,
        it.building,
        it.stays,
        UNDER_WAY if it.sails else lead,
        lead == it.nation,
    )


def moving(sea: Sea) -> Fleet:
    """The fleet that sails."""
    return tuple(it for it in sea.squadrons if it.stack == UNDER_WAY)


def enemies(state: State, nation: str) -> tuple[str, ...]:
    """The nations at war with one."""
    return tuple(it for it in pack().track if at_war(state, it, nation))
