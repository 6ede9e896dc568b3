"""Combat: attack, number of cards, effects, winner [chapters 8 and 13]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from napoleon.events import Line, total
from napoleon.orders import Refusal
from napoleon.ruleset import Decision
from napoleon.rulesets.napoleon1815 import allocation, cards, victory
from napoleon.rulesets.napoleon1815.events import (
    AttackDeclined,
    CombatCalledOff,
    CombatCardsCounted,
    CombatDrawn,
    CombatEffectsSet,
    CombatStarted,
    CombatWon,
    DiceRolled,
    LossesIncurred,
)
from napoleon.rulesets.napoleon1815.orders import ChooseAttack
from napoleon.rulesets.napoleon1815.state import Combat, Hit
from napoleon.rulesets.napoleon1815.table import ALLIED, FRENCH, SIDES, Table, enemy, refuse

IN_PLACE, MOVE_ATTACK = "in_place", "move_attack"
STRONG = 5
"""Strength points from which a corps counts two cards [COMBAT.1b]."""
TIRED = 5
"""Fatigue from which a corps counts a card less [COMBAT.1d]."""


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
        and any(
            table.block(corps).area in table.state.contested
            for corps in table.corps_of(operation.blocks)
        )
    )


def attack_asks(table: Table) -> list[Decision]:
    """The active player attacks or not [DP-21, RULING.18]."""
    assert table.operation is not None
    text = "Attack in the contested area, or not."
    return [table.question(table.operation.player, "choose_attack", "COMBAT.0a", text)]


def attack_offers(table: Table, decision: Decision) -> Iterator[ChooseAttack]:
    """Both answers are open."""
    yield ChooseAttack(True)
    yield ChooseAttack(False)


def choose_attack(table: Table, decision: Decision, order: ChooseAttack) -> None:
    """The combat starts, or the operation is about to end."""
    if order.attack:
        start(table)
    else:
        assert table.operation is not None
        area = table.block(table.operation.blocks[0]).area or ""
        table.record(AttackDeclined(decision.seat, area), "OPS.10", "RULING.18")


def explain_misplaced_attack(table: Table, seat: str) -> Refusal | None:
    """Why this player has nothing to attack now [COMBAT.0a]."""
    operation = table.state.operation
    if operation is None or operation.player != seat or not operation.stopped:
        return None
    if any(table.block(block).area in table.state.contested for block in operation.blocks):
        return None
    return refuse("NOT_CONTESTED", "COMBAT.0a", "The stack does not stand in a contested area.")


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
            tuple(table.blocks_in(area, enemy(operation.side))),
        ),
        "COMBAT.0a",
        "COMBAT.0b",
        "COMBAT.0c",
    )


# -- number of cards ---------------------------------------------------------------------------


def count_due(table: Table) -> bool:
    """Whether the cards of a combat are to be counted [COMBAT.1]."""
    return table.combat is not None and not table.combat.cards


def count(table: Table) -> None:
    """Both sides count; an attacker with none at the check calls off [COMBAT.1, RULING.9]."""
    combat = fought(table)
    at_check = total(_strength_lines(table, combat, combat.attacker))
    if at_check <= 0:
        player = table.player_of(combat.attacker)
        table.record(CombatCalledOff(combat.attacker, player, at_check), "COMBAT.1d", "RULING.9")
        return
    for side in (combat.attacker, enemy(combat.attacker)):
        lines = tuple(card_lines(table, combat, side))
        table.record(
            CombatCardsCounted(side, table.player_of(side), total(lines), lines), "COMBAT.1"
        )


def card_lines(table: Table, combat: Combat, side: str) -> Iterator[Line]:
    """The breakdown of a side's number of combat cards; it is not below 0 [COMBAT.1]."""
    lines = list(_strength_lines(table, combat, side))
    if side != combat.attacker:
        lines.extend(_terrain_lines(table, combat, side))
    lines.extend(_bonus_lines(table, combat, side))
    if total(lines) < 0:
        lines.append(Line(-total(lines), "RULING.10", "not below 0"))
    yield from lines


def _strength_lines(table: Table, combat: Combat, side: str) -> Iterator[Line]:
    corps = fighting_corps(table, combat, side)
    for each in corps:
        strength = table.block(each).strength
        yield Line(2 if strength >= STRONG else 1, "COMBAT.1b", f"{each}: {strength} SP")
    if side == combat.attacker and combat.kind == MOVE_ATTACK:
        yield Line(-1, "COMBAT.1c", "move-attack")
    for each in corps:
        fatigue = table.block(each).fatigue
        if fatigue >= TIRED:
            yield Line(-1, "COMBAT.1d", f"{each}: fatigue {fatigue}")


def _terrain_lines(table: Table, combat: Combat, side: str) -> Iterator[Line]:
    kind = table.area(combat.area).kind
    if kind == "forest":
        yield Line(1, "COMBAT.1e", "forest")
    if kind == "citadel" and table.controller(combat.area) == side:
        yield Line(1, "COMBAT.1f", "citadel")
    if side == ALLIED and combat.area in table.state.fortified:
        yield Line(1, "COMBAT.1g", "fortified position")


def _bonus_lines(table: Table, combat: Combat, side: str) -> Iterator[Line]:
    stance = "attack" if side == combat.attacker else "defence"
    for block in participants(combat, side):
        printed = table.type_of(block)
        ill = block == "napoleon" and table.in_force("emperor_ill")
        if printed.combat_bonus and printed.combat_bonus_condition in ("any", stance) and not ill:
            yield Line(printed.combat_bonus, "COMBAT.1h", block)


# -- effects -----------------------------------------------------------------------------------


def flip_due(table: Table) -> bool:
    """Whether both sides are to flip their cards or roll their dice [COMBAT.2]."""
    return table.combat is not None and bool(table.combat.cards) and not table.combat.hits


def flip(table: Table) -> None:
    """Both sides flip at the same time; each symbol hits the other side [COMBAT.2-3]."""
    combat = fought(table)
    shown = {
        side: show_symbols(table, combat, side, combat.cards[side], "combat") for side in SIDES
    }
    for side in SIDES:
        symbols = shown[enemy(side)]
        lines = tuple(_fatigue_lines(table, combat, side, symbols.fatigue))
        table.record(
            CombatEffectsSet(side, symbols.losses, total(lines), lines), "COMBAT.3a", "COMBAT.3b"
        )
    cards.end_of_step(table, SIDES)


def show_symbols(table: Table, combat: Combat, side: str, number: int, purpose: str) -> Hit:
    """The symbols on `number` flipped cards, or on as many dice [COMBAT.2, DICE.2]."""
    clause = "PURSUIT.2" if purpose == "pursuit" else "COMBAT.2"
    if table.state.options["resolver"] == "dice":
        return _roll(table, combat, side, number, purpose, clause)
    flipped = [cards.flip(table, side, purpose, clause) for _ in range(number)]
    return Hit(sum(card.losses for card in flipped), sum(card.fatigue for card in flipped))


def _roll(table: Table, combat: Combat, side: str, number: int, purpose: str, clause: str) -> Hit:
    first = next(block for block in participants(combat, side) if table.is_corps(block))
    army = table.type_of(first).army
    die = [face for face in table.pack.dice if face.army == army]
    rolled, last = [], table.state.draws
    for i in range(number):
        face, _ = table.draw(die, f"{side} die {i + 1} for {purpose}")
        rolled.append(face)
    hit = Hit(sum(face.losses for face in rolled), sum(face.fatigue for face in rolled))
    if rolled:
        faces = tuple(face.face for face in rolled)
        player, draw = table.player_of(side), last + number - 1
        table.record(
            DiceRolled(player, side, faces, hit.losses, hit.fatigue, purpose, draw),
            "DICE.2",
            clause,
            "RULING.62",
        )
    return hit


def _fatigue_lines(table: Table, combat: Combat, side: str, symbols: int) -> Iterator[Line]:
    lines = [Line(symbols, "COMBAT.3b", "fatigue symbols")]
    if side != combat.attacker:
        if table.area(combat.area).kind == "town":
            lines.append(Line(-1, "COMBAT.3c", "town"))
        if side == ALLIED and combat.area in table.state.fortified:
            lines.append(Line(-2, "COMBAT.3d", "fortified position"))
    if total(lines) < 0:
        lines.append(Line(-total(lines), "COMBAT.3e", "not below 0"))
    yield from lines


# -- carrying them out -------------------------------------------------------------------------


def fatigue_due(table: Table) -> bool:
    """Whether a side has still to receive its fatigue [COMBAT.4a-b]."""
    return table.netting and any(_unfatigued(fought(table)))


def give_fatigue(table: Table) -> None:
    """Fatigue comes first, for both sides at the same time [COMBAT.4a-b]."""
    combat = fought(table)
    for side in list(_unfatigued(combat)):
        line = Line(combat.hits[side].fatigue, "COMBAT.3b", "effects of the combat")
        corps = fighting_corps(table, combat, side)
        allocation.incur(table, side, corps, "combat", [line], "COMBAT.4b")


def losses_due(table: Table) -> bool:
    """Whether a side has still to receive its losses [COMBAT.4c]."""
    return table.netting and any(_unbled(fought(table)))


def give_losses(table: Table) -> None:
    """Losses fall on the corps that the fatigue left, for both sides at the same time."""
    combat = fought(table)
    for side in list(_unbled(combat)):
        corps = fighting_corps(table, combat, side)
        incur_losses(table, side, combat.hits[side].losses, corps, "combat", "COMBAT.4c")


def incur_losses(
    table: Table, side: str, losses: int, corps: list[str], reason: str, *clauses: str
) -> None:
    """A side suffers losses; what its corps cannot absorb is void [RULING.12, COMBAT.4d]."""
    absorbed = min(losses, sum(table.block(each).strength for each in corps))
    has_cavalry = any(table.block(each).cavalry for each in corps)
    cavalry_owed = reason == "combat" and losses > 1 and has_cavalry
    player = table.player_of(side)
    table.record(
        LossesIncurred(player, side, losses, reason, tuple(corps), absorbed, cavalry_owed),
        *clauses,
    )


def _unfatigued(combat: Combat) -> Iterable[str]:
    return (s for s in SIDES if combat.hits[s].fatigue and s not in combat.fatigued)


def _unbled(combat: Combat) -> Iterable[str]:
    return (s for s in SIDES if combat.hits[s].losses and s not in combat.bled)


# -- the winner --------------------------------------------------------------------------------


def result_due(table: Table) -> bool:
    """Whether the effects have been carried out and the winner is to be named [COMBAT.5]."""
    return table.netting


def name_winner(table: Table) -> None:
    """More losses inflicted wins; the track moves once for both sides [COMBAT.5, RULING.35]."""
    combat = fought(table)
    victory.move_track(table)
    inflicted = {side: combat.hits[enemy(side)].losses for side in SIDES}
    difference = inflicted[FRENCH] - inflicted[ALLIED]
    if not difference:
        table.record(CombatDrawn(inflicted[FRENCH]), "COMBAT.5")
        return
    winner = FRENCH if difference > 0 else ALLIED
    table.record(CombatWon(winner, inflicted, abs(difference)), "COMBAT.5", "RULING.46")
    if winner == ALLIED and "napoleon" in participants(combat, FRENCH):
        victory.defeat_of_napoleon(table)


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
