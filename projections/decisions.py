"""The view of what has to be decided: the same for everybody, except the offers."""

from __future__ import annotations

from typing import Any

import msgspec

from napoleon.log.game import Game
from napoleon.play.execution import open_decisions
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import to_data, verb_of
from napoleon.rules.terms import Decision

NAME = "decisions"


def decisions_view(
    game: Game, rules: Ruleset, seat: str, *, newest: Game | None = None
) -> dict[str, Any]:
    """Every open decision of `game`, with its offers if it is for `seat` to take.

    The referee sees all offers; for anybody else those of another seat are null, as the list of
    legal orders tells what that seat holds. In an earlier position of a game in which cards fade,
    `newest` being the game now, only the referee sees offers. A decision that is answered by
    checked verbs says in `checked` what each of them takes, and one for a subject says for which;
    no other has these fields.
    """
    reader = game.read_by(seat, newest)
    return {
        "version": game.version,
        "decisions": [
            {
                "id": decision.id,
                "seat": decision.seat,
                "kind": decision.kind,
                "clause": decision.clause,
                "text": decision.text,
                "offers": [to_data(order) for order in rules.offers(game.state, decision)]
                if seat == REFEREE or (seat == decision.seat and not reader.faded)
                else None,
                **({"subject": decision.subject} if decision.subject else {}),
                **_checked(decision, rules),
            }
            for decision in open_decisions(game, rules)
        ],
    }


def _checked(decision: Decision, rules: Ruleset) -> dict[str, Any]:
    """The JSON schema of every verb that is checked for a decision."""
    if not decision.checked:
        return {}
    kinds = {verb_of(kind): kind for kind in rules.verbs}
    return {
        "checked": [
            {"verb": verb, "schema": msgspec.json.schema(kinds[verb])} for verb in decision.checked
        ]
    }
