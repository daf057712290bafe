"""What a request accepts and sends: as Django REST framework reads it, where it is nothing usual too."""

import pytest
from rest_framework import negotiation
from rest_framework.exceptions import NotAcceptable
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from interfaces.rest.negotiation import JSONRenderer, Negotiation
from interfaces.rest.parsing import CheckpointParser, StrictJSONParser

ACCEPTED = ["*/*", "application/json", "text/html, */*;q=0.1", "application/json; indent=4", "application/*"]
NEGOTIATIONS = (Negotiation, negotiation.DefaultContentNegotiation)
PARSERS = [StrictJSONParser(), CheckpointParser()]


def asks(accept=None, query="", content_type="application/json"):
    headers = {} if accept is None else {"HTTP_ACCEPT": accept}
    return Request(APIRequestFactory().generic("POST", f"/?{query}", b"{}", content_type, **headers))


@pytest.mark.parametrize("accept", [None, *ACCEPTED])
def test_the_renderer_is_the_framework_s_choice(accept):
    ours, theirs = (each().select_renderer(asks(accept), [JSONRenderer()]) for each in NEGOTIATIONS)
    assert (type(ours[0]), ours[1]) == (type(theirs[0]), theirs[1])


def test_what_nothing_writes_is_refused():
    with pytest.raises(NotAcceptable):
        Negotiation().select_renderer(asks("text/html"), [JSONRenderer()])


@pytest.mark.django_db
def test_the_refusal_names_what_is_written(api):
    refused = api.get("/users", Accept="text/html")
    assert refused.status_code == 406 and "application/json" in refused.json()["detail"]


@pytest.mark.parametrize("content_type", ["application/json", "application/json; charset=utf-8", "text/plain", ""])
def test_the_parser_is_the_framework_s_choice(content_type):
    ours, theirs = (each().select_parser(asks(content_type=content_type), PARSERS) for each in NEGOTIATIONS)
    assert ours is theirs


def test_a_state_has_a_parser_of_its_own():
    assert Negotiation().select_parser(asks(content_type=CheckpointParser.media_type), PARSERS) is PARSERS[1]
