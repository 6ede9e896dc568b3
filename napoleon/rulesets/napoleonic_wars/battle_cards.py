"""6.15, 11.1 Battle cards: who may play them before the dice of a round, and in what order.

In a siege the besieger alone plays them, and three kinds only [12.2.d].
"""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.kit.declaring import DeclaredVerb, Domain, Irreversible
from napoleon.rules.kit.frames import on_top
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import windows
from napoleon.rulesets.napoleonic_wars.cards.grammar import changes_something, steps_of
from napoleon.rulesets.napoleonic_wars.cards.scene import played_by
from napoleon.rulesets.napoleonic_wars.events.battle_cards import (
    BattleCardPlayed,
    BattleCardsCalled,
    NoMoreBattleCards,
)
from napoleon.rulesets.napoleonic_wars.events.battles import fight
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle, Siege
from napoleon.rulesets.napoleonic_wars.nations import commander, in_track_order
from napoleon.rulesets.napoleonic_wars.orders.battles import PlayBattleCard, PlayNoBattleCard
from napoleon.rulesets.napoleonic_wars.pack import Card
from napoleon.rulesets.napoleonic_wars.scene import Seated, asked
from napoleon.rulesets.napoleonic_wars.state import INTERPHASE
from napoleon.rulesets.napoleonic_wars.table import Wars

KIND = "battle_cards"
"""The kind of the questions to seats that may play battle cards."""

IN_SIEGE = ("grand_battery", "siege_train", "rally")
"""The battle cards that a besieger may play."""

AGAINST_WALLS = ("siege_train",)
"""Those that count in no battle."""


def _nations(table: Wars) -> list[str]:
    """The nations that fight, in track order from the active one on [11.1.a]."""
    frame = fight(table.state)
    if isinstance(frame, Siege):
        active = table.state.leaders[frame.leader].nation
        return in_track_order_from(table, active, frame.besieger.nations)
    active = frame.attacker.nations[0]
    return in_track_order_from(table, active, [*frame.attacker.nations, *frame.defender.nations])


def in_track_order_from(table: Wars, active: str, nations: list[str]) -> list[str]:
    """Nations in the order of the track, the active one first."""
    order = in_track_order(table.data, nations, active)
    return list(dict.fromkeys((active, *order)))


def fits(table: Wars, nation: str, card: Card) -> bool:
    """Whether a nation in the battle or siege may play a card now, if it holds it."""
    if card.type != "battle" or "W.BATTLE_CARD" in card.windows or not card.is_played_by(nation):
        return False
    sieges = isinstance(fight(table.state), Siege)
    if (card.event not in IN_SIEGE) if sieges else (card.event in AGAINST_WALLS):
        return False
    return changes_something(played_by(table, nation, card))


def may_play(table: Wars) -> list[str]:
    """The seats that are asked: by what everybody knows a nation of theirs may hold such a card."""
    state, pack = table.state, table.data
    if state.phase == INTERPHASE:
        return []  # no events are played then [14.a]
    out = windows.out_of_sight(state, pack)
    found = (
        commander(state, nation)
        for nation in _nations(table)
        if commander(state, nation)
        and state.nations[nation].hand
        and any(fits(table, nation, card) for card in out.values())
    )
    return list(dict.fromkeys(found))


class Calling(Seated):
    """A seat that may play battle cards."""

    def __init__(self, table: Wars, player: str) -> None:
        super().__init__(table, player)
        self.space = fight(table.state).space

    @property
    def nations(self) -> list[str]:
        """The nations of the seat that fight, and hold a card."""
        state = self.state
        return [
            it
            for it in dict.fromkeys(_nations(self.table))
            if commander(state, it) == self.player and state.nations[it].hand
        ]

    def cards(self) -> Iterator[str]:
        """The cards of the seat that may be played."""
        pack, nations = self.pack, self.state.nations
        for nation in self.nations:
            for card in sorted(nations[nation].hand):
                if fits(self.table, nation, pack.cards[card]):
                    yield card


CALLED = asked(Calling, KIND)


def _refuse_card(it: Calling, order: PlayBattleCard) -> Refusal | None:
    nations = it.table.state.nations
    if order.nation not in it.nations or order.card not in nations[order.nation].hand:
        detail = "That is no card of a nation of yours that fights here."
        return refuse("CARD_NOT_IN_HAND", "6.15.a", detail)
    if fits(it.table, order.nation, it.table.data.cards[order.card]):
        return None
    return refuse("NO_BATTLE_CARD", "6.15.a", "That card can do nothing in this fight.")


def _play(it: Calling, order: PlayBattleCard) -> None:
    """The card is played, and the other side may answer it before it does anything."""
    card = it.table.data.cards[order.card]
    todo = steps_of(card.program)
    it.tell(BattleCardPlayed, "6.15.a", "11.1.a", nation=order.nation, card=card.id, todo=todo)
    if isinstance(it.table.state.stack[-2], Battle):
        windows.put(it.table, windows.BATTLE_CARD, order.nation, card.id)


PLAY_BATTLE_CARD = DeclaredVerb(
    PlayBattleCard,
    CALLED,
    "6.15.a",
    fields={
        "nation": Domain(lambda it: it.nations),
        "card": Domain(lambda it: list(it.cards())),
    },
    refuses=_refuse_card,
    does=_play,
    irreversible=Irreversible.ALWAYS,
    line="battle card {card:card} of {nation:nation}",
    says=say("Play %(card)s for %(nation)s"),
)

PLAY_NO_BATTLE_CARD = DeclaredVerb(
    PlayNoBattleCard,
    CALLED,
    "11.1.a",
    does=lambda it, order: it.tell(NoMoreBattleCards, "11.1.a"),
    line="no battle card",
    says=say("Play no battle card"),
)

VERBS = (PLAY_BATTLE_CARD, PLAY_NO_BATTLE_CARD)


def _is_due(table: Wars) -> bool:
    frame = fight(table.state)
    rolled = (
        frame.besieger.rolled
        if isinstance(frame, Siege)
        else frame.attacker.rolled or frame.defender.rolled or bool(frame.loser)
    )
    if table.state.phase == INTERPHASE:
        return False  # No events are played between two turns [14.a].
    return frame.called < frame.round and not rolled and bool(may_play(table))


def _call(table: Wars) -> None:
    frame = fight(table.state)
    event = BattleCardsCalled(frame.space, frame.round, tuple(may_play(table)))
    table.record(event, "11.1.a")


def _asks(table: Wars) -> list[Decision]:
    frame = fight(table.state)
    text = say("Do you play a battle card in %(space)s?", space=frame.space)
    return [table.question(frame.deciding[0], KIND, "11.1.a", text)]


def _next(table: Wars) -> Calling:
    return Calling(table, fight(table.state).deciding[0])


def _has_no_card(table: Wars) -> bool:
    """The hands that were not empty before are so now."""
    return not _next(table).nations


def _say_no(table: Wars) -> None:
    _next(table).tell(NoMoreBattleCards, "11.1.a")


STEPS = Part[Wars](
    "battle cards",
    on_top(Battle, Siege),
    (
        Step("called", _is_due, _call),
        Step("cards", lambda it: bool(fight(it.state).deciding), _say_no, _asks, _has_no_card),
    ),
)
"""Battle cards are played before the dice of a round."""
