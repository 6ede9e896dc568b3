"""Games to be told, and what a replay page holds."""

from __future__ import annotations

from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from api.command_line.play import play_on
from napoleon.log.events.rewinds import WITHDRAWAL, HistoryRewound
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.record.story import Frame
from napoleon.rules.bots import RandomBot
from napoleon.rules.difference import ADDED, CHANGED, REMOVED, Change, applied
from napoleon.rulesets.napoleon1815 import RULES
from tests.core.play import Clock, play
from tests.stores import embedded
from tests.toy import Toy


def toy_games(home: Path, rules: Toy | None = None, **options: Any) -> Games:
    """A log for games of the toy ruleset in the folder `home`."""
    env = {"NAPOLEON_HOME": str(home), "CREATE_TABLE": "yes"}
    usual = {"clock": Clock(), "entropy": Random(1815).randbytes}
    return Games(env, rulesets={"toy": rules or Toy()}, **{**usual, **options})


def rewound(games: Games) -> str:
    """A game of the toy ruleset that was gone back in twice, the second time past the first."""
    game_id = games.create("toy", "short", {"turns": 3}, referee=True).game.id
    ends = [game.version for game in play(games, game_id, 9, seed=1)]
    rewind(games, game_id, ends[5])
    play(games, game_id, 3, seed=2)
    rewind(games, game_id, ends[1])
    play(games, game_id, 4, seed=3)
    return game_id


def rewind(games: Games, game_id: str, to: int) -> None:
    """Make version `to` the current position again."""
    games.transact(
        game_id, lambda act: act.record(HistoryRewound(to, WITHDRAWAL, seat="red"), by="red")
    )


def campaign(
    home: Path, options: Mapping[str, Any], to_turn: int | None = None
) -> tuple[Games, Game]:
    """A game of napoleon1815, played by bots to its end or to a turn."""
    env = embedded(home)
    # The same game each time, chance and all: what is asserted of its length has to hold always.
    entropy = Random(1815).randbytes
    games = Games(env, rulesets={RULES.name: RULES}, clock=Clock(), entropy=entropy)
    scenario = RULES.scenarios[0].id
    game = games.create(RULES.name, scenario, options, referee=True).game
    return games, play_on(games, game, RandomBot(6), to_turn)


class Page(HTMLParser):
    """An HTML document: its elements with their attributes, and the text of each kind."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open, self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "input"):
            self._open.append(tag)
            self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, text: str) -> None:
        for tag in set(self._open):
            self.texts[tag][-1] += text

    @property
    def data(self) -> Any:
        """What is embedded for the script of the page."""
        return msgspec.json.decode(self.texts["script"][0])

    def views(self) -> list[dict[str, Any]]:
        """The views of every frame, as the script of the page works them out."""
        found: list[dict[str, Any]] = []
        for frame in self.data["frames"]:
            if "views" in frame:
                found.append(frame["views"])
            else:
                found.append(applied(found[-1], map(_change, frame["changes"])))
        return found


def _change(short: list[Any]) -> Change:
    path, *rest = short
    kind = (REMOVED, CHANGED, ADDED)[len(rest)]
    return Change(tuple(path), kind, None, *(rest or [None]))


def plain(frame: Frame) -> dict[str, Any]:
    """What a frame shows by the names of the boards as JSON, without the versions."""
    boards: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(frame.shown))
    for board in boards.values():
        del board["version"]
    return boards
