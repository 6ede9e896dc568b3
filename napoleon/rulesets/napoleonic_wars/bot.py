"""A bot for every seat: it marches on the enemy's keys where the odds are good, and builds.

Its fleets shut the enemy's in and open the way for its convoys, which land where keys are near.

It knows what its seat may see, and the pack; what it does is worth a number, and the best is done.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from napoleon.rules.kit.choosing import best_of
from napoleon.rules.kit.frames import inmost, within
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_wars.armies import fullest
from napoleon.rulesets.napoleonic_wars.bot_seen import ARMY, Seen
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Rupture
from napoleon.rulesets.napoleonic_wars.frames.forces import Convoy, Force, March
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse, Reinforcement
from napoleon.rulesets.napoleonic_wars.nations import FRANCE, commander, is_allied, powers_of
from napoleon.rulesets.napoleonic_wars.orders.at_sea import (
    Anchor,
    CallOffConvoy,
    Elude,
    Embark,
    InvadeBySea,
    LandAt,
    MakeForPort,
    Patrol,
    PrepareConvoy,
    SailTo,
    Sally,
    Seek,
    SetSail,
    SinkSquadron,
    TakeAboard,
)
from napoleon.rulesets.napoleonic_wars.orders.battles import Besiege, GoOn
from napoleon.rulesets.napoleonic_wars.orders.beginning import BidForCamp, KeepHand, ThrowIn
from napoleon.rulesets.napoleonic_wars.orders.between_turns import (
    EndDeployment,
    EndReinforcement,
    LeavePeace,
    Refit,
    RegroupLeader,
    RegroupSquadron,
)
from napoleon.rulesets.napoleonic_wars.orders.cards import ForbidFlag, Respond
from napoleon.rulesets.napoleonic_wars.orders.conquest import (
    AcceptOffer,
    ChooseCeded,
    Evacuate,
    KeepCeded,
    NoOffer,
    StayThere,
    TakeGift,
)
from napoleon.rulesets.napoleonic_wars.orders.diplomacy import (
    AcceptPact,
    AskToJoin,
    ChangeCamp,
    DeclareWar,
    EndInfluence,
    FlipConsul,
    KeepFlags,
    MoveConsul,
    OpenWar,
    Restore,
    StayOut,
    Sway,
    SwayNoMore,
    TakeOver,
    Welcome,
)
from napoleon.rulesets.napoleonic_wars.orders.impulses import (
    Build,
    BuildLeader,
    EndImpulse,
    LayDown,
    PlayForCP,
    Preempt,
    Regroup,
)
from napoleon.rulesets.napoleonic_wars.orders.marches import (
    Challenge,
    Evade,
    Gather,
    Go,
    Halt,
    Intercept,
    Invade,
    LoseLeader,
    LoseUnits,
    RaiseFlag,
    Stand,
)
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.state import State

BID = 3
"""The SP that it bids for a camp at most."""
PERSUADING = 4.0
"""What a step of a client towards Pact is worth: less than a march, more than to build."""


class Player:
    """Answers every decision of a seat; `random` breaks ties, so the same one plays alike."""

    def __init__(self, pack: Pack, random: Random) -> None:
        self._pack = pack
        self._random = random

    def choose(self, known: State, decision: Decision, legal_orders: Iterable[Order]) -> Order:
        """One of the legal orders of a decision. Raises ValueError if there are none."""
        seen = Seen(self._pack, known, self._nation(known, decision.seat))
        return self._random.choice(best_of(legal_orders, lambda it: self._worth(seen, it)))

    def _nation(self, known: State, seat: str) -> str:
        """The nation that it decides for: the active one if it commands it, else one of its own."""
        acting = inmost(known, Impulse) or inmost(known, Reinforcement)
        if acting is not None and commander(known, acting.nation) == seat:
            return acting.nation
        return next(iter(powers_of(known, seat)), FRANCE)

    def _worth(self, seen: Seen, order: Order) -> float:
        match order:
            case BidForCamp(_, sp):
                return 1.0 if sp <= BID else 0.0
            case KeepHand() | Stand() | Preempt():
                return 1.0
            case ThrowIn() | Challenge():
                return 0.5
            case PlayForCP(card):
                return 20.0 + self._pack.cards[card].cp
            case RaiseFlag(space):
                return 15.0 + (3.0 if self._pack.spaces[space].key else 0.0)
            case Gather(leader):
                return self._gathering(seen, leader)
            case Go(to):
                return self._going(seen, to)
            case Build(space, sp):
                return 1.0 + sp / 10 + seen.attraction(space)
            case Regroup(_, sp):
                return 2.0 + sp / 10
            case BuildLeader(_, space):
                return 1.2 + seen.attraction(space) if seen.lacks_leader(space) else 0.4
            case Besiege():  # it costs nothing, and shows what the rest need not wait for
                return 0.2
            case Intercept(_, group, sp):
                return -0.5 if sp < 3 else sp / 10 + group
            case Evade(to):
                return 0.5 - seen.attraction(to)
            case LoseUnits(_, sp):
                return 1.0 + sp
            case GoOn():
                return 1.0
            case Halt() | EndImpulse():
                return 0.1
            case LoseLeader():
                return 0.2
        return self._at_sea(seen, order)

    def _at_sea(self, seen: Seen, order: Order) -> float:
        """A convoy is called off only if nothing else is left, as it would be prepared again."""
        match order:
            case SetSail(start, squadrons):
                worth = seen.setting_sail(start, squadrons)
                return 3.0 + worth if worth > 0 else -1.0
            case SailTo(to):
                return seen.course(to)
            case Patrol():
                return seen.patrolling()
            case PrepareConvoy():
                worth = max(seen.landings.values(), default=0.0)
                return 5.0 + worth if worth > 0 else -1.0
            case Embark(leader):
                convoy = inmost(seen.state, Convoy)
                led = convoy is not None and bool(convoy.force.leaders)
                fits = seen.state.leaders[leader].where == seen.best_port and not led
                return 50.0 if fits else -15.0
            case TakeAboard(port, nation, sp):
                fits = port == seen.best_port and nation == seen.nation
                return 20.0 + sp if fits else -15.0
            case LandAt(to):
                convoy = inmost(seen.state, Convoy)
                return seen.landings.get((convoy.port, to), 0.0) if convoy else 0.0
            case CallOffConvoy():
                return -20.0
            case Seek() | SinkSquadron() | MakeForPort() | Sally():
                return 1.0
            case Elude():
                return 0.5
            case Anchor():
                return 0.0
            case RegroupSquadron() | Refit():
                return 1.1
            case LayDown():
                return 0.3
        return self._diplomacy(seen, order)

    def _diplomacy(self, seen: Seen, order: Order) -> float:
        """A consul on its way to its own Pact goes on; wars and camps stay as they are."""
        nations = seen.state.nations
        match order:
            case MoveConsul(nation, "right"):
                box = nations[nation].box
                # A power with nothing to conquer wins friends.
                return PERSUADING + box if box or not seen.targets else 0.9
            case MoveConsul() | FlipConsul() | DeclareWar() | ChangeCamp() | OpenWar():
                return -1.0
            case Invade() | InvadeBySea():
                return -1.0
            case AcceptPact():
                return 10.0
            case Sway(row):
                return 2.0 if is_allied(seen.state, row, seen.nation) else 0.1
            case SwayNoMore() | KeepFlags():
                return 0.5
            case Restore():
                return 1.0
            case Respond() if (broken := inmost(seen.state, Rupture)) is not None:
                return 1.5 if is_allied(seen.state, broken.power, order.nation) else -1.0
            case StayOut():
                return 0.6
            case AskToJoin(nation, _):
                return -1.0 if nations[nation].camp else 1.0
        return self._between_turns(seen, order)

    def _between_turns(self, seen: Seen, order: Order) -> float:
        """The end of a turn: nobody submits, and the beaten come back into the war."""
        match order:
            case AskToJoin(nation):
                return 0.0 if seen.state.nations[nation].camp else 1.0
            case NoOffer() | AcceptOffer() | Welcome() | TakeOver():
                return 1.0
            case StayOut() | ForbidFlag():
                return 0.5
            case ChooseCeded(space):
                return 1.0 + seen.pack.spaces[space].key
            case RegroupLeader():
                return 2.1
            case Evacuate() | LeavePeace() | StayThere() | KeepCeded() | TakeGift():
                return 0.5
            case EndReinforcement() | EndDeployment() | EndInfluence():
                return 0.1
        return 0.0

    def _gathering(self, seen: Seen, leader: str) -> float:
        where = seen.state.leaders[leader].where
        if seen.can_flag(where) or seen.must_besiege(where):
            return -1.0
        force = Force([leader], fullest(seen.state, self._pack, [leader], where))
        if force.units < ARMY:
            return -1.0
        step = seen.best_step(where, force.units)
        return 5.0 + step if step > 0 else -1.0

    def _going(self, seen: Seen, to: str) -> float:
        march = within(seen.state, March)
        if march.came and (seen.can_flag(march.at) or seen.must_besiege(march.at)):
            return -1.0
        gain = seen.gain(march.at, to, march.force.units)
        return 5.0 + gain if gain > 0 else -1.0
