"""torch.fx: programs on tensors as graphs that Python code looks at and changes."""
from importlib import import_module

from torch.fx._symbolic_trace import Tracer, symbolic_trace, wrap
from torch.fx.graph import CodeGen, Graph
from torch.fx.graph_module import GraphModule
from torch.fx.interpreter import Interpreter, Transformer
from torch.fx.node import Node, has_side_effect, map_arg
from torch.fx.subgraph_rewriter import replace_pattern

__all__ = ["symbolic_trace", "Tracer", "wrap", "Graph", "GraphModule", "Interpreter", "Transformer", "Node", "Proxy",
           "replace_pattern", "has_side_effect", "map_arg", "CodeGen"]


# Once there is a class that answers in the place of torch's functions, programs run generic: it comes with the first trace.
def __getattr__(name):
    if name == "Proxy":
        return import_module("torch.fx.proxy").Proxy
    raise AttributeError(f"module 'torch.fx' has no attribute '{name}'")
