"""Names that say where a home's key is, or who lives there too: neither is the place where the person lives."""

from collections.abc import Sequence
from typing import Final

from providers.statements.text import evidence_words as w
from providers.statements.text import gazetteer
from providers.statements.text.words import BE, HAVE, word_set

_KEYS: Final = frozenset(
    ["key", "keys", "llave", "llaves", "cle", "cles", "clé", "clés", "chave", "chaves", "chiave", "chiavi", "sleutel",
     "schlüssel", "schlussel", "wohnungsschlüssel", "hausschlüssel"]
)  # fmt: skip
_LOCATION_VERBS: Final = BE | word_set("""
    was were lies lie hangs stays lying kept left hidden ist liegt hängt está esta fica queda è est trouve sta tiene tem
""")
_HOLDING_VERBS: Final = HAVE | word_set("keeps kept holds held got hat tiene tem ha")
_HOLDER_REACH: Final = 4  # words from the person who has a key to the word for it
_WITH: Final = word_set("with bei con com chez")
_COMPANY: Final = word_set("with mit con com avec")
_DETERMINERS: Final = word_set("o a el la le der die dem the")
_CLAUSES: Final = frozenset(["and", "but", "because", "since", "where", "so", ",", ";", ":"])


def is_key_location(texts: Sequence[str], index: int) -> bool:
    """Whether the name at `index` says where a key is ("the key of the flat is in | Sintra", "left the key with |
    Duarte"), or who has it."""
    key = next((at for at in range(index - 1, -1, -1) if texts[at] in _KEYS), None)
    if key is None:
        is_held = not _HOLDING_VERBS.isdisjoint(texts[index + 1 : index + 2])
        return is_held and not _KEYS.isdisjoint(texts[index : index + 1 + _HOLDER_REACH])
    between = texts[key:index]
    verbs = (at for at, text in enumerate(between) if text in _LOCATION_VERBS)
    return _follows_with(texts, index) or any((w.HOME | _CLAUSES).isdisjoint(between[at:]) for at in verbs)


def is_companion(texts: Sequence[str], index: int) -> bool:
    """Whether the name is a companion: "is with | Duarte", "shares a flat with | Duarte", "lives in Faro with |
    Duarte"."""
    if not (index > 0 and texts[index - 1] in _COMPANY):
        return False
    return texts[max(0, index - 2)] in BE | w.HOME | {"in"} or gazetteer.is_place(texts[max(0, index - 2)])


def _follows_with(texts: Sequence[str], index: int) -> bool:
    first = index - (index > 1 and texts[index - 1] in _DETERMINERS)
    return first > 0 and texts[first - 1] in _WITH
