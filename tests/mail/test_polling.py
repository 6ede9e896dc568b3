"""Mails fetched from a mailbox of a real IMAP server, where one is installed."""

from __future__ import annotations

import getpass
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest
from msgspec.structs import replace

from api.mail.answering.opening import CUT
from api.mail.answering.polling import AWAY, fetch, opened, poll
from api.mail.answering.taking import keep
from api.mail.settings import LARGEST, Polled, settings
from napoleon.environment import BadSetting
from napoleon.rules.orders import OrderGiven
from tests.command_line.server import wait_until
from tests.mail.by_mail import free_port
from tests.mail.tables import Post, body
from tools.servers import short_folder

DOVECOT = shutil.which("dovecot") or shutil.which("dovecot", path="/usr/sbin")

CONFIGURATION = """
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
protocols = imap
ssl = no
disable_plaintext_auth = no
default_login_user = {login}
default_internal_user = {internal}
default_internal_group = {internal_group}
mail_location = maildir:{folder}/mail
first_valid_uid = 0
service imap-login {{
  chroot =
  inet_listener imap {{
    address = 127.0.0.1
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service anvil {{
  chroot =
}}
passdb {{
  driver = static
  args = password=secret
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={folder}/home
}}
"""


@pytest.fixture
def mailbox() -> Iterator[tuple[Polled, Path]]:
    """A mailbox on loopback, and the folder that mails for it are put into."""
    if DOVECOT is None:
        pytest.skip("Dovecot is not installed")
    port, user = free_port(), getpass.getuser()
    group = subprocess.run(["id", "-gn"], capture_output=True, text=True, check=True).stdout
    # Sockets have short names.
    folder = short_folder("dovecot")
    for name in ("mail/new", "mail/cur", "mail/tmp", "home", "run", "state"):
        (folder / name).mkdir(parents=True)
    folder.chmod(0o755)
    for name in ("mail", "mail/new", "mail/cur", "mail/tmp", "home"):
        (folder / name).chmod(0o777)
    conf = folder / "dovecot.conf"
    # It does not let root do what others may do.
    root = user == "root"
    group = group.strip()
    conf.write_text(
        CONFIGURATION.format(
            folder=folder,
            port=port,
            user="nobody" if root else user,
            group="nogroup" if root else group,
            login="dovenull" if root else user,
            internal="dovecot" if root else user,
            internal_group="dovecot" if root else group,
        )
    )
    process = subprocess.Popen([DOVECOT, "-F", "-c", str(conf)])
    where = Polled("imap", "127.0.0.1", port, "napoleon", "secret")

    def answers() -> bool:
        assert process.poll() is None, "the server has ended"
        try:
            with opened(where):
                return True
        except AWAY:
            return False

    try:
        wait_until(answers, "an IMAP server")
        yield where, folder / "mail" / "new"
    finally:
        process.terminate()
        process.wait()


def test_what_lies_in_a_mailbox_is_kept_once_and_answered(
    both: Post, mailbox: tuple[Polled, Path]
) -> None:
    where, folder = mailbox
    raw = both.reply("french", "blue none")
    (folder / "1").write_bytes(b"Return-Path: <french@players.example>\r\n" + raw)
    (folder / "2").write_bytes(
        b"Return-Path: <french@players.example>\r\n"
        + both.reply("french", "blue 61").rstrip()
        + b"x" * (LARGEST + 1)
    )
    chosen = replace(both.office.settings, polled=where)

    def kept(sender: str, recipient: str, mail: bytes) -> None:
        keep(both.office, sender, recipient, mail)

    with opened(where) as box:
        assert fetch(box, chosen, kept) == 2
        assert fetch(box, chosen, kept) == 0, "they are marked as seen"
    mail, cut = sorted(both.office.store.inbox.due(2**62, 9), key=lambda it: CUT in str(it.raw))
    assert mail.raw is not None
    assert cut.raw is not None
    assert len(cut.raw) < LARGEST
    assert mail.raw.replace(b"\r\n", b"\n").endswith(raw.replace(b"\r\n", b"\n"))
    assert (mail.sender, mail.recipient) == (
        "french@players.example",
        str(both.newest("french")["Reply-To"]),
    )
    both.run()
    assert any(isinstance(it, OrderGiven) for it in both.games.history(both.id))
    told = [" ".join(body(it).split()) for it in both.to("french")]
    assert any("too long to be read whole" in it for it in told), "what is too large is answered"


def test_a_poller_waits_for_a_mailbox_and_stops_when_it_is_told(
    both: Post, mailbox: tuple[Polled, Path]
) -> None:
    where, folder = mailbox
    chosen = replace(both.office.settings, polled=where)
    ended, seen = Event(), list[bytes]()
    thread = Thread(target=poll, args=(chosen, lambda *mail: seen.append(mail[2]), ended, 0.05))
    thread.start()
    (folder / "1").write_bytes(both.reply("french", "blue none"))
    wait_until(lambda: bool(seen), "a mail to be fetched")
    ended.set()
    thread.join()
    assert len(seen) == 1


@pytest.mark.parametrize(
    "url", ["http://a:b@c", "imaps://mail.example", "imaps://ann@mail.example", "imap://a:b@:x"]
)
def test_a_wrong_mailbox_is_reported_without_its_password(url: str) -> None:
    with pytest.raises(BadSetting, match="MAIL_IMAP_URL has to be"):
        settings({"MAIL_IMAP_URL": url})


def test_a_mailbox_is_named_by_an_address() -> None:
    found = settings({"MAIL_IMAP_URL": "imaps://ann%40club:p%2Fw@mail.example/Games"}).polled
    assert found == Polled("imaps", "mail.example", 993, "ann@club", "p/w", "Games")
