"""The processor's instructions for vectors."""
_NEEDED = (("AVX512", {"avx512f", "avx512bw", "avx512dq", "avx512vl", "fma"}), ("AVX2", {"avx2", "fma"}))


def get_cpu_capability():
    """The best level of PyTorch's kernels that the processor has: "AVX512", "AVX2" or "DEFAULT"."""
    with open("/proc/cpuinfo") as lines:
        flags = next((set(line.split()) for line in lines if line.startswith("flags")), set())
    return next((level for level, needed in _NEEDED if needed <= flags), "DEFAULT")
