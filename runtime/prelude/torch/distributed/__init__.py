"""Processes that train together: this one is alone until a backend is there."""


class ReduceOp:
    SUM = "sum"
    PRODUCT = "product"
    MIN = "min"
    MAX = "max"
    AVG = "avg"


def is_available():
    return False


def is_initialized():
    return False


def is_nccl_available():
    return False


def is_mpi_available():
    return False


def is_gloo_available():
    return False


def _refuse():
    raise RuntimeError("torch.distributed is not available")


def init_process_group(backend=None, init_method=None, timeout=None, world_size=-1, rank=-1, store=None, **kwargs):
    _refuse()


def destroy_process_group(group=None):
    _refuse()


def _not_initialized():
    raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")


def get_rank(group=None):
    _not_initialized()


def get_world_size(group=None):
    _not_initialized()


def get_backend(group=None):
    _not_initialized()


def barrier(group=None):
    _not_initialized()


def all_reduce(tensor, op=ReduceOp.SUM, group=None, async_op=False):
    _not_initialized()


def broadcast(tensor, src, group=None, async_op=False):
    _not_initialized()
