"""Strangers: addresses that are nobody's here, and of which only a keyed hash is kept."""

from __future__ import annotations

import hmac

from api.people.registry import Registry
from napoleon.log.store.keys import former_mail_keys, mail_key
from napoleon.log.times import DAY

KEPT = 30 * DAY
"""How long it is kept that an address was invited."""

_LABEL = "napoleon/people/whom/1"

_DIGITS = 15
"""How many hexadecimal digits a hash has: it stands as a number in the tag of an address."""


def whom(registry: Registry, address: str) -> str:
    """What is kept of an address, the same in whatever case: only this service makes it of that.

    Raises KeyUnusable.
    """
    return _hash(mail_key(registry.games.env), address)


def hashes_of(registry: Registry, address: str) -> tuple[str, ...]:
    """The same as it is and as it was, if the secret of the service was changed since."""
    env = registry.games.env
    former = (_hash(it, address) for it in former_mail_keys(env))
    return tuple(dict.fromkeys((whom(registry, address), *former)))


def told(number: int) -> str:
    """The hash that stands as a number in a tag.

    >>> told(15)
    '00000000000000f'
    """
    return f"{number:0{_DIGITS}x}"


def want_nothing(registry: Registry, address_hash: str) -> None:
    """Nobody is invited any more at the address that has this hash."""
    registry.store.strangers.want_nothing(address_hash, registry.now())


def forget(registry: Registry, address: str) -> int:
    """Forget what was sent to an address and came from there; how much there was.

    The wish for no invitations stays, as its owner has said so.
    """
    return registry.store.strangers.forget(hashes_of(registry, address))


def tidy(registry: Registry) -> int:
    """Forget what counts no more; how much there was."""
    now = registry.now()
    return registry.store.strangers.drop_old(now - DAY, now - KEPT)


def _hash(key: bytes, address: str) -> str:
    told = f"{_LABEL}/{address.strip().lower()}"
    return hmac.digest(key, told.encode("utf-8", "replace"), "sha256").hex()[:_DIGITS]
