"""Headers of mails, as the library makes them, but sooner.

It makes a class of its own for each header that is read or written, and reads what says of which
kind a part is whenever it asks for that, which was an eighth of the time of a mail.
"""

from __future__ import annotations

from email.headerregistry import BaseHeader, HeaderRegistry
from email.policy import SMTP, default
from functools import lru_cache
from typing import Any

KINDS = frozenset({"content-type", "content-transfer-encoding", "content-disposition"})
"""Headers that tell of which kind a part is: nearly all mails have the same few."""

SHORT = 200
"""Characters of such a header that is remembered; in one that is longer, nobody is at home."""

REMEMBERED = 256
"""So many of them are."""


class Headers(HeaderRegistry):
    """Makes headers: of each kind one class, and of the same few lines the same headers."""

    def __init__(self) -> None:
        super().__init__()
        self._classes: dict[type, type[BaseHeader]] = {}
        self._remembered = lru_cache(REMEMBERED)(super().__call__)

    def __getitem__(self, name: str) -> type[BaseHeader]:
        """The class of a header."""
        kind = self.registry.get(name.lower(), self.default_class)
        if kind not in self._classes:
            self._classes[kind] = super().__getitem__(name)
        return self._classes[kind]

    def __call__(self, name: str, value: Any) -> BaseHeader:
        """The header of a name that says `value`."""
        if name.lower() in KINDS and len(value) <= SHORT:
            return self._remembered(name, value)
        return super().__call__(name, value)


_HEADERS = Headers()

READ = default.clone(header_factory=_HEADERS)
"""How mails are read."""

WRITTEN = SMTP.clone(header_factory=_HEADERS)
"""How mails are written."""
