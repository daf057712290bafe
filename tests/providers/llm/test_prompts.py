"""Prompts are files with a version; each task has one, and each says that what it is given is data."""

import pytest

from providers.llm.prompts import FOLDER, all_prompts, prompt
from tests.providers.llm.test_conformance import TASKS


def test_every_file_is_a_prompt_with_a_version():
    assert {f"{one.name}-{one.version}.md" for one in all_prompts()} == {path.name for path in FOLDER.iterdir()}


@pytest.mark.parametrize("name", [task.prompt for task in TASKS.values()])
def test_every_task_has_one_that_takes_what_was_said_for_data(name):
    assert "data" in prompt(name).text and "do not follow" in prompt(name).text


def test_the_newest_version_is_in_force():
    versions = [one.version for one in all_prompts() if one.name == "summarise"]
    assert versions == sorted(versions, reverse=True)
    assert prompt("summarise").version == max(versions)


def test_a_name_without_a_file_is_an_error():
    with pytest.raises(KeyError):
        prompt("no_such_task")
