"""A sentence that an episode cannot tell without the person's consent is asked about by its message alone."""

from operations import jobs

TOM = {"role": "user", "speaker": "Tom", "content": "We repaired the lighthouse of Sagres with new lamps from Lyon."}
HOME = {"role": "user", "content": "I live in Porto, at 12 Harbour Street."}
OK = {"role": "user", "content": "ok"}


def test_an_episode_asks_nothing_and_its_message_asks_under_its_field(api, owner, ana, home):
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    assert api.post(f"/sessions/{session}/turns", {"turns": [TOM, HOME, *[OK] * 18]}).status_code == 201
    jobs.JOBS["write_episodes"](home.workspace_id)
    assert owner.get("/proposals", {"state": "pending"}).json()["results"] == []

    jobs.JOBS["extract_facts"](home.workspace_id)

    asked = owner.get("/proposals", {"state": "pending"}).json()["results"]
    assert asked and {one["field"] for one in asked} <= {"identity.city", "identity.home_address"}
    assert all("Porto" in one["new_value"] or "Harbour" in one["new_value"] for one in asked)
    assert " in episode" not in str(asked)
