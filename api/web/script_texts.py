"""The texts of the scripts, which are in them in English and travel with the page."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from babel.messages.extract import extract_javascript

from api.web.catalogue import language, translations
from api.web.pages import web
from api.web.static import FOLDER

CALLED = "_"
"""The call through which the scripts pass a text; see ``static/js/texts.js``."""


@cache
def texts() -> tuple[str, ...]:
    """Every text of the scripts in English, in alphabetical order."""
    return tuple(sorted(set[str]().union(*map(texts_of, scripts()))))


def scripts() -> Iterable[Path]:
    """The files of all scripts."""
    return FOLDER.glob("js/*.js")


@cache
def texts_of(script: Path) -> frozenset[str]:
    """The texts of one script in English."""
    with script.open("rb") as file:
        found = [text for _, _, text, _ in extract_javascript(file, {CALLED: None}, [], {})]
    return frozenset(text if isinstance(text, str) else text[0] for text in found)


@web.app_template_global()
def script_texts() -> dict[str, str]:
    """The texts of the scripts as the reader's language has them, by what they are in English."""
    known = translations(language())
    return {text: known.gettext(text) for text in texts()}
