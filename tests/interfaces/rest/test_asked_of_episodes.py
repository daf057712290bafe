"""A sentence that is cut out of an episode is asked about under its field, not under the episode's address."""

from operations import jobs

TOM = {"role": "user", "speaker": "Tom", "content": "We repaired the lighthouse of Sagres with new lamps from Lyon."}
HOME = {"role": "user", "content": "I live in Porto, at 12 Harbour Street."}
OK = {"role": "user", "content": "ok"}


def test_no_reader_sees_the_episode_s_address(api, owner, ana, home):
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    assert api.post(f"/sessions/{session}/turns", {"turns": [TOM, HOME, *[OK] * 18]}).status_code == 201
    jobs.JOBS["write_episodes"](home.workspace_id)

    (asked,) = owner.get("/proposals", {"state": "pending"}).json()["results"]

    assert "Porto" in asked["new_value"] and set(asked["field"].split(", ")) <= {
        "identity.city",
        "identity.home_address",
    }
    assert owner.post(f"/proposals/{asked['id']}/approve", {"shown_hash": asked["shown_hash"]}).status_code == 200
    assert " in episode" not in str(owner.get(f"/proposals/{asked['id']}").json())
    export = owner.client.get("/my-data/export.html")
    assert " in episode" not in b"".join(export).decode()
