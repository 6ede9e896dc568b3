"""Reading: what somebody who reads a game is told of it, where there is no page to look at.

Mails and answers to commands are made of this. All of it comes through the gate of visibility, and
is told in the reader's language by the same narrators as the pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from api.answered import Answer, answered_for, in_sentences
from api.chronicles import chronicle_of
from api.clocks_told import when
from api.languages import language_of, translations
from api.phrases import Phrases
from napoleon.log import story
from napoleon.log.cases import OPEN
from napoleon.log.clocks import Deadline
from napoleon.log.events.cases import RulingGiven
from napoleon.log.events.grey_press import UNSIGNED
from napoleon.log.game import Game
from napoleon.log.journal import narrator
from napoleon.log.trails import last_trails
from napoleon.play.execution import open_decisions
from napoleon.play.games import Games
from napoleon.play.referee import migration, takebacks
from napoleon.play.referee.passed_over import put_right_by
from napoleon.record import checkpoints
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import DEPUTY, REFEREE, SPECTATOR
from napoleon.rules.orders import Order, to_data
from napoleon.rules.phrases import Phrase
from napoleon.rules.picture.cards import CardFace
from napoleon.rules.picture.pixels import cut_png, picture_png
from napoleon.rules.picture.score import Score
from napoleon.rules.plain_views import in_words, label
from napoleon.rules.prose.chronicle import capital
from napoleon.rules.prose.paragraphs import Entry
from napoleon.rules.prose.storybook import Form, Words, words_of
from napoleon.rules.tables import TextTable
from napoleon.rules.terms import Decision
from napoleon.rules.views import Views

NEWER_RULES = "agree to newer rules"
"""The command by which a game goes on under the rules of today."""

PICTURE_WIDTH = 1000
"""Pixels of a map in a mail: what a screen shows of it without scrolling."""


AROUND_WIDTH = 720
"""Pixels of a map around a place: twice what a small telephone shows."""

AROUND_SHARE = 0.42
"""How much of the map, of its width and of its height, is shown around a place."""


class Offered(NamedTuple):
    """A legal order."""

    line: str
    """How it is written."""
    does: str
    """What it does; empty where the game has no words for it."""
    follows: str = ""
    """What comes of it; empty if nothing is to be said."""
    heading: str = ""
    """What it is listed under where there are many; empty for none."""
    price: str = ""
    """What it costs; empty for nothing."""

    @property
    def words(self) -> str:
        """What it does, what it costs and what comes of it; empty where there are no words."""
        return ": ".join(filter(None, (self.does, self.beside)))

    @property
    def beside(self) -> str:
        """What it costs, and what comes of it."""
        return "; ".join(filter(None, (self.price, self.follows)))


class Question(NamedTuple):
    """What a seat is asked."""

    id: str
    clause: str
    text: str
    offers: tuple[Offered, ...]
    checked: bool
    """Whether the offers are suggestions among too many to be listed."""


class Matter(NamedTuple):
    """A take-back, a dispute or a change of rules that waits for the reader's word."""

    id: int
    """Version at which it was brought up; 0 for newer rules, which nobody in the game did."""
    text: str
    commands: tuple[str, ...]
    """The commands that answer it."""


class Reading:
    """A game as one of its readers knows it, in one language."""

    def __init__(self, games: Games, game: Game, holder: str, code: str, zone: str = "UTC") -> None:
        """`game` is the newest position; `holder` a seat, a share of one, or a judge.

        Times are told in the language `code` and the time zone `zone`.
        """
        self.games = games
        self.game = game
        self.newest = game
        self.holder = holder
        self.code = code
        self.zone = zone

    def of(self, game: Game) -> Reading:
        """The same for the same reader when the game has gone on."""
        return Reading(self.games, game, self.holder, self.code, self.zone)

    @property
    def viewer(self) -> str:
        """As whom they read."""
        return REFEREE if self.holder == DEPUTY else self.game.speaks_for(self.holder)

    @property
    def seat(self) -> str | None:
        """The seat that they give orders for; None for a judge."""
        return self.viewer if self.viewer in self.game.created.seats else None

    @cached_property
    def rules(self) -> Ruleset:
        """The rules of the game."""
        return self.games.rules(self.game)

    @cached_property
    def words(self) -> Words:
        """What the game is told in."""
        return words_of(self.rules, language_of(self.rules, self.code))

    def gettext(self, text: str, /, **values: Any) -> str:
        """What the house says, in the reader's language."""
        told = translations(self.code).gettext(text)
        return self.words.language.polished(told % values if values else told)

    def ngettext(self, one: str, many: str, count: int, /, **values: Any) -> str:
        """The same of one thing or of many; ``%(num)s`` is the count."""
        told = translations(self.code).ngettext(one, many, count)
        return self.words.language.polished(told % {"num": count, **values})

    @property
    def phrases(self) -> Phrases:
        """What puts the phrases of the game into words."""
        return Phrases(self.rules, self.words)

    @property
    def title(self) -> str:
        """The game by its own title."""
        return self.words.language.gettext(self.rules.title)

    @property
    def scenario(self) -> str:
        """The scenario by its title."""
        titles = {it.id: it.title for it in self.rules.scenarios}
        known = titles.get(self.game.created.scenario, self.game.created.scenario)
        return self.words.language.gettext(known)

    @property
    def called(self) -> str:
        """The game by its own title and its scenario's, which may name the game already."""
        title, scenario = self.title, self.scenario
        return scenario if title in scenario else f"{title}: {scenario}"

    def name(self, holder: str) -> str:
        """What a seat, a share or a judge is called where it stands alone."""
        others = {
            REFEREE: self.gettext("the referee"),
            DEPUTY: self.gettext("the deputy"),
            SPECTATOR: self.gettext("a spectator"),
            UNSIGNED: self.gettext("somebody unsigned"),
        }
        return others.get(holder) or self.words.language.alone(self.rules.names.get(holder, holder))

    def subject(self, holder: str) -> str:
        """The same as the subject of a sentence."""
        if holder in (REFEREE, DEPUTY, UNSIGNED):
            return self.name(holder)
        return self.rules.storybook.called(self.words, holder, Form.SUBJECT)

    @property
    def stands(self) -> str:
        """Where the game stands in its course, as a sentence."""
        if self.game.over:
            return self.gettext("%(scenario)s is over.", scenario=self.scenario)
        if self.views is None or self.game.state is None:
            return self.gettext("The game begins when every seat is taken.")
        if not self.turn_called:
            return self.gettext(
                "%(scenario)s stands before its first turn: %(phase)s.",
                scenario=self.scenario,
                phase=self.phase,
            )
        turn = self.gettext("turn %(turn)s, %(phase)s", turn=self._turn_name, phase=self.phase)
        return self.gettext("%(scenario)s stands at %(turn)s.", scenario=self.scenario, turn=turn)

    @property
    def turn_called(self) -> str:
        """The turn alone, as a heading; empty before the first."""
        if self.views is None or not self.game.state or not self.game.state.turn:
            return ""
        named = bool(self.views.map.turn_name)
        told = self._turn_name
        return capital(told if named else self.gettext("turn %(turn)s", turn=told))

    @property
    def phase(self) -> str:
        """The phase, as the game calls it; empty before the table is laid."""
        state = self.game.state
        return "" if state is None else self.rules.storybook.term(self.words, state.phase)

    @property
    def _turn_name(self) -> str:
        assert self.views is not None, "the table is laid"
        turn = self.views.map.turn_name or str(self.game.state.turn)
        return self.rules.storybook.asked.told(self.words.language, turn)

    @cached_property
    def views(self) -> Views | None:
        """The boards; None before the table is laid."""
        return self.games.views(self.game, self.viewer)

    @property
    def tables(self) -> list[TextTable]:
        """The boards as tables in words."""
        return [] if self.views is None else self.rules.tables(self.views, self.words)

    @property
    def scores(self) -> Sequence[Score]:
        """The score against its goal."""
        if self.rules.pictures is None or self.views is None:
            return ()
        return self.rules.pictures.scores(self.views, self.words.language)

    @property
    def waited_for(self) -> list[str]:
        """The seats that have to decide something, in the order of play."""
        asked = {it.seat for it in self.decisions}
        return [seat for seat in self.game.created.seats if seat in asked]

    @cached_property
    def decisions(self) -> list[Decision]:
        """Who has to decide what; nobody once the game is over."""
        return [] if self.game.over else open_decisions(self.game, self.rules)

    @property
    def asked(self) -> list[Decision]:
        """What the reader's own seat is asked."""
        return [it for it in self.decisions if it.seat == self.seat]

    @cached_property
    def questions(self) -> list[Question]:
        """The same with every legal answer."""
        return [self._question(it) for it in self.asked]

    def _question(self, decision: Decision) -> Question:
        state = self.game.state
        offers = tuple(
            self._offered(decision, order) for order in self.rules.legal_orders(state, decision)
        )
        text = self._asks(decision)
        return Question(decision.id, decision.clause, text, offers, bool(decision.checked))

    def _asks(self, decision: Decision) -> str:
        wording, phrases = self.rules.wording, self.phrases
        asked = None if wording is None else wording.asks(self.game.state, decision)
        if asked is not None:
            return " ".join(map(phrases.told, (asked.asks, *asked.left)))
        if isinstance(decision.prompt, Phrase):
            return self.words.told(decision.prompt)
        return self.rules.storybook.asked.told(self.words.language, decision.prompt)

    def _offered(self, decision: Decision, order: Order) -> Offered:
        wording, line = self.rules.wording, self.line(order)
        if wording is None:
            return Offered(line, "")
        words, phrases = wording.words(self.game.state, decision, order), self.phrases
        losses = self.rules.warns(self.game.state, decision, order)
        heading = "" if words.heading is None else phrases.told(words.heading)
        follows, price = phrases.follows(words, losses), phrases.price(words)
        return Offered(line, phrases.does(words), follows, heading, price)

    @property
    def held(self) -> list[CardFace]:
        """The cards in the reader's own hand."""
        pictures = self.rules.pictures
        if pictures is None or self.views is None or self.seat is None:
            return []
        others = set(self.game.created.seats) - {self.seat}
        seen = pictures.cards(self.views, self.words)
        return [it for it in seen if it.holder not in others]

    @property
    def deadlines(self) -> Sequence[Deadline]:
        """By when the reader's own seat has to answer."""
        return () if self.seat is None else self.game.timekeeping.of(self.seat)

    @property
    def due(self) -> list[str]:
        """The same in sentences."""
        return list(dict.fromkeys(map(self.due_by, self.deadlines)))

    def due_by(self, it: Deadline) -> str:
        """A deadline in a sentence, in the time zone of the reader."""
        facts = {
            "who": capital(self.subject(it.set.seat)),
            "when": when(it.set.due, self.zone, self.code),
        }
        if it.set.seat == self.seat:
            if it.late:
                return self.gettext("You are late: you had until %(when)s.", **facts)
            return self.gettext("You have until %(when)s.", **facts)
        if it.late:
            return self.gettext("Late: %(who)s had until %(when)s.", **facts)
        return self.gettext("%(who)s: until %(when)s.", **facts)

    @cached_property
    def matters(self) -> list[Matter]:
        """What waits for the reader, a seat or a judge: newer rules, take-backs and disputes."""
        return [*self._newer_rules(), *self._takebacks(), *self._disputes()]

    def _newer_rules(self) -> Iterator[Matter]:
        newer = migration.awaited(self.game, self.games.newest_rules(self.game), self.viewer)
        if newer is not None:
            text = self.gettext(
                "The rules %(old)s of this game cannot be played here any more, so it stands "
                "still. It goes on under %(new)s when all seats agree, or the referee does.",
                old=self.game.pinned[0],
                new=newer.version,
            )
            yield Matter(0, text, (NEWER_RULES,))

    def _takebacks(self) -> Iterator[Matter]:
        for it in self.game.takebacks.values():
            mine = self.viewer in it.affected and self.viewer not in it.answers
            if it.status == OPEN and mine:
                text = self.gettext(
                    "%(seat)s would like to take a move back, to version %(to)s. Do you agree?",
                    seat=capital(self.subject(it.seat)),
                    to=it.to,
                )
                lost = takebacks.rulings_lost(self.games, self.game, it.to)
                told = [text, *map(self._ruled, lost)]
                yield Matter(it.id, " ".join(told), (f"agree {it.id}", f"refuse {it.id}"))

    def _ruled(self, given: RulingGiven) -> str:
        """What a take-back would undo of a ruling."""
        tells = narrator(self.game, self.viewer, self.rules).speaking(self.rules, self.words)
        what = " ".join(map(tells.text, (given, *put_right_by(self.games, given))))
        return self.gettext("It would undo a ruling of the referee: %(what)s", what=what)

    def _disputes(self) -> Iterator[Matter]:
        for it in self.game.disputes.values():
            heard = {it.seat, *(said.seat for said in it.statements)}
            if it.status == OPEN and self.viewer not in heard:
                text = self.gettext(
                    "%(seat)s disputes event %(version)s under %(clause)s.",
                    seat=capital(self.subject(it.seat)),
                    version=it.version,
                    clause=it.clause,
                )
                yield Matter(it.id, text, (f"statement {it.id} ...", f"explain {it.version}"))

    def line(self, order: Order) -> str:
        """How the reader's seat writes an order in this position."""
        notation = self.rules.notation
        if notation is not None:
            return notation.write(order, self.game.state, self.seat or "")
        data: Mapping[str, Any] = to_data(order)
        values = [in_words(value) for name, value in data.items() if name != "order"]
        return " ".join([label(data["order"]), *values])

    def in_words(self, order: Order) -> str:
        """What a legal order of the reader's does; its line where there are no words for it."""
        for decision in self.asked:
            if order in self.rules.legal_orders(self.game.state, decision):
                offered = self._offered(decision, order)
                return offered.words or offered.line
        return self.line(order)

    def story(self, after: int = 0, upto: int | None = None) -> list[Entry]:
        """What happened after one version and up to another, as the reader is told it."""
        told = chronicle_of(
            self.games, self.newest, self.game, self.game.viewer(self.viewer), self.rules, self.code
        )
        version = self.game.version
        last = version if upto is None else upto
        entries = [it for it in told.backwards(version, after=after) if it.first <= last]
        return entries[::-1]

    def answered(self, after: int = 0) -> list[Answer]:
        """What was answered for the reader's seat after a version, without asking it."""
        tells = narrator(self.game, self.viewer, self.rules)
        recent = self.games.recent(self.game)
        viewer = self.game.viewer(self.viewer)
        found = answered_for(self.seat or "", viewer, recent, tells.counts, after=after)
        return list(in_sentences(self.games, self.game, self.rules, self.phrases, found))

    def paragraphs(self, entries: Iterable[Entry]) -> Iterator[str]:
        """Entries of the story as lines."""
        return (story.told(it, self.words.language) for it in entries)

    def picture(self, around: str = "") -> bytes | None:
        """The map as a PNG, or what lies around a place; None if the game has none."""
        pictures = self.rules.pictures
        if pictures is None:
            return None
        tells = narrator(self.game, self.viewer, self.rules)
        trails = last_trails(self.games.recent(self.game), tells, self.rules)
        drawn = pictures.drawn(self.views, "", trails, self.words)
        if drawn is None:
            return None
        if not around:
            return picture_png(drawn, PICTURE_WIDTH)
        return cut_png(drawn, around, AROUND_WIDTH, AROUND_SHARE)

    def receipt(self) -> str:
        """The signed receipt of the game as it stands. Raises KeyUnusable."""
        return checkpoints.receipt(self.games, self.game)

    def checkpoint(self) -> str:
        """The signed checkpoint of the game as it stands. Raises KeyUnusable."""
        return checkpoints.note(self.games, self.game.id, self.game.version)

    def at(self, version: int) -> Reading:
        """The same reader at an earlier version. Raises UnknownVersion."""
        if version == self.game.version:
            return self
        return Past(self, version)


class Past(Reading):
    """An earlier position of a game, as its reader may see it now."""

    def __init__(self, now: Reading, version: int) -> None:
        """Raises UnknownVersion."""
        position = now.games.seen_at(now.game.id, version, now.viewer)
        super().__init__(now.games, position, now.holder, now.code, now.zone)
        self.newest = now.game

    @cached_property
    def views(self) -> Views | None:
        """The boards; None before the table is laid."""
        return self.games.views(self.game, self.viewer, newest=self.newest)

    @cached_property
    def decisions(self) -> list[Decision]:
        """Nobody has to decide anything any more."""
        return []
