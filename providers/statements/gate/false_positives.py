"""False positives of the statistical reader: phone numbers, sentences without a pronoun, workplaces, the floor of a
practice, and couples that imply no orientation."""

import re
from typing import Final

from providers.statements.foreign.people import PERSON_REFERENCE
from providers.statements.gate.sentence import PERSON_WORDS
from providers.statements.subjects.advice import is_advice_or_topic
from providers.statements.subjects.harmless_topics import is_harmless_topic
from providers.statements.subjects.ownership import Ownership
from providers.statements.subjects.third_parties import is_faith_of_other, is_pay_of_other
from providers.statements.text.evidence_words import CALENDAR, FUNCTION_WORDS
from providers.statements.text.sentences import Sentence
from providers.statements.text.special_words import holds_term
from providers.statements.text.vocabulary import PHONE
from providers.statements.text.words import word_set

_FUNCTION_WORDS: Final = (
    FUNCTION_WORDS
    | PERSON_WORDS
    | CALENDAR
    | word_set("""
    's my mine ago year years month months week weeks last this early late new old current other second can through de
    del la el su le sa son d est es esta ist lautet a ao o e da di il suo sua se s desde depuis von
""")
)
_PHONES: Final = word_set("""
    phone mobile cell cellphone telephone tel fax whatsapp handy handynummer telefon telefonnummer mobilnummer telefono
    telefonico movil celular telefone telemovel portable cellulare reach reached call called ring text contact
    landline festnetz festnetznummer
""")
# Words for a number in international form.
_NUMBERS: Final = word_set("number nummer numero")
_PHONE_CONTEXT: Final = _PHONES | word_set("""
    number numbers no work private business landline changed change nummer numero anytime directly us day evening under
""")
_COUPLES: Final = word_set("""
    husband husbands wife ex-husband ex-wife spouse partner boyfriend girlfriend ex-boyfriend ex-girlfriend fiance
    fiancee widow widower widowed married marriage divorce divorced separated separation engaged marido esposo esposa
    mujer mari femme moglie marito mulher
""")
_COUPLE_CONTEXT: Final = _COUPLES | word_set("""
    marry marries marrying divorcing separating split broke broken up called named name names died ended ends getting
    got going engagement birthday birthdays wed wedding anniversary together met left ex llama llamado separada separado
    divorciada divorciado casada casado separee separe divorcee divorce mariee marie appelle separata separato chama
""")
_SAME_SEX: Final = re.compile(
    r"\b(?:his (?:\w+ )?(?:ex-)?(?:husband|boyfriend|fiance)|her (?:\w+ )?(?:ex-)?(?:wife|girlfriend|fiancee))\b"
)
_COUPLE_EVENT: Final = re.compile(
    r"\b(?:her (?:\w+ )?(?:husband|boyfriend|fiance)|his (?:\w+ )?(?:wife|girlfriend|fiancee))\b(?!'s)"
)
_TROUBLED: Final = re.compile(
    r"\b(?:leav\w*|left|hit|hits|beat\w*|afraid|scared|threat\w*|fled|flee\w*|escap\w*|violen\w*|abus\w*|police|affair"
    r"|cheat\w*|lover|sle(?:ep|pt)\w*|bed|touch\w*|intima\w*|kiss\w*|sex\w*|both|women|men|girls|guys|shelter|refuge)\b"
)
_PRONOUN_WORDS: Final = re.compile(
    r"[/|]|pron(?:oun|om|ome)|furw[oo]rt|voornaamwoord|zamjenic|gender|geschlecht|gener[oe]|genre|neutral"
    r"|\b(?:she|her|hers|he|him|his|they|them|theirs?|it|its|xe|xem|xyr|ze|zir|hir|ey|em|fae|faer|elle|elles|il|iel|lui"
    r"|ella|ellas|el|elle|ellos|ela|elas|ele|eles|elu|ile|lei|loro|sie|ihr|er|ihm|ihn|dey|hij|hem|zij|ze|haar|hen|hun|die"
    r"|ona|ono|on|oni|o)\b"
)
_AT_WORK: Final = re.compile(r"\b(?:office|shop|workshop|school|company|employer|lab|bakery|restaurant)s? (?:in|at) \w")
# A practice as the subject, with its floor or opening hours.
_PRACTICE: Final = re.compile(
    r"^(?:die|das|the|la|el|le|il|lo|a|o|de|het) (?:\w*praxis|\w*klinik|\w*zentrum|consulta|consultorio|clinica|cabinet"
    r"|clinique|studio|centro|ambulatorio|clinic|surgery|practice|praktijk|kliniek)(?: (?:fur|de|di|da|for|of|voor|van)"
    r" \w+)? (?:ist|liegt|befindet|esta|est|e|is|has|hat|opens|closes)\b[^,;]{0,30}?"
    r"\b(?:stock|etage|erdgeschoss|piso|planta|piano|andar|floor|verdieping|geoffnet|geschlossen|abiert[ao]|cerrad[ao]"
    r"|ouverte?|fermee?|apert[oa]|chius[oa]|abert[ao]|fechad[ao]|open|closed|geopend|gesloten)\W*$"
)
# An animal's illness, with no word after it that refers to a person.
_PET: Final = re.compile(
    r"^(?:[\w ]{1,20}'s|my|her|his|their|our|the) (?!(?:guide|assistance|service|therapy|support|seizure|alert)\b)"
    r"(?:\w+ )?(?:cats?|kittens?|dogs?|puppy|puppies|hamsters?|guinea pigs?|rabbits?|horse|pony|mare|gelding|parrot"
    r"|budgie|canary|tortoise|goldfish|ferret|goats?|hens?|chickens?|cows?|donkey)\b"
    r"(?!'s|.*\b(?:and|so|because|since|but|while|as|when|after|like|for|with) (?:she|he|i|they|we|the user|user|her"
    r"|his|my|him|me|us)\b)"
)
# An organ as food: "No como hígado, me da asco."
_OFFAL: Final = re.compile(
    r"\b(?:(?:(?:don't|do not|never|can't|won't) (?:eat|like|touch)|hate) (?:any )?|no (?:como|puedo comer|me gustan?) "
    r"|(?:esse|mag) (?:ich )?(?:keine?n? |nie )|(?:mange|aime) (?:pas|jamais) )(?:(?:el|los|la|de|le|les|du|des) |d')*"
    r"(?:liver|kidneys?|heart|tongue|brains?|blood sausage|leber|nieren|herz|zunge|hirn|innereien|higado|rinones|lengua"
    r"|corazon|sesos|foie|rognons|coeur|cœur|langue|cervelle|tripes|callos)\b"
)
_DIGITS: Final = range(7, 16)
_CALL: Final = re.compile(
    rf"^(?:please |you can )?(?:call|ring|phone|text|reach) (?:[\w'-]+ ){{0,3}}?(?:on|at|under) {PHONE}[^\d,;]{{0,30}}$"
)


def is_not_about_person(key: str, sentence: Sentence, names: frozenset[str]) -> bool:
    """Whether the sentence is only about a harmless topic, or about another person whom it names."""
    ownership = Ownership(sentence, names)
    if is_advice_or_topic(ownership) or (key == "income" and is_pay_of_other(ownership)):
        return True
    if key == "religion" and is_faith_of_other(ownership):
        return True
    return is_harmless_topic(key, sentence.folded)


def is_phone_number(sentence: Sentence) -> bool:
    """Whether a sentence states a phone number and nothing else: "Ana's phone number is +351 912 345 678." """
    numbers = re.findall(PHONE, sentence.folded)
    rest = re.sub(PHONE, " ", sentence.folded)
    is_one = len(numbers) == 1 and sum(map(str.isdigit, numbers[0])) in _DIGITS and not re.search(r"\d", rest)
    needed = _PHONES | _NUMBERS if is_one and numbers[0].startswith("+") else _PHONES
    return is_one and (_contains_only(sentence, needed, _PHONE_CONTEXT) or _CALL.match(sentence.folded) is not None)


def is_neutral_couple(sentence: Sentence) -> bool:
    """Whether a sentence states nothing but a marriage or a relationship, of two sexes as far as it says ("Ana is
    separated from her husband Miguel."), or an everyday event besides ("Ana met her husband at a fair.")."""
    folded = sentence.folded
    if _COUPLE_EVENT.search(folded) is not None and _TROUBLED.search(folded) is None:
        return True
    return _contains_only(sentence, _COUPLES, _COUPLE_CONTEXT) and not _SAME_SEX.search(folded)


def has_no_pronoun(folded: str) -> bool:
    """Whether a sentence in Latin letters has neither a third-person pronoun nor a word for pronouns."""
    return folded.isascii() and _PRONOUN_WORDS.search(folded) is None


def is_at_work(folded: str) -> bool:
    """Whether the place is someone's workplace: "on the roof of her office in Coimbra"."""
    return _AT_WORK.search(folded) is not None


def is_about_practice(folded: str) -> bool:
    """Whether a sentence states the floor or opening hours of a practice, and refers to no person."""
    return _PRACTICE.search(folded) is not None and PERSON_REFERENCE.search(folded) is None


def is_about_pet(folded: str) -> bool:
    """Whether a sentence is about someone's animal only: "Her cat gets insulin." """
    return _PET.search(folded) is not None


def is_about_offal(folded: str) -> bool:
    """Whether a sentence is about an organ that someone does not eat, and not about an illness."""
    return _OFFAL.search(folded) is not None and not holds_term(folded, "health_conditions")


def _contains_only(sentence: Sentence, needed: frozenset[str], allowed: frozenset[str]) -> bool:
    """Whether all words but names and numbers are `allowed`, and one is `needed`."""
    words = [text for at, text in enumerate(sentence.texts) if text[0].isalpha() and not sentence.is_capital(at)]
    named = sentence.vocabulary & needed
    return bool(named) and allowed.union(_FUNCTION_WORDS).issuperset(words)
