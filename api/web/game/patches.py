"""What of a section has to be sent to a page that shows another position already.

An element with a ``data-key`` can be sent by itself. In the text of the elements around it, and
of the section, it stands as a comment with its key: so a script that has it need not be sent it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

_TAG = re.compile(r"<(/?)(g|a|defs|div|details|p|tr|li)\b([^<>]*)>", re.ASCII)
"""Tags of those elements that may have a key. Inside of others, texts are escaped."""

_KEY = re.compile(r" data-key=\"(\w+(?:-\w+)*)\"", re.ASCII)

_COMMENT = re.compile(r"<!--(\w+(?:-\w+)*)-->", re.ASCII)

MOST = 32
"""How many sections are kept taken apart: what a page is sent now it is soon to have had."""

Patch = tuple[str, str]
"""The key of an element, empty for the section itself, and what takes its place. What is in there
as a comment with a key is to be taken over as it is."""


class _Open(NamedTuple):
    """An element whose end has not been found yet."""

    tag: str
    key: str
    text: list[str]


def patches(before: str, after: str) -> list[Patch] | None:
    """What makes the section `before` into the section `after`.

    None if nothing would be saved by it, as where the two have nothing in common.

    >>> row = '<tr data-key="{}"><td>{}</td></tr>'.format
    >>> patches("<b>1</b>" + row("a", 1) + row("b", 2), "<b>1</b>" + row("a", 1) + row("b", 3))
    [('b', '<tr data-key="b"><td>3</td></tr>')]
    >>> patches("<b>1</b>" + row("a", 1) + row("b", 2), "<b>2</b>" + row("c", 1) + row("b", 2))
    [('', '<b>2</b><tr data-key="c"><td>1</td></tr><!--b-->')]
    """
    old, new = _taken_apart(before), _taken_apart(after)
    if old is None or new is None:
        return None
    found = list(_different("", old, new))
    return found if sum(len(text) for _, text in found) < len(after) else None


def _different(key: str, old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[Patch]:
    """Patches for the element `key`, which both have, and for all that is kept in it."""
    inside: list[str] = []
    if old[key] == new[key]:
        inside += _COMMENT.findall(new[key])
    else:
        yield key, _sent(key, old, new, inside)
    for it in inside:
        yield from _different(it, old, new)


def _sent(key: str, old: Mapping[str, str], new: Mapping[str, str], kept: list[str]) -> str:
    """An element with all in it that is new; what is kept is left to its comment, and noted."""

    def in_place_of(comment: re.Match[str]) -> str:
        inner = comment[1]
        if inner in old and old[inner] == new[inner]:
            kept.append(inner)
            return comment[0]
        return _sent(inner, old, new, kept)

    return _COMMENT.sub(in_place_of, new[key])


@lru_cache(maxsize=MOST)
def _taken_apart(html: str) -> dict[str, str] | None:
    """The text of each element that has a key, and under "" of the whole, with comments in them.

    None if a key is there twice. Nobody may change what is given.
    """
    found: dict[str, str] = {}
    open_ones = [_Open("", "", [])]
    depth = [0]
    done = 0
    for tag in _TAG.finditer(html):
        closes, name, said = tag.groups()
        key = _KEY.search(said) if "data-key" in said else None
        if key is not None and not closes:
            open_ones[-1].text.append(html[done : tag.start()])
            done = tag.start()
            open_ones.append(_Open(name, key[1], []))
            depth.append(0)
        if name != open_ones[-1].tag:
            continue
        depth[-1] += -1 if closes else 0 if said.endswith("/") else 1
        if depth[-1] == 0:
            depth.pop()
            ended = open_ones.pop()
            ended.text.append(html[done : tag.end()])
            done = tag.end()
            if ended.key in found:
                return None
            found[ended.key] = "".join(ended.text)
            open_ones[-1].text.append(f"<!--{ended.key}-->")
    if len(open_ones) != 1:
        return None
    return found | {"": "".join((*open_ones[0].text, html[done:]))}
