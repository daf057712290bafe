"""Fine-tuned layers of a transformer in a file: numbers only, matrices in eight bits. Imports torch."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

_SCALE: Final = ".scale"
_STEPS: Final = 127


def write(file: Path, state: Mapping[str, torch.Tensor]) -> None:
    """Write parameters by their names in the model; a matrix is stored as integers with a scale for each row."""
    stored: dict[str, np.ndarray] = {}
    for name, tensor in state.items():
        values = tensor.detach().numpy().astype(np.float32)
        if values.ndim == 2:
            scale = np.abs(values).max(axis=1, keepdims=True) / _STEPS
            stored[name + _SCALE] = scale
            stored[name] = np.round(values / scale).astype(np.int8)
        else:
            stored[name] = values
    np.savez_compressed(file, allow_pickle=False, **stored)


def put_into(model: Any, file: Path) -> None:
    """Replace parameters of a torch module by those of the file. Raises RuntimeError for a name that the module
    lacks."""
    model.load_state_dict({**model.state_dict(), **_read(file)})


def _read(file: Path) -> dict[str, torch.Tensor]:
    with np.load(file, allow_pickle=False) as stored:
        arrays = {name: stored[name].astype(np.float32) for name in stored.files}
    scales = {name.removesuffix(_SCALE): arrays.pop(name) for name in list(arrays) if name.endswith(_SCALE)}
    return {name: torch.from_numpy(values * scales.get(name, 1)) for name, values in arrays.items()}
