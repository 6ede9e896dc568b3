"""The keys of a store: never another one in silence, and what an earlier one signed holds."""

from __future__ import annotations

import io
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from eventsourcing.persistence import IntegrityError

from napoleon.log.store.home import KEY_FILE, LOG
from napoleon.log.store.key_files import KeyUnusable, kept, pem
from napoleon.log.store.recorder import KeyRow
from napoleon.play.games import Games
from napoleon.record.checkpoints import keep, keep_due, note
from napoleon.record.imports import bring_in
from napoleon.record.key_list import listed, present, signing, statement
from napoleon.record.key_rotation import rotate
from napoleon.record.key_transfer import packed, take_in
from napoleon.record.keys import signing_key
from napoleon.record.notes import SigningKey, VerifierKey, parsed, sign, verified
from napoleon.record.verifier import Report, verify
from tests.core.play import Clock, logs, on_sqlite, play
from tests.goldens.bundles import FOLDER
from tests.patience import PATIENCE
from tests.postgres.test_upgrades import AS_BEFORE
from tests.record.bundling import THIEF, bundled, forged, members, ndjson, unsealed, zipped
from tests.repetitions import ON_SERVERS
from tests.toy import Toy

pytestmark = ON_SERVERS

OTHER, THIRD = "another secret of the same house", "the third secret of the house"


@pytest.fixture
def env(log_env: dict[str, str]) -> dict[str, str]:
    return log_env


@pytest.fixture
def opened(env: Mapping[str, str]) -> Iterator[Callable[..., Games]]:
    """Opens the same log as another process would; what is given is put into its environment."""
    toy = {"toy": Toy()}
    with logs(lambda **chosen: Games({**env, **chosen}, rulesets=toy, clock=Clock())) as them:
        yield them


@pytest.fixture
def games(opened: Callable[..., Games]) -> Games:
    return opened()


@pytest.fixture
def game_id(games: Games) -> str:
    """A game of which a few turns were played and signed."""
    game_id = games.create("toy", "short", {"turns": 3}, referee=True).game.id
    play(games, game_id, 6)
    keep_due(games, game_id)
    return game_id


def rotated(games: Games, secret: str = OTHER) -> VerifierKey:
    """Let another key sign, as an operator of either store does; returns it."""
    if former := games.env.get("NAPOLEON_SECRET"):
        games.env |= {"NAPOLEON_SECRET": secret, "NAPOLEON_FORMER_SECRET": former}
    return rotate(games).signs


def lose(games: Games, secret: str = OTHER) -> None:
    """The private part of the key is nowhere any more."""
    if games.env.get("NAPOLEON_SECRET"):
        games.env["NAPOLEON_SECRET"] = secret
    else:
        Path(games.env["NAPOLEON_HOME"], KEY_FILE).unlink()


def own(games: Games) -> VerifierKey:
    return signing(games).verifier


def checked(games: Games, game_id: str, **wanted: object) -> Report:
    return verify(io.BytesIO(bundled(games, game_id)), **wanted)  # type: ignore[arg-type]


def holds(games: Games, game_id: str, **wanted: object) -> str:
    """The bundle of a game holds; what was found of its signatures."""
    report = checked(games, game_id, **wanted)
    assert report.first_wrong is None, report.first_wrong
    return next(it.detail for it in report.checks if it.name == "signatures")


@pytest.fixture
def forget_keys(env: dict[str, str], games: Games) -> Callable[[], None]:
    """Makes the store one of an earlier release, whose log knows no keys."""

    def forget() -> None:
        if "DATABASE_URL" in env:
            with psycopg.connect(env["DATABASE_URL"], autocommit=True) as database:
                database.execute(AS_BEFORE)  # type: ignore[call-overload]
        else:
            with closing(sqlite3.connect(Path(env["NAPOLEON_HOME"], LOG))) as file:
                file.executescript(
                    "DROP TRIGGER topics_are_marked; DROP TRIGGER events_are_marked;"
                    "DROP TRIGGER events_wake_games; DROP TRIGGER names_are_noted_INSERT;"
                    "DROP TRIGGER names_are_noted_UPDATE; DROP TRIGGER names_are_noted_DELETE;"
                    "DROP TABLE marked_topics; DROP TABLE marks; DROP TABLE awake;"
                    "DROP TABLE marking; DROP TABLE changed_names; DROP TABLE known_names;"
                    "DROP TRIGGER games_are_listed; DROP TRIGGER rulings_are_listed;"
                    "DROP TABLE signing_keys; DROP TABLE listed; DROP TABLE ruled;"
                    "DROP TABLE folded_names; DROP TABLE order_seals;"
                    "PRAGMA user_version = 4;"
                )

    return forget


# -- which key signs -------------------------------------------------------------------------------


def test_a_new_store_has_one_key_which_the_log_knows(opened: Callable[..., Games]) -> None:
    games = opened()
    [only] = listed(games)
    assert only == (signing_key(games.env).verifier, only.since, None, "")
    assert only.since > 0
    assert present(listed(opened())) == only, "opening it again adds nothing"
    assert len(games.recorder.signing_keys()) == 1


@on_sqlite
def test_many_processes_may_begin_at_once(env: dict[str, str]) -> None:
    code = (
        "import os; from napoleon.play.games import Games; from napoleon.record.key_list import "
        "signing; print(signing(Games(os.environ, rulesets={})).verifier)"
    )
    run = [sys.executable, "-c", code]
    starts = [subprocess.Popen(run, env=env, stdout=subprocess.PIPE) for _ in range(4)]
    [told] = {start.communicate(timeout=PATIENCE)[0] for start in starts}
    assert told.startswith(b"napoleon+")


def test_the_list_is_added_to_and_never_changed(games: Games) -> None:
    [row] = games.recorder.signing_keys()
    for number in (0, 1, 3):
        with pytest.raises(IntegrityError):
            games.recorder.put_signing_keys([KeyRow(number, "k", 0)])
    with pytest.raises(IntegrityError):
        games.recorder.put_signing_keys([KeyRow(2, "k", 0), KeyRow(2, "k", 0)])
    assert games.recorder.signing_keys() == [row], "all or nothing"


def test_a_lost_key_is_refused_loudly_and_never_replaced(
    opened: Callable[..., Games], games: Games, game_id: str, env: dict[str, str]
) -> None:
    key = own(games)
    lose(games)
    changed = {it: games.env[it] for it in ("NAPOLEON_SECRET",) if it in games.env}
    with pytest.raises(KeyUnusable, match="napoleon keys rotate"):
        opened(**changed)
    told = f"{key.name}\\+{key.id.hex()}"
    with pytest.raises(KeyUnusable, match=told):
        signing(games)
    assert not list(kept(env))
    assert [it.key for it in listed(games)] == [key]
    play(games, game_id, 3)
    for ask in (lambda: keep_due(games, game_id), lambda: note(games, game_id, 2)):
        with pytest.raises(KeyUnusable):
            ask()


def test_another_name_is_another_key(opened: Callable[..., Games], games: Games) -> None:
    with pytest.raises(KeyUnusable, match=r"NAPOLEON_ORIGIN names another one, 'club\.example'"):
        opened(NAPOLEON_ORIGIN="club.example")
    games.env["NAPOLEON_ORIGIN"] = "club.example"
    before, done = listed(games)[0].key, rotate(games)
    assert (done.earlier, done.vouched) == (before, True)
    assert done.signs == VerifierKey("club.example", before.public)
    assert own(opened(NAPOLEON_ORIGIN="club.example")) == done.signs


@on_sqlite
def test_a_file_that_is_not_the_key_is_refused_and_left_alone(
    opened: Callable[..., Games], games: Games, env: dict[str, str]
) -> None:
    path = Path(env["NAPOLEON_HOME"], KEY_FILE)
    other = pem(Ed25519PrivateKey.generate())
    for content, said in (
        (other, "holds another one"),
        (other[:60], "holds no signing key"),
        (b"", "holds no signing key"),
    ):
        path.write_bytes(content)
        with pytest.raises(KeyUnusable, match=said):
            opened()
        assert path.read_bytes() == content
    path.unlink()
    path.mkdir()
    with pytest.raises(KeyUnusable, match="cannot be read"):
        opened()


@on_sqlite
def test_a_secret_beside_a_file_signs_only_when_that_is_wanted(
    opened: Callable[..., Games], games: Games
) -> None:
    before = own(games)
    with pytest.raises(KeyUnusable, match="NAPOLEON_SECRET makes another one"):
        opened(NAPOLEON_SECRET=OTHER)
    games.env["NAPOLEON_SECRET"] = OTHER
    done = rotate(games)
    assert (done.earlier, done.vouched) == (before, True)
    assert own(opened(NAPOLEON_SECRET=OTHER)) == done.signs


# -- a store of an earlier release -----------------------------------------------------------------


def test_a_store_without_a_list_adopts_the_key_that_has_signed(
    opened: Callable[..., Games], games: Games, game_id: str, forget_keys: Callable[[], None]
) -> None:
    before = own(games)
    forget_keys()
    assert listed(opened()) == [(before, 0, None, "")]
    holds(games, game_id)


def test_a_store_without_a_list_adopts_no_other_key(
    opened: Callable[..., Games], games: Games, game_id: str, forget_keys: Callable[[], None]
) -> None:
    forget_keys()
    lose(games)
    changed = {it: games.env[it] for it in ("NAPOLEON_SECRET",) if it in games.env}
    with pytest.raises(KeyUnusable, match="napoleon keys rotate --lost"):
        opened(**changed)
    assert listed(games) == [], "its tables are there, and wait for what the operator decides"
    with pytest.raises(KeyUnusable, match="napoleon migrate"):
        rotate(games)
    done = rotate(games, lost=True)
    assert (done.earlier, done.vouched) == (None, False)
    assert own(opened(**changed)) == done.signs
    holds(games, game_id)


def test_a_key_that_an_earlier_release_replaced_is_known_by_its_public_part(
    opened: Callable[..., Games], games: Games, game_id: str, forget_keys: Callable[[], None]
) -> None:
    """Then what it signed comes back into the bundles."""
    before, mine = own(games), note(games, game_id, games.head(game_id))
    keep(games, game_id, games.head(game_id))
    forget_keys()
    lose(games)
    with pytest.raises(KeyUnusable):
        opened(**{it: games.env[it] for it in ("NAPOLEON_SECRET",) if it in games.env})
    rotate(games, lost=True)
    assert "earlier/" not in "".join(members(bundled(games, game_id)))
    assert checked(games, game_id, checkpoints={"mine": mine}).first_wrong is not None
    done = take_in(games, f"{before}\n".encode())
    assert (done.new, done.restored, done.usable) == ([before], [], True)
    told = holds(games, game_id, checkpoints={"mine": mine})
    assert "which only the bundle says was of the same service" in told


# -- rotation --------------------------------------------------------------------------------------


def test_a_rotation_keeps_the_earlier_key_and_its_signatures(
    opened: Callable[..., Games], games: Games, game_id: str
) -> None:
    before = own(games)
    size = games.head(game_id)
    kept_by_player = note(games, game_id, size)
    signed = [it.note for it in games.recorder.checkpoints(game_id)]
    after = rotated(games)
    assert after != before
    assert own(games) == after
    first, second = listed(games)
    assert (first.key, second.key) == (before, after)
    assert first.until == second.since
    assert [it.note for it in games.recorder.checkpoints(game_id)] == signed
    play(games, game_id, 100)
    keep_due(games, game_id)
    verified(note(games, game_id, games.head(game_id)), after)

    wanted = {"checkpoints": {"mine": kept_by_player, **dict(enumerate(signed))}}
    for trusted in (None, str(before), str(after)):
        told = holds(games, game_id, **wanted, key=trusted)
        assert f' with "{after}"' in told
        assert f'{len(signed)} with "{before}"' in told
    parts = members(bundled(games, game_id))
    assert parts["key.txt"].decode() == f"{after}\n"
    assert [parts[it].decode() for it in parts if it.startswith("earlier/")] == signed
    assert b"keys.ndjson" in parts["README.txt"]


def test_both_keys_sign_the_statement(games: Games) -> None:
    before, after = own(games), rotated(games)
    note = listed(games)[-1].vouched
    text = f"napoleon/keys\n{before}\n{after}\n"
    assert verified(note, before) == verified(note, after) == text
    assert len(parsed(note).signatures) == 2


def test_keys_are_followed_over_several_rotations(games: Games, game_id: str) -> None:
    first = own(games)
    mine = note(games, game_id, 3)
    rotated(games)
    keep(games, game_id, games.head(game_id))
    last = rotated(games, THIRD)
    assert len(listed(games)) == 3
    for key in (None, str(first), str(last)):
        holds(games, game_id, checkpoints={"mine": mine}, key=key)


def test_a_lost_key_cannot_vouch_and_that_is_said(games: Games, game_id: str) -> None:
    before = own(games)
    mine = note(games, game_id, games.head(game_id))
    lose(games)
    with pytest.raises(KeyUnusable, match="--lost"):
        rotate(games)
    done = rotate(games, lost=True)
    assert (done.earlier, done.vouched) == (before, False)
    # Who trusts the new key has its word for the earlier one.
    told = holds(games, game_id, checkpoints={"mine": mine}, key=str(done.signs))
    assert f'"{before}", for which "{done.signs}" vouches' in told
    holds(games, game_id, checkpoints={"mine": mine})
    # Who trusts the earlier one has nobody's word for the new one.
    wrong = checked(games, game_id, key=str(before)).first_wrong
    assert wrong is not None
    assert wrong.name == "signatures"
    assert "only the bundle says that it is of the same service" in wrong.detail
    assert str(done.signs) in wrong.detail


def test_a_key_that_is_there_is_not_called_lost(games: Games) -> None:
    if "NAPOLEON_SECRET" in games.env:
        games.env |= {
            "NAPOLEON_FORMER_SECRET": games.env["NAPOLEON_SECRET"],
            "NAPOLEON_SECRET": OTHER,
        }
    with pytest.raises(KeyUnusable, match="is not lost"):
        rotate(games, lost=True)
    assert len(listed(games)) == 1


@pytest.mark.parametrize("log_env", ["postgres"], indirect=True)
def test_a_secret_has_to_be_another_one(games: Games) -> None:
    with pytest.raises(KeyUnusable, match="give all processes another secret"):
        rotate(games)


@pytest.mark.parametrize("log_env", ["postgres"], indirect=True)
def test_a_process_with_the_earlier_secret_signs_no_more(
    opened: Callable[..., Games], games: Games, game_id: str
) -> None:
    """And goes on with everything else, until it is started again with the new one."""
    other = opened()
    rotated(games)
    play(other, game_id, 100)
    with pytest.raises(KeyUnusable, match="NAPOLEON_SECRET makes another one"):
        keep_due(other, game_id)
    keep_due(games, game_id)
    assert games.recorder.checkpointed(game_id) == games.head(game_id)


@on_sqlite
def test_processes_that_run_sign_with_the_new_file_at_once(
    opened: Callable[..., Games], games: Games, game_id: str
) -> None:
    other = opened()
    after = rotate(games).signs
    verified(note(other, game_id, 2), after)


@on_sqlite
def test_the_earlier_file_is_kept_or_destroyed(games: Games, env: dict[str, str]) -> None:
    names = [KEY_FILE]
    for destroy in (False, True):
        done = rotate(games, destroy=destroy)
        names = [it.name for it, _ in kept(env)]
        assert (len(names), done.destroyed) == (2, destroy)
        assert names[0] == KEY_FILE
        assert all(it.stat().st_mode & 0o777 == 0o600 for it, _ in kept(env))
    assert len(listed(games)) == 3


@on_sqlite
@pytest.mark.parametrize("dies_in", ["put_signing_keys", "put_in_place"])
def test_a_rotation_that_dies_half_way_leaves_a_store_that_signs(
    opened: Callable[..., Games], games: Games, dies_in: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def die(*_: object) -> None:
        raise Killed

    before = own(games)
    with monkeypatch.context() as patch:
        if dies_in == "put_in_place":
            patch.setattr("napoleon.log.store.key_files.put_in_place", die)
        else:
            patch.setattr(games.recorder, "put_signing_keys", die)
        with pytest.raises(Killed):
            rotate(games)
    again = opened()
    assert (own(again) == before) == (dies_in == "put_signing_keys")
    done = rotate(again)
    assert done.vouched
    assert own(again) == own(opened()) == done.signs


def test_two_operators_at_once(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = games.recorder.signing_keys()
    first = [*rows, KeyRow(2, str(THIEF.verifier), 1, 2)]
    games.recorder.put_signing_keys(first[1:])
    monkeypatch.setattr(games.recorder, "signing_keys", lambda: rows)
    with pytest.raises(KeyUnusable, match="somebody else"):
        rotated(games)


# -- bundles ---------------------------------------------------------------------------------------


def test_a_store_with_one_key_has_the_bundles_that_it_had(games: Games, game_id: str) -> None:
    parts = members(bundled(games, game_id))
    assert "keys.ndjson" not in parts
    assert not [it for it in parts if it.startswith("earlier/")]
    assert b"earlier" not in parts["README.txt"]


def test_an_earlier_verifier_reads_what_the_new_key_has_signed(
    games: Games, game_id: str, tmp_path: Path
) -> None:
    rotated(games)
    file = tmp_path / "bundle.zip"
    file.write_bytes(bundled(games, game_id))
    old = members((FOLDER / "cards-finished.zip").read_bytes())["verify.py"]
    assert b"keys.ndjson" not in old
    (tmp_path / "old.py").write_bytes(old)
    run = [sys.executable, str(tmp_path / "old.py"), str(file), "--key", str(own(games))]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "All of it holds" in done.stdout


def test_the_verifier_in_the_bundle_follows_the_keys(
    games: Games, game_id: str, tmp_path: Path
) -> None:
    mine, before = note(games, game_id, 3), own(games)
    rotated(games)
    with_folder = tmp_path / "bundle"
    for name, content in members(bundled(games, game_id)).items():
        (with_folder / name).parent.mkdir(exist_ok=True, parents=True)
        (with_folder / name).write_bytes(content)
    (tmp_path / "mine.txt").write_text(mine)
    run = [sys.executable, "verify.py", "--checkpoint", "../mine.txt", "--key", str(before)]
    done = subprocess.run(run, cwd=with_folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert f'"{own(games)}", for which "{before}" vouches' in done.stdout.replace("\\", "")


def test_a_game_takes_what_earlier_keys_signed_to_another_store(
    opened: Callable[..., Games], games: Games, game_id: str, tmp_path: Path
) -> None:
    play(games, game_id, 100)
    keep_due(games, game_id)
    signed = games.recorder.checkpoints(game_id)
    rotated(games)
    elsewhere = Games(
        {"NAPOLEON_HOME": str(tmp_path / "there"), "CREATE_TABLE": "yes"}, rulesets={"toy": Toy()}
    )
    found = bring_in(elsewhere, io.BytesIO(bundled(games, game_id)))
    assert found.stop is None
    assert elsewhere.recorder.checkpoints(game_id) == signed
    elsewhere.close()


# -- hostile bundles -------------------------------------------------------------------------------


def stolen(games: Games, game_id: str, vouched: Callable[[SigningKey], str]) -> io.BytesIO:
    """A bundle that a thief has signed, under whose key the true one is listed."""
    listed_keys = [
        {"key": str(own(games)), "vouched": ""},
        {"key": str(THIEF.verifier), "vouched": vouched(THIEF)},
    ]
    parts = forged(members(bundled(games, game_id)))
    return zipped(parts | {"keys.ndjson": ndjson(listed_keys)})


def test_nobody_can_vouch_for_themselves(games: Games, game_id: str) -> None:
    true = own(games)
    checkpoint = note(games, game_id, 2)
    lines = parsed(checkpoint).signatures

    def with_its_signature_elsewhere(key: SigningKey) -> str:
        said = statement(true, key.verifier, [key])
        return said + checkpoint.rpartition("\n\n")[2]

    def from_another_key(key: SigningKey) -> str:
        return sign(f"napoleon/keys\n{key.verifier}\n{true}\n", key)

    assert len(lines) == 1
    for vouched in (
        lambda key: "",
        lambda key: statement(true, key.verifier, [key]),
        with_its_signature_elsewhere,
        from_another_key,
        lambda key: checkpoint,
        lambda key: "Vive l'Empereur!",
        lambda key: "x" * 4000,
    ):
        report = verify(stolen(games, game_id, vouched), key=str(true))
        assert report.first_wrong is not None, vouched


@pytest.mark.parametrize(
    "content",
    [
        b"{}\n", b"[]\n", b'{"key":"x","vouched":""}\n', b"\xff\n", b"1\n", b"",
        b'{"key":"KEY","vouched":1}\n', b'{"key":"KEY","vouched":""}\n' * 101,
        b'{"key":"KEY","vouched":"a/keys\\nKEY\\nKEY\\n\\n\xe2\x80\x94 a b\\n"}\n',
    ],
)  # fmt: skip
@on_sqlite
def test_whatever_is_in_the_list_of_keys_it_ends_in_a_report(
    games: Games, game_id: str, content: bytes
) -> None:
    parts = unsealed(members(bundled(games, game_id)))
    parts["keys.ndjson"] = content.replace(b"KEY", str(own(games)).encode())
    report = verify(zipped(parts))
    assert (report.first_wrong is None) == (content == b""), report


# -- to another machine or store -------------------------------------------------------------------


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Callable[..., Games]]:
    """Another store in a folder, whose games are opened as often as it is called."""

    def open_log(name: str = "there", **chosen: str) -> Games:
        env = {"NAPOLEON_HOME": str(tmp_path / name), "CREATE_TABLE": "yes", **chosen}
        return Games(env, rulesets={"toy": Toy()}, clock=Clock())

    with logs(open_log) as them:
        yield them


@on_sqlite
def test_the_keys_of_a_store_go_to_an_empty_one(
    games: Games, game_id: str, elsewhere: Callable[..., Games]
) -> None:
    rotate(games)
    there = elsewhere()
    made_by_migrate = own(there)
    done = take_in(there, packed(games))
    assert (done.signs, done.usable) == (own(games), True)
    assert listed(there) == listed(games), "its own key has never signed anything"
    assert own(elsewhere()) == own(games)
    assert made_by_migrate not in [it.key for it in listed(there)]
    assert take_in(there, packed(games)).new == [], "again, and nothing happens"
    assert packed(there) == packed(games)


def test_where_a_secret_signs_it_takes_over_from_the_file(
    games: Games, elsewhere: Callable[..., Games]
) -> None:
    """A club that began with files moves to a database server; or the other way round."""
    there = elsewhere(NAPOLEON_SECRET=THIRD)
    before, its = own(games), own(there)
    done = take_in(there, packed(games))
    assert (done.new, done.signs, done.usable) == ([before], its, True)
    assert [it.key for it in listed(there)] == [before, its]
    signatures = parsed(listed(there)[-1].vouched).signatures
    private = [before, its] if "NAPOLEON_SECRET" not in games.env else [its]
    assert [it.key_id for it in signatures] == [it.id for it in private]


@pytest.mark.parametrize("log_env", ["postgres"], indirect=True)
def test_the_same_secret_is_the_same_key_wherever_it_is(
    games: Games, elsewhere: Callable[..., Games]
) -> None:
    assert b"PRIVATE" not in packed(games)
    there = elsewhere(NAPOLEON_SECRET=games.env["NAPOLEON_SECRET"])
    assert take_in(there, packed(games)).new == []
    assert [it.key for it in listed(there)] == [own(games)]


@on_sqlite
def test_a_store_that_has_signed_goes_on_with_its_own_key(
    games: Games, game_id: str, elsewhere: Callable[..., Games]
) -> None:
    there = elsewhere()
    signed_there = there.create("toy", "short", {}).game.id
    before, own_key = own(games), own(there)
    done = take_in(there, packed(games))
    assert (done.new, done.signs) == ([before], own_key)
    holds(there, signed_there)
    # A game from there, with what its service has signed of it.
    bring_in(there, io.BytesIO(bundled(games, game_id)))
    assert f'"{before}", for which "{own_key}" vouches' in holds(there, game_id)


@on_sqlite
def test_a_lost_file_is_restored_from_an_export(
    opened: Callable[..., Games], games: Games, game_id: str
) -> None:
    rotate(games)
    content, key = packed(games), own(games)
    lose(games)
    for path, _ in kept(games.env):
        path.unlink()
    done = take_in(games, content)
    assert (done.new, done.signs, done.usable) == ([], key, True)
    assert len(done.restored) == 2
    assert own(opened()) == key
    assert next(it.name for it, _ in kept(games.env)) == KEY_FILE
    holds(games, game_id)


@on_sqlite
def test_a_log_of_a_backup_goes_on_with_the_keys_of_a_later_export(
    games: Games, elsewhere: Callable[..., Games]
) -> None:
    """The log was put back from before a rotation; the keys were exported after it."""
    there = elsewhere()
    take_in(there, packed(games))
    there.create("toy", "short", {})
    rotate(games)
    done = take_in(there, packed(games))
    assert done.signs == own(games) == own(elsewhere())
    assert listed(there) == listed(games)


@on_sqlite
def test_what_is_no_text_of_keys_is_refused(games: Games, elsewhere: Callable[..., Games]) -> None:
    other = packed(elsewhere())
    mixed = packed(games).split(b'"private"')[0] + b'"private"' + other.split(b'"private"')[1]
    before = games.recorder.signing_keys()
    for content in (b"", b"{}", b"\xff", b"napoleon+00000000+AAAA", b"[]", mixed,
                    packed(games).replace(b"napoleon-keys/1", b"napoleon-keys/9"),
                    packed(games).replace(b"BEGIN", b"BEGONE")):  # fmt: skip
        with pytest.raises(KeyUnusable):
            take_in(games, content)
    assert games.recorder.signing_keys() == before
