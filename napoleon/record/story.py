"""The story of a game as it may be told to one reader, and the positions that it tells of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from napoleon.log.branches import is_on, path, pieces
from napoleon.log.events.rewinds import HistoryRewound
from napoleon.log.folding import Walk
from napoleon.log.game import Game
from napoleon.log.game_log import GameLog
from napoleon.log.journal import Entry, narrator
from napoleon.log.levels import PLAY, told_at
from napoleon.log.story import story as prose
from napoleon.log.story import told
from napoleon.rules import phrases
from napoleon.rules.contract import Ruleset
from napoleon.rules.endings import points
from napoleon.rules.endings import told as told_end
from napoleon.rules.events import Event
from napoleon.rules.phrases import speaker
from napoleon.rules.picture.model import Trail
from napoleon.rules.picture.trails import trails
from napoleon.rules.prose.language import ENGLISH, Language, noted
from napoleon.rules.prose.paragraphs import Entry as Paragraph
from napoleon.rules.prose.storybook import words_of
from napoleon.rules.views import Views


class Frame(msgspec.Struct, frozen=True):
    """A position at rest, after an order or an act of the house has been carried out.

    `shown` is what the reader may know of it; `counts` says that no rewind has undone the position.
    `trails` tell where pieces have just gone.
    """

    version: int
    turn: int
    phase: str
    shown: Views
    counts: bool = True
    trails: tuple[Trail, ...] = ()
    turn_name: str = ""
    """What the turn is called, in English, if players do not call it by its number."""


_NAMED = (noted("spectator"), noted("referee"))
"""Readers without a seat."""


def facts(
    games: GameLog, game_id: str, viewer: str, language: Language = ENGLISH
) -> dict[str, str]:
    """Which game it is and who reads, for the head of a story: values by their names.

    The values are told in the language; the caller translates the names when it shows them.
    Raises UnknownGame, UnknownRuleset.
    """
    game = games.open(game_id)
    rules, created = games.rules(game), game.created
    scenarios = {scenario.id: scenario.title for scenario in rules.scenarios}
    options = {option.name: option.title for option in rules.options}
    chosen = [
        language.polished(f"{language.gettext(options.get(it, it))}: {_value(value, language)}")
        for it, value in created.options.items()
    ]
    result = game.result

    names = {of: language.gettext(name) for of, name in rules.names.items()}

    def named(who: str) -> str:
        return names.get(who) or language.gettext(who)

    return {
        noted("Game"): game.id,
        noted("Rules"): f"{rules.title} {game.pinned[0]}",
        noted("Data"): game.pinned[1],
        noted("Scenario"): language.gettext(scenarios.get(created.scenario, created.scenario)),
        noted("Options"): "; ".join(chosen) or language.gettext("none"),
        noted("Seen by"): language.gettext(rules.names.get(viewer, viewer)),
        noted("Version"): str(game.version),
        noted("Result"): language.gettext("the game is not over")
        if result is None
        else told_end(
            named(result.winner) if result.winner else "",
            phrases.told(result.reason, speaker(names, rules.cards, language)),
            language,
            points(result, named),
        ),
    }


def story(
    games: GameLog, game_id: str, viewer: str, language: Language = ENGLISH
) -> list[Paragraph]:
    """What counts in a game as `viewer`, a seat, the spectator or the referee, may be told it.

    It is told as on pages and by the service, except what people wrote: in a bundle that is told
    apart, with its proof. Raises UnknownGame, UnknownRuleset.
    """
    game = games.open(game_id)
    rules = games.rules(game)
    return prose(games, game, game.viewer(viewer), rules, language, quoting=False)


def event_by_event(
    games: GameLog, game_id: str, viewer: str, language: Language = ENGLISH
) -> list[Entry]:
    """The whole game event by event, what was undone among it, as `viewer` may be told it.

    The house's own events are told under the turn and phase in which they happened. Raises
    UnknownGame, UnknownRuleset.
    """
    newest = games.open(game_id)
    rules = games.rules(newest)
    tells = narrator(newest, viewer, rules)
    if language is not ENGLISH:
        tells = tells.speaking(rules, words_of(rules, language))
    is_told, words = told_at(PLAY, newest), words_of(rules, language)
    entries, turn, phase, names = [], 0, "", dict[int, str]()
    for event in games.history(game_id, upto=newest.version):
        if event.phase:
            turn, phase = event.turn, event.phase
        if name := rules.storybook.turn_name(words, event):
            names[turn] = name
        if is_told(event):
            named = names.get(turn, "")
            entries.append(tells.entry(event)._replace(turn=turn, phase=phase, turn_name=named))
    return entries


def frames(games: GameLog, game_id: str, viewer: str) -> Iterator[Frame]:
    """Every position at rest as `viewer` may see it, the oldest first; none before the table.

    They are as the service shows these versions now. The log is read once. Raises
    UnknownGame, UnknownRuleset.
    """
    newest = games.open(game_id)
    rules = games.rules(newest)
    events = games.history(game_id, upto=newest.version)
    stretches = path(newest.rewinds, newest.version)
    reads, moves = narrator(newest, viewer, rules), rules.pictures and rules.pictures.moves
    so_far, ways = list[Event](), tuple[Trail, ...]()
    telling = {HistoryRewound.topic, *(moves.topics if moves else ())}
    for game, happened in _positions(events, rules, {to for _, to in newest.rewinds}):
        so_far = _with(so_far, happened)
        if moves and any(it.topic in telling for it in happened):
            ways = trails(moves, reversed(so_far), reads.redacted)
        shown = games.views(game, viewer, newest=newest)
        if shown is not None:
            yield Frame(
                game.version,
                game.state.turn,
                game.state.phase,
                shown,
                is_on(stretches, game.version),
                ways,
                rules.storybook.turn_called(game.state),
            )


def story_text(
    head: Mapping[str, str], paragraphs: Iterable[Paragraph], language: Language = ENGLISH
) -> str:
    """The story in plain text by turns, under the facts of its `head`.

    Before each paragraph stands the version of the first event that it tells.
    """
    named = {language.polished(f"{language.gettext(it)}:"): head[it] for it in head}
    width = max(map(len, named), default=0) + 1
    lines = [f"{name:<{width}}{value}" for name, value in named.items()]
    all_told, turn = [*paragraphs], None
    names = {it.turn: it.turn_name for it in all_told if it.turn_name}
    for it in all_told:
        if it.turn != turn and (it.turn or turn is None):
            lines += ["", "", names.get(it.turn) or _turn(it.turn, language)]
            turn = it.turn
        lines += ["", f"  {it.first:>6}  {told(it, language)}"]
    return "\n".join(lines) + "\n"


def _turn(number: int, language: Language) -> str:
    if not number:
        return language.gettext("Before the first turn")
    return language.gettext("Turn %(number)s", number=number)


def _with(so_far: list[Event], happened: Iterable[Event]) -> list[Event]:
    """The events that led to a position, of which a rewind undoes the last ones."""
    for event in happened:
        if isinstance(event, HistoryRewound):
            so_far = [it for it in so_far if it.version <= event.to]
        so_far.append(event)
    return so_far


def _positions(
    events: Iterable[Event], rules: Ruleset, targets: set[int]
) -> Iterator[tuple[Game, list[Event]]]:
    """The game whenever it is at rest, moved on in place, and what has happened to it since.

    `targets` are what rewinds go back to.
    """
    walk = Walk(rules, targets)
    for piece in pieces(events):
        for event in piece:
            game = walk.step(event)
        yield game, piece


def _value(value: Any, language: Language) -> str:
    if isinstance(value, bool):
        return language.gettext("yes") if value else language.gettext("no")
    return language.gettext(value) if isinstance(value, str) and value else str(value)
