"""Finds phone numbers in any words around them, and pets in other languages; read only where a rule names the field or
somebody lists what is remembered of it.

As with `broad_needs`, a sentence that slips through hurts more than one that is held for nothing; any name may be the
person's.
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
_WHOSE: Final = rf"(?:my|her|his|their|your|(?!{_OTHERS})\w+'s?)"
_KIND: Final = r"(?:(?:new|old|other|second|work|office|private|personal|business|home|current|main) )"
_DEVICE: Final = (
    r"(?:(?:phone|mobile|cell|telephone|landline|whatsapp|signal|contact)(?: phone)?(?: number)?|cellphone(?: number)?"
    r"|number(?=\D{0,40}\+))"
)
_SET_BY: Final = r"(?: is|:| =|'s|(?: has)? changed to)"
_REACH: Final = r"(?:reach|call|text|ring|phone|contact|message|whatsapp)"
_TOLD: Final = re.compile(
    rf"\b{_WHOSE} {_KIND}{{0,2}}{_DEVICE}(?: (?:for|at|in) \w+)?{_SET_BY} (?:now )?(?P<one>{PHONE})"
    rf"|\b{_REACH} (?:her|him|them|me|(?:the )?user) (?:[\w-]+ ){{0,3}}?(?:at|on|under|via) (?P<two>{PHONE})"
    rf"|\b(?:she|he|they|i|user) (?:can|may) be (?:reached|called|contacted|phoned|texted|rung) (?:[\w-]+ ){{0,3}}?"
    rf"(?:at|on|under|via) (?P<three>{PHONE})"
    rf"|\b(?:she|he|they|i|user) (?:has|have|uses?|got) (?:[\w-]+ ){{0,4}}?{_DEVICE}:? (?P<four>{PHONE})"
)
# Whoever is called by a name of these is no person.
_NO_PERSON: Final = word_set("""
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
_KEEPS: Final = re.compile(
    r"\b(?:hat|habe|haben|besitzt|h(?:ae|a)lt|(?:lebt|wohnt) mit|(?:con)?vive[ns]? co[nm]|vivo con|tiene[ns]?|tengo"
    r"|adopto|a|ai|ont|vit avec|possede|a adopte|te[mn]|tenho|adotou|ha|ho|ha adottato)"
    rf" {_ITS} (?:\w+ )?(?P<kept>{_ANIMAL}\b(?:,? (?:namens|llamad[oa]|nommee?|chamad[oa]|di nome|que se llama))?)"
    rf"|\b{_ITS} (?P<named>{_ANIMAL} (?:hei(?:ss|ß)t|se llama|s'appelle|si chiama|se chama|chama-se)) \w+"
)


def told_contacts(text: str, keys: Collection[str]) -> list[Statement]:
    """What the sentences of a text tell of those of these fields that are read here."""
    wanted = {PHONES, PETS}.intersection(keys)
    return [one for sentence in sentences(view(text)) for one in _in_sentence(sentence, wanted)] if wanted else []


def tells_only_a_phone_number(sentence: Sentence) -> bool:
    """Whether a sentence tells a phone number of somebody, and has no other number."""
    number = _number_in(sentence)
    return bool(number) and re.search(r"\d", sentence.folded.replace(number, "", 1)) is None


def _in_sentence(sentence: Sentence, keys: Collection[str]) -> Iterator[Statement]:
    if sentence.only_asks:
        return
    if PHONES in keys and (number := _number_in(sentence)):
        yield _mention(sentence, PHONES, number)
    if PETS in keys and (found := _KEEPS.search(sentence.folded)):
        yield _mention(sentence, PETS, found["kept"] or found["named"])


def _number_in(sentence: Sentence) -> str:
    """The phone number that the sentence tells of a person; empty where it tells none."""
    if found := _TOLD.search(sentence.folded):
        return str(next(filter(None, found.groups())))
    if is_phone_number(sentence) and sentence.vocabulary.isdisjoint(_NO_PERSON):
        return str(re.findall(PHONE, sentence.folded)[0])
    return ""


def _mention(sentence: Sentence, key: str, value: str) -> Statement:
    start, end = sentence.original_span
    return Statement.mention(key, value, start=start, end=end, finder="contacts")
