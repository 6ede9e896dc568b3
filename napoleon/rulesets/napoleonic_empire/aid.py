"""The aid of the game: turn, moves and countries on one page, battles and cards on the other."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.aids import Aid, Cell, Part, Row, plus, span
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleonic_empire.battles import (
    CAP_PER_LOSER,
    DEFENDER_BONUS,
    DIE,
    LOSER_DICE,
    PERCENT,
)
from napoleon.rulesets.napoleonic_empire.drawing import CARDS_A_TURN, HAND_LIMIT
from napoleon.rulesets.napoleonic_empire.nationalists import REBELS
from napoleon.rulesets.napoleonic_empire.packs.pack import (
    ANYWHERE,
    ARMIES_PER_SIDE,
    Card,
    Commander,
    Pack,
)
from napoleon.rulesets.napoleonic_empire.reinforcement import CONTINENTAL_LOSS
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH
from napoleon.rulesets.napoleonic_empire.victory import CAPITAL


def aid(pack: Pack) -> Aid:
    """The aid of the game with this data pack."""
    return Aid(
        front=(
            _turn(),
            _moves(pack),
            _countries(pack),
            _nationalists(pack),
            _victory(pack),
            _commanders(pack),
        ),
        back=(_battle(), _losses(), _battle_cards(pack), _other_cards(pack)),
    )


def _turn() -> Part:
    return Part(
        say("A turn of one side; the French begin"),
        (
            Row(
                say(
                    "Draw %(cards)s cards. Who holds more than %(limit)s then discards the rest.",
                    cards=CARDS_A_TURN,
                    limit=HAND_LIMIT,
                ),
                clauses=("DRAW.1", "DRAW.3"),
            ),
            Row(
                say("Move: each army may go to a country next to it, once."),
                clauses=("MOVE.1", "MOVE.2"),
            ),
            Row(
                say(
                    "Attack: fight in each country in which both sides have armies, in the order "
                    "that you choose. You are the attacker everywhere."
                ),
                signs=("contested",),
                clauses=("ATTACK.1", "ATTACK.2"),
            ),
            Row(
                say(
                    "Reinforcement: each country that you control gives armies. You control one if "
                    "you have armies there, and the enemy none."
                ),
                signs=("control",),
                clauses=("REINF.1", "COMP.6"),
            ),
            Row(
                say("Has anybody won? Then cards for an extra turn may be played."),
                clauses=("VIC.3", "SEQ.2"),
            ),
        ),
        in_order=True,
    )


def _moves(pack: Pack) -> Part:
    board = pack.board(False)
    closed = tuple(it.id for it in board.countries.values() if not it.enterable)
    inland = tuple(it.id for it in board.countries.values() if it.landlocked)
    return Part(
        say("Moves"),
        (
            Row(
                say("Over a border; a strait is crossed like one."),
                signs=("border", "strait"),
                clauses=("MOVE.1", "MAP.3"),
            ),
            Row(
                say(
                    "Armies in England go by sea to any country but these: %(inland)s. Nobody ever "
                    "moves to England.",
                    inland=inland,
                ),
                signs=("sea",),
                clauses=("MOVE.4", "MOVE.5", "MOVE.6"),
            ),
            Row(
                say("Closed to everybody: %(closed)s", closed=closed),
                signs=("closed",),
                clauses=("MAP.5", "MOVE.7"),
            ),
            Row(
                say("A country with enemies may be entered, and left again."),
                clauses=("MOVE.3", "E-09"),
            ),
            Row(
                say(
                    "Each side has %(armies)s armies; those that are eliminated come back as "
                    "reinforcements.",
                    armies=ARMIES_PER_SIDE,
                ),
                clauses=("COMP.2",),
            ),
        ),
    )


def _countries(pack: Pack) -> Part:
    board = pack.board(False)
    by_value: dict[int, list[str]] = {}
    for it in board.values.values():
        by_value.setdefault(it.value, []).append(it.country)
    barred = tuple(it.country for it in board.values.values() if it.value and not it.french_receive)
    return Part(
        say("What countries give"),
        (
            *(
                Row(
                    say("%(countries)s", countries=tuple(by_value[value])),
                    (value,),
                    clauses=("REINF.1",),
                )
                for value in sorted(by_value, reverse=True)
            ),
            Row(
                say("To the French never: %(countries)s", countries=barred),
                signs=("side-french",),
                clauses=("REINF.2",),
            ),
        ),
        (say("Armies"),),
    )


def _nationalists(pack: Pack) -> Part:
    return Part(
        say("Nationalists"),
        (
            Row(
                say(
                    "In their Reinforcement phase the Allies may place %(rebels)s armies in one of "
                    "%(countries)s, even among the French. They fight in the next Attack phase.",
                    rebels=REBELS,
                    countries=pack.board(False).nationalist,
                ),
                signs=("side-allied",),
                clauses=("NAT.1", "NAT.2"),
            ),
        ),
    )


def _victory(pack: Pack) -> Part:
    return Part(
        say("Victory, at the end of any turn"),
        (
            Row(
                say("The Allies win if they control %(capital)s.", capital=CAPITAL),
                signs=("side-allied",),
                clauses=("VIC.1",),
            ),
            Row(
                say(
                    "The French win if they control all %(number)s countries of the continent, "
                    "Egypt among them.",
                    number=len(pack.board(False).continental),
                ),
                signs=("side-french",),
                clauses=("VIC.2", "E-30"),
            ),
        ),
    )


# -- battles and cards -------------------------------------------------------------------------


def _battle() -> Part:
    return Part(
        say("A battle"),
        (
            Row(
                say(
                    "Both sides may play cards for this country, the attacker first, until both "
                    "pass."
                ),
                clauses=("ATTACK.4", "E-13"),
            ),
            Row(
                say("Each side rolls a die, and adds its armies and the bonus of its cards."),
                clauses=("ATTACK.3", "ATTACK.6"),
            ),
            Row(
                say("The defender adds %(bonus)s.", bonus=DEFENDER_BONUS),
                clauses=("ATTACK.5",),
            ),
            Row(
                say(
                    "The higher sum wins. On a tie nobody loses anything, and it is fought again "
                    "in the next Attack phase."
                ),
                clauses=("ATTACK.7",),
            ),
            Row(
                say(
                    "Both lose armies. What the loser has left retreats to countries next to it "
                    "that they control, by land; what cannot is eliminated."
                ),
                clauses=("ATTACK.10", "E-17", "E-18"),
            ),
        ),
        in_order=True,
    )


def _losses() -> Part:
    first, last = DIE[0], DIE[-1]
    return Part(
        say("Losses, of the armies at the start, rounded down"),
        (
            Row(
                say(
                    "Winner: a die, %(percent)s %% for each point; at most %(cap)s for each army "
                    "of the loser",
                    percent=PERCENT,
                    cap=CAP_PER_LOSER,
                ),
                (_percent(first, last),),
                clauses=("ATTACK.8",),
            ),
            Row(
                say(
                    "Loser: %(dice)s dice, %(percent)s %% for each point",
                    dice=LOSER_DICE,
                    percent=PERCENT,
                ),
                (_percent(LOSER_DICE * first, min(100 // PERCENT, LOSER_DICE * last)),),
                clauses=("ATTACK.9", "E-16"),
            ),
        ),
        (say("Lost"),),
    )


def _percent(first: int, last: int) -> Phrase:
    return say("%(span)s %%", span=span(PERCENT * first, PERCENT * last))


def _battle_cards(pack: Pack) -> Part:
    cards = (it for it in pack.cards.values() if it.effect == "battle")
    in_order = sorted(cards, key=lambda it: (it.side != FRENCH, it.places == (ANYWHERE,)))
    return Part(
        say("Battle cards"),
        tuple(
            Row(
                say("%(card)s", card=_name(pack, it)),
                (_where(it), plus(it.amount)),
                (f"side-{it.side}",),
                (it.clause,),
            )
            for it in in_order
        ),
        (say("Where"), say("Bonus")),
    )


def _name(pack: Pack, card: Card) -> str:
    """By its clause where its id is that of somebody else."""
    others = {*pack.commanders}
    return card.clause if card.id in others else card.id


def _where(card: Card) -> Phrase:
    if card.places == (ANYWHERE,):
        return say("anywhere")
    return say("%(countries)s", countries=card.places)


def _other_cards(pack: Pack) -> Part:
    return Part(
        say("Other cards, and when they are played"),
        tuple(
            Row(
                say("%(cards)s", cards=tuple(_name(pack, it) for it in cards)),
                (_effect(cards[0]), _when(cards[0])),
                clauses=tuple(it.clause for it in cards),
            )
            for cards in _alike(pack)
        ),
        (say("Effect"), say("When")),
    )


def _alike(pack: Pack) -> Iterator[list[Card]]:
    """The cards that are not for battles, those with the same effect together."""
    found: dict[object, list[Card]] = {}
    for it in pack.cards.values():
        if it.effect != "battle":
            found.setdefault((it.effect, it.side, it.amount, it.windows), []).append(it)
    yield from found.values()


def _effect(card: Card) -> Cell:
    match card.effect:
        case "armies":
            return say("the French get %(count)s armies", count=card.amount)
        case "rebels":
            return say("the Allies get %(count)s armies like nationalists", count=card.amount)
        case "value":
            return say(
                "%(countries)s give %(count)s armies less, once each",
                countries=card.places,
                count=CONTINENTAL_LOSS,
            )
        case "extra_turn":
            return say("an extra turn for the %(side)s, without reinforcement", side=card.side)
        case "no_move":
            return say("the %(side)s do not move", side=card.side)
    return say("the %(side)s draw %(count)s cards", side=card.side, count=card.amount)


def _when(card: Card) -> Cell:
    letter, _, side = card.windows[0].partition(":")
    phases = {
        "D": say("start of the Draw phase"),
        "M": say("start of the Move phase"),
        "R": say("start of the Reinforcement phase"),
        "E": say("end of the turn"),
    }
    if len(card.windows) > 1:
        return phases[letter]
    who = {"f": FRENCH, "a": ALLIED}[side]
    return say("%(phase)s of the %(side)s", phase=phases[letter], side=who)


def _commanders(pack: Pack) -> Part:
    return Part(
        say("With commanders"),
        tuple(
            Row(
                say("%(commander)s", commander=it.id),
                (_ability(it),),
                (f"side-{it.side}",),
                (it.clause,),
            )
            for it in pack.commanders.values()
        ),
        (say("What they do"),),
    )


def _ability(it: Commander) -> Phrase:
    if it.halves_losses:
        return say("halves own losses")
    if it.withdraw_on:
        return say("defending, may withdraw on a die of %(span)s", span=span(1, it.withdraw_on))
    parts = []
    if it.moves > 1:
        parts.append(say("moves %(moves)s countries far", moves=it.moves))
    if it.attack_bonus:
        parts.append(say("attacks with %(bonus)s", bonus=plus(it.attack_bonus)))
    return say("%(abilities)s", abilities=tuple(parts))
