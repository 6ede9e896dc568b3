"""The replay: a game as one HTML file, to be opened from disk, that loads nothing from anywhere.

The file holds the story as plain HTML and the positions as data: the first one, and the first of
each turn, whole; of the others only what has changed since the one before. The map of the first
position is drawn in it, and whatever looks different on it later is in the file once, as drawn.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from itertools import groupby
from string import Template
from typing import Any

import msgspec

from napoleon.log.journal import Entry
from napoleon.record.story import Frame
from napoleon.rules.difference import KEYS, REMOVED, Change, difference
from napoleon.rules.picture.album import Album
from napoleon.rules.picture.declared import Pictures
from napoleon.rules.picture.legend import Sign
from napoleon.rules.picture.style import PARCHMENT, embedded

SCRIPTS = ("positions.js", "tables.js", "map.js", "page.js")
"""The parts of the page's script, in their order."""

_SCRIPT_SAFE = {ord(char): f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}
"""What could end a script element, or a line of a script, and how JSON can write it instead."""


def replay_page(
    title: str,
    head: Mapping[str, str],
    entries: Sequence[Entry],
    frames: Iterable[Frame],
    names: Mapping[str, str],
    pictures: Pictures[Any] | None = None,
) -> str:
    """The replay of a game as an HTML document.

    `head` holds facts about it by their names; `entries` tell all of it; `frames` are its
    positions, the oldest first; `names` are the display names of ids. All of them are what the
    reader of the page may know: nothing is hidden in it. Without `pictures` of the game there is
    no map.
    """
    style = "\n".join((_part("replay.css"), embedded(PARCHMENT)))
    script = "\n".join(map(_part, SCRIPTS))
    album = Album()
    data = {"keys": KEYS, "names": names, "frames": list(_embedded(frames, album, pictures))}
    return Template(_part("replay.html")).substitute(
        title=escape(title),
        policy=escape(
            f"default-src 'none'; style-src {_source(style)}; script-src {_source(script)}; "
            "base-uri 'none'; form-action 'none'"
        ),
        style=style,
        script=script,
        facts="\n".join(_fact(name, value) for name, value in head.items()),
        story="\n".join(_story(entries)),
        map_hidden="" if album.first else " hidden",
        map=album.first,
        signs="\n".join(map(_sign, album.signs if album.first else ())),
        fragments="\n".join(album.fragments),
        data=script_safe(data),
    )


def script_safe(data: Any) -> str:
    r"""`data` as JSON that can stand in a script element.

    >>> print(script_safe({"it": "</script>"}))
    {"it":"\u003c/script\u003e"}
    """
    return msgspec.json.encode(data).decode().translate(_SCRIPT_SAFE)


def _embedded(
    frames: Iterable[Frame], album: Album, pictures: Pictures[Any] | None
) -> Iterator[dict[str, Any]]:
    """Frames as the page holds them, each with all `views` or with what has changed in them.

    Under `drawn` are numbers of fragments in the album, which takes in the pictures.
    """
    before: Frame | None = None
    for frame in frames:
        shown: dict[str, Any] = {
            "version": frame.version,
            "turn": frame.turn,
            "phase": frame.phase,
            "counts": frame.counts,
            "drawn": [] if pictures is None else album.add(pictures.map(frame.shown, frame.trails)),
        }
        if before is None or before.turn != frame.turn:
            yield {**shown, "views": frame.views}
        else:
            yield {**shown, "changes": list(map(_short, difference(before.views, frame.views)))}
        before = frame


def _short(change: Change) -> list[Any]:
    """A change as the page's script reads it: its path, what is there now, and its place."""
    if change.kind == REMOVED:
        return [change.path]
    return [change.path, change.after, *([] if change.index is None else [change.index])]


def _story(entries: Iterable[Entry]) -> Iterator[str]:
    for turn, told in groupby(entries, lambda entry: entry.turn):
        yield f"<h3>{f'Turn {turn}' if turn else 'Before the first turn'}</h3>\n<ol>"
        yield from map(_entry, told)
        yield "</ol>"


def _entry(entry: Entry) -> str:
    version, text = entry.version, escape(entry.text)
    if entry.undone:
        text = f"<del>{text}</del> <em>(undone)</em>"
    return f'<li id="v{version}"><a href="#v{version}">{version}</a> {text}</li>'


def _sign(sign: Sign) -> str:
    return f"<li>{sign.svg} {escape(sign.words)}</li>"


def _fact(name: str, value: str) -> str:
    return f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>"


@cache
def _part(name: str) -> str:
    return (files(__package__) / "templates" / name).read_text(encoding="utf-8")


def _source(text: str) -> str:
    """What allows the inline style or script `text`, and no other, in a content policy."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{b64encode(digest).decode()}'"
