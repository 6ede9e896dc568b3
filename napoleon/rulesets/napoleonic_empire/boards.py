"""The boards as text tables: map, battle, armies, victory, cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from napoleon.rules.plain_views import label
from napoleon.rules.tables import Cell, TextTable, ending, reasons
from napoleon.rulesets.napoleonic_empire.cards.windows import TEXTS
from napoleon.rulesets.napoleonic_empire.sides import NAMES, SIDES, counted
from napoleon.rulesets.napoleonic_empire.state import BY_CONTROL
from napoleon.rulesets.napoleonic_empire.views import EmpireViews
from napoleon.rulesets.napoleonic_empire.views.cards import CardView, EmpireHand
from napoleon.rulesets.napoleonic_empire.views.map import BattleView, CountryView, EmpireMap
from napoleon.rulesets.napoleonic_empire.views.order_of_battle import EmpireOrderOfBattle
from napoleon.rulesets.napoleonic_empire.views.victory_track import EmpireVictoryTrack, MissingView


def boards(views: EmpireViews) -> list[TextTable]:
    """The countries that may be entered, the battle that is fought, armies, victory, cards."""
    board, track = views.map, views.victory_track
    return [
        _map(board, _card_names(views.hand)),
        *([] if board.battle is None else [_battle(board.battle, board.areas)]),
        _armies(views.order_of_battle),
        _conditions(track),
        TextTable(
            f"Continental countries under French control: {track.value}",
            ("turn", "from", "to", "why"),
            tuple(
                (move.turn, move.before, move.after, reasons(move.breakdown))
                for move in track.history
            ),
            ending(track.result, NAMES),
            board="victory-track",
        ),
        _hands(views.hand),
    ]


def _card_names(hand: EmpireHand) -> dict[str, str]:
    """The cards that lie open: those that hold for a turn or a phase were played in it."""
    return {card.id: card.name for card in hand.discards.played}


def _side(side: str | None) -> str | None:
    return None if side is None else NAMES.get(side, side)


def _map(board: EmpireMap, cards: Mapping[str, str]) -> TextTable:
    phase = board.phase.replace("_", " ")
    entered = [area for area in board.areas if area.enterable]
    return TextTable(
        f"Map, version {board.version}, {board.turn_name}, {phase}",
        ("country", "value", "control", *NAMES.values(), "moved", "commanders"),
        tuple(map(_country, entered)),
        "\n".join(_going_on(board, cards)),
        board="map",
        places=tuple(area.id for area in entered),
    )


def _country(area: CountryView) -> tuple[Cell, ...]:
    armies = {stack.side: stack.count for stack in area.armies}
    moved = sum(stack.moved for stack in area.armies)
    return (
        area.short_name,
        area.value,
        _side(area.control),
        *(armies.get(side) for side in SIDES),
        moved or None,
        ", ".join(commander.name for commander in area.commanders),
    )


def _going_on(board: EmpireMap, cards: Mapping[str, str]) -> Iterator[str]:
    """What cannot be seen in any country."""
    names = {area.id: area.short_name for area in board.areas}

    def card(name: str) -> str:
        return cards.get(name, label(name).capitalize())

    for it in board.to_set_up:
        yield f"The {NAMES[it.side]} have {counted(it.armies)} to set up."
    if (window := board.window) is not None:
        kind = TEXTS[window.kind]
        yield f"Cards may be played ({kind}): the {NAMES[window.word]} have the word."
    if board.active and board.movement_barred:
        yield f"The {NAMES[board.active]} may not move this turn: {card(board.movement_barred)}."
    if weighed_on := [names[country] for country in board.continental_system]:
        yield f"The Continental System weighs on {' and '.join(weighed_on)}."
    for due in board.armies_due:
        where = ", ".join(names[country] for country in due.countries)
        source = "by control" if due.source == BY_CONTROL else card(due.source)
        yield f"The {NAMES[due.side]} have {counted(due.armies)} to place ({source}): {where}."
    if board.active and board.extra_turn_granted:
        yield f"The {NAMES[board.active]} have another turn: {card(board.extra_turn_granted)}."
    if board.end_offered_by:
        yield f"The {NAMES[board.end_offered_by]} offer to end the game without a winner."


def _battle(battle: BattleView, areas: Iterable[CountryView]) -> TextTable:
    country = next(area.name for area in areas if area.id == battle.country)
    dice = ", ".join(map(str, battle.loss_dice))
    return TextTable(
        f"Battle in {country}",
        ("side", "role", "armies", "cards", "die", "total", "losses"),
        tuple(
            (
                _side(it.side),
                "attacker" if it.side == battle.attacker else "defender",
                it.armies,
                ", ".join(
                    f"{card.name} {card.bonus:+d}" for card in battle.cards if card.side == it.side
                ),
                it.die,
                it.total,
                it.losses,
            )
            for it in battle.sides
        ),
        f"Loss dice: {dice}." if dice else "",
        board="map",
    )


def _armies(battle_order: EmpireOrderOfBattle) -> TextTable:
    lost = [
        commander.name
        for army in battle_order.armies
        for commander in army.commanders
        if commander.state == "lost"
    ]
    return TextTable(
        "Order of battle",
        ("side", "on the map", "pool", "reinforcements", "why"),
        tuple(
            (
                _side(army.army),
                army.on_map,
                army.pool,
                army.expected_reinforcements.armies,
                reasons(army.expected_reinforcements.breakdown),
            )
            for army in battle_order.armies
        ),
        f"Lost: {', '.join(lost)}." if lost else "",
        board="order-of-battle",
    )


def _conditions(track: EmpireVictoryTrack) -> TextTable:
    return TextTable(
        "Victory",
        ("side", "condition", "held", "needed", "distance", "missing"),
        tuple(
            (
                _side(it.side),
                f"{it.text} [{it.clause}]",
                it.held,
                it.needed,
                it.distance,
                ", ".join(map(_missing, it.missing)),
            )
            for it in track.conditions
        ),
        board="victory-track",
    )


def _missing(country: MissingView) -> str:
    """A country with who stands in it."""
    there = ", ".join(f"{NAMES[stack.side]} {stack.count}" for stack in country.armies)
    return f"{country.name} ({there or 'empty'})"


def _hands(hand: EmpireHand) -> TextTable:
    [deck], discards = hand.decks, hand.discards
    face_down = {it.player: it for it in discards.face_down}
    played = ", ".join(card.name for card in discards.played)
    return TextTable(
        "Cards",
        ("side", "in hand", "cards", "face down", "discarded"),
        tuple(
            (
                _side(it.player),
                it.size,
                _names(it.cards),
                face_down[it.player].size,
                _names(face_down[it.player].cards),
            )
            for it in hand.hands
        ),
        f"In the deck: {deck.left}. Played: {played or 'none'}.",
        board="hand",
    )


def _names(cards: Sequence[CardView] | None) -> str:
    """Cards by name; those that the reader may not know by a question mark."""
    return "?" if cards is None else ", ".join(card.name for card in cards)
