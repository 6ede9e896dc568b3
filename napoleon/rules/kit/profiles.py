"""Profiles: standing orders that stand for several others, left and withdrawn as one.

A profile is a kind of its own among those of a game, and says in its docstring what it stands for.
Its fields go on to the others, such as how long they hold::

    PROFILES = Profiles({Quiet: lambda it: (PassAll(), DeclineRebels(it.until))}, expired, refuse)
    DeclaredStandingOrders(..., kinds=(*KINDS, Quiet), has_expired=PROFILES.has_expired,
                           refusal=PROFILES.refusal, answers=PROFILES.answering(ANSWERS))

Three of them are chosen when a seat is taken, by the names that they have in every game: to be
asked everything, the usual, and only what matters. The game says what each stands for, in the
docstring of its kind. Their kinds have no fields, as they hold until they are withdrawn, and as
nothing is known of a table when they are left::

    class Usual(StandingOrder, frozen=True, tag="usual"): ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from napoleon.rules.kit.standing_orders import Answers
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.standing_orders import Kept, StandingOrder, Use
from napoleon.rules.terms import Decision

ASK_EVERYTHING, USUAL, WHAT_MATTERS = "ask_me_everything", "usual", "only_what_matters"
"""The tags of the three profiles that every game has."""


Sets = Mapping[type[StandingOrder], Callable[[Any], Sequence[StandingOrder]]]
"""By the kinds that are profiles, the standing orders that one of them stands for."""


class Profiles:
    """The profiles of a game.

    `has_expired` and `refusal` are what the game says of the others. A standing order of a profile
    that has run out, or can never apply, is passed over while another one holds. Following a
    profile uses none up. What a seat says by itself comes before what a profile of its says.
    """

    def __init__(
        self,
        sets: Sets,
        has_expired: Callable[[Any, Kept], bool],
        refusal: Callable[[Any, str, Any], Refusal | None],
    ) -> None:
        self._sets = sets
        self._has_expired = has_expired
        self._refusal = refusal

    def members(self, word: StandingOrder) -> Sequence[StandingOrder]:
        """What a standing order stands for: itself, if it is no profile."""
        stands_for = self._sets.get(type(word))
        return (word,) if stands_for is None else stands_for(word)

    def has_expired(self, state: Any, kept: Kept) -> bool:
        """Whether all that a standing order stands for has run out; never if that is nothing."""
        each = self._each(kept)
        return bool(each) and all(self._has_expired(state, it) for it in each)

    def refusal(self, table: Any, seat: str, word: StandingOrder) -> Refusal | None:
        """Why nothing that a standing order stands for could ever apply."""
        refusals = [self._refusal(table, seat, it) for it in self.members(word)]
        return None if None in refusals else next(iter(refusals), None)

    def answering(self, answers: Mapping[str, Answers[Any]]) -> dict[str, Answers[Any]]:
        """What is answered, by the kinds of decision, where profiles are left as well."""
        return {kind: self._before(find) for kind, find in answers.items()}

    def _each(self, kept: Kept) -> list[Kept]:
        if type(kept.word) not in self._sets:
            return [kept]
        return [replace(kept, word=word) for word in self.members(kept.word)]

    def _before(self, find: Answers[Any]) -> Answers[Any]:
        def answered(
            table: Any, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
        ) -> Iterator[Use]:
            singles_first = sorted(kept, key=lambda it: type(it.word) in self._sets)
            living = [
                (member, it)
                for it in singles_first
                for member in self._each(it)
                if not self._has_expired(table.state, member)
            ]
            # Members are told apart as objects: the same may be said twice, in a profile and alone.
            origin = {id(member): it for member, it in living}
            for use in find(table, decision, [member for member, _ in living], legal_orders):
                left = origin[id(use.kept)]
                yield use if left is use.kept else Use(left, use.order, spent=False)

        return answered
