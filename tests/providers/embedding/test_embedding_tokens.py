import pytest
from hypothesis import given
from hypothesis import strategies as st

from providers.embedding import count_tokens, count_tokens_of_each, truncate_tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), (" \n\t", 0), ("hello", 1), ("don't", 3), ("unaffable", 3), ("図書館", 3), ("a\0b", 1), ("\ud800", 0)],
)
def test_tokens_are_those_of_the_model_s_own_tokenizer(text, tokens):
    assert count_tokens(text) == tokens


def test_special_tokens_in_a_text_are_only_characters():
    assert count_tokens("[SEP]") == 3


def test_nothing_is_cut_off_before_counting():
    assert count_tokens("word " * 10_000) == 10_000


def test_a_megabyte_is_counted():
    assert count_tokens("The quick brown fox jumps over the lazy dog. " * 23_000) == 10 * 23_000


@pytest.mark.parametrize(
    ("text", "limit", "cut"),
    [
        ("one two  three", 2, "one two"),
        ("one two  three", 3, "one two  three"),
        ("Café au lait", 1, "Café"),
        ("one two", 0, ""),
        ("  two  ", 1, "  two  "),
        ("\ud800 one two", 1, "\ud800 one"),
    ],
)
def test_a_cut_falls_between_tokens_of_the_original(text, limit, cut):
    assert truncate_tokens(text, limit) == cut


@given(st.text(), st.integers(0, 20))
def test_what_is_left_is_the_beginning_and_has_no_more_tokens_than_allowed(text, limit):
    cut = truncate_tokens(text, limit)
    assert text.startswith(cut)
    assert count_tokens(cut) <= limit or cut == text
    assert count_tokens(cut) == min(limit, count_tokens(text))


def test_texts_counted_together_cost_what_they_cost_apart():
    texts = ["", "hello", "don't\nunaffable", " ", "図書館\ud800 two", "Café", "", "word " * 300]
    assert count_tokens_of_each(texts) == [count_tokens(text) for text in texts]
    assert count_tokens_of_each([]) == []


@given(st.lists(st.text()))
def test_whatever_they_hold(texts):
    assert sum(count_tokens_of_each(texts)) == count_tokens("\n".join(texts))
