"""The signing key: from the secret or out of a file, made once, and never half."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from napoleon.log.store.home import KEY_FILE
from napoleon.log.store.key_files import KeyUnusable
from napoleon.log.store.keys import create_key
from napoleon.record.keys import signing_key
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]

SECRET = {"NAPOLEON_SECRET": "fifty thousand men and the name of Napoleon"}


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """The environment of a service without a secret."""
    return {"NAPOLEON_HOME": str(tmp_path)}


def test_a_secret_is_one_key_for_ever_and_needs_no_file(
    env: dict[str, str], tmp_path: Path
) -> None:
    assert str(signing_key(env | SECRET).verifier) == (
        "napoleon+101ca4fd+AfYBYDFXs+3xHrkidN3gmyUyGSwkQGTYLUjTiHPDGiA9"
    )
    create_key(env | SECRET)
    assert list(tmp_path.iterdir()) == []
    other = signing_key({"NAPOLEON_SECRET": "forty centuries look down upon you"})
    assert other.verifier != signing_key(SECRET).verifier


def test_a_file_is_made_once_for_its_owner_only(env: dict[str, str], tmp_path: Path) -> None:
    create_key(env)
    key = signing_key(env).verifier
    assert [path.name for path in tmp_path.iterdir()] == [KEY_FILE]
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600
    create_key(env)
    assert signing_key(env).verifier == key
    assert signing_key(env | SECRET).verifier != key


def test_many_processes_may_make_it_at_once(env: dict[str, str], tmp_path: Path) -> None:
    code = (
        "import os; from napoleon.log.store.keys import create_key; "
        "from napoleon.record.keys import signing_key; "
        "create_key(os.environ); print(signing_key(os.environ).verifier)"
    )
    starts = [
        subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=env, stdout=subprocess.PIPE)
        for _ in range(4)
    ]
    keys = {start.communicate(timeout=PATIENCE)[0] for start in starts}
    assert keys == {f"{signing_key(env).verifier}\n".encode()}
    assert [path.name for path in tmp_path.iterdir()] == [KEY_FILE]


def test_the_name_of_the_key_is_that_of_the_service(env: dict[str, str]) -> None:
    named = SECRET | {"NAPOLEON_ORIGIN": "play.example/napoleon"}
    assert signing_key(named).name == "play.example/napoleon"
    assert signing_key(SECRET | {"NAPOLEON_ORIGIN": ""}).name == "napoleon"
    for name in ("two words", "one+two", "line\nfeed", " "):
        with pytest.raises(KeyUnusable, match="NAPOLEON_ORIGIN"):
            signing_key(SECRET | {"NAPOLEON_ORIGIN": name})


def test_a_missing_key_says_what_to_do(env: dict[str, str]) -> None:
    with pytest.raises(KeyUnusable, match="napoleon migrate"):
        signing_key(env)


def test_a_broken_key_is_named_and_left_alone(env: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / KEY_FILE
    other = X25519PrivateKey.generate()
    create_key(env)
    half = path.read_bytes()[:60]
    for content, said in (
        (b"", "no signing key"),
        (b"Vive l'Empereur!", "no signing key"),
        (half, "no signing key"),
        (other.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()), "not an Ed25519"),
    ):
        path.write_bytes(content)
        create_key(env)
        with pytest.raises(KeyUnusable, match=said):
            signing_key(env)
        assert path.read_bytes() == content
    path.unlink()
    path.mkdir()
    with pytest.raises(KeyUnusable, match="cannot be read"):
        signing_key(env)
