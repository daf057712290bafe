"""The page of an import names the records that wait, why, and the questions that they become."""

import pytest
from django.utils.html import strip_tags

from consent.models import Policy, Proposal
from consent.proposals.decide import reject_proposal
from operations.models import ImportRun
from tests.interfaces.admin.imports.files import counts
from workspaces.models import Person

pytestmark = pytest.mark.django_db
QUESTIONS = "/admin/consent/proposal/"
LINES = (
    {"type": "memory", "id": "m1", "content": "Grows figs. Lives in Faro."},
    {"type": "fact", "category": "identity", "key": "pronouns", "value": "she/her"},
    {"type": "fact", "category": "preference", "key": "tone", "value": "dry"},
)


def waiting(page):
    return [(row.line, row.text, row.reason) for row in page.context["waiting"]]


@pytest.fixture
def ben(in_home):
    """Somebody who cannot sign in."""
    with in_home():
        return Person.objects.create(name="Ben")


def test_what_would_wait_is_named_with_its_reason(upload, work, told):
    upload(*LINES)
    work()

    assert waiting(told()) == [
        (1, "Lives in Faro.", "It tells of: City"),
        (2, "she/her", "It tells of: Pronouns"),
        (3, "Tone: dry", "Kept as evidence until a second sign says the same"),
    ]


def test_what_waits_is_linked_with_its_question_once_imported(upload, work, told, in_home, person, now):
    upload(*LINES)
    work()
    told(**{"import": "1"})
    work()
    with in_home():
        city = Proposal.objects.get(claims=["identity.city=faro"])
        assert not any(one["text"] for one in ImportRun.objects.get().waiting)

    page = told()
    assert waiting(page)[:2] == [(1, "Lives in Faro.", "It tells of: City"), (2, "she/her", "It tells of: Pronouns")]
    assert f'href="/admin/consent/proposal/{city.id}/change/"' in page.content.decode()

    reject_proposal(proposal_id=city.id, actor=person, now=now)
    assert "Faro" not in told().content.decode()


def test_where_nobody_can_answer_that_is_said_before_and_after(upload, work, told, ben, owner):
    upload(LINES[1], person=ben.id)
    work()
    tried = told()
    assert counts(tried)["Questions that nobody could answer yet"] == 1
    assert "Nobody can answer yet: Ben cannot sign in" in tried.content.decode()

    told(**{"import": "1"})
    work()
    done = told()
    assert counts(done)["Questions that nobody can answer yet"] == 1
    assert "Questions that the person was asked" not in done.content.decode()


def stuck(page):
    return [(row.text, row.is_stuck) for row in page.context["waiting"]]


def test_each_record_is_judged_by_the_policy_of_its_field(upload, work, told, ben, in_home):
    upload({"type": "memory", "content": "Ben is a Catholic."}, {"content": "Ben lives in Faro."}, person=ben.id)
    work()
    assert [is_stuck for _text, is_stuck in stuck(told())] == [True, True]
    with in_home():
        Policy.objects.create(fact_key="city", outcome="consent", delegates_to_reviewers=True)

    tried = told()
    assert stuck(tried) == [("Ben is a Catholic.", True), ("Ben lives in Faro.", False)]
    assert counts(tried)["Questions that would be asked"] == 2
    assert "Nobody can answer some of these yet: Ben cannot sign in" in tried.content.decode()

    told(**{"import": "1"})
    work()
    done = told()
    assert stuck(done) == [("Ben is a Catholic.", True), ("Ben lives in Faro.", False)]
    assert counts(done)["Questions asked when it was imported"] == 2


def test_counts_are_told_as_those_of_the_import(upload, work, told, in_home, person, now):
    upload(LINES[1])
    work()
    told(**{"import": "1"})
    work()
    with in_home():
        question = Proposal.objects.get().id
    reject_proposal(proposal_id=question, actor=person, now=now)

    found = counts(told())
    assert found["Waited for the person, or for a second sign, when it was imported"] == 1
    assert found["Questions that the person was asked"] == 1


def test_a_file_that_is_let_go_leaves_no_text(upload, work, told, in_home):
    upload(LINES[1])
    work()
    assert "she/her" in told().content.decode()
    with in_home():
        ImportRun.objects.update(created_at="2020-01-01T00:00:00Z")
    work()

    assert "she/her" not in told().content.decode()


def test_a_question_from_a_file_names_the_file_and_not_its_format(owner, upload, work, told, in_home):
    upload({"content": "Ana has asthma."}, name="notes.jsonl")
    work()
    told(**{"import": "1"})
    work()
    with in_home():
        question = Proposal.objects.get()
    page = owner.get(f"/admin/consent/proposal/{question.id}/change/").content.decode()

    assert "Where it comes from: notes.jsonl" in page and "from: jsonl" not in page


def test_a_problem_of_a_record_without_an_id_names_its_line(upload, work, told, in_home):
    with in_home():
        Policy.objects.create(fact_key="health_conditions", outcome="never")
    upload({"content": "Grows figs."}, {"content": "Ana has asthma."}, {"id": "m3", "content": "Ana has epilepsy."})
    work()
    page = told().content.decode()

    assert '<th scope="row">Line 2</th>' in page and '<th scope="row">m3</th>' in page
    assert "asthma" not in page


def test_an_imported_memory_that_waits_is_called_by_no_key_of_its_file(upload, work, told, owner, in_home):
    """A rule for a category asks about it, so that no field is named."""
    with in_home():
        Policy.objects.create(category="relationships", outcome="consent")
    upload({"id": "m1", "content": "Ana sings with Bo on Mondays.", "category": "relationships"})
    work()
    told(go="1")
    work()
    with in_home():
        question = Proposal.objects.get()
    paths = f"{QUESTIONS}{question.id}/change/", QUESTIONS, f"/admin/workspaces/person/{question.person_id}/"
    page, listed, person = (owner.get(path).content.decode() for path in paths)

    assert "asks about a memory</h2>" in page and "Ana sings with Bo on Mondays." in page
    # A token in an attribute may contain the key by chance.
    assert all(">A memory<" in html and "M1" not in strip_tags(html) for html in (listed, person))
    assert all("Ana sings with Bo on Mondays." in html for html in (listed, person))


def test_what_needs_a_second_sign_is_named_by_its_field_after_the_import(upload, work, told):
    upload(LINES[2])
    work()
    told(go="1")
    work()

    assert waiting(told()) == [(1, "Tone", "Kept as evidence until a second sign says the same")]


def test_a_record_of_a_knowledge_graph_is_named_by_its_line(upload, work, told, in_home):
    """Its key is a hash."""
    with in_home():
        Policy.objects.create(fact_key="health_conditions", outcome="never")
    upload({"type": "entity", "name": "Ana", "entityType": "person", "observations": ["has epilepsy"]}, source="mcp")
    work()

    assert "observation/" not in told().content.decode() and ">Line 1</th>" in told().content.decode()
