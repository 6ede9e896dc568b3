"""The game file: a finished game is written, and played again from its text."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from napoleon import game_file
from napoleon.events import REFEREE, SPECTATOR, Event
from napoleon.game import Game
from napoleon.game_file import BadGameFile, ReadGame
from napoleon.notation.names import fold
from napoleon.orders import Order, Refusal
from napoleon.playing import carried_out, folded, laid_out
from napoleon.request import Request
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.notation import Notation1815
from tests.napoleon1815.random_play import Bold

NOTATION = Notation1815(RULES)
NOTATIONS = {RULES.name: NOTATION}
SEED = "18" * 32


@cache
def finished() -> tuple[Game, list[tuple[str, Order]], list[Event]]:
    """A game to its end, with its orders and its log."""
    events = laid_out(
        RULES,
        "ligny_quatre_bras",
        {"farm_stop": True},
        game_id="0000001815",
        seed=SEED,
        tokens={"french": "secret", "allied": "secret"},
        at=1,
    )
    game, bold, random = folded(None, events, RULES), Bold(16), Random(16)
    orders: list[tuple[str, Order]] = []
    while not game.over:
        decision = random.choice(RULES.decisions(game.state))
        order = bold(game.state, decision, list(RULES.offers(game.state, decision)))
        request = Request(decision.seat, (order,), None, "anything", b"")
        outcome = carried_out(game, request, RULES, at=2)
        assert not isinstance(outcome, Refusal)
        game, accepted = outcome
        orders.append((decision.seat, order))
        events = events + accepted.events
    return game, orders, events


def bare(events: list[Event]) -> list[tuple[object, ...]]:
    """Events without times, order ids and the secrets of the service."""
    return [
        (
            *(event.topic, event.version, event.by, event.turn, event.phase, event.clauses),
            *(getattr(event, name) for name in event.payload if name != "tokens"),
        )
        for event in events
    ]


def text_of(events: list[Event] | None = None, reader: str = SPECTATOR) -> str:
    return game_file.write(finished()[2] if events is None else events, NOTATION, reader)


def bad(text: str) -> BadGameFile:
    answer = game_file.read(text, NOTATIONS)
    assert isinstance(answer, BadGameFile)
    return answer


def line_of(text: str, beginning: str) -> int:
    """Number of the first line with this beginning."""
    return next(n for n, line in enumerate(text.split("\n"), 1) if line.startswith(beginning))


def test_a_finished_game_is_read_back_with_the_same_events() -> None:
    game, orders, events = finished()
    back = game_file.read(text_of(), NOTATIONS)
    assert isinstance(back, ReadGame)
    assert back.orders == orders
    assert bare(back.events) == bare(events)
    assert back.game is not None
    assert back.game.state == game.state


def test_what_is_read_is_written_the_same_again() -> None:
    back = game_file.read(text_of(), NOTATIONS)
    assert isinstance(back, ReadGame)
    assert text_of(back.events) == text_of()


def test_comments_headings_and_the_blanks_of_a_forum_do_not_matter() -> None:
    kept = [line for line in text_of().split("\n") if line and line[0] not in "#;"]
    posted = "\r\n".join(f"  {line}  " for line in kept)
    back = game_file.read(posted, NOTATIONS)
    assert isinstance(back, ReadGame)
    assert back.orders == finished()[1]


def test_the_file_tells_turns_and_draws() -> None:
    text = text_of()
    assert "\n# Turn 5, draw\n; " in text
    assert "\n# Turn 5, operations\n" in text
    assert "; French flipped" in text
    assert '[Scenario "ligny_quatre_bras"]' in text


def test_a_running_game_keeps_its_seed_and_the_orders_of_others() -> None:
    events = finished()[2]
    middle = next(i for i, event in enumerate(events) if event.turn == 6)
    for reader, mine in (("french", "French"), ("allied", "Allies")):
        text = text_of(events[:middle], reader)
        assert SEED not in text
        assert "Seed" not in text
        given = [line for line in text.split("\n") if line.startswith(("French:", "Allies:"))]
        assert given
        for line in given:
            assert line.startswith(mine) != line.endswith(": ?")
    assert ": ?" not in text_of(events[:middle], REFEREE)
    spectator = text_of(events[:middle])
    assert all(
        line.endswith(": ?")
        for line in spectator.split("\n")
        if line.startswith(("French:", "Allies:"))
    )
    assert "not over" in bad(spectator).detail


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('[Ruleset "napoleon1815"]', '[Ruleset "chess"]', "not installed"),
        (f'[Version "{RULES.version}"]', '[Version "0.1"]', "other rules"),
        (f'[Pack "{RULES.pack_hash}"]', '[Pack "00"]', "other rules or data"),
        ("ligny_quatre_bras", "austerlitz", "no scenario austerlitz"),
        (f'[Seed "{SEED}"]', '[Seed "x"]', "Options and Seed"),
        (f'[Seed "{SEED}"]', "", "Without its seed"),
        ('[Game "0000001815"]', "", "The header Game is missing"),
        ('[Game "0000001815"]', "[Game]", "A header is"),
    ],
)
def test_a_wrong_header_is_told(old: str, new: str, said: str) -> None:
    text = text_of()
    assert old in text
    answer = bad(text.replace(old, new))
    assert said in answer.detail
    assert answer.good.orders == []


def test_a_line_that_cannot_be_read_keeps_the_good_prefix() -> None:
    text = text_of()
    lines = text.split("\n")
    orders = [n for n, line in enumerate(lines) if line.startswith(("French:", "Allies:"))]
    lines[orders[20]] = "French: storm the gates"
    answer = bad("\n".join(lines))
    assert answer.line == orders[20] + 1
    assert "cannot be read" in answer.detail
    assert answer.good.orders == finished()[1][:20]
    assert bare(answer.good.events) == bare(finished()[2][: len(answer.good.events)])


def test_an_order_against_the_rules_is_refused_in_its_line() -> None:
    text = text_of()
    first = line_of(text, finished_name())
    lines = text.split("\n")
    lines[first - 1] = f"{finished_name()} finish"
    answer = bad("\n".join(lines))
    assert answer.line == first
    assert answer.detail.startswith("WRONG_PHASE")


def finished_name() -> str:
    """How the first line of an order begins."""
    seat = finished()[1][0][0]
    return f"{RULES.names[seat]}:"


def test_a_seat_that_does_not_play_is_told() -> None:
    text = text_of().replace(f"\n{finished_name()}", "\nSwedes:", 1)
    answer = bad(text)
    assert answer.line == line_of(text, "Swedes")
    assert "seat, colon, order" in answer.detail


def test_a_result_that_does_not_follow_is_told() -> None:
    text = text_of()
    lost = text[: text.rindex("\n" + max(("French:", "Allies:"), key=text.rindex))]
    assert "its orders come to '*'" in bad(lost).detail


def test_every_text_is_answered() -> None:
    for text in ("", "\n\n", "[", "French: pass", '[Game "\\x"]', fold(text_of())):
        assert isinstance(game_file.read(text, NOTATIONS), BadGameFile)
