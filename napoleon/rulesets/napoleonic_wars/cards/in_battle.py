"""Effects of cards in battles and sieges, and of responses that cancel [6.14, 6.15, 11]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from napoleon.rules.kit.frames import inmost, top, within
from napoleon.rules.kit.programs import Effect
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.cards import at_sea
from napoleon.rulesets.napoleonic_wars.cards.scene import Playing
from napoleon.rulesets.napoleonic_wars.events.battle_cards import (
    BattleRuleSet,
    DiceChanged,
    HitsCalmed,
    under_way,
)
from napoleon.rulesets.napoleonic_wars.events.battles import ATTACKER, BESIEGER, DEFENDER, AnySide
from napoleon.rulesets.napoleonic_wars.events.windows import (
    BattleCalledOff,
    BattleCardCancelled,
    CardCaptured,
)
from napoleon.rulesets.napoleonic_wars.frames.answers import Window
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle, Siege
from napoleon.rulesets.napoleonic_wars.frames.cards import Program
from napoleon.rulesets.napoleonic_wars.frames.forces import Meeting
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse

HOOKS = ("flat", "more_round", "no_rout", "hurt")
"""What `rule` changes in a battle."""

LAST_ROUND = 3
"""The round after which no card makes another one be fought [11.3.d]."""


def refuse_battle(at: Any, **given: Any) -> Refusal | None:
    """Nothing of a battle is under way that it could change."""
    return refuse("NO_BATTLE", "6.15.a", "No battle is under way in which that counts.")


def refuse_fight(at: Playing, **given: Any) -> Refusal | None:
    """Nothing is fought that it could change."""
    if at_sea.fight(at) is not None:
        return at_sea.refuse_dice(at)
    if inmost(at.state, Battle) is None and inmost(at.state, Siege) is None:
        return refuse_battle(at)
    return None


def refuse_rule(at: Playing, hook: str) -> Refusal | None:
    """Why a rule of a battle cannot be changed: only in a battle, and where it would matter."""
    battle = inmost(at.state, Battle)
    if battle is None:
        return refuse_battle(at)
    if hook == "more_round" and battle.round >= LAST_ROUND:
        return refuse_battle(at)
    if hook == "hurt" and not _side_of(battle, _other(_own(at))).commander:
        return refuse_battle(at)
    return None


def _side_of(battle: Battle, name: str) -> Any:
    return battle.attacker if name == ATTACKER else battle.defender


def _own(at: Playing) -> AnySide:
    """The side of the nation that plays the card."""
    fight = under_way(at.state)
    if isinstance(fight, Siege):
        return BESIEGER
    return ATTACKER if at.nation in fight.attacker.nations else DEFENDER


def _other(side: str) -> AnySide:
    return DEFENDER if side == ATTACKER else ATTACKER


def dice(at: Playing, side: str, n: int) -> None:
    """Dice more or fewer for a side in this round [11.2, 12.2, 13.4]."""
    if at_sea.fight(at) is not None:
        at_sea.change(at, n)
        return
    own = _own(at)
    name: AnySide = own if own == BESIEGER or side == own else _other(own)
    at.tell(DiceChanged, "11.2.a", side=name, amount=n)


def calm(at: Playing, n: int) -> None:
    """So many fives against one's own side are not counted in this round [R-111]."""
    at.tell(HitsCalmed, "11.3.a", "R-111", side=_own(at), amount=n)


def set_rule(at: Playing, hook: Literal["flat", "more_round", "no_rout", "hurt"]) -> None:
    """What else a card changes in a battle."""
    own, program = _own(at), top(at.state, Program)
    side = _other(own) if hook == "hurt" else own
    at.tell(BattleRuleSet, "11.1.a", hook=hook, side=side, die=program.rolled)


def refuse_response(at: Playing, **given: Any) -> Refusal | None:
    """A response needs something that it answers: its window says so [R-98]."""
    return refuse_battle(at) if inmost(at.state, Impulse) is None else None


def cancel(at: Playing, what: str) -> None:
    """A card that was played just now has no effect [W.CARD, W.BATTLE_CARD]."""
    window = within(at.state, Window)
    if what == "battle_card":
        at.tell(BattleCardCancelled, "6.14.a", nation=window.nation, card=window.about)
        return
    programs = [it.card for it in at.state.stack if isinstance(it, Program)]
    cp = 0 if window.about in programs else at.pack.cards[window.about].cp
    at.tell(CardCaptured, "6.14.a", nation=window.nation, card=window.about, cp=cp)


def refuse_calling_off(at: Playing) -> Refusal | None:
    """Only a battle that is about to begin is called off [R-115]."""
    return refuse_battle(at) if inmost(at.state, Meeting) is None else None


def call_off(at: Playing) -> None:
    """There is no battle: both sides go back where they came from [R-115]."""
    meeting = within(at.state, Meeting)
    at.tell(BattleCalledOff, "R-115", space=meeting.space)


IN_BATTLE: Mapping[str, Effect[Playing]] = {
    "dice": Effect("11.2.a", say("change the dice"), dice, refuse_fight),
    "calm": Effect("11.3.a", say("calm the disrupted"), calm, refuse_fight),
    "cancel": Effect("6.14.a", say("cancel a card"), cancel, refuse_response),
    "call_off": Effect("R-115", say("call the battle off"), call_off, refuse_calling_off),
}
"""What cards do in battles, and against other cards."""
