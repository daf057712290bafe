"""Whether a special-category term is about someone or something other than the person."""

import re
from typing import Final

from providers.statements.special.occupations import is_in_occupation
from providers.statements.subjects.ownership import Ownership
from providers.statements.text import special_words as w
from providers.statements.text.sentences import Sentence
from providers.statements.text.slots import Span

# Descent through a parent is the person's own.
_SIDE: Final = re.compile(
    r"\bon (?:my|her|his) (?:dad|father|mum|mom|mother)'s side\b|\bpor parte de (?:mi )?(?:padre|madre)\b"
    r"|\bdu cote de (?:mon pere|ma mere|son pere|sa mere)\b|\b(?:vater|mutter)licherseits\b"
)
_PARTNERS: Final = frozenset(["husband", "wife", "partner", "boyfriend", "girlfriend", "spouse"])


def is_figurative(sentence: Sentence, start: int) -> bool:
    start -= sentence.start
    return is_in_occupation(sentence.folded, start) or any(
        found.start() <= start < found.end() for found in w.FIGURATIVE.finditer(sentence.folded)
    )


def is_topic_or_other(ownership: Ownership, key: str, span: Span) -> bool:
    sentence = ownership.sentence
    is_topic_or_job = sentence.text(sentence.index_at(span.end)) in w.TOPICS or is_in_occupation(
        sentence.folded, span.start - sentence.start
    )
    return is_topic_or_job or is_about_someone_else(ownership, key, span)


def is_about_someone_else(ownership: Ownership, key: str, span: Span) -> bool:
    sentence = ownership.sentence
    if key == "ethnicity" and _SIDE.search(sentence.folded):
        return False
    index = sentence.index_at(span.start)
    own = w.OWN
    if key == "sexual_orientation":
        if ownership.follows_other_name(index - (sentence.text(index - 1) == "'s")):
            return True
        own |= _PARTNERS
    return ownership.is_about_another(index, own=own)
