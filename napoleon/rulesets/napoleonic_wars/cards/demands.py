"""6.13 Foreign wars: what a card demands, which pieces go on it, what builds those that lack."""

from __future__ import annotations

from collections.abc import Callable

from napoleon.rules.kit.declaring import DeclaredVerb, Domain, Irreversible
from napoleon.rules.kit.frames import on_top, top
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say, say_many
from napoleon.rulesets.napoleonic_wars import conquest
from napoleon.rulesets.napoleonic_wars.cards.drawing import choosing
from napoleon.rulesets.napoleonic_wars.cards.owing import Owing
from napoleon.rulesets.napoleonic_wars.cards.scene import Playing, listed
from napoleon.rulesets.napoleonic_wars.cards.words import Some
from napoleon.rulesets.napoleonic_wars.events.foreign_wars import DemandOver, ForeignWarBegan
from napoleon.rulesets.napoleonic_wars.events.proxies import ProxyCardDrawn
from napoleon.rulesets.napoleonic_wars.frames.cards import Demand
from napoleon.rulesets.napoleonic_wars.nations import commander, is_allied, is_client, seats
from napoleon.rulesets.napoleonic_wars.orders.cards import (
    GiveCard,
    GiveResource,
    TieLeader,
    TieSquadron,
    TieUnits,
)
from napoleon.rulesets.napoleonic_wars.pieces import squadrons_afloat
from napoleon.rulesets.napoleonic_wars.scene import asked
from napoleon.rulesets.napoleonic_wars.table import Wars

TIE, GIVE = "tie_down", "give"
"""The kinds of the questions: which pieces go, and what builds those that are lacking."""


# -- the effect ------------------------------------------------------------------------------------


def _foe(foe: Some) -> str:
    return listed(foe)[0]


def _serves(at: Playing, proxy: str, camp_of: str) -> bool:
    """Whether a nation is a client of a nation's camp."""
    powers = (it for it in at.pack.powers if is_allied(at.state, it, camp_of))
    return any(is_client(at.state, proxy, it) for it in powers)


def refuse_war(
    at: Playing, target: str, sp: int, leader: int = 0, squadrons: int = 0, foe: Some = ""
) -> Refusal | None:
    """Neither of two nations is a client of the other's camp [8.31.a, 8.4.a]."""
    enemy = _foe(foe)
    if not enemy:
        return None
    if _serves(at, enemy, target) or _serves(at, target, enemy):
        detail = "One of the two is a client of the other's camp."
        return refuse("FOE_IS_CLIENT", "8.4.a", detail, foe=enemy)
    return None


def tie_down(
    at: Playing, target: str, sp: int, leader: int = 0, squadrons: int = 0, foe: Some = ""
) -> None:
    """A foreign war: pieces of the target go on the card until a 6 is rolled [6.13, 7.6]."""
    at.tell(
        ForeignWarBegan,
        "6.13.a",
        nation=target,
        foe=_foe(foe),
        sp=sp,
        leaders=leader,
        squadrons=squadrons,
    )


# -- the steps -------------------------------------------------------------------------------------


def _owing(table: Wars) -> Owing:
    return Owing(table, "")


def _is_met(table: Wars) -> bool:
    owed = top(table.state, Demand)
    return not owed.sp + owed.leaders + owed.squadrons


def _is_there(table: Wars) -> bool:
    it = _owing(table)
    return bool(it.units or it.leaders or it.fleets)


def _obvious(it: Owing) -> Callable[[], None] | None:
    """The pieces that go without a choice: all there are of a kind, or from one place."""
    owed = it.demand
    if it.units and (len(it.units) == 1 or sum(it.units.values()) <= owed.sp):
        space, sp = next(iter(it.units.items()))
        return lambda: it.tie(space, min(sp, owed.sp))
    if it.leaders and len(it.leaders) <= owed.leaders:
        return lambda: it.tie(leader=it.leaders[0])
    if it.fleets and (
        len(it.fleets) == 1 or squadrons_afloat(it.state, it.nation) <= owed.squadrons
    ):
        return lambda: it.tie(it.fleets[0], squadrons=1)
    return None


def _tie_obvious(table: Wars) -> None:
    obvious = _obvious(_owing(table))
    assert obvious is not None, "there is one"
    obvious()


def _draw_seat(table: Wars) -> None:
    choosing(table, top(table.state, Demand).nation, seats(table.state))


def pieces(demand: Demand) -> tuple[Phrase, ...]:
    """What is still to be put on the card."""
    counts = (
        (demand.sp, say("%(sp)s SP", sp=demand.sp)),
        (demand.leaders, say_many("a leader", "%(count)s leaders", demand.leaders)),
        (demand.squadrons, say_many("a squadron", "%(count)s squadrons", demand.squadrons)),
    )
    return tuple(said for number, said in counts if number)


def _asks_pieces(table: Wars) -> list[Decision]:
    it = _owing(table)
    text = say(
        "What does %(nation)s put on %(card)s? It demands %(pieces)s.",
        nation=it.nation, card=it.card, pieces=pieces(top(table.state, Demand)),
    )  # fmt: skip
    return [table.question(it.seat, TIE, "6.13.a", text)]


def _builds(table: Wars) -> bool:
    return _owing(table).next_piece() is not None


def _build(table: Wars) -> None:
    build = _owing(table).next_piece()
    assert build is not None, "there is one"
    build()


def _give_up(table: Wars) -> None:
    """What is lacking cannot be built: the nation submits [6.13.b, R-102]."""
    it = _owing(table)
    it.tell(DemandOver, "6.13.b", "R-102", met=False)
    conquest.submits(table, it.nation)


def _give_by_lot(table: Wars) -> None:
    """A neutral's cards are taken by chance [R-74]."""
    it = _owing(table)
    card, draw = table.draw(it.cards, f"card of {it.nation}")
    it.tell(ProxyCardDrawn, "R-74", card=card, draw=draw)
    it.give(card)


def _asks_cards(table: Wars) -> list[Decision]:
    it = _owing(table)
    text = say("%(nation)s lacks pieces: what does it give to build them?", nation=it.nation)
    return [table.question(it.seat, GIVE, "R-74", text)]


STEPS = Part[Wars](
    "foreign war",
    on_top(Demand),
    (
        Step("met", _is_met, lambda it: _owing(it).tell(DemandOver, "6.13.a", met=True)),
        Step("no choice", lambda it: _obvious(_owing(it)) is not None, _tie_obvious),
        Step("who chooses", lambda it: _is_there(it) and not _owing(it).seat, _draw_seat),
        Step("pieces", _is_there, only_asks, _asks_pieces),
        Step("built", _builds, _build),
        Step("submission", lambda it: not _owing(it).can_pay, _give_up),
        Step(
            "a neutral's card",
            lambda it: not commander(it.state, _owing(it).nation),
            _give_by_lot,
        ),
        Step("cards", lambda it: True, only_asks, _asks_cards),
    ),
)
"""What a foreign war demands is settled before anything goes on."""


# -- the verbs -------------------------------------------------------------------------------------

TYING = asked(Owing, TIE)
GIVING = asked(Owing, GIVE)


def _among(names: Callable[[Owing], object], detail: str) -> Callable[[Owing, str], Refusal | None]:
    def refusal(it: Owing, name: str) -> Refusal | None:
        if name in names(it):  # type: ignore[operator]
            return None
        return refuse("NOT_DEMANDED", "6.13.a", detail)

    return refusal


def _refuse_amount(it: Owing, order: TieUnits) -> Refusal | None:
    most = min(it.demand.sp, it.units[order.space])
    if 1 <= order.sp <= most:
        return None
    return refuse("WRONG_NUMBER", "6.13.a", f"Put from 1 to {most} SP on it.", most=most)


TIE_UNITS = DeclaredVerb(
    TieUnits,
    TYING,
    "6.13.a",
    fields={
        "space": Domain(
            lambda it: it.units,
            refusal=_among(lambda it: it.units, "No strength points that are demanded are there."),
            points="target",
        ),
        "sp": Domain(lambda it: range(1, it.demand.sp + 1), lambda it, sp: sp),
    },
    refuses=_refuse_amount,
    does=lambda it, order: it.tie(order.space, order.sp),
    irreversible=Irreversible.NEVER,
    line="tie down {sp:number} of {space:space}",
    says=say("Put %(sp)s SP of %(space)s on the card"),
)

TIE_LEADER = DeclaredVerb(
    TieLeader,
    TYING,
    "6.13.a",
    fields={
        "leader": Domain(
            lambda it: it.leaders,
            refusal=_among(lambda it: it.leaders, "That leader is not demanded."),
            points="piece",
        )
    },
    does=lambda it, order: it.tie(leader=order.leader),
    line="tie down {leader:leader}",
    says=say("Put %(leader)s on the card"),
)

TIE_SQUADRON = DeclaredVerb(
    TieSquadron,
    TYING,
    "6.13.a",
    fields={
        "at": Domain(
            lambda it: it.fleets,
            refusal=_among(lambda it: it.fleets, "No squadron that is demanded is there."),
            points="target",
        )
    },
    does=lambda it, order: it.tie(order.at, squadrons=1),
    line="tie down squadron of {at:place}",
    says=say("Put a squadron of %(at)s on the card"),
)

GIVE_CARD = DeclaredVerb(
    GiveCard,
    GIVING,
    "R-74",
    fields={
        "card": Domain(
            lambda it: it.cards,
            refusal=_among(lambda it: it.cards, "That card of the nation gives no CP."),
        )
    },
    does=lambda it, order: it.give(order.card),
    line="give {card:card}",
    says=say("Give %(card)s"),
)


def _refuse_resource(it: Owing) -> Refusal | None:
    if it.own.resources:
        return None
    return refuse("NO_RESOURCE", "16.2.a", "The nation has no Resource.")


GIVE_RESOURCE = DeclaredVerb(
    GiveResource,
    GIVING,
    "R-74",
    unable=_refuse_resource,
    does=lambda it, order: it.give_resource(),
    line="give resource",
    says=say("Give a Resource, and the card that it draws"),
)

VERBS = (TIE_UNITS, TIE_LEADER, TIE_SQUADRON, GIVE_CARD, GIVE_RESOURCE)
