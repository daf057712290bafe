"""What an answer leaves as it was, and what undoing it does."""

from collections.abc import Sequence
from uuid import UUID

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from consent.models import Policy, Proposal
from consent.models.proposal import ProposalState
from consent.proposals.withdraw import Withdrawn
from interfaces.competing import differing_fact, one_field
from interfaces.pages import wording
from interfaces.pages.assistants import Faces
from memories.models import Fact

LONGEST = 300


def standing_note(proposal: Proposal, person_id: UUID | None) -> SafeString:
    """ "Your city is still “Porto”", with a link to change it, after "Ana lives in Faro." was approved; else empty. In
    the entered scope."""
    fact = differing_fact(proposal, person_id)
    if fact is None:
        return SafeString("")
    link = format_html('<a href="{}">{}</a>', edit_address(fact, proposal), _("Change it"))
    text = _("Your {field} is still “{value}”. {link}")
    note = format_html(text, field=wording.field_name(fact.key), value=wording.readable(fact.value), link=link)
    return mark_safe(capfirst(note))  # noqa: S308 -- all of it is escaped


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
    else:
        sentence = _("Undone. The request is not open again: its time is over, or a newer one waits.")
    return f"{sentence} {rules_removed(withdrawn.ended)}".rstrip()


def what_undone_together(undone: Sequence[Withdrawn]) -> list[str]:
    """What undoing several answers did, a line each: what waits again, and what does not. In the entered scope."""
    again = [one.proposal for one in undone if one.state == ProposalState.PENDING]
    told = [_open_again(again)] if again else []
    told += [what_undone(one) for one in undone if one.stays or one.ended]
    closed = [one for one in undone if one.state != ProposalState.PENDING and not (one.stays or one.ended)]
    return [*told, *map(_closed, closed)] or [_open_again([])]


def _open_again(proposals: Sequence[Proposal]) -> str:
    """Those that compete about one field are one question."""
    if len(proposals) > 1 and (field := one_field(proposals)):
        name = wording.field_name(field.partition(".")[2])
        return _("Undone. The question about your {field} is open again.").format(field=name)
    count = len(proposals)
    text = ngettext("Undone: %(count)s request is open again.", "Undone: %(count)s requests are open again.", count)
    return text % {"count": count}


def _closed(withdrawn: Withdrawn) -> str:
    value = Truncator(wording.readable(withdrawn.proposal.new_value)).chars(LONGEST)
    return _("“{value}” is not open again: its time is over, or a newer request waits.").format(value=value)


def rules_removed(rules: Sequence[Policy]) -> str:
    """Names the person's rules that ended; one query where there are any. In the entered scope."""
    faces = Faces.load() if rules else Faces([])
    names = [wording.rule_text(rule, faces.name("", rule.agent_id)) for rule in rules]
    return " ".join(_("Your rule “{rule}” was removed.").format(rule=name) for name in names)
