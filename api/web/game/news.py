"""What of a position is new to the page that asks for it, which may show another one already.

A page is told a tag for each of its sections, and tells them again when it asks for another
position: so it is sent the sections that have others by then, and of most of these only what has
changed. Nothing about a page is remembered. If what it shows cannot be found or drawn again, it
is sent whole sections.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping

from flask import request

from api.http.problems import Problem
from api.web.game.cache import kept, known
from api.web.game.looking import Look, look_from, version_asked
from api.web.game.patches import Patch, patches
from napoleon.log.errors import UnknownVersion
from napoleon.log.ids import order_secret

IN_PIECES = ("map", "journal", "areas")
"""The sections of which most stays as it is from one position to the next."""

MULTIPLE = 2048
"""Bytes. How long what has changed is on the line tells only how many times it fills this: else it
would tell more of what is hidden than whole sections do."""

_TAG_BYTES = 6

Sections = Mapping[str, str]
"""HTML by the name of the section."""

News = Mapping[str, str | list[Patch]]
"""Sections that are other than the page has them: all of each, or what changes in it."""


def tagged(seen: Look, drawn: Sections) -> str:
    """What tells these sections, as their reader is sent them, from any others: a tag for each.

    Nobody can find out by trial what a tag stands for, as the game's secret is in it.
    """
    who, secret = seen.who.actor, order_secret(seen.newest.created.seed)
    tags = []
    for name, markup in drawn.items():
        digest = hashlib.blake2b(f"{who} {name} ".encode(), key=secret, digest_size=_TAG_BYTES)
        digest.update(markup.encode())
        tags.append(urlsafe_b64encode(digest.digest()).decode())
        if name in IN_PIECES:
            html = str(markup)
            kept("section", _place(seen, name, tags[-1]), lambda html=html: html)  # type: ignore[misc]
    return ".".join(tags)


def news(seen: Look, drawn: Sections, tags: str, draw: Callable[[Look, str], str]) -> News:
    """The sections `drawn`, except those that the page says in ``has`` that it shows already.

    `draw` draws a section of another position, for the page may say in ``from`` which one it shows.
    """
    has = request.args.get("has", "").split(".")
    if len(has) != len(drawn):
        return drawn
    found: dict[str, str | list[Patch]] = {}
    for (name, html), tag, before in zip(drawn.items(), tags.split("."), has, strict=True):
        if tag == before:
            continue
        found[name] = html
        if name in IN_PIECES:
            shown = _shown(seen, name, before, draw)
            found[name] = html if shown is None else patches(shown, html) or html
    return found


def _shown(seen: Look, name: str, tag: str, draw: Callable[[Look, str], str]) -> str | None:
    """The section that the page shows; None if that cannot be found out."""
    place = _place(seen, name, tag)
    found: str | None = known("section", place)
    if found is not None:
        return found
    try:
        version = version_asked("from", seen.newest.version)
    except (Problem, UnknownVersion):
        # A log that was put back may not have that version any more.
        return None
    if version is None:
        return None
    other = look_from(seen, version)
    html = draw(other, name)
    return html if tagged(other, {name: html}) == tag else None


def _place(seen: Look, name: str, tag: str) -> tuple[object, ...]:
    return seen.newest.id, seen.who.actor, name, tag
