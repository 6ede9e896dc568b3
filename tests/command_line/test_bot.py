"""``napoleon bot``: a bot answers for some seats of a game, and others for the rest."""

from __future__ import annotations

from random import Random

import pytest

from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.rules.orders import OrderGiven
from tests.command_line.conftest import Shell


def new_game(shell: Shell, **options: str | int | bool) -> str:
    """A game whose draws are the same every time: the French are asked first."""
    with Games(shell.env, entropy=Random(1816).randbytes) as games:
        return games.create("napoleon1815", "ligny_quatre_bras", options).game.id


def answer_at_random(shell: Shell, game_id: str, random: Random) -> None:
    """Another player answers once."""
    with Games(shell.env) as games:
        game = games.open(game_id)
        decision = random.choice(games.decisions(game))
        order = random.choice(list(games.rules(game).legal_orders(game.state, decision)))
        assert isinstance(games.submit_orders(game_id, decision.seat, [order]), Accepted)


def test_it_answers_until_others_have_to_decide(shell: Shell) -> None:
    game_id, random = new_game(shell), Random(1815)
    orders, waiting = 0, ["allied"]
    for _ in range(12):
        answer = shell.json("bot", game_id, "french")
        waiting = answer["waiting_for"]
        assert waiting == ["allied"]
        orders += answer["orders"]
        answer_at_random(shell, game_id, random)
    with Games(shell.env) as games:
        given = [it for it in games.history(game_id) if isinstance(it, OrderGiven)]
    assert sum(it.player == "french" for it in given) == orders > 0
    assert sum(it.player == "allied" for it in given) == 12


def test_it_plays_several_seats_to_the_end(shell: Shell) -> None:
    game_id = new_game(shell, players=3)
    result = shell.run("bot", game_id, "french", "anglo_dutch", "prussian")
    assert result.stdout.startswith("Orders given: ")
    assert result.stdout.endswith(" The game is over.\n")
    again = shell.json("bot", game_id, "prussian")
    assert (again["orders"], again["waiting_for"]) == (0, [])


def test_it_waits_when_it_is_not_asked(shell: Shell) -> None:
    game_id = new_game(shell)
    assert shell.run("bot", game_id, "allied").stdout == "Orders given: 0. Waiting for french.\n"


def test_it_answers_in_windows_whatever_the_form_of_its_seat(shell: Shell) -> None:
    with Games(shell.env, entropy=Random(1816).randbytes) as games:
        game_id = games.create("napoleon1815", "ligny_quatre_bras", {}, windows="form").game.id
    told = shell.run("bot", game_id, "french").stdout
    assert told.startswith("Orders given: 1. A window of cards stands open")
    told = shell.run("bot", game_id, "french", "allied").stdout
    assert told.endswith(" The game is over.\n")


@pytest.mark.parametrize("seat", ["prussian", "referee", "spectator", "x"])
def test_a_seat_that_the_game_does_not_have(shell: Shell, seat: str) -> None:
    result = shell.run("bot", new_game(shell), seat, status=2)
    assert result.stderr.endswith(f"There is no seat {seat}; the seats are french, allied.\n")


def test_an_unknown_game(shell: Shell) -> None:
    result = shell.run("bot", "nothere", "french", status=1)
    assert result.stderr == "There is no game nothere in the local store.\n"
