"""Write the outputs of all pages again: ``python -m tools.documents [PAGE ...]``, `make documents`.

What is left out of an output stays left out. Read the difference before it is committed: a page
tells a story, and this only makes its numbers true.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.documents.databases import databases
from tools.documents.page import PAGES
from tools.documents.running import console, written_anew
from tools.servers import postgres_server, short_folder, valkey_server


def main(names: list[str]) -> int:
    """Write those pages whose names are given, or else all of them."""
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    pages = [Path(name).resolve() for name in names] or PAGES
    with (
        TemporaryDirectory(prefix="napoleon-") as folder,
        postgres_server(short_folder("pg")) as postgres,
        valkey_server(short_folder("valkey")) as valkey,
    ):
        for page in filter(console, pages):
            with databases(postgres, valkey) as own:
                text = written_anew(page, _new(Path(folder) / page.stem), own)
            if text != page.read_text():
                page.write_text(text)
                sys.stdout.write(f"{page.name}\n")
    return 0


def _new(folder: Path) -> Path:
    folder.mkdir()
    return folder


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
