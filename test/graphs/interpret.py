"""Evaluates graphs that janusc prints, with PyTorch: what `t.*`, scalars and commits of a graph mean.

    graph = Graph(text)                        one function of the text
    result = graph.run(resolve, entry)         resolve: access path -> live object; entry: slots and operands
    result.commits                             path -> value, result.text
"""
import math
import re
from pathlib import Path

import torch

ROOT = Path(__file__).resolve().parents[2]


def operation_names():
    """`t.add_tensor` -> "add.Tensor", and the schemas' parameters, from the contract's rows."""
    table = {}
    row = re.compile(r'JANUS_\w+\((\w+),\s*(?:\.signature = )?"(\w[\w.]*)\((.*?)\) -> ([^"]*)"')
    short = re.compile(r'JANUS_(\w+)\((\w+), "(\w+)"')
    for path in sorted((ROOT / "runtime/include/janus/contract/ops").glob("*.def")):
        text = path.read_text()
        for ident, name, params, _ in row.findall(text):
            table[printed(ident)] = (name, parameters(params))
        for _, ident, name in short.findall(text):  # families whose schema the macro spells out
            table.setdefault(printed(ident), (name, None))
            for overload in ("Tensor", "Scalar"):  # pairs of rows
                table.setdefault(printed(ident + overload), (name + "." + overload, None))
    return table


def printed(ident):
    out = ""
    for i, c in enumerate(ident):
        small_before = i > 0 and not ident[i - 1].isupper() and ident[i - 1] != "_"
        small_after = i > 0 and i + 1 < len(ident) and ident[i + 1].islower()
        out += ("_" if c.isupper() and (small_before or small_after) else "") + c.lower()
    return "t." + out


def parameters(text):
    names, keyword = [], False
    depth, word = 0, ""
    for c in text + ",":
        if c == "," and depth == 0:
            word = word.strip()
            if word == "*":
                keyword = True
            elif word:
                names.append((word.split("=")[0].split()[-1], keyword))
            word = ""
            continue
        depth += (c in "[(") - (c in "])")
        word += c
    return names


def spatial(weight_sizes):
    return len(weight_sizes) - 2


def convolution_backward(grad, input, weight, stride, padding, dilation, transposed, output_padding, groups, mask):
    return torch.ops.aten.convolution_backward(grad, input, weight, None, stride, padding, dilation, transposed,
                                               output_padding, groups, mask)


# Operations of ours that PyTorch has under other names.
def backward_input(grad, sizes, input, weight, *rest):
    return convolution_backward(grad, input, weight, *rest, [True, False, False])[0]


def backward_weight(grad, input, sizes, weight, *rest):
    *options, contiguous = rest
    made = convolution_backward(grad, input, weight, *options, [False, True, False])[1]
    return made.contiguous() if contiguous else made


def max_pool_backward(grad, self, indices):
    flat = torch.zeros(self.shape[:2] + (math.prod(self.shape[2:]),), dtype=grad.dtype)
    return flat.scatter_add(2, indices.flatten(2), grad.flatten(2)).view(self.shape)


def avg_pool_backward(grad, self, kernel, stride, padding, ceil, include, divisor):
    leaf = self.detach().requires_grad_()
    with torch.enable_grad():
        pool = [None, torch.nn.functional.avg_pool1d, torch.nn.functional.avg_pool2d][self.dim() - 2]
        out = pool(leaf, kernel, stride or kernel, padding, ceil, include, *([divisor] if self.dim() == 4 else []))
    return torch.autograd.grad(out, leaf, grad)[0]


def adaptive_avg_pool(self, size):
    return [None, torch.nn.functional.adaptive_avg_pool1d, torch.nn.functional.adaptive_avg_pool2d][len(size)](self, size)


def adaptive_avg_pool_backward(grad, self):
    leaf = self.detach().requires_grad_()
    with torch.enable_grad():
        out = adaptive_avg_pool(leaf, list(grad.shape[2:]))
    return torch.autograd.grad(out, leaf, grad)[0]


def batch_norm(input, weight, bias, mean, var, training, momentum, eps):
    return torch.ops.aten.native_batch_norm(input, weight, bias, mean, var, training, momentum, eps)


def batch_norm_with_update(input, weight, bias, mean, var, momentum, eps):
    mean, var = mean.clone(), var.clone()
    return *torch.ops.aten.native_batch_norm(input, weight, bias, mean, var, True, momentum, eps), mean, var


def index(self, indices):
    return self[tuple(slice(None) if i is None else i for i in indices)]


def index_put(self, indices, values, accumulate):
    return self.index_put(tuple(slice(None) if i is None else i for i in indices), values, accumulate)


OWN = {
    "convolution_backward_input": backward_input,
    "convolution_backward_weight": backward_weight,
    "max_pool_backward": max_pool_backward,
    "avg_pool_backward": avg_pool_backward,
    "_adaptive_avg_pool": adaptive_avg_pool,
    "_adaptive_avg_pool_backward": adaptive_avg_pool_backward,
    "native_batch_norm": batch_norm,
    "_batch_norm_with_update_functional": batch_norm_with_update,
    "index.Tensor": index,
    "linear": lambda x, w, b: torch.nn.functional.linear(x, w, b),
    "item": lambda x: x.item(),
    "view": lambda x, size: x.reshape(size),
    "alias": lambda x: x,
    "detach": lambda x: x.detach(),
    "silu_backward": torch.ops.aten.silu_backward.default,
}
DTYPES = {"torch." + name: getattr(torch, name) for name in
          ("float32", "float64", "float16", "bfloat16", "int64", "int32", "int16", "int8", "uint8", "bool",
           "contiguous_format", "preserve_format", "channels_last")}

SCALARS = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "truediv": lambda a, b: a / b,
    "floordiv": lambda a, b: a // b, "mod": lambda a, b: a % b, "pow": lambda a, b: a ** b, "neg": lambda a: -a,
    "lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "not": lambda a: not a, "from_int": float, "from_bool": int,
}


class GuardFailed(Exception):
    pass


class NewTensor:
    """A tensor that the commit makes: its contents, and whether it requires gradients."""

    def __init__(self, contents, requires_grad):
        self.contents, self.requires_grad = contents, requires_grad


class Result:
    def __init__(self):
        self.commits, self.storages, self.deleted, self.text = {}, {}, [], ""
        self.symbols = {}  # sizes that are not numbers


STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')


class Graph:
    names = None

    def __init__(self, text):
        if Graph.names is None:
            Graph.names = operation_names()
        self.steps = self.region([line.strip() for line in text.splitlines() if line.startswith("  ")], 0)[0]

    @staticmethod
    def region(lines, at):
        """The steps up to the end of a region: lines, or (line, steps, steps) of a branch."""
        steps = []
        while at < len(lines) and not lines[at].startswith("}"):
            line, at = lines[at], at + 1
            if line.endswith(" then {"):
                then, at = Graph.region(lines, at)
                otherwise = []
                if lines[at - 1] == "} else {":
                    otherwise, at = Graph.region(lines, at)
                steps.append((line[:-len(" then {")], then, otherwise))
            else:
                steps.append(line)
        return steps, at + 1

    def run(self, resolve):
        """`resolve(path)` answers the live value at an access path."""
        values, result = {}, Result()
        self.run_all(self.steps, values, resolve, result)
        return result

    def run_all(self, steps, values, resolve, result):
        """The values that the last step yields."""
        given = []
        for line in steps:
            if isinstance(line, tuple):
                self.branch(*line, values, resolve, result)
            elif line.startswith("yield_values"):
                given = [values[v] for v in re.findall(r"%[\w.]+", line)]
            else:
                self.step(line, values, resolve, result)
        return given

    def branch(self, line, then, otherwise, values, resolve, result):
        left, _, right = line.rpartition("if ")
        taken = values[re.search(r"%[\w.]+", right).group()]
        given = self.run_all(then if taken else otherwise, values, resolve, result)
        values.update(zip(re.findall(r"%[\w.]+", left), given))

    def step(self, line, values, resolve, result):
        names = []
        if line.startswith("%"):
            left, line = line.split(" = ", 1)
            names = [n.strip() for n in left.split(",")]
        op, _, rest = line.partition(" ")
        rest, texts = self.without_texts(rest)
        attributes = dict(re.findall(r'(\w+)=\x01(\d+)', rest))
        attributes = {k: texts[int(v)] for k, v in attributes.items()}
        operands = [values[v] for v in re.findall(r"%[\w.]+", rest.split("{")[0].split(" : ")[0])]
        leading = [texts[int(i)] for i in re.findall(r"\x01(\d+)", rest.split("{")[0])]
        keywords = re.search(r"names=\[([^\]]*)\]", rest)
        attributes["names"] = [texts[int(i)] for i in re.findall(r"\x01(\d+)", keywords.group(1))] if keywords else []
        out = self.evaluate(op, operands, leading, attributes, line, resolve, result)
        if len(names) == 1:
            values[names[0]] = out
        else:
            values.update(zip(names, out or []))

    @staticmethod
    def text_method(method, operands, names):
        text, *rest = operands
        if method in ("join", "__mod__"):
            return getattr(text, method)(rest if method == "join" else tuple(rest))
        plain = len(rest) - len(names)
        return getattr(text, method)(*rest[:plain], **dict(zip(names, rest[plain:])))

    @staticmethod
    def without_texts(rest):
        texts = []

        def take(match):
            texts.append(match.group(1).encode("latin-1", "backslashreplace").decode("unicode_escape"))
            return f"\x01{len(texts) - 1}"
        return STRING.sub(take, rest), texts

    def evaluate(self, op, operands, leading, attributes, line, resolve, result):
        if op == "const":
            return self.constant(line)
        if op in ("assume", "absent"):
            return None
        if op == "heap.input":
            value = resolve(leading[0])
            if isinstance(value, torch.Tensor):
                shape = re.search(r"tensor<\w+, \(([^>]*)\), cpu", line).group(1).split(", ")
                for symbol, size in zip(shape, value.shape):
                    if symbol.isidentifier():
                        result.symbols.setdefault(symbol, size)
            elif "symbol" in attributes:
                result.symbols[attributes["symbol"]] = value
            return value.detach().clone() if isinstance(value, torch.Tensor) else value
        if op == "size":
            return eval(leading[0], {}, result.symbols)
        if op == "size.of":
            return operands[0].shape[int(re.search(r"size.of (\d+)", line).group(1))]
        if op == "heap.object":
            return resolve(leading[0])
        if op == "heap.tensor":
            return NewTensor(operands[0], " true " in line)
        if op == "heap.commit":
            result.commits[leading[0]] = operands[0]
        elif op == "heap.delete":
            result.deleted.append(leading[0])
        elif op == "storage.commit":
            result.storages[leading[0]] = operands[0]
        elif op == "text.commit":
            result.text += "".join(str(o) for o in operands)
        elif op == "guard":
            if not operands[0]:
                raise GuardFailed(attributes["name"])
        elif op == "text.format":
            value = {"r": repr, "a": ascii, "s": str, "": lambda x: x}[leading[0]](operands[0])
            return format(value, attributes["spec"])
        elif op == "text.call":
            return self.text_method(leading[0], operands, attributes["names"])
        elif op == "pack" or op == "py.list":
            return list(operands)
        elif op == "py.tuple":
            return tuple(operands)
        elif op == "py.dict":
            return dict(zip(operands[::2], operands[1::2]))
        elif op.startswith("t."):
            return self.tensor(op, operands)
        elif op.split(".")[0] in ("int", "float", "bool"):
            return SCALARS[op.split(".")[1]](*operands)
        elif op != "return":
            raise NotImplementedError(op)
        return None

    @staticmethod
    def constant(line):
        text = line[len("const "):].rsplit(" : ", 1)[0]
        return eval(text, {"inf": math.inf, "nan": math.nan})

    def tensor(self, op, operands):
        name, params = Graph.names[op]
        operands = [DTYPES.get(o, o) if isinstance(o, str) else o for o in operands]
        if name in OWN:
            return OWN[name](*operands)
        base, _, overload = name.partition(".")
        packet = getattr(torch.ops.aten, base)
        candidates = [overload] if overload else ["default"] + list(packet.overloads())
        for each in candidates:
            call = getattr(packet, each)
            arguments = call._schema.arguments
            positional = [v for v, a in zip(operands, arguments) if not a.kwarg_only]
            keywords = {}
            if params:
                for (given, keyword), value in zip(params, operands):
                    if keyword and value is not None and any(a.name == given for a in arguments):
                        keywords[given] = value
                positional = [v for v, (_, keyword) in zip(operands, params) if not keyword]
            try:
                return call(*positional, **keywords)
            except (RuntimeError, TypeError):
                if each == candidates[-1]:
                    raise
        return None


def functions(text):
    """The functions of a printed module, by name."""
    found = {}
    for part in re.split(r"^(?=func @)", text, flags=re.M):
        match = re.match(r"func @(\S+?)\(", part)
        if match:
            found[match.group(1).removesuffix("#0")] = part  # the printer's, of names with `#`
    return found
