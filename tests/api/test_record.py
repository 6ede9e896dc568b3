"""The record over REST, checked as somebody checks it who trusts nobody."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from napoleon.log.store.home import KEY_FILE
from napoleon.record import tree
from napoleon.record.checkpoints import origin
from napoleon.record.notes import Checkpoint, VerifierKey, parsed_checkpoint, parsed_key, verified
from napoleon.record.proofs import verified_inclusion
from tests.api.desk import Desk, Table, ToyWithArmies, counting

SEATS = (None, "red", "blue", "referee")

PLAIN = {"Accept": "text/plain"}


@pytest.fixture
def table(desk: Desk) -> Table:
    """A game in its second turn."""
    table = desk.table(referee=True)
    table.play_turn()
    desk.catch_up()
    return table


@pytest.fixture
def key(desk: Desk) -> VerifierKey:
    """The key of the service, as it publishes it."""
    answer = desk.get("/record/key")
    assert answer.content_type == "text/plain; charset=utf-8"
    return parsed_key(answer.text.removesuffix("\n"))


def checked(table: Table, key: VerifierKey, note: str) -> Checkpoint:
    checkpoint = parsed_checkpoint(verified(note, key))
    assert checkpoint.origin == f"napoleon/games/{table.id}" == origin(key.name, table.id)
    return checkpoint


def unhexed(hashes: list[str]) -> list[bytes]:
    return list(map(bytes.fromhex, hashes))


# -- checkpoints ---------------------------------------------------------------------------------


def test_the_checkpoint_is_of_the_newest_version(table: Table, key: VerifierKey) -> None:
    answer = table.get("/checkpoint")
    assert answer.content_type == "text/plain; charset=utf-8"
    assert answer.headers["ETag"] == f'"{table.version}"'
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert checked(table, key, answer.text).size == table.version
    match = {"If-None-Match": answer.headers["ETag"]}
    assert table.get("/checkpoint", headers=match).status_code == 304
    table.play_turn()
    newer = table.get("/checkpoint", headers=match)
    assert newer.status_code == 200
    assert checked(table, key, newer.text).size == table.version


def test_a_checkpoint_of_any_size_stays_what_it_is(table: Table, key: VerifierKey) -> None:
    before = [table.get(f"/checkpoint?size={size}") for size in range(1, table.version + 1)]
    for size, answer in enumerate(before, 1):
        assert checked(table, key, answer.text).size == size
        assert answer.headers["ETag"] == f'"{size}"'
        assert "immutable" in answer.headers["Cache-Control"]
    table.play_out()
    table.desk.catch_up()
    for size, answer in enumerate(before, 1):
        assert table.get(f"/checkpoint?size={size}").text == answer.text


def test_the_kept_checkpoints_are_listed(table: Table, key: VerifierKey) -> None:
    table.play_out()
    table.desk.catch_up()
    listed = table.get("/checkpoints").json
    ends = {entry["turn"]: entry["version"] for entry in table.get("/turns").json}
    assert [entry["size"] for entry in listed] == sorted(ends.values())
    for entry in listed:
        assert checked(table, key, entry["note"]).size == entry["size"]
        assert table.get(f"/checkpoint?size={entry['size']}").text == entry["note"]


def test_everybody_is_answered_the_same(table: Table) -> None:
    paths = ("/checkpoint", "/checkpoints", "/proof?version=2", "/proof?from=3")
    for path in paths:
        assert len({table.get(path, seat).data for seat in SEATS}) == 1
        answer = table.desk.get(f"/games/{table.id}{path}", "forged")
        assert (answer.status_code, answer.json["code"]) == (401, "BAD_TOKEN")


def test_a_dead_token_proves_nothing(table: Table) -> None:
    table.desk.call(
        "POST", f"/games/{table.id}/seats/red/claim", table.token("red"), body={"name": "Ney"}
    )
    for path in ("/checkpoint", "/checkpoints", "/proof?version=2"):
        assert table.get(path, "red").status_code == 401


# -- proofs --------------------------------------------------------------------------------------


def test_every_event_is_proved_to_be_in_the_log(table: Table, key: VerifierKey) -> None:
    for version in range(1, table.version + 1):
        proof = table.get(f"/proof?version={version}").json
        assert (proof["version"], proof["size"]) == (version, table.version)
        checkpoint = checked(table, key, proof["checkpoint"])
        leaf, hashes = bytes.fromhex(proof["leaf_hash"]), unhexed(proof["hashes"])
        assert tree.verify_inclusion(leaf, version - 1, proof["size"], hashes, checkpoint.root)
        text = table.get(f"/proof?version={version}", headers=PLAIN)
        assert text.content_type == "text/plain; charset=utf-8"
        assert verified_inclusion(text.text, leaf, key, checkpoint.origin) == checkpoint


def test_an_event_is_proved_for_any_size_of_the_log(table: Table, key: VerifierKey) -> None:
    leaf = bytes.fromhex(table.get("/proof?version=3").json["leaf_hash"])
    for size in range(3, table.version + 1):
        text = table.get(f"/proof?version=3&size={size}", headers=PLAIN).text
        assert verified_inclusion(text, leaf, key, origin(key.name, table.id)).size == size


def test_the_log_is_proved_to_be_only_added_to(table: Table, key: VerifierKey) -> None:
    kept = checked(table, key, table.get("/checkpoint").text)
    table.play_turn()
    for newer in (kept.size, kept.size + 1, table.version):
        proof = table.get(f"/proof?from={kept.size}&to={newer}").json
        assert (proof["from"], proof["to"]) == (kept.size, newer)
        root = checked(table, key, proof["checkpoint"]).root
        hashes = unhexed(proof["hashes"])
        assert tree.verify_consistency(kept.size, newer, kept.root, root, hashes)
    assert table.get(f"/proof?from={kept.size}").json["to"] == table.version


def test_proofs_are_not_kept_by_anybody(table: Table) -> None:
    for path in ("/proof?version=1", "/proof?from=1", "/checkpoints"):
        assert table.get(path).headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/checkpoint?size=999", 404, "UNKNOWN_VERSION"),
        ("/checkpoint?size=0", 422, "BAD_QUERY"),
        ("/checkpoint?size=-1", 422, "BAD_QUERY"),
        ("/checkpoint?size=x", 422, "BAD_QUERY"),
        ("/checkpoint?size=1&size=2", 422, "BAD_QUERY"),
        ("/checkpoint?at=1", 422, "UNKNOWN_FIELD"),
        ("/checkpoints?size=1", 422, "UNKNOWN_FIELD"),
        ("/proof", 422, "BAD_QUERY"),
        ("/proof?size=3", 422, "BAD_QUERY"),
        ("/proof?to=3", 422, "BAD_QUERY"),
        ("/proof?version=1&from=1", 422, "BAD_QUERY"),
        ("/proof?version=1&to=3", 422, "BAD_QUERY"),
        ("/proof?from=1&size=3", 422, "BAD_QUERY"),
        ("/proof?version=0", 422, "BAD_QUERY"),
        ("/proof?from=0", 422, "BAD_QUERY"),
        ("/proof?version=3&size=2", 422, "BAD_QUERY"),
        ("/proof?from=3&to=2", 422, "BAD_QUERY"),
        ("/proof?version=1e3", 422, "BAD_QUERY"),
        ("/proof?version=999", 404, "UNKNOWN_VERSION"),
        ("/proof?version=1&size=999", 404, "UNKNOWN_VERSION"),
        ("/proof?from=1&to=999", 404, "UNKNOWN_VERSION"),
        ("/proof?from=999", 404, "UNKNOWN_VERSION"),
        ("/proof?version=1&leaf=x", 422, "UNKNOWN_FIELD"),
    ],
)
def test_what_cannot_be_proved(table: Table, path: str, status: int, code: str) -> None:
    for headers in ({}, PLAIN):
        answer = table.get(path, headers=headers)
        assert (answer.status_code, answer.json["code"]) == (status, code), answer.text
        assert answer.content_type == "application/problem+json"


@pytest.mark.parametrize("path", ["/checkpoint", "/checkpoints", "/proof?version=1"])
def test_a_game_that_is_not_there(desk: Desk, path: str) -> None:
    answer = desk.get(f"/games/zzzzzzzzzz{path}")
    assert (answer.status_code, answer.json["code"]) == (404, "UNKNOWN_GAME")


def test_without_its_key_the_service_says_that_it_cannot_sign(
    make_desk: Callable[..., Desk], tmp_path: Path
) -> None:
    table = make_desk(home=tmp_path / "here").table()
    (tmp_path / "here" / KEY_FILE).unlink()
    for path in ("/checkpoint", "/proof?version=1", "/proof?from=1"):
        answer = table.get(path)
        assert (answer.status_code, answer.json["code"]) == (503, "CANNOT_SIGN")
        assert str(tmp_path) not in answer.text
    assert table.desk.get("/record/key").status_code == 503
    assert table.get("/log").status_code == 200


def test_the_service_signs_under_the_name_it_is_given(make_desk: Callable[..., Desk]) -> None:
    secret = "the sun of Austerlitz"
    desk = make_desk(env={"NAPOLEON_ORIGIN": "play.example", "NAPOLEON_SECRET": secret})
    table, key = desk.table(), parsed_key(desk.get("/record/key").text.strip())
    assert key.name == "play.example"
    text = table.get("/checkpoint").text
    assert parsed_checkpoint(verified(text, key)).origin == f"play.example/games/{table.id}"


# -- what is hidden ------------------------------------------------------------------------------


class OtherCards(ToyWithArmies):
    """Rules by which the first hands hold other cards than by `ToyWithArmies`."""

    def setup(self, scenario: str, options: Any, chance: Any) -> Any:
        class Reversed:
            def pick(self, among: Any, purpose: str) -> Any:
                return chance.pick(among[::-1], purpose)

        return super().setup(scenario, options, Reversed())


def test_a_proof_tells_nothing_of_what_is_hidden_but_a_hash(
    make_desk: Callable[..., Desk],
) -> None:
    """Two games that differ in the cards in a hand: all that differs is hashes."""
    tables = [
        make_desk(rules, entropy=counting(), clock=lambda: 1).table()
        for rules in (ToyWithArmies(), OtherCards())
    ]
    hands = [table.get("/hand", "red").json["cards"] for table in tables]
    assert hands[0] != hands[1]
    events = tables[0].get("/log").json["events"]
    drawn = next(event["version"] for event in events if event["type"] == "card_drawn")
    one, other = (table.get(f"/proof?version={drawn}").json for table in tables)
    assert one["leaf_hash"] != other["leaf_hash"]
    assert [one["version"], one["size"]] == [other["version"], other["size"]]
    for name in ("leaf_hash", "checkpoint", "hashes"):
        assert len(one[name]) == len(other[name])
    public = [table.get("/proof?version=1").json["leaf_hash"] for table in tables]
    assert public[0] == public[1], "what is the same has the same leaf"
