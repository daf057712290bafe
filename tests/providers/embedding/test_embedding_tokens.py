import pytest
from hypothesis import given
from hypothesis import strategies as st

from providers.embedding import count_tokens, count_tokens_of_each


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


def test_texts_counted_together_cost_what_they_cost_apart():
    texts = ["", "hello", "don't\nunaffable", " ", "図書館\ud800 two", "Café", "", "word " * 300]
    assert count_tokens_of_each(texts) == [count_tokens(text) for text in texts]
    assert count_tokens_of_each([]) == []


@given(st.lists(st.text()))
def test_whatever_they_hold(texts):
    assert sum(count_tokens_of_each(texts)) == count_tokens("\n".join(texts))
