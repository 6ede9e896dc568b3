"""The position notation: a position between operations as a text, described in docs/notation.md.

Each line is a field of the state under a label, as the table `FIELDS` says; a field without a row
there is written as JSON under its own name, and fields at their defaults are left out. So the
text is complete: `read` gives back what `settled` makes of the position.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple, get_type_hints

import msgspec

from napoleon.events import Line
from napoleon.notation import UnfinishedOperation, UnreadablePosition
from napoleon.rulesets.napoleon1815.packs.pack import Pack
from napoleon.rulesets.napoleon1815.position_blocks import (
    MAP,
    OFF_MAP,
    REMOVED,
    read_blocks,
    write_blocks,
)
from napoleon.rulesets.napoleon1815.position_codecs import (
    AREA,
    BLOCK,
    CARD,
    DATA,
    DUE,
    HAND,
    INVASION_CARD,
    MARKER,
    NUMBER,
    PILE,
    PLAYER,
    RESULT,
    ROAD,
    SWAP,
    WORD,
    Codec,
    areas,
    full_name_of,
    pairs,
    several,
)
from napoleon.rulesets.napoleon1815.position_seen import seen
from napoleon.rulesets.napoleon1815.state import State

TITLE = "Position of napoleon1815"

PASSING = (
    *("open_cards", "revealed", "red_card", "declared", "played", "proposed", "foresight"),
    *("operation", "combat", "allocations", "sealed", "tally"),
)
"""Fields that are in use only while something is being carried out."""


def settled(state: State) -> State:
    """The position without what is left of an operation that is over, or of a game that is."""
    fresh = {field.name: field for field in msgspec.structs.fields(State)}
    over = state.result is not None
    ended = {
        "operation": over or (state.operation is not None and state.operation.ended),
        "combat": over or (state.combat is not None and state.combat.over),
    }
    return msgspec.structs.replace(
        state, **{name: _default(fresh[name]) for name in PASSING if ended.get(name, over)}
    )


def write(pack: Pack, state: State) -> str:
    """All of a position. Raises UnfinishedOperation in the middle of something."""
    lasting = settled(state)
    given = {
        field.name: value
        for field in msgspec.structs.fields(State)
        if (value := getattr(lasting, field.name)) != _default(field)
    }
    if busy := [name for name in PASSING if name in given]:
        raise UnfinishedOperation(f"something is being carried out: {', '.join(busy)}")
    return _written(pack, given)


def write_views(pack: Pack, views: Mapping[str, dict[str, Any]]) -> str:
    """What the four boards show; what they hide is a ``?``."""
    return _written(pack, seen(views))


def read(pack: Pack, text: str) -> State:
    """The position in a text that `write` wrote. Raises UnreadablePosition."""
    lines = [line.rstrip() for line in text.strip().split("\n")]
    if lines[0] != TITLE:
        raise UnreadablePosition(1, f"a position begins with {TITLE!r}")
    found: dict[str, Any] = {}
    labels = {row.label: row for row in FIELDS}
    for number, line in enumerate(lines[1:], 2):
        try:
            if line == MAP or not line:
                continue
            label, colon, value = line.partition(":")
            if not colon:
                raise ValueError("a line is a label, a colon and a value")
            if line.startswith("  "):
                blocks = read_blocks(pack, value, area=full_name_of(areas(pack), label))
                found.setdefault("blocks", {}).update(blocks)
            elif label in (REMOVED, OFF_MAP):
                blocks = read_blocks(pack, value, removed=label == REMOVED)
                found.setdefault("blocks", {}).update(blocks)
            elif label == "Scored":
                found.setdefault("history", []).append(_read_move(value.strip()))
            elif label in labels:
                found[labels[label].field] = labels[label].codec.read(value.strip(), pack)
            else:
                found[label] = msgspec.json.decode(value, type=_UNLABELLED[label])
        except KeyError:
            raise UnreadablePosition(number, f"there is no label {label!r}") from None
        except (ValueError, msgspec.DecodeError) as error:
            raise UnreadablePosition(number, str(error)) from None
    try:
        return msgspec.convert(msgspec.to_builtins(found), State)
    except msgspec.ValidationError as error:
        raise UnreadablePosition(len(lines), f"the position is incomplete: {error}") from None


# -- fields --------------------------------------------------------------------------------------


class Field(NamedTuple):
    """A field of the state: its label in the text, and how its value is written."""

    field: str
    label: str
    codec: Codec


FIELDS = (
    Field("scenario", "Scenario", WORD),
    Field("options", "Options", pairs(WORD, DATA)),
    Field("seats", "Players", several(PLAYER)),
    Field("turn", "Turn", NUMBER),
    Field("last_turn", "Last turn", NUMBER),
    Field("phase", "Phase", WORD),
    Field("track", "Victory track", NUMBER),
    Field("result", "Result", RESULT),
    Field("invasion_card", "Invasion card", INVASION_CARD),
    Field("invaded_on", "Early invasion in turn", NUMBER),
    Field("initiative", "Initiative", PLAYER),
    Field("leader", "Leader", PLAYER),
    Field("to_go", "To go", PLAYER),
    Field("passed", "Passed", several(PLAYER)),
    Field("lasting", "In force", pairs(WORD, CARD)),
    Field("control", "Flags", pairs(AREA, PLAYER)),
    Field("fortified", "Fortified positions", several(AREA)),
    Field("broken_bridges", "Broken bridges", several(ROAD)),
    Field("contested", "Contested", several(AREA)),
    Field("markers", "Retreat directions", pairs(AREA, MARKER)),
    Field("penalised", "Penalty taken", several(AREA)),
    Field("reinforcements", "Reinforcements", pairs(BLOCK, DUE)),
    Field("awaiting_event", "By event", several(BLOCK)),
    Field("hands", "Hands", HAND),
    Field("decks", "Decks", PILE),
    Field("discards", "Discards", PILE),
    Field("swap", "Swap offered", SWAP),
    Field("recovery_barred", "No recovery cards", several(PLAYER)),
    Field("finished_recovery", "Recovery finished", several(PLAYER)),
    Field("worn", "Worn by fatigue", several(BLOCK)),
    Field("draws", "Draws", NUMBER),
    Field("operations", "Operations", NUMBER),
    Field("side_operations", "Operations this turn", pairs(PLAYER, NUMBER)),
    Field("given", "Orders given", pairs(PLAYER, NUMBER)),
)

_WRITTEN_OTHERWISE = {row.field for row in FIELDS} | {"blocks", "history", *PASSING}

_UNLABELLED = {
    name: hint for name, hint in get_type_hints(State).items() if name not in _WRITTEN_OTHERWISE
}
"""Types of the fields that are written as JSON under their own names."""


def _default(field: msgspec.structs.FieldInfo) -> Any:
    factory = field.default_factory
    return field.default if factory is msgspec.NODEFAULT else factory()


def _written(pack: Pack, given: Mapping[str, Any]) -> str:
    lines = [
        f"{row.label}: {row.codec.write(given[row.field], pack)}"
        for row in FIELDS
        if row.field in given
    ]
    lines += [
        f"{name}: {msgspec.json.encode(value).decode()}"
        for name, value in given.items()
        if name in _UNLABELLED
    ]
    lines += [_write_move(*move) for move in given.get("history", [])]
    lines += write_blocks(pack, given.get("blocks", {}))
    return "\n".join([TITLE, *lines]) + "\n"


# -- moves of the track ----------------------------------------------------------------------------


def _write_move(turn: int, before: int, after: int, lines: list[Line]) -> str:
    return f"Scored: turn {turn}, {before} to {after}: {msgspec.json.encode(lines).decode()}"


def _read_move(text: str) -> tuple[int, int, int, list[Line]]:
    move = re.fullmatch(r"turn (\d+), (-?\d+) to (-?\d+): (\[.*)", text)
    if move is None:
        raise ValueError("a move of the track is: turn T, A to B: [lines]")
    turn, before, after = map(int, move.groups()[:3])
    return turn, before, after, msgspec.json.decode(move[4], type=list[Line])
