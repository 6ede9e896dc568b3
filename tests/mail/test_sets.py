"""Sets of orders: a numbered mail takes the place of all that answered the same mail before it."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from napoleon.log.branches import is_on, path
from napoleon.rules.orders import OrderGiven
from tests.mail.tables import Post, body
from tests.mail.test_replies import activated, begun


def counting(post: Post) -> int:
    """How many orders of the French count by now."""
    game = post.games.open(post.id)
    stretches = path(game.rewinds, game.version)
    events = post.games.history(post.id)
    return sum(
        isinstance(it, OrderGiven) and it.player == "french" and is_on(stretches, it.version)
        for it in events
    )


def send(post: Post, text: str, to: EmailMessage, **headers: str) -> str:
    post.mail(post.reply("french", text, to=to, **headers))
    post.run()
    return " ".join(body(post.newest("french")).split())


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "earlier",
    [("nothing",), ("status", "nothing"), ("nothing", "status"), ("set 1\nnothing", "decline")],
    ids=["one", "after a command", "before a command", "a number and none"],
)
def test_a_set_takes_the_place_of_all_that_answered_the_same_mail(
    both: Post, earlier: tuple[str, ...]
) -> None:
    activated(both)
    question, before = both.newest("french"), counting(both)
    for text in earlier:
        send(both, text, question)
    told = send(both, "set 2\nnothing\ndecline", question)
    assert "Withdrawn" in told
    assert counting(both) == before + 2, "those of the set alone"
    assert len(both.games.open(both.id).rewinds) == 1


def test_a_set_that_answers_the_echo_goes_on_from_there(both: Post) -> None:
    activated(both)
    before = counting(both)
    send(both, "nothing", both.newest("french"))
    told = send(both, "set 2\ndecline", both.newest("french"))
    assert "Withdrawn" not in told
    assert counting(both) == before + 2


def test_what_answered_an_earlier_question_stays(both: Post) -> None:
    """Sets may be counted through a game: others have acted since the first one."""
    send(both, "set 1\nblue none", both.newest("french"))
    both.answer("allied", "blue none")
    both.run()
    told = send(both, "set 2\nactivate Beaumont: Drouot", both.newest("french"))
    assert "Refused" not in told
    assert counting(both) == 2


def test_a_set_that_comes_after_others_have_answered_adds_nothing(both: Post) -> None:
    """What others have answered cannot be taken back: nothing is added to it either."""
    begun(both)
    question = both.newest("french")
    send(both, "activate Beaumont: Drouot", question)
    both.answer("allied", "decline")
    before = counting(both)
    told = send(both, "set 2\nactivate Beaumont: Vandamme", question)
    assert counting(both) == before
    assert "The game has gone on" in told


def test_a_set_replaces_what_was_ordered_behind_a_mail_without_references(both: Post) -> None:
    """Some programs do not say which mail they answer: what came since then is meant."""
    activated(both)
    question, before = both.newest("french"), counting(both)
    send(both, "nothing", question, References="", In_Reply_To="")
    told = send(both, "set 2\nnothing\ndecline", question)
    assert "Withdrawn" in told
    assert counting(both) == before + 2
    told = send(both, "set 3\nnothing", question, References="", In_Reply_To="")
    assert counting(both) == before + 1


def test_what_was_to_follow_a_set_that_is_replaced_is_forgotten(both: Post) -> None:
    activated(both)
    question = both.newest("french")
    send(both, "nothing\ndecline\nthen:\nactivate Beaumont: Vandamme", question)
    assert both.waits("french")
    send(both, "set 2\nnothing", question)
    assert not both.waits("french")


def test_a_set_is_understood_where_it_is_carried_out(both: Post) -> None:
    """An abbreviation that means something only before the set that it takes the place of."""
    begun(both)
    question = both.newest("french")
    send(both, "activate Beaumont: Drouot", question)
    told = send(both, "set 2\nactiv Beaumont: Vandamme", question)
    assert "Withdrawn" in told
    assert "Refused" not in told
    assert counting(both) == 2


def test_a_set_after_a_draw_is_refused_and_adds_nothing(both: Post) -> None:
    activated(both)
    question = both.newest("french")
    send(both, "move", question)
    before = counting(both)
    told = send(both, "set 2\nnothing\ndecline", question)
    assert counting(both) == before
    assert "Refused: set 2" in told
    assert "SEALED" in told
    assert "| nothing | decline" in told.partition("Left over")[2]


def test_a_set_after_a_declaration_that_others_know_of_adds_nothing(both: Post) -> None:
    question = both.newest("french")
    send(both, "blue none", question)
    told = send(both, "set 2\nblue none", question)
    assert "SEALED" in told
    assert counting(both) == 1
