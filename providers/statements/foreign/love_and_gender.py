"""Constructions for sexual orientation, gender and pronouns."""

from collections.abc import Mapping
from typing import Final

from providers.statements.foreign.people import PERSONS

_SEXES: Final = (
    r"(?:frauen|manner|beide|mujeres|hombres|chicas|chicos|femmes|hommes|filles|garcons|mulheres|homens"
    r"|rapaz|rapazes|raparigas|meninas|meninos|donne|uomini|ragazz[ei])"
)
_MAN: Final = (
    r"(?:mann|ehemann|freund|partner|hombre|marido|novio|esposo|homme|mari|copain|compagnon"
    r"|epoux|homem|marido|namorado|uomo|marito|fidanzato)"
)
_WOMAN: Final = (
    r"(?:frau|ehefrau|freundin|partnerin|mujer|novia|esposa|femme|copine|compagne|epouse|mulher"
    r"|namorada|esposa|donna|moglie|fidanzata)"
)
_HE: Final = r"(?:der (?:be)?nutzer|el usuario|l'utilisateur|o usuario|o utilizador)"
_SHE: Final = r"(?:die (?:be)?nutzerin|la usuaria|l'utilisatrice|a usuaria|a utilizadora)"
_FOR_YEARS: Final = r"(?:seit|schon|desde|hace|depuis|da|ha) (?:\w+ ){1,4}?"
# A person called "he" or "she" with a partner of the same sex.
_COUPLES: Final = (
    rf"\ber hat {_FOR_YEARS}(?:einen |n )?(?:festen )?freund\b|\bsie hat {_FOR_YEARS}(?:eine )?(?:feste )?freundin\b",
    r"\bel tiene (?:novio|marido)\b|\bella tiene (?:novia|esposa)\b"
    r"|\bil a un (?:copain|mari|petit ami)\b|\belle a une (?:copine|femme|petite amie)\b(?! de menage)",
)
PATTERNS: Final[Mapping[str, tuple[str, ...]]] = {
    "sexual_orientation": (
        *_COUPLES,
        r"\b(?:nicht (?:wirklich |so )?hetero|hetero (?:bin ich nicht|no soy)|no soy (?:del todo )?hetero"
        r"|(?:ne )?suis pas (?:vraiment )?hetero)\b",
        r"\b(?:sali\w*|sai\w*) del? armario\b|\bsaiu do armario\b|\bcoming[- ]out\b",
        r"\b(?:elle|ella|ela|lei|sie) (?:sort|vit|sale|sai|namora|esce|ist|lebt) (?:\w+ )?(?:avec|con|com"
        r"|mit) (?:une|una|uma"
        r"|einer) (?:fille|femme|chica|mujer|rapariga|mulher|ragazza|donna|frau)\b|\b(?:il|el|ele|lui|er) (?:sort"
        r"|vit|sale"
        r"|sai|namora|esce|ist|lebt) (?:\w+ )?(?:avec|con|com|mit) (?:une?|um|einem) (?:garcon|homme|mec|chico"
        r"|hombre|rapaz"
        r"|homem|ragazzo|uomo|mann)\b",
        rf"(?:\bliebe?t? {_SEXES}\b|\bsteh(?:t|e)? (?:\w+ ){{0,3}}?auf {_SEXES}\b|\b(?:gustan|atraen"
        rf"|piacciono) (?:\w+ )?(?:l[aeo]s?|gli) {_SEXES}\b"
        rf"|\baime (?:\w+ )?les {_SEXES}\b|\b(?:attiree?|atraid[oa]|attratt[oa]) (?:par|por|da|dalle|dagli) "
        rf"(?:les |las |los )?{_SEXES}\b|\bgost[ao] de {_SEXES}\b)"
        r"(?=\W*$|[,.;!]| (?:y|et|e|und|a|mas|plus|mehr|depuis|desde|seit|que|als|o|ou|oder|no|nao|pas)\b)",
        rf"\b{_HE}\b[^.;]{{0,60}}?\b(?:sein(?:em|en|er)?|su|son|o|seu|com o|avec un|con un|einem|einen) {_MAN}\b"
        rf"|\b{_SHE}\b[^.;]{{0,60}}?\b(?:ihr(?:e|er)|su|sa|a|sua|com a|avec une|con una|einer|eine) {_WOMAN}\b",
        r"\b(?:verheiratet mit|geheiratet|liiert mit|zusammen mit|casada con|casada com|mariee (?:a|avec)|sposata "
        rf"con|pareja de|namora com) (?:otra |outra |une autre |un'altra |einer? |una |uma |une )+{_WOMAN}\b"
        rf"|\bmit (?:einer|ihrer) {_WOMAN} (?:verheiratet|liiert)\b|\b(?:casado con|casado com|marie (?:a|avec)"
        rf"|sposato con) (?:otro |outro |un autre |un altro |un |um )+{_MAN}\b|\bmit (?:einem|seinem) {_MAN} "
        r"(?:verheiratet|liiert)\b|\bseine[mnr]? (?:ehe)?mann\b",
        r"\b(?:zu|von) (?:frauen|mannern|beiden geschlechtern) (?:\w+ )?(?:hingezogen|angezogen)\b|\bsteh(?:e|t"
        r"|en)? (?:\w+ ){0,3}?auf (?:frauen|manner|beide|jungs|madels)\b",
        r"\b(?:gustan|atraen|piacciono|atraem|interessano|interesan) (?:tanto |solo |so |sia |soltanto |tambien "
        r"|anche )*(?:los|las|os|as|gli|le|mas las|mas los) (?:hombres|mujeres|chicos|chicas|homens|mulheres"
        r"|uomini|donne|ragazzi|ragazze)\b|\b(?:attiree?|attrait|attratt[oa]|atraid[oa]) (?:\w+ ){0,2}?(?:par|por"
        r"|da|dagli|dalle) ?(?:les |las |los |os |as |gli )?(?:hommes|femmes|mujeres|hombres|homens|mulheres"
        r"|uomini|donne)\b",
    ),
    "gender": (
        r"\b(?:binde|bindet|vend[oa]|bande) (?:mir |me |sich |se )?(?:\w+ ){0,3}?(?:brust|bruste|pecho"
        r"|poitrine|seins)\b|\b(?:brust|bruste) ab(?:binden|gebunden)?\b(?=\W*$|[.,;])",
        r"\b(?:ich bin|soy|je suis|sou|sono) (?:ein |eine |una? |une? |uma? |cis |trans )*(?:mann|frau|mujer"
        r"|hombre|homme|femme|mulher|homem|donna|uomo|transfrau|transmann)\b(?! (?:von|des|der|meines))",
        rf"\b{PERSONS} (?:ist|es|est|e) (?:ein |eine |una? |une? |uma? )(?:\w+[- ]?jahrige[rn]? )?(?:mann|frau"
        r"|mujer|hombre|homme|femme|mulher|homem|donna|uomo)\b",
        r"\b(?:nehm\w*|nimmt|krieg\w*|bekomm\w*|spritz\w*|auf|tom[oa]|llev\w*|empec\w*|empez\w*|sous|prends?"
        r"|commenc\w+|seit|pinch\w*|estou|prendo)\b"
        r" (?:[\w-]+ ){0,6}?(?:testosteron\w*|ostrogen\w*|estrogen\w*|oestrogenes|hormone|hormonas|hormonios"
        r"|ormoni|hrt|ths|t-gel|hormonblocker"
        r"|bloqueadores)\b(?![^.;]*\bdurch\b)|\b(?:hormonersatztherapie|hormontherapie|terapia hormonal"
        r"|hormonotherapie|deadname|personenstandsanderung"
        r"|namens- und personenstands\w*|vornamensanderung|cambio (?:registral|de nombre y sexo|de genero)"
        r"|changement (?:de sexe|de genre|d'etat civil)"
        r"|mastektomie|mastectomia (?:masculinizante|bilateral)|torsoplastie|binder tragen)\b"
        r"|\b(?:im falschen korper|cuerpo equivocado|mauvais corps|als (?:madchen|junge|frau|mann) geboren"
        r"|assignee? (?:fille|garcon|femme|homme) a la naissance|me asignaron (?:mujer|hombre|nina|nino))\b",
        r"\b(?:identifizier\w*|identific\w*|identifie\w*|definier\w*|se define|definisc\w*) (?:sich |mich )?(?:als"
        r"|como|comme|come) (?:\w+ )?(?:mann|frau|weiblich|mannlich|mujer|hombre|femme|homme|mulher|homem|donna"
        r"|uomo|trans|queer|enby|genderfluid)\b|\b(?:geschlecht\w*|genero|genre|sexo|sesso"
        r"|genere)\b[^.;]{0,20}?\b(?:weiblich|mannlich|divers|femenino|masculino|feminin|masculin|feminino"
        r"|femminile|maschile)\b",
    ),
    "pronouns": (
        r"\b(?:er ?/ ?ihm|er ?/ ?ihn|sie ?/ ?ihr|sie ?/ ?ihre|dey(?: ?/ ?\w+)?|xier|hen ?/ ?\w+|elle ?/ ?\w+"
        r"|iel(?: ?/ ?\w+)?|el ?/ ?le|ella ?/ ?la|il ?/ ?lui|elu ?/ ?\w+|elu|ele ?/ ?\w+|ela ?/ ?\w+|lui ?/ ?\w+"
        r"|lei ?/ ?\w+)(?!\w)",
        r"\b(?:keine|ohne|ningun|sin|aucun|sans|nenhum|sem|nessun|senza) pron\w+\b|\b(?:pronomen|pronombres?"
        r"|pronoms?|pronomes?|pronomi) (?:mas|fem|neutr|weib|mannl)\w+",
        r"\b(?:trata\w*|hablame|habla\w*|dirig\w+|accord\w+|parl\w+|adress\w+|genre\w*|us[ae]\w*|utilis\w+|fala\w*"
        r"|riferi\w*|rivolg\w*|genere) (?:\w+ ){0,4}?(?:en |au |no |em |al |il |o |in |le |el )(?:masculin[oe]?"
        r"|femenino|feminin[oe]?|neutro|neutre|maschile|femminile|genero neutro)\b",
        r"\b(?:mannlich\w*|weiblich\w*|neutral\w*|geschlechtsneutral\w*) (?:form|formen|ansprechen|angesprochen"
        r"|anrede)\b|\b(?:sprich|rede|sprecht|ansprech\w*|gender\w*) (?:\w+ ){0,3}?(?:mannlich|weiblich|neutral)\b",
    ),
}
