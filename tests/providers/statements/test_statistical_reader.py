"""Special categories that the rules miss are found by a trained classifier (R33), which seldom asks in vain."""

import csv
import shutil
from pathlib import Path
from random import Random
from uuid import UUID, uuid4

import numpy as np
import pytest
from django.test import override_settings

from providers.embedding import ModelDamaged, weights
from providers.embedding.encoder import Encoder
from providers.statements import sensitive, sensitive_of_each
from providers.statements.gate import detector, statistical_reader
from providers.statements.gate.reader_features import BUCKETS, features
from providers.statements.gate.statistical_reader import FILE, LAYERS, SAFETY, fields_of, sentence_embeddings
from scripts.train_safety_reader import sentences
from scripts.training_sentences import authored, examples, text_sha256

DATA = Path(__file__).parent / "data"
UNLISTED = [
    ("health_conditions", "Ana swallows eight pills each morning since the scare."),
    ("religion", "User slips out at noon on Fridays to pray."),
    ("criminal_record", "The user learned carpentry while he was locked up."),
    ("income", "Ana is left with about nineteen hundred once tax is off."),
]


def rows(name):
    return list(csv.DictReader((DATA / name).read_text(encoding="utf-8").splitlines(), delimiter="\t"))


def share_found(some):
    return sum(bool(sensitive(row["sentence"])) for row in some) / len(some)


@pytest.mark.parametrize(("key", "sentence"), UNLISTED)
def test_a_sentence_in_unlisted_words_is_a_mention_of_its_field(key, sentence):
    (found,) = sensitive(sentence)
    assert (found.key, found.value, found.is_mention) == (key, sentence, True)
    assert (found.start, found.end) == (0, len(sentence))


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("immigration_status", "my sponsor dropped me and now I have to be gone by june"),
        ("home_access", "the alarm at mine wants 1604 within twenty seconds"),
    ],
)
def test_so_is_one_of_a_right_to_stay_or_a_way_into_a_home(key, sentence):
    assert [found.key for found in sensitive(sentence)] == [key]


@pytest.mark.parametrize(
    "sentence",
    [
        "my printer dropped me and now I have to be gone by june",
        "the oven at mine wants cleaning within twenty days",
        "Ana's alarm goes off at six and she snoozes it twice.",
    ],
)
def test_their_twins_tell_nothing(sentence):
    assert sensitive(sentence) == []


def test_only_the_sentence_is_found_and_not_its_neighbours():
    text = f"User prefers dark mode. {UNLISTED[0][1]} The tests run at night."
    (found,) = sensitive(text)
    assert text[found.start : found.end] == UNLISTED[0][1]


def test_a_numbered_key_before_a_sentence_is_not_read_with_it():
    assert sensitive("k179: User prefers the aisle seat.") == []
    assert [found.key for found in sensitive(f"note-12: {UNLISTED[0][1]}")] == [UNLISTED[0][0]]


def test_a_key_of_several_words_is_not_read_with_a_sentence():
    """ "sintra-spring: ..." was taken for a home."""
    assert sensitive("sintra-spring: Ana wants to walk in Sintra in spring, with Rita.") == []


@pytest.mark.parametrize("key", ["city-notes", "about_language"])
def test_one_that_names_a_field_is(monkeypatch, key):
    read: list[str] = []
    monkeypatch.setattr(statistical_reader, "fields_of", lambda texts: [read.append(text) for text in texts])
    sensitive(f"{key}: the harbour opens at noon")
    assert read == [f"{key}: the harbour opens at noon"]


@pytest.mark.parametrize(("characters", "is_read_apart"), [(200, True), (300, False)])
def test_a_long_word_is_no_key(monkeypatch, characters, is_read_apart):
    """In a longer one each digit would be tried, which takes time by the square of its length."""
    read: list[str] = []
    monkeypatch.setattr(statistical_reader, "fields_of", lambda texts: [read.append(text) for text in texts])
    word = "%6c" * (characters // 3)
    sensitive(f"{word}: the harbour opens at noon")
    assert ("the harbour opens at noon" in read) == is_read_apart


@pytest.mark.parametrize("written", ["{}", "person-{}", "user_{}", "turn:{}", "Deployed {} to staging at noon."])
def test_identifiers_are_no_numbers_of_the_person(written):
    """One in some thousand spelled an illness, or had the check digit of a card."""
    chance = Random(1)
    for _ in range(1_500):
        assert sensitive(written.format(UUID(int=chance.getrandbits(128), version=4))) == []


@pytest.mark.parametrize(
    ("identifier", "found"), [("66105349-2872-4530-819a-86330a3858b3", 0), ("66105349-2872-4530-8192-863303385813", 1)]
)
def test_a_cards_number_is_read_in_what_only_looks_like_an_identifier(identifier, found):
    assert len(sensitive(identifier)) == found


KINDS = ("plain", "typical", "harmless")


@pytest.mark.parametrize("said", ["Ana come pan.", "Ana va sin coche.", "Ana has a passport."])
def test_a_label_beside_an_identifier_has_no_number(said):
    key = "episode:01a22839-1f58-7660-bbe2-d6be9210a2d2:1-8"
    assert "government_ids" not in {one.key for one in sensitive(f'{key}: The user said: "{said}"')}


def test_a_question_is_not_read():
    assert sensitive("Does the user swallow eight pills each morning since the scare?") == []


def test_what_a_question_tells_first_is_read():
    (found,) = sensitive("My parole officer wants proof of a job by Monday, so can you make this sound official?")
    assert found.key == "criminal_record"


TALKS = [
    ("city", "We've been Leeds people for twenty years now."),
    ("gender", "As a woman travelling alone, the user wants a room close to the lift."),
    ("language", "Dreams in Polish, writes code comments in English."),
    ("preferred_name", "Don't bother with Bartholomew, nobody has used that since my christening; Barty will do."),
    ("pronouns", 'Gets annoyed when the bot says "he" about her; it\'s "she" in every recap, please.'),
]


@pytest.mark.parametrize(("key", "sentence"), TALKS)
def test_who_a_person_is_is_read_where_no_rule_finds_it(key, sentence):
    assert key in {statement.key for statement in sensitive(sentence)}


def test_a_twin_in_the_same_words_tells_nothing():
    assert sensitive("We've been Leeds fans for twenty years now.") == []
    assert sensitive("Dreams in Polish turn up in the second chapter of her novel.") == []
    assert (
        sensitive("Don't bother with Bartholomew, nobody has run that script since March; the new job will do.") == []
    )


def test_a_few_words_are_left_to_the_rules(monkeypatch):
    monkeypatch.setattr(statistical_reader, "_spelling_scores", lambda _text: pytest.fail("read"))
    assert sensitive("union: left join") == []


def test_keys_limit_what_is_read():
    assert sensitive(UNLISTED[0][1], keys={"city"}) == []


@pytest.mark.parametrize(("kind", "least", "most"), [("plain", 0.92, 1), ("typical", 0.94, 1), ("harmless", 0, 0.04)])
def test_of_a_blind_authors_sentences_most_are_found(kind, least, most):
    """The rules alone find 66, 86 and 3 %. No rule and no training text was written for them."""
    some = [row for row in rows("special_second.tsv") if row["kind"] == kind]
    assert least <= share_found(some) <= most


@pytest.mark.parametrize(
    ("author", "plain", "typical", "harmless"),
    [("fifth", 0.93, 1, 0.02), ("sixth", 0.96, 0.97, 0.05), ("seventh", 0.9, 0.97, 0.05)],
)
def test_of_blind_authors_sentences_of_all_kinds_most_are_found(author, plain, typical, harmless):
    """On first runs over REST 97, 97 and 4 % of the sixth's, 88, 96 and 1 % of the seventh's were asked about."""
    by_kind = {kind: [row for row in rows(f"all_kinds_{author}.tsv") if row["kind"] == kind] for kind in KINDS}
    assert share_found(by_kind["plain"]) >= plain
    assert share_found(by_kind["typical"]) >= typical
    assert share_found(by_kind["harmless"]) <= harmless


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("seventh_ordinary.tsv", 0.02),
        ("ordinary.tsv", 0.04),
        ("third_author_ordinary.tsv", 0.02),
        ("fourth_author_ordinary.tsv", 0.02),
    ],
)
def test_ordinary_memories_are_seldom_asked_about(name, most):
    """Of the first set half of those asked about are of health or debts: a chronic sinusitis, a diet by a doctor."""
    assert share_found([row for row in rows(name) if row["sensitive"] == "no"]) <= most


@pytest.mark.parametrize("name", ["special_author.tsv", "second_author.tsv", "third_author.tsv", "fourth_author.tsv"])
def test_harmless_sentences_that_look_alike_are_seldom_asked_about(name):
    """Of the fourth author's the rules ask about five."""
    assert share_found([row for row in rows(name) if row["kind"] == "harmless"]) <= 0.07


def test_the_weights_come_from_the_committed_text():
    """Else run `python scripts/train_reader.py`."""
    with np.load(FILE, allow_pickle=False) as stored:
        assert str(stored["text_sha256"]) == text_sha256([*examples(), *authored()])
    assert FILE.stat().st_size + LAYERS.stat().st_size < 6_000_000


def test_so_do_those_of_the_reader_of_violence_immigration_and_ways_into_a_home():
    """Else run `python scripts/train_safety_reader.py`."""
    with np.load(SAFETY, allow_pickle=False) as stored:
        assert str(stored["text_sha256"]) == text_sha256(sentences()[0])


def test_the_same_model_reads_whichever_one_searches(settings, tmp_path):
    before = sentence_embeddings(["Ana is a nurse."])
    settings.EMBEDDING_MODEL, settings.EMBEDDING_DIMENSIONS = "another/model", 768
    settings.EMBEDDING_WEIGHTS_SHA256, settings.DATA_DIR = "0" * 64, tmp_path
    assert sentence_embeddings(["Ana is a nurse."]) == pytest.approx(before)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    """A data folder with the model that reads."""
    data = tmp_path_factory.mktemp("prepared")
    with override_settings(DATA_DIR=data):
        statistical_reader.prepare(lambda _line: None)
    return data / "models"


@pytest.fixture
def damaged(prepared, settings, tmp_path):
    """Where it lies in another data folder, and its graph was cut short."""
    settings.DATA_DIR = tmp_path
    shutil.copytree(prepared, tmp_path / "models")
    (graph,) = (tmp_path / "models" / "readers").glob("all-*/model.onnx")
    graph.write_bytes(graph.read_bytes()[:20_000])


def test_a_damaged_model_is_made_anew(damaged):
    assert sentence_embeddings([f"Ana is a nurse in ward {uuid4().int}."]).shape == (1, 384)


def test_where_that_fails_the_caller_is_told_and_it_is_tried_again_later(damaged, monkeypatch, caplog):
    monkeypatch.setattr(weights, "MINILM_SHA256", "0" * 64)
    for _ in range(2):
        with pytest.raises(ModelDamaged, match="could not be made anew"):
            sentence_embeddings([f"Ana is a nurse in ward {uuid4().int}."])
    assert caplog.text.count("could not be prepared anew") == 1


def test_a_sentence_that_its_spelling_settles_is_not_embedded(monkeypatch):
    monkeypatch.setattr(statistical_reader, "sentence_embeddings", lambda _texts: pytest.fail("embedded"))
    assert fields_of(["The user prefers four spaces in Python code."]) == [None]


@pytest.fixture
def windows(monkeypatch):
    """How many texts the model was given, call by call."""
    given, run = [], Encoder._run

    def counted(encoder, windows):
        given.append(len(windows))
        return run(encoder, windows)

    monkeypatch.setattr(Encoder, "_run", counted)
    return given


def test_the_sentences_of_several_texts_are_embedded_at_once(windows):
    texts = [f"{sentence} {number} of them were left over." for number, (_, sentence) in enumerate(UNLISTED)]
    sensitive_of_each([*texts, *texts])
    assert len(windows) == 1 and windows[0] >= len(UNLISTED)


def test_texts_read_together_state_what_each_states_alone():
    texts = [row["sentence"] for row in rows("special_second.tsv")][:150]
    texts += [" ".join(texts[:20]), "\n".join(texts[20:40]), "", "?"]
    assert sensitive_of_each(texts) == [sensitive(text) for text in texts]


def test_a_sentence_is_embedded_once_on_its_way_through_the_gate(windows):
    sentence = f"Ana hums the old stretcher song for her knee and her dose, take {uuid4().int}."
    for _ in range(3):
        sensitive(sentence)
    assert sum(windows) == 1


@pytest.fixture
def only_doubts(monkeypatch):
    """The reader finds nothing by itself."""
    monkeypatch.setattr(detector, "read_special", lambda sentences: [None] * len(sentences))


ABOUT_OTHERS = "That legacy billing module is a cancer on the codebase, rewrite it before the third quarter."


def test_a_listed_word_in_talk_of_something_else_is_doubted(only_doubts, monkeypatch):
    assert sensitive(ABOUT_OTHERS) == []
    monkeypatch.setattr(detector, "doubts", lambda *_value, **_below: False)
    assert [found.key for found in sensitive(ABOUT_OTHERS)] == ["health_conditions"]


def test_what_is_doubted_is_not_found_in_another_spelling_of_its_line(only_doubts):
    """ "BillingKit" is read as two words, too, and that without a doubt."""
    assert sensitive("That BillingKit module is a cancer on the codebase, rewrite it before the third quarter.") == []


@pytest.mark.parametrize("told", ["Ana has diabetes", "the user has been treated for depression", "she is a Catholic"])
@pytest.mark.parametrize(
    "talk",
    [
        "The build passed, the release of the parser was moved to Thursday, and {}, said the notes of the meeting.",
        "In the film the detective reads the weather report (the map of the harbour is wrong): {}.",
        "The recipe for the soup was printed; {}; the museum is open from nine to five.",
    ],
)
def test_talk_of_other_things_around_it_hides_nothing(only_doubts, told, talk):
    assert sensitive(talk.format(told), known_names=["Ana"])


@pytest.mark.parametrize(
    "number", ["the user's IBAN is DE89 3704 0044 0532 0130 00", "her SSN is 536-90-4399", "passport number: C01X00T47"]
)
def test_numbers_are_never_doubted(only_doubts, monkeypatch, number):
    monkeypatch.setattr(detector, "doubts", lambda *_value, **_below: True)
    assert sensitive(f"The sample form for the film shows that {number}.")


@pytest.mark.parametrize("sentence", ["La usuaria está embarazada de cinco meses.", "L'utilisatrice est enceinte."])
def test_it_doubts_nothing_in_another_language(only_doubts, monkeypatch, sentence):
    monkeypatch.setattr(statistical_reader, "odds_of", lambda texts: [-9.0 for _ in texts])
    assert sensitive(sentence)


@pytest.mark.parametrize("doubted", [False, True])
def test_of_a_text_only_so_many_values_may_be_doubted(only_doubts, monkeypatch, doubted):
    """Each costs embeddings, whatever comes of it."""
    monkeypatch.setattr(detector, "doubts", lambda *_value, **_below: asked.append(1) or doubted)
    asked: list[int] = []
    assert sensitive("Ana has diabetes. " * 500)
    assert len(asked) <= detector.MAX_DOUBTED


def test_half_of_a_character_is_read_as_any_other():
    assert sensitive("Ana likes \ud83d smileys in the morning mail.") == []


def test_digits_and_capitals_make_no_difference_to_the_spelling():
    assert features("Account 4471").tolist() == features("account 9028").tolist()
    assert features("") is not None and features("Ana").max() < BUCKETS
