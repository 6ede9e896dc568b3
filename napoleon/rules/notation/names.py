"""Names as people type them: without accents, in upper or lower case, abbreviated."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property, lru_cache
from typing import NamedTuple

EXACT, BEGINNING, WORDS = range(3)
"""How well a name was given: in full, by its beginning, by the beginnings of some of its words."""

_KEPT = 8192
"""Names of which is kept how they may be typed; those of all games together are fewer."""

_APOSTROPHES = "'`\u2019\u02bc"
_UNSEPARATING = dict.fromkeys(map(ord, _APOSTROPHES))
_LIGATURES = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d"})
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def fold(text: str) -> str:
    """`text` as lower-case letters and digits without accents, single spaces between words.

    An apostrophe does not separate words, a hyphen does.

    >>> fold("Solre-le-CHÂTEAU"), fold("D'Erlon"), fold("Vive  l'Empereur !")
    ('solre le chateau', 'derlon', 'vive lempereur')
    """
    if text.isascii():
        # Nothing in it has an accent: so it is with most lines, of which letters have many.
        return " ".join(re.findall(r"[^\W_]+", text.lower().translate(_UNSEPARATING)))
    letters = unicodedata.normalize("NFKD", text.casefold().translate(_LIGATURES))
    bare = "".join(c for c in letters if not unicodedata.combining(c) and c not in _APOSTROPHES)
    return " ".join(re.findall(r"[^\W_]+", bare))


_folded = lru_cache(_KEPT)(fold)
"""The same, for names that are folded again and again."""


class Names:
    """The names of some things, by id. Things with the same name go by their ids.

    `also` holds other names of some of them, which are read but not written.

    >>> names = Names({"ney": "Ney", "blucher": "Blücher", "quatre_bras": "Quatre-Bras"})
    >>> names.write("blucher")
    'Blücher'
    >>> [list(names.matches(typed)) for typed in ("bluecher", "quat", "bras", "soult")]
    [[('blucher', 0)], [('quatre_bras', 1)], [('quatre_bras', 2)], []]
    >>> list(Names({"italy": "Italy"}, {"italy": "Kingdom of Italy"}).matches("king"))
    [('italy', 1)]
    """

    def __init__(self, names: Mapping[str, str], *also: Mapping[str, str]) -> None:
        given = Counter(map(_folded, names.values()))
        self._shown = {
            thing: name if given[_folded(name)] == 1 else thing for thing, name in names.items()
        }
        self._spelt = {
            thing: (name, *(it.get(thing, name) for it in also)) for thing, name in names.items()
        }

    @cached_property
    def _forms(self) -> Mapping[str, Mapping[str, frozenset[_Form]]]:
        """How things are typed, by the letters that a word of theirs begins with.

        Most names are out of the question by that. Who only writes names needs none of it.
        """
        found: dict[str, dict[str, frozenset[_Form]]] = {}
        for thing, names in self._spelt.items():
            forms = _forms(thing, *names)
            for letter in {word[0] for form in forms for word in form.words}:
                found.setdefault(letter, {})[thing] = forms
        return found

    def write(self, thing: str) -> str:
        """The name of a thing; its id if it has none here."""
        return self._shown.get(thing, thing)

    def matches(self, typed: str) -> Iterator[tuple[str, int]]:
        """Everything that `typed` may mean, each with how well it is given."""
        words = fold(typed).split()
        if not words:
            return
        run = "".join(words)
        for thing, forms in self._forms.get(run[0], {}).items():
            levels = [level for form in forms if (level := _level(words, run, form)) is not None]
            if levels:
                yield thing, min(levels)


class _Form(NamedTuple):
    """How a name may be typed in full."""

    words: tuple[str, ...]
    whole: str
    """The words without a space, as nobody has to know whether there is one."""


@lru_cache(_KEPT)
def _forms(*names: str) -> frozenset[_Form]:
    """How the names of a thing may be typed in full."""
    spelt = [form for name in names for form in (name, name.casefold().translate(_UMLAUTS))]
    words = {tuple(fold(form).split()) for form in spelt}
    return frozenset(_Form(it, "".join(it)) for it in words)


def _level(typed: Sequence[str], run: str, name: _Form) -> int | None:
    """How well words give a name, None if they do not; `run` is all of them without a space."""
    if name.whole.startswith(run):
        return EXACT if name.whole == run else BEGINNING
    words = iter(name.words)
    for part in typed:
        for word in words:
            if word.startswith(part):
                break
        else:
            return None
    return WORDS


def nearest(typed: str, choices: Sequence[str], most: int = 3) -> list[str]:
    """Those of `choices` that look most like `typed`, the most similar first.

    >>> nearest("activate Ligni", ["pass", "activate Ligny: Ney", "activate Mons: Hill"], most=1)
    ['activate Ligny: Ney']
    """
    by_form = {fold(choice): choice for choice in choices}
    return [by_form[form] for form in get_close_matches(fold(typed), by_form, most, cutoff=0.4)]
