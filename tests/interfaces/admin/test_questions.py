"""Questions in the admin: who may answer each, and reviewers who do where a policy says so."""

import html
import json
import re
from datetime import timedelta
from uuid import uuid4

import pytest

from consent.changes import ForgetMemory, SetFact, WriteMemory
from consent.models import Decision, Policy, Proposal, Receipt
from consent.models.decision import Method
from consent.proposals.decide import amend_proposal, approve_proposal, reject_proposal
from consent.proposals.withdraw import withdraw_decision
from conversations.models import Turn
from interfaces.competing_requests import competitors
from memories.drafts import FactDraft, MemoryDraft
from memories.models import Fact, History, Memory
from workspaces.actors import Actor, ActorKind, system_actor
from workspaces.models import Account, Agent, Membership, Person
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
LIST = "/admin/consent/proposal/"


@pytest.fixture
def question(ask):
    return ask("Lisbon", reason="She said that she has moved.")


@pytest.fixture
def delegated(in_home):
    with in_home():
        Policy.objects.create(fact_key="city", outcome="consent", delegates_to_reviewers=True)


@pytest.fixture
def stored(in_home, question):
    def _stored():
        with in_home():
            return Proposal.objects.get(id=question)

    return _stored


@pytest.fixture
def cities_of(in_home):
    def _cities():
        with in_home():
            return list(Fact.objects.active().filter(key="city").values_list("value", flat=True))

    return _cities


def answer(client, proposal, verdict="approve", **fields):
    form = {"answer": verdict, "shown_hash": proposal.shown_hash, **fields}
    return client.post(f"{LIST}{proposal.id}/answer/", form, follow=True)


def test_past_its_time_a_question_is_listed_as_expired(owner, question, in_home):
    with in_home():
        Proposal.objects.update(expires_at="2020-01-01T00:00:00Z")
    rows = owner.get(LIST).content.decode().partition("<tbody")[2].partition("</table>")[0]
    assert "Expired" in rows and "Awaiting approval" not in rows and ">now<" not in rows


def test_the_page_tells_what_is_asked_and_who_answers(owner, question):
    page = owner.get(f"{LIST}{question}/change/").content.decode()

    assert "supervisor asks about city" in page
    assert "Lisbon" in page and "She said that she has moved." in page
    assert f'<a href="/proposals/{question}">Answer it in your inbox</a>' in page and 'value="approve"' not in page


def test_a_question_older_than_a_rule_that_never_stores_names_the_rule(owner, home, in_home, send):
    with in_home():
        bob = Person.objects.create(name="Bob")
    draft = FactDraft(person_id=bob.id, category="identity", key="city", value="Faro")
    bob_asked = send(SetFact(draft=draft)).proposal_id
    assert "Let reviewers answer" in owner.get(f"{LIST}{bob_asked}/change/").content.decode()
    with in_home():
        rule = Policy.objects.create(fact_key="city", outcome="never")

    page = owner.get(f"{LIST}{bob_asked}/change/").content.decode()

    assert f"/admin/policies/rule/{rule.id}/" in page and "such a request would be refused now" in page
    assert "Let reviewers answer" not in page


def test_a_text_is_told_without_what_stands_below_it(owner, home, send):
    namespace = ("memories", str(home.user_id))
    for key, content in (("a", "Ana lives in Faro."), ("b", "Ana lives in Braga.")):
        send(WriteMemory(draft=MemoryDraft(namespace=namespace, key=key, content=content, category="profile")))

    listed = re.search(r'id="result_list".*?</table>', owner.get(LIST).content.decode(), re.DOTALL)[0]
    row = owner.get(LIST).context["cl"].result_list[0]
    page = owner.get(f"{LIST}{row.id}/change/").content.decode()

    assert "Ana lives in Faro." in listed and "Category: profile" not in listed
    assert "<dt>Proposed text</dt>" in page


def test_of_two_agents_with_one_role_each_page_names_the_one_that_asked(owner, home, question, note, in_home):
    note()
    with in_home():
        Agent.objects.filter(role="supervisor").update(display_name="Kitchen helper")
        Agent.objects.create(name="second", role="supervisor", display_name="Second helper")

    for address in (f"{LIST}{question}/change/", LIST, "/admin/memories/history/"):
        page = owner.get(address).content.decode()
        rows = re.search(r'id="result_list".*?</table>', page, re.DOTALL)  # its filter lists both
        told = rows[0] if rows else page
        assert "Kitchen helper" in told and "Second helper" not in told, address
    timeline = owner.get(f"/admin/workspaces/person/{home.user_id}/").context["happenings"]
    assert {one.who for one in timeline} == {"Kitchen helper"}


def test_the_page_shows_the_message_that_it_comes_from(owner, home, ask, say):
    [turn] = say("I live in Lisbon now.")
    page = owner.get(f"{LIST}{ask('Lisbon', evidence_turn_id=turn)}/change/").content.decode()

    assert "I live in Lisbon now." in page and "Open the conversation" in page


@pytest.mark.parametrize("words", ["political", "Political views", "political_views"])
def test_a_question_about_a_sentence_is_found_by_the_field_that_the_list_shows(owner, home, send, words):
    for key, content in (("a", "Ana votes for the Green Party."), ("b", "Ana earns 3000 euros a month.")):
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=key, content=content)
        send(WriteMemory(draft=draft))

    def found(words):
        return [row.new_value for row in owner.get(LIST, {"q": words}).context["cl"].result_list]

    assert found(words) == ["Ana votes for the Green Party."]
    assert found("money") == ["Ana earns 3000 euros a month."]
    assert found("access codes") == []


def test_a_search_finds_who_asked_as_the_list_names_them(owner, question, supervisor, in_home):
    def found(words):
        return [row.id for row in owner.get(LIST, {"q": words}).context["cl"].result_list]

    assert found("supervisor") == [question]
    with in_home():
        Agent.objects.filter(id=supervisor.id).update(display_name="Kitchen helper")

    assert found("kitchen") == found("Kitchen helper") == [question]
    assert found("supervisor") == []


def test_a_search_by_its_field_tells_no_refused_value(owner, home, send, person, now):
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="a", content="Ana lives in Lisbon.")
    question = send(WriteMemory(draft=draft)).proposal_id
    reject_proposal(proposal_id=question, actor=person, now=now)

    assert [row.id for row in owner.get(LIST, {"q": "city"}).context["cl"].result_list] == [question]
    assert not owner.get(LIST, {"q": "lisbon"}).context["cl"].result_list


def test_staff_and_the_person_read_the_same_number_of_days(owner, ask, now):
    proposal = ask("Lisbon", at=now - timedelta(days=2, hours=3))

    for address in (f"{LIST}{proposal}/change/", "/inbox"):
        assert "in 5\N{NO-BREAK SPACE}days" in owner.get(address).content.decode(), address


def test_a_refused_value_is_read_nowhere(owner, home, ask, say, person, now):
    proposal = ask("Catholic", key="religion", reason="She is Catholic.")
    reject_proposal(proposal_id=proposal, actor=person, now=now)

    timeline = f"/admin/workspaces/person/{home.user_id}/"
    for address in (LIST, f"{LIST}{proposal}/change/", timeline, "/admin/conversations/withheldvalue/"):
        page = owner.get(address).content.decode()
        assert "Religion" in page and "catholic" not in page.lower(), address
    assert ("Question refused", "Religion") in [
        (one.what, one.text) for one in owner.get(timeline).context["happenings"]
    ]


def test_to_others_it_says_that_only_the_person_answers(login, question):
    page = login(Role.ADMIN).get(f"{LIST}{question}/change/").content.decode()

    assert "Only the person can answer this" in page and "This is about you" not in page


@pytest.mark.parametrize("role", [Role.OWNER, Role.ADMIN, Role.REVIEWER])
def test_a_reviewer_approves_what_a_policy_hands_to_them(login, delegated, stored, cities_of, role):
    page = answer(login(role), stored()).content.decode()

    assert "Answered. The record says that a reviewer did." in page
    assert cities_of() == ["Lisbon"]


def test_the_record_says_that_it_was_a_reviewer(login, delegated, stored, in_home):
    answer(login(Role.REVIEWER), stored(), "refuse")

    assert stored().state == "rejected"
    with in_home():
        assert Decision.objects.get().method == Method.REVIEWER


def test_without_such_a_policy_nobody_but_the_person_answers(login, stored, cities_of):
    for role in (Role.ADMIN, Role.REVIEWER):
        assert answer(login(role), stored()).status_code == 403
    assert cities_of() == [] and stored().state == "pending"


def test_a_viewer_is_told_that_they_only_read(login, delegated, stored):
    client = login(Role.VIEWER)
    page = client.get(f"{LIST}{stored().id}/change/").content.decode()

    assert "Your role only reads." in page and 'value="approve"' not in page
    assert answer(client, stored()).status_code == 403
    assert stored().state == "pending"


def test_an_outsider_and_a_colleague_do_not_get_there(outsider, colleague, delegated, stored):
    assert answer(outsider, stored()).status_code == 404
    assert answer(colleague, stored()).status_code == 403
    assert stored().state == "pending"


def test_only_what_was_shown_is_approved(login, delegated, stored, cities_of):
    page = answer(login(Role.REVIEWER), stored(), shown_hash="0" * 64).content.decode()

    assert "has changed since you opened it" in page
    assert cities_of() == []


def test_a_late_answer_does_not_count(login, delegated, stored, person, now, cities_of):
    client = login(Role.REVIEWER)
    answer(client, stored(), "refuse")

    assert "too late" in answer(client, stored()).content.decode()
    assert cities_of() == []


@pytest.mark.parametrize("form", [{"answer": "perhaps"}, {"shown_hash": ""}])
def test_an_incomplete_answer_is_none(login, delegated, stored, form):
    assert answer(login(Role.REVIEWER), stored(), **form).status_code == 403
    assert stored().state == "pending"


def test_a_reviewer_saves_other_words_and_the_page_says_whose_they_are(
    login, owner, delegated, stored, cities_of, in_home
):
    client, address = login(Role.REVIEWER, username="rita"), f"{LIST}{stored().id}/change/"
    assert '<textarea class="input" id="amended"' in client.get(address).content.decode()
    assert "Edit before saving" not in login(Role.VIEWER).get(address).content.decode()
    empty = answer(client, stored(), "amend", value=" ").content.decode()
    assert "The value is empty." in empty and cities_of() == []

    page = answer(client, stored(), "amend", value="Faro").content.decode()
    assert cities_of() == ["Faro"] and stored().state == "amended"
    assert "Approved with edits" in page and "Kept instead" in page and "Faro" in page and "rita" in page
    with in_home():
        [row] = History.objects.filter(event="CONSENT")
    assert (row.actor_kind, row.meta["verdict"]) == ("staff", "amend")
    told = owner.get(f"/proposals/{stored().id}").content.decode()
    assert "Faro" in told and "You saved" not in told and "your edits" not in told
    client.post(f"{LIST}{stored().id}/undo/")
    assert cities_of() == [] and stored().state == "pending"


def test_words_that_a_reviewer_may_not_say_stay_in_the_form(login, delegated, stored, cities_of):
    words = "Faro, where Ana is treated for HIV"
    page = answer(login(Role.REVIEWER), stored(), "amend", value=words).content.decode()

    assert "no policy lets reviewers answer" in page and f">{words}</textarea>" in page
    assert cities_of() == [] and stored().state == "pending"


def test_words_that_say_the_same_approve_what_was_asked(login, delegated, stored, cities_of):
    answer(login(Role.REVIEWER), stored(), "amend", value="Lisbon")

    assert cities_of() == ["Lisbon"] and stored().state == "approved"


def test_a_link_answers_nothing(login, delegated, stored):
    login(Role.REVIEWER).get(f"{LIST}{stored().id}/answer/", {"answer": "approve", "shown_hash": stored().shown_hash})

    assert stored().state == "pending"


@pytest.mark.parametrize("verb", ["answer", "settle", "undo", "retract"])
def test_an_address_that_only_does_something_leads_to_the_question(owner, question, verb):
    response = owner.get(f"{LIST}{question}/{verb}/")

    assert (response.status_code, response.headers.get("Location")) == (302, f"{LIST}{question}/change/")


def test_the_list_names_field_value_person_and_end(owner, question):
    page = owner.get(LIST, {"state__exact": "pending"}).content.decode()

    assert ">City</a>" in page and "Lisbon" in page and "in 1\N{NO-BREAK SPACE}week" in page
    assert "agent:supervisor" not in page


def test_a_reviewer_undoes_an_answer_of_reviewers_and_the_question_waits_again(login, delegated, stored, cities_of):
    client = login(Role.REVIEWER)
    assert "Undo this answer" in answer(client, stored()).content.decode()

    page = client.post(f"{LIST}{stored().id}/undo/", follow=True).content.decode()

    assert "Undone. The question waits again." in page and 'value="approve"' in page
    assert cities_of() == [] and stored().state == "pending"


def test_what_the_person_answered_only_they_take_back(login, delegated, stored, person, now, cities_of):
    approve_proposal(proposal_id=stored().id, actor=person, now=now)
    client = login(Role.REVIEWER)

    assert "Only they can undo it" in client.get(f"{LIST}{stored().id}/change/").content.decode()
    assert client.post(f"{LIST}{stored().id}/undo/").status_code == 403
    assert cities_of() == ["Lisbon"]


def test_nobody_undoes_what_was_not_answered(login, delegated, stored):
    page = login(Role.REVIEWER).post(f"{LIST}{stored().id}/undo/", follow=True).content.decode()

    assert "There is no answer to undo." in page and stored().state == "pending"


def test_a_viewer_undoes_nothing(login, delegated, stored, cities_of):
    answer(login(Role.REVIEWER), stored())

    assert login(Role.VIEWER).post(f"{LIST}{stored().id}/undo/").status_code == 403
    assert cities_of() == ["Lisbon"]


@pytest.fixture
def rival(in_home, question, send, home):
    """A second open question about Ana's city, cut out of a sentence."""
    send(
        WriteMemory(
            draft=MemoryDraft(namespace=("memories", str(home.user_id)), key="h", content="Ana lives in Porto.")
        )
    )
    with in_home():
        return Proposal.objects.exclude(id=question).get()


@pytest.fixture
def state_of(in_home):
    def _state_of(proposal):
        with in_home():
            return Proposal.objects.get(id=proposal.id).state

    return _state_of


def settle(client, shown, keep):
    form = {"shown": [f"{row.id}:{row.shown_hash}" for row in shown], "keep": keep}
    return client.post(f"{LIST}{shown[0].id}/settle/", form, follow=True)


def test_of_competing_values_a_reviewer_keeps_one(login, delegated, stored, rival, state_of, cities_of):
    client = login(Role.REVIEWER)
    page = client.get(f"{LIST}{stored().id}/change/").content.decode()
    assert "Several values compete" in page and "Porto" in page

    page = settle(client, [stored(), rival], stored().id).content.decode()

    assert "“Lisbon” was chosen, 1 other was refused. The record says that a reviewer did." in page
    assert (stored().state, state_of(rival)) == ("approved", "rejected")
    assert cities_of() == ["Lisbon"]


def test_who_keeps_a_sentence_is_told_that_the_field_still_says_otherwise(login, delegated, stored, rival, person, now):
    approve_proposal(proposal_id=stored().id, actor=person, now=now)

    page = settle(login(Role.REVIEWER), [rival], rival.id).content.decode()

    assert "City is still “Lisbon”." in page and ">Change it</a>" in page


def test_a_request_that_says_the_chosen_value_is_approved_with_it(
    login, delegated, stored, rival, state_of, send, home, in_home
):
    place = ("memories", str(home.user_id))
    asked = send(WriteMemory(draft=MemoryDraft(namespace=place, key="i", content="I live in Porto.")))
    with in_home():
        same = Proposal.objects.get(id=asked.proposal_id)
    client = login(Role.REVIEWER)
    page = client.get(f"{LIST}{same.id}/change/").content.decode()
    assert "is approved, and so is each request that says the same; the others are refused" in page
    assert '<button class="button primary">Save</button>' in page and ">Approve</button>" not in page

    settle(client, [same, stored(), rival], same.id)

    assert (state_of(same), state_of(rival), stored().state) == ("approved", "approved", "rejected")


def test_of_competing_values_a_reviewer_keeps_none(login, delegated, stored, rival, state_of, cities_of):
    settle(login(Role.REVIEWER), [stored(), rival], "")

    assert (stored().state, state_of(rival)) == ("rejected", "rejected") and cities_of() == []


def test_only_all_that_was_shown_is_settled(login, delegated, stored, rival, state_of):
    page = settle(login(Role.REVIEWER), [stored()], stored().id).content.decode()

    assert "has changed since you opened it" in page
    assert (stored().state, state_of(rival)) == ("pending", "pending")


def test_of_competing_values_the_present_one_is_shown_at_first_sight_and_saving_works_at_once(
    login, stored, rival, state_of, cities_of, send, home, in_home
):
    with in_home():
        unasked = Policy.objects.create(fact_key="city", outcome="apply")
    send(SetFact(draft=FactDraft(person_id=home.user_id, category="identity", key="city", value="Lagos")))
    with in_home():
        unasked.delete()
        Policy.objects.create(fact_key="city", outcome="consent", delegates_to_reviewers=True)
    client = login(Role.REVIEWER)

    assert values_of(client, stored().id)["Value now"] == "Lagos"
    page = settle(client, [stored(), rival], stored().id).content.decode()

    assert "“Lisbon” was chosen, 1 other was refused. The record says that a reviewer did." in page
    assert (stored().state, state_of(rival)) == ("approved", "rejected") and cities_of() == ["Lisbon"]


def test_without_a_policy_nobody_settles(login, stored, rival):
    client = login(Role.REVIEWER)
    page = client.get(f"{LIST}{stored().id}/change/").content.decode()

    assert "Several values compete" not in page and "These ask about the same field:" in page
    assert settle(client, [stored(), rival], stored().id).status_code == 403
    assert stored().state == "pending"


def test_a_list_names_fields_in_words(owner, question):
    page = owner.get(LIST).content.decode()

    assert ">City</a>" in page and "identity.city" not in page


def test_a_correction_that_was_undone_is_not_shown_as_kept(owner, question, person, now):
    amend_proposal(proposal_id=question, value="Braga", actor=person, now=now)
    assert "Braga" in owner.get(f"{LIST}{question}/change/").content.decode().partition("All fields")[0]

    withdraw_decision(proposal_id=question, actor=person, now=now, reopen=True)

    assert "Braga" not in owner.get(f"{LIST}{question}/change/").content.decode().partition("All fields")[0]
    assert "Braga" not in owner.get(LIST).content.decode()


def test_staff_who_follow_the_person_s_link_come_to_the_question(login, home, question):
    client = login(Role.REVIEWER)

    assert client.get(f"/proposals/{question}").url == f"{LIST}{question}/change/"


def test_one_about_a_text_is_named_by_the_field_that_it_states(owner, home, send):
    draft = MemoryDraft(
        namespace=("memories", str(home.user_id)), key=str(uuid4()), content="Ana is diabetic and takes insulin."
    )
    asked = send(WriteMemory(draft=draft, may_repeat=True))

    page = owner.get(f"{LIST}{asked.proposal_id}/change/").content.decode()
    assert "wants to remember a text; the server takes it to tell of: health conditions" in page
    assert ">Health conditions</a>" in owner.get(LIST).content.decode()


def test_one_about_a_text_tells_what_was_known_of_its_field(owner, home, ask, send, person, now):
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="letter", content="Ana lives in Porto.")
    question = send(WriteMemory(draft=draft)).proposal_id
    assert values_of(owner, question) == {}

    approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now)
    later = send(WriteMemory(draft=draft.model_copy(update={"key": "card"})), at=now + timedelta(minutes=1))
    assert values_of(owner, later.proposal_id) == {"Value when it was asked": "City: Lisbon"}
    assert values_of(owner, question) == {}


def test_after_the_decision_the_values_are_those_of_then(owner, ask, person, now):
    approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now)
    question = ask("Porto")
    waiting = values_of(owner, question)
    approve_proposal(proposal_id=question, actor=person, now=now)
    approve_proposal(proposal_id=ask("Braga"), actor=person, now=now)

    assert waiting == {"Value now": "Lisbon", "Proposed value": "Porto"}
    assert values_of(owner, question) == {"Value before": "Lisbon", "Value after": "Porto"}


def test_what_was_refused_has_no_value_after(owner, ask, person, now):
    approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now)
    question = ask("Porto")
    reject_proposal(proposal_id=question, actor=person, now=now)

    assert values_of(owner, question) == {
        "Value at that time": "Lisbon",
        "Proposed value": "Hidden, because it was refused",
    }


def values_of(client, question):
    page = client.get(f"{LIST}{question}/change/").content.decode()
    return {name: value for name, value in re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page) if "alue" in name}


@pytest.fixture
def plain(home, send):
    """A memory that states the city, and waits for that."""
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="move", content="I live in Faro.")
    return send(WriteMemory(draft=draft)).proposal_id


def held_by(client, question):
    page = client.get(f"{LIST}{question}/change/").content.decode()
    return re.findall(
        r"<a href=\"([^\"]+)\">([^<]+)</a>", page.partition("<dt>Why it waits</dt>")[2].partition("</dd>")[0]
    )


def test_a_question_names_the_default_that_holds_it(owner, plain):
    assert held_by(owner, plain) == [("/admin/policies/", "The default for the field “City”")]
    assert "Why it asks" not in owner.get(f"{LIST}{plain}/change/").content.decode()


def test_a_question_names_the_rule_that_holds_it(owner, login, delegated, plain, in_home):
    with in_home():
        rule = Policy.objects.get()

    assert held_by(owner, plain) == [(f"/admin/policies/rule/{rule.id}/", "Rule 1: field “city”")]
    assert held_by(login(Role.VIEWER), plain)[0][0] == "/admin/policies/"


def test_an_instruction_is_held_by_the_field_that_its_words_state(owner, home, send):
    words = {"category": "instruction", "key": "standing_instructions", "value": "Always answer in German"}
    question = send(SetFact(draft=FactDraft(person_id=home.user_id, **words))).proposal_id

    assert held_by(owner, question) == [("/admin/policies/", "The default for the field “Language”")]


def test_a_rule_about_what_the_server_found_holds_its_questions(owner, login, home, send, in_home):
    with in_home():
        Policy.objects.create(category="tasks", trust="derived", outcome="consent", delegates_to_reviewers=True)
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="t", content="Buy milk.", category="tasks")
    server = system_actor(home.workspace_id, "extract_facts")
    question = send(WriteMemory(draft=draft), actor=server).proposal_id

    [(_url, text)] = held_by(owner, question)
    assert text.startswith("Rule 1: category “tasks”")
    page = f"{LIST}{question}/change/"
    assert "lets reviewers answer this" in login(Role.REVIEWER).get(page).content.decode()
    assert "This is about you." in owner.get(page).content.decode()


def test_one_is_held_by_the_persons_own_words_where_nothing_else_does(owner, home, send, person):
    units = {"person_id": home.user_id, "category": "preference", "key": "units"}
    send(SetFact(draft=FactDraft(value="metric", **units)), actor=person)
    question = send(SetFact(draft=FactDraft(value="imperial", **units))).proposal_id

    page = owner.get(f"{LIST}{question}/change/").content.decode()
    assert "<dt>Why it waits</dt><dd>It would change what the person said themselves</dd>" in page


def test_one_is_held_by_the_words_of_another_agent(owner, home, send, planner):
    where = {"namespace": ("memories", str(home.user_id)), "category": "goals"}
    noted = send(WriteMemory(draft=MemoryDraft(key="trip", content="Plans a trip to Rome.", **where)), actor=planner)
    question = send(ForgetMemory(memory_id=noted.memory_id)).proposal_id

    page = owner.get(f"{LIST}{question}/change/").content.decode()
    assert "<dt>Why it waits</dt><dd>The words of another agent</dd>" in page


def test_a_question_that_was_answered_is_held_by_nothing(owner, plain, person, now):
    approve_proposal(proposal_id=plain, actor=person, now=now)

    assert held_by(owner, plain) == []


def heading(client, proposal_id):
    return str(client.get(f"{LIST}{proposal_id}/change/").context["subtitle"])


def test_a_question_is_titled_by_its_field_and_value(owner, question):
    assert heading(owner, question) == "City: Lisbon"


def test_a_question_about_a_text_is_titled_by_the_text(owner, note, in_home, home):
    memory_id = note("The release is on Friday.", key="city", category="projects")
    with in_home():
        Policy.objects.create(category="projects", outcome="consent")
    seen = owner.get(f"/admin/memories/memory/{memory_id}/change/").context["edit_form"]["change_id"].value()
    edited = {"content": "The release is on Monday.", "change_id": seen}
    owner.post(f"/admin/memories/memory/{memory_id}/edit/", edited)

    with in_home():
        waiting = Proposal.objects.get()
    assert heading(owner, waiting.id) == "The release is on Monday."


def test_a_refused_question_is_titled_without_its_value(owner, ask, person, now):
    refused = ask("they/them", key="pronouns")
    reject_proposal(proposal_id=refused, actor=person, now=now)

    assert heading(owner, refused) == "Pronouns"


def test_a_decision_tells_itself_in_words(owner, question, person, now, in_home):
    reject_proposal(proposal_id=question, actor=person, now=now)
    with in_home():
        decision = Decision.objects.get()
    page = owner.get(f"/admin/consent/decision/{decision.id}/change/").content.decode()
    assert f"of {decision.proposal_id}" not in page

    assert "Refused: City" in page and "On this website, signed in" in page
    assert "(rejected)" not in page and f"{LIST}{question}/change/" in page


@pytest.fixture
def told(say, in_home):
    """A conversation of that many messages: its turns."""

    def _told(count):
        ids = say(*(f"Message {number}." for number in range(count)))
        with in_home():
            return [Turn.objects.defer("search").get(id=one) for one in ids]

    return _told


def test_the_conversation_marks_the_message_and_leads_back(owner, home, told, send):
    turn = told(3)[1]
    draft = FactDraft(person_id=home.user_id, category="identity", key="city", value="Lisbon", evidence_turn_id=turn.id)
    asked = send(SetFact(draft=draft)).proposal_id
    page = owner.get(f"{LIST}{asked}/change/").content.decode()
    address = f"/admin/conversations/session/{turn.session_id}/change/?question={asked}"

    assert f'href="{address}#meant"' in page
    response = owner.get(address)
    shown = response.content.decode()
    assert response.context["meant"].id == turn.id
    assert shown.count('id="meant"') == 1 and "Message 1." in shown.partition('id="meant"')[2].partition("</li>")[0]
    assert "“City: Lisbon”" in shown and f'href="{LIST}{asked}/change/"' in shown


def test_a_refused_question_marks_no_message(owner, home, told, send, person, now):
    turn = told(2)[1]
    draft = FactDraft(person_id=home.user_id, category="identity", key="city", value="Lisbon", evidence_turn_id=turn.id)
    asked = send(SetFact(draft=draft)).proposal_id
    reject_proposal(proposal_id=asked, actor=person, now=now)

    response = owner.get(f"/admin/conversations/session/{turn.session_id}/change/?question={asked}")
    assert response.context["meant"] is None and 'id="meant"' not in response.content.decode()


def test_a_message_far_down_is_shown_in_its_context(owner, told, monkeypatch):
    monkeypatch.setattr("interfaces.admin.activity.conversation_admin.SHOWN_MESSAGES", 4)
    turns = told(12)
    response = owner.get(f"/admin/conversations/session/{turns[9].session_id}/change/?turn={turns[9].id}")

    assert [turn.content for turn in response.context["turns"]] == [f"Message {number}." for number in range(7, 11)]
    assert response.context["is_cut"]
    assert owner.get(f"/admin/conversations/session/{turns[9].session_id}/change/?turn=nonsense").status_code == 200


def test_values_that_a_later_request_replaced_are_told(login, delegated, ask, supervisor):
    ask("Lisbon", reason="She has moved.")
    page = login(Role.REVIEWER).get(f"{LIST}{ask('Porto')}/change/").content.decode()

    assert "Asked for before" in page and "Lisbon" in page and "She has moved." in page
    assert "only the person can still choose it" in page


def test_who_asked_themselves_is_told_so_before_they_answer(login, delegated, send, home, in_home):
    asking = login(Role.ADMIN)
    staff = Membership.objects.get(account__username="the-admin").as_staff()
    send(SetFact(draft=FactDraft(person_id=home.user_id, category="identity", key="city", value="Faro")), actor=staff)
    with in_home():
        page = f"{LIST}{Proposal.objects.get().id}/change/"

    assert "You asked for this yourself." in asking.get(page).content.decode()
    assert "You asked for this yourself." not in login(Role.REVIEWER).get(page).content.decode()


def test_undoing_a_refusal_says_that_it_changes_no_memory(login, delegated, stored):
    client = login(Role.REVIEWER)

    assert "Undoing that changes no memory" in answer(client, stored(), "refuse").content.decode()


def test_the_other_fields_of_a_text_stand_below_it_in_words(owner, send, home, in_home):
    with in_home():
        Policy.objects.create(category="procedural", outcome="consent")
    namespace = ("memories", str(home.user_id))
    send(WriteMemory(draft=MemoryDraft(namespace=namespace, key="h", content="Bake slowly.", category="procedural")))
    with in_home():
        question = Proposal.objects.get()
    page = owner.get(f"{LIST}{question.id}/change/").content.decode()

    assert '<span class="hint">Category: How-to (procedural)</span>' in page


def test_the_list_of_answers_says_about_whom_and_by_whom(owner, home, question, person, now):
    approve_proposal(proposal_id=question, actor=person, now=now)
    page = owner.get("/admin/consent/decision/").content.decode().partition('id="result_list"')[2]

    assert f'href="/admin/workspaces/person/{home.user_id}/"' in page and home.username in page


def test_the_record_says_that_somebody_decided_about_their_own_request(login, home, send, in_home, delegated):
    rita = login(Role.REVIEWER, username="rita")
    draft = FactDraft(person_id=home.user_id, category="identity", key="city", value="Porto")
    send(SetFact(draft=draft), actor=Membership.objects.get(account__username="rita").as_staff())
    with in_home():
        row = Proposal.objects.get()

    answered = answer(rita, row).content.decode()

    with in_home():
        decision = Decision.objects.get()
        assert Receipt.objects.get(decision=decision).record["event"]["own_request"] is True
    told = "They decided about their own request."
    assert told in answered
    assert told in rita.get(f"/admin/consent/decision/{decision.id}/change/").content.decode()
    assert "(their own request)" in rita.get("/admin/memories/history/").content.decode()
    person = rita.get(f"/admin/workspaces/person/{home.user_id}/").content.decode()
    assert "Asked for and approved by rita themselves" in person


def test_a_reason_that_ends_with_a_full_stop_gets_no_second_one(owner, ask, delegated):
    ask("Lisbon", reason="She goes there often.")
    question = ask("Porto")
    page = owner.get(f"{LIST}{question}/change/").content.decode()

    assert "She goes there often. A later request took its place" in page and ".." not in page.partition("<main")[2]


@pytest.mark.parametrize("verdict", ["approve", "refuse"])
def test_an_answer_in_the_history_leads_to_its_question_and_person(login, owner, question, stored, delegated, verdict):
    answer(login(Role.REVIEWER), stored(), verdict)
    page = owner.get("/admin/memories/history/?event__exact=CONSENT").content.decode()

    assert f'href="/admin/consent/proposal/{question}/change/"' in page
    assert f'href="/admin/workspaces/person/{stored().person_id}/"' in page


@pytest.fixture
def bob(home, in_home):
    """Somebody remembered, whose login is switched off."""
    with in_home():
        bob = Person.objects.create(name="Bob")
    account = Account.objects.create_user("bob", is_active=False)
    Membership.objects.create(account=account, workspace_id=home.workspace_id, role=Role.PERSON, person_id=bob.id)
    return bob


@pytest.fixture
def removal(bob, send, in_home, act):
    """Staff want to forget a text that states a city by its key alone; also what the page says then."""

    def _removal():
        of_bob = Actor(ActorKind.PERSON, bob.workspace_id, uuid4(), "Bob", person_id=bob.id)
        draft = MemoryDraft(namespace=("memories", str(bob.id)), key="city", content="Faro")
        memory_id = send(WriteMemory(draft=draft), actor=of_bob).memory_id
        said = act("memories/memory", "forget", memory_id).content.decode()
        with in_home():
            return Proposal.objects.get(), said

    return _removal


def pages_about(client, question):
    """The question's page, the list and the person's page."""
    person = f"/admin/workspaces/person/{question.person_id}/"
    return [client.get(page).content.decode() for page in (f"{LIST}{question.id}/change/", LIST, person)]


def test_a_removal_that_nobody_can_answer_says_why_everywhere(owner, removal):
    question, said = removal()
    page, listed, person = pages_about(owner, question)

    assert "1 change is awaiting approval." in said and "the person cannot sign in, and no policy lets" in said
    assert "login is switched off, and no policy lets reviewers answer this." in page
    assert "Nobody yet" in listed and "Nobody yet" in person
    assert all("fact_key=city&amp;outcome=consent" in html for html in (page, person))


def test_a_rule_for_its_field_lets_reviewers_answer_a_removal(owner, delegated, removal):
    question, said = removal()
    page, listed, person = pages_about(owner, question)

    assert "Nobody can answer" not in said and "Nobody yet" not in listed + person
    assert "A policy lets reviewers answer this" in page and "Why it waits" in page
    assert '<td data-label="Who may answer">Reviewers</td>' in person
    answer(owner, question)
    assert "– (was forgotten)" in owner.get(f"{LIST}{question.id}/change/").content.decode()


def test_a_removal_reads_as_one(owner, removal):
    question, _said = removal()
    pages = pages_about(owner, question)

    assert ": Forget “Faro”?</h2>" in pages[0] and "– (would be forgotten)" in pages[0]
    assert all("Forget “Faro”?" in html for html in pages)


def test_the_list_says_who_may_answer(owner, delegated, question):
    assert "The person, reviewers" in owner.get(LIST).content.decode()


def table_of(page):
    """Without the filters, which name every state."""
    return page.partition('id="result_list"')[2].partition("</table>")[0]


def test_a_value_that_a_newer_question_offers_is_not_called_gone(owner, ask):
    older, newer = ask("Lisbon"), ask("Porto")
    listed, page = (owner.get(path).content.decode() for path in (LIST, f"{LIST}{older}/change/"))

    assert "Asked in a newer question" in table_of(listed) and "Replaced by a newer request" not in table_of(listed)
    assert "The person can still choose this value." in page and f'href="{LIST}{newer}/change/">Open the newer' in page


def test_what_was_replaced_before_the_answer_is_called_so(owner, ask, person, now):
    ask("Lisbon")
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)

    table = table_of(owner.get(LIST).content.decode())
    assert "Replaced by a newer request" in table and "Asked in a newer question" not in table


def test_an_empty_list_says_how_questions_come_about(owner):
    page = owner.get(LIST).content.decode()

    assert 'href="/admin/policies/">See the policies</a>' in page
    assert "the person is asked first" in page and "they are listed here" not in page


def choose(client, action, *ids):
    form = {"action": action, "_selected_action": [str(one) for one in ids]}
    return html.unescape(client.post(LIST, form, follow=True).content.decode())


def test_a_reviewer_answers_several_at_once(login, question, delegated, ask, stored, cities_of, home, in_home):
    with in_home():
        Policy.objects.create(fact_key="preferred_name", outcome="consent", delegates_to_reviewers=True)
    other, pronouns = ask("Ana B.", key="preferred_name"), ask("she", key="pronouns")
    reviewer = login(Role.REVIEWER)
    assert "Approve selected" in reviewer.get(LIST).content.decode()

    page = choose(reviewer, "approve", question, other, pronouns)

    assert (
        re.search("2 questions approved: [^.]*Ana, “City: Lisbon”", page)
        and "The record says that a reviewer did." in page
    )
    assert "Not answered: Ana, “Ana B.”" not in page
    assert re.search(r"Not answered: Ana, “[^”]*[^.”]”: no policy lets reviewers answer it\.", page)
    assert "Make a rule for it" not in page
    assert cities_of() == ["Lisbon"]
    with in_home():
        assert {row.state for row in Proposal.objects.filter(id__in=[question, other])} == {"approved"}
        assert Proposal.objects.get(id=pronouns).state == "pending"


def test_an_admin_is_led_to_the_rule_that_would_let_reviewers_answer(login, home, ask):
    page = choose(login(Role.ADMIN), "approve", ask("she", key="pronouns"))

    link = "/admin/policies/rule/?fact_key=pronouns&outcome=consent&delegates_to_reviewers=on"
    link = f"{link}&person={home.user_id}"
    assert f'<a class="underline" href="{link}">Make a rule for it</a>' in page


def test_what_was_answered_at_once_is_undone_from_the_message(
    login, question, delegated, ask, stored, cities_of, in_home
):
    with in_home():
        Policy.objects.create(fact_key="preferred_name", outcome="consent", delegates_to_reviewers=True)
    reviewer = login(Role.REVIEWER)
    page = choose(reviewer, "approve", question, ask("Ana B.", key="preferred_name"))
    undo = re.search(r'href="([^"]+)">Undo</a>', page)[1]

    asked = reviewer.get(undo)
    assert "Undo 2 answers?" in asked.content.decode() and "City: Lisbon" in asked.content.decode()
    ids = [str(row.id) for row, _text in asked.context["rows"]]
    assert login(Role.VIEWER).post(asked.context["address"], {"id": ids}).status_code == 403
    done = reviewer.post(asked.context["address"], {"id": ids}, follow=True).content.decode()

    assert "Undone. 2 questions wait again." in done and (stored().state, cities_of()) == ("pending", [])
    assert "There is no answer to undo." in reviewer.get(undo, follow=True).content.decode()


def test_or_refuses_them(login, question, delegated, stored, cities_of):
    reviewer = login(Role.REVIEWER)
    page = choose(reviewer, "refuse", question)
    assert "1 question refused: Ana, “City”." in page and "Lisbon" not in page.partition("1 question refused")[2][:300]
    assert (stored().state, cities_of()) == ("rejected", [])
    assert ": it is already closed." in choose(reviewer, "refuse", question)


def test_of_those_that_are_closed_that_is_said_also_where_they_are_about_oneself(owner, ask, person, now):
    closed = [ask("Lisbon"), ask("she", key="pronouns")]
    for one in closed:
        reject_proposal(proposal_id=one, actor=person, now=now)

    page = choose(owner, "approve", *closed)

    links = [
        f'<a class="underline" href="{LIST}{one}/change/">Ana, “{name}”</a>'
        for one, name in zip(reversed(closed), ("Pronouns", "City"), strict=True)
    ]
    assert f"Not answered: {', '.join(links)}. Of each: it is already closed." in page
    assert "it is about you" not in page


def test_of_several_values_one_is_chosen_on_the_page(login, question, delegated, rival, cities_of):
    reviewer = login(Role.REVIEWER)
    page = choose(reviewer, "approve", question, rival.id)
    assert page.count("several values compete (2 requests)") == 1 and cities_of() == []
    link = re.search(r'several values compete[^<]*<a class="underline" href="([^"]+)">Open the question</a>', page)[1]
    assert "Several values compete." in reviewer.get(link).content.decode()


def test_what_competes_is_read_in_one_query(question, rival, in_home, django_assert_num_queries):
    with in_home(), django_assert_num_queries(1):
        assert competitors(Proposal.objects.all()) == {question: [rival.id], rival.id: [question]}


def test_several_allergies_do_not_compete(login, home, send, in_home):
    with in_home():
        Policy.objects.create(fact_key="allergies", outcome="consent", delegates_to_reviewers=True)
    for number, thing in enumerate(("penicillin", "sesame", "walnuts")):
        draft = MemoryDraft(
            namespace=("memories", str(home.user_id)), key=f"note {number}", content=f"Ana is allergic to {thing}."
        )
        send(WriteMemory(draft=draft, excise=True))
    with in_home():
        ids = list(Proposal.objects.values_list("id", flat=True))
    reviewer = login(Role.REVIEWER)
    page = reviewer.get(f"{LIST}{ids[0]}/change/").content.decode()

    assert "Several values compete" not in page and "These ask about the same field" not in page
    assert "3 questions approved: " in choose(reviewer, "approve", *ids)


def test_of_a_question_under_a_rule_that_rule_is_opened(owner, send, in_home):
    with in_home():
        rule = Policy.objects.create(fact_key="pronouns", outcome="consent")
        bob = Person.objects.create(name="Bob")
    draft = FactDraft(person_id=bob.id, category="identity", key="pronouns", value="he")
    question = send(SetFact(draft=draft)).proposal_id
    page = owner.get(f"{LIST}{question}/change/").content.decode()
    address = f"/admin/policies/rule/{rule.id}/?delegates_to_reviewers=on"

    assert f'<a href="{address}&amp;question={question}">Let reviewers answer for everybody</a>' in page
    assert owner.get(address).context["form"]["delegates_to_reviewers"].value() is True


def test_once_a_rule_is_saved_one_is_back_at_the_question_that_it_was_opened_from(owner, asked_of_two):
    _bob, of_bob, _of_eve = asked_of_two
    page = html.unescape(owner.get(f"{LIST}{of_bob}/change/").content.decode())
    address = re.search(r'href="([^"]+)">Let reviewers answer for Bob alone', page)[1]
    form = owner.get(address).context["form"]
    given = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}

    saved = owner.post(address, given | {"save": "1"})

    assert saved.url == f"{LIST}{of_bob}/change/"
    told = owner.get(saved.url).content.decode()
    assert "Saved. It applies to new requests about that person alone" in told and 'value="approve"' in told


@pytest.fixture
def asked_of_two(in_home, send):
    """The ids of Bob and of the questions about his and Eve's city."""
    with in_home():
        bob, eve = (Person.objects.create(name=name).id for name in ("Bob", "Eve"))
    drafts = [FactDraft(person_id=one, category="identity", key="city", value="Faro") for one in (bob, eve)]
    return bob, *(send(SetFact(draft=draft)).proposal_id for draft in drafts)


def test_reviewers_are_let_answer_for_one_person_alone_unless_all_are_chosen(owner, login, asked_of_two, in_home):
    bob, of_bob, of_eve = asked_of_two
    page = html.unescape(owner.get(f"{LIST}{of_bob}/change/").content.decode())
    address = "/admin/policies/rule/?fact_key=city&outcome=consent&delegates_to_reviewers=on"
    assert f'<a href="{address}&person={bob}&question={of_bob}">Let reviewers answer for Bob alone</a>' in page
    assert f'<a href="{address}&question={of_bob}">Let reviewers answer for everybody</a>' in page
    form = owner.get(f"{address}&person={bob}")
    assert form.context["form"]["person"].value() == str(bob)
    assert "This rule holds for the chosen person alone." in form.content.decode()

    rule = {"fact_key": "city", "outcome": "consent", "delegates_to_reviewers": "on", "position": "1", "save": "1"}
    saved = owner.post("/admin/policies/rule/", rule | {"person": str(bob)}, follow=True).content.decode()
    assert "about that person alone" in saved
    assert "field “city”, about Bob alone" in owner.get("/admin/policies/").content.decode()
    reviewer = login(Role.REVIEWER)
    pages = [reviewer.get(f"{LIST}{one}/change/").content.decode() for one in (of_bob, of_eve)]
    assert [">Approve</button>" in one for one in pages] == [True, False]


def test_a_rule_about_one_person_names_them_on_its_row(owner, asked_of_two, in_home):
    with in_home():
        rule = Policy.objects.create(fact_key="city", outcome="consent", about_person_id=asked_of_two[0])
    page = owner.get(f"/admin/consent/policy/{rule.id}/change/").content.decode()

    assert re.search(r"About</label>.*?>Bob</a>", page, re.DOTALL) and f">{asked_of_two[0]}<" not in page


def test_a_rule_about_one_person_ends_with_them(owner, home, asked_of_two, in_home):
    bob = asked_of_two[0]
    with in_home():
        Policy.objects.create(fact_key="city", outcome="consent", about_person_id=bob)
    owner.post(f"/admin/workspaces/person/{bob}/erase/", {"confirmation": "Bob", "password": home.password})

    with in_home():
        assert not Policy.objects.exists()


def test_who_only_reads_is_offered_no_answer(login, question, delegated, stored):
    viewer = login(Role.VIEWER)
    assert "Approve selected" not in viewer.get(LIST).content.decode()
    choose(viewer, "approve", question)
    assert stored().state == "pending"


def test_after_an_answer_the_next_question_is_offered(login, question, delegated, ask, stored, in_home):
    with in_home():
        Policy.objects.create(fact_key="preferred_name", outcome="consent", delegates_to_reviewers=True)
    other = ask("Ana B.", key="preferred_name")
    page = answer(login(Role.REVIEWER), stored()).content.decode()
    assert f'href="{LIST}{other}/change/">Next question (1 waits)</a>' in page


def test_an_answer_has_a_receipt_without_values(owner, ask, person, now, in_home, outsider):
    question = ask("Lisbon")
    address = f"{LIST}{question}/receipt.json"
    assert owner.get(address).status_code == 404
    approve_proposal(proposal_id=question, actor=person, now=now)
    with in_home():
        decision = Decision.objects.get(proposal_id=question)

    for page in (f"proposal/{question}", f"decision/{decision.id}"):
        assert f'href="{address}" download' in owner.get(f"/admin/consent/{page}/change/").content.decode()
    (answer,) = owner.get(address).json()["answers"]
    assert answer["signature"]["value"] and answer["disclosure"] is None and "Lisbon" not in json.dumps(answer)
    assert outsider.get(address).status_code == 404


@pytest.fixture
def refuse_after_all(person, now, in_home):
    def _refuse(question):
        """Approve it, undo that, and refuse it as it is asked anew."""
        approve_proposal(proposal_id=question, actor=person, now=now)
        withdraw_decision(proposal_id=question, actor=person, now=now, reopen=True)
        with in_home():
            shown_hash = Proposal.objects.get(id=question).shown_hash
        reject_proposal(proposal_id=question, actor=person, now=now, shown_hash=shown_hash)

    return _refuse


@pytest.fixture
def refused_after_all(person, ask, now, refuse_after_all):
    """The memory of a city that was approved, undone, and refused then."""
    memory_id = approve_proposal(proposal_id=ask("Braga"), actor=person, now=now).memory_id
    refuse_after_all(ask("Lisbon"))
    return memory_id


@pytest.mark.parametrize(
    "page",
    [
        "/admin/memories/history/",
        "/admin/memories/memory/",
        "/admin/memories/memory/{memory}/change/",
        "/admin/memories/memoryversion/",
        "/admin/memories/fact/",
        "/admin/memories/chunk/",
        LIST,
    ],
)
def test_staff_read_a_value_nowhere_that_was_refused_after_an_approval(owner, refused_after_all, page):
    told = owner.get(page.format(memory=refused_after_all)).content.decode()

    assert "Lisbon" not in told
    assert "Braga" in told or page == LIST


def test_what_was_hidden_says_so_in_the_log_and_among_the_versions(owner, refused_after_all):
    log = owner.get("/admin/memories/history/").content.decode()
    versions = owner.get(f"/admin/memories/memory/{refused_after_all}/change/").content.decode()

    assert "City: Braga → Hidden, because it was refused" in log
    assert "Hidden, because it was refused" in versions and "Restore version 2" not in versions


@pytest.mark.parametrize("place", ["/admin/memories/history/", "/admin/memories/memory/", LIST])
def test_a_refused_value_finds_nothing(owner, refused_after_all, place):
    assert owner.get(place, {"q": "Lisbon"}).context["cl"].result_count == 0


def test_a_value_that_waits_finds_its_question(owner, question):
    assert owner.get(LIST, {"q": "lisb"}).context["cl"].result_count == 1


def test_a_first_value_that_was_undone_and_refused_is_hidden_on_its_memory(owner, question, refuse_after_all, in_home):
    refuse_after_all(question)
    with in_home():
        memory = Memory.objects.get(key__startswith="fact:")

    pages = [owner.get(one) for one in (f"/admin/memories/memory/{memory.id}/change/", "/admin/memories/memory/")]
    assert all("Lisbon" not in page.content.decode() for page in pages)
    assert owner.get("/admin/memories/memory/", {"q": "Lisbon"}).context["cl"].result_count == 0


def test_a_question_that_reviewers_may_answer_in_part_says_what_is_missing(owner, bob, send, delegated, in_home, act):
    of_bob = Actor(ActorKind.PERSON, bob.workspace_id, uuid4(), "Bob", person_id=bob.id)
    draft = MemoryDraft(
        namespace=("memories", str(bob.id)), key="me", content="I live in Faro. My language is Portuguese."
    )
    act("memories/memory", "forget", send(WriteMemory(draft=draft), actor=of_bob).memory_id)
    with in_home():
        question = Proposal.objects.get()

    page = owner.get(f"{LIST}{question.id}/change/").content.decode()

    assert "Reviewers may answer: city. What no rule lets them answer:" in page
    assert "fact_key=language&amp;outcome=consent" in page and page.count("Let reviewers answer</a>") == 1


def test_what_nobody_is_asked_says_why_and_counts_nowhere(owner, question, in_home):
    with in_home():
        Proposal.objects.update(is_muted=True)

    page = owner.get(f"{LIST}{question}/change/").content.decode()
    assert "Nobody is asked this, and no number counts it" in page and "Only the person can answer" not in page
    menu = re.search(r'href="(/admin/consent/proposal/[^"]+)"', owner.get("/admin/").content.decode())[1]
    assert owner.get(menu).context["cl"].result_count == 0

    with in_home():
        Proposal.objects.update(is_muted=False, expires_at="2020-01-01T00:00:00Z")
    assert "Its time is over" in owner.get(f"{LIST}{question}/change/").content.decode()
