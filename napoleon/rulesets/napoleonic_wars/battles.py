"""11.22 Battles by land: how they begin, the dice of each round [11.1, 11.2].

`hits` says who takes them, `outcomes` and `retreats` what comes of them.

Cards do nothing here yet. They join at two places, `WINDOWS` and `CARDS`, and by fields of the
frame that the rules read already: `lines`, `calm`, `hurt` and `no_rout` of a `Side`, `flat` and
`more_rounds` of a `Battle`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from napoleon.rules.events import Line, total
from napoleon.rules.kit.frames import on_top, top
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleonic_wars import hits, outcomes
from napoleon.rulesets.napoleonic_wars.events.battles import (
    ATTACKER,
    DEFENDER,
    BattleBegan,
    BattleDiceRolled,
    BattleSide,
    other_than,
    side_of,
)
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle
from napoleon.rulesets.napoleonic_wars.frames.forces import Force, March, Meeting
from napoleon.rulesets.napoleonic_wars.hits import Hits
from napoleon.rulesets.napoleonic_wars.nations import at_war
from napoleon.rulesets.napoleonic_wars.ranks import hit_lines, limited, lines_of, ranks_of
from napoleon.rulesets.napoleonic_wars.spaces import (
    commanding,
    hostile_in,
    leaders_in,
    own_in,
    units_in,
    was_friendly,
)
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import Wars, rolled

TERRAIN: Mapping[str, tuple[int, Phrase]] = {
    "rough": (1, say("over rough ground")),
    "pass": (2, say("over a pass")),
    "marsh": (3, say("over a marsh")),
}
"""The dice of a defender by what the attackers came over [11.22.b]; a strait gives none [R-57]."""


# -- how a battle begins ---------------------------------------------------------------------------


def begin(table: Wars) -> None:
    """The meeting on top comes to a battle [9.51, R-78].

    What has entered together attacks. Enemies never rest in one space, so only allies of its camp
    at peace with the defenders can stand there, and they stay out of it [R-204].
    """
    state = table.state
    meeting = top(state, Meeting)
    space, march = meeting.space, _march_below(table)
    defenders = _in_order(table, hostile_in(state, space, meeting.nation))
    attackers = _in_order(table, _attackers(state, meeting, march, defenders))
    assert attackers, "nobody attacks"
    assert defenders, "nobody defends"
    units = units_in(state, space, attackers)
    assert march is None or march.force.units == units, "others stand there too"
    ground = _ground(table, meeting, defenders)
    event = BattleBegan(
        space,
        meeting.came,
        attackers,
        defenders,
        _chief(table, space, attackers),
        _chief(table, space, defenders),
        units,
        units_in(state, space, defenders),
        total(ground),
        ground,
        meeting.failed_evasions,
    )
    aside = len(attackers) < len(own_in(state, space, meeting.nation))
    table.record(event, "9.51.a", "11.22.a", *(("R-204",) if aside else ()))


def _attackers(
    state: State, meeting: Meeting, march: March | None, defenders: Iterable[str]
) -> Iterator[str]:
    """Those of a camp who have entered, or are at war with those they meet [R-78, R-204]."""
    force = Force() if march is None else march.force
    for nation in own_in(state, meeting.space, meeting.nation):
        came = any(it.nation == nation for it in force.lots)
        led = any(it in force.leaders for it in leaders_in(state, meeting.space, nation))
        if came or led or any(at_war(state, nation, it) for it in defenders):
            yield nation


def _march_below(table: Wars) -> March | None:
    """The march that has led to the meeting on top; None if something has appeared [R-131]."""
    below = table.state.stack[-2] if len(table.state.stack) > 1 else None
    return below if isinstance(below, March) else None


def _in_order(table: Wars, nations: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(nations, key=table.data.track.index))


def _chief(table: Wars, space: str, nations: Iterable[str]) -> str:
    """Who commands all forces of these nations [9.7.a]."""
    state = table.state
    there = (it for nation in nations for it in leaders_in(state, space, nation))
    return commanding(state, table.data, there)


def _ground(table: Wars, meeting: Meeting, defenders: Iterable[str]) -> tuple[Line, ...]:
    """What helps the defenders: the way by which the attackers came [11.22].

    The space has to have been friendly to them, and none of them may have failed to evade.
    """
    state, pack = table.state, table.data
    link = pack.link(meeting.came, meeting.space)
    if link is None or link.kind not in TERRAIN or meeting.failed_evasions:
        return ()
    if not any(was_friendly(state, pack, meeting.space, it) for it in defenders):
        return ()
    number, over = TERRAIN[link.kind]
    return (Line(number, "11.22.b", over),)


# -- dice ------------------------------------------------------------------------------------------


def dice_lines(table: Wars, battle: Battle, name: BattleSide) -> tuple[Line, ...]:
    """What a side rolls dice for in this round [11.2.a]."""
    side = side_of(battle, name)
    lines = lines_of(table, side, ranks_of(table, name))
    if battle.round == 1 and name == DEFENDER and battle.terrain:
        lines.append(Line(battle.terrain, "11.22.b", say("terrain")))
        if battle.flat:
            less = say("the card takes the terrain away")
            lines.append(Line(-battle.terrain, "11.22.b", less))
    if battle.round == 1 and name == ATTACKER and battle.failed_evasions:
        lines.append(Line(battle.failed_evasions, "10.2.e", say("evasions that failed")))
    return limited(side, lines)


def _rolling(table: Wars) -> BattleSide | None:
    """The side that rolls next: the attacker first, before anybody takes a hit [11.3.a]."""
    battle = top(table.state, Battle)
    if not battle.attacker.rolled:
        return ATTACKER
    return None if battle.defender.rolled else DEFENDER


def _roll(table: Wars) -> None:
    name = _rolling(table)
    assert name is not None, "both have rolled"
    battle = top(table.state, Battle)
    lines = dice_lines(table, battle, name)
    number = total(lines)
    dice, draw = rolled(table, f"{name} in {battle.space}", number)
    sixes, fives, counted = hit_lines(side_of(battle, other_than(name)), dice)
    event = BattleDiceRolled(
        name, battle.space, number, lines, dice, draw, sixes, fives, total(counted), counted
    )
    table.record(event, "11.2.a", "11.3.a")


def _hurt(table: Wars) -> BattleSide | None:
    """The side whose commander a card hits [11.3, R-114]."""
    battle = top(table.state, Battle)
    sides: tuple[BattleSide, ...] = (ATTACKER, DEFENDER)
    return next((it for it in sides if side_of(battle, it).hurt), None)


def _hurt_commander(table: Wars) -> None:
    name = _hurt(table)
    assert name is not None, "no commander is hurt"
    it = Hits(table, "", name)
    it.hit_leader(it.force.commander, "R-114", card=it.force.hurt)


WINDOWS: tuple[Step[Wars], ...] = ()
"""Responses when a battle is about to begin [W.BATTLE]: none is here yet."""

CARDS: tuple[Step[Wars], ...] = ()
"""Battle cards by the nations present, in track order from the active one on [11.1]: not yet.

They are due in each round as long as nobody has rolled.
"""


def _before_dice(step: Step[Wars]) -> Step[Wars]:
    """Hits that a landing has taken from batteries are settled before any dice [R-37]."""

    def due(table: Wars) -> bool:
        battle = top(table.state, Battle)
        fresh = battle.round == 1 and not (battle.attacker.rolled or battle.defender.rolled)
        return fresh and battle.attacker.disrupting > 0 and step.due(table)

    return step._replace(name=f"{step.name} of a landing", due=due)


STEPS = Part[Wars](
    "battle",
    on_top(Battle),
    (
        *WINDOWS,
        *CARDS,
        *(_before_dice(step) for step in hits.STEPS),
        Step("commander hurt", lambda table: _hurt(table) is not None, _hurt_commander),
        Step("dice", lambda table: _rolling(table) is not None, _roll),
        *hits.STEPS,
        *outcomes.STEPS,
    ),
)
"""A battle, from its first dice to its end."""

VERBS = outcomes.VERBS
"""Those of hits serve sieges too: see `hits.VERBS`."""
