"""15.4 to 15.41 Submission: a power that is beaten offers terms after an impulse [R-87]."""

from __future__ import annotations

from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.frames import on_top, top
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.conquest import conquer, strongest, units_inside
from napoleon.rulesets.napoleonic_wars.events.conquest import (
    OfferAnswered,
    OfferForgone,
    OfferSent,
    TermAdded,
    TermDropped,
    TermsBegun,
)
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Offer, Term
from napoleon.rulesets.napoleonic_wars.nations import allies, commander, in_track_order
from napoleon.rulesets.napoleonic_wars.orders.conquest import (
    AcceptOffer,
    AddTerm,
    DropTerm,
    NoOffer,
    RejectOffer,
    SendOffer,
)
from napoleon.rulesets.napoleonic_wars.scene import Seated, asked, asked_for
from napoleon.rulesets.napoleonic_wars.spaces import controller, is_of_ally
from napoleon.rulesets.napoleonic_wars.state import IMPULSES, State
from napoleon.rulesets.napoleonic_wars.table import Wars

CEDE, UNFLAG = "cede", "unflag"


def in_play(state: State, nation: str) -> int:
    """The strength points and leaders of a nation on the map [15.4.a]."""
    leaders = sum((it.nation, it.standing) == (nation, "map") for it in state.leaders.values())
    lots = (lot for space in state.spaces.values() for lot in space.lots)
    return leaders + sum(lot.sp for lot in lots if lot.nation == nation)


def receiver(table: Wars, nation: str) -> str:
    """The invader that a power may submit to; empty if it may not [15.4.a].

    It has fewer units and leaders in play than that invader has inside its country.
    """
    state, pack = table.state, table.data
    by = strongest(state, pack, nation)
    if not by or not commander(state, by) or not commander(state, nation):
        return ""
    return by if in_play(state, nation) < units_inside(state, pack, nation, by) else ""


def _next(table: Wars) -> tuple[str, str]:
    """The next power that may offer to submit after this impulse, with to whom."""
    state = table.state
    if not state.parley:
        return "", ""
    after = state.last or table.data.track[-1]
    for nation in in_track_order(table.data, state.parley, after):
        if to := receiver(table, nation):
            return nation, to
    return "", ""


class Offering(Seated):
    """An offer of submission, as a seat sees it that writes or answers it."""

    def __init__(self, table: Wars, player: str, nation: str = "") -> None:
        super().__init__(table, player)
        self.offer = top(table.state, Offer)
        self.nation = self.offer.nation
        self.to = self.offer.to

    @property
    def named(self) -> list[str]:
        """The duchies of the terms."""
        return [it.duchy for it in self.offer.terms]

    def duchies(self) -> list[str]:
        """Those that may be ceded or given back, and are not on the terms."""
        found = dict.fromkeys((*self.ways(CEDE), *self.ways(UNFLAG)))
        return [it for it in found if it not in self.named]

    def ways(self, way: str) -> list[str]:
        """What may be ceded: home duchies but a capital, and associated ones under control.

        Nobody flags what is associated with an ally of theirs [8.22.b, R-194]. Given back are
        associated ones under a flag of the invader's camp; flags in home duchies come off anyway
        [15.2.a, 15.4.b].
        """
        state, pack, nation = self.state, self.pack, self.nation
        if way == CEDE:
            own = pack.associated[nation]
            held = (
                it
                for it in own
                if controller(state, pack, it) == nation
                and not is_of_ally(state, pack, it, self.to)
            )
            home = (it for it in pack.home_duchies[nation] if not pack.spaces[it].capital)
            return [*home, *held]
        camp = [self.to, *allies(state, pack, self.to)]
        return [it for it in pack.associated[nation] if state.spaces[it].flag in camp]


def _asks_terms(table: Wars) -> list[Decision]:
    it = top(table.state, Offer)
    if it.sent:
        text = say("Does %(nation)s submit on these terms?", nation=it.nation)
        return [table.question(commander(table.state, it.to), "answer_offer", "15.41.a", text)]
    text = say("Does %(nation)s offer to submit, and on what terms?", nation=it.nation)
    seat = commander(table.state, it.nation)
    return [table.question(seat, "offer", "15.41.a", text, it.nation)]


OFFERING = asked_for(Offering, "offer")


def _refuse_duchy(it: Offering, duchy: str) -> Refusal | None:
    if duchy in it.duchies():
        return None
    detail = "That duchy cannot be added to the terms."
    return refuse("NOT_FOR_TERMS", "15.41.a", detail, duchy=duchy)


def _refuse_term(it: Offering, order: AddTerm) -> Refusal | None:
    if order.way in (CEDE, UNFLAG) and order.duchy in it.ways(order.way):
        return None
    detail = "That duchy cannot be part of the terms in that way."
    return refuse("NOT_FOR_TERMS", "15.41.a", detail, duchy=order.duchy)


ADD_TERM = DeclaredVerb(
    AddTerm,
    OFFERING,
    "15.41.a",
    fields={
        "duchy": Domain(lambda it: it.duchies(), refusal=_refuse_duchy, points="target"),
        "way": Domain(lambda it: (CEDE, UNFLAG)),
    },
    refuses=_refuse_term,
    does=lambda it, order: it.tell(TermAdded, "R-87", duchy=order.duchy, way=order.way),
    line="terms of {nation:nation} {way:way} {duchy:space}",
    says=lambda it, order: (
        say("Offer to cede %(duchy)s")
        if order.way == CEDE
        else say("Ask that %(duchy)s is given back")
    ),
)


def _refuse_drop(it: Offering, duchy: str) -> Refusal | None:
    if duchy in it.named:
        return None
    return refuse("NOT_IN_THE_TERMS", "R-87", "That duchy is not in the terms.", duchy=duchy)


DROP_TERM = DeclaredVerb(
    DropTerm,
    OFFERING,
    "R-87",
    fields={"duchy": Domain(lambda it: it.named, refusal=_refuse_drop, points="target")},
    does=lambda it, order: it.tell(TermDropped, "R-87", duchy=order.duchy),
    line="drop {duchy:space} from the terms of {nation:nation}",
    says=say("Drop %(duchy)s from the terms"),
)

SEND_OFFER = DeclaredVerb(
    SendOffer,
    OFFERING,
    "15.41.a",
    does=lambda it, order: it.tell(OfferSent, "15.41.a", terms=tuple(it.offer.terms)),
    line="send the offer of {nation:nation}",
    says=say("Send the offer"),
)

NO_OFFER = DeclaredVerb(
    NoOffer,
    OFFERING,
    "15.41.a",
    does=lambda it, order: it.tell(OfferForgone, "15.41.a"),
    line="no offer of {nation:nation}",
    says=say("Do not offer to submit"),
)

ANSWERING = asked(Offering, "answer_offer")


def _accept(it: Offering, order: AcceptOffer) -> None:
    nation, to, terms = it.nation, it.to, [Term(t.duchy, t.way) for t in it.offer.terms]
    it.tell(OfferAnswered, "15.41.a", accepted=True)
    conquer(it.table, nation, to, "submission", terms)


ACCEPT_OFFER = DeclaredVerb(
    AcceptOffer,
    ANSWERING,
    "15.41.a",
    does=_accept,
    line="accept the submission",
    says=say("Accept the submission"),
)

REJECT_OFFER = DeclaredVerb(
    RejectOffer,
    ANSWERING,
    "15.41.a",
    does=lambda it, order: it.tell(OfferAnswered, "15.41.a", accepted=False),
    line="reject the submission",
    says=say("Do not accept the submission"),
)

VERBS = (ADD_TERM, DROP_TERM, SEND_OFFER, NO_OFFER, ACCEPT_OFFER, REJECT_OFFER)


def _begin(table: Wars) -> None:
    nation, to = _next(table)
    table.record(TermsBegun(nation, to), "15.4.a")


STEPS: tuple[Part[Wars], ...] = (
    Part(
        "terms",
        on_top(Offer),
        (Step("offer", lambda table: True, only_asks, _asks_terms),),
    ),
    Part(
        "submission",
        lambda table: table.state.phase == IMPULSES and not table.state.stack,
        (Step("offers", lambda table: bool(_next(table)[0]), _begin),),
    ),
)
"""What comes between two impulses."""
