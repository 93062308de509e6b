"""A graph as the text of a function in Python."""
from torch.fx.node import Node, map_arg, qualified_name, type_text

BINARY = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "lshift": "<<", "rshift": ">>",
          "and_": "&", "or_": "|", "xor": "^", "matmul": "@", "lt": "<", "le": "<=", "eq": "==", "ne": "!=", "gt": ">", "ge": ">="}
UNARY = {"neg": "-", "pos": "+", "invert": "~"}
IN_PLACE = {"i" + name.rstrip("_"): sign for name, sign in BINARY.items() if name not in ("lt", "le", "eq", "ne", "gt", "ge")}


def place_of(base, target):
    """An attribute by its dotted path: `self.layer.weight`, `getattr(self, "0")`."""
    for part in target.split("."):
        base = f"{base}.{part}" if part.isidentifier() else f'getattr({base}, "{part}")'
    return base


def argument(value):
    if isinstance(value, Node):
        return value.name
    if isinstance(value, tuple):
        items = ", ".join([argument(v) for v in value]) + ("," if len(value) == 1 else "")
        return f"{type(value).__name__}({items})" if hasattr(value, "_fields") else f"({items})"
    if isinstance(value, list):
        return "[" + ", ".join([argument(v) for v in value]) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join([f"{k!r}: {argument(v)}" for k, v in value.items()]) + "}"
    if isinstance(value, slice):
        return f"slice({argument(value.start)}, {argument(value.stop)}, {argument(value.step)})"
    if callable(value) and hasattr(value, "__name__") and not isinstance(value, type):
        return _global(value)
    return repr(value)


def _arguments(args, kwargs):
    return ", ".join([argument(v) for v in args] + [f"{k} = {argument(v)}" for k, v in kwargs.items()])


def _global(function):
    name = qualified_name(function)
    if name.startswith("operator."):
        name = "_" + name
    return name if name.startswith("torch.") else name.replace(".", "_")


def _call(node):
    target, args, kwargs = node.target, node.args, node.kwargs
    name = qualified_name(target)
    module, _, short = name.rpartition(".")
    texts = [argument(v) for v in args]
    if module == "operator" and not kwargs:
        if short in BINARY and len(args) == 2:
            return f"{texts[0]} {BINARY[short]} {texts[1]}"
        if short in UNARY and len(args) == 1:
            return UNARY[short] + texts[0]
        if short == "getitem":
            return f"{texts[0]}[{_index(args[1])}]"
    if name == "getattr" and len(args) == 2 and isinstance(args[1], str) and args[1].isidentifier():
        return f"{texts[0]}.{args[1]}"
    return f"{_global(target)}({_arguments(args, kwargs)})"


def _index(value):
    return argument(value)


def _last_uses(nodes):
    """By a node, those whose values nobody needs after it."""
    seen, ends = set(), {}
    for user in reversed(nodes):
        def note(node, user=user):
            if node not in seen:
                seen.add(node)
                ends.setdefault(user, []).append(node)
            return node
        map_arg(user.args, note)
        map_arg(user.kwargs, note)
    return ends


def code_of(graph, root="self"):
    nodes = list(graph.nodes)
    ends = _last_uses(nodes)
    parameters, body, returns = [], [], ""
    for node in nodes:
        name, annotation = node.name, "" if node.type is None else f" : {type_text(node.type)}"
        if node.op == "placeholder":
            default = f" = {argument(node.args[0])}" if node.args else ""
            parameters.append(f"{node.target}{annotation}{default}")
            raw = node.target.replace("*", "")
            if raw != name:
                body.append(f"{name} = {raw}\n")
            continue
        if node.op == "output":
            if node.type is not None:
                returns = f" -> {type_text(node.type)}"
            body.append(f"return {argument(node.args[0])}\n")
            continue
        if node.op == "call_function":
            module, _, short = qualified_name(node.target).rpartition(".")
            if module == "operator" and short in IN_PLACE:
                first = argument(node.args[0])
                line = f"{first} {IN_PLACE[short]}= {argument(node.args[1])};  {name}{annotation} = {first}"
            else:
                line = f"{name}{annotation} = {_call(node)}"
        elif node.op == "call_method":
            line = f"{name}{annotation} = {place_of(argument(node.args[0]), node.target)}({_arguments(node.args[1:], node.kwargs)})"
        elif node.op == "call_module":
            line = f"{name}{annotation} = {place_of(root, node.target)}({_arguments(node.args, node.kwargs)})"
        else:
            line = f"{name}{annotation} = {place_of(root, node.target)}"
        gone = [n.name for n in ends.get(node, [])] + ([] if node.users else [name])
        body.append(line + (";  " + " = ".join([*gone, "None"]) if gone else "") + "\n")
    text = "".join(body) or "pass\n"
    lines = "\n".join(["    " + line for line in text.split("\n")])
    wrapped = dict.fromkeys([_global(n.target) for n in nodes if n.meta.get("is_wrapped")])
    marks = "\n".join([f'torch.fx._symbolic_trace.wrap("{name}")' for name in wrapped])
    return f"\n{marks}\n\ndef forward({', '.join([root, *parameters])}){returns}:\n{lines}"
