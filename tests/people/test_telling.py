"""People are told that a game waits: once for each moment, on every way they chose."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from api.people.rows import INSTANT, PUSH, ChannelRow, PersonRow
from api.people.telling.attending import MOST_UNSEEN
from api.people.telling.push import sealed, server_key
from napoleon.log.times import DAY, HOUR, SECOND
from projections.delivery import LEASE, PAUSES
from tests.api.conftest import desk_at
from tests.api.desk import Desk, Table
from tests.clocks import Clock
from tests.people.telling import Subscriber, Teller, running, service, signer
from tests.people.test_me import begun, code
from tests.people.walks import ADDRESS, Worker, link_in, text
from tests.repetitions import IN_THE_HOUSE
from tests.webhooks.receiver import LOOPBACK, Received

pytestmark = IN_THE_HOUSE

PUBLIC = "https://club.example"


@pytest.fixture
def desk(log_env: dict[str, str], tmp_path: Path, clock: Clock) -> Iterator[Desk]:
    """A service on either database, which may tell receivers on this machine."""
    allowed = {"WEBHOOK_ALLOW": f"{LOOPBACK}/32", "PUBLIC_URL": PUBLIC}
    with running(tmp_path, clock, {**log_env, **allowed}) as desk:
        yield desk


@pytest.fixture
def teller(desk: Desk, clock: Clock, worker: Worker) -> Teller:
    return Teller(desk, clock, worker)


def seated(desk: Desk, key: str, seat: str = "red", **options: Any) -> Table:
    """A game in which a seat is claimed and lies on a desk."""
    table = desk.table(**options)
    table.created["seats"] = [
        {**it, "token": _claimed(table, it["seat"])} for it in table.created["seats"]
    ]
    laid = desk.call("POST", "/me/seats", key, body={"token": table.token(seat)})
    assert laid.status_code == 204, laid.text
    return table


def _claimed(table: Table, seat: str) -> str:
    answer = table.post(f"/seats/{seat}/claim", seat, {"name": seat.title()})
    return str(answer.json["token"])


def moves(table: Table, seat: str) -> None:
    answer = table.order(seat, {"order": "pass"})
    assert answer.status_code == 201, answer.text


def by_browser(desk: Desk, key: str, there: Subscriber, **more: Any) -> int:
    body = {**there.subscription(), **more}
    answer = desk.call("POST", "/me/notifications/browser", key, body=body)
    assert answer.status_code == 200, answer.text
    return int(answer.json["id"])


def by_webhook(desk: Desk, key: str, url: str, **more: Any) -> int:
    answer = desk.call("POST", "/me/notifications/webhook", key, body={"url": url, **more})
    assert answer.status_code == 200, answer.text
    return int(answer.json["id"])


def by_mail(desk: Desk, key: str, worker: Worker, **more: Any) -> int:
    desk.call("POST", "/me/addresses", key, body={"address": ADDRESS})
    [message] = worker.run()
    secret = link_in_mail(message)
    client = desk.app.test_client()
    there = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
    assert client.post(f"/sign-in/{secret}", headers=there).status_code == 200
    answer = desk.call(
        "POST", "/me/notifications/mail", key, body={"address": ADDRESS.upper(), **more}
    )
    assert answer.status_code == 200, answer.text
    return int(answer.json["id"])


def link_in_mail(message: Any) -> str:
    told = text(message)
    if PUBLIC in told:
        return told.replace("\n", " ").split(f"{PUBLIC}/sign-in/")[1].split()[0]
    return link_in(message).rpartition("/")[2]


def test_a_browser_is_told_in_a_message_that_only_it_can_read(desk: Desk, teller: Teller) -> None:
    key, _ = begun(desk)
    with service() as there:
        phone = Subscriber(there)
        table = seated(desk, key, "blue")
        by_browser(desk, key, phone)
        assert teller.run() == 0, "nothing waits for them"
        moves(table, "red")
        assert teller.run() == 1
        [message] = phone.came()
        told = phone.read(message)
        assert (told["path"], told["tag"]) == (f"games/{table.id}", table.id)
        assert desk.games.rules(desk.games.open(table.id)).title in told["body"]
        assert table.id.encode() not in message.body, "it is sealed"
        assert table.id not in json.dumps(message.headers), "and the service is not told the game"
        assert signer(message) == server_key(desk.games.env)
        assert message.headers["content-encoding"] == "aes128gcm"
        assert 0 < int(message.headers["ttl"]) <= 86_400
        assert teller.run() == 0, "it is told once"


def test_a_webhook_is_told_in_its_form(desk: Desk, teller: Teller) -> None:
    key, _ = begun(desk)
    with service(lambda _: 200) as there:
        table = seated(desk, key, "blue")
        by_webhook(desk, key, f"{there.url}discord", form="discord")
        by_webhook(desk, key, f"{there.url}slack", form="slack")
        moves(table, "red")
        assert teller.run() == 2
        bodies = {it.path: json.loads(it.body) for it in there.received}
        link = f"{PUBLIC}/games/{table.id}"
        assert bodies["/discord"]["content"].endswith(link)
        assert bodies["/discord"]["allowed_mentions"] == {"parse": []}
        assert bodies["/slack"]["text"].endswith(f"<{link}>")
        assert set(bodies["/slack"]) == {"text"}


def test_the_form_of_a_webhook_is_known_by_its_host(desk: Desk) -> None:
    key, _ = begun(desk)
    leave = "/me/notifications/webhook"
    for host in ("discord.com", "hooks.slack.com"):
        url = f"https://{host}/api/secret"
        answer = desk.call("POST", leave, key, body={"url": url})
        assert (answer.status_code, answer.json["name"]) == (200, host)
        assert "secret" not in desk.get("/me/notifications", key).text
    refused = desk.call("POST", leave, key, body={"url": "https://club.example.org/x"})
    assert code(refused) == (422, "BAD_FORM")


@pytest.mark.parametrize(
    "url", ["https://10.0.0.1/x", "http://discord.com/x", "https://metadata/x", "file:///etc"]
)
def test_nobody_is_told_where_webhooks_may_not_go(tmp_path: Path, url: str) -> None:
    desk = desk_at(tmp_path / "strict")
    key, _ = begun(desk)
    with service() as there:
        keys = Subscriber(there).subscription()["keys"]
    body = {"url": url, "form": "discord"}
    assert code(desk.call("POST", "/me/notifications/webhook", key, body=body)) == (422, "BAD_URL")
    body = {"endpoint": url, "keys": keys}
    assert code(desk.call("POST", "/me/notifications/browser", key, body=body)) == (422, "BAD_URL")


def test_keys_of_no_browser_are_refused(desk: Desk) -> None:
    key, _ = begun(desk)
    with service() as there:
        good = Subscriber(there).subscription()
    for wrong in ({"p256dh": "AAAA"}, {"auth": "AAAA"}, {"p256dh": "¿"}, {"auth": "A"}):
        body = {**good, "keys": {**good["keys"], **wrong}}
        answer = desk.call("POST", "/me/notifications/browser", key, body=body)
        assert code(answer) == (422, "BAD_KEYS")


def test_a_mail_tells_it_too_but_not_where_a_seat_has_its_own(
    desk: Desk, teller: Teller, worker: Worker
) -> None:
    key, _ = begun(desk)
    table, own = seated(desk, key, "blue"), seated(desk, key, "blue")
    by_mail(desk, key, worker)
    box = {"address": ADDRESS, "mail": "off"}
    left = desk.call("PUT", f"/games/{own.id}/mailbox", own.token("blue"), body=box)
    assert left.status_code == 200, left.text
    [row] = teller.office.store.outbox.all(own.id)
    kept = teller.office.store.mailboxes.get(row.mailbox)
    assert kept is not None and teller.office.store.mailboxes.move(kept, confirmed=True)
    for it in (table, own):
        moves(it, "red")
    assert teller.run() == 1
    told = [it for it in worker.run() if table.id in text(it)]
    [message] = told
    assert message["To"] == ADDRESS
    assert own.id not in text(message)
    end = message["List-Unsubscribe"].strip("<>").removeprefix(PUBLIC)
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    client = desk.app.test_client()
    html = {"Accept": "text/html"}
    assert client.get(end, headers=html).status_code == 200
    assert len(desk.get("/me/notifications", key).json["channels"]) == 1, "a visit does nothing"
    assert client.post(end, headers=html).status_code == 200
    assert desk.get("/me/notifications", key).json["channels"] == []
    assert client.post(end, headers=html).status_code == 404


def test_what_is_answered_before_it_is_told_is_not_told(desk: Desk, teller: Teller) -> None:
    key, _ = begun(desk)
    with service() as there:
        phone = Subscriber(there)
        table = seated(desk, key, "blue")
        by_browser(desk, key, phone)
        moves(table, "red")
        teller.look()
        moves(table, "blue")
        assert teller.run() >= 1
        # Both bet now: that is another moment.
        assert len(phone.came()) == 1


def test_one_who_does_not_look_is_told_a_few_times_and_then_no_more(
    desk: Desk, teller: Teller
) -> None:
    key, _ = begun(desk)
    with service() as there:
        phone = Subscriber(there)
        tables = [seated(desk, key, "blue") for _ in range(MOST_UNSEEN + 3)]
        by_browser(desk, key, phone)
        for table in tables[:-1]:
            moves(table, "red")
            teller.run()
        shown = phone.shown()
        assert len(shown) == MOST_UNSEEN
        assert [it == shown[-1] for it in shown].count(True) == 1, "the last says that it is"
        assert desk.get("/me/notifications", key).json["quiet"], "that was a look"
        assert not desk.get("/me/notifications", key).json["quiet"]
        assert teller.run() == 0, "what came meanwhile they have seen"
        moves(tables[-1], "red")
        teller.run()
        assert len(phone.came()) == MOST_UNSEEN + 1


def test_an_order_counts_as_a_look(desk: Desk, teller: Teller) -> None:
    key, _ = begun(desk)
    with service() as there:
        phone = Subscriber(there)
        table = seated(desk, key, "blue")
        by_browser(desk, key, phone)
        [person] = _people(teller)
        for _ in range(MOST_UNSEEN + 1):
            moves(table, "red")
            teller.run()
            # They play by the token of their seat, and never come to the desk.
            moves(table, "blue")
            for seat in ("red", "blue"):
                assert table.order(seat, {"order": "bet", "value": 1}).status_code == 201
            if table.get().json["status"] != "running":
                table = seated(desk, key, "blue")
        row = teller.registry.store.people.get(person.id)
        assert row is not None and row.unseen < MOST_UNSEEN


def _people(teller: Teller) -> list[PersonRow]:
    found = (teller.registry.store.people.get(it) for it in range(1, 5))
    return [it for it in found if it is not None]


def test_once_a_day_at_their_hour_and_in_their_zone(
    desk: Desk, teller: Teller, clock: Clock
) -> None:
    key, _ = begun(desk)
    times = {"time_zone": "Asia/Tokyo", "hour": 19}
    assert desk.call("PUT", "/me/notifications", key, body=times).json["hour"] == 19
    with service() as there:
        phone = Subscriber(there)
        tables = [seated(desk, key, "blue") for _ in range(2)]
        clock.move_on(DAY - clock() % DAY)
        by_browser(desk, key, phone, when="digest")
        for table in tables:
            moves(table, "red")
        clock.move_on(9 * HOUR)
        assert teller.run() == 0, "it is 18 o'clock in Tokyo"
        clock.move_on(HOUR)
        assert teller.run() == 1
        assert teller.run() == 0
        [said] = phone.shown()
        assert said.startswith("2 ")
        assert phone.read(phone.came()[0])["path"] == "desk"
        clock.move_on(DAY)
        assert teller.run() == 0, "nothing has happened since"


def test_what_was_there_before_is_not_told(desk: Desk, teller: Teller, clock: Clock) -> None:
    key, _ = begun(desk)
    with service() as there:
        phone = Subscriber(there)
        table = seated(desk, key, "red")
        clock.move_on(SECOND)
        by_browser(desk, key, phone)
        assert teller.run() == 0, "it waited for them already"
        moves(table, "red")
        assert teller.run() == 0
        moves(table, "blue")
        assert teller.run() == 1


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(desk: Desk, teller: Teller, status: int) -> None:
    key, _ = begun(desk)
    with service(lambda _: status) as there:
        table = seated(desk, key, "blue")
        by_browser(desk, key, Subscriber(there))
        moves(table, "red")
        assert teller.run() == 1
    assert desk.get("/me/notifications", key).json["channels"] == []
    assert teller.registry.store.messages.waiting() == 0


def test_what_fails_is_tried_again_and_after_days_given_up(
    desk: Desk, teller: Teller, clock: Clock
) -> None:
    key, _ = begun(desk)
    with service(lambda _: 500) as there:
        table = seated(desk, key, "blue")
        by_webhook(desk, key, there.url, form="slack")
        moves(table, "red")
        assert teller.run() == 1
        for pause in PAUSES:
            assert teller.send() == 0, "not yet"
            assert len(desk.get("/me/notifications", key).json["channels"]) == 1
            clock.move_on(pause)
            assert teller.send() == 1
    assert desk.get("/me/notifications", key).json["channels"] == []


def test_signing_a_device_out_ends_the_messages_to_it(desk: Desk, teller: Teller) -> None:
    key, link = begun(desk)
    other = desk.call("POST", "/sign-in", body={"link": link}).json["key"]
    with service() as there:
        table = seated(desk, key, "blue")
        by_browser(desk, other, Subscriber(there, "lost"))
        by_browser(desk, key, Subscriber(there, "kept"))
        moves(table, "red")
        teller.look()
        devices = desk.get("/me", key).json["devices"]
        [lost] = [it["id"] for it in devices if not it["own"]]
        assert desk.call("DELETE", f"/me/devices/{lost}", key).status_code == 204
        teller.run()
        assert [it.path for it in there.received] == ["/push/kept"]
    [left] = desk.get("/me/notifications", key).json["channels"]
    assert left["own"]


def test_a_forgotten_address_is_told_nothing_more(
    desk: Desk, teller: Teller, worker: Worker
) -> None:
    key, _ = begun(desk)
    by_mail(desk, key, worker)
    table = seated(desk, key, "blue")
    desk.call("POST", "/me/addresses/forget", key, body={"address": ADDRESS})
    assert desk.get("/me/notifications", key).json["channels"] == []
    moves(table, "red")
    assert teller.run() == 0
    again = desk.call("POST", "/me/notifications/mail", key, body={"address": ADDRESS})
    assert code(again) == (404, "UNKNOWN_ADDRESS")


def test_a_trial_shows_that_a_way_works(desk: Desk, teller: Teller) -> None:
    key, _ = begun(desk)
    with service() as there:
        phone = Subscriber(there)
        channel = by_browser(desk, key, phone)
        for _ in range(3):
            tried = desk.call("POST", f"/me/notifications/{channel}/trial", key)
            assert tried.status_code == 202
        assert teller.send() == 1, "one at a time"
        [message] = phone.came()
        assert phone.read(message)["path"] == "desk"
    stranger, _ = begun(desk, "Soult")
    for method, path, body in (
        ("POST", f"/me/notifications/{channel}/trial", None),
        ("DELETE", f"/me/notifications/{channel}", None),
        ("PUT", f"/me/notifications/{channel}", {"when": "digest"}),
    ):
        answer = desk.call(method, path, stranger, body=body)
        assert code(answer) == (404, "UNKNOWN_CHANNEL")


def test_two_workers_and_one_that_begins_again_tell_it_once(
    desk: Desk, teller: Teller, clock: Clock, worker: Worker
) -> None:
    key, _ = begun(desk)
    with service() as there:
        phone = Subscriber(there)
        table = seated(desk, key, "blue")
        by_browser(desk, key, phone)
        moves(table, "red")
        others = [Teller(desk, clock, worker) for _ in range(2)]
        made = [it.look() for it in (teller, *others)]
        assert sorted(made) == [0, 0, 1]
        clock.move_on(LEASE)
        taken = [list(it.messages.take(9)) for it in (teller, *others)]
        assert sorted(map(len, taken)) == [0, 0, 1]
        # That worker is killed; the lease runs out, and another sends it.
        assert others[1].send() == 0
        clock.move_on(LEASE)
        assert others[1].send() == 1
        assert teller.send() == 0
        assert Teller(desk, clock, worker).run() == 0
        assert len(phone.came()) == 1


def test_a_browser_that_knows_a_former_key_is_told_under_that_key(tmp_path: Path) -> None:
    former = {"NAPOLEON_SECRET": "a long and quite random secret 5172"}
    newer = {
        "NAPOLEON_HOME": str(tmp_path),
        "NAPOLEON_SECRET": "another one, long and random too 9381",
        "NAPOLEON_FORMER_SECRET": former["NAPOLEON_SECRET"],
    }
    with service() as there:
        phone = Subscriber(there)
        said = phone.subscription()
        row = ChannelRow(
            person=1,
            kind=PUSH,
            target=phone.endpoint,
            name="phone",
            wish=INSTANT,
            key=said["keys"]["p256dh"],
            auth=said["keys"]["auth"],
            server=server_key(former),
            made=0,
        )
        sent = sealed(newer, row, b"{}", "topic", "mailto:napoleon@club.example", SECOND)
        assert sent is not None
        message = Received(phone.path, sent.headers, sent.body)
        assert signer(message) == server_key(former) != server_key(newer)
        assert phone.read(message) == {}
        lost = {**newer, "NAPOLEON_FORMER_SECRET": ""}
        assert sealed(lost, row, b"{}", "topic", "mailto:napoleon@club.example", SECOND) is None


def test_nobody_is_told_what_is_hidden(
    desk: Desk, teller: Teller, answers: Callable[[Received], int] = lambda _: 200
) -> None:
    """Two games that differ in what nobody may know are told in the same words."""
    key, _ = begun(desk)
    with service(answers) as there:
        for _ in range(2):
            table = seated(desk, key, "blue")
            by_webhook(desk, key, f"{there.url}{table.id}", form="discord")
            assert table.order("red", {"order": "draw"}).status_code == 201
            teller.run()
            desk.get("/me", key)
        said = {json.loads(it.body)["content"].rpartition(" ")[0] for it in there.received}
        assert len(said) == 1
