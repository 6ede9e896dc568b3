"""Time by mail: deadlines in every mail, reminders, late notices, absences, stand-ins, claims."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from api.mail import mailboxes
from napoleon.log.clocks import FORFEIT, PASS, REFEREE_DECIDES, Clock
from napoleon.log.game import Game
from napoleon.log.times import DAY, HOUR
from napoleon.play.clock import setting
from napoleon.play.clock.stand_ins import share_of
from napoleon.play.counting import moment
from napoleon.play.seats import share_out
from napoleon.rules.contract import installed
from napoleon.rules.events import REFEREE
from projections.clocks import Clocks
from tests.mail.tables import Post, asked, body

EMPIRE = installed()["napoleonic_empire"]

TWO_DAYS = Clock(48 * 60, notice=12 * 60, grace=24 * 60)


def play_by(post: Post, clock: Clock = TWO_DAYS) -> str:
    """Have the game played by a clock; the seat that is asked first."""
    assert isinstance(setting.set_clock(post.games, post.id, REFEREE, clock), Game)
    post.run()
    return next(iter(post.games.open(post.id).timekeeping.deadlines.values())).set.seat


def let_pass(post: Post, microseconds: int) -> None:
    """Time goes by, and the worker sees to clocks and mails."""
    post.clock.move_on(microseconds)
    worker = Clocks(post.games)
    worker.look()
    worker.run_due()
    post.run()


def other(seat: str) -> str:
    return "allied" if seat == "french" else "french"


def test_every_mail_says_until_when_in_the_time_zone_of_its_reader(post: Post) -> None:
    post.leave("french", time_zone="Asia/Tokyo")
    post.leave("allied", time_zone="Europe/Paris", language="fr")
    seat = play_by(post)
    due = post.games.open(post.id).timekeeping.of(seat)[0].set.due
    told = post.answer(seat, "status")
    zone = {"french": "Asia/Tokyo", "allied": "Europe/Paris"}[seat]
    assert f"({zone})" in told
    # Where the sun rises earlier it may be the next day already.
    assert str(moment(due).astimezone(ZoneInfo(zone)).day) in told
    assert ("You have until" in told) == (seat == "french")


def test_a_seat_is_reminded_once_and_may_answer_that_mail(both: Post) -> None:
    seat = play_by(both)
    before = len(both.to(seat))
    let_pass(both, 37 * HOUR)
    let_pass(both, HOUR)
    [reminder] = both.to(seat)[before:]
    assert "You have until" in body(reminder)
    assert asked(reminder) == ["blue none"]
    assert "Reminder: do you play a blue card? by" in reminder["Subject"]
    assert not [it for it in both.to(other(seat)) if "until" in body(it) and it is reminder]
    line = asked(both.to(seat)[before - 1])[0]
    assert "carried out" in both.answer(seat, line, to=reminder)


def test_everybody_is_told_once_that_somebody_is_late(both: Post) -> None:
    both.leave(REFEREE)
    seat = play_by(both)
    let_pass(both, 37 * HOUR)
    before = {it: len(both.to(it)) for it in ("french", "allied", REFEREE)}
    let_pass(both, 12 * HOUR)
    let_pass(both, HOUR)
    told = {it: both.to(it)[before[it] :] for it in before}
    assert {it: len(mails) for it, mails in told.items()} == dict.fromkeys(before, 1)
    assert "You are late" in body(told[seat][0])
    assert "Late: The " in body(told[other(seat)][0])
    # and after the grace the referee, once
    let_pass(both, 25 * HOUR)
    let_pass(both, HOUR)
    [_, grace] = both.to(REFEREE)[before[REFEREE] :]
    assert "stayed silent beyond the grace" in body(grace)
    assert len(both.to(other(seat))) == before[other(seat)] + 1


def test_who_has_a_digest_is_reminded_at_once_all_the_same(post: Post) -> None:
    post.leave("french", mail="digest")
    post.leave("allied", mail="digest")
    seat = play_by(post)
    let_pass(post, 47 * HOUR)
    assert any("You have until" in body(it) for it in post.to(seat))


def test_a_player_says_by_mail_that_they_are_away(both: Post) -> None:
    seat = play_by(both)
    before = both.games.open(both.id).timekeeping.of(seat)[0].set.due
    tomorrow = (moment(both.clock()) + timedelta(days=1)).date()
    last = tomorrow + timedelta(days=6)
    told = both.answer(seat, f"absence {tomorrow} to {last}")
    assert "You are away from" in told
    assert both.games.open(both.id).timekeeping.of(seat)[0].set.due == before + 7 * DAY
    [line] = [it[2:] for it in told.splitlines() if it.startswith("| no absence")]
    assert "called off" in both.answer(seat, line)
    assert both.games.open(both.id).timekeeping.of(seat)[0].set.due == before


@pytest.mark.sampled(8)
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("absence yesterday to tomorrow", "yesterday"),
        ("absence 2020-01-01 to 2020-01-05", "That day is past"),
        ("absence 2999-01-01 to 2999-01-05", "within"),
        ("absence 2026-13-01 to 2026-13-05", "is no date"),
        ("wait until the cows come home", "is no date"),
        ("absence 9999-12-31 to 9999-12-31", "within"),
        ("absence 0001-01-01 to 9999-12-31", "That day is past"),
        ("wait 2020-01-01", "not later than now"),
        ("wait 0001-01-01", "not later than now"),
        ("wait 30.12.9999", "days ahead"),
        ("wait 31.12.9999", "is no date"),
        ("no absence 999", "No such absence"),
        ("stand-in nobody@nowhere@else", "no address"),
        ("no stand-in", "no stand-in"),
        ("claim the game from the moon", "The seats are"),
        ("claim the game from French", ""),
    ],
)
def test_what_makes_no_sense_is_answered_clearly(both: Post, line: str, why: str) -> None:
    seat = play_by(both)
    version = both.games.head(both.id)
    told = both.answer(seat, line)
    assert "Refused" in told
    assert why in told
    assert both.games.head(both.id) == version


def test_a_player_holds_the_clock_for_themselves_once(both: Post) -> None:
    seat = play_by(both)
    day = (moment(both.clock()) + timedelta(days=5)).date()
    assert "The clock waits for you." in both.answer(seat, f"wait until {day}")
    due = both.games.open(both.id).timekeeping.of(seat)[0].set.due
    assert moment(due) == datetime(day.year, day.month, day.day, 23, 59, tzinfo=UTC)
    later = day + timedelta(days=1)
    assert "asked for more time for this already" in both.answer(seat, f"wait {later}")


def test_a_stand_in_is_asked_by_mail_alone_takes_over_and_is_dismissed(both: Post) -> None:
    seat = play_by(both)
    assert "friend@home.example" in both.answer(seat, "stand-in friend@home.example")
    # nobody else is told who it is
    assert "friend@" not in both.answer(other(seat), "clock")
    let_pass(both, 49 * HOUR)
    assert not both.to(share_of(seat))
    let_pass(both, 25 * HOUR)
    let_pass(both, HOUR)
    [invitation] = both.to(share_of(seat))
    assert invitation["To"] == "friend@home.example"
    assert "fallen silent" in body(invitation)
    assert not asked(invitation), "nothing of the game is told before they accept"
    both.mail(both.reply(share_of(seat), "yes", to=invitation))
    both.run()
    turn = both.newest(share_of(seat))
    line = asked(turn)[0]
    assert "carried out" in both.answer(share_of(seat), line, to=turn)
    # the holder is back
    assert "no stand-in any more" in both.answer(seat, "no stand-in")
    before = len(both.delivered)
    both.mail(both.reply(share_of(seat), "status", to=turn))
    both.run()
    assert len(both.delivered) == before, "whoever was dismissed gets no answer"


def test_a_stand_in_dies_with_the_hand_over_of_the_seat(both: Post) -> None:
    seat = play_by(both)
    both.answer(seat, "stand-in friend@home.example")
    both.games.claim(both.id, seat)
    let_pass(both, 49 * HOUR)
    let_pass(both, 25 * HOUR)
    assert not both.to(share_of(seat))


def test_an_opponent_is_told_that_they_may_claim_the_game_and_does(both: Post) -> None:
    seat = play_by(both, Clock(48 * 60, grace=24 * 60, then=FORFEIT))
    let_pass(both, 49 * HOUR)
    let_pass(both, 25 * HOUR)
    notice = both.newest(other(seat))
    [line] = [it[2:] for it in body(notice).splitlines() if it.startswith("| claim")]
    told = both.answer(other(seat), line, to=notice)
    assert "you have won it" in told
    assert both.games.open(both.id).over
    assert "is over" in body(both.newest(seat))


def after_the_grace(post: Post) -> str:
    """A game that whoever is of the other side may claim; the seat that has left it."""
    for holder in post.tokens:
        post.leave(holder)
    post.run()
    seat = play_by(post, Clock(48 * 60, grace=24 * 60, then=FORFEIT))
    let_pass(post, 49 * HOUR)
    let_pass(post, 25 * HOUR)
    return seat


def claims(post: Post, holder: str) -> list[str]:
    """What the newest mail of somebody lets them claim; it tells of the silence."""
    told = body(post.newest(holder))
    assert "stayed silent beyond the grace" in told
    return [it for it in told.splitlines() if it.startswith("| claim")]


def test_an_ally_is_told_of_the_silence_and_offered_no_claim(
    make_post: Callable[..., Post],
) -> None:
    post = make_post()
    post.set_up("napoleon1815", "historical_invasion", {"players": 3})
    post.leave("french")
    post.run()
    post.answer("french", asked(post.newest("french"))[0])
    seat = after_the_grace(post)
    [ally] = {"anglo_dutch", "prussian"} - {seat}
    assert claims(post, ally) == []
    [line] = claims(post, "french")
    assert "you have won it" in post.answer("french", line[2:])


def test_a_share_is_told_of_the_silence_and_offered_no_claim(
    make_post: Callable[..., Post],
) -> None:
    post = make_post()
    post.set_up("napoleonic_empire", EMPIRE.scenarios[0].id)
    share = EMPIRE.shares({})["allied"][0]
    token = share_out(post.games, post.id, "allied", share, post.tokens["allied"])
    assert isinstance(token, str)
    post.tokens[share] = token
    seat = after_the_grace(post)
    assert seat == "french"
    assert claims(post, share) == []
    assert len(claims(post, "allied")) == 1


def test_a_seat_that_passes_by_silence_reads_it_in_its_next_mail(both: Post) -> None:
    seat = play_by(both, Clock(48 * 60, grace=24 * 60, then=PASS))
    let_pass(both, 49 * HOUR)
    let_pass(both, 25 * HOUR)
    game = both.games.open(both.id)
    then = {it.then for it in game.timekeeping.deadlines.values()}
    assert then <= {"", REFEREE_DECIDES}
    told = both.answer(seat, "history")
    assert "stayed silent" in told


def test_a_mail_about_the_clock_is_not_late_because_time_went_by(both: Post) -> None:
    """Reminders and notices are events too; they change nothing of what is asked."""
    seat = play_by(both)
    turn = next(it for it in both.to(seat) if asked(it))
    let_pass(both, 49 * HOUR)
    assert "carried out" in both.answer(seat, asked(turn)[0], to=turn)


def test_the_clock_is_told_on_demand(both: Post) -> None:
    assert "without a clock" in both.answer("french", "clock")
    seat = play_by(both)
    assert "You have until" in both.answer(seat, "clock")
    setting.hold(both.games, both.id, REFEREE, "A wedding")
    assert "stopped" in both.answer(seat, "clock")
    box = both.office.store.mailboxes.of(both.id, seat)
    assert box is not None
    assert mailboxes.of(both.office, both.games.open(both.id), seat) == box
