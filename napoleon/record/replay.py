"""The replay: a game as one HTML file, to be opened from disk, that loads nothing from anywhere.

The file holds the story as plain HTML and the positions as data: the first one, and the first of
each turn, whole; of the others only what has changed since the one before. The map of the first
position is drawn in it, and whatever looks different on it later is in the file once, as drawn.
"""

from __future__ import annotations

import hashlib
import re
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
from napoleon.record.plain_boards import PlainBoards
from napoleon.record.story import Frame
from napoleon.rules.difference import KEYS, REMOVED, Change, difference
from napoleon.rules.picture.album import Album
from napoleon.rules.picture.declared import Pictures
from napoleon.rules.picture.legend import Sign
from napoleon.rules.picture.style import stylesheet
from napoleon.rules.plain_views import label
from napoleon.rules.prose.language import ENGLISH, Language, noted
from napoleon.rules.prose.paragraphs import Entry as Paragraph
from napoleon.rules.prose.retelling import Retelling
from napoleon.rules.prose.storybook import PLAIN, PLAINLY, Named, Words, vocabulary, words_of

SCRIPTS = ("positions.js", "tables.js", "map.js", "zoom.js", "page.js")
"""The parts of the page's script, in their order."""

_ON_THE_PAGE = {
    "about": noted("About this game"),
    "no_script": noted(
        "Other positions than the first one need JavaScript; what happened stands below, event by "
        "event."
    ),
    "replay": noted("Replay"),
    "position": noted("Position"),
    "play": noted("Play"),
    "pause": noted("Pause"),
    "pace": noted("Pace"),
    "previous_turn": noted("Previous turn"),
    "previous_order": noted("Previous order"),
    "next_order": noted("Next order"),
    "next_turn": noted("Next turn"),
    "hint": noted(
        "Here the arrow keys move the slider from order to order, Page Up and Page Down from turn "
        "to turn, Home and End to the first and the last position."
    ),
    "map_title": noted("Map"),
    "smaller": noted("Smaller map"),
    "larger": noted("Larger map"),
    "whole": noted("Whole map"),
    "signs_title": noted("Signs on the map"),
    "journal_title": noted("Journal"),
    "tables": noted("What stands where, in tables"),
    "events_title": noted("Event by event"),
    "areas": noted("Areas"),
}
"""The texts of the template, by their places in it."""

_IN_SCRIPTS = {
    "turn": noted("Turn"),
    "before": noted("Before the first turn"),
    "order": noted("order"),
    "undone": noted("undone"),
    "areas": noted("Areas"),
    "occupied": noted("Areas with pieces"),
    "yes": noted("yes"),
    "no": noted("no"),
    "none": noted("none"),
}
"""The texts of the scripts."""

_SCRIPT_SAFE = {char: f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}
"""What could end a script element, or a line of a script, and how JSON can write it instead."""


def replay_page(
    title: str,
    head: Mapping[str, str],
    entries: Sequence[Entry],
    frames: Iterable[Frame],
    names: Mapping[str, str],
    pictures: Pictures[Any] | None = None,
    rules: Named | None = None,
    language: Language = ENGLISH,
    story: Iterable[Paragraph] = (),
) -> str:
    """The replay of a game as an HTML document.

    `head` holds facts about it by their names; `entries` tell all of it event by event, and
    `story` what counts in paragraphs; `frames` are its positions, the oldest first; `names` are
    the display names of ids. All of them are what the reader of the page may know: nothing is
    hidden in it. Without `pictures` of the game there is
    no map. The page itself is told in `language`; in another one than English with the fields and
    the names of `rules`.
    """
    words = PLAINLY if rules is None else words_of(rules, language)
    style = "\n".join((_part("replay.css"), stylesheet()))
    script = "\n".join(map(_part, SCRIPTS))
    album = Album()
    asked = (PLAIN if rules is None else rules.storybook).asked
    embedded_frames = list(_embedded(frames, album, pictures, words, asked))
    labels = {} if rules is None else _phases(embedded_frames, rules, words)
    if rules is not None and language is not ENGLISH:
        spoken = vocabulary(rules, words)
        names = {of: spoken.names.get(of, name) for of, name in names.items()}
        labels = _fields(embedded_frames, rules, words) | labels
    data = {
        "keys": KEYS,
        "names": names,
        "labels": labels,
        "words": {key: language.gettext(text) for key, text in _IN_SCRIPTS.items()},
        "frames": embedded_frames,
    }
    texts = {key: escape(language.gettext(text)) for key, text in _ON_THE_PAGE.items()}
    return Template(_part("replay.html")).substitute(
        texts,
        language=language.code,
        title=escape(title),
        policy=escape(
            f"default-src 'none'; style-src {_source(style)}; script-src {_source(script)}; "
            "base-uri 'none'; form-action 'none'"
        ),
        style=style,
        script=script,
        facts="\n".join(_fact(name, value) for name, value in head.items()),
        story="\n".join(_story(story, _looks(pictures), language)),
        events="\n".join(_events(entries, language)),
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
    text = msgspec.json.encode(data).decode()
    for char, written in _SCRIPT_SAFE.items():
        text = text.replace(char, written)
    return text


def _embedded(
    frames: Iterable[Frame],
    album: Album,
    pictures: Pictures[Any] | None,
    words: Words,
    asked: Retelling,
) -> Iterator[dict[str, Any]]:
    """Frames as the page holds them, each with all `views` or with what has changed in them.

    Under `drawn` are numbers of fragments in the album, which takes in the pictures.
    """
    before: Frame | None = None
    boards, views, shows = PlainBoards(), dict[str, Any](), None
    for frame in frames:
        earlier, views = views, boards.of(frame.shown)
        drawn_before, shows = shows, pictures and pictures.shows(frame.shown)
        # What is shown alike looks alike, and need not be drawn to find that out.
        looks_alike = (
            before is not None
            and before.trails == frame.trails
            and (drawn_before == shows or all(earlier[it] is views[it] for it in views))
        )
        drawn = (
            None
            if pictures is None or looks_alike
            else pictures.map(frame.shown, frame.trails, words)
        )
        shown: dict[str, Any] = {
            "version": frame.version,
            "turn": frame.turn,
            "phase": frame.phase,
            "counts": frame.counts,
            "drawn": [] if drawn is None else album.add(drawn),
        }
        if frame.turn_name:
            shown["called"] = asked.told(words.language, frame.turn_name)
        if before is None or before.turn != frame.turn:
            yield {**shown, "views": views}
        else:
            yield {**shown, "changes": list(map(_short, difference(earlier, views)))}
        before = frame


def _short(change: Change) -> list[Any]:
    """A change as the page's script reads it: its path, what is there now, and its place."""
    if change.kind == REMOVED:
        return [change.path]
    return [change.path, change.after, *([] if change.index is None else [change.index])]


def _fields(frames: Iterable[Mapping[str, Any]], rules: Named, words: Words) -> dict[str, str]:
    """What fields and other words of the rules in the frames are called."""
    found = {key for frame in frames for key in _keys(frame)}
    return {key: rules.storybook.said(words, label(key)) for key in sorted(found)}


def _phases(frames: Iterable[Mapping[str, Any]], rules: Named, words: Words) -> dict[str, str]:
    """What the phases of the frames are called."""
    phases = {str(frame["phase"]) for frame in frames}
    return {it: rules.storybook.term(words, it) for it in sorted(phases)}


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, it in value.items():
            yield str(key)
            yield from _keys(it)
    elif isinstance(value, list | tuple):
        for it in value:
            yield from _keys(it)


def _looks(pictures: Pictures[Any] | None) -> Mapping[str, str]:
    """The look of each side, by its id."""
    return {} if pictures is None else {side.id: side.look for side in pictures.sides}


def _story(
    paragraphs: Iterable[Paragraph], looks: Mapping[str, str], language: Language
) -> Iterator[str]:
    """What counts, by turns; each paragraph has the edge of the side whose doing it is."""
    all_told, turn = [*paragraphs], None
    names = {it.turn: it.turn_name for it in all_told if it.turn_name}
    for it in all_told:
        # What happens beside the table is told in the turn that it happens in.
        if it.turn != turn and (it.turn or turn is None):
            turn = it.turn
            yield _heading(turn, names.get(turn, ""), language)
        look = f" look-{escape(looks[it.side])}" if it.side in looks else ""
        who = language.gettext("%(who)s: %(text)s", who=it.who, text="").rstrip() if it.who else ""
        told = " ".join(f"<span>{escape(sentence)}</span>" for sentence in it.sentences)
        yield (
            f'<p class="told{look}" data-first="{it.first}" data-last="{it.last}">'
            f"{f'<b>{escape(who)}</b> ' if who else ''}{told}</p>"
        )


def _events(entries: Iterable[Entry], language: Language) -> Iterator[str]:
    for (turn, name), told in groupby(entries, lambda entry: (entry.turn, entry.turn_name)):
        yield f"{_heading(turn, name, language)}\n<ol>"
        yield from (_entry(it, language) for it in told)
        yield "</ol>"


def _heading(turn: int, name: str, language: Language) -> str:
    when = name or (language.gettext("Turn %(turn)s", turn=turn) if turn else "")
    return f"<h3>{escape(when or language.gettext('Before the first turn'))}</h3>"


def _entry(entry: Entry, language: Language) -> str:
    version, text = entry.version, escape(entry.text)
    if entry.undone:
        text = f"<del>{text}</del> <em>({escape(language.gettext('undone'))})</em>"
    return f'<li id="v{version}"><a href="#v{version}">{version}</a> {text}</li>'


def _sign(sign: Sign) -> str:
    return f"<li>{sign.svg} {escape(sign.words)}</li>"


_NUMBER = re.compile(r"(?=[a-z]*\d)[0-9a-z]{10,}")
"""The id of a game, and the hash of its data: no words."""


def _fact(name: str, value: str) -> str:
    told = escape(value)
    if _NUMBER.fullmatch(value):
        told = f"<code>{told}</code>"
    return f"<div><dt>{escape(name)}</dt><dd>{told}</dd></div>"


@cache
def _part(name: str) -> str:
    return (files(__package__) / "templates" / name).read_text(encoding="utf-8")


def _source(text: str) -> str:
    """What allows the inline style or script `text`, and no other, in a content policy."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{b64encode(digest).decode()}'"
