"""Files that are uploaded to be imported, and the page of the latest import."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from operations import jobs
from operations.models import ImportRun
from tests.interfaces.admin.imports.files import PAGE


@pytest.fixture
def upload(owner, home):
    """Send a file of these lines; answers with the page that follows."""

    def _upload(*lines, client=owner, text="", name="notes.jsonl", **fields):
        content = text or "\n".join(map(json.dumps, lines))
        file = SimpleUploadedFile(name, content if isinstance(content, bytes) else content.encode())
        form = {"person": home.user_id, "source": "jsonl", "file": file, **fields}
        return client.post(PAGE, form, follow=True)

    return _upload


@pytest.fixture
def work(home):
    return lambda: jobs.JOBS["import_uploads"](home.workspace_id)


@pytest.fixture
def told(owner, in_home):
    """The page of the latest import."""

    def _told(**posted):
        with in_home():
            page = f"{PAGE}{ImportRun.objects.latest('created_at').id}/"
        return owner.post(page, posted, follow=True) if posted else owner.get(page)

    return _told
