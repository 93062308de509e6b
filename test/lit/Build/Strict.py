# --strict: whatever the text imports and nobody has compiled is refused at its line.
# RUN: %expect-diagnostics %s -- %janusc %s --strict -o %t.so
import math
import os.path
import torch.nn.functional as F
import numpy as np  # expected-error[J0310]: `import numpy` is not compiled: it would run in Python, which `--strict` rules out
from scipy import stats as s, linalg  # expected-error[J0310]: `import scipy` is not compiled
import torch.utils.tensorboard  # expected-error[J0310]: `import torch.utils.tensorboard` is not compiled

try:
    import pandas.core.frame  # expected-error[J0310]: `import pandas.core.frame` is not compiled
except ImportError:
    pandas = None


def late():
    import ctypes  # expected-error[J0310]: `import ctypes` is not compiled
    return ctypes.c_int(1).value + np.pi


class Kind(s.rv_continuous):
    import sqlite3  # expected-error[J0310]: `import sqlite3` is not compiled
