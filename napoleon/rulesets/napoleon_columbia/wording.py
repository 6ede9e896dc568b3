"""Orders in words: what a button of the page says [chapter b].

They are told to whoever may give the order, so the unit that it names is told by its name; of the
enemy only what everybody sees is told [3.2].
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from napoleon.rules.events import Line, total
from napoleon.rules.kit.conceding import free_words
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rules.wording import FreeWords, Phrase, Said, Way, Words, say, say_many
from napoleon.rulesets.napoleon_columbia import (
    combat_moves,
    fire,
    firepower,
    orders,
    places,
    retreats,
    running_battle,
    table,
    terrain,
    turns,
    units,
)
from napoleon.rulesets.napoleon_columbia.flanks import own_name
from napoleon.rulesets.napoleon_columbia.packs.pack import Pack, Road
from napoleon.rulesets.napoleon_columbia.sides import (
    ALLIED,
    ANGLO,
    ARMIES_OF,
    ATTACKER,
    FRENCH,
    PRUSSIAN,
    enemy,
    side_of,
)
from napoleon.rulesets.napoleon_columbia.state import Battle, State
from napoleon.rulesets.napoleon_columbia.table import Table

_KINDS: Mapping[str, Phrase] = {
    "bid": say("Bidding for the sides"),
    "handicap": say("Steps for the bid"),
    "setup": say("Setting up"),
    "march": say("Marching"),
    "reveal_leader": say("Whether to show a leader"),
    "order_skirmishes": say("Which skirmish comes next"),
    "order_battles": say("Which battle comes next"),
    "skirmishers": say("Who fights in a skirmish"),
    "terrain": say("Placing terrain"),
    "deploy": say("Deploying for a battle"),
    "combat": say("Combat in a battle"),
    "hit": say("Who takes a hit"),
    "beaten": say("Where to retreat"),
    "reinforcement": say("Reinforcing a battle"),
    "regroup": say("Regrouping"),
    "supply": say("Losses for want of supply"),
}
"""What the decisions of each kind are about."""


class WordingColumbia:
    """The words of the game with one data pack."""

    windows: tuple[str, ...] = ()
    quiet = ""
    kinds = _KINDS

    def __init__(self, pack: Pack) -> None:
        self._pack = pack

    def words(self, state: State, decision: Decision, order: Order) -> Words:
        """What a legal `order` does, and the units that are pointed at to give it."""
        words = _WORDS[type(order)](table.at(state, self._pack), decision, order)
        named = (getattr(order, field, "") for field in ("unit", "square"))
        return replace(words, pieces=tuple(filter(None, named)))

    def ways(self, state: State, decision: Decision, order: Order) -> Way:
        """Where a unit could march on to after its first road."""
        if not isinstance(order, orders.March):
            return {}
        at = table.at(state, self._pack)
        road = self._pack.roads[order.road]
        block = state.blocks[order.unit]
        return _marches(at, order.unit, road.other(block.town), [*block.path, road.id])

    def free(self, state: State, seat: str, verb: type[Order]) -> FreeWords:
        """To resign, and to offer or accept an end without a winner [N-74]."""
        return free_words(verb, state.agreed, seat)


def _marches(at: Table, unit: str, town: str, path: list[str]) -> Way:
    """By the shortest roads, through towns without enemies; those beyond the allowance by force."""
    side = side_of(at.state.blocks[unit].army)
    normal = units.march_allowance(at, unit)
    most = normal if at.state.night else normal + 1
    start = at.state.blocks[unit].town
    ways: dict[str, Sequence[Order]] = {}
    edge: list[tuple[str, list[Order]]] = [(town, [])]
    for done in range(len(path), most):
        reached = []
        for here, roads in edge:
            if at.state.count(here, enemy(side)):
                continue
            for road in at.data.roads_of(here):
                there = road.other(here)
                if there not in ways and there not in (town, start):
                    ways[there] = [*roads, orders.March(unit, road.id, done >= normal)]
                    reached.append((there, list(ways[there])))
        edge = reached
    return ways


# -- what things are called ----------------------------------------------------------------------


def _unit(unit: str) -> str:
    """A unit as it is called in a sentence; its words are among the names of the game."""
    return f"the {unit}"


def _town(at: Table, town: str) -> str:
    return at.data.towns[town].name


_OWN = {
    "left": say("your left"),
    "centre": say("your centre"),
    "right": say("your right"),
    "Reserve": say("your Reserve"),
}

_THEIRS = {
    "left": say("the enemy left"),
    "centre": say("the enemy centre"),
    "right": say("the enemy right"),
}


def _place(role: str, place: str) -> Phrase:
    """A place of a battle board, as one side calls it."""
    if places.owner(place) == role:
        return _OWN[own_name(place)]
    return _THEIRS[own_name(place)]


_ON_OWN = {
    "left": say("on your left"),
    "centre": say("in your centre"),
    "right": say("on your right"),
}

_ON_THEIRS = {
    "left": say("on the enemy left"),
    "centre": say("in the enemy centre"),
    "right": say("on the enemy right"),
}


def _on(role: str, place: str) -> Phrase:
    """Where something is done on a battle board, as one side calls it."""
    return (_ON_OWN if places.owner(place) == role else _ON_THEIRS)[own_name(place)]


_ENEMIES = {
    FRENCH: say("the French"),
    ALLIED: say("the Allies"),
    ANGLO: say("the Anglo-Dutch"),
    PRUSSIAN: say("the Prussians"),
}


def _standing(at: Table, town: str, side: str) -> Phrase:
    """Whose units of a side stand in a town: their colours lie open [3.1]."""
    armies = [
        it for it in ARMIES_OF[side] if any(_is_there(at, u, town, it) for u in at.state.blocks)
    ]
    return _ENEMIES[armies[0] if len(armies) == 1 else side]


def _is_there(at: Table, unit: str, town: str, army: str) -> bool:
    block = at.state.blocks[unit]
    return block.town == town and block.army == army


def _role(at: Table, battle: Battle, unit: str) -> str:
    return battle.role(side_of(at.state.blocks[unit].army))


# -- bidding and set-up ----------------------------------------------------------------------------


def _bid(at: Table, decision: Decision, order: orders.MakeBid) -> Words:
    if order.side == FRENCH:
        does = say_many(
            "Play the French with %(count)s step less",
            "Play the French with %(count)s steps less",
            order.steps,
        )
    else:
        does = say_many(
            "Play the Allies with %(count)s step less",
            "Play the Allies with %(count)s steps less",
            order.steps,
        )
    return Words(does)


def _pass_bid(at: Table, decision: Decision, order: orders.PassBid) -> Words:
    return Words(say("Bid no more"), (say("the other player has the side that was bid for"),))


def _remove_step(at: Table, decision: Decision, order: orders.RemoveStep) -> Words:
    left = at.state.blocks[order.unit].strength - 1
    does = say("Take a step from %(unit)s", unit=_unit(order.unit))
    return Words(does, (_left_with(left),), ordinary=True)


def _left_with(steps: int) -> Phrase:
    return say_many("%(count)s step is left", "%(count)s steps are left", steps)


def _place_unit(at: Table, decision: Decision, order: orders.PlaceUnit) -> Words:
    does = say("Place %(unit)s in %(town)s", unit=_unit(order.unit), town=_town(at, order.town))
    return Words(does, target=order.town, ordinary=True)


def _take_up(at: Table, decision: Decision, order: orders.TakeUp) -> Words:
    if decision.kind == "deploy":
        does = say("Take %(unit)s back to the Reserve", unit=_unit(order.unit))
        return Words(does, ordinary=True)
    town = at.state.blocks[order.unit].town
    does = say("Take up %(unit)s from %(town)s", unit=_unit(order.unit), town=_town(at, town))
    return Words(does, ordinary=True)


def _card(at: Table, decision: Decision, order: orders.UseHistoricalSetup) -> Words:
    return Words(
        say("Set up as the order-of-battle card says"),
        (say("what you have placed is taken up"),),
        ordinary=True,
    )


def _end_setup(at: Table, decision: Decision, order: orders.EndSetup) -> Words:
    return Words(say("End the set-up"), ordinary=True)


# -- marches -------------------------------------------------------------------------------------


def _march(at: Table, decision: Decision, order: orders.March) -> Words:
    block = at.state.blocks[order.unit]
    road = at.data.roads[order.road]
    town = road.other(block.town)
    does = say(
        "March %(unit)s from %(origin)s to %(town)s",
        unit=_unit(order.unit),
        origin=_town(at, block.town),
        town=_town(at, town),
    )
    follows = tuple(_of_a_march(at, order, road, town))
    return Words(does, follows, target=town, ordinary=True)


def _of_a_march(at: Table, order: orders.March, road: Road, town: str) -> Iterator[Phrase]:
    block = at.state.blocks[order.unit]
    foe = enemy(side_of(block.army))
    attacks = at.state.count(town, foe) > 0
    if order.forced:
        yield say("a forced march: a die of 1 to 3 costs a step")
    if attacks and road.river:
        yield say("across the %(river)s", river=road.river_name)
    done = len(block.path) + 1
    allowance = units.march_allowance(at, order.unit)
    if attacks:
        yield say("ends the march, %(enemies)s stand there", enemies=_standing(at, town, foe))
    elif done > allowance or (at.state.night and done == allowance):
        yield say("ends the march")
    elif done == allowance:
        yield say("farther only by a forced march")


def _halt(at: Table, decision: Decision, order: orders.Halt) -> Words:
    town = _town(at, at.state.blocks[order.unit].town)
    does = say("Halt %(unit)s in %(town)s", unit=_unit(order.unit), town=town)
    return Words(does, (say("it marches no farther in this turn"),), ordinary=True)


def _end_march(at: Table, decision: Decision, order: orders.EndMarch) -> Words:
    return Words(say("March no more in this turn"), ordinary=True)


def _reveal(at: Table, decision: Decision, order: orders.RevealLeader) -> Words:
    does = say("Show %(leader)s", leader=_unit(order.leader))
    block = at.state.blocks[order.leader]
    if at.state.phase == turns.FORCED_CHECKS:
        start = _town(at, block.start)
        return Words(does, (say("+1 to the dice of all who began in %(town)s", town=start),))
    return Words(does, (say("+1 to the morale of the units around"),))


def _keep_hidden(at: Table, decision: Decision, order: orders.KeepHidden) -> Words:
    return Words(say("Keep the leaders hidden"), ordinary=True)


# -- attacks and skirmishes ------------------------------------------------------------------------


def _order_skirmish(at: Table, decision: Decision, order: orders.OrderSkirmish) -> Words:
    does = say("Skirmish at %(town)s next", town=_town(at, order.town))
    return Words(does, (_numbers(at, order.town),), target=order.town, ordinary=True)


def _order_battle(at: Table, decision: Decision, order: orders.OrderBattle) -> Words:
    does = say("Battle of %(town)s next", town=_town(at, order.town))
    return Words(does, (_numbers(at, order.town),), target=order.town, ordinary=True)


def _numbers(at: Table, town: str) -> Phrase:
    attacking, defending = (
        at.state.count(town, it) for it in (at.state.active, enemy(at.state.active))
    )
    return say("%(own)s against %(other)s units", own=attacking, other=defending)


def _choose(at: Table, decision: Decision, order: orders.ChooseSkirmisher) -> Words:
    steps = at.state.blocks[order.unit].strength
    worth = units.skirmish_firepower(at, order.unit)
    return Words(
        say("Have %(unit)s fight", unit=_unit(order.unit)), (_dice(steps, worth),), ordinary=True
    )


def _dice(steps: int, worth: int) -> Phrase:
    fires = Said(f"F{worth}")
    return say_many(
        "%(count)s die with %(firepower)s", "%(count)s dice with %(firepower)s", steps,
        firepower=fires,
    )  # fmt: skip


# -- deployment ------------------------------------------------------------------------------------


def _place_terrain(at: Table, decision: Decision, order: orders.PlaceTerrain) -> Words:
    role = _role_of_seat(at, decision)
    place = places.position(role, order.lane)
    kinds = {
        terrain.WOODS: say("Place Woods %(place)s", place=_on(role, place)),
        terrain.FARM: say("Place a Farm %(place)s", place=_on(role, place)),
        terrain.STREAM: say("Place a Stream before %(place)s", place=_place(role, place)),
        terrain.HILL: say("Place a Hill %(place)s", place=_on(role, place)),
    }
    effects = {
        terrain.WOODS: say("no artillery goes there; cavalry fires with F1 there"),
        terrain.FARM: say("its holder, infantry, has +1, and cavalry does not hit it"),
        terrain.STREAM: say("two units cross it in a combat turn, and artillery hardly at all"),
        terrain.HILL: say("artillery that holds it has +1 at long range"),
    }
    return Words(kinds[order.terrain], (effects[order.terrain],), ordinary=True)


def _role_of_seat(at: Table, decision: Decision) -> str:
    """Whether a seat attacks or defends: whose player turn it is attacks [6.1]."""
    side = side_of(at.state.armies_of_seat(decision.seat)[0])
    return ATTACKER if side == at.state.active else "defender"


def _deploy(at: Table, decision: Decision, order: orders.Deploy) -> Words:
    role = places.owner(order.place)
    does = say("Deploy %(unit)s %(place)s", unit=_unit(order.unit), place=_on(role, order.place))
    return Words(does, ordinary=True)


def _name_holder(at: Table, decision: Decision, order: orders.NameHolder) -> Words:
    return _holds(at, order.unit, say("Have %(unit)s hold the Farm", unit=_unit(order.unit)),
                  say("Have %(unit)s hold the Hill", unit=_unit(order.unit)))  # fmt: skip


def _holds(at: Table, unit: str, farm: Phrase, hill: Phrase) -> Words:
    battle = at.state.battle_in(at.state.blocks[unit].town)
    assert battle is not None, "terrain lies on a battle board"
    if battle.terrain_at(battle.fighters[unit].place) == terrain.FARM:
        return Words(farm, (say("+1 to its fire, and cavalry does not hit it"),), ordinary=True)
    return Words(hill, (say("+1 to its fire at long range, if it is artillery"),), ordinary=True)


def _end_deploy(at: Table, decision: Decision, order: orders.EndDeploy) -> Words:
    return Words(say("End the deployment"), (say("the others stay in Reserve"),), ordinary=True)


# -- combat ----------------------------------------------------------------------------------------


def _combat_move(at: Table, decision: Decision, order: orders.CombatMove) -> Words:
    battle = running_battle.here(at)
    unit, role = order.unit, _role(at, battle, order.unit)
    here = battle.fighters[unit].place
    foe = enemy(battle.side(role))
    follows: list[Phrase] = []
    if combat_moves.crosses_stream(battle, here, order.place):
        follows.append(say("across the Stream"))
    if at.state.fighters_at(battle, order.place, foe):
        where = _on(role, order.place)
        does = say("Engage with %(unit)s %(where)s", unit=_unit(unit), where=where)
        follows += _of_engaging(at, battle, order)
    elif at.state.is_engaged(battle, here):
        does = say(
            "Disengage with %(unit)s to %(place)s",
            unit=_unit(unit),
            place=_place(role, order.place),
        )
        follows += _of_leaving(at, battle, unit, here)
    else:
        does = say("Move %(unit)s to %(place)s", unit=_unit(unit), place=_place(role, order.place))
        if places.owner(order.place) != role:
            follows.append(say("no enemy is left there: they are routed"))
        else:
            follows += _of_leaving(at, battle, unit, here)
    return Words(does, tuple(follows), target=order.place, ordinary=True)


def _of_engaging(at: Table, battle: Battle, order: orders.CombatMove) -> list[Phrase]:
    woods = battle.terrain_at(order.place) == terrain.WOODS
    if units.type_of(at, order.unit) != units.CAVALRY:
        return []
    if woods:
        return [say("no charge, and F1, in Woods")]
    return [say("charges with its next fire: +1")]


def _of_leaving(at: Table, battle: Battle, unit: str, here: str) -> list[Phrase]:
    """Whether a position falls to the enemy as its last defender goes [7.4]."""
    role = _role(at, battle, unit)
    if places.is_reserve(here) or places.owner(here) != role:
        return []
    left = [it for it in at.state.fighters_at(battle, here, battle.side(role)) if it != unit]
    if left:
        return []
    if at.state.fighters_at(battle, here, enemy(battle.side(role))):
        return [say("the enemy alone is left there: you are routed")]
    return [say("the position stands empty then")]


def _form(at: Table, decision: Decision, order: orders.FormSquare) -> Words:
    does = say("Form square with %(unit)s", unit=_unit(order.unit))
    follows = (say("+1 to morale"), say("cannot move"), say("infantry and artillery hit it better"))
    return Words(does, follows, ordinary=True)


def _break(at: Table, decision: Decision, order: orders.BreakSquare) -> Words:
    does = say("Break square with %(unit)s", unit=_unit(order.unit))
    return Words(does, (say("stands in line again"),), ordinary=True)


def _shelter(at: Table, decision: Decision, order: orders.Shelter) -> Words:
    does = say(
        "Shelter %(unit)s in the square of %(square)s",
        unit=_unit(order.unit),
        square=_unit(order.square),
    )
    follows = (say("no morale check"), say("does not fire"), say("falls with the square"))
    return Words(does, follows, ordinary=True)


def _leave_shelter(at: Table, decision: Decision, order: orders.LeaveShelter) -> Words:
    return Words(say("Leave the square with %(unit)s", unit=_unit(order.unit)), ordinary=True)


def _stand_up(at: Table, decision: Decision, order: orders.StandUp) -> Words:
    does = say("Stand up %(unit)s", unit=_unit(order.unit))
    return Words(does, (say("the enemy loses sight of it"),), ordinary=True)


def _take_terrain(at: Table, decision: Decision, order: orders.TakeTerrain) -> Words:
    return _holds(at, order.unit, say("Take the Farm with %(unit)s", unit=_unit(order.unit)),
                  say("Take the Hill with %(unit)s", unit=_unit(order.unit)))  # fmt: skip


def _swap(at: Table, decision: Decision, order: orders.SwapHolder) -> Words:
    unit = _unit(order.unit)
    return _holds(at, order.unit, say("Take over the Farm with %(unit)s", unit=unit),
                  say("Take over the Hill with %(unit)s", unit=unit))  # fmt: skip


_ADDED: Mapping[str, Phrase] = {
    "charge": say("charge %(amount)s"),
    "first fire": say("first fire %(amount)s"),
    "on the Farm": say("on the Farm %(amount)s"),
    "on the Hill": say("on the Hill %(amount)s"),
    "at a square": say("at a square %(amount)s"),
    "in Woods": say("in Woods %(amount)s"),
}
"""What changes a firepower, by what its line notes."""


def _fire(at: Table, decision: Decision, order: orders.Fire) -> Words:
    battle, unit = running_battle.here(at), order.unit
    reach = fire.reach(at, battle, unit)
    lines = firepower.breakdown(at, battle, unit, reach, order.group)
    role, aimed_at = _role(at, battle, unit), fire.aim(at, battle, unit)
    if order.group == fire.SQUARE:
        where = _on(role, aimed_at)
        does = say("Fire with %(unit)s at the squares %(where)s", unit=_unit(unit), where=where)
    elif reach == fire.LONG:
        place = _place(role, aimed_at)
        does = say("Fire with %(unit)s at %(place)s", unit=_unit(unit), place=place)
    else:
        where = _on(role, aimed_at)
        does = say("Fire with %(unit)s at the enemy %(where)s", unit=_unit(unit), where=where)
    follows = [_dice(at.state.blocks[unit].strength, total(lines)), *_added(lines)]
    if reach == fire.LONG:
        follows.append(say("at long range, which eliminates nobody"))
    return Words(does, tuple(follows), target=aimed_at, ordinary=True)


def _added(lines: Sequence[Line]) -> Iterator[Phrase]:
    for line in lines:
        if line.note in _ADDED:
            amount = f"{line.amount:+d}".replace("-", "\N{MINUS SIGN}")
            yield Phrase(_ADDED[line.note].text, {"amount": Said(amount)})


def _hit(at: Table, decision: Decision, order: orders.AllocateHit) -> Words:
    left = at.state.blocks[order.unit].strength - 1
    does = say("Have %(unit)s take the hit", unit=_unit(order.unit))
    return Words(does, (_left_with(left) if left else say("it is eliminated"),), ordinary=True)


def _retreat(at: Table, decision: Decision, order: orders.Retreat) -> Words:
    does = say(
        "Retreat with %(unit)s to %(town)s", unit=_unit(order.unit), town=_town(at, order.town)
    )
    follows = [say("it is disrupted until the turn ends")]
    battle = running_battle.running(at)
    if decision.kind == "combat" and battle is not None:
        here = battle.fighters[order.unit].place
        if at.state.is_engaged(battle, here):
            loss = retreats.rout_loss(at, battle, order.unit)
            if loss:
                follows.append(
                    say_many("it loses %(count)s step", "it loses %(count)s steps", loss)
                )
        follows += _of_leaving(at, battle, order.unit, here)
    return Words(does, tuple(follows), target=order.town, ordinary=True)


def _end_combat(at: Table, decision: Decision, order: orders.EndCombat) -> Words:
    return Words(say("End the Combat phase"), (say("reinforcements come next"),), ordinary=True)


def _reinforce(at: Table, decision: Decision, order: orders.Reinforce) -> Words:
    origin = at.state.blocks[order.unit].town
    does = say("Bring up %(unit)s from %(town)s", unit=_unit(order.unit), town=_town(at, origin))
    return Words(does, (say("comes into your Reserve"),), target=origin, ordinary=True)


def _end_reinforcement(at: Table, decision: Decision, order: orders.EndReinforcement) -> Words:
    return Words(say("Bring no more reinforcements now"), ordinary=True)


def _regroup(at: Table, decision: Decision, order: orders.Regroup) -> Words:
    origin = at.state.blocks[order.unit].town
    does = say(
        "Regroup %(unit)s from %(origin)s to %(town)s",
        unit=_unit(order.unit),
        origin=_town(at, origin),
        town=_town(at, order.town),
    )
    fought = at.state.battle_in(order.town) is not None
    follows = (say("joins the battle there, in Reserve"),) if fought else ()
    return Words(does, follows, target=order.town, ordinary=True)


def _end_regroup(at: Table, decision: Decision, order: orders.EndRegroup) -> Words:
    return Words(say("Regroup no more"), ordinary=True)


def _supply(at: Table, decision: Decision, order: orders.RemoveForSupply) -> Words:
    does = say("Lose %(unit)s", unit=_unit(order.unit))
    army = at.data.blocks[order.unit].army
    lost = len(at.state.eliminated[army]) + 1
    limit = at.data.defeated_at[army]
    return Words(does, (say("%(lost)s of %(limit)s units lost then", lost=lost, limit=limit),))


_WORDS: Mapping[type[Order], Callable[[Table, Decision, Any], Words]] = {
    orders.MakeBid: _bid,
    orders.PassBid: _pass_bid,
    orders.RemoveStep: _remove_step,
    orders.PlaceUnit: _place_unit,
    orders.TakeUp: _take_up,
    orders.UseHistoricalSetup: _card,
    orders.EndSetup: _end_setup,
    orders.March: _march,
    orders.Halt: _halt,
    orders.EndMarch: _end_march,
    orders.RevealLeader: _reveal,
    orders.KeepHidden: _keep_hidden,
    orders.OrderSkirmish: _order_skirmish,
    orders.OrderBattle: _order_battle,
    orders.ChooseSkirmisher: _choose,
    orders.PlaceTerrain: _place_terrain,
    orders.Deploy: _deploy,
    orders.NameHolder: _name_holder,
    orders.EndDeploy: _end_deploy,
    orders.CombatMove: _combat_move,
    orders.FormSquare: _form,
    orders.BreakSquare: _break,
    orders.Shelter: _shelter,
    orders.LeaveShelter: _leave_shelter,
    orders.StandUp: _stand_up,
    orders.TakeTerrain: _take_terrain,
    orders.SwapHolder: _swap,
    orders.Fire: _fire,
    orders.AllocateHit: _hit,
    orders.Retreat: _retreat,
    orders.EndCombat: _end_combat,
    orders.Reinforce: _reinforce,
    orders.EndReinforcement: _end_reinforcement,
    orders.Regroup: _regroup,
    orders.EndRegroup: _end_regroup,
    orders.RemoveForSupply: _supply,
}
