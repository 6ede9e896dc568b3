"""The names of things in the notations."""

from __future__ import annotations

from functools import lru_cache

from napoleon.rules.notation.codecs import PACKS
from napoleon.rules.notation.names import Names
from napoleon.rulesets.napoleonic_wars.cards.scene import AT
from napoleon.rulesets.napoleonic_wars.influence import WAYS
from napoleon.rulesets.napoleonic_wars.names import (
    ALONE,
    FORMS,
    LETTERS,
    NATIONS,
    card_names,
    seat_names,
)
from napoleon.rulesets.napoleonic_wars.nations import CAMPS
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.submission import CEDE, UNFLAG


@lru_cache(PACKS)
def seats(pack: Pack) -> Names:
    """The seats, whatever the number of players; nobody, for what the rules answer."""
    return Names({**seat_names(pack), "": "nobody"})


@lru_cache(PACKS)
def nations(pack: Pack) -> Names:
    """The nations, also by their two letters and by the name of the pack."""
    return Names(
        {it: ALONE[it] for it in pack.track},
        {it: LETTERS[it] for it in pack.track},
        {it: NATIONS[it] for it in pack.track},
        {it: pack.nations[it].name for it in pack.track},
    )


@lru_cache(PACKS)
def spaces(pack: Pack) -> Names:
    """The duchies."""
    return Names({it.id: it.name for it in pack.spaces.values()})


@lru_cache(PACKS)
def places(pack: Pack) -> Names:
    """The duchies and the sea zones."""
    zones = {it.id: it.name for it in pack.zones.values()}
    return Names({**{it.id: it.name for it in pack.spaces.values()}, **zones})


@lru_cache(PACKS)
def leaders(pack: Pack) -> Names:
    """The leaders."""
    return Names({it.id: it.name for it in pack.leaders.values()})


CAMPS_BY_NAME = Names({camp: FORMS[camp].alone for camp in CAMPS})
"""The two camps."""

DIRECTIONS = Names({it: it for it in WAYS})
"""The two ways in which a consul moves."""

BRANCHES = Names({"a": "first", "b": "second"})
"""The two branches between which a card lets somebody choose."""

TERMS = Names({CEDE: "cede", UNFLAG: "take back"})
"""What terms of a submission say of a duchy."""


@lru_cache(PACKS)
def things(pack: Pack) -> Names:
    """All that a card may let somebody choose, and pieces of a nation by both: Austria in Linz."""
    of_pack = (nations(pack), places(pack), leaders(pack), cards(pack))
    ids = (pack.track, (*pack.spaces, *pack.zones), pack.leaders, pack.cards)
    plain = {it: names.write(it) for names, those in zip(of_pack, ids, strict=True) for it in those}
    pieces = {
        f"{nation}{AT}{place}": f"{plain[nation]} in {plain[place]}"
        for nation in pack.track
        for place in (*pack.spaces, *pack.zones)
    }
    return Names({**plain, **pieces})


@lru_cache(PACKS)
def cards(pack: Pack) -> Names:
    """The cards. Copies of one are told apart by a number, which may be left out where one fits."""
    return Names(card_names(pack), {it.id: it.name for it in pack.cards.values()})
