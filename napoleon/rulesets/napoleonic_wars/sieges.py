"""12 Sieges: who may besiege a fortress, the rounds, and when it falls."""

from __future__ import annotations

from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import DeclaredVerb, Domain, Irreversible
from napoleon.rules.kit.frames import inmost, on_top, top
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import hits
from napoleon.rulesets.napoleonic_wars.events.battles import BESIEGER
from napoleon.rulesets.napoleonic_wars.events.sieges import (
    FortressDiceRolled,
    FortressFell,
    SiegeBegan,
    SiegeDiceRolled,
    SiegeEnded,
    SiegeWentOn,
)
from napoleon.rulesets.napoleonic_wars.frames.battles import Siege
from napoleon.rulesets.napoleonic_wars.frames.forces import Lot
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.impulses import SPENDER
from napoleon.rulesets.napoleonic_wars.nations import commander, is_allied, is_truce
from napoleon.rulesets.napoleonic_wars.orders.battles import Besiege, GiveUp, GoOn
from napoleon.rulesets.napoleonic_wars.outcomes import won_flag
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.ranks import (
    Ranks,
    hit_lines,
    limited,
    lines_of,
    ranks_of,
    unfought,
)
from napoleon.rulesets.napoleonic_wars.scene import Acting, Seated, asked
from napoleon.rulesets.napoleonic_wars.spaces import (
    controller,
    hostile_in,
    is_enemy_fortress,
    leaders_in,
    present,
)
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import HIT, Wars, rolled

AGAIN = "siege_again"
"""The kind of the question to a besieger who may attack again."""

# -- who may besiege -------------------------------------------------------------------------------


def refuse_siege(state: State, pack: Pack, nation: str, leader: str) -> Refusal | None:
    """Why the army of a leader cannot besiege where it stands, whatever impulse it is [12.2]."""
    it = state.leaders.get(leader)
    if it is None or it.standing != "map" or it.nation != nation:
        return refuse("NOT_YOUR_LEADER", "R-83", "That is no leader of the nation on the map.")
    space = it.where
    if not is_enemy_fortress(state, pack, space, nation):
        detail = "No enemy fortress stands where that leader is."
        return refuse("NO_ENEMY_FORTRESS", "12.2.a", detail, space=space)
    if is_truce(state, controller(state, pack, space), nation):
        detail = "An armistice holds with the nation that controls the fortress."
        return refuse("ARMISTICE", "R-106", detail, space=space)
    if hostile_in(state, space, nation):
        detail = "Enemy field forces stand in that space."
        return refuse("ENEMY_THERE", "12.2.a", detail, space=space)
    if it.fought:
        detail = "That army has fought a battle there in this impulse."
        return refuse("HAS_FOUGHT", "12.2.a", detail, leader=leader)
    if space in state.besieged:
        detail = "That fortress was besieged in this impulse already."
        return refuse("BESIEGED_ALREADY", "12.2.c", detail, space=space)
    return None


def possible(table: Wars, nation: str) -> list[str]:
    """The leaders of a nation that may besiege now, in its scheduled impulse or pass [12.2.b]."""
    state, pack = table.state, table.data
    if not commander(state, nation):
        return []
    return [it for it in state.leaders if refuse_siege(state, pack, nation, it) is None]


def _refuse_preempting(it: Acting) -> Refusal | None:
    impulse = inmost(it.state, Impulse)
    if impulse is None or impulse.scheduled:
        return None
    detail = "Nobody besieges in an impulse that was taken before its place on the track."
    return refuse("PREEMPTING", "12.2.b", detail)


def _besieging(state: State, pack: Pack, nation: str, space: str) -> tuple[str, ...]:
    """The nations of the army: a power takes the minors along that are allied to it [9.1.b]."""
    if nation in pack.minors:
        return (nation,)
    others = [it for it in present(state, space) if it in pack.minors]
    allied = [it for it in pack.track if it in others and is_allied(state, it, nation)]
    return (nation, *allied)


def _besiege(it: Acting, order: Besiege) -> None:
    state, space = it.state, it.state.leaders[order.leader].where
    nations = _besieging(state, it.pack, it.nation, space)
    room = it.pack.leaders[order.leader].command
    there = sum(lot.sp for nation in nations for lot in unfought(state, space, nation))
    others = [
        name
        for nation in nations
        for name in leaders_in(state, space, nation)
        if name != order.leader and not state.leaders[name].fought
    ]
    units = 1 + min(room, there + len(others))
    it.tell(
        SiegeBegan, "12.2.a", "R-83", leader=order.leader, space=space, nations=nations, units=units
    )


BESIEGE: DeclaredVerb[Wars, Acting, Besiege] = DeclaredVerb(
    Besiege,
    SPENDER,
    "12.2.a",
    fields={
        "leader": Domain(
            lambda it: possible(it.table, it.nation),
            refusal=lambda it, leader: refuse_siege(it.state, it.pack, it.nation, leader),
            points="piece",
        )
    },
    unable=_refuse_preempting,
    does=_besiege,
    irreversible=Irreversible.ALWAYS,
    line="besiege with {leader:leader}",
    says=say("Besiege the fortress with the army of %(leader)s"),
)


# -- the rounds ------------------------------------------------------------------------------------


class Besieging(Seated):
    """A siege that is under way."""

    def __init__(self, table: Wars, player: str) -> None:
        super().__init__(table, player)
        self.siege = top(table.state, Siege)
        self.space = self.siege.space
        self.force = self.siege.besieger

    @property
    def nation(self) -> str:
        """The nation that besieges."""
        return self.state.leaders[self.siege.leader].nation

    @property
    def strength(self) -> int:
        """The strength of the fortress, which never falls [12.3.a]."""
        return self.pack.spaces[self.space].fortress

    @property
    def ranks(self) -> Ranks:
        """What the army has left."""
        return ranks_of(self.table, BESIEGER)

    @property
    def dice_lines(self) -> tuple[Line, ...]:
        """What the besieger rolls dice for in this round [11.2.a, 12.2.d]."""
        return limited(self.force, lines_of(self.table, self.force, self.ranks))

    def roll(self) -> None:
        """The besieger rolls, then the fortress; both before any hit is taken."""
        lines = self.dice_lines
        dice, draw = rolled(self.table, f"siege of {self.space}", total(lines))
        self.tell(
            SiegeDiceRolled,
            "12.2.d",
            "12.3.a",
            number=total(lines),
            breakdown=lines,
            dice=dice,
            draw=draw,
            sixes=dice.count(HIT),
        )

    def roll_of_walls(self) -> None:
        """As many dice as the strength of the fortress."""
        lines = (Line(self.strength, "12.3.a", say("strength of the fortress")),)
        dice, draw = rolled(self.table, f"fortress of {self.space}", self.strength)
        sixes, fives, counted = hit_lines(self.force, dice)
        self.tell(
            FortressDiceRolled,
            "12.3.a",
            "R-32",
            number=self.strength,
            breakdown=lines,
            dice=dice,
            draw=draw,
            sixes=sixes,
            fives=fives,
            hits=total(counted),
            counted=counted,
        )

    @property
    def has_fallen(self) -> bool:
        """Whether it has taken enough sixes, and somebody is left to take it [12.3.a, R-58]."""
        return self.siege.sixes >= self.strength and bool(self._left)

    @property
    def _left(self) -> int:
        there = present(self.state, self.space)
        return len([it for it in there if it in self.force.nations])

    @property
    def may_go_on(self) -> bool:
        """Whether it was better in this round, and has units that can attack again [12.3.b]."""
        ranks = self.ranks
        better = self.siege.scored > self.force.hits
        return better and bool(ranks.commander) and bool(ranks.fit or ranks.leads)

    def fall(self) -> None:
        """The fortress falls, and serves the besieger [12.3.c]."""
        state, pack = self.state, self.pack
        flag = won_flag(state, pack, self.space, self.nation)
        assert flag is not None, "no fortress is associated with two nations"
        siege = self.siege
        overrun = siege.sixes > self.strength or siege.round < self.strength
        lots, leaders = self._tired()
        self.tell(
            FortressFell,
            "12.3.a",
            "12.3.c",
            flag=flag,
            sixes=siege.sixes,
            rounds=siege.round,
            overrun=overrun,
            lots=() if overrun else lots,
            leaders=() if overrun else leaders,
        )

    def end(self) -> None:
        """The fortress stands; the besieger stays where they are."""
        lots, leaders = self._tired()
        self.tell(SiegeEnded, "12.3.a", "12.3.c", lots=lots, leaders=leaders)

    def _tired(self) -> tuple[tuple[Lot, ...], tuple[str, ...]]:
        """What has besieged: it moves no more in this impulse [12.2.e]."""
        ranks, lots = self.ranks, list[Lot]()
        for nation in self.force.nations:
            sp = ranks.strength(nation, removed=True)
            # Those that have entered most spaces are in the army: the others may still move.
            own = unfought(self.state, self.space, nation)
            for lot in sorted(own, key=lambda it: it.entered, reverse=True):
                if going := min(sp, lot.sp):
                    lots.append(Lot(nation, going, lot.entered))
                sp -= going
        chief = (ranks.commander,) if ranks.commander else ()
        return tuple(lots), (*chief, *ranks.juniors(removed=True))


def _now(table: Wars, player: str = "") -> Besieging:
    return Besieging(table, player)


def _asks_again(table: Wars) -> list[Decision]:
    it = _now(table)
    seat = commander(table.state, it.nation)
    text = say("Does the siege of %(space)s go on?", space=it.space)
    return [table.question(seat, AGAIN, "12.3.b", text)]


CARDS: tuple[Step[Wars], ...] = ()
"""Battle cards of the besieger, who alone plays any in a siege [12.2.d]: not yet.

They are due in each round as long as nobody has rolled, and work by `lines` and `calm` of its side.
"""

STEPS = Part[Wars](
    "siege",
    on_top(Siege),
    (
        *CARDS,
        Step("dice", lambda it: not _now(it).force.rolled, lambda it: _now(it).roll()),
        Step(
            "fortress",
            lambda it: not _now(it).siege.walls_rolled,
            lambda it: _now(it).roll_of_walls(),
        ),
        *hits.STEPS,
        Step("fall", lambda it: _now(it).has_fallen, lambda it: _now(it).fall()),
        Step(
            "again",
            lambda it: True,
            lambda it: _now(it).end(),
            _asks_again,
            lambda it: not _now(it).may_go_on,
        ),
    ),
)
"""A siege, from its first dice to its end."""


BESIEGING = asked(_now, AGAIN)

GO_ON = DeclaredVerb(
    GoOn,
    BESIEGING,
    "12.3.b",
    does=lambda it, order: it.tell(SiegeWentOn, "12.3.b", which=it.siege.round + 1),
    irreversible=Irreversible.ALWAYS,
    line="go on",
    says=say("Attack the fortress again"),
)

GIVE_UP = DeclaredVerb(
    GiveUp,
    BESIEGING,
    "12.3.b",
    does=lambda it, order: it.end(),
    line="give up",
    says=say("Attack no more"),
)

VERBS = (BESIEGE, GO_ON, GIVE_UP)
