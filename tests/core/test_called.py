"""What draws are called for is in the log before their results, and shows that they are fair."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from napoleon.chance import PUBLIC, SECRET, Call, Label, anchor, commitment, link, number
from napoleon.chance.draws import digest_of
from napoleon.log.events.draws import (
    DrawsCalled,
    LinkRevealed,
    SecretDrawsCalled,
    drawn_values,
    with_calls,
)
from napoleon.play.games import Games
from napoleon.rules.events import SPECTATOR
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815.events.cards import DiceRolled
from napoleon.rulesets.napoleon1815.events.fog import TokensReplaced
from tests.core.play import play
from tests.repetitions import IN_THE_HOUSE
from tests.toy import CardDrawn, CardPlayed

pytestmark = IN_THE_HOUSE

SEED = "5e" * 32


def call(draw: int, chain: str = SECRET, *, link: int = 3, repeats: int = 0) -> Call:
    return Call(draw, f"card {draw}", 10 - draw, f"{draw:032x}", chain, link, repeats)


def card(draw: int) -> CardDrawn:
    return CardDrawn(player="red", card=7, draw=draw, turn=2, phase="go")


PLAYED = CardPlayed(player="red", card=7, points=7, breakdown=(), turn=2, phase="go")


def test_draws_are_called_before_the_event_with_their_result() -> None:
    told = with_calls([PLAYED, card(0), PLAYED, card(1)], [call(0), call(1)], SEED)
    assert told == [
        PLAYED,
        SecretDrawsCalled(0, ("card 0",), (10,), (f"{0:032x}",), 3, turn=2, phase="go"),
        card(0),
        PLAYED,
        SecretDrawsCalled(1, ("card 1",), (9,), (f"{1:032x}",), 3, turn=2, phase="go"),
        card(1),
    ]


def test_draws_of_one_result_are_called_together() -> None:
    told = with_calls([card(2)], [call(0), call(1), call(2)], SEED)
    assert [event.topic for event in told] == [SecretDrawsCalled.topic, CardDrawn.topic]
    [called, _] = told
    assert isinstance(called, SecretDrawsCalled)
    assert (called.first, called.sizes) == (0, (10, 9, 8))
    assert called.purposes == ("card 0", "card 1", "card 2")


def test_draws_of_other_chains_and_repeated_ones_are_called_apart() -> None:
    calls = [call(0), call(1, PUBLIC, link=5), call(2, link=0, repeats=40)]
    told = with_calls([card(2)], calls, SEED)
    assert [(type(it), it.first, it.link, it.repeats) for it in told[:3]] == [  # type: ignore[attr-defined]
        (SecretDrawsCalled, 0, 3, 0),
        (DrawsCalled, 1, 5, 0),
        (SecretDrawsCalled, 2, 0, 40),
    ]


def test_the_link_of_public_draws_is_revealed_behind_the_last_event() -> None:
    calls = [call(0, PUBLIC, link=5), call(1), call(2, PUBLIC, link=5)]
    told = with_calls([card(0), card(1), card(2), PLAYED], calls, SEED)
    revealed = [event for event in told if isinstance(event, LinkRevealed)]
    assert revealed == [told[-1]]
    assert (revealed[0].chain, revealed[0].link) == (PUBLIC, 5)
    assert revealed[0].value == link(SEED, PUBLIC, 5).hex()
    assert (revealed[0].turn, revealed[0].phase) == (2, "go")


def test_no_link_is_revealed_for_draws_that_are_repeated() -> None:
    told = with_calls([card(0)], [call(0, PUBLIC, link=0, repeats=40)], SEED)
    assert not any(isinstance(event, LinkRevealed) for event in told)


def test_a_draw_that_no_event_tells_is_an_error_of_the_rules() -> None:
    with pytest.raises(ValueError, match="no event tells the result of draw 1: card 1"):
        with_calls([card(0), PLAYED], [call(0), call(1)], SEED)


def test_what_was_drawn_is_one_value_or_several() -> None:
    rolled = DiceRolled("french", "french", (3, 6), 1, 1, "combat", 8)
    pairing = {"ney": "french-7", "reille": "french-8"}
    replaced = TokensReplaced("french", "ligny", (), tuple(pairing.values()), pairing, 9)
    assert drawn_values(card(0)) == (7,)
    assert drawn_values(rolled) == (3, 6)
    assert drawn_values(replaced) == ("french-7", "french-8")
    assert drawn_values(PLAYED) == ()


# -- in a game -----------------------------------------------------------------------------------


@pytest.fixture
def finished(games: Games) -> str:
    """A game in which red gave a nonce while it was played."""
    game_id = games.create("toy", "short", {"turns": 50}).game.id
    play(games, game_id, 30)
    games.claim(game_id, "red", nonce="mine")
    play(games, game_id, 1000, seed=1)
    assert games.open(game_id).over
    return game_id


def test_anybody_makes_the_draws_of_a_finished_game_again(games: Games, finished: str) -> None:
    created = games.open(finished).created
    assert commitment(created.seed) == created.commitment
    assert created.chains == {chain: anchor(created.seed, chain) for chain in (PUBLIC, SECRET)}
    log = games.history(finished)
    remade = 0
    for called, result in pairwise(log):
        if isinstance(called, SecretDrawsCalled):
            assert isinstance(result, CardDrawn)
            before = games.at(finished, called.version - 1)
            [purpose], [size], [options] = called.purposes, called.sizes, called.options
            assert (called.first, size) == (before.state.draws, len(before.state.bag))
            assert options == digest_of(before.state.bag)
            nonces = tuple(sorted(before.nonces.items()))
            label = Label(finished, 0, called.link, called.first, purpose, size, nonces)
            picked = number(link(created.seed, SECRET, called.link), label)
            assert result.card == before.state.bag[picked]
            remade += 1
    assert remade == games.open(finished).state.draws > 2
    assert sum(isinstance(event, CardDrawn) for event in log) == remade
    assert games.open(finished).nonces["red"] == "mine"


def test_every_order_that_draws_uses_the_next_link(games: Games, finished: str) -> None:
    log = games.history(finished)
    called = [event for event in log if isinstance(event, SecretDrawsCalled)]
    links = {event.order_id: event.link for event in called}
    assert all(links[event.order_id] == event.link for event in called)
    assert list(links.values()) == list(range(1, len(links) + 1))
    assert games.open(finished).links == {SECRET: len(links)}


@pytest.mark.parametrize("seat", ["red", "blue", SPECTATOR])
def test_nobody_reads_what_a_secret_draw_is_made_from_before_the_end(
    games: Games, game_id: str, seat: str
) -> None:
    called = [it for it in games.history(game_id) if isinstance(it, SecretDrawsCalled)]
    assert len(called) == 2

    def read(**when: Any) -> list[dict[str, Any]]:
        return [redacted(event, Viewer(seat, **when))["data"] for event in called]

    assert [data["options"] for data in read()] == [None, None]
    assert [data["sizes"] for data in read()] == [it.sizes for it in called]
    assert [data["purposes"] for data in read()] == [it.purposes for it in called]
    assert [data["purposes"] for data in read(faded=99)] == [None, None]
    assert [data["options"] for data in read(over=True)] == [it.options for it in called]
