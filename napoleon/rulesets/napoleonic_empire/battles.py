"""ATTACK The Attack phase: which battle is next, the totals of both sides, and their losses."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.chance import PUBLIC
from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import TARGET, Actor, DeclaredVerb
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleonic_empire import commanders
from napoleon.rulesets.napoleonic_empire.cards import windows
from napoleon.rulesets.napoleonic_empire.events.battle import (
    ArmiesEliminated,
    AttackCompleted,
    AttackEnded,
    BattleEnded,
    BattleStarted,
    BattleTied,
    BattleTotalled,
    BattleWon,
    DieRolled,
    LossesComputed,
)
from napoleon.rulesets.napoleonic_empire.movement import refuse_unknown
from napoleon.rulesets.napoleonic_empire.orders import ChooseBattle, EndAttack
from napoleon.rulesets.napoleonic_empire.sides import NAMES, enemy
from napoleon.rulesets.napoleonic_empire.state import Battle
from napoleon.rulesets.napoleonic_empire.table import Table, refuse, the_side
from napoleon.rulesets.napoleonic_empire.turns import ATTACK

DIE = range(1, 7)
DEFENDER_BONUS = 1
"""What the defender adds [ATTACK.5]."""
CAP_PER_LOSER = 2
"""Armies that a winner can lose at most for each army of the loser [ATTACK.8]."""
LOSER_DICE = 2
"""Dice for the losses of a loser [ATTACK.9]."""
PERCENT = 10
"""Of the armies, for each point of the loss dice."""


# -- which battle ------------------------------------------------------------------------------


def is_fought(table: Table) -> bool:
    """Whether a battle is being fought."""
    return table.state.battle is not None


def choice_due(table: Table) -> bool:
    """Whether battles are left, or all are fought and the phase may be ended [E-11, E-48]."""
    state = table.state
    if state.phase != ATTACK or state.battle or state.attack_ended:
        return False
    return bool(state.fought or state.contested())


def choice_asks(table: Table) -> list[Decision]:
    """The active side chooses the order of its battles [E-11]."""
    left = to_fight(table)
    text = (
        "Which battle is fought next?" if left else "All battles are fought: end the Attack phase."
    )
    clause = "E-11" if left else "E-48"
    return [table.question(table.state.active, "choose_battle", clause, text)]


def choice_is_plain(table: Table) -> bool:
    """Whether one battle is left, or none: then it is fought, or the phase is over [E-58]."""
    return len(to_fight(table)) < 2


def go_on(table: Table) -> None:
    """The only battle that is left begins, or the phase ends [E-58]."""
    match to_fight(table):
        case []:
            table.record(AttackCompleted(table.state.active), "ATTACK.1", "E-48", "E-58")
        case [country]:
            _start(table, country, "E-58")
        case _:
            raise AssertionError("the active side has a choice")


def to_fight(table: Table) -> list[str]:
    """The contested countries whose battle of this phase is still to come [ATTACK.1]."""
    return [it for it in table.state.contested() if it not in table.state.fought]


class Field(Scene[Table]):
    """A country of the active side's choice, and the battle there."""

    def __init__(self, table: Table, side: str, country: str) -> None:
        super().__init__(table, side)
        self.country = country

    def odds(self) -> Phrase:
        """How many armies stand against how many."""
        own, foe = (
            self.table.state.armies_in(it, self.country) for it in (self.player, enemy(self.player))
        )
        return say("%(own)s against %(other)s armies", own=own, other=foe)


def _refuse_field(table: Table, decision: Decision, country: str, clause: str) -> Refusal | None:
    """Refuse a country where there is no battle, or no second one."""
    if refusal := refuse_unknown(table, country):
        return refusal
    if country in table.state.fought:
        detail = "The battle of this phase in that country is over."
        return refuse("ALREADY_FOUGHT", "E-11", detail, country=country)
    if country not in table.state.contested():
        detail = "Only one side, or none, has armies there."
        return refuse("NOT_CONTESTED", "ATTACK.1", detail, country=country)
    return None


def _explain_choice(table: Table, seat: str, order: object) -> Refusal | None:
    """One battle at a time."""
    battle = table.state.battle
    if battle is None or seat != table.state.active:
        return None
    detail = "A battle is being fought."
    return refuse("BATTLE_IN_PROGRESS", "ATTACK.11", detail, country=battle.country)


def _start(table: Table, country: str, *why: str) -> None:
    """All armies of both sides in the country take part; the active side attacks [E-12]."""
    state = table.state
    attacker, defender = state.active, enemy(state.active)
    started = BattleStarted(
        country,
        attacker,
        defender,
        state.armies_in(attacker, country),
        state.armies_in(defender, country),
    )
    table.record(started, "ATTACK.1", "E-12", "ATTACK.3", *why)


CHOOSE_BATTLE = DeclaredVerb(
    ChooseBattle,
    Actor(
        ("choose_battle",),
        ATTACK,
        lambda table, decision, country: Field(table, decision.seat, country),
        field="country",
        candidates=lambda table, _: to_fight(table),
        refusal=_refuse_field,
        points=TARGET,
    ),
    "ATTACK.1",
    does=lambda it, order: _start(it.table, it.country),
    line="battle {country:country}",
    says=say("Battle in %(country)s"),
    follows=lambda it, order: (it.odds(),),
    misplaced=_explain_choice,
)


def battles_pending(table: Table) -> Refusal | None:
    """Battles are compulsory: refuse to go on while some are left [ATTACK.1]."""
    left = to_fight(table) if table.state.phase == ATTACK else []
    if not left:
        return None
    return refuse("BATTLES_PENDING", "ATTACK.1", "Battles are still to be fought.", countries=left)


END_ATTACK = DeclaredVerb(
    EndAttack,
    the_side("choose_battle", ATTACK),
    "ATTACK.1",
    unable=lambda it: battles_pending(it.table),
    does=lambda it, order: it.tell(AttackEnded, "ATTACK.1", "E-48"),
    line="end attack",
    says=say("End the Attack phase"),
    follows=(say("reinforcements come next"),),
    misplaced=lambda table, seat, _: battles_pending(table) if seat == table.state.active else None,
)

VERBS = (CHOOSE_BATTLE, END_ATTACK)


# -- cards and dice ----------------------------------------------------------------------------


def cards_due(table: Table) -> bool:
    """Whether both sides are still to be asked for battle cards [ATTACK.4]."""
    battle = table.state.battle
    return battle is not None and not battle.opened and not battle.withdrawn


def ask_for_cards(table: Table) -> None:
    """The attacker has the first word [E-13]."""
    windows.open_window(table, windows.BATTLE, fought(table).attacker, "ATTACK.4", "E-13")


def dice_due(table: Table) -> bool:
    """Whether the battle dice are to be rolled [ATTACK.6]."""
    battle = table.state.battle
    return battle is not None and not battle.totals and not battle.withdrawn


def roll(table: Table) -> None:
    """Each side rolls a die; the higher total wins [ATTACK.6, ATTACK.7]."""
    battle = fought(table)
    attacker, defender = battle.attacker, battle.defender
    for side in (attacker, defender):
        roll_die(table, side, "battle", "ATTACK.6")
    own, theirs = tuple(lines(table, battle, attacker)), tuple(lines(table, battle, defender))
    breakdown = (*own, *(Line(-line.amount, line.clause, line.note) for line in theirs))
    margin = total(breakdown)
    table.record(
        BattleTotalled(
            battle.country, attacker, total(own), defender, total(theirs), margin, breakdown
        ),
        "ATTACK.6",
    )
    if margin == 0:
        table.record(BattleTied(battle.country), "ATTACK.7", "E-14")
    else:
        winner = attacker if margin > 0 else defender
        table.record(BattleWon(winner, battle.country), "ATTACK.7")


def roll_die(table: Table, side: str, purpose: str, *clauses: str) -> int:
    """A die is rolled for all to see; what it shows, 1 to 6 [COMP.5]."""
    value, number = table.draw(DIE, f"{purpose} die of {side}", PUBLIC)
    table.record(DieRolled(side, purpose, value, number), *clauses)
    return value


def lines(table: Table, battle: Battle, side: str) -> Iterator[Line]:
    """What a side's total is made of [ATTACK.3 to ATTACK.6, E-35]."""
    who = NAMES[side]
    yield Line(battle.armies[side], "ATTACK.3", f"{who}: armies")
    for name, helped in battle.cards:
        card = table.data.pack.cards[name]
        if helped == side:
            yield Line(card.amount, card.clause, f"{who}: {card.name}")
    if side == battle.attacker:
        yield from commanders.attack_bonuses(table, battle.country, side)
    else:
        yield Line(DEFENDER_BONUS, "ATTACK.5", f"{who}: defender")
    yield Line(battle.dice[side], "ATTACK.6", f"{who}: die")


# -- the end of a battle -----------------------------------------------------------------------


def end(table: Table) -> None:
    """Commanders without armies are lost, and the battle is over [E-38, ATTACK.11]."""
    country = fought(table).country
    commanders.lose_those_left_alone(table, country)
    table.record(BattleEnded(country), "ATTACK.11")


def fought(table: Table) -> Battle:
    """The battle that is being fought; only for steps within one."""
    assert table.state.battle is not None
    return table.state.battle


# -- losses ------------------------------------------------------------------------------------


def losses_due(table: Table) -> bool:
    """Whether a decided battle has yet to cost its losses."""
    battle = table.state.battle
    return battle is not None and bool(battle.winner) and not battle.losses


def suffer_losses(table: Table) -> None:
    """Dice, then the winner's losses, then the loser's [ATTACK.11]."""
    battle = fought(table)
    winner, loser = battle.winner, battle.loser
    own, theirs = battle.armies[winner], battle.armies[loser]
    points = roll_die(table, winner, "winner_loss", "ATTACK.8")
    points_lost = sum(roll_die(table, loser, "loser_loss", "ATTACK.9") for _ in range(LOSER_DICE))
    _compute(table, winner, points, CAP_PER_LOSER * theirs, "ATTACK.8", "E-15")
    _compute(table, loser, points_lost, theirs, "ATTACK.9", "E-16")
    for side, clause in ((winner, "ATTACK.8"), (loser, "ATTACK.9")):
        lost = battle.losses[side]
        if lost:
            eliminated = ArmiesEliminated(side, battle.country, lost, "losses")
            table.record(eliminated, clause, "ATTACK.11")
    assert own > battle.losses[winner], "a winner keeps an army [E-15]"


def _compute(table: Table, side: str, points: int, cap: int, *clauses: str) -> None:
    """A tenth of the armies for each point, rounded down and capped, perhaps halved [E-36]."""
    battle = fought(table)
    armies = battle.armies[side]
    percent = PERCENT * points
    raw = armies * percent // 100
    breakdown = list(_lines(armies, percent, raw, cap, *clauses))
    breakdown += commanders.halved(table, battle.country, side, total(breakdown))
    losses = total(breakdown)
    computed = LossesComputed(side, armies, percent, raw, cap, losses, tuple(breakdown))
    table.record(computed, *clauses)


def _lines(
    armies: int, percent: int, raw: int, cap: int, clause: str, ruling: str
) -> Iterator[Line]:
    yield Line(raw, clause, f"{percent} % of {armies} armies, rounded down")
    if raw > cap:
        yield Line(cap - raw, clause if clause == "ATTACK.8" else ruling, f"no more than {cap}")
