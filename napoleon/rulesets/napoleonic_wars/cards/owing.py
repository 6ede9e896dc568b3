"""A nation that owes pieces to a foreign war: what it has, what it lacks and gives [6.13, R-74]."""

from __future__ import annotations

from collections.abc import Callable

from napoleon.rules.events import Line, total
from napoleon.rules.kit.frames import top
from napoleon.rules.kit.scenes import found_once
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.events.foreign_wars import (
    CardGivenUp,
    PiecesTiedDown,
    ResourceGivenUp,
)
from napoleon.rulesets.napoleonic_wars.frames.cards import Demand
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.pieces import squadrons_of
from napoleon.rulesets.napoleonic_wars.production import (
    SP_COST,
    SQUADRON_COST,
    counters_left,
    refuse_ground,
    refuse_leader,
)
from napoleon.rulesets.napoleonic_wars.scene import Acting
from napoleon.rulesets.napoleonic_wars.setting_up import draw_card
from napoleon.rulesets.napoleonic_wars.spaces import leaders_on_map, sp_in
from napoleon.rulesets.napoleonic_wars.table import Wars


class Owing(Acting):
    """A nation that owes pieces to the card of a foreign war."""

    def __init__(self, table: Wars, player: str) -> None:
        self.demand = top(table.state, Demand)
        super().__init__(table, player, self.demand.nation)
        self.card = self.demand.card

    @property
    def seat(self) -> str:
        """Who chooses: its commander, or the seat that was drawn."""
        return commander(self.state, self.nation) or self.demand.seat

    @property
    def _is_commanded(self) -> bool:
        return bool(commander(self.state, self.nation))

    @found_once
    def units(self) -> dict[str, int]:
        """By space its strength points, if some are owed."""
        held = {it: sp_in(self.state, it, self.nation) for it in self.state.spaces}
        return {it: sp for it, sp in held.items() if sp} if self.demand.sp else {}

    @found_once
    def leaders(self) -> list[str]:
        """Its leaders on the map, if one is owed."""
        return leaders_on_map(self.state, self.nation) if self.demand.leaders else []

    @found_once
    def fleets(self) -> list[str]:
        """Where it has squadrons, if some are owed."""
        found = dict.fromkeys(it.at for it in self.state.squadrons if it.nation == self.nation)
        return [*found] if self.demand.squadrons else []

    def tie(
        self,
        space: str = "",
        sp: int = 0,
        leader: str = "",
        squadrons: int = 0,
        lines: tuple[Line, ...] = (),
    ) -> None:
        """Pieces go on the card."""
        self.tell(
            PiecesTiedDown,
            "6.13.b" if lines else "6.13.a",
            space=space,
            sp=sp,
            leader=leader,
            squadrons=squadrons,
            cp=total(lines),
            breakdown=lines,
        )

    # -- what it lacks ---------------------------------------------------------------------------

    @found_once
    def _grounds(self) -> list[str]:
        own = self.pack.home_duchies[self.nation]
        return [it for it in own if refuse_ground(self, it) is None]

    @found_once
    def buildable(self) -> list[str]:
        """The leaders that it could build, the cheapest first."""
        own = [it for it in self.state.leaders if refuse_leader(self, it) is None]
        return sorted(own, key=lambda it: self.pack.leaders[it].command)

    @found_once
    def lacking(self) -> int | None:
        """The CP that what it lacks costs; None if it cannot be built at all."""
        owed = self.demand
        ports = [it for it in self._grounds if self.pack.spaces[it].ports]
        afloat = self.pack.limits[self.nation].max_squadrons - squadrons_of(self.state, self.nation)
        if (
            not self._grounds
            or owed.sp > counters_left(self)
            or owed.leaders > len(self.buildable)
            or owed.squadrons > (afloat if ports else 0)
        ):
            return None
        ratings = [self.pack.leaders[it].command for it in self.buildable[: owed.leaders]]
        return SP_COST * owed.sp + sum(ratings) + SQUADRON_COST * owed.squadrons

    def worth(self, card: str) -> int:
        """The CP of a card; one that must be an event gives none [R-103]."""
        it = self.pack.cards[card]
        return 0 if it.must_event else it.cp

    @found_once
    def cards(self) -> list[str]:
        """The cards that it can give, unused home cards included [R-134]."""
        home = [it.card for it in self.own.home if it.up] if self._is_commanded else []
        return [it for it in (*sorted(self.own.hand), *home) if self.worth(it)]

    @property
    def can_pay(self) -> bool:
        """Whether its cards together may build what it lacks; what a Resource draws is unknown."""
        if self.lacking is None:
            return False
        able = self.demand.cp + sum(self.worth(it) for it in self.cards)
        return able >= self.lacking or (self.own.resources > 0 and self._is_commanded)

    def next_piece(self) -> Callable[[], None] | None:
        """What builds the next piece with the CP that were given, if they are enough."""
        owed, cp = self.demand, self.demand.cp
        if self.lacking is None:
            return None
        if owed.sp and cp >= SP_COST:
            sp = min(owed.sp, cp // SP_COST)
            lines = (Line(SP_COST * sp, "7.1.a", say("%(sp)s SP of 2 CP", sp=sp)),)
            return lambda: self.tie(sp=sp, lines=lines)
        if owed.leaders and self.buildable:
            leader = self.buildable[0]
            cost = self.pack.leaders[leader].command
            if cp >= cost:
                lines = (Line(cost, "7.2.a", say("command rating")),)
                return lambda: self.tie(leader=leader, lines=lines)
        if owed.squadrons and cp >= SQUADRON_COST:
            lines = (Line(SQUADRON_COST, "7.3.a", say("a squadron")),)
            return lambda: self.tie(squadrons=1, lines=lines)
        return None

    def give(self, card: str) -> None:
        """A card is used for its CP."""
        home = card in (it.card for it in self.own.home)
        self.tell(CardGivenUp, "R-74", card=card, cp=self.worth(card), home=home)

    def give_resource(self) -> None:
        """A Resource draws a card, which is used at once."""
        self.tell(ResourceGivenUp, "R-74")
        held = [*self.own.hand]
        if draw_card(self.table, self.nation, f"card of a Resource of {self.nation}", "R-74"):
            drawn = [*self.own.hand]
            for it in held:
                drawn.remove(it)
            self.give(drawn[0])
