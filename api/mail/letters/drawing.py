"""Drawing: a template as the text of a mail and as its HTML, in a language."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from functools import cache, lru_cache, partial
from itertools import zip_longest
from typing import Any, NamedTuple
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from api.languages import translations
from napoleon.rules.prose.language import printed
from napoleon.rules.tables import TextTable

WIDTH = 76
"""Characters of a line of text: what fits a window, and is not wrapped when it is quoted."""

_BLANK_LINES = re.compile(r"\n{3,}")

TEXT, HTML = "text", "html"


class Drawn(NamedTuple):
    """What a mail says, in both forms."""

    text: str
    html: str


def drawn(template: str, code: str, **facts: Any) -> Drawn:
    """A template in the language `code` with these facts."""
    text = _environment(TEXT, code).get_template(f"{template}.j2").render(facts)
    html = _environment(HTML, code).get_template(f"{template}.j2").render(facts)
    return Drawn(_BLANK_LINES.sub("\n\n", text).strip() + "\n", html)


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
    environment.filters |= {"wrapped": wrapped, "tabled": tabled, "mailto": mailto}
    environment.filters["printed"] = partial(printed, code)
    environment.globals["code"] = code
    macros: Any = environment.get_template(f"{form}.j2").module
    environment.globals["m"] = macros
    return environment


def wrapped(text: str, first: str = "", rest: str | None = None) -> str:
    """A paragraph in lines of text; one that is not to be cut, such as a link, stays whole."""
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=first if rest is None else rest,
        break_long_words=False,
        break_on_hyphens=False,
    )


@lru_cache(256)  # a letter that is too long is drawn again without some of them
def tabled(table: TextTable) -> str:
    """A table in letters, with long cells in several lines."""
    wide = max(10, (WIDTH - 2 * len(table.columns)) // max(1, len(table.columns)) * 2)
    rows = [
        [_cell(value, wide if column else None) for column, value in enumerate(row)]
        for row in table.rows
    ]
    widths = [
        max(len(title) + _PADDING, *(len(line) for row in rows for line in row[column]))
        if rows
        else len(title) + _PADDING
        for column, title in enumerate(table.columns)
    ]
    lines = [_line(table.columns, widths), "  ".join("-" * it for it in widths)]
    for row in rows:
        for cells in zip_longest(*row, fillvalue=""):
            lines.append(_line(cells, widths))
    return "\n".join(lines)


_PADDING = 2
"""How much wider a column is than its title, at least."""


def _line(cells: Iterable[str], widths: Iterable[int]) -> str:
    return "  ".join(it.ljust(wide) for it, wide in zip(cells, widths, strict=True)).rstrip()


def _cell(value: object, wide: int | None) -> list[str]:
    """A cell line by line; an empty one has one line, so that its column stays."""
    text = "" if value is None else str(value)
    if wide is None or len(text) <= wide:
        return [text]
    return textwrap.wrap(text, wide, break_long_words=False, break_on_hyphens=False)


def mailto(line: str, address: str) -> Markup:
    """The address of a mail with a line in it, for a link."""
    return Markup(f"mailto:{quote(address, safe='@+.')}?body={quote(line)}")  # noqa: S704
