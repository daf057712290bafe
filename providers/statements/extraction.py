"""Finds what a message or a note states about a person, for fact extraction: a wrong fact costs more than a missed one."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from re import Match
from typing import Final

from providers.statements import words as w
from providers.statements.context import Context, Reader
from providers.statements.fields import address_of, importance_of
from providers.statements.labels import noted_values
from providers.statements.mood import Mood, earnest
from providers.statements.normalise import View, view
from providers.statements.phrases import SEPARATOR, starts_clause
from providers.statements.rules.body import BODY_RULES
from providers.statements.rules.identity import BARE_NAMES, IDENTITY_RULES
from providers.statements.rules.people import PEOPLE_RULES
from providers.statements.rules.preferences import PREFERENCE_RULES, TASTE_RULES
from providers.statements.rules.rule import Rule
from providers.statements.rules.work import WORK_RULES
from providers.statements.sentences import Sentence
from providers.statements.slots import Span
from providers.statements.statement import About, Statement

MANY_LIMIT: Final = 8
NOTE_CONFIDENCE: Final = 0.9
ADDRESSED_CONFIDENCE: Final = 0.6  # what an agent tells the person about them
_NO_MORE = re.compile(r"\b(?:any ?more|any longer|no longer)\b")
_LASTING = frozenset("birthday age goals standing_instructions preferred_name allergies pets family hometown".split())
_THINGS = {"dish": "food", "meal": "food", "cuisine": "food", "colour": "color", "film": "movie", "novel": "book", "series": "show"}

# Earlier rules win where two read the same words: what is specific stands before what is general.
RULES: tuple[Rule, ...] = (*IDENTITY_RULES, *BODY_RULES, *PEOPLE_RULES, *WORK_RULES, *PREFERENCE_RULES, *TASTE_RULES, *BARE_NAMES)
_RANK = {rule.name: rank for rank, rule in enumerate(RULES)}
_BY_WORD: defaultdict[str, list[Rule]] = defaultdict(list)
for _rule in RULES:
    for _word in _rule.on:
        _BY_WORD[_word].append(_rule)


def find(text: str, *, speaker: str | None = None, role: str = "user") -> list[Statement]:
    """What a text states about the person, in order of place.

    With role "user" the person speaks and "I" is them; with any other role an agent speaks or notes: "I" is the agent, and
    "you", "the user" and a missing subject are the person. `speaker` is the person's name, so that "Ana lives in Porto" is about
    Ana. What is denied comes with `negated`, what concerns a relative with `about="third_party"`; `is_fact` tells both from
    facts. Questions, quotations, wishes, stories and passing states are left out.
    """
    seen = view(text)
    names = frozenset(view(speaker).folded.split()) if speaker else frozenset()
    found: dict[tuple[str, str, bool], Statement] = {}
    for statement in _Reading(seen, names, by_person=role == "user").statements():
        found.setdefault((statement.key, statement.value.casefold(), statement.negated), statement)
    return sorted(found.values(), key=lambda statement: statement.start)


class _Reading:
    """One pass over one text; remembers whether a pronoun can mean the person."""

    def __init__(self, seen: View, names: frozenset[str], *, by_person: bool) -> None:
        self._seen = seen
        self._names = names
        self._by_person = by_person
        self._person_mentioned = False

    def statements(self) -> Iterator[Statement]:
        for sentence in earnest(self._seen):
            taken = _Taken()
            for note in noted_values(sentence.view, sentence.start, sentence.end):
                if taken.take(note.value):
                    yield _note(sentence, note.address.key, note.value)
            reader, mood = Reader(sentence, self._names), Mood(sentence)
            read = [found for rule in _candidates(sentence) for found in self._by_rule(rule, reader, mood)]
            for span, statement in sorted(read, key=lambda found: found[1].about == "third_party"):
                if taken.take(span):
                    yield statement
            self._person_mentioned |= bool(sentence.vocabulary & (w.PERSON_NOUNS | self._names))

    def _by_rule(self, rule: Rule, reader: Reader, mood: Mood) -> Iterator[tuple[Span, Statement]]:
        sentence = reader.sentence
        for match in rule.pattern.finditer(sentence.folded):
            spans = _values(rule, sentence, match)
            if not spans or not mood.is_meant(match.start(), request=rule.request):
                continue
            context = _context(rule, reader, match)
            about = self._about(rule, context, sentence)
            passing = rule.key not in _LASTING and mood.is_passing(spans[-1].end - sentence.start)
            if about and not passing and _holds(rule, context, match, by_person=self._by_person):
                for span in spans:
                    yield _read_span(sentence, match, span), _statement(rule, sentence, span, match, context, about)

    def _about(self, rule: Rule, context: Context, sentence: Sentence) -> About | None:
        """Whom a statement concerns; None when it is the agent or nobody can tell."""
        if rule.kind == "me" or context.subject == "self":
            return "speaker" if self._by_person else None
        if rule.kind == "attribute" and context.subject == "name" and self._by_person:
            return None
        if rule.kind == "free" or context.subject in {"user", "name"}:
            return "speaker" if self._by_person and rule.kind == "free" else "user"
        if context.subject == "you":
            return None if self._by_person else "user"
        if context.subject == "pronoun":
            return "user" if not self._by_person and self._is_mentioned(sentence, context) else None
        if context.subject == "none":
            return "user" if self._may_be_elided(context) else None
        return "third_party" if context.subject_text in w.KIN else None

    def _is_mentioned(self, sentence: Sentence, context: Context) -> bool:
        """Whether the person is spoken of before a pronoun."""
        before = {word.text for word in sentence.words[: context.subject_index]}
        return self._person_mentioned or bool(before & (w.PERSON_NOUNS | self._names))

    def _may_be_elided(self, context: Context) -> bool:
        """Whether a missing subject is the person: at the start of a sentence, in notes also behind a colon or a dash."""
        return context.subject_index < 0 or (not self._by_person and context.opener in {":", "-"})


class _Taken:
    """The stretches of a sentence that have been read; each is read once."""

    def __init__(self) -> None:
        self._spans: list[Span] = []

    def take(self, span: Span) -> bool:
        if any(span.start < other.end and other.start < span.end for other in self._spans):
            return False
        self._spans.append(span)
        return True


def _candidates(sentence: Sentence) -> list[Rule]:
    """The rules one of whose words occurs, in their order."""
    found = {rule.name: rule for word in sentence.vocabulary if word in _BY_WORD for rule in _BY_WORD[word]}
    return sorted(found.values(), key=lambda rule: _RANK[rule.name])


def _values(rule: Rule, sentence: Sentence, match: Match[str]) -> list[Span]:
    """The values that stand behind a match, or in it; none when what must follow does not."""
    first, last = match.span("value") if "value" in rule.pattern.groupindex else (match.end(), len(sentence.folded))
    spans: list[Span] = []
    position, end = sentence.start + first, sentence.start + last
    if "begin" in rule.pattern.groupindex:
        position = sentence.start + match.start("begin")
    while span := rule.slot(sentence.view, position, end):
        spans.append(span)
        separator = SEPARATOR.match(sentence.view.folded, span.end, end)
        if not rule.many or not separator or len(spans) == MANY_LIMIT or starts_clause(sentence.view, separator.end()):
            break
        position = separator.end()
    return spans if spans and _is_followed(rule, sentence, spans[-1].end) else []


def _read_span(sentence: Sentence, match: Match[str], span: Span) -> Span:
    """What a match has read: the value, and the relative or pet whose name it is."""
    if "who" not in match.re.groupindex:
        return span
    return Span(sentence.start + match.start("who"), span.end)


def _is_followed(rule: Rule, sentence: Sentence, end: int) -> bool:
    return rule.after is None or rule.after.match(sentence.view.folded, end, sentence.end) is not None


def _context(rule: Rule, reader: Reader, match: Match[str]) -> Context:
    start = reader.sentence.start + match.start()
    if rule.kind == "verb":
        context = reader.before_verb(start)
    elif rule.kind == "attribute":
        context = reader.before_attribute(start)
    else:
        context = Context("none", -1)
    denied = "no" in rule.pattern.groupindex and match["no"] is not None
    over = _NO_MORE.search(reader.sentence.folded, match.end())
    return replace(context, negated=context.negated or denied or bool(over))


def _holds(rule: Rule, context: Context, match: Match[str], *, by_person: bool) -> bool:
    """Whether a match is stated as holding now: not asked, not wished, not past."""
    if context.asked or (context.unreal and not rule.anyhow) or (context.past and not rule.past):
        return False
    return rule.kind != "verb" or _is_predicate(rule, context, match, by_person=by_person)


def _is_predicate(rule: Rule, context: Context, match: Match[str], *, by_person: bool) -> bool:
    """Whether the words before a match make it what is said of the subject: no imperative, no noun, no bare adjective."""
    if rule.direct and (context.inherited or not context.opens_clause):
        return False
    word = match.group().split()[0]
    finite = word.endswith("ed") or word in w.FINITE_PAST
    if context.subject == "none" and by_person:
        return context.be or finite
    inflected = finite or word.endswith("ing")
    if rule.needs_be:
        return context.be or context.subject == "none"
    if context.be:
        return inflected
    return context.subject != "none" or inflected or word.endswith("s")


def _note(sentence: Sentence, key: str, span: Span) -> Statement:
    start, end = sentence.view.original_span(sentence.start, sentence.end)
    value = sentence.view.plain[span.start : span.end]
    return Statement(*address_of(key), value, NOTE_CONFIDENCE, importance_of(key), start, end, False, "user", f"note.{key}")


def _statement(
    rule: Rule, sentence: Sentence, span: Span, match: Match[str], context: Context, about: About
) -> Statement:
    groups = {name: text for name, text in match.groupdict().items() if text}
    thing = groups.get("thing", "")
    key = rule.key.format(thing=_THINGS.get(thing, thing).replace(" ", "_"))
    value = rule.template.format(value=sentence.view.plain[span.start : span.end], who=groups.get("who", ""))
    confidence = min(rule.confidence, ADDRESSED_CONFIDENCE) if context.subject == "you" else rule.confidence
    start, end = sentence.view.original_span(sentence.start, sentence.end)
    return Statement(
        *address_of(key), value, confidence, importance_of(key), start, end, context.negated, about, rule.name
    )
