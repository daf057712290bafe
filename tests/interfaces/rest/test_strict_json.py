"""The reader of bodies: takes all JSON that can be stored, and nothing else."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interfaces.rest.parsing import MalformedJSON, load_json

WHOLE = st.integers(-(2**63) + 1, 2**63 - 1)
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"))
VALUES = st.recursive(
    st.none() | st.booleans() | WHOLE | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=20,
)


@settings(max_examples=200, deadline=None)
@given(VALUES, st.booleans())
def test_whatever_can_be_stored_is_read_as_it_was_written(value, escaped):
    assert load_json(json.dumps(value, ensure_ascii=escaped).encode()) == value


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(raw):
    try:
        value = load_json(raw)
    except MalformedJSON:
        return
    assert json.loads(raw) == value


@pytest.mark.parametrize("depth", [1, 63, 64])
def test_sixty_four_levels_are_read(depth):
    assert load_json(b"[" * depth + b"]" * depth) is not None


@pytest.mark.parametrize("depth", [65, 200, 900, 5000])
def test_more_levels_are_refused(depth):
    with pytest.raises(MalformedJSON, match="nested"):
        load_json(b'{"a":[' * (depth // 2) + b"[" * (depth % 2) + b"]" * (depth % 2) + b"]}" * (depth // 2))


def test_a_wide_body_is_read_quickly():
    body = json.dumps({f"key {number}": [number] * 10 for number in range(10_000)}).encode()
    assert len(load_json(body)) == 10_000
