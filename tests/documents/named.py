"""Commands that a page names in its text: how each is run, or why it is not."""

from __future__ import annotations

NOT_HERE = {
    "systemctl enable --now napoleon.target": (
        "asks for a machine that systemd runs; its units are verified",
        "tests/operations/test_deploy.py",
    ),
    "systemctl restart napoleon-migrate": (
        "asks for a machine that systemd runs; its unit is verified",
        "tests/operations/test_deploy.py",
    ),
    "systemctl restart napoleon.target": (
        "asks for a machine that systemd runs; a restart with its units is measured",
        "tests/operations/test_restarts.py",
    ),
    "systemctl edit napoleon-web.socket": (
        "opens an editor on a machine that systemd runs; the unit is verified",
        "tests/operations/test_deploy.py",
    ),
    "docker compose --file deploy/compose.yaml up": (
        "asks for a Docker daemon and images from a network; the file is read and compared",
        "tests/operations/test_deploy.py",
    ),
    "napoleon mail check": (
        "finds something to change where there is no domain; with one, on loopback, it is run",
        "tests/mail/test_check.py",
    ),
    "napoleon mail check ADDRESS": (
        "finds something to change where there is no domain; with one, on loopback, it is run",
        "tests/mail/test_check.py",
    ),
    "napoleon mail key": (
        "asks for the setting that names the file; with it, it is run",
        "tests/mail/test_signing.py",
    ),
    "napoleon serve --port 8001": (
        "goes on until it is ended; at another port it is started, asked, and ended",
        "tests/command_line/test_serve.py",
    ),
    "gunicorn --config python:api.server.live_settings api.live.wsgi:app": (
        "goes on until it is ended; that is the process live of the Procfile",
        "tests/operations/test_formation.py",
    ),
    "honcho start": (
        "goes on until it is ended; the blocks of the same pages run it with its processes",
        "tests/documents/test_pages.py",
    ),
    "python -m tools.servers python -m tools.bench.many_games 10000 100000": (
        "fills databases for minutes; with fewer games it is measured",
        "tests/command_line/test_many_games.py",
    ),
    "python -m tools.bench.many_games": (
        "asks for databases; with few games it is measured",
        "tests/command_line/test_many_games.py",
    ),
    "DATABASE_PARTITIONS=4 python -m tools.servers python -m tools.load.day": (
        "gives orders for a quarter of an hour; with fewer games it is played",
        "tests/command_line/test_load.py",
    ),
    "python -m tests.mail.counted GAMES": (
        "plays whole games of every ruleset by mail; what it counts is held to its limits",
        "tests/mail/test_how_many.py",
    ),
    "python -m tests.goldens.record NAME": (
        "searches for minutes, and writes files of the project; they are played again",
        "tests/test_goldens.py",
    ),
}
"""Why a command is not run as it stands, and the tests that come nearest to it."""

STANDS_FOR = {
    "ADDRESS": "ann@club.example",
    "DIR": "napoleon/rulesets/napoleon1815/data",
    "FILE": "game.zip",
    "KEYS": "keys.json",
    "NAME": "napoleon1815",
    "KEPT": "note",
    "NOTE": "note",
    "SEAT": "french",
}
"""What is written in the place of a name in capitals; GAME and ID are a game that goes on."""

SHORTER = {
    "napoleon play": ("--to-turn", "2"),
    "napoleon bench": ("--games", "1", "--game", "napoleonic_empire"),
}
"""What is added to a command that goes on for long otherwise."""
