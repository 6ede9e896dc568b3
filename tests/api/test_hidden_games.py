"""Whole games that differ in what a reader may not know are answered to him with the same bytes.

Every version is asked for, in the middle of orders as well as between them: views, what has changed
since, the position as a text, log and journal at every level, turns, decisions, refusals, what a
late order has missed, the live stream and webhooks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from urllib.parse import quote

import pytest
from markupsafe import escape
from werkzeug.test import TestResponse

from api.fields import form_of
from api.mail.letters.turn import turn_letter
from api.mail.office import open_office
from api.mail.rows import MailboxRow
from napoleon.chance import SeededChance
from napoleon.log.levels import LEVELS
from napoleon.record.checkpoints import note
from napoleon.rules.contract import Ruleset
from napoleon.rules.orders import Refusal, to_data
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.storybook import words_of
from tests.api.desk import VIEWS
from tests.api.twin_stories import GAME, Story, Telling, story_of_1815, story_of_cards, tell_story
from tests.live.listening import listen
from tests.rulesets.entrants import Form, entrants
from tests.rulesets.guessing import Words, guesses

LIGNY = "ligny_quatre_bras"
FOG = Form(LIGNY, {"players": 2, "rules": "grognard"})
THREE_IN_FOG = Form(LIGNY, {"players": 3, "rules": "grognard"})
STRICT = {"strict_discards": True}


def of_cards(ruleset: str, form: Form, reader: str, seed: int) -> tuple[str, Callable[[], Story]]:
    """The game of a story whose hidden cards differ, and how it is made."""
    return ruleset, lambda: story_of_cards(ruleset, form, reader, seed)


STORIES: dict[str, tuple[str, Callable[[], Story]]] = {
    "fog": ("napoleon1815", lambda: story_of_1815(8, FOG, "french")),
    "three players in fog": ("napoleon1815", lambda: story_of_1815(8, THREE_IN_FOG, "prussian")),
    "strict discards": of_cards("napoleon1815", Form(LIGNY, STRICT), "allied", 12),
    "empire": of_cards("napoleonic_empire", Form("europe", {}), "french", 14),
    "eagles": of_cards("eagles_waterloo", Form("ligny", {}), "french", 12),
    "wars": of_cards("napoleonic_wars", Form("1805", {"players": 4}), "fr", 12),
    "columbia": of_cards("napoleon_columbia", Form("historical", {"players": 3}), "french", 12),
}
"""The game of each story, and how the story is made: that takes seconds."""

ENOUGH = {
    "fog": 8,
    "three players in fog": 6,
    "strict discards": 8,
    "empire": 24,
    "eagles": 10,
    "wars": 8,
    "columbia": 8,
}
"""Orders of each under ``make test``: in fog the set-up alone is some sixty versions."""

TOLD = [
    *ENOUGH.items(),
    *(pytest.param(name, 40, marks=pytest.mark.soak) for name in STORIES),
]
"""What is told of each."""


def answers(telling: Telling, story: Story) -> Iterator[tuple[str, bytes]]:
    """All that the reader is answered when the whole story has been told."""
    table, seat = telling.table, seat_of(telling, story)
    newest = table.version
    paths = [f"/{name}?at={version}" for name in VIEWS for version in range(1, newest + 1)]
    paths += [f"/{name}?at={at}&since={at - 1}" for name in VIEWS for at in range(2, newest + 1, 3)]
    paths += [f"/{name}?since={since}" for name in VIEWS for since in range(1, newest, 12)]
    paths += [f"/log/{version}" for version in range(1, newest + 1)]
    paths += [f"/{log}?level={it}&limit=1000" for log in ("log", "journal") for it in LEVELS]
    paths += [f"/position?at={version}" for version in range(1, newest + 1)]
    paths += ["", "/turns", *(f"/{name}?turn=1" for name in (*VIEWS, "position"))]
    for path in paths:
        yield path, in_full(table.get(path, seat))
    stream = {"Accept": "application/x-ndjson"}
    yield "the log as a stream", in_full(table.get("/log", seat, headers=stream))
    yield from ((f"refused: {order}", body) for order, body in refusals(telling, story))
    if seat is not None:
        yield from commands(telling, seat)
        yield "turn mail", turn_mail(telling, seat)
    if seat is not None:
        yield "stale", in_full(table.order(seat, {"order": "pass"}, '"1"'))
        yield "webhooks", repr(telling.told).encode()
    assert telling.follower is not None
    telling.follower.upto(newest)
    with listen(table, seat, last=0) as late:
        late.upto(newest)
    for name, client in (("live", telling.follower), ("live, late", late)):
        yield name, client.received.replace(b": nothing new\n\n", b"")
    if seat is not None:
        yield from done(telling, seat)


def in_full(answer: TestResponse) -> bytes:
    """Status, headers and body of an answer. Two failures are alike, and tell nothing."""
    assert answer.status_code < 500, f"{answer.request.path}: {answer.status}"
    # A receipt stands for all of the log, the salted hidden things too, as checkpoints do.
    told = sorted(it for it in answer.headers if it[0] != "Napoleon-Receipt")
    return f"{answer.status} {told!r}\n".encode() + answer.data


def done(telling: Telling, seat: str) -> Iterator[tuple[str, bytes]]:
    """What the reader is answered to what they do beside orders, or may not do."""
    table, rules = telling.table, telling.desk.games.rules(telling.desk.games.open(GAME))
    answers = rules.standing
    kinds = [form_of(it).tag for it in answers.kinds] if answers else []
    places = [*rules.names][:2]
    lines = [
        *(f"instruct {kind}" for kind in kinds),
        *("instructions", "forget 1", "press to all: Hold the line.", "press"),
        f"dispatch from {places[0]} to {places[1]}, to all: March.",
        *("dispute 1 This is wrong.", "statement 1 It is right.", "take back I erred."),
        *("agree 1", "refuse 1", "withdraw", "clock", "absence 2030-01-01 to 2030-01-02", "xyzzy"),
    ]
    for line in lines:
        yield f"done: {line}", in_full(table.post("/commands", seat, {"line": line}))
    put_right = [{"correct": it} for it in _corrections(rules)]
    for path, body in (
        ("/forks", {"at": 1}),
        ("/forks", {"at": table.version}),
        ("/rulings", {"outcome": "correct", "reason": "So.", "corrections": put_right}),
        *(("/instructions", {"instruction": kind}) for kind in kinds),
        ("/dispatches", {"from": places[0], "to": places[1], "seat": seat, "text": "March."}),
        ("/takebacks", {"reason": "I erred."}),
    ):
        yield f"done: {path} {body}", in_full(table.post(path, seat, body))
    for path in ("/instructions", "/press", "/dispatches", "/disputes", "/takebacks", "/taint"):
        yield f"{path}, after all", in_full(table.get(path, seat))


def _corrections(rules: Ruleset) -> list[str]:
    kinds = rules.corrections.kinds if rules.corrections else ()
    return [form_of(it).tag for it in kinds]


def commands(telling: Telling, seat: str) -> Iterator[tuple[str, bytes]]:
    """What the reader is answered to every command that looks at something."""
    newest = telling.table.version
    lines = ["status", "map", "map 1", "history", "hand", "orders", "instructions", "help"]
    lines += ["who", "why 1"]
    game = telling.desk.games.open(telling.table.id)
    rules = telling.desk.games.rules(game)
    lines += [f"forces of {it}" for it in game.created.seats]
    board = telling.table.get("/map", seat).json
    lines += [f"map around {it['id']}" for it in board["areas"][:12]]
    deck = [] if rules.pictures is None else rules.pictures.deck(words_of(rules, ENGLISH))
    lines += [f"card {it.title}" for it in deck[:6]]
    lines += [f"history {at} {at}" for at in range(1, newest + 1, 5)]
    lines += [f"explain {version}" for version in range(1, newest + 1)]
    token = telling.table.token(seat)
    for line in lines:
        path = f"/games/{telling.table.id}/commands"
        yield line, in_full(telling.desk.call("POST", path, token, body={"line": line}))


def turn_mail(telling: Telling, seat: str) -> bytes:
    """The mail that tells the reader all that has happened.

    Without the signed checkpoint, in which all that is hidden is hashed with salt.
    """
    games = telling.desk.games
    game = games.open(telling.table.id)
    office = open_office(games)
    box = MailboxRow(game.id, seat, game.tokens[seat], "a@b.example", "instant", "UTC", "en")
    letter = turn_letter(office, box, office.reading(game, box), "state")
    office.store.close()
    texts = "".join(letter.drawn).encode()
    for line in note(games, game.id, game.version).splitlines()[2:]:
        texts = texts.replace(line.encode() or b"-", b"")
        texts = texts.replace(str(escape(line)).encode() or b"-", b"")
    assert letter.picture is not None
    tag = office.question_address(box, letter.asks).encode()
    return texts.replace(tag, b"").replace(quote(tag, safe="@+.").encode(), b"") + letter.picture


def seat_of(telling: Telling, story: Story) -> str | None:
    """The seat of the reader; None for a spectator."""
    return story.reader if story.reader in telling.desk.games.open(GAME).created.seats else None


def refusals(telling: Telling, story: Story) -> Iterator[tuple[str, bytes]]:
    """What the reader is answered to orders of all verbs that he may not give now."""
    game, random = telling.desk.games.open(GAME), Random(1815)
    rules = telling.desk.games.rules(game)
    words = Words(rules, rules.decisions(game.state))
    seat = seat_of(telling, story)
    for verb in rules.verbs:
        for order in guesses(verb, words, random, 2):
            chance = SeededChance("18" * 32, GAME, drawn=game.state.draws)
            if seat is None or isinstance(rules.decide(game.state, seat, order, chance), Refusal):
                body = to_data(order)
                yield repr(body), in_full(telling.table.order(seat, body))


def now(telling: Telling, story: Story, seen: dict[str, bytes]) -> None:
    """Note what the reader is answered between two orders."""
    seat, version = seat_of(telling, story), telling.table.version
    for path in (*VIEWS, "position", "turns", ""):
        answer = telling.table.get(f"/{path}" if path else "", seat)
        seen[f"{path} at version {version}"] = in_full(answer)


def all_that_is_answered(home: Path, story: Story, which: int) -> dict[str, bytes]:
    """Every answer that the reader gets in one of the stories, by what was asked."""
    seen: dict[str, bytes] = {}
    telling = tell_story(home, story, which, lambda it: now(it, story, seen))
    try:
        return seen | dict(answers(telling, story))
    finally:
        telling.close()


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("name", "orders"), TOLD)
def test_whole_games_cannot_be_told_apart(tmp_path: Path, name: str, orders: int) -> None:
    game, make = STORIES[name]
    whole = make()
    assert {rules.name for rules in whole.rules} == {game}
    story = whole._replace(batches=whole.batches[:orders])
    assert len(story.batches) > 5, "the stories are long enough to be compared"
    assert any(mine != yours for mine, yours in story.batches), "the stories differ"
    one, other = (all_that_is_answered(tmp_path / str(which), story, which) for which in range(2))
    assert one.keys() == other.keys()
    assert [asked for asked in one if one[asked] != other[asked]] == []


def test_every_game_is_told_as_twins() -> None:
    assert {game for game, _ in STORIES.values()} == set(entrants())
