"""What a batch of the log changes in the read models, as commands to Redis.

The commands of a game may be carried out twice: what they write is the same then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import groupby
from operator import attrgetter
from typing import Any, TypeVar

from projections.lobby import OPEN_SEATS, STATUSES, together
from projections.rows import MINI, Changes, DrawnView, LobbyRow
from projections.store.redis.keys import Keys, ruling

T = TypeVar("T")

Word = str | bytes | int
Command = tuple[Word, ...]

_MOST = 1000
"""Values in one command: a Lua function takes no more than a few thousand arguments."""

_by_game = attrgetter("game")


def of_games(changes: Changes, keys: Keys) -> dict[str, list[Command]]:
    """What writes `changes` of each game that is drawn, by its id: each lies on one server."""
    found: dict[str, list[Command]] = {step.game: [] for step in changes.steps}
    for game in changes.replaced:
        found[game].append(("DEL", keys.views(game), keys.turns(game), keys.mini(game)))
    for game in changes.resting:
        found[game].append(("DEL", keys.views(game), keys.turns(game)))
    boards = (it for it in changes.drawn if it.name != MINI)
    for game, drawn in groupby(boards, _by_game):
        found[game] += _hash(keys.views(game), _views(drawn))
    for small in changes.drawn:
        if small.name == MINI:
            found[small.game].append(("SET", keys.mini(small.game), _at_version(small)))
    for game in changes.rewound:
        found[game].append(("DEL", keys.turns(game)))
    for turn in changes.turns:
        place, ended = f"{turn.turn}/{turn.phase}", f"{turn.version} {turn.seal}"
        found[turn.game].append(("HSET", keys.turns(turn.game), place, ended))
    return found


def of_lists(changes: Changes, keys: Keys) -> Iterator[Command]:
    """What writes `changes` of all games into the lists."""
    for game in changes.replaced:
        for key in (keys.lobby, keys.tags, keys.versions):
            yield "HDEL", key, game
    for row in changes.lobby:
        yield from _lobby(row, keys)
    yield from _rulings(changes, keys)
    resting = {*changes.resting}
    versions: list[tuple[Word, Word]] = []
    for step in changes.steps:
        if step.version and step.game not in resting:
            versions.append((step.game, step.version))
            yield "ZADD", keys.moved, seconds(step.at), step.game
        else:
            yield "ZREM", keys.moved, step.game
        if step.game in resting:
            versions.append((step.game, -step.version))
    yield from _hash(keys.versions, versions)


def seconds(at: int) -> int:
    """A time in microseconds as games are sorted by it."""
    return at // 1_000_000


def removals(client: Any, keys: Keys, games: Sequence[str]) -> Iterator[Command]:
    """What takes games and their rulings out of all lists, those too that they do not belong in.

    The lists are looked for once, whatever the number of games: that goes through all keys that the
    server has.
    """
    if not games:
        return
    mine = {game.encode() for game in games}
    for key in client.scan_iter(match=keys.lobby_lists, count=_MOST):
        yield "ZREM", key, *games
    for key in client.scan_iter(match=keys.ruling_lists, count=_MOST):
        ranked = client.zscan_iter(key, count=_MOST)
        yield from _without("ZREM", key, mine, (member for member, _ in ranked))
    kept = client.hscan_iter(keys.rulings, count=_MOST)
    yield from _without("HDEL", keys.rulings, mine, (member for member, _ in kept))


def _without(
    command: str, key: Word, games: Set[bytes], members: Iterable[bytes]
) -> Iterator[Command]:
    """What takes the rulings of `games` out of a list with these `members`."""
    gone = [it for it in members if it.partition(b" ")[0] in games]
    for some in _portions(gone):
        yield command, key, *some


def packed(given: Iterable[Command]) -> Iterator[Word]:
    """Commands one after another, each preceded by the number of its words."""
    for command in given:
        yield len(command)
        yield from command


def _views(drawn: Iterable[DrawnView]) -> list[tuple[Word, Word]]:
    return [(f"{it.reader}/{it.name}", _at_version(it)) for it in drawn]


def _at_version(drawn: DrawnView) -> bytes:
    return b"%d %b" % (drawn.version, drawn.body)


def _lobby(row: LobbyRow, keys: Keys) -> Iterator[Command]:
    yield "HSET", keys.lobby, row.game, row.body
    yield "HSET", keys.tags, row.game, row.tags
    said = {"ruleset": row.ruleset, "status": row.status, **_said(row.tags)}
    for status in STATUSES:
        if status != row.status:
            other = {**said, "status": status}
            yield "ZREM", keys.of_one("status", status), row.game
            for names in together(other):
                if "status" in names:
                    yield "ZREM", keys.of_all(other, names), row.game
    is_open = OPEN_SEATS in row.tags.split()
    if not is_open:
        yield "ZREM", keys.open_seats, row.game
    if row.listed:
        lists = [keys.listed, *(keys.of_one(*it) for it in said.items())]
        lists += (keys.of_all(said, names) for names in together(said))
        for key in (*lists, *([keys.open_seats] if is_open else [])):
            yield "ZADD", key, row.created, row.game


def _said(tags: str) -> dict[str, str]:
    """The scenario of a game, and its winner if it has one."""
    words = (tag.partition(":") for tag in tags.split())
    return {name: value for name, _, value in words if name in ("scenario", "winner")}


def _rulings(changes: Changes, keys: Keys) -> Iterator[Command]:
    at = {(row.game, row.version): row.at for row in changes.rulings}
    for row in changes.rulings:
        member = ruling(row.game, row.version)
        yield "HSET", keys.rulings, member, row.body
        for key in (keys.judged, keys.judged_in(row.game), keys.judged_by(row.ruleset)):
            yield "ZADD", key, row.at, member
    for cited in changes.cited:
        place = (cited.game, cited.version)
        yield "ZADD", keys.judged_under(cited.clause), at[place], ruling(*place)


def _hash(key: str, fields: Sequence[tuple[Word, Word]]) -> Iterator[Command]:
    for some in _portions(fields):
        yield "HSET", key, *(word for field in some for word in field)


def _portions(values: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(values), _MOST):
        yield values[start : start + _MOST]
