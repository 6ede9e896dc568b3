"""Umpires by mail: what the referee and the deputy do in a game that they never see on a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from api.languages import LANGUAGES
from napoleon.log.clocks import PASS, Clock
from napoleon.log.events.cases import RulingGiven
from napoleon.log.events.clocks import (
    ClockHeld,
    ClockResumed,
    DeadlineExtended,
    WaitingEnded,
)
from napoleon.log.events.dispatches import DispatchAltered
from napoleon.log.events.seats import InvitationRenewed, SeatHandedOver
from napoleon.log.game import Game
from napoleon.log.times import HOUR
from napoleon.play import dispatches
from napoleon.play.clock import running
from napoleon.play.execution import open_decisions
from napoleon.play.referee import disputes
from napoleon.play.seats import appoint_deputy, claim, hand_over
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import DEPUTY, REFEREE, Event
from tests.mail.tables import Post, asked, body, read
from tests.people.judges import with_a_desk

DAY_LONG = Clock(24 * 60, grace=24 * 60, then=PASS)


@pytest.fixture
def umpired(make_post: Callable[..., Post]) -> Post:
    """A game with a clock, whose players and referee are told by mail."""
    post = make_post()
    post.set_up("napoleon1815", "historical_invasion", clock=DAY_LONG)
    for holder in ("french", "allied", REFEREE):
        post.leave(holder)
    post.run()
    return post


def recorded(post: Post, kind: type[Event]) -> list[Event]:
    return [it for it in post.games.history(post.id) if isinstance(it, kind)]


def questions(post: Post) -> Iterator[str]:
    """Whom the game waits for, one after the other; each answers with the first of their lines."""
    for _ in range(20):
        [seat, *_] = [it.seat for it in open_decisions(*now(post))]
        yield seat
        post.answer(seat, asked(post.newest(seat))[0])
    raise AssertionError("nobody was asked what the test looks for")


def now(post: Post) -> tuple[Game, Ruleset]:
    game = post.games.open(post.id)
    return game, post.games.rules(game)


def may_pass(post: Post, seat: str) -> bool:
    game, rules = now(post)
    mine = [it for it in rules.decisions(game.state) if it.seat == seat]
    return any(rules.pass_order(game.state, it) is not None for it in mine)


def version(post: Post) -> int:
    return post.games.open(post.id).version


def disputed(post: Post) -> int:
    """A dispute of the French about an event of the deal; its number."""
    found = disputes.open_dispute(
        post.games, post.id, "french", 4, clause="SETUP.1", claim="No.", relief="correct"
    )
    assert isinstance(found, disputes.Dispute), found
    return found.id


def test_the_clock_is_stopped_and_runs_again(umpired: Post) -> None:
    told = umpired.answer(REFEREE, "pause: A storm over the house.")
    assert "The clock is stopped" in told
    [held] = recorded(umpired, ClockHeld)
    assert held.by == REFEREE
    assert "A storm over the house." in [it.text for it in umpired.games.recorder.texts(umpired.id)]
    assert "CLOCK_HELD" in umpired.answer(REFEREE, "pause")
    assert "The clock runs again." in umpired.answer(REFEREE, "resume")
    assert len(recorded(umpired, ClockResumed)) == 1
    assert "CLOCK_RUNS" in umpired.answer(REFEREE, "resume")


def test_a_seat_gets_more_time(umpired: Post) -> None:
    [before] = umpired.games.open(umpired.id).timekeeping.of("french")
    told = umpired.answer(REFEREE, "extend the French 24h: They travel.")
    [after] = umpired.games.open(umpired.id).timekeeping.of("french")
    assert after.set.due == before.set.due + 24 * HOUR
    assert "French: more time, until" in told
    umpired.answer(REFEREE, "extend french by 2 jours")
    [later] = umpired.games.open(umpired.id).timekeeping.of("french")
    assert later.set.due == after.set.due + 48 * HOUR
    assert len(recorded(umpired, DeadlineExtended)) == 2


def test_a_deadline_is_set_in_the_referees_own_time_zone(umpired: Post) -> None:
    umpired.answer(REFEREE, "time zone Europe/Paris")
    told = umpired.answer(REFEREE, "set deadline French 2026-12-24 18:00")
    assert "Thursday 24 December, 18:00 (Europe/Paris)" in told
    told = umpired.answer(REFEREE, "set deadline the French to 26.12.2026: Christmas.")
    assert "Saturday 26 December, 23:59 (Europe/Paris)" in told


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("extend French 24 parsecs", "BAD_DATE"),
        ("extend Austria 24h", "UNKNOWN_SEAT"),
        ("extend allied 24h", "NO_DEADLINE"),
        ("set deadline French tomorrow", "BAD_DATE"),
        ("set deadline French 2026-12-24 25:00", "BAD_DATE"),
        ("set deadline French 2020-01-01", "BAD_DATE"),
        ("process", "NO_DEADLINE"),
        ("process allied", "NO_DEADLINE"),
        ("rule 999 stand under SETUP.1: No.", "UNKNOWN_CASE"),
        ("rule rewind to 4: No.", "BAD_PAYLOAD"),
        ("rule rewind to 4 under NOTHING.1: No.", "UNKNOWN_CLAUSE"),
        ("rule 4: Because.", "VERDICT_MISSING"),
        ("correct under VICTORY.3: set_trakc value=3", "BAD_PAYLOAD"),
        ("correct under VICTORY.3: set_track valeu=3", "BAD_PAYLOAD"),
        ("correct under VICTORY.3: set_track value=3", "TEXT_MISSING"),
        ("correct under VICTORY.3: Because.", "BAD_PAYLOAD"),
        ("hold dispatch 4: No.", "NO_DISPATCHES"),
        ("eject Austria", "UNKNOWN_SEAT"),
        ("invite new@friend.example as French", "SEAT_CLAIMED"),
        ("invite napoleon@club.example as French", "BAD_ADDRESS"),
    ],
)
def test_what_is_refused_does_nothing(umpired: Post, line: str, code: str) -> None:
    before = version(umpired)
    told = umpired.answer(REFEREE, line)
    assert f"[{code}" in told
    assert version(umpired) == before


def test_a_line_that_is_not_written_so_is_named_with_how_it_is(umpired: Post) -> None:
    told = " ".join(umpired.answer(REFEREE, "pause for lunch").split())
    assert "> pause for lunch It is written: pause[: TEXT]." in told
    assert "It is no order and no command." in umpired.answer("french", "pause for lunch")


def test_who_is_late_and_goes_on_without_them(umpired: Post) -> None:
    assert "Nobody is late." in umpired.answer(REFEREE, "who is late")
    umpired.clock.move_on(25 * HOUR)
    running.run(umpired.games, umpired.id)
    assert "Late: The French had until" in umpired.answer("allied", "who is late")
    assert "CANNOT_PASS" in umpired.answer(REFEREE, "process")
    assert recorded(umpired, WaitingEnded) == []


def test_a_seat_that_may_pass_is_waited_for_no_longer(umpired: Post) -> None:
    seat = next(it for it in questions(umpired) if may_pass(umpired, it))
    told = umpired.answer(REFEREE, f"process {seat}")
    assert f"The game goes on without {seat.capitalize()}." in told.replace("Allies", "Allied")
    [ended] = recorded(umpired, WaitingEnded)
    assert ended.by == REFEREE
    assert "It led to this:" in told


def test_a_dispute_is_ruled_on_under_its_own_clause(umpired: Post) -> None:
    case = disputed(umpired)
    text = f"rule {case} stand:\nThe deal was as it is printed.\n\nIt stands.\nend rule"
    told = umpired.answer(REFEREE, text)
    [ruling] = recorded(umpired, RulingGiven)
    assert isinstance(ruling, RulingGiven)
    assert (ruling.case, ruling.outcome, ruling.citation) == (case, "stand", ("SETUP.1",))
    kept = [it.text for it in umpired.games.recorder.texts(umpired.id)]
    assert "The deal was as it is printed.\n\nIt stands." in kept
    assert "Your ruling is on record as event" in told
    assert "CASE_CLOSED" in umpired.answer(REFEREE, f"rule {case} stand: Again.")


def test_a_reason_without_a_verdict_rules_nothing(umpired: Post) -> None:
    case = disputed(umpired)
    told = umpired.answer(REFEREE, f"rule {case}: You are right.")
    assert f"| rule {case} stand: ..." in told and f"| correct {case}: ..." in told
    assert recorded(umpired, RulingGiven) == []


def test_the_table_is_put_right_in_lines(umpired: Post) -> None:
    case = disputed(umpired)
    told = umpired.answer(
        REFEREE,
        f"correct {case}:\nset_track value=9\nset fatigue corps=Drouot; fatigue=2\n"
        "The flag was scored twice.\nend correct",
    )
    [ruling] = recorded(umpired, RulingGiven)
    assert isinstance(ruling, RulingGiven)
    assert [it["correct"] for it in ruling.corrections] == ["set_track", "set_fatigue"]
    assert umpired.games.open(umpired.id).state.track == 9
    assert "The flag was scored twice." in told


def test_one_correction_fits_in_a_line(umpired: Post) -> None:
    told = umpired.answer(
        REFEREE, "correct under VICTORY.3: set_track value=9; reason=It was scored twice."
    )
    assert umpired.games.open(umpired.id).state.track == 9
    assert "under VICTORY.3" in told
    assert "| set_track" not in told
    assert "set_track value=..." in umpired.answer(REFEREE, "corrections")


def test_dispatches_are_held_altered_and_let_go(umpired: Post) -> None:
    games, game = umpired.games, umpired.id
    dispatches.charter(games, game, REFEREE, lost=0, captured=0, pace=1)
    sent = dispatches.send(
        games, game, "french", "allied", origin="beaumont", destination="charleroi", text="Hold."
    )
    number = sent.version  # type: ignore[union-attr]
    assert "Hold." in umpired.answer(REFEREE, "dispatches")
    assert "TEXT_MISSING" in umpired.answer(REFEREE, f"hold dispatch {number}")
    told = umpired.answer(REFEREE, f"hold dispatch {number}: The bridge is down.")
    assert f"Dispatch {number} is held back." in told
    umpired.answer(REFEREE, f"alter dispatch {number} to turn 5: The way is long.")
    now = games.open(game).dispatches[number]
    assert (now.held, now.due) == (True, 5)
    assert "in turn 5" in umpired.answer(REFEREE, f"let dispatch {number} go: It is mended.")
    assert len(recorded(umpired, DispatchAltered)) == 3
    assert "UNKNOWN_DISPATCH" in umpired.answer(REFEREE, "hold dispatch 4: No.")
    assert "BAD_PAYLOAD" in umpired.answer(REFEREE, f"alter dispatch {number}: Write better.")


def test_a_seat_is_taken_and_given_to_somebody_else(umpired: Post) -> None:
    told = umpired.answer(REFEREE, "eject the French")
    assert "| invite ADDRESS as French" in told
    [over] = recorded(umpired, SeatHandedOver)
    assert (over.by, over.behalf) == (REFEREE, "french")
    assert umpired.answer("french", "status") == "", "their old mails open nothing"
    token = umpired.games.open(umpired.id).tokens["french"]
    told = umpired.answer(REFEREE, "invite other@friend.example as the French")
    assert "NOT_CONFIRMED" in told
    assert umpired.games.open(umpired.id).tokens["french"] == token, "its link is as good as before"
    with_a_desk(umpired.games, umpired.id, REFEREE)
    told = umpired.answer(REFEREE, "invite new@friend.example as the French")
    assert "new@friend.example is invited to play French." in told
    assert len(recorded(umpired, InvitationRenewed)) == 1
    [mail] = [it for it in umpired.delivered if it.recipient == "new@friend.example"]
    assert umpired.id in body(read(mail.message))


@pytest.mark.parametrize("wish", ["instant", "digest", "off"])
@pytest.mark.parametrize("door", ["mail", "page"])
def test_who_is_ejected_is_told_once(umpired: Post, door: str, wish: str) -> None:
    umpired.leave("french", mail=wish, time_zone="Europe/Paris")
    before = len(umpired.to("french"))
    if door == "mail":
        umpired.answer(REFEREE, "eject the French")
    else:
        hand_over(umpired.games, umpired.id, "french", umpired.tokens[REFEREE])
        umpired.run()
    told = umpired.to("french")[before:]
    if wish == "off":
        assert told == []
        return
    [mail] = told
    assert str(mail["Subject"]).endswith("you no longer play the French")
    said = " ".join(body(mail).split())
    assert "The referee has taken your seat from you: you no longer play the French." in said
    assert "You see and order nothing there any more" in said
    assert f"| watch {umpired.id}" in said
    assert str(mail["Reply-To"]) == umpired.office.settings.address, "they have no seat"
    umpired.answer(REFEREE, "pause")
    umpired.answer("allied", "status")
    assert len(umpired.to("french")) == before + 1
    assert umpired.to("allied")[-1]["Subject"] != mail["Subject"]


def test_nobody_is_told_so_who_left_or_was_ejected_long_ago(umpired: Post) -> None:
    before = len(umpired.to("allied"))
    hand_over(umpired.games, umpired.id, "allied", umpired.tokens["allied"])
    umpired.run()
    assert len(umpired.to("allied")) == before
    before = len(umpired.to("french"))
    hand_over(umpired.games, umpired.id, "french", umpired.tokens[REFEREE])
    umpired.clock.move_on(25 * HOUR)
    umpired.run()
    assert len(umpired.to("french")) == before


def test_the_log_tells_judges_what_is_hidden(umpired: Post) -> None:
    umpired.answer("french", "press to allied: Leave Brussels!")
    last = version(umpired)
    told = umpired.answer(REFEREE, f"log {last} {last}")
    assert f"{last}, " in told and "french wrote to" in told.lower().replace("the ", "")
    assert "The log has no such events." in umpired.answer(REFEREE, "log 9000")
    assert "NOT_THE_REFEREE" in umpired.answer("french", "log")


JUDGES_ALONE = (
    "pause", "resume", "extend French 24h", "set deadline French 2026-12-24", "process",
    "rule 4 stand: No.", "correct 4: set_track value=3", "corrections", "dispatches",
    "hold dispatch 4: No.", "let dispatch 4 go: No.", "alter dispatch 4 to turn 3: No.",
    "eject allied", "invite new@friend.example as allied", "log",
)  # fmt: skip


def test_players_are_neither_offered_them_nor_obeyed(umpired: Post) -> None:
    assert "pause" not in umpired.answer("french", "help")
    assert "pause[: TEXT]" in umpired.answer(REFEREE, "help")
    before = version(umpired)
    for line in JUDGES_ALONE:
        assert "NOT_THE_REFEREE" in umpired.answer("french", line), line
    assert version(umpired) == before


def test_the_deputy_does_what_the_referee_does(umpired: Post) -> None:
    token = appoint_deputy(umpired.games, umpired.id, umpired.tokens[REFEREE])
    assert isinstance(token, str)
    umpired.tokens[DEPUTY] = claim(umpired.games, umpired.id, DEPUTY, token=token)
    umpired.leave(DEPUTY)
    umpired.run()
    umpired.answer(DEPUTY, "pause")
    [held] = recorded(umpired, ClockHeld)
    assert held.by == DEPUTY


def test_the_same_mail_twice_does_it_once(umpired: Post) -> None:
    raw = umpired.reply(REFEREE, "extend French 24h")
    for _ in range(2):
        umpired.mail(raw)
        umpired.run()
    assert len(recorded(umpired, DeadlineExtended)) == 1


@pytest.mark.parametrize("code", LANGUAGES)
def test_in_every_language(umpired: Post, code: str) -> None:
    umpired.answer(REFEREE, f"language {code}")
    told = [
        umpired.answer(REFEREE, it)
        for it in ("pause", "pause", "resume", "who is late", "eject french", "log 1 1")
    ]
    words = {
        "en": ("is stopped", "stopped already", "runs again", "Nobody is late", "A seat is free"),
        "fr": ("est arrêtée", "déjà arrêtée", "repart", "est en retard", "est libre"),
    }[code]
    for one, text in zip(words, told, strict=False):
        assert one in " ".join(text.split())
