"""What a web process loads before it is asked."""

import pytest
from django.urls import clear_url_caches, get_resolver

from memory_project import asgi


@pytest.mark.django_db
def test_its_routes():
    clear_url_caches()
    asgi.warm_up()
    assert "url_patterns" in vars(get_resolver())
