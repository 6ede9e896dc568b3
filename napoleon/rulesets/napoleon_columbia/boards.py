"""The boards as text tables: towns, battles, roads, order of battle, losses, cities, terrain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from napoleon.rules.battles import capital
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Words
from napoleon.rules.tables import Cell, Gauge, TextTable, ending
from napoleon.rulesets.napoleon_columbia.names import (
    called,
    kind_of_town,
    named,
    phase,
    place_named,
    terrain,
    the,
    turn_named,
    typed,
    unit_or_token,
    unknown,
)
from napoleon.rulesets.napoleon_columbia.picture.battle_boards import standing, titled
from napoleon.rulesets.napoleon_columbia.picture.pieces import MARKS, marks_of
from napoleon.rulesets.napoleon_columbia.sides import side_of
from napoleon.rulesets.napoleon_columbia.views import ColumbiaViews
from napoleon.rulesets.napoleon_columbia.views.battle import BattleView, FighterView, PlaceView
from napoleon.rulesets.napoleon_columbia.views.blocks import BlockView
from napoleon.rulesets.napoleon_columbia.views.hand import HandView
from napoleon.rulesets.napoleon_columbia.views.map import MapView, SkirmishView, TownView
from napoleon.rulesets.napoleon_columbia.views.order_of_battle import OrderOfBattleView, UnitView
from napoleon.rulesets.napoleon_columbia.views.victory_track import VictoryTrackView


def boards(views: ColumbiaViews, words: Words) -> list[TextTable]:
    """Towns with anything to be seen, battles lane by lane, and what is counted."""
    board = views.map
    towns = {area.id: called(words, area.id, area.name) for area in board.areas}
    return [
        _map(board, towns, words),
        *(_battle(it, towns, words) for it in board.battles),
        *_roads(board, towns, words),
        _units(views.order_of_battle, towns, words),
        _losses(views.victory_track, words),
        _cities(views.victory_track, towns, words),
        _hands(views.hand, words),
    ]


# -- the map --------------------------------------------------------------------------------------


def _map(board: MapView, towns: Mapping[str, str], words: Words) -> TextTable:
    _ = words.gettext
    rows = {
        area.id: (
            towns[area.id],
            kind_of_town(words, area.kind),
            _held_by(area, words),
            ", ".join(_notes(area, words)),
            ", ".join(_block(it, words) for it in area.blocks),
        )
        for area in board.areas
        if area.blocks or area.supply_army
    }
    turn = turn_named(words, board.turn_name) if board.turn_name else _("before the first turn")
    return TextTable(
        _(
            "Map, %(turn)s, %(phase)s",
            turn=turn,
            phase=phase(words, board.phase),
        ),
        (_("town"), _("kind"), _("held by"), _("notes"), _("blocks")),
        tuple(rows.values()),
        "\n".join(_going_on(board, towns, words)),
        board="map",
        places=tuple(rows),
    )


def _held_by(area: TownView, words: Words) -> str:
    if area.held_by == "both":
        return words.gettext("both sides")
    return named(words, area.held_by) if area.held_by else ""


_FIGHTS = {"skirmish": noted("skirmish"), "battle": noted("battle")}


def _notes(area: TownView, words: Words) -> Iterator[str]:
    if area.fight:
        yield words.gettext(_FIGHTS[area.fight])
    if area.supply_army:
        yield words.gettext("supplies %(army)s", army=the(words, area.supply_army))


def _block(block: BlockView, words: Words) -> str:
    """A block by its name and strength, or by its token, with what has become of it."""
    facts = []
    if block.strength is not None:
        facts.append(str(block.strength))
    if block.disrupted:
        facts.append(words.gettext("disrupted"))
    if block.marched:
        facts.append(words.gettext("marched"))
    told = block_named(block, words)
    return f"{told} ({', '.join(facts)})" if facts else told


def block_named(block: BlockView, words: Words) -> str:
    """A block by its name, or by its token where the reader may not know what it is."""
    if block.name is None:
        return unknown(words, block.token)
    return called(words, block.id, block.name)


def _going_on(board: MapView, towns: Mapping[str, str], words: Words) -> Iterator[str]:
    """What cannot be seen in any town: bids, marches that are left, fights."""
    _ = words.gettext
    if board.bid is not None:
        yield words.ngettext(
            "%(who)s would play %(side)s with %(num)s step less.",
            "%(who)s would play %(side)s with %(num)s steps less.",
            board.bid.steps,
            who=capital(the(words, board.bid.seat)),
            side=the(words, board.bid.side),
        )
    for army, left in board.marches_left.items():
        yield words.ngettext(
            "%(who)s may march with %(num)s more group.",
            "%(who)s may march with %(num)s more groups.",
            left,
            who=capital(the(words, army)),
        )
    for group in board.groups:
        yield _(
            "%(who)s march with the group of %(town)s.",
            who=capital(the(words, group.army)),
            town=towns[group.town],
        )
    if board.marching:
        told = capital(unit_or_token(words, board.marching))
        yield _("%(unit)s may march on.", unit=told)
    for skirmish in board.skirmishes:
        yield _skirmish(skirmish, towns, words)
    if (beaten := board.beaten) is not None:
        yield _(
            "%(who)s have to leave %(town)s.",
            who=capital(the(words, beaten.side)),
            town=towns[beaten.town],
        )
    if board.regrouping:
        yield _("The winner of %(town)s regroups.", town=towns[board.regrouping])
    if board.battles and board.terrain_left:
        yield words.ngettext(
            "%(num)s terrain marker is left to be drawn.",
            "%(num)s terrain markers are left to be drawn.",
            board.terrain_left,
        )


def _skirmish(skirmish: SkirmishView, towns: Mapping[str, str], words: Words) -> str:
    fighting = [unit for units in skirmish.fighting.values() for unit in units]
    if not fighting:
        return words.gettext("A skirmish is to be fought in %(town)s.", town=towns[skirmish.town])
    return words.gettext(
        "In the skirmish in %(town)s fight %(units)s.",
        town=towns[skirmish.town],
        units=words.language.listed(unit_or_token(words, unit) for unit in fighting),
    )


def _roads(board: MapView, towns: Mapping[str, str], words: Words) -> Iterator[TextTable]:
    """The roads that were marched along in this player turn, if any were."""
    _ = words.gettext
    rows = tuple(
        (
            towns[road.a],
            towns[road.b],
            words.gettext(_ROADS[road.kind]),
            words.gettext(road.river) if road.river else "",
            Gauge(road.used, max(road.used, road.limit)),
            road.limit,
        )
        for road in board.roads
        if road.used
    )
    if rows:
        columns = (_("from"), _("to"), _("road"), _("river"), _("marched"), _("limit"))
        yield TextTable(_("Roads marched along in this turn"), columns, rows, board="map")


_ROADS = {"major": noted("major road"), "minor": noted("minor road")}


# -- battles --------------------------------------------------------------------------------------


def _battle(battle: BattleView, towns: Mapping[str, str], words: Words) -> TextTable:
    _ = words.gettext
    return TextTable(
        f"{titled(words, towns[battle.town])}: {standing(battle, words)}",
        (
            _("place"),
            _("terrain"),
            _("attackers: %(side)s", side=named(words, battle.attacker)),
            _("defenders: %(side)s", side=named(words, battle.defender)),
        ),
        tuple(
            (
                place_named(words, it.id),
                _terrain(it, words),
                _side(it, battle.attacker, words),
                _side(it, battle.defender, words),
            )
            for it in battle.places
        ),
        "\n".join(_of_battle(battle, towns, words)),
        board="map",
        on=battle.town,
    )


def _terrain(place: PlaceView, words: Words) -> str:
    if not place.terrain:
        return ""
    told = terrain(words, place.terrain)
    if not place.holder:
        return told
    return f"{told}: {unit_or_token(words, place.holder)}"


def _side(place: PlaceView, side: str, words: Words) -> str:
    """The units of a side in a place, with what they have done."""
    return ", ".join(_fighter(it, words) for it in place.fighters if side_of(it.block.army) == side)


def _fighter(fighter: FighterView, words: Words) -> str:
    strength = fighter.block.strength
    facts = [] if strength is None else [str(strength)]
    facts += [words.gettext(MARKS[mark]) for mark in marks_of(fighter, holder=False)]
    if fighter.moves:
        facts.append(words.ngettext("%(num)s combat move", "%(num)s combat moves", fighter.moves))
    told = block_named(fighter.block, words)
    return f"{told} ({', '.join(facts)})" if facts else told


def _of_battle(battle: BattleView, towns: Mapping[str, str], words: Words) -> Iterator[str]:
    """What cannot be seen in any place of a battle board."""
    for side, number in battle.terrain_to_place.items():
        if number:
            yield words.ngettext(
                "%(who)s have %(num)s terrain marker to place.",
                "%(who)s have %(num)s terrain markers to place.",
                number,
                who=capital(the(words, side)),
            )
    for side, origins in battle.came_from.items():
        if origins:
            yield words.gettext(
                "%(who)s came from %(towns)s.",
                who=capital(the(words, side)),
                towns=words.language.listed(towns[it] for it in origins),
            )
    if battle.crossed:
        yield words.ngettext(
            "%(num)s unit has crossed the Stream in this combat turn.",
            "%(num)s units have crossed the Stream in this combat turn.",
            battle.crossed,
        )
    if battle.idle:
        yield words.ngettext(
            "The attacker was idle for %(num)s combat turn.",
            "The attacker was idle for %(num)s combat turns.",
            battle.idle,
        )


# -- order of battle, victory, terrain ------------------------------------------------------------

_STATES = {
    "unplaced": noted("to be placed"),
    "in_play": noted("on the map"),
    "eliminated": noted("eliminated"),
    "gone": noted("gone with the army"),
}


def _units(armies: OrderOfBattleView, towns: Mapping[str, str], words: Words) -> TextTable:
    _ = words.gettext
    return TextTable(
        _("Order of battle"),
        (_("army"), _("unit"), _("type"), _("where"), _("steps"), _("firepower")),
        tuple(
            (
                named(words, army.army),
                called(words, unit.id, unit.name),
                typed(words, unit.type),
                _where(unit, towns, words),
                _steps(unit),
                f"F{unit.firepower}",
            )
            for army in armies.armies
            for unit in army.units
        ),
        board="order-of-battle",
    )


def _where(unit: UnitView, towns: Mapping[str, str], words: Words) -> str:
    where = towns[unit.town] if unit.town else words.gettext(_STATES[unit.state])
    disrupted = words.gettext("disrupted") if unit.disrupted else ""
    return f"{where} ({disrupted})" if disrupted else where


def _steps(unit: UnitView) -> Cell:
    if unit.strength is not None:
        return Gauge(unit.strength, unit.max_strength)
    return "?" if unit.state == "in_play" else None


def _losses(track: VictoryTrackView, words: Words) -> TextTable:
    _ = words.gettext
    return TextTable(
        _("Units lost"),
        (_("army"), _("lost"), _("defeated at"), _("state")),
        tuple(
            (
                named(words, it.army),
                Gauge(it.eliminated, max(it.eliminated, it.defeated_at)),
                it.defeated_at,
                _("defeated") if it.defeated else "",
            )
            for it in track.losses
        ),
        ending(track.result, words, words.gettext),
        board="victory-track",
    )


def _cities(track: VictoryTrackView, towns: Mapping[str, str], words: Words) -> TextTable:
    _ = words.gettext
    return TextTable(
        _("Cities in French hands: %(held)s", held=track.cities_held),
        (_("city"), _("supplies"), _("units lost each French turn"), _("in French hands")),
        tuple(
            (
                towns[it.town],
                named(words, it.army),
                it.units,
                _("yes") if it.held else _("no"),
            )
            for it in track.cities
        ),
        words.ngettext(
            "The French need %(num)s of them after their last turn.",
            "The French need %(num)s of them after their last turn.",
            track.cities_to_win,
        ),
        board="victory-track",
    )


def _hands(cards: HandView, words: Words) -> TextTable:
    """Who has terrain to place; what the reader may not know is a question mark."""
    _ = words.gettext
    return TextTable(
        _("Terrain to be placed"),
        (_("player"), _("markers"), _("terrain")),
        tuple(
            (
                named(words, it.player),
                it.size,
                "?"
                if it.cards is None and it.size
                else ", ".join(terrain(words, kind) for kind in it.cards or ()),
            )
            for it in cards.hands
        ),
        board="hand",
    )
