"""Battles as boards with two sides [chapter 7]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napoleon.rules.battles import (
    BattleReport,
    Battles,
    BattleSide,
    Names,
    Row,
    Section,
    Told,
    amount,
    of_types,
    several,
)
from napoleon.rulesets.napoleonic_empire.events.battle import BattleEnded, BattleStarted
from napoleon.rulesets.napoleonic_empire.events.turn import GameWon

DICE_CLAUSE = "ATTACK.6"
"""Under which a breakdown counts the die of a side."""


def report(events: Sequence[Told], names: Names) -> BattleReport:
    """The board of a battle by its events; all of them are open to everybody."""
    first = events[0]
    begun = first["data"]
    battle = _Battle(events, names)
    armies = {begun["attacker"]: begun["attacking"], begun["defender"]: begun["defending"]}
    attacker, defender = armies
    return BattleReport(
        version=first["version"],
        place=begun["country"],
        sides=(
            battle.side(attacker, armies[attacker], attacks=True),
            battle.side(defender, armies[defender], attacks=False),
        ),
        outcome=battle.outcome,
        aftermath=tuple(battle.aftermath()),
        over=events[-1]["type"] in ("battle_ended", "game_won"),
    )


class _Battle:
    """The events of a battle, looked up by what they tell."""

    def __init__(self, events: Sequence[Told], names: Names) -> None:
        self.events = events
        self.names = names

    def of(self, *types: str, **wanted: object) -> Iterator[Told]:
        """Those of these types whose fields have the values that are wanted."""
        return of_types(self.events, *types, **wanted)

    @property
    def winner(self) -> str:
        """The side that won; empty if none has."""
        return next((it["data"]["side"] for it in self.of("battle_won")), "")

    @property
    def outcome(self) -> str:
        """How it came out, in a sentence; empty before it has."""
        for event in self.of("battle_totalled"):
            data = event["data"]
            totals = sorted((data["attacker_total"], data["defender_total"]), reverse=True)
            if self.winner:
                more, less = totals
                return f"The {self.names.call(self.winner)} won by {more} to {less}."
        if any(self.of("battle_tied")):
            return "Nobody won: the totals were equal, and the country stays contested."
        for event in self.of("kutuzov_withdrew"):
            return f"Kutuzov withdrew to {self.names.call(event['data']['to'])}; nobody fought."
        return ""

    def side(self, side: str, armies: int, *, attacks: bool) -> BattleSide:
        """The column of a side."""
        sections = (self.played(side), self.total(side, attacks=attacks), self.losses(side))
        return BattleSide(
            side=side,
            attacks=attacks,
            force=(several(armies, "army", "armies"),),
            sections=tuple(it for it in sections if it is not None),
            won=side == self.winner if self.winner else None,
        )

    def played(self, side: str) -> Section | None:
        """The cards that it played."""
        rows = tuple(
            Row(self.names.call(card), clause=f"CARD.{card}", card=f"CARD.{card}")
            for card in (it["data"]["card"] for it in self.of("card_played", side=side))
        )
        return Section("Cards played", rows) if rows else None

    def total(self, side: str, *, attacks: bool) -> Section | None:
        """What its total is made of; before there is one, its die if it has rolled."""
        die = tuple(
            it["data"]["value"] for it in self.of("die_rolled", side=side, purpose="battle")
        )
        for event in self.of("battle_totalled"):
            sign = 1 if attacks else -1
            rows = tuple(
                Row(
                    _of_a_side(line["note"]),
                    amount(sign * line["amount"]),
                    line["clause"],
                    die if line["clause"] == DICE_CLAUSE else (),
                )
                for line in event["breakdown"] or ()
                if sign * line["amount"] > 0
            )
            data = event["data"]
            total = data["attacker_total"] if attacks else data["defender_total"]
            return Section("Total", rows, str(total))
        rows = tuple(Row("die", amount(value), DICE_CLAUSE, (value,)) for value in die)
        return Section("Total", rows) if rows else None

    def losses(self, side: str) -> Section | None:
        """Its loss dice, and what they cost it."""
        faces = tuple(
            it["data"]["value"]
            for purpose in ("winner_loss", "loser_loss")
            for it in self.of("die_rolled", side=side, purpose=purpose)
        )
        for event in self.of("losses_computed", side=side):
            data = event["data"]
            percent = Row("Loss dice", f"{data['percent']} %", "ATTACK.8", faces)
            rows = (
                Row(line["note"], amount(-line["amount"]), line["clause"])
                for line in event["breakdown"] or ()
            )
            lost = several(data["losses"], "army", "armies")
            return Section("Losses", (percent, *rows), lost)
        return Section("Losses", (Row("Loss dice", "", "ATTACK.8", faces),)) if faces else None

    def aftermath(self) -> Iterator[Row]:
        """What came of it: retreats, what could not retreat, commanders, control."""
        call = self.names.call
        retreats: dict[tuple[str, str], int] = {}
        for event in self.of("armies_retreated"):
            data = event["data"]
            way = data["side"], data["to"]
            retreats[way] = retreats.get(way, 0) + data["armies"]
        for (side, to), number in retreats.items():
            armies = several(number, "army", "armies")
            yield Row(f"{armies} of the {call(side)} retreated to {call(to)}", clause="ATTACK.10")
        for event in self.of("armies_eliminated", reason="no_retreat"):
            data = event["data"]
            armies = several(data["armies"], "army", "armies")
            yield Row(f"{armies} of the {call(data['side'])} had nowhere to go, and were lost",
                      clause="ATTACK.10")  # fmt: skip
        for event in self.of("commander_retreated"):
            data = event["data"]
            yield Row(f"{call(data['name'])} went along to {call(data['to'])}", clause="E-38")
        for event in self.of("commander_lost"):
            yield Row(f"{call(event['data']['name'])} was lost", clause="E-38")
        for event in self.of("control_changed"):
            data = event["data"]
            after = data["after"]
            if after in self.names.of:
                yield Row(f"{call(data['country'])} came under the control of the {call(after)}",
                          clause="COMP.6")  # fmt: skip


def _of_a_side(note: str) -> str:
    """What a line of the margin says, without whose it is: that is where it stands."""
    return note.partition(": ")[2] or note


BATTLES = Battles(
    begins=frozenset({BattleStarted.topic}),
    ends=frozenset({BattleEnded.topic, GameWon.topic}),
    place="country",
    report=report,
)
