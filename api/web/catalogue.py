"""The catalogue: every text of the pages in the reader's language; see `api.languages`."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from babel import negotiate_locale
from flask import Flask, g, has_request_context, request
from markupsafe import Markup

from api.languages import SOURCE, noted, translations

LANGUAGES = {"en": "English", "fr": "Français"}
"""Every language by its code, under its own name; the first is that of the sources."""

__all__ = ["gettext", "language", "ngettext", "noted", "register", "translations"]

COOKIE = "language"


def register(app: Flask) -> None:
    """Let the templates of `app` speak the reader's language."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: translations(language()).gettext(text),
        lambda one, many, count: translations(language()).ngettext(one, many, count),
        newstyle=True,
    )
    # The same, without looking up in the context of each template what it is called.
    app.jinja_env.globals["_"] = _told


def _told(text: str, **values: Any) -> Markup:
    """As `gettext`, for templates: what is filled in is escaped, and what comes out is HTML."""
    found = _translated(language(), text)
    # Hardly any text has a slot, and filling none takes longer than all the rest.
    return found % values if values or "%" in found else found


@lru_cache(maxsize=4096)
def _translated(code: str, text: str) -> Markup:
    return Markup(translations(code).gettext(text))  # noqa: S704 - texts of the catalogue


def gettext(text: str, **values: Any) -> str:
    """`text` in the reader's language, with `values` filled in for ``%(name)s``."""
    told = translations(language()).gettext(text)
    return told % values if values else told


def ngettext(one: str, many: str, count: int, **values: Any) -> str:
    """`one` or `many`, as `count` asks for, in the reader's language; ``%(num)s`` is the count."""
    told = translations(language()).ngettext(one, many, count)
    return told % {"num": count, **values}


def language() -> str:
    """The reader's language: the one asked for, else chosen before, else the browser's."""
    if not has_request_context():
        return SOURCE
    known: str | None = g.get("language")
    if known is None:
        asked = (request.args.get("lang"), request.cookies.get(COOKIE))
        chosen = next((code for code in asked if code in LANGUAGES), None)
        spoken = list(request.accept_languages.values())
        known = chosen or negotiate_locale(spoken, LANGUAGES, sep="-") or SOURCE
        g.language = known
    return known
