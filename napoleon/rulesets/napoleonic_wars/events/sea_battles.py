"""Naval battles, batteries, squadrons that sink [13.4, 13.5, 13.8]."""

from __future__ import annotations

from typing import Annotated, Literal

from napoleon.rules.events import FADING, Event, Line, recorded
from napoleon.rules.kit.frames import inmost, pop_to, push, top
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.frames.at_sea import Guns, SeaBattle, Search, Ships, Voyage
from napoleon.rulesets.napoleonic_wars.pieces import sweep, unstack
from napoleon.rulesets.napoleonic_wars.state import Squadrons, State

Side = Literal["attacker", "defender"]


def side_of(battle: SeaBattle, name: str) -> Ships:
    """A side of a naval battle by its name."""
    return battle.attacker if name == "attacker" else battle.defender


def ships_of(state: State, side: Ships) -> list[Squadrons]:
    """The fleets of a side, that of the top squadron first; none that are under construction."""
    those = [
        it
        for it in state.squadrons
        if (it.at, it.sails) == (side.at, side.sails)
        and it.nation in side.nations
        and (it.ready or (it.refit and not side.fit))
    ]
    return sorted(those, key=lambda it: side.nations.index(it.nation))


def target_of(state: State) -> Ships:
    """The side whose squadrons sink: of the battle on top, or what the batteries fire at."""
    frame = state.stack[-1]
    if isinstance(frame, Guns):
        return frame.target
    battle = top(state, SeaBattle)
    return battle.attacker if battle.attacker.sinking else battle.defender


@recorded("napoleonic_wars.sea_battle_began/1", "A naval battle began in {place}.")
class SeaBattleBegan(Event, frozen=True):
    """Fleets have met, or a port is attacked [13.4, 13.5]."""

    place: str
    attackers: tuple[str, ...]
    """The nations of the fleet under way, that of its top squadron first."""
    zone: str
    """The zone that it is in."""
    defenders: tuple[str, ...]
    battery: int
    """Dice of the batteries of a port."""
    attacker_bonus: int
    defender_bonus: int
    """Dice for evasions of the other side that have failed [13.31.a]."""
    fit: bool = False
    """Whether the defenders came out of port, with ready squadrons only [13.8.a]."""

    def apply(self, state: State) -> None:
        """It is fought in rounds; what batteries have done to the attacker counts."""
        battered = inmost(state, Guns)
        attacker = Ships(self.zone, True, [*self.attackers], self.attacker_bonus)
        if isinstance(state.stack[-1], Guns) and battered is not None:
            attacker.fives, attacker.suffered = battered.target.fives, battered.target.suffered
            pop_to(state, Guns)
        if isinstance(state.stack[-1], Search):
            pop_to(state, Search)
        defender = Ships(self.place, False, [*self.defenders], self.defender_bonus, fit=self.fit)
        push(state, SeaBattle(self.place, attacker, defender, self.battery, due=["W.NAVAL"]))


@recorded(
    "napoleonic_wars.sea_dice_rolled/1",
    "The {side} in {place} rolled {number:die/dice}: {sixes} sunk, {fives} damaged.",
    drawn="dice",
)
class SeaDiceRolled(Event, frozen=True):
    """The dice of a side in a round [13.4.b]."""

    side: Side
    place: str
    number: int
    breakdown: tuple[Line, ...]
    dice: tuple[int, ...]
    draw: int
    sixes: int
    fives: int

    def apply(self, state: State) -> None:
        """The other side takes the hits once both have rolled."""
        battle = top(state, SeaBattle)
        own = side_of(battle, self.side)
        other_name = "defender" if self.side == "attacker" else "attacker"
        other = side_of(battle, other_name)
        own.rolled = True
        other.sinking += self.sixes
        other.suffered += self.sixes + self.fives
        battle.new_fives[other_name] = self.fives
        if self.dice:
            state.draws = self.draw + 1


@recorded("napoleonic_wars.squadron_sunk/1", "A squadron of {nation} was sunk in {place}.")
class SquadronSunk(Event, frozen=True):
    """A six sinks a squadron, one that awaits refit first [13.4.c, R-35]."""

    nation: str
    place: str
    refit: bool

    def apply(self, state: State) -> None:
        """It is gone, and may be built again."""
        side = target_of(state)
        ships = next(
            it
            for it in ships_of(state, side)
            if it.nation == self.nation and (it.refit if self.refit else it.ready)
        )
        if self.refit:
            ships.refit -= 1
        else:
            ships.ready -= 1
        side.sinking -= 1
        side.taken[self.nation] = side.taken.get(self.nation, 0) + 1
        sweep(state)


@recorded("napoleonic_wars.sea_hits_unmet/1", "No more ships were left in {place} to sink.")
class SeaHitsUnmet(Event, frozen=True):
    """Sixes for which there is no squadron; they count all the same [R-80]."""

    place: str
    hits: int

    def apply(self, state: State) -> None:
        """Nothing more sinks."""
        target_of(state).sinking = 0


@recorded("napoleonic_wars.next_sea_round_began/1", "Round {which} in {place} began.")
class NextSeaRoundBegan(Event, frozen=True):
    """Both sides have suffered alike [13.4.a, 11.3.d]."""

    place: str
    which: int

    def apply(self, state: State) -> None:
        """Fives take dice from now on."""
        battle = top(state, SeaBattle)
        battle.round, battle.due = self.which, ["W.NAVAL"]
        for name in ("attacker", "defender"):
            side = side_of(battle, name)
            side.fives += battle.new_fives.get(name, 0)
            side.rolled, side.taken, side.lines, side.bonus = False, {}, [], 0
        battle.new_fives = {}


@recorded("napoleonic_wars.sea_battle_decided/1", "The {loser} lost the battle in {place}.")
class SeaBattleDecided(Event, frozen=True):
    """A side is gone, or has suffered more [13.4.a]."""

    place: str
    loser: Literal["attacker", "defender", "nobody"]
    attacker_suffered: int
    defender_suffered: int

    def apply(self, state: State) -> None:
        """The loser goes to port."""
        top(state, SeaBattle).loser = self.loser


@recorded("napoleonic_wars.port_stormed/1", "All squadrons in the port of {place} were lost.")
class PortStormed(Event, frozen=True):
    """The side in port has lost: all squadrons there are eliminated, unfinished too [13.5.c]."""

    place: str
    lost: dict[str, int]
    """By nation."""

    def apply(self, state: State) -> None:
        """The winner goes outside again."""
        battle = top(state, SeaBattle)
        gone = [it for it in state.squadrons if it.at == self.place and it.nation in self.lost]
        state.squadrons = [it for it in state.squadrons if it not in gone]
        battle.withdrawn = True


@recorded("napoleonic_wars.driven_fleet_lost/1", "The fleet driven out of port was lost.")
class DrivenFleetLost(Event, frozen=True):
    """A fleet that was driven out of its port, and is beaten, is eliminated [13.9]."""

    place: str
    lost: dict[str, int]

    def apply(self, state: State) -> None:
        """It is gone."""
        state.squadrons = [it for it in state.squadrons if not it.sails]
        top(state, SeaBattle).withdrawn = True


@recorded("napoleonic_wars.sea_battle_ended/1", "The naval battle in {place} is over.")
class SeaBattleEnded(Event, frozen=True):
    """The fleet under way goes on if it has won [13.41]."""

    place: str
    goes_on: bool

    def apply(self, state: State) -> None:
        """It is at sea outside a port that it has attacked."""
        pop_to(state, SeaBattle)
        unstack(state)
        voyage = inmost(state, Voyage)
        if voyage is None:
            return
        voyage.slipped = False
        if voyage.at != voyage.to == self.place:
            voyage.due = []


# -- batteries -------------------------------------------------------------------------------------


@recorded("napoleonic_wars.guns_manned/1", "The batteries of {place} will fire.")
class GunsManned(Event, frozen=True):
    """A fleet passes a strait or enters a port, or a force lands [13.5.a, 13.8]."""

    place: str
    nation: str
    cause: Literal["strait", "port", "landing"]
    number: int
    targets: tuple[str, ...]
    """The nations of a fleet; none of a landing."""
    where: str

    def apply(self, state: State) -> None:
        """Others may respond first."""
        target = Ships(self.where, True, [*self.targets])
        voyage = inmost(state, Voyage)
        if voyage is not None and "guns" in voyage.due:
            voyage.due.remove("guns")
        push(state, Guns(self.place, self.nation, self.cause, self.number, target, ["W.GUNS"]))


@recorded(
    "napoleonic_wars.batteries_fired/1",
    "The batteries of {place} rolled {number:die/dice}: {sixes:six/sixes}, {fives:five/fives}.",
    drawn="dice",
)
class BatteriesFired(Event, frozen=True):
    """Two dice, four of a fortress; sixes and fives count as in battle [13.5.a, 13.8]."""

    place: str
    number: int
    breakdown: tuple[Line, ...]
    dice: tuple[int, ...]
    draw: int
    sixes: int
    fives: int

    def apply(self, state: State) -> None:
        """What is hit sinks."""
        guns = top(state, Guns)
        guns.fired = True
        guns.target.sinking += self.sixes
        guns.target.fives += self.fives
        guns.target.suffered += self.sixes + self.fives
        state.draws = self.draw + 1


@recorded("napoleonic_wars.guns_silent/1", "The batteries of {place} fell silent.")
class GunsSilent(Event, frozen=True):
    """What has passed or entered goes on."""

    place: str

    def apply(self, state: State) -> None:
        """No battle follows."""
        pop_to(state, Guns)


@recorded(
    "napoleonic_wars.sea_dice_changed/1",
    "{card}: {amount} more dice for {nation}.",
    faded="By a card {amount} more dice for {nation}.",
)
class SeaDiceChanged(Event, frozen=True):
    """A card gives a side, or a battery, dice in this round [13.4]."""

    card: Annotated[str, FADING]
    nation: str
    amount: int

    def apply(self, state: State) -> None:
        """They are lines of its dice."""
        line = Line(self.amount, "13.4.b", say("%(card)s", card=self.card))
        frame = next(it for it in reversed(state.stack) if isinstance(it, (SeaBattle, Guns)))
        if isinstance(frame, Guns):
            frame.lines.append(line)
        elif self.nation in frame.attacker.nations:
            frame.attacker.lines.append(line)
        else:
            frame.defender.lines.append(line)
