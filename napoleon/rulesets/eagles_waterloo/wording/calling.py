"""What cards and places are called in an order, as its giver sees them [4.0, G-44]."""

from __future__ import annotations

from napoleon.rules.wording import Phrase, say, say_many
from napoleon.rulesets.eagles_waterloo import labels, places
from napoleon.rulesets.eagles_waterloo.sides import BRITISH, FRENCH, PRUSSIAN, enemy
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table


def card(id_: str) -> str:
    """A card as it is called in a sentence; its words are among the names of the game."""
    return f"the {id_}"


_FACE_DOWN = {
    FRENCH: say("the face-down French card %(number)s"),
    BRITISH: say("the face-down British card %(number)s"),
    PRUSSIAN: say("the face-down Prussian card %(number)s"),
}


def seen_card(battle: Battle, seat: str, named: str) -> str | Phrase:
    """An enemy card as `seat` sees it: by its name, or by its back and the number of its token."""
    if battle.called(named, enemy(seat)) == named:
        return card(named)
    nation, _, number = named.rpartition("-")
    return Phrase(_FACE_DOWN[nation].text, {"number": int(number)})


# -- places ---------------------------------------------------------------------------------------

_OWN = {
    "left": say("your left"),
    "centre": say("your centre"),
    "right": say("your right"),
    "reserve": say("your Reserve"),
}

_THEIRS = {
    "left": say("the enemy left"),
    "centre": say("the enemy centre"),
    "right": say("the enemy right"),
}

_ON_OWN = {
    "left": say("on your left"),
    "centre": say("in your centre"),
    "right": say("on your right"),
    "reserve": say("in your Reserve"),
}

_ON_THEIRS = {
    "left": say("on the enemy left"),
    "centre": say("in the enemy centre"),
    "right": say("on the enemy right"),
}


def _wing(place: str) -> str:
    return place.partition("_")[2]


def to_place(seat: str, place: str) -> Phrase:
    """Where something goes."""
    return (_OWN if places.owner(place) == seat else _THEIRS)[_wing(place)]


def at_place(seat: str, place: str) -> Phrase:
    """Where something is, or is done."""
    return (_ON_OWN if places.owner(place) == seat else _ON_THEIRS)[_wing(place)]


def area(battle: Battle, place: str) -> str:
    """The id of a place on the map, where the battle has a field of its own."""
    return f"field_{battle.field}_{place}"


# -- headings -------------------------------------------------------------------------------------

_KINDS = {
    labels.GENERAL: say("Generals"),
    labels.INFANTRY: say("Infantry"),
    labels.CAVALRY: say("Cavalry"),
    labels.ARTILLERY: say("Artillery"),
    labels.TERRAIN: say("Terrain"),
    labels.SPECIAL: say("Specials"),
}

_OF_NATION = {
    FRENCH: say("French: %(kind)s"),
    BRITISH: say("British: %(kind)s"),
    PRUSSIAN: say("Prussians: %(kind)s"),
}


def kind_heading(table: Table, seat: str, id_: str) -> Phrase:
    """The kind of a card, to list others of it with; with its nation if the seat has two."""
    it = labels.label(table, id_)
    heading = _KINDS[it.kind]
    nations = {
        nation
        for battle in table.state.battles.values()
        for nation in battle.nations
        if (nation == FRENCH) == (seat == FRENCH)
    }
    if len(nations) < 2:
        return heading
    return Phrase(_OF_NATION[it.nation].text, {"kind": heading})


def card_heading(battle: Battle, seat: str, id_: str) -> Phrase:
    """A card and where it is, to list all that it may do with."""
    place = battle.sites[id_].place if id_ in battle.sites else battle.cards[id_].place
    return say("%(card)s, %(where)s", card=id_, where=at_place(seat, place))


def of_kinds(table: Table, cards: tuple[str, ...]) -> tuple[Phrase, ...]:
    """How many cards of each kind there are in a list."""
    counts = dict.fromkeys(_KINDS, 0)
    for it in cards:
        counts[labels.kind_of(table, it)] += 1
    told = {
        labels.GENERAL: say_many("%(count)s general", "%(count)s generals", counts[labels.GENERAL]),
        labels.INFANTRY: say_many(
            "%(count)s infantry card", "%(count)s infantry cards", counts[labels.INFANTRY]
        ),
        labels.CAVALRY: say_many(
            "%(count)s cavalry card", "%(count)s cavalry cards", counts[labels.CAVALRY]
        ),
        labels.ARTILLERY: say_many(
            "%(count)s battery", "%(count)s batteries", counts[labels.ARTILLERY]
        ),
        labels.TERRAIN: say_many(
            "%(count)s terrain card", "%(count)s terrain cards", counts[labels.TERRAIN]
        ),
        labels.SPECIAL: say_many("%(count)s special", "%(count)s specials", counts[labels.SPECIAL]),
    }
    return tuple(phrase for kind, phrase in told.items() if counts[kind])
