"""Small maps on tiles: of games as they stand, and of scenarios as they begin.

In a template ``mini_of_start(ruleset, scenario)`` is the map of a scenario, and ``mini_of(game)``
that of an entry of the lobby; both are an ``<svg class="mini">``, or nothing. The page that shows
one has ``css/mini.css`` among its styles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from threading import Lock
from typing import Any

from cachetools import LRUCache, cached
from markupsafe import Markup

from api.http.stores import stores
from api.lru_by_log import LruByLog
from api.web.pages import web
from napoleon.chance import SeededChance
from napoleon.log.errors import UnknownGame
from napoleon.log.replayer import UNREADABLE
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import SPECTATOR
from napoleon.rules.picture.mini import Mini
from napoleon.rules.terms import SetupRefused
from napoleon.rules.viewer import Viewer
from napoleon.rules.views import Views
from projections import lobby as lobbies
from projections import reading

MOST = 2_000
"""How many maps of games a process keeps; each has some 5 kB."""

_SEED = "00" * 32

_kept: LruByLog[Mini | None] = LruByLog(MOST)


def of_game(entry: Mapping[str, Any]) -> Mini | None:
    """The small map of a game that the lobby lists, as everybody may see it.

    Before its table is laid it is that of its scenario. None if the game has no pictures, or cannot
    be read.
    """
    if entry["status"] == lobbies.WAITING:
        return of_start(entry["ruleset"], entry["scenario"])
    opened = stores()
    game_id: str = entry["id"]
    kept = _kept.known(opened.games, (game_id, entry["version"]))
    if kept is not None:
        return kept
    found: Mini | None = None
    with suppress(UnknownGame, *UNREADABLE):
        version, found = reading.mini(opened.games, opened.views, game_id)
        # If it shows an earlier position, what shows this one is looked for again.
        _kept.kept(opened.games, (game_id, version), lambda: found)
    return found


def of_start(ruleset: str, scenario: str | None = None) -> Mini | None:
    """The small map of a scenario as it begins, by default of the first one that is complete.

    What chance lays out is laid out by one draw of many. None if the game has no pictures, or is
    not played here.
    """
    rules = stores().games.rulesets.get(ruleset)
    return None if rules is None else _start(rules, scenario)


def _which(rules: Ruleset, scenario: str | None) -> tuple[str | None, ...]:
    return rules.name, rules.version, rules.pack_hash, scenario


@cached(LRUCache(256), key=_which, lock=Lock())
def _start(rules: Ruleset, scenario: str | None) -> Mini | None:
    views = first_views(rules, scenario)
    return None if rules.pictures is None or views is None else rules.pictures.mini(views)


def first_views(
    rules: Ruleset, scenario: str | None = None, options: Mapping[str, Any] | None = None
) -> Views | None:
    """What everybody sees of a game that begins, by default in its first complete scenario.

    None of one that has none.
    """
    for it in rules.scenarios:
        if scenario not in (None, it.id):
            continue
        with suppress(SetupRefused):
            events = rules.setup(it.id, options or {}, SeededChance(_SEED, rules.name, drawn=0))
            state = None
            for event in events:
                state = rules.apply(state, event)
            return rules.view(state, Viewer(SPECTATOR))
    return None


def laid_on(entries: Iterable[dict[str, Any]]) -> Markup:
    """Put the small map of each entry of the lobby into it as `mini`, to be shown on one page.

    What comes back has every ground once, as the maps use it; it stands before them.
    """
    listed = list(entries)  # a game may be among the open ones and among those that are played
    grounds, drawn = together({entry["id"]: of_game(entry) for entry in listed})
    for entry in listed:
        entry["mini"] = drawn[entry["id"]]
    return grounds


def together(maps: Mapping[str, Mini | None]) -> tuple[Markup, dict[str, Markup]]:
    """What small maps of one page lie on, once for all of them, and each of them as an element.

    Where there is none the element is empty. The grounds stand before the maps.
    """
    grounds: dict[str, str] = {}
    drawn = {}
    for key, it in maps.items():
        ground = "" if it is None else grounds.setdefault(it.ground, f"ground-{len(grounds)}")
        drawn[key] = _element(it, f'<use href="#{ground}"/>')
    parts = "".join(f'<g id="{name}" class="ground">{it}</g>' for it, name in grounds.items())
    if not parts:
        return Markup(), drawn
    # They are drawn from numbers and names of looks alone.
    return Markup(f'<svg class="grounds" aria-hidden="true"><defs>{parts}</defs></svg>'), drawn  # noqa: S704


@web.app_template_global()
def mini_of(game: Mapping[str, Any]) -> Markup:
    """The small map of an entry of the lobby as an element; empty if there is none."""
    return _element(of_game(game))


@web.app_template_global()
def mini_of_start(ruleset: str, scenario: str | None = None) -> Markup:
    """The small map of a scenario as an element; empty if there is none."""
    return _element(of_start(ruleset, scenario))


def _element(found: Mini | None, ground: str | None = None) -> Markup:
    # It is drawn from numbers and names of looks alone.
    return Markup("" if found is None else found.drawn(ground))  # noqa: S704
