"""14.2 Reinforcement between two turns."""

from __future__ import annotations

from napoleon.rules.events import Line
from napoleon.rules.kit.declaring import DeclaredVerb
from napoleon.rules.kit.frames import on_top, top
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import deployment
from napoleon.rulesets.napoleonic_wars.deployment import OWNER
from napoleon.rulesets.napoleonic_wars.events.interphase import (
    ReinforcementBegan,
    ReinforcementEnded,
)
from napoleon.rulesets.napoleonic_wars.events.proxies import MarkerPut, MarkerUsed
from napoleon.rulesets.napoleonic_wars.frames.impulses import Pool, Reinforcement
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.orders.between_turns import EndReinforcement
from napoleon.rulesets.napoleonic_wars.production import REINFORCE
from napoleon.rulesets.napoleonic_wars.proxies import Producing
from napoleon.rulesets.napoleonic_wars.table import Wars, in_order_from_next


def to_reinforce(table: Wars) -> str:
    """The next nation that is reinforced; empty if all are [R-91]."""
    done = table.state.ending.reinforced
    return next((it for it in in_order_from_next(table, table.data.track) if it not in done), "")


def begin(table: Wars) -> None:
    """The next nation gets its CP [14.2.b]."""
    nation = to_reinforce(table)
    cp = table.data.nations[nation].reinforcement_cp
    lines = (Line(cp, "14.2.b", say("CP of the interphase")),)
    table.record(ReinforcementBegan(nation, cp, lines), "14.2.b")


def _is_alone(table: Wars) -> bool:
    return not commander(table.state, top(table.state, Reinforcement).nation)


class Recruiting(Producing):
    """A nation that nobody commands: it spends its reinforcements by priorities [7.5, R-40]."""

    @property
    def pools(self) -> list[Pool]:
        """The CP of the interphase."""
        return top(self.state, Reinforcement).pools


def _recruiting(table: Wars) -> Recruiting:
    return Recruiting(table, "", top(table.state, Reinforcement).nation)


def _recruits(table: Wars) -> bool:
    if not _is_alone(table):
        return False
    it = _recruiting(table)
    return bool(it.own.marker_cp) or it.step() is not None


def _recruit(table: Wars) -> None:
    """The CP that it has kept is spent with the others [7.5.f]."""
    it = _recruiting(table)
    if it.own.marker_cp:
        it.tell(MarkerUsed, "7.5.f", cp=it.own.marker_cp)
    if (step := it.step()) is not None:
        step()


def _by_itself(table: Wars) -> None:
    """One CP may be kept [7.5.f]; that ends it."""
    it = _recruiting(table)
    if it.cp:
        it.tell(MarkerPut, "7.5.f")
    _record_end(table)


def _record_end(table: Wars) -> None:
    frame = top(table.state, Reinforcement)
    lapsed = sum(pool.cp for pool in frame.pools)
    table.record(ReinforcementEnded(frame.nation, lapsed), "R-91")


def _asks(table: Wars) -> list[Decision]:
    nation = top(table.state, Reinforcement).nation
    text = say("How does %(nation)s spend its reinforcements?", nation=nation)
    return [table.question(commander(table.state, nation), REINFORCE, "14.2.a", text)]


END_REINFORCEMENT = DeclaredVerb(
    EndReinforcement,
    OWNER,
    "R-91",
    does=lambda it, order: _record_end(it.table),
    line="end reinforcement",
    says=say("Spend no more reinforcements"),
)

VERBS = (*deployment.VERBS, END_REINFORCEMENT)

STEPS: tuple[Part[Wars], ...] = (
    deployment.STEPS,
    Part(
        "reinforcement",
        on_top(Reinforcement),
        (
            Step("recruits", _recruits, _recruit),
            Step("alone", _is_alone, _by_itself),
            Step("spend", lambda table: True, only_asks, _asks),
        ),
    ),
)
"""A nation is reinforced."""
