"""ONNX Runtime reports to nobody."""

import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[3]
IMPORTING = "import providers.embedding.files"


def test_onnx_runtime_keeps_no_id_of_this_machine_and_nothing_to_be_sent(tmp_path):
    own = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    environment = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    subprocess.run([sys.executable, "-c", IMPORTING], cwd=PROJECT, env=environment | own, check=True)
    assert list(tmp_path.rglob("*")) == []
