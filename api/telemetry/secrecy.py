"""Secrets of the operator, kept out of what is printed or written down.

Libraries put what they were given into their errors, including the password of an address.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import unquote, urlsplit

from napoleon.log.store.moved import NEW

SECRETS = ("NAPOLEON_SECRET", "NAPOLEON_FORMER_SECRET", "BUNDLES_SECRET_KEY")
"""Variables that are a secret as a whole."""

ADDRESSES = ("DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL", "REDIS_URL", "SMTP_URL")
"""Variables that may have passwords in them, one of them in each of several addresses."""

HIDDEN = "***"


def without_secrets(text: str, env: Mapping[str, str]) -> str:
    """`text` without the secrets in `env`, in whatever form it has them."""
    return hide(text, secrets(env))


def secrets(env: Mapping[str, str]) -> tuple[str, ...]:
    """The secrets in `env` in all their forms, longer ones first."""
    return tuple(sorted(set(_secrets(env)), key=len, reverse=True))


def hide(text: str, found: Iterable[str]) -> str:
    """`text` without the secrets that were `found`, longer ones first."""
    for secret in found:
        text = text.replace(secret, HIDDEN)
    return text


def _and_of_new(names: Iterable[str]) -> Iterator[str]:
    """The same settings of the store, and of the one that it may be moving to."""
    for name in names:
        yield from (name, NEW + name)


def _secrets(env: Mapping[str, str]) -> Iterator[str]:
    for name in _and_of_new(SECRETS):
        if secret := env.get(name):
            yield secret
    for name in _and_of_new(ADDRESSES):
        for url in env.get(name, "").split():
            yield url
            try:
                password = urlsplit(url).password
            except ValueError:
                continue
            if password:
                yield from (password, unquote(password))
