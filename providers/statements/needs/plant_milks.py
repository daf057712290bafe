"""Plant milk and butter, which contain no animal milk: "hazelnut milk", "leche de avena", "beurre de cacahuète".

English, Spanish and French, in lower case without accents; German writes them as one word.
"""

import re
from typing import Final

_PLANT: Final = (
    r"(?:almond|hazelnut|cashew|walnut|pistachio|macadamia|pecan|peanut|nut|coconut|oat|rice|soya?|pea|hemp|spelt|sesame"
    r"|sunflower)"
)
_PLANT_ELSEWHERE: Final = (
    r"(?:almendra|avellana|soja|avena|arroz|coco|cacahuete|mani|anacardo|nuez|nueces|pistacho|sesamo|amande|noisette"
    r"|avoine|riz|arachide|cajou|noix(?: de (?:coco|cajou))?|sesame|pistache)s?"
)
NAMES: Final = (
    rf"{_PLANT}[ -](?:milk|butter)|(?:coconut|oat|soya?|cashew)[ -](?:cream|cheese|yogh?urt)"
    rf"|(?:leche|mantequilla|bebida|lait|beurre|boisson)s? (?:d[e'] ?|a la |a l')(?:l')?{_PLANT_ELSEWHERE}"
)
_ANY: Final = re.compile(rf"\b(?:{NAMES})\b")


def plant_milks_in(folded: str) -> list[tuple[int, int]]:
    """Return the start and end of each plant milk in a text."""
    return [found.span() for found in _ANY.finditer(folded)]
