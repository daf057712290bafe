"""What has several names is one value: followers of a faith or party, diets, and cities in their languages' names."""

import pytest

from providers.statements import canonical_value, named_groups, normalize_value

BUDDHIST = ["Buddhist", "Buddhism", "is a Buddhist", "budista", "budismo", "bouddhiste", "Buddhistin", "buddismo"]
JEWISH = ["Jew", "Jewish", "Judaism", "Jüdin", "judía", "juive", "ebrea", "judeu"]
MUSLIM = ["Muslim", "Islam", "muslimisch", "musulmana", "musulman", "muçulmana"]
CATHOLIC = ["Catholic", "Catholicism", "Catholic Church", "katholisch", "católica", "catholique", "cattolica"]
ATHEIST = ["atheist", "atheism", "Atheistin", "atea", "athée", "ateia"]


def said(key, value):
    return canonical_value(key, normalize_value(value))


@pytest.mark.parametrize("spellings", [BUDDHIST, JEWISH, MUSLIM, CATHOLIC, ATHEIST])
def test_a_faith_and_those_who_follow_it(spellings):
    assert len({said("religion", one) for one in spellings}) == 1


@pytest.mark.parametrize(
    ("key", "one", "other"),
    [
        ("political_views", "Labour", "votes Labour"),
        ("political_views", "Labour Party", "trabalhista"),
        ("political_views", "socialism", "sozialistisch"),
        ("sexual_orientation", "lesbian", "lesbiana"),
        ("sexual_orientation", "bisexual", "bisexuell"),
        ("religion", "Sikh", "goes to the gurdwara"),
        ("religion", "Muslim", "mosque"),
        ("sexual_orientation", "into women", "mujeres"),
        ("health_conditions", "epilepsy", "epileptic"),
        ("income", "58k", "58,000"),
        ("income", "58k", "58 000 euros"),
        ("income", "€58K a year", "58.000 Euro im Jahr"),
        ("income", "1.2 million", "1,200,000 dollars"),
        ("diet", "vegan", "veganism"),
        ("diet", "vegetarian", "Vegetarierin"),
        ("diet", "vegetarian diet", "végétarienne"),
        ("city", "Lisbon", "Lisboa"),
        ("city", "Lissabon", "Lisbonne"),
        ("city", "Lisbon, Portugal", "Lisboa (Portugal)"),
        ("city", "Munich", "München"),
        ("city", "Seville", "Sevilla"),
        ("city", "Geneva", "Genève"),
        ("city", "Genf", "Ginevra"),
        ("city", "Rome", "Roma"),
        ("city", "Cologne", "Köln"),
        ("city", "Venedig", "Venezia"),
    ],
)
def test_one_value(key, one, other):
    assert said(key, one) == said(key, other)


@pytest.mark.parametrize(
    ("key", "one", "other"),
    [
        ("religion", "Buddhist", "not Buddhist"),
        ("religion", "Catholic", "former Catholic"),
        ("religion", "Muslim", "Sunni Muslim"),
        ("religion", "Catholic", "Protestant"),
        ("religion", "Buddhist and Jewish", "Jewish"),
        ("political_views", "Tory", "Labour"),
        ("sexual_orientation", "gay", "lesbian"),
        ("sexual_orientation", "lesbian", "bisexual"),
        ("income", "52k", "520k"),
        ("income", "58k", "58k a month"),
        ("income", "58", "58k"),
        ("income", "58k and a car", "58k"),
        ("account_numbers", "58k", "58,000"),
        ("diet", "vegan", "vegetarian"),
        ("health_conditions", "vegan", "vegano"),
        ("city", "Porto", "Porto Alegre"),
        ("city", "Paris", "Paris, Texas"),
        ("city", "Rome", "Rome, Georgia"),
        ("city", "Vienna", "Vienne"),
        ("city", "Valencia", "Valence"),
        ("city", "Saint Petersburg", "St. Petersburg"),
        ("city", "London", "London, Ontario"),
        ("city", "Santiago", "Santiago de Compostela"),
    ],
)
def test_two_values(key, one, other):
    assert said(key, one) != said(key, other)


@pytest.mark.parametrize(
    ("text", "value", "group"),
    [
        ("Ana's faith is Buddhism.", "faith", "buddhist"),
        ("Ana is a Labour supporter.", "ana is a labour supporter", "labour"),
        ("Ana's faith takes her to the gurdwara.", "faith", "sikh"),
        ("Ana's faith is not Buddhism.", "faith", ""),
        ("Ana's faith is important to her.", "faith", ""),
        ("Ana's faith is between Buddhism and Judaism.", "faith", ""),
    ],
)
def test_what_a_sentence_says_beside_the_word_that_gave_it_away(text, value, group):
    key = "religion" if "faith" in text else "political_views"
    assert named_groups(text, key=key, values=[value]) == ({group} if group else set())
