"""Sensitive statements of one sentence: by labels, by rules, and by values anywhere in it."""

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final, Protocol

from providers.statements.evidence.values import mentions
from providers.statements.fields.aliases import DIET_KEYS, WIDER_KEYS, category_of
from providers.statements.fields.statement import About, Mention, Statement
from providers.statements.foreign.slots import OTHERS
from providers.statements.gate.broad_needs import broad_needs, is_about_someone_else
from providers.statements.gate.labels import Labelled, labelled_values
from providers.statements.gate.statistical_reader import RULE_DOUBT, doubt_threshold
from providers.statements.needs.excluded_foods import canonical_need
from providers.statements.rules import GATE_RULES, NEED_RULES
from providers.statements.rules.rule import Rule, RulesByWord, candidates, rules_by_word
from providers.statements.special.couples import couples
from providers.statements.special.errands import errands
from providers.statements.special.everyday import NEVER_DOUBTED
from providers.statements.special.hints import hints
from providers.statements.special.id_numbers import numbers
from providers.statements.special.indirect import indirect_mentions
from providers.statements.special.medicine_reactions import as_allergy
from providers.statements.special.mentions import everyday_mentions, foreign_needs, life_mentions, special_mentions
from providers.statements.special.passwords import secrets
from providers.statements.special.safety import safety_mentions
from providers.statements.subjects.left_context import Context, Reader
from providers.statements.subjects.ownership import Ownership
from providers.statements.subjects.third_parties import is_pronoun_of_relation
from providers.statements.text.normalise import view
from providers.statements.text.sentences import Sentence
from providers.statements.text.slots import Span, is_code
from providers.statements.text.words import PERSON_NOUNS, SELF

CONFIDENCE: Final = 0.8
IMPORTANCE: Final = 0.8
MAX_VALUE_LENGTH: Final = 120  # characters of a sentence after a label, read for each label
LABEL: Final = "label."
# Patterns of needs in wording that no rule knows: the matched words are not the value.
BROAD_NEED: Final = "mention.told."
MIN_CLAUSE_WORDS: Final = 3
_NEEDS_MENTIONED: Final = frozenset({"mention.diet", "mention.avoided_foods"})
_CLAUSE_BREAK: Final = re.compile(
    r"\s*[,;:\u2013\u2014]\s*(?:(?:and|but|und|aber|y|pero|et|mais)\s+)?"
    r"|\s+(?:and|but|because|und|aber|weil|denn|y|pero|porque|et|mais|car|parce que)\s+"
)
_DOCTOR: Final = (
    r"(?:an?|the|my|her|his|their|our) (?:family |own )?"
    r"(?:doctor|dr|gp|nurse|allergist|paediatrician|pediatrician|physician|specialist)"
)
# A clause beside a need that only says who told it, which is no diagnosis of an illness.
_SAYS_WHO: Final = re.compile(
    rf"(?:as )?(?:told|confirmed|diagnosed|found|noted|reported|said)(?: to (?:me|her|him|them))? by {_DOCTOR}\W*"
    rf"|according to {_DOCTOR}\W*"
    rf"|(?:as )?{_DOCTOR} (?:told|tells|says|said|confirmed|confirms)(?: (?:me|her|him|them|so))?\W*"
)
PERSON_WORDS: Final = frozenset({*PERSON_NOUNS, *SELF, "my", "me", "our"})
_BY_WORD: Final = rules_by_word(GATE_RULES)
_NEEDS_BY_WORD: Final = rules_by_word(NEED_RULES)


class DoubtCheck(Protocol):
    """Whether a match of a list or a rule in a sentence is rejected."""

    def __call__(self, sentence: Sentence, value: Span, /, *, key: str, below: float) -> bool: ...


def never_doubted(_sentence: Sentence, _value: Span, *, key: str, below: float) -> bool:
    return False


def in_sentence(sentence: Sentence, names: frozenset[str], is_doubted: DoubtCheck) -> Iterator[Statement]:
    """Yield the sentence's statements without those that `is_doubted` rejects; it is not asked about numbers and
    labels.

    The span of a labelled value includes its label.
    """
    labels = [
        (WIDER_KEYS.get(label.address.key, label.address.key), label)
        for label in labelled_values(sentence.view, sentence.start, sentence.end)
    ]
    yield from _by_labels(labels, sentence, names)
    labelled = {(key, label.value.start) for key, label in labels}
    by_rules = list(_by_rules(sentence, names, is_doubted, labelled))
    yield from by_rules
    found = {key for key, _label in labels} | {one.key for one in by_rules}
    places, whole = {one.value for one in by_rules if one.key == "city"}, Span(sentence.start, sentence.end)
    for one in _mentions(sentence, names, is_doubted):
        mention = as_allergy(one, sentence, names)
        is_place = mention.key == "language" and _text_of(sentence, mention.value) in places  # "lives in Beja"
        if mention.key not in found and not is_place:
            yield statement_of(sentence, mention.key, value=mention.value, cut=whole, pattern=f"mention.{mention.key}")


def _by_labels(
    labels: Iterable[tuple[str, Labelled]], sentence: Sentence, names: frozenset[str]
) -> Iterator[Statement]:
    """Yield the labelled values, given with their keys; "city: I live in Rome" is left to the rules."""
    for key, label in labels:
        clause = _sentence_value(label, key, sentence, names)
        if clause is None or sentence.view.folded[label.value.start : label.value.end] not in PERSON_WORDS:
            yield statement_of(sentence, key, value=clause or label.value, cut=label.entry, pattern=f"{LABEL}{key}")


def _mentions(sentence: Sentence, names: frozenset[str], is_doubted: DoubtCheck) -> Iterator[Mention]:
    """Yield the values anywhere in the sentence, without those that `is_doubted` rejects. It is asked about the values
    of lists and about everyday ones."""
    ownership = Ownership(sentence, names)
    for one in (*mentions(ownership), *special_mentions(ownership)):
        if not is_doubted(sentence, one.value, key=one.key, below=doubt_threshold(one.key)):
            yield one
    yield from numbers(ownership)
    yield from secrets(sentence)
    yield from indirect_mentions(sentence)
    yield from hints(sentence)
    yield from life_mentions(ownership)
    yield from errands(ownership)
    yield from couples(ownership)
    yield from safety_mentions(ownership)
    for one in everyday_mentions(sentence):
        if one.key in NEVER_DOUBTED or not is_doubted(sentence, one.value, key=one.key, below=RULE_DOUBT):
            yield one


def unread_parts(sentence: Sentence, found: Collection[Statement]) -> list[Sentence]:
    """Return what is left to a statistical reader.

    The whole sentence if the rules found nothing, or only a need in wording that they do not know. If they found a
    need, the clauses without it: the reader mistakes many needs for an illness or a faith. A clause that only says who
    told the need is left out.
    """
    if all(one.pattern in _NEEDS_MENTIONED for one in found):
        return [sentence]
    if any(one.key not in DIET_KEYS for one in found):
        return []
    needs = {view(one.value).folded for one in found}
    beside = (one for one in _clauses(sentence) if not any(need in one.folded for need in needs))
    return [one for one in beside if not _SAYS_WHO.fullmatch(one.folded)]


def _clauses(sentence: Sentence) -> Iterator[Sentence]:
    """Yield the clauses of a few words or more: parts between marks and conjunctions."""
    whole, start = (sentence.start, sentence.end), sentence.start
    between = _CLAUSE_BREAK.finditer(sentence.view.folded, *whole)
    for break_start, break_end in [*(found.span() for found in between), (sentence.end, sentence.end)]:
        clause = Sentence(sentence.view, start, break_start, whole=sentence.whole or whole)
        if len(clause.texts) >= MIN_CLAUSE_WORDS:
            yield clause
        start = break_end


def needs_in(sentence: Sentence, names: frozenset[str], known: Iterable[Statement]) -> Iterator[Statement]:
    """Yield allergies and diets by the rules for needs, or in wording that no rule knows, unless `known`.

    Few policies ask about them, and they do not stop the statistical reader from reading the sentence.
    """
    keys, whole = {one.key for one in known}, Span(sentence.start, sentence.end)
    by_rules = [one for one in _by_rules(sentence, names, never_doubted, (), _NEEDS_BY_WORD) if one.key not in keys]
    yield from by_rules
    keys.update(one.key for one in by_rules)
    ownership = Ownership(sentence, names)
    foreign = ((mention, f"mention.{mention.key}") for mention in foreign_needs(ownership))
    broad = ((mention, f"{BROAD_NEED}{mention.key}") for mention in broad_needs(ownership))
    for mention, pattern in (*foreign, *broad):
        if mention.key not in keys and not is_about_someone_else(sentence, *mention.value):
            keys.add(mention.key)
            yield statement_of(sentence, mention.key, value=mention.value, cut=whole, pattern=pattern)


def _sentence_value(label: Labelled, key: str, sentence: Sentence, names: frozenset[str]) -> Span | None:
    """Return the span after a label if it states the field as a sentence: "city: Ana lives in Rome".

    The whole span is then the value: its first word is no city. It counts as new even if the city is known, for that
    word may be another one; but in "city: The user lives in Rome" only the rules find a value.
    """
    if sentence.view.folded[label.value.end : label.value.end + 1] not in {" ", "'"}:
        return None
    clause = Sentence(sentence.view, label.value.start, min(sentence.end, label.value.start + MAX_VALUE_LENGTH))
    statements = _by_rules(clause, names, never_doubted, ())
    states_field = any(WIDER_KEYS.get(one.key, one.key) == key for one in statements)
    return Span(clause.start, clause.end) if states_field else None


def _by_rules(
    sentence: Sentence,
    names: frozenset[str],
    is_doubted: DoubtCheck,
    labelled: Collection[tuple[str, int]],
    rules: RulesByWord = _BY_WORD,
) -> Iterator[Statement]:
    reader, ownership = Reader(sentence, names, any_name=not names), Ownership(sentence, names)
    whole = Span(sentence.start, sentence.end)
    for rule in candidates(rules, sentence.vocabulary):
        for value, context in _rule_values(rule, reader, ownership, labelled):
            if rule.is_foreign or not is_doubted(sentence, value, key=rule.key, below=RULE_DOUBT):
                yield statement_of(sentence, rule.key, value=value, cut=whole, pattern=rule.name, context=context)


def _rule_values(
    rule: Rule, reader: Reader, ownership: Ownership, labelled: Collection[tuple[str, int]]
) -> Iterator[tuple[Span, Context]]:
    """Yield the rule's values with their contexts, without labelled ones. The costliest check comes last."""
    sentence, seen = ownership.sentence, ownership.sentence.view
    for match in rule.pattern.finditer(sentence.folded):
        first, last = match.span("value") if "value" in rule.pattern.groupindex else (match.end(), len(sentence.folded))
        value = rule.slot(seen, sentence.start + first, sentence.start + last)
        if not value or (rule.key, value.start) in labelled or is_code(seen, value.end):
            continue
        if rule.after and not rule.after.match(seen.folded, value.end, sentence.end):
            continue
        if "third" in rule.pattern.groupindex and match["third"] and _names_other_before(sentence, match.start()):
            continue
        context = _context(rule, reader, sentence.start + match.start())
        if not _concerns_the_person(context, rule):
            continue
        if rule.key in DIET_KEYS and is_about_someone_else(sentence, sentence.start + match.start(), value.end):
            continue
        if rule.is_foreign or not _concerns_other(rule, ownership, sentence.index_at(value.start)):
            yield value, context


def _names_other_before(sentence: Sentence, start: int) -> bool:
    """Whether the words before a foreign verb name someone else ("mi hermana | vive en")."""
    return bool(OTHERS.intersection(re.findall(r"\w+", sentence.folded[max(0, start - 40) : start])[-3:]))


def _concerns_other(rule: Rule, ownership: Ownership, index: int) -> bool:
    """Whether the words around a value make it someone else's; in "her friends | call her Bea" it is the person's."""
    if rule.kind == "me":
        return ownership.is_wish_of_relation(index)
    is_of_relation = rule.key == "city" and is_pronoun_of_relation(ownership.sentence, index)
    return is_of_relation or ownership.is_about_another(index)


def _context(rule: Rule, reader: Reader, start: int) -> Context:
    if rule.kind in {"free", "me"}:
        return Context("none", -1)
    return reader.before_verb(start) if rule.kind == "verb" else reader.before_attribute(start)


def _concerns_the_person(context: Context, rule: Rule) -> bool:
    if context.subject == "other" or context.asked:
        return False
    if rule.needs_copula and not context.be and context.subject != "none":
        return False
    return rule.allows_modal or not (context.hypothetical or context.past)


def _text_of(sentence: Sentence, value: Span) -> str:
    return sentence.view.plain[value.start : value.end]


def statement_of(
    sentence: Sentence, key: str, *, value: Span, cut: Span, pattern: str, context: Context | None = None
) -> Statement:
    seen = sentence.view
    about: About = "speaker" if context and context.subject == "self" else "user"
    is_all = (cut.start, cut.end) == (sentence.start, sentence.end)
    start, end = seen.original_span(*(sentence.whole if is_all and sentence.whole else (cut.start, cut.end)))
    text = _text_of(sentence, value)
    negated = context is not None and context.negated
    key = canonical_need(key, text)[0]
    return Statement(category_of(key), key, text, CONFIDENCE, IMPORTANCE, start, end, negated, about, pattern)
