"""8.34.c to 8.34.e, 14.1.b New enemies in one duchy: who leaves, and who fights.

The nation that began the war, or changed camp, is the declarer, and so are its companions. Duchy by
duchy attrition is rolled; what is left leaves, raises a flag, or fights.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.frames import on_top, top
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.attrition import suffer
from napoleon.rulesets.napoleonic_wars.conquest import country
from napoleon.rulesets.napoleonic_wars.encounters import seats_standing
from napoleon.rulesets.napoleonic_wars.events.conquest import ForcesRegrouped
from napoleon.rulesets.napoleonic_wars.events.flags import FlagRemoved
from napoleon.rulesets.napoleonic_wars.events.war import (
    BreachOpened,
    BreachSettled,
    DeclarersCaught,
    DeclarersGone,
    EnemiesClashed,
    EnemiesParted,
    FlagsKept,
    InvadersCaught,
    InvadersSettled,
)
from napoleon.rulesets.napoleonic_wars.flags import leading_nation, set_flag
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Breach
from napoleon.rulesets.napoleonic_wars.frames.forces import Force, Lot
from napoleon.rulesets.napoleonic_wars.nations import at_war, commander, is_allied
from napoleon.rulesets.napoleonic_wars.orders.diplomacy import (
    KeepFlags,
    PullOut,
    TakeFlagBack,
    TakeOver,
)
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.scene import Seated, asked, asked_for
from napoleon.rulesets.napoleonic_wars.spaces import controller, leaders_in, present
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import Wars


def lands(state: State, pack: Pack, nations: Iterable[str]) -> set[str]:
    """The duchies of nations: their home duchies, and all that they control."""
    those = [*nations]
    held = {it for it in pack.spaces if controller(state, pack, it) in those}
    return held | {it for nation in those for it in pack.home_duchies[nation]}


def open_breach(
    table: Wars,
    declarers: Sequence[str],
    foes: Sequence[str],
    former: Sequence[str] = (),
    flags: Sequence[str] = (),
) -> None:
    """A war has begun: if forces of both sides stand where they cannot stay, that is settled next.

    `former` are allies up to now; `flags` the seats that may take their flags off a new ally's.
    """
    state, pack = table.state, table.data

    def there(space: str, nations: Sequence[str]) -> bool:
        return any(it in nations for it in present(state, space))

    left = lands(state, pack, former) if former else set[str]()
    own = country(state, pack, declarers)
    leaving = tuple(it for it in pack.spaces if it in left and there(it, declarers))
    invaded = tuple(it for it in pack.spaces if it in own and there(it, foes))
    shared = tuple(
        it
        for it in pack.spaces
        if it not in invaded
        and any(
            at_war(state, one, other)
            for one in present(state, it)
            if one in declarers
            for other in present(state, it)
        )
    )
    if leaving or invaded or shared or flags:
        event = BreachOpened(
            declarers[0], tuple(declarers), tuple(foes), tuple(flags), leaving, invaded, shared
        )
        table.record(event, "8.34.c", "8.34.d", "8.34.e")


def _force(state: State, space: str, nations: Sequence[str]) -> Force:
    lots = [
        Lot(lot.nation, lot.sp, lot.entered, lot.fought)
        for lot in state.spaces[space].lots
        if lot.nation in nations
    ]
    return Force([name for nation in nations for name in leaders_in(state, space, nation)], lots)


# -- former allies part [8.34.c] -------------------------------------------------------------------


def _leave(table: Wars) -> None:
    breach = top(table.state, Breach)
    space = breach.leaving[0]
    force = _force(table.state, space, breach.declarers)
    table.record(DeclarersCaught(space), "8.34.c")
    if force.units:
        suffer(table, space, force, ["8.34.c"])


def _gone(table: Wars) -> None:
    breach = top(table.state, Breach)
    space = breach.going[0]
    for nation in present(table.state, space):
        if nation in breach.declarers:
            table.record(ForcesRegrouped(nation, space), "8.34.c")
    table.record(DeclarersGone(space), "8.34.c")


# -- new enemies in their duchies [8.34.d-e] -------------------------------------------------------


def _catch(table: Wars) -> None:
    breach = top(table.state, Breach)
    space = breach.invaded[0]
    force = _force(table.state, space, breach.foes)
    table.record(InvadersCaught(space), "8.34.d")
    if force.units:
        suffer(table, space, force, ["8.34.d"])


class Caught(Seated):
    """Forces among new enemies, as their commander sees them."""

    def __init__(self, table: Wars, player: str = "", nation: str = "") -> None:
        super().__init__(table, player)
        state, breach = table.state, top(table.state, Breach)
        self.space = breach.held[0]
        there = present(state, self.space)
        self.hostile = [it for it in there if it in breach.foes]
        self.declarers = [it for it in there if it in breach.declarers]
        own = self.hostile[0] if self.hostile else ""
        self.nation = nation or (leading_nation(state, table.data, self.space, own) if own else "")

    @property
    def may_flag(self) -> bool:
        """Whether a flag can be raised there: a fortress falls by siege alone [7.42.a]."""
        pack, state = self.pack, self.state
        return not pack.spaces[self.space].fortress and not is_allied(
            state, controller(state, pack, self.space), self.nation
        )

    def settle(self) -> None:
        """Without a choice they fight, leave, or are gone."""
        if self.hostile and self.declarers:
            clash(self.table, self.space, self.nation)
            return
        self.leave()

    def leave(self) -> None:
        """All of them are regrouped."""
        for nation in self.hostile:
            self.tell(ForcesRegrouped, "8.34.d", nation=nation)
        self.tell(InvadersSettled, "8.34.d")

    def take_over(self) -> None:
        """The duchy is flagged."""
        set_flag(self.table, self.space, self.nation, "8.34.d", "R-82")
        self.tell(InvadersSettled, "8.34.d")


def clash(table: Wars, space: str, nation: str) -> None:
    """Both sides stand there: the declarers evade, or are attacked [8.34.e, R-24]."""
    declarers = top(table.state, Breach).declarers
    met = [it for it in present(table.state, space) if it in declarers]
    standing = tuple(seats_standing(table, nation, met))
    table.record(EnemiesClashed(nation, space, standing), "8.34.e", "R-24")


def _no_choice(table: Wars) -> bool:
    it = Caught(table)
    alone = bool(it.hostile) and not it.declarers
    return not alone or not it.may_flag or not commander(table.state, it.nation)


def _asks_caught(table: Wars) -> list[Decision]:
    it = Caught(table)
    text = say("Does %(nation)s take %(space)s?", nation=it.nation, space=it.space)
    seat = commander(table.state, it.nation)
    return [table.question(seat, "caught", "8.34.d", text, it.nation)]


CAUGHT = asked_for(Caught, "caught")


def _refuse_space(it: Caught, space: str) -> Refusal | None:
    if space == it.space:
        return None
    return refuse("NOT_ASKED_FOR", "8.34.d", "You are not asked for that space.", space=space)


_SPACE = Domain[Caught](lambda it: [it.space], refusal=_refuse_space, points="target")

TAKE_OVER = DeclaredVerb(
    TakeOver,
    CAUGHT,
    "8.34.d",
    fields={"space": _SPACE},
    does=lambda it, order: it.take_over(),
    line="take over {space:space} for {nation:nation}",
    says=say("Raise the flag of %(nation)s in %(space)s"),
)

PULL_OUT = DeclaredVerb(
    PullOut,
    CAUGHT,
    "8.34.d",
    fields={"space": _SPACE},
    does=lambda it, order: it.leave(),
    line="pull out of {space:space} with {nation:nation}",
    says=say("Regroup what stands in %(space)s"),
)


def _fight(table: Wars) -> None:
    """They fight where neither of them is at home; or one of them is gone since."""
    state, breach = table.state, top(table.state, Breach)
    space = breach.shared[0]
    there = present(state, space)
    own = [it for it in there if it in breach.declarers]
    foe = next(
        (it for it in there if any(at_war(state, it, one) for one in own)),
        "",
    )
    if foe:
        clash(table, space, leading_nation(state, table.data, space, foe))
    else:
        table.record(EnemiesParted(space), "8.34.e")


# -- flags of new allies [14.1.b] ------------------------------------------------------------------


class Giving(Seated):
    """A seat whose flags lie in duchies of a new ally."""

    def duchies(self) -> list[str]:
        """Where they lie."""
        return flagged_by(self.table, self.player, top(self.state, Breach).declarers)


def flagged_by(table: Wars, seat: str, newcomers: Sequence[str]) -> list[str]:
    """The duchies of newcomers to a camp in which flags of a seat lie [14.1.b]."""
    state, pack = table.state, table.data
    return [
        name
        for name, space in state.spaces.items()
        if space.flag
        and space.flag not in newcomers
        and commander(state, space.flag) == seat
        and pack.spaces[name].colour in newcomers
    ]


GIVING = asked(Giving, "give_back")


def _refuse_giving(it: Giving, space: str) -> Refusal | None:
    if space in it.duchies():
        return None
    detail = "No flag of yours lies there in a duchy of the new ally."
    return refuse("NO_FLAG_THERE", "14.1.b", detail, space=space)


def _give_back(it: Giving, order: TakeFlagBack) -> None:
    flag = it.table.state.spaces[order.space].flag
    it.table.record(FlagRemoved(flag, order.space, flag), "14.1.b")


TAKE_FLAG_BACK = DeclaredVerb(
    TakeFlagBack,
    GIVING,
    "14.1.b",
    fields={"space": Domain(Giving.duchies, refusal=_refuse_giving, points="target")},
    does=_give_back,
    line="take the flag back from {space:space}",
    says=say("Take your flag off %(space)s"),
)

KEEP_FLAGS = DeclaredVerb(
    KeepFlags,
    GIVING,
    "14.1.b",
    does=lambda it, order: it.tell(FlagsKept, "14.1.b"),
    line="keep the flags",
    says=say("Keep your other flags there"),
)


def _giver(table: Wars) -> Giving:
    return Giving(table, top(table.state, Breach).flags[0])


def _asks_flags(table: Wars) -> list[Decision]:
    it = _giver(table)
    text = say("Which flags do you take off duchies of your new ally?")
    return [table.question(it.player, "give_back", "14.1.b", text)]


VERBS = (TAKE_OVER, PULL_OUT, TAKE_FLAG_BACK, KEEP_FLAGS)

STEPS = Part[Wars](
    "new enemies",
    on_top(Breach),
    (
        Step(
            "flags of new allies",
            lambda table: bool(top(table.state, Breach).flags),
            lambda table: _giver(table).tell(FlagsKept, "14.1.b"),
            _asks_flags,
            lambda table: not _giver(table).duchies(),
        ),
        Step("left", lambda table: bool(top(table.state, Breach).going), _gone),
        Step("former allies", lambda table: bool(top(table.state, Breach).leaving), _leave),
        Step("new enemies", lambda table: bool(top(table.state, Breach).invaded), _catch),
        Step(
            "their duchies",
            lambda table: bool(top(table.state, Breach).held),
            lambda table: Caught(table).settle(),
            _asks_caught,
            _no_choice,
        ),
        Step("shared", lambda table: bool(top(table.state, Breach).shared), _fight),
        Step(
            "settled",
            lambda table: True,
            lambda table: table.record(BreachSettled(top(table.state, Breach).nation), "8.34.e"),
        ),
    ),
)
"""A war has begun between forces that stand among each other."""
