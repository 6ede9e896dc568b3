"""ALLOC Spreading fatigue and losses over the corps of a stack, as evenly as possible.

Allocations that are open at the same time are answered at the same time: each answer stays
sealed until all are in, and they are carried out French first [chapter 21].
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

import msgspec

from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import DeclaredVerb, waits
from napoleon.rules.kit.shares import even_shares
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, Said, say
from napoleon.rulesets.napoleon1815 import victory
from napoleon.rulesets.napoleon1815.events.casualties import (
    FatigueAssigned,
    FatigueIncurred,
    FatigueSpread,
    LossAssigned,
)
from napoleon.rulesets.napoleon1815.orders import AllocateFatigue, AllocateLosses, Loss
from napoleon.rulesets.napoleon1815.state import Allocation, Reason
from napoleon.rulesets.napoleon1815.table import Player, Table, the_player

LOSS_CLAUSES = {
    "combat": ("ALLOC.3", "COMBAT.4d"),
    "event": ("ALLOC.3", "RULING.12"),
    "exhaustion": ("RECOVERY.3", "RULING.12"),
}
"""Why a corps loses strength points, by the reason of the losses."""

SQUARES = 2
"""Fatigue that squares spare in a combat [CARD.squares]."""


# -- the step ----------------------------------------------------------------------------------


def due(table: Table) -> bool:
    """Whether points are waiting to be spread."""
    return bool(table.state.allocations)


def asks(table: Table) -> list[Decision]:
    """The open allocations that need a choice and have no answer yet [DP-20, 25, 26, 36].

    Whether a choice is needed is judged by what everybody knows: fatigue without a remainder
    leaves none, losses always do, as strengths are secret [VIS.9, RULING.60].
    """
    return [
        _question(table, allocation)
        for allocation in table.state.allocations
        if _needs_choice(allocation) and not table.state.sealed.get(allocation.player)
    ]


def carry_out(table: Table) -> None:
    """All answers are in: the points are given out, French first [chapter 21]."""
    waiting = sorted(table.state.allocations, key=lambda a: table.state.seats.index(a.player))
    for allocation in waiting:
        answers = table.state.sealed.get(allocation.player)
        if allocation.kind == "fatigue":
            points = (
                msgspec.convert(answers[0], AllocateFatigue).points
                if answers
                else next(_even_fatigue(allocation)).points
            )
            squares = _squares_of_one(table, allocation)
            if allocation.blind:
                _spread_unseen(table, allocation.player, points)
            elif squares:
                _spread_beside_squares(table, allocation.player, points, squares)
            else:
                _give_fatigue(table, allocation.player, points)
        else:
            assert answers, "losses are always asked for"
            _give_losses(table, allocation, msgspec.convert(answers[0], AllocateLosses).losses)


def incur(
    table: Table,
    side: str,
    corps: Sequence[str],
    reason: Reason,
    lines: Iterable[Line],
    *clauses: str,
    by: str = "",
) -> None:
    """A stack incurs fatigue as a whole; its owner spreads it in the next step [MOVE.4].

    `by` names who spreads it, where the corps must not give that away.
    """
    breakdown = tuple(lines)
    player = by or (table.decider(corps) if corps else table.player_of(side))
    # Without a remainder, too; how tiring a retreat is depends on hidden corps that it meets
    # [RULING.92, RETREAT.6].
    blind = table.fog and (table.combat is None or reason == "retreat")
    table.record(
        FatigueIncurred(player, side, tuple(corps), total(breakdown), reason, breakdown, blind),
        *clauses,
    )


def _needs_choice(allocation: Allocation) -> bool:
    if allocation.blind:
        return True
    if allocation.kind == "losses":
        return True
    return len(allocation.corps) > 1 and allocation.points % len(allocation.corps) != 0


def _question(table: Table, allocation: Allocation) -> Decision:
    if allocation.kind == "fatigue":
        amount = "the" if allocation.blind else allocation.points
        text = f"Which of your corps take {amount} fatigue ({allocation.reason})?"
        return table.question(allocation.player, "allocate_fatigue", "ALLOC.1", text)
    text = f"Which strength points do you lose ({allocation.reason})?"
    return table.question(allocation.player, "allocate_losses", "ALLOC.3", text)


def _pending(table: Table, player: str) -> Allocation:
    return next(a for a in table.state.allocations if a.player == player)


# -- fatigue -----------------------------------------------------------------------------------


def _even_fatigue(allocation: Allocation) -> Iterator[AllocateFatigue]:
    """Every even way to spread the fatigue."""
    unlimited = [allocation.points] * len(allocation.corps)
    for shares in even_shares(allocation.points, unlimited):
        yield AllocateFatigue(dict(zip(allocation.corps, shares, strict=True)))


def _refuse_fatigue(it: Player, order: AllocateFatigue) -> Refusal | None:
    """Refuse shares that miss the sum, a corps, or evenness [ALLOC.1]."""
    allocation = _pending(it.table, it.player)
    even = order in _even_fatigue(allocation)
    return _refuse_shares(allocation, order.points, even, "ALLOC.1")


def _says_fatigue(it: Player, order: AllocateFatigue) -> Phrase:
    shares = tuple(
        Phrase("%(corps)s %(share)s", {"corps": name, "share": Said(str(share))})
        for corps, share in order.points.items()
        if share and (name := it.table.type_of(corps).name)
    )
    return say("Fatigue: %(shares)s", shares=shares) if shares else say("No fatigue")


FATIGUE = DeclaredVerb(
    AllocateFatigue,
    the_player("", "allocate_fatigue"),
    "ALLOC.1",
    listed=lambda it: _even_fatigue(_pending(it.table, it.player)),
    refuses=_refuse_fatigue,
    does=waits,
    lines={"fatigue none": {"points": {}}},
    line="fatigue {points:points}",
    says=_says_fatigue,
)


def _spread_unseen(table: Table, player: str, points: Mapping[str, int]) -> None:
    """Read only by the player who decided, who need not own all the corps [THREE.12]."""
    table.record(FatigueSpread(player, dict(points)), "ALLOC.1", "VIS.8", by=player)


def _give_fatigue(table: Table, player: str, points: Mapping[str, int]) -> None:
    for corps, share in points.items():
        if share:
            now = table.block(corps).fatigue + share
            partner = _partner(table, player, corps)
            assigned = FatigueAssigned(player, corps, share, now, partner)
            table.record(assigned, "ALLOC.1", by=player)


def _squares_of_one(table: Table, allocation: Allocation) -> list[str]:
    """The corps in squares, if they are those of one player in a stack of two [RULING.80]."""
    combat = table.combat
    if combat is None or allocation.reason != "combat":
        return []
    squares = [corps for corps in allocation.corps if corps in (combat.squares or ())]
    return squares if len(squares) < len(allocation.corps) else []


def _spread_beside_squares(
    table: Table, player: str, points: Mapping[str, int], squares: Sequence[str]
) -> None:
    """What squares spare comes off the largest of their own shares, point by point.

    It is one event, as their number would tell who took the points that were left over [VIS.4].
    """
    shares = dict(points)
    for _ in range(SQUARES):
        tired = max(squares, key=lambda corps: shares[corps])
        shares[tired] = max(shares[tired] - 1, 0)
    clauses = ("ALLOC.1", "CARD.squares", "RULING.80")
    table.record(FatigueSpread(player, shares), *clauses, by=player)


def _partner(table: Table, player: str, corps: str) -> str:
    """The owner of the corps, if another player spreads the points [THREE.12, RULING.82]."""
    owner = table.owner_of(corps)
    return "" if owner == player else owner


# -- losses ------------------------------------------------------------------------------------


def _even_losses(it: Player) -> Iterator[AllocateLosses]:
    """Every even way to spread the losses, with infantry and cavalry told apart [ALLOC.3]."""
    table, allocation = it.table, _pending(it.table, it.player)
    strengths = [table.block(corps).strength for corps in allocation.corps]
    for shares in even_shares(allocation.points, strengths):
        splits = [
            [
                Loss(share - cavalry, cavalry)
                for cavalry in range(share + 1)
                if cavalry <= table.block(corps).cavalry
                and share - cavalry <= table.block(corps).infantry
            ]
            for corps, share in zip(allocation.corps, shares, strict=True)
        ]
        for losses in product(*splits):
            if not allocation.cavalry_owed or any(loss.cavalry for loss in losses):
                yield AllocateLosses(dict(zip(allocation.corps, losses, strict=True)))


def _refuse_losses(it: Player, order: AllocateLosses) -> Refusal | None:
    """Refuse what is uneven, more than a corps has, or spares the cavalry [COMBAT.4c-e]."""
    table, allocation = it.table, _pending(it.table, it.player)
    for corps, loss in order.losses.items():
        if corps not in allocation.corps:
            continue
        block = table.block(corps)
        if loss.infantry > block.infantry or loss.cavalry > block.cavalry:
            return refuse(
                "NOT_ENOUGH_SP",
                "COMBAT.4e",
                f"{table.type_of(corps).name} does not have that many strength points.",
                corps=corps,
            )
    shares = {corps: loss.points for corps, loss in order.losses.items()}
    refusal = _refuse_shares(allocation, shares, _is_even(table, allocation, shares), "ALLOC.3")
    spared = not any(loss.cavalry for loss in order.losses.values())
    if refusal is None and allocation.cavalry_owed and spared:
        return refuse(
            "CAVALRY_REQUIRED",
            "COMBAT.4d",
            "More than one loss: at least one of them must be a cavalry strength point.",
        )
    return refusal


def _says_losses(it: Player, order: AllocateLosses) -> Phrase:
    shares = []
    for corps, loss in order.losses.items():
        name = it.table.type_of(corps).name
        if loss.infantry:
            shares.append(say("%(count)s infantry of %(corps)s", count=loss.infantry, corps=name))
        if loss.cavalry:
            shares.append(say("%(count)s cavalry of %(corps)s", count=loss.cavalry, corps=name))
    return say("Lose %(shares)s", shares=tuple(shares)) if shares else say("No losses")


LOSSES = DeclaredVerb(
    AllocateLosses,
    the_player("", "allocate_losses"),
    "ALLOC.3",
    listed=_even_losses,
    refuses=_refuse_losses,
    does=waits,
    lines={"losses none": {"losses": {}}},
    line="losses {losses:losses}",
    says=_says_losses,
)

VERBS = (FATIGUE, LOSSES)


def _is_even(table: Table, allocation: Allocation, shares: Mapping[str, int]) -> bool:
    strengths = [table.block(corps).strength for corps in allocation.corps]
    if set(shares) != set(allocation.corps):
        return False
    return tuple(shares[c] for c in allocation.corps) in even_shares(allocation.points, strengths)


def _give_losses(table: Table, allocation: Allocation, losses: Mapping[str, Loss]) -> None:
    """The points score at once; those of exhaustion when all have lost theirs [RULING.35]."""
    player, side = allocation.player, table.side_of_player(allocation.player)
    for corps, loss in losses.items():
        for kind in ["infantry"] * loss.infantry + ["cavalry"] * loss.cavalry:
            now = getattr(table.block(corps), kind) - 1
            partner = _partner(table, player, corps)
            table.record(
                LossAssigned(player, side, corps, kind, 1, now, allocation.reason, partner),
                *LOSS_CLAUSES[allocation.reason],
                by=player,
            )
            if allocation.reason != "exhaustion":
                victory.settle(table)


def _refuse_shares(
    allocation: Allocation, shares: Mapping[str, int], even: bool, clause: str
) -> Refusal | None:
    if set(shares) != set(allocation.corps) or any(share < 0 for share in shares.values()):
        return refuse(
            "NOT_IN_STACK",
            clause,
            "Name every corps of the stack and no other, each with its share from 0 up.",
            corps=list(allocation.corps),
        )
    if sum(shares.values()) != allocation.points:
        return refuse(
            "WRONG_TOTAL",
            clause,
            f"The shares must add up to {allocation.points}.",
            total=allocation.points,
        )
    if not even:
        return refuse("NOT_EVEN", clause, "Spread the points as evenly as possible.")
    return None
