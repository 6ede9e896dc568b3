"""The map as a picture, the victory track as a chart, and the faces of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot
from typing import Any

from napoleon.rules.picture.cards import CardFace
from napoleon.rules.picture.chart import Bound, Chart, Step
from napoleon.rules.picture.declared import COMBAT, TURN, Pictures, Views
from napoleon.rules.picture.links import crossing
from napoleon.rules.picture.model import (
    PIECE_KINDS,
    Arrow,
    Link,
    Picture,
    Piece,
    Place,
    Point,
    River,
)
from napoleon.rules.picture.sides import Side
from napoleon.rulesets.napoleon1815.clauses import CLAUSES
from napoleon.rulesets.napoleon1815.events.combat import CombatStarted
from napoleon.rulesets.napoleon1815.events.turn import TurnStarted

MARKS: Mapping[str, str] = {TurnStarted.topic: TURN, CombatStarted.topic: COMBAT}

SIDES = (
    Side("french", "French", "F", "blue", "french"),
    Side("anglo_dutch", "Anglo-Dutch", "AD", "vermillion", "allied"),
    Side("prussian", "Prussians", "P", "black", "allied"),
    Side("allied", "Allies", "A", "purple", "allied"),
)
"""Armies, and the Allied side as a whole, whose are some flags and arrows [TERM.1]."""

SCALE = 1.27
"""Units of the picture to one of the data pack."""

BOX = (-40.0, -25.0, 1360.0, 1310.0)

LEGEND_AT = (965.0, 1095.0)

RIVER_ENDS = 62.0
"""How far a river goes on beyond its last bridge."""

_NAMES = {side.id: side.name for side in SIDES}


def picture(views: Views) -> Picture:
    """The map as `views` show it."""
    board = views["map"]
    areas, roads = board.get("areas", ()), board.get("roads", ())
    places = tuple(_place(area, board) for area in areas)
    links = tuple(map(_link, roads))
    at = {place.id: place for place in places}
    streams: dict[str, list[Point]] = {}
    for road, link in zip(roads, links, strict=True):
        if road["bridge"]:
            streams.setdefault(road.get("river") or link.id, []).append(crossing(link, at))
    return Picture(
        title="Napoléon 1815",
        caption=_caption(board),
        box=BOX,
        sides=SIDES,
        legend_at=LEGEND_AT,
        places=places,
        links=links,
        arrows=tuple(
            Arrow(area["id"], area["retreat_direction"]["road"], area["retreat_direction"]["side"])
            for area in areas
            if area["retreat_direction"]
        ),
        rivers=tuple(River(name, _course(bridges)) for name, bridges in streams.items()),
    )


def chart(views: Views) -> Chart | None:
    """The victory track, turn by turn [chapter 10]."""
    track = views["victory-track"]
    if "history" not in track:
        return None
    at_the_end = track["french_win_at_the_end_up_to"]
    turns = tuple((it["turn"], it["name"]) for it in track.get("turn_names") or ())
    names = {area["id"]: area["name"] for area in views["map"].get("areas", ())}
    return Chart(
        title="Victory track",
        low=track["french_victory_at"],
        high=track["allied_victory_at"],
        start=track["history"][0]["from"] if track["history"] else track["value"],
        value=track["value"],
        first=min((turn for turn, _ in turns), default=1),
        last=track["last_turn"],
        now=track["turn"],
        bounds=(
            Bound(track["allied_victory_at"], "The Allies win at once", "vermillion"),
            Bound(at_the_end, "Up to here the French win at the end", "blue"),
            Bound(track["french_victory_at"], "The French win at once", "blue"),
        ),
        steps=tuple(
            Step(
                move["turn"],
                move["to"],
                ", ".join(_reason(line, names) for line in move["breakdown"]),
            )
            for move in track["history"]
        ),
        turns=turns,
    )


def cards(views: Views) -> list[CardFace]:
    """The cards that the reader sees in hands [VIS.1]."""
    hands = views["hand"].get("hands", ())
    return [_face(hand["player"], card) for hand in hands for card in hand["cards"] or ()]


def _caption(board: Mapping[str, Any]) -> str:
    turn, name = board.get("turn"), board.get("turn_name")
    return f"Turn {turn}: {name}" if name else f"Turn {turn}" if turn else ""


def _place(area: Mapping[str, Any], board: Mapping[str, Any]) -> Place:
    return Place(
        id=area["id"],
        name=area["name"],
        x=area["x"] * SCALE,
        y=area["y"] * SCALE,
        kind=area["kind"],
        control=area["control"] or "",
        contested=area["contested"],
        fortified=area["fortified_position"],
        value=area["victory_points"],
        words=tuple(_words(area, board)),
        pieces=tuple(map(_piece, area["blocks"])),
    )


def _words(area: Mapping[str, Any], board: Mapping[str, Any]) -> Iterator[str]:
    """What there is to say of an area, except the blocks in it."""
    yield area["kind"].replace("_", " ")
    if points := area["victory_points"]:
        yield f"{points} victory {'point' if points == 1 else 'points'}"
    if area["control"]:
        yield f"controlled by the {_NAMES[area['control']]}"
    if area["contested"]:
        yield "contested"
    if area["fortified_position"]:
        yield "fortified position"
    if marker := area["retreat_direction"]:
        road = next(it for it in board["roads"] if it["id"] == marker["road"])
        there = road["b"] if road["a"] == area["id"] else road["a"]
        name = next(it["name"] for it in board["areas"] if it["id"] == there)
        yield f"the {_NAMES[marker['side']]} retreat towards {name}"


def _piece(block: Mapping[str, Any]) -> Piece:
    """A block, or the token under which it is hidden."""
    known, state = block["name"] is not None, "ready" if block["ready"] else "spent"
    kind, number = block["kind"], block["id"].rpartition("-")[2]
    label = block["name"] if known else f"? {number}"
    return Piece(
        id=block["id"],
        side=block["army"],
        # One scout is like another: its number tells them apart.
        label=" ".join(label.split()[-2:]).capitalize() if kind == "scout" else label,
        words=f"{block['name']} ({state})" if known else f"unknown block {number} ({state})",
        kind=kind if kind in PIECE_KINDS else "unit",
        ready=block["ready"],
        hidden=not known,
    )


def _link(road: Mapping[str, Any]) -> Link:
    kind = "broken" if road["broken"] else "bridge" if road["bridge"] else "road"
    return Link(id=road["id"], a=road["a"], b=road["b"], kind=kind)


def _course(bridges: list[Point]) -> tuple[Point, ...]:
    """A river through its bridges, from one to the nearest next one, and on at both ends."""
    left = sorted(bridges)
    course = [left.pop(0)]
    while left:
        x, y = course[-1]
        nearest = min(left, key=lambda point: hypot(point[0] - x, point[1] - y))
        left.remove(nearest)
        course.append(nearest)
    if len(course) == 1:
        [(x, y)] = course
        source, mouth = (x - 12, y - RIVER_ENDS), (x + 10, y + RIVER_ENDS)
        return source, (x + 6, y - 20), (x, y), (x - 6, y + 22), mouth
    return _beyond(course[1], course[0]), *course, _beyond(course[-2], course[-1])


def _beyond(before: Point, last: Point) -> Point:
    """A point farther on, in the direction in which the last bridges lie."""
    x, y = last[0] - before[0], last[1] - before[1]
    share = RIVER_ENDS / max(1.0, hypot(x, y))
    return last[0] + x * share, last[1] + y * share


def _reason(line: Mapping[str, Any], names: Mapping[str, str]) -> str:
    return f"{line['amount']:+d} {names.get(line['note'], line['note'])}"


def _face(player: str, card: Mapping[str, Any]) -> CardFace:
    figures = {
        "Value": card["value"],
        "Losses": card["losses"],
        "Fatigue": card["fatigue"],
        "Recovery": card["recovery"],
    }
    clause = card["clause"]
    return CardFace(
        id=str(card["number"]),
        holder=player,
        title=card["name"],
        look={"red": "vermillion", "blue": "blue", "green": "green"}.get(card["colour"], ""),
        kind="; ".join((f"{card['colour']} card", *card["playable"])),
        lines=tuple((name, str(it)) for name, it in figures.items() if it is not None),
        text=CLAUSES.get(clause, ""),
        clause=clause,
        status=card["data_status"],
    )


PICTURES = Pictures(MARKS, SIDES, picture, chart, cards)
