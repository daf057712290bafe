"""Exporting a model: once, whole or not at all, and only if it is the right one and stays faithful."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from textwrap import dedent

import numpy as np
import onnx
import pytest

from providers import embedding
from providers.embedding import PreparationFailed, WeightsMismatch, WeightsNotFound, preparation

PROJECT = Path(__file__).resolve().parents[3]
PREPARE = dedent("""
    from providers import embedding
    print(embedding.prepare(lambda line: print("step:", line, flush=True)))
""")


@pytest.fixture
def configured(settings, tmp_path, tiny_model):
    settings.DATA_DIR = tmp_path
    settings.EMBEDDING_MODEL = str(tiny_model / "model")
    return tiny_model


def start_preparing(settings) -> subprocess.Popen[str]:
    temporary = settings.DATA_DIR / "temporary"
    temporary.mkdir(exist_ok=True)
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "memory_project.settings",
        "DATA_DIR": str(settings.DATA_DIR),
        "EMBEDDING_MODEL": settings.EMBEDDING_MODEL,
        "TMPDIR": str(temporary),
    }
    return subprocess.Popen(
        [sys.executable, "-c", PREPARE], cwd=PROJECT, env=environment, stdout=subprocess.PIPE, text=True
    )


def test_a_killed_export_leaves_nothing_and_two_at_once_make_one(configured, settings):
    killed = start_preparing(settings)
    assert killed.stdout.readline() == "step: Reading the weights\n"
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert not list((settings.DATA_DIR / "models").glob("model-*"))

    outputs = [
        process.communicate()[0].splitlines() for process in [start_preparing(settings), start_preparing(settings)]
    ]

    assert outputs[0][-1] == outputs[1][-1]
    assert sorted(len(lines) for lines in outputs) == [1, 5]
    check_own_pooling_and_size(configured)
    check_attention_is_fused(settings.DATA_DIR / "models")
    check_nothing_half_made(settings.DATA_DIR / "models")
    assert not list((settings.DATA_DIR / "temporary").iterdir()), "torch leaves no folder in /tmp"


def check_own_pooling_and_size(folder: Path) -> None:
    """CLS pooling instead of the mean, 32 dimensions, 48 tokens: all read from the model."""
    model = embedding.prepare(progress=pytest.fail)
    assert (model.name, model.dimensions, model.max_tokens, model.local) == ("model", 32, 48, True)
    texts = ["a dog in the garden", "two cats", "the third text is a little longer than the others"]
    cosines = (embedding.embed(texts) * np.load(folder / "expected.npy")).sum(axis=1)
    assert cosines.min() > 0.99


def check_attention_is_fused(models: Path) -> None:
    (file,) = models.glob("model-*/model.onnx")
    operators = Counter(node.op_type for node in onnx.load(file).graph.node)
    assert operators["MultiHeadAttention"] == 2  # one for each layer
    assert operators["MatMul"] == 0  # all weights are in eight bits


def check_nothing_half_made(models: Path) -> None:
    [prepared] = [path for path in models.iterdir() if path.is_dir()]
    assert {path.name for path in prepared.iterdir()} == {"model.onnx", "tokenizer.json", "manifest.json"}


def test_what_the_installation_exported_is_copied_unless_it_is_damaged(configured, settings, tmp_path, monkeypatch):
    installed = tmp_path / "installed"
    settings.DATA_DIR = installed
    embedding.prepare()
    monkeypatch.setattr(preparation, "INSTALLED", installed)
    steps: list[str] = []
    settings.DATA_DIR = tmp_path / "first"
    embedding.prepare(steps.append)
    assert not steps
    (model,) = (installed / "models").glob("*/model.onnx")
    model.write_bytes(b"torn")
    settings.DATA_DIR = tmp_path / "second"
    embedding.prepare(steps.append)
    assert "Preparing the model anew" in steps[0] and "Reading the weights" in steps[1]


@pytest.mark.parametrize("tiny_model", ["lossy"], indirect=True)
def test_a_model_that_eight_bits_distort_is_refused(configured, settings):
    with pytest.raises(PreparationFailed, match="differs from the original"):
        embedding.prepare()
    assert not list((settings.DATA_DIR / "models").glob("model-*"))


def test_the_default_model_s_weights_are_the_official_ones(local_model, settings):
    [manifest] = (Path(settings.DATA_DIR) / "models").glob(f"*-{local_model.version}/manifest.json")
    content = json.loads(manifest.read_text())
    assert content["weights_sha256"] == "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
    assert content["cosine_to_original"] >= 0.97


def test_other_weights_than_the_setting_says_are_refused(configured, settings):
    settings.EMBEDDING_WEIGHTS_SHA256 = "0" * 64
    with pytest.raises(WeightsMismatch, match="expected 000000"):
        embedding.prepare()


def test_a_folder_without_weights_is_refused(settings, tmp_path):
    settings.DATA_DIR = settings.EMBEDDING_MODEL = str(tmp_path)
    with pytest.raises(WeightsNotFound):
        embedding.prepare()


def test_a_name_that_is_no_model_is_refused(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    settings.EMBEDDING_MODEL = "no such/model/at all"
    with pytest.raises(WeightsNotFound, match="neither a folder"):
        embedding.prepare()


def test_a_second_call_does_nothing(local_model):
    assert embedding.prepare(progress=pytest.fail) == local_model
