"""OPT1.kutuzov Kutuzov may withdraw before a battle in which he defends [E-37]."""

from __future__ import annotations

from napoleon.rules.kit.declaring import TARGET, Actor, DeclaredVerb, Domain, Irreversible
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_empire.battles import fought, roll_die
from napoleon.rulesets.napoleonic_empire.events.commanders import (
    CommanderRetreated,
    KutuzovRolled,
    KutuzovStayed,
    KutuzovWithdrew,
)
from napoleon.rulesets.napoleonic_empire.movement import ENGLAND, refuse_closed
from napoleon.rulesets.napoleonic_empire.orders import KutuzovRoll, KutuzovStay, KutuzovWithdraw
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH
from napoleon.rulesets.napoleonic_empire.table import Table, refuse
from napoleon.rulesets.napoleonic_empire.turns import ATTACK

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


class Kutuzov(Scene[Table]):
    """Kutuzov and all Allied armies with him, before a battle in `origin`."""

    def __init__(self, table: Table, side: str) -> None:
        super().__init__(table, side)
        self.origin = self.country = fought(table).country
        self.has_rolled = bool(fought(table).kutuzov)

    @property
    def armies(self) -> int:
        """The Allied armies there."""
        return self.table.state.armies_in(ALLIED, self.origin)


KUTUZOV: Actor[Table, Kutuzov] = Actor(
    ("kutuzov",), ATTACK, lambda table, decision, _: Kutuzov(table, decision.seat)
)


def _already_rolled() -> Refusal:
    return refuse("ALREADY_ROLLED", "E-37", "Kutuzov rolls once in a battle.")


def _explain(table: Table, seat: str, order: object) -> Refusal | None:
    """Why Kutuzov can do nothing now."""
    battle = table.state.battle
    if battle is None or seat != ALLIED or not withdrawing(table):
        return refuse("NO_KUTUZOV", "E-37", "Kutuzov does not defend in a battle now.")
    return _already_rolled() if battle.kutuzov else None


def _roll(it: Kutuzov, order: KutuzovRoll) -> None:
    """The die says whether he may [E-37]."""
    commander = it.table.data.pack.commanders[withdrawing(it.table)]
    value = roll_die(it.table, ALLIED, "kutuzov", CLAUSE)
    it.tell(KutuzovRolled, CLAUSE, "E-37", may_withdraw=value <= commander.withdraw_on)


ROLL = DeclaredVerb(
    KutuzovRoll,
    KUTUZOV,
    CLAUSE,
    unable=lambda it: _already_rolled() if it.has_rolled else None,
    does=_roll,
    line="roll",
    says=say("Roll whether Kutuzov may withdraw"),
    follows=(say("a die is rolled"),),
    irreversible=Irreversible.ALWAYS,
    misplaced=_explain,
)


def _refuse_withdrawal(it: Kutuzov) -> Refusal | None:
    """Refuse to go without a good roll."""
    if fought(it.table).kutuzov == "may_withdraw":
        return None
    return refuse("NO_KUTUZOV", "E-37", "Kutuzov has to roll first.")


def _refuse_refuge(it: Kutuzov, to: str) -> Refusal | None:
    """Refuse to go too far, or where the French are."""
    if refusal := refuse_closed(it.table, to):
        return refusal
    if to == ENGLAND:
        return refuse("ENGLAND_CLOSED", "E-37", "Nobody withdraws to England.", to=to)
    if not it.table.data.board.adjacent(it.country, to):
        detail = "He withdraws to a neighbouring country."
        return refuse("NOT_ADJACENT", "E-37", detail, to=to, refuges=refuges(it.table))
    if it.table.state.armies_in(FRENCH, to):
        return refuse("FRENCH_THERE", "E-37", "French armies stand there.", to=to)
    return None


def _withdraw(it: Kutuzov, order: KutuzovWithdraw) -> None:
    """All Allied armies leave, their commanders with them, and nothing is fought [E-37, E-51]."""
    along = it.table.state.commanders_in(it.country, ALLIED)
    it.tell(KutuzovWithdrew, CLAUSE, "E-37", to=order.to)
    for name in along:
        it.tell(CommanderRetreated, "E-37", "E-51", name=name, to=order.to)


WITHDRAW = DeclaredVerb(
    KutuzovWithdraw,
    KUTUZOV,
    "E-37",
    fields={"to": Domain(lambda it: refuges(it.table), refusal=_refuse_refuge, points=TARGET)},
    unable=_refuse_withdrawal,
    does=_withdraw,
    line="withdraw to {to:country}",
    says=say("Withdraw with Kutuzov to %(to)s"),
    follows=(say("no battle is fought"),),
    ordinary=False,
    misplaced=_explain,
)

STAY = DeclaredVerb(
    KutuzovStay,
    KUTUZOV,
    "E-37",
    does=lambda it, order: it.tell(KutuzovStayed, "E-37"),
    line="stand",
    says=say("Stand"),
    follows=(say("the battle is fought"),),
    ordinary=False,
    misplaced=_explain,
)

VERBS = (ROLL, WITHDRAW, STAY)
