"""Letters of each kind for each game, in every language, which were read through by somebody fresh.

``python -m tests.mail.test_letters`` writes them again; read them through then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from textwrap import fill, wrap

import pytest

from api.languages import LANGUAGES
from api.mail.letters.drawing import LARGEST, LARGEST_TEXT, WIDTH, wrapped
from napoleon.log.times import HOUR
from napoleon.play.counting import micros
from tests.clocks import MONDAY, Clock
from tests.mail.tables import Post, body
from tests.mail.test_time import let_pass, play_by
from tests.stores import embedded

LETTERS = Path(__file__).parents[1] / "goldens" / "letters"

FORMS = {
    "eagles_waterloo": "quatre_bras",
    "napoleon1815": "historical_invasion",
    "napoleon_columbia": "historical",
    "napoleonic_empire": "europe",
    "napoleonic_wars": "1805",
}
"""The scenario of each game."""

EVERY = tuple(product(FORMS, LANGUAGES))

_SIGNED = re.compile(r"^napoleon/games/\S+\n(?:.*\n){1,4}?— napoleon .*$", re.MULTILINE)
"""What keys sign that each service makes for itself."""

_TAG = re.compile(r"(?<=/mail/confirm/)\S+")
"""The same in a link."""


class OnMonday(Clock):
    """A clock that stands at noon of a Monday until somebody moves it on."""

    def __call__(self) -> int:
        return micros(MONDAY) + self.ahead


def posted(name: str, code: str, home: Path) -> Iterator[tuple[str, EmailMessage]]:
    """A few letters of a game, each with what it is."""
    post = Post({**embedded(home), "PUBLIC_URL": "https://club.example"}, "1815", OnMonday())
    try:
        post.set_up(name, FORMS[name])
        for seat in post.games.open(post.id).created.seats:
            post.leave(seat, language=code, time_zone="Europe/Paris")
        mover = play_by(post)
        [other, *_] = [it for it in post.games.open(post.id).created.seats if it != mover]
        yield "confirmation", post.to(mover)[0]
        question = post.newest(mover)
        yield "turn", question
        post.answer(mover, "xyzzy\nmove to the moon", to=question)
        yield "refusal", post.newest(mover)
        post.answer(mover, offered(question), to=question)
        yield "echo", post.newest(mover)
        before = len(post.delivered)
        post.answer(other, f"press to {mover}:\nHold on.\n\nI come at six.\nend press")
        [press] = [it for it in post.delivered[before:] if it.about.startswith("press-")]
        yield "press", post.to(press.holder)[-1]
        before = len(post.delivered)
        let_pass(post, 37 * HOUR)
        [*_, reminder] = [it for it in post.delivered[before:] if it.about.startswith("near-")]
        yield "reminder", post.to(reminder.holder)[-1]
        post.answer(mover, "resign")
        yield "result", post.newest(mover)
    finally:
        post.close()


def offered(mail: EmailMessage) -> str:
    """The first line that a mail offers, in whatever language it is."""
    return next(it for it in body(mail).splitlines() if it.startswith("| "))[2:]


def told(name: str, code: str, home: Path) -> str:
    """The letters of a game as they are kept."""
    parts = (
        f"==== {kind}\nFrom: {it['From']}\nSubject: {it['Subject']}\n\n{body(it)}"
        for kind, it in posted(name, code, home)
    )
    return _TAG.sub("(tag)", _SIGNED.sub("(signed)", "\n".join(parts)))


def golden(name: str, code: str) -> Path:
    """Where the letters of a game are kept."""
    return LETTERS / f"{name}.{code}.txt"


@pytest.mark.parametrize(("name", "code"), EVERY)
def test_letters_are_as_they_were_read_through(name: str, code: str, tmp_path: Path) -> None:
    assert told(name, code, tmp_path) == golden(name, code).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FORMS)
def test_a_letter_is_no_longer_than_it_may_be_and_fits_a_telephone(
    name: str, tmp_path: Path
) -> None:
    for kind, mail in posted(name, "en", tmp_path):
        text, html = body(mail), body(mail, "html")
        assert len(text.encode()) <= LARGEST_TEXT, kind
        assert len(text.encode()) + len(html.encode()) <= LARGEST, kind
        assert "overflow-wrap: anywhere" in html, kind
        tables = html.count("<table")
        assert html.count('<div style="overflow-x: auto') == tables, kind


def test_what_is_asked_stands_first_and_is_told_once(tmp_path: Path) -> None:
    for kind, mail in posted("napoleon1815", "en", tmp_path):
        if kind != "turn":
            continue
        text = body(mail)
        places = [
            text.index(it)
            for it in ("You are asked", "New in your hand", "The map and the tables", "The record")
        ]
        assert places == sorted(places)
        lines = [it for it in text.splitlines() if it.startswith("| ")]
        assert len(set(lines)) == len(lines)


def test_a_text_is_broken_at_spaces_as_others_break_it() -> None:
    random = Random(1815)
    for _ in range(500):
        parts = ("né-e\u00a0: !"[: random.randint(1, 6)] for _ in range(random.randint(0, 40)))
        words = [it.replace(" ", "x") * random.choice((1, 1, 2, 20)) for it in parts]
        text = random.choice((" ", "  ", "\n")).join(words)
        as_others = wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
        assert wrapped(text) == "\n".join(as_others)
        indented = fill(
            text, WIDTH, initial_indent="* ", subsequent_indent="  ",
            break_long_words=False, break_on_hyphens=False,
        )  # fmt: skip
        assert wrapped(text, "* ", "  ") == indented


def write() -> None:
    """Write all letters again."""
    LETTERS.mkdir(exist_ok=True)
    for name, code in EVERY:
        with TemporaryDirectory() as home:
            golden(name, code).write_text(told(name, code, Path(home)), encoding="utf-8")


if __name__ == "__main__":
    write()
