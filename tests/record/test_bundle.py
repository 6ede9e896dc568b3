"""Bundles: they verify without this service, whoever gets them, and give nothing away."""

from __future__ import annotations

import io
import json
import re
import sqlite3
import subprocess
import sys
from contextlib import closing as closed
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from eventsourcing.persistence import StoredEvent

from api.command_line.play import play_on
from napoleon.chance import PUBLIC, SECRET, link
from napoleon.log.events.cases import RulingGiven
from napoleon.log.events.draws import DrawsCalled, SecretDrawsCalled
from napoleon.log.store.home import LOG
from napoleon.play.games import Games
from napoleon.play.referee import texts
from napoleon.play.referee.rulings import Judgement, rule
from napoleon.play.transactions import Transaction
from napoleon.record import verifier
from napoleon.record.bundle import OPERATOR, file_name
from napoleon.record.checkpoints import keep, keep_due
from napoleon.record.keys import signing_key
from napoleon.record.replay import replay_page
from napoleon.record.story import event_by_event, facts, frames, story, story_text
from napoleon.record.verifier import Report, verify
from napoleon.rules.bots import RandomBot
from napoleon.rules.events import REFEREE, SPECTATOR
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon1815 import RULES
from tests.api.desk import ToyWithArmies, counting
from tests.api.test_hidden import OtherCard
from tests.core.play import play
from tests.goldens.golden import FOLDER, read
from tests.napoleon1815.parting import Parting
from tests.napoleon1815.random_play import KINDS as ALL_KINDS
from tests.napoleon1815.random_play import is_fog
from tests.record.bundling import (
    KINDS,
    LONG,
    Members,
    bundled,
    everybody,
    kinds,
    members,
    ndjson,
    rows,
    zipped,
)
from tests.record.telling import toy_games

Record = tuple[Games, str]


class Records:
    """A game of every kind, none of them to be played on, and their bundles."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: dict[str, Record] = {}
        self._bundles: dict[tuple[str, str], bytes] = {}

    def __getitem__(self, what: str) -> Record:
        if what not in self._made:
            self._made[what] = {**KINDS, **LONG}[what](self._folder / what)
        return self._made[what]

    def bundle(self, what: str, reader: str = OPERATOR) -> bytes:
        """Made once."""
        if (what, reader) not in self._bundles:
            keep_due(*self[what])
            self._bundles[what, reader] = bundled(*self[what], reader)
        return self._bundles[what, reader]


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Records:
    return Records(tmp_path_factory.mktemp("records"))


@pytest.fixture(params=kinds())
def what(request: pytest.FixtureRequest) -> str:
    """Every kind of game."""
    return str(request.param)


def checked(bundle: bytes, **wanted: Any) -> Report:
    return verify(io.BytesIO(bundle), **wanted)


# -- it holds --------------------------------------------------------------------------------------


@pytest.mark.sampled(4)
def test_the_bundle_of_every_reader_verifies(records: Records, what: str) -> None:
    games, game_id = records[what]
    game, key = games.open(game_id), str(signing_key(games.env).verifier)
    own = {f"mail {it.size}": it.note for it in games.recorder.checkpoints(game_id)}
    for reader in everybody(game):
        report = checked(records.bundle(what, reader), checkpoints=own, key=key)
        assert report.first_wrong is None, (reader, report.first_wrong)
        assert (report.game, report.counts.events) == (game_id, game.version)


def test_what_is_signed_while_a_bundle_is_written_waits_for_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with toy_games(tmp_path) as games:
        game_id = games.create("toy", "short", {})[0].id
        play(games, game_id, 2)
        keep_due(games, game_id)
        size, kept = games.head(game_id), games.recorder.checkpoints

        def played_on(game: str, **asked: Any) -> Any:
            if games.head(game) == size and not asked:
                play(games, game, 2)
                keep(games, game, games.head(game))
                assert kept(game)[-1].size > size
            return kept(game, **asked)

        monkeypatch.setattr(games.recorder, "checkpoints", played_on)
        bundle = bundled(games, game_id)
        assert games.head(game_id) > size
    report = checked(bundle)
    assert (report.first_wrong, report.counts.events) == (None, size)
    assert max(it for it in members(bundle) if "checkpoints/" in it).endswith(f"{size:06}.txt")


def test_the_operators_bundle_opens_everything_and_shows_every_draw(
    records: Records, what: str
) -> None:
    counts = checked(records.bundle(what)).counts
    assert (counts.closed, counts.draws_waiting) == (0, 0)
    games, game_id = records[what]
    events = games.history(game_id, after=games.open(game_id).forked)
    called = [it for it in events if isinstance(it, DrawsCalled | SecretDrawsCalled)]
    assert counts.draws == sum(len(it.sizes) for it in called) > 0


@pytest.mark.parametrize("what", kinds("toy"))
def test_only_the_operators_bundle_calls_itself_complete(records: Records, what: str) -> None:
    games, game_id = records[what]
    for reader in everybody(games.open(game_id)):
        manifest = json.loads(members(records.bundle(what, reader))["manifest.json"])
        assert (manifest["reader"], manifest["complete"]) == (reader, reader == OPERATOR)


@pytest.mark.parametrize("what", kinds("finished"))
def test_when_the_game_is_over_only_tokens_stay_closed(records: Records, what: str) -> None:
    games, game_id = records[what]
    assert games.open(game_id).over
    whole = members(records.bundle(what))
    everything = rows(whole, "openings.ndjson")
    for reader in (SPECTATOR, games.open(game_id).created.seats[0]):
        parts = members(records.bundle(what, reader))
        opened = rows(parts, "openings.ndjson")
        left = {it["field"] for it in everything if it not in opened}
        assert left == ({"tokens", "token"} if "forked" in what else {"tokens"})
        assert checked(records.bundle(what, reader)).counts.draws_waiting == 0
        assert parts["draws.ndjson"] == whole["draws.ndjson"]


def test_a_fork_shows_its_own_draws_and_not_those_of_the_other_game(records: Records) -> None:
    what = "toy forked and finished"
    games, game_id = records[what]
    counts = checked(records.bundle(what, "red")).counts
    assert counts.draws > 0
    assert counts.draws_of_parent > 0
    drawn = rows(members(records.bundle(what)), "draws.ndjson")
    assert min(row["called"] for row in drawn) > games.open(game_id).forked


def test_while_the_game_runs_its_dice_can_be_rolled_again_and_its_cards_not(
    records: Records,
) -> None:
    parts = members(records.bundle("dice", SPECTATOR))
    called = {row["called"] for row in rows(parts, "draws.ndjson")}
    public = {it["version"] for it in rows(parts) if it["type"] == "draws_called/1"}
    assert called == public != set()
    counts = checked(records.bundle("dice", SPECTATOR)).counts
    assert counts.draws > 0
    assert counts.draws_waiting > 0


def test_a_bundle_that_leaves_out_what_dice_were_rolled_from_does_not_pass(
    records: Records,
) -> None:
    parts = members(records.bundle("dice", SPECTATOR))
    first, *others = rows(parts, "draws.ndjson")
    wrong = verify(zipped({**parts, "draws.ndjson": ndjson(others)})).first_wrong
    assert wrong is not None
    assert (wrong.name, wrong.version) == ("draws", first["called"])


@pytest.mark.soak
def test_the_draws_of_games_older_than_chains_are_not_asked_for(tmp_path: Path) -> None:
    golden = read(sorted(FOLDER.glob(f"{RULES.name}-{RULES.version}/*.json"))[0])
    events = [
        StoredEvent(golden.game, version, topic, bytes(state))
        for version, (topic, state) in enumerate(golden.events, 1)
    ]
    env = {"NAPOLEON_HOME": str(tmp_path), "CREATE_TABLE": "yes"}
    games = Games(env, rulesets={RULES.name: RULES})
    games.recorder.insert_events(events)
    assert games.open(golden.game).over
    for reader in (SPECTATOR, OPERATOR):
        report = checked(bundled(games, golden.game, reader))
        assert (report.first_wrong, report.counts.events) == (None, len(events))
        assert report.counts.draws == 0


@pytest.mark.parametrize("what", ["toy forked and finished", "three in fog, discards closed"])
def test_the_same_position_gives_the_same_bytes(records: Records, what: str) -> None:
    games, game_id = records[what]
    for reader in everybody(games.open(game_id)):
        assert bundled(games, game_id, reader) == records.bundle(what, reader)


def test_what_was_changed_in_the_store_is_found_by_who_has_the_bundle(tmp_path: Path) -> None:
    games, game_id = KINDS["toy"](tmp_path)
    keep_due(games, game_id)
    assert games.recorder.checkpoints(game_id)[0].size >= 5
    games.close()
    with closed(sqlite3.connect(tmp_path / LOG)) as database:
        database.execute("DROP TRIGGER no_update_of_events")
        database.execute("UPDATE events SET state = json_set(state, '$.at', 5) WHERE version = 5")
        database.commit()
    games = toy_games(tmp_path)
    wrong = checked(bundled(games, game_id, SPECTATOR)).first_wrong
    assert wrong is not None
    assert (wrong.name, wrong.version) == ("leaves", 5)


# -- it needs nothing but itself -------------------------------------------------------------------


def test_the_verifier_in_it_runs_where_nothing_but_cryptography_is(
    records: Records, tmp_path: Path
) -> None:
    bundle = records.bundle("three in fog, discards closed", "french")
    (tmp_path / "game.zip").write_bytes(bundle)
    verify_py = tmp_path / "verify.py"
    verify_py.write_bytes(members(bundle)["verify.py"])
    packages = tmp_path / "packages"
    packages.mkdir()
    for name in ("cryptography", "cffi", "_cffi_backend"):
        spec = find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        origin = Path(spec.origin)
        it = origin.parent if origin.name == "__init__.py" else origin
        (packages / it.name).symlink_to(it)
    program = (
        f"import sys, runpy; sys.path.append({str(packages)!r}); sys.argv = ['verify.py', "
        "'game.zip', '--json']; runpy.run_path('verify.py', run_name='__main__')"
    )
    command = [sys.executable, "-I", "-S", "-W", "error", "-c", program]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.stderr == ""
    assert ran.returncode == 0
    assert json.loads(ran.stdout)["ok"] is True


def test_it_holds_what_it_says(records: Records, what: str) -> None:
    games, _ = records[what]
    for reader in (SPECTATOR, OPERATOR):
        parts = members(records.bundle(what, reader))
        told_of = re.findall(r"^([\w.]+(?:/|\.\w+))  ", parts["README.txt"].decode(), re.MULTILINE)
        there = {re.sub(r"/.*", "/", name) for name in parts} - {"README.txt", "names.json"}
        assert set(told_of) == there
        assert parts["verify.py"] == Path(verifier.__file__).read_bytes()
        assert str(games.env["NAPOLEON_HOME"]).encode() not in b"".join(parts.values())


def test_story_and_replay_are_those_of_the_reader(records: Records) -> None:
    what = "three in fog, discards closed"
    games, game_id = records[what]
    names, pictures = RULES.names, RULES.pictures
    for reader in (*games.open(game_id).created.seats, SPECTATOR, REFEREE, OPERATOR):
        parts = members(records.bundle(what, reader))
        eyes = REFEREE if reader == OPERATOR else reader
        head, sentences = facts(games, game_id, eyes), event_by_event(games, game_id, eyes)
        paragraphs = story(games, game_id, eyes)
        assert parts["story.txt"].decode() == story_text(head, paragraphs)
        page = replay_page(
            f"{RULES.title}: {head['Scenario']}",
            head,
            sentences,
            frames(games, game_id, eyes),
            names,
            pictures,
            story=paragraphs,
            rules=RULES,
        )
        assert parts["replay.html"].decode() == page


def test_a_checkpoint_of_all_of_it_is_kept(tmp_path: Path) -> None:
    games, game_id = KINDS["toy"](tmp_path)
    parts = members(bundled(games, game_id, SPECTATOR))
    kept = games.recorder.checkpoints(game_id)
    assert kept[-1].size == games.head(game_id)
    notes = {f"checkpoints/{it.size:06}.txt": it.note.encode() for it in kept}
    assert {name: it for name, it in parts.items() if name.startswith("checkpoints/")} == notes


def test_it_is_named_after_the_game_its_version_and_its_reader(records: Records) -> None:
    games, game_id = records["toy"]
    game = games.open(game_id)
    assert file_name(game, "red") == f"{game_id}-{game.version}-red.zip"


# -- it gives nothing away -------------------------------------------------------------------------


def test_no_part_of_it_holds_a_secret(records: Records, what: str) -> None:
    games, game_id = records[what]
    game = games.open(game_id)
    seed, used = game.created.seed, game.links
    secrets = [*game.created.tokens.values(), *game.tokens.values()]
    if not game.over:
        secrets.append(seed)
        secrets += [link(seed, PUBLIC, used.get(PUBLIC, 0) + step).hex() for step in (1, 2)]
        secrets += [link(seed, SECRET, number).hex() for number in range(1, 9)]
    for reader in everybody(game)[:-1]:
        everything = b"".join(members(records.bundle(what, reader)).values())
        for secret in secrets:
            assert secret.encode() not in everything, (reader, secret)


def said(parts: Members) -> dict[str, bytes]:
    """What a bundle says: what looks random and has to differ is blotted out."""
    blotted = {
        name: re.sub(rb"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])", b"#", data)
        for name, data in parts.items()
        if name in ("log.ndjson", "leaves.txt", "manifest.json", "seal.txt")
    }
    blotted["seal.txt"] = re.sub(rb"[A-Za-z0-9+/=]{92}\n", b"#\n", blotted["seal.txt"])
    notes = {
        name: re.sub(rb"[A-Za-z0-9+/]{43}=\n|[A-Za-z0-9+/=]{92}\n", b"#\n", data)
        for name, data in parts.items()
        if name.startswith("checkpoints/")
    }
    return {**parts, **blotted, **notes}


@pytest.fixture
def one_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both services sign with the same key."""
    monkeypatch.setenv("NAPOLEON_SECRET", "the sun of Austerlitz")


def _toy_twins(home: Path) -> list[Record]:
    """Two games that differ in blue's card and bet."""
    twins = []
    for name, rules, bet in (("one", ToyWithArmies(), 1), ("other", OtherCard(), 3)):
        ticks = count(1_000_000)
        games = toy_games(
            home / name, rules, entropy=counting(), clock=lambda ticks=ticks: next(ticks)
        )
        game_id = games.create("toy", "short", {}, referee=True).game.id
        games.submit_orders(game_id, "red", [{"order": "draw"}])
        games.submit_orders(game_id, "blue", [{"order": "draw"}])
        games.submit_orders(game_id, "blue", [{"order": "bet", "value": bet}])
        twins.append((games, game_id))
    return twins


def test_games_that_differ_in_hidden_facts_have_bundles_that_say_the_same(
    tmp_path: Path, one_key: None
) -> None:
    twins = _toy_twins(tmp_path)
    for reader in ("red", SPECTATOR):
        one, other = (members(bundled(*it, reader)) for it in twins)
        assert one["log.ndjson"] != other["log.ndjson"]
        assert said(one) == said(other)
        assert [*one] == [*other]
    for reader in ("blue", REFEREE, OPERATOR):
        one, other = (members(bundled(*it, reader)) for it in twins)
        for name in ("openings.ndjson", "story.txt", "replay.html"):
            assert one[name] != other[name], (reader, name)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("number", range(6))
def test_campaigns_that_differ_in_hidden_facts_have_bundles_that_say_the_same(
    tmp_path: Path, one_key: None, number: int
) -> None:
    """Corps of one seat are of other strength, and in fog of war in one another's places."""
    players, fog = 2 + number % 2, number > 1
    alike = [it for it in ALL_KINDS if it.options["players"] == players and is_fog(it) == fog]
    kind = alike[number]
    seats = RULES.seats(kind.options)
    secretive = seats[number % len(seats)]
    parted = Parting(Random(number), [secretive], much=True).other_rules(kind)
    twins: list[Record] = []
    for name, rules in (("one", RULES), ("other", parted)):
        ticks = count(1_000_000)
        games = Games(
            {"NAPOLEON_HOME": str(tmp_path / name), "CREATE_TABLE": "yes"},
            rulesets={RULES.name: rules},
            entropy=counting(),
            clock=lambda ticks=ticks: next(ticks),
        )
        created = games.create(RULES.name, kind.scenario, kind.options)
        games.claim(created.game.id, seats[0], nonce="sun", name="Ney")
        twins.append((games, created.game.id))
    for reader in (*seats, SPECTATOR):
        one, other = (members(bundled(*it, reader)) for it in twins)
        assert one["log.ndjson"] != other["log.ndjson"]
        assert (said(one) == said(other)) == (reader != secretive), reader


# -- what people have written ----------------------------------------------------------------------


def _write(games: Games, game_id: str, *written: str) -> list[str]:
    """Keep texts, the last one known by a hidden field only; their ids."""
    ids: list[str] = []

    def carry_out(act: Transaction) -> None:
        ids[:] = [texts.keep(act, games, text) for text in written]
        hidden = ({"correct": "set_score", "reason": ids[-1]},)
        for text in ids[:-1]:
            act.record(RulingGiven(0, "stand", ("END",), text, (), hidden), by=REFEREE)

    games.transact(game_id, carry_out)
    return ids


def test_texts_go_to_whoever_reads_of_them_unless_they_were_erased(tmp_path: Path) -> None:
    games = toy_games(tmp_path)
    game_id = games.create("toy", "short", {}, referee=True).game.id
    said_openly, erased, hidden = _write(games, game_id, "Rivoli!", "Oh, £$%&!", "He holds card 5.")
    assert texts.erase(games, game_id, REFEREE, erased) is None
    for reader, ids in {
        "red": {said_openly},
        SPECTATOR: {said_openly},
        REFEREE: {said_openly, hidden},
        OPERATOR: {said_openly, hidden},
    }.items():
        bundle = bundled(games, game_id, reader)
        parts = members(bundle)
        assert {it["id"] for it in json.loads(parts["texts.json"])} == ids
        assert b"Oh," not in b"".join(parts.values())
        assert checked(bundle).first_wrong is None


def texts_for(games: Games, game_id: str, reader: str) -> set[str]:
    """The texts in the bundle of a reader, which holds, and tells them nowhere else."""
    bundle = bundled(games, game_id, reader)
    assert checked(bundle).first_wrong is None
    parts = members(bundle)
    known = {it["text"] for it in json.loads(parts.pop("texts.json"))}
    everything = b"".join(parts.values())
    for row in games.recorder.texts(game_id):
        assert row.text.encode() not in everything, (reader, row.text)
    return known


def corrected(games: Games, game_id: str, reason: str, **correction: Any) -> None:
    """The referee rules that something is put right."""
    put_right = {**correction, "reason": reason}
    clause = games.rules(games.open(game_id)).clause
    cited = next(it for it in ("GO", "CARDS.1") if clause(it) is not None)
    judgement = Judgement("correct", (cited,), "So it is.", corrections=(put_right,))
    act = rule(games, game_id, REFEREE, judgement)
    assert not isinstance(act, Refusal), act


def held(games: Games, game_id: str, seat: str) -> int:
    """A card in the hand of a seat."""
    return int(games.open(game_id).state.hands[seat][0])


def test_the_reason_for_a_correction_goes_to_who_may_read_all_of_the_correction(
    tmp_path: Path,
) -> None:
    games, game_id = KINDS["cards"](tmp_path)
    french, allied = games.open(game_id).created.seats
    card, why = held(games, game_id, french), "That card was never drawn."
    corrected(games, game_id, why, correct="place_card", card=card, to="deck")
    for reader in (allied, SPECTATOR):
        assert texts_for(games, game_id, reader) == {"So it is."}, reader
    for reader in (french, REFEREE, OPERATOR):
        assert texts_for(games, game_id, reader) == {"So it is.", why}, reader


def test_the_reason_for_a_correction_that_all_may_read_goes_to_all(tmp_path: Path) -> None:
    games = toy_games(tmp_path)
    game_id = games.create("toy", "short", {}, referee=True).game.id
    corrected(games, game_id, "Counted again.", correct="set_score", seat="red", score=3)
    for reader in everybody(games.open(game_id)):
        assert texts_for(games, game_id, reader) == {"So it is.", "Counted again."}, reader


def test_who_gives_the_id_of_a_reason_as_his_nonce_does_not_get_to_read_it(
    tmp_path: Path,
) -> None:
    games, game_id = KINDS["cards"](tmp_path)
    french, allied = games.open(game_id).created.seats
    card, why = held(games, game_id, french), "That card was never drawn."
    corrected(games, game_id, why, correct="place_card", card=card, to="deck")
    log = rows(members(bundled(games, game_id, allied)))
    [text] = [it["data"]["reason"] for it in log if it["type"].endswith(".card_corrected/1")]
    games.claim(game_id, allied, nonce=text)
    assert games.open(game_id).nonces[allied] == text
    assert texts_for(games, game_id, allied) == {"So it is."}


def test_when_the_game_is_over_every_reason_is_read_by_all(tmp_path: Path) -> None:
    games, game_id = KINDS["cards"](tmp_path)
    french = games.open(game_id).created.seats[0]
    card, why = held(games, game_id, french), "That card was never drawn."
    corrected(games, game_id, why, correct="place_card", card=card, to="deck")
    play_on(games, games.open(game_id), RandomBot(4))
    assert games.open(game_id).over
    assert texts_for(games, game_id, SPECTATOR) == {"So it is.", why}


def test_a_text_that_was_changed_or_put_in_does_not_pass(tmp_path: Path) -> None:
    games = toy_games(tmp_path)
    game_id = games.create("toy", "short", {}, referee=True).game.id
    _write(games, game_id, "Rivoli!", "He holds card 5.")
    parts = members(bundled(games, game_id, SPECTATOR))
    [text] = json.loads(parts["texts.json"])
    made = texts.text_id(b"salt", "Marengo!")
    changed = {**text, "text": "Marengo!"}
    for wrong in (changed, {**changed, "id": made, "salt": b"salt".hex()}):
        parts["texts.json"] = json.dumps([wrong]).encode()
        found = verify(zipped(parts)).first_wrong
        assert found is not None
        assert found.name == "texts"


def test_names_of_players_are_for_the_operator_only(records: Records) -> None:
    what = "toy whose seats were awaited"
    parts = members(records.bundle(what))
    assert json.loads(parts["names.json"]) == {"blue": "Blue", "red": "Red"}
    for reader in ("red", SPECTATOR, REFEREE):
        assert "names.json" not in members(records.bundle(what, reader))


def test_a_game_that_goes_on_gets_bundles_that_go_on(tmp_path: Path) -> None:
    games = toy_games(tmp_path)
    game_id = games.create("toy", "short", {}).game.id
    older = members(bundled(games, game_id, "red"))
    play(games, game_id, 5)
    newer = members(bundled(games, game_id, "red"))
    assert newer["log.ndjson"].startswith(older["log.ndjson"])
    assert newer["leaves.txt"].startswith(older["leaves.txt"])
    note = {"mail": older[f"checkpoints/{len(rows(older)):06}.txt"].decode()}
    assert checked(bundled(games, game_id, "red"), checkpoints=note).first_wrong is None
