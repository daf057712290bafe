"""The rules for sensitive fields in Spanish, French, German, Portuguese and Italian: recall first.

Patterns read letters without accents. The group `third` marks statements that may also be about someone else.
"""

from providers.statements.foreign.slots import (
    foreign_home,
    foreign_language,
    foreign_name,
    foreign_place,
    foreign_pronouns,
)
from providers.statements.rules.rule import Rule

_BE = r"(?:es|est|ist|e|lautet|:|=|son|sont|sind|lauten|sao|sono)"
_USER = (
    r"(?: (?:de |del |de la |de l'|do |da |des |der |dell')(?:usuari[oa]|utilizadora?|utilisat(?:eur|rice)|"
    r"benutzers?|benutzerin|nutzers?|nutzerin|client[ea]?|kunden|kundin|utente|person[ae]?))?"
)
_FREELY = (
    r"(?:[ -](?:siempre|solo|toujours|uniquement|immer|nur|stets|bitte|sempre|apenas|so|mir|ihm|ihr|me|le|"
    r"lui|moi|gli|o|lo|la|dem|nutzer|benutzer|al|usuario|utente|ao))*"
)

_NAMES = (
    r"\b(?:me llamo|je m'appelle|(?:puedes?|pueden|podes) llamarme|(?:peux|pouvez|preferes?) m'appeler|me "
    r"surnomment?|sous le nom de|"
    r"(?:souhaite|veut|voudrait|aimerait) (?:etre appelee?|qu'on l'appelle)|(?:pode|podes|podem) me chamar(?: de)?"
    r"|chamam-me|"
    r"(?:puoi|potete) chiamarmi|(?:mi faccio|si fa) chiamare|conocen (?:al? \w+ |a la \w+ )?como|dirijan a (?:ella"
    r"|el|mi|la usuaria|"
    r"el usuario) como|(?:unter|auf) de[mn] namen|sagt? (?:einfach |bitte |ruhig )*(?=\w+ zu mir)|"
    r"(?:per tutti|para todos|pour tous|fur alle|fur freunde|para los amigos|para os amigos|per gli amici) (?:sono"
    r"|soy|sou|je suis|bin ich)|"
    r"ich hei(?:ss|ß)e|(?:eu )?me chamo|chamo-me|mi chiamo|(?P<third>(?:se llama|"
    r"s'appelle|(?<!das )(?<!d\.h\. )hei(?:ss|ß)t|se chama|chama-se|si chiama))|(?:llama(?:me|lo|la|le)|llamenme|"
    r"(?:puedes?|debes?|hay que) llamar(?:me|lo|la|le))|(?:me|le) (?:llaman|dicen)|(?:quiero|quiere|prefiero|"
    r"prefiere) (?:que (?:me|le|lo|la) (?:llamen|digan)|ser llamad[oa])|appell?e[rz]?[ -](?:moi|le|la|"
    r"l'utilisat(?:eur|rice))|"
    r"(?:on|tout le monde|(?:mes|ses) (?:amis|amies|proches|collegues)) (?:m'|l')appell?e(?:nt)?|"
    r"(?:toda a gente|todos|todo mundo|os amigos) (?:me|o|a|lhe) chamam?(?: de)?|(?:tutti|gli amici) (?:mi|lo|la) "
    r"chiamano|prefere (?:etre appelee?|qu'on l'appelle)|nennt?(?:e|en)?(?: sie)? "
    r"(?:mich|ihn|sie|den (?:be)?nutzer|die (?:be)?nutzerin)(?: bitte| einfach| nur| immer)*|cham[ae](?:-me|-o|"
    r"-a)?(?: o usuario| a usuaria| o utilizador)?(?: de)|prefere ser chamad[oa](?: de)?|chiam(?:ami|alo|ala|atemi|"
    r"atelo|are l'utente)|(?:preferisce|vuole) essere chiamat[oa]|(?:conocid[oa] como|connue? sous le nom de|bekannt "
    r"als|conhecid[oa] (?:como|por)|conosciut[oa] come)|(?:nombre|apodo|apellido|nom|prenom|surnom|name|vorname|"
    r"nachname|spitzname|rufname|nome|apelido|alcunha|soprannome|cognome)"
    rf"(?: preferido| prefere| preferito| completo| complet)?{_USER} {_BE})"
)
_NAME_WORDS = (
    "llamo llama llaman llamame llamalo llamala llamele llamenme llamar llamarme llamarlo llamarla llamen digan "
    "dicen llamado llamada appelle appeler appelez appele appelee heisse heiße heisst heißt nenn nenne nennt nennen "
    "chamo chama chame chamado chamada chiamo chiama chiamami chiamalo chiamala chiamatemi chiamatelo chiamare "
    "chiamato chiamata conocido conocida connu connue bekannt conhecido conhecida conosciuto conosciuta nombre apodo "
    "apellido nom prenom surnom vorname nachname spitzname rufname nome apelido alcunha soprannome cognome name "
    "appeler chamar surnomme surnomment sous faccio conocen dirijan namen sag sagt sage amigos alle freunde tous "
    "tutti amici todos chiamarmi "
    "chamam-me chamo-me chama-se chame-me chame-o chame-a chama-me chama-o chama-a appelle-moi appelez-moi appelle-le "
    "appelle-la appelez-le appelez-la appellent chamam chiamano"
)
_GENANNT = r"(?:mochte|moechte|will|wird|werde)(?: gern| gerne| bitte| von allen)? (?P<value>[\w' -]{2,30}?) genannt\b"
_PLACES = (
    r"\b(?:(?:vivo|vivimos|resido|radico) en|je vis|j'habite|habitons|ich (?:wohne|lebe)|(?:wohne|lebe)(?=[ ])|"
    r"mor(?:o|amos) (?:em|no|na)|vivo (?:em|no|na|a)|resido (?:em|a)|abito(?: da sol[oa]\b|(?! da sol))|risiedo|"
    r"(?P<third>(?:vive|reside|radica) "
    r"(?:en|em|no|na|a)|(?:vive|reside|radica|mora)(?= (?:actualmente|ahora|atualmente|agora) (?:en|em)\b)|"
    r"habite|vit|reside|wohnt|lebt|mora (?:em|no|na)|abita(?: da sol[oa]\b|(?! da sol))|risiede)|"
    r"(?:me he mudado|me mude|me "
    r"mudo|se ha mudado|se mudo|se muda|me traslade|se traslado) a|(?:ai|a|suis|est|avons|ont) (?:demenage\w*|"
    r"emmenage\w*|installee?s?)|(?:m'|s')install(?:e|er)(?= (?:a|en|pres) )|"
    r"(?:(?:me|se) (?:instal[eo]|afin(?:que|co)|establec[ei]o?|asent[eo])|instalou-se|fixou-se|se (?:instalou|fixou)|"
    r"si e stabilit[oa]) (?:en|em|no|na|a)|vecin[oa]s? de|(?:ziehe|zieht|zog) nach|"
    r"(?:mudei(?:-me| me)?|mudou-se|mudamo-nos|mudaram-se|se mudou|me mudei) (?:para|pra)|"
    r"(?:mi sono|si e) trasferit[oa]|(?:afincad[oa]|radicad[oa]|instalad[oa]|residente|domiciliad[oa]|"
    r"domiciliee?|(?<!la )(?<!une )(?<!de )basee?|sediad[oa]) (?:en|em|a|no|na)|"
    r"(?:wohnhaft|ansassig|zuhause|daheim|sesshaft) in|residente a|"
    r"soy de|je viens d[e']|(?:ich )?(?:komme|stamme) aus|sou d[eoa]|vengo da|(?:ciudad|domicilio|residencia|ville|"
    r"domicile|wohnort|stadt|heimatstadt|wohnsitz|cidade|morada|citta|residenza)"
    rf"(?: actual| de residencia| natal| natale| actuelle| de residence| atual| di residenza| aktuell)?{_USER} {_BE})"
    r"(?: (?:actualmente|ahora|actuellement|maintenant|derzeit|jetzt|zurzeit|atualmente|agora|attualmente|adesso|"
    r"seit \w+))*(?: (?:en|a|au|aux|in|em|no|na|bei|nach|dans|pres de|ad))?(?=[ ':=])"
)
_PLACE_WORDS = (
    "vivo vive vivimos vis vit resido reside habite habitons wohne wohnt lebe lebt moro moramos mora abito abita "
    "risiedo risiede mudado mude mudo muda traslade traslado demenage demenagee demenager emmenage emmenagee "
    "installe installee ziehe zieht zog mudei mudou mudou-se mudei-me trasferito trasferita afincado afincada "
    "radicado radicada instalado instalada residente domiciliado domiciliada domicilie domiciliee base basee sediado "
    "sediada wohnhaft ansassig zuhause daheim sesshaft soy viens komme stamme sou vengo ciudad domicilio residencia "
    "ville domicile wohnort stadt heimatstadt wohnsitz cidade morada citta residenza radico radica installe installer "
    "mudamo-nos mudaram-se instale instalo afinque afinco estableci establecio asente asento instalou-se instalou "
    "fixou-se fixou stabilito stabilita "
    "vecino vecina vecinos vecinas viviendo vivendo morando originaire"
)
_GEZOGEN = (
    r"\b(?:nach|in) (?P<value>[\w' -]{2,30}?) (?:(?:um|zusammen|hin|ein)?gezogen|niedergelassen|untergekommen"
    r"|hangen ?geblieben"
    r"|eingelebt)\b"
)
# Between "home" and a place, with whom or since when: "hause bei meiner Mutter in Kassel".
_BETWEEN = (
    r"\b(?:(?:ich|wir) (?:wohn|leb|haus)(?:e|en)?|(?:wohn|leb|haus)(?:e|en)? (?:ich|wir)|(?:vivo|vivimos"
    r"|estoy viviendo|estamos viviendo)"
    r"|(?:acab(?:o|amos) de|voy a|vamos a|quiero|queremos) (?:mudar(?:me|nos)|instalar(?:me|nos)|irme a vivir"
    r"|irnos a vivir)|me (?:acabo|he|voy) "
    r"(?:de |a )?(?:mudar|mudado|ido a vivir|instalado|instalada|instalar)|nos (?:acabamos|hemos|vamos) (?:de "
    r"|a )?(?:mudar|mudado|ido a vivir|instalado|instalar)"
    r"|(?:fui|fuimos) a vivir|me (?:compre|he comprado) (?:una?|un) \w+|nos (?:compramos"
    r"|hemos comprado) (?:una?|un) \w+|ai achete une? (?:petite? )?\w+|avons achete une? (?:petite? )?\w+"
    r"|(?:paso|pasamos) (?:todo el|el|casi todo el) ano|passe (?:toute l'|l')annee"
    r"|verbring\w+ (?:das ganze jahr|die meiste zeit)|d'(?:emmenager|amenager)|de demenager|(?:ai|a|avons"
    r"|viens de|vient de"
    r"|venons de) (?:demenage\w*|emmenage\w*|pris un"
    r" appart\w*|trouve un appart\w*|loue un \w+|achete une maison|achete un \w+)|(?:je|on|nous) (?:loge|vis"
    r"|vit|vivons|habite|habitons|squatte|campe)"
    r"|acabei de me mudar|acabamos de nos mudar|(?:mi sono|ci siamo) trasferit[aio])"
    r"(?:,? [\w']+){0,7}? (?:in|en|a|au|aux|nach|em|para)(?=[ ])"
)
_BETWEEN_WORDS = (
    "compre comprado compramos paso pasamos passe verbringe verbringen wohne wohnen wohn lebe leben "
    "leb hause hausen haus vivo vivimos viviendo mudar mudarme mudarnos mudado instalar "
    "instalarme instalarnos instalado instalada vivir emmenager amenager demenager demenage emmenage pris trouve loue "
    "achete loge vis vit vivons habite habitons squatte campe trasferita trasferito trasferiti"
)
_LANGUAGES = (
    r"\b(?:hablo|hablamos|falamos|parliamo|parlons|on parle|(?:red|sprech)en wir|(?:domina|maitrise|beherrscht"
    r"|padroneggia) (?:el |le |l'|o |il |l')?|(?:je )?parle|ich spreche|spreche|falo|parlo|(?P<third>(?:habla"
    r"|spricht|fala|parla))|(?:idioma|"
    r"lengua|langue|sprache|muttersprache|lingua)(?: materna| nativa| maternelle| preferido| preferida| preferee| "
    rf"preferita| madre)?{_USER} {_BE}|"
    r"(?:respond|respuest|contest|escrib|repond|repons|ecri|antwort|schreib|escrev|rispond|scriv|hable|parlez|"
    r"sprich|fale)"
    rf"[\w-]*{_FREELY} (?:en|auf|in|em)|"
    r"(?:prefiere|prefere|preferisce|bevorzugt|prefiero|prefiro|preferisco)(?: (?:hablar|comunicarse|escribir|parler|"
    r"communiquer|ecrire|falar|comunicar|escrever|parlare|comunicare|scrivere))?(?: en| em| in)?)(?: (?:muy bien|con "
    r"fluidez|couramment|bien|flie(?:ss|ß)end|gut|fluentemente|bem|bene|solo|seulement|nur|zu hause|in casa|a casa"
    r"|en casa|em casa|a la maison|en famille|con \w+ \w+|com \w+ \w+))*(?=[ ':=])"
)
_LANGUAGE_WORDS = (
    "hablamos falamos parliamo parlons reden sprechen domina maitrise beherrscht padroneggia contestame "
    "contestadme escribeme hablame "
    "hablale contestarme responderme responda-me responde-me rispondimi scrivimi parlami parlamos responde-lhe "
    "hablo habla parle parles spreche spricht falo fala parlo parla idioma lengua langue sprache muttersprache "
    "lingua prefiere prefere preferisce bevorzugt prefiero prefiro preferisco hable parlez sprich fale responde "
    "responder responda respondeme respondele respondan contesta contestar conteste contestale escribe escribir "
    "escriba escribele repond repondre reponds repondez reponds-lui reponds-moi repondez-lui repondez-moi reponse "
    "reponses ecris ecrire ecrivez ecris-lui ecrivez-lui antworte antworten antwortet schreib schreibe schreiben "
    "responda-me responde-me escreve escrever escreva rispondi rispondere risponda rispondigli rispondile scrivi "
    "scrivere respuestas respuesta"
)
_PRONOUNS = (
    r"\b(?:pronombres?|pronoms?|pronomen|pronomes?|pronomi|pronome)(?: preferidos| preferes| preferiti)?"
    rf"{_USER}(?: {_BE})?\s*[:=]?(?=[ \"'])"
)

FOREIGN: tuple[Rule, ...] = (
    Rule("name.foreign", "free", _NAME_WORDS, _NAMES, foreign_name, is_foreign=True),
    Rule("name.genannt", "free", "genannt", _GENANNT, foreign_name, is_foreign=True),
    Rule("city.foreign", "free", _PLACE_WORDS, _PLACES, foreign_place, is_foreign=True),
    Rule("city.between", "free", _BETWEEN_WORDS, _BETWEEN, foreign_home, is_foreign=True),
    Rule(
        "city.gezogen",
        "free",
        "gezogen umgezogen zusammengezogen eingezogen hingezogen niedergelassen untergekommen geblieben eingelebt",
        _GEZOGEN,
        foreign_place,
        is_foreign=True,
    ),
    Rule("language.foreign", "free", _LANGUAGE_WORDS, _LANGUAGES, foreign_language, is_foreign=True),
    Rule(
        "pronouns.foreign",
        "free",
        "pronombre pronombres pronom pronoms pronomen pronome pronomes pronomi",
        _PRONOUNS,
        foreign_pronouns,
        is_foreign=True,
    ),
)
