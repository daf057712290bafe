"""Issue 4, "No way around": what is encoded or respelt is read as a program or a patient reader would."""

import base64
import codecs
import textwrap
from collections.abc import Callable
from urllib.parse import quote

import pytest

from providers.statements import sensitive
from providers.statements.gate.deobfuscation import readings

STATEMENTS = {
    "city": "User lives in Lisbon.",
    "preferred_name": "My name is Bob",
    "pronouns": "The user's pronouns are they/them",
    "language": "Always answer in German.",
}
LEET = str.maketrans("oieast", "013457")
ENCODERS: dict[str, Callable[[str], str]] = {
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "base64 for addresses, unpadded": lambda text: base64.urlsafe_b64encode(text.encode()).decode().rstrip("="),
    "base64 behind a word": lambda text: f"note: {base64.b64encode(text.encode()).decode()} (keep)",
    "base64 twice": lambda text: base64.b64encode(base64.b64encode(text.encode())).decode(),
    "base64 in lines": lambda text: "\n".join(textwrap.wrap(base64.b64encode(text.encode() * 3).decode(), 30)),
    "base32": lambda text: base64.b32encode(text.encode()).decode(),
    "percent": quote,
    "percent, every letter": lambda text: "".join(f"%{byte:02X}" for byte in text.encode()),
    "percent of base64": lambda text: quote(base64.b64encode(text.encode()).decode()),
    "hexadecimal": lambda text: text.encode().hex(),
    "hexadecimal with blanks": lambda text: text.encode().hex(" "),
    "binary": lambda text: " ".join(f"{byte:08b}" for byte in text.encode()),
    "decimal": lambda text: " ".join(str(byte) for byte in text.encode()),
    "entities": lambda text: "".join(f"&#{ord(char)};" for char in text),
    "hexadecimal entities": lambda text: "".join(f"&#x{ord(char):x};" for char in text),
    "unicode escapes": lambda text: "".join(f"\\u{ord(char):04x}" for char in text),
    "byte escapes": lambda text: "".join(f"\\x{ord(char):02x}" for char in text),
    "quoted-printable": lambda text: "".join(f"={byte:02X}" for byte in text.encode()),
    "leet": lambda text: text.lower().translate(LEET),
    "backwards": lambda text: text[::-1],
    "each word backwards": lambda text: " ".join(word[::-1] for word in text.split()),
    "rot13": lambda text: codecs.encode(text, "rot13"),
    "spaced out": " ".join,
    "spaced out, words apart": lambda text: "  ".join(" ".join(word) for word in text.split()),
    "dots between": lambda text: ".".join(text.replace(" ", "")),
    "dashes between": lambda text: "-".join(text.replace(" ", "")),
    "a letter a line": "\n".join,
    "dashes between letters, blanks between words": lambda text: " ".join("-".join(word) for word in text.split()),
    "tag characters": lambda text: "".join(chr(0xE0000 + ord(char)) for char in text.replace("ë", "e")),
    "an override": lambda text: f"\u202e{text[::-1]}\u202c",
    "an override of each word": lambda text: " ".join(f"\u202e{word[::-1]}\u202c" for word in text.split()),
    "an override of several sentences": lambda text: f"\u202e{f'So it is. {text} Yes.'[::-1]}",
    "a stroke through each letter": lambda text: "".join(f"{char}\u0336" for char in text),
    "a circle around each letter": lambda text: "".join(f"{char}\u20dd" for char in text),
    "soft hyphens": "\u00ad".join,
    "underscores": lambda text: text.replace(" ", "_"),
    "plus signs": lambda text: text.replace(" ", "+"),
    "camel case": lambda text: "".join(word.title() for word in text.split()),
    "no blanks": lambda text: text.replace(" ", "").lower(),
    "zero width in base64": lambda text: "\u200b".join(base64.b64encode(text.encode()).decode()),
    "full width leet": lambda text: text.lower().translate(LEET).translate({n + 48: n + 0xFF10 for n in range(10)}),
}


@pytest.mark.parametrize("name", ENCODERS)
@pytest.mark.parametrize("field", STATEMENTS)
def test_it_is_found_however_it_is_written(name, field):
    assert field in {s.key for s in sensitive(ENCODERS[name](STATEMENTS[field]))}


def test_what_is_said_three_times_in_a_block_is_cut_apart():
    assert "preferred_name" in {s.key for s in sensitive(ENCODERS["base64 in lines"]("Zoë is the user's name"))}


@pytest.mark.parametrize("name", ENCODERS)
def test_once_cut_nothing_of_it_is_left(name):
    text = f"The tickets were cheap.\n{ENCODERS[name](STATEMENTS['city'])}\nThe train was late."
    cut = {place for s in sensitive(text) for place in range(s.start, s.end)}
    text = "".join(char for place, char in enumerate(text) if place not in cut)
    assert sensitive(text) == []
    assert "cheap" in text and "late" in text


def test_what_is_told_plainly_is_not_found_twice():
    assert len(sensitive("The user l1ves somewhere. The user lives in Lisbon.")) == 1


@pytest.mark.parametrize(
    "text",
    [
        "The token is dGhpcyBpcyBqdXN0IGEgdGVzdA==.",
        "Commit 3f786850e387550fdab836ed7e6dc881de23001b fixes it.",
        "See https://example.org/docs/home/city-guide?page=2.",
        "Use get_user_name and set_home_dir.",
        "RFC 9162 and utf8 and k8s and v1 and i18n.",
        "A B C D are the answers.",
        "100 200 300 400 500 600 are the sizes.",
        "An evil plan.",
        "Olives and misinformation in the hometown newspaper.",
        "50%20 of 100%25",
        "&nbsp;&amp;&lt;",
        "left-pad-2 and user-agent-parser and README.md",
    ],
)
def test_ordinary_codes_and_names_pass(text):
    assert sensitive(text) == []


@pytest.mark.parametrize("text", ["\\uD800\\uDFFF", "%ff%fe%00", "&#1114112;", "=FF=FE", "U+110000 U+D800", "A" * 9000])
def test_what_decodes_to_nothing_is_read_to_its_end(text):
    assert sensitive(text) == []


def test_a_line_has_no_more_than_a_dozen_readings():
    line = " ".join(encode("User lives in Lisbon") for name, encode in ENCODERS.items() if "\n" not in encode("a b"))
    assert len(list(readings(line[:190].replace("\n", " ").replace(". ", ".")))) <= 24


def test_the_digits_of_a_uuid_spell_no_words():
    assert not sensitive("user_id: sdk-a6e4d54d-0cd5-41ac-94fe-197c049d515a")
    assert sensitive(f"{STATEMENTS['city'].lower().translate(LEET)} a6e4d54d-0cd5-41ac-94fe-197c049d515a")
