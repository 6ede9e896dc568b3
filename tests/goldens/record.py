"""Records the goldens of a game: ``python -m tests.goldens.record RULESET``.

Many games are played, and the fewest and shortest are kept that show everything which the game
declares: each of its ends in each form, its cards, verbs and events. The same rules give the same
goldens.

The goldens of rules that were released are never recorded again: changed rules have a new version.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor

from tests.goldens import (
    eagles_waterloo,
    napoleon1815,
    napoleon_columbia,
    napoleonic_empire,
    napoleonic_wars,
)
from tests.goldens.golden import FOLDER, write
from tests.goldens.recording import Found, Repertoire, chosen, found, played

REPERTOIRES = {
    it.rules.name: it
    for it in (
        napoleon1815.REPERTOIRE,
        napoleonic_empire.REPERTOIRE,
        napoleon_columbia.REPERTOIRE,
        eagles_waterloo.REPERTOIRE,
        napoleonic_wars.REPERTOIRE,
    )
}
"""What each game declares, by its name."""


def search(ruleset: str, number: int) -> Found:
    """What game number so and so of a ruleset is an example of."""
    return found(REPERTOIRES[ruleset], number)


def record(repertoire: Repertoire) -> None:
    """Search, and write the goldens of the rules as they are now."""
    folder = FOLDER / repertoire.folder
    folder.mkdir(exist_ok=True)
    with ProcessPoolExecutor() as pool:
        numbers = [*range(repertoire.games), *repertoire.rare, *repertoire.prepared]
        games = list(pool.map(search, [repertoire.rules.name] * len(numbers), numbers, chunksize=8))
    short = [game for game in games if game.events <= repertoire.longest]
    led = [game for game in short if game.number in repertoire.prepared]
    found_so = [game for game in short if game not in led]
    by_search = repertoire.wanted & frozenset().union(*(game.shows for game in found_so))
    kept = [*chosen(found_so, by_search), *chosen(led, repertoire.wanted - by_search)]
    for old in folder.glob("*.json"):
        old.unlink()
    for name, number in kept:
        golden = played(repertoire, number)
        write(golden, folder / f"{name}.json")
        sys.stdout.write(f"{name}: {len(golden.events)} events\n")


def main(arguments: list[str]) -> str | None:
    """Record the goldens of the game that is named; what is wrong if none is."""
    if len(arguments) != 1 or arguments[0] not in REPERTOIRES:
        return f"python -m tests.goldens.record {'|'.join(REPERTOIRES)}"
    record(REPERTOIRES[arguments[0]])
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
