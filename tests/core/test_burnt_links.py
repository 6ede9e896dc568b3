"""Links that were revealed are burnt: after a rewind nobody can make a later draw from them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import pytest

from napoleon.chance import LINKS, PUBLIC, SECRET, Chance, Label, link, number
from napoleon.log.events.draws import DrawsCalled, LinkRevealed
from napoleon.log.events.rewinds import ALL, RULING
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.play.referee.takebacks import go_back
from napoleon.rules.events import SPECTATOR, Event, recorded
from napoleon.rules.orders import Order, OrderGiven, Refusal, to_data
from napoleon.rules.redaction import redacted
from napoleon.rules.terms import Decision
from napoleon.rules.viewer import Viewer
from tests.core.play import Clock
from tests.referee.law import refused
from tests.repetitions import IN_THE_HOUSE
from tests.toy import Pass, State, Toy

pytestmark = IN_THE_HOUSE

DICE = 20
SIDES = tuple(range(1, 21))


class Roll(Order, frozen=True, tag="roll"):
    """Roll dice, as often as you like."""


@recorded("toy.dice_rolled/1", "{player} rolled {faces}.", drawn="faces")
class DiceRolled(Event, frozen=True):
    player: str
    faces: tuple[int, ...]
    draw: int

    def apply(self, state: State) -> None:
        state.draws = self.draw + 1


class ToyWithDice(Toy):
    """The toy game, in whose goes dice may be rolled."""

    verbs: tuple[type[Order], ...] = (*Toy.verbs, Roll)
    dice: ClassVar[int] = DICE

    def legal_orders(self, state: State, decision: Decision) -> Iterable[Order]:
        yield from super().legal_orders(state, decision)
        if decision.kind == "go":
            yield Roll()

    def decide(
        self, state: State, seat: str, order: Order, chance: Chance
    ) -> list[Event] | Refusal:
        if not isinstance(order, Roll):
            return super().decide(state, seat, order, chance)
        faces = tuple(chance.pick(SIDES, f"die {i + 1}", PUBLIC) for i in range(self.dice))
        rolled = DiceRolled(seat, faces, state.draws + self.dice - 1, turn=state.turn)
        return [OrderGiven(player=seat, order=to_data(order), by=seat), rolled]


@pytest.fixture
def games(env: Mapping[str, str]) -> Iterator[Games]:
    games = Games(env, rulesets={"toy": ToyWithDice()}, clock=Clock())
    yield games
    games.close()


def roll(games: Games, game_id: str) -> tuple[int, ...]:
    accepted = games.submit_orders(game_id, "red", [Roll()])
    assert isinstance(accepted, Accepted), accepted
    [faces] = [event.faces for event in accepted.events if isinstance(event, DiceRolled)]
    return faces


def back(games: Games, game_id: str, to: int) -> None:
    games.transact(game_id, lambda act: go_back(games, act, to, RULING, 0, "", ALL, by="referee"))


def published(games: Games, game_id: str) -> dict[int, bytes]:
    """All links of the public chain that a spectator can know: those revealed, and below."""
    known: dict[int, bytes] = {}
    for event in games.history(game_id):
        if isinstance(event, LinkRevealed):
            seen = redacted(event, Viewer(SPECTATOR))["data"]
            value = bytes.fromhex(seen["value"])
            for index in range(seen["link"], -1, -1):
                known[index] = value
                value = hashlib.sha256(value).digest()
    return known


def guesses(games: Games, game_id: str, call: DrawsCalled) -> Iterator[tuple[int, ...]]:
    """What anybody could compute of a call, from every link known, for every branch and link."""
    game = games.open(game_id)
    nonces = tuple(sorted(game.nonces.items()))
    for key in published(games, game_id).values():
        for branch in range(game.branch + 2):
            for used in range(call.link + 2):
                yield tuple(
                    SIDES[number(key, Label(game_id, branch, used, draw, purpose, size, nonces))]
                    for draw, (purpose, size) in enumerate(
                        zip(call.purposes, call.sizes, strict=True), call.first
                    )
                )


def test_the_published_links_let_nobody_compute_a_draw_after_a_rewind(games: Games) -> None:
    game_id = games.create("toy", "short", {}).game.id
    start = games.head(game_id)
    undone = [roll(games, game_id) for _ in range(3)]
    back(games, game_id, start)
    known = published(games, game_id)
    assert sorted(known) == [0, 1, 2, 3]

    # Everything about the next roll is known but its link.
    before = games.open(game_id)
    [call] = [event for event in games.history(game_id) if isinstance(event, DrawsCalled)][:1]
    coming = call
    wanted = DrawsCalled(
        coming.first, coming.purposes, coming.sizes, coming.options, before.links[PUBLIC] + 1
    )
    tried = list(guesses(games, game_id, wanted))
    assert undone[0] in tried, "the attempt finds what is past, so it would find what is coming"
    again = roll(games, game_id)
    assert again not in tried
    closest = max(sum(a == b for a, b in zip(guess, again, strict=True)) for guess in tried)
    assert closest < DICE // 2, "no guess comes nearer than luck would"

    # Once it is revealed the roll can be checked by everybody.
    [made] = [event for event in games.history(game_id) if isinstance(event, DrawsCalled)][-1:]
    assert made.link == 4
    assert again in list(guesses(games, game_id, made))


def test_a_revealed_link_tells_none_of_those_to_come(games: Games) -> None:
    game = games.create("toy", "short", {}).game
    roll(games, game.id)
    known = set(published(games, game.id).values())
    to_come = {link(game.created.seed, PUBLIC, index) for index in range(2, LINKS + 1)}
    secret = {link(game.created.seed, SECRET, index) for index in range(1, LINKS + 1)}
    assert not known & (to_come | secret)


def test_links_are_used_up_one_for_each_order_whatever_is_rewound(games: Games) -> None:
    game_id = games.create("toy", "short", {}).game.id
    start = games.head(game_id)
    for _ in range(3):
        roll(games, game_id)
        roll(games, game_id)
        back(games, game_id, start)
    called = [e.link for e in games.history(game_id) if isinstance(e, DrawsCalled)]
    revealed = [e.link for e in games.history(game_id) if isinstance(e, LinkRevealed)]
    assert called == revealed == [1, 2, 3, 4, 5, 6]


def test_no_link_is_revealed_before_its_draws_are_recorded(games: Games) -> None:
    game_id = games.create("toy", "short", {}).game.id
    roll(games, game_id)
    games.submit_orders(game_id, "red", [Pass()])
    types = [event.type for event in games.history(game_id)]
    assert types.index("draws_called") < types.index("dice_rolled") < types.index("link_revealed")
    seen = [redacted(event, Viewer(SPECTATOR)) for event in games.history(game_id)]
    seed = games.open(game_id).created.seed
    for index in (2, 3, LINKS):
        assert link(seed, PUBLIC, index).hex() not in repr(seen)


def test_a_game_whose_links_have_run_out_says_so(games: Games) -> None:
    game_id = games.create("toy", "short", {}).game.id
    game = games.open(game_id)
    game.links[PUBLIC] = LINKS
    refusal = games.submit_orders(game_id, "red", [Roll()])
    assert refused(refusal) == "CHANCE_EXHAUSTED"
