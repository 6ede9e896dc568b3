"""Recorded bundles: games with all that the law knows, as the service gave them out.

``python -m tests.goldens.bundles`` records those that are not there yet. What was recorded is kept
for ever: a bundle that somebody took home has to hold under every later release.
"""

from __future__ import annotations

import hashlib
import io
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

from napoleon import seats
from napoleon.events import DEPUTY, REFEREE
from napoleon.game import Game
from napoleon.games import Accepted, Games
from napoleon.orders import Refusal
from napoleon.record import bundle, checkpoints, tree
from napoleon.referee import disputes, rulings, takebacks
from napoleon.referee.rulings import Judgement
from napoleon.rulesets.napoleon1815 import RULES

FOLDER = Path(__file__).parent / "bundles"

SECOND = 1_000_000

FIRST = 1_795_000_000 * SECOND

_SECRET = "golden, and of no use to anybody"
"""Those that were recorded before it had to be a long one are signed with a key made of another."""


class Kind(NamedTuple):
    """What is recorded under a name."""

    scenario: str
    options: Mapping[str, Any]
    reader: str
    orders: int | None
    """How many orders are given; None to play to the end."""
    shows: str
    """A type of event that has to be in it."""


KINDS = {
    "cards-finished": Kind("waterloo_wavre", {}, "spectator", None, "card_flipped"),
    "dice-finished": Kind("waterloo_wavre", {"resolver": "dice"}, "french", None, "link_revealed"),
    "fog-running": Kind(
        "ligny_quatre_bras",
        {"players": 3, "rules": "grognard"},
        bundle.OPERATOR,
        60,
        "tokens_replaced",
    ),
}


class Refused(Exception):
    """An act that is not possible in a position; it is left out."""


NEEDED = frozenset(
    {
        "deputy_appointed",
        "dispute_opened",
        "ruling_given",
        "seat_handed_over",
        "statement_made",
        "takeback_closed",
        "track_corrected",
    }
)
"""What every recorded game has to show."""


class Recording(NamedTuple):
    """The bundle of a game, the root of its record, its last position, and types of its events."""

    content: bytes
    root: str
    game: Game
    shows: frozenset[str]


def recorded(name: str, seed: int) -> Recording:
    """A game of that kind."""
    kind, random = KINDS[name], Random(f"{name} {seed}")
    ticks = count(FIRST, SECOND)
    with TemporaryDirectory() as home:
        env = {"NAPOLEON_HOME": home, "CREATE_TABLE": "yes", "NAPOLEON_SECRET": _SECRET}
        rulesets = {RULES.name: RULES}
        games = Games(env, rulesets=rulesets, clock=lambda: next(ticks), entropy=random.randbytes)
        try:
            created = games.create(RULES.name, kind.scenario, kind.options, referee=True)
            for seat in created.game.created.seats:
                nonce = random.randbytes(4).hex()
                games.claim(created.game.id, seat, nonce=nonce, name=f"Player of {seat}")
            _play(games, created.game.id, created.tokens[REFEREE], kind, random)
            file = io.BytesIO()
            bundle.write(games, created.game.id, kind.reader, file)
            game = games.open(created.game.id)
            root = tree.root(checkpoints.hashes(games, game.id, game.version)).hex()
            shows = frozenset(event.type for event in games.history(game.id))
            return Recording(file.getvalue(), root, game, shows)
        finally:
            games.close()


def _play(games: Games, game_id: str, referee: str, kind: Kind, random: Random) -> None:
    """Random orders, and now and then one of the acts beside them, each at least once."""
    acts = _acts(games, game_id, referee)
    given = 0
    while not games.open(game_id).over and (kind.orders is None or given < kind.orders):
        by = REFEREE if given == 12 else ""
        _order(games, game_id, random, by=by)
        given += 1
        if given in acts and not games.open(game_id).over:
            with suppress(Refused):
                acts[given]()


def _order(games: Games, game_id: str, random: Random, *, by: str = "") -> str:
    game = games.open(game_id)
    decision = random.choice(games.decisions(game))
    order = random.choice(list(RULES.offers(game.state, decision)))
    outcome = games.give(game_id, decision.seat, [order], by=by)
    assert isinstance(outcome, Accepted), outcome
    return decision.seat


def _acts(games: Games, game_id: str, referee: str) -> dict[int, Callable[[], object]]:
    """What happens beside the orders, by the number of orders given before it."""

    def held(outcome: object) -> Any:
        if isinstance(outcome, Refusal):
            raise Refused(outcome)
        return outcome

    def last_order() -> tuple[str, int]:
        given = [it for it in games.history(game_id) if it.type == "order_given"][-1]
        return given.player, given.version  # type: ignore[attr-defined]

    def withdraw() -> None:
        seat, _ = last_order()
        takebacks.ask(games, game_id, seat, None)

    def take_back() -> None:
        given = [it for it in games.history(game_id) if it.type == "order_given"][-4]
        seat, to = given.player, given.version - 1  # type: ignore[attr-defined]
        asked = held(takebacks.ask(games, game_id, seat, to, why="A slip of the pen."))
        for other in games.open(game_id).created.seats:
            if other != seat and asked.takeback:
                held(takebacks.answer(games, game_id, other, asked.takeback, "agree"))

    def dispute(outcome: str, **more: Any) -> None:
        seat, version = last_order()
        case = held(
            disputes.open_dispute(
                games, game_id, seat, version, clause="OPS.1", claim="Not so.", relief=outcome
            )
        )
        other = next(it for it in games.open(game_id).created.seats if it != seat)
        held(disputes.say(games, game_id, other, case.id, "It was so."))
        ruling = Judgement(outcome, ("OPS.1",), "Read it again.", case=case.id, **more)
        held(rulings.rule(games, game_id, REFEREE, ruling))

    def correct() -> None:
        state = games.open(game_id).state
        value = state.track + (1 if state.track < 10 else -1)
        correction = {"correct": "set_track", "value": value, "reason": "Counted anew."}
        ruling = Judgement("correct", ("OPS.1",), "The track was wrong.", corrections=(correction,))
        held(rulings.rule(games, game_id, REFEREE, ruling))

    def rewind() -> None:
        _, version = last_order()
        ruling = Judgement("rewind", ("OPS.1",), "Once more.", to=version - 1, reroll="none")
        held(seats.appoint_deputy(games, game_id, referee))
        held(rulings.rule(games, game_id, DEPUTY, ruling))

    def hand_over() -> None:
        seat = games.open(game_id).created.seats[0]
        invitation = held(seats.hand_over(games, game_id, seat, referee))
        games.claim(game_id, seat, token=invitation, name="Newcomer")

    return {
        4: withdraw,
        7: take_back,
        9: correct,
        40: correct,
        10: lambda: dispute("stand"),
        14: rewind,
        16: hand_over,
        18: lambda: dispute("rewind", reroll="tainted"),
    }


def main() -> None:
    """Record what is missing."""
    FOLDER.mkdir(exist_ok=True)
    index = FOLDER / "expected.txt"
    lines = index.read_text().splitlines() if index.exists() else []
    for name in KINDS:
        path = FOLDER / f"{name}.zip"
        if path.exists():
            continue
        tries = (recorded(name, seed) for seed in range(40))
        fit = [it for it in tries if KINDS[name].shows in it.shows and it.shows >= NEEDED]
        content, root, game, _ = min(fit, key=lambda found: found.game.version)
        path.write_bytes(content)
        digest = hashlib.sha256(msgspec.json.encode(game.state, order="sorted")).hexdigest()
        lines.append(f"{name} {root} {digest}")
        sys.stdout.write(f"{name}: {game.version} events, {len(content)} bytes\n")
    index.write_text("".join(f"{line}\n" for line in sorted(lines)))


if __name__ == "__main__":
    main()
