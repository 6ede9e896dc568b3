"""What a foreign file makes the rules do comes to an end in time and memory."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from api.command_line import confined as bounds
from api.command_line.confined import confined
from api.command_line.output import Failed
from tests.command_line.server import ROOT

TAKING = """
from api.command_line.confined import MEMORY, confined
from api.command_line.output import Failed

try:
    with confined():
        bytearray(MEMORY + 2**20)
except Failed as refused:
    assert "takes too much memory" in str(refused), refused
    bytearray(MEMORY + 2**20)
    print("refused, and later on it is free to")
"""


def test_what_goes_on_and_on_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "SECONDS", 0.2)
    before = signal.getsignal(signal.SIGPROF)
    with pytest.raises(Failed, match=r"takes more than 0\.2 seconds") as refused, confined():
        while True:
            pass
    assert refused.value.code == "TOO_LARGE"
    assert signal.getsignal(signal.SIGPROF) == before
    assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="no other system tells how much is taken")
def test_what_takes_ever_more_memory_is_ended() -> None:
    # In a process of its own: one that has tested much may have as much to spare.
    ran = subprocess.run(
        [sys.executable, "-c", TAKING], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout) == (0, "refused, and later on it is free to\n"), ran.stderr


def test_what_ends_by_itself_is_let_be() -> None:
    with confined():
        found = sum(range(100))
    assert found == 4950
