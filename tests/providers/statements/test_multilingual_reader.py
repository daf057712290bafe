"""Sentences in other languages are read by meaning, also where no list holds their words (ADR 0034)."""

import csv
import shutil
from pathlib import Path

import numpy as np
import pytest

from providers.embedding import weights
from providers.embedding.bundled import BundledEncoder
from providers.statements import sensitive
from providers.statements.gate import detector, multilingual_reader, statistical_reader
from providers.statements.gate.multilingual_reader import FILE, MultilingualReader, findings, vectors_of
from scripts.train_multilingual_reader import sentences
from scripts.training_sentences import text_sha256

DATA = Path(__file__).parent / "data" / "languages.tsv"
ROWS = list(csv.DictReader(DATA.read_text(encoding="utf-8").splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))


def share_found(language, kind):
    some = [row["sentence"] for row in ROWS if (row["language"], row["kind"]) == (language, kind)]
    return sum(bool(found) for found in map(sensitive, some)) / len(some)


@pytest.mark.parametrize(
    ("language", "by_rules", "least"),
    [("de", 29, 49), ("es", 32, 51), ("fr", 34, 54), ("it", 26, 52), ("nl", 14, 40), ("pt", 31, 55)],
)
def test_of_a_blind_authors_sentences_most_are_found(language, by_rules, least):
    """Of 60 each; no rule and no training text was written for them. `by_rules` were found before this reader."""
    assert least > by_rules
    assert share_found(language, "plain") >= least / 60


@pytest.mark.parametrize("language", ["de", "es", "fr", "it", "nl", "pt"])
def test_harmless_sentences_are_seldom_asked_about(language):
    """Half of them only sound like a field. Before this reader the rules asked about six of the German ones."""
    assert share_found(language, "harmless") <= 4 / 60


@pytest.mark.parametrize(("language", "least"), [("ar", 21), ("ja", 33), ("ru", 27), ("zh", 29)])
def test_of_another_authors_sentences_in_other_writings_most_are_found(language, least):
    """Of 40 each; the author wrote them before training text in these languages."""
    assert share_found(language, "plain") >= least / 40
    assert share_found(language, "harmless") <= 2 / 40


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("health_conditions", "我有糖尿病，每天都要打胰岛素。"),
        ("religion", "彼女はカトリックで、毎週日曜日に教会に行きます。"),
        ("health_conditions", "У меня ВИЧ, принимаю терапию каждый день."),
        ("religion", "أنا مسلم وأصلي خمس مرات في اليوم في المسجد القريب"),
        ("health_conditions", "Kullanıcı şeker hastası ve her gün insülin yapıyor."),
        ("sexual_orientation", "저는 게이이고 남자친구와 함께 살아요."),
    ],
)
def test_so_are_languages_that_no_rule_knows(key, sentence):
    (found,) = sensitive(sentence)
    assert (found.key, found.is_mention, found.start, found.end) == (key, True, 0, len(sentence))


@pytest.mark.parametrize(
    "sentence",
    [
        "用户喜欢深色模式和简短的回答。",
        "ユーザーはダークモードを好みます。",
        "Пользователь предпочитает короткие ответы.",
    ],
)
def test_an_ordinary_memory_in_them_is_kept(sentence):
    assert sensitive(sentence) == []


@pytest.mark.parametrize("sentence", ["У него ВИЧ.", "我怀孕了。", "Ik heb suikerziekte.", "彼はゲイです", "أنا حامل"])
def test_a_few_words_of_them_are_read_too(sentence):
    assert sensitive(sentence)


@pytest.mark.parametrize("sentence", ["Спасибо большое", "你好", "今天天气很好", "Antworte kurz", "Café sans sucre"])
def test_and_seldom_asked_about_in_vain(sentence):
    assert sensitive(sentence) == []


def test_english_is_not_read_by_it(monkeypatch):
    monkeypatch.setattr(multilingual_reader, "vectors_of", lambda _texts: pytest.fail("read"))
    assert sensitive("Ana prefers to be told about delays the evening before.") == []


def test_other_languages_are_not_read_as_english(monkeypatch):
    monkeypatch.setattr(statistical_reader, "sentence_embeddings", lambda _texts: pytest.fail("read"))
    assert sensitive("Ana möchte am Abend vorher von Verspätungen erfahren.") == []


def test_vectors_of_one_meaning_agree_across_languages():
    german, spanish, other = vectors_of(["Ich habe seit Jahren Asthma.", "Tengo asma desde hace años.", "El pan sube."])
    assert german @ spanish > 0.7 > 0.3 > german @ other
    assert np.linalg.norm(german) == pytest.approx(1)


ABOUT_A_CAT = "Unser Kater bekommt seit gestern Tabletten gegen die Schilddrüse."


def test_a_listed_word_in_talk_of_something_else_is_doubted(monkeypatch):
    assert sensitive(ABOUT_A_CAT) == []
    monkeypatch.setattr(detector, "doubts", lambda *_value, **_below: False)
    assert [found.key for found in sensitive(ABOUT_A_CAT)] == ["health_conditions"]


def test_talk_around_a_clause_hides_nothing():
    around = "Der Bericht der Wetterstation liegt im Ordner, {}, die Besprechung wurde auf Donnerstag verlegt."
    assert sensitive(around.format("die Nutzerin ist seit Jahren Diabetikerin"))


def test_the_weights_come_from_the_committed_text():
    """Else run `python scripts/train_multilingual_reader.py`."""
    with np.load(FILE, allow_pickle=False) as stored:
        assert str(stored["text_sha256"]) == text_sha256(sentences()[0])
    assert FILE.stat().st_size < 2_200_000


def test_scores_are_probabilities():
    reader = MultilingualReader.load()
    scores = reader.scores(vectors_of(["Bonjour à tous les amis."]))
    assert np.exp(scores).sum() == pytest.approx(1, abs=1e-5)
    assert scores.shape == (1, len(reader.fields))


def test_no_sentence_is_no_work():
    assert findings([]) == {}


def test_another_model_than_ours_is_refused(settings, tmp_path, monkeypatch):
    forged = tmp_path / "forged"
    shutil.copytree(weights.bundled_universal(), forged)
    (forged / weights.UNIVERSAL_TOKENIZER).write_bytes(b"another")
    monkeypatch.setattr(weights, "bundled_universal", lambda: forged)
    settings.DATA_DIR = tmp_path
    with pytest.raises(weights.WeightsMismatch, match="universal-sentence-encoder"):
        BundledEncoder.universal().prepare(lambda _line: None)
