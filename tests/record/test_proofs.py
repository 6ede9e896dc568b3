"""Inclusion proofs as texts: what they show, and everything that shows nothing."""

from __future__ import annotations

import pytest

from napoleon.record.notes import Checkpoint, VerifierKey, checkpoint_text, sign
from napoleon.record.proofs import BadProof, inclusion_text, parsed_inclusion, verified_inclusion
from napoleon.record.tree import inclusion_proof, leaf_hash, root
from tests.record.test_notes import new_key

ORIGIN = "napoleon/games/0123456789"
LEAVES = [leaf_hash(bytes([number])) for number in range(21)]
KEY = new_key()
KNOWN: VerifierKey = KEY.verifier


def note(size: int, origin: str = ORIGIN) -> str:
    return sign(checkpoint_text(Checkpoint(origin, size, root(LEAVES[:size]))), KEY)


def proof(index: int, size: int) -> str:
    return inclusion_text(index, inclusion_proof(LEAVES[:size], index), note(size))


GOOD = proof(12, 21)
HEADER, INDEX, *REST = GOOD.split("\n")


def test_every_leaf_of_every_size_is_shown() -> None:
    for size in range(1, len(LEAVES) + 1):
        for index in range(size):
            found = verified_inclusion(proof(index, size), LEAVES[index], KNOWN, ORIGIN)
            assert found == Checkpoint(ORIGIN, size, root(LEAVES[:size]))


def test_the_text_is_as_the_format_has_it() -> None:
    assert (HEADER, INDEX) == ("c2sp.org/tlog-proof@v1", "index 12")
    head, gap, checkpoint = GOOD.partition("\n\n")
    assert gap
    assert checkpoint == note(21)
    assert len(head.split("\n")) == 2 + len(inclusion_proof(LEAVES, 12))
    assert parsed_inclusion(proof(0, 1)) == (0, (), note(1))


def test_extra_data_is_passed_over() -> None:
    extended = "\n".join([HEADER, "extra YWdlLXYx", INDEX, *REST])
    assert verified_inclusion(extended, LEAVES[12], KNOWN, ORIGIN).size == 21


def test_a_proof_is_of_one_leaf_in_one_log_under_one_key() -> None:
    with pytest.raises(BadProof, match="do not lead"):
        verified_inclusion(GOOD, LEAVES[11], KNOWN, ORIGIN)
    with pytest.raises(BadProof, match="not for napoleon/games/x"):
        verified_inclusion(GOOD, LEAVES[12], KNOWN, "napoleon/games/x")
    with pytest.raises(BadProof, match="not signed by"):
        verified_inclusion(GOOD, LEAVES[12], new_key().verifier, ORIGIN)


def test_a_stale_proof_leads_to_no_other_checkpoint() -> None:
    stale = inclusion_text(12, inclusion_proof(LEAVES[:20], 12), note(21))
    with pytest.raises(BadProof, match="do not lead"):
        verified_inclusion(stale, LEAVES[12], KNOWN, ORIGIN)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        GOOD.partition("\n\n")[0],
        GOOD.replace("@v1", "@v2"),
        GOOD.replace("index 12\n", ""),
        GOOD.replace("index 12", "index 012"),
        GOOD.replace("index 12", "index -12"),
        GOOD.replace("index 12", "index twelve"),
        GOOD.replace("index 12\n", "index 12\n!!notbase64!!\n"),
        GOOD.replace("index 12\n", "index 12\nAAAA\n"),
        "\n".join([HEADER, "extra !", INDEX, *REST]),
        "\n".join([HEADER, INDEX, *REST[1:]]),
        "\n".join([HEADER, INDEX, REST[0], *REST]),
        GOOD.replace("index 12", "index 13"),
        GOOD.replace("\n21\n", "\n22\n"),
        GOOD[: len(GOOD) // 2],
        *(GOOD[:at] for at in range(0, len(GOOD), 7)),
    ],
)
def test_what_is_no_proof(text: str) -> None:
    with pytest.raises(BadProof):
        verified_inclusion(text, LEAVES[12], KNOWN, ORIGIN)
