"""Graphs: lists of nodes, in the order in which they run."""
import builtins
import keyword
import re

from torch.fx._code import code_of
from torch.fx._paths import missing_at
from torch.fx.node import Node, map_arg

__all__ = ["Graph", "CodeGen", "PythonCode"]

_RESERVED = {"inf", "nan", "NoneType", "torch", "device", "fx_pytree", "pytree"}
_NUMBERED = re.compile(r"(.*)_(\d+)$")


class CodeGen:
    """The way in which code is made of a graph: there is one."""


class PythonCode:
    def __init__(self, src, globals):
        self.src, self.globals = src, globals


class _Names:
    """Names that no other node has, and that mean nothing else in Python."""

    def __init__(self):
        self.used, self.counts = set(), {}

    def create(self, candidate):
        candidate = re.sub("[^0-9a-zA-Z_]+", "_", candidate) or "_unnamed"
        if candidate[0].isdigit():
            candidate = "_" + candidate
        match = _NUMBERED.match(candidate)
        base, number = (match.group(1), int(match.group(2))) if match else (candidate, 0)
        number = number or self.counts.get(base, 0)
        while candidate in self.used or self._is_taken(candidate):
            number += 1
            candidate = f"{base}_{number}"
        self.used.add(candidate)
        self.counts[base] = number
        return candidate

    def _is_taken(self, name):
        return keyword.iskeyword(name) or hasattr(builtins, name) or name in _RESERVED


def _snake(name):
    made = []
    for i, letter in enumerate(name):
        if letter.isupper() and i and not name[i - 1].isupper():
            made.append("_")
        made.append(letter.lower())
    return "".join(made)


def _hint(target):
    name = target if isinstance(target, str) else target.__name__
    if name.startswith("__") and name.endswith("__") and not isinstance(target, str):
        name = name[2:-2]
    return _snake(name)


class _Nodes:
    """The nodes of a graph; it may change while they are gone through."""

    def __init__(self, graph, backward=False):
        self.graph, self.backward = graph, backward

    def __len__(self):
        return self.graph._count

    def __iter__(self):
        root = self.graph._root
        node = root._before if self.backward else root._after
        while node is not root:
            if not node._erased:
                yield node
            node = node._before if self.backward else node._after

    def __reversed__(self):
        return _Nodes(self.graph, not self.backward)


class _InsertPoint:
    def __init__(self, graph, place):
        self.graph, self.before = graph, graph._place
        graph._place = place

    def __enter__(self):
        return None

    def __exit__(self, *args):
        self.graph._place = self.before


class Graph:
    def __init__(self, owning_module=None, tracer_cls=None, tracer_extras=None):
        self.owning_module, self._tracer_cls = owning_module, tracer_cls
        self._root = Node(self, "", "root", "", (), {})
        self._place = self._root.prepend
        self._count = 0
        self._names = _Names()
        self._codegen = CodeGen()

    @property
    def nodes(self):
        return _Nodes(self)

    @property
    def output_node(self):
        for node in reversed(self.nodes):
            if node.op == "output":
                return node
        return None

    def find_nodes(self, *, op, target=None, sort=True):
        return [n for n in self.nodes if n.op == op and (target is None or n.target == target)]

    def create_node(self, op, target, args=None, kwargs=None, name=None, type_expr=None):
        args, kwargs = () if args is None else args, {} if kwargs is None else kwargs
        if not isinstance(args, tuple):
            raise AssertionError("args must be a tuple")
        if not isinstance(kwargs, dict):
            raise AssertionError("kwargs must be a dict")
        node = Node(self, self._names.create(_hint(target) if name is None else name), op, target, args, kwargs, type_expr)
        self._place(node)
        self._count += 1
        return node

    def placeholder(self, name, type_expr=None, default_value=None):
        """A parameter; Ellipsis stands for no default among those of a function's signature."""
        args = () if default_value is None else (default_value,)
        return self.create_node("placeholder", name, args=args, type_expr=type_expr)

    def get_attr(self, qualified_name, type_expr=None):
        return self.create_node("get_attr", qualified_name, type_expr=type_expr)

    def call_module(self, module_name, args=None, kwargs=None, type_expr=None):
        return self.create_node("call_module", module_name, args, kwargs, type_expr=type_expr)

    def call_method(self, method_name, args=None, kwargs=None, type_expr=None):
        return self.create_node("call_method", method_name, args, kwargs, type_expr=type_expr)

    def call_function(self, the_function, args=None, kwargs=None, type_expr=None, name=None):
        return self.create_node("call_function", the_function, args, kwargs, name=name, type_expr=type_expr)

    def output(self, result, type_expr=None):
        return self.create_node("output", "output", (result,), type_expr=type_expr)

    def erase_node(self, to_erase):
        if len(to_erase.users) > 0:
            raise RuntimeError(f"Tried to erase Node {to_erase} but it still had {len(to_erase.users)} users in the graph: "
                               f"{to_erase.users}!")
        if to_erase._erased:
            return
        to_erase._erased = True
        # A loop over the nodes may stand on it: its own links stay.
        to_erase._unlink()
        to_erase._take((), {})
        self._count -= 1

    def inserting_before(self, n=None):
        return _InsertPoint(self, (self._root.append if n is None else n.prepend))

    def inserting_after(self, n=None):
        return _InsertPoint(self, (self._root._before if n is None else n).append if n is not None else self._root.prepend)

    def node_copy(self, node, arg_transform=lambda x: x):
        args, kwargs = map_arg(node.args, arg_transform), map_arg(node.kwargs, arg_transform)
        made = self.create_node(node.op, node.target, args, kwargs, node.name, node.type)
        made.meta = dict(node.meta)
        return made

    def graph_copy(self, g, val_map, return_output_node=False):
        """Appends copies of another graph's nodes; answers what that graph returns."""
        end = g.output_node
        copied = [node for node in g.nodes if node is not end and node not in val_map]
        for node in copied:
            val_map[node] = self.node_copy(node, val_map.__getitem__)
        if end is None:
            return None
        result = map_arg(end.args[0], val_map.__getitem__)
        return (result, end) if return_output_node else result

    def __deepcopy__(self, memo=None):
        made = Graph(tracer_cls=self._tracer_cls)
        copies = {}
        result = made.graph_copy(self, copies, return_output_node=True)
        if result is not None:
            made.output(result[0], type_expr=result[1].type)
        return made

    def eliminate_dead_code(self, is_impure_node=None):
        """Erases what nobody uses; True where there was something."""
        self.lint()
        changed = False
        for node in list(reversed(self.nodes)):
            impure = is_impure_node(node) if is_impure_node else node.is_impure()
            if not impure and not node.users:
                self.erase_node(node)
                changed = True
        return changed

    def lint(self):
        seen, names = set(), set()

        def check(arg, user):
            if arg.graph is not self:
                raise RuntimeError(f"Argument '{arg}' of Node '{user}' does not belong to this Graph, but was used as an argument! "
                                   "If you are copying nodes from another graph, make sure to use ``arg_transform`` on "
                                   f"node_copy() to remap values\n{self}")
            if arg not in seen:
                raise RuntimeError(f"Argument '{arg}' of Node '{user}' was used before it has been defined! Please check that "
                                   f"Nodes in the graph are topologically ordered\n{self}")
            return arg
        for node in self.nodes:
            if node.graph is not self:
                raise RuntimeError(f"Node '{node}' does not belong to this Graph!")
            map_arg(node.args, lambda arg: check(arg, node))
            map_arg(node.kwargs, lambda arg: check(arg, node))
            seen.add(node)
            if node.name in names:
                raise RuntimeError(f"Node redefined name {node.name}!")
            names.add(node.name)
        if self.owning_module is not None:
            for node in self.nodes:
                if node.op in ("get_attr", "call_module"):
                    self._check_target(node)

    def _check_target(self, node):
        gone = missing_at(self.owning_module, node.target)
        if gone is not None:
            part = gone.rpartition(".")[2]
            raise RuntimeError(f"Node {node} target {node.target} references nonexistent attribute {part} of {node.target}")

    def python_code(self, root_module, *, verbose=False, include_stride=False, include_device=False, colored=False,
                    expanded_def=False, record_func=False, additional_meta=None):
        return PythonCode(code_of(self, root_module), {})

    def set_codegen(self, codegen):
        raise NotImplementedError("torch.fx: a graph's code cannot be made in another way")

    def process_inputs(self, *args):
        return args

    def process_outputs(self, out):
        return out

    def print_tabular(self):
        rows = [[n.op, n.name, str(n.target) if isinstance(n.target, str) else repr(n.target), str(n.args), str(n.kwargs)]
                for n in self.nodes]
        heads = ["opcode", "name", "target", "args", "kwargs"]
        widths = [max([len(row[i]) for row in [heads, *rows]]) for i in range(5)]
        print("  ".join([head.ljust(width) for head, width in zip(heads, widths)]).rstrip())
        print("  ".join(["-" * width for width in widths]))
        for row in rows:
            print("  ".join([cell.ljust(width) for cell, width in zip(row, widths)]).rstrip())

    def __str__(self):
        return "\n    ".join(["graph():", *[node.format_node() for node in self.nodes]])
