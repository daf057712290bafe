"""What the scores of a classifier say, for the readers: of several fields, of which the first is none of them."""

import numpy as np
import numpy.typing as npt

_Floats = npt.NDArray[np.float32]


def log_probabilities(scores: _Floats) -> _Floats:
    """Of the fields, along the last axis."""
    logs: _Floats = scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True)
    return logs


def log_odds(logs: _Floats) -> _Floats:
    """How much likelier any field is than none, as a logarithm; without the last axis of the log-probabilities."""
    odds: _Floats = np.logaddexp.reduce(logs[..., 1:], axis=-1) - logs[..., 0]
    return odds


def likeliest(logs: _Floats) -> int:
    """The number of the field, never of the first, from the log-probabilities of one text."""
    return 1 + int(np.argmax(logs[1:]))
