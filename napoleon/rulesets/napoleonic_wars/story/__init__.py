"""The story of the game: an impulse is a paragraph, and so are the set-up and the end of a turn.

What has no sentence of its own here is told by that of its event.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from napoleon.rules.battles import capital
from napoleon.rules.events import TOPICS, Event
from napoleon.rules.prose.paragraphs import Heading, Paragraph
from napoleon.rules.prose.sentences import run
from napoleon.rules.prose.storybook import Chapter, Storybook, Words, as_it_is, corrected
from napoleon.rulesets.napoleonic_wars.events import (
    corrections,
    corrections_of_cards,
    corrections_of_diplomacy,
    corrections_of_values,
)
from napoleon.rulesets.napoleonic_wars.events.battle_cards import (
    BattleCardsCalled,
    NoMoreBattleCards,
)
from napoleon.rulesets.napoleonic_wars.events.battles import HitsShared
from napoleon.rulesets.napoleonic_wars.events.bidding import CampsChosen
from napoleon.rulesets.napoleonic_wars.events.camps import StayedOut
from napoleon.rulesets.napoleonic_wars.events.cards import CardDone, CardWentOn, SpendingEnded
from napoleon.rulesets.napoleonic_wars.events.conquest import OfferForgone, TermsBegun
from napoleon.rulesets.napoleonic_wars.events.convoys import (
    Aboard,
    ConvoyBegan,
    ConvoyCalledOff,
    LandingOver,
)
from napoleon.rulesets.napoleonic_wars.events.fleet_deployment import FleetStepPaid
from napoleon.rulesets.napoleonic_wars.events.impulses import (
    CardPlayEnded,
    CommandPointsSpent,
    ImpulseBegan,
    ImpulseEnded,
    ImpulsePassed,
)
from napoleon.rulesets.napoleonic_wars.events.influence import (
    ConsulMoved,
    InfluenceEnded,
    PersuasionBegan,
    PersuasionEnded,
)
from napoleon.rulesets.napoleonic_wars.events.interphase import (
    HandsSetAside,
    NewCardsDrawn,
    ReinforcementEnded,
)
from napoleon.rulesets.napoleonic_wars.events.losses import AttritionRolled
from napoleon.rulesets.napoleonic_wars.events.marches import ForceChanged, ForceMoved
from napoleon.rulesets.napoleonic_wars.events.meetings import (
    AttritionOver,
    EvasionsSettled,
    InterceptionDeclined,
    MeetingOver,
)
from napoleon.rulesets.napoleonic_wars.events.pacts import RuptureSettled
from napoleon.rulesets.napoleonic_wars.events.refuges import RefugeSought
from napoleon.rulesets.napoleonic_wars.events.sailing import (
    CourseSet,
    FleetMoved,
    FleetSought,
    ManeuversSpent,
    VoyageBegan,
    VoyageEnded,
)
from napoleon.rulesets.napoleonic_wars.events.sea_battles import (
    GunsManned,
    GunsSilent,
    SeaBattleEnded,
)
from napoleon.rulesets.napoleonic_wars.events.searches import (
    FleetLetPass,
    FleetStayedInPort,
    SearchBegan,
    SearchEnded,
    SearchMadeSure,
)
from napoleon.rulesets.napoleonic_wars.events.setup import CardDrawn, HandsDealt
from napoleon.rulesets.napoleonic_wars.events.turn_end import GameEnded, TurnBegan
from napoleon.rulesets.napoleonic_wars.events.war import (
    BreachOpened,
    BreachSettled,
    DeclarersGone,
    EnemiesParted,
    FlagsKept,
    InvadersSettled,
)
from napoleon.rulesets.napoleonic_wars.events.windows import (
    WindowClosed,
    WindowOpened,
    WindowPutAgain,
    WindowSkipped,
)
from napoleon.rulesets.napoleonic_wars.names import (
    ASKED,
    COLUMNS,
    FORMS,
    NATIONS,
    term,
    the,
    turn_name,
)
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.state import State

LOCALE = Path(__file__).parents[1] / "locale"

_NAME = "napoleonic_wars."

SILENT: frozenset[type[Event]] = frozenset(
    {
        CommandPointsSpent,
        ForceChanged,
        HandsDealt,
        HandsSetAside,
        NewCardsDrawn,
        EvasionsSettled,
        AttritionOver,
        MeetingOver,
        HitsShared,
        CardWentOn,
        CardDone,
        WindowOpened,
        WindowSkipped,
        WindowPutAgain,
        WindowClosed,
        BattleCardsCalled,
        NoMoreBattleCards,
        InterceptionDeclined,
        OfferForgone,
        TermsBegun,
        VoyageBegan,
        CourseSet,
        ManeuversSpent,
        FleetSought,
        FleetLetPass,
        FleetStayedInPort,
        FleetStepPaid,
        SearchBegan,
        SearchEnded,
        SearchMadeSure,
        VoyageEnded,
        GunsManned,
        GunsSilent,
        SeaBattleEnded,
        RefugeSought,
        ConvoyBegan,
        ConvoyCalledOff,
        Aboard,
        LandingOver,
        StayedOut,
        PersuasionBegan,
        PersuasionEnded,
        RuptureSettled,
        BreachOpened,
        BreachSettled,
        DeclarersGone,
        EnemiesParted,
        FlagsKept,
        InvadersSettled,
    }
)
"""What goes without saying: others tell what comes of it."""

_OF_REFEREES = (corrections, corrections_of_cards, corrections_of_diplomacy, corrections_of_values)

CORRECTIONS: frozenset[type[Event]] = frozenset(
    kind for kind in TOPICS.values() if kind.__module__ in {it.__name__ for it in _OF_REFEREES}
)
"""What a referee sets right."""


def storybook(pack: Pack) -> Storybook:
    """How games with a data pack are told."""
    kinds = ("setup", "impulse", "turn_end", "end")
    return Storybook(
        begins=begins,
        chapters=dict.fromkeys(kinds, _whole()),
        silent=SILENT,
        locale=LOCALE,
        called=FORMS.called,
        sides=(*NATIONS,),
        corrections=CORRECTIONS,
        term=term,
        asked=ASKED,
        turn_name=lambda words, event: _turn_begun(pack, event),
        turn_called=lambda state: _turn_called(pack, state),
    )


def begins(event: Event, before: Paragraph | None) -> Heading | None:
    """What paragraph an event begins."""
    match event:
        case ImpulseBegan() | ImpulsePassed():
            return Heading("impulse", event.nation, labelled=False)
        case CardPlayEnded() | TurnBegan():
            return Heading("turn_end")
        case GameEnded():
            return Heading("end")
    return Heading("setup") if before is None else None


def _whole() -> Chapter:
    """Responses and windows interrupt everything, so each kind of paragraph can tell any event."""
    own = (kind for topic, kind in TOPICS.items() if topic.startswith(_NAME))
    plain: Chapter = {
        kind: corrected if kind in CORRECTIONS else as_it_is for kind in own if kind not in SILENT
    }
    return {
        **plain,
        CampsChosen: bid,
        CardDrawn: drawn,
        ConsulMoved: persuaded,
        ForceMoved: marched,
        FleetMoved: sailed,
        AttritionRolled: suffered,
        **dict.fromkeys((ImpulseEnded, ReinforcementEnded, SpendingEnded, InfluenceEnded), lapsed),
    }


def drawn(words: Words, paragraph: Paragraph, event: CardDrawn) -> Iterator[str]:
    """All cards that nations draw one after the other, by name for readers who may know them."""
    found: list[CardDrawn] = run(paragraph, event, (CardDrawn,), ())
    for nation, them in groupby(found, key=lambda it: it.nation):
        cards = [it.card for it in them]
        who = words.name(nation)
        if None in cards:
            yield words.ngettext(
                "%(who)s drew %(num)s card.", "%(who)s drew %(num)s cards.", len(cards), who=who
            )
        else:
            listed = words.language.listed(words.name(it) for it in cards)
            yield words.gettext("%(who)s drew %(cards)s.", who=who, cards=listed)


def persuaded(words: Words, paragraph: Paragraph, event: ConsulMoved) -> Iterator[str]:
    """A consul in its new box: of several boxes one after the other in the last one."""
    found: list[ConsulMoved] = run(paragraph, event, (ConsulMoved,), (*SILENT,))
    for nation, them in groupby(found, key=lambda it: it.nation):
        last = [*them][-1]
        box = words.gettext(COLUMNS[last.box])
        who, row = words.name(nation), words.name(last.row)
        if last.place:
            yield words.gettext(
                "The consul of %(who)s went to %(box)s of %(row)s.", who=who, box=box, row=row
            )
        else:
            yield words.gettext("The consul of %(who)s is Unaligned.", who=who)


def bid(words: Words, paragraph: Paragraph, event: CampsChosen) -> Iterator[str]:
    """What was bid, who plays which camp, and what it costs."""
    _ = words.gettext
    for it in event.bids:
        who, camp = capital(the(words, it.seat)), the(words, it.camp)
        yield _("%(who)s bid %(sp)s SP for %(camp)s.", who=who, sp=it.sp, camp=camp)
    for camp, seat in event.camps.items():
        yield _("%(who)s plays %(camp)s.", who=capital(the(words, seat)), camp=the(words, camp))
    if event.due:
        who = capital(the(words, event.chooser))
        yield _("%(who)s gives up %(sp)s SP.", who=who, sp=event.due)


def marched(words: Words, paragraph: Paragraph, event: ForceMoved) -> Iterator[str]:
    """A march from space to space, as far as nothing happens on it."""
    found: list[ForceMoved] = run(paragraph, event, (ForceMoved,), (*SILENT,))
    if not found:
        return
    way = words.name(found[0].start)
    for it in found:
        way = words.gettext("%(way)s to %(place)s", way=way, place=words.name(it.space))
    yield words.gettext("%(who)s marched from %(way)s.", who=words.name(event.nation), way=way)


def sailed(words: Words, paragraph: Paragraph, event: FleetMoved) -> Iterator[str]:
    """A voyage from place to place, as far as nothing happens on it."""
    found: list[FleetMoved] = run(paragraph, event, (FleetMoved,), (*SILENT,))
    if not found:
        return
    way = words.name(found[0].start)
    for it in found:
        way = words.gettext("%(way)s to %(place)s", way=way, place=words.name(it.place))
    yield words.gettext("%(who)s sailed from %(way)s.", who=words.name(event.nation), way=way)


def suffered(words: Words, paragraph: Paragraph, event: AttritionRolled) -> Iterator[str]:
    """Attrition, if anything is lost by it."""
    if event.lost:
        yield from as_it_is(words, paragraph, event)


def lapsed(
    words: Words,
    paragraph: Paragraph,
    event: ImpulseEnded | ReinforcementEnded | SpendingEnded | InfluenceEnded,
) -> Iterator[str]:
    """What ends goes without saying, unless CP lapse with it."""
    if event.lapsed:
        yield from as_it_is(words, paragraph, event)


def _turn_begun(pack: Pack, event: Event) -> str:
    """The year of the turn that an event begins; empty if it begins none."""
    match event:
        case TurnBegan():
            return str(event.year)
        case Event(turn=1, phase="setup"):
            # The event that sets the game up comes before the first turn, and no other begins it.
            return str(pack.year(1))
    return ""


def _turn_called(pack: Pack, state: State) -> str:
    return turn_name(state, pack)
