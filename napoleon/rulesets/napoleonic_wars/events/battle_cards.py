"""Battle cards, and what they do to the dice of a battle or siege [6.15, 11.1]."""

from __future__ import annotations

from typing import Annotated, Literal

from napoleon.rules.events import FADING, Event, Line, recorded
from napoleon.rules.kit.frames import push
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.events.battles import AnySide, side_of
from napoleon.rulesets.napoleonic_wars.events.impulses import play_card
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle, Siege
from napoleon.rulesets.napoleonic_wars.frames.cards import Program
from napoleon.rulesets.napoleonic_wars.state import State


def under_way(state: State) -> Battle | Siege:
    """The battle or siege in which a card is played."""
    return next(it for it in reversed(state.stack) if isinstance(it, Battle | Siege))


@recorded("napoleonic_wars.battle_cards_called/1", "{seats} may play battle cards.")
class BattleCardsCalled(Event, frozen=True):
    """The active player first, then in track order, each plays all that they want [11.1]."""

    space: str
    which: int
    """The round."""
    seats: tuple[str, ...]

    def apply(self, state: State) -> None:
        """They are asked before the dice."""
        fight = under_way(state)
        fight.called, fight.deciding = self.which, [*self.seats]


@recorded(
    "napoleonic_wars.battle_card_played/1",
    "{nation} played {card} in {space}.",
    reveals=True,
    faded="{nation} played a card in {space}.",
)
class BattleCardPlayed(Event, frozen=True):
    """A battle card of a nation whose forces are in the battle [6.15]."""

    nation: str
    card: Annotated[str, FADING]
    space: str
    todo: tuple[str, ...]

    def apply(self, state: State) -> None:
        """What it says is done, unless somebody cancels it."""
        play_card(state, self.nation, self.card, home=False)
        push(state, Program(self.card, self.nation, self.nation, [*self.todo]))


@recorded("napoleonic_wars.no_more_battle_cards/1", "{player} played no more battle cards.")
class NoMoreBattleCards(Event, frozen=True):
    """A seat plays no battle card in this round, or no more."""

    player: str
    space: str

    def apply(self, state: State) -> None:
        """The next seat decides."""
        under_way(state).deciding.remove(self.player)


@recorded(
    "napoleonic_wars.dice_changed/1",
    "{card}: {amount} dice for the {side}.",
    faded="A card: {amount} dice for the {side}.",
)
class DiceChanged(Event, frozen=True):
    """A card gives a side dice in this round, or takes some away [11.2.a]."""

    card: Annotated[str, FADING]
    side: AnySide
    amount: int

    def apply(self, state: State) -> None:
        """They are lines of its dice."""
        side = side_of(under_way(state), self.side)
        side.lines.append(Line(self.amount, "11.2.a", say("%(card)s", card=self.card)))


@recorded(
    "napoleonic_wars.hits_calmed/1",
    "{card}: {amount:five/fives} do not count now.",
    faded="By a card {amount:five/fives} do not count now.",
)
class HitsCalmed(Event, frozen=True):
    """Fives against a side are not counted in this round [11.3, R-111]."""

    card: Annotated[str, FADING]
    side: AnySide
    amount: int

    def apply(self, state: State) -> None:
        """The units fight on."""
        side_of(under_way(state), self.side).calm += self.amount


@recorded(
    "napoleonic_wars.battle_rule_set/1",
    "{card} changed the rules of the battle.",
    faded="A card changed the rules of the battle.",
)
class BattleRuleSet(Event, frozen=True):
    """What a card changes in a battle beside the dice."""

    card: Annotated[str, FADING]
    hook: Annotated[Literal["flat", "more_round", "no_rout", "hurt"], FADING]
    side: AnySide
    """The side that it is for; of ``hurt`` the one whose commander it hits."""
    die: int
    """By which the commander is hit: 5 disrupts, 6 removes; 0 otherwise."""

    def apply(self, state: State) -> None:
        """The rules of the battle read it."""
        battle = under_way(state)
        assert isinstance(battle, Battle), "there are no such cards in a siege"
        side = side_of(battle, self.side)
        if self.hook == "flat":
            battle.flat = True
        elif self.hook == "more_round":
            battle.more_rounds += 1
        elif self.hook == "no_rout":
            side.no_rout = True
        else:
            side.hurt = self.die
