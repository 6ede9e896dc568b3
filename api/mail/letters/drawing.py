"""Drawing: a template as the text of a mail and as its HTML, in a language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import chain, zip_longest
from typing import Any, NamedTuple
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from api.languages import translations
from napoleon.rules.prose.language import printed
from napoleon.rules.tables import TextTable

LARGEST = 96 * 1024
"""How large both forms of a mail may be together, without the picture, in bytes."""

LARGEST_TEXT = 25 * 1024
"""How large the text of a mail may be, in bytes."""

WIDTH = 76
"""Characters of a line of text: what fits a window, and is not wrapped when it is quoted."""

_UNEVEN = re.compile(r"[\t\n\v\f\r]")
"""What is made a space where a text is wrapped."""

_BLANK_LINES = re.compile(r"\n{3,}")

TEXT, HTML = "text", "html"


class Drawn(NamedTuple):
    """What a mail says, in both forms."""

    text: str
    html: str


def drawn(template: str, code: str, **facts: Any) -> Drawn:
    """A template in the language `code` with these facts."""
    return Drawn(_as_text(template, code, facts), _as_html(template, code, facts))


def within(template: str, code: str, **facts: Any) -> Drawn | None:
    """The same; None if it is longer than a mail may be, of which only the text is drawn then."""
    text = _as_text(template, code, facts)
    size = len(text.encode())
    if size > LARGEST_TEXT:
        return None
    html = _as_html(template, code, facts)
    return Drawn(text, html) if size + len(html.encode()) <= LARGEST else None


def drawn_to_fit(
    template: str, code: str, facts: Mapping[str, Any], shorter: Iterable[object]
) -> Drawn:
    """The same, drawn again while it is too long and `shorter` takes something from `facts`."""
    for _ in chain([None], shorter):
        made = within(template, code, **facts)
        if made is not None:
            return made
    return drawn(template, code, **facts)


def _as_text(template: str, code: str, facts: Mapping[str, Any]) -> str:
    text = _environment(TEXT, code).get_template(f"{template}.j2").render(facts)
    return _BLANK_LINES.sub("\n\n", text).strip() + "\n"


def _as_html(template: str, code: str, facts: Mapping[str, Any]) -> str:
    return _environment(HTML, code).get_template(f"{template}.j2").render(facts)


@cache
def _environment(form: str, code: str) -> Environment:
    known = translations(code)
    environment = Environment(
        loader=PackageLoader("api.mail.letters"),
        autoescape=form == HTML,  # noqa: S701 - what is not HTML needs no escaping
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: printed(code, known.gettext(text)),
        lambda one, many, count: printed(code, known.ngettext(one, many, count)),
        newstyle=True,
    )
    environment.filters |= {
        "wrapped": wrapped,
        "tabled": tabled,
        "cells": cells,
        "mailto": mailto,
    }
    environment.filters["printed"] = partial(printed, code)
    environment.globals["code"] = code
    macros: Any = environment.get_template(f"{form}.j2").module
    environment.globals["m"] = macros
    return environment


def wrapped(text: str, first: str = "", rest: str | None = None) -> str:
    """A paragraph in lines of text; one that is not to be cut, such as a link, stays whole."""
    after = first if rest is None else rest
    lines = list(_broken(text, WIDTH - len(first), WIDTH - len(after)))
    return "\n".join(f"{after if number else first}{it}" for number, it in enumerate(lines))


def _broken(text: str, room: int, after: int) -> Iterator[str]:
    """A text in lines of so many characters, the first and those after it, broken at spaces.

    As `textwrap` does it, which looks at every word; here it is at the ends of lines.
    """
    left = _UNEVEN.sub(" ", text.expandtabs()).rstrip(" ")
    while len(left) > room:
        end = left.rfind(" ", 0, room + 1)
        if not left[: max(0, end)].strip(" "):
            # What is longer than a line, such as a link, has one of its own.
            end = left.find(" ", room)
            if end < 0:
                break
        yield left[:end].rstrip(" ")
        left, room = left[end:].lstrip(" "), after
    if left:
        yield left


@lru_cache(256)  # a letter that is too long is drawn again without some of them
def tabled(table: TextTable) -> str:
    """A table in letters, with long cells in several lines."""
    wide = max(10, (WIDTH - 2 * len(table.columns)) // max(1, len(table.columns)) * 2)
    titles = [_cell(it, None) for it in table.columns]
    rows = [
        [_cell(value, wide if column else None) for column, value in enumerate(row)]
        for row in table.rows
    ]
    widths = [
        max(
            [len(line) + _PADDING for line in title]
            + [len(line) for row in rows for line in row[column]]
        )
        for column, title in enumerate(titles)
    ]
    lines = list(_lines(titles, widths))
    lines.append("  ".join("-" * it for it in widths))
    for row in rows:
        lines += _lines(row, widths)
    return "\n".join(lines)


def cells(row: Iterable[object], before: str, after: str) -> Markup:
    """The cells of a row of a table, each between two pieces of HTML; an empty one is None."""
    told = (f"{before}{escape('' if it is None else it)}{after}" for it in row)
    return Markup("".join(told))  # noqa: S704 - each cell is escaped


_PADDING = 2
"""How much wider a column is than its title, at least."""


def _lines(row: Iterable[Sequence[str]], widths: Sequence[int]) -> Iterator[str]:
    """The lines of a row, whose cells have one or several each."""
    for parts in zip_longest(*row, fillvalue=""):
        yield "  ".join(it.ljust(wide) for it, wide in zip(parts, widths, strict=True)).rstrip()


def _cell(value: object, wide: int | None) -> Sequence[str]:
    """A cell line by line; an empty one has one line, so that its column stays."""
    text = "" if value is None else str(value)
    if wide is None or len(text) <= wide:
        return text.split("\n")
    return list(_broken(text, wide, wide))


def mailto(line: str, address: str) -> Markup:
    """The address of a mail with a line in it, for a link."""
    return Markup(f"mailto:{quote(address, safe='@+.')}?body={quote(line)}")  # noqa: S704
