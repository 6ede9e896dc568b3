"""What standing orders answer, kind of question by kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from napoleon.rules.kit.preferences import (
    Preference,
    best_of,
    first_of,
    if_nothing_else,
    in_battles,
    just,
    named,
    of_verb,
    place_in,
    preferred,
)
from napoleon.rules.kit.standing_orders import Answers, Big
from napoleon.rules.kit.windows import WindowOrders
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_empire import orders
from napoleon.rulesets.napoleonic_empire.cards import windows
from napoleon.rulesets.napoleonic_empire.sides import FRENCH, enemy
from napoleon.rulesets.napoleonic_empire.standing_orders import lasting
from napoleon.rulesets.napoleonic_empire.standing_orders.kinds import (
    Ask,
    AskMe,
    BattleOrder,
    DeclineRebels,
    EndPhases,
    Kutuzov,
    OfWindow,
    PassAll,
    PassWindow,
    PlaceRebels,
    PlayCard,
    Reinforcing,
    Retreats,
    RetreatTo,
)
from napoleon.rulesets.napoleonic_empire.standing_orders.refusals import (
    refuse_card,
    refuse_window,
)
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.table import Table
from napoleon.rulesets.napoleonic_empire.victory import CAPITAL


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


def _towards(
    table: Table, decision: Decision, word: Retreats, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    """All survivors to the refuge that is nearest to where they are to go [E-18, E-38]."""
    battle = table.state.battle
    assert battle is not None
    survivors = table.state.armies_in(decision.seat, battle.country)
    whole = [it for it in of_verb(legal_orders, orders.Retreat) if it.armies == survivors]
    distance, seat = table.data.board.distance, decision.seat

    def rank(it: orders.Retreat) -> tuple[Any, ...]:
        ways = [way for to in word.towards if (way := distance(it.to, to)) is not None]
        home = seat == FRENCH and it.to == CAPITAL
        mine = table.state.armies_in(seat, it.to)
        return min(ways, default=0), not home, -mine, -len(it.commanders)

    yield from (it for it in sorted(whole, key=rank) if it.to not in word.never)


def _reinforcements(
    table: Table, decision: Decision, word: Reinforcing, order: orders.PlaceReinforcements
) -> tuple[Any, ...]:
    """As many as may come, where they are wanted most [E-20]."""
    state, seat = table.state, decision.seat
    near = table.data.board.neighbours(order.country)
    threat = sum(state.armies_in(enemy(seat), it) for it in (order.country, *near))
    need = threat - state.armies_in(seat, order.country)
    return place_in(word.first, order.country), -need, -order.armies


def _battles(
    table: Table, decision: Decision, word: BattleOrder, order: orders.ChooseBattle
) -> tuple[Any, ...]:
    """Named ones first, and then those in which the odds are best [E-11]."""
    state, country = table.state, order.country
    armies = (state.armies_in(it, country) for it in (enemy(decision.seat), decision.seat))
    theirs, mine = armies
    return place_in(word.first, country), theirs - mine


def _battle_country(table: Table) -> str:
    return "" if table.state.battle is None else table.state.battle.country


_END = Preference(EndPhases, if_nothing_else(orders.EndMove, orders.EndAttack))

CHOICES: dict[str, Answers[Table]] = in_battles(
    _battle_country,
    Ask,
    {
        "move": _END,
        "choose_battle": preferred(
            Preference(BattleOrder, best_of(orders.ChooseBattle, _battles)), _END
        ),
        "retreat": preferred(Preference(RetreatTo, _retreats), Preference(Retreats, _towards)),
        "kutuzov": Preference(Kutuzov, _with_kutuzov),
        "place_reinforcements": Preference(
            Reinforcing, best_of(orders.PlaceReinforcements, _reinforcements)
        ),
        "place_rebels": preferred(
            Preference(PlaceRebels, first_of(orders.PlaceRebels, "country", "country"), once=True),
            Preference(DeclineRebels, just(orders.DeclineRebels())),
        ),
    },
)
"""Who answers which kind of question beside windows; every other kind is asked."""

ANSWERS: dict[str, Answers[Table]] = {"window": WINDOW_ORDERS.answers, **CHOICES}

BIG = (
    Big(orders.KutuzovRoll, "E-37", (Kutuzov,)),
    Big(orders.KutuzovWithdraw, "E-37", (Kutuzov,)),
    Big(orders.KutuzovStay, "E-37", (Kutuzov,)),
    Big(orders.PlaceRebels, "NAT.1", (PlaceRebels,)),
    Big(orders.DeclineRebels, "E-21", (DeclineRebels,)),
    Big(orders.Resign, "E-31"),
    Big(orders.AgreeToEnd, "E-53"),
)
"""What is never done by a standing order that does not say so: Kutuzov's withdrawal or battle,
rebels raised or not, and the end of the game."""
