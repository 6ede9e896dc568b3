"""Set-up, turns, victory and the ends of a game [chapters 3, 4 and 10]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.events import Event
from napoleon.rules.prose.forms import terms
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import alone, by, tellings
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.napoleonic_empire.battles import PERCENT
from napoleon.rulesets.napoleonic_empire.events.battle import (
    AttackCompleted,
    AttackEnded,
    BattleStarted,
)
from napoleon.rulesets.napoleonic_empire.events.cards import CardPlayed, DrawingEnded
from napoleon.rulesets.napoleonic_empire.events.movement import (
    ArmiesMoved,
    MovementBarred,
    MovesEnded,
    MovesExhausted,
)
from napoleon.rulesets.napoleonic_empire.events.setup import (
    DeckShuffled,
    GameStarted,
    RussianArmiesSetUp,
    TableLaid,
)
from napoleon.rulesets.napoleonic_empire.events.turn import (
    ControlChanged,
    EndOfferAccepted,
    EndOffered,
    EndOfferLapsed,
    EndTurnedDown,
    ExtraTurnGranted,
    GameDrawn,
    GameWon,
    PhaseStarted,
    PlayerResigned,
    TurnStarted,
    VictoryChecked,
)
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.story.places import any_of, countries, within
from napoleon.rulesets.napoleonic_empire.story.sides import OF_SIDES, armies, card, the

_REASONS = {
    "The Allies control France.": noted("they control France"),
    "The French control the whole continent.": noted("they control every country that they need"),
    "The French resigned.": noted("the French resigned"),
    "The Allies resigned.": noted("the Allies resigned"),
}
"""Why a game was won."""


def _reason(words: Words, reason: str) -> str:
    told = _REASONS.get(reason)
    return words.gettext(told) if told else reason.rstrip(".")


def laid(words: Words, paragraph: Paragraph, event: TableLaid) -> Iterator[str]:
    """The armies at the start."""
    for side, placed in event.armies.items():
        there = [
            words.gettext(
                "%(armies)s %(where)s", armies=armies(words, number), where=within(words, where)
            )
            for where, number in placed.items()
        ]
        yield words.gettext(
            "%(who)s begin with %(armies)s.",
            who=the(words, side),
            armies=words.language.listed(there),
        )
    for side in event.armies:
        places = dict.fromkeys(where for of, where in event.commanders.values() if of == side)
        led = [
            words.gettext(
                "%(name)s %(where)s",
                name=words.listed(
                    [name for name, it in event.commanders.items() if it == (side, place)]
                ),
                where=within(words, place),
            )
            for place in places
        ]
        if led:
            yield words.gettext(
                "%(who)s are led by %(commanders)s.",
                who=the(words, side),
                commanders=words.language.listed(led),
            )
    yield words.gettext(
        "After a battle the winner rolls one die for losses and the loser two: each point costs "
        "a side %(percent)s%% of its armies there, rounded down.",
        percent=PERCENT,
    )
    needed = words.memory.needed[event.russia_to_set_up > 0]
    yield words.ngettext(
        "The French win once they control %(num)s country: %(countries)s. The Allies win once "
        "they control France.",
        "The French win once they control these %(num)s countries: %(countries)s. The Allies win "
        "once they control France.",
        len(needed),
        countries=countries(words, needed),
    )


def russians(words: Words, paragraph: Paragraph, event: RussianArmiesSetUp) -> Iterator[str]:
    """How the Russian armies were spread."""
    there = [
        words.gettext(
            "%(armies)s %(where)s", armies=armies(words, number), where=within(words, where)
        )
        for where, number in event.split.items()
    ]
    yield words.gettext(
        "The Russians took up positions: %(armies)s.", armies=words.language.listed(there)
    )
    for name, where in event.commanders.items():
        yield words.gettext(
            "%(name)s leads them %(where)s.", name=words.name(name), where=within(words, where)
        )


_CALLED = {
    (FRENCH, False): noted("Round %(number)s, French turn"),
    (ALLIED, False): noted("Round %(number)s, Allied turn"),
    (FRENCH, True): noted("Round %(number)s, French extra turn"),
    (ALLIED, True): noted("Round %(number)s, Allied extra turn"),
}
"""What turns are called, by their side and whether a card gave them."""


def turn_name(words: Words, event: Event) -> str:
    """What the turn is called that an event begins: players count rounds."""
    if not isinstance(event, TurnStarted):
        return ""
    return words.gettext(_CALLED[event.side, event.extra], number=event.round)


def turn_called(state: State) -> str:
    """What the turn is called in which a state stands; empty before the first."""
    if not state.turn:
        return ""
    return _CALLED[state.active, state.extra] % {"number": state.round}


def control(words: Words, paragraph: Paragraph, event: ControlChanged) -> Iterator[str]:
    """Who controls what now, all told: countries of the same fate together, at the first."""
    last = {it.country: it for it in paragraph.all(ControlChanged)}
    first = {it.country: it for it in reversed(paragraph.all(ControlChanged))}
    now = [it for it in last.values() if first[it.country].before != it.after]
    same = [it for it in now if it.after == event.after]
    if not same or min(same, key=paragraph.events.index) is not event:
        return
    kept = [it.country for it in same if _is_kept(words, paragraph, it)]
    fresh = [it.country for it in same if it.country not in kept]
    who = the(words, event.after)
    if kept:
        yield words.gettext("%(who)s keep %(country)s.", who=who, country=countries(words, kept))
    if fresh and event.after in (FRENCH, ALLIED):
        told = countries(words, fresh)
        yield words.gettext("%(who)s now control %(country)s.", who=who, country=told)
    elif fresh and event.after == "contested":
        yield words.ngettext(
            "%(country)s is contested.",
            "%(country)s are contested.",
            len(fresh),
            country=countries(words, fresh),
        )
    elif fresh:
        told = any_of(words, fresh)
        yield words.gettext("Nobody holds %(country)s any more.", country=told)


def _is_kept(words: Words, paragraph: Paragraph, event: ControlChanged) -> bool:
    """Whether a side was attacked there, and has it all the same as before the turn."""
    fought = paragraph.last(BattleStarted)
    if event.country in words.memory.contested_before:
        return False
    return bool(fought and (fought.country, fought.defender) == (event.country, event.after))


def checked(words: Words, paragraph: Paragraph, event: VictoryChecked) -> Iterator[str]:
    """How near the French are, if that has changed."""
    if not event.won and not event.lost:
        return
    changes = []
    if event.won:
        won = countries(words, event.won)
        changes.append(words.gettext("%(countries)s gained", countries=won))
    if event.lost:
        lost = countries(words, event.lost)
        changes.append(words.gettext("%(countries)s no longer held", countries=lost))
    yield words.gettext(
        "The French control %(held)s of the %(needed)s countries that they need: %(changes)s.",
        held=event.held,
        needed=event.needed,
        changes="; ".join(changes),
    )


def another(words: Words, paragraph: Paragraph, event: ExtraTurnGranted) -> Iterator[str]:
    """An extra turn, unless the card that gives it has told so."""
    if any(it.card == event.card for it in paragraph.all(CardPlayed)):
        return
    yield words.gettext(
        "Thanks to %(card)s %(who)s take another turn, without reinforcements.",
        who=the(words, event.side),
        card=card(words, event.card),
    )


TURN: Chapter = {
    **tellings(
        {
            TurnStarted: (
                alone("Round %(round)s: another turn %(of)s.").when(lambda it: it.extra),
                alone("Round %(round)s: the turn %(of)s."),
            ),
            MovesEnded: alone("%(who)s did not move.").unless(ArmiesMoved, MovementBarred),
            GameWon: alone("%(who)s won the game: %(reason)s.", reason=by(_reason, "reason")),
            GameDrawn: alone("The game was drawn: both sides agreed to end it."),
            EndOffered: alone("%(who)s offered to end the game without a winner.").unless(
                GameDrawn
            ),
            EndTurnedDown: alone("%(who)s played on instead."),
            EndOfferLapsed: alone("The offer %(of)s to end the game lapsed."),
        },
        OF_SIDES,
    ),
    TableLaid: laid,
    DeckShuffled: nothing,
    RussianArmiesSetUp: russians,
    GameStarted: nothing,
    PhaseStarted: nothing,
    DrawingEnded: nothing,
    MovesExhausted: nothing,
    AttackEnded: nothing,
    AttackCompleted: nothing,
    ControlChanged: control,
    VictoryChecked: checked,
    ExtraTurnGranted: another,
    PlayerResigned: nothing,
    EndOfferAccepted: nothing,
}


phase = terms(
    {
        "setup": noted("setup"),
        "draw": noted("draw"),
        "move": noted("move"),
        "attack": noted("attack"),
        "reinforcement": noted("reinforcement"),
        "turn_end": noted("turn end"),
        "over": noted("game over"),
    }
)
"""A phase by its name."""
