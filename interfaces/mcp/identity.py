"""Whose key it is, before anything else is looked at: a client learns from 401 that it has to ask for a token."""

import asyncio
from concurrent.futures import Executor

from django.db import close_old_connections
from django.utils import timezone

from workspaces.actions.authenticate_key import InvalidKey, authenticate_key
from workspaces.actors import Actor


async def agent_of(authorization: str, executor: Executor) -> Actor | None:
    """The agent whose bearer token it is; None where it is no good one."""
    scheme, _, key = authorization.partition(" ")
    if scheme.lower() != "bearer" or not key.strip().isascii():
        return None
    return await asyncio.wrap_future(executor.submit(_agent_of, key.strip()))


def _agent_of(key: str) -> Actor | None:
    close_old_connections()
    try:
        return authenticate_key(key, now=timezone.now())
    except InvalidKey:
        return None
    finally:
        close_old_connections()
