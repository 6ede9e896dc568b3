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
from napoleon.rulesets.napoleonic_wars.pack import Pack
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
SEATS = several(SEAT)

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

_HOME = re.compile(r"(?P<card>.+?)(?: of (?P<owner>[^(]+?))?(?P<used> \(used\))?")


def _write_home(it: HomeCard, pack: Pack) -> str:
    """A home card; of another nation with it, as Parliament may be."""
    owner = f" of {names.nations(pack).write(it.owner)}" if it.owner else ""
    return names.cards(pack).write(it.card) + owner + " (used)" * (not it.up)


def _read_home(text: str, pack: Pack) -> HomeCard:
    said = _HOME.fullmatch(text)
    if said is None:
        raise ValueError("a home card is as in: Parliament of Great Britain (used)")
    owner = full_name_of(names.nations(pack), said["owner"]) if said["owner"] else ""
    card = full_name_of(names.cards(pack), said["card"])
    return HomeCard(card, up=said["used"] is None, owner=owner)


_HOMES = several(Codec(_write_home, _read_home))

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
        ("unseen", "hand face down", YES),
        ("home", "home cards", _HOMES),
        ("hand", "hand", hidden(several(CARD))),
        ("carried", "carried over", hidden(several(CARD))),
    ),
)
"""What is told of a nation beside its name."""

_NOBODY = "nobody"
_FOE = Codec(
    lambda nation, pack: names.nations(pack).write(nation) if nation else _NOBODY,
    lambda text, pack: "" if text == _NOBODY else full_name_of(names.nations(pack), text),
)
"""Against whom a war is; nobody of the game in some of them."""

_SEVERAL = several(LEADER)
_LEADERS = Codec(
    lambda leaders, pack: _SEVERAL.write(leaders, pack) or _NOBODY,
    lambda text, pack: [] if text == _NOBODY else _SEVERAL.read(text, pack),
)

FOREIGN_WAR = structured(
    ForeignWar,
    (
        ("card", "card", CARD),
        ("nation", "of", NATION),
        ("foe", "against", _FOE),
        ("sp", "SP", NUMBER),
        ("squadrons", "squadrons", NUMBER),
        ("leaders", "leaders", _LEADERS),
    ),
)

_FLEET = re.compile(
    r"(?P<nation>.+?) in (?P<at>.+?): (?P<ready>\d+) ready, (?P<refit>\d+) to refit, "
    r"(?P<building>\d+) building(?:, led by (?P<lead>[^,]+))?(?P<sails>, under way)?"
    r"(?P<stays>, to stay)?"
)


def _write_fleet(it: Squadrons, pack: Pack) -> str:
    where = f"{names.nations(pack).write(it.nation)} in {names.places(pack).write(it.at)}"
    lead = f", led by {names.nations(pack).write(it.lead)}" if it.lead else ""
    done = ", under way" * it.sails + ", to stay" * it.stays
    return f"{where}: {it.ready} ready, {it.refit} to refit, {it.building} building{lead}{done}"


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
        full_name_of(names.nations(pack), said["lead"]) if said["lead"] else "",
        sails=said["sails"] is not None,
        stays=said["stays"] is not None,
    )


FLEET = Codec(_write_fleet, _read_fleet)
