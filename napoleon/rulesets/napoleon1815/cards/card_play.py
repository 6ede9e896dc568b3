"""CARDS.3 to CARDS.4, CARDS.9, CARDS.11, CARD.counter_order Playing green cards.

[OPS.8, CARDS.9, chapter 14, THREE.9]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Irreversible
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.phrases import Named
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Card, Phrase, say
from napoleon.rulesets.napoleon1815 import decks, fog, movement
from napoleon.rulesets.napoleon1815.cards import (
    combat_cards,
    movement_cards,
    reaction_cards,
    retreat_cards,
)
from napoleon.rulesets.napoleon1815.cards.card_event import CardEvent
from napoleon.rulesets.napoleon1815.cards.windows import (
    SECOND_CHANCE,
    fits,
    has_answered,
    has_entered,
    has_second_chance,
    may_play,
)
from napoleon.rulesets.napoleon1815.events.windows import (
    EventApplied,
    EventCancelled,
    EventPlayed,
    EventProposed,
    WindowDeclined,
)
from napoleon.rulesets.napoleon1815.movement_points import priced
from napoleon.rulesets.napoleon1815.orders import DeclineWindow, PlayEvent
from napoleon.rulesets.napoleon1815.sides import enemy
from napoleon.rulesets.napoleon1815.state import Choice, Played
from napoleon.rulesets.napoleon1815.table import Player, Table

GREEN: dict[str, CardEvent] = {
    event.name: event
    for group in (movement_cards, reaction_cards, combat_cards, retreat_cards)
    for event in group.EVENTS
}
"""Every green event by name [14.3 to 14.5]."""

COUNTER_ORDER = "counter_order"


# -- the window in which a decision stands -------------------------------------------------------


def window_of(decision: Decision) -> str:
    """The window that a decision asks in; the march is a window as well [DP-17]."""
    return "W.MOVING" if decision.kind == "march" else decision.clause


class Window(Player):
    """A player who may play a card in a window."""

    def __init__(self, table: Table, decision: Decision, _: str = "") -> None:
        self.table, self.player, self.window = table, decision.seat, window_of(decision)


def _in_window(*kinds: str) -> Actor[Table, Window]:
    return Actor(kinds, "operations", Window)


def _ways(it: Window) -> Iterator[PlayEvent]:
    """Every card in hand that may be played now, in every legal way."""
    if not may_play(it.table, it.player, it.window):
        return
    for card in sorted(it.hand):
        if refuse_card(it.table, it.player, it.window, card) is None:
            for choice in _choices(it.table, it.player, it.table.pack.cards[card].event):
                yield PlayEvent(card, choice.blocks, choice.area, choice.road)


def _refuse_play(it: Window, order: PlayEvent) -> Refusal | None:
    """Refuse a card that is not held, or that has no place here [chapter 17, PlayEvent]."""
    if refusal := refuse_card(it.table, it.player, it.window, order.card):
        return refusal
    event = it.table.pack.cards[order.card].event
    choice = Choice(order.blocks, order.area, order.road)
    if choice in _choices(it.table, it.player, event):
        return None
    return _refuse_choice(it.table, it.player, event, choice)


def refuse_card(table: Table, player: str, window: str, number: int) -> Refusal | None:
    """Refuse a card that `player` may not play in `window`, in whatever way."""
    if number not in table.state.hands[player]:
        return refuse("CARD_NOT_IN_HAND", "CARDS.1", f"You do not hold card {number}.")
    card = table.pack.cards[number]
    if card.colour != "green":
        detail = "Only green cards are played in the operations phase."
        return refuse("WRONG_COLOUR", "CARDS.3", detail)
    operation = table.operation
    side = table.side_of_player(player)
    if side in table.state.green:
        detail = "Your side has played its green card of this operation."
        return refuse("GREEN_CARD_USED", "CARDS.9", detail)
    if window == "W.MOVING" and has_answered(table, player, window):
        detail = "Your leader has not allowed a card at this point of the march."
        return refuse("LEADER_MUST_AGREE", "THREE.9", detail)
    if window == "W.MOVING" and movement.is_over_unseen(table):
        detail = "The movement is over: there is nothing left but to end it."
        return refuse("WRONG_WINDOW", "RULING.90", detail)
    if card.event == COUNTER_ORDER:
        return _refuse_counter_order(table)
    active = operation.side if operation else table.side_of_player(table.state.to_go)
    event = GREEN[card.event]
    if not fits(card, window, active):
        # An area was entered, and nobody was asked because everybody sees that it does not fit.
        unfit = has_entered(table) and fits(card, "W.ENTERED", active)
        barred = event.barred(table, player) if unfit else None
        if barred is not None:
            return refuse("EVENT_PRECONDITION", f"CARD.{card.event}", barred)
        detail = f"{card.name} is not played at this moment."
        return refuse("WRONG_WINDOW", "CARDS.4", detail, windows=list(card.windows))
    if has_second_chance(table, player, window) and card.event not in SECOND_CHANCE:
        detail = "Only a Forced march or a Bridge demolition can be played now."
        return refuse("WRONG_WINDOW", "RULING.8", detail)
    if event.for_own_stack and operation and operation.player != player:
        return refuse("PARTNERS_BLOCKS", "THREE.10", "The stack is your partner's.")
    barred = event.barred(table, player)
    if barred is not None:
        return refuse("EVENT_PRECONDITION", f"CARD.{card.event}", barred)
    return None


def _refuse_choice(table: Table, player: str, event: str, choice: Choice) -> Refusal:
    clause = f"CARD.{event}"
    if names_partner(table, player, choice.blocks):
        return refuse(
            "PARTNERS_BLOCKS", "THREE.10", "A card acts only on blocks of the player who plays it."
        )
    return refuse("EVENT_PRECONDITION", clause, "The card cannot be played in that way now.")


def names_partner(table: Table, player: str, blocks: Iterable[str]) -> bool:
    """Whether there are blocks of the partner among `blocks` [THREE.10]."""
    side = table.side_of_player(player)
    return any(
        table.side_of(block) == side and not table.is_own(player, block)
        for block in blocks
        if block in table.state.blocks
    )


def _choices(table: Table, player: str, event: str) -> Iterator[Choice]:
    return GREEN[event].choices(table, player) if event != COUNTER_ORDER else iter([Choice()])


# -- playing -----------------------------------------------------------------------------------


def _play(it: Window, order: PlayEvent) -> None:
    """The card is played, or, by the leader's partner, proposed [OPS.8, THREE.9]."""
    event = it.table.pack.cards[order.card].event
    choice = Choice(order.blocks, order.area, order.road)
    leader = it.table.players_of(it.side)[0]
    if it.player == leader:
        put_on_table(it.table, Played(it.player, order.card, event, it.window, choice))
        return
    it.tell(
        EventProposed,
        "THREE.9",
        leader=leader,
        card=order.card,
        event=event,
        choice=choice,
        blocks=_as_seen(it.table, order.blocks),
        area=order.area,
        road=order.road,
    )


def _as_seen(table: Table, blocks: tuple[str, ...]) -> tuple[str, ...]:
    """Blocks that a card names, as the leader may see those of the partner [THREE.2]."""
    named = [block for block in blocks if block in table.state.blocks]
    return fog.tokens(table, named) if table.fog and named else blocks


def put_on_table(table: Table, card: Played) -> None:
    """A card is played, before it takes effect; one played against it cancels it [CARDS.11]."""
    contested = table.state.played
    table.record(
        EventPlayed(card.player, card.card, card.event, card.window, card.choice),
        "OPS.8",
        f"CARD.{card.event}",
    )
    if contested is not None:
        table.record(
            EventCancelled(contested.card, contested.event, card.card),
            "CARD.counter_order",
            "CARDS.11",
        )
        for each in (contested, card):
            decks.discard(table, each.player, each.card, "played", f"CARD.{each.event}")


# -- a card just played --------------------------------------------------------------------------


def counter_due(table: Table) -> bool:
    """Whether an enemy may cancel the card that was just played [W.PLAYED]."""
    return bool(_opponents(table))


def counter_asks(table: Table) -> list[Decision]:
    """The enemy of its player is asked [DP-16]."""
    text = "The enemy has just played a card. Do you answer with a Counter-order?"
    return [table.question(_opponents(table)[0], "window", "W.PLAYED", text)]


def _opponents(table: Table) -> list[str]:
    played = table.state.played
    if played is None or not GREEN[played.event].can_be_countered:
        return []
    side = enemy(table.side_of_player(played.player))
    return [
        player
        for player in table.players_of(side)
        if player not in played.uncontested and may_play(table, player, "W.PLAYED")
    ]


def _refuse_counter_order(table: Table) -> Refusal | None:
    played = table.state.played
    if played is None or not GREEN[played.event].can_be_countered:
        detail = "Only a card that was just played for a movement can be cancelled."
        return refuse("CANNOT_CANCEL", "CARD.counter_order", detail)
    return None


# -- taking effect -------------------------------------------------------------------------------


def effect_due(table: Table) -> bool:
    """Whether a card that nobody has cancelled takes effect now."""
    return table.state.played is not None


def take_effect(table: Table) -> None:
    """The event does what its card says; then the card is discarded [CARDS.5].

    What is played in a combat lies on the table until the combat is over [RULING.106].
    """
    played = table.state.played
    assert played is not None
    event = GREEN[played.event]
    table.record(
        EventApplied(played.card, played.event, played.player, event.summary),
        f"CARD.{played.event}",
    )
    event.take_effect(table, played)
    if table.combat is None:
        decks.discard(table, played.player, played.card, "played", f"CARD.{played.event}")


def clearing_due(table: Table) -> bool:
    """Whether cards of a combat that is over still lie on the table [RULING.106]."""
    fought = table.state.combat
    return fought is not None and fought.over and bool(fought.on_table)


def clear(table: Table) -> None:
    """The cards of the combat are discarded [CARDS.5]."""
    fought = table.state.combat
    assert fought is not None
    for player, card in fought.on_table or ():
        event = table.pack.cards[card].event
        decks.discard(table, player, card, "played", f"CARD.{event}", "RULING.106")


# -- the verbs -----------------------------------------------------------------------------------


def _follows(it: Window, order: PlayEvent) -> tuple[Phrase, ...]:
    named: list[Named] = [*it.table.called(order.blocks)]
    named += [it.area(order.area)] if order.area else []
    if order.road:
        road = it.table.pack.graph.roads[order.road]
        named.append(Phrase("%(a)s\N{EN DASH}%(b)s", {"a": it.area(road.a), "b": it.area(road.b)}))
    return (say("for %(named)s", named=tuple(named)),) if named else ()


def _explain_play(table: Table, seat: str, order: Order) -> Refusal | None:
    """Why this player may play no card now [OPS.8, CARDS.4]."""
    if table.state.phase != "operations":
        return None
    assert isinstance(order, PlayEvent)
    return (
        _refuse_while_proposed(table, seat)
        or _refuse_after(table, seat, order.card)
        or refuse_card(table, seat, "", order.card)
        or refuse("WRONG_WINDOW", "CARDS.4", "No window stands open for you now.")
    )


def _refuse_while_proposed(table: Table, seat: str) -> Refusal | None:
    """A card waits for the leader's word, so its side plays no other [THREE.9]."""
    proposed = table.state.proposed
    if proposed is None or table.side_of_player(proposed.player) != table.side_of_player(seat):
        return None
    detail = "A card has been proposed; the leader decides on it first."
    return refuse("LEADER_MUST_AGREE", "THREE.9", detail)


def _refuse_after(table: Table, seat: str, number: int) -> Refusal | None:
    """A card for the end of the operation that has just ended [CARD.combined_op]."""
    last = table.state.operation
    over = last is not None and last.ended and table.side_of_player(seat) in last.green
    held = number in table.state.hands[seat]
    if over and held and "W.OPEND" in table.pack.cards[number].windows:
        detail = "Your side played its green card of that operation."
        return refuse("GREEN_CARD_USED", "CARDS.9", detail)
    return None


PLAY = DeclaredVerb(
    PlayEvent,
    _in_window("window", "march"),
    "OPS.8",
    listed=_ways,
    refuses=_refuse_play,
    does=_play,
    line="play {card:card}[: {blocks:blocks}][ in {area:area}][ along {road:road}]",
    says=lambda it, order: say("Play %(card)s", card=Card(order.card)),
    follows=_follows,
    heading=lambda it, order: say("Play %(card)s", card=Card(order.card)),
    # A bridge is all that a card names a road for.
    price=lambda it, order: priced(movement_cards.bridge_cost(it.table)) if order.road else None,
    ordinary=False,
    irreversible=Irreversible.ALWAYS,
    misplaced=_explain_play,
)

DECLINE = DeclaredVerb(
    DeclineWindow,
    _in_window("window"),
    "OPS.8",
    does=lambda it, order: it.table.record(WindowDeclined(it.player, it.window), "OPS.8"),
    line="decline",
    says=say("Play no card"),
    misplaced=lambda *_: refuse("NO_WINDOW", "OPS.8", "No window stands open for you now."),
)

VERBS = (PLAY, DECLINE)
