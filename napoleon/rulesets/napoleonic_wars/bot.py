"""A bot for every seat: it marches on the enemy's keys where the odds are good, and builds.

It knows what its seat may see, and the pack; what it does is worth a number, and the best is done.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from random import Random

from napoleon.rules.kit.choosing import best_of
from napoleon.rules.kit.frames import inmost
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_wars.armies import fullest
from napoleon.rulesets.napoleonic_wars.frames import (
    Force,
    Impulse,
    March,
    Reinforcement,
    Rupture,
)
from napoleon.rulesets.napoleonic_wars.nations import (
    FRANCE,
    at_war,
    commander,
    is_allied,
    is_truce,
    powers_of,
)
from napoleon.rulesets.napoleonic_wars.orders import (
    AcceptOffer,
    AcceptPact,
    Anchor,
    AskToJoin,
    BidForCamp,
    Build,
    BuildLeader,
    CallOffConvoy,
    Challenge,
    ChangeCamp,
    ChooseCeded,
    DeclareWar,
    Elude,
    EndDeployment,
    EndImpulse,
    EndInfluence,
    EndReinforcement,
    Evacuate,
    Evade,
    FlipConsul,
    ForbidFlag,
    Gather,
    Go,
    Halt,
    Intercept,
    Invade,
    InvadeBySea,
    KeepCeded,
    KeepFlags,
    KeepHand,
    LandAt,
    LeavePeace,
    LoseLeader,
    LoseUnits,
    MakeForPort,
    MoveConsul,
    NoOffer,
    OpenWar,
    PlayForCP,
    RaiseFlag,
    Regroup,
    RegroupLeader,
    Respond,
    Restore,
    Sally,
    Seek,
    SinkSquadron,
    Stand,
    StayOut,
    StayThere,
    Sway,
    SwayNoMore,
    TakeGift,
    TakeOver,
    ThrowIn,
    Welcome,
)
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.spaces import (
    controller,
    hostile_in,
    is_enemy_fortress,
    status,
    units_in,
    ways,
)
from napoleon.rulesets.napoleonic_wars.state import State

KEY, CAPITAL = 3.0, 5.0
"""What an enemy key and an enemy capital attract with."""
GOOD = 1.25
"""The ratio of units from which the bot attacks."""
BID = 3
"""The SP that it bids for a camp at most."""
PERSUADING = 4.0
"""What a step of a client towards Pact is worth: less than a march, more than to build."""
FAR = 6
"""The connections beyond which nothing attracts."""


@lru_cache(maxsize=256)
def _distances(pack: Pack, start: str) -> Mapping[str, int]:
    """By space the connections from one, straits left out."""
    found, queue = {start: 0}, deque([start])
    while queue:
        space = queue.popleft()
        for link in pack.links[space]:
            there = link.other(space)
            if link.kind != "strait" and there not in found:
                found[there] = found[space] + 1
                queue.append(there)
    return found


class Seen:
    """A position as a nation sees it that acts for the bot."""

    def __init__(self, pack: Pack, state: State, nation: str) -> None:
        self.pack, self.state, self.nation = pack, state, nation

    @cached_property
    def targets(self) -> dict[str, float]:
        """The enemy's keys, with what they attract with."""
        found = {}
        for space in self.pack.spaces.values():
            holder = controller(self.state, self.pack, space.id)
            if space.key and at_war(self.state, holder, self.nation):
                found[space.id] = CAPITAL if space.capital else KEY
            elif space.key and self._is_lost(space.id, holder):
                found[space.id] = KEY
        return found

    def _is_lost(self, space: str, holder: str) -> bool:
        ours = is_allied(self.state, holder, self.nation)
        return ours and bool(hostile_in(self.state, space, self.nation))

    @cached_property
    def _attractions(self) -> dict[str, float]:
        return {}

    def attraction(self, space: str) -> float:
        """How near the enemy's keys are."""
        if space not in self._attractions:
            away = _distances(self.pack, space)
            self._attractions[space] = sum(
                worth / (1 + away[target]) ** 2
                for target, worth in self.targets.items()
                if away.get(target, FAR + 1) <= FAR
            )
        return self._attractions[space]

    def enemies(self, space: str) -> int:
        """Enemy units there, with half of what stands next to it, as it may come."""
        there = units_in(self.state, space, hostile_in(self.state, space, self.nation))
        if not there:
            return 0
        near = sum(
            units_in(self.state, it, hostile_in(self.state, it, self.nation))
            for it in (link.other(space) for link in self.pack.links[space])
        )
        return there + near // 2

    def gain(self, start: str, to: str, units: int) -> float:
        """What a step is worth to a force of so many units."""
        enemies = self.enemies(to)
        if enemies and units < GOOD * enemies:
            return -10.0
        worth = self.attraction(to) - self.attraction(start)
        if to in self.targets:
            worth += 2.0
        if self.nation == FRANCE and units < 4 and not enemies:
            worth -= 0.5
        return worth - 0.05

    def can_flag(self, space: str) -> bool:
        """Whether a force that stands there should stay and raise its flag."""
        where = self.pack.spaces[space]
        held = controller(self.state, self.pack, space)
        return not where.fortress and at_war(self.state, held, self.nation)

    def must_besiege(self, space: str) -> bool:
        """Whether a force stands before an enemy fortress."""
        return is_enemy_fortress(self.state, self.pack, space, self.nation)

    def best_step(self, start: str, units: int) -> float:
        """The most that a step from a space is worth."""
        open_ = (
            to
            for link, to in ways(self.state, self.pack, start, self.nation)
            if link.kind != "strait" and self._may_enter(to)
        )
        return max((self.gain(start, to, units) for to in open_), default=-1.0)

    def _may_enter(self, to: str) -> bool:
        """Whether neither neutrality nor an armistice closes a space."""
        state, nation = self.state, self.nation
        if status(state, self.pack, to, nation) == "neutral":
            return False
        return not any(is_truce(state, nation, it) for it in hostile_in(state, to, nation))


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
            case KeepHand() | Stand():
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
            case BuildLeader(_):
                return 1.2
            case Intercept(_, group, sp):
                return -0.5 if sp < 3 else sp / 10 + group
            case Evade(to):
                return 0.5 - seen.attraction(to)
            case LoseUnits(_, sp):
                return 1.0 + sp
            case Seek() | LandAt() | SinkSquadron() | MakeForPort() | Sally():
                return 1.0
            case Elude() | CallOffConvoy():
                return 0.5
            case Anchor():
                return 0.3
            case Halt() | EndImpulse():
                return 0.1
            case LoseLeader():
                return 0.2
        return self._diplomacy(seen, order)

    def _diplomacy(self, seen: Seen, order: Order) -> float:
        """A consul on its way to its own Pact goes on; wars and camps stay as they are."""
        nations = seen.state.nations
        match order:
            case MoveConsul(nation, "right"):
                box = nations[nation].box
                return PERSUADING + box if box else 0.9
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
        """The end of a turn: nobody submits, and who is beaten comes back into the war."""
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
        if force.units < 3:
            return -1.0
        step = seen.best_step(where, force.units)
        return 5.0 + step if step > 0 else -1.0

    def _going(self, seen: Seen, to: str) -> float:
        march = inmost(seen.state, March)
        assert march is not None, "a force marches"
        if march.came and (seen.can_flag(march.at) or seen.must_besiege(march.at)):
            return -1.0
        gain = seen.gain(march.at, to, march.force.units)
        return 5.0 + gain if gain > 0 else -1.0
