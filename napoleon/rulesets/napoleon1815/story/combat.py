"""Combats: who attacked whom, with which cards or dice, and who won [chapter 8]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import alone, by, numbered, tellings
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.napoleon1815.events.cards import (
    CardFlipped,
    DiceRolled,
    FlippedCardsDiscarded,
)
from napoleon.rulesets.napoleon1815.events.casualties import FatigueIncurred, LossesIncurred
from napoleon.rulesets.napoleon1815.events.combat import (
    CombatCalledOff,
    CombatCardsCounted,
    CombatDrawn,
    CombatEffectsSet,
    CombatStarted,
    CombatWon,
)
from napoleon.rulesets.napoleon1815.events.combat_cards import (
    CombatAvoided,
    CombatJoined,
    LaterEffectStarted,
    SquaresFormed,
)
from napoleon.rulesets.napoleon1815.events.movement import MovementPointsSet
from napoleon.rulesets.napoleon1815.events.turn import VictoryTrackMoved
from napoleon.rulesets.napoleon1815.events.windows import EventPlayed
from napoleon.rulesets.napoleon1815.sides import enemy
from napoleon.rulesets.napoleon1815.story.blocks import stack
from napoleon.rulesets.napoleon1815.story.casualties import fatigue, losses, spread
from napoleon.rulesets.napoleon1815.story.manner import OF_SIDES, OF_STACKS
from napoleon.rulesets.napoleon1815.story.notes import why
from napoleon.rulesets.napoleon1815.story.sides import the


def attack(words: Words, paragraph: Paragraph, event: CombatStarted) -> Iterator[str]:
    """Who attacked whom, and where; after a card that another played, also of which side."""
    if event.defenders:
        told = words.ngettext(
            "%(attackers)s attacked %(defenders)s at %(place)s.",
            "%(attackers)s attacked %(defenders)s at %(place)s.",
            len(event.attackers),
            attackers=stack(words, event.attackers),
            defenders=stack(words, event.defenders),
            place=words.name(event.area),
        )
    else:
        told = words.ngettext(
            "%(attackers)s attacked at %(place)s.",
            "%(attackers)s attacked at %(place)s.",
            len(event.attackers),
            attackers=stack(words, event.attackers),
            place=words.name(event.area),
        )
    before = paragraph.until(CombatStarted)
    if before.has(EventPlayed) and not before.has(MovementPointsSet):
        told = words.gettext("%(who)s: %(text)s", who=words.name(event.attacker), text=told)
    yield told


def strength(words: Words, paragraph: Paragraph, event: CombatCardsCounted) -> Iterator[str]:
    """With how many cards or dice a side fought, why, and what they showed."""
    shown = [it for it in flips(paragraph, "combat") if it.side == event.side]
    who = the(words, event.side)
    by_dice = any(isinstance(it, DiceRolled) for it in flips(paragraph, "combat"))
    if not event.total:
        yield words.gettext(
            "%(who)s had nothing to fight with%(why)s.", who=who, why=why(words, event.breakdown)
        )
        return
    if by_dice:
        told = words.ngettext(
            "%(who)s fought with %(num)s die%(why)s",
            "%(who)s fought with %(num)s dice%(why)s",
            event.total,
            who=who,
            why=why(words, event.breakdown),
        )
    else:
        told = words.ngettext(
            "%(who)s fought with %(num)s card%(why)s",
            "%(who)s fought with %(num)s cards%(why)s",
            event.total,
            who=who,
            why=why(words, event.breakdown),
        )
    if shown:
        lost, tired = sum(it.losses for it in shown), sum(it.fatigue for it in shown)
        told += _inflicted(words, lost, tired)
    yield f"{told}."


def _inflicted(words: Words, lost: int, tired: int) -> str:
    if lost and tired:
        return words.gettext(
            ", and inflicted %(losses)s and %(fatigue)s on the enemy",
            losses=_losses(words, lost),
            fatigue=fatigue(words, tired),
        )
    if lost:
        return words.gettext(
            ", and inflicted %(losses)s and no fatigue on the enemy", losses=_losses(words, lost)
        )
    if tired:
        return words.gettext(
            ", and inflicted no losses and %(fatigue)s on the enemy", fatigue=fatigue(words, tired)
        )
    return words.gettext(", and inflicted no losses and no fatigue on the enemy")


def flips(paragraph: Paragraph, purpose: str) -> list[CardFlipped | DiceRolled]:
    """The cards that were flipped, or the dice that were rolled, for a purpose."""
    shown = [it for it in paragraph.events if isinstance(it, CardFlipped | DiceRolled)]
    return [it for it in shown if it.purpose == purpose]


def _losses(words: Words, number: int) -> str:
    return words.ngettext("%(num)s loss", "%(num)s losses", number)


def effects(words: Words, paragraph: Paragraph, event: CombatEffectsSet) -> Iterator[str]:
    """What a side suffered, and which of its corps."""
    after, side = paragraph.since(event), event.side_hit
    if any(it.side_hit == side for it in after.all(CombatEffectsSet)):
        return  # a card has changed them
    bled = next((it for it in after.all(LossesIncurred) if _of_combat(it, side)), None)
    tired = next((it for it in after.all(FatigueIncurred) if _of_combat(it, side)), None)
    reasons = why(words, event.breakdown) if len(event.breakdown or ()) > 1 else ""
    who = the(words, side)
    points = fatigue(words, event.fatigue) + reasons
    if tired is not None and event.fatigue:
        points += spread(words, after, tired)
    if event.losses:
        lost = (
            losses(words, after, bled)
            if bled is not None
            else words.ngettext("%(num)s strength point", "%(num)s strength points", event.losses)
        )
        if event.fatigue:
            told = noted("%(who)s lost %(losses)s and took %(points)s.")
        else:
            told = noted("%(who)s lost %(losses)s and took no fatigue%(why)s.")
        yield words.gettext(told, who=who, losses=lost, points=points, why=reasons)
    elif event.fatigue:
        yield words.gettext("%(who)s lost no strength and took %(points)s.", who=who, points=points)
    else:
        yield words.gettext(
            "%(who)s lost no strength and took no fatigue%(why)s.", who=who, why=reasons
        )


def _of_combat(event: LossesIncurred | FatigueIncurred, side: str) -> bool:
    return event.reason == "combat" and event.side == side


def won(words: Words, paragraph: Paragraph, event: CombatWon) -> Iterator[str]:
    """Who won, unless the track that moved for the losses has told it."""
    if not paragraph.until(CombatWon).has(VictoryTrackMoved):
        yield won_combat(words, paragraph, event)


def won_combat(words: Words, paragraph: Paragraph, event: CombatWon) -> str:
    """Who won, and why: the side that inflicted more losses."""
    inflicted = event.losses_inflicted
    return words.ngettext(
        "%(who)s won the combat at %(place)s by %(distance)s: they inflicted %(num)s loss and "
        "suffered %(suffered)s.",
        "%(who)s won the combat at %(place)s by %(distance)s: they inflicted %(num)s losses and "
        "suffered %(suffered)s.",
        inflicted.get(event.winner, 0),
        who=the(words, event.winner),
        place=_place(words, paragraph),
        distance=event.distance,
        suffered=inflicted.get(enemy(event.winner), 0),
    )


def drawn(words: Words, paragraph: Paragraph, event: CombatDrawn) -> Iterator[str]:
    """Nobody won."""
    if not event.losses:
        yield words.gettext(
            "The combat at %(place)s was drawn: neither side inflicted a loss.",
            place=_place(words, paragraph),
        )
        return
    yield words.gettext(
        "The combat at %(place)s was drawn: each side inflicted %(losses)s.",
        place=_place(words, paragraph),
        losses=_losses(words, event.losses),
    )


def called_off(words: Words, paragraph: Paragraph, event: CombatCalledOff) -> Iterator[str]:
    """The attackers were too weak, or nobody was left to attack."""
    if "RULING.76" in event.clauses:
        yield words.gettext("The attack was called off: nobody was left to be attacked.")
    else:
        yield words.gettext(
            "The attack was called off: the attackers had nothing to fight with%(why)s.",
            why=why(words, event.breakdown),
        )


def _place(words: Words, paragraph: Paragraph) -> str:
    started = paragraph.first(CombatStarted)
    return words.name(started.area) if started else ""


COMBAT: Chapter = {
    **tellings(
        {
            CombatJoined: numbered(
                "%(who)s came from %(origin)s and joined the combat.",
                "%(who)s came from %(origin)s and joined the combat.",
            ),
        },
        OF_STACKS,
    ),
    **tellings(
        {
            CombatAvoided: numbered(
                "%(who)s avoided the combat by a retreat of %(num)s road.",
                "%(who)s avoided the combat by a retreat of %(num)s roads.",
                "roads",
            ),
            SquaresFormed: alone("%(corps)s formed squares.", corps=by(Words.listed, "corps")),
        },
        OF_SIDES,
    ),
    CombatStarted: attack,
    CombatCardsCounted: strength,
    CombatEffectsSet: effects,
    CombatWon: won,
    CombatDrawn: drawn,
    CombatCalledOff: called_off,
    LaterEffectStarted: nothing,
    CardFlipped: nothing,
    DiceRolled: nothing,
    FlippedCardsDiscarded: nothing,
}
