"""Anomaly mode: accepted, and without effect."""


class detect_anomaly:
    def __init__(self, check_nan=True):
        self.check_nan = check_nan

    def __enter__(self):
        return None

    def __exit__(self, kind, value, traceback):
        return None


class set_detect_anomaly:
    def __init__(self, mode, check_nan=True):
        self.mode = mode

    def __enter__(self):
        return None

    def __exit__(self, kind, value, traceback):
        return None
