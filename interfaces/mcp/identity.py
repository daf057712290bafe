"""Whether a key is good, checked before anything is answered: a 401 tells a client to request a token."""

import asyncio
from concurrent.futures import Executor

from django.db import close_old_connections
from django.utils import timezone

from workspaces.actions.authenticate_key import InvalidKey, authenticate_key


def key_of(authorization: str) -> str:
    """Return the part that may be a key; empty where there is none."""
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
