"""A position as fragments of HTML, one for each section of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from flask import Response, current_app, request, url_for
from markupsafe import Markup

from api.http.compression.answers import compress_parts
from api.languages import language_of
from api.web.catalogue import language
from api.web.game import confirm, drawing, first_game, following, text, undo
from api.web.game.battles import battle_types, begun_in
from api.web.game.cache import kept
from api.web.game.drafting import making
from api.web.game.journal import LEVELS, journal
from api.web.game.latest import latest
from api.web.game.looking import Look, look, version_asked
from api.web.game.marks import around
from api.web.game.moves import moves
from api.web.game.news import MULTIPLE, news, tagged
from api.web.game.offers import choices, decisions, places_by_name
from api.web.game.parts import edition, part
from api.web.game.places_at_table import places_at_table
from api.web.game.scene import HAND, MAP, ORDER_OF_BATTLE, VICTORY_TRACK, Scene, scene
from api.web.game.trails import last_moved, passed_on_early
from api.web.idempotency_keys import fresh_key
from api.web.pages import web
from api.web.session import seats_held
from napoleon.log.levels import STORY
from napoleon.play.windows import has_forms, windows_of
from napoleon.rules.contract import Ruleset
from napoleon.rules.notation import UnfinishedOperation
from napoleon.rules.picture.cards import CardFace
from napoleon.rules.picture.score import Score
from napoleon.rules.picture.tally import Tally

SECTIONS = (
    "now",
    "orders",
    "journal",
    "hand",
    "battle",
    "people",
    "areas",
    "track",
    "text",
    "map",
    "news",
)
"""The sections of the page that a position is shown in, in their order."""

OF_A_NOTATION = ("text",)
"""Those that a game without a notation does not have."""

BEFORE_THE_TABLE = ("now", "orders", "journal", "people", "news")
"""Those that have something to tell before there is a table."""

WITHOUT_WORDS = ("orders", "hand", "battle", "areas", "track", "text", "map")
"""Those in which no player has written anything, in their order on the page: what the rules say
about the position."""

LASTING = ("areas", "hand", "battle", "track", "text")
"""Those that depend only on the position, its reader and the reader's language."""

Fragments = Mapping[str, Markup]


@web.get("/games/<game_id>/position")
def position(game_id: str) -> Response:
    """A position, to take the place of the one that a page shows.

    A page that says by ``has`` and ``from`` what it shows is sent what differs from that. What is
    answered of an earlier position never changes, so it does not tell the newest version.
    """
    seen = look(game_id)
    shown = scene(seen)
    before, after = around(seen)
    drawn = {name: str(html) for name, html in fragments(shown).items()}
    tags = tagged(seen, drawn)
    sent = news(seen, drawn, tags, _redrawn)
    compress_parts(
        (msgspec.json.encode(sent[name]) for name in WITHOUT_WORDS if name in sent),
        multiple=MULTIPLE,
    )
    body = {
        "version": seen.shown.version,
        "head": None if seen.past else seen.newest.version,
        "previous": before,
        "next": after,
        "turn": shown.turn,
        "phase": shown.phase,
        "text": shown.text,
        "title": shown.title,
        "waits": shown.waits,
        "changed": shown.changes is not None and shown.changes.on_the_table,
        "laid": seen.laid,
        "tags": tags,
        "fragments": sent,
    }
    return part(msgspec.json.encode(body), past=seen.past)


@web.get("/games/<game_id>/title")
def title(game_id: str) -> Response:
    """What a tab with the position is called, for one that is behind others and draws nothing."""
    seen = look(game_id)
    shown = Scene(seen)
    body = {"version": seen.shown.version, "title": shown.title, "waits": shown.waits}
    return part(msgspec.json.encode(body), past=seen.past)


def _redrawn(seen: Look, name: str) -> str:
    return str(_section(name, Scene(seen), {}))


def fragments(shown: Scene, **said: Any) -> Fragments:
    """The inside of every section as the reader may see it; `said` is told with the orders."""
    sections = SECTIONS if shown.look.laid else BEFORE_THE_TABLE
    lacking = OF_A_NOTATION if shown.look.rules.notation is None else ()
    drawn = {name: _section(name, shown, said) for name in sections if name not in lacking}
    return {name: drawn.get(name, Markup()) for name in SECTIONS}


def _section(name: str, shown: Scene, said: Mapping[str, Any]) -> Markup:
    if name in LASTING and (name != "areas" or shown.changes is None):
        # Those who share a seat read the same, and their links say who each of them is.
        key = (*shown.look.key, shown.look.who.actor, language(), edition())
        return kept(name, key, lambda: _rendered(name, shown, **_CONTEXTS[name](shown)))
    extra = said if name == "orders" else {}
    return _rendered(name, shown, **_CONTEXTS[name](shown), **extra)


def _rendered(name: str, shown: Scene, **context: Any) -> Markup:
    """A section. Only what is named here goes into it, and into the key under which it is kept."""
    seen = shown.look
    html = current_app.jinja_env.get_template(f"game/_{name}.html").render(
        scene=shown,
        look=seen,
        game=seen.newest,
        rules=seen.rules,
        seat=seen.who.actor,
        **context,
    )
    return Markup(html)  # noqa: S704 - a template has escaped what is in it


def _now(shown: Scene) -> dict[str, Any]:
    seen = shown.look
    return {
        "places": places_at_table(shown),
        "scores": scores(shown),
        "tally": tally(shown),
        # What has come of a deadline since is no part of an earlier position.
        "stopped": 0 if seen.past else seen.newest.timekeeping.held,
    }


def _news(shown: Scene) -> dict[str, Any]:
    return {"latest": latest(shown), "moves": moves(shown)}


def _people(shown: Scene) -> dict[str, Any]:
    seen = shown.look
    return {
        "people": shown.people,
        "decisions": decisions(seen),
        "moved": {} if seen.past else last_moved(seen),
        "held": [] if seen.past else list(seats_held(seen.newest)),
        "early": [] if seen.past else passed_on_early(seen),
    }


def scores(shown: Scene) -> Sequence[Score]:
    """The score against its goal; nothing in a game that counts none, or before the table."""
    pictures = shown.look.rules.pictures
    if pictures is None or shown.views is None:
        return ()
    return pictures.scores(shown.views, language_of(shown.look.rules, language()))


def tally(shown: Scene) -> Tally | None:
    """What each seat has of what counts; None in a game that is no such race, or before its table.

    A race of several has no goal, so that it is told beside no way.
    """
    pictures = shown.look.rules.pictures
    if pictures is None or shown.views is None:
        return None
    return pictures.tally(shown.views, shown.look.words)


def _orders(shown: Scene) -> dict[str, Any]:
    board = shown.views.map if shown.views and shown.questions else None
    names = {} if board is None else places_by_name(shown.look, board)
    data = [choices(it, shown.look, names) for it in shown.questions]
    places = [it for it in places_at_table(shown) if it.asked]
    # Names that players give themselves stand elsewhere: beside hidden cards the size would tell.
    awaited = [shown.look.name(it.seat) for it in places]
    return {
        "questions": shown.questions,
        "data": data,
        "awaited": awaited,
        "since": max((it.since for it in places), default=0),
        "quiet": _quiet(shown.look.rules),
        "answered": undo.answered(shown.look),
        "operation": following.waiting(shown.look),
        "windows": _windows(shown.look),
        "undo": undo.last(shown.look),
        "key": fresh_key(shown.look.newest, shown.look.who.actor),
        "free": shown.unasked,
        "notation": shown.look.rules.notation is not None,
        "sure": confirm.kinds(shown.look.newest),
        "lesson": first_game.prompt(shown.look),
        "made": making(shown),
    }


def _quiet(rules: Ruleset) -> tuple[str, ...]:
    """Which questions a standing order answers until the seat's next turn, after its tag.

    Empty in a game that has no such standing order.
    """
    wording, standing = rules.wording, rules.standing
    if wording is None or standing is None:
        return ()
    known = {it.__struct_config__.tag for it in standing.kinds}
    return (wording.quiet, *wording.windows) if wording.quiet in known else ()


def _windows(seen: Look) -> list[tuple[str, str]]:
    """The windows in which the reader's form answers, with their cards that fit there, in words.

    What the form says is no part of the position, and stands on a page of its own.
    """
    seat = seen.who.seat
    windows = windows_of(seen.newest, seen.rules)
    if seat is None or seen.past or not seen.laid or windows is None:
        return []
    if not has_forms(seen.newest, seen.rules):
        return []
    state, listed = seen.newest.state, seen.words.language.listed
    fitting = windows.fitting(state, seat)
    return [
        (
            seen.called(it.title),
            listed(seen.choice(card, name) for card, name in cards.items()) if cards else "",
        )
        for it in windows.kinds(state, seat)
        for cards in [fitting.get(it.id, {})]
    ]


def _areas(shown: Scene) -> dict[str, Any]:
    declared = shown.tables(MAP)
    changed = shown.changes.places if shown.changes else frozenset()
    neighbours = () if shown.views is None else drawing.neighbours(shown.look, shown.views.map)
    return {
        "tables": declared,
        "changed": changed,
        "boards": shown.boards,
        "neighbours": neighbours,
        "picture": shown.views is not None and shown.look.rules.pictures is not None,
        "rest": shown.rest(MAP),
    }


def _map(shown: Scene) -> dict[str, Any]:
    made = making(shown)
    return {
        "made": made,
        "picture": None if made else drawing.map_of(shown),
        "boards": drawing.boards_of(shown),
    }


def _hand(shown: Scene) -> dict[str, Any]:
    """The hands that the reader may see, their own first."""
    hands: dict[str, list[CardFace]] = {}
    for card in shown.cards:
        hands.setdefault(card.holder, []).append(card)
    own = shown.look.who.seat
    ordered = sorted(hands.items(), key=lambda it: (it[0] != own, it[0]))
    return {"hands": ordered, "tables": shown.tables(HAND)}


def _battle(shown: Scene) -> dict[str, Any]:
    return {"tables": shown.tables(ORDER_OF_BATTLE)}


def _track(shown: Scene) -> dict[str, Any]:
    return {
        "chart": drawing.chart_of(shown),
        "measures": drawing.measures_of(shown),
        "tables": shown.tables(VICTORY_TRACK),
    }


def _text(shown: Scene) -> dict[str, Any]:
    try:
        lines = text.text(shown.look)
    except UnfinishedOperation:
        lines = ""
    return {"lines": lines, "file": text.file_name(shown.look)}


def _journal(shown: Scene) -> dict[str, Any]:
    level = request.args.get("level", STORY)
    before = version_asked("before", shown.look.newest.version)
    seen = shown.look
    told = journal(seen, level if level in LEVELS else STORY, before)
    return {
        "journal": told,
        "levels": LEVELS,
        "battles": battle_types(seen),
        "fought": begun_in(seen, told.paragraphs),
        "here": seen.shown.version if seen.past else None,
        "changes": shown.changes,
        "address": url_for("web.game", game_id=seen.newest.id),
    }


_CONTEXTS = {
    "now": _now,
    "news": _news,
    "people": _people,
    "orders": _orders,
    "areas": _areas,
    "map": _map,
    "hand": _hand,
    "battle": _battle,
    "track": _track,
    "text": _text,
    "journal": _journal,
}
