"""004's payload shapes: a discriminated union that refuses what it does not know."""

import pytest
from pydantic import ValidationError

from memories import limits
from memories.sources.drafts import SourceDraft
from memories.sources.payloads import payload_adapter
from tests.memories import source_examples as examples


def draft(payload=None, **fields):
    fields = {"namespace": ("shared", "team"), "source": "github", "source_id": "1", "title": "A title"} | fields
    return SourceDraft(payload=payload or examples.issue(), **fields)


def places(error):
    return {".".join(str(part) for part in each["loc"]) for each in error.value.errors()}


@pytest.mark.parametrize("kind", examples.ALL)
def test_each_type_of_004_is_read(kind):
    assert draft(examples.ALL[kind]()).source_type == kind


@pytest.mark.parametrize("kind", examples.ALL)
def test_what_is_stored_reads_back_the_same(kind):
    payload = payload_adapter.validate_python(examples.ALL[kind]())
    assert payload_adapter.validate_python(payload.model_dump(mode="json")) == payload


@pytest.mark.parametrize("kind", examples.ALL)
def test_unknown_fields_are_refused(kind):
    with pytest.raises(ValidationError) as error:
        payload_adapter.validate_python(examples.ALL[kind](colour="red"))
    assert places(error) == {f"{kind}.colour"}


def test_the_seed_s_camel_case_is_read_too():
    stats = {"additions": 1, "deletions": 2, "changedFiles": 3, "commits": 1}
    payload = payload_adapter.validate_python(examples.pull_request(stats=stats))
    assert payload.stats.changed_files == 3


def test_a_timeline_item_is_told_by_its_kind():
    event_as_review = {"kind": "event", "name": "merged", "state": "approved"}
    with pytest.raises(ValidationError) as error:
        payload_adapter.validate_python(examples.pull_request(timeline=[event_as_review]))
    assert "pull_request.timeline.0.event.state" in places(error)


def test_a_review_belongs_to_pull_requests_only():
    with pytest.raises(ValidationError):
        payload_adapter.validate_python(examples.issue(timeline=[examples.review("Good.")]))


@pytest.mark.parametrize("source", ["github", "linear", "notion", "slack", "discord", "manual"])
def test_the_sources_of_004(source):
    assert draft(source=source).source == source


def test_another_source_is_refused():
    with pytest.raises(ValidationError):
        draft(source="gitlab")


@pytest.mark.parametrize(
    ("field", "most"),
    [
        ("title", limits.TITLE_CHARACTERS),
        ("summary", limits.SUMMARY_CHARACTERS),
        ("source_id", limits.SOURCE_ID_CHARACTERS),
        ("source_event_id", 256),
        ("state", 64),
    ],
)
def test_a_text_at_its_bound_and_one_past_it(field, most):
    assert getattr(draft(**{field: "x" * most}), field)
    with pytest.raises(ValidationError):
        draft(**{field: "x" * (most + 1)})


def test_a_body_at_its_bound_and_one_past_it():
    assert draft(examples.issue(body="x" * limits.SOURCE_BODY_CHARACTERS))
    with pytest.raises(ValidationError):
        draft(examples.issue(body="x" * (limits.SOURCE_BODY_CHARACTERS + 1)))


def test_a_payload_of_a_megabyte_and_one_past_it():
    parts = [
        examples.comment("x" * limits.SOURCE_COMMENT_CHARACTERS, at=f"2025-02-{day:02}T10:00Z") for day in range(1, 15)
    ]
    assert draft(examples.issue(timeline=parts))
    with pytest.raises(ValidationError, match="1 MB"):
        draft(examples.issue(timeline=[*parts, *parts]))


def test_free_fields_at_16_kb_and_one_past_it():
    frame = len('{"a": ""}')
    assert draft(examples.custom(fields={"a": "x" * (limits.METADATA_BYTES - frame)}))
    with pytest.raises(ValidationError, match="16 KB"):
        draft(examples.custom(fields={"a": "x" * (limits.METADATA_BYTES - frame + 1)}))


@pytest.mark.parametrize("pointer", ["s3://bucket/a", "https://example.org/a", "workspaces/1/memories/2/raw.json", ""])
def test_a_raw_pointer_is_a_key_or_an_address(pointer):
    assert draft(raw_pointer=pointer).raw_pointer == pointer


@pytest.mark.parametrize("pointer", ["/etc/passwd", "file:///etc/passwd", "workspaces/../x", "javascript:alert(1)"])
def test_other_raw_pointers_are_refused(pointer):
    with pytest.raises(ValidationError):
        draft(raw_pointer=pointer)


def test_labels_of_record_and_payload_come_together():
    assert draft(labels=("urgent", "bug")).all_labels == ["urgent", "bug"]
