"""Take-backs, disputes, rulings and corrections in stories of recorded games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from api.chronicles import chronicle_of
from api.command_line.play import play_on
from napoleon.log.cases import Dispute
from napoleon.log.events.cases import DisputeOpened
from napoleon.log.events.rewinds import WITHDRAWAL, HistoryRewound
from napoleon.log.game import Game
from napoleon.log.store.recorder import TextRow
from napoleon.log.story import chronicle, story
from napoleon.play.games import Games
from napoleon.play.referee import disputes, rulings
from napoleon.record.imports import bring_in
from napoleon.rules.bots import RandomBot
from napoleon.rules.contract import installed
from napoleon.rules.events import SPECTATOR
from napoleon.rules.orders import Refusal
from napoleon.rules.prose.chronicle import Chronicle
from tests.goldens.bundles import FOLDER
from tests.story.test_goldens import STORIES

BUNDLES = ("cards-finished", "dice-finished", "fog-running", "empire-1.1-finished")
"""Recorded games with every kind of case in them."""

NUMBERED = (
    r"\b(?:version|event|événement|dispute|litige|take-back) \d"
    r"|\b[A-Z]{3,}\.\d+[a-zA-Z]?\b(?! was cited:|\s:)"
)
"""Numbers of the log, and clauses without their words."""


@pytest.fixture(scope="module", params=BUNDLES)
def imported(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Games, Game]]:
    home = tmp_path_factory.mktemp("imported")
    games = Games({"NAPOLEON_HOME": str(home), "CREATE_TABLE": "yes"})
    yield games, games.open(bring_in(games, FOLDER / f"{request.param}.zip").game)
    games.close()


def told(games: Games, game: Game) -> Chronicle:
    return chronicle(games, game, game.viewer(SPECTATOR), games.rules(game))


def sentences(of: Chronicle) -> list[str]:
    return [sentence for entry in of.entries() for sentence in entry.sentences]


def test_no_number_of_an_event_or_a_case_is_told() -> None:
    files = sorted(STORIES.iterdir())
    assert files
    for file in files:
        assert re.findall(NUMBERED, file.read_text(encoding="utf-8")) == [], file.name


def test_whatever_was_undone_is_told_by_what_undid_it(imported: tuple[Games, Game]) -> None:
    games, game = imported
    rewinds = [
        it
        for it in games.history(game.id)
        if isinstance(it, HistoryRewound) and it.reason != WITHDRAWAL
    ]
    assert rewinds
    all_told = sentences(told(games, game))
    undone = [it for it in all_told if it.startswith("This no longer stands: “")]
    nothing = [it for it in all_told if it == "Nothing that this story tells was undone by it."]
    assert len(undone) + len(nothing) == len(rewinds)


def test_what_was_disputed_is_told_also_where_it_was_undone_since(
    imported: tuple[Games, Game],
) -> None:
    games, game = imported
    disputed = [it for it in games.history(game.id) if isinstance(it, DisputeOpened)]
    asked = ("disputed this, and asked that", "asked for a ruling that this stands:")
    quoted = [it for it in sentences(told(games, game)) if any(words in it for words in asked)]
    assert disputed and len(quoted) == len(disputed)
    assert all(re.search(r": “[^”]{10,}”", it) for it in quoted), quoted


def test_a_reroll_tells_what_was_decided_before_and_what_comes_of_it_now(tmp_path: Path) -> None:
    """Whichever event of an order is disputed: what it drew is told as it was, and as it is."""
    rules = installed()["napoleon1815"]
    games = Games(
        {"NAPOLEON_HOME": str(tmp_path), "CREATE_TABLE": "yes"}, entropy=Random(18).randbytes
    )
    try:
        begun = games.create(rules.name, "historical_invasion", {}, referee=True).game
        played = play_on(games, begun, RandomBot(1), begun.state.turn + 2)
        events = games.history(begun.id)
        result = next(it for it in events if it.type == "initiative_decided")
        order = [it for it in events if it.order_id == result.order_id]
        assert order[0].type == "order_given"
        for disputed in (order[0], result):
            opened = disputes.open_dispute(
                games,
                begun.id,
                "french",
                disputed.version,
                clause="INIT.2",
                claim="It fell off the table.",
                relief="reroll",
            )
            assert isinstance(opened, Dispute), opened
        before = sentences(told(games, played))
        judgement = rulings.Judgement("reroll", ("INIT.2",), "So it did.", case=opened.id)
        ruled = rulings.rule(games, begun.id, "referee", judgement)
        assert not isinstance(ruled, Refusal), ruled
        after = sentences(told(games, games.open(begun.id)))
    finally:
        games.close()
    quoted = [it for it in after if "asked that chance decide again" in it]
    assert len(quoted) == 2
    then, now = (next(it for it in of if it.startswith("For the init")) for of in (before, after))
    assert all(then.rstrip(".").lower() in it.lower() for it in quoted), (then, quoted)
    assert now != then


def test_a_correction_names_its_author_and_reason(imported: tuple[Games, Game]) -> None:
    games, game = imported
    [*found] = [
        entry
        for entry in told(games, game).entries()
        if any(it.startswith("The referee corrected ") for it in entry.sentences)
    ]
    assert found
    for entry in found:
        assert entry.kind == "house"
        assert any(it.startswith("The reasons given: “") for it in entry.sentences)


def test_what_was_erased_is_not_told_by_a_chronicle_that_is_kept(
    imported: tuple[Games, Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    games, game = imported
    kept = told(games, game)
    written = [row.text for row in games.recorder.texts(game.id)]
    assert any(text in it for text in written for it in sentences(kept))

    def nothing(game_id: str) -> list[TextRow]:
        return []

    monkeypatch.setattr(games.recorder, "texts", nothing)
    assert not any(text in it for text in written for it in sentences(kept))


def test_pages_of_a_story_have_every_paragraph_once(imported: tuple[Games, Game]) -> None:
    games, game = imported
    whole = told(games, game)
    pages, before = list[int](), None
    while page := [*islice(whole.backwards(game.version, before), 4)]:
        pages += [it.first for it in page]
        before = page[-1].first
    assert pages == [it.first for it in whole.entries()][::-1]
    assert pages == sorted(set(pages), reverse=True)


def test_an_earlier_position_is_told_as_it_was(imported: tuple[Games, Game]) -> None:
    """What a rewind moved behind it is told in its place before that rewind."""
    games, game = imported
    whole = told(games, game)
    for version, to in game.rewinds:
        then = games.at(game.id, to)
        reader = game.viewer(SPECTATOR)
        assert version > to
        if then.rewinds or then.state is None:
            continue
        expected = story(games, then, reader, games.rules(game))
        assert [*whole.backwards(to)][::-1] == expected


@pytest.mark.sampled(2)
def test_a_chronicle_that_is_kept_tells_what_one_from_the_beginning_tells(
    imported: tuple[Games, Game],
) -> None:
    """It is asked at positions all over the game, each of them the newest one then."""
    games, game = imported
    rules, step = games.rules(game), max(1, game.version // 30)
    for version in range(step, game.version + 1, step):
        then = games.at(game.id, games.end_of_order(game.id, version))
        for seat in then.created.seats[:2]:
            reader = then.viewer(seat)
            kept = chronicle_of(games, then, then, reader, rules, "en")
            whole = story(games, then, reader, rules)
            assert [*kept.backwards(then.version)][::-1] == whole
            late = [*kept.backwards(then.version, after=version // 2)][::-1]
            assert late == [it for it in whole if it.last > version // 2]
