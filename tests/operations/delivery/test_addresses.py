"""Webhooks reach the public internet only."""

from ipaddress import ip_address

import pytest

from operations.delivery.addresses import UnsafeAddress, check_address, check_url, resolve


@pytest.mark.parametrize("url", ["https://hooks.example.org/a?b=c", "https://8.8.8.8:8443/", "https://[2606:4700::1]/"])
def test_public_addresses_are_fine(url):
    assert check_url(url).scheme == "https"


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example.org/",
        "ftp://hooks.example.org/",
        "file:///etc/passwd",
        "https://",
        "https:///path",
        "hooks.example.org",
        "https://user:secret@hooks.example.org/",
        "https://user@hooks.example.org/",
        "https://hooks.example.org/#part",
        "https://hooks.example.org:99999/",
        "https://hooks.example.org:0/",
        "https://hooks.exämple.org/",
        "https://hooks.example.org/\x7f",
        "https://127.0.0.1/",
        "https://10.1.2.3/",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/",
        "https://[fd00::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://0.0.0.0/",
        "https://0x7f000001/",
        "https://2130706433/",
        "https://127.1/",
        "https://localhost/hook",
        "https://LOCALHOST./hook",
        "https://hooks.localhost/",
        "",
    ],
)
def test_others_are_refused_at_once(url):
    with pytest.raises(UnsafeAddress):
        check_url(url)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.8.8", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
        "224.0.0.1", "255.255.255.255", "198.18.0.1", "::1", "::", "fe80::1", "fd12::1", "ff02::1", "::ffff:127.0.0.1",
        "64:ff9b::7f00:1", "2002:7f00:1::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    ],
)  # fmt: skip
def test_no_private_address_in_any_spelling(address):
    with pytest.raises(UnsafeAddress):
        check_address(ip_address(address))


@pytest.mark.parametrize("host", ["localhost", "127.1", "2130706433", "0x7f000001"])
def test_a_name_or_number_that_leads_home_is_refused_when_it_is_looked_up(host):
    with pytest.raises((UnsafeAddress, OSError)):
        resolve(check_url(f"https://{host}/"))


def test_where_it_is_allowed_they_are_fine(settings):
    settings.WEBHOOK_ALLOW_PRIVATE = True
    assert resolve(check_url("http://127.0.0.1:9/")) == "127.0.0.1"
