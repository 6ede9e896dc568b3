"""Battles and skirmishes as boards with two sides [6]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

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
from napoleon.rules.events import Event
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.napoleon_columbia.events.deployment import BattleStarted
from napoleon.rulesets.napoleon_columbia.events.fights import SkirmishEnded, SkirmishStarted
from napoleon.rulesets.napoleon_columbia.events.retreat import BattleEnded
from napoleon.rulesets.napoleon_columbia.events.turn import GameDrawn, GameWon
from napoleon.rulesets.napoleon_columbia.names import (
    army_of,
    place_named,
    place_told,
    terrain,
    the,
    unit_or_token,
)
from napoleon.rulesets.napoleon_columbia.sides import ALLIED, ATTACKER, FRENCH, enemy, side_of

_SET_WHERE = ("combat_turn_started", "unit_fired", "skirmisher_fired", "side_routed",
              "stalemate_declared", "skirmish_started", "skirmish_decided")  # fmt: skip
"""Events after which what names no town happens in theirs."""

_FROM = {"unit_retreated": "origin", "unit_regrouped": "origin"}
"""The field of an event that names the town of the fight, if it is not ``town``."""

_LOST = {
    FRENCH: noted("The French lost a position: %(place)s"),
    ALLIED: noted("The Allies lost a position: %(place)s"),
}

_WON = {
    ("rout", FRENCH): noted("The French won: they routed the Allies."),
    ("rout", ALLIED): noted("The Allies won: they routed the French."),
    ("stalemate", FRENCH): noted("The French won: the Allies gave their attack up."),
    ("stalemate", ALLIED): noted("The Allies won: the French gave their attack up."),
    ("retreat", FRENCH): noted("The French won: the Allies left the field."),
    ("retreat", ALLIED): noted("The Allies won: the French left the field."),
    ("eliminated", FRENCH): noted("The French won: none of the Allies was left."),
    ("eliminated", ALLIED): noted("The Allies won: none of the French was left."),
}
"""How a battle came out, by why it was over and who won."""

_HAD_TO_LEAVE = {
    FRENCH: noted("The Allies won: the French had to leave the town."),
    ALLIED: noted("The French won: the Allies had to leave the town."),
}

_ROUTED = {FRENCH: noted("The French were routed"), ALLIED: noted("The Allies were routed")}


def report(events: Sequence[Told], words: Words) -> BattleReport:
    """The board of a battle or a skirmish by its events, and those of others among them."""
    first = events[0]
    begun = first["data"]
    attacker = begun["attacker"]
    fight = _Fight(events, begun["town"], words)
    numbers = {attacker: begun["attackers"], enemy(attacker): begun["defenders"]}
    return BattleReport(
        version=first["version"],
        place=begun["town"],
        sides=(
            fight.side(attacker, numbers[attacker], attacks=True),
            fight.side(enemy(attacker), numbers[enemy(attacker)], attacks=False),
        ),
        outcome=fight.outcome,
        aftermath=tuple(fight.aftermath()),
        over=events[-1]["type"] in ("battle_ended", "skirmish_ended", "game_won", "game_drawn"),
    )


class _Fight:
    """The events of a fight in a town, looked up by what they tell."""

    def __init__(self, events: Sequence[Told], town: str, words: Words) -> None:
        self.events = tuple(_in_town(events, town))
        self.attacker: str = events[0]["data"]["attacker"]
        self.words = words

    def of(self, *types: str, **wanted: object) -> Iterator[Told]:
        """Those of these types whose fields have the values that are wanted."""
        return of_types(self.events, *types, **wanted)

    @property
    def winner(self) -> str | None:
        """Who holds the town: empty for nobody, None before that is known."""
        for event in self.of("battle_ended", "skirmish_ended"):
            data = event["data"]
            if event["type"] == "battle_ended":
                return str(data["winner"])
            return enemy(data["loser"]) if data["loser"] else ""
        return None

    @property
    def outcome(self) -> str:
        """How it came out, in a sentence; empty before it has."""
        words, winner = self.words, self.winner
        if winner is None:
            return ""
        if not winner:
            return words.gettext("Nobody was left to hold the town.")
        for event in self.of("battle_ended"):
            return words.gettext(_WON[event["data"]["why"], winner])
        return words.gettext(_HAD_TO_LEAVE[enemy(winner)])

    def side(self, side: str, units: int, *, attacks: bool) -> BattleSide:
        """The column of a side."""
        sections = (self.placed(side), *self.fired(side), self.came(side), self.suffered(side))
        count = self.words.ngettext("%(num)s unit", "%(num)s units", units)
        return BattleSide(
            side=side,
            attacks=attacks,
            force=(self.force(count, [*self.shown(side)]),),
            sections=tuple(it for it in sections if it is not None),
            won=None if not self.winner else side == self.winner,
        )

    def force(self, count: str, shown: Sequence[str]) -> str:
        """How many units there were at first, and which of all that came have been seen."""
        if not shown:
            return count
        units = self.words.language.listed(shown)
        return self.words.gettext("%(count)s; shown: %(units)s", count=count, units=units)

    def shown(self, side: str) -> Iterator[str]:
        """The units of which everybody has seen the labels, with the steps that they had then."""
        words, met = self.words, set[str]()
        for event in self.of("units_revealed"):
            data = event["data"]
            for token, unit in data["units"].items():
                if side_of(army_of(token)) == side and unit not in met:
                    met.add(unit)
                    yield words.ngettext(
                        "%(name)s (%(num)s step)",
                        "%(name)s (%(num)s steps)",
                        data["strengths"][unit],
                        name=unit_or_token(words, unit),
                    )

    def placed(self, side: str) -> Section | None:
        """The terrain that it placed."""
        rows = tuple(
            Row(
                place_named(self.words, data["place"]),
                terrain(self.words, data["terrain"]),
                f"6.21.{data['terrain']}",
            )
            for data in (it["data"] for it in self.of("terrain_placed"))
            if (data["role"] == ATTACKER) == (side == self.attacker)
        )
        return Section(self.words.gettext("Terrain"), rows) if rows else None

    def fired(self, side: str) -> Iterator[Section]:
        """Its dice, combat turn by combat turn; a skirmish is one round."""
        rows: list[Row] = []
        hits, title, acting = 0, self.words.gettext("Fire"), ""
        for event in self.of(
            "combat_turn_started", "morale_checked", "unit_fired", "skirmisher_fired"
        ):
            data = event["data"]
            if event["type"] == "combat_turn_started":
                if rows:
                    yield Section(title, tuple(rows), self.hits(hits))
                rows, hits, acting = [], 0, data["side"]
                title = self.words.gettext("Combat turn %(number)s", number=data["number"])
            elif event["type"] == "morale_checked":
                # Only units of the side whose combat turn it is are checked [N-21].
                if acting == side:
                    rows.append(self.morale(event))
            elif data["side"] == side:
                rows.append(self.fire(event))
                hits += data["hits"]
        if rows:
            yield Section(title, tuple(rows), self.hits(hits))

    def hits(self, number: int) -> str:
        """How many hits, in words."""
        return self.words.ngettext("%(num)s hit", "%(num)s hits", number)

    def morale(self, event: Told) -> Row:
        """The morale die of a unit, with what was added to it."""
        words, data = self.words, event["data"]
        result = words.gettext("good") if data["good"] else words.gettext("bad")
        told = words.gettext("Morale of %(unit)s", unit=unit_or_token(words, data["unit"]))
        return Row(self.with_reasons(told, event), result, "6.31", (data["die"],))

    def fire(self, event: Told) -> Row:
        """The dice of a unit, and by what firepower they hit."""
        words, data = self.words, event["data"]
        told = words.gettext(
            "%(unit)s, F%(firepower)s",
            unit=unit_or_token(words, data["unit"]),
            firepower=data["firepower"],
        )
        if data.get("range") == "long":
            told = words.gettext("%(fire)s, at long range", fire=told)
        clause = "6.6" if event["type"] == "skirmisher_fired" else "6.33"
        dice = tuple(data["dice"])
        return Row(self.with_reasons(told, event), self.hits(data["hits"]), clause, dice)

    def with_reasons(self, told: str, event: Told) -> str:
        """What is told, and in brackets what was added to it."""
        reasons = [
            f"{amount(line['amount'])} {self.words.gettext(line['note'])}"
            for line in event.get("breakdown") or ()
            if line["note"] not in ("printed", "die")
        ]
        return f"{told} ({', '.join(reasons)})" if reasons else told

    def came(self, side: str) -> Section | None:
        """The reinforcements that came in, town by town."""
        counted: dict[str, int] = {}
        for event in self.of("unit_reinforced", side=side):
            origin = event["data"]["origin"]
            counted[origin] = counted.get(origin, 0) + 1
        rows = tuple(
            Row(self.words.gettext("from %(town)s", town=self.words.name(town)), str(units), "6.34")
            for town, units in counted.items()
        )
        return Section(self.words.gettext("Reinforcements"), rows) if rows else None

    def suffered(self, side: str) -> Section | None:
        """The steps and units that it lost, as far as the reader may know whose."""
        words = self.words
        rows, steps, hidden = list[Row](), dict[tuple[str, str], int](), False
        for event in self.of("step_lost"):
            data = event["data"]
            if side_of(army_of(data["token"])) != side:
                continue
            if data["steps"] is None:
                hidden = True
            else:
                loss = data["unit"], data["cause"]
                steps[loss] = steps.get(loss, 0) + data["steps"]
        for (unit, cause), lost in steps.items():
            told = words.ngettext("%(num)s step", "%(num)s steps", lost)
            rows.append(Row(capital(unit_or_token(words, unit)), told, _CAUSES[cause]))
        gone = [it for it in self.of("unit_eliminated") if side_of(it["data"]["army"]) == side]
        for event in gone:
            data = event["data"]
            told = words.gettext(
                "%(unit)s was eliminated", unit=capital(unit_or_token(words, data["unit"]))
            )
            rows.append(Row(told, clause=_CAUSES[data["cause"]]))
        if not rows and not hidden:
            return None
        total = words.ngettext("%(num)s unit", "%(num)s units", len(gone)) if gone else ""
        return Section(words.gettext("Losses"), tuple(rows), total, hidden=hidden)

    def aftermath(self) -> Iterator[Row]:
        """What decided it, and where units went."""
        words = self.words
        for event in self.of("stalemate_declared"):
            told = words.gettext(
                "%(who)s did nothing twice, and had to leave",
                who=capital(the(words, event["data"]["side"])),
            )
            yield Row(told, clause="6.7")
        for event in self.of("position_lost"):
            data = event["data"]
            told = words.gettext(_LOST[data["side"]], place=place_told(words, data["place"]))
            yield Row(told, clause="7.4")
        for event in self.of("side_routed"):
            yield Row(words.gettext(_ROUTED[event["data"]["side"]]), clause="7.4")
        yield from self.retreats()
        for event in self.of("battle_ended", "skirmish_ended"):
            if winner := self.winner:
                told = words.gettext("%(who)s held the town", who=capital(the(words, winner)))
                clause = "6.6" if event["type"] == "skirmish_ended" else "N-45"
                yield Row(told, clause=clause)

    def retreats(self) -> Iterator[Row]:
        """How many units went where."""
        words, ways = self.words, dict[tuple[str, str], int]()
        for event in self.of("unit_retreated"):
            data = event["data"]
            way = army_of(data["token"]), data["town"]
            ways[way] = ways.get(way, 0) + 1
        for (army, town), units in ways.items():
            told = words.ngettext(
                "%(who)s retreated to %(town)s with %(num)s unit",
                "%(who)s retreated to %(town)s with %(num)s units",
                units,
                who=capital(the(words, army)),
                town=words.name(town),
            )
            yield Row(told, clause="7.2")


_CAUSES = {
    "hit": "6.4",
    "forced": "5.6",
    "supply": "10.0",
    "morale": "6.31",
    "stream": "6.21.stream",
    "no_retreat": "7.4",
    "rout": "7.41",
    "shelter": "6.52",
}
"""The clause under which a unit loses a step, or is eliminated."""


def _in_town(events: Sequence[Told], town: str) -> Iterator[Told]:
    """Those that belong to the fight in a town: what names none belongs to where it goes on."""
    here = True
    for event in events:
        data: Mapping[str, Any] = event["data"]
        where = data.get(_FROM.get(event["type"], "town"))
        if event["type"] in _SET_WHERE:
            here = where == town
        if where == town or (where is None and here):
            yield event


def _is_elsewhere(first: Event, event: Event) -> bool:
    """Whether an event begins or ends a fight in another town."""
    here: str = first.town  # type: ignore[attr-defined]
    return bool(getattr(event, "town", here) != here)


BATTLES = Battles(
    begins=frozenset({BattleStarted.topic, SkirmishStarted.topic}),
    ends=frozenset({BattleEnded.topic, SkirmishEnded.topic, GameWon.topic, GameDrawn.topic}),
    place=field("town"),
    report=report,
    goes_on=_is_elsewhere,
)
"""Several battles run at once [6.1]."""
