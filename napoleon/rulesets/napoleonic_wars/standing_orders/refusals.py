"""Standing orders that could never apply, by the map and by what the seat itself holds [R-136]."""

from __future__ import annotations

from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.standing_orders import StandingOrder
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.restoring import moves_a_consul
from napoleon.rulesets.napoleonic_wars.standing_orders.kinds import (
    EludeFleets,
    EvadeTo,
    InterceptIf,
    LetFleetsSail,
    MakeForPorts,
    NeverIntercept,
    NoPreemption,
    OddHitsTo,
    PlayCard,
    PreemptBefore,
    RetreatTo,
    SeekFleets,
    StandFast,
)
from napoleon.rulesets.napoleonic_wars.table import Wars

LEAST, MOST = 2, 12
"""What two dice can show."""


def refuse_card(table: Wars, seat: str, said: PlayCard) -> Refusal | None:
    """Refuse a card that the seat does not hold, and one that fits in no window."""
    card = table.data.cards.get(said.card)
    if card is None:
        return refuse("UNKNOWN_NAME", "6.14.a", f"The pack has no {said.card}.", card=said.card)
    own = (it for it in table.state.nations if commander(table.state, it) == seat)
    if not any(said.card in table.state.nations[it].hand for it in own):
        return refuse("CARD_NOT_IN_HAND", "6.14.a", "That is no card of a nation of yours.")
    if not card.windows and card.type != "battle" and not moves_a_consul(card):
        detail = "That card is played in one's own impulse or battle, and in no window."
        return refuse("DOES_NOT_FIT", "R-72", detail, card=said.card)
    unknown = [it for it in said.against if it not in table.data.nations]
    return _refuse_names(unknown)


def refuse_preference(table: Wars, seat: str, said: StandingOrder) -> Refusal | None:
    """Refuse names that the pack does not have, and dice that cannot be."""
    pack = table.data
    match said:
        case NoPreemption(before=before) | PreemptBefore(before=before):
            return _refuse_names([it for it in before if it not in pack.nations])
        case OddHitsTo(nations=nations):
            return _refuse_names([it for it in nations if it not in pack.nations])
        case InterceptIf(leaders=leaders, spaces=spaces, need=need):
            unknown = [it for it in leaders if it not in pack.leaders]
            unknown += [it for it in spaces if it not in pack.spaces]
            return _refuse_names(unknown) or _refuse_need(need)
        case NeverIntercept(spaces=spaces) | StandFast(spaces=spaces):
            return _refuse_names([it for it in spaces if it not in pack.spaces])
        case EvadeTo(to=to, need=need):
            return _refuse_names([it for it in to if it not in pack.spaces]) or _refuse_need(need)
        case RetreatTo(to=to) | MakeForPorts(ports=to):
            return _refuse_names([it for it in to if it not in pack.spaces])
        case SeekFleets(zones=zones, need=need):
            return _refuse_names([it for it in zones if it not in pack.zones]) or _refuse_need(need)
        case LetFleetsSail(zones=zones):
            return _refuse_names([it for it in zones if it not in pack.zones])
        case EludeFleets(need=need):
            return _refuse_need(need)
    return None


def _refuse_names(unknown: list[str]) -> Refusal | None:
    if not unknown:
        return None
    name = unknown[0]
    return refuse("UNKNOWN_NAME", "R-136", f"The pack has no {name}.", name=name)


def _refuse_need(need: int) -> Refusal | None:
    if LEAST <= need <= MOST:
        return None
    detail = f"Two dice show from {LEAST} to {MOST}."
    return refuse("OUT_OF_RANGE", "10.11.a", detail, least=LEAST, most=MOST)
