"""Anomaly mode: accepted and remembered, and without effect."""

_state = {"enabled": False, "check_nan": True}


def is_anomaly_enabled():
    return _state["enabled"]


def is_anomaly_check_nan_enabled():
    return _state["check_nan"]


def _set(enabled, check_nan):
    before = _state["enabled"], _state["check_nan"]
    _state["enabled"], _state["check_nan"] = enabled, check_nan
    return before


class detect_anomaly:
    def __init__(self, check_nan=True):
        self.check_nan = check_nan
        self._before = (False, True)

    def __enter__(self):
        self._before = _set(True, self.check_nan)

    def __exit__(self, kind, value, traceback):
        _set(*self._before)


class set_detect_anomaly:
    def __init__(self, mode, check_nan=True):
        self._before = _set(mode, check_nan)

    def __enter__(self):
        return None

    def __exit__(self, kind, value, traceback):
        _set(*self._before)
