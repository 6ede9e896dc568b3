"""Fire and shock, and whom they hit [7, 12.4, 14.0]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import takewhile
from typing import Any

from napoleon.rules.events import Event
from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.eagles_waterloo.events.cards import CardsRevealed, DecoyEliminated
from napoleon.rulesets.eagles_waterloo.events.combat import (
    CardFired,
    CardShocked,
    GeneralHit,
    HitsRecorded,
    TargetsReopened,
)
from napoleon.rulesets.eagles_waterloo.events.moves import DecoyShown
from napoleon.rulesets.eagles_waterloo.story.cards import target, the_card, the_cards
from napoleon.rulesets.eagles_waterloo.story.notes import why
from napoleon.rulesets.eagles_waterloo.story.terms import at

_AFTER = (
    CardsRevealed,
    HitsRecorded,
    TargetsReopened,
    GeneralHit,
    DecoyEliminated,
    DecoyShown,
)
"""What a volley leaves, up to the next thing that happens."""

_ACROSS = ("long", "skirmish")
"""How cards fire at the position beyond the Middle Ground."""


def fired(words: Words, paragraph: Paragraph, event: CardFired) -> Iterator[str]:
    """Who fired at whom, with what and why, the dice, and what was hit."""
    if _is_miss(paragraph, event):
        yield from _in_vain(words, paragraph, event)
        return
    values = _values(words, paragraph, event)
    if event.mode in _ACROSS:
        told = words.gettext(
            "%(who)s fired at long range at %(target)s %(where)s with %(dice)s: %(faces)s, "
            "%(hits)s.",
            **values,
        )
    else:
        told = words.gettext(
            "%(who)s fired at %(target)s %(where)s with %(dice)s: %(faces)s, %(hits)s.", **values
        )
    yield told
    yield from _danger(words, paragraph, event)
    if event.silenced:
        yield words.gettext(
            "A rocket went astray: %(who)s may not fire in the next turn.", who=values["who"]
        )


def _is_miss(paragraph: Paragraph, event: Event) -> bool:
    """Whether a volley hit no unit, but only generals."""
    if not isinstance(event, CardFired | CardShocked) or event.hits:
        return False
    if isinstance(event, CardFired) and event.silenced:
        return False
    return not any(isinstance(it, DecoyShown) for it in _after(paragraph, event))


def _misses(paragraph: Paragraph, event: Event) -> list[CardFired]:
    """The shots in a row, this one among them, that hit nobody."""
    at_all = [it for it in paragraph.events if not isinstance(it, CardsRevealed | GeneralHit)]
    here = next(n for n, it in enumerate(at_all) if it is event)
    before = list(takewhile(partial(_is_vain, paragraph), reversed(at_all[:here])))
    after = takewhile(partial(_is_vain, paragraph), at_all[here:])
    return [it for it in (*reversed(before), *after) if isinstance(it, CardFired)]


def _is_vain(paragraph: Paragraph, event: Event) -> bool:
    return isinstance(event, CardFired) and _is_miss(paragraph, event)


def _in_vain(words: Words, paragraph: Paragraph, event: CardFired) -> Iterator[str]:
    """All shots in a row that hit nobody, in one sentence: the first of them tells it."""
    missed = _misses(paragraph, event)
    if missed[0] is not event:
        return
    values = {
        "cards": the_cards(words, (it.card for it in missed)),
        "where": at(words, event.place),
    }
    if len(missed) == 1:
        yield words.gettext(
            "%(who)s fired at %(target)s %(where)s without a hit.",
            who=the_card(words, event.card),
            target=target(words, event.target),
            where=values["where"],
        )
    elif len({it.place for it in missed}) == 1:
        yield words.gettext("%(cards)s fired %(where)s without a hit.", **values)
    else:
        yield words.gettext("%(cards)s fired without a hit.", cards=values["cards"])
    yield from _unseen_danger(words, paragraph, missed)


def _unseen_danger(
    words: Words, paragraph: Paragraph, missed: Iterable[CardFired | CardShocked]
) -> Iterator[str]:
    """The hits on generals of volleys whose dice are not told, each general once."""
    found = Counter[str]()
    for volley in missed:
        for it in _after(paragraph, volley):
            if isinstance(it, GeneralHit):
                found[it.card] += it.hits
    for card, hits in found.items():
        yield words.ngettext(
            "One of the dice was a 1, a hit on %(general)s.",
            "%(num)s of the dice were 1s, each a hit on %(general)s.",
            hits,
            general=the_card(words, card),
        )


def shocked(words: Words, paragraph: Paragraph, event: CardShocked) -> Iterator[str]:
    """The same for a shock; cavalry is blown by it."""
    values = _values(words, paragraph, event)
    if _is_miss(paragraph, event):
        yield _charged_in_vain(words, event, values)
        yield from _unseen_danger(words, paragraph, [event])
        return
    if event.blown:
        yield words.gettext(
            "%(who)s charged %(target)s %(where)s with %(dice)s: %(faces)s, %(hits)s; now it is "
            "blown.",
            **values,
        )
    else:
        yield words.gettext(
            "%(who)s charged %(target)s %(where)s with %(dice)s: %(faces)s, %(hits)s.", **values
        )
    yield from _danger(words, paragraph, event)


def _charged_in_vain(words: Words, event: CardShocked, values: dict[str, Any]) -> str:
    if event.blown:
        return words.gettext(
            "%(who)s charged %(target)s %(where)s without a hit; now it is blown.", **values
        )
    return words.gettext("%(who)s charged %(target)s %(where)s without a hit.", **values)


def _values(words: Words, paragraph: Paragraph, event: CardFired | CardShocked) -> dict[str, Any]:
    return {
        "who": the_card(words, event.card),
        "target": target(words, event.target),
        "where": at(words, event.place),
        "dice": _dice(words, event),
        "faces": words.language.listed(map(str, event.dice)),
        "hits": _hits(words, paragraph, event),
    }


def _dice(words: Words, event: CardFired | CardShocked) -> str:
    """How many dice and why; what they hit with is hidden with the formation of the target."""
    values = {"why": why(words, event.strength)}
    if event.rating is None:
        return words.ngettext(
            "%(num)s die%(why)s", "%(num)s dice%(why)s", len(event.dice), **values
        )
    least = 7 - event.rating
    values["reasons"] = _reasons(words, event)
    if least == 6:
        return words.ngettext(
            "%(num)s die%(why)s, a 6 hitting%(reasons)s",
            "%(num)s dice%(why)s, a 6 hitting%(reasons)s",
            len(event.dice),
            **values,
        )
    return words.ngettext(
        "%(num)s die%(why)s, %(least)s or more hitting%(reasons)s",
        "%(num)s dice%(why)s, %(least)s or more hitting%(reasons)s",
        len(event.dice),
        least=least,
        **values,
    )


def _reasons(words: Words, event: CardFired | CardShocked) -> str:
    """What the rating is made of, beginning with what is printed if something takes from it."""
    told = why(words, event.breakdown)
    lines = event.breakdown or ()
    if not any(line.amount < 0 for line in lines[1:]):
        return told
    return words.gettext(
        " (%(printed)s printed, %(changes)s)",
        printed=lines[0].amount,
        changes=told.removeprefix(" (").removesuffix(")"),
    )


def _after(paragraph: Paragraph, event: Event) -> Iterator[Event]:
    for it in paragraph.since(event).events:
        if not isinstance(it, _AFTER):
            return
        yield it


def _hits(words: Words, paragraph: Paragraph, event: CardFired | CardShocked) -> str:
    """How many hits, and on whom, if nobody could see that before."""
    if not event.hits:
        return words.gettext("no hit")
    hits = words.ngettext("%(num)s hit", "%(num)s hits", event.hits)
    for it in _after(paragraph, event):
        if isinstance(it, DecoyEliminated):
            return words.gettext(
                "%(hits)s: it was a decoy, %(card)s, and is gone",
                hits=hits,
                card=the_card(words, it.card),
            )
        if isinstance(it, HitsRecorded):
            return _on_whom(words, event, it, hits)
    return hits


def _on_whom(words: Words, event: CardFired | CardShocked, hit: HitsRecorded, hits: str) -> str:
    values = {"hits": hits, "card": the_card(words, hit.card), "total": hit.total}
    lay_hidden = hit.card != event.target
    if lay_hidden and hit.total > hit.hits:
        return words.gettext("%(hits)s on %(card)s, %(total)s in all", **values)
    if lay_hidden:
        return words.gettext("%(hits)s on %(card)s", **values)
    if hit.total > hit.hits:
        return words.gettext("%(hits)s, %(total)s in all", **values)
    return hits


def _danger(words: Words, paragraph: Paragraph, event: Event) -> Iterator[str]:
    """Each 1 is a hit on the general of the position."""
    for it in _after(paragraph, event):
        if isinstance(it, GeneralHit):
            yield words.ngettext(
                "The 1 was a hit on %(general)s.",
                "Each 1 was a hit on %(general)s.",
                it.hits,
                general=the_card(words, it.card),
            )


VOLLEYS: Chapter = {
    CardFired: fired,
    CardShocked: shocked,
    HitsRecorded: nothing,
    GeneralHit: nothing,
    TargetsReopened: nothing,
}
