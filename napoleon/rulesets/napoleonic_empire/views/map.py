"""The map: countries with armies and control, roads and sea links, and what is going on."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

import msgspec

from napoleon.rules.views import AreaView, MapView, RoadView
from napoleon.rulesets.napoleonic_empire.packs.pack import Country
from napoleon.rulesets.napoleonic_empire.sides import SIDES
from napoleon.rulesets.napoleonic_empire.state import Battle, Due, State, Window
from napoleon.rulesets.napoleonic_empire.table import Table
from napoleon.rulesets.napoleonic_empire.views.order_of_battle import StackView, stacks


class CommanderView(msgspec.Struct, kw_only=True):
    """A commander in a country [OPT1]."""

    id: str
    name: str
    side: str
    moved: bool
    """Whether they have moved in this turn [E-34]."""


class CountryView(AreaView, kw_only=True):
    """A country of the map, or one of the four areas in Russia's place [MAP.1, OPT3].

    `x` and `y` are places on a drawing of 1000 by 850, y downwards.
    """

    short_name: str
    x: int
    y: int
    value: int
    """Armies that it gives the player who receives from it [REINF.1]."""
    enterable: bool
    """Whether anybody may go there [MAP.5]."""
    continental: bool
    """Whether the French need it to win [VIC.2]."""
    landlocked: bool
    """Whether it is out of reach from the sea [MAP.4]."""
    control: str | None
    """A side, ``contested``, or None if nobody is there [COMP.6]."""
    armies: Sequence[StackView]
    commanders: Sequence[CommanderView]
    data_status: str


class BorderView(RoadView, kw_only=True):
    """A land border, or a sea link by which armies land [MAP.2]."""

    kind: str
    """``land`` or ``sea``."""
    one_way: bool
    usable: bool
    """Whether armies may ever cross it [MAP.5]."""
    data_status: str


class ArmiesView(msgspec.Struct, kw_only=True):
    """A number of armies of a side that are not on the map."""

    side: str
    armies: int


class BattleSideView(msgspec.Struct, kw_only=True):
    """One side of a battle; what is not known yet is None."""

    side: str
    armies: int
    """At the start [E-15]."""
    die: int | None
    total: int | None
    """Armies, cards, die, and the one of the defender [ATTACK.6]."""
    losses: int | None


class BattleCardView(msgspec.Struct, kw_only=True):
    """A card that was played in a battle, and what it adds to the total of a side."""

    id: str
    name: str
    side: str
    bonus: int


class BattleView(msgspec.Struct, kw_only=True):
    """The battle that is being fought [ATTACK.2 to ATTACK.11]."""

    country: str
    attacker: str
    defender: str
    sides: Sequence[BattleSideView]
    """The attacker, then the defender."""
    cards: Sequence[BattleCardView]
    winner: str | None
    """None before the battle is decided, and if it is tied."""
    tied: bool
    loss_dice: Sequence[int]
    """The winner's loss die, then the two of the loser."""
    kutuzov: str | None
    """``rolled`` or ``may_withdraw`` after the die, ``settled`` at the end; else None [E-37]."""
    withdrawn: bool
    """Whether Kutuzov has left, and nothing is fought [E-37]."""


class EmpireMap(MapView, kw_only=True):
    """Countries, borders, and what is going on in the turn."""

    turn_name: str
    round: int
    active: str | None
    """The side whose turn it is; None before the first turn."""
    extra_turn: bool
    """Whether the running turn is an extra one [SEQ.3]."""
    areas: Sequence[CountryView]
    roads: Sequence[BorderView]
    pools: Sequence[ArmiesView]
    """Armies that are neither on the map nor to be set up [COMP.2]."""
    to_set_up: Sequence[ArmiesView]
    """Armies that wait for their owner's split [E-45]."""
    window: Window | None
    """The moment at which cards may be played, if it is one [E-13, E-24]."""
    battle: BattleView | None
    battles_fought: Sequence[str]
    """Countries whose battle of this Attack phase is over [E-11]."""
    movement_barred: str | None
    """The card by which the active side may not move in this turn [E-28]."""
    continental_system: Sequence[str]
    """Countries whose next Reinforcement phase gives two armies less [E-27]."""
    armies_due: Sequence[Due]
    """Armies that wait for their owner's choice of a country."""
    extra_turn_granted: str | None
    """The card that gives the active side another turn [E-29]."""
    end_offered_by: str | None
    """The side that has agreed to end the game [E-31]."""


def map_board(table: Table) -> EmpireMap:
    """Everything on it lies open [COMP.2, COMP.6]."""
    state, board = table.state, table.data.board
    return EmpireMap(
        turn=state.turn,
        phase=state.phase,
        turn_name=turn_name(state),
        round=state.round,
        active=state.active or None,
        extra_turn=state.extra,
        areas=[_area(table, country) for country in board.countries.values()],
        roads=[
            BorderView(
                id=border.id,
                a=border.a,
                b=border.b,
                kind=border.kind,
                one_way=border.direction == "a_to_b",
                usable=border.usable,
                data_status=border.status,
            )
            for border in board.borders.values()
        ],
        pools=[ArmiesView(side=side, armies=state.pool(side)) for side in SIDES],
        to_set_up=[
            ArmiesView(side=side, armies=state.waiting(side))
            for side in SIDES
            if state.waiting(side)
        ],
        # The state moves on in place, so what it holds is copied.
        window=deepcopy(state.window),
        battle=None if state.battle is None else _battle(table, state.battle),
        battles_fought=list(state.fought),
        movement_barred=state.barred or None,
        continental_system=list(state.continental),
        armies_due=deepcopy(state.due),
        extra_turn_granted=state.extra_granted or None,
        end_offered_by=state.offered or None,
    )


def turn_name(state: State) -> str:
    """The running turn as players call it [SEQ.1, SEQ.3]."""
    if not state.turn:
        return "Before the first turn"
    kind = "extra turn" if state.extra else "turn"
    return f"Round {state.round}, {state.active.capitalize()} {kind}"


def _area(table: Table, country: Country) -> CountryView:
    state, name = table.state, country.id
    return CountryView(
        id=name,
        name=country.name,
        short_name=country.short_name,
        x=country.x,
        y=country.y,
        value=table.data.board.value(name),
        enterable=country.enterable,
        continental=country.continental,
        landlocked=country.landlocked,
        control=state.standing(name) or None,
        armies=stacks(state, name),
        commanders=[
            CommanderView(
                id=commander.id,
                name=commander.name,
                side=commander.side,
                moved=state.commanders[commander.id].moved,
            )
            for commander in table.data.pack.commanders.values()
            if commander.id in state.commanders and state.commanders[commander.id].country == name
        ],
        data_status=country.status,
    )


def _battle(table: Table, battle: Battle) -> BattleView:
    """The battle that is being fought, as far as it has come [ATTACK.11]."""
    return BattleView(
        country=battle.country,
        attacker=battle.attacker,
        defender=battle.defender,
        sides=[
            BattleSideView(
                side=side,
                armies=battle.armies[side],
                die=battle.dice.get(side),
                total=battle.totals.get(side),
                losses=battle.losses.get(side),
            )
            for side in (battle.attacker, battle.defender)
        ],
        cards=[
            BattleCardView(
                id=card,
                name=table.data.pack.cards[card].name,
                side=side,
                bonus=table.data.pack.cards[card].amount,
            )
            for card, side in battle.cards
        ],
        winner=battle.winner or None,
        tied=battle.tied,
        loss_dice=list(battle.loss_dice),
        kutuzov=battle.kutuzov or None,
        withdrawn=battle.withdrawn,
    )
