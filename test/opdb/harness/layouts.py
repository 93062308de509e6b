"""Memory layouts of the tensors that a call is given."""
import torch

LAYOUTS = ("given", "transposed", "channels_last", "sliced", "expanded", "overlapping")


def _transposed(t):
    if t.dim() < 2:
        return None
    return t.permute(*reversed(range(t.dim()))).contiguous().permute(*reversed(range(t.dim())))


def _channels_last(t):
    if t.dim() not in (4, 5):
        return None
    return t.contiguous(memory_format=torch.channels_last if t.dim() == 4 else torch.channels_last_3d)


def _sliced(t):
    if t.dim() == 0:
        return torch.stack([t, t, t])[1]
    wide = t.new_zeros((*t.shape[:-1], 2 * t.shape[-1] + 3))
    part = wide[..., 1:1 + 2 * t.shape[-1]:2]
    part.copy_(t)
    return part


def _expanded(t):
    """One row of elements for all."""
    if t.dim() == 0 or t.numel() == 0:
        return None
    return t[:1].clone().expand(t.shape)


def _overlapping(t):
    """Windows of a line, each one element after the one before."""
    if t.dim() < 2 or t.numel() == 0:
        return None
    return t.contiguous().flatten().as_strided(t.shape, [1] * t.dim())


_CHANGES = {"transposed": _transposed, "channels_last": _channels_last, "sliced": _sliced, "expanded": _expanded,
            "overlapping": _overlapping}


_DTYPES = {torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.int16, torch.int8,
           torch.uint8, torch.bool, torch.complex64, torch.complex128}


class NotPlain(Exception):
    """A sample with a tensor that has no counterpart in compiled code."""


def is_plain(t):
    return (t.layout is torch.strided and not t.is_conj() and not t.is_neg() and not t.is_quantized and not t.is_nested and t.device.type == "cpu"
            and t.dtype in _DTYPES and type(t) in (torch.Tensor, torch.nn.Parameter))


def map_tree(value, convert):
    """The tree of an argument with its tensors converted."""
    if isinstance(value, torch.Tensor):
        if not is_plain(value):
            raise NotPlain
        return convert(value)
    if isinstance(value, torch.Size):
        return value
    if isinstance(value, (tuple, list)):
        items = [map_tree(item, convert) for item in value]
        return type(value)(items) if type(value) in (tuple, list) else tuple(items)
    if isinstance(value, dict):
        return {name: map_tree(item, convert) for name, item in value.items()}
    return value


def tensors_of(value):
    found = []
    map_tree(value, found.append)
    return found


def laid_out(tree, layout):
    """The tree with all its tensors in the layout; None when that changes none of them."""
    changed = []

    def convert(t):
        plain = t.detach()
        other = _CHANGES[layout](plain)
        if other is None or (other.stride() == t.stride() and layout != "sliced"):
            return t
        changed.append(t)
        return other.requires_grad_(t.requires_grad) if other.is_floating_point() or other.is_complex() else other

    if layout == "given":
        return tree
    result = map_tree(tree, convert)
    return result if changed else None


class Storages:
    """Copies of the storages of a tree's tensors, and the tensors over them: aliases stay aliases."""

    def __init__(self, make_base, make_view):
        self.make_base, self.make_view = make_base, make_view
        self.bases = {}

    def tensor(self, t):
        source = t.detach().untyped_storage()
        name = (source.data_ptr() or id(t), t.dtype)
        if name not in self.bases:
            count = source.nbytes() // t.element_size()
            flat = torch.empty(0, dtype=t.dtype).set_(source, 0, (count,), (1,))
            self.bases[name] = self.make_base(flat)
        return self.make_view(self.bases[name], t)
