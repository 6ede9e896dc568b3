# ruff: noqa: RUF001 - alphabets of many languages
"""Two thousand mails: forms of programs, languages, quotes and wraps, put together by a seed.

No line is carried out that its writer did not leave standing, whole and unquoted; and each line
of theirs that could be an order is carried out, or named.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from api.mail.answering import quotes
from api.mail.answering.lines import Sorter, offered
from api.mail.answering.opening import opened
from api.mail.answering.quotes import Answered
from api.mail.answering.settings_by_mail import MailCommands
from api.mail.mailboxes import of
from tests.mail.corpus import html, plain
from tests.mail.tables import Post
from tests.mail.test_unmarked import ATTRIBUTIONS, HEADERS
from tests.stores import embedded

EVERY, SAMPLE = 2000, 150

OWN = ("activate Beaumont: Drouot", "activate Beaumont: Napoleon", "status")
PLANTED = "activate Beaumont: Vandamme"
"""It stands only where it must not be carried out."""

OURS = f"""It is for you to decide, and the Allies are waiting for that.

You are asked
-------------
Answer with one of these lines, without the bar before it:

| {PLANTED}
| activate Beaumont: Drouot
"""

GREETINGS = ("", "Hello Bob,", "Witaj!", "Γεια σου", "你好", "Thanks, I shall think about it.")
FAREWELLS = ("", "Best wishes", "Pozdrawiam", "Terveisin", "よろしくお願いします")
SIGNATURES = ("", f"-- \nAnn\n{PLANTED}", f"Sent from my iPhone\n{PLANTED}")
MARKS = ("> ", ">", ">> ", "\N{FULLWIDTH GREATER-THAN SIGN} ")


class Mail:
    """A mail, the lines that its writer left standing, and the same as bytes."""

    def __init__(self, number: int) -> None:
        random = Random(f"many mails {number}")
        self.own = random.sample(OWN, random.randrange(3))
        quoted = OURS.splitlines()
        style = random.choice(("marked", "attribution", "header", "bare", "struck"))
        attribution = random.choice(ATTRIBUTIONS)
        if random.random() < 0.5 and len(attribution) > 60:
            at = attribution.rfind(" ", 20, 60)
            attribution = f"{attribution[:at]}\n{attribution[at + 1 :]}"
        labels = HEADERS[random.choice(list(HEADERS))]
        values = ("Napoleon <napoleon@localhost>", "23.11.2026 10:15", "Ann", "[#abc] 1815")
        below = {
            "marked": [attribution, *(random.choice(MARKS) + it for it in quoted)],
            "attribution": [attribution, "", *quoted],
            "header": [f"{it} {value}" for it, value in zip(labels, values, strict=True)]
            + ["", *quoted],
            "bare": quoted,
            "struck": [],
        }[style]
        written = list[str]()
        for it in self.own:
            # Some programs wrap what is long.
            cut = random.random() < 0.3 and ": " in it
            written.append(it.replace(": ", ":\n") if cut else it)
            written += [""] * random.randrange(2)
        above = [random.choice(GREETINGS), "", *written, "", random.choice(FAREWELLS), ""]
        text = "\n".join([*above, *below, random.choice(SIGNATURES)])
        if style == "struck":
            tag = random.choice(("s", "del", "strike"))
            body, headers = html(
                "".join(f"<p>{it}</p>" for it in "\n".join(above).split("\n"))
                + f"<p><{tag}>{PLANTED}</{tag}></p>"
            )
        else:
            body, headers = plain(text)
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.name = f"{number} {style}"
        self.raw = f"From: ann@players.example\r\n{head}\r\n".encode() + body
        self.shown = text


@pytest.fixture(scope="module")
def sorter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sorter]:
    post = Post(embedded(tmp_path_factory.mktemp("many")), "1815")
    post.set_up("napoleon1815", "historical_invasion")
    post.games.give(post.id, "french", ["blue none"])
    post.games.give(post.id, "allied", ["blue none"])
    post.left("french", "ann@players.example")
    game = post.games.open(post.id)
    box = of(post.office, game, "french")
    assert box is not None
    reading = post.office.reading(game, box)
    answered = Answered(OURS, offered(OURS, reading))
    assert PLANTED in answered.offers
    yield Sorter(reading, MailCommands(post.office, box).grammar, answered)
    post.close()


def judge(sorter: Sorter, number: int) -> None:
    mail = Mail(number)
    answered = sorter._answered
    sent = sorter.sort(quotes.lines(opened(mail.raw).text, answered))
    done = [" ".join(it.text.split()) for it in sent.steps]
    named = " ".join(it.text for it in sent.untaken)
    assert set(done) <= set(mail.own), (mail.name, mail.shown)
    for line in mail.own:
        assert line in done or line.split(": ")[-1] in named, (mail.name, line, mail.shown)


@pytest.mark.parametrize("number", sorted(Random(32).sample(range(EVERY), SAMPLE)))
def test_a_sample_of_many_mails(sorter: Sorter, number: int) -> None:
    judge(sorter, number)


@pytest.mark.soak
def test_two_thousand_mails(sorter: Sorter) -> None:
    for number in range(EVERY):
        judge(sorter, number)
