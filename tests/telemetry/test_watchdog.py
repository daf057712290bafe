"""Signs of life reach whoever started the process, as systemd's sd_notify(3) has them."""

import socket

import pytest

from telemetry import watchdog


@pytest.mark.parametrize("is_abstract", [True, False])
def test_a_sign_of_life_says_that_it_is_ready_and_alive(tmp_path, monkeypatch, is_abstract):
    path = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind("\0" + path if is_abstract else path)
        monkeypatch.setenv("NOTIFY_SOCKET", "@" + path if is_abstract else path)
        watchdog.beat()
        assert heard.recv(100, socket.MSG_DONTWAIT) == b"READY=1\nWATCHDOG=1"


def test_nobody_needs_to_listen(tmp_path, monkeypatch):
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    watchdog.beat()
    monkeypatch.delenv("NOTIFY_SOCKET")
    watchdog.beat()
