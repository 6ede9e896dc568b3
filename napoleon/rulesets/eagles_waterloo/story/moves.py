"""Moves, formations, decoys, and who is turned face up by them [8, 9, 14.0]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import alone, tellings, together
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.eagles_waterloo.events.cards import CardsRevealed, DecoyEliminated
from napoleon.rulesets.eagles_waterloo.events.moves import (
    CardMoved,
    CardSentBack,
    DecoyReturned,
    DecoyShown,
    FormationChanged,
)
from napoleon.rulesets.eagles_waterloo.places import is_reserve, owner
from napoleon.rulesets.eagles_waterloo.sides import side_of
from napoleon.rulesets.eagles_waterloo.story.cards import (
    OF_CARDS,
    OF_SIDES,
    Who,
    grouped,
    run,
    several,
    the_card,
)
from napoleon.rulesets.eagles_waterloo.story.sides import the
from napoleon.rulesets.eagles_waterloo.story.terms import at, into, out_of


class _Way(NamedTuple):
    """What is told of cards that go the same way."""

    origin: str
    to: str
    kind: str
    """``engage``, ``disengage``, ``advance`` into an empty position of the enemy, ``decoy`` for one
    that the reader knows to be laid, or empty.
    """
    terrain: str
    river: str


class _Step(NamedTuple):
    """A card on its way; the token tells which it is, if the reader sees no more."""

    way: _Way
    who: Who
    token: str


def moved(words: Words, paragraph: Paragraph, event: Any) -> Iterator[str]:
    """Moves one after the other, those of the same way together."""
    moves = run(paragraph, event, (CardMoved,), CardsRevealed)
    if not moves:
        return
    steps = [*_joined(map(_step, moves))]
    keyed = [(it.way, it.who) for it in steps if it.way.origin != it.way.to]
    told = [_told(words, way, cards) for way, cards in grouped(keyed)]
    if told:
        yield f"{'; '.join(told)}."
    yield from _turned_up(words, paragraph, moves, {it.who.card for it in steps})


def _step(event: CardMoved) -> _Step:
    """A reader who cannot see what a card is cannot see whether it is a decoy [G-78]."""
    nation, to, kind = event.nation, event.to, event.way
    if event.decoy:
        kind = "" if is_reserve(to) else "decoy"
    elif not kind and not is_reserve(to) and owner(to) != side_of(nation):
        kind = "advance"
    formation = "" if event.formation is None else event.formation
    who = Who(event.card, nation, formation)
    return _Step(_Way(event.origin, to, kind, event.terrain, event.river), who, event.token)


def _joined(steps: Iterator[_Step]) -> Iterator[_Step]:
    """The way of each card, with both moves of one that moves twice in a row."""
    current: _Step | None = None
    for it in steps:
        if current is not None and _is_same(current, it):
            river = it.way.river or current.way.river
            current = it._replace(way=it.way._replace(origin=current.way.origin, river=river))
            continue
        if current is not None:
            yield current
        current = it
    if current is not None:
        yield current


def _is_same(before: _Step, after: _Step) -> bool:
    """Whether a card goes on: the same card, as far as the reader can see."""
    if before.way.to != after.way.origin or before.way.kind == "engage":
        return False
    if before.who.card is not None and after.who.card is not None:
        return before.who.card == after.who.card
    return bool(before.token) and before.token == after.token


def _told(words: Words, way: _Way, cards: list[Who]) -> str:
    told, number = several(words, cards)
    values = {
        "who": told,
        "origin": out_of(words, way.origin),
        "to": into(words, way.to),
        "here": at(words, way.origin),
        "there": at(words, way.to),
        "more": _more(words, way),
    }
    if way.kind == "engage":
        return words.ngettext(
            "%(who)s moved %(origin)s%(more)s and engaged the enemy %(there)s",
            "%(who)s moved %(origin)s%(more)s and engaged the enemy %(there)s",
            number,
            **values,
        )
    if way.kind == "disengage":
        return words.ngettext(
            "%(who)s broke off %(here)s and went back %(to)s%(more)s",
            "%(who)s broke off %(here)s and went back %(to)s%(more)s",
            number,
            **values,
        )
    if way.kind == "advance":
        return words.ngettext(
            "%(who)s advanced %(origin)s %(to)s%(more)s, where no enemy stood",
            "%(who)s advanced %(origin)s %(to)s%(more)s, where no enemy stood",
            number,
            **values,
        )
    if way.kind == "decoy":
        return words.ngettext(
            "%(who)s was laid face down %(there)s, as a decoy",
            "%(who)s were laid face down %(there)s, as decoys",
            number,
            **values,
        )
    return words.ngettext(
        "%(who)s moved %(origin)s %(to)s%(more)s",
        "%(who)s moved %(origin)s %(to)s%(more)s",
        number,
        **values,
    )


def _more(words: Words, way: _Way) -> str:
    """The river that was crossed, and the terrain that was entered."""
    told = ""
    if way.river:
        told += words.gettext(" across %(river)s", river=the_card(words, way.river))
    if way.terrain:
        told += words.gettext(" onto %(terrain)s", terrain=the_card(words, way.terrain))
    return told


def _turned_up(
    words: Words, paragraph: Paragraph, moves: list[Any], movers: set[str | None]
) -> Iterator[str]:
    """Cards that were seen for the first time as they were engaged."""
    last = next(n for n, it in enumerate(paragraph.events) if it is moves[-1])
    first = next(n for n, it in enumerate(paragraph.events) if it is moves[0])
    after = last + 1
    while after < len(paragraph.events) and isinstance(paragraph.events[after], CardsRevealed):
        after += 1
    met = [
        Who(card, "", it.formations.get(card, ""))
        for it in paragraph.events[first:after]
        if isinstance(it, CardsRevealed) and it.reason == "engaged"
        for card in it.cards.values()
        if card not in movers
    ]
    if met:
        told, number = several(words, met)
        yield words.ngettext("That turned up %(who)s.", "That turned up %(who)s.", number, who=told)


def changed(words: Words, paragraph: Paragraph, event: FormationChanged) -> Iterator[str]:
    """Infantry changes its formation where it stands; others see it with the card."""
    changes = run(paragraph, event, (FormationChanged,))
    seen = [it for it in changes if it.card is not None]
    for formation, cards in grouped((it.formation, Who(it.card, "")) for it in seen):
        told, number = several(words, cards)
        yield _formed(words, formation, told, number)
    if len(seen) < len(changes):
        yield words.ngettext(
            "%(who)s changed the formation of a card that lies face down.",
            "%(who)s changed the formation of %(num)s cards that lie face down.",
            len(changes) - len(seen),
            who=the(words, event.player),
        )


def _formed(words: Words, formation: str, who: str, number: int) -> str:
    if formation == "column":
        return words.ngettext("%(who)s formed column.", "%(who)s formed columns.", number, who=who)
    if formation == "square":
        return words.ngettext("%(who)s formed square.", "%(who)s formed squares.", number, who=who)
    return words.ngettext("%(who)s formed line.", "%(who)s formed line.", number, who=who)


_UNCOVERED = (
    alone("A 1 found %(card)s, who lay face down %(where)s.").when(
        lambda it: it.clauses[:1] == ("12.4",)
    ),
    alone(
        "%(who)s turned up the card %(where)s that was %(card)s, which goes back to the Reserve."
    ).when(lambda it: it.kind == "special"),
    alone("%(who)s turned up %(card)s %(where)s."),
)
"""A decoy is turned up by its owner, and is what it is."""

MOVES: Chapter = {
    **tellings(
        {
            CardSentBack: together(
                "%(place)s was overcrowded: %(who)s went back to the Reserve.",
                "%(place)s was overcrowded: %(who)s went back to the Reserve.",
                "origin",
            ),
        },
        OF_CARDS,
    ),
    **tellings(
        {
            # One that was hit is told with the volley.
            DecoyEliminated: alone("%(card)s %(where)s was only a decoy, and is gone.").when(
                lambda it: it.cause == "engaged"
            ),
            DecoyShown: _UNCOVERED,
            DecoyReturned: _UNCOVERED,
        },
        OF_SIDES,
    ),
    CardMoved: moved,
    CardsRevealed: nothing,
    FormationChanged: changed,
}
