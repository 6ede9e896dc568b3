"""Checks of a complete scenario: whether it makes sense under the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from napoleon.rules.kit.packs import STATUS_WORDS
from napoleon.rulesets.napoleon1815.packs.pack import Pack, Scenario
from napoleon.rulesets.napoleon1815.packs.printed import BOTTOM, MOST_POSITIONS, TOP
from napoleon.rulesets.napoleon1815.sides import side_of_army


def _ledger(pack: Pack, scenario: Scenario) -> Iterator[str]:
    lines = sum(line.amount for line in scenario.victory_track_ledger)
    if lines != scenario.victory_track:
        yield f"the track starts at {scenario.victory_track}, its lines add up to {lines}"


def _ends(pack: Pack, scenario: Scenario) -> Iterator[str]:
    if not BOTTOM < scenario.victory_track < TOP:
        yield f"the track starts at {scenario.victory_track}"
    if not BOTTOM <= scenario.end.french_win_if_track_at_most < TOP:
        yield f"the French need {scenario.end.french_win_if_track_at_most} at the end"


def _commanders(pack: Pack, scenario: Scenario) -> Iterator[str]:
    corps = {
        (area, pack.blocks[block].army)
        for block, area in scenario.setup.items()
        if pack.blocks[block].kind == "corps"
    }
    for block, area in scenario.setup.items():
        printed = pack.blocks[block]
        if printed.kind == "commander" and (area, printed.army) not in corps:
            yield f"{block} stands in {area} without a corps of its army"


def _control(pack: Pack, scenario: Scenario) -> Iterator[str]:
    for block, area in scenario.setup.items():
        holder = scenario.control.get(area)
        if holder is not None and side_of_army(holder) != pack.blocks[block].side:
            yield f"{block} stands in {area}, which is {holder}"
    for area in scenario.control:
        if not pack.areas[area].victory_points:
            yield f"{area} scores nothing"


def _fortified_positions(pack: Pack, scenario: Scenario) -> Iterator[str]:
    places = scenario.fortified_positions
    if len(places) > MOST_POSITIONS or len(places) != len(set(places)):
        yield f"at most {MOST_POSITIONS} different ones"
    for area in places:
        if pack.areas[area].kind != "fortified_farm":
            yield f"{area} is no fortified farm"
        if any(pack.blocks[b].side == "french" for b, at in scenario.setup.items() if at == area):
            yield f"French blocks stand in {area}"


def _strength(pack: Pack, scenario: Scenario) -> Iterator[str]:
    coming = {reinforcement.block for reinforcement in scenario.reinforcements}
    for block in sorted(set(scenario.strength) | set(scenario.fatigue)):
        if block not in scenario.setup and block not in coming:
            yield f"{block} is not set up"


def _reinforcements(pack: Pack, scenario: Scenario) -> Iterator[str]:
    arriving = scenario.reinforcements
    for coming in arriving:
        block = pack.blocks[coming.block]
        if not scenario.first_turn < coming.turn <= scenario.last_turn:
            yield f"{block.id} comes on turn {coming.turn}"
        if block.enters == "event":
            yield f"{block.id} enters by event"
        places = (coming.area, *coming.alternatives)
        if len(places) != len(set(places)):
            yield f"{block.id} has the same area twice"
        if block.kind == "commander" and not any(
            other.turn == coming.turn
            and (other.area, *other.alternatives) == places
            and pack.blocks[other.block].kind == "corps"
            and pack.blocks[other.block].army == block.army
            for other in arriving
        ):
            yield f"{block.id} comes without a corps"


def _event_blocks(pack: Pack, scenario: Scenario) -> Iterator[str]:
    for block in scenario.event_blocks:
        if pack.blocks[block].enters != "event":
            yield f"no event brings {block}"


def _invasion_cards(pack: Pack, scenario: Scenario) -> Iterator[str]:
    turns = range(scenario.first_turn, scenario.last_turn + 1)
    for turn in sorted(set(scenario.invasion_cards) - set(turns)):
        yield f"turn {turn} is not played"
    cards = [scenario.invasion_cards[turn] for turn in turns]
    if cards != sorted(cards):
        yield "they go back to an earlier one"


def _players(pack: Pack, scenario: Scenario) -> Iterator[str]:
    if not scenario.players or not set(scenario.players) <= {2, 3}:
        yield f"they are {list(scenario.players)}"


def _scouts(pack: Pack, scenario: Scenario) -> Iterator[str]:
    standing = {(a, pack.blocks[b].side) for b, a in scenario.setup.items()}
    armies: set[str] = {block.army for block in pack.blocks.values()}
    for army in sorted(armies - set(scenario.scouts)):
        yield f"nothing is said about {army} scouts"
    for army in sorted(set(scenario.scouts) - armies):
        yield f"there is no army {army}"
    for army, scouts in scenario.scouts.items():
        if scouts.count and not scouts.areas:
            yield f"{army} has no area for scouts"
        enemy = "allied" if side_of_army(army) == "french" else "french"
        for area in scouts.areas:
            if (area, enemy) in standing:
                yield f"{army} scouts would meet the enemy in {area}"


def _provenance(pack: Pack, scenario: Scenario) -> Iterator[str]:
    for word in sorted(set(scenario.provenance).difference(STATUS_WORDS)):
        yield f"there is no status {word}"
    if not any(scenario.provenance.values()):
        yield "nothing is said"


SCENARIO_CHECKS: dict[str, Callable[[Pack, Scenario], Iterable[str]]] = {
    "track starts where its ledger says": _ledger,
    "track and end threshold leave both sides a game [VICTORY.6]": _ends,
    "commanders have a corps of their army [MOVE.2H]": _commanders,
    "who stands on a place that scores controls it [CONTROL.1]": _control,
    "fortified positions are on Allied fortified farms [TERM.12]": _fortified_positions,
    "strength and fatigue belong to blocks in play [SETUP.4]": _strength,
    "reinforcements can arrive [SEQ.2]": _reinforcements,
    "event blocks have an event [DATA.4]": _event_blocks,
    "invasion cards follow each other [DATA.5]": _invasion_cards,
    "two or three players [SETUP.1]": _players,
    "scouts have somewhere to go [SCOUT.1]": _scouts,
    "provenance is told": _provenance,
}
"""What is asked of a scenario: the name of each check, and what finds the things that are wrong."""
