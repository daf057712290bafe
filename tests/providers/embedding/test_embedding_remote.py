"""The OpenAI-compatible endpoint: what is sent, what is believed, and which errors are worth another try."""

import os
import subprocess
import sys
import time

import numpy as np
import pytest

from providers import embedding
from providers.embedding import DimensionMismatch, EmbeddingRefused, EmbeddingUnavailable, remote


def test_the_answer_is_put_in_order_and_brought_to_length_one(endpoint):
    texts = [f"text {n}" for n in range(5)]
    expected = np.array([endpoint.vector_of(text) for text in texts])
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    assert embedding.embed(texts) == pytest.approx(expected, abs=1e-6)


def test_at_most_128_texts_go_into_one_request(endpoint):
    embedding.embed([f"text {n}" for n in range(300)])
    assert [len(request["input"]) for request in endpoint.asked] == [128, 128, 44]


def test_model_dimensions_and_key_are_sent(endpoint, settings):
    settings.EMBEDDING_API_KEY = "sk-test"
    embedding.embed(["text"])
    request = endpoint.asked[0]
    assert (request["model"], request["dimensions"]) == ("fake-embedding", 16)
    assert request["authorization"] == "Bearer sk-test"


def test_dimensions_are_found_out_once_when_no_setting_says_them(endpoint, settings):
    settings.EMBEDDING_DIMENSIONS = None
    assert embedding.current_model().dimensions == embedding.current_model().dimensions == 16
    assert len(endpoint.asked) == 1
    assert "dimensions" not in endpoint.asked[0]


def test_other_dimensions_than_promised_are_refused(endpoint, settings):
    settings.EMBEDDING_DIMENSIONS = 20
    with pytest.raises(DimensionMismatch, match="16 dimensions where 20"):
        embedding.embed(["text"])


@pytest.mark.parametrize("status", [408, 409, 429, 500, 503])
def test_a_passing_failure_is_tried_again(endpoint, status):
    endpoint.will_answer({"error": {"message": "busy"}}, status=status, times=2)
    assert embedding.embed(["text"]).shape == (1, 16)
    assert len(endpoint.asked) == 3


@pytest.mark.parametrize("status", [429, 503])
def test_a_lasting_failure_is_unavailable(endpoint, status):
    endpoint.will_answer({"error": {"message": "busy"}}, status=status, times=4)
    with pytest.raises(EmbeddingUnavailable, match=str(status)):
        embedding.embed(["text"])
    assert len(endpoint.asked) == 4


def test_without_an_endpoint_the_setting_is_named_that_is_missing(endpoint, settings):
    """The database keeps the model that serves; the setting that leads to it can be lost."""
    model = embedding.current_model()
    settings.EMBEDDING_BASE_URL = ""
    with pytest.raises(EmbeddingUnavailable, match="fake-embedding is a model of an endpoint, and EMBEDDING_BASE_URL"):
        embedding.embed_query("asked without an endpoint", model=model)


def test_a_start_whose_endpoint_is_away_says_so_in_one_line(unused_port):
    environment = os.environ | {
        "EMBEDDING_BASE_URL": f"http://127.0.0.1:{unused_port}/v1",
        "EMBEDDING_MODEL": "fake-embedding",
    }
    command = [sys.executable, "-m", "memory_project.supervisor.model", "0"]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
    assert ended.stderr.startswith("The embedding endpoint cannot be reached")


def test_a_question_is_tried_twice_for_somebody_waits(endpoint):
    endpoint.will_answer({"error": {"message": "busy"}}, status=503, times=2)
    with pytest.raises(EmbeddingUnavailable, match="503"):
        embedding.embed_query("Where do I live?")
    assert len(endpoint.asked) == 2


def test_an_endpoint_that_hangs_is_given_up(httpserver, endpoint, monkeypatch):
    monkeypatch.setattr(remote, "QUERY_TIMEOUTS", remote.Timeouts(0.1, 1))
    httpserver.clear_all_handlers()
    httpserver.expect_request("/v1/embeddings").respond_with_handler(lambda _: time.sleep(0.5))
    with pytest.raises(EmbeddingUnavailable, match="APITimeoutError"):
        embedding.embed_query("Where do I live?")


@pytest.mark.parametrize("status", [400, 401, 404])
def test_a_refusal_is_final_and_its_message_stays_out_of_the_error(endpoint, status):
    endpoint.will_answer({"error": {"message": "do not like 'secret text'"}}, status=status)
    with pytest.raises(EmbeddingRefused, match=str(status)) as refusal:
        embedding.embed(["secret text"])
    assert len(endpoint.asked) == 1
    assert "secret" not in str(refusal.value)


def test_nobody_listening_is_unavailable(endpoint, settings, unused_port):
    settings.EMBEDDING_BASE_URL = f"http://127.0.0.1:{unused_port}/v1"
    with pytest.raises(EmbeddingUnavailable):
        embedding.embed(["text"])


@pytest.mark.parametrize(
    "answer",
    [
        {"data": []},
        {"data": [{"index": 1, "embedding": [1.0] * 16}]},
        {"data": [{"index": 0, "embedding": [1.0] * 16}] * 2},
        {"data": [{"index": 0, "embedding": [0.0] * 16}]},
        {"data": [{"index": 0, "embedding": [float("nan")] * 16}]},
        {"data": [{"index": 0, "embedding": ["one"] * 16}]},
        {"data": [{"index": 0}]},
        {"data": None},
        {"hello": "world"},
        "only a string",
    ],
)
def test_nonsense_is_refused(endpoint, answer):
    endpoint.will_answer(answer)
    with pytest.raises(EmbeddingRefused):
        embedding.embed(["text"])


def test_a_page_instead_of_json_is_refused(endpoint, httpserver):
    httpserver.clear()
    httpserver.expect_request("/v1/embeddings").respond_with_data("<html>", content_type="text/html")
    with pytest.raises(EmbeddingRefused):
        embedding.embed(["text"])


def test_an_empty_text_is_sent_as_a_space(endpoint):
    embedding.embed(["", "a\0b"])
    assert endpoint.asked[0]["input"] == [" ", "a b"]


def test_a_model_that_is_not_the_current_one_is_reached_by_its_own_name(local_model, endpoint):
    assert embedding.embed(["text"], model=local_model).shape == (1, 384)
    assert endpoint.asked == []
