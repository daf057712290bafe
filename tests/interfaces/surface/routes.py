"""Every route of the server by its resolver, and what is sent to it.

A route that is not listed here is found out: `requests_to` has nothing to send and raises Unlisted.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib import admin
from django.urls import URLPattern, URLResolver, get_resolver

METHODS = ("get", "post", "put", "patch", "delete")
SHA = "a" * 64
TURN = {"role": "user", "content": "Hello."}
# Where each argument of a path is filled from the world; other arguments stand in FILLED.
ARGUMENT = re.compile(r"<(?:\w+:)?(\w+)>")
NAMED = {
    "/compat/anthropic/v1/memory_stores/<str:store_id>/memories/<str:memory_id>": {"memory_id": "{file}"},
    "/api/v1/threads/<path:thread_id>/changes": {"thread_id": "person-{ana}"},
    "/compat/mem0/v2/entities/<str:kind>/<str:name>/": {"name": "{ana}"},
    "/conversations/<uuid:turn_id>": {"turn_id": "{turn}"},
    "/conversations/<uuid:turn_id>/delete": {"turn_id": "{turn}"},
    "/conversations/<uuid:turn_id>/delete-all": {"turn_id": "{turn}"},
    "/admin/workspaces/agent/<uuid:row_id>/webhook/": {"row_id": "{agent_id}"},
    "/admin/workspaces/account/<id>/password/": {"id": "{account}"},
    "/admin/memories/memory/several/<slug:name>/": {"name": "forget"},
    "/admin/memories/memory/link/<uuid:row_id>/remove/": {"row_id": "{relation_id}"},
    "/admin/workspaces/agent/webhook/<uuid:row_id>/remove/": {"row_id": "{webhook_id}"},
    "/admin/workspaces/agent/webhook/<uuid:row_id>/test/": {"row_id": "{webhook_id}"},
}


@dataclass(frozen=True)
class Route:
    """`path` as Django writes it, with a slash before; `methods` that it answers."""

    path: str
    methods: tuple[str, ...]
    model: str = ""  # whose pages of the admin it belongs to


@dataclass(frozen=True)
class Sent:
    """A request; `{name}` stands for what the world calls so. `is_own`: it is about whoever asks, and names nobody.
    `needs_more`: see NEEDS_MORE. `is_common`: asked of every model, and answered by one piece of code."""

    method: str
    path: str
    body: Any = None
    is_own: bool = False
    model: str = ""
    needs_more: bool = False
    is_common: bool = False


@dataclass(frozen=True)
class Listed:
    """What is sent to a route: a query for GET and DELETE, a body for others."""

    body: Mapping[str, Any] = field(default_factory=dict)
    is_own: bool = False


class Unlisted(AssertionError):
    pass


def of(**body: Any) -> Listed:
    return Listed(body)


def own(**body: Any) -> Listed:
    return Listed(body, is_own=True)


HERS = of(user_id="{ana}")
NOTE = "She waters the plants."
API = {
    "POST memory/query": of(user_id="{ana}", query="What does she grow?"),
    "POST context": of(user_id="{ana}", query="What does she grow?"),
    "GET audit": own(),
    "GET users": own(),
    "POST users": own(name="Cleo"),
    "GET users/<uuid:user_id>": of(),
    "GET users/<uuid:user_id>/export": of(),
    "GET users/<uuid:user_id>/erase": of(),
    "POST users/<uuid:user_id>/erase": of(confirmation="{name}"),
    "GET users/<uuid:user_id>/facts": of(),
    "GET users/<uuid:user_id>/facts/<str:category>/<str:key>": of(),
    "PUT users/<uuid:user_id>/facts/<str:category>/<str:key>": of(value="a fern"),
    "DELETE users/<uuid:user_id>/facts/<str:category>/<str:key>": of(),
    "GET users/<uuid:user_id>/facts/<str:category>/<str:key>/history": of(),
    "POST users/<uuid:user_id>/facts/<str:category>/<str:key>/restore": of(version=1),
    "GET users/<uuid:user_id>/checkpoints": of(),
    "DELETE users/<uuid:user_id>/checkpoints": of(run_id="0193a000-0000-7000-8000-000000000001"),
    "GET users/<uuid:user_id>/checkpoints/<path:thread_id>": of(),
    "PUT users/<uuid:user_id>/checkpoints/<path:thread_id>": of(checkpoint={"step": 2}),
    "DELETE users/<uuid:user_id>/checkpoints/<path:thread_id>": of(),
    "GET users/<uuid:user_id>/checkpoints/<path:thread_id>/history": of(),
    "GET users/<uuid:user_id>/checkpoints/<path:thread_id>/writes": of(checkpoint_id="{checkpoint}"),
    "POST users/<uuid:user_id>/checkpoints/<path:thread_id>/writes": of(
        checkpoint_id="{checkpoint}", task_id="t", writes=[{"idx": 0, "channel": "c", "value": 1}]
    ),
    "POST users/<uuid:user_id>/checkpoints/<path:thread_id>/copy": of(to_thread_id="t2"),
    "POST users/<uuid:user_id>/checkpoints/<path:thread_id>/prune": of(keep_last=1),
    "GET memories": HERS,
    "POST memories": of(user_id="{ana}", content=NOTE),
    "POST memories/batch": of(items=[{"user_id": "{ana}", "content": NOTE}]),
    "GET memories/summaries": HERS,
    "GET memories/<uuid:memory_id>/detail": of(),
    "GET memories/<uuid:memory_id>": of(),
    "PATCH memories/<uuid:memory_id>": of(content=NOTE),
    "DELETE memories/<uuid:memory_id>": of(),
    "POST memories/<uuid:memory_id>/restore": of(version=1),
    "POST memories/<uuid:memory_id>/verify": of(),
    "POST memories/<uuid:memory_id>/reject": of(),
    "POST memories/<uuid:memory_id>/reject/undo": of(),
    "GET memories/<uuid:memory_id>/merges": of(),
    "POST memories/<uuid:memory_id>/merges/undo": of(),
    "GET memories/<uuid:memory_id>/history": of(),
    "GET memory/<uuid:memory_id>/history": of(),
    "GET memories/<uuid:memory_id>/versions": of(),
    "GET memories/<uuid:memory_id>/diff": Listed({"from": "1", "to": "1"}),
    "GET memories/<uuid:memory_id>/relations": of(),
    "GET memories/<uuid:memory_id>/graph": of(),
    "GET relations": of(memory_id="{memory_id}"),
    "POST relations": of(from_id="{memory_id}", to_id="{second}"),
    "DELETE relations/<uuid:relation_id>": of(),
    "POST sources/<str:source>/objects": of(
        user_id="{ana}",
        source_id="acme/app#1",
        title="Retry",
        payload={"type": "issue", "number": 1, "repository": "acme/app", "body": "Retry."},
    ),
    "PUT memories/<uuid:memory_id>/artifacts/<uuid:artifact_id>": of(),
    "DELETE memories/<uuid:memory_id>/artifacts/<uuid:artifact_id>": of(),
    "GET artifacts": HERS,
    "POST artifacts": of(user_id="{ana}", sha256=SHA, storage_uri="https://f.example/x", artifact_type="log"),
    "GET artifacts/<uuid:artifact_id>": of(),
    "GET artifacts/<uuid:artifact_id>/content": of(),
    "GET events": HERS,
    "GET events/counts": HERS,
    "GET memories/<uuid:memory_id>/reads": of(),
    "GET retrieval-events": HERS,
    "GET retrieval-events/recalls": own(),
    "GET retrieval-events/<uuid:event_id>": of(),
    "POST retrieval-events/<uuid:event_id>/replay": of(),
    "GET sessions": HERS,
    "POST sessions": HERS,
    "GET sessions/<uuid:session_id>": of(),
    "POST sessions/<uuid:session_id>/close": of(),
    "GET sessions/<uuid:session_id>/turns": of(),
    "POST sessions/<uuid:session_id>/turns": of(turns=[TURN]),
    "POST sessions/<uuid:session_id>/exchange": of(content="Hello."),
    "GET sessions/<uuid:session_id>/window": of(),
    "GET store/items": of(namespace="memories/{ana}", key="{item}"),
    "PUT store/items": of(namespace=["memories", "{ana}"], key="{item}", value={"content": NOTE}),
    "DELETE store/items": of(namespace="memories/{ana}", key="{item}"),
    "POST store/items/search": of(namespace_prefix=["memories", "{ana}"], query="What does she grow?"),
    "POST store/namespaces": own(match_conditions=[{"match_type": "prefix", "path": ["memories", "{ana}"]}]),
    "GET store/keys": of(namespace="memories/{ana}"),
    "GET tasks": HERS,
    "POST tasks": of(user_id="{ana}", title="Water them"),
    "GET tasks/<uuid:task_id>": of(),
    "PATCH tasks/<uuid:task_id>": of(status="in_progress"),
    "GET consent/policies": own(),
    "PUT consent/policies": own(policies=[{"category": "food", "outcome": "apply"}]),
    "POST consent/policies/dry-run": own(policies=[{"category": "food", "outcome": "apply"}]),
    "GET consent/signals": own(),
    "GET consent/preferences": own(),
    "DELETE consent/preferences/<uuid:preference_id>": of(),
    "GET consent/mail": own(),
    "PUT consent/mail": own(digest=True, reminders=False),
    "GET proposals": HERS,
    "GET proposals/counts": HERS,
    "POST proposals/bulk": of(decisions=[{"id": "{proposal_id}", "verdict": "approve", "shown_hash": "{shown}"}]),
    "GET proposals/<uuid:proposal_id>": of(),
    "POST proposals/<uuid:proposal_id>/approve": of(),
    "POST proposals/<uuid:proposal_id>/acknowledge": of(code="K7Q-F2M", verdict="approve", turn_id="{turn}"),
    "GET proposals/<uuid:proposal_id>/receipt": of(),
    "POST proposals/<uuid:proposal_id>/amend": of(value="Zadar", shown_hash="{shown}"),
    "POST proposals/<uuid:proposal_id>/reject": of(),
    "POST proposals/<uuid:proposal_id>/withdraw": of(),
    "POST proposals/<uuid:proposal_id>/ask-again": of(),
    "GET webhooks": own(),
    "POST webhooks": own(url="https://example.com/hook"),
    "DELETE webhooks/<uuid:webhook_id>": of(),
    "GET reviews": HERS,
    "POST reviews/<uuid:review_id>/settle": of(),
    "GET threads/<path:thread_id>/changes": of(user_id="{ana}", since="0"),
    "GET quota": own(),
    "PATCH quota": own(memories=100_000),
    "GET grants": own(),
    "POST grants": of(agent_id="{agent_id}", user_id="{ana}"),
    "DELETE grants/<uuid:grant_id>": of(),
}
# What is answered only after a step that the world does not take, or nobody who asks here may ever do.
NEEDS_MORE = {
    "GET users/<uuid:user_id>/erase",
    "PATCH quota",
    "POST memories/<uuid:memory_id>/reject/undo",
    "POST memories/<uuid:memory_id>/merges/undo",
    "GET artifacts/<uuid:artifact_id>/content",
    "POST reviews/<uuid:review_id>/settle",
    "POST proposals/<uuid:proposal_id>/acknowledge",
    "GET proposals/<uuid:proposal_id>/receipt",
    "POST proposals/<uuid:proposal_id>/withdraw",
    "POST proposals/<uuid:proposal_id>/ask-again",
    "POST anthropic/v1/memory_stores/<str:store_id>/memory_versions/<str:version_id>/redact",
}
MEM0_FILTER = {"filters": {"user_id": "{ana}"}}
COMPAT = {
    "GET mem0/v1/ping/": own(),
    "POST mem0/v3/memories/search/": of(query="What does she grow?", **MEM0_FILTER),
    "POST mem0/v3/memories/add/": of(user_id="{ana}", messages=[TURN], infer=False),
    "POST mem0/v3/memories/": of(**MEM0_FILTER),
    "GET mem0/v1/memories/<uuid:memory_id>/": of(),
    "PUT mem0/v1/memories/<uuid:memory_id>/": of(text=NOTE),
    "DELETE mem0/v1/memories/<uuid:memory_id>/": of(),
    "GET mem0/v1/memories/<uuid:memory_id>/history/": of(),
    "GET mem0/v1/memories/": HERS,
    "POST mem0/v1/memories/": of(user_id="{ana}", messages=[TURN], infer=False),
    "DELETE mem0/v1/memories/": HERS,
    "GET mem0/v1/entities/": own(),
    "DELETE mem0/v2/entities/<str:kind>/<str:name>/": of(),
    "PUT mem0/v1/batch/": of(memories=[{"memory_id": "{memory_id}", "text": NOTE}]),
    "DELETE mem0/v1/batch/": of(memories=[{"memory_id": "{memory_id}"}]),
    "POST mem0/search": of(query="What does she grow?", **MEM0_FILTER),
    "GET mem0/memories": HERS,
    "POST mem0/memories": of(user_id="{ana}", messages=[TURN], infer=False),
    "DELETE mem0/memories": HERS,
    "GET mem0/memories/<uuid:memory_id>": of(),
    "PUT mem0/memories/<uuid:memory_id>": of(text=NOTE),
    "DELETE mem0/memories/<uuid:memory_id>": of(),
    "GET mem0/memories/<uuid:memory_id>/history": of(),
    "GET anthropic/v1/memory_stores": own(),
    "POST anthropic/v1/memory_stores": of(name="Plants", metadata={"user_id": "{ana}"}),
    "GET anthropic/v1/memory_stores/<str:store_id>": of(),
    "POST anthropic/v1/memory_stores/<str:store_id>": of(name="Trees"),
    "DELETE anthropic/v1/memory_stores/<str:store_id>": of(),
    "POST anthropic/v1/memory_stores/<str:store_id>/archive": of(),
    "GET anthropic/v1/memory_stores/<str:store_id>/memories": of(),
    "POST anthropic/v1/memory_stores/<str:store_id>/memories": of(path="/new.md", content=NOTE),
    "GET anthropic/v1/memory_stores/<str:store_id>/memories/<str:memory_id>": of(),
    "POST anthropic/v1/memory_stores/<str:store_id>/memories/<str:memory_id>": of(content=NOTE),
    "DELETE anthropic/v1/memory_stores/<str:store_id>/memories/<str:memory_id>": of(),
    "GET anthropic/v1/memory_stores/<str:store_id>/memory_versions": of(),
    "GET anthropic/v1/memory_stores/<str:store_id>/memory_versions/<str:version_id>": of(),
    "POST anthropic/v1/memory_stores/<str:store_id>/memory_versions/<str:version_id>/redact": of(),
}
PAGES = {
    "GET ": own(),
    "GET search": own(q="grows"),
    "GET inbox": own(),
    "GET decisions": own(),
    "GET proposals/<uuid:proposal_id>": of(),
    "POST decisions/rules/<uuid:policy_id>": of(),
    "GET inbox/count": own(),
    "POST proposals/answers": of(approve="1", selected="{proposal_id}:{shown}"),
    "POST proposals/answers/undo": of(answered="{proposal_id}"),
    "POST proposals/choice": of(chosen="{proposal_id}:{shown}"),
    "POST proposals/<uuid:proposal_id>/amend": of(value="Zadar", shown_hash="{shown}"),
    "POST proposals/<uuid:proposal_id>/undo": of(),
    "POST proposals/<uuid:proposal_id>/take-back": of(),
    "POST proposals/<uuid:proposal_id>/allow-again": of(),
    "GET proposals/<uuid:proposal_id>/receipt": of(),
    "GET proposals/<uuid:proposal_id>/receipt.json": of(),
    "POST proposals/<uuid:proposal_id>/approve": of(shown_hash="{shown}"),
    "POST proposals/<uuid:proposal_id>/refuse": of(shown_hash="{shown}"),
    "POST reviews/<uuid:review_id>": of(forget="{memory_id}"),
    "GET memories": own(),
    "GET memories/new": own(),
    "POST memories/new": own(content=NOTE, category="general"),
    "GET facts/new": own(),
    "POST facts/new": own(field="pets", value="Zappa"),
    "GET memories/<uuid:memory_id>": of(),
    "GET memories/<uuid:memory_id>/edit": of(),
    "POST memories/<uuid:memory_id>/edit": of(content=NOTE, version="1"),
    "GET memories/<uuid:memory_id>/forget": of(),
    "POST memories/<uuid:memory_id>/forget": of(),
    "POST memories/<uuid:memory_id>/restore": of(version="1"),
    "POST memories/<uuid:memory_id>/wrong": of(),
    "POST memories/<uuid:memory_id>/right": of(),
    "POST memories/<uuid:memory_id>/keep": of(),
    "GET memories/<uuid:memory_id>/graph": of(),
    "GET map": own(),
    "GET map/around": own(memory="{memory_id}"),
    "GET timeline": own(),
    "GET activity": own(),
    "GET activity/find": of(id="{event_id}"),
    "GET activity/<uuid:event_id>": of(),
    "POST activity/<uuid:event_id>": of(),
    "GET conversations": of(),
    "GET conversations/<uuid:turn_id>": of(),
    "GET conversations/<uuid:turn_id>/delete": of(),
    "POST conversations/<uuid:turn_id>/delete": of(),
    "GET conversations/<uuid:turn_id>/delete-all": of(),
    "POST conversations/<uuid:turn_id>/delete-all": of(),
    "GET my-data": own(),
    "POST my-data/rules": own(field="city", outcome="never"),
    "GET my-data/access": own(),
    "POST my-data/access/<uuid:agent_id>": of(),
    "GET my-data/access/<uuid:agent_id>/forget": of(),
    "POST my-data/access/<uuid:agent_id>/forget": of(),
    "GET my-data/export.json": own(),
    "GET my-data/export.html": own(),
    "GET my-data/erase": own(),
    "POST my-data/erase": of(confirmation="{name}"),
    "GET erasures/<uuid:erasure_id>": of(),
    "GET erasures/<uuid:erasure_id>/receipt.json": of(),
    "GET deletions/<uuid:deletion_id>": of(),
    "GET deletions/<uuid:deletion_id>/receipt.json": of(),
    "GET preferences": own(),
    "POST preferences": own(),
    "POST preferences/address": own(),
    "POST preferences/devices": own(url="https://push.example.org/x", p256dh="x", auth="x"),
    "POST preferences/devices/renewal": own(url="https://push.example.org/y", p256dh="x", auth="x", server_key="x"),
    "POST preferences/devices/<uuid:device_id>": of(),
    "GET mail/stop/<str:token>": of(),
    "POST mail/stop/<str:token>": of(),
    "GET setup": own(),
    "POST setup": own(name="Another"),
    "GET setup/people": own(),
    "POST setup/people": own(person="new", name="Cleo", email="cleo@example.org"),
    "POST setup/people/<uuid:invitation_id>": of(withdraw="1"),
    "GET setup/assistant": own(),
    "POST setup/assistant": own(name="Helper"),
    "GET setup/first-memory": own(),
    "GET invitations/<str:token>": of(),
    "POST invitations/<str:token>": of(),
    "POST workspace": of(workspace="{workspace}"),
    "GET closings/<uuid:workspace_id>/receipt.json": of(),
}
ADMIN = {
    "GET search/": own(q="grows", s="grows"),
    "POST workspace/": of(workspace="{workspace}"),
    "GET workspace/closing/": own(),
    "POST workspace/closing/": of(confirmation="{place}", password="a long enough one"),
    "GET workspace/export/": own(),
    "POST workspace/export/": of(),
    "GET categories/": own(),
    "POST categories/": own(),
    "GET categories/yaml/": own(),
    "POST categories/yaml/": own(text=""),
    "PUT categories/yaml/": own(text=""),
    "GET policies/": own(),
    "POST policies/": own(),
    "GET policies/try/": own(),
    "POST policies/try/": own(text="Ana lives in Zadar."),
    "GET policies/rule/<uuid:rule_id>/": of(),
    "POST policies/rule/<uuid:rule_id>/": of(outcome="apply"),
    "GET policies/rule/": own(),
    "POST policies/rule/": own(outcome="apply", category="food"),
    "POST policies/rule/<uuid:rule_id>/remove/": of(),
    "POST policies/alias/": own(spelling="home_town", category="identity", key="city"),
    "POST policies/alias/<uuid:alias_id>/remove/": of(),
    "GET policies/yaml/": own(),
    "POST policies/yaml/": own(text=""),
    "PUT policies/yaml/": own(text=""),
    "GET prompts/": own(),
    "GET imports/": own(),
    "POST imports/": own(source="jsonl"),
    "GET imports/<uuid:run_id>/": of(),
    "POST imports/<uuid:run_id>/": of(discard="1"),
    "GET jobs/": own(),
    "POST jobs/retry/": of(run="{run}"),
    "POST operations/schedule/<int:row_id>/run/": of(),
    "GET advanced/": own(),
    "GET ": own(),
    "GET autocomplete/": own(app_label="conversations", model_name="turn", field_name="session", term="grow"),
    "POST workspaces/agent/<uuid:row_id>/webhook/": of(url="https://example.com/hook"),
    "POST workspaces/agent/webhook/<uuid:row_id>/remove/": of(),
    "POST workspaces/agent/webhook/<uuid:row_id>/test/": of(),
    "POST workspaces/account/<id>/password/": of(password1="a long enough one", password2="a long enough one"),
    "POST consent/proposal/<uuid:row_id>/answer/": of(verdict="approve", shown_hash="{shown}"),
    "GET consent/proposal/<uuid:proposal_id>/receipt.json": of(),
    "GET workspaces/person/<uuid:row_id>/export/": of(),
    "POST workspaces/person/<uuid:row_id>/export/": of(),
    "GET workspaces/person/<uuid:person_id>/erase/": of(),
    "POST workspaces/person/<uuid:person_id>/erase/": of(confirmation="{name}", password="a long enough one"),
    "GET workspaces/person/<uuid:person_id>/": of(),
    "GET operations/tombstone/<uuid:row_id>/receipt.json": of(),
    "GET workspaces/grant/<uuid:row_id>/revoke/": of(),
    "POST workspaces/grant/<uuid:row_id>/revoke/": of(),
    "GET consent/policy/<uuid:row_id>/revoke/": of(),
    "POST consent/policy/<uuid:row_id>/revoke/": of(),
    "GET workspaces/invitation/<uuid:row_id>/revoke/": of(),
    "POST workspaces/invitation/<uuid:row_id>/revoke/": of(),
    "POST workspaces/apikey/<uuid:row_id>/rotate/": of(),
    "GET workspaces/apikey/<uuid:row_id>/revoke/": of(),
    "POST workspaces/apikey/<uuid:row_id>/revoke/": of(),
    "GET retrieval/retrievalevent/<uuid:event_id>/why/": of(),
    "POST retrieval/retrievalevent/<uuid:event_id>/why/": of(),
    "GET memories/memory/<uuid:row_id>/edit/": of(),
    "POST memories/memory/<uuid:row_id>/edit/": of(content=NOTE),
    "POST memories/memory/<uuid:row_id>/restore/": of(),
    "POST memories/memory/<uuid:row_id>/forget/": of(),
    "POST memories/memory/<uuid:row_id>/reject/": of(),
    "POST memories/memory/<uuid:row_id>/readmit/": of(),
    "POST memories/memory/<uuid:row_id>/unmerge/": of(),
    "GET memories/memory/several/<slug:name>/": of(id="{memory_id}"),
    "POST memories/memory/several/<slug:name>/": of(id="{memory_id}"),
    "GET memories/memory/category/": of(id="{memory_id}", category="goals"),
    "POST memories/memory/category/": of(id="{memory_id}", category="goals", save="1"),
    "GET memories/memory/<uuid:row_id>/merge/": of(other="{second}"),
    "POST memories/memory/<uuid:row_id>/merge/": of(says="this"),
    "POST memories/memory/link/<uuid:row_id>/remove/": of(),
    "POST consent/proposal/<uuid:row_id>/settle/": of(verdict="approve", shown_hash="{shown}"),
    "POST consent/proposal/<uuid:row_id>/undo/": of(),
    "GET consent/proposal/undo/": of(id="{proposal_id}"),
    "POST consent/proposal/undo/": of(id="{proposal_id}"),
    "POST consent/proposal/<uuid:row_id>/retract/": of(),
    "POST operations/outbox/<uuid:row_id>/send/": of(),
    "POST workspaces/account/<uuid:account_id>/reset/": of(),
    "POST workspaces/invitation/<uuid:row_id>/again/": of(),
}
# Of every model: its list, a new row, one row, its history and deletion. Whatever the model, one piece of code answers
# all but the first.
EACH = {"GET <path:object_id>/change/"}
OF_A_MODEL = {
    "GET ": own(),
    "POST ": of(action="revoke", _selected_action="{row}"),
    "GET add/": own(),
    "POST add/": own(),
    "GET <path:object_id>/change/": of(),
    "POST <path:object_id>/change/": of(),
    "GET <path:object_id>/history/": of(),
    "GET <path:object_id>/delete/": of(),
    "POST <path:object_id>/delete/": of(post="yes"),
    "GET <path:object_id>/": of(),
}
# Django's, allauth's and the framework's own: about whoever is signed in, or open to all.
OPEN = (
    *(
        "/api/schema/",
        "/api/docs/",
        "/api/schema",
        "/api/docs",
        "/docs",
        "/docs/",
        "/healthz",
        "/readyz",
        "/problems/<slug:slug>",
        "/problems/",
        "/problems",
        "/robots.txt",
        "/clients/python.tar.gz",
        "/favicon.ico",
    ),
    *(
        "/manifest.webmanifest",
        "/service-worker.js",
        "/offline",
        "/.well-known/",
        "/oauth/",
        "/accounts/",
        "/admin/login/",
        "/admin/logout/",
    ),
    *("/admin/password_change/", "/admin/jsi18n/", "/admin/r/", "/admin/(?P<app_label>"),
)
# They lead to the documentation; not in OPEN, which holds beginnings.
TO_DOCS = ("/api", "/api/")
# Paths behind which nothing is.
NOTHING = (
    *("/api/<path:unknown>", "/api/v1/", "/compat/<path:unknown>", "/compat/mem0/v1/exports/"),
    *("/compat/mem0/v1/exports/get/", "/compat/mem0/v1/feedback/", "/compat/mem0/v1/summary/"),
    *("/compat/mem0/v2/entities/<str:kind>/<str:name>/profile/", "/compat/mem0/v2/profiles/<path:rest>"),
    *("/compat/mem0/api/v1/<path:rest>", "/admin/(?P<url>.*)$"),
)


def routes() -> list[Route]:
    """All that Django's resolver answers."""
    return [route for route in _walk(get_resolver().url_patterns, "/") if not _is_nothing(route)]


def _is_nothing(route: Route) -> bool:
    return route.path in NOTHING


def _walk(patterns: Any, before: str) -> Iterator[Route]:
    for one in patterns:
        path = before + str(one.pattern).removeprefix("^")
        if isinstance(one, URLResolver):
            yield from _walk(one.url_patterns, path)
        elif isinstance(one, URLPattern):
            yield Route(path, _methods(one.callback), _model(path))


def _methods(view: Any) -> tuple[str, ...]:
    """Of a function, which says nothing, both that a browser sends."""
    kind = getattr(view, "view_class", None) or getattr(view, "cls", None)
    if kind is None:
        return ("get", "post")
    allowed = getattr(view, "view_initkwargs", None) or getattr(view, "initkwargs", None) or {}
    names = allowed.get("http_method_names", kind.http_method_names)
    return tuple(one for one in METHODS if one in names and hasattr(kind, one))


def _model(path: str) -> str:
    """`app/model` where it belongs to a page of the admin's registry."""
    names = {f"{model._meta.app_label}/{model._meta.model_name}" for model in admin.site._registry}
    found = "/".join(path.removeprefix("/admin/").split("/")[:2])
    return found if path.startswith("/admin/") and found in names else ""


def requests_to(route: Route) -> Iterator[Sent]:
    """One request for each method of a route. Raises Unlisted."""
    if route.path.startswith(OPEN) or route.path in TO_DOCS:
        yield Sent("get", route.path, is_own=True)
        return
    for table, start in (
        (API, "/api/v1/"),
        (COMPAT, "/compat/"),
        (ADMIN, "/admin/"),
        (OF_A_MODEL, f"/admin/{route.model}/"),
        (PAGES, "/"),
    ):
        rest = route.path.removeprefix(start)
        found = [(m, table[f"{m.upper()} {rest}"]) for m in METHODS if f"{m.upper()} {rest}" in table]
        if route.path.startswith(start) and found:
            missing = set(route.methods) - {method for method, _ in found}
            if missing and start in ("/api/v1/", "/compat/", "/"):
                raise Unlisted(f"{sorted(missing)} {route.path}")
            for method, listed in found:
                line = f"{method.upper()} {rest}"
                yield Sent(
                    *(method, _filled(route.path), listed.body, listed.is_own, route.model),
                    needs_more=line in NEEDS_MORE,
                    is_common=table is OF_A_MODEL and line not in EACH,
                )
            return
    raise Unlisted(route.path)


def _filled(path: str) -> str:
    named = NAMED.get(path, {})
    return ARGUMENT.sub(lambda match: named.get(match[1], f"{{{match[1]}}}"), path)
