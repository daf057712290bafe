"""A person of whom the server knows something in every table, and somebody who sees all tables."""

import io
from datetime import timedelta

import psycopg
import pytest
from django.db import connection

from consent.changes import AttachArtifact, IngestSource, LinkMemories
from consent.models import Policy
from consent.models.policy import Outcome
from conversations.actions.create_task import create_task
from conversations.actions.save_checkpoint import save_checkpoint
from memories.artifacts.drafts import Upload
from memories.artifacts.keep_artifact import upload_artifact
from operations.erasure.erase_person import request_erasure
from tests.interfaces.conftest import (  # noqa: F401 -- fixtures
    ask,
    colleague,
    fact,
    forgotten,
    in_home,
    looked_up,
    note,
    owner,
    say,
    send,
)
