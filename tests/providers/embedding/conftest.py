"""A real local model, and an endpoint that speaks OpenAI's protocol with vectors made from the text's hash."""

import hashlib
import json
import socket
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import numpy as np
import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from providers import embedding
from providers.embedding import ModelInfo
from providers.embedding.weights import bundled_minilm

REMOTE_DIMENSIONS = 16


@pytest.fixture
def local_model() -> ModelInfo:
    return embedding.prepare()


class FakeEndpoint:
    """Answers in reverse order, as the protocol allows, and keeps what it was asked."""

    def __init__(self, server: HTTPServer) -> None:
        self.asked: list[dict] = []
        self.next_answers: list[Response] = []
        server.expect_request("/v1/embeddings", method="POST").respond_with_handler(self._answer)

    def will_answer(self, body: object, *, status: int = 200, times: int = 1) -> None:
        """Before it works again; without making the client wait between its attempts."""
        headers = {"Retry-After-Ms": "1"}
        self.next_answers += [
            Response(json.dumps(body), status=status, mimetype="application/json", headers=headers)
            for _ in range(times)
        ]

    def will_answer_vectors(self, *vectors: list[float]) -> None:
        self.will_answer({"data": [{"index": i, "embedding": vector} for i, vector in enumerate(vectors)]})

    @staticmethod
    def vector_of(text: str) -> list[float]:
        seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:4])
        return (np.random.default_rng(seed).normal(size=REMOTE_DIMENSIONS) * 3).tolist()

    def _answer(self, request: Request) -> Response:
        self.asked.append(request.get_json() | {"authorization": request.headers["Authorization"]})
        if not self.next_answers:
            texts = self.asked[-1]["input"]
            items = [{"index": index, "embedding": self.vector_of(text)} for index, text in enumerate(texts)]
            self.will_answer({"object": "list", "model": "fake", "data": items[::-1]})
        return self.next_answers.pop(0)


@pytest.fixture
def endpoint(httpserver: HTTPServer, settings) -> FakeEndpoint:
    settings.EMBEDDING_BASE_URL = httpserver.url_for("/v1")
    settings.EMBEDDING_MODEL = "fake-embedding"
    settings.EMBEDDING_DIMENSIONS = REMOTE_DIMENSIONS
    return FakeEndpoint(httpserver)


@pytest.fixture
def unused_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


BUILD_MODEL = dedent("""
    import sys
    import numpy as np, torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.models import Pooling, Transformer
    from transformers import AutoTokenizer, BertConfig, BertModel

    folder, tokenizer_folder, kind = sys.argv[1:]
    torch.manual_seed(7)
    tokenizer = AutoTokenizer.from_pretrained(tokenizer_folder)
    bert = BertModel(BertConfig(hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64,
                                max_position_embeddings=64, initializer_range=0.2))
    if kind == "lossy":  # all meaning lies a thousand times below what eight bits of a row can hold
        with torch.no_grad():
            bert.embeddings.word_embeddings.weight[:, 0] = 1000.0
            bert.embeddings.word_embeddings.weight[:, 1] = -1000.0
            bert.embeddings.LayerNorm.weight[:] = 250.0
            bert.embeddings.LayerNorm.weight[:2] = 0.0
    bert.save_pretrained(folder + "/bert"); tokenizer.save_pretrained(folder + "/bert")
    transformer = Transformer(folder + "/bert", max_seq_length=48)
    model = SentenceTransformer(modules=[transformer, Pooling(32, pooling_mode="cls")], device="cpu")
    model.save(folder + "/model")
    texts = ["a dog in the garden", "two cats", "the third text is a little longer than the others"]
    np.save(folder + "/expected.npy", model.encode(texts, normalize_embeddings=True))
""")


@pytest.fixture(scope="session", params=["faithful"])
def tiny_model(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a random two-layer BERT of 32 dimensions, 48 tokens, CLS pooling, and its own vectors."""
    folder = tmp_path_factory.mktemp("tiny")
    arguments = [str(folder), str(bundled_minilm()), request.param]
    subprocess.run([sys.executable, "-c", BUILD_MODEL, *arguments], check=True, capture_output=True)
    return folder
