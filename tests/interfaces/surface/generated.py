"""What schemathesis makes of the API's description, sent to the application in this process."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from django.db import connections
from drf_spectacular.generators import SchemaGenerator
from schemathesis import Case, Response
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.config import AnalysisConfig, ConstantsConfig, ProjectConfig, ProjectsConfig, SchemathesisConfig

from tests.interfaces.surface.routes import API

if TYPE_CHECKING:
    from tests.interfaces.surface.conftest import Identity, World

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
# The words of the application's source are no better values than others, and reading it takes a minute.
CONFIG = SchemathesisConfig(
    projects=ProjectsConfig(default=ProjectConfig(analysis=AnalysisConfig(constants=ConstantsConfig(enabled=False))))
)
TOKEN = "a" * 32


@pytest.fixture
def schema(monkeypatch: pytest.MonkeyPatch):
    # After a request Django closes connections; this test's has its transaction.
    monkeypatch.setattr(connections["default"], "close_if_unusable_or_obsolete", lambda: None)
    loaded = schemathesis.openapi.from_dict(SchemaGenerator().get_schema(request=None, public=True), config=CONFIG)
    loaded.app = get_wsgi_application()
    return loaded


@pytest.fixture
def callers(mine: "list[Identity]") -> list[dict[str, Any]]:
    """How the agent sends a request, and how the owner's browser does."""
    owner, agent = mine
    cookies = {"sessionid": owner.client.cookies["sessionid"].value, "csrftoken": TOKEN}
    return [{"headers": agent.headers}, {"headers": {"X-CSRFToken": TOKEN}, "cookies": cookies}]


@pytest.fixture
def answer_to(callers) -> Callable[[Case], Response]:
    """The answer to the agent; where it is refused to agents, the owner's. Checked against the description."""

    def _answer_to(case: Case) -> Response:
        case.headers = {name: value for name, value in case.headers.items() if name == "Idempotency-Key"}
        for caller in callers:
            answer = case.call(**caller)
            case.validate_response(answer, checks=CHECKS)
            if answer.status_code not in (403, 404):
                break
        return answer

    return _answer_to


def fill(case: Case, world: "World", *, keep: Mapping[str, bool] | None = None) -> None:
    """Give a case the ids that there are, and the fields without which nothing is answered. Of other fields `keep` says
    which stay as they were generated."""
    rest = case.operation.path.removeprefix("/api/v1/")
    for name in case.path_parameters:
        if name in world.names:
            case.path_parameters[name] = world.names[name]
    if rest.startswith("threads/"):
        case.path_parameters["thread_id"] = world.filled("person-{ana}")
    listed = world.body(next(row for key, row in API.items() if _same(key, case.operation.method, rest)).body)
    if case.operation.method in ("get", "delete"):
        case.query = _kept(case.query, keep) | listed
    elif isinstance(case.body, dict):
        case.body = _kept(case.body, keep) | listed


def _kept(fields: Mapping[str, Any], keep: Mapping[str, bool] | None) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if keep is None or keep.get(name, True)}


def _same(key: str, method: str, path: str) -> bool:
    """Whether a line of the routes is this operation; Django writes arguments in one way, OpenAPI in another."""
    known_method, known_path = key.split(" ", 1)
    plain = known_path.replace("<uuid:", "{").replace("<str:", "{").replace("<path:", "{").replace(">", "}")
    return (known_method.lower(), plain) == (method, path)
