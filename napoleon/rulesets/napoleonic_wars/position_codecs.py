"""How the position notation writes single values."""

from __future__ import annotations

import re

from napoleon.rules.kit.table import answering
from napoleon.rules.notation.codecs import (
    NUMBER,
    WORD,
    YES,
    Codec,
    full_name_of,
    hidden,
    known,
    named,
    pairs,
    several,
    structured,
)
from napoleon.rulesets.napoleonic_wars import notation_names as names
from napoleon.rulesets.napoleonic_wars.packs.pack import Pack
from napoleon.rulesets.napoleonic_wars.state import (
    ForeignWar,
    HomeCard,
    Nation,
    Squadrons,
    pair,
)

NATION, CARD = named(names.nations), named(names.cards)
SPACE, PLACE, LEADER = named(names.spaces), named(names.places), named(names.leaders)
SEAT = named(names.seats)
CARDS, SPACES = several(CARD), several(SPACE)
DECK = hidden(several(CARD))
POWERS = pairs(NATION, SEAT)

_FOR = " for "


def _write_answering(key: str, pack: Pack) -> str:
    seat, _, nation = key.partition("/")
    whom = f"{_FOR}{names.nations(pack).write(nation)}" if nation else ""
    return f"{names.seats(pack).write(seat)}{whom}"


def _read_answering(text: str, pack: Pack) -> str:
    seat, _, nation = text.partition(_FOR)
    subject = full_name_of(names.nations(pack), nation) if nation else ""
    return answering(full_name_of(names.seats(pack), seat), subject)


GIVEN = pairs(Codec(_write_answering, _read_answering), NUMBER)
"""Orders that a seat has given, for a nation or for itself."""

BOX = Codec(
    lambda place, pack: names.nations(pack).write(pack.track[place]),
    lambda text, pack: pack.track.index(full_name_of(names.nations(pack), text)),
)
"""A place on the Movement Track, by the nation that it is of."""

_AND = " and "


def _write_pair(of: str, pack: Pack) -> str:
    return _AND.join(names.nations(pack).write(it) for it in of.split("-"))


def _read_pair(text: str, pack: Pack) -> str:
    both = [full_name_of(names.nations(pack), it) for it in text.split(_AND)]
    if len(both) != 2:
        raise ValueError("nations are at war as in: Austria and France")
    return pair(*both)


WARS = several(Codec(_write_pair, _read_pair))

_USED = " (used)"


def _read_home(text: str, pack: Pack) -> HomeCard:
    name = text.removesuffix(_USED)
    return HomeCard(full_name_of(names.cards(pack), name), up=name == text)


_HOME = several(
    Codec(lambda it, pack: names.cards(pack).write(it.card) + _USED * (not it.up), _read_home)
)

NATION_LINE = structured(
    Nation,
    (
        ("camp", "camp", WORD),
        ("row", "row", NATION),
        ("box", "box", NUMBER),
        ("plus_face", "turned to +1", YES),
        ("caretaker", "caretaker", SEAT),
        ("conquered", "conquered by", NATION),
        ("frozen", "frozen to turn", NUMBER),
        ("resources", "Resources", NUMBER),
        ("plus_key", "a key more", YES),
        ("regroup_sp", "regrouped SP", NUMBER),
        ("regroup_squadrons", "regrouped squadrons", NUMBER),
        ("marker_cp", "CP kept", NUMBER),
        ("decided", "hand kept", YES),
        ("home", "home cards", _HOME),
        ("hand", "hand", hidden(several(CARD))),
        ("carried", "carried over", hidden(several(CARD))),
    ),
)
"""What is told of a nation beside its name."""

FOREIGN_WAR = structured(
    ForeignWar,
    (
        ("card", "card", CARD),
        ("nation", "of", NATION),
        ("foe", "against", NATION),
        ("sp", "SP", NUMBER),
        ("squadrons", "squadrons", NUMBER),
        ("leaders", "leaders", several(LEADER)),
    ),
)

_FLEET = re.compile(
    r"(?P<nation>.+?) in (?P<at>.+?): (?P<ready>\d+) ready, (?P<refit>\d+) to refit, "
    r"(?P<building>\d+) building"
)


def _write_fleet(it: Squadrons, pack: Pack) -> str:
    where = f"{names.nations(pack).write(it.nation)} in {names.places(pack).write(it.at)}"
    return f"{where}: {it.ready} ready, {it.refit} to refit, {it.building} building"


def _read_fleet(text: str, pack: Pack) -> Squadrons:
    said = _FLEET.fullmatch(known(text))
    if said is None:
        raise ValueError("squadrons are as in: Spain in Cadiz: 2 ready, 0 to refit, 1 building")
    return Squadrons(
        full_name_of(names.nations(pack), said["nation"]),
        full_name_of(names.places(pack), said["at"]),
        int(said["ready"]),
        int(said["refit"]),
        int(said["building"]),
    )


FLEET = Codec(_write_fleet, _read_fleet)
