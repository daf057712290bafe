"""Constructions for a pregnancy, a miscarriage, or the wish for a child."""

from collections.abc import Mapping
from typing import Final

_NEXT: Final = (
    r"(?:ersten?s?|zweiten?s?|dritten?s?|vierten?s?|geschwisterchen|nachwuchs|kind(?:erkriegen)?|baby"
    r"|primer(?:o|a)?|segund[oa]|tercer[oa]?|cuart[oa]|parejita|herman[io]t[oa]|hij[oa]|bebe|nin[oa]"
    r"|premiere?|deuxieme|second|troisieme|enfant|petite? (?:frere|s(?:oe|œ)ur)|gosse"
    r"|primeir[oa]|terceir[oa]|filh[oa]|prim[oa]|terz[oa]|figli[oa]|bambin[oa])"
    r"(?: (?:kind|baby|hij[oa]|bebe|nin[oa]|enfant|filh[oa]|figli[oa]|bambin[oa]))?"
)
_COUNT: Final = r"(?:\d{1,2}|[a-z]+(?:-[a-z]+)?)"
_END: Final = (
    r"(?=\W*$|[,.;!?]| (?:y|et|und|e|aber|pero|mais|mas|ma|aun|encore|ainda|ancora|mit|con|avec|com|ya|deja)\b)"
)
PATTERNS: Final[Mapping[str, tuple[str, ...]]] = {
    "health_conditions": (
        rf"\b(?:ube?n?|probier\w*|versuch\w*|bastel\w*|arbeite\w*|hoff\w*|wunsch\w*|plan\w*) (?:\w+ ){{0,4}}?"
        rf"(?:furs|fur ein|am|an einem|auf ein|uns ein|ein) {_NEXT}{_END}|\bkinderwunsch\w*",
        r"\b(?:buscando|buscamos|intentando|intentamos|queremos|a por|a buscar|probando) (?:tener |ir "
        r"|ya )*(?:a por |por )?"
        rf"(?:el |la |un |una |otr[oa] )?{_NEXT}{_END}|\bquedar(?:me|se|nos)? embarazada\b",
        r"\b(?:essai\w+|essay\w+|tent(?:e|ons)|aimerait|voudrait|veut) (?:\w+ )??(?:(?:d'|de "
        r"|d)?(?:en )?(?:avoir|faire|concevoir) )"
        rf"(?:un |une |notre |le |la )?{_NEXT}{_END}|\btomber enceinte\b",
        r"\b(?:tentando|tentiamo|cercando|provando|cerchiamo) (?:\w+ )?(?:ter |di avere |engravidar"
        r"|avere )?(?:o |a |il |un |uma? )?"
        rf"{_NEXT}{_END}|\b(?:engravidar|rimanere incinta)\b",
        rf"\b(?:bin|ist|sind|war) (?:\w+ )?(?:in der|im) {_COUNT}\.? (?:ssw|(?:schwangerschafts)?woche|monat)\b"
        r"(?! (?:d|vo|meine|ihre|seine|des|krank|arbeits))|\b\d+\. ?ssw\b",
        rf"\b(?:estoy|esta|estamos|estaba) (?:ya )?(?:de|en la semana) (?:casi )?(?:{_COUNT} (?:semanas|meses)"
        rf"|\d{{1,2}}){_END}"
        r"|\bsal(?:go|e|ir) de cuentas\b|\bfuera de cuentas\b",
        rf"\b(?:suis|est|etais|sommes) (?:deja )?a (?:presque )?{_COUNT} (?:semaines(?! (?:d|pres|avant"
        r"|apres))|mois de grossesse)\b"
        r"|\bsemaines d'amenorrhee\b",
        r"\b(?:estou|sono|e|esta) (?:de|di|na|alla) (?:\w+ )?(?:semanas|settimane|settimana|semana|mesi)(?! d[aei])\b",
        rf"\bbin (?:\w+ ){{1,6}}?und (?:\w+ )?im {_COUNT}\.? monat{_END}",
        # One "ich" for two clauses: "Ich esse kein Fleisch und bin schwanger".
        r"\bich\b[^.!?;:,]{1,80}? und (?:bin )?(?:(?!nicht\b)\w+ )?schwanger\b",
        r"\b(?:schwangerschafts)?tests? (?:ist|war|wurde|zeigte?) (?:\w+ )?positiv\b|\bzwei striche?\b"
        r"|\btest de (?:embarazo|grossesse"
        r"|gravidez|gravidanza)\b|\btest (?:est|etait|a ete) positif\b|\b(?:dos rayitas|deux (?:barres|traits)"
        r"|dois risquinhos)\b",
        r"\b(?:entbindungs\w*|geburtstermin|stichtag ist|eisprung\w*|fruchtwasser\w*|wochenbett\w*"
        r"|sternenkind\w*|schwangerschafts\w*"
        r"|hebamme|kaiserschnitt|ovulacion|ovulacao|ovulazione|comadrona|matrona|cesarea|cesarienne|sage-femme"
        r"|ovulation"
        r"|transfert d'embryons?|transferencia de embriones|embryonentransfer|nausees matinales"
        r"|nauseas matutinas|periparto"
        r"|postparto|post-partum|kunstliche\w* befruchtung|inseminat\w+|leihmutter)\b",
        r"\b(?:hat|habe|haben|hatte) (?:\w+ ){0,4}?(?:abgetrieben|ein kind verloren|eine abtreibung)\b"
        r"|\babtreib\w+\b|\bme hice un legrado\b"
        r"|\b(?:periode|tage|regla|regles|menstruacion|ciclo) (?:\w+ ){0,3}?(?:uberfallig|ausgeblieben|retard"
        r"|de retraso|retras\w+)\b"
        r"|\b(?:retraso|retard) de (?:la )?(?:regla|regles)\b|\bno me (?:ha )?baj\w+ la regla\b",
        r"\b(?:unser|mein|nuestr[oa]|mi|notre|mon|nosso|meu|nostro|il nostro) (?:\w+ )?(?:baby|kind|madchen"
        r"|junge|bebe|nin[oa]|hij[oa]|petit|petite|enfant|bambin[oa]|kleine\w*)"
        r" (?:kommt (?:\w+ ){0,3}?(?:zur welt|im (?:januar|februar|marz|april|mai|juni|juli|august|september"
        r"|oktober|november|dezember))|llega|nace|nacera|viene en|arrive|nait|naitra|nasce|chega)\b"
        r"|\b(?:im|en|au mois de|em|a) (?:\w+ )?(?:kommt|llega|nace|nacera|arrive|nait|chega|nasce) (?:unser"
        r"|mein|nuestr[oa]|mi|notre|mon|nosso|meu|nostro) (?:\w+ )?(?:baby|kind|bebe|nin[oa]"
        r"|hij[oa]|petite?|enfant|bambin[oa])\b",
        rf"\b(?:verloren|perd\w+|pers[oa])\b[^.;!?]{{0,40}}?\b(?:{_COUNT} (?:schwangerschafts)?woche|(?:a"
        rf"|de) (?:las? )?{_COUNT} semanas|a {_COUNT} semaines|alla {_COUNT} settimana)\b",
        r"\b(?:kein\w* herzschlag|herztone|ohne latido|(?:no|sin|ya no) (?:habia |hay |tenia |tiene )?latidos?"
        r"|(?:pas|plus) (?:de |aucun )?battements?)\b"
        r"|\b(?:ultraschall|ultraschallbild|la eco|ecografia|a l'echo|echographie)\b(?=[^.;]*\b(?:baby|kind"
        r"|herz\w*|bebe|latid\w*|corazon|battement\w*|c(?:oe|\u0153)ur|fotos?|enfant)\b)",
        r"\b(?:pille|pilule|pildora|pastilla anticonceptiva) (?:\w+ ){0,2}?(?:abgesetzt|arretee)\b|\b(?:dej\w+"
        r"|arrete\w*|stopp\w*) "
        r"(?:de tomar )?(?:la )?(?:pilule|pildora|anticoncept\w+)\b",
    ),
}
