"""The figures of statements_over_rest.py: asked and readable, of each kind and field."""

import httpx
import pytest

from benchmarks import statements_over_rest as benchmark
from benchmarks.statements_over_rest import Outcome, Row


@pytest.fixture
def outcomes():
    city, name = Row("city", "plain", "Evora", "Ana lives in Evora."), Row("name", "plain", "Bea", "Call Ana Bea.")
    tea = Row("-", "harmless", "", "Ana likes tea.")
    return [Outcome(city, True, False), Outcome(name, False, True), Outcome(tea, True, False)]


def test_a_kind_is_counted_as_a_whole_and_by_field(outcomes):
    lines = [line.split() for line in benchmark.table(outcomes).splitlines()]
    assert ["plain", "all", "2", "1", "50.0%", "1"] in lines
    assert ["plain", "city", "1", "1", "100.0%", "0"] in lines
    assert ["harmless", "all", "1", "1", "100.0%", "0"] in lines


def test_only_sentences_that_went_wrong_are_named(outcomes):
    missed = list(benchmark.missed(outcomes))
    assert [line.split()[0] for line in missed] == ["missed", "asked"]


def test_a_file_may_say_sensitive_instead_of_a_kind(tmp_path):
    (tmp_path / "set.tsv").write_text("sensitive\tsentence\nno\tAna likes tea.\n")
    assert benchmark.rows_of(tmp_path / "set.tsv") == [Row("-", "no", "", "Ana likes tea.")]


def test_a_file_of_special_categories_may_name_their_fields_alone(tmp_path):
    (tmp_path / "set.tsv").write_text("key\tsentence\nreligion\tAna is Sikh.\n-\tAna likes tea.\n")
    rows = benchmark.rows_of(tmp_path / "set.tsv")
    assert rows == [Row("religion", "special", "", "Ana is Sikh."), Row("-", "harmless", "", "Ana likes tea.")]


@pytest.mark.parametrize("place", benchmark.PLACES)
def test_a_sentence_goes_to_the_place_that_is_asked_for(place):
    sent = []

    def answer(request):
        sent.append((request.url.path, request.content.decode()))
        return httpx.Response(202 if request.method == "PUT" or b"note" in request.content else 201, json={"id": "1"})

    api = httpx.Client(transport=httpx.MockTransport(answer), base_url="http://memory.example")
    row = Row("religion", "special", "", "Ana is Sikh.")
    assert benchmark.tried(row, api, place).is_asked == (place != "content")
    [(path, body)] = [one for one in sent if "Ana is Sikh." in one[1] and "query" not in one[1]]
    assert ("/facts/" in path) == (place == "fact")
    assert (f'"{place}' in body) == (place != "fact")
