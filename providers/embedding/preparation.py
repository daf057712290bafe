"""Prepares a local model once: verifies the weights, exports it in a separate process, and moves it into place as a
whole."""

import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from django.conf import settings

from providers.embedding import weights
from providers.embedding.files import DamagedFiles

PROJECT = Path(__file__).resolve().parents[2]
INSTALLED = Path(sys.prefix) / "share"  # exports by scripts/install.py, for every data folder

Progress = Callable[[str], None]


class PreparationFailed(RuntimeError):
    """The export failed; the message ends with its output."""


class ManifestFields(Protocol):
    """The fields of every manifest: the setting's value that the model was made from, and its version."""

    @property
    def source(self) -> str: ...
    @property
    def version(self) -> str: ...


M = TypeVar("M", bound=ManifestFields)


@dataclass(frozen=True, slots=True)
class Exporter(Generic[M]):
    """How models of one kind are verified, exported and loaded.

    `module` runs as a separate process, `runtime` ends a version, `load` raises DamagedFiles. `model` is a fixed model,
    for kinds that no setting names. `layers` is a file with layers that replace the model's own.
    """

    module: str
    runtime: str
    place: str
    checked_sha256: Callable[[str, Path], str]
    read: Callable[[Path], M]
    load: Callable[[Path], object]
    model: str | None = None
    layers: Path | None = None

    @property
    def models_folder(self) -> Path:
        return Path(settings.DATA_DIR) / self.place


@dataclass(frozen=True, slots=True)
class Prepared(Generic[M]):
    folder: Path
    manifest: M


def prepare_local(model: str, progress: Progress, exporter: Exporter[M]) -> Prepared[M]:
    """Return the prepared model; if it is missing or damaged, copy it from the installation or export it (about 15 s).

    Safe to call twice, also concurrently.

    Raises WeightsNotFound, WeightsMismatch, PreparationFailed, DimensionMismatch.
    """
    source = weights.locate(model)
    sha256 = exporter.checked_sha256(model, source)
    version = f"{weights.fingerprint(sha256, source)}-{exporter.runtime}"
    short_name, models = weights.short_name(model), exporter.models_folder
    folder = models / f"{short_name}-{version}"
    request = {
        "source": model,
        "name": weights.public_name(model),
        "version": version,
        "weights_sha256": sha256,
        "folder": str(source),
        "layers": str(exporter.layers or ""),
    }
    models.mkdir(parents=True, exist_ok=True)
    with _locked(models / f"{short_name}.lock"):
        if not _is_whole(folder, progress, exporter):
            _export(request, folder, progress, exporter)
        _write_atomically(models / f"{short_name}.current", folder.name)
    return Prepared(folder, exporter.read(folder))


def find_prepared(model: str, exporter: Exporter[M]) -> Prepared[M] | None:
    """Return the model last prepared under this name by this export, without reading its weights; None if there is
    none, or its manifest is damaged."""
    current = exporter.models_folder / f"{weights.short_name(model)}.current"
    try:
        folder = exporter.models_folder / current.read_text()
        manifest = exporter.read(folder)
    except (FileNotFoundError, ValueError, TypeError):
        return None
    fits = manifest.source == model and manifest.version.endswith(exporter.runtime)
    return Prepared(folder, manifest) if fits else None


def _is_whole(folder: Path, progress: Progress, exporter: Exporter[M]) -> bool:
    """Whether a prepared model is present and can be loaded."""
    if not folder.exists():
        return False
    try:
        exporter.load(folder)
    except DamagedFiles as damage:
        progress(f"{damage} Preparing the model anew")
        return False
    return True


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    with file.open("a") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)  # released when the file is closed, also by kill -9
        yield


def _export(request: dict[str, str], folder: Path, progress: Progress, exporter: Exporter[M]) -> None:
    """Write into a folder beside the final one and rename it, so that a partial model is never visible."""
    for left_over in folder.parent.glob(f".{folder.name}.*"):
        shutil.rmtree(left_over)
    target = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    try:
        installed = INSTALLED / exporter.place / folder.name
        if _is_whole(installed, progress, exporter):
            shutil.copytree(installed, target, dirs_exist_ok=True)
        else:
            _run_export(exporter.module, request | {"target": str(target)}, progress)
        target.chmod(0o755)  # mkdtemp's 0700 would keep other accounts of this machine from reading it
        _flush_to_disk(target)
        shutil.rmtree(folder, ignore_errors=True)  # a damaged one
        target.rename(folder)
    finally:
        shutil.rmtree(target, ignore_errors=True)


def _flush_to_disk(folder: Path) -> None:
    """Flush the files to disk before the rename: after a power cut they would otherwise exist, but be empty."""
    for path in (*folder.iterdir(), folder):
        descriptor = os.open(path, os.O_RDONLY)
        os.fsync(descriptor)
        os.close(descriptor)


def _run_export(module: str, request: dict[str, str], progress: Progress) -> None:
    offline = {"HF_HUB_OFFLINE": "1", "CUDA_VISIBLE_DEVICES": "", "TOKENIZERS_PARALLELISM": "false"}
    request_file = Path(request["target"]) / "request.json"
    cache = Path(request["target"]) / "torch"  # else torch makes an empty folder in /tmp and leaves it there
    request_file.write_text(json.dumps(request))
    with (
        tempfile.TemporaryFile("w+") as errors,
        subprocess.Popen(  # noqa: S603 -- our own module, no shell
            [sys.executable, "-m", module, str(request_file)],
            cwd=PROJECT,
            env=os.environ | offline | {"TORCHINDUCTOR_CACHE_DIR": str(cache)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        ) as process,
    ):
        for line in process.stdout or ():
            progress(line.rstrip())
        if process.wait() != 0:
            errors.seek(0)
            raise PreparationFailed(f"{request['source']} could not be exported:\n{errors.read()[-2000:]}")
    request_file.unlink()
    shutil.rmtree(cache, ignore_errors=True)


def _write_atomically(file: Path, text: str) -> None:
    beside = file.with_suffix(f".{os.getpid()}")
    beside.write_text(text)
    beside.replace(file)
