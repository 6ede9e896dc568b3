"""Kutuzov may withdraw before a battle in which he defends [OPT1.kutuzov, E-37]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_empire.battles import fought, roll_die
from napoleon.rulesets.napoleonic_empire.events.commanders import (
    CommanderRetreated,
    KutuzovRolled,
    KutuzovStayed,
    KutuzovWithdrew,
)
from napoleon.rulesets.napoleonic_empire.movement import ENGLAND
from napoleon.rulesets.napoleonic_empire.orders import KutuzovRoll, KutuzovStay, KutuzovWithdraw
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH
from napoleon.rulesets.napoleonic_empire.table import Table, refuse

CLAUSE = "OPT1.kutuzov"


def withdrawing(table: Table) -> str:
    """The commander able to withdraw who defends in this battle; empty if none does."""
    battle = table.state.battle
    if battle is None or battle.attacker != FRENCH:
        return ""
    known = table.data.pack.commanders
    there = table.state.commanders_in(battle.country, ALLIED)
    return next((name for name in there if known[name].withdraw_on), "")


def refuges(table: Table) -> list[str]:
    """Neighbours without a French army, empty ones too [E-37]."""
    neighbours = table.data.board.neighbours(fought(table).country)
    return [it for it in neighbours if it != ENGLAND and not table.state.armies_in(FRENCH, it)]


def due(table: Table) -> bool:
    """Whether the Allied side is still to say what Kutuzov does; not if he has nowhere to go."""
    battle = table.state.battle
    if battle is None or battle.opened or battle.withdrawn or battle.kutuzov == "settled":
        return False
    return bool(withdrawing(table)) and bool(refuges(table))


def asks(table: Table) -> list[Decision]:
    """Roll or fight; after a good roll, withdraw or fight [E-37]."""
    may = fought(table).kutuzov == "may_withdraw"
    text = "Where does Kutuzov withdraw?" if may else "Does Kutuzov try to withdraw?"
    return [table.question(ALLIED, "kutuzov", CLAUSE, text)]


def roll_offers(table: Table, decision: Decision) -> Iterator[KutuzovRoll]:
    """One roll in a battle."""
    if not fought(table).kutuzov:
        yield KutuzovRoll()


def refuse_roll(table: Table, decision: Decision, order: KutuzovRoll) -> Refusal | None:
    """Refuse a second roll."""
    return _already_rolled() if fought(table).kutuzov else None


def roll(table: Table, decision: Decision, order: KutuzovRoll) -> None:
    """The die says whether he may [E-37]."""
    commander = table.data.pack.commanders[withdrawing(table)]
    value = roll_die(table, ALLIED, "kutuzov", CLAUSE)
    table.record(KutuzovRolled(value <= commander.withdraw_on), CLAUSE, "E-37")


def withdraw_offers(table: Table, decision: Decision) -> Iterator[KutuzovWithdraw]:
    """Every neighbour without a French army."""
    if fought(table).kutuzov == "may_withdraw":
        yield from map(KutuzovWithdraw, refuges(table))


def refuse_withdrawal(table: Table, decision: Decision, order: KutuzovWithdraw) -> Refusal | None:
    """Refuse to go without a good roll, too far, or where the French are."""
    board, country = table.data.board, fought(table).country
    if fought(table).kutuzov != "may_withdraw":
        return refuse("NO_KUTUZOV", "E-37", "Kutuzov has to roll first.")
    if order.to not in board.countries:
        detail = f"There is no country {order.to}."
        return refuse("UNKNOWN_COUNTRY", "MAP.1", detail, country=order.to)
    if not board.countries[order.to].enterable:
        return refuse("OTTOMAN_CLOSED", "MAP.5", "Nobody may enter that country.", to=order.to)
    if order.to == ENGLAND:
        return refuse("ENGLAND_CLOSED", "E-37", "Nobody withdraws to England.", to=order.to)
    if not board.adjacent(country, order.to):
        detail = "He withdraws to a neighbouring country."
        return refuse("NOT_ADJACENT", "E-37", detail, to=order.to, refuges=refuges(table))
    if table.state.armies_in(FRENCH, order.to):
        return refuse("FRENCH_THERE", "E-37", "French armies stand there.", to=order.to)
    return None


def withdraw(table: Table, decision: Decision, order: KutuzovWithdraw) -> None:
    """All Allied armies leave, their commanders with them, and nothing is fought [E-37, E-51]."""
    country = fought(table).country
    along = table.state.commanders_in(country, ALLIED)
    armies = table.state.armies_in(ALLIED, country)
    table.record(KutuzovWithdrew(country, order.to, armies), CLAUSE, "E-37")
    for name in along:
        table.record(CommanderRetreated(name, country, order.to), "E-37", "E-51")


def stay_offers(table: Table, decision: Decision) -> Iterator[KutuzovStay]:
    """He need not go."""
    yield KutuzovStay()


def stay(table: Table, decision: Decision, order: KutuzovStay) -> None:
    """The battle is fought."""
    table.record(KutuzovStayed(fought(table).country), "E-37")


def explain_misplaced(table: Table, seat: str, order: object) -> Refusal | None:
    """Why Kutuzov can do nothing now."""
    battle = table.state.battle
    if battle is None or seat != ALLIED or not withdrawing(table):
        return refuse("NO_KUTUZOV", "E-37", "Kutuzov does not defend in a battle now.")
    return _already_rolled() if battle.kutuzov else None


def _already_rolled() -> Refusal:
    return refuse("ALREADY_ROLLED", "E-37", "Kutuzov rolls once in a battle.")
