"""What a message asks to forget, as a clause, and the field that a clause names."""

import pytest

from providers.statements import (
    forget_requests,
    is_about_everything,
    mentions_topic,
    named_field,
    sensitive_forget_spans,
    topic_of,
)
from tests.providers.statements.labelled import rows

QUESTIONS = rows("to_forget.tsv")


@pytest.mark.parametrize(
    ("message", "clauses"),
    [
        ("Please forget that I like tea.", ["I like tea"]),
        ("Can you please forget I play padel, thanks?", ["I play padel"]),
        ("I live in Porto. Forget that.", ["I live in Porto"]),
        ("Forget this: I like tea. I am old.", ["I like tea. I am old"]),
        ("Delete that I like tea from your memory.", ["I like tea"]),
        ("Delete everything you know about my diet, please.", ["everything you know about my diet"]),
        ("Vergiss bitte, dass ich Tee mag. Vergiss meine Stadt!", ["ich Tee mag", "meine Stadt"]),
        ("Olvida que me gusta el té, por favor.", ["me gusta el té"]),
        ("Oublie que j'aime le thé, s'il te plaît.", ["j'aime le thé"]),
        ("Oublie qu'il fait beau.", ["il fait beau"]),
        ("Forget about the kayak, would you?", ["the kayak"]),
        ("You can stop remembering that I like tea.", ["I like tea"]),
        ("I do not want you to keep that I like tea.", ["I like tea"]),
        ("Delete everything about my parrot Lola.", ["everything about my parrot Lola"]),
        ("Ich möchte, dass du vergisst, dass ich singe.", ["ich singe"]),
        ("Merk dir nicht mehr, dass ich singe.", ["ich singe"]),
        ("Olvídate de que juego al ajedrez.", ["juego al ajedrez"]),
        ("Ya no recuerdes que juego al ajedrez.", ["juego al ajedrez"]),
        ("Quita mi gato de tu memoria.", ["mi gato"]),
        ("Je voudrais que tu oublies que je chante.", ["je chante"]),
        ("Ne retiens plus que je chante.", ["je chante"]),
        ("Esquece que eu bebo chá verde.", ["eu bebo chá verde"]),
        ("Moro no Porto. Esquece isso.", ["Moro no Porto"]),
        ("Apaga tudo o que sabes sobre a minha dieta.", ["tudo o que sabes sobre a minha dieta"]),
        ("Dimentica che canto in un coro.", ["canto in un coro"]),
        ("Smetti di ricordare che canto, per favore.", ["canto"]),
        ("Delete what you know about tennis.", ["what you know about tennis"]),
        ("Vergeet alsjeblieft dat ik zing.", ["ik zing"]),
        ("Kun je vergeten dat ik zing?", ["ik zing"]),
        ("Verwijder alles wat je weet over mijn dieet.", ["alles wat je weet over mijn dieet"]),
        ("Vergeet de melk niet.", []),
        ("Vergeet niet dat ik zing.", []),
        ("Ik ben vergeten dat ik moest zingen.", []),
        ("Delete everything about the header from the file.", []),
        ("Don't forget the milk.", []),
        ("I always forget names.", []),
        ("Vergiss bitte nicht die Milch.", []),
        ("No te olvides de comprar leche.", []),
        ("Oublie pas le lait.", []),
        ("N'oublie pas le lait.", []),
        ("Não te esqueças do leite.", []),
        ("Non dimenticare il latte.", []),
        ("Olvida siempre las llaves.", []),
        ("Apaga a luz da sala.", []),
        ("Delete everything about my trip in this document.", []),
        ("I don't want you to keep me waiting.", []),
        ("Don't forget that I like tea.", []),
        ("Don't remember that I like tea.", []),
        ("Delete everything in this folder.", []),
        ("Borra todo lo que hay en la carpeta.", []),
        ("I like tea.", []),
    ],
)
def test_clauses(message, clauses):
    assert forget_requests(message) == clauses


@pytest.mark.parametrize(("clause", "message"), QUESTIONS)
def test_a_question_asks_to_forget(clause, message):
    assert forget_requests(message) == ([] if clause == "-" else [clause])


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("Could you forget about my epilepsy?", "forget about my epilepsy"),
        ("Kannst du meine Epilepsie vergessen?", "Kannst du meine Epilepsie vergessen"),
        ("¿Podrías olvidar que tengo epilepsia?", "olvidar que tengo epilepsia"),
        ("Could you forget about my kayak?", ""),
        ("Could I have epilepsy?", ""),
    ],
)
def test_what_a_question_asks_to_forget_is_sensitive_as_if_said(message, words):
    assert "".join(message[start:end] for start, end in sensitive_forget_spans(message)).rstrip("?") == words


@pytest.mark.parametrize(
    ("clause", "key"),
    [
        ("my city", "city"),
        ("about my favourite color", "favorite_color"),
        ("everything you know about my diet", "diet"),
        ("alles, was du über meine Ernährung weißt", "diet"),
        ("meinen Namen", "preferred_name"),
        ("todo lo que sabes sobre mi dieta", "diet"),
        ("mis alergias", "allergies"),
        ("tout ce que tu sais de mon alimentation", "diet"),
        ("ma ville", "city"),
        ("a minha cidade", "city"),
        ("tudo o que sabes sobre a minha dieta", "diet"),
        ("la mia città", "city"),
        ("tutto quello che sai sulla mia dieta", "diet"),
        ("what I told you about my diet", "diet"),
        ("alles wat je weet over mijn dieet", "diet"),
        ("alles, was du von meiner Familie kennst", "family"),
    ],
)
def test_a_field_is_named(clause, key):
    found = named_field(clause)
    assert found is not None and found.key == key


@pytest.mark.parametrize("clause", ["my umbrella", "my city is Porto", "I live in my city", "everything", "it", ""])
def test_nothing_else_is_one(clause):
    assert named_field(clause) is None


@pytest.mark.parametrize(
    ("clause", "topic"),
    [
        ("everything you know about tennis", "tennis"),
        ("what I told you about my job", "my job"),
        ("all memories about the garden", "the garden"),
        ("alles, was du über Tennis weißt", "Tennis"),
        ("lo que sabes sobre el tenis", "el tenis"),
        ("tout ce que tu sais sur le tennis", "le tennis"),
        ("tudo o que sabes sobre ténis", "ténis"),
        ("tutto quello che sai sul tennis", "tennis"),
        ("wat ik je over tennis verteld heb", "tennis"),
        ("I like tea", ""),
        ("my city", ""),
    ],
)
def test_a_clause_may_name_a_topic(clause, topic):
    assert topic_of(clause) == topic


def test_of_the_person_it_is_everything():
    everything = ("everything about me", "all you know about me", "alles über mich", "tutto su di me", "me")
    assert all(map(is_about_everything, everything))
    assert not any(map(is_about_everything, ("everything about my mother", "what you told me", "it")))


@pytest.mark.parametrize(
    ("topic", "text", "about"),
    [
        ("tennis", "Ana plays tennis.", True),
        ("my computers", "Ana has a computer.", True),
        ("my computers", "Ana works for a company.", False),
        ("tea", "Ana leads a team.", False),
        ("my singing", "Ana sang.", False),
        ("painting", "Ana paints.", True),
        ("my paintings", "Ana likes painting.", True),
        ("the", "Ana reads the paper.", False),
        ("my old garden", "Ana has a garden.", False),
    ],
)
def test_a_text_is_about_a_topic_by_its_words(topic, text, about):
    assert mentions_topic(topic, text) is about
