"""Recorded games of every version of the rules replay to what they were, for ever.

Rules of the recorded version and pack come to the same events again. What a note on a line of a
breakdown says, and which clauses are cited, may be put better without a new version of the rules.
Together the goldens of a game show everything that it declares.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from napoleon.log.events.seats import SeatClaimed
from napoleon.log.folding import fold, folded
from napoleon.log.game import Game
from napoleon.play import execution, game_file
from napoleon.play.requests import Request
from napoleon.rules.contract import installed
from napoleon.rules.events import SPECTATOR, TOPICS
from napoleon.rules.orders import Refusal, to_data
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.events.partners import MessageSent
from napoleon.rulesets.napoleon1815.notation import Notation1815
from napoleon.rulesets.napoleonic_empire import RULES as EMPIRE
from napoleon.rulesets.napoleonic_empire.events.cards import CardPlayed
from tests.goldens import (
    eagles_waterloo,
    napoleon1815,
    napoleon_columbia,
    napoleonic_empire,
    napoleonic_wars,
)
from tests.goldens.golden import FOLDER, Golden, digest, logged, read
from tests.goldens.record import REPERTOIRES
from tests.goldens.recording import FIRST, Repertoire, begun, played, shown

GOLDENS = sorted(FOLDER.glob("*/*.json"))


def newest(repertoire: Repertoire) -> list[Path]:
    """The goldens of the rules of a game as they are now."""
    return sorted((FOLDER / repertoire.folder).glob("*.json"))


PLAYABLE = [
    path
    for repertoire in REPERTOIRES.values()
    for version in repertoire.rules.released.versions
    for path in sorted((FOLDER / f"{repertoire.rules.name}-{version}").glob("*.json"))
]
"""Those of every version that games still go on under."""

NEWEST = [path for repertoire in REPERTOIRES.values() for path in newest(repertoire)]


def named(path: Path) -> str:
    """A golden in the name of a test."""
    return f"{path.parent.name}/{path.stem}"


def replayed(golden: Golden) -> Game:
    game: Game | None = None
    for event in golden.replayed():
        game = fold(game, event, installed()[golden.ruleset])
    assert game is not None
    return game


@pytest.mark.parametrize("folder", sorted({it.parent for it in GOLDENS}), ids=lambda it: it.name)
def test_a_golden_replays_to_its_digest(folder: Path, subtests: pytest.Subtests) -> None:
    for path in sorted(folder.glob("*.json")):
        with subtests.test(named(path)):
            golden = read(path)
            game = replayed(golden)
            assert game.over
            assert (game.id, game.version) == (golden.game, len(golden.events))
            pinned = (game.created.rules_version, game.created.pack)
            assert pinned == (golden.rules_version, golden.pack)
            assert digest(game.state) == golden.digest


@pytest.fixture(params=NEWEST, ids=named)
def recent(request: pytest.FixtureRequest) -> Golden:
    return read(request.param)


@pytest.mark.sampled(24)
@pytest.mark.parametrize("path", PLAYABLE, ids=named)
def test_the_orders_of_a_golden_cause_its_events_again(path: Path) -> None:
    recent = read(path)
    repertoire = REPERTOIRES[recent.ruleset]
    rules = repertoire.rules.edition(recent.rules_version, recent.pack)
    assert rules is not None
    assert (rules.version, rules.pack_hash) == (recent.rules_version, recent.pack)
    options = recent.options
    events = begun(rules, recent.scenario, options, game_id=recent.game, seed=recent.seed)
    game = folded(None, events, rules)
    for seat, order in recent.orders:
        request = Request(seat, (msgspec.convert(order, repertoire.verbs),), None, "", b"")
        outcome = execution.give(game, request, rules, at=FIRST)
        assert not isinstance(outcome, Refusal), (seat, order, outcome)
        game, accepted = outcome
        events += accepted.events
    recorded = [row for row in recent.events if row[0] != SeatClaimed.topic]
    assert list(map(facts, logged(events))) == list(map(facts, recorded))


@pytest.mark.sampled(12)
def test_a_golden_is_posted_as_a_text_and_read_back(recent: Golden) -> None:
    repertoire = REPERTOIRES[recent.ruleset]
    notation = repertoire.rules.notation
    assert notation is not None
    text = game_file.write(list(recent.replayed()), notation)
    back = game_file.read(text)
    assert isinstance(back, game_file.ReadGame), back
    assert [(seat, to_data(order)) for seat, order in back.orders] == [
        (seat, to_data(msgspec.convert(order, repertoire.verbs))) for seat, order in recent.orders
    ]
    assert back.game is not None
    assert digest(back.game.state) == recent.digest


def facts(row: tuple[str, msgspec.Raw]) -> tuple[str, dict[str, Any]]:
    """What an event says of the game: its payload without envelope and notes."""
    topic, stored = row
    data = msgspec.json.decode(stored)
    payload = {name: data[name] for name in TOPICS[topic].payload if name in data}
    if "breakdown" in payload:
        payload["breakdown"] = [line[:2] for line in payload["breakdown"]]
    return topic, payload


# -- what they show --------------------------------------------------------------------------------


TAKES_LONG = "napoleonic_wars"
"""The game whose goldens take a minute to be looked at; ``make soak`` looks at them."""

GAMES = [
    pytest.param(it, marks=[pytest.mark.soak] if it == TAKES_LONG else [])
    for it in sorted(REPERTOIRES)
]


@pytest.fixture(scope="module", params=GAMES)
def repertoire(request: pytest.FixtureRequest) -> Repertoire:
    return REPERTOIRES[request.param]


@pytest.fixture(scope="module")
def examples(repertoire: Repertoire) -> dict[str, list[str]]:
    """The goldens by what they are examples of."""
    found: dict[str, list[str]] = {}
    for path in newest(repertoire):
        for thing in set(shown(repertoire, read(path))):
            found.setdefault(thing, []).append(path.stem)
    return found


def test_a_prepared_game_comes_out_as_it_was_recorded() -> None:
    """It is another one of the search up to where people do something else."""
    repertoire = napoleonic_wars.REPERTOIRE
    again = played(repertoire, 1002)
    recorded = read(FOLDER / repertoire.folder / "clause_R-189.json")
    assert again.orders == recorded.orders
    assert (again.digest, again.game) == (recorded.digest, recorded.game)
    other = played(repertoire._replace(prepared={}), repertoire.prepared[1002].number)
    after = repertoire.prepared[1002].after
    assert other.orders[:after] == again.orders[:after]
    assert other.orders[after] != again.orders[after]


def test_every_ruleset_has_goldens() -> None:
    assert REPERTOIRES.keys() == installed().keys()
    assert all(map(newest, REPERTOIRES.values()))


def test_the_goldens_show_what_a_game_declares(
    repertoire: Repertoire, examples: dict[str, list[str]], subtests: pytest.Subtests
) -> None:
    """One test, as it takes long to look at all of them."""
    with subtests.test("all that is wanted"):
        assert sorted(repertoire.wanted - examples.keys()) == []
    with subtests.test("each what it is named for"):
        for path in newest(repertoire):
            assert path.stem in examples.get(path.stem, ()), path
    with subtests.test("nothing that is excused"):
        assert not repertoire.excused & examples.keys()


@pytest.mark.parametrize(
    ("game", "ends", "cards"),
    [(napoleon1815, 5, 47), (napoleonic_empire, 5, 32)],
    ids=["napoleon1815", "napoleonic_empire"],
)
def test_every_end_in_every_form_and_every_card_are_declared(
    game: Any, ends: int, cards: int
) -> None:
    assert len(game.ENDS) == ends
    assert len(game.CARDS) == cards
    forms = {f"{end}-{form}" for end in game.ENDS.values() for form in game.FORMS}
    assert forms | game.CARDS <= game.REPERTOIRE.wanted
    results = (replayed(read(path)).state.result for path in newest(game.REPERTOIRE))
    by_the_game = {(it.winner, it.clause) for it in results if it.clause != "RULING.103"}
    assert by_the_game == game.ENDS.keys()


def test_every_end_that_people_make_of_napoleon_1815_is_shown() -> None:
    game = napoleon1815
    forms = {f"{end}-{players}" for end in game.SAID.values() for players in (2, 3)}
    assert len(forms) == 6 and forms <= game.REPERTOIRE.wanted
    results = [replayed(read(path)).state.result for path in newest(game.REPERTOIRE)]
    assert {it.winner for it in results if it.clause == "RULING.103"} == game.SAID.keys()


def test_every_end_of_the_fourth_edition_is_shown_in_every_form() -> None:
    game = napoleon_columbia
    forms = {f"{end}-{form}" for end in game.ENDS.values() for form in game.FORMS}
    assert len(game.ENDS) == 7 and forms <= game.REPERTOIRE.wanted
    results = [replayed(read(path)).state.result for path in newest(game.REPERTOIRE)]
    assert {it.reason for it in results} >= game.ENDS.keys()
    assert {it.winner for it in results} >= {"french", "allied", ""}


def test_every_end_of_each_card_battle_and_of_the_campaign_is_shown() -> None:
    game = eagles_waterloo
    forms = {f"{end}-{battle}" for end in game.ENDS.values() for battle in game.BATTLES}
    forms |= {f"{end}-campaign" for end in game.ENDS_OF_CAMPAIGN.values()}
    forms |= {f"{end}-{form}" for end in game.AGREEMENTS.values() for form in game.FORMS}
    assert len(forms) == 30 and forms <= game.REPERTOIRE.wanted
    results = [replayed(read(path)).state.result for path in newest(game.REPERTOIRE)]
    reasons = {*game.ENDS, *game.ENDS_OF_CAMPAIGN, *game.AGREEMENTS}
    assert {it.reason for it in results} == reasons
    assert {it.winner for it in results} == {"french", "allied", ""}


def test_every_end_of_the_napoleonic_wars_is_shown_with_every_number_of_players() -> None:
    game = napoleonic_wars
    forms = {f"{end}-{players}" for end in game.ENDS for players in game.PLAYERS}
    assert len(forms) == 24 and forms <= game.REPERTOIRE.wanted
    games = [replayed(read(path)) for path in newest(game.REPERTOIRE)]
    assert forms == {end for it in games for end in game.ends(it)}
    options = [it.created.options for it in games]
    assert {name for it in options for name, value in it.items() if value is True} == {
        option.name for option in game.RULES.options if option.name != "players"
    }


def test_each_clause_of_the_napoleonic_wars_is_cited_in_a_golden_or_has_a_reason() -> None:
    game = napoleonic_wars
    declared = game.REPERTOIRE.wanted | game.RARE.keys()
    shown = {it.removeprefix("clause_") for it in declared if it.startswith("clause_")}
    apart = (game.WORDS_AND_PIECES, game.HOW_OTHERS_ARE_READ, game.FOLLOWED, {*game.NOT_SHOWN})
    assert shown.isdisjoint(it for kind in apart for it in kind)
    assert shown.union(*apart) == game.RULES.clauses.keys()
    assert shown | game.NOT_SHOWN.keys() == game.CITED


def test_each_card_of_the_empire_is_played() -> None:
    logs = (read(path).replayed() for path in newest(napoleonic_empire.REPERTOIRE))
    played = {event.card for log in logs for event in log if isinstance(event, CardPlayed)}
    assert played == EMPIRE.pack.cards.keys()


@pytest.mark.parametrize("reader", ["french", "anglo_dutch", "prussian", SPECTATOR])
def test_what_partners_say_is_in_the_game_file_of_who_said_it(reader: str) -> None:
    logs = (list(read(path).replayed()) for path in newest(napoleon1815.REPERTOIRE))
    talk = next(log for log in logs if any(isinstance(it, MessageSent) for it in log))
    end = max(it.version for it in talk if isinstance(it, MessageSent))
    said = {it.player for it in talk if isinstance(it, MessageSent)}
    text = game_file.write(talk[:end], Notation1815(RULES), reader)
    assert ('say "Where are you?"' in text) == (reader in said)


def test_a_field_that_later_rules_add_does_not_change_a_digest() -> None:
    class Position(msgspec.Struct):
        turn: int

    class Richer(msgspec.Struct):
        turn: int
        scouts: dict[str, int] = {}

    assert digest(Position(3)) == digest(Richer(3)) != digest(Position(4))
    assert digest(Richer(3, {"red": 1})) != digest(Position(3))
