"""Profiles: named sets of standing orders, left and withdrawn as one.

A game that has some puts `Profile` among its kinds and lets `Profiles` stand before what it says of
the others::

    PROFILES = Profiles({"quiet": (PassAll(), DeclineRebels())}, has_expired, refuse)
    DeclaredInstructions(..., kinds=(*KINDS, Profile), has_expired=PROFILES.has_expired,
                         refusal=PROFILES.refusal, answers=PROFILES.answering(ANSWERS))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from napoleon.rules.kit.standing_orders import Answers
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.standing_orders import Kept, StandingOrder, Use
from napoleon.rules.terms import Decision


class Profile(StandingOrder, frozen=True, tag="profile"):
    """Leave all that is said under this name; it is not used up by being followed."""

    profile: str


class Profiles:
    """The profiles of a game: by its name, the standing orders that each one stands for.

    `has_expired` and `refusal` are what the game says of the others. A standing order of a profile
    that has run out, or can never apply, is passed over while another one holds.
    """

    def __init__(
        self,
        sets: Mapping[str, Sequence[StandingOrder]],
        has_expired: Callable[[Any, Kept], bool],
        refusal: Callable[[Any, str, Any], Refusal | None],
    ) -> None:
        self.sets = sets
        self._has_expired = has_expired
        self._refusal = refusal

    def members(self, kept: Kept) -> list[Kept]:
        """What a standing order stands for: itself, if it is no profile."""
        if not isinstance(kept.instruction, Profile):
            return [kept]
        said = self.sets.get(kept.instruction.profile, ())
        return [replace(kept, instruction=word) for word in said]

    def has_expired(self, state: Any, kept: Kept) -> bool:
        """Whether all that a standing order stands for has run out."""
        return all(self._has_expired(state, it) for it in self.members(kept))

    def refusal(self, table: Any, seat: str, word: Any) -> Refusal | None:
        """Why nothing that a standing order stands for could ever apply."""
        if not isinstance(word, Profile):
            return self._refusal(table, seat, word)
        said = self.sets.get(word.profile)
        if said is None:
            detail = f"There is no profile {word.profile}; there are {', '.join(self.sets)}."
            return refuse("BAD_PAYLOAD", "", detail, profiles=list(self.sets))
        refusals = [self._refusal(table, seat, it) for it in said]
        return None if None in refusals else refusals[0]

    def answering(self, answers: Mapping[str, Answers[Any]]) -> dict[str, Answers[Any]]:
        """What is answered, by the kinds of decision, where profiles are left as well."""
        return {kind: self._before(find) for kind, find in answers.items()}

    def _before(self, find: Answers[Any]) -> Answers[Any]:
        def answered(
            table: Any, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
        ) -> Iterator[Use]:
            # Members are told apart as objects: the same may be said twice, in a profile and alone.
            origin = {
                id(member): (member, it)
                for it in kept
                for member in self.members(it)
                if not self._has_expired(table.state, member)
            }
            for use in find(
                table, decision, [member for member, _ in origin.values()], legal_orders
            ):
                _, left = origin[id(use.kept)]
                yield use if left is use.kept else Use(left, use.order, spent=False)

        return answered
