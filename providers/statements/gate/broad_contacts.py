"""Finds phone numbers in any wording, and pets in other languages than English. Used only where a rule names the field,
or for a list of what is stored about the person.

As with `broad_needs`, a missed sentence does more harm than a needless question; any name may be the person's.
"""

import re
from collections.abc import Collection, Iterator
from typing import Final

from providers.statements.fields.statement import Statement
from providers.statements.gate.false_positives import is_phone_number
from providers.statements.text.normalise import view
from providers.statements.text.sentences import Sentence, sentences
from providers.statements.text.vocabulary import PHONE
from providers.statements.text.words import word_set

PHONES, PETS = "phone", "pets"
_OTHERS: Final = (
    r"(?:it|that|this|there|here|what|who|where|hotel|restaurant|clinic|office|school|shop|doctor|dentist|plumber|landlord"
    r"|sister|brother|mother|father|mum|mom|dad|son|daughter|wife|husband|partner|friend|boss|colleague|neighbour"
    r"|neighbor)'s?\b"
)
_OWNER: Final = rf"(?:my|her|his|their|your|(?!{_OTHERS})\w+'s?)"
_KIND: Final = r"(?:(?:new|old|other|second|work|office|private|personal|business|home|current|main) )"
_DEVICE: Final = (
    r"(?:(?:phone|mobile|cell|telephone|landline|whatsapp|signal|contact)(?: phone)?(?: number)?|cellphone(?: number)?"
    r"|number(?=\D{0,40}\+))"
)
_SET_BY: Final = r"(?: is|:| =|'s|(?: has)? changed to)"
_REACH: Final = r"(?:reach|call|text|ring|phone|contact|message|whatsapp)"
_PHONE_STATED: Final = re.compile(
    rf"\b{_OWNER} {_KIND}{{0,2}}{_DEVICE}(?: (?:for|at|in) \w+)?{_SET_BY} (?:now )?(?P<one>{PHONE})"
    rf"|\b{_REACH} (?:her|him|them|me|(?:the )?user) (?:[\w-]+ ){{0,3}}?(?:at|on|under|via) (?P<two>{PHONE})"
    rf"|\b(?:she|he|they|i|user) (?:can|may) be (?:reached|called|contacted|phoned|texted|rung) (?:[\w-]+ ){{0,3}}?"
    rf"(?:at|on|under|via) (?P<three>{PHONE})"
    rf"|\b(?:she|he|they|i|user) (?:has|have|uses?|got) (?:[\w-]+ ){{0,4}}?{_DEVICE}:? (?P<four>{PHONE})"
)
# Nouns that a name before them shows not to be a person.
_NOT_PERSONS: Final = word_set("""
    hotel hostel restaurant clinic office school shop bank hospital pharmacy taxi dr doctor support reception hotline
    practice embassy airport
""")
_ANIMAL: Final = (
    r"(?:hund|hunde|hundin|katze|katzen|kater|hase|hasen|kaninchen|hamster|wellensittich|papagei|meerschweinchen|pferd"
    r"|perr[oa]s?|gat[oa]s?|conejos?|loros?|caballos?|tortugas?|hamsters?"
    r"|chiens?|chiennes?|chats?|chattes?|lapins?|perroquets?|tortues?|cheval|chevaux"
    r"|caes|cao|cadelas?|cachorr[oa]s?|coelhos?|papagaios?|can[ei]|cagn[ae]|gatt[oaie]|conigli[o]?)"
)
_ITS: Final = (
    r"(?:eine?n?|zwei|drei|vier|una?|une|dos|tres|deux|trois|due|tre|uma?|dois|duas|sus?|sa|son|ses|ihr(?:e[nmr]?)?"
    r"|sein(?:e[nmr]?)?|mein(?:e[nmr]?)?|mis?|mon|ma|mes|(?:il|i|o) (?:suo|mio|seu|meu)|(?:la|a) (?:sua|mia|minha))"
)
_PET_STATED: Final = re.compile(
    r"\b(?:hat|habe|haben|besitzt|h(?:ae|a)lt|(?:lebt|wohnt) mit|(?:con)?vive[ns]? co[nm]|vivo con|tiene[ns]?|tengo"
    r"|adopto|a|ai|ont|vit avec|possede|a adopte|te[mn]|tenho|adotou|ha|ho|ha adottato)"
    rf" {_ITS} (?:\w+ )?(?P<kept>{_ANIMAL}\b(?:,? (?:namens|llamad[oa]|nommee?|chamad[oa]|di nome|que se llama))?)"
    rf"|\b{_ITS} (?P<named>{_ANIMAL} (?:hei(?:ss|ß)t|se llama|s'appelle|si chiama|se chama|chama-se)) \w+"
)


def contact_statements(text: str, keys: Collection[str]) -> list[Statement]:
    """Return the statements of a text for those of the given fields that are detected here."""
    wanted = {PHONES, PETS}.intersection(keys)
    return [one for sentence in sentences(view(text)) for one in _in_sentence(sentence, wanted)] if wanted else []


def has_only_phone_number(sentence: Sentence) -> bool:
    """Whether a sentence states a person's phone number, and contains no other number."""
    number = _phone_number(sentence)
    return bool(number) and re.search(r"\d", sentence.folded.replace(number, "", 1)) is None


def _in_sentence(sentence: Sentence, keys: Collection[str]) -> Iterator[Statement]:
    if sentence.is_only_question:
        return
    if PHONES in keys and (number := _phone_number(sentence)):
        yield _mention(sentence, PHONES, number)
    if PETS in keys and (found := _PET_STATED.search(sentence.folded)):
        yield _mention(sentence, PETS, found["kept"] or found["named"])


def _phone_number(sentence: Sentence) -> str:
    """Return the phone number that the sentence states for a person; empty if there is none."""
    if found := _PHONE_STATED.search(sentence.folded):
        return str(next(filter(None, found.groups())))
    if is_phone_number(sentence) and sentence.vocabulary.isdisjoint(_NOT_PERSONS):
        return str(re.findall(PHONE, sentence.folded)[0])
    return ""


def _mention(sentence: Sentence, key: str, value: str) -> Statement:
    start, end = sentence.original_span
    return Statement.mention(key, value, start=start, end=end, finder="contacts")
