"""Combats as boards with two sides [chapter 8]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from napoleon.rules.battles import (
    BattleReport,
    Battles,
    BattleSide,
    Row,
    Section,
    Shift,
    Told,
    amount,
    capital,
    field,
    of_types,
)
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.napoleon1815.events.combat import CombatStarted
from napoleon.rulesets.napoleon1815.events.operations import OperationEnded
from napoleon.rulesets.napoleon1815.events.turn import GameDrawn, GameWon
from napoleon.rulesets.napoleon1815.sides import enemy, side_of_army
from napoleon.rulesets.napoleon1815.story.blocks import number, size, stack
from napoleon.rulesets.napoleon1815.story.casualties import KINDS, fatigue
from napoleon.rulesets.napoleon1815.story.notes import said
from napoleon.rulesets.napoleon1815.story.sides import the


def report(events: Sequence[Told], words: Words) -> BattleReport:
    """The board of a combat by its events."""
    first = events[0]
    begun = first["data"]
    attacker, defender = begun["attacker"], enemy(begun["attacker"])
    combat = _Combat(events, words)
    forces = {attacker: begun["attackers"], defender: begun["defenders"]}
    winner = combat.winner
    return BattleReport(
        version=first["version"],
        place=begun["area"],
        sides=(
            combat.side(attacker, forces[attacker], winner, attacks=True),
            combat.side(defender, forces[defender], winner, attacks=False),
        ),
        outcome=combat.outcome,
        aftermath=tuple(combat.aftermath()),
        track=tuple(combat.track()),
        over=events[-1]["type"] in ("operation_ended", "game_won"),
    )


class _Combat:
    """The events of a combat, looked up by what they tell."""

    def __init__(self, events: Sequence[Told], words: Words) -> None:
        self.events = events
        self.words = words

    def of(self, *types: str, **wanted: object) -> Iterator[Told]:
        """Those of these types whose fields have the values that are wanted."""
        return of_types(self.events, *types, **wanted)

    @property
    def winner(self) -> str:
        """The side that won; empty if none has."""
        return next((it["data"]["winner"] for it in self.of("combat_won")), "")

    @property
    def outcome(self) -> str:
        """How it came out, in a sentence; empty before it has."""
        words = self.words
        for event in self.of("combat_won", "combat_drawn", "combat_called_off", "combat_avoided"):
            data = event["data"]
            if event["type"] == "combat_won":
                winner = data["winner"]
                done, suffered = (data["losses_inflicted"][it] for it in (winner, enemy(winner)))
                return words.ngettext(
                    "%(who)s won: they inflicted %(num)s loss, and suffered %(suffered)s.",
                    "%(who)s won: they inflicted %(num)s losses, and suffered %(suffered)s.",
                    done,
                    who=capital(the(words, winner)),
                    suffered=suffered,
                )
            if event["type"] == "combat_drawn":
                return words.ngettext(
                    "Nobody won: each side inflicted %(num)s loss.",
                    "Nobody won: each side inflicted %(num)s losses.",
                    data["losses"],
                )
            if event["type"] == "combat_called_off":
                return words.gettext(
                    "The attack was called off: %(who)s had no card left to flip.",
                    who=the(words, data["attacker"]),
                )
            return words.ngettext(
                "%(who)s avoided the combat and went back %(num)s road.",
                "%(who)s avoided the combat and went back %(num)s roads.",
                data["roads"],
                who=capital(the(words, data["side"])),
            )
        return ""

    def side(self, side: str, force: Sequence[str], winner: str, *, attacks: bool) -> BattleSide:
        """The column of a side."""
        joined = [
            block
            for event in self.of("combat_joined", side=side)
            for block in event["data"]["blocks"] or event["data"]["tokens"]
        ]
        sections = (
            self.played(side),
            self.counted(side),
            self.flipped(side, "combat", self.words.gettext("Cards flipped")),
            self.suffered(side),
            self.flipped(side, "pursuit", self.words.gettext("Cards flipped in pursuit")),
        )
        return BattleSide(
            side=side,
            attacks=attacks,
            force=tuple(map(self.called, (*force, *joined))),
            sections=tuple(it for it in sections if it is not None),
            won=side == winner if winner else None,
        )

    def called(self, block: str) -> str:
        """A block by its name, or by the number of the token that hides it."""
        words = self.words
        army, dash, _ = block.rpartition("-")
        if block in words.names or not dash or army not in words.names:
            return words.name(block)
        return words.gettext(
            "%(army)s, unknown block no. %(number)s", army=words.name(army), number=number(block)
        )

    def note(self, note: str) -> str:
        """What the rules noted, as a line by itself."""
        return capital(said(self.words, note))

    def card(self, number: int | None) -> str:
        """A card by name and number; None is one that was forgotten."""
        if number is None:
            return self.words.gettext("A forgotten card")
        return capital(self.words.card(number))

    def played(self, side: str) -> Section | None:
        """The cards that were played from hand, and what each of them did."""
        rows = []
        for event in self.of("event_played"):
            data = event["data"]
            if side_of_army(data["player"]) == side:
                rows.append(self.effect(data["card"], data["event"]))
        return Section(self.words.gettext("Cards played"), tuple(rows)) if rows else None

    def effect(self, card: int | None, event: str | None) -> Row:
        """A card that was played from hand, with what came of it."""
        words = self.card(card)
        if card is None or event is None:
            return Row(words)
        found = [
            said(self.words, it["data"]["summary"]) for it in self.of("event_applied", card=card)
        ]
        found += [
            self.words.gettext("cancelled by %(card)s", card=self.card(it["data"]["by_card"]))
            for it in self.of("event_cancelled", card=card)
        ]
        found += [
            self.words.gettext("no effect: %(why)s", why=said(self.words, it["data"]["reason"]))
            for it in self.of("event_without_effect", event=event)
        ]
        told = "; ".join(filter(None, found))
        clause = f"CARD.{event}"
        return Row(f"{words}: {told}" if told else words, clause=clause, card=clause)

    def counted(self, side: str) -> Section | None:
        """How many cards it flips, and why as far as that may be known [COMBAT.1, VIS.4]."""
        for event in self.of("combat_cards_counted", side=side):
            return Section(
                self.words.gettext("Cards to flip"),
                tuple(self.lines(event)),
                str(event["data"]["total"]),
                hidden=not event["breakdown"],
            )
        for event in self.of("combat_called_off", attacker=side):
            left = event["data"]["total_at_check"]
            total = "" if left is None else str(left)
            hidden = not event["breakdown"]
            return Section(
                self.words.gettext("Cards to flip"), tuple(self.lines(event)), total, hidden=hidden
            )
        return None

    def flipped(self, side: str, purpose: str, title: str) -> Section | None:
        """The cards that were flipped, or the dice in their place, with what each inflicted."""
        rows, losses, points = [], 0, 0
        for event in self.of("card_flipped", "dice_rolled", side=side, purpose=purpose):
            data = event["data"]
            inflicted = _symbols(self.words, data["losses"], data["fatigue"])
            losses, points = losses + data["losses"], points + data["fatigue"]
            clause = "COMBAT.3" if purpose == "combat" else "PURSUIT.3"
            if event["type"] == "dice_rolled":
                faces = tuple(data["faces"])
                rows.append(Row(self.words.gettext("Dice"), inflicted, "DICE.2", faces))
            else:
                rows.append(Row(self.card(data["card"]), inflicted, clause))
        return Section(title, tuple(rows), _symbols(self.words, losses, points)) if rows else None

    def suffered(self, side: str) -> Section | None:
        """What it suffered after all reductions, and who bore it as far as that may be known."""
        rows: list[Row] = []
        total = ""
        for event in self.of("combat_effects_set", side_hit=side):
            data = event["data"]
            total = _symbols(self.words, data["losses"], data["fatigue"])
            rows += [
                Row(self.of_fatigue(line["note"]), amount(line["amount"]),
                    line["clause"])
                for line in event["breakdown"] or ()
            ]  # fmt: skip
            if data["added"]:
                rows.append(
                    Row(
                        self.words.gettext("Losses added by a card"),
                        amount(data["added"]),
                        "RULING.26",
                    )
                )
        rows += self.borne(side)
        for event in self.of("corps_eliminated", side=side):
            data = event["data"]
            gone = self.words.gettext("%(name)s was eliminated", name=self.called(data["corps"]))
            rows.append(Row(gone, clause="ELIM.1"))
        for event in self.of("commander_removed", side=side):
            lost = self.words.name(event["data"]["commander"])
            told = self.words.gettext("%(name)s was lost", name=lost)
            rows.append(Row(told, clause="ELIM.4"))
        return (
            Section(self.words.gettext("Suffered"), tuple(rows), total) if rows or total else None
        )

    def borne(self, side: str) -> Iterator[Row]:
        """Strength that corps lost, for readers who may know which."""
        lost: dict[tuple[str, str], int] = {}
        for event in self.of("loss_assigned", side=side):
            data = event["data"]
            if data["corps"] is not None:
                key = data["corps"], data["kind"]
                lost[key] = lost.get(key, 0) + data["points"]
        for (corps, kind), points in lost.items():
            troops = self.words.gettext(KINDS.get(kind, kind))
            told = f"{self.words.name(corps)}: {troops}"
            yield Row(self.words.language.polished(told), amount(-points), "COMBAT.4c")

    def aftermath(self) -> Iterator[Row]:
        """What came after it: the retreat, the pursuit, and what was lost in them."""
        words, path = self.words, list(self.of("stack_retreated"))
        for event in self.of("retreat_waived"):
            yield Row(self.without(words.gettext("No retreat"), event), clause="RETREAT.2")
        if path:
            data = path[0]["data"]
            way = [it["data"]["area"] for it in path]
            yield Row(self.retreat(data, way), clause="RETREAT.1")
        for event in path:
            yield from self.lines(event)
        for event in self.of("pursuit_started"):
            told = words.ngettext(
                "%(who)s pursued with %(num)s card",
                "%(who)s pursued with %(num)s cards",
                event["data"]["cards"],
                who=capital(the(words, event["data"]["side"])),
            )
            yield Row(told, clause="PURSUIT.2")
            yield from self.lines(event)
        for event in self.of("pursuit_skipped"):
            yield Row(self.without(words.gettext("No pursuit"), event), clause="PURSUIT.1")

    def retreat(self, data: Mapping[str, Any], way: Sequence[str]) -> str:
        """Who went back, from where and to where, and by which areas."""
        words, (*between, end) = self.words, way
        tokens = data.get("tokens") or ()
        told = {
            "who": capital(stack(words, data["blocks"], tokens)),
            "origin": words.name(data["origin"]),
            "to": words.name(end),
        }
        number_of_blocks = size(data["blocks"], tokens)
        if not between:
            return words.ngettext(
                "%(who)s retreated from %(origin)s to %(to)s",
                "%(who)s retreated from %(origin)s to %(to)s",
                number_of_blocks,
                **told,
            )
        return words.ngettext(
            "%(who)s retreated from %(origin)s by way of %(via)s to %(to)s",
            "%(who)s retreated from %(origin)s by way of %(via)s to %(to)s",
            number_of_blocks,
            via=words.listed(between),
            **told,
        )

    def without(self, what: str, event: Told) -> str:
        """That something was not done, and why if the rules say so."""
        why = said(self.words, event["data"]["reason"])
        return self.words.language.polished(f"{what}: {why}") if why else what

    def of_fatigue(self, note: str) -> str:
        """What a line of the fatigue says, by itself."""
        if "fatigue" in note:
            return self.note(note)
        return self.words.gettext("Fatigue: %(why)s", why=said(self.words, note))

    def track(self) -> Iterator[Shift]:
        """How the marker moved, from the start to the end of the combat."""
        for event in self.of("victory_track_moved"):
            data = event["data"]
            yield Shift(data["before"], data["after"], tuple(_summed(self.lines(event))))

    def lines(self, event: Told) -> Iterator[Row]:
        """The breakdown of an event, if it may be known."""
        for line in event["breakdown"] or ():
            yield Row(self.note(line["note"]), amount(line["amount"]), line["clause"])


def _summed(rows: Iterator[Row]) -> Iterator[Row]:
    """Rows that say the same are told once, with how often."""
    found: dict[Row, int] = {}
    for row in rows:
        found[row] = found.get(row, 0) + 1
    for row, times in found.items():
        sign = f"{times}\N{MULTIPLICATION SIGN} " if times > 1 else ""
        yield Row(row.words, sign + row.figure, row.clause)


def _symbols(words: Words, losses: int, points: int) -> str:
    """What a card has in its combat box, or what all of them come to; zeros are not told."""
    lost = words.ngettext("%(num)s loss", "%(num)s losses", losses) if losses else ""
    tired = fatigue(words, points) if points else ""
    return ", ".join(filter(None, (lost, tired))) or words.gettext("nothing")


BATTLES = Battles(
    begins=frozenset({CombatStarted.topic}),
    ends=frozenset({OperationEnded.topic, GameWon.topic, GameDrawn.topic}),
    place=field("area"),
    report=report,
)
