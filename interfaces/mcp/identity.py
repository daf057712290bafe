"""Whether a key is good, before anything is answered: a client learns from 401 that it has to ask for a token."""

import asyncio
from concurrent.futures import Executor

from django.db import close_old_connections
from django.utils import timezone

from workspaces.actions.authenticate_key import InvalidKey, authenticate_key


def key_of(authorization: str) -> str:
    """What may be a key; empty where nothing may."""
    scheme, _, key = authorization.partition(" ")
    return key.strip() if scheme.lower() == "bearer" and key.isascii() else ""


async def is_known(key: str, executor: Executor) -> bool:
    return await asyncio.wrap_future(executor.submit(_is_good, key))


def _is_good(key: str) -> bool:
    close_old_connections()
    try:
        authenticate_key(key, now=timezone.now())
    except InvalidKey:
        return False
    finally:
        close_old_connections()
    return True
