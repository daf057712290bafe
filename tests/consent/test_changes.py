"""Every kind of change is stored with a proposal and loads again; a new kind is found here by itself."""

from enum import Enum
from types import UnionType
from typing import Any, get_args, get_origin
from uuid import UUID

import pytest
from pydantic import ValidationError

from consent.changes import KINDS, ForgetMemory, SetFact, from_json
from consent.changes.base import Change
from memories.drafts import FactDraft, MemoryDraft
from memories.sources.drafts import SourceDraft

ID = UUID(int=1)
PAYLOAD = {"type": "custom", "body": "Slow."}
DRAFTS = {
    MemoryDraft: {"namespace": ["memories", str(ID)], "key": "note", "content": "Friday."},
    FactDraft: {"person_id": ID, "category": "identity", "key": "city", "value": "Lisbon"},
    SourceDraft: {
        "namespace": ["memories", str(ID)],
        "source": "github",
        "source_id": "1",
        "title": "A",
        "payload": PAYLOAD,
    },
}


@pytest.fixture(params=sorted(KINDS))
def change(request):
    """One change of each kind, with a value for each field that has no default."""
    kind = KINDS[request.param]
    required = {name: field.annotation for name, field in kind.model_fields.items() if field.is_required()}
    return kind.model_validate({name: example(annotation) for name, annotation in required.items()})


def example(annotation: Any) -> Any:
    if get_origin(annotation) is UnionType:
        return example(get_args(annotation)[0])
    if annotation in DRAFTS:
        return DRAFTS[annotation]
    if issubclass(annotation, Enum):
        return next(iter(annotation))
    return {UUID: ID, str: "x", float: 0.5, int: 1, bool: True}[annotation]


def test_the_stored_form_loads_again(change):
    stored = change.model_dump(mode="json")
    assert from_json(stored) == change and type(from_json(stored)) is KINDS[stored["type"]]


def test_its_hash_does_not_depend_on_who_asks_or_why(change):
    origin = change.origin.model_copy(update={"reason": "I was told.", "thread_id": "t"})
    other = change.model_copy(update={"draft": origin}) if "draft" in type(change).model_fields else origin
    assert change.digest() == other.digest()


def test_it_can_be_found_and_written(change):
    assert type(change).find is not Change.find and type(change).write is not Change.write


def test_it_says_what_would_stand_there(change):
    assert type(change).after is not Change.after or type(change).describe is not Change.describe


def test_what_can_be_amended_says_how(change):
    assert change.is_amendable == (type(change).amended_fields is not Change.amended_fields)


def test_hashes_of_stored_proposals_stay():
    fact = SetFact(draft=FactDraft(person_id=ID, category="identity", key="city", value="Lisbon"))
    assert fact.digest() == "75bd7608bf916885240ff280099d008357878600bf198c3e7033810d7a93c0ab"
    assert ForgetMemory(memory_id=ID).digest() == "60bc7735717792f27056aaee2d6649e615d0cefdfa8eb61984a655395a100917"


def test_an_unknown_type_is_no_change():
    with pytest.raises(KeyError):
        from_json({"type": "guess"})


def test_nothing_is_stored_beside_its_fields():
    with pytest.raises(ValidationError):
        from_json({"type": "forget_memory", "memory_id": str(ID), "guess": 1})
