"""Signing: what goes out bears a signature that others can check with what the DNS says."""

from __future__ import annotations

import time
from collections.abc import Callable
from email import message_from_bytes
from pathlib import Path

import dkim
import pytest

from api.mail.posting.outbox import Letters
from api.mail.posting.sending import sender, sender_of
from api.mail.posting.signing import KINDS, loaded, made, published, signing, text_record
from api.mail.settings import Server, Settings, settings
from napoleon.environment import BadSetting
from napoleon.log.store.key_files import write_private
from tests.command_line.conftest import Shell
from tests.mail.names import Names
from tests.mail.tables import Post
from tests.mail.test_sending import Received, server  # noqa: F401 - a mail server on loopback


@pytest.fixture(params=KINDS)
def key(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "dkim.pem"
    write_private(path, made(request.param))
    return path


def chosen(key: Path, **more: str) -> Settings:
    address = {"MAIL_ADDRESS": "napoleon@club.example"}
    return settings({**address, "MAIL_DKIM_KEY": str(key), **more})


def verified(mail: bytes, key: Path) -> bool:
    """Whether a mail is as it was signed, by what a receiver finds in the DNS."""
    names = Names()
    names.say_line(text_record("club._domainkey.club.example", published(loaded(key))))
    [said] = names.records["club._domainkey.club.example", "TXT"]

    def found(name: bytes, timeout: float = 5) -> bytes:
        assert name == b"club._domainkey.club.example."
        return said.replace('" "', "").strip('"').encode()

    return bool(dkim.verify(mail, dnsfunc=found))


@pytest.mark.parametrize("server", ["smtp"], indirect=True)
def test_what_a_server_gets_is_signed_and_what_is_kept_is_not(
    make_post: Callable[..., Post],
    key: Path,
    server: tuple[Received, Server],  # noqa: F811
) -> None:
    received, where = server
    post = make_post()
    post.set_up("napoleon1815", "historical_invasion")
    post.leave("french")
    sign = signing(chosen(key, MAIL_DKIM_SELECTOR="club"))
    post.run(sender(where, Path("unused"), sign))
    rows = post.office.store.outbox.all(post.id)
    assert not any(b"DKIM-Signature" in it.message for it in rows)
    assert len(received.mails) == len(rows) == 2
    for envelope in received.mails:
        mail = envelope.content
        assert isinstance(mail, bytes)
        assert verified(mail, key)
        signed = str(message_from_bytes(mail)["DKIM-Signature"]).replace("\r\n", "")
        names = signed.partition("h=")[2].partition(";")[0].replace(" ", "").split(":")
        assert {"list-unsubscribe", "reply-to", "content-type", "auto-submitted"} <= {*names}
        assert names.count("from") == names.count("subject") == 2


CHANGES = {
    "another subject": lambda mail: mail.replace(b"Subject: ", b"Subject: Not "),
    "a second subject": lambda mail: b"Subject: Not so\r\n" + mail,
    "a second sender": lambda mail: b"From: eve@evil.example\r\n" + mail,
    "a copy": lambda mail: b"Cc: eve@evil.example\r\n" + mail,
    "another answer": lambda mail: mail.replace(b"Reply-To: n", b"Reply-To: m"),
    "more text": lambda mail: mail + b"and more\r\n",
}


def signed(post: Post, key: Path) -> bytes:
    post.leave("french")
    post.run()
    sign = signing(chosen(key, MAIL_DKIM_SELECTOR="club"))
    assert sign is not None
    return sign(post.delivered[-1].message)


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_changed_on_the_way_is_noticed(post: Post, key: Path, change: str) -> None:
    mail = signed(post, key)
    changed = CHANGES[change](mail)
    assert changed != mail
    assert verified(mail, key)
    assert not verified(changed, key)


def test_what_servers_do_to_blanks_and_headers_of_their_own_does_not_matter(
    post: Post, key: Path
) -> None:
    mail = signed(post, key)
    received = b"Received: from club.example\r\n\tby mx.players.example;\r\n" + mail
    assert verified(received.replace(b"Subject: ", b"SUBJECT:   ") + b"\r\n\r\n", key)


def test_a_mail_that_goes_again_is_signed_again(post: Post, tmp_path: Path) -> None:
    """The time in a signature is that of its sending: one that waited for days is not stale."""
    key = tmp_path / "dkim.pem"
    write_private(key, made("ed25519"))
    sign = signing(chosen(key, MAIL_DKIM_SELECTOR="club"))
    post.leave("french")
    before = int(time.time())
    post.run(sender(None, tmp_path / "out", sign))
    for path in (tmp_path / "out").iterdir():
        mail = path.read_bytes()
        assert verified(mail, key)
        at = str(message_from_bytes(mail)["DKIM-Signature"]).partition(" t=")[2].partition(";")[0]
        assert before <= int(at) <= time.time()


def test_a_service_signs_as_its_settings_say(
    make_post: Callable[..., Post], tmp_path: Path
) -> None:
    key = tmp_path / "dkim.pem"
    write_private(key, made("ed25519"))
    post = make_post(MAIL_DKIM_KEY=str(key), MAIL_DKIM_SELECTOR="club")
    post.set_up("napoleon1815", "historical_invasion")
    post.left("french", "ann@players.example")
    letters = Letters(post.office, sender_of(post.office))
    for letter in list(letters.take(9)):
        letters.attempt(letter)
    [file] = (tmp_path / "outbox").glob("*.eml")
    assert verified(file.read_bytes(), key)


def test_without_a_key_nothing_is_signed() -> None:
    assert signing(settings({})) is None


def refusal(key: Path) -> str:
    with pytest.raises(BadSetting) as refused:
        signing(chosen(key))
    return str(refused.value)


def test_a_key_that_cannot_be_used_is_named_and_why(tmp_path: Path) -> None:
    key = tmp_path / "dkim.pem"
    assert "cannot be read: No such file" in refusal(key)
    assert "'napoleon mail key' makes it" in refusal(key)
    key.write_bytes(made("ed25519"))
    for mode in (0o604, 0o660, 0o644):
        key.chmod(mode)
        assert "others may read or change" in refusal(key)
    for mode in (0o600, 0o640):
        # A group of the service's own may read it.
        key.chmod(mode)
        assert signing(chosen(key)) is not None
    key.write_text("nothing")
    assert "holds no private key" in refusal(key)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("MAIL_DKIM_KEY", "dkim.pem"),
        ("MAIL_DKIM_SELECTOR", "a b"),
        ("MAIL_DKIM_SELECTOR", "-a"),
        ("MAIL_DKIM_SELECTOR", "a..b"),
        ("MAIL_DKIM_SELECTOR", "a;b"),
    ],
)
def test_settings_that_cannot_be_are_named(variable: str, value: str) -> None:
    with pytest.raises(BadSetting, match=f"^{variable} has to be"):
        settings({variable: value})


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Somebody who has no store yet: none is needed for a key."""
    return Shell(tmp_path / "store")


@pytest.mark.parametrize("kind", KINDS)
def test_a_key_is_made_once_with_its_record(shell: Shell, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "keys.pem"
    env = {"MAIL_ADDRESS": "napoleon@club.example", "MAIL_DKIM_SELECTOR": "Club"}
    told = shell.run("mail", "key", str(path), "--kind", kind, **env).stdout
    assert told.startswith(f"The key is made: {path}\n")
    assert f"MAIL_DKIM_KEY={path}" in told
    assert path.stat().st_mode & 0o777 == 0o600
    [record] = [it for it in told.splitlines() if " IN TXT " in it]
    assert record == text_record("club._domainkey.club.example", published(loaded(path)))
    names = Names()
    names.say_line(record)
    again = shell.run("mail", "key", MAIL_DKIM_KEY=str(path), **env).stdout
    assert again.splitlines() == [
        f"The key was there already: {path}",
        "Let the DNS say:",
        record,
    ]


def test_a_key_that_cannot_be_made_is_said(shell: Shell, tmp_path: Path) -> None:
    assert "Name a FILE" in shell.run("mail", "key", status=2).stderr
    nowhere = str(tmp_path / "nowhere" / "key.pem")
    assert "cannot be written: No such" in shell.run("mail", "key", nowhere, status=1).stderr
    other = tmp_path / "other.pem"
    other.write_text("hands off")
    other.chmod(0o600)
    assert "no private key" in shell.run("mail", "key", str(other), status=1).stderr
    assert other.read_text() == "hands off"


def test_a_worker_without_its_key_says_so_before_it_works(shell: Shell, tmp_path: Path) -> None:
    told = shell.run("worker", status=1, MAIL_DKIM_KEY=str(tmp_path / "none.pem")).stderr
    assert told.startswith("The worker cannot start: MAIL_DKIM_KEY names ")
