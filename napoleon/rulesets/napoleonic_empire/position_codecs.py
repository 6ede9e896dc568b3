"""The names of things in the notations, and how the position notation writes single values."""

from __future__ import annotations

import re
from functools import lru_cache

from napoleon.rules.notation.codecs import (
    NUMBER,
    PACKS,
    WORD,
    YES,
    Codec,
    full_name_of,
    hidden,
    known,
    named,
    pairs,
    result_of,
    several,
    structured,
)
from napoleon.rules.notation.names import Names
from napoleon.rulesets.napoleonic_empire.packs.pack import Country, Pack
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH
from napoleon.rulesets.napoleonic_empire.state import (
    BY_CONTROL,
    CONTESTED,
    Battle,
    Discarded,
    Due,
    Window,
)

SIDES = Names({FRENCH: "French", ALLIED: "Allies"})
NOBODY = "nobody"
HOLDERS = Names({FRENCH: "French", ALLIED: "Allies", CONTESTED: "both sides", "": NOBODY})
WINNERS = Names({FRENCH: "French", ALLIED: "Allies", "": NOBODY})


@lru_cache(3 * PACKS)
def countries(pack: Pack, divided: bool | None = None) -> Names:
    """The countries of a map, by short and long names; without a choice of OPT3 those of both."""
    maps = (False, True) if divided is None else (divided,)
    known_countries: dict[str, Country] = {}
    for each in maps:
        known_countries |= pack.board(each).countries
    return Names(
        {it.id: it.short_name for it in known_countries.values()},
        {it.id: it.name for it in known_countries.values()},
    )


@lru_cache(PACKS)
def cards(pack: Pack) -> Names:
    """All cards."""
    return Names({card.id: card.name for card in pack.cards.values()})


@lru_cache(PACKS)
def commanders(pack: Pack) -> Names:
    """All commanders."""
    return Names({commander.id: commander.name for commander in pack.commanders.values()})


_WINDOW = re.compile(r"(?P<kind>\w+), (?P<word>.+?) to play(?:, (?P<passes>\d+) passed)?")


def _write_window(window: Window, pack: Pack) -> str:
    passed = f", {window.passes} passed" if window.passes else ""
    return f"{window.kind}, {SIDES.write(window.word)} to play{passed}"


def _read_window(text: str, pack: Pack) -> Window:
    said = _WINDOW.fullmatch(text)
    if said is None:
        raise ValueError("a window is: kind, side to play, passes, as in: draw, French to play")
    return Window(said["kind"], full_name_of(SIDES, said["word"]), int(said["passes"] or 0))


_DUE = re.compile(
    r"(?P<side>\w+) (?P<armies>\d+) by (?P<source>.+?)(?P<one> all)? in (?P<where>.+)"
)


def _write_due(due: Due, pack: Pack) -> str:
    where = COUNTRIES.write(due.countries, pack)
    source = cards(pack).write(due.source)
    return f"{SIDES.write(due.side)} {due.armies} by {source}{' all' * due.together} in {where}"


def _read_due(text: str, pack: Pack) -> Due:
    said = _DUE.fullmatch(text)
    if said is None:
        raise ValueError(f"armies are due as in: French 2 by {BY_CONTROL} in France, Italy")
    by_card = said["source"] != BY_CONTROL
    return Due(
        full_name_of(SIDES, said["side"]),
        int(said["armies"]),
        COUNTRIES.read(said["where"], pack),
        full_name_of(cards(pack), said["source"]) if by_card else BY_CONTROL,
        together=said["one"] is not None,
    )


_DISCARDED = re.compile(r"(?P<card>.+?)(?: \(face down by (?P<side>.+)\))?")


def _write_discarded(it: Discarded, pack: Pack) -> str:
    below = f" (face down by {SIDES.write(it.face_down_by)})" if it.face_down_by else ""
    return cards(pack).write(it.card) + below


def _read_discarded(text: str, pack: Pack) -> Discarded:
    said = _DISCARDED.fullmatch(known(text))
    assert said is not None, "no text is without a card"
    card = full_name_of(cards(pack), said["card"])
    return Discarded(card, full_name_of(SIDES, said["side"]) if said["side"] else "")


def _bag(item: Codec, mark: str) -> Codec:
    """Cards in no particular order: they are kept in that of their ids."""
    listed = several(item, mark)
    return Codec(listed.write, lambda text, pack: sorted(listed.read(text, pack)))


SIDE = named(lambda pack: SIDES)
COUNTRY, CARD = named(countries), named(cards)
COUNTRIES = several(COUNTRY)
HOLDER = named(lambda pack: HOLDERS)
RESULT = result_of(WINNERS)
WINDOW = Codec(_write_window, _read_window)
DUE = Codec(_write_due, _read_due)
HANDS = pairs(SIDE, hidden(_bag(CARD, "; ")))
DECK = hidden(_bag(CARD, ", "))
DISCARDS = several(Codec(_write_discarded, _read_discarded))

_OF_SIDES = pairs(SIDE, NUMBER)
_CARDS_OF_SIDES = pairs(CARD, SIDE)
_PLAYED = Codec(
    lambda played, pack: _CARDS_OF_SIDES.write(dict(played), pack),
    lambda text, pack: list(_CARDS_OF_SIDES.read(text, pack).items()),
)

BATTLE = structured(
    Battle,
    (
        ("country", "in", COUNTRY),
        ("attacker", "attacker", SIDE),
        ("armies", "armies", _OF_SIDES),
        ("kutuzov", "Kutuzov", WORD),
        ("opened", "opened", YES),
        ("cards", "cards", _PLAYED),
        ("dice", "dice", _OF_SIDES),
        ("totals", "totals", _OF_SIDES),
        ("winner", "winner", SIDE),
        ("tied", "tied", YES),
        ("loss_dice", "loss dice", several(NUMBER)),
        ("losses", "losses", _OF_SIDES),
        ("withdrawn", "withdrawn", YES),
    ),
)
