"""Style rules for texts that the server itself writes (001 §9): stated in prompts and checked here.

They apply to summaries, insights and merged facts, never to what a person or an agent sends (R8). English only.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from providers.statements.text.words import ANY_PRONOUN, IRREGULAR_PAST

MAX_CHARACTERS: Final = 280
MAX_SENTENCES: Final = 2


class Style(StrEnum):
    """001 §9's two guards; insights (001 §3) follow the semantic one."""

    SEMANTIC = "semantic"
    EPISODIC = "episodic"


class NotWritable(ValueError):
    """A text breaks rules that trimming cannot fix; `reasons` names each in a few words."""

    def __init__(self, reasons: tuple[str, ...]) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons


@dataclass(frozen=True, slots=True)
class CheckedText:
    """A text that follows the rules; `is_trimmed` says whether it was changed."""

    text: str
    is_trimmed: bool


def check_writing(text: str, *, style: Style) -> CheckedText:
    """Trim a text to the rules: one or two whole sentences of at most 280 characters.

    Raises NotWritable when it is empty, breaks off, uses pronouns, or is an episode in the present or the future.
    """
    kept = _trimmed(text)
    reasons = tuple(reason for reason, is_broken in _problems(kept, style).items() if is_broken)
    if reasons:
        raise NotWritable(reasons)
    return CheckedText(kept, kept != text)


def _trimmed(text: str) -> str:
    plain = _closed(_MARKER.sub("", " ".join(text.split())))
    kept = split_sentences(plain)[:MAX_SENTENCES]
    if len(kept) > 1 and len(" ".join(kept)) > MAX_CHARACTERS:
        kept = kept[:1]
    return " ".join(kept)


def _closed(text: str) -> str:
    """Add a capital and a full stop if only those are missing."""
    if not text or text[-1] in _UNFINISHED or _last_word(text) in _DANGLING:
        return text
    return text[0].upper() + text[1:] + ("" if _END.search(text) else ".")


def _problems(text: str, style: Style) -> dict[str, bool]:
    words = _words(_QUOTED.sub(" ", text))
    return {
        "it is empty": not words,
        f"it is longer than {MAX_CHARACTERS} characters": len(text) > MAX_CHARACTERS,
        "it breaks off": bool(words) and not _END.search(text),
        "it is a question": text.endswith("?"),
        "it is no sentence": len(words) == 1,
        "it says what is meant by a pronoun": _has_pronoun(text),
        "it is not in the past tense": style is Style.EPISODIC and not all(map(_may_be_past, split_sentences(text))),
    }


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text in one line, in order."""
    sentences, start = [], 0
    for end in _BREAK.finditer(text):
        if end[1] or not _ABBREVIATION.search(text, start, end.start()):
            sentences.append(text[start : end.end(1)])
            start = end.end()
    return [*sentences, text[start:]] if text[start:] else sentences


def _has_pronoun(text: str) -> bool:
    """Whether a text has a pronoun. Quotations and a person's own pronouns are values; "IT", "US" and "Type I" are
    names."""
    said = _QUOTED.sub(" ", text)
    for value in (_PRONOUN_SET, _NUMERAL):
        said = value.sub(" ", said)
    is_shouted = said.isupper()
    words = [word if is_shouted or not (word.isupper() and len(word) > 1) else "" for word in _words(said)]
    lowered = [word.lower() for word in words]
    return any(word in ANY_PRONOUN for word in lowered) or bool(_POINTING.search(said) or _MINE.search(said))


def _may_be_past(sentence: str) -> bool:
    """Whether the first recognised verb is in the past tense; true if none is recognised."""
    words = [word.lower() for word in _words(_QUOTED.sub(" ", sentence))]
    for before, word in zip(["", *words], words, strict=False):
        if before in _RELATIVE or before in _MODAL:
            continue
        if word in IRREGULAR_PAST or (word.endswith("ed") and len(word) > 3 and word not in _NO_VERBS):
            return True
        if word in _PRESENT:
            return False
    return True


def _words(text: str) -> list[str]:
    """Return the words without what an apostrophe adds: "she's" is "she", "don't" is "do"."""
    return [word.removesuffix("n") if tail.endswith("t") else word for word, tail in _WORD.findall(text)]


def _last_word(text: str) -> str:
    words = _words(text)
    return words[-1].lower() if words else ""


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_MARKER = re.compile(r"^(?:[-*•–]|\d+[.)])\s+")
_END = re.compile(r"[.!?][\"'”’)\]]*$")
_BREAK = re.compile(r"(?<=[.!?])(?<!\.\.)([\"'”’)\]]*)\s+(?=[\"'“‘(\[]?[A-Z0-9])")
_ABBREVIATION = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|No|vs|approx|Jr|Sr|e\.g|i\.e|a\.m|p\.m|[A-Z])\.)$")
_UNFINISHED = ",;:…-–—("
_QUOTED = re.compile(r"[\"“][^\"”]*[\"”]")
_WORD = re.compile(r"([^\W\d_]+(?:-[^\W\d_]+)*)(['’](?:s|t|re|ve|ll|d|m)\b)?")
_PRONOUN_SET = re.compile(r"\b\w+/\w+(?:/\w+)?\b")
_NUMERAL = re.compile(
    r"\b(?:War|Type|Part|Phase|Class|Chapter|Level|Grade|Tier|Act|Volume|Article|Section|Stage|Appendix)\s+I\b"
)
_POINTING = re.compile(
    r"(?:^|[.!?]\s+)(?:This|That|These|Those)\s+(?:is|are|was|were|has|have|had|will|would|can|could|made|means)\b"
)
_MINE = re.compile(r"\b(?:is|are|was|were|of)\s+mine\b", re.IGNORECASE)
_DANGLING = _set(
    """
    a an the and or but nor so because since while if that which who with without to of in on at by for
    from about into as than is are was were be been being has have had will would can could should may
    might must not
    """
)
_RELATIVE = _set("that which who whom whose what where when how why")
_MODAL = _set("to would could should might may must can")
_PRESENT = _set(
    """
    is are am has have does do will shall asks agrees believes calls chooses comes decides discusses
    enjoys explains feels finds gets gives goes hates hopes intends keeps knows lives loves makes means
    mentions meets moves needs offers plans prefers promises proposes reports says seems sees shares
    starts suggests takes talks tells thinks tries uses wants wishes works writes
    """
)
_NO_VERBS = _set(
    """
    bed red need seed feed speed deed weed breed indeed hundred sacred naked wicked beloved united
    exceed proceed succeed embed shed sled kindred hatred
    """
)
