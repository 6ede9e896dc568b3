"""Addresses: they are left, confirmed, changed and erased, and die with a hand-over."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from api.mail import mailboxes
from api.mail.rows import MailboxRow
from api.mail.tokens import Purpose, read_tag
from napoleon.log.times import DAY
from napoleon.play import seats
from napoleon.play.outcomes import DeadToken
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import Refusal
from tests.clocks import Clock
from tests.mail.tables import Post, body


def test_nothing_but_the_question_is_sent_before_an_address_is_confirmed(post: Post) -> None:
    post.left("french", "ann@players.example")
    post.run()
    [question] = post.to("french")
    assert "Confirm your address" in question["Subject"]
    assert "blue" not in body(question), "nothing of the game is told"


def test_an_answer_confirms_an_address(post: Post) -> None:
    box = post.left("french", "ann@players.example")
    post.run()
    assert "confirmed" in post.answer("french", "yes")
    found = post.office.store.mailboxes.get(box.id)
    assert found is not None
    assert found.confirmed
    assert "You are asked" in body(post.newest("french"))


def test_an_answer_from_elsewhere_confirms_nothing(post: Post) -> None:
    box = post.left("french", "ann@players.example")
    post.run()
    assert post.answer("french", "yes", From="eve@elsewhere.example") == ""
    found = post.office.store.mailboxes.get(box.id)
    assert found is not None
    assert not found.confirmed


def test_what_is_wanted_may_change_and_an_address_that_is_left_again_stays(post: Post) -> None:
    box = post.leave("french", "ann@players.example")
    again = post.left("french", "ann@players.example", mail="digest", time_zone="Europe/Paris")
    assert (again.id, again.confirmed, again.wish, again.zone) == (
        box.id, True, "digest", "Europe/Paris",
    )  # fmt: skip


def test_another_address_has_to_be_confirmed_anew(post: Post) -> None:
    box = post.leave("french", "ann@players.example")
    other = post.left("french", "ann@home.example")
    assert other.id != box.id
    assert not other.confirmed
    assert post.office.store.mailboxes.get(box.id) is None


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ann",
        "ann@",
        "@players.example",
        "ann@players.example\r\nBcc: all@world.example",
        "ann bob@players.example",
        "ann@players.example, bob@players.example",
        "<ann@players.example>",
        f"{'a' * 65}@players.example",
        f"ann@{'a.' * 130}example",
        "napoleon@club.example",
        "napoleon+r1.abcdefghijklmnop@club.example",
    ],
)
def test_what_is_no_address_is_refused(post: Post, address: str) -> None:
    wanted = {"address": address}
    refusal = mailboxes.leave(post.office, post.id, "french", post.tokens["french"], wanted)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "BAD_ADDRESS"


@pytest.mark.parametrize(
    "wanted",
    [
        {"mail": "sometimes"},
        {"time_zone": "Europe/Waterloo"},
        {"time_zone": "localtime"},
        {"time_zone": "Factory"},
        {"language": "xx"},
    ],
)
def test_what_cannot_be_wanted_is_refused(post: Post, wanted: dict[str, str]) -> None:
    refusal = mailboxes.leave(
        post.office, post.id, "french", post.tokens["french"], {"address": "a@b.example", **wanted}
    )
    assert isinstance(refusal, Refusal)
    assert refusal.code == "BAD_PAYLOAD"


def test_strangers_are_written_to_a_few_times_a_day_at_most(post: Post, clock: Clock) -> None:
    def leave(number: int) -> MailboxRow | Refusal:
        wanted = {"address": f"stranger{number}@elsewhere.example"}
        return mailboxes.leave(post.office, post.id, "french", post.tokens["french"], wanted)

    assert all(isinstance(leave(it), MailboxRow) for it in range(mailboxes.MOST_ASKED))
    refusal = leave(99)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "TOO_MANY_ADDRESSES"
    box = mailboxes.of(post.office, post.games.open(post.id), "french")
    assert box is not None
    mailboxes.erase(post.office, box)
    assert isinstance(leave(100), Refusal), "erasing an address gives no further ones"
    clock.move_on(DAY)
    assert isinstance(leave(101), MailboxRow)


def test_it_dies_with_a_hand_over_and_the_newcomer_has_none(both: Post) -> None:
    old = both.reply("french", "blue none")
    before = len(both.delivered)
    token = seats.hand_over(both.games, both.id, "french", both.tokens["french"])
    assert isinstance(token, str)
    version = both.games.open(both.id).version
    both.mail(old)
    both.run()
    assert both.games.open(both.id).version == version, "nothing is ordered"
    assert both.delivered[before:] == [], "and nothing is sent there any more"
    assert mailboxes.of(both.office, both.games.open(both.id), "french") is None
    with pytest.raises(DeadToken):
        mailboxes.leave(
            both.office, both.id, "french", both.tokens["french"], {"address": "a@b.example"}
        )


def test_a_tag_is_good_for_one_thing_one_seat_and_one_address(both: Post) -> None:
    boxes = both.office.store.mailboxes.wishing(mailboxes.INSTANT)
    tags = [
        both.office.tag(purpose, box)
        for purpose in Purpose
        for box in boxes
        if purpose is not Purpose.QUESTION
    ]
    links = [
        both.office.question_address(box, it)
        for box in boxes
        for it in both.office.store.outbox.asked(box.id)
    ]
    assert links
    tags += [it.partition("+")[2].partition("@")[0] for it in links]
    assert len(set(tags)) == len(tags)
    for tag in tags:
        found = read_tag(tag.upper())
        assert found is not None
        assert both.office.mailbox(found) is not None
        forged = found._replace(signature=found.signature[::-1])
        assert both.office.mailbox(forged) is None
        other = next(it for it in Purpose if it is not found.purpose)
        assert both.office.mailbox(found._replace(purpose=other)) is None
    local = both.office.address(Purpose.REPLY, boxes[0]).partition("@")[0]
    assert len(local) <= 64


def test_an_address_is_erased_with_all_mails(both: Post) -> None:
    box = mailboxes.of(both.office, both.games.open(both.id), "french")
    assert box is not None
    both.answer("french", "blue none")
    mailboxes.erase(both.office, box)
    kept = both.office.store.inbox.due(2**62, 100)
    assert kept == []
    letters = both.office.store.outbox.all(both.id, "french")
    assert [it.recipient + it.message.decode() for it in letters] == [""]
    for number in range(1, 20):
        mail = both.office.store.inbox.get(number)
        assert mail is None or (mail.raw, mail.sender) == (None, "")


def test_a_judge_may_have_an_address_too(post: Post) -> None:
    post.leave(REFEREE)
    post.run()
    told = body(post.newest(REFEREE))
    assert "It waits for the French" in told
    assert "You are asked" not in told


def test_an_unsubscribed_player_gets_nothing_and_may_still_order(
    make_post: Callable[..., Post],
) -> None:
    post = make_post(PUBLIC_URL="https://club.example")
    post.set_up("napoleon1815", "historical_invasion")
    post.leave("french")
    post.run()
    leave = post.newest("french")["List-Unsubscribe"]
    assert "https://club.example/mail/unsubscribe/u" in leave
    address = leave.partition("<mailto:")[2].partition("?")[0]
    post.mail(post.reply("french", "unsubscribe"), recipient=address)
    post.run()
    before = len(post.delivered)
    post.answer("french", "blue none")
    assert [it.about.partition("-")[0] for it in post.delivered[before:]] == ["echo"]
