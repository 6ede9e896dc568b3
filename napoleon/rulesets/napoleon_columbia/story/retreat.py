"""Routs and retreats, how battles end, and regrouping [chapter 7]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import Manner, alone, by, tellings
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.napoleon_columbia.events.blocks import (
    RoutLossDue,
    StepLost,
    UnitEliminated,
    UnitsConcealed,
    UnitUnharmed,
)
from napoleon.rulesets.napoleon_columbia.events.combat import StalemateDeclared
from napoleon.rulesets.napoleon_columbia.events.retreat import (
    BattleEnded,
    PositionLost,
    RegroupingClosed,
    RegroupingEnded,
    SideRouted,
    UnitRetreated,
)
from napoleon.rulesets.napoleon_columbia.sides import FRENCH, enemy
from napoleon.rulesets.napoleon_columbia.story.places import on, spot
from napoleon.rulesets.napoleon_columbia.story.sides import tally, the
from napoleon.rulesets.napoleon_columbia.story.units import Who, grouped, run, several


def _where(words: Words, paragraph: Paragraph, event: SideRouted) -> str:
    return on(words, spot(paragraph, event.place))


def _loser(words: Words, paragraph: Paragraph, event: BattleEnded) -> str:
    return the(words, enemy(event.winner))


def step_lost(words: Words, paragraph: Paragraph, event: StepLost) -> Iterator[str]:
    """What a rout costs, all units of it together, or leaving a fight; hits go with the fire."""
    if event.cause != "rout":
        return
    losses = run(paragraph, event, (StepLost,), UnitUnharmed, UnitEliminated)
    if not losses:
        return
    told = []
    for (steps, left), units in grouped([((it.steps, it.left), _of(it)) for it in losses]):
        who, number = several(words, units)
        if steps is None:
            told.append(
                words.ngettext("%(who)s lost strength", "%(who)s lost strength", number, who=who)
            )
        elif number > 1:
            told.append(
                words.ngettext(
                    "%(who)s lost a step each and have %(left)s left",
                    "%(who)s lost %(num)s steps each and have %(left)s left",
                    steps,
                    who=who,
                    left=left,
                )
            )
        else:
            told.append(
                words.ngettext(
                    "%(who)s lost a step and has %(left)s left",
                    "%(who)s lost %(num)s steps and has %(left)s left",
                    steps,
                    who=who,
                    left=left,
                )
            )
    losing = "; ".join(told)
    if _is_flight(paragraph, event):
        yield words.gettext("In the flight %(losses)s.", losses=losing)
    else:
        yield words.gettext("In leaving the fight %(losses)s.", losses=losing)


def _of(it: StepLost | UnitUnharmed) -> Who:
    return Who(it.unit, it.token)


def _is_flight(paragraph: Paragraph, event: StepLost) -> bool:
    at = next(n for n, it in enumerate(paragraph.events) if it is event)
    before = paragraph.events[:at]
    return any(isinstance(it, SideRouted | StalemateDeclared) for it in before)


def eliminated(words: Words, paragraph: Paragraph, event: UnitEliminated) -> Iterator[str]:
    """Units that are lost for good, but by a hit: that is told with the fire."""
    gone = run(paragraph, event, (UnitEliminated,), UnitUnharmed, StepLost)
    for (cause, army, limit), units in grouped(
        [((it.cause, it.army, it.limit), Who(it.unit, "")) for it in gone]
    ):
        who, number = several(words, units)
        total = max(it.total for it in gone if it.army == army)
        told = _lost(words, cause, who, number)
        if told:
            lost = tally(words, army, total, limit)
            yield words.gettext("%(losses)s (%(tally)s).", losses=told, tally=lost)


def _lost(words: Words, cause: str, who: str, number: int) -> str:
    """Why units are lost; empty for hits, and for forced marches, which tell it with the dice."""
    match cause:
        case "morale":
            return words.ngettext(
                "%(who)s could not withdraw, and was eliminated",
                "%(who)s could not withdraw, and were eliminated",
                number,
                who=who,
            )
        case "stream":
            return words.ngettext(
                "%(who)s could not get back across the Stream, and was lost",
                "%(who)s could not get back across the Stream, and were lost",
                number,
                who=who,
            )
        case "shelter":
            return words.ngettext(
                "%(who)s fell with the square that gave shelter",
                "%(who)s fell with the squares that gave shelter",
                number,
                who=who,
            )
        case "no_retreat":
            return words.ngettext(
                "%(who)s found no road to retreat by, and was lost",
                "%(who)s found no road to retreat by, and were lost",
                number,
                who=who,
            )
        case "rout":
            return words.ngettext(
                "%(who)s was wiped out in the flight",
                "%(who)s were wiped out in the flight",
                number,
                who=who,
            )
    return ""


def retreated(words: Words, paragraph: Paragraph, event: UnitRetreated) -> Iterator[str]:
    """Who went where."""
    units = run(paragraph, event, (UnitRetreated,), UnitsConcealed)
    keyed = [((it.origin, it.town), Who(it.unit, it.token)) for it in units]
    told = []
    for (origin, town), gone in grouped(keyed):
        who, number = several(words, gone)
        told.append(
            words.ngettext(
                "%(who)s retreated from %(origin)s to %(town)s",
                "%(who)s retreated from %(origin)s to %(town)s",
                number,
                who=who,
                origin=words.name(origin),
                town=words.name(town),
            )
        )
    if told:
        yield f"{'; '.join(told)}."


RETREAT: Chapter = {
    **tellings(
        {
            SideRouted: (
                alone(
                    "Only Allied units stood %(where)s now, and so %(who)s were routed.",
                    where=_where,
                    who=by(the, "side"),
                ).when(lambda it: it.side == FRENCH),
                alone(
                    "Only French units stood %(where)s now, and so %(who)s were routed.",
                    where=_where,
                    who=by(the, "side"),
                ),
            ),
            BattleEnded: (
                alone("The battle of %(town)s was over: nobody was left to hold the town.").when(
                    lambda it: not it.winner
                ),
                alone(
                    "%(who)s won the battle of %(town)s: nobody was left of %(loser)s.",
                    who=by(the, "winner"),
                    loser=_loser,
                ).when(lambda it: it.why == "eliminated"),
                alone(
                    "%(who)s won the battle of %(town)s: %(loser)s had left the field.",
                    who=by(the, "winner"),
                    loser=_loser,
                ).when(lambda it: it.why == "retreat"),
                alone("%(who)s won the battle of %(town)s.", who=by(the, "winner")),
            ),
        },
        Manner(),
    ),
    PositionLost: nothing,
    RoutLossDue: nothing,
    StepLost: step_lost,
    UnitUnharmed: nothing,
    UnitEliminated: eliminated,
    UnitRetreated: retreated,
    RegroupingEnded: nothing,
    RegroupingClosed: nothing,
}
