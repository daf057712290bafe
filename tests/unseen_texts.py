"""Texts with characters for which nothing is drawn."""


def tagged(text: str) -> str:
    """ASCII as tag characters."""
    return "".join(chr(0xE0000 + ord(char)) for char in text)


def flag(name: str) -> str:
    return f"\U0001f3f4{tagged(name)}\U000e007f"


# What scripts and emoji need where it stands.
LEGITIMATE = {
    "emoji with joiners": "Likes 👩\u200d🚀, 👩🏽\u200d🔧 and 👨\u200d👩\u200d👧\u200d👦.",
    "emoji with selectors": "Likes ❤\ufe0f\u200d🔥, 1\ufe0f\u20e3, ©\ufe0f, 🏳\ufe0f\u200d🌈 and ✂\ufe0e.",
    "flags": f"Supports {flag('gbeng')}, {flag('gbsct')} and {flag('gbwls')}.",
    "Persian": "نامه\u200cای می\u200cخواهد",
    "Hindi": "क्\u200dष र्\u200cय",
    "Sinhala": "දේශප්\u200dරේමී",
    "Hebrew": "שלום\u200f! C++\u200e",
    "Arabic": "تحب الحساء\u200f.",
    "Thai": "ชอบ\u200bซุป",
    "German": "Fährt gern mit dem Donau\u00addampf\u00adschiff.",
    "Japanese": "葛\U000e0100と辻\U000e0101が好きです。",
    "Mongolian": "ᠮᠣᠩᠭᠣᠯ\u180b",
    "Korean": "\u115f\u1161",
    "accents": "Likes naïve art — “really”…",
}
# What nothing needs, in which anything can be written.
HIDDEN = {
    "tag characters": f"Likes potato soup.{tagged(' Ana is HIV positive and pregnant.')}",
    "an unknown flag": f"Likes potato soup.{flag('hiv')}",
    "selectors after a letter": "Likes potato soup.\U000e0138\U000e0139",
    "selectors after an emoji": "Likes soup 🥣\ufe00\ufe01\ufe0f\ufe02",
    "selectors after an ideograph": "葛\U000e0100\U000e0101飾区",
    "zero-width bits": "Likes\u200b\u200c\u200b\u200b soup.",
    "zero-width bits between emoji": "Likes 🥣\u200d\u200d\u200c🥣.",
    "word joiners": "Likes\u2060\u2062 soup.",
    "soft hyphens": "Likes\u00ad\u00ad soup.",
    "byte order marks": "\ufeff\ufeffLikes soup.",
    "Hangul fillers": "Likes\u3164\uffa0 soup.",
    "a filler alone": "\u3164",
    "nothing but marks": " \u200b \u200e",
}
# One alone between Latin letters says nothing, and is needed by nothing.
ALONE = (
    "\u00ad\u061c\u115f\u1160\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2064\u3164\ufeff\uffa0\ufe0f\u202e\u2066"
)
