"""Bodies and addresses that break a naive server: always a problem, never a 500 (003, API requirements)."""

import base64
import json

import pytest

NOBODY = "00000000-0000-7000-8000-000000000000"
BODIES = {
    "NUL": b'{"name": "a\\u0000b"}',
    "NUL in a key": b'{"name": "a", "metadata\\u0000": 1}',
    "a bare NUL": b'{"name": "a\x00b"}',
    "half a surrogate pair": b'{"name": "\\ud800"}',
    "half a pair in a key": b'{"\\udfff": 1, "name": "a"}',
    "not UTF-8": b'{"name": "\xff"}',
    "a byte order mark": b'\xef\xbb\xbf{"name": "a"}',
    "UTF-16": '{"name": "a"}'.encode("utf-16"),
    "NaN": b'{"name": NaN}',
    "Infinity": b'{"name": Infinity}',
    "a number that overflows": b'{"name": 1e999}',
    "one that underflows below": b'{"name": -1e999}',
    "5,000 digits": b'{"name": ' + b"9" * 5000 + b"}",
    "an integer over 64 bits": b'{"name": 9223372036854775808}',
    "nesting of 2,000 lists": b'{"name": ' + b"[" * 2000 + b"]" * 2000 + b"}",
    "nesting of 100,000 lists": b"[" * 100_000,
    "nesting of 65 objects": b'{"a":' * 65 + b"1" + b"}" * 65,
    "a key twice": b'{"name": "a", "name": "b"}',
    "nothing but a quote": b'"',
    "a cut string": b'{"name": "a',
    "a comma too many": b'{"name": "a",}',
    "a comment": b'{"name": "a"} // hello',
    "two documents": b'{"name": "a"}{"name": "b"}',
    "a list": b'[{"name": "a"}]',
    "a string": b'"name"',
    "null": b"null",
    "a number": b"1",
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())
def test_a_malformed_body_is_a_400(api, body):
    answer = api.post("/users", body)
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json"), answer.content
    assert answer.json()["type"] == "/problems/malformed"


DEEP = json.dumps({"a": 1})
for _ in range(60):
    DEEP = f"[{DEEP}]"


@pytest.mark.parametrize(
    "value", ['"\\ud83d\\ude00"', '"\\u0001"', "9223372036854775807", "-9223372036854775807", "1e15", "5e-324", DEEP]
)
def test_what_is_unusual_but_sound_comes_back_as_it_was(api, ana, value):
    body = f'{{"user_id": "{ana}", "content": "A note.", "metadata": {{"x": {value}}}}}'.encode()
    made = api.post("/memories", body)
    assert made.status_code == 201, made.json()
    assert api.get(f"/memories/{made.json()['memory_id']}").json()["metadata"] == {"x": json.loads(value)}


FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize(
    "content_type", ["text/plain", FORM, "multipart/form-data; boundary=x", "application/xml", "", "nonsense"]
)
def test_only_json_is_taken(api, content_type):
    answer = api.client.generic(
        "POST", "/api/v1/users", b'{"name": "a"}', content_type=content_type, headers=api.headers
    )
    assert (answer.status_code, answer.json()["type"]) == (415, "/problems/unsupported-media-type")
    assert "Content-Type: application/json" in answer.json()["detail"]


def test_a_body_over_one_megabyte_is_refused(api):
    """R7."""
    frame = len(b'{"name": ""}')
    assert api.post("/users", b'{"name": "' + b"x" * (1024 * 1024 - frame) + b'"}').status_code == 422
    answer = api.post("/users", b'{"name": "' + b"x" * (1024 * 1024 - frame + 1) + b'"}')
    assert (answer.status_code, answer.json()["type"]) == (413, "/problems/body-too-large")


@pytest.mark.parametrize("content", ["a" * 50_001, "a" + " " * 50_000])
def test_a_content_of_few_tokens_and_many_characters_is_refused(api, ana, content):
    answer = api.post("/memories", {"user_id": ana, "content": content})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "content")


@pytest.mark.parametrize("length", ["99999999999", "-5", "abc"])
def test_a_lying_content_length_does_no_harm(api, length):
    answer = api.client.post(
        "/api/v1/users", b'{"name": "a"}', content_type="application/json", headers=api.headers, CONTENT_LENGTH=length
    )
    assert answer.status_code in (400, 413, 422)


@pytest.mark.parametrize(
    "path",
    [
        "/users?cursor=%00", "/users?%00=1", "/memories?key=%00", "/memories?namespace=a%00/b", "/users?limit=1e3",
        "/memories?user_id=%ff", "/memories?key=%ed%a0%80", "/sessions?external_id=%00",
        "/users?limit=99999999999999999999999999", "/threads/a%00b/changes", "/threads/x/changes?since=-1",
        "/threads/x/changes?since=99999999999999999999", "/users/{ana}/facts/identity/a%00b",
        "/users/{ana}/facts/%00/city", "/users/{ana}/facts/identity/%ed%a0%80", "/memories?limit=1&limit=2",
        "/memories?namespace=~", "/memories?namespace=" + "a/" * 200,
    ],
)  # fmt: skip
def test_a_hostile_address_is_a_problem(api, ana, path):
    answer = api.get(path.format(ana=ana))
    assert answer.status_code in (200, 400, 404, 422), answer.content
    assert answer.status_code != 200 or answer.json()["results"] == []


CURSORS = [
    [5, NOBODY],
    ["2026-01-01T00:00:00+00:00", NOBODY],
    ["2026-01-01T00:00:00+23:59", NOBODY],
    ["0001-01-01T00:00:00+14:00", NOBODY],
    ["2026-01-01T00:00:00", NOBODY],
    [True, NOBODY],
    [1, 2],
]


@pytest.mark.parametrize("place", CURSORS, ids=str)
@pytest.mark.parametrize("path", ["/users", "/memories", "/memories/{note}/versions"])
def test_a_forged_cursor_is_no_server_error(api, ana, place, path):
    note = api.post("/memories", {"user_id": ana, "content": "A note."}).json()["memory_id"]
    cursor = base64.urlsafe_b64encode(json.dumps(place).encode()).decode().rstrip("=")
    assert api.get(path.format(note=note), {"cursor": cursor}).status_code in (200, 422)


@pytest.mark.parametrize("path", ["/nothing", "/users/", "/users/1/2/3/4", "/../users", "//users"])
def test_an_unknown_address_is_a_problem_too(api, path):
    answer = api.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
