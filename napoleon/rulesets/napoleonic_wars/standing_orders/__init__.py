"""Standing orders of The Napoleonic Wars: what a seat says in advance to save a day by mail.

They answer windows, preemption, interception, evasion, losses and retreats, on land and at sea, and
end what leaves nothing else to do. They only give an order that is among the legal orders; if there
is none, the seat is asked [R-136]. One that names a card runs out with it. What a seat has left for
a nation holds as long as the seat commands it.
"""

from __future__ import annotations

from napoleon.rules.kit.profiles import Profiles
from napoleon.rules.kit.standing_orders import DeclaredStandingOrders, kinds_of
from napoleon.rules.orders import Refusal
from napoleon.rules.prose.language import noted
from napoleon.rules.standing_orders import Choices, StandingOrder
from napoleon.rulesets.napoleonic_wars.names import card_names
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.restoring import moves_a_consul
from napoleon.rulesets.napoleonic_wars.sequence import BOOK
from napoleon.rulesets.napoleonic_wars.standing_orders import kinds
from napoleon.rulesets.napoleonic_wars.standing_orders.answers import (
    ANSWERS,
    BIG,
    WINDOW_ORDERS,
)
from napoleon.rulesets.napoleonic_wars.standing_orders.forms import FORMS, KINDS
from napoleon.rulesets.napoleonic_wars.standing_orders.refusals import refuse_preference
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import Wars, at

QUESTIONS = {
    "mulligan": noted("whether to keep a hand"),
    "offer": noted("offers of submission"),
    "camp": noted("camps and declarations of war"),
    "peace": noted("the peace roll"),
    "resource_or_pass": noted("what a nation without cards does"),
    "preempt": noted("an impulse before another nation"),
    "intercept": noted("interceptions"),
    "contest": noted("flags that may be torn down"),
    "evade": noted("evasions"),
    "losses": noted("losses by attrition"),
    "hits": noted("pieces that take hits"),
    "odd_hits": noted("hits that are left when all are shared"),
    "retreat": noted("retreats"),
    "flag": noted("duchies after a battle"),
    "seek": noted("interceptions at sea"),
    "sally": noted("fleets at a strait"),
    "elude": noted("evasions at sea"),
    "sinking": noted("squadrons that sink"),
    "refuge": noted("ports of beaten fleets"),
    "siege_again": noted("whether a siege goes on"),
    "act": noted("impulses in which nothing is left"),
    "march": noted("marches in which nothing is left"),
    "voyage": noted("voyages in which nothing is left"),
    "reinforce": noted("reinforcements of which nothing is left"),
    "spend": noted("what an event lets me spend"),
    "any": noted("any question"),
}
"""Questions beside windows, as a seat chooses them."""

UNTIL = {"turn": noted("to the end of this turn"), "withdrawn": noted("until I withdraw it")}
"""How long something holds, as a seat chooses it."""


def standing_orders(pack: Pack) -> DeclaredStandingOrders[Pack, State, Wars]:
    """The standing orders of the game with this data pack."""
    profiles = Profiles(
        {
            kinds.AskEverything: lambda said: (),
            kinds.Usual: kinds.usual,
            kinds.OnlyWhatMatters: kinds.what_matters,
        },
        WINDOW_ORDERS.has_expired,
        _refusal,
    )
    return DeclaredStandingOrders(
        pack=pack,
        book=BOOK,
        table=at,
        kinds=kinds_of(kinds),
        occasion=lambda state: {"turn": max(state.turn, 1)},
        has_expired=profiles.has_expired,
        refusal=profiles.refusal,
        answers=profiles.answering(ANSWERS),
        offering=lambda state: state.agreed,
        chosen_from=_choices,
        no_card=kinds.NO_CARD,
        forms=FORMS,
        profiles=(kinds.AskEverything, kinds.Usual, kinds.OnlyWhatMatters),
        big=BIG,
    )


def _refusal(table: Wars, seat: str, said: StandingOrder) -> Refusal | None:
    """Refuses what could never apply: a card not held, a name that is not there."""
    return WINDOW_ORDERS.refusal(table, seat, said) or refuse_preference(table, seat, said)


def _choices(table: Wars, seat: str) -> Choices:
    """What is chosen by name: windows, cards that answer in them, spaces, leaders, nations."""
    state, pack = table.state, table.data
    own = [it for it in pack.track if commander(state, it) == seat]
    called = card_names(pack)
    spaces = {it.id: it.name for it in sorted(pack.spaces.values(), key=lambda it: it.name)}
    nations = {it: pack.nations[it].name for it in pack.track}
    return {
        "window": {**{it.id: it.title for it in KINDS}, "any": noted("whenever cards are asked")},
        "question": QUESTIONS,
        "until": UNTIL,
        "card": {
            card: called[card]
            for it in own
            for card in state.nations[it].hand
            if pack.cards[card].windows
            or pack.cards[card].type == "battle"
            or moves_a_consul(pack.cards[card])
        },
        "leaders": {
            name: pack.leaders[name].name
            for name, leader in state.leaders.items()
            if leader.nation in own
        },
        "spaces": spaces,
        "to": spaces,
        "ports": {it: spaces[it] for it in spaces if pack.spaces[it].ports},
        "zones": {it.id: it.name for it in sorted(pack.zones.values(), key=lambda it: it.name)},
        "before": nations,
        "nations": nations,
        "against": nations,
    }
