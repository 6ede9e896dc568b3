"""The aid of the game: turn, cards and terrain on one page, fire, shock and morale on the other."""

from __future__ import annotations

from napoleon.rules.aids import NOTHING, Aid, Cell, Part, Row, plus, span
from napoleon.rules.wording import say
from napoleon.rulesets.eagles_waterloo import labels
from napoleon.rulesets.eagles_waterloo.actions import ONE_MOVE, OWN_MOVES
from napoleon.rulesets.eagles_waterloo.deployment import MOST as MOST_CARDS
from napoleon.rulesets.eagles_waterloo.generals import DEADLY
from napoleon.rulesets.eagles_waterloo.morale import BEST, IN_SQUARE, VALUES, WORST
from napoleon.rulesets.eagles_waterloo.packs.cards import Terrain
from napoleon.rulesets.eagles_waterloo.packs.pack import Army, Pack
from napoleon.rulesets.eagles_waterloo.ratings import ADDED, FORMED, LEAST, NEEDED
from napoleon.rulesets.eagles_waterloo.ratings import MOST as BEST_RATING
from napoleon.rulesets.eagles_waterloo.room import LEADERS
from napoleon.rulesets.eagles_waterloo.sites import MOST_TERRAIN
from napoleon.rulesets.eagles_waterloo.specials.playing import MOST as MOST_SPECIALS


def aid(pack: Pack) -> Aid:
    """The aid of the game with this data pack."""
    return Aid(
        front=(_turn(), _victory(), _moves(), _formations(), _terrain(pack), _chart(pack)),
        back=(_fire(), _ratings(), _added(), _shock(), _morale(), _generals(), _specials()),
    )


# -- turn, moves, terrain ----------------------------------------------------------------------


def _turn() -> Part:
    return Part(
        say("A turn of one side; the French begin"),
        (
            Row(
                say("Morale: check each own card that was hit since your last turn."),
                signs=("hits",),
                clauses=("5.0", "6.0"),
            ),
            Row(
                say(
                    "Combat: each card moves, or fires, or shocks, one after the other, in any "
                    "order."
                ),
                clauses=("5.0", "7.0"),
            ),
            Row(
                say("Reinforcement: draw as many cards as the chart says into your Reserve."),
                signs=("reserve",),
                clauses=("5.0", "10.0"),
            ),
        ),
        in_order=True,
    )


def _victory() -> Part:
    return Part(
        say("Victory"),
        (
            Row(
                say(
                    "Infantry or cavalry of yours holds one enemy position alone: you win at once, "
                    "in the turn of either side."
                ),
                signs=("infantry_card", "cavalry_card"),
                clauses=("4.3",),
            ),
            Row(
                say("To find it empty wins nothing as long as nobody enters it."),
                clauses=("G-08",),
            ),
        ),
    )


def _moves() -> Part:
    mounted = OWN_MOVES[labels.CAVALRY]
    return Part(
        say("Cards and moves"),
        (
            Row(
                say("Infantry: fires where it is engaged; in column it shocks"),
                (ONE_MOVE,),
                ("infantry_card",),
                ("8.0", "7.21"),
            ),
            Row(
                say(
                    "Cavalry: fires where it is engaged, or shocks; then it is blown till in "
                    "Reserve"
                ),
                (mounted,),
                ("cavalry_card",),
                ("8.3", "7.22", "7.31"),
            ),
            Row(
                say("Foot artillery: fires, never engages"),
                (ONE_MOVE,),
                ("artillery_card",),
                ("8.1", "7.23"),
            ),
            Row(
                say("Horse artillery: moves a position and then fires, may engage"),
                (ONE_MOVE,),
                ("horse_artillery_card",),
                ("7.24",),
            ),
            Row(
                say("General: neither fires nor counts for the limit; crosses rivers freely"),
                (OWN_MOVES[labels.GENERAL],),
                ("general_card",),
                ("12.0",),
            ),
            Row(
                say(
                    "A lane is Reserve, own position, enemy position. No move leads sideways, nor "
                    "past enemies, and none both engages and disengages."
                ),
                clauses=("8.0", "8.2", "8.3"),
            ),
            Row(
                say("When enemies meet, all cards there are turned face up."),
                clauses=("8.1",),
            ),
            Row(
                say(
                    "Most cards of a side in a position at the end of Combat, and most generals: "
                    "%(cards)s and %(generals)s",
                    cards=MOST_CARDS,
                    generals=LEADERS,
                ),
                clauses=("8.4", "12.0", "G-24"),
            ),
        ),
        (say("Moves"),),
    )


def _formations() -> Part:
    return Part(
        say("Formations of infantry"),
        (
            Row(
                say("Line: may be shocked"),
                (say("printed F"), NOTHING),
                ("infantry_card",),
                ("9.1",),
            ),
            Row(
                say("Column: artillery fires at it with %(added)s", added=plus(ADDED["9.2"])),
                (say("F%(fire)s", fire=FORMED), say("printed S")),
                ("column",),
                ("9.2",),
            ),
            Row(
                say(
                    "Square: cannot be shocked, morale %(morale)s; artillery fires at it with "
                    "%(added)s",
                    morale=plus(IN_SQUARE),
                    added=plus(ADDED["9.3"]),
                ),
                (say("F%(fire)s", fire=FORMED), NOTHING),
                ("square",),
                ("9.3", "7.33"),
            ),
            Row(
                say("A change is free with a move; standing, or engaged, it takes the turn."),
                clauses=("9.0", "G-17"),
            ),
        ),
        (say("Fires"), say("Shocks")),
    )


def _terrain(pack: Pack) -> Part:
    found = [it for it in pack.cards.values() if isinstance(it, Terrain)]
    room = [it.capacity for it in found if it.capacity]
    across = [it.crossing_limit for it in found if it.crossing_limit]
    return Part(
        say("Terrain: %(most)s cards in a position at most", most=MOST_TERRAIN),
        (
            Row(
                say("Hill: who stands on it has %(dice)s die", dice=plus(ADDED["11.1"])),
                (span(min(room), max(room)),),
                ("hill",),
                ("11.1", "11.0"),
            ),
            Row(
                say(
                    "Woods: only infantry fights for them, who attacks with %(dice)s die",
                    dice=plus(ADDED["11.2"]),
                ),
                (span(min(room), max(room)),),
                ("forest",),
                ("11.2", "G-20"),
            ),
            Row(
                say("Building: only infantry; it fires, and nobody shocks there"),
                (span(min(room), max(room)),),
                ("town",),
                ("11.4", "7.33"),
            ),
            Row(
                say("River: as many units cross in a turn, both ways together"),
                (span(min(across), max(across)),),
                ("stream",),
                ("11.3", "G-21"),
            ),
            Row(
                say("Infantry takes terrain whose last defender was routed, or that is empty."),
                clauses=("11.5",),
            ),
        ),
        (say("Units"),),
    )


def _chart(pack: Pack) -> Part:
    return Part(
        say("Battles"),
        tuple(
            Row(
                say("%(battle)s: %(nation)s", battle=it.battle, nation=it.nation),
                (it.deck, _muster(it), it.reinforcements),
                (f"side-{it.nation}",),
            )
            for it in pack.armies.values()
        ),
        (say("Deck"), say("Muster"), say("Cards a turn")),
        clauses=("TABLE.B", "3.0"),
    )


def _muster(army: Army) -> Cell:
    return NOTHING if army.separate_deck else army.muster


# -- fire, shock, morale -----------------------------------------------------------------------


def _fire() -> Part:
    return Part(
        say("Fire"),
        (
            Row(
                say(
                    "As many dice as the combat value of the card, all at one enemy card. Cards "
                    "that fire or are hit are turned face up."
                ),
                clauses=("7.1", "7.4"),
            ),
            Row(
                say("Infantry and cavalry fire at enemies in their own position."),
                signs=("infantry_card", "cavalry_card"),
                clauses=("7.21", "7.22"),
            ),
            Row(
                say(
                    "Artillery fires short at enemies in its position, or long at the opposite "
                    "one, if nobody is engaged in either."
                ),
                signs=("artillery_card",),
                clauses=("7.23",),
            ),
            Row(
                say(
                    "A card that was hit is not named again before every enemy unit there was hit. "
                    "Generals are never named."
                ),
                signs=("hits",),
                clauses=("7.4",),
            ),
        ),
    )


def _ratings() -> Part:
    return Part(
        say("Fire F and shock S: what hits"),
        tuple(
            Row(
                say("F%(rating)s, S%(rating)s", rating=rating),
                (span(NEEDED - rating, WORST),),
            )
            for rating in range(LEAST, BEST_RATING + 1)
        ),
        (say("Die"),),
        clauses=("TABLE.F", "7.2"),
    )


def _added() -> Part:
    return Part(
        say("Added"),
        (
            Row(
                say("Infantry at artillery, in fire and shock"),
                (say("%(added)s rating", added=plus(ADDED["7.4"])),),
                ("infantry_card", "artillery_card"),
                ("7.4",),
            ),
            Row(
                say("Artillery at a column"),
                (say("%(added)s rating", added=plus(ADDED["9.2"])),),
                ("column",),
                ("9.2",),
            ),
            Row(
                say("Artillery at a square"),
                (say("%(added)s rating", added=plus(ADDED["9.3"])),),
                ("square",),
                ("9.3",),
            ),
            Row(
                say("On a hill"),
                (say("%(added)s die", added=plus(ADDED["11.1"])),),
                ("hill",),
                ("11.1",),
            ),
            Row(
                say("Infantry that attacks into woods"),
                (say("%(added)s die", added=plus(ADDED["11.2"])),),
                ("forest",),
                ("11.2",),
            ),
            Row(
                say("Ratings stay from %(least)s to %(best)s.", least=LEAST, best=BEST_RATING),
                clauses=("G-14",),
            ),
        ),
        (say("How much"),),
    )


def _shock() -> Part:
    return Part(
        say("Shock, instead of fire, and not in the turn of a move"),
        (
            Row(
                say("Column: as often as it likes, at infantry and artillery"),
                (say("not cavalry"),),
                ("column",),
                ("7.32", "7.34"),
            ),
            Row(
                say("Cavalry: once, then it is blown and only fires"),
                (say("cavalry only if blown"),),
                ("cavalry_card", "blown"),
                ("7.31", "7.34"),
            ),
            Row(
                say("Nobody shocks infantry in square or in a building"),
                signs=("square",),
                clauses=("7.33",),
            ),
        ),
        (say("At cavalry"),),
    )


def _morale() -> Part:
    return Part(
        say("Morale: a die for each hit"),
        (
            *(
                Row(
                    say("Class %(letter)s", letter=letter),
                    (say("up to %(value)s", value=value),),
                )
                for letter, value in VALUES.items()
            ),
            Row(say("In square"), (plus(IN_SQUARE),), ("square",), ("9.3",)),
            Row(
                say("General of its corps: first figure in an enemy position, second in an own"),
                (say("as printed"),),
                ("general_card",),
                ("12.1", "12.2"),
            ),
            Row(
                say(
                    "A %(best)s always passes, a %(worst)s never. One die that fails routs the "
                    "card for good.",
                    best=BEST,
                    worst=WORST,
                ),
                clauses=("6.0",),
            ),
        ),
        (say("Passes"),),
        clauses=("TABLE.M", "6.0"),
    )


def _generals() -> Part:
    return Part(
        say("Generals"),
        (
            Row(
                say(
                    "They help cards of their corps; those of corps A all of their nation, "
                    "Prussians and British never each other."
                ),
                signs=("general_card",),
                clauses=("12.2",),
            ),
            Row(
                say(
                    "Each %(best)s that the enemy rolls at their position is a hit; a die for "
                    "each, before all other checks: a %(deadly)s kills.",
                    best=BEST,
                    deadly=DEADLY,
                ),
                signs=("hits",),
                clauses=("12.4",),
            ),
            Row(say("Alone with enemies, a general dies at once."), clauses=("12.4",)),
            Row(
                say("A chief of staff stays in Reserve while the commander of the army is there."),
                clauses=("12.3",),
            ),
        ),
    )


def _specials() -> Part:
    return Part(
        say("Specials and the Prussians at Waterloo"),
        (
            Row(
                say(
                    "A special is played from Reserve on a position: %(most)s a side, position and "
                    "phase, never two alike.",
                    most=MOST_SPECIALS,
                ),
                clauses=("13.0",),
            ),
            Row(
                say(
                    "The Prussians come into the British Reserve, and fight once a general of "
                    "theirs was shown: on the Allied left and the French right only."
                ),
                signs=("side-prussian",),
                clauses=("10.0",),
            ),
        ),
    )
