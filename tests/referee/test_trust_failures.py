"""What goes wrong between people in the middle of a game, and what the record says then.

The cases are those of a survey of play by mail, by their numbers in it.
"""

from __future__ import annotations

import pytest

from napoleon.chance.chains import SECRET, link
from napoleon.chance.draws import Label, number
from napoleon.log.events.cases import TakebackAnswered
from napoleon.log.events.rewinds import ALL, HistoryRewound
from napoleon.log.game import Game
from napoleon.play import seats
from napoleon.play.games import Games
from napoleon.play.outcomes import DeadToken
from napoleon.play.referee import takebacks
from napoleon.rules.events import SPECTATOR
from napoleon.rules.narration import describe
from napoleon.rules.orders import Refusal
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from tests.referee.law import DRAW, PASS, ask, calls, give, of_type, table, turn
from tests.toy import CardDrawn


def draw_of(game: Game, link_number: int, branch: int, draw: int, purpose: str, size: int) -> int:
    """What a draw would give that is made in `game` with these numbers."""
    key = link(game.created.seed, SECRET, link_number)
    nonces = tuple(sorted(game.nonces.items()))
    return number(key, Label(game.id, branch, link_number, draw, purpose, size, nonces))


def test_3_the_loser_asks_at_turn_9_to_go_back_to_turn_4(games: Games) -> None:
    """Nobody may learn later cards; new branch, new draws; the old branch stays readable."""
    game_id = games.create("toy", "wide", {"turns": 50}, referee=True).game.id
    while games.open(game_id).state.turn < 4:
        turn(games, game_id, DRAW, DRAW)
    to = games.head(game_id)
    fourth = games.open(game_id)
    while games.open(game_id).state.turn < 9:
        turn(games, game_id, DRAW, DRAW)
    ninth = games.open(game_id)
    old = {v: table(games.at(game_id, v)) for v in range(to, ninth.version + 1)}
    told_then = [
        redacted(event, Viewer("red")) for event in games.history(game_id, upto=ninth.version)
    ]

    asked = ask(games, game_id, "red", to, why="I was losing.", reroll=ALL).takeback
    case = takebacks.answer(games, game_id, "blue", asked, "agree")
    assert not isinstance(case, Refusal)

    now = games.open(game_id)
    assert table(now) == table(fourth)
    assert (now.branch, ninth.branch) == (1, 0)
    [agreed] = of_type(games, game_id, TakebackAnswered)
    assert (agreed.seat, agreed.answer) == ("blue", "agree"), "who has agreed is in the log"
    assert games.open(game_id).takebacks[asked].answers == {"blue": ALL}

    before = calls(games, game_id)
    turn(games, game_id, DRAW, DRAW)
    after = calls(games, game_id, after=now.version)
    assert not {it.link for it in after} & {it.link for it in before}, "used links stay burnt"
    assert all(it.repeats == 0 for it in after)
    drawn = of_type(games, game_id, CardDrawn, after=now.version)
    for call, result in zip(after, drawn, strict=True):
        bag = games.at(game_id, call.version).state.bag
        made = {
            branch: draw_of(now, call.link, branch, call.first, call.purposes[0], call.sizes[0])
            for branch in (0, 1)
        }
        assert bag[made[1]] == result.card, "it is made in the new branch"

    assert {v: table(games.at(game_id, v)) for v in old} == old, "the old branch is there for ever"
    assert [
        redacted(event, Viewer("red")) for event in games.history(game_id, upto=ninth.version)
    ] == (told_then)
    for version in (to + 3, ninth.version):
        hand = games.view(games.at(game_id, version), "red")["hand"]["cards"]
        assert hand is not None
        assert games.view(games.at(game_id, version), SPECTATOR)["hand"]["cards"] is None


def test_6_an_umpire_acts_for_a_seat_and_everybody_reads_it(games: Games, game_id: str) -> None:
    start = games.head(game_id)
    give(games, game_id, "red", DRAW, by="referee")
    events = games.history(game_id, after=start)
    acted = [event for event in events if event.type in ("order_given", "card_drawn", "go_ended")]
    assert len(acted) == 3
    names = games.rules(games.open(game_id)).names
    for event in acted:
        for reader in (SPECTATOR, "blue", "red"):
            assert (
                redacted(event, Viewer(reader))["by"],
                redacted(event, Viewer(reader))["behalf"],
            ) == (
                "referee",
                "red",
            )
            assert "(The referee acted for Red.)" in describe(event, Viewer(reader), names)
    [drawn] = of_type(games, game_id, CardDrawn, after=start)
    assert redacted(drawn, Viewer("blue"))["data"]["card"] is None, "what it was about stays hidden"
    assert redacted(drawn, Viewer("red"))["data"]["card"] == drawn.card


def test_7_a_player_leaves_and_his_seat_passes_on(games: Games, game_id: str) -> None:
    left = games.claim(game_id, "red", name="Ney")
    give(games, game_id, "red", DRAW)
    knew = games.view(games.open(game_id), "red")

    invitation = seats.hand_over(games, game_id, "red", left)
    assert isinstance(invitation, str)
    assert games.open(game_id).seat_of(left) is None, "the old token is refused"
    with pytest.raises(DeadToken):
        seats.hand_over(games, game_id, "red", left)
    assert games.names(game_id) == {}
    token = games.claim(game_id, "red", token=invitation, name="Soult")
    now = games.open(game_id)
    assert (now.seat_of(token), now.seat_of(invitation)) == ("red", None)

    sees = games.view(now, "red")
    assert sees["hand"]["cards"] == knew["hand"]["cards"], "the newcomer sees what the seat knew"
    for name, view in sees.items():
        assert {**view, "version": 0} == {**knew[name], "version": 0}, "and nothing else"
    log = str([redacted(event, Viewer("blue")) for event in games.history(game_id)])
    assert "Ney" not in log
    assert "Soult" not in log
    assert "seat_handed_over" in log
    give(games, game_id, "blue", PASS)
    assert of_type(games, game_id, HistoryRewound) == []
