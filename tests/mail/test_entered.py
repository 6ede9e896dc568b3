"""How many files one has to read to follow a mail with an order, until its answer is written.

As for orders in `tests.api.test_entered`.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from api.mail.answering.inbound import Received
from napoleon.rules.contract import installed
from tests.entered import Entered, entered, hold
from tests.mail.tables import Post, asked

FILES = {
    "eagles_waterloo": 176,
    "napoleon1815": 169,
    "napoleon_columbia": 153,
    "napoleonic_empire": 146,
    "napoleonic_wars": 160,
}
"""For each game the files that a mail enters, of the service and of the game."""

WARMING, LOOKED_AT = 6, 8


def test_every_game_has_a_limit() -> None:
    assert sorted(FILES) == sorted(installed())


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", FILES)
def test_a_mail_is_read_in_few_files(make_post: Callable[..., Post], name: str) -> None:
    post = make_post()
    post.set_up(name, installed()[name].scenarios[0].id)
    for seat in list(post.games.open(post.id).created.seats):
        post.leave(seat)
    post.run()
    found: list[Entered] = []
    for _ in range(WARMING + LOOKED_AT):
        seat = post.games.decisions(post.games.open(post.id))[0].seat
        post.mail(post.reply(seat, asked(post.newest(seat))[0]))
        received = Received(post.office)
        mails = list(received.take(100))
        assert len(mails) == 1
        found.append(entered(lambda received=received, mails=mails: received.attempt(mails[0])))
        post.run()
    hold(FILES[name], found[WARMING:])
