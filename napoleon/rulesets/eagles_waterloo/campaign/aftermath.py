"""16.c to 16.d After a battle of the campaign: retreat, withdrawal, cards sent on [G-57]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import generals, labels, morale, places
from napoleon.rulesets.eagles_waterloo.campaign.splits import WAVRE_WATERLOO
from napoleon.rulesets.eagles_waterloo.events.campaign import (
    BattleClosed,
    CardsChosen,
    ReinforcementsSent,
    RetreatOrdered,
    SendingOpened,
)
from napoleon.rulesets.eagles_waterloo.events.ends import BattleWon
from napoleon.rulesets.eagles_waterloo.orders import (
    EndSending,
    SendReinforcement,
    SendReinforcements,
    WithdrawFromBattle,
)
from napoleon.rulesets.eagles_waterloo.sides import ALLIED, NATIONS, enemy, side_of
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table, refuse, with_suggestion
from napoleon.rulesets.eagles_waterloo.victory import WITHDRAWN, count_losses

RETREAT = "retreat"
SENDING = "sending"
MOST_BATTLES = 2
"""That go on at the same time [16.b]."""


def ended(table: Table) -> Battle | None:
    """The battle that is over, and still on the table."""
    return next((it for it in table.state.battles.values() if it.reason), None)


def winner_of(battle: Battle) -> str:
    """Who counts as its winner: a drawn battle is lost by the French [G-54]."""
    return battle.winner or ALLIED


# -- the loser retreats [16.d, G-33] --------------------------------------------------------------


def order_due(table: Table) -> bool:
    """Whether the loser of a battle has not been told to retreat."""
    return ended(table) is not None and table.state.phase not in (RETREAT, SENDING)


def order_retreat(table: Table) -> None:
    """Those who share a position with enemies are checked once more [16.d]."""
    battle = _over(table)
    side = enemy(winner_of(battle))
    engaged = tuple(
        card
        for place in places.POSITIONS
        for card in battle.at(place, side)
        if battle.is_engaged(place)
    )
    table.record(RetreatOrdered(battle.id, side, engaged), "16.d", "G-33")


def _over(table: Table) -> Battle:
    battle = ended(table)
    assert battle is not None, "a battle is over"
    return battle


def _hit(table: Table) -> str:
    """A card of the loser with hits, generals first; empty for none [G-33]."""
    battle = _over(table)
    side = enemy(winner_of(battle))
    hit = [
        card
        for card, it in battle.cards.items()
        if it.hits and side_of(it.nation) == side
    ]  # fmt: skip
    leaders = [card for card in hit if labels.kind_of(table, card) == labels.GENERAL]
    return next(iter([*leaders, *hit]), "")


def retreat_due(table: Table) -> bool:
    """Whether a card of the loser is still to be checked."""
    if table.state.phase != RETREAT:
        return False
    return bool(_hit(table) or _over(table).retreating)


def check(table: Table) -> None:
    """First hits that are not checked, then one die for each that is engaged [G-57]."""
    battle = _over(table)
    card, purpose = _hit(table), "morale"
    if not card:
        card, purpose = battle.retreating[0], RETREAT
    if labels.kind_of(table, card) == labels.GENERAL:
        generals.check(table, battle, card, "general" if purpose == "morale" else purpose)
    else:
        morale.check(table, battle, card, purpose)


# -- the winner sends [16.d, 16.e, G-33, G-57] ----------------------------------------------------


def target_of(table: Table) -> str:
    """The battle to which the winner may send; empty if there is none [16.d, 16.e]."""
    battle = _over(table)
    others = [it.id for it in table.state.battles.values() if it.id != battle.id]
    if not others or (table.state.stage == WAVRE_WATERLOO and battle.id == "waterloo"):
        return ""
    return others[0]


def sendable(table: Table) -> list[str]:
    """Survivors of the winner, and what was not drawn, that serve in the other battle [G-57]."""
    battle, to = _over(table), target_of(table)
    side = winner_of(battle)
    cards = [card for card, it in battle.cards.items() if side_of(it.nation) == side]
    cards += [
        card
        for nation, deck in battle.decks.items()
        if side_of(nation) == side
        for card in deck
    ]  # fmt: skip
    return sorted(
        card for card in cards if _serves(table, to, card) and card not in table.state.sent
    )


def _serves(table: Table, battle: str, card: str) -> bool:
    it = labels.label(table, card)
    bound = isinstance(it, labels.Terrain | labels.Special)
    return not bound or battle in it.battles


def opening_due(table: Table) -> bool:
    """Whether the winner has not been asked whom to send."""
    return table.state.phase == RETREAT and bool(target_of(table)) and bool(sendable(table))


def open_sending(table: Table) -> None:
    """It is asked once [G-33]."""
    battle = _over(table)
    table.record(SendingOpened(winner_of(battle), battle.id, target_of(table)), "16.d")


def sending_due(table: Table) -> bool:
    """Whether the winner chooses whom to send."""
    return table.state.phase == SENDING


def asks(table: Table) -> list[Decision]:
    """All or any of them [G-33]."""
    text = "Which cards do you send to your other battle?"
    return [table.question(winner_of(_over(table)), "sending", "16.d", text)]


def legal_orders(table: Table, decision: Decision) -> Iterator[SendReinforcement]:
    """Every card that may be sent."""
    return map(SendReinforcement, sendable(table))


def refuse_sending(table: Table, decision: Decision, order: SendReinforcement) -> Refusal | None:
    """Why a card cannot be sent [16.d, G-57]."""
    if order.card in sendable(table):
        return None
    if order.card in table.state.sent:
        return refuse("DUPLICATE", "16.d", "That card is on its way already.")
    detail = "Name a card of yours from this battle that serves in the other one."
    return refuse("NOT_YOUR_CARD", "16.d", detail)


def explain_misplaced(table: Table, seat: str, order: Order) -> Refusal | None:
    """Only the winner of a battle sends on, and only while another one goes on [16.d, 16.e]."""
    state = table.state
    if state.phase == SENDING:
        return refuse("NOT_WINNER", "16.d", "The winner of the battle sends on, and nobody else.")
    if not state.is_campaign or len(state.battles) < MOST_BATTLES:
        detail = "There is no other battle to which you might send cards."
        return refuse("NO_OTHER_BATTLE", "16.d", detail)
    return None


def send(table: Table, decision: Decision, order: SendReinforcement) -> None:
    """Others see how many go, and not who [G-37]."""
    table.record(CardsChosen(decision.seat, _over(table).id, (order.card,), 1), "16.d")


def lists(table: Table, decision: Decision) -> list[SendReinforcements]:
    """All who may go."""
    return [SendReinforcements(tuple(sendable(table)))]


def refuse_list(table: Table, decision: Decision, order: SendReinforcements) -> Refusal | None:
    """Everything that is wrong with a list of cards to be sent."""
    found = []
    for card in dict.fromkeys(order.cards):
        wrong = refuse_sending(table, decision, SendReinforcement(card))
        if wrong is not None:
            found.append(wrong)
        elif order.cards.count(card) > 1:
            name = labels.name_of(table, card)
            found.append(refuse("DUPLICATE", "16.d", f"{name} is named more than once."))
    if not found:
        return None
    return with_suggestion(found, sendable(table))


def send_list(table: Table, decision: Decision, order: SendReinforcements) -> None:
    """These and no more."""
    cards = tuple(sorted(order.cards))
    table.record(CardsChosen(decision.seat, _over(table).id, cards, len(cards)), "16.d")
    end(table, decision, EndSending())


def end(table: Table, decision: Decision, order: EndSending) -> None:
    """Those who were chosen join a deck of the other battle [16.d, G-33]."""
    battle, to = _over(table), target_of(table)
    cards = tuple(table.state.sent)
    if cards:
        sent = ReinforcementsSent(
            decision.seat, battle.id, to, _joined(table, to, decision.seat), cards, len(cards)
        )
        table.record(sent, "16.d", "G-33")
    close(table)


def _joined(table: Table, battle: str, seat: str) -> str:
    """The nation whose deck they join: at Waterloo the Prussian one [G-33]."""
    nations = table.state.battles[battle].nations
    return next(nation for nation in reversed(nations) if side_of(nation) == seat)


# -- closed ---------------------------------------------------------------------------------------


def closing_due(table: Table) -> bool:
    """Whether nothing is left to be done for a battle that is over."""
    return table.state.phase == RETREAT


def close(table: Table) -> None:
    """Survivors wait for a later battle; the eliminated are out [16.c, G-57]."""
    battle = _over(table)
    left = [*battle.cards, *(card for deck in battle.decks.values() for card in deck)]
    kept: dict[str, list[str]] = {nation: [] for nation in NATIONS}
    lost: dict[str, list[str]] = {nation: [] for nation in NATIONS}
    for card in sorted(left):
        kept[labels.label(table, card).nation].append(card)
    for card in (*battle.routed, *battle.spent, *battle.sites):
        lost[labels.label(table, card).nation].append(card)
    closed = BattleClosed(
        battle.id,
        battle.winner,
        {nation: tuple(cards) for nation, cards in lost.items()},
        {nation: tuple(cards) for nation, cards in kept.items()},
        {nation: len(cards) for nation, cards in kept.items()},
    )
    table.record(closed, "16.c", "G-57")


def refuse_withdrawal(
    table: Table, decision: Decision, order: WithdrawFromBattle
) -> Refusal | None:
    """Only in the campaign, after Morale and before anything else [16.c, G-57]."""
    if not table.state.is_campaign:
        detail = "Only battles of the campaign are left; you may resign instead."
        return refuse("NOT_CAMPAIGN", "16.c", detail)
    if table.state.battle.fought:
        detail = "You have given an order in this Combat phase."
        return refuse("ALREADY_ACTED", "16.c", detail)
    return None


def withdraw(table: Table, decision: Decision, order: WithdrawFromBattle) -> None:
    """The enemy wins the battle; the cards serve later [16.c]."""
    battle = table.state.battle
    table.record(BattleWon(battle.id, enemy(decision.seat), "", WITHDRAWN), "16.c")
    count_losses(table, battle)
