"""How the position notation writes single values: cards by their names, sides, battles, lists."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from napoleon.rules.notation.codecs import (
    NUMBER,
    PACKS,
    WORD,
    YES,
    Codec,
    full_name_of,
    hidden,
    named,
    one_after_the_other,
    pairs,
    result_of,
    several,
    structured,
)
from napoleon.rules.notation.names import Names, fold
from napoleon.rulesets.eagles_waterloo import labels
from napoleon.rulesets.eagles_waterloo.names import LANES, PLACES
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack
from napoleon.rulesets.eagles_waterloo.sides import NAMES
from napoleon.rulesets.eagles_waterloo.state import Battle, Played, Site

SIDES = Names(NAMES)
WINNERS = Names({**NAMES, "": "nobody"})
SPOTS = Names({**PLACES, **{lane: name.removeprefix("the ") for lane, name in LANES.items()}})

_PARENTHESES = re.compile(r"[()]")


@lru_cache(PACKS)
def card_names(pack: Pack) -> Mapping[str, str]:
    """All cards, and the copies of a custom deck, by name; parentheses stand around other things.

    >>> _PARENTHESES.sub("", "Kempt (8th British)")
    'Kempt 8th British'
    """
    copies = [f".{copy}" for copy in range(2, labels.MOST_COPIES + 1)]
    return {
        id_ + copy: _PARENTHESES.sub("", labels.name_on_card(pack, id_ + copy))
        for id_ in pack.by_id
        for copy in ("", *copies)
    }


@lru_cache(PACKS)
def _cards_by_name(pack: Pack) -> Mapping[str, str]:
    written = card_names(pack)
    called = {fold(labels.named(pack, id_)): id_ for id_ in written}
    return {**called, **{fold(name): id_ for id_, name in written.items()}}


def _read_card(text: str, pack: Pack) -> str:
    found = _cards_by_name(pack).get(fold(text))
    if found is None:
        raise ValueError(f"{text.strip()!r} is not the name of one card here")
    return found


@lru_cache(PACKS)
def battles(pack: Pack) -> Names:
    """The battles of 1815."""
    return Names({str(id_): name for id_, name in pack.battle_names.items()})


CARD = Codec(lambda card, pack: card_names(pack).get(card, card), _read_card)
SIDE, SPOT, BATTLE_ID = named(lambda pack: SIDES), named(lambda pack: SPOTS), named(battles)
SIDES_LIST, CARDS = several(SIDE), several(CARD)
RESULT = result_of(WINNERS)
WINNER = named(lambda pack: WINNERS)

_BETWEEN, _AFTER = " | ", ": "


def _by_nation() -> Codec:
    """Cards by nation: ``French: Ney, Reille | British: Picton``."""

    def read(text: str, pack: Pack) -> dict[str, list[str]]:
        found = {}
        for part in text.split(_BETWEEN) if text else ():
            nation, _, cards = part.partition(":")
            found[full_name_of(SIDES, nation)] = CARDS.read(cards.strip(), pack)
        return found

    def write(by: Mapping[str, list[str]], pack: Pack) -> str:
        return _BETWEEN.join(
            f"{SIDES.write(nation)}{_AFTER}{CARDS.write(cards, pack)}"
            for nation, cards in by.items()
        )

    return Codec(write, read)


BY_NATION = _by_nation()


def _write_drafts(by: Mapping[str, Mapping[str, list[str]]], pack: Pack) -> str:
    return _BETWEEN.join(
        f"{battles(pack).write(battle)}, {SIDES.write(nation)}{_AFTER}{CARDS.write(cards, pack)}"
        for battle, decks in by.items()
        for nation, cards in decks.items()
    )


def _read_drafts(text: str, pack: Pack) -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = {}
    for part in text.split(_BETWEEN) if text else ():
        whose, _, cards = part.partition(":")
        battle, _, nation = whose.partition(", ")
        decks = found.setdefault(full_name_of(battles(pack), battle), {})
        decks[full_name_of(SIDES, nation)] = CARDS.read(cards.strip(), pack)
    return found


DRAFTS = Codec(_write_drafts, _read_drafts)


# -- battles --------------------------------------------------------------------------------------


def _write_site(site: Site, pack: Pack) -> str:
    said = f"{SPOTS.write(site.place)}, {SIDES.write(site.side)}"
    return f"{said}, fixed" if site.fixed else said


def _read_site(text: str, pack: Pack) -> Site:
    place, mark, rest = text.partition(", ")
    side, _, fixed = rest.partition(", ")
    if not mark or fixed not in ("", "fixed"):
        raise ValueError("terrain lies as in: French left, French, fixed")
    return Site(full_name_of(SPOTS, place), full_name_of(SIDES, side), fixed == "fixed")


_PLAYED = re.compile(
    r"by (?P<side>[^,]+), (?P<phase>[^,]+)(?:, at (?P<place>[^,]+))?"
    r"(?:, for (?P<target>[^,]+))?(?P<lasts>, lasting)?"
)


def _write_played(it: Played, pack: Pack) -> str:
    said = [f"by {SIDES.write(it.side)}", it.phase]
    said += [f"at {SPOTS.write(it.place)}"] * bool(it.place)
    said += [f"for {CARD.write(it.target, pack)}"] * bool(it.target)
    said += ["lasting"] * it.lasts
    return f"{CARD.write(it.card, pack)} ({', '.join(said)})"


_NAMED = re.compile(r"(?P<card>[^(]+) \((?P<said>[^)]*)\)(?:, |$)")


def _read_all_played(text: str, pack: Pack) -> list[Played]:
    found = []
    expected = "specials, each with how it was played in parentheses"
    for name, said in (it.groups() for it in one_after_the_other(_NAMED, text, expected)):
        row = _PLAYED.fullmatch(said)
        if row is None:
            raise ValueError(f"{said!r} does not say how a special was played")
        found.append(
            Played(
                _read_card(name, pack),
                full_name_of(SIDES, row["side"]),
                row["phase"],
                full_name_of(SPOTS, row["place"]) if row["place"] else "",
                _read_card(row["target"], pack) if row["target"] else "",
                bool(row["lasts"]),
            )
        )
    return found


ALL_PLAYED = Codec(
    lambda values, pack: ", ".join(_write_played(it, pack) for it in values), _read_all_played
)

DECKS = Codec(
    lambda by, pack: _BETWEEN.join(
        f"{SIDES.write(nation)}{_AFTER}{hidden(CARDS).write(cards, pack)}"
        for nation, cards in by.items()
    ),
    BY_NATION.read,
)
"""What is still to be drawn: to most readers only how many cards."""


BATTLE = structured(
    Battle,
    (
        ("id", "of", BATTLE_ID),
        ("field", "field", NUMBER),
        ("nations", "nations", SIDES_LIST),
        ("rates", "reinforcements", pairs(SIDE, NUMBER)),
        ("active", "turn of", SIDE),
        ("turns", "player turns", NUMBER),
        ("began", "rounds before", NUMBER),
        ("decks", "decks", DECKS),
        ("sites", "terrain", pairs(CARD, Codec(_write_site, _read_site))),
        ("routed", "routed", CARDS),
        ("spent", "spent", CARDS),
        ("played", "specials", ALL_PLAYED),
        ("checked", "checks begun", YES),
        ("waiting", "next check", CARD),
        ("resting", "checks left to the program", YES),
        ("asked", "enemy asked", YES),
        ("fought", "combat begun", YES),
        ("current", "acting", CARD),
        ("crossed", "rivers crossed", pairs(SPOT, NUMBER)),
        ("drawn", "reinforcements drawn", YES),
        ("arrived", "Prussians arrived", YES),
        ("captured", "fallen", CARD),
        ("busy", "busy", YES),
        ("quiet", "quiet turns", NUMBER),
        ("winner", "won by", WINNER),
        ("reason", "because", WORD),
        ("retreating", "retreating", CARDS),
    ),
)
"""A battle in one line, without the cards that are in play in it."""
