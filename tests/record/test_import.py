"""Bundles played back: the same game stands in another store, as far as the bundle is good."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from napoleon.log.branches import resting
from napoleon.log.events.cases import RulingGiven
from napoleon.log.game import readers
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.play.referee import texts
from napoleon.play.transactions import Transaction
from napoleon.record import checkpoints
from napoleon.record.bundle import OPERATOR
from napoleon.record.checkpoints import keep_due
from napoleon.record.imports import Imported, bring_in
from napoleon.record.readback import BundleRefused, Stop, events, read
from napoleon.record.verifier import verify
from napoleon.rules.events import SPECTATOR
from napoleon.rulesets.napoleon1815 import RULES
from tests.core.play import digest, play, stored
from tests.record.bundling import (
    KINDS,
    LONG,
    Members,
    bundled,
    forged,
    kinds,
    members,
    ndjson,
    rows,
    with_event,
    zipped,
)
from tests.record.telling import toy_games
from tests.toy import Toy

RULESETS = {"toy": Toy(), RULES.name: RULES}


@pytest.fixture
def elsewhere(tmp_path: Path) -> Games:
    """Another store, with a key of its own."""
    env = {"NAPOLEON_HOME": str(tmp_path / "elsewhere"), "CREATE_TABLE": "yes"}
    return Games(env, rulesets=RULESETS)


@pytest.fixture
def here(tmp_path: Path) -> tuple[Games, str]:
    """A running game of the toy ruleset, with checkpoints."""
    games, game_id = KINDS["toy"](tmp_path / "here")
    keep_due(games, game_id)
    return games, game_id


def brought(games: Games, bundle: bytes, *, extend: bool = False) -> Imported:
    return bring_in(games, io.BytesIO(bundle), extend=extend)


def views(games: Games, game_id: str) -> list[Any]:
    """What everybody sees of every version."""
    newest = games.open(game_id)
    positions = [games.at(game_id, version) for version in range(1, newest.version + 1)]
    return [games.view(it, reader) for it in positions for reader in readers(newest)]


# -- the same game ---------------------------------------------------------------------------------


@pytest.mark.sampled(3)
@pytest.mark.parametrize("what", kinds())
def test_the_operators_bundle_brings_the_same_game_into_another_store(
    tmp_path: Path, elsewhere: Games, what: str
) -> None:
    games, game_id = {**KINDS, **LONG}[what](tmp_path / "here")
    keep_due(games, game_id)
    bundle, size = bundled(games, game_id), games.head(game_id)
    assert brought(elsewhere, bundle) == Imported(game_id, size, size, size, size, None)
    assert elsewhere.recorder.select_events(game_id) == games.recorder.select_events(game_id)
    assert digest(elsewhere.open(game_id)) == digest(games.open(game_id))
    assert elsewhere.names(game_id) == games.names(game_id)
    assert elsewhere.recorder.checkpoints(game_id) == games.recorder.checkpoints(game_id)
    hashes = checkpoints.hashes(games, game_id, size)
    assert checkpoints.hashes(elsewhere, game_id, size) == hashes
    again = bundled(elsewhere, game_id)
    report = verify(io.BytesIO(again))
    assert (report.first_wrong, report.counts.closed) == (None, 0)
    for name in ("log.ndjson", "leaves.txt", "openings.ndjson", "draws.ndjson", "manifest.json"):
        assert members(again)[name] == members(bundle)[name], name


@pytest.mark.parametrize("what", [it for it in KINDS if "finished" in it and "toy" in it])
def test_anybodys_bundle_of_a_finished_game_shows_the_same_game(
    tmp_path: Path, elsewhere: Games, what: str
) -> None:
    games, game_id = KINDS[what](tmp_path / "here")
    token = games.claim(game_id, "blue") if "forked" in what else None
    bundle, size = bundled(games, game_id, SPECTATOR), games.head(game_id)
    assert brought(elsewhere, bundle).stop is None
    assert views(elsewhere, game_id) == views(games, game_id)
    there, original = elsewhere.open(game_id), games.open(game_id)
    assert there.claimed == original.claimed
    assert there.seat_of(token) != "blue"
    hashes = checkpoints.hashes(games, game_id, size)
    assert checkpoints.hashes(elsewhere, game_id, size) == hashes
    for reader in (SPECTATOR, OPERATOR):
        again = bundled(elsewhere, game_id, reader)
        assert verify(io.BytesIO(again)).first_wrong is None
        manifest = json.loads(members(again)["manifest.json"])
        assert manifest["root"] == json.loads(members(bundle)["manifest.json"])["root"]
        assert manifest["complete"] is False, "the hashes of tokens are not known here"


def test_a_game_that_was_brought_in_is_played_on(here: tuple[Games, str], elsewhere: Games) -> None:
    games, game_id = here
    token = games.claim(game_id, "red", nonce="ruby", name="Ney")
    brought(elsewhere, bundled(games, game_id))
    assert elsewhere.open(game_id).seat_of(token) == "red"
    assert elsewhere.names(game_id) == {"red": "Ney"}
    for store in (games, elsewhere):
        decision = store.decisions(store.open(game_id))[0]
        order = next(
            iter(store.rules(store.open(game_id)).legal_orders(store.open(game_id).state, decision))
        )
        given = store.submit_orders(game_id, decision.seat, [order])
        assert isinstance(given, Accepted)
    there, original = elsewhere.open(game_id), games.open(game_id)
    assert there.state == original.state, "the same draws are made in both"
    report = verify(io.BytesIO(bundled(elsewhere, game_id, "blue")))
    assert report.first_wrong is None


def test_what_people_have_written_comes_along_unless_it_was_erased(
    here: tuple[Games, str], elsewhere: Games
) -> None:
    games, game_id = here
    ids: list[str] = []

    def carry_out(act: Transaction) -> None:
        ids[:] = [texts.keep(act, games, text) for text in ("Rivoli!", "Marengo!")]
        for text in ids:
            act.record(RulingGiven(0, "stand", ("END",), text), by="referee")

    games.transact(game_id, carry_out)
    texts.erase(games, game_id, "referee", ids[1])
    brought(elsewhere, bundled(games, game_id))
    there = elsewhere.recorder.texts(game_id)
    assert there == games.recorder.texts(game_id)
    assert [it.text for it in there] == ["Rivoli!"]
    brought(elsewhere, bundled(games, game_id))
    assert elsewhere.recorder.texts(game_id) == there


def test_the_events_of_a_bundle_are_those_of_the_log(here: tuple[Games, str]) -> None:
    games, game_id = here
    assert events(io.BytesIO(bundled(games, game_id)), RULESETS) == games.history(game_id)


def test_a_folder_is_read_as_the_zip_file_is(here: tuple[Games, str], tmp_path: Path) -> None:
    games, game_id = here
    bundle = bundled(games, game_id)
    for name, data in members(bundle).items():
        (tmp_path / "folder" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "folder" / name).write_bytes(data)
    assert read(tmp_path / "folder", RULESETS) == read(io.BytesIO(bundle), RULESETS)


# -- into a store that has the game ----------------------------------------------------------------


def test_a_bundle_that_is_brought_in_twice_changes_nothing(
    here: tuple[Games, str], elsewhere: Games
) -> None:
    bundle, size = bundled(*here), here[0].head(here[1])
    brought(elsewhere, bundle)
    before = stored(elsewhere)
    for store in (elsewhere, here[0]):
        assert brought(store, bundle) == Imported(here[1], size, size, 0, size, None)
    assert stored(elsewhere) == before


def test_a_later_bundle_extends_the_game_if_that_is_asked_for(
    here: tuple[Games, str], elsewhere: Games
) -> None:
    games, game_id = here
    older, size = bundled(games, game_id), games.head(game_id)
    brought(elsewhere, older)
    elsewhere.open(game_id)
    play(games, game_id, 2, seed=7)
    newer, longer = bundled(games, game_id), games.head(game_id)
    before = stored(elsewhere)
    refusal = f"up to version {size}, and the bundle goes on to version {longer}.*--extend"
    with pytest.raises(BundleRefused, match=refusal):
        brought(elsewhere, newer)
    assert stored(elsewhere) == before
    found = brought(elsewhere, newer, extend=True)
    assert found == Imported(game_id, longer, longer, longer - size, longer, None)
    assert digest(elsewhere.open(game_id)) == digest(games.open(game_id))
    assert elsewhere.recorder.checkpoints(game_id) == games.recorder.checkpoints(game_id)
    before = stored(elsewhere)
    with pytest.raises(BundleRefused, match=f"version {size + 1} is not in the bundle"):
        brought(elsewhere, older)
    assert stored(elsewhere) == before


def test_another_log_of_the_same_game_is_refused(here: tuple[Games, str], elsewhere: Games) -> None:
    games, game_id = here
    size = games.head(game_id)
    brought(elsewhere, bundled(games, game_id))
    play(games, game_id, 2, seed=8)
    play(elsewhere, game_id, 1, seed=9)
    before = stored(elsewhere)
    with pytest.raises(BundleRefused, match=f"version {size + 1} is the first that differs"):
        brought(elsewhere, bundled(games, game_id), extend=True)
    assert stored(elsewhere) == before


def test_checkpoints_that_were_lost_on_the_way_are_kept_the_next_time(
    here: tuple[Games, str], elsewhere: Games
) -> None:
    games, game_id = here
    bundle = bundled(games, game_id)
    elsewhere.recorder.insert_events(read(io.BytesIO(bundle), RULESETS).rows)
    assert brought(elsewhere, bundle).recorded == 0
    assert elsewhere.recorder.checkpoints(game_id) == games.recorder.checkpoints(game_id)


# -- the good prefix -------------------------------------------------------------------------------


def whole(games: Games, game_id: str, good: int) -> int:
    """The last version that an order ended with, if those up to `good` are known."""
    begun = [it.version for it in games.history(game_id, upto=good) if it.begins]
    return max(begun, default=1) - 1


def stopped(games: Games, parts: Members) -> tuple[Imported, Stop]:
    found = bring_in(games, zipped(parts))
    assert found.stop is not None
    return found, found.stop


@pytest.mark.parametrize("version", [1, 2, 9, 17, 30])
def test_a_changed_event_ends_what_is_good(
    here: tuple[Games, str], elsewhere: Games, version: int
) -> None:
    games, game_id = here
    parts = with_event(members(bundled(games, game_id)), version, turn=77)
    found, stop = stopped(elsewhere, parts)
    assert (stop.version, found.good) == (version, version - 1)
    assert found.events == games.head(game_id)
    kept = whole(games, game_id, version - 1)
    assert found.recorded == found.version == kept
    assert (elsewhere.recorder.head(game_id) or 0) == kept
    if kept:
        assert digest(elsewhere.open(game_id)) == digest(games.at(game_id, kept))
        assert max(it.size for it in elsewhere.recorder.checkpoints(game_id)) <= kept
        after = games.history(game_id, after=kept - 1, limit=3)
        assert resting(after[1:], kept) == kept, "no order is there in part"


def test_what_was_good_can_be_completed_later(here: tuple[Games, str], elsewhere: Games) -> None:
    games, game_id = here
    bundle = bundled(games, game_id)
    stopped(elsewhere, with_event(members(bundle), 30, turn=77))
    assert brought(elsewhere, bundle, extend=True).stop is None
    assert digest(elsewhere.open(game_id)) == digest(games.open(game_id))


def test_a_log_that_was_cut_off_is_good_as_far_as_it_goes(
    here: tuple[Games, str], elsewhere: Games
) -> None:
    games, game_id = here
    parts, size = members(bundled(games, game_id)), games.head(game_id)
    found, stop = stopped(elsewhere, {**parts, "log.ndjson": ndjson(rows(parts)[:-7])})
    assert (found.events, found.good, stop.version) == (size, size - 7, size - 6)
    assert "ends" in stop.reason


def _leaf_that_fits(parts: Members, version: int) -> Members:
    """An event is changed, and its recorded hash with it, but not what was signed."""
    changed = with_event(parts, version, turn=77)
    made = forged(changed)["leaves.txt"]
    return {**changed, "leaves.txt": made}


def test_a_change_that_only_contradicts_a_signature_ends_before_what_was_signed(
    here: tuple[Games, str], elsewhere: Games
) -> None:
    games, game_id = here
    sizes = [it.size for it in games.recorder.checkpoints(game_id)]
    first, second = sizes[0], sizes[1]
    parts = _leaf_that_fits(members(bundled(games, game_id)), second - 1)
    found, stop = stopped(elsewhere, parts)
    assert (stop.version, found.good) == (first + 1, first)
    assert [it.size for it in elsewhere.recorder.checkpoints(game_id)] in ([first], [])


def _unreadable(log: list[Any]) -> None:
    log[19]["type"] = "toy.card_eaten/1"


def _of_another_shape(log: list[Any]) -> None:
    log[19]["data"] = {"player": "red", "since": "ever"}


def _with_more_in_it(log: list[Any]) -> None:
    log[19]["data"]["whim"] = 1


def _that_cannot_happen(log: list[Any]) -> None:
    log[19] |= {
        "type": "toy.card_played/1",
        "data": {"player": "red", "card": 99, "points": 1, "breakdown": []},
    }


def _that_rewinds_to_nowhere(log: list[Any]) -> None:
    log[19] |= {"type": "history_rewound/1", "data": {"to": 500, "reason": "ruling"}}


@pytest.mark.parametrize(
    ("forge", "reason"),
    [
        (_unreadable, "no installed ruleset"),
        (_of_another_shape, "."),
        (_with_more_in_it, "is not what the log has"),
        (_that_cannot_happen, "cannot be applied"),
        (_that_rewinds_to_nowhere, "cannot be applied"),
    ],
)
def test_a_forged_event_with_everything_signed_anew_ends_what_is_good(
    here: tuple[Games, str], elsewhere: Games, forge: Callable[[list[Any]], None], reason: str
) -> None:
    games, game_id = here
    parts = members(bundled(games, game_id))
    log = rows(parts)
    assert log[19]["type"] != "order_given/1"
    forge(log)
    found, stop = stopped(elsewhere, forged({**parts, "log.ndjson": ndjson(log)}))
    assert (stop.version, found.good) == (20, 19)
    assert reason in stop.reason
    assert found.version == whole(games, game_id, 19)


@pytest.mark.parametrize("shown_instead", [{"order": "pass", "x": 1}, None])
def test_a_hidden_field_that_is_shown_wrong_or_not_at_all_ends_what_is_good(
    here: tuple[Games, str], elsewhere: Games, shown_instead: Any
) -> None:
    parts = members(bundled(*here))
    shown = rows(parts, "openings.ndjson")
    place = next(n for n, it in enumerate(shown) if it["field"] == "order" and n > 9)
    version = shown[place]["version"]
    if shown_instead is None:
        del shown[place]
    else:
        shown[place]["value"] = shown_instead
    _, stop = stopped(elsewhere, {**parts, "openings.ndjson": ndjson(shown)})
    assert stop.version == version


def test_a_seed_that_makes_no_sense_ends_it_at_once(
    here: tuple[Games, str], elsewhere: Games
) -> None:
    parts = members(bundled(*here))
    shown = rows(parts, "openings.ndjson")
    for seed in ("no seed", "00" * 32):
        lines = [{**it, "value": seed} if it["field"] == "seed" else it for it in shown]
        found, stop = stopped(elsewhere, {**parts, "openings.ndjson": ndjson(lines)})
        assert (stop.version, found.recorded) == (1, 0)
    assert stored(elsewhere) == []


# -- what is refused -------------------------------------------------------------------------------


def refused(games: Games, data: bytes | io.BytesIO) -> str:
    """Why nothing of it is taken."""
    before = stored(games)
    with pytest.raises(BundleRefused) as caught:
        bring_in(games, data if isinstance(data, io.BytesIO) else io.BytesIO(data))
    assert stored(games) == before
    return str(caught.value)


def with_manifest(parts: Members, **changes: Any) -> io.BytesIO:
    manifest = {**json.loads(parts["manifest.json"]), **changes}
    return zipped({**parts, "manifest.json": json.dumps(manifest).encode()})


def test_a_bundle_cut_in_half_is_refused(here: tuple[Games, str], elsewhere: Games) -> None:
    bundle = bundled(*here)
    for data in (bundle[: len(bundle) // 2], bundle[:-9], b"", b"no zip at all"):
        assert "no whole zip file" in refused(elsewhere, data)


@pytest.mark.parametrize("name", ["log.ndjson", "openings.ndjson", "manifest.json", "key.txt"])
def test_a_bundle_that_lacks_a_part_is_refused(
    here: tuple[Games, str], elsewhere: Games, name: str
) -> None:
    parts = members(bundled(*here))
    del parts[name]
    assert f"{name} is missing" in refused(elsewhere, zipped(parts))


def test_what_a_party_may_see_of_a_running_game_is_refused(
    here: tuple[Games, str], elsewhere: Games
) -> None:
    for reader in ("red", SPECTATOR, "referee"):
        assert "of a running game" in refused(elsewhere, bundled(*here, reader))


def test_a_bundle_of_rules_or_data_that_are_not_here_is_refused(
    here: tuple[Games, str], elsewhere: Games
) -> None:
    parts = members(bundled(*here))
    assert "'chess', which is not installed" in refused(
        elsewhere, with_manifest(parts, ruleset="chess")
    )
    assert "version '9'" in refused(elsewhere, with_manifest(parts, rules_version="9"))
    assert "another data pack" in refused(elsewhere, with_manifest(parts, pack="ff" * 32))
    assert "format" in refused(elsewhere, with_manifest(parts, format="napoleon-bundle/2"))
    elsewhere.rulesets = {}
    assert "'toy', which is not installed" in refused(elsewhere, bundled(*here))  # fmt: skip


def test_rules_that_only_the_manifest_claims_end_it_at_once(
    tmp_path: Path, here: tuple[Games, str]
) -> None:
    class Other(Toy):
        version = "2"

    games = toy_games(tmp_path / "other", Other())
    found = bring_in(games, with_manifest(members(bundled(*here)), rules_version="2"))
    assert found.stop is not None
    assert (found.stop.version, found.recorded) == (1, 0)


def test_the_outcome_is_told_to_programs(here: tuple[Games, str], elsewhere: Games) -> None:
    found, _ = stopped(elsewhere, with_event(members(bundled(*here)), 9, turn=77))
    told = msgspec.to_builtins(found)
    assert set(told) == {"game", "events", "good", "recorded", "version", "stop"}
    assert set(told["stop"]) == {"version", "reason"}
