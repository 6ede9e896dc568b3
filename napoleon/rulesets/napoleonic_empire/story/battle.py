"""Battles: cards, dice and totals, losses and retreats [chapter 7]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from napoleon.rules.events import Line
from napoleon.rules.phrases import written
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import alone, numbered, tellings
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
from napoleon.rulesets.napoleonic_empire.story.sides import OF_SIDES, armies, armies_of, the

NOTES = (noted("armies"), noted("defender"), noted("die"))
"""What adds to a total besides cards and commanders."""


def began(words: Words, paragraph: Paragraph, event: BattleStarted) -> Iterator[str]:
    """Who attacked whom, where and with how many; or would have without Kutuzov."""
    meant = noted(
        "%(attacker)s set out to attack %(defender)s %(where)s, %(attacking)s against "
        "%(defending)s."
    )
    done = noted(
        "%(attacker)s attacked %(defender)s %(where)s, %(attacking)s against %(defending)s."
    )
    yield words.gettext(
        meant if paragraph.has(KutuzovWithdrew) else done,
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
    told = [f"{_noted(words, written(it.note))} {abs(it.amount)}" for it in lines]
    return f" ({', '.join(told)})" if told else ""


def _noted(words: Words, note: str) -> str:
    """A line that names its side and what it is for: the side is told already."""
    told = note.partition(": ")[2] or note
    if any(told == name for _, name in words.memory.cards.values()):
        return words.language.quoted(words.gettext(told).replace('"', ""))
    return words.gettext(told)


def lost(words: Words, paragraph: Paragraph, event: LossesComputed) -> Iterator[str]:
    """What the dice cost both sides: the losses, of how many, by what the dice showed."""
    if not paragraph.begins(event):
        return
    told = [_lost(words, paragraph, it) for it in paragraph.all(LossesComputed)]
    yield words.gettext("Losses: %(losses)s.", losses=", ".join(told))


def _lost(words: Words, paragraph: Paragraph, event: LossesComputed) -> str:
    winner = paragraph.last(BattleWon)
    dice = 1 if winner and winner.side == event.side else 2
    shown = words.ngettext("die %(points)s", "dice %(points)s", dice, points=event.percent // 10)
    why = f"{shown}{_limits(words, event, dice)}"
    facts = {"who": the(words, event.side), "armies": event.armies, "why": why}
    if not event.losses:
        return words.gettext("%(who)s none of %(armies)s (%(why)s)", **facts)
    return words.gettext("%(who)s %(num)s of %(armies)s (%(why)s)", num=event.losses, **facts)


def _limits(words: Words, event: LossesComputed, dice: int) -> str:
    """What keeps a side from losing as much as its dice say."""
    told = ""
    if dice == 1 and event.raw > event.cap:
        told += words.gettext(", but as winners no more than twice the armies of the enemy")
    for it in event.breakdown:
        name, halves, _ = written(it.note).partition(" halves")
        if halves:
            told += words.gettext(", halved by %(name)s", name=words.gettext(name))
    return told


def retreated(words: Words, paragraph: Paragraph, event: ArmiesRetreated) -> Iterator[str]:
    """Where the survivors of the loser went, and who with them."""
    led = [it.name for it in paragraph.all(CommanderRetreated) if it.to == event.to]
    told = words.ngettext(
        "%(armies)s retreated %(origin)s %(to)s",
        "%(armies)s retreated %(origin)s %(to)s",
        event.armies,
        armies=armies_of(words, event.side, event.armies),
        origin=out_of(words, event.origin),
        to=into(words, event.to),
    )
    if led:
        told += words.gettext(" with %(commanders)s", commanders=words.listed(led))
    yield f"{told}."


def _margin(words: Words, paragraph: Paragraph, event: BattleWon) -> str:
    """By how much a battle was won."""
    totals = paragraph.last(BattleTotalled)
    return str(abs(totals.margin) if totals else 0)


def _points(words: Words, paragraph: Paragraph, event: KutuzovRolled) -> str:
    """What the die showed."""
    rolled = [it.value for it in paragraph.all(DieRolled) if it.purpose == "kutuzov"]
    return str(rolled[-1])


BATTLE: Chapter = {
    **tellings(
        {
            BattleWon: alone("%(who)s won the battle %(where)s by %(margin)s.", margin=_margin),
            BattleTied: alone(
                "The totals were equal: nobody won the battle %(where)s, nobody lost an army, and "
                "both stay."
            ),
            # Other losses are told with the dice.
            ArmiesEliminated: numbered(
                "The army that %(who)s had left had nowhere to retreat to and was lost as well.",
                "The %(num)s armies that %(who)s had left had nowhere to retreat to and were lost "
                "as well.",
                "armies",
            ).when(lambda it: it.reason == "no_retreat"),
            CommanderLost: alone(
                "%(name)s was left without armies %(where)s, and is out of the game."
            ),
            KutuzovRolled: (
                alone(
                    "Kutuzov may withdraw before a battle on a 1, 2 or 3. The die showed "
                    "%(points)s, so he could.",
                    points=_points,
                ).when(lambda it: it.may_withdraw),
                alone(
                    "Kutuzov may withdraw before a battle on a 1, 2 or 3. The die showed "
                    "%(points)s, so he could not.",
                    points=_points,
                ),
            ),
            KutuzovStayed: alone("He stood and fought."),
            KutuzovWithdrew: numbered(
                "Kutuzov withdrew with %(num)s army %(to)s: the battle was not fought.",
                "Kutuzov withdrew with %(num)s armies %(to)s: the battle was not fought.",
                "armies",
            ),
        },
        OF_SIDES,
    ),
    BattleStarted: began,
    BonusApplied: nothing,
    DieRolled: nothing,
    BattleTotalled: totalled,
    LossesComputed: lost,
    ArmiesRetreated: retreated,
    CommanderRetreated: nothing,
    BattleEnded: nothing,
}
