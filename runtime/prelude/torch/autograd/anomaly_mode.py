"""Anomaly mode: a backward pass ends at the first gradient that is NaN."""
from warnings import warn

from torch._C_autograd import _set_anomaly_mode, is_anomaly_check_nan_enabled, is_anomaly_enabled

_ENABLED = "Anomaly Detection has been enabled. This mode will increase the runtime and should only be enabled for debugging."


class detect_anomaly:
    def __init__(self, check_nan=True):
        warn(_ENABLED, stacklevel=2)
        self.check_nan = check_nan
        self.prev, self.prev_check_nan = is_anomaly_enabled(), is_anomaly_check_nan_enabled()

    def __enter__(self):
        _set_anomaly_mode(True, self.check_nan)

    def __exit__(self, kind, value, traceback):
        _set_anomaly_mode(self.prev, self.prev_check_nan)


class set_detect_anomaly:
    def __init__(self, mode, check_nan=True):
        self.prev, self.prev_check_nan = _set_anomaly_mode(mode, check_nan)

    def __enter__(self):
        return None

    def __exit__(self, kind, value, traceback):
        _set_anomaly_mode(self.prev, self.prev_check_nan)
