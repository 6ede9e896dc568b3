"""The boards as text tables: map, battle, armies, victory, cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from napoleon.rules.battles import capital
from napoleon.rules.plain_views import label
from napoleon.rules.prose.storybook import Words
from napoleon.rules.tables import Cell, TextTable, ending, reasons
from napoleon.rulesets.napoleonic_empire.cards.windows import TEXTS
from napoleon.rulesets.napoleonic_empire.sides import SIDES
from napoleon.rulesets.napoleonic_empire.state import BY_CONTROL
from napoleon.rulesets.napoleonic_empire.story.asked import ASKED
from napoleon.rulesets.napoleonic_empire.story.places import countries, country
from napoleon.rulesets.napoleonic_empire.story.sides import armies as counted
from napoleon.rulesets.napoleonic_empire.story.sides import controlled, named, the
from napoleon.rulesets.napoleonic_empire.story.turn import phase
from napoleon.rulesets.napoleonic_empire.views import EmpireViews
from napoleon.rulesets.napoleonic_empire.views.cards import CardView, EmpireHand
from napoleon.rulesets.napoleonic_empire.views.map import BattleView, CountryView, EmpireMap
from napoleon.rulesets.napoleonic_empire.views.order_of_battle import EmpireOrderOfBattle
from napoleon.rulesets.napoleonic_empire.views.victory_track import EmpireVictoryTrack, MissingView


def boards(views: EmpireViews, words: Words) -> list[TextTable]:
    """The countries that may be entered, the battle that is fought, armies, victory, cards."""
    board, track, _ = views.map, views.victory_track, words.gettext
    return [
        _map(board, _card_names(views.hand), words),
        *([] if board.battle is None else [_battle(board.battle, board.areas, words)]),
        _armies(views.order_of_battle, words),
        _conditions(track, words),
        TextTable(
            _("Continental countries under French control: %(value)s", value=track.value),
            (_("turn"), _("from"), _("to"), _("why")),
            tuple(
                (move.turn, move.before, move.after, reasons(move.breakdown, _noted(words)))
                for move in track.history
            ),
            ending(track.result, words, _noted(words)),
            board="victory-track",
        ),
        _hands(views.hand, words),
    ]


def _noted(words: Words) -> Callable[[str], str]:
    """Puts what the rules note into words; a country as it stands alone."""
    names = {*words.names.values()}

    def said(note: str) -> str:
        told = ASKED.told(words.language, note)
        return words.language.alone(told) if told in names else told

    return said


def _card_names(hand: EmpireHand) -> dict[str, str]:
    """The cards that lie open: those that hold for a turn or a phase were played in it."""
    return {card.id: card.name for card in hand.discards.played}


def _map(board: EmpireMap, cards: Mapping[str, str], words: Words) -> TextTable:
    _ = words.gettext
    entered = [area for area in board.areas if area.enterable]
    title = _(
        "Map, %(turn)s, %(phase)s",
        turn=ASKED.told(words.language, board.turn_name),
        phase=phase(words, board.phase),
    )
    return TextTable(
        title,
        (
            *(_("country"), _("value"), _("control")),
            *(named(words, side) for side in SIDES),
            *(_("moved"), _("commanders")),
        ),
        tuple(_country(area, words) for area in entered),
        "\n".join(_going_on(board, cards, words)),
        board="map",
        places=tuple(area.id for area in entered),
    )


def _country(area: CountryView, words: Words) -> tuple[Cell, ...]:
    armies = {stack.side: stack.count for stack in area.armies}
    moved = sum(stack.moved for stack in area.armies)
    return (
        words.language.alone(area.short_name),
        area.value,
        area.control and controlled(words, area.control),
        *(armies.get(side) for side in SIDES),
        moved or None,
        ", ".join(words.gettext(commander.name) for commander in area.commanders),
    )


def _going_on(board: EmpireMap, cards: Mapping[str, str], words: Words) -> Iterator[str]:
    """What cannot be seen in any country."""
    _ = words.gettext

    def card(name: str) -> str:
        return _(cards.get(name) or label(name).capitalize())

    def who(side: str) -> str:
        return capital(the(words, side))

    for it in board.to_set_up:
        yield _(
            "%(who)s have %(armies)s to set up.",
            who=who(it.side),
            armies=counted(words, it.armies),
        )
    if (window := board.window) is not None:
        yield _(
            "Cards may be played (%(when)s): %(who)s have the word.",
            when=_(TEXTS[window.kind]),
            who=the(words, window.word),
        )
    if board.active and board.movement_barred:
        yield _(
            "%(who)s may not move this turn: %(card)s.",
            who=who(board.active),
            card=card(board.movement_barred),
        )
    if board.continental_system:
        yield _(
            "The Continental System weighs on %(countries)s.",
            countries=countries(words, board.continental_system),
        )
    for due in board.armies_due:
        source = _("by control") if due.source == BY_CONTROL else card(due.source)
        yield _(
            "%(who)s have %(armies)s to place (%(source)s): %(where)s.",
            who=who(due.side),
            armies=counted(words, due.armies),
            source=source,
            where=", ".join(country(words, it) for it in due.countries),
        )
    if board.active and board.extra_turn_granted:
        yield _(
            "%(who)s have another turn: %(card)s.",
            who=who(board.active),
            card=card(board.extra_turn_granted),
        )
    if board.end_offered_by:
        yield _("%(who)s offer to end the game without a winner.", who=who(board.end_offered_by))


def _battle(battle: BattleView, areas: Iterable[CountryView], words: Words) -> TextTable:
    _ = words.gettext
    place = next(area.short_name for area in areas if area.id == battle.country)
    dice = ", ".join(map(str, battle.loss_dice))
    return TextTable(
        _("Battle in %(country)s", country=words.language.alone(place)),
        (
            *(_("side"), _("role"), _("armies"), _("cards")),
            *(_("die"), _("total"), _("losses")),
        ),
        tuple(
            (
                named(words, it.side),
                _("attacker") if it.side == battle.attacker else _("defender"),
                it.armies,
                ", ".join(
                    f"{_(card.name)} {card.bonus:+d}"
                    for card in battle.cards
                    if card.side == it.side
                ),
                it.die,
                it.total,
                it.losses,
            )
            for it in battle.sides
        ),
        _("Loss dice: %(dice)s.", dice=dice) if dice else "",
        board="map",
    )


def _armies(battle_order: EmpireOrderOfBattle, words: Words) -> TextTable:
    _ = words.gettext
    lost = [
        _(commander.name)
        for army in battle_order.armies
        for commander in army.commanders
        if commander.state == "lost"
    ]
    return TextTable(
        _("Order of battle"),
        (_("side"), _("on the map"), _("pool"), _("reinforcements"), _("why")),
        tuple(
            (
                named(words, army.army),
                army.on_map,
                army.pool,
                army.expected_reinforcements.armies,
                reasons(army.expected_reinforcements.breakdown, _noted(words)),
            )
            for army in battle_order.armies
        ),
        _("Lost: %(names)s.", names=", ".join(lost)) if lost else "",
        board="order-of-battle",
    )


def _conditions(track: EmpireVictoryTrack, words: Words) -> TextTable:
    _ = words.gettext
    return TextTable(
        _("Victory"),
        (
            *(_("side"), _("condition"), _("held")),
            *(_("needed"), _("distance"), _("missing")),
        ),
        tuple(
            (
                named(words, it.side),
                f"{_(it.text)} [{it.clause}]",
                it.held,
                it.needed,
                it.distance,
                ", ".join(_missing(missing, words) for missing in it.missing),
            )
            for it in track.conditions
        ),
        board="victory-track",
    )


def _missing(missing: MissingView, words: Words) -> str:
    """A country with its armies."""
    there = ", ".join(f"{named(words, stack.side)} {stack.count}" for stack in missing.armies)
    if not there:
        there = words.gettext("empty")
    return f"{words.language.alone(missing.name)} ({there})"


def _hands(hand: EmpireHand, words: Words) -> TextTable:
    _ = words.gettext
    [deck], discards = hand.decks, hand.discards
    face_down = {it.player: it for it in discards.face_down}
    played = ", ".join(_(card.name) for card in discards.played)
    return TextTable(
        _("Cards"),
        (_("side"), _("in hand"), _("cards"), _("face down"), _("discarded")),
        tuple(
            (
                named(words, it.player),
                it.size,
                _names(it.cards, words),
                face_down[it.player].size,
                _names(face_down[it.player].cards, words),
            )
            for it in hand.hands
        ),
        _(
            "In the deck: %(left)s. Played: %(cards)s.",
            left=deck.left,
            cards=played or _("none"),
        ),
        board="hand",
    )


def _names(cards: Sequence[CardView] | None, words: Words) -> str:
    """Cards by name; those that the reader may not know by a question mark."""
    return "?" if cards is None else ", ".join(words.gettext(card.name) for card in cards)
