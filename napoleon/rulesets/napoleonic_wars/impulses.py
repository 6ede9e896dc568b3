"""5 Impulses: who is next, who preempts, what is played, when card play is over [6, R-70]."""

from __future__ import annotations

from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Domain, Irreversible
from napoleon.rules.kit.frames import on_top, top
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.events.impulses import (
    CardPlayedForCP,
    CardPlayEnded,
    ImpulseBegan,
    ImpulseEnded,
    ImpulsePassed,
    PreemptionDeclined,
)
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.orders.impulses import EndImpulse, LetGo, PlayForCP, Preempt
from napoleon.rulesets.napoleonic_wars.scene import Acting, acting, asked
from napoleon.rulesets.napoleonic_wars.state import IMPULSES
from napoleon.rulesets.napoleonic_wars.table import Wars

ACT = "act"
"""The kind of the question to a nation in its impulse."""

INSTEAD = "resource_or_pass"
"""The kind of the question to a nation that has no card, but a Resource or a siege [R-70]."""

# -- who is next -----------------------------------------------------------------------------------


def playable(table: Wars, nation: str) -> int:
    """How many playable cards a nation has: an unused home card too, if a player commands it.

    [5.11.e, 6.2.e, R-07]
    """
    it = table.state.nations[nation]
    home = sum(card.up for card in it.home) if commander(table.state, nation) else 0
    return len(it.hand) + home


def scheduled(table: Wars) -> str:
    """The nation whose place on the track the marker is at."""
    return table.data.track[table.state.marker]


def holders(table: Wars) -> list[str]:
    """The nations with a playable card [5.5.b]."""
    return [it for it in table.data.track if playable(table, it)]


def preempting(table: Wars) -> str:
    """The nation that may take the next impulse out of order; empty if none may.

    It has strictly the most playable cards; a neutral proxy blocks it, and never does [5.2, R-09].
    """
    state = table.state
    if state.turn == 1 and state.round == 1:
        return ""
    most = max(playable(table, it) for it in table.data.track)
    leading = [it for it in table.data.track if playable(table, it) == most]
    if not most or len(leading) > 1:
        return ""
    [holder] = leading
    barred = (state.last, scheduled(table))
    if holder in barred or not commander(state, holder) or not playable(table, scheduled(table)):
        return ""
    return holder


def _is_over(table: Wars) -> bool:
    return table.state.over or not holders(table)


def _end_card_play(table: Wars) -> None:
    table.record(CardPlayEnded(table.state.turn), "5.5.b", "R-11")


def _preemption_due(table: Wars) -> bool:
    return not table.state.asked and bool(preempting(table))


def _asks_to_preempt(table: Wars) -> list[Decision]:
    holder = preempting(table)
    text = say("Does %(nation)s take an impulse before %(next)s?", nation=holder,
               next=scheduled(table))  # fmt: skip
    return [table.question(commander(table.state, holder), "preempt", "5.2.a", text)]


def pass_by(table: Wars) -> None:
    """A nation without a card passes; CP of the winter are spent first [R-104]."""
    nation = scheduled(table)
    if table.state.winter_cp and commander(table.state, nation):
        began = ImpulseBegan(nation, scheduled=True, last=False, passing=True)
        table.record(began, "17.1.b", "R-104")
    else:
        table.record(ImpulsePassed(nation), "5.4.a")


def begin_scheduled(table: Wars) -> None:
    """The nation whose place on the track it is becomes active."""
    nation = scheduled(table)
    table.record(ImpulseBegan(nation, scheduled=True, last=holders(table) == [nation]), "5.11.a")


# -- in an impulse ---------------------------------------------------------------------------------


def _asks_to_act(table: Wars) -> list[Decision]:
    impulse = top(table.state, Impulse)
    nation, left = impulse.nation, sum(pool.cp for pool in impulse.pools)
    text = say("What does %(nation)s do?", nation=nation)
    if left:
        text = say("What does %(nation)s do with %(cp)s CP?", nation=nation, cp=left)
    elif not impulse.counted and not impulse.passing:
        text = say("What does %(nation)s play?", nation=nation)
    return [table.question(commander(table.state, nation), ACT, "5.11.a", text)]


IMPULSE = asked(acting, ACT)
"""The nation whose impulse it is."""


def passing(table: Wars, seat: str) -> Acting:
    """The nation that would pass, as it has no card."""
    return Acting(table, seat, scheduled(table))


SPENDER: Actor[Wars, Acting] = Actor(
    (ACT, INSTEAD),
    "",
    lambda table, it, _: (passing if it.kind == INSTEAD else acting)(table, it.seat),
)
"""The nation in its impulse, or one that would pass [R-70]."""


def in_hand(it: Acting) -> list[str]:
    """The cards that the nation may play: its hand, and its home cards that lie face up [6.2]."""
    return [*sorted(it.own.hand), *(card.card for card in it.own.home if card.up)]


def refuse_card(it: Acting, card: str) -> Refusal | None:
    """Why it cannot be played at all now: not held, or a card too many [5.12]."""
    if card not in in_hand(it):
        return refuse("CARD_NOT_IN_HAND", "5.11.a", "That is no card of the nation.", card=card)
    impulse, joins = it.impulse, it.pack.cards[card].joinable
    if card in impulse.barred:
        detail = "That card was drawn into the hand, and is not played in this impulse."
        return refuse("DRAWN_TO_KEEP", "5.12.c", detail, card=card)
    if card in impulse.free:
        return None
    if card in impulse.at_once and not joins:
        return None
    return refuse_another(it, joins=joins)


def refuse_another(it: Acting, *, joins: bool) -> Refusal | None:
    """Why no other card, or Resource, is played in this impulse: `joins` if it is marked +.

    [5.12, 16.2.c, R-105]
    """
    impulse = it.impulse
    if not impulse.counted:
        return None
    if impulse.counted > 1 or impulse.continued or (joins and impulse.joined):
        return refuse("ONE_CARD", "5.12.b", "No more cards are played in this impulse.")
    if not joins and not impulse.joined:
        return refuse("ONE_CARD", "5.12.a", "Only a card marked + joins another one.")
    return None


def _refuse_cp(it: Acting, order: PlayForCP) -> Refusal | None:
    if it.pack.cards[order.card].must_event:
        return refuse("MUST_BE_EVENT", "6.b", "That card must be played as an event.")
    return None


LARGE, CUT = 4, 2
"""Raiders cut so many CP of a British card of so many or more [R-112]."""


def play_for_cp(it: Acting, order: PlayForCP) -> None:
    """The card gives its CP [6.3]."""
    card = it.pack.cards[order.card]
    lines = [Line(card.cp, "6.3.a", say("CP of the card"))]
    raided = any(rule.hook == "cp_cut" and rule.of == it.nation for rule in it.state.rules)
    if raided and card.cp >= LARGE:
        lines.append(Line(-CUT, "R-112", say("enemy raiders prey on trade")))
    it.tell(
        CardPlayedForCP,
        "6.3.a",
        card=card.id,
        cp=total(lines),
        breakdown=tuple(lines),
        joinable=card.joinable,
        home=bool(card.home),
    )


def _refuse_ending(it: Acting) -> Refusal | None:
    """A nation with cards must play one [5.11.d]."""
    may_play = any(refuse_card(it, card) is None for card in in_hand(it))
    if it.impulse.counted or it.impulse.passing or not may_play:
        return None
    return refuse("MUST_PLAY", "5.11.d", "A nation with a playable card has to play one.")


def _end(it: Acting, order: EndImpulse) -> None:
    lapsed = sum(pool.cp for pool in it.impulse.pools)
    it.tell(ImpulseEnded, "6.3.b", lapsed=lapsed)


CARD = Domain[Acting](in_hand, refusal=refuse_card)

PLAY_FOR_CP = DeclaredVerb(
    PlayForCP,
    IMPULSE,
    "6.3.a",
    fields={"card": CARD},
    refuses=_refuse_cp,
    does=play_for_cp,
    irreversible=Irreversible.ALWAYS,
    ordinary=False,
    line="play {card:card} for CP",
    says=lambda it, order: say("Play %(card)s for %(cp)s CP", cp=it.pack.cards[order.card].cp),
)

END_IMPULSE = DeclaredVerb(
    EndImpulse,
    IMPULSE,
    "6.3.b",
    unable=_refuse_ending,
    does=_end,
    line="end impulse",
    says=say("End the impulse"),
)

HOLDER = asked(lambda table, seat: Acting(table, seat, preempting(table)), "preempt")


def _preempt(it: Acting, order: Preempt) -> None:
    last = holders(it.table) == [it.nation]
    it.tell(ImpulseBegan, "5.2.a", scheduled=False, last=last, passing=False)


PREEMPT = DeclaredVerb(
    Preempt, HOLDER, "5.2.a", does=_preempt, line="preempt", says=say("Take an impulse now")
)

LET_GO = DeclaredVerb(
    LetGo,
    HOLDER,
    "5.2.a",
    does=lambda it, order: it.tell(PreemptionDeclined, "5.2.a"),
    line="let go",
    says=say("Let them take their impulse"),
)

VERBS = (PREEMPT, LET_GO, PLAY_FOR_CP, END_IMPULSE)


def has_no_card(table: Wars) -> bool:
    """Whether the scheduled nation has nothing to play [5.4.a]."""
    return not playable(table, scheduled(table))


def between_impulses(table: Wars) -> bool:
    """Whether card play goes on, and nobody takes an impulse."""
    return table.state.phase == IMPULSES and not table.state.stack


IN_IMPULSE = Part[Wars](
    "impulse",
    on_top(Impulse),
    (Step("act", lambda table: True, only_asks, _asks_to_act),),
)
"""A nation acts in its impulse."""

BEFORE = Part[Wars](
    "before an impulse",
    between_impulses,
    (
        Step("end of card play", _is_over, _end_card_play),
        Step("preemption", _preemption_due, only_asks, _asks_to_preempt),
    ),
)
"""Card play ends, or somebody preempts."""

NEXT = Part[Wars](
    "next impulse",
    between_impulses,
    (
        Step("pass", has_no_card, pass_by),
        Step("impulse begins", lambda table: True, begin_scheduled),
    ),
)
"""The scheduled nation passes, or takes its impulse."""

STEPS: tuple[Part[Wars], ...] = (IN_IMPULSE, BEFORE, NEXT)
"""Impulses without what `card_play` adds to them."""
