"""The documents that claim to be complete are."""

import re
from pathlib import Path

from memories import limits
from operations.jobs import JOBS

ROOT = Path(__file__).resolve().parents[2]
LINK = r"\]\((?!https?:|#|mailto:)([^)#\s]+)"


def test_every_setting_is_in_the_table_and_no_other():
    code = (ROOT / "memory_project/settings.py").read_text()
    read = set(re.findall(r'env\.(?:str|int|bool|list|float|email|path)\(\s*"([A-Z0-9_]+)"', code))
    told = set(re.findall(r"^\| `([A-Z0-9_]+)` \|", (ROOT / "docs/settings.md").read_text(), re.MULTILINE))
    assert read == told and len(read) > 20


def test_the_page_of_limits_has_the_code_s_numbers():
    rows = dict(
        re.findall(r"^\| `([A-Z_]+)` \| [^|]+ \| ([^|]+) \|", (ROOT / "docs/limits.md").read_text(), re.MULTILINE)
    )
    values = {name: value for name, value in vars(limits).items() if name.isupper()}
    assert rows.keys() == values.keys()
    for name, value in values.items():
        sizes = {f"{value:,}", f"{value // 1024} KB", f"{value // 1024**2} MB"}
        assert re.match(r"[\d,]+(?: [KM]B)?", rows[name])[0] in sizes, name


def test_the_page_of_jobs_names_every_job_and_no_other():
    rows = re.findall(r"^\| (`[^|]+`) \|", (ROOT / "docs/jobs.md").read_text(), re.MULTILINE)
    told = [job for names in rows for job in re.findall(r"`(\w+)`", names)]
    assert sorted(told) == sorted(JOBS)


def test_no_document_links_to_a_page_that_is_not_there():
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    links = [(page, target) for page in pages for target in re.findall(LINK, page.read_text())]
    assert [(page.name, target) for page, target in links if not (page.parent / target).exists()] == []


def test_decisions_are_numbered_without_a_gap():
    numbers = sorted(int(path.name[:4]) for path in (ROOT / "docs/adr").glob("*.md"))
    assert numbers == list(range(1, len(numbers) + 1))
