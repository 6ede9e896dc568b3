"""Combat turns: morale, moves, fire, squares, what ends them [6.3 to 6.5, 6.7]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FOGGED, Event, Line, recorded
from napoleon.rulesets.napoleon_columbia.events.blocks import abandon
from napoleon.rulesets.napoleon_columbia.events.fights import board
from napoleon.rulesets.napoleon_columbia.sides import side_of
from napoleon.rulesets.napoleon_columbia.state import (
    Beaten,
    Fighter,
    Shot,
    State,
    forget_engagements,
)


@recorded("napoleon_columbia.combat_turn_started/1", "{town}: combat turn {number}, of the {side}.")
class CombatTurnStarted(Event, frozen=True):
    """One side's turn in a battle begins [6.3]."""

    town: str
    role: str
    side: str
    number: int
    """Of both sides together, from 1."""

    def apply(self, state: State) -> None:
        """All its units may act once more."""
        battle = board(state, self.town)
        state.at, state.last_battle = self.town, battle.number
        battle.acting, battle.turn, battle.step = self.role, self.number, "morale"
        battle.parts, battle.crossed, battle.retreat_use = [], 0, {}
        battle.stalemate_counted = False
        state.leaders_asked = []
        for fighter in battle.fighters.values():
            fighter.moves, fighter.way, fighter.fired = 0, "", False


@recorded("napoleon_columbia.combat_step_started/1", "{town}: the {side} came to {step}.")
class CombatStepStarted(Event, frozen=True):
    """Combat follows morale, and reinforcement follows combat [6.3]."""

    town: str
    side: str
    step: str
    """``combat``, ``reinforcement`` or ``end``."""

    def apply(self, state: State) -> None:
        """Nobody has ended their part of it."""
        battle = board(state, self.town)
        battle.step, battle.parts = self.step, []


@recorded("napoleon_columbia.combat_turn_ended/1", "{town}: the combat turn of the {side} ended.")
class CombatTurnEnded(Event, frozen=True):
    """The other side, or another battle, comes next [6.1]."""

    town: str
    role: str
    side: str

    def apply(self, state: State) -> None:
        """Roads are free again for units that come in after the next turn [6.34]."""
        battle = board(state, self.town)
        battle.acting = battle.step = ""
        battle.reinforce_use[self.side] = {}
        if self.role == "attacker":
            battle.busy = False


@recorded(
    "napoleon_columbia.morale_checked/1",
    "The morale die of {unit:the} was {die}, in all {total}.",
    drawn="die",
)
class MoraleChecked(Event, frozen=True):
    """A die for an engaged unit of one step: 4 or more is good [6.31]."""

    unit: str
    town: str
    die: int
    total: int
    breakdown: tuple[Line, ...]
    good: bool
    draw: int

    def apply(self, state: State) -> None:
        """Results are carried out when all dice are rolled [N-21]."""
        state.draws = self.draw + 1


@recorded("napoleon_columbia.withdrawal_ordered/1", "{unit} had to withdraw.")
class WithdrawalOrdered(Event, frozen=True):
    """A unit of bad morale may only disengage in this Combat phase [6.31]."""

    unit: str
    town: str

    def apply(self, state: State) -> None:
        """The Combat phase does not end before it has."""
        board(state, self.town).fighters[self.unit].shaken = True


class _Moved(Event, frozen=True):
    """What all combat moves tell [6.32]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    town: str
    origin: str
    to: str
    moves: Annotated[int, FOGGED]
    """Combat moves that it has made in this combat turn; more than one if it has to stop."""


@recorded(
    "napoleon_columbia.unit_engaged/1",
    "{unit} moved from {origin} to {to}, and engaged the enemy.",
    fogged="{token} moved from {origin} to {to}, and engaged the enemy.",
)
class UnitEngaged(_Moved, frozen=True):
    """A unit enters a position with enemies [6.32]."""

    charge: bool
    """Whether its next fire is a charge [6.33.cav]."""
    first_fire: tuple[str, ...]
    """Artillery that becomes engaged by it, whose next fire at short range is the first [N-24]."""

    def apply(self, state: State) -> None:
        """Both sides can fire there at short range."""
        battle = board(state, self.town)
        abandon(state, self.unit, self.town)
        fighter = battle.fighters[self.unit]
        fighter.place, fighter.moves, fighter.way = self.to, self.moves, "engage"
        fighter.charge = self.charge
        for unit in self.first_fire:
            battle.fighters[unit].first_fire = True
        if side_of(state.blocks[self.unit].army) == battle.attacker:
            battle.busy = True


@recorded(
    "napoleon_columbia.unit_disengaged/1",
    "{unit} broke off, and went from {origin} to {to}.",
    fogged="{token} broke off, and went from {origin} to {to}.",
)
class UnitDisengaged(_Moved, frozen=True):
    """An engaged unit breaks off, or one of bad morale withdraws [6.32, 6.31]."""

    def apply(self, state: State) -> None:
        """Its bonuses are lost, and a bad morale with them [N-23]."""
        battle = board(state, self.town)
        abandon(state, self.unit, self.town)
        fighter = battle.fighters[self.unit]
        fighter.place, fighter.moves, fighter.way = self.to, self.moves, "disengage"
        fighter.charge = fighter.first_fire = fighter.shaken = False
        forget_engagements(state, battle)


@recorded(
    "napoleon_columbia.unit_repositioned/1",
    "{unit} moved from {origin} to {to}.",
    fogged="{token} moved from {origin} to {to}.",
)
class UnitRepositioned(_Moved, frozen=True):
    """A unit goes from where no enemy is to where no enemy is [6.32]."""

    def apply(self, state: State) -> None:
        """It holds nothing there yet."""
        abandon(state, self.unit, self.town)
        fighter = board(state, self.town).fighters[self.unit]
        fighter.place, fighter.moves = self.to, self.moves


@recorded(
    "napoleon_columbia.stream_crossed/1",
    "The Stream was crossed, {used} times of {limit} in this combat turn.",
)
class StreamCrossed(Event, frozen=True):
    """A unit has crossed the stream of its lane [6.21.stream]."""

    town: str
    lane: str
    used: int
    limit: int

    def apply(self, state: State) -> None:
        """Few may in a combat turn."""
        board(state, self.town).crossed = self.used


@recorded(
    "napoleon_columbia.square_formed/1", "{unit} formed square.", fogged="{token} formed square."
)
class SquareFormed(Event, frozen=True):
    """An infantry unit stands in square [6.5]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    town: str
    place: str

    def apply(self, state: State) -> None:
        """It cannot move, and cavalry hardly hurts it."""
        fighter = board(state, self.town).fighters[self.unit]
        fighter.square = True
        fighter.moves += 1
        abandon(state, self.unit, self.town)


@recorded(
    "napoleon_columbia.square_broken/1", "{unit} broke square.", fogged="{token} broke square."
)
class SquareBroken(Event, frozen=True):
    """An infantry unit stands in line again [6.5]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    town: str
    place: str

    def apply(self, state: State) -> None:
        """The unit that sheltered in it is free at no cost [N-28]."""
        battle = board(state, self.town)
        fighter = battle.fighters[self.unit]
        fighter.square = False
        fighter.moves += 1
        for other in battle.fighters.values():
            if other.shelter == self.unit:
                other.shelter = ""


@recorded(
    "napoleon_columbia.unit_sheltered/1",
    "{unit} sheltered in the square of {square:the}.",
    fogged="{token} sheltered in the square of {square_token}.",
)
class UnitSheltered(Event, frozen=True):
    """A leader or an artillery unit stands in a square [6.52]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    square: Annotated[str, FOGGED]
    square_token: str
    town: str

    def apply(self, state: State) -> None:
        """It is hit as a part of the squares."""
        fighter = board(state, self.town).fighters[self.unit]
        fighter.shelter = self.square
        fighter.moves += 1
        abandon(state, self.unit, self.town)


@recorded(
    "napoleon_columbia.unit_left_shelter/1",
    "{unit} left the square of {square:the}.",
    fogged="{token} left the square of {square_token}.",
)
class UnitLeftShelter(Event, frozen=True):
    """A unit stands beside the square again [6.52]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    square: Annotated[str, FOGGED]
    square_token: str
    town: str

    def apply(self, state: State) -> None:
        """It costs a combat move [N-28]."""
        fighter = board(state, self.town).fighters[self.unit]
        fighter.shelter = ""
        fighter.moves += 1


@recorded(
    "napoleon_columbia.terrain_taken/1",
    "{unit} took the {terrain} at {place}.",
    fogged="{token} took the {terrain} at {place}.",
)
class TerrainTaken(Event, frozen=True):
    """A unit holds a Farm or a Hill that nobody held [6.21.hold]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    town: str
    terrain: str
    place: str

    def apply(self, state: State) -> None:
        """It costs a combat move [N-17]."""
        battle = board(state, self.town)
        battle.terrain[self.place].holder = self.unit
        battle.fighters[self.unit].moves += 1


@recorded(
    "napoleon_columbia.holder_swapped/1",
    "{unit} holds the {terrain} at {place} instead of {previous:the}.",
    fogged="{token} holds the {terrain} at {place} instead of {previous_token}.",
)
class HolderSwapped(Event, frozen=True):
    """Another unit of the same side holds a Farm or a Hill [6.21.hold]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    previous: Annotated[str, FOGGED]
    previous_token: str
    town: str
    terrain: str
    place: str

    def apply(self, state: State) -> None:
        """It costs nothing [N-17]."""
        board(state, self.town).terrain[self.place].holder = self.unit


@recorded(
    "napoleon_columbia.unit_fired/1",
    "{unit} fired with firepower {firepower} and rolled {dice}: {hits:hit/hits}.",
    drawn="dice",
)
class UnitFired(Event, frozen=True):
    """A unit fires: each die of at most its firepower hits [3.5, 6.33]."""

    unit: str
    side: str
    town: str
    range: str
    """``engaged``, ``short`` or ``long``."""
    place: str
    """Position that is fired at."""
    group: str
    """``open`` or ``square``."""
    firepower: int
    """With all modifiers, 0 to 5 [N-46]."""
    breakdown: tuple[Line, ...]
    """Sums to the firepower."""
    dice: tuple[int, ...]
    """One for each step of strength."""
    hits: int
    target: str
    """Side that is fired at."""
    least: int
    """Steps that the hits leave to every target: one at long range [6.4]."""
    spares_farm: bool
    """Whether no hit may go to the holder of a Farm [6.21.farm]."""
    counts: bool
    """Whether it is no idling of the attacker [N-65, N-79]."""
    draw: int
    """The last of the draws."""

    def apply(self, state: State) -> None:
        """Hits are taken one by one [6.4]."""
        battle = board(state, self.town)
        battle.fighters[self.unit].fired = True
        state.draws = self.draw + 1
        if self.counts and self.side == battle.attacker:
            battle.busy = True
        if self.hits:
            state.shot = Shot(
                self.target, self.hits, self.place, self.group, self.least, self.spares_farm
            )


@recorded("napoleon_columbia.charge_spent/1", "The charge of {unit:the} was spent.")
class ChargeSpent(Event, frozen=True):
    """Cavalry charges with its first fire after it has engaged [N-23]."""

    unit: str
    town: str

    def apply(self, state: State) -> None:
        """It fires as printed from now on."""
        board(state, self.town).fighters[self.unit].charge = False


@recorded("napoleon_columbia.first_fire_spent/1", "The first fire of {unit:the} was spent.")
class FirstFireSpent(Event, frozen=True):
    """Artillery has fired for the first time in this engagement [6.33.art]."""

    unit: str
    town: str

    def apply(self, state: State) -> None:
        """It fires as printed from now on."""
        board(state, self.town).fighters[self.unit].first_fire = False


@recorded("napoleon_columbia.hits_voided/1", "{hits:hit/hits} found no target.")
class HitsVoided(Event, frozen=True):
    """Nobody is left who could take these hits [6.4, 6.51]."""

    town: str
    hits: int

    def apply(self, state: State) -> None:
        """They are void."""
        state.shot = None


@recorded("napoleon_columbia.combat_ended/1", "{town}: the {player} ended the Combat phase.")
class CombatEnded(Event, frozen=True):
    """A seat does no more in this Combat phase [6.3]."""

    player: str
    town: str

    def apply(self, state: State) -> None:
        """Others come next; a unit that found no way back has recovered [N-81]."""
        battle = board(state, self.town)
        battle.parts.append(self.player)
        for unit, fighter in battle.fighters.items():
            if state.players[state.blocks[unit].army] == self.player:
                fighter.shaken = False


@recorded(
    "napoleon_columbia.unit_reinforced/1",
    "{unit} came from {origin} into the Reserve at {town}.",
    fogged="{token} came from {origin} into the Reserve at {town}.",
)
class UnitReinforced(Event, frozen=True):
    """A unit from an adjacent town joins the battle [6.34]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    side: str
    origin: str
    town: str
    road: str
    place: str
    """The Reserve."""
    use: int
    """Units that have come by this road in this combat turn [N-25, N-51]."""
    limit: int

    def apply(self, state: State) -> None:
        """It is of use from its side's next combat turn on."""
        enter(state, self.unit, self.side, self.origin, self.town, self.place)
        board(state, self.town).reinforce_use.setdefault(self.side, {})[self.road] = self.use


def enter(state: State, unit: str, side: str, origin: str, town: str, place: str) -> None:
    """A unit comes onto the board of a battle from an adjacent town, which is used then [7.1]."""
    battle = board(state, town)
    state.blocks[unit].town = town
    battle.fighters[unit] = Fighter(place)
    if origin not in battle.used.setdefault(side, []):
        battle.used[side].append(origin)
    if side == battle.attacker:
        battle.busy = True


@recorded(
    "napoleon_columbia.reinforcement_ended/1",
    "{town}: the {player} brought no more reinforcements.",
)
class ReinforcementEnded(Event, frozen=True):
    """A seat brings no more units into this battle now [6.34]."""

    player: str
    town: str

    def apply(self, state: State) -> None:
        """A partner, or the end of the combat turn, comes next."""
        board(state, self.town).parts.append(self.player)


@recorded(
    "napoleon_columbia.stalemate_counted/1",
    "{town}: the attacker was idle for {idle:combat turn/combat turns}.",
)
class StalemateCounted(Event, frozen=True):
    """Whether the attacker has done anything in their combat turn [6.7, N-62]."""

    town: str
    idle: int
    """Combat turns of the attacker in succession in which nothing happened."""

    def apply(self, state: State) -> None:
        """Two of them end the battle."""
        battle = board(state, self.town)
        battle.idle, battle.stalemate_counted = self.idle, True


@recorded("napoleon_columbia.stalemate_declared/1", "{town}: the {side} had to give the attack up.")
class StalemateDeclared(Event, frozen=True):
    """An attacker that has been idle twice retreats at once [6.7]."""

    town: str
    side: str
    idle: int
    engaged: tuple[str, ...]
    """Tokens of units that suffer the losses of a rout, as they are engaged [N-31]."""

    def apply(self, state: State) -> None:
        """All of its units leave."""
        losing = [unit for unit, it in state.blocks.items() if it.token in self.engaged]
        state.beaten = Beaten(self.side, self.town, "stalemate", losing)
