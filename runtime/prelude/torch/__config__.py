"""How torch was built."""
import torch

__all__ = ["show", "parallel_info"]


def show():
    return f"PyTorch built with:\n  - C++ Version: 202002\n  - janusc, as version {torch.__version__}\n"


def parallel_info():
    return (f"ATen/Parallel:\n\tat::get_num_threads() : {torch.get_num_threads()}\n\tat::get_num_interop_threads() : "
            f"{torch.get_num_interop_threads()}\n")
