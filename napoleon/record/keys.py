"""The key that signs checkpoints, made from the secret of the service."""

from __future__ import annotations

from collections.abc import Mapping

from napoleon.log.store.key_files import KeyUnusable
from napoleon.log.store.keys import configured_key
from napoleon.record.notes import SigningKey, is_key_name

ORIGIN = "NAPOLEON_ORIGIN"

DEFAULT_ORIGIN = "napoleon"
"""Name of the key unless ``NAPOLEON_ORIGIN`` gives a better one, such as the service's domain."""


def signing_key(env: Mapping[str, str]) -> SigningKey:
    """The key that `env` configures, whether it may sign or not. Raises KeyUnusable."""
    return SigningKey(chosen_name(env), configured_key(env))


def chosen_name(env: Mapping[str, str]) -> str:
    """What the key is called. Raises KeyUnusable."""
    name = env.get(ORIGIN) or DEFAULT_ORIGIN
    if not is_key_name(name):
        raise KeyUnusable(f"{ORIGIN} must be a word without '+', not {name!r}")
    return name
