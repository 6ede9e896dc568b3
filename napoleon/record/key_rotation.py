"""Another key signs from now on, because the operator says so."""

from __future__ import annotations

from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from napoleon.log.game_log import GameLog, now
from napoleon.log.store import key_files
from napoleon.log.store.key_files import KeyUnusable, key_path, public_part
from napoleon.log.store.keys import FORMER_SECRET, SECRET, chosen_secret
from napoleon.record.key_list import (
    ListedKey,
    known,
    listed,
    present,
    record,
    shown,
    statement,
)
from napoleon.record.keys import chosen_name, signing_key
from napoleon.record.notes import SigningKey, VerifierKey


class Rotation(NamedTuple):
    """What has come of it."""

    earlier: VerifierKey | None
    """None if no key was recorded before."""
    signs: VerifierKey
    vouched: bool
    """Whether the earlier key has signed for the one that signs now."""
    destroyed: bool
    """Whether files of the earlier key were removed."""


def rotate(games: GameLog, *, lost: bool = False, destroy: bool = False) -> Rotation:
    """Let another key sign in this store from now on.

    It is the one that is configured, if that is not the one that signs already: one of another
    secret or another name, or one that was put into the place of the file. If it is the same, a
    new one is made; but a secret can only be changed where it is set.

    The earlier key signs for the new one. `lost` says that its private part is gone for good, so
    that it cannot; `destroy` removes its private part from the folder of the store afterwards.
    Until all is done the earlier key signs; if the process dies, `rotate` may be called again.

    Raises KeyUnusable if the earlier key is not here although it is not called lost, or is here
    although it is; if the secret has not been changed; or if others change the keys meanwhile.
    Raises OSError if a file cannot be written.
    """
    own = present(listed(games))
    earlier = None if own is None else known(own.key, games)
    if own is None and not lost:
        raise KeyUnusable("no key is recorded in this store yet: run 'napoleon migrate'")
    if own is not None and lost and earlier is not None:
        raise KeyUnusable(f"the key {shown(own.key)} is not lost: leave out '--lost'")
    if own is not None and not lost and earlier is None:
        raise KeyUnusable(
            f"the key {shown(own.key)} is not here, so it cannot sign for another one: put it back "
            f"(a secret as {FORMER_SECRET}), or say '--lost' if it is lost for good"
        )
    new = _next(games, own)
    if chosen_secret(games.env) == "":
        key_files.put_aside(games.env, new.private)
    note = "" if own is None else statement(own.key, new.verifier, _signers(earlier, new))
    at = now() if own is None else max(now(), own.since + 1)
    ended = [] if own is None else [own._replace(until=at)]
    record(games, [*ended, ListedKey(new.verifier, at, None, note)])
    if not chosen_secret(games.env):
        key_files.put_in_place(games.env, new.verifier.public)
    gone = own is not None and destroy and own.key.public != new.verifier.public
    destroyed = gone and own is not None and key_files.destroy(games.env, own.key.public)
    return Rotation(own and own.key, new.verifier, earlier is not None, destroyed)


def _signers(earlier: SigningKey | None, new: SigningKey) -> list[SigningKey]:
    return [new] if earlier is None else [earlier, new]


def _next(games: GameLog, own: ListedKey | None) -> SigningKey:
    """The key that is to sign. Raises KeyUnusable if that is the one that does already."""
    env = games.env
    if chosen_secret(env):
        configured = signing_key(env)
        if own is not None and configured.verifier == own.key:
            raise KeyUnusable(
                f"the key that signs is made of {SECRET}: give all processes another secret, and "
                f"this one as {FORMER_SECRET}, and then say 'napoleon keys rotate' again"
            )
        return configured
    try:
        configured = SigningKey(chosen_name(env), key_files.loaded(key_path(env)))
    except KeyUnusable:
        # It is gone, or damaged: then what is there is put aside.
        return SigningKey(chosen_name(env), Ed25519PrivateKey.generate())
    ended = {it.key.public for it in listed(games) if it.until is not None}
    public = public_part(configured.private)
    if own is not None and (configured.verifier == own.key or public in ended):
        return SigningKey(chosen_name(env), Ed25519PrivateKey.generate())
    return configured
