"""docs/specification.md: every row names a test that is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/specification.md"


def rows():
    """The cells of each row of the page's tables, without headings and rules."""
    lines = [line for line in PAGE.read_text().splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if row[0] != "seed" and not set(row[0]) <= set("-: ")]


def test_there_are_rows():
    assert len(rows()) >= 30
    assert {len(row) for row in rows()} == {4}


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[1][:60])
def test_its_code_and_its_tests_are_there(row):
    _seed, _rule, where, tests = row
    files = re.findall(r"`([\w/.-]+\.(?:py|yaml|md))", where)
    assert files and all((ROOT / file).exists() for file in files)
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", tests)
    assert named
    for file, function in named:
        code = (ROOT / file).read_text()
        assert not function or re.search(rf"^def {function}\b", code, re.MULTILINE), f"{file}::{function}"
