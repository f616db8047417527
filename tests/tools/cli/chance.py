"""The random numbers of a test: others each time, and the same ones when asked for."""
import os
import random

import pytest


@pytest.fixture
def chance():
    """Random, with a seed that is printed, or given as DESCRY_TEST_SEED."""
    seed = int(os.environ.get("DESCRY_TEST_SEED", random.SystemRandom().randrange(1 << 32)))
    print(f"DESCRY_TEST_SEED={seed}")
    return random.Random(seed)
