"""Fire in battles and skirmishes, and whom it hits [6.33, 6.4, 6.6]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.napoleon_columbia.events.blocks import StepLost, UnitEliminated
from napoleon.rulesets.napoleon_columbia.events.combat import (
    ChargeSpent,
    FirstFireSpent,
    HitsVoided,
    UnitFired,
)
from napoleon.rulesets.napoleon_columbia.events.fights import SkirmisherFired
from napoleon.rulesets.napoleon_columbia.events.retreat import SideRouted
from napoleon.rulesets.napoleon_columbia.names import army_of
from napoleon.rulesets.napoleon_columbia.story.notes import why
from napoleon.rulesets.napoleon_columbia.story.places import on, spot, the_place
from napoleon.rulesets.napoleon_columbia.story.sides import blocks_of, tally
from napoleon.rulesets.napoleon_columbia.story.units import the_unit


def fired(words: Words, paragraph: Paragraph, event: UnitFired) -> Iterator[str]:
    """Who fired at whom, with what firepower and why, the dice, and what was hit."""
    at, unit = spot(paragraph, event.place), the_unit(words, event.unit)
    worth, reasons = _firepower(words, event), why(words, event.breakdown)
    dice = _dice(words, event.dice)
    if event.group == "square" and event.range == "long":
        told = words.gettext(
            "%(who)s fired at long range at the squares %(where)s with %(firepower)s%(why)s: "
            "%(dice)s",
            who=unit,
            where=on(words, at),
            firepower=worth,
            why=reasons,
            dice=dice,
        )
    elif event.group == "square":
        told = words.gettext(
            "%(who)s fired at the squares %(where)s with %(firepower)s%(why)s: %(dice)s",
            who=unit,
            where=on(words, at),
            firepower=worth,
            why=reasons,
            dice=dice,
        )
    elif event.range == "long":
        told = words.gettext(
            "%(who)s fired at long range at %(place)s with %(firepower)s%(why)s: %(dice)s",
            who=unit,
            place=the_place(words, at),
            firepower=worth,
            why=reasons,
            dice=dice,
        )
    else:
        told = words.gettext(
            "%(who)s fired at the enemy %(where)s with %(firepower)s%(why)s: %(dice)s",
            who=unit,
            where=on(words, at),
            firepower=worth,
            why=reasons,
            dice=dice,
        )
    yield told + _hits(words, paragraph, event)


def _firepower(words: Words, event: UnitFired) -> str:
    """The firepower, and what is printed on the unit where that is another."""
    printed = event.breakdown[0].amount
    if printed == event.firepower:
        return f"F{printed}"
    return words.gettext(
        "F%(firepower)s instead of F%(printed)s", firepower=event.firepower, printed=printed
    )


def skirmisher_fired(words: Words, paragraph: Paragraph, event: SkirmisherFired) -> Iterator[str]:
    """The same in a skirmish, where only the type of a unit counts."""
    told = words.gettext(
        "%(who)s fired with %(firepower)s: %(dice)s",
        who=the_unit(words, event.unit),
        firepower=f"F{event.firepower}",
        dice=_dice(words, event.dice),
    )
    yield told + _hits(words, paragraph, event)


def _dice(words: Words, dice: tuple[int, ...]) -> str:
    return words.ngettext(
        "the die showed %(dice)s", "the dice showed %(dice)s", len(dice),
        dice=words.language.listed(map(str, dice)),
    )  # fmt: skip


def _hits(words: Words, paragraph: Paragraph, event: UnitFired | SkirmisherFired) -> str:
    """How many hits, and what became of them."""
    if not event.hits:
        return words.gettext(", no hit.")
    told = words.ngettext(", %(num)s hit", ", %(num)s hits", event.hits)
    after = paragraph.since(event).until(UnitFired, SkirmisherFired)
    suffered = [*_suffered(words, after)]
    void = after.first(HitsVoided)
    routed = after.first(SideRouted)
    if void is not None and void.hits == event.hits:
        if isinstance(event, UnitFired) and event.least:
            return told + words.gettext(", without effect: long range takes no unit's last step.")
        return told + words.gettext(", but nobody was left who could be hit.")
    if void is not None:
        suffered.append(
            words.ngettext(
                "%(num)s hit found nobody else who could be hit",
                "%(num)s hits found nobody else who could be hit",
                void.hits,
            )
        )
    elif routed is not None and routed.voided:
        suffered.append(
            words.ngettext(
                "the rout cut %(num)s hit short", "the rout cut %(num)s hits short", routed.voided
            )
        )
    if not suffered:
        return f"{told}."
    return words.gettext("%(hits)s: %(losses)s.", hits=told, losses="; ".join(suffered))


def _suffered(words: Words, after: Paragraph) -> Iterator[str]:
    """Steps that were lost, unit by unit, and units that are gone."""
    gone = {it.unit: it for it in after.all(UnitEliminated) if it.cause == "hit"}
    lost: dict[tuple[str | None, str], list[StepLost]] = {}
    for it in after.all(StepLost):
        if it.cause == "hit":
            key = (it.unit, "" if it.unit is not None else it.token)
            lost.setdefault(key, []).append(it)
    removed = {it.token for it in gone.values()}
    for (unit, token), hits in lost.items():
        if unit in gone or (unit is None and token in removed):
            continue
        if unit is None:
            yield words.ngettext(
                "%(who)s lost a step",
                "%(who)s lost %(num)s steps",
                len(hits),
                who=blocks_of(words, army_of(token), 1),
            )
        else:
            yield words.ngettext(
                "%(who)s lost a step and has %(left)s left",
                "%(who)s lost %(num)s steps and has %(left)s left",
                len(hits),
                who=the_unit(words, unit),
                left=hits[-1].left,
            )
    for eliminated in gone.values():
        yield words.gettext(
            "%(who)s was eliminated (%(tally)s)",
            who=the_unit(words, eliminated.unit),
            tally=tally(words, eliminated.army, eliminated.total, eliminated.limit),
        )


FIRE: Chapter = {
    UnitFired: fired,
    SkirmisherFired: skirmisher_fired,
    ChargeSpent: nothing,
    FirstFireSpent: nothing,
    HitsVoided: nothing,
}
