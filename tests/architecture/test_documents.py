"""The documents that claim to be complete are, and what they name exists."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps

from memories import limits
from operations.jobs import JOBS

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
LINK = r"\]\((?!https?:|#|mailto:)([^)#\s]+)"
PAGES = [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]
# What was true of an earlier release may name files that are gone.
CURRENT_PAGES = [page for page in PAGES if page.name != "CHANGELOG.md"]
CITED_SECTIONS = r"(?<![\d,.])(00[1-4])((?:(?:,| and|\)?,? ?) ?§\d+(?:\.\d+)?)+)"
CITED_RULING = r"\bR([1-9]\d?)\b(?!@)"
CITED_RULE = r"architecture,? rule (\d)|^\| rule (\d)"
FILE = r"`([\w-]+(?:/[\w.-]+)*/[\w.-]+\.(?:py|md|html|css|js|yaml|tsv|txt|sh))(?:::\w+)?`"
DIRECTORY = r"`([a-z_]+(?:/[\w-]+)*/)`"
INDEX_ROW = re.compile(r"^\| ((?:`[\w<>.]+`(?: \(GIN\))?(?:, )?)+)[^|]*\|", re.MULTILINE)


def test_every_setting_is_in_the_table_and_no_other():
    code = "".join(file.read_text() for file in (ROOT / "memory_project").glob("*settings.py"))
    read = set(re.findall(r'env\.(?:str|int|bool|list|float|email|path)\(\s*"([A-Z0-9_]+)"', code))
    listed = set(re.findall(r"^\| `([A-Z0-9_]+)` \|", (DOCS / "settings.md").read_text(), re.MULTILINE))
    assert read == listed and len(read) > 20


def test_the_page_of_limits_has_the_code_s_numbers():
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| [^|]+ \| ([^|]+) \|", (DOCS / "limits.md").read_text(), re.MULTILINE))
    values = {name: value for name, value in vars(limits).items() if name.isupper()}
    assert rows.keys() == values.keys()
    for name, value in values.items():
        sizes = {f"{value:,}", f"{value // 1024} KB", f"{value // 1024**2} MB"}
        assert re.match(r"[\d,]+(?: [KM]B)?", rows[name])[0] in sizes, name


def test_the_page_of_jobs_names_every_job_and_no_other():
    rows = re.findall(r"^\| (`[^|]+`) \|", (DOCS / "jobs.md").read_text(), re.MULTILINE)
    listed = [job for names in rows for job in re.findall(r"`(\w+)`", names)]
    assert sorted(listed) == sorted(JOBS)


def test_the_page_of_the_data_model_lists_every_model_under_its_app_and_no_other():
    sections = re.split(r"^## (\w+)\n", (DOCS / "data-model.md").read_text(), flags=re.MULTILINE)
    listed = {
        app: set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE))
        for app, text in zip(sections[1::2], sections[2::2], strict=True)
    }
    ours = [config for config in apps.get_app_configs() if (ROOT / config.label / "__init__.py").exists()]
    models = {config.label: {model.__name__ for model in config.get_models()} for config in ours}
    assert listed == {app: names for app, names in models.items() if names}


def test_every_index_that_is_explained_exists():
    section = (DOCS / "performance.md").read_text().partition("## Why each index exists")[2].partition("\n## ")[0]
    names = {name for row in INDEX_ROW.findall(section) for name in re.findall(r"`([a-z_]+)`", row)}
    code = "\n".join(path.read_text() for path in (*ROOT.glob("*/models.py"), *ROOT.glob("*/models/*.py")))
    assert len(names) > 20
    assert {name for name in names if f'"{name}"' not in code} == set()


def test_no_document_links_to_a_page_that_is_not_there():
    links = [(page, target) for page in PAGES for target in re.findall(LINK, without_code_blocks(page))]
    assert [(page.name, target) for page, target in links if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("pattern", [FILE, DIRECTORY])
def test_every_file_and_folder_that_a_document_names_exists(pattern):
    """What a page asks its reader to create stands in a code block, not in the text."""
    named = [(page, path) for page in CURRENT_PAGES for path in re.findall(pattern, without_code_blocks(page))]
    assert [(page.name, path) for page, path in named if not (ROOT / path).exists()] == []


def test_every_file_that_a_diagram_names_exists():
    diagrams = [
        text for page in CURRENT_PAGES for text in re.findall(r"```mermaid\n(.*?)```", page.read_text(), re.DOTALL)
    ]
    named = {path for text in diagrams for path in re.findall(r"[\w/]+/\w+\.py", text)}
    assert len(named) > 5
    assert {path for path in named if not (ROOT / path).exists()} == set()


def test_every_page_is_reached_from_the_readme():
    found, reached = [ROOT / "README.md"], set()
    while found:
        page = found.pop().resolve()
        if page not in reached and page.suffix == ".md":
            reached.add(page)
            found += [page.parent / target for target in re.findall(LINK, without_code_blocks(page))]
    assert {page.resolve() for page in DOCS.rglob("*.md")} - reached == set()


def test_every_section_and_ruling_that_is_cited_has_an_entry():
    entries = set(re.findall(r"^#+ (.+)$", (DOCS / "decisions.md").read_text(), re.MULTILINE))
    cited = {name for path in citing_files() for name in citations(path.read_text())}
    assert len(cited) > 40
    assert cited - entries == set()


def test_every_rule_of_the_architecture_that_is_cited_is_explained():
    text = (DOCS / "architecture.md").read_text()
    found = {match for path in citing_files() for match in re.findall(CITED_RULE, path.read_text(), re.MULTILINE)}
    cited = {number for match in found for number in match if number}
    assert cited and cited <= set(re.findall(r"^### Rule (\d)", text, re.MULTILINE))


def test_decisions_are_numbered_without_a_gap():
    numbers = sorted(int(path.name[:4]) for path in (DOCS / "adr").glob("0*.md"))
    assert numbers == list(range(1, len(numbers) + 1))


def without_code_blocks(page: Path) -> str:
    return re.sub(r"^ *```.*?^ *```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)


def citing_files() -> Iterator[Path]:
    yield from ROOT.glob("*.md")
    folders = [path for path in ROOT.iterdir() if path.is_dir() and path.name[0] != "." and path.name != "var"]
    for folder in folders:
        yield from (path for path in folder.rglob("*") if path.suffix in (".py", ".md", ".html"))


def citations(text: str) -> Iterator[str]:
    """`001 §6`, also of each part of "001 §6, §7", and `R19`."""
    for seed, sections in re.findall(CITED_SECTIONS, text):
        for section in re.findall(r"§(\d+(?:\.\d+)?)", sections):
            yield f"{seed} §{section}"
    for number in re.findall(CITED_RULING, text):
        yield f"R{number}"
