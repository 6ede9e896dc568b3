"""Bots and random players finish: there is no position in which a game stands still or breaks.

The registered bot is told the views of its seat and nothing else. It answers every question by an
offer, and the same randomness makes it play the same.
"""

from __future__ import annotations

from napoleon.rules.phrases import PLAIN, told
from tests.rulesets.playing import BOT, Played

REPEATED = 120
"""Orders of a game for which the bot is asked again."""


def test_a_game_comes_to_its_result(attempted: Played) -> None:
    assert not attempted.stopped, f"{attempted}: {attempted.stopped}"
    assert attempted.end.over, f"{attempted} is not over"


def test_the_result_names_a_winner_and_a_clause(played: Played) -> None:
    result, rules = played.end.state.result, played.entrant.rules
    if result is None:
        return
    assert result.winner in rules.names, (
        f"{played}: the winner {result.winner!r} has no display name: a seat, a side, or a draw"
    )
    assert told(result.reason, PLAIN).strip(), f"{played}: {result} gives no reason"
    assert rules.clause(result.clause), f"{played}: {result} cites a clause without a text"
    last = played.caused(played.steps[-1])
    cited = {clause for event in last for clause in event.clauses}
    assert result.clause in cited, (
        f"{played}: no event of the last order cites {result.clause}, by which the game was won"
    )


def test_the_bot_plays_the_same_with_the_same_randomness(played: Played) -> None:
    if played.by != BOT:
        return
    players = {seat: played.player(seat) for seat in played.seats}
    for step in played.steps[:REPEATED]:
        state = played.entrant.thawed(step.before)
        legal_orders = played.entrant.legal_orders(state, step.decision)
        order = played.asked(players[step.decision.seat], state, step.decision, legal_orders)
        assert order == step.order, f"{played}, {step}\nthe second time: {order}"
