"""Battles, naval battles and sieges as tables in words."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.battles import capital
from napoleon.rules.prose.storybook import Words
from napoleon.rules.tables import Cell, Gauge, TextTable, reasons
from napoleon.rulesets.napoleonic_wars.names import ROLES, all_called, called, nation
from napoleon.rulesets.napoleonic_wars.picture.boards import BATTLE, SIEGE
from napoleon.rulesets.napoleonic_wars.views.at_sea import SeaBattleView
from napoleon.rulesets.napoleonic_wars.views.combat import BattleView, SiegeView
from napoleon.rulesets.napoleonic_wars.views.map import WarsMap


def battle_tables(board: WarsMap, words: Words) -> Iterator[TextTable]:
    """What is fought now."""
    if board.battle is not None:
        yield _battle(board.battle, words)
    if board.sea_battle is not None:
        yield _sea_battle(board.sea_battle, words)
    if board.siege is not None:
        yield _siege(board.siege, words)


def _sea_battle(battle: SeaBattleView, words: Words) -> TextTable:
    """The sides of a naval battle, with the dice of this round line by line."""
    _ = words.gettext
    note = [_("Round %(round)s.", round=battle.round)]
    if battle.loser:
        note.append(_("Beaten: %(side)s.", side=_(ROLES[battle.loser])))
    return TextTable(
        _("Naval battle of %(place)s", place=called(words, battle.place)),
        (
            *(_("side"), _("squadrons"), _("dice"), _("why")),
            *(_("hits suffered"), _("still to sink")),
        ),
        tuple(
            (
                capital(_(ROLES[side.role])),
                ", ".join(
                    f"{nation(words, one)} {number}" for one, number in side.squadrons.items()
                ),
                side.dice,
                reasons(side.breakdown, str, words.told),
                side.suffered,
                side.sinking or None,
            )
            for side in battle.sides
        ),
        " ".join(note),
        board="map",
    )


def _battle(battle: BattleView, words: Words) -> TextTable:
    _ = words.gettext
    rows = list[tuple[Cell, ...]]()
    for side in battle.sides:
        for number, it in enumerate(side.fighters):
            first = number == 0
            rows.append(
                (
                    capital(_(ROLES[side.role])) if first else None,
                    nation(words, it.nation),
                    it.sp - it.disrupted,
                    it.disrupted,
                    ", ".join(called(words, one) for one in it.leaders if one not in it.shaken),
                    all_called(words, it.shaken),
                    side.suffered if first else None,
                    side.due or None if first else None,
                )
            )
    note = [_("Round %(round)s.", round=battle.round)]
    if battle.terrain:
        note.append(
            words.ngettext(
                "%(num)s die more for the defender in the first round.",
                "%(num)s dice more for the defender in the first round.",
                battle.terrain,
            )
        )
    if battle.loser:
        note.append(_("Beaten: %(side)s.", side=_(ROLES[battle.loser])))
    if battle.routed:
        note.append(_("It is a rout."))
    return TextTable(
        _("Battle of %(place)s", place=called(words, battle.space)),
        (
            *(_("side"), _("nation"), _("SP"), _("disrupted SP"), _("leaders")),
            *(_("disrupted leaders"), _("hits suffered"), _("still to be named")),
        ),
        tuple(rows),
        " ".join(note),
        board="map",
        on=BATTLE,
    )


def _siege(siege: SiegeView, words: Words) -> TextTable:
    _ = words.gettext
    return TextTable(
        _("Siege of %(place)s", place=called(words, siege.space)),
        (_("besieger"), _("held by"), _("fortress"), _("round"), _("sixes"), _("hits suffered")),
        (
            (
                called(words, siege.leader),
                nation(words, siege.nation),
                siege.fortress,
                siege.round,
                Gauge(siege.sixes, max(siege.fortress, siege.sixes)),
                siege.suffered,
            ),
        ),
        board="map",
        on=SIEGE,
    )
