"""The order notation of the game: a line for every order, described in docs/notation.md.

Orders name cards of their own player, and of the enemy what everybody sees, so that nothing in a
line is hidden from its writer.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, cached_property, lru_cache, partial

from napoleon.rules.kit import conceding
from napoleon.rules.notation.codecs import PACKS
from napoleon.rules.notation.declared import DeclaredNotation, Positions
from napoleon.rules.notation.grammar import Grammar, Pattern
from napoleon.rules.notation.names import Names
from napoleon.rules.notation.slots import listed, named
from napoleon.rulesets.eagles_waterloo import labels, orders, places, position_notation
from napoleon.rulesets.eagles_waterloo.layout import CUSTOM
from napoleon.rulesets.eagles_waterloo.names import FORMATIONS, LANES, PLACES
from napoleon.rulesets.eagles_waterloo.notation_lists import (
    Laying,
    layout_slot,
    to_the_end,
    token_or,
)
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack
from napoleon.rulesets.eagles_waterloo.sides import SIDES, enemy, side_of
from napoleon.rulesets.eagles_waterloo.state import State

SPOTS = {**PLACES, **{lane: name.removeprefix("the ") for lane, name in LANES.items()}}
"""What specials name: positions, and lanes."""


@lru_cache(8 * PACKS)
def cards(pack: Pack, side: str = "", copies: int = 1, kind: str = "") -> Names:
    """Cards of a side, or of both, by names that no two of them share; of one kind, if named.

    What only tells a card from those of the other side is left out. `copies` is how many there
    may be of a card.
    """
    own = [it for it in pack.by_id.values() if not side or it.side == side]
    shared = Counter(it.name for it in own)
    called = {
        it.id: it.name if shared[it.name] == 1 else labels.name_on_card(pack, it.id)
        for it in own
        if not kind or it.kind == kind
    }
    others = {
        f"{id_}.{copy}": f"{name} (copy {copy})"
        for copy in range(2, copies + 1)
        for id_, name in called.items()
    }
    written = {**called, **others}
    return Names(written, {id_: labels.named(pack, id_) for id_ in written})


@cache
def wings(seat: str) -> Names:
    """Where cards are laid: the positions of a seat by their wing; all in full for none."""
    if not seat:
        return Names({place: PLACES[place] for place in places.POSITIONS})
    own = {place: place.partition("_")[2] for place in places.line(seat)}
    other = {place: PLACES[place] for place in places.line(enemy(seat))}
    return Names({**own, **other}, PLACES)


@cache
def named_places(seat: str, *, with_lanes: bool) -> Names:
    """The places of a battlefield; to a seat its own go by their wing alone, too."""
    return Names(SPOTS if with_lanes else PLACES, _as_seen(seat))


def _as_seen(seat: str) -> dict[str, str]:
    """Places as a seat calls them; none where there is no seat."""
    if not seat:
        return {}
    called = {}
    for place in places.PLACES:
        side, _, wing = place.partition("_")
        called[place] = wing if side == seat else f"enemy {wing}"
    return called


class Scope:
    """What the words of a line stand for: to `seat` in the position `state`, or apart from any.

    A seat names only cards of its own side as its own, and only enemy cards that lie face up; its
    own positions are ``left``, ``centre`` and ``right``.
    """

    def __init__(self, pack: Pack, state: State | None = None, seat: str = "") -> None:
        self.pack = pack
        self._state = state
        self._seat = seat if state is not None and seat in SIDES else ""

    @property
    def printed(self) -> Names:
        """The cards of the seat's side, of which a deck is made."""
        return cards(self.pack, self._seat)

    @property
    def cards(self) -> Names:
        """The same in play, where a custom deck has copies."""
        return cards(self.pack, self._seat, self._copies)

    @property
    def specials(self) -> Names:
        """The specials among them."""
        return cards(self.pack, self._seat, self._copies, labels.SPECIAL)

    @property
    def own_terrain(self) -> Names:
        """The terrain cards among them."""
        return cards(self.pack, self._seat, 1, labels.TERRAIN)

    @property
    def terrain(self) -> Names:
        """All terrain cards, of both sides."""
        return cards(self.pack, "", 1, labels.TERRAIN)

    @cached_property
    def enemies(self) -> Names:
        """Enemy cards that lie face up; apart from a position every card."""
        if self._state is None or not self._seat:
            return self.cards
        open_ = [
            id_
            for battle in self._state.battles.values()
            for id_, it in battle.cards.items()
            if it.revealed and side_of(it.nation) != self._seat
        ]
        every = cards(self.pack, enemy(self._seat), self._copies)
        return Names({id_: every.write(id_) for id_ in open_})

    @property
    def places(self) -> Names:
        """The places of a battlefield; to a seat its own go by their wing alone, too."""
        return named_places(self._seat, with_lanes=False)

    @property
    def spots(self) -> Names:
        """What specials name: these places, and lanes."""
        return named_places(self._seat, with_lanes=True)

    @property
    def wings(self) -> Names:
        """Where cards are laid: the seat's own positions by their wing."""
        return wings(self._seat)

    @cached_property
    def battles(self) -> Names:
        """The battles of 1815."""
        return Names({str(id_): name for id_, name in self.pack.battle_names.items()})

    @property
    def _copies(self) -> int:
        """How many copies of a card there may be."""
        custom = self._state is None or self._state.options["decks"] == CUSTOM
        return labels.MOST_COPIES if custom else 1


# -- slots ---------------------------------------------------------------------------------------

FORMATION_NAMES = Names(FORMATIONS)

CARD = named("a card", lambda scope: scope.cards)
WING = named("a position, as in left", lambda scope: scope.wings)
FORMATION = named("a formation", lambda scope: FORMATION_NAMES)
TERRAIN = named("terrain", lambda scope: scope.terrain)


SLOTS = {
    "card": CARD,
    "printed": named("a card", lambda scope: scope.printed),
    "cards": listed(CARD, tuple, list),
    "deck": to_the_end("a card", lambda scope: scope.printed),
    "sent": to_the_end("a card", lambda scope: scope.cards),
    "layout": layout_slot(
        Laying(
            lambda scope: scope.cards,
            lambda scope: scope.wings,
            lambda scope: FORMATION_NAMES,
            lambda scope: scope.terrain,
        )
    ),
    "battle": named("a battle", lambda scope: scope.battles),
    "wing": WING,
    "place": named("a place, as in French left", lambda scope: scope.places),
    "spot": named("a position or a lane", lambda scope: scope.spots),
    "formation": FORMATION,
    "terrain": TERRAIN,
    "own_terrain": named("a terrain card", lambda scope: scope.own_terrain),
    "special": named("a special", lambda scope: scope.specials),
    "target": token_or(named("an enemy card", lambda scope: scope.enemies)),
}

PATTERNS = (
    Pattern(orders.AddCard, "deck add {card:printed}"),
    Pattern(orders.DropCard, "deck drop {card:printed}"),
    Pattern(orders.SubmitDeck, "deck is nothing!", {"cards": ()}),
    Pattern(orders.SubmitDeck, "deck is {cards:deck}"),
    Pattern(orders.AssignCard, "assign {card:printed} to {battle:battle}"),
    Pattern(orders.FinishDeck, "finish deck"),
    Pattern(orders.Place, "lay {card:card} {place:wing}[ in {formation:formation}]"),
    Pattern(
        orders.Place,
        "lay {card:card} {place:wing}[ in {formation:formation}] face down",
        {"decoy": True},
    ),
    Pattern(orders.TakeUp, "take up {card:card}"),
    Pattern(orders.Deploy, "deploy nothing!", {"cards": ()}),
    Pattern(orders.Deploy, "deploy {cards:layout}"),
    Pattern(orders.EndDeployment, "end deployment"),
    Pattern(orders.CheckMorale, "check {card:card}"),
    Pattern(orders.CheckTheRest, "check rest"),
    Pattern(
        orders.Move,
        "move {card:card} to {to:place}[ in {formation:formation}][ onto {terrain:terrain}]",
    ),
    Pattern(orders.ChangeFormation, "form {formation:formation} with {card:card}"),
    Pattern(orders.Fire, "fire {card:card} at {target:target}"),
    Pattern(orders.Shock, "shock {card:card} at {target:target}"),
    Pattern(
        orders.OccupyTerrain,
        "occupy {terrain:terrain} with {card:card}[ instead of {instead:card}]",
    ),
    Pattern(orders.ChooseCaptors, "capture {terrain:terrain} with {cards:cards}"),
    Pattern(orders.PlayTerrain, "play {card:own_terrain}"),
    Pattern(orders.PlaySpecial, "play {card:special}[ at {place:spot}][ for {target:card}]"),
    Pattern(orders.PlayNothing, "play nothing"),
    Pattern(orders.ShowGeneral, "show {card:card}"),
    Pattern(orders.PlaceDecoy, "decoy {card:card} {place:wing}"),
    Pattern(orders.ShowDecoy, "turn up {card:card}"),
    Pattern(orders.WithdrawDecoy, "withdraw {card:card}"),
    Pattern(orders.EndCombat, "end combat"),
    Pattern(orders.EndTurn, "end turn"),
    Pattern(orders.WithdrawFromBattle, "withdraw from battle!"),
    Pattern(orders.SendReinforcement, "send {card:card}"),
    Pattern(orders.SendReinforcements, "send only nobody!", {"cards": ()}),
    Pattern(orders.SendReinforcements, "send only {cards:sent}"),
    Pattern(orders.EndSending, "end sending"),
    *conceding.PATTERNS,
)
"""A pattern or two for each verb; what ends a battle or the game is said in full."""

GRAMMAR = Grammar(SLOTS, PATTERNS)

NotationEagles = partial(
    DeclaredNotation,
    GRAMMAR,
    Scope,
    Positions(position_notation.write, position_notation.write_views, position_notation.read),
)
"""Makes the notation of the game with the data pack of its rules."""
