"""Converts a sentence-transformers model for `encoder.Encoder`. Imports torch, as only exports do.

Runs as a separate process: `python -m providers.embedding.export REQUEST.json`, a JSON object with the keys of
`ExportRequest`. Prints one line of progress per step; a failure exits with status 1 and its reason on stderr.
"""

import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnxruntime.transformers.fusion_options import FusionOptions
from onnxruntime.transformers.optimizer import optimize_model
from sentence_transformers import SentenceTransformer

from providers.embedding import layers
from providers.embedding.encoder import Encoder, Manifest
from providers.embedding.files import MODEL_FILE, TOKENIZER_FILE
from providers.embedding.quantization import quantize

MIN_COSINE = 0.97
OPSET = 17
EAGER = {"attn_implementation": "eager"}  # the fused attention exports to a slower graph
DEFAULT_MAX_TOKENS = 512
SAMPLES = (
    "She is allergic to peanuts and carries an adrenaline pen.",
    "We agreed to move the release to Thursday, after the database migration.",
    "¿Dónde está la biblioteca? 図書館はどこですか。",
    "def area(radius): return 3.14159 * radius ** 2",
    "ok",
    "The minutes of the meeting run to three pages, and nobody remembers who asked for the second vote. " * 4,
)


class ExportError(RuntimeError):
    """The model cannot be exported, or the export is not faithful."""


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """Read the model in `folder`, and write the prepared one into the existing, empty folder `target`.

    `layers` names a file with layers that replace the model's own (`layers.write`).
    """

    source: str
    name: str
    version: str
    weights_sha256: str
    folder: str
    target: str
    layers: str = ""


class OneOutput(torch.nn.Module):
    """A chain of modules (transformer, pooling, normalising) as one function of the tokens."""

    def __init__(self, model: torch.nn.Module, inputs: list[str], output: str) -> None:
        super().__init__()
        self.model = model
        self.inputs = inputs
        self.output = output

    def forward(self, *tensors: torch.Tensor) -> torch.Tensor:
        features = dict(zip(self.inputs, tensors, strict=True))
        wanted: torch.Tensor = self.model(features)[self.output]
        return wanted


def export(request: ExportRequest) -> None:
    target = Path(request.target)
    say("Reading the weights")
    model = SentenceTransformer(request.folder, device="cpu", model_kwargs=EAGER).eval()
    if request.layers:
        layers.put_into(model.transformers_model, Path(request.layers))
    say("Exporting to ONNX")
    write_graph(model, "one text with a few words", "sentence_embedding", target / MODEL_FILE)
    say("Quantising to int8")
    graph = fuse_attention(target / MODEL_FILE, model)
    quantize(graph)
    onnx.save(graph, target / MODEL_FILE)
    say("Comparing with the original")
    write_tokenizer(model, target / TOKENIZER_FILE)
    _write_manifest(request, model, target)


def say(step: str) -> None:
    print(step, flush=True)  # noqa: T201 -- the parent process reads these lines


def write_graph(model: Any, example: object, output: str, file: Path) -> None:
    """Export the graph that computes `output` for a text, or for a pair of texts, like `example`."""
    features = {name: value for name, value in model.preprocess([example]).items() if isinstance(value, torch.Tensor)}
    axes = {name: {0: "batch", 1: "tokens"} for name in features} | {output: {0: "batch"}}
    with torch.no_grad():
        torch.onnx.export(
            OneOutput(model, list(features), output),
            tuple(features.values()),
            str(file),
            input_names=list(features),
            output_names=[output],
            dynamic_axes=axes,
            opset_version=OPSET,
            dynamo=False,  # the newer exporter needs onnxscript as well
        )


def fuse_attention(file: Path, model: Any) -> onnx.ModelProto:
    """Replace each layer's attention by one operator instead of thirty: a query takes 13 % less time.

    Weights stay unchanged. So does a graph that ONNX Runtime does not recognise as a BERT.
    """
    options = FusionOptions("bert")
    options.use_multi_head_attention = True
    options.enable_embed_layer_norm = False
    options.enable_skip_layer_norm = False  # slower than its two parts
    config = getattr(model.transformers_model, "config", None)
    heads, width = getattr(config, "num_attention_heads", 0), getattr(config, "hidden_size", 0)
    fused = optimize_model(str(file), "bert", heads, width, options, opt_level=0, use_gpu=False)
    graph: onnx.ModelProto = fused.model
    return graph


def write_tokenizer(model: Any, file: Path) -> None:
    backend = getattr(model.tokenizer, "backend_tokenizer", None)
    if backend is None:
        raise ExportError("The model has no fast tokenizer (tokenizer.json); one is needed.")
    backend.save(str(file))


def _write_manifest(request: ExportRequest, model: SentenceTransformer, target: Path) -> None:
    manifest = Manifest(
        source=request.source,
        name=request.name,
        version=request.version,
        dimensions=int(model.encode(["one text"]).shape[1]),
        max_tokens=int(model.max_seq_length or DEFAULT_MAX_TOKENS),
        pad_id=int(model.tokenizer.pad_token_id or 0),
        weights_sha256=request.weights_sha256,
        cosine_to_original=0.0,
        query_prompt=model.prompts.get("query") or "",
        passage_prompt=model.prompts.get("document") or model.prompts.get("passage") or "",
    )
    manifest.write(target)
    cosine = _lowest_cosine(model, target)
    if cosine < MIN_COSINE:
        raise ExportError(f"The export differs from the original: cosine {cosine:.3f}, at least {MIN_COSINE}.")
    replace(manifest, cosine_to_original=round(cosine, 4)).write(target)


def _lowest_cosine(model: SentenceTransformer, target: Path) -> float:
    """The lowest cosine over the samples that the model reads whole: the original truncates longer ones."""
    encoder = Encoder(target, threads=1)
    texts = [text for text in SAMPLES if encoder.reads_whole(text)]
    original = model.encode(texts, normalize_embeddings=True, show_progress_bar=False)
    return float(np.sum(original * encoder.embed(texts), axis=1).min())


if __name__ == "__main__":
    try:
        export(ExportRequest(**json.loads(Path(sys.argv[1]).read_text())))
    except ExportError as error:
        sys.exit(str(error))
