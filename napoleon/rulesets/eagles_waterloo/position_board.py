"""How the position notation writes battles, and the cards in each of their places.

``Kempt 8th British (british-17; square; hits 1)``: in parentheses stand the token under which
others see a card that lies face down, and whatever else is to be said of it. A card that a reader
does not see has only its token, with a ``?``; a Reserve only the number of its cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from napoleon.rules.known import UNKNOWN
from napoleon.rules.notation.codecs import full_name_of, known
from napoleon.rules.notation.names import Names
from napoleon.rules.notation.positions import INDENT, Board
from napoleon.rulesets.eagles_waterloo import labels, places
from napoleon.rulesets.eagles_waterloo.names import PLACES
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack
from napoleon.rulesets.eagles_waterloo.position_codecs import BATTLE, CARD, SIDES, battles
from napoleon.rulesets.eagles_waterloo.state import Battle, Card

_HEADING, _NONE = "Battle", "none"
_PLACE_NAMES = Names(PLACES)

_ENTRY = re.compile(r"(?P<card>[^(]+)(?: \((?P<said>[^)]+)\))?")
_TOKEN = re.compile(r"(?:french|british|prussian)-\d+")
_WORDS = {"revealed": "open", "blown": "blown", "acted": "acted", "late": "late", "rests": "rests"}
"""What is so or not of a card, with how it is said."""
_NUMBERS = {"hits": "hits", "moves": "moves", "extra": "extra moves", "silent": "silent"}
_FORMATIONS = ("column", "square")
_WAYS = ("engage", "disengage")
_ON = "on "


def _write(pack: Pack, given: Mapping[str, Any]) -> Iterator[str]:
    """A line for each battle, and one for each of its places in which anybody is."""
    unseen, fought = given.get("unseen", {}), given.get("battles", {})
    if not fought:
        yield f"{_HEADING}: {_NONE}"
    for battle in fought.values():
        yield f"{_HEADING}: {BATTLE.write(msgspec.structs.replace(battle, cards={}), pack)}"
        for place in places.PLACES:
            entries = [
                _written(pack, card, it) for card, it in battle.cards.items() if it.place == place
            ]
            counts = unseen.get((battle.id, place), {})
            entries += [f"{SIDES.write(it)} {UNKNOWN}{number}" for it, number in counts.items()]
            if entries:
                where = f"{battles(pack).write(battle.id)}, {_PLACE_NAMES.write(place)}"
                yield f"{INDENT}{where}: {', '.join(entries)}"


def _written(pack: Pack, card: str, it: Card) -> str:
    """A card; one that is known by its token alone has only what everybody sees."""
    unseen = card == it.token
    said = [it.token] * bool(it.token and not unseen)
    said += [word for name, word in _WORDS.items() if getattr(it, name)]
    said += [it.formation] * bool(it.formation)
    said += [f"{_ON}{CARD.write(it.terrain, pack)}"] * bool(it.terrain)
    said += [f"{word} {getattr(it, name)}" for name, word in _NUMBERS.items() if getattr(it, name)]
    said += [it.way] * bool(it.way)
    name = f"{card} {UNKNOWN}" if unseen else CARD.write(card, pack)
    return name + (f" ({'; '.join(said)})" if said else "")


def _read(pack: Pack, label: str, text: str, found: dict[str, Any]) -> None:
    """Add a battle, or the cards in the line of a place. Raises ValueError."""
    if label == _HEADING and text == _NONE:
        found["battles"] = {}
        return
    if label == _HEADING:
        battle: Battle = BATTLE.read(known(text), pack)
        found.setdefault("battles", {})[battle.id] = battle
        return
    where, _, called = label.strip().partition(", ")
    id_, place = full_name_of(battles(pack), where), full_name_of(_PLACE_NAMES, called)
    if id_ not in found.get("battles", {}):
        raise ValueError(f"there is no battle of {where}")
    cards = found["battles"][id_].cards
    for entry in text.split(", "):
        row = _ENTRY.fullmatch(known(entry))
        if row is None:
            raise ValueError(f"{entry!r} is not a card, as in Ney (open)")
        card = CARD.read(row["card"], pack)
        nation = pack.by_id[labels.printed(card)].nation
        cards[card] = Card(nation, place, **_said(pack, row["said"] or ""))


def _said(pack: Pack, text: str) -> dict[str, Any]:
    """What stands in the parentheses behind a card."""
    said: dict[str, Any] = {}
    by_word = {word: name for name, word in _WORDS.items()}
    by_number = {word: name for name, word in _NUMBERS.items()}
    for word in text.split("; ") if text else ():
        label, _, number = word.rpartition(" ")
        if word in by_word:
            said[by_word[word]] = True
        elif _TOKEN.fullmatch(word):
            said["token"] = word
        elif word in _FORMATIONS:
            said["formation"] = word
        elif word in _WAYS:
            said["way"] = word
        elif word.startswith(_ON):
            said["terrain"] = CARD.read(word.removeprefix(_ON), pack)
        elif label in by_number:
            said[by_number[label]] = int(number)
        else:
            raise ValueError(f"{word!r} says nothing of a card")
    return said


BOARD = Board(("battles",), "", (_HEADING,), _write, _read)
