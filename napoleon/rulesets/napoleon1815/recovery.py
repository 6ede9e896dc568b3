"""RECOVERY The recovery phase.

Recovery cards are played by everybody at once; they stay sealed until all have finished and are
carried out French first [RULING.49, chapter 21].
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from napoleon.rules.kit.declaring import DeclaredVerb, Domain, Irreversible, waits
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say, say_many
from napoleon.rulesets.napoleon1815 import combat_effects, decks, fog
from napoleon.rulesets.napoleon1815.events.casualties import CorpsRested, FatigueRemoved
from napoleon.rulesets.napoleon1815.events.operations import (
    BlockReadied,
    RecoveryCardLaid,
    RecoveryFinished,
)
from napoleon.rulesets.napoleon1815.events.turn import PhaseStarted
from napoleon.rulesets.napoleon1815.orders import FinishRecovery, PlayRecoveryCard
from napoleon.rulesets.napoleon1815.packs.pack import MOST_FATIGUE
from napoleon.rulesets.napoleon1815.sides import SIDES
from napoleon.rulesets.napoleon1815.table import Player, Table, the_player

WEARING = 5
"""Fatigue from which a corps loses a strength point in recovery [RECOVERY.3]."""


def phase_due(table: Table) -> bool:
    """Whether all have passed in the operations phase [OPS.2]."""
    return table.state.phase == "operations" and set(table.state.passed) == set(table.state.seats)


def start_phase(table: Table) -> None:
    """Every corps that is still ready loses all its fatigue [RECOVERY.1]."""
    table.record(PhaseStarted("recovery"), "SEQ.1", "OPS.2")
    for seat in table.state.seats:
        ready = [corps for corps in table.own_corps(seat) if table.block(corps).ready]
        if ready or (table.fog and any(table.block(b).ready for b in table.own_blocks(seat))):
            removed = {corps: table.block(corps).fatigue for corps in ready}
            table.record(CorpsRested(seat, removed), "RECOVERY.1")


# -- cards -------------------------------------------------------------------------------------


def cards_due(table: Table) -> bool:
    """Whether somebody may still play recovery cards [RECOVERY.2]."""
    state = table.state
    return state.phase == "recovery" and len(state.finished_recovery) < len(state.seats)


def cards_asks(table: Table) -> list[Decision]:
    """Everybody with cards and a spent corps, until they have finished [DP-35]."""
    text = "Which spent corps recovers?"
    return [
        table.question(seat, "recovery", "RECOVERY.2", text)
        for seat in table.state.seats
        if _can_play(table, seat) and not _has_finished(table, seat)
    ]


def carry_out(table: Table) -> None:
    """All have finished: the sealed cards are played, French first [chapter 21]."""
    for seat in table.state.seats:
        for order in _sealed_cards(table, seat):
            _help(table, seat, order)
        table.record(RecoveryFinished(seat), "RECOVERY.2", "RULING.49", by=seat)


def provided_for(table: Table, seat: str) -> list[str]:
    """The corps for which a seat has chosen a card, unseen by the others."""
    return [it.corps for it in _sealed_cards(table, seat)]


def _uses(it: Player) -> Iterator[PlayRecoveryCard]:
    """Every card in hand on every spent corps with fatigue that has none yet."""
    for corps in it.table.own_corps(it.player):
        for card in sorted(it.hand):
            order = PlayRecoveryCard(card, corps)
            if _refuse_card(it, order) is None:
                yield order


def _refuse_card(it: Player, order: PlayRecoveryCard) -> Refusal | None:
    """Refuse a card not held, a second one on a corps, or one without use [RECOVERY.2]."""
    table, seat = it.table, it.player
    sealed = _sealed_cards(table, seat)
    if order.card not in it.hand or order.card in [s.card for s in sealed]:
        return refuse("CARD_NOT_IN_HAND", "RECOVERY.2", "You do not hold that card.")
    if order.corps not in table.own_corps(seat):
        if order.corps in table.corps_on_map(it.side):
            detail = "Your cards do not help your partner's corps."
            return refuse("PARTNERS_BLOCKS", "THREE.10", detail)
        return refuse("NOT_YOUR_BLOCK", "RECOVERY.2", "That is no corps of yours on the map.")
    if table.block(order.corps).ready:
        return refuse("CORPS_WAS_READY", "RECOVERY.2", "A ready corps needs no card.")
    if order.corps in [s.corps for s in sealed]:
        return refuse("ONE_CARD_PER_CORPS", "RECOVERY.2", "One card per corps and turn.")
    if not table.block(order.corps).fatigue:
        return refuse("NO_FATIGUE", "RECOVERY.2", "That corps has no fatigue to lose.")
    return None


def _rested(it: Player, order: PlayRecoveryCard) -> tuple[Phrase, ...]:
    rested = min(it.table.pack.cards[order.card].recovery, it.table.block(order.corps).fatigue)
    return (
        say_many("%(count)s point of fatigue less", "%(count)s points of fatigue less", rested),
    )


def _explain_card(table: Table, seat: str, order: Order) -> Refusal | None:
    """Why this player may play no recovery card now [CARD.delay]."""
    if table.state.phase != "recovery":
        return None
    if table.side_of_player(seat) in table.state.recovery_barred:
        return refuse("RECOVERY_BARRED", "CARD.delay", "Delayed troops bar your recovery cards.")
    return _explain_finish(table, seat, order)


def _explain_finish(table: Table, seat: str, order: Order) -> Refusal | None:
    """Why there is nothing for this player to finish [RECOVERY.2]."""
    if table.state.phase != "recovery":
        return None
    return refuse("ALREADY_FINISHED", "RECOVERY.2", "Your recovery is finished for this turn.")


RECOVERY = the_player("recovery", "recovery")

PLAY = DeclaredVerb(
    PlayRecoveryCard,
    RECOVERY,
    "RECOVERY.2",
    fields={"card": Domain(named=Player.card), "corps": Domain(named=Player.block)},
    listed=_uses,
    refuses=_refuse_card,
    # The card lies face down until all have finished; that one does is seen.
    does=lambda it, order: it.tell(RecoveryCardLaid, "RECOVERY.2", "RULING.97"),
    line="recover {corps:corps} with {card:card}",
    says=say("Recover %(corps)s with %(card)s"),
    follows=_rested,
    ordinary=False,
    irreversible=Irreversible.ALWAYS,
    misplaced=_explain_card,
)

FINISH = DeclaredVerb(
    FinishRecovery,
    RECOVERY,
    "RECOVERY.2",
    does=waits,
    line="finish",
    says=say("Finish the recovery"),
    follows=(say("no more cards for it in this turn"),),
    ordinary=False,
    misplaced=_explain_finish,
)

VERBS = (PLAY, FINISH)


def _can_play(table: Table, seat: str) -> bool:
    """By what everybody knows: cards in hand, a spent corps, no bar [VIS.9]."""
    side = table.side_of_player(seat)
    able = table.own_blocks(seat) if table.fog else table.own_corps(seat)
    spent = any(not table.block(block).ready for block in able)
    return bool(table.state.hands[seat]) and spent and side not in table.state.recovery_barred


def _has_finished(table: Table, seat: str) -> bool:
    return any(order["order"] == "finish_recovery" for order in _sealed(table, seat))


def _sealed(table: Table, seat: str) -> list[dict[str, Any]]:
    return table.state.sealed.get(seat, [])


def _sealed_cards(table: Table, seat: str) -> list[PlayRecoveryCard]:
    return [
        msgspec.convert(order, PlayRecoveryCard)
        for order in _sealed(table, seat)
        if order["order"] == "play_recovery_card"
    ]


def _help(table: Table, seat: str, order: PlayRecoveryCard) -> None:
    block = table.block(order.corps)
    points = min(table.pack.cards[order.card].recovery, block.fatigue)
    decks.discard(table, seat, order.card, "recovery", "RECOVERY.2")
    table.record(
        FatigueRemoved(seat, order.corps, points, block.fatigue - points, "recovery card"),
        "RECOVERY.2",
        by=seat,
    )


# -- exhaustion and readiness --------------------------------------------------------------------


def wear_due(table: Table) -> bool:
    """Whether a corps has to pay for its fatigue [RECOVERY.3]."""
    return table.state.phase == "recovery" and any(
        _worn_out(table, seat) for seat in table.state.seats
    )


def wear(table: Table) -> None:
    """Every corps with 5 to 8 fatigue loses a strength point; its owner chooses which."""
    for seat in table.state.seats:
        corps, side = _worn_out(table, seat), table.side_of_player(seat)
        if corps:
            combat_effects.incur_losses(table, side, len(corps), corps, "exhaustion", "RECOVERY.3")


def ready_due(table: Table) -> bool:
    """Whether spent blocks are to be turned back [RECOVERY.4]."""
    return table.state.phase == "recovery" and any(_spent(table))


def make_ready(table: Table) -> None:
    """All spent blocks become ready [RECOVERY.4]."""
    for block in fog.in_order(table, _spent(table)):
        owner = table.owner_of(block) if table.fog else ""
        table.record(BlockReadied(block, owner, table.block(block).token), "RECOVERY.4")


def _worn_out(table: Table, seat: str) -> list[str]:
    return [
        corps
        for corps in table.own_corps(seat)
        if WEARING <= table.block(corps).fatigue <= MOST_FATIGUE and corps not in table.state.worn
    ]


def _spent(table: Table) -> Iterator[str]:
    return (b for side in SIDES for b in table.on_map(side) if not table.block(b).ready)
