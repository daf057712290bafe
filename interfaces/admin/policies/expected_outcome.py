"""The expected outcome of a write that was not made, in words: stored, asked about or refused, and why."""

from collections.abc import Sequence

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from consent.models.policy import Outcome
from consent.models.proposal import ProposalState
from consent.outcomes import Applied, Refusal, Refused, Waiting
from consent.policies.delegation import to_chat, to_reviewers
from consent.policies.dry_run import Verdict
from consent.policies.write_trial import TriedWrite
from consent.proposals.admission import REWORDED
from interfaces.admin.policies.matching_rules import matching_rules, reason_of
from interfaces.admin.policies.wording import what_happens
from interfaces.admin.texts.wording import fields_in_words

Reasons = Sequence[tuple[str, str]]
REFUSED = _("Would be refused")
ANSWERED: dict[str, Promise] = {
    ProposalState.REJECTED: _("This was refused before."),
    ProposalState.WITHDRAWN: _("The person took their yes to this back."),
    ProposalState.APPROVED: _("The person chose another value."),
    ProposalState.AMENDED: _("The person chose another value."),
    REWORDED: _("This was put into other words before."),
}
LIKE_TAKEN_BACK = _("It is like something that the person called wrong or forgot.")
MUTED = _("This was refused before. The agent may not know that, so it is told that its request waits.")


def expected_outcome(tried: TriedWrite, *, may_edit: bool) -> tuple[str, Reasons]:
    """The verdict, and its reasons with the address of each; none of a refusal that tells its own. In the scope."""
    answer = tried.answer
    by_rules = [*dict.fromkeys(reason_of(subject, rule, may_edit=may_edit) for subject, rule in tried.decided_by)]
    if isinstance(answer, Refused) and answer.reason != Refusal.NEVER:
        return str(REFUSED), _refused(answer)
    if tried.questions:
        return _asked(tried, by_rules, may_edit=may_edit)
    if isinstance(answer, Waiting):
        return what_happens(tried.verdict), by_rules
    if is_stored_already(answer):
        return gettext("Nothing would change"), [(gettext("It is stored already."), "")]
    return what_happens(Verdict(Outcome.NEVER if isinstance(answer, Refused) else Outcome.APPLY)), by_rules


def is_stored_already(answer: object) -> bool:
    """Whether the gate's answer is that nothing would change."""
    return isinstance(answer, Applied) and not answer.is_new_text


def _asked(tried: TriedWrite, by_rules: Reasons, *, may_edit: bool) -> tuple[str, Reasons]:
    """Of a write that makes questions: one that is muted is asked of nobody."""
    if all(question.is_muted for question in tried.questions):
        return gettext("Would not be asked"), [(str(MUTED), "")]
    reviewers, chat = (all(map(may, tried.questions)) for may in (to_reviewers, to_chat))
    told = what_happens(Verdict(Outcome.CONSENT, reviewers=reviewers, chat=chat))
    if tried.verdict.outcome is Outcome.CONSENT:
        return told, by_rules
    found = [reason for question in tried.questions for reason in matching_rules(question, may_edit=may_edit)]
    return told, [*dict.fromkeys(found)] or [(str(LIKE_TAKEN_BACK), "")]


def _refused(answer: Refused) -> Reasons:
    """Of what the person answered before: how, about which field, and until when it stands."""
    if answer.reason != Refusal.REFUSED_BEFORE or answer.until is None:
        return ()
    day = date_format(timezone.localtime(answer.until), "DATE_FORMAT")
    again = gettext("It may be asked about again from %(day)s.") % {"day": day}
    return [(f"{ANSWERED[answer.answered]} {again}", ""), *((one, "") for one in _fields(answer))]


def _fields(answer: Refused) -> Sequence[str]:
    named = fields_in_words(", ".join(answer.fields))
    return [gettext("It is about: %(fields)s") % {"fields": named}] if named else []
