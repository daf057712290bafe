"""The expected outcome of a write that was not made, in words: stored, asked about or refused, and why."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from consent.models import Proposal
from consent.models.policy import Outcome
from consent.models.proposal import ProposalState
from consent.outcomes import Applied, Refusal, Refused, Waiting
from consent.policies.delegation import to_chat, to_reviewers
from consent.policies.dry_run import Verdict
from consent.policies.write_trial import TriedWrite
from consent.proposals.admission import REWORDED
from interfaces.admin.policies.matching_rules import matching_rules, reason_of
from interfaces.admin.policies.wording import outcome_sentence
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
LIKE_UNDONE = _("It is like something that the person called wrong or forgot.")
MUTED = _("This was refused before. The agent may not know that, so it is told that its request waits.")


def expected_outcome(tried: TriedWrite, *, may_edit: bool) -> tuple[str, Reasons]:
    """Return the verdict, and its reasons with addresses; no reasons for a refusal that states its own. Runs in the
    scope."""
    answer = tried.answer
    by_rules = [*dict.fromkeys(reason_of(subject, rule, may_edit=may_edit) for subject, rule in tried.decided_by)]
    if isinstance(answer, Refused) and answer.reason != Refusal.NEVER:
        return str(REFUSED), _refused(answer)
    if tried.questions:
        return _asked(tried, by_rules, may_edit=may_edit)
    if isinstance(answer, Waiting):
        return outcome_sentence(tried.verdict), by_rules
    if is_stored_already(answer):
        return gettext("Nothing would change"), [(gettext("It is stored already."), "")]
    if isinstance(answer, Refused):
        return outcome_sentence(Verdict(Outcome.NEVER)), by_rules
    return outcome_sentence(Verdict(Outcome.APPLY)), _stored_because(tried, by_rules)


def _stored_because(tried: TriedWrite, by_rules: Reasons) -> Reasons:
    """Return why a write is stored, also where the rules alone would ask, refuse or wait."""
    if tried.verdict.outcome is Outcome.CORROBORATION:
        return [*by_rules, (gettext("Earlier signs say the same, so it is confirmed."), "")]
    return _as_known(tried.known) if tried.known and tried.verdict.outcome is not Outcome.APPLY else by_rules


def _as_known(fields: Sequence[tuple[str, str]]) -> Reasons:
    """Return why a text is stored though a rule or a default would ask about its fields."""
    named = fields_in_words(", ".join(map(".".join, fields)))
    return [(gettext("It tells only what is known already: %(fields)s") % {"fields": named}, "")]


def is_stored_already(answer: object) -> bool:
    """Whether the gate's answer is that nothing would change."""
    return isinstance(answer, Applied) and not answer.is_new_text


def _asked(tried: TriedWrite, by_rules: Reasons, *, may_edit: bool) -> tuple[str, Reasons]:
    """Return the outcome of a write that asks questions; a muted question is asked of no one."""
    if all(question.is_muted for question in tried.questions):
        return gettext("Would not be asked"), [(str(MUTED), "")]
    reviewers, chat = (all(map(may, tried.questions)) for may in (to_reviewers, to_chat))
    sentence = outcome_sentence(Verdict(Outcome.CONSENT, reviewers=reviewers, chat=chat))
    waiting = [(gettext("The same question waits already."), _page_of(tried.waiting))] if tried.waiting else []
    if tried.verdict.outcome is Outcome.CONSENT:
        return sentence, [*by_rules, *waiting]
    found = [reason for question in tried.questions for reason in matching_rules(question, may_edit=may_edit)]
    return sentence, [*(dict.fromkeys(found) or [(str(LIKE_UNDONE), "")]), *waiting]


def _page_of(question: Proposal) -> str:
    return reverse("admin:consent_proposal_change", args=[question.pk])


def _refused(answer: Refused) -> Reasons:
    """Return what the person answered before: how, about which field, and until when it holds."""
    if answer.reason != Refusal.REFUSED_BEFORE or answer.until is None:
        return ()
    day = date_format(timezone.localtime(answer.until), "DATE_FORMAT")
    again = gettext("It may be asked about again from %(day)s.") % {"day": day}
    return [(f"{ANSWERED[answer.answered]} {again}", ""), *((one, "") for one in _fields(answer))]


def _fields(answer: Refused) -> Sequence[str]:
    named = fields_in_words(", ".join(answer.fields))
    return [gettext("It is about: %(fields)s") % {"fields": named}] if named else []
