"""Names are read as their words with blanks between them, whatever joins these."""

import pytest

pytestmark = pytest.mark.django_db
PLACES = [{"tags": "*"}, {"key": "*"}, {"category": "*"}, {"namespace": "*"}, {"source_label": "*"}, {"run_id": "*"}]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", ["zoe_gay", "zoe_hiv", "zoe_has_hiv", "zoe_diabetic"])
def test_it_waits(name, place, api, ana):
    ((field, _),) = place.items()
    value = {"tags": [name], "namespace": ["memories", ana, name]}.get(field, name)
    to = {} if field == "namespace" else {"user_id": ana}
    assert api.post("/memories", {"content": "Tulips are red.", field: value, **to}).status_code == 202


@pytest.mark.parametrize("joint", "_-.+")
def test_with_any_joint(joint, api, ana):
    body = {"user_id": ana, "content": "Tulips are red.", "tags": [f"zoe{joint}diabetic"]}
    assert api.post("/memories", body).status_code == 202


@pytest.mark.parametrize("name", ["garden_plan", "trip.to_lisbon", "c++", "health_check", "v2.1"])
def test_names_that_tell_nothing_are_stored(name, api, ana):
    body = {"user_id": ana, "content": "Tulips are red.", "tags": [name], "key": name}
    assert api.post("/memories", body).status_code == 201


@pytest.mark.parametrize("namespace", [["shared", "{}"], ["shared", "team", "{}"]])
@pytest.mark.parametrize("name", ["ana-hiv-positive", "ana_gay", "ana.gay"])
def test_a_shared_namespace_is_refused(name, namespace, api):
    body = {"namespace": [part.format(name) for part in namespace], "content": "Tulips are red."}
    refused = api.post("/memories", body)
    assert refused.status_code == 422 and "sensitive about a person" in refused.json()["detail"]
