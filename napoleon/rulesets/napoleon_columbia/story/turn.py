"""Set-up, player turns, supply, and the ends of a game [chapters 2, 4, 10, 11, 13]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from napoleon.rules.events import Event
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import alone, by, numbered, tellings
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.napoleon_columbia.events.blocks import (
    TokensReplaced,
    TownsMixed,
    UnitsConcealed,
)
from napoleon.rulesets.napoleon_columbia.events.setup import (
    BidMade,
    BidPassed,
    BidWon,
    CoinTossed,
    GameLaidOut,
    HandicapStepRemoved,
    HistoricalSetupUsed,
    SetupEnded,
    UnitPlaced,
    UnitTakenUp,
)
from napoleon.rulesets.napoleon_columbia.events.turn import (
    ArmyDefeated,
    EndOffered,
    EndOffersLapsed,
    GameDrawn,
    GameWon,
    PhaseStarted,
    PlayerResigned,
    SupplyCounted,
    SupplyLossDue,
    TurnStarted,
    UnitRemovedForSupply,
    UnitsRecovered,
    VictoryChecked,
)
from napoleon.rulesets.napoleon_columbia.names import army_of
from napoleon.rulesets.napoleon_columbia.sides import ALLIED, FRENCH
from napoleon.rulesets.napoleon_columbia.story.sides import OF_SIDES, tally, the
from napoleon.rulesets.napoleon_columbia.story.units import Who, several, the_unit

_REASONS = {
    "All three armies were defeated at once.": noted("all three armies were defeated at once"),
    "The French army was defeated.": noted("the French army was defeated"),
    "Both Allied armies were defeated.": noted("both Allied armies were defeated"),
    "On the last day the French held two of Brussels, Ghent and Liege.": noted(
        "on the last day the French held at least two of Brussels, Ghent and Liege"
    ),
    "Time ran out before the French had won.": noted("time ran out before the French had won"),
    "The French gave up.": noted("the French gave up"),
    "The Allies gave up.": noted("the Allies gave up"),
    "The other player gave up.": noted("the other player gave up"),
}
"""Why a game was won."""


def _reason(words: Words, reason: str) -> str:
    told = _REASONS.get(reason)
    return words.gettext(told) if told else reason.rstrip(".")


def _day(words: Words, date: str) -> str:
    return str(int(date[-2:]))


class Reckoning:
    """What was told last of the losses and of the cities that the French hold."""

    def __init__(self) -> None:
        """Nothing is lost."""
        self.lost: dict[str, int] = {}
        self.held: tuple[str, ...] = ()
        self.mixed = False
        """Whether it was told that blocks cannot be told apart after a fight."""
        self._stood_up: set[str] = set()

    def note(self, event: Event) -> None:
        """Remember what was counted at the end of a player turn."""
        if isinstance(event, VictoryChecked):
            self.lost, self.held = dict(event.lost), event.held
        elif isinstance(event, UnitsConcealed):
            self._stood_up.add(event.town)
        elif isinstance(event, TokensReplaced):
            unknown = event.pairing is None and len(event.new) > 1
            self.mixed = self.mixed or (unknown and event.town in self._stood_up)
        elif isinstance(event, TownsMixed):
            self._stood_up.clear()

    def copied(self) -> Reckoning:
        """The same as it is now."""
        copy = Reckoning()
        copy.lost, copy.held, copy.mixed = dict(self.lost), self.held, self.mixed
        copy._stood_up = {*self._stood_up}
        return copy


# -- set-up ---------------------------------------------------------------------------------------


def laid(words: Words, paragraph: Paragraph, event: GameLaidOut) -> Iterator[str]:
    """What the story is about, and how it tells strength."""
    yield words.gettext("The map was laid out for the campaign of June 1815.")
    yield words.gettext(
        "A unit rolls a die for each of its steps, and F2 hits with every die of 1 or 2; in "
        "brackets after a unit stand the steps that it had when it was shown."
    )


def weakened(words: Words, paragraph: Paragraph, event: HandicapStepRemoved) -> Iterator[str]:
    """Which units begin with a step less."""
    if not paragraph.begins(event):
        return
    taken = paragraph.all(HandicapStepRemoved)
    if any(it.unit is None for it in taken):
        yield words.ngettext(
            "%(num)s step was taken from a unit, for the bid.",
            "%(num)s steps were taken from as many units, for the bid.",
            len(taken),
        )
    else:
        yield words.gettext(
            "For the bid a step was taken from %(units)s.",
            units=words.language.listed(the_unit(words, it.unit) for it in taken),
        )


def set_up(
    words: Words, paragraph: Paragraph, event: UnitPlaced | HistoricalSetupUsed
) -> Iterator[str]:
    """Where an army stands, all told, with the first of its units."""
    armies = [event.army] if isinstance(event, UnitPlaced) else [*event.towns]
    for army in armies:
        if not _is_first(paragraph, event, army):
            continue
        towns: dict[str, list[Who]] = {}
        for it, town in _placed(paragraph, army).items():
            towns.setdefault(town, []).append(it)
        if any(it.unit is not None for units in towns.values() for it in units):
            yield from _town_by_town(words, army, towns)
        elif towns:
            there = [
                words.gettext("%(number)s at %(town)s", number=len(units), town=words.name(town))
                for town, units in towns.items()
            ]
            yield words.gettext(
                "%(who)s set up their blocks, %(towns)s.",
                who=the(words, army),
                towns=words.language.listed(there),
            )


def _town_by_town(words: Words, army: str, towns: Mapping[str, list[Who]]) -> Iterator[str]:
    """A table of many units: how many they are, and a line for each town."""
    yield words.ngettext(
        "%(who)s set up %(num)s unit.",
        "%(who)s set up %(num)s units, town by town.",
        sum(map(len, towns.values())),
        who=the(words, army),
    )
    for town, units in towns.items():
        yield words.gettext(
            "%(town)s: %(units)s.", town=words.name(town), units=several(words, units)[0]
        )


def _is_first(paragraph: Paragraph, event: Event, army: str) -> bool:
    for it in paragraph.events:
        if isinstance(it, UnitPlaced) and it.army == army:
            return it is event
        if isinstance(it, HistoricalSetupUsed) and army in it.towns:
            return it is event
    return False


def _placed(paragraph: Paragraph, army: str) -> dict[Who, str]:
    """Town by unit or block, after all that was taken up again."""
    placed: dict[str, tuple[str | None, str]] = {}
    for it in paragraph.events:
        if isinstance(it, UnitPlaced) and it.army == army:
            placed[it.token] = (it.unit, it.town)
        elif isinstance(it, HistoricalSetupUsed) and army in it.towns:
            placed |= _by_card(it, army)
        elif isinstance(it, UnitTakenUp):
            placed.pop(it.token, None)
        elif isinstance(it, TokensReplaced) and it.army == army:
            _renumber(placed, it)
    return {Who(unit, token): town for token, (unit, town) in placed.items()}


def _by_card(event: HistoricalSetupUsed, army: str) -> dict[str, tuple[str | None, str]]:
    if event.placed is not None:
        return {
            token: (unit, town)
            for unit, (town, token) in event.placed.items()
            if army_of(token) == army
        }
    return {
        f"{army}-{town}{number}": (None, town)
        for town, count in event.towns[army].items()
        for number in range(count)
    }


def _renumber(placed: dict[str, tuple[str | None, str]], event: TokensReplaced) -> None:
    """Blocks of a town have new tokens; without a pairing nobody can say who is who."""
    if event.pairing is None:
        for old, new in zip(event.old, event.new, strict=True):
            if old in placed:
                placed[new] = (None, placed.pop(old)[1])
        return
    for old in event.old:
        placed.pop(old, None)
    for unit, token in event.pairing.items():
        placed[token] = (unit, event.town)


# -- turns ----------------------------------------------------------------------------------------


def went_on(words: Words, paragraph: Paragraph, event: PhaseStarted) -> Iterator[str]:
    """A side that could have marched, and did not."""
    began = paragraph.first(TurnStarted)
    if event.begun == "forced_checks" and began is not None:
        yield words.gettext("%(who)s did not march.", who=the(words, began.side))


# -- supply, defeat, victory ----------------------------------------------------------------------


def supply(words: Words, paragraph: Paragraph, event: SupplyLossDue) -> Iterator[str]:
    """What a city in French hands costs, and who goes for it."""
    after = paragraph.since(event).all(UnitRemovedForSupply)
    lost = [it for it in after if it.city == event.city]
    city, army = words.name(event.city), the(words, event.army)
    if not event.units:
        yield words.gettext(
            "The French hold %(city)s, but %(who)s had no unit left to lose.",
            city=city,
            who=army,
        )
    elif not lost:
        yield words.ngettext(
            "The French hold %(city)s, which costs %(who)s %(num)s unit.",
            "The French hold %(city)s, which costs %(who)s %(num)s units.",
            event.units,
            city=city,
            who=army,
        )
    else:
        last = lost[-1]
        yield words.gettext(
            "The French hold %(city)s: without its supply %(who)s lost %(units)s (%(tally)s).",
            city=city,
            who=army,
            units=words.language.listed(the_unit(words, it.unit) for it in lost),
            tally=tally(words, last.army, last.total, last.limit),
        )


def defeated(words: Words, paragraph: Paragraph, event: ArmyDefeated) -> Iterator[str]:
    """An army leaves the field."""
    told = words.gettext(
        "%(who)s were defeated, with %(lost)s units lost against a limit of %(limit)s",
        who=the(words, event.army),
        lost=event.eliminated,
        limit=event.limit,
    )
    if event.left:
        told += words.ngettext(
            ": the unit that was left leaves the map",
            ": the %(num)s units that were left leave the map",
            event.left,
        )
    yield f"{told}."


def reckoned(words: Words, paragraph: Paragraph, event: VictoryChecked) -> Iterator[str]:
    """How the armies and the cities stand, if that has changed, or decides the game."""
    if any(event.lost.values()) and (event.result or event.lost != words.memory.lost):
        losses = [
            words.gettext(
                "%(who)s %(lost)s (limit %(limit)s)",
                who=the(words, army),
                lost=number,
                limit=event.limits[army],
            )
            for army, number in event.lost.items()
        ]
        yield words.gettext("Units lost by now: %(losses)s.", losses=words.language.listed(losses))
    if event.held and (event.result or event.held != words.memory.held):
        yield words.gettext("The French hold %(cities)s.", cities=words.listed(event.held))
    elif not event.held and words.memory.held:
        yield words.gettext(
            "The French no longer hold %(cities)s.", cities=words.listed(words.memory.held)
        )
    elif _by_time(event):
        yield words.gettext("The French hold none of Brussels, Ghent and Liege.")


def _by_time(event: VictoryChecked) -> bool:
    """Whether the record has run out: the Allies win, and the French are not defeated [11.2]."""
    return event.result == ALLIED and event.lost[FRENCH] < event.limits[FRENCH]


TURN: Chapter = {
    **tellings(
        {
            CoinTossed: alone("By the toss of a coin %(who)s bids first."),
            BidMade: numbered(
                "%(who)s would play %(side)s with %(num)s step less.",
                "%(who)s would play %(side)s with %(num)s steps less.",
                "steps",
            ),
            BidWon: numbered(
                "%(who)s plays %(side)s, with %(num)s step less.",
                "%(who)s plays %(side)s, with %(num)s steps less.",
                "steps",
            ),
            TurnStarted: (
                alone(
                    "Night of %(day)s June 1815, the turn %(of)s: no attacks, no forced marches.",
                    day=by(_day, "date"),
                ).when(lambda it: it.night),
                alone(
                    "%(day)s June 1815, the turn %(of)s.",
                    day=by(_day, "date"),
                ),
            ),
            GameWon: alone("%(who)s won the game: %(reason)s.", reason=by(_reason, "reason")),
            GameDrawn: alone("The game ended without a winner: everybody agreed to that."),
            # One of two partners gives up; a side that does has lost.
            PlayerResigned: alone("%(who)s gave up.").unless(GameWon),
            EndOffered: alone("%(who)s agreed to end the game without a winner.").unless(GameDrawn),
            EndOffersLapsed: alone("Nothing came of the offer to end the game."),
        },
        OF_SIDES,
    ),
    GameLaidOut: laid,
    BidPassed: nothing,
    HandicapStepRemoved: weakened,
    UnitPlaced: set_up,
    UnitTakenUp: nothing,
    HistoricalSetupUsed: set_up,
    SetupEnded: nothing,
    PhaseStarted: went_on,
    SupplyCounted: nothing,
    SupplyLossDue: supply,
    UnitRemovedForSupply: nothing,
    UnitsRecovered: nothing,
    ArmyDefeated: defeated,
    VictoryChecked: reckoned,
}
