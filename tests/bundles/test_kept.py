"""Bundles from the store are those that would be made, and only what is open goes there."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from werkzeug.test import TestResponse

from api.bundles import keeping
from napoleon.record import checkpoints
from napoleon.record.bundle import write
from napoleon.record.verifier import verify
from tests.api.desk import Desk, Table
from tests.bundles.conftest import LETTER, erase_letter, finished, of
from tests.command_line.server import ROOT
from tests.damage.shell import run
from tests.operations.test_metrics import counted
from tools.servers import S3Server

__all__ = ["counted"]

Opens = Callable[[Mapping[str, str]], Desk]


def bundle(table: Table, seat: str | None = None, **headers: str) -> TestResponse:
    answer = table.get("/bundle", seat, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer


def headers(answer: TestResponse) -> dict[str, str]:
    return {name: it for name, it in answer.headers if name != "X-Request-Id"}


def test_it_is_made_once_and_then_comes_from_the_store(
    over: Table, s3: S3Server, makings: Callable[[], int], counted: Any
) -> None:
    made = bundle(over)
    [name] = of(s3, over)
    assert s3.read(name).content == made.data
    assert s3.read(name).headers["Content-Type"] == "application/zip"
    fetched = bundle(over)
    assert makings() == 1
    assert fetched.data == made.data
    assert headers(fetched) == headers(made)
    assert counted("napoleon_bundle_reads_total", outcome="miss") == 1
    assert counted("napoleon_bundle_reads_total", outcome="hit") == 1
    assert counted("napoleon_bundle_writes_total", outcome="kept") == 1
    key = over.desk.get("/record/key").text
    assert verify(io.BytesIO(fetched.data), None, key).first_wrong is None


def test_it_is_what_a_service_without_a_store_makes(over: Table, open_desk: Opens) -> None:
    bundle(over)
    fetched = bundle(over)
    alone = Table(open_desk({}), over.created)
    made = bundle(alone)
    assert fetched.data == made.data
    assert headers(fetched) == headers(made)
    file = io.BytesIO()
    write(over.desk.games, over.id, "spectator", file)
    assert fetched.data == file.getvalue()


def test_the_page_gives_the_same_one(over: Table, makings: Callable[[], int]) -> None:
    made = bundle(over)
    page = over.desk.app.test_client().get(f"/games/{over.id}/bundle")
    assert page.data == made.data
    assert makings() == 1


def test_each_language_has_its_own(over: Table, s3: S3Server, makings: Callable[[], int]) -> None:
    files = {
        code: [bundle(over, **{"Accept-Language": code}).data for _ in range(2)]
        for code in ("en", "fr")
    }
    assert makings() == 2
    assert files["en"][0] != files["fr"][0]
    assert all(first == second for first, second in files.values())
    assert [it.rpartition("-")[2] for it in of(s3, over)] == ["en.zip", "fr.zip"]


@pytest.mark.parametrize("seat", ["red", "blue", "referee"])
def test_that_of_a_seat_never_goes_there(over: Table, s3: S3Server, seat: str) -> None:
    assert bundle(over, seat).data
    assert s3.names() == []


@pytest.mark.parametrize("seat", [None, "red", "referee"])
def test_that_of_a_running_game_never_goes_there(
    desk: Desk, s3: S3Server, seat: str | None
) -> None:
    table = desk.table(referee=True)
    table.play_turn()
    desk.catch_up()
    for _ in range(2):
        assert bundle(table, seat).data
    assert s3.names() == []


def test_what_a_game_was_while_it_ran_is_never_found(over: Table, s3: S3Server) -> None:
    """A reader who looks at a running game never has the store asked for it."""
    bundle(over)
    running = over.desk.table(referee=True)
    [name] = of(s3, over)
    there = s3.read(name)
    stem = keeping.stem(over.desk.games, running.id)
    s3.write(f"napoleon/{running.id}/{stem}-en.zip", there.content, **_seal(there.headers))
    assert bundle(running).data != there.content


def test_an_erased_text_is_in_no_bundle_any_more(
    over: Table, s3: S3Server, makings: Callable[[], int]
) -> None:
    assert LETTER in texts(bundle(over))
    erase_letter(over)
    over.desk.catch_up()
    after = bundle(over)
    assert LETTER not in texts(after)
    assert makings() == 2
    assert bundle(over).data == after.data
    assert makings() == 2
    [name] = of(s3, over)
    assert s3.read(name).content == after.data, "and the one before is gone"


def test_it_is_made_again_for_another_checkpoint_or_release(
    over: Table, s3: S3Server, makings: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle(over)
    monkeypatch.setattr(keeping, "RELEASE", "0.9.0")
    bundle(over)
    assert makings() == 2
    assert len(of(s3, over)) == 1, "that of the release before is gone"
    bundle(over)
    assert makings() == 2
    before = keeping.stem(over.desk.games, over.id)
    over.post("/press", "red", {"to": ["all"], "text": "Once more?"})
    checkpoints.keep(over.desk.games, over.id, over.version)
    assert keeping.stem(over.desk.games, over.id) != before
    assert LETTER in texts(bundle(over))
    assert makings() == 3


def test_what_changes_while_it_is_made_is_not_kept(
    over: Table, s3: S3Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a bundle with the text would lie under the name of that without it."""
    usual = keeping._keep

    def erased_meanwhile(*given: Any) -> None:
        erase_letter(over)
        usual(*given)

    monkeypatch.setattr(keeping, "_keep", erased_meanwhile)
    assert LETTER in texts(bundle(over)), "it was begun before"
    assert of(s3, over) == []
    monkeypatch.setattr(keeping, "_keep", usual)
    over.desk.catch_up()
    assert LETTER not in texts(bundle(over))


def test_what_changes_while_it_is_put_there_is_gone_again(
    over: Table, s3: S3Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    from api.bundles.store import BundleStore

    usual = BundleStore.put

    def erased_meanwhile(*given: Any) -> None:
        usual(*given)
        assert len(of(s3, over)) == 1
        erase_letter(over)

    monkeypatch.setattr(BundleStore, "put", erased_meanwhile)
    bundle(over)
    assert of(s3, over) == []


def test_a_damaged_one_is_never_served(
    over: Table, s3: S3Server, makings: Callable[[], int], counted: Any
) -> None:
    made = bundle(over)
    [name] = of(s3, over)
    there = s3.read(name)
    seal = _seal(there.headers)
    whole = there.content
    for damage, given in (
        (whole[:-1], seal),
        (whole[:100] + bytes([whole[100] ^ 1]) + whole[101:], seal),
        (b"", seal),
        (whole, {}),
        (whole, {"x-amz-meta-seal": "no hex"}),
        (whole, {"x-amz-meta-seal": "00" * 20}),
    ):
        before = makings()
        s3.write(name, damage, **given)
        assert bundle(over).data == made.data
        assert makings() == before + 1
        assert s3.read(name).content == made.data, "and a whole one takes its place"
    assert counted("napoleon_bundle_reads_total", outcome="damaged") == 6
    assert counted("napoleon_bundle_reads_total", outcome="failed") == 0


def test_that_of_another_game_is_never_served(over: Table, s3: S3Server) -> None:
    other = finished(over.desk)
    made, others = bundle(over), bundle(other)
    [name], [where] = of(s3, other), of(s3, over)
    there = s3.read(name)
    s3.write(where, there.content, **_seal(there.headers))
    assert bundle(over).data == made.data != others.data


def test_of_a_log_that_was_changed_it_is_what_would_be_made(
    over: Table, open_desk: Opens, s3: S3Server
) -> None:
    """What was kept of the log as it was hides nothing of what somebody has made of it."""
    whole = bundle(over).data
    run(over.desk.games, "UPDATE events SET state = ? WHERE version = 9", b"{}")
    damaged, alone = (Table(open_desk(env), over.created) for env in (s3.env, {}))
    for _ in range(2):
        assert bundle(damaged).data == bundle(alone).data != whole


def test_two_processes_at_once_give_the_same(over: Table, open_desk: Opens, s3: S3Server) -> None:
    others = [Table(open_desk(s3.env), over.created) for _ in range(2)]
    with ThreadPoolExecutor(2) as threads:
        for _ in range(3):
            first, second = threads.map(bundle, others)
            assert first.data == second.data
    assert len(of(s3, over)) == 1


def test_without_the_setting_nothing_of_it_is_loaded(s3: S3Server) -> None:
    program = "import sys, api.app, api.command_line.worker; api.app.create_app(env={})"
    program += "; print('obstore' in sys.modules)"
    told = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert told.stdout == "False\n"


def texts(answer: TestResponse) -> str:
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        return "".join(archive.read(name).decode() for name in archive.namelist())


def _seal(headers: Any) -> dict[str, str]:
    return {"x-amz-meta-seal": headers["x-amz-meta-seal"]}
