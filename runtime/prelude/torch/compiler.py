"""Settings of torch.compile: programs are compiled as a whole, so nothing is left to steer."""
__all__ = ["allow_in_graph", "assume_constant_result", "cudagraph_mark_step_begin", "disable", "is_compiling",
           "is_dynamo_compiling", "is_exporting", "list_backends", "reset"]


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


def compile(*args, **kwargs):
    import torch
    return torch.compile(*args, **kwargs)
