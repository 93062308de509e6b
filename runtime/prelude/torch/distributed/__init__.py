"""Processes that train together: this one is alone until a backend is there."""


class ProcessGroup:
    """A set of processes; there is none."""


class Work:
    """What a call with `async_op=True` gives."""


class Backend(str):
    UNDEFINED = "undefined"
    GLOO = "gloo"
    NCCL = "nccl"
    UCC = "ucc"
    MPI = "mpi"
    XCCL = "xccl"


class group:
    WORLD = None


class GroupMember:
    WORLD = None
    NON_GROUP_MEMBER = -100


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


def is_torchelastic_launched():
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


def get_process_group_ranks(group):
    _not_initialized()


def new_group(ranks=None, timeout=None, backend=None, **options):
    _not_initialized()


def barrier(group=None, async_op=False, device_ids=None):
    _not_initialized()


def monitored_barrier(group=None, timeout=None, wait_all_ranks=False):
    _not_initialized()


def all_reduce(tensor, op=ReduceOp.SUM, group=None, async_op=False):
    _not_initialized()


def reduce(tensor, dst=None, op=ReduceOp.SUM, group=None, async_op=False, group_dst=None):
    _not_initialized()


def broadcast(tensor, src=None, group=None, async_op=False, group_src=None):
    _not_initialized()


def broadcast_object_list(object_list, src=None, group=None, device=None, group_src=None):
    _not_initialized()


def all_gather(tensor_list, tensor, group=None, async_op=False):
    _not_initialized()


def all_gather_object(object_list, obj, group=None):
    _not_initialized()


def all_gather_into_tensor(output_tensor, input_tensor, group=None, async_op=False):
    _not_initialized()


def gather(tensor, gather_list=None, dst=None, group=None, async_op=False, group_dst=None):
    _not_initialized()


def gather_object(obj, object_gather_list=None, dst=None, group=None, group_dst=None):
    _not_initialized()


def scatter(tensor, scatter_list=None, src=None, group=None, async_op=False, group_src=None):
    _not_initialized()


def reduce_scatter(output, input_list, op=ReduceOp.SUM, group=None, async_op=False):
    _not_initialized()


def reduce_scatter_tensor(output, input, op=ReduceOp.SUM, group=None, async_op=False):
    _not_initialized()


def all_to_all(output_tensor_list, input_tensor_list, group=None, async_op=False):
    _not_initialized()


def send(tensor, dst=None, group=None, tag=0, group_dst=None):
    _not_initialized()


def recv(tensor, src=None, group=None, tag=0, group_src=None):
    _not_initialized()


def isend(tensor, dst=None, group=None, tag=0, group_dst=None):
    _not_initialized()


def irecv(tensor, src=None, group=None, tag=0, group_src=None):
    _not_initialized()
