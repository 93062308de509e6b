"""Accelerators, of which there are none."""


def is_available():
    return False


def device_count():
    return 0


def current_accelerator(check_available=False):
    return None


def current_device_index():
    raise RuntimeError("Cannot access accelerator device when none is available.")


device_index = current_device_index


def set_device_index(device):
    raise RuntimeError("Cannot access accelerator device when none is available.")


def synchronize(device=None):
    raise RuntimeError("Cannot access accelerator device when none is available.")
