"""What the log records of chance: what draws are for, before their results, and used links."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Annotated, Any, ClassVar

from napoleon.chance import PUBLIC, SECRET, Call, link
from napoleon.log.events.service import ServiceEvent
from napoleon.rules.events import FADING, HIDDEN, Event, recorded
from napoleon.rules.prose.language import noted

_CHAINS = (noted("public"), noted("secret"))
"""What the chains are called; it stands here to be translated."""


@recorded(
    "draws_called/1",
    "Chance was called, among {sizes}: {purposes:worded}.",
    faded="Chance was called, among {sizes}.",
)
class DrawsCalled(ServiceEvent, frozen=True):
    """Draws from what lies open; the next event has their results."""

    first: int
    """Number of the first of them; the others follow."""
    purposes: Annotated[tuple[str, ...], FADING]
    sizes: tuple[int, ...]
    """How many options each draw has."""
    options: tuple[str, ...]
    """What identifies the options of each."""
    link: int
    """Link of the public chain; 0 for draws that are repeated."""
    repeats: int = 0
    """Version of the event that called them before a rewind, if they count again; else 0."""

    begins: ClassVar[bool] = False
    chain: ClassVar[str] = PUBLIC

    def change(self, game: Any) -> None:
        """The link is used up, whatever is rewound later."""
        game.links[self.chain] = max(self.link, game.links.get(self.chain, 0))


@recorded(
    "secret_draws_called/1",
    "Chance was called, among {sizes}: {purposes:worded}.",
    faded="Chance was called, among {sizes}.",
)
class SecretDrawsCalled(ServiceEvent, frozen=True):
    """Draws from what is hidden from somebody; the fields are those of `DrawsCalled`.

    What they are drawn from is open when the game is over: a digest of it would tell anyone who
    tries all possible decks which one it is.
    """

    first: int
    purposes: Annotated[tuple[str, ...], FADING]
    sizes: tuple[int, ...]
    options: Annotated[tuple[str, ...], HIDDEN]
    link: int
    """Link of the secret chain; 0 for draws that are repeated."""
    repeats: int = 0

    begins: ClassVar[bool] = False
    chain: ClassVar[str] = SECRET

    def change(self, game: Any) -> None:
        """The link is used up, whatever is rewound later."""
        game.links[self.chain] = max(self.link, game.links.get(self.chain, 0))


@recorded("link_revealed/1", "Link {link} of the {chain} chain is {value}.")
class LinkRevealed(ServiceEvent, frozen=True):
    """The link that an order drew with: anyone can make its public draws again."""

    chain: str
    link: int
    value: str
    """The link, as hexadecimal digits."""

    begins: ClassVar[bool] = False


_made_with = attrgetter("chain", "link", "repeats")

KINDS: dict[str, type[DrawsCalled] | type[SecretDrawsCalled]] = {
    kind.chain: kind for kind in (DrawsCalled, SecretDrawsCalled)
}
"""The class of the event that calls draws, by chain."""


def drawn_values(event: Event) -> tuple[Any, ...]:
    """What chance drew for `event`, in the order of its draws; nothing if it drew nothing.

    >>> from napoleon.rules.events import Event
    >>> drawn_values(Event())
    ()
    """
    if not event.drawn or getattr(event, "draw", None) is None:
        return ()
    value = getattr(event, event.drawn)
    if isinstance(value, dict):
        return tuple(value.values())
    return tuple(value) if isinstance(value, tuple | list) else (value,)


def with_calls(events: Iterable[Event], calls: Sequence[Call], seed: str) -> list[Event]:
    """`events` of one order with what its draws were called for before each result.

    The link of its public draws is revealed after the last event. Raises ValueError if the rules
    have drawn something that no event tells of.
    """
    left = deque(calls)
    told: list[Event] = []
    for event in events:
        if event.drawn and (last := getattr(event, "draw", None)) is not None:
            due = []
            while left and left[0].draw <= last:
                due.append(left.popleft())
            told.extend(_called(due, event))
        told.append(event)
    if left:
        raise ValueError(f"no event tells the result of draw {left[0].draw}: {left[0].purpose}")
    revealed = {call.link for call in calls if call.chain == PUBLIC and call.link}
    turn, phase = told[-1].turn, told[-1].phase
    for index in sorted(revealed):
        value = link(seed, PUBLIC, index).hex()
        told.append(LinkRevealed(PUBLIC, index, value, turn=turn, phase=phase))
    return told


def _called(calls: Sequence[Call], result: Event) -> Iterator[Event]:
    """The events that call the draws of `result`: one for each chain, link and repeat."""
    for (chain, used, repeats), group in groupby(calls, _made_with):
        same = list(group)
        yield KINDS[chain](
            same[0].draw,
            tuple([call.purpose for call in same]),
            tuple([call.size for call in same]),
            tuple([call.options for call in same]),
            used,
            repeats,
            turn=result.turn,
            phase=result.phase,
        )
