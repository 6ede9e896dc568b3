"""Bundles that are made to wear out whoever checks them."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from zlib import crc32

from napoleon.canonical import canonical
from napoleon.record.tree import Growing, leaf_hash
from napoleon.record.verifier import EVENTS, FORMAT
from tests.goldens.bundles import FOLDER
from tests.record.bundling import forged, members, rows, with_event
from tests.record.handmade import (
    GAME,
    KEY_NAME,
    Members,
    Service,
    compact,
    ndjson,
    sha256,
    signed,
    vkey,
    zipped,
)

REAL = members((FOLDER / "dice-finished.zip").read_bytes())
"""A record that holds, of a game that is installed."""

ZEROS = b"0" * 2**20

Make = Callable[[], bytes]


def with_part(name: str, data: bytes) -> Make:
    """The real record with a part of it in place of what was there."""
    return lambda: zipped(REAL | {name: data})


def with_value(name: str, value: bytes) -> Make:
    """The real record with JSON in the first object of a part."""
    first, rest = REAL[name].split(b"\n", 1)
    return with_part(name, first.replace(b"{", b'{"more":' + value + b",", 1) + b"\n" + rest)


def first_event(**changes: object) -> Make:
    """The real record with something else in its first event, all hashes made anew for it."""

    def make() -> bytes:
        data = rows(REAL)[0]["data"]
        return zipped(forged(with_event(REAL, 1, data=data | changes)))

    return make


@contextmanager
def packing() -> Iterator[tuple[io.BytesIO, zipfile.ZipFile]]:
    """The real record in a zip file that more is put into."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in REAL.items():
            archive.writestr(name, data)
        yield file, archive


def bomb(name: str, mebibytes: int) -> bytes:
    """The real record with a part of so many zeros."""
    with packing() as (file, archive), archive.open(name, "w") as part:
        for _ in range(mebibytes):
            part.write(ZEROS)
    return file.getvalue()


def lying_bomb() -> bytes:
    """A part of which the zip file says that it is small; its checksum is that of its beginning."""
    packed = bomb("names.json", 300)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        checksum = archive.getinfo("names.json").CRC
    for true, false in ((300 * 2**20, 100), (checksum, crc32(ZEROS[:100]))):
        # Once before the part, and once in the directory.
        assert packed.count(struct.pack("<I", true)) == 2
        packed = packed.replace(struct.pack("<I", true), struct.pack("<I", false))
    return packed


def many_parts() -> bytes:
    with packing() as (file, archive):
        for number in range(13_000):
            archive.writestr(f"checkpoints/{number}", b"x")
    return file.getvalue()


def long_directory() -> bytes:
    """A directory whose entries are all of the same part."""
    good = zipped(REAL)
    start = good.index(b"PK\x01\x02")
    end = good.index(b"PK\x05\x06", start)
    entry = good[start : good.index(b"PK\x01\x02", start + 4)]
    directory = entry * 150_000
    sizes = struct.pack("<HHII", 65535, 65535, len(directory), start)
    return good[:start] + directory + good[end : end + 8] + sizes + good[end + 20 :]


def twice() -> bytes:
    with packing() as (file, archive):
        archive.filelist.append(archive.filelist[0])
    return file.getvalue()


def many_signatures() -> bytes:
    """A checkpoint that is signed again and again."""
    name = max(it for it in REAL if it.startswith("checkpoints/"))
    note = REAL[name]
    return zipped(REAL | {name: note + note[note.index("—".encode()) :] * 10})


def many_draws() -> bytes:
    service = Service()
    service.begin("order-1")
    service.roll("red", 1_001)
    service.end()
    return zipped(service.bundle("spectator", over=True))


def many_calls() -> bytes:
    """Draws that are called, a thousand a time, and never made."""
    service = Service()
    service.begin("order-1")
    call = {"purposes": ["x"] * 1000, "sizes": [1] * 1000, "options": ["0" * 32] * 1000, "link": 1}
    for number in range(21):
        service.record("draws_called/1", {"first": 1000 * number, **call})
    return zipped(service.bundle("spectator", over=True))


def long_purpose() -> bytes:
    service = Service()
    service.begin("order-1")
    service.call("public", ["x" * 500_000], [["heads", "tails"]])
    return zipped(service.bundle("spectator", over=True) | {"draws.ndjson": b""})


def many_texts() -> bytes:
    """A text of which the log knows, again and again, and one of which it does not."""
    known = json.loads(REAL["texts.json"])
    unknown = sha256(b"").hex()[:32]
    texts = [known[-1]] * 15_000 + [{"id": unknown, "salt": "", "text": ""}]
    return zipped(REAL | {"texts.json": compact(texts)})


def endless_repeats() -> bytes:
    """Rewinds that keep ever more draws, each of which is called again."""
    service = Service()
    service.begin("order-1")
    called = service.roll("red", 1)
    before = called - 1
    for _ in range(2000):
        service.rewind(before, keeps=(called, *range(100, 120)))
        called = service.roll("red", 1, repeats=called)
    return zipped(signed_throughout(service))


def signed_throughout(service: Service) -> Members:
    """The record of a game with a checkpoint of every one of its events; it shows no draw."""
    tree, hashes = Growing(), []
    notes: Members = {}
    for size, leaf in enumerate(service.leaves, 1):
        hashes.append(leaf_hash(canonical(leaf)))
        tree.add(hashes[-1])
        text = f"{KEY_NAME}/games/{GAME}\n{size}\n{b64encode(tree.root).decode()}\n"
        notes[f"checkpoints/{size:06}.txt"] = signed(text).encode()
    facts = service.leaves[0]["data"]
    manifest = {name: facts[name] for name in ("ruleset", "rules_version", "pack")}
    size_and_root = {"size": len(hashes), "root": tree.root.hex()}
    return {
        "manifest.json": compact(
            {"format": FORMAT, "game": GAME, **manifest, **size_and_root, **UNREAD}
        ),
        "log.ndjson": ndjson(service.leaves),
        "leaves.txt": b"".join(it.hex().encode() + b"\n" for it in hashes),
        "openings.ndjson": b"",
        "draws.ndjson": b"",
        "key.txt": vkey().encode(),
        **notes,
    }


UNREAD = {"reader": "spectator", "complete": False}
"""Whose bundles these are, as their manifests say."""


def largest() -> Members:
    """A record that has as much in it as is allowed, as far as that goes together; it holds."""
    service = Service()
    filler = {f"number {it}": [it, f"a word {it}"] for it in range(7)}
    while service.version < EVENTS:
        service.record("coins.noted/1", filler)
    return signed_throughout(service)


HOSTILE: dict[str, Make] = {
    "a part that unpacks to gigabytes": lambda: bomb("bomb.txt", 300),
    "a part of the record that does": lambda: bomb("names.json", 100),
    "a part that is larger than it says": lying_bomb,
    "many parts": many_parts,
    "a long directory": long_directory,
    "a part that is there twice": twice,
    "a zip file of many bytes": lambda: zipped(REAL) + b"\0" * 17 * 2**20,
    "an empty line, a million times": with_part("log.ndjson", b"\n" * 10**6),
    "leaves without end": with_part("leaves.txt", b"\x0b" * 15_000_000),
    "a million openings": with_part("openings.ndjson", b"{}\n" * 10**6),
    "a million draws": with_part("draws.ndjson", b"{}\n" * 10**6),
    "a million empty objects": with_value("openings.ndjson", b"[" + b"{}," * 300_000 + b"{}]"),
    "a million numbers": with_value("draws.ndjson", b"[" + b"7," * 900_000 + b"7]"),
    "a million texts": with_part("texts.json", b"[" + b'"",' * 10**6 + b'""]'),
    "a million names": with_part(
        "names.json", b"{" + b",".join(b'"%d":""' % it for it in range(500_000)) + b"}"
    ),
    "a manifest of a million letters": with_value("manifest.json", b'"' + b"x" * 2 * 10**6 + b'"'),
    "letters that take four times their room": with_part(
        "texts.json", b'["' + "\U0001f3b2".encode() + b"x" * 15_000_000 + b'"]'
    ),
    **{
        f"lists in lists in {name}": with_value(name, b"[" * 50_000 + b"]" * 50_000)
        for name in ("manifest.json", "log.ndjson", "openings.ndjson", "draws.ndjson")
    },
    "objects in objects": with_part("texts.json", b'{"a":' * 50_000),
    "a number of many digits": with_value("log.ndjson", b"7" * 900_000),
    "a number of more digits than there are": with_value("manifest.json", b"7" * 4_000),
    "a key of megabytes": with_part("key.txt", b"x" * 15_000_000),
    "a thousand chains": first_event(chains={f"chain {it}": "00" * 32 for it in range(1_000)}),
    "ten thousand nonces": first_event(nonces={f"seat {it}": "n" for it in range(10_000)}),
    "a long nonce": first_event(nonces={"french": "n" * 500_000}),
    "a checkpoint signed ten times": many_signatures,
    "a thousand dice": many_draws,
    "draws that are called without end": many_calls,
    "a draw with a long purpose": long_purpose,
    "texts that nothing mentions": many_texts,
    "draws that count again and again": endless_repeats,
}
