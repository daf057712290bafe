"""Namespaces as one escaped path (000, R2)."""

from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workspaces.namespaces import InvalidNamespace, from_path, person_id_of, to_path

PARTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20).filter(str.strip)


@given(st.lists(PARTS, min_size=2, max_size=5))
def test_a_path_reads_back_as_its_namespace(namespace):
    assert from_path(to_path(namespace)) == namespace


@given(st.lists(PARTS, min_size=2, max_size=3), st.lists(PARTS, min_size=2, max_size=3))
def test_two_namespaces_never_share_a_path(one, other):
    assert (to_path(one) == to_path(other)) == (one == other)


@pytest.mark.parametrize("namespace", [[], ["memories"], ["memories", ""], ["", "x"], ["memories", "  "], ["a", 1]])
def test_fewer_than_two_or_empty_elements_are_refused(namespace):
    with pytest.raises(InvalidNamespace):
        to_path(namespace)


def test_a_path_of_256_characters_is_the_longest():
    assert len(to_path(["a", "b" * 254])) == 256
    with pytest.raises(InvalidNamespace):
        to_path(["a", "b" * 255])


def test_a_person_owns_what_lies_below_their_id():
    person = uuid4()
    assert person_id_of(["memories", str(person), "preferences"]) == person
    assert person_id_of(["shared", str(person)]) is None
    assert person_id_of(["memories", "user123"]) is None
