"""Whether a sentence of a source object is clearly about someone other than the person for whom it is filed.

"Tom has epilepsy", "my brother is", "a patient was", "users with ..." and "HIV is a virus" are. A sentence without a
subject, with "I" or "she", or without a person ("The patient is ...") may be about the person.
"""

import re
from collections.abc import Iterator
from typing import Final

from providers.statements.fields.statement import Statement
from providers.statements.subjects.ownership import RELATED
from providers.statements.text import gazetteer
from providers.statements.text import words as w
from providers.statements.text.normalise import view
from providers.statements.text.sentences import Sentence, sentences

_OPENERS: Final = w.ADVERBS | w.word_set(
    "and but so also note that because since while und aber y pero et mais en maar"
)
_OWNERS: Final = w.word_set("""
    my our his her their mein meine sein seine ihr ihre unser unsere mi mis su sus nuestro nuestra mon ma mes son sa ses
    notre mijn zijn haar ons onze meu minha seu sua mio mia suo
""")
_AGE: Final = w.word_set("older younger elder big little old ex former late new twin best close")
_KIN: Final = w.KIN - w.word_set("team manager boss partner")
_RELATIONS: Final = RELATED | _KIN | w.DUTCH_KIN | {"man", "vrouw"}
_PARTNERS: Final = w.word_set("""
    husband wife partner boyfriend girlfriend spouse fiance fiancee ex freund freundin mann frau marido mujer esposa
    esposo novio novia mari femme ami amie copain copine marito moglie vriend vriendin man vrouw
""")
_INDEFINITE: Final = w.word_set("a an another one some no every each ein eine einer un una une um uma een")
_PERSON_NOUNS: Final = w.word_set("""
    patient patiente customer client cliente user colleague friend neighbour neighbor visitor guest volunteer student
    employee tenant reader speaker member contributor reporter candidate child woman man doctor nurse teacher kunde
    kundin nutzer nutzerin patientin kollege kollegin paciente usuario usuaria utilisateur utilisatrice collegue
    paziente utente klant gebruiker collega
""")
_MANY: Final = w.word_set(
    "the all most many some several few other these those two three die alle viele los las les de"
)
_PEOPLE: Final = w.word_set("""
    people patients customers clients users colleagues friends neighbours neighbors visitors guests volunteers students
    employees tenants readers members contributors candidates children women men doctors nurses teachers persons adults
    citizens workers prisoners refugees migrants voters believers parents families residents
    patienten kunden nutzer menschen leute pacientes clientes usuarios personas patients utilisateurs personnes gens
    pazienti clienti utenti persone klanten gebruikers mensen pessoas utilizadores
""")
_TITLES: Final = w.word_set("mr mrs ms miss dr prof herr frau senor senora monsieur madame mevrouw meneer")
_STATES: Final = w.word_set("""
    is are was were has have had 's 've been became becomes got gets takes take took uses use lives lived votes voted
    earns earn earned needs need suffers suffered identifies goes went spent served owes owed prays attends belongs can
    cannot may might could should must will would do does did with in on who whose con mit met avec com
    ist sind war waren hat haben hatte wurde lebt wohnt wahlt verdient es esta tiene tenia fue vive vota gana est avait
    vit habite gagne e ha tem heeft hebben woont stemt werd
""")
_REPORTING_VERBS: Final = w.word_set("""
    said says say told mentioned mentions wrote writes reported reports asked asks thinks knows believes heard noted
    added confirmed confirms sagt sagte dice dijo dit zegt zei
""")
_REPORTED: Final = re.compile(
    r"\b(?:sa(?:id|ys?|w)|told|mention|report|think|know|knew|believ|hear|confirm|diagnos(?!ed with)|treat(?!ed for)"
    r"|prescrib|suspect|disclos|reveal|learn|found|notic|aware|seen|result|admit|worr|ask)"
)
_FIRST: Final = w.SELF | w.word_set("me my mine our us am 'm ich bin yo soy je suis ik ben sou sono")
_THIRD: Final = w.PRONOUNS | w.word_set("him them his her their er sie hij zij elle ella") | {"he", "she"}
_THE_PERSON: Final = _FIRST | {"user", "customer", "client", "patient"}
_NOT_NAMES: Final = (
    w.NOT_A_NAME
    | _OWNERS
    | _INDEFINITE
    | _STATES
    | _THIRD
    | _THE_PERSON
    | _RELATIONS
    | _PERSON_NOUNS
    | _PEOPLE
    | w.word_set("""
    status result results salary income orientation religion faith account address home house door gate alarm garage
    safe flat apartment office blood viral load lab labs screen medication meds therapy clinic body record file chart
    problem issue secret truth reason news fact background ethnicity party vote illness condition health disease code
    key pin plate visa passport permit origin caste union partner person resident subject husband wife money debt cash
    der die das den dem des er sie es wir el los las le les il elle lo la de het ze hij wij nous vous tu du man on
    befund ergebnis test gehalt lohn wohnung adresse alter glaube partei sueldo salario salaire loon kerk partij
""")
)
_NOT_NAME_ENDINGS: Final = (
    "ness", "tion", "sis", "ity", "ment", "logy", "ing", "work", "load", "test", "age", "ance", "ence", "cy", "ism",
    "ship", "ung", "heit", "keit", "schaft", "wert", "last", "ismus", "dad", "cion", "ly", "ed",
)  # fmt: skip
_OWNED_ONLY: Final = frozenset(
    ["account_numbers", "government_ids", "home_access"]
)  # a person who changes a code need not own it
_MARKS: Final = frozenset([":", ";", "\u2013", "\u2014", "(", "-", ">"])
_GENERAL: Final = re.compile(
    r"(?:the )?[\w-]+(?: [\w-]+){0,3} (?:is|are|ist|es|est|e) (?:an?|ein|eine|un|una|une|een|um|uma)"
    r" (?:[\w-]+ ){0,3}?"
    r"(?:virus|diseases?|disorders?|illness|conditions?|infections?|syndrome|religions?|faith|drugs?|medicines?"
    r"|part(?:y|ies)|krankheit|enfermedad|maladie|malattia|ziekte|partei|partido|parti|partito|partij)\b"
)
_THAT: Final = frozenset(["that", "dass", "que", "dat"])
_CONJUNCTIONS: Final = frozenset(["and", "und", "y", "et", "e", "en"])
_REACH: Final = 40  # words in which a subject is sought
_SHORT_FORM_LENGTH: Final = 3  # letters that a name shares with its short form: "Rob", "Robin"


def is_about_someone_else(text: str, statement: Statement, names: frozenset[str]) -> bool:
    """Whether a statement is clearly about someone or something other than the person with these `names`."""
    if statement.pattern.startswith("disguised."):
        return False
    lines, value = list(sentences(view(text[statement.start : statement.end]))), view(statement.value).folded
    lines = [one for one in lines if value in one.folded] or lines  # a heading may precede: "Body"
    return bool(lines) and all(_SubjectReader(one, statement, names).is_about_someone_else() for one in lines)


def has_implied_subject(text: str, statement: Statement) -> bool:
    """Whether a sentence of the statement has a pronoun as its subject, or omits it."""
    lines = list(sentences(view(text[statement.start : statement.end])))
    return any(one.text(0) in _FIRST | _THIRD | _STATES - {"in", "on", "with", "de", "do", "does"} for one in lines)


class _SubjectReader:
    def __init__(self, sentence: Sentence, statement: Statement, names: frozenset[str]) -> None:
        self.sentence, self.texts, self.names = sentence, sentence.texts, names
        self.key = statement.key
        value = view(statement.value).folded
        at = sentence.folded.find(value)
        whole = sentence.start, sentence.end
        start, end = (sentence.start + at, sentence.start + at + len(value)) if at >= 0 else whole
        self.first = sentence.index_at(start) if at > 0 else 0
        self.last = sentence.index_at(end - 1) + 1

    def is_about_someone_else(self) -> bool:
        marks = [at for at, text in enumerate(self.texts) if text in _MARKS]
        if any(self.first <= at < self.last for at in marks):
            return False
        begin = max((at + 1 for at in marks if at < self.first), default=0)
        return self._has_other_subject(begin) or self._is_general(begin)

    def _is_general(self, begin: int) -> bool:
        clause = self.sentence.view.folded[self._offset(begin) : self.sentence.end]
        return _GENERAL.match(clause) is not None and not _THE_PERSON & set(self.texts)

    def _offset(self, index: int) -> int:
        return self.sentence.words[index].start if index < len(self.texts) else self.sentence.end

    def _has_other_subject(self, at: int) -> bool:
        while self.sentence.text(at) in _OPENERS:
            at += 1
        return any(self._is_subject(at, behind) for behind in self._subject_ends(at))

    def _is_subject(self, at: int, behind: int) -> bool:
        """Whether the statement's subject is at `at`, ending before `behind`."""
        if not (behind <= self.first or (self.first <= at and behind < self.last)):
            return False
        is_owner = self.sentence.text(behind) == "'s"
        while self.sentence.text(behind) in w.ADVERBS:
            behind += 1
        if self.sentence.text(behind) in _REPORTING_VERBS and behind < _REACH:
            return self._has_other_subject(behind + 1 + (self.sentence.text(behind + 1) in _THAT))
        if not is_owner and (self.key in _OWNED_ONLY or self.sentence.text(behind) not in _STATES):
            return False
        return self._keeps_subject(behind + 1)

    def _keeps_subject(self, begin: int) -> bool:
        """Whether no word after the subject refers to a person again."""
        between, after = self.texts[begin : self.last], self.texts[self.last :]
        if not _THE_PERSON.union(_THIRD).isdisjoint(between) or not _THE_PERSON.isdisjoint(after):
            return False
        clause = self.sentence.view.folded[self._offset(begin) : self._offset(self.last)]
        return "," not in between and _REPORTED.search(clause) is None

    def _subject_ends(self, at: int) -> Iterator[int]:
        """Yield the end indices of a subject, or of several coordinated ones, that are other people."""
        ends = (self._name_end, self._relation_end, self._indefinite_end, self._group_end)
        for end in {end for one in ends if (end := one(at)) is not None}:
            yield end
            if self.sentence.text(end) in _CONJUNCTIONS and end < _REACH:
                yield from self._subject_ends(end + 1)

    def _name_end(self, at: int) -> int | None:
        start = at + (self.sentence.text(at) in _TITLES) + (self.sentence.text(at + 1) == ".")
        end = start
        while self._may_be_name(end) or (
            end > start and self.sentence.text(end) in w.NAME_LINKS and self._may_be_name(end + 1)
        ):
            end += 1
        named = (text for text in self.texts[start:end] if text not in w.NAME_LINKS)
        return end if any(not gazetteer.is_place(text) and not gazetteer.is_language(text) for text in named) else None

    def _may_be_name(self, at: int) -> bool:
        """Whether a word may be part of a name, and is not a short form of one of the person's names."""
        text = self.sentence.text(at)
        if not text or not self.sentence.view.cased[self.sentence.words[at].start].isupper():
            return False
        if text in _NOT_NAMES or text.endswith(_NOT_NAME_ENDINGS) or any(map(str.isdigit, text)):
            return False
        return not any(name[:_SHORT_FORM_LENGTH] == text[:_SHORT_FORM_LENGTH] for name in self.names)

    def _relation_end(self, at: int) -> int | None:
        """The end of a relation: "My older brother", "Mum"."""
        relations = _RELATIONS - _PARTNERS if self.key == "sexual_orientation" else _RELATIONS
        if self.sentence.text(at) in _OWNERS:
            end = at + 1 + (self.sentence.text(at + 1) in _AGE)
            return end + 1 if self.sentence.text(end) in relations else None
        return at + 1 if self.sentence.text(at) in _KIN & relations else None

    def _indefinite_end(self, at: int) -> int | None:
        """The end of an indefinite person: "A patient", "another young customer"."""
        if self.sentence.text(at) not in _INDEFINITE:
            return None
        return next((end + 1 for end in (at + 1, at + 2) if self.sentence.text(end) in _PERSON_NOUNS), None)

    def _group_end(self, at: int) -> int | None:
        """The end of a group of people: "Users", "most patients", "older people"."""
        at += self.sentence.text(at) in _MANY
        return next((end + 1 for end in (at, at + 1) if self.sentence.text(end) in _PEOPLE), None)
