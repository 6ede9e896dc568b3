# ruff: noqa: RUF001 - alphabets of many languages
"""Two thousand mails: forms of programs, languages, robots, quotes and wraps, made by a seed.

Each comes in as mails do, for a game of its own. No line is carried out that its writer did not
leave standing, whole and unquoted; nothing is eaten in silence; in doubt the mail is held and its
player asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from email.message import EmailMessage
from random import Random
from typing import Any, NamedTuple

import pytest

from napoleon.rules.orders import OrderGiven
from tests.mail.corpus import html, plain
from tests.mail.tables import Post, body
from tests.mail.test_unmarked import ATTRIBUTIONS, HEADERS
from tests.stores import embedded

EVERY, SAMPLE = 2000, 90

PLAYER = "ann@players.example"
OWN = ("activate Beaumont: Drouot", "activate Beaumont: Drouot, Napoleon", "status")
PLANTED = "activate Beaumont: Vandamme"
"""It stands only where it must not be carried out."""

GREETINGS = ("", "Hello Bob,", "Witaj!", "Γεια σου", "你好", "Thanks, I shall think about it.")
FAREWELLS = ("", "Best wishes", "Pozdrawiam", "Terveisin", "よろしくお願いします")
SIGNATURES = ("", f"-- \nAnn\n{PLANTED}", f"Sent from my iPhone\n{PLANTED}")
MARKS = ("> ", ">", ">> ", "\N{FULLWIDTH GREATER-THAN SIGN} ")
ROBOTS = (
    {"Auto-Submitted": "auto-replied (vacation)"},
    {"Auto-Submitted": "auto-generated"},
    {"X-Autoreply": "yes"},
    {"X-MDAutoresponder": "1"},
    {"X-MS-Exchange-Generated-Message-Source": "Mailbox Rules Agent"},
    {"Subject": "Autosvar: Napoléon 1815"},
    {"Subject": "Automatic reply: Napoléon 1815"},
    {"Return-Path": "<>"},
)
LISTS = (
    {"List-Id": "<wargames.example>"},
    {"Precedence": "bulk"},
    {"List-Unsubscribe": "<mailto:leave@wargames.example>"},
)
SENTENCE = "I have looked at the map for an hour now and if the Prussians stay away I will"


class Written(NamedTuple):
    """What somebody wrote, and how their program sends it."""

    text: str
    content: tuple[bytes, dict[str, str]]
    headers: dict[str, str]
    sender: str = PLAYER


Style = Callable[[Random, str, list[str]], Written]
"""From chance, what somebody wrote, and the lines of the mail that they answer."""


def _plain(text: str, headers: dict[str, str] | None = None, sender: str = PLAYER) -> Written:
    return Written(text, plain(text), headers or {}, sender)


def _attribution(random: Random) -> str:
    told = random.choice(ATTRIBUTIONS)
    at = told.rfind(" ", 20, 60) if random.random() < 0.5 and len(told) > 60 else -1
    return told if at < 0 else f"{told[:at]}\n{told[at + 1 :]}"


def marked(random: Random, above: str, quoted: list[str]) -> Written:
    mark = random.choice(MARKS)
    return _plain("\n".join([above, _attribution(random), *(mark + it for it in quoted)]))


def unmarked(random: Random, above: str, quoted: list[str]) -> Written:
    return _plain("\n".join([above, _attribution(random), "", *quoted]))


def headed(random: Random, above: str, quoted: list[str]) -> Written:
    labels = HEADERS[random.choice(list(HEADERS))]
    values = ("Napoleon <napoleon@club.example>", "23.11.2026 10:15", "Ann", "[#abc] 1815")
    head = [f"{it} {value}" for it, value in zip(labels, values, strict=True)]
    return _plain("\n".join([above, *head, "", *quoted]))


def bare(random: Random, above: str, quoted: list[str]) -> Written:
    return _plain("\n".join([above, *quoted]))


def struck(random: Random, above: str, quoted: list[str]) -> Written:
    tag = random.choice(("s", "del", "strike"))
    written = "".join(f"<p>{it}</p>" for it in above.split("\n"))
    return Written(above, html(f"{written}<p><{tag}>{PLANTED}</{tag}></p>"), {})


def named(random: Random, above: str, quoted: list[str]) -> Written:
    name = random.choice(("Napoleon napisal:", "Napoleon schreef:", "So wrote Bob:", "Bob skrev:"))
    return _plain("\n".join([above, name, "", PLANTED]))


def labelled(random: Random, above: str, quoted: list[str]) -> Written:
    labels = [it for it in HEADERS.values() if all(" " not in one for one in it[:2])]
    first, second, *_ = random.choice(labels)
    return _plain("\n".join([above, f"{first} Napoleon", f"{second} Ann", "", PLANTED]))


def broken(random: Random, above: str, quoted: list[str]) -> Written:
    """A program cut a sentence, and its second line looks like an order."""
    return _plain("\n".join([above, SENTENCE, PLANTED]))


def attached(random: Random, above: str, quoted: list[str]) -> Written:
    mail = EmailMessage()
    mail.set_content(above)
    how = random.choice(("inline", "attachment"))
    mail.add_attachment(f"{PLANTED}\n", disposition=how, filename="orders.txt")
    content = mail.get_payload()
    assert isinstance(content, list)
    return Written(above, (mail.as_bytes().partition(b"\n\n")[2], dict(mail.items())), {})


def robot(random: Random, above: str, quoted: list[str]) -> Written:
    return _plain("\n".join([above, PLANTED]), random.choice(ROBOTS))


def of_a_list(random: Random, above: str, quoted: list[str]) -> Written:
    return _plain("\n".join([above, PLANTED]), random.choice(LISTS))


def forged(random: Random, above: str, quoted: list[str]) -> Written:
    return _plain("\n".join([above, PLANTED]), sender="eve@elsewhere.example")


ANSWERED: tuple[Style, ...] = (marked, unmarked, headed, bare, struck, attached)
ASKED: tuple[Style, ...] = (named, labelled, broken, of_a_list, forged)
"""Doubtful as a whole: their player is asked, and nothing is done before they answer."""
STYLES = (*ANSWERED, *ASKED, robot)


class Table:
    """Games in which the French hold a mail that asks for orders."""

    def __init__(self, post: Post) -> None:
        self.post = post

    def judge(self, number: int) -> None:
        random = Random(f"many mails {number}")
        turn_mail = self._begun()
        own = random.sample(OWN, random.randrange(3))
        style = STYLES[number % len(STYLES)]
        signature = random.choice(SIGNATURES) if style in (marked, bare) else ""
        above = "\n".join(_above(random, own))
        quoted = [it for it in body(turn_mail).splitlines() if it != "-- "][:40]
        quoted += [f"| {PLANTED}", PLANTED, *signature.splitlines()]
        assert f"| {PLANTED}" in body(turn_mail)
        written = style(random, above, quoted)
        given, told = self._sent(written, turn_mail)
        self._check(f"{number} {style.__name__}", style, own, written.text, given, told)

    def _check(
        self, name: str, style: Style, own: list[str], text: str, given: list[Any], told: str
    ) -> None:
        meant = [self._order(it) for it in own]
        shown = (name, text, told)
        assert all(it in meant for it in given), shown
        if style is robot:
            assert not given and not told, shown
        elif style in ASKED:
            assert not given and "is held" in told, shown
            assert " ".join(PLANTED.split()) in told, shown
        else:
            assert told, shown
            for line, order in zip(own, meant, strict=True):
                # A line that was wrapped may be shown in its two parts.
                named = "stands at" if line == "status" else line.split(": ")[-1]
                assert (order and order in given) or named in told, shown

    def _begun(self) -> EmailMessage:
        post, asked = self.post, None
        while asked is None or (asked.seat, asked.kind) != ("french", "go"):
            # Chance says who goes first.
            post.set_up("napoleon1815", "historical_invasion")
            post.games.submit_orders(post.id, "french", ["blue none"])
            post.games.submit_orders(post.id, "allied", ["blue none"])
            asked = next(iter(post.games.decisions(post.games.open(post.id))), None)
        post.games.put_name(post.id, "allied", "Bob")
        post.leave("french", PLAYER)
        post.run()
        return post.newest("french")

    def _sent(self, written: Written, turn_mail: EmailMessage) -> tuple[list[Any], str]:
        content, content_headers = written.content
        headers = {
            "From": written.sender,
            "To": str(turn_mail["Reply-To"]),
            "Subject": f"Re: {turn_mail['Subject']}",
            "In-Reply-To": str(turn_mail["Message-ID"]),
            "Message-ID": f"<{self.post.id}@players.example>",
            **content_headers,
            **written.headers,
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        before = self._orders()
        self.post.delivered.clear()
        sender = "" if headers.get("Return-Path") == "<>" else written.sender
        self.post.handed_over(head.encode() + b"\r\n" + content, sender, headers["To"])
        self.post.run()
        answers = [body(it) for it in self.post.to("french")]
        return self._orders()[len(before) :], " ".join(" ".join(answers).split())

    def _orders(self) -> list[Any]:
        history = self.post.games.history(self.post.id)
        return [it.order for it in history if isinstance(it, OrderGiven)]

    def _order(self, line: str) -> Any:
        """What a line orders, as events have it; None for a command."""
        if line == "status":
            return None
        _, area, blocks = line.replace(":", "").split(" ", 2)
        blocks = sorted(it.lower() for it in blocks.split(", "))
        return {"order": "activate_stack", "area": area.lower(), "blocks": blocks, "card": None}


def _above(random: Random, own: list[str]) -> Iterator[str]:
    yield from (random.choice(GREETINGS), "")
    for it in own:
        # Some programs wrap what is long.
        yield it.replace(": ", ":\n") if random.random() < 0.3 else it
        yield from [""] * random.randrange(2)
    yield from ("", random.choice(FAREWELLS), "")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    post = Post(embedded(tmp_path_factory.mktemp("many")), "1815")
    yield Table(post)
    post.close()


@pytest.mark.sampled(15)
@pytest.mark.parametrize("number", sorted(Random(32).sample(range(EVERY), SAMPLE)))
def test_a_sample_of_many_mails(table: Table, number: int) -> None:
    table.judge(number)


@pytest.mark.soak
def test_two_thousand_mails(table: Table) -> None:
    for number in range(EVERY):
        table.judge(number)
