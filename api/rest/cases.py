"""Take-backs, disputes and rulings as the API shows them, each as the caller may see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from api.events import clause_texts, explained, presented
from napoleon.log.cases import OPEN, STOOD, Dispute, Takeback
from napoleon.log.events.cases import RulingGiven
from napoleon.log.game import Game
from napoleon.log.journal import narrator
from napoleon.play.games import Games
from napoleon.play.referee.passed_over import caused_by, put_right_by
from napoleon.play.referee.rulings import conflicts, order_of
from napoleon.play.referee.taint import Learnt
from napoleon.play.referee.takebacks import rulings_lost, rulings_undone, tainted_by
from napoleon.rules.events import JUDGES, Event
from napoleon.rules.terms import VIEWS
from projections import reading
from projections.difference import with_changes
from projections.rulings import undoing


class Desk:
    """A game and who looks at its cases, with what is needed to show them."""

    def __init__(self, games: Games, game: Game, viewer: str) -> None:
        self.games = games
        self.game = game
        self.viewer = viewer
        self.rules = games.rules(game)
        self.tells = narrator(game, viewer, self.rules)
        self.texts: Mapping[str, str] = {it.id: it.text for it in games.recorder.texts(game.id)}

    def present(self, event: Event) -> dict[str, Any]:
        """An event as the caller may see it."""
        return presented(self.tells, event)

    def takeback(self, asked: Takeback) -> dict[str, Any]:
        """A take-back in short."""
        agreed = [
            {"seat": seat, "answer": "agree", "reroll": reroll}
            for seat, reroll in asked.answers.items()
        ]
        refused = [{"seat": asked.refused, "answer": "refuse", "reroll": None}]
        return {
            "takeback": asked.id,
            "seat": asked.seat,
            "to": asked.to,
            "reroll": asked.reroll,
            "why": self.texts.get(asked.why),
            "why_id": asked.why or None,
            "status": self._status(asked),
            "at": asked.at,
            "until": asked.until,
            "closed": asked.closed or None,
            "affected": list(asked.affected),
            "answers": agreed + refused * bool(asked.refused),
        }

    def takeback_page(self, asked: Takeback) -> dict[str, Any]:
        """A take-back with what it cannot undo, what was learnt, and with what it would undo.

        That is what was ruled since the position that it goes back to.
        """
        closing = _before(asked.closed)
        learnt = tainted_by(self.games, self.game, asked.to, at=closing)
        lost = rulings_lost(self.games, self.game, asked.to, at=closing)
        return {**self.takeback(asked), "taint": self.taint(learnt), "rulings": self.lost(lost)}

    def lost(self, rulings: Iterable[RulingGiven]) -> list[dict[str, Any]]:
        """Rulings that would not hold any more, in short, with what they put right."""
        return [
            {
                "version": given.version,
                "outcome": given.outcome,
                "clauses": list(given.citation),
                "text": self.present(given)["text"],
                "reason": self.texts.get(given.reason),
                "corrections": [
                    {"version": it.version, "text": self.present(it)["text"]}
                    for it in put_right_by(self.games, given)
                ],
            }
            for given in rulings
        ]

    def taint(self, learnt: Iterable[Learnt]) -> list[dict[str, Any]]:
        """What each seat has learnt, and from what: in the words that the caller may read."""
        told: dict[int, str] = {}
        shown = []
        for it in learnt:
            if it.version not in told:
                told[it.version] = self.present(self.event(it.version))["text"]
            entry = {"seat": it.seat, "version": it.version, "kind": it.kind}
            shown.append({**entry, "text": told[it.version]})
        return shown

    def dispute(self, case: Dispute) -> dict[str, Any]:
        """A dispute in short."""
        return {
            "dispute": case.id,
            "seat": case.seat,
            "version": case.version,
            "clause": case.clause,
            "claim": self.texts.get(case.claim),
            "claim_id": case.claim,
            "relief": case.relief,
            "status": self._status(case),
            "at": case.at,
            "statements_until": case.statements_until,
            "until": case.until,
            "closed": case.closed or None,
            "statements": [
                {
                    "version": it.version,
                    "by": it.by,
                    "behalf": it.behalf or None,
                    "at": it.at,
                    "text": self.texts.get(it.text),
                    "text_id": it.text,
                }
                for it in case.statements
            ],
        }

    def dispute_page(self, case: Dispute) -> dict[str, Any]:
        """A dispute with everything by which it is settled."""
        before, after = self.span(case)
        earlier = self._position(before) if before else None
        later = self._position(after)
        if earlier is not None:
            compared = {name: with_changes(earlier[name], later[name]) for name in VIEWS}
            later = {**later, **compared}
        return {**self.dispute_file(case), "before": earlier, "after": later}

    def dispute_file(self, case: Dispute) -> dict[str, Any]:
        """A dispute with everything by which it is settled, except the positions."""
        before, _ = self.span(case)
        closing = _before(case.closed)
        learnt = tainted_by(self.games, self.game, before, at=closing) if before else []
        return {
            **self.dispute(case),
            "clauses": clause_texts([case.clause], self.rules),
            "event": self.explained(case.version),
            "taint": self.taint(learnt),
            "conflicts": self._conflicts(),
            "ruling": self._ruling_of(case),
        }

    def span(self, case: Dispute) -> tuple[int, int]:
        """The versions before and after the order that caused the event; 0 for before the first."""
        given = order_of(self.games, self.game.id, case.version)
        before = (given.version if given else case.version) - 1
        return before, self.games.end_of_order(self.game.id, case.version)

    def explained(self, version: int) -> dict[str, Any]:
        """The event with that version with its sums and the texts of its clauses."""
        return explained(self.tells, self.event(version), self.rules)

    def event(self, version: int) -> Event:
        """The event with that version."""
        [event] = self.games.history(self.game.id, after=version - 1, limit=1)
        return event

    def ruling(self, given: RulingGiven) -> dict[str, Any]:
        """A ruling with what it has caused."""
        caused = caused_by(self.games, given)
        return {
            **self.present(given),
            "outcome": given.outcome,
            "citation": clause_texts(list(given.citation), self.rules),
            "reason": self.texts.get(given.reason),
            "reason_id": given.reason,
            "conflicts": list(given.conflicts),
            "undone_by": undoing(rulings_undone(self.games, self.game).get(given.version)),
            "events": [{**self.present(event), "reason": self._why(event)} for event in caused],
        }

    def _ruling_of(self, case: Dispute) -> dict[str, Any] | None:
        if not case.closed:
            return None
        event = self.event(case.closed)
        return self.ruling(event) if isinstance(event, RulingGiven) else None

    def _why(self, event: Event) -> str | None:
        """The reason that an event of a correction gives, for those who may read all of the event.

        It is about what the event tells, and may tell as much.
        """
        if not self.tells.may_read_words(event):
            return None
        return self.texts.get(getattr(event, "reason", ""))

    def _conflicts(self) -> list[str]:
        """What might make those who may judge now partial."""
        names = self.games.names(self.game.id)
        judges = [it for it in JUDGES if it in self.game.tokens]
        found = [it for by in judges for it in conflicts(self.game, by, names, declared=False)]
        return list(dict.fromkeys(found))

    def _status(self, case: Takeback | Dispute) -> str:
        """What has become of a case, even if nobody has acted since its time was up."""
        if case.status == OPEN and not case.is_open(self.games.clock()):
            return STOOD
        return case.status

    def _position(self, version: int) -> dict[str, Any]:
        """The views of a position, as they are at their own addresses."""
        game = self.games.seen_at(self.game.id, version, self.viewer)
        drawn = {
            name: reading.view_at(self.games, game, self.viewer, name, newest=self.game)
            for name in VIEWS
        }
        views = {name: msgspec.json.decode(body) for name, body in drawn.items()}
        return {"version": version, **views}


def _before(closed: int) -> int | None:
    """The version before a case was closed; None while it is open."""
    return closed - 1 if closed else None
