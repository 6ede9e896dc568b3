"""``napoleon mail`` and ``napoleon command``: everything can be tried on one machine."""

from __future__ import annotations

import signal

import pytest

from tests.command_line.conftest import Shell
from tests.command_line.server import Server

GAME = ("new", "napoleonic_empire", "--scenario", "europe", "--at-once", "--windows", "all")


@pytest.fixture
def game_id(shell: Shell) -> str:
    created = shell.json(*GAME)
    game: str = created["id"]
    return game


def test_a_game_is_played_by_mail_on_one_machine(shell: Shell, game_id: str) -> None:
    left = shell.run(
        "mail", "leave", game_id, "ann@players.example", "--seat", "french", "--confirmed"
    )
    assert left.stdout == "ann@players.example gets the mails of the seat french.\n"
    shown = shell.run("mail", "outbox", game_id, "--newest").stdout
    assert "You are asked" in shown
    assert "| pass" in shown
    told = shell.run("mail", "reply", game_id, "pass", "--seat", "french").stdout
    assert "One line was carried out." in told
    [first, second] = shell.json("mail", "outbox", game_id)
    assert [first["state"], second["state"]] == ["sent", "sent"]
    assert second["about"].startswith("echo-")
    assert len(list((shell.home / "outbox").glob("*.eml"))) == 2
    raw = shell.run("mail", "outbox", "--show", str(second["id"]), "--raw").stdout
    assert "Auto-Submitted: auto-replied" in raw


def test_a_reply_is_shown_its_answer_where_a_service_takes_the_mail_first(
    shell: Shell, game_id: str
) -> None:
    shell.run("mail", "leave", game_id, "ann@players.example", "--seat", "french", "--confirmed")
    server = Server({"NAPOLEON_HOME": str(shell.home)})
    try:
        server.listens()
        for _ in range(4):
            told = shell.run("mail", "reply", game_id, "status", "--seat", "french").stdout
            assert "Subject: [Napoleonic Empire" in told
        server.end(signal.SIGTERM)
    finally:
        server.clear_away()


def test_a_mail_is_taken_in_from_a_file(shell: Shell, game_id: str) -> None:
    shell.run("mail", "leave", game_id, "ann@players.example", "--seat", "french", "--confirmed")
    shown = shell.run("mail", "outbox", game_id, "--newest").stdout
    to = shown.partition("Reply-To: ")[2].splitlines()[0]
    file = shell.home / "mail.txt"
    file.write_text(f"From: ann@players.example\nTo: {to}\nSubject: x\n\npass\n")
    shell.run("mail", "deliver", str(file))
    assert "Play no card" in shell.run("mail", "outbox", game_id, "--newest").stdout


def test_an_address_is_asked_unless_it_is_known(shell: Shell, game_id: str) -> None:
    told = shell.run("mail", "leave", game_id, "ann@players.example", "--seat", "french").stdout
    assert told == "ann@players.example is asked.\n"
    assert "Confirm your address" in shell.run("mail", "outbox", "--newest").stdout
    told = shell.run("mail", "reply", game_id, "yes", "--seat", "french").stdout
    assert "Your address is confirmed" in told


def test_what_cannot_be_done_is_said(shell: Shell, game_id: str) -> None:
    for arguments, why in (
        (("mail", "leave", game_id, "nobody", "--seat", "french"), "no address"),
        (("mail", "leave", game_id, "a@b.example", "--seat", "russian"), "no seat russian"),
        (("mail", "outbox", "--newest"), "no such mail"),
        (("mail", "reply", game_id, "pass", "--seat", "french"), "No mail"),
        (("mail", "leave", "nogame", "a@b.example", "--seat", "french"), "no game nogame"),
    ):
        assert why in shell.run(*arguments, status=1).stderr


def test_a_test_mail_is_sent(shell: Shell) -> None:
    told = shell.run("mail", "test", "ann@players.example").stdout
    assert "No SMTP_URL is set" in told
    [file] = (shell.home / "outbox").glob("*.eml")
    assert "Subject: A test of Napoleon" in file.read_text()


def test_mails_are_posted_once(shell: Shell, game_id: str) -> None:
    shell.run("mail", "leave", game_id, "ann@players.example", "--seat", "french", "--confirmed")
    assert shell.run("mail", "post").stdout == "0 mails are on their way or sent.\n"


def test_commands_and_orders_on_the_command_line(shell: Shell, game_id: str) -> None:
    told = shell.run("command", game_id, "orders", "--seat", "french").stdout
    assert "Play no card" in told
    answer = shell.json("command", game_id, "pass", "--seat", "french")
    assert answer["changed"]
    assert shell.json("command", game_id, "history", "1", "to", "9", "--seat", "french")["listed"]
    refused = shell.run(
        "command", game_id, "move", "9", "Spain-Prussia", "--seat", "french", status=1
    )
    assert "[" in refused.stderr
    status = shell.run("command", game_id, "status", "--seat", "french", "--lang", "fr").stdout
    assert "Europe sous Napoléon" in status
    assert (
        "spectator"
        in shell.run("command", game_id, "status", "--seat", "spectator", status=1).stderr
    )
