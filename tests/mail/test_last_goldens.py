"""The last letter of each game in each language, as it was read through.

``python -m tests.mail.test_last_goldens`` writes them; read them through then.
"""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.mail.ended import GAMES, ended
from tests.mail.tables import Post, body

LETTERS = Path(__file__).parents[1] / "goldens" / "last_letters"

_SIGNED = re.compile(r"(?m)^(napoleon/games/\w+\n\d+\n).*\n\n.*$")
"""A checkpoint, signed with a key of its own in every store."""


def told(post: Post, seat: str) -> str:
    """The subject and the text of the newest mail to a seat, without the signature in it."""
    mail = post.newest(seat)
    text = _SIGNED.sub(r"\1(signed)", body(mail))
    return f"{mail['Subject']}\n\n{text}"


def letters(ruleset: str, home: Path) -> dict[str, str]:
    """The letters to the first two seats, by the names of their goldens."""
    post = ended(ruleset, home)
    try:
        seats = post.games.open(post.id).created.seats[:2]
        return {
            f"{ruleset}.{code}.txt": told(post, seat)
            for code, seat in zip(("en", "fr"), seats, strict=True)
        }
    finally:
        post.close()


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_last_letter_is_told_as_it_was_read_through(ruleset: str, tmp_path: Path) -> None:
    for name, text in letters(ruleset, tmp_path).items():
        assert text == (LETTERS / name).read_text(encoding="utf-8")


def write() -> None:
    """Write every letter."""
    LETTERS.mkdir(exist_ok=True)
    for ruleset in GAMES:
        with TemporaryDirectory() as home:
            for name, text in letters(ruleset, Path(home)).items():
                (LETTERS / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
