"""Replies to press, letters without a signature and diaries, by mail alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest
from msgspec.structs import replace

from api.languages import LANGUAGES
from api.mail.answering.press_replies import letter_answered
from api.mail.letters.press import is_hidden, press_since
from napoleon.log.events.grey_press import UNSIGNED
from napoleon.log.press import Letter, letters
from napoleon.play import counting
from napoleon.play.dispatches import charter
from napoleon.play.dispatches import send as send_dispatch
from napoleon.rules.contract import installed
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import OrderGiven
from napoleon.rules.viewer import Viewer
from tests.clocks import MONDAY, Clock
from tests.mail.conftest import SEED
from tests.mail.tables import Post, body
from tests.mail.test_press import alone, written
from tests.stores import embedded

WARS = installed()["napoleonic_wars"]

RANDOM = re.compile(r"[A-Za-z0-9_=+/-]{20,}|\+[a-z]\d+\.[a-z2-7]{16}|[a-z2-7]{16}|boundary=.*")
"""Tags, keys and receipts, which are other ones in every store."""

SECRET = "Brussels is not worth a battle."


@pytest.fixture
def grey(make_post: Callable[..., Post]) -> Post:
    """A game of three by mail, in which letters may be without a signature."""
    post = make_post()
    options = {"players": 3, "letters": True}
    post.set_up("napoleonic_wars", WARS.scenarios[0].id, options, grey_press=True)
    for holder in (*post.games.open(post.id).created.seats, REFEREE):
        post.leave(holder)
    post.run()
    return post


def letter_to(post: Post, holder: str) -> EmailMessage:
    """The newest mail with nothing but a letter that a holder has got."""
    [*_, last] = [
        it for it in post.delivered if it.holder == holder and it.about.startswith("press-")
    ]
    return next(it for it in post.to(holder) if it["Message-ID"] == last.message_id)


def test_a_plain_reply_goes_to_the_writer_alone(both: Post) -> None:
    both.answer("french", "press to all: Leave Brussels!")
    mail = letter_to(both, "allied")
    told = both.answer("allied", "Never.\n\nWe stay,\nall of us.", to=mail)
    assert written(both)[1:] == [("allied", ("french",), "Never.\n\nWe stay,\nall of us.")]
    assert "To the French" in told and "We stay," in told
    assert "It is no order" not in told
    assert "Never." in alone(both, "french")[-1]


def test_quotes_and_signatures_are_no_part_of_it(both: Post) -> None:
    both.answer("french", "press to allies: Leave Brussels!")
    text = "Never.\n\n> Leave Brussels!\n\nNot while I live.\n-- \nA. Wellesley\nHouse of Lords"
    both.answer("allied", text, to=letter_to(both, "allied"))
    assert written(both)[1][2] == "Never.\n\n\nNot while I live."


def test_a_mail_that_orders_something_sends_no_press_that_is_not_marked(both: Post) -> None:
    both.answer("french", "press to allies: Leave Brussels!")
    told = both.answer("allied", "Never.\n\nstatus", to=letter_to(both, "allied"))
    assert len(written(both)) == 1
    assert "> Never." in told and "between “press:” and “end press”" in " ".join(told.split())


def test_what_is_nearly_an_order_is_never_sent_to_an_enemy(both: Post) -> None:
    both.answer("french", "press to allies: Leave Brussels!")
    told = both.answer("allied", "activat Brussels: Wellington", to=letter_to(both, "allied"))
    assert len(written(both)) == 1
    assert "Refused" in told


def test_a_marked_text_goes_with_orders(both: Post) -> None:
    both.answer("allied", "press to the French: Will you leave?")
    mail = letter_to(both, "french")
    both.answer("french", "press:\nNever.\n\nblue 1\nend press\nblue none", to=mail)
    assert written(both)[1] == ("french", ("allied",), "Never.\n\nblue 1")
    assert [it.player for it in both.games.history(both.id) if isinstance(it, OrderGiven)]


def test_a_marked_text_answers_only_a_letter(both: Post) -> None:
    told = both.answer("french", "press:\nNever.\nend press")
    assert "UNKNOWN_LETTER" in told and written(both) == []


def test_a_text_without_an_end_is_not_sent(both: Post) -> None:
    both.answer("french", "press to allies: Leave Brussels!")
    told = both.answer("allied", "press:\nNever.", to=letter_to(both, "allied"))
    assert len(written(both)) == 1
    assert "TEXT_UNENDED" in told and "press ...:" in told


def test_prose_in_answer_to_any_other_mail_is_no_letter(both: Post) -> None:
    told = both.answer("french", "What a fine day.")
    assert written(both) == [] and "It is no order and no command." in told


def test_the_same_reply_twice_is_sent_once(both: Post) -> None:
    both.answer("french", "press to allies: Leave Brussels!")
    raw = both.reply("allied", "Never.", to=letter_to(both, "allied"))
    for _ in range(2):
        both.mail(raw)
        both.run()
    assert len(written(both)) == 2


def test_what_may_be_quoted_is_asked_about_first(both: Post) -> None:
    both.answer("french", "press to allies: Leave Brussels!")
    text = "Never.\n\nFrench via Napoleon wrote:\n\nLeave Brussels!"
    told = both.answer("allied", text, to=letter_to(both, "allied"))
    assert len(written(both)) == 1
    assert "some of it may be quoted" in " ".join(told.split())
    assert "> Leave Brussels!" in told, "they see all that would be sent"


def test_a_reply_to_a_dispatch_is_no_letter(both: Post) -> None:
    charter(both.games, both.id, REFEREE, lost=0, captured=0, pace=99)
    sent = send_dispatch(
        both.games, both.id, "french", "allied", origin="beaumont", destination="ligny", text="Go."
    )
    assert isinstance(sent, Letter)
    assert "BY_COURIER" in both.answer("french", f"answer {sent.version}: No.")
    assert "UNKNOWN_LETTER" in both.answer("allied", f"answer {sent.version}: No.")
    game = both.games.open(both.id)
    told = replace(both.delivered[-1], about=f"press-{sent.version}")
    for holder in ("french", "allied"):
        reading = both.office.reading(game, both.leave(holder))
        assert letter_answered(reading, told) is None
    assert len(written(both)) == 1


def test_a_letter_without_a_signature_names_nobody_in_any_mail(grey: Post) -> None:
    writer, reader, third = grey.games.open(grey.id).created.seats[:3]
    name = grey.office.reading(grey.games.open(grey.id), grey.leave(reader)).name(writer)
    before = len(grey.delivered)
    told = grey.answer(writer, f"press unsigned to {reader}: {SECRET}")
    assert "without a signature" in told
    mail = letter_to(grey, reader)
    assert SECRET in body(mail) and "unsigned" in body(mail)
    lines = body(mail).split("It waits for")[0]
    head = lines[: lines.index(SECRET)]
    assert name not in head.replace(str(mail["Subject"]), "")
    assert writer not in str(mail["From"]).lower() and name not in str(mail["From"])
    assert not [it for it in grey.delivered[before:] if it.holder == third]
    # The answer comes to its writer, who stays unnamed in the echo.
    told = grey.answer(reader, "Who are you?", to=mail)
    assert "To somebody unsigned" in told
    assert "Who are you?" in body(letter_to(grey, writer))
    # And a reply to that goes without a signature, too.
    told = grey.answer(writer, "A friend.", to=letter_to(grey, writer))
    assert "without a signature" in told
    assert "A friend." in body(letter_to(grey, reader))
    assert [it[:2] for it in written(grey)] == [
        (writer, (reader,)), (reader, (writer,)), (writer, (reader,)),
    ]  # fmt: skip


def test_judges_read_who_wrote(grey: Post) -> None:
    writer = grey.games.open(grey.id).created.seats[0]
    grey.answer(writer, f"press unsigned to referee:\n{SECRET}\nend press")
    mail = letter_to(grey, REFEREE)
    name = grey.office.reading(grey.games.open(grey.id), grey.leave(REFEREE)).name(writer)
    assert name in body(mail) and ", unsigned" in body(mail)


def test_it_is_refused_where_it_is_not_allowed(both: Post) -> None:
    assert "NO_GREY_PRESS" in both.answer("french", "press unsigned to all: Psst.")
    assert written(both) == []


def test_a_mute_does_not_tell_who_wrote(grey: Post) -> None:
    """Who has muted somebody still gets what that one does not sign: silence would tell."""
    writer, reader = grey.games.open(grey.id).created.seats[:2]
    grey.answer(writer, f"press unsigned to {reader}: {SECRET}")
    grey.answer(writer, f"press to {reader}: Signed.")
    game = grey.games.open(grey.id)
    reading = grey.office.reading(game, grey.leave(reader))

    def hides(game: object, holder: str, other: str) -> bool:
        return other == writer

    told = [it.paragraphs for it in press_since(reading, 0, hides)]
    assert told == [(SECRET,)]
    found = list(letters(grey.games, game, game.viewer(reader)))
    assert [is_hidden(reading, it, hides) for it in found] == [True, False]


def test_a_broadcast_is_for_everybody(both: Post) -> None:
    both.answer("french", "broadcast: Vive l'Empereur!")
    both.answer("allied", "broadcast:\nHow nice.\n\nIndeed.\nend broadcast")
    assert written(both) == [
        ("french", ("all",), "Vive l'Empereur!"),
        ("allied", ("all",), "How nice.\n\nIndeed."),
    ]


@pytest.mark.parametrize("way", ["diary: {}", "diary:\n{}\nend diary"])
def test_a_diary_is_for_nobody_else(both: Post, way: str) -> None:
    before = len(both.delivered)
    told = both.answer("french", way.format(SECRET))
    assert SECRET in told
    assert [it.holder for it in both.delivered[before:]] == ["french"]
    assert SECRET in both.answer("french", "diary")
    assert SECRET not in both.answer("allied", "press")
    assert "Nothing stands in your diary." in both.answer("allied", "diary")
    assert written(both) == [("french", ("french",), SECRET)]


def test_an_answer_by_number(both: Post) -> None:
    both.answer("french", "press to all: Leave Brussels!")
    number = next(letters(both.games, both.games.open(both.id), Viewer(REFEREE))).version
    both.answer("allied", f"answer {number}: Never.")
    assert written(both)[1] == ("allied", ("french",), "Never.")
    assert "UNKNOWN_LETTER" in both.answer("allied", "answer 1: Never.")


@pytest.mark.parametrize("code", LANGUAGES)
def test_in_every_language(grey: Post, code: str) -> None:
    writer, reader = grey.games.open(grey.id).created.seats[:2]
    for holder in (writer, reader):
        grey.answer(holder, f"language {code}")
    told = grey.answer(writer, f"press unsigned to {reader}: Psst.")
    mail = body(letter_to(grey, reader))
    noted = grey.answer(writer, "diary: Psst.")
    words = {
        "en": ("without a signature", "Somebody unsigned to", "Your diary"),
        "fr": ("sans signature", "Quelqu", "Votre journal intime"),
    }[code]
    for one, text in zip(words, (told, mail, noted), strict=True):
        assert one in text
    assert UNSIGNED in [it.sender for it in letters(
        grey.games, grey.games.open(grey.id), Viewer(reader)
    )]  # fmt: skip


class Standing(Clock):
    """A time that goes on for each mail alike, in whatever second the test is run."""

    def __call__(self) -> int:
        return counting.micros(MONDAY) + self.ahead


def told_of(home: Path, writer: int, other: int) -> list[str]:
    """All mails to the third player, and all that it is told by commands, without random parts."""
    home.mkdir()
    post = Post(embedded(home), SEED, Standing())
    options = {"players": 3, "letters": True}
    post.set_up("napoleonic_wars", WARS.scenarios[0].id, options, grey_press=True)
    seats = post.games.open(post.id).created.seats
    for holder in seats:
        post.leave(holder)
    post.run()
    third = seats[2]
    first = len(post.delivered)
    post.answer(seats[writer], f"press unsigned to all: {SECRET}")
    post.answer(seats[writer], f"press unsigned to {third}: {SECRET}")
    post.answer(seats[other], "diary: I trust nobody.")
    post.answer(seats[writer], f"press unsigned to {seats[other]}: Between us.")
    post.answer(third, "Who are you?", to=letter_to(post, third))
    for line in ("press", "history", "status"):
        post.answer(third, line)
    sent = [it for it in post.delivered[first:] if it.holder == third]
    found = [f"{it.about} {it.version} {it.made}\n{it.message.decode()}" for it in sent]
    post.close()
    return [RANDOM.sub("", it) for it in found]


def test_twins_that_differ_in_who_wrote_have_the_same_mails(tmp_path: Path) -> None:
    """Headers, order and times too."""
    one, two = told_of(tmp_path / "one", 0, 1), told_of(tmp_path / "two", 1, 0)
    assert len(one) > 4
    assert one == two
