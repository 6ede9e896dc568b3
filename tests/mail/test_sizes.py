"""How large mails are: what the service sends, with its picture, a mail server takes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from api.mail.settings import AGREED
from tests.mail.tables import Post

GAMES = [
    ("napoleon1815", "historical_invasion"),
    ("napoleonic_empire", "europe"),
    ("napoleon_columbia", "historical"),
    ("eagles_waterloo", "ligny"),
    ("napoleonic_wars", "1805"),
]


@pytest.mark.pictures
@pytest.mark.parametrize(("ruleset", "scenario"), GAMES)
def test_a_mail_with_its_picture_is_half_of_what_is_taken_at_most(
    make_post: Callable[..., Post], ruleset: str, scenario: str
) -> None:
    post = make_post()
    post.set_up(ruleset, scenario)
    seat = post.games.decisions(post.games.open(post.id))[0].seat
    post.leave(seat)
    post.run()
    sizes = [len(it.message) for it in post.delivered]
    assert any(b"image/png" in it.message for it in post.delivered)
    assert max(sizes) < AGREED / 2
