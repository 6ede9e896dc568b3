"""The aid of the game: turn, marches and places on one page, combat on the other."""

from __future__ import annotations

from collections.abc import Callable

from napoleon.rules.aids import NOTHING, Aid, Part, Row, plus, span
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleon1815.combat import CARDS, CARDS_OF_STRONG, STRONG, TIRED
from napoleon.rulesets.napoleon1815.combat_effects import SHELTER
from napoleon.rulesets.napoleon1815.elimination import ALLIED_COMMANDER
from napoleon.rulesets.napoleon1815.movement import BROKEN_BRIDGE_COST, CUT_OFF, ROAD_COST
from napoleon.rulesets.napoleon1815.movement_fatigue import EASY_MARCH, FATIGUE
from napoleon.rulesets.napoleon1815.movement_points import POINTS
from napoleon.rulesets.napoleon1815.packs.pack import MOST_FATIGUE, MOST_STRENGTH, BlockType, Pack
from napoleon.rulesets.napoleon1815.packs.printed import BOTTOM, TOP
from napoleon.rulesets.napoleon1815.pursuit import CARDS as CARDS_OF_PURSUIT
from napoleon.rulesets.napoleon1815.pursuit import PURSUERS
from napoleon.rulesets.napoleon1815.recovery import WEARING
from napoleon.rulesets.napoleon1815.retreat import BROKEN_BRIDGE_FATIGUE, ENEMY_CORPS_FATIGUE
from napoleon.rulesets.napoleon1815.victory import FLAGS_FOR_A_POINT, NAPOLEON_BEATEN


def aid(pack: Pack) -> Aid:
    """The aid of the game with this data pack."""
    return Aid(
        front=(_turn(pack), _operation(), _points(pack), _fatigue(), _places(), _values(pack)),
        back=(
            _combat(),
            _cards(pack),
            _effects(),
            _retreat(),
            _pursuit(pack),
            _corps(),
            _victory(),
        ),
    )


def _names(pack: Pack, has: Callable[[BlockType], bool]) -> tuple[str, ...]:
    return tuple(it.id for it in pack.blocks.values() if has(it))


# -- turn, marches, places ---------------------------------------------------------------------


def _turn(pack: Pack) -> Part:
    draws = [number for card in pack.invasion_cards.values() for number in card.draws.values()]
    return Part(
        say("A turn"),
        (
            Row(
                say(
                    "Draw: each side draws %(cards)s cards, as the invasion card in force says. A "
                    "red one is played at once; if more than one is drawn, none has an effect.",
                    cards=span(min(draws), max(draws)),
                ),
                clauses=("DRAW.1", "DRAW.2", "DRAW.3"),
            ),
            Row(
                say(
                    "Initiative: each side may play a blue card, the French first. Then each flips "
                    "a card. The higher value begins, and on a tie the French."
                ),
                clauses=("INIT.1", "INIT.3", "INIT.4"),
            ),
            Row(
                say(
                    "Operations: the sides take turns with one operation each, or pass for the "
                    "rest of the turn."
                ),
                clauses=("OPS.1", "OPS.2"),
            ),
            Row(
                say(
                    "Recovery: ready corps lose all their fatigue. One card from the hand for each "
                    "spent corps takes as many points as its recovery value. From %(wearing)s "
                    "points on a corps loses a strength point. All blocks are ready again.",
                    wearing=WEARING,
                ),
                clauses=("RECOVERY.1", "RECOVERY.2", "RECOVERY.3", "RECOVERY.4"),
            ),
            Row(
                say(
                    "If the Allies hold %(flags)s places or more, they score a point.",
                    flags=FLAGS_FOR_A_POINT,
                ),
                clauses=("VICTORY.3",),
            ),
        ),
        in_order=True,
    )


def _operation() -> Part:
    return Part(
        say("An operation"),
        (
            Row(
                say(
                    "Activate a stack of ready corps in one area; commanders may go with it. The "
                    "Allies activate corps of both armies together by a card only."
                ),
                signs=("ready", "commander"),
                clauses=("OPS.3", "OPS.4", "OPS.5"),
            ),
            Row(
                say("It moves, or fights where it stands, or moves and then fights."),
                clauses=("OPS.6",),
            ),
            Row(
                say("Each side may play one green card in it, at the moment that the card names."),
                clauses=("OPS.8", "CARDS.4"),
            ),
            Row(
                say("At its end all that took part are spent, in a battle the defenders too."),
                signs=("spent",),
                clauses=("OPS.7",),
            ),
        ),
        in_order=True,
    )


def _points(pack: Pack) -> Part:
    marching = _names(pack, lambda it: it.march)
    return Part(
        say("Movement points"),
        (
            Row(say("Flipped card"), (say("its value"),), clauses=("MOVE.1",)),
            Row(
                say("Each corps after the first"), (plus(POINTS["MOVE.1A"]),), clauses=("MOVE.1A",)
            ),
            Row(say("Napoleon is in the stack"), (plus(POINTS["MOVE.1C"]),), clauses=("MOVE.1C",)),
            Row(
                say("A single corps with the march symbol: %(corps)s", corps=marching),
                (plus(POINTS["MOVE.1D"]),),
                clauses=("MOVE.1D",),
            ),
            Row(say("Scouts, in fog of war"), (plus(POINTS["MOVE.1G"]),), ("scout",), ("MOVE.1G",)),
            Row(say("A road costs"), (ROAD_COST,), clauses=("MOVE.2B",)),
            Row(
                say("A road over a broken bridge"), (BROKEN_BRIDGE_COST,), ("broken",), ("MOVE.2C",)
            ),
            Row(
                say("The move ends where another stack stands, of either side."),
                clauses=("MOVE.2F",),
            ),
        ),
        (say("Points"),),
    )


def _fatigue() -> Part:
    return Part(
        say("Fatigue of a move"),
        (
            Row(
                say("More than %(points)s points used: each corps", points=EASY_MARCH),
                (plus(FATIGUE["MOVE.3A"]),),
                clauses=("MOVE.3A",),
            ),
            Row(say("It began where enemies stood"), (plus(FATIGUE["MOVE.3B"]),), ("contested",),
                ("MOVE.3B",)),
            Row(say("It ended where enemies stand"), (plus(FATIGUE["MOVE.3C"]),), ("contested",),
                ("MOVE.3C",)),
            Row(say("A citadel was taken"), (plus(FATIGUE["MOVE.3F"]),), ("citadel",),
                ("MOVE.3F",)),
            Row(
                say("Napoleon or Wellington is in the stack"),
                (plus(FATIGUE["MOVE.3E"]),),
                ("commander",),
                ("MOVE.3E",),
            ),
            Row(
                say("The sum is never less than nothing, and is spread as evenly as can be."),
                clauses=("MOVE.3", "ALLOC.1"),
            ),
        ),
        (say("Fatigue"),),
    )  # fmt: skip


def _places() -> Part:
    less = say("%(fatigue)s fatigue", fatigue=plus(SHELTER["COMBAT.3c"]))
    both = say(
        "%(cards)s card, %(fatigue)s fatigue",
        cards=plus(CARDS["COMBAT.1g"]),
        fatigue=plus(SHELTER["COMBAT.3d"]),
    )
    return Part(
        say("Places"),
        (
            Row(say("Plain"), (NOTHING,), clauses=("TERM.8",)),
            Row(
                say("Forest: no pursuit"),
                (_card("COMBAT.1e"),),
                ("forest",),
                ("COMBAT.1e", "PURSUIT.1"),
            ),
            Row(
                say("Town: taken in passing"),
                (less,),
                ("town",),
                ("CONTROL.3", "COMBAT.3c"),
            ),
            Row(
                say("Citadel: taking it ends the move; no pursuit. The card only for its holder"),
                (_card("COMBAT.1f"),),
                ("citadel",),
                ("MOVE.2G", "COMBAT.1f", "PURSUIT.1"),
            ),
            Row(
                say("Fortified farm: taken in passing"),
                (NOTHING,),
                ("fortified_farm",),
                ("CONTROL.3",),
            ),
            Row(
                say("Fortified position: for the Allies only, till the French stand there alone"),
                (both,),
                ("fortified",),
                ("COMBAT.1g", "COMBAT.3d", "FORTPOS.1"),
            ),
            Row(
                say(
                    "Direction of retreat: who is retreating leaves by it first; %(fatigue)s "
                    "fatigue if the enemy comes by it, once a turn",
                    fatigue=CUT_OFF,
                ),
                signs=("arrow",),
                clauses=("RETREATDIR.1", "RETREATDIR.3", "RETREAT.3"),
            ),
        ),
        (say("For the defender"),),
    )


def _card(clause: str) -> Phrase:
    return say("%(cards)s card", cards=plus(CARDS[clause]))


def _values(pack: Pack) -> Part:
    by_points: dict[int, list[str]] = {}
    for area in pack.areas.values():
        if area.victory_points:
            by_points.setdefault(area.victory_points, []).append(area.id)
    return Part(
        say("Points for a place, each time that it is taken"),
        tuple(
            Row(
                say("%(places)s", places=tuple(by_points[points])),
                (points,),
                ("control",),
                ("VICTORY.2",),
            )
            for points in sorted(by_points, reverse=True)
        ),
        (say("Points"),),
    )


# -- combat ------------------------------------------------------------------------------------


def _combat() -> Part:
    return Part(
        say("Combat"),
        (
            Row(
                say(
                    "The activated stack attacks; all enemy corps of the area defend, ready or "
                    "spent."
                ),
                signs=("contested",),
                clauses=("COMBAT.0a", "COMBAT.0b"),
            ),
            Row(
                say("The attacker may play a green card, then the defender."),
                clauses=("COMBAT.1a",),
            ),
            Row(
                say(
                    "Count the combat cards of both sides. If corps, move-attack and fatigue leave "
                    "the attacker none, the attack is called off."
                ),
                clauses=("COMBAT.1", "COMBAT.1d"),
            ),
            Row(
                say("Both flip their cards at once. Each symbol is a loss, or a point of fatigue."),
                clauses=("COMBAT.2", "COMBAT.3a", "COMBAT.3b"),
            ),
            Row(
                say(
                    "First fatigue, then losses are spread as evenly as can be. Of more than one "
                    "loss at least one falls on cavalry, if there is any."
                ),
                clauses=("COMBAT.4a", "COMBAT.4b", "COMBAT.4c", "COMBAT.4d"),
            ),
            Row(
                say(
                    "Who inflicted more losses wins, and the other side retreats. On a tie all "
                    "stay."
                ),
                clauses=("COMBAT.5",),
            ),
            Row(say("The winner may pursue; then all who fought are spent."),
                clauses=("COMBAT.7", "COMBAT.8")),
        ),
        in_order=True,
    )  # fmt: skip


def _cards(pack: Pack) -> Part:
    bonuses = [
        Row(
            _bonus(it.id, it.combat_bonus_condition),
            (plus(it.combat_bonus),),
            ("commander",) if it.kind == "commander" else (),
            ("COMBAT.1h",),
        )
        for it in pack.blocks.values()
        if it.combat_bonus
    ]
    return Part(
        say("Combat cards"),
        (
            Row(say("Corps of %(points)s strength points", points=span(1, STRONG - 1)),
                (plus(CARDS["COMBAT.1b"]),), clauses=("COMBAT.1b",)),
            Row(say("Corps of %(points)s strength points", points=span(STRONG, MOST_STRENGTH)),
                (plus(CARDS_OF_STRONG),), clauses=("COMBAT.1b",)),
            Row(say("Attacker who has moved"), (plus(CARDS["COMBAT.1c"]),), clauses=("COMBAT.1c",)),
            Row(say("Each corps with %(points)s or more fatigue", points=TIRED),
                (plus(CARDS["COMBAT.1d"]),), clauses=("COMBAT.1d",)),
            Row(say("Defender in a forest"), (plus(CARDS["COMBAT.1e"]),), ("forest",),
                ("COMBAT.1e",)),
            Row(say("Defender in a citadel of their own"), (plus(CARDS["COMBAT.1f"]),),
                ("citadel",), ("COMBAT.1f",)),
            Row(say("Allied defender on a fortified position"), (plus(CARDS["COMBAT.1g"]),),
                ("fortified",), ("COMBAT.1g",)),
            *bonuses,
        ),
        (say("Cards to flip"),),
    )  # fmt: skip


def _bonus(block: str, condition: str) -> Phrase:
    match condition:
        case "attack":
            return say("%(block)s attacks", block=block)
        case "defence":
            return say("%(block)s defends", block=block)
    return say("%(block)s takes part", block=block)


def _effects() -> Part:
    return Part(
        say("Fatigue that a defender suffers"),
        (
            Row(say("In a town"), (plus(SHELTER["COMBAT.3c"]),), ("town",), ("COMBAT.3c",)),
            Row(say("Allies on a fortified position"), (plus(SHELTER["COMBAT.3d"]),),
                ("fortified",), ("COMBAT.3d",)),
        ),
        (say("Fatigue"),),
    )  # fmt: skip


def _retreat() -> Part:
    return Part(
        say("The retreat"),
        (
            Row(
                say(
                    "As many roads as the losses differ. First by the own direction of retreat, "
                    "never by the enemy's, no road twice, and not back into the battle."
                ),
                signs=("arrow",),
                clauses=("RETREAT.1", "RETREAT.3", "RETREAT.4", "RETREAT.5"),
            ),
            Row(
                say(
                    "Where enemies stand it ends: %(fatigue)s fatigue for each of their corps. It "
                    "ends with friends, too.",
                    fatigue=ENEMY_CORPS_FATIGUE,
                ),
                clauses=("RETREAT.6",),
            ),
            Row(
                say("A broken bridge: %(fatigue)s fatigue.", fatigue=BROKEN_BRIDGE_FATIGUE),
                signs=("broken",),
                clauses=("RETREAT.7",),
            ),
            Row(
                say("The Allies may give a fortified position up instead, and stay."),
                signs=("fortified",),
                clauses=("RETREAT.2",),
            ),
        ),
    )


def _pursuit(pack: Pack) -> Part:
    return Part(
        say("Pursuit"),
        (
            Row(
                say(
                    "If the loser retreated, the winner has more cavalry, and the battle was in "
                    "neither forest nor citadel: the winner flips cards."
                ),
                (CARDS_OF_PURSUIT,),
                clauses=("PURSUIT.1", "PURSUIT.2"),
            ),
            Row(
                say(
                    "Each corps with the pursuit symbol that fought: %(corps)s",
                    corps=_names(pack, lambda it: it.pursuit),
                ),
                (plus(PURSUERS),),
                clauses=("PURSUIT.2",),
            ),
            Row(
                say("The loser suffers the fatigue shown, and no losses."),
                clauses=("PURSUIT.3",),
            ),
        ),
        (say("Cards to flip"),),
    )


def _corps() -> Part:
    return Part(
        say("Corps and commanders"),
        (
            Row(
                say(
                    "A corps without strength points, or with more than %(most)s fatigue, is gone "
                    "for good, and what it had left scores.",
                    most=MOST_FATIGUE,
                ),
                clauses=("ELIM.1", "ELIM.2"),
            ),
            Row(
                say(
                    "A commander never moves or stays alone. Left without a corps of their side, "
                    "they are lost."
                ),
                signs=("commander",),
                clauses=("ELIM.4", "ELIM.5"),
            ),
        ),
    )


def _victory() -> Part:
    return Part(
        say("Victory track: up for the Allies, down for the French"),
        (
            Row(say("Each strength point that the enemy loses"), (say("one each"),),
                clauses=("VICTORY.1",)),
            Row(say("A battle lost by Napoleon: the Allies"), (NAPOLEON_BEATEN,), ("commander",),
                ("VICTORY.4",)),
            Row(say("Wellington or Blücher lost: the French"), (ALLIED_COMMANDER,),
                ("commander",), ("VICTORY.5",)),
            Row(say("Napoleon lost"), (say("the Allies win"),), ("commander",), ("VICTORY.7",)),
            Row(say("The track at %(top)s or more", top=TOP), (say("the Allies win"),),
                clauses=("VICTORY.6",)),
            Row(say("The track at %(bottom)s or less", bottom=BOTTOM), (say("the French win"),),
                clauses=("VICTORY.6",)),
            Row(say("Else, at the end"), (say("as the scenario says"),), clauses=("VICTORY.8",)),
        ),
        (say("Points"),),
    )  # fmt: skip
