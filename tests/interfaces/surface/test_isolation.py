"""Every route of the server, asked by eight who may not: none is told of what is Ana's, and none changes it.

Who may asks the same first, so that no request is refused for being wrong.
"""

import json
import re
from collections.abc import Iterator

import pytest
from django.db import connection

from tests.interfaces.rest.conftest import put_back
from tests.interfaces.surface.conftest import LOGS, NAME, PLACE, SECRET, Identity, World
from tests.interfaces.surface.routes import Sent, Unlisted, requests_to, routes

pytestmark = pytest.mark.django_db
WORDS = (SECRET, NAME, PLACE)
WRITTEN_SQL = """
SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) FROM pg_stat_xact_user_tables WHERE relname <> ALL(%s)
"""
IDS = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
NO = 400
COMMON = ("memories/memory", "workspaces/grant")
AREAS = {"api": "/api/", "compat": "/compat/", "admin": "/admin/", "pages": "/"}


def ask(who: Identity, sent: Sent, world: World):
    body = world.body(sent.body or {}, model=sent.model)
    path = world.filled(sent.path, model=sent.model)
    is_plain = not any(isinstance(value, list) for value in body.values())
    if sent.method == "delete" and is_plain:
        options = {"query_params": body}
    elif sent.method == "get" or not path.startswith(("/api/", "/compat/")):
        options = {"data": body}
    else:
        options = {"data": json.dumps(body), "content_type": "application/json"}
    who.client.cookies.pop("messages", None)  # they name what was asked for before
    return getattr(who.client, sent.method)(path, headers=who.headers, **options)


def said(answer) -> str:
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return (body.decode(errors="replace") + json.dumps(dict(answer.headers))).casefold()


def written() -> int:
    with connection.cursor() as cursor:
        cursor.execute(WRITTEN_SQL, [[model._meta.db_table for model in LOGS]])
        return cursor.fetchone()[0]


def problems(who: Identity, sent: Sent, world: World, before: dict[str, str]) -> Iterator[str]:
    """What is wrong with how somebody was answered."""
    name = f"{who.name}: {sent.method.upper()} {sent.path}"
    with put_back():
        count = written()
        answer = ask(who, sent, world)
        if answer.status_code >= 500:
            yield f"{name} fails with {answer.status_code}"
        text = said(answer)
        secret = {*WORDS} - who.knows - words_of(sent, world)
        yield from (f"{name} tells of {word}" for word in sorted(secret) if word.casefold() in text)
        if SECRET not in who.knows:
            yield from (
                f"{name} tells of {one}" for one in her_ids(before) & set(IDS.findall(text)) - named(sent, world)
            )
        if written() != count:
            yield from (f"{name} {what}" for what in changed(before, world.kept(), sent))


def her_ids(kept: dict[str, str]) -> set[str]:
    return {row.split(" ")[1] for row, digest in kept.items() if digest.startswith("hers ")}


def named(sent: Sent, world: World) -> set[str]:
    """The ids that stand in a request."""
    return set(IDS.findall(world.filled(sent.path + json.dumps(sent.body), model=sent.model)))


def words_of(sent: Sent, world: World) -> set[str]:
    """Those that a request says itself: pages show what was typed."""
    return {word for word in WORDS if word in world.filled(json.dumps(sent.body))}


def changed(before: dict[str, str], after: dict[str, str], sent: Sent) -> Iterator[str]:
    yield from (f"deletes {row}" for row in before.keys() - after.keys())
    yield from (f"changes {row}" for row in before.keys() & after.keys() if before[row] != after[row])
    new = after.keys() - before.keys()
    yield from (f"adds {row} about her" for row in new if after[row].startswith("hers ") and not sent.is_own)


def requests_of(area: str) -> list[Sent]:
    others = [start for name, start in AREAS.items() if name != "pages"]
    return [
        sent
        for route in routes()
        for sent in requests_to(route)
        if (sent.path.startswith(AREAS[area]) if area != "pages" else not sent.path.startswith(tuple(others)))
    ]


def test_every_route_is_listed():
    unlisted = []
    for route in routes():
        try:
            list(requests_to(route))
        except Unlisted as error:
            unlisted.append(str(error))
    assert unlisted == []


@pytest.mark.parametrize("area", AREAS)
def test_eight_who_may_not_learn_and_change_nothing(area, world, identities, figure):
    """Of the admin's pages that are common to all models, those of two."""
    asked = [sent for sent in requests_of(area) if not sent.is_common or sent.model in COMMON]
    figure(check(asked, world, identities))


@pytest.mark.prove
def test_nor_by_any_page_of_any_model(world, identities, figure):
    figure(check(requests_of("admin"), world, identities))


def check(asked: list[Sent], world: World, identities: list[Identity]) -> str:
    before = world.kept()
    found = [one for who in identities for sent in asked for one in problems(who, sent, world, before)]
    assert "\n".join(found) == ""
    return f"{len(asked)} requests of {len(identities)} identities: nothing told, nothing changed"


@pytest.mark.parametrize("area", ["api", "compat"])
def test_each_request_is_answered_to_who_may(area, world, mine):
    """Otherwise the others would be refused for what they sent."""
    refused = []
    for sent in requests_of(area):
        if sent.needs_more:
            continue
        statuses = []
        for who in mine:
            with put_back():
                statuses.append(ask(who, sent, world).status_code)
        if min(statuses) >= NO:
            refused.append(f"{sent.method.upper()} {sent.path} {statuses}")
    assert "\n".join(refused) == ""
