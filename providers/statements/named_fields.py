"""Fields that a clause names instead of a value: "my city", "everything you know about my diet"; in four languages."""

import re
from collections.abc import Mapping
from typing import Final

from providers.statements.aliases import Address, category_of
from providers.statements.keys import InvalidKey, is_known, resolve_alias
from providers.statements.normalise import view

# How other languages call a field, folded; English ones are aliases.
_FOREIGN: Final[Mapping[str, str]] = {
    word: key
    for key, words in {
        "city": "stadt wohnort ciudad ville",
        "home_address": "adresse anschrift wohnadresse direccion domicilio",
        "preferred_name": "namen nombre nom prenom vorname vornamen",
        "pronouns": "pronomen pronombres",
        "language": "sprache idioma langue",
        "birthday": "geburtstag geburtsdatum cumpleanos anniversaire",
        "age": "alter edad",
        "diet": "ernahrung diat dieta alimentacion alimentation regime",
        "allergies": "allergie allergien alergia alergias",
        "hobbies": "hobby hobbys aficiones pasatiempos loisirs",
        "family": "familie familia famille",
        "pets": "haustier haustiere mascota mascotas animaux",
        "religion": "glauben konfession fe foi",
        "income": "gehalt einkommen sueldo salario ingresos salaire revenu",
        "phone": "telefonnummer handynummer telefono telephone",
    }.items()
    for word in words.split()
}
_ABOUT = (
    r"(?:(?:everything|anything|all|whatever) .{0,40}?\babout|alles,? was .{0,40}?\b(?:uber|von)|"
    r"todo lo que .{0,40}?\b(?:sobre|de)|tout ce que .{0,40}?\b(?:sur|de)) "
)
_NAMED: Final = re.compile(
    rf"(?:{_ABOUT}|about )?(?:my|mein(?:e|en|er|em)?|mis?|mon|ma|mes) (?P<name>\w+(?: \w+){{0,2}}?)"
    r"(?: (?:wei\w+|wissen|kennst|gespeichert hast))?\W*"
)


def named_field(clause: str) -> Address | None:
    """The field that a clause names and says nothing else; None where it names none that the server knows."""
    found = _NAMED.fullmatch(view(clause).folded)
    if found is None:
        return None
    if key := _FOREIGN.get(found["name"]):
        return Address(category_of(key), key)
    try:
        address = resolve_alias("identity", found["name"])
    except InvalidKey:
        return None
    return address if is_known(address) else None
