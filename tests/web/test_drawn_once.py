"""Parts of templates that are drawn once for a key."""

from __future__ import annotations

from jinja2 import Environment

from api.web.drawn_once import Once
from api.web.game.words import once_key, told_apart
from napoleon.rules.tables import Cell, Gauge
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleonic_empire import RULES as EMPIRE
from tests.api.desk import Desk


def test_the_same_key_is_drawn_once_and_each_other_one_anew() -> None:
    drawn: list[str] = []
    page = Environment(autoescape=True, extensions=[Once]).from_string(
        "{% for name in names %}<b>{% once ('test', name) %}{{ draw(name) }}{% endonce %}</b>"
        "{% endfor %}"
    )
    names = ["Ney", "<i>", "Ney", "Ney"]

    def draw(name: str) -> str:
        drawn.append(name)
        return name

    html = page.render(names=names, draw=draw)
    assert html == "<b>Ney</b><b>&lt;i&gt;</b><b>Ney</b><b>Ney</b>"
    assert drawn == ["Ney", "<i>"]


def test_rows_that_look_different_have_different_keys(desk: Desk) -> None:
    rows: list[tuple[Cell, ...]] = [
        (1, "Ney"),
        (True, "Ney"),
        ("1", "Ney"),
        (None, "Ney"),
        (Gauge(1, 3), "Ney"),
        (Gauge(1, 4), "Ney"),
    ]
    keys = []
    for language in ("en", "fr"):
        with desk.app.test_request_context(headers={"Accept-Language": language}):
            about = [("here", row, told_apart([row])) for row in rows]
            keys += [once_key(rules, *it) for it in about for rules in (RULES, EMPIRE)]
            keys.append(once_key(RULES, "there", *about[0][1:]))
    assert len(set(keys)) == len(keys) == 26
