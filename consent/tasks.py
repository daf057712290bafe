"""Tasks are working state and do not pass the gate. Like memories, shared ones may not state a person's sensitive
fields, and other agents do not see what the person has not agreed to."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db.models import Q

from consent.detection.json_values import BESIDE_CHARACTERS, codes_beside, is_number, name_readings
from consent.detection.statements import discloses_to_all, is_known, known_values
from consent.detection.texts import texts_of_task
from conversations.access import NotAllowed, check_may_write_tasks
from conversations.actions.tasks import create_task, update_task
from conversations.drafts import TaskChange, TaskDraft
from conversations.models import Task
from conversations.withheld_spans import MARK, without
from conversations.withheld_texts import WithheldTexts
from providers import statements
from providers.statements import Statement
from workspaces import scope
from workspaces.actors import Actor
from workspaces.namespaces import MEMORIES, to_path

STATE_CHARACTERS = 4_000  # how many of a state are read for other agents
WITHHELD_PART = (
    "Something in the {name} of this task is withheld from you, and would be lost: the agent that began it, the person "
    "and staff replace it. Leave {name} out, or begin a task of your own."
)


class DisclosesPersonalData(Exception):
    """The text of a shared task states a sensitive field of a person."""

    def __init__(self) -> None:
        super().__init__("What is sensitive about a person is kept in their own namespace only.")


def begin_task(draft: TaskDraft, *, task_id: UUID, actor: Actor, now: datetime) -> tuple[Task, bool]:
    """Create a task. Raises as `create_task` does, and DisclosesPersonalData for a shared one."""
    if draft.namespace[0] != MEMORIES:
        texts = list(texts_of_task(draft.title, draft.state, namespace=draft.namespace))
        with scope.enter(actor.workspace_id):
            check_may_write_tasks(actor, person_id=None, path=to_path(draft.namespace), now=now)
            _check_shared(texts)
    return create_task(draft, task_id=task_id, actor=actor, now=now)


def change_task(
    change: TaskChange,
    *,
    task_id: UUID,
    actor: Actor,
    now: datetime,
    version: int | None = None,
    expected_change_id: UUID | None = None,
) -> Task:
    """Update a task. Raises as `update_task` does, and DisclosesPersonalData as `begin_task` does.

    A new title or state is read together with the one that stays. The actor cannot replace one of which a part is
    withheld from it; sent back unchanged, it stays.
    """
    if change.title is not None or change.state is not None:
        with scope.enter(actor.workspace_id):
            change = _checked(change, task_id, actor, now)
    return update_task(
        change, task_id=task_id, actor=actor, now=now, version=version, expected_change_id=expected_change_id
    )


def _checked(change: TaskChange, task_id: UUID, actor: Actor, now: datetime) -> TaskChange:
    """Check the change of a shared task or of another agent's; the actor's own tasks need no check."""
    checked = Q(person_id__isnull=True)
    if actor.is_agent:
        checked |= ~Q(agent_id=actor.id)
    task = Task.objects.visible_to(actor, now=now).filter(checked, id=task_id).first()
    if task is None:
        return change
    check_may_write_tasks(actor, person_id=task.person_id, path=task.namespace_path, now=now)
    if task.person_id is not None:
        return _without_withheld(change, task, actor, now)
    title = task.title if change.title is None else change.title
    _check_shared(list(texts_of_task(title, task.state if change.state is None else change.state)))
    return change


def _without_withheld(change: TaskChange, task: Task, actor: Actor, now: datetime) -> TaskChange:
    """Return the change without title or state that are partly withheld and were sent back unchanged. Raises
    NotAllowed."""
    redactor = TaskRedactor([task], actor=actor, now=now)
    shown = {"title": redactor.title(task), "state": redactor.state(task)}
    withheld = {name for name, value in shown.items() if value != getattr(task, name)}
    for name in withheld:
        if getattr(change, name) not in (None, shown[name]):
            raise NotAllowed(WITHHELD_PART.format(name=name))
    return change.model_copy(update=dict.fromkeys(withheld))


def _check_shared(texts: list[str]) -> None:
    if discloses_to_all(texts):
        raise DisclosesPersonalData


class TaskRedactor:
    """Redacts titles and states of other agents' tasks for one reader: without values that need consent, whether the
    person was asked or not. In the entered scope."""

    def __init__(self, tasks: Iterable[Task], *, actor: Actor, now: datetime) -> None:
        self._may_read_all = not actor.is_agent
        people = {task.person_id for task in tasks if task.person_id}
        self._withheld = WithheldTexts.for_reader(actor, people)
        self._known = {one: known_values(one, actor=actor, now=now) for one in people if actor.is_agent}

    def title(self, task: Task) -> str:
        return self._redacted(task.title, task.person_id)

    def state(self, task: Task) -> Any:
        return self._part(task.state, task.person_id, [STATE_CHARACTERS])

    def _part(self, value: Any, person_id: UUID | None, left: list[int]) -> Any:
        """Redact a part of a state. `left` is how many characters are still read; a longer text is replaced by a
        mark."""
        if isinstance(value, dict):
            pairs = self._pairs(value, person_id, left)
            return {key: self._part(one, person_id, left) for key, one in pairs.items()}
        if isinstance(value, list):
            return [self._part(one, person_id, left) for one in value]
        if not isinstance(value, str) or person_id is None or self._may_read_all:
            return value
        if len(value) > left[0]:
            return MARK
        left[0] -= len(value)
        return self._redacted(value, person_id)

    def _pairs(self, pairs: dict[str, Any], person_id: UUID | None, left: list[int]) -> dict[str, Any]:
        """Redact values that are sensitive only together with their names, and names that are sensitive themselves."""
        if person_id is None or self._may_read_all:
            return pairs
        left[0] -= sum(map(len, pairs))
        if left[0] < 0:
            return {MARK: MARK} if pairs else {}
        redacted = dict(self._pair(key, value, person_id) for key, value in pairs.items())
        if any(self._is_sensitive(text, person_id) for text in codes_beside(redacted)):
            return {key: MARK if isinstance(one, str) or is_number(one) else one for key, one in redacted.items()}
        return redacted

    def _pair(self, key: str, value: Any, person_id: UUID) -> tuple[str, Any]:
        if any(self._is_sensitive(text, person_id) for text in name_readings(key)):
            return MARK, MARK
        is_read_together = is_number(value) or (isinstance(value, str) and len(value) <= BESIDE_CHARACTERS)
        return key, MARK if is_read_together and self._is_sensitive(f"{key}: {value}", person_id) else value

    def _is_sensitive(self, text: str, person_id: UUID) -> bool:
        return self._redacted(text, person_id) != text

    def _redacted(self, text: str, person_id: UUID | None) -> str:
        if person_id is None or self._may_read_all:
            return text
        shown, known = self._withheld.disclosed(text, person_id), self._known[person_id]
        new = [(one.start, one.end) for one in _stated(shown) if not is_known(one, known, shown)]
        return without(shown, new)[0] if new else shown


@lru_cache(maxsize=4096)
def _stated(text: str) -> Sequence[Statement]:
    """Return the sensitive statements of a text; cached, since lists read the same tasks repeatedly."""
    return statements.sensitive(text)
