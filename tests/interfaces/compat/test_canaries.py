"""R31 by the protocols of others: what waits for consent or was refused is readable by no other agent."""

import pytest

from interfaces.compat.anthropic.urls import urlpatterns as anthropic_urls
from interfaces.compat.mem0.urls import NotHere
from interfaces.compat.mem0.urls import urlpatterns as mem0_urls
from tests.interfaces.canaries import REFUSED, WAITING, readable
from tests.interfaces.rest.conftest import Api

QUESTION = f"Where does Ana live, in {WAITING}? Who is {REFUSED}? Peanuts, bees?"
LINES = (f"Ana lives in {WAITING}.", f"Ana goes by {REFUSED}.", f"{WAITING}, {REFUSED}")
# Every route of mem0's that reads, and what it is asked.
MEM0 = {
    "v1/ping/": ("get", {}),
    "v3/memories/search/": ("post", {"query": QUESTION, "filters": {"user_id": "{user}"}, "top_k": 100}),
    "v3/memories/": ("post", {"filters": {"user_id": "{user}"}}),
    "v1/memories/<uuid:memory_id>/": ("get", {}),
    "v1/memories/<uuid:memory_id>/history/": ("get", {}),
    "v1/memories/": ("get", {"user_id": "{user}"}),
    "v1/entities/": ("get", {}),
    "search": ("post", {"query": QUESTION, "user_id": "{user}"}),
    "memories": ("get", {"user_id": "{user}"}),
    "memories/<uuid:memory_id>": ("get", {}),
    "memories/<uuid:memory_id>/history": ("get", {}),
}


def filled(fields, user):
    return {name: filled(value, user) if isinstance(value, dict) else value.replace("{user}", user)
            if isinstance(value, str) else value for name, value in fields.items()}  # fmt: skip


def test_every_route_of_mem0_s_that_reads_is_listed():
    """A new one has to be looked at here."""
    served = {str(one.pattern) for one in mem0_urls if one.callback.view_class is not NotHere}
    assert served - MEM0.keys() == {"v3/memories/add/", "v2/entities/<str:kind>/<str:name>/", "v1/batch/"}
    assert MEM0.keys() <= served


@pytest.mark.parametrize("path", MEM0)
def test_no_route_of_mem0_s_tells_another_agent(told, mem0, other_key, ana, path):
    for line in LINES:
        body = {"messages": [{"role": "user", "content": line}], "user_id": ana, "infer": False}
        assert mem0.post("/v3/memories/add/", body).status_code in (202, 409)
    method, fields = MEM0[path]
    reader = Api({"Authorization": f"Token {other_key}"}, base="/compat/mem0")
    answer = getattr(reader, method)(f"/{path.replace('<uuid:memory_id>', told['memory_id'])}", filled(fields, ana))
    assert answer.status_code == 200
    assert readable(answer) == set()


def test_every_route_of_anthropic_s_that_reads_is_asked():
    reading = {str(one.pattern) for one in anthropic_urls if hasattr(one.callback.view_class, "get")}
    store = "v1/memory_stores/<str:store_id>"
    assert reading == {
        "v1/memory_stores", store, f"{store}/memories", f"{store}/memories/<str:memory_id>",
        f"{store}/memory_versions", f"{store}/memory_versions/<str:version_id>",
    }  # fmt: skip


def test_no_route_of_anthropic_s_tells_another_agent(told, home, other_key, ana):
    """Neither the files nor the names, paths and descriptions."""
    writer = Api({"X-Api-Key": home.api_keys["supervisor"]}, base="/compat/anthropic")
    reader = Api({"X-Api-Key": other_key}, base="/compat/anthropic")
    about = {"metadata": {"user_id": ana}}
    store = writer.post("/v1/memory_stores", {"name": "Notes", **about}).json()["id"]
    files = f"/v1/memory_stores/{store}/memories"
    made = writer.post(files, {"path": "/bees.md", "content": "Ana keeps bees."}).json()
    writes = [
        writer.post("/v1/memory_stores", {"name": LINES[0], **about}),
        writer.post("/v1/memory_stores", {"name": "More", "description": LINES[1], **about}),
        *(writer.post(files, {"path": f"/{place}.md", "content": line}) for place, line in enumerate(LINES)),
        writer.post(files, {"path": f"/ana-lives-in-{WAITING.lower()}.md", "content": "Bees."}),
        writer.post(f"{files}/{made['id']}", {"content": f"Ana keeps bees. {LINES[0]}"}),
    ]
    assert {answer.status_code for answer in writes} <= {202, 409}
    versions = f"/v1/memory_stores/{store}/memory_versions"
    answers = [
        reader.get(path)
        for path in ("/v1/memory_stores", f"/v1/memory_stores/{store}", f"{files}?view=full", f"{files}/{made['id']}",
                     f"{versions}?view=full", f"{versions}/{made['memory_version_id']}")
    ]  # fmt: skip
    assert [answer.status_code for answer in answers] == [200] * 6
    assert [readable(answer) for answer in answers] == [set()] * 6
