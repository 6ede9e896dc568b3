"""CARD.intuition to CARD.vive_empereur Blue cards: what each event asks for and does.

Foresight goes on with a question, which `blue_cards` asks; a general advance and the defence of
Brussels last for the turn and are worked out by `movement`. Intuition is read by `blue_cards`,
for two of them cancel each other.
"""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rulesets.napoleon1815 import control, decks, partners, turns
from napoleon.rulesets.napoleon1815.cards.card_event import CardEvent, noted
from napoleon.rulesets.napoleon1815.events.cards import LastingEventStarted
from napoleon.rulesets.napoleon1815.events.initiative import (
    CorpsEncouraged,
    DeckShown,
    HandShown,
    StrengthAdded,
)
from napoleon.rulesets.napoleon1815.events.partners import ContactOpened
from napoleon.rulesets.napoleon1815.events.windows import EventWithoutEffect
from napoleon.rulesets.napoleon1815.packs.pack import MOST_STRENGTH
from napoleon.rulesets.napoleon1815.sides import ALLIED, FRENCH, enemy
from napoleon.rulesets.napoleon1815.state import Choice, Played
from napoleon.rulesets.napoleon1815.table import Table

INTUITION, FREDERICK, LAMARQUE = "intuition", "frederick", "lamarque"
ALOST, MAUBEUGE = "alost", "maubeuge"
"""Where Frederick comes; where Lamarque may come though it is not a town."""
GUARD = "drouot"
"""The one corps that Lamarque's card does not reinforce [CARD.lamarque]."""
RESERVE = 2
"""Cards drawn by a Reserve [CARD.reserve]."""


# -- hands and decks ---------------------------------------------------------------------------


def _enemies(table: Table, player: str) -> list[str]:
    side = enemy(table.side_of_player(player))
    return [seat for seat in table.state.seats if table.side_of_player(seat) == side]


def _whose_hand(table: Table, player: str) -> Iterator[Choice]:
    """Any enemy player; a single one need not be named [DP-07]."""
    enemies = _enemies(table, player)
    return (Choice(player=each if len(enemies) > 1 else "") for each in enemies)


def _victim(table: Table, played: Played) -> str:
    return played.choice.player or _enemies(table, played.player)[0]


def _show_hand(table: Table, played: Played) -> None:
    of = _victim(table, played)
    shown = HandShown(of, played.player, tuple(sorted(table.state.hands[of])))
    table.record(shown, f"CARD.{played.event}", "VIS.1")


def _whose_card(table: Table, player: str) -> Iterator[Choice]:
    for choice in _whose_hand(table, player):
        if table.state.hands[choice.player or _enemies(table, player)[0]]:
            yield choice


def _no_cards_to_hit(table: Table, player: str) -> str | None:
    if not any(table.state.hands[each] for each in _enemies(table, player)):
        return "The enemy has no cards in hand."
    return None


def _discard_one(table: Table, played: Played) -> None:
    """A random card of the hand; one that was declared has left it [RULING.17]."""
    victim = _victim(table, played)
    hand = sorted(table.state.hands[victim])
    if not hand:
        _without_effect(table, played, "the hand is empty by now")
        return
    card, draw = table.draw(hand, f"{victim} card hit by {played.event}")
    decks.discard(table, victim, card, played.event, "CARD.light_cavalry", draw=draw)


def _draw_reserve(table: Table, played: Played) -> None:
    """Both cards are drawn before red ones go, so that no red card is drawn again."""
    player = played.player
    before = len(table.state.hands[player])
    for _ in range(RESERVE):
        decks.draw_to_hand(table, player, "CARD.reserve")
    for card in table.state.hands[player][before:]:
        if table.pack.cards[card].colour == "red":
            decks.discard(table, player, card, "red card drawn by reserve", "CARD.reserve")
    decks.end_of_step(table, [table.side_of_player(player)])


def eligible(table: Table, side: str) -> list[int]:
    """The cards of a side's deck that Foresight may take: all but the red ones."""
    return [n for n in table.state.decks[side] if table.pack.cards[n].colour != "red"]


def _nothing_to_foresee(table: Table, player: str) -> str | None:
    if not eligible(table, table.side_of_player(player)):
        return "Your deck holds no card that is not red."
    return None


def _look_through_deck(table: Table, played: Played) -> None:
    side = table.side_of_player(played.player)
    if not eligible(table, side):
        _without_effect(table, played, "the deck holds no card to take by now")
        return
    shown = DeckShown(played.player, side, tuple(table.state.decks[side]))
    table.record(shown, "CARD.foresight", "VIS.2")


def _send_aides(table: Table, played: Played) -> None:
    if table.three_players:
        table.record(ContactOpened(partners.AIDES), "CARD.aide_de_camp", "THREE.3")
    else:
        _show_hand(table, played)


# -- corps -------------------------------------------------------------------------------------


def _with_room(table: Table, player: str) -> list[str]:
    """Own corps on the map that can be reinforced [RULING.12, THREE.10]."""
    return [c for c in table.own_corps(player) if table.block(c).strength < MOST_STRENGTH]


def _reinforced(table: Table, player: str) -> Iterator[Choice]:
    return (Choice(blocks=(corps,)) for corps in _with_room(table, player))


def _nobody_to_reinforce(table: Table, player: str) -> str | None:
    return None if _with_room(table, player) else "None of your corps on the map has room."


def _reinforce(table: Table, played: Played) -> None:
    (corps,) = played.choice.blocks
    now = table.block(corps).infantry + 1
    added = StrengthAdded(table.owner_of(corps), corps, "infantry", now)
    table.record(added, f"CARD.{played.event}", "RULING.12")


def _is_to_come(table: Table, corps: str) -> bool:
    """Whether this corps has not appeared yet."""
    return corps in table.state.awaiting_event


def _held_by_enemy(table: Table, area: str, side: str) -> bool:
    """Whether enemies seem to stand in an area alone, without own corps [RULING.56]."""
    return table.seems_held(area, enemy(side)) and not table.corps_in(area, side)


def _place(table: Table, corps: str, area: str, clause: str) -> None:
    """It arrives by no road: no arrow, no penalty; it takes control by staying [RULING.52]."""
    turns.place(table, corps, area, "event", clause, "RULING.52")
    control.take(table, area, table.side_of(corps), "CONTROL.1", "RULING.52", takers=[corps])


def _frederick_barred(table: Table, player: str) -> str | None:
    if not table.is_own(player, FREDERICK):
        return "Only the Anglo-Dutch player plays it."
    if not _is_to_come(table, FREDERICK):
        return _nobody_to_reinforce(table, player)
    if _held_by_enemy(table, ALOST, ALLIED):
        return "A French stack stands alone in Alost."
    return None


def _frederick_choices(table: Table, player: str) -> Iterator[Choice]:
    return iter([Choice()]) if _is_to_come(table, FREDERICK) else _reinforced(table, player)


def _bring_frederick(table: Table, played: Played) -> None:
    if _is_to_come(table, FREDERICK):
        _place(table, FREDERICK, ALOST, "CARD.frederick")
    else:
        _reinforce(table, played)


def _lamarques_areas(table: Table) -> list[str]:
    """Towns in France, and Maubeuge, unless Allied corps stand there alone."""
    return [
        area.id
        for area in table.pack.areas.values()
        if (area.id == MAUBEUGE or (area.kind == "town" and area.in_france))
        and not _held_by_enemy(table, area.id, FRENCH)
    ]


def _lamarque_barred(table: Table, player: str) -> str | None:
    if not _is_to_come(table, LAMARQUE):
        return None if any(_lamarque_choices(table, player)) else "No French corps has room."
    if not _lamarques_areas(table):
        return "An Allied stack stands alone wherever he could come."
    return None


def _lamarque_choices(table: Table, player: str) -> Iterator[Choice]:
    if _is_to_come(table, LAMARQUE):
        yield from (Choice(area=area) for area in _lamarques_areas(table))
    else:
        yield from (Choice(blocks=(c,)) for c in _with_room(table, player) if c != GUARD)


def _bring_lamarque(table: Table, played: Played) -> None:
    if _is_to_come(table, LAMARQUE):
        _place(table, LAMARQUE, played.choice.area, "CARD.lamarque")
    else:
        _reinforce(table, played)


def _cheer(table: Table, played: Played) -> None:
    """Every corps in Napoleon's area loses a fatigue point, even if he is ill."""
    emperor = table.state.blocks.get("napoleon")
    area = None if emperor is None else emperor.area
    corps = [] if area is None else table.corps_in(area, FRENCH)
    removed = {each: min(1, table.block(each).fatigue) for each in corps}
    table.record(CorpsEncouraged(played.player, removed), "CARD.vive_empereur")


# -- for the turn --------------------------------------------------------------------------------


def _lasts(table: Table, played: Played) -> None:
    if table.in_force(played.event):
        _without_effect(table, played, "it is in force already")
        return
    started = LastingEventStarted(played.event, played.card, "the turn", played.player)
    table.record(started, f"CARD.{played.event}", "CARDS.10")


def _without_effect(table: Table, played: Played, reason: str) -> None:
    """What the card asked for when it was declared is no longer there [RULING.84]."""
    nothing = EventWithoutEffect(played.player, played.event, reason)
    table.record(nothing, f"CARD.{played.event}", "RULING.84")


EVENTS: tuple[CardEvent, ...] = (
    CardEvent(INTUITION, "the initiative is taken without a flip", noted),
    CardEvent(
        "reinforcements",
        "a corps gains a strength point",
        _reinforce,
        _reinforced,
        _nobody_to_reinforce,
    ),
    CardEvent("aide_de_camp", "aides-de-camp are sent out", _send_aides),
    CardEvent(
        "light_cavalry",
        "a card of the enemy is discarded by chance",
        _discard_one,
        _whose_card,
        _no_cards_to_hit,
    ),
    CardEvent("recon", "a hand of the enemy is looked at", _show_hand, _whose_hand),
    CardEvent(
        "foresight",
        "a card is taken from the own deck",
        _look_through_deck,
        barred=_nothing_to_foresee,
    ),
    CardEvent("reserve", f"{RESERVE} cards are drawn", _draw_reserve),
    CardEvent("general_advance", "every French stack moves by 3 points, without a flip", _lasts),
    CardEvent("defend_brussels", "Allied stacks move farther towards Bruxelles", _lasts),
    CardEvent(
        FREDERICK,
        "Frederick appears, or a corps gains a strength point",
        _bring_frederick,
        _frederick_choices,
        _frederick_barred,
    ),
    CardEvent(
        LAMARQUE,
        "Lamarque appears, or a corps gains a strength point",
        _bring_lamarque,
        _lamarque_choices,
        _lamarque_barred,
    ),
    CardEvent("vive_empereur", "the corps with Napoleon lose a fatigue point", _cheer),
)
"""The events of blue cards; `choices` and `barred` are asked when a card is declared."""
