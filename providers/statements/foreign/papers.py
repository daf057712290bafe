"""Constructions for residence rights: visas, permits, asylum, naturalisation."""

from collections.abc import Mapping
from typing import Final

_OWN: Final = (
    r"(?:mein\w*|unser\w*|ihr\w*|sein\w*|mis?|sus?|nuestr\w+|mon|ma|mes|notre|nos|son|sa|ses|meus?|minhas?"
    r"|seus?|suas?|mi[oa]|su[oa])"
)
_ENDS: Final = (
    r"(?:lauft|endet|ablauf\w*|abgelaufen|verlanger\w*|beantrag\w*|abgelehnt|bewilligt|erteilt|caduca\w*"
    r"|vence\w*|expir\w*|renov\w*"
    r"|deneg\w+|conced\w+|tramit\w+|renouvel\w*|refus\w*|accord\w*|perime\w*|demand\w*|scad\w+|rinnov\w+"
    r"|rilasciat\w*|recus\w*)"
)
_STAYS: Final = (
    r"(?:ist|bin|sind|war|waren|lebt?e?n?|wohnt?e?|arbeitete?t?|arbeite|bleibt?|kam|kommt|reiste"
    r"|es|soy|son|era|esta|estoy|estan|estaba|sigue|sigo|viv[eo]n?|vivia|trabaj[ao]n?|llego|llegue|entro|vino"
    r"|est|suis|sont|etait|etais|vi[st]|vivent|vivait|travailles?|travaillait|reste|est (?:arrivee?|entree?|venue?))"
)
_PERMIT: Final = (
    r"(?:aufenthalts(?:erlaubnis|titel|genehmigung|status|recht)|bleiberecht|visum|arbeitserlaubnis|permiso de "
    r"(?:residencia|trabajo)|visado|visa|titre de sejour|carte de sejour|permis de (?:sejour|travail))"
)
# Documents of another kind, and what a thing lacks.
_OTHER_PAPERS: Final = (
    r"(?![^.!?;]{0,30}?\b(?:drucker|schublade|unterschreiben|impresora|cajon|firmar|imprimante|tiroir|signer"
    r"|pendientes|a (?:remplir|trier|rendre))\b)(?! (?:fur|para|pour)\b)"
)
PATTERNS: Final[Mapping[str, tuple[str, ...]]] = {
    "immigration_status": (
        rf"\b{_STAYS}\b[^.!?;]{{0,25}}?\b(?:ohne|sin|sans)[ -](?:gultigen? |valables? )?(?:papiere|papeles"
        rf"|papiers|{_PERMIT})\b{_OTHER_PAPERS}",
        rf"\b{_STAYS}\b[^.!?;]{{0,20}}?\b(?:undokumentiert|illegal (?:hier|im land|in \w+land)"
        r"|indocumentad[oa]s?|ilegal(?:mente)? (?:aqui|en (?:el|este) pais|en \w+)|en situacion (?:irregular|ilegal)"
        r"|en situation irreguliere|clandestin(?:e|ement)?)\b",
        rf"\b(?:hat|habe|haben|hatte) (?:\w+ ){{0,2}}?keine?n? (?:gultigen? )?(?:papiere|{_PERMIT})\b{_OTHER_PAPERS}",
        rf"\b(?:no|sin) (?:ha )?(?:tiene|tengo|tienen|tenia|tener) (?:\w+ )?(?:papeles|{_PERMIT})\b{_OTHER_PAPERS}",
        rf"\bn'(?:a|ai|ont|avait) (?:pas|plus|aucun) (?:de )?(?:papiers|{_PERMIT})\b{_OTHER_PAPERS}",
        r"\bsans-papiers\b|\b(?:ist|bin|sind|lebt?e?) (?:\w+ )?papierlos\b",
        rf"\b{_PERMIT} (?:\w+ )?(?:\w+ )?(?:abgelaufen|abgelehnt|widerrufen|caducad[oa]|vencid[oa]|denegad[oa]"
        rf"|caduco|vencio|expiree?|refusee?)\b",
        r"\b(?:asyl (?:beantragt|bekommen|erhalten)|asylantrag|asylbewerber(?:in)?|abgeschoben|abschiebung|geduldet"
        r"|(?:pid\w+|solicit\w+) (?:el )?asilo|solicitante de asilo"
        r"|(?:fue|fui|fueron|sido|ser) deportad[oa]s?|demande(?:ur|use|r)? (?:d'|l')asile)\b",
        r"\b(?:verlobten|studenten|arbeits|familien|heirats)visum\w*|\b(?:visado|visa) (?:de )?(?:prometid[oa]"
        r"|estudiante|trabajo|estudios"
        r"|pareja|fiancee?|etudiante?|travail|conjointe?|salariee?)\b",
        r"\b(?:aufenthalts(?:titel|erlaubnis|genehmigung|recht|status|gestattung)\w*|niederlassungserlaubnis"
        r"|arbeitserlaubnis|duldung"
        r"|geduldet|fiktionsbescheinigung|blaue karte|einburger(?:ung|n|t)\w*|eingeburgert|asyl(?:antrag\w*"
        r"|bewerber\w*|verfahren"
        r"|bescheid\w*)|abschieb(?:ung|e|en)\w*|abgeschoben|ausreisepflicht\w*|auslander(?:behorde|amt)"
        r"|fluchtling\w*(?= (?:gekommen|anerkannt|hier|nach|in))|als fluchtling\w*|familiennachzug)\b",
        r"\b(?:permiso de (?:residencia|trabajo)|tarjeta de residencia|arraigo (?:social|laboral|familiar)"
        r"|estancia por estudios"
        r"|(?:solicitud|solicitante) de asilo|(?:pedi\w*|solicit\w+|deneg\w+|conced\w+) (?:\w+ ){0,2}?asilo"
        r"|(?:los|mis) papeles(?= ?[,.;!?]|$"
        r"| (?:en|para|desde|todavia|aun|y|por))|extranjeria|como refugiad[oa]|soy refugiad[oa]"
        r"|reagrupacion familiar|orden de expulsion"
        r"|me deport\w+|en situacion irregular"
        r"|nacionalidad (?:espanola|mexicana|argentina|por residencia)|jura de (?:la )?nacionalidad)\b",
        r"\b(?:titres? de sejour|carte de (?:sejour|resident)|recepisse|oqtf|sans-papiers?|demande(?:ur"
        r"|use)? d'asile|(?:demand\w+|obten\w+|refus\w+) (?:l'|\w+ )?asile"
        r"|comme refugiee?|suis refugiee?|la prefecture (?:\w+ ){0,3}?(?:mon|ma|mes|me|m)|ofii|ofpra|cnda"
        r"|naturalis(?:ation|ee?)|regularis(?:ation|ee?)|permis de (?:travail|sejour)"
        r"|regroupement familial|situation irreguliere|expuls(?:ee?|ion) du territoire)\b",
        r"\b(?:permesso di soggiorno|richiedente asilo|richiesta d'asilo|autorizacao de residencia"
        r"|pedido de asilo|visto de (?:trabalho|residencia)"
        r"|naturalizacao|clandestin[oa])\b",
        rf"\b{_OWN} (?:\w+ )?(?:visum|arbeitsvisum|visa|visado|vis[tao]+)\b[^.;!?]{{0,30}}?\b{_ENDS}\b"
        rf"|\b{_ENDS} (?:\w+ )?{_OWN} (?:\w+ )?(?:visum|visa|visado|nie|visto)\b(?! (?:oro|gold|electron|card))"
        r"|\b(?:se (?:me|le|nos) (?:ha )?(?:caduc|venc|acab)\w+) (?:\w+ )?(?:el |la )?(?:visado|visa|nie"
        r"|residencia|permiso)\b",
    ),
}
