"""004's renderer and content hash: what an object says, without when it was said."""

import itertools

import pytest

from memories.preparation import split
from memories.sources.digest import source_hash
from memories.sources.payloads import payload_adapter
from memories.sources.rendering import first_label, render
from providers.embedding.tokens import count_tokens
from tests.memories import source_examples as examples


def read(payload):
    return payload_adapter.validate_python(payload)


def headings(text):
    return [line.removeprefix("## ") for line in text.splitlines() if line.startswith("## ")]


def hashed(payload, title="A title"):
    return source_hash(title=title, summary="", metadata={}, payload=read(payload))


@pytest.mark.parametrize(
    ("kind", "labels"),
    {
        "pull_request": ["Body", "Reviews", "Comments", "Events", "upload/retry.py", "Details"],
        "issue": ["Body", "Comments", "Details"],
        "message": ["Message", "Replies", "Attachments", "Details"],
        "doc_page": ["Body", "Retries", "Details"],
        "ticket": ["Body", "Comments", "Details"],
        "custom": ["Body", "Decisions", "Details"],
    }.items(),
)
def test_each_type_has_its_sections(kind, labels):
    assert headings(render("A title", read(examples.ALL[kind]()))) == labels


def test_reviews_and_comments_name_who_said_it_and_where():
    text = render("Retries", read(examples.pull_request()))
    assert "Ben (approved): The backoff reads well." in text
    assert "Ben on upload/retry.py:12: Should the limit be a setting?" in text


def test_only_the_latest_fifty_comments_are_rendered_oldest_first():
    comments = [examples.comment(f"Remark {n}.", at=f"2025-02-01T10:{n:02}:00Z") for n in range(60)]
    text = render("Many", read(examples.issue(timeline=list(reversed(comments)))))
    assert "Remark 9." not in text
    assert text.index("Remark 10.") < text.index("Remark 59.")


def test_a_fence_left_open_does_not_swallow_the_next_heading():
    text = render("Open", read(examples.issue(body="See:\n```\n# no heading")))
    assert text.index("```\n\n## Comments") > 0


def long_pull_request():
    body = " ".join(f"Sentence {n} tells how uploads are tried again." for n in range(120))
    reviews = [examples.review(f"Point {n}: the pause grows as it should." * 3) for n in range(30)]
    return read(examples.pull_request(body=body, timeline=reviews))


def test_chunks_have_200_to_400_tokens_and_the_label_of_their_section():
    payload = long_pull_request()
    chunks = split(render("Retries", payload), limit=None, label=first_label(payload)).chunks
    assert len(chunks) > 5 and all(200 <= chunk.token_count <= 400 for chunk in chunks)
    assert [chunks[0].section_label, *dict.fromkeys(c.section_label for c in chunks)][:3] == ["Body", "Body", "Reviews"]


def test_neighbouring_chunks_share_10_to_15_percent_of_their_tokens():
    payload = long_pull_request()
    chunks = split(render("Retries", payload), limit=None).chunks
    assert len(chunks) > 5
    for one, other in itertools.pairwise(chunks):
        shared = max(n for n in range(len(other.text)) if one.text.endswith(other.text[:n]))
        assert 0.10 <= count_tokens(other.text[:shared]) / one.token_count <= 0.15


def test_times_make_no_difference_to_the_hash():
    later = examples.issue(timeline=[examples.comment("It happens above two gigabytes.", at="2025-02-01T10:00:00Z")])
    later["timeline"][0]["created_at"] = "2025-03-01T10:00:00Z"
    assert hashed(later) == hashed(examples.issue())


def test_label_order_and_line_ends_make_none_either():
    one = examples.issue(labels=["a", "b"], body="Line\r\nend")
    assert hashed(one) == hashed(examples.issue(labels=["b", "a"], body="Line\nend"))


@pytest.mark.parametrize("change", [{"body": "Other."}, {"milestone": "Autumn"}, {"assignees": []}, {"timeline": []}])
def test_anything_else_does(change):
    assert hashed(examples.issue(**change)) != hashed(examples.issue())


def test_the_title_does():
    assert hashed(examples.issue(), title="Other") != hashed(examples.issue())


def test_a_free_field_that_looks_like_a_time_counts():
    assert hashed(examples.custom(fields={"due_at": "2025-01-01"})) != hashed(examples.custom(fields={}))
