"""The ends of a phase, of a player turn and of a battle in words [5.0, 10.0, 16.c]."""

from __future__ import annotations

from napoleon.rules.terms import Decision
from napoleon.rules.wording import Words, say, say_many
from napoleon.rulesets.eagles_waterloo import orders
from napoleon.rulesets.eagles_waterloo.sides import side_of
from napoleon.rulesets.eagles_waterloo.table import Table


def combat(table: Table, decision: Decision, order: orders.EndCombat) -> Words:
    """Reinforcements come next: as many as the decks have."""
    battle = table.state.battle
    coming = sum(
        min(rate, len(battle.decks.get(nation, ())))
        for nation, rate in battle.rates.items()
        if side_of(nation) == decision.seat
    )
    told = say_many(
        "%(count)s card comes into your Reserve",
        "%(count)s cards come into your Reserve",
        coming,
    )
    follows = told if coming else say("no more reinforcements come")
    return Words(say("End your Combat phase"), (follows,))


def turn(table: Table, decision: Decision, order: orders.EndTurn) -> Words:
    """The other side's turn comes next."""
    return Words(say("End your player turn"), ordinary=True)


def withdraw(table: Table, decision: Decision, order: orders.WithdrawFromBattle) -> Words:
    """A battle of the campaign is given up."""
    battle = table.state.battle
    follows = [say("the enemy wins it"), say("your cards wait for a later battle")]
    engaged = sum(
        battle.is_engaged(it.place)
        for it in battle.cards.values()
        if side_of(it.nation) == decision.seat
    )
    if engaged:
        follows.append(
            say_many(
                "%(count)s card among enemies is checked once more",
                "%(count)s cards among enemies are checked once more",
                engaged,
            )
        )
    return Words(say("Withdraw from %(battle)s", battle=battle.id), tuple(follows))
