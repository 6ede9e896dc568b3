"""The corpus: no quoted or signature line is an order, and none is passed over in silence."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from api.mail.answering import quotes
from api.mail.answering.lines import Sorter
from api.mail.answering.opening import opened
from api.mail.answering.settings_by_mail import MailCommands
from api.mail.mailboxes import of
from tests.mail.corpus import OTHERS, Reply, replies
from tests.mail.tables import Post
from tests.stores import embedded

REPLIES = list(replies())


@pytest.fixture(scope="module")
def sorter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sorter]:
    """Sorts the lines of whoever is to activate a French stack."""
    env = embedded(tmp_path_factory.mktemp("corpus"))
    post = Post(env, "1815")
    post.set_up("napoleon1815", "historical_invasion")
    post.games.submit_orders(post.id, "french", ["blue none"])
    post.games.submit_orders(post.id, "allied", ["blue none"])
    post.left("french", "ann@players.example")
    game = post.games.open(post.id)
    box = of(post.office, game, "french")
    assert box is not None
    grammar = MailCommands(post.office, box).grammar
    yield Sorter(post.office.reading(game, box), grammar)
    post.close()


def test_it_has_eighty_replies_of_each_kind_of_program() -> None:
    assert len(REPLIES) >= 80
    assert len({it.name for it in REPLIES}) == len(REPLIES)


@pytest.mark.parametrize("reply", REPLIES, ids=lambda it: it.name)
def test_its_own_lines_are_taken_and_no_others(sorter: Sorter, reply: Reply) -> None:
    head = "".join(f"{name}: {value}\r\n" for name, value in reply.headers.items())
    raw = b"From: ann@players.example\r\n" + head.encode() + b"\r\n" + reply.body
    sent = sorter.sort(quotes.lines(opened(raw).text))
    assert [" ".join(it.split()) for it in sent.orders] == reply.orders
    assert sent.then == ()
    named = {it.text for it in sent.untaken}
    assert set(reply.named) <= named
    assert OTHERS not in sent.orders


def test_an_order_is_never_lost_without_a_word(make_post: Callable[..., Post]) -> None:
    """Whatever stands before, between and after them: each order is taken, or it is named."""
    words = ["Hello", "", "> quoted", "-- ", "On Monday Bob wrote:", "From: x", "Sent: y"]
    post = make_post()
    post.set_up("napoleon1815", "historical_invasion")
    post.leave("french")
    game = post.games.open(post.id)
    box = of(post.office, game, "french")
    assert box is not None
    sort = Sorter(post.office.reading(game, box), MailCommands(post.office, box).grammar).sort
    for first in words:
        for second in words:
            for third in words:
                text = "\n".join([first, "blue none", second, "status", third, "blue none"])
                sent = sort(quotes.lines(text))
                told = [it.text for it in (*sent.steps, *sent.untaken)]
                assert told.count("blue none") + told.count("status") == 3, text
