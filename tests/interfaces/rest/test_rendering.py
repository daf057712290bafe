"""Answers as bytes: what Django REST framework would write, sooner."""

from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.utils.translation import gettext_lazy
from rest_framework import renderers

from interfaces.rest.negotiation import JSONRenderer
from workspaces.actors import ActorKind

VALUES = [
    {"text": 'Ana says "olá" — 東京 \U0001f375\n\t\\', "none": None, "yes": True},
    [1, -(2**63), 2**64, 0.1, 1.5e300, 0.0, -2.25],
    {"nested": [{"a": []}, (), {}], "1": "x"},
    {"id": UUID(int=7), "at": datetime(2026, 11, 25, 12, 30, 1, 250, UTC), "kind": ActorKind.PERSON},
    {"lazy": gettext_lazy("Approve")},
    "text",
    [],
]


@pytest.mark.parametrize("value", VALUES)
def test_it_writes_what_the_framework_writes(value):
    assert JSONRenderer().render(value) == renderers.JSONRenderer().render(value)


def test_no_content_is_no_bytes():
    assert JSONRenderer().render(None) == b""


def test_what_json_cannot_say_is_null():
    assert JSONRenderer().render([float("nan"), float("inf")]) == b"[null,null]"
