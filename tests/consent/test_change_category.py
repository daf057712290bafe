"""A memory is filed under another category: its text stays, the person is asked where a policy says so."""

import pytest

from consent.changes import from_json
from consent.changes.category import ChangeCategory
from consent.gate import submit
from consent.models import Policy, Proposal
from consent.outcomes import Applied, Queued, Refusal, Refused
from consent.proposals.decide import approve_proposal, reject_proposal
from consent.proposals.errors import NotPending, NotShown
from consent.proposals.withdraw import withdraw_decision
from memories.models import History, Memory
from workspaces import scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def note(write):
    """The id of a memory under `tasks`."""
    return write(category="tasks").memory_id


@pytest.fixture
def file_under(supervisor, now):
    def _file(memory_id, category, *, actor=supervisor, **fields):
        return submit(ChangeCategory(memory_id=memory_id, category=category, **fields), actor=actor, now=now)

    return _file


@pytest.fixture
def asking(home):
    """A policy by which the person is asked about what goes to `goals`."""
    with scope.enter(home.workspace_id):
        return Policy.objects.create(outcome="consent", category="goals")


@pytest.fixture
def approve(person, now):
    return lambda asked: approve_proposal(proposal_id=asked.proposal_id, actor=person, now=now)


@pytest.fixture
def withdraw(person, now):
    return lambda asked, **more: withdraw_decision(proposal_id=asked.proposal_id, actor=person, now=now, **more)


@pytest.fixture
def get(home):
    def _get(memory_id):
        with scope.enter(home.workspace_id):
            return Memory.objects.select_related("current").get(id=memory_id)

    return _get


@pytest.fixture
def question(home):
    def _question(asked):
        with scope.enter(home.workspace_id):
            return Proposal.objects.get(id=asked.proposal_id)

    return _question


def test_a_memory_is_filed_under_another_category(note, file_under, get):
    assert file_under(note, "goals") == Applied(note, 1, "UPDATE")
    memory = get(note)
    assert (memory.category, memory.version, memory.current.content) == ("goals", 1, "The release is on Friday.")


def test_history_tells_both_categories(home, note, file_under):
    file_under(note, "goals")
    with scope.enter(home.workspace_id):
        row = History.objects.order_by("id").last()
    assert (row.category, row.meta) == ("goals", {"fields": ["category"], "former_category": "tasks"})


def test_the_same_category_changes_nothing(note, file_under, asking):
    file_under(note, "tasks")
    assert file_under(note, "tasks").event is None


def test_what_is_filed_so_already_asks_nobody(write, person, file_under, asking):
    assert file_under(write(category="goals", actor=person).memory_id, "goals").event is None


def test_a_memory_out_of_sight_is_not_found(note, file_under, stranger, get):
    assert file_under(note, "goals", actor=stranger).reason is Refusal.NOT_FOUND
    assert get(note).category == "tasks"


def test_an_agent_without_the_new_category_is_refused(note, file_under, planner, get):
    refused = file_under(note, "preferences", actor=planner)
    assert (refused.reason, refused.category) == (Refusal.FORBIDDEN, "preferences")
    assert get(note).category == "tasks"


def test_for_an_agent_without_the_old_category_there_is_no_such_memory(write, file_under, planner):
    hidden = write(category="preferences").memory_id
    assert file_under(hidden, "goals", actor=planner).reason is Refusal.NOT_FOUND


def test_a_fact_keeps_the_category_of_its_field(set_fact, person, file_under):
    fact = set_fact("identity", "city", "Faro", actor=person).memory_id
    assert file_under(fact, "goals").reason is Refusal.INVALID


def test_where_a_policy_says_so_the_person_is_asked(note, file_under, asking, get, question):
    asked = file_under(note, "goals", reason="It is a goal.")
    assert isinstance(asked, Queued) and get(note).category == "tasks"
    row = question(asked)
    text = "The release is on Friday.\n\nCategory: "
    assert (row.field, row.old_value, row.new_value) == ("category of note", f"{text}tasks", f"{text}goals")


def test_the_person_themselves_is_not_asked(note, file_under, asking, person):
    assert isinstance(file_under(note, "goals", actor=person), Applied)


def test_what_the_workspace_never_keeps_there_is_refused(home, note, file_under):
    with scope.enter(home.workspace_id):
        Policy.objects.create(outcome="never", category="goals")
    assert file_under(note, "goals").reason is Refusal.NEVER


def test_an_approved_question_is_applied(note, file_under, asking, approve, get):
    assert approve(file_under(note, "goals")).event == "UPDATE"
    assert get(note).category == "goals"


def test_a_refused_one_is_not_asked_again(note, file_under, asking, person, now, get):
    asked = file_under(note, "goals")
    reject_proposal(proposal_id=asked.proposal_id, actor=person, now=now)
    again = file_under(note, "goals")
    assert isinstance(again, Refused) and again.reason is Refusal.REFUSED_BEFORE
    assert get(note).category == "tasks"


def test_the_question_is_applied_as_it_was_stored(note, file_under, asking, question):
    asked = file_under(note, "goals", reason="It is a goal.")
    stored = question(asked).change
    assert from_json(stored) == ChangeCategory(memory_id=note, category="goals", reason="It is a goal.")


def test_a_stored_form_loads_again():
    stored = {"type": "change_category", "memory_id": "00000000-0000-0000-0000-000000000001", "category": "goals"}
    change = from_json(stored)
    assert isinstance(change, ChangeCategory)
    assert change.model_dump(mode="json", exclude_defaults=True) | {"type": change.type} == stored


def test_a_question_about_the_text_waits_beside_it(home, write, file_under, asking, note):
    write("User lives in Lisbon.", category="goals")
    file_under(note, "goals")
    with scope.enter(home.workspace_id):
        assert {row.field for row in Proposal.objects.pending()} == {"note", "category of note"}


def test_a_question_is_shown_anew_where_the_category_has_changed(note, file_under, asking, person, approve, question):
    asked = file_under(note, "goals")
    file_under(note, "event", actor=person)
    with pytest.raises(NotShown):
        approve(asked)
    assert question(asked).old_value.endswith("Category: event")


def test_a_question_that_was_overtaken_is_closed(note, file_under, asking, person, approve, question):
    asked = file_under(note, "goals")
    file_under(note, "goals", actor=person)
    with pytest.raises(NotPending):
        approve(asked)
    assert question(asked).state == "stale"


def test_withdrawing_the_answer_undoes_it(note, file_under, asking, approve, withdraw, get):
    asked = file_under(note, "goals")
    approve(asked)
    taken = withdraw(asked)
    assert (taken.state, taken.undone.event, get(note).category) == ("withdrawn", "UPDATE", "tasks")


def test_undone_it_may_wait_again(note, file_under, asking, approve, withdraw, get):
    asked = file_under(note, "goals")
    approve(asked)
    assert (withdraw(asked, reopen=True).state, get(note).category) == ("pending", "tasks")


def test_a_category_that_has_changed_again_since_stays(note, file_under, asking, person, approve, withdraw, get):
    asked = file_under(note, "goals")
    approve(asked)
    file_under(note, "event", actor=person)
    assert (withdraw(asked).undone, get(note).category) == (None, "event")
