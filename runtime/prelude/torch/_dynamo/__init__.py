"""torch._dynamo: what steers torch.compile. Programs are compiled as a whole, so its settings change nothing."""
from torch._dynamo import config
from torch.compiler import allow_in_graph, assume_constant_result, disable, is_compiling, list_backends, reset, substitute_in_graph


def optimize(backend="inductor", *args, **kwargs):
    return lambda function: function


def run(fn=None):
    return (lambda function: function) if fn is None else fn


def disallow_in_graph(fn):
    return fn


def forbid_in_graph(fn):
    return fn


def graph_break(msg=""):
    return None


def mark_dynamic(t, index, *, hint_override=None, min=None, max=None, specialize_on=None):
    return None


def maybe_mark_dynamic(t, index):
    return None


def mark_static(t, index=None):
    return None


def mark_static_address(t, guard=False):
    return None
