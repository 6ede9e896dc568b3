"""Battles as boards with two sides: dice and what they were rolled for, losses, what came of it.

[11] All of it lies open.
"""

from __future__ import annotations

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
from napoleon.rulesets.napoleonic_wars.events.battles import BattleBegan
from napoleon.rulesets.napoleonic_wars.events.outcomes import BattleEnded
from napoleon.rulesets.napoleonic_wars.events.turn_end import GameEnded
from napoleon.rulesets.napoleonic_wars.events.windows import BattleCalledOff
from napoleon.rulesets.napoleonic_wars.names import called, nation

ATTACKER, DEFENDER = "attacker", "defender"

LOSSES = "11.3.a"
ROUT, ELIMINATION, RETREAT, FLAG = "11.5.a", "11.4.e", "11.4.a", "11.7.a"


def report(events: Sequence[Told], words: Words) -> BattleReport:
    """The board of a battle by its events."""
    first = events[0]
    battle = _Battle(events, words)
    return BattleReport(
        version=first["version"],
        place=first["data"]["space"],
        sides=(battle.side(ATTACKER), battle.side(DEFENDER)),
        outcome=battle.outcome,
        aftermath=tuple(battle.aftermath()),
        over=events[-1]["type"] in ("battle_ended", "battle_called_off", "game_ended"),
    )


class _Battle:
    """The events of a battle, looked up by what they tell."""

    def __init__(self, events: Sequence[Told], words: Words) -> None:
        self.events = events
        self.words = words
        self.begun = events[0]["data"]

    @property
    def loser(self) -> str:
        """``attacker``, ``defender`` or ``nobody``; empty as long as it is open."""
        decided = of_types(self.events, "battle_decided")
        return next((str(it["data"]["loser"]) for it in decided), "")

    @property
    def outcome(self) -> str:
        """How it came out, in a sentence; empty before it has."""
        _ = self.words.gettext
        if any(of_types(self.events, "battle_called_off")):
            return _("There was no battle.")
        if not self.loser:
            return ""
        if self.loser == "nobody":
            return _("Nobody was left.")
        winner = DEFENDER if self.loser == ATTACKER else ATTACKER
        return _("%(who)s won.", who=capital(self._nations(winner)))

    def _nations(self, role: str) -> str:
        those = self.begun["attackers" if role == ATTACKER else "defenders"]
        return self.words.language.listed(self.words.name(it) for it in those)

    def side(self, role: str) -> BattleSide:
        """The column of a side."""
        nations = self.begun["attackers" if role == ATTACKER else "defenders"]
        chief = self.begun["attacking" if role == ATTACKER else "defending"]
        units = self.begun["attacking_units" if role == ATTACKER else "defending_units"]
        force = [nation(self.words, it) for it in nations]
        force.append(self.words.ngettext("%(num)s unit", "%(num)s units", units))
        if chief:
            told = self.words.gettext("%(leader)s commands", leader=called(self.words, chief))
            force.append(told)
        decided = self.loser in (ATTACKER, DEFENDER)
        return BattleSide(
            side=nations[0],
            attacks=role == ATTACKER,
            force=tuple(force),
            sections=(*self.dice(role), *self.losses(role)),
            won=self.loser != role if decided else None,
        )

    def dice(self, role: str) -> Iterator[Section]:
        """The dice of each round, with what they were rolled for."""
        _ = self.words.gettext
        rolls = of_types(self.events, "battle_dice_rolled", side=role)
        for number, event in enumerate(rolls, 1):
            data = event["data"]
            rows = [
                Row(capital(it["note"]), amount(it["amount"]), it["clause"])
                for it in event["breakdown"] or ()
            ]
            if data["dice"]:
                rows.append(Row(_("Rolled"), "", "11.2.a", tuple(data["dice"])))
            hits = self.words.ngettext("%(num)s hit", "%(num)s hits", data["hits"])
            yield Section(_("Dice of round %(round)s", round=number), tuple(rows), hits)

    def losses(self, role: str) -> Iterator[Section]:
        """What it lost, and what was disrupted."""
        rows = tuple(self._lost(role))
        if rows:
            yield Section(self.words.gettext("Hits taken"), rows)

    def _lost(self, role: str) -> Iterator[Row]:
        _ = self.words.gettext
        told = {
            "units_removed": _("%(who)s: SP lost"),
            "units_disrupted": _("%(who)s: SP disrupted"),
        }
        for event in of_types(self.events, *told, "leader_hit", side=role):
            data = event["data"]
            if event["type"] == "leader_hit":
                who = called(self.words, data["leader"])
                what = _("%(who)s is lost") if data["removed"] else _("%(who)s is disrupted")
                yield Row(what % {"who": who}, "", LOSSES)
            else:
                who = nation(self.words, data["nation"])
                yield Row(told[event["type"]] % {"who": who}, str(data["sp"]), LOSSES)

    def aftermath(self) -> Iterator[Row]:
        """What came of it: rout, retreat, elimination, a flag."""
        _ = self.words.gettext
        kinds = ("force_routed", "force_eliminated", "force_retreated", "flag_overrun")
        for event in of_types(self.events, *kinds):
            data = event["data"]
            if event["type"] == "flag_overrun":
                who = capital(self.words.name(data["nation"]))
                yield Row(_("%(who)s took the place by the victory.", who=who), "", FLAG)
                continue
            who = capital(self._nations(data["side"]))
            if event["type"] == "force_routed":
                yield Row(_("%(who)s: a rout.", who=who), amount(data["margin"]), ROUT)
            elif event["type"] == "force_eliminated":
                yield Row(_("%(who)s: no way out; all are lost.", who=who), "", ELIMINATION)
            else:
                place = called(self.words, data["space"])
                yield Row(_("%(who)s: retreat to %(place)s.", who=who, place=place), "", RETREAT)


BATTLES = Battles(
    frozenset({BattleBegan.topic}),
    frozenset({BattleEnded.topic, BattleCalledOff.topic, GameEnded.topic}),
    field("space"),
    report,
)
"""Field battles; sieges are told in the journal."""
