"""The aid of the game: turn, marches and victory on one page, battles on the other."""

from __future__ import annotations

from napoleon.rules.aids import Aid, Part, Row, plus, span
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleon_columbia import forced_marches, morale, retreats, units
from napoleon.rulesets.napoleon_columbia.attacks import LEAST
from napoleon.rulesets.napoleon_columbia.combat_moves import MOST_CROSSINGS
from napoleon.rulesets.napoleon_columbia.combat_turns import PATIENCE
from napoleon.rulesets.napoleon_columbia.firepower import ADDED, CAVALRY_AT_SQUARE, IN_WOODS, MOST
from napoleon.rulesets.napoleon_columbia.march import GROUPS, RIVER_LIMITS, ROAD_LIMITS
from napoleon.rulesets.napoleon_columbia.packs.pack import MOST_STRENGTH, Pack
from napoleon.rulesets.napoleon_columbia.sides import (
    ANGLO,
    ARMIES,
    ATTACKER,
    DEFENDER,
    FRENCH,
    PRUSSIAN,
)
from napoleon.rulesets.napoleon_columbia.skirmishes import MOST as SKIRMISHERS
from napoleon.rulesets.napoleon_columbia.terrain import DRAWN
from napoleon.rulesets.napoleon_columbia.victory import CITIES_TO_WIN

_TYPES = (
    (units.INFANTRY, say("Infantry"), ("infantry",)),
    (units.FOOT_ARTILLERY, say("Foot artillery"), ("foot_artillery",)),
    (units.CAVALRY, say("Cavalry"), ("cavalry",)),
    (units.HORSE_ARTILLERY, say("Horse artillery"), ("horse_artillery",)),
    (units.LEADER, say("Leader"), ("commander",)),
)
"""The types of units with what they are called and drawn as."""


def aid(pack: Pack) -> Aid:
    """The aid of the game with this data pack."""
    return Aid(
        front=(_turn(), _marches(), _types(), _roads(), _supply(pack), _victory(pack)),
        back=(
            _battle(),
            _combat_turn(),
            _firepower(),
            _terrain(pack),
            _squares(),
            _end(),
            _skirmish(),
        ),
    )


def _below(good: int) -> Phrase:
    """The dice that are not good."""
    return say("%(span)s", span=span(1, good - 1))


# -- turn and marches --------------------------------------------------------------------------


def _turn() -> Part:
    return Part(
        say("A turn of one side; the French begin"),
        (
            Row(
                say(
                    "March: the French with %(french)s groups, the Allies with %(anglo)s "
                    "Anglo-Dutch and %(prussian)s Prussian one. A group is all units of an army in "
                    "a town; each goes where it likes, or stays.",
                    french=GROUPS[FRENCH],
                    anglo=GROUPS[ANGLO],
                    prussian=GROUPS[PRUSSIAN],
                ),
                clauses=("5.1", "5.0"),
            ),
            Row(
                say(
                    "Dice for forced marches: %(bad)s costs a step.",
                    bad=_below(forced_marches.GOOD),
                ),
                clauses=("5.6",),
            ),
            Row(
                say("Skirmishes first, then battles, wherever both sides stand."),
                signs=("contested",),
                clauses=("6.1", "6.6"),
            ),
            Row(
                say("Supply, in French turns; then defeat and victory."),
                clauses=("10.0", "11.0"),
            ),
        ),
        in_order=True,
    )


def _marches() -> Part:
    return Part(
        say("Marches"),
        (
            Row(
                say("A town with enemies ends the march, and is attacked. Friends are passed."),
                clauses=("5.0",),
            ),
            Row(
                say(
                    "Two groups attack one town together only if both start next to it, and next "
                    "to each other."
                ),
                clauses=("5.2",),
            ),
            Row(
                say(
                    "A forced march goes a town farther. A revealed leader at its start adds "
                    "%(led)s to the die.",
                    led=plus(forced_marches.LED),
                ),
                signs=("commander",),
                clauses=("5.6", "9.1", "FAQ.2"),
            ),
            Row(say("At night nobody attacks, and no march is forced."), clauses=("5.7",)),
        ),
    )


def _types() -> Part:
    return Part(
        say("Units"),
        tuple(
            Row(
                name,
                (
                    units.MOUNTS if kind in units.MOUNTED else units.ON_FOOT,
                    units.MOUNTS if kind in units.MOUNTED else units.ON_FOOT,
                    retreats.ROUT_LOSSES.get(
                        kind,
                        say("%(steps)s, if engaged with cavalry", steps=retreats.BY_CAVALRY),
                    ),
                ),
                signs,
            )
            for kind, name, signs in _TYPES
        ),
        (say("Towns a march"), say("Combat moves"), say("Steps lost in a rout")),
        clauses=("5.3", "6.32", "7.41"),
    )


def _roads() -> Part:
    return Part(
        say("Most units along a road"),
        (
            Row(
                say("March, in a turn"),
                (ROAD_LIMITS["major"], ROAD_LIMITS["minor"]),
                clauses=("5.4",),
            ),
            Row(
                say("Attack across a river"),
                (RIVER_LIMITS["major"], RIVER_LIMITS["minor"]),
                ("bridge",),
                ("5.5",),
            ),
            Row(
                say("Reinforcement, retreat, rout, regrouping"),
                (retreats.ROAD_LIMITS["major"], retreats.ROAD_LIMITS["minor"]),
                clauses=("6.34", "7.2", "7.4", "7.5"),
            ),
        ),
        (say("Major road"), say("Minor road")),
    )


def _supply(pack: Pack) -> Part:
    return Part(
        say("At the end of a French turn, if French units stand there"),
        tuple(
            Row(
                say("%(city)s: units of the %(army)s", city=it.id, army=it.supply_army),
                (plus(-it.supply_loss),),
                (f"side-{it.supply_army}",),
                ("10.0",),
            )
            for it in pack.supply_cities
        ),
        (say("Units"),),
    )


def _victory(pack: Pack) -> Part:
    cities = tuple(it.id for it in pack.supply_cities)
    last = max((it for it in pack.turns if it.side == FRENCH), key=lambda it: it.index)
    return Part(
        say("Defeat and victory"),
        (
            *(
                Row(
                    say(
                        "The %(army)s are defeated at %(units)s eliminated units.",
                        army=army,
                        units=pack.defeated_at[army],
                    ),
                    signs=(f"side-{army}",),
                    clauses=("11.0",),
                )
                for army in ARMIES
            ),
            Row(
                say(
                    "The French win if both Allied armies are defeated, or if they hold "
                    "%(number)s of %(cities)s after their turn of %(date)s.",
                    number=CITIES_TO_WIN,
                    cities=cities,
                    date=str(last.date),
                ),
                clauses=("11.1",),
            ),
            Row(
                say("The Allies win if the French army is defeated, or time runs out."),
                clauses=("11.2",),
            ),
        ),
    )


# -- battles -----------------------------------------------------------------------------------


def _battle() -> Part:
    return Part(
        say("A battle, if both sides have %(units)s units or more", units=LEAST),
        (
            Row(
                say(
                    "The attacker draws %(attacker)s terrain marker, the defender %(defender)s; "
                    "each puts its own into its positions, as far as the pool goes.",
                    attacker=DRAWN[ATTACKER],
                    defender=DRAWN[DEFENDER],
                ),
                clauses=("6.21", "FAQ.1"),
            ),
            Row(
                say(
                    "The defender deploys, then the attacker: at least a unit in each position, "
                    "any number in Reserve; a corps in each position, two with a leader."
                ),
                clauses=("6.22", "6.23"),
            ),
            Row(
                say(
                    "Combat turns alternate, the attacker's first, till one side has left or is "
                    "routed."
                ),
                clauses=("6.3", "7.4"),
            ),
        ),
        in_order=True,
    )


def _combat_turn() -> Part:
    return Part(
        say("A combat turn"),
        (
            Row(
                say(
                    "Morale: a die for each own engaged unit with one step. %(bad)s is bad: it has "
                    "to disengage. Squares and foot artillery are eliminated instead.",
                    bad=_below(morale.GOOD),
                ),
                clauses=("6.31",),
            ),
            Row(
                say(
                    "Each unit moves or fires, or retreats to the map. Only horse artillery moves "
                    "and fires."
                ),
                clauses=("6.33", "6.33.horse", "7.0"),
            ),
            Row(
                say("Reinforcement: units from towns next to it come into the Reserve."),
                clauses=("6.34",),
            ),
        ),
        in_order=True,
    )


def _firepower() -> Part:
    return Part(
        say("Fire: as many dice as steps; each at or below the firepower hits"),
        (
            Row(
                say(
                    "Infantry and cavalry fire only where they are engaged. Artillery fires short "
                    "there, or long at the opposite position, if nobody is engaged in it."
                ),
                signs=("infantry", "cavalry", "foot_artillery"),
                clauses=("6.33.inf", "6.33.cav", "6.33.art"),
            ),
            Row(say("Charge: the first fire of cavalry that engaged"), (plus(ADDED["6.33.cav"]),),
                ("charge",), ("6.33.cav",)),
            Row(say("First short fire of artillery"), (plus(ADDED["6.33.art"]),),
                ("first_fire",), ("6.33.art",)),
            Row(say("Infantry on a farm"), (plus(ADDED["6.21.farm"]),), clauses=("6.21.farm",)),
            Row(say("Artillery on a hill, at long range"), (plus(ADDED["6.21.hill"]),), ("hill",),
                ("6.21.hill",)),
            Row(say("Infantry or artillery at a square"), (plus(ADDED["6.51"]),), ("square",),
                ("6.51",)),
            Row(say("Cavalry at a square, without charge"), (plus(CAVALRY_AT_SQUARE),),
                ("square",), ("6.51",)),
            Row(say("Never more than F%(most)s", most=MOST), clauses=("N-46",)),
            Row(
                say(
                    "Each hit costs the strongest enemy unit there a step, of %(steps)s at most. "
                    "Long fire takes no last step.",
                    steps=MOST_STRENGTH,
                ),
                signs=("hits",),
                clauses=("6.4", "3.4"),
            ),
        ),
        (say("Firepower"),),
    )  # fmt: skip


def _terrain(pack: Pack) -> Part:
    return Part(
        say("Terrain of a position"),
        (
            Row(
                say(
                    "Woods: no artillery, nor its fire. Cavalry stops, and fires with F%(fire)s "
                    "without charge.",
                    fire=IN_WOODS,
                ),
                (pack.terrain["woods"],),
                ("forest",),
                ("6.21.woods",),
            ),
            Row(
                say("Farm: one infantry unit holds it. Cavalry does not hit it."),
                (pack.terrain["farm"],),
                ("holder",),
                ("6.21.farm", "6.21.hold"),
            ),
            Row(
                say("Hill: one unit holds it; it helps artillery."),
                (pack.terrain["hill"],),
                ("hill",),
                ("6.21.hill", "6.21.hold"),
            ),
            Row(
                say(
                    "Stream: %(units)s units cross in a combat turn, both ways together; never "
                    "foot artillery.",
                    units=MOST_CROSSINGS,
                ),
                (pack.terrain["stream"],),
                ("stream",),
                ("6.21.stream", "FAQ.5"),
            ),
        ),
        (say("In the pool"),),
    )


def _squares() -> Part:
    return Part(
        say("Squares and leaders"),
        (
            Row(
                say(
                    "Infantry forms or breaks a square with its combat move, not in woods, on a "
                    "farm or in an enemy position. It cannot move or disengage."
                ),
                signs=("square",),
                clauses=("6.5",),
            ),
            Row(
                say(
                    "Morale: square %(square)s, revealed leader in the position %(leader)s.",
                    square=plus(morale.ADDED["6.5"]),
                    leader=plus(morale.ADDED["9.2"]),
                ),
                signs=("square", "commander"),
                clauses=("6.5", "9.2"),
            ),
            Row(
                say(
                    "A leader or a battery that has neither moved nor fired may shelter in a "
                    "square."
                ),
                signs=("sheltered",),
                clauses=("6.52",),
            ),
        ),
    )


def _end() -> Part:
    return Part(
        say("Retreat, rout, and after"),
        (
            Row(
                say(
                    "Who retreats while engaged loses steps as in a rout. The attacker goes back "
                    "to towns they came from; the defender to any other without enemies."
                ),
                clauses=("7.0", "7.1"),
            ),
            Row(
                say(
                    "Rout: as soon as only enemies stand in one of your own positions. All retreat "
                    "at once; who finds no road is eliminated."
                ),
                clauses=("7.4",),
            ),
            Row(
                say(
                    "An attacker with all reinforcements in must go after %(turns)s combat turns "
                    "without fire, engagement or retreat.",
                    turns=PATIENCE,
                ),
                clauses=("6.7",),
            ),
            Row(
                say("The winner of a battle may regroup with towns next to it."),
                clauses=("7.5",),
            ),
        ),
    )  # fmt: skip


def _skirmish() -> Part:
    return Part(
        say("A skirmish, if a side has fewer than %(units)s units", units=LEAST),
        (
            Row(
                say("%(most)s units of each side fight: one round, the defender first.",
                    most=SKIRMISHERS),
                clauses=("6.6", "N-29"),
            ),
            Row(
                say(
                    "Firepower: on foot F%(foot)s, mounted F%(horse)s.",
                    foot=units.ON_FOOT,
                    horse=units.MOUNTS,
                ),
                signs=("infantry", "cavalry"),
                clauses=("6.6",),
            ),
            Row(
                say("Then the side with fewer units retreats; on a tie the attacker."),
                clauses=("6.6",),
            ),
        ),
    )  # fmt: skip
