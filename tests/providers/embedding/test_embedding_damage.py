"""A prepared model whose files were cut short or emptied: made anew from its weights, or said to be damaged."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from providers import embedding
from providers.embedding import ModelDamaged

TEXT = "a dog in the garden"
PREPARE = [sys.executable, "-c", "from providers import embedding; print(embedding.prepare())"]


@pytest.fixture(scope="module")
def prepared(tiny_model, tmp_path_factory) -> Path:
    """A data folder in which another process prepared the model."""
    data = tmp_path_factory.mktemp("prepared")
    environment = {
        "DJANGO_SETTINGS_MODULE": "memory_project.settings",
        "DATA_DIR": str(data),
        "EMBEDDING_MODEL": str(tiny_model / "model"),
    }
    subprocess.run(PREPARE, cwd=Path(__file__).parents[3], env=environment, check=True, capture_output=True)
    return data


@pytest.fixture
def models(prepared, tiny_model, tmp_path, settings) -> Path:
    settings.DATA_DIR, settings.EMBEDDING_MODEL = tmp_path, str(tiny_model / "model")
    shutil.copytree(prepared / "models", tmp_path / "models")
    return tmp_path / "models"


def damage(models: Path, name: str, length: int) -> None:
    (file,) = models.glob(f"model-*/{name}")
    file.write_bytes(file.read_bytes()[:length])


@pytest.mark.parametrize(("name", "length"), [("model.onnx", 20_000), ("manifest.json", 20)])
def test_a_damaged_model_is_made_anew_when_it_is_needed(models, name, length, caplog):
    damage(models, name, length)
    assert embedding.embed([TEXT]).shape == (1, 32)
    assert not list(models.glob(".*"))
    assert "cannot be read" in caplog.text or name == "manifest.json"


def test_preparing_looks_whether_the_model_is_whole_and_says_so(models):
    damage(models, "tokenizer.json", 0)
    said: list[str] = []
    embedding.prepare(said.append)
    assert "cannot be read (Exception). Preparing the model anew" in said[0]
    embedding.prepare(pytest.fail)


def test_without_its_weights_a_damaged_model_is_unavailable_and_tried_again_later(models, settings, tmp_path, caplog):
    model = embedding.current_model()
    damage(models, "model.onnx", 20_000)
    damage(models, "manifest.json", 20)
    settings.EMBEDDING_MODEL = str(tmp_path / "deleted")
    for _ in range(2):
        with pytest.raises(ModelDamaged, match="damaged on the server and could not be made anew"):
            embedding.embed([TEXT], model=model)
    assert caplog.text.count("could not be prepared anew") == 1
