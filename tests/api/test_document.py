"""The OpenAPI document: it is complete, it is kept to, and its page needs no other server."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.python._constants.orchestrator import make_constants_value_source
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    missing_required_header,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from api.app import create_app
from api.http import stores
from api.live import streams
from tests.api.conftest import desk_at
from tests.api.desk import V1, VIEWS, Desk, counting
from tests.repetitions import so_many

CHECKS = [
    not_a_server_error,
    allow_header_conformance,
    content_type_conformance,
    missing_required_header,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
]

CONTRACT = {
    ("get", "/rulesets"),
    ("get", "/rulesets/{name}/clauses/{clause_id}"),
    ("post", "/games"),
    ("post", "/games/{game_id}/seats/{seat}/claim"),
    ("get", "/games"),
    ("get", "/games/{game_id}"),
    ("get", "/games/{game_id}/map"),
    ("get", "/games/{game_id}/order-of-battle"),
    ("get", "/games/{game_id}/victory-track"),
    ("get", "/games/{game_id}/hand"),
    ("get", "/games/{game_id}/decisions"),
    ("post", "/games/{game_id}/orders"),
    ("get", "/games/{game_id}/log"),
    ("get", "/games/{game_id}/log/{version}"),
    ("get", "/games/{game_id}/turns"),
    ("get", "/games/{game_id}/journal"),
    ("get", "/games/{game_id}/live"),
    ("get", "/health"),
}

STANDING_ANSWERS = {
    ("get", "/games/{game_id}/instructions"),
    ("post", "/games/{game_id}/instructions"),
    ("delete", "/games/{game_id}/instructions/{instruction_id}"),
    ("get", "/games/{game_id}/operation"),
    ("put", "/games/{game_id}/operation"),
    ("delete", "/games/{game_id}/operation"),
    ("get", "/games/{game_id}/windows"),
    ("put", "/games/{game_id}/windows"),
}
"""What was added to the contract since."""

RECORD = {
    ("get", "/record/key"),
    ("get", "/record/keys"),
    ("get", "/games/{game_id}/checkpoint"),
    ("get", "/games/{game_id}/checkpoints"),
    ("get", "/games/{game_id}/proof"),
    ("get", "/games/{game_id}/bundle"),
    ("get", "/games/{game_id}/audit"),
}
"""The verifiable record."""

CASES = {
    ("get", "/games/{game_id}/takebacks"),
    ("post", "/games/{game_id}/takebacks"),
    ("get", "/games/{game_id}/takebacks/{takeback}"),
    ("delete", "/games/{game_id}/takebacks/{takeback}"),
    ("post", "/games/{game_id}/takebacks/{takeback}/answers"),
    ("get", "/games/{game_id}/taint"),
    ("get", "/games/{game_id}/disputes"),
    ("post", "/games/{game_id}/disputes"),
    ("get", "/games/{game_id}/disputes/{dispute}"),
    ("delete", "/games/{game_id}/disputes/{dispute}"),
    ("post", "/games/{game_id}/disputes/{dispute}/statements"),
    ("get", "/games/{game_id}/rulings"),
    ("post", "/games/{game_id}/rulings"),
    ("get", "/rulings"),
    ("post", "/games/{game_id}/forks"),
    ("post", "/games/{game_id}/rules"),
}
"""Take-backs, disputes and rulings, forks and newer rules."""

TEXTS = {("get", "/games/{game_id}/position")}
"""A position to be posted and read."""

PEOPLE = {
    ("post", "/games/{game_id}/seats/{seat}/take"),
    ("get", "/games/{game_id}/think-time"),
    ("post", "/games/{game_id}/seats/{seat}/handover"),
    ("post", "/games/{game_id}/seats/{seat}/invitation"),
    ("put", "/games/{game_id}/seats/{seat}/name"),
    ("delete", "/games/{game_id}/seats/{seat}/name"),
    ("post", "/games/{game_id}/seats/{seat}/shares"),
    ("delete", "/games/{game_id}/seats/{seat}/shares/{share}"),
    ("post", "/games/{game_id}/deputy"),
    ("delete", "/games/{game_id}/deputy"),
    ("delete", "/games/{game_id}/texts/{text_id}"),
}
"""Who holds a seat, and what people want to be forgotten."""

OPERATIONS = {("get", "/health/live"), ("get", "/health/ready")}
"""Whether a process answers, and whether it may be sent requests."""

PRESS = {
    ("get", "/games/{game_id}/press"),
    ("post", "/games/{game_id}/press"),
    ("post", "/games/{game_id}/observers"),
    ("get", "/games/{game_id}/odd-mails"),
    ("put", "/games/{game_id}/odd-mails"),
    ("get", "/games/{game_id}/dispatches"),
    ("post", "/games/{game_id}/dispatches"),
    ("put", "/games/{game_id}/dispatches/charter"),
    ("post", "/games/{game_id}/dispatches/{dispatch}"),
}
"""Writing to each other."""

MAIL = {
    ("get", "/games/{game_id}/mailbox"),
    ("put", "/games/{game_id}/mailbox"),
    ("delete", "/games/{game_id}/mailbox"),
    ("post", "/games/{game_id}/commands"),
}
"""Play by e-mail, and its commands."""

DESKS = {
    ("post", "/me"),
    ("get", "/me"),
    ("put", "/me"),
    ("delete", "/me"),
    ("post", "/me/addresses"),
    ("post", "/me/addresses/forget"),
    ("post", "/me/link"),
    ("delete", "/me/devices/{device}"),
    ("get", "/me/notifications"),
    ("put", "/me/notifications"),
    ("post", "/me/notifications/mail"),
    ("post", "/me/notifications/browser"),
    ("post", "/me/notifications/webhook"),
    ("put", "/me/notifications/{channel}"),
    ("delete", "/me/notifications/{channel}"),
    ("post", "/me/notifications/{channel}/trial"),
    ("get", "/me/absences"),
    ("post", "/me/absences"),
    ("delete", "/me/absences/{absence}"),
    ("get", "/me/people"),
    ("put", "/me/people/{game_id}/{seat}"),
    ("delete", "/me/people/{game_id}/{seat}"),
    ("post", "/me/reports"),
    ("get", "/me/data"),
    ("get", "/me/games"),
    ("get", "/me/live"),
    ("get", "/me/partners"),
    ("get", "/me/reliability"),
    ("put", "/me/reliability"),
    ("post", "/me/seats"),
    ("delete", "/me/seats/{game_id}/{seat}"),
    ("post", "/me/seats/{game_id}/{seat}/token"),
    ("post", "/sign-in"),
    ("post", "/sign-in/mail"),
}
"""A desk of one's own."""

CLOCKS = {
    ("get", "/games/{game_id}/clock"),
    ("put", "/games/{game_id}/clock"),
    ("delete", "/games/{game_id}/clock"),
    ("put", "/games/{game_id}/clock/hold"),
    ("delete", "/games/{game_id}/clock/hold"),
    ("put", "/games/{game_id}/deadlines/{seat}"),
    ("post", "/games/{game_id}/deadlines/process"),
    ("post", "/games/{game_id}/seats/{seat}/forfeit"),
    ("post", "/games/{game_id}/absences"),
    ("delete", "/games/{game_id}/absences/{absence}"),
    ("get", "/games/{game_id}/times"),
    ("get", "/games/{game_id}/calendar"),
    ("get", "/calendar/{key}.ics"),
}
"""By when answers are due, and who is away."""

WEBHOOKS = {
    ("get", "/games/{game_id}/webhooks"),
    ("post", "/games/{game_id}/webhooks"),
    ("delete", "/games/{game_id}/webhooks/{webhook_id}"),
}
"""Servers that are told what happens."""

APP = create_app(env={"NAPOLEON_LIMITS": "off"})
"""Without limits, as it is asked more than any client may."""

LAID = 7
"""Version of the known game at which red is to go."""

KNOWN = {
    "game_id": "0000000000",
    "seat": "blue",
    "share": "prussia",
    "name": "toy",
    "clause_id": "GO",
    "instruction_id": "BwAAAAAAAAA",
    "dispute": 22,
    "takeback": 23,
    "text_id": "3ccf986e687b2a6e9fb93274d949a756",
    "webhook_id": "DwAAAAAAAAA",
    "absence": 25,
    "device": 1,
    "key": "0000000000.red.qbsp4csmhhed36l3wgfjcik7a7v4x5oa",
}
"""What there is in the service; schemathesis asks for these and for others."""


def described() -> Any:
    """The document of the service that plays the toy."""
    with TemporaryDirectory() as home:
        desk = desk_at(Path(home))
        stores.register(APP, desk.games, desk.views, None)
        return schemathesis.openapi.from_wsgi(
            f"{V1}/openapi.json",
            APP,
            config=schemathesis.Config.from_dict(
                {
                    "parameters": {f"path.{name}": value for name, value in KNOWN.items()},
                    "checks": {"missing_required_header": {"expected-statuses": [403, 422, 428]}},
                }
            ),
        )


DOCUMENT = described()

CALLS = {operation.ok().label: operation.ok() for operation in DOCUMENT.get_all_operations()}


@pytest.fixture(scope="module")
def red(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Headers of red in the known game, after a turn of it."""
    desk = desk_at(tmp_path_factory.mktemp("document"), entropy=counting())
    stores.register(APP, desk.games, desk.views, None)
    # Streams that end as soon as they have begun; others would never be answered to the end.
    streams.register(APP, streams.Streams(8, lasting=0.01))
    table = desk.table(referee=True)
    assert table.id == KNOWN["game_id"]
    red = {"Authorization": f"Bearer {table.token('red')}"}
    body = {"instruction": "bet_same", "value": 3}
    path = f"/games/{table.id}/instructions"
    assert desk.call("POST", path, body=body, headers=red).json["id"] == KNOWN["instruction_id"]
    table.play_turn()
    claim = {"version": 9, "clause": "GO", "claim": "No.", "relief": "stand"}
    dispute = table.post("/disputes", "red", claim).json
    takeback = table.post("/takebacks", "red", {"to": LAID}).json["takeback"]
    webhook = table.post("/webhooks", "red", {"url": "https://club.example.org/"}).json["id"]
    clock = f"/games/{table.id}/clock"
    assert desk.call("PUT", clock, table.token("referee"), body={"answer": 2880}).json["clock"]
    in_a_week = datetime.now(UTC).date() + timedelta(days=7)
    days = {"first": str(in_a_week), "last": str(in_a_week), "time_zone": "UTC"}
    absence = table.post("/absences", "red", days).json["id"]
    calendar = table.get("/calendar", "red").json["address"]
    found = {
        "absence": absence,
        "key": calendar.rpartition("/")[2].removesuffix(".ics"),
        "dispute": dispute["dispute"],
        "text_id": dispute["claim_id"],
        "takeback": takeback,
        "webhook_id": webhook,
    }
    assert found == {name: KNOWN[name] for name in found}
    return red


@pytest.fixture(scope="module")
def feedback() -> FeedbackSources:
    """The constants of our own code, which schemathesis tries among other values."""
    return FeedbackSources(constants_value_source=make_constants_value_source(DOCUMENT))


@pytest.mark.sampled(30)
@pytest.mark.parametrize("examples", so_many(8, 40))
@pytest.mark.parametrize("call", CALLS)
def test_the_service_keeps_to_its_document(
    call: str, red: dict[str, str], feedback: FeedbackSources, examples: int
) -> None:
    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
    )
    def kept(case: schemathesis.Case, red: dict[str, str]) -> None:
        """What schemathesis thinks up for a call is answered as the document says."""
        case.call_and_validate(headers=red, checks=CHECKS)

    # `DOCUMENT.parametrize` thinks up the cases of all calls while tests are collected, which is
    # done in each of their processes; here it is done for the one call, by the one that asks.
    keeps_to_it = build_operation_test(
        config=DOCUMENT.config,
        operation=CALLS[call],
        test_func=kept,
        given_kwargs={},
        feedback=feedback,
    )
    keeps_to_it(red=red)


def test_the_document_has_every_call_of_the_contract(desk: Desk) -> None:
    document = desk.get("/openapi.json").json
    assert document["openapi"].startswith("3.1")
    assert (
        {
            (method, path.removeprefix(V1))
            for path, operations in document["paths"].items()
            for method in operations
            if method != "parameters"
        }
        == CONTRACT
        | STANDING_ANSWERS
        | RECORD
        | CASES
        | TEXTS
        | PEOPLE
        | OPERATIONS
        | WEBHOOKS
        | MAIL
        | PRESS
        | DESKS
        | CLOCKS
    )


def test_the_document_names_every_parameter_and_header(desk: Desk) -> None:
    paths = desk.get("/openapi.json").json["paths"]

    def named(method: str, path: str) -> set[str]:
        resource = paths[f"{V1}/games/{{game_id}}{path}"]
        parameters = resource.get("parameters", []) + resource[method].get("parameters", [])
        return {parameter["name"] for parameter in parameters} - {"game_id"}

    position = {"at", "turn", "phase", "since", "If-None-Match"}
    for name in VIEWS:
        army = {"army"} if name == "order-of-battle" else set()
        assert named("get", f"/{name}") == position | army
    assert named("get", "/position") == position - {"since"}
    told = {"form", "lang", "Accept-Language"}
    assert named("get", "/log") == {"after", "limit", "level", "If-None-Match"} | told
    assert named("post", "/orders") == {"for", "If-Match", "Idempotency-Key"}
    assert named("post", "/takebacks") == named("post", "/rulings") == {"If-Match"}
    assert named("get", "/journal") == {"after", "limit", "level", "If-None-Match"}


def test_every_call_is_explained_and_its_errors_are_problems(desk: Desk) -> None:
    document = desk.get("/openapi.json").json
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if method == "parameters":
                continue
            assert operation["summary"].endswith("."), (method, path)
            assert operation["responses"]["default"] == {
                "$ref": "#/components/responses/DEFAULT_ERROR"
            }
    error = document["components"]["responses"]["DEFAULT_ERROR"]["content"]
    assert list(error) == ["application/problem+json"]


def test_the_page_of_the_document_needs_no_other_server(desk: Desk) -> None:
    client = desk.app.test_client()
    page = client.get(f"{V1}/docs", follow_redirects=True)
    assert page.status_code == 200
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    addresses = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert len(addresses) == 5
    for address in addresses:
        assert address.startswith(V1)
        with client.get(address) as answer:
            assert answer.status_code == 200
    assert f"{V1}/openapi.json" in client.get(f"{V1}/docs/start.js").text


def test_every_answer_has_the_headers_that_keep_browsers_honest(desk: Desk) -> None:
    client = desk.app.test_client()
    for path in ("/", "/nowhere", f"{V1}/rulesets", f"{V1}/docs/", f"{V1}/games/x/map"):
        headers = client.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers.get_all("Content-Security-Policy") == [headers["Content-Security-Policy"]]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]


def test_the_root_points_to_the_documentation(desk: Desk) -> None:
    client = desk.app.test_client()
    signs = client.get("/").json
    assert (signs["docs"], signs["openapi"]) == (f"{V1}/docs/", f"{V1}/openapi.json")
    assert client.get(signs["docs"]).status_code == 200


def test_health_says_how_far_the_views_are(desk: Desk) -> None:
    desk.table()
    recorded = desk.recorded()
    told = {"status": "ok", "recorded": recorded, "signing": "ok"}
    assert desk.get("/health").json == {**told, "drawn": 0}
    desk.catch_up()
    assert desk.get("/health").json == {**told, "drawn": recorded}
