"""Whose word about a client's address counts."""

from memory_project.supervisor.web import config


def test_nobodys_unless_told(settings):
    settings.TRUSTED_PROXIES = []

    assert config().proxy_headers is False


def test_that_of_the_proxies_told(settings):
    settings.TRUSTED_PROXIES = ["10.0.0.1"]

    assert (config().proxy_headers, config().forwarded_allow_ips) == (True, ["10.0.0.1"])
