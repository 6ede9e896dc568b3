"""6 Cards that are played as events: what may be played, and how a card goes on [5.12]."""

from __future__ import annotations

from napoleon.rules.kit.declaring import Declared, DeclaredVerb, Domain, Irreversible
from napoleon.rules.kit.frames import on_top, top, within
from napoleon.rules.kit.program_text import ASK, CHOOSE, NO, YES
from napoleon.rules.kit.programs import Question
from napoleon.rules.kit.running import Runs
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.phrases import Note
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Named, Phrase, say
from napoleon.rulesets.napoleonic_wars.cards import building, demands, deploying, diplomacy
from napoleon.rulesets.napoleonic_wars.cards.grammar import LANGUAGE, changes_something, steps_of
from napoleon.rulesets.napoleonic_wars.cards.in_battle import refuse_battle
from napoleon.rulesets.napoleonic_wars.cards.scene import AT, Playing, split_stack
from napoleon.rulesets.napoleonic_wars.events.building import (
    FlagAllowed,
    FlagAskedFor,
    FlagChosen,
    FlagForbidden,
)
from napoleon.rulesets.napoleonic_wars.events.cards import CardDone, CardPlayedAsEvent, CardWentOn
from napoleon.rulesets.napoleonic_wars.flags import place_by_event
from napoleon.rulesets.napoleonic_wars.frames.cards import Flagging, Program
from napoleon.rulesets.napoleonic_wars.impulses import CARD, IMPULSE
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.orders.cards import (
    AllowFlag,
    ChooseFlag,
    ForbidFlag,
    PlayForEvent,
)
from napoleon.rulesets.napoleonic_wars.pack import Card
from napoleon.rulesets.napoleonic_wars.scene import Acting, asked
from napoleon.rulesets.napoleonic_wars.table import Wars

AT_ANY_POINT = ("armistice", "storm_at_sea")
"""The responses that may be the card of one's own impulse, as they need no trigger [R-98]."""

# -- what may be played ----------------------------------------------------------------------------


def refuse_event(it: Acting, card: Card, you: str = "") -> Refusal | None:
    """Why the event of a card that a nation may play cannot be played in its impulse."""
    if not card.is_played_by(it.nation):
        return refuse("NOT_ITS_EVENT", "6.1.a", "The event of that card is one of other nations.")
    if card.no_1805 and it.state.turn == 1:
        return refuse("NOT_IN_1805", "6.18.a", "In 1805 that card is played for its CP only.")
    if card.type == "battle":
        return refuse_battle(it)
    if card.windows and card.event not in AT_ANY_POINT:
        detail = "That card answers something, and is no card of an impulse of one's own."
        return refuse("NEEDS_ITS_WINDOW", "R-98", detail)
    if changes_something(Playing(it.table, it.player, it.nation, card.id, you)):
        return None
    return refuse("NO_EFFECT", "6.1.a", "The event of that card could change nothing now.")


def _refuse_playing(it: Acting, order: PlayForEvent) -> Refusal | None:
    return refuse_event(it, it.pack.cards[order.card])


def play_as_event(it: Acting, card: Card, you: str = "") -> None:
    """The card leaves the hand, and its first step is due [5.11.g, 6.19.a]."""
    it.tell(
        CardPlayedAsEvent,
        "6.1.a",
        card=card.id,
        you=you or it.nation,
        todo=steps_of(card.program),
        joinable=card.joinable,
        home=bool(card.home),
        remove=card.remove,
    )


PLAY_FOR_EVENT = DeclaredVerb(
    PlayForEvent,
    IMPULSE,
    "6.1.a",
    fields={"card": CARD},
    refuses=_refuse_playing,
    does=lambda it, order: play_as_event(it, it.pack.cards[order.card]),
    irreversible=Irreversible.ALWAYS,
    ordinary=False,
    line="play {card:card} as event",
    says=say("Play %(card)s as an event"),
)

# -- how it goes on --------------------------------------------------------------------------------


def _in_play(table: Wars) -> Playing:
    frame = top(table.state, Program)
    seat = commander(table.state, frame.you)
    return Playing(table, seat, frame.nation, frame.card, frame.you)


def _decider(at: Playing, question: Question) -> str:
    return commander(at.state, question.of if question.form == ASK else at.you)


_NAMED = {
    "spaces": say("Which duchy is chosen by %(card)s?"),
    "nation": say("Which nation is chosen by %(card)s?"),
    "stack": say("Which field forces are chosen by %(card)s?"),
    "fleet": say("Which fleet is chosen by %(card)s?"),
    "consul": say("Which consul is chosen by %(card)s?"),
}
"""How it is asked what a card is about, by the kind of what is to be named."""


def _prompt(at: Playing, question: Question) -> Note:
    if question.form == CHOOSE:
        return Phrase(_NAMED[question.what].text, {"card": at.card})
    if question.form == ASK:
        nation = question.of
        return say("%(card)s: does %(nation)s agree?", card=at.card, nation=nation)
    return say("What does %(card)s do?", card=at.card)


def called(thing: str) -> Named:
    """Field forces and fleets are called by their nation and place."""
    if AT not in thing:
        return thing
    nation, space = split_stack(thing)
    return say("%(nation)s in %(space)s", nation=nation, space=space)


def _pointed(at: Playing, thing: str) -> str:
    """The place of field forces, of a fleet, or the place itself."""
    place = split_stack(thing)[1] or thing
    return place if place in at.pack.spaces or place in at.pack.zones else ""


RUNS = Runs[Wars, Playing](
    language=LANGUAGE,
    scene=_in_play,
    frame=lambda table: top(table.state, Program),
    went_on=lambda frame, todo: CardWentOn(frame.card, tuple(todo)),
    decider=_decider,
    prompt=_prompt,
    clause="6.1.a",
    named=lambda at, thing: called(thing),
    pointed=_pointed,
)


def _asks_oneself(table: Wars) -> bool:
    """Whether a seat would be asked to agree to its own card [R-107]."""
    at, todo = _in_play(table), top(table.state, Program).todo
    question = LANGUAGE.consent(at, todo) if todo else None
    return question is not None and _decider(at, question) == at.player


def _agree(table: Wars) -> None:
    at, todo = _in_play(table), top(table.state, Program).todo
    at.tell(CardWentOn, "R-107", todo=tuple(LANGUAGE.answered(at, todo, YES)))


def _asks_nobody(table: Wars) -> bool:
    """Whether a nation is asked that nobody commands."""
    at, todo = _in_play(table), top(table.state, Program).todo
    question = LANGUAGE.consent(at, todo) if todo else None
    return question is not None and not _decider(at, question)


def _disagree(table: Wars) -> None:
    at, todo = _in_play(table), top(table.state, Program).todo
    at.tell(CardWentOn, "R-107", todo=tuple(LANGUAGE.answered(at, todo, NO)))


def _done(table: Wars) -> None:
    table.record(CardDone(top(table.state, Program).card), "6.1.a")


# -- whose flag an event places --------------------------------------------------------------------


class Choosing(Acting):
    """A seat that says whose flag an event places."""

    def __init__(self, table: Wars, player: str) -> None:
        self.frame = top(table.state, Flagging)
        super().__init__(table, player, self.frame.nations[0])

    def choose(self, nation: str) -> None:
        """The flag of that nation goes up, where armies may contest it [10.6].

        Another seat that commands the nation is asked first, once for the whole card [R-107].
        """
        space = self.frame.space
        program = within(self.state, Program)
        if commander(self.state, nation) == self.player or nation in program.agreed:
            self.tell(FlagChosen, "R-107", nation=nation, space=space)
            place_by_event(self.table, space, nation, "7.4.a", "8.33.b")
        else:
            self.tell(FlagAskedFor, "R-107", nation=nation, space=space)

    def allow(self) -> None:
        """The other seat agrees: the flag goes up."""
        space, nation = self.frame.space, self.frame.consent
        self.tell(FlagAllowed, "R-107", nation=nation)
        place_by_event(self.table, space, nation, "7.4.a", "8.33.b")

    def forbid(self) -> None:
        """The other seat does not agree."""
        self.tell(FlagForbidden, "R-107", nation=self.frame.consent)


def _refuse_choice(it: Choosing, nation: str) -> Refusal | None:
    if nation in it.frame.nations:
        return None
    return refuse("NOT_ON_THE_CARD", "R-107", "No flag of that nation can be placed there.")


CHOOSE_FLAG: DeclaredVerb[Wars, Choosing, ChooseFlag] = DeclaredVerb(
    ChooseFlag,
    asked(Choosing, "whose_flag"),
    "R-107",
    fields={"nation": Domain(lambda it: it.frame.nations, refusal=_refuse_choice)},
    does=lambda it, order: it.choose(order.nation),
    line="flag of {nation:nation}",
    says=say("Place the flag of %(nation)s"),
)


CONSENT = asked(Choosing, "flag_consent")

ALLOW_FLAG: DeclaredVerb[Wars, Choosing, AllowFlag] = DeclaredVerb(
    AllowFlag,
    CONSENT,
    "R-107",
    does=lambda it, order: it.allow(),
    line="allow the flag",
    says=say("Let the flag be placed"),
)

FORBID_FLAG: DeclaredVerb[Wars, Choosing, ForbidFlag] = DeclaredVerb(
    ForbidFlag,
    CONSENT,
    "R-107",
    does=lambda it, order: it.forbid(),
    line="forbid the flag",
    says=say("Do not let the flag be placed"),
)


def _asks_for_flag(table: Wars) -> list[Decision]:
    frame: Flagging = top(table.state, Flagging)
    text = say(
        "May %(card)s place the flag of %(nation)s in %(space)s?",
        card=_card_in_play(table),
        nation=frame.consent,
        space=frame.space,
    )
    seat = commander(table.state, frame.consent)
    return [table.question(seat, "flag_consent", "R-107", text)]


def _card_in_play(table: Wars) -> str:
    program = within(table.state, Program)
    return program.card


def _asks_whose(table: Wars) -> list[Decision]:
    frame: Flagging = top(table.state, Flagging)
    text = say("Whose flag is placed in %(space)s?", space=frame.space)
    return [table.question(frame.seat, "whose_flag", "R-107", text)]


VERBS: Declared = (
    PLAY_FOR_EVENT,
    CHOOSE_FLAG,
    ALLOW_FLAG,
    FORBID_FLAG,
    *RUNS.verbs,
    *building.VERBS,
    *demands.VERBS,
    *deploying.VERBS,
    *diplomacy.VERBS,
)

STEPS: tuple[Part[Wars], ...] = (
    building.STEPS,
    demands.STEPS,
    deploying.STEPS,
    diplomacy.STEPS,
    Part(
        "whose flag",
        on_top(Flagging),
        (
            Step(
                "consent",
                lambda table: bool(top(table.state, Flagging).consent),
                only_asks,
                _asks_for_flag,
            ),
            Step("flag", lambda table: True, only_asks, _asks_whose),
        ),
    ),
    Part(
        "card",
        on_top(Program),
        (
            Step("nobody agrees", _asks_nobody, _disagree),
            Step("agreed with oneself", _asks_oneself, _agree),
            *RUNS.steps,
            Step("card is done", lambda table: True, _done),
        ),
    ),
)
"""A card is carried out, step by step, before its impulse goes on."""
