"""The web process: uvicorn on a socket that the supervisor opened. `python -m memory_project.supervisor.web FD`.

Not uvicorn's own `--fd`: it takes every such socket for a Unix one and then leaves Nagle's delay on.
"""

import socket
import sys

import uvicorn

if __name__ == "__main__":
    config = uvicorn.Config(
        "memory_project.asgi:application",
        access_log=False,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    uvicorn.Server(config).run(sockets=[socket.socket(fileno=int(sys.argv[1]))])
