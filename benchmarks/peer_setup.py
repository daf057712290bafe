"""What peers.py gives this server's peers: a Python of their own, an empty database, and our embeddings."""

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import project  # noqa: F401 -- sets Django up
from databases import empty_database

from providers import embedding

VERSIONS = (
    "mem0ai==2.2.1", "langgraph-checkpoint-postgres==3.2.0", "psycopg[binary,pool]==3.3.9", "bm25s==0.3.16",
    "PyStemmer==3.1.0",
)  # fmt: skip
DATABASE = "peers"


def install() -> Path:
    """The peers' own Python."""
    folder = Path(os.environ["DATA_DIR"]) / "peers"
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", *VERSIONS], check=True)
    return python


def run(python: Path, peer: str, **job: Any) -> dict[str, Any]:
    """What peer_stores.py says of one peer on an empty database: "writes" a second, "milliseconds" and "found"."""
    with (
        embeddings() as url,
        empty_database(DATABASE) as database,
        tempfile.NamedTemporaryFile("w", suffix=".json") as file,
    ):
        dimensions = embedding.current_model().dimensions
        json.dump(job | {"url": url, "database": database, "dimensions": dimensions}, file)
        file.flush()
        command = [str(python), str(Path(__file__).with_name("peer_stores.py")), peer, file.name]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@contextmanager
def embeddings() -> Iterator[str]:
    """An address in OpenAI's form that embeds with our model."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Embedder)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


class Embedder(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body in one packet: else the second waits 40 ms for the client's acknowledgement
    disable_nagle_algorithm = True

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
        vectors = np.round(embedding.embed([asked] if isinstance(asked, str) else asked).astype(float), 7).tolist()
        data = [{"object": "embedding", "index": n, "embedding": vector} for n, vector in enumerate(vectors)]
        usage = {"prompt_tokens": 0, "total_tokens": 0}
        answer = json.dumps({"object": "list", "model": "local", "data": data, "usage": usage}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: Any) -> None:
        pass
