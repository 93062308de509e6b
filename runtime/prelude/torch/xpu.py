"""Intel GPUs, of which there are none."""


def is_available():
    return False


def device_count():
    return 0
