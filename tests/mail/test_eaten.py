# ruff: noqa: RUF001 - alphabets of many languages
"""What used to be eaten without a word, or carried out by half: it is read, or answered."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from api.mail.answering import quotes
from api.mail.answering.opening import LONGEST_TEXT, opened
from api.mail.answering.quotes import Kind
from api.mail.answering.texts import from_html
from api.mail.mailboxes import of
from api.mail.tokens import Purpose
from napoleon.rules.orders import OrderGiven
from tests.mail.tables import Post, body


def ordered(post: Post) -> int:
    return sum(isinstance(it, OrderGiven) for it in post.games.history(post.id))


def own(text: str) -> list[str]:
    return [it.text.strip() for it in quotes.lines(text) if it.kind is Kind.OWN and it.text.strip()]


@pytest.mark.parametrize(
    "head", ['<?xml version="1.0" encoding="utf-8"?>', '\n<?XML version="1.0" encoding="x"?>\n', ""]
)
def test_html_with_a_declaration_is_read(head: str) -> None:
    assert own(from_html(f"{head}<html><body><p>blue none</p></body></html>")) == ["blue none"]


@pytest.mark.parametrize(
    "struck",
    [
        "<s>blue 61</s>",
        "<del>blue 61</del>",
        "<strike>blue 61</strike>",
        '<span style="text-decoration: Line-Through">blue 61</span>',
        '<b><span style="color:red;text-decoration:line-through">blue 61</span></b>',
        "blue <s>61</s> 62",
    ],
)
def test_what_is_struck_out_is_no_order(struck: str) -> None:
    said = from_html(f"<html><body><p>{struck}</p><p>blue none</p></body></html>")
    assert own(said) == ["blue none"]
    assert "> blue" in said, "it is there to be named"


@pytest.mark.parametrize("form", ["{}", "“{}”", '"{}"', "{}.", "‘{}’"])
def test_what_a_program_makes_of_a_line_is_read(both: Post, form: str) -> None:
    both.answer("french", form.format("blue none"))
    assert ordered(both) == 1


def test_a_dash_that_a_program_made_is_read(both: Post) -> None:
    for seat in ("french", "allied"):
        both.answer(seat, "blue none")
    both.answer("french", "activate Solre\N{EN DASH}le\N{EM DASH}Chateau: Lobau.")
    assert ordered(both) == 3


def test_a_mail_in_which_nothing_is_understood_is_answered_once_with_what_was_seen(
    both: Post,
) -> None:
    raw = both.reply("french", "I shall think about it.\n\n> blue none")
    before = len(both.to("french"))
    for _ in range(2):
        both.mail(raw)
        both.run()
    answers = [" ".join(body(it).split()) for it in both.to("french")[before:]]
    assert len(answers) == 1, "a mail that is delivered twice is one mail"
    assert "think about it" in answers[0] and "blue none" in answers[0]
    assert "holds no order and no command" in answers[0]
    assert ordered(both) == 0


@pytest.mark.parametrize("how", ["inline", "attachment"])
def test_a_file_that_comes_with_a_mail_is_no_order_and_what_looks_like_one_is_named(
    both: Post, how: str
) -> None:
    mail = EmailMessage()
    for name, value in (
        ("From", "french@players.example"),
        ("To", both.newest("french")["Reply-To"]),
    ):
        mail[name] = value
    mail.set_content("Here is what I wrote down on Sunday.\n")
    mail.add_attachment("blue none\n", disposition=how, filename="notes.txt")
    both.mail(mail.as_bytes())
    both.run()
    assert ordered(both) == 0
    told = body(both.newest("french"))
    assert "blue none" in told and "It is quoted" in " ".join(told.split())


def test_pgp_is_neither_an_order_nor_an_end() -> None:
    said = (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nblue none\n"
        "-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCAAdFiEE\npass\n-----END PGP SIGNATURE-----\n"
    )
    assert own(said) == ["blue none"]


def test_a_text_behind_a_picture_is_read(both: Post) -> None:
    mail = EmailMessage()
    mail.set_content("Look at this:\n")
    mail.add_attachment(b"\x89PNG", "image", "png", disposition="inline")
    mail.add_attachment("blue none\n", disposition="inline")
    assert own(opened(mail.as_bytes()).text) == ["Look at this:", "blue none"]


def test_a_mail_that_is_too_long_is_answered_and_nothing_in_it_is_carried_out(both: Post) -> None:
    both.answer("french", "blue none\n" + "x" * 70 + "\n" + "word\n" * (LONGEST_TEXT // 5))
    assert ordered(both) == 0
    assert "too long to be read whole" in " ".join(body(both.newest("french")).split())


def test_a_mail_to_two_games_is_answered_for_both(both: Post) -> None:
    raw = both.reply("french", "status")
    box = of(both.office, both.games.open(both.id), "allied")
    assert box is not None
    allied = both.office.address(Purpose.REPLY, box)
    for _ in range(2):
        both.mail(raw)
        both.mail(raw, recipient=allied)
    both.run()
    assert both.office.store.inbox.findings() == {"answered": 1, "held: another sender": 1}
