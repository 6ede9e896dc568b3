"""Checks of morale and of generals, and who is eliminated [6.0, 12.4, 14.0, 16.d]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import alone, by, tellings
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.eagles_waterloo.events.cards import CardRouted, GeneralDied
from napoleon.rulesets.eagles_waterloo.events.morale import (
    CheckOrdered,
    GeneralChecked,
    MoraleChecked,
)
from napoleon.rulesets.eagles_waterloo.story.cards import OF_SIDES, run, the_card, the_cards
from napoleon.rulesets.eagles_waterloo.story.notes import why
from napoleon.rulesets.eagles_waterloo.story.terms import at

_CHECKS = (MoraleChecked, GeneralChecked)


def checked(words: Words, paragraph: Paragraph, event: Any) -> Iterator[str]:
    """Checks one after the other, with what came of them; nothing came of the last ones."""
    checks = run(paragraph, event, _CHECKS, CheckOrdered, CardRouted, GeneralDied)
    if not checks:
        return
    unhurt = [it for it in checks if isinstance(it, GeneralChecked) and not it.died]
    firm = [it for it in checks if isinstance(it, MoraleChecked) and it.dice and not it.routed]
    together = [it for group in (unhurt, firm) if len(group) > 1 for it in group]
    told = [
        _general(words, it) if isinstance(it, GeneralChecked) else _unit(words, paragraph, it)
        for it in checks
        if it not in together
    ]
    if len(unhurt) > 1:
        told.append(words.gettext("%(who)s were unhurt", who=_listed(words, unhurt)))
    if len(firm) > 1:
        told.append(words.gettext("%(who)s stood firm", who=_listed(words, firm)))
    yield words.gettext("Morale: %(checks)s.", checks="; ".join(told))


def _listed(words: Words, checks: Iterable[GeneralChecked | MoraleChecked]) -> str:
    return the_cards(words, (it.card for it in checks))


def _dice(words: Words, dice: tuple[int, ...]) -> str:
    return words.language.listed(map(str, dice))


def _unit(words: Words, paragraph: Paragraph, it: MoraleChecked) -> str:
    values = {
        "who": the_card(words, it.card),
        "dice": _dice(words, it.dice),
        "morale": it.needed,
        "why": why(words, it.breakdown),
    }
    if not it.dice:
        return words.ngettext(
            "%(who)s was rid of its hit without a die",
            "%(who)s was rid of its %(num)s hits without a die",
            it.ignored,
            who=values["who"],
        )
    if not it.routed:
        return words.gettext(
            "%(who)s rolled %(dice)s against a morale of %(morale)s%(why)s and stood firm",
            **values,
        )
    lost = [x for x in paragraph.since(it).all(CardRouted) if x.card == it.card]
    if not lost:
        return words.gettext(
            "%(who)s rolled %(dice)s against a morale of %(morale)s%(why)s and routed", **values
        )
    return words.gettext(
        "%(who)s rolled %(dice)s against a morale of %(morale)s%(why)s and routed %(where)s",
        where=at(words, lost[0].place),
        **values,
    )


def _general(words: Words, it: GeneralChecked) -> str:
    values = {"who": the_card(words, it.card), "dice": _dice(words, it.dice)}
    if it.died:
        return words.gettext("%(who)s rolled %(dice)s and was killed", **values)
    return words.gettext("%(who)s rolled %(dice)s and was unhurt", **values)


MORALE: Chapter = {
    **tellings(
        {
            # Other deaths are told with their dice.
            GeneralDied: alone(
                "%(who)s was left alone among enemies %(where)s, and fell.",
                who=by(the_card, "card"),
            ).when(lambda it: it.cause == "alone"),
        },
        OF_SIDES,
    ),
    CheckOrdered: nothing,
    MoraleChecked: checked,
    GeneralChecked: checked,
    CardRouted: nothing,
}
