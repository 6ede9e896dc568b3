"""Questions to the seat that answers them: about whom, and what is left of it."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.kit.frames import inmost, top, within
from napoleon.rules.kit.program_text import CHOOSE, got_in, parsed
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Asked, Phrase, say, say_many
from napoleon.rulesets.napoleonic_wars import (
    asking_at_sea,
    bidding,
    evasion,
    impulses,
    interception,
    sailing,
    seeking,
)
from napoleon.rulesets.napoleonic_wars.cards import demands, deploying, playing
from napoleon.rulesets.napoleonic_wars.frames.answers import Window
from napoleon.rulesets.napoleonic_wars.frames.cards import Demand, Deploying, Program
from napoleon.rulesets.napoleonic_wars.frames.forces import (
    Convoy,
    Deployment,
    Force,
    March,
    Meeting,
)
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


def _far(table: Wars, decision: Decision) -> Asked:
    it = top(table.state, Deploying)
    if not it.leader:
        return _as_put(decision)
    asked = say("Where does the army of %(leader)s go?", leader=it.leader)
    where = table.state.leaders[it.leader].where
    if not it.sp:
        return Asked(asked, (say("It stands in %(space)s.", space=where),))
    along = (say("%(sp)s SP", sp=it.sp),)
    return Asked(asked, (say("It has %(pieces)s in %(space)s.", pieces=along, space=where),))


def _interception(table: Wars, decision: Decision) -> Asked:
    it = interception.interceptor(table)
    asked = say("Does somebody intercept in %(space)s?", space=it.space)
    able = say("Able to do it: %(leaders)s.", leaders=tuple(it.able))
    return Asked(asked, (*_entering(table), able))


def _evasion(table: Wars, decision: Decision) -> Asked:
    it = evasion.evader(table)
    asked = say("Who evades from %(space)s?", space=it.space)
    if it.meeting.evading:
        asked = say("Who else evades from %(space)s?", space=it.space)
    own = Force(it.leaders, it.lots)
    there = say("There: %(pieces)s.", pieces=_of_nations(own))
    gone = (
        say("On the way to %(space)s: %(pieces)s.", space=one.to, pieces=_of_nations(one.force))
        for one in it.meeting.evading
    )
    return Asked(asked, (*_entering(table), there, *gone))


def _entering(table: Wars) -> Iterator[Phrase]:
    """What has entered the space, or stands there: as a new piece, or as an enemy since now."""
    it, march = top(table.state, Meeting), inmost(table.state, March)
    if it.came and march is not None:
        yield say(
            "The enemy comes from %(space)s: %(pieces)s.",
            space=it.came, pieces=_of_nations(march.force),
        )  # fmt: skip
    else:
        yield say("The enemy there: %(pieces)s.", pieces=_of_nations(_standing(table, it)))


def _standing(table: Wars, it: Meeting) -> Force:
    """What the nation that is met has in the space."""
    leaders = table.state.leaders
    return Force(
        [name for name, who in leaders.items() if (who.nation, who.where) == (it.nation, it.space)],
        [lot for lot in table.state.spaces[it.space].lots if lot.nation == it.nation],
    )


def _of_nations(force: Force) -> tuple[Phrase | str, ...]:
    """Leaders by name, and strength points by nation."""
    nations = dict.fromkeys(lot.nation for lot in force.lots)
    return (
        *force.leaders,
        *(
            say(
                "%(sp)s SP of %(nation)s",
                sp=sum(lot.sp for lot in force.lots if lot.nation == nation), nation=nation,
            )
            for nation in nations
        ),
    )  # fmt: skip


def _impulse(table: Wars, decision: Decision) -> Asked:
    left = asking_at_sea.maneuvers_of_a_cp(table)
    return _as_put(decision, *left, *_besieged(table))


def _instead(table: Wars, decision: Decision) -> Asked:
    return _as_put(decision, *_besieged(table))


def _besieged(table: Wars) -> Iterator[Phrase]:
    """The fortresses that cannot be besieged another time in the impulse."""
    if spaces := table.state.besieged:
        yield say("Besieged already: %(spaces)s.", spaces=tuple(spaces))


def _choice(table: Wars, decision: Decision) -> Asked:
    step = parsed(top(table.state, Program).todo[0])[1]
    got = tuple(playing.called(it) for it in got_in(step))
    return _as_put(decision, *([say("Chosen: %(things)s.", things=got)] if got else []))


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


def _as_put(decision: Decision, *left: Phrase) -> Asked:
    """What is asked stays, and what is left is told."""
    assert isinstance(decision.prompt, Phrase), "this game writes no finished texts"
    return Asked(decision.prompt, left)


_ASKED = {
    impulses.ACT: _impulse,
    impulses.INSTEAD: _instead,
    CHOOSE: _choice,
    deploying.DEPLOY: _far,
    "evade": _evasion,
    sailing.KIND: asking_at_sea.voyage,
    seeking.SEEK: asking_at_sea.seek,
    seeking.SALLY_KIND: asking_at_sea.sally,
    seeking.ELUDE: asking_at_sea.elude,
    "window": _window,
    "mulligan": _mulligan,
    "march": _march,
    "deployment": _deployment,
    "convoy": _convoy,
    "intercept": _interception,
    "give_up": _give_up,
    demands.TIE: _tie_down,
}
