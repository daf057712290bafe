"""Which language a text is in: for the dictionary that its words are indexed with, and for what reads it."""

from collections.abc import Collection
from functools import lru_cache

from py3langid.langid import MODEL_FILE, LanguageIdentifier

ENGLISH = "en"
# PostgreSQL's dictionaries by ISO 639 code, those of its oldest release that is supported; `text_vector` in the
# database has the same.
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
# Below it a text counts as English, as all did before: a short one may look like anything.
LEAST_PROBABILITY = 0.5
_FIRST_NOT_LATIN = 0x370
_PHONETIC = range(0x1D00, 0x2E80)
_COMPATIBLE = 0xFB00  # forms of letters for display, mathematical ones and the like
# Words that no other language has. Two of them, and every fifth word of a text, tell English without more ado.
_ENGLISH_ALONE = frozenset((
    "about", "and", "because", "been", "could", "from", "have", "his", "how", "she", "should", "that", "the", "their",
    "there", "these", "they", "this", "were", "what", "when", "where", "which", "who", "why", "with", "would", "you",
    "your",
))  # fmt: skip
_LEAST_ENGLISH, _WORDS_TO_ONE = 2, 5
# The beginning of a text tells its language.
READ_CHARACTERS = 1_000


def detect_language(text: str) -> str:
    """The ISO 639 code of the text's language; English where it is not clear, or has no dictionary."""
    language, probability = _identifier().classify(text[:READ_CHARACTERS])
    is_known = probability >= LEAST_PROBABILITY and language in DICTIONARIES
    return str(language) if is_known else ENGLISH


def choose_language(text: str, among: Collection[str]) -> str:
    """The most probable of some languages; the first of equals."""
    return rank_languages(text, among)[0]


def rank_languages(text: str, among: Collection[str]) -> list[str]:
    """Some languages, the most probable first; equals as they stand."""
    ranked = [str(language) for language, _ in _identifier().rank(text[:READ_CHARACTERS])]
    return sorted(among, key=ranked.index)


def is_foreign(text: str) -> bool:
    """Whether a text is in another language than English, with or without a dictionary; not where that is unclear."""
    read = text[:READ_CHARACTERS]
    letters = [ord(one) for one in read if one.isalpha()]
    others = sum(one >= _FIRST_NOT_LATIN and not _is_phonetic(one) for one in letters)
    if others * 2 > len(letters):
        return True  # in few words of Cyrillic no language stands out, and each of them is another
    if not others and _is_plainly_english(read):
        return False
    language, probability = _identifier().classify(read)
    return language != ENGLISH and bool(probability >= LEAST_PROBABILITY)


def _is_plainly_english(text: str) -> bool:
    words = text.lower().split()
    english = len(_ENGLISH_ALONE.intersection(words))
    return english >= _LEAST_ENGLISH and english * _WORDS_TO_ONE >= len(words)


def _is_phonetic(letter: int) -> bool:
    """Latin too, which small capitals are written in."""
    return _PHONETIC.start <= letter < _PHONETIC.stop or letter >= _COMPATIBLE


@lru_cache(maxsize=1)
def _identifier() -> LanguageIdentifier:
    """Loaded at its first use: it takes about a second."""
    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages([*DICTIONARIES, *WITHOUT_DICTIONARY])
    return identifier
