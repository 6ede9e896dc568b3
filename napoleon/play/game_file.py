"""The game file: a whole game as a plain text that can be posted, read and played again.

Headers in brackets say what is played; then each order has a line, ``French: activate Ligny: Ney``.
Lines that begin with ``#`` separate the turns and phases, and those with ``;`` tell what chance
gave; both are for people only. Once the game is over the headers hold all that was drawn, and the
orders with the draws make the same events again. The file tells the game as it counts: what was
undone is left out. Games that are older than chains of chance have no header ``Chains``, and are
drawn again from their seed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from napoleon.chance.recorded import NotRecorded, RecordedChance
from napoleon.log.branches import counting, path
from napoleon.log.drawing import Drawing, chance_of
from napoleon.log.events.cases import RulingGiven
from napoleon.log.events.draws import drawn_values
from napoleon.log.events.rewinds import HistoryRewound
from napoleon.log.events.service import ServiceEvent
from napoleon.log.folding import folded, folded_along
from napoleon.log.game import Game, GameCreated
from napoleon.log.journal import Narrator, narrator
from napoleon.play import execution, posted
from napoleon.play.creation import created, laid_out
from napoleon.play.execution import read_line
from napoleon.play.requests import Request, parsed
from napoleon.rules.contract import Notation, Ruleset, installed
from napoleon.rules.events import SPECTATOR, Event
from napoleon.rules.notation.names import EXACT, Names
from napoleon.rules.orders import Order, OrderGiven, Refusal
from napoleon.rules.phrases import PLAIN, told
from napoleon.rules.terms import SetupRefused

UNKNOWN = "?"
"""Stands for an order that the reader of the file may not know."""

RUNNING = "*"
"""The result of a game that is not over."""

DRAWN = "draw"
"""Stands for the winner of a game that has none."""

_NO_HEADER = 'A header is [Name "value"], before the first order.'
_NO_ORDER = "An order is written as seat, colon, order."

_HEADER = re.compile(r'\[(\w+) (".*")\]')


class ReadGame(msgspec.Struct):
    """What a game file holds, as far as it was read."""

    headers: dict[str, str]
    orders: list[tuple[str, Order]]
    """Seat and order."""
    events: list[Event]
    """From ``game_created`` on, with neither times nor order ids. Service events, such as
    claims of seats and calls for draws, are left out."""
    game: Game | None = None
    """The position after them."""
    chance: RecordedChance | None = None
    """What was drawn and has not been drawn again; None if it is made from the seed."""

    def chance_of(self, game: Game) -> Drawing:
        """The chance that the next order of `game` draws from."""
        return chance_of(game) if self.chance is None else self.chance


class BadGameFile(msgspec.Struct, frozen=True):
    """A game file that cannot be read: in which line (from 1), why, and what was good before."""

    line: int
    detail: str
    good: ReadGame


# -- writing -------------------------------------------------------------------------------------


def write(events: Iterable[Event], notation: Notation, viewer: str = SPECTATOR) -> str:
    """The game file of a game as far as `viewer` may know it, from all of its events.

    `viewer` is a seat, ``spectator`` or ``referee``; of a finished game everybody sees everything.
    """
    log = list(events)
    end = _end(log, notation.rules)
    facts = {**_headers(end), **_corrections(log, end), **_draws(log, end)}
    headers = [f"[{name} {_quoted(value)}]" for name, value in facts.items()]
    lines = "\n".join(_lines(log, notation, viewer, end))
    return "\n".join(headers) + f"\n{lines}\n"


def _end(log: list[Event], rules: Ruleset) -> Game:
    rewinds = [(it.version, it.to) for it in log if isinstance(it, HistoryRewound)]
    return folded_along(None, log, rules, path(rewinds, log[-1].version))


def _lines(log: list[Event], notation: Notation, viewer: str, end: Game) -> Iterator[str]:
    """Orders and what chance gave, under a heading for each phase."""
    state, moment = None, None
    tells = narrator(end, viewer, notation.rules)
    for event in log:
        if isinstance(event, GameCreated | ServiceEvent) or not tells.counts(event):
            continue
        line = _line(event, state, notation, tells)
        if line is not None:
            if moment != (event.turn, event.phase):
                moment = (event.turn, event.phase)
                yield f"\n# Turn {event.turn}, {event.phase}"
            yield line
        state = notation.rules.apply(state, event)


def _line(event: Event, state: Any, notation: Notation, tells: Narrator) -> str | None:
    rules = notation.rules
    if isinstance(event, OrderGiven):
        line = UNKNOWN
        if "order" not in tells.unread(event):
            order = parsed([event.order], rules)
            assert not isinstance(order, Refusal), "the log holds orders of its own rules"
            [given] = order
            assert not isinstance(given, str), "the log holds orders, not lines"
            line = notation.write(given, state, event.player)
        return f"{_seat(rules, event.player)}: {line}"
    if "draw" in event.payload:
        return f"; {tells.text(event)}"
    return None


def _headers(game: Game) -> dict[str, str]:
    created = game.created
    headers = {
        "Ruleset": created.ruleset,
        "Version": created.rules_version,
        "Pack": created.pack,
        "Scenario": created.scenario,
        "Options": json.dumps(created.options),
        "Seats": " ".join(created.seats),
        "Game": game.id,
        "Commitment": created.commitment,
        **({"Chains": json.dumps(created.chains)} if created.chains else {}),
        "Result": RUNNING,
    }
    if not game.over:
        return headers
    result = game.result
    assert result is not None, "the game is over"
    end = f"{result.winner or DRAWN}: {told(result.reason, PLAIN)} [{result.clause}]"
    return {**headers, "Result": end, "Seed": created.seed}


def _corrections(log: Iterable[Event], end: Game) -> dict[str, str]:
    """How many times a referee corrected the table, which orders alone cannot reproduce."""
    times = sum(isinstance(it, RulingGiven) and bool(it.corrections) for it in log)
    return {"Corrections": str(times)} if times and end.over else {}


def _draws(log: Iterable[Event], end: Game) -> dict[str, str]:
    """All that was drawn in the game as it counts, if it is over."""
    if not end.over or not end.created.chains:
        return {}
    drawn = [value for event in filter(counting(end), log) for value in drawn_values(event)]
    return {"Draws": json.dumps(drawn, ensure_ascii=False, separators=(",", ":"))}


def _quoted(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _seat(rules: Ruleset, seat: str) -> str:
    return rules.names.get(seat, seat)


# -- reading -------------------------------------------------------------------------------------


class _Wrong(Exception):
    """What is wrong with a line, and how many lines later if it was broken."""

    def __init__(self, detail: str, later: int = 0) -> None:
        super().__init__(detail)
        self.later = later


def read(text: str, notations: Mapping[str, Notation] | None = None) -> ReadGame | BadGameFile:
    """Play the game in a file again.

    `notations` are those in which it may be written, by the name of the ruleset; without them,
    those of the rulesets that are installed. The file must have the seed, so it is that of a
    finished game, or a part of one.
    """
    notations = _installed() if notations is None else notations
    read_game = ReadGame({}, [], [])
    number = 1
    try:
        for line in posted.lines(text, lambda it: _begins_order(read_game, it, notations)):
            number = line.number
            _read_line(read_game, line, notations)
        _check_result(read_game, notations)
    except _Wrong as error:
        return BadGameFile(number + error.later, str(error), read_game)
    return read_game


def _installed() -> dict[str, Notation]:
    found = ((name, rules.notation) for name, rules in installed().items())
    return {name: notation for name, notation in found if notation is not None}


def _read_line(
    read_game: ReadGame, line: posted.Written, notations: Mapping[str, Notation]
) -> None:
    if line.text.startswith("["):
        _read_header(read_game, line)
    elif line.text and line.text[0] not in "#;":
        _read_order(read_game, line, notations)


def _read_header(read_game: ReadGame, line: posted.Written) -> None:
    if read_game.game is not None:
        raise _Wrong(_NO_HEADER)
    # What is broken in a word has no blank there, and of what has one JSON needs none.
    for way in reversed(list(line.ways)):
        for text in (way, posted.straightened(way)):
            header = _HEADER.fullmatch(text)
            if header is not None:
                with suppress(ValueError):
                    read_game.headers[header[1]] = json.loads(header[2])
                    return
    begun = re.match(r"\[(\w+) \"", line.text)
    raise _Wrong(f"The value of {begun[1]} is not a text in quotes." if begun else _NO_HEADER)


def _begin(read_game: ReadGame, notations: Mapping[str, Notation]) -> Game:
    """The game as its headers lay it out."""
    headers = read_game.headers
    for name in ("Ruleset", "Version", "Pack", "Scenario", "Options", "Game"):
        if name not in headers:
            raise _Wrong(f"The header {name} is missing.")
    if "Seed" not in headers:
        raise _Wrong("Without its seed a game cannot be played again: it is not over.")
    if "Corrections" in headers:
        raise _Wrong(
            "A referee has corrected the table in this game, so its orders do not come to its "
            "result: play its bundle back instead."
        )
    if ("Draws" in headers) != ("Chains" in headers):
        lacking = "Chains" if "Draws" in headers else "Draws"
        raise _Wrong(f"The header {lacking} is missing: a game with chains tells what was drawn.")
    rules = _rules(headers, notations)
    try:
        first = created(
            rules,
            headers["Scenario"],
            json.loads(headers["Options"]),
            game_id=headers["Game"],
            seed=headers["Seed"],
            nonces={},
            tokens={},
            awaits_seats=False,
            at=0,
        )
        if "Draws" in headers:
            read_game.chance = RecordedChance(json.loads(headers["Draws"]))
        else:
            first = msgspec.structs.replace(first, chains={})
        begun = folded(None, [first], rules)
        table = laid_out(begun, rules, at=0, chance_of=read_game.chance_of)
    except SetupRefused as refused:
        raise _Wrong(refused.refusal.detail) from None
    except (ValueError, AttributeError, TypeError):
        raise _Wrong("The headers Options, Seed and Draws must be as a file writes them.") from None
    except NotRecorded as error:
        raise _Wrong(f"The draws are of another game: {error}.") from None
    read_game.events = [first, *table]
    read_game.game = folded(begun, table, rules)
    return read_game.game


def _rules(headers: Mapping[str, str], notations: Mapping[str, Notation]) -> Ruleset:
    notation = notations.get(headers["Ruleset"])
    if notation is None:
        raise _Wrong(f"The ruleset {headers['Ruleset']} is not installed.")
    rules = notation.rules.edition(headers["Version"], headers["Pack"])
    if rules is None:
        here = notation.rules.version
        raise _Wrong(f"The game was played with other rules or data than {here} here.")
    return rules


def _begins_order(read_game: ReadGame, line: str, notations: Mapping[str, Notation]) -> bool:
    """Whether a line begins with a seat and a colon."""
    notation = notations.get(read_game.headers.get("Ruleset", ""))
    who, colon, _ = line.partition(":")
    if not colon or notation is None:
        return False
    known = read_game.headers.get("Seats", "").split()
    return bool(_seats(notation.rules, known, who))


def _seats(rules: Ruleset, known: Iterable[str], who: str) -> list[str]:
    names = Names({seat: _seat(rules, seat) for seat in known})
    return [seat for seat, level in names.matches(who) if level == EXACT]


def _read_order(
    read_game: ReadGame, line: posted.Written, notations: Mapping[str, Notation]
) -> None:
    game = read_game.game or _begin(read_game, notations)
    rules = _rules(read_game.headers, notations)
    who, colon, said = line.text.partition(":")
    seats = _seats(rules, game.created.seats, who)
    if not colon or not seats:
        raise _Wrong(_NO_ORDER)
    if said.strip() == UNKNOWN:
        raise _Wrong("The order is hidden: the file was written before the game was over.")
    order = _meant(read_game, game, seats[0], line, notations)
    request = Request(seats[0], (order,), None, "", b"")
    try:
        outcome = execution.give(game, request, rules, at=0, chance_of=read_game.chance_of)
    except NotRecorded as error:
        raise _Wrong(f"The draws are of another game: {error}.") from None
    if isinstance(outcome, Refusal):
        raise _Wrong(f"{outcome.code}: {outcome.detail}")
    read_game.game, accepted = outcome
    read_game.orders.append((seats[0], order))
    read_game.events += accepted.events


def _meant(
    read_game: ReadGame,
    game: Game,
    seat: str,
    line: posted.Written,
    notations: Mapping[str, Notation],
) -> Order:
    """The order of a line: of all of it if it was broken, never of a part."""
    rules = _rules(read_game.headers, notations)
    notation = rules.notation or notations[read_game.headers["Ruleset"]]
    asked = rules.decisions(game.state)

    def read_as(text: str) -> Order | Refusal:
        return read_line(notation, game.state, asked, seat, text.partition(":")[2].strip())

    whole: Order | Refusal | None = None
    for way in line.ways:
        for text in dict.fromkeys((way, posted.straightened(way))):
            found = read_as(text)
            if not isinstance(found, Refusal):
                return found
            whole = whole or found
    assert isinstance(whole, Refusal), "there is one way at least"
    if line.more and not isinstance(read_as(line.text), Refusal):
        raise _Wrong(_NO_ORDER, later=1)
    raise _Wrong(whole.detail)


def _check_result(read_game: ReadGame, notations: Mapping[str, Notation]) -> None:
    game = read_game.game or _begin(read_game, notations)
    said, played = read_game.headers.get("Result"), _headers(game)["Result"]
    if said is not None and not posted.same(said, played):
        raise _Wrong(f"The file says {said!r}, but its orders come to {played!r}.")
    if game.over and read_game.chance is not None and read_game.chance.left:
        raise _Wrong(f"The draws are of another game: {read_game.chance.left} are left over.")
