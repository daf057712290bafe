"""Tasks: their transitions, versions and access, where the actions decide them (003, R27)."""

from datetime import timedelta
from uuid import uuid4

import pytest
from pydantic import ValidationError

from conversations.access import ChangedMeanwhile, NotAllowed, UnknownPerson
from conversations.actions.sessions import UnknownSession, open_session
from conversations.actions.tasks import ForbiddenTransition, UnknownTask, WrongVersion, create_task, update_task
from conversations.drafts import TaskChange, TaskDraft
from conversations.models import Task
from conversations.models.task import FOLLOWING, TaskStatus
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.models import Grant, Person

pytestmark = pytest.mark.django_db
ENDED = [TaskStatus.COMPLETED, TaskStatus.FAILED, TaskStatus.CANCELLED]
SECRET = "AKIAIOSFODNN7EXAMPLE"


@pytest.fixture
def create(home, supervisor, now):
    def _create(*, actor=supervisor, task_id=None, namespace=None, **fields):
        draft = TaskDraft(namespace=namespace or ("memories", str(home.user_id)), **fields)
        return create_task(draft, task_id=task_id or uuid4(), actor=actor, now=now)

    return _create


@pytest.fixture
def update(supervisor, now):
    def _update(task, *, actor=supervisor, version=None, expected=None, at=now, **fields):
        change = TaskChange(**fields)
        return update_task(change, task_id=task.id, actor=actor, now=at, version=version, expected_change_id=expected)

    return _update


@pytest.fixture
def stored(home):
    def _stored(task):
        with scope.enter(home.workspace_id):
            return Task.objects.get(id=task.id)

    return _stored


def test_an_existing_id_returns_the_first_task(create):
    first, is_new = create(title="Book a room")
    again, is_new_again = create(task_id=first.id, title="Another title")
    assert (is_new, is_new_again, again.title) == (True, False, "Book a room")


def test_a_task_can_begin_in_any_status(create):
    for status in TaskStatus:
        assert create(status=status)[0].status == status


@pytest.mark.parametrize("ended", ENDED)
def test_an_ended_task_stays_ended(create, update, ended):
    task, _ = create(status=ended)
    for status in set(TaskStatus) - {ended}:
        with pytest.raises(ForbiddenTransition):
            update(task, status=status)


def test_only_work_in_progress_can_be_completed():
    assert [status for status, following in FOLLOWING.items() if TaskStatus.COMPLETED in following] == ["in_progress"]


def test_a_refused_transition_changes_no_other_field(create, update, stored):
    task, _ = create(title="Old", status=TaskStatus.COMPLETED)
    with pytest.raises(ForbiddenTransition, match="completed cannot become pending"):
        update(task, title="New", status=TaskStatus.PENDING)
    assert (stored(task).title, stored(task).version) == ("Old", 1)


def test_an_ended_task_can_still_be_renamed(create, update):
    task, _ = create(title="Old", status=TaskStatus.FAILED)
    assert update(task, title="New").title == "New"


def test_a_change_advances_version_tag_and_time(create, update, stored, now):
    task, _ = create(title="Old")
    later = now + timedelta(minutes=1)
    update(task, title="New", at=later)
    changed = stored(task)
    assert (changed.version, changed.updated_at, changed.created_at) == (2, later, now)
    assert changed.change_id != task.change_id


def test_a_change_without_difference_keeps_version_and_tag(create, update, stored, now):
    task, _ = create(title="Same", state={"step": 1})
    update(task, title="Same", state={"step": 1}, status=TaskStatus.PENDING, at=now + timedelta(minutes=1))
    assert (stored(task).version, stored(task).change_id, stored(task).updated_at) == (1, task.change_id, now)


def test_state_is_replaced_as_a_whole_and_untouched_fields_stay(create, update):
    task, _ = create(title="Trip", state={"city": "Lisbon", "nights": 3})
    changed = update(task, state={"city": "Porto"})
    assert (changed.state, changed.title, changed.status) == ({"city": "Porto"}, "Trip", TaskStatus.PENDING)


def test_an_outdated_version_is_refused(create, update):
    task, _ = create(title="Old")
    update(task, title="New", version=1)
    with pytest.raises(WrongVersion, match="at version 2, not 1"):
        update(task, title="Newer", version=1)


def test_an_outdated_change_id_is_refused_before_the_version(create, update):
    task, _ = create(title="Old")
    update(task, title="New", expected=task.change_id)
    with pytest.raises(ChangedMeanwhile):
        update(task, title="Newer", expected=task.change_id, version=7)


def test_secrets_are_redacted_in_titles_and_nested_states(create, update, stored):
    task, _ = create(title=f"Use {SECRET}", state={"deep": [{"note": SECRET}]})
    update(task, state={"other": {"api_key": "hX7-qPz9-LmN4-vB2k-Wq8t"}})
    assert SECRET not in stored(task).title
    assert "hX7-qPz9-LmN4-vB2k-Wq8t" not in str(stored(task).state)
    again, _ = create(state={"deep": [{"note": SECRET}]})
    assert SECRET not in str(stored(again).state)


def test_a_session_has_to_be_of_the_same_person(home, create, supervisor, now):
    with scope.enter(home.workspace_id):
        ben = Person.objects.create(name="Ben")
    session, _ = open_session(person_id=ben.id, actor=supervisor, now=now)
    assert create(namespace=("memories", str(ben.id)), session_id=session.id)[0].session_id == session.id
    with pytest.raises(UnknownSession):
        create(session_id=session.id)
    with pytest.raises(UnknownSession):
        create(namespace=("shared", "team"), session_id=session.id)


def test_an_unknown_person_has_no_tasks(create):
    with pytest.raises(UnknownPerson):
        create(namespace=("memories", str(uuid4())))
    with pytest.raises(NotAllowed):
        create(namespace=("memories", "not-an-id"))


@pytest.mark.parametrize("namespace", [(), ("shared",), ("shared", ""), ("shared", "x" * 300)])
def test_a_namespace_has_to_be_valid(namespace):
    with pytest.raises(ValidationError):
        TaskDraft(namespace=namespace)


def test_a_person_being_erased_gets_no_more_changes(home, create, update, now):
    task, _ = create()
    with scope.enter(home.workspace_id):
        Person.objects.filter(id=home.user_id).update(erasure_asked_at=now)
    with pytest.raises(UnknownPerson):
        update(task, title="New")
    with pytest.raises(UnknownPerson):
        create()


def test_an_agent_needs_the_category_tasks(home, create, planner, now):
    assert create(actor=planner)[1]
    researcher = authenticate_key(home.api_keys["researcher"], now=now)
    with pytest.raises(NotAllowed) as refused:
        create(actor=researcher)
    assert refused.value.category == "tasks"


def test_a_grant_for_reading_alone_changes_nothing(home, create, update, now):
    task, _ = create(title="Old")
    with scope.enter(home.workspace_id):
        Grant.objects.update(can_write=False)
    planner = authenticate_key(home.api_keys["planner"], now=now)
    with pytest.raises(NotAllowed, match="write there"):
        update(task, actor=planner, title="New")
    with pytest.raises(NotAllowed):
        create(actor=planner)


def test_a_ceiling_below_internal_hides_tasks(home, create, update, now):
    task, _ = create()
    with scope.enter(home.workspace_id):
        Grant.objects.update(ceiling="public")
    planner = authenticate_key(home.api_keys["planner"], now=now)
    with pytest.raises(UnknownTask):
        update(task, actor=planner, title="New")
    with scope.enter(home.workspace_id):
        assert not Task.objects.visible_to(planner, now=now).exists()


def test_a_stranger_finds_no_task(create, update, stranger):
    task, _ = create()
    with pytest.raises(UnknownTask):
        update(task, actor=stranger, title="New")
