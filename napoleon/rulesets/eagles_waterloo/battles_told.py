"""Attacks on a position as boards with two sides [6.0, 7, 12.4].

An attack is all the fire and shock of a player turn at one position, with what the Morale phase
after it does to the cards that were hit.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
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
    of_types,
)
from napoleon.rules.events import Event
from napoleon.rules.phrases import Phrase, written
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.eagles_waterloo.events.combat import CardFired, CardShocked
from napoleon.rulesets.eagles_waterloo.events.ends import (
    BattleDrawn,
    BattleWon,
    GameDrawn,
    GameWon,
)
from napoleon.rulesets.eagles_waterloo.events.turn import PhaseStarted
from napoleon.rulesets.eagles_waterloo.names import by_id
from napoleon.rulesets.eagles_waterloo.ratings import NEEDED
from napoleon.rulesets.eagles_waterloo.sides import enemy
from napoleon.rulesets.eagles_waterloo.story.cards import target, the_card, the_cards
from napoleon.rulesets.eagles_waterloo.story.notes import said
from napoleon.rulesets.eagles_waterloo.story.sides import the

VOLLEYS = ("card_fired", "card_shocked")
LEFT_BY_VOLLEYS = ("hits_recorded", "general_hit")
CHECKS = ("morale_checked", "general_checked")

SIX = 6

_LINE = ("amount", "clause", "note")

ACROSS = ("long", "skirmish")
"""How cards fire at the position beyond the Middle Ground."""

AT = noted("%(place)s, %(battle)s")
"""What an attack is called: by the position, and by the battle, as a campaign has several."""

FIRE, SHOCK, HITS, DECOY, DANGER = "7.1", "7.3", "7.1", "14.0", "12.4"
SPECIALS = "13.a."
"""Under which each special has a clause of its own."""

MORALE, ALONE, FALL, SPECIAL, VICTORY = "6.0", "12.4", "11.5", "13.0", "4.3"


def report(events: Sequence[Told], words: Words) -> BattleReport:
    """The board of an attack by its events."""
    attack = _Attack(events, words)
    return BattleReport(
        version=events[0]["version"],
        place=place_of(events[0]),
        sides=(attack.attacker, attack.defender),
        outcome=attack.outcome,
        aftermath=tuple(attack.aftermath()),
        over=attack.over,
    )


def place_of(event: Told) -> Phrase:
    """What the place of a volley is called."""
    data = event["data"]
    return Phrase(AT, {"place": data["place"], "battle": data["battle"]})


class _Attack:
    """The events of an attack, looked up by what they tell."""

    def __init__(self, events: Sequence[Told], words: Words) -> None:
        first = events[0]["data"]
        self.words = words
        self.events, self.place = events, first["place"]
        self.attacks, self.defends = enemy(first["player"]), first["player"]
        self.volleys = list(self.here(*VOLLEYS))
        self.left = list(self._left())
        self.hit = {it["data"]["card"] for it in self.left}
        self.over = _is_end(events[-1], self.defends)

    def here(self, *types: str) -> Iterator[Told]:
        """Those of these types that name the position."""
        return of_types(self.events, *types, place=self.place)

    def _left(self) -> Iterator[Told]:
        """The hits of its volleys, which name no position."""
        ours = False
        for event in self.events:
            if event["type"] in VOLLEYS:
                ours = event["data"]["place"] == self.place
            elif ours and event["type"] in LEFT_BY_VOLLEYS:
                yield event

    def of_those_hit(self, *types: str) -> Iterator[Told]:
        """Those of these types about the cards that were hit."""
        return (it for it in of_types(self.events, *types) if it["data"]["card"] in self.hit)

    # -- the sides -----------------------------------------------------------------------------

    @property
    def attacker(self) -> BattleSide:
        """Whose cards fired: what each of them rolled for, and how often it hit."""
        cards = dict.fromkeys(it["data"]["card"] for it in self.volleys)
        sections = (*self.played(self.attacks), *map(self.volley, self.volleys))
        return self.side(self.attacks, tuple(map(self.by_name, cards)), sections, attacks=True)

    @property
    def defender(self) -> BattleSide:
        """Whose cards were aimed at: what they suffered, and how they stood."""
        cards = dict.fromkeys(self.aimed_at(self.target(it)) for it in self.volleys)
        sections = (*self.played(self.defends), *self.suffered(), *self.checked())
        return self.side(self.defends, tuple(cards), sections, attacks=False)

    def side(
        self, side: str, force: tuple[str, ...], sections: tuple[Section, ...], *, attacks: bool
    ) -> BattleSide:
        """A column; an attack is won by who wins the battle with it."""
        won = self.victory["side"] == side if self.victory else None
        return BattleSide(side=side, attacks=attacks, force=force, sections=sections, won=won)

    def by_name(self, card: str) -> str:
        """A card by its name where it stands alone."""
        return capital(self.words.language.alone(self.words.name(card)))

    def target(self, volley: Told) -> str:
        """Whom a volley was aimed at: a card that has been turned up since by its id."""
        seen: str = volley["data"]["target"]
        for event in self.here("cards_revealed", "decoy_eliminated"):
            data = event["data"]
            seen = (data.get("cards") or {data.get("token"): data.get("card")}).get(seen, seen)
        return seen

    def aimed_at(self, seen: str) -> str:
        """A target by its name where it stands alone, if it has been seen, else by its token."""
        known = seen in self.words.names
        return self.by_name(seen) if known else by_id(self.words, seen)

    def volley(self, event: Told) -> Section:
        """The dice of a card, what they were rolled for, and how many hit."""
        words, data = self.words, event["data"]
        who, whom = capital(the_card(words, data["card"])), target(words, self.target(event))
        if event["type"] == "card_shocked":
            title, clause = words.gettext("%(who)s charged %(whom)s", who=who, whom=whom), SHOCK
        elif data["mode"] in ACROSS:
            title = words.gettext("%(who)s fired from afar at %(whom)s", who=who, whom=whom)
            clause = FIRE
        else:
            title, clause = words.gettext("%(who)s fired at %(whom)s", who=who, whom=whom), FIRE
        # Lines outside of a breakdown are plain rows.
        strength = [dict(zip(_LINE, it, strict=True)) for it in data["strength"]]
        rows = [*self.lines(words.gettext("Dice"), strength)]
        rows += self.lines(words.gettext("Rating"), event["breakdown"] or ())
        rolled = words.gettext("Rolled")
        if data["rating"] is not None:
            least = NEEDED - data["rating"]
            rolled = (
                words.gettext("Rolled, a 6 hitting")
                if least == SIX
                else words.gettext("Rolled, %(least)s or more hitting", least=least)
            )
        rows.append(Row(rolled, self.hits(data["hits"]), clause, tuple(data["dice"])))
        if event["type"] == "card_shocked" and data["blown"]:
            rows.append(Row(words.gettext("It is blown now"), "", "7.31"))
        return Section(title, tuple(rows))

    def lines(self, of: str, lines: Sequence[Any]) -> Iterator[Row]:
        """What a number is made of, line by line."""
        for number, line in enumerate(lines):
            note = said(self.words, written(line["note"]))
            told = self.words.gettext("%(of)s: %(note)s", of=of, note=note)
            figure = amount(line["amount"]) if number else str(line["amount"])
            yield Row(told, figure, line["clause"])

    def hits(self, number: int) -> str:
        """Hits in words."""
        if not number:
            return self.words.gettext("no hit")
        return self.words.ngettext("%(num)s hit", "%(num)s hits", number)

    def played(self, side: str) -> Iterator[Section]:
        """The specials that a side played for the position, or for cards that fought there."""
        rows = []
        fought = {it["data"]["card"] for it in self.volleys} | self.hit
        for event in of_types(self.events, "special_played", player=side):
            data = event["data"]
            if data["place"] == self.place or data["target"] in fought:
                does = next((it for it in event["clauses"] if it.startswith(SPECIALS)), SPECIAL)
                rows.append(Row(self.by_name(data["card"]), "", does, card=does))
        if rows:
            yield Section(self.words.gettext("Cards played"), tuple(rows))

    def suffered(self) -> Iterator[Section]:
        """Hits by the cards that took them, and decoys that were found out."""
        words = self.words
        found: dict[str, int] = {}
        for event in self.left:
            found[event["data"]["card"]] = (
                found.get(event["data"]["card"], 0) + event["data"]["hits"]
            )
        generals = {it["data"]["card"] for it in self.left if it["type"] == "general_hit"}
        rows = [
            Row(self.by_name(card), self.hits(hits), DANGER if card in generals else HITS)
            for card, hits in found.items()
        ]
        for event in self.decoys:
            who = self.by_name(event["data"]["card"])
            told = words.gettext("%(who)s: a decoy", who=who)
            rows.append(Row(told, words.gettext("gone"), DECOY))
        if rows:
            yield Section(words.gettext("Hits taken"), tuple(rows))

    def checked(self) -> Iterator[Section]:
        """The check of each card that was hit: what it stands up to, the dice, what came of it."""
        words = self.words
        for event in self.of_those_hit(*CHECKS):
            data = event["data"]
            who = self.by_name(data["card"])
            rows: list[Row] = []
            if event["type"] == "general_checked":
                title, clause = words.gettext("Fate: %(who)s", who=who), DANGER
                came = words.gettext("killed") if data["died"] else words.gettext("unhurt")
            else:
                title, clause = words.gettext("Morale: %(who)s", who=who), MORALE
                rows += self.lines(words.gettext("Morale"), event["breakdown"] or ())
                came = words.gettext("routed") if data["routed"] else words.gettext("stood firm")
            if data["ignored"]:
                rows.append(Row(words.gettext("Without a die"), self.hits(data["ignored"]), clause))
            rolled = words.gettext("Rolled") if data["dice"] else words.gettext("Nothing rolled")
            rows.append(Row(rolled, came, clause, tuple(data["dice"])))
            yield Section(title, tuple(rows))

    # -- what came of it -----------------------------------------------------------------------

    @property
    def decoys(self) -> list[Told]:
        """Decoys that were hit."""
        return [it for it in self.here("decoy_eliminated") if it["data"]["cause"] == "hit"]

    @property
    def victory(self) -> dict[str, Any] | None:
        """What says that the position has decided the battle; None if it has not."""
        return next((it["data"] for it in self.here("battle_won")), None)

    @property
    def outcome(self) -> str:
        """How it came out, in a sentence; empty before it has."""
        if not self.over:
            return ""
        words, who = self.words, capital(the(self.words, self.attacks))
        hits = sum(it["data"]["hits"] for it in self.left) + len(self.decoys)
        if not hits:
            told = words.gettext("%(who)s attacked without a hit", who=who)
        else:
            told = words.ngettext(
                "%(who)s scored %(num)s hit: %(result)s",
                "%(who)s scored %(num)s hits: %(result)s",
                hits,
                who=who,
                result=self.result,
            )
        if self.victory:
            winner = the(words, self.victory["side"])
            told = words.gettext("%(told)s; %(winner)s won the battle", told=told, winner=winner)
        return f"{told}."

    @property
    def result(self) -> str:
        """What the hits came to, in a clause."""
        words = self.words
        routed = [it["data"]["card"] for it in self.of_those_hit("card_routed")]
        dead = [
            it["data"]["card"]
            for it in self.of_those_hit("general_died")
            if it["data"]["cause"] == "hit"
        ]
        found_out = [it["data"]["card"] for it in self.decoys]
        told = []
        if routed:
            told.append(
                words.ngettext(
                    "%(cards)s routed",
                    "%(cards)s routed",
                    len(routed),
                    cards=the_cards(words, routed),
                )
            )
        if dead:
            told.append(
                words.ngettext(
                    "%(cards)s was killed",
                    "%(cards)s were killed",
                    len(dead),
                    cards=the_cards(words, dead),
                )
            )
        if found_out:
            told.append(
                words.ngettext(
                    "%(cards)s was a decoy",
                    "%(cards)s were decoys",
                    len(found_out),
                    cards=the_cards(words, found_out),
                )
            )
        return words.language.listed(told) if told else words.gettext("no losses")

    def aftermath(self) -> Iterator[Row]:
        """What followed from it: a general alone, terrain that fell, who came back, victory."""
        words = self.words
        for event in self.here("general_died"):
            if event["data"]["cause"] == "alone":
                who = capital(the_card(words, event["data"]["card"]))
                yield Row(words.gettext("%(who)s was left alone and fell", who=who), "", ALONE)
        for event in self.here("terrain_fallen"):
            data = event["data"]
            what, whom = capital(the_card(words, data["terrain"])), the(words, data["side"])
            yield Row(words.gettext("%(what)s fell to %(whom)s", what=what, whom=whom), "", FALL)
        for event in self.of_those_hit("card_rallied"):
            if event["data"]["rallied"]:
                who = capital(the_card(words, event["data"]["card"]))
                yield Row(words.gettext("%(who)s was rallied", who=who), "", SPECIAL)
        if self.victory:
            who = capital(the(words, self.victory["side"]))
            yield Row(words.gettext("%(who)s won the battle", who=who), "", VICTORY)


def _is_end(event: Told, defends: str) -> bool:
    """Whether an event ends an attack upon a side."""
    data = event["data"]
    if event["type"] == "phase_started":
        return (data["side"], data["begun"]) == (defends, "combat")
    return event["type"] in ("battle_won", "battle_drawn", "game_won", "game_drawn")


def _goes_on(first: Event, event: Event) -> bool:
    """Whether an attack goes on: it ends with the Morale phase of who was attacked [5.0, 6.0].

    Other volleys of the player turn go on in it.
    """
    assert isinstance(first, CardFired | CardShocked)
    if isinstance(event, PhaseStarted):
        return (event.side, event.begun) != (first.player, "combat")
    return isinstance(event, CardFired | CardShocked)


def _is_beside(first: Event, event: Event) -> bool:
    """Whether an event is of the other battle of a campaign."""
    here: str = first.battle  # type: ignore[attr-defined]
    return bool(getattr(event, "battle", here) != here)


def _attack_of(event: Event) -> Hashable:
    """The attack that a volley belongs to, in a turn."""
    assert isinstance(event, CardFired | CardShocked)
    return event.battle, event.player, event.place


BATTLES = Battles(
    begins=frozenset({CardFired.topic, CardShocked.topic}),
    ends=frozenset(
        {PhaseStarted.topic, BattleWon.topic, BattleDrawn.topic, GameWon.topic, GameDrawn.topic}
    ),
    place=place_of,
    report=report,
    goes_on=_goes_on,
    beside=_is_beside,
    one=_attack_of,
)
