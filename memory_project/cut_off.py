"""What a process that ends has not finished is answered, too."""

import asyncio
import json

from interfaces.rest.problem import MEDIA_TYPE, as_json
from interfaces.rest.problems import Interrupted
from memory_project.connection_guard import Application, Message, Receive, Send, send_answer

RETRY_AFTER = "2"


def answer_when_cut_off(application: Application) -> Application:
    """ASGI middleware: uvicorn cancels what is left after FINISH_SECONDS, and would answer 500.

    What has no answer yet may still be carried out by its thread, or not: 503 `interrupted`, as of a process that died.
    """

    async def served(scope: Message, receive: Receive, send: Send) -> None:
        has_begun = False

        async def answer(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await application(scope, receive, answer)
        except asyncio.CancelledError:
            if scope["type"] != "http" or has_begun:
                raise
            problem = Interrupted(headers={"Retry-After": RETRY_AFTER, "Connection": "close"})
            body = json.dumps(as_json(problem)).encode()
            await send_answer(send, problem.status_code, body, MEDIA_TYPE, **problem.headers)

    return served
