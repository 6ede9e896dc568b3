"""The keys of a store: which one signs, which ones have signed, and how another one comes to sign.

The log itself knows them, their public parts only, in rows that are added and never changed: the
newest row about a key holds. So a service whose private key is gone, or another one, notices that
before it signs anything with it; and what an earlier key has signed is known by that key for ever.
Only the operator adds rows: by ``napoleon migrate``, and by ``napoleon keys``.

When one key takes over from another, a *statement* says so: a signed note of three lines, ``<name
of the new key>/keys``, the earlier key and the new one. It is signed by both; by the new one alone
if the earlier one has been lost. If you trust a key that has signed it, you may trust the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from eventsourcing.persistence import IntegrityError

from napoleon.log.game_log import GameLog, now
from napoleon.log.store.key_files import KeyUnusable, key_path
from napoleon.log.store.keys import SECRET, chosen_secret, create_key, known_part, signing_part
from napoleon.log.store.recorder import KeyRow
from napoleon.record.keys import ORIGIN, chosen_name, signing_key
from napoleon.record.notes import BadNote, SigningKey, VerifierKey, parsed_key, sign, verified

WAYS_OUT = (
    "put it back, restore it with 'napoleon keys import FILE', or, if it is lost for good, begin "
    "another one with 'napoleon keys rotate --lost'"
)


class ListedKey(NamedTuple):
    """A key that signs here, or has signed."""

    key: VerifierKey
    since: int
    """In microseconds since 1970 UTC; 0 if nobody knows."""
    until: int | None
    """None for the one that signs."""
    vouched: str
    """The statement by which it took over from another one; empty if there is none."""


def listed(games: GameLog) -> list[ListedKey]:
    """The keys of the store, in the order in which they became known; that which signs is last.

    Left out are those that gave way to others before anything was recorded. Raises BadNote if
    somebody has meddled with the list.
    """
    newest = {row.key: row for row in games.recorder.signing_keys()}
    keys = [ListedKey(parsed_key(it.key), it.since, it.until, it.vouched) for it in newest.values()]
    used = [it for it in keys if it.until is None or it.until > it.since]
    return sorted(used, key=lambda it: it.until is None)


def present(keys: Sequence[ListedKey]) -> ListedKey | None:
    """The one of `keys` that signs; None if none was ever recorded."""
    return keys[-1] if keys and keys[-1].until is None else None


def signing(games: GameLog) -> SigningKey:
    """The key that signs in this store, with its private part.

    Raises KeyUnusable if it is not here, or `games` is configured to sign with another one.
    """
    name, env = chosen_name(games.env), games.env
    its_secret = chosen_secret(env)
    own = present(listed(games))
    if own is None:
        raise KeyUnusable("no signing key is recorded in this store: run 'napoleon migrate'")
    key = own.key
    private = signing_part(env, key.public)
    if private is not None and name == key.name:
        return SigningKey(name, private)
    told = f"the record of this store is signed with the key {shown(key)}"
    if private is not None:
        raise KeyUnusable(
            f"{told}, and {ORIGIN} names another one, {name!r}: set it back, or let a key of that "
            "name begin with 'napoleon keys rotate'"
        )
    if its_secret:
        raise KeyUnusable(
            f"{told}, and {SECRET} makes another one: set it back, or let the other one begin with "
            "'napoleon keys rotate', with '--lost' if the earlier secret is lost for good"
        )
    path = key_path(env)
    if path.exists():
        raise KeyUnusable(f"{told}, and {path} holds another one: {WAYS_OUT}")
    raise KeyUnusable(f"there is no signing key at {path}, and {told}: {WAYS_OUT}")


def shown(key: VerifierKey) -> str:
    """A key in a sentence: its name and id."""
    return f"{key.name}+{key.id.hex()}"


def settle(games: GameLog) -> None:
    """See that the store has its key: a new one is given one, an earlier release's adopts its own.

    Raises KeyUnusable if the key that signs in the store is not here: another one is never made
    in its place without being asked for.
    """
    if present(listed(games)) is None:
        _begin(games)
    signing(games)


def _begin(games: GameLog) -> None:
    notes = _kept_notes(games)
    first = next(notes, None)
    if first is None:
        create_key(games.env)
        since = now()
    elif not chosen_secret(games.env) and not key_path(games.env).exists():
        raise KeyUnusable(
            f"there is no signing key at {key_path(games.env)}, and checkpoints of this store have "
            f"been signed: {WAYS_OUT}"
        )
    elif is_signed(first, own := signing_key(games.env).verifier) or any(
        is_signed(note, own) for note in notes
    ):
        since = 0
    else:
        raise KeyUnusable(
            f"no checkpoint of this store is signed with the key that is here, {shown(own)}: put "
            "the right one in its place, or go on with this one by 'napoleon keys rotate --lost'"
        )
    try:
        record(games, [ListedKey(signing_key(games.env).verifier, since, None, "")])
    except KeyUnusable:
        # Another process was first.
        if present(listed(games)) is None:
            raise


def is_signed(note: str, key: VerifierKey) -> bool:
    """Whether a note is signed with `key`."""
    try:
        verified(note, key)
    except BadNote:
        return False
    return True


def statement(earlier: VerifierKey, new: VerifierKey, by: Sequence[SigningKey]) -> str:
    """The note by which `new` takes over from `earlier`, signed `by` those that are known."""
    return sign(f"{new.name}/keys\n{earlier}\n{new}\n", *by) if by else ""


def known(key: VerifierKey, games: GameLog) -> SigningKey | None:
    """A key with its private part, if that is known here. Raises KeyUnusable for a weak secret."""
    private = known_part(games.env, key.public)
    return None if private is None else SigningKey(key.name, private)


def record(games: GameLog, keys: Sequence[ListedKey]) -> None:
    """Add rows to the list. Raises KeyUnusable if others have just done so."""
    number = len(games.recorder.signing_keys())
    rows = [
        KeyRow(number + place, str(it.key), it.since, it.until, it.vouched)
        for place, it in enumerate(keys, 1)
    ]
    try:
        games.recorder.put_signing_keys(rows)
    except IntegrityError:
        told = "somebody else has just changed the keys of this store: look at 'napoleon keys list'"
        raise KeyUnusable(told) from None


def _kept_notes(games: GameLog) -> Iterator[str]:
    """Every checkpoint that is kept, of every game."""
    for game_id in games.recorder.every_game():
        for row in games.recorder.checkpoints(game_id):
            yield row.note
