"""What a mail would do is shown before anybody says yes to it, and nothing gets by unseen."""

from __future__ import annotations

import pytest

from api.mail.answering.opening import opened
from api.mail.rows import HELD
from napoleon.rules.orders import OrderGiven
from tests.mail.tables import Post, body, read


def orders(post: Post) -> list[str]:
    return [it.player for it in post.games.history(post.id) if isinstance(it, OrderGiven)]


def told(post: Post, holder: str = "french") -> str:
    return " ".join(body(post.newest(holder)).split())


def forged(post: Post, text: str) -> str:
    """A stranger answers the turn mail of the French, who are asked; what they are shown."""
    post.mail(post.reply("french", text, From="eve@elsewhere.example"))
    post.run()
    return told(post)


@pytest.mark.parametrize(
    "text",
    [
        "Hello\n| blue none",
        "Hello\n" + "I have thought about it.\n" * 40 + "blue none",
        "Hello\nthen: blue none",
        "Hello\nset 7\nblue none",
    ],
)
def test_all_that_a_held_mail_would_do_is_shown(both: Post, text: str) -> None:
    shown = forged(both, text)
    assert "is held" in shown and "blue none" in shown
    assert ("set 7" in shown) == ("set 7" in text)


def test_what_is_too_long_to_be_shown_is_not_carried_out(both: Post) -> None:
    letters = "\n\n".join(f"press to allied: {number} {'y' * 1500}" for number in range(20))
    assert "too long to be shown" in forged(both, f"blue none\n\n{letters}")
    assert both.office.store.inbox.findings() == {"refused: another sender": 1}
    assert orders(both) == []


def test_a_doubtful_set_asks_before_it_withdraws_anything(both: Post) -> None:
    both.answer("french", "set 1\nblue none")
    version = both.games.open(both.id).version
    both.answer(
        "french", "blue none\n\nHello Bob, Napoleon wrote:\n\nset 9", to=both.to("french")[1]
    )
    assert "is held" in told(both)
    assert both.games.open(both.id).version == version


def test_orders_that_are_to_follow_are_kept_whole(both: Post) -> None:
    both.answer("french", "blue none\nthen: activate Beaumont: Drouot,\nNapoleon")
    assert both.waits("french") == ["activate Beaumont: Drouot, Napoleon"]


def test_doubtful_lines_count_as_lines(both: Post) -> None:
    both.answer("french", "Napoleon wrote:\n" + "help\n" * 310 + "blue none")
    both.answer("french", "yes")
    answer = told(both)
    assert orders(both) == []
    assert "These lines were not reached" in answer and "blue none" in answer


def test_html_with_a_large_picture_in_it_is_read(both: Post) -> None:
    picture = f'<img src="data:image/png;base64,{"A" * 600_000}">'
    raw = (
        b"From: french@players.example\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
        + f"<p>status</p>{picture}<p>blue none</p>".encode()
    )
    it = opened(raw)
    assert "blue none" in it.text and not it.cut
    assert opened(raw.replace(b"data:", b"x")).cut, "or it is said to go on"


def test_a_footer_does_not_turn_mails_off(both: Post) -> None:
    both.answer("french", "blue none\n\nYou get this as a member of Club.\nUnsubscribe")
    assert orders(both) == ["french"]
    box = both.office.store.mailboxes.wishing("instant")
    assert "french" in [it.holder for it in box]
    assert "counts only above everything else" in told(both)
    both.answer("french", "stop")
    assert "french" not in [it.holder for it in both.office.store.mailboxes.wishing("instant")]


def test_who_answers_the_question_about_their_address_again_is_heard(post: Post) -> None:
    post.left("french", "french@players.example")
    post.run()
    [question] = post.to("french")
    post.answer(
        "french", "\N{LEFT DOUBLE QUOTATION MARK}yes\N{RIGHT DOUBLE QUOTATION MARK}\nblue none"
    )
    assert "send it once more" in " ".join(body(post.to("french")[1]).split())
    post.answer("french", "blue none", to=question)
    assert orders(post) == ["french"]


def test_a_no_after_a_yes_is_answered(both: Post) -> None:
    forged(both, "blue none")
    question = both.newest("french")
    both.answer("french", "yes", to=question)
    both.answer("french", "no", to=question)
    assert "not held any more" in " ".join(
        " ".join(body(it) for it in both.to("french")[-2:]).split()
    )


def test_a_yes_in_a_mail_that_looks_like_a_robots_is_told_of_the_link(both: Post) -> None:
    forged(both, "blue none")
    both.answer("french", "yes", Precedence="bulk")
    assert orders(both) == [] and "Follow the link in our mail" in told(both)
    assert read(both.delivered[-1].message)["To"] == "french@players.example"
    assert both.office.store.inbox.findings()["robot"] == 1
    assert HELD in [it.state for it in map(both.office.store.inbox.get, range(1, 4)) if it]
