"""Keys, points and hands as tables in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napoleon.rules.prose.storybook import Words
from napoleon.rules.tables import TextTable, ending, reasons
from napoleon.rulesets.napoleonic_wars.names import all_called, called, nation
from napoleon.rulesets.napoleonic_wars.picture.boards import KEYS
from napoleon.rulesets.napoleonic_wars.views.hand import CardView, WarsHand
from napoleon.rulesets.napoleonic_wars.views.victory_track import WarsVictoryTrack


def victory_tables(track: WarsVictoryTrack, hand: WarsHand, words: Words) -> Iterator[TextTable]:
    """Who is how near to victory, and what cards they hold."""
    yield _keys(track, words)
    yield _points(track, words)
    yield _hands(hand, words)


def _keys(track: WarsVictoryTrack, words: Words) -> TextTable:
    _ = words.gettext
    return TextTable(
        _("Keys"),
        (_("nation"), _("keys"), _("at the start"), _("gained"), _("lost")),
        tuple(
            (
                nation(words, it.nation),
                it.held,
                it.at_start,
                all_called(words, it.gained),
                all_called(words, it.lost),
            )
            for it in track.keys
        ),
        board="victory-track",
        on=KEYS,
    )


def _points(track: WarsVictoryTrack, words: Words) -> TextTable:
    _ = words.gettext
    return TextTable(
        _("Points"),
        (_("player"), _("powers"), _("points"), _("why")),
        tuple(
            (
                called(words, it.seat),
                all_called(words, it.powers),
                it.points,
                reasons(it.breakdown, str, words.told),
            )
            for it in track.standings
        ),
        ending(track.result, words)
        or _(
            "The game ends after turn %(last)s, or before on a peace roll of %(peace)s.",
            last=track.last_turn,
            peace=track.peace,
        ),
        board="victory-track",
    )


def _hands(hand: WarsHand, words: Words) -> TextTable:
    _ = words.gettext
    [deck] = hand.decks
    top = hand.discards[-1:]
    note = _("In the deck: %(left)s.", left=deck.left)
    if top:
        note += " " + _("On top of the discards: %(card)s.", card=called(words, top[0].id))
    return TextTable(
        _("Cards"),
        (_("nation"), _("commanded by"), _("number"), _("cards")),
        tuple(
            (
                nation(words, it.player),
                called(words, it.commander) if it.commander else _("the rules"),
                it.size,
                "?" if it.cards is None else ", ".join(_card(it.cards, words)),
            )
            for it in hand.hands
        ),
        note,
        board="hand",
    )


def _card(cards: Sequence[CardView], words: Words) -> Iterator[str]:
    for it in cards:
        name = called(words, it.id)
        yield words.gettext("%(card)s (%(cp)s CP)", card=name, cp=it.cp)
