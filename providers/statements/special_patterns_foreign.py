"""Constructions of German, Spanish, French, Portuguese and Italian that tell something of a special category.

They read letters without accents. What is said of a thing ("das Projekt leidet an ...") does not count.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from providers.statements.words import word_set

_MONEY: Final = (
    r"(?:[$\u20ac\u00a3] ?\d[\d., ']*|\d[\d., ']*(?:tsd\.? |tausend |mil |mila |mille )?(?:\u20ac|euros?\b|eur\b"
    r"|franken\b|francs\b|chf\b|dolares\b|dollars?\b|dollari\b|pesos\b|soles\b|reais\b|libras\b))"
)
_LARGE: Final = rf"(?=[^.!?;]{{0,12}}(?:\d[\d., ']{{3,}}|\bmil))[^.!?;]{{0,12}}?{_MONEY}"
_EACH: Final = r"(?:al|por|par|im|pro|a l'|ao|all') ?(?:mes|ano|semana|mois|an|semaine|monat|jahr|woche|mese|anno)\b"
_DRUGS: Final = (
    r"(?:\w*tabletten|\w*medikament\w*|pillen|\w*hemmer|\w*senker|schmerzmittel|antidepress?[ieo]\w+|\w*antibioti\w+"
    r"|insulina?e?|[ck]ortison\w*|litio|lithium|ritalina?e?|pastillas?|medicacion|medicamentos?|medicacao|remedios?"
    r"|comprimidos?|calmantes|ans?x?iolitic\w+|anxiolytiques?|somnifer\w+|medicaments?|cachets|antidepresseurs?"
    r"|un traitement|la pilule|la pildora|a pilula|la pillola|\w*farmac[io]|medicine|medicinali|pastiglie)"
)
_DOCTORS: Final = (
    r"(?:psycholog\w+|psychiater\w*|psychiatr\w+|\w*therapeut\w*|onkolog\w+|kardiolog\w+|neurolog\w+|psicolog\w+"
    r"|psichiatr\w+|psiquiatra|\w*terapeuta|\w*terapia|terapia|oncolog\w+|dialisis|dialise|dialisi|dialyse"
    r"|rehabilitacion"
    r"|logopeda|psy|cardiolog\w+|oncologue|cardiologue|neurologue|addictologue|\w*therapeute|orthophoniste)"
)
_PARTIES: Final = (
    r"(?:grune?n?|linken?|cdu|csu|spd|afd|fdp|bsw|ovp|spo|fpo|neos|svp|psoe|pp|vox|podemos|sumar|partido \w+"
    r"|parti \w+|partito \w+|jusos|junge union|julis|verts|ecologistes|bloco|bloco de esquerda|chega"
    r"|iniciativa liberal|ps|psd|pt|pcp|pcf|rn|lr|lfi|pd|lega)"
)
_GUILDS: Final = r"(?:ccoo|comisiones obreras|ugt|cgt|cnt|cgil|cisl|uil|cfdt|cgtp|cut|sindicat\w+|syndicat|ver\.?di)"
_SEXES: Final = (
    r"(?:frauen|manner|beide|mujeres|hombres|chicas|chicos|femmes|hommes|filles|garcons|mulheres|homens"
    r"|rapaz|rapazes|raparigas|meninas|meninos|donne|uomini|ragazz[ei])"
)
_BY_KEY: Final[Mapping[str, tuple[str, ...]]] = {
    "health_conditions": (
        r"\b(?:arm|bein|fuss|knie|handgelenk|hufte|rippen?|schulter|wirbel) gebrochen\b|\b(?:rompio|rompi|casse"
        r"|partiu|parti"
        r"|rotto) (?:el|la|le|o|a|il) (?:brazo|pierna|pie|muneca|cadera|rodilla|bras|jambe|pied|poignet|hanche"
        r"|braco|perna"
        r"|pe|pulso|braccio|gamba|piede|polso)\b|\b(?:hatte|eu|tuvo|tuve|teve|tive|avuto) (?:einen?|une?|um"
        r"|dos) (?:avc"
        r"|ictus|infarct\w*|infarto)s?\b",
        r"\bleide[tn]? (?:\w+ ){0,2}?an\b|\b(?:sufr[eo]|padec[eo]|souffre|souffrait|sofr[eo]|soffr[eo]) (?:\w+ )?"
        r"(?:de|d'|di|com)\b|\bpadec[eo] \w+",
        rf"\b(?:nehme|nimmt|nahm|schluckt?e?|tom[ao]|tomaba|tomava|prends?|prenait|prend[eo]|assum[eo]"
        rf"|(?:receto|recetaron|receitou|prescrit|prescritt[oi]))\b[^.!?;]{{0,30}}?\b{_DRUGS}\b",
        r"\b(?:blind|taub|gelahmt) auf (?:eine[mr]|beiden|dem|der)\b|\bauf (?:einem|beiden|dem \w+) (?:auge|augen"
        r"|ohr|ohren)"
        r" (?:blind|taub)\b|\b(?:in (?:der|die|einer)|zur|in) (?:psychiatrie|reha|entzugsklinik|tagesklinik"
        r"|suchtklinik)\b",
        r"\bbekomm(?:t|e|en) [^.!?;]{0,20}?\b(?:ein (?:kind|baby)|zwillinge)\b|\bhort (?:sehr )?schlecht\b"
        r"|\b(?:sou|ficou|soy|es|son[oa]?|e) (?:surd|ceg|sord|cieg|ciec)[oa]\b",
        r"\b(?:en tratamiento|em tratamento|en traitement|in cura|in behandlung) (?:por|contra|para|pour|per|wegen)\b"
        r"|\b(?:fait|fais) une? (?:\w+ )?(?:depression|burn-?out|fausse couche|avc|infarctus)\b"
        r"|\bcur[ea] de desintox\w+",
        r"\b(?:fait|ete|foi|fui|fue|stat[oa]|si e) oper(?:er|ee?|ad[oa]|at[oa])\b|\bme opere\b",
        r"\bkrank ?geschrieben\b|\b(?:arbeitsunfahig|berufsunfahig|pflegebedurftig|(?:geh|seh)behindert)\b",
        r"\b(?:wurde?n?|worden|am \w+) [^.!?]{0,40}?\boperiert\b|\b(?:le|me) (?:oper(?:aron|an)|han operado) del?\b",
        r"\b(?:psycholog|psychiatr|therapeut)ischer (?:behandlung|betreuung)\b|\b(?:macht?e?|beginnt) "
        r"(?:eine |seit \w+ ){0,2}\w{0,12}therapie\b|\bin therapie\b",
        r"\b(?:est(?:a|oy|uvo)|sig(?:o|ue)|estou) de (?:baja|baixa)\b|\barret (?:maladie|de travail)\b"
        r"|\bin malattia\b|\bbaixa medica\b",
        rf"\b(?:geht?|gehe|war|beim?|yendo|v[ao]|voy|vou|vai|vado|acud[eo]|ve|veo|voit|vois|consulte|chez|faz|faco"
        rf"|haces?"
        rf"|hago|suivie? par)\b (?:zu |einem |einer |zum |zur |regelmassig |\w+tags ){{0,3}}(?:al?|ao|a la|in"
        rf"|d[ao]l|un[ae]?|u[nm]"
        rf"|s[ao]n?|mon|ma|le|la)? ?{_DOCTORS}\b",
        r"\b(?:l[eu]i?|me|m'a|les|mi|nous a|ete|ha sido|foi|fui|stat[oa]) (?:han |ha |hanno )?(?:diagnosti\w+)\b",
        r"\batten(?:ds?|dons|dent) (?:un (?:bebe|enfant)|des jum\w+)\b|\besper(?:a|o) (?:un|um) (?:bebe|hijo|filho)\b"
        r"|\baspett[ao] un (?:bambino|figlio)\b|\berwarte[tn]? (?:ein (?:kind|baby)|zwillinge)\b",
    ),
    "sexual_orientation": (
        r"\b(?:sali\w*|sai\w*) del? armario\b|\bsaiu do armario\b|\bcoming[- ]out\b",
        r"\b(?:elle|ella|ela|lei|sie) (?:sort|vit|sale|sai|namora|esce|ist|lebt) (?:\w+ )?(?:avec|con|com"
        r"|mit) (?:une|una|uma"
        r"|einer) (?:fille|femme|chica|mujer|rapariga|mulher|ragazza|donna|frau)\b|\b(?:il|el|ele|lui|er) (?:sort"
        r"|vit|sale"
        r"|sai|namora|esce|ist|lebt) (?:\w+ )?(?:avec|con|com|mit) (?:une?|um|einem) (?:garcon|homme|mec|chico"
        r"|hombre|rapaz"
        r"|homem|ragazzo|uomo|mann)\b",
        rf"(?:\bliebe?t? {_SEXES}\b|\bsteh(?:t|e) (?:\w+ )?auf {_SEXES}\b|\b(?:gustan|atraen"
        rf"|piacciono) (?:\w+ )?(?:l[aeo]s?|gli) {_SEXES}\b"
        rf"|\baime (?:\w+ )?les {_SEXES}\b|\b(?:attiree?|atraid[oa]|attratt[oa]) (?:par|por|da|dalle|dagli) "
        rf"(?:les |las |los )?{_SEXES}\b|\bgost[ao] de {_SEXES}\b)"
        r"(?=\W*$|[,.;!]| (?:y|et|e|und|a|mas|plus|mehr|depuis|desde|seit|que|als|o|ou|oder|no|nao|pas)\b)",
    ),
    "religion": (
        r"\b(?:glaub(?:e|t)|creo|cree|crois|croit|acredit[ao]|cred[oe]) (?:nicht |pas )?(?:an|en|em|in) (?:gott"
        r"|allah|jesus"
        r"|dios|dieu|deus|dio)\b",
        r"\bgehe?n?t? [^.!?;]{0,30}?\b(?:in die (?:kirche|moschee|synagoge)|zur (?:heiligen messe|beichte)"
        r"|zum (?:gottesdienst|freitagsgebet))\b|\b(?:sonntags|jeden sonntag)(?: \w+)? zur messe\b",
        r"\b(?:halt|halte|hace|hago|faz|faco|fa|faccio|respeta|observe|observa) (?:\w+ )?(?:ramadan|ramadao|sabbat"
        r"|shabbat)\b"
        r"|\b(?:porte|tragt|trage|lleva|llevo|usa|uso|porta|porto) (?:\w+ )?(?:voile|foulard|kopftuch|velo|hiyab"
        r"|hijab|veu)\b"
        r"|\bcomulg[ao]\b|\bcomung[ao]\b|\bcommunie\b|\bkirchenchor\b",
        r"\b(?:ich bete|betet)\b|\bfaste(?:t|n)? (?:im|wahrend|zu|an) (?:de[rmn] )?(?:ramadan|fastenzeit"
        r"|jom kippur)\b",
        r"\b(?:aus der kirche|zum (?:islam|judentum|buddhismus|katholizismus|christentum)) (?:aus|uber)?"
        r"(?:getreten|konvertiert)\b|\bkirchenaustritt\b",
        r"\b(?:bin|ist|sind) (?:\w+ige[rs]? )?(?:ein )?(?:\w+ige[rs]? )?christ\b",
        r"\b(?:va|voy|vamos|iba|v(?:ou|ai|ado)|acude|frequent[ao]) (?:\w+ ){0,2}?(?:al?|ao|in|alla|[oa]"
        r"|la) (?:la )?(?:misa|missa|messa"
        r"|iglesia|igreja|chiesa|mezquita|mesquita|moschea|sinagoga|culto|catequesis|catequese)\b"
        r"(?! d[eia] (?:san|santa|sao)\b)",
        r"\b(?:rez[ao]|rezamos|prega) (?:\w+ ){0,2}?(?:veces|vezes|volte|cada|todos|todas|ogni|antes|el rosario"
        r"|o terco|a ala)\b|\b(?:ayun[ao]|jeju[ao]|digiun[ao]) (?:\w+ )?(?:en|no|durante|per|nel) ?(?:el |il |o )?"
        r"(?:ramadan|cuaresma|quaresma|ramadao)\b",
        r"\b(?:va|vais|allons|allait|frequente) (?:\w+ ){0,2}?(?:(?:a )?la (?:messe|mosquee|synagogue)"
        r"|(?:a )?l'eglise|au culte)\b",
        r"\bprie (?:\w+ fois|chaque|tous|avant|allah|dieu)\b|\bjeune (?:pendant|pour) le (?:ramadan|careme)\b",
    ),
    "political_views": (
        rf"\b(?:kandidier\w+|pertene(?:zco|ce)|pertenc[eo]|apparten[eg]o?|appartien[st]) (?:fur |bei )?(?:die |den "
        rf"|der |al? |ao "
        rf"|au )(?:la )?(?:{_PARTIES}|izquierda unida)\b",
        rf"\b(?:wahl(?:t|e|te)|stimm(?:t|e|te) fur|gewahlt) (?:\w+ ){{0,2}}?{_PARTIES}\b",
        rf"\b(?:engagier\w+ (?:sich|mich)|aktiv) (?:bei|fur|in) (?:der|den|die) {_PARTIES}\b",
        rf"\b(?:mitglied|wahler\w*|anhanger\w*|sympathisant\w*) (?:der|bei der|bei den|von den) {_PARTIES}\b",
        rf"\bmilit[aeo] (?:\w+ ){{1,2}}{_PARTIES}\b|\b(?:afiliad[oa]|iscritt[oa]|encartee?|adherente?|filiad[oa]"
        rf"|militante) "
        rf"(?:al?|ao|en|au|del?|do|du) (?:la )?{_PARTIES}\b",
        r"\bvot\w{1,6} (?:\w+ )?(?:a (?:gauche|droite|la izquierda|la derecha)|a esquerda"
        r"|a direita"
        r"|a sinistra|a destra)\b",
    ),
    "ethnicity": (
        r"\b(?:familie|eltern|familia|padres|abuelos|famille|grands-parents|avos|pais|famiglia|genitori|nonni) "
        r"(?:(?:stamm|komm)\w+ aus|vienen? de|vien(?:t|nent) d[ue]|v[ei]m d[aeo]|vien[ei] d|vengono d)",
        r"\b(?:ist|bin|sind|hat|habe) (?:\w+ )?\w+(?:ischer?|ische) (?:herkunft|abstammung|wurzeln)\b"
        r"|\bmigrationshintergrund\b",
        r"\b(?:es|soy|somos|son|e|sou|sono|siamo) (?:de|di) (?:origen|ascendencia|etnia|raza|origem|origine|origini)"
        r" [a-z-]+\b",
        r"\b(?:est|suis|sommes) d'origine [a-z-]+",
    ),
    "union_membership": (
        rf"\b(?:afiliad[oa]|iscritt[oa]|sindicad[oa]|filiad[oa]|adherente?|delegad[oa]|soci[oa]|delegat[oa]"
        rf"|deleguee?) "
        rf"(?:al?|ao|all[ao]|en|no|na|au|del?|do|da|della|du) (?:la )?{_GUILDS}\b|\b(?:sindicalizad[oa]"
        rf"|sindicad[oa])s?\b",
    ),
    "income": (
        rf"\b(?:\w*gehalt|\w*lohn|einkommen|rente|schulden|sueldo|salario|nomina|ingresos|deudas?|salaire|revenus?"
        rf"|dettes?|ordenado|vencimento|dividas?|stipendio|reddito|debiti)\b[^.!?;]{{0,40}}?{_MONEY}",
        rf"\b(?:verdien(?:t|e|te|en)|gan(?:o|a|aba|amos)|cobr[ao]|gagn(?:e|es|ais|ait|ons)|touche|ganh(?:o|a|ava)"
        rf"|guadagn[ao])\b(?:{_LARGE}|[^.!?;]{{0,20}}?{_MONEY}[^.!?;]{{0,12}}?\b{_EACH})",
        rf"{_MONEY}[^.!?;]{{0,12}}?\b(?:schulden|gehalt|de (?:deudas?|dettes?|dividas?|sueldo|salaire|salario"
        rf"|pension|ordenado|retraite|pensao|reforma)"
        rf"|di (?:debiti|stipendio))\b|\b(?:debo|debe|dois|doit|devo|deve){_LARGE}",
        r"\b(?:bezieht?|beziehe|bekommt?e?|kriegt|lebt? von|lebe von) [^.!?;]{0,20}?\b(?:wohngeld|sozialhilfe"
        r"|grundsicherung|erwerbsminderungsrente|hartz iv|bafog)\b",
        r"\b(?:est|suis|sont|sommes) au chomage\b|\bcobr[ao] (?:el (?:paro|subsidio)|la (?:pension|jubilacion)"
        r"|una ayuda)\b"
        r"|\btouche (?:le |la |les |l')?(?:chomage|apl|aah|allocations?|minimum vieillesse)\b",
    ),
    "criminal_record": (
        r"\b(?:strafverfahren|ermittlungsverfahren|haftbefehl) gegen\b|\bgegen (?:ihn|sie"
        r"|mich) [^.!?;]{0,20}?(?:strafverfahren"
        r"|ermittl\w+|haftbefehl)\b|\borden de alejamiento\b|\bcumpl\w+ condena\b|\bcumpr\w+ pena\b"
        r"|\bscontat\w+ (?:una )?pena\b",
        r"\b(?:sa(?:ss|\u00df)|sitz[te]+|war) [^.!?;]{0,25}?\bim (?:gefangnis|knast)\b"
        r"|\b(?:wurde?|worden|bin|ist) [^.!?;]{0,40}?\b(?:verurteilt|verhaftet|festgenommen)\b",
        r"\b(?:lo|la|me|los) (?:detuvieron|arrestaron|condenaron|encarcelaron)\b",
        r"\b(?:fue|fui|ha sido|he sido|estuv[oe]|foi|esteve|estive|stat[oa]) (?:\w+ )?(?:condenad|detenid|arrestad"
        r"|encarcelad|procesad|pres|detid|condannat|arrestat)[oa]\b",
        r"\b(?:fait|fais|passe) [^.!?;]{0,20}?\b(?:de la|en) (?:prison|taule)\b|\bgarde a vue\b"
        r"|\b(?:a|ai) ete (?:condamnee?|arretee?|incarceree?)\b",
    ),
}
FOREIGN_PATTERNS: Final = tuple(
    (key, re.compile("|".join(f"(?:{one})" for one in some))) for key, some in _BY_KEY.items()
)
_ARTICLES: Final = word_set("der die das el la los las le les lo gli i o a os as l")
_PERSONAL: Final = word_set("""
    nutzer nutzerin benutzer benutzerin kunde kundin person usuario usuaria usuarios cliente clienta persona utilisateur
    utilisatrice client cliente personne utilizador utilizadora utente pessoa frau herr senor senora
    salario sueldo salaire gehalt stipendio ordenado reddito nomina renta familia familie famille famiglia
    meu minha meus minhas seu sua mio mia miei mie suo sua
""")
_ITALIAN: Final = word_set("di della dei delle nel nella gli e")
_SPANISH_VERB: Final = ("aron", "ieron", "tan", "aban")  # "Le gustan ...", but "Le serveur ..."


def is_of_a_thing(texts: Sequence[str], cased: str) -> bool:
    """Whether a thing is the subject: "Das Projekt ...", "El servidor ...", but "O Pedro ..." is a person."""
    first, second = (*(text for text in texts[:3] if text != "'"), "", "")[:2]
    if first == "il":  # "Il piatto ..." of Italian, "Il est ..." of French
        return not _ITALIAN.isdisjoint(texts) and second not in _PERSONAL
    if first not in _ARTICLES or second in _PERSONAL or second.endswith(_SPANISH_VERB) or not second.isalpha():
        return False
    is_name = re.match(r"\w+\W+[A-Z]", cased) is not None
    return first in {"der", "die", "das"} or not is_name
