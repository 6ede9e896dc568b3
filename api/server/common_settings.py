"""Settings that the web server and the live server have in common.

No application is made before the fork, so no connection is shared by two processes.
"""

from __future__ import annotations

import os

from api.server.hooks import ServerLog, child_exit, post_fork, post_worker_init, worker_exit

__all__ = [
    "accesslog",
    "child_exit",
    "control_socket_disable",
    "forwarder_headers",
    "logger_class",
    "post_fork",
    "post_worker_init",
    "preload_app",
    "secure_scheme_headers",
    "timeout",
    "worker_exit",
    "worker_tmp_dir",
]

_MEMORY = "/dev/shm"  # noqa: S108 - the server makes a file there that has no name

preload_app = False
timeout = 30
accesslog = None
logger_class = ServerLog
control_socket_disable = True
# With every request a worker changes the time of a file, to say that it is alive. On a disk it
# would wait until what others write there is safe.
worker_tmp_dir = _MEMORY if os.access(_MEMORY, os.W_OK | os.X_OK) else None
# The application reads what a proxy says, for as many proxies as it is told to trust.
secure_scheme_headers: dict[str, str] = {}
forwarder_headers = ""
