"""Determines the subject of a rule's match, and whether the sentence asserts it: not negated, hypothetical or past."""

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from re import Match

from providers.statements.fields.aliases import DIET_KEYS
from providers.statements.fields.statement import About
from providers.statements.rules.rule import Rule
from providers.statements.subjects.left_context import Context, Reader
from providers.statements.text import words as w
from providers.statements.text.sentences import Sentence

_NO_MORE = re.compile(
    r"\b(?:any ?more|any longer|no longer|"
    r"no more(?= ?(?:[.,;:!?)\u2013\u2014]|$|(?:and|but|so|since|because|now)\b)))\b"
)
_NEGATES = re.compile(r"n't\b|\b(?:not|cannot|never)\b")
_SUBJECT = (
    r"(?:i|i'm|i've|i'll|i'd|we|we're|we've|my|our|he|she|they|it|it's|you|your|the|that|that's|this|there|nobody|his|"
    r"her|their|now)"
)
# The start of another clause, which has a negation of its own.
_NEXT_CLAUSE = re.compile(
    rf"(?:[,;:()\u2013\u2014]| - |\b(?:and|but|so|because|since|although|though|while|whereas)\b)"
    rf" ?(?:(?:and|but|so|because|since|although|though|while|whereas|then|that's why) )*{_SUBJECT}(?!\w)|;"
)


@dataclass(frozen=True, slots=True)
class Voice:
    """The speaker (the person or an agent), the person's names, and whether a pronoun can refer to them by now."""

    by_person: bool
    names: Collection[str]
    is_person_mentioned: bool = False

    def about(self, rule: Rule, context: Context, sentence: Sentence) -> About | None:
        """Return the subject of a statement; None if it is the agent or unclear."""
        if rule.kind == "me" or context.subject == "self":
            return "speaker" if self.by_person else None
        if rule.kind == "free":
            return "speaker" if self.by_person else "user"
        if context.subject == "other":
            return "third_party" if context.subject_text in w.KIN else None
        return "user" if self._is_person(rule, context, sentence) else None

    def after(self, sentence: Sentence) -> "Voice":
        """Return the voice after the sentence has been read."""
        mentioned = bool(sentence.vocabulary & (w.PERSON_NOUNS | set(self.names)))
        return replace(self, is_person_mentioned=self.is_person_mentioned or mentioned)

    def _is_person(self, rule: Rule, context: Context, sentence: Sentence) -> bool:
        if context.subject == "name":
            return rule.kind == "verb" or not self.by_person
        if context.subject == "none":
            return context.subject_index < 0 or (not self.by_person and context.opener in {":", "-"})
        if context.subject == "pronoun":
            return not self.by_person and self._can_mean_person(context, sentence)
        return context.subject == "user" or not self.by_person

    def _can_mean_person(self, context: Context, sentence: Sentence) -> bool:
        before = {word.text for word in sentence.words[: context.subject_index]}
        return self.is_person_mentioned or bool(before & (w.PERSON_NOUNS | set(self.names)))


def context_of(rule: Rule, reader: Reader, match: Match[str]) -> Context:
    """Return the context before a match, negated if the match itself or the words after it negate it."""
    start = reader.sentence.start + match.start()
    context = Context("none", -1)
    if rule.kind == "verb":
        context = reader.before_verb(start)
    elif rule.kind == "attribute":
        context = reader.before_attribute(start)
    negated = "no" in rule.pattern.groupindex and match["no"] is not None
    is_end = not (rule.key in DIET_KEYS and _NEGATES.search(match.group()))  # "can't eat nuts any more" begins a need
    if negated or (is_end and _ends_negated(reader.sentence.folded, match.end())):
        return replace(context, negated=True)
    return context


def _ends_negated(folded: str, position: int) -> bool:
    """Whether the rest of the clause negates: "I work at Farol no more, I ..."."""
    ends = _NEXT_CLAUSE.search(folded, position)
    return _NO_MORE.search(folded, position, ends.end() if ends else len(folded)) is not None


def is_asserted(rule: Rule, context: Context, match: Match[str], *, by_person: bool) -> bool:
    """Whether a match is asserted now: not a question, not hypothetical, not past, and a predicate of its subject."""
    if context.asked or (context.hypothetical and not rule.allows_modal) or (context.past and not rule.allows_past):
        return False
    return rule.kind != "verb" or _is_predicate(rule, context, match.group().split()[0], by_person=by_person)


def _is_predicate(rule: Rule, context: Context, word: str, *, by_person: bool) -> bool:
    """Whether the words before a match make it a predicate: no imperative, noun or bare adjective."""
    if rule.needs_adjacent_subject and (context.inherited or not context.opens_clause):
        return False
    finite = word.endswith("ed") or word in w.FINITE_PAST
    if context.subject == "none" and by_person:
        return context.be or finite
    if rule.needs_copula:
        return context.be or context.subject == "none"
    if context.be:
        return finite or word.endswith("ing")
    return context.subject != "none" or finite or word.endswith(("s", "ing"))
