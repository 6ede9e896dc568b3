"""What is wrong in copies of the pack of Napoléon 1815, and what its check says of it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.broken_packs import Break, added, all_of, lacks, renamed, row, sets, without
from tests.napoleon1815.broken import scenario
from tests.rulesets.packs import WrongPacks

CAMPAIGN = "campaign"
SCENARIOS = (CAMPAIGN, "historical_invasion", "ligny_quatre_bras", "waterloo_wavre")


def area(name: str, /, **values: object) -> Break:
    return row("areas.csv", "id", name, **values)


def block(name: str, /, **values: object) -> Break:
    return row("blocks.csv", "id", name, **values)


def card(number: int, /, **values: object) -> Break:
    return row("cards.csv", "number", number, **values)


def invasion_card(number: int, /, **values: object) -> Break:
    return row("invasion_cards.csv", "number", number, **values)


def three_player_card(number: int, /, **values: object) -> Break:
    return row("three_player_cards.csv", "number", number, **values)


def cut_off(name: str) -> Break:
    return all_of(without("roads.csv", "b", name), without("roads.csv", "a", name))


def area_called_like_a_block() -> Break:
    return all_of(
        added("areas.csv", "ney,Ney,plain,0,0,4.7,50.88,770,120,printed,added"),
        added("roads.csv", "bruxelles,ney,0,,printed,added"),
    )


def no_scenarios(folder: Path) -> None:
    shutil.rmtree(folder / "scenarios")


WRONG_TABLES = {
    "ids are plain and unique": [
        (renamed("perwez", "Perwez"), "Perwez"),
        (area_called_like_a_block(), "ney is an area and a block"),
    ],
    "map is connected": [(cut_off("jodoigne"), "jodoigne")],
    "places score as printed [VICTORY.2]": [
        (area("ath", victory_points=2), "ath must score 1"),
        (area("hal", kind="town"), "hal must score 0"),
        (area("lens", kind="fortified_farm"), "lens must score"),
    ],
    "border of France [DATA.1]": [
        (row("areas.csv", "in_france", 1, in_france=0), "areas in France"),
        (area("maubeuge", in_france=0), "maubeuge"),
        (area("alost", in_france=1), "alost"),
    ],
    "one commander for each army [TERM.4]": [
        (block("hill", kind="commander"), "hill must not be"),
        (block("blucher", kind="corps"), "blucher must"),
        (block("blucher", infantry=1), "has strength points"),
    ],
    "corps named by the rules [DATA.2]": [(block("hill", army="french"), "hill")],
    "corps have 1 to 8 strength points [TERM.3]": [
        (block("ney", cavalry=0), "ney has 0"),
        (block("ney", cavalry=9), "ney has 9"),
    ],
    "printed symbols and bonuses [DATA.2]": [
        (block("ney", march=0), "ney"),
        (block("derlon", march=1), "derlon"),
        (block("drouot", combat_bonus=2), "drouot"),
        (block("wellington", combat_bonus=0), "wellington"),
        (block("napoleon", combat_bonus=0), "napoleon"),
    ],
    "blocks that enter by event [DATA.2]": [
        (block("hill", enters="event"), "hill must not"),
        (block("lamarque", enters="setup"), "lamarque must"),
    ],
    "two decks of 36 cards, numbers 1 to 72 [SETUP.6]": [
        (
            without("cards.csv", "number", 62),
            "the french deck has 35 cards instead of 36; there is no card 62",
        ),
        (card(62, number=90), "no card 90"),
    ],
    "every event has a card [DATA.3]": [(card(36, event="hold"), "panic")],
    "events are in the right deck [DATA.3]": [(card(36, side="french"), "card 36 (panic)")],
    "events have their colour [CARDS.3]": [
        (card(36, colour="blue"), "card 36 (panic)"),
        (card(11, colour="red"), "card 11 (supply)"),
    ],
    "windows fit the colour [CARDS.3]": [
        (card(36, window="W.DRAW"), "card 36 (panic)"),
        (card(36, window=""), "card 36 (panic)"),
        (card(1, window="W.INIT"), "card 1 (rain)"),
        (card(4, window="W.DRAW|W.INIT"), "card 4 (intuition)"),
    ],
    "symbols fit the windows [CARDS.4]": [
        (card(36, symbol="x"), "card 36 (panic)"),
        (card(62, symbol="r"), "card 62 (fighting_spirit)"),
        (card(13, symbol=""), "card 13 (forced_march)"),
        (card(1, symbol="x"), "card 1 (rain)"),
    ],
    "invasion cards [DATA.5]": [
        (invasion_card(75, draw_french=5), "card 75"),
        (invasion_card(75, draw_allied=0), "card 75"),
        (invasion_card(75, number=83), "no card 75; there must be no card"),
    ],
    "cards for three players [THREE.1]": [
        (three_player_card(78, replaces=26), "must replace 25"),
        (three_player_card(78, side="french"), "deck of 25"),
        (three_player_card(78, event="recon"), "event recon"),
    ],
    "dice have six faces [DICE.2]": [(without("dice.csv", "face", 6), "the prussian die")],
    "there are scenarios [DATA.4]": [(no_scenarios, "none")],
}


def all_set(*changes: Callable[[dict[str, Any]], object]) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        for each in changes:
            each(data)

    return change


def frederick_as_reinforcement(data: dict[str, Any]) -> None:
    data["event_blocks"].remove("frederick")
    coming = {"block": "frederick", "turn": 3, "area": "alost", "alternatives": []}
    data["reinforcements"].append(coming)


def bulow_by_event(data: dict[str, Any]) -> None:
    data["event_blocks"].append(data["reinforcements"].pop()["block"])


WRONG_CAMPAIGNS = {
    "scenario is complete": [(lacks("setup"), "scenarios/campaign.json setup: is missing")],
    "track starts where its ledger says": [(sets("victory_track", to=11), "11")],
    "track and end threshold leave both sides a game [VICTORY.6]": [
        (sets("victory_track", to=20), "starts at 20"),
        (sets("end", "french_win_if_track_at_most", to=20), "need 20"),
    ],
    "commanders have a corps of their army [MOVE.2H]": [
        (sets("setup", "blucher", to="bruxelles"), "blucher stands in bruxelles")
    ],
    "who stands on a place that scores controls it [CONTROL.1]": [
        (sets("control", "namur", to="french"), "pirch stands in namur, which is french"),
        (sets("control", "perwez", to="prussian"), "perwez scores nothing"),
    ],
    "fortified positions are on Allied fortified farms [TERM.12]": [
        (sets("fortified_positions", to=["ath"]), "ath is no fortified farm"),
        (sets("fortified_positions", to=["hal", "hal"]), "different"),
        (
            all_set(sets("setup", "gneisenau", to="namur"), sets("setup", "ney", to="ligny")),
            "French blocks stand in ligny",
        ),
    ],
    "strength and fatigue belong to blocks in play [SETUP.4]": [
        (sets("fatigue", "lamarque", to=1), "lamarque")
    ],
    "reinforcements can arrive [SEQ.2]": [
        (sets("reinforcements", -1, "turn", to=11), "bulow comes on turn 11"),
        (sets("reinforcements", -1, "turn", to=1), "bulow comes on turn 1"),
        (
            sets("reinforcements", -1, "alternatives", to=["perwez"]),
            "bulow has the same area twice",
        ),
        (sets("reinforcements", 0, "turn", to=3), "napoleon comes without a corps"),
        (frederick_as_reinforcement, "frederick enters by event"),
    ],
    "event blocks have an event [DATA.4]": [(bulow_by_event, "bulow")],
    "invasion cards follow each other [DATA.5]": [
        (sets("invasion_cards", "10", to=76), "earlier"),
        (sets("invasion_cards", "11", to=77), "turn 11"),
    ],
    "two or three players [SETUP.1]": [
        (sets("players", to=[4]), "4"),
        (sets("players", to=[]), "[]"),
    ],
    "scouts have somewhere to go [SCOUT.1]": [
        (lacks("scouts", "prussian"), "prussian"),
        (sets("scouts", "swiss", to={"count": 0, "areas": []}), "no army swiss"),
        (sets("scouts", "french", "areas", to=[]), "no area"),
        (
            sets("scouts", "french", "areas", to=["namur"]),
            "french scouts would meet the enemy in namur",
        ),
    ],
    "provenance is told": [
        (sets("provenance", "guessed", to=["all"]), "guessed"),
        (sets("provenance", to={}), "nothing"),
    ],
}

PRINTED_COPY = all_of(
    row("cards.csv", "side", "french", value=6, recovery=4, losses=2, fatigue=3),
    row("cards.csv", "side", "allied", status="printed", source="my copy"),
    card(45, colour="green", window="W.OPSTART", symbol="m-F"),
    block("reille", infantry=4, cavalry=3, march=1, pursuit=1),
    block("blucher", combat_bonus=0),
    invasion_card(76, draw_french=4, allied_operation_limit=5),
    row("dice.csv", "face", 1, losses=2),
    added("areas.csv", "louvain,Louvain,town,0,0,4.7,50.88,770,120,printed,my copy"),
    added("roads.csv", "bruxelles,louvain,1,Dyle,printed,my copy"),
    scenario(CAMPAIGN, sets("setup", "uxbridge", to="louvain")),
)
"""Figures that the rulebook does not print may be anything, and areas may be added."""

PACKS = WrongPacks(
    wrong=[
        *((check, *it) for check, cases in WRONG_TABLES.items() for it in cases),
        *(
            (f"{CAMPAIGN}: {check}", scenario(CAMPAIGN, change), words)
            for check, cases in WRONG_CAMPAIGNS.items()
            for change, words in cases
        ),
    ],
    unreadable=(
        all_of(card(7, value="many"), area("hal", kind="castle")),
        ["areas.csv line 33: Invalid enum value 'castle'", "cards.csv line 8: Expected `int`"],
    ),
    missing="areas.csv",
    free=[PRINTED_COPY],
    parts=SCENARIOS,
    alone=(CAMPAIGN,),
)
