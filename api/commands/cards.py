"""Cards: what they say, one by one or as many together as do the same, and which are new."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from api.commands.speaker import Outcome, Speaker
from api.reading import Reading
from napoleon.log.errors import UnknownVersion
from napoleon.rules.notation.names import Names
from napoleon.rules.orders import Refusal
from napoleon.rules.picture.cards import CardFace
from napoleon.rules.prose.chronicle import capital

MOST_TOLD = 4
"""How many cards are told at once whose names begin as somebody has written."""

MOST_NAMED = 12
"""How many cards are named that somebody may mean."""


def card(speaker: Speaker, name: str) -> Outcome:
    """What a card of the game says. What is printed is open to all, wherever the card may be."""
    reading = speaker.reading
    known = faces(reading)
    titles = {it.id: it.title for it in known}
    matches = sorted(Names(titles).matches(name), key=lambda it: it[1])
    best = {of for of, quality in matches if quality == matches[0][1]}
    found = [it for it in known if it.id in best or it.id == name.strip()]
    if not found:
        detail = f"The game has no card “{name}”."
        return Refusal("UNKNOWN_CARD", "", detail, {"card": name})
    named = list(dict.fromkeys(it.title for it in found))[:MOST_NAMED]
    if len(named) > MOST_TOLD:
        detail = f"“{name}” may be several cards: {', '.join(named)}."
        return Refusal("AMBIGUOUS_CARD", "", detail, {"nearest": [f"card {it}" for it in named]})
    told = tuple(described(reading, found))
    return speaker.answer(reading.words.language.listed(named), *told)


def faces(reading: Reading) -> Sequence[CardFace]:
    """Every card of the game as it is printed, and those that the reader sees."""
    pictures = reading.rules.pictures
    if pictures is None:
        return ()
    return (*pictures.deck(reading.words), *reading.held)


def described(reading: Reading, cards: Sequence[CardFace]) -> Iterator[str]:
    """What cards say, with the clause that says so; those that say the same together."""
    alike: dict[str, list[str]] = {}
    for it in cards:
        figures = ", ".join(f"{name} {value}" for name, value in it.lines)
        facts = "; ".join(filter(None, (it.kind, figures)))
        # The clause of a card often begins with its name.
        text = it.text.removeprefix(f"{it.title}: ")
        said = reading.gettext(
            "(%(facts)s): %(text)s [%(clause)s]", facts=facts, text=capital(text), clause=it.clause
        )
        titles = alike.setdefault(said, [])
        if it.title not in titles:
            titles.append(it.title)
    for said, titles in alike.items():
        yield f"{reading.words.language.listed(titles)} {said}"


def new_cards(reading: Reading, told: int) -> list[str]:
    """The cards that the reader holds, and did not at the version `told`; 0 stands for none yet.

    Cards that do the same are told together.
    """
    held = reading.held
    if not held:
        return []
    before = {it.id for it in _held_at(reading, told)}
    return list(described(reading, [it for it in held if it.id not in before]))


def _held_at(reading: Reading, version: int) -> list[CardFace]:
    """The cards that the reader held at an earlier version."""
    if not version:
        return []
    if version >= reading.game.version:
        return reading.held
    try:
        game = reading.games.at(reading.game.id, version)
    except UnknownVersion:
        return []
    return reading.of(game).held
