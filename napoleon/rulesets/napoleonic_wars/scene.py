"""Scenes of the game: the table as a nation sees it that acts, in its impulse or outside of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from napoleon.rules.kit.declaring import Actor, its_subject
from napoleon.rules.kit.frames import within
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_wars import nations, spaces
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse, Pool, Spending
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.state import Nation, State
from napoleon.rulesets.napoleonic_wars.table import Wars


class Seated(Scene[Wars]):
    """What a seat is asked about."""

    @property
    def state(self) -> State:
        """The position."""
        return self.table.state

    @property
    def pack(self) -> Pack:
        """The pack."""
        return self.table.data


S = TypeVar("S", bound=Scene[Wars])


def asked(scene: Callable[[Wars, str], S], *kinds: str) -> Actor[Wars, S]:
    """Who is asked questions of these kinds, each in a scene."""
    return Actor(kinds, "", lambda table, decision, _: scene(table, decision.seat))


def asked_for(scene: Callable[[Wars, str, str], S], *kinds: str) -> Actor[Wars, S]:
    """Who is asked such questions for a nation, which their orders name."""

    def opened(table: Wars, decision: Decision, nation: str) -> S:
        return scene(table, decision.seat, nation)

    return Actor(kinds, "", opened, field="nation", candidates=its_subject, subject="nation")


class Acting(Seated):
    """A nation for which a seat acts."""

    def __init__(self, table: Wars, player: str, nation: str) -> None:
        super().__init__(table, player)
        self.nation = nation

    @property
    def own(self) -> Nation:
        """The nation's part of the position."""
        return self.state.nations[self.nation]

    @property
    def impulse(self) -> Impulse:
        """The impulse that is under way."""
        return within(self.state, Impulse)

    @property
    def pools(self) -> list[Pool]:
        """The CP that it may spend: some are for a nation that an event has named [R-71]."""
        impulse = self.impulse
        own = impulse.nation == self.nation
        return [it for it in impulse.pools if it.whom == self.nation or (own and not it.whom)]

    @property
    def only_at(self) -> tuple[str, ...] | None:
        """The duchies to which its new field forces are bound; None for none in particular."""
        return None

    makes_pacts = True
    """Whether its CP may move a consul into Pact [14.2.c, 14.33.a]."""

    @property
    def is_met(self) -> bool:
        """Whether enemies may intercept what it builds."""
        return True

    def serves(self, pool: Pool) -> bool:
        """Whether CP of a pool may be spent on what acts: some are for certain leaders alone."""
        return not pool.leaders

    @property
    def enemies(self) -> list[str]:
        """The nations at war with it."""
        return nations.enemies(self.state, self.pack, self.nation)

    def status(self, space: str) -> spaces.Status:
        """What a space is to it."""
        return spaces.status(self.state, self.pack, space, self.nation)

    def sp(self, space: str) -> int:
        """Its strength points in a space."""
        return spaces.sp_in(self.state, space, self.nation)


def acting(table: Wars, player: str) -> Acting:
    """The nation whose impulse it is, or that an event has given CP, for its commander."""
    stack = table.state.stack
    if stack and isinstance(stack[-1], Spending):
        return Acting(table, player, stack[-1].nation)
    impulse = within(table.state, Impulse)
    return Acting(table, player, impulse.nation)
