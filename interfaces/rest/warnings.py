"""Warnings about writes that were applied but may not be what the writer meant."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Literal, NamedTuple, TypeGuard
from urllib.parse import quote
from uuid import UUID

from django.conf import settings
from django.urls import reverse

from consent.detection.statements import Detected
from consent.detection.values import claim
from consent.opposed_needs import opposed_needs
from consent.outcomes import NO_ANSWERER, Applied, Outcome, Queued
from consent.policies.aliases import address_of, in_force
from consent.policies.delegation import unanswerable
from consent.policies.rules import named_categories
from interfaces.differing_facts import differing_facts, stated_in
from interfaces.name_suggestions import nearest
from interfaces.readable_values import expected_of, says_none
from memories.drafts import FactDraft, MemoryDraft
from memories.models import Fact, Memory
from memories.models.choices import DEFAULT_CATEGORY, FACT_ALLOWLIST_CATEGORY, Event, MemoryType
from providers.statements import is_known, is_multi_valued, resolve_address
from workspaces import scope
from workspaces.actors import Actor
from workspaces.category_config import configured_categories

SEVERAL = 2  # from this many listed categories, the writer may mean another one
USUAL = frozenset(DEFAULT_CATEGORY.values())
INVITE = "Invite the person at {people}, or let reviewers decide by a policy at {policies}."
UNLISTED = "The category '{category}' is not among the workspace's categories, so no role but supervisor reads it."
LISTED = "The workspace's owners and admins see and add categories at {page}."
UNKNOWN_FIELD = "The field '{key}' is none that this server knows."
SET_NEAR_FIELD = "If you meant '{near}': PUT /api/v1/users/{person}/facts/{category}/{near} sets it."
NEAR = " Did you mean '{near}'?"

UNNAMED = "No category was named, so it is filed under '{category}', the first on the list of role '{role}'."
NAME_ONE = "To file it elsewhere, name the category; '{role}' may write in: {categories}."

UNUSUAL = "The value of '{key}' is taken as it is, but cannot be read as {words}, such as '{example}'."
NONE = "The value of '{key}' is taken as one of them, though it says that there is none."
FORGET_IT = "If there is none, DELETE /api/v1/users/{person}/facts/{category}/{key}?item={item} forgets it."

FIELD_DIFFERS = "The field '{key}' still says '{value}'."
CHANGE_IT = "PUT /api/v1/users/{person}/facts/{category}/{key} changes it."
SET_IT = f"The field '{{key}}' stays as it was: {CHANGE_IT}"

# Events that restore or change a text.
STATING = (Event.ADD, Event.UPDATE, Event.RESTORE, Event.MERGE)

CONTRARY_NEED = "Another memory says the contrary of this need: {memory}."
SHOW_OTHER = "GET /api/v1/memories/{memory} shows it; ask the person which is right."

WarningCode = Literal[
    "nobody-can-answer",
    "unlisted-category",
    "unnamed-category",
    "unknown-field",
    "unusual-value",
    "field-differs",
    "contrary-need",
]


class Caution(NamedTuple):
    """`text` is one of the response's warnings, `next_step` is added to its message; neither repeats the other."""

    code: WarningCode
    text: str
    next_step: str


def warnings_for(written: Sequence[tuple[Outcome, str]], *, actor: Actor, now: datetime) -> list[list[Caution]]:
    """Return a list for each outcome with the category that its writer named; two more queries where there are warnings
    and for a person who writes about themselves, and five for needs."""
    questions = {question for outcome, _category in written for question in _questions(outcome)}
    unusual = {category for _outcome, category in written if category} - USUAL - actor.listed_categories
    outcomes = [outcome for outcome, _category in written]
    found = zip(_differing(outcomes, actor), _contrary(outcomes, actor, now), strict=True)
    differing = [[*one, *other] for one, other in found]
    if not questions and not unusual:
        return differing
    with scope.enter(actor.workspace_id):
        stuck = unanswerable(questions)
        known = configured_categories() | named_categories() | USUAL if unusual else frozenset()
    return [
        [
            *([unlisted(category, known)] if category in unusual - known else []),
            *([no_one_can_answer()] if stuck.intersection(_questions(outcome)) else []),
            *differs,
        ]
        for (outcome, category), differs in zip(written, differing, strict=True)
    ]


def _differing(outcomes: Sequence[Outcome], actor: Actor) -> list[list[Caution]]:
    """For each text that a person has just written about themselves, warn of the field with a different value."""
    ids = [one.memory_id for one in outcomes if isinstance(one, Applied) and one.event in STATING]
    if actor.person_id is None or not ids:
        return [[] for _one in outcomes]
    with scope.enter(actor.workspace_id):
        own = Memory.objects.filter(id__in=ids, person_id=actor.person_id).exclude(key__startswith="fact:")
        texts = dict(own.values_list("id", "current__content"))
    detected = Detected(texts.values())
    claims = {one: {claim(s.category, s.key, s.value) for s in detected[text]} for one, text in texts.items()}
    with scope.enter(actor.workspace_id):
        stated = {one: stated_in(texts[one], sorted(claimed)) for one, claimed in claims.items()}
        facts = differing_facts(stated, actor.person_id)
    found = [facts.get(one.memory_id) if isinstance(one, Applied) else None for one in outcomes]
    return [[field_differs(fact)] if fact else [] for fact in found]


def _is_of_need(outcome: Outcome) -> TypeGuard[Applied]:
    """Whether it wrote a memory in the category of allergies and diets."""
    if not isinstance(outcome, Applied) or outcome.event not in STATING:
        return False
    return outcome.category == FACT_ALLOWLIST_CATEGORY["constraint"]


def _contrary(outcomes: Sequence[Outcome], actor: Actor, now: datetime) -> list[list[Caution]]:
    """For each allergy or diet just written, warn of a memory that says the contrary, where the writer may read it."""
    ids = [one.memory_id for one in outcomes if _is_of_need(one)]
    if not ids:
        return [[] for _one in outcomes]
    with scope.enter(actor.workspace_id):
        written = list(Memory.objects.filter(id__in=ids).select_related("current"))
        people = {one.person_id for one in written}
        found = {one: other.id for person in people for one, other in opposed_needs(written, person).items()}
        readable = Memory.objects.visible_to(actor, now=now).filter(id__in=found.values()) if found else ()
        known = {one.id for one in readable}
    cautions = {one: contrary_need(other) for one, other in found.items() if other in known}
    return [
        [cautions[one.memory_id]] if isinstance(one, Applied) and one.memory_id in cautions else [] for one in outcomes
    ]


def contrary_need(memory_id: UUID) -> Caution:
    return Caution("contrary-need", CONTRARY_NEED.format(memory=memory_id), SHOW_OTHER.format(memory=memory_id))


def unlisted(category: str, known: Iterable[str]) -> Caution:
    text = UNLISTED.format(category=category) + did_you_mean(category, known)
    page = f"{settings.PUBLIC_URL}{reverse('admin:category_config')}"
    return Caution("unlisted-category", text, LISTED.format(page=page))


def unnamed(draft: MemoryDraft, outcome: Outcome, actor: Actor) -> list[Caution]:
    """Warn where a new memory without a category was filed, if the role lists several and not the usual one."""
    listed = actor.categories or ()
    if not isinstance(outcome, Applied) or outcome.event is not Event.ADD:
        return []
    if draft.category or len(listed) < SEVERAL:
        return []
    usual = DEFAULT_CATEGORY[MemoryType(draft.memory_type or MemoryType.SEMANTIC)]
    if actor.may_write(usual) or outcome.category != listed[0]:
        return []
    role = actor.role
    step = NAME_ONE.format(role=role, categories=", ".join(listed))
    return [Caution("unnamed-category", UNNAMED.format(category=listed[0], role=role), step)]


def misspelt(draft: FactDraft, actor: Actor) -> list[Caution]:
    """Warn of an unknown field whose name is close to a known one."""
    if is_known(resolve_address(draft.category, draft.key, draft.value)):
        return []
    with scope.enter(actor.workspace_id):
        known = {address.key: address for address in in_force().values()}
        filed = address_of(draft.category, draft.key, draft.value)
    near = known.get(nearest(filed.key, known))
    if near is None or filed in known.values():
        return []
    text = UNKNOWN_FIELD.format(key=filed.key) + NEAR.format(near=near.key)
    step = SET_NEAR_FIELD.format(person=draft.person_id, category=near.category, near=near.key)
    return [Caution("unknown-field", text, step)]


def unusual(draft: FactDraft) -> list[Caution]:
    """Warn of a value that cannot be read as what its field holds."""
    place = {"person": draft.person_id, "category": draft.category, "key": draft.key}
    if is_multi_valued(draft.key) and says_none(draft.value):
        step = FORGET_IT.format(**place, item=quote(draft.item))
        return [Caution("unusual-value", NONE.format(key=draft.key), step)]
    if expected := expected_of(draft.key, draft.value):
        return [
            Caution("unusual-value", UNUSUAL.format(key=draft.key, **expected._asdict()), CHANGE_IT.format(**place))
        ]
    return []


def did_you_mean(category: str, known: Iterable[str]) -> str:
    """Name the known category with the closest spelling; empty where there is none."""
    near = nearest(category, frozenset(known))
    return NEAR.format(near=near) if near else ""


def field_differs(fact: Fact) -> Caution:
    """For the person alone, who approved or wrote a sentence with another value."""
    step = SET_IT.format(person=fact.person_id, category=fact.category, key=fact.key)
    return Caution("field-differs", FIELD_DIFFERS.format(key=fact.key, value=fact.value), step)


def no_one_can_answer() -> Caution:
    pages = {"people": reverse("pages:setup_people"), "policies": reverse("admin:policies")}
    invite = INVITE.format(**{name: f"{settings.PUBLIC_URL}{path}" for name, path in pages.items()})
    return Caution("nobody-can-answer", NO_ANSWERER, invite)


def _questions(outcome: Outcome) -> Sequence[UUID]:
    if isinstance(outcome, Queued):
        return (outcome.proposal_id,)
    return outcome.proposal_ids if isinstance(outcome, Applied) else ()
