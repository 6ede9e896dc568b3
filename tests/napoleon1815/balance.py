"""How games of the bot against itself end: ``make balance``, or ``python -m`` this module.

It plays so many games of each scenario, numbered from 1 on, so that the same games give the same
figures, and prints how often the French won and how often each side attacked.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from statistics import mean
from sys import stdout
from typing import NamedTuple, Self

from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.sides import FRENCH, SIDES
from tests.napoleon1815.bot_record import BotGame, record

GAMES = 200
SCENARIOS = tuple(RULES.pack.scenarios)
SURE = 1.96
"""Standard deviations on both sides within which 95 of 100 samples lie."""


class Balance(NamedTuple):
    """What many games of a scenario were like."""

    scenario: str
    games: int
    share: float
    """What part of them the French won."""
    attacks: Mapping[str, float]
    """By side, the combats that it started in a game, on average."""

    @classmethod
    def of(cls, scenario: str, games: Sequence[BotGame]) -> Self:
        """The balance of games that were played."""
        share = mean(it.winner == FRENCH for it in games)
        attacks = {side: mean(it.attacks[side] for it in games) for side in SIDES}
        return cls(scenario, len(games), share, attacks)

    @property
    def interval(self) -> tuple[float, float]:
        """Between what the share lies with 95 per cent confidence, by the score of Wilson."""
        part = SURE**2 / self.games
        middle = self.share + part / 2
        width = sqrt(self.share * (1 - self.share) * part + part**2 / 4)
        return (middle - width) / (1 + part), (middle + width) / (1 + part)

    def __str__(self) -> str:
        least, most = self.interval
        french, allied = (self.attacks[side] for side in SIDES)
        return (
            f"{self.scenario}: the French won {self.share:.1%} of {self.games} games "
            f"({least:.1%} to {most:.1%}); attacks a game: {french:.1f} French, {allied:.1f} Allied"
        )


def main() -> None:
    """Play the games in two processes, and print a line for each scenario."""
    parser = ArgumentParser(prog="balance", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="of each scenario")
    parser.add_argument("scenarios", nargs="*", default=SCENARIOS, metavar="SCENARIO")
    asked = parser.parse_args()
    with ProcessPoolExecutor(2) as processes:
        for scenario in asked.scenarios:
            numbers = range(1, asked.games + 1)
            games = list(processes.map(partial(record, scenario=scenario), numbers))
            stdout.write(f"{Balance.of(scenario, games)}\n")
            stdout.flush()


if __name__ == "__main__":
    main()
