"""Numbers in the environment. It loads nothing, so the settings of a server may use it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from api.server.bad_setting import BadSetting


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
