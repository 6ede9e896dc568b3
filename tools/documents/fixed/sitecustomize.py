"""Read by every Python that is started with this folder in PYTHONPATH: games come out the same.

What ids, tokens, seeds and nonces are made of is taken from one sequence, so it has to be one
process that sets up games. Anything else that is random stays random.
"""

import os
import random
import secrets


def _random_hex(count: int = 32) -> str:
    return os.urandom(count).hex()


# Names of requests and of drafts are made with it, as many as there happen to be.
secrets.token_hex = _random_hex
secrets.token_bytes = random.Random(os.environ["NAPOLEON_TEST_ENTROPY"]).randbytes
