"""The boards as text tables: areas, order of battle, victory track, cards [VIS]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from napoleon.rules.battles import capital
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Words
from napoleon.rules.tables import Cell, Gauge, TextTable, ending, reasons
from napoleon.rulesets.napoleon1815.packs.pack import MOST_FATIGUE
from napoleon.rulesets.napoleon1815.sides import ALLIED, FRENCH
from napoleon.rulesets.napoleon1815.story.notes import said
from napoleon.rulesets.napoleon1815.story.sides import named, the
from napoleon.rulesets.napoleon1815.story.terms import term
from napoleon.rulesets.napoleon1815.views import Views1815
from napoleon.rulesets.napoleon1815.views.hand import CardView, HandView
from napoleon.rulesets.napoleon1815.views.map import AreaView, BlockView, MapView
from napoleon.rulesets.napoleon1815.views.order_of_battle import OrderOfBattleView, UnitView

UNKNOWN = ("?", "?", "?")
"""Strength and fatigue of a corps on the map that the reader may not know [VIS.4]."""

NOTHING = (None, None, None)


def boards(views: Views1815, words: Words) -> list[TextTable]:
    """Map, order of battle, victory track and cards.

    Areas with nothing to be seen are left out of the map.
    """
    board, track = views.map, views.victory_track
    areas = dict(_areas(board, words))
    names = {area.id: area.name for area in board.areas}
    _ = words.gettext
    title = _(
        "Map, turn %(turn)s, %(phase)s",
        turn=board.turn,
        phase=term(words, board.phase),
    )
    return [
        TextTable(
            title,
            (_("area"), _("kind"), _("control"), _("notes"), _("blocks")),
            tuple(areas.values()),
            board="map",
            places=tuple(areas),
        ),
        TextTable(
            _("Order of battle (* ready)"),
            (
                *(_("army"), _("unit"), _("area")),
                *(_("infantry"), _("cavalry"), _("fatigue")),
            ),
            tuple(_units(views.order_of_battle, names, words)),
            board="order-of-battle",
        ),
        TextTable(
            _("Victory track: %(value)s", value=track.value),
            (_("turn"), _("from"), _("to"), _("why")),
            tuple(
                (
                    *(move.turn, move.before, move.after),
                    reasons(move.breakdown, lambda note: names.get(note) or said(words, note)),
                )
                for move in track.history
            ),
            ending(track.result, words, lambda reason: said(words, reason)),
            board="victory-track",
        ),
        _hands(views.hand, words),
    ]


def _areas(board: MapView, words: Words) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    """The rows of the areas, each with the area's id."""
    for area in board.areas:
        notes = ", ".join(_notes(area, words))
        if area.blocks or area.control or notes:
            blocks = ", ".join(_block(it, words) for it in area.blocks)
            control = named(words, area.control) if area.control else ""
            yield area.id, (area.name, term(words, area.kind), control, notes, blocks)


def _notes(area: AreaView, words: Words) -> Iterator[str]:
    if area.contested:
        yield words.gettext("contested")
    if area.fortified_position:
        yield words.gettext("fortified position")


def _block(block: BlockView, words: Words) -> str:
    """A block by its name, or by its token where the reader may not know what it is."""
    return f"{block_named(block, words)}{'*' if block.ready else ''}"


def block_named(block: BlockView, words: Words) -> str:
    """A block by its name, or by its token where the reader may not know what it is."""
    if block.name:
        return words.gettext(block.name)
    army, _, number = block.id.rpartition("-")
    return words.gettext("%(army)s block %(number)s", army=named(words, army), number=number)


def _units(
    battle: OrderOfBattleView, names: Mapping[str, str], words: Words
) -> Iterator[tuple[Cell, ...]]:
    for army in battle.armies:
        for unit in army.units:
            yield (
                named(words, army.army),
                f"{words.gettext(unit.name)}{'*' if unit.ready else ''}",
                names.get(unit.area, unit.area) if unit.area else term(words, unit.state),
                *_strength(unit, visible=army.visible),
            )


def _strength(unit: UnitView, *, visible: bool) -> tuple[Cell, ...]:
    """Infantry, cavalry and fatigue of a corps; other units have none."""
    if unit.kind != "corps":
        return NOTHING
    if unit.area and not visible:
        return UNKNOWN
    if unit.infantry is None or unit.cavalry is None or unit.fatigue is None:
        return NOTHING
    # Reinforcements may bring more than is printed [RULING.12].
    return (
        Gauge(unit.infantry, max(unit.infantry, unit.printed.infantry)),
        Gauge(unit.cavalry, max(unit.cavalry, unit.printed.cavalry)),
        Gauge(unit.fatigue, MOST_FATIGUE),
    )


def _hands(cards: HandView, words: Words) -> TextTable:
    """Who holds which cards; those that the reader may not know are a question mark."""
    return TextTable(
        words.gettext("Cards"),
        (words.gettext("player"), words.gettext("in hand"), words.gettext("cards")),
        tuple(
            (
                named(words, it.player),
                it.size,
                "?" if it.cards is None else ", ".join(titled(card, words) for card in it.cards),
            )
            for it in cards.hands
        ),
        "\n".join([*_decks(cards, words), *_offer(cards, words)]),
        board="hand",
    )


def titled(card: CardView, words: Words) -> str:
    """What is printed on a card as its name."""
    return words.cards.get(card.number, card.name)


def _decks(cards: HandView, words: Words) -> Iterator[str]:
    for it in cards.decks:
        text = _DECKS[it.side]
        yield words.gettext(text, left=it.left, discarded=it.discarded)


_DECKS = {
    FRENCH: noted("French deck: %(left)s left, %(discarded)s discarded."),
    ALLIED: noted("Allied deck: %(left)s left, %(discarded)s discarded."),
}


def _offer(cards: HandView, words: Words) -> Iterator[str]:
    """What an Allied player offers to the other [THREE.3]."""
    if cards.offer is not None:
        give, take = (
            ", ".join(f"{card.number} {titled(card, words)}" for card in offered)
            or words.gettext("nothing")
            for offered in (cards.offer.give, cards.offer.take)
        )
        yield words.gettext(
            "%(who)s offer %(give)s for %(take)s.",
            who=capital(the(words, cards.offer.player)),
            give=give,
            take=take,
        )
