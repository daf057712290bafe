"""Pytest plugin: puts this client's memory tool in the place of the SDK's own tool for files, in the SDK's tests of it.

Those tests look at a folder, and write to it. So each command first stores what lies there, and then shows there what
is stored; links are left alone, for a store has none.
"""

from pathlib import Path
from uuid import uuid4

import pytest
from anthropic.lib.tools import _beta_builtin_memory_tool as replaced
from anyio import Path as AsyncPath
from memory_server import MemoryClient
from memory_server.anthropic import AsyncMemoryServerTool, MemoryServerTool
from memory_server.files import Files, Flow


def of_nobody_else() -> tuple[MemoryClient, str]:
    client = MemoryClient()
    return client, str(client.user(f"sdk-{uuid4()}", name="Ana").id)


def kept(root: Path, files: Files) -> Flow[None]:
    """Store what a test wrote into the folder."""
    stored = yield from files.below("/memories")
    for path in _files(root):
        name, text = f"/memories/{path.relative_to(root)}", path.read_bytes().decode()
        if stored.get(name) != text:
            yield from files.write(name, text)


def shown(root: Path, files: Files) -> Flow[None]:
    """Let the folder hold what is stored, and nothing else but links."""
    stored = yield from files.below("/memories")
    for path in _files(root):
        path.unlink()
    for folder in sorted((one for one in root.rglob("*") if one.is_dir() and not one.is_symlink()), reverse=True):
        if not any(folder.iterdir()):
            folder.rmdir()
    for name, text in stored.items():
        path = root / name.removeprefix("/memories/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def _files(root: Path) -> list[Path]:
    return [one for one in root.rglob("*") if one.is_file() and not one.is_symlink()]


class ToolWithFolder(MemoryServerTool):
    def __init__(self, base_path: str) -> None:
        super().__init__(*of_nobody_else())
        self.base_path = Path(base_path)
        self.memory_root = self.base_path / "memories"
        self.memory_root.mkdir(parents=True, exist_ok=True)

    def _run(self, flow: Flow[str]) -> str:
        self._runner.run(kept(self.memory_root, self._commands.files))
        try:
            return super()._run(flow)
        finally:
            self._runner.run(shown(self.memory_root, self._commands.files))


class AsyncToolWithFolder(AsyncMemoryServerTool):
    def __init__(self, base_path: str) -> None:
        super().__init__(*of_nobody_else())
        self.base_path = AsyncPath(base_path)
        self.memory_root = self.base_path / "memories"
        self._root = Path(base_path) / "memories"
        self._root.mkdir(parents=True, exist_ok=True)

    async def _run(self, flow: Flow[str]) -> str:
        await self._runner.arun(kept(self._root, self._commands.files))
        try:
            return await super()._run(flow)
        finally:
            await self._runner.arun(shown(self._root, self._commands.files))


replaced.BetaLocalFilesystemMemoryTool = ToolWithFolder
replaced.BetaAsyncLocalFilesystemMemoryTool = AsyncToolWithFolder


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
