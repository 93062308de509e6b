"""Arguments of the forms that graphs evaluate: positional ones, or a pair of those and keywords."""
import torch

x = torch.arange(24.0).reshape(2, 3, 4)
matrix = torch.arange(12.0).reshape(3, 4)
square = torch.arange(9.0).reshape(3, 3)
ints = torch.tensor([3, 1, 1, 4, 0])
image = torch.randn(4, 3, 5, 5)
last = torch.randn(2, 3, 4, 5).contiguous(memory_format=torch.channels_last)
number = torch.tensor(2.5)
statistics = lambda: (torch.full([3], 0.25), torch.full([3], 2.0))


def adam(amsgrad, decoupled):
    parameters, gradients = [torch.randn(3, 2), torch.randn(5)], [torch.randn(3, 2), torch.randn(5)]
    zeros = lambda: [torch.full([3, 2], 0.5), torch.full([5], 0.25)]
    return ((parameters, gradients, zeros(), zeros(), zeros() if amsgrad else [None, None], [torch.tensor(2.0), torch.tensor(7.0)]),
            dict(lr=0.01, beta1=0.9, beta2=0.99, weight_decay=0.1, eps=1e-8, amsgrad=amsgrad, maximize=decoupled,
                 decoupled_weight_decay=decoupled))


def sgd(nesterov, maximize, buffers):
    return (([torch.randn(3, 2), torch.randn(5)], [torch.randn(3, 2), torch.randn(5)], buffers),
            dict(lr=0.1, momentum=0.9 if buffers[0] is not None else 0, dampening=0.0, weight_decay=0.01, nesterov=nesterov,
                 maximize=maximize))


class Index:
    def __index__(self):
        return 7

    def __eq__(self, other):
        return isinstance(other, Index)


cases = {
    "_in_one_pass": [([x, matrix], [x + 1, matrix + 1], [], [], [])],
    "_sgd_update_": [sgd(False, False, [None, None]), sgd(True, False, [torch.randn(3, 2), torch.randn(5)]),
                     sgd(False, True, [torch.randn(3, 2), torch.randn(5)])],
    "_adam_update_": [adam(False, False), adam(True, False), adam(False, True), adam(True, True)],
    "copy_": [(x, matrix, False), (x.long(), x * 1.5, False), (matrix.t(), torch.randn(4, 1), False)],
    "fill__Tensor": [(x, number), (x.long(), number), (matrix.t(), torch.tensor(3))],
    "fill__Scalar": [(x, 1.5), (ints, 7), (matrix.t(), 2), (ints > 1, 1)],
    "zero_": [(x,), (matrix.t(),), (ints,)],
    "bernoulli__float": [(x, 0.3, None), (torch.zeros(100, dtype=torch.float64), 0.5, None), (ints, 0.5, None)],
    "bernoulli__Tensor": [(x, x / 24, None), (x, torch.tensor([0.25, 0.5, 0.75, 1.0]), None), (ints, torch.tensor(0.5), None)],
    "fill_diagonal_": [(square, 5.0, False), (torch.zeros(3, 5), 2, False), (torch.zeros(5, 3, dtype=torch.int64), 2, False)],
    "native_batch_norm": [(image, torch.randn(3), torch.randn(3), *statistics(), True, 0.1, 1e-5),
                          (image, None, None, *statistics(), True, 0.3, 1e-3),
                          (image * 0.01, None, None, torch.zeros(3), torch.zeros(3), True, 1.0, 1000.0),
                          (image, torch.randn(3), torch.randn(3), *statistics(), False, 0.1, 1e-5),
                          (image, None, None, None, None, True, 0.1, 1e-5)],
    # Where a view of what is not contiguous is possible, the evaluator does not ask for the form.
    "reshape": [(x, [6, 4]), (x, [-1]), (matrix.t(), [12]), (x.transpose(0, 2), [2, -1]), (torch.zeros(0, 3), [3, 0])],
    "split_Tensor": [(x, 2, 1), (x, 5, -1), (x, 1, 0), (torch.zeros(0, 2), 0, 0), (matrix.t(), 3, 0)],
    "split_with_sizes": [(x, [1, 2], 1), (matrix.t(), [0, 4], 0), (x, [3], -2)],
    "unbind_int": [(x, 0), (x, -1), (matrix.t(), 0), (torch.zeros(0, 2), 0)],
    "bincount": [(ints, None, 6), (ints, torch.rand(5), 5), (ints.to(torch.uint8), ints, 7)],
    "torch_tensor": [(range(1, 9, 3),), (range(3, 3),), ([range(2), range(5, 3, -1)],), (1.5,), (True,), ([1, 2, 3],), ([[1, 2.0], [3, 4]],), ([],), (number,), ([number, 1.0],),
                     (([1, 0],), dict(dtype=torch.bool)), ((2.0,), dict(requires_grad=True)), ([True, 2],)],
    "torch_as_tensor": [(x,), ([1, 2],), ((x,), dict(dtype=torch.float64)), (2.5,)],
    "torch_from_numpy": [],  # of arrays, which are a package's: programs/bridge has them
    "Tensor_to": [(x, torch.float64), (x, "cpu"), (x, ints), (x,), ((x,), dict(copy=True)), ((x,), dict(dtype=torch.int32)),
                  ((last,), dict(memory_format=torch.contiguous_format)), ((last,), dict(memory_format=torch.channels_last)),
                  ((image,), dict(memory_format=torch.channels_last)), (last, torch.float64),
                  ((last,), dict(dtype=torch.float64, memory_format=torch.contiguous_format))],
    "Tensor_type_as": [(x, ints), (x, x)],
    "Tensor_float": [(x,), (ints,)], "Tensor_double": [(x,), (matrix.t(),)], "Tensor_long": [(x,), (ints,)],
    "Tensor_int": [(x,)], "Tensor_bool": [(x,), (ints,)], "Tensor_half": [(x,), (last,)], "Tensor_bfloat16": [(x,)],
    "Tensor_byte": [(x,)], "Tensor_short": [(x,)], "Tensor_char": [(x,)],
    "Tensor_type": [(x, torch.float64), (x, "torch.LongTensor"), (x, "torch.FloatTensor"), (x, torch.IntTensor), (x, torch.FloatTensor)],
    "Tensor___reversed__": [(x,), (number,)],
    "torch_Tensor": [(), ([1, 2.5],), ([[1, 2], [3, 4]],), (x,), (ints,), (0, 3), (torch.Size([2, 0]),), ((),)],
    "torch__legacy_tensor": [(torch.int64, [1.5, -2]), (torch.float64, 0), (torch.int64, ints), (torch.bool, [0, 3])],
    "Tensor_new": [(ints, [4.5, 1]), (ints,), (x, 2, 0), (x, matrix), (ints, (7, 8))],
    "Tensor_new_tensor": [(x, [1, 2]), ((x, 3), dict(dtype=torch.int64)), (ints, [1, 2])],
    "Tensor_sum_to_size": [(x, 3, 4), (x, (1, 4)), (x, [2, 1, 4]), (x, (2, 3, 4)), (matrix, ()), (matrix.t(), 4, 1)],
    "Tensor_cpu": [(x,), (matrix.t(),)],
    "Size_numel": [(x.shape,), (number.shape,)],
    "Tensor_tolist": [(x,), (number,), (ints,), (torch.zeros(2, 0),)],
    "Tensor___iter__": [(x,), (matrix.t(),)],
    "Tensor___getitem__": [(x, 1), (x, -1), (x, (0, 1)), (x, slice(1, None)), (x, (..., 2)), (x, (None, 0)), (x, ()), (x, ...),
                           (x, (slice(None), slice(0, 3, 2))), (x, torch.tensor(1)), (x, torch.tensor([1, 0])), (x, x > 5), (x, range(2)), (x, (slice(None), range(2, 0, -1))),
                           (x, (slice(None), torch.tensor([2, 0]))), (x, [1, 1]), (x, slice(torch.tensor(0), torch.tensor(1))),
                           (x, (0, torch.tensor([2, 0]), slice(None, 2)))],
    "Tensor___setitem__": [(x, 1, 3.0), (x, (0, 1), matrix[0]), (x, slice(1, None), matrix), (x, (..., 2), 5), (x, x > 5, 0.5),
                           (x, torch.tensor([1, 0]), matrix), (x, (slice(None), torch.tensor([2, 0])), 1.0), (ints, 2, 9)],
    "written_alias": [(x, x + 1)], "written_detach": [(x, x + 1)], "written_view": [(x, torch.randn(6, 4), [6, 4])],
    "written_t": [(matrix, torch.randn(4, 3))], "written_transpose_int": [(x, torch.randn(4, 3, 2), 0, -1)],
    "written_permute": [(x, torch.randn(4, 2, 3), [2, 0, 1])], "written_unsqueeze": [(x, torch.randn(2, 1, 3, 4), 1)],
    "written_squeeze": [(torch.zeros(2, 1, 3, 1), torch.randn(2, 3))],
    "written_squeeze_dim": [(torch.zeros(2, 1, 3, 1), torch.randn(2, 3, 1), 1)],
    "written_select_int": [(x, torch.randn(2, 4), 1, -1)],
    "written_slice_Tensor": [(x, torch.randn(2, 2, 4), 1, 0, 3, 2), (x, torch.randn(2, 1, 4), 1, -1, None, 1)],
    "written_view_as_real": [(torch.zeros(3, 2, dtype=torch.cfloat), torch.randn(3, 2, 2))],
    "written_view_as_complex": [(torch.zeros(3, 2, 2), torch.randn(3, 2, dtype=torch.cfloat))],
    "written_diagonal": [(square, torch.tensor([7.0, 8.0, 9.0]), 0, 0, 1)],
    "builtins_map": [(abs, [-1, 2]), (max, (1, 5), [3, 4, 9])], "builtins_filter": [(None, [0, 1, ""]), (callable, [3, len, 4])],
    "operator_index": [(5,), (True,), (Index(),)],
    "operator_neg": [(3,), (x,)], "operator_pos": [(-3,), (x,)], "operator_invert": [(3,), (ints,)], "operator_inv": [(3,)],
    "operator_abs": [(-3,), (x - 5,)], "operator_not_": [(0,), ([1],)], "operator_truth": [(0,), ("a",)],
    "operator_is_": [(x, x), (x, ints)], "operator_is_not": [(x, x), (x, ints)],
    "operator_contains": [([1, 2], 2), ("abc", "z")], "operator_getitem": [([4, 5], 1), ({"a": 1}, "a"), (x, 0)],
    "operator_setitem": [([4, 5], 1, 6), ({"a": 1}, "b", 2)], "operator_delitem": [([4, 5], 1), ({"a": 1}, "a")],
}
