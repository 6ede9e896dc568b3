"""The replay page of a game: its frames, told by what has changed, come to the views."""

from __future__ import annotations

from pathlib import Path
from random import Random

from api.command_line.play import play_on
from api.languages import language_of
from napoleon.play.games import Games
from napoleon.record.replay import replay_page
from napoleon.record.story import event_by_event, facts, frames
from napoleon.rules.bots import RandomBot
from napoleon.rulesets.napoleonic_empire import RULES
from tests.core.play import Clock
from tests.record.telling import Page, plain
from tests.stores import embedded

OPTIONS = {"commanders": True, "historical_deck": "each_round", "divided_russia": True}


def test_every_frame_of_a_game_is_on_its_page(tmp_path: Path) -> None:
    env = embedded(tmp_path)
    entropy = Random(1815).randbytes
    games = Games(env, rulesets={RULES.name: RULES}, clock=Clock(), entropy=entropy)
    begun = games.create(RULES.name, "europe", OPTIONS).game
    game = play_on(games, begun, RandomBot(6), to_turn=4)
    found = list(frames(games, game.id, "allied"))
    told = facts(games, game.id, "allied"), event_by_event(games, game.id, "allied")
    page = Page(replay_page("Europe", *told, found, RULES.names, RULES.pictures))
    assert page.views() == [plain(frame) for frame in found]
    assert len(found) > 50

    french = language_of(RULES, "fr")
    head = facts(games, game.id, "allied", french)
    sentences = event_by_event(games, game.id, "allied", french)
    spoken = replay_page(
        "Europe", head, sentences, found, RULES.names, RULES.pictures, RULES, french
    )
    assert Page(spoken).views() == page.views()
    assert '<html lang="fr">' in spoken and "Les Français jouent" in spoken
    assert "Event by event" not in spoken and "ended the Attack phase" not in spoken
