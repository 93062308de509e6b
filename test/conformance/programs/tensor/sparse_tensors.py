"""Sparse tensors: how they are made, what they say of themselves and print, arithmetic, gradients, optimizers and files."""
import copy
import io
import pickle

import torch
from torch import nn


def show(*functions):
    for function in functions:
        try:
            print(function())
        except NotImplementedError as error:  # torch's texts go on with a list of backends
            print("NotImplementedError", str(error)[:60])
        except Exception as error:
            print(type(error).__name__, str(error).split("\n")[0])


i = torch.tensor([[0, 1, 1], [2, 0, 2]])
v = torch.tensor([3.0, 4.0, 5.0])
s = torch.sparse_coo_tensor(i, v, (2, 4))
c = s.coalesce()
csr = s.to_sparse_csr()
d = torch.arange(8.0).view(4, 2)
double = torch.sparse_coo_tensor(torch.tensor([[1, 0, 1, 1], [2, 3, 2, 0]]), torch.tensor([1.0, 2.0, 3.0, 4.0]), (2, 4))
hybrid = torch.sparse_coo_tensor(torch.tensor([[2, 0, 2]]), torch.arange(6.0).view(3, 2), (4, 2))

print("---- what it is")
print(s, c, hybrid, csr, s.t(), csr.t())
print(s.shape, s.size(0), s.dim(), s.numel(), s.device, s.dtype, type(s), s.__class__, s.sparse_dim(), s.dense_dim(), len(s))
print(s.layout, s.is_sparse, s.is_sparse_csr, csr.layout, csr.is_sparse, csr.is_sparse_csr, isinstance(s, torch.Tensor), torch.is_tensor(s))
print(s._nnz(), s.is_coalesced(), c.is_coalesced(), s.is_leaf, s.requires_grad, s.grad, s.grad_fn, s.is_contiguous(), s.type())
print(c.indices(), c.values(), s._indices(), s._values(), csr.crow_indices(), csr.col_indices(), csr.values(), hybrid.dense_dim())
show(lambda: s.indices(), lambda: s.values(), lambda: s.data_ptr(), lambda: s.tolist(), lambda: s.numpy(),
     lambda: s.item(), lambda: bool(s), lambda: s.view(4, 2), lambda: s.reshape(4, 2), lambda: s == s, lambda: s.sigmoid())
show(lambda: torch.ones(2).indices(), lambda: torch.ones(2).values(), lambda: torch.ones(2).coalesce(), lambda: torch.ones(2)._nnz(),
     lambda: torch.ones(2).is_coalesced(), lambda: torch.ones(2).sparse_dim(), lambda: torch.ones(2).dense_dim(),
     lambda: torch.ones(2).to_dense(), lambda: torch.ones(2).crow_indices(), lambda: csr.indices(), lambda: s.crow_indices())

print("---- making")
show(lambda: torch.sparse_coo_tensor(i, v), lambda: torch.sparse_coo_tensor((2, 3)), lambda: torch.sparse_coo_tensor([[0, 1]], [1, 2], (3,)),
     lambda: torch.sparse_coo_tensor(i, v, (2, 4, 5)), lambda: torch.sparse_coo_tensor(i, v[:2], (2, 4)),
     lambda: torch.sparse_coo_tensor(i, v, (2, 4), dtype=torch.float64), lambda: torch.sparse_csr_tensor([0, 1, 2], [0, 1], [1.0, 2.0], (2, 2)),
     lambda: torch.sparse_csr_tensor([0, 1, 2], [0, 1], [1.0, 2.0]), lambda: torch.sparse.FloatTensor(i, v, torch.Size([2, 4])),
     lambda: torch.sparse.FloatTensor(2, 3), lambda: torch.sparse.FloatTensor(i, v), lambda: torch.sparse.LongTensor(i, v.long()),
     lambda: torch.eye(2).to_sparse(), lambda: torch.eye(2).to_sparse(1), lambda: torch.eye(2).to_sparse_csr(),
     lambda: torch.zeros(2, 3).to_sparse(), lambda: torch.eye(3, dtype=torch.int32).to_sparse(), lambda: torch.eye(3).bool().to_sparse(),
     lambda: torch.sparse_coo_tensor(torch.zeros(1, 0, dtype=torch.long), torch.zeros(0, 2), (3, 2)), lambda: csr.to_dense(),
     lambda: double.coalesce(), lambda: double.to_dense(), lambda: hybrid.coalesce(), lambda: hybrid.to_dense(), lambda: csr.to_sparse())
print(torch.sparse.check_sparse_tensor_invariants.is_enabled())
with torch.sparse.check_sparse_tensor_invariants():
    print(torch.sparse.check_sparse_tensor_invariants.is_enabled())
    show(lambda: torch.sparse_coo_tensor(i, v, (1, 4)), lambda: torch.sparse_coo_tensor(-i, v, (2, 4)))
print(torch.sparse.check_sparse_tensor_invariants.is_enabled())
show(lambda: torch.sparse_coo_tensor(i, v, (2, 2), check_invariants=True))

print("---- shapes and parts")
show(lambda: s.transpose(0, 1), lambda: s.t().coalesce(), lambda: s.unsqueeze(0), lambda: s.index_select(0, torch.tensor([1, 0])),
     lambda: s.index_select(1, torch.tensor([2, 2])), lambda: s[0], lambda: s[:, 1], lambda: s[0, 2], lambda: list(s),
     lambda: hybrid[2], lambda: torch.cat([s, s], 0), lambda: torch.cat([s, s], 1), lambda: torch.stack([s, s]), lambda: s[5],
     lambda: torch.ones(2, 4).sparse_mask(c), lambda: d.t().sparse_mask(s), lambda: torch.zeros_like(s), lambda: s.clone(),
     lambda: s.double(), lambda: s.to(torch.float64).dtype, lambda: s.cpu() is s, lambda: s.float() is s, lambda: s.detach())

print("---- arithmetic")
ones = torch.ones(2, 4)
show(lambda: s + ones, lambda: ones + s, lambda: ones - double, lambda: s + s, lambda: s + double, lambda: c + double.coalesce(),
     lambda: torch.add(ones, s, alpha=3), lambda: s - s, lambda: s * 2, lambda: 2 * s, lambda: s / 2, lambda: s * s, lambda: c * double,
     lambda: s * ones, lambda: s * torch.tensor(3.0), lambda: c + 1, lambda: -s, lambda: (-s).abs(), lambda: s.relu(), lambda: s.sqrt(),
     lambda: s.sin(), lambda: s.pow(2), lambda: s ** 2, lambda: s + s.t(), lambda: ones.clone().add_(double, alpha=2),
     lambda: s.clone().mul_(2), lambda: s.clone().add_(s), lambda: s.clone().zero_(), lambda: csr * 2, lambda: csr + csr)
show(lambda: s.sum(), lambda: s.sum(0), lambda: torch.sparse.sum(s), lambda: torch.sparse.sum(s, 0), lambda: torch.sparse.sum(s, 1),
     lambda: torch.sparse.sum(s, (0, 1)), lambda: torch.sparse.sum(hybrid, 0), lambda: torch.sparse.sum(hybrid, 1), lambda: s.norm(),
     lambda: torch.sparse.softmax(s, 1), lambda: torch.sparse.log_softmax(s, 1), lambda: torch.sparse.softmax(s, 0), lambda: s.any())
show(lambda: s @ d, lambda: torch.mm(s, d), lambda: torch.mm(d, s), lambda: torch.sparse.mm(s, d), lambda: double @ d, lambda: s @ s.t(),
     lambda: torch.sparse.mm(d.t(), d), lambda: s @ torch.ones(4), lambda: s.mv(torch.ones(4)), lambda: torch.smm(s, d),
     lambda: torch.spmm(s, d), lambda: torch.sparse.addmm(torch.ones(2, 2), s, d), lambda: csr @ d, lambda: csr.mv(torch.ones(4)),
     lambda: torch.addmm(torch.ones(2, 2), s, d, beta=2, alpha=3), lambda: s @ torch.ones(3, 3), lambda: s.mv(torch.ones(3)))

print("---- functions that are zero at zero, as PyTorch's operator database lists them")
names = ["abs", "asin", "asinh", "atan", "atanh", "ceil", "deg2rad", "erf", "erfinv", "expm1", "floor", "frac", "isinf", "isnan", "isneginf",
         "isposinf", "log1p", "nan_to_num", "neg", "positive", "rad2deg", "relu", "round", "sgn", "sign", "signbit", "sin", "sinh", "sqrt",
         "tan", "tanh", "trunc", "square"]
small = torch.sparse_coo_tensor(torch.tensor([[1, 0, 1], [2, 3, 0]]), torch.tensor([0.25, 0.5, 0.75], dtype=torch.float64), (2, 4))
for name in names:
    result = getattr(torch, name)(small)
    print(name, result.layout, result.dtype, result.shape, result.to_dense())
for name in ("neg", "abs", "relu"):
    a = small.clone().requires_grad_()
    torch.sparse.sum(getattr(torch, name)(a)).backward()
    print(name, a.grad.to_dense())
for name in ("sin_", "neg_", "relu_", "abs_", "sqrt_", "tanh_"):
    show(lambda: getattr(small.clone(), name)().to_dense())

print("---- gradients")
w = v.clone().requires_grad_()
q = torch.sparse_coo_tensor(i, w, (2, 4))
print(q, q.requires_grad, q.is_leaf)
(q @ d).sum().backward()
print(w.grad)
for product in (torch.sparse.mm, lambda a, b: torch.sparse.mm(torch.sparse.softmax(a.coalesce(), 1), b), lambda a, b: (a * 2).to_dense() @ b,
                lambda a, b: torch.sparse.sum(a * a, 1).to_dense() * b.sum()):
    a = torch.sparse_coo_tensor(i, v, (2, 4), requires_grad=True)
    b = d.clone().requires_grad_()
    product(a, b).sum().backward()
    print(a.is_leaf, a.grad.is_sparse, a.grad.to_dense(), b.grad)
print(a)
dense = torch.tensor([[0.0, 2.0], [3.0, 0.0]], requires_grad=True)
(dense.to_sparse() * 3).to_dense().pow(2).sum().backward()
print(dense.grad)

print("---- sparse gradients")
table = nn.Embedding(5, 2, sparse=True)
nn.init.ones_(table.weight)
table(torch.tensor([[1, 2], [1, 4]])).pow(2).sum().backward()
print(table.weight.grad)
table(torch.tensor([0, 3])).pow(2).sum().backward()
print(table.weight.grad, table.weight.grad.coalesce())
for name in ("Adam", "AdamW", "RMSprop", "Adadelta", "Adamax", "ASGD", "Rprop", "NAdam", "RAdam", "SGD", "Adagrad", "SparseAdam"):
    optimizer = getattr(torch.optim, name)(table.parameters(), lr=0.1)
    show(lambda: (optimizer.step(), name, table.weight.detach().clone())[1:])
momentum = torch.optim.SGD(table.parameters(), lr=0.1, momentum=0.9)
show(momentum.step, momentum.step, lambda: momentum.state_dict(), lambda: table.weight)
show(torch.optim.SGD(table.parameters(), lr=0.1, weight_decay=0.1).step, torch.optim.Adagrad(table.parameters(), weight_decay=0.1).step)
show(lambda: nn.utils.clip_grad_norm_(table.parameters(), 1.0), lambda: table.weight.grad)
momentum.zero_grad(set_to_none=False)
print(table.weight.grad)
p = nn.Parameter(torch.ones(2, 2))
p.grad = torch.ones(2, 2)
show(lambda: torch.optim.SparseAdam([p]).step(), lambda: torch.optim.SparseAdam([p], lr=0), lambda: torch.optim.SparseAdam([p], betas=(1, 1)),
     lambda: torch.optim.SparseAdam([p], eps=0), lambda: torch.optim.SparseAdam([torch.eye(2).to_sparse().requires_grad_()]),
     lambda: torch.optim.SparseAdam([p]))
p.grad = torch.eye(2).to_sparse()
print(p.grad)
(p * p).sum().backward()
print(p.grad)
for mode in ("sum", "mean"):
    bag = nn.EmbeddingBag(5, 2, mode=mode, sparse=True)
    bag(torch.tensor([1, 2, 1, 4]), torch.tensor([0, 3])).sum().backward()
    print(bag.weight.grad)
padded = nn.Embedding(4, 2, padding_idx=1, sparse=True)
padded(torch.tensor([1, 2, 0])).sum().backward()
print(padded.weight.grad)

print("---- copies and files")
twin = copy.deepcopy({"a": c, "b": s})
print(twin, twin["a"] is c)
memory = io.BytesIO()
torch.save({"a": c, "b": csr, "c": s}, memory)
memory.seek(0)
print(torch.load(memory, weights_only=False))
print(pickle.loads(pickle.dumps(c)))
layer = nn.Module()
layer.register_buffer("adjacency", c)
print(layer.state_dict(), layer.double().adjacency)

# A negative keeps what stands twice; other functions add it up first.
twice = torch.sparse_coo_tensor(torch.tensor([[0, 0, 1]]), torch.tensor([1.0, 2.0, 3.0]), (2,))
for name in ("neg", "abs", "sin"):
    result = getattr(torch, name)(twice)
    print(name, result.is_coalesced(), result._values())
print((-twice).to_dense(), twice.neg_()._values())
