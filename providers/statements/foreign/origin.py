"""Constructions for ethnicity and descent."""

from collections.abc import Mapping
from typing import Final

_PEOPLES: Final = (
    r"(?:marroqu|maroc|marokk|argelin|alger|tunes|tunis|senegal|nigerian|ghan|syr|siri|turk|turc|turqu|kurd|curd"
    r"|pers|iran|irak|iraq|iraqu"
    r"|afgh?an|pakistan|paquistan|indi[os]|indisch|chin|japon|japan|giappon|corean|korean|vietnam|vietnamit"
    r"|filipp?in|philipp|tamil|ukrain"
    r"|ucran|russ|rus[oa]|polon|poln|polac|ruman|roumain|rumen|romen|alban|bosn|serb|kroat|croat|portug|griech"
    r"|grieg|grec|greg|armen|liban|libano"
    r"|palastin|palestin|israel|agypt|egip|egypt|egiz|athiop|etiop|ethiop|somal|eritre|congol|kongol|camerun"
    r"|kamerun|ivoir|malien"
    r"|kuban|cuban|hait|domini[ck]|mexi[ck]|kolumbi|colombi|peruan|bolivian|ecuator|venezol|venezuel|brasil|bresil"
    r"|argentin|chilen|cabo-?verd|capverd"
    r"|kapverd|angolan|mo[cz]ambi|arab|african|afrikan|asiat|judi|judisch|juiv|juif|ebraic|gitan|zigan|cigan"
    r"|tzigan|rom\b|sint|berber|bereb"
    r"|kabyl|indigen|mapuche|aymara|quechua|maya|latin|caraib|karib|carib|schwarz|negr|noir|ner[oi]\b|mixt|mist)"
)
_ORIGIN: Final = (
    r"(?:wurzeln|abstammung|herkunft|vorfahren|origen|origenes|raices|ascendencia|descendencia|sangre|origines?"
    r"|racines|ascendance"
    r"|descendance|sang|origem|origens|raizes|sangue|origin[ei]|radici|discendenza)"
)
_PARENTS: Final = (
    r"(?:eltern|grosseltern|großeltern|vorfahren|mutter|vater|padres|abuelos|antepasados|parents|grands-parents"
    r"|ancetres|pais|avos|antepassados"
    r"|genitori|nonni|antenati|familie|familia|famille|famiglia)"
)
PATTERNS: Final[Mapping[str, tuple[str, ...]]] = {
    "ethnicity": (
        r"\b(?:familie|eltern|familia|padres|abuelos|famille|grands-parents|avos|pais|famiglia|genitori|nonni) "
        r"(?:(?:stamm|komm)\w+ aus|vienen? de|vien(?:t|nent) d[ue]|v[ei]m d[aeo]|vien[ei] d|vengono d)",
        r"\b(?:ist|bin|sind|hat|habe) (?:\w+ )?\w+(?:ischer?|ische) (?:herkunft|abstammung|wurzeln)\b"
        r"|\bmigrationshintergrund\b",
        r"\b(?:es|soy|somos|son|e|sou|sono|siamo) (?:de|di) (?:origen|ascendencia|etnia|raza|origem|origine|origini)"
        r" [a-z-]+\b",
        r"\b(?:est|suis|sommes) d'origine [a-z-]+",
        rf"\b{_PEOPLES}\w* (?:\w+ )?{_ORIGIN}\b|\b{_ORIGIN} (?:\w+ )?{_PEOPLES}\w*",
        rf"\b{_PARENTS} (?:(?!d[eu]s?\b|der\b|del\b)\w+ ){{0,2}}?(?:sind|waren|kommen|kamen|stammen|son|eran"
        r"|vienen|vinieron|llegaron|sont|etaient"
        r"|viennent|sao|eram|vieram|vem|sono|erano|vengono|ist|kommt|stammt|es|est|e|viene|vient|vem)"
        rf" (?:\w+ ){{0,4}}?(?:{_PEOPLES}\w*|(?:aus|d[eou]|du|des|dal?|dall[ao]) (?:l'|la |el )?[a-z]{{4,}}\b)",
        r"\b(?:mutter|mama|vater|papa|oma|opa|madre|padre|abuel[oa]|mere|pere|grand-mere|grand-pere|maman|mae"
        r"|pai|avo|nonn[oa]) (?:ist|war|es|era|est|etait|e)"
        r" (?:eine? |una? |une? |uma? |halb |medio |media )?(?!person|indis|persist|perspic|mist|romant"
        rf"|chinch|guapa){_PEOPLES}\w*"
        r"|\b(?:mutter|mama|vater|papa|oma|opa) (?:\w+ )?(?:kommt|kam"
        r"|stammte?) (?:\w+ ){0,2}?aus (?:der (?=turkei|ukraine|slowakei|schweiz|mongolei|karibik|dominik)"
        r"|dem (?=iran|irak|libanon|kosovo|jemen|sudan|senegal|kongo))?(?!der\b|dem\b|eine)[a-z]{4,}"
        r"|\b(?:madre|padre|abuel[oa]|mae|pai) (?:vino|viene|veio|vem|llego) d[aeo]l? (?!trabaj|compr|viaj"
        r"|hospital|medic)[a-z]{4,}"
        r"|\b(?:mere|pere|grand-mere|grand-pere) (?:vient|venait|est venue?) (?:d'|de |du |des )(?!travail"
        r"|medecin|hopital|bureau|chez|\w+(?:er|ir|re|oir)\b)[a-z]{4,}",
        rf"\b(?:halb|medio|media|moitie|meio|meia|mezz[oa])[- ]{_PEOPLES}\w*",
    ),
}
