"""The game file: a finished game is written, and played again from its text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from random import Random

import pytest

from napoleon.log.events.draws import drawn_values
from napoleon.log.events.service import ServiceEvent
from napoleon.log.folding import folded
from napoleon.log.game import Game
from napoleon.play import execution, game_file
from napoleon.play.game_file import BadGameFile, ReadGame
from napoleon.play.requests import Request
from napoleon.rules.events import REFEREE, SPECTATOR, Event
from napoleon.rules.notation.names import fold
from napoleon.rules.orders import Order, OrderGiven, Refusal
from napoleon.rulesets.napoleon1815 import RULES, Napoleon1815, partners
from napoleon.rulesets.napoleon1815.events.cards import CardFlipped
from napoleon.rulesets.napoleon1815.events.partners import MessageSent
from napoleon.rulesets.napoleon1815.notation import Notation1815
from napoleon.rulesets.napoleon1815.orders import SendMessage
from napoleon.rulesets.napoleon1815.table import Table
from tests.goldens import recording
from tests.napoleon1815 import kit
from tests.napoleon1815.random_play import GAME, Bold, begun
from tests.watching import Careless, Player

NOTATION = Notation1815(RULES)
NOTATIONS = {RULES.name: NOTATION}
SEED = "18" * 32
TOKENS = {"french": "secret", "allied": "secret"}

Finished = tuple[Game, list[tuple[str, Order]], list[Event]]
"""A game at its end, with its orders and its log."""

SAID = [
    ("prussian", "Where are you?"),
    ("anglo_dutch", "?"),
    ("prussian", 'At Wavre; "soon".\n# Turn 9\nFrench: pass'),
    ("anglo_dutch", "Vorw\u00e4rts, Bl\u00fccher! \\ [x] \u2028 \U0001f3c7"),
]
"""Who tells his partner what; some of it looks like other parts of a game file."""


def played(
    rules: Napoleon1815, events: list[Event], player: Player, said: Iterable[tuple[str, str]] = ()
) -> Finished:
    """A game from its first events to its end.

    One thing is said before each order that partners in contact give.
    """
    game, random, to_say = folded(None, events, rules), Random(16), list(said)
    orders: list[tuple[str, Order]] = []
    while not game.over:
        order: Order
        if to_say and partners.in_contact(Table(game.state, rules.pack)):
            seat, text = to_say.pop(0)
            order = SendMessage(text)
        else:
            decision = random.choice(rules.decisions(game.state))
            seat = decision.seat
            order = player(game.state, decision, list(rules.legal_orders(game.state, decision)))
        request = Request(seat, (order,), None, "anything", b"")
        outcome = execution.give(game, request, rules, at=2)
        assert not isinstance(outcome, Refusal)
        game, accepted = outcome
        orders.append((seat, order))
        events = events + accepted.events
    return game, orders, events


@cache
def finished() -> Finished:
    """A game of two players."""
    options = {"farm_stop": True}
    first = begun(RULES, "ligny_quatre_bras", options, seed=SEED, tokens=TOKENS, at=1)
    return played(RULES, first, Bold(16))


@cache
def talkative() -> Finished:
    """A game of three players, of whom the Allies talk: whether they can depends on their play."""
    first = begun(RULES, "waterloo_wavre", {"players": 3}, seed=SEED, tokens=TOKENS, at=1)
    games = (played(RULES, first, Bold(number), SAID) for number in range(16, 80))
    return next(it for it in games if [order for _, order in it[1]].count(SendMessage(SAID[-1][1])))


@cache
def old() -> Finished:
    """A game that is older than chains of chance."""
    options = {"resolver": "dice"}
    first = recording.begun(RULES, "ligny_quatre_bras", options, game_id=GAME, seed=SEED)
    return played(RULES, first, Bold(18))


def bare(events: list[Event]) -> list[tuple[object, ...]]:
    """What happened on the table, without times, order ids and what people bring along."""
    return [
        (
            *(event.topic, event.by, event.turn, event.phase, event.clauses),
            *(getattr(event, it) for it in event.payload if it not in ("tokens", "nonces")),
        )
        for event in events
        if not isinstance(event, ServiceEvent)
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


def test_a_game_is_written_and_read_with_its_own_pack() -> None:
    """P1 is an area of the fixture pack only."""
    first = begun(kit.RULES, "fixture", {}, seed=SEED, tokens=TOKENS, at=1)
    game, orders, events = played(kit.RULES, first, Careless(19))
    own = kit.RULES.notation
    assert own is not None
    text = game_file.write(events, own)
    assert re.search(r"^(French|Allies): .*\bP1\b", text, re.M)
    back = game_file.read(text, {kit.RULES.name: own})
    assert isinstance(back, ReadGame)
    assert back.orders == orders
    assert bare(back.events) == bare(events)
    assert back.game is not None
    assert back.game.state == game.state
    assert "other rules or data" in bad(text).detail


def test_a_file_is_read_with_the_rulesets_that_are_installed() -> None:
    back = game_file.read(text_of())
    assert isinstance(back, ReadGame)
    assert back.orders == finished()[1]


def test_messages_are_read_back_after_the_end() -> None:
    game, orders, events = talkative()
    text = text_of(events)
    assert [text_of(events, reader) for reader in game.created.seats] == [text] * 3
    back = game_file.read(text, NOTATIONS)
    assert isinstance(back, ReadGame)
    assert back.orders == orders
    assert [(seat, it.text) for seat, it in back.orders if isinstance(it, SendMessage)] == SAID
    assert bare(back.events) == bare(events)
    assert back.game is not None
    assert back.game.state == game.state


@pytest.mark.parametrize("reader", ["french", "anglo_dutch", "prussian", SPECTATOR, REFEREE])
def test_messages_of_a_running_game_stand_in_the_file_of_who_sent_them(reader: str) -> None:
    events = talkative()[2]
    sent = [event for event in events if isinstance(event, MessageSent)]
    assert [(event.player, event.text) for event in sent] == SAID
    text = text_of(events[: sent[-1].version], reader)
    lines = text.split("\n")
    for seat, message in SAID:
        line = NOTATION.write(SendMessage(message))
        assert (f"{RULES.names[seat]}: {line}" in lines) == (reader in (seat, REFEREE))
        if message != game_file.UNKNOWN:
            assert (message[:8] in text) == (line in text), "nothing else tells what was said"
    assert lines[-2] == (
        f"Anglo-Dutch: {NOTATION.write(SendMessage(SAID[-1][1]))}"
        if reader in ("anglo_dutch", REFEREE)
        else "Anglo-Dutch: ?"
    )


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
        assert "Draws" not in text
        assert "[Chains " in text
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
        (f'[Seed "{SEED}"]', '[Seed "x"]', "Options, Seed and Draws"),
        (f'[Seed "{SEED}"]', "", "Without its seed"),
        ('[Game "0000001815"]', "", "The header Game is missing"),
        ('[Game "0000001815"]', "[Game]", "A header is"),
        ("[Draws", "[Drawn", "The header Draws is missing"),
        ("[Chains", "[Anchors", "The header Chains is missing"),
        ('[Draws "[', '[Draws "', "Options, Seed and Draws"),
        ('[Draws "[', '[Draws "[999,', "999 could not be drawn for"),
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
    assert bare(answer.good.events) == bare(finished()[2])[: len(answer.good.events)]


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


# -- chance --------------------------------------------------------------------------------------


def drawn() -> list[object]:
    """All that was drawn in the finished game."""
    return [value for event in finished()[2] for value in drawn_values(event)]


def with_draws(values: list[object]) -> str:
    """The file of the finished game, as if these values had been drawn in it."""
    header = f"[Draws {json.dumps(json.dumps(values, separators=(',', ':')))}]"
    return re.sub(r"^\[Draws .*\]$", lambda _: header, text_of(), flags=re.M)


def line_of_draw(number: int) -> int:
    """Number of the line of the order that made a draw."""
    events = finished()[2]
    called = next(it.version for it in events if drawn_values(it) and it.draw >= number)  # type: ignore[attr-defined]
    given = sum(isinstance(event, OrderGiven) for event in events[:called])
    lines = enumerate(text_of().split("\n"), 1)
    return [n for n, line in lines if line.startswith(("French:", "Allies:"))][given - 1]


def test_a_finished_game_tells_what_was_drawn() -> None:
    assert with_draws(drawn()) == text_of()
    assert len(drawn()) == finished()[0].state.draws


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_draw_that_could_not_be_made_is_told_in_the_line_of_its_order(share: float) -> None:
    number = int(len(drawn()) * share)
    values = drawn()
    values[number] = 999
    answer = bad(with_draws(values))
    assert answer.line == line_of_draw(number)
    assert "The draws are of another game: 999 could not be drawn for" in answer.detail


def test_a_draw_that_is_missing_is_told_in_the_line_of_its_order() -> None:
    number = len(drawn()) - 1
    answer = bad(with_draws(drawn()[:number]))
    assert answer.line == line_of_draw(number)
    assert "The draws are of another game: nothing was drawn for" in answer.detail


def test_draws_that_no_order_makes_are_told_at_the_end() -> None:
    answer = bad(with_draws([*drawn(), 1, 2]))
    assert answer.line == text_of().count("\n")
    assert answer.detail == "The draws are of another game: 2 are left over."


def test_other_draws_come_to_another_game() -> None:
    """Cards that could have been flipped as well: the orders or the result do not follow.

    Two that were drawn into a hand are the same hand the other way round, and two of one stack the
    same combat.
    """
    values = drawn()
    flips = (event for event in finished()[2] if isinstance(event, CardFlipped))
    flipped = {event.draw for event in flips if event.purpose != "combat"}
    first, second = next(
        (n, m)
        for n, m in ((n, n + 1) for n in range(len(values) // 2, len(values) - 1))
        if n in flipped and values[n] != values[m]
    )
    values[first], values[second] = values[second], values[first]
    answer = bad(with_draws(values))
    assert answer.line >= line_of_draw(first)


def test_a_game_that_is_older_than_chains_is_drawn_from_its_seed() -> None:
    game, orders, events = old()
    assert not game.created.chains
    text = text_of(events)
    assert "[Draws" not in text
    assert "[Chains" not in text
    back = game_file.read(text, NOTATIONS)
    assert isinstance(back, ReadGame)
    assert back.orders == orders
    assert bare(back.events) == bare(events)
    assert [event.version for event in back.events] == [event.version for event in events]
    assert back.game is not None
    assert back.game.state == game.state
    assert text_of(back.events) == text


def test_every_text_is_answered() -> None:
    for text in ("", "\n\n", "[", "French: pass", '[Game "\\x"]', fold(text_of())):
        assert isinstance(game_file.read(text, NOTATIONS), BadGameFile)
