"""Converts a sentence-transformers CrossEncoder for `cross_encoder.CrossEncoder`.

Runs as a separate process, like `providers.embedding.export`. Weights stay in 32 bits: scores for one query differ by
little, and have to equal the original's.
"""

import json
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import sentence_transformers
import torch

from providers.embedding.export import (
    DEFAULT_MAX_TOKENS,
    EAGER,
    SAMPLES,
    ExportError,
    ExportRequest,
    fuse_attention,
    say,
    write_graph,
    write_tokenizer,
)
from providers.embedding.files import MODEL_FILE, TOKENIZER_FILE
from providers.reranking.cross_encoder import CrossEncoder, Manifest

MAX_TOKENS = 512  # of a pair; models that read more would spend the time budget on one long text
MAX_DIFFERENCE = 1e-3
QUESTION = "What is she allergic to?"
PATIENCE_SECONDS = 600.0


class Activated(torch.nn.Module):
    """The score as returned by `predict`: the model's own activation is part of the graph."""

    def __init__(self, model: sentence_transformers.CrossEncoder) -> None:
        super().__init__()
        self.model = model
        self.preprocess = model.preprocess

    def forward(self, features: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
        activation = self.model.activation_fn or torch.nn.Identity()
        return {"score": activation(self.model(features)["scores"])}


def export(request: ExportRequest) -> None:
    target = Path(request.target)
    say("Reading the weights")
    model = sentence_transformers.CrossEncoder(request.folder, device="cpu", model_kwargs=EAGER).eval()
    _check_gives_one_score(model)
    say("Exporting to ONNX")
    write_graph(Activated(model), (QUESTION, SAMPLES[0]), "score", target / MODEL_FILE)
    onnx.save(fuse_attention(target / MODEL_FILE, model), target / MODEL_FILE)
    say("Comparing with the original")
    write_tokenizer(model, target / TOKENIZER_FILE)
    _write_manifest(request, model, target)


def _check_gives_one_score(model: sentence_transformers.CrossEncoder) -> None:
    kinds = getattr(model.config, "architectures", None) or [""]
    if model.num_labels != 1 or not kinds[0].endswith("ForSequenceClassification"):
        raise ExportError("The model is no cross-encoder that gives a pair of texts one score.")


def _write_manifest(request: ExportRequest, model: sentence_transformers.CrossEncoder, target: Path) -> None:
    manifest = Manifest(
        source=request.source,
        name=request.name,
        version=request.version,
        max_tokens=min(int(model.max_seq_length or DEFAULT_MAX_TOKENS), MAX_TOKENS),
        pad_id=int(model.tokenizer.pad_token_id or 0),
        weights_sha256=request.weights_sha256,
        difference_to_original=0.0,
    )
    manifest.write(target)
    difference = _largest_difference(model, target)
    if not difference <= MAX_DIFFERENCE:
        raise ExportError(f"The export's scores differ by {difference:.4f}, at most {MAX_DIFFERENCE} is allowed.")
    replace(manifest, difference_to_original=difference).write(target)


def _largest_difference(model: sentence_transformers.CrossEncoder, target: Path) -> float:
    original = model.predict([(QUESTION, text) for text in SAMPLES], show_progress_bar=False)
    until = time.monotonic() + PATIENCE_SECONDS
    return float(np.abs(original - CrossEncoder(target, threads=1).score(QUESTION, SAMPLES, until)).max())


if __name__ == "__main__":
    try:
        export(ExportRequest(**json.loads(Path(sys.argv[1]).read_text())))
    except ExportError as error:
        sys.exit(str(error))
