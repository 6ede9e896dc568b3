"""What a page's script does with an answer, done to text: sections mended by patches."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html.parser import HTMLParser
from typing import Any

NO_END = {"input", "br", "img", "hr", "meta", "link"}

KEPT = re.compile(r"<!--([\w-]+)-->")


class _Keyed(HTMLParser):
    """Finds where every element with a key begins and ends."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self.found: dict[str, tuple[int, int]] = {}
        self._open: list[tuple[str, str | None, int]] = []
        self._lines = [0]
        for line in html.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))
        self.feed(html)
        self.close()
        assert not self._open, "every element ends"

    def _at(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in NO_END:
            self._open.append((tag, dict(attrs).get("data-key"), self._at()))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        key, text = dict(attrs).get("data-key"), self.get_starttag_text()
        if key is not None and text is not None:
            self._note(key, self._at(), self._at() + len(text))

    def handle_endtag(self, tag: str) -> None:
        begun, key, at = self._open.pop()
        assert begun == tag
        if key is not None:
            self._note(key, at, self._at() + len(f"</{tag}>"))

    def _note(self, key: str, begin: int, end: int) -> None:
        assert key not in self.found, f"{key} is there twice"
        self.found[key] = begin, end


def keyed(html: str) -> dict[str, str]:
    """The elements of a section that have a key, by their keys."""
    return {key: html[slice(*at)] for key, at in _Keyed(html).found.items()}


def mended(html: str, patches: Iterable[tuple[str, str]]) -> str:
    """The section after `patches`. Raises KeyError for what it does not have."""
    before = keyed(html)
    put = {key: text for key, text in patches if key}
    whole = next((text for key, text in patches if not key), html)

    def filled(text: str) -> str:
        """A text of a patch with what it keeps, and that mended in turn."""
        return KEPT.sub(lambda kept: within(kept[1], before[kept[1]]), text)

    def within(key: str, text: str) -> str:
        """An element that was there before, with all that is new in it."""
        if key in put:
            return filled(put[key])
        for inner, element in keyed(text).items():
            if inner in put and element in text:
                text = text.replace(element, filled(put[inner]))
        return text

    if whole is not html:
        return filled(whole)
    for key in put:
        html = html.replace(before[key], within(key, before[key]))
    return html


def after(sections: Mapping[str, str], answer: Mapping[str, Any]) -> dict[str, str]:
    """The sections of a page after an answer."""
    found = dict(sections)
    for name, news in answer["fragments"].items():
        found[name] = news if isinstance(news, str) else mended(sections[name], news)
    return found
