"""The verifier and the service come to the values that another language comes to.

``vectors.json`` was made in JavaScript, by a program that shares nothing with this project but the
written formats. Some of it was checked once more by OpenSSL and Perl, as anybody can:

    printf 'napoleon/chain/1/public' | openssl dgst -sha256 -mac HMAC -macopt hexkey:$SEED
        gives the tip of a chain, and in Perl 8192 times sha256() of that its anchor;
    printf '["napoleon/draw/2","0123456789",0,1,0,"french die 1 for combat",6,[],0]' |
        openssl dgst -sha256 -mac HMAC -macopt hexkey:$KEY
        begins with 9e738df4, the word 2658373108 of the first draw, which is 4 modulo 6;
    sha256_hex("\\0" . $leaf) in Perl gives the hash of each leaf;
    openssl pkeyutl -verify -rawin finds the signature of the checkpoint genuine.
"""

from __future__ import annotations

import hmac
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
import rfc8785
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from eventsourcing.persistence import StoredEvent

from napoleon import chance
from napoleon.chance.draws import Label, digest_of
from napoleon.log.events.draws import KINDS
from napoleon.record import leaves, notes, tree, verifier
from napoleon.rulesets.napoleon1815 import RULES

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parent / "vectors.json").read_text(encoding="utf-8")
)
CHECKPOINT = VECTORS["checkpoint"]

REGISTERED = (KINDS, RULES)
"""Where the classes of the events come from that the leaves are of."""


@pytest.mark.parametrize("vector", VECTORS["canonical"])
def test_canonical_json(vector: dict[str, Any]) -> None:
    assert verifier.canonical(vector["value"]).decode() == vector["json"]


@pytest.mark.parametrize("vector", VECTORS["chains"], ids=lambda it: it["chain"])
def test_chains(vector: dict[str, Any]) -> None:
    seed, chain = vector["seed"], vector["chain"]
    links = verifier.chain_of(bytes.fromhex(seed), chain)
    assert verifier.sha256(bytes.fromhex(seed)).hex() == vector["commitment"]
    assert (links[0].hex(), links[8192].hex()) == (vector["anchor"], vector["tip"])
    assert {number: links[int(number)].hex() for number in vector["links"]} == vector["links"]
    assert chance.commitment(seed) == vector["commitment"]
    assert chance.anchor(seed, chain) == vector["anchor"]
    for number, link in {**vector["links"], "8192": vector["tip"]}.items():
        assert chance.link(seed, chain, int(number)).hex() == link


@pytest.mark.parametrize("vector", VECTORS["digests"])
def test_digests_of_options(vector: dict[str, Any]) -> None:
    assert verifier.digest_of(vector["options"]) == vector["digest"]
    assert digest_of(vector["options"]) == vector["digest"]


@pytest.mark.parametrize("vector", VECTORS["draws"])
def test_draws(vector: dict[str, Any]) -> None:
    key, size = bytes.fromhex(vector["key"]), vector["size"]
    assert chance.link(vector["seed"], vector["chain"], vector["link"]) == key
    parts = [
        vector[name] for name in ("game", "branch", "link", "draw", "purpose", "size", "nonces")
    ]
    assert verifier.draw_index(key, parts, size) == vector["index"]
    nonces = tuple((seat, nonce) for seat, nonce in vector["nonces"])
    assert chance.number(key, Label(*parts[:-1], nonces)) == vector["index"]
    assert chance.below(size, iter(vector["words"])) == vector["index"]


def test_words_are_passed_over_in_one_block_and_into_the_next() -> None:
    looked_at = {len(vector["words"]) for vector in VECTORS["draws"]}
    assert {1, 2, 9} <= looked_at


@pytest.mark.parametrize("vector", VECTORS["leaves"], ids=lambda it: it["topic"])
def test_leaves_and_their_openings(vector: dict[str, Any]) -> None:
    seed, game, version = bytes.fromhex(vector["seed"]), vector["game"], vector["version"]
    line = vector["leaf"].encode()
    event = json.loads(line)
    assert verifier.canonical(event) == line
    assert verifier.leaf_hash(event).hex() == vector["hash"]
    for it in vector["openings"]:
        place = event if it["field"] == "clauses" else event["data"]
        hidden = verifier.commitment(it["salt"], it["field"], it["value"])
        assert place[it["field"]] == {"sha256": hidden}
        assert verifier.salt_of(seed, game, version, it["field"]) == it["salt"]

    row = StoredEvent(game, version, vector["topic"], vector["stored"].encode())
    salt_key = hmac.digest(seed, b"napoleon/salts/1", "sha256")
    closing = leaves.Closing(game, salt_key, fades="clauses" in vector["closed"])
    assert rfc8785.dumps(leaves.leaf(row, closing)) == line
    made = [msgspec.to_builtins(opening) for opening in leaves.openings(row, closing)]
    assert made == vector["openings"]


@pytest.mark.parametrize("vector", VECTORS["trees"])
def test_trees(vector: dict[str, Any]) -> None:
    hashes = [bytes.fromhex(it) for it in vector["leaves"]]
    assert [it.hex() for it in verifier.roots_of(hashes)] == vector["roots"]
    for size, root in enumerate(vector["roots"]):
        assert tree.root(hashes[:size]).hex() == root


def test_the_signed_note() -> None:
    note, game = CHECKPOINT["note"], CHECKPOINT["origin"].rpartition("/")[2]
    key = verifier.parse_key(CHECKPOINT["key"])
    [checkpoint] = verifier.checkpoints_in(note, "the vector")
    assert (checkpoint.origin, checkpoint.size) == (CHECKPOINT["origin"], CHECKPOINT["size"])
    assert (checkpoint.root.hex(), checkpoint.text) == (CHECKPOINT["root"], CHECKPOINT["text"])
    verifier.check_signed(checkpoint, key, game)
    with pytest.raises(verifier.Wrong):
        verifier.check_signed(checkpoint._replace(text=checkpoint.text + "more\n"), key, game)

    private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(CHECKPOINT["private_key"]))
    signing = notes.SigningKey(key.name, private)
    assert str(signing.verifier) == CHECKPOINT["key"]
    assert notes.sign(CHECKPOINT["text"], signing) == note
