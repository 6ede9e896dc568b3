"""The tests as a stranger runs them: ``python -m tools.strangers [ARGUMENTS OF PYTEST]``.

Each stranger has another machine: a folder with a blank in its name, a home that is not there, a
time zone that is not in whole hours, a locale without letters beyond ASCII, an umask of their own,
few fonts or many, and, where it can be had, another user. What passes here and fails there is a
fault of the tests or of the service, and of neither machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import click

from tests.documents.checkout import checkout

FONTS = ("/usr/share/fonts", "/usr/local/share/fonts")

_FONTCONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
{folders}
<cachedir>{cache}</cachedir>
{preferred}
</fontconfig>
"""

_PREFERRED = """<match target="pattern">
<edit name="family" mode="prepend" binding="strong"><string>{family}</string></edit>
</match>"""


class Stranger(NamedTuple):
    """What is another on somebody's machine."""

    time_zone: str
    locale: str
    umask: int
    fonts: str
    """The part of a folder's name without which no font is found; empty for all."""
    preferred: str
    """The family that stands for all others; empty for none."""


STRANGERS = {
    "few fonts, nothing for others": Stranger("Asia/Kathmandu", "POSIX", 0o077, "dejavu", ""),
    "many fonts, a group": Stranger("America/St_Johns", "C.UTF-8", 0o002, "", "Noto Sans"),
    "a day ahead, everything for all": Stranger("Pacific/Kiritimati", "C", 0o000, "", ""),
}

NOBODY = 65534


def fonts(stranger: Stranger, folder: Path) -> Path:
    """The configuration of the fonts that the stranger has, in a file in `folder`."""
    there = [it for root in map(Path, FONTS) for it in (root, *root.rglob("*")) if it.is_dir()]
    chosen = [it for it in there if stranger.fonts in it.name] if stranger.fonts else there
    file = folder / "fonts.conf"
    file.write_text(
        _FONTCONFIG.format(
            folders="\n".join(f"<dir>{it}</dir>" for it in chosen or there),
            cache=folder / "cache",
            preferred=_PREFERRED.format(family=stranger.preferred) if stranger.preferred else "",
        )
    )
    return file


def environment(stranger: Stranger, folder: Path) -> dict[str, str]:
    """What the stranger has in the environment; temporary files go into `folder`."""
    kept = ("PATH", "PYTEST_ADDOPTS", "PYENV_VERSION")
    return {
        **{name: os.environ[name] for name in kept if name in os.environ},
        "HOME": "/nonexistent",
        "TZ": stranger.time_zone,
        "LC_ALL": stranger.locale,
        "TMPDIR": str(folder),
        "FONTCONFIG_FILE": str(fonts(stranger, folder)),
    }


def can_be_nobody() -> bool:
    """Whether a process may become another user who can run this Python."""
    if os.getuid() != 0:
        return False
    try:
        ended = subprocess.run(
            [sys.executable, "-c", "import pytest"], user=NOBODY, group=NOBODY, check=False
        )
    except OSError:
        return False
    return ended.returncode == 0


def run(name: str, arguments: Sequence[str]) -> int:
    """Run the tests as a stranger; the status of pytest."""
    stranger, other = STRANGERS[name], can_be_nobody()
    click.echo(f"\n{name}: {stranger}{', as nobody' if other else ''}")
    with tempfile.TemporaryDirectory(prefix="a strange place ") as place:
        folder = Path(place)
        temporary = folder / "for a while"
        temporary.mkdir()
        env = environment(stranger, temporary)
        here = checkout(folder / "napoleon")
        if other:
            for path in (folder, *folder.rglob("*")):
                os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
        return subprocess.run(
            [".venv/bin/python", "-m", "pytest", "-p", "no:cacheprovider", *arguments],
            cwd=here,
            env=env,
            umask=stranger.umask,
            stdin=subprocess.DEVNULL,
            check=False,
            **({"user": NOBODY, "group": NOBODY, "extra_groups": []} if other else {}),
        ).returncode


def main(arguments: Sequence[str]) -> int:
    """Run the tests as each of the strangers; 0 if all of them pass."""
    failed = [name for name in STRANGERS if run(name, arguments)]
    if failed:
        click.echo(f"The tests fail for: {'; '.join(failed)}.")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
