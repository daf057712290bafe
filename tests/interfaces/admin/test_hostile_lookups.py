"""What a list's address may ask for: the filters it shows, with values that fit them."""

from itertools import cycle

import pytest
from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db
MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label)
NUL = "a\x00b"
VALUES = ("(", "99999999999", "a,b", NUL, "", "9999-12-31 23:59:59-14:00", "0001-01-01 00:00:00+14:00")
LOOKUPS = {"regex": "(", "iregex": "[", "year": "99999999999", "range": "a,b", "exact": NUL, "in": NUL, "gt": "1e999"}


def url(model):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


@pytest.fixture
def visitor(owner) -> Client:
    owner.raise_request_exception = False
    return owner


@pytest.fixture
def declared(visitor, monkeypatch):
    """The parameters of a list's own filters."""

    def _declared(model):
        lists = []
        plain = ChangeList.__init__

        def keep(self, *args, **kwargs):
            plain(self, *args, **kwargs)
            lists.append(self)

        with monkeypatch.context() as patched:
            patched.setattr(ChangeList, "__init__", keep)
            assert visitor.get(url(model)).status_code == 200
        return [name for spec in lists[0].filter_specs for name in spec.expected_parameters()]

    return _declared


@pytest.fixture
def probes(declared):
    """Each list with each thing that may be asked of it."""

    def of(model):
        fields = [field.name for field in model._meta.concrete_fields]
        yield from ((f"{name}__{lookup}", value) for name, (lookup, value) in zip(fields, cycle(LOOKUPS.items())))
        yield from ((name, value) for name in declared(model) for value in VALUES)
        yield from ((name, NUL) for name in ("q", "p", "o", "all", "_to_field", "_facets", "_popup", "e"))

    return [(model, probe) for model in MODELS for probe in of(model)]


def failed(visitor, probes):
    return [(model, probe) for model, probe in probes if visitor.get(url(model), dict([probe])).status_code >= 500]


def test_no_lookup_makes_a_list_fail(visitor, one_of_each, probes):
    """Of the probes each fourth, so that every list, lookup and value has its turn."""
    assert failed(visitor, probes[::4]) == []


@pytest.mark.prove
def test_none_of_all_does(visitor, one_of_each, probes):
    assert failed(visitor, probes) == []


@pytest.mark.parametrize(
    "lookup", ["name__regex", "name__startswith", "memories__current__content__contains", "id__in"]
)
def test_a_list_takes_no_lookup_that_it_does_not_show(visitor, lookup):
    response = visitor.get("/admin/workspaces/person/", {lookup: "a"})

    assert response.status_code == 400
    page = response.content.decode()
    assert f"This list has no filter {lookup}." in page
    assert 'href="/admin/workspaces/person/">The whole list</a>' in page


def test_an_address_that_no_database_can_read_is_said_to_be_that(visitor):
    response = visitor.get("/admin/workspaces/person/", {"q": NUL})

    assert response.status_code == 400 and "The address asks for something" in response.content.decode()


def test_the_filters_of_a_list_are_taken(visitor, home):
    for query in ({"created_at__gte": "2020-01-01 00:00:00+00:00"}, {"q": "Ana"}, {"p": "1"}):
        assert visitor.get("/admin/workspaces/person/", query).status_code == 200
