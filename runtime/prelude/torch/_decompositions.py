"""Operations in terms of simpler ones, for the compiler: it evaluates these functions in place of what they decompose.

* An operation that has a kernel and is made of others (`reshape`), or writes several arguments (`_adam_update_`): a
  function of the schema's name, its overload after `_` (`split_Tensor`), with the schema's parameters, of a row that has
  `Kernel::Prelude`. Within it, the operation itself stands for its pure form.
* What is spelled `torch.X` or `Tensor.X` and is no operation: `torch_X`, `Tensor_X`. So are functions of other native
  modules, as far as Python can say them: `operator_index`. (Those of two operands are known as operators.)
* An operation that only writes its first argument, and has no form that does not: what it writes.
* A write through a view: `written_X` answers the base with `value` in the place that the view operation `X` shows.

Arguments that the operation refuses are refused here: NotImplementedError leaves the call to generic code, which says why.
"""
from warnings import warn

import torch
from torch import _C, _C_ops as ops
from torch._C_autograd import _name_node


# ---- updates of lists of parameters, in the order and rounding of torch's loops over single tensors, which any tensors
# may go through
def _in_one_pass(params, grads, first, second, third):
    return True


def _sgd_update_(self, grads, momentum_buffers, *, lr, momentum, dampening, weight_decay, nesterov, maximize):
    for i in range(len(self)):
        param = self[i]
        grad = -grads[i] if maximize else grads[i]
        if weight_decay != 0:
            grad = grad.add(param, alpha=weight_decay)
        buffer = momentum_buffers[i]
        if buffer is not None:
            buffer.mul_(momentum).add_(grad, alpha=1 - dampening)
            grad = grad.add(buffer, alpha=momentum) if nesterov else buffer
        _descend(param, grad, lr)


def _descend(param, step, lr):
    if isinstance(lr, torch.Tensor):
        param.addcmul_(step, lr, value=-1)
    else:
        param.add_(step, alpha=-lr)


def _adam_update_(self, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps, *, lr, beta1, beta2, weight_decay, eps,
                  amsgrad, maximize, decoupled_weight_decay):
    for i in range(len(self)):
        state_steps[i].add_(1)
        param = self[i]
        grad = -grads[i] if maximize else grads[i]
        average = exp_avgs[i]
        square = exp_avg_sqs[i]
        largest = max_exp_avg_sqs[i] if amsgrad else None
        if param.is_complex():  # as pairs of real parameters
            param, grad, average, square = (torch.view_as_real(each) for each in (param, grad, average, square))
            largest = torch.view_as_real(largest) if amsgrad else None
        if weight_decay != 0:
            if decoupled_weight_decay:
                param.mul_(1 - lr * weight_decay)
            else:
                grad = grad.add(param, alpha=weight_decay)
        average.lerp_(grad, 1 - beta1)
        square.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        step = state_steps[i].item()
        step_size = lr / (1 - beta1 ** step)
        root = (1 - beta2 ** step) ** 0.5
        if amsgrad:
            largest.copy_(torch.maximum(largest, square))
            denominator = (largest.sqrt() / root).add(eps)
        else:
            denominator = (square.sqrt() / root).add(eps)
        param.addcdiv_(average, denominator, value=-step_size)


# ---- what is written
def copy_(self, src, non_blocking):
    return src.to(self.dtype).expand(self.shape)


def fill__Tensor(self, value):
    if value.dim() != 0:
        raise NotImplementedError
    return value.to(self.dtype).expand(self.shape)


def fill__Scalar(self, value):
    return ops.full_like(self, value)


def zero_(self):
    return ops.zeros_like(self)


def bernoulli__float(self, p, generator):
    if generator is not None:
        raise NotImplementedError
    return ops.bernoulli(self, p)


def bernoulli__Tensor(self, p, generator):
    if generator is not None:
        raise NotImplementedError
    return ops.bernoulli(p.expand(self.shape).contiguous()).to(self.dtype)


def fill_diagonal_(self, fill_value, wrap):
    if self.dim() != 2 or wrap:
        raise NotImplementedError
    rows, columns = self.shape
    return self.masked_fill(torch.eye(rows, columns, dtype=torch.bool), fill_value)


# ---- normalisation
def native_batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps):
    if not training or running_mean is None:
        return ops.native_batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps)
    channels = input.shape[1]
    for statistics in (running_mean, running_var):
        if statistics.numel() != channels or statistics.dtype not in (input.dtype, torch.float32):
            raise NotImplementedError
    if channels == 0 or input.numel() < 2 * channels:
        raise NotImplementedError
    out, mean, scale, new_mean, new_var = ops._batch_norm_with_update_functional(input, weight, bias, running_mean,
                                                                                 running_var, momentum, eps)
    with torch.no_grad():
        # Through `.data`: no version is counted, as in torch.
        running_mean.data.copy_(new_mean)
        running_var.data.copy_(new_var)
    return out, mean, scale


# ---- shapes
def reshape(self, shape):
    if self.is_contiguous():
        return ops.view(self, shape)
    return _name_node(ops.view(ops.clone(self, memory_format=torch.contiguous_format), shape), "UnsafeViewBackward0")


def split_Tensor(self, split_size, dim):
    size = self.shape[dim]
    if split_size < 0 or (split_size == 0 and size != 0):
        raise NotImplementedError
    if split_size == 0:
        return (ops.slice(self, dim, 0, 0, 1),)
    return tuple([ops.slice(self, dim, i, min(i + split_size, size), 1) for i in range(0, max(size, 1), split_size)])


def split_with_sizes(self, split_sizes, dim):
    parts = []
    start = 0
    for size in split_sizes:
        if size < 0:
            raise NotImplementedError
        parts.append(ops.slice(self, dim, start, start + size, 1))
        start += size
    if start != self.shape[dim]:
        raise NotImplementedError
    return tuple(parts)


def unbind_int(self, dim):
    rows = _C._unbound(self, dim)
    if rows is not None:
        return rows
    return tuple([self.select(dim, i) for i in range(self.shape[dim])])


def bincount(self, weights, minlength):
    """Where `minlength` is the length: else only the contents tell it."""
    if minlength == 0 and weights is None:
        return ops.bincount(self, None, 0)
    if minlength == 0:
        raise NotImplementedError
    if self.max() >= minlength:
        raise NotImplementedError
    if self.min() < 0:
        raise NotImplementedError
    if weights is None:
        return ops.zeros([minlength], dtype=torch.int64).scatter_add(0, self.long(), ops.ones_like(self, dtype=torch.int64))
    weights = weights if weights.dtype == torch.float32 else weights.double()
    return ops.zeros([minlength], dtype=weights.dtype).scatter_add(0, self.long(), weights)


# ---- functions and methods that are no operations
def torch_tensor(data, dtype=None, device=None, requires_grad=False, pin_memory=False):
    if not _is_cpu(device) or pin_memory:
        raise NotImplementedError
    if isinstance(data, torch.Tensor):
        warn("To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
             "sourceTensor.detach().clone().requires_grad_(True), rather than torch.tensor(sourceTensor).", stacklevel=2)
    data = _C._array_elements(data)
    if isinstance(data, torch.Tensor):
        out = data.detach().clone()
        out = out if dtype is None else out.to(dtype)
    else:
        out = _of_numbers(data, _number_type(data) if dtype is None else dtype)
    return out.requires_grad_() if requires_grad else out


def _number_type(data):
    """bool, int64 or the default type, by the numbers; tensors stand for the number they hold."""
    default = torch.get_default_dtype()
    if isinstance(data, torch.Tensor):
        if data.dim() != 0 or data.dtype not in (default, torch.int64, torch.bool):
            raise NotImplementedError
        return data.dtype
    if isinstance(data, range):
        return default if _is_empty(data) else torch.int64
    if isinstance(data, (list, tuple)):
        kinds = [_number_type(x) for x in data]
        for kind in (default, torch.int64, torch.bool):
            if kind in kinds:
                return kind
        return default
    return torch.bool if isinstance(data, bool) else torch.int64 if isinstance(data, int) else default


def _is_empty(data):
    return (data.stop - data.start) * data.step <= 0 if isinstance(data, range) else len(data) == 0


def _of_numbers(data, dtype):
    if isinstance(data, torch.Tensor):
        if data.dim() != 0:
            raise NotImplementedError
        return data.detach().to(dtype)
    if not isinstance(data, (list, tuple, range)):
        return ops.full([], data, dtype=dtype)
    if _is_empty(data):
        return ops.empty([0], dtype=dtype)
    if isinstance(data, range):
        return ops.arange(data.start, data.stop, data.step).to(dtype)
    return ops.stack([_of_numbers(x, dtype) for x in data])


def torch_as_tensor(data, dtype=None, device=None):
    if not _is_cpu(device):
        raise NotImplementedError
    data = _C._array_memory(data)
    if isinstance(data, torch.Tensor):
        return data if dtype is None else data.to(dtype)
    return torch_tensor(data, dtype)


def torch_from_numpy(ndarray):
    data = ndarray if isinstance(ndarray, torch.Tensor) else _C._array_memory(ndarray)
    if isinstance(ndarray, torch.Tensor) or not isinstance(data, torch.Tensor):
        raise NotImplementedError
    return data


def _is_cpu(device):
    return device is None or (isinstance(device, str) and device == "cpu") or (isinstance(device, torch.device) and device.type == "cpu")


def _is_channels_last(x):
    """Whether `to` takes the strides for channels last; of those that fit both formats it does not."""
    shape, strides = x.shape, x.stride()
    rank = len(shape)
    if rank not in (4, 5) or strides[1] == 0:
        return False
    least = 0
    for d in (1, *range(rank - 1, 1, -1), 0):
        if shape[d] == 0 or strides[d] < least or (d == 0 and least == strides[1]):
            return False
        least = strides[d] * max(shape[d], 1)
    return True


def _has_format(x, memory_format):
    if memory_format is torch.contiguous_format:
        return not _is_channels_last(x)
    return len(x.shape) == (4 if memory_format is torch.channels_last else 5) and _is_channels_last(x)


def Tensor_to(self, *args, dtype=None, device=None, non_blocking=False, copy=False, memory_format=None):
    for each in args:
        if isinstance(each, torch.dtype):
            dtype = each
        elif isinstance(each, torch.Tensor):
            dtype = each.dtype
        elif not _is_cpu(each):
            raise NotImplementedError
    if not _is_cpu(device) or (dtype is not None and not isinstance(dtype, torch.dtype)):
        raise NotImplementedError
    if memory_format is torch.preserve_format:
        memory_format = None
    is_same = dtype is None or dtype == self.dtype
    if is_same and not copy and (memory_format is None or _has_format(self, memory_format)):
        return self
    return ops._to_copy(self, dtype=dtype, memory_format=memory_format)


def Tensor_type_as(self, other):
    return self.to(other.dtype)


def Tensor_float(self):
    return self.to(torch.float32)


def Tensor_double(self):
    return self.to(torch.float64)


def Tensor_long(self):
    return self.to(torch.int64)


def Tensor_int(self):
    return self.to(torch.int32)


def Tensor_bool(self):
    return self.to(torch.bool)


def Tensor_half(self):
    return self.to(torch.float16)


def Tensor_bfloat16(self):
    return self.to(torch.bfloat16)


def Tensor_byte(self):
    return self.to(torch.uint8)


def Tensor_short(self):
    return self.to(torch.int16)


def Tensor_char(self):
    return self.to(torch.int8)


def _type_named(name):
    for known, dtype in (("torch.FloatTensor", torch.float32), ("torch.DoubleTensor", torch.float64),
                         ("torch.HalfTensor", torch.float16), ("torch.LongTensor", torch.int64), ("torch.IntTensor", torch.int32),
                         ("torch.BoolTensor", torch.bool), ("torch.ByteTensor", torch.uint8)):
        if name == known:
            return dtype
    raise NotImplementedError


def Tensor_type(self, dtype=None, non_blocking=False):
    if isinstance(dtype, str):
        dtype = _type_named(dtype)
    elif isinstance(dtype, type):  # torch.FloatTensor and its like
        dtype = dtype.dtype
    if not isinstance(dtype, torch.dtype):
        raise NotImplementedError
    return self.to(dtype)


def Tensor_new_tensor(self, data, *, dtype=None, device=None, requires_grad=False):
    if isinstance(data, torch.Tensor):  # with a warning that names this method
        raise NotImplementedError
    return torch_tensor(data, self.dtype if dtype is None else dtype, requires_grad=requires_grad)


# torch.Tensor(...), torch.FloatTensor(...), x.new(...): sizes or contents.
def torch__legacy_tensor(dtype, *args):
    if len(args) == 1 and not isinstance(args[0], int):
        data = args[0]
        if isinstance(data, torch.Tensor):
            if data.dtype != dtype:
                raise TypeError("another type of tensor")
            return data.detach()
        elements = _C._array_elements(data)
        if isinstance(elements, torch.Tensor):
            return elements.clone().to(dtype)
        return ops.empty(data, dtype=dtype) if isinstance(data, torch.Size) else _of_numbers(data, dtype)
    for size in args:
        if not isinstance(size, int) or isinstance(size, bool):
            raise TypeError("invalid data type")
    return ops.empty(args if len(args) > 0 else [0], dtype=dtype)


def torch_Tensor(*args):
    if len(args) == 1 and isinstance(args[0], torch.Tensor):
        return args[0].detach()
    return torch__legacy_tensor(torch.get_default_dtype(), *args)


def Tensor_new(self, *args):
    return torch__legacy_tensor(self.dtype, *args)


def Tensor_sum_to_size(self, *size):
    """Summed over what broadcasting to its shape would have repeated."""
    wanted = tuple(size[0]) if len(size) == 1 and isinstance(size[0], (tuple, list)) else size
    if not wanted:
        return self.sum()
    shape, extra = self.shape, self.dim() - len(wanted)
    if extra < 0:
        raise NotImplementedError
    repeated = list(range(extra))
    for d in range(len(wanted)):
        if wanted[d] != shape[extra + d]:
            if wanted[d] != 1:
                raise NotImplementedError
            repeated.append(extra + d)
    return self.sum(repeated, keepdim=True).view(wanted) if repeated else self


def Tensor_cpu(self):
    return self


def Size_numel(self):
    count = 1
    for size in self:
        count *= size
    return count


def Tensor_tolist(self):
    if self.dim() == 0:
        return self.item()
    return [self.select(0, i).tolist() for i in range(self.shape[0])]


def Tensor___iter__(self):
    return iter(self.unbind(0))


def Tensor___reversed__(self):
    return self if self.dim() == 0 else self.flip(0)


def _position(k):
    return int(k) if isinstance(k, torch.Tensor) else k


def _is_position(k):
    if isinstance(k, torch.Tensor):
        if k.dtype == torch.uint8:  # a mask, with a warning
            raise NotImplementedError
        return k.dim() == 0 and k.dtype != torch.bool and not k.dtype.is_floating_point
    return isinstance(k, int) and not isinstance(k, bool)


def _index_of(k):
    if isinstance(k, (list, tuple)):
        for each in k:
            if not isinstance(each, (int, float)):  # a list of indices may stand for a tuple of them
                raise NotImplementedError
    return torch_tensor(k)


def _index_of_array(k):
    """An array of a package as an index: a mask, or int64."""
    if k is None or k is ... or isinstance(k, torch.Tensor):
        return k
    elements = _C._array_elements(k)
    if not isinstance(elements, torch.Tensor):
        return k
    if elements.dtype.is_floating_point or elements.dtype == torch.uint8:
        raise NotImplementedError
    return elements if elements.dtype == torch.bool else elements.long()


def _shown(self, key):
    """The view that slices, positions, None and `...` of a key show, and the tensors that index its dimensions."""
    keys = tuple([_index_of_array(k) for k in key]) if isinstance(key, tuple) else (_index_of_array(key),)
    used = 0
    for k in keys:
        if k is not None and k is not ...:
            used += k.dim() if isinstance(k, torch.Tensor) and k.dtype == torch.bool else 1
    out = self
    dim = 0
    indices = []
    for k in keys:
        if k is None:
            out = out.unsqueeze(dim)
            dim += 1
        elif k is ...:
            dim += self.dim() - used
        elif isinstance(k, slice):
            if k.start is not None or k.stop is not None or k.step is not None:
                out = ops.slice(out, dim, _position(k.start), _position(k.stop), 1 if k.step is None else k.step)
            dim += 1
        elif _is_position(k):
            out = out.select(dim, _position(k))
        else:
            index = k if isinstance(k, torch.Tensor) else _index_of(k)
            if index.dtype == torch.bool and index.dim() == 0:
                raise NotImplementedError
            indices += [None] * (dim - len(indices)) + [index]
            dim += index.dim() if index.dtype == torch.bool else 1
    return out, indices


def Tensor___getitem__(self, key):
    if isinstance(key, slice):
        return ops.slice(self, 0, _position(key.start), _position(key.stop), 1 if key.step is None else key.step)
    out, indices = _shown(self, key)
    if indices:
        return ops.index(out, indices)
    return ops.alias(out) if out is self else out


def _fill_at(place, indices, value):
    """A number at the elements that one tensor of indices, or one mask, names: an operation of its own. False: it was not done."""
    dims = [dim for dim in range(len(indices)) if indices[dim] is not None]
    if len(dims) != 1 or place.dtype not in (torch.float32, torch.float64) or isinstance(value, complex):
        return False
    dim = dims[0]
    index = indices[dim]
    rank = index.dim()
    if index.dtype == torch.int64:
        place.index_fill_(dim, index if rank == 1 else index.reshape(-1), value)
        return True
    if index.dtype == torch.bool and index.shape == place.shape[dim:dim + rank]:
        rest = place.dim() - dim - rank
        place.masked_fill_(index.reshape(list(index.shape) + [1] * rest) if rest else index, value)
        return True
    return False


def Tensor___setitem__(self, key, value):
    place, indices = _shown(self, key)
    if not indices:
        if isinstance(value, torch.Tensor):
            ones = 0  # in front of it, which the place does not have
            while value.dim() - ones > place.dim() and value.shape[ones] == 1:
                ones += 1
            place.copy_(value.view(value.shape[ones:]) if ones else value)
        else:
            place.fill_(value)
        return
    if not isinstance(value, torch.Tensor):
        if _fill_at(place, indices, value):
            return
        value = ops.full([], value, dtype=self.dtype)
    place.index_put_(indices, value)


# ---- writes through views
def written_alias(base, value):
    return value


def written_detach(base, value):
    return value


def written_view(base, value, size):
    return value.reshape(base.shape)


def written_t(base, value):
    return value.t()


def written_transpose_int(base, value, dim0, dim1):
    return value.transpose(dim0, dim1)


def written_permute(base, value, dims):
    rank = len(dims)
    back = [0] * rank
    for i in range(rank):
        back[dims[i]] = i
    return value.permute(back)


def written_unsqueeze(base, value, dim):
    return value.squeeze(dim)


def written_squeeze(base, value):
    return value.reshape(base.shape)


def written_squeeze_dim(base, value, dim):
    return value.reshape(base.shape)


def written_select_int(base, value, dim, index):
    return ops.select_scatter(base, value, dim, index)


def written_slice_Tensor(base, value, dim, start, end, step):
    return ops.slice_scatter(base, value, dim, start, end, step)


def written_view_as_real(base, value):
    return ops.view_as_complex(value.contiguous())


def written_view_as_complex(base, value):
    return ops.view_as_real(value)


def written_diagonal(base, value, offset, dim1, dim2):
    if base.dim() != 2 or offset != 0 or base.shape[0] != base.shape[1]:
        raise NotImplementedError
    return torch.where(torch.eye(base.shape[0], dtype=torch.bool), ops.diag_embed(value), base)


# ---- functions of `builtins`
def _mapped(function, rows):
    for row in rows:
        yield function(*row)


def builtins_map(function, *iterables):
    return _mapped(function, zip(*iterables))


def _filtered(function, items):
    for item in items:
        if (item if function is None else function(item)):
            yield item


def builtins_filter(function, iterable):
    return _filtered(function, iter(iterable))


# ---- the module `operator`
def operator_index(a):
    if isinstance(a, int):
        return int(a)
    if not hasattr(a, "__index__"):
        raise TypeError("no integer")
    return a.__index__()


def operator_neg(a):
    return -a


def operator_pos(a):
    return +a


def operator_invert(a):
    return ~a


def operator_inv(a):
    return ~a


def operator_abs(a):
    return abs(a)


def operator_not_(a):
    return not a


def operator_truth(a):
    return bool(a)


def operator_is_(a, b):
    return a is b


def operator_is_not(a, b):
    return a is not b


def operator_contains(a, b):
    return b in a


def operator_getitem(a, b):
    return a[b]


def operator_setitem(a, b, c):
    a[b] = c


def operator_delitem(a, b):
    del a[b]


# ---- lists that loops make longer: what was added is a tensor of rows
def _zeros_like(tensor):
    return ops.zeros_like(tensor)


def _row(rows, place):
    return rows.select(0, place)


def _rows_along(tensor, dim):
    return tensor.movedim(dim, 0)


def _number_at_row(rows, place):
    return rows.select(0, place).item()


def _place_of_row(place, count):
    if place < 0:
        place += count
    if place < 0 or place >= count:
        raise IndexError("list index out of range")
    return place


def _joined_rows(before, rows):
    return torch.cat([torch.stack(before), rows])


def _reversed_rows(rows):
    return rows.flip(0)


def _rows_between(rows, first, end, step):
    if step == -1 and first is None and end is None:
        return rows.flip(0)
    return rows[first:end:step]


def _copied_along(rows, dim):
    return rows.clone() if dim == 0 else rows.movedim(0, dim).clone(memory_format=torch.contiguous_format)


def _stack_of_rows(tensors, dim=0):
    return _copied_along(_C._rows_of(tensors), dim)


def _cat_of_rows(tensors, dim=0):
    rows = _C._rows_of(tensors)
    if rows.dim() == 1:
        raise RuntimeError("zero-dimensional tensor (at position 0) cannot be concatenated")
    if dim < 0:
        dim += rows.dim() - 1
    return _copied_along(rows, dim).flatten(dim, dim + 1)


def _sum_of_rows(values, start=0):
    rows = _C._rows_of(values)
    if isinstance(values[0], torch.Tensor) and rows.dtype in (torch.float32, torch.float64):
        return rows.sum(0) + start
    total = start + values[0]
    for i in range(1, len(values)):
        total = total + values[i]
    return total


def _max_of_rows(values):
    best = values[0]
    for i in range(1, len(values)):
        best = values[i] if values[i] > best else best
    return best


def _min_of_rows(values):
    best = values[0]
    for i in range(1, len(values)):
        best = values[i] if values[i] < best else best
    return best


# ---- builtins whose answer hangs on contents: of `max` and `min`, one step; of `any` and `all`, the rest
def _better(best, chosen, item, key, is_better):
    if is_better:
        return item, key
    return best, chosen


def _any_of(holds, rest):
    if holds:
        return True
    for each in rest:
        if each:
            return True
    return False


def _all_of(holds, rest):
    if not holds:
        return False
    for each in rest:
        if not each:
            return False
    return True


def _tensor_of_rows(data, *, dtype=None):
    rows = _C._rows_of(data)
    if dtype is None:
        dtype = torch.get_default_dtype() if rows.dtype == torch.float64 else rows.dtype
    return rows.to(dtype, copy=True)


# ---- recursions over trees: the nodes of one form, children before their parents
def _over_nodes(nodes, form):
    place = nodes[0, 2 * form].item()
    end = nodes[0, 2 * form + 1].item()
    while True:
        result = _C._visit_node(place)
        place += 1
        if place >= end:
            break
    return result


# Calls of a recursion, as they are found; `calls` is a list of their number.
def _down_calls(calls):
    place = 0
    while True:
        _C._visit_call(place)
        place += 1
        if place >= calls[0]:
            break


def _up_calls(calls):
    place = calls[0] - 1
    while True:
        result = _C._visit_call(place)
        place -= 1
        if place < 0:
            break
    return result


# Calls nested deeper, or many more, are Python's matter: its own raise, or take less memory.
def _add_call(calls, most, depth, deepest):
    place = calls[0]
    if place >= most:
        raise MemoryError
    if depth >= deepest:
        raise RecursionError
    calls[0] = place + 1
    return place


# Some are for what the function calls besides itself.
def _calls_left():
    return _C._calls_left() - 50


def _number_of_node(nodes, place, column):
    return nodes[place + 1, column].item()
