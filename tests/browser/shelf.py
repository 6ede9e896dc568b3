"""Games that are only looked at, one of each kind: they come out the same in every store."""

from __future__ import annotations

from datetime import timedelta

from napoleon.log.clocks import FORFEIT, Clock
from napoleon.log.times import DAY
from napoleon.play.clock import absences, setting, stand_ins
from napoleon.play.clock.running import run
from napoleon.play.counting import moment
from napoleon.play.dispatches import charter
from napoleon.play.outcomes import Accepted
from napoleon.rules.events import REFEREE
from tests.browser.house import House, Table

RULESETS = ("napoleon1815", "napoleonic_empire")

SEATS = ("french", "allied")

CLOCK = Clock(48 * 60, kinds={"window": 24 * 60}, zone="Europe/Paris", then=FORFEIT)
"""By which everybody has two days, and one for whether to play a card."""


FOR_EVER = 1_000
"""The turn until which a game is played that comes to its end before."""


def campaign(house: House) -> Table:
    """Napoléon 1815 in its third turn, when somebody is to set the first stack in motion."""
    table = house.table(
        "a campaign on the shelf",
        "napoleon1815",
        "campaign",
        players={"french": "Grouchy", "allied": "Blücher"},
        to_turn=3,
        bots=("french", "allied"),
    )
    house.play_until(table, "go")
    return table


def europe(house: House) -> Table:
    """Napoleonic Empire, in its fourth turn."""
    return house.table(
        "Europe on the shelf",
        "napoleonic_empire",
        "europe",
        players={"french": "Talleyrand", "allied": "Metternich"},
        to_turn=4,
        bots=("french", "allied"),
    )


def columbia(house: House) -> Table:
    """Napoleon by Columbia Games in its second turn, when a group is to march."""
    return house.table(
        "a march on the shelf",
        "napoleon_columbia",
        "historical",
        players={"french": "Grouchy", "allied": "Gneisenau"},
        to_turn=2,
        bots=("french", "allied"),
    )


def blocks_fought(house: House) -> Table:
    """Columbia after its first battles."""
    return house.table(
        "battles of blocks on the shelf",
        "napoleon_columbia",
        "historical",
        players={"french": "Ney", "allied": "Picton"},
        to_turn=5,
        bots=("french", "allied"),
    )


POWERS = {
    "fr": "Talleyrand",
    "gb": "Castlereagh",
    "ru": "Czartoryski",
    "au": "Metternich",
    "pr": "Hardenberg",
}


def over(house: House) -> Table:
    """A battle of EAGLES that is over."""
    return house.table(
        "a game that is over",
        "eagles_waterloo",
        "quatre_bras",
        players={"french": "Reille", "allied": "Picton"},
        to_turn=FOR_EVER,
    )


def wars(house: House) -> Table:
    """The Napoleonic Wars of five people in its second turn, when France has played a card."""
    table = house.table(
        "five powers on the shelf",
        "napoleonic_wars",
        "1805",
        players=POWERS,
        number=5,
        to_turn=2,
        bots=POWERS,
    )
    house.play_until(table, "act")
    if house.games.open(table.id).state.stack[-1].played:
        return table
    decision = house.games.decisions(house.games.open(table.id))[0]
    legal_orders = house.games.rules(house.games.open(table.id)).legal_orders
    order = next(iter(legal_orders(house.games.open(table.id).state, decision)))
    assert isinstance(house.games.submit_orders(table.id, decision.seat, [order]), Accepted)
    house.play_until(table, "act")
    return table


def disputed(house: House) -> tuple[Table, int]:
    """A game with a dispute that both sides have spoken about, and the dispute."""
    table = house.table(
        "a dispute on the shelf",
        "napoleon1815",
        "historical_invasion",
        players={"french": "Ney", "allied": "Wellington"},
        to_turn=4,
        bots=("french", "allied"),
    )
    if cases := house.games.open(table.id).disputes:
        return table, min(cases)
    events = house.games.history(table.id)
    moved = next(it for it in reversed(events) if type(it).__name__ == "MovementPointsSet")
    opened = table.post(
        "/disputes",
        "allied",
        {
            "version": moved.version,
            "clause": "MOVE.1E",
            "claim": "It rained that morning: the stack had one movement point too many.",
            "relief": "correct",
        },
    )
    answer = {"text": "The rain had stopped at the end of the turn before."}
    table.post(f"/disputes/{opened['dispute']}/statements", "french", answer)
    charter(house.games, table.id, REFEREE, lost=10, captured=10, pace=4)
    table.post("/press", "allied", {"to": ["french"], "text": "Did it not rain all night?"})
    table.post("/press", "french", {"to": ["all"], "text": "Let the referee decide."})
    return table, int(opened["dispute"])


def timed(house: House) -> Table:
    """A game with a clock and a referee, in which the French are late and the Allies away."""
    table = house.table(
        "a clock on the shelf",
        "napoleon1815",
        "campaign",
        players={"french": "Grouchy", "allied": "Blücher"},
        to_turn=2,
        bots=("french", "allied"),
    )
    games = house.games
    if games.open(table.id).timekeeping.clock is not None:
        return table
    while (asked := games.decisions(games.open(table.id))[0]).seat != "french":
        order = next(
            iter(games.rules(games.open(table.id)).legal_orders(games.open(table.id).state, asked))
        )
        assert isinstance(games.submit_orders(table.id, asked.seat, [order]), Accepted)
    now = games.clock
    games.clock = lambda: now() - 3 * DAY
    setting.set_clock(games, table.id, REFEREE, CLOCK)
    games.clock = now
    run(games, table.id)
    today = moment(now()).date()
    absences.declare(games, table.id, "allied", today, today + timedelta(days=9), "Europe/Berlin")
    stand_ins.name(games, table.id, "french")
    return table


def scouts(house: House) -> Table:
    """Napoléon 1815 in fog of war, where the scouts of both sides are to be placed."""
    return house.table(
        "scouts on the shelf",
        "napoleon1815",
        "campaign",
        players={"french": "Ney", "allied": "Wellington"},
        rules="grognard",
    )


def cards_laid(house: House) -> Table:
    """EAGLES at Quatre Bras in its second turn, in a Combat phase."""
    table = house.table(
        "a battle of cards on the shelf",
        "eagles_waterloo",
        "quatre_bras",
        players={"french": "Reille", "allied": "Picton"},
        to_turn=3,
        bots=("french", "allied"),
    )
    house.play_until(table, "combat")
    return table


def cards_dealt(house: House) -> Table:
    """EAGLES at Quatre Bras when both musters are dealt, and nothing is laid."""
    return house.table(
        "musters on the shelf",
        "eagles_waterloo",
        "quatre_bras",
        players={"french": "Reille", "allied": "Picton"},
    )


def deck_begun(house: House) -> Table:
    """EAGLES at Waterloo before any card is in a deck."""
    return house.table(
        "decks on the shelf",
        "eagles_waterloo",
        "quatre_bras",
        players={"french": "Reille", "allied": "Picton"},
        decks="custom",
    )


MAKERS = dict(zip(RULESETS, (campaign, europe), strict=True))
