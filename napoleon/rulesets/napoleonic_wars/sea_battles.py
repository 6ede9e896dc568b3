"""13.4 to 13.41, 13.5.b to 13.5.c Naval battles: dice, squadrons that sink, who has lost.

Steps of squadrons that sink serve batteries, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.frames import on_top, top, within
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import fleets, windows
from napoleon.rulesets.napoleonic_wars.events.refuges import (
    FleetWithdrew,
    FleetWithoutPort,
    RefugeSought,
)
from napoleon.rulesets.napoleonic_wars.events.sea_battles import (
    DrivenFleetLost,
    NextSeaRoundBegan,
    PortStormed,
    SeaBattleBegan,
    SeaBattleDecided,
    SeaBattleEnded,
    SeaDiceRolled,
    SeaHitsUnmet,
    Side,
    SquadronSunk,
    ships_of,
    side_of,
    target_of,
)
from napoleon.rulesets.napoleonic_wars.frames.at_sea import Refuge, SeaBattle, Ships, Voyage
from napoleon.rulesets.napoleonic_wars.nations import at_war, commander
from napoleon.rulesets.napoleonic_wars.orders.at_sea import MakeForPort, SinkSquadron
from napoleon.rulesets.napoleonic_wars.scene import Seated, asked
from napoleon.rulesets.napoleonic_wars.table import HIT, SHAKEN, Wars, rolled

SINKING, REFUGE = "sinking", "refuge"
"""The kinds of the questions whose squadron sinks, and to which port a fleet goes."""

SIDES: tuple[Side, ...] = ("attacker", "defender")


def begin(
    table: Wars,
    place: str,
    defenders: Sequence[str],
    *,
    battery: int = 0,
    attacker_bonus: int = 0,
    defender_bonus: int = 0,
    fit: bool = False,
) -> None:
    """The fleet under way fights these nations' fleets at a place [13.4.a].

    What comes out of a port to fight is `fit`: only ready squadrons do.
    """
    voyage = within(table.state, Voyage)
    attackers = tuple(it.nation for it in fleets.under_way(table.state))
    event = SeaBattleBegan(
        place,
        attackers,
        voyage.at,
        tuple(dict.fromkeys(defenders)),
        battery,
        attacker_bonus,
        defender_bonus,
        fit,
    )
    table.record(event, "13.4.a")


# -- dice ------------------------------------------------------------------------------------------


def dice_lines(table: Wars, battle: SeaBattle, name: Side) -> tuple[Line, ...]:
    """What a side rolls dice for in this round [13.4.b].

    Each of several stacks has the dice of its own top squadron [13.21.b].
    """
    side, pack = side_of(battle, name), table.data
    lines: list[Line] = []
    for ships in ships_of(table.state, side):
        lead = fleets.lead_of(ships)
        each = fleets.value_of(pack, ships.nation, lead if lead in side.nations else ships.nation)
        refit = 0 if side.fit else ships.refit
        number = each * (ships.ready + refit)
        lines.append(Line(number, "13.4.b", say("squadrons of %(nation)s", nation=ships.nation)))
        if refit:
            lines.append(Line(-refit, "13.4.b", say("squadrons that wait for refit")))
    if side.fives:
        lines.append(Line(-side.fives, "13.4.b", say("fives suffered before")))
    if name == "defender" and battle.battery:
        lines.append(Line(battle.battery, "13.5.b", say("the batteries")))
    if side.bonus:
        lines.append(Line(side.bonus, "13.31.a", say("evasions that failed")))
    lines += side.lines
    if total(lines) < 0:
        lines.append(Line(-total(lines), "13.4.b", say("no dice are left")))
    return tuple(lines)


def _rolling(table: Wars) -> Side | None:
    battle = top(table.state, SeaBattle)
    if not _fights(table):
        return None
    return next((it for it in SIDES if not side_of(battle, it).rolled), None)


def _left(table: Wars, name: Side) -> int:
    """The squadrons of a side that fight."""
    side = side_of(top(table.state, SeaBattle), name)
    those = ships_of(table.state, side)
    return sum(it.ready for it in those) if side.fit else fleets.count(those)


def _fights(table: Wars) -> bool:
    """Whether both have squadrons that fight: those under construction do not [7.3.a]."""
    return all(_left(table, it) for it in SIDES)


def _roll(table: Wars) -> None:
    name = _rolling(table)
    assert name is not None, "both have rolled"
    battle = top(table.state, SeaBattle)
    lines = dice_lines(table, battle, name)
    number = total(lines)
    dice, draw = rolled(table, f"{name} in {battle.place}", number)
    event = SeaDiceRolled(
        name, battle.place, number, lines, dice, draw, dice.count(HIT), dice.count(SHAKEN)
    )
    table.record(event, "13.4.b")


def _put(table: Wars) -> None:
    battle = top(table.state, SeaBattle)
    voyage = within(table.state, Voyage)
    windows.put(table, windows.NAVAL, voyage.nation, battle.place)


# -- squadrons that sink ---------------------------------------------------------------------------


class Sinking(Seated):
    """A side of which a squadron sinks."""

    def __init__(self, table: Wars, player: str) -> None:
        super().__init__(table, player)
        self.side = target_of(table.state)
        self.place = self.side.at

    @property
    def nations(self) -> list[str]:
        """The nations of which one may lose it: those that have lost fewest so far [11.3.b]."""
        left = dict.fromkeys(it.nation for it in ships_of(self.state, self.side))
        fewest = min((self.side.taken.get(it, 0) for it in left), default=0)
        return [it for it in left if self.side.taken.get(it, 0) == fewest]

    def sink(self, nation: str) -> None:
        """It loses one that waits for refit, or else a ready one [R-111]."""
        own = (it for it in ships_of(self.state, self.side) if it.nation == nation)
        refit = not self.side.fit and any(it.refit for it in own)
        self.tell(SquadronSunk, "13.4.c", nation=nation, refit=refit)


def _refuse_sunk(it: Sinking, nation: str) -> Refusal | None:
    if nation in it.nations:
        return None
    detail = "Losses are spread evenly: that nation loses none now."
    return refuse("SPREAD_EVENLY", "11.3.b", detail)


SINK: DeclaredVerb[Wars, Sinking, SinkSquadron] = DeclaredVerb(
    SinkSquadron,
    asked(Sinking, SINKING),
    "11.3.b",
    fields={"nation": Domain(lambda it: it.nations, refusal=_refuse_sunk)},
    does=lambda it, order: it.sink(order.nation),
    line="sink a squadron of {nation:nation}",
    says=say("%(nation)s loses a squadron"),
)


def _sinks(table: Wars) -> bool:
    frame = table.state.stack[-1]
    if isinstance(frame, SeaBattle) and _rolling(table) is not None:
        return False
    return target_of(table.state).sinking > 0


def _sink_by_itself(table: Wars) -> None:
    it = Sinking(table, "")
    if it.nations:
        it.sink(it.nations[0])
    else:
        it.tell(SeaHitsUnmet, "R-80", hits=it.side.sinking)


def _asks_sinking(table: Wars) -> list[Decision]:
    side = target_of(table.state)
    seat = commander(table.state, side.nations[0]) if side.nations else ""
    text = say("Which nation loses a squadron in %(place)s?", place=side.at)
    return [table.question(seat, SINKING, "11.3.b", text)] if seat else []


SINK_STEP: Step[Wars] = Step(
    "squadrons sink",
    _sinks,
    _sink_by_itself,
    _asks_sinking,
    lambda table: len(Sinking(table, "").nations) < 2,
)
"""Part of a naval battle, and of the fire of batteries."""


# -- the outcome -----------------------------------------------------------------------------------


def _outcome(table: Wars) -> Literal["", "attacker", "defender", "nobody"]:
    """Who has lost; empty if another round is due [13.4.a, 11.3.c-d]."""
    battle = top(table.state, SeaBattle)
    left = {it: _left(table, it) for it in SIDES}
    if not all(left.values()):
        if not any(left.values()):
            return "nobody"
        return "defender" if left["attacker"] else "attacker"
    difference = battle.attacker.suffered - battle.defender.suffered
    if battle.round == 1 and not difference:
        return ""
    return "defender" if difference < 0 else "attacker"


def _fight_on(table: Wars) -> None:
    battle = top(table.state, SeaBattle)
    table.record(NextSeaRoundBegan(battle.place, battle.round + 1), "13.4.a", "11.3.d")


def _decide(table: Wars) -> None:
    battle = top(table.state, SeaBattle)
    suffered = battle.attacker.suffered, battle.defender.suffered
    event = SeaBattleDecided(battle.place, _outcome(table) or "nobody", *suffered)
    table.record(event, "13.4.a", "11.3.c")


def _loser(table: Wars) -> Ships | None:
    battle = top(table.state, SeaBattle)
    if battle.loser == "attacker":
        return battle.attacker
    return battle.defender if battle.loser == "defender" else None


def _leaves(table: Wars) -> bool:
    side = _loser(table)
    return (
        side is not None
        and not top(table.state, SeaBattle).withdrawn
        and (bool(ships_of(table.state, side)) or _is_stormed(table))
    )


def _is_stormed(table: Wars) -> bool:
    """Whether the side in a port has lost, and anything lies there yet [13.5.c]."""
    battle = top(table.state, SeaBattle)
    lying = any(it.at == battle.place for it in table.state.squadrons)
    return bool(battle.battery) and battle.loser == "defender" and lying


def _leave(table: Wars) -> None:
    """The beaten fleet goes to port; what is beaten in a port, or driven out of one, is lost."""
    state, pack = table.state, table.data
    battle, voyage, side = top(state, SeaBattle), within(state, Voyage), _loser(table)
    assert side is not None, "somebody has lost"
    if _is_stormed(table):
        lost = dict[str, int]()
        for it in state.squadrons:
            if it.at == battle.place and at_war(state, it.nation, voyage.nation):
                lost[it.nation] = lost.get(it.nation, 0) + it.number
        table.record(PortStormed(battle.place, lost), "13.5.c")
        return
    if battle.loser == "attacker" and voyage.driven:
        lost = {it.nation: it.finished for it in ships_of(state, side)}
        table.record(DrivenFleetLost(battle.place, lost), "13.9.a")
        return
    nation = ships_of(state, side)[0].nation
    # A beaten fleet goes back to the port it has left, and not to the one it would enter [13.41.a].
    left = voyage.left if battle.loser == "attacker" else battle.place
    if left != voyage.at and fleets.is_friendly_port(state, pack, left, nation):
        ports = [left]
    else:
        barred = [voyage.to] if battle.loser == "attacker" else []
        ports = fleets.refuges(state, pack, voyage.at, nation, barred)
    event = RefugeSought(nation, side.at, side.sails, (nation,), tuple(ports))
    table.record(event, "13.41.a")


def _end(table: Wars) -> None:
    battle = top(table.state, SeaBattle)
    goes_on = bool(ships_of(table.state, battle.attacker))
    table.record(SeaBattleEnded(battle.place, goes_on), "13.41.a")


STEPS = Part[Wars](
    "naval battle",
    on_top(SeaBattle),
    (
        Step(
            "window of a round",
            lambda table: bool(top(table.state, SeaBattle).due) and _fights(table),
            _put,
        ),
        Step("dice at sea", lambda table: _rolling(table) is not None, _roll),
        SINK_STEP,
        Step(
            "next round at sea",
            lambda table: not top(table.state, SeaBattle).loser and not _outcome(table),
            _fight_on,
        ),
        Step("outcome at sea", lambda table: not top(table.state, SeaBattle).loser, _decide),
        Step("withdrawal", _leaves, _leave),
        Step("end at sea", lambda table: True, _end),
    ),
)
"""A naval battle."""


# -- ports of refuge -------------------------------------------------------------------------------


class Fleeing(Seated):
    """A fleet that has to go to port."""

    def __init__(self, table: Wars, player: str) -> None:
        super().__init__(table, player)
        self.frame = top(table.state, Refuge)
        self.nation = self.frame.nations[0]


def _refuse_port(it: Fleeing, port: str) -> Refusal | None:
    if port in it.frame.ports:
        return None
    return refuse("NOT_THE_NEAREST", "13.41.a", "Go to one of the nearest friendly ports.")


MAKE_FOR_PORT: DeclaredVerb[Wars, Fleeing, MakeForPort] = DeclaredVerb(
    MakeForPort,
    asked(Fleeing, REFUGE),
    "13.41.a",
    fields={"port": Domain(lambda it: it.frame.ports, refusal=_refuse_port, points="target")},
    does=lambda it, order: it.tell(FleetWithdrew, "13.41.a", port=order.port),
    line="flee to {port:space}",
    says=say("Go to %(port)s"),
)

VERBS = (SINK, MAKE_FOR_PORT)


def _withdraw(table: Wars) -> None:
    it = Fleeing(table, "")
    if it.frame.ports:
        it.tell(FleetWithdrew, "13.41.a", port=it.frame.ports[0])
        return
    beaten = len(table.state.stack) > 1 and isinstance(table.state.stack[-2], SeaBattle)
    it.tell(FleetWithoutPort, "R-36", "R-109", sunk=beaten)


def _asks_port(table: Wars) -> list[Decision]:
    it = Fleeing(table, "")
    seat = commander(table.state, it.nation)
    text = say("To which port does the fleet of %(nation)s go?", nation=it.nation)
    return [table.question(seat, REFUGE, "13.41.a", text)] if seat else []


REFUGES = Part[Wars](
    "refuge",
    on_top(Refuge),
    (
        Step(
            "port of refuge",
            lambda table: True,
            _withdraw,
            _asks_port,
            lambda table: len(top(table.state, Refuge).ports) < 2,
        ),
    ),
)
"""A fleet goes to the nearest friendly port."""
