"""DRAW, CARD.rain to CARD.delay Red cards: revealed when all have drawn, and carried out."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.kit.declaring import DeclaredVerb, Domain, Irreversible
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleon1815 import decks, fog, operations
from napoleon.rulesets.napoleon1815.events.cards import (
    LastingEventStarted,
    RecoveryBarred,
    RedCardRevealed,
    RedCardsCancelled,
)
from napoleon.rulesets.napoleon1815.events.setup import ReinforcementDelayed
from napoleon.rulesets.napoleon1815.events.windows import EventApplied
from napoleon.rulesets.napoleon1815.orders import ChooseDelayedCorps, ChooseInertiaArea
from napoleon.rulesets.napoleon1815.sides import ALLIED
from napoleon.rulesets.napoleon1815.table import Player, Table, the_player

LASTING = ("rain", "emperor_ill")
"""Red events that stay in force until the turn ends."""


def reveal_due(table: Table) -> bool:
    """Whether a red card was drawn: no hand keeps one [DRAW.2]."""
    return table.state.phase == "draw" and any(_drawn(table))


def reveal(table: Table) -> None:
    """All red cards drawn are shown; two or more cancel each other [DRAW.2-3, RULING.15]."""
    drawn = list(_drawn(table))
    for player, card in drawn:
        event = table.pack.cards[card].event
        table.record(RedCardRevealed(player, card, event), "DRAW.2", by=player)
    if len(drawn) > 1:
        table.record(RedCardsCancelled(tuple(card for _, card in drawn)), "DRAW.3")
        for player, card in drawn:
            decks.discard(table, player, card, "cancelled", "DRAW.3")


def stands(table: Table) -> bool:
    """Whether one red card waits to be carried out."""
    return table.state.red_card is not None


def asks(table: Table) -> list[Decision]:
    """Inertia asks for an area, Delayed troops for a corps, if there is a choice [DP-02, 03]."""
    _, player, event = _standing(table)
    if event == "inertia" and _may_choose_area(table, player):
        text = "Inertia: name an area with corps of yours; all your blocks there are spent."
        return [table.question(player, "choose_inertia_area", "CARD.inertia", text)]
    if event == "delay" and len(_prussians_to_come(table)) > 1:
        text = "Delayed troops: name the Prussian reinforcement that comes a turn later."
        seat = "prussian" if table.three_players else ALLIED
        return [table.question(seat, "choose_delayed_corps", "CARD.delay", text)]
    return []


def carry_out(table: Table) -> None:
    """The red card does what it says; nobody has to choose anything."""
    card, player, event = _standing(table)
    if event in LASTING:
        table.record(LastingEventStarted(event, card, "the turn"), f"CARD.{event}", "DRAW.4")
    elif event == "inertia":
        areas = list(_inertia_areas(table, player))
        if areas:
            spend_area(table, areas[0])
        else:
            decks.discard(table, player, card, "no stack on the map", "CARD.inertia")
    else:
        assert event == "delay", f"{event} is no red event"
        prussians = _prussians_to_come(table)
        if prussians:
            delay_corps(table, prussians[0])
        else:
            _apply(table, "no Prussian corps is still to come")
            table.record(RecoveryBarred(ALLIED), "CARD.delay")
            decks.discard(table, player, card, "played", "CARD.delay")


def _refuse_area(it: Player, area: str) -> Refusal | None:
    if area not in _inertia_areas(it.table, it.player):
        return refuse("NO_OWN_CORPS", "CARD.inertia", "You have no corps in that area.")
    return None


CHOOSE_INERTIA = DeclaredVerb(
    ChooseInertiaArea,
    the_player("draw", "choose_inertia_area"),
    "CARD.inertia",
    fields={
        "area": Domain(lambda it: _inertia_areas(it.table, it.player), Player.area, _refuse_area)
    },
    does=lambda it, order: spend_area(it.table, order.area),
    line="inertia {area:area}",
    says=say("Inertia at %(area)s"),
    follows=(say("the blocks there are spent"),),
    ordinary=False,
    irreversible=Irreversible.ALWAYS,
)


def spend_area(table: Table, area: str) -> None:
    """All corps of the player in the area become spent; commanders do not [RULING.55]."""
    card, player, _ = _standing(table)
    _apply(table, area)
    standing = table.blocks_in(area, table.side_of_player(player))
    for corps in fog.in_order(table, standing):
        if _is_idle(table, player, corps):
            operations.spend(table, corps, "inertia", "CARD.inertia", "RULING.55")
    decks.discard(table, player, card, "played", "CARD.inertia")


def _refuse_corps(it: Player, corps: str) -> Refusal | None:
    if corps not in _prussians_to_come(it.table):
        detail = "That is no Prussian corps still to come."
        return refuse("NOT_A_REINFORCEMENT", "CARD.delay", detail)
    return None


CHOOSE_DELAY = DeclaredVerb(
    ChooseDelayedCorps,
    the_player("draw", "choose_delayed_corps"),
    "CARD.delay",
    fields={"corps": Domain(lambda it: _prussians_to_come(it.table), Player.block, _refuse_corps)},
    does=lambda it, order: delay_corps(it.table, order.corps),
    line="delay {corps:corps}",
    says=say("Delay %(corps)s"),
    follows=(say("comes a turn later"),),
    ordinary=False,
    irreversible=Irreversible.ALWAYS,
)


def delay_corps(table: Table, corps: str) -> None:
    """It arrives one turn later than it was due [CARD.delay]."""
    card, player, _ = _standing(table)
    _apply(table, corps)
    turn = table.state.reinforcements[corps].turn + 1
    table.record(ReinforcementDelayed(corps, turn), "CARD.delay")
    decks.discard(table, player, card, "played", "CARD.delay")


def _apply(table: Table, summary: str) -> None:
    card, player, event = _standing(table)
    table.record(EventApplied(card, event, player, summary), f"CARD.{event}")


def _drawn(table: Table) -> Iterator[tuple[str, int]]:
    for player, hand in table.state.hands.items():
        for card in hand:
            if table.pack.cards[card].colour == "red":
                yield player, card


def _standing(table: Table) -> tuple[int, str, str]:
    assert table.state.red_card is not None
    card, player = table.state.red_card
    return card, player, table.pack.cards[card].event


def _inertia_areas(table: Table, player: str) -> Iterator[str]:
    areas = {table.block(corps).area for corps in table.own_corps(player)}
    return (area for area in table.pack.areas if area in areas)


def _may_choose_area(table: Table, player: str) -> bool:
    """Whether there is an area to choose; in fog nobody learns where corps stand [VIS.9]."""
    areas = list(_inertia_areas(table, player))
    if not (table.fog and areas):
        return len(areas) > 1
    own = (b for b in table.on_map(table.side_of_player(player)) if table.is_own(player, b))
    return len({table.block(block).area for block in own}) > 1


def _is_idle(table: Table, player: str, block: str) -> bool:
    """Whether Inertia spends a block: a ready corps or scout of its player [RULING.55]."""
    mine = table.is_own(player, block) and table.type_of(block).kind != "commander"
    return mine and table.block(block).ready


def _prussians_to_come(table: Table) -> list[str]:
    return [
        block
        for block in table.state.reinforcements
        if table.type_of(block).army == "prussian" and table.is_corps(block)
    ]
