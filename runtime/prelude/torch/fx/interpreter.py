"""Graphs that run node by node, and that become other graphs node by node."""
from torch.fx._paths import attribute_at, missing_at
from torch.fx._symbolic_trace import Tracer
from torch.fx.graph import Graph
from torch.fx.node import map_arg

__all__ = ["Interpreter", "Transformer"]


class Interpreter:
    def __init__(self, module, garbage_collect_values=True, graph=None):
        self.module = module
        self.submodules = dict(module.named_modules())
        self.graph = module.graph if graph is None else graph
        self.env = {}
        self.name = "Interpreter"
        self.garbage_collect_values = garbage_collect_values
        self.extra_traceback = True

    def run(self, *args, initial_env=None, enable_io_processing=True):
        self.env = {} if initial_env is None else initial_env
        self.args_iter = iter(args)
        ends = self._ends() if self.garbage_collect_values else {}
        for node in self.graph.nodes:
            if node in self.env:
                continue
            self.env[node] = self.run_node(node)
            for gone in ends.get(node, ()):
                self.env.pop(gone, None)
            if node.op == "output":
                return self.env[node]
        return None

    def _ends(self):
        """By a node, those whose values nobody asks for after it."""
        last, ends = {}, {}
        for node in self.graph.nodes:
            for used in node.all_input_nodes:
                last[used] = node
        for used, user in last.items():
            ends.setdefault(user, []).append(used)
        return ends

    def boxed_run(self, args_list):
        args = list(args_list)
        args_list.clear()
        return self.run(*args)

    def run_node(self, n):
        args, kwargs = self.fetch_args_kwargs_from_env(n)
        return getattr(self, n.op)(n.target, args, kwargs)

    def placeholder(self, target, args, kwargs):
        if target.startswith("*"):
            return list(self.args_iter)
        for value in self.args_iter:
            return value
        if len(args) > 0:
            return args[0]
        raise RuntimeError(f"Expected positional argument for parameter {target}, but one was not passed in!")

    def get_attr(self, target, args, kwargs):
        return self.fetch_attr(target)

    def call_function(self, target, args, kwargs):
        return target(*args, **kwargs)

    def call_method(self, target, args, kwargs):
        self_obj, *others = args
        return getattr(self_obj, target)(*others, **kwargs)

    def call_module(self, target, args, kwargs):
        return self.fetch_attr(target)(*args, **kwargs)

    def output(self, target, args, kwargs):
        return args[0]

    def fetch_attr(self, target):
        gone = missing_at(self.module, target)
        if gone is not None:
            raise RuntimeError(f"Node referenced nonexistent target {gone}")
        return attribute_at(self.module, target)

    def fetch_args_kwargs_from_env(self, n):
        return self.map_nodes_to_values(n.args, n), self.map_nodes_to_values(n.kwargs, n)

    def map_nodes_to_values(self, args, n):
        unknown = [node for node in n.all_input_nodes if node not in self.env]
        if unknown:
            raise RuntimeError(f"Node {n} referenced nonexistent value {unknown[0]}! Run Graph.lint() to diagnose such issues")
        return map_arg(args, self.env.__getitem__)


class _TransformerTracer(Tracer):
    def __init__(self, graph):
        super().__init__()
        self.graph = graph
        self.tensor_attrs = {}

    def is_leaf_module(self, m, module_qualified_name):
        return True


class Transformer(Interpreter):
    def __init__(self, module):
        super().__init__(module)
        self.new_graph = Graph()
        self.tracer = _TransformerTracer(self.new_graph)
        self.tracer.root = module

    def _proxy(self, node):
        from torch.fx.proxy import Proxy
        return Proxy(node, self.tracer)

    def placeholder(self, target, args, kwargs):
        return self._proxy(self.new_graph.placeholder(target, default_value=args[0] if args else None))

    def get_attr(self, target, args, kwargs):
        return self.tracer.create_proxy("get_attr", target, args, kwargs)

    def call_function(self, target, args, kwargs):
        return self.tracer.create_proxy("call_function", target, args, kwargs)

    def call_method(self, target, args, kwargs):
        return self.tracer.create_proxy("call_method", target, args, kwargs)

    def call_module(self, target, args, kwargs):
        return self.tracer.create_proxy("call_module", target, args, kwargs)

    def transform(self):
        from torch.fx.graph_module import GraphModule
        from torch.fx.proxy import Proxy
        result = super().run(enable_io_processing=False)
        if result is not None:
            from torch.fx.node import map_aggregate
            self.new_graph.output(map_aggregate(result, lambda v: v.node if isinstance(v, Proxy) else v))
        return GraphModule(self.module, self.new_graph)
