"""The boards as text tables: fields, specials, Reserves, armies, their cards, and victory."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.battles import capital
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Words
from napoleon.rules.tables import Gauge, TextTable, ending
from napoleon.rulesets.eagles_waterloo.names import (
    LANES,
    PLACES,
    backs,
    battle_named,
    by_id,
    called,
    card_named,
    is_acting,
    kind_of,
    named,
    phase,
    place_named,
    printed,
    standing,
    states,
    terrain,
    the,
)
from napoleon.rulesets.eagles_waterloo.sides import ALLIED, FRENCH, side_of
from napoleon.rulesets.eagles_waterloo.views import EaglesViews
from napoleon.rulesets.eagles_waterloo.views.cards import CardView, FaceView
from napoleon.rulesets.eagles_waterloo.views.hand import HandView, PlayerHand
from napoleon.rulesets.eagles_waterloo.views.map import (
    BattleView,
    MapView,
    PlaceView,
    SiteView,
    SpecialView,
)
from napoleon.rulesets.eagles_waterloo.views.order_of_battle import MusteredCard, OrderOfBattleView
from napoleon.rulesets.eagles_waterloo.views.victory_track import VictoryTrackView


def boards(views: EaglesViews, words: Words) -> list[TextTable]:
    """Positions and Reserves, what is in effect, cards to be read, and what is counted."""
    board = views.map
    return [
        _map(board, words),
        *_specials(board, words),
        _armies(views.order_of_battle, words),
        _cards(views.order_of_battle, board, words),
        *_battles(views.victory_track, board, words),
        _pressed(views.victory_track, board, words),
        _hands(views.hand, board, words),
        *_drafts(views.hand, board, words),
    ]


# -- the fields -----------------------------------------------------------------------------------


def _map(board: MapView, words: Words) -> TextTable:
    _ = words.gettext
    rows = {
        area.id: (
            place_named(words, board, area),
            "; ".join(_site(it, area, words) for it in area.terrain),
            _of(FRENCH, area, board, words),
            _of(ALLIED, area, board, words),
            ", ".join(_notes(area, words)),
        )
        for area in board.areas
        if area.battle is not None or board.scenario != "campaign"
    }
    return TextTable(
        _(
            "Map, %(turn)s, %(phase)s",
            turn=standing(board, words) if board.active else _("before the first turn"),
            phase=phase(words, board.phase),
        ),
        (
            _("place"),
            _("terrain"),
            named(words, FRENCH),
            named(words, ALLIED),
            _("notes"),
        ),
        tuple(rows.values()),
        "\n".join(_going_on(board, words)),
        board="map",
        places=tuple(rows),
    )


def _of(side: str, area: PlaceView, board: MapView, words: Words) -> str:
    """The cards of a side in a place: those in a Reserve by their number."""
    waiting = [
        backs(words, nation, number)
        for nation, number in area.waiting.items()
        if number and side_of(nation) == side
    ]
    acting = is_acting(board, area, side)
    cards = (_card(it, words, acting=acting) for it in area.cards if side_of(it.nation) == side)
    return ", ".join((*waiting, *cards))


def _card(card: CardView, words: Words, *, acting: bool) -> str:
    """A card by its name and what is printed on it, or by its token, with how it stands."""
    facts = [*states(card, words, acting=acting)]
    if card.face is not None:
        facts = [*printed(card.face, words), *facts]
    told = card_named(card, words)
    return f"{told} ({', '.join(facts)})" if facts else told


def _site(site: SiteView, area: PlaceView, words: Words) -> str:
    """A terrain card, and who holds it."""
    _ = words.gettext
    facts = [terrain(words, site.terrain)]
    if site.terrain == "river":
        return f"{called(words, site.id, site.name)} ({facts[0]})"
    seen = {it.id: card_named(it, words) for it in area.cards}
    units = words.language.listed(seen.get(it, by_id(words, it)) for it in site.on)
    holder = _("held by %(side)s", side=the(words, site.held_by))
    facts.append(f"{holder}: {units}" if units else holder)
    return f"{called(words, site.id, site.name)} ({', '.join(facts)})"


def _notes(area: PlaceView, words: Words) -> Iterator[str]:
    if area.engaged:
        yield words.gettext("engaged")


def _going_on(board: MapView, words: Words) -> Iterator[str]:
    """What cannot be seen in any place: rivers that were crossed, seats that are ready, results."""
    _ = words.gettext
    rivers = (road for road in board.roads if road.river)
    for road in rivers:
        yield words.ngettext(
            "%(num)s unit has crossed %(river)s in this turn.",
            "%(num)s units have crossed %(river)s in this turn.",
            road.crossed,
            river=road.river,
        )
    for seat in board.ready:
        yield _("%(who)s are ready.", who=capital(the(words, seat)))
    for battle in board.battles:
        yield from _of_battle(battle, board, words)


def _of_battle(battle: BattleView, board: MapView, words: Words) -> Iterator[str]:
    _ = words.gettext
    name = called(words, battle.id, battle.name)
    if battle.arrived is False:
        yield _("%(battle)s: the Prussians have not arrived.", battle=name)
    if battle.winner:
        yield _("%(battle)s: %(who)s have won.", battle=name, who=the(words, battle.winner))
    for nation, number in battle.decks.items():
        yield words.ngettext(
            "%(battle)s: %(who)s have %(num)s card to come, up to %(each)s in a turn.",
            "%(battle)s: %(who)s have %(num)s cards to come, up to %(each)s in a turn.",
            number,
            battle=name,
            who=the(words, nation),
            each=battle.reinforcements[nation],
        )


def _specials(board: MapView, words: Words) -> Iterator[TextTable]:
    """The specials that were played and still count, if there are any."""
    _ = words.gettext
    rows = tuple(
        (
            called(words, battle.id, battle.name),
            called(words, it.id, it.name),
            named(words, it.side),
            _aimed(it, words),
            _(it.effect),
        )
        for battle in board.battles
        for it in battle.specials
    )
    if rows:
        yield TextTable(
            _("Specials in effect"),
            (_("battle"), _("special"), _("side"), _("where"), _("effect")),
            rows,
            board="map",
        )


def _aimed(special: SpecialView, words: Words) -> str:
    """The position or lane, and the card, that a special names."""
    named_ = []
    if special.place:
        named_.append(words.gettext({**PLACES, **LANES}.get(special.place, special.place)))
    if special.target:
        named_.append(by_id(words, special.target))
    return ", ".join(named_)


# -- armies and their cards -----------------------------------------------------------------------


def _armies(armies: OrderOfBattleView, words: Words) -> TextTable:
    _ = words.gettext
    return TextTable(
        _("Armies"),
        (
            _("army"),
            _("in play"),
            _("to come"),
            _("waiting for a later battle"),
            _("eliminated"),
        ),
        tuple(
            (
                named(words, it.army),
                it.in_play,
                it.to_come,
                it.waiting,
                it.eliminated,
            )
            for it in armies.armies
        ),
        board="order-of-battle",
    )


_STATES = {
    "in_play": noted("in play"),
    "in_reserve": noted("in Reserve"),
    "terrain": noted("on the field"),
    "in_deck": noted("to come"),
    "waiting": noted("waiting for a later battle"),
    "eliminated": noted("eliminated"),
    "spent": noted("played, and gone for good"),
}


def _cards(armies: OrderOfBattleView, board: MapView, words: Words) -> TextTable:
    _ = words.gettext
    return TextTable(
        _("Cards of the armies"),
        (_("army"), _("card"), _("kind"), _("printed"), _("where")),
        tuple(
            (
                named(words, army.army),
                called(words, it.id, it.face.name),
                kind_of(it.face, words),
                ", ".join(printed(it.face, words)),
                _where(it, board, words),
            )
            for army in armies.armies
            for it in army.cards
        ),
        board="order-of-battle",
    )


def _where(card: MusteredCard, board: MapView, words: Words) -> str:
    """Where a card is, or what has become of it."""
    if card.place is None:
        return words.gettext(_STATES[card.state])
    place = words.gettext(PLACES[card.place])
    if board.scenario != "campaign" or card.battle is None:
        return place
    return f"{place}, {battle_named(words, board, card.battle)}"


# -- victory --------------------------------------------------------------------------------------


def _battles(track: VictoryTrackView, board: MapView, words: Words) -> Iterator[TextTable]:
    """The battles of the campaign that are over, if any are."""
    _ = words.gettext
    if track.results:
        yield TextTable(
            _("Battles that are over"),
            (_("battle"), _("won by")),
            tuple(
                (battle_named(words, board, battle), named(words, winner) if winner else _("drawn"))
                for battle, winner in track.results.items()
            ),
            board="victory-track",
        )


def _pressed(track: VictoryTrackView, board: MapView, words: Words) -> TextTable:
    """Positions that are about to fall, and how many quiet turns have passed."""
    _ = words.gettext
    quiet = (
        _(
            "%(battle)s: %(quiet)s of %(limit)s quiet turns.",
            battle=battle_named(words, board, battle),
            quiet=number,
            limit=track.quiet_limit,
        )
        for battle, number in track.quiet.items()
        if number
    )
    return TextTable(
        _("Positions that enemies have entered"),
        (_("battle"), _("position"), _("attackers"), _("cards there"), _("units that hold it")),
        tuple(
            (
                battle_named(words, board, it.battle),
                _(PLACES[it.place]),
                named(words, it.by),
                it.attackers,
                Gauge(it.defenders, max(it.defenders, it.attackers)),
            )
            for it in track.pressed
        ),
        "\n".join(filter(None, (ending(track.result, words, words.gettext), *quiet))),
        board="victory-track",
    )


# -- Reserves -------------------------------------------------------------------------------------


def _hands(hands: HandView, board: MapView, words: Words) -> TextTable:
    """The cards in Reserve that the reader may see, and the number of the others."""
    _ = words.gettext
    return TextTable(
        _("Reserves"),
        (_("player"), _("battle"), _("card"), _("kind"), _("printed"), _("notes")),
        tuple(row for hand in hands.hands for row in _hand(hand, board, words)),
        board="hand",
    )


def _hand(
    hand: PlayerHand, board: MapView, words: Words
) -> Iterator[tuple[str, str, str, str, str, str]]:
    _ = words.gettext
    player = named(words, hand.player)
    if hand.cards is None:
        for nation, number in hand.backs.items():
            yield player, "", backs(words, nation, number), "?", "?", ""
        return
    for it in hand.cards:
        late = [_("may act from the next turn on")] if it.late else []
        yield (
            player,
            battle_named(words, board, it.battle),
            called(words, it.id, it.face.name),
            kind_of(it.face, words),
            ", ".join(printed(it.face, words)),
            "; ".join((*_effect(it.face, words), *late)),
        )


def _effect(face: FaceView, words: Words) -> Iterator[str]:
    """What a special does."""
    if face.effect:
        yield words.gettext(face.effect)


def _drafts(hands: HandView, board: MapView, words: Words) -> Iterator[TextTable]:
    """Decks that are being made, for readers who may see them."""
    _ = words.gettext
    rows = tuple(
        (
            named(words, it.nation),
            battle_named(words, board, it.battle),
            len(it.cards),
            ", ".join(
                called(words, card, name) for card, name in zip(it.cards, it.names, strict=True)
            ),
        )
        for hand in hands.hands
        for it in hand.decks or ()
    )
    if rows:
        yield TextTable(
            _("Decks in the making"),
            (_("army"), _("battle"), _("size"), _("cards")),
            rows,
            board="hand",
        )
