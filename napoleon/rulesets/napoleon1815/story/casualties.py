"""Fatigue, losses and elimination, with who took what [chapters 5, 8 and 9]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby, takewhile

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import alone, tellings
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.napoleon1815.events.casualties import (
    CommanderRemoved,
    CorpsEliminated,
    CorpsRested,
    FatigueAssigned,
    FatigueIncurred,
    FatigueRemoved,
    FatigueSpread,
    LossAssigned,
    LossesIncurred,
)
from napoleon.rulesets.napoleon1815.events.combat import CombatEffectsSet
from napoleon.rulesets.napoleon1815.events.fog import ScoutEliminated
from napoleon.rulesets.napoleon1815.events.initiative import CorpsEncouraged, StrengthAdded
from napoleon.rulesets.napoleon1815.story.blocks import by_corps, number
from napoleon.rulesets.napoleon1815.story.manner import OF_SIDES
from napoleon.rulesets.napoleon1815.story.notes import said, why
from napoleon.rulesets.napoleon1815.story.sides import of_the, the

_TIRED: Mapping[str, str] = {
    "movement": noted("The march cost %(who)s %(points)s%(why)s"),
    "rain": noted("the rain cost %(who)s %(points)s"),
    "retreat direction": noted("%(who)s took %(points)s for it"),
    "combat": noted("%(who)s took %(points)s"),
    "retreat": noted("The retreat cost %(who)s %(points)s%(why)s"),
    "pursuit": noted("The pursuit cost %(who)s %(points)s"),
    "event": noted("The card cost %(who)s %(points)s"),
}

KINDS: Mapping[str, str] = {"infantry": noted("infantry"), "cavalry": noted("cavalry")}


def fatigue(words: Words, number: int) -> str:
    """Points of fatigue with their noun; a sentence that takes none says so itself."""
    return words.ngettext("%(num)s point of fatigue", "%(num)s points of fatigue", number)


def tired(words: Words, paragraph: Paragraph, event: FatigueIncurred) -> Iterator[str]:
    """Fatigue that a stack took, and which of its corps, where the reader knows it."""
    if not event.total or (event.reason == "combat" and paragraph.all(CombatEffectsSet)):
        return
    told = words.gettext(
        _TIRED.get(event.reason, _TIRED["combat"]),
        who=the(words, event.side),
        points=fatigue(words, event.total),
        why=why(words, event.breakdown),
    )
    yield f"{told}{spread(words, paragraph, event)}."


def spread(words: Words, paragraph: Paragraph, event: FatigueIncurred) -> str:
    """Which corps took how much of it, as far as the reader knows: ": Drouot 1 (2 in all)"."""
    shares = dict(_shares(paragraph.since(event), event))
    if event.corps is not None and len(event.corps) == 1 and all(now for _, now in shares.values()):
        told = [
            words.gettext("%(corps)s now has %(now)s", corps=words.name(corps), now=now)
            for corps, (_, now) in shares.items()
        ]
    else:
        told = [
            words.gettext(
                "%(corps)s takes %(points)s (%(now)s in all)",
                corps=words.name(of),
                points=it,
                now=now,
            )
            if now
            else words.gettext("%(corps)s takes %(points)s", corps=words.name(of), points=it)
            for of, (it, now) in shares.items()
        ]
    return f": {'; '.join(told)}" if told else ""


def _shares(after: Paragraph, event: FatigueIncurred) -> Iterator[tuple[str, tuple[int, int]]]:
    """What each corps took of it and has now, as far as the reader knows; None for has not said."""
    for it in after.events:
        if isinstance(it, FatigueIncurred) and it.side == event.side:
            return
        if isinstance(it, FatigueAssigned) and it.corps in (event.corps or ()):
            yield it.corps, (it.points, it.now)
        if isinstance(it, FatigueSpread) and it.points and set(it.points) <= set(event.corps or ()):
            yield from ((corps, (points, 0)) for corps, points in it.points.items() if points)
            return


def bled(words: Words, paragraph: Paragraph, event: LossesIncurred) -> Iterator[str]:
    """Strength that a side lost, and of which corps."""
    if not event.total or (event.reason == "combat" and paragraph.all(CombatEffectsSet)):
        return
    who = the(words, event.side)
    if event.reason == "exhaustion":
        yield words.gettext(
            "Exhaustion cost %(who)s %(losses)s.", who=who, losses=losses(words, paragraph, event)
        )
    else:
        yield words.gettext(
            "%(who)s lost %(losses)s.", who=who, losses=losses(words, paragraph, event)
        )


def losses(words: Words, paragraph: Paragraph, event: LossesIncurred) -> str:
    """Strength points that were lost, with their corps where the reader knows them."""
    after = takewhile(
        lambda it: not (isinstance(it, LossesIncurred) and it.side == event.side),
        paragraph.since(event).events,
    )
    lost = [it for it in after if isinstance(it, LossAssigned) and it.side == event.side]
    told = words.ngettext(
        "%(num)s strength point", "%(num)s strength points", len(lost) or event.total
    )
    if lost and len(lost) < event.total:
        told = words.gettext(
            "%(points)s, all that they had there, of %(losses)s losses",
            points=told,
            losses=event.total,
        )
    return told + _by_corps(words, lost)


def _by_corps(words: Words, lost: list[LossAssigned]) -> str:
    """How the losses were spread, as far as the reader knows."""
    shares: dict[tuple[str, str], int] = {}
    for it in lost:
        if it.corps is not None:
            key = (it.corps, it.kind)
            shares[key] = shares.get(key, 0) + it.points
    told = []
    for corps in dict.fromkeys(corps for corps, _ in shares):
        kinds = [
            f"{points} {words.gettext(KINDS.get(kind, kind))}"
            for (of, kind), points in shares.items()
            if of == corps
        ]
        left = words.memory.of(corps) - sum(it for (of, _), it in shares.items() if of == corps)
        if left > 0:
            kinds.append(words.gettext("%(points)s SP left", points=left))
        told.append((corps, ", ".join(kinds)))
    return by_corps(words, told)


def eliminated(words: Words, paragraph: Paragraph, event: CorpsEliminated) -> Iterator[str]:
    """A corps that is no more, and what that costs."""
    name, place = words.name(event.corps), words.name(event.area)
    if event.reason == "no strength":
        together = [
            it
            for it in paragraph.all(CorpsEliminated)
            if (it.reason, it.area) == (event.reason, event.area)
        ]
        if together[0] is event:
            yield words.ngettext(
                "%(corps)s was eliminated at %(place)s, with no strength left.",
                "%(corps)s were eliminated at %(place)s, with no strength left.",
                len(together),
                corps=words.listed([it.corps for it in together]),
                place=place,
            )
        return
    yield words.ngettext(
        "%(corps)s was eliminated at %(place)s by fatigue, and %(num)s strength point was lost.",
        "%(corps)s was eliminated at %(place)s by fatigue, and %(num)s strength points were lost.",
        event.strength_lost,
        corps=name,
        place=place,
    )


def scout_gone(words: Words, paragraph: Paragraph, event: ScoutEliminated) -> Iterator[str]:
    """A scout that met the enemy."""
    told = words.gettext(
        "A scout %(of)s (no. %(number)s) was eliminated at %(place)s",
        of=of_the(words, event.player),
        number=number(event.token),
        place=words.name(event.area),
    )
    reason = said(words, event.reason)
    yield f"{told}: {reason}." if reason else f"{told}."


def rested(words: Words, paragraph: Paragraph, event: CorpsRested) -> Iterator[str]:
    """The fatigue that ready corps lost, where the reader knows it."""
    removed = {corps: it for corps, it in (event.removed or {}).items() if it}
    if removed:
        yield words.gettext(
            "%(who)s rested their ready corps, which lost points of fatigue%(shares)s.",
            who=the(words, event.player),
            shares=by_corps(words, [(corps, str(it)) for corps, it in removed.items()]),
        )


def encouraged(words: Words, paragraph: Paragraph, event: CorpsEncouraged) -> Iterator[str]:
    """The corps with Napoleon that lost a point of fatigue."""
    removed = [corps for corps, points in (event.removed or {}).items() if points]
    if removed:
        yield words.ngettext(
            "%(corps)s lost a point of fatigue.",
            "%(corps)s lost a point of fatigue each.",
            len(removed),
            corps=words.listed(removed),
        )


def relieved(words: Words, paragraph: Paragraph, event: FatigueRemoved) -> Iterator[str]:
    """A corps that a card relieved of fatigue, all at once."""
    if event.corps is None:
        yield words.gettext("A corps %(of)s lost fatigue.", of=of_the(words, event.player))
        return
    run = _together(paragraph, event)
    if run[0] is not event:
        return
    told = words.gettext(
        "%(corps)s lost %(points)s",
        corps=words.name(event.corps),
        points=fatigue(words, sum(it.points for it in run)),
    )
    if now := run[-1].now:
        yield words.gettext("%(told)s and keeps %(now)s.", told=told, now=now)
    else:
        yield words.gettext("%(told)s and keeps none.", told=told)


def _together(paragraph: Paragraph, event: FatigueRemoved) -> list[FatigueRemoved]:
    """The points that the corps lost in a row, without anything told in between."""
    runs = groupby(paragraph.events, key=lambda it: (type(it), getattr(it, "corps", None)))
    for (kind, _), found in runs:
        run = [it for it in found if isinstance(it, FatigueRemoved)]
        if kind is FatigueRemoved and any(it is event for it in run):
            return run
    return [event]


def strengthened(words: Words, paragraph: Paragraph, event: StrengthAdded) -> Iterator[str]:
    """A corps that gained a strength point."""
    if event.corps is None:
        yield words.gettext(
            "A corps %(of)s gained a strength point.", of=of_the(words, event.player)
        )
        return
    kind, before = words.gettext(KINDS[event.kind]), words.memory.of(event.corps)
    told = words.gettext(
        "%(corps)s gained a strength point of %(kind)s",
        corps=words.name(event.corps),
        kind=kind,
    )
    if before:
        told = words.gettext("%(told)s (now %(points)s SP)", told=told, points=before + 1)
    yield f"{told}."


CASUALTIES: Chapter = {
    **tellings(
        {
            CommanderRemoved: alone(
                "%(who)s was lost at %(place)s: no friendly corps was left there.", who="commander"
            ),
        },
        OF_SIDES,
    ),
    FatigueIncurred: tired,
    FatigueAssigned: nothing,
    FatigueSpread: nothing,
    LossesIncurred: bled,
    LossAssigned: nothing,
    CorpsEliminated: eliminated,
    ScoutEliminated: scout_gone,
    CorpsRested: rested,
    CorpsEncouraged: encouraged,
    FatigueRemoved: relieved,
    StrengthAdded: strengthened,
}
