"""COMBAT.0a to COMBAT.1i Combat: the attack, and the number of cards of each side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import DeclaredVerb, Domain, Irreversible
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleon1815.events.combat import (
    AttackDeclined,
    CombatCalledOff,
    CombatCardsCounted,
    CombatStarted,
)
from napoleon.rulesets.napoleon1815.orders import ChooseAttack
from napoleon.rulesets.napoleon1815.sides import ALLIED, enemy
from napoleon.rulesets.napoleon1815.state import Combat
from napoleon.rulesets.napoleon1815.table import Player, Table, the_player

IN_PLACE, MOVE_ATTACK = "in_place", "move_attack"
CARDS: Mapping[str, int] = {
    "COMBAT.1b": 1,
    "COMBAT.1c": -1,
    "COMBAT.1d": -1,
    "COMBAT.1e": 1,
    "COMBAT.1f": 1,
    "COMBAT.1g": 1,
}
"""Combat cards by clause: for a corps, a move-attack, a tired corps, and for a defender in a
forest, in a citadel of their own, and on a fortified position [COMBAT.1]."""
CARDS_OF_STRONG = 2
"""Cards of a strong corps [COMBAT.1b]."""
STRONG = 5
"""Strength points from which a corps counts two cards [COMBAT.1b]."""
TIRED = 5
"""Fatigue from which a corps counts a card less [COMBAT.1d]."""

ONE_CARD_MORE = ("fighting_spirit", "cavalry_charge", "imperial_guard", "red_line")
"""Events that are worth a combat card [COMBAT.1i]."""
NEY_INSPIRES = 4
"""Value of a flipped card from which Red-headed Ney is worth a combat card."""


# -- the attack --------------------------------------------------------------------------------


def attack_due(table: Table) -> bool:
    """Whether a stack that moved stands in a contested area and may attack [COMBAT.0a]."""
    operation = table.operation
    return (
        operation is not None
        and bool(operation.stopped)
        and not operation.finished
        and not operation.attack_declined
        and table.state.combat is None
        # In fog of war its player is asked all the same: nobody else knows the points [VIS.8].
        and (table.fog or not operation.without_points)
        and any(
            table.block(corps).area in table.state.contested
            for corps in table.corps_of(operation.blocks)
        )
    )


def attack_asks(table: Table) -> list[Decision]:
    """The active player attacks or not [DP-21, RULING.18]."""
    assert table.operation is not None
    text = "Does the stack attack in the contested area?"
    return [table.question(table.operation.player, "choose_attack", "COMBAT.0a", text)]


def _refuse_attack(it: Player, attack: bool) -> Refusal | None:
    """Refuse a fight instead of a move for which there were no points [RULING.20, RULING.58].

    A Forced March would have let the stack enter a road; it has not, and is where it was.
    """
    assert it.table.operation is not None
    if attack and it.table.operation.without_points:
        detail = "A stack without movement points is spent; it does not fight instead."
        return refuse("NOT_ENOUGH_MP", "RULING.20", detail)
    return None


def _here(it: Player) -> str:
    """Where the stack stands: the first of its blocks, as all of them have moved together."""
    assert it.table.operation is not None
    return it.table.block(it.table.operation.blocks[0]).area or ""


def _attack(it: Player, order: ChooseAttack) -> None:
    """The combat starts, or the operation is about to end."""
    if order.attack:
        start(it.table)
    else:
        it.table.record(AttackDeclined(it.player, _here(it)), "OPS.10", "RULING.18")


def _says(it: Player, order: ChooseAttack) -> Phrase:
    area = it.area(_here(it))
    if order.attack:
        return say("Attack at %(area)s", area=area)
    return say("Do not attack at %(area)s", area=area)


def _explain(table: Table, seat: str, order: Order) -> Refusal | None:
    """Why this player has nothing to attack now [COMBAT.0a]."""
    operation = table.state.operation
    if operation is None or operation.player != seat or not operation.stopped:
        return None
    if any(table.block(block).area in table.state.contested for block in operation.blocks):
        return None
    return refuse("NOT_CONTESTED", "COMBAT.0a", "The stack does not stand in a contested area.")


ATTACK = DeclaredVerb(
    ChooseAttack,
    the_player("operations", "choose_attack"),
    "COMBAT.0a",
    fields={"attack": Domain(lambda it: (True, False), refusal=_refuse_attack)},
    does=_attack,
    lines={"attack": {"attack": True}, "no attack": {"attack": False}},
    says=_says,
    target=lambda it, order: _here(it) if order.attack else "",
    irreversible=Irreversible.ALWAYS,
    misplaced=_explain,
)


def start(table: Table) -> None:
    """The activated stack attacks all enemy corps of its area [COMBAT.0a-c, RULING.40]."""
    operation = table.operation
    assert operation is not None
    area = table.block(operation.blocks[0]).area or ""
    kind = IN_PLACE if operation.action == "fight" else MOVE_ATTACK
    table.record(
        CombatStarted(
            area,
            operation.side,
            kind,
            tuple(operation.blocks),
            tuple(
                block
                for block in table.blocks_in(area, enemy(operation.side))
                if not table.is_scout(block)
            ),
        ),
        "COMBAT.0a",
        "COMBAT.0b",
        "COMBAT.0c",
    )


# -- number of cards ---------------------------------------------------------------------------


def count_due(table: Table) -> bool:
    """Whether the cards of a combat are to be counted [COMBAT.1]."""
    return table.combat is not None and not table.combat.cards and not table.combat.decided


def count(table: Table) -> None:
    """Both sides count; an attacker with none at the check calls off [COMBAT.1, RULING.9]."""
    combat = fought(table)
    at_check = tuple(_strength_lines(table, combat, combat.attacker))
    undefended = not fighting_corps(table, combat, enemy(combat.attacker))
    if total(at_check) <= 0 or undefended:
        player = _reader(table, combat, combat.attacker)
        clauses = ("RULING.76",) if undefended else ("COMBAT.1d", "RULING.9")
        table.record(CombatCalledOff(combat.attacker, player, total(at_check), at_check), *clauses)
        return
    for side in (combat.attacker, enemy(combat.attacker)):
        lines = tuple(card_lines(table, combat, side))
        counted = CombatCardsCounted(side, _reader(table, combat, side), total(lines), lines)
        table.record(counted, "COMBAT.1")


def _reader(table: Table, combat: Combat, side: str) -> str:
    """Who may read how a side's cards are counted; nobody if corps of two players fight.

    [VIS.4, RULING.82]
    """
    owners = {table.owner_of(corps) for corps in fighting_corps(table, combat, side)}
    if not owners:
        return table.player_of(side)
    return owners.pop() if len(owners) == 1 else ""


def card_lines(table: Table, combat: Combat, side: str) -> Iterator[Line]:
    """The breakdown of a side's number of combat cards; it is not below 0 [COMBAT.1]."""
    lines = list(_strength_lines(table, combat, side))
    terrain = list(_terrain_lines(table, combat, side)) if side != combat.attacker else []
    lines.extend(terrain)
    lines.extend(_bonus_lines(table, combat, side))
    lines.extend(_event_lines(combat, side))
    if combat.has_event("gallantry"):
        lines.extend(Line(-1, "COMBAT.1i", f"gallantry: no card for {it.note}") for it in terrain)
    if total(lines) < 0:
        lines.append(Line(-total(lines), "RULING.10", "not below 0"))
    yield from lines


def _strength_lines(table: Table, combat: Combat, side: str) -> Iterator[Line]:
    corps = fighting_corps(table, combat, side)
    for each in corps:
        strength = table.block(each).strength
        cards = CARDS_OF_STRONG if strength >= STRONG else CARDS["COMBAT.1b"]
        yield Line(cards, "COMBAT.1b", f"{each}: {strength} SP")
    at_once = combat.has_event("rapid_deployment")
    if side == combat.attacker and combat.kind == MOVE_ATTACK and not at_once:
        yield Line(CARDS["COMBAT.1c"], "COMBAT.1c", "move-attack")
    for each in corps:
        fatigue = table.block(each).fatigue
        if fatigue >= TIRED:
            yield Line(CARDS["COMBAT.1d"], "COMBAT.1d", f"{each}: fatigue {fatigue}")


def _terrain_lines(table: Table, combat: Combat, side: str) -> Iterator[Line]:
    kind = table.area(combat.area).kind
    if kind == "forest":
        yield Line(CARDS["COMBAT.1e"], "COMBAT.1e", "forest")
    if kind == "citadel" and table.controller(combat.area) == side:
        yield Line(CARDS["COMBAT.1f"], "COMBAT.1f", "citadel")
    if side == ALLIED and combat.area in table.state.fortified:
        yield Line(CARDS["COMBAT.1g"], "COMBAT.1g", "fortified position")


def _bonus_lines(table: Table, combat: Combat, side: str) -> Iterator[Line]:
    stance = "attack" if side == combat.attacker else "defence"
    for block in participants(combat, side):
        if table.block(block).area is None:
            continue  # A card may have tired it to death by now.
        printed = table.type_of(block)
        ill = block == "napoleon" and table.in_force("emperor_ill")
        if printed.combat_bonus and printed.combat_bonus_condition in ("any", stance) and not ill:
            yield Line(printed.combat_bonus, "COMBAT.1h", block)


def _event_lines(combat: Combat, side: str) -> Iterator[Line]:
    event = combat.events.get(side, "")
    if event in ONE_CARD_MORE or (event == "red_headed_ney" and combat.ney >= NEY_INSPIRES):
        yield Line(1, "COMBAT.1i", event)


# -- who takes part ------------------------------------------------------------------------------


def participants(combat: Combat, side: str) -> list[str]:
    """The blocks of a side that take part, commanders too [COMBAT.0c]."""
    return combat.attackers if side == combat.attacker else combat.defenders


def fighting_corps(table: Table, combat: Combat, side: str) -> list[str]:
    """The corps of a side that take part and are still on the map."""
    return table.corps_of(participants(combat, side))


def fought(table: Table) -> Combat:
    """The combat that is being fought; only for steps within one."""
    assert table.combat is not None
    return table.combat
