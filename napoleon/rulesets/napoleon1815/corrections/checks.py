"""What a correction may not touch, and what cannot be set [RULING.98, RULING.99].

A refusal of a correction is for the referee, who sees everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from napoleon.rules.kit import correcting
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon1815 import control, fog
from napoleon.rulesets.napoleon1815.cards.blue_events import GUARD, LAMARQUE
from napoleon.rulesets.napoleon1815.packs.pack import MOST_FATIGUE, MOST_STRENGTH
from napoleon.rulesets.napoleon1815.sides import FRENCH, SIDES, side_of_army
from napoleon.rulesets.napoleon1815.table import Table


def area_of(table: Table, block: str) -> str | None:
    """Where a block stands; None if it is off the map."""
    it = table.state.blocks.get(block)
    return None if it is None else it.area


nothing_to_correct = partial(correcting.nothing_to_correct, "RULING.98")
"""What is to be set is so already."""


def refuse_alone_on_position(area: str) -> Refusal:
    """A fortified position goes where the French stand alone [FORTPOS.1]."""
    detail = f"The French would stand alone on the fortified position in {area}: take it off first."
    return refuse("FORTIFIED_POSITION_LOST", "FORTPOS.1", detail, area=area)


def refuse_place(table: Table, blocks: Iterable[str], area: str) -> Refusal | None:
    """Refuse blocks or areas that are not there, or that are involved in something."""
    if area not in table.pack.areas:
        return refuse("UNKNOWN_AREA", "TERM.7", f"There is no area {area}.", area=area)
    for block in blocks:
        if not _is_in_the_game(table, block):
            detail = f"There is no block {block} in this game."
            return refuse("UNKNOWN_BLOCK", "TERM.2", detail, block=block)
        if area_of(table, block) == area:
            return nothing_to_correct(block=block, area=area)
    refusal = refuse_busy(table)
    if refusal is not None:
        return refusal
    for block in blocks:
        refusal = refuse_engaged(table, block)
        if refusal is not None:
            return refusal
    operation = table.operation
    if operation is not None:
        scene = {operation.origin, *(area_of(table, block) for block in operation.blocks)}
        touched = [a for a in (area, *(area_of(table, block) for block in blocks)) if a in scene]
        if touched:
            detail = f"An operation is going on in {touched[0]}; wait until it is over."
            return refuse("OPERATION_RUNNING", "RULING.98", detail, area=touched[0])
    return None


def _is_in_the_game(table: Table, block: str) -> bool:
    state = table.state
    return block in state.blocks or block in state.reinforcements or block in state.awaiting_event


def refuse_parting(table: Table, blocks: Sequence[str]) -> Refusal | None:
    """In fog of war new tokens would have to be drawn, and a correction draws nothing."""
    if not table.fog:
        return None
    for block in blocks:
        together = table.blocks_in(area_of(table, block) or "", table.side_of(block))
        left = fog.tokens(table, (it for it in together if it not in blocks))
        if left:
            detail = "Blocks that stand together can only be moved together, in fog of war."
            return refuse("BLOCKS_WOULD_PART", "RULING.99", detail, block=block, left=list(left))
    return None


def refuse_no_corps(table: Table, corps: str) -> Refusal | None:
    """Refuse what is not a corps [TERM.3]."""
    if corps in table.pack.pieces and table.is_corps(corps):
        return None
    return refuse("NOT_A_CORPS", "TERM.3", f"{corps} is no corps.", block=corps)


def refuse_not_on_map(table: Table, block: str) -> Refusal | None:
    """Refuse a block that the game does not have, or that is off the map [TERM.7]."""
    if not _is_in_the_game(table, block):
        detail = f"There is no block {block} in this game."
        return refuse("UNKNOWN_BLOCK", "TERM.2", detail, block=block)
    if area_of(table, block) is None:
        return refuse("NOT_ON_MAP", "TERM.7", f"{block} is not on the map.", block=block)
    return None


def refuse_strength(infantry: int, cavalry: int) -> Refusal | None:
    """Refuse strength points that no corps on the map can have [TERM.3, ELIM.1]."""
    if min(infantry, cavalry) >= 0 and 1 <= infantry + cavalry <= MOST_STRENGTH:
        return None
    detail = f"A corps on the map has 1 to {MOST_STRENGTH} strength points."
    return refuse("OUT_OF_RANGE", "TERM.3", detail, infantry=infantry, cavalry=cavalry)


def refuse_risen(table: Table, corps: str, infantry: int, cavalry: int) -> Refusal | None:
    """Refuse more than a corps began with and cards may have added since [RULING.98].

    Cavalry never rises. One blue card in a turn adds a point of infantry; French ones do so only
    once Lamarque has come, and never to Drouot [CARD.reinforcements, CARD.lamarque].
    """
    begun = table.scenario.strength.get(corps, table.type_of(corps))
    most = begun.infantry + _reinforcements(table, corps)
    if cavalry <= begun.cavalry and infantry <= most:
        return None
    detail = (
        f"{table.type_of(corps).name} cannot have more than {most} infantry and "
        f"{begun.cavalry} cavalry by now: cavalry never rises, infantry by cards only."
    )
    return refuse("OUT_OF_RANGE", "RULING.98", detail, infantry=most, cavalry=begun.cavalry)


def _reinforcements(table: Table, corps: str) -> int:
    """How many points cards can have added to a corps by now."""
    turns = max(0, table.state.turn - table.scenario.first_turn)
    if table.side_of(corps) == FRENCH:
        return turns if LAMARQUE in table.state.blocks and corps != GUARD else 0
    return turns + 1


def refuse_enemy_flag(table: Table, area: str, flag: str | None) -> Refusal | None:
    """Refuse corps alone under a flag that is not their side's [CONTROL.1, CONTROL.5].

    A side that stands in a place alone has taken it. Where taking costs fatigue, the flag stays if
    that eliminates a corps [CONTROL.4].
    """
    it = table.area(area)
    alone = [side for side in SIDES if area in table.held_alone(side)]
    if not (alone and it.victory_points) or control.stops_on_capture(table, area):
        return None
    if flag is not None and side_of_army(flag) == alone[0]:
        return None
    detail = f"Corps stand alone in {it.name}, so it has the flag of their side."
    return refuse("ENEMY_FLAG", "CONTROL.1", detail, area=area, side=alone[0])


def refuse_fatigue(fatigue: int) -> Refusal | None:
    """Refuse fatigue that no corps can have [TERM.3, ELIM.2]."""
    if 0 <= fatigue <= MOST_FATIGUE:
        return None
    detail = f"A corps has 0 to {MOST_FATIGUE} fatigue points."
    return refuse("OUT_OF_RANGE", "TERM.3", detail, fatigue=fatigue)


def refuse_busy(table: Table) -> Refusal | None:
    """Nothing is placed while a combat, an allocation or a card is being carried out."""
    state = table.state
    if table.combat or state.allocations or state.declared or state.played or state.proposed:
        detail = "A combat, an allocation or a card is being carried out; wait until it is over."
        return refuse("NOT_NOW", "RULING.98", detail)
    return None


def refuse_engaged(table: Table, block: str) -> Refusal | None:
    """The blocks of the running operation stay as they are until it is over."""
    operation = table.operation
    engaged = operation is not None and block in (
        *operation.blocks,
        *operation.retreated,
        *operation.moved_by_event,
    )
    if engaged:
        detail = f"{block} takes part in the running operation; wait until it is over."
        return refuse("OPERATION_RUNNING", "RULING.98", detail, block=block)
    return _refuse_sealed(table, block)


def refuse_awaited(table: Table, block: str) -> Refusal | None:
    """Whether a combat, an allocation, a card or a sealed answer relies on a block as it is."""
    state, combat = table.state, table.combat
    cards = [card for card in (state.played, state.proposed, *state.declared) if card is not None]
    awaited = (
        *(corps for allocation in state.allocations for corps in allocation.corps),
        *((*combat.attackers, *combat.defenders) if combat else ()),
        *(name for card in cards for name in card.choice.blocks),
    )
    if block in awaited:
        detail = f"Something that concerns {block} is being carried out; wait until it is over."
        return refuse("NOT_NOW", "RULING.98", detail, block=block)
    return _refuse_sealed(table, block)


def _refuse_sealed(table: Table, block: str) -> Refusal | None:
    if named_in_sealed_answer(table, block):
        detail = f"A sealed answer names {block}; wait until it has been carried out."
        return refuse("ANSWER_SEALED", "RULING.98", detail, block=block)
    return None


def named_in_sealed_answer(table: Table, name: str | int) -> bool:
    """Whether an answer that waits for others names a block or a card."""
    return any(
        _holds(value, name)
        for answers in table.state.sealed.values()
        for answer in answers
        for field, value in answer.items()
        if field != "order"
    )


def _holds(value: Any, name: str | int) -> bool:
    if isinstance(value, dict):
        return name in value
    if isinstance(value, list | tuple):
        return name in value
    return bool(value == name)
