"""Slot readers for Spanish, French, German, Portuguese and Italian."""

import re
from typing import Final

from providers.statements.text.gazetteer import is_language
from providers.statements.text.normalise import View
from providers.statements.text.slots import Span, language, language_or_locale, name, place
from providers.statements.text.words import word_set

OTHERS: Final = word_set("""
    hermana hermano madre padre hijo hija amigo amiga esposa esposo marido mujer jefe primo prima tio tia abuela abuelo
    soeur frere mere pere fils fille ami amie femme mari patron cousin cousine oncle tante colegue collegue
    schwester bruder mutter vater sohn tochter freund freundin frau mann chef kollege kollegin onkel nachbar
    irma irmao mae pai filho filha esposo namorada namorado chefe primo avo colega vizinho
    sorella fratello figlio figlia amico amica moglie marito capo cugino zia zio nonna nonno collega vicino
    companera companero jefa vecina suegra suegro cunada cunado sobrina sobrino nieta nieto abuelos prima hermanos
    hermanas
    sœur sœurs voisin voisine collegues freres belle-mere beau-pere neveu niece chefin nachbarin kolleginnen oma
    opa tante
    schwager schwagerin schwiegermutter schwiegervater neffe nichte enkel enkelin vizinha sogra sogro cunhada
    cunhado sobrinha
    sobrinho neta neto prima tia suocera suocero cognata cognato nipote cugina cugino
    qui que che wer quien chi quem nadie niemand personne nessuno ninguem
    sistema archivo arquivo file programa
    progetto proyecto projet projekt metodo funcion
    fonction funktion servidor perro gato datei programm systeme fichier programme hund chien
""")
_NOT_VALUE = word_set("""
    un una uno unos unas el la los las lo mi su tu nuestro nuestra este esta ese esa muy cerca casa paz dos tres
    une le les l mon ma mes son sa ses ce cette chez pres deux trois paix avec
    ein eine einem einer einen der die das dem den des mein meine meinem meiner sein seine ihr ihre unser dieser diesem
    frieden angst zwei drei nahe
    um uma o a os as meu minha seu sua esse essa este perto paz dois duas
    il i gli lo uno mio mia suo sua questo questa vicino pace due tre con
    que qui che wie como comme come nicht no non nao pas por para pour fur per und y e et mit con com si se
    au aux du des quand cuando quando wenn demain
    allein alleine vegan vegetarisch gern gerne gesund bewusst zusammen getrennt seul seule ensemble sainement solo sola
    insieme
    todo toda tout toute alles tutto tudo aqui ici hier qui asi ainsi so cosi assim porque parce weil perche
""")
_ARTICLE = re.compile(r"[\s\"'(:=]*(?:(?:el|la|le|o|il|das|a|au) (?=\w)|l')?")
_LANGUAGE_NAMES: Final = word_set("""
    espanol ingles aleman frances portugues italiano catalan gallego euskera ruso chino arabe japones neerlandes polaco
    espagnol anglais allemand francais portugais italien russe chinois arabe japonais neerlandais polonais castillan
    spanisch englisch deutsch franzosisch portugiesisch italienisch russisch chinesisch arabisch japanisch
    niederlandisch polnisch turkisch schwedisch ukrainisch
    espanhol alemao russo chines japones holandes polones ucraniano
    spagnolo inglese tedesco francese portoghese cinese giapponese arabo olandese polacco
    castellano turco ucraino sueco svedese suedois turc
""")
_PRONOUNS = re.compile(
    r"[\s\"'(:=\[]*(?P<said>[^\W\d_]{2,12}(?:\s?(?:[/|,&+-]|\be\b|\by\b|\bet\b|\bund\b)\s?[^\W\d_]{1,12}){0,3})"
)


def foreign_name(seen: View, start: int, end: int) -> Span | None:
    return _unless_stop_word(name(seen, start, end), seen)


def foreign_place(seen: View, start: int, end: int) -> Span | None:
    return _unless_stop_word(place(seen, start, end), seen)


def foreign_home(seen: View, start: int, end: int) -> Span | None:
    """A place with a capital: far from its verb, a small-letter word may be anything."""
    span = foreign_place(seen, start, end)
    return span if span and seen.cased[span.start].isupper() else None


def foreign_language(seen: View, start: int, end: int) -> Span | None:
    """A spoken language by its name in one of these languages, or in English."""
    article = _ARTICLE.match(seen.folded, start, end)
    begin = article.end() if article else start
    word = re.compile(r"[^\W\d_]{3,20}").match(seen.folded, begin, end)
    if word and (word.group() in _LANGUAGE_NAMES or is_language(word.group())):
        return Span(*word.span())
    return language(seen, begin, end)


def any_language(seen: View, start: int, end: int) -> Span | None:
    """The value of a label: a language by any of these names, or its code."""
    return foreign_language(seen, start, end) or language_or_locale(seen, start, end)


def foreign_pronouns(seen: View, start: int, end: int) -> Span | None:
    """Any words in the place of pronouns: no language has a closed list of them."""
    found = _PRONOUNS.match(seen.folded, start, end)
    if not found or found["said"].split()[0] in _NOT_VALUE - {"il", "lo", "la", "le", "o", "a"}:
        return None
    return Span(*found.span("said"))


def _unless_stop_word(span: Span | None, seen: View) -> Span | None:
    if span is None or seen.folded[span.start : span.end].split()[0] in _NOT_VALUE:
        return None
    return span
