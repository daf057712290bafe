"""Constructions for income, debts, arrests and convictions."""

from collections.abc import Mapping
from typing import Final

_MONEY: Final = (
    r"(?:(?:[$€£]|r\$) ?\d[\d., ']*|\d[\d., ']*(?:k |tsd\.? |tausend |mil |mila |mille |millones de )?(?:€"
    r"|euros?\b|eur\b|franken\b|francs\b|chf\b"
    r"|dolares\b|dollars?\b|dollari\b|pesos\b|soles\b|reais\b|libras\b|brutto\b|netto\b|brutos?\b|netos?\b"
    r"|bruts?\b|nets?\b|lordi\b|netti\b))"
)
_LARGE: Final = rf"(?=[^.!?;]{{0,12}}(?:\d[\d., ']{{3,}}|\bmil))[^.!?;]{{0,12}}?{_MONEY}"
_EACH: Final = (
    r"(?:(?:im|pro|je|die|der|a|al|ao|por|par|l|de l|a l|all|la|de)[ '](?:monat|jahr|stunde|woche|mes|ano|hora"
    r"|semana|mois|an|heure|semaine|mese|anno"
    r"|ora|settimana)|monatlich|jahrlich|mensual\w*|anual\w*|mensuel\w*|annuel\w*|mensa(?:l|is|is)|mensil\w*"
    r"|annu\w*|brutto|netto|brutos?|netos?|bruts?|nets?|lordi|netti|stundenlohn)\b"
)
_AMOUNT: Final = r"(?:(?<![\d.,])\d{1,3}(?:[., ]?\d{3})+(?![\d/-])|(?<![\d.,])\d{3}(?![\d/:.-]))"
PATTERNS: Final[Mapping[str, tuple[str, ...]]] = {
    "income": (
        rf"\b(?:\w*gehalt|\w*lohn|einkommen|rente|schulden|sueldo|salario|nomina|ingresos|deudas?|salaire|revenus?"
        rf"|dettes?|ordenado|vencimento|dividas?|stipendio|reddito|debiti)\b[^.!?;]{{0,40}}?{_MONEY}",
        rf"\b(?:verdien(?:t|e|te|en)?|gan(?:o|a|aba|amos)|cobr[ao]|gagn(?:e|es|ais|ait|ons)|touche|ganh(?:o|a|ava)"
        rf"|guadagn[ao])\b(?:{_LARGE}|[^.!?;]{{0,20}}?{_MONEY}[^.!?;]{{0,12}}?\b{_EACH})",
        rf"{_MONEY}[^.!?;]{{0,12}}?\b(?:schulden|gehalt|de (?:deudas?|dettes?|dividas?|sueldo|salaire|salario"
        rf"|pension|ordenado|retraite|pensao|reforma)"
        rf"|di (?:debiti|stipendio))\b|\b(?:debo|debe|dois|doit|devo|deve){_LARGE}",
        r"\b(?:beziehe?|bezieht|bekommt?e?|kriege?|kriegt|leb[te]? (?:\w+ )?von) [^.!?;]{0,20}?\b(?:wohngeld"
        r"|sozialhilfe"
        r"|grundsicherung|erwerbsminderungsrente|hartz iv|bafog)\b",
        r"\b(?:est|suis|sont|sommes) au chomage\b|\bcobr[ao] (?:el (?:paro|subsidio)|la (?:pension|jubilacion)"
        r"|una ayuda)\b"
        r"|\btouche (?:le |la |les |l')?(?:chomage|apl|aah|allocations?|minimum vieillesse)\b",
        r"\b\w*(?:gehalt|lohn|einkommen|verdienst|rente|bezuge|vermogen|ersparnisse|schulden"
        rf"|erspartes)\b[^.;]{{0,40}}?{_MONEY}|\b(?:sueldo|salario|nomina|ingresos|pension|ahorros|renta|salaire"
        r"|revenus?|retraite|epargne|economies|paie|ordenado|rendimentos?|renda|poupancas?|aposentadoria"
        rf"|stipendio|reddito|pensione|risparmi|paga)\b[^.;]{{0,40}}?{_MONEY}",
        r"\b(?:verdien\w*|bekomm\w*|krieg(?:e|t)|gan[oa]\w*|cobr[oa]|cobrando|percib[eo]|gagn\w+|touche\w*"
        r"|percoi[ts]|ganh\w+|receb[eo]|guadagn\w+|prend[oe]|percepisc[eo]|porto a casa|lebt?e? von|viv[eo] con"
        rf"|vis avec|vit avec)\b[^.;]{{0,25}}?{_MONEY}[^.;]{{0,20}}?{_EACH}",
        r"\b(?:verdien(?:e|t)?|gan[oa]|gagnes?|ganh[oa]|guadagn[oa]|stipendio|sueldo) (?:\w+ ){0,3}?(?:\d[\d., "
        r"]*(?:k|mil|mille|tausend|mila|tsd)\b|wenig|kaum|gut|bien|mucho|poco|muito|pouco|bene|peu|mal)\b(?! "
        r"tiempo| zeit)",
        rf"{_MONEY} (?:\w+ )?(?:rente|schulden|gehalt|de pension|de retraite|di pensione|de dettes|de deudas?|de "
        r"dividas?|di debiti|gespart|erspart|ahorrados|d'economies)\b",
        rf"\b(?:hab(?:e|t)?|hat|tengo|tiene|ai|a|tenho|tem|ho|ha) (?:\w+ ){{0,3}}?(?:schulden|deudas|dettes"
        rf"|dividas|debiti)\b(?! tec)|\b(?:debo|dois|devo) (?:\w+ ){{0,2}}?{_MONEY}|\b(?:verschuldet"
        r"|gehaltserhohung)\b",
        r"\b(?:chef|chefin|jef[ea]|patron|patronne|firma|empresa|boite|padrone) (?:\w+ )?(?:zahlt|bezahlt"
        r"|gibt|uberweist|paga|pagan|paie|paye|donne|verse) (?:mir |uns |me "
        rf"|nous )?(?:\w+ ){{0,2}}?(?:{_AMOUNT}|{_MONEY})",
        rf"\b(?:gehalt|lohn|sueldo|salario|salaire|stipendio|ordenado)\b[^.;!?]{{0,30}}?\b\d{{2,3}} ?(?:k\b"
        rf"|mil\b|tsd|tausend)|{_MONEY} (?:geerbt|gewonnen|heredad[oa]s?|d'heritage)",
        r"\b(?:cobr\w+|gan[oa]|krieg\w*|bekomm\w*|bezieh\w*|touche|percois|recebo"
        rf"|prendo) (?:\w+ ){{0,2}}?{_AMOUNT} (?:\w+ )?(?:de |di )?(?:pension|paro|jubilacion|subsidio"
        r"|retraite|chomage|rsa|aah"
        r"|rente|arbeitslosengeld|burgergeld|krankengeld|reforma|pensione)\b|\b(?:no (?:llego|llegamos)"
        r"|kaum hin|n'arriv\w+ plus a payer|nicht mehr zahlen)\b"
        r"|\b(?:pedi\w*|pedimos|emprunte\w*|aufgenommen|finanziert|hipoteca de|credit de"
        rf"|kredit uber) (?:\w+ )?(?:\w+ )?{_AMOUNT}|{_AMOUNT} (?:\w+ )?(?:finanziert|aufgenommen)\b",
        rf"\b(?:netto|brutto|limpi[oa]s|netos|brutos|net|brut)\b[^.;!?]{{0,40}}?{_AMOUNT}"
        rf"|{_AMOUNT} (?:\w+ )?(?:netto|brutto|limpios"
        rf"|netos|brutos|pelados|net|brut|lordi|netti)\b"
        r"|\b(?:bleib\w+|krieg\w*|bekomm\w*|verdien\w*|komme? auf|gan[oa]|cobr[oa]|sac[oa]|quedan?|pagan"
        r"|gagne|touche|reste|vis avec|fais|ganho|recebo|guadagno|prendo)\b"
        rf"[^.;!?]{{0,25}}?{_AMOUNT} (?:im monat|al mes|par mois|por mes|al mese)\b"
        r"|\b(?:bleib\w+ (?:mir|uns)|(?:me|nos) quedan?|me restent?|il me reste|sobram-me"
        rf"|mi restano) [^.;!?]{{0,30}}?{_AMOUNT} ?(?:\u20ac|euros?|eur|pavos|franken"
        r"|dolares|pesos|balles)",
        r"\b(?:debo|debemos|debe|devo|devemos|dois|doit|devons|schulde?|schulden|schuldet"
        rf"|dobbiamo) (?:\w+ ){{0,4}}?(?:{_AMOUNT}|mil|mille|mila|tausend"
        r"|\w+tausend) ?(?:\u20ac|euros?|eur|pesos|dolares|dollars?|francs|franken|al banco|a la banque"
        r"|a hacienda|de las? tarjetas?)"
        r"|\b(?:schulde?|schulden) (?:noch )?(?:der|dem|meine[mr]) (?:bank|finanzamt|vermieter\w*"
        r"|inkasso\w*)\b|\b(?:debo|debemos|devo|dois|doit|devons)"
        rf" [^.;!?]{{0,30}}?(?:al banco|a hacienda|al caser[oa]|a la banque|aux impots|a mon proprio|ao banco"
        r"|alla banca)\b"
        r"|\b(?:offen|abzahl\w*|abbezahl\w*|abstotter\w*|stottere?"
        rf"|tilge?)\b[^.;!?]{{0,30}}?{_AMOUNT} ?(?:\u20ac|euros?|eur|franken|dispo)",
        r"\b(?:raten?|mieten?|monatsmieten?|letras?|cuotas?|recibos?|mensualidad(?:es)?|alquiler(?:es)?"
        r"|mensualites?|loyers?|echeances?|prestac\w+"
        r"|parcelas|rate|bollette)\b[^.;!?]{0,30}?\b(?:ruckstand|verzug|hinterher|nicht (?:be)?zahl\w*"
        r"|sin pagar|de retraso|atrasad\w+|impagad\w+"
        r"|pendientes|de retard|en retard|impaye\w*|em atraso|atrasadas|arretrat[ei])\b|\b(?:meses|mois"
        r"|monate) (?:\w+ )?(?:de alquiler sin|de loyer en|mit der miete)"
        r"|\bretard (?:sur|de|dans|pour) (?:mon|le|mes|notre|nos|mon|les) (?:pret|loyer|credits?|factures"
        r"|impots|mensualites)\b",
        r"\b(?:a decouvert|numeros rojos|dispo|konto (?:ist )?(?:\w+ )?(?:uberzogen|im minus|gepfandet)"
        r"|gerichtsvollzieher|inkasso|huissiers?|embarg(?:o|aron|ado)"
        r"|desahuci\w+|zwangsraumung|expulses?|avis d'expulsion|pfandungs\w*|schuldenfrei|comedores? sociales?"
        r"|tafel holen|restos du c(?:oe|\u0153)ur|banque alimentaire)\b",
        r"\b(?:in der kreide|hoch verschuldet|uberschuldet|privatinsolvenz|mietruckstand\w*)\b"
        r"|\bmit (?:der miete|den raten) (?:\w+ ){0,3}?im ruckstand\b|\bkann (?:die|meine) (?:miete|raten) nicht\b"
        r"|\bno puedo pagar (?:el alquiler|la hipoteca|las deudas)\b|\bestoy (?:muy )?endeudad[oa]\b"
        r"|\b(?:surendette?e?|en surendettement|retard de loyer)\b|\bn'arrive pas a payer (?:le|mon) loyer\b"
        r"|\b(?:estou|sono) (?:muito |molto )?(?:endividad[oa]|indebitat[oa])\b",
    ),
    "criminal_record": (
        r"\b(?:mein\w*|mis?|mon|ma|meu|mio|tengo (?:el|un)|j'ai (?:un|mon)) (?:\w+ )?(?:gerichtstermin"
        r"|verhandlung|strafprozess|prozess|anhorung|juicio|vista|proces|audience"
        r"|jugement|julgamento|processo penale)\b(?! (?:mit|con|avec) (?:kund|client))(?=[^.;]*\b(?:gericht"
        r"|amtsgericht|landgericht|juzgado|tribunal|(?:am |el |est |es |on )?(?:montag|dienstag|mittwoch"
        r"|donnerstag|freitag|lunes|martes|miercoles|jueves|viernes|lundi|mardi|mercredi|jeudi|vendredi"
        r"|\d{1,2}))|\W*$)|\b(?:lunes|martes|miercoles|jueves|viernes) (?:\w+ )?(?:el|un) juicio\b",
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
}
