"""The mood of a sentence: questions, quotations, wishes, stories, jokes and temporary states are no statements."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from django.utils.functional import cached_property

from providers.statements.text.normalise import View
from providers.statements.text.sentences import Sentence, sentences

_HYPOTHETICAL = re.compile(
    r"\b(?:if|whether|imagine|imagining|suppose|supposing|pretend|pretending|wish|wishes|what if|let's say|"
    r"hypothetically|assume|assuming|as though|dream(?:ed|t)?|novel|story|stories|character|protagonist|"
    r"role-?play\w*|act as|fiction\w*|lyrics?|once upon|movie plot|in the (?:book|film|game|movie|play)|unless|joke|"
    r"as long as|in case|according to|saying|say that|write (?:an?|the|me)|translate|for example|example (?:sentence|"
    r"text|is)|for instance|rewrite|paraphrase)\b"
)
_CONTRAST = re.compile(r"\bbut\b|;|\bhowever\b")
# A conclusion is the person's own statement: "My doctor says I have coeliac disease, so | no wheat for me."
_CONCLUSION = re.compile(
    r"\b(?:so|therefore|hence|that's why|which is why)(?: now)?,? (?=(?:i|we)\b|no (?:[\w-]+,? ){1,6}?for me\b)"
)
_JOKE = re.compile(
    r"\b(?:just kidding|kidding|jk|haha\w*|just joking|sarcasm|lol|lmao|which is (?:wrong|false|not true|a lie))\b"
)
_DISTANT_PAST = re.compile(
    r"\b(?:as a (?:child|kid|teenager|teen|student|boy|girl|baby)|when (?:i|he|she|we|they|the user) (?:was|were)|"
    r"back then|back in the day|in those days|in my (?:youth|childhood|twenties|teens)|years ago i was)\b"
)
_TEMPORARY = re.compile(
    r"\b(?:this (?:week|weekend|month|summer|winter|morning|afternoon|evening)|today|tonight|tomorrow|until|"
    r"temporarily|for (?:now|the (?:week|weekend|night|summer|day|holidays))|for (?:a few|a couple of|two|three|four|"
    r"five|\d+) (?:hours|days|weeks|nights)|next (?:week|month|year|\w+day))\b"
)
_QUESTION = re.compile(
    r"(?:^|[,;:.\u2014-]\s*(?:and |but |so )?|\b(?:and|so|but) )(?:do|does|did|is|are|am|was|were|can|could|would|"
    r"should|will|have|has|may|might|what|where|who|when|why|how|which|any|got any)\b"
)
_REPORTED = re.compile(
    r"\b(?:(?P<person>i|user|customer|client|you(?= (?:told me|said|mentioned) (?:that )?you\b))|\w+) (?:also |just |"
    r"once |always )?(?:said|says|say|told|tells|mentioned|thinks?|thought|asked|asks|claims|claimed|believes|"
    r"insists|joked|wrote|sang|replied|assumed|shouted|whispered)\b"
)
_QUOTED = re.compile(
    r"\"[^\"]{2,}\"?|(?:(?<=\s)|^)'(?!s\b|m\b|re\b|ve\b|d\b|ll\b)[^']{2,200}(?:'[a-z][^']{0,200}){0,3}'(?=[\s.,!?)]|$)"
)


_RETRACTED = re.compile(
    r"(?:oh,? |no,? |haha,? ){0,4}(?:just kidding|kidding|jk|just joking|i'm (?:just )?(?:joking|kidding)|not "
    r"really|as if)\b"
)


def asserted_sentences(seen: View) -> Iterator[Sentence]:
    """Yield the sentences of a text that the next one does not retract ("Just kidding")."""
    found = list(sentences(seen))
    for sentence, following in zip_longest(found, found[1:]):
        if following is None or not _RETRACTED.match(following.folded):
            yield sentence


@dataclass(frozen=True)
class Mood:
    """Whether the words at a position of a sentence are asserted. Each pattern searches the sentence once."""

    sentence: Sentence

    def is_asserted(self, start: int, *, is_request: bool, is_lasting: bool = False) -> bool:
        """Whether the words from `start` on are asserted.

        A request (`is_request`) may have the form of a question; a lasting fact holds although the rest of the sentence
        is about the past.
        """
        if self._is_joke_or_past(start if is_lasting else len(self._text)) or any(
            first < start < last for first, last in self._quotes
        ):
            return False
        contrast = max((place for place in self._contrasts if place < start), default=0)
        if any(contrast <= place < start for place in self._hypotheticals) or self._is_hearsay(contrast, start):
            return False
        return is_request or not self._is_question(start)

    def is_temporary(self, end: int) -> bool:
        """Whether the words up to `end` hold temporarily."""
        return any(place >= end for place in self._temporary_starts)

    @cached_property
    def _text(self) -> str:
        return self.sentence.folded

    def _is_joke_or_past(self, end: int) -> bool:
        """Whether the sentence is a joke, or turns to the past before `end`."""
        return self._is_joke or (self._distant_past is not None and self._distant_past <= end)

    @cached_property
    def _is_joke(self) -> bool:
        return _JOKE.search(self._text) is not None

    @cached_property
    def _distant_past(self) -> int | None:
        """The end of the first reference to the distant past."""
        found = _DISTANT_PAST.search(self._text)
        return found.end() if found else None

    @cached_property
    def _quotes(self) -> list[tuple[int, int]]:
        return [match.span() for match in _QUOTED.finditer(self._text)]

    @cached_property
    def _contrasts(self) -> list[int]:
        return [match.end() for match in _CONTRAST.finditer(self._text)]

    @cached_property
    def _conclusions(self) -> list[int]:
        return [match.end() for match in _CONCLUSION.finditer(self._text)]

    @cached_property
    def _hypotheticals(self) -> list[int]:
        return [match.start() for match in _HYPOTHETICAL.finditer(self._text)]

    @cached_property
    def _temporary_starts(self) -> list[int]:
        return [match.start() for match in _TEMPORARY.finditer(self._text)]

    @cached_property
    def _reports(self) -> list[tuple[int, bool]]:
        """The ends of reporting verbs, and whether the person is their subject."""
        return [(match.end(), bool(match["person"])) for match in _REPORTED.finditer(self._text)]

    def _is_hearsay(self, contrast: int, start: int) -> bool:
        contrast = max([contrast, *(place for place in self._conclusions if place <= start)])
        speakers = [by_person for place, by_person in self._reports if contrast < place <= start]
        return bool(speakers) and not any(speakers)

    def _is_question(self, start: int) -> bool:
        """Whether a question starts at or before `start`; "I live in Dublin, can you ...?" states first, then asks."""
        return self._question_start is not None and self._question_start <= start

    @cached_property
    def _question_start(self) -> int | None:
        if not self._text.rstrip("\"') ").endswith("?"):
            return None
        opening = _QUESTION.search(self._text)
        return opening.start() if opening else 0
