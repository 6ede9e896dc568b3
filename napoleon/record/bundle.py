"""Bundles: the whole record of a game in one zip file, as one reader may have it.

The verifier inside checks it on any machine, without this service. All
readers get the same log, the same hashes and the same checkpoints: what one of them may not know is
a commitment in the log, and has no opening in their bundle. When the game is over everything is
opened except the hashes of tokens. The operator's bundle holds the secrets, and can be played back.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import closing as closing_file
from typing import Any, BinaryIO, NamedTuple, cast

from eventsourcing.persistence import StoredEvent

from napoleon.chance import PUBLIC
from napoleon.log.errors import BrokenLog
from napoleon.log.game import Game
from napoleon.log.game_log import GameLog
from napoleon.log.ids import order_secret
from napoleon.log.store.recorder import CheckpointRow
from napoleon.record import checkpoints, tree, verifier
from napoleon.record.hashes import leaf_hashes
from napoleon.record.key_list import ListedKey, is_signed, listed, present, signing
from napoleon.record.leaves import (
    CLAUSES,
    Closing,
    Opening,
    closing,
    hashed,
    may_be_closed,
    openings,
    public_leaf,
    readable,
    readable_leaf,
    tells_too_much,
)
from napoleon.record.notes import sign
from napoleon.record.options import Call, draws
from napoleon.record.parts import Parts, lined, part, pretty
from napoleon.record.reading import RELEASE, readme, replay_part, story_part, watches_as
from napoleon.record.story import story
from napoleon.record.verifier import FORMAT, KEYS, SEAL, is_closed, seal_origin
from napoleon.record.writings import tells, text_ids, written
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import REFEREE, Event
from napoleon.rules.prose.language import ENGLISH, Language

OPERATOR = verifier.OPERATOR
"""The reader who runs the service: everything that the store holds is theirs to export."""

_CHUNK = 500
"""Events that are read from the store at a time."""


class _Source(NamedTuple):
    """What a bundle is made of."""

    games: GameLog
    game: Game
    """The position at the head of the bundle; the last good one if the log is broken."""
    size: int
    """How many events the log has."""
    rows: Sequence[StoredEvent]
    """These as they are stored, though some may be missing."""
    broken: BrokenLog | None
    """What keeps the log from being replayed to its end; None if nothing does."""
    rules: Ruleset
    viewer: str
    closed_by: Closing
    hashes: list[bytes]
    """Those of the leaves."""

    @property
    def tells_all(self) -> bool:
        """Whether the reader may have everything except the hashes of tokens."""
        return self.viewer == OPERATOR or self.game.over

    @property
    def watches_as(self) -> str:
        """Whose story and whose boards the reader is shown."""
        return watches_as(self.viewer)


def file_name(game: Game, viewer: str) -> str:
    """The file name of the bundle of `game` for `viewer`: ``0123456789-213-red.zip``."""
    return f"{game.id}-{game.version}-{viewer}.zip"


def write(
    games: GameLog, game_id: str, viewer: str, target: BinaryIO, language: Language = ENGLISH
) -> None:
    """Write the bundle of a game, as it stands now, to the file `target`, which can seek.

    `viewer` is a seat of the game, ``spectator``, ``referee``, ``deputy`` or ``operator``. Its
    story is told in `language`. A checkpoint of all that is in the bundle is kept. A log that has
    been changed, so that it cannot be replayed, is given out whole, for the verifier to name the
    place. Raises UnknownGame, UnknownRuleset, KeyUnusable, and whatever the store fails with.
    """
    source = _source(games, game_id, viewer)
    with closing_file(Parts(target)) as parts:
        _write_record(source, parts, language)
        _write_stories(source, parts, language)
        _seal(source, parts)


def write_record(games: GameLog, game_id: str, viewer: str, target: BinaryIO) -> None:
    """Write what can be checked of a game, and nothing that is there to be read.

    That is all that an audit looks at. The arguments, and what is raised, are as for `write`.
    """
    source = _source(games, game_id, viewer)
    with closing_file(Parts(target)) as parts:
        _write_record(source, parts, ENGLISH)
        _seal(source, parts)


def _source(games: GameLog, game_id: str, viewer: str) -> _Source:
    """What the bundle of a game as it stands now is made of; a checkpoint of it is kept."""
    game, broken = games.replay_until_broken(game_id)
    size = game.version
    if broken is None:
        checkpoints.keep(games, game_id, size)
    else:
        # What does not hold is not signed, but it is all given out.
        size = games.head(game_id)
    rows = [*_stored(games, game_id, size)]
    return _Source(
        games,
        game,
        size,
        rows,
        broken,
        games.rules(game),
        viewer,
        closing(game.created, fades=game.fades),
        _hashes(games, game, size, rows),
    )


# -- what can be checked ---------------------------------------------------------------------------


def _write_record(source: _Source, parts: Parts, language: Language) -> None:
    game, keys = source.game, _keys(source.games)
    texts, kept_back = set[str](), set[str]()
    closed, openings_told = 0, list[bytes]()
    withholds = not source.tells_all and tells_too_much(source.rows)
    secret = order_secret(game.created.seed)
    with parts.member("log.ndjson") as log:
        for row in source.rows:
            event = readable_leaf(row, source.closed_by)
            line = lined(public_leaf(event, secret) if withholds else event)
            opened = _openings(source, row)
            if ids := text_ids(line):
                known = texts if tells(row.topic, event, [it.field for it in opened]) else kept_back
                known |= ids
            closed += sum(map(is_closed, (*event["data"].values(), event.get(CLAUSES))))
            openings_told += map(lined, opened)
            log.write(line)
    with parts.member("openings.ndjson") as shown:
        for line in openings_told:
            texts |= text_ids(line)
            shown.write(line)
    parts.put("leaves.txt", "".join(f"{it.hex()}\n" for it in source.hashes))
    earlier, own = _checkpoints(source, keys)
    for size, note in own.items():
        parts.put(f"checkpoints/{size:06}.txt", note)
    for size, note in earlier.items():
        parts.put(f"earlier/{size:06}.txt", note)
    parts.put("key.txt", f"{keys[-1].key}\n")
    if len(keys) > 1:
        rows = [lined({"key": str(it.key), "vouched": it.vouched}) for it in keys]
        parts.put(KEYS, b"".join(rows).decode())
    with parts.member("draws.ndjson") as drawn:
        for row_of_draws in _draws(source):
            drawn.write(lined(row_of_draws))
    manifest = {
        "format": FORMAT,
        "game": game.id,
        "ruleset": game.created.ruleset,
        "rules_version": game.created.rules_version,
        "pack": game.created.pack,
        "reader": source.viewer,
        "size": source.size,
        "root": tree.root(source.hashes).hex(),
        "complete": source.viewer == OPERATOR and len(openings_told) == closed,
        "release": RELEASE,
        "language": language.code,
    }
    parts.put("manifest.json", json.dumps(manifest, indent=2) + "\n")
    # Giving the id of a text as a nonce does not let anyone read the text.
    said = source.games.recorder.texts(game.id)
    parts.put("texts.json", pretty(written(said, texts - kept_back)))


def _hashes(games: GameLog, game: Game, size: int, rows: Sequence[StoredEvent]) -> list[bytes]:
    """The hashes of the leaves of `rows`, as they were signed if they ever were.

    `game` is the position that the log can be replayed to, `size` how many events it should have.
    """
    signed = min(max(game.version, games.recorder.checkpointed(game.id)), size)
    good = leaf_hashes(games.recorder).upto(game, signed)
    closed_by = closing(game.created, fades=game.fades)
    rest = (row for row in rows if row.originator_version > signed)
    return good + [hashed(readable_leaf(row, closed_by)) for row in rest]


def _stored(games: GameLog, game_id: str, upto: int) -> Iterator[StoredEvent]:
    """The stored versions up to `upto`, though some may be missing."""
    after = 0
    while rows := games.recorder.remains(game_id, after=after, limit=_CHUNK):
        for row in rows:
            if row.originator_version > upto:
                return
            yield row
        after = rows[-1].originator_version


def _openings(source: _Source, row: StoredEvent) -> list[Opening]:
    """What the reader may read of the closed fields of an event."""
    if source.broken is not None and row.originator_version >= source.broken.version:
        return []
    if not may_be_closed(row.topic, source.closed_by):
        return []
    if source.viewer == OPERATOR:
        return openings(row, source.closed_by)
    game = source.game
    event = cast("Event", source.games.mapper.to_domain_event(row))
    fields = readable(row, event, source.closed_by, game.viewer(source.watches_as))
    return openings(row, source.closed_by, fields)


def _keys(games: GameLog) -> list[ListedKey]:
    """The keys of the store, that which signs last. Raises KeyUnusable if none does."""
    keys = listed(games)
    if present(keys) is None:
        signing(games)
    return keys


def _checkpoints(
    source: _Source, keys: Sequence[ListedKey]
) -> tuple[dict[int, str], dict[int, str]]:
    """The signed notes by size that are kept: by earlier keys, and by the one that signs now.

    There is always one by the latter of the whole log. Where another service has signed, before the
    game was brought here, this one signs now, for the same size: readers of the bundle have no key
    of the other one, and look for a checkpoint wherever one was due.
    """
    game, size = source.game, source.size
    kept = list(source.games.recorder.checkpoints(game.id))
    # What was played and signed since the bundle was begun is in the next one. A checkpoint of more
    # than there is in the log stays: it shows that events were lost.
    head = source.games.head(game.id)
    kept = [it for it in kept if not size < it.size <= head]
    earlier, own = dict[int, str](), dict[int, str]()
    unsigned = _passed_over(source, kept)
    for it in kept:
        if is_signed(it.note, keys[-1].key):
            own[it.size] = it.note
        elif any(is_signed(it.note, other.key) for other in keys[:-1]):
            earlier[it.size] = it.note
        elif it.size <= game.version:
            unsigned.add(it.size)
    if not own or (size not in own and source.broken is None):
        # Of a log that was changed, as much as can be replayed.
        unsigned.add(size if source.broken is None else game.version)
    for good in sorted(unsigned):
        own[good] = checkpoints.signed(source.games, game.id, source.hashes[:good])
    return earlier, dict(sorted(own.items()))


def _passed_over(source: _Source, kept: Sequence[CheckpointRow]) -> set[int]:
    """The sizes at which a checkpoint was due in the midst of the leaves of a later one.

    None was ever kept here for them: a release before 0.8.0 brought the game from a service that
    had it from yet another one. Where one was kept and is gone, its leaves are missing too, so what
    was due there is not among these.
    """
    sizes, found = [it.size for it in kept], set[int]()
    good = (row for row in source.rows if row.originator_version <= source.game.version)
    for size in checkpoints.due(good):
        at = bisect_left(sizes, size)
        if at < len(kept) and sizes[at] - kept[at].events < size < sizes[at]:
            found.add(size)
    return found


def _draws(source: _Source) -> Iterator[dict[str, Any]]:
    """What the draws that the reader can repeat were made from."""

    def repeatable(call: Call) -> bool:
        return source.tells_all or _is_public(source, call)

    log = source.games.history(source.game.id, upto=source.game.version)
    for drawn in draws(log, source.rules, repeatable):
        yield {
            "called": drawn.call.version,
            "result": drawn.result.version,
            "field": drawn.result.drawn,
            "options": drawn.options,
        }


def _is_public(source: _Source, call: Call) -> bool:
    """Whether draws of a running game are of the public chain, so their purposes are told."""
    faded = call.version <= source.game.faded and source.watches_as != REFEREE
    return call.chain == PUBLIC and not faded


# -- what can be read, and the seal on all of it ---------------------------------------------------


def _write_stories(source: _Source, parts: Parts, language: Language) -> None:
    games, game = source.games, source.game
    parts.put("verify.py", part("verifier.py"))
    opened = "all" if source.viewer == OPERATOR else "over" if game.over else "running"
    several = len(_keys(games)) > 1
    parts.put(
        "README.txt",
        readme(source.rules, game.id, source.size, source.viewer, opened, several_keys=several),
    )
    if source.viewer == OPERATOR:
        parts.put("names.json", pretty(games.names(game.id)))
    if source.broken is not None:
        # Only where: what does not fit may be hidden from the reader.
        where = f"The log cannot be replayed from version {source.broken.version} on.\n"
        parts.put("story.txt", where)
        return
    told = story(games, game.id, source.watches_as, language)
    parts.put("story.txt", story_part(games, game.id, source.watches_as, language, told))
    parts.put("replay.html", replay_part(games, game.id, source.watches_as, language, told))


def _seal(source: _Source, parts: Parts) -> None:
    """The digests of all parts, signed: what is changed, put in or left out afterwards is found."""
    key = signing(source.games)
    lines = "".join(f"{digest}  {name}\n" for name, digest in parts.digests.items())
    parts.put(SEAL, sign(f"{seal_origin(key.name, source.game.id)}\n{lines}", key))
