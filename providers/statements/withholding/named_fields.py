"""Fields that a clause names instead of a value: "my city", "everything you know about my diet"; in seven languages."""

import re
from collections.abc import Mapping
from typing import Final

from providers.statements.fields.aliases import Address, category_of
from providers.statements.fields.keys import InvalidKey, is_known, resolve_alias
from providers.statements.text.normalise import view
from providers.statements.withholding.forget_topics import topic_of

# Field names in other languages, folded; the English ones are aliases.
_FOREIGN: Final[Mapping[str, str]] = {
    word: key
    for key, words in {
        "city": "stad woonplaats stadt wohnort ciudad ville cidade citta",
        "home_address": "adresse anschrift wohnadresse direccion domicilio morada endereco indirizzo",
        "preferred_name": "naam namen nombre nom prenom vorname vornamen nome",
        "pronouns": "pronomen pronombres pronomes pronomi",
        "language": "sprache idioma langue lingua",
        "birthday": "verjaardag geburtstag geburtsdatum cumpleanos anniversaire aniversario compleanno",
        "age": "alter edad idade eta",
        "diet": "dieet ernahrung diat dieta alimentacion alimentation regime alimentacao alimentazione",
        "allergies": "allergie allergien alergia alergias allergia",
        "hobbies": "hobby hobbys aficiones pasatiempos loisirs passatempos passatempi",
        "family": "familie familia famille famiglia",
        "pets": "haustier haustiere mascota mascotas animaux animais animali",
        "religion": "glauben konfession fe foi religiao religione",
        "income": "gehalt einkommen sueldo salario ingresos salaire revenu stipendio",
        "occupation": "beruf trabajo profesion travail metier trabalho profissao lavoro professione baan beroep",
        "phone": "telefonnummer handynummer telefono telephone telefone",
    }.items()
    for word in words.split()
}
_NAMED: Final = re.compile(
    r"(?:my|mein(?:e|en|er|em)?|mijn|mis?|mon|ma|mes|(?:[ao]s? )?(?:meus?|minhas?)|"
    r"(?:(?:il|la|i|le) )?(?:mi[oae]|miei)) (?P<name>\w+(?: \w+){0,2}?)\W*"
)


def named_field(clause: str) -> Address | None:
    """Return the field that is all a clause names; None if there is none that the server knows."""
    found = _NAMED.fullmatch(view(topic_of(clause) or clause).folded)
    if found is None:
        return None
    if key := _FOREIGN.get(found["name"]):
        return Address(category_of(key), key)
    try:
        address = resolve_alias("identity", found["name"])
    except InvalidKey:
        return None
    return address if is_known(address) else None
