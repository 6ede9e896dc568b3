"""Checks of a data pack, for those who replace one: ``napoleon pack check DIR``.

A pack passes when the rules can be played with it and it agrees with what the rulebook prints.
Figures that the rulebook does not print, such as values of cards, are not judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from napoleon.rules.kit.findings import check_of, cut_off, finding, findings, not_plain, strays
from napoleon.rules.terms import Finding
from napoleon.rulesets.napoleon1815.packs import printed
from napoleon.rulesets.napoleon1815.packs.loader import load_pack
from napoleon.rulesets.napoleon1815.packs.pack import BlockType, Card, Pack
from napoleon.rulesets.napoleon1815.packs.scenario_check import SCENARIO_CHECKS

DECK_SIZE = 36
"""Cards in a deck [SETUP.6]."""


def _scenario_findings(pack: Pack) -> Iterator[Finding]:
    for name in sorted([*pack.scenarios, *pack.broken_scenarios]):
        problems = pack.broken_scenarios.get(name, [])
        yield finding(f"{name}: scenario is complete", problems)
    for name, scenario in pack.scenarios.items():
        for check_name, found in SCENARIO_CHECKS.items():
            yield finding(f"{name}: {check_name}", found(pack, scenario))


# -- ids and map -------------------------------------------------------------------------------


def _ids(pack: Pack) -> Iterator[str]:
    yield from not_plain([*pack.areas, *pack.blocks])
    for name in sorted(pack.areas.keys() & pack.blocks.keys()):
        yield f"{name} is an area and a block"


def _connected(pack: Pack) -> Iterator[str]:
    yield from cut_off(pack.areas, pack.graph.distance)


def _points(pack: Pack) -> Iterator[str]:
    for name, points in printed.PLACES.items():
        if name not in pack.areas:
            yield f"{name} is not on the map"
        elif pack.areas[name].victory_points != points:
            yield f"{name} must score {points}"
    for area in pack.areas.values():
        if area.id not in printed.PLACES:
            points = printed.FARM_POINTS if area.kind == "fortified_farm" else 0
            if area.victory_points != points:
                yield f"{area.id} must score {points}"


def _border(pack: Pack) -> Iterator[str]:
    france = {area.id for area in pack.areas.values() if area.in_france}
    if not france or len(france) == len(pack.areas):
        yield "there must be areas in France and outside"
    if "maubeuge" in pack.areas and "maubeuge" not in france:
        yield "maubeuge must be in France"
    if "alost" in france:
        yield "alost must not be in France"


# -- blocks ------------------------------------------------------------------------------------


def _commanders(pack: Pack) -> Iterator[str]:
    there = {(b.army, b.id) for b in pack.blocks.values() if b.kind == "commander"}
    due = set(printed.COMMANDERS.items())
    yield from (f"{name} must command the {army} army" for army, name in sorted(due - there))
    yield from (f"{name} must not be a commander" for army, name in sorted(there - due))
    for block in pack.blocks.values():
        if block.kind == "commander" and block.infantry + block.cavalry:
            yield f"{block.id} has strength points"


def _corps(pack: Pack) -> Iterator[str]:
    for side, names in printed.CORPS.items():
        for name in sorted(names):
            block = pack.blocks.get(name)
            if block is None or block.kind != "corps" or block.side != side:
                yield f"{name} must be a corps of the {side} side"


def _strength(pack: Pack) -> Iterator[str]:
    for block in pack.blocks.values():
        if block.kind == "corps" and not 1 <= block.infantry + block.cavalry <= 8:
            yield f"{block.id} has {block.infantry + block.cavalry} strength points"


def _symbols(pack: Pack) -> Iterator[str]:
    blocks = pack.blocks
    facts: tuple[tuple[str, str, Callable[[BlockType], bool]], ...] = (
        ("ney", "must have the march symbol", lambda b: b.march),
        ("derlon", "must not have the march symbol", lambda b: not b.march),
        ("drouot", "must have combat bonus 1", lambda b: b.combat_bonus == 1),
        ("wellington", "must have combat bonus 1", lambda b: b.combat_bonus == 1),
        ("napoleon", "must have a combat bonus", lambda b: b.combat_bonus > 0),
    )
    for name, fact, holds in facts:
        if name in blocks and not holds(blocks[name]):
            yield f"{name} {fact}"


def _by_event(pack: Pack) -> Iterator[str]:
    there = {block.id for block in pack.blocks.values() if block.enters == "event"}
    yield from strays(there, printed.ENTER_BY_EVENT, "enter by event")


# -- cards and dice ----------------------------------------------------------------------------


def _decks(pack: Pack) -> Iterator[str]:
    printed_for_two = pack.cards.keys() - pack.three_player_cards.keys()
    for side, size in Counter(pack.cards[number].side for number in printed_for_two).items():
        if size != DECK_SIZE:
            yield f"the {side} deck has {size} cards instead of {DECK_SIZE}"
    yield from _numbers(printed_for_two, range(1, 2 * DECK_SIZE + 1))


def _numbers(there: Iterable[int], due: Iterable[int]) -> Iterator[str]:
    for number in sorted(set(due) - set(there)):
        yield f"there is no card {number}"
    for number in sorted(set(there) - set(due)):
        yield f"there must be no card {number}"


def _events(pack: Pack) -> Iterator[str]:
    for event in sorted(set(printed.DECKS) - {card.event for card in pack.cards.values()}):
        yield f"no card has the event {event}"


def _each_card(wrong: Callable[[Card], str]) -> Callable[[Pack], Iterator[str]]:
    def found(pack: Pack) -> Iterator[str]:
        for card in pack.cards.values():
            if words := wrong(card):
                yield f"card {card.number} ({card.event}) {words}"

    return found


def _wrong_deck(card: Card) -> str:
    allowed = printed.DECKS.get(card.event, frozenset())
    return "" if card.side in allowed else f"is in the {card.side} deck"


def _wrong_colour(card: Card) -> str:
    return "" if card.colour in printed.colours(card.event) else f"is {card.colour}"


def _wrong_windows(card: Card) -> str:
    if card.colour == "green":
        fits = bool(card.windows) and not {"W.DRAW", "W.INIT"} & set(card.windows)
    else:
        fits = card.windows == ("W.DRAW" if card.colour == "red" else "W.INIT",)
    return "" if fits else f"is {card.colour} and has the windows {'|'.join(card.windows)}"


def _wrong_symbol(card: Card) -> str:
    windows = set(card.windows)
    if card.colour != "green":
        allowed = {""}
    elif windows == {"W.COMBAT"}:
        allowed = {"x"}
    elif windows <= {"W.RESULT", "W.RETREAT", "W.RETREATED"}:
        allowed = {"r"}
    else:
        allowed = {"m-A", "m-F"}
    return "" if card.symbol in allowed else f"has the symbol '{card.symbol}'"


def _invasion_cards(pack: Pack) -> Iterator[str]:
    yield from _numbers(pack.invasion_cards, printed.INVASION_CARDS)
    for card in pack.invasion_cards.values():
        for side, draws in card.draws.items():
            if not 1 <= draws <= 4:
                yield f"card {card.number} gives the {side} player {draws} cards"


def _three_player_cards(pack: Pack) -> Iterator[str]:
    there = {(card.number, card.replaces) for card in pack.three_player_cards.values()}
    due = set(printed.REPLACED.items())
    yield from (f"{new} must replace {old}" for new, old in sorted(due - there))
    yield from (f"{new} must not replace {old}" for new, old in sorted(there - due))
    for card in pack.three_player_cards.values():
        replaced = pack.cards.get(card.replaces)
        if replaced is not None and card.side != replaced.side:
            yield f"{card.number} is not in the deck of {card.replaces}"
        if card.side not in printed.DECKS.get(card.event, ()):
            yield f"{card.number} cannot be the event {card.event}"


def _dice(pack: Pack) -> Iterator[str]:
    for army in printed.COMMANDERS:
        faces = sorted(face.face for face in pack.dice if face.army == army)
        if faces != [1, 2, 3, 4, 5, 6]:
            yield f"the {army} die has the faces {faces}"


def _scenarios(pack: Pack) -> Iterator[str]:
    if not pack.scenarios and not pack.broken_scenarios:
        yield "there is none"


PACK_CHECKS: dict[str, Callable[[Pack], Iterable[str]]] = {
    "ids are plain and unique": _ids,
    "map is connected": _connected,
    "places score as printed [VICTORY.2]": _points,
    "border of France [DATA.1]": _border,
    "one commander for each army [TERM.4]": _commanders,
    "corps named by the rules [DATA.2]": _corps,
    "corps have 1 to 8 strength points [TERM.3]": _strength,
    "printed symbols and bonuses [DATA.2]": _symbols,
    "blocks that enter by event [DATA.2]": _by_event,
    "two decks of 36 cards, numbers 1 to 72 [SETUP.6]": _decks,
    "every event has a card [DATA.3]": _events,
    "events are in the right deck [DATA.3]": _each_card(_wrong_deck),
    "events have their colour [CARDS.3]": _each_card(_wrong_colour),
    "windows fit the colour [CARDS.3]": _each_card(_wrong_windows),
    "symbols fit the windows [CARDS.4]": _each_card(_wrong_symbol),
    "invasion cards [DATA.5]": _invasion_cards,
    "cards for three players [THREE.1]": _three_player_cards,
    "dice have six faces [DICE.2]": _dice,
    "there are scenarios [DATA.4]": _scenarios,
}
"""What is asked of the tables: the name of each check, and what finds the things that are wrong."""

check = check_of(load_pack, lambda pack: [*findings(pack, PACK_CHECKS), *_scenario_findings(pack)])
"""Every check of the pack in a folder."""
