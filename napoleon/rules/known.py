"""What a viewer may know of a position: its state, with `UNKNOWN` for all that is hidden from them.

A state declares field by field what it hides, as events do::

    class Block(msgspec.Struct):
        token: str
        strength: Annotated[int, HIDDEN]
        path: list[Annotated[str, UNSHOWN]]

    class State(msgspec.Struct):
        blocks: dict[Piece, Block]
        marching: Piece
        draws: Annotated[int, UNSHOWN]

A mark on a field hides all of it, one on the items of a list or the values of a mapping leaves
their number. A `Projection` makes of such a state what somebody may know; the boards, the text of
the position and the bot are made only of that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from types import UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Generic,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec.structs import FieldInfo

from napoleon.rules.events import HIDDEN
from napoleon.rules.structs import fields_of
from napoleon.rules.viewer import Viewer

UNKNOWN: Final = "?"
"""Stands for a value that the viewer may not know, whatever its type."""

UNSHOWN = msgspec.Meta(extra={"unshown": True})
"""Marks what no board shows, such as counts of draws: only who sees all of a position knows it."""

PIECE = msgspec.Meta(extra={"piece": True})
"""Marks the id of a piece: a reader who may not know the piece knows its token."""

Piece = Annotated[str, PIECE]

S = TypeVar("S", bound=msgspec.Struct)

Knows = Callable[[Any, Any, str, str], bool]
"""Whether a seat may know what a thing hides: state, thing, key, seat. The key is that of the
innermost mapping in which it lies, such as the id of a piece; empty outside of any."""


def is_known(value: object) -> bool:
    """Whether the viewer may know a value of a projection."""
    return value != UNKNOWN


class _Look(NamedTuple):
    """One look at a position."""

    state: Any
    seat: str
    names: Mapping[str, str]
    """Each piece as the viewer may call it; a piece that is not there at all for them is not."""
    places: Mapping[str, Any]
    """By piece, what its token is put in order by."""


_Part = Callable[[Any, Any, str, _Look], Any]
"""Makes what is known of a value: value, the thing whose field it is in, key, look."""


class _Kind(NamedTuple):
    """How things of a kind are projected."""

    made: type[Any]
    fields: tuple[str, ...]
    unshown: tuple[int, ...]
    """The places of the fields that no board shows."""
    marked: tuple[tuple[int, _Part], ...]
    """By their places, the others that are not simply taken over."""


class Projection(Generic[S]):
    """Makes of the positions of a game what a viewer may know of them.

    `knows` says for each kind of things with hidden fields who may know those of one of them.
    `pieces` is the field of the state that holds the pieces by their ids, each with a ``token`` and
    one of the kinds in `knows`; `order` gives what tokens are put in order by, as the order of
    their ids would tell what they are. A hidden piece without a token is not there for others.
    A list of pieces keeps its order, so it has to be one that tells nothing of what they are.
    Raises ValueError if a kind of things has a hidden field and nobody is said to know it, or hides
    something where it is not looked for: lists, mappings and structs are looked into, and so is one
    of several structs, but no tuples, sets or keys of mappings, other than pieces.
    """

    def __init__(
        self,
        kind: type[S],
        knows: Mapping[type, Knows],
        *,
        pieces: str = "",
        order: Callable[[str], Any] = str,
    ) -> None:
        self._knows = knows
        self._pieces = pieces
        self._order = order
        self._kinds: dict[type, _Kind] = {}
        self._piece = get_args(get_type_hints(kind)[pieces])[1] if pieces else None
        self.kind: type[S] = self._kind(kind)
        """The struct of what is known: the state's, in which anything hidden may be `UNKNOWN`."""
        self._of = self._struct(kind)

    def __call__(self, state: S, viewer: Viewer) -> S:
        """What `viewer` may know of `state`: all of it once nothing is hidden from them.

        It shares with `state` whatever hides nothing, so neither is changed afterwards.
        """
        if viewer.sees_all:
            return state
        known: S = self._of(state, state, "", self._look(state, viewer.seat))
        return known

    def _look(self, state: S, seat: str) -> _Look:
        if not self._pieces:
            return _Look(state, seat, {}, {})
        names, places = {}, {}
        for piece, it in getattr(state, self._pieces).items():
            if it.token:
                places[piece] = self._order(it.token)
            if self._knows[type(it)](state, it, piece, seat):
                names[piece] = piece
            elif it.token:
                names[piece] = it.token
        return _Look(state, seat, names, places)

    # -- structs -----------------------------------------------------------------------------------

    def _kind(self, kind: type[msgspec.Struct]) -> type[Any]:
        """What things of a kind become: of the same kind if they hide nothing."""
        if kind not in self._kinds:
            hints = get_type_hints(kind, include_extras=True)
            fields = fields_of(kind)
            parts = [(at, self._part(hints[it.name], kind)) for at, it in enumerate(fields)]
            unshown = tuple(at for at, part in parts if part is _unshown)
            marked = tuple((at, it) for at, it in parts if it is not None and it is not _unshown)
            made: type[Any] = kind
            if unshown or marked:
                made = msgspec.defstruct(
                    f"Known{kind.__name__}",
                    [(it.name, self._type(hints[it.name]), _default(it)) for it in fields],
                    bases=(kind,),
                    module=kind.__module__,
                    frozen=kind.__struct_config__.frozen,
                    kw_only=_by_keyword(kind),
                )
            self._kinds[kind] = _Kind(made, tuple(it.name for it in fields), unshown, marked)
        return self._kinds[kind].made

    def _struct(self, kind: type[msgspec.Struct]) -> _Part:
        self._kind(kind)
        made, names, unshown, marked = self._kinds[kind]
        values_of, by_keyword = attrgetter(*names, names[0]), _by_keyword(kind)

        def known(it: Any, _: Any, key: str, look: _Look) -> Any:
            *values, _ = values_of(it)
            for at in unshown:
                values[at] = UNKNOWN
            for at, part in marked:
                values[at] = part(values[at], it, key, look)
            if by_keyword:
                return made(**dict(zip(names, values, strict=True)))
            return made(*values)

        return known

    # -- the parts of a field ----------------------------------------------------------------------

    def _part(self, hint: Any, kind: type[Any]) -> _Part | None:
        """What is known of a value of a type in a field of a kind of things; None for all of it."""
        marks, bare = _marks(hint)
        if "unshown" in marks:
            return _unshown
        within = _piece if "piece" in marks else self._within(bare, kind)
        return self._hidden(kind, within) if "hidden" in marks else within

    def _within(self, bare: Any, kind: type[Any]) -> _Part | None:
        origin, within = get_origin(bare), get_args(bare)
        if origin in (Union, UnionType):
            return self._either(within, kind)
        if origin is dict:
            key, value = within
            return self._mapping(key, value, kind)
        if origin is list:
            item = self._part(within[0], kind)
            return item and _each(item)
        if isinstance(bare, type) and issubclass(bare, msgspec.Struct):
            return None if self._kind(bare) is bare else self._struct(bare)
        if any(map(_hides, within)):
            raise ValueError(f"{kind.__name__} hides something in {bare}, which is not looked into")
        return None

    def _hidden(self, kind: type[Any], within: _Part | None) -> _Part:
        if kind not in self._knows:
            raise ValueError(f"{kind.__name__} has a hidden field that nobody is said to know")
        if kind is self._piece and within is None:
            return _hidden_piece
        knows = self._knows[kind]

        def known(value: Any, it: Any, key: str, look: _Look) -> Any:
            if not knows(look.state, it, key, look.seat):
                return UNKNOWN
            return value if within is None else within(value, it, key, look)

        return known

    def _either(self, hints: tuple[Any, ...], kind: type[Any]) -> _Part | None:
        parts = {it: self._part(it, kind) for it in hints if it is not type(None)}
        if not any(parts.values()):
            return None
        if len(parts) > 1:
            return self._by_class(parts, kind)
        [one] = filter(None, parts.values())
        return lambda value, it, key, look: None if value is None else one(value, it, key, look)

    def _by_class(self, parts: Mapping[Any, _Part | None], kind: type[Any]) -> _Part:
        """What is known of a struct of one of several classes, or of None."""
        if not all(isinstance(it, type) and issubclass(it, msgspec.Struct) for it in parts):
            told = " | ".join(map(str, parts))
            raise ValueError(f"{kind.__name__} hides something in {told}, and not all are structs")

        def known(value: Any, it: Any, key: str, look: _Look) -> Any:
            part = parts.get(type(value))
            return value if part is None else part(value, it, key, look)

        return known

    def _mapping(self, key_hint: Any, value_hint: Any, kind: type[Any]) -> _Part | None:
        value = self._part(value_hint, kind)
        if "piece" in _marks(key_hint)[0]:
            return _by_piece(value)
        if _hides(key_hint):
            raise ValueError(f"{kind.__name__} hides the keys of a mapping: hide all of it instead")
        if value is None:
            return None
        return lambda values, it, _, look: {
            key: value(one, it, key, look) for key, one in values.items()
        }

    # -- types -------------------------------------------------------------------------------------

    def _type(self, hint: Any) -> Any:
        """The type of what is known of a value of a type, so that it can be read from JSON."""
        marks, bare = _marks(hint)
        origin, within = get_origin(bare), get_args(bare)
        known: Any = bare
        if origin in (Union, UnionType, dict, list):
            container: Any = Union if origin is UnionType else origin
            known = container[tuple(map(self._type, within))]
        elif isinstance(bare, type) and issubclass(bare, msgspec.Struct):
            known = self._kind(bare)
        if known is str or marks.isdisjoint(("hidden", "unshown")):
            return known
        return known | Literal["?"]


def _marks(hint: Any) -> tuple[frozenset[str], Any]:
    """The marks of a type, and the type without them."""
    if get_origin(hint) is not Annotated:
        return frozenset(), hint
    bare, *metadata = get_args(hint)
    marks = {key for mark in metadata for key in (getattr(mark, "extra", None) or ())}
    return frozenset(marks), bare


def _hides(hint: Any, seen: frozenset[Any] = frozenset()) -> bool:
    """Whether a type hides anything, however deep; `seen` are the structs around it."""
    marks, bare = _marks(hint)
    if not marks.isdisjoint(("hidden", "unshown", "piece")):
        return True
    within: Iterable[Any] = get_args(bare)
    if isinstance(bare, type) and issubclass(bare, msgspec.Struct) and bare not in seen:
        within, seen = get_type_hints(bare, include_extras=True).values(), seen | {bare}
    return any(_hides(it, seen) for it in within)


def _by_keyword(kind: type[msgspec.Struct]) -> bool:
    """Whether the fields of a kind cannot be given by their places: one without default is late."""
    optional = [not field.required for field in fields_of(kind)]
    return optional != sorted(optional)


def _default(field: FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return msgspec.field(default_factory=cast(Callable[[], Any], field.default_factory))
    return msgspec.field(default=field.default)


def _unshown(value: Any, it: Any, key: str, look: _Look) -> Any:
    return UNKNOWN


def _piece(value: str, it: Any, key: str, look: _Look) -> str:
    return look.names.get(value, UNKNOWN) if value else value


def _each(item: _Part) -> _Part:
    return lambda values, it, key, look: [item(one, it, key, look) for one in values]


def _hidden_piece(value: Any, it: Any, key: str, look: _Look) -> Any:
    """What is hidden of a piece, as it was found out for all of them whether they are known."""
    return value if look.names.get(key) == key else UNKNOWN


def _by_piece(value: _Part | None) -> _Part:
    """A mapping by pieces: those that a viewer is told of, in the order of their tokens."""

    def known(values: Mapping[str, Any], it: Any, key: str, look: _Look) -> dict[str, Any]:
        names, places = look.names, look.places
        told = [piece for piece in values if piece in names]
        told.sort(key=lambda piece: (0, places[piece]) if piece in places else (1,))
        return {
            names[one]: values[one] if value is None else value(values[one], it, one, look)
            for one in told
        }

    return known


__all__ = ["HIDDEN", "PIECE", "UNKNOWN", "UNSHOWN", "Piece", "Projection", "is_known"]
