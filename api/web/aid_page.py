"""The aid of a game: two pages with what one looks up while playing, made to be printed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from flask import Response, url_for
from markupsafe import Markup

from api.http.problems import absent
from api.http.stores import stores
from api.languages import language_of
from api.phrases import Phrases
from api.web.catalogue import language
from api.web.pages import page, web
from napoleon.rules.aids import Aid, Cell, Part, Row
from napoleon.rules.contract import Ruleset
from napoleon.rules.phrases import Said
from napoleon.rules.picture.cards import CardFace
from napoleon.rules.picture.legend import sign
from napoleon.rules.picture.sides import Side
from napoleon.rules.picture.signs import definitions
from napoleon.rules.prose.storybook import words_of

OF_A_SIDE = "side-"
"""What the name of a sign begins with that is the emblem of a side."""


class CellTold(NamedTuple):
    """What stands in a column."""

    says: str
    in_words: bool
    """Whether it is words, and no number."""


class RowTold(NamedTuple):
    """A row in the reader's language."""

    says: str
    cells: list[CellTold]
    signs: Markup
    clauses: tuple[str, ...]


class PartTold(NamedTuple):
    """A part in the reader's language."""

    title: str
    heads: list[str]
    in_order: bool
    rows: list[RowTold]
    clauses: tuple[str, ...]


@web.get("/rules/<ruleset>/aid")
def aid_page(ruleset: str) -> Response:
    """Both pages of the aid of an installed game.

    Raises Problem 404 ``UNKNOWN_RULESET`` for one that is not installed, or has no aid.
    """
    rules = stores().games.rulesets.get(ruleset)
    if rules is None or rules.aid is None:
        raise absent("UNKNOWN_RULESET", "No such ruleset is installed, or it has no aid.")
    return page(
        "aid.html",
        public=True,
        rules=rules,
        sheets=_told(rules, rules.aid),
        signs=_definitions(rules),
        sides=_sides(rules),
        cards=_cards(rules),
    )


@web.app_template_global("aid_of")
def aid_of(rules: Ruleset) -> str:
    """The address of the aid of a game; empty where it has none."""
    return "" if rules.aid is None else url_for("web.aid_page", ruleset=rules.name)


def _told(rules: Ruleset, aid: Aid) -> list[list[PartTold]]:
    phrases = Phrases(rules, words_of(rules, language_of(rules, language())))

    def cell(value: Cell) -> CellTold:
        if isinstance(value, int | Said):
            return CellTold(value.text if isinstance(value, Said) else str(value), in_words=False)
        return CellTold(phrases.told(value), in_words=True)

    def row(it: Row) -> RowTold:
        return RowTold(phrases.told(it.says), [*map(cell, it.cells)], _drawn(it.signs), it.clauses)

    def part(it: Part) -> PartTold:
        heads = [phrases.told(head) for head in it.heads]
        title = phrases.told(it.title)
        return PartTold(title, heads, it.in_order, [*map(row, it.rows)], it.clauses)

    return [[part(it) for it in sheet] for sheet in (aid.front, aid.back)]


def _cards(rules: Ruleset) -> Sequence[CardFace]:
    """All cards of a game as they are printed; none of one whose cards have only a name."""
    pictures = rules.pictures
    if pictures is None:
        return ()
    found = pictures.deck(words_of(rules, language_of(rules, language())))
    return found if any(it.lines for it in found) else ()


def _drawn(signs: Iterable[str]) -> Markup:
    """Signs, as they are drawn on maps; what they mean stands beside them in words."""
    return Markup("").join(map(_sign, signs))


def _sign(name: str) -> Markup:
    if name.startswith(OF_A_SIDE):
        return Markup(
            '<svg class="picture sign" viewBox="-18 -18 36 36" width="36" height="36" '
            'aria-hidden="true"><use href="#emblem-{}"/></svg>'
        ).format(name.removeprefix(OF_A_SIDE))
    return Markup(sign(name).svg)  # noqa: S704 - drawn by us


def _definitions(rules: Ruleset) -> Markup:
    """What the signs refer to."""
    return Markup(definitions(_sides(rules)))  # noqa: S704 - drawn by us


def _sides(rules: Ruleset) -> tuple[Side, ...]:
    pictures: Any = rules.pictures
    return () if pictures is None else tuple(pictures.sides)
