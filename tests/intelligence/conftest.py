import pytest
from pytest_httpserver import HTTPServer

from tests.providers.llm.fake_endpoint import FakeModel, serve


@pytest.fixture
def model_server(httpserver: HTTPServer, settings) -> FakeModel:
    """A language model behind a real HTTP server; without it, the rules are in force."""
    return serve(httpserver, settings)
