"""Pages of all games, and of all rulings, read from the log: what there is without read models.

The log has an index of both. So a page opens about as many games as it holds, however many games
there are; where it may show few of those that it looks at it ends early, and says where to go on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from napoleon.log.errors import UnknownGame
from napoleon.log.replayer import UNREADABLE
from napoleon.log.store.recorder import GamePlace, ListedGames, Places, RulingPlace
from napoleon.play.games import Games
from projections import lobby as lobbies
from projections import rulings as judged
from projections.encoding import encode

MARGIN = 10
"""How many more games than it has room for a page may open."""

NEAR = 500
"""How many events the read models may be behind for their pages to be mended from the log; with
more it is read in their place."""


def most_opened(limit: int) -> int:
    """How many games are opened at most for a page of at most `limit` entries."""
    return limit + MARGIN


def place(games: Games, game_id: str) -> GamePlace:
    """Where a game stands in the list of all games, listed or not.

    Raises UnknownGame, and BrokenLog if it is not listed and its first event cannot be read.
    """
    found = games.recorder.listed(ListedGames(games=[game_id]))
    return found[0] if found else (games.created(game_id).at, game_id)


def games_behind(games: Games, reached: Places, limit: int) -> list[str] | None:
    """The games of which read models at those places in the log do not show everything.

    None if there are too many to open all of them for a page of at most `limit` entries.
    """
    recorded = games.recorder.places()
    missing = [max(0, *it) - it[1] for it in zip(recorded, reached, strict=True)]
    if not any(missing):
        return []
    if sum(missing) > NEAR:
        return None
    found = [
        game
        for number, count in enumerate(missing)
        if count
        for game in games.recorder.partition(number).games_after(reached[number])
    ]
    return found if len(found) <= most_opened(limit) else None


def lobby(
    games: Games, wanted: lobbies.Wanted, before: GamePlace | None
) -> tuple[Sequence[dict[str, Any]], str | None]:
    """A page of the lobby, newest games first, and the id to go on after if there may be more.

    It may hold fewer games than it has room for although there are more.
    """
    if wanted.game is not None:
        return lobbies.page(entries(games, [wanted.game], wanted, before), wanted.limit)
    most = most_opened(wanted.limit)
    since, until = wanted.span
    places = games.recorder.listed(
        ListedGames(before, wanted.ruleset, wanted.scenario, since, until, wanted.games, most)
    )
    found: list[dict[str, Any]] = []
    for _, game_id in places:
        if len(found) > wanted.limit:
            break
        found += entries(games, [game_id], wanted, before)
    shown, following = lobbies.page(found, wanted.limit)
    if following is None and len(places) == most:
        following = places[-1][1]
    return shown, following


def entries(
    games: Games, ids: Iterable[str], wanted: lobbies.Wanted, before: GamePlace | None
) -> list[dict[str, Any]]:
    """The entries wanted of some games, each of which is opened. Unlisted ones are asked for by id.

    Those that cannot be read have none.
    """
    found = []
    for game_id in ids:
        with suppress(UnknownGame, *UNREADABLE):
            game = games.open(game_id)
            if wanted.game is None and game.created.unlisted:
                continue
            # Through the encoder, so that the fields come in the order of those that were drawn.
            entry = msgspec.json.decode(encode(lobbies.entry(game, games.rules(game))))
            if lobbies.is_wanted(entry, wanted, before):
                found.append(entry)
    return found


def rulings(
    games: Games, wanted: judged.Wanted
) -> tuple[Sequence[dict[str, Any]], RulingPlace | None]:
    """A page of rulings of all games, newest first, and the place after which there may be more.

    It may hold fewer rulings than it has room for although there are more.
    """
    most = most_opened(wanted.limit)
    if wanted.game is not None:
        return judged.page(rulings_in(games, wanted.game, wanted), wanted.limit)
    places = games.recorder.ruled(wanted.after, most, wanted.ruleset)
    of_game: dict[str, dict[int, dict[str, Any]]] = {}
    found: list[dict[str, Any]] = []
    for _, game_id, version in places:
        if len(found) > wanted.limit:
            break
        if game_id not in of_game:
            told = rulings_in(games, game_id, wanted)
            of_game[game_id] = {it["version"]: it for it in told}
        if version in of_game[game_id]:
            found.append(of_game[game_id][version])
    shown, following = judged.page(found, wanted.limit)
    if following is None and len(places) == most:
        following = places[-1]
    return shown, following


def rulings_in(games: Games, game_id: str, wanted: judged.Wanted) -> list[dict[str, Any]]:
    """The rulings wanted of one game, which is opened; none if it cannot be read."""
    try:
        told = judged.from_log(games, games.open(game_id))
    except (UnknownGame, *UNREADABLE):
        return []
    # Through the encoder, so that the fields come in the order of those that were drawn.
    drawn: list[dict[str, Any]] = msgspec.json.decode(encode(told))
    return [it for it in drawn if judged.is_wanted(it, wanted)]
