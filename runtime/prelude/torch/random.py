"""The state of torch's random streams."""
from contextlib import contextmanager

from torch._C import default_generator, get_rng_state, initial_seed, manual_seed, seed, set_rng_state


@contextmanager
def fork_rng(devices=None, enabled=True, device_type="cuda"):
    if not enabled:
        yield
        return
    state = get_rng_state()
    try:
        yield
    finally:
        set_rng_state(state)
