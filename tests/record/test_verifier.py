"""The one-file verifier: what is honest passes, and what is not is found and named.

The bundles are made by `handmade`, which follows the written formats and shares no code with it.
"""

from __future__ import annotations

import ast
import io
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from napoleon.record import verifier
from napoleon.record.verifier import Check, Report, verify
from tests.record import handmade
from tests.record.handmade import Members, Service, played, sealed, vkey, zipped

THIEF = Ed25519PrivateKey.from_private_bytes(b"\x07" * 32)


def checked(members: Members, **wanted: Any) -> Report:
    return verify(io.BytesIO(zipped(members)), **wanted)


def wrong(members: Members, **wanted: Any) -> Check:
    """The first thing that is wrong."""
    found = checked(members, **wanted).first_wrong
    assert found is not None, "it passed"
    assert found.detail.endswith((".", "cryptography")), found.detail
    return found


def named(service: Service, reader: str = "red", *, over: bool = False) -> tuple[str, int | None]:
    """The check that fails first in the bundle of a service that lies, and at which event."""
    found = wrong(service.bundle(reader, over=over))
    return found.name, found.version


def rolled(service: Service, order: str = "", dice: int = 2) -> int:
    """Two dice of red under an order more; the version of their call."""
    service.begin(order or f"order-{service.version}")
    call = service.roll("red", dice)
    service.end()
    return call


def lines(members: Members, name: str = "log.ndjson") -> list[bytes]:
    return members[name].splitlines()


def with_lines(members: Members, changed: list[bytes], name: str = "log.ndjson") -> Members:
    return members | {name: b"".join(line + b"\n" for line in changed)}


def with_row(members: Members, name: str, number: int, **changes: Any) -> Members:
    """The bundle with one line of a file changed, still in canonical JSON."""
    rows = lines(members, name)
    rows[number] = rfc8785.dumps(json.loads(rows[number]) | changes)
    return with_lines(members, rows, name)


def versions(service: Service, kind: str) -> list[int]:
    return [leaf["version"] for leaf in service.leaves if leaf["type"] == kind]


FINISHED = played().bundle("spectator", over=True)
RUNNING = played().bundle("red")


# -- Honest records ----------------------------------------------------------------------------


def test_what_a_party_may_read_of_a_running_game_passes_and_tells_what_waits() -> None:
    report = checked(RUNNING)
    assert [check.name for check in report.checks] == ["bundle", *verifier.CHECKS]
    assert report.first_wrong is None
    counts = report.counts
    assert (counts.events, counts.opened, counts.closed) == (32, 6, 17)
    assert (counts.draws, counts.draws_waiting, counts.draws_of_parent) == (13, 10, 0)
    told = {check.name: check for check in report.checks}
    assert "10 more can be made again when the game is over" in told["draws"].detail
    assert [name for name, check in told.items() if check.ok is None] == ["seal"]


def test_every_draw_of_a_finished_game_is_made_again() -> None:
    report = checked(FINISHED)
    assert report.first_wrong is None
    assert (report.counts.draws, report.counts.draws_waiting) == (23, 0)


@pytest.mark.parametrize("reader", ["spectator", "red", "blue"])
@pytest.mark.parametrize("forked", [False, True])
@pytest.mark.parametrize("over", [False, True])
def test_the_record_of_every_reader_passes(reader: str, forked: bool, over: bool) -> None:
    report = checked(played(forked=forked).bundle(reader, over=over))
    assert report.first_wrong is None
    assert report.counts.draws_of_parent == (5 if forked else 0)


def test_the_complete_record_of_the_operator_passes() -> None:
    report = checked(played().bundle("operator", complete=True))
    assert (report.first_wrong, report.counts.closed) == (None, 0)


def test_a_record_at_any_point_of_a_game_passes(tmp_path: Path) -> None:
    service = Service()
    for order in range(1, 6):
        service.begin(f"order-{order}")
        service.roll("red", order)
        service.deal("blue")
        service.end()
        assert checked(service.bundle("blue")).first_wrong is None


def test_a_folder_and_a_file_are_read_as_an_open_zip_is(tmp_path: Path) -> None:
    file, folder = tmp_path / "game.zip", tmp_path / "game"
    file.write_bytes(zipped(FINISHED))
    zipfile.ZipFile(file).extractall(folder)
    assert verify(file) == verify(folder) == verify(str(file)) == checked(FINISHED)


def test_the_order_of_names_in_the_file_is_of_no_meaning() -> None:
    rows = [dict(reversed(json.loads(line).items())) for line in lines(FINISHED)]
    written = [json.dumps(it, ensure_ascii=False, separators=(",", ":")).encode() for it in rows]
    assert written != lines(FINISHED)
    assert checked(with_lines(FINISHED, written)).first_wrong is None


# -- Tampering with the log --------------------------------------------------------------------


@settings(deadline=None)
@given(data=st.data())
def test_any_changed_byte_of_the_log_names_its_event(data: st.DataObject) -> None:
    rows = lines(RUNNING)
    version = data.draw(st.integers(1, len(rows)))
    line = bytearray(rows[version - 1])
    at = data.draw(st.integers(0, len(line) - 1))
    line[at] ^= data.draw(st.integers(1, 255))
    rows[version - 1] = bytes(line)
    assert wrong(with_lines(RUNNING, rows)).version == version


@settings(deadline=None)
@given(version=st.integers(1, 32), field=st.sampled_from(["at", "turn", "by", "type", "order_id"]))
def test_a_changed_field_names_its_event(version: int, field: str) -> None:
    value = 1769 if field in ("at", "turn") else "coins.surrendered/1"
    assert wrong(with_row(RUNNING, "log.ndjson", version - 1, **{field: value})).version == version


@settings(deadline=None)
@given(version=st.integers(1, 32))
def test_a_deleted_event_is_named(version: int) -> None:
    rows = lines(RUNNING)
    del rows[version - 1]
    found = wrong(with_lines(RUNNING, rows))
    assert found.version == version


@settings(deadline=None)
@given(version=st.integers(2, 32))
def test_an_added_event_is_named(version: int) -> None:
    rows = lines(RUNNING)
    rows.insert(version - 1, rows[version - 2])
    assert wrong(with_lines(RUNNING, rows)).version == version


def test_an_event_added_at_the_end_is_named() -> None:
    more = rfc8785.dumps(json.loads(lines(RUNNING)[-1]) | {"version": 33})
    found = wrong(with_lines(RUNNING, [*lines(RUNNING), more]))
    assert (found.name, found.version) == ("leaves", 33)


@settings(deadline=None)
@given(version=st.integers(1, 31))
def test_swapped_events_are_named(version: int) -> None:
    rows = lines(RUNNING)
    rows[version - 1 : version + 1] = reversed(rows[version - 1 : version + 1])
    found = wrong(with_lines(RUNNING, rows))
    assert (found.name, found.version) == ("events", version)
    assert f"there is number {version + 1}" in found.detail


def test_a_change_that_is_carried_through_to_the_leaves_contradicts_what_was_signed() -> None:
    service = played()
    signed = service.bundle("red")
    service.leaves[10]["at"] = 1
    members = service.bundle("red")
    members |= {name: signed[name] for name in signed if name.startswith("checkpoints/")}
    found = wrong(members)
    assert found.name == "tree"
    sizes = sorted(service.signed_at)
    assert f"one of the events {sizes[0] + 1} to {sizes[1]}" in found.detail


def test_events_that_nobody_signed_for_are_named() -> None:
    members = dict(RUNNING)
    *_, before, newest = sorted(name for name in members if name.startswith("checkpoints/"))
    del members[newest]
    found = wrong(members)
    assert (found.name, found.version) == ("tree", int(before[-10:-4]) + 1)


@pytest.mark.parametrize("change", [{"size": 31}, {"root": "00" * 32}, {"size": None}])
def test_a_manifest_of_another_tree_is_wrong(change: dict[str, Any]) -> None:
    assert wrong(with_row(RUNNING, "manifest.json", 0, **change)).name == "tree"


@pytest.mark.parametrize("field", ["ruleset", "rules_version", "pack"])
def test_a_manifest_of_other_rules_is_wrong(field: str) -> None:
    found = wrong(with_row(RUNNING, "manifest.json", 0, **{field: "other"}))
    assert (found.name, found.version) == ("events", 1)


def test_events_of_another_game_are_wrong() -> None:
    found = wrong(with_row(RUNNING, "manifest.json", 0, game="other"))
    assert (found.name, found.version) == ("events", 1)


# -- Signatures, and checkpoints that a player kept --------------------------------------------


def test_the_key_that_the_player_trusts_is_taken_and_another_one_refused() -> None:
    assert checked(RUNNING, key=vkey()).first_wrong is None
    assert wrong(RUNNING, key=vkey(THIEF)).name == "signatures"


@pytest.mark.parametrize(
    "key", ["", "club.example", "a+b+c", vkey()[:-2], vkey().replace("183e", "183f"), "a+00+AQ=="]
)
def test_a_key_that_is_none_is_refused(key: str) -> None:
    assert wrong(RUNNING, key=key).name == "bundle"


def test_a_forged_signature_is_found() -> None:
    name = "checkpoints/000032.txt"
    note = RUNNING[name].decode()
    text, gap, _ = note.partition("\n\n")
    other = handmade.signed("other text\n").partition("\n\n")[2]
    assert wrong(RUNNING | {name: f"{text}{gap}{other}".encode()}).name == "signatures"
    thief = handmade.signed(f"{text}\n", THIEF)
    assert "is not signed with the key" in wrong(RUNNING | {name: thief.encode()}).detail
    witness = handmade.signed(f"{text}\n", THIEF, "witness.example").partition("\n\n")[2]
    assert checked(RUNNING | {name: f"{note}{witness}".encode()}).first_wrong is None


def test_a_log_that_was_rewritten_and_signed_again_contradicts_a_kept_checkpoint() -> None:
    service = played()
    mailed = service.sign()
    service.leaves[2]["at"] = 1
    members = service.bundle("spectator", over=True)
    assert checked(members).first_wrong is None
    found = wrong(members, checkpoints={"turn-1.txt": mailed})
    assert found.name == "kept"
    assert 'Your checkpoint "turn-1.txt" contradicts this log' in found.detail


def test_between_two_kept_checkpoints_the_changed_event_is_named() -> None:
    service = Service()
    mails = {}
    for turn in range(6):
        service.record("coins.turn_started/1", {"turn": turn})
        mails[f"turn-{turn}.txt"] = service.sign()
    service.leaves[4]["data"]["turn"] = 9
    assert wrong(service.bundle("red"), checkpoints=mails).version == 5


def test_a_log_that_was_cut_contradicts_a_kept_checkpoint() -> None:
    service = played()
    for turn in range(3):
        service.record("coins.turn_started/1", {"turn": turn})
    mailed = service.sign()
    del service.leaves[-3:]
    service.signed_at.remove(35)
    found = wrong(service.bundle("red"), checkpoints={"mail": mailed})
    assert (found.name, found.version) == ("kept", 33)
    assert "it was cut off" in found.detail


def test_a_kept_checkpoint_is_found_in_a_whole_mail() -> None:
    note = played().sign()
    mail = f"Turn 3: your orders, please.\r\n\r\n{note}\r\nReply by Friday.\n".replace("\n", "\r\n")
    report = checked(RUNNING, checkpoints={"mail": mail, "again": f"\ufeff{note.rstrip()}"})
    assert report.first_wrong is None
    assert "2 checkpoints that you kept are of this log." in [it.detail for it in report.checks]


def test_what_a_player_kept_has_to_be_a_genuine_checkpoint_of_this_game() -> None:
    assert wrong(RUNNING, checkpoints={"a": "Dear Red,"}).detail == 'There is no checkpoint in "a".'
    other = handmade.checkpoint(played().hashes, game="other")
    assert "is of the log" in wrong(RUNNING, checkpoints={"a": other}).detail
    forged = handmade.checkpoint(played().hashes, THIEF)
    assert "is not signed" in wrong(RUNNING, checkpoints={"a": forged}).detail


def test_without_the_package_for_signatures_that_is_what_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    assert "pip install cryptography" in wrong(RUNNING).detail


# -- Hidden fields -----------------------------------------------------------------------------


@settings(deadline=None)
@given(number=st.integers(0, 5))
def test_an_opening_of_something_else_names_its_event(number: int) -> None:
    opening = json.loads(lines(RUNNING, "openings.ndjson")[number])
    for change in ({"value": 99}, {"salt": "00" * 16}):
        found = wrong(with_row(RUNNING, "openings.ndjson", number, **change))
        assert (found.name, found.version) == ("openings", opening["version"])


def test_what_is_not_hidden_or_open_already_cannot_be_opened() -> None:
    rows = lines(RUNNING, "openings.ndjson")
    assert wrong(with_lines(RUNNING, [*rows, rows[0]], "openings.ndjson")).name == "openings"
    for change in ({"field": "player"}, {"version": 99}, {"version": 0}):
        assert wrong(with_row(RUNNING, "openings.ndjson", 0, **change)).name == "openings"


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("openings.ndjson", {"version": "2"}),
        ("openings.ndjson", {"field": None}),
        ("openings.ndjson", {"salt": 7}),
        ("draws.ndjson", {"called": "2"}),
        ("draws.ndjson", {"options": {}}),
    ],
)
def test_a_line_of_another_shape_is_said_to_be_one(name: str, change: dict[str, Any]) -> None:
    found = checked(with_row(RUNNING, name, 0, **change)).first_wrong
    assert found is not None
    assert found.detail.startswith(f"A line of {name} is not as it should be: ")


def test_a_complete_record_has_every_opening() -> None:
    complete = played().bundle("operator", complete=True)
    rows = lines(complete, "openings.ndjson")
    version = json.loads(rows[5])["version"]
    found = wrong(with_lines(complete, rows[:5] + rows[6:], "openings.ndjson"))
    assert (found.name, found.version) == ("openings", version)


@pytest.mark.parametrize("reader", ["red", "blue", "spectator"])
def test_what_a_reader_gets_is_not_complete_whatever_it_says(reader: str) -> None:
    bundle = played().bundle(reader)
    assert checked(bundle).first_wrong is None
    said = json.loads(bundle["manifest.json"])
    assert said["complete"] is False
    found = wrong(bundle | {"manifest.json": rfc8785.dumps(said | {"complete": True})})
    assert found.name == "openings"
    assert found.detail.startswith("A complete record lacks the field ")


def test_a_seed_that_was_not_committed_to_is_found() -> None:
    service = played()
    seed = next(it for it in service.openings if it["field"] == "seed")
    seed["value"] = "66" * 32
    service.commit(seed)
    assert named(service, over=True) == ("seed", 1)


@pytest.mark.parametrize("chain", ["public", "secret"])
def test_a_chain_that_is_not_made_of_the_seed_is_found(chain: str) -> None:
    service = played()
    service.leaves[0]["data"]["chains"][chain] = handmade.link("66" * 32, chain, 0).hex()
    assert named(service, over=True) == ("seed", 1)


def test_a_salt_that_was_chosen_is_found_when_the_seed_is_open() -> None:
    service = played()
    opening = next(it for it in service.openings if it["field"] == "card")
    opening["salt"] = "00" * 16
    service.commit(opening)
    assert checked(service.bundle("spectator")).first_wrong is None
    assert named(service, "spectator", over=True) == ("seed", opening["version"])


# -- Chance: logs that an operator has signed as if nothing were wrong -------------------------


def test_a_die_that_was_not_rolled_is_found_while_the_game_runs() -> None:
    for version in versions(played(), "coins.dice_rolled/1"):
        service = played()
        faces = service.leaves[version - 1]["data"]["faces"]
        faces[-1] = next(face for face in handmade.DIE if face != faces[-1])
        assert named(service, "spectator") == ("draws", version)


def test_a_card_that_was_not_drawn_is_found_when_the_game_is_over() -> None:
    for opening in played().openings:
        if opening["field"] not in ("card", "pairing"):
            continue
        service = played()
        value = opening["value"]
        other = (
            value % 8 + 1 if opening["field"] == "card" else dict(zip(value, "abc", strict=False))
        )
        service.openings[played().openings.index(opening)] = forged = opening | {"value": other}
        service.commit(forged)
        assert checked(service.bundle("spectator")).first_wrong is None
        assert named(service, "spectator", over=True) == ("draws", opening["version"])


@pytest.mark.parametrize("field", ["purposes", "sizes", "options", "first", "link"])
def test_a_call_that_was_changed_is_found(field: str) -> None:
    version = versions(played(), "draws_called/1")[0]
    service = played()
    data = service.leaves[version - 1]["data"]
    data[field] = {
        "purposes": ["blue die 1", "red die 2"],
        "sizes": [2, 3],
        "options": ["00" * 16, "00" * 16],
        "first": 7,
        "link": 2,
    }[field]
    found = wrong(service.bundle("red", over=True))
    assert found.name in ("links", "calls", "draws")
    assert found.version in (version, version + 1)


def test_a_nonce_that_was_changed_changes_the_draws() -> None:
    service = played()
    claim = versions(service, "seat_claimed/1")[0]
    service.leaves[claim - 1]["data"]["nonce"] = "pearl"
    assert wrong(service.bundle("spectator")).name == "draws"


def test_a_result_needs_a_call_before_it() -> None:
    service = played()
    result = versions(service, "coins.dice_rolled/1")[0]
    call, told = service.leaves[result - 2], service.leaves[result - 1]
    for name in ("type", "data"):
        call[name], told[name] = told[name], call[name]
    found = wrong(service.bundle("spectator"))
    assert (found.name, found.version) == ("calls", result - 1)
    assert "never called" in found.detail


def test_a_draw_that_was_called_has_a_result() -> None:
    service = Service()
    service.begin("order-1")
    purposes, options = ["red die 1"], [list(handmade.DIE)]
    service.call("public", purposes, options)
    service.end()
    service.draw_rows = []
    assert named(service) == ("calls", 2)


def test_draw_numbers_have_no_gap_and_none_counts_twice() -> None:
    for skipped in (1, -1):
        service = Service()
        service.begin("order-1")
        service.roll("red", 2)
        service.drawn += skipped
        call = service.roll("red", 2)
        service.end()
        assert named(service) == ("calls", call)


def test_a_link_that_does_not_lead_back_is_found() -> None:
    service = played()
    for version in versions(service, "link_revealed/1"):
        service = played()
        service.leaves[version - 1]["data"]["value"] = "12" * 32
        assert named(service) == ("links", version)


def test_a_link_that_was_revealed_is_never_used_again() -> None:
    service = Service()
    rolled(service, "order-1")
    service.rewind(1)
    service.links["public"] = 0
    call = rolled(service, "order-2")
    assert named(service) == ("links", call)


def test_no_link_serves_two_orders_and_none_is_left_out() -> None:
    for step in (-1, 1):
        service = Service()
        service.begin("order-1")
        service.deal("red")
        service.links["secret"] += step
        service.begin("order-2")
        result = service.deal("red")
        assert named(service) == ("links", result - 1)


def test_a_public_link_is_revealed_before_the_next_one_is_used() -> None:
    service = Service()
    service.begin("order-1")
    service.roll("red", 2)
    assert "never revealed" in wrong(service.bundle("red")).detail
    call = rolled(service, "order-2")
    assert named(service) == ("links", call)


def test_only_what_a_rewind_keeps_counts_again() -> None:
    for keeps in (True, False):
        service = Service()
        undone = rolled(service, "order-1")
        service.rewind(1, keeps=(undone,) if keeps else ())
        service.begin("order-2")
        call = service.roll("red", 2, repeats=undone)
        service.end()
        found = checked(service.bundle("red")).first_wrong
        assert (found and (found.name, found.version)) == (None if keeps else ("calls", call))


def test_a_draw_that_stands_does_not_count_again() -> None:
    service = Service()
    first = rolled(service, "order-1")
    service.rewind(service.version, keeps=(first,))
    service.begin("order-2")
    call = service.roll("red", 2, repeats=first)
    assert named(service) == ("calls", call)


def test_a_draw_for_something_else_does_not_count_again() -> None:
    service = Service()
    undone = rolled(service, "order-1")
    service.rewind(1, keeps=(undone,))
    service.begin("order-2")
    call = service.roll("blue", 2, repeats=undone)
    assert named(service) == ("calls", call)


def test_what_was_repeated_can_be_repeated_once_more() -> None:
    service = Service()
    call = rolled(service, "order-1")
    faces = service.leaves[2]["data"]["faces"]
    for order in ("order-2", "order-3", "order-4"):
        service.rewind(1, keeps=(call,))
        service.begin(order)
        service.keys[service.version + 1] = service.keys[call]
        call = service.roll("red", 2, repeats=call)
        service.end()
        assert service.leaves[call]["data"]["faces"] == faces
    report = checked(service.bundle("red"))
    assert (report.first_wrong, report.counts.draws) == (None, 8)


def test_a_rewind_goes_to_a_version_of_the_past() -> None:
    for to in (0, 3, 99):
        service = Service()
        service.record("coins.turn_started/1", {})
        service.record("history_rewound/1", {"to": to})
        assert named(service) == ("calls", 3)


def test_a_game_that_commits_to_no_chains_has_no_sure_draws() -> None:
    service = played()
    del service.leaves[0]["data"]["chains"]
    assert named(service) == ("links", 1)


def test_options_that_were_not_called_are_found() -> None:
    row = json.loads(lines(FINISHED, "draws.ndjson")[0])
    for options in ([[1, 2, 3]], [[*row["options"][0][1:], 9]], []):
        found = wrong(with_row(FINISHED, "draws.ndjson", 0, options=options))
        assert (found.name, found.version) == ("draws", row["called"])


@pytest.mark.parametrize("change", [{"result": 6}, {"field": "player"}, {"called": 1}])
def test_options_of_another_result_are_found(change: dict[str, Any]) -> None:
    assert wrong(with_row(FINISHED, "draws.ndjson", 2, **change)).name == "draws"


def test_once_the_seed_is_open_no_draw_may_be_left_unchecked() -> None:
    rows = lines(FINISHED, "draws.ndjson")
    for number in range(len(rows)):
        left = rows[:number] + rows[number + 1 :]
        found = wrong(with_lines(FINISHED, left, "draws.ndjson"))
        assert (found.name, found.version) == ("draws", json.loads(rows[number])["called"])


def test_a_free_withdrawal_begins_no_branch_and_any_other_rewind_does() -> None:
    for reason, branch in (("withdrawal", 0), ("takeback", 1), ("ruling", 1)):
        for claimed in (0, 1):
            service = Service()
            rolled(service, "order-1")
            service.rewind(1, reason=reason)
            service.branch = claimed
            rolled(service, "order-2", 12)
            found = checked(service.bundle("red")).first_wrong
            assert (found and found.name) == (None if claimed == branch else "draws")


def test_a_link_is_burnt_by_a_free_withdrawal_as_by_any_rewind() -> None:
    service = Service()
    service.begin("order-1")
    service.deal("red")
    service.rewind(1, reason="withdrawal")
    service.deal("red")
    assert named(service) == ("links", 5)


def nonces_told(service: Service) -> str:
    report = checked(service.bundle("red"))
    assert report.first_wrong is None
    return next(it.detail for it in report.checks if it.name == "nonces")


def test_who_gave_a_nonce_and_after_how_many_draws_is_told() -> None:
    assert nonces_told(Service()) == (
        "blue gave none, and has the one that the service made; red gave none, and has the one "
        "that the service made. Nobody has claimed a seat. "
        "The table was laid out without waiting for the seats."
    )
    [red, blue] = versions(played(), "seat_claimed/1")
    assert nonces_told(played()) == (
        "blue gave none, and has the one that the service made; "
        f"red gave its own in event {red}, after 2 draws. "
        f"The last to claim a seat was blue, in event {blue}. "
        "The table was laid out without waiting for the seats."
    )


def test_that_the_table_waited_for_the_seats_is_told() -> None:
    service = Service()
    service.leaves[0]["data"]["awaits_seats"] = True
    told = nonces_told(service)
    assert told.endswith("The table was laid out when every seat was claimed.")


def test_a_fresh_nonce_counts_together_with_one_of_another_seat() -> None:
    service = Service()
    for seat, nonce in (("red", "ruby"), ("blue", "lapis"), ("red", "opal"), ("red", "agate")):
        service.claim(seat, nonce)
    assert service.nonces == {"red": "ruby", "blue": "lapis"}
    rolled(service)
    told = nonces_told(service)
    assert "red gave its own in event 2, after 0 draws" in told
    assert "Fresh" not in told
    service.claim("blue", "jade")
    assert service.nonces == {"red": "agate", "blue": "jade"}
    rolled(service)
    told = nonces_told(service)
    version = versions(service, "nonce_given/1")[-1]
    assert f"Fresh ones of blue and red count from event {version} on, after 2 draws." in told
    service.claim("blue", "onyx")
    assert service.nonces["blue"] == "jade", "the next one waits again"
    rolled(service)
    nonces_told(service)


@pytest.mark.parametrize("seat", ["red", "blue"])
def test_a_service_that_counts_a_fresh_nonce_alone_is_found(seat: str) -> None:
    service = Service()
    service.claim(seat, "ruby")
    service.claim(seat, "opal")
    service.nonces[seat] = "opal"
    rolled(service)
    assert named(service)[0] == "draws"


def test_a_second_nonce_of_a_claim_is_named() -> None:
    """As a service of 0.7.0 would count it: no service records such a claim."""
    service = Service()
    service.claim("red", "ruby")
    data = {"seat": "red", "nonce": "opal", "token": "ef" * 32}
    version = service.record("seat_claimed/1", data, closed=("token",))
    service.nonces["red"] = "opal"
    rolled(service)
    assert named(service) == ("nonces", version)


def test_a_service_that_lets_fresh_nonces_of_two_seats_wait_is_found() -> None:
    service = Service()
    for seat, nonce in (("red", "ruby"), ("blue", "lapis"), ("red", "opal"), ("blue", "jade")):
        service.claim(seat, nonce)
    service.nonces["red"] = "ruby"
    rolled(service)
    assert named(service)[0] == "draws"


def test_in_a_fork_every_seat_gives_its_nonce_anew() -> None:
    service = played()
    service.fork()
    assert "Nobody has claimed a seat." in nonces_told(service)
    service.claim("red", "opal")
    rolled(service, "order-9")
    assert f"red gave its own in event {service.version - 3}, after 0 draws" in nonces_told(service)


def test_whoever_holds_no_seat_of_the_table_adds_nothing_to_chance() -> None:
    service = Service()
    for nonce in ("one", "two"):
        data = {"seat": "referee", "nonce": nonce, "token": "ef" * 32}
        service.record("seat_claimed/1", data, closed=("token",))
    rolled(service, "order-1", 4)
    assert "referee" not in nonces_told(service)


# -- Bad input ---------------------------------------------------------------------------------


@settings(deadline=None)
@given(size=st.integers(0, len(zipped(FINISHED)) - 1))
def test_a_bundle_that_was_cut_is_no_bundle(size: int) -> None:
    report = verify(io.BytesIO(zipped(FINISHED)[:size]))
    assert [(it.name, it.ok) for it in report.checks] == [("bundle", False)]


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_whatever_is_no_zip_is_no_bundle(data: bytes) -> None:
    assert verify(io.BytesIO(data)).first_wrong is not None


@settings(deadline=None)
@given(at=st.integers(0, len(zipped(FINISHED)) - 1), flip=st.integers(1, 255))
def test_a_damaged_zip_never_ends_in_an_error(at: int, flip: int) -> None:
    data = bytearray(zipped(FINISHED))
    data[at] ^= flip
    report = verify(io.BytesIO(data))
    assert report.first_wrong is None or report.first_wrong.detail.endswith(".")


@pytest.mark.parametrize("name", verifier.MEMBERS)
def test_a_missing_member_is_named(name: str) -> None:
    members = dict(FINISHED)
    del members[name]
    assert f"{name} is missing" in wrong(members).detail


def test_a_bundle_without_a_checkpoint_is_none() -> None:
    members = {name: data for name, data in FINISHED.items() if "checkpoints" not in name}
    assert wrong(members).detail == "The bundle holds no checkpoint."


def test_a_checkpoint_under_the_name_of_another_is_refused() -> None:
    members = dict(FINISHED)
    members["checkpoints/000009.txt"] = members.pop("checkpoints/000032.txt")
    assert "is not the checkpoint that it is named after" in wrong(members).detail


def test_an_unknown_format_is_told() -> None:
    found = wrong(with_row(FINISHED, "manifest.json", 0, format="napoleon-bundle/9"))
    assert '"napoleon-bundle/9", which is unknown here' in found.detail


def test_a_member_that_is_there_twice_is_refused() -> None:
    file = io.BytesIO(zipped(FINISHED))
    with zipfile.ZipFile(file, "a") as archive, pytest.warns(UserWarning):
        archive.writestr("log.ndjson", FINISHED["log.ndjson"])
    found = verify(file).first_wrong
    assert found is not None
    assert "twice" in found.detail


EVERY_PART = played().bundle("operator", complete=True) | {
    "replay.html": b"<!doctype html><title>Rivoli</title>",
    "README.txt": b"Read me.",
    "verify.py": b"raise SystemExit(0)",
    "names.json": b"{}",
}


@pytest.mark.parametrize("name", sorted(EVERY_PART))
def test_a_damaged_part_is_named_also_if_it_is_only_there_to_be_read(name: str) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for part, content in EVERY_PART.items():
            archive.writestr(part, content)
    data = bytearray(file.getvalue())
    with zipfile.ZipFile(file) as archive:
        at = archive.getinfo(name).header_offset + 30 + len(name)
    assert verify(io.BytesIO(data)).first_wrong is None
    data[at] ^= 1
    found = verify(io.BytesIO(data)).first_wrong
    assert found is not None
    assert (found.name, found.detail) == (
        "bundle",
        f'"{name}" is damaged: it is not what was packed.',
    )


def test_what_is_no_part_of_a_bundle_is_named(tmp_path: Path) -> None:
    assert "Not of any bundle" not in checked(EVERY_PART).checks[0].detail
    report = checked(FINISHED | {"manifest.txt": b"Trust me.", "more/story.txt": b"Blue won."})
    assert report.first_wrong is None
    assert report.checks[0].detail.endswith(
        'Not of any bundle: ["manifest.txt", "more/story.txt"].'
    )
    zipfile.ZipFile(io.BytesIO(zipped(FINISHED))).extractall(tmp_path)
    (tmp_path / "more").mkdir()
    (tmp_path / "mail.txt").write_text("Dear Red,", encoding="utf-8")
    found = verify(tmp_path)
    assert found.first_wrong is None
    assert found.checks[0].detail.endswith('Not of any bundle: ["mail.txt", "more"].')


def test_a_zip_bomb_is_not_unpacked() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in FINISHED.items():
            if name != "log.ndjson":
                archive.writestr(name, data)
        with archive.open("log.ndjson", "w") as member:
            for _ in range(65):
                member.write(bytes(2**20))
    assert len(file.getvalue()) < 2**18
    found = verify(file).first_wrong
    assert found is not None
    assert '"log.ndjson" is larger than it can be' in found.detail


def test_a_zip_that_lies_about_its_sizes_is_refused() -> None:
    data = bytearray(zipped({"log.ndjson": bytes(1000), **FINISHED}))
    start = data.index(b"PK\x01\x02")
    data[start + 24 : start + 28] = (10).to_bytes(4, "little")
    assert verify(io.BytesIO(data)).first_wrong is not None


@settings(deadline=None)
@given(name=st.sampled_from(sorted(FINISHED)), data=st.data())
def test_any_bytes_in_any_member_never_end_in_an_error(name: str, data: st.DataObject) -> None:
    content = FINISHED[name]
    start = data.draw(st.integers(0, len(content)))
    end = data.draw(st.integers(start, min(len(content), start + 40)))
    new = content[:start] + data.draw(st.binary(max_size=40)) + content[end:]
    report = checked(FINISHED | {name: new})
    unchanged = new.rstrip(b"\n") == content.rstrip(b"\n")
    # Of what is signed or committed to nothing can be changed; the other texts prove nothing.
    if name in ("log.ndjson", "leaves.txt") and not unchanged:
        assert report.first_wrong is not None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=8,
)


@settings(deadline=None)
@given(kind=st.sampled_from([leaf["type"] for leaf in played().leaves]), data=st.data())
def test_any_json_in_any_field_never_ends_in_an_error(kind: str, data: st.DataObject) -> None:
    service = played()
    version = data.draw(st.sampled_from(versions(service, kind)))
    payload = service.leaves[version - 1]["data"]
    payload[data.draw(st.sampled_from([*payload, "more"]))] = data.draw(JSON)
    checked(service.bundle("spectator", over=True))
    checked(service.bundle("spectator"))


@settings(deadline=None)
@given(name=st.sampled_from(["openings.ndjson", "draws.ndjson", "manifest.json"]), data=st.data())
def test_any_json_in_any_row_never_ends_in_an_error(name: str, data: st.DataObject) -> None:
    rows = lines(FINISHED, name)
    number = data.draw(st.integers(0, len(rows) - 1))
    field = data.draw(st.sampled_from(sorted(json.loads(rows[number]))))
    checked(with_row(FINISHED, name, number, **{field: data.draw(JSON)}))


@pytest.mark.parametrize("line", [b"[" * 100_000, b'{"a":' * 5_000, b"[" * 70 + b"]" * 70])
@pytest.mark.parametrize("name", ["log.ndjson", "openings.ndjson", "draws.ndjson"])
def test_deeply_nested_json_is_refused(name: str, line: bytes) -> None:
    wrong(FINISHED | {name: line + b"\n"})


@pytest.mark.parametrize("number", ["1.5", "1e3", "NaN", "-Infinity", "9" * 5000])
def test_numbers_that_are_not_whole_are_refused(number: str) -> None:
    first = lines(FINISHED)[0].replace(b'"at":1815', f'"at":{number}'.encode())
    assert wrong(with_lines(FINISHED, [first, *lines(FINISHED)[1:]])).version == 1


def test_what_is_printed_holds_nothing_that_a_terminal_would_obey() -> None:
    escape = "\x1b]0;owned\x07\u202e"
    for change in ({"format": escape}, {"game": escape}):
        assert wrong(with_row(FINISHED, "manifest.json", 0, **change)).detail.isascii()


@settings(deadline=None)
@given(JSON)
def test_canonical_json_is_that_of_rfc_8785(value: Any) -> None:
    assert verifier.canonical(value) == rfc8785.dumps(value)


# -- As a program ------------------------------------------------------------------------------


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs a copy of the verifier as a player does, where nothing of the project is in reach."""
    shutil.copy(Path(verifier.__file__), tmp_path / "verify.py")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-I", "-W", "error", "verify.py", *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_the_program_says_what_holds_and_what_does_not(
    run: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    (tmp_path / "game.zip").write_bytes(zipped(sealed(FINISHED)))
    (tmp_path / "mail.txt").write_text(played().sign(), encoding="utf-8")
    passed = run("game.zip", "--checkpoint", "mail.txt")
    assert (passed.returncode, passed.stderr) == (0, "")
    assert passed.stdout.count("\nok ") == len(verifier.CHECKS)
    assert "All of it holds. The key came with it" in passed.stdout
    assert passed.stdout.splitlines()[-1] == (
        "Not checked: whether story.txt and replay.html, which are as the service wrote them, tell "
        "what the record says (`napoleon verify` tells a whole record again); whether the rules "
        "were kept (`napoleon verify` decides all orders again); whether the names of players are "
        "theirs; whether the service told its secrets to anybody."
    )
    assert "The key came" not in run("game.zip", "--key", vkey()).stdout
    (tmp_path / "bad.zip").write_bytes(zipped(with_row(FINISHED, "log.ndjson", 7, at=0)))
    failed = run("bad.zip")
    assert (failed.returncode, failed.stderr) == (1, "")
    assert "The record does not hold at event 8:" in failed.stdout.splitlines()[-1]
    assert "Not checked" not in failed.stdout
    report = json.loads(run("bad.zip", "--json").stdout)
    assert (report["ok"], report["game"], report["counts"]["events"]) == (False, handmade.GAME, 32)
    bad = report["checks"][2]
    assert (bad["name"], bad["ok"], bad["version"]) == ("leaves", False, 8)


def test_the_program_checks_the_folder_it_lies_in(
    run: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    zipfile.ZipFile(io.BytesIO(zipped(FINISHED))).extractall(tmp_path)
    assert run().returncode == 0
    assert run(".").returncode == 0
    (tmp_path / "leaves.txt").unlink()
    assert run().returncode == 1


@pytest.mark.parametrize(
    "arguments", [["none.zip"], ["--oops"], [".", "--checkpoint", "none"], ["a", "b"]]
)
def test_wrong_usage_is_told_apart(
    run: Callable[..., subprocess.CompletedProcess[str]], arguments: list[str]
) -> None:
    answer = run(*arguments)
    assert answer.returncode == 2
    assert "Traceback" not in answer.stderr


def test_the_file_needs_nothing_but_the_standard_library_and_cryptography() -> None:
    source = ast.parse(Path(verifier.__file__).read_text(encoding="utf-8"))
    imported = {
        name.split(".")[0]
        for node in ast.walk(source)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported - sys.stdlib_module_names == {"cryptography"}
