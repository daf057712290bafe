"""Recognises terms of another language that are a topic of writing, reading, building or questions: "schreibt über
..."."""

import re
from typing import Final

from providers.statements.text.sentences import Sentence

_REACH: Final = 120  # characters before a word
_DOES: Final = (
    r"(?:schreib\w*|lies[t]?|lese|gelesen|recherchier\w*|forsch\w*|untersuch\w*|ubersetz\w*|programmier\w*"
    r"|entwickel\w*|baue?t?"
    r"|entwirf\w*|entwerf\w*|schau\w*|vergleich\w*|studier\w*|unterricht\w*|diskutier\w*|besprech\w*|berichte\w*"
    r"|escrib\w*|lee|leo|leyendo|investig\w*|traduc\w*|program\w*|desarroll\w*|disen\w*|compar\w*|estudi\w*"
    r"|ensen\w*|da clases?|entrevist\w*|redact\w*|ecri\w*|lit|lis|lire|redige\w*|traduit|traduis|developp\w*"
    r"|concoit|regarde\w*"
    r"|etudie\w*|enseigne\w*|escrev\w*|leio|lendo|pesquis\w*|traduz\w*|desenvolv\w*|assist\w*|estud\w*|ensin\w*"
    r"|scriv\w*|legg\w*|ricerc\w*|traduc\w*|svilupp\w*|progett\w*|guarda(?:re|ndo)?|studi[ao]|insegn\w*"
    r"|confront\w*|cocin\w*"
    r"|cucin\w*|cuisine\w*|kocht?|koche|cozinh\w*)"
)
_THING: Final = (
    r"(?:artikels?|aufsatz|hausarbeit|buch|bucher|roman\w*|film\w*|serien?|doku\w*|podcasts?|vortrag|referat"
    r"|zusammenfassung"
    r"|vorlage|app|website|webseite|software|studie|seminar|kurs|forschung|recherche|thema|krimis?|(?:partei"
    r"|wahl)programme?"
    r"|articulos?|libros?|novelas?|peliculas?|series?|documental|reportaje|ensayo|tesis|resumen|plantilla"
    r"|aplicacion|pagina|curso"
    r"|charla|ponencia|tema|estudio|programas? d\w+|livres?|romans?|articles?|documentaire|memoire|these|expose"
    r"|resume|modele"
    r"|application|logiciel|site|reportage|recherches|programmes? d\w+|artigos?|livros?|romance|filme|serie"
    r"|documentario"
    r"|drehbuch\w*|(?:haupt)?figur(?:en)?|guion\w*|personajes?|scenario|personnages?|protagonist\w*|sceneggiatura"
    r"|personaggi\w*|roteiro|personage(?:m|ns)|tese|resumo|modelo|aplicativo|aplicacao|palestra|pesquisa"
    r"|reportagem|articol[oi]|libr[oi]|romanz[oi]|tesi"
    r"|saggio|riassunto|modello|applicazione|corso|lezione|ricerch[ea]|programm[ai] d\w+|tract"
    r"|pacientes?|patient(?:en|in|innen|s|e|es)?|pazient[ei]|alumnos?|eleves?|schuler\w*)"
)
_TALE: Final = r"(?:(?:lieblings)?(?:roman|buch|film|serie|krimi)|novela|libro|pelicula|livre|bande dessinee|comic)"
_ABOUT: Final = re.compile(
    rf"\b(?:{_DOES}|{_THING})\b(?! mir\b)[^,;:.]*$"
    rf"|\b{_TALE}\b[^,;:.]{{0,40}}?\b(?:handelt|dreht sich|trata|habla|cuenta|parle|raconte)\b[^,;:.]*"
    r"(?:, (?:der|die|das|dem|den|deren|dessen|que|qui|quien|dont|ou|wo) [^,;:.]*)?$"
    r"|^(?:bitte |por favor,? |s'il te plait,? |per favore,? )?(?:erklar|explica|expliq|spieg|was ist|que es"
    r"|qu'est-ce|o que e|cos'e"
    r"|fass|resum|riassum|ubersetz|traduc|traduis|traduz)[^.;:]*$"
)
# After this, a clause is about the person again.
_OWN_CLAUSE: Final = re.compile(
    r"\b(?:und|y|et|e|aber|pero|mais|mas|ma|weil|porque|car|perche|dass|obwohl|aunque|da) (?:(?:er|sie|ich|je|il"
    r"|elle|el|ella|lui"
    r"|lei|ele|ela|eu|io) )?(?:ist|bin|hat|habe|leidet|leide|es|soy|esta|estoy|tiene|tengo|sufre|est|suis|a|ai"
    r"|souffre|sou|tem"
    r"|tenho|sofre|sono|ha|ho|soffre|soffro|nimmt|nehme|toma|tomo|prend|prends|prende|prendo|lebt|vive|wohnt)\b"
)


def is_topic(sentence: Sentence, start: int) -> bool:
    """Whether the term at `start` of the view is only a topic of its sentence."""
    end = start - sentence.start
    before = sentence.folded[max(0, end - _REACH) : end]
    return _ABOUT.search(before) is not None and _OWN_CLAUSE.search(before) is None
