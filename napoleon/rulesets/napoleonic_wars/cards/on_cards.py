"""6.2, 6.5 Effects of cards on hands, CP, Resources and standing rules [6.1.d, 16, R-71]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from napoleon.rules.kit.frames import inmost
from napoleon.rules.kit.programs import Effect
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.cards import in_battle, words
from napoleon.rulesets.napoleonic_wars.cards.demands import refuse_war, tie_down
from napoleon.rulesets.napoleonic_wars.cards.drawing import can_draw, draw_in_impulse
from napoleon.rulesets.napoleonic_wars.cards.scene import Playing, refuse_none
from napoleon.rulesets.napoleonic_wars.events.cards import (
    PeaceShifted,
    PlusKeyGained,
    PoolOpened,
    RuleBegan,
)
from napoleon.rulesets.napoleonic_wars.events.hands import (
    CardDiscardedByLot,
    CardTaken,
    HandLookedAt,
    HomeCardHandedOver,
)
from napoleon.rulesets.napoleonic_wars.events.impulses import NEXT_IMPULSE
from napoleon.rulesets.napoleonic_wars.events.resources import ResourceGained
from napoleon.rulesets.napoleonic_wars.frames.at_sea import Voyage
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse, Pool, Use
from napoleon.rulesets.napoleonic_wars.nations import FRANCE, commander
from napoleon.rulesets.napoleonic_wars.production import can_produce
from napoleon.rulesets.napoleonic_wars.scene import Acting

# -- CP --------------------------------------------------------------------------------------------


def refuse_pool(
    at: Playing, cp: int, use: str, whom: str, mover: list[str] | None = None, trait: str = ""
) -> Refusal | None:
    """Why none of the CP could be spent."""
    if use == "production":
        able = can_produce(Acting(at.table, at.player, whom))
        return refuse_none(able, "That nation can produce nothing now.", "7.a")
    if mover is not None:
        return refuse_none(mover, "No army that could move by that card may move.", "9.1.b")
    state = at.state
    lots = any(
        it.nation == whom and not it.fought for space in state.spaces.values() for it in space.lots
    )
    moves = lots or bool(words.armies(at, whom))
    return refuse_none(moves, "Nothing of that nation may move.", "9.1.a")


def pool(
    at: Playing, cp: int, use: str, whom: str, mover: list[str] | None = None, trait: str = ""
) -> None:
    """CP with a restriction, beside those of cards [6.3, R-71]."""
    assert use in get_args(Use), f"there is no use {use}"
    kept = Pool(at.card, cp, use, whom, mover or [], trait)  # type: ignore[arg-type]
    spends = whom != at.impulse.nation
    at.tell(PoolOpened, "6.3.a", "R-71", nation=whom, pool=kept, cp=cp, spends=spends)


# -- hands -----------------------------------------------------------------------------------------


def _refuse_drawing(at: Playing, nation: str, n: int, keep: int) -> Refusal | None:
    return refuse_none(can_draw(at.table), "There is no card to draw.", "R-61")


def draw(at: Playing, nation: str, n: int, keep: int) -> None:
    """Cards come into a hand: to be kept, or so that they may be played at once [5.12.c]."""
    for _ in range(n):
        draw_in_impulse(at.table, nation, "keep" if keep else "play", "5.12.c")


def _refuse_chance(at: Playing, whose: str, to: str) -> Refusal | None:
    return refuse_none(at.state.nations[whose].hand, "That hand is empty.", "6.2.b")


def chance_card(at: Playing, whose: str, to: str) -> None:
    """A card by chance out of a hand, into the discards or another hand [6.2.b, 18.D]."""
    hand = sorted(at.state.nations[whose].hand)
    card, draw = at.table.draw(hand, f"card of {whose}")
    if to == "discards":
        at.table.record(CardDiscardedByLot(whose, card, draw), "6.2.b")
        return
    readers = tuple(dict.fromkeys(commander(at.state, it) for it in (whose, to)))
    at.table.record(CardTaken(readers, whose, to, card, draw), "6.2.b")


def _refuse_look(at: Playing, whose: str) -> Refusal | None:
    return refuse_none(at.state.nations[whose].hand, "That hand is empty.", "6.5.a")


def look(at: Playing, whose: str) -> None:
    """A seat sees a hand, once [6.5.a]."""
    seat, hand = commander(at.state, at.you), tuple(sorted(at.state.nations[whose].hand))
    at.table.record(HandLookedAt(seat, whose, hand), "6.5.a")


def _refuse_handing(at: Playing, card: str, to: str) -> Refusal | None:
    if to == at.nation:
        return refuse("NO_SUCH_POWER", "14.34.a", "Give it to another power of the camp.")
    return None


def hand_over(at: Playing, card: str, to: str) -> None:
    """A home card lies with another power until the next turn [14.34]."""
    at.tell(HomeCardHandedOver, "14.34.a", card=card, to=to)


# -- Resources, peace, standing rules --------------------------------------------------------------


def _refuse_gain(at: Playing, what: str, who: str) -> Refusal | None:
    if what == "plus_key" and at.state.nations[who].plus_key:
        return refuse("HELD_ALREADY", "15.5.a", "The nation has that status already.")
    return None


def gain(at: Playing, what: str, who: str) -> None:
    """A Resource, or the status of a key more [16.1, 15.5]."""
    kind = PlusKeyGained if what == "plus_key" else ResourceGained
    at.tell(kind, "15.5.a" if what == "plus_key" else "16.1.a", nation=who)


def peace(at: Playing, by: int) -> None:
    """The peace roll of this turn is changed [5.8]."""
    at.tell(PeaceShifted, "5.8.c", amount=by)


def _has_raider(at: Playing) -> bool:
    """Whether a squadron lies on the card, or is ready to be put there [R-112]."""
    aside = any(war.card == at.card for war in at.state.foreign_wars)
    ready = (it.nation == FRANCE and it.ready and not it.sails for it in at.state.squadrons)
    return aside or any(ready)


def _refuse_rule(
    at: Playing, hook: str, until: str, of: str = "", provided: bool = True
) -> Refusal | None:
    if hook == "cp_cut" and not _has_raider(at):
        return refuse("NO_FLEET", "6.1.d", "France has no squadron that is ready to sail.")
    if hook == "ship_free" and inmost(at.state, Voyage) is None:
        return refuse("NO_FLEET", "6.14.a", "No fleet is about to sail.")
    if hook in in_battle.HOOKS:
        return in_battle.refuse_rule(at, hook)
    running = any(it.hook == hook and it.of == of for it in at.state.rules)
    if running and hook != "draw_cut":
        return refuse("HOLDS_ALREADY", "6.14.a", "That holds already, and does not add up.")
    return None


def rule(at: Playing, hook: str, until: str, of: str = "", provided: bool = True) -> None:
    """A standing change; what it is `provided` for is asked when it is read [6.1.d]."""
    if hook in in_battle.HOOKS:
        in_battle.set_rule(at, hook)  # type: ignore[arg-type]
        return
    impulse = inmost(at.state, Impulse)
    if impulse is not None and until == "impulse" and not commander(at.state, impulse.nation):
        until = NEXT_IMPULSE
    at.tell(RuleBegan, "6.1.d", hook=hook, of=of, until=until)


ON_CARDS: Mapping[str, Effect[Playing]] = {
    "pool": Effect("6.3.a", say("have CP to spend"), pool, refuse_pool),
    "tie_down": Effect("6.13.a", say("begin a foreign war"), tie_down, refuse_war),
    "draw": Effect("5.12.c", say("draw cards"), draw, _refuse_drawing),
    "chance_card": Effect("6.2.b", say("take a card by chance"), chance_card, _refuse_chance),
    "look": Effect("6.5.a", say("look at a hand"), look, _refuse_look),
    "hand_over": Effect("14.34.a", say("hand the card over"), hand_over, _refuse_handing),
    "gain": Effect("16.1.a", say("gain a Resource or a key more"), gain, _refuse_gain),
    "peace": Effect("5.8.c", say("change the peace roll"), peace),
    "rule": Effect("6.1.d", say("change the rules for a while"), rule, _refuse_rule),
}
"""What cards do to cards, CP and rules."""
