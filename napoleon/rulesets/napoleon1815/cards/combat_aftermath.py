"""What cards of combat bring later: fatigue, losses, the choice to stay [chapter 14.4]."""

from __future__ import annotations

from napoleon.rules.events import Line
from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleon1815 import allocation, combat_effects, retreat
from napoleon.rulesets.napoleon1815.combat import fighting_corps, fought
from napoleon.rulesets.napoleon1815.events.combat import RetreatWaived
from napoleon.rulesets.napoleon1815.events.combat_cards import LaterEffectStarted
from napoleon.rulesets.napoleon1815.orders import ChooseStay
from napoleon.rulesets.napoleon1815.sides import ALLIED, FRENCH
from napoleon.rulesets.napoleon1815.state import Combat
from napoleon.rulesets.napoleon1815.table import Player, Table, the_player


def _to_come(table: Table, combat: Combat, event: str, side: str) -> bool:
    """Whether what a card brings later is still to come, for corps of `side` that are left."""
    played = combat.has_event(event) and event not in combat.settled
    return played and bool(fighting_corps(table, combat, side))


# -- the Imperial Guard is beaten ----------------------------------------------------------------


def guard_due(table: Table) -> bool:
    """Whether the French have lost in spite of the Imperial Guard [CARD.imperial_guard]."""
    combat = table.combat
    return (
        combat is not None
        and combat.winner == ALLIED
        and _to_come(table, combat, "imperial_guard", FRENCH)
    )


def tire_guard(table: Table) -> None:
    """Each corps of the beaten stack takes a point of fatigue before the retreat."""
    corps = fighting_corps(table, fought(table), FRENCH)
    clause = "CARD.imperial_guard"
    table.record(LaterEffectStarted("imperial_guard"), clause)
    line = Line(len(corps), clause, "the Imperial Guard is beaten")
    allocation.incur(table, FRENCH, corps, "event", [line], clause, "RULING.11")


# -- hold to the last ----------------------------------------------------------------------------


def stay_due(table: Table) -> bool:
    """Whether the Allies may choose to stay, after holding to the last [CARD.hold]."""
    combat = table.combat
    return (
        combat is not None
        and combat.winner == FRENCH
        and not combat.retreat
        and _to_come(table, combat, "hold", ALLIED)
    )


def stay_asks(table: Table) -> list[Decision]:
    """The owner of the beaten stack, or of a mixed one the leader, chooses [DP-28]."""
    player = table.decider(fighting_corps(table, fought(table), ALLIED))
    text = "Does the stack stay, or retreat?"
    return [table.question(player, "choose_stay", "CARD.hold", text)]


def _stay(it: Player, order: ChooseStay) -> None:
    """Nobody pursues a stack that stays; otherwise it retreats as usual [RULING.26]."""
    if order.stay:
        it.table.record(RetreatWaived("hold to the last", "hold"), "CARD.hold", "RULING.26")
    else:
        retreat.owe(it.table)


def _explain(table: Table, seat: str, order: Order) -> Refusal | None:
    """Why this player's stack has to go [RETREAT.1]."""
    combat = table.combat
    if combat is None or combat.leaving != table.side_of_player(seat) or combat.waived:
        return None
    return refuse("RETREAT_COMPULSORY", "RETREAT.1", "The stack has to retreat.")


STAY = DeclaredVerb(
    ChooseStay,
    the_player("operations", "choose_stay"),
    "CARD.hold",
    fields={"stay": Domain(lambda it: (True, False))},
    does=_stay,
    lines={"stay": {"stay": True}, "go": {"stay": False}},
    says=lambda it, order: say("Stay") if order.stay else say("Retreat"),
    ordinary=False,
    costs=True,
    misplaced=_explain,
)


# -- strength points lost later ------------------------------------------------------------------


def rear_guard_due(table: Table) -> bool:
    """Whether a rear guard that has withdrawn still has to pay for it [CARD.rear_guard]."""
    combat = table.combat
    return (
        combat is not None
        and combat.retreat == "done"
        and _to_come(table, combat, "rear_guard", ALLIED)
    )


def lose_rear_guard(table: Table) -> None:
    """The corps loses a strength point."""
    _lose_strength(table, fought(table), "rear_guard", "RULING.28")


def battery_due(table: Table) -> bool:
    """Whether a combat is over whose grand battery still has to tell [RULING.27, RULING.77]."""
    combat = table.state.combat
    return (
        table.operation is not None
        and combat is not None
        and combat.over
        and bool(combat.hits)
        and _to_come(table, combat, "grand_battery", ALLIED)
    )


def fire_battery(table: Table) -> None:
    """The Allied stack of the combat loses one more strength point, wherever it is now."""
    combat = table.state.combat
    assert combat is not None
    _lose_strength(table, combat, "grand_battery", "RULING.27")


def _lose_strength(table: Table, combat: Combat, event: str, ruling: str) -> None:
    corps = fighting_corps(table, combat, ALLIED)
    table.record(LaterEffectStarted(event), f"CARD.{event}", ruling)
    combat_effects.incur_losses(table, ALLIED, 1, corps, "event", f"CARD.{event}", ruling)
