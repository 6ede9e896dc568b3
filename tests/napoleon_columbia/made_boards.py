"""Battle boards that are made up at random: any position that play might bring about, and more.

Games seldom bring large battles with squares, shelter and Streams about; here they are common.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import msgspec

from napoleon.chance import SeededChance
from napoleon.rulesets.napoleon_columbia import RULES, places
from napoleon.rulesets.napoleon_columbia.places import LANES, lane_of, opposite, owner, reserve
from napoleon.rulesets.napoleon_columbia.seats import deciding_seat
from napoleon.rulesets.napoleon_columbia.sides import (
    ATTACKER,
    DEFENDER,
    ROLES,
    SIDES,
    enemy,
    opposing,
    side_of,
)
from napoleon.rulesets.napoleon_columbia.state import Battle, Fighter, Marker, State
from napoleon.rulesets.napoleon_columbia.table import at
from napoleon.rulesets.napoleon_columbia.terrain import stream_lane

TOWNS = [town for town in RULES.pack.towns if len(RULES.pack.roads_of(town)) > 2]
"""Towns where something can be done with retreats."""

ARTILLERY = ("foot_art", "horse_art")
MOUNTED = ("cav", "horse_art", "leader")


def type_of(unit: str) -> str:
    return RULES.pack.blocks[unit].type


@cache
def _set_up(players: int, hidden: bool) -> bytes:
    """The first turn of a campaign, as `RULES.copied` would make it."""
    options = {"players": players, "bidding": False, "hidden": hidden}
    state: Any = None
    for event in RULES.setup("historical", options, SeededChance("00" * 32, "boards", drawn=0)):
        state = RULES.apply(state, event)
    return msgspec.msgpack.encode(state)


def _campaign(random: Random) -> State:
    players, hidden = random.choice((2, 2, 3)), random.random() < 0.3
    return msgspec.msgpack.decode(_set_up(players, hidden), type=State)


def made_board(random: Random, acting: str | None = None) -> State:
    """A combat turn of a battle, somebody having acted in it already.

    No own position is held by enemies alone. `acting` is attacker or defender, at random if it is
    left out.
    """
    state = _campaign(random)
    town = random.choice(TOWNS)
    attacker = random.choice(SIDES)
    state.turn = 1 if attacker == "french" else 2
    state.active, state.phase, state.parts = attacker, "battle", []
    state.attacks_declared, state.at = True, town
    state.last_battle = state.fought = 1
    acting = acting or random.choice(ROLES)
    battle = Battle(
        town=town,
        attacker=attacker,
        number=1,
        used={attacker: [], enemy(attacker): []},
        terrain_drawn=True,
        deployed=list(state.seats),
        begun=True,
        acting=acting,
        turn=2 * random.randint(0, 3) + (1 if acting == ATTACKER else 2),
        step="combat",
        crossed=random.choice((0, 0, 0, 1, 2)),
    )
    state.battles = [battle]
    fighting = _scatter(random, state, town)
    _lay_terrain(random, battle)
    _draw_up(random, state, battle, fighting)
    _form(random, battle)
    _let_act(random, state, battle)
    _show(random, state, battle)
    near = RULES.pack.neighbours(town)
    battle.used[attacker] = random.sample(near, random.randint(1, len(near) - 1))
    for road in RULES.pack.roads_of(town):
        if random.random() < 0.3:
            battle.retreat_use[road.id] = random.randint(1, 2 if road.kind == "major" else 1)
    table = at(state, RULES.pack)
    battle.deciding = {side: deciding_seat(table, side, [town]) for side in SIDES}
    _fight_nearby(random, state, near)
    return state


def made_deployment(random: Random) -> State:
    """A battle whose terrain lies, before anybody has deployed."""
    state = made_board(random)
    battle = state.battles[0]
    state.battles = [battle]
    state.phase, state.at, state.last_battle = "battle_deploy", "", 0
    battle.begun, battle.acting, battle.turn, battle.step = False, "", 0, ""
    battle.crossed, battle.retreat_use, battle.deployed = 0, {}, []
    for marker in battle.terrain.values():
        marker.holder = ""
    for unit in battle.fighters:
        block = state.blocks[unit]
        block.revealed = False
        battle.fighters[unit] = Fighter(reserve(battle.role(side_of(block.army))))
    return state


def _scatter(random: Random, state: State, town: str) -> list[str]:
    """Put three to eleven units of each side into the town, and all others anywhere else."""
    fighting: list[str] = []
    homes = {it: random.choice(SIDES) for it in RULES.pack.towns if it != town}
    for side in SIDES:
        units = [u for u in RULES.pack.blocks if side_of(RULES.pack.blocks[u].army) == side]
        random.shuffle(units)
        number = random.randint(3, 11)
        fighting += units[:number]
        own = [it for it, whose in homes.items() if whose == side]
        for unit in units[number:]:
            state.blocks[unit].town = random.choice(own)
    for number, (unit, block) in enumerate(state.blocks.items(), 1):
        block.token = f"{block.army}-{number}"
        block.strength = random.randint(1, RULES.pack.blocks[unit].max_strength)
        if random.random() < 0.4:
            block.strength = 1
    state.tokens = len(state.blocks)
    for unit in fighting:
        state.blocks[unit].town = town
    return fighting


def _lay_terrain(random: Random, battle: Battle) -> None:
    pool = [kind for kind, n in RULES.pack.terrain.items() for _ in range(n)]
    random.shuffle(pool)
    for role, number in ((ATTACKER, 1), (DEFENDER, 2)):
        for lane in random.sample(LANES, number):
            battle.terrain[places.position(role, lane)] = Marker(pool.pop())


def _draw_up(random: Random, state: State, battle: Battle, fighting: Sequence[str]) -> None:
    """Put units into positions in which they may stand."""
    for unit in fighting:
        role = battle.role(side_of(state.blocks[unit].army))
        own, beyond = places.positions(role), places.positions(opposing(role))
        where = [*own, *own, reserve(role), *(beyond if type_of(unit) != "foot_art" else ())]
        if type_of(unit) == "horse_art":
            # Whatever crosses a Stream there has routed the enemy [N-16].
            where = [it for it in where if it in own or lane_of(it) != stream_lane(battle)]
        if type_of(unit) in ARTILLERY:
            where = [it for it in where if battle.terrain_at(it) != "woods"]
        battle.fighters[unit] = Fighter(random.choice(where))
    while lost := list(state.lost_positions(battle)):
        role = opposing(owner(lost[0]))
        for unit in state.fighters_at(battle, lost[0]):
            back = opposite(lost[0])
            guns = type_of(unit) in ARTILLERY and battle.terrain_at(back) == "woods"
            meets = state.fighters_at(battle, back, battle.side(opposing(role)))
            battle.fighters[unit].place = reserve(role) if guns or meets else back


def _form(random: Random, battle: Battle) -> None:
    """Name holders, form squares, and shelter others in them."""
    for place, marker in battle.terrain.items():
        there = [unit for unit, it in battle.fighters.items() if it.place == place]
        if marker.kind == "farm":
            there = [unit for unit in there if type_of(unit) == "inf"]
        if marker.kind in ("farm", "hill") and there and random.random() < 0.7:
            marker.holder = random.choice(there)
    holders = {it.holder for it in battle.terrain.values()}
    for unit, it in battle.fighters.items():
        role = ATTACKER if RULES.pack.blocks[unit].side == battle.attacker else DEFENDER
        able = type_of(unit) == "inf" and owner(it.place) == role and unit not in holders
        if able and battle.terrain_at(it.place) != "woods" and random.random() < 0.35:
            it.square = True
            for other, guest in battle.fighters.items():
                if (
                    guest.place == it.place
                    and RULES.pack.blocks[other].side == RULES.pack.blocks[unit].side
                    and type_of(other) in (*ARTILLERY, "leader")
                    and other not in holders
                    and not guest.shelter
                    and random.random() < 0.6
                ):
                    guest.shelter = unit
                    break


def _let_act(random: Random, state: State, battle: Battle) -> None:
    """Some have acted in this combat turn, some are shaken, some have their bonuses."""
    side = battle.side(battle.acting)
    for unit, it in battle.fighters.items():
        engaged = state.is_engaged(battle, it.place)
        if engaged:
            woods = battle.terrain_at(it.place) == "woods"
            it.charge = type_of(unit) == "cav" and not woods and random.random() < 0.5
            it.first_fire = type_of(unit) in ARTILLERY and random.random() < 0.5
        if side_of(state.blocks[unit].army) != side or random.random() < 0.5:
            continue
        if random.random() < 0.4 and not it.shelter:
            it.fired = True
        elif state.blocks[unit].strength == 1 and not it.square and not it.shelter:
            able = type_of(unit) != "foot_art"
            it.shaken = able and (engaged or random.random() < 0.2)
        if not it.shaken and (not it.fired or type_of(unit) == "horse_art"):
            most = 2 if type_of(unit) in MOUNTED and not it.fired else 1
            it.moves = random.randint(0, most)
            if type_of(unit) == "cav" and battle.terrain_at(it.place) == "woods":
                it.moves = most  # it stopped there at once
            if it.moves:
                it.way = random.choice(("", "engage" if engaged else "disengage"))


def _show(random: Random, state: State, battle: Battle) -> None:
    """Who is engaged or stands in the open lies open; others perhaps."""
    for unit, it in battle.fighters.items():
        open_ground = not places.is_reserve(it.place) and battle.terrain_at(it.place) != "woods"
        exposed = open_ground and not state.options["hidden"]
        engaged = state.is_engaged(battle, it.place)
        state.blocks[unit].revealed = exposed or engaged or random.random() < 0.3


def _fight_nearby(random: Random, state: State, near: Sequence[str]) -> None:
    """Sometimes there is another battle next to the town, everybody being in Reserve there."""
    if random.random() < 0.6:
        return
    town = random.choice(near)
    fighting = state.battles[0].fighters
    units: list[str] = []
    for side in SIDES:
        spare = [u for u, it in state.blocks.items() if side_of(it.army) == side]
        units += random.sample([unit for unit in spare if unit not in fighting], 3)
    for unit, block in state.blocks.items():
        if block.town == town:
            units.append(unit)
    other = Battle(town, state.active, 2, {side: [] for side in SIDES}, begun=True)
    other.deciding = {side: state.seats_of(side)[0] for side in SIDES}
    other.terrain_drawn, other.deployed = True, list(state.seats)
    for unit in units:
        state.blocks[unit].town = town
        role = other.role(side_of(state.blocks[unit].army))
        other.fighters[unit] = Fighter(reserve(role))
    state.battles.append(other)
    state.fought = 2
