"""What the environment makes of the settings, each time in a Python of its own."""

import json
import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from memory_project.key_settings import read_or_create

PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture
def read(tmp_path: Path):
    """The value of an expression over the settings, with these variables and no others of ours."""

    def _read(expression: str, **variables: str):
        environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        environment |= {"DATA_DIR": str(tmp_path), "PYTHONPATH": str(PROJECT)} | variables
        code = f"import json; from memory_project import settings as s; print(json.dumps({expression}))"
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    return _read


def test_nothing_has_to_be_set(read, tmp_path: Path):
    values = read(
        "[s.DEBUG, s.DATABASES['default']['EMBEDDED'], s.Q_CLUSTER['workers'], s.PROPOSAL_DAYS, len(s.SECRET_KEY) > 60]"
    )
    assert values == [False, True, 1, 7, True]
    assert (tmp_path / "secret.key").exists() and (tmp_path / "seal.key").exists()


def test_a_key_is_generated_once(read):
    assert read("s.SECRET_KEY") == read("s.SECRET_KEY") != read("s.SEAL_KEY")


def test_a_key_that_is_given_is_not_written_down(read, tmp_path: Path):
    assert read("s.SECRET_KEY", SECRET_KEY="given", SEAL_KEY="too") == "given"
    assert list(tmp_path.glob("*.key")) == []


@pytest.mark.parametrize("written", ["earlier", "earlier\n"])
@pytest.mark.parametrize("named", ["SECRET_KEY_FALLBACKS", "SECRET_KEY_FALLBACKS_FILE"])
def test_an_earlier_key_is_known_whether_its_file_ended_the_line_or_not(read, tmp_path: Path, written, named):
    file = tmp_path / "key"
    file.write_text(written)
    key = read("s.SECRET_KEY", SECRET_KEY_FILE=str(file))
    value = str(file) if named.endswith("_FILE") else "earlier"
    assert key in read("s.SECRET_KEY_FALLBACKS", **{named: value, "SECRET_KEY": "new"})


def test_https_secures_cookies_and_redirects(read):
    expression = "[s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.SECURE_SSL_REDIRECT, s.SECURE_HSTS_SECONDS > 0]"
    assert read(expression) == [False] * 4
    assert read(expression, HTTPS="true") == [True] * 4


def test_a_forwarded_scheme_is_believed_behind_a_proxy_only(read):
    assert read("s.SECURE_PROXY_SSL_HEADER") is None
    assert read("s.SECURE_PROXY_SSL_HEADER", BEHIND_PROXY="true") == ["HTTP_X_FORWARDED_PROTO", "https"]


def test_a_database_of_ones_own_replaces_the_embedded_one(read):
    url = "postgres://ana:secret@db.example:5433/memory?sslmode=require"
    database = read("s.DATABASES['default']", DATABASE_URL=url)
    assert (database["ENGINE"], database["EMBEDDED"]) == ("memory_project.postgresql", False)
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", 5433, "memory")
    assert database["OPTIONS"].items() >= {"sslmode": "require", "prepare_threshold": 2}.items()


def test_a_server_that_falls_silent_is_noticed(read):
    url = "postgres://ana:secret@db.example/memory"
    options = read("s.DATABASES['default']['OPTIONS']", DATABASE_URL=url)
    assert options["connect_timeout"] == 5 and options["tcp_user_timeout"] == 15_000
    longer = read("s.DATABASES['default']['OPTIONS']", DATABASE_URL=f"{url}?connect_timeout=20")
    assert longer["connect_timeout"] == 20


def test_poolers_can_turn_prepared_statements_off(read):
    options = read("s.DATABASES['default']['OPTIONS']", PREPARE_STATEMENTS="false")
    assert options["prepare_threshold"] is None


def test_without_redis_no_content_is_cached(read):
    assert read("s.CACHES['memories']['BACKEND']").endswith("DummyCache")
    assert read("s.Q_CLUSTER['orm']") == "default"


def test_redis_keeps_records_and_nothing_that_must_not_be_lost(read):
    url = "redis://cache.example:6379/1"
    caches, cluster = read("[s.CACHES, s.Q_CLUSTER]", REDIS_URL=url)
    assert caches["memories"]["LOCATION"] == url
    assert caches["default"]["BACKEND"].endswith("DatabaseCache")
    assert cluster["orm"] == "default" and "redis" not in cluster


def test_a_language_model_has_a_second_worker(read):
    assert read("s.Q_CLUSTER['workers']", LLM_BASE_URL="http://model.example/v1") == 2
    assert read("s.Q_CLUSTER['workers']", LLM_BASE_URL="http://model.example/v1", WORKERS="5") == 5


def test_artifacts_lie_in_private_files_or_in_a_bucket(read, tmp_path: Path):
    assert read("s.STORAGES['default']['OPTIONS']['file_permissions_mode']") == 0o600
    bucket = read("s.STORAGES['default']", ARTIFACT_BUCKET="memories", S3_ENDPOINT_URL="http://s3.example")
    assert bucket["BACKEND"].endswith("S3Storage") and bucket["OPTIONS"]["addressing_style"] == "path"
    assert bucket["OPTIONS"]["file_overwrite"] is False and bucket["OPTIONS"]["querystring_auth"] is True


def test_at_least_one_web_process_runs(read):
    assert read("s.WEB_PROCESSES", WEB_PROCESSES="0") == 1
    assert read("s.WEB_PROCESSES", WEB_PROCESSES="4") == 4


def test_the_public_address_has_no_slash_at_its_end(read):
    assert read("s.PUBLIC_URL", PUBLIC_URL="https://memory.example/") == "https://memory.example"


def test_lists_are_separated_by_commas(read):
    assert read("s.ALLOWED_HOSTS", ALLOWED_HOSTS="a.example,b.example") == ["a.example", "b.example"]


def test_mail_goes_to_the_console_unless_a_server_is_named(read):
    assert read("s.EMAIL_BACKEND").endswith("console.EmailBackend")
    assert read("[s.EMAIL_HOST, s.EMAIL_PORT]", EMAIL_URL="smtp://mail.example:2525") == ["mail.example", 2525]


@pytest.mark.parametrize("variables", [{"PROPOSAL_DAYS": "a week"}, {"HTTPS": "true", "LOCK_SECONDS": "soon"}])
def test_a_value_of_the_wrong_type_stops_the_start(read, variables):
    with pytest.raises(subprocess.CalledProcessError) as failed:
        read("s.DEBUG", **variables)
    assert "ValueError" in failed.value.stderr


def test_a_key_file_is_for_its_owner_alone(tmp_path: Path):
    read_or_create(tmp_path / "folder" / "secret.key")
    assert stat.S_IMODE((tmp_path / "folder" / "secret.key").stat().st_mode) == 0o600


def test_whoever_starts_at_the_same_time_gets_the_same_key(tmp_path: Path):
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(read_or_create, [tmp_path / "secret.key"] * 64))
    assert len(keys) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["secret.key"], "no draft is left"


def test_a_key_of_the_operator_s_own_is_kept(tmp_path: Path):
    (tmp_path / "secret.key").write_text("mine\n")
    assert read_or_create(tmp_path / "secret.key") == "mine"
