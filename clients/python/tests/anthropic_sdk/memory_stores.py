"""Pytest plugin: lets the SDK's tests of Memory Stores speak to a memory server.

They are written for a server that answers with examples and keeps nothing. So each test gets a store of its own, and
the placeholders of its requests become what is there: ids, the digest of the content, values that the SDK documents.
"""

import hashlib
import os
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from anthropic import Anthropic, AsyncAnthropic, DefaultAioHttpClient

ADDRESS = {"base_url": os.environ["TEST_API_BASE_URL"], "api_key": os.environ["MEMORY_KEY"]}
CONTENT = "Ana likes green tea."
DIGEST = hashlib.sha256(CONTENT.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Real:
    """What there is where a test names a placeholder."""

    segments: dict[str, str]
    parameters: dict[str, Any]

    def in_place(self, options: Any) -> Any:
        options.url = re.sub(r"[^/?]+", lambda found: self.segments.get(found[0], found[0]), options.url)
        options.params = {name: self._parameter(name, value) for name, value in options.params.items()}
        options.params = {name: value for name, value in options.params.items() if value is not None}
        if isinstance(options.json_data, dict) and "precondition" in options.json_data:
            expected = {"type": "content_sha256", "content_sha256": DIGEST}
            options.json_data = {**options.json_data, "precondition": expected}
        return options

    def _parameter(self, name: str, value: Any) -> Any:
        return self.parameters[name] if value in (name, 0) and name in self.parameters else value


@pytest.fixture
def real() -> Real:
    """A store with one memory of two versions."""
    with Anthropic(**ADDRESS) as anthropic:
        stores = anthropic.beta.memory_stores
        store = stores.create(name="Tastes", metadata={"user_id": f"sdk-{uuid4()}"})
        memory = stores.memories.create(store.id, path="/notes/tea.md", content="Ana likes tea.")
        stores.memories.update(memory.id, memory_store_id=store.id, content=CONTENT)
        version = list(stores.memory_versions.list(store.id))[-1]
    segments = {"memory_store_id": store.id, "memory_id": memory.id, "memory_version_id": version.id}
    parameters = {
        "memory_id": memory.id,
        "api_key_id": getattr(version.created_by, "api_key_id", None),
        "path_prefix": "/notes/",
        "expected_content_sha256": DIGEST,
        "limit": 20,
        "page": None,  # the first one
    }
    return Real(segments, parameters)


@pytest.fixture
def client(request: pytest.FixtureRequest, real: Real) -> Iterator[Anthropic]:
    class Client(Anthropic):
        def _prepare_options(self, options: Any) -> Any:
            return real.in_place(super()._prepare_options(options))

    with Client(**ADDRESS, _strict_response_validation=request.param) as made:
        yield made


@pytest.fixture
async def async_client(request: pytest.FixtureRequest, real: Real) -> AsyncIterator[AsyncAnthropic]:
    class Client(AsyncAnthropic):
        async def _prepare_options(self, options: Any) -> Any:
            return real.in_place(await super()._prepare_options(options))

    wanted = request.param if isinstance(request.param, dict) else {"strict": request.param}
    http = DefaultAioHttpClient() if wanted.get("http_client") == "aiohttp" else None
    async with Client(**ADDRESS, _strict_response_validation=wanted.get("strict", True), http_client=http) as made:
        yield made


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
