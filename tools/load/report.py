"""What the load test has seen, as a table."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Sequence
from os import cpu_count

from rich.console import Console
from rich.table import Table

from tools.load.bots import Bots
from tools.load.lag import Lag
from tools.load.service import Service


def report(service: Service, bots: Bots, lag: Lag, seconds: float) -> None:
    """Print orders a second, times of answers, and how far the read models were behind."""
    table = Table("what", "measured", title=f"load test: {service.stores}")
    rate = f"{len(bots.orders) / seconds:,.0f} a second"
    table.add_row("accepted orders", f"{len(bots.orders):,} in {seconds:.1f} s: {rate}")
    table.add_row("an order, from sending to answer", times(bots.orders))
    table.add_row("a look at the open decisions", times(bots.reads))
    table.add_row("events recorded", f"{lag.recorded:,}")
    table.add_row("events not drawn yet", f"p50 {at(lag.events, 50):.0f}, most {max(lag.events)}")
    behind = lag.seconds
    table.add_row(
        "read models behind the log", f"p50 {at(behind, 50):.1f} s, p99 {at(behind, 99):.1f} s"
    )
    for (status, code), count in Counter(bots.failures).items():
        table.add_row(f"NOT accepted: {status} {code}", str(count))
    Console().print(table)
    machine = f"{platform.machine()}, {cpu_count()} cores, Python {platform.python_version()}"
    Console().print(f"{machine}; the bots share the machine with the service.", highlight=False)


def times(seconds: Sequence[float]) -> str:
    """The middle of some times, their 99th percentile and the longest, in milliseconds."""
    middle, late = (at(seconds, percent) * 1000 for percent in (50, 99))
    return f"p50 {middle:.1f} ms, p99 {late:.1f} ms, longest {max(seconds) * 1000:.0f} ms"


def at(values: Sequence[float], percent: int) -> float:
    """The value that a percentage of `values` does not exceed."""
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]
