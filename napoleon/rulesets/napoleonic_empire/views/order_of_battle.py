"""The order of battle: armies, pools, expected reinforcements, and commanders."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from napoleon.rules.events import total
from napoleon.rules.views import ArmyView, OrderOfBattleView, Reason, lines
from napoleon.rulesets.napoleonic_empire import reinforcement
from napoleon.rulesets.napoleonic_empire.packs.pack import Commander
from napoleon.rulesets.napoleonic_empire.sides import SIDES
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.table import Table


class ExpectedView(msgspec.Struct, kw_only=True):
    """What the countries that a side controls would give it now [REINF.1, E-20]."""

    armies: int
    breakdown: Sequence[Reason]


class UnitView(msgspec.Struct, kw_only=True):
    """The armies of a side in one country."""

    id: str
    name: str
    area: str
    """The country, after which the unit is called too."""
    count: int
    moved: int
    """How many of them have moved in this turn [MOVE.2]."""
    control: str
    """Who controls the country, or ``contested`` [COMP.6]."""
    value: int
    """Armies that the country gives the player who receives from it [REINF.1]."""


class LeaderView(msgspec.Struct, kw_only=True):
    """A commander of an army [OPT1]."""

    id: str
    name: str
    clause: str
    """The clause that says what they can do."""
    state: str
    """``map``, ``to_set_up`` with the Russian armies [E-45], or ``lost``."""
    area: str | None
    """None if they are not on the map."""
    moved: bool | None
    """Whether they have moved in this turn; None if they are not on the map [E-34]."""
    moves: int
    """Areas that they and the armies with them may go in a turn [E-34]."""
    attack_bonus: int
    """Added to the total of their side when it attacks [E-35]."""
    halves_losses: bool
    """Whether the losses of their own side are halved [E-36]."""
    withdraws_on: int
    """Up to which roll they may withdraw from a battle; 0 if they may not [E-37]."""
    data_status: str


class SideArmyView(ArmyView, kw_only=True):
    """The armies of a side; nothing of them is hidden."""

    visible: bool
    hidden_by: str | None
    on_map: int
    to_set_up: int
    """Armies that wait for their owner's split [E-45]."""
    pool: int
    """Armies that are neither on the map nor to be set up [COMP.2]."""
    expected_reinforcements: ExpectedView
    units: Sequence[UnitView]
    commanders: Sequence[LeaderView]


class EmpireOrderOfBattle(OrderOfBattleView, kw_only=True):
    """Both sides, the French first."""

    armies: Sequence[SideArmyView]


def order_of_battle(table: Table) -> EmpireOrderOfBattle:
    """Both sides country by country; nothing of it is hidden [COMP.2, chapter d]."""
    return EmpireOrderOfBattle(
        turn=table.state.turn,
        phase=table.state.phase,
        armies=[_army(table, side) for side in SIDES],
    )


def _army(table: Table, side: str) -> SideArmyView:
    state, data = table.state, table.data
    return SideArmyView(
        army=side,
        visible=True,
        hidden_by=None,
        on_map=sum(state.armies[side].values()),
        to_set_up=state.waiting(side),
        pool=state.pool(side),
        expected_reinforcements=_expected(table, side),
        units=[
            UnitView(
                id=country.id,
                name=country.name,
                area=country.id,
                count=state.armies_in(side, country.id),
                moved=moved(state, side, country.id),
                control=state.standing(country.id),
                value=data.board.value(country.id),
            )
            for country in data.board.countries.values()
            if state.armies_in(side, country.id)
        ],
        commanders=[
            _commander(table, commander)
            for commander in data.pack.commanders.values()
            if commander.side == side and state.options["commanders"]
        ],
    )


def _expected(table: Table, side: str) -> ExpectedView:
    breakdown = reinforcement.breakdown(table.state, table.data.board, side)
    return ExpectedView(armies=total(breakdown), breakdown=lines(breakdown))


def _commander(table: Table, commander: Commander) -> LeaderView:
    """A commander: on the map, still to be set up with the Russian armies, or lost [OPT1]."""
    state = table.state
    it = state.commanders.get(commander.id)
    absent = "to_set_up" if state.waiting(commander.side) else "lost"
    return LeaderView(
        id=commander.id,
        name=commander.name,
        clause=commander.clause,
        state=absent if it is None else "map",
        area=None if it is None else it.country,
        moved=None if it is None else it.moved,
        moves=commander.moves,
        attack_bonus=commander.attack_bonus,
        halves_losses=commander.halves_losses,
        withdraws_on=commander.withdraw_on,
        data_status=commander.status,
    )


class StackView(msgspec.Struct, kw_only=True):
    """The armies of one side in a country."""

    side: str
    count: int
    moved: int
    """How many of them have moved in this turn [MOVE.2]."""


def stacks(state: State, country: str) -> list[StackView]:
    """The armies that stand in a country, side by side."""
    return [
        StackView(
            side=side,
            count=state.armies_in(side, country),
            moved=moved(state, side, country),
        )
        for side in SIDES
        if state.armies_in(side, country)
    ]


def moved(state: State, side: str, country: str) -> int:
    """Armies of a side that have moved in this turn and stand there [MOVE.2]."""
    return state.moved.get(country, 0) if side == state.active else 0
