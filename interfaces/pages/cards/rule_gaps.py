"""Why a request is open although a rule of the person allows saving one of its fields without asking."""

from collections.abc import Container, Mapping, Sequence
from uuid import UUID

from django.utils.translation import gettext as _

from consent.models import Policy, Proposal
from consent.models.policy import Outcome
from consent.policies import rules as policies
from consent.policies.delegation import asking, fields_of, stated_in
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Faces


def rule_gaps(
    questions: Sequence[Proposal], own: Sequence[Policy], others: Container[UUID], faces: Faces
) -> Mapping[UUID, str]:
    """Return a sentence for each such question, by its id. `own` are the person's own rules, `others` the questions
    about another agent's memories. One query where a rule allows any of their fields; runs in the scope."""
    allowing = [rule for rule in own if rule.outcome == Outcome.APPLY]
    rule_of = {one.id: rule for one in questions if (rule := _rule_about(one, allowing))}
    ruled_questions = [one for one in questions if one.id in rule_of]
    rules = policies.in_force() if ruled_questions else []
    reasons = {
        one.id: _reason(one, rule_of[one.id], rules, faces, is_others=one.id in others) for one in ruled_questions
    }
    return {name: text for name, text in reasons.items() if text}


def _rule_about(question: Proposal, allowing: Sequence[Policy]) -> Policy | None:
    """Return the rule that existed when the question was asked; a rule for this agent comes before one for all
    agents."""
    applicable = [
        rule
        for rule in allowing
        if rule.person_id == question.person_id
        and rule.agent_id in (None, question.agent_id)
        and rule.created_at <= question.created_at
    ]
    if question.agent_id is None or not applicable:
        return None
    fields = fields_of(question) | {(one.fact_category, one.fact_key) for one in stated_in(question)}
    about = [rule for rule in applicable if (rule.fact_category, rule.fact_key) in fields]
    return min(about, key=lambda rule: rule.agent_id is None, default=None)


def _reason(question: Proposal, rule: Policy, rules: Sequence[Policy], faces: Faces, *, is_others: bool) -> str:
    text = wording.rule_text(rule, faces.name("", rule.agent_id))
    others = {one.fact_key for one, _rule in asking(question, rules)} - {rule.fact_key, ""}
    if others:
        fields = ", ".join(sorted(map(wording.field_name, others)))
        return _("It tells more than your rule “{rule}” covers: {fields}.").format(rule=text, fields=fields)
    if is_others and rule.agent_id is None:
        reasons = _(
            "Your rule “{rule}” is for all: what another one noted, only a rule for this assistant lets it change."
        )
        return reasons.format(rule=text)
    return ""
