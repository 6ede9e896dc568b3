"""Battles as boards with two sides [chapter 7]."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from napoleon.rules.battles import (
    BattleReport,
    Battles,
    BattleSide,
    Row,
    Section,
    Told,
    amount,
    capital,
    field,
    of_types,
)
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.napoleonic_empire.events.battle import BattleEnded, BattleStarted
from napoleon.rulesets.napoleonic_empire.events.turn import GameWon
from napoleon.rulesets.napoleonic_empire.sides import SIDES
from napoleon.rulesets.napoleonic_empire.story.places import country, into
from napoleon.rulesets.napoleonic_empire.story.sides import armies as armies_of
from napoleon.rulesets.napoleonic_empire.story.sides import card as card_of
from napoleon.rulesets.napoleonic_empire.story.sides import of_the, the

DICE_CLAUSE = "ATTACK.6"
"""Under which a breakdown counts the die of a side."""


def report(events: Sequence[Told], words: Words) -> BattleReport:
    """The board of a battle by its events; all of them are open to everybody."""
    first = events[0]
    begun = first["data"]
    battle = _Battle(events, words)
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

    def __init__(self, events: Sequence[Told], words: Words) -> None:
        self.events = events
        self.words = words

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
        words = self.words
        for event in self.of("battle_totalled"):
            data = event["data"]
            totals = sorted((data["attacker_total"], data["defender_total"]), reverse=True)
            if self.winner:
                more, less = totals
                return words.gettext(
                    "%(who)s won by %(more)s to %(less)s.",
                    who=capital(the(words, self.winner)),
                    more=more,
                    less=less,
                )
        if any(self.of("battle_tied")):
            return words.gettext(
                "Nobody won: the totals were equal, and the country stays contested."
            )
        for event in self.of("kutuzov_withdrew"):
            to = into(words, event["data"]["to"])
            return words.gettext("Kutuzov withdrew %(to)s; nobody fought.", to=to)
        return ""

    def side(self, side: str, armies: int, *, attacks: bool) -> BattleSide:
        """The column of a side."""
        sections = (self.played(side), self.total(side, attacks=attacks), self.losses(side))
        return BattleSide(
            side=side,
            attacks=attacks,
            force=(armies_of(self.words, armies),),
            sections=tuple(it for it in sections if it is not None),
            won=side == self.winner if self.winner else None,
        )

    def played(self, side: str) -> Section | None:
        """The cards that it played."""
        rows = tuple(
            Row(card_of(self.words, card), clause=f"CARD.{card}", card=f"CARD.{card}")
            for card in (it["data"]["card"] for it in self.of("card_played", side=side))
        )
        return Section(self.words.gettext("Cards played"), rows) if rows else None

    def total(self, side: str, *, attacks: bool) -> Section | None:
        """What its total is made of; before there is one, its die if it has rolled."""
        die = tuple(
            it["data"]["value"] for it in self.of("die_rolled", side=side, purpose="battle")
        )
        for event in self.of("battle_totalled"):
            sign = 1 if attacks else -1
            rows = tuple(
                Row(
                    self.reason(line["note"]),
                    amount(sign * line["amount"]),
                    line["clause"],
                    die if line["clause"] == DICE_CLAUSE else (),
                )
                for line in event["breakdown"] or ()
                if sign * line["amount"] > 0
            )
            data = event["data"]
            total = data["attacker_total"] if attacks else data["defender_total"]
            return Section(self.words.gettext("Total"), rows, str(total))
        rows = tuple(
            Row(capital(self.words.gettext("die")), amount(value), DICE_CLAUSE, (value,))
            for value in die
        )
        return Section(self.words.gettext("Total"), rows) if rows else None

    def losses(self, side: str) -> Section | None:
        """Its loss dice, and what they cost it."""
        faces = tuple(
            it["data"]["value"]
            for purpose in ("winner_loss", "loser_loss")
            for it in self.of("die_rolled", side=side, purpose=purpose)
        )
        for event in self.of("losses_computed", side=side):
            data = event["data"]
            percent = Row(
                self.words.gettext("Loss dice"), f"{data['percent']} %", "ATTACK.8", faces
            )
            rows = (
                Row(self.lost(line["note"]), amount(-line["amount"]), line["clause"])
                for line in event["breakdown"] or ()
            )
            lost = armies_of(self.words, data["losses"])
            return Section(self.words.gettext("Losses"), (percent, *rows), lost)
        return (
            Section(
                self.words.gettext("Losses"),
                (Row(self.words.gettext("Loss dice"), "", "ATTACK.8", faces),),
            )
            if faces
            else None
        )

    def aftermath(self) -> Iterator[Row]:
        """What came of it: retreats, what could not retreat, commanders, control."""
        words = self.words
        retreats: dict[tuple[str, str], int] = {}
        for event in self.of("armies_retreated"):
            data = event["data"]
            way = data["side"], data["to"]
            retreats[way] = retreats.get(way, 0) + data["armies"]
        for (side, to), number in retreats.items():
            told = words.ngettext(
                "%(num)s army %(of)s retreated %(to)s",
                "%(num)s armies %(of)s retreated %(to)s",
                number,
                of=of_the(words, side),
                to=into(words, to),
            )
            yield Row(told, clause="ATTACK.10")
        for event in self.of("armies_eliminated", reason="no_retreat"):
            data = event["data"]
            told = words.ngettext(
                "%(num)s army %(of)s had nowhere to go, and was lost",
                "%(num)s armies %(of)s had nowhere to go, and were lost",
                data["armies"],
                of=of_the(words, data["side"]),
            )
            yield Row(told, clause="ATTACK.10")
        for event in self.of("commander_retreated"):
            data = event["data"]
            told = words.gettext(
                "%(name)s went along %(to)s",
                name=words.name(data["name"]),
                to=into(words, data["to"]),
            )
            yield Row(told, clause="E-38")
        for event in self.of("commander_lost"):
            lost = words.name(event["data"]["name"])
            yield Row(words.gettext("%(name)s was lost", name=lost), clause="E-38")
        for event in self.of("control_changed"):
            data = event["data"]
            if data["after"] in SIDES:
                told = words.gettext(
                    "%(country)s came under the control %(of)s",
                    country=capital(country(words, data["country"])),
                    of=of_the(words, data["after"]),
                )
                yield Row(told, clause="COMP.6")

    def reason(self, note: str) -> str:
        """What a line of the margin says, without whose it is: that is where it stands."""
        return capital(self.words.gettext(note.partition(": ")[2] or note))

    def lost(self, note: str) -> str:
        """What a line of the losses says."""
        words = self.words
        if found := _SHARE.fullmatch(note):
            return words.gettext(
                "%(percent)s %% of %(armies)s, rounded down",
                percent=found["percent"],
                armies=armies_of(words, int(found["armies"])),
            )
        if found := _CAP.fullmatch(note):
            return capital(words.gettext("no more than %(cap)s", cap=found["cap"]))
        if found := _HALVED.fullmatch(note):
            who = found["name"]
            by = words.gettext(who)
            return capital(words.gettext("halved by %(name)s, rounded down", name=by))
        return capital(words.gettext(note))


_SHARE = re.compile(r"(?P<percent>\d+) % of (?P<armies>\d+) armies, rounded down")
_CAP = re.compile(r"no more than (?P<cap>\d+)")
_HALVED = re.compile(r"(?P<name>.+) halves them, rounded down")
"""What the rules note in lines of losses."""


BATTLES = Battles(
    begins=frozenset({BattleStarted.topic}),
    ends=frozenset({BattleEnded.topic, GameWon.topic}),
    place=field("country"),
    report=report,
)
