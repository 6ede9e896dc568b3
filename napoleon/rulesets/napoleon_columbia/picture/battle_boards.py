"""Battles that run, each on a board of its own: three lanes, positions and Reserves [6.2]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from napoleon.rules.picture.declared import Board
from napoleon.rules.picture.model import Link, Picture, Place, Point
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.napoleon_columbia.names import (
    called,
    named,
    place_named,
    terrain,
    unit_or_token,
)
from napoleon.rulesets.napoleon_columbia.packs.pack import Pack
from napoleon.rulesets.napoleon_columbia.picture.map import paper
from napoleon.rulesets.napoleon_columbia.picture.pieces import MARKS, on_a_board
from napoleon.rulesets.napoleon_columbia.places import LANES, position, reserve
from napoleon.rulesets.napoleon_columbia.sides import ATTACKER, DEFENDER, ROLES, side_of
from napoleon.rulesets.napoleon_columbia.views import ColumbiaViews
from napoleon.rulesets.napoleon_columbia.views.battle import BattleView, PlaceView

ACROSS, DOWN = 2.6, 2.0
"""Units of the picture to one of the data pack, so that many blocks have room in a position."""

POSITION, RESERVE = (412.0, 250.0), (1296.0, 146.0)
"""The frames of places: blocks of both sides stand in each."""

BOX = (-910.0, -104.0, 1590.0, 966.0)

LEGEND_AT = (-880.0, -66.0)

SIGNS = {"woods": "forest", "farm": "fortified_farm", "hill": "hill"}
"""The signs of places by their terrain; a stream lies across the lane."""

STEPS = {
    "morale": noted("morale"),
    "combat": noted("combat"),
    "reinforcement": noted("reinforcement"),
}


def boards(pack: Pack, views: ColumbiaViews, words: Words) -> list[Board]:
    """The boards of the battles that run, in the order in which they are fought."""
    towns = {area.id: called(words, area.id, area.name) for area in views.map.areas}
    at, asked = _points(pack), _asked(views)
    return [
        Board(it.town, title, _drawn(it, at, title, words, "" if it.town == asked else it.town))
        for it in views.map.battles
        for title in [titled(words, towns[it.town])]
    ]


def _asked(views: ColumbiaViews) -> str | None:
    """The town of the battle that is deployed or fought now: orders name places on its board."""
    waiting = (it.town for it in views.map.battles if not it.begun)
    return views.map.at or next(waiting, None)


def _id(place: str, town: str) -> str:
    """A place of a board; on those that no order is about with the town, as boards are alike."""
    return f"{town}-{place}" if town else place


def titled(words: Words, town: str) -> str:
    """What a battle is called."""
    return words.gettext("Battle of %(town)s", town=town)


def standing(battle: BattleView, words: Words) -> str:
    """How far a battle has come, in a line."""
    if not battle.begun:
        return words.gettext("deployment")
    if not battle.combat_turn:
        return words.gettext("before the first combat turn")
    turn = words.gettext("combat turn %(number)s", number=battle.combat_turn)
    if battle.acting is None or battle.step not in STEPS:
        return turn
    step = words.gettext(STEPS[battle.step])
    side = named(words, battle.acting)
    return words.language.polished(f"{turn}, {side}: {step}")


def _points(pack: Pack) -> Mapping[str, Point]:
    """Where the places of a board are, by their ids: boards are alike."""
    first = [it for it in pack.battle_board.values() if it.board == 1]
    left, top = min(it.x for it in first), min(it.y for it in first)
    middle = (left + max(it.x for it in first)) / 2
    return {
        position(it.side, it.lane) if it.lane else reserve(it.side): (
            (it.x - middle) * ACROSS,
            (it.y - top) * DOWN,
        )
        for it in first
    }


def _drawn(
    battle: BattleView, at: Mapping[str, Point], title: str, words: Words, town: str
) -> Picture:
    """The board of a battle; `town` is empty for the one that orders are about."""
    drawn = tuple(_place(it, battle, at[it.id], words, town) for it in battle.places)
    used = {mark for place in drawn for piece in place.pieces for mark in piece.marks}
    arms = {piece.arm for place in drawn for piece in place.pieces}
    signs = {place.kind for place in drawn}
    links = tuple(_links(battle, town))
    wet = [("stream", terrain(words, "stream"))] if any(it.kind == "stream" for it in links) else []
    explained = (
        *((SIGNS[kind], terrain(words, kind)) for kind in SIGNS if SIGNS[kind] in signs),
        *wet,
        *((arm, words.gettext(_ARMS[arm])) for arm in _ARMS if arm in arms),
        *((mark, words.gettext(text)) for mark, text in MARKS.items() if mark in used),
    )
    return replace(
        paper(words),
        title=title,
        caption=standing(battle, words),
        box=BOX,
        legend_at=LEGEND_AT,
        places=drawn,
        links=links,
        explained=explained,
        north=False,
    )


_ARMS = {
    "infantry": noted("infantry"),
    "cavalry": noted("cavalry"),
    "foot_artillery": noted("foot artillery"),
    "horse_artillery": noted("horse artillery"),
}


def _place(it: PlaceView, battle: BattleView, at: Point, words: Words, town: str) -> Place:
    x, y = at
    return Place(
        id=_id(it.id, town),
        name=place_named(words, it.id),
        x=x,
        y=y,
        kind="reserve" if it.lane is None else SIGNS.get(it.terrain or "", "plain"),
        contested=it.engaged,
        words=tuple(_words(it, words)),
        room=RESERVE if it.lane is None else POSITION,
        pieces=tuple(
            on_a_board(
                fighter,
                words,
                holder=fighter.block.id == it.holder,
                acting=battle.acting is not None and side_of(fighter.block.army) == battle.acting,
            )
            for fighter in it.fighters
        ),
    )


def _words(it: PlaceView, words: Words) -> Iterator[str]:
    """What there is to say of a place, except the blocks in it."""
    if it.terrain:
        yield terrain(words, it.terrain)
    if it.holder:
        yield words.gettext("held by %(unit)s", unit=unit_or_token(words, it.holder))
    if it.engaged:
        yield words.gettext("engaged")


def _links(battle: BattleView, town: str) -> Iterator[Link]:
    """The lanes along which units go [6.32], a stream where one runs across."""
    terrain_of = {it.id: it.terrain for it in battle.places}
    for lane in LANES:
        ends = position(ATTACKER, lane), position(DEFENDER, lane)
        wet = "stream" in (terrain_of[ends[0]], terrain_of[ends[1]])
        a, b = (_id(end, town) for end in ends)
        yield Link(id=f"lane-{lane}", a=a, b=b, kind="stream" if wet else "ground")
        for role in ROLES:
            a, b = (_id(it, town) for it in (position(role, lane), reserve(role)))
            yield Link(id=f"{role}-{lane}", a=a, b=b, kind="ground")
