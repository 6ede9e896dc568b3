"""A small honest service: it makes the bundle of an invented game by the written formats alone.

It shares no code with the verifier, nor with the service: what both get wrong alike would be seen
here. The game has dice, which lie open, and a deck, hands and tokens, which do not.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import io
import json
import zipfile
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import rfc8785
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

GAME = "handmade01"
SEED = "5e" * 32
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
KEY_NAME = "club.example"
DIE = ["blank", "hit", "rout"]
DECK = list(range(1, 9))

Members = dict[str, bytes]


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def hmac_sha256(key: bytes, data: bytes) -> bytes:
    return hmac.new(key, data, hashlib.sha256).digest()


@cache
def chain(seed: str, name: str) -> list[bytes]:
    """The links of a chain from number 8192 down to number 0."""
    found = [hmac_sha256(bytes.fromhex(seed), b"napoleon/chain/1/" + name.encode())]
    while len(found) < 8193:
        found.append(sha256(found[-1]))
    return found


def link(seed: str, name: str, number: int) -> bytes:
    return chain(seed, name)[8192 - number]


def index(key: bytes, label: list[Any], size: int) -> int:
    stream = b"".join(
        hmac_sha256(key, rfc8785.dumps(["napoleon/draw/2", *label, block])) for block in range(8)
    )
    words = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]
    return next(word % size for word in words if word < 2**32 // size * size)


def tree_root(leaves: list[bytes]) -> bytes:
    """The definition of RFC 6962, word for word."""
    if len(leaves) < 2:
        return leaves[0] if leaves else sha256(b"")
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return sha256(b"\x01" + tree_root(leaves[:split]) + tree_root(leaves[split:]))


def vkey(key: Ed25519PrivateKey = KEY, name: str = KEY_NAME) -> str:
    public = b"\x01" + key.public_key().public_bytes_raw()
    key_id = sha256(name.encode() + b"\n" + public)[:4].hex()
    return f"{name}+{key_id}+{base64.b64encode(public).decode()}"


def signed(text: str, key: Ed25519PrivateKey = KEY, name: str = KEY_NAME) -> str:
    key_id = bytes.fromhex(vkey(key, name).split("+")[1])
    signature = base64.b64encode(key_id + key.sign(text.encode())).decode()
    return f"{text}\n— {name} {signature}\n"


def checkpoint(
    hashes: list[bytes], key: Ed25519PrivateKey = KEY, game: str = GAME, name: str = KEY_NAME
) -> str:
    root = base64.b64encode(tree_root(hashes)).decode()
    return signed(f"{name}/games/{game}\n{len(hashes)}\n{root}\n", key, name)


def zipped(members: Mapping[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return file.getvalue()


def compact(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def ndjson(rows: Iterable[Any]) -> bytes:
    return b"".join(compact(row) + b"\n" for row in rows)


class Service:
    """A game that is being recorded."""

    def __init__(self, seed: str = SEED, game: str = GAME) -> None:
        self.seed, self.game = seed, game
        self.leaves: list[dict[str, Any]] = []
        self.openings: list[dict[str, Any]] = []
        self.draw_rows: list[tuple[str, dict[str, Any]]] = []
        self.signed_at: set[int] = set()
        self.made_nonces = {"red": "r0", "blue": "b0"}
        self.nonces = dict(self.made_nonces)
        self.first_nonces: set[str] = set()
        self.later_nonces: dict[str, str] = {}
        self.order = ""
        self.branch = 0
        self.links = {"public": 0, "secret": 0}
        self.drawn = 0
        self.deck = list(DECK)
        self.positions = [(0, list(DECK))]
        self.keys: dict[int, tuple[int, int, list[list[str]]]] = {}
        """Of every call the branch, the link and the nonces that its draws were made with."""
        self.record(
            "game_created/1",
            {
                "ruleset": "coins",
                "rules_version": "1.0",
                "pack": "ab" * 32,
                "commitment": sha256(bytes.fromhex(seed)).hex(),
                "chains": {chain: link(seed, chain, 0).hex() for chain in self.links},
                "nonces": dict(self.nonces),
                "seed": seed,
                "tokens": {"red": "cd" * 32},
            },
            closed=("seed", "tokens"),
        )

    @property
    def version(self) -> int:
        return len(self.leaves)

    @property
    def hashes(self) -> list[bytes]:
        return [sha256(b"\0" + rfc8785.dumps(leaf)) for leaf in self.leaves]

    def record(
        self,
        kind: str,
        data: dict[str, Any],
        closed: tuple[str, ...] = (),
        clauses: tuple[str, ...] = (),
    ) -> int:
        """Record an event; `closed` names fields that somebody may not read, or ``clauses``."""
        leaf = {"game": self.game, "version": self.version + 1, "type": kind, "at": 1815}
        leaf |= {"order_id": self.order} if self.order else {}
        leaf |= {"clauses": list(clauses)} if clauses else {}
        leaf["data"] = dict(data)
        for name in closed:
            place = leaf if name == "clauses" else leaf["data"]
            label = ["napoleon/salt/1", self.game, self.version + 1, name]
            salts = hmac_sha256(bytes.fromhex(self.seed), b"napoleon/salts/1")
            salt = hmac_sha256(salts, rfc8785.dumps(label)).hex()[:32]
            opening = {"version": self.version + 1, "field": name, "salt": salt}
            self.openings.append({**opening, "value": place.get(name)})
        self.leaves.append(leaf)
        for opening in self.openings:
            if opening["version"] == self.version:
                self.commit(opening)
        self.positions.append((self.drawn, list(self.deck)))
        return self.version

    def commit(self, opening: dict[str, Any]) -> None:
        """Put the commitment to an opening into its leaf."""
        leaf, name = self.leaves[opening["version"] - 1], opening["field"]
        place = leaf if name == "clauses" else leaf["data"]
        hidden = rfc8785.dumps([opening["salt"], name, opening["value"]])
        place[name] = {"sha256": sha256(hidden).hex()}

    def begin(self, order: str) -> None:
        self.order = order
        self.fresh = {"public": True, "secret": True}

    def end(self) -> None:
        """Reveal the link of the order's public draws."""
        if not self.fresh["public"]:
            number = self.links["public"]
            value = link(self.seed, "public", number).hex()
            self.record("link_revealed/1", {"chain": "public", "link": number, "value": value})
        self.order = ""

    def call(
        self, chain: str, purposes: list[str], options: list[list[Any]], repeats: int = 0
    ) -> tuple[list[Any], dict[str, Any]]:
        """Call draws and make them: what was drawn, and their row in ``draws.ndjson``.

        For draws one after the other from a set that becomes smaller `options` has all of them at
        first; each draw takes one away from the next one's.
        """
        if not repeats and self.fresh[chain]:
            self.links[chain] += 1
            self.fresh[chain] = False
        nonces = [[seat, nonce] for seat, nonce in sorted(self.nonces.items())]
        key = self.keys[repeats] if repeats else (self.branch, self.links[chain], nonces)
        picked: list[Any] = []
        for place, (purpose, choice) in enumerate(zip(purposes, options, strict=True)):
            if chain == "secret":
                choice[:] = [it for it in choice if it not in picked]
            label = [self.game, key[0], key[1], self.drawn + place, purpose, len(choice), key[2]]
            at = index(link(self.seed, chain, key[1]), label, len(choice))
            picked.append(choice[at])
        data = {
            "first": self.drawn,
            "purposes": purposes,
            "sizes": [len(it) for it in options],
            "options": [sha256(rfc8785.dumps(it)).hex()[:32] for it in options],
            "link": 0 if repeats else key[1],
        }
        data |= {"repeats": repeats} if repeats else {}
        secret = chain == "secret"
        kind = "secret_draws_called/1" if secret else "draws_called/1"
        called = self.record(kind, data, closed=("options",) if secret else ())
        self.keys[called] = key
        row = {"called": called, "options": [list(it) for it in options]}
        self.draw_rows.append((chain, row))
        self.drawn += len(purposes)
        return picked, row

    def roll(self, player: str, count: int, repeats: int = 0) -> int:
        """Dice; the version of the event that called them."""
        purposes = [f"{player} die {n + 1}" for n in range(count)]
        faces, row = self.call("public", purposes, [list(DIE)] * count, repeats)
        data = {"player": player, "faces": faces, "draw": self.drawn - 1}
        row["result"], row["field"] = self.record("coins.dice_rolled/1", data), "faces"
        return int(row["called"])

    def deal(self, player: str) -> int:
        """A card; the version of the event that tells it."""
        [card], row = self.call("secret", [f"{player} card"], [list(self.deck)])
        self.deck.remove(card)
        data = {"player": player, "card": card, "draw": self.drawn - 1}
        closed, why = ("card", "clauses"), ("CARD.1",)
        row["result"] = self.record("coins.card_dealt/1", data, closed, why)
        row["field"] = "card"
        return int(row["result"])

    def mix(self, blocks: list[str]) -> None:
        """Blocks get new tokens, in the order given."""
        tokens = [f"t{n}" for n, _ in enumerate(blocks)]
        purposes = [f"token {n + 1}" for n, _ in enumerate(blocks)]
        drawn, row = self.call("secret", purposes, [list(tokens) for _ in blocks])
        pairing = dict(zip(blocks, drawn, strict=True))
        data = {"pairing": pairing, "draw": self.drawn - 1}
        row["result"] = self.record("coins.tokens_mixed/1", data, closed=("pairing",))
        row["field"] = "pairing"

    def claim(self, seat: str, nonce: str) -> None:
        is_first = nonce and seat not in self.first_nonces
        data = {"seat": seat, "nonce": nonce if is_first else "", "token": "ef" * 32}
        self.record("seat_claimed/1", data, closed=("token",))
        if is_first:
            self.first_nonces.add(seat)
            self.nonces[seat] = nonce
        elif nonce:
            # One alone waits for that of another seat.
            self.record("nonce_given/1", {"seat": seat, "nonce": nonce})
            self.later_nonces[seat] = nonce
            if len(self.later_nonces) == 2:
                self.nonces |= self.later_nonces
                self.later_nonces = {}

    def rewind(self, to: int, keeps: tuple[int, ...] = (), reason: str = "ruling") -> int:
        """A free withdrawal begins no branch."""
        self.drawn, self.deck = self.positions[to][0], list(self.positions[to][1])
        self.branch += reason != "withdrawal"
        kept = {"keeps": list(keeps)} if keeps else {}
        return self.record("history_rewound/1", {"to": to, "reason": reason, **kept})

    def fork(self) -> None:
        """What follows is played in a fork, which begins with all that was recorded so far."""
        data = {"parent": "parent0001", "at_version": self.version, "root": "00" * 32}
        self.record("game_forked/1", data)
        self.branch, self.links = 0, {"public": 0, "secret": 0}
        self.nonces = dict(self.made_nonces)
        self.first_nonces, self.later_nonces = set(), {}
        self.draw_rows = []

    def sign(self) -> str:
        """The checkpoint of all that is recorded so far, which goes into the bundle."""
        self.signed_at.add(self.version)
        return checkpoint(self.hashes, game=self.game)

    def bundle(self, reader: str, *, over: bool = False, complete: bool = False) -> Members:
        """The bundle that `reader` gets, a seat or ``spectator``; `complete` for the operator.

        Everything in it is made and signed now, also if the leaves were changed by hand.
        """
        self.sign()

        def may_read(opening: dict[str, Any]) -> bool:
            leaf, field = self.leaves[opening["version"] - 1], opening["field"]
            if complete or (over and field not in ("tokens", "token")):
                return True
            return field in ("card", "clauses") and leaf["data"]["player"] == reader

        everything = over or complete
        rows = [row for chain, row in self.draw_rows if everything or chain == "public"]
        manifest = {
            "format": "napoleon-bundle/1",
            "game": self.game,
            "ruleset": "coins",
            "rules_version": "1.0",
            "pack": "ab" * 32,
            "reader": reader,
            "size": self.version,
            "root": tree_root(self.hashes).hex(),
            "complete": complete,
        }
        return {
            "manifest.json": rfc8785.dumps(manifest),
            "log.ndjson": ndjson(self.leaves),
            "leaves.txt": b"".join(it.hex().encode() + b"\n" for it in self.hashes),
            "openings.ndjson": ndjson(filter(may_read, self.openings)),
            "draws.ndjson": ndjson(rows),
            "key.txt": vkey().encode() + b"\n",
            "story.txt": b"Red rolled.\n",
            **{
                f"checkpoints/{size:06}.txt": checkpoint(
                    self.hashes[:size], game=self.game
                ).encode()
                for size in sorted(self.signed_at)
            },
        }


def sealed(parts: Members) -> Members:
    """The bundle as a service of today gives it out: it says which release wrote it, and a seal."""
    manifest = {**json.loads(parts["manifest.json"]), "release": "of today", "language": "en"}
    parts = {**parts, "manifest.json": rfc8785.dumps(manifest)}
    lines = [f"{sha256(data).hex()}  {name}\n" for name, data in parts.items()]
    text = f"{KEY_NAME}/bundles/{manifest['game']}\n{''.join(lines)}"
    return {**parts, "seal.txt": signed(text).encode()}


def played(*, forked: bool = False) -> Service:
    """A game with a set-up, orders of every kind of draw, and a rewind; forked from one or not."""
    service = Service()
    service.begin("")
    for seat in ("red", "blue"):
        service.deal(seat)
    service.sign()
    service.claim("red", "ruby")
    service.begin("order-1")
    service.roll("red", 2)
    service.deal("red")
    service.end()
    service.claim("blue", "")
    if forked:
        service.fork()
    before = service.version
    service.begin("order-2")
    undone = service.roll("blue", 3)
    service.mix(["ney", "davout", "soult"])
    service.end()
    service.sign()
    service.rewind(before, keeps=(undone,))
    service.begin("order-3")
    service.roll("blue", 3, repeats=undone)
    service.mix(["grouchy", "ney"])
    service.deal("blue")
    service.end()
    service.begin("order-4")
    service.roll("red", 4)
    service.roll("blue", 1)
    service.deal("red")
    service.end()
    service.record("coins.game_ended/1", {"winner": "red"})
    return service
