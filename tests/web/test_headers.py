"""What every page says to browsers, and what no page has in it."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Callable, Iterator

import pytest
from jinja2 import DictLoader

from api.app import create_app
from api.live.app import create_live_app
from api.telemetry.logs import configure
from api.web.pages import POLICY
from api.web.static import FOLDER, SHEETS
from tests.api.desk import V1, Desk, Table
from tests.web.browser import HTML, Browser, parsed, told

ADDRESS = re.compile(r"(?:https?:)?//[a-z0-9]", re.IGNORECASE)


@pytest.fixture
def table(desk: Desk) -> Table:
    return desk.table(referee=True)


def pages(browser: Browser, table: Table) -> Iterator[tuple[str, object]]:
    """Every page, as a player of red meets them, and as everybody meets those of errors."""
    yield "/new made", browser.post("/new", {"ruleset": "toy", "scenario": "short"})
    opened = browser.open_seat(table, "red")
    form = opened.headers["Location"]
    for address in ("/", "/new", "/new?ruleset=toy&scenario=short", "/rules/toy", form):
        yield address, browser.get(address)
    yield "joined", browser.post(f"/games/{table.id}/join", {"seat": "red", "name": "Ney"})
    for address in ("/", f"/games/{table.id}", f"/games/{table.id}/session", "/nowhere"):
        yield address, browser.get(address)
    yield "method", browser.client.delete("/new", headers=HTML)
    yield "foreign", browser.client.post("/new", headers=HTML)


def test_every_page_is_valid_and_has_nothing_inline(table: Table, browser: Browser) -> None:
    for address, page in pages(browser, table):
        tree = parsed(page)
        assert page.content_type == "text/html; charset=utf-8", address
        for found in tree.iter():
            if not isinstance(found.tag, str):
                continue
            assert found.tag != "style", address
            assert not [name for name in found.attrib if name == "style" or name.startswith("on")]
            if found.tag == "script" and found.get("type") != "application/json":
                assert found.attrib["src"].startswith("/static/"), address
                assert not "".join(found.itertext()).strip()


def test_every_page_says_what_a_browser_may_do(table: Table, browser: Browser) -> None:
    for address, page in pages(browser, table):
        assert page.headers.getlist("Content-Security-Policy") == [POLICY], address
        assert page.headers.getlist("Referrer-Policy") == ["same-origin"]
        assert page.headers["X-Content-Type-Options"] == "nosniff"
        assert page.headers["X-Frame-Options"] == "DENY"
        assert "Cookie" in page.headers["Vary"]
        assert page.headers["Cache-Control"] in ("no-store", "private, no-cache"), address
    assert "unsafe" not in POLICY
    assert "form-action 'self'" in POLICY


def test_no_page_names_another_site(table: Table, browser: Browser) -> None:
    for address, page in pages(browser, table):
        for found in parsed(page).iter():
            for name in ("href", "src", "action", "poster", "data", "srcset", "xlink:href"):
                there = found.attrib.get(name, "")
                if ADDRESS.search(there):
                    assert there.startswith("http://localhost/"), (address, there)


def test_no_style_or_script_names_another_site(browser: Browser) -> None:
    files = [file for file in FOLDER.rglob("*") if file.is_file()]
    assert {".js", ".css", ".svg"} <= {file.suffix for file in files}
    for file in files:
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://|@import|url\(", text), file


TYPES = {f"{kind}; charset=utf-8" for kind in ("text/css", "text/javascript", "image/svg+xml")}


def test_what_a_page_needs_is_there_and_kept_for_ever(table: Table, browser: Browser) -> None:
    needed = {
        found.attrib[name]
        for _, page in pages(browser, table)
        for found in parsed(page).iter()
        for name in ("src", "href")
        if found.attrib.get(name, "").startswith("/static/")
    }
    assert {address.rpartition(".")[2] for address in needed} == {"js", "css", "svg"}
    for address in needed:
        answer = browser.get(address)
        assert answer.status_code == 200, address
        assert answer.headers["Content-Type"] in TYPES
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert "Set-Cookie" not in answer.headers
        edition, _, rest = address.removeprefix("/static/").partition("/")
        if not rest:
            continue
        old = browser.get(f"/static/{'0' * len(edition)}/{rest}")
        assert (old.status_code, old.headers["Cache-Control"]) == (200, "public, no-cache")
    for wrong in ("nothing.css", "../pages.py", "js/../../pages.py", "%2e%2e/pages.py"):
        assert browser.get(f"/static/0/{wrong}").status_code == 404


OF_EVERY_FILE = {
    "Content-Type", "Content-Length", "Cache-Control", "X-Content-Type-Options",
    "Cross-Origin-Resource-Policy", "X-Request-Id", "Accept-Ranges", "ETag", "Vary",
    "Date",
}  # fmt: skip
"""Headers of a script or a style: each of the others would cost a page some 100 bytes a file."""


def test_a_script_or_a_style_says_nothing_of_documents(table: Table, browser: Browser) -> None:
    browser.open_seat(table, "red")
    page = parsed(browser.get(f"/games/{table.id}"))
    loaded = [it.attrib["href"] for it in page.iter("link") if it.get("rel") == "stylesheet"]
    loaded += [it.attrib["src"] for it in page.iter("script") if "src" in it.attrib]
    assert {it.rpartition(".")[2] for it in loaded} == {"css", "js"}
    for address in loaded:
        answer = browser.get(address)
        assert answer.status_code == 200
        assert set(answer.headers.keys()) <= OF_EVERY_FILE, address
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_what_may_be_opened_or_run_by_itself_keeps_all_policies(browser: Browser) -> None:
    icon = "/static/0/icon.svg"
    for address in (icon, "/push-worker.js", "/static/0/js/none.js", "/static/0/sheets/none.css"):
        answer = browser.get(address)
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"], address
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert "Permissions-Policy" in answer.headers


def test_a_sheet_is_its_files_one_after_the_other(browser: Browser) -> None:
    files = {file.stem for file in FOLDER.glob("css/*.css")}
    assert {it for names in SHEETS.values() for it in names} <= files
    for name, names in SHEETS.items():
        styles = [(FOLDER / "css" / f"{it}.css").read_text(encoding="utf-8") for it in names]
        answer = browser.get(f"/static/0/sheets/{name}.css")
        assert (answer.text, answer.headers["Cache-Control"]) == (
            "\n".join(styles),
            "public, no-cache",
        )
        tag = answer.headers["ETag"]
        again = browser.get(f"/static/0/sheets/{name}.css", If_None_Match=tag)
        assert (again.status_code, again.data) == (304, b"")


def test_what_is_secret_is_in_no_cache(table: Table, browser: Browser) -> None:
    browser.open_seat(table, "red")
    for address in ("/", f"/games/{table.id}", f"/games/{table.id}/join?seat=red"):
        assert browser.get(address).headers["Cache-Control"] == "no-store", address


def test_a_problem_is_the_same_for_a_browser_and_for_a_program(
    table: Table, browser: Browser
) -> None:
    for address in ("/nowhere", "/games/0000000000/session", "/rules/chess"):
        data = browser.client.get(address)
        page = browser.get(address)
        assert data.mimetype == "application/problem+json"
        assert told(page) == (data.status_code, data.json["code"])
        assert data.json["detail"] in page.get_data(as_text=True).replace("&#39;", "'")
    api = browser.get(f"{V1}/games/0000000000")
    assert api.mimetype == "application/problem+json", "the API speaks to programs only"
    method = browser.client.delete("/new", headers=HTML)
    assert method.headers["Allow"]


def test_no_log_has_a_token_or_a_cookie(desk: Desk, table: Table) -> None:
    lines = io.StringIO()
    root = logging.getLogger()
    before = root.handlers, root.level
    configure({"NAPOLEON_LOG": "json", "NAPOLEON_LOG_LEVEL": "debug"}, lines)
    try:
        browser = Browser(desk.app)
        for _, page in pages(browser, table):
            assert page.status_code < 500
        browser.post(f"/games/{table.id}/session", {"token": f"{table.id}.red.{'x' * 32}"})
        secrets = [*browser.cookies().values(), table.token("red"), "x" * 32]
    finally:
        root.handlers, level = before
        root.setLevel(level)
    assert lines.getvalue().count('"request"') > 10
    for secret in secrets:
        assert str(secret).rpartition(".")[2] not in lines.getvalue()


def test_the_live_process_serves_no_pages(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk()
    assert create_app(desk.games, desk.views).test_client().get("/new").status_code == 200
    live = create_live_app(desk.games).test_client()
    for address in ("/", "/new", "/static/0/css/base.css"):
        assert live.get(address, headers=HTML).status_code == 404


def test_what_belongs_to_pages_does_not_run_for_calls(desk: Desk) -> None:
    app = desk.app
    everywhere = [
        *app.before_request_funcs.get(None, []),
        *app.after_request_funcs.get(None, []),
        *app.teardown_request_funcs.get(None, []),
        *(
            handler
            for of_code in app.error_handler_spec[None].values()
            for handler in of_code.values()
        ),
    ]
    assert everywhere, "they are looked for where Flask keeps them"
    assert not [it for it in everywhere if it.__module__.startswith("api.web")]


def test_a_language_is_kept_by_pages_alone(desk: Desk) -> None:
    french = {**HTML, "Accept-Language": "de"}
    client = desk.app.test_client()
    for address in ("/docs", "/nowhere", "/rulesets"):
        answer = client.get(f"{V1}{address}?lang=fr", headers=french)
        assert "Set-Cookie" not in answer.headers, address
    for address in ("/", "/nowhere", "/games/nowhere"):
        answer = client.get(f"{address}?lang=fr", headers=french)
        assert len(answer.headers.getlist("Set-Cookie")) == 1, address
        assert parsed(answer).attrib["lang"] == "fr", address


def test_calls_tell_errors_as_problems_and_pages_as_pages(desk: Desk) -> None:
    client = desk.app.test_client()
    for method, address, status in (
        ("GET", "/nowhere", 404),
        ("GET", "/games/nowhere", 404),
        ("DELETE", "/rulesets", 405),
    ):
        call = client.open(f"{V1}{address}", method=method, headers=HTML)
        assert (call.status_code, call.mimetype) == (status, "application/problem+json")
    for method, address, status in (
        ("GET", "/nowhere", 404),
        ("GET", "/games/nowhere", 404),
        ("DELETE", "/new", 405),
    ):
        page = client.open(address, method=method, headers=HTML)
        assert (page.status_code, page.mimetype) == (status, "text/html"), address
        plain = client.open(address, method=method)
        assert (plain.status_code, plain.mimetype) == (status, "application/problem+json")


def test_an_error_is_told_even_where_no_page_can_be_drawn(desk: Desk) -> None:
    app = create_app(desk.games, desk.views)
    app.jinja_env.loader = DictLoader({})
    answer = app.test_client().get("/nowhere", headers=HTML)
    assert answer.status_code == 404
    assert answer.get_json()["code"] == "NOT_FOUND"
