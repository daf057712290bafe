"""What an answer to a request leaves unchanged, and what undoing the answer does, in sentences."""

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
from interfaces.competing_requests import (
    SET,
    claim_of,
    differing_fact,
    facts_of,
    head,
    key_of,
    one_field,
    replaced,
    values_asked,
)
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Faces
from interfaces.pages.texts.diffs import in_quotes, text_alone
from interfaces.plain_words import joined
from memories.models import Fact, Memory

LONGEST = 300


def standing_note(proposal: Proposal, person_id: UUID | None, *, is_linked: bool = True) -> SafeString:
    """ "Your city is still “Porto”", with a link to change it, after "Ana lives in Faro." was approved; else empty. In
    the entered scope."""
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
    """That agreeing to it closed other requests about its field or memory, or what the person gave for its field since;
    empty where there is no such thing. One query at most; in the entered scope."""
    if proposal.closed_because == CHANGED_BY_PERSON:
        return _value_since(proposal)
    values = list(closed_by(proposal).values_list("new_value", flat=True)) if proposal.state in GIVEN else []
    count = len(values)
    if count and proposal.change["type"] == SET:
        return _values_closed(field_at(proposal.field)[1], values)
    text = ngettext(
        "The other request about the same memory was closed.",
        "The %(count)s other requests about the same memory were closed.",
        count,
    )
    return text % {"count": count} if count else ""


def _value_since(proposal: Proposal) -> str:
    field = one_field([proposal])
    fact = facts_of(proposal.person_id, [field]).first() if field else None
    value = wording.readable(fact.value) if fact else ""
    return _("Now it is “{value}”.").format(value=Truncator(value).chars(LONGEST)) if value else ""


def _values_closed(key: str, values: Sequence[str]) -> str:
    text = ngettext(
        "The other request about your {field} was closed: {values}.",
        "The {count} other requests about your {field} were closed: {values}.",
        len(values),
    )
    return text.format(count=len(values), field=wording.field_name(key), values=quoted_values(values))


def quoted_values(values: Iterable[str]) -> str:
    """What requests asked for, each in quotes."""
    return ", ".join(map(_quoted, values))


def _quoted(value: str) -> str:
    return in_quotes(Truncator(wording.readable(head(value))).chars(LONGEST))


def can_ask_again(released: Sequence[Proposal]) -> str:
    """What assistants may ask for again, where requests that were answered together block it no longer."""
    saved = {head(row.value_in_force) for row in released if row.state in GIVEN}
    values = [value for value in values_asked(released) if value not in saved]
    if len(values) < 2:
        return _("Your assistants can ask for this again.")
    return _("Your assistants can ask for {values} again.").format(values=joined(map(_quoted, values)))


def edit_address(fact: Fact, proposal: Proposal) -> str:
    """Where the field is edited, with the value that a request states in the form."""
    return f"{reverse('pages:edit', args=[fact.memory_id])}?request={proposal.id}"


def what_undone(withdrawn: Withdrawn) -> str:
    """What undoing an answer did: whether the request waits again, what stays, and which rules ended. In the entered
    scope."""
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


def what_undone_together(undone: Sequence[Withdrawn], proposals: ProposalQuerySet) -> list[str]:
    """What undoing several answers did, a line each: what waits again, and what does not. `proposals` are all that the
    actor sees. In the entered scope."""
    if choice := choice_undone(undone, proposals):
        rules = rules_removed([rule for one in undone for rule in one.ended])
        return [f"{choice} {rules}".rstrip(), *dict.fromkeys(_closed(one) for one in undone if not waits(one))]
    again = [one.proposal for one in undone if one.state == ProposalState.PENDING]
    closed = [one for one in undone if one.state != ProposalState.PENDING and not (one.stays or one.ended)]
    stays = next((one for one in undone if one.stays), None)
    if again and stays:
        return [_partly(stays, again, undone), *dict.fromkeys(map(_closed, closed))]
    told = [_open_again(again)] if again else []
    told += [what_undone(one) for one in undone if one.stays or one.ended]
    return [*told, *dict.fromkeys(map(_closed, closed))] or [_open_again([])]


def _partly(stays: Withdrawn, again: Sequence[Proposal], undone: Sequence[Withdrawn]) -> str:
    """Where what was saved was changed since, and only what was refused beside it waits again."""
    values = values_asked(again)
    text = ngettext(
        "Decision undone. “{value}” was saved since, and stays. Only this request is open again: {requests}.",
        "Decision undone. “{value}” was saved since, and stays. Only these requests are open again: {requests}.",
        len(values),
    )
    value = Truncator(wording.saved_text(stays.proposal, stays.stays)).chars(LONGEST)
    told = text.format(value=value, requests=quoted_values(values))
    return f"{told} {rules_removed([rule for one in undone for rule in one.ended])}".rstrip()


def _open_again(proposals: Sequence[Proposal]) -> str:
    count = len(proposals)
    text = ngettext("Undone: %(count)s request is open again.", "Undone: %(count)s requests are open again.", count)
    return text % {"count": count}


def _closed(withdrawn: Withdrawn) -> str:
    value = Truncator(text_alone(withdrawn.proposal.new_value)).chars(LONGEST)
    return _closed_because(withdrawn).format(value=value)


def _closed_because(withdrawn: Withdrawn) -> str:
    if withdrawn.later:
        return _("“{value}” is not open again: a newer request about it waits.")
    if withdrawn.is_late:
        return _("“{value}” is not open again: its time is over.")
    return _("“{value}” is not open again: it no longer applies.")


def rule_forbidding(proposal: Proposal, person_id: UUID | None) -> str:
    """The person's own rule by which the asker may still not ask for it; empty without one. In the entered scope."""
    fields = fields_of(proposal) if proposal.agent_id else ()
    whose = Q(agent_id=proposal.agent_id) | Q(agent_id__isnull=True)
    rules = Policy.objects.of_person(person_id).filter(whose, outcome=Outcome.NEVER)
    found = next((rule for rule in rules if (rule.fact_category, rule.fact_key) in fields), None) if fields else None
    return _told(found)


def rule_for(memory: Memory, person_id: UUID | None, outcome: Outcome) -> str:
    """The person's own rule of this outcome about the field of a memory; empty without one. One query for a fact, two
    where there is one. In the entered scope."""
    if not memory.is_fact:
        return ""
    category, key = field_at(memory.key)
    rules = Policy.objects.of_person(person_id).filter(outcome=outcome, fact_category=category, fact_key=key)
    return _told(rules.order_by("agent_id").last())


def _told(rule: Policy | None) -> str:
    return wording.rule_text(rule, Faces.load().name("", rule.agent_id)) if rule else ""


def rules_removed(rules: Sequence[Policy]) -> str:
    """Names the person's rules that ended; one query where there are any. In the entered scope."""
    faces = Faces.load() if rules else Faces([])
    names = [wording.rule_text(rule, faces.name("", rule.agent_id)) for rule in rules]
    return " ".join(_("Your rule “{rule}” was removed.").format(rule=name) for name in names)


def choice_undone(undone: Sequence[Withdrawn], proposals: ProposalQuerySet) -> str:
    """ "Undone: your city is “Porto” again. One request with 4 values is open again."; empty where they were not about
    one field, or none of them waits. Three queries at most; in the entered scope."""
    field = one_field([one.proposal for one in undone])
    if len(undone) < 2 or not field or not any(map(waits, undone)) or any(one.stays for one in undone):
        return ""
    person_id, key = undone[0].proposal.person_id, field.partition(".")[2]
    fact = facts_of(person_id, [field]).first()
    open_rows = [row for row in proposals.pending().exclude(claims=[]) if one_field([row]) == field]
    is_changed = any(one.undone for one in undone)
    told = _value_again(key, fact.value) if fact and is_changed else _("Undone.")
    return f"{told} {_choice_open(_count_values(field, open_rows, fact.value if fact else ''))}"


def waits(withdrawn: Withdrawn) -> bool:
    """Whether it waits again, or its value does in a newer request."""
    return withdrawn.state == ProposalState.PENDING or withdrawn.later is not None


def _value_again(key: str, value: str) -> str:
    told = _("Undone: your {field} is “{value}” again.")
    if key in wording.PLURAL_KEYS:
        told = pgettext("plural", "Undone: your {field} are “{value}” again.")
    return told.format(field=wording.field_name(key), value=wording.readable(value))


def _count_values(field: str, rows: Sequence[Proposal], present: str) -> int:
    """Between how many values the open requests leave a choice; what the field is already counts where it is asked for
    itself, as on the card."""
    asked = {claim_of(row.claims) for row in rows}
    earlier = {key_of(field, value) for value in replaced(rows)}
    return len(asked | earlier - {key_of(field, present)})


def _choice_open(count: int) -> str:
    text = ngettext("One request is open again.", "One request with %(count)s values is open again.", count)
    return text % {"count": count}
