"""Finds sensitive statements for the consent gate: a miss costs more than a needless question."""

import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from operator import attrgetter
from typing import Final, NamedTuple

from providers.statements.fields.aliases import SPECIAL_KEYS
from providers.statements.fields.keys import sensitive_keys
from providers.statements.fields.statement import Mention, Statement
from providers.statements.gate.broad_contacts import has_only_phone_number
from providers.statements.gate.deobfuscation import is_coincidence, readings
from providers.statements.gate.false_positives import (
    has_no_pronoun,
    is_about_offal,
    is_about_pet,
    is_about_practice,
    is_at_work,
    is_neutral_couple,
    is_not_about_person,
    is_phone_number,
)
from providers.statements.gate.known_statements import KnownStatements
from providers.statements.gate.layouts import layouts
from providers.statements.gate.sentence import (
    LABEL,
    DoubtCheck,
    in_sentence,
    needs_in,
    never_doubted,
    statement_of,
    unread_parts,
)
from providers.statements.gate.statistical_reader import doubts, read_special
from providers.statements.gate.street_addresses import with_addresses
from providers.statements.special.medicine_reactions import as_allergy
from providers.statements.special.patterns import is_mixed_sex_couple
from providers.statements.subjects.ownership import Ownership
from providers.statements.subjects.reported_clauses import clauses, is_quoted
from providers.statements.subjects.roles import with_roles_as_user
from providers.statements.subjects.templates import is_blank
from providers.statements.subjects.temporary_stays import is_stay
from providers.statements.text.evidence_words import HOME
from providers.statements.text.normalise import UUID, View, view
from providers.statements.text.sentences import Sentence, sentences, wrapped_sentences
from providers.statements.text.slots import Span

_CONTENT: Final = re.compile(
    r"[a-z0-9]|[^\x00-\x7f]"
)  # letters, digits and flags: marks and blanks alone state nothing
MAX_STATEMENTS: Final = 2_000  # per text: reading each takes time, and no text about a person has so many
MAX_READ: Final = 500  # sentences of one text for the statistical reader: each may cost an embedding
MAX_DOUBTED: Final = 50  # values of one text that the statistical reader may doubt: each may cost two embeddings

# The fields that count for a role name. Things have role names too ("The client lives in /opt"), so a name, a place or
# a language is weak evidence.
_ROLE_KEYS: Final = SPECIAL_KEYS | {"gender", "home_address", "pronouns"}

_Place = tuple[int, int, str]


class _ReaderResult(NamedTuple):
    """The statements that the statistical reader finds, and those it doubts, which the disguised readings do not report
    again."""

    found: list[Statement]
    doubted: list[Statement]


def sensitive(text: str, *, keys: Collection[str] | None = None, known_names: Collection[str] = ()) -> list[Statement]:
    """Return the statements that set, change or deny a sensitive field of the person, in order of position.

    `keys` are the fields; by default those of `sensitive_keys`. `known_names` are the person's names: with them, "Bob
    lives in Rome" is about the person only if Bob is one of them; without them, any name may be the person's. Offsets
    cover the sentence, or the label and value of a labelled value; for another spelling or encoding, the line. A text
    that states more than `MAX_STATEMENTS` is not read further.
    """
    return sensitive_of_each([text], keys=keys, known_names=known_names)[0]


def sensitive_of_each(
    texts: Sequence[str], *, keys: Collection[str] | None = None, known_names: Collection[str] = ()
) -> list[list[Statement]]:
    """Return the results of `sensitive` for each text; the statistical reader reads all their undecided sentences in
    one batch."""
    keys = sensitive_keys() if keys is None else keys
    names, views = _name_words(known_names), [view(text) for text in texts]
    by_role = [(at, other) for at, seen in enumerate(views) if (other := with_roles_as_user(seen))]
    unread: list[list[Sentence]] = [[] for _ in (*views, *by_role)]
    to_read = (*(sentences(seen) for seen in views), *(_changed_sentences(other, views[at]) for at, other in by_role))
    checks = [_Doubts(MAX_DOUBTED) for _ in to_read]
    by_rules = (_by_rules(*arguments, names) for arguments in zip(to_read, unread, checks, strict=True))
    of_rules = [_distinct(statements, keys) for statements in by_rules]
    mentions = iter(read_special([sentence for left in unread for sentence in left]))
    read = [list(zip(left, islice(mentions, len(left)), strict=True)) for left in unread]
    of_reader = [list(_by_reader(pairs, names)) for pairs in read]
    for (at, _), by_rule, by_reader in zip(by_role, of_rules[len(views) :], of_reader[len(views) :], strict=True):
        of_reader[at] += _role_statements((*by_rule.values(), *by_reader), texts[at], keys)
    return [
        with_addresses(_completed(seen, names, keys, by_rule, _ReaderResult(by_reader, check.doubted)), text, keys)
        for text, seen, by_rule, by_reader, check in zip(texts, views, of_rules, of_reader, checks, strict=False)
    ]


def _name_words(known: Iterable[str]) -> frozenset[str]:
    """The words of names in small letters, and their German genitives: "Anas Steuernummer"."""
    words = frozenset(word for full in known for word in view(full).folded.split())
    return words | {f"{word}s" for word in words if word[-1:].isalpha() and not word.endswith("s")}


def _changed_sentences(other: View, seen: View) -> Iterator[Sentence]:
    """Yield the sentences of `other` that differ from the sentence at the same position of `seen`."""
    known = {(seen.offsets[one.start], one.folded) for one in sentences(seen)}
    return (one for one in sentences(other) if (other.offsets[one.start], one.folded) not in known)


def _role_statements(found: Iterable[Statement], text: str, keys: Collection[str]) -> Iterator[Statement]:
    """Yield the statements about a person named by a role, in the text's own words."""
    found = [*found]
    for one, placed in zip(found, with_addresses(found, text, keys), strict=True):
        if placed.key in _ROLE_KEYS:
            yield one if one.value in text else replace(one, value=text[one.start : one.end])


def _completed(
    seen: View,
    names: frozenset[str],
    keys: Collection[str],
    found: dict[_Place, Statement],
    by_reader: _ReaderResult,
) -> list[Statement]:
    """Add statements over several lines, disguised ones, and those of the reader where no rule found the value."""
    if len(found) <= MAX_STATEMENTS:
        found |= _distinct(_wrapped(seen, names, [*found.values(), *by_reader.found]), keys)
    if len(found) <= MAX_STATEMENTS:
        found = _distinct(_disguised(seen.original, names, [*found.values(), *by_reader.doubted]), keys, known=found)
    if len(found) <= MAX_STATEMENTS:
        found = _distinct(by_reader.found, keys, known=found)
    return sorted(found.values(), key=lambda statement: (statement.start, statement.end, statement.key))


def _distinct(
    found: Iterable[Statement], keys: Collection[str], known: Mapping[_Place, Statement] | None = None
) -> dict[_Place, Statement]:
    """Index the statements of the given fields by place, one each, `known` ones first, up to the maximum.

    A statement replaces a mention. A label has its own place: "city: Lisbon though she lives in Porto".
    """
    at: dict[_Place, Statement] = dict(known or {})
    for statement in found:
        is_label = statement.pattern.startswith(LABEL)
        place = (statement.start, statement.end, statement.pattern if is_label else statement.key)
        is_known = known is not None and place in at and (statement.is_mention or not at[place].is_mention)
        if statement.key in keys and not is_known:
            at[place] = statement
            if len(at) > MAX_STATEMENTS:
                break
    return at


_PLAIN_WORD = re.compile(rf"{UUID}|[^\W_]+")


def words_of(text: str) -> frozenset[str]:
    """Return the normalised words of a text in small letters; a UUID is one word."""
    return frozenset(_PLAIN_WORD.findall(view(text).folded))


def names_person(statement: Statement, text: str) -> bool:
    """Whether the statement's sentence in the text names or refers to a person, apart from the words of its value."""
    seen = view(text[statement.start : statement.end])
    value = view(statement.value).folded
    return any(
        Ownership(one, frozenset()).refers_to_person(
            excluded={at for at, word in enumerate(one.texts) if word in value.split()}
        )
        for one in sentences(seen)
    )


def _disguised(text: str, names: frozenset[str], plain: list[Statement]) -> Iterator[Statement]:
    """Yield the statements of other spellings, encodings and layouts that no line states plainly. Their span is the
    whole line."""
    known = KnownStatements(plain, _key_and_value)
    for reading in (*readings(text), *layouts(text)):
        if is_blank(text, reading.start):
            continue
        for s in _rule_statements(view(reading.text), names):
            if not is_coincidence(s, reading.text) and not known.covers(s, reading.start, reading.end):
                yield replace(s, start=reading.start, end=reading.end, pattern=f"disguised.{s.pattern}")


def _key_and_value(statement: Statement) -> Hashable:
    return statement.key, statement.value.casefold()


def _rule_statements(seen: View, names: frozenset[str]) -> Iterator[Statement]:
    """Yield the statements of all sentences by rules alone."""
    found = list(_by_rules(sentences(seen), [], never_doubted, names))
    yield from found
    yield from _wrapped(seen, names, found)


def _by_rules(
    some: Iterable[Sentence], unread: list[Sentence], is_doubted: DoubtCheck, names: frozenset[str]
) -> Iterator[Statement]:
    """Yield the statements of the sentences, and add to `unread` the first of the sentences that are left to a
    reader."""
    for sentence in some:
        if _CONTENT.search(sentence.folded) is None:
            continue
        for part in (sentence, *clauses(sentence, names)):
            found = [one for one in in_sentence(part, names, is_doubted) if not is_quoted(part.folded, one)]
            unread.extend(unread_parts(part, found)[: MAX_READ - len(unread)])
            yield from found
            yield from needs_in(part, names, found)


def _by_reader(read: Iterable[tuple[Sentence, Mention | None]], names: frozenset[str]) -> Iterator[Statement]:
    for sentence, mention in read:
        if mention and not (
            is_not_about_person(mention.key, sentence, names) or _is_false_positive(mention.key, sentence, names)
        ):
            key = as_allergy(mention, sentence, names).key
            pattern = "mention.sure.reader" if mention.is_sure else "mention.reader"
            yield statement_of(sentence, key, value=mention.value, cut=mention.value, pattern=pattern)


def _is_false_positive(key: str, sentence: Sentence, names: frozenset[str]) -> bool:
    """Whether the reader mistakes a stay for a home or a prison, a workplace for a home, a practice or a pet for the
    person, a couple of two sexes for a same-sex one, or a phone number for that of a document or an account."""
    if key == "language":
        return _has_relation_as_subject(sentence, names)
    if key == "pronouns":
        return has_no_pronoun(sentence.folded)
    if key == "sexual_orientation":
        return is_mixed_sex_couple(sentence.folded) or is_neutral_couple(sentence)
    if key in {"government_ids", "account_numbers"}:
        return is_phone_number(sentence) or has_only_phone_number(sentence)
    if key == "health_conditions":
        return any(check(sentence.folded) for check in (is_about_practice, is_about_pet, is_about_offal))
    is_temporary = is_stay(sentence.folded) or (key == "city" and is_at_work(sentence.folded))
    return key in {"city", "criminal_record"} and sentence.vocabulary.isdisjoint(HOME) and is_temporary


def _has_relation_as_subject(sentence: Sentence, names: frozenset[str]) -> bool:
    """Whether a relation is the subject who speaks a language: "User's tutor only answers in German"."""
    return Ownership(sentence, names).follows_relation(len(sentence.texts))


def _wrapped(seen: View, names: frozenset[str], known: Iterable[Statement]) -> Iterator[Statement]:
    """Yield the statements of sentences over several lines, unless one of the lines states them already (`known`)."""
    by_line = KnownStatements(known, attrgetter("key"))
    for sentence in wrapped_sentences(seen):
        for statement in in_sentence(sentence, names, never_doubted):
            if not by_line.covers(statement, statement.start, statement.end):
                yield statement


class _Doubts:
    """Whether the statistical reader doubts a match of a list or a rule. Asks it a limited number of times per text,
    then never.

    `doubted` are the rejected matches, as mentions.
    """

    def __init__(self, most: int) -> None:
        self._left = most
        self.doubted: list[Statement] = []

    def __call__(self, sentence: Sentence, value: Span, *, key: str, below: float) -> bool:
        self._left -= 1
        if self._left < 0 or not doubts(sentence, value, key=key, below=below):
            return False
        whole = Span(sentence.start, sentence.end)
        self.doubted.append(statement_of(sentence, key, value=value, cut=whole, pattern="mention.doubted"))
        return True
