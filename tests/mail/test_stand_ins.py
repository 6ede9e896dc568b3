"""Stand-ins by mail: their addresses, and the one mail that asks them to take over."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from api.mail import mailboxes
from api.mail.posting.turn_notifier import Attendance
from api.mail.rows import StandInRow
from api.mail.stand_ins import StandInBook
from napoleon.log.game import Game
from napoleon.log.times import HOUR
from napoleon.play.clock import stand_ins
from napoleon.play.clock.stand_ins import share_of
from napoleon.rules.contract import UnknownRuleset
from napoleon.rules.events import SPECTATOR
from napoleon.rules.orders import Refusal
from projections.clocks import Clocks
from tests.mail.tables import ADDRESS, Post
from tests.mail.test_time import let_pass, other, play_by
from tests.people.walks import text

FRIEND = "friend@home.example"


def named(post: Post, holder: str, address: str = FRIEND) -> Game | Refusal:
    game = post.games.open(post.id)
    return StandInBook(post.office).name_stand_in(game, holder, address, "en")


def called(post: Post) -> str:
    """Have a stand-in called upon; the seat in whose place they are."""
    seat = play_by(post)
    assert isinstance(named(post, seat), Game)
    let_pass(post, 49 * HOUR)
    let_pass(post, 25 * HOUR)
    assert [it["To"] for it in post.to(share_of(seat))] == [FRIEND]
    return seat


@pytest.mark.parametrize("unread", ["unknown", "unreadable"])
def test_a_game_that_cannot_be_read_keeps_no_other_from_its_mails(
    post: Post, unread: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = "aaaaaaaaaa"
    if unread == "unreadable":
        broken = post.games.create("napoleon1815", "historical_invasion", {}).game.id
        readable = post.games.open

        def opened(game_id: str) -> Game:
            if game_id == broken:
                raise UnknownRuleset(broken)
            return readable(game_id)

        monkeypatch.setattr(post.games, "open", opened)
    row = StandInRow(broken, "french", "", FRIEND, "en")
    post.office.store.stand_ins.put(row)
    post.leave("french")
    post.leave("allied")
    attendance = Attendance(post.office)
    assert attendance.look() > 0
    # A game that the log does not know is looked at as soon as it does.
    is_known = unread == "unreadable"
    assert (broken in caplog.text) == is_known
    # and it is looked at again, whether something happens there or not
    caplog.clear()
    attendance.look()
    assert (broken in caplog.text) == is_known
    assert post.office.store.stand_ins.all([broken]) == [row]


def test_a_stand_in_who_erases_their_address_is_not_written_to_again(both: Post) -> None:
    seat = called(both)
    box = both.office.store.mailboxes.of(both.id, share_of(seat))
    assert box is not None
    mailboxes.erase(both.office, box)
    let_pass(both, HOUR)
    both.answer(other(seat), "clock")
    both.run()
    assert len(both.to(share_of(seat))) == 1
    assert both.office.store.mailboxes.of(both.id, share_of(seat)) is None
    assert both.office.store.stand_ins.all([both.id]) == []


def test_a_death_before_the_mail_is_made_leaves_it_to_be_made(
    both: Post,
) -> None:
    seat = play_by(both)
    named(both, seat)
    let_pass(both, 49 * HOUR)
    both.clock.move_on(25 * HOUR)
    worker = Clocks(both.games)
    worker.look()
    worker.run_due()
    game = both.games.open(both.id)
    mailboxes.leave_for(both.office, game, share_of(seat), {"address": FRIEND})
    both.run()
    assert [it["To"] for it in both.to(share_of(seat))] == [FRIEND]


def test_one_who_is_named_after_another_was_called_upon_is_not_called_for_the_same_question(
    both: Post,
) -> None:
    seat = called(both)
    assert isinstance(named(both, seat, "cousin@home.example"), Game)
    let_pass(both, 49 * HOUR)
    let_pass(both, 49 * HOUR)
    let_pass(both, 25 * HOUR)
    assert [it["To"] for it in both.to(share_of(seat))] == [FRIEND]


def test_where_each_person_plays_one_seat_a_stand_in_comes_to_the_page(
    make_post: Callable[..., Post],
) -> None:
    """An answer by mail does not tell who it is: their share opens nothing before it is taken."""
    laid = make_post(PUBLIC_URL="https://club.example")
    laid.set_up("napoleon1815", "historical_invasion", one_seat_each=True)
    laid.leave("french")
    laid.leave("allied")
    laid.run()
    seat = called(laid)
    [asked] = laid.to(share_of(seat))
    said = text(asked)
    assert f"https://club.example/games/{laid.id}#token=" in said
    assert "answer this mail" not in said
    box = laid.office.store.mailboxes.of(laid.id, share_of(seat))
    assert box is not None
    mailboxes.confirm(laid.office, box)
    assert laid.office.game_of(box) is None
    laid.run()
    assert len(laid.to(share_of(seat))) == 1, "they are told nothing that the seat sees"


def test_the_services_own_address_is_no_stand_in(both: Post) -> None:
    seat = play_by(both)
    local, _, domain = ADDRESS.partition("@")
    for address in (ADDRESS, f"{local}+tag@{domain.upper()}"):
        refusal = named(both, seat, address)
        assert isinstance(refusal, Refusal)
        assert refusal.code == "BAD_ADDRESS"


@pytest.mark.parametrize("holder", [SPECTATOR, "referee"])
def test_nobody_else_leaves_an_address_for_a_seat(both: Post, holder: str) -> None:
    refusal = named(both, holder)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "NOT_YOUR_SEAT"
    assert both.office.store.stand_ins.all([both.id]) == []


def test_a_death_between_leaves_nobody_called_upon_without_an_address(
    both: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = play_by(both)

    def dies(*_: object, **__: object) -> None:
        raise SystemExit

    monkeypatch.setattr(both.office.store.stand_ins, "put", dies)
    with pytest.raises(SystemExit):
        named(both, seat)
    keeping = both.games.open(both.id).timekeeping
    assert keeping.deadlines
    assert not any(stand_ins.is_at_hand(keeping, it) for it in keeping.deadlines.values())
