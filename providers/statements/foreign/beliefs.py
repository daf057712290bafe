"""Constructions for religion, politics and unions."""

from collections.abc import Mapping
from typing import Final

_PARTIES: Final = (
    r"(?:grune?n?|linken?|cdu|csu|spd|afd|fdp|bsw|ovp|spo|fpo|neos|svp|psoe|pp|vox|podemos|sumar|partido \w+"
    r"|parti \w+|partito \w+|jusos|junge union|julis|verts|ecologistes|bloco|bloco de esquerda|chega"
    r"|iniciativa liberal|ps|psd|pt|pcp|pcf|rn|lr|lfi|pd|lega)"
)
_GUILDS: Final = r"(?:ccoo|comisiones obreras|ugt|cgt|cnt|cgil|cisl|uil|cfdt|cgtp|cut|sindicat\w+|syndicat|ver\.?di)"
_FOR: Final = (
    r"(?:unterstutz\w*|sympathisier\w*|bewunder\w*|gewahlt|wahl(?:e|t|te|ten)|stimm(?:e|t|te)|apoy[oa]\w*"
    r"|simpatiz\w*|admir[oa]|voto|vota|vote"
    r"|votare|votado|votar|soutiens?|soutenu|sympathise\w*|admire|votee?|proche d\w+|apoi[ao]\w*|votei|votou"
    r"|sostiene|sostengo|appoggi[ao]"
    r"|ammir[oa]|votato|votera|partidari[oa] d\w+|partisane? d\w*|anhanger\w*|fan (?:von|de|d|di)|seguidor[a]? "
    r"d\w+|sostenit(?:ore|rice) d\w+)"
)
_POLITICIANS: Final = (
    r"(?:merkel|scholz|merz|habeck|weidel|wagenknecht|lindner|soder|baerbock|hofer|kickl|kurz|macron|melenchon|le "
    r"pen|bardella|zemmour|hollande"
    r"|sarkozy|sanchez|feijoo|abascal|ayuso|iglesias|diaz|puigdemont|milei|kirchner|petro|bukele|boric|kast|maduro"
    r"|amlo|sheinbaum|obrador|castillo"
    r"|lula|bolsonaro|dilma|ventura|montenegro|meloni|salvini|schlein|conte|renzi|berlusconi|trump|putin|erdogan|orban)"
)
PATTERNS: Final[Mapping[str, tuple[str, ...]]] = {
    "religion": (
        r"\b(?:glaub(?:e|t)?|creer|croire|creo|cree|crois|croit|acredit[ao]|cred[oe]) (?:nicht |pas )?(?:an|en"
        r"|em|in) (?:gott"
        r"|allah|jesus"
        r"|dios|dieu|deus|dio)\b",
        r"\b(?:deje|dejo|dejado|cesse|arrete|parei|smesso) d[ei] (?:creer|croire|acreditar|credere"
        r"|ir a misa)\b|\bnicht mehr an gott\b"
        r"|\b(?:glauben|fe|foi|fede) (?:verloren|gefunden|perdue|retrouvee)\b|\b(?:perd\w+|recuper\w+|trouve"
        r"|perso) (?:la |meine?n? |ma |mi |a )"
        r"(?:fe|foi|fede)\b|\b(?:konfirm(?:iert|ation)|firmung|getauft|erstkommunion|kommunion|bar ?mizwa"
        r"|bar ?mitzvah|primera comunion"
        r"|comunion|premiere communion|fait baptiser|confirmation a l'eglise|gemeindehaus|hauskreis)\b",
        r"\b(?:bin|ist|war|soy|es|fui|suis|est|sou|e|sono) (?:\w+ ){0,2}?(?:diakon\w*|pfarrer(?:in)?"
        r"|pastor(?:in|a)?|priester(?:in)?|monch|nonne|imam|rabbiner(?:in)?|ministrant(?:in)?|messdiener(?:in)?"
        r"|kirchenvorstand|diacon[oa]|cura|sacerdote|monje|monja|rabin[oa]|catequista|monaguill[oa]|diacre"
        r"|pretre|moine|religieuse|rabbin|pasteure?|enfant de ch(?:oe|\u0153)ur|padre|frate|suora)\b",
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
        r"\b(?:geh\w*|war|besuch\w*) (?:[\w-]+ ){0,4}?(?:in (?:den|die|eine[nr]?) (?:\w*gottesdienst|kirche"
        r"|moschee|synagoge|messe|heilige messe)|(?:zum|zur) (?:\w*gottesdienst|freitagsgebet|heiligen messe"
        r"|beichte|bibelkreis))\b",
        r"\b(?:gehor(?:e|t)) (?:[\w-]+ ){0,3}?(?:zeugen jehovas|kirche|gemeinde|freikirche|gemeinschaft) (?:\w+ "
        r")?an\b|\b(?:miembro|membre|membro|mitglied) (?:de|d|der|einer|in|della|da) ?'?(?:la |l'|der |einer |una "
        r"|une |uma )?(?:\w+ )?(?:iglesia|eglise|igreja|chiesa|kirche|parroquia|gemeinde|sinagoga|mezquita|moschee"
        r"|paroisse)\b",
        r"\b(?:se convirtio|me converti|se ha convertido|s'est convertie?|me suis convertie?|si e convertit[oa]|mi "
        r"sono convertit[oa]|converteu-se|converti-me|se converteu) (?:al?|au|ao|all)\b",
        r"\b(?:creo|cree|crois|croit|acredito|acredita|credo|crede|glaube|glaubt) (?:\w+ ){0,2}?(?:en|em|in|an) "
        r"(?:dios|dieu|deus|dio|gott|allah|jesus|jesucristo|gesu)\b|\b(?:bete|betet|rezo|reza|orar|prie|prega"
        r"|prego|oro) (?:\w+ ){0,4}?(?:taglich|tag|dia|dias|jour|jours|giorno|noche|soir|sera|noite|abends"
        r"|funfmal)\b",
        r"\b(?:ramadan|ramadao|fastenzeit|cuaresma|careme|quaresima|quaresma|sabbat|shabbat|schabbat|shabat|jom "
        r"kippur|yom kippur)\b",
        r"\b(?:fe|foi|fede|glaube) (?:catolica|musulmana|cristiana|islamica|catholique|chretienne|musulmane"
        r"|cattolica|crista|evangelica|judia|juive|ebraica)\b|\b(?:mein|meine|seinen?|ihren?|mi|su|ma|sa|minha|sua"
        r"|mia) (?:glauben?|fe|foi|fede)\b",
    ),
    "political_views": (
        r"\b(?:reparto|repart\w*|peg(?:o|a|ando)|folletos|octavillas|carteles|buzoneo|mitin|flyer"
        r"|flugblatt\w*|plakat\w*|plakatier\w*|infostand|haustur\w*"
        r"|wahlkampf\w*|campana|campagne|tract\w*|affiches|porte-a-porte|meeting|panfletos|cartazes|volantini"
        rf"|comicio)\b[^.;!?]{{0,30}}?"
        r"\b(?:para|por|con|de|del|fur|mit|bei|von|pour|avec|des|du|per|com|do|da) (?:el |la |los |las |die "
        rf"|den |der |le |les |o |a )?{_PARTIES}\b",
        r"\b(?:spende\w*|gespendet|don[oea]|done|doy|di|donne|verse|cotise|doei"
        rf"|ho donato)\b[^.;!?]{{0,30}}?\b(?:der|die|den|an die|al?|au|aux|a la|ao|alla) {_PARTIES}\b"
        rf"|\b(?:der|die|den|an die) {_PARTIES} (?:[\w.]+ ){{0,3}}?(?:gespendet|uberwiesen)\b"
        r"|\baux republicains\b|\b(?:gehe|geh|geht) (?:nicht|nie|nicht mehr) (?:zur wahl|wahlen)\b"
        r"|\b(?:no voto|nunca voto|ne vote (?:pas|plus|jamais))\b(?! (?:contra|por ese|sur))",
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
        rf"\b{_FOR} (?:[\w']+ ){{0,3}}?(?:(?:die |den |der |el |la |le |o |a |il )?{_POLITICIANS}|grune\w*"
        r"|linke\w*|afd|cdu|csu|spd|fdp|verts|ecologistes|gauche|droite|izquierda|derecha|esquerda|direita"
        r"|sinistra|destra|partido \w+|partito \w+|parti \w+|independentistas?|\w+partei)\b",
        r"\b(?:politisch|politicamente|politiquement|ideologisch|ideologicamente) (?:[\w']+ ){0,4}?(?:links|rechts"
        r"|mitte|konservativ|liberal\w*|grun|progressiv|(?:de |di |a |da )?(?:izquierdas?|derechas?|esquerda"
        r"|direita|gauche|droite|sinistra|destra|centr[oe])|conservador[a]?|conservat\w+)\b|\blinks (?:eingestellt"
        r"|orientiert|wahlen)\b|\b(?:konservativ|liberal|links|rechts) (?:eingestellt|orientiert)\b",
        r"\b(?:bin|ist|war|trat|seit [\w ]{2,15}) (?:[\w-]+ ){0,4}?(?:in|bei) (?:der|den) (?:cdu|csu|spd|afd|fdp"
        r"|linken|grunen|partei|ovp|fpo|spo|svp)\b|\b(?:tritt|trat|ein|ausgetreten) (?:\w+ ){0,3}?(?:in die|aus "
        r"der) (?:cdu|csu|spd|afd|fdp|linke|grunen|partei)\b",
        r"\b(?:kandidier\w*|se presenta|se presento|me presento|me presente|se presente|me presente|candidat[oa]"
        r"|candidate|si candida|mi candido|candidata-se|candidatou-se) (?:[\w']+ ){0,3}?(?:stadtrat|gemeinderat"
        r"|landtag|bundestag|kreistag|burgermeister\w*|concejal[a]?|alcald\w+|diputad[oa]|elecciones|municipales"
        r"|elections|maire|legislatives|cantonales|vereador[a]?|deputad[oa]|prefeit[oa]|eleicoes|sindaco|consiglio"
        r"|elezioni|lista)\b",
        r"\b(?:demonstrier\w*|demo|kundgebung|protestier\w*|manifest\w*|protest\w*) (?:\w+ ){0,2}?(?:gegen|fur"
        r"|contra|a favor|por|contre|pour|contro|per|pela)\b",
    ),
    "union_membership": (
        rf"\b(?:afiliad[oa]|iscritt[oa]|sindicad[oa]|filiad[oa]|adherente?|delegad[oa]|soci[oa]|delegat[oa]"
        rf"|deleguee?) "
        rf"(?:al?|ao|all[ao]|en|no|na|au|del?|do|da|della|du) (?:la )?{_GUILDS}\b|\b(?:sindicalizad[oa]"
        rf"|sindicad[oa])s?\b",
        r"\bbin in der (?:gewerkschaft|ig metall|gew|verdi|ver\.di)\b|\b(?:en|de) huelga\b|\bim streik\b|\b(?:ich "
        r")?streike\b",
    ),
}
