"""Signed notes and checkpoints: the published examples, and everything that is none."""

from __future__ import annotations

import secrets
from base64 import b64decode, b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from napoleon.record.notes import (
    BadNote,
    Checkpoint,
    SigningKey,
    checkpoint_text,
    parsed,
    parsed_checkpoint,
    parsed_key,
    sign,
    verified,
)

# The example of the documentation of golang.org/x/mod/sumdb/note, with its published private key.
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PETERS_SEED = b64decode("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz")[1:]
TEXT = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
)
BY_PETER = (
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6"
    "KE6RyyBwJnAM=\n"
)
NOTE = f"{TEXT}\n{BY_PETER}"

# From the tests of that package.
ENOCH = "EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop"
BY_ENOCH = (
    "— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WW"
    "d1RvMc+QQ=\n"
)

# The example of c2sp.org/tlog-checkpoint, whose key is not published.
SOFA = (
    "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
    "— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q"
    "1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
)


def new_key(name: str = "napoleon") -> SigningKey:
    return SigningKey(name, Ed25519PrivateKey.from_private_bytes(secrets.token_bytes(32)))


def test_the_published_note_is_signed_as_published() -> None:
    key = SigningKey("PeterNeumann", Ed25519PrivateKey.from_private_bytes(PETERS_SEED))
    assert str(key.verifier) == PETER
    assert sign(TEXT, key) == NOTE


def test_the_published_notes_are_verified() -> None:
    assert verified(NOTE, parsed_key(PETER)) == TEXT
    assert verified(NOTE + BY_ENOCH, parsed_key(PETER)) == TEXT
    assert verified(NOTE + BY_ENOCH, parsed_key(ENOCH)) == TEXT
    assert str(parsed_key(ENOCH)) == ENOCH


def test_the_published_checkpoint_is_read() -> None:
    note = parsed(SOFA)
    [signature] = note.signatures
    assert signature.name == "example.com/behind-the-sofa"
    assert signature.key_id == bytes.fromhex("033de0ae")
    root = b64decode("CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=")
    checkpoint = Checkpoint("example.com/behind-the-sofa", 20852163, root)
    assert parsed_checkpoint(note.text) == checkpoint
    assert checkpoint_text(checkpoint) == note.text


def test_a_text_with_empty_lines_ends_at_the_last_one() -> None:
    key, text = new_key(), "Ognuno sta solo\n\ned è subito sera.\n"
    assert parsed(sign(text, key)).text == text
    assert verified(sign(text, key), key.verifier) == text


def test_lines_that_extend_a_checkpoint_are_passed_over() -> None:
    checkpoint = Checkpoint("napoleon/games/x", 0, bytes(32))
    assert parsed_checkpoint(checkpoint_text(checkpoint) + "more\n") == checkpoint


@pytest.mark.parametrize("at", range(len(TEXT)))
def test_another_text_is_not_what_was_signed(at: int) -> None:
    with pytest.raises(BadNote):
        verified(NOTE[:at] + chr(ord(NOTE[at]) ^ 1) + NOTE[at + 1 :], parsed_key(PETER))


def test_a_key_of_the_same_name_is_another_one() -> None:
    key = new_key("PeterNeumann")
    with pytest.raises(BadNote, match="not signed by"):
        verified(NOTE, key.verifier)
    with pytest.raises(BadNote, match="not signed by"):
        verified(NOTE, parsed_key(PETER)._replace(name="Peter"))


def test_a_wrong_signature_beside_a_right_one_spoils_a_note() -> None:
    key = parsed_key(PETER)
    wrong = b64encode(key.id + bytes(64)).decode()
    with pytest.raises(BadNote, match="not that of this text"):
        verified(f"{NOTE}— PeterNeumann {wrong}\n", key)


@pytest.mark.parametrize(
    "note",
    [
        "",
        TEXT,
        TEXT + BY_PETER,
        NOTE.rstrip("\n"),
        NOTE + "\n",
        NOTE.replace("— ", "- "),
        NOTE.replace("— PeterNeumann", "— Peter+Neumann"),
        NOTE.replace("— PeterNeumann", "— "),
        NOTE.replace("nAM=", "nAM"),
        NOTE.replace("nAM=", "nAN="),
        NOTE.replace("x08go/ZJ", "x08go_ZJ"),
        NOTE.replace("your", "y\tour"),
        f"{TEXT}\n— PeterNeumann x08goA==\n",
        NOTE + BY_ENOCH * 100,
    ],
)
def test_what_is_no_note(note: str) -> None:
    with pytest.raises(BadNote):
        parsed(note)


def test_a_text_without_an_end_is_not_signed() -> None:
    for text in ("", "no line feed", "a carriage return\r\n"):
        with pytest.raises(BadNote):
            sign(text, new_key())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "PeterNeumann",
        PETER.replace("c74f20a3", "c74f20a4"),
        PETER.replace("c74f20a3", "C74F20A3"),
        PETER.replace("PeterNeumann", "Peter Neumann"),
        PETER[:-4],
        PETER.replace("+AR", "+AB"),
        PETER.replace("+ARpc", "+BBpc"),
    ],
)
def test_what_is_no_key(text: str) -> None:
    with pytest.raises(BadNote):
        parsed_key(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "napoleon\n1\n",
        f"\n1\n{b64encode(bytes(32)).decode()}\n",
        f"napoleon\n01\n{b64encode(bytes(32)).decode()}\n",
        f"napoleon\n-1\n{b64encode(bytes(32)).decode()}\n",
        f"napoleon\n\u0661\n{b64encode(bytes(32)).decode()}\n",
        f"napoleon\n1\n{b64encode(bytes(31)).decode()}\n",
        f"napoleon\n1\n{b64encode(bytes(32)).decode()}",
        f"napoleon\n1\n{b64encode(bytes(32)).decode()}\n\nmore\n",
    ],
)
def test_what_is_no_checkpoint(text: str) -> None:
    with pytest.raises(BadNote):
        parsed_checkpoint(text)
