"""What is drawn rather than written: the map and the way to victory."""

from __future__ import annotations

from flask import request
from markupsafe import Markup

from api.web.catalogue import language
from api.web.game.cache import kept
from api.web.game.field import field_of
from api.web.game.land import file_of
from api.web.game.linking import in_address
from api.web.game.looking import Look
from api.web.game.narration import trails, trails_after
from api.web.game.scene import MAP, Scene
from api.web.links import address
from napoleon.rules.picture import chart, svg
from napoleon.rules.picture.declared import Board
from napoleon.rules.views import MapView


def map_of(shown: Scene) -> Markup | None:
    """The map, with what is new on it and what orders can be about; None if there is none.

    A board whose places lie in rows is laid out by the page.
    """
    pictures = shown.look.rules.pictures
    if pictures is None:
        return None
    changed = shown.changes.places if shown.changes else frozenset()
    rows = {place for table in shown.tables(MAP) for place in table.places}
    seen = shown.look
    opened = request.args.get("stack", "")
    key = (*seen.key, seen.who.actor, language(), shown.chosen, changed, opened, shown.moves)

    def href(place: str, folded: bool) -> str | None:
        if folded:
            return _stack(seen, "" if place == opened else place)
        return f"#area-{place}" if place in rows else None

    def drawn() -> Markup:
        gone = trails(seen) if shown.moves is None else trails_after(seen, shown.moves)
        picture = pictures.map(shown.views, gone, seen.words)
        if picture.rows:
            # There are no ways between positions: what came is told where it stands.
            came = () if shown.moves is None else picture.trails
            return field_of(picture, shown.cards, seen.who.seat, changed, shown.chosen, came)
        return _safe(
            svg.draw(
                picture,
                changed=changed,
                chosen=shown.chosen,
                href=href,
                opened=opened,
                keyed=True,
                file=file_of(seen, picture),
            )
        )

    return kept("map", key, drawn)


def _stack(seen: Look, place: str) -> str:
    """The address of the same position with the stack of a place unfolded; folded without one."""
    return address(
        "web.game",
        game_id=seen.newest.id,
        seat=in_address(seen.who.actor),
        at=seen.shown.version if seen.past else None,
        stack=place or None,
        _anchor="map",
    )


def boards_of(shown: Scene) -> list[tuple[Board, Markup]]:
    """The boards beside the map, each with its picture; most games have none."""
    changed = shown.changes.places if shown.changes else frozenset()
    return [
        (
            it,
            _safe(
                svg.draw_board(it.picture, f"board-{it.id}", changed=changed, chosen=shown.chosen)
            ),
        )
        for it, _ in shown.boards
    ]


def chart_of(shown: Scene) -> Markup | None:
    """The way to victory so far; None if there is none to be drawn."""
    pictures = shown.look.rules.pictures
    drawn = (
        None
        if pictures is None or shown.views is None
        else pictures.chart(shown.views, shown.look.words)
    )
    return None if drawn is None else _safe(chart.draw_chart(drawn))


def measures_of(shown: Scene) -> list[Markup]:
    """The charts of further measures of victory; most games have one measure only."""
    pictures = shown.look.rules.pictures
    found = (
        ()
        if pictures is None or shown.views is None
        else pictures.measures(shown.views, shown.look.words)
    )
    return [
        _safe(chart.draw_chart(it, f"chart-title-{place}")) for place, it in enumerate(found, 2)
    ]


def neighbours(seen: Look, board: MapView) -> tuple[tuple[str, str], ...]:
    """Every area of a map with the areas that roads lead to from there, by their names."""
    rules = seen.rules
    areas = tuple((it.id, it.name) for it in board.areas)
    roads = tuple((it.a, it.b, it.one_way) for it in board.roads)
    key = (rules.name, rules.version, rules.pack_hash, language(), areas, roads)
    return kept("neighbours", key, lambda: _neighbours(seen, board))


def _neighbours(seen: Look, board: MapView) -> tuple[tuple[str, str], ...]:
    names = {area.id: seen.called(area.name or area.id) for area in board.areas}
    ways: dict[str, list[str]] = {area: [] for area in names}
    for road in board.roads:
        ways[road.a].append(names[road.b])
        if not road.one_way:
            ways[road.b].append(names[road.a])
    return tuple((names[area], ", ".join(sorted(others))) for area, others in ways.items())


def _safe(drawn: str) -> Markup:
    return Markup(drawn)  # noqa: S704 - the renderer has escaped what is in it
