"""The view of what has to be decided: the same for everybody, except the offers."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from napoleon.log.game import Game
from napoleon.play.execution import open_decisions
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import Order, to_data, verb_of
from napoleon.rules.phrases import speaker, told
from napoleon.rules.terms import Decision
from napoleon.rules.viewer import Viewer

NAME = "decisions"


def decisions_view(
    game: Game, rules: Ruleset, seat: str, *, newest: Game | None = None
) -> dict[str, Any]:
    """Every open decision of `game`, with its legal orders if it is for `seat` to take.

    The referee sees all offers; for anybody else those of another seat are null, as the list of
    legal orders tells what that seat holds. In an earlier position of a game in which cards fade,
    `newest` being the game now, only the referee sees offers. A decision that is answered by
    checked verbs says in `checked` what each of them takes, and one for a subject says for which;
    no other has these fields. Where some of the offers eliminate pieces of the seat's own by the
    rules, `warns` says which.
    """
    reader = game.viewer_for(seat, newest)
    return {
        "version": game.version,
        "decisions": [
            {
                "id": decision.id,
                "seat": decision.seat,
                "kind": decision.kind,
                "clause": decision.clause,
                "text": told(decision.prompt, speaker(rules.names, rules.cards)),
                **_offered(game.state, rules, decision, seen=_sees(seat, reader, decision)),
                **({"subject": decision.subject} if decision.subject else {}),
                **_checked(decision, rules),
            }
            for decision in open_decisions(game, rules)
        ],
    }


def _sees(seat: str, reader: Viewer, decision: Decision) -> bool:
    return seat == REFEREE or (seat == decision.seat and not reader.faded)


def _offered(state: Any, rules: Ruleset, decision: Decision, *, seen: bool) -> dict[str, Any]:
    """The offers of a decision, and what of the seat's own some of them eliminate."""
    if not seen:
        return {"offers": None}
    legal_orders = [*rules.legal_orders(state, decision)]
    found: dict[str, Any] = {"offers": [*map(to_data, legal_orders)]}
    warns = [
        {"order": to_data(order), "loses": losses}
        for order in legal_orders
        if (losses := [msgspec.to_builtins(it) for it in rules.warns(state, decision, order)])
    ]
    return {**found, "warns": warns} if warns else found


def _checked(decision: Decision, rules: Ruleset) -> dict[str, Any]:
    """The JSON schema of every verb that is checked for a decision."""
    if not decision.checked:
        return {}
    kinds = {verb_of(kind): kind for kind in rules.verbs}
    return {
        "checked": [{"verb": verb, "schema": _schema(kinds[verb])} for verb in decision.checked]
    }


@cache
def _schema(verb: type[Order]) -> dict[str, Any]:
    """What an order of a verb looks like; nobody may change it."""
    return msgspec.json.schema(verb)
