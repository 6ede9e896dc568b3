"""CARD.skirmish_line to CARD.hold Green cards of combat: what each asks for and does.

A card that is worth a combat card, or takes one away, is noted in the combat and counted by
`combat`; one that changes what is suffered by `combat_effects`. What a card costs later is in
`combat_aftermath`. Nothing is refused here for a secret of the enemy [VIS.9, RULING.75].
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from napoleon.rules.events import Line, total
from napoleon.rules.kit.roads import Road
from napoleon.rulesets.napoleon1815 import allocation, decks, fog, movement
from napoleon.rulesets.napoleon1815.cards.card_event import CardEvent, noted, openly
from napoleon.rulesets.napoleon1815.combat import MOVE_ATTACK, NEY_INSPIRES, fighting_corps, fought
from napoleon.rulesets.napoleon1815.events.combat import CombatEffectsSet
from napoleon.rulesets.napoleon1815.events.combat_cards import (
    CombatAvoided,
    CombatJoined,
    SquaresFormed,
)
from napoleon.rulesets.napoleon1815.events.windows import EventWithoutEffect
from napoleon.rulesets.napoleon1815.sides import ALLIED, FRENCH, enemy
from napoleon.rulesets.napoleon1815.state import Choice, Played
from napoleon.rulesets.napoleon1815.table import Table

CHARGING = {FRENCH: ("ney", "grouchy"), ALLIED: ("uxbridge", "gneisenau")}
"""Corps of which one leads a cavalry charge [CARD.cavalry_charge]."""
RED_COATS = ("picton", "orange", "hill")
"""Corps of which one stands in the thin red line [CARD.red_line]."""
BATTERY_CORPS = 3
"""French corps that a grand battery takes at least [CARD.grand_battery]."""
NEY_FATIGUE = 2
REAR_GUARD_ROADS, REAR_GUARD_FATIGUE = 2, 1
HELD_FATIGUE, HELD_LOSSES = -3, 1
"""What holding to the last changes for the beaten stack [CARD.hold]."""

Barred = Callable[[Table, str], str | None]


# -- who may play what -------------------------------------------------------------------------


def _french_attack(table: Table, player: str) -> str | None:
    if fought(table).attacker != FRENCH:
        return "It is played for a French attack."
    return None


def _french_move_attack(table: Table, player: str) -> str | None:
    if fought(table).attacker != FRENCH or fought(table).kind != MOVE_ATTACK:
        return "It is played for a French stack that has moved and attacks."
    return None


def _own_fighting(table: Table, player: str, names: Sequence[str] = ()) -> list[str]:
    """The corps of a player that take part: those of `names`, or all [RULING.80]."""
    corps = fighting_corps(table, fought(table), table.side_of_player(player))
    return [c for c in corps if table.is_own(player, c) and (not names or c in names)]


def _takes_part(words: str, *names: str) -> Barred:
    """Asks for one of these corps among the player's own that take part."""

    def barred(table: Table, player: str) -> str | None:
        return None if _own_fighting(table, player, names) else f"{words} must take part."

    return barred


_has_corps_there = _takes_part("A corps of yours")


def _cannot_charge(table: Table, player: str) -> str | None:
    names = CHARGING[table.side_of_player(player)]
    words = " or ".join(table.type_of(corps).name for corps in names)
    return _takes_part(words, *names)(table, player)


def _no_battery(table: Table, player: str) -> str | None:
    if len(_own_fighting(table, player)) < BATTERY_CORPS:
        return f"{BATTERY_CORPS} French corps or more must take part."
    return None


def _no_red_line(table: Table, player: str) -> str | None:
    if fought(table).attacker == ALLIED:
        return "It is played for an Allied defence."
    return _takes_part("Picton, Orange or Hill", *RED_COATS)(table, player)


def _no_rear_guard(table: Table, player: str) -> str | None:
    combat = fought(table)
    if combat.attacker == ALLIED or len(fighting_corps(table, combat, ALLIED)) != 1:
        return "It is played when exactly one Allied corps defends."
    return _has_corps_there(table, player)


def _no_march(table: Table, player: str) -> str | None:
    if table.side_of_player(player) == FRENCH and table.in_force("general_advance"):
        return "In a general advance no stack enters an area with an Allied stack."
    return None


# -- what they do ------------------------------------------------------------------------------


def _tires_enemy(table: Table, played: Played) -> None:
    """One point on any corps of the enemy stack, as its owner likes [RULING.4]."""
    foe = enemy(table.side_of_player(played.player))
    _tire(table, played, fighting_corps(table, fought(table), foe), 1)


def _charge(table: Table, played: Played) -> None:
    names = CHARGING[table.side_of_player(played.player)]
    _tire(table, played, _own_fighting(table, played.player, names), 1)


def _place_battery(table: Table, played: Played) -> None:
    corps = fighting_corps(table, fought(table), FRENCH)
    _tire(table, played, corps, len(corps))


def _look_at_ney(table: Table, played: Played) -> None:
    clause = f"CARD.{played.event}"
    card = decks.flip(table, FRENCH, "ney", clause, "DICE.3", player=played.player)
    decks.end_of_step(table, [FRENCH])
    if card.value < NEY_INSPIRES:
        _tire(table, played, ["ney"], NEY_FATIGUE)


def _tire(table: Table, played: Played, corps: Sequence[str], points: int) -> None:
    """Fatigue at once, which nothing reduces and which counts for COMBAT.1d [RULING.11]."""
    clause = f"CARD.{played.event}"
    side = table.side_of(corps[0])
    lines = [Line(points, clause, played.event)]
    allocation.incur(table, side, corps, "event", lines, clause, "RULING.11")


def _form_squares(table: Table, played: Played) -> None:
    """The player's own corps are shielded, if there is cavalry to shield them from [THREE.10]."""
    corps = fighting_corps(table, fought(table), FRENCH)
    if not any(table.block(each).cavalry for each in corps):
        reason = "the French stack has no cavalry"
        without_effect = EventWithoutEffect(played.player, played.event, reason)
        table.record(without_effect, "CARD.squares", "RULING.75")
        return
    own = tuple(_own_fighting(table, played.player))
    table.record(SquaresFormed(played.player, own), "CARD.squares", "RULING.80")


def _withdraw(table: Table, played: Played) -> None:
    lines = (Line(REAR_GUARD_FATIGUE, "CARD.rear_guard", "rear guard"),)
    avoided = CombatAvoided(ALLIED, REAR_GUARD_ROADS, lines)
    table.record(avoided, "CARD.rear_guard", "RULING.28")


def _hold(table: Table, played: Played) -> None:
    hit = fought(table).hits[ALLIED]
    lines = [
        Line(hit.fatigue, "COMBAT.3", "effects of the combat"),
        Line(HELD_FATIGUE, "CARD.hold", "hold"),
    ]
    if total(lines) < 0:
        lines.append(Line(-total(lines), "RULING.26", "not below 0"))
    losses = hit.losses + HELD_LOSSES
    effects = CombatEffectsSet(ALLIED, losses, total(lines), tuple(lines), HELD_LOSSES)
    table.record(effects, "CARD.hold", "RULING.26")


# -- march to the guns -------------------------------------------------------------------------


def _marches(table: Table, player: str) -> Iterator[Choice]:
    """Every corps one road away in a free area, with any of the commanders there."""
    battle = fought(table).area
    for road in table.pack.graph.roads_of(battle):
        yield from _marches_along(table, player, road, road.other(battle))


def _marches_along(table: Table, player: str, road: Road, origin: str) -> Iterator[Choice]:
    side = table.side_of_player(player)
    if not table.is_free(origin, side):
        return
    commanders = [c for c in table.commanders_in(origin, side) if table.is_own(player, c)]
    for corps in sorted(c for c in table.corps_in(origin, side) if table.is_own(player, c)):
        for number in range(len(commanders) + 1):
            for companions in combinations(commanders, number):
                blocks = tuple(sorted((corps, *companions)))
                if movement.refuse_leaving(table, blocks, side, road) is None:
                    yield Choice(blocks)


def _march(table: Table, played: Played) -> None:
    """The blocks join the combat; they may cut the enemy's way back off [RETREATDIR.3]."""
    area, blocks = fought(table).area, played.choice.blocks
    origin = table.block(blocks[0]).area
    assert origin is not None
    road = table.pack.graph.between(origin, area)
    assert road is not None
    side = table.side_of_player(played.player)
    fog.part(table, blocks)
    tokens = fog.tokens(table, blocks)
    joined = CombatJoined(played.player, side, blocks, origin, area, road.id, tokens)
    table.record(joined, "CARD.march_to_the_guns", "RULING.44")
    movement.meet_enemy(table, area, side, road, entered_own=True)


# -- the events --------------------------------------------------------------------------------


EVENTS: tuple[CardEvent, ...] = (
    CardEvent("skirmish_line", "the Allied stack takes 1 fatigue at once", _tires_enemy),
    CardEvent("ambush", "the French stack takes 1 fatigue at once", _tires_enemy),
    CardEvent(
        "fighting_spirit",
        "1 combat card more for the French attack",
        noted,
        barred=_french_attack,
    ),
    CardEvent(
        "gallantry",
        "no combat card for the terrain of the Allied defence",
        noted,
        barred=_french_attack,
    ),
    CardEvent(
        "rapid_deployment",
        "the move-attack costs no combat card",
        noted,
        barred=_french_move_attack,
    ),
    CardEvent(
        "cavalry_charge",
        "1 combat card more, and 1 fatigue at once for a corps that charges",
        _charge,
        barred=_cannot_charge,
    ),
    CardEvent(
        "imperial_guard",
        "1 combat card more; a French defeat costs each corps 1 fatigue more",
        noted,
        barred=_takes_part("Drouot", "drouot"),
    ),
    CardEvent(
        "red_headed_ney",
        "a card decides whether it tires Ney or is worth a combat card",
        _look_at_ney,
        barred=_takes_part("Ney", "ney"),
    ),
    CardEvent(
        "grand_battery",
        "each French corps takes 1 fatigue at once, and the Allied stack loses 1 SP at the end",
        _place_battery,
        barred=_no_battery,
    ),
    CardEvent("red_line", "1 combat card more for the Allied defence", noted, barred=_no_red_line),
    CardEvent(
        "squares",
        "corps of its player take 2 fatigue less if the French have cavalry",
        _form_squares,
        barred=_has_corps_there,
    ),
    CardEvent(
        "rear_guard",
        "the Allied corps retreats 2 roads at once, loses 1 SP and takes 1 fatigue",
        _withdraw,
        barred=_no_rear_guard,
    ),
    CardEvent(
        "march_to_the_guns",
        "a corps one road away joins the combat",
        _march,
        choices=_marches,
        barred=_no_march,
    ),
    CardEvent(
        "hold",
        "the Allied stack loses 1 SP more, takes 3 fatigue less and may stay",
        _hold,
        barred=_has_corps_there,
        might=openly(_has_corps_there),
    ),
)
