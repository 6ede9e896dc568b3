"""The keys of a store as a text, for another store or another machine.

The text is JSON. It has the private parts that are files: its owner can sign. A key that is
made from ``NAPOLEON_SECRET`` has no other private part than the secret, which goes along by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from napoleon.log.game_log import GameLog, now
from napoleon.log.store import key_files
from napoleon.log.store.key_files import KeyUnusable, public_part
from napoleon.log.store.keys import chosen_secret, signing_part
from napoleon.record.key_list import (
    ListedKey,
    known,
    listed,
    present,
    record,
    statement,
)
from napoleon.record.notes import BadNote, SigningKey, VerifierKey, parsed_key

FORMAT = "napoleon-keys/1"


class _Key(msgspec.Struct, omit_defaults=True):
    key: str
    since: int
    until: int | None = None
    vouched: str = ""
    private: str = ""
    """In PEM; empty if it is not in a file, or is gone."""


class _File(msgspec.Struct):
    format: str
    keys: list[_Key]


class TakenIn(NamedTuple):
    """What came of taking keys in."""

    new: list[VerifierKey]
    """Those that were not known here."""
    restored: list[VerifierKey]
    """Those whose private parts were not here, and are now."""
    signs: VerifierKey | None
    """The one that signs now; None if the store has none yet."""
    usable: bool
    """Whether its private part is here."""


def packed(games: GameLog) -> bytes:
    """All that is to be kept of the keys of a store: to be written to a file for `take_in`.

    It holds their public parts, since when and until when they signed, the statements by which
    they know each other, and the private parts that are in the folder of the store. Keep it as
    safe as the store.
    """
    private = {public_part(key): key for _, key in key_files.kept(games.env)}
    keys = [
        _Key(
            str(it.key),
            it.since,
            it.until,
            it.vouched,
            key_files.pem(private[it.key.public]).decode() if it.key.public in private else "",
        )
        for it in listed(games)
    ]
    return msgspec.json.format(msgspec.json.encode(_File(FORMAT, keys)), indent=2) + b"\n"


def take_in(games: GameLog, data: bytes) -> TakenIn:
    """Take in keys of another store, or of this one, that `packed` has given.

    What they have signed holds here from then on, and private parts that were not here are put
    into the folder of the store, unless a secret signs here. **Which key signs:** if nothing is
    recorded in this store yet (so call it before the events), or the given list goes on from the
    key that signs here, then the key that signs in that list signs here too, if its private part is
    here or was given. In any other case the same key signs as before, and the one of the list is
    known from now on as one that has signed. Where a secret signs it goes on doing so, and the key
    made from it takes over from that of the list.

    `data` may also be the public part of one key, ``name+id+key``: what it signed is known then.
    May be called again. Raises KeyUnusable for what is no such text, for a secret that is too
    weak, or if others change the list meanwhile; OSError if a file cannot be written.
    """
    given, private = _parsed(data)
    here = listed(games)
    own, theirs = present(here), present(given)
    restored = [] if chosen_secret(games.env) else _files(games, given, private)
    new = [it for it in given if it.key not in {it.key for it in here}]
    rows = {it.key: it if it.until else it._replace(until=now()) for it in new}
    if theirs is not None and (own is None or own.key != theirs.key):
        if _follows(games, own, given, theirs):
            rows[theirs.key] = theirs
            if own is not None:
                # A key that never signed anything gets a time of zero length.
                ended = next((it for it in given if it.key == own.key), None)
                rows[own.key] = ended or own._replace(until=own.since)
        elif own is not None and not own.vouched:
            parts = [_whole(games, it.key, private) for it in (theirs, own)]
            note = statement(theirs.key, own.key, [it for it in parts if it is not None])
            rows[own.key] = own._replace(vouched=note)
    if rows:
        record(games, sorted(rows.values(), key=lambda it: it.until is None))
    signs = present(listed(games))
    if signs is None:
        return TakenIn([it.key for it in new], restored, None, usable=False)
    if not chosen_secret(games.env):
        key_files.put_in_place(games.env, signs.key.public)
    usable = signing_part(games.env, signs.key.public) is not None
    return TakenIn([it.key for it in new], restored, signs.key, usable)


def _files(
    games: GameLog, given: Sequence[ListedKey], private: dict[VerifierKey, Ed25519PrivateKey]
) -> list[VerifierKey]:
    """Put private parts that are not here into files; the keys whose parts those are."""
    there = {public_part(key) for _, key in key_files.kept(games.env)}
    missing = [it.key for it in given if it.key in private and it.key.public not in there]
    for key in missing:
        key_files.put_aside(games.env, private[key])
    return missing


def _follows(
    games: GameLog, own: ListedKey | None, given: Sequence[ListedKey], theirs: ListedKey
) -> bool:
    """Whether the key that signs in the given list shall sign here, instead of `own`."""
    goes_on = own is None or any(it.key == own.key for it in given)
    return (goes_on or not any(games.recorder.places())) and (
        signing_part(games.env, theirs.key.public) is not None
    )


def _whole(
    games: GameLog, key: VerifierKey, private: Mapping[VerifierKey, Ed25519PrivateKey]
) -> SigningKey | None:
    """A key with its private part, if that was given or is here."""
    return SigningKey(key.name, private[key]) if key in private else known(key, games)


def _parsed(data: bytes) -> tuple[list[ListedKey], dict[VerifierKey, Ed25519PrivateKey]]:
    try:
        text = data.decode()
        if not text.lstrip().startswith("{"):
            return [ListedKey(parsed_key(text.strip()), 0, now(), "")], {}
        file = msgspec.json.decode(data, type=_File)
        keys = [ListedKey(parsed_key(it.key), it.since, it.until, it.vouched) for it in file.keys]
    except (UnicodeDecodeError, msgspec.DecodeError, BadNote):
        raise KeyUnusable("the file holds no keys of a store, nor a public key") from None
    if file.format != FORMAT:
        raise KeyUnusable(f"the file has the format {file.format!r}, which is unknown here")
    private = {}
    for said, listed_key in zip(file.keys, keys, strict=True):
        if said.private:
            part = key_files.parsed_pem(said.private.encode(), "of keys")
            if public_part(part) != listed_key.key.public:
                raise KeyUnusable(f"a private part in the file is not that of {said.key}")
            private[listed_key.key] = part
    return sorted(keys, key=lambda it: it.until is None), private


def signs_in(data: bytes) -> tuple[VerifierKey | None, bool]:
    """The key that signs in the store from which `packed` has given `data`.

    And whether its private part is in `data`. Raises KeyUnusable for what is no such text.
    """
    given, private = _parsed(data)
    key = present(given)
    return (None, False) if key is None else (key.key, key.key in private)


def put_aside(games: GameLog, data: bytes) -> list[VerifierKey]:
    """Keep the private parts in `data` in the folder of the store, also where a secret signs.

    There they are needed as long as mails are answered that went out with them. Returns the keys
    whose parts were not here. Raises KeyUnusable, OSError.
    """
    return _files(games, *_parsed(data))
