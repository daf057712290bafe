"""Identifies the language of a sentence by its stop words: German, Spanish, French, Portuguese or Italian."""

from collections.abc import Mapping
from typing import Final

from providers.statements.text.sentences import Sentence
from providers.statements.text.words import word_set

STOP_WORDS: Final[Mapping[str, frozenset[str]]] = {
    "de": word_set("""
        ich bin der die das und ist sind hat habe haben hatte nicht mit seit fur auf ein eine einen einem
        einer eines von
        zu zum zur im dem den des wegen wird wurde wurden worden sich sie er wir mein meine meinem meinen meiner meines
        ihr ihre ihrem ihren ihrer sein seine seinem seinen seiner bei aus nach uber auch noch nur schon sehr mich mir
        uns ihm ihn war als dass wenn weil es mal gerade bitte gegen durch vor nutzer nutzerin nutzers
        benutzer benutzerin anwender anwenderin kunde kundin leidet nimmt nehme lebt wohnt
    """),
    "es": word_set("""
        yo soy eres es somos son el la los las un una unos unas y con de del al en por para que mi mis su sus
        le lo he hace muy desde esta estoy estan tengo tiene como mas cuando pero porque fue fui sin sobre
        siempre ya estuve estuvo tres dos anos puedes usuario usuaria usuarios cliente clienta persona nos
        nuestro nuestra hasta nunca
        han tomo voy gano cobro vivo llevo sufre padece
    """),
    "fr": word_set("""
        je j suis est es sommes sont le la les l un une des de du d et ne pas avec au aux en dans pour par que qu qui
        mon ma mes il elle nous ai ont ete tres depuis chez sur mais ce cette quand
        toujours tu parle utilisateur utilisatrice cliente personne
    """),
    "pt": word_set("""
        eu sou somos sao os um uma uns umas nao com de da do dos das em na nos nas por para pra que meu
        minha meus minhas seu sua lhe foi fui muito desde esta estou tenho tem como mais quando mas porque ao
        aos ele ela sem sobre sempre ja pelo pela recebo vou moro tomo ganho usuario usuaria utilizador
        utilizadora cliente pessoa ate
    """),
    "it": word_set("""
        io puoi sono siamo il lo la gli le l un una uno non con di del della dei delle dello dell d al alla nel
        nella da dal dalla che mi mio mia miei mie si suo sua ho hanno stato stata molto piu quando ma
        perche anche sempre gia su sul sulla utente cliente persona ci
        prendo vado soffro soffre vivo abito
    """),
}  # fmt: skip
ALL_STOP_WORDS: Final = frozenset[str]().union(*STOP_WORDS.values())
_ENGLISH: Final = word_set("""
    the is are was were has have had and of to for with my her his their she he they i user who that this it at by
    from not be been an in but or will would can does do lives works likes wants prefers you your me we our its
    's n't 'm 've 're about when what how if so than then there which out up into herself himself themselves
""")


def is_in_foreign_language(sentence: Sentence) -> bool:
    """Whether a sentence contains more stop words of one of these languages than of English."""
    vocabulary = sentence.vocabulary
    return max(len(vocabulary & words) for words in STOP_WORDS.values()) > len(vocabulary & _ENGLISH)


def languages_of(sentence: Sentence) -> frozenset[str]:
    """Return the languages that share the most stop words with a sentence; empty if English shares more.

    All five if there are no stop words at all: "Ana é celíaca".
    """
    vocabulary = sentence.vocabulary
    shared = {language: len(vocabulary & words) for language, words in STOP_WORDS.items()}
    most, english = max(shared.values()), len(vocabulary & _ENGLISH)
    if most < english:
        return frozenset()
    return frozenset(language for language, count in shared.items() if count == most)
