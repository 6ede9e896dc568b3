"""The sequence of play, as one list [chapter 4].

The game stands at the first step of `SEQUENCE`, at the end, that is due; see
`napoleon.rules.kit.sequence`.
"""

from __future__ import annotations

from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rulesets.napoleon1815 import (
    allocation,
    combat,
    combat_effects,
    control,
    elimination,
    exchange,
    fog,
    initiative,
    invasion,
    movement,
    movement_fatigue,
    movement_points,
    operations,
    partners,
    pursuit,
    recovery,
    retreat,
    scouts,
    turns,
    victory,
)
from napoleon.rulesets.napoleon1815.cards import (
    blue_cards,
    card_play,
    combat_aftermath,
    consent,
    event_moves,
    open_questions,
    red_cards,
    windows,
)
from napoleon.rulesets.napoleon1815.table import Table


def window(name: str, window_id: str) -> Step[Table]:
    """A step at which players may play cards, which is over when all have answered."""
    found = windows.WINDOWS[window_id]
    return Step(
        name,
        found.is_due,
        open_questions.pass_over(window_id),
        found.asks,
        open_questions.is_plain(window_id),
    )


def is_drawing(table: Table) -> bool:
    """Whether a turn is about to begin, or its draw phase goes on [SEQ.1]."""
    return table.state.phase in ("setup", "turn_end", "draw")


def takes_initiative(table: Table) -> bool:
    """Whether the initiative phase goes on [SEQ.1]."""
    return table.state.phase == "initiative"


def is_operating(table: Table) -> bool:
    """Whether the operations phase goes on [SEQ.1]."""
    return table.state.phase == "operations"


def is_fighting(table: Table) -> bool:
    """Whether a combat is being fought, up to the end of its pursuit [chapter 8]."""
    return table.combat is not None


def is_recovering(table: Table) -> bool:
    """Whether the recovery phase goes on [SEQ.1]."""
    return table.state.phase == "recovery"


AT_ANY_MOMENT: tuple[Step[Table], ...] = (
    Step("offer to end", victory.turning_down_due, victory.turn_down),
    Step("cards offered", exchange.due, only_asks, exchange.asks),
    Step("scouts caught", scouts.caught_due, scouts.remove_caught),
    Step("elimination", elimination.due, elimination.remove),
    # What the map shows is true before anybody is asked [RULING.105].
    Step("contested areas", control.contest_due, control.settle_contest),
    Step("fortified positions", control.position_lost, control.lose_positions),
    Step("allocation", allocation.due, allocation.carry_out, allocation.asks),
    Step("contact", partners.contact_due, partners.close_contact, partners.contact_asks),
    # A green card on its way
    Step("leader's consent", consent.due, only_asks, consent.asks),
    Step("card played", card_play.counter_due, only_asks, card_play.counter_asks),
    Step("card event", card_play.effect_due, card_play.take_effect),
)

EFFECTS_OF_A_COMBAT: tuple[Step[Table], ...] = (
    window("effects known", "W.RESULT"),
    Step("combat fatigue", combat_effects.fatigue_due, combat_effects.give_fatigue),
    Step("combat losses", combat_effects.losses_due, combat_effects.give_losses),
    Step("combat result", combat_effects.result_due, combat_effects.name_winner),
)
"""Nothing else happens before the track has moved."""

WHAT_FOLLOWS_AT_ONCE: tuple[Step[Table], ...] = (
    Step("victory track", victory.due, victory.settle),
    Step("early invasion", invasion.due, invasion.invade),
    Step("citadel by event", event_moves.capture_due, event_moves.capture),
)

DRAW_PHASE: tuple[Step[Table], ...] = (
    Step("scouts", scouts.placing_due, scouts.place_all, scouts.placing_asks),
    Step("next turn, draw", turns.turn_due, turns.start_turn),
    Step("red cards", red_cards.reveal_due, red_cards.reveal),
    Step("red event", red_cards.stands, red_cards.carry_out, red_cards.asks),
    Step("reinforcements", turns.reinforcements_due, turns.bring_reinforcements),
    Step("initiative phase", initiative.phase_due, initiative.start_phase),
)

INITIATIVE_PHASE: tuple[Step[Table], ...] = (
    Step("blue cards", blue_cards.declaring_due, only_asks, blue_cards.declaring_asks),
    Step("foresight", blue_cards.foresight_due, only_asks, blue_cards.foresight_asks),
    Step("blue events", blue_cards.effect_due, blue_cards.take_effect),
    Step("initiative", initiative.flip_due, initiative.flip),
    Step("leader", initiative.leader_due, initiative.flip_for_leader),
    Step("operations phase", initiative.over, initiative.start_operations),
)

COMBAT: tuple[Step[Table], ...] = (
    Step("blocks revealed", fog.reveal_due, fog.reveal_battle),
    window("start of combat", "W.COMBAT"),
    Step("combat cards", combat.count_due, combat.count),
    Step("combat effects", combat_effects.flip_due, combat_effects.flip),
    Step("guard beaten", combat_aftermath.guard_due, combat_aftermath.tire_guard),
    Step("stay", combat_aftermath.stay_due, only_asks, combat_aftermath.stay_asks),
    Step("retreat owed", retreat.owe_due, retreat.owe),
    window("start of retreat", "W.RETREAT"),
    Step("retreat", retreat.path_due, retreat.go_on, retreat.path_asks),
    Step("fatigue of the retreat", retreat.tire_due, retreat.tire),
    Step("rear guard", combat_aftermath.rear_guard_due, combat_aftermath.lose_rear_guard),
    window("retreat over", "W.RETREATED"),
    Step("pursuit", pursuit.due, pursuit.start),
    Step("pursuit effects", pursuit.run_due, pursuit.run),
    Step("end of pursuit", pursuit.end_due, pursuit.end),
)

MOVEMENT: tuple[Step[Table], ...] = (
    Step("movement points", movement_points.flip_due, movement_points.flip),
    window("card flipped", "W.FLIPPED"),
    Step("no movement points", movement.no_points_due, movement.stand_still),
    window("area entered", "W.ENTERED"),
    Step("stop", movement.stop_due, movement.stop),
    Step("march", movement.march_due, only_asks, movement.march_asks),
    window("end of movement", "W.MOVEEND"),
    Step("fatigue of the march", movement_fatigue.fatigue_due, movement_fatigue.tire),
)

OPERATION: tuple[Step[Table] | Part[Table], ...] = (
    window("start of operation", "W.OPSTART"),
    Step("action", operations.action_due, only_asks, operations.action_asks),
    Part("movement", movement_points.is_moving, MOVEMENT),
    Step("citadel", movement_fatigue.capture_due, movement_fatigue.capture),
    Step("attack", combat.attack_due, only_asks, combat.attack_asks),
    Part("combat", is_fighting, COMBAT),
    Step("grand battery", combat_aftermath.battery_due, combat_aftermath.fire_battery),
    Step("cards of the combat", card_play.clearing_due, card_play.clear),
    Step("spent blocks", operations.spending_due, operations.spend_blocks),
    Step("blocks hidden", fog.hide_due, fog.hide),
    window("operation over", "W.OPEND"),
    Step("end of operation", operations.running, operations.end_operation),
)

OPERATIONS_PHASE: tuple[Step[Table] | Part[Table], ...] = (
    Step("recovery phase", recovery.phase_due, recovery.start_phase),
    Step("acting ally", partners.naming_due, partners.name_the_leader, partners.naming_asks),
    Step("go", operations.go_due, operations.forced_pass, operations.go_asks),
    Part("operation", operations.running, OPERATION),
)

RECOVERY_PHASE: tuple[Step[Table], ...] = (
    Step("recovery cards", recovery.cards_due, recovery.carry_out, recovery.cards_asks),
    Step("exhaustion", recovery.wear_due, recovery.wear),
    Step("readiness", recovery.ready_due, recovery.make_ready),
    Step("end of turn", turns.end_turn_due, turns.end_turn),
)

SEQUENCE: tuple[Step[Table] | Part[Table], ...] = (
    *AT_ANY_MOMENT,
    Part("effects of a combat", combat_effects.result_due, EFFECTS_OF_A_COMBAT),
    *WHAT_FOLLOWS_AT_ONCE,
    Part("draw phase", is_drawing, DRAW_PHASE),
    Part("initiative phase", takes_initiative, INITIATIVE_PHASE),
    Part("operations phase", is_operating, OPERATIONS_PHASE),
    Part("recovery phase", is_recovering, RECOVERY_PHASE),
)
