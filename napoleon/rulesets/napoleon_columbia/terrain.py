"""6.21, FAQ.1, FAQ.3 Terrain of a battle: drawn from the pool, and placed before deployment."""

from __future__ import annotations

from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Domain, Irreversible
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleon_columbia import fog, phrases, places
from napoleon.rulesets.napoleon_columbia.events.deployment import (
    BattleStarted,
    TerrainDrawn,
    TerrainPlaced,
    TerrainSharedOut,
)
from napoleon.rulesets.napoleon_columbia.orders import PlaceTerrain
from napoleon.rulesets.napoleon_columbia.seats import deciding_seat
from napoleon.rulesets.napoleon_columbia.sides import ATTACKER, DEFENDER, ROLES, SIDES
from napoleon.rulesets.napoleon_columbia.state import Battle
from napoleon.rulesets.napoleon_columbia.table import Table, refuse
from napoleon.rulesets.napoleon_columbia.turns import BATTLE_DEPLOY

DRAWN = {ATTACKER: 1, DEFENDER: 2}
"""Markers that each side draws [6.21]."""

STREAM = "stream"
WOODS = "woods"
FARM = "farm"
HILL = "hill"


def preparing(table: Table) -> Battle | None:
    """The battle whose terrain and deployment are due, in the attacker's order [N-12]."""
    if table.state.phase != BATTLE_DEPLOY:
        return None
    return next((it for it in table.state.battles if not it.begun), None)


def prepared(table: Table) -> Battle:
    """The same, where there has to be one."""
    battle = preparing(table)
    assert battle is not None, "this happens only before a battle"
    return battle


def start_due(table: Table) -> bool:
    """Whether the units of the next battle still have to take their places on its board."""
    battle = preparing(table)
    return battle is not None and not battle.fighters


def start(table: Table) -> None:
    """All units come into the Reserve of their side, under new tokens [6.2, N-58]."""
    battle = prepared(table)
    attackers, defenders = (table.state.count(battle.town, battle.side(it)) for it in ROLES)
    deciding = {side: deciding_seat(table, side, [battle.town]) for side in SIDES}
    started = BattleStarted(
        battle.town, battle.number, battle.attacker, attackers, defenders, deciding
    )
    table.record(started, "6.1", "6.2")
    fog.mix(table, [u for u in battle.fighters if not table.state.blocks[u].revealed])


def draw_due(table: Table) -> bool:
    """Whether terrain is still to be drawn for the next battle."""
    battle = preparing(table)
    return battle is not None and not battle.terrain_drawn


def draw(table: Table) -> None:
    """The attacker draws one and the defender two, as far as the pool goes [FAQ.1, N-05].

    In the third battle of a turn only the defender has terrain, the two that are left.
    """
    battle, pool = prepared(table), table.state.pool
    numbers = dict.fromkeys(ROLES, 0)
    if len(pool) >= sum(DRAWN.values()):
        numbers = dict(DRAWN)
    elif len(pool) >= DRAWN[DEFENDER]:
        numbers[DEFENDER] = DRAWN[DEFENDER]
    for role in ROLES:
        seat = battle.deciding[battle.side(role)]
        for _ in range(numbers[role]):
            terrain, number = table.draw(list(table.state.pool), f"terrain for the {role}")
            drawn = TerrainDrawn(seat, role, battle.town, terrain, number)
            table.record(drawn, "6.21", "FAQ.1")
    shared = TerrainSharedOut(battle.town, numbers[ATTACKER], numbers[DEFENDER])
    table.record(shared, "6.21", "FAQ.1")


def placing_due(table: Table) -> bool:
    """Whether drawn terrain still has to be placed."""
    battle = preparing(table)
    return battle is not None and any(battle.drawn.values())


def placing(battle: Battle) -> str:
    """The role that places terrain now: the attacker first [6.21]."""
    return next(role for role in ROLES if battle.drawn.get(role))


def asks(table: Table) -> list[Decision]:
    """Where drawn terrain lies [6.21]."""
    battle = prepared(table)
    seat = battle.deciding[battle.side(placing(battle))]
    text = "Where do you place the terrain that you have drawn?"
    return [table.question(seat, "terrain", "6.21", text)]


class Placing(Scene[Table]):
    """A seat that has drawn terrain for a battle."""

    def __init__(self, table: Table, player: str) -> None:
        super().__init__(table, player)
        self.battle = prepared(table)
        self.role = placing(self.battle)
        self.town = self.battle.town


PLACING: Actor[Table, Placing] = Actor(
    ("terrain",), BATTLE_DEPLOY, lambda table, asked, _: Placing(table, asked.seat)
)


def _refuse_kind(it: Placing, kind: str) -> Refusal | None:
    if kind not in it.battle.drawn[it.role]:
        return refuse("NOT_YOURS", "6.21", "You have not drawn such terrain.")
    return None


def _refuse_lane(it: Placing, lane: str) -> Refusal | None:
    if places.position(it.role, lane) in it.battle.terrain:
        detail = "Your two markers lie in different positions."
        return refuse("LANE_TAKEN", "6.21", detail, lane=lane)
    return None


def _says(it: Placing, order: PlaceTerrain) -> Phrase:
    place = places.position(it.role, order.lane)
    on, before = phrases.on(it.role, place), phrases.the_place(it.role, place)
    kinds = {
        WOODS: say("Place Woods %(place)s", place=on),
        FARM: say("Place a Farm %(place)s", place=on),
        STREAM: say("Place a Stream before %(place)s", place=before),
        HILL: say("Place a Hill %(place)s", place=on),
    }
    return kinds[order.terrain]


_EFFECTS = {
    WOODS: say("no artillery goes there; cavalry fires with F1 there"),
    FARM: say("its holder, infantry, has +1, and cavalry does not hit it"),
    STREAM: say("two units cross it in a combat turn, and artillery hardly at all"),
    HILL: say("artillery that holds it has +1 at long range"),
}

VERBS = (
    DeclaredVerb(
        PlaceTerrain,
        PLACING,
        "6.21",
        fields={
            "terrain": Domain(
                lambda it: dict.fromkeys(it.battle.drawn[it.role]), refusal=_refuse_kind
            ),
            "lane": Domain(lambda it: places.LANES, refusal=_refuse_lane),
        },
        does=lambda it, order: it.tell(
            TerrainPlaced,
            "6.21",
            terrain=order.terrain,
            place=places.position(it.role, order.lane),
        ),
        line="place {terrain:terrain} {lane:lane}",
        says=_says,
        follows=lambda it, order: (_EFFECTS[order.terrain],),
        irreversible=Irreversible.ALWAYS,
    ),
)


def stream_lane(battle: Battle) -> str:
    """The lane across which a stream lies; empty for none [6.21.stream]."""
    for place_, marker in battle.terrain.items():
        if marker.kind == STREAM:
            return places.lane_of(place_)
    return ""
