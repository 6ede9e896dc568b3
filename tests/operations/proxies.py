"""The reverse proxies of ``deploy/`` on free ports of this machine, in front of a formation."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import httpx
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.command_line.server import PATIENCE, ROOT, wait_until
from tests.operations.formation import free_ports

DEPLOY = ROOT / "deploy"


def nginx() -> str | None:
    """Path of nginx; None where it is not installed."""
    return shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")


def caddy() -> str | None:
    """Path of Caddy; None where it is not installed."""
    return shutil.which("caddy")


class Proxy(ABC):
    """A proxy that is still to be started. What it writes goes into `folder`."""

    def __init__(self, folder: Path, web: str, live: str) -> None:
        self.folder = folder
        self.port = free_ports(1)
        self.address = f"https://localhost:{self.port}"
        self.web = urlsplit(web).netloc
        self.live = urlsplit(live).netloc

    @abstractmethod
    def check(self) -> tuple[list[str], dict[str, str]]:
        """The command, with its environment, that checks the configuration."""

    @abstractmethod
    def run(self) -> tuple[list[str], dict[str, str]]:
        """The command, with its environment, that serves until it is ended."""


class Nginx(Proxy):
    """``deploy/nginx.conf`` with a certificate of its own, and this machine's ports in it."""

    def _configuration(self) -> str:
        text = (DEPLOY / "nginx.conf").read_text()
        certificate, key = certify(self.folder)
        for there, here in (
            ("127.0.0.1:8000", self.web),
            ("127.0.0.1:8001", self.live),
            ("listen 443 ", f"listen 127.0.0.1:{self.port} "),
            # Not every machine has IPv6.
            ("listen [::]:443 ssl http2;", ""),
            ("/etc/ssl/games.example.org.pem", f'"{certificate}"'),
            ("/etc/ssl/private/games.example.org.key", f'"{key}"'),
        ):
            assert text.count(there) == 1, there
            text = text.replace(there, here)
        (self.folder / "site.conf").write_text(text)
        own = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        paths = "".join(f'{it}_temp_path "{self.folder}/{it}";\n' for it in own)
        whole = self.folder / "nginx.conf"
        whole.write_text(
            f'daemon off;\nmaster_process off;\npid "{self.folder}/pid";\nerror_log stderr;\n'
            f"events {{}}\nhttp {{\naccess_log off;\n{paths}"
            f'include "{self.folder}/site.conf";\n}}\n'
        )
        return str(whole)

    def check(self) -> tuple[list[str], dict[str, str]]:
        command, env = self.run()
        return [*command, "-t"], env

    def run(self) -> tuple[list[str], dict[str, str]]:
        program = nginx()
        assert program is not None
        whole = self._configuration()
        return [program, "-e", "stderr", "-p", str(self.folder), "-c", whole], {}


class Caddy(Proxy):
    """``deploy/Caddyfile`` with certificates of its own, which nobody is asked to trust."""

    buffers = ""

    def _configuration(self) -> str:
        options = (
            "admin off",
            "local_certs",
            "skip_install_trust",
            "auto_https disable_redirects",
            "default_bind 127.0.0.1",
            f'storage file_system "{self.folder}/storage"',
        )
        own = "".join(f"\t{option}\n" for option in options)
        whole = self.folder / "Caddyfile"
        whole.write_text(f"{{\n{own}}}\n\n{(DEPLOY / 'Caddyfile').read_text()}")
        return str(whole)

    def _command(self, verb: str) -> tuple[list[str], dict[str, str]]:
        program = caddy()
        assert program is not None
        command = [program, verb, "--adapter", "caddyfile", "--config", self._configuration()]
        names = {"SITE": self.address, "WEB": self.web, "LIVE": self.live, "HOME": str(self.folder)}
        return command, {**names, **({"BUFFERS": self.buffers} if self.buffers else {})}

    def check(self) -> tuple[list[str], dict[str, str]]:
        return self._command("validate")

    def run(self) -> tuple[list[str], dict[str, str]]:
        return self._command("run")


def certify(folder: Path, called: str = "localhost", days: float = 1) -> tuple[Path, Path]:
    """Files with a certificate for a machine that signs itself, and with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, called)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(called)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem, private = folder / "certificate.pem", folder / "certificate.key"
    pem.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return pem, private


def checked(proxy: Proxy) -> subprocess.CompletedProcess[str]:
    """What the program says of its configuration."""
    command, env = proxy.check()
    return subprocess.run(
        command, env={**os.environ, **env}, capture_output=True, text=True, timeout=PATIENCE
    )


@contextmanager
def running(proxy: Proxy) -> Iterator[None]:
    """The proxy while it listens."""
    command, env = proxy.run()
    with (proxy.folder / "output").open("w+") as output:
        process = subprocess.Popen(
            command, env={**os.environ, **env}, stdout=output, stderr=output, cwd=proxy.folder
        )
        try:
            wait_until(
                lambda: process.poll() is not None or listens(proxy.port), "the proxy to listen"
            )
            assert process.poll() is None, (proxy.folder / "output").read_text()
            yield
        finally:
            process.kill()
            process.wait(PATIENCE)


def listens(port: int) -> bool:
    """Whether somebody on this machine does, and has a certificate by now."""
    trusting = ssl._create_unverified_context()
    try:
        with (
            socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as plain,
            trusting.wrap_socket(plain, server_hostname="localhost"),
        ):
            return True
    except OSError:
        return False


def client(proxy: Proxy, at: str = "127.0.0.1") -> httpx.Client:
    """A client of the proxy that comes from the address `at` of this machine."""
    transport = httpx.HTTPTransport(verify=False, http2=True, local_address=at)
    return httpx.Client(base_url=proxy.address, transport=transport, timeout=PATIENCE)
