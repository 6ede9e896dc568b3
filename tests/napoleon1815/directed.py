"""Pairs of games that come to what is rare: in each pair something else is kept from the readers.

Where random play seldom comes, both games are played here by script.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from napoleon.rules.events import SPECTATOR, Event
from napoleon.rules.orders import Order
from napoleon.rulesets.napoleon1815.events.casualties import (
    FatigueAssigned,
    FatigueRemoved,
    LossAssigned,
    LossesIncurred,
)
from napoleon.rulesets.napoleon1815.events.combat import StackRetreated
from napoleon.rulesets.napoleon1815.events.combat_cards import CombatJoined
from napoleon.rulesets.napoleon1815.events.fog import ScoutEliminated, ScoutReported
from napoleon.rulesets.napoleon1815.events.initiative import (
    CardTakenFromDeck,
    CorpsEncouraged,
    DeckShown,
    HandShown,
    StrengthAdded,
)
from napoleon.rulesets.napoleon1815.events.movement import (
    BridgeBroken,
    MovementEnded,
    StackMoved,
    StackMovedByEvent,
)
from napoleon.rulesets.napoleon1815.events.operations import BlockReadied
from napoleon.rulesets.napoleon1815.events.partners import (
    ContactOpened,
    ExchangeAnswered,
    ExchangeOffered,
    MessageSent,
    SwapAnswered,
    SwapOffered,
)
from napoleon.rulesets.napoleon1815.events.windows import (
    BlueCardDeclared,
    EventPlayed,
    EventProposed,
)
from napoleon.rulesets.napoleon1815.orders import (
    AnswerOffer,
    AnswerSwap,
    ChooseFromDeck,
    DeclareBlue,
    FinishRecovery,
    OfferCards,
    SendMessage,
    SwapCard,
)
from napoleon.rulesets.napoleon1815.state import State
from tests.napoleon1815 import correcting
from tests.napoleon1815.foggy import FOG
from tests.napoleon1815.kit import (
    ALLIED,
    END,
    FIGHT,
    FRENCH,
    MOVE,
    NO_BLUE,
    RULES,
    Standing,
    activate,
    at,
    fatigue,
    losses,
    march,
    retreat,
)
from tests.napoleon1815.playing_cards import card, hands, number
from tests.napoleon1815.scripted import box, value
from tests.napoleon1815.stories import Pair, happened, laid

ANGLO_DUTCH, PRUSSIAN = "anglo_dutch", "prussian"
THREE = {"players": 3}

# -- blue cards ------------------------------------------------------------------------------------


def _declaring(event: str, side: str, blocks: Mapping[str, Standing], **given: Any) -> State:
    given.setdefault("hands", {side: [number(event, side)]})
    return laid(blocks, phase="initiative", **given)


def reinforced() -> Pair:
    """Another corps becomes stronger."""
    blocks = {"picton": at("bruxelles", 2, 1), "hill": at("bruxelles", 2, 1)}
    state, held = _declaring("reinforcements", ALLIED, blocks), number("reinforcements", ALLIED)
    one, other = (happened(state, (ALLIED, DeclareBlue(held, corps))) for corps in blocks)
    return Pair(one, other, (FRENCH, SPECTATOR))


def foreseen() -> Pair:
    """Another card is taken from a deck that is not the same."""
    held = number("foresight", FRENCH)

    def story(taken: int) -> list[Event]:
        flipped = number("roadblock", FRENCH)
        state = _declaring("foresight", FRENCH, {}, decks={FRENCH: sorted([taken, flipped])})
        script = [DeclareBlue(held), ChooseFromDeck(taken)]
        return happened(state, *((FRENCH, order) for order in script))

    readers = (ALLIED, SPECTATOR)
    return Pair(story(number("grouchy", FRENCH)), story(number("gallantry", FRENCH)), readers)


def looked_at() -> Pair:
    """Another hand is shown to the French, and to nobody else."""
    held = number("recon", FRENCH)

    def story(event: str) -> list[Event]:
        both = {FRENCH: [held], ALLIED: [number(event, ALLIED)]}
        state = _declaring("recon", FRENCH, {}, hands=both)
        return happened(state, (FRENCH, DeclareBlue(held)), (ALLIED, NO_BLUE))

    return Pair(story("squares"), story("red_line"), (SPECTATOR,))


def cheered() -> Pair:
    """The corps with Napoleon are not as tired."""
    held = number("vive_empereur", FRENCH)

    def story(points: int) -> list[Event]:
        blocks = {"napoleon": at("p1"), "ney": at("p1", fatigue=points)}
        state = _declaring("vive_empereur", FRENCH, blocks)
        return happened(state, (FRENCH, DeclareBlue(held)))

    return Pair(story(0), story(3), (ALLIED, SPECTATOR))


# -- green cards -----------------------------------------------------------------------------------


def supplied() -> Pair:
    """Another corps is supplied."""
    blocks = {name: at("bruxelles", fatigue=2) for name in ("picton", "hill")}
    state = laid(blocks, hands=hands(allied="supply"), to_go=ALLIED)
    one, other = (
        happened(
            state,
            (ALLIED, activate("bruxelles", "picton", "hill")),
            (ALLIED, card("supply", ALLIED, corps)),
        )
        for corps in blocks
    )
    return Pair(one, other, (FRENCH, SPECTATOR))


def counter_moved() -> Pair:
    """Another block moves under the same token."""

    def story(one: str, other: str) -> list[Event]:
        blocks = {one: at("p3"), other: at("p6"), "perponcher": at("bruxelles")}
        state = laid(blocks, hands=hands("counter_move"), to_go=ALLIED, options=FOG)
        return happened(
            state,
            (ALLIED, activate("bruxelles", "perponcher")),
            (FRENCH, card("counter_move", FRENCH, one, area="p4")),
        )

    return Pair(story("derlon", "reille"), story("reille", "derlon"), (ALLIED, SPECTATOR))


def marched_to_the_guns() -> Pair:
    """Another block comes from an area in which two stand; it is shown when it has come."""

    def story(one: str, other: str) -> list[Event]:
        blocks = {"drouot": at("ligny", 3, 2), "picton": at("ligny", 4, 0)}
        state = laid(
            {**blocks, one: at("marbais"), other: at("marbais")},
            hands=hands(allied="march_to_the_guns"),
            options=FOG,
        )
        return happened(
            state,
            (FRENCH, activate("ligny", "drouot")),
            (FRENCH, FIGHT),
            (ALLIED, card("march_to_the_guns", ALLIED, one)),
        )

    readers = (FRENCH, SPECTATOR)
    return Pair(story("hill", "perponcher"), story("perponcher", "hill"), readers)


def _two_tokens(other: str, event: str, *orders: Order, **given: Any) -> list[Event]:
    """Two tokens of which one is Hill's are activated in P3, and move by a card of value 1."""
    blocks = {"hill": at("p3"), other: at("p3"), "ney": at("ligny"), "picton": at("alost")}
    state = laid(blocks, hands=hands(allied=event), to_go=ALLIED, options=FOG, **given)
    script = [activate("p3", "hill", other), MOVE, *orders]
    return happened(state, *((ALLIED, order) for order in script), allied=[value(1)])


def bridge_broken() -> Pair:
    """A bridge is broken by two corps without a movement point, or by one with its commander."""
    breaks = card("bridge_demolition", ALLIED, road="p3-p4")
    one, other = (
        _two_tokens(block, "bridge_demolition", breaks) for block in ("perponcher", "wellington")
    )
    return Pair(one, other, (FRENCH, SPECTATOR))


def force_marched() -> Pair:
    """A road is forced that takes all points, of which two corps have fewer."""
    orders = (card("forced_march", ALLIED), *march("p3", "p4"), END)
    one, other = (
        _two_tokens(block, "forced_march", *orders, broken=[("p3", "p4")])
        for block in ("perponcher", "wellington")
    )
    return Pair(one, other, (FRENCH, SPECTATOR))


# -- retreat and recovery in fog of war, and scouts ------------------------------------------------


def retreated() -> Pair:
    """A stack retreats to hidden blocks, more or fewer of which are corps."""

    def story(block: str) -> list[Event]:
        blocks = {"drouot": at("ligny", 3, 2), "picton": at("ligny", 4, 0)}
        blocks |= {"ney": at("marbais"), block: at("marbais")}
        return happened(
            laid(blocks, options=FOG),
            (FRENCH, activate("ligny", "drouot")),
            (FRENCH, FIGHT),
            (ALLIED, retreat("ligny", "marbais")[0]),
            french=[box(1, 0)] * 3,
        )

    return Pair(story("reille"), story("napoleon"), (SPECTATOR,))


CORPS = ("derlon", "reille")


def worn_out() -> Pair:
    """Another corps pays for its fatigue."""

    def story(worn: str) -> list[Event]:
        tired = {name: at("p1", fatigue=6 if name == worn else 2, ready=False) for name in CORPS}
        state = laid(tired, phase="recovery", hands={FRENCH: [number("gallantry", FRENCH)]})
        return happened(state, (FRENCH, FinishRecovery()))

    return Pair(story(CORPS[0]), story(CORPS[1]), (ALLIED, SPECTATOR))


def readied() -> Pair:
    """Another block becomes ready under the same token."""

    def story(spent: str, ready: str) -> list[Event]:
        blocks = {spent: at("p1", ready=False), ready: at("p3")}
        held = {FRENCH: [number("gallantry", FRENCH)]}
        state = laid(blocks, phase="recovery", hands=held, options=FOG)
        return happened(state, (FRENCH, FinishRecovery()))

    return Pair(story(*CORPS), story(*CORPS[::-1]), (ALLIED, SPECTATOR))


def scout_caught() -> Pair:
    """Another one of two scouts comes among corps."""

    def story(one: str, other: str) -> list[Event]:
        blocks = {one: at("p1"), other: at("p4"), "picton": at("p2")}
        state = laid(blocks, options=FOG)
        script = [activate("p1", one), MOVE, *march("p1", "p2")]
        return happened(state, *((FRENCH, order) for order in script), french=[value(3)])

    scouts = ("french_scout_1", "french_scout_2")
    return Pair(story(*scouts), story(*scouts[::-1]), (ALLIED, SPECTATOR))


def scouted() -> Pair:
    """A scout finds corps, or scouts only: what becomes of it shows which, not the report."""

    def story(found: str) -> list[Event]:
        blocks = {"french_scout_1": at("p1"), found: at("p2"), "picton": at("p6")}
        state = laid(blocks, options=FOG)
        script = [activate("p1", "french_scout_1"), MOVE, *march("p1", "p2")]
        return happened(state, *((FRENCH, order) for order in script), french=[value(3)])

    return Pair(story("hill"), story("anglo_dutch_scout_1"), (SPECTATOR,))


# -- partners --------------------------------------------------------------------------------------


def _together(cards: Sequence[int]) -> State:
    """The Allied commanders are near each other; the Anglo-Dutch hold these cards."""
    blocks = {"wellington": at("ligny"), "picton": at("ligny"), "ney": at("p1")}
    blocks |= {"blucher": at("marbais"), "ziethen": at("marbais")}
    held = {ANGLO_DUTCH: list(cards), PRUSSIAN: [number("hold", ALLIED)]}
    return laid(blocks, hands=held, options=THREE, leader=ANGLO_DUTCH)


def swapped() -> Pair:
    """Another card is swapped for one of the partner's."""

    def story(event: str) -> list[Event]:
        mine, theirs = number(event, ALLIED), number("hold", ALLIED)
        met = RULES.apply(_together([mine]), ContactOpened("commanders"))
        return happened(met, (ANGLO_DUTCH, SwapCard(mine)), (PRUSSIAN, AnswerSwap(theirs)))

    return Pair(story("squares"), story("red_line"), (FRENCH, SPECTATOR))


def exchanged() -> Pair:
    """Another card is offered, and accepted or turned down, card for card."""

    def story(event: str, *, accept: bool) -> list[Event]:
        mine, theirs = number(event, ALLIED), number("hold", ALLIED)
        offer = OfferCards((mine,), (theirs,))
        answer = AnswerOffer(accept)
        return happened(_together([mine]), (ANGLO_DUTCH, offer), (PRUSSIAN, answer))

    one, other = story("squares", accept=True), story("red_line", accept=False)
    return Pair(one, other, (FRENCH, SPECTATOR))


def spoken() -> Pair:
    """Something else is said."""
    state = _together([])
    one, other = (
        happened(state, (ANGLO_DUTCH, SendMessage(text))) for text in ("March.", "Stay there.")
    )
    return Pair(one, other, (FRENCH, SPECTATOR))


def spread() -> Pair:
    """The leader spreads the points of a mixed stack in another way [THREE.12, RULING.82]."""

    def story(tired: str, bled: str) -> list[Event]:
        both = ("picton", "ziethen")
        blocks = {"drouot": at("ligny", 5, 1), **{name: at("ligny", 4, 0) for name in both}}
        state = laid(blocks, options=THREE, leader=ANGLO_DUTCH)
        return happened(
            state,
            (FRENCH, activate("ligny", "drouot")),
            (FRENCH, FIGHT),
            (ANGLO_DUTCH, fatigue(**{name: int(name == tired) for name in both})),
            (ANGLO_DUTCH, losses(**{name: (1 + (name == bled), 0) for name in both})),
            french=[box(1, 1), box(1, 0), box(1, 0)],
            allied=[box(0, 0), box(0, 0)],
        )

    readers = (FRENCH, SPECTATOR)
    return Pair(story("picton", "ziethen"), story("ziethen", "picton"), readers)


def proposed() -> Pair:
    """The leader's partner proposes another card."""

    def story(event: str) -> list[Event]:
        blocks = {"drouot": at("ligny", 3, 2), "picton": at("ligny"), "ziethen": at("ligny")}
        held = {PRUSSIAN: [number(event, ALLIED)]}
        state = laid(blocks, hands=held, options=THREE, leader=ANGLO_DUTCH)
        return happened(
            state,
            (FRENCH, activate("ligny", "drouot")),
            (FRENCH, FIGHT),
            (PRUSSIAN, card(event, ALLIED)),
        )

    return Pair(story("ambush"), story("squares"), (FRENCH, SPECTATOR))


DIRECTED: dict[type[Event], Callable[[], Pair]] = {
    BlueCardDeclared: reinforced,
    StrengthAdded: reinforced,
    DeckShown: foreseen,
    CardTakenFromDeck: foreseen,
    HandShown: looked_at,
    CorpsEncouraged: cheered,
    EventPlayed: supplied,
    FatigueRemoved: supplied,
    StackMovedByEvent: counter_moved,
    CombatJoined: marched_to_the_guns,
    BridgeBroken: bridge_broken,
    StackMoved: force_marched,
    MovementEnded: force_marched,
    StackRetreated: retreated,
    LossesIncurred: worn_out,
    BlockReadied: readied,
    ScoutEliminated: scout_caught,
    ScoutReported: scouted,
    SwapOffered: swapped,
    SwapAnswered: swapped,
    ExchangeOffered: exchanged,
    ExchangeAnswered: exchanged,
    MessageSent: spoken,
    EventProposed: proposed,
    FatigueAssigned: spread,
    LossAssigned: spread,
    **correcting.PAIRS,
}
"""The pair that comes to an event of a class."""
