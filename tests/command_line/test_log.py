"""``napoleon log``: the journal, and why a number is what it is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from napoleon.log.events.rewinds import ALL, RULING
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.play.referee.takebacks import go_back
from napoleon.rules.events import REFEREE
from napoleon.rules.narration import describe
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815 import RULES
from tests.command_line.conftest import Shell


def flat(text: str) -> str:
    """The words of a printed table in one line, however its cells were broken."""
    lines = (line.strip("│┃ \n") for line in text.splitlines())
    return " ".join(" ".join(lines).replace("│", " ").split())


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seat", ["french", "allied", "spectator", "referee"])
def test_the_journal_is_told_to_a_seat(veteran: Shell, game: str, seat: str) -> None:
    text = flat(veteran.run("log", game, "--seat", seat, "--level", "full").stdout)
    with Games(veteran.env) as games:
        events = games.history(game)
    for event in events:
        sentence = " ".join(describe(event, Viewer(seat), RULES.names).split())
        assert f"{event.version} {event.turn} {event.phase} {sentence}".replace("  ", " ") in text
    seen = [{**redacted(event, Viewer(seat)), "undone": False} for event in events]
    told_in_full = veteran.json("log", game, "--seat", seat, "--level", "full")
    assert told_in_full == json.loads(json.dumps(seen))


def test_the_story_leaves_out_what_chance_was_called_for(veteran: Shell, game: str) -> None:
    calls = {"draws_called", "secret_draws_called", "link_revealed"}
    everything = veteran.json("log", game, "--level", "full")
    story = [event for event in everything if event["type"] not in calls]
    assert len(story) < len(everything)
    assert veteran.json("log", game) == veteran.json("log", game, "--level", "play") == story


def test_what_is_hidden_is_not_told_to_others(veteran: Shell, game: str) -> None:
    hidden = [event for event in veteran.json("log", game, "--seat", "allied")
              if event["type"] == "card_drawn" and event["data"]["card"] is None]  # fmt: skip
    own = {event["version"]: event for event in veteran.json("log", game, "--seat", "french")}
    assert hidden
    for event in hidden:
        assert own[event["version"]]["data"]["card"] is not None
    assert veteran.run("log", game).stdout != veteran.run("log", game, "--seat", "french").stdout


def test_the_journal_up_to_a_version(veteran: Shell, game: str) -> None:
    everything = veteran.json("log", game, "--level", "full")
    assert veteran.json("log", game, "--at", "41", "--level", "full") == everything[:41]
    newest = str(len(everything))
    assert veteran.json("log", game, "--at", newest, "--level", "full") == everything
    assert "│      42 │" not in veteran.run("log", game, "--at", "41").stdout


def explained(veteran: Shell, game: str) -> list[dict[str, Any]]:
    return [event for event in veteran.json("log", game, "--seat", "referee")
            if event.get("breakdown")]  # fmt: skip


def test_a_number_is_explained(veteran: Shell, finished: str) -> None:
    events = explained(veteran, finished)
    assert len({event["type"] for event in events}) > 2
    for event in [*events[:3], *events[-3:]]:
        arguments = ("log", finished, "--seat", "referee", "--explain", str(event["version"]))
        answer = veteran.json(*arguments)
        assert {key: answer[key] for key in event} == event
        assert answer["total"] == sum(line["amount"] for line in event["breakdown"])
        cited = {*event["clauses"], *(line["clause"] for line in event["breakdown"])}
        assert answer["texts"] == {clause: RULES.clause(clause) for clause in cited}
        assert all(answer["texts"].values())

        text = flat(veteran.run(*arguments).stdout)
        assert text.startswith(f"{event['version']} ({event['type']}): {answer['told']}")
        for line in event["breakdown"]:
            assert f"{line['amount']} {line['clause']} {line['note']}".strip() in text
        assert f"{sum(line['amount'] for line in event['breakdown'])} in all" in text
        for clause, words in answer["texts"].items():
            assert f"{clause} {' '.join(words.split())}" in text


def test_an_event_without_a_number_is_explained_by_its_clauses(veteran: Shell, game: str) -> None:
    answer = veteran.json("log", game, "--explain", "1")
    assert answer["type"] == "game_created"
    assert answer["data"]["seed"] is None
    assert answer["data"]["tokens"] is None
    assert "breakdown" not in answer
    assert "Why" not in veteran.run("log", game, "--explain", "1").stdout


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seat", ["spectator", "referee", "french"])
def test_seeds_and_tokens_are_in_no_output(
    veteran: Shell, game: str, finished: str, seat: str
) -> None:
    texts = [veteran.run(command, game, "--seat", seat).stdout for command in ("log", "show")]
    for game_id in (game, finished):
        with Games(veteran.env) as games:
            created = games.open(game_id).created
        answers = [
            veteran.run(command, game_id, "--seat", seat, "--json").stdout
            for command in ("log", "show")
        ]
        for secret in (created.seed, *created.tokens.values()):
            assert len(secret) == 64
            assert not any(secret in text for text in [*texts, *answers])


def test_a_hidden_breakdown_is_said_to_be_hidden(veteran: Shell, game: str) -> None:
    hidden = [event for event in veteran.json("log", game, "--seat", "allied")
              if event.get("breakdown", ()) is None]  # fmt: skip
    for event in hidden[:3]:
        arguments = ("log", game, "--seat", "allied", "--explain", str(event["version"]))
        assert "hidden from this seat" in veteran.run(*arguments).stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("0000000000",), "There is no game 0000000000"),
        (("GAME", "--at", "9999"), "no version 9999"),
        (("GAME", "--explain", "9999"), "no version 9999"),
        (("GAME", "--seat", "russian"), "no seat russian"),
    ],
)
@pytest.mark.parametrize("as_json", [False, True])
def test_what_is_not_there(
    veteran: Shell, game: str, arguments: tuple[str, ...], message: str, as_json: bool
) -> None:
    chosen = [game if argument == "GAME" else argument for argument in arguments]
    result = veteran.run("log", *chosen, *["--json"] * as_json, status=1)
    assert message in result.stderr
    if as_json:
        assert message in json.loads(result.stdout)["error"]["detail"]
    else:
        assert result.stdout == ""


@pytest.mark.parametrize("arguments", [(), ("GAME", "--explain", "0"), ("GAME", "--at", "x")])
def test_wrong_usage(veteran: Shell, arguments: tuple[str, ...]) -> None:
    assert veteran.run("log", *arguments, status=2).stderr.startswith("Usage:")


def test_what_was_undone_is_marked(shell: Shell) -> None:
    game = shell.run("play", "napoleon1815", "--to-turn", "2").stdout.strip()
    with Games(shell.env) as games:
        end = games.head(game)
        seat = games.decisions(games.open(game))[0].seat
        legal_orders = games.rules(games.open(game)).legal_orders
        order = next(
            iter(legal_orders(games.open(game).state, games.decisions(games.open(game))[0]))
        )
        assert isinstance(games.submit_orders(game, seat, [order]), Accepted)
        given = games.head(game)
        games.transact(game, lambda act: go_back(games, act, end, RULING, 0, "", ALL, by=REFEREE))
    play = shell.json("log", game, "--level", "play")
    undone = [event["version"] for event in play if event["undone"]]
    assert undone
    assert all(end < version <= given for version in undone)
    assert f"{undone[0]}" not in [str(event["version"]) for event in shell.json("log", game)]
    assert "(undone)" in shell.run("log", game, "--level", "play").stdout
    assert "(undone)" not in shell.run("log", game).stdout
    assert shell.json("log", game, "--explain", str(undone[0]))["undone"] is True
    then = shell.json("log", game, "--at", str(given))
    assert {event["version"] for event in then} >= set(undone), "then it had not been undone"
