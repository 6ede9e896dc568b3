"""Checks of a data pack, for those who replace one: ``napoleon pack check DIR``.

A pack passes when the rules can be played with it and it agrees with what the rulebook prints.
Names, places on the drawing and what rests on a ruling are not judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from napoleon.rules.kit.findings import (
    Explained,
    check_of,
    differences,
    findings,
    not_plain,
    strays,
    without_source,
)
from napoleon.rulesets.napoleonic_empire.packs import printed
from napoleon.rulesets.napoleonic_empire.packs.loader import load_pack
from napoleon.rulesets.napoleonic_empire.packs.pack import Board, Card, Pack

# -- provenance and map ------------------------------------------------------------------------


def _ids(pack: Pack) -> Iterator[str]:
    yield from not_plain([*pack.board(True).countries, *pack.cards, *pack.commanders])


def _sources(pack: Pack) -> Iterator[str]:
    board = pack.board(False)
    tables: dict[str, Iterable[Explained]] = {
        "country": board.countries.values(),
        "border": board.borders.values(),
        "value": board.values.values(),
        "placement": board.setup,
        "card": pack.cards.values(),
        "commander": pack.commanders.values(),
        "dated card": pack.deck_order,
    }
    yield from without_source(tables)


def _countries(pack: Pack) -> Iterator[str]:
    there = dict.fromkeys(pack.board(False).countries)
    yield from differences(there, dict.fromkeys(printed.LISTED))


def _land_borders(board: Board, listed: dict[str, set[str]]) -> Iterator[str]:
    there = {frozenset((it.a, it.b)): it for it in board.borders.values() if it.kind == "land"}
    due = printed.land_borders(listed)
    yield from differences(
        {"-".join(sorted(ends)): border.listed_under for ends, border in there.items()},
        {"-".join(sorted(ends)): under for ends, under in due.items()},
    )
    for ends, border in there.items():
        if printed.CLOSED in ends and border.usable:
            yield f"{border.id} must not be usable"
        elif printed.CLOSED not in ends and border.listed_under == "both" and not border.usable:
            yield f"{border.id} must be usable"


def _borders(pack: Pack) -> Iterator[str]:
    yield from _land_borders(pack.board(False), printed.LISTED)


def _sea(pack: Pack) -> Iterator[str]:
    board = pack.board(False)
    links = {border.id for border in board.borders.values() if border.kind == "sea"}
    due = set(printed.LISTED) - printed.LANDLOCKED - {printed.ENGLAND}
    yield from strays(links, {f"{printed.ENGLAND}>{it}" for it in due}, "be a sea link")
    reach = due - {printed.CLOSED}
    yield from strays(
        board.sea_reach, reach, "be within reach", undecided=printed.LANDLOCKED_OR_NOT
    )


def _landlocked(pack: Pack) -> Iterator[str]:
    for board in (pack.board(False), pack.board(True)):
        for country in board.countries.values():
            closed = country.landlocked or not country.enterable or country.id == printed.ENGLAND
            if closed == (country.id in board.sea_reach):
                words = "is" if closed else "is not"
                yield f"{country.id} {words} within reach of the sea, against its row"


def _enterable(pack: Pack) -> Iterator[str]:
    closed = [it.id for it in pack.board(False).countries.values() if not it.enterable]
    yield from strays(closed, {printed.CLOSED}, "be closed to all")


def _continental(pack: Pack) -> Iterator[str]:
    due = set(printed.LISTED) - {printed.ENGLAND, printed.CLOSED}
    continental = pack.board(False).continental
    yield from strays(continental, due, "be continental", undecided=printed.CONTINENTAL_OR_NOT)


# -- set-up and reinforcements -----------------------------------------------------------------


def _setup(pack: Pack) -> Iterator[str]:
    there = {f"{it.country} ({it.side})": it.armies for it in pack.board(False).setup}
    due = {f"{country} ({side})": armies for (side, country), armies in printed.SETUP.items()}
    yield from differences(there, due)


def _start_sides(pack: Pack) -> Iterator[str]:
    board = pack.board(False)
    standing = {placement.country: placement.side for placement in board.setup}
    yield from differences(
        {it.id: it.start_side or "nobody" for it in board.countries.values()},
        {country: standing.get(country, "nobody") for country in board.countries},
    )


def _values(pack: Pack) -> Iterator[str]:
    board = pack.board(False)
    yield from differences({it: board.value(it) for it in board.countries}, printed.VALUES)


def _receivers(pack: Pack) -> Iterator[str]:
    board = pack.board(False)
    worth = {country for country in board.countries if board.value(country)}
    for side, nothing in (("french", printed.NOTHING_FOR_THE_FRENCH), ("allied", set[str]())):
        without = {country for country in worth if not board.receives(side, country)}
        yield from strays(without, nothing, f"be worth nothing to the {side} side")


def _nationalists(pack: Pack) -> Iterator[str]:
    nationalist = pack.board(False).nationalist
    yield from strays(nationalist, printed.NATIONALISTS, "be a place for nationalists")


# -- cards -------------------------------------------------------------------------------------


def _numbers(pack: Pack) -> Iterator[str]:
    there = {card.id: card.number for card in pack.cards.values()}
    yield from differences(there, {name: card.number for name, card in printed.CARDS.items()})


def _each_card(column: str, says: Callable[[Card], object]) -> Callable[[Pack], Iterator[str]]:
    """What is wrong with one column of the cards that the rulebook knows."""

    def found(pack: Pack) -> Iterator[str]:
        due = {name: getattr(card, column) for name, card in printed.CARDS.items()}
        known = {name: it for name, it in due.items() if name in pack.cards and it is not None}
        yield from differences({name: says(pack.cards[name]) for name in known}, known)

    return found


def _years(pack: Pack) -> Iterator[str]:
    known = {name: card.year for name, card in printed.CARDS.items() if name in pack.cards}
    yield from differences({name: pack.cards[name].year for name in known}, known)


# -- the three proposals -----------------------------------------------------------------------


def _commanders(pack: Pack) -> Iterator[str]:
    fields = printed.PrintedCommander._fields
    yield from differences(
        {f"{it.id} ({f})": getattr(it, f) for it in pack.commanders.values() for f in fields},
        {
            f"{name} ({f})": getattr(it, f)
            for name, it in printed.COMMANDERS.items()
            for f in fields
        },
    )


def _starts(pack: Pack) -> Iterator[str]:
    standing = {(placement.side, placement.country) for placement in pack.board(False).setup}
    for commander in pack.commanders.values():
        if (commander.side, commander.start) not in standing:
            yield f"{commander.id} begins in {commander.start} without an army of its side"


def _dated(pack: Pack) -> Iterator[str]:
    there = [dated.card for dated in pack.deck_order]
    if there != list(printed.DATED):
        yield f"the list is {', '.join(there)} instead of {', '.join(printed.DATED)}"
    for dated in pack.deck_order:
        if dated.year != pack.cards[dated.card].year:
            yield f"{dated.card} has the year {dated.year}"


def _rounds(pack: Pack) -> Iterator[str]:
    for dated in pack.deck_order:
        if min(dated.round_by_year, dated.round_each) < 1:
            yield f"{dated.card} would join before the first round"
        if dated.round_by_year != printed.ROUND_OF.get(dated.card, dated.round_by_year):
            yield f"{dated.card} must join in round {printed.ROUND_OF[dated.card]} by its year"
    for before, after in pairwise(pack.deck_order):
        if after.round_by_year < before.round_by_year or after.round_each < before.round_each:
            yield f"{after.card} would join before {before.card}"


def _russian_areas(pack: Pack) -> Iterator[str]:
    board = pack.board(True)
    yield from strays(board.russian_areas, printed.RUSSIAN_AREAS, "be an area")
    if printed.DIVIDED in board.countries:
        yield f"{printed.DIVIDED} must be divided"
    for area in board.russian_areas:
        if not board.countries[area].enterable:
            yield f"{area} must not be closed"


def _russian_borders(pack: Pack) -> Iterator[str]:
    yield from _land_borders(pack.board(True), printed.listed_when_divided())


def _russian_reinforcements(pack: Pack) -> Iterator[str]:
    board = pack.board(True)
    there = {area: board.value(area) for area in board.russian_areas}
    yield from differences(there, printed.FRENCH_IN_RUSSIA)
    if board.russian_reinforcement != printed.ALLIED_IN_RUSSIA:
        yield f"the Allies have {board.russian_reinforcement} instead of {printed.ALLIED_IN_RUSSIA}"


def _russian_armies(pack: Pack) -> Iterator[str]:
    armies = sum(it.armies for it in pack.board(False).setup if it.country == printed.DIVIDED)
    if pack.board(True).russian_armies != armies:
        yield f"{pack.board(True).russian_armies} armies stand for the {armies} in Russia"


PACK_CHECKS: dict[str, Callable[[Pack], Iterable[str]]] = {
    "ids are plain": _ids,
    "sources are told": _sources,
    "17 countries [MAP.1]": _countries,
    "land borders as listed [MAP.1, MAP.2]": _borders,
    "sea links of England [MAP.1, MAP.4]": _sea,
    "landlocked countries are out of reach [MAP.4]": _landlocked,
    "nobody enters the Ottoman Empire [MAP.5]": _enterable,
    "continental countries [VIC.2]": _continental,
    "armies at the start [SETUP.1, SETUP.2]": _setup,
    "sides of the countries agree with the set-up [SETUP.3]": _start_sides,
    "values of the countries [REINF.1]": _values,
    "who receives reinforcements [REINF.2]": _receivers,
    "nationalists [NAT.1]": _nationalists,
    "32 cards, numbers 1 to 32 [COMP.4]": _numbers,
    "cards name their side [CARD.3]": _each_card("side", lambda card: card.side),
    "cards have their effects [CARD.2]": _each_card("effect", lambda card: card.effect),
    "cards have their figures [CARD.2]": _each_card("amount", lambda card: card.amount),
    "cards have their moments [CARD.2]": _each_card("windows", lambda card: set(card.windows)),
    "cards name their places [CARD.2]": _each_card("places", lambda card: set(card.places)),
    "cards have their years [OPT2]": _years,
    "commanders [OPT1]": _commanders,
    "commanders begin with armies [E-33]": _starts,
    "12 dated cards in order [OPT2]": _dated,
    "rounds of the dated cards [OPT2]": _rounds,
    "four areas in Russia's place [OPT3]": _russian_areas,
    "their land borders as listed [OPT3]": _russian_borders,
    "their reinforcements [OPT3.1, OPT3.2]": _russian_reinforcements,
    "their armies are those of Russia [E-45]": _russian_armies,
}
"""What is asked of the tables: the name of each check, and what finds the things that are wrong."""

check = check_of(load_pack, lambda pack: findings(pack, PACK_CHECKS))
"""Every check of the pack in a folder."""
