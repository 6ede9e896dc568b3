"""Positions and orders, so that a test reads as given, when, then.

Everything here goes through the functions of the ruleset. Units are named by their ids, in a line
of text; a colon says how many steps one has left. What chance gives is written beside the orders::

    given = marching({"laneffe": "f01 f09 f15", "charleroi": "p02 p03:1 p04"})
    played = play(given, FRENCH, *road("f09", "laneffe", "charleroi"), END_MARCH)
    assert played.the(AttackDeclared).skirmish

A test that needs other roads or units than the pack has says which: `rules_with`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from napoleon.rules.events import Event
from napoleon.rules.kit.roads import road_id
from napoleon.rules.orders import Order
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon_columbia import RULES, orders
from napoleon.rulesets.napoleon_columbia.packs.pack import Pack
from napoleon.rulesets.napoleon_columbia.places import PLACES
from napoleon.rulesets.napoleon_columbia.rules import NapoleonColumbia, with_pack
from napoleon.rulesets.napoleon_columbia.sides import (
    ALLIED,
    ANGLO,
    ARMIES,
    FRENCH,
    PRUSSIAN,
    enemy,
)
from napoleon.rulesets.napoleon_columbia.state import Battle, Block, Fighter, Marker, State
from tests import acting
from tests.acting import Outcome
from tests.napoleon_columbia.scripted import ScriptedChance

PACK = RULES.pack

DAY, NIGHT = {FRENCH: 1, ALLIED: 2}, {FRENCH: 3, ALLIED: 6}
"""Player turns of the record for each side, by day and by night."""

READERS = (FRENCH, ALLIED, "spectator", "referee")

LONG = 400
"""More answers than any story here needs."""


class Played(Outcome[State]):
    """A position after orders, with what happened, or the refusal of the last one."""

    def __init__(self, rules: NapoleonColumbia, *outcome: Any) -> None:
        super().__init__(*outcome)
        self.rules = rules

    @property
    def asked(self) -> list[tuple[str, str]]:
        """Who has to decide what now: seat and kind."""
        return acting.asked(self.rules, self.state)

    @property
    def types(self) -> list[str]:
        """What happened, by name."""
        return [event.type for event in self.events]

    def strength(self, *units: str) -> list[int]:
        """Steps that units have left, 0 for one that is eliminated."""
        blocks = self.state.blocks
        return [blocks[unit].strength if unit in blocks else 0 for unit in units]

    def towns(self, *units: str) -> list[str]:
        """Where units are."""
        return [self.state.blocks[unit].town for unit in units]

    def place(self, unit: str) -> str:
        """The place of a battle board on which a unit stands."""
        [found] = [it.fighters[unit].place for it in self.state.battles if unit in it.fighters]
        return found

    def tokens(self, *units: str) -> list[str]:
        """What others see of units."""
        return [self.state.blocks[unit].token for unit in units]


# -- given -------------------------------------------------------------------------------------


def rules_with(
    *,
    roads: Mapping[str, str] | None = None,
    rivers: Mapping[str, bool] | None = None,
    units: Mapping[str, Mapping[str, Any]] | None = None,
    turns: int = 0,
) -> NapoleonColumbia:
    """The game with a pack in which roads, by their ids, are of another kind [N-01].

    `rivers` says which of them cross one, `units` what labels say instead, and `turns` how many
    boxes the turn record has; more than are printed go on with Allied nights.
    """
    changed = {
        it.id: msgspec.structs.replace(
            it,
            kind=(roads or {}).get(it.id, it.kind),
            river=(rivers or {}).get(it.id, it.river),
        )
        for it in PACK.roads.values()
    }
    assert {*(roads or {}), *(rivers or {})} <= set(changed), "there is no such road"
    blocks = [
        msgspec.structs.replace(it, **(units or {}).get(it.id, {})) for it in PACK.blocks.values()
    ]
    record = [*PACK.turns][: turns or None]
    for index in range(len(record) + 1, turns + 1):
        last = msgspec.structs.replace(record[-1], index=index, side=ALLIED, night=True)
        record.append(last)
    return with_pack(
        Pack(
            towns=PACK.towns.values(),
            roads=changed.values(),
            blocks=blocks,
            turns=record,
            green_blocks=PACK.green_blocks.values(),
            setups=PACK.setups,
            defeated_at=PACK.defeated_at,
            rivers=PACK.rivers,
            lines=PACK.lines,
            battle_board=PACK.battle_board.values(),
            digest="1" * 64,
        )
    )


def marching(
    towns: Mapping[str, str],
    *,
    active: str = FRENCH,
    night: bool = False,
    turn: int = 0,
    rules: NapoleonColumbia = RULES,
    lost: Mapping[str, int] | None = None,
    **options: Any,
) -> Played:
    """The march phase of a player turn, with these units in these towns and no others.

    `lost` says how many units each army has lost; they are the last of its list.
    """
    index = turn or (NIGHT if night else DAY)[active]
    state = _with_units(towns, rules, options)
    state.turn, state.active, state.night = index, active, rules.pack.turn(index).night
    state.phase = "march"
    _lose(state, rules, lost or {})
    state.pool = sorted(kind for kind, n in rules.pack.terrain.items() for _ in range(n))
    for block in state.blocks.values():
        block.start = block.town
    return Played(rules, state, [], None)


def _with_units(
    towns: Mapping[str, str], rules: NapoleonColumbia, options: Mapping[str, Any]
) -> State:
    checked = rules.checked_options(options)
    begun = rules.apply(None, rules.begin(rules.pack, "free", checked))
    if checked["bidding"]:
        begun.players = {army: "first" if army == FRENCH else "second" for army in ARMIES}
    begun.blocks = {}
    for town, line in towns.items():
        assert town in rules.pack.towns, town
        for unit, steps in _units(line):
            label = rules.pack.blocks[unit]
            assert unit not in begun.blocks, f"{unit} stands twice"
            begun.tokens += 1
            token = f"{label.army}-{begun.tokens}"
            begun.blocks[unit] = Block(label.army, steps or label.max_strength, token, town)
    order = list(rules.pack.blocks)
    begun.blocks = dict(sorted(begun.blocks.items(), key=lambda it: order.index(it[0])))
    return begun


def _units(line: str) -> Iterable[tuple[str, int]]:
    for word in line.split():
        unit, _, steps = word.partition(":")
        yield unit, int(steps or 0)


def _lose(state: State, rules: NapoleonColumbia, lost: Mapping[str, int]) -> None:
    for army, number in lost.items():
        free = [it.id for it in rules.pack.blocks_of(army) if it.id not in state.blocks]
        assert len(free) >= number, f"too few units of the {army} are left to be lost"
        state.eliminated[army] = free[len(free) - number :]


class Board(NamedTuple):
    """A battle that goes on: who stands where on its board."""

    town: str
    lines: Mapping[str, str]
    """Units by place, such as ``attacker_a``; those of both sides where they are engaged."""
    terrain: Mapping[str, str] = {}
    """Kind by position; of a Farm or a Hill with its holder, as in ``farm f09``."""
    came_from: str = ""
    """Towns from which the attacker came in."""


def fighting(
    *boards: Board,
    attacker: str = FRENCH,
    acting_: str = "attacker",
    around: Mapping[str, str] | None = None,
    rules: NapoleonColumbia = RULES,
    lost: Mapping[str, int] | None = None,
    **options: Any,
) -> Played:
    """Battles that go on; in the first of them it is the Combat phase of `acting_`.

    `around` are units in other towns. Who stands in the open, or is engaged, lies open.
    """
    towns = {board.town: " ".join(board.lines.values()) for board in boards}
    given = marching(
        {**towns, **(around or {})}, active=attacker, rules=rules, lost=lost, **options
    )
    state = given.state
    state.phase, state.attacks_declared = "battle", True
    state.fought = len(boards)
    for number, board in enumerate(boards, 1):
        state.battles.append(_battle(state, board, number, attacker))
        state.contested = []
    first = state.battles[0]
    state.at, state.last_battle = first.town, 1
    first.acting, first.step = acting_, "combat"
    first.turn = 1 if acting_ == "attacker" else 2
    assert given.asked, "somebody has to be asked"
    return given


def _battle(state: State, board: Board, number: int, attacker: str) -> Battle:
    used = {attacker: board.came_from.split(), enemy(attacker): []}
    battle = Battle(board.town, attacker, number, used)
    battle.terrain_drawn = battle.begun = True
    battle.deployed = list(state.seats)
    for side in (FRENCH, ALLIED):
        counts: dict[str, int] = dict.fromkeys(state.seats_of(side), 0)
        for unit in state.standing(board.town, side):
            counts[state.players[state.blocks[unit].army]] += 1
        battle.deciding[side] = max(counts, key=lambda seat: counts[seat])
    for place, words in board.terrain.items():
        kind, _, holder = words.partition(" ")
        battle.terrain[place] = Marker(kind, holder)
    for place, line in board.lines.items():
        assert place in PLACES, place
        for unit, _ in _units(line):
            battle.fighters[unit] = Fighter(place)
    for unit, fighter in battle.fighters.items():
        state.blocks[unit].revealed = _lies_open(state, battle, fighter.place)
    return battle


def _lies_open(state: State, battle: Battle, place: str) -> bool:
    if place.endswith("reserve"):
        return False
    hidden = state.options["hidden"] or battle.terrain_at(place) == "woods"
    return state.is_engaged(battle, place) or not hidden


def changed(given: Played, unit: str, **values: Any) -> Played:
    """The same position, with other values of a unit as a block, or on its battle board."""
    state = given.rules.copied(given.state)
    fighters = [it.fighters[unit] for it in state.battles if unit in it.fighters]
    for name, value in values.items():
        targets = [it for it in (state.blocks[unit], *fighters) if hasattr(it, name)]
        assert targets, f"{unit} has no {name}"
        setattr(targets[0], name, value)
    return Played(given.rules, state, [], None)


def with_state(given: Played, **values: Any) -> Played:
    """The same position with other values of the state, or of its first battle."""
    state = given.rules.copied(given.state)
    for name, value in values.items():
        target = state if hasattr(state, name) else state.battles[0]
        assert hasattr(target, name), f"there is no {name}"
        setattr(target, name, value)
    return Played(given.rules, state, [], None)


def fresh(
    scenario: str = "free",
    *,
    drawn: Iterable[str] = (),
    rules: NapoleonColumbia = RULES,
    **options: Any,
) -> Played:
    """A game at its first question."""
    chance = ScriptedChance(drawn=drawn)
    events = rules.setup(scenario, rules.checked_options(options), chance)
    assert not chance.left, f"never drawn: {chance.left}"
    return Played(rules, acting.after(rules, None, events), events, None)


# -- when --------------------------------------------------------------------------------------

END_MARCH, END_COMBAT, END_DEPLOY = orders.EndMarch(), orders.EndCombat(), orders.EndDeploy()
END_REINFORCEMENT, END_REGROUP = orders.EndReinforcement(), orders.EndRegroup()
END_SETUP, KEEP_HIDDEN = orders.EndSetup(), orders.KeepHidden()


def road(unit: str, *towns: str, forced: bool = False) -> tuple[orders.March, ...]:
    """The march of a unit from town to town; `forced` says that the last road is beyond it."""
    ways = [road_id(a, b) for a, b in pairwise(towns)]
    return tuple(orders.March(unit, way, forced and way == ways[-1]) for way in ways)


def roads(line: str, *towns: str) -> tuple[orders.March, ...]:
    """The same for several units, one after the other."""
    return tuple(it for unit in line.split() for it in road(unit, *towns))


def move(unit: str, place: str) -> orders.CombatMove:
    """A combat move."""
    return orders.CombatMove(unit, place)


def fire(unit: str, group: Any = "open") -> orders.Fire:
    """Fire, at units in the open or at squares."""
    return orders.Fire(unit, group)


def retreat(unit: str, town: str) -> orders.Retreat:
    """A retreat to a town."""
    return orders.Retreat(unit, town)


def reinforce(unit: str) -> orders.Reinforce:
    """A unit joins the battle from an adjacent town."""
    return orders.Reinforce(unit)


def hit(unit: str) -> orders.AllocateHit:
    """The owner's choice of who takes the hit."""
    return orders.AllocateHit(unit)


def place(unit: str, town: str) -> orders.PlaceUnit:
    """A unit placed at set-up."""
    return orders.PlaceUnit(unit, town)


def deploy(line: str, position: str) -> tuple[orders.Deploy, ...]:
    """Units deployed in a position."""
    return tuple(orders.Deploy(unit, position) for unit in line.split())


def drawn_up(role: str, *lines: str) -> tuple[Order, ...]:
    """A whole deployment: the units in the lanes a, b and c; the rest stays in the Reserve."""
    lanes = zip("abc", lines, strict=True)
    return *(it for lane, line in lanes for it in deploy(line, f"{role}_{lane}")), END_DEPLOY


def play(
    given: Played,
    seat: str,
    *given_orders: Order,
    dice: Iterable[int] = (),
    drawn: Iterable[str] = (),
    dealt: int = -1,
) -> Played:
    """Give orders of one seat, one after the other; only the last one may be refused.

    Every order is held against the list of legal orders as well. What is written is drawn, and
    all of it; `dealt` says which of the tokens that are left a block gets.
    """
    chance = ScriptedChance(dice, drawn, dealt)
    played = _give(given, seat, given_orders, chance)
    assert not chance.left, f"never drawn: {chance.left}"
    return played


def refusal(given: Played, seat: str, *given_orders: Order) -> tuple[str, str] | None:
    """Code and clause of the refusal of the last order; None if it is legal."""
    return play(given, seat, *given_orders).refused


def _give(
    given: Played, seat: str, given_orders: Iterable[Order], chance: ScriptedChance
) -> Played:
    making = partial(Played, given.rules)
    return acting.give(given.rules, making, given.state, seat, given_orders, chance)


def until(
    given: Played,
    kind: str,
    seat: str = "",
    *,
    dice: Iterable[int] = (),
    drawn: Iterable[str] = (),
) -> Played:
    """Let everybody do as little as may be until that is asked, of `seat`, or the game is over.

    Where nobody can do nothing, the first legal order is given.
    """
    chance = ScriptedChance(dice, drawn)
    played = given
    happened: list[Event] = []
    for _ in range(LONG):
        asked = played.rules.decisions(played.state)
        if not asked or (asked[0].kind == kind and asked[0].seat == (seat or asked[0].seat)):
            break
        seat_asked = asked[0].seat
        played = _give(played, seat_asked, [_idle(played, seat_asked)], chance)
        happened += played.events
    else:
        raise AssertionError(f"{kind} is never asked")
    assert not chance.left, f"never drawn: {chance.left}"
    return Played(given.rules, played.state, happened, None)


def _idle(given: Played, seat: str) -> Order:
    answer = given.rules.pass_order(given.state, given.rules.decisions(given.state)[0])
    return answer or next(
        it for it in legal_orders(given, seat) if not isinstance(it, orders.TakeUp)
    )


def legal_orders(given: Played, seat: str, kind: type[Order] = Order) -> list[Order]:
    """Every order of a verb, or of all, that is legal for a seat now."""
    found = acting.legal_orders(given.rules, given.state, seat)
    return [it for it in found if isinstance(it, kind)]


# -- then --------------------------------------------------------------------------------------


def seen(given: Played, seat: str) -> dict[str, Any]:
    """The four boards as a reader sees them, as JSON."""
    shown = given.rules.view(given.state, Viewer(seat, given.state.result is not None)).at(1)
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(shown))
    return read


def blocks_in(given: Played, seat: str, town: str) -> list[dict[str, Any]]:
    """The blocks in a town as a reader sees them."""
    [area] = [it for it in seen(given, seat)["map"]["areas"] if it["id"] == town]
    found: list[dict[str, Any]] = area["blocks"]
    return found


def fighters_in(given: Played, seat: str, town: str, where: str) -> list[dict[str, Any]]:
    """The blocks in a place of the battle board of a town as a reader sees them."""
    [board] = [it for it in seen(given, seat)["map"]["battles"] if it["town"] == town]
    [there] = [it for it in board["places"] if it["id"] == where]
    return [it["block"] for it in there["fighters"]]


def told(played: Played, seat: str) -> list[dict[str, Any]]:
    """What happened, as a reader is told of it."""
    return [redacted(event, Viewer(seat)) for event in played.events]


def everything_known(played: Played, seat: str) -> str:
    """All that a reader is shown and told, as one text."""
    known = {
        "views": seen(played, seat),
        "events": told(played, seat) if played.refusal is None else [],
        "offers": [repr(order) for order in legal_orders(played, seat)],
        "asked": played.asked,
    }
    return msgspec.json.encode(known).decode()


__all__ = [
    "ALLIED",
    "ANGLO",
    "END_COMBAT",
    "END_DEPLOY",
    "END_MARCH",
    "END_REGROUP",
    "END_REINFORCEMENT",
    "END_SETUP",
    "FRENCH",
    "KEEP_HIDDEN",
    "PACK",
    "PRUSSIAN",
    "READERS",
    "RULES",
    "Board",
    "Played",
    "blocks_in",
    "changed",
    "deploy",
    "drawn_up",
    "everything_known",
    "fighters_in",
    "fighting",
    "fire",
    "fresh",
    "hit",
    "legal_orders",
    "marching",
    "move",
    "place",
    "play",
    "refusal",
    "reinforce",
    "retreat",
    "road",
    "roads",
    "rules_with",
    "seen",
    "told",
    "until",
    "with_state",
]
