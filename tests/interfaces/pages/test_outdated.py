"""What the person has said otherwise since is named, and what they call still true stays so."""

import pytest
from django.utils import timezone

from consent.changes import SetFact, WriteMemory
from consent.proposals.decide import approve_proposal
from memories.drafts import FactDraft, MemoryDraft
from memories.models import Fact, Memory

pytestmark = pytest.mark.django_db
LISBON, PORTO = "Ana lives in Lisbon.", "Ana lives in Porto."


@pytest.fixture
def agreed(home, send, person):
    """An agent asks to remember a text, and the person agrees; answers with the memory's id."""

    def _agreed(content):
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=content, content=content)
        asked = send(WriteMemory(draft=draft), at=timezone.now())
        return approve_proposal(proposal_id=asked.proposal_id, actor=person, now=timezone.now()).memory_id

    return _agreed


@pytest.fixture
def city(home, send, person):
    """The person sets their city; answers with the fact's memory."""
    values = {"person_id": home.user_id, "category": "identity", "key": "city"}

    def _city(value):
        return send(SetFact(draft=FactDraft(value=value, **values)), actor=person, at=timezone.now()).memory_id

    return _city


@pytest.fixture
def job(home, send):
    """An agent tells where the person works, which needs no yes; answers with the memory's id."""

    def _job(content):
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=content, content=content)
        return send(WriteMemory(draft=draft), at=timezone.now()).memory_id

    return _job


@pytest.fixture
def staleness(in_home):
    def _staleness(memory_id):
        with in_home():
            return Memory.objects.get(id=memory_id).staleness

    return _staleness


def shown(client, memory_id):
    return client.get(f"/memories/{memory_id}").content.decode()


def test_the_page_and_the_list_name_what_was_said_since(owner, agreed):
    lisbon, porto = agreed(LISBON), agreed(PORTO)
    for page in (shown(owner, lisbon), owner.get("/memories").content.decode()):
        assert f'<a href="/memories/{porto}">“{PORTO}”</a>' in page
    assert "said since" not in shown(owner, porto)


def test_they_name_the_field_where_it_was_set_since(owner, agreed, city):
    lisbon, field = agreed(LISBON), city("Porto")
    words = " ".join(shown(owner, lisbon).split())
    assert f'Said since: <a href="/memories/{field}">“City: Porto”</a>' in words


def test_a_text_that_the_field_contradicts_names_the_field(owner, agreed, city):
    lisbon, field = agreed(LISBON), city("Lisbon")
    porto = agreed(PORTO)
    assert "Your saved value says otherwise:" in shown(owner, porto)
    assert f'<a href="/memories/{field}">“City: Lisbon”</a>' in shown(owner, porto)
    assert "otherwise" not in shown(owner, lisbon)
    assert "Another memory says otherwise:" in shown(owner, field)


def test_one_button_makes_what_the_text_says_the_value_of_the_field(owner, agreed, city, in_home):
    city("Lisbon")
    porto = agreed(PORTO)
    page = shown(owner, porto)
    assert '<input type="hidden" name="value" value="Porto">' in page and "Make “Porto” my city" in page
    owner.post("/facts/new", {"field": "city", "value": "Porto"})
    with in_home():
        assert Fact.objects.active().get(key="city").value == "Porto"
    assert "Make “" not in shown(owner, porto)


def test_still_true_is_told_in_the_story_and_the_timeline(owner, agreed, staleness):
    lisbon, _porto = agreed(LISBON), agreed(PORTO)
    owner.post(f"/memories/{lisbon}/keep")
    assert staleness(lisbon) == ""
    for page in (shown(owner, lisbon), owner.get("/timeline").content.decode()):
        assert "You said that this is still true." in page


def test_what_was_said_before_still_true_marks_it_no_more(owner, agreed, staleness, ask, person):
    lisbon, porto = agreed(LISBON), agreed(PORTO)
    owner.post(f"/memories/{lisbon}/keep")
    proposal_id = ask("Faro", at=timezone.now())
    approve_proposal(proposal_id=proposal_id, actor=person, now=timezone.now())
    assert (staleness(lisbon), staleness(porto)) == ("outdated", "outdated")

    owner.post(f"/proposals/{proposal_id}/undo")

    assert (staleness(lisbon), staleness(porto)) == ("", "")


def test_a_search_shows_the_field_first_and_marks_what_is_outdated(owner, agreed, city):
    lisbon, field = agreed(LISBON), city("Porto")
    page = owner.get("/search", {"q": "Where do I live?"})

    paths = [hit.path for group in page.context["groups"] for hit in group.hits]
    assert paths[:2] == [f"/memories/{field}", f"/memories/{lisbon}"]
    assert f'Outdated: said since <a href="/memories/{field}">' in page.content.decode()


def test_a_search_marks_a_text_that_the_field_contradicts(owner, agreed, city):
    field = city("Lisbon")
    agreed(PORTO)
    page = owner.get("/search", {"q": "Where do I live?"}).content.decode()
    assert f'Your saved value: <a href="/memories/{field}">' in page


def test_a_job_that_an_assistant_told_is_named_as_said_since(owner, home, send, job):
    siemens = job("Ana works for Siemens as a nurse.")
    fields = {"person_id": home.user_id, "category": "identity", "key": "employer"}
    field = send(SetFact(draft=FactDraft(value="Feedzai", **fields)), at=timezone.now()).memory_id
    assert f'<a href="/memories/{field}">“Employer: Feedzai”</a>' in shown(owner, siemens)


def test_a_job_told_after_the_field_names_the_field(owner, home, send, job):
    fields = {"person_id": home.user_id, "category": "identity", "key": "employer"}
    field = send(SetFact(draft=FactDraft(value="Feedzai", **fields)), at=timezone.now()).memory_id
    page = shown(owner, job("Ana works for Siemens as a nurse."))
    assert "Your saved value says otherwise:" in page and f"/memories/{field}" in page


@pytest.mark.parametrize(
    ("told", "who"), [("The key of Ana's flat is with", "Duarte"), ("The keys to my apartment are with", "Victoria")]
)
def test_where_a_key_is_says_nothing_of_a_city(owner, agreed, city, ask, told, who):
    city("Faro")
    memory_id = agreed(f"{told} {who}.")
    assert "says otherwise" not in shown(owner, memory_id)
    city("Lagos")
    assert "said otherwise" not in shown(owner, memory_id)
    for value in ("Porto", "Évora"):
        ask(value, at=timezone.now())
    page = owner.get("/inbox").content.decode()
    assert "Évora" in page and who not in page


def test_the_field_names_the_text_that_says_otherwise(owner, agreed, city):
    text = agreed(LISBON)
    field = city("Lisbon")
    assert "says otherwise" not in shown(owner, field)
    owner.post(f"/memories/{field}/confirm")
    later = agreed(PORTO)
    page = shown(owner, field)
    assert "Another memory says otherwise:" in page
    assert f'"/memories/{later}"' in page and f'"/memories/{text}"' not in page
    assert "Your saved value says otherwise:" in shown(owner, later)


@pytest.mark.parametrize("content", ["I moved to Braga last week.", "I moved to Braga last week with my sister Rita."])
def test_what_is_added_names_the_field_that_says_otherwise(owner, city, content):
    field = city("Coimbra")
    page = owner.post("/memories/new", {"content": content, "category": "general"}, follow=True).content.decode()
    told = f'Your saved city is “Coimbra”. <a href="/memories/{field}/edit">Change it</a>'
    assert told in page and "Your saved value says otherwise:" in page


def test_what_says_the_same_names_nothing(owner, city):
    city("Coimbra")
    form = {"content": "I moved to Coimbra last week.", "category": "general"}
    page = owner.post("/memories/new", form, follow=True).content.decode()
    assert "Your saved city" not in page and "says otherwise" not in page


def test_a_part_of_a_saved_name_says_nothing_else(owner, home, send, person):
    values = {"person_id": home.user_id, "category": "identity", "key": "preferred_name"}
    send(SetFact(draft=FactDraft(value="Ana Sofia", **values)), actor=person, at=timezone.now())
    form = {"content": "Please call me Ana.", "category": "general"}
    page = owner.post("/memories/new", form, follow=True).content.decode()
    assert "Your saved" not in page and "says otherwise" not in page

    form = {"content": "Please call me Rita.", "category": "general"}
    page = owner.post("/memories/new", form, follow=True).content.decode()
    assert "Your saved preferred name is “Ana Sofia”." in page
