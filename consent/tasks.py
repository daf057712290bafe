"""Tasks are working state and pass no gate, but a shared one tells no sensitive field of a person, like a memory, and
another agent is not told what the person has not agreed to."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db.models import Q

from consent.detection.json_values import BESIDE_CHARACTERS, as_value, codes_beside, is_number
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

STATE_CHARACTERS = 4_000  # in a state, that are read for others
UNTOLD = (
    "Something in the {name} of this task is withheld from you, and would be lost: the agent that began it, the person "
    "and staff replace it. Leave {name} out, or begin a task of your own."
)


class TellsOfSomebody(Exception):
    """The text of a shared task states a sensitive field of a person."""

    def __init__(self) -> None:
        super().__init__("What is sensitive about a person is kept in their own namespace only.")


def begin_task(draft: TaskDraft, *, task_id: UUID, actor: Actor, now: datetime) -> tuple[Task, bool]:
    """Begin a task as `create_task` does, and raises what it raises; TellsOfSomebody where everybody would read it."""
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
    """Change a task as `update_task` does, and raises what it raises; TellsOfSomebody as `begin_task` does.

    A new title or state is read together with the one that stays. What the actor is not told of them, it does not
    replace; sent as it is told, it stays.
    """
    if change.title is not None or change.state is not None:
        with scope.enter(actor.workspace_id):
            change = _checked(change, task_id, actor, now)
    return update_task(
        change, task_id=task_id, actor=actor, now=now, version=version, expected_change_id=expected_change_id
    )


def _checked(change: TaskChange, task_id: UUID, actor: Actor, now: datetime) -> TaskChange:
    """The change of a shared task or of another agent's; what the actor made itself it is told in full."""
    looked_at = Q(person_id__isnull=True)
    if actor.is_agent:
        looked_at |= ~Q(agent_id=actor.id)
    task = Task.objects.visible_to(actor, now=now).filter(looked_at, id=task_id).first()
    if task is None:
        return change
    check_may_write_tasks(actor, person_id=task.person_id, path=task.namespace_path, now=now)
    if task.person_id is not None:
        return _without_untold(change, task, actor, now)
    title = task.title if change.title is None else change.title
    _check_shared(list(texts_of_task(title, task.state if change.state is None else change.state)))
    return change


def _without_untold(change: TaskChange, task: Task, actor: Actor, now: datetime) -> TaskChange:
    """The change without what is withheld from the actor and was sent as it is told. Raises NotAllowed."""
    told = ToldToOthers([task], actor=actor, now=now)
    shown = {"title": told.title(task), "state": told.state(task)}
    untold = {name for name, value in shown.items() if value != getattr(task, name)}
    for name in untold:
        if getattr(change, name) not in (None, shown[name]):
            raise NotAllowed(UNTOLD.format(name=name))
    return change.model_copy(update=dict.fromkeys(untold))


def _check_shared(texts: list[str]) -> None:
    if discloses_to_all(texts):
        raise TellsOfSomebody


class ToldToOthers:
    """Titles and states of others' tasks for one reader: without what their people were asked about, or what nobody has
    asked them about yet. In the entered scope."""

    def __init__(self, tasks: Iterable[Task], *, actor: Actor, now: datetime) -> None:
        self._is_told_all = not actor.is_agent
        people = {task.person_id for task in tasks if task.person_id}
        self._withheld = WithheldTexts.for_reader(actor, people)
        self._known = {one: known_values(one, actor=actor, now=now) for one in people if actor.is_agent}

    def title(self, task: Task) -> str:
        return self._told(task.title, task.person_id)

    def state(self, task: Task) -> Any:
        return self._part(task.state, task.person_id, [STATE_CHARACTERS])

    def _part(self, value: Any, person_id: UUID | None, left: list[int]) -> Any:
        """`left` is how many characters are still read; a text that is longer is left out."""
        if isinstance(value, dict):
            pairs = self._pairs(value, person_id, left)
            return {key: self._part(one, person_id, left) for key, one in pairs.items()}
        if isinstance(value, list):
            return [self._part(one, person_id, left) for one in value]
        if not isinstance(value, str) or person_id is None or self._is_told_all:
            return value
        if len(value) > left[0]:
            return MARK
        left[0] -= len(value)
        return self._told(value, person_id)

    def _pairs(self, pairs: dict[str, Any], person_id: UUID | None, left: list[int]) -> dict[str, Any]:
        """Without what names and values tell only together, and without names that tell something themselves."""
        if person_id is None or self._is_told_all:
            return pairs
        left[0] -= sum(map(len, pairs))
        if left[0] < 0:
            return {MARK: MARK} if pairs else {}
        told = dict(self._pair(key, value, person_id) for key, value in pairs.items())
        if any(self._tells(text, person_id) for text in codes_beside(told)):
            return {key: MARK if isinstance(one, str) or is_number(one) else one for key, one in told.items()}
        return told

    def _pair(self, key: str, value: Any, person_id: UUID) -> tuple[str, Any]:
        if any(self._tells(text, person_id) for text in as_value(key)):
            return MARK, MARK
        is_read_together = is_number(value) or (isinstance(value, str) and len(value) <= BESIDE_CHARACTERS)
        return key, MARK if is_read_together and self._tells(f"{key}: {value}", person_id) else value

    def _tells(self, text: str, person_id: UUID) -> bool:
        return self._told(text, person_id) != text

    def _told(self, text: str, person_id: UUID | None) -> str:
        if person_id is None or self._is_told_all:
            return text
        told, known = self._withheld.disclosed(text, person_id), self._known[person_id]
        unasked = [(one.start, one.end) for one in _stated(told) if not is_known(one, known, told)]
        return without(told, unasked)[0] if unasked else told


@lru_cache(maxsize=4096)
def _stated(text: str) -> Sequence[Statement]:
    """Lists ask for the same tasks again and again."""
    return statements.sensitive(text)
