"""Characters that look like an ASCII letter but survive NFKC, and invisible characters.

Only shapes that a person reads as the letter are listed. Digits in place of letters ("l33t") are not: they stay visible
as digits.
"""

import unicodedata

_SMALL = {
    "a": "аαɑᴀ",
    "b": "вьʙƅ",
    "c": "сϲᴄ",
    "d": "ԁᴅɖđ",
    "e": "еєεᴇҽ",
    "f": "ƒꜰẝ",
    "g": "ɡɢցԍ",
    "h": "һнհʜħ",
    "i": "іιıɪɩӏꙇ",
    "j": "јϳᴊյ",
    "k": "кκᴋĸ",
    "l": "ʟłǀ",
    "m": "мᴍ",
    "n": "пηɴոռ",
    "o": "оοσօᴏøс"[:-1],
    "p": "рρᴘƿ",
    "q": "ԛզ",
    "r": "гʀᴦ",
    "s": "ѕꜱƽ",
    "t": "тτᴛŧ",
    "u": "υսᴜʋцμ",
    "v": "ѵνᴠ",
    "w": "ԝωᴡшѡ",
    "x": "хχ",
    "y": "уүγʏყ",
    "z": "ᴢƶʐ",
}
_CAPITAL = {
    "A": "АΑᎪꓮ",
    "B": "ВΒᏴꓐ",
    "C": "СϹᏟꓚ",
    "D": "ᎠꓓĐ",
    "E": "ЕΕᎬꓰ",
    "F": "Ϝꓝ",
    "G": "ԌᏀꓖ",
    "H": "НΗᎻꓧ",
    "I": "ІΙӀᎥꓲ",
    "J": "ЈᎫꓙ",
    "K": "КΚᏦꓗ",
    "L": "ᏞꓡŁ",
    "M": "МΜᎷꓟ",
    "N": "ΝꓠᏁ",
    "O": "ОΟՕꓳØ",
    "P": "РΡᏢꓑ",
    "Q": "ԚႭ",
    "R": "ᏒꓣᎡ",
    "S": "ЅՏᏚꓢ",
    "T": "ТΤᎢꓔ",
    "U": "ՍᏌꓴ",
    "V": "ѴᏙꓦ",
    "W": "ԜᎳꓪ",
    "X": "ХΧꓫ",
    "Y": "ΥҮꓬУ",
    "Z": "ΖᏃꓜ",
}
_ENCLOSED_CAPITALS = (0x1F150, 0x1F170, 0x1F1E6)  # negative circled, negative squared, regional indicators

LETTERS: dict[str, str] = (
    {twin: letter for table in (_SMALL, _CAPITAL) for letter, twins in table.items() for twin in twins}
    | {chr(first + step): chr(ord("A") + step) for first in _ENCLOSED_CAPITALS for step in range(26)}
    | dict.fromkeys("‐‑‒–—―−﹘﹣－", "-")
    | dict.fromkeys("‘’‚‛′ʹʼˈ＇`´", "'")
    | dict.fromkeys("“”„‟″＂«»", '"')
    | dict.fromkeys("꞉：∶ː˸", ":")
    | dict.fromkeys("；;", ";")
    | {"＝": "=", "⁄": "/", "∕": "/", "․": ".", "‚": ","}
)

_UNSEEN_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
LINE_BREAKS = frozenset("\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029")


def is_unseen(char: str) -> bool:
    """Whether the character is invisible: format and control characters, fillers, variation selectors."""
    if char in _UNSEEN_LETTERS or "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef":
        return True
    return unicodedata.category(char) in {"Cf", "Cc"} and char not in LINE_BREAKS and char != "\t"
