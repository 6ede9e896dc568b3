"""The tokens as their stylesheet declares them, to be shown."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from api.web.static import FOLDER

_DARK = "@media (prefers-color-scheme: dark)"
_DECLARED = re.compile(r"(--[a-z0-9-]+):([^;]+);")
_COLOUR = re.compile(r"#[0-9a-f]{3,8}", re.IGNORECASE)


class Token(NamedTuple):
    """A name and what it stands for; `dark` is empty where that is the same."""

    name: str
    light: str
    dark: str

    @property
    def is_colour(self) -> bool:
        """Whether it is one colour, which can be shown as a patch."""
        return _COLOUR.fullmatch(self.light) is not None


@cache
def tokens() -> tuple[Token, ...]:
    """All of them, in the order of the stylesheet."""
    text = (FOLDER / "css" / "tokens.css").read_text(encoding="utf-8")
    light, dark = text.split("@media")[0], text.split(_DARK)[1].split("\n}\n")[0]
    in_the_dark = dict(_DECLARED.findall(dark))
    return tuple(
        Token(name, " ".join(value.split()), " ".join(in_the_dark.get(name, "").split()))
        for name, value in _DECLARED.findall(light)
    )
