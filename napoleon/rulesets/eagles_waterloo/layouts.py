"""A whole deployment as one list: every reason why it is illegal, and one that is legal [G-43]."""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.rules.kit.table import copies_of
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import deployment, labels, places
from napoleon.rulesets.eagles_waterloo.events.deployment import LayoutSubmitted, lay, take_up
from napoleon.rulesets.eagles_waterloo.orders import (
    Deploy,
    EndDeployment,
    Laid,
    OccupyTerrain,
    Place,
)
from napoleon.rulesets.eagles_waterloo.sides import side_of
from napoleon.rulesets.eagles_waterloo.state import State
from napoleon.rulesets.eagles_waterloo.table import Table, with_suggestion

_copied = copies_of(State)


def emptied(table: Table, seat: str) -> tuple[Table, list[tuple[str, str, str]]]:
    """A table of one's own on which a seat has taken up all that it may, and what that was.

    Of each card taken up: its battle, its nation and the card.
    """
    trial = table.trial(_copied(table.state))
    taken: list[tuple[str, str, str]] = []
    for battle in trial.state.battles.values():
        laid = [card for card, it in battle.sites.items() if it.side == seat and not it.fixed]
        laid += [
            card
            for card, it in battle.cards.items()
            if side_of(it.nation) == seat and not places.is_reserve(it.place)
        ]
        for card in laid:
            nation = labels.label(table, card).nation
            taken.append((battle.id, nation, card))
            take_up(trial.state, battle.id, nation, card)
    return trial, taken


def _ordered(table: Table, cards: Iterable[Laid]) -> list[Laid]:
    """Terrain first, as units may stand on it."""
    return sorted(
        cards,
        key=lambda it: (
            labels.printed(it.card) not in table.data.by_id
            or labels.kind_of(table, it.card) != labels.TERRAIN
        ),
    )


def reasons(table: Table, decision: Decision, order: Deploy) -> list[Refusal]:
    """Everything that is wrong with a layout; empty if it is legal."""
    trial, _ = emptied(table, decision.seat)
    found = []
    for it in _ordered(table, order.cards):
        placing = Place(it.card, it.place, it.formation, it.decoy)
        wrong = deployment.refuse_placing(trial, decision, placing)
        if wrong is None:
            _lay(trial, placing)
            if it.terrain:
                wrong = deployment.refuse_posting(
                    trial, decision, OccupyTerrain(it.card, it.terrain)
                )  # fmt: skip
                if wrong is None:
                    battle = deployment.own(trial, decision.seat, it.card)
                    assert battle is not None, "it was laid"
                    battle.cards[it.card].terrain = it.terrain
                    battle.look_again()
        if wrong is not None:
            found.append(wrong)
    wrong = deployment.refuse_end(trial, decision, EndDeployment())
    return found if wrong is None else [*found, wrong]


def _lay(table: Table, order: Place) -> None:
    up = not deployment.is_face_down(table, order)
    site = up and labels.kind_of(table, order.card) == labels.TERRAIN
    lay(table.state, order.card, order.place, order.formation, up, site)


def refuse_layout(table: Table, decision: Decision, order: Deploy) -> Refusal | None:
    """All reasons at once, and a layout that would be legal [4.1, G-43]."""
    found = reasons(table, decision, order)
    if not found:
        return None
    instead = [{"card": it.card, "place": it.place} for it in suggested(table, decision)]
    return with_suggestion(found, instead)


def suggested(table: Table, decision: Decision) -> tuple[Laid, ...]:
    """A legal layout: infantry and cavalry in front, spread evenly, terrain where it belongs."""
    trial, _ = emptied(table, decision.seat)
    found: list[Laid] = []
    for battle in trial.state.battles.values():
        waiting = sorted(
            battle.at(places.reserve(decision.seat), decision.seat),
            key=lambda card: (
                not labels.wins_positions(labels.label(table, card)),
                not labels.is_unit(labels.label(table, card)),
            ),
        )
        for number, card in enumerate(waiting):
            line = places.line(decision.seat)
            for place in (*line[number % 3 :], *line[: number % 3]):
                placing = Place(card, place)
                if deployment.refuse_placing(trial, decision, placing) is None:
                    if labels.kind_of(table, card) == labels.SPECIAL:
                        break
                    _lay(trial, placing)
                    found.append(Laid(card, place))
                    break
    return tuple(found)


def suggestions(table: Table, decision: Decision) -> list[Deploy]:
    """One layout that is legal."""
    cards = suggested(table, decision)
    return [Deploy(cards)]


def lay_out(table: Table, decision: Decision, order: Deploy) -> None:
    """It may still be changed."""
    _, taken = emptied(table, decision.seat)
    laid, posted = [], {}
    for it in _ordered(table, order.cards):
        placing = Place(it.card, it.place, it.formation, it.decoy)
        up = not deployment.is_face_down(table, placing)
        site = up and labels.kind_of(table, it.card) == labels.TERRAIN
        laid.append((it.card, it.place, it.formation, up, site))
        if it.terrain:
            posted[it.card] = it.terrain
    submitted = LayoutSubmitted(decision.seat, tuple(taken), tuple(laid), posted)
    table.record(submitted, "4.1", "G-43")
