"""Whether a key is good, before anything else is looked at: a client learns from 401 that it has to ask for a token."""

import asyncio
from concurrent.futures import Executor

from django.db import close_old_connections
from django.utils import timezone

from workspaces.actions.authenticate_key import InvalidKey, authenticate_key


async def is_known(authorization: str, executor: Executor) -> bool:
    scheme, _, key = authorization.partition(" ")
    if scheme.lower() != "bearer" or not key.strip().isascii():
        return False
    return await asyncio.wrap_future(executor.submit(_is_good, key.strip()))


def _is_good(key: str) -> bool:
    close_old_connections()
    try:
        authenticate_key(key, now=timezone.now())
    except InvalidKey:
        return False
    finally:
        close_old_connections()
    return True
