"""Recorded bundles: games with all that the law knows, as the service gave them out.

``python -m tests.goldens.bundles`` records those that are not there yet. What was recorded is kept
for ever: a bundle that somebody took home has to hold under every later release.
"""

from __future__ import annotations

import hashlib
import io
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec

from napoleon.log.game import Game
from napoleon.play import seats
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.play.referee import disputes, rulings, takebacks
from napoleon.play.referee.rulings import Judgement
from napoleon.record import bundle, checkpoints, tree
from napoleon.rules.events import DEPUTY, REFEREE
from napoleon.rules.orders import Order, Refusal
from tests.goldens.bundle_kinds import KINDS, Kind
from tests.goldens.recording import Player

FOLDER = Path(__file__).parent / "bundles"

SECOND = 1_000_000

FIRST = 1_795_000_000 * SECOND

RECORDED = "recorded"
"""What stands for the release that has written a recorded bundle."""

_SECRET = "golden, and of no use to anybody"
"""Those that were recorded before it had to be a long one are signed with a key made of another."""


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
        rulesets = {kind.rules.name: kind.rules}
        games = Games(env, rulesets=rulesets, clock=lambda: next(ticks), entropy=random.randbytes)
        try:
            created = games.create(kind.rules.name, kind.scenario, kind.options, referee=True)
            for seat in created.game.created.seats:
                nonce = random.randbytes(4).hex()
                games.claim(created.game.id, seat, nonce=nonce, name=f"Player of {seat}")
            _play(games, created.game.id, created.tokens[REFEREE], kind, random)
            file = io.BytesIO()
            # Words change until a release is out: its pages are not compared with later ones.
            with patch.object(bundle, "RELEASE", RECORDED):
                bundle.write(games, created.game.id, kind.reader, file)
            game = games.open(created.game.id)
            root = tree.root(checkpoints.hashes(games, game.id, game.version)).hex()
            shows = frozenset(event.type for event in games.history(game.id))
            return Recording(file.getvalue(), root, game, shows)
        finally:
            games.close()


def _play(games: Games, game_id: str, referee: str, kind: Kind, random: Random) -> None:
    """Orders of all seats, and now and then one of the acts beside them, each at least once."""
    acts = _acts(games, game_id, referee, kind)
    player = kind.player(random)
    given = 0
    while not games.open(game_id).over and (kind.orders is None or given < kind.orders):
        _order(games, games.open(game_id), player, random, by_referee=given == 12)
        given += 1
        if given in acts and not games.open(game_id).over:
            with suppress(Refused):
                acts[given]()
    game = games.open(game_id)
    if kind.at_last is not None and not game.over:
        for seat in game.created.seats:
            _give(games, game, seat, kind.at_last, by="")


def _order(games: Games, game: Game, player: Player, random: Random, *, by_referee: bool) -> None:
    """An order of a seat: by the referee in its place, by its holder, or by who shares it."""
    decision = random.choice(games.decisions(game))
    legal_orders = list(games.rules(game).legal_orders(game.state, decision))
    order = player(game.state, decision, legal_orders)
    by = REFEREE if by_referee else ""
    partners = [share for share, seat in game.shares.items() if seat == decision.seat]
    if partners and not by_referee:
        by = random.choice(["", *partners])
    _give(games, game, decision.seat, order, by=by)


def _give(games: Games, game: Game, seat: str, order: Order, *, by: str) -> None:
    outcome = games.submit_orders(game.id, seat, [order], by=by)
    assert isinstance(outcome, Accepted), outcome


def _acts(games: Games, game_id: str, referee: str, kind: Kind) -> dict[int, Callable[[], object]]:
    """What happens beside the orders, by the number of orders given before it."""

    def held(outcome: object) -> Any:
        if isinstance(outcome, Refusal):
            raise Refused(outcome)
        return outcome

    def last_order() -> tuple[str, int]:
        given = [it for it in games.history(game_id) if it.type == "order_given"][-1]
        return given.player, given.version  # type: ignore[attr-defined]

    def shared() -> Iterator[tuple[str, str]]:
        for seat, shares in kind.rules.shares(kind.options).items():
            yield from ((seat, share) for share in shares)

    def share_out() -> None:
        for seat, share in shared():
            invitation = held(seats.share_out(games, game_id, seat, share, referee))
            games.claim(game_id, share, token=invitation, name=f"Player of {share}")

    def end_share() -> None:
        for seat, share in islice(shared(), 1):
            held(seats.end_share(games, game_id, seat, share, referee))

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
                games, game_id, seat, version, clause=kind.clause, claim="Not so.", relief=outcome
            )
        )
        other = next(it for it in games.open(game_id).created.seats if it != seat)
        held(disputes.say(games, game_id, other, case.id, "It was so."))
        ruling = Judgement(outcome, (kind.clause,), "Read it again.", case=case.id, **more)
        held(rulings.rule(games, game_id, REFEREE, ruling))

    def correct() -> None:
        wanted = kind.corrects(games.open(game_id).state)
        corrections = ({**wanted, "reason": "Counted anew."},)
        why = "It was counted wrong."
        ruling = Judgement("correct", (kind.clause,), why, corrections=corrections)
        held(rulings.rule(games, game_id, REFEREE, ruling))

    def rewind() -> None:
        _, version = last_order()
        ruling = Judgement("rewind", (kind.clause,), "Once more.", to=version - 1, reroll="none")
        held(seats.appoint_deputy(games, game_id, referee))
        held(rulings.rule(games, game_id, DEPUTY, ruling))

    def hand_over() -> None:
        seat = games.open(game_id).created.seats[0]
        invitation = held(seats.hand_over(games, game_id, seat, referee))
        games.claim(game_id, seat, token=invitation, name="Newcomer")

    return {
        3: share_out,
        4: withdraw,
        7: take_back,
        9: correct,
        40: correct,
        10: lambda: dispute("stand"),
        14: rewind,
        16: hand_over,
        18: lambda: dispute("rewind", reroll="tainted"),
        30: end_share,
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
        fit = [it for it in tries if it.shows >= NEEDED | KINDS[name].shows]
        content, root, game, _ = min(fit, key=lambda found: found.game.version)
        path.write_bytes(content)
        digest = hashlib.sha256(msgspec.json.encode(game.state, order="sorted")).hexdigest()
        lines.append(f"{name} {root} {digest}")
        sys.stdout.write(f"{name}: {game.version} events, {len(content)} bytes\n")
    index.write_text("".join(f"{line}\n" for line in sorted(lines)))


if __name__ == "__main__":
    main()
