"""Check the exported record of a game with only the record.

    python verify.py BUNDLE.zip [--checkpoint FILE]... [--key KEY] [--json]

BUNDLE.zip may be the folder it was unpacked to; without it the folder of this file is checked. A
checkpoint is a file with a turn mail, or with the signed note in it. The key is the service's, as
you learnt it from somewhere else than here; have this file from somewhere else, too. Exit status 0
if all of it holds, 1 if something does not, 2 for wrong usage. Only Python 3.11 and the package
``cryptography`` are needed.

bundle      It is whole, no part is damaged, and of a format that is known.
events      Each line of the log is one event of this game, in compact JSON, numbered 1, 2, 3 ...
leaves      Each event, in canonical JSON, has the hash that was recorded for it; but what a bundle
            of a running game withholds of events of releases before 0.6.0 is shown at its end.
tree        The hashes of the first n events make the root that was signed for n, for every n.
signatures  Every checkpoint was signed with the key of the service, or with one that it had before;
            which signed how many. With --key: that key and these know each other.
kept        So were the checkpoints that you kept, and they are of this log.
due         There is a checkpoint wherever one was due: at the end of a turn, after a ruling.
openings    What is shown of hidden fields is what the log has committed to, and as much of it as
            the bundle says: all in the operator's, in that of others not all.
texts       What people have written is what the log knows it by.
seed        Once it is open: it is the one that the first event has committed to.
links       The chains of chance were used link by link, and lead back to the first event.
calls       Every draw has its number, and was called, with its purpose, before its result.
nonces      No seat has changed its own contribution to chance alone; and when it was given.
draws       Every draw, made again, gives what the log says; so do the fates of dispatches.
seal        Every part of the bundle is what the service wrote, none is missing, none was put in.
            Bundles of releases before 0.8.0 have no seal, which is said.

What the log says is sure then. Whether the rules were kept, and whether ``story.txt`` and
``replay.html`` tell what the log says, is checked by ``napoleon verify``, which knows the rules.
Whatever stays unchecked is said at the end.
Records of up to 12,000 events are checked. Whatever is in a file, this takes no more than 256 MB
of memory and 10 seconds: what would take more is refused.

The formats are RFC 8785 (canonical JSON), RFC 6962 (the tree), c2sp.org/signed-note and
c2sp.org/tlog-checkpoint (signed notes).
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import hmac
import json
import re
import struct
import sys
import unicodedata
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import IO, Any, BinaryIO, NamedTuple, TextIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

FORMAT = "napoleon-bundle/1"
MEMBERS = (
    "manifest.json",
    "log.ndjson",
    "leaves.txt",
    "openings.ndjson",
    "draws.ndjson",
    "key.txt",
)
TEXTS = "texts.json"
KEYS, NAMES, SEAL = "keys.ndjson", "names.json", "seal.txt"
EXTRAS = (TEXTS, KEYS, NAMES, SEAL)  # that are read, too, if they are there
NOTES = ("checkpoints/", "earlier/")  # checkpoints by the key of the service, and by earlier ones
TO_READ = ("README.txt", "replay.html", "story.txt", "verify.py")  # no part of the record
OPERATOR = "operator"  # the reader of a bundle who runs the service
TOKENS = {"token", "tokens"}  # fields with hashes of tokens
LINKS = 8192  # of a chain
WORD = 2**32

# The most that is checked. All work and memory follow from these, whatever is in a file; a real
# record of 10,000 events has less than half of what may be there of anything but events.
EVENTS = 12_000
LINES = {
    "log.ndjson": EVENTS,
    "leaves.txt": EVENTS,
    "openings.ndjson": 4 * EVENTS,
    "draws.ndjson": EVENTS,
}
MOST_KEYS = 100  # of a service
VALUES, LISTS = 800_000, 120_000  # of JSON: names and values; and lists and objects
DEEPEST = 64  # levels of JSON in JSON
INTEGER = 2**53  # whole numbers are smaller [RFC 8785, 3.2.2.3]
PARTS = EVENTS + 100  # of a bundle: there can be a checkpoint of every event
ZIP_LIMIT, TOTAL_LIMIT = 16 * 2**20, 128 * 2**20  # bytes, packed and unpacked
RECORD_LIMIT = 16 * 2**20  # bytes of all that is checked
LINE_LIMIT, TEXTS_LIMIT, NOTE_LIMIT = 2**20, 4 * 2**20, 2**11  # bytes
CHAINS, SEATS = 4, 16
WORD_LIMIT, PURPOSE_LIMIT = 256, 1024  # bytes of an id or a nonce, and of the purpose of a draw
DRAWS, DRAWS_AT_ONCE = 20_000, 1_000
DIRECTORY_ENTRY = b"PK\x01\x02"  # begins the entry of each part in the directory of a zip file

CREATED, CLAIMED, FORKED = "game_created/1", "seat_claimed/1", "game_forked/1"
NONCE_GIVEN = "nonce_given/1"  # by a seat that has given one before
REWOUND, REVEALED = "history_rewound/1", "link_revealed/1"
RULING = "ruling_given/1"
WITHDRAWAL = "withdrawal"  # the reason of a rewind that undoes a move which nothing had sealed
PUBLIC, SECRET = "public", "secret"
WITHHELD = "withheld"  # names what an old event does not tell before the game is over
MAY_BE_WITHHELD = ("at", "order_id", "table")
ORDER_ID = 12  # characters of it in events of which nothing is withheld
DISPATCHED, FATE = "dispatch_sent/1", "dispatch_drawn/1"
CALLS = {"draws_called/1": PUBLIC, "secret_draws_called/1": SECRET}

CALL = {"first": int, "sizes": list, "link": int, "repeats": int}
SHAPES: dict[str, dict[str, type]] = {  # of the events, and the files, that are looked into
    CREATED: {
        "ruleset": str,
        "rules_version": str,
        "pack": str,
        "chains": dict,
        "nonces": dict,
        "prepared": str,
    },
    CLAIMED: {"seat": str, "nonce": str},
    NONCE_GIVEN: {"seat": str, "nonce": str},
    REWOUND: {"to": int, "keeps": list},
    REVEALED: {"chain": str, "link": int, "value": str},
    "draws_called/1": CALL,
    "secret_draws_called/1": CALL,
    FATE: {"dispatch": int, "link": int, "lost": int, "captured": int},
    "manifest.json": {"game": str, "ruleset": str, "rules_version": str, "pack": str},
    "openings.ndjson": {"version": int, "field": str, "salt": str},
    "draws.ndjson": {"called": int, "result": int, "field": str, "options": list},
    "texts.json": {"id": str, "salt": str, "text": str},
    KEYS: {"key": str, "vouched": str},
}
DEFAULTS: dict[str, Any] = {
    "chains": {},
    "nonces": {},
    "prepared": "",
    "keeps": [],
    "repeats": 0,
}
DAMAGE = (BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, ValueError)  # of zip files
UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")  # categories of Unicode
CLOSED: Any = object()  # stands for a value that the log commits to, but that is not opened


# -- What comes out ----------------------------------------------------------------------------


class Unseen(Exception):
    """Nothing is wrong in what was looked at, but not all could be looked at: why."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


class Wrong(Exception):
    """What does not hold, in a sentence, and the first wrong version where one can be named."""

    def __init__(self, detail: str, version: int | None = None) -> None:
        super().__init__(detail)
        self.detail, self.version = detail, version


def need(holds: bool, detail: str, version: int | None = None) -> None:
    """Raise Wrong unless something holds."""
    if not holds:
        raise Wrong(detail, version)


def said(value: object) -> str:
    """Something out of the record in a form that is safe to print, whatever it is."""
    text = json.dumps(value, default=repr)
    return text if len(text) <= 120 else text[:117] + "..."


def at_most(limit: int, found: int, what: str) -> None:
    """Raise Wrong if there is more of something than is checked."""
    need(found <= limit, f"That is more than can be checked: {found} {what}; {limit} are the most.")


def visible(text: str) -> str:
    r"""`text` without what a terminal would obey, or not show: U+FFFD replaces it.

    These are control characters other than line feed and tab, what turns the direction of
    writing, what has no width, and what ends a line unseen.

    >>> print(visible("caf\u00e9 \x1b[31m"))
    café �[31m
    """
    if text.isprintable():
        return text
    return "".join("\ufffd" if is_unseen(character) else character for character in text)


def is_unseen(character: str) -> bool:
    """Whether a terminal does something else with a character than show it."""
    return character not in "\n\t" and unicodedata.category(character) in UNSEEN


@dataclass(frozen=True)
class Check:
    """The outcome of one check; `version` is the first wrong one, where one can be named.

    `ok` is None if nothing is wrong in what was looked at, but not all could be looked at.
    """

    name: str
    ok: bool | None
    version: int | None
    detail: str


@dataclass
class Counts:
    """How much was checked: events; hidden fields, opened or still closed; and draws.

    Draws were made again, or wait for the end of the game, or are those of the game that this one
    was forked from, whose own record has to show them. The rest of events that are withheld in part
    can only be checked at the end of the game.
    """

    events: int = 0
    opened: int = 0
    closed: int = 0
    draws: int = 0
    draws_waiting: int = 0
    draws_of_parent: int = 0
    withheld: int = 0


@dataclass
class Report:
    """The checks in order. Where one leaves nothing to go on, the later ones are left out."""

    game: str = ""
    checks: list[Check] = field(default_factory=list)
    counts: Counts = field(default_factory=Counts)

    @property
    def first_wrong(self) -> Check | None:
        """The first check that failed; None if nothing is wrong."""
        return next((check for check in self.checks if check.ok is False), None)

    def to_data(self) -> dict[str, Any]:
        """The report as plain JSON."""
        return {"ok": self.first_wrong is None, **asdict(self)}


# -- JSON and hashes ---------------------------------------------------------------------------


COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
SORTED = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)
LATE = re.compile("[\ud800-\U0010ffff]")  # sorted in another order by UTF-16 units


def canonical(value: Any) -> bytes:
    """`value` as canonical JSON [RFC 8785]: no spaces, and the names of objects in order.

    >>> canonical({"b": [1, True], "a": None})
    b'{"a":null,"b":[1,true]}'
    """
    text = SORTED.encode(value)
    return text.encode() if LATE.search(text) is None else compact(ordered(value))


def ordered(value: Any) -> Any:
    """`value` with the names of all objects in the order of canonical JSON."""
    if isinstance(value, dict):
        return {name: ordered(value[name]) for name in in_order(value)}
    if isinstance(value, list | tuple):
        return [ordered(item) for item in value]
    return value


def compact(value: Any) -> bytes:
    """`value` as JSON without spaces, the names of objects in the order that they have."""
    return COMPACT.encode(value).encode()


def in_order(names: Iterable[str]) -> list[str]:
    """The names of an object in the order of canonical JSON: that of their UTF-16 units."""
    return sorted(names, key=lambda name: name.encode("utf-16-be"))


def parse(text: bytes) -> Any:
    """The JSON value in `text`, which has whole numbers only. Raises ValueError."""
    try:
        value = json.loads(
            text.decode(),
            object_pairs_hook=once,
            parse_int=integer,
            parse_float=refused,
            parse_constant=refused,
        )
    except RecursionError:
        raise ValueError("nested too deeply") from None
    check_depth(value)
    compact(value)  # which fails if half a character is in it
    return value


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object that says nothing twice: readers differ in which of the two they take."""
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("said twice")
    return made


def check_depth(value: Any) -> None:
    """Raise ValueError if JSON is nested too deeply."""
    level = [value]
    for _ in range(DEEPEST + 1):
        outer = [it for it in level if isinstance(it, dict | list)]
        level = [it for of in outer for it in (of.values() if isinstance(of, dict) else of)]
        if not level:
            return
    raise ValueError("nested too deeply")


def integer(digits: str) -> int:
    """The whole number that JSON has written down. Raises ValueError if it has too many digits."""
    number = int(digits) if len(digits) < 20 else INTEGER
    return number if -INTEGER < number < INTEGER else refused(digits)


def refused(number: str) -> Any:
    """Refuse a number. Raises ValueError."""
    raise ValueError(f"{number[:20]} is no whole number below 2**53")


def unhex(digits: Any) -> bytes:
    """The bytes that hexadecimal digits stand for; none if that is not what they are."""
    hexadecimal = isinstance(digits, str) and re.fullmatch("(?:[0-9a-f]{2})*", digits)
    return bytes.fromhex(digits) if hexadecimal else b""


def sha256(data: bytes) -> bytes:
    """The SHA-256 of `data`."""
    return hashlib.sha256(data).digest()


def leaf_hash(event: Mapping[str, Any]) -> bytes:
    """The hash of an event in the tree of its game."""
    return sha256(b"\x00" + canonical(event))


def roots_of(leaves: Iterable[bytes]) -> list[bytes]:
    """The roots of the trees over the first 0, 1, 2 ... of `leaves` [RFC 6962, 2.1].

    `peaks` are the full trees that the leaves make, the largest first: those of 4, 2 and 1 leaves
    if there are 7. Two of one size are joined; what is left makes the root from right to left.
    """
    found = [sha256(b"")]
    peaks: list[tuple[int, bytes]] = []
    for leaf in leaves:
        size, node = 1, leaf
        while peaks and peaks[-1][0] == size:
            size, node = 2 * size, sha256(b"\x01" + peaks.pop()[1] + node)
        peaks.append((size, node))
        for _, left in reversed(peaks[:-1]):
            node = sha256(b"\x01" + left + node)
        found.append(node)
    return found


def commitment(salt: str, name: str, value: Any) -> str:
    """What stands in the log instead of the hidden `value` of the field `name`."""
    return sha256(canonical([salt, name, value])).hex()


def salt_of(seed: bytes, game: str, version: int, name: str) -> str:
    """The salt of a hidden field: without the seed nobody can try out what is hidden."""
    key = hmac.digest(seed, b"napoleon/salts/1", "sha256")
    label = canonical(["napoleon/salt/1", game, version, name])
    return hmac.digest(key, label, "sha256").hex()[:32]


# -- Chance ------------------------------------------------------------------------------------


def chain_of(seed: bytes, chain: str) -> list[bytes]:
    """Links 0 to `LINKS` of a chain: each is the hash of the next one, and link 0 is published."""
    links = [hmac.digest(seed, b"napoleon/chain/1/" + chain.encode(), "sha256")]
    for _ in range(LINKS):
        links.append(sha256(links[-1]))
    return links[::-1]


def digest_of(options: Sequence[Any]) -> str:
    """What identifies the options of a draw in the event that calls it."""
    return sha256(canonical(options)).hex()[:32]


def draw_index(link: bytes, label: Sequence[Any], size: int) -> int:
    """Which of `size` options a draw gives: from 0 to `size` - 1, all equally likely.

    `label` is game (or what it is drawn as), branch, link, draw, purpose, size and nonces. With
    0, 1, 2 ... at its end it gives eight words of 32 bits each time. Words in the uneven rest of
    2**32 are passed over, as they would favour the first options.
    """
    block = 0
    while True:
        digest = hmac.digest(link, canonical(["napoleon/draw/2", *label, block]), "sha256")
        for word in struct.unpack(">8I", digest):
            if word < WORD - WORD % size:
                return int(word % size)
        block += 1


# -- Keys and signed notes ---------------------------------------------------------------------


class Key(NamedTuple):
    """The public key of a service, and the name with which it signs."""

    text: str
    name: str
    id: bytes
    public: bytes


class Checkpoint(NamedTuple):
    """A signed note: the log `origin` had `size` events, and their tree this root."""

    called: str  # in sentences
    text: str  # what is signed
    origin: str
    size: int
    root: bytes
    leaf: bytes  # of a receipt: the hash of the last event; else empty
    signatures: list[str]

    @property
    def note(self) -> str:
        """All of it as it was signed."""
        return "\n".join([self.text, *self.signatures, ""])


NOTE = re.compile(
    r"^((\S+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:leaf ([A-Za-z0-9+/]{43}=)\n)?)"
    r"\n((?:\u2014 \S+ \S+\n)+)",
    re.MULTILINE,
)


HEADER = re.compile(r"^(?:napoleon-receipt: *)?([A-Za-z0-9+/]{200,1000}={0,2})$", re.I | re.M)


def parse_key(text: str) -> Key:
    """The key in a text of the form ``name+id+key``. Raises Wrong."""
    text = text.strip()
    try:
        name, key_id, encoded = text.split("+", 2)
        kind_and_key = base64.b64decode(encoded, validate=True)
        made = sha256(f"{name}\n".encode() + kind_and_key)[:4]
    except ValueError:
        raise Wrong(f"{said(text)} is no key: it should read name+id+key.") from None
    need(made == unhex(key_id), f"The key {said(text)} was copied wrong: its parts do not fit.")
    need(len(kind_and_key) == 33 and kind_and_key[0] == 1, f"{said(text)} is no Ed25519 key.")
    return Key(text, name, made, kind_and_key[1:])


def checkpoints_in(text: str, called: str) -> list[Checkpoint]:
    """The checkpoints and receipts in a text: a whole mail, or a header `Napoleon-Receipt`."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n") + "\n"
    for word in HEADER.findall(lines):
        with suppress(ValueError):
            lines += base64.b64decode(word, validate=True).decode()
    return [
        Checkpoint(
            *(called, body, origin, int(size), base64.b64decode(root), base64.b64decode(leaf)),
            signed.splitlines(),
        )
        for body, origin, size, root, leaf, signed in NOTE.findall(lines)
    ]


def check_signed(checkpoint: Checkpoint, key: Key, game: str) -> None:
    """Raise Wrong unless a checkpoint is of `game`, and signed with `key`."""
    called, origin = checkpoint.called, f"{key.name}/games/{game}"
    ours = checkpoint.origin == origin
    need(ours, f"{called} is of the log {said(checkpoint.origin)}, not of {said(origin)}.")
    check_signature(checkpoint.text, checkpoint.signatures, key, called)


def check_signature(text: str, signatures: Sequence[str], key: Key, called: str) -> None:
    """Raise Wrong unless one of the lines `signatures` is that of `key` under `text`."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        raise Wrong("Signatures need a package: python -m pip install cryptography") from None
    signed = False
    for line in signatures:
        _, name, encoded = line.split(" ")
        try:
            id_and_signature = base64.b64decode(encoded, validate=True)
            if (name, id_and_signature[:4]) == (key.name, key.id):
                public = Ed25519PublicKey.from_public_bytes(key.public)
                need(not signed, f"{called} is signed twice with the key {said(key.text)}.")
                public.verify(id_and_signature[4:], text.encode())
                signed = True
        except (InvalidSignature, ValueError):
            raise Wrong(f"The signature under {called} is not genuine.") from None
    need(signed, f"{called} is not signed with the key {said(key.text)}.")


def signer_of(signatures: Iterable[str], keys: Sequence[Key]) -> Key:
    """The one of `keys` that a signature names, or else the last. No signature is checked."""
    named = set()
    for line in signatures:
        _, name, encoded = line.split(" ")
        with suppress(ValueError):
            named.add((name, base64.b64decode(encoded, validate=True)[:4]))
    return next((key for key in reversed(keys) if (key.name, key.id) in named), keys[-1])


class Statement(NamedTuple):
    """A signed note by which the key `new` takes over from the key `earlier`."""

    text: str
    earlier: str
    new: str
    signatures: list[str]


STATEMENT = re.compile(r"((\S+)/keys\n(\S+)\n(\S+)\n)\n((?:\u2014 \S+ \S+\n)+)")


def statement_in(text: str) -> Statement:
    """The statement in a text. Raises Wrong."""
    found = STATEMENT.fullmatch(text)
    if found is None or not found[4].startswith(f"{found[2]}+"):
        raise Wrong(f"A statement in {KEYS} is not as it should be: {said(text)}")
    return Statement(found[1], found[3], found[4], found[5].splitlines())


def vouched_for(trusted: Key, keys: Sequence[Key], statements: Iterable[Statement]) -> set[Key]:
    """Those of `keys` that one may trust who trusts one of them. Raises Wrong.

    A key that has signed a statement vouches for the other one in it, be that earlier or later.
    """
    by_text = {key.text: key for key in keys}
    vouches: dict[Key, list[Key]] = {key: [] for key in (*keys, trusted)}
    for it in statements:
        pair = [by_text[text] for text in (it.earlier, it.new) if text in by_text]
        for key, other in zip(pair, reversed(pair), strict=True):
            if len(pair) == 2 and signer_of(it.signatures, [other, key]) == key:
                check_signature(it.text, it.signatures, key, f"a statement in {KEYS}")
                vouches[key].append(other)
    found, new = {trusted}, [trusted]
    while new:
        new = [it for key in new for it in vouches[key] if it not in found]
        found.update(new)
    return found


# -- The bundle --------------------------------------------------------------------------------


@dataclass
class Record:
    """What is in a bundle, and below that what the checks have found in it so far."""

    manifest: dict[str, Any]
    digests: dict[str, str]  # of all that is in it, by name, but what is strange in a folder
    seal: str | None
    lines: list[bytes]  # of the log
    leaves: list[str]
    openings: list[dict[str, Any]]
    texts: list[dict[str, Any]]  # that people have written
    names: dict[str, str]  # of players, by seat
    strange: list[str]  # names of what is in it, and in no bundle
    options: dict[int, dict[str, Any]]  # of draws, by the version of the event that called them
    checkpoints: list[Checkpoint]  # of the bundle, by size; those of earlier keys first
    kept: list[Checkpoint]  # by the player, by size
    keys: list[Key]  # of the service, that which signs now is last
    statements: list[Statement]  # by which they know each other
    key: Key | None  # that the reader trusts
    counts: Counts

    events: list[dict[str, Any]] = field(default_factory=list)
    hashes: list[bytes] = field(default_factory=list)  # of the events
    whole: bool = False  # whether an event was met after which nothing is withheld
    roots: list[bytes] = field(default_factory=list)  # of their tree at every size
    values: dict[tuple[int, str], Any] = field(default_factory=dict)  # opened, by version and field
    links: dict[tuple[str, int], bytes] = field(default_factory=dict)  # known, by chain and number
    # by the version that called them and their number; but not those of the parent of a fork
    draws: dict[tuple[int, int], Draw] = field(default_factory=dict)
    # by the version at which the fates of dispatches were drawn: the branch, and the nonces
    fates: dict[int, tuple[int, list[list[str]]]] = field(default_factory=dict)
    shut: dict[int, bool] = field(default_factory=dict)  # whether a field is closed, by version

    @property
    def game(self) -> str:
        """The id of the game."""
        return str(self.manifest["game"])

    @property
    def facts(self) -> dict[str, Any]:
        """What the first event says."""
        return {**DEFAULTS, **self.events[0]["data"]}

    @property
    def drawn_as(self) -> str:
        """What labels the draws: the id of the game, or what the first event names instead."""
        return str(self.facts["prepared"]) or self.game

    @property
    def fork(self) -> int:
        """Version of the event with which the game was forked from another; 0 if it was not."""
        return max((it["version"] for it in self.events if it["type"] == FORKED), default=0)

    def is_shut(self, version: int) -> bool:
        """Whether an event has a field that is not opened."""
        if version not in self.shut:
            data = self.events[version - 1]["data"]
            self.shut[version] = any(self.value(version, name) is CLOSED for name in data)
        return self.shut[version]

    def value(self, version: int, name: str) -> Any:
        """What an event says in a field, or `CLOSED`; null if it does not have the field."""
        value = self.events[version - 1]["data"].get(name)
        return self.values.get((version, name), CLOSED) if is_closed(value) else value


def is_closed(value: Any) -> bool:
    """Whether a commitment replaces a value."""
    return isinstance(value, dict) and value.keys() == {"sha256"}


def has_shape(row: Mapping[str, Any], kind: str) -> bool:
    """Whether an event, or a line of a file, has in it what such ones have."""
    shape = SHAPES.get(kind, {})
    return all(type(row.get(name, DEFAULTS.get(name))) is of for name, of in shape.items())


class Members(NamedTuple):
    """What is in a bundle, by name, and the digest of each part.

    Parts of which only the digest is checked are kept as names. In a folder there may be
    anything: of what is strange there the name is kept, and no digest.
    """

    parts: dict[str, bytes]
    digests: dict[str, str]


def read_members(source: str | Path | BinaryIO) -> Members:
    """What is in a bundle, a zip file or a folder, by name. Raises Wrong.

    Every part of a zip file is read: each has a checksum.
    """
    try:
        if not isinstance(source, str | Path):
            return read_zip(source)
        if (path := Path(source)).is_dir():
            return read_folder(path)
        with path.open("rb") as file:
            return read_zip(file)
    except DAMAGE:
        raise Wrong("This is no whole zip file: it was cut off or damaged, or is no zip.") from None
    except OSError as error:
        raise Wrong(f"The bundle cannot be read: {error.strerror or 'it is damaged'}.") from None


def read_zip(file: BinaryIO) -> Members:
    """What is in a zip file. Raises Wrong, and the errors of `DAMAGE`."""
    at_most(ZIP_LIMIT, file.seek(0, 2), "bytes of a zip file")
    file.seek(0)
    at_most(PARTS, file.read().count(DIRECTORY_ENTRY), "parts of a zip file")
    found = Members({}, {})
    with ZipFile(file) as archive:
        members = [it for it in archive.infolist() if it.file_size or not it.is_dir()]
        check_sizes([(it.filename, it.file_size) for it in members])
        usual = {it.compress_type for it in members} <= {ZIP_STORED, ZIP_DEFLATED}
        need(usual, "The zip file is packed in an unusual way: it is no bundle.")
        for it in members:
            try:
                with archive.open(it) as packed:
                    read_part(it.filename, packed, found)
            except DAMAGE:
                detail = f"{said(it.filename)} is damaged: it is not what was packed."
                raise Wrong(detail) from None
    return found


def read_folder(folder: Path) -> Members:
    """What is in the folder of a bundle. Raises Wrong."""
    there = [it for it in sorted(folder.iterdir()) if f"{it.name}/" not in NOTES]
    names = [it.name for it in there if is_known(it.name) and it.is_file()]
    for notes in NOTES:
        found = sorted((folder / notes).glob("*"))
        names += [f"{notes}{it.name}" for it in found if it.is_file()]
    check_sizes([(name, (folder / name).stat().st_size) for name in names])
    members = Members({}, {})
    for name in names:
        with (folder / name).open("rb") as file:
            read_part(name, file, members)
    members.parts.update({it.name: b"" for it in there if it.name not in names})
    return members


def read_part(name: str, file: IO[bytes], into: Members) -> None:
    """Read a part piece by piece, as more can be packed in it than the zip file says."""
    pieces: list[bytes] = []
    digest = hashlib.sha256()
    while piece := file.read(2**16):
        digest.update(piece)
        if is_checked(name):
            pieces.append(piece)
    into.parts[name], into.digests[name] = b"".join(pieces), digest.hexdigest()


def is_known(name: str) -> bool:
    """Whether that is the name of something that a bundle has."""
    return is_checked(name) or name in TO_READ


def is_checked(name: str) -> bool:
    """Whether that is the name of a part of the record."""
    return name.startswith(NOTES) or name in (*MEMBERS, *EXTRAS)


def check_sizes(sizes: Sequence[tuple[str, int]]) -> None:
    """Raise Wrong if a member is missing, there twice, or larger than it can be."""
    names = {name for name, _ in sizes}
    for name in MEMBERS:
        need(name in names, f"{name} is missing: this is no bundle of a game, or not all of it.")
    need(len(names) == len(sizes), "A part of the bundle is in it twice.")
    at_most(PARTS, len(sizes), "parts of a bundle")
    for name, size in sizes:
        limit = NOTE_LIMIT if name.startswith(NOTES) else RECORD_LIMIT
        fits = size <= limit or not is_checked(name)
        need(fits, f"{said(name)} is larger than it can be: {size} bytes.")
    at_most(RECORD_LIMIT, sum(it for name, it in sizes if is_checked(name)), "bytes to be checked")
    at_most(TOTAL_LIMIT, sum(size for _, size in sizes), "bytes of a bundle")


def check_amounts(members: Mapping[str, bytes]) -> None:
    """Raise Wrong if there is more JSON in a bundle than is checked, before any of it is read.

    It is counted by its punctuation, that within texts, too: there are at least as many values.
    """
    for name, limit in LINES.items():
        at_most(limit, members[name].count(b"\n"), f"lines of {name}")
    data = [it for name, it in members.items() if name.endswith("json")]
    lists = sum(it.count(mark) for it in data for mark in (b"[", b"{"))
    at_most(LISTS, lists, "lists and objects")
    at_most(VALUES, lists + sum(it.count(mark) for it in data for mark in (b",", b":")), "values")


def read_record(
    source: str | Path | BinaryIO, kept: Mapping[str, str], key: str | None, counts: Counts
) -> Record:
    """The bundle, before any of its events is looked at. Raises Wrong."""
    members, digests = read_members(source)
    check_amounts(members)
    manifest = row_of(members["manifest.json"], "manifest.json")
    detail = f"The bundle has the format {said(manifest.get('format'))}, which is unknown here."
    need(manifest.get("format") == FORMAT, detail)
    shaped = has_shape(manifest, "manifest.json") and len(manifest["game"]) <= WORD_LIMIT
    need(shaped, "manifest.json is not as it should be.")
    checkpoints = []
    for folder in reversed(NOTES):
        for name in sorted(it for it in members if it.startswith(folder)):
            found = checkpoints_in(text_of(members[name], name), f"The checkpoint {said(name)}")
            named = len(found) == 1 and name == f"{folder}{found[0].size:06}.txt"
            need(named, f"{said(name)} is not the checkpoint that it is named after.")
            checkpoints += found
    need(any(it.startswith(NOTES[0]) for it in members), "The bundle holds no checkpoint.")
    own = []
    for name, text in kept.items():
        found = checkpoints_in(text, f"Your checkpoint {said(name)}")
        need(bool(found), f"There is no checkpoint in {said(name)}.")
        own += found
    options = rows_of(members["draws.ndjson"], "draws.ndjson")
    for row in options:
        lists = all(type(it) is list for it in row["options"])
        need(lists, f"A line of draws.ndjson is not as it should be: {said(row)}")
    for before, row in pairwise(options):
        detail = f"draws.ndjson is not in the order of the log: {said(row)} comes too late."
        need(before["result"] <= row["result"], detail, row["called"])
    need(
        len({row["called"] for row in options}) == len(options),
        "draws.ndjson tells of the same draws twice.",
    )
    keys, statements = keys_of(
        parse_key(text_of(members["key.txt"], "key.txt")), rows_of(members.get(KEYS, b""), KEYS)
    )
    return Record(
        manifest=manifest,
        digests=digests,
        seal=text_of(members[SEAL], SEAL) if SEAL in members else None,
        lines=lines_of(members["log.ndjson"], "log.ndjson"),
        leaves=[text_of(it, "leaves.txt") for it in lines_of(members["leaves.txt"], "leaves.txt")],
        openings=rows_of(members["openings.ndjson"], "openings.ndjson"),
        texts=texts_of(members.get("texts.json", b"[]")),
        names=names_of(members.get(NAMES, b"{}")),
        strange=sorted(name for name in members if not is_known(name)),
        options={row["called"]: row for row in options},
        checkpoints=sorted(checkpoints, key=lambda it: it.size),
        kept=sorted(own, key=lambda it: it.size),
        keys=keys,
        statements=statements,
        key=None if key is None else parse_key(key),
        counts=counts,
    )


def keys_of(own: Key, rows: Sequence[Mapping[str, Any]]) -> tuple[list[Key], list[Statement]]:
    """All keys of the service, `own`, which signs, last; and their statements. Raises Wrong."""
    at_most(MOST_KEYS, len(rows), f"keys in {KEYS}")
    longest = max((len(it) for row in rows for it in (row["key"], row["vouched"])), default=0)
    at_most(NOTE_LIMIT, longest, f"characters of a key in {KEYS}")
    keys = [parse_key(row["key"]) for row in rows]
    need(not keys or own in keys, f"The key in key.txt is not in {KEYS}.")
    statements = [statement_in(row["vouched"]) for row in rows if row["vouched"]]
    return [*(it for it in dict.fromkeys(keys) if it != own), own], statements


def text_of(data: bytes, name: str) -> str:
    """The text of a member. Raises Wrong."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Wrong(f"{said(name)} is no text.") from None


def lines_of(data: bytes, name: str) -> list[bytes]:
    """The lines of a member. Raises Wrong."""
    lines = data.removesuffix(b"\n").split(b"\n") if data else []
    at_most(LINE_LIMIT, max(map(len, lines), default=0), f"bytes in a line of {name}")
    return lines


def row_of(line: bytes, name: str) -> dict[str, Any]:
    """The JSON object in a line of a member. Raises Wrong."""
    at_most(LINE_LIMIT, len(line), f"bytes in {name}")
    try:
        row = parse(line)
    except ValueError:
        row = None
    if not isinstance(row, dict):
        raise Wrong(f"{name} holds something that is no JSON object.")
    return row


def rows_of(data: bytes, name: str) -> list[dict[str, Any]]:
    """The JSON objects in the lines of a member. Raises Wrong."""
    rows = [row_of(line, name) for line in lines_of(data, name)]
    for row in rows:
        need(has_shape(row, name), f"A line of {name} is not as it should be: {said(row)}")
    return rows


def texts_of(data: bytes) -> list[dict[str, Any]]:
    """What people have written. Raises Wrong."""
    at_most(TEXTS_LIMIT, len(data), f"bytes in {TEXTS}")
    try:
        rows = parse(data)
    except ValueError:
        rows = None
    good = type(rows) is list and all(type(it) is dict and has_shape(it, TEXTS) for it in rows)
    need(good, f"{TEXTS} is not as it should be.")
    return list(rows)


def names_of(data: bytes) -> dict[str, str]:
    """The names of players by seat. Raises Wrong."""
    names = row_of(data, "names.json")
    need(all(type(name) is str for name in names.values()), "names.json is not as it should be.")
    return names


# -- The checks: each says what it has found, or raises Wrong ------------------------------------


def event_of(line: bytes, game: str, version: int) -> dict[str, Any]:
    """The event in a line of the log. Raises Wrong unless it is that `version` of `game`.

    The line has to be the one way to write the event down: nothing may hide in it.
    """
    try:
        event = parse(line)
    except ValueError:
        event = None
    if not isinstance(event, dict) or compact(event) != line:
        raise Wrong(f"Event {version} is not in compact JSON: it was changed.", version)
    number, of, kind, data = map(event.get, ("version", "game", "type", "data"))
    need(
        type(number) is int and number == version,
        f"Where event {version} should be there is number {said(number)}: an event was "
        "deleted, added or swapped.",
        version,
    )
    need(of == game, f"Event {version} is of the game {said(of)}.", version)
    shaped = type(kind) is str and type(data) is dict and has_shape(data, kind)
    need(shaped, f"Event {version} does not hold what such an event holds.", version)
    check_extent(event)
    return event


def check_extent(event: Mapping[str, Any]) -> None:
    """Raise Wrong if there is more in an event than is checked, of what others are checked with."""
    version, kind, data = event["version"], event["type"], {**DEFAULTS, **event["data"]}
    words = [data["nonce"]] if kind in (CLAIMED, NONCE_GIVEN) else []
    if kind == CREATED:
        words = [*data["chains"], *data["nonces"], *map(compact, data["nonces"].values())]
        at_most(CHAINS, len(data["chains"]), f"chains of chance in event {version}")
        at_most(SEATS, len(data["nonces"]), f"nonces in event {version}")
    if kind in CALLS:
        at_most(DRAWS_AT_ONCE, len(data["sizes"]), f"draws in event {version}")
    longest = max(map(len, words), default=0)
    at_most(WORD_LIMIT, longest, f"characters of a name or a nonce in event {version}")


def check_events(record: Record) -> str:
    """Each line is one event of this game, in compact JSON, numbered 1, 2, 3 ...

    In which order the names of an object stand in the file is not signed. Where it has a meaning,
    that of what was drawn, the draws show whether it is right.
    """
    for version, line in enumerate(record.lines, 1):
        event = event_of(line, record.game, version)
        record.events.append(event)
        record.hashes.append(hash_of(event, record))
    begun = bool(record.events) and record.events[0]["type"] == CREATED
    need(begun, f"The log does not begin with the event {CREATED}.", 1)
    for name in ("ruleset", "rules_version", "pack"):
        same = record.facts[name] == record.manifest[name]
        need(same, f"The first event and manifest.json differ in the {name}.", 1)
    record.counts.events = len(record.events)
    return f"{len(record.events)} events, numbered without a gap."


def hash_of(event: Mapping[str, Any], record: Record) -> bytes:
    """The hash of an event; of one that is withheld in part, that which was recorded. Raises Wrong.

    Something is withheld in games that began before 0.6.0, of the first event as well, up to the
    first that a later release has recorded with an order id of another length.
    """
    version = event["version"]
    if WITHHELD not in event:
        record.whole |= version == 1 or len(str(event.get("order_id", ""))) == ORDER_ID
        return leaf_hash(event)
    names = event[WITHHELD]
    known = type(names) is list and bool(names) and all(it in MAY_BE_WITHHELD for it in names)
    early = known and not record.whole and record.manifest.get("complete") is not True
    need(early, f"Event {version} is withheld in part, and should be whole.", version)
    recorded = unhex(record.leaves[version - 1]) if version <= len(record.leaves) else b""
    need(len(recorded) == 32, f"No hash was recorded for event {version}.", version)
    record.counts.withheld += 1
    return recorded


def check_leaves(record: Record) -> str:
    """Each event has the hash that was recorded for it."""
    for version, found in enumerate(record.hashes, 1):
        there = version <= len(record.leaves)
        need(there, f"No hash was recorded for event {version}: it was added.", version)
        same = found.hex() == record.leaves[version - 1]
        need(same, f"Event {version} does not have the hash that was recorded for it.", version)
    gone = len(record.hashes) + 1
    need(gone > len(record.leaves), f"Event {gone} has a recorded hash, but is gone.", gone)
    withheld = record.counts.withheld
    told = f"{len(record.hashes) - withheld} events have the hashes that were recorded for them."
    if withheld:
        told += f" {withheld} more are withheld in part, and can be checked when the game is over."
    return told


def check_tree(record: Record) -> str:
    """The hashes of the first n events make the root that was signed for n."""
    record.roots = roots_of(record.hashes)
    check_roots(record, record.checkpoints)
    size, newest = len(record.events), record.checkpoints[-1].size
    need(newest == size, f"Events {newest + 1} to {size} were never signed for.", newest + 1)
    stated = (record.manifest.get("size"), record.manifest.get("root"))
    same = stated == (size, record.roots[size].hex())
    need(same, "Size and root in manifest.json are not those of the log.")
    return f"{len(record.checkpoints)} checkpoints are of this log; the newest is of all of it."


def check_roots(record: Record, checkpoints: Iterable[Checkpoint]) -> None:
    """Raise Wrong at the first of `checkpoints`, ascending, that is of another log."""
    good, size = 0, len(record.events)
    for it in checkpoints:
        cut = f"{it.called} is of {it.size} events, and the log has {size}: it was cut off."
        need(it.size <= size, cut, size + 1)
        exact = it.size <= good + 1
        which = f"event {it.size}" if exact else f"one of the events {good + 1} to {it.size}"
        need(
            it.root == record.roots[it.size],
            f"{it.called} contradicts this log: {which} is not what it was when that was signed.",
            it.size if exact else None,
        )
        last = record.leaves[it.size - 1] if it.leaf and it.size else it.leaf.hex()
        other = f"{it.called} has another hash for event {it.size} than the log."
        need(it.leaf.hex() in ("", last), other, it.size)
        good = it.size


def check_signatures(record: Record) -> str:
    """Every checkpoint was signed with a key of the service, and how far that is to be trusted."""
    own, trusted = record.keys[-1], record.key or record.keys[-1]
    there = trusted in record.keys
    need(there, f"The bundle has the key {said(own.text)}, and you trust {said(trusted.text)}.")
    sure = vouched_for(trusted, record.keys, record.statements)
    counts = dict.fromkeys(record.keys, 0)
    for checkpoint in record.checkpoints:
        counts[check_by(checkpoint, record, sure)] += 1
    if len(record.keys) == 1:
        return f"{len(record.checkpoints)} checkpoints are signed with the key {said(own.text)}."
    parts = []
    for key in [key for key in reversed(record.keys) if counts[key] or key == own]:
        part = f"{counts[key]} with {said(key.text)}"
        if key in sure - {trusted}:
            part += f", for which {said(trusted.text)} vouches"
        elif key != trusted:
            part += ", which only the bundle says was of the same service"
        parts.append(part)
    told = "; ".join(parts)
    return f"{len(record.checkpoints)} checkpoints are signed with keys of the service: {told}."


def check_by(checkpoint: Checkpoint, record: Record, sure: Collection[Key] = ()) -> Key:
    """The key of the service that a checkpoint is signed with.

    Raises Wrong if it is signed with none; or if the reader trusts one, and that is not one of
    those that are `sure` then.
    """
    keys = record.keys if record.key is None or record.key in record.keys else [record.key]
    key = signer_of(checkpoint.signatures, keys)
    check_signed(checkpoint, key, record.game)
    doubtful = (
        f"{checkpoint.called} is signed with the key {said(key.text)}, for which the key that you "
        "trust does not vouch: only the bundle says that it is of the same service. Ask those who "
        "run it, and if it is theirs give that one as your key."
    )
    need(record.key in (None, key) or key in sure, doubtful)
    return key


def check_kept(record: Record) -> str:
    """The checkpoints of the player were signed with a key of the service, and are of this log."""
    sure = vouched_for(record.key or record.keys[-1], record.keys, record.statements)
    for checkpoint in record.kept:
        check_by(checkpoint, record, sure)
    check_roots(record, record.kept)
    return f"{len(record.kept)} checkpoints that you kept are of this log."


Place = tuple[int, int, object, bool]  # of an event: version, turn, save, if it is a ruling


def due(places: Iterable[Place]) -> Iterator[int]:
    """The versions in a stretch of a log after which a checkpoint is due.

    These are the last one of each turn, before the first of another one, and the last one of
    each save that holds a ruling. The first turn begins when the table has been laid out.
    """
    last, turn, save, ruled = 0, None, None, False
    for version, of_turn, of_save, rules in places:
        ends_turn = of_turn > 0 and turn is not None and of_turn != turn
        ends_ruling = ruled and of_save != save
        if ends_turn or ends_ruling:
            yield last
        ruled = rules or (ruled and not ends_ruling)
        last, save = version, of_save
        # A service event may lie outside all turns without ending one.
        turn = of_turn or turn or 0
    if ruled:
        yield last


def place_of(event: Mapping[str, Any]) -> Place:
    """Where an event stands, as far as that tells when a checkpoint is due.

    Nobody can tell which save an event that is withheld in part belongs to.
    """
    turn, whole = event.get("turn"), WITHHELD not in event
    save = (event.get("at"), event.get("order_id"))
    rules = whole and event["type"] == RULING
    return event["version"], turn if type(turn) is int else 0, save, rules


def check_due(record: Record) -> str:
    """There is a checkpoint wherever one was due, as the log itself tells.

    So taking one away is found out, also if the operator of the store does it and lets the service
    sign what is left. In a game that was brought from another service an old bundle lacks the first
    ones.
    """
    there = {it.size for it in record.checkpoints}
    wanted = {size for size in due(map(place_of, record.events)) if size <= max(there)}
    gone = sorted(wanted - there)
    if gone and record.manifest.get("release") is None and gone[-1] < min(there):
        detail = (
            f"The first {len(gone)} of {len(wanted)} checkpoints that were due are not there: they "
            "were taken out, or the game was brought from another service, and a release before "
            "0.8.0 wrote this."
        )
        raise Unseen(detail)
    detail = (
        f"{len(gone)} of {len(wanted)} checkpoints that were due were taken out; the first is that "
        f"after event {min(gone, default=0)}."
    )
    need(not gone, detail)
    return f"All {len(wanted)} checkpoints that were due are there."


def seal_origin(key_name: str, game: str) -> str:
    """The first line of the seals of a game's bundles."""
    return f"{key_name}/bundles/{game}"


SEALED = re.compile(r"((\S+)\n((?:[0-9a-f]{64}  [!-~]+\n)+))\n((?:\u2014 \S+ \S+\n)+)")


def check_seal(record: Record) -> str:
    """The bundle has the parts that the service put its seal on, and no others."""
    release, readable = record.manifest.get("release"), listed(record, TO_READ)
    if record.seal is None:
        detail = f"{SEAL} is missing, and release {said(release)} writes one: it was taken out."
        need(release is None, detail)
        detail = (
            "It has no seal: a release before 0.8.0 wrote it, or somebody took the seal out. So "
            f"nobody knows whether these are what the service wrote: {readable}."
        )
        raise Unseen(detail)
    found = SEALED.fullmatch(record.seal)
    if found is None:
        raise Wrong(f"{SEAL} is no seal.")
    key = record.keys[-1]
    ours = found[2] == seal_origin(key.name, record.game)
    need(ours, f"{SEAL} is that of {said(found[2])}, not of a bundle of this game.")
    check_signature(found[1], found[4].splitlines(), key, SEAL)
    sealed = {line[66:]: line[:64] for line in found[3].splitlines()}
    there = {name: it for name, it in record.digests.items() if name != SEAL}
    for name in sorted(sealed.keys() | there.keys()):
        need(name in there, f"{said(name)} is missing, and the service put it into the bundle.")
        need(name in sealed, f"{said(name)} was put into the bundle by somebody else.")
        need(sealed[name] == there[name], f"{said(name)} is not what the service wrote.")
    return f"All {len(sealed)} parts are what the service wrote, none is missing, none was put in."


def listed(record: Record, names: Iterable[str]) -> str:
    """Those of `names` that are parts of the bundle, for a sentence."""
    return ", ".join(it for it in names if it in record.digests) or "none"


def check_reader(record: Record, left: Collection[str]) -> None:
    """Raise Wrong unless the bundle opens as much as the manifest says.

    `left` are the names of fields that are closed. The operator gets all, but for
    hashes of tokens that were not known where it was imported; all others get no such hash.
    """
    reader, complete = record.manifest.get("reader"), record.manifest.get("complete")
    known = type(reader) is str and 0 < len(reader) <= WORD_LIMIT and type(complete) is bool
    need(known, "manifest.json does not say whose bundle it is, or whether it is complete.")
    closed = ", ".join(sorted(set(left) - TOKENS))
    detail = f"manifest.json says that it is the operator's, but this is closed: {said(closed)}."
    need(reader != OPERATOR or not closed, detail)
    detail = f"manifest.json says that it is for {said(reader)}, but it holds what is not for them."
    foreign = (bool(record.values) and not left) or NAMES in record.digests
    need(reader == OPERATOR or not foreign, detail)
    wanted = reader == OPERATOR and not left
    need(complete == wanted, f"manifest.json says that complete is {said(complete)}: it is not.")


def check_openings(record: Record) -> str:
    """What is shown of hidden fields is what the log has committed to."""
    closed = {
        (event["version"], name): value["sha256"]
        for event in record.events
        for name, value in {**event["data"], "clauses": event.get("clauses")}.items()
        if is_closed(value)
    }
    for row in record.openings:
        place = version, name = row["version"], row["field"]
        there = place in closed and place not in record.values
        need(there, f"The field {said(name)} of event {version} is not there to open.", version)
        shown = row.get("value")
        same = commitment(row["salt"], name, shown) == closed[place]
        detail = f"What is shown as {said(name)} of event {version} is not what was committed to."
        need(same, detail, version)
        record.values[place] = shown
    left = [place for place in closed if place not in record.values]
    record.counts.opened, record.counts.closed = len(record.values), len(left)
    if left and record.manifest.get("complete") is True:
        version, name = left[0]
        raise Wrong(f"A complete record lacks the field {said(name)} of {version}.", version)
    check_reader(record, {name for _, name in left})
    return f"{len(record.values)} hidden fields are opened, {len(left)} are closed."


def check_texts(record: Record) -> str:
    """What people have written is what the log knows it by."""
    opened = map(compact, record.values.values())
    known = {word for line in (*record.lines, *opened) for word in TEXT_ID.findall(line)}
    for row in record.texts:
        named, made = row["id"], sha256(unhex(row["salt"]) + row["text"].encode()).hex()[:32]
        need(named == made, f"The text {said(named)} is not what was written.")
        there = made.encode() in known
        need(there, f"The log does not know of the text {said(named)}.")
    return f"{len(record.texts)} texts are what the log knows them by."


TEXT_ID = re.compile(rb'"([0-9a-f]{32})(?=")')


def check_seed(record: Record) -> str:
    """The seed, once it is open, makes what the first event commits to, and every salt."""
    if record.value(1, "seed") is CLOSED:
        return "Closed until the game is over."
    seed = unhex(record.value(1, "seed"))
    same = len(seed) == 32 and sha256(seed).hex() == record.facts.get("commitment")
    need(same, "The seed is not the one that the first event has committed to.", 1)
    need(not record.counts.withheld, "Nothing may be withheld once the seed is open.")
    for chain, anchor in record.facts["chains"].items():
        links = chain_of(seed, chain)
        need(links[0].hex() == anchor, f"The chain {said(chain)} is not made of the seed.", 1)
        record.links |= {(chain, number): link for number, link in enumerate(links)}
    for row in record.openings:
        version, made = row["version"], salt_of(seed, record.game, row["version"], row["field"])
        need(row["salt"] == made, f"A salt in event {version} is not made of the seed.", version)
    return "Open: the commitment, the chains and the salts are made of it."


def check_links(record: Record) -> str:
    """A link serves one order, and those of the public chain are revealed after it.

    With a link anybody can tell what will be drawn with it, so none is used again, whatever is
    rewound. What is revealed leads back to the link before it, and so to the first event.
    """
    known = {chain: (0, unhex(anchor)) for chain, anchor in record.facts["chains"].items()}
    used: dict[str, tuple[Any, ...]] = dict.fromkeys(known, (0,))
    rewinds = revealed = 0
    for event in record.events[record.fork :]:
        version, kind, data = event["version"], event["type"], event["data"]
        if kind == REWOUND:
            rewinds += 1
        elif kind == FATE or (kind in CALLS and not data.get("repeats")):
            chain = CALLS.get(kind, SECRET)
            use = (data["link"], rewinds, event.get("order_id"))
            need(chain in used, f"The first event commits to no {chain} chain of chance.", 1)
            last = used[chain][0]
            if use != used[chain] or known[chain][0] == last:
                detail = f"Event {version} uses link {use[0]} of the {chain} chain, after {last}."
                need(use[0] == last + 1 <= LINKS, detail, version)
                withheld = chain == PUBLIC and known[PUBLIC][0] < last
                need(not withheld, f"Link {last} was used, but never revealed.", version)
                used[chain] = use
        elif kind == REVEALED:
            chain, link, value = data["chain"], data["link"], unhex(data["value"])
            need(chain in used, f"Event {version} reveals a link of no chain.", version)
            before, hashed = known[chain][0], value
            need(before < link == used[chain][0], f"Link {link} is not there to reveal.", version)
            for _ in range(link - before):
                hashed = sha256(hashed)
            detail = f"The link that event {version} reveals does not lead back to link {before}."
            need(hashed == known[chain][1], detail, version)
            known[chain] = (link, value)
            record.links[chain, link] = value
            revealed += 1
    last = used.get(PUBLIC, (0,))[0]
    done = last == 0 or known[PUBLIC][0] == last
    need(done, f"Link {last} was used, but never revealed.", len(record.events))
    return f"{revealed} links were revealed, and lead back to the first event."


# -- Draws -------------------------------------------------------------------------------------


class Draw(NamedTuple):
    """A draw as the log tells it; one that counts again after a rewind, as it was made."""

    called: int  # version of the event that called it
    place: int  # among the draws that it called, from 0
    chain: str
    branch: int
    link: int
    number: int
    purpose: Any
    size: int
    nonces: list[tuple[str, str]]
    digest: Any  # of the options
    result: int = 0  # version of the event with the result
    result_place: int = 0  # among the draws that it tells, from 0
    result_count: int = 0  # of these draws


class Rewinds:
    """What the rewinds so far have undone, of the draws of a game."""

    def __init__(self, size: int) -> None:
        self.branch = 0
        self.keeps: set[int] = set()  # versions whose draws count again since the last one
        self._undone = bytearray(size + 1)  # by version

    def add(self, event: Mapping[str, Any]) -> None:
        """Take note of a rewind."""
        version, data = event["version"], event["data"]
        self.branch += data.get("reason") != WITHDRAWAL
        self.keeps = {it for it in data.get("keeps", []) if type(it) is int}
        undone = slice(data["to"] + 1, version)
        self._undone[undone] = b"\x01" * (undone.stop - undone.start)

    def undid(self, version: int) -> bool:
        """Whether one of them has undone an event."""
        return bool(self._undone[version])


def check_calls(record: Record) -> str:
    """Draws are numbered without a gap, and called before their results.

    A rewind takes the number of the next draw back to what it was. It begins a branch, unless it
    is a free withdrawal.
    """
    if not record.facts["chains"]:
        return "Draws of games that are older than chains of chance were not called."
    fork, made_nonces = record.fork, record.facts["nonces"]
    nonces = Nonces(made_nonces)
    following = [0]  # the number of the next draw, by version
    pending: list[Draw] = []  # what was called, and has no result yet
    rewinds = Rewinds(len(record.events))
    for event in record.events:
        version, kind, data = event["version"], event["type"], event["data"]
        number, last = following[-1], data.get("draw")
        if kind == FORKED:
            nonces = Nonces(made_nonces)  # those of the other game count no more
        if kind in (CLAIMED, NONCE_GIVEN):
            nonces.take(event)
        if kind in (REWOUND, REVEALED) and version > fork:
            check_told(pending)
        if kind == REWOUND:
            need(1 <= data["to"] < version, f"Event {version} goes back to no position.", version)
            number = following[data["to"]]
            if version > fork:
                rewinds.add(event)
        elif kind in CALLS and version > fork:
            expected = number + len(pending)
            detail = f"Event {version} calls draw {data['first']}, but {expected} is the next one."
            need(data["first"] == expected, detail, version)
            pending += called_by(event, record, rewinds, nonces.in_force)
            at_most(DRAWS, len(record.draws) + len(pending), "draws")
        elif kind == FATE and version > fork:
            record.fates[version] = (
                rewinds.branch,
                [list(it) for it in sorted(nonces.in_force.items())],
            )
            at_most(DRAWS, len(record.fates), "fates of dispatches")
        elif type(last) is int:
            count = last + 1 - number
            need(count > 0, f"Event {version} has the result of draw {last} again.", version)
            if version > fork:
                due, pending = pending[:count], pending[count:]
                detail = f"Event {version} has the result of draw {last}, which was never called."
                need(len(due) == count, detail, version)
                at_most(DRAWS_AT_ONCE, count, f"results of draws in event {version}")
                for place, draw in enumerate(due):
                    told = {"result": version, "result_place": place, "result_count": count}
                    record.draws[draw.called, draw.number] = draw._replace(**told)
            else:
                record.counts.draws_of_parent += count
            number += count
        following.append(number)
    check_told(pending)
    return f"{len(record.draws)} draws were called before their results."


class Nonces:
    """What the seats give to chance.

    The one that a seat gives when it is claimed counts from then on. Any other, which has an event
    of its own, waits until another seat has given one too, and then both count: who knows the seed
    could look for one that suits them.
    """

    def __init__(self, made: Mapping[str, str]) -> None:
        self.in_force = dict(made)
        self.waiting: dict[str, str] = {}

    def take(self, event: Mapping[str, Any]) -> list[str]:
        """The seats of which another nonce counts from now on."""
        seat, nonce = event["data"]["seat"], event["data"]["nonce"]
        if not nonce or seat not in self.in_force:
            return []
        if event["type"] == CLAIMED:
            self.in_force[seat] = nonce
            return [seat]
        self.waiting[seat] = nonce
        if len(self.waiting) == 1:
            return []
        counted = in_order(self.waiting)
        self.in_force.update(self.waiting)
        self.waiting.clear()
        return counted


def check_told(pending: Sequence[Draw]) -> None:
    """Raise Wrong if there are draws without a result: nobody may drop one he does not like."""
    for it in pending:
        raise Wrong(f"Draw {it.number}, called in event {it.called}, has no result.", it.called)


def called_by(
    event: Mapping[str, Any],
    record: Record,
    rewinds: Rewinds,
    nonces: Mapping[str, str],
) -> list[Draw]:
    """The draws that an event calls. Raises Wrong."""
    version, chain, data = event["version"], CALLS[event["type"]], event["data"]
    in_force, sizes = sorted(nonces.items()), data["sizes"]
    columns = []
    for name in ("purposes", "options"):
        column = record.value(version, name)
        columns.append([CLOSED] * len(sizes) if column is CLOSED else column)
    fit = all(type(column) is list and len(column) == len(sizes) for column in columns)
    fit = fit and all(type(size) is int and 1 <= size <= WORD for size in sizes)
    need(fit, f"Event {version} does not say what is drawn.", version)
    draws = []
    for place, (purpose, digest, size) in enumerate(zip(*columns, sizes, strict=True)):
        said_of_it = b"" if purpose is CLOSED else compact(purpose)
        at_most(PURPOSE_LIMIT, len(said_of_it), f"bytes of a purpose in event {version}")
        made = (chain, rewinds.branch, data["link"], data["first"] + place)
        draws.append(Draw(version, place, *made, purpose, size, in_force, digest))
    again = data.get("repeats")
    return [as_made(draw, again, record, rewinds) for draw in draws] if again else draws


def as_made(draw: Draw, version: int, record: Record, rewinds: Rewinds) -> Draw:
    """`draw` as the event `version` called it, before a rewind that lets it count again."""
    made = record.draws.get((version, draw.number)) if version in rewinds.keeps else None
    if made is None or not rewinds.undid(made.result):
        raise Wrong(f"Event {draw.called} repeats a draw that does not count again.", draw.called)
    same = (made.chain, made.size) == (draw.chain, draw.size)
    same = same and (CLOSED in (made.purpose, draw.purpose) or made.purpose == draw.purpose)
    need(same, f"Event {draw.called} repeats a draw that does not count again.", draw.called)
    purpose = draw.purpose if made.purpose is CLOSED else made.purpose
    return made._replace(called=draw.called, place=draw.place, purpose=purpose, digest=draw.digest)


def check_nonces(record: Record) -> str:
    """Which nonces counted from when on; see `Nonces`.

    It is told how many draws were made before, as somebody who knows the seed and claims a seat
    last could look for a nonce that suits them.
    """
    before: dict[str, tuple[int, int]] = {}  # of the first that a seat gave: version and draws
    later: list[str] = []
    claimed, draws = "", 0
    seats = record.facts["nonces"]
    nonces = Nonces(seats)
    for event in record.events:
        version, kind, data = event["version"], event["type"], event["data"]
        if kind == FORKED:
            claimed, draws, nonces = "", 0, Nonces(seats)
            before.clear()
            later.clear()
        elif kind in CALLS:
            draws += len(data["sizes"])
        elif kind == CLAIMED and data["seat"] in seats:
            claimed = f"{data['seat']}, in event {version}"
            for seat in nonces.take(event):
                changed = f"The nonce of {seat} was changed at event {version}."
                need(seat not in before, changed, version)
                before[seat] = (version, draws)
        elif kind == NONCE_GIVEN and (counted := nonces.take(event)):
            told_again = f"Fresh ones of {' and '.join(counted)} count from event {version} on"
            later.append(f"{told_again}, after {draws} draws.")
    if not seats:
        return "Draws of games that are older than chains of chance have no nonces."
    told = [
        f"{seat} gave its own in event {before[seat][0]}, after {before[seat][1]} draws"
        if seat in before
        else f"{seat} gave none, and has the one that the service made"
        for seat in in_order(seats)
    ]
    last = f"The last to claim a seat was {claimed}." if claimed else "Nobody has claimed a seat."
    awaited = record.events[0]["data"].get("awaits_seats") is True
    laid_out = "when every seat was claimed" if awaited else "without waiting for the seats"
    return " ".join([f"{'; '.join(told)}.", *later, last, f"The table was laid out {laid_out}."])


def check_draws(record: Record) -> str:
    """Every draw, made again, gives what the log says."""
    counts, is_open = record.counts, record.value(1, "seed") is not CLOSED
    fields: dict[str, str] = {}
    for draw in record.draws.values():
        again = made_again(draw, record, fields)
        detail = f"Draw {draw.number}, called in event {draw.called}, is not shown as a whole."
        need(again or not is_open, detail, draw.called)
        counts.draws += again
        counts.draws_waiting += not again
    for called in sorted(record.options.keys() - {called for called, _ in record.draws}):
        raise Wrong(f"draws.ndjson has options for event {called}, which calls no draw.", called)
    told = f"{counts.draws} draws were made again, and give what the log says."
    told += f" Their results: {said(fields)}." if fields else ""
    if name := record.facts["prepared"]:
        told += f" Chance was prepared for learning, as {said(name)}: other games drew the same."
    if counts.draws_waiting:
        told += f" {counts.draws_waiting} more can be made again when the game is over."
    if counts.draws_of_parent:
        told += f" {counts.draws_of_parent} were made in the game that this one was forked from."
    return told + fates_of_dispatches(record)


def made_again(draw: Draw, record: Record, fields: dict[str, str]) -> bool:
    """Whether enough is open to make a draw again. Raises Wrong if it gives something else.

    `fields` are the fields that results were found in, by type of event: it is the same one every
    time, so that nobody can choose one that fits.
    """
    row, link = record.options.get(draw.called), record.links.get((draw.chain, draw.link))
    if link is None or CLOSED in (draw.purpose, draw.digest):
        return False
    if row is None:
        hidden = record.is_shut(draw.result)
        need(hidden, f"draws.ndjson lacks what draw {draw.number} was made from.", draw.called)
        return False
    value, kind = record.value(draw.result, row["field"]), record.events[draw.result - 1]["type"]
    if value is CLOSED:
        return False
    named = row["result"] == draw.result and len(row["options"]) > draw.place
    named = named and fields.setdefault(kind, row["field"]) == row["field"]
    need(named, f"draws.ndjson does not tell the draws of event {draw.called}.", draw.called)
    options = row["options"][draw.place]
    same = len(options) == draw.size and digest_of(options) == draw.digest
    need(same, f"The options of draw {draw.number} are not those that were called.", draw.called)
    label = (
        record.drawn_as,
        draw.branch,
        draw.link,
        draw.number,
        draw.purpose,
        draw.size,
        draw.nonces,
    )
    picked = options[draw_index(link, label, draw.size)]
    drawn = values_in(value)
    complete = len(drawn) == draw.result_count
    if not complete or canonical(drawn[draw.result_place]) != canonical(picked):
        raise Wrong(
            f"Draw {draw.number}, for {said(draw.purpose)}, gives {said(picked)}, but event "
            f"{draw.result} says {said(value)}: that was not drawn.",
            draw.result,
        )
    return True


def fates_of_dispatches(record: Record) -> str:
    """What is told of the fates of dispatches; empty if there are none.

    Each was drawn once, when its dispatch was sent. Raises Wrong.
    """
    again, is_open = 0, record.value(1, "seed") is not CLOSED
    for event in record.events[record.fork :]:
        version, kind = event["version"], event["type"]
        if kind == DISPATCHED:
            following = record.events[version]["type"] if version < len(record.events) else FATE
            detail = f"The fate of the dispatch of event {version} was not drawn when it was sent."
            need(following == FATE, detail, version)
        if kind == FATE:
            sent = event["data"]["dispatch"]
            due = sent == version - 1 and record.events[sent - 1]["type"] == DISPATCHED
            need(due, f"Event {version} draws the fate of no dispatch that was just sent.", version)
            drawn = fate_made_again(event, record)
            need(drawn or not is_open, f"The draw of event {version} is not shown.", version)
            again += drawn
    if not record.fates:
        return ""
    told = f" The fates of {len(record.fates)} dispatches were drawn when they were sent"
    return f"{told}; {again} were drawn again, and are what the log says."


def fate_made_again(event: Mapping[str, Any], record: Record) -> bool:
    """Whether enough is open to draw the fate of a dispatch again. Raises Wrong if it differs."""
    version, data = event["version"], event["data"]
    link = record.links.get((SECRET, data["link"]))
    captors, fate = record.value(version, "captors"), record.value(version, "fate")
    if link is None or CLOSED in (captors, fate):
        return False
    captors = captors or []
    lost, captured = data["lost"], data["captured"]
    fit = 0 <= lost <= 100 and 0 <= captured <= 100 - lost and isinstance(captors, list)
    need(fit and len(captors) <= SEATS, f"The odds of event {version} are none.", version)
    share = len(captors) or 1
    gone = lost * share + (0 if captors else captured)
    taken = [seat for seat in captors for _ in range(captured)]
    options = ["lost"] * gone + taken
    options += ["delivered"] * (100 * share - len(options))
    branch, nonces = record.fates[version]
    size = len(options)
    label = (record.drawn_as, branch, data["link"], data["dispatch"], "dispatch", size, nonces)
    picked = options[draw_index(link, label, size)]
    if picked != fate:
        raise Wrong(
            f"The fate of the dispatch of event {data['dispatch']} is {said(picked)}, but event "
            f"{version} says {said(fate)}: that was not drawn.",
            version,
        )
    return True


def values_in(value: Any) -> list[Any]:
    """The values in a field, in the order in which they were drawn."""
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else [value]


# -- All of it ---------------------------------------------------------------------------------

CHECKS: dict[str, Callable[[Record], str]] = {
    "events": check_events,
    "leaves": check_leaves,
    "tree": check_tree,
    "signatures": check_signatures,
    "kept": check_kept,
    "due": check_due,
    "openings": check_openings,
    "texts": check_texts,
    "seed": check_seed,
    "links": check_links,
    "calls": check_calls,
    "nonces": check_nonces,
    "draws": check_draws,
    "seal": check_seal,
}
GROUND = ("events", "openings", "calls")  # if one of these fails nothing more is checked


def verify(
    source: str | Path | BinaryIO,
    checkpoints: Mapping[str, str] | None = None,
    key: str | None = None,
) -> Report:
    """Check a bundle: a zip file, open or by its path, or a folder.

    `checkpoints` are texts with the signed notes that a player has kept, by what they are called;
    `key` is the key that they trust, instead of the one that the bundle brings along. Whatever is
    wrong is in the report.
    """
    return examined(source, checkpoints, key)[0]


def examined(
    source: str | Path | BinaryIO,
    checkpoints: Mapping[str, str] | None = None,
    key: str | None = None,
) -> tuple[Report, Record | None]:
    """Check a bundle as `verify` does, and what was read of it; None if it cannot be read."""
    report = Report()
    try:
        record = read_record(source, checkpoints or {}, key, report.counts)
    except Wrong as wrong:
        report.checks.append(Check("bundle", False, wrong.version, wrong.detail))
        return report, None
    report.game = record.game
    told = f"Of the game {said(report.game)}, and every part of it can be read."
    told += f" Not of any bundle: {said(record.strange)}." if record.strange else ""
    report.checks.append(Check("bundle", True, None, told))
    for name, check in CHECKS.items():
        try:
            report.checks.append(Check(name, True, None, check(record)))
        except Unseen as unseen:
            report.checks.append(Check(name, None, None, unseen.detail))
        except Wrong as wrong:
            report.checks.append(Check(name, False, wrong.version, wrong.detail))
            if name in GROUND:
                break
    return report, record


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line of the head of this file; the answer is the exit status."""
    usage = Usage(prog="verify.py", description="Check the record of a game.")
    here = Path(__file__).parent
    usage.add_argument("bundle", nargs="?", type=Path, default=here, help="zip file or folder")
    usage.add_argument("--checkpoint", action="append", default=[], type=Path, metavar="FILE")
    usage.add_argument("--receipt", action="append", default=[], type=Path, metavar="FILE")
    usage.add_argument("--key", help="the key of the service that you trust")
    usage.add_argument("--json", action="store_true", help="print JSON for programs")
    given = usage.parse_args(arguments)
    if not given.bundle.exists():
        usage.error(f"there is no {given.bundle}")
    try:
        kept = {
            str(path): path.read_text(encoding="utf-8") for path in given.checkpoint + given.receipt
        }
    except (OSError, UnicodeDecodeError) as error:
        usage.error(f"a checkpoint cannot be read: {error}")
    report = verify(given.bundle, kept, given.key)
    wrong = report.first_wrong
    if given.json:
        lines = [json.dumps(report.to_data(), indent=2)]
    else:
        lines = [f"{'ok' if it.ok else 'FAIL':5}{it.name:11} {it.detail}" for it in report.checks]
        lines += ["", verdict(report, trusted=given.key is not None)]
    tell("\n".join([*lines, ""]), sys.stdout)
    return 0 if wrong is None else 1


class Usage(argparse.ArgumentParser):
    """Reads the command line; what it prints is visible."""

    def _print_message(self, message: str, file: Any = None) -> None:
        tell(message, file or sys.stderr)


def tell(text: str, stream: TextIO) -> None:
    """Print a text, visibly, and with ? for what `stream` has no characters for."""
    encoding = stream.encoding or "utf-8"
    stream.write(visible(text).encode(encoding, "replace").decode(encoding))


def not_checked(report: Report) -> str:
    """What stays unchecked, in one sentence: by what was checked."""
    checks = {it.name: it.ok for it in report.checks}
    left = [
        "whether the names of players are theirs",
        "whether the service told its secrets to anybody",
    ]
    if not checks.get("rules"):
        left.insert(0, "whether the rules were kept (`napoleon verify` decides all orders again)")
    if not checks.get("stories"):
        by_whom = "as the service wrote them" if checks.get("seal") else "as they were found"
        left.insert(
            0,
            f"whether story.txt and replay.html, which are {by_whom}, tell what the record says "
            "(`napoleon verify` tells a whole record again)",
        )
    return f"Not checked: {'; '.join(left)}."


def verdict(report: Report, *, trusted: bool) -> str:
    """The report in few sentences; `trusted` says that the key did not come with the bundle."""
    wrong = report.first_wrong
    if wrong is not None:
        where = "" if wrong.version is None else f" at event {wrong.version}"
        return f"The record does not hold{where}: {wrong.detail}"
    advice = "" if trusted else " The key came with it: compare it with the one that you know."
    waiting = report.counts.withheld
    later = f" What it shows of {waiting} old events can be checked at the end." if waiting else ""
    unsure = " ".join(check.detail for check in report.checks if check.ok is None)
    holds = f"What could be checked holds. {unsure}" if unsure else "All of it holds."
    return f"{holds}{later}{advice}\n{not_checked(report)}"


if __name__ == "__main__":
    sys.exit(main())
