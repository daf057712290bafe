"""Builds the cards of requests from the rows that they need."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from consent.models import Policy, Proposal
from interfaces.pages.cards import request_lookups
from interfaces.pages.cards.card import Card
from interfaces.pages.cards.card_data import CardData, load_card_data
from interfaces.pages.cards.entered_by import NOT_ENTERED
from interfaces.pages.cards.related_requests import without
from interfaces.pages.conversations.conversation import quote_turns
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Face
from interfaces.pages.texts.diffs import diff_below, text_diff
from workspaces.actors import Actor


def cards_for(proposals: Sequence[Proposal], *, actor: Actor, now: datetime) -> list[Card]:
    """Return the cards of proposals; twenty-seven queries at most for all together. Runs in the entered scope."""
    found = load_card_data(proposals, actor=actor, now=now)
    return [_card(row, found) for row in proposals]


def _card(proposal: Proposal, found: CardData) -> Card:
    # Evidence from a replaced proposal may be about another value.
    turn_id, shown = proposal.evidence_turn_id, request_lookups.value_shown_as_saved(proposal)
    asker, login = _asker(proposal, found), found.entered.get(proposal.id, NOT_ENTERED)
    duplicates, unchosen = found.duplicates.get(proposal.id, ()), found.unchosen.get(proposal.id, ())
    others = [found.faces.of(row.actor_label, row.agent_id) for row in duplicates]
    return Card(
        proposal=proposal,
        diff=text_diff(proposal.old_value, shown),
        below=diff_below(proposal.old_value, shown, proposal.actor_label),
        effect=request_lookups.effect_of(proposal),
        face=asker,
        quote=quote_turns(found.turns.get(turn_id, []), turn_id, request_lookups.own_value_of(proposal), found.faces),
        duplicates=duplicates,
        others=others,
        also_asked_by=_other_askers(proposal, asker, others, found),
        readers=found.readers.get(proposal.id, ()),
        dependents=found.dependents.get(proposal.memory_id, 0),
        now=found.now,
        joined=found.joined.get(proposal.id),
        changed_to=wording.saved_text(proposal, found.changed_to.get(proposal.id, "")),
        later_change=found.later_changes.get(proposal.id),
        reopened_values=request_lookups.reopened_values(unchosen, found.now),
        rules=_in_words(request_lookups.rules_of(proposal, found.rules), asker),
        newer_rules=_in_words(request_lookups.newer_rules(proposal, found.rules), asker),
        differing_fact=found.differing_facts.get(proposal.id),
        author_note=found.author_notes.get(proposal.id, ""),
        wrong_before=found.wrong_before.get(proposal.id, ""),
        files=found.files.get(proposal.id, ()),
        refused=found.refused.get(proposal.id),
        saved=found.saved.get(proposal.id),
        unchosen=unchosen,
        not_saved=request_lookups.not_saved(proposal, unchosen, found.faces),
        remembered=found.remembered.get(proposal.id, ()),
        opposed=found.opposed.get(proposal.id, ""),
        related_requests=without(found.related_requests.get(proposal.id, ()), [proposal, *duplicates]),
        rule_gap=found.rule_gaps.get(proposal.id, ""),
        saved_alongside=found.saved_alongside.get(proposal.id, ""),
        unchanged_note=found.unchanged_notes.get(proposal.id, ""),
        undo_note=found.undone.get(proposal.id, ""),
        entered=login,
    )


def _asker(proposal: Proposal, found: CardData) -> Face:
    """Return the asker of the saved value, else of the request, under the name of a login that entered it."""
    saved, login = found.saved.get(proposal.id), found.entered.get(proposal.id, NOT_ENTERED)
    if saved and saved.asker:
        return found.faces.of(*saved.asker)
    asker = found.faces.of(proposal.actor_label, proposal.agent_id)
    return replace(asker, name=login.who) if login.who else asker


def _other_askers(proposal: Proposal, asker: Face, others: Sequence[Face], found: CardData) -> list[str]:
    """Return the names of the other askers: `others`, and those who asked for the same value before."""
    also_asked_by = found.faces.also_asked(proposal.evidence, proposal.new_value, asker)
    return sorted({*also_asked_by, *(face.name for face in others)} - {asker.name})


def _in_words(rules: Iterable[Policy], asker: Face) -> list[str]:
    return [wording.rule_text(rule, asker.name) for rule in rules]
