"""16.a Splitting an army between two battles that are fought at the same time [16.e, G-55]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import labels
from napoleon.rulesets.eagles_waterloo.decks import DECKS
from napoleon.rulesets.eagles_waterloo.events.decks import (
    CardAssigned,
    DeckFinished,
    DeckSubmitted,
    DraftOpened,
)
from napoleon.rulesets.eagles_waterloo.orders import AssignCard, FinishDeck, SubmitDeck
from napoleon.rulesets.eagles_waterloo.sides import NAMES, NATIONS, SIDES, side_of
from napoleon.rulesets.eagles_waterloo.table import Table, refuse, with_suggestion

OPENING = "opening"
WAVRE_WATERLOO = "wavre_waterloo"
CHARLEROI = "charleroi"

LEAST_CARDS = 12
LEAST_UNITS = 6
"""Of each of the two decks, as far as the army has so many [G-55, G-68]."""


def serves(table: Table, battle: str, card: str) -> bool:
    """Whether a card of the campaign may be in the deck for a battle [16.a, 16.e, 16.f].

    In the opening every card belongs to its battles. Later units and generals go anywhere, and
    terrain and specials to their battles only; at Charleroi there is no terrain.
    """
    it, stage = labels.label(table, card), table.state.stage
    if stage == CHARLEROI:
        return not isinstance(it, labels.Terrain)
    if stage == OPENING or isinstance(it, labels.Terrain | labels.Special):
        return battle in it.battles
    return True


def battles_of(table: Table, nation: str) -> list[str]:
    """The battles of this stage in which a nation fights."""
    return [it.id for it in table.state.battles.values() if nation in it.nations]


def open_due(table: Table) -> bool:
    """Whether the decks of a stage are to be made of its pools."""
    return table.state.is_campaign and table.state.phase == DECKS and not table.state.drafts


def open_drafts(table: Table) -> None:
    """Every card lies where it serves; one that serves in both battles in the later one [16.a]."""
    for nation in NATIONS:
        where = battles_of(table, nation)
        decks: dict[str, list[str]] = {battle: [] for battle in where}
        for card in table.state.pools.get(nation, []):
            able = [battle for battle in where if serves(table, battle, card)]
            if able:
                decks[able[-1]].append(card)
        cards = {battle: tuple(deck) for battle, deck in decks.items()}
        table.record(DraftOpened(side_of(nation), nation, cards), "16.a", "G-55")


def split_nations(table: Table, seat: str) -> list[str]:
    """Nations of a seat that fight two battles at once, and have cards for either."""
    return [
        nation
        for nation in NATIONS
        if side_of(nation) == seat and len(battles_of(table, nation)) > 1 and free(table, nation)
    ]


def deck(table: Table, battle: str, nation: str) -> list[str]:
    """The cards of a nation that are to serve in a battle."""
    return table.state.drafts[battle].get(nation, [])


def free(table: Table, nation: str) -> list[str]:
    """Cards that their owner may have serve in either battle [G-31, G-34]."""
    where = battles_of(table, nation)
    return [
        card
        for battle in where
        for card in deck(table, battle, nation)
        if all(serves(table, it, card) for it in where)
    ]


def due(table: Table) -> bool:
    """Whether somebody still splits their army."""
    state = table.state
    return state.is_campaign and state.phase == DECKS and bool(_waiting(table))


def _waiting(table: Table) -> list[str]:
    finished = table.state.finished
    return [seat for seat in SIDES if seat not in finished and split_nations(table, seat)]


def asks(table: Table) -> list[Decision]:
    """Both split theirs at the same time, in secret [G-31]."""
    text = "Which cards serve in which of your two battles?"
    return [table.question(seat, "split", "16.a", text) for seat in _waiting(table)]


# -- one card -------------------------------------------------------------------------------------


def assignments(table: Table, decision: Decision) -> Iterator[AssignCard]:
    """Every free card, to the battle in which it does not serve."""
    for nation in split_nations(table, decision.seat):
        for card in free(table, nation):
            for battle in battles_of(table, nation):
                if card not in deck(table, battle, nation):
                    yield AssignCard(card, battle)


def refuse_assignment(table: Table, decision: Decision, order: AssignCard) -> Refusal | None:
    """Why a card cannot serve in that battle [16.a, G-31]."""
    for nation in split_nations(table, decision.seat):
        where = battles_of(table, nation)
        mine = [card for battle in where for card in deck(table, battle, nation)]
        if order.card not in mine:
            continue
        name = labels.name_of(table, order.card)
        if order.battle not in where or order.card not in free(table, nation):
            return refuse("WRONG_BATTLE", "G-31", f"{name} does not serve in that battle.")
        if order.card in deck(table, order.battle, nation):
            return refuse("DUPLICATE", "16.a", f"{name} serves there already.")
        return None
    return refuse("NOT_YOUR_CARD", "16.a", "Name a card of yours that may serve in either battle.")


def assign(table: Table, decision: Decision, order: AssignCard) -> None:
    """Nobody else sees which [G-31]."""
    nation = labels.label(table, order.card).nation
    table.record(CardAssigned(decision.seat, order.card, order.battle, nation), "16.a", "G-31")


# -- a whole list ---------------------------------------------------------------------------------


def _split(table: Table, nation: str, first: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The decks of a nation if these cards serve in the first battle, and all others in the last.

    Cards that serve in one battle only stay there.
    """
    where = battles_of(table, nation)
    loose = set(free(table, nation))
    decks = {
        battle: [card for card in deck(table, battle, nation) if card not in loose]
        for battle in where
    }
    for card in sorted(loose):
        decks[where[0] if card in first else where[-1]].append(card)
    return {battle: tuple(cards) for battle, cards in decks.items()}


def refuse_list(table: Table, decision: Decision, order: SubmitDeck) -> Refusal | None:
    """Everything that is wrong with a split, and one that would be legal [G-39, G-55]."""
    found: list[Refusal] = []
    loose = [card for nation in split_nations(table, decision.seat) for card in free(table, nation)]
    for card in dict.fromkeys(order.cards):
        if card not in loose:
            detail = "Name cards of yours that may serve in either battle."
            if card in table.data.by_id:
                name = labels.named(table.data, card)
                detail = f"{name} is no card that you may send to either battle."
            found.append(refuse("WRONG_BATTLE", "G-31", detail))
        elif order.cards.count(card) > 1:
            name = labels.name_of(table, card)
            found.append(refuse("DUPLICATE", "16.a", f"{name} is named more than once."))
    for nation in split_nations(table, decision.seat):
        found += _too_small(table, nation, _split(table, nation, order.cards))
    if not found:
        return None
    return with_suggestion(found, suggested(table, decision.seat))


def suggested(table: Table, seat: str) -> list[str]:
    """Cards for the first battle with which a split is legal."""
    found = []
    for nation in split_nations(table, seat):
        loose = sorted(
            free(table, nation),
            key=lambda card: not labels.is_unit(labels.label(table, card)),
        )  # fmt: skip
        count = 0
        while _too_small(table, nation, _split(table, nation, loose[:count])) and count < len(
            loose
        ):
            count += 1
        found += loose[:count]
    return found


def suggestions(table: Table, decision: Decision) -> list[SubmitDeck]:
    """A split that is legal."""
    return [SubmitDeck(tuple(suggested(table, decision.seat)))]


def submit(table: Table, decision: Decision, order: SubmitDeck) -> None:
    """It may still be changed."""
    for nation in split_nations(table, decision.seat):
        decks = _split(table, nation, order.cards)
        table.record(DeckSubmitted(decision.seat, nation, decks), "16.a", "G-31")


# -- ending it ------------------------------------------------------------------------------------


def _too_small(table: Table, nation: str, decks: dict[str, tuple[str, ...]]) -> list[Refusal]:
    """Decks of a split that are too small [G-55, G-68]."""
    cards = [card for deck in decks.values() for card in deck]
    units = [card for card in cards if labels.is_unit(labels.label(table, card))]
    least = min(LEAST_CARDS, len(cards) // 2)
    least_units = min(LEAST_UNITS, len(units) // 2)
    found = []
    for battle, deck in decks.items():
        here = sum(labels.is_unit(labels.label(table, card)) for card in deck)
        if len(deck) < least or here < least_units:
            called = table.data.battle_names[battle]  # type: ignore[index]
            detail = (
                f"The deck of the {NAMES[nation]} for {called} needs {least} cards and "
                f"{least_units} units; it has {len(deck)} and {here}."
            )
            found.append(refuse("WRONG_SIZE", "G-55", detail, battle=battle, cards=len(deck)))
    return found


def refuse_finish(table: Table, decision: Decision, order: FinishDeck) -> Refusal | None:
    """Why a split cannot be ended [G-55]."""
    for nation in split_nations(table, decision.seat):
        decks = {battle: tuple(deck(table, battle, nation)) for battle in battles_of(table, nation)}
        wrong = _too_small(table, nation, decks)
        if wrong:
            return wrong[0]
    return None


def finish(table: Table, decision: Decision, order: FinishDeck) -> None:
    """The decks are under seal."""
    table.record(DeckFinished(decision.seat), "16.a")
