"""Modules whose forward pass is a graph."""
from copy import deepcopy

import torch
from torch.fx._paths import attribute_at, owner_of
from torch.fx.graph import Graph
from torch.nn.modules.module import Module

__all__ = ["GraphModule"]

_REMINDER = "# To see more debug info, please use `graph_module.print_readable()`"


def _put(root, path, value):
    owner, name = owner_of(root, path, make=True), path.rpartition(".")[2]
    is_buffer = isinstance(value, torch.Tensor) and not isinstance(value, torch.nn.Parameter)
    (owner.register_buffer if is_buffer else owner.__setattr__)(name, value)


class GraphModule(Module):
    """Of a module it takes what the graph asks for, of a dict all that the graph asks for by its path. The graph is run node by
    node; `code` is for people."""

    def __init__(self, root, graph, class_name="GraphModule"):
        super().__init__()
        self._class_name = class_name
        if isinstance(root, Module):
            self.training = root.training
        users = [node for node in graph.nodes if node.op in ("get_attr", "call_module")]
        asked = [node.target for node in users]
        if isinstance(root, dict):
            for node in users:
                if node.target not in root:
                    raise RuntimeError(f"Node {node} referenced target {node.target} but that target was not provided in "
                                       "``root``!")
        for path in sorted(set(asked), key=lambda path: path.count(".")) if isinstance(root, dict) else asked:
            _put(self, path, root[path] if isinstance(root, dict) else attribute_at(root, path))
        self.graph = graph

    def _get_name(self):
        return self._class_name

    @property
    def graph(self):
        return self._graph

    @graph.setter
    def graph(self, g):
        if not isinstance(g, Graph):
            raise AssertionError(f"Expected a Graph instance, but got {type(g)}")
        self.__dict__["_graph"] = g
        g.owning_module = self
        self.recompile()

    @property
    def code(self):
        if "_code" not in self.__dict__:
            raise RuntimeError("Code has not been generated! Please report a bug to PyTorch")
        return self.__dict__["_code"]

    def recompile(self):
        """What runs from now on, and the text of it."""
        code = self._graph.python_code("self")
        self.__dict__["_code"] = code.src
        self.__dict__["_steps"] = list(self._graph.nodes)
        return code

    def forward(self, *args, **kwargs):
        from torch.fx.interpreter import Interpreter
        if kwargs:
            args = self._positional(args, kwargs)
        else:
            self._require(len(args))
        return Interpreter(self, graph=self._graph).run(*args)

    def _require(self, count):
        parameters = [node for node in self._graph.nodes if node.op == "placeholder"]
        if count > len(parameters) and not any([node.target.startswith("*") for node in parameters]):
            raise TypeError(f"forward() takes {len(parameters) + 1} positional arguments but {count + 1} were given")

    def _positional(self, args, kwargs):
        names = [node.target for node in self._graph.nodes if node.op == "placeholder"]
        placed = list(args)
        for node in [node for node in self._graph.nodes if node.op == "placeholder"][len(args):]:
            if node.target in kwargs:
                placed.append(kwargs[node.target])
            elif node.args:
                placed.append(node.args[0])
        for name in kwargs:
            if name not in names:
                raise TypeError(f"forward() got an unexpected keyword argument '{name}'")
        return placed

    def add_submodule(self, target, m):
        owner = owner_of(self, target, make=True)
        if owner is not None:
            owner.add_module(target.rpartition(".")[2], m)
        return owner is not None

    def delete_submodule(self, target):
        owner, name = owner_of(self, target), target.rpartition(".")[2]
        is_there = owner is not None and isinstance(getattr(owner, name, None), Module)
        if is_there:
            delattr(owner, name)
        return is_there

    def delete_all_unused_submodules(self):
        used = set()
        for node in self._graph.nodes:
            if node.op in ("call_module", "get_attr"):
                parts = node.target.split(".")
                used.update([".".join(parts[:i + 1]) for i in range(len(parts))])
        leaves = [node.target for node in self._graph.nodes if node.op == "call_module"]
        for name, _ in list(self.named_modules()):
            inside = any([name.startswith(leaf + ".") for leaf in leaves])
            if name and name not in used and not inside:
                self.delete_submodule(name)

    def print_readable(self, print_output=True, include_stride=False, include_device=False, colored=False, *,
                       fast_sympy_print=False, expanded_def=False, additional_meta=None):
        body = "\n".join(["    " + line if line else line for line in self.code.strip("\n").split("\n")])
        text = f"class {self._class_name}(torch.nn.Module):\n{body}"
        if print_output:
            print(text)
        return text

    def to_folder(self, folder, module_name="FxModule"):
        raise NotImplementedError("torch.fx: a GraphModule is not written as a package; its code is in `code`")

    def __deepcopy__(self, memo):
        made = GraphModule.__new__(type(self))
        memo[id(self)] = made
        Module.__init__(made)
        for name, value in self.__dict__.items():
            if name not in ("_graph", "_code", "_steps"):
                made.__dict__[name] = deepcopy(value, memo)
        made.graph = deepcopy(self._graph)
        return made

    def __copy__(self):
        return GraphModule(self, deepcopy(self._graph), self._class_name)

    def __repr__(self):
        return super().__repr__()

    def __str__(self):
        return "\n".join([super().__repr__(), self.code, _REMINDER])
