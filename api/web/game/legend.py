"""The legend of a table: what signs, letters and numbers on its boards mean, and marks of time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup

from api.web.catalogue import gettext
from api.web.game.field import sign_of_arm
from api.web.game.looking import Look
from api.web.pages import web
from napoleon.rules.contract import Ruleset
from napoleon.rules.picture.declared import COMBAT
from napoleon.rules.picture.legend import Key, sign

STATES = {"ready": "", "hidden": "back", "lying": "lying", "spent": "spent"}
"""How a card of a board is drawn, by the names of the signs that pieces of maps have instead."""

STRUCK = "hits"
"""The sign of a number of hits."""


class Row(NamedTuple):
    """Something that is seen, and what it means."""

    sample: Markup
    words: str


class Group(NamedTuple):
    """What is explained together."""

    heading: str
    rows: Sequence[Row]


@web.app_template_global()
def legend_of(seen: Look) -> Sequence[Group]:
    """The legend of a game, group by group; it is the same at every position."""
    pictures = seen.rules.pictures
    key = Key() if pictures is None else pictures.key(seen.words)
    groups = (
        Group(gettext("On the board"), [Row(_sign(key, it), words) for it, words in key.signs]),
        Group(
            gettext("Letters and numbers"),
            [Row(Markup("<b>{}</b>").format(it.short), it.words) for it in key.figures],
        ),
        Group(gettext("On the line of time"), [*_of_time(seen.rules)]),
    )
    return [it for it in groups if it.rows]


def _sign(key: Key, name: str) -> Markup:
    """A sign, drawn as the boards of the game draw it."""
    if key.strips and name in STATES:
        return Markup('<span class="card-strip look-blue {}"></span>').format(STATES[name])
    if key.strips and name == STRUCK:
        return Markup('<span class="card-strip look-blue"><em>2</em></span>')
    if name.endswith("_card"):
        return Markup(
            '<svg class="card-sign" viewBox="0 0 16 16" aria-hidden="true">'
            '<use href="#card-{}"/></svg>'
        ).format(sign_of_arm(name))
    return Markup(sign(name).svg)  # noqa: S704 - drawn by us


def _of_time(rules: Ruleset) -> Iterator[Row]:
    marks = () if rules.pictures is None else rules.pictures.marks.values()
    for kind, words in (
        ("turn", gettext("a turn begins")),
        (COMBAT, gettext("a combat begins")),
        ("seal", gettext("the record was signed and sealed")),
        ("ruling", gettext("the referee ruled")),
        ("rewind", gettext("orders were taken back")),
    ):
        if kind != COMBAT or COMBAT in marks:
            yield Row(Markup('<span class="ticks"><i class="{}"></i></span>').format(kind), words)
