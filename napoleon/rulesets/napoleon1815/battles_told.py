"""Combats as boards with two sides [chapter 8]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napoleon.rules.battles import (
    BattleReport,
    Battles,
    BattleSide,
    Names,
    Row,
    Section,
    Shift,
    Told,
    amount,
    listed,
    of_types,
    several,
)
from napoleon.rulesets.napoleon1815.events.combat import CombatStarted
from napoleon.rulesets.napoleon1815.events.operations import OperationEnded
from napoleon.rulesets.napoleon1815.events.turn import GameWon
from napoleon.rulesets.napoleon1815.sides import enemy, side_of_army


def report(events: Sequence[Told], names: Names) -> BattleReport:
    """The board of a combat by its events."""
    first = events[0]
    begun = first["data"]
    attacker, defender = begun["attacker"], enemy(begun["attacker"])
    combat = _Combat(events, names)
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

    def __init__(self, events: Sequence[Told], names: Names) -> None:
        self.events = events
        self.names = names

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
        call = self.names.call
        for event in self.of("combat_won", "combat_drawn", "combat_called_off", "combat_avoided"):
            data = event["data"]
            if event["type"] == "combat_won":
                winner = data["winner"]
                done, suffered = (data["losses_inflicted"][it] for it in (winner, enemy(winner)))
                losses = several(done, "loss", "losses")
                return f"The {call(winner)} won: they inflicted {losses}, and suffered {suffered}."
            if event["type"] == "combat_drawn":
                losses = several(data["losses"], "loss", "losses")
                return f"Nobody won: each side inflicted {losses}."
            if event["type"] == "combat_called_off":
                left = "with no card left to flip"
                return f"The attack of the {call(data['attacker'])} was called off, {left}."
            roads = several(data["roads"], "road", "roads")
            return f"The {call(data['side'])} avoided the combat and went back {roads}."
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
            self.flipped(side, "combat", "Cards flipped"),
            self.suffered(side),
            self.flipped(side, "pursuit", "Cards flipped in pursuit"),
        )
        return BattleSide(
            side=side,
            attacks=attacks,
            force=tuple(map(self.names.call, (*force, *joined))),
            sections=tuple(it for it in sections if it is not None),
            won=side == winner if winner else None,
        )

    def played(self, side: str) -> Section | None:
        """The cards that were played from hand, and what each of them did."""
        rows = []
        for event in self.of("event_played"):
            data = event["data"]
            if side_of_army(data["player"]) == side:
                rows.append(self.effect(data["card"], data["event"]))
        return Section("Cards played", tuple(rows)) if rows else None

    def effect(self, card: int | None, event: str | None) -> Row:
        """A card that was played from hand, with what came of it."""
        words = self.names.card(card)
        if card is None or event is None:
            return Row(words)
        found = [it["data"]["summary"] for it in self.of("event_applied", card=card)]
        found += [
            f"cancelled by {self.names.card(it['data']['by_card'])}"
            for it in self.of("event_cancelled", card=card)
        ]
        found += [
            f"no effect: {it['data']['reason']}"
            for it in self.of("event_without_effect", event=event)
        ]
        told = "; ".join(filter(None, found))
        clause = f"CARD.{event}"
        return Row(f"{words}: {told}" if told else words, clause=clause, card=clause)

    def counted(self, side: str) -> Section | None:
        """How many cards it flips, and why as far as that may be known [COMBAT.1, VIS.4]."""
        for event in self.of("combat_cards_counted", side=side):
            return Section(
                "Cards to flip",
                tuple(self.lines(event)),
                str(event["data"]["total"]),
                hidden=not event["breakdown"],
            )
        for event in self.of("combat_called_off", attacker=side):
            left = event["data"]["total_at_check"]
            total = "" if left is None else str(left)
            hidden = not event["breakdown"]
            return Section("Cards to flip", tuple(self.lines(event)), total, hidden=hidden)
        return None

    def flipped(self, side: str, purpose: str, title: str) -> Section | None:
        """The cards that were flipped, or the dice in their place, with what each inflicted."""
        rows, losses, fatigue = [], 0, 0
        for event in self.of("card_flipped", "dice_rolled", side=side, purpose=purpose):
            data = event["data"]
            inflicted = _symbols(data["losses"], data["fatigue"])
            losses, fatigue = losses + data["losses"], fatigue + data["fatigue"]
            clause = "COMBAT.3" if purpose == "combat" else "PURSUIT.3"
            if event["type"] == "dice_rolled":
                faces = tuple(data["faces"])
                rows.append(Row("Dice", inflicted, "DICE.2", faces))
            else:
                rows.append(Row(self.names.card(data["card"]), inflicted, clause))
        return Section(title, tuple(rows), _symbols(losses, fatigue)) if rows else None

    def suffered(self, side: str) -> Section | None:
        """What it suffered after all reductions, and who bore it as far as that may be known."""
        rows: list[Row] = []
        total = ""
        for event in self.of("combat_effects_set", side_hit=side):
            data = event["data"]
            total = _symbols(data["losses"], data["fatigue"])
            rows += [
                Row(_of_fatigue(self.names.note(line["note"])), amount(line["amount"]),
                    line["clause"])
                for line in event["breakdown"] or ()
            ]  # fmt: skip
            if data["added"]:
                rows.append(Row("Losses added by a card", amount(data["added"]), "RULING.26"))
        rows += self.borne(side)
        for event in self.of("corps_eliminated", side=side):
            data = event["data"]
            rows.append(Row(f"{self.names.call(data['corps'])} was eliminated", clause="ELIM.1"))
        for event in self.of("commander_removed", side=side):
            lost = self.names.call(event["data"]["commander"])
            rows.append(Row(f"{lost} was lost", clause="ELIM.4"))
        return Section("Suffered", tuple(rows), total) if rows or total else None

    def borne(self, side: str) -> Iterator[Row]:
        """Strength that corps lost, for who may know which."""
        lost: dict[tuple[str, str], int] = {}
        for event in self.of("loss_assigned", side=side):
            data = event["data"]
            if data["corps"] is not None:
                key = data["corps"], data["kind"]
                lost[key] = lost.get(key, 0) + data["points"]
        for (corps, kind), points in lost.items():
            yield Row(f"{self.names.call(corps)}: {kind}", amount(-points), "COMBAT.4c")

    def aftermath(self) -> Iterator[Row]:
        """What came after it: the retreat, the pursuit, and what was lost in them."""
        call, path = self.names.call, list(self.of("stack_retreated"))
        for event in self.of("retreat_waived"):
            why = event["data"]["reason"]
            yield Row(f"No retreat: {why}" if why else "No retreat", clause="RETREAT.2")
        if path:
            data = path[0]["data"]
            way = [data["origin"], *(it["data"]["area"] for it in path)]
            who = listed([*map(call, data["blocks"])])
            yield Row(f"{who} retreated from {' to '.join(map(call, way))}", clause="RETREAT.1")
        for event in path:
            yield from self.lines(event)
        for event in self.of("pursuit_started"):
            cards = several(event["data"]["cards"], "card", "cards")
            yield Row(f"The {call(event['data']['side'])} pursued with {cards}", clause="PURSUIT.2")
            yield from self.lines(event)
        for event in self.of("pursuit_skipped"):
            why = event["data"]["reason"]
            yield Row(f"No pursuit: {why}" if why else "No pursuit", clause="PURSUIT.1")

    def track(self) -> Iterator[Shift]:
        """How the marker moved, from the start to the end of the combat."""
        for event in self.of("victory_track_moved"):
            data = event["data"]
            yield Shift(data["before"], data["after"], tuple(_summed(self.lines(event))))

    def lines(self, event: Told) -> Iterator[Row]:
        """The breakdown of an event, if it may be known."""
        for line in event["breakdown"] or ():
            yield Row(self.names.note(line["note"]), amount(line["amount"]), line["clause"])


def _summed(rows: Iterator[Row]) -> Iterator[Row]:
    """Rows that say the same are told once, with how often."""
    found: dict[Row, int] = {}
    for row in rows:
        found[row] = found.get(row, 0) + 1
    for row, times in found.items():
        sign = f"{times}\N{MULTIPLICATION SIGN} " if times > 1 else ""
        yield Row(row.words, sign + row.figure, row.clause)


def _of_fatigue(note: str) -> str:
    """What a line of the fatigue says, by itself."""
    return note if "fatigue" in note else f"fatigue: {note}"


def _symbols(losses: int, fatigue: int) -> str:
    """What a card has in its combat box, or what all of them come to."""
    return f"{several(losses, 'loss', 'losses')}, {fatigue} fatigue"


BATTLES = Battles(
    begins=frozenset({CombatStarted.topic}),
    ends=frozenset({OperationEnded.topic, GameWon.topic}),
    place="area",
    report=report,
)
