"""Orders in words: what a button of the page says [chapter b].

They are told to the seat that may give the order, so its own cards are told by name; of the enemy's
only what lies open is told, and a card that lies face down by its back and its token [G-44].
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from napoleon.rules.kit.conceding import free_words
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Asked, FreeWords, OneByOne, Phrase, Sheet, Words, say
from napoleon.rulesets.eagles_waterloo import orders, table
from napoleon.rulesets.eagles_waterloo.asking import asks
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack
from napoleon.rulesets.eagles_waterloo.state import State
from napoleon.rulesets.eagles_waterloo.table import Table
from napoleon.rulesets.eagles_waterloo.wording import (
    cards,
    decks,
    deployment,
    ends,
    fighting,
    moves,
    sheets,
    terrain,
)

_KINDS: Mapping[str, Phrase] = {
    "deck": say("Making decks"),
    "split": say("Splitting an army between two battles"),
    "deploy": say("Deploying"),
    "morale": say("Morale"),
    "window": say("Specials before the enemy's Combat"),
    "combat": say("Combat"),
    "captors": say("Who goes onto terrain that has fallen"),
    "reinforcement": say("Reinforcements"),
    "sending": say("Cards for the other battle"),
}
"""What the decisions of each kind are about."""


class WordingEagles(OneByOne):
    """The words of the game with one data pack."""

    windows: tuple[str, ...] = ()
    quiet = ""
    kinds = _KINDS

    def __init__(self, pack: Pack) -> None:
        self._pack = pack

    def words(self, state: State, decision: Decision, order: Order) -> Words:
        """What a legal `order` does, and the cards that are pointed at to give it."""
        return _WORDS[type(order)](Table(state, self._pack), decision, order)

    def asks(self, state: State, decision: Decision) -> Asked | None:
        """What is laid, checked or sent, and how much is left of it."""
        return asks(table.at(state, self._pack), decision)

    def sheet(self, state: State, decision: Decision, verb: type[Order]) -> Sheet | None:
        """Decks, splits, deployments and cards that are sent on, as whole lists."""
        made = _SHEETS.get(verb)
        return None if made is None else made(table.at(state, self._pack), decision)

    def free(self, state: State, seat: str, verb: type[Order]) -> FreeWords:
        """To resign, and to offer or accept an end without a winner [G-09]."""
        return free_words(verb, state.agreed, seat)


_SHEETS: Mapping[type[Order], Callable[[Table, Decision], Sheet]] = {
    orders.SubmitDeck: sheets.deck,
    orders.Deploy: sheets.layout,
    orders.SendReinforcements: sheets.sent,
}

_WORDS: Mapping[type[Order], Callable[[Table, Decision, Any], Words]] = {
    orders.AddCard: decks.add,
    orders.DropCard: decks.drop,
    orders.AssignCard: decks.assign,
    orders.SubmitDeck: decks.submit,
    orders.FinishDeck: decks.finish,
    orders.Place: deployment.place,
    orders.TakeUp: deployment.take_up,
    orders.Deploy: deployment.deploy,
    orders.EndDeployment: deployment.end,
    orders.CheckMorale: fighting.check,
    orders.CheckTheRest: fighting.check_rest,
    orders.Move: moves.move,
    orders.ChangeFormation: moves.change,
    orders.Fire: fighting.fire_at,
    orders.Shock: fighting.shock_at,
    orders.OccupyTerrain: terrain.occupy,
    orders.ChooseCaptors: terrain.captors,
    orders.PlayTerrain: terrain.play,
    orders.PlaySpecial: cards.play,
    orders.PlayNothing: cards.play_nothing,
    orders.ShowGeneral: cards.show_general,
    orders.PlaceDecoy: cards.place_decoy,
    orders.ShowDecoy: cards.show_decoy,
    orders.WithdrawDecoy: cards.withdraw_decoy,
    orders.EndCombat: ends.combat,
    orders.EndTurn: ends.turn,
    orders.WithdrawFromBattle: ends.withdraw,
    orders.SendReinforcement: decks.send,
    orders.SendReinforcements: decks.send_all,
    orders.EndSending: decks.end_sending,
}
