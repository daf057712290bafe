import re

from hypothesis import given
from hypothesis import strategies as st

from interfaces.pages.texts.diffs import word_diff
from interfaces.pages.texts.wording import readable


def test_only_the_words_that_differ_are_marked():
    assert word_diff("I live in Porto.", "I live in Lisbon.") == "I live in <del>Porto</del><ins>Lisbon</ins>."


def test_words_are_never_cut():
    assert word_diff("testing", "tested") == "<del>testing</del><ins>tested</ins>"


def test_from_nothing_all_is_new():
    assert word_diff("", "Lisbon") == "<ins>Lisbon</ins>"


def test_markup_in_the_texts_is_escaped():
    assert word_diff("<b>", "<i>") == "&lt;<del>b</del><ins>i</ins>&gt;"


@given(st.text(), st.text())
def test_both_texts_can_be_read_out_of_the_diff(old, new):
    diff = word_diff(old, new)

    assert plain(re.sub(r"<ins>.*?</ins>", "", diff, flags=re.S)) == readable(old)
    assert plain(re.sub(r"<del>.*?</del>", "", diff, flags=re.S)) == readable(new)


def plain(markup):
    for tag in ("<ins>", "</ins>", "<del>", "</del>"):
        markup = markup.replace(tag, "")
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&#x27;", "'"), ("&amp;", "&")):
        markup = markup.replace(entity, character)
    return markup
