"""Variables of the environment, and what is said of one that the service cannot start with.

It loads nothing, so the settings of a server may use it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence


class BadSetting(ValueError):
    """The text is for the operator: it names the variable, and never shows a secret."""


def number(env: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    """The number that `env` has under `name`, from `least` to `most`; unless it is set `default`.

    Raises BadSetting.
    """
    text = env.get(name)
    if not text:
        return default
    if not re.fullmatch("[0-9]{1,9}", text) or not least <= int(text) <= most:
        raise BadSetting(f"{name} has to be a number from {least} to {most}")
    return int(text)


def word(env: Mapping[str, str], name: str, default: str, words: Sequence[str]) -> str:
    """The one of `words` that `env` has under `name`; unless it is set `default`.

    Raises BadSetting.
    """
    text = env.get(name) or default
    if text not in words:
        raise BadSetting(f"{name} has to be one of {', '.join(words)}")
    return text
