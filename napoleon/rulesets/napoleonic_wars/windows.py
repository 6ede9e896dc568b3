"""Windows: who may respond to what, and the answers [6.14, R-72, R-73].

A window is put by what everybody knows alone: a seat is asked if a nation of theirs might hold a
card that fits, and nobody is asked or left out for what they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Domain, waits
from napoleon.rules.kit.frames import inmost, on_top, top, within
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal, verb_of
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleonic_wars import restoring
from napoleon.rulesets.napoleonic_wars.cards.grammar import LANGUAGE, steps_of
from napoleon.rulesets.napoleonic_wars.cards.scene import Playing
from napoleon.rulesets.napoleonic_wars.events.windows import (
    ResponsePlayed,
    WindowClosed,
    WindowOpened,
    WindowPutAgain,
    WindowSkipped,
)
from napoleon.rulesets.napoleonic_wars.frames.answers import Window
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle
from napoleon.rulesets.napoleonic_wars.frames.cards import Program
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Rupture
from napoleon.rulesets.napoleonic_wars.frames.forces import March, Meeting
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.nations import at_war, commander, in_track_order
from napoleon.rulesets.napoleonic_wars.orders.cards import Decline, Respond
from napoleon.rulesets.napoleonic_wars.orders.diplomacy import Restore
from napoleon.rulesets.napoleonic_wars.pack import Card
from napoleon.rulesets.napoleonic_wars.spaces import hostile_in
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import Wars

CARD, IMPULSE, ENTERED, BATTLE, BATTLE_CARD, BROKEN = (
    "W.CARD",
    "W.IMPULSE",
    "W.ENTERED",
    "W.BATTLE",
    "W.BATTLE_CARD",
    "W.PACT",
)
"""The kinds of window by land, as the digest names them."""

SAIL, AT_SEA, SEEK, GUNS, NAVAL = "W.SAIL", "W.AT_SEA", "W.SEEK", "W.GUNS", "W.NAVAL"
"""Those at sea."""

CLAUSE = "R-72"

# -- who may respond, by what everybody knows ------------------------------------------------------

Fits = Callable[[Wars, Window, str], bool]


def _of_another_seat(table: Wars, window: Window, nation: str) -> bool:
    """Only somebody else gains by it."""
    return commander(table.state, nation) != commander(table.state, window.nation)


def _at_war(table: Wars, window: Window, nation: str) -> bool:
    """Only an enemy gains by it."""
    return at_war(table.state, nation, window.nation)


def _invaded(table: Wars, window: Window, nation: str) -> bool:
    home = table.data.spaces[window.about].home
    return home == nation and at_war(table.state, nation, window.nation)


def _against(table: Wars, window: Window, nation: str) -> bool:
    """A nation in the battle, against the side that has played the card."""
    battle = within(table.state, Battle)
    for own, foe in ((battle.attacker, battle.defender), (battle.defender, battle.attacker)):
        if nation in own.nations:
            return window.nation in foe.nations
    return False


def _anybody(table: Wars, window: Window, nation: str) -> bool:
    return True


def _sails(table: Wars, window: Window, nation: str) -> bool:
    """A nation with ships in the fleet that is about to sail."""
    return any(it.sails and it.nation == nation for it in table.state.squadrons)


_FITS: Mapping[str, Fits] = {
    "blockade_runner": _sails,
    "couriers_captured": _of_another_seat,
    "bad_roads": _at_war,
    "burnt_earth": _invaded,
    "fog_of_war": _against,
}
"""What else than its window a response needs, by its event."""


def is_out_of_sight(state: State, card: str) -> bool:
    """Whether a card may be in a hand, for all that everybody knows [R-120]."""
    aside = any(war.card == card for war in state.foreign_wars)
    return card not in state.discards and card not in state.removed and not aside


def fits(table: Wars, window: Window, nation: str, card: Card) -> bool:
    """Whether a nation may play a card in a window, if it holds it."""
    if window.kind == BROKEN:
        at = Playing(table, commander(table.state, nation), nation, card.id)
        return card.is_played_by(nation) and bool(restoring.steps_back(at, card))
    if window.kind not in card.windows or not card.is_played_by(nation):
        return False
    if not _FITS.get(card.event, _anybody)(table, window, nation):
        return False
    at = Playing(table, commander(table.state, nation), nation, card.id)
    return LANGUAGE.is_possible(at, steps_of(card.program))


def may_respond(table: Wars, window: Window) -> list[str]:
    """The seats that are asked, in the order in which their answers count [R-73, R-121]."""
    state, pack = table.state, table.data
    cards = {it.event: it for it in pack.cards.values() if is_out_of_sight(state, it.id)}
    if window.kind == BROKEN:
        hidden = [it for it in cards.values() if not it.home]
        nations = in_order(table, window, restoring.able(table, window.nation, hidden))
        return list(dict.fromkeys(commander(state, it) for it in nations))
    responses = [it for it in cards.values() if window.kind in it.windows and not it.home]
    able = [
        nation
        for nation in pack.track
        if commander(state, nation)
        and (
            (
                state.nations[nation].hand
                and any(fits(table, window, nation, card) for card in responses)
            )
            or any(fits(table, window, nation, card) for card in _at_home(table, nation))
        )
    ]
    return list(dict.fromkeys(commander(state, it) for it in in_order(table, window, able)))


def _at_home(table: Wars, nation: str) -> list[Card]:
    """The home cards of a nation that everybody sees it has not used yet [R-73]."""
    return [table.data.cards[it.card] for it in table.state.nations[nation].home if it.up]


def in_order(table: Wars, window: Window, nations: list[str]) -> list[str]:
    """The nations of the active seat first, then those of others, in track order [R-73]."""
    order = in_track_order(table.data, nations, window.nation)
    own = commander(table.state, window.nation)
    return sorted(order, key=lambda it: commander(table.state, it) != own)


def put(table: Wars, kind: str, nation: str, about: str) -> None:
    """A nation has done something to which others may respond, if anybody can."""
    seats = may_respond(table, Window(kind, nation, about))
    if seats:
        table.record(WindowOpened(kind, nation, about, tuple(seats)), CLAUSE, "R-73")
    else:
        table.record(WindowSkipped(kind, nation), "R-120")


# -- the answers -----------------------------------------------------------------------------------


class Responding(Scene[Wars]):
    """A seat in a window."""

    def __init__(self, table: Wars, player: str) -> None:
        super().__init__(table, player)
        self.window = top(table.state, Window)

    @property
    def nations(self) -> list[str]:
        """The nations of the seat that hold a card."""
        state = self.table.state
        return [
            it
            for it in self.table.data.track
            if commander(state, it) == self.player and self.held(it)
        ]

    def held(self, nation: str) -> list[str]:
        """The cards of a nation that it may respond with: its hand, and its unused home cards."""
        hand = sorted(self.table.state.nations[nation].hand)
        home = [card.id for card in _at_home(self.table, nation) if card.windows]
        return [*hand, *home]

    def cards(self) -> Iterator[str]:
        """The cards of the seat that fit."""
        pack = self.table.data
        for nation in self.nations:
            for card in self.held(nation):
                if fits(self.table, self.window, nation, pack.cards[card]):
                    yield card


RESPONDER: Actor[Wars, Responding] = Actor(
    ("window",), "", lambda table, asked, _: Responding(table, asked.seat)
)


def _refuse_response(it: Responding, order: Respond) -> Refusal | None:
    if order.nation not in it.nations or order.card not in it.held(order.nation):
        return refuse("CARD_NOT_IN_HAND", "R-73", "That is no card of a nation of yours.")
    if fits(it.table, it.window, order.nation, it.table.data.cards[order.card]):
        return None
    return refuse("DOES_NOT_FIT", "R-72", "That card cannot be played in this window.")


RESPOND = DeclaredVerb(
    Respond,
    RESPONDER,
    CLAUSE,
    fields={
        "nation": Domain(lambda it: it.nations),
        "card": Domain(lambda it: list(it.cards())),
    },
    refuses=_refuse_response,
    does=waits,
    line="respond with {card:card} of {nation:nation}",
    says=say("Play %(card)s for %(nation)s"),
)

DECLINE = DeclaredVerb(
    Decline, RESPONDER, CLAUSE, does=waits, line="decline", says=say("Play no card")
)


def _payers(it: Responding) -> list[str]:
    return [name for name in it.table.state.powers if restoring.cards_to_pay(it.table, name)]


def _refuse_restoring(it: Responding, order: Restore) -> Refusal | None:
    state = it.table.state
    if it.window.kind != BROKEN:
        return refuse("DOES_NOT_FIT", "R-72", "No Pact was broken just now.")
    own = commander(state, order.nation) == it.player if order.nation in state.nations else False
    if own and order.card in restoring.cards_to_pay(it.table, order.nation):
        return None
    detail = "One card of the power of that row pays for every box back to Pact."
    return refuse("CANNOT_RESTORE", "R-85", detail, card=order.card)


RESTORE = DeclaredVerb(
    Restore,
    RESPONDER,
    "8.21.a",
    fields={
        "nation": Domain(_payers),
        "card": Domain(
            lambda it: [
                card for name in _payers(it) for card in restoring.cards_to_pay(it.table, name)
            ]
        ),
    },
    refuses=_refuse_restoring,
    does=waits,
    line="restore the pact with {card:card} of {nation:nation}",
    says=say("Restore the Pact by the CP of %(card)s"),
)

VERBS = (RESPOND, RESTORE, DECLINE)


def _waits(table: Wars) -> bool:
    return bool(top(table.state, Window).waiting)


def _asks(table: Wars) -> list[Decision]:
    window = top(table.state, Window)
    text = _trigger(window)
    return [table.question(seat, "window", CLAUSE, text) for seat in window.waiting]


def _trigger(window: Window) -> Phrase:
    """What has happened, to which a seat may respond."""
    nation, about = window.nation, window.about
    if window.kind == BROKEN:
        return say("The Pact of %(nation)s was broken. Do you restore it?", nation=about)
    if window.kind == ENTERED:
        return say("%(nation)s has entered %(space)s. Do you respond?", nation=nation, space=about)
    if window.kind == BATTLE:
        return say("A battle is about to begin in %(space)s. Do you respond?", space=about)
    if window.kind == SAIL:
        text = "A fleet of %(nation)s is about to leave %(place)s. Do you respond?"
        return say(text, nation=nation, place=about)
    if window.kind == AT_SEA:
        text = "A fleet of %(nation)s has come to %(place)s. Do you respond?"
        return say(text, nation=nation, place=about)
    if window.kind == SEEK:
        text = "%(nation)s searches for enemies in %(place)s. Do you respond?"
        return say(text, nation=nation, place=about)
    if window.kind == GUNS:
        return say("The batteries of %(place)s are about to fire. Do you respond?", place=about)
    if window.kind == NAVAL:
        return say("A round of a naval battle begins in %(place)s. Do you respond?", place=about)
    if about:
        return say("%(nation)s has played %(card)s. Do you respond?", nation=nation, card=about)
    return say("Do you respond to %(nation)s?", nation=nation)


def _responses(table: Wars) -> dict[str, tuple[str, str]]:
    """By nation the verb and the card that was answered with."""
    answers = (it.order for it in top(table.state, Window).answers)
    played = [it for it in answers if it["order"] in (verb_of(Respond), verb_of(Restore))]
    return {it["nation"]: (it["order"], it["card"]) for it in played}


def _carry_out(table: Wars) -> None:
    """The first response in order counts [R-73]."""
    responses, window = _responses(table), top(table.state, Window)
    nation = in_order(table, window, [*responses])[0]
    verb, named = responses[nation]
    card = table.data.cards[named]
    if verb == verb_of(Restore):
        restoring.pay_back(table, nation, card)
        return
    todo = steps_of(card.program)
    if window.kind == BROKEN:
        at = Playing(table, commander(table.state, nation), nation, card.id)
        todo = tuple(restoring.steps_back(at, card))
    table.record(ResponsePlayed(nation, card.id, bool(card.home), card.remove, todo), "R-73")


def _to_put(table: Wars) -> bool:
    window = top(table.state, Window)
    return not window.asked and bool(may_respond(table, window))


def _put(table: Wars) -> None:
    window = top(table.state, Window)
    table.record(WindowPutAgain(window.kind, tuple(may_respond(table, window))), "R-73")


def _close(table: Wars) -> None:
    table.record(WindowClosed(top(table.state, Window).kind), "R-73")


STEPS = Part[Wars](
    "window",
    on_top(Window),
    (
        Step("answers", _waits, only_asks, _asks),
        Step("first response", lambda table: bool(_responses(table)), _carry_out),
        Step("put once more", _to_put, _put),
        Step("close", lambda table: True, _close),
    ),
)
"""A window stands open."""


# -- when windows are due --------------------------------------------------------------------------


def _of_a_player(table: Wars) -> bool:
    """A card of an impulse was played, and nothing of it is done yet [R-139]."""
    if not on_top(Impulse, Program)(table) or inmost(table.state, Window) is not None:
        return False
    impulse = inmost(table.state, Impulse)
    return (
        impulse is not None and bool(impulse.due) and bool(commander(table.state, impulse.nation))
    )


def _put_due(table: Wars) -> None:
    """W.CARD comes first, as it may undo the play."""
    impulse = within(table.state, Impulse)
    kind = CARD if CARD in impulse.due else impulse.due[0]
    put(table, kind, impulse.nation, impulse.played[-1] if impulse.played else "")


def _meets(table: Wars) -> Meeting | None:
    """A force that has entered, once all that intercepts or evades has done so."""
    frame = table.state.stack[-1] if table.state.stack else None
    if not isinstance(frame, Meeting) or frame.waiting or frame.standing or frame.settled:
        return None
    return frame


def _entered(table: Wars) -> bool:
    meeting = _meets(table)
    if meeting is None or not meeting.came or ENTERED in meeting.put:
        return False
    return bool(may_respond(table, Window(ENTERED, meeting.nation, meeting.space)))


def _put_entered(table: Wars) -> None:
    meeting = top(table.state, Meeting)
    put(table, ENTERED, meeting.nation, meeting.space)


def _before_battle(table: Wars) -> bool:
    meeting = _meets(table)
    if meeting is None or meeting.causes or BATTLE in meeting.put:
        return False
    if not meeting.came and not meeting.arrived:
        return False  # New enemies in one space cannot go back to where they came from.
    march = inmost(table.state, March)
    if march is not None and not march.force.units:
        return False
    if not hostile_in(table.state, meeting.space, meeting.nation):
        return False
    return bool(may_respond(table, Window(BATTLE, meeting.nation, meeting.space)))


def _put_battle(table: Wars) -> None:
    meeting = top(table.state, Meeting)
    put(table, BATTLE, meeting.nation, meeting.space)


def _broken(table: Wars) -> bool:
    """A Pact was broken, and somebody might restore it [8.21.a]."""
    return on_top(Rupture)(table) and not top(table.state, Rupture).put


def _put_broken(table: Wars) -> None:
    impulse, rupture = inmost(table.state, Impulse), top(table.state, Rupture)
    put(table, BROKEN, impulse.nation if impulse is not None else rupture.power, rupture.nation)


DUE = Part[Wars](
    "windows",
    lambda table: bool(table.state.stack),
    (
        Step("after a card", _of_a_player, _put_due),
        Step("after an entry", _entered, _put_entered),
        Step("before a battle", _before_battle, _put_battle),
        Step("after a broken Pact", _broken, _put_broken),
    ),
)
"""Something has happened to which others may respond."""
