"""The words in which a game is set up: its title, its options, its clock, and who plays what.

They are looked for from left to right, the longest phrase first, as people say them: by ids, by
titles, and in the languages of the service.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from api.languages import LANGUAGES, language_of, noted, translations
from api.paces import OWN, PACES, USUAL, clock_of
from napoleon.log import dispatches
from napoleon.log.clocks import PASS, USUAL_IN_TIME, Clock, InTime
from napoleon.log.dispatches import Charter
from napoleon.play.choices import Value
from napoleon.play.standing_orders import tag_of
from napoleon.rules.contract import Ruleset
from napoleon.rules.notation.names import fold
from napoleon.rules.orders import Refusal
from napoleon.rules.prose.storybook import words_of
from napoleon.rules.terms import Option
from napoleon.rules.windows import FORM, OPEN

MOST_WORDS = 80
"""How many words are looked at."""

LONGEST = 12
"""How many words a phrase has at most."""

_UNITS = {
    noted("minute"): 1,
    noted("minutes"): 1,
    noted("hour"): 60,
    noted("hours"): 60,
    noted("day"): 24 * 60,
    noted("days"): 24 * 60,
    noted("week"): 7 * 24 * 60,
    noted("weeks"): 7 * 24 * 60,
}
"""Minutes by their names."""

_COUNTS = {
    noted("lost"): "lost",
    noted("captured"): "captured",
    noted("roads a turn"): "pace",
    noted("percent in time"): "percent",
    noted("answers"): "answers",
}
"""What a number before it says of dispatches, or of how reliable players are to be."""

_PLAIN = {
    noted("private"): ("private", True),
    noted("each seat for another person"): ("one_seat_each", True),
    noted("one seat each"): ("one_seat_each", True),
    noted("referee"): ("referee", True),
    noted("dispatches"): ("dispatches", True),
    noted("windows by form"): ("windows", FORM),
    noted("windows open"): ("windows", OPEN),
    noted("reliable players"): ("reliable", True),
    noted("no newcomers"): ("newcomers", False),
    noted("grey press"): ("grey_press", True),
    noted("letters without a signature"): ("grey_press", True),
}
"""What is said of a game in so many words, whatever game it is."""

Words = tuple[str, ...]


class Found(NamedTuple):
    """What a phrase says."""

    kind: str
    value: Any = None


class Said(NamedTuple):
    """How a game is to be set up, as it was said."""

    rules: Ruleset
    scenario: str
    options: Mapping[str, Value]
    seat: str
    """The seat of its founder; "" for the first one."""
    bots: tuple[str, ...]
    clock: Clock | None
    profile: str
    """The tag of the profile that the founder begins with; "" for none."""
    unlisted: bool
    one_seat_each: bool
    referee: bool
    dispatches: Charter | None
    windows: str
    """How seats are asked in windows; "" for as is usual."""
    in_time: InTime | None
    grey_press: bool


def said(rulesets: Mapping[str, Ruleset], text: str) -> Said | Refusal:
    """What somebody says of a game to be set up.

    Refused: ``UNKNOWN_RULESET``, ``UNKNOWN_WORDS``.
    """
    words = split(text)
    games = dict(_phrases_of_games(rulesets))
    name, at = _longest(games, words, 0)
    if name is None:
        told = ", ".join(it.title for it in rulesets.values())
        detail = f"Say which game first; there are: {told}."
        return Refusal("UNKNOWN_RULESET", "", detail)
    rules = rulesets[name.value]
    phrases = dict(_phrases(rules))
    found = list[Found]()
    while at < len(words):
        one, after = _counted(words, at)
        if one is None:
            one, after = _clocked(words, at)
        if one is None:
            one, after = _longest(phrases, words, at)
        if one is None:
            return _unknown(rules, phrases, words[at], found)
        found.append(one)
        at = after
    return _put_together(rules, found)


def _unknown(
    rules: Ruleset, phrases: Mapping[Words, Found], word: str, found: Sequence[Found]
) -> Refusal:
    """Why a word is not understood behind what was `found`."""
    if found and found[-1].kind in ("as", "bot"):
        seats = [it.value for it in phrases.values() if it.kind == "seat"]
        told = ", ".join(dict.fromkeys(rules.names.get(it, it) for it in seats))
        detail = f"No seat is called “{word}”. There are: {told}."
    else:
        detail = f"“{word}” says nothing of how the game is set up."
    return Refusal("UNKNOWN_WORDS", "", detail)


def split(text: str) -> list[str]:
    """A text word by word, as names are folded.

    >>> split("Napoléon 1815, players=3 as the French")
    ['napoleon', '1815', 'players', '3', 'as', 'the', 'french']
    """
    return fold(text[:1000].replace("=", " ")).split()[:MOST_WORDS]


def _longest(phrases: Mapping[Words, Found], words: list[str], at: int) -> tuple[Any, int]:
    """The longest phrase that begins there, and where it ends."""
    for length in range(min(LONGEST, len(words) - at), 0, -1):
        found = phrases.get(tuple(words[at : at + length]))
        if found is not None:
            return found, at + length
    return None, at


def _phrases_of_games(rulesets: Mapping[str, Ruleset]) -> Iterator[tuple[Words, Found]]:
    for name, rules in rulesets.items():
        titles = [rules.title, *(language_of(rules, it).gettext(rules.title) for it in LANGUAGES)]
        for told in (name, *titles):
            for words in _spelt(told):
                yield words, Found("game", name)


def _spelt(told: str) -> Iterator[Words]:
    """A name as it may be said: with and without its article, in one word or several."""
    words = tuple(fold(told).split())
    yield words
    yield ("".join(words),)
    if len(words) > 1 and words[0] in ("the", "le", "la", "les"):
        yield words[1:]


def _phrases(rules: Ruleset) -> Iterator[tuple[Words, Found]]:
    """What may be said of a game, from what is the most general to what is the most special."""
    for filler in ("the", "and", "for", "with"):
        for words in _in_all(filler):
            yield words, Found("nothing")
    for option in rules.options:
        yield from _phrases_of(rules, option)
    for seat in _all_seats(rules):
        for name in {seat, *_names(rules, seat)}:
            words = tuple(fold(name).split())
            yield words, Found("seat", seat)
    for it in rules.scenarios:
        titles = [it.title, *(language_of(rules, code).gettext(it.title) for code in LANGUAGES)]
        own = (fold(title.rpartition(":")[2]) for title in titles)
        for told in (it.id, *titles, *own):
            for words in _spelt(told):
                yield words, Found("scenario", it.id)
    for kind in () if rules.standing is None else rules.standing.profiles:
        yield tuple(fold(tag_of(kind)).split()), Found("profile", tag_of(kind))
    for word, about in (("as", "as"), ("bot", "bot"), ("bots", "bot")):
        for words in _in_all(word):
            yield words, Found(about)
    for told, said in _PLAIN.items():
        for words in _in_all(told):
            yield words, Found("plain", said)
    for profile in ("ask me everything", "usual", "only what matters"):
        known = () if rules.standing is None else tuple(map(tag_of, rules.standing.profiles))
        tag = profile.replace(" ", "_")
        for words in _in_all(profile) if tag in known else ():
            yield words, Found("profile", tag)
    for pace in PACES:
        if pace != OWN:
            for words in _in_all(PACES[pace].title):
                yield words, Found("clock", pace)
            yield (fold(pace),), Found("clock", pace)


NOTED = (
    noted("the"),
    noted("and"),
    noted("for"),
    noted("with"),
    noted("as"),
    noted("bot"),
    noted("bots"),
    noted("ask me everything"),
    noted("usual"),
    noted("only what matters"),
    noted("clock"),
    noted("no"),
    noted("players"),
)
"""Words that may be said in any language of the service."""


def _in_all(told: str) -> Iterator[Words]:
    for code in LANGUAGES:
        yield tuple(fold(translations(code).gettext(told)).split())


def _phrases_of(rules: Ruleset, option: Option) -> Iterator[tuple[Words, Found]]:
    """How the values of an option are said: after its name, or by themselves if it is plain."""
    names = {tuple(fold(option.name).split()), tuple(fold(option.title).split())}
    if option.name == "players":
        names |= set(_in_all("players"))
    for value in option.values:
        found = Found("option", (option.name, value))
        if isinstance(value, bool):
            for name in names:
                on, off = ("on", "true"), ("off", "false")
                for word in on if value else off:
                    yield (*name, word), found
                yield name if value else ("no", *name), found
                yield name if value else ("without", *name), found
            continue
        words = tuple(fold(str(value)).split())
        for name in names:
            yield (*name, *words), found
            yield (*words, *name), found
        others = [it for it in rules.options if it is not option and value in it.values]
        if isinstance(value, str) and not others and value not in ("off", "on"):
            yield words, found


def _names(rules: Ruleset, seat: str) -> set[str]:
    """What a seat is called, in all languages."""
    told = rules.names.get(seat, seat)
    found = {told}
    for code in LANGUAGES:
        words = words_of(rules, language_of(rules, code))
        called = words.names.get(seat)
        if called is not None:
            found |= {str(called), *map(str, words.language.alone(called).splitlines())}
    return {it for it in found if fold(it)}


def _all_seats(rules: Ruleset) -> list[str]:
    """The seats that the game has under some options."""
    usual = {it.name: it.values[0] for it in rules.options}
    found = list(rules.seats(usual))
    for option in rules.options:
        for value in option.values:
            found += rules.seats({**usual, option.name: value})
    return list(dict.fromkeys(found))


def _clocked(words: list[str], at: int) -> tuple[Found | None, int]:
    """A clock that is set in so many minutes, hours, days or weeks, and where it ends."""
    start = at
    if (words[at],) in set(_in_all("clock")):
        at += 1
    following = words[at : at + 2]
    if len(following) == 2 and following[0].isascii() and following[0].isdigit():
        units = {words[0]: it for name, it in _UNITS.items() for words in _in_all(name)}
        minutes = units.get(following[1])
        if minutes is not None and len(following[0]) <= 5:
            return Found("minutes", int(following[0]) * minutes), at + 2
    if at > start:
        return Found("nothing"), at
    return None, start


def _counted(words: list[str], at: int) -> tuple[Found | None, int]:
    """A number of what is counted of dispatches and of answers, and where it ends."""
    if not (words[at].isascii() and words[at].isdigit() and len(words[at]) <= 5):
        return None, at
    units = {it: of for told, of in _COUNTS.items() for it in _in_all(told)}
    of, after = _longest({it: Found("count", of) for it, of in units.items()}, words, at + 1)
    return (None, at) if of is None else (Found("count", (of.value, int(words[at]))), after)


def _put_together(rules: Ruleset, found: Iterable[Found]) -> Said | Refusal:
    """All that was said of a game."""
    scenario, options = rules.scenarios[0].id, dict[str, Value]()
    seat, bots, profile = "", list[str](), ""
    plain, counts = dict[str, Any](), dict[str, int]()
    pace, minutes = USUAL, 0
    role = ""
    for it in found:
        if it.kind == "seat" and role == "as":
            seat, role = it.value, ""
        elif it.kind == "seat" and role == "bot":
            bots.append(it.value)
        elif it.kind == "seat":
            detail = "Write “as” before the seat that you play, and “bot” before one of a bot."
            return Refusal("UNKNOWN_WORDS", "", detail)
        elif it.kind in ("as", "bot"):
            role = it.kind
        elif it.kind == "scenario":
            scenario = it.value
        elif it.kind == "option":
            options[it.value[0]] = it.value[1]
        elif it.kind == "profile":
            profile = it.value
        elif it.kind == "clock":
            pace, minutes = it.value, 0
        elif it.kind == "minutes":
            minutes = it.value
        elif it.kind == "plain":
            plain[it.value[0]] = it.value[1]
        elif it.kind == "count":
            counts[it.value[0]] = it.value[1]
    referee = plain.get("referee", False)
    clock = clock_of(USUAL if minutes else pace, referee=referee)
    if minutes:
        clock = Clock(minutes, then=PASS) if not referee else Clock(minutes)
    return Said(
        rules,
        scenario,
        options,
        seat,
        tuple(bots),
        clock,
        profile,
        unlisted=plain.get("private", False),
        one_seat_each=plain.get("one_seat_each", False),
        referee=referee,
        dispatches=_charter(plain, counts),
        windows=plain.get("windows", ""),
        in_time=_in_time(plain, counts),
        grey_press=plain.get("grey_press", False),
    )


def _charter(plain: Mapping[str, Any], counts: Mapping[str, int]) -> Charter | None:
    """How dispatches fare; None if nothing was said of any."""
    told = {it: counts[it] for it in ("lost", "captured", "pace") if it in counts}
    return replace(dispatches.USUAL, **told) if told or "dispatches" in plain else None


def _in_time(plain: Mapping[str, Any], counts: Mapping[str, int]) -> InTime | None:
    """How reliable players are to be; None if nothing was said of that."""
    told = {it: counts[it] for it in ("percent", "answers") if it in counts}
    if not told and "reliable" not in plain and "newcomers" not in plain:
        return None
    return replace(USUAL_IN_TIME, **told, newcomers=plain.get("newcomers", True))
