"""Settings of torch.compile: programs are compiled as a whole, so nothing is left to steer."""
__all__ = ["allow_in_graph", "assume_constant_result", "cudagraph_mark_step_begin", "disable", "is_compiling",
           "is_dynamo_compiling", "is_exporting", "list_backends", "nested_compile_region", "reset", "set_stance",
           "substitute_in_graph"]


def is_compiling():
    return False


def is_dynamo_compiling():
    return False


def is_exporting():
    return False


def reset():
    return None


def cudagraph_mark_step_begin():
    return None


def allow_in_graph(fn):
    return fn


def assume_constant_result(fn):
    return fn


def disable(fn=None, recursive=True, *, reason=None):
    return (lambda function: function) if fn is None else fn


def list_backends(exclude_tags=("debug", "experimental")):
    return ["cudagraphs", "inductor", "openxla", "tvm"]


def substitute_in_graph(original_fn, *, can_constant_fold_through=False, skip_signature_check=False, is_embedded_type=False):
    return lambda fn: fn


def nested_compile_region(fn=None, *args, **kwargs):
    return (lambda function: function) if fn is None else fn


class set_stance:
    """How torch.compile is to behave, at once or within a block: nothing hangs on it."""

    def __init__(self, stance="default", *, skip_guard_eval_unsafe=False, force_backend=None):
        self.stance = stance

    def __enter__(self):
        return None

    def __exit__(self, *args):
        return None

    def __call__(self, fn):
        return fn


def compile(*args, **kwargs):
    import torch
    return torch.compile(*args, **kwargs)
