"""The files of deploy/ are right by the programs that read them, where those are at hand, and name what exists."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from django.conf import settings

DEPLOY = Path(settings.BASE_DIR) / "deploy"
NAMES = re.compile(r"\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|HTTPS)(?:_FILE)?(?==|:\s)")
OF_OTHERS = {"POSTGRES_PASSWORD"}


def checked(command: list[str], **options) -> subprocess.CompletedProcess[str]:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


@pytest.fixture
def compose():
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


@pytest.mark.parametrize("file", [path.relative_to(DEPLOY).as_posix() for path in DEPLOY.rglob("*") if path.is_file()])
def test_settings_that_are_named_exist(file):
    documented = set(re.findall(r"^\| `([A-Z0-9_]+)`", (DEPLOY.parent / "docs" / "settings.md").read_text(), re.M))
    text = "\n".join(line.partition("#")[0] for line in (DEPLOY / file).read_text().splitlines())
    named = {name.removesuffix("_FILE") for name in NAMES.findall(text)}
    assert named - documented - OF_OTHERS == set()


@pytest.mark.parametrize("unit", sorted(path.name for path in (DEPLOY / "systemd").iterdir()))
def test_units_are_right_by_systemd(unit, tmp_path):
    for path in (DEPLOY / "systemd").iterdir():  # a socket is not right without its service
        (tmp_path / path.name).write_text(path.read_text().replace("/opt/memory-server", str(DEPLOY.parent)))
    done = checked(["systemd-analyze", "verify", str(tmp_path / unit)])
    assert (done.returncode, done.stderr.strip()) == (0, "")


@pytest.mark.parametrize("unit", ["memory-server", "memory-worker"])
def test_only_the_main_process_is_told_to_stop(unit):
    """By systemd 252: where its children were told too, a worker waited for them until it was killed."""
    assert "\nKillMode=mixed\n" in (DEPLOY / f"systemd/{unit}.service").read_text()


def test_the_sample_for_caddy_is_right():
    done = checked(["caddy", "adapt", "--config", str(DEPLOY / "Caddyfile"), "--validate"])
    assert done.returncode == 0, done.stderr


def test_the_sample_for_nginx_is_right(tmp_path):
    certificate = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=memory"]
    checked([*certificate, "-keyout", f"{tmp_path}/key", "-out", f"{tmp_path}/pem"])
    text = (DEPLOY / "nginx.conf").read_text()
    text = re.sub(r"/etc/ssl/\S+\.(pem|key)", rf"{tmp_path}/\1", text)
    main = tmp_path / "nginx.conf"
    main.write_text(f"pid {tmp_path}/pid; error_log {tmp_path}/log; events {{}} http {{ {text} }}")
    done = checked(["nginx", "-t", "-c", str(main)])
    assert done.returncode == 0, done.stderr


def test_what_a_container_needs_is_declared(compose):
    services = compose["services"]
    assert {"server", "worker", "postgres", "redis"} == services.keys()
    for service in services.values():
        assert set(service.get("secrets", [])) <= compose["secrets"].keys()
        assert set(service.get("depends_on", [])) <= services.keys()
        names = {volume.partition(":")[0] for volume in service.get("volumes", [])}
        assert {name for name in names if not name.startswith(".")} <= compose["volumes"].keys()
        assert all((DEPLOY / name).exists() for name in names if name.startswith("."))
        environment = service.get("environment", {})
        for name, value in environment.items():
            if name.endswith("_FILE"):
                assert value.removeprefix("/run/secrets/") in service["secrets"]


def test_server_and_worker_have_the_same_keys_database_and_seals(compose):
    server, worker = compose["services"]["server"], compose["services"]["worker"]
    assert server["environment"].items() <= worker["environment"].items()
    assert "seals:/seals" in worker["volumes"] and worker["image"] == server["image"]


def test_the_database_is_prepared_as_the_guide_says():
    statements = (DEPLOY / "postgres.sql").read_text()
    guide = (DEPLOY.parent / "docs" / "database.md").read_text()
    for line in guide.partition("```sql\n")[2].partition("```")[0].splitlines():
        if line.startswith(("CREATE EXTENSION", "ALTER")):
            assert line in statements
    assert "NOSUPERUSER NOBYPASSRLS" in statements
