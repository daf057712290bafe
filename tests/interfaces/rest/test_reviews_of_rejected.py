"""What rests on a memory that the person said is wrong: stale at once, left out, told in one item (003, R17)."""

import pytest

from operations import jobs

QUESTION = "Where is the release party?"


@pytest.fixture
def chain(api, ana):
    """A note, what was derived from it, and what depends on that; answers their ids, the source's first."""

    def write(content, **rests):
        return api.post("/memories", {"user_id": ana, "content": content, **rests}).json()["memory_id"]

    source = write("The release party is in the garden.")
    derived = write("The garden has to be booked for the release party.", derived_from=[source])
    return source, derived, write("Book the garden for the release party in May.", depends_on=[derived])


@pytest.fixture
def rejected(owner, chain):
    """The chain, its source rejected and the job through."""
    owner.post(f"/memories/{chain[0]}/reject")
    jobs.background.keep_dependents(None)
    return chain


def found(api, ana):
    return {row["id"]: row["score"] for row in api.post("/memory/query", {"user_id": ana, "query": QUESTION}).json()}


def reviews(who):
    return who.get("/reviews").json()["results"]


def test_all_that_rests_on_it_is_left_out_at_once(owner, api, ana, chain):
    assert set(chain) <= set(found(api, ana))
    owner.post(f"/memories/{chain[0]}/reject")
    assert not set(chain) & set(found(api, ana))


def test_or_weighs_less_where_the_settings_say_so(owner, api, ana, chain, settings):
    settings.STALE_LEFT_OUT = []
    before = found(api, ana)
    owner.post(f"/memories/{chain[0]}/reject")
    after = found(api, ana)
    assert chain[0] not in after
    assert all(after[one] < before[one] for one in chain[1:])


def test_what_rests_on_nothing_of_it_stays(owner, api, ana, chain):
    other = api.post("/memories", {"user_id": ana, "content": "The release party has a band."}).json()["memory_id"]
    owner.post(f"/memories/{chain[0]}/reject")
    assert set(found(api, ana)) & {*chain, other} == {other}


def test_the_person_is_told_in_one_item(owner, rejected):
    (review,) = reviews(owner)
    assert (review["source_id"], review["event"], review["recomputed"]) == (rejected[0], "UPDATE", [])
    assert [(row["id"], row["staleness"]) for row in review["stale"]] == [(one, "gone") for one in rejected[1:]]


def test_nobody_else_is(colleague, outsider, rejected):
    assert reviews(colleague) == [] and reviews(outsider) == []


def test_rejecting_in_the_middle_leaves_the_source_alone(owner, api, ana, chain):
    owner.post(f"/memories/{chain[1]}/reject")
    jobs.background.keep_dependents(None)
    (review,) = reviews(owner)
    assert [row["id"] for row in review["stale"]] == [chain[2]]
    assert set(found(api, ana)) & set(chain) == {chain[0]}


def test_taking_it_back_makes_all_sound_again(owner, api, ana, rejected):
    owner.post(f"/memories/{rejected[0]}/verify")
    jobs.background.keep_dependents(None)
    assert reviews(owner) == []
    assert set(rejected) <= set(found(api, ana))


def test_the_job_runs_twice_safely(owner, rejected):
    assert jobs.background.keep_dependents(None) == 0
    assert len(reviews(owner)) == 1


def test_what_the_person_keeps_is_found_again_and_the_rest_forgotten(owner, api, ana, rejected):
    (review,) = reviews(owner)
    body = {"keep": [rejected[1]], "forget": [rejected[2]]}
    assert owner.post(f"/reviews/{review['id']}/settle", body).json()["kept"] == 1
    assert set(found(api, ana)) & set(rejected) == {rejected[1]}
    assert reviews(owner) == []


def test_what_is_kept_stays_so_when_the_job_runs_again(owner, api, ana, rejected):
    (review,) = reviews(owner)
    owner.post(f"/reviews/{review['id']}/settle", {"keep": list(rejected[1:])})
    jobs.background.keep_dependents(None)
    assert set(found(api, ana)) & set(rejected) == set(rejected[1:])


def test_a_fact_that_is_wrong_upsets_what_rests_on_it_too(owner, api, ana):
    fact = api.put(f"/users/{ana}/facts/constraint/diet", {"value": "vegetarian"}).json()["memory_id"]
    body = {"user_id": ana, "content": "Order the vegetarian menu.", "derived_from": [fact]}
    derived = api.post("/memories", body).json()["memory_id"]
    owner.post(f"/memories/{fact}/reject")
    jobs.background.keep_dependents(None)
    assert [[row["id"] for row in review["stale"]] for review in reviews(owner)] == [[derived]]


def test_what_is_derived_from_it_later_is_refused(owner, api, ana, rejected):
    body = {"user_id": ana, "content": "Rent chairs for the garden.", "derived_from": [rejected[0]]}
    assert api.post("/memories", body).status_code == 404
