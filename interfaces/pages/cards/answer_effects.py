"""Sentences about the effects of an answer: what it leaves unchanged, and what undoing it does."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db.models import Q
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from consent.changes.proposable import field_at
from consent.models import Policy, Proposal
from consent.models.policy import Outcome
from consent.models.proposal import GIVEN, ProposalQuerySet, ProposalState
from consent.policies.delegation import fields_of
from consent.proposals.competing import closed_by
from consent.proposals.rebase import CHANGED_BY_PERSON
from consent.proposals.withdraw import Withdrawn
from interfaces.competing_requests import SET, claim_of, head, key_of, one_field, replaced, requested_values
from interfaces.differing_facts import differing_fact, facts_of
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Faces
from interfaces.pages.texts.diffs import in_quotes, text_alone
from interfaces.plain_words import joined
from memories.models import Fact, Memory

LONGEST = 300


def unchanged_field_note(proposal: Proposal, person_id: UUID | None, *, is_linked: bool = True) -> SafeString:
    """ "Your city is still “Porto”" with a link to change it, after "Ana lives in Faro." was approved; else empty. Runs
    in the entered scope."""
    fact = differing_fact(proposal, person_id)
    if fact is None:
        return SafeString("")
    link = format_html('<a href="{}">{}</a>', edit_address(fact, proposal), _("Change it")) if is_linked else ""
    text = _("Your {field} is still “{value}”. {link}")
    if fact.key in wording.PLURAL_KEYS:
        text = pgettext("plural", "Your {field} are still “{value}”. {link}")
    note = format_html(text, field=wording.field_name(fact.key), value=wording.readable(fact.value), link=link)
    return mark_safe(capfirst(note).rstrip())  # noqa: S308 -- all of it is escaped


def closed_note(proposal: Proposal) -> str:
    """Return a sentence about the other requests that an approval closed, or about the value that the person gave
    since; else empty. One query at most; runs in the entered scope."""
    if proposal.closed_because == CHANGED_BY_PERSON:
        return _present_value_note(proposal)
    values = list(closed_by(proposal).values_list("new_value", flat=True)) if proposal.state in GIVEN else []
    count = len(values)
    if count and proposal.change["type"] == SET:
        return _closed_values_note(field_at(proposal.field)[1], values)
    text = ngettext(
        "The other request about the same memory was closed.",
        "The %(count)s other requests about the same memory were closed.",
        count,
    )
    return text % {"count": count} if count else ""


def _present_value_note(proposal: Proposal) -> str:
    field = one_field([proposal])
    fact = facts_of(proposal.person_id, [field]).first() if field else None
    value = wording.readable(fact.value) if fact else ""
    return _("Now it is “{value}”.").format(value=Truncator(value).chars(LONGEST)) if value else ""


def _closed_values_note(key: str, values: Sequence[str]) -> str:
    text = ngettext(
        "The other request about your {field} was closed: {values}.",
        "The {count} other requests about your {field} were closed: {values}.",
        len(values),
    )
    return text.format(count=len(values), field=wording.field_name(key), values=quoted_values(values))


def quoted_values(values: Iterable[str]) -> str:
    """Return requested values, each in quotes."""
    return ", ".join(map(_quoted, values))


def _quoted(value: str) -> str:
    return in_quotes(Truncator(wording.readable(head(value))).chars(LONGEST))


def allowed_again_text(released: Sequence[Proposal]) -> str:
    """Return what assistants may request again, after requests that were answered together are released."""
    saved = {head(row.value_in_force) for row in released if row.state in GIVEN}
    values = [value for value in requested_values(released) if value not in saved]
    if len(values) < 2:
        return _("Your assistants can ask for this again.")
    return _("Your assistants can ask for {values} again.").format(values=joined(map(_quoted, values)))


def edit_address(fact: Fact, proposal: Proposal) -> str:
    """Return the URL of the field's edit form, prefilled with the value that a request states."""
    return f"{reverse('pages:edit', args=[fact.memory_id])}?request={proposal.id}"


def undo_summary(withdrawn: Withdrawn) -> str:
    """Describe the effect of undoing an answer: whether the request is open again, what is still stored, and which
    rules ended. Runs in the entered scope."""
    if withdrawn.stays:
        value = wording.saved_text(withdrawn.proposal, withdrawn.stays)
        text = _("Decision undone. “{value}” was saved since, and stays. The request is not open again.")
        sentence = text.format(value=Truncator(value).chars(LONGEST))
    elif withdrawn.state == ProposalState.PENDING:
        sentence = _("Undone. The request is open again.")
    elif withdrawn.later:
        sentence = _("Undone. A newer request about the same waits for your answer.")
    elif withdrawn.is_late:
        sentence = _("Undone. The request is not open again: its time is over.")
    else:
        sentence = _("Undone. The request is not open again: it no longer applies.")
    return f"{sentence} {rules_removed(withdrawn.ended)}".rstrip()


def joint_undo_summary(undone: Sequence[Withdrawn], proposals: ProposalQuerySet) -> list[str]:
    """Describe the effect of undoing several answers, one line each: what is open again and what is not. `proposals`
    are all that the actor sees. Runs in the entered scope."""
    if choice := choice_undo_summary(undone, proposals):
        rules = rules_removed([rule for one in undone for rule in one.ended])
        return [
            f"{choice} {rules}".rstrip(),
            *dict.fromkeys(_closed_summary(one) for one in undone if not is_open_again(one)),
        ]
    reopened = [one.proposal for one in undone if one.state == ProposalState.PENDING]
    closed = [one for one in undone if one.state != ProposalState.PENDING and not (one.stays or one.ended)]
    stays = next((one for one in undone if one.stays), None)
    if reopened and stays:
        return [_partial_undo_summary(stays, reopened, undone), *dict.fromkeys(map(_closed_summary, closed))]
    sentences = [_reopened_summary(reopened)] if reopened else []
    sentences += [undo_summary(one) for one in undone if one.stays or one.ended]
    return [*sentences, *dict.fromkeys(map(_closed_summary, closed))] or [_reopened_summary([])]


def _partial_undo_summary(stays: Withdrawn, reopened: Sequence[Proposal], undone: Sequence[Withdrawn]) -> str:
    """Describe an undo after the saved value was changed: only the requests refused with it are open again."""
    values = requested_values(reopened)
    text = ngettext(
        "Decision undone. “{value}” was saved since, and stays. Only this request is open again: {requests}.",
        "Decision undone. “{value}” was saved since, and stays. Only these requests are open again: {requests}.",
        len(values),
    )
    value = Truncator(wording.saved_text(stays.proposal, stays.stays)).chars(LONGEST)
    sentence = text.format(value=value, requests=quoted_values(values))
    return f"{sentence} {rules_removed([rule for one in undone for rule in one.ended])}".rstrip()


def _reopened_summary(proposals: Sequence[Proposal]) -> str:
    count = len(proposals)
    text = ngettext("Undone: %(count)s request is open again.", "Undone: %(count)s requests are open again.", count)
    return text % {"count": count}


def _closed_summary(withdrawn: Withdrawn) -> str:
    value = Truncator(text_alone(withdrawn.proposal.new_value)).chars(LONGEST)
    return _closed_reason(withdrawn).format(value=value)


def _closed_reason(withdrawn: Withdrawn) -> str:
    if withdrawn.later:
        return _("“{value}” is not open again: a newer request about it waits.")
    if withdrawn.is_late:
        return _("“{value}” is not open again: its time is over.")
    return _("“{value}” is not open again: it no longer applies.")


def rule_forbidding(proposal: Proposal, person_id: UUID | None) -> str:
    """Return the person's own rule that still forbids the agent to request this; empty without one. Runs in the entered
    scope."""
    fields = fields_of(proposal) if proposal.agent_id else ()
    applicable = Q(agent_id=proposal.agent_id) | Q(agent_id__isnull=True)
    rules = Policy.objects.of_person(person_id).filter(applicable, outcome=Outcome.NEVER)
    found = next((rule for rule in rules if (rule.fact_category, rule.fact_key) in fields), None) if fields else None
    return _rule_text(found)


def rule_for(memory: Memory, person_id: UUID | None, outcome: Outcome) -> str:
    """Return the person's own rule with this outcome about a memory's field; empty without one. One query for a fact,
    two where a rule exists. Runs in the entered scope."""
    if not memory.is_fact:
        return ""
    category, key = field_at(memory.key)
    rules = Policy.objects.of_person(person_id).filter(outcome=outcome, fact_category=category, fact_key=key)
    return _rule_text(rules.order_by("agent_id").last())


def _rule_text(rule: Policy | None) -> str:
    return wording.rule_text(rule, Faces.load().name("", rule.agent_id)) if rule else ""


def rules_removed(rules: Sequence[Policy]) -> str:
    """Return sentences that name the person's rules that ended; one query where there are any. Runs in the entered
    scope."""
    faces = Faces.load() if rules else Faces([])
    names = [wording.rule_text(rule, faces.name("", rule.agent_id)) for rule in rules]
    return " ".join(_("Your rule “{rule}” was removed.").format(rule=name) for name in names)


def choice_undo_summary(undone: Sequence[Withdrawn], proposals: ProposalQuerySet) -> str:
    """ "Undone: your city is “Porto” again. One request with 4 values is open again."; empty where the requests were
    not about one field, or none is open again. Three queries at most; runs in the entered scope."""
    field = one_field([one.proposal for one in undone])
    if len(undone) < 2 or not field or not any(map(is_open_again, undone)) or any(one.stays for one in undone):
        return ""
    person_id, key = undone[0].proposal.person_id, field.partition(".")[2]
    fact = facts_of(person_id, [field]).first()
    open_rows = [row for row in proposals.pending().exclude(claims=[]) if one_field([row]) == field]
    is_changed = any(one.undone for one in undone)
    sentence = _restored_value(key, fact.value) if fact and is_changed else _("Undone.")
    return f"{sentence} {_choice_open(_count_values(field, open_rows, fact.value if fact else ''))}"


def is_open_again(withdrawn: Withdrawn) -> bool:
    """Whether the request, or its value in a newer request, is open again."""
    return withdrawn.state == ProposalState.PENDING or withdrawn.later is not None


def _restored_value(key: str, value: str) -> str:
    sentence = _("Undone: your {field} is “{value}” again.")
    if key in wording.PLURAL_KEYS:
        sentence = pgettext("plural", "Undone: your {field} are “{value}” again.")
    return sentence.format(field=wording.field_name(key), value=wording.readable(value))


def _count_values(field: str, rows: Sequence[Proposal], present: str) -> int:
    """Return the number of values to choose from in the open requests. As on the card, the field's present value counts
    only where it is requested itself."""
    requested = {claim_of(row.claims) for row in rows}
    earlier = {key_of(field, value) for value in replaced(rows)}
    return len(requested | earlier - {key_of(field, present)})


def _choice_open(count: int) -> str:
    text = ngettext("One request is open again.", "One request with %(count)s values is open again.", count)
    return text % {"count": count}
