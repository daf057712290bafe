import pytest
from pytest_httpserver import HTTPServer

from tests.providers.llm.fake_endpoint import FakeModel, serve


@pytest.fixture
def model_server(httpserver: HTTPServer, settings) -> FakeModel:
    return serve(httpserver, settings)
