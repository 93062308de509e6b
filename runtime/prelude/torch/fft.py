"""Discrete Fourier transforms."""
from torch._C_fft import *
