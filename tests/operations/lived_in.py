"""A store in which everything has been done that a store remembers, and what it answers."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.app import create_app
from api.mail import mailboxes
from api.mail.posting.sending import Unsent
from api.mail.rows import LetterRow, MailboxRow
from api.mail.stand_ins import StandInBook
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.record.checkpoints import hashes
from napoleon.record.tree import root
from napoleon.rules.events import REFEREE
from projections.store import open_views
from projections.worker import catch_up
from tests.api.desk import V1
from tests.command_line.conftest import Shell
from tests.mail.tables import Post
from tests.operations.formation import Formation
from tests.patience import PATIENCE
from tests.projections.audit import recorded_games

BOTS = {
    "napoleon1815": ("--scenario", "ligny_quatre_bras", "--to-turn", "2"),
    "napoleonic_empire": ("--to-turn", "2"),
    "napoleon_columbia": ("--to-turn", "2"),
    "eagles_waterloo": ("--to-turn", "2"),
}
"""Games that bots have begun, one of each ruleset."""

KEY = {"Idempotency-Key": "the-only-order", "If-Match": "*"}

HOOK = "https://club.example.org/napoleon"

READ = (
    *("", "/map", "/order-of-battle", "/victory-track", "/hand", "/decisions", "/turns"),
    *("/log?level=full&limit=1000", "/instructions", "/webhooks", "/mailbox", "/press"),
    *("/disputes", "/takebacks", "/rulings", "/clock", "/checkpoint", "/calendar"),
)
"""What is asked of each game, under every token."""


class ByMail(NamedTuple):
    """What was sent to and fro in a game by mail."""

    game: str
    received: bytes
    """A mail that the French got."""
    answered: bytes
    """What they answered, which was carried out."""
    highest: int
    """The highest number that was given to a mailbox, which is gone."""


class LivedIn(NamedTuple):
    """A store that was lived in, and who has what in it."""

    tokens: dict[str, dict[str, str]]
    """By game and holder."""
    asked: tuple[str, str, Mapping[str, Any]]
    """The address of a request, its token and its body; it was sent under `KEY`."""
    answered: Any
    """What was answered to it."""
    by_mail: ByMail
    key: str
    """Of a device of somebody who has a seat on their desk."""


def furnish(shell: Shell) -> LivedIn:
    """Do everything in the store of `shell`: play, write, share, dispute, fork, answer by mail."""
    for ruleset, more in BOTS.items():
        shell.run("play", ruleset, "--seed", "4", *more)
    post = Post(shell.env, "1815")
    post.set_up("napoleon1815", "historical_invasion")
    client = create_app(env=shell.env).test_client()
    tokens = {post.id: post.tokens}
    by_mail = _answer_by_mail(post)
    asked, answered = _act(client, post)
    _set_up_others(client, post, tokens)
    key = _begin_a_desk(client, post.tokens["french"])
    with open_games(shell.env) as games:
        catch_up(games, open_views(shell.env))
    post.close()
    return LivedIn(tokens, asked, answered, by_mail, key)


def _begin_a_desk(client: FlaskClient, token: str) -> str:
    """Somebody begins a desk, and lays a seat on it; the key of their device."""
    key = str(_call(client, "POST", "/me", None, {"name": "Ney"}).json["key"])
    answer = _call(client, "POST", "/me/seats", key, {"token": token})
    assert answer.status_code == 204, answer.text
    return key


def _answer_by_mail(post: Post) -> ByMail:
    """Mails were sent and answered; orders wait, a mail is held, and one is on its way."""
    for seat in ("french", "allied"):
        post.leave(seat)
    post.run()
    received = post.newest("french").as_bytes()
    answered = post.reply("french", "blue none\nthen: activate Beaumont: Drouot")
    post.mail(answered)
    post.run()
    assert post.waits("french")
    forged = post.reply("allied", "blue none", From="Stranger <stranger@elsewhere.example>")
    post.mail(forged, sender="stranger@elsewhere.example")
    named = StandInBook(post.office).name_stand_in(
        post.games.open(post.id), "french", "friend@home.example", "en"
    )
    assert isinstance(named, Game)

    def away(letter: LetterRow) -> None:
        raise Unsent("the mail server is away")

    mailboxes.leave(
        post.office, post.id, REFEREE, post.tokens[REFEREE], {"address": "ref@players.example"}
    )
    post.run(away)
    assert [it for it in post.office.store.outbox.all() if it.state == "waiting"]
    # A mailbox that is gone: its number must never be given again.
    gone = post.office.store.mailboxes.put(
        MailboxRow(post.id, "deputy", "", "gone@players.example", "off", "UTC", "en")
    )
    post.office.store.mailboxes.erase(gone.id)
    return ByMail(post.id, received, answered, gone.id)


def _act(client: FlaskClient, post: Post) -> tuple[tuple[str, str, Mapping[str, Any]], Any]:
    """Everything that is done over REST to one game."""
    game, french, allied = post.id, post.tokens["french"], post.tokens["allied"]

    def sent(path: str, token: str, body: Any, method: str = "POST", status: int = 201) -> Any:
        answer = _call(client, method, f"/games/{game}{path}", token, body, {"If-Match": "*"})
        assert answer.status_code == status, answer.text
        return answer.json

    asking: tuple[str, str, Mapping[str, Any]] = (f"/games/{game}/orders", allied, {})
    decisions = _call(client, "GET", f"/games/{game}/decisions", allied).json["decisions"]
    [mine] = [it for it in decisions if it["seat"] == "allied"]
    asking = (asking[0], allied, mine["offers"][0])
    answer = _call(client, "POST", *asking, KEY)
    assert answer.status_code == 201, answer.text
    sent("/instructions", allied, {"instruction": "decline_window", "window": "W.OPSTART"})
    dropped = sent("/instructions", french, {"instruction": "decline_window", "window": "W.COMBAT"})
    sent("/instructions", french, {"instruction": "decline_all"})
    sent(f"/instructions/{dropped['id']}", french, None, "DELETE", 204)
    sent("/webhooks", french, {"url": HOOK})
    sent("/webhooks", post.tokens[REFEREE], {"url": f"{HOOK}/referee"})
    post.games.put_name(game, "french", "Ney é")
    erased = sent("/press", french, {"to": ["allied"], "text": "I did not write that."})
    sent("/press", french, {"to": ["all"], "text": "Vive l'Empereur! \N{SNOWMAN}"})
    sent(f"/texts/{erased['text_id']}", french, None, "DELETE", 204)
    claim = {"version": 2, "clause": "1.1", "claim": "That was not so.", "relief": "stand"}
    events = _call(client, "GET", f"/games/{game}/log?limit=1000", french).json["events"]
    cited = next(it for it in events if it["clauses"])
    claim |= {"version": cited["version"], "clause": cited["clauses"][0]}
    case = sent("/disputes", french, claim)["dispute"]
    sent(f"/disputes/{case}/statements", allied, {"text": "It was."})
    sent("/takebacks", french, {})
    return asking, answer.json


def _set_up_others(client: FlaskClient, post: Post, tokens: dict[str, dict[str, str]]) -> None:
    """A fork, which no list shows; a game by the clock with a bot; and one with a shared seat."""
    forked = _call(
        client,
        "POST",
        f"/games/{post.id}/forks",
        post.tokens[REFEREE],
        {"at": post.games.head(post.id)},
    )
    clocked = _call(
        client,
        "POST",
        "/games",
        None,
        {
            "ruleset": "napoleon1815",
            "scenario": "historical_invasion",
            "bots": ["allied"],
            "clock": {"answer": 2880, "time_zone": "Europe/Paris"},
        },
    )
    empire = _call(
        client,
        "POST",
        "/games",
        None,
        {"ruleset": "napoleonic_empire", "scenario": "europe", "referee": True},
    )
    for answer in (forked, clocked, empire):
        assert answer.status_code == 201, answer.text
        held = {it["seat"]: it["token"] for it in answer.json["seats"]}
        if answer.json["referee"]:
            held[REFEREE] = answer.json["referee"]["token"]
        tokens[answer.json["id"]] = held
    shares = f"/games/{empire.json['id']}/seats/allied/shares"
    shared = _call(client, "POST", shares, tokens[empire.json["id"]]["allied"], {"share": "russia"})
    assert shared.status_code == 201, shared.text
    tokens[empire.json["id"]]["russia"] = shared.json["token"]


def _call(
    client: FlaskClient,
    method: str,
    path: str,
    token: str | None,
    body: Any = None,
    headers: Mapping[str, str] | None = None,
) -> TestResponse:
    known = {"Authorization": f"Bearer {token}"} if token else {}
    options = {} if body is None else {"json": body}
    sent = {"X-Request-Id": "0123456789abcdef", **known, **(headers or {})}
    return client.open(V1 + path, method=method, headers=sent, **options)


# -- what a store answers --------------------------------------------------------------------------


@contextmanager
def open_games(env: Mapping[str, str]) -> Iterator[Games]:
    with Games({**env, "CREATE_TABLE": "no"}) as games:
        yield games


class Served(NamedTuple):
    """What a web process of the service answers."""

    pages: dict[str, tuple[int, str]]
    """Everything that anybody is shown: status and text by address and holder."""
    again: Any
    """What the request is answered that was accepted before."""
    caused: int
    """How many events that caused."""


def served(env: Mapping[str, str], folder: Path, home: LivedIn) -> Served:
    """Ask a web process for everything, under all tokens; none of them may be dead."""
    with open_games(env) as games:
        played = recorded_games(games)
        before = games.recorder.max_notification_id() or 0
    quietly = {"NAPOLEON_LIMITS": "off", "WEB_CONCURRENCY": "1", "WEB_AHEAD": "off"}
    formation = Formation({**env, **quietly}, folder, "web")
    try:
        formation.wait_until_ready(formation.web)
        with httpx.Client(base_url=formation.web + V1, timeout=PATIENCE) as client:
            pages = dict(_pages(client, played, home))
            path, token, body = home.asked
            sent = {**KEY, "Authorization": f"Bearer {token}"}
            again = client.post(path, json=body, headers=sent)
            assert again.status_code == 201, again.text
    finally:
        formation.end(signal.SIGTERM)
        formation.clear_away()
    with open_games(env) as games:
        caused = (games.recorder.max_notification_id() or 0) - before
    # Addresses have the port of this process.
    return Served(
        {at: (status, text.replace(formation.web, "")) for at, (status, text) in pages.items()},
        again.json(),
        caused,
    )


def _pages(
    client: httpx.Client, played: list[str], home: LivedIn
) -> Iterator[tuple[str, tuple[int, str]]]:
    for game in played:
        for holder, token in {**home.tokens.get(game, {}), "": None}.items():
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            for path in READ:
                answer = client.get(f"/games/{game}{path}", headers=headers)
                assert answer.status_code not in (401, 500), (path, holder, answer.text)
                yield f"{game}{path} {holder}", (answer.status_code, answer.text)
    for path in ("/games", "/rulings"):
        yield path, (200, client.get(path).raise_for_status().text)
    for path in ("/me", "/me/games"):
        answer = client.get(path, headers={"Authorization": f"Bearer {home.key}"})
        yield path, (200, answer.raise_for_status().text)


def records(env: Mapping[str, str]) -> dict[str, tuple[object, ...]]:
    """What the record of every game is: its root, its checkpoints, its events as stored."""
    found = {}
    with open_games(env) as games:
        for game in recorded_games(games):
            head = games.head(game)
            found[game] = (
                root(hashes(games, game, head)),
                games.recorder.checkpoints(game),
                [
                    (it.originator_version, it.topic, it.state)
                    for it in games.recorder.select_events(game)
                ],
                games.names(game),
                games.recorder.texts(game),
                games.recorder.standing_orders(game),
                games.recorder.webhooks(game),
            )
    return found
