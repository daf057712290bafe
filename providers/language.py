"""Identifies a text's language, for the dictionary that indexes its words and for readers that need it."""

from collections.abc import Collection
from functools import lru_cache

from py3langid.langid import MODEL_FILE, LanguageIdentifier

ENGLISH = "en"
# PostgreSQL's dictionaries by ISO 639 code, as in its oldest supported release; `text_vector` in the database has the
# same.
DICTIONARIES = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish",
    "eu": "basque", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian",
    "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian", "ne": "nepali", "nl": "dutch",
    "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian", "sv": "swedish",
    "ta": "tamil", "tr": "turkish",
}  # fmt: skip
WITHOUT_DICTIONARY = (
    "bg", "cs", "et", "fa", "he", "hr", "ja", "ko", "lv", "pl", "sk", "sl", "th", "uk", "vi", "zh",
)  # fmt: skip
# Below it a text counts as English: a short text may resemble any language.
MIN_PROBABILITY = 0.5
_FIRST_NOT_LATIN = 0x370
_PHONETIC = range(0x1D00, 0x2E80)
_COMPATIBLE = 0xFB00  # display forms of letters, mathematical ones and the like
# Words that occur only in English. Two of them, at least every fifth word, identify English without the classifier.
_ENGLISH_ONLY = frozenset((
    "about", "and", "because", "been", "could", "from", "have", "his", "how", "she", "should", "that", "the", "their",
    "there", "these", "they", "this", "were", "what", "when", "where", "which", "who", "why", "with", "would", "you",
    "your",
))  # fmt: skip
_MIN_ENGLISH, _WORDS_TO_ONE = 2, 5
# The beginning of a text is enough.
READ_CHARACTERS = 1_000


def detect_language(text: str) -> str:
    """Return the ISO 639 code of the text's language; English if it is unclear, or has no dictionary."""
    language, probability = _identifier().classify(text[:READ_CHARACTERS])
    is_known = probability >= MIN_PROBABILITY and language in DICTIONARIES
    return str(language) if is_known else ENGLISH


def choose_language(text: str, among: Collection[str]) -> str:
    """Return the most probable of some languages; the first among equals."""
    return rank_languages(text, among)[0]


def rank_languages(text: str, among: Collection[str]) -> list[str]:
    """Return the languages, most probable first; equals in their original order."""
    ranked = [str(language) for language, _ in _identifier().rank(text[:READ_CHARACTERS])]
    return sorted(among, key=ranked.index)


def is_foreign(text: str) -> bool:
    """Whether a text is in another language than English, with or without a dictionary; False if unclear."""
    read = text[:READ_CHARACTERS]
    letters = [ord(one) for one in read if one.isalpha()]
    others = sum(one >= _FIRST_NOT_LATIN and not _is_phonetic(one) for one in letters)
    if others * 2 > len(letters):
        return True  # few Cyrillic words do not identify a language, but all candidates are foreign
    if not others and _is_plainly_english(read):
        return False
    language, probability = _identifier().classify(read)
    return language != ENGLISH and bool(probability >= MIN_PROBABILITY)


def _is_plainly_english(text: str) -> bool:
    words = text.lower().split()
    english = len(_ENGLISH_ONLY.intersection(words))
    return english >= _MIN_ENGLISH and english * _WORDS_TO_ONE >= len(words)


def _is_phonetic(letter: int) -> bool:
    """Phonetic letters are Latin too; small capitals are among them."""
    return _PHONETIC.start <= letter < _PHONETIC.stop or letter >= _COMPATIBLE


@lru_cache(maxsize=1)
def _identifier() -> LanguageIdentifier:
    """Loaded at its first use, which takes about a second."""
    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages([*DICTIONARIES, *WITHOUT_DICTIONARY])
    return identifier
