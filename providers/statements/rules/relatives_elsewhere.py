"""What a relative cannot eat, told in German, Spanish and French, as English tells "My son is allergic to peanuts": a
fact about the person's family, and no need of their own."""

from typing import Final

from providers.statements.rules.rule import Rule
from providers.statements.text.phrases import given

_SMALL: Final = r"(?:(?:kein\w*|gegen|a|al|la|el|los|las|aux?|les?|de) )*"
_LIST: Final = rf"[\w'-]+(?:(?:,| und| oder| y| o| ni| et| ou) {_SMALL}[\w'-]+){{0,3}}"
_END: Final = r"\s*(?:[.!;,]|$|(?:aber|und|weil|also|pero|porque|asi|y|mais|car|donc|et)\b)"
_KIN_DE: Final = (
    "sohn tochter mann frau partner partnerin freund freundin bruder schwester mutter vater mama papa oma opa kind"
    " enkel enkelin neffe nichte cousin cousine"
)
_KIN_ES: Final = (
    "hijo hija marido mujer pareja novio novia hermano hermana madre padre abuela abuelo nieto nieta sobrino sobrina"
    " primo prima esposo esposa"
)
_KIN_FR: Final = (
    "fils fille mari femme compagnon compagne copain copine frere soeur mere pere grand-mere grand-pere petit-fils"
    " neveu niece cousin cousine"
)
_VERY: Final = r"(?:(?:auch|leider|uberhaupt|gar|stark|schwer|sehr|muy|tambien|tres|aussi) )*"


def _rule(name: str, kin: str, owner: str, tells: str) -> Rule:
    who = "|".join(kin.split())
    return Rule(
        f"family.{name}",
        "me",
        kin,
        rf"\b{owner} (?:\w+ )?(?P<value>(?:{who}) (?:{tells}))",
        given,
        followed_by=_END,
        foreign=True,
    )


RELATIVES_ELSEWHERE: Final[tuple[Rule, ...]] = (
    _rule(
        "vertragt_nicht",
        _KIN_DE,
        r"(?:mein|unser)e?",
        rf"vertragt {_VERY}kein\w* {_LIST}|ist {_VERY}allergisch (?:gegen|auf) {_LIST}|ist gegen {_LIST} allergisch"
        rf"|darf {_VERY}kein\w* {_LIST} essen|reagiert {_VERY}allergisch auf {_LIST}",
    ),
    _rule(
        "no_tolera",
        _KIN_ES,
        r"(?:mi|nuestr[oa])",
        rf"(?:es|tiene) {_VERY}(?:alergic[oa]|alergia|intolerante) al? (?:la |los |las )?{_LIST}"
        rf"|no (?:tolera|puede (?:comer|tomar)) (?:el |la |los |las )?{_LIST}",
    ),
    _rule(
        "ne_supporte_pas",
        _KIN_FR,
        r"(?:mon|ma|notre)",
        rf"(?:est {_VERY}|a une )(?:allergique|allergie|intolerante?) (?:aux?|a la|a l') ?{_LIST}"
        rf"|ne (?:supporte|tolere) pas (?:les? |la |l')?{_LIST}|ne peut pas manger (?:de |d')?{_LIST}",
    ),
)
