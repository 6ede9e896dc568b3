"""What instructions answer, a function for each kind of question.

Each yields the uses of the instructions of a seat, the first choice first; the caller takes the
first whose order is among the offers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napoleon.rules.instructions import Instruction, Kept, Use
from napoleon.rules.kit import standing
from napoleon.rules.kit.standing import Answers
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_empire import orders
from napoleon.rulesets.napoleonic_empire.instructions.kinds import (
    AskMe,
    DeclineRebels,
    Kutuzov,
    PassAll,
    PassWindow,
    PlaceRebels,
    PlayCard,
    RetreatTo,
)
from napoleon.rulesets.napoleonic_empire.table import Table


def in_window(
    table: Table, decision: Decision, kept: Sequence[Kept], offers: Sequence[Order]
) -> Iterator[Use]:
    """To be asked, then cards, then to pass [E-13, E-24]."""
    seat = decision.seat

    def asks(word: Instruction) -> bool:
        return isinstance(word, AskMe) and _is_meant(table, seat, word)

    def plays(word: Instruction) -> Order | None:
        if isinstance(word, PlayCard) and _is_time(table, seat, word):
            return orders.PlayCard(word.card)
        return None

    def declines(word: Instruction) -> Order | None:
        meant = isinstance(word, PassWindow) and _is_meant(table, seat, word)
        return orders.Pass() if meant or isinstance(word, PassAll) else None

    return standing.in_window(kept, asks=asks, plays=plays, declines=declines)


def _is_meant(table: Table, seat: str, word: PassWindow | AskMe) -> bool:
    """Whether an instruction speaks of the window that stands open."""
    state = table.state
    assert state.window is not None
    battle = "" if state.battle is None else state.battle.country
    return (
        word.window in (state.window.kind, "any")
        and word.turns in ("own" if state.active == seat else "enemy", "any")
        and (not word.countries or battle in word.countries)
    )


def _is_time(table: Table, seat: str, word: PlayCard) -> bool:
    """Whether the battle, if there is one, is one for which a card was meant."""
    battle = table.state.battle
    if battle is None:
        return True
    role = "attacker" if battle.attacker == seat else "defender"
    return word.role in (role, "any") and (not word.countries or battle.country in word.countries)


def in_retreat(
    table: Table, decision: Decision, kept: Sequence[Kept], offers: Sequence[Order]
) -> Iterator[Use]:
    """All survivors, with as many commanders as may go along [E-18, E-38]."""
    battle = table.state.battle
    assert battle is not None
    survivors = table.state.armies_in(decision.seat, battle.country)
    whole = [it for it in offers if isinstance(it, orders.Retreat) and it.armies == survivors]
    whole.sort(key=lambda retreat: -len(retreat.commanders))
    for it in kept:
        word = it.instruction
        if isinstance(word, RetreatTo) and (not word.battles or battle.country in word.battles):
            for country in word.countries:
                yield from (Use(it, r, spent=False) for r in whole if r.to == country)


def with_kutuzov(
    table: Table, decision: Decision, kept: Sequence[Kept], offers: Sequence[Order]
) -> Iterator[Use]:
    """Roll, and go where told; or stay [E-37]."""
    for it in kept:
        if isinstance(it.instruction, Kutuzov):
            if not it.instruction.countries:
                yield Use(it, orders.KutuzovStay(), spent=False)
            for country in it.instruction.countries:
                yield Use(it, orders.KutuzovRoll(), spent=False)
                yield Use(it, orders.KutuzovWithdraw(country), spent=False)


def with_rebels(
    table: Table, decision: Decision, kept: Sequence[Kept], offers: Sequence[Order]
) -> Iterator[Use]:
    """Where they rise, or that they do not [NAT.1]."""
    for it in kept:
        match it.instruction:
            case PlaceRebels(country=country):
                yield Use(it, orders.PlaceRebels(country), spent=True)
            case DeclineRebels():
                yield Use(it, orders.DeclineRebels(), spent=False)


ANSWERS: dict[str, Answers[Table]] = {
    "window": in_window,
    "retreat": in_retreat,
    "kutuzov": with_kutuzov,
    "place_rebels": with_rebels,
}
"""Who answers which kind of question; every other kind is asked."""
