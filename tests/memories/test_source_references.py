"""004's extraction by regex: mentions, links, closes, blocks, duplicates; edges that follow the texts."""

import pytest

from memories.models import History, Relation
from memories.sources.payloads import payload_adapter
from memories.sources.references import names_of, references_in
from tests.memories import source_examples as examples
from workspaces import scope


def found(text, source="github", **fields):
    payload = payload_adapter.validate_python(examples.issue(body=text, **fields))
    return {(r.name, r.relation_type, r.is_reversed) for r in references_in(source, "A title", "", payload)}


@pytest.mark.parametrize(
    ("text", "name", "relation_type", "is_reversed"),
    [
        ("Closes #7", "github:acme/app#7", "closes", False),
        ("this fixes: acme/lib#3.", "github:acme/lib#3", "closes", False),
        ("Resolved ABC-123", "ticket:abc-123", "closes", False),
        ("blocked by ABC-123", "ticket:abc-123", "blocks", True),
        ("It depends on #9", "github:acme/app#9", "blocks", True),
        ("blocks #9", "github:acme/app#9", "blocks", False),
        ("Duplicate of #4", "github:acme/app#4", "duplicates", False),
        ("duplicated by #4", "github:acme/app#4", "duplicates", True),
        ("as #5 says", "github:acme/app#5", "mentions", False),
        ("see UPL-31", "ticket:upl-31", "mentions", False),
        ("see https://www.notion.so/Page-1?v=2#x.", "url:notion.so/page-1", "links_to", False),
        ("closes https://github.com/acme/app/issues/8", "url:github.com/acme/app/issues/8", "closes", False),
    ],
)
def test_a_reference(text, name, relation_type, is_reversed):
    assert found(text) == {(name, relation_type, is_reversed)}


@pytest.mark.parametrize("text", ["color #fff", "v1#2", "issue # 5", "abc-123", "http://", "no. 5", "#12"])
def test_no_reference_to_others(text):
    assert found(text) == set()


def test_the_most_telling_relation_counts_once():
    assert found("See #7. It closes #7.") == {("github:acme/app#7", "closes", False)}


def test_comments_and_attachments_are_read_too():
    assert found("", timeline=[examples.comment("blocks #9")]) == {("github:acme/app#9", "blocks", False)}


def test_an_object_s_names():
    pull = payload_adapter.validate_python(examples.pull_request(url="https://git.acme.org/app/7/"))
    assert names_of("github", pull) == [
        "url:git.acme.org/app/7",
        "github:acme/app#7",
        "url:github.com/acme/app/pull/7",
        "url:github.com/acme/app/issues/7",
    ]
    assert names_of("linear", payload_adapter.validate_python(examples.ticket())) == ["ticket:upl-31"]


@pytest.fixture
def edges(home):
    def _edges():
        with scope.enter(home.workspace_id):
            rows = Relation.objects.filter(detected_by="regex")
            return {(row.from_memory_id, row.relation_type, row.to_memory_id) for row in rows}

    return _edges


@pytest.fixture
def issue(ingest):
    """Issue 12 of acme/app, or another number, with a body."""

    def _issue(body="Slow.", number=12):
        return ingest(examples.issue(number=number, body=body), source_id=f"i{number}").memory_id

    return _issue


@pytest.mark.django_db
def test_a_reference_to_a_known_object_is_an_edge(ingest, issue, edges):
    target = issue()
    pull = ingest(examples.pull_request(body="Closes #12"), source_id="p7").memory_id
    assert edges() == {(pull, "closes", target)}


@pytest.mark.django_db
def test_blocked_by_points_the_other_way(issue, ingest, edges):
    ticket = ingest(examples.ticket(), source="linear", source_id="t31").memory_id
    blocked = issue("blocked by UPL-31")
    assert edges() == {(ticket, "blocks", blocked)}


@pytest.mark.django_db
def test_an_object_that_comes_later_is_linked_then(ingest, issue, edges):
    pull = ingest(examples.pull_request(body="Closes #12"), source_id="p7").memory_id
    assert edges() == set()
    target = issue()
    assert edges() == {(pull, "closes", target)}


@pytest.mark.django_db
def test_an_address_links_to_the_object_that_has_it(ingest, issue, edges):
    page = ingest(examples.doc_page(url="https://notion.so/acme/Uploads-1"), source="notion", source_id="n1").memory_id
    assert edges() == set()
    source = issue("Read https://www.notion.so/acme/Uploads-1?pvs=4")
    assert edges() == {(source, "links_to", page)}


@pytest.mark.django_db
def test_edges_follow_the_text(issue, edges):
    first, second = issue(number=1), issue(number=2)
    source = issue("blocks #1", number=3)
    issue("duplicate of #2", number=3)
    assert edges() == {(source, "duplicates", second)} and first


@pytest.mark.django_db
def test_an_edge_that_the_other_side_states_too_stays(issue, edges):
    one = issue("blocks #2", number=1)
    two = issue("blocked by #1", number=2)
    issue("Nothing to say.", number=1)
    assert edges() == {(one, "blocks", two)}


@pytest.mark.django_db
def test_edges_by_hand_stay(issue, link, researcher, home):
    one, two = issue(number=1), issue("blocks #1", number=2)
    link(two, one, "mentions", actor=researcher)
    issue("Nothing.", number=2)
    with scope.enter(home.workspace_id):
        assert [(row.relation_type, row.detected_by) for row in Relation.objects.all()] == [("mentions", "manual")]


@pytest.mark.django_db
def test_history_tells_that_an_object_was_linked(home, issue):
    issue(number=1)
    source = issue("blocks #1", number=2)
    with scope.enter(home.workspace_id):
        row = History.objects.get(memory_id=source, event="LINK")
    assert (row.meta["by"], row.meta["count"], len(row.meta["others"])) == ("regex", 1, 1)
