"""The turn mail: complete in itself, the same bytes however often, one for a state of a seat."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from api.mail.letters.composing import composed
from api.mail.letters.drawing import LARGEST, tabled
from api.mail.letters.turn import asks, turn_letter
from api.mail.mailboxes import of
from api.mail.posting.turn_notifier import Attendance
from napoleon.log.times import DAY, HOUR
from napoleon.record.checkpoints import note
from napoleon.rules.events import REFEREE
from napoleon.rules.tables import TextTable
from tests.clocks import Clock
from tests.mail.tables import Post, asked, body

GAMES = [("napoleon1815", "historical_invasion"), ("napoleonic_empire", "europe")]


@pytest.fixture(params=GAMES, ids=lambda it: it[0])
def begun(request: pytest.FixtureRequest, make_post: Callable[..., Post]) -> Post:
    """A game of either kind, where everybody has got their first mails."""
    post = make_post(PUBLIC_URL="https://club.example")
    post.set_up(*request.param)
    for seat in post.games.open(post.id).created.seats:
        post.leave(seat)
    post.run()
    return post


def to_move(post: Post) -> str:
    return post.games.decisions(post.games.open(post.id))[0].seat


@pytest.mark.sampled(1)
@pytest.mark.pictures
def test_it_has_all_that_is_needed_to_play(begun: Post) -> None:
    seat = to_move(begun)
    mail = begun.newest(seat)
    text, html = body(mail), body(mail, "html")
    game = begun.games.open(begun.id)
    rules = begun.games.rules(game)
    [decision] = [it for it in begun.games.decisions(game) if it.seat == seat]
    for told in (text, html):
        assert decision.clause in told
        assert note(begun.games, begun.id, game.version).splitlines()[2] in told
        assert f"https://club.example/games/{begun.id}" in told
        assert "How to answer" in told
    assert rules.notation is not None
    lines = [
        rules.notation.write(it, game.state, seat)
        for it in rules.legal_orders(game.state, decision)
    ]
    assert asked(mail) == lines[:60]
    pictures = [it for it in mail.walk() if it.get_content_type() == "image/png"]
    assert [it["Content-ID"] for it in pictures] == ["<map>"]
    assert 'src="cid:map"' in html
    drawn = pictures[0].get_payload(decode=True)
    assert isinstance(drawn, bytes)
    assert drawn.startswith(b"\x89PNG\r\n")
    assert len(text.encode()) + len(html.encode()) < LARGEST
    assert "color-scheme" in html


def test_no_line_of_a_mail_is_an_order_by_itself(begun: Post) -> None:
    for seat in begun.games.open(begun.id).created.seats:
        for mail in begun.to(seat):
            offered = set(asked(mail))
            assert not offered & set(body(mail).splitlines())


def test_its_headers_make_a_thread_and_keep_robots_quiet(begun: Post) -> None:
    mail = begun.newest(to_move(begun))
    thread = f"<{begun.id}@club.example>"
    assert mail["In-Reply-To"] == mail["References"] == thread
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["List-Id"] == f"<{begun.id}.games.club.example>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert re.fullmatch(r"napoleon\+r[0-9a-v]+\.[a-z2-7]{16}@club\.example", mail["Reply-To"])
    row = begun.delivered[-1]
    assert re.fullmatch(r"napoleon\+b[0-9a-v]+\.[a-z2-7]{16}@club\.example", row.sender)
    assert max(map(len, row.message.splitlines())) <= 998


def test_a_subject_tells_what_a_mail_is(both: Post) -> None:
    both.answer("french", "blue none")
    both.answer("allied", "status")
    game = f"[Napoléon 1815 #{both.id[:4]}]"
    subjects = [it["Subject"] for it in both.to("allied")]
    assert subjects == [
        "Confirm your address: Napoléon 1815",
        f"{game} 15 June 1815, morning: do you play a blue card?",
        f"{game} Status",
    ]
    assert both.newest("french")["Subject"] == f"{game} Carried out: blue none"
    assert {it["From"] for it in both.to("allied")} == {
        "Napoléon 1815 via Napoleon <napoleon@club.example>"
    }


def test_an_answer_to_a_mail_of_an_earlier_release_counts(both: Post) -> None:
    """Its subject was the same through the whole game, and so was who it was from."""
    old = f"Re: [#{both.id}] Napoléon 1815 (French)"
    said = "blue none\n\nOn Sunday, Napoleon wrote:\n> Napoléon 1815 stands at turn 3.\n"
    assert "One line was carried out" in both.answer("french", said, Subject=old)


def test_it_is_the_same_bytes_however_often_it_is_made(begun: Post) -> None:
    seat = to_move(begun)
    game = begun.games.open(begun.id)
    box = of(begun.office, game, seat)
    assert box is not None

    def made() -> bytes:
        reading = begun.office.reading(game, box)
        letter = turn_letter(begun.office, box, reading, asks(reading))
        return composed(begun.office, box, letter, begun.delivered[-1].made).message

    assert made() == made()


def test_a_seat_gets_one_mail_about_a_state(both: Post) -> None:
    before = len(both.delivered)
    for _ in range(3):
        Attendance(both.office).look()
    both.run()
    assert len(both.delivered) == before
    both.games.submit_orders(both.id, "french", ["blue none"])
    both.run()
    assert len(both.delivered) == before + 1, "the Allies are asked now"
    both.run()
    assert len(both.delivered) == before + 1


def test_the_next_one_tells_what_happened_since(both: Post) -> None:
    both.games.submit_orders(both.id, "french", ["blue none"])
    both.games.submit_orders(both.id, "allied", ["blue none"])
    both.run()
    mails = [it for seat in ("french", "allied") for it in both.to(seat)[1:]]
    told = [it for it in mails if "What has happened since" in body(it)]
    assert any("For the initiative" in body(it) for it in told)


def test_a_table_is_as_wide_as_its_longest_word() -> None:
    """The home card of Austria was cut in two, as the mail has a table of twelve columns."""
    table = TextTable("Nations", ("nation", "card") * 6, (("Austria", "Hofkriegsrat (used)") * 6,))
    assert "Hofkriegsrat" in tabled(table).split()


def test_who_gives_the_last_order_is_told_of_the_end_as_well(both: Post) -> None:
    assert both.answer("french", "resign").partition("\n\n")[0].endswith(" is over.")
    assert body(both.newest("allied")).partition("\n\n")[0].endswith(" is over.")


def test_a_digest_comes_once_a_day_at_seven_in_its_readers_own_time(
    post: Post, clock: Clock
) -> None:
    today = datetime.fromtimestamp(clock() / 1_000_000, UTC)
    # noon in Paris, whatever the day
    noon = today.replace(hour=11, minute=0, second=0, microsecond=0)
    clock.move_on(int((noon - today).total_seconds()) * 1_000_000)
    post.leave("french", mail="digest", time_zone="Europe/Paris")
    post.games.submit_orders(post.id, "french", ["blue none"])
    post.games.submit_orders(post.id, "allied", ["blue none"])
    post.run()
    assert [it.about for it in post.delivered] == ["confirmation"], "not before tomorrow"
    clock.move_on(DAY - 6 * HOUR - HOUR // 2)
    post.run()
    assert len(post.delivered) == 1, "half past five or six in Paris"
    clock.move_on(2 * HOUR)
    post.run()
    post.run()
    assert len(post.delivered) == 2
    assert "For the initiative" in body(post.newest("french"))
    clock.move_on(DAY)
    post.run()
    assert len(post.delivered) == 2, "nothing has happened since"


def test_the_referee_gets_one_for_each_turn(post: Post) -> None:
    post.leave(REFEREE)
    post.run()
    assert len(post.to(REFEREE)) == 2
    post.games.submit_orders(post.id, "french", ["blue none"])
    post.run()
    assert len(post.to(REFEREE)) == 2


def test_it_is_told_in_its_readers_language(make_post: Callable[..., Post]) -> None:
    post = make_post()
    post.set_up("napoleonic_empire", "europe")
    seat = to_move(post)
    post.leave(seat, language="fr")
    post.run()
    told = body(post.newest(seat))
    assert "Comment répondre" in told
    assert "How to answer" not in told


def test_the_first_mail_tells_which_seats_changed_hands_before_their_first_order(
    make_post: Callable[..., Post],
) -> None:
    post = make_post()
    post.set_up(*GAMES[0])
    for seat in post.tokens:
        post.tokens[seat] = post.games.claim(post.id, seat)
    mover = to_move(post)
    post.leave(mover)
    post.run()
    told = " ".join(body(post.newest(mover)).split())
    assert told.count("changed hands before its first order") == 2
