import gzip

import pytest

GZIP = {"Accept-Encoding": "gzip, br"}


def body(answer):
    return b"".join(answer)


@pytest.mark.parametrize("path", ["/static/css/site.css", "/static/js/site.js", "/static/icon.svg"])
def test_what_is_text_is_compressed_for_whoever_takes_it(client, path):
    plain, small = client.get(path), client.get(path, headers=GZIP)

    assert small["Content-Encoding"] == "gzip" and "Accept-Encoding" in small["Vary"]
    assert small["Content-Type"] == plain["Content-Type"] and small["Last-Modified"] == plain["Last-Modified"]
    compressed, whole = body(small), body(plain)
    assert gzip.decompress(compressed) == whole and len(compressed) < len(whole)


@pytest.mark.parametrize("path", ["/static/icons/icon-192.png", "/static/no-such.css", "/healthz"])
def test_nothing_else_is(client, path):
    assert "Content-Encoding" not in client.get(path, headers=GZIP)


def test_a_browser_that_has_it_gets_nothing(client):
    first = client.get("/static/css/site.css", headers=GZIP)
    again = client.get("/static/css/site.css", headers=GZIP | {"If-Modified-Since": first["Last-Modified"]})

    assert (again.status_code, body(again)) == (304, b"")
