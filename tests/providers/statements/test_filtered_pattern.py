import re

import pytest

from providers.statements.text.filtered_pattern import FilteredPattern

# Each kind of look ahead and behind, one in another, in brackets, and what RE2 writes in another way.
REGEXES = (
    r"\bin debt(?! (?:collection|(?!of )advice))",
    r"(?<!not )\bdiabetic\b(?=[.,;!)]|$)",
    r"\((?=a)[(?=)a]b\)",
    r"pays (?P<sum>[$\u20ac] ?\d+)$",
    r"(?i)\bwi-?fi\b(?!\w)",
    r"(?:(?:is|was) (?<!it is )){1,3}ill",
    r"\s\w+\sdebt",
)
TEXTS = (
    "She is in debt.", "She is in debt collection.", "In debt of honour", "she is in debt advice", "is not diabetic.",
    "is diabetic", "a diabetic diet", "(ab)", "((b)", "(?b)", "he pays €40", "he pays $ 7\n", "he pays €40 a day",
    "The WI-FI", "wifis", "she is ill", "it is ill", "was is ill", "", "pays\v€4 0\x1cin debt\n",
    "fußballschuhe are diabetic",
)  # fmt: skip


@pytest.mark.parametrize("regex", REGEXES)
def test_finds_what_the_pattern_itself_finds(regex: str) -> None:
    filtered, plain = FilteredPattern(regex), re.compile(regex)
    for text in TEXTS:
        assert spans(filtered, text) == spans(plain, text), text


@pytest.mark.parametrize("regex", [r"\bfree(?= |$)", r"(?<=a)b"])
def test_replaces_the_same(regex: str) -> None:
    for text in ("free to go, free", "freed", "ab b", "cb"):
        assert FilteredPattern(regex).sub("-", text) == re.sub(regex, "-", text)


def test_passes_over_what_cannot_occur() -> None:
    assert not FilteredPattern(r"\bgambl\w+(?! free)").may_occur("A note on the harbour project.")


def test_leaves_other_scripts_to_the_pattern() -> None:
    assert FilteredPattern(r"\w+keit\b").search("Müdigkeit in größter Höhe") is not None


def test_refuses_what_no_filter_can_read() -> None:
    with pytest.raises(Exception, match="failed to add"):
        FilteredPattern(r"(a)\1")


def spans(pattern: "FilteredPattern | re.Pattern[str]", text: str) -> list[tuple[int, int]]:
    return [found.span() for found in pattern.finditer(text)]
