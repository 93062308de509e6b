"""Compiled leaves and the tensors of torch that stand for them: one tensor for one leaf as long as the leaf is there.

The memory is shared; where it is, `.grad`, `requires_grad` and hooks are of two objects. Before control goes over to compiled
code what the host has changed goes over to the leaf, after it what compiled code has changed to torch's tensor:
    p = net.fc.weight; optimizer = SGD([p])       # `p` is the tensor of the leaf
    optimizer.zero_grad()                         # p.grad = None, the leaf has still the last one
    loss = net(x)                                 # leave(): so has the leaf; p is an input of the loss's node in torch's graph
    loss.backward()                               # torch puts the gradient into p.grad
    net.show()                                    # leave(): the leaf has it, too
A leaf owns its record here, and with it the tensor; nothing here holds a leaf.
"""
import torch

from janus import _convert, _native

_by_tensor = {}  # records by id of torch's tensor


class Leaf:
    """`gradient` and `compiled_gradient` are one gradient on the two sides, as they last were in step."""
    __slots__ = ("tensor", "key", "gradient", "compiled_gradient", "requires_grad", "address", "host_hooks", "compiled_hooks",
                 "is_host", "keeps")

    def __init__(self, compiled, tensor, is_host=False):
        self.is_host, self.keeps = is_host, None
        self.tensor, self.key = tensor, _native.identity(compiled)
        self.gradient = self.compiled_gradient = None
        self.requires_grad = tensor.requires_grad
        self.address = tensor.data_ptr()
        self.host_hooks = self.compiled_hooks = ()  # handles of what calls the hooks of the other side
        _by_tensor[id(tensor)] = self
        _native.link(compiled, self)

    def end(self, *changed):
        """The leaf ends; `changed`: its gradient, when the host has not seen that one."""
        for gradient in changed:
            self.take_gradient(gradient)
        if _by_tensor.get(id(self.tensor)) is self:
            del _by_tensor[id(self.tensor)]
        self.tensor = self.gradient = self.compiled_gradient = None

    def leave(self):
        """The host has changed something."""
        tensor, compiled = self.tensor, _native.linked_leaf(self.key, self)
        if compiled is None:
            return
        if tensor.data_ptr() != self.address:  # p.data = ...
            compiled.data = _convert.Crossing.over_memory(torch, tensor)
        if tensor.requires_grad != self.requires_grad:
            compiled.requires_grad = tensor.requires_grad
        gradient = tensor.grad
        if gradient is not self.gradient:
            made = None if gradient is None else _convert.Crossing.over_memory(torch, gradient)
            compiled.grad = made
            self.gradient, self.compiled_gradient = gradient, made
        if not self.host_hooks and tensor.requires_grad and _has_hooks(tensor, self.compiled_hooks):
            self.host_hooks = _register(compiled, _host_hook(tensor, self, 0), _host_hook(tensor, self, 1))
        self.watch()

    def come_back(self, compiled):
        """Compiled code has changed something."""
        tensor, address = self.tensor, _native.view(compiled)[0]
        if address != self.address:
            tensor.data = _convert.to_host(_convert.raw_method(compiled, "detach"), "torch")
        requires_grad = _convert.raw_attribute(compiled, "requires_grad")
        if requires_grad != self.requires_grad:
            tensor.requires_grad_(requires_grad)
        self.take_gradient(_convert.raw_attribute(compiled, "grad"))
        if not self.compiled_hooks and requires_grad and _has_hooks(compiled, self.host_hooks):
            self.compiled_hooks = _register(tensor, _compiled_hook(self, 0), _compiled_hook(self, 1))
            if self.is_host:  # whose hooks stay although compiled code holds it no longer
                self.keeps = compiled
        self.watch()

    def take_gradient(self, gradient):
        """Of compiled code."""
        if gradient is None:
            made = None
        elif self.compiled_gradient is not None and _native.is_same(gradient, self.compiled_gradient):
            made = self.gradient
        else:
            made = _convert.result_to_host(gradient)
        if made is not self.gradient:
            self.tensor.grad = made
            # One with a history may lead back to the leaf.
            self.gradient, self.compiled_gradient = made, None if made is not None and made.requires_grad else gradient

    def given_out(self):
        if not _native.is_watched(self):
            self.watch()

    def watch(self):
        tensor = self.tensor
        self.requires_grad, self.address = tensor.requires_grad, tensor.data_ptr()
        _native.watch(self, tensor, self.gradient, self.requires_grad, _count_hooks(tensor), self.address)


class Continued:
    """Of a leaf that stands for a tensor of the host with a history: what arrives there goes on in torch at once."""
    __slots__ = ("tensor", "key")

    def __init__(self, compiled, tensor):
        self.tensor, self.key = tensor, _native.identity(compiled)
        _native.link(compiled, self)
        _convert.raw_method(compiled, "register_post_accumulate_grad_hook", _native.function("pass_on", self.pass_on))

    def pass_on(self, _):
        compiled = _native.linked_leaf(self.key, self)
        gradient = _convert.raw_attribute(compiled, "grad")
        compiled.grad = None
        torch.autograd.backward([self.tensor], [_convert.result_to_host(gradient)], retain_graph=True)

    def end(self, *_):
        self.tensor = None

    def come_back(self, _):
        """Nothing of the leaf is the host's."""

    def given_out(self):
        """Nothing of the tensor is compiled code's."""


# ---- hooks: each side calls its own in backward passes of its own, and the other's
_TABLES = ("_backward_hooks", "_post_accumulate_grad_hooks")


def _table(tensor, kind):
    table = getattr(tensor, _TABLES[kind]) if isinstance(tensor, torch.Tensor) else \
        _convert.raw_attribute(tensor, _TABLES[kind])
    return table or {}


def _count_hooks(tensor):
    return len(_table(tensor, 0)) + len(_table(tensor, 1))


def _has_hooks(tensor, own):
    """Others than `own`."""
    return _count_hooks(tensor) > len(own)


def _register(tensor, before, after):
    if isinstance(tensor, torch.Tensor):
        return tensor.register_hook(before).id, tensor.register_post_accumulate_grad_hook(after).id
    handles = (_convert.raw_method(tensor, "register_hook", _native.function("hook", before)),
               _convert.raw_method(tensor, "register_post_accumulate_grad_hook", _native.function("hook", after)))
    return tuple([_convert.raw_attribute(handle, "id") for handle in handles])


def _host_hook(tensor, record, kind):
    """For compiled code: calls what the host has registered."""
    def hook(value):
        for number, own in list(_table(tensor, kind).items()):
            if number not in record.compiled_hooks[kind:kind + 1]:
                result = own(value)
                value = result if kind == 0 and result is not None else value
        return value if kind == 0 else None
    return hook


def _compiled_hook(record, kind):
    """For torch: calls what compiled code has registered."""
    def hook(value):
        compiled = _native.linked_leaf(record.key, record)
        for number, own in _table(compiled, kind).items() if compiled is not None else ():
            if number not in record.host_hooks[kind:kind + 1]:
                result = own(value)
                value = result if kind == 0 and result is not None else value
        return value if kind == 0 else None
    return hook


# ---- by one of the two
def tensor_of(compiled):
    """The tensor of torch for a compiled leaf."""
    record = _native.linked_record(compiled)
    if record is None:
        tensor = torch.utils.dlpack.from_dlpack(_native.to_dlpack(_convert.raw_method(compiled, "detach")))
        requires_grad = compiled.requires_grad
        if _convert.is_parameter(compiled):
            tensor = torch.nn.Parameter(tensor, requires_grad)
        else:
            tensor.requires_grad = requires_grad
        record = Leaf(compiled, tensor)
        record.come_back(compiled)
    return record.tensor


def given_out(compiled):
    """The same, for code of the host, which may change it."""
    tensor = tensor_of(compiled)
    may_change(compiled)
    return tensor


def may_change(compiled):
    """Its tensor may be changed by the host, or by torch, from now on."""
    _native.linked_record(compiled).given_out()


def compiled_of(tensor):
    """The compiled leaf that a tensor of torch stands for, or None."""
    record = _by_tensor.get(id(tensor))
    return _native.linked_leaf(record.key, record) if record is not None else None


def leaf_for(tensor, compiled):
    """`compiled`, over the memory of a leaf of the host, becomes the leaf that it stands for."""
    Leaf(compiled, tensor, True).leave()


# ---- hooks of janus._native
def leave(records):
    """Before compiled code runs: those that the host has changed."""
    for record in records:
        record.leave()


def come_back(changed):
    """After compiled code has run: those that it has changed."""
    for compiled, record in changed:
        record.come_back(compiled)
