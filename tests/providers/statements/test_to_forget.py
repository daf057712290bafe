"""What a message asks to forget, as a clause, and the field that a clause names."""

import pytest

from providers.statements import named_field, to_forget


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
        ("Don't forget that I like tea.", []),
        ("Don't remember that I like tea.", []),
        ("Delete everything in this folder.", []),
        ("Borra todo lo que hay en la carpeta.", []),
        ("I like tea.", []),
    ],
)
def test_clauses(message, clauses):
    assert to_forget(message) == clauses


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
    ],
)
def test_a_field_is_named(clause, key):
    found = named_field(clause)
    assert found is not None and found.key == key


@pytest.mark.parametrize("clause", ["my umbrella", "my city is Porto", "I live in my city", "everything", "it", ""])
def test_nothing_else_is_one(clause):
    assert named_field(clause) is None
