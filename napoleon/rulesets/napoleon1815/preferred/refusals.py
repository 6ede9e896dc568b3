"""Standing orders about choices that could never apply; they go by the map and the own blocks."""

from __future__ import annotations

from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.standing_orders import StandingOrder
from napoleon.rulesets.napoleon1815.preferred.kinds import (
    ActingAlly,
    Consent,
    Fatigue,
    Losses,
    NoSwaps,
    Retreats,
    Scouts,
)
from napoleon.rulesets.napoleon1815.sides import ALLIED
from napoleon.rulesets.napoleon1815.table import Table


def refuse_preference(table: Table, seat: str, said: StandingOrder) -> Refusal | None:
    """Refuse names of nothing, and what nobody of this seat is ever asked."""
    match said:
        case Fatigue(spare=corps) | Losses(spare=corps):
            return _refuse_corps(table, seat, corps)
        case Retreats(towards=towards, never=never):
            return _refuse_areas(table, (*towards, *never))
        case Scouts(places=places):
            return _refuse_areas(table, places)
        case ActingAlly() | Consent() | NoSwaps():
            return _refuse_partner(table, seat)
    return None


def _refuse_corps(table: Table, seat: str, named: tuple[str, ...]) -> Refusal | None:
    side = table.side_of_player(seat)
    own = {it for it in table.pack.corps if table.pack.sides[it] == side}
    for block in named:
        if block not in own:
            known = table.pack.pieces.get(block)
            corps = known.name if known else block
            detail = f"{corps} is no corps of your side."
            return refuse("NOT_YOUR_BLOCK", "ALLOC.1", detail, corps=block)
    return None


def _refuse_areas(table: Table, named: tuple[str, ...]) -> Refusal | None:
    for area in named:
        if area not in table.pack.areas:
            return refuse("BAD_PAYLOAD", "", f"There is no area {area}.", unknown=area)
    return None


def _refuse_partner(table: Table, seat: str) -> Refusal | None:
    if table.three_players and table.side_of_player(seat) == ALLIED:
        return None
    detail = "Only the Allied players of a game of three have a partner."
    return refuse("NOT_YOUR_DECISION", "THREE.7", detail)
