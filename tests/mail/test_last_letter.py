"""The last letter: everybody who wants mail gets one for each end of a game, and it is whole."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from api.mail import observers
from api.mail.letters.opened import opened
from api.mail.letters.played import Played
from api.mail.mailboxes import of
from api.mail.office import Office
from api.mail.posting.turn_notifier import EARLIER, Attendance
from api.mail.rows import SENT, LetterRow, MailboxRow
from napoleon.log.clocks import FORFEIT, Clock
from napoleon.log.events.rewinds import HistoryRewound
from napoleon.log.game import Game
from napoleon.log.journal import narrator
from napoleon.log.times import DAY, HOUR
from napoleon.play.dispatches import charter
from napoleon.play.outcomes import Accepted
from napoleon.play.press import send
from napoleon.play.transactions import Transaction
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import Refusal
from tests.mail.ended import GAMES, ended
from tests.mail.tables import Post, body, read
from tests.mail.test_time import let_pass, other, play_by


def last(post: Post, holder: str) -> list[LetterRow]:
    """The last letters that a holder was sent."""
    return [it for it in post.delivered if it.holder == holder and it.about.startswith("last-")]


def told(post: Post, holder: str) -> str:
    """The words of the newest mail to a holder, without its line breaks."""
    return " ".join(body(post.newest(holder)).split())


def everybody(post: Post) -> str:
    """Leave an address of every kind; the holder of the one who only watches."""
    post.leave("french")
    post.leave("allied", mail="digest")
    post.leave(REFEREE)
    box = observers.watch(post.office, post.games.open(post.id), {"address": "who@club.example"})
    assert isinstance(box, MailboxRow)
    observers.mailboxes.confirm(post.office, box)
    post.run()
    return box.holder


def picture(mail: EmailMessage) -> bytes:
    [part] = [it for it in mail.walk() if it.get_content_type() == "image/png"]
    drawn = part.get_payload(decode=True)
    assert isinstance(drawn, bytes)
    return drawn


def taken_back(post: Post, to: int) -> None:
    """The end of a game is taken back: no judge may do so today, but a log may hold it."""

    def act(transaction: Transaction) -> None:
        transaction.record(HistoryRewound(to, "ruling"), by=REFEREE)

    post.games.transact(post.id, act, by=REFEREE)


def test_everybody_gets_one_whoever_ended_it_and_however_they_are_told(post: Post) -> None:
    watcher = everybody(post)
    post.answer("french", "resign")
    for holder in ("french", "allied", REFEREE, watcher):
        [letter] = last(post, holder)
        assert letter.state == SENT or letter.message
        assert "Allies won: The French gave up" in told(post, holder)
    before = len(post.delivered)
    for _ in range(3):
        Attendance(post.office).look()
        post.run()
    assert len(post.delivered) == before, "a worker that begins again tells nothing twice"


def test_who_wants_no_mail_gets_none_until_they_want_some(post: Post) -> None:
    post.leave("french")
    post.leave("allied", mail="off")
    post.run()
    post.games.submit_orders(post.id, "french", ["resign"])
    post.run()
    assert not last(post, "allied")
    post.left("allied", "allied@players.example", mail="digest")
    post.run()
    assert len(last(post, "allied")) == 1


def test_it_is_made_once_though_a_worker_dies_before_it_is_kept(
    both: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    outbox = type(both.office.store.outbox)
    kept = outbox.put

    def dies(self: object, row: LetterRow, *rest: object, **more: object) -> bool:
        if row.about.startswith("last-"):
            raise KeyboardInterrupt
        return kept(self, row, *rest, **more)  # type: ignore[arg-type]

    both.games.submit_orders(both.id, "french", ["resign"])
    with monkeypatch.context() as broken:
        broken.setattr(outbox, "put", dies)
        with pytest.raises(KeyboardInterrupt):
            Attendance(both.office).look()
    assert Attendance(both.office).look() == 2
    assert Attendance(both.office).look() == 0
    both.run()
    assert [len(last(both, it)) for it in ("french", "allied")] == [1, 1]


def test_an_end_that_is_taken_back_is_told_again_when_it_comes(both: Post) -> None:
    start = both.games.open(both.id).version
    both.answer("french", "resign")
    taken_back(both, start)
    both.run()
    assert not both.games.open(both.id).over
    assert "is over" not in told(both, "french")
    both.answer("allied", "resign")
    for holder in ("french", "allied"):
        first, second = last(both, holder)
        assert first.message_id != second.message_id
        assert "French won: The Allies gave up" in told(both, holder)


def test_a_game_that_is_won_by_the_clock_says_so(both: Post) -> None:
    seat = play_by(both, Clock(48 * 60, grace=24 * 60, then=FORFEIT))
    let_pass(both, 49 * HOUR)
    let_pass(both, 25 * HOUR)
    both.answer(other(seat), f"claim the game from {seat}")
    for holder in (seat, other(seat)):
        assert len(last(both, holder)) == 1
        text = told(both, holder)
        assert "won:" in text
        assert "in time late" in text, "it was played by a clock"
    table = body(both.newest(seat)).partition("Who answered how fast")[2].splitlines()
    [row] = [it for it in table if it.startswith(seat.capitalize()[:4])]
    assert row.split()[-1] == "1", row


def test_a_game_that_both_agree_to_end_was_drawn(make_post: Callable[..., Post]) -> None:
    post = make_post()
    post.set_up("napoleonic_empire", "europe")
    post.leave("french")
    post.leave("allied")
    post.run()
    offer = post.games.submit_orders(post.id, "french", [{"order": "agree_to_end"}])
    assert isinstance(offer, Accepted), offer
    agreed = post.games.submit_orders(post.id, "allied", [{"order": "agree_to_end"}])
    assert isinstance(agreed, Accepted), agreed
    post.run()
    for holder in ("french", "allied"):
        assert len(last(post, holder)) == 1
        assert "The game was drawn: Both sides agreed to end it." in told(post, holder)


def test_a_game_that_the_referee_ends_for_a_seat_is_told_as_any(both: Post) -> None:
    by = both.games.submit_orders(both.id, "allied", ["resign"], by=REFEREE)
    assert isinstance(by, Accepted), by
    both.run()
    for holder in ("french", "allied"):
        assert len(last(both, holder)) == 1
        assert "French won: The Allies gave up" in told(both, holder)


def test_what_an_earlier_release_has_told_is_not_told_again(both: Post) -> None:
    """An upgrade of the service does not write to the players of all former games."""
    start = both.games.open(both.id).version
    both.games.submit_orders(both.id, "french", ["resign"])
    box = of(both.office, both.games.open(both.id), "allied")
    assert box is not None
    old = LetterRow(
        box.id, both.id, "allied", EARLIER, "", 1, "", "", "", b"", both.clock(), 0, state=SENT
    )
    both.office.store.outbox.put(old)
    both.run()
    assert len(last(both, "french")) == 1
    assert not last(both, "allied")
    both.clock.move_on(HOUR)
    taken_back(both, start)
    both.games.submit_orders(both.id, "french", ["resign"])
    both.run()
    assert len(last(both, "allied")) == 1, "that end is another one"


def test_a_digest_that_comes_later_does_not_tell_it_again(post: Post) -> None:
    everybody(post)
    post.answer("french", "resign")
    before = len(post.delivered)
    post.clock.move_on(48 * HOUR)
    post.run()
    assert len(post.delivered) == before


@pytest.mark.parametrize("ruleset", GAMES)
def test_the_score_is_a_picture_and_the_same_in_words(ruleset: str, tmp_path: Path) -> None:
    post = ended(ruleset, tmp_path)
    try:
        seat = post.games.open(post.id).created.seats[0]
        mail = post.newest(seat)
        drawn = Image.open(BytesIO(picture(mail)))
        assert drawn.width == 720
        assert len(drawn.getcolors() or ()) > 4
        html = body(mail, "html")
        said = html.partition('alt="')[2].partition('"')[0]
        assert "The table below tells the same." in said
        assert "<table" in html.partition('alt="')[2]
        assert len(body(mail).encode()) + len(html.encode()) < 40 * 1024
        for address in ("bundle", "record", "course"):
            assert f"/games/{post.id}/{address}" in body(mail)
    finally:
        post.close()


def test_without_a_public_address_it_says_what_mail_can_do(both: Post) -> None:
    both.answer("french", "resign")
    text = told(both, "allied")
    assert "http" not in text
    assert 'href="http' not in body(both.newest("allied"), "html")
    assert "ask its operator for the bundle" in text
    assert "| found Napoléon 1815 historical_invasion as French" in text


def test_what_it_says_can_be_asked_by_mail_is_answered(both: Post) -> None:
    both.answer("french", "resign")
    text = told(both, "allied")
    number = text.partition("such as event ")[2].partition(":")[0]
    assert number.isdigit()
    for line in (f"explain {number}", "history 1 20", "press"):
        assert "Refused" not in both.answer("allied", line, to=both.newest("allied")), line


def test_the_line_of_the_rematch_names_what_was_chosen(make_post: Callable[..., Post]) -> None:
    post = make_post()
    post.set_up(
        "napoleon1815",
        "historical_invasion",
        {"players": 3, "farm_stop": True, "rules": "grognard"},
    )
    seats = post.games.open(post.id).created.seats
    post.leave(seats[0])
    post.run()
    assert isinstance(post.games.submit_orders(post.id, seats[0], ["resign"]), Accepted)
    post.run()
    [line] = [it for it in body(post.newest(seats[0])).splitlines() if it.startswith("| found")]
    assert "players=3" in line
    assert "farm_stop=on" in line
    assert "rules=grognard" in line
    assert "resolver" not in line, "that is the usual one"
    rules = post.games.rules(post.games.open(post.id))
    assert line.endswith(f"as {rules.names[seats[1]]}")


def test_it_opens_what_was_hidden_from_its_reader_and_nothing_that_stays_closed(
    both: Post,
) -> None:
    both.leave(REFEREE)
    both.run()
    both.answer("french", "press to referee: The bridge at Sombreffe is mined.")
    both.answer("french", "resign")
    [letter] = [it for it in both.games.history(both.id) if it.type == "letter_sent"]
    mine, theirs, judge = (told(both, it) for it in ("french", "allied", REFEREE))
    assert f"One letter was written that you could not read: event {letter.version}." in theirs
    assert "letter was written" not in mine
    assert "letter was written" not in judge
    assert "things that you could not read" not in judge, "a judge has seen it all"
    assert "Allies:" in mine.partition("What was hidden")[2]
    assert "French:" in theirs.partition("What was hidden")[2].partition("What everybody")[0]
    game = both.games.open(both.id)
    for row in both.delivered:
        mail = read(row.message)
        text = "".join(body(mail, kind) for kind in ("plain", "html"))
        assert game.created.seed not in text, "it is in the bundle"
        assert not any(it in text for it in game.tokens.values())


def test_the_fates_of_couriers_are_told(make_post: Callable[..., Post]) -> None:
    post = make_post()
    post.set_up("napoleon1815", "historical_invasion")
    for holder in ("french", "allied", REFEREE):
        post.leave(holder)
    given = charter(post.games, post.id, REFEREE, lost=100, captured=0, pace=1)
    assert not isinstance(given, Refusal), given
    post.run()
    post.answer("french", "dispatch from Beaumont to Ligny, to referee: I march at four.")
    post.answer("french", "resign")
    for holder in ("french", "allied"):
        assert "One courier rode: 1 lost, 0 captured." in told(post, holder)
    assert "courier rode" not in told(post, REFEREE)


def test_of_what_is_counted_as_hidden_each_event_hid_something(both: Post) -> None:
    """By another way than the letter goes: what a reader was shown while the game ran."""
    game = both.games.open(both.id)
    shown = {it["version"]: it["data"] for it in _log(both.office, both.id, "allied")}
    both.answer("french", "resign")
    now = {it["version"]: it["data"] for it in _log(both.office, both.id, "allied")}
    hidden = {it for it in shown if shown[it] != now[it]}
    box = of(both.office, both.games.open(both.id), "allied")
    assert box is not None
    lines = opened(Played(both.office.reading(both.games.open(both.id), box))).lines
    text = " ".join(lines)
    ours = [it for it in both.games.history(both.id) if it.version in hidden]
    french = [it for it in ours if getattr(it, "player", "") == "french" and it.phase]
    assert french
    assert f"event {french[0].version}" in text
    assert game.version < both.games.open(both.id).version


def _log(office: Office, game_id: str, seat: str) -> list[dict[str, object]]:
    """The log as a seat may read it."""
    game = office.games.open(game_id)
    tells = narrator(game, seat, office.games.rules(game))
    return [tells.redacted(it) for it in office.games.history(game_id)]


def test_a_worker_that_begins_opens_no_game_whose_last_letters_are_gone(
    both: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    both.leave("allied", mail="digest")
    both.games.submit_orders(both.id, "french", ["resign"])
    both.run()
    assert len(last(both, "allied")) == len(last(both, "french")) == 1
    opened = list[str]()

    def counted(office: object, box: MailboxRow) -> Game | None:
        opened.append(box.holder)
        return game_of(office, box)  # type: ignore[arg-type]

    game_of = Office.game_of
    monkeypatch.setattr(Office, "game_of", counted)
    again = Attendance(both.office)
    assert again.look() == 0
    both.clock.move_on(2 * DAY)
    assert again.look() == 0
    assert not opened, "not for a digest either"
    send(both.games, both.id, "allied", ["french"], "Well played.")
    assert Attendance(both.office).look() == 1, "what is written after the end is told"
    assert opened


def test_a_game_that_sleeps_before_its_last_letters_were_made_is_told_of(both: Post) -> None:
    """As after a day in which the store of mail was away."""
    both.games.submit_orders(both.id, "french", ["resign"])
    both.games.recorder.rest({both.id: both.games.head(both.id)})
    assert both.id not in both.games.recorder.awake()
    Attendance(both.office).look()
    both.run()
    assert len(last(both, "allied")) == len(last(both, "french")) == 1


def test_those_come_first_who_were_not_told_what_has_happened(
    both: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = both.id
    told = list[str]()

    def noted(office: object, box: MailboxRow) -> None:
        told.append(box.game)

    both.set_up("napoleon1815", "historical_invasion")
    both.leave("french")
    both.run()
    both.games.submit_orders(both.id, "french", ["blue none"])
    monkeypatch.setattr(Office, "game_of", noted)
    Attendance(both.office).look()
    assert told.index(both.id) < told.index(first)
