"""What standing orders answer, kind of question by kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napoleon.rules.kit.preferences import (
    Preference,
    first_of,
    just,
    named,
    of_verb,
    preferred,
)
from napoleon.rules.kit.standing_orders import Answers
from napoleon.rules.kit.windows import WindowOrders
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_empire import orders
from napoleon.rulesets.napoleonic_empire.cards import windows
from napoleon.rulesets.napoleonic_empire.standing_orders import lasting
from napoleon.rulesets.napoleonic_empire.standing_orders.kinds import (
    AskMe,
    DeclineRebels,
    Kutuzov,
    OfWindow,
    PassAll,
    PassWindow,
    PlaceRebels,
    PlayCard,
    RetreatTo,
)
from napoleon.rulesets.napoleonic_empire.standing_orders.refusals import (
    refuse_card,
    refuse_window,
)
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.table import Table


def _is_meant(table: Table, seat: str, word: OfWindow) -> bool:
    """Whether a standing order speaks of this turn, and of the country of the battle."""
    state = table.state
    battle = "" if state.battle is None else state.battle.country
    turns = ("own" if state.active == seat else "enemy", "any")
    return word.turns in turns and (not word.countries or battle in word.countries)


def _playing(table: Table, decision: Decision, word: PlayCard) -> Order | None:
    """The card, if the battle, where there is one, is one for which it was meant."""
    battle = table.state.battle
    if battle is not None:
        role = "attacker" if battle.attacker == decision.seat else "defender"
        here = not word.countries or battle.country in word.countries
        if word.role not in (role, "any") or not here:
            return None
    return orders.PlayCard(word.card)


WINDOW_ORDERS = WindowOrders[State, Table](
    passes=PassWindow,
    passes_all=PassAll,
    plays=PlayCard,
    asks=AskMe,
    opened=lambda table, decision: windows.opened(table).kind,
    playing=_playing,
    passing=lambda table, decision: orders.Pass(),
    means=_is_meant,
    any_kind="any",
    hand=lambda state, seat: state.hands[seat],
    ends=lasting.ENDS,
    ends_all=lasting.has_moved_since,
    refuse_window=refuse_window,
    refuse_card=refuse_card,
)
"""To be asked, then cards, then to pass [E-13, E-24]."""


def _retreats(
    table: Table, decision: Decision, word: RetreatTo, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    """All survivors, with as many commanders as may go along [E-18, E-38]."""
    battle = table.state.battle
    assert battle is not None
    if word.battles and battle.country not in word.battles:
        return
    survivors = table.state.armies_in(decision.seat, battle.country)
    whole = [it for it in of_verb(legal_orders, orders.Retreat) if it.armies == survivors]
    whole.sort(key=lambda retreat: -len(retreat.commanders))
    yield from named(whole, "to", word.countries)


def _with_kutuzov(
    table: Table, decision: Decision, word: Kutuzov, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    """Roll, and go where told; or stay [E-37]."""
    if not word.countries:
        yield orders.KutuzovStay()
    for country in word.countries:
        yield orders.KutuzovRoll()
        yield orders.KutuzovWithdraw(country)


ANSWERS: dict[str, Answers[Table]] = {
    "window": WINDOW_ORDERS.answers,
    "retreat": Preference(RetreatTo, _retreats),
    "kutuzov": Preference(Kutuzov, _with_kutuzov),
    "place_rebels": preferred(
        Preference(PlaceRebels, first_of(orders.PlaceRebels, "country", "country"), once=True),
        Preference(DeclineRebels, just(orders.DeclineRebels())),
    ),
}
"""Who answers which kind of question; every other kind is asked."""
