"""Times in the log are microseconds since 1970 UTC; these are spans of them.

Readers are told times to the second: finer ones would tell a machine from a person.
"""

from __future__ import annotations

SECOND = 1_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
