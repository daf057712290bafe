"""A local cross-encoder orders the best answers anew: a tiny one with random weights, exported to ONNX."""

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from textwrap import dedent

import pytest

from providers import embedding, reranking
from providers.embedding.weights import bundled_minilm
from providers.reranking import RerankerUnavailable, local

pytestmark = pytest.mark.django_db
QUESTION = "What does Ana drink?"
TEXTS = [
    "Ana drinks green tea.",
    "Ana drinks black coffee, but never after four in the afternoon.",
    "Ana drank a glass of water.",
    "Ana keeps a list of all that she drinks. " * 6,  # longer than the model reads
]

BUILD_MODEL = dedent("""
    import json, sys
    import torch
    from sentence_transformers import CrossEncoder
    from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification

    folder, tokenizer_folder, question, *texts = sys.argv[1:]
    torch.manual_seed(7)
    config = BertConfig(hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64,
                        max_position_embeddings=64, initializer_range=0.4, num_labels=1)
    BertForSequenceClassification(config).save_pretrained(folder + "/model")
    AutoTokenizer.from_pretrained(tokenizer_folder, model_max_length=48).save_pretrained(folder + "/model")
    scores = CrossEncoder(folder + "/model", device="cpu").predict([(question, text) for text in texts])
    json.dump(scores.tolist(), open(folder + "/scores.json", "w"))
""")


@pytest.fixture(scope="module")
def tiny(tmp_path_factory) -> Path:
    """A folder with the model, and with what torch says of the texts."""
    folder = tmp_path_factory.mktemp("tiny")
    command = [sys.executable, "-c", BUILD_MODEL, str(folder), str(bundled_minilm()), QUESTION, *TEXTS]
    subprocess.run(command, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def prepared(tiny, tmp_path_factory) -> Path:
    """What preparing it leaves in a data folder."""
    data = tmp_path_factory.mktemp("prepared")
    environment = {
        "DJANGO_SETTINGS_MODULE": "memory_project.settings",
        "DATA_DIR": str(data),
        "RERANK_MODEL": str(tiny / "model"),
    }
    prepare = "from providers import reranking; reranking.prepare(print)"
    project = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", prepare], cwd=project, env=environment, check=True, capture_output=True)
    return data / "models" / "rerankers"


@pytest.fixture
def rerankers(prepared, tiny, tmp_path, settings) -> Path:
    """The prepared model in a data folder of this test, beside the embedding model."""
    embedding.prepare()
    here = tmp_path / "models"
    here.mkdir()
    for path in (Path(settings.DATA_DIR) / "models").iterdir():
        (here / path.name).symlink_to(path.resolve())
    shutil.copytree(prepared, here / "rerankers")
    settings.DATA_DIR = tmp_path
    settings.RERANK_MODEL, settings.RERANK_SECONDS = str(tiny / "model"), 60.0
    return here / "rerankers"


@pytest.fixture
def scores(tiny) -> dict[str, float]:
    return dict(zip(TEXTS, json.loads((tiny / "scores.json").read_text()), strict=True))


@pytest.fixture
def order(remember, texts, settings) -> list[str]:
    """Of the answers without a reranker."""
    for text in TEXTS:
        remember(text)
    chosen, settings.RERANK_MODEL = settings.RERANK_MODEL, ""
    found = texts(QUESTION)
    settings.RERANK_MODEL = chosen
    return found


def damage(rerankers: Path) -> None:
    [file] = rerankers.glob("*/model.onnx")
    file.write_bytes(file.read_bytes()[:20_000])


def test_its_scores_are_those_of_torch_and_order_the_answers(rerankers, order, ask, scores):
    found = ask(QUESTION, explain=True)
    said = {item.content: one["explanation"]["reranked"] for item, one in zip(found.items, found.data(), strict=True)}
    assert said == pytest.approx(scores, abs=1e-3)
    assert list(said) == sorted(TEXTS, key=lambda text: -scores[text]) != order


def test_only_the_first_are_reranked(rerankers, order, ask, settings):
    settings.RERANK_FIRST = 2
    shown = ask(QUESTION, explain=True)
    assert {item.content for item in shown.items[:2]} == set(order[:2])
    assert ["reranked" in one["explanation"] for one in shown.data()] == [True, True, False, False]


def test_the_budget_is_kept(rerankers, order, texts, settings):
    assert texts(QUESTION) != order  # which loads the model
    settings.RERANK_SECONDS = 0.0
    assert texts(QUESTION) == order
    with pytest.raises(TimeoutError):
        local.score(QUESTION, TEXTS, until=time.monotonic() - 1)


def test_a_damaged_model_is_made_anew(rerankers, order, texts, caplog):
    damage(rerankers)
    assert texts(QUESTION) != order
    assert "cannot be read" in caplog.text and "Preparing the reranker anew" in caplog.text


def test_a_damaged_model_without_its_weights_is_said_once_and_the_order_stays(
    rerankers, tiny, order, texts, tmp_path, caplog, settings
):
    gone = shutil.copytree(tiny / "model", tmp_path / "gone")
    settings.RERANK_MODEL = str(gone)
    reranking.prepare(print)
    shutil.rmtree(gone)
    for file in rerankers.glob("gone-*/model.onnx"):
        file.write_bytes(b"torn")
    assert texts(QUESTION) == texts(QUESTION) == order
    assert "gone cannot be used" in caplog.text and "cannot be read" in caplog.text
    assert caplog.text.count("Answers keep their order for now") == 1


def test_a_model_of_another_kind_is_refused(rerankers, settings):
    settings.RERANK_MODEL = str(bundled_minilm())
    with pytest.raises(RerankerUnavailable, match="no cross-encoder"):
        reranking.prepare(print)
