"""What in a sentence is not meant as a statement: questions, quotations, wishes, stories, jokes, passing states."""

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
_TURN = re.compile(r"\bbut\b|;|\bhowever\b")
# What somebody concludes is their own word: "My doctor says I have coeliac disease, so | no wheat for me."
_SO = re.compile(
    r"\b(?:so|therefore|hence|that's why|which is why)(?: now)?,? (?=(?:i|we)\b|no (?:[\w-]+,? ){1,6}?for me\b)"
)
_JOKE = re.compile(
    r"\b(?:just kidding|kidding|jk|haha\w*|just joking|sarcasm|lol|lmao|which is (?:wrong|false|not true|a lie))\b"
)
_LONG_AGO = re.compile(
    r"\b(?:as a (?:child|kid|teenager|teen|student|boy|girl|baby)|when (?:i|he|she|we|they|the user) (?:was|were)|"
    r"back then|back in the day|in those days|in my (?:youth|childhood|twenties|teens)|years ago i was)\b"
)
_PASSING = re.compile(
    r"\b(?:this (?:week|weekend|month|summer|winter|morning|afternoon|evening)|today|tonight|tomorrow|until|"
    r"temporarily|for (?:now|the (?:week|weekend|night|summer|day|holidays))|for (?:a few|a couple of|two|three|four|"
    r"five|\d+) (?:hours|days|weeks|nights)|next (?:week|month|year|\w+day))\b"
)
_ASKING = re.compile(
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


_TAKEN_BACK = re.compile(
    r"(?:oh,? |no,? |haha,? ){0,4}(?:just kidding|kidding|jk|just joking|i'm (?:just )?(?:joking|kidding)|not "
    r"really|as if)\b"
)


def earnest(seen: View) -> Iterator[Sentence]:
    """The sentences of a text that the next one does not take back ("Just kidding")."""
    found = list(sentences(seen))
    for sentence, following in zip_longest(found, found[1:]):
        if following is None or not _TAKEN_BACK.match(following.folded):
            yield sentence


@dataclass(frozen=True)
class Mood:
    """Tells for a place in a sentence whether what stands there is meant. Searches the sentence once."""

    sentence: Sentence

    def is_meant(self, start: int, *, request: bool, is_lasting: bool = False) -> bool:
        """Whether the words from `start` on state something; a `request` may be put as a question, and what
        `is_lasting` holds although the sentence goes on to tell of former times."""
        if self._is_idle_talk(start if is_lasting else len(self._text)) or any(
            first < start < last for first, last in self._quotes
        ):
            return False
        turn = max((place for place in self._turns if place < start), default=0)
        if any(turn <= place < start for place in self._unreal) or self._is_hearsay(turn, start):
            return False
        return request or not self._is_asked(start)

    def is_passing(self, end: int) -> bool:
        """Whether what is said up to `end` holds for a while only."""
        return any(place >= end for place in self._passing)

    @cached_property
    def _text(self) -> str:
        return self.sentence.folded

    def _is_idle_talk(self, end: int) -> bool:
        """Whether it jokes, or tells of former times before `end`."""
        return self._is_joke or (self._long_ago is not None and self._long_ago <= end)

    @cached_property
    def _is_joke(self) -> bool:
        return _JOKE.search(self._text) is not None

    @cached_property
    def _long_ago(self) -> int | None:
        """Where it has first told of former times."""
        told = _LONG_AGO.search(self._text)
        return told.end() if told else None

    @cached_property
    def _quotes(self) -> list[tuple[int, int]]:
        return [match.span() for match in _QUOTED.finditer(self._text)]

    @cached_property
    def _turns(self) -> list[int]:
        return [match.end() for match in _TURN.finditer(self._text)]

    @cached_property
    def _conclusions(self) -> list[int]:
        return [match.end() for match in _SO.finditer(self._text)]

    @cached_property
    def _unreal(self) -> list[int]:
        return [match.start() for match in _HYPOTHETICAL.finditer(self._text)]

    @cached_property
    def _passing(self) -> list[int]:
        return [match.start() for match in _PASSING.finditer(self._text)]

    @cached_property
    def _reports(self) -> list[tuple[int, bool]]:
        """Where somebody is said to say something, and whether it is the person."""
        return [(match.end(), bool(match["person"])) for match in _REPORTED.finditer(self._text)]

    def _is_hearsay(self, turn: int, start: int) -> bool:
        turn = max([turn, *(place for place in self._conclusions if place <= start)])
        tellers = [by_person for place, by_person in self._reports if turn < place <= start]
        return bool(tellers) and not any(tellers)

    def _is_asked(self, start: int) -> bool:
        """Whether the sentence asks from before `start` on; "I live in Dublin, can you ...?" states, then asks."""
        return self._question_start is not None and self._question_start <= start

    @cached_property
    def _question_start(self) -> int | None:
        if not self._text.rstrip("\"') ").endswith("?"):
            return None
        opening = _ASKING.search(self._text)
        return opening.start() if opening else 0
