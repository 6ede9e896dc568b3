"""Nations, leaders, foreign wars and diplomacy as tables in words."""

from __future__ import annotations

from collections.abc import Container, Iterator

from napoleon.rules.battles import capital
from napoleon.rules.prose.storybook import Words
from napoleon.rules.tables import Gauge, TextTable
from napoleon.rulesets.napoleonic_wars.names import (
    COLUMNS,
    STANDINGS,
    all_called,
    called,
    nation,
    the,
)
from napoleon.rulesets.napoleonic_wars.picture.boards import DIPLOMACY
from napoleon.rulesets.napoleonic_wars.views.order_of_battle import NationView, WarsOrderOfBattle


def nation_tables(board: WarsOrderOfBattle, words: Words) -> Iterator[TextTable]:
    """What nations have, and how they stand."""
    yield _nations(board, words)
    yield _leaders(board, words)
    yield from _foreign_wars(board, words)
    yield _diplomacy(board, words)


def _nations(board: WarsOrderOfBattle, words: Words) -> TextTable:
    _ = words.gettext
    return TextTable(
        _("Nations"),
        (
            *(_("nation"), _("commanded by"), _("stands"), _("at war with")),
            *(_("SP on the map"), _("SP to build"), _("regrouped SP"), _("squadrons")),
            *(_("regrouped squadrons"), _("Resources"), _("home cards")),
        ),
        tuple(
            (
                nation(words, it.army),
                called(words, it.commander) if it.commander else _("the rules"),
                _standing(it, words),
                all_called(words, it.diplomacy.at_war),
                Gauge(it.on_map, it.most),
                it.pool,
                it.regroup_sp or None,
                sum(fleet.ready + fleet.refit + fleet.building for fleet in it.squadrons) or None,
                it.regroup_squadrons or None,
                it.resources or None,
                ", ".join(
                    [
                        *(called(words, card) for card in it.home_cards),
                        *(_("%(card)s (used)", card=called(words, card)) for card in it.used_cards),
                    ]
                ),
            )
            for it in board.armies
        ),
        board="order-of-battle",
    )


def _standing(it: NationView, words: Words) -> str:
    """A camp, a box on a row, or Unaligned; then what else holds."""
    _ = words.gettext
    stands = it.diplomacy
    if stands.row:
        box = _(COLUMNS[list(COLUMNS)[stands.box]])
        told = _("%(box)s of %(nation)s", box=box, nation=nation(words, stands.row))
    else:
        told = called(words, stands.camp) if stands.camp else _(COLUMNS["unaligned"])
    more = [
        *([_("under a caretaker")] if it.caretaker else []),
        *([_("turned to +1")] if stands.plus_face else []),
        *([_("frozen")] if stands.frozen else []),
        *([_("a key more")] if it.plus_key else []),
    ]
    if stands.conquered:
        more.append(_("conquered by %(nation)s", nation=the(words, stands.conquered)))
    return ", ".join([told, *more])


def _leaders(board: WarsOrderOfBattle, words: Words) -> TextTable:
    _ = words.gettext
    return TextTable(
        _("Leaders"),
        (_("leader"), _("nation"), _("command"), _("battle"), _("where")),
        tuple(
            (
                called(words, it.id),
                nation(words, army.army),
                it.command,
                it.battle,
                called(words, it.area) if it.area else _(STANDINGS[it.state]),
            )
            for army in board.armies
            for it in army.leaders
        ),
        board="order-of-battle",
    )


def _foreign_wars(board: WarsOrderOfBattle, words: Words) -> Iterator[TextTable]:
    _ = words.gettext
    rows = tuple(
        (
            called(words, it.card),
            nation(words, army.army),
            nation(words, it.foe) if it.foe else None,
            it.sp,
            it.squadrons,
            all_called(words, it.leaders),
        )
        for army in board.armies
        for it in army.foreign_wars
    )
    if rows:
        yield TextTable(
            _("Foreign wars"),
            (_("war"), _("nation"), _("against"), _("SP"), _("squadrons"), _("leaders")),
            rows,
            board="order-of-battle",
        )


def _faced(words: Words, of: str, plus: Container[str]) -> str:
    """A nation whose consul stands in a box, with the face that it shows [8.1.e]."""
    name = nation(words, of)
    return f"{name} +1" if of in plus else name


def _diplomacy(board: WarsOrderOfBattle, words: Words) -> TextTable:
    _ = words.gettext
    columns = [it for it in COLUMNS if it != "unaligned"]
    rows = list(dict.fromkeys(it.row for it in board.track))
    held = {(it.row, it.column): it for it in board.track}
    plus = {it.army for it in board.armies if it.diplomacy.plus_face}
    return TextTable(
        _("Diplomacy"),
        (_("row of"), *(capital(_(COLUMNS[it])) for it in columns)),
        tuple(
            (
                nation(words, row),
                *(
                    ", ".join(_faced(words, one, plus) for one in held[row, column].consuls)
                    or _("cost %(cost)s", cost=held[row, column].cost)
                    for column in columns
                ),
            )
            for row in rows
        ),
        board="order-of-battle",
        on=DIPLOMACY,
    )
