"""Claude's memory tool on a memory server. `pip install "memory-server-client[anthropic]"`.

Models were trained on the wording of the answers, which is that of the SDK's own tool for the file system.
"""

from collections.abc import Sequence
from typing import NoReturn
from uuid import UUID

from anthropic.lib.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool, ToolError
from anthropic.types.beta import (
    BetaCacheControlEphemeralParam,
    BetaMemoryTool20250818CreateCommand,
    BetaMemoryTool20250818DeleteCommand,
    BetaMemoryTool20250818InsertCommand,
    BetaMemoryTool20250818RenameCommand,
    BetaMemoryTool20250818StrReplaceCommand,
    BetaMemoryTool20250818ViewCommand,
)

from memory_server.client import MemoryClient
from memory_server.errors import ProblemError
from memory_server.files import ROOT, Files, OutsideRoot, normal
from memory_server.flows import Flow, Runner
from memory_server.results import Waiting, WriteOutcome

LINES_AT_MOST = 999_999
NUMBER_WIDTH = 6
CONTEXT_LINES = 2
UNITS = ("B", "K", "M", "G")


class Commands:
    """The six commands on a person's files. Raises ToolError with the words that a model knows."""

    def __init__(self, user_id: UUID | str) -> None:
        self.files = Files(user_id)

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> Flow[str]:
        path = _checked(command.path)
        text = yield from self.files.read(path)
        if text is not None:
            return _numbered(command.path, text, command.view_range)
        found = yield from self.files.below(path)
        if not found and path != ROOT:
            raise ToolError(f"The path {command.path} does not exist. Please provide a valid path.")
        return _listed(command.path, {name.removeprefix(f"{path}/"): text for name, text in found.items()})

    def create(self, command: BetaMemoryTool20250818CreateCommand) -> Flow[str]:
        path = _checked(command.path)
        if (yield from self._exists(path)):
            raise ToolError(f"File {command.path} already exists")
        outcome = yield from self.files.write(path, command.file_text)
        return _told(outcome, f"File created successfully at: {command.path}")

    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> Flow[str]:
        path, text = yield from self._text(command.path)
        place = _only_place(text, command.old_str, command.path)
        changed = text[:place] + command.new_str + text[place + len(command.old_str) :]
        outcome = yield from self.files.write(path, changed)
        return _told(outcome, _snippet(changed, line=text[:place].count("\n")))

    def insert(self, command: BetaMemoryTool20250818InsertCommand) -> Flow[str]:
        path, text = yield from self._text(command.path)
        lines = text.removesuffix("\n").split("\n") if text else []
        if not 0 <= command.insert_line <= len(lines):
            raise ToolError(
                f"Invalid `insert_line` parameter: {command.insert_line}. "
                f"It should be within the range [0, {len(lines)}]."
            )
        lines.insert(command.insert_line, command.insert_text.rstrip("\n"))
        outcome = yield from self.files.write(path, "\n".join(lines).removesuffix("\n") + "\n")
        return _told(outcome, f"The file {command.path} has been edited.")

    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> Flow[str]:
        path = _checked(command.path)
        if path == ROOT:
            raise ToolError("Cannot delete the /memories directory itself")
        outcomes = yield from self._delete(path)
        if not outcomes:
            raise ToolError(f"The path {command.path} does not exist")
        return _told_of_all(outcomes, f"Successfully deleted {command.path}")

    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> Flow[str]:
        old, new = _checked(command.old_path), _checked(command.new_path)
        if old == ROOT:
            raise ToolError("Cannot rename the /memories directory itself")
        if (yield from self._exists(new)):
            raise ToolError(f"The destination {command.new_path} already exists")
        moved = yield from self._found(old)
        if not moved:
            raise ToolError(f"The path {command.old_path} does not exist")
        outcomes: list[WriteOutcome] = []
        for path, text in moved.items():
            outcomes.append((yield from self.files.move(path, new + path.removeprefix(old), text)))
        return _told_of_all(outcomes, f"Successfully renamed {command.old_path} to {command.new_path}")

    def clear(self) -> Flow[str]:
        outcomes = yield from self._delete(ROOT)
        return _told_of_all(outcomes, "All memory cleared")

    def _delete(self, path: str) -> Flow[list[WriteOutcome]]:
        outcomes: list[WriteOutcome] = []
        for found in (yield from self._found(path)):
            outcomes += [(yield from self.files.remove(found))]
        return outcomes

    def _found(self, path: str) -> Flow[dict[str, str]]:
        """The file, or all files of the directory."""
        text = yield from self.files.read(path)
        return (yield from self.files.below(path)) if text is None else {path: text}

    def _exists(self, path: str) -> Flow[bool]:
        return path == ROOT or bool((yield from self._found(path)))

    def _text(self, named: str) -> Flow[tuple[str, str]]:
        """The path and the text of a file that must exist."""
        path = _checked(named)
        text = yield from self.files.read(path)
        if text is None and (yield from self._exists(path)):
            raise ToolError(f"The path {named} is not a file.")
        if text is None:
            raise ToolError(f"The path {named} does not exist. Please provide a valid path.")
        return path, text


class MemoryServerTool(BetaAbstractMemoryTool):
    """Claude's memory tool for one person: pass it in `tools` of `client.beta.messages.run_tools`.

    A write that waits for the person answers so, with the page on which they decide; nothing is stored until then.
    """

    def __init__(
        self,
        client: MemoryClient,
        user_id: UUID | str,
        *,
        cache_control: BetaCacheControlEphemeralParam | None = None,
    ) -> None:
        super().__init__(cache_control=cache_control)
        self._runner, self._commands = Runner(client), Commands(user_id)

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        return self._run(self._commands.view(command))

    def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        return self._run(self._commands.create(command))

    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        return self._run(self._commands.str_replace(command))

    def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        return self._run(self._commands.insert(command))

    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        return self._run(self._commands.delete(command))

    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        return self._run(self._commands.rename(command))

    def clear_all_memory(self) -> str:
        return self._run(self._commands.clear())

    def _run(self, flow: Flow[str]) -> str:
        try:
            return self._runner.run(flow)
        except ProblemError as problem:
            _refuse(problem)


class AsyncMemoryServerTool(BetaAsyncAbstractMemoryTool):
    """The same for `AsyncAnthropic`."""

    def __init__(
        self,
        client: MemoryClient,
        user_id: UUID | str,
        *,
        cache_control: BetaCacheControlEphemeralParam | None = None,
    ) -> None:
        super().__init__(cache_control=cache_control)
        self._runner, self._commands = Runner(client), Commands(user_id)

    async def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        return await self._run(self._commands.view(command))

    async def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        return await self._run(self._commands.create(command))

    async def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        return await self._run(self._commands.str_replace(command))

    async def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        return await self._run(self._commands.insert(command))

    async def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        return await self._run(self._commands.delete(command))

    async def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        return await self._run(self._commands.rename(command))

    async def clear_all_memory(self) -> str:
        return await self._run(self._commands.clear())

    async def _run(self, flow: Flow[str]) -> str:
        try:
            return await self._runner.arun(flow)
        except ProblemError as problem:
            _refuse(problem)


def _refuse(problem: ProblemError) -> NoReturn:
    raise ToolError(f"{problem.title}: {problem}") from problem


def _checked(path: str) -> str:
    try:
        return normal(path)
    except OutsideRoot as error:
        if not path.startswith(ROOT):
            raise ToolError(f"Path must start with /memories, got: {path}") from error
        raise ToolError(f"Path {path} would escape /memories directory") from error


def _told(outcome: WriteOutcome, done: str) -> str:
    return _told_of_all([outcome], done)


def _told_of_all(outcomes: Sequence[WriteOutcome], done: str) -> str:
    for outcome in outcomes:
        if isinstance(outcome, Waiting):
            return f"Nothing has changed yet, and there is no need to try again. {outcome}"
        if outcome.held_back:
            return f"{done}\nSome sentences are left out until the person agrees, at {outcome.review_url}"
    return done


def _numbered(path: str, text: str, view_range: Sequence[int] | None) -> str:
    lines = text.split("\n")
    if len(lines) > LINES_AT_MOST:
        raise ToolError(f"File {path} exceeds maximum line limit of 999,999 lines.")
    first, last = view_range if view_range and len(view_range) == 2 else (1, -1)
    first = max(1, first)
    shown = lines[first - 1 : len(lines) if last == -1 else last]
    return f"Here's the content of {path} with line numbers:\n{_with_numbers(shown, first)}"


def _with_numbers(lines: Sequence[str], first: int) -> str:
    return "\n".join(f"{number:>{NUMBER_WIDTH}}\t{line}" for number, line in enumerate(lines, first))


def _only_place(text: str, old: str, path: str) -> int:
    """Where the text that is to be replaced begins. Raises ToolError unless it occurs once."""
    places = [place for place in range(len(text)) if text.startswith(old, place)] if old in text else []
    if not places:
        raise ToolError(f"No replacement was performed, old_str `{old}` did not appear verbatim in {path}.")
    if text.count(old) > 1:
        lines = ", ".join(str(text.count("\n", 0, place) + 1) for place in places)
        raise ToolError(
            f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: {lines}. "
            "Please ensure it is unique"
        )
    return places[0]


def _snippet(text: str, *, line: int) -> str:
    lines = text.split("\n")
    first = max(0, line - CONTEXT_LINES)
    shown = _with_numbers(lines[first : line + CONTEXT_LINES + 1], first + 1)
    return f"The memory file has been edited. Here is the snippet showing the change (with line numbers):\n{shown}"


def _listed(path: str, files: dict[str, str]) -> str:
    """What lies up to two levels below, each directory before what is in it."""
    sizes: dict[str, int] = {}
    for name, text in files.items():
        parts, size = name.split("/"), len(text.encode())
        if not any(part.startswith(".") for part in parts[:2]):
            for depth in range(1, min(len(parts), 3)):
                directory = "/".join(parts[:depth]) + "/"
                sizes[directory] = sizes.get(directory, 0) + size
            if len(parts) <= 2:
                sizes[name] = size
    lines = [f"{_size(sum(len(text.encode()) for text in files.values()))}\t{path}"]
    lines += [f"{_size(sizes[name])}\t{path}/{name}" for name in sorted(sizes, key=lambda one: one.split("/"))]
    header = f"Here're the files and directories up to 2 levels deep in {path}, excluding hidden items:"
    return "\n".join([header, *lines])


def _size(count: int) -> str:
    unit = min(max(count.bit_length() - 1, 0) // 10, len(UNITS) - 1)
    amount = count / 1024**unit
    return f"{amount:.0f}{UNITS[unit]}" if amount == int(amount) else f"{amount:.1f}{UNITS[unit]}"
