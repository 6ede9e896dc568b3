"""When Python looks for garbage: seldom, as there is hardly any."""

from __future__ import annotations

import gc

OFTEN = (50_000, 20, 50)
"""Values after which it looks through the young ones, and how often through older ones.

Games are thousands of small values, hardly any of them in a circle. By default, after 700 values,
a command or an answer looks for garbage for a tenth of its time, and while it loads it finds none.
"""


def look_seldom() -> None:
    """Let this process look for garbage that often, or as seldom as it does already."""
    if gc.get_threshold()[0] < OFTEN[0]:
        gc.set_threshold(*OFTEN)


def keep_all() -> None:
    """Never look again through what is there now; what of it is garbage already is freed."""
    gc.collect()
    gc.freeze()
