"""Trains the last layers of the bundled MiniLM, and what reads their mean, to tell the fields of sentences apart.

The layers below stay as they are; what they make of each sentence is computed once. Takes some five minutes.
"""

import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch
from transformers import AutoModel, AutoTokenizer

from providers.embedding import FloatArray, weights

LAYERS: Final = 3
EPOCHS: Final = 3
_MOST_TOKENS: Final = 64
_BATCH: Final = 32
_RATE, _HEAD_RATE = 1e-4, 2e-3
_WARM_UP: Final = 100  # steps
_LEAST_RATE: Final = 0.02  # of the highest
_SMOOTHING: Final = 0.02
_LENGTH: Final = 8.0  # of the vectors that the head reads: with unit vectors its weights would have far to go
_BUCKET: Final = 1_024  # sentences among which those of like length go together


@dataclass(frozen=True, slots=True)
class Tuned:
    """`state` are the layers' parameters by their names in the model; `meaning` reads unit vectors."""

    state: dict[str, torch.Tensor]
    meaning: FloatArray  # [dimensions, fields]
    meaning_bias: FloatArray  # [fields]


class _Trainer:
    def __init__(self, fields: int, seed: int) -> None:
        torch.manual_seed(seed)
        self.chance = random.Random(seed)  # noqa: S311 -- no secret
        folder = str(weights.bundled_minilm())
        self.tokenizer = AutoTokenizer.from_pretrained(folder)
        self.model: Any = AutoModel.from_pretrained(folder, attn_implementation="eager").eval()
        self.below = len(self.model.encoder.layer) - LAYERS
        self.model.requires_grad_(requires_grad=False)
        self.layers: Any = self.model.encoder.layer[self.below :].requires_grad_()
        self.head: Any = torch.nn.Sequential(
            torch.nn.Dropout(0.1), torch.nn.Linear(self.model.config.hidden_size, fields)
        )

    @torch.no_grad()
    def read_below(self, texts: Sequence[str]) -> list[torch.Tensor]:
        """What the lower layers make of each text: half-precision [tokens, dimensions]."""
        made: list[torch.Tensor] = [torch.empty(0)] * len(texts)
        by_length = sorted(range(len(texts)), key=lambda index: len(texts[index]))
        for start in range(0, len(texts), _BATCH):
            batch = by_length[start : start + _BATCH]
            tokens = self.tokenizer(
                [texts[index] for index in batch],
                padding=True,
                truncation=True,
                max_length=_MOST_TOKENS,
                return_tensors="pt",
            )
            states = self.model(**tokens, output_hidden_states=True).hidden_states[self.below]
            for index, state, mask in zip(batch, states, tokens["attention_mask"], strict=True):
                made[index] = state[: int(mask.sum())].half()
        return made

    def scores(self, states: Sequence[torch.Tensor]) -> torch.Tensor:
        """[len(states), fields]"""
        padded = torch.nn.utils.rnn.pad_sequence([state.float() for state in states], batch_first=True)
        lengths = torch.tensor([len(state) for state in states])
        mask = (torch.arange(padded.shape[1])[None, :] < lengths[:, None]).float()
        unseen = (1 - mask)[:, None, None, :] * torch.finfo(torch.float32).min
        for layer in self.layers:
            made = layer(padded, unseen)
            padded = made[0] if isinstance(made, tuple) else made
        mean = (padded * mask[..., None]).sum(1) / lengths[:, None]
        scores: torch.Tensor = self.head(_LENGTH * torch.nn.functional.normalize(mean, dim=1))
        return scores

    def train(self, states: Sequence[torch.Tensor], wanted: Sequence[int], counts: Sequence[float]) -> None:
        steps = EPOCHS * len(states) // _BATCH
        rates = [
            {"params": self.layers.parameters(), "lr": _RATE},
            {"params": self.head.parameters(), "lr": _HEAD_RATE},
        ]
        optimizer = torch.optim.AdamW(rates, weight_decay=0.01)
        schedule = torch.optim.lr_scheduler.LambdaLR(
            optimizer, lambda step: min(1, (step + 1) / _WARM_UP) * max(_LEAST_RATE, 1 - step / steps)
        )
        fields, counted = torch.tensor(wanted), torch.tensor(counts)
        self.layers.train()
        self.head.train()
        for epoch in range(EPOCHS):
            losses = []
            for batch in self._batches([len(state) for state in states]):
                scores = self.scores([states[index] for index in batch])
                each = torch.nn.functional.cross_entropy(
                    scores, fields[batch], reduction="none", label_smoothing=_SMOOTHING
                )
                loss: Any = (each * counted[batch]).mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                schedule.step()
                losses.append(loss.item())
            sys.stdout.write(f"epoch {epoch + 1} of {EPOCHS}: mean loss {np.mean(losses):.3f}\n")
            sys.stdout.flush()

    def _batches(self, lengths: Sequence[int]) -> list[list[int]]:
        order = list(range(len(lengths)))
        self.chance.shuffle(order)
        buckets = [order[start : start + _BUCKET] for start in range(0, len(order), _BUCKET)]
        ordered = [index for bucket in buckets for index in sorted(bucket, key=lengths.__getitem__)]
        batches = [ordered[start : start + _BATCH] for start in range(0, len(ordered), _BATCH)]
        self.chance.shuffle(batches)
        return batches

    def tuned(self) -> Tuned:
        names = tuple(f"encoder.layer.{self.below + index}." for index in range(LAYERS))
        linear = self.head[1]
        return Tuned(
            state={name: value for name, value in self.model.state_dict().items() if name.startswith(names)},
            meaning=_LENGTH * linear.weight.detach().numpy().T,
            meaning_bias=linear.bias.detach().numpy(),
        )


def tuned(texts: Sequence[str], wanted: Sequence[int], counts: Sequence[float], fields: int, seed: int = 1) -> Tuned:
    """`wanted` numbers the field of each text, `counts` says how much it weighs."""
    trainer = _Trainer(fields, seed)
    trainer.train(trainer.read_below(texts), wanted, counts)
    return trainer.tuned()
