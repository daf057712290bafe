"""Undone answers: the answer that was undone, and the value or the sentence that stands since then."""

from collections.abc import Collection, Iterable, Mapping
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from consent.models import Decision, Proposal
from consent.models.decision import Verdict
from interfaces.joint_answers import Act, act_of
from interfaces.pages.cards.answered_values import APPROVING
from interfaces.pages.cards.field_refusals import Refusal, facts_after, refusals_in
from interfaces.pages.history.consents import Consent, consents_of, quoted, unchosen_of
from interfaces.pages.history.standing_sentences import restored_texts, sentences_about
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Faces
from interfaces.pages.texts.change_kinds import QUOTED, kind_of
from memories.models import Fact, History
from memories.models.choices import Event
from workspaces.actors import ActorKind

# In the wording for the person and for another actor.
UNDID = (_("You undid: {answer} {stands}"), _("{who} undid: {answer} {stands}"))
IN_FORCE, IN_FORCE_AGAIN = _("“{value}” stands."), _("“{value}” stands again.")
NOT_CHOSEN = _("“{value}” was not chosen.")
NOTHING = _("Nothing is remembered of it.")


def undo_sentences(rows: Iterable[History], requests: Mapping[UUID, Proposal], faces: Faces) -> dict[UUID, str]:
    """Return sentences, by the ids of rows that undid an answer: the undone answer, and the text that it restored, or
    the field's value after it, or else a sentence about the field. `requests` are those that the rows decided; changes
    that store no value are left out. Fourteen queries at most where any answer was undone; runs in the entered
    scope."""
    undoing = (row for row in rows if row.id in requests and row.meta.get("verdict") == Verdict.WITHDRAW)
    undone = _undone([row for row in undoing if kind_of(requests[row.id]) is None])
    answers = _answers(undone.values(), faces)
    acts = {row: act_of(one.proposal, row.created_at) for row, one in undone.items()}
    facts = facts_after(act for act in acts.values() if act.field)
    restored = restored_texts(undone)
    others = {row: one for row, one in undone.items() if row.id not in restored and facts.get(acts[row]) is None}
    texts = sentences_about(others)
    stands = {row: _text_now(restored.get(row.id) or texts.get(row.id, ""), one) for row, one in undone.items()}
    return {
        row.id: _sentence(row, answers[one.id], stands[row] or _value_now(facts, acts[row], row), faces)
        for row, one in undone.items()
        if one.id in answers
    }


def _undone(rows: Collection[History]) -> dict[History, Decision]:
    """Return the answer that each row undid: the last one to the same request before it."""
    requests = {row.meta["proposal_id"] for row in rows}
    undone = Decision.objects.filter(proposal__in=requests, withdrawn_at__isnull=False).exclude(
        verdict=Verdict.WITHDRAW
    )
    found = list(undone.select_related("proposal").order_by("id")) if rows else []
    before = {row: [one for one in found if _is_before(one, row)] for row in rows}
    return {row: own[-1] for row, own in before.items() if own}


def _is_before(answer: Decision, row: History) -> bool:
    is_same = str(answer.proposal_id) == row.meta["proposal_id"]
    return is_same and row.decision_id is not None and answer.id < row.decision_id


def _answers(undone: Collection[Decision], faces: Faces) -> dict[UUID, str]:
    """Return the undone answers as sentences."""
    if not undone:
        return {}
    rows = list(History.objects.filter(decision_id__in=[one.id for one in undone], event=Event.CONSENT))
    consents = consents_of(rows, faces)
    requests = {one.id: one.proposal for one in undone}
    chosen = unchosen_of(rows, {row.id: requests[row.decision_id] for row in rows if row.decision_id in requests})
    unchosen = {row.decision_id for row in rows if row.id in chosen}
    acts = {one.id: act_of(one.proposal, one.created_at) for one in undone}
    refusals = refusals_in((acts[one.id] for one in undone if one.verdict in (Verdict.REJECT, Verdict.AMEND)), faces)
    return {
        one: str(NOT_CHOSEN).format(value=quoted(consent.value))
        if one in unchosen
        else _answer(consent, refusals.get(acts[one]))
        for one, consent in consents.items()
    }


def _answer(consent: Consent, refusal: Refusal | None) -> str:
    if refusal is not None:
        return refusal.sentence
    value = quoted(consent.value)
    if consent.verdict == Verdict.REJECT and wording.fits_headline(value):
        return Refusal("", str(QUOTED).format(value=value), "").sentence
    return consent.named


def _text_now(text: str, answer: Decision) -> str:
    """Return which sentence stands after the undo; empty without one that fits."""
    stands = IN_FORCE_AGAIN if answer.verdict in APPROVING else IN_FORCE
    return str(stands).format(value=quoted(text)) if text and wording.fits_headline(text) else ""


def _value_now(facts: Mapping[Act, Fact], act: Act, row: History) -> str:
    if not act.field:
        return ""
    fact = facts.get(act)
    if fact is None:
        return str(NOTHING)
    text = IN_FORCE_AGAIN if fact.valid_from == row.created_at else IN_FORCE
    return str(text).format(value=wording.readable(fact.value).removesuffix("."))


def _sentence(row: History, answer: str, stands: str, faces: Faces) -> str:
    own, others = UNDID
    text = own if row.actor_kind == ActorKind.PERSON else others
    return str(text).format(who=faces.name(row.actor_label, row.actor_id), answer=answer, stands=stands).rstrip()
