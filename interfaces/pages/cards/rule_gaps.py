"""Why a request waits although a rule of the person lets one of its fields be saved without asking."""

from collections.abc import Container, Mapping, Sequence
from uuid import UUID

from django.utils.translation import gettext as _

from consent.models import Policy, Proposal
from consent.models.policy import Outcome
from consent.policies import rules as policies
from consent.policies.delegation import asking, fields_of, stated_in
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Faces


def uncovered(
    questions: Sequence[Proposal], own: Sequence[Policy], others: Container[UUID], faces: Faces
) -> Mapping[UUID, str]:
    """In a sentence each, by the ids of open questions; `own` are the people's rules, and `others` take away what
    another agent noted. One query where a rule lets any of their fields be saved; in the scope."""
    freeing = [rule for rule in own if rule.outcome == Outcome.APPLY]
    ruled = {one.id: rule for one in questions if (rule := _rule_about(one, freeing))}
    asked = [one for one in questions if one.id in ruled]
    rules = policies.in_force() if asked else []
    told = {one.id: _reason(one, ruled[one.id], rules, faces, is_others=one.id in others) for one in asked}
    return {name: text for name, text in told.items() if text}


def _rule_about(question: Proposal, freeing: Sequence[Policy]) -> Policy | None:
    """The one that was there when it was asked, of this agent's before those of all."""
    theirs = [
        rule
        for rule in freeing
        if rule.person_id == question.person_id
        and rule.agent_id in (None, question.agent_id)
        and rule.created_at <= question.created_at
    ]
    if question.agent_id is None or not theirs:
        return None
    fields = fields_of(question) | {(one.fact_category, one.fact_key) for one in stated_in(question)}
    about = [rule for rule in theirs if (rule.fact_category, rule.fact_key) in fields]
    return min(about, key=lambda rule: rule.agent_id is None, default=None)


def _reason(question: Proposal, rule: Policy, rules: Sequence[Policy], faces: Faces, *, is_others: bool) -> str:
    text = wording.rule_text(rule, faces.name("", rule.agent_id))
    others = {one.fact_key for one, _rule in asking(question, rules)} - {rule.fact_key, ""}
    if others:
        fields = ", ".join(sorted(map(wording.field_name, others)))
        return _("It tells more than your rule “{rule}” covers: {fields}.").format(rule=text, fields=fields)
    if is_others and rule.agent_id is None:
        told = _(
            "Your rule “{rule}” is for all: what another one noted, only a rule for this assistant lets it change."
        )
        return told.format(rule=text)
    return ""
