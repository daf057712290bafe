"""Constructions of German, Spanish, French, Portuguese and Italian, by what they tell: more than words in a row.

They read letters without accents, in sentences that are in one of these languages.
"""

import re
from collections.abc import Mapping
from typing import Final

from providers.statements.tongues import PERSONS

# The head of a nationality's or people's name in these languages: "marocchini", "marokkanisch".
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
_DRUGS: Final = (
    r"(?:\w{3,}(?:pril|sartan[ao]?|olol[oe]?|statin[ae]?|prazole?|oxetin[ae]?|tralin[ae]?|lopram|zepam|apin[ae]"
    r"|formin[ae]?|afaxin[ae]?|tidin[ae]|gliptin[ae]?|triptan[oe]?"
    r"|peridon[ae]?|tiapin[ae]?|parin[ae]?|mycine?|micin[ae]|cillin[ae]?|trexat[oe]?|thyroxin[ae]?|tiroxin[ae]?"
    r"|phenidat[oe]?|fenidato))"
)
_TAKE: Final = (
    r"(?:nehme|nimmt|schluck\w*|tom[ao]|tomando|tomaba|prends?|prenait|prend[eo]|assum[eo]|bekomm(?:e|t)|spritz(?:e|t))"
)
_HIGH: Final = r"(?:hoch|hohen?|zu hoch|erhoht\w*|niedrig\w*|alt[oa]|elevad[oa]|baj[oa]|elevee?|haute?|baixa?|bass[oa])"
_BODY: Final = (
    r"(?:blutdruck|cholesterin\w*|blutzucker\w*|leberwerte|tension|presion|colesterol|azucar|glucosa|cholesterol"
    r"|glycemie|pressao|tensao|glicemia"
    r"|pressione|colesterolo)"
)
_PARTS: Final = (
    r"(?:knie|hufte|schulter|rucken|herz|auge\w*|fuss|fuß|hand|blinddarm|mandeln|prostata|gebarmutter|brust|magen"
    r"|darm|galle|niere|leber|lunge|rodilla"
    r"|cadera|hombro|espalda|corazon|ojos?|pie|mano|apendicitis|apendice|anginas|prostata|utero|mama|estomago"
    r"|vesicula|rinon|higado|pulmon|genou"
    r"|hanche|epaule|dos|c(?:oe|œ)ur|yeux|(?:oe|œ)il|pied|main|appendicite|prostate|uterus|sein|estomac|vesicule"
    r"|rein|foie|poumon|joelho|quadril|anca|ombro"
    r"|costas|coluna|coracao|olhos?|mao|ginocchio|anca|spalla|schiena|cuore|occhi?o?|piede|mano|appendicite|seno"
    r"|stomaco|cistifellea|rene|fegato)"
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
_MONEY: Final = (
    r"(?:(?:[$€£]|r\$) ?\d[\d., ']*|\d[\d., ']*(?:k |tsd\.? |tausend |mil |mila |mille |millones de )?(?:€"
    r"|euros?\b|eur\b|franken\b|francs\b|chf\b"
    r"|dolares\b|dollars?\b|dollari\b|pesos\b|soles\b|reais\b|libras\b|brutto\b|netto\b|brutos?\b|netos?\b"
    r"|bruts?\b|nets?\b|lordi\b|netti\b))"
)
_EACH: Final = (
    r"(?:(?:im|pro|je|die|der|a|al|por|par|l|par|de l|a l|all|la|de)[ '](?:monat|jahr|stunde|woche|mes|ano|hora"
    r"|semana|mois|an|heure|semaine|mese|anno"
    r"|ora|settimana)|monatlich|jahrlich|mensual\w*|anual\w*|mensuel\w*|annuel\w*|mensa(?:l|is|is)|mensil\w*"
    r"|annu\w*|brutto|netto|brutos?|netos?|bruts?|nets?|lordi|netti|stundenlohn)\b"
)
_BY_KEY: Final[Mapping[str, tuple[str, ...]]] = {
    "health_conditions": (
        rf"\b{_DRUGS}\b|\b{_TAKE} [^.;]{{0,40}}?\b(?:gegen|contra|pour|para|contro|per) (?:\w+ )?(?:die |den |la "
        r"|el |le |a |o |il |l')?(?:\w*schmerz|\w*angst|\w*druck|schlaf|ansi"
        r"|depres|tension|dormir|dolor|douleur|dor\b|pression|dormire|dolore)",
        rf"\b{_BODY} (?:\w+ ){{0,3}}?{_HIGH}\b|\b{_HIGH} (?:\w+ )?{_BODY}\b",
        r"\b(?:operiert|operation an|op an|operad[oa]|operaron|operar|opero|oper(?:er|ee)|operat[oa]|operad[oa]"
        rf"|intervencion|intervention|intervento|cirurgia|cirugia|chirurgie)\b[^.;]{{0,30}}?\b{_PARTS}\b"
        rf"|\b{_PARTS}\b[^.;]{{0,20}}?\boperiert\b|\bneue \w*(?:hufte|kniegelenk|gelenk)\b",
        r"\b(?:diagnostiziert|diagnose\b[^.;]{0,30}?\b(?:bekommen|erhalten|gestellt)|diagnosticad[oa]"
        r"|diagnosticaron|diagnostico de|diagnostiquee?|diagnostic de|diagnosticat[oa])\b"
        r"|\b(?:bei (?:mir|ihm|ihr|der \w+|dem \w+|[\w-]+)) (?:wurde|ist|hat man) [^.;]{0,60}?\b(?:festgestellt"
        r"|entdeckt|gefunden|diagnostiziert)\b",
        r"\b(?:hor(?:e|t)|seh(?:e)|sieht) (?:[\w-]+ ){0,6}?(?:schlecht|nichts|kaum|nur wenig|schlechter)\b"
        r"|\b(?:oigo|oye|veo|entends|entend|ouco|ouve|vejo|sento|sente) (?:muy |tres |muito |molto )?(?:mal|mau"
        r"|mala|male|poco)\b"
        r"|\b(?:perd\w+|verlor\w*|verliert|verliere|pers[oa]|perdu|perdi\w*) (?:\w+ ){0,3}?(?:die sehkraft|das "
        r"gehor|la vista|el oido|la vue|l'ouie|l'audition|a visao|a audicao|l'udito)\b",
        r"\b(?:war|liegt?|lag|liege|bin|ist|kam|musste) (?:[\w-]+ ){0,5}?(?:in der (?:klinik|tagesklinik"
        r"|psychiatrie|reha)|im krankenhaus|stationar)\b|\b(?:hospitalise?e?|hospitalizad[oa]|ingresad[oa] en"
        r"|internad[oa]|ricoverat[oa]|stationar)\b"
        r"|\b(?:klinik|krankenhaus|clinica|hospital|hopital|clinique|ospedale) (?:wegen|por|pour|per)\b",
        r"\b(?:perdi|perdio|perdu|perdeu|perso|verloren) (?:\w+ )?(?:un|um|le|el|o|il|mon|mi|ein|unser) (?:bebe"
        r"|bambino|hijo|kind|baby)\b|\b(?:kind|baby) verloren\b",
        r"\b(?:seit|depuis|desde hace|ha|da) (?:\w+ ){1,3}?(?:trocken|clean|abstinente?|sin beber|sin consumir"
        r"|sobre|sobrio|sobria|sem beber|senza bere|nuchtern)\b|\b(?:ohne alkohol|sans boire|sin beber|sem beber"
        r"|senza bere)\b",
        r"\b(?:therapie|therapeut\w*|psychotherap\w*|terapia|terapeuta|therapeute|psicolog[oa]|psychologue"
        r"|psycholog\w+|psiquiatra|psicanalista|analista|psichiatra)\b(?= (?:cada|todas|wegen|por|pour|per|jede"
        r"|toutes|chaque|ogni|seit|desde|depuis|da|una|une|uma)\b)"
        r"|\b(?:mein\w*|ihr\w*|sein\w*|mi|su|mon|ma|son|sa|meu|minha|seu|sua|mio|mia|suo) (?:therap\w+|psychiat\w+"
        r"|psycholog\w+|psy|psicolog[oa]|terapeuta|psiquiatra|psichiatra|onkolog\w+|oncolog\w+|kardiolog\w+"
        r"|cardiolog\w+|neurolog\w+)\b",
        r"\b(?:wiegt?|wiege|pes[oa]) (?:\w+ )?1[2-9]\d (?:kilo|kg)|\bbmi\b",
    ),
    "sexual_orientation": (
        rf"\b{_HE}\b[^.;]{{0,60}}?\b(?:sein(?:em|en|er)?|su|son|o|seu|com o|avec un|con un|einem|einen) {_MAN}\b"
        rf"|\b{_SHE}\b[^.;]{{0,60}}?\b(?:ihr(?:e|er)|su|sa|a|sua|com a|avec une|con una|einer|eine) {_WOMAN}\b",
        r"\b(?:verheiratet mit|geheiratet|liiert mit|zusammen mit|casada con|casada com|mariee (?:a|avec)|sposata "
        rf"con|pareja de|namora com) (?:otra |outra |une autre |un'altra |einer? |una |uma |une )+{_WOMAN}\b"
        rf"|\bmit (?:einer|ihrer) {_WOMAN} (?:verheiratet|liiert)\b|\b(?:casado con|casado com|marie (?:a|avec)"
        rf"|sposato con) (?:otro |outro |un autre |un altro |un |um )+{_MAN}\b|\bmit (?:einem|seinem) {_MAN} "
        r"(?:verheiratet|liiert)\b|\bseine[mnr]? (?:ehe)?mann\b",
        r"\b(?:zu|von) (?:frauen|mannern|beiden geschlechtern) (?:\w+ )?(?:hingezogen|angezogen)\b|\bsteh(?:e|t"
        r"|en) (?:\w+ ){0,2}?auf (?:frauen|manner|beide|jungs|madels)\b",
        r"\b(?:gustan|atraen|piacciono|atraem|interessano|interesan) (?:tanto |solo |so |sia |soltanto |tambien "
        r"|anche )*(?:los|las|os|as|gli|le|mas las|mas los) (?:hombres|mujeres|chicos|chicas|homens|mulheres"
        r"|uomini|donne|ragazzi|ragazze)\b|\b(?:attiree?|attrait|attratt[oa]|atraid[oa]) (?:\w+ ){0,2}?(?:par|por"
        r"|da|dagli|dalle) ?(?:les |las |los |os |as |gli )?(?:hommes|femmes|mujeres|hombres|homens|mulheres"
        r"|uomini|donne)\b",
    ),
    "religion": (
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
    "ethnicity": (
        rf"\b{_PEOPLES}\w* (?:\w+ )?{_ORIGIN}\b|\b{_ORIGIN} (?:\w+ )?{_PEOPLES}\w*",
        rf"\b{_PARENTS} (?:\w+ )?(?:sind|waren|kommen|kamen|stammen|son|eran|vienen|vinieron|llegaron|sont|etaient"
        r"|viennent|sao|eram|vieram|vem|sono|erano|vengono|ist|kommt|stammt|es|est|e|viene|vient|vem)"
        rf" (?:\w+ ){{0,2}}?(?:{_PEOPLES}\w*|(?:aus|d[eou]|du|des|dal?|dall[ao]) (?:l'|la |el )?[a-z]{{4,}}\b)",
        rf"\b(?:halb|medio|media|moitie|meio|meia|mezz[oa])[- ]{_PEOPLES}\w*",
    ),
    "union_membership": (
        r"\bbin in der (?:gewerkschaft|ig metall|gew|verdi|ver\.di)\b|\b(?:en|de) huelga\b|\bim streik\b|\b(?:ich "
        r")?streike\b",
    ),
    "income": (
        r"\b\w*(?:gehalt|lohn|einkommen|verdienst|rente|bezuge|vermogen|ersparnisse|schulden"
        rf"|erspartes)\b[^.;]{{0,40}}?{_MONEY}|\b(?:sueldo|salario|nomina|ingresos|pension|ahorros|renta|salaire"
        r"|revenus?|retraite|epargne|economies|paie|ordenado|rendimentos?|renda|poupancas?|aposentadoria"
        rf"|stipendio|reddito|pensione|risparmi|paga)\b[^.;]{{0,40}}?{_MONEY}",
        r"\b(?:verdien\w*|bekomm\w*|krieg(?:e|t)|gan[oa]\w*|cobr[oa]|cobrando|percib[eo]|gagn\w+|touche\w*"
        r"|percoi[ts]|ganh\w+|receb[eo]|guadagn\w+|prend[oe]|percepisc[eo]|porto a casa|lebt?e? von|viv[eo] con"
        rf"|vis avec|vit avec)\b[^.;]{{0,25}}?{_MONEY}[^.;]{{0,20}}?{_EACH}",
        r"\b(?:verdien(?:e|t)|gan[oa]|gagnes?|ganh[oa]|guadagn[oa]|stipendio|sueldo) (?:\w+ ){0,3}?(?:\d[\d., "
        r"]*(?:k|mil|mille|tausend|mila|tsd)\b|wenig|kaum|gut|bien|mucho|poco|muito|pouco|bene|peu|mal)\b(?! "
        r"tiempo| zeit)",
        rf"{_MONEY} (?:\w+ )?(?:rente|schulden|gehalt|de pension|de retraite|di pensione|de dettes|de deudas?|de "
        r"dividas?|di debiti|gespart|erspart|ahorrados|d'economies)\b",
        rf"\b(?:hab(?:e|t)?|hat|tengo|tiene|ai|a|tenho|tem|ho|ha) (?:\w+ ){{0,3}}?(?:schulden|deudas|dettes"
        rf"|dividas|debiti)\b(?! tec)|\b(?:debo|dois|devo) (?:\w+ ){{0,2}}?{_MONEY}|\b(?:verschuldet"
        r"|gehaltserhohung)\b",
    ),
    "biometrics": (
        r"\b(?:mein|ihr|sein)\w* (?:fingerabdruck|gesicht|iris|stimme|daumen)\w* (?:ist|wird|sind|wurde|hinterlegt"
        r"|gespeichert)\b|\b(?:desbloquea|entsperr\w*|deverrouille|desbloqueia|sblocca|sblocco|desbloqueo) "
        r"[^.;]{0,40}?\b(?:fingerabdruck|huella|cara|rostro|empreinte|visage|digital|dedo|impronta|volto"
        r"|gesicht)\b",
    ),
    "criminal_record": (
        r"\b(?:fui|fue|estuve|estuvo|he estado|ha estado|fait|passe|ai fait|a fait|fiz|cumpri|passei|esteve|estive"
        r"|stat[oa]|scontat[oa]|fatto|sass|saß|gesessen|verbusst|verbußt) (?:[\w-]+ ){0,4}?(?:carcel|prision|preso"
        r"|presa|prison|taule|prisao|cadeia|carcere|galera|prigione|gefangnis|knast|haft|jva)\b",
        r"\b(?:fuhrerschein|carnet?|permis|carta|patente|cnh|licencia) (?:\w+ ){0,4}?(?:entzogen|abgenommen|weg"
        r"|retirad[oa]|retire|suspendu|apreendida|ritirata|sospesa|suspendid[oa])\b|\b(?:alkohol|betrunken) (?:am "
        r"steuer|gefahren)\b",
        r"\b(?:wurde|wird|bin|ist|wegen) (?:[\w-]+ ){0,6}?(?:verurteilt|angeklagt|angezeigt|vorgeladen"
        r"|festgenommen|verhaftet)\b|\b(?:lauft|lief) (?:\w+ ){0,3}?(?:verfahren|prozess|anzeige|ermittlung\w*)\b"
        r"|\b(?:m'a|me|l'a|ai ete|a ete) (?:arretee?|condamnee?|juge[e]?|mise? en examen)\b|\bmulta por "
        r"(?:conducir|alcohol)\b",
    ),
    "gender": (
        r"\b(?:ich bin|soy|je suis|sou|sono) (?:ein |eine |una? |une? |uma? |cis |trans )*(?:mann|frau|mujer"
        r"|hombre|homme|femme|mulher|homem|donna|uomo|transfrau|transmann)\b(?! (?:von|des|der|meines))",
        rf"\b{PERSONS} (?:ist|es|est|e) (?:ein |eine |una? |une? |uma? )(?:\w+[- ]?jahrige[rn]? )?(?:mann|frau"
        r"|mujer|hombre|homme|femme|mulher|homem|donna|uomo)\b",
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
CONSTRUCTIONS: Final = tuple((key, re.compile("|".join(f"(?:{one})" for one in some))) for key, some in _BY_KEY.items())
