"""Queries behind the cards: readers, dependents, files, rules and authors, each for all requests of a page at once."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.text import Truncator
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from consent.changes import KINDS
from consent.changes.proposable import FACT_PREFIX
from consent.models import Policy, Proposal
from consent.models.policy import Outcome
from consent.models.proposal import ProposalState
from consent.policies.delegation import fields_of
from consent.policies.memories_of_others import on_approved_texts
from consent.policies.own_statements import against_own_statements
from consent.policies.preferences import rules_made_with
from consent.proposals.amending import offered_value
from consent.proposals.unchosen_values import declined_values
from interfaces.competing_requests import SET, TEXTS, head, replaced, requested_values
from interfaces.joint_answers import SETTLED_BY_PERSON
from interfaces.pages.cards.answer_effects import quoted_values
from interfaces.pages.conversations.conversation import QuotedTurn, source_sentence
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Faces
from interfaces.pages.texts.diffs import subject_line, text_alone
from interfaces.pages.texts.reader_names import Place, names_of_readers
from memories.models import Artifact, Relation
from memories.models.relation import DEPENDENCY_TYPES
from workspaces.active_agents import active_agents

# Length of the quoted beginning of a refused text.
SHORT_CHARACTERS = 80


def own_value_of(proposal: Proposal) -> str:
    """Return the text that the person may replace with their own words, or that would be forgotten."""
    return offered_value(proposal) or head(proposal.old_value)


def source_sentence_in(quote: Sequence[QuotedTurn], value: str, proposal: Proposal) -> str:
    """Return the sentence of a conversation that states the value; empty where the request repeats it."""
    evidence = next((line.turn for line in quote if line.is_evidence), None)
    found = source_sentence(wording.readable(evidence.content), value) if evidence else ""
    return "" if found.rstrip(".!? ") in proposal.new_value else found


def subject_of(proposal: Proposal) -> str:
    """Return the subject under which a new sentence is saved, where its text does not contain it; else empty."""
    has_subject = any(line.startswith(wording.CATEGORY) for line in proposal.new_value.split("\n"))
    if proposal.change["type"] not in TEXTS or proposal.old_value or has_subject:
        return ""
    return subject_line(proposal.category)


def effect_of(proposal: Proposal) -> str:
    """Return the effect of approving, with the subject under which a sentence is saved."""
    subject = subject_of(proposal)
    return f"{wording.effect(proposal)} {subject}." if subject else wording.effect(proposal)


def value_shown_as_saved(proposal: Proposal) -> str:
    """Return the value to show in the diff; for a field also the amended value whose answer was undone."""
    is_undone = proposal.state == ProposalState.WITHDRAWN and proposal.change["type"] == SET
    return (proposal.kept_value if is_undone else "") or proposal.value_in_force


def not_saved(proposal: Proposal, unchosen: Sequence[Proposal], faces: Faces) -> Mapping[str, Sequence[str]]:
    """Return the requested values that were not saved for the field, by value with their requesters' names: from the
    request, those it replaced, and those that the same choice refused."""
    proposals, saved = [proposal, *unchosen], head(proposal.value_in_force)
    askers = askers_of(proposals, faces)
    return {wording.readable(one): askers.get(one, ()) for one in requested_values(proposals) if one != saved}


def askers_of(proposals: Sequence[Proposal], faces: Faces) -> Mapping[str, Sequence[str]]:
    """Return the requesters' names by each value that the requests, or the requests they replaced, asked for."""
    found: dict[str, list[str]] = {}
    for row in proposals:
        found.setdefault(head(row.new_value), []).append(faces.name(row.actor_label, row.agent_id))
    for value, entries in replaced(proposals).items():
        found.setdefault(value, []).extend(faces.of_entry(entry).name for entry in entries)
    return {value: list(dict.fromkeys(names)) for value, names in found.items()}


def is_saved_as_requested(proposal: Proposal) -> bool:
    """Whether an amendment saved exactly the requested value, and nothing else was requested."""
    if proposal.state != ProposalState.AMENDED:
        return False
    if proposal.change["type"] == SET:
        return not declined_values(proposal)
    return text_alone(proposal.value_in_force).casefold() == text_alone(proposal.new_value).casefold()


def refused_text(refused: Proposal) -> str:
    """Return the sentence that says which value of the same field the person refused, and when."""
    value = Truncator(wording.readable(head(refused.new_value))).chars(SHORT_CHARACTERS)
    day = date_format(localtime(refused.decided_at))
    return _("You refused “{value}” on {day}.").format(value=value.removesuffix("."), day=day)


def own_rules(proposals: Sequence[Proposal]) -> Sequence[Policy]:
    """Return the own rules of the people who answered the requests, or whom assistants ask."""
    people = {row.person_id for row in proposals if row.state in SETTLED_BY_PERSON or _may_fall_under_rule(row)}
    return list(Policy.objects.filter(person_id__in=people, revoked_at__isnull=True)) if people else []


def reopened_values(refused: Sequence[Proposal], now: datetime) -> str:
    """Return the values, in quotes, that are open again when the choice is undone."""
    return quoted_values(requested_values(row for row in refused if row.expires_at > now))


def rules_of(proposal: Proposal, own: Sequence[Policy]) -> Sequence[Policy]:
    """Return the rules that end when the answer is undone."""
    is_answered = proposal.decided_at and proposal.state in SETTLED_BY_PERSON
    return rules_made_with(proposal, proposal.decided_at, own) if own and is_answered and proposal.decided_at else ()


def _may_fall_under_rule(proposal: Proposal) -> bool:
    return proposal.state == ProposalState.PENDING and proposal.agent_id is not None and bool(fields_of(proposal))


def newer_rules(proposal: Proposal, own: Sequence[Policy]) -> Sequence[Policy]:
    """Return the rules under which an open request would no longer be asked."""
    if not own or not _may_fall_under_rule(proposal):
        return ()
    fields, answering = fields_of(proposal), (Outcome.APPLY, Outcome.NEVER)
    about = [rule for rule in own if (rule.fact_category, rule.fact_key) in fields and rule.outcome in answering]
    later = [rule for rule in about if rule.created_at > proposal.created_at]
    return [rule for rule in later if rule.agent_id in (None, proposal.agent_id)]


def count_dependents(proposals: Sequence[Proposal]) -> Mapping[UUID | None, int]:
    """Return how many memories depend on each memory that would change."""
    ids = [row.memory_id for row in proposals if row.memory_id]
    edges = Relation.objects.filter(to_memory_id__in=ids, relation_type__in=DEPENDENCY_TYPES) if ids else []
    return Counter(edge.to_memory_id for edge in edges)


def readers_by_request(proposals: Sequence[Proposal], faces: Faces, now: datetime) -> Mapping[UUID, Sequence[str]]:
    """Return the names of the assistants that could read what each proposal would store."""
    agents = active_agents(now=now) if proposals else []
    return {row.id: names_of_readers(Place.of(row), agents, faces, now=now) for row in proposals}


class FileLink(NamedTuple):
    name: str
    url: str


def files_of(questions: Iterable[Proposal]) -> Mapping[UUID, Sequence[FileLink]]:
    """Return, by question, the stored files that it would make evidence of a memory. One query where there are any;
    runs in the scope."""
    file_ids = {one.id: ids for one in questions if (ids := _file_ids(one))}
    wanted = {each for ids in file_ids.values() for each in ids}
    stored = [one for one in Artifact.objects.filter(id__in=wanted) if one.is_stored] if wanted else []
    links = {str(one.id): FileLink(one.name, reverse("rest:artifact_content", args=[one.id])) for one in stored}
    return {question: [links[each] for each in ids if each in links] for question, ids in file_ids.items()}


def _file_ids(question: Proposal) -> list[str]:
    change = question.change
    return [change["artifact_id"]] if "artifact_id" in change else change.get("draft", {}).get("artifact_refs", [])


def author_notes(questions: Sequence[Proposal], others: Collection[UUID]) -> Mapping[UUID, str]:
    """Return, by question, who wrote the words that would be replaced or forgotten, or that the person approved them:
    why it is asked whatever the rules say. `others` are questions about another agent's memories. Two queries at most;
    runs in the scope."""
    own = against_own_statements(questions)
    approved_by_person = on_approved_texts([one for one in questions if one.id in others])
    noted, approved = _("Another assistant noted this."), _("You approved this.")
    texts = {one: approved if one in approved_by_person else noted for one in others}
    return texts | {one.id: _own_words(one, own[one.id]) for one in questions if one.id in own}


def _own_words(proposal: Proposal, forgotten_at: datetime | None) -> str:
    if forgotten_at:
        return _("You forgot this yourself on {day}.").format(day=date_format(localtime(forgotten_at)))
    is_value = KINDS[proposal.change["type"]].sets_a_field or proposal.field.startswith(FACT_PREFIX)
    return _("You gave this value yourself.") if is_value else _("You wrote this yourself.")
