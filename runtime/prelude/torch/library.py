"""torch.library: operators of programs, which torch.ops.NAMESPACE.NAME finds."""
import torch
from torch import _schemas
from torch._dispatch_keys import excluded
from torch.autograd.function import Function
from torch.ops import _find, _registered

__all__ = ["Library", "CustomOpDef", "custom_op", "define", "impl", "register_fake", "impl_abstract", "register_autograd",
           "register_kernel", "infer_schema", "get_ctx"]

_ANYWHERE = ("CompositeImplicitAutograd", "CompositeExplicitAutograd", "default", "types")
_ALIASED = ("The output of this custom operator (1) must not also be an input to this custom operator and (2) may not alias any "
            "inputs to this custom operator or other returns. The most common way to trigger this error is if we have y = "
            "custom_op(x) and y and x are the same Tensor. Please instead return a clone of the offending output tensor(s) (e.g. "
            "return x.clone()) or refactor the custom operator to not return y.")


def _tensors(values):
    for value in values:
        if isinstance(value, torch.Tensor):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from _tensors(value)


class _Operator:
    def __init__(self, qualified, schema, checks_results=False):
        self.qualified, self._signature, self.checks_results = qualified, schema, checks_results
        self.kernels, self.fake = {}, None  # by type of device; "" is any
        self.autocast_kernels = {}  # by the dispatch key, in lower case
        self.backward = self.setup_context = self._function = None
        _registered[qualified] = self

    def schema(self):
        return f"{self.qualified}{self._signature}"

    def register_autograd(self, backward, setup_context):
        self.backward, self.setup_context = backward, setup_context

    def _bind(self, args, kwargs):
        parameters = self._signature.parameters
        declaration = f"Declaration: {self.schema()}"
        positional = [p for p in parameters if not p.is_keyword]
        if len(args) > len(positional):
            raise RuntimeError(f"{self.qualified}() expected at most {len(positional)} argument(s) but received {len(args)} "
                               f"argument(s). {declaration}")
        given = dict(zip([p.name for p in positional], args)) | kwargs
        unknown = [name for name in kwargs if name not in [p.name for p in parameters]]
        if unknown:
            raise RuntimeError(f"Unknown keyword argument '{unknown[0]}' for operator '{self.qualified}'. Schema: {self.schema()}")
        values = []
        for place, p in enumerate(parameters):
            if p.name not in given and p.default is _schemas.absent:
                raise RuntimeError(f"{self.qualified}() is missing value for argument '{p.name}'. {declaration}")
            value = given.get(p.name, p.default)
            if p.kind == "Tensor" and not isinstance(value, torch.Tensor):
                raise RuntimeError(f"{self.qualified}() Expected a value of type 'Tensor' for argument '{p.name}' but instead found "
                                   f"type '{type(value).__name__}'.\nPosition: {place}\nValue: {value!r}\n{declaration}\n"
                                   f"Cast error details: Unable to cast {value} to Tensor")
            values.append(value)
        return values

    def __call__(self, *args, **kwargs):
        values = self._bind(args, kwargs)
        if self.autocast_kernels:
            device = next((t.device.type for t in _tensors(values)), "cpu")
            key = f"autocast{device}"
            if key in self.autocast_kernels and torch.is_autocast_enabled(device) and key not in [k.lower() for k in excluded]:
                return self._call_kernel(self.autocast_kernels[key], values)
        is_written = any([p.is_written for p in self._signature.parameters])
        if not is_written and torch.is_grad_enabled() and any([t.requires_grad for t in _tensors(values)]):
            return self._recorded(values)
        with torch.no_grad():
            return self._compute(values)

    def _compute(self, values):
        device = next((t.device.type for t in _tensors(values)), "cpu")
        kernel = self.kernels.get(device, self.fake if device == "meta" else None) or self.kernels.get("")
        if kernel is None:
            raise NotImplementedError(f"Could not run '{self.qualified}' with arguments from the '{device.upper()}' backend.")
        result = self._call_kernel(kernel, values)
        if self.checks_results and device != "meta":
            self._check(values, result)
        return result

    def _call_kernel(self, kernel, values):
        positional = [v for v, p in zip(values, self._signature.parameters) if not p.is_keyword]
        named = {p.name: v for v, p in zip(values, self._signature.parameters) if p.is_keyword}
        return kernel(*positional, **named)

    def _check(self, values, result):
        seen = {t.untyped_storage().data_ptr() for t in _tensors(values) if t.numel()}
        for tensor in _tensors((result,)):
            place = tensor.untyped_storage().data_ptr()
            if tensor.numel() and place in seen:
                raise RuntimeError(f"{self.qualified}: {_ALIASED}")
            seen.add(place)

    def _recorded(self, values):
        """Lists of tensors are taken apart: a gradient function sees tensors alone."""
        counts = [len(v) if isinstance(v, (list, tuple)) and any([True for _ in _tensors(v)]) else None for v in values]
        flat = []
        for value, count in zip(values, counts):
            flat.extend([value] if count is None else value)
        if self._function is None:
            self._function = self._make_function()
        return self._function.apply(counts, *flat)

    def _make_function(self):
        operator = self

        def together(counts, flat):
            rest = list(flat)
            made = []
            for count in counts:
                made.append(rest.pop(0) if count is None else [rest.pop(0) for _ in range(count)])
            return made

        def forward(ctx, counts, *flat):
            values = together(counts, flat)
            result = operator._compute(values)
            ctx._counts = counts
            if operator.setup_context is not None:
                kinds = operator._signature.parameters
                named = {p.name: v for v, p in zip(values, kinds) if p.is_keyword}
                inputs = tuple([v for v, p in zip(values, kinds) if not p.is_keyword])
                further = {"keyword_only_inputs": named} if named else {}
                operator.setup_context(ctx, inputs=inputs, output=result, **further)
            return tuple(result) if isinstance(result, list) else result

        def backward(ctx, *grads):
            if operator.backward is None:
                name = operator.qualified.replace("::", ".")
                raise RuntimeError(f"Trying to backward through {name}.default but no autograd formula was registered. Please use "
                                   "register_autograd to add one.")
            result = operator.backward(ctx, *grads)
            result = result if isinstance(result, tuple) else (result,)
            flat = [None]
            for grad, count in zip(result, ctx._counts):
                flat.extend([grad] if count is None else [None] * count if grad is None else grad)
            return tuple(flat)
        name = f"GeneratedBackwardFor_{self.qualified.replace('::', '_')}_default"
        return type(name, (Function,), {"forward": staticmethod(forward), "backward": staticmethod(backward)})


class CustomOpDef:
    """An operator that a function of the program computes."""

    def __init__(self, qualified, schema, function, device_types):
        self._namespace, self._name = qualified.split("::")
        self._qualname, self._init_fn, self._schema = qualified, function, str(schema)
        self._operator = _Operator(qualified, schema, checks_results=True)
        self.register_kernel(device_types)(function)

    def __call__(self, *args, **kwargs):
        return self._operator(*args, **kwargs)

    def __repr__(self):
        return f"<CustomOpDef({self._qualname})>"

    @property
    def _opoverload(self):
        return getattr(getattr(torch.ops, self._namespace), self._name).default

    def register_kernel(self, device_types, fn=None, /):
        def register(function):
            for device in (device_types,) if device_types is None or isinstance(device_types, str) else device_types:
                self._operator.kernels[device or ""] = function
            return function
        return register if fn is None else register(fn)

    def register_fake(self, fn, /):
        self._operator.fake = fn
        return fn

    def register_autograd(self, backward, /, *, setup_context=None):
        self._operator.register_autograd(backward, setup_context)


def custom_op(name, fn=None, /, *, mutates_args, device_types=None, schema=None, tags=None):
    def made(function):
        if schema is not None:
            return CustomOpDef(name, _schemas.of_text(schema), function, device_types)
        signature = _schemas.of_function(function, mutates_args)
        if "::" not in name:
            raise ValueError(f"Expected `name` to be of the form 'namespace::name', got {name}")
        return CustomOpDef(name, signature, function, device_types)
    return made if fn is None else made(fn)


def infer_schema(prototype_function, /, *, mutates_args, op_name=None):
    return (op_name or "") + str(_schemas.of_function(prototype_function, mutates_args))


def _operator(op):
    if isinstance(op, CustomOpDef):
        return op._operator
    name = op if isinstance(op, str) else op.name()
    name = name.removesuffix(".default")
    operator = _find(name)
    if operator is None:
        raise RuntimeError(f"operator {name} does not exist")
    return operator


def define(qualname, schema, *, lib=None, tags=()):
    if "::" not in qualname:
        raise ValueError(f"torch.library.define(qualname, schema): expected qualname to be a string of the form "
                         f"'namespace::name', got {qualname}")
    _Operator(qualname, _schemas.of_text(schema))


def impl(qualname, types, func=None, *, lib=None):
    """An operator's kernel for devices: "cpu", "default" for all."""
    def register(function):
        for kind in (types,) if isinstance(types, str) else types:
            _operator(qualname).kernels["" if kind in _ANYWHERE else kind.lower()] = function
    return register if func is None else register(func)


def register_kernel(op, device_types, func=None, /, *, lib=None):
    return impl(op, "default" if device_types is None else device_types, func)


def register_fake(op, func=None, /, *, lib=None, _stacklevel=1, allow_override=False):
    def register(function):
        _operator(op).fake = function
        return function
    return register if func is None else register(func)


impl_abstract = register_fake


def register_autograd(op, backward, /, *, setup_context=None, lib=None):
    _operator(op).register_autograd(backward, setup_context)


class Library:
    """Operators of a namespace, and kernels of theirs."""

    def __init__(self, ns, kind, dispatch_key=""):
        if kind not in ("IMPL", "DEF", "FRAGMENT"):
            raise ValueError(f"Unsupported kind: {kind}")
        self.ns, self.kind, self.dispatch_key = ns, kind, dispatch_key

    def define(self, schema, alias_analysis="", *, tags=()):
        name, parenthesis, rest = schema.partition("(")
        define(f"{self.ns}::{name}", parenthesis + rest)
        return name

    def impl(self, op_name, fn, dispatch_key="", *, with_keyset=False, allow_override=False):
        name = op_name if isinstance(op_name, str) else op_name.name().removesuffix(".default")
        operator = _operator(name if "::" in name else f"{self.ns}::{name}")
        key = dispatch_key or self.dispatch_key
        if key == "Meta":
            operator.fake = fn
        elif key.startswith("Autocast"):
            operator.autocast_kernels[key.lower()] = fn
        elif key.startswith("Autograd"):
            raise NotImplementedError("torch.library: a kernel for autograd is not supported: use torch.library.register_autograd")
        else:
            operator.kernels["" if key in ("", *_ANYWHERE) else key.lower()] = fn

    def _destroy(self):
        for name in [name for name in _registered if name.startswith(self.ns + "::")]:
            del _registered[name]


def get_ctx():
    raise RuntimeError("torch.library.get_ctx() can only be called from inside of a function that was given to register_fake, while "
                       "sizes alone are computed")


class _ScopedLibrary:
    def __init__(self, *args):
        self.library = Library(*args)

    def __enter__(self):
        return self.library

    def __exit__(self, *args):
        self.library._destroy()


def _scoped_library(*args):
    return _ScopedLibrary(*args)
