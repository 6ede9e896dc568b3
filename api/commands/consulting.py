"""Commands that look something up: a rule, a part of the map, somebody's forces, who plays.

All of it is told from the boards as the speaker may see them, so nothing that is hidden is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from api.commands.answers import Answer
from api.commands.seats import bare
from api.commands.speaker import Outcome, Speaker
from api.reading import Reading
from napoleon.log.clocks import Deadline
from napoleon.rules.notation.names import Names
from napoleon.rules.orders import Refusal
from napoleon.rules.prose.chronicle import capital
from napoleon.rules.tables import TextTable

MOST_NAMED = 12
"""How many things are named that somebody may mean."""

MOST_CLAUSES = 20
"""How many clauses are told at once that belong to the one that was asked for."""

_MAP, _ARMIES, _HAND = "map", "order-of-battle", "hand"

_OWN_COLUMNS = 2
"""In how many columns of a table stands whose a row is: the owner, or who commands them."""


def rule(speaker: Speaker, clause: str) -> Outcome:
    """What a clause of the rules says, and those that belong to it."""
    reading = speaker.reading
    clauses = reading.rules.clauses
    by_name = {it.casefold(): it for it in clauses}
    asked = clause.strip().rstrip(".").casefold()
    own = by_name.get(asked)
    parts = [it for name, it in by_name.items() if name.startswith(f"{asked}.")]
    found = [*([own] if own else []), *parts][:MOST_CLAUSES]
    if not found:
        detail = f"The rules have no clause “{clause}”."
        near = [it for name, it in by_name.items() if name.startswith(asked.split(".")[0])]
        nearest = [f"rule {it}" for it in near[:MOST_NAMED]]
        return Refusal("UNKNOWN_CLAUSE", "", detail, {"clause": clause, "nearest": nearest})
    told = tuple(f"{it}: {' '.join(clauses[it].split())}" for it in found)
    left = len(parts) + bool(own) - len(found)
    note = (
        [reading.ngettext("One more belongs to it.", "%(num)s more belong to it.", left)]
        if left
        else []
    )
    return speaker.answer(reading.gettext("Rule %(clause)s", clause=found[0]), *note, listed=told)


def map_around(speaker: Speaker, place: str) -> Outcome:
    """What lies around a place: a part of the map, and what stands there and next to it."""
    reading = speaker.reading
    if reading.views is None:
        return Refusal("TOO_EARLY", "", "The table is not laid yet.")
    board = reading.views.map
    known = {it.id: it.name or reading.rules.names.get(it.id, it.id) for it in board.areas}
    also = {it: reading.words.names.get(name, name) for it, name in known.items()}
    found = _meant(Names(known, also), place, "PLACE", "map around")
    if isinstance(found, Refusal):
        return found
    next_to = {it.b for it in board.roads if it.a == found}
    next_to |= {it.a for it in board.roads if it.b == found}
    tables = (
        _rows(it, [n for n, row in enumerate(it.places) if row == found or row in next_to])
        for it in reading.tables
        if it.board == _MAP
    )
    title = reading.gettext("Around %(place)s", place=also[found])
    places = reading.words.language.listed(also[it] for it in known if it in next_to)
    beside = [reading.gettext("Next to it: %(places)s.", places=places)] if places else []
    return speaker.answer(
        title,
        reading.stands,
        *beside,
        tables=tuple(it for it in tables if it.rows),
        picture_of=reading.game.version,
        around=found,
    )


def forces(speaker: Speaker, seat: str) -> Outcome:
    """What the speaker may know of the forces of a seat, or of one of its armies."""
    reading = speaker.reading
    if reading.views is None:
        return Refusal("TOO_EARLY", "", "The table is not laid yet.")
    seats = [*reading.game.created.seats]
    armies = [it.army for it in reading.views.order_of_battle.armies]
    every = dict.fromkeys((*seats, *armies))
    known = {it: reading.rules.names.get(it, it) for it in every}
    names = Names(known, {it: reading.name(it) for it in every})
    found = _meant(names, bare(seat), "SEAT", "forces of")
    if isinstance(found, Refusal):
        return found
    # A seat without an army of its name has those that are nobody else's.
    own = [found] if found in armies else [found, *(it for it in armies if it not in seats)]
    called = {name.casefold().removeprefix("the ") for it in own for name in _called(reading, it)}
    tables = tuple(it for table in reading.tables if (it := _of(table, called)).rows)
    title = reading.gettext("Forces of %(seat)s", seat=reading.name(found))
    note = [] if tables else [reading.gettext("You know of none.")]
    return speaker.answer(title, *note, tables=tables)


def who(speaker: Speaker) -> Answer:
    """Who plays, who is waited for and by when, and how reliable they are, if they show it."""
    reading = speaker.reading
    game = reading.game
    names = reading.games.names_shown(game.id)
    reliable = speaker.in_time(game)
    waited = set(reading.waited_for)
    rows = tuple(
        (
            capital(reading.name(seat)),
            names.get(seat, "") or _nameless(reading, seat),
            _waits(reading, seat, waited),
            _reliability(reading, reliable.get(seat)),
        )
        for seat in game.created.seats
    )
    columns = (
        reading.gettext("seat"),
        reading.gettext("who"),
        reading.gettext("waited for"),
        reading.gettext("in time"),
    )
    title = reading.gettext("Who plays")
    return speaker.answer(title, reading.stands, tables=(TextTable(title, columns, rows),))


def _nameless(reading: Reading, seat: str) -> str:
    if seat in reading.game.claimed:
        return reading.gettext("no name given")
    return reading.gettext("nobody yet")


def _waits(reading: Reading, seat: str, waited: set[str]) -> str:
    if seat not in waited:
        return ""
    times: Sequence[Deadline] = reading.game.timekeeping.of(seat)
    return " ".join(map(reading.due_by, times)) or reading.gettext("yes")


def _reliability(reading: Reading, told: object) -> str:
    """As beside a seat on a page; empty for those who do not show it."""
    if not isinstance(told, dict):
        return ""
    if told["new_here"]:
        return reading.gettext("new here")
    return reading.gettext("%(percent)s %%", percent=told["percent"])


def _meant(names: Names, typed: str, kind: str, command: str) -> str | Refusal:
    """What somebody means by a name."""
    matches = sorted(names.matches(typed), key=lambda it: it[1])
    best = list(dict.fromkeys(of for of, quality in matches if quality == matches[0][1]))
    if len(best) == 1:
        return best[0]
    named = [names.write(it) for it in best[:MOST_NAMED]]
    if best:
        detail = f"“{typed}” may be several: {', '.join(named)}."
    elif kind == "PLACE":
        detail = f"The map has no place “{typed}”."
    else:
        detail = f"The game has no seat or army “{typed}”."
    code = f"{'AMBIGUOUS' if best else 'UNKNOWN'}_{kind}"
    return Refusal(code, "", detail, {"nearest": [f"{command} {it}" for it in named]})


def _called(reading: Reading, of: str) -> Iterator[str]:
    """What tables may call a seat or an army."""
    yield reading.name(of)
    yield reading.rules.names.get(of, of)
    yield reading.words.name(of)


def _of(table: TextTable, called: set[str]) -> TextTable:
    """What of a table is about those who are called so."""
    if table.board in (_ARMIES, _HAND):
        mine = [
            n
            for n, row in enumerate(table.rows)
            if any(str(cell).casefold() in called for cell in row[:_OWN_COLUMNS])
        ]
        return _rows(table, mine)
    if table.board != _MAP:
        return _rows(table, [])
    columns = [n for n, title in enumerate(table.columns) if title.casefold() in called]
    if columns:
        kept = [n for n, row in enumerate(table.rows) if any(row[it] for it in columns)]
        some = _rows(table, kept)
        narrow = tuple(tuple(row[n] for n in (0, *columns)) for row in some.rows)
        titles = tuple(table.columns[n] for n in (0, *columns))
        return msgspec.structs.replace(some, columns=titles, rows=narrow)
    return _rows(
        table,
        [n for n, row in enumerate(table.rows) if any(_counts(str(it), called) for it in row)],
    )


def _counts(cell: str, called: set[str]) -> bool:
    """Whether a cell tells how many of somebody's stand there, as in "France 8 SP"."""
    told = cell.casefold()
    return any(told.partition(f"{it} ")[2][:1].isdigit() for it in called)


def _rows(table: TextTable, kept: Sequence[int]) -> TextTable:
    """Some rows of a table; of a part of it no sum is told."""
    whole = len(kept) == len(table.rows)
    return msgspec.structs.replace(
        table,
        rows=tuple(table.rows[n] for n in kept),
        places=tuple(table.places[n] for n in kept) if table.places else (),
        note=table.note if whole else "",
    )
