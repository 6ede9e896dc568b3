"""4.1 to 4.2 Deployment: both in secret, then the French may adjust theirs [14.0, G-43]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napoleon.rules.kit import tokens as kit
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import commanders, labels, places, sites
from napoleon.rulesets.eagles_waterloo.events.deployment import (
    CardPlaced,
    CardPosted,
    CardTakenUp,
    DeploymentEnded,
    DeploymentPhaseEnded,
    LayoutShown,
)
from napoleon.rulesets.eagles_waterloo.orders import EndDeployment, OccupyTerrain, Place, TakeUp
from napoleon.rulesets.eagles_waterloo.sides import FRENCH, side_of
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table, last_draw_of, refuse

DEPLOY = "deploy"
ADJUST = "adjust"
PHASES = (DEPLOY, ADJUST)

MOST = 4
"""Face-down cards of a side in a position [4.1, 8.4]."""


# -- whose it is ----------------------------------------------------------------------------------


def _deploying(table: Table) -> list[str]:
    return list(table.state.seats) if table.state.phase == DEPLOY else [FRENCH]


def due(table: Table) -> bool:
    """Whether somebody lays cards in secret."""
    state = table.state
    if state.phase not in PHASES:
        return False
    return any(seat not in state.finished for seat in _deploying(table))


def asks(table: Table) -> list[Decision]:
    """Both at the same time, then the French once more [4.1, G-06]."""
    first = "Lay your muster: 1 to 4 cards face down in each position. The rest is your Reserve."
    again = "You have seen how the enemy stands: lay your cards again where you like, and end it."
    text = first if table.state.phase == DEPLOY else again
    return [
        table.question(seat, "deploy", "4.1", text)
        for seat in _deploying(table)
        if seat not in table.state.finished
    ]


def explain_misplaced(table: Table, seat: str, order: Order) -> Refusal | None:
    """Once the layouts lie open the French alone change theirs, and only once [4.1, G-06]."""
    phase = table.state.phase
    if phase == ADJUST or (phase not in ("decks", DEPLOY) and table.state.result is None):
        detail = "Layouts are adjusted once, by the French, before the battle."
        return refuse("ALREADY_ADJUSTED", "4.1", detail)
    return None


def own(table: Table, seat: str, card: str) -> Battle | None:
    """The battle in which a card of a seat waits or is laid; None if it is none of theirs."""
    for battle in table.state.battles.values():
        if card in battle.cards and side_of(battle.cards[card].nation) == seat:
            return battle
        if card in battle.sites and battle.sites[card].side == seat:
            return battle
    return None


# -- laying a card --------------------------------------------------------------------------------


def placings(table: Table, decision: Decision) -> Iterator[Place]:
    """Every card of the Reserve in every position that takes it, in every formation."""
    seat, decoys = decision.seat, table.state.options["decoys"]
    for battle in table.state.battles.values():
        for card in battle.at(places.reserve(seat), seat):
            kind = labels.kind_of(table, card)
            forms = ("", "column", "square") if kind == labels.INFANTRY else ("",)
            down = (
                (False, True) if decoys and kind in (labels.GENERAL, labels.TERRAIN) else (False,)
            )
            for place in places.line(seat):
                for form in forms:
                    for decoy in down:
                        order = Place(card, place, form, decoy)  # type: ignore[arg-type]
                        if refuse_placing(table, decision, order) is None:
                            yield order


def refuse_placing(table: Table, decision: Decision, order: Place) -> Refusal | None:
    """Why a card cannot be laid in a position [4.1, 4.2, 14.0, G-43]."""
    battle = own(table, decision.seat, order.card)
    if battle is None:
        return refuse("NOT_YOUR_CARD", "4.1", "Name a card of your muster.")
    if order.card in battle.sites and battle.sites[order.card].fixed:
        return refuse("TERRAIN_FIXED", "4.2", "Terrain that the enemy has seen never moves.")
    if order.card in battle.sites or not places.is_reserve(battle.cards[order.card].place):
        name = labels.name_of(table, order.card)
        return refuse("ALREADY_PLACED", "G-43", f"{name} is laid already; take it up first.")
    if not places.is_position_of(order.place, decision.seat):
        return refuse("WRONG_LANE", "4.1", "Name one of your three positions.")
    return (
        _refuse_form(table, order.card, order.formation)
        or refuse_decoy(table, battle, order)
        or _refuse_room(table, battle, decision.seat, order)
        or _refuse_limits(table, battle, order)
    )


def _refuse_form(table: Table, card: str, formation: str) -> Refusal | None:
    if formation and labels.kind_of(table, card) != labels.INFANTRY:
        return refuse("NOT_INFANTRY", "9.0", "Only infantry has a formation.")
    if formation == "line":
        return refuse("SAME_FORMATION", "9.0", "Infantry without a marker is in line.")
    return None


def refuse_decoy(table: Table, battle: Battle, order: Place) -> Refusal | None:
    """Why a card cannot lie there as what it is, or as a decoy [4.1, 4.2, 14.0]."""
    kind, decoys = labels.kind_of(table, order.card), table.state.options["decoys"]
    if order.decoy and not decoys:
        return refuse("OPTION_OFF", "14.0", "This game is played without decoys.")
    if kind == labels.SPECIAL and not decoys:
        name = labels.name_of(table, order.card)
        return refuse("OPTION_OFF", "G-43", f"{name} stays in Reserve, as there are no decoys.")
    if order.decoy and kind not in (labels.GENERAL, labels.TERRAIN):
        name = labels.name_of(table, order.card)
        return refuse("NO_DECOY", "14.0", f"{name} lies face down anyway.")
    return None


def is_face_down(table: Table, order: Place) -> bool:
    """Whether a card lies face down in its position [4.1, 14.0]."""
    kind = labels.kind_of(table, order.card)
    return order.decoy or kind not in (labels.GENERAL, labels.TERRAIN)


def face_down(table: Table, battle: Battle, place: str, side: str) -> list[str]:
    """Cards of a side that count for stacking: all but face-up generals [4.1, 8.4, G-29]."""
    return [
        card
        for card in battle.at(place, side)
        if not (battle.cards[card].revealed and labels.kind_of(table, card) == labels.GENERAL)
    ]


def generals_at(table: Table, battle: Battle, place: str, side: str) -> list[str]:
    """Face-up generals of a side in a position [12.0]."""
    return [
        card
        for card in battle.at(place, side)
        if battle.cards[card].revealed and labels.kind_of(table, card) == labels.GENERAL
    ]


def _refuse_room(table: Table, battle: Battle, seat: str, order: Place) -> Refusal | None:
    if not commanders.may_take_the_field(table, battle, order.card):
        name = labels.name_of(table, order.card)
        detail = f"{name} stays in Reserve while the army has its commander."
        return refuse("CHIEF_OF_STAFF", "12.3", detail)
    if is_face_down(table, order):
        if len(face_down(table, battle, order.place, seat)) >= MOST:
            return refuse("TOO_MANY", "4.1", f"At most {MOST} cards lie face down in a position.")
        return None
    leads = labels.kind_of(table, order.card) == labels.GENERAL
    if leads and generals_at(table, battle, order.place, seat):
        return refuse("TWO_GENERALS", "12.0", "One general of a side leads in a position.")
    return None


def _refuse_limits(table: Table, battle: Battle, order: Place) -> Refusal | None:
    """Terrain goes to its own position; the Prussians of Waterloo are not there yet [4.2, 10.0]."""
    it = labels.label(table, order.card)
    if isinstance(it, labels.Terrain):
        return sites.refuse_site(table, battle, order.card, order.place, decoy=order.decoy)
    return None


def place(table: Table, decision: Decision, order: Place) -> None:
    """Others see it when both layouts are shown [4.1]."""
    up = not is_face_down(table, order)
    site = up and labels.kind_of(table, order.card) == labels.TERRAIN
    table.record(
        CardPlaced(decision.seat, order.card, order.place, order.formation, up, site), "4.1", "G-43"
    )


# -- onto terrain, and back -----------------------------------------------------------------------


def postings(table: Table, decision: Decision) -> Iterator[OccupyTerrain]:
    """Every unit that was laid, on every terrain of its position that takes it [G-52]."""
    for battle in table.state.battles.values():
        for site, it in battle.sites.items():
            for card in battle.at(it.place, decision.seat):
                order = OccupyTerrain(card, site)
                if refuse_posting(table, decision, order) is None:
                    yield order


def refuse_posting(table: Table, decision: Decision, order: OccupyTerrain) -> Refusal | None:
    """Why a unit cannot be deployed on terrain [11.0, G-52]."""
    battle = own(table, decision.seat, order.card)
    if battle is None or order.card not in battle.cards:
        return refuse("NOT_YOUR_CARD", "4.1", "Name a unit that you have laid.")
    if order.instead:
        return refuse("NOT_IN_BATTLE", "G-52", "Take up the other unit first.")
    return sites.refuse_stand(table, battle, order.card, order.terrain)


def post(table: Table, decision: Decision, order: OccupyTerrain) -> None:
    """It stands on it from the beginning."""
    table.record(CardPosted(decision.seat, order.card, order.terrain), "G-52")


def takings(table: Table, decision: Decision) -> Iterator[TakeUp]:
    """Every card that was laid, but face-up terrain in the second round."""
    for battle in table.state.battles.values():
        for card in (*battle.sites, *battle.cards):
            order = TakeUp(card)
            if refuse_taking(table, decision, order) is None:
                yield order


def refuse_taking(table: Table, decision: Decision, order: TakeUp) -> Refusal | None:
    """Why a card cannot be taken up [G-06, G-43]."""
    battle = own(table, decision.seat, order.card)
    if battle is None:
        return refuse("NOT_YOUR_CARD", "4.1", "Name a card that you have laid.")
    if order.card in battle.sites:
        if battle.sites[order.card].fixed:
            return refuse("TERRAIN_FIXED", "4.2", "Terrain that the enemy has seen never moves.")
        return None
    if places.is_reserve(battle.cards[order.card].place):
        return refuse("NOT_PLACED", "G-43", "That card is in Reserve.")
    return None


def take_up(table: Table, decision: Decision, order: TakeUp) -> None:
    """It may be laid elsewhere."""
    battle = own(table, decision.seat, order.card)
    assert battle is not None, "it is the seat's"
    nation = labels.label(table, order.card).nation
    table.record(CardTakenUp(decision.seat, battle.id, nation, order.card), "G-43")


# -- ending it ------------------------------------------------------------------------------------


def refuse_end(table: Table, decision: Decision, order: EndDeployment) -> Refusal | None:
    """Why a deployment cannot be ended [4.1, G-06, G-43]."""
    for battle in table.state.battles.values():
        wrong = refuse_layout(table, battle, decision.seat)
        if wrong is not None:
            return wrong
    return None


def refuse_layout(table: Table, battle: Battle, seat: str) -> Refusal | None:
    """Each position has a unit, as far as there are units; none has only decoys [4.1, G-06]."""
    line = places.line(seat)
    cards = [card for card, it in battle.cards.items() if side_of(it.nation) == seat]
    units = [card for card in cards if labels.is_unit(labels.label(table, card))]
    filled = {battle.cards[card].place for card in units}.intersection(line)
    if len(filled) < min(len(line), len(units)):
        detail = "Each of your positions needs a unit, as far as you have units."
        return refuse("TOO_FEW", "4.1", detail, filled=len(filled), battle=battle.id)
    for place in line:
        if place not in filled and face_down(table, battle, place, seat):
            detail = "At least one of the cards face down in a position is a unit."
            return refuse("TOO_FEW", "G-06", detail, place=place, battle=battle.id)
    return None


def end(table: Table, decision: Decision, order: EndDeployment) -> None:
    """Cards that were not laid are in Reserve."""
    table.record(DeploymentEnded(decision.seat), "4.1")


# -- shown ----------------------------------------------------------------------------------------


def showing_due(table: Table) -> bool:
    """Whether everybody has ended their deployment; asked after that."""
    return table.state.phase in PHASES


def show(table: Table) -> None:
    """Layouts are shown as others see them; then the French adjust, or battle begins [4.1]."""
    state = table.state
    for battle in state.battles.values():
        for seat in _deploying(table):
            _show(table, battle, seat)
    begun = ADJUST if state.phase == DEPLOY else "between"
    table.record(DeploymentPhaseEnded(begun), "4.1", "G-06")


def _show(table: Table, battle: Battle, seat: str) -> None:
    pairing: dict[str, str] = {}
    up: dict[str, tuple[str, ...]] = {}
    down: dict[str, tuple[str, ...]] = {}
    on: dict[str, tuple[str, ...]] = {}
    used = table.state.tokens
    for place in places.line(seat):
        there = battle.at(place, seat)
        lying = [it for it in battle.sites_at(place) if battle.sites[it].side == seat]
        up[place] = (*lying, *(it for it in there if battle.cards[it].revealed))
        hidden = sorted(it for it in there if not battle.cards[it].revealed)
        dealt = _dealt(table, battle, hidden, used)
        used += len(hidden)
        pairing |= dealt
        down[place] = tuple(sorted(dealt.values(), key=kit.number))
        for site in lying:
            on[site] = tuple(sorted((pairing[it] for it in battle.on(site)), key=kit.number))
    draw = last_draw_of(table, len(pairing))
    shown = LayoutShown(battle.id, seat, seat, up, down, on, pairing, draw)
    table.record(shown, "4.1", "G-44")


def _dealt(table: Table, battle: Battle, hidden: Sequence[str], used: int) -> dict[str, str]:
    """Tokens by card, given out by chance within each nation [G-44]."""
    pairing = {}
    for nation in dict.fromkeys(battle.cards[card].nation for card in hidden):
        cards = [card for card in hidden if battle.cards[card].nation == nation]
        left = kit.fresh(nation, used, len(cards))
        used += len(cards)
        for place, card in enumerate(cards, 1):
            purpose = f"{nation} token {place} of {len(cards)}"
            pairing[card], _ = table.draw(left, purpose)
            left.remove(pairing[card])
    return pairing
