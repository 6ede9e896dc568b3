"""Where the embedded store lives."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from platformdirs import user_data_path

LOG = "log.sqlite"
"""The file of the log: events, orders, snapshots and display names."""

VIEWS = "views.sqlite"
"""The file of the read models. It may be thrown away: all of it comes from the log."""

MAIL = "mail.sqlite"
"""The file of addresses and mails, which stand beside the log."""

OUTBOX = "outbox"
"""The folder of mails that nobody sends, where no mail server is named."""

KEY_FILE = "signing-key.pem"
"""The file of the key that signs the record, unless a secret from the environment does."""

TEMPLATES = "templates"
"""The folder of compiled templates of pages. It may be thrown away: they are compiled again."""

ALIVE = ("worker.alive", "mail.alive")
"""The files whose time tells when a process was last at work."""

FILES = (LOG, VIEWS, MAIL, OUTBOX, KEY_FILE, TEMPLATES, *ALIVE)
"""What the names of all files in the folder begin with."""


def home(env: Mapping[str, str]) -> Path:
    """The folder of the embedded store: ``NAPOLEON_HOME``, or else the user's data folder."""
    chosen = env.get("NAPOLEON_HOME")
    return Path(chosen) if chosen else user_data_path("napoleon", appauthor=False)


def machine() -> str:
    """What tells this machine from others, until it starts again; its containers say the same."""
    with suppress(OSError):
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    return platform.node()
