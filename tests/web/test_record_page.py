"""The record in a browser: the checkpoint, the bundle, the audit."""

from __future__ import annotations

import io
from zipfile import ZipFile

import pytest

from api.app import create_app
from tests.api.desk import Desk, Table
from tests.web.browser import Browser, links, parsed, words
from tests.web.cases import played
from tests.web.tables import seated


@pytest.fixture
def table(desk: Desk) -> Table:
    return played(desk)


def record(table: Table) -> str:
    return f"/games/{table.id}/record"


def test_the_checkpoint_is_there_as_it_was_signed(table: Table) -> None:
    page = parsed(Browser(table.desk.app).get(record(table)))
    notes = ["".join(it.itertext()) for it in page.iter("pre")]
    assert table.get("/checkpoint").text in notes
    assert table.desk.get("/record/key").text.strip() in notes


@pytest.mark.parametrize("seat", ["red", "referee", None])
def test_the_bundle_is_that_of_the_reader(table: Table, seat: str | None) -> None:
    browser = seated(table, seat)
    [address] = [it for it in links(browser.get(record(table))) if "/bundle" in it]
    file = browser.get(address)
    assert file.mimetype == "application/zip"
    assert "Cookie" in file.headers["Vary"]
    own, same = ZipFile(io.BytesIO(file.data)), table.get("/bundle", seat)
    assert own.read("log.ndjson") == ZipFile(io.BytesIO(same.data)).read("log.ndjson")
    assert file.headers["Content-Disposition"] == same.headers["Content-Disposition"]


def test_the_audit_is_made_when_it_is_asked_for(table: Table) -> None:
    reader = Browser(table.desk.app)
    assert "The record holds" not in words(reader.get(record(table)))
    [address] = [it for it in links(reader.get(record(table))) if "audit=yes" in it]
    page = words(reader.get(address))
    assert "The record holds: 1 orders were decided again" in page
    assert "does not hold" not in page


def test_audits_and_bundles_count_as_what_they_cost(table: Table) -> None:
    desk = table.desk
    app = create_app(desk.games, desk.views, {"NAPOLEON_LIMITS": "expensive=1/hour"})
    reader = Browser(app)
    asked = [record(table), f"{record(table)}?audit=yes", f"/games/{table.id}/bundle"]
    codes = [reader.get(address, Via="1.1 proxy").status_code for address in [*asked, asked[0]]]
    assert codes == [200, 200, 429, 200]
