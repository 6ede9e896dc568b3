"""What a game says of an order, with the names in it, in a language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from babel.lists import format_list

from api.languages import translations
from napoleon.rules import wording
from napoleon.rules.contract import Ruleset
from napoleon.rules.phrases import Note
from napoleon.rules.plain_views import label
from napoleon.rules.prose.chronicle import capital
from napoleon.rules.prose.storybook import Words
from napoleon.rules.terms import Loss
from napoleon.rules.wording import Card, Named, Phrase, Said, Value, say


@lru_cache(maxsize=32)
def _cards_by_name(rules: Any) -> dict[str, int]:
    """The number of each card; of several that are called alike the first."""
    return {name: number for number, name in reversed([*rules.cards.items()])}


class Phrases(NamedTuple):
    """Puts the phrases of a game into words."""

    rules: Ruleset
    words: Words
    """The language, and what things are called in it."""

    def does(self, order: wording.Words) -> str:
        """What an order does, such as "Move Reille to Thuin"."""
        return self.told(order.does)

    def price(self, order: wording.Words) -> str:
        """What it costs, such as "2 CP"; empty for nothing."""
        return "" if order.price is None else self.told(order.price)

    def follows(self, order: wording.Words, losses: Sequence[Loss] = ()) -> str:
        """What comes of it, such as "ends the move"; empty for nothing.

        `losses` are what it eliminates of its seat's own; see `Ruleset.warns`.
        """
        follows = [*order.follows]
        if losses:
            names = self.words.names
            articled = [(f"the {it.piece}", it.piece) for it in losses]
            pieces = tuple(whole if whole in names else piece for whole, piece in articled)
            follows.append(say("by the rules you lose %(pieces)s", pieces=pieces))
        return "; ".join(map(self.told, follows))

    def whole(self, order: wording.Words, losses: Sequence[Loss] = ()) -> str:
        """All of it in a line, such as "Move Reille to Thuin: 1 point; ends the move"."""
        beside = "; ".join(filter(None, (self.price(order), self.follows(order, losses))))
        return ": ".join(filter(None, (self.does(order), beside)))

    def kind(self, of: str) -> str:
        """What decisions of a kind are about, such as "Where to retreat"."""
        known = {} if self.rules.wording is None else self.rules.wording.kinds
        return self.told(known[of]) if of in known else capital(label(of))

    def told(self, phrase: Phrase) -> str:
        """A phrase with all that is filled into it."""
        known = translations(self.words.language.code)
        if phrase.many:
            text = known.ngettext(phrase.text, phrase.many, phrase.count)
        else:
            text = known.gettext(phrase.text)
        return text % {name: self._filled_in(value) for name, value in phrase.values.items()}

    def called(self, of: Note) -> str:
        """What the game calls something: by its name as it stands alone, or what rules noted."""
        words = self.words
        if isinstance(of, Phrase):
            return words.told(of)
        if of in words.names:
            return words.language.alone(words.names[of])
        card = _cards_by_name(self.rules).get(of)  # type: ignore[arg-type] # by identity
        return words.cards[card] if card else self.rules.storybook.said(words, of)

    def labelled(self, of: str) -> str:
        """A word of an order or an event: by the name that the game has for it, or in words."""
        told = self.called(of)
        return told if told != of else self.called(label(of))

    def _filled_in(self, value: Value) -> str | int:
        """A number or somebody's words as they are, anything else as it is called."""
        match value:
            case int():
                return value
            case Said():
                return value.text
            case tuple():
                code = self.words.language.code
                return format_list([self._named(it) for it in value], locale=code)
        return self._named(value)

    def _named(self, value: Named) -> str:
        match value:
            case Phrase():
                return self.told(value)
            case Card():
                return f"{self.words.cards.get(value.number, '')} ({value.number})".strip()
        return self.called(value)
