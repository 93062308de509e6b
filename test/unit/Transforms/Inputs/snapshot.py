"""Makes a profile of a root with CPython and torch, as the run time's probe does: the heap at the k-th time that
a line is reached, and which way the conditions in the program's functions went until then.

    snapshot.py program.py FUNCTION LINE HIT REGION > profile.json
"""
import ast
import builtins
import json
import sys
import types

import torch

MODULES_OF_OURS = set()  # dotted names of modules whose functions are known by their code


class Operations(types.ModuleType):
    """torch._C_ops: the contract's rows by schema name."""

    def __getattr__(self, name):
        return getattr(torch.ops.aten, name)


sys.modules["torch._C_ops"] = torch._C_ops = Operations("torch._C_ops")


class Heap:
    def __init__(self):
        self.nodes, self.ids, self.keep, self.storages = [], {}, [], {}

    def value(self, x):
        if x is None or isinstance(x, (bool, str)) or type(x) is int:
            return x
        if type(x) is float:
            return x if x == x and abs(x) != float("inf") else {"float": repr(x)}
        return {"ref": self.reference(x)}

    def reference(self, x):
        if id(x) not in self.ids:
            self.ids[id(x)] = len(self.nodes)
            self.keep.append(x)
            self.nodes.append(None)
            index = len(self.nodes) - 1
            self.nodes[index] = self.node(x)
        return self.ids[id(x)]

    def attributes(self, mapping):
        skipped = {"__dict__", "__weakref__", "__doc__", "__annotations__", "__firstlineno__"}
        return {name: self.value(v) for name, v in mapping.items() if name not in skipped}

    def node(self, x):
        if isinstance(x, type):
            return self.class_node(x)
        if isinstance(x, types.FunctionType):
            cells = [self.reference(cell) for cell in x.__closure__ or ()]
            return {"kind": "function", "name": f"{x.__module__}:{x.__qualname__}",
                    "items": [self.value(x.__defaults__), self.value(x.__kwdefaults__)] + [{"ref": c} for c in cells]}
        if isinstance(x, types.CellType):
            return {"kind": "cell", "items": [self.value(x.cell_contents)]}
        if isinstance(x, types.ModuleType):
            return {"kind": "module", "name": x.__name__}
        if isinstance(x, types.MethodType):
            return {"kind": "method", "items": [self.value(x.__func__), self.value(x.__self__)]}
        if isinstance(x, property):
            return {"kind": "property", "items": [self.value(f) for f in (x.fget, x.fset, x.fdel)]}
        if isinstance(x, (staticmethod, classmethod)):
            return {"kind": type(x).__name__, "items": [self.value(x.__func__)]}
        if isinstance(x, torch.Tensor):
            return self.tensor_node(x)
        if isinstance(x, (torch.dtype, torch.device)):
            return {"kind": "enumerated", "name": str(x)}
        known = self.reference(type(x))
        if type(x) in (list, tuple, set):
            return {"kind": type(x).__name__, "type": known, "items": [self.value(i) for i in x]}
        if isinstance(x, dict):
            return {"kind": "dict", "type": known, "entries": [[self.value(k), self.value(v)] for k, v in x.items()]}
        if isinstance(x, types.BuiltinFunctionType):
            return {"kind": "native", "name": f"{x.__module__ or 'builtins'}.{x.__name__}"}
        if hasattr(x, "__dict__") and type(x).__module__ in MODULES_OF_OURS:
            return {"kind": "instance", "type": known, "attributes": self.attributes(vars(x))}
        return {"kind": "opaque"}

    def class_node(self, c):
        if c is torch.nn.Parameter:
            return {"kind": "native_class", "name": "torch.nn.Parameter",
                    "items": [{"ref": self.reference(b)} for b in (c, torch.Tensor, object)]}
        if c is torch.Tensor:
            return {"kind": "native_class", "name": "torch.Tensor",
                    "items": [{"ref": self.reference(b)} for b in (c, object)]}
        mro = [{"ref": self.reference(b)} for b in c.__mro__]
        if c.__module__ in MODULES_OF_OURS:
            return {"kind": "class", "name": f"{c.__module__}:{c.__qualname__}", "items": mro,
                    "attributes": self.attributes(vars(c))}
        return {"kind": "native_class", "name": f"{c.__module__}.{c.__qualname__}", "items": mro}

    def tensor_node(self, t):
        storage = self.storages.setdefault(t.untyped_storage().data_ptr(), len(self.storages))
        return {"kind": "tensor", "type": self.reference(type(t)),
                "tensor": {"dtype": str(t.dtype).removeprefix("torch."), "shape": list(t.shape),
                           "device": str(t.device), "contiguous": t.is_contiguous(),
                           "requires_grad": t.requires_grad, "leaf": t.is_leaf, "storage": storage,
                           "grad": self.value(t.grad) if t.is_leaf else None}}


def conditions(path):
    """Line and byte range of every condition of the program."""
    source = open(path, encoding="utf-8").read()
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.If, ast.While)):
            at = lambda n, end: starts[(n.end_lineno if end else n.lineno) - 1] + (n.end_col_offset if end else n.col_offset)
            yield node, at(node.test, False), at(node.test, True)


def main():
    path, function, line, hit, region = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5]
    sys.path.insert(0, path.rsplit("/", 1)[0])
    code = compile(open(path, encoding="utf-8").read(), path, "exec")
    module = types.ModuleType("__main__")
    module.__dict__["__name__"] = "__main__"
    sys.modules["__main__"] = module
    ours = path.rsplit("/", 1)[0]
    hits, lines = 0, {}

    class Done(Exception):
        pass

    def trace(frame, event, _):
        nonlocal hits
        if not frame.f_code.co_filename.startswith(ours) and frame.f_code.co_filename != path:
            return None
        if event == "line" and frame.f_code.co_filename == path and frame.f_code.co_name == function:
            lines[frame.f_lineno] = lines.get(frame.f_lineno, 0) + 1
            if frame.f_lineno == line:
                hits += 1
                if hits == hit:
                    finish(frame)
                    raise Done
        return trace

    def finish(frame):
        sys.settrace(None)
        for name, m in list(sys.modules.items()):
            if getattr(m, "__file__", None) and m.__file__.startswith(ours):
                MODULES_OF_OURS.add(name)
        MODULES_OF_OURS.add("__main__")
        heap = Heap()
        slots = {name: heap.value(v) for name, v in frame.f_locals.items()}
        main_node = heap.reference(module)
        heap.nodes[main_node]["attributes"] = {
            name: heap.value(v) for name, v in vars(module).items() if not name.startswith("__")}
        branches = []
        for node, begin, end in conditions(path):
            inside = lines.get(node.body[0].lineno, 0)
            if lines.get(node.lineno, 0):
                branches.append({"function": f"__main__:{function}", "at": [begin, end], "taken": inside,
                                 "not_taken": lines[node.lineno] - inside})
        root = {"module": "__main__", "function": function, "region": region, "slots": slots,
                "live_ins": [slots["step"]] if "step" in slots else [], "modes": {"grad": torch.is_grad_enabled()},
                "branches": branches}
        out = ",\n  ".join(json.dumps(n) for n in heap.nodes)
        print('{"format": "janus profile", "version": 1,\n "heap": [\n  %s],\n "modules": %s,\n "roots": [%s]}'
              % (out, json.dumps({"__main__": {"ref": main_node}}), json.dumps(root)), file=sys.__stdout__)

    module.__dict__["__builtins__"] = builtins
    sys.stdout = sys.stderr
    sys.settrace(trace)
    try:
        exec(code, module.__dict__)
    except Done:
        pass


main()
