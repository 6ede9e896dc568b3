"""What one mail may cost: its lines, the time for them, the length of its answer; and an hour's."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing

import pytest

from api.mail.answering import taking
from api.mail.answering.inbound import Received
from api.mail.answering.shortening import MOST_LINES
from api.mail.answering.taking import LEASE, Lost, Taken
from api.mail.letters.drawing import LARGEST
from api.mail.mailboxes import of
from api.mail.posting.measured import MailCollector
from api.mail.rows import SEEN
from api.mail.tokens import Purpose
from napoleon.log.times import HOUR, MINUTE, SECOND
from napoleon.rules.orders import OrderGiven
from tests.clocks import Clock
from tests.mail.tables import Post, body, read
from tests.mail.test_observers import confirmed, holder
from tests.mail.test_replies import activated, begun
from tests.mail.test_sets import counting


def size(post: Post) -> int:
    """Bytes of both forms of the newest answer."""
    mail = read(post.delivered[-1].message)
    return len(body(mail).encode()) + len(body(mail, "html").encode())


def timed(post: Post, raw: bytes) -> float:
    """Seconds of one core that it takes to see to a mail, whatever else the machine does."""
    post.mail(raw)
    before = time.process_time()
    post.run()
    return time.process_time() - before


def told(post: Post, who: str = "french") -> str:
    return " ".join(body(post.newest(who)).split())


ATTACKS = {
    "orders": 1000 * "orders\n",
    "history": 1000 * "history\n",
    "map": 200 * "map\n",
    "deploy": 3000 * "deploy\n",
    "deploy differently": "".join(
        f"deploy \N{LEFT DOUBLE QUOTATION MARK}{it}\N{EM DASH}.\n" for it in range(1500)
    ),
    "prose": 1900 * "I think that I shall wait now.\n",
    "misspelt": 3000 * "activte it\n",
    "blanks": "status\n" + 9_000 * "\n",
    "quoted": "status\n" + 9_000 * "> d\n",
    "numbers": "status\n" + 9_000 * "1\n",
    "long lines": 30 * ("x" * 2000 + "\n"),
}

GAMES = [
    ("napoleon1815", "historical_invasion"),
    # Where most can be ordered.
    pytest.param("eagles_waterloo", "ligny", marks=pytest.mark.soak),
    pytest.param("napoleon_columbia", "historical", marks=pytest.mark.soak),
]


@pytest.mark.parametrize(("ruleset", "scenario"), GAMES)
def test_no_mail_is_answered_at_length_nor_worked_on_for_long(
    make_post: Callable[..., Post], ruleset: str, scenario: str
) -> None:
    """Without limits, 21 kB of `orders` got 40.9 MB after 9 s, and `deploy` outlived the lease."""
    post = make_post()
    post.set_up(ruleset, scenario)
    seat = post.games.decisions(post.games.open(post.id))[0].seat
    post.leave(seat)
    post.run()
    question = post.newest(seat)
    for attack, text in ATTACKS.items():
        seconds = timed(post, post.reply(seat, text, to=question))
        assert size(post) <= LARGEST, attack
        assert seconds < LEASE / SECOND / 2, attack
    assert post.office.store.inbox.findings() == {"answered": len(ATTACKS)}
    assert not any(isinstance(it, OrderGiven) for it in post.games.history(post.id))


def test_whoever_only_watches_gets_no_more_for_their_mails(post: Post) -> None:
    confirmed(post)
    raw = post.reply(holder(), 650 * "orders\nhistory\nmap\n")
    seconds, length = timed(post, raw), size(post)
    assert length <= LARGEST
    assert seconds < LEASE / SECOND / 2


def test_lines_beyond_those_that_are_read_are_named(both: Post) -> None:
    both.answer("french", "status\n" * MOST_LINES)
    assert "Left over" not in told(both)
    both.answer("french", "status\n" * MOST_LINES + "blue none\n")
    assert counting(both) == 0
    left = told(both).partition("Left over")[2]
    assert "at most 200 lines" in left
    assert "| blue none" in left
    both.answer("french", "status\n" * 1000)
    assert "lines more" in told(both).partition("Left over")[2]


def test_an_order_that_goes_on_beyond_the_last_line_is_not_carried_out_by_half(both: Post) -> None:
    begun(both)
    before = counting(both)
    both.answer("french", "clock\n" * (MOST_LINES - 1) + "activate Beaumont:\nDrouot\nstatus")
    assert counting(both) == before
    left = told(both).partition("Left over")[2]
    assert "| activate Beaumont: Drouot" in left
    both.answer("french", "activate Beaumont: Drouot\n" + "clock\n" * MOST_LINES)
    assert counting(both) == before + 1, "what stands above is carried out"


def test_what_was_to_follow_does_not_follow_half_of_a_mail(both: Post) -> None:
    activated(both)
    lines = "nothing\ndecline\nthen:\nactivate Beaumont: Vandamme\n" + "clock\n" * MOST_LINES
    both.answer("french", lines)
    assert not both.waits("french")
    assert "| activate Beaumont: Vandamme" in told(both).partition("Left over")[2]


def test_when_the_time_is_over_the_rest_is_left_and_named(
    both: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(taking, "MOST_SECONDS", 0.0)
    both.answer("french", "status\nblue none\nclock")
    assert counting(both) == 0
    left = told(both).partition("Left over")[2]
    assert "| blue none" in left
    assert "| clock" in left
    both.answer("french", "blue none")
    assert counting(both) == 1, "the first line is always carried out"


def test_what_came_of_an_order_is_told_however_much_is_asked_beside_it(both: Post) -> None:
    both.answer("french", "history\nmap\norders\n" * 60 + "blue none\n" + "hand\n" * 10)
    assert counting(both) == 1
    assert size(both) <= LARGEST
    answer = told(both)
    assert "Play no blue card" in answer
    assert "Left out of this mail" in answer


def test_a_mail_is_kept_as_long_as_it_is_worked_on(both: Post, clock: Clock) -> None:
    both.mail(both.reply("french", "status"))
    received = Received(both.office)
    [row] = received.take(9)
    taken = Taken(both.office, row)
    for _ in range(10):
        clock.move_on(LEASE * 2 // 3)
        taken.goes_on()
        assert list(received.take(9)) == []
        assert taken.begin(taken.row.progress + 1)
    taken.note(finding="in work")
    clock.move_on(LEASE + SECOND)
    [other] = received.take(9)
    for change in (taken.goes_on, lambda: taken.begin(99), lambda: taken.note(state=SEEN)):
        with pytest.raises(Lost):
            change()
    received.attempt(row)
    assert both.office.store.inbox.findings() == {"in work": 1}, "it is another's by now"
    received.attempt(other)
    assert both.office.store.inbox.findings() == {"answered": 1}


class Slow(Clock):
    """Each look at it takes its time, and somebody else looks for mails meanwhile."""

    def __init__(self) -> None:
        super().__init__()
        self.passes = 0
        self.looking: Callable[[], object] | None = None
        self.found: list[object] = []

    def __call__(self) -> int:
        self.ahead += self.passes
        looks, self.looking = self.looking, None
        if looks is not None:
            self.found.append(looks())
            self.looking = looks
        return super().__call__()


def test_no_other_process_takes_a_mail_that_takes_long(env: dict[str, str]) -> None:
    clock = Slow()
    post = Post({**env, "MAIL_HOURLY": "0"}, "1815", clock)
    post.set_up("napoleon1815", "historical_invasion")
    post.leave("french")
    post.run()
    post.mail(post.reply("french", "status\n" * 50))
    received = Received(post.office)
    [row] = received.take(9)
    clock.passes = int(0.4 * SECOND)
    begun_at = clock.ahead
    clock.looking = lambda: list(received.take(9))
    received.attempt(row)
    clock.looking = None
    assert clock.ahead - begun_at > 2 * LEASE, "it has outlived its lease"
    assert not any(clock.found)
    assert post.office.store.inbox.findings() == {"answered": 1}
    post.close()


@pytest.fixture
def rarely(make_post: Callable[..., Post]) -> Post:
    """Where three mails of a mailbox are answered in an hour."""
    post = make_post(MAIL_HOURLY="3")
    post.set_up("napoleon1815", "historical_invasion")
    post.leave("french")
    post.leave("allied")
    post.run()
    return post


def answers(post: Post, who: str = "french") -> int:
    return sum("One line" in text or "Status" in text for text in map(body, post.to(who)))


def test_mails_beyond_those_of_an_hour_wait_and_their_sender_is_told_once(
    log_env: dict[str, str], clock: Clock
) -> None:
    with closing(Post({**log_env, "MAIL_HOURLY": "3"}, "1815", clock)) as rarely:
        rarely.set_up("napoleon1815", "historical_invasion")
        rarely.leave("french")
        rarely.run()
        wait_for_their_turn(rarely, clock)


def wait_for_their_turn(rarely: Post, clock: Clock) -> None:
    question = rarely.newest("french")
    for _ in range(8):
        rarely.mail(rarely.reply("french", "status", to=question))
    rarely.run()
    assert answers(rarely) == 3
    waits = [it for it in rarely.to("french") if "are not lost" in " ".join(body(it).split())]
    assert 1 <= len(waits) <= 2, "once for each hour to which they are put off"
    rarely.run()
    assert answers(rarely) == 3
    clock.move_on(HOUR + MINUTE)
    rarely.run()
    assert answers(rarely) == 6
    clock.move_on(HOUR + MINUTE)
    rarely.run()
    assert answers(rarely) == 8, "nothing is lost"


def test_who_waits_is_told_what_is_asked_all_the_same(rarely: Post) -> None:
    question = rarely.newest("french")
    for _ in range(5):
        rarely.mail(rarely.reply("french", "status", to=question))
    rarely.run()
    rarely.games.submit_orders(rarely.id, "french", ["blue none"])
    rarely.games.submit_orders(rarely.id, "allied", ["blue none"])
    rarely.run()
    assert "You are asked" in body(rarely.newest("french"))


def test_all_processes_count_alike(rarely: Post) -> None:
    for _ in range(6):
        rarely.mail(rarely.reply("french", "status"))
    first, second = Received(rarely.office), Received(rarely.office)
    taken = [*first.take(3), *second.take(3)]
    # The last to come is seen to first.
    for number, row in enumerate(reversed(taken)):
        (first, second)[number % 2].attempt(row)
    assert rarely.office.store.inbox.findings()["answered"] <= 3


def test_nobody_uses_up_what_a_player_may_send(rarely: Post) -> None:
    box = of(rarely.office, rarely.games.open(rarely.id), "french")
    assert box is not None
    question = rarely.newest("french")
    local, _, domain = rarely.office.address(Purpose.REPLY, box).partition("@")
    for _ in range(9):
        raw = rarely.reply("french", "status", to=question)
        rarely.mail(raw, recipient=f"{local.partition('.')[0]}.{'a' * 16}@{domain}")
        raw = rarely.reply("french", "status", to=question, Auto_Submitted="auto-replied")
        rarely.mail(raw)
        rarely.mail(rarely.reply("french", "blue none", to=question, From="eve@evil.example"))
    rarely.run()
    held = sum("is held" in text for text in map(body, rarely.to("french")))
    assert held == 3, "and of those that are held only as many are asked about"
    rarely.mail(rarely.reply("french", "blue none", to=question))
    rarely.run()
    assert counting(rarely) == 1


def test_whoever_watches_several_games_is_counted_once(rarely: Post) -> None:
    confirmed(rarely)
    question = rarely.newest(holder())
    first = rarely.id
    rarely.set_up("napoleon1815", "historical_invasion")
    confirmed(rarely)
    other = rarely.newest(holder())
    assert rarely.id != first
    for asked in (question, other) * 3:
        rarely.mail(rarely.reply(holder(), "status", to=asked))
    rarely.run()
    assert answers(rarely, holder()) == 3


def test_robots_are_counted(both: Post, clock: Clock) -> None:
    def robots() -> float:
        families = {it.name: it for it in MailCollector(both.office).collect()}
        return families["napoleon_mail_robots"].samples[0].value

    assert robots() == 0
    for _ in range(3):
        both.mail(both.reply("french", "away", Auto_Submitted="auto-replied"))
    both.answer("french", "status")
    assert robots() == 3
    clock.move_on(HOUR + MINUTE)
    assert robots() == 0
    assert sum(isinstance(it, OrderGiven) for it in both.games.history(both.id)) == 0
