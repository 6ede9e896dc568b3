"""Any order of a game: made of the types of its fields and of the names of the game.

A game says which names stand in which field; numbers, lists and choices come from the types. Of
one verb it may say all that a field holds, by ``verb.field``, or all its orders, by its class,
where parts of them belong together::

    {"unit": sorted(pack.blocks), "road": sorted(pack.roads), "move.path": st.lists(...)}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from napoleon.rules.orders import Order, verb_of
from napoleon.rules.structs import fields_of

Strategy = st.SearchStrategy[Any]

Held = Mapping[str | type[Order], Strategy | Sequence[Any]]
"""What fields hold: names to choose from, or how their values are made."""

LONGEST = 6
"""Items of a list at most: longer ones are as easily read."""

MOST = 99
"""The highest number, where the type knows none."""


def any_order(verbs: Sequence[type[Order]], held: Held) -> Strategy:
    """Any order of some verbs."""
    return st.one_of([_order(verb, held) for verb in verbs])


def _order(verb: type[Order], held: Held) -> Strategy:
    whole = held.get(verb)
    return _struct(verb, f"{verb_of(verb)}.", held) if whole is None else _chosen(whole)


def _struct(cls: type[Any], of: str, held: Held) -> Strategy:
    """A struct, of whose fields those with a default may be left out."""
    kinds = {it.name: it.type for it in inspect.type_info(cls).fields}  # type: ignore[attr-defined]
    made = {it.name: _field(kinds[it.name], it, of, held) for it in fields_of(cls)}
    return st.builds(cls, **made)


def _field(kind: inspect.Type, field: msgspec.structs.FieldInfo, of: str, held: Held) -> Strategy:
    whole = held.get(of + field.name)
    if whole is not None:
        return _chosen(whole)
    made = _value(kind, field.name, held)
    if field.default is msgspec.NODEFAULT:
        return made
    return st.just(field.default) | made


def _value(kind: inspect.Type, name: str, held: Held) -> Strategy:
    match kind:
        case inspect.BoolType():
            return st.booleans()
        case inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case inspect.IntType() | inspect.StrType() if name in held:
            return _chosen(held[name])
        case inspect.IntType(ge=least, le=most):
            return st.integers(least or 0, MOST if most is None else most)
        case inspect.UnionType(types=types):
            return st.one_of([_value(it, name, held) for it in types])
        case inspect.NoneType():
            return st.none()
        case inspect.VarTupleType(item_type=item, max_length=most):
            items = st.lists(_value(item, name, held), min_size=1, max_size=min(most or 9, LONGEST))
            return items.map(tuple)
        case inspect.DictType(key_type=key, value_type=value):
            keys = _value(key, name, held)
            return st.dictionaries(keys, _value(value, "", held), min_size=1, max_size=LONGEST)
        case inspect.StructType(cls=cls):
            return _struct(cls, f"{name}.", held)
    raise TypeError(f"the game says not what {name} holds: {kind}")


def _chosen(held: Strategy | Sequence[Any]) -> Strategy:
    return held if isinstance(held, st.SearchStrategy) else st.sampled_from(held)
