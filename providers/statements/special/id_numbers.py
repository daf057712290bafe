"""Finds numbers by which authorities and banks identify a person, and exact home addresses."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from stdnum import iban, luhn
from stdnum.es import dni, nie
from stdnum.fr import nir
from stdnum.it import codicefiscale
from stdnum.us import ssn

from providers.statements.fields.statement import Mention
from providers.statements.subjects.ownership import Ownership
from providers.statements.text import evidence_words as ev
from providers.statements.text import special_words as w
from providers.statements.text.normalise import STANDALONE_UUID
from providers.statements.text.sentences import Sentence
from providers.statements.text.slots import Span
from providers.statements.text.words import PERSON_NOUNS, SELF, word_set

_GOVERNMENT: Final = (
    r"(?:her|his|my|their|'s) social(?= (?:is|was|ends|number|no)\b| ?[:#=])|passports?|ssn|social security"
    r"|social insurance|national id|national insurance|identity card|id card|id number"
    r"|personal id|driver'?s? ?licen[cs]e|driving licen[cs]e|tax id|tax number|tax file|taxpayer|tin|tfn"
    r"|sin|nhs|medicare|medicaid"
    r"|social(?=(?: is|:| number|'s| no\.?)? ?\d{3})"
    r"|health card|insurance number|oib|jmbg|dni|nie|nif|cpf|rg|curp|codice fiscale|insee|bsn|pesel"
    r"|personnummer|aadhaar"
    r"|pan card|visa number|residence permit|green card number|alien number|steuer-?id|steuernummer|ahv"
    r"|rodne cislo|egn"
    r"|pan\b|pension fund|tax identification|voter id|licen[cs]e plate|number plate|military id|permit number"
    r"|reisepass|ausweis\w*|pasaporte|passeport"
    r"|passaporto|passaporte|carte d'identite|cartao de cidadao|passnummer|personalausweis\w*|sozialversicherungs\w*"
    r"|rentenversicherungs\w*|krankenversicherten\w*|fuhrerscheinnummer|numero de (?:securite sociale|secu"
    r"|identidad|identite"
    r"|identidade|utente|pasaporte)|numero (?:fiscal|di passaporto|de passeport)|titre de sejour|cedula|seguridad "
    r"social"
    r"|(?:mi|su|mon|son|la mia|sua) (?:permiso de conducir|permis|patente|carta d'identita)|tessera sanitaria"
    r"|titulo de eleitor|carteira de (?:identidade|motorista)|cnh|carta de conducao"
)
_ACCOUNT: Final = (
    r"iban|bank account|account number|account no|acct|sort code|routing number|swift|bic|credit card"
    r"|debit card|bank card"
    r"|(?:customer|client|member(?:ship)?|user) (?:number|no\.?|id) (?:at|with|for|of) (?:the |my |our )?"
    r"(?:[a-z]+ ){0,2}(?:bank|building society|credit union|broker)"
    r"|card number|visa card|mastercard|cvv|cvc|wallet address|konto\w*|cuenta bancaria|compte bancaire"
    r"|conto corrente|routing|bitcoin|btc|ethereum|eth|wallet|card ending|card that ends"
)
_LABELS: Final = (
    ("government_ids", re.compile(rf"\b(?:{_GOVERNMENT})\b")),
    ("account_numbers", re.compile(rf"\b(?:{_ACCOUNT})\b")),
)
_DATE: Final = re.compile(
    r"\b(?:\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})\b|(?<!\d)(?:19|20)\d\d(?!\d)"
)
_NUMBER: Final = re.compile(r"\b(?=(?:[a-z ./-]{0,3}\d){5})[a-z]{0,4}[ -]?\d(?:[ ./-]?[a-z]{0,2}\d){4,32}[a-z]{0,2}\b")
# One word of letters and digits: the form of numbers of passports, licences and wallets.
_CODE: Final = re.compile(r"\b(?=(?:[a-z/-]*\d){3})[a-z0-9][a-z0-9/-]{5,63}\b")
_SPARSE_CODE: Final = re.compile(r"\b(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{8,12}\b")  # a passport's may have one digit
_CARD_END: Final = re.compile(r"\bcards? (?:that )?(?:ending|ends) (?:in|with) \d{4}\b")
_COORDINATES: Final = re.compile(r"-?\b\d{1,2}\.\d{3,}\W{0,3}[ns]?[,; ]+-?\d{1,3}\.\d{3,}")
# The digits of a UUID sometimes pass a card's check. One of digits only is read nevertheless.
_UUID: Final = re.compile(rf"(?=[\d-]*[a-f]){STANDALONE_UUID}")
_NEAR: Final = 60  # characters between a label and its number


def _is_card(number: str) -> bool:
    return bool(luhn.is_valid(number.replace(" ", "").replace("-", "")))


# Forms that identify themselves; the check digits must agree.
_VALID: Final[tuple[tuple[str, re.Pattern[str], Callable[[str], bool]], ...]] = (
    ("account_numbers", re.compile(r"\b[a-z]{2}\d{2}(?: ?[a-z0-9]){11,30}\b"), iban.is_valid),
    ("account_numbers", re.compile(r"(?<![\w-])[3-6]\d{3}(?:[ -]?\d){9,15}\b"), _is_card),
    ("account_numbers", re.compile(r"\bbc1[ac-hj-np-z02-9]{11,71}\b"), bool),  # Bitcoin's form is distinctive enough
    ("government_ids", re.compile(r"\b\d{3}-\d{2}-\d{4}\b"), ssn.is_valid),
    ("government_ids", re.compile(r"\b\d{8}-?[a-z]\b"), dni.is_valid),
    ("government_ids", re.compile(r"\b[xyz]-?\d{7}-?[a-z]\b"), nie.is_valid),
    ("government_ids", re.compile(r"\b[12] ?\d{2} ?\d{2} ?\d{2} ?\d{3} ?\d{3} ?\d{2}\b"), nir.is_valid),
    ("government_ids", re.compile(r"\b[a-z]{6}\d{2}[a-z]\d{2}[a-z]\d{3}[a-z]\b"), codicefiscale.is_valid),
)
# Example numbers from documentation, and words by which a sentence marks an example.
_EXAMPLES: Final = frozenset([
    "123456789", "078051120", "219099999",
    "4242424242424242", "4111111111111111", "4000000000000002", "4000000000009995", "4012888888881881",
    "5555555555554444", "5105105105105100", "378282246310005", "6011111111111117", "3530111333300000",
    "de89370400440532013000", "gb82west12345698765432", "gb29nwbk60161331926819", "fr1420041010050500013m02606",
    "nl91abna0417164300", "es9121000418450200051332", "be68539007547034", "ch9300762011623852957",
])  # fmt: skip
_EXAMPLE_CUES: Final = word_set("""
    test tests testing dummy sample samples example examples sandbox placeholder mock fake fixture fixtures docs
    documentation
""")
_OWNERS: Final = PERSON_NOUNS | SELF | word_set("my our her his their he she they")
_STREET: Final = re.compile(
    r"\b\d{1,5}[a-z]?,? (?:[A-Z][\w'.]+ ){1,3}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Boulevard"
    r"|Blvd|Way|Court"
    r"|Ct|Terrace|Close|Crescent|Row|Mews)\b"
    r"|\b\d{1,4}(?: ?bis| ?ter)?,? (?:rue|avenue|av\.|boulevard|bd|chemin|impasse|allee|quai|place|cours"
    r"|passage) (?:d[eu]s? |de la |de l'|d')?\w+"
    r"|\b(?:calle|c/|avda\.?|avenida|paseo|plaza|camino|carrer|rua|travessa|praca"
    r"|ulica) (?:[\w'.]+ ){1,4}?(?:n\.? ?|numero )?\d{1,4}\b"
    r"|\b(?:Rua|Rue|Via|Calle|Ulica|Avenida|Viale|Piazza|Plaza|Passeig|Carrer|Travessa|Trg|Corso|Largo"
    r"|Praca|Boulevard)"
    r" (?:[\w'.]+ ){1,4}?\d{1,4}\b"
    r"|\b[A-Z]\w+(?:strasse|stra\u00dfe|str\.|gasse|platz|weg|straat|gracht|gatan|vej|utca)\.? \d{1,4}[a-z]?\b"
    r"|\b[A-Z]\w+(?:ska|eva|ova) (?:ulica |cesta )?\d{1,4}\b"
    r"|\b(?:[Pp]ost ?code|[Zz]ip(?: ?code)?|[Pp]ostal code|PLZ|CAP|CEP) (?:is |: ?)?[A-Z]{0,2}\d[\w-]{2,9}"
    r"|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b"
    r"|\b(?:[Aa]partment|[Aa]pt\.?|[Ff]lat|[Uu]nit) (?:no\.? ?|#)?\d{1,4}[A-Z]?\b"
)
# A street without a word for one counts beside a word for deliveries.
_HOUSE: Final = re.compile(r"\b(?:to|at|in|on|is|address:?) [A-Z]\w+(?: [A-Z]?\w+)? \d{1,3}[a-z]?\b(?!:)")
_DELIVERY: Final = word_set("""
    parcel parcels deliver delivered deliveries delivery mail letters address post ship shipped lives living home flat
    house floor door doorbell courier resides
""")
# After a public building its own address follows: "at the Legal Center on 12 Queen's Rd".
_PUBLIC: Final = re.compile(
    r"\b(?:cent(?:er|re)|offices?|clinic|hospital|surgery|practice|hotel|restaurant|cafe|library|museum|theat(?:er|re)"
    r"|church|chapel|hall|court(?:house)?|school|university|bank|pharmacy|shop|store|studio|gym|salon|gallery|embassy"
    r"|consulate|ministry|registry|agency)(?: (?:on|at|in)|,)? $"
)
# Chinese, Japanese and Korean, as written: "他住在…南京西路100号", "…神南1-2-3に住んで", but not in a hotel.
_EAST_ASIAN: Final = re.compile(
    r"(?:住在|家住|住址|居住|家在|住于|住於)(?![^。\n]{0,40}(?:酒店|宾馆|旅馆|民宿|饭店))[^。;\n]{0,40}"
    r"\d ?(?:号|號|弄|栋|棟|幢|室|单元)"
    r"|\d+(?:丁目|番地?|-\d+|号)[^。\n]{0,12}?(?:に住|在住|で暮ら)|\d+(?:번지|길|호)?[^.\n]{0,6}?에 ?(?:살|거주)"
)
_OWN: Final = (
    w.OWN
    | frozenset(re.findall(r"[a-z]+", f"{_GOVERNMENT} {_ACCOUNT}"))
    | word_set("postcode zip code postal new one steuer-id tax-id id-number ni-number")
)


def numbers(ownership: Ownership) -> Iterator[Mention]:
    """Yield numbers of a government or a bank, and street addresses, unless they are someone else's."""
    sentence = ownership.sentence
    folded = sentence.folded
    if not any(map(str.isdigit, folded)):
        return
    has_examples = _mentions_examples(ownership)
    for key, start, end in _labelled(sentence):
        if has_examples and _is_example(folded[start:end]):
            continue
        if not ownership.is_about_another(sentence.index_at(sentence.start + start), own=_OWN):
            yield Mention(key, Span(sentence.start + start, sentence.start + end))
    for key, start, end in (*_self_evident(folded), *_located(sentence)):
        if has_examples and _is_example(folded[start:end]):
            continue
        if not ownership.follows_relation(sentence.index_at(sentence.start + start)):
            yield Mention(key, Span(sentence.start + start, sentence.start + end))
    yield from _streets(ownership)


def _mentions_examples(ownership: Ownership) -> bool:
    """Whether a sentence is about examples, and mentions no person to whom a number could belong."""
    vocabulary = ownership.sentence.vocabulary
    return bool(_EXAMPLE_CUES & vocabulary) and not (_OWNERS | ownership.names) & vocabulary


def _is_example(number: str) -> bool:
    return re.sub(r"[\W_]", "", number) in _EXAMPLES


def _labelled(sentence: Sentence) -> Iterator[tuple[str, int, int]]:
    """Yield numbers near a word for them, which may be in the preceding clause: "renewed the passport; it is
    L898902C3"."""
    folded, before = sentence.folded, _words_before(sentence)
    for key, label in _LABELS:
        named = label.search(folded)
        start, end = named.span() if named else (0, 0)
        if named is None and not label.search(before):
            continue
        plain = _masked(_DATE, _masked(_UUID, folded))
        found = _number(plain, end, end + _NEAR) or _number(plain, max(0, start - _NEAR), start)
        if found is None and key == "government_ids":
            cased = sentence.view.cased[sentence.start : sentence.end]
            found = _SPARSE_CODE.search(cased, end, end + _NEAR)
        if found:
            yield key, found.start(), found.end()


def _masked(pattern: re.Pattern[str], folded: str) -> str:
    """Return a text of the same length, with matches replaced by dots."""
    return pattern.sub(lambda match: "." * len(match.group()), folded)


def _words_before(sentence: Sentence) -> str:
    """Return the end of the clause before the sentence on the same line."""
    before = sentence.view.folded[max(0, sentence.start - _NEAR) : sentence.start].rpartition("\n")[2]
    return before if before.rstrip().endswith(";") else ""


def _number(plain: str, first: int, last: int) -> re.Match[str] | None:
    return _NUMBER.search(plain, first, last) or _CODE.search(plain, first, last)


def _self_evident(folded: str) -> Iterator[tuple[str, int, int]]:
    """Yield numbers with correct check digits, without the words that follow."""
    folded = _masked(_UUID, folded)
    for key, pattern, is_valid in _VALID:
        for found in pattern.finditer(folded):
            words = found.group().upper().split(" ")
            length = next((n for n in range(len(words), 0, -1) if is_valid(" ".join(words[:n]))), 0)
            if length:
                yield key, found.start(), found.start() + len(" ".join(words[:length]))


def _located(sentence: Sentence) -> Iterator[tuple[str, int, int]]:
    """Yield the end of a card's number, and coordinates of a home."""
    if found := _CARD_END.search(sentence.folded):
        yield "account_numbers", *found.span()
    if ev.HOME & sentence.vocabulary and (found := _COORDINATES.search(sentence.folded)):
        yield "city", *found.span()


def _is_public_address(sentence: Sentence, start: int) -> bool:
    """Whether the address is that of a public building, and the sentence mentions no home or delivery."""
    is_home_or_delivery = not (ev.HOME | _DELIVERY).isdisjoint(sentence.vocabulary)
    return not is_home_or_delivery and _PUBLIC.search(sentence.folded[:start]) is not None


def _streets(ownership: Ownership) -> Iterator[Mention]:
    sentence = ownership.sentence
    if not sentence.folded.isascii() and (
        found := _EAST_ASIAN.search(sentence.view.plain, sentence.start, sentence.end)
    ):
        yield Mention("home_address", Span(*found.span()))
        return
    cased = sentence.view.cased[sentence.start : sentence.end]
    found = _HOUSE.search(cased) if _DELIVERY & sentence.vocabulary else None
    if found is None and (not ev.ELSEWHERE & sentence.vocabulary or ev.HOME & sentence.vocabulary):
        found = _STREET.search(cased)
    if found is None or ev.CALENDAR.intersection(found.group().lower().split()):
        return
    start, end = sentence.start + found.start(), sentence.start + found.end()
    if _is_public_address(sentence, found.start()):
        return
    if ownership.refers_to_person() and not ownership.is_about_another(ownership.sentence.index_at(start), own=_OWN):
        yield Mention("city", Span(start, end))
