"""Questions to the seat that answers them: about whom, and what is left of it."""

from __future__ import annotations

from napoleon.rules.kit.frames import top, within
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Asked, Phrase, say, say_many
from napoleon.rulesets.napoleonic_wars import bidding, interception
from napoleon.rulesets.napoleonic_wars.cards import demands
from napoleon.rulesets.napoleonic_wars.frames.answers import Window
from napoleon.rulesets.napoleonic_wars.frames.cards import Demand
from napoleon.rulesets.napoleonic_wars.frames.forces import Convoy, Deployment, Force, March
from napoleon.rulesets.napoleonic_wars.marching import Marching
from napoleon.rulesets.napoleonic_wars.pools import LAND, pools
from napoleon.rulesets.napoleonic_wars.table import Wars
from napoleon.rulesets.napoleonic_wars.windows import IMPULSE


def asks(table: Wars, decision: Decision) -> Asked | None:
    """What goes, with what it has left; None where the prompt says it all."""
    made = _ASKED.get(decision.kind)
    return None if made is None else made(table, decision)


def _march(table: Wars, decision: Decision) -> Asked:
    march = within(table.state, March)
    cp = sum(pool.cp for pool in pools(Marching(table, decision.seat, march), LAND))
    left = say_many("%(count)s CP is left.", "%(count)s CP are left.", cp)
    strength = sum(lot.sp for lot in march.force.lots)
    if not march.armies:
        asked = say("Where do the %(sp)s SP in %(space)s go?", sp=strength, space=march.at)
        return Asked(asked, (left,))
    asked = say("Where does the force of %(leaders)s go?", leaders=tuple(march.armies))
    has = say("It has %(sp)s SP in %(space)s.", sp=strength, space=march.at)
    return Asked(asked, (has, left))


def _deployment(table: Wars, decision: Decision) -> Asked:
    it = top(table.state, Deployment)
    asked = say("Where does the army of %(leader)s go?", leader=it.leader)
    has = say("It has %(pieces)s in %(space)s.", pieces=_pieces(it.force), space=it.at)
    return Asked(asked, (has,) if _pieces(it.force) else ())


def _convoy(table: Wars, decision: Decision) -> Asked:
    convoy = top(table.state, Convoy)
    asked = say("Who sails with the convoy of %(nation)s, and where to?", nation=convoy.nation)
    aboard = _pieces(convoy.force)
    return Asked(asked, (say("Aboard: %(pieces)s.", pieces=aboard),) if aboard else ())


def _pieces(force: Force) -> tuple[Phrase | str, ...]:
    """Strength points, and leaders by name."""
    strength = sum(lot.sp for lot in force.lots)
    return (*([say("%(sp)s SP", sp=strength)] if strength else []), *force.leaders)


def _interception(table: Wars, decision: Decision) -> Asked:
    it = interception.interceptor(table)
    asked = say("Does somebody intercept in %(space)s?", space=it.space)
    return Asked(asked, (say("Able to do it: %(leaders)s.", leaders=tuple(it.able)),))


def _give_up(table: Wars, decision: Decision) -> Asked:
    left = bidding.owed(table)
    told = say("%(left)s SP are to be given up for your camp.", left=left)
    return Asked(say("Where do you give up the next SP?"), (told,))


def _tie_down(table: Wars, decision: Decision) -> Asked:
    it = top(table.state, Demand)
    asked = say("What does %(nation)s put on %(card)s?", nation=it.nation, card=it.card)
    return Asked(asked, (say("It demands %(pieces)s.", pieces=demands.pieces(it)),))


def _mulligan(table: Wars, decision: Decision) -> Asked:
    nation = decision.subject
    return Asked(say("Does %(nation)s keep its hand, or draw a card fewer?", nation=nation))


def _window(table: Wars, decision: Decision) -> Asked | None:
    """After a card marked + two windows open: the first may undo it, the second answers it."""
    it = top(table.state, Window)
    if it.kind != IMPULSE or not it.about:
        return None
    return Asked(
        say(
            "The impulse of %(nation)s goes on with %(card)s. Do you respond?",
            nation=it.nation, card=it.about,
        )
    )  # fmt: skip


_ASKED = {
    "window": _window,
    "mulligan": _mulligan,
    "march": _march,
    "deployment": _deployment,
    "convoy": _convoy,
    "intercept": _interception,
    "give_up": _give_up,
    demands.TIE: _tie_down,
}
