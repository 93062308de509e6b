"""The nodes of a graph: one operation each, in a ring of which the graph holds the root."""
import builtins

import torch
from torch._overridable import resolve_name

__all__ = ["Node", "map_arg", "map_aggregate", "has_side_effect"]

OPS = ("placeholder", "call_method", "call_module", "call_function", "get_attr", "output", "root")
_effects = []  # functions whose calls stay though nobody uses their results
# Functions of torch.nn.functional that PyTorch takes from another module.
_NATIVE = {"adaptive_avg_pool3d", "avg_pool2d", "avg_pool3d", "gelu", "hardtanh_", "leaky_relu_", "linear", "logsigmoid", "one_hot",
           "scaled_dot_product_attention", "softplus", "softshrink"}
_SHARED = {"adaptive_avg_pool1d", "avg_pool1d", "bilinear", "channel_shuffle", "conv1d", "conv2d", "conv3d", "conv_transpose1d",
           "conv_transpose2d", "conv_transpose3d", "cosine_similarity", "hardshrink", "pairwise_distance", "pdist", "pixel_shuffle",
           "pixel_unshuffle", "prelu", "selu_", "celu_", "rrelu_", "native_channel_shuffle"}


def has_side_effect(fn):
    _effects.append(fn)
    return fn


def qualified_name(function):
    """As code names it: torch.relu, operator.add, a method of a module of the program."""
    name = function.__name__
    if getattr(builtins, name, None) is function:
        return name
    known = resolve_name(function)
    if known is None:
        module = function.__module__
        if module is None or module.startswith("torch._"):
            module = "torch"
        return f"{module}.{name}".replace("_operator.", "operator.")
    if known.startswith("torch.nn.functional."):
        if name in _NATIVE:
            return "torch._C._nn." + name
        if name in _SHARED:
            return "torch." + name
    if known.startswith("torch.functional."):
        return known
    return known


def map_aggregate(value, function):
    """The value with `function` of what its tuples, lists, dicts and slices hold."""
    if isinstance(value, tuple):
        items = [map_aggregate(v, function) for v in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, list):
        return [map_aggregate(v, function) for v in value]
    if isinstance(value, dict):
        return {k: map_aggregate(v, function) for k, v in value.items()}
    if isinstance(value, slice):
        return slice(map_aggregate(value.start, function), map_aggregate(value.stop, function), map_aggregate(value.step, function))
    return function(value)


def map_arg(value, function):
    return map_aggregate(value, lambda v: function(v) if isinstance(v, Node) else v)


def _shown(value):
    """An argument in the text of a graph."""
    if isinstance(value, Node):
        return "%" + value.name
    if isinstance(value, tuple):
        return "(" + ", ".join([_shown(v) for v in value]) + ("," if len(value) == 1 else "") + ")"
    if isinstance(value, list):
        return "[" + ", ".join([_shown(v) for v in value]) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join([f"{k}: {_shown(v)}" for k, v in value.items()]) + "}"
    return str(value)


def type_text(value):
    """An annotation in code."""
    if isinstance(value, type):
        if value.__module__ == "builtins":
            return value.__qualname__
        if value is torch.Tensor:
            return "torch.Tensor"
        return f"{value.__module__}.{value.__qualname__}"
    return str(value)


class Node:
    def __init__(self, graph, name, op, target, args, kwargs, return_type=None):
        if op not in OPS:
            raise AssertionError(f"op {op} not in _legal_ops")
        if op == "call_function" and not callable(target):
            raise ValueError(f"Node [graph = {graph}, name = '{name}'] target {target} has type {torch.typename(target)} but a "
                             "Callable is expected")
        self.graph, self.name, self.op, self.target, self.type = graph, name, op, target, return_type
        self.users, self.meta = {}, {}
        self._args, self._kwargs, self._input_nodes = (), {}, {}
        self._before = self._after = self
        self._erased = False
        self._take(args, kwargs)

    def _take(self, args, kwargs):
        """Arguments, and who uses whom."""
        for used in self._input_nodes:
            used.users.pop(self, None)
        self._input_nodes = {}

        def note(node):
            self._input_nodes.setdefault(node)
            node.users.setdefault(self)
            return node
        self._args, self._kwargs = map_arg(tuple(args), note), map_arg(dict(kwargs), note)

    @property
    def args(self):
        return self._args

    @args.setter
    def args(self, value):
        self._take(value, self._kwargs)

    @property
    def kwargs(self):
        return self._kwargs

    @kwargs.setter
    def kwargs(self, value):
        self._take(self._args, value)

    @property
    def all_input_nodes(self):
        return list(self._input_nodes)

    @property
    def next(self):
        return self._after

    @property
    def prev(self):
        return self._before

    @property
    def stack_trace(self):
        return self.meta.get("stack_trace")

    def __repr__(self):
        return self.name

    def __lt__(self, other):
        order = list(self.graph.nodes)
        return order.index(self) < order.index(other)

    def __gt__(self, other):
        return other < self

    def _unlink(self):
        self._before._after, self._after._before = self._after, self._before

    def prepend(self, x):
        """Moves `x` before this node."""
        if x.graph is not self.graph:
            raise AssertionError("Attempting to move a Node into a different Graph")
        if x is self:
            return
        x._unlink()
        before = self._before
        before._after, x._before = x, before
        x._after, self._before = self, x

    def append(self, x):
        self._after.prepend(x)

    def update_arg(self, idx, arg):
        args = list(self.args)
        args[idx] = arg
        self.args = tuple(args)

    def insert_arg(self, idx, arg):
        if not 0 <= idx <= len(self.args):
            raise AssertionError("insert_args index must be between 0 and len(self.args)")
        self.args = (*self.args[:idx], arg, *self.args[idx:])

    def update_kwarg(self, key, arg):
        self.kwargs = {**self.kwargs, key: arg}

    def replace_input_with(self, old_input, new_input):
        def changed(node):
            return new_input if node is old_input else node
        self._take(map_arg(self.args, changed), map_arg(self.kwargs, changed))

    def replace_all_uses_with(self, replace_with, delete_user_cb=lambda user: True, *, propagate_meta=False):
        """Users of this node use another one; answers those that did."""
        if propagate_meta:
            if replace_with.meta:
                raise AssertionError("Called node.replace_all_uses_with(replace_with, propagate_meta=True), but replace_with "
                                     "already has .meta keys")
            replace_with.meta.update(self.meta)
        users = list(self.users)
        changed = []
        for user in users:
            if delete_user_cb(user):
                changed.append(user)
                user.replace_input_with(self, replace_with)
        return changed

    def is_impure(self, impure_random=True):
        if self.op == "call_function":
            return any([self.target is f for f in (*_effects, torch._assert)])
        if self.op == "call_module":
            return False
        return self.op in ("placeholder", "output")

    def _pretty_print_target(self, target):
        if isinstance(target, str):
            return target
        name = qualified_name(target)
        return name if "." in name else "builtins." + name

    def format_node(self, placeholder_names=None, maybe_return_typename=None, *, include_tensor_metadata=False):
        kind = "" if self.type is None else f": {type_text(self.type)} "
        uses = f"[num_users={len(self.users)}]"
        if self.op == "placeholder":
            default = f"(default={self.args[0]})" if self.args else ""
            return f"%{self.name} : {kind[2:]}{uses} = placeholder[target={self.target}]{default}"
        if self.op == "get_attr":
            return f"%{self.name} : {kind[2:]}{uses} = get_attr[target={self.target}]"
        if self.op == "output":
            return f"return {self.args[0]}"
        return (f"%{self.name} : {kind[2:]}{uses} = {self.op}[target={self._pretty_print_target(self.target)}]"
                f"(args = {_shown(self.args)}, kwargs = {_shown(self.kwargs)})")
