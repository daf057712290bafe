"""The pages of findings: every finding has a state, and every test they name is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FINDINGS = {
    "docs/security-findings.md": {
        *("Critical", "High", "Medium", "Low"),
        *("H1", "H2", "H3", "H4", "M1", "M2", "M3", "M4", "M5"),
    },
    "docs/reliability.md": {*(f"D{number}" for number in range(1, 13)), "Other"},
}


def rows(page):
    """The cells of its first table."""
    _, _, table = (ROOT / page).read_text().partition("\n| finding |")
    lines = table.partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize("page", FINDINGS)
def test_every_finding_has_rows(page):
    assert {finding for finding, *_ in rows(page)} == FINDINGS[page]


@pytest.mark.parametrize("row", [row for page in FINDINGS for row in rows(page)], ids=lambda row: row[1][:60])
def test_its_state_is_told_and_its_test_is_there(row):
    _, _, state, named = row

    assert state.partition(":")[0] in {"mended", "open", "decided"}
    assert "::" in named or not state.startswith("mended")


@pytest.mark.parametrize("page", FINDINGS)
def test_every_test_that_is_named_is_there(page):
    for file, function in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (ROOT / page).read_text()):
        assert re.search(rf"^def {function}\b", (ROOT / file).read_text(), re.MULTILINE), f"{file}::{function}"
