"""What a person sees when the server fails: what happened, what to do, and what finds it in the log."""

import pytest
from django.db import OperationalError

from interfaces.rest.problems import QuotaFull

pytestmark = pytest.mark.django_db


@pytest.fixture
def failing(owner, monkeypatch):
    """The owner's answer from a page whose code raises an error."""

    def _failing(error, path="/timeline", **headers):
        def fail(*args, **kwargs):
            raise error

        monkeypatch.setattr("interfaces.pages.timeline.timeline.TimelineView.get", fail)
        owner.raise_request_exception = False
        return owner.get(path, headers=headers)

    return _failing


def test_a_fault_says_so_and_leads_on(failing, problems_of):
    answer = failing(ZeroDivisionError("secret detail"), "/timeline?page=2")
    page = answer.content.decode()

    assert answer.status_code == 500 and "secret detail" not in page
    assert "This is a fault of the server" in page and 'href="/timeline?page=2"' in page and 'href="/"' in page
    answer.status_code = 200  # in all else a page like others
    assert problems_of(answer) == []


def test_it_names_what_finds_it_in_the_log(failing):
    page = failing(ZeroDivisionError(), **{"X-Request-ID": "0af7651916cd43dd"}).content.decode()

    assert "<code>0af7651916cd43dd</code>" in page


def test_what_passes_by_itself_is_no_fault(failing):
    answer = failing(OperationalError("connection refused"))

    assert answer.status_code == 503 and "This usually passes within a minute" in answer.content.decode()


def test_a_full_workspace_is_no_fault(failing):
    answer = failing(QuotaFull("The workspace may have 10 memories."))

    assert answer.status_code == 403 and "This workspace is full" in answer.content.decode()
