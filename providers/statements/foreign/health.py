"""Constructions for illness, treatment, addiction, self-harm and body measurements."""

import re
from collections.abc import Mapping
from typing import Final

from providers.statements.foreign.people import KIN

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
_SUBSTANCES: Final = (
    r"(?:\w{3,}(?:pril|sartan[ao]?|olol[oe]?|statin[ae]?|prazole?|oxetin[ae]?|tralin[ae]?|lopram|zepam|apin[ae]"
    r"|formin[ae]?|afaxin[ae]?|tidin[ae]|gliptin[ae]?|triptan[oe]?"
    r"|peridon[ae]?|tiapin[ae]?|parin[ae]?|mycine?|micin[ae]|cillin[ae]?|trexat[oe]?|thyroxin[ae]?|tiroxin[ae]?"
    r"|phenidat[oe]?|fenidato))"
)
_TAKE: Final = (
    r"(?:nehme?|nimmt|schluck\w*|tom[ao]|tomando|tomaba|prends?|prenait|prend[eo]|assum[eo]|bekomm(?:e|t)"
    r"|spritz(?:e|t))"
)
_HIGH: Final = (
    r"(?:hoch|hohen?|zu hoch|erhoht\w*|niedrig\w*|im keller|alt(?:[oa]|isim[oa])|por las nubes|disparad[oa]"
    r"|elevad[oa]|baj[oa]|elevee?|haute?|baixa?|bass[oa])"
)
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
_SUFFERS: Final = (
    r"(?:hat|hatte|ist|war|leidet|litt|starb|stirbt|bekam|kampft|tiene|tuvo|tenia|padece|sufre|esta|es|fue|murio|lucha"
    r"|a|avait|est|etait|souffre|lutte|tem|teve|sofre|morreu|ha|aveva|e|era|soffre|mort[eo]?)"
)
_ILL: Final = (
    r"(?:\w*krebs|krebskranke?|tumor(?:es)?|hirntumor|leukamie|hiv(?:[- ]positiv\w*)?|aids|demenz|dement|alzheimer"
    r"|parkinson|schizophren\w*|depress\w*|bipolar\w*|magersucht|psychose|multiple sklerose|epileps\w*|mukoviszidose"
    r"|schlaganfall|herzinfarkt|alkoholiker(?:in)?|alkoholkrank|drogenabhangig|spielsuchtig|autis\w+"
    r"|fehlgeburt"
    r"|cancer|tumeur|leucemi[ea]|vih|sida|seropositi\w+|demenci?a|demence|esquizofreni[ca]o?|schizophren\w+|depresion"
    r"|anorexi\w+|anoressia|mucoviscidose|fibrosis quistica|sclerose en plaques|esclerosis multiple|esclerose multipla"
    r"|sclerosi multipla|epilept\w+|avc|infarto|infarctus|ictus|alcoholic[oa]|alcoolique|alcoolatra|alcolista"
    r"|drogadict[oa]|toxicomane|aborto|fausse couche"
    r"|cancro|demenza|schizofreni[ac]o?)"
)
_SOMETHING: Final = (
    r"(?:(?:et)?was|\w*tabletten|pillen|\w*medikamente?|tropfen|ein mittel|algo|pastillas?|quelque chose|des cachets)"
)
_VOICES: Final = r"(?:die|diese|seine|ihre|meine|las|sus|mis|les|ses|mes) (?:stimmen|voces|voix)"
PATTERNS: Final[Mapping[str, tuple[str, ...]]] = {
    "health_conditions": (
        rf"\b{_SOMETHING} (?:gegen|contra|contre|para|pour) {_VOICES}\b(?! (?:von|der|des|aus|im|in|de|del|du)\b)",
        r"\b(?:hore|hort|horen) (?:\w+ ){0,2}?(?<!viele )stimmen(?=\W*$|[,.;!]| (?:im kopf"
        r"|in (?:meine|seine|ihre)m kopf|die))|\b(?:oye|oigo) voces\b(?! (?:de|del|en (?!su|mi))\b)"
        r"|\bentends? des voix\b(?! (?:de|dans|du)\b)",
        r"\b(?:komm\w*|krieg\w*|schaff\w*|kann)\b[^.;!?]{0,40}?\b(?:kaum|nicht|nie) (?:mehr )?aus dem bett\b"
        r"(?! (?:gefallen|vor|bevor))",
        r"\b(?:arm|bein|fuss|knie|handgelenk|hufte|rippen?|schulter|wirbel) gebrochen\b|\b(?:rompio|rompi|casse"
        r"|partiu|parti"
        r"|rotto) (?:el|la|le|o|a|il) (?:brazo|pierna|pie|muneca|cadera|rodilla|bras|jambe|pied|poignet|hanche"
        r"|braco|perna"
        r"|pe|pulso|braccio|gamba|piede|polso)\b|\b(?:hatte|eu|tuvo|tuve|teve|tive|avuto) (?:einen?|une?|um"
        r"|dos) (?:avc"
        r"|ictus|infarct\w*|infarto)s?\b",
        r"\bleid(?:e[tn]?)? (?:\w+ ){0,2}?an\b|\b(?:sufr[eo]|padec[eo]|souffre|souffrait|sofr[eo]|soffr[eo]) (?:\w+ )?"
        r"(?:de|d'|di|com)\b|\bpadec[eo] \w+",
        rf"\b(?:nehme?|nimmt|nahm|schluckt?e?|tom[ao]|tomaba|tomava|prends?|prenait|prend[eo]|assum[eo]"
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
        rf"\b{_SUBSTANCES}\b|\b{_TAKE} [^.;]{{0,40}}?\b(?:gegen|contra|pour|para|contro|per) (?:\w+ )?(?:die |den |la "
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
        r"\b(?:hor(?:e|t)?|sehe?|sieht) (?:[\w-]+ ){0,6}?(?:schlecht|nichts|kaum|nur wenig|schlechter)\b"
        r"|\b(?:oigo|oye|veo|entends|entend|ouco|ouve|vejo|sento|sente) (?:muy |tres |muito |molto )?(?:mal|mau"
        r"|mala|male|poco)\b"
        r"|\b(?:perd\w+|verlor\w*|verliert|verliere|pers[oa]|perdu|perdi\w*) (?:\w+ ){0,3}?(?:die sehkraft|das "
        r"gehor|la vista|el oido|la vue|l'ouie|l'audition|a visao|a audicao|l'udito)\b",
        r"\b(?:war|liegt?|lag|liege|bin|ist|kam|musste) (?:[\w-]+ ){0,5}?(?:in der (?:klinik|tagesklinik"
        r"|psychiatrie|reha)|im krankenhaus|stationar)\b|\b(?:hospitalise?e?|hospitalizad[oa]"
        r"|ingresad[oa] (?:\w+ ){0,4}?en"
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
        r"\b(?:wiege?|wiegt|pes[oa]) (?:\w+ )?1[2-9]\d (?:kilo|kg)|\bbmi\b",
        rf"{KIN}(?: (?!sternzeichen)[\w'-]+){{0,2}}? {_SUFFERS}(?: (?!sternzeichen)[\w'-]+){{0,5}}? {_ILL}\b",
        r"\b(?:mir|sich|ihm|ihr) (?:[\w-]+ ){0,3}?das leben (?:zu )?(?:nehmen|genommen)\b"
        r"|\b(?:mich|sich) (?:[\w-]+ ){0,3}?(?:umzubringen|umbringen|umgebracht|totzumachen)\b"
        r"|\b(?:suizidversuch|selbstmordversuch|suizidgedanken|selbstmordgedanken|suizidal)\b"
        r"|\b(?:ritze mich|ritzt sich|verletz(?:e|t) (?:mich|sich) selbst|mich selbst (?:zu )?verletz\w+)\b",
        r"\b(?:me|se) (?:cort[oa]|corte|cortaba) (?:los brazos|las munecas|las piernas)\b|\b(?:me|se) autolesion\w+"
        r"|\b(?:suicidarme|suicidarse|quitarme la vida|quitarse la vida|intento de suicidio|pensamientos suicidas)\b"
        r"|\b(?:no quiero vivir|quiero morirme)\b",
        r"\b(?:me suicider|se suicider|me scarifie|se scarifie|me mutile|se mutile|tentative de suicide"
        r"|idees suicidaires"
        r"|fin a (?:mes|ses) jours|plus envie de vivre)\b",
        r"\b(?:tentei (?:me matar|suicidar-me|o suicidio)|me corto|corto-me|suicidio tentado|tentativa de suicidio"
        r"|tentato (?:il suicidio|di uccidermi|di suicidarmi)|mi taglio le braccia|autolesionis\w+)\b",
        r"\b(?:mein\w*|die|der|das|eine?|im|beim?|la|las|una|mis?|ma|mes|mon|une|l'|l[ea]s?|o|a|il|minha"
        r"|mi[oa])[ ']?(?:\w+ )??(?:biops\w+"
        r"|gewebeprobe|mammogra\w+|mamograf\w+|darmspiegelung|magenspiegelung|blutwerte|blutbild|laborwerte"
        r"|leberwerte|abstrich|analitica"
        r"|analisis de sangre|citologia|colonoscopia|coloscopi[ea]|gastroscopi[ea]|endoscopi[ea]|resonancia"
        r"|ecografia|echographie|frottis"
        r"|prise de sang|bilan sanguin|analyses de sang|irm|mrt|ecocardiogra\w+"
        r"|esami del sangue)\b(?! (?:de (?:la red|sistema)))",
        r"\b(?:me|le|la|lo|nos) (?:van? a oper\w+|voy a operar|oper(?:an|aran|aron)|han operado|intervienen"
        r"|quitaron|quitan|sacaron|extirp\w+)"
        r" (?:\w+ ){0,3}?(?:de(?:l| la| las| los)? \w+|el (?:apendice|rinon|bazo|utero)|la (?:vesicula"
        r"|prostata)|un (?:bulto|quiste|lunar|tumor))\b"
        r"|\b(?:fais|fait|faire|ferai|suis fait) operer\b|\b(?:op|operationstermin)\b(?= (?:am|im|nachste"
        r"|steht))|\bunters messer\b"
        r"|\b(?:werde?|wird|muss|lasse?) (?:[\w.-]+ ){0,6}?operier(?:t|en)\b",
        r"\brezept\b[^.;!?]{0,40}?\b(?:einlos\w*|apotheke|\w*arzt\w*|arztin)\b|\b(?:apotheke"
        r"|\w*arzt\w*)\b[^.;!?]{0,40}?\brezept\b"
        r"|\breceta\b[^.;!?]{0,40}?\b(?:farmacia|medic[oa]|doctora?|ambulatorio|pastillas)\b|\b(?:mon|une|l'"
        r"|renouvel\w+) ?ordonnance\b"
        r"|\bmeine (?:tabletten|medikamente|dosis)\b|\bmis (?:pastillas|medicinas|medicamentos)\b"
        r"|\b(?:mes (?:medocs|cachets|comprimes)|mon traitement(?! (?:de|des|du|d|thermique|fiscal)\b))\b",
        r"\b(?:beim?|zum|zur|vom|mein\w*|ihr\w*|sein\w*|al|del|con (?:el|la|mi)|mi|su|chez (?:le |la |l'|mon "
        r"|ma |une? )?|mon|ma|son|sa|du)[ ']?"
        r"(?:(?:urolog|gynakolog|kardiolog|neurolog|rheumatolog|gastroenterolog|onkolog|endokrinolog"
        r"|dermatolog)\w*|(?:frauen|haut|augen|lungenfach|hno-|nerven)arzt\w*"
        r"|orthopad\w+|physiotherapeut\w*|(?:urolog|ginecolog|dermatolog|cardiolog|neurolog|traumatolog"
        r"|reumatolog|oncolog|neumolog|endocrin)[oa]|fisio(?:terapeuta)?"
        r"|urologue|gyneco\w*|dermato\w*|cardio\w*|neurologue|rhumato\w*|oncologue|endocrino\w*|pneumologue"
        r"|ophtalmo\w*|kine|orthopediste)\b",
        r"\b(?<!arbeite )(?<!arbeitet )in de[rn] notaufnahme\b|\bnotaufnahme (?:gebracht|gefahren)"
        r"|(?<!trabajo )(?<!trabaja )\b(?:en|a|por) urgencias\b"
        r"|(?<!travaille )\baux urgences\b|\b(?:estuv\w*|estoy|sigo|noches?|dias"
        r"|semanas?) (?:\w+ )??en el hospital\b|\b(?:tengo|tiene|con) (?:gota|toc)\b"
        r"|\b(?:rentre|suis|ete|etais|allee?|reste|admise?|nuits?|jours|semaines?) a l'hopital\b|\b(?:j'ai|a"
        r"|de) (?:de )?la goutte\b(?! d)",
        r"\b(?:schatten|fleck|knoten|knubbel|geschwulst|sombra|mancha|bulto|nodulo|quiste|ombre|tache|boule"
        r"|grosseur|nodule|kyste|ombra|macchia)"
        r" (?:auf|an|in|unter|en|sur|dans|sous|sul|nel|no|na) (?:der |dem |mein\w* |ihr\w* |sein\w* |el |la "
        r"|mi |su |mon |ma |le |l'|son |sa )*(?:rechten |linken )?"
        r"(?:lunge\w*|leber|niere|brust|kopf|hirn|gehirn|haut|hals|achsel|eierstock\w*|pulmon\w*|higado|rinon"
        r"|pecho|mama|cabeza|cerebro|piel|cuello|axila|ovario"
        r"|poumon\w*|foie|rein|sein|tete|cerveau|peau|cou|aisselle|ovaire|polmon\w*|fegato|seno)\b",
        r"\b(?:wasche?|lav[oa]|lave) (?:mir|me|se|sich) (?:\w+ ){0,2}?(?:hande|manos"
        r"|mains)\b[^.;]{0,25}?\b(?:blut\w*|sangr\w*|sang|zwangha\w+|cien veces|cent fois)\b",
        r"\b(?:nicht mehr (?:da|hier|am leben) sein|nicht mehr aufwachen|(?:will|wurde"
        r"|mocht\w*) (?:\w+ ){0,3}?(?:verschwinden|tot sein)"
        r"|lebensmude|(?:prefer\w*|gustaria|quisiera|quiero) (?:no estar aqui|no despertar\w*"
        r"|desaparecer(?! (?:el|la|los|las|un)\b))"
        r"|(?:prefer\w*|voudrais|aimerais) (?:ne plus etre la|ne pas me reveiller|ne plus exister|disparaitre)"
        r"|queria desaparecer"
        r"|vorrei sparire)\b",
        r"\b(?:casi no|apenas|ya no|ne|n) ?'?(?:oigo|oye|veo|ve|entends|entend|vois|voit) (?:presque |casi "
        r"|quasi )?(?:plus|rien|por|del|de|nada|con|bien)\b"
        r"|\b(?:sord[oa] de(?:l| un)|sourde? d'une|de l'oreille (?:gauche|droite)|(?:del"
        r"|por el) oido (?:izquierdo|derecho))\b",
        r"\bnicht (?:mehr )?(?:[\w-]+ )?aus dem bett\b|\b(?:levant|salg|salir|salid"
        r"|mov)\w* (?:\w+ ){0,2}?de(?: la| mi)? cama\b"
        r"|\b(?:n'arrive|peux|arrive|veux|sors|quitte) (?:plus|pas) [^.;!?]{0,20}?\b(?:du lit|mon lit|me lever)\b",
        r"\b(?:heule?|weine?|weint) (?:[\w-]+ ){0,2}?(?:nur|jeden|jede|standig|dauernd|immerzu)\b"
        r"|\b(?:llor[oa]|pleure|chor[oa]|piang[eo]) (?:[\w-]+ ){0,2}?"
        r"(?:todos|todas|cada|sin parar|tous|toutes|chaque|tout le temps|sans arret|todo|todas|ogni|sempre)\b"
        r"|\b(?:keinen sinn mehr|(?:nada|ya nada)"
        r" tiene sentido|sin ganas de (?:nada|vivir)|plus (?:gout|envie) (?:a|de) rien|sinnlos alles)\b",
        r"\bingresad[oa] (?:\w+ ){0,5}?psiquiatri\w+|\b(?:interne[e]?|sejour) (?:\w+ ){0,3}?(?:en psy\w*"
        r"|a sainte-anne)\b",
        r"\b(?:kann|kannst|kann sie|kann er) nicht aufhoren zu trinken\b|\bno puedo dejar de beber\b"
        r"|\bn'arrive pas a arreter de boire\b",
    ),
    "biometrics": (
        r"\b(?:mein|ihr|sein)\w* (?:fingerabdruck|gesicht|iris|stimme|daumen)\w* (?:ist|wird|sind|wurde|hinterlegt"
        r"|gespeichert)\b|\b(?:desbloquea|entsperr\w*|deverrouille|desbloqueia|sblocca|sblocco|desbloqueo) "
        r"[^.;]{0,40}?\b(?:fingerabdruck|huella|cara|rostro|empreinte|visage|digital|dedo|impronta|volto"
        r"|gesicht)\b",
    ),
}
_SUBSTANCE: Final = re.compile(rf"{_SUBSTANCES}|{_DRUGS}|ibuprofen\w*|paracetamol|aspirin\w*|penici\w+")


def is_substance(folded: str) -> bool:
    """Whether a folded text is the name of a medicine, or a word for medicines."""
    return _SUBSTANCE.fullmatch(folded) is not None
