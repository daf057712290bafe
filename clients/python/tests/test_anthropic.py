"""Claude's memory tool over the server, compared with the SDK's own tool for the file system."""

import asyncio
import random

import pytest
from anthropic import Anthropic
from anthropic.lib.tools import ToolError
from anthropic.tools import BetaLocalFilesystemMemoryTool
from memory_server.anthropic import AsyncMemoryServerTool, MemoryServerTool

PATHS = ("/memories/a.txt", "/memories/dir/b.txt", "/memories/dir/c.txt", "/memories/dir/deep/d.txt", "/memories/dir")
TEXTS = ("", "one", "one\ntwo\n", "two two\nthree", "x\n\ny\n")
REFUSED = ("/etc/passwd", "/memories/../secret", "/memories")


@pytest.fixture
def tool(memory, ana):
    return MemoryServerTool(memory, ana.id)


def commands(chance):
    path, text = chance.choice(PATHS + REFUSED[:1]), chance.choice(TEXTS)
    return chance.choice(
        [
            {"command": "create", "path": chance.choice(PATHS[:4]), "file_text": text},
            {"command": "view", "path": path, "view_range": chance.choice((None, [1, 2], [2, -1]))},
            {"command": "str_replace", "path": path, "old_str": chance.choice(("two", "one", "x")), "new_str": "new"},
            {"command": "insert", "path": path, "insert_line": chance.randint(-1, 4), "insert_text": "l\n"},
            {"command": "delete", "path": chance.choice((*PATHS, *REFUSED))},
            {"command": "rename", "old_path": path, "new_path": chance.choice(PATHS)},
        ]
    )  # fmt: skip


def told(tool, command):
    """The answer or the error; of a listing the names alone, for a directory's size depends on the disk."""
    try:
        answer = tool.call(dict(command))
    except ToolError as error:
        return "error", str(error)
    if "up to 2 levels deep" in answer:
        return [line.partition("\t")[2] or line for line in answer.splitlines()]
    return answer


def same_as_files(tool, folder, operations, seed):
    chance, reference = random.Random(seed), BetaLocalFilesystemMemoryTool(str(folder))
    for number in range(operations):
        command = commands(chance)
        # Directories that lost their last file are gone here; a file is no directory for others there.
        for directory in sorted((folder / "memories").rglob("*"), reverse=True):
            if directory.is_dir() and not any(directory.iterdir()):
                directory.rmdir()
        if command.get("new_path") == "/memories/dir" or command.get("old_path") == command.get("new_path", ""):
            continue
        if str(command.get("new_path")).startswith(str(command.get("old_path")) + "/"):
            continue
        assert told(tool, command) == told(reference, command), (seed, number, command)


def test_commands_answer_word_for_word_as_the_tool_for_files_does(tool, tmp_path):
    same_as_files(tool, tmp_path, 120, seed=1)


@pytest.mark.prove
def test_many_commands(memory, tmp_path):
    for seed in range(2, 12):
        (tmp_path / str(seed)).mkdir()
        same_as_files(MemoryServerTool(memory, memory.add_user("Ana").id), tmp_path / str(seed), 200, seed=seed)


def test_a_listing_shows_sizes_and_two_levels(tool):
    for path, size in (("a.txt", 0), ("dir/b.txt", 1536), ("dir/deep/c.txt", 10), (".hidden", 1)):
        tool.call({"command": "create", "path": f"/memories/{path}", "file_text": "x" * size})
    listing = tool.call({"command": "view", "path": "/memories"}).splitlines()[1:]
    assert listing == [
        "1.5K\t/memories",
        "0B\t/memories/a.txt",
        "1.5K\t/memories/dir/",
        "1.5K\t/memories/dir/b.txt",
        "10B\t/memories/dir/deep/",
    ]


def test_what_waits_is_no_error_and_names_the_page(tool, server):
    answer = tool.call({"command": "create", "path": "/memories/home.txt", "file_text": "The user lives in Lisbon."})
    assert "Nothing has changed yet" in answer and f"{server.url}/proposals/" in answer
    with pytest.raises(ToolError, match="does not exist"):
        tool.call({"command": "view", "path": "/memories/home.txt"})


def test_what_the_server_refuses_is_an_error_that_says_why(tool):
    with pytest.raises(ToolError, match="2,048 tokens"):
        tool.call({"command": "create", "path": "/memories/long.txt", "file_text": "word " * 3_000})


def test_clearing_removes_all(tool):
    tool.call({"command": "create", "path": "/memories/dir/a.txt", "file_text": "a"})
    assert tool.clear_all_memory() == "All memory cleared"
    assert len(tool.call({"command": "view", "path": "/memories"}).splitlines()) == 2


def test_the_asynchronous_tool_answers_the_same(memory, ana):
    tool = AsyncMemoryServerTool(memory, ana.id)

    async def story():
        made = await tool.call({"command": "create", "path": "/memories/a.txt", "file_text": "one"})
        return made, await tool.call({"command": "view", "path": "/memories/a.txt"})

    made, seen = asyncio.run(story())
    assert made == "File created successfully at: /memories/a.txt"
    assert seen == "Here's the content of /memories/a.txt with line numbers:\n     1\tone"


def test_a_model_uses_it_through_the_sdk(tool, httpserver):
    """The model is scripted; everything between it and the server is real."""
    use = {"type": "tool_use", "id": "t1", "name": "memory"}
    use["input"] = {"command": "create", "path": "/memories/tea.txt", "file_text": "Likes green tea."}
    end = {"type": "text", "text": "Noted."}
    for content, reason in ((use, "tool_use"), (end, "end_turn")):
        message = {
            "id": "m", "type": "message", "role": "assistant", "model": "scripted", "content": [content],
            "stop_reason": reason, "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1},
        }  # fmt: skip
        httpserver.expect_ordered_request("/v1/messages").respond_with_json(message)
    model = Anthropic(base_url=httpserver.url_for(""), api_key="none")
    said = [{"role": "user", "content": "I like green tea."}]
    runner = model.beta.messages.tool_runner(model="scripted", max_tokens=100, messages=said, tools=[tool])
    assert runner.until_done().content[0].text == "Noted."
    assert "Likes green tea." in tool.call({"command": "view", "path": "/memories/tea.txt"})
