"""6.14 Windows: when one is due, and who may respond to what [R-72, R-73].

A window is put by what everybody knows alone: a seat is asked if a nation of theirs might hold a
card that fits, and nobody is asked or left out for what they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from napoleon.rules.kit.frames import inmost, on_top, top, within
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rulesets.napoleonic_wars import restoring
from napoleon.rulesets.napoleonic_wars.cards.grammar import changes_something
from napoleon.rulesets.napoleonic_wars.cards.scene import played_by
from napoleon.rulesets.napoleonic_wars.events.windows import WindowOpened, WindowSkipped
from napoleon.rulesets.napoleonic_wars.frames.answers import Window
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle
from napoleon.rulesets.napoleonic_wars.frames.cards import Program
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Rupture
from napoleon.rulesets.napoleonic_wars.frames.forces import March, Meeting
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.nations import at_war, commander, in_track_order
from napoleon.rulesets.napoleonic_wars.pack import Card, Pack
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


def out_of_sight(state: State, pack: Pack) -> dict[str, Card]:
    """The cards that may be in a hand, for all that everybody knows, by their events [R-120]."""
    seen = {*state.discards, *state.removed, *(war.card for war in state.foreign_wars)}
    return {it.event: it for it in pack.cards.values() if it.id not in seen}


def fits(table: Wars, window: Window, nation: str, card: Card) -> bool:
    """Whether a nation may play a card in a window, if it holds it."""
    if not card.is_played_by(nation):
        return False
    if window.kind == BROKEN:
        return bool(restoring.steps_back(played_by(table, nation, card), card))
    if window.kind not in card.windows:
        return False
    suits = _FITS.get(card.event, _anybody)(table, window, nation)
    return suits and changes_something(played_by(table, nation, card))


def may_respond(table: Wars, window: Window) -> list[str]:
    """The seats that are asked, in the order in which their answers count [R-73, R-121]."""
    state, pack = table.state, table.data
    cards = out_of_sight(state, pack)
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
            or any(fits(table, window, nation, card) for card in at_home(table, nation))
        )
    ]
    return list(dict.fromkeys(commander(state, it) for it in in_order(table, window, able)))


def at_home(table: Wars, nation: str) -> list[Card]:
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
