"""COMBAT, DICE Effects of a combat: cards or dice, fatigue, losses, the winner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from napoleon.chance import PUBLIC
from napoleon.rules.events import Line, total
from napoleon.rulesets.napoleon1815 import allocation, decks, victory
from napoleon.rulesets.napoleon1815.combat import fighting_corps, fought, participants
from napoleon.rulesets.napoleon1815.events.cards import DiceRolled
from napoleon.rulesets.napoleon1815.events.casualties import LossesIncurred
from napoleon.rulesets.napoleon1815.events.combat import CombatDrawn, CombatEffectsSet, CombatWon
from napoleon.rulesets.napoleon1815.sides import ALLIED, FRENCH, SIDES, enemy
from napoleon.rulesets.napoleon1815.state import Combat, Hit, Reason
from napoleon.rulesets.napoleon1815.table import Table

SHELTER: Mapping[str, int] = {"COMBAT.3c": -1, "COMBAT.3d": -2}
"""Fatigue of a defender by clause: in a town, and of an Allied one on a fortified position."""

# -- cards or dice -----------------------------------------------------------------------------


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
    decks.end_of_step(table, SIDES)


def show_symbols(table: Table, combat: Combat, side: str, number: int, purpose: str) -> Hit:
    """The symbols on `number` flipped cards, or on as many dice [COMBAT.2, DICE.2]."""
    clause = "PURSUIT.2" if purpose == "pursuit" else "COMBAT.2"
    if table.state.options["resolver"] == "dice":
        return _roll(table, combat, side, number, purpose, clause)
    flipped = [decks.flip(table, side, purpose, clause) for _ in range(number)]
    return Hit(sum(card.losses for card in flipped), sum(card.fatigue for card in flipped))


def _roll(table: Table, combat: Combat, side: str, number: int, purpose: str, clause: str) -> Hit:
    army = table.type_of(fighting_corps(table, combat, side)[0]).army
    die = {face.face: face for face in table.pack.dice if face.army == army}
    last = table.state.draws + number - 1
    faces = tuple(
        table.draw(list(die), f"{side} die {i + 1} for {purpose}", PUBLIC)[0] for i in range(number)
    )
    rolled = [die[face] for face in faces]
    hit = Hit(sum(face.losses for face in rolled), sum(face.fatigue for face in rolled))
    if rolled:
        player = table.player_of(side)
        table.record(
            DiceRolled(player, side, faces, hit.losses, hit.fatigue, purpose, last),
            "DICE.2",
            clause,
            "RULING.62",
        )
    return hit


def _fatigue_lines(table: Table, combat: Combat, side: str, symbols: int) -> Iterator[Line]:
    lines = [Line(symbols, "COMBAT.3b", "fatigue symbols")]
    if side != combat.attacker:
        if table.area(combat.area).kind == "town":
            lines.append(Line(SHELTER["COMBAT.3c"], "COMBAT.3c", "town"))
        if side == ALLIED and combat.area in table.state.fortified:
            lines.append(Line(SHELTER["COMBAT.3d"], "COMBAT.3d", "fortified position"))
    if combat.squares and set(fighting_corps(table, combat, side)) == set(combat.squares):
        lines.append(Line(-allocation.SQUARES, "COMBAT.3e", "squares"))
    if total(lines) < 0:
        lines.append(Line(-total(lines), "COMBAT.3e", "not below 0"))
    yield from lines


# -- carrying them out -------------------------------------------------------------------------


def fatigue_due(table: Table) -> bool:
    """Whether a side still has to receive its fatigue [COMBAT.4a-b]."""
    return table.netting and any(_unfatigued(fought(table)))


def give_fatigue(table: Table) -> None:
    """Fatigue comes first, for both sides at the same time [COMBAT.4a-b]."""
    combat = fought(table)
    for side in list(_unfatigued(combat)):
        line = Line(combat.hits[side].fatigue, "COMBAT.3b", "effects of the combat")
        corps = fighting_corps(table, combat, side)
        allocation.incur(table, side, corps, "combat", [line], "COMBAT.4b")


def losses_due(table: Table) -> bool:
    """Whether a side still has to receive its losses [COMBAT.4c]."""
    return table.netting and any(_unbled(fought(table)))


def give_losses(table: Table) -> None:
    """Losses fall on the corps that the fatigue left, for both sides at the same time."""
    combat = fought(table)
    for side in list(_unbled(combat)):
        corps = fighting_corps(table, combat, side)
        incur_losses(table, side, combat.hits[side].losses, corps, "combat", "COMBAT.4c")


def incur_losses(
    table: Table, side: str, losses: int, corps: list[str], reason: Reason, *clauses: str
) -> None:
    """A side suffers losses; what its corps cannot absorb is lost [RULING.12, COMBAT.4d]."""
    absorbed = min(losses, sum(table.block(each).strength for each in corps))
    has_cavalry = any(table.block(each).cavalry for each in corps)
    cavalry_owed = reason == "combat" and losses > 1 and has_cavalry
    player = table.decider(corps) if corps else table.player_of(side)
    table.record(
        LossesIncurred(player, side, losses, reason, tuple(corps), absorbed, cavalry_owed),
        *clauses,
    )


def _unfatigued(combat: Combat) -> Iterable[str]:
    return (s for s in SIDES if combat.hits[s].fatigue and s not in combat.fatigued)


def _unbled(combat: Combat) -> Iterable[str]:
    return (s for s in SIDES if combat.hits[s].losses and s not in combat.bled)


def _shown(combat: Combat, side: str) -> int:
    """The losses of a side that cards or dice showed; only they decide [RULING.26, RULING.46]."""
    return combat.hits[side].losses - combat.added.get(side, 0)


# -- the winner --------------------------------------------------------------------------------


def result_due(table: Table) -> bool:
    """Whether the effects have been carried out and the winner is to be named [COMBAT.5]."""
    return table.netting


def name_winner(table: Table) -> None:
    """More losses inflicted wins; the track moves once for both sides [COMBAT.5, RULING.35]."""
    combat = fought(table)
    victory.move_track(table)
    inflicted = {side: _shown(combat, enemy(side)) for side in SIDES}
    difference = inflicted[FRENCH] - inflicted[ALLIED]
    if not difference:
        table.record(CombatDrawn(inflicted[FRENCH]), "COMBAT.5")
        return
    winner = FRENCH if difference > 0 else ALLIED
    table.record(CombatWon(winner, inflicted, abs(difference)), "COMBAT.5", "RULING.46")
    if winner == ALLIED and "napoleon" in participants(combat, FRENCH):
        victory.defeat_of_napoleon(table)
