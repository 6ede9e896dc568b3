"""Battles in the middle of a turn, and orders, so that a test reads as given, when, then.

Cards are named by their ids, in a line of text for each place; words behind colons say how one
stands there, such as ``f_soye_brigade:column:hits2``. Who shares a position with enemies lies face
up, and so does a general; the others lie face down, unless the line says ``up`` or ``down``::

    given = fighting("quatre_bras", {"allied_left": "b_bylandt f_soye_brigade:column"})
    played = play(given, FRENCH, Shock("f_soye_brigade", "b_bylandt"), dice=[6, 5, 4, 3, 1])
    assert played.the(CardShocked).hits == 3

Everything goes through the functions of the ruleset. What chance gives is written beside orders.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from napoleon.chance import PUBLIC, SECRET
from napoleon.rules.events import Event
from napoleon.rules.kit.verbs import CheckedVerb
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.eagles_waterloo import RULES, places
from napoleon.rulesets.eagles_waterloo.events.decks import fields
from napoleon.rulesets.eagles_waterloo.layout import battles_of
from napoleon.rulesets.eagles_waterloo.packs.cards import General, Terrain
from napoleon.rulesets.eagles_waterloo.sides import ALLIED, FRENCH, NATIONS, SIDES
from napoleon.rulesets.eagles_waterloo.state import Battle, Card, Site, State
from tests import acting
from tests.acting import Outcome

T = TypeVar("T")

READERS = (FRENCH, ALLIED, "spectator", "referee")
DIE = [1, 2, 3, 4, 5, 6]
CHECKED = {order for order, verb in RULES.book.verbs.items() if isinstance(verb, CheckedVerb)}
"""Verbs with too many legal orders to be listed."""


class Scripted:
    """Chance that gives dice and cards in the order in which they are written.

    What nobody has scripted is an error, but for tokens, which come in the order of their numbers,
    and cards under `any_cards`, of which the first in the order of their ids comes.
    """

    def __init__(
        self, dice: Iterable[int], drawn: Iterable[str], *, any_cards: bool = False
    ) -> None:
        self._dice, self._drawn = list(dice), list(drawn)
        self._any_cards = any_cards

    def pick(self, options: Sequence[T], purpose: str, chain: str = SECRET) -> T:
        """What the script says; see `napoleon.chance`."""
        is_die = list(options) == DIE
        lies_open = is_die or purpose.startswith("back ")
        assert (chain == PUBLIC) == lies_open, (
            f"what is hidden comes from a secret chain: {purpose}"
        )
        if " token " in purpose:
            return options[0]
        if not is_die and self._any_cards and not self._drawn:
            return options[0]
        wishes: list[Any] = self._dice if is_die else self._drawn
        assert wishes, f"nothing was scripted for: {purpose}"
        wish = wishes.pop(0)
        assert wish in options, f"{purpose}: {wish} is not there"
        return options[list(options).index(wish)]

    @property
    def left(self) -> list[int | str]:
        """What has not been drawn."""
        return [*self._dice, *self._drawn]


class Played(Outcome[State]):
    """A position after orders, with what happened, or the refusal of the last one."""

    @property
    def asked(self) -> list[tuple[str, str]]:
        """Who has to decide what now: seat and kind."""
        return acting.asked(RULES, self.state)

    @property
    def types(self) -> list[str]:
        """What happened, by name."""
        return [event.type for event in self.events]

    @property
    def battle(self) -> Battle:
        """The battle whose player turn it is, or the only one."""
        return self.state.battles.get(self.state.at) or next(iter(self.state.battles.values()))

    def card(self, card: str) -> Card:
        """A card in play."""
        battle = self.state.battle_of(card)
        assert battle is not None, f"{card} is not in play"
        return battle.cards[card]

    def token(self, card: str) -> str:
        """What others call a card that lies face down."""
        return self.card(card).token


# -- given ----------------------------------------------------------------------------------------


def fighting(
    battle: str,
    lines: Mapping[str, str],
    *,
    active: str = FRENCH,
    phase: str = "combat",
    sites: Mapping[str, str] | None = None,
    on: Mapping[str, str] | None = None,
    decks: Mapping[str, str] | None = None,
    lost: str = "",
    arrived: bool = False,
    asked: bool = True,
    **options: Any,
) -> Played:
    """A battle in a player turn of `active`: cards by place, terrain, and decks by nation.

    `sites` has the position of each terrain card, and its holder if it is not its owner, as in
    ``allied_right french``; `on` the terrain card under a unit. `asked` says that the other side
    had its window already [G-62].
    """
    state = _laid_out(battle, options)
    field = state.battles[battle]
    _fill(state, field, lines, sites or {}, on or {}, decks or {})
    field.routed = lost.split()
    field.arrived, field.asked = arrived, asked
    _begin(state, field, active, phase)
    given = Played(state, [], None)
    assert given.asked, "somebody has to be asked"
    return given


def _laid_out(scenario: str, options: Mapping[str, Any]) -> State:
    checked = RULES.checked_options(options)
    state: State = RULES.apply(None, RULES.begin(RULES.pack, scenario, checked))
    return state


def _begin(state: State, field: Battle, active: str, phase: str) -> None:
    state.at, state.turn, state.phase = field.id, 1, phase
    field.active, field.turns = active, SIDES.index(active) + 1
    field.drawn = phase == "reinforcement"


def _fill(
    state: State,
    field: Battle,
    lines: Mapping[str, str],
    sites: Mapping[str, str],
    on: Mapping[str, str],
    decks: Mapping[str, str],
) -> None:
    field.decks = {nation: sorted(decks.get(nation, "").split()) for nation in field.nations}
    for site, where in sites.items():
        place, _, holder = where.partition(" ")
        assert isinstance(RULES.pack.by_id[site], Terrain), site
        field.sites[site] = Site(place, holder or places.owner(place), fixed=True)
    for place, line in lines.items():
        assert place in places.PLACES, place
        for words in line.split():
            name, *how = words.split(":")
            assert name not in field.cards, f"{name} stands twice"
            field.cards[name] = _card(name, place, how)
    for card, site in (on or {}).items():
        field.cards[card].terrain = site
    for card, it in field.cards.items():
        if places.is_reserve(it.place):
            continue
        _turn(state, field, card)


def _card(name: str, place: str, how: Sequence[str]) -> Card:
    printed = RULES.pack.by_id[name.partition(".")[0]]
    card = Card(printed.nation, place)
    for word in how:
        if word in ("column", "square"):
            card.formation = word
        elif word.startswith("hits"):
            card.hits = int(word.removeprefix("hits"))
        elif word == "up":
            card.revealed = True
        elif word == "down":
            card.token = "down"
        else:
            assert word in ("blown", "late"), word
            setattr(card, word, True)
    return card


def _turn(state: State, field: Battle, card: str) -> None:
    it = field.cards[card]
    general = isinstance(RULES.pack.by_id[card.partition(".")[0]], General)
    if it.token != "down":
        it.revealed = it.revealed or general or bool(it.hits) or field.is_engaged(it.place)
    state.tokens += 1
    it.token = "" if general and it.revealed else f"{it.nation}-{state.tokens}"


def deploying(battle: str, *, french: str, allied: str, **options: Any) -> Played:
    """Both sides lay their musters in secret; nothing comes after them."""
    state = _laid_out(battle, options)
    field = state.battles[battle]
    _fill(state, field, {"french_reserve": french, "allied_reserve": allied}, {}, {}, {})
    state.phase = "deploy"
    return Played(state, [], None)


def campaign(
    lines: Mapping[str, Mapping[str, str]],
    *,
    at: str,
    active: str = FRENCH,
    phase: str = "combat",
    stage: str = "opening",
    decks: Mapping[str, Mapping[str, str]] | None = None,
    results: Mapping[str, str] | None = None,
    asked: bool = True,
) -> Played:
    """A player turn at one of the battles of the campaign: cards by battle and place."""
    state = _laid_out("campaign", {})
    state.stage, state.battles = stage, fields(battles_of(RULES.pack, stage))  # type: ignore[arg-type]
    state.pools = {nation: [] for nation in NATIONS}
    state.results = dict(results or {})
    for battle in results or {}:
        state.battles.pop(battle, None)
    for battle, field in state.battles.items():
        _fill(state, field, lines.get(battle, {}), {}, {}, (decks or {}).get(battle, {}))
        field.turns = 2
        field.active = FRENCH
    field = state.battles[at]
    field.asked = asked
    _begin(state, field, active, phase)
    return Played(state, [], None)


def fresh(scenario: str, *, drawn: Iterable[str] = (), **options: Any) -> Played:
    """A game at its first question; decks and musters are dealt in the order of the ids."""
    chance = Scripted((), drawn, any_cards=True)
    events = RULES.setup(scenario, RULES.checked_options(options), chance)
    return Played(acting.after(RULES, None, events), events, None)


# -- when -----------------------------------------------------------------------------------------


def play(
    given: Played,
    seat: str,
    *orders: Order,
    dice: Iterable[int] = (),
    drawn: Iterable[str] = (),
    any_cards: bool = False,
) -> Played:
    """Give orders of one seat, one after the other; only the last one may be refused.

    Every order is held against the list of legal orders as well, unless there are too many. What
    is written is drawn, and all of it.
    """
    chance = Scripted(dice, drawn, any_cards=any_cards)
    played = Played(given.state, [], None)
    happened: list[Event] = []
    for order in orders:
        assert played.refusal is None, f"refused before the last order: {played.refusal}"
        if type(order) in CHECKED:
            played = _checked(played.state, seat, order, chance)
        else:
            played = acting.give(RULES, Played, played.state, seat, [order], chance)
        if played.refusal is None:
            happened += played.events
    assert not chance.left, f"never drawn: {chance.left}"
    return Played(played.state, happened, played.refusal)


def _checked(state: State, seat: str, order: Order, chance: Scripted) -> Played:
    before = msgspec.msgpack.encode(state)
    answer = RULES.decide(state, seat, order, chance)
    assert msgspec.msgpack.encode(state) == before, "decide changed the position"
    if isinstance(answer, Refusal):
        return Played(state, [], answer)
    return Played(acting.after(RULES, state, answer), answer, None)


def refusal(given: Played, seat: str, *orders: Order, **chance: Any) -> tuple[str, str] | None:
    """Code and clause of the refusal of the last order; None if it is legal."""
    return play(given, seat, *orders, **chance).refused


def legal_orders(given: Played, seat: str, kind: type[Order] = Order) -> list[Order]:
    """Every order of a verb, or of all, that is legal for a seat now."""
    return [it for it in acting.legal_orders(RULES, given.state, seat) if isinstance(it, kind)]


# -- then -----------------------------------------------------------------------------------------


def seen(given: Played, reader: str) -> dict[str, Any]:
    """The four boards as a reader sees them, as JSON."""
    shown = RULES.view(given.state, Viewer(reader, given.state.result is not None)).at(1)
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(shown))
    return read


def place_seen(given: Played, reader: str, place: str) -> dict[str, Any]:
    """A place of the running battle as a reader sees it."""
    areas = seen(given, reader)["map"]["areas"]
    [found] = [
        it for it in areas if it["place"] == place and it["battle"] == given.battle.id
    ]  # fmt: skip
    area: dict[str, Any] = found
    return area


def told(played: Played, reader: str) -> list[dict[str, Any]]:
    """What happened, as a reader is told of it."""
    return [redacted(event, Viewer(reader)) for event in played.events]


def payloads(played: Played, reader: str, kind: str) -> list[dict[str, Any]]:
    """What a reader is told of the events of a type, as JSON."""
    events = msgspec.json.decode(msgspec.json.encode(told(played, reader)))
    return [it["data"] for it in events if it["type"] == kind]


def everything_known(given: Played, reader: str) -> str:
    """All that a reader is shown, told and asked, as one text."""
    known = {
        "views": seen(given, reader),
        "events": told(given, reader) if given.refusal is None else [],
        "offers": [repr(order) for order in legal_orders(given, reader)],
        "decisions": [repr(it) for it in RULES.decisions(given.state)],
    }
    return msgspec.json.encode(known).decode()


__all__ = [
    "ALLIED",
    "FRENCH",
    "READERS",
    "RULES",
    "Played",
    "campaign",
    "deploying",
    "everything_known",
    "fighting",
    "fresh",
    "legal_orders",
    "payloads",
    "place_seen",
    "play",
    "refusal",
    "seen",
    "told",
]
