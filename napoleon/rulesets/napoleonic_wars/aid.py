"""The aid of the game: turn, command points and nations on one page, battles on the other."""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.rules.aids import NOTHING, Aid, Part, Row, plus, span
from napoleon.rules.events import total
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleonic_wars import (
    camps,
    conquest,
    encounters,
    flags,
    fleets,
    foreign_wars,
    turn_end,
)
from napoleon.rulesets.napoleonic_wars.attrition import FAR
from napoleon.rulesets.napoleonic_wars.battles import TERRAIN
from napoleon.rulesets.napoleonic_wars.convoys import MOST as MOST_IN_CONVOY
from napoleon.rulesets.napoleonic_wars.hands import KEYS_A_CARD
from napoleon.rulesets.napoleonic_wars.maneuvers import A_CP
from napoleon.rulesets.napoleonic_wars.marching import A_SPACE
from napoleon.rulesets.napoleonic_wars.nations import FRANCE, OTTOMANS, RUSSIA, SPAIN
from napoleon.rulesets.napoleonic_wars.outcomes import ROUT
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.production import REGROUP_COST, SP_COST, SQUADRON_COST
from napoleon.rulesets.napoleonic_wars.table import HIT, SHAKEN

EACH = say("one each")
"""What stands beside a row of which each counts one."""


def aid(pack: Pack) -> Aid:
    """The aid of the game with this data pack."""
    return Aid(
        front=(_turn(), _impulse(), _costs(pack), _spaces(pack), _nations(pack), _victory()),
        back=(_march(), _attrition(), _meeting(), _dice(pack), _battle(), _siege(pack), _sea(pack)),
    )


# -- turn and command points -------------------------------------------------------------------


def _turn() -> Part:
    return Part(
        say("A turn, of %(turns)s at most", turns=turn_end.TURNS),
        (
            Row(
                say(
                    "Impulses: nation after nation plays a card, in the order of the track, till "
                    "only one has cards; it plays one more."
                ),
                clauses=("5.11.a", "5.5.b"),
            ),
            Row(
                say(
                    "Forces in uncontrolled duchies take attrition; the rest flag those without a "
                    "fortress."
                ),
                clauses=("5.6.a",),
            ),
            Row(
                say(
                    "Conquest: whose capital is taken rolls a die, with their modifier and one "
                    "more for each key lost; at %(needed)s or more they fall. Without any key they "
                    "fall anyway.",
                    needed=conquest.NEEDED,
                ),
                clauses=("15.1.b", "15.1.c"),
            ),
            Row(
                say("Peace: a die of %(peace)s or more ends the game.", peace=turn_end.PEACE),
                clauses=("5.8.c",),
            ),
            Row(
                say(
                    "Interphase: camps, reinforcements, deployment, then a card for every %(keys)s "
                    "keys.",
                    keys=KEYS_A_CARD,
                ),
                clauses=("14.a", "14.31.a"),
            ),
        ),
        in_order=True,
    )


def _impulse() -> Part:
    return Part(
        say("An impulse"),
        (
            Row(
                say(
                    "A card is played for its event or for its CP. One with a + may go together "
                    "with another card."
                ),
                clauses=("5.11.c", "5.12.a"),
            ),
            Row(
                say(
                    "The nation that alone has the most cards may preempt, from the second round "
                    "on."
                ),
                clauses=("5.2.a", "5.2.b"),
            ),
            Row(
                say("Response cards are played in any impulse, battle cards before the dice."),
                clauses=("6.14.a", "6.15.a"),
            ),
        ),
    )


def _costs(pack: Pack) -> Part:
    boxes = [cost for row in pack.costs.values() for cost in row]
    return Part(
        say("What CP buy"),
        (
            Row(say("An army moves a space"), (A_SPACE,), clauses=("9.1.a",)),
            Row(say("A piece without a leader moves a space"), (A_SPACE,), clauses=("9.1.c",)),
            Row(say("A strength point, SP, is built"), (SP_COST,), ("infantry",), ("7.1.a",)),
            Row(
                say("A leader is built"),
                (say("command rating"),),
                ("commander",),
                ("7.2.a",),
            ),
            Row(say("A squadron is built"), (SQUADRON_COST,), ("fleet",), ("7.3.a",)),
            Row(say("A piece is regrouped"), (REGROUP_COST,), clauses=("7.7.b",)),
            Row(
                say("A flag is placed or removed"),
                (total(flags.COST),),
                ("control",),
                ("7.4.a",),
            ),
            Row(
                say("A consul moves a box"),
                (span(min(boxes), max(boxes)),),
                clauses=("8.1.d",),
            ),
            Row(
                say(
                    "A die for a foreign war, which ends at %(needed)s", needed=foreign_wars.NEEDED
                ),
                (foreign_wars.COST,),
                clauses=("7.6.a",),
            ),
            Row(
                say("%(number)s naval maneuvers", number=A_CP), (say("one"),), ("fleet",), ("13.a",)
            ),
            Row(say("War is declared"), (total(camps.PRICE),), clauses=("8.34.a",)),
        ),
        (say("CP"),),
    )


def _spaces(pack: Pack) -> Part:
    strong = sorted({str(it.fortress) for it in pack.spaces.values() if it.fortress})
    return Part(
        say("Spaces and ways"),
        (
            Row(say("Capital"), signs=("capital",), clauses=("3.duchy",)),
            Row(
                say(
                    "Fortress, of strength %(strength)s: flagged by siege only; an enemy one ends "
                    "the move",
                    strength=tuple(strong),
                ),
                signs=("fortress",),
                clauses=("12.1.a", "9.52.a"),
            ),
            Row(say("Port"), signs=("port",), clauses=("3.duchy",)),
            Row(say("Key, for victory and cards"), signs=("value",), clauses=("3.duchy",)),
            Row(say("Rough way, pass, marsh"), signs=("rough", "pass", "marsh"),
                clauses=("11.22.b",)),
            Row(
                say("Strait: closed while an enemy fleet is in its zone"),
                signs=("strait",),
                clauses=("9.53.a",),
            ),
        ),
    )  # fmt: skip


def _nations(pack: Pack) -> Part:
    return Part(
        say("Nations, in the order of the track"),
        tuple(
            Row(
                say("%(nation)s", nation=it.id),
                (
                    span(it.hand_min, it.hand_max),
                    it.reinforcement_cp,
                    plus(it.unit_bonus) if it.unit_bonus else NOTHING,
                    it.squadron_dice or NOTHING,
                    plus(it.conquest_modifier),
                ),
                (f"side-{it.id}",),
            )
            for it in (pack.nations[nation] for nation in pack.track)
        ),
        (
            say("Hand"),
            say("CP between turns"),
            say("Land dice"),
            say("Dice a squadron"),
            say("Conquest"),
        ),
        clauses=("14.32.a", "14.2.b", "11.21.a", "13.4.b", "15.1.c"),
    )


def _victory() -> Part:
    return Part(
        say("Victory"),
        (
            Row(
                say(
                    "A point for each key that your powers and clients have gained since the "
                    "start, and one less for each that they have lost."
                ),
                signs=("value",),
                clauses=("5.81.b",),
            ),
            Row(
                say("A point for each minor in Pact with you, and for each Resource."),
                clauses=("5.81.c",),
            ),
            Row(
                say("Most points win; on a tie who is later on the track."),
                clauses=("5.81.d",),
            ),
        ),
    )


# -- war ---------------------------------------------------------------------------------------


def _march() -> Part:
    return Part(
        say("Marches"),
        (
            Row(
                say(
                    "An army is a leader with as many units and leaders as their command rating. "
                    "It goes as far as CP last."
                ),
                signs=("commander",),
                clauses=("9.1.b", "9.1.e"),
            ),
            Row(
                say("Several armies in a group: the CP for each of them."),
                clauses=("9.7.e",),
            ),
            Row(
                say("Where enemies stand it stops and fights; only after an overrun it goes on."),
                signs=("contested",),
                clauses=("9.51.a",),
            ),
            Row(
                say(
                    "Convoy: up to %(most)s units and leaders, from friendly port to friendly "
                    "port, for a CP each zone and port.",
                    most=MOST_IN_CONVOY,
                ),
                signs=("port",),
                clauses=("13.6.a", "13.6.b"),
            ),
        ),
    )


def _attrition() -> Part:
    return Part(
        say("Attrition: a die for each SP and leader; each %(hit)s costs one", hit=HIT),
        (
            Row(
                say("Into an enemy space over a pass or marsh"),
                signs=("pass", "marsh"),
                clauses=("9.41.a",),
            ),
            Row(
                say("From the space number %(far)s of an impulse on", far=FAR),
                clauses=("9.42.a",),
            ),
            Row(
                say("Into an enemy space from an uncontrolled one"),
                clauses=("9.43.a",),
            ),
            Row(
                say("In retreat into an enemy space, or over a strait"),
                signs=("strait",),
                clauses=("9.44.a",),
            ),
            Row(
                say(
                    "The French lose half of it, rounded up; not at home in %(countries)s.",
                    countries=(RUSSIA, SPAIN, OTTOMANS),
                ),
                signs=(f"side-{FRANCE}",),
                clauses=("9.45.a",),
            ),
        ),
    )


def _meeting() -> Part:
    return Part(
        say("Interception and evasion: two dice, %(needed)s or more", needed=encounters.NEEDED),
        (
            Row(say("The leader"), (say("battle rating"),), ("commander",), ("10.1.d",)),
            Row(say("Into a friendly space"), (plus(encounters.INTO_FRIENDLY),),
                clauses=("10.1.d",)),
            Row(say("From an uncontrolled space"), (plus(encounters.FROM_UNCONTROLLED),),
                clauses=("10.1.d",)),
            Row(say("Over a pass, marsh or strait"), (plus(encounters.OVER_HARD),),
                ("pass", "marsh", "strait"), ("10.1.d",)),
        ),
        (say("Added"),),
    )  # fmt: skip


def _dice(pack: Pack) -> Part:
    bonuses: dict[int, list[str]] = {}
    for it in pack.nations.values():
        if it.unit_bonus:
            bonuses.setdefault(it.unit_bonus, []).append(it.id)
    return Part(
        say("Dice of a battle"),
        (
            Row(say("Each SP, and each leader who does not command"), (EACH,), ("infantry",),
                ("11.2.a",)),
            Row(say("The commander"), (say("battle rating"),), ("commander",), ("11.2.a",)),
            *(
                Row(say("Units of %(nations)s", nations=tuple(bonuses[bonus])), (plus(bonus),),
                    clauses=("11.21.a",))
                for bonus in sorted(bonuses, reverse=True)
            ),
            *(
                Row(_over(kind), (plus(dice),), (kind,), ("11.22.a", "11.22.b"))
                for kind, (dice, _) in TERRAIN.items()
            ),
            Row(say("Each evasion of the enemy that failed, in the first round"), (EACH,),
                clauses=("10.2.e",)),
        ),
        (say("Dice"),),
    )  # fmt: skip


def _over(kind: str) -> Phrase:
    over = {
        "rough": say("rough ground"),
        "pass": say("a pass"),
        "marsh": say("a marsh"),
    }
    return say("Defender in a friendly space, attacked over %(way)s, first round", way=over[kind])


def _battle() -> Part:
    return Part(
        say("The battle"),
        (
            Row(
                say(
                    "Both roll. Each %(hit)s removes a unit, each %(shaken)s disrupts one.",
                    hit=HIT,
                    shaken=SHAKEN,
                ),
                signs=("hits",),
                clauses=("11.3.a",),
            ),
            Row(
                say(
                    "Who suffered more hits retreats. On a tie there is a second round; after that "
                    "the active side goes back."
                ),
                clauses=("11.3.c", "11.3.d"),
            ),
            Row(
                say(
                    "Rout: with %(rout)s hits more, all that the loser has disrupted is removed.",
                    rout=ROUT,
                ),
                clauses=("11.5.a",),
            ),
            Row(
                say("The loser retreats to a friendly space next to it; who cannot is lost."),
                clauses=("11.4.a", "11.4.e"),
            ),
        ),
        in_order=True,
    )


def _siege(pack: Pack) -> Part:
    return Part(
        say("Siege"),
        (
            Row(
                say("Free, once an impulse, if no enemy forces stand there: dice as in battle."),
                signs=("fortress",),
                clauses=("12.2.a", "12.2.b", "12.2.c"),
            ),
            Row(
                say(
                    "The fortress rolls as many dice as its strength. It falls to as many %(hit)s "
                    "in one impulse.",
                    hit=HIT,
                ),
                clauses=("12.3.a",),
            ),
            Row(
                say("Who rolled more %(hit)s than they suffered hits goes on at once.", hit=HIT),
                clauses=("12.3.b",),
            ),
        ),
    )


def _sea(pack: Pack) -> Part:
    return Part(
        say("At sea"),
        (
            Row(
                say(
                    "A maneuver: a fleet goes to the next zone or port, patrols, or a squadron is "
                    "refitted."
                ),
                signs=("fleet",),
                clauses=("13.1.a", "3.maneuver"),
            ),
            Row(
                say(
                    "Interception, evasion and patrol: two dice, %(needed)s or more; %(modifiers)s "
                    "if most ships are theirs.",
                    needed=fleets.NEEDED,
                    modifiers=tuple(_search(pack)),
                ),
                clauses=("13.3.c", "13.33.a"),
            ),
            Row(
                say("Battle as on land, without rout: each %(hit)s sinks a squadron.", hit=HIT),
                clauses=("13.4.a", "13.4.c"),
            ),
            Row(
                say(
                    "Batteries of an enemy port fire first: %(port)s dice, of a fortress "
                    "%(fortress)s.",
                    port=fleets.OPEN_PORT,
                    fortress=fleets.FORTRESS,
                ),
                signs=("port",),
                clauses=("13.5.a",),
            ),
        ),
    )


def _search(pack: Pack) -> Iterable[Phrase]:
    """What is added for the ships of nations that are good at it."""
    for it in pack.nations.values():
        if it.naval_modifier:
            yield say("%(nation)s %(added)s", nation=it.id, added=plus(it.naval_modifier))
