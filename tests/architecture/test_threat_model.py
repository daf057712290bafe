"""The threat model: each chapter and risk has its row, and each test that it names is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text()
CHAPTERS = [f"V{number}" for number in range(1, 18)]
RISKS = [f"ASI{number:02}" for number in range(1, 11)]
STATES = {"held", "in part", "does not concern us"}


def rows():
    """The cells of the rows that begin with a chapter or a risk."""
    lines = [line for line in PAGE.splitlines() if re.match(r"\| (V|ASI)\d+ ", line)]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_chapter_and_risk_has_one_row_in_order():
    assert [name.split()[0] for name, *_ in rows()] == CHAPTERS + RISKS


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0].split()[0])
def test_what_is_held_names_how_and_by_which_test(row):
    _, state, how, tests = row

    assert state in STATES and how
    assert state == "does not concern us" or "::" in tests


@pytest.mark.parametrize("named", sorted(set(re.findall(r"`(tests/[^`]+)`", PAGE))))
def test_every_test_that_is_named_is_there(named):
    file, _, function = named.partition("::")

    assert re.search(rf"^def {function}\(", (ROOT / file).read_text(), re.MULTILINE)
