"""``deploy/`` and the page for operators fit the service: commands, ports, variables, metrics."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.metrics import MetricWrapperBase

from api.app import create_app
from api.mail.posting import measured
from api.mail.posting.measured import MailCollector
from api.people import measured as of_people
from api.people.measured import PeopleCollector
from api.telemetry import metrics, pools
from projections import metrics as drawing_metrics
from projections.holding import HeldCollector
from projections.lag import LagCollector
from tests.command_line.server import ROOT
from tests.operations.formation import PROCFILE
from tests.operations.page import PAGE, documented
from tests.operations.units import UNITS, said, unit

DEPLOY = ROOT / "deploy"

INTERNAL = {
    "CREATE_TABLE",
    "NAPOLEON_BENCH_BODY",
    "NAPOLEON_GATE",
    "NAPOLEON_LIFELINE",
    "NAPOLEON_MAKER",
    "PROMETHEUS_MULTIPROC_DIR",
    "NOTIFY_SOCKET",
}
"""Variables by which processes of the service tell each other something."""

OF_A_REQUEST = {"PATH_INFO", "REMOTE_ADDR", "REQUEST_METHOD"}
"""What else is in an environment, that of WSGI."""

VARIABLE = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*")


# -- variables -------------------------------------------------------------------------------------


class Constants(dict[str, set[str]]):
    """Texts that look like a variable's name, by the name of the constant that holds them."""

    def __init__(self, modules: list[ast.Module]) -> None:
        super().__init__()
        for module in modules:
            for node in module.body:
                match node:
                    case ast.Assign([ast.Name(name)], ast.Constant(str(text))):
                        self.setdefault(name, set()).add(text)

    def named(self, node: ast.expr) -> Iterator[str]:
        """What `node`, a text or the name of a constant, may stand for."""
        match node:
            case ast.Constant(str(text)):
                found = {text}
            case ast.Name(name) | ast.Attribute(attr=name):
                found = self.get(name, set())
            case _:
                found = set()
        yield from filter(VARIABLE.fullmatch, found)


def is_environment(node: ast.expr) -> bool:
    match node:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name.removeprefix("_") in ("env", "environ", "chosen_from", "chosen")
    return False


ASKS = re.compile(r"env|chosen|\bfield\b")
"""What a module says that asks an environment for a variable."""


def read_variables() -> set[str]:
    """Every variable that the code asks an environment for, or hands one over to be asked for."""
    packages = ("api", "napoleon", "projections")
    files = [file for package in packages for file in (ROOT / package).rglob("*.py")]
    texts = [file.read_text() for file in files]
    modules = [ast.parse(text) for text in texts]
    constants = Constants(modules)
    # In the others is nothing of what is looked for, and to walk through them takes seconds.
    asking = [it for text, it in zip(texts, modules, strict=True) if ASKS.search(text)]
    found: set[str] = set()
    for node in (node for module in asking for node in ast.walk(module)):
        match node:
            case ast.Call(ast.Attribute(value=of), args) if is_environment(of):
                found.update(name for argument in args[:1] for name in constants.named(argument))
            case ast.Call(_, [of, argument, *_]) if is_environment(of):
                found.update(constants.named(argument))
            case ast.Subscript(of, argument, ast.Load()) if is_environment(of):
                found.update(constants.named(argument))
            case ast.keyword("envvar", argument):
                found.update(constants.named(argument))
            case ast.Call(ast.Name("field"), _, said):
                # A setting, as a part declares it; see `napoleon.environment`.
                found.update(
                    name for it in said if it.arg == "name" for name in constants.named(it.value)
                )
    return {name for name in found if not name.startswith("HTTP_")} - OF_A_REQUEST


def test_the_page_tells_every_variable_that_is_read() -> None:
    read = read_variables()
    assert {"PORT", "DATABASE_URL", "WEB_STREAMS", "METRICS_HOST", "NAPOLEON_LOG"} <= read
    assert documented() == read - INTERNAL


def test_the_page_tells_every_metric() -> None:
    told = set(re.findall(r"`(napoleon_\w+)`", PAGE))
    described = {
        f"{family.name}_total" if family.type == "counter" else family.name
        for module in (metrics, drawing_metrics, pools, measured, of_people)
        for metric in vars(module).values()
        if isinstance(metric, MetricWrapperBase)
        for family in metric.describe()
    }
    collected = {
        family.name
        for collector in (LagCollector, MailCollector, PeopleCollector, HeldCollector)
        for family in collector.describe(None)  # type: ignore[arg-type]
    }
    assert told == described | collected


def test_the_page_names_files_that_there_are() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", PAGE)
    assert len(links) > 5
    for link in links:
        assert (ROOT / "docs" / link).exists(), link


# -- processes -------------------------------------------------------------------------------------


def test_every_process_is_started_by_its_command() -> None:
    assert set(PROCFILE) == {"web", "live", "worker"}
    services = compose()["services"]
    # Not every formation takes mails in.
    for kind, command in {**PROCFILE, "mail": "napoleon mail"}.items():
        assert services[kind]["command"] == command
        assert unit(f"napoleon-{kind}.service")["Service"]["ExecStart"] == (
            f"/opt/napoleon/bin/{command}"
        )
    assert services["migrate"]["command"] == "napoleon migrate"
    assert unit("napoleon-migrate.service")["Service"]["ExecStart"].endswith("/napoleon migrate")


# -- systemd ---------------------------------------------------------------------------------------


def test_units_hang_together() -> None:
    wanted = unit("napoleon.target")["Unit"]["Wants"].split()
    assert sorted(wanted) == [f"napoleon-{kind}.service" for kind in sorted(PROCFILE)]
    for name in wanted:
        one = unit(name)
        # Wanted only: what is required is not tried again when it fails.
        assert one["Unit"]["Wants"] == one["Unit"]["After"] == "napoleon-migrate.service"
        assert "Requires" not in one["Unit"]
        assert one["Unit"]["StartLimitIntervalSec"] == "0"
        assert one["Unit"]["PartOf"] == "napoleon.target"
        assert one["Service"]["Restart"] == "always"
        # Longer than the service itself takes to end.
        assert int(one["Service"]["TimeoutStopSec"]) > 10
    common = unit("napoleon-.service.d/common.conf")["Service"]
    assert ("EnvironmentFile", "/etc/napoleon/env") in said("napoleon-web.service")
    assert common["ProtectSystem"] == "strict"
    assert common["NoNewPrivileges"] == "yes"


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    shutil.copytree(UNITS, tmp_path / "units")
    for file in (tmp_path / "units").glob("*.service"):
        # The programs are not installed where the units look for them.
        file.write_text(re.sub(r"^(ExecStart=)\S+", r"\1/bin/true", file.read_text(), flags=re.M))
    units = [str(file) for file in (tmp_path / "units").iterdir() if file.is_file()]
    found = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True
    )
    assert (found.returncode, found.stderr.strip()) == (0, "")


# -- compose and proxies ---------------------------------------------------------------------------


def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def test_the_compose_file_has_the_shape_that_compose_asks_for() -> None:
    found = compose()
    services = found["services"]
    assert set(services) == {"postgres", "roles", "valkey", "migrate", *PROCFILE, "mail", "proxy"}
    for name, service in services.items():
        assert isinstance(service["image"], str), name
        assert set(service) <= {
            *("build", "image", "restart", "stop_grace_period", "environment", "command"),
            *("depends_on", "healthcheck", "volumes", "ports", "profiles", "ulimits"),
        }
        for other in service.get("depends_on", ()):
            assert other in services
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in found["volumes"] or (DEPLOY / source).exists()
        assert "ports" not in service or name == "proxy", "only the proxy is reached from outside"
    for kind in PROCFILE:
        waits = services[kind]["depends_on"]
        assert waits["migrate"] == {"condition": "service_completed_successfully"}
        assert waits["postgres"] == waits["valkey"] == {"condition": "service_healthy"}
    build = services["web"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).exists()


def test_the_image_has_what_the_package_needs() -> None:
    for line in (DEPLOY / "Dockerfile").read_text().splitlines():
        if line.startswith("COPY "):
            *sources, _ = line.split()[1:]
            assert all((ROOT / source).exists() for source in sources)
            kept = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
            assert {f"!{source}" for source in sources} <= set(kept)


def test_variables_that_are_set_are_known() -> None:
    example = re.findall(r"^([A-Z_]+)=", (DEPLOY / "env.example").read_text(), re.MULTILINE)
    image = re.findall(r"\b([A-Z_]+)=", (DEPLOY / "Dockerfile").read_text())
    assert {*example, *image, *compose()["services"]["web"]["environment"]} <= documented()


def test_every_address_that_is_checked_or_passed_on_exists() -> None:
    rules = create_app(env={}).url_map.bind("localhost")
    text = (DEPLOY / "compose.yaml").read_text()
    for port, path in re.findall(r"http://127\.0\.0\.1:(\d+)(/\S+?)'", text):
        assert port in ("8000", "8001")
        assert rules.match(path)
    live = re.compile(r"^/api/v1/(games/[^/]+|me)/live$")
    assert rules.match("/api/v1/games/6qre4rmtf2/live")[0] == "live.live"
    assert rules.match("/api/v1/me/live")[0] == "my_games.live"
    assert live.match("/api/v1/games/6qre4rmtf2/live")
    assert live.match("/api/v1/me/live")
    for proxy in ("Caddyfile", "nginx.conf"):
        text = (DEPLOY / proxy).read_text()
        assert live.pattern in text
        assert text.index("8000") and text.index("8001")
        assert text.count("{") == text.count("}")
    assert "proxy_buffering off;" in (DEPLOY / "nginx.conf").read_text()
    assert "flush_interval -1" in (DEPLOY / "Caddyfile").read_text()
