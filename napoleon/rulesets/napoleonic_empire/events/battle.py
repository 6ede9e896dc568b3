"""Battles: cards, dice, losses and retreats [chapter 7]."""

from __future__ import annotations

from napoleon.rules.events import Event, Line, recorded
from napoleon.rulesets.napoleonic_empire.events.movement import add, take
from napoleon.rulesets.napoleonic_empire.state import Battle, State


def fought(state: State) -> Battle:
    """The battle that is being fought; only for what happens within one."""
    assert state.battle is not None, "this happens only within a battle"
    return state.battle


@recorded(
    "napoleonic_empire.battle_started/1",
    "Battle in {country:the}: the {attacker} attacked with {attacking:army/armies}, "
    "the {defender} defended with {defending}.",
)
class BattleStarted(Event, frozen=True):
    """All armies of both sides in a country fight [ATTACK.1-3]."""

    country: str
    attacker: str
    defender: str
    attacking: int
    defending: int

    def apply(self, state: State) -> None:
        """The numbers at the start are kept, as losses go by them [E-15]."""
        armies = {self.attacker: self.attacking, self.defender: self.defending}
        state.battle = Battle(self.country, self.attacker, armies)


@recorded(
    "napoleonic_empire.bonus_applied/1",
    "{card:named} added {amount} to the total of the {side} in {country:the}.",
)
class BonusApplied(Event, frozen=True):
    """A card adds to the total of a side in this battle [ATTACK.4]."""

    side: str
    """Side named on the card; either side may play it [E-23]."""
    card: str
    amount: int
    country: str

    def apply(self, state: State) -> None:
        """It counts when the totals are made."""
        fought(state).cards.append((self.card, self.side))


@recorded("napoleonic_empire.die_rolled/1", "The {side} rolled {value} ({purpose}).", drawn="value")
class DieRolled(Event, frozen=True):
    """A six-sided die was rolled for all to see [COMP.5]."""

    side: str
    purpose: str
    """``battle``, ``winner_loss``, ``loser_loss`` or ``kutuzov``."""
    value: int
    """1 to 6."""
    draw: int

    def apply(self, state: State) -> None:
        """It is worth what its purpose says."""
        battle = fought(state)
        state.draws = self.draw + 1
        if self.purpose == "battle":
            battle.dice[self.side] = self.value
        elif self.purpose != "kutuzov":
            battle.loss_dice.append(self.value)


@recorded(
    "napoleonic_empire.battle_totalled/1",
    "Totals in {country:the}: {attacker} {attacker_total}, {defender} {defender_total}.",
)
class BattleTotalled(Event, frozen=True):
    """The totals of both sides, and their difference [ATTACK.6]."""

    country: str
    attacker: str
    attacker_total: int
    defender: str
    defender_total: int
    margin: int
    """The attacker's total less the defender's."""
    breakdown: tuple[Line, ...]
    """What adds to the attacker's total stands above 0, what adds to the defender's below; sums
    to the margin."""

    def apply(self, state: State) -> None:
        """The totals are known."""
        fought(state).totals = {
            self.attacker: self.attacker_total,
            self.defender: self.defender_total,
        }


@recorded("napoleonic_empire.battle_won/1", "The {side} won the battle in {country:the}.")
class BattleWon(Event, frozen=True):
    """The higher total wins [ATTACK.7]."""

    side: str
    country: str

    def apply(self, state: State) -> None:
        """Losses come next."""
        fought(state).winner = self.side


@recorded("napoleonic_empire.battle_tied/1", "Nobody won the battle in {country:the}.")
class BattleTied(Event, frozen=True):
    """Equal totals: no losses, no retreat, the country stays contested [E-14]."""

    country: str

    def apply(self, state: State) -> None:
        """The battle is about to end."""
        fought(state).tied = True


@recorded(
    "napoleonic_empire.losses_computed/1",
    "The {side} had to lose {losses} of {armies:army/armies} ({percent} %).",
)
class LossesComputed(Event, frozen=True):
    """What the loss dice cost a side [ATTACK.8, ATTACK.9]."""

    side: str
    armies: int
    """Armies at the start of the battle [E-15]."""
    percent: int
    """10 for each point of the dice."""
    raw: int
    """That part of the armies, rounded down [E-16]."""
    cap: int
    """Most that can be lost: twice the loser's armies, or all that there are."""
    losses: int
    breakdown: tuple[Line, ...]

    def apply(self, state: State) -> None:
        """They are removed next."""
        fought(state).losses[self.side] = self.losses


@recorded(
    "napoleonic_empire.armies_eliminated/1",
    "The {side} lost {armies:army/armies} in {country:the} ({reason}).",
)
class ArmiesEliminated(Event, frozen=True):
    """Armies go back to their pool [COMP.2, ATTACK.8-10]."""

    side: str
    country: str
    armies: int
    reason: str
    """``losses`` or ``no_retreat``."""

    def apply(self, state: State) -> None:
        """They may be placed again."""
        take(state, self.side, self.country, self.armies)


@recorded(
    "napoleonic_empire.armies_retreated/1",
    "The {side} retreated with {armies:army/armies} from {origin:the} to {to:the}.",
)
class ArmiesRetreated(Event, frozen=True):
    """Survivors of the loser went to a country of their own [ATTACK.10]."""

    side: str
    origin: str
    to: str
    armies: int

    def apply(self, state: State) -> None:
        """A retreat is not a move [E-18]."""
        take(state, self.side, self.origin, self.armies)
        add(state, self.side, self.to, self.armies)


@recorded("napoleonic_empire.battle_ended/1", "The battle in {country:the} was over.")
class BattleEnded(Event, frozen=True):
    """Nothing more happens in it [ATTACK.11]."""

    country: str

    def apply(self, state: State) -> None:
        """There is no second one in this country in the same phase [E-11]."""
        state.battle = None
        state.fought.append(self.country)


@recorded("napoleonic_empire.attack_ended/1", "The {side} ended the Attack phase.")
class AttackEnded(Event, frozen=True):
    """All battles of the phase have been fought [ATTACK.1]."""

    side: str

    def apply(self, state: State) -> None:
        """The turn goes on."""
        state.attack_ended = True


@recorded("napoleonic_empire.attack_completed/1", "All battles of the phase had been fought.")
class AttackCompleted(Event, frozen=True):
    """No battle is left in the Attack phase, so it is over [ATTACK.1, E-58]."""

    side: str
    """The side whose phase it was."""

    def apply(self, state: State) -> None:
        """The turn goes on."""
        state.attack_ended = True
