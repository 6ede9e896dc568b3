"""Responses: what seats answer in a window that stands open [6.14, R-73]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.kit.declaring import DeclaredVerb, Domain, waits
from napoleon.rules.kit.frames import on_top, top
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal, verb_of
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleonic_wars import restoring
from napoleon.rulesets.napoleonic_wars.cards.grammar import steps_of
from napoleon.rulesets.napoleonic_wars.cards.scene import played_by
from napoleon.rulesets.napoleonic_wars.events.windows import (
    ResponsePlayed,
    WindowClosed,
    WindowPutAgain,
)
from napoleon.rulesets.napoleonic_wars.frames.answers import Window
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.orders.cards import Decline, Respond
from napoleon.rulesets.napoleonic_wars.orders.diplomacy import Restore
from napoleon.rulesets.napoleonic_wars.scene import Seated, asked
from napoleon.rulesets.napoleonic_wars.table import Wars
from napoleon.rulesets.napoleonic_wars.windows import (
    AT_SEA,
    BATTLE,
    BROKEN,
    CLAUSE,
    ENTERED,
    GUNS,
    NAVAL,
    SAIL,
    SEEK,
    at_home,
    fits,
    in_order,
    may_respond,
)


class Responding(Seated):
    """A seat in a window."""

    def __init__(self, table: Wars, player: str) -> None:
        super().__init__(table, player)
        self.window = top(table.state, Window)

    @property
    def nations(self) -> list[str]:
        """The nations of the seat that hold a card."""
        state = self.state
        return [
            it for it in self.pack.track if commander(state, it) == self.player and self.held(it)
        ]

    def held(self, nation: str) -> list[str]:
        """The cards of a nation that it may respond with: its hand, and its unused home cards."""
        hand = sorted(self.state.nations[nation].hand)
        home = [card.id for card in at_home(self.table, nation) if card.windows]
        return [*hand, *home]

    def cards(self) -> Iterator[str]:
        """The cards of the seat that fit."""
        pack = self.pack
        for nation in self.nations:
            for card in self.held(nation):
                if fits(self.table, self.window, nation, pack.cards[card]):
                    yield card


RESPONDER = asked(Responding, "window")


def _refuse_response(it: Responding, order: Respond) -> Refusal | None:
    if order.nation not in it.nations or order.card not in it.held(order.nation):
        return refuse("CARD_NOT_IN_HAND", "R-73", "That is no card of a nation of yours.")
    if fits(it.table, it.window, order.nation, it.table.data.cards[order.card]):
        return None
    return refuse("DOES_NOT_FIT", "R-72", "That card cannot be played in this window.")


RESPOND = DeclaredVerb(
    Respond,
    RESPONDER,
    CLAUSE,
    fields={
        "nation": Domain(lambda it: it.nations),
        "card": Domain(lambda it: list(it.cards())),
    },
    refuses=_refuse_response,
    does=waits,
    line="respond with {card:card} of {nation:nation}",
    says=say("Play %(card)s for %(nation)s"),
)

DECLINE = DeclaredVerb(
    Decline, RESPONDER, CLAUSE, does=waits, line="decline", says=say("Play no card")
)


def _payers(it: Responding) -> list[str]:
    return [name for name in it.table.state.powers if restoring.cards_to_pay(it.table, name)]


def _refuse_restoring(it: Responding, order: Restore) -> Refusal | None:
    state = it.table.state
    if it.window.kind != BROKEN:
        return refuse("DOES_NOT_FIT", "R-72", "No Pact was broken just now.")
    own = commander(state, order.nation) == it.player if order.nation in state.nations else False
    if own and order.card in restoring.cards_to_pay(it.table, order.nation):
        return None
    detail = "One card of the power of that row pays for every box back to Pact."
    return refuse("CANNOT_RESTORE", "R-85", detail, card=order.card)


RESTORE = DeclaredVerb(
    Restore,
    RESPONDER,
    "8.21.a",
    fields={
        "nation": Domain(_payers),
        "card": Domain(
            lambda it: [
                card for name in _payers(it) for card in restoring.cards_to_pay(it.table, name)
            ]
        ),
    },
    refuses=_refuse_restoring,
    does=waits,
    line="restore the pact with {card:card} of {nation:nation}",
    says=say("Restore the Pact by the CP of %(card)s"),
)

VERBS = (RESPOND, RESTORE, DECLINE)


def _waits(table: Wars) -> bool:
    return bool(top(table.state, Window).waiting)


def _asks(table: Wars) -> list[Decision]:
    window = top(table.state, Window)
    text = _trigger(window)
    return [table.question(seat, "window", CLAUSE, text) for seat in window.waiting]


def _trigger(window: Window) -> Phrase:
    """What has happened, to which a seat may respond."""
    nation, about = window.nation, window.about
    if window.kind == BROKEN:
        return say("The Pact of %(nation)s was broken. Do you restore it?", nation=about)
    if window.kind == ENTERED:
        return say("%(nation)s has entered %(space)s. Do you respond?", nation=nation, space=about)
    if window.kind == BATTLE:
        return say("A battle is about to begin in %(space)s. Do you respond?", space=about)
    if window.kind == SAIL:
        text = "A fleet of %(nation)s is about to leave %(place)s. Do you respond?"
        return say(text, nation=nation, place=about)
    if window.kind == AT_SEA:
        text = "A fleet of %(nation)s has come to %(place)s. Do you respond?"
        return say(text, nation=nation, place=about)
    if window.kind == SEEK:
        text = "%(nation)s searches for enemies in %(place)s. Do you respond?"
        return say(text, nation=nation, place=about)
    if window.kind == GUNS:
        return say("The batteries of %(place)s are about to fire. Do you respond?", place=about)
    if window.kind == NAVAL:
        return say("A round of a naval battle begins in %(place)s. Do you respond?", place=about)
    if about:
        return say("%(nation)s has played %(card)s. Do you respond?", nation=nation, card=about)
    return say("Do you respond to %(nation)s?", nation=nation)


def _responses(table: Wars) -> dict[str, tuple[str, str]]:
    """By nation the verb and the card that was answered with."""
    answers = (it.order for it in top(table.state, Window).answers)
    played = [it for it in answers if it["order"] in (verb_of(Respond), verb_of(Restore))]
    return {it["nation"]: (it["order"], it["card"]) for it in played}


def _carry_out(table: Wars) -> None:
    """The first response in order counts [R-73]."""
    responses, window = _responses(table), top(table.state, Window)
    nation = in_order(table, window, [*responses])[0]
    verb, named = responses[nation]
    card = table.data.cards[named]
    if verb == verb_of(Restore):
        restoring.pay_back(table, nation, card)
        return
    todo = steps_of(card.program)
    if window.kind == BROKEN:
        todo = tuple(restoring.steps_back(played_by(table, nation, card), card))
    table.record(ResponsePlayed(nation, card.id, bool(card.home), card.remove, todo), "R-73")


def _to_put(table: Wars) -> bool:
    window = top(table.state, Window)
    return not window.asked and bool(may_respond(table, window))


def _put(table: Wars) -> None:
    window = top(table.state, Window)
    table.record(WindowPutAgain(window.kind, tuple(may_respond(table, window))), "R-73")


def _close(table: Wars) -> None:
    table.record(WindowClosed(top(table.state, Window).kind), "R-73")


STEPS = Part[Wars](
    "window",
    on_top(Window),
    (
        Step("answers", _waits, only_asks, _asks),
        Step("first response", lambda table: bool(_responses(table)), _carry_out),
        Step("put once more", _to_put, _put),
        Step("close", lambda table: True, _close),
    ),
)
"""A window stands open."""
