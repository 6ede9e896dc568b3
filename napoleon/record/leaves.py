"""Leaves: events in the canonical form that the record of a game is made of.

A leaf is made of the event as it is stored, its topic and JSON, and never of a class: whatever a
later release does to its classes, it arrives at the same leaves. Fields that some reader may not
read at some time are *closed*: the leaf holds a salted commitment in their place, the same for
everybody, and an `Opening` shows what it stands for. So a leaf can be given to anybody, and still
be checked.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple, Protocol

import msgspec

import napoleon.log.events  # noqa: F401 - the topics of the house are registered with it
from napoleon.canonical import canonical
from napoleon.log.game import GameCreated
from napoleon.log.ids import is_guessable, public_order_id
from napoleon.log.store.mapper import check_nesting
from napoleon.log.times import SECOND
from napoleon.record.tree import leaf_hash
from napoleon.record.verifier import WITHHELD
from napoleon.rules.contract import load_topics
from napoleon.rules.events import TOPICS, Event
from napoleon.rules.upcasts import UPCASTS
from napoleon.rules.viewer import Viewer

CLAUSES = "clauses"
"""The one field of the envelope that may be closed."""

_BREAKDOWN = "breakdown"

_SEED = "seed"
"""The one secret of the house that is opened when the game is over, so that everybody can make its
draws again. The others are hashes of tokens, and stay closed."""

_TOLD_TABLE = ("rules_migrated/1",)
"""Topics whose leaves hold the hash of everything on the table, without a salt."""

_SALT_DIGITS = 32

_SHA256 = "sha256"

_UNKNOWN = "sha256:"
"""How the commitment to a sealed text begins where the text itself is not known."""

_ENVELOPE = {
    field.encode_name: field.name
    for field in msgspec.structs.fields(Event)
    if field.name not in ("game", "version")
}
"""The long names of the envelope's fields in the stored JSON; game and version are kept beside
it."""

STORED_NAMES = {long: short for short, long in _ENVELOPE.items()}
"""The short names in the stored JSON, by the long ones in a leaf."""

DAMAGE = (ValueError, LookupError, AttributeError, TypeError, RecursionError)
"""What is raised when a leaf is made of a row that somebody has changed."""


class _Stamp(msgspec.Struct):
    order_id: str = msgspec.field(default="", name="o")


_stamp = msgspec.json.Decoder(_Stamp).decode


class _Fog(msgspec.Struct):
    fog: Any = msgspec.field(default=None, name="f")


_fog = msgspec.json.Decoder(_Fog).decode


class Row(Protocol):
    """An event as it is stored; see `eventsourcing.persistence.StoredEvent`."""

    @property
    def originator_version(self) -> int:
        """Place of the event in its game, from 1."""

    @property
    def topic(self) -> str:
        """The topic under which it was recorded."""

    @property
    def state(self) -> bytes:
        """Its JSON."""


class Marks(NamedTuple):
    """Who may not read which fields of the events under a topic; see `napoleon.rules.events`."""

    sealed: frozenset[str]
    hidden: frozenset[str]
    fogged: frozenset[str]
    fading: frozenset[str]


class Closing(NamedTuple):
    """What closes the fields of the events of one game."""

    game: str
    salt_key: bytes
    """It follows from the seed of the game, and is as secret."""
    fades: bool
    """Whether cards fade in the game."""


class Opening(msgspec.Struct, frozen=True):
    """What a closed field of a leaf stands for."""

    version: int
    field: str
    salt: str
    """32 hexadecimal digits."""
    value: Any
    """As it is stored; null for a field that the store omits."""


def closing(created: GameCreated, *, fades: bool) -> Closing:
    """What closes the fields of the game that began with `created`."""
    seed = bytes.fromhex(created.seed)
    return Closing(created.game, hmac.digest(seed, b"napoleon/salts/1", "sha256"), fades)


def marks(topic: str) -> Marks:
    """Who may not read which fields of the events under `topic`, one of today or an old one.

    Raises LookupError if no installed ruleset knows the topic.
    """
    if topic not in TOPICS:
        load_topics(topic)
    if topic in TOPICS:
        return _marks_of(TOPICS[topic])
    if topic in UPCASTS:
        old = UPCASTS[topic]
        return Marks(old.sealed, old.hidden, old.fogged, old.fading)
    raise LookupError(f"no installed ruleset knows the topic {topic}")


@cache
def _marks_of(cls: type[Event]) -> Marks:
    lines = frozenset({_BREAKDOWN} & set(cls.payload))
    return Marks(cls.sealed, cls.hidden, cls.fogged, cls.fading | lines)


def leaf(row: Row, closed_by: Closing) -> dict[str, Any]:
    """The leaf of a stored event: plain JSON, the envelope's fields under their long names.

    What the store omits, being a default, is omitted here too, except closed fields: a leaf
    does not show whether they are at their default. They come after the others, by name. Raises
    LookupError for an unknown topic, and one of `DAMAGE` for a row that somebody has changed.
    """
    named = _named(row)
    body = {name: named.pop(name) for name in _ENVELOPE.values() if name in named}
    its = marks(row.topic)
    sealed = its.sealed
    # In an order of their own after the others: their place must not show which the store omits.
    for field in sorted(_closed(its, fog=bool(body.get("fog")), fades=closed_by.fades)):
        place = body if field == CLAUSES else named
        value = place.pop(field, None)
        digest = _digest_of_unknown(value) if field in sealed else ""
        salt = _salt(closed_by, row.originator_version, field)
        place[field] = {_SHA256: digest or _commitment(salt, field, value)}
    return {
        "game": closed_by.game,
        "version": row.originator_version,
        "type": row.topic,
        **body,
        "data": named,
    }


def readable_leaf(row: Row, closed_by: Closing) -> dict[str, Any]:
    """The leaf of a stored event, or what stands in for one that nobody can read any more."""
    try:
        return leaf(row, closed_by)
    except DAMAGE:
        return {
            "game": closed_by.game,
            "version": row.originator_version,
            "type": row.topic,
            "data": {"unreadable": True},
        }


def tells_too_much(rows: Iterable[Row]) -> bool:
    """Whether a log began under a release before 0.6.0, by its order ids.

    Before the first order there is nothing to withhold. Rows that cannot be read are passed over.
    """
    for row in rows:
        try:
            order_id = _stamp(row.state).order_id
        except (msgspec.DecodeError, UnicodeDecodeError, TypeError, RecursionError):
            continue
        if is_guessable(order_id):
            return True
    return False


def public_leaf(leaf: dict[str, Any], order_secret: bytes) -> dict[str, Any]:
    """A leaf as given to readers of a running game that began before 0.6.0.

    Leaves of those releases have open values that tell what they should not. They are
    replaced as `napoleon.log.store.mapper` does, or left out, and the fields named under
    `WITHHELD`. The hash of such a leaf can be checked when the game is over; all others are given
    as they are, except the first: by it a verifier recognises such a game.
    """
    shown, withheld = dict(leaf), []
    at, order_id = leaf.get("at", 0), leaf.get("order_id", "")
    if type(at) is int and (leaf["version"] == 1 or at % SECOND):
        shown["at"] = at - at % SECOND
        withheld.append("at")
    if type(order_id) is str and is_guessable(order_id):
        shown["order_id"] = public_order_id(order_secret, order_id)
        withheld.append("order_id")
    if leaf["type"] in _TOLD_TABLE:
        shown["data"] = {name: it for name, it in leaf["data"].items() if name != "table"}
        withheld.append("table")
    return {**shown, WITHHELD: withheld} if withheld else leaf


def may_be_closed(topic: str, closed_by: Closing) -> bool:
    """Whether any field of the events under `topic` can be closed in that game.

    Raises LookupError for an unknown topic.
    """
    its = marks(topic)
    return closed_by.fades or bool(its.sealed or its.hidden or its.fogged)


def hashed(leaf: Mapping[str, Any]) -> bytes:
    """The hash of a leaf in the tree of its game."""
    return leaf_hash(canonical(leaf))


def readable(row: Row, event: Event, closed_by: Closing, viewer: Viewer) -> frozenset[str]:
    """The closed fields of a stored event that `viewer` may read; see `veil`.

    `event` is what is stored in `row`.
    """
    fog = bool(_fog(row.state).fog)
    closed = _closed(marks(row.topic), fog=fog, fades=closed_by.fades)
    return closed - veil(row.topic, event, viewer)


def veil(topic: str, event: Event, viewer: Viewer) -> frozenset[str]:
    """The fields that `viewer` may not read of an `event` that was recorded under `topic`.

    See `napoleon.rules.redaction`. The clauses and the breakdown of an event that has faded
    stay closed, whether or not they tell of cards. When the game is over all is opened, even what
    was sealed, except the hashes of tokens. Raises LookupError for an unknown topic.
    """
    sealed, hidden, fogged, fading = marks(topic)
    unread = _sealed_for_ever(topic, sealed) if viewer.over else sealed
    if not viewer.may_read(event):
        unread = unread | hidden | (fogged if event.fog else frozenset())
    if viewer.has_forgotten(event.version):
        unread = unread | fading | {CLAUSES}
    return unread


def openings(row: Row, closed_by: Closing, fields: Iterable[str] | None = None) -> list[Opening]:
    """What `fields` of a stored event stand for in its leaf, in the order of their names.

    Without `fields`, all closed ones are opened, as only the operator of a service may see them.
    Fields that are not closed need no opening, and get none; nor do sealed ones that are not known,
    see `unknown`.
    """
    version, named = row.originator_version, _named(row)
    its = marks(row.topic)
    sealed = its.sealed
    closed = _closed(its, fog=bool(named.get("fog")), fades=closed_by.fades)
    return [
        Opening(version, field, _salt(closed_by, version, field), named.get(field))
        for field in sorted(closed if fields is None else closed.intersection(fields))
        if not (field in sealed and _digest_of_unknown(named.get(field)))
    ]


def unknown(digest: str, of: Any) -> Any:
    """What is stored for a sealed field of type `of` that is only known by its commitment.

    So an event that comes out of a bundle without the hashes of tokens has the leaf that it had
    where it was recorded. As the hash of a token it opens nothing.
    """
    return _UNKNOWN + digest if of is str else {_SHA256: digest}


def _digest_of_unknown(value: Any) -> str:
    """The commitment that is stored instead of a sealed value; empty if the value is."""
    if isinstance(value, str) and value.startswith(_UNKNOWN):
        return value.removeprefix(_UNKNOWN)
    return str(value[_SHA256]) if isinstance(value, dict) and value.keys() == {_SHA256} else ""


def opens(opening: Opening, leaf: Mapping[str, Any]) -> bool:
    """Whether an opening shows what a closed field of `leaf` stands for."""
    place = leaf if opening.field == CLAUSES else leaf["data"]
    commitment = _commitment(opening.salt, opening.field, opening.value)
    return bool(
        opening.version == leaf["version"] and place.get(opening.field) == {_SHA256: commitment}
    )


def _named(row: Row) -> dict[str, Any]:
    """The stored JSON of an event, the envelope's fields under their long names."""
    check_nesting(row.state)
    stored: dict[str, Any] = msgspec.json.decode(row.state)
    return {_ENVELOPE.get(name, name): value for name, value in stored.items()}


@cache
def _closed(its: Marks, *, fog: bool, fades: bool) -> frozenset[str]:
    sealed, hidden, fogged, fading = its
    closed = sealed | hidden
    if fog:
        closed |= fogged
    return closed | fading | {CLAUSES} if fades else closed


def _sealed_for_ever(topic: str, sealed: frozenset[str]) -> frozenset[str]:
    if "." in topic:
        return frozenset()
    return sealed - {_SEED} if topic == GameCreated.topic else sealed


def _salt(closed_by: Closing, version: int, field: str) -> str:
    label = canonical(["napoleon/salt/1", closed_by.game, version, field])
    return hmac.digest(closed_by.salt_key, label, "sha256").hex()[:_SALT_DIGITS]


def _commitment(salt: str, field: str, value: Any) -> str:
    return hashlib.sha256(canonical([salt, field, value])).hexdigest()
