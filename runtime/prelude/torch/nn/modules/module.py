"""The base class of all layers and models."""
from collections import OrderedDict
from warnings import warn

import torch
from torch.nn.modules._state import (_IncompatibleKeys, load_module_state, load_tree, raise_problems,
                                     save_module_state)
from torch.nn.parameter import Parameter
from torch.utils.hooks import RemovableHandle

__all__ = ["Module", "register_module_backward_hook", "register_module_buffer_registration_hook", "register_module_forward_hook",
           "register_module_forward_pre_hook", "register_module_full_backward_hook",
           "register_module_full_backward_pre_hook", "register_module_module_registration_hook",
           "register_module_parameter_registration_hook"]

_global_forward_pre_hooks = {}
_global_forward_hooks = {}
_global_forward_hooks_with_kwargs = {}
_global_forward_hooks_always_called = {}
_global_backward_pre_hooks = {}
_global_backward_hooks = {}
_global_is_full_backward_hook = None


def register_module_forward_pre_hook(hook):
    return _hooked(_global_forward_pre_hooks, hook)


def register_module_forward_hook(hook, *, with_kwargs=False, always_call=False):
    return _hooked(_global_forward_hooks, hook, marks=[(_global_forward_hooks_with_kwargs, with_kwargs),
                                                       (_global_forward_hooks_always_called, always_call)])


def register_module_full_backward_pre_hook(hook):
    return _hooked(_global_backward_pre_hooks, hook)


def register_module_full_backward_hook(hook):
    return _backward_hooked(hook, True)


def register_module_backward_hook(hook):
    return _backward_hooked(hook, False)


def _backward_hooked(hook, full):
    global _global_is_full_backward_hook
    if _global_is_full_backward_hook is (not full):
        raise RuntimeError(_BOTH_KINDS.format("as a global Module hook"))
    _global_is_full_backward_hook = full
    return _hooked(_global_backward_hooks, hook)


# Asked when a module gets a buffer, parameter or module of a name; what they answer stands in its place.
_buffer_registration_hooks = {}
_parameter_registration_hooks = {}
_module_registration_hooks = {}


def register_module_buffer_registration_hook(hook):
    return _hooked(_buffer_registration_hooks, hook)


def register_module_parameter_registration_hook(hook):
    return _hooked(_parameter_registration_hooks, hook)


def register_module_module_registration_hook(hook):
    return _hooked(_module_registration_hooks, hook)


def _asked(hooks, module, name, value):
    for hook in list(hooks.values()):
        answer = hook(module, name, value)
        value = value if answer is None else answer
    return value


_BOTH_KINDS = "Cannot use both regular backward hooks and full backward hooks {}. Please use only one of them."


def _hooked(hooks, hook, prepend=False, marks=()):
    """The handle of a hook that joins others; `marks` are (the hooks so marked, whether this one is)."""
    handle = RemovableHandle(hooks, extra_dict=[marked for marked, _ in marks])
    others = dict(hooks) if prepend else {}
    if others:
        hooks.clear()
    hooks[handle.id] = hook
    hooks.update(others)
    for marked, is_so in marks:
        if is_so:
            marked[handle.id] = True
    return handle


def _joined(path, name):
    return f"{path}.{name}" if path else name


def _addindent(text, spaces):
    lines = text.split("\n")
    if len(lines) == 1:
        return text
    return lines[0] + "\n" + "\n".join([spaces * " " + line for line in lines[1:]])


def _checked_name(self, name, what, held):
    if not isinstance(name, str):
        raise TypeError(f"{what} name should be a string. Got {torch.typename(name)}")
    if "." in name:
        raise KeyError(f'{what} name can\'t contain "."' + (f", got: {name}" if what == "module" else ""))
    if name == "":
        raise KeyError(f'{what} name can\'t be empty string ""')
    if hasattr(self, name) and name not in held:
        raise KeyError(f"attribute '{name}' already exists")


class Module:
    dump_patches = False
    _version = 1
    training: bool
    call_super_init = False

    def __init__(self, *args, **kwargs):
        if self.call_super_init is False and kwargs:
            raise TypeError(f"{type(self).__name__}.__init__() got an unexpected keyword argument "
                            f"'{next(iter(kwargs))}'")
        if self.call_super_init is False and args:
            raise TypeError(f"{type(self).__name__}.__init__() takes 1 positional argument but {len(args) + 1} "
                            "were given")
        put = super().__setattr__
        put("training", True)
        put("_parameters", {})
        put("_buffers", {})
        put("_non_persistent_buffers_set", set())
        put("_backward_pre_hooks", {})
        put("_backward_hooks", {})
        put("_is_full_backward_hook", None)
        put("_forward_hooks", {})
        put("_forward_hooks_with_kwargs", {})
        put("_forward_hooks_always_called", {})
        put("_forward_pre_hooks", {})
        put("_forward_pre_hooks_with_kwargs", {})
        put("_state_dict_hooks", {})
        put("_state_dict_pre_hooks", {})
        put("_load_state_dict_pre_hooks", {})
        put("_load_state_dict_post_hooks", {})
        put("_modules", {})
        if self.call_super_init:
            super().__init__(*args, **kwargs)

    def forward(self, *input):
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')

    # ---- registration
    def register_buffer(self, name, tensor, persistent=True):
        if "_buffers" not in self.__dict__:
            raise AttributeError("cannot assign buffer before Module.__init__() call")
        _checked_name(self, name, "buffer", self._buffers)
        if tensor is not None and not isinstance(tensor, torch.Tensor):
            raise TypeError(f"cannot assign '{torch.typename(tensor)}' object to buffer '{name}' "
                            "(torch Tensor or None required)")
        if _buffer_registration_hooks:
            tensor = _asked(_buffer_registration_hooks, self, name, tensor)
        self._buffers[name] = tensor
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def register_parameter(self, name, param):
        if "_parameters" not in self.__dict__:
            raise AttributeError("cannot assign parameter before Module.__init__() call")
        _checked_name(self, name, "parameter", self._parameters)
        if param is None:
            self._parameters[name] = None
        elif not isinstance(param, Parameter):
            raise TypeError(f"cannot assign '{torch.typename(param)}' object to parameter '{name}' "
                            "(torch.nn.Parameter or None required)")
        elif param.grad_fn:
            raise ValueError(f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be created "
                             f"explicitly. To express '{name}' as a function of another Tensor, compute the value in "
                             "the forward() method.")
        else:
            if _parameter_registration_hooks:
                param = _asked(_parameter_registration_hooks, self, name, param)
            self._parameters[name] = param

    def add_module(self, name, module):
        if not isinstance(module, Module) and module is not None:
            raise TypeError(f"{torch.typename(module)} is not a Module subclass")
        _checked_name(self, name, "module", self._modules)
        if _module_registration_hooks:
            module = _asked(_module_registration_hooks, self, name, module)
        self._modules[name] = module

    def register_module(self, name, module):
        self.add_module(name, module)

    # ---- attributes
    def __setattr__(self, name, value):
        own = self.__dict__
        params = own.get("_parameters")
        if isinstance(value, Parameter):
            if params is None:
                raise AttributeError("cannot assign parameters before Module.__init__() call")
            self._forget(name, own, self._buffers, self._modules)
            self._non_persistent_buffers_set.discard(name)
            self.register_parameter(name, value)
            return
        if params is not None and name in params:
            if value is not None:
                raise TypeError(f"cannot assign '{torch.typename(value)}' as parameter '{name}' "
                                "(torch.nn.Parameter or None expected)")
            self.register_parameter(name, value)
            return
        modules = own.get("_modules")
        if isinstance(value, Module):
            if modules is None:
                raise AttributeError("cannot assign module before Module.__init__() call")
            self._forget(name, own, self._parameters, self._buffers)
            self._non_persistent_buffers_set.discard(name)
            if _module_registration_hooks:
                value = _asked(_module_registration_hooks, self, name, value)
            modules[name] = value
            return
        if modules is not None and name in modules:
            if value is not None:
                raise TypeError(f"cannot assign '{torch.typename(value)}' as child module '{name}' "
                                "(torch.nn.Module or None expected)")
            modules[name] = value
            return
        buffers = own.get("_buffers")
        if isinstance(value, torch.Tensor) and getattr(value, "_is_buffer", False):
            self.register_buffer(name, value, value.persistent)
            return
        if buffers is not None and name in buffers:
            if value is not None and not isinstance(value, torch.Tensor):
                raise TypeError(f"cannot assign '{torch.typename(value)}' as buffer '{name}' "
                                "(torch.nn.Buffer, torch.Tensor or None expected)")
            buffers[name] = value
            return
        super().__setattr__(name, value)

    def _forget(self, name, *places):
        for place in places:
            if name in place:
                del place[name]

    def __getattr__(self, name):
        own = self.__dict__
        for members in ("_parameters", "_buffers", "_modules"):
            if members in own and name in own[members]:
                return own[members][name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    # The dicts that this __getattr__ looks into: the runtime does so without calling it.
    __attribute_dicts__ = (__getattr__, ("_parameters", "_buffers", "_modules"))

    def __delattr__(self, name):
        for members in (self._parameters, self._buffers, self._modules):
            if name in members:
                del members[name]
                break
        else:
            super().__delattr__(name)
        self._non_persistent_buffers_set.discard(name)

    def __dir__(self):
        names = dir(type(self)) + list(self.__dict__) + list(self._parameters) + list(self._modules) + \
            list(self._buffers)
        return sorted([name for name in names if not name[0].isdigit()])

    def __setstate__(self, state):
        self.__dict__.update(state)

    def get_submodule(self, target):
        module = self
        if target == "":
            return module
        for item in target.split("."):
            if not hasattr(module, item):
                raise AttributeError(f"{module._get_name()} has no attribute `{item}`")
            module = getattr(module, item)
            if not isinstance(module, Module):
                raise AttributeError(f"`{item}` is not an nn.Module")
        return module

    def set_submodule(self, target, module, strict=False):
        if target == "":
            raise ValueError("Cannot set the submodule without a target name!")
        path, _, name = target.rpartition(".")
        parent = self.get_submodule(path)
        if strict and not hasattr(parent, name):
            raise AttributeError(f"{parent._get_name()} has no attribute `{name}`")
        if not isinstance(module, Module):
            raise ValueError(f"`module` is not an nn.Module, found {type(module)}")
        setattr(parent, name, module)

    def get_parameter(self, target):
        return self._member(target, "an nn.Parameter", lambda module, name: isinstance(getattr(module, name), Parameter))

    def get_buffer(self, target):
        return self._member(target, "a buffer", lambda module, name: name in module._buffers)

    def _member(self, target, kind, is_one):
        *path, name = target.split(".")
        module = self.get_submodule(".".join(path))
        if hasattr(module, name) and is_one(module, name):
            return getattr(module, name)
        known = hasattr(module, name)
        raise AttributeError(f"`{name}` is not {kind}" if known else f"{module._get_name()} has no attribute `{name}`")

    # ---- calls
    def __call__(self, *args, **kwargs):
        if not (self._forward_hooks or self._forward_pre_hooks or self._backward_hooks or self._backward_pre_hooks
                or _global_forward_hooks or _global_forward_pre_hooks or _global_backward_hooks
                or _global_backward_pre_hooks):
            return self.forward(*args, **kwargs)
        from torch.nn.modules._hooks import call_with_hooks
        return call_with_hooks(self, args, kwargs)

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        return _hooked(self._forward_pre_hooks, hook, prepend, [(self._forward_pre_hooks_with_kwargs, with_kwargs)])

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        return _hooked(self._forward_hooks, hook, prepend, [(self._forward_hooks_with_kwargs, with_kwargs),
                                                            (self._forward_hooks_always_called, always_call)])

    def register_full_backward_pre_hook(self, hook, prepend=False):
        return _hooked(self._backward_pre_hooks, hook, prepend)

    def register_full_backward_hook(self, hook, prepend=False):
        return self._backward_hooked(hook, prepend, True)

    def register_backward_hook(self, hook):
        return self._backward_hooked(hook, False, False)

    def _backward_hooked(self, hook, prepend, full):
        if self._is_full_backward_hook is (not full):
            raise RuntimeError(_BOTH_KINDS.format("on a single Module"))
        self._is_full_backward_hook = full
        return _hooked(self._backward_hooks, hook, prepend)

    # ---- walking
    def children(self):
        for name, module in self.named_children():
            yield module

    def named_children(self):
        seen = set()
        for name, module in self._modules.items():
            if not (module is None or module in seen):
                yield name, module
            seen.add(module)

    def modules(self, remove_duplicate=True):
        for name, module in self.named_modules(remove_duplicate=remove_duplicate):
            yield module

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        seen = set() if memo is None else memo
        if self not in seen:
            yield prefix, self
            if remove_duplicate:
                seen.add(self)
            below = [(name, module) for name, module in self._modules.items() if module is not None]
            for name, module in below:
                yield from module.named_modules(seen, _joined(prefix, name), remove_duplicate)

    def _named_members(self, members_of, prefix="", recurse=True, remove_duplicate=True):
        seen = set()
        modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, member in members_of(module):
                if member is not None and member not in seen:
                    yield _joined(path, name), member
                    if remove_duplicate:
                        seen.add(member)

    def parameters(self, recurse=True):
        for name, param in self.named_parameters(recurse=recurse):
            yield param

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        yield from self._named_members(lambda module: module._parameters.items(), prefix, recurse, remove_duplicate)

    def buffers(self, recurse=True):
        for name, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        yield from self._named_members(lambda module: module._buffers.items(), prefix, recurse, remove_duplicate)

    # ---- modes
    def train(self, mode=True):
        if isinstance(mode, bool):
            self.training = mode
            for module in self.children():
                module.train(mode)
            return self
        raise ValueError("training mode is expected to be boolean")

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        for p in self.parameters():
            p.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        for p in self.parameters():
            grad = p.grad
            if grad is None:
                continue
            if set_to_none:
                p.grad = None
                continue
            if grad.grad_fn is None:
                grad.requires_grad_(False)
            else:
                grad.detach_()
            grad.zero_()

    # ---- conversions
    def apply(self, fn):
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def _apply(self, fn, recurse=True):
        if recurse:
            for module in self.children():
                module._apply(fn)
        for name, param in self._parameters.items():
            if param is None:
                continue
            with torch.no_grad():
                applied = fn(param)
            param.data = applied
            if param.grad is not None:
                with torch.no_grad():
                    grad = fn(param.grad)
                if grad.device == param.grad.device:
                    param.grad.data = grad
                else:
                    grad.requires_grad_(param.grad.requires_grad)
                    param.grad = None
                    param.grad = grad
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = fn(buffer)
        return self

    def to(self, *args, **kwargs):
        device, dtype, non_blocking, memory_format = torch._parse_to(*args, **kwargs)
        if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
            raise TypeError(f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={dtype}")
        if dtype is not None and dtype.is_complex:
            warn("Complex modules are a new feature under active development whose design may change, and some modules might "
                 "not work as expected when using complex tensors as parameters or buffers. Please file an issue at "
                 "https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml if a complex module does not work "
                 "as expected.", stacklevel=2)

        def convert(t):
            wanted = dtype if t.is_floating_point() or t.is_complex() else None
            if t.is_meta and device is not None and device.type != "meta":
                raise NotImplementedError("Cannot copy out of meta tensor; no data! Please use torch.nn.Module.to_empty() instead of "
                                          "torch.nn.Module.to() when moving module from meta to a different device.")
            if memory_format is not None and t.dim() in (4, 5):
                return t.to(device, wanted, non_blocking, memory_format=memory_format)
            return t.to(device, wanted, non_blocking)

        return self._apply(convert)

    def to_empty(self, *, device, recurse=True):
        return self._apply(lambda t: torch.empty_like(t, device=device), recurse)

    def type(self, dst_type):
        return self._apply(lambda t: t.type(dst_type))

    def float(self):
        return self._apply(lambda t: t.float() if t.is_floating_point() else t)

    def double(self):
        return self._apply(lambda t: t.double() if t.is_floating_point() else t)

    def half(self):
        return self._apply(lambda t: t.half() if t.is_floating_point() else t)

    def bfloat16(self):
        return self._apply(lambda t: t.bfloat16() if t.is_floating_point() else t)

    def cpu(self):
        return self._apply(lambda t: t.cpu())

    def cuda(self, device=None):
        return self._apply(lambda t: t.cuda(device))

    def share_memory(self):
        return self

    def compile(self, *args, **kwargs):
        return None

    # ---- state
    def get_extra_state(self):
        raise RuntimeError("Reached a code path in Module.get_extra_state() that should never be called.")

    def set_extra_state(self, state):
        raise RuntimeError("Reached a code path in Module.set_extra_state() that should never be called.")

    def register_state_dict_post_hook(self, hook):
        hook._from_public_api = True
        return self._register_state_dict_hook(hook)

    def _register_state_dict_hook(self, hook):
        """Of a hook whose answer, if it is not None, stands in the place of the state."""
        return _hooked(self._state_dict_hooks, hook)

    def register_state_dict_pre_hook(self, hook):
        handle = RemovableHandle(self._state_dict_pre_hooks)
        self._state_dict_pre_hooks[handle.id] = hook
        return handle

    def register_load_state_dict_pre_hook(self, hook):
        handle = RemovableHandle(self._load_state_dict_pre_hooks)
        self._load_state_dict_pre_hooks[handle.id] = hook
        return handle

    def _register_load_state_dict_pre_hook(self, hook, with_module=False):
        if with_module:
            return self.register_load_state_dict_pre_hook(hook)
        return self.register_load_state_dict_pre_hook(lambda module, *args: hook(*args))

    def register_load_state_dict_post_hook(self, hook):
        handle = RemovableHandle(self._load_state_dict_post_hooks)
        self._load_state_dict_post_hooks[handle.id] = hook
        return handle

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        save_module_state(self, destination, prefix, keep_vars)

    def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
        by_place = args[:3] + (None, "", False)[len(args):]
        if destination is None:
            destination = by_place[0]
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        prefix, keep_vars = prefix or by_place[1], keep_vars or by_place[2]
        metadata = {"version": self._version}
        getattr(destination, "_metadata", {})[prefix[:-1]] = metadata
        for hook in self._state_dict_pre_hooks.values():
            hook(self, prefix, keep_vars)
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
        for hook in self._state_dict_hooks.values():
            replaced = hook(self, destination, prefix, metadata)
            if replaced is not None and hasattr(hook, "_from_public_api"):
                raise RuntimeError("state_dict post-hook must return None")
            destination = destination if replaced is None else replaced
        return destination

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                              error_msgs):
        load_module_state(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)

    def load_state_dict(self, state_dict, strict=True, assign=False):
        if not isinstance(state_dict, dict):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        state = OrderedDict(state_dict)
        metadata = getattr(state_dict, "_metadata", None)
        if metadata is not None:
            state._metadata = metadata
        problems = missing, unexpected, _ = [], [], []
        load_tree(self, state, "", metadata, assign, problems)
        raise_problems(self, problems, strict)
        return _IncompatibleKeys(missing, unexpected)

    # ---- text
    def _get_name(self):
        return type(self).__name__

    def extra_repr(self):
        return ""

    def __repr__(self):
        extra = self.extra_repr()
        lines = extra.split("\n") if extra else []
        inline = len(lines) < 2 and not self._modules
        lines += [f"({name}): " + _addindent(repr(module), 2) for name, module in self._modules.items()]
        inner = "".join(lines) if inline else "\n  " + "\n  ".join(lines) + "\n"
        return f"{self._get_name()}({inner})"
