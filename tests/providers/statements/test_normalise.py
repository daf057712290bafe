"""The view of a text that all patterns read: what a reader sees, with the way back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from providers.statements.text.normalise import view


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("I live in Lisbon", "i live in lisbon"),
        ("Ｉ ｌｉｖｅ", "i live"),
        ("\u0406 l\u0456v\u0435", "i live"),
        ("l\u200bi\u00adv\u2060e", "live"),
        ("li\u0323ve", "live"),
        ("São", "sao"),
        ("a \u00a0\t b", "a b"),
        ("**I** _live_ `here`", "i live here"),
        ("Her <b>cat</b> is <em class='x'>here</em>", "her cat is here"),
        ("a < b and c > d", "a < b and c > d"),
        ("preferred_name", "preferred_name"),
        ("the\u200b_\u200bname", "the_name"),
        ("* item\n* **two**", "* item\n* two"),
        ("a\r\nb\u2028c", "a\nb\nc"),
        ("it\u2019s \u201cso\u201d", 'it\'s "so"'),
        ("ʟɪᴠᴇ ⓘⓝ 𝓻𝓸𝓶𝓮", "live in rome"),
        ("a\x00b", "ab"),
    ],
)
def test_disguises_fold_to_what_is_read(text, folded):
    assert view(text).folded == folded


def test_values_keep_capitals_and_accents_in_the_plain_view():
    seen = view("I live in Sa\u0303o Paulo")
    assert seen.plain == "I live in São Paulo"
    assert seen.cased == "I live in Sao Paulo"


@given(st.text(alphabet=st.characters(), max_size=80))
def test_all_spellings_have_one_length_and_offsets_ascend_inside_the_text(text):
    seen = view(text)
    assert len(seen.plain) == len(seen.cased) == len(seen.folded) == len(seen.offsets) - 1
    assert list(seen.offsets) == sorted(seen.offsets)
    assert seen.offsets[-1] == len(text)


@given(st.text(alphabet="ab *_`~\n.", max_size=40))
def test_the_quick_way_for_ascii_reads_like_the_slow_one(text):
    assert view(text).plain == view(text + "\u00e9").plain[:-1] or text.endswith(("_", "*", " ", "`", "~"))


@pytest.mark.parametrize("text", ["A note that ends like this, see item 8.", "One. The second has a_name.\nA line."])
def test_ordinary_text_takes_the_quick_way(text):
    """It is told by the offsets; the slow way takes twenty times as long, and is the most of a write."""
    assert isinstance(view(text).offsets, range)


@given(st.text(max_size=40))
def test_the_span_of_everything_seen_lies_in_the_original(text):
    seen = view(text)
    start, end = seen.original_span(0, len(seen.plain))
    assert 0 <= start <= end <= len(text)
