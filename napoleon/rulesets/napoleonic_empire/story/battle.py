"""Battles: cards, dice and totals, losses and retreats [chapter 7]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from napoleon.rules.events import Line
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.napoleonic_empire.events.battle import (
    ArmiesEliminated,
    ArmiesRetreated,
    BattleEnded,
    BattleStarted,
    BattleTied,
    BattleTotalled,
    BattleWon,
    BonusApplied,
    DieRolled,
    LossesComputed,
)
from napoleon.rulesets.napoleonic_empire.events.commanders import (
    CommanderLost,
    CommanderRetreated,
    KutuzovRolled,
    KutuzovStayed,
    KutuzovWithdrew,
)
from napoleon.rulesets.napoleonic_empire.story.places import into, out_of, within
from napoleon.rulesets.napoleonic_empire.story.sides import armies, of_the, the

NOTES = (noted("armies"), noted("defender"), noted("die"))
"""What adds to a total besides cards and commanders."""


def began(words: Words, paragraph: Paragraph, event: BattleStarted) -> Iterator[str]:
    """Who attacked whom, where and with how many."""
    yield words.gettext(
        "%(attacker)s attacked %(defender)s %(where)s, %(attacking)s against %(defending)s.",
        attacker=the(words, event.attacker),
        defender=the(words, event.defender),
        where=within(words, event.country),
        attacking=armies(words, event.attacking),
        defending=event.defending,
    )


def totalled(words: Words, paragraph: Paragraph, event: BattleTotalled) -> Iterator[str]:
    """What each side reached, and by what."""
    yield words.gettext(
        "%(attacker)s reached %(total)s%(why)s, %(defender)s %(other)s%(reasons)s.",
        attacker=the(words, event.attacker),
        total=event.attacker_total,
        why=_why(words, (it for it in event.breakdown if it.amount > 0)),
        defender=the(words, event.defender),
        other=event.defender_total,
        reasons=_why(words, (it for it in event.breakdown if it.amount < 0)),
    )


def _why(words: Words, lines: Iterable[Line]) -> str:
    """What a total is made of, such as " (armies 6, defender 1, die 2)"."""
    told = [f"{_noted(words, it.note)} {abs(it.amount)}" for it in lines]
    return f" ({', '.join(told)})" if told else ""


def _noted(words: Words, note: str) -> str:
    """A line that names its side and what it is for: the side is told already."""
    return words.gettext(note.partition(": ")[2] or note)


def won(words: Words, paragraph: Paragraph, event: BattleWon) -> Iterator[str]:
    """Who won, and by how much."""
    totals = paragraph.last(BattleTotalled)
    margin = abs(totals.margin) if totals else 0
    yield words.gettext(
        "%(who)s won the battle %(where)s by %(margin)s.",
        who=the(words, event.side),
        where=within(words, event.country),
        margin=margin,
    )


def tied(words: Words, paragraph: Paragraph, event: BattleTied) -> Iterator[str]:
    """Nobody won: nobody loses anything."""
    yield words.gettext(
        "The totals were equal: nobody won the battle %(where)s, and nobody lost an army.",
        where=within(words, event.country),
    )


def lost(words: Words, paragraph: Paragraph, event: LossesComputed) -> Iterator[str]:
    """What the dice cost a side."""
    who = the(words, event.side)
    if not event.losses:
        yield words.gettext("%(who)s lost no army.", who=who)
        return
    yield words.ngettext(
        "%(who)s lost %(num)s of %(armies)s%(why)s.",
        "%(who)s lost %(num)s of %(armies)s%(why)s.",
        event.losses,
        who=who,
        armies=armies(words, event.armies),
        why=_percent(words, event),
    )


def _percent(words: Words, event: LossesComputed) -> str:
    if event.losses == event.raw:
        return words.gettext(" (%(percent)s %% by the dice)", percent=event.percent)
    others = [it for it in event.breakdown if "halves" in it.note]
    if others:
        name = others[0].note.partition(" halves")[0]
        return words.gettext(
            " (%(percent)s %% by the dice, halved by %(name)s)",
            percent=event.percent,
            name=words.gettext(name),
        )
    return words.gettext(
        " (%(percent)s %% by the dice, but no more than %(cap)s)",
        percent=event.percent,
        cap=event.cap,
    )


def eliminated(words: Words, paragraph: Paragraph, event: ArmiesEliminated) -> Iterator[str]:
    """Armies that had nowhere to go; other losses are told with the dice."""
    if event.reason != "no_retreat":
        return
    yield words.ngettext(
        "%(num)s army %(of)s had nowhere to retreat to and was lost.",
        "%(num)s armies %(of)s had nowhere to retreat to and were lost.",
        event.armies,
        of=of_the(words, event.side),
    )


def retreated(words: Words, paragraph: Paragraph, event: ArmiesRetreated) -> Iterator[str]:
    """Where the survivors of the loser went, and who with them."""
    led = [it.name for it in paragraph.all(CommanderRetreated) if it.to == event.to]
    told = words.ngettext(
        "%(num)s army %(of)s retreated %(origin)s %(to)s",
        "%(num)s armies %(of)s retreated %(origin)s %(to)s",
        event.armies,
        of=of_the(words, event.side),
        origin=out_of(words, event.origin),
        to=into(words, event.to),
    )
    if led:
        told += words.gettext(" with %(commanders)s", commanders=words.listed(led))
    yield f"{told}."


def commander_lost(words: Words, paragraph: Paragraph, event: CommanderLost) -> Iterator[str]:
    """A commander without armies."""
    yield words.gettext(
        "%(name)s was left without armies %(where)s, and is out of the game.",
        name=words.name(event.name),
        where=within(words, event.country),
    )


def kutuzov(words: Words, paragraph: Paragraph, event: KutuzovRolled) -> Iterator[str]:
    """Whether Kutuzov may avoid the battle."""
    if event.may_withdraw:
        yield words.gettext("The die let Kutuzov withdraw before the battle.")
    else:
        yield words.gettext("The die did not let Kutuzov withdraw.")


def stayed(words: Words, paragraph: Paragraph, event: KutuzovStayed) -> Iterator[str]:
    """He fights all the same."""
    yield words.gettext("He stood and fought.")


def withdrew(words: Words, paragraph: Paragraph, event: KutuzovWithdrew) -> Iterator[str]:
    """He does not."""
    yield words.ngettext(
        "Kutuzov withdrew with %(num)s army %(to)s: the battle was not fought.",
        "Kutuzov withdrew with %(num)s armies %(to)s: the battle was not fought.",
        event.armies,
        to=into(words, event.to),
    )


BATTLE: Chapter = {
    BattleStarted: began,
    BonusApplied: nothing,
    DieRolled: nothing,
    BattleTotalled: totalled,
    BattleWon: won,
    BattleTied: tied,
    LossesComputed: lost,
    ArmiesEliminated: eliminated,
    ArmiesRetreated: retreated,
    CommanderRetreated: nothing,
    CommanderLost: commander_lost,
    KutuzovRolled: kutuzov,
    KutuzovStayed: stayed,
    KutuzovWithdrew: withdrew,
    BattleEnded: nothing,
}
