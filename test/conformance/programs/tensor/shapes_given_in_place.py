"""Methods that give a tensor another shape in place, of strided and of sparse tensors: nodes, counts and refusals; slices of all
elements; sizes of objects that have an index; biases of linear layers in any shape."""
import torch
import torch.nn.functional as F


class Index:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


def attempt(name, function):
    try:
        print(name, function())
    except Exception as error:
        print(name, type(error).__name__, str(error).split(" backend.")[0].split("\n")[0])


CHANGES = {"t_": lambda x: x.t_(), "transpose_": lambda x: x.transpose_(0, 1), "swapaxes_": lambda x: x.swapaxes_(0, 1),
           "squeeze_": lambda x: x.squeeze_(), "squeeze_(0)": lambda x: x.squeeze_(0), "squeeze_((0, 1))": lambda x: x.squeeze_((0, 1)),
           "unsqueeze_": lambda x: x.unsqueeze_(0), "as_strided_": lambda x: x.as_strided_((2, 2), (1, 1))}
for name, change in CHANGES.items():
    x = torch.ones(2, 3, requires_grad=True) * 2
    attempt(name, lambda: (change(x) is x, x.grad_fn.name(), x._version, x.shape))
for name in ("t_", "transpose_", "swapaxes_", "unsqueeze_"):
    s = torch.sparse_coo_tensor(torch.tensor([[0, 1], [1, 0]]), torch.tensor([1.0, 5.0]), (2, 3), check_invariants=True)
    attempt(("sparse", name), lambda: (CHANGES[name](s) is s, tuple(s.shape), s.to_dense().tolist(), s._version))
compressed = torch.tensor([[0.0, 1.0], [2.0, 0.0]]).to_sparse_csr()
attempt("compressed", lambda: compressed.t_())

v = torch.ones(4, 3, requires_grad=True) * 2
for name, key in {":": slice(None), "0:": slice(0, None), "0:4": slice(0, 4), "::1": slice(None, None, 1), "...": ..., "()": (),
                  ":, :": (slice(None), slice(None)), "0:9": slice(0, 9), "None": None, "1:, :": (slice(1, None), slice(None))}.items():
    shown = v[key]
    print(name, shown.grad_fn.name(), shown._base is v)
for name, key in {":": slice(None), "0:4": slice(0, 4), "...": ..., "1:": slice(1, None)}.items():
    written = v * 1
    written[key] = 1
    print(name, written.grad_fn.name(), written._version)

for name, make in {"zeros": lambda: torch.zeros([Index(2), 3]), "apart": lambda: torch.zeros(Index(2), 3),
                   "reshape": lambda: torch.ones(2, 3, 2).reshape((Index(3), -1)), "view": lambda: torch.ones(6).view(Index(3), -1),
                   "expand": lambda: torch.ones(3).expand(Index(2), 3), "repeat": lambda: torch.ones(2).repeat(Index(2), 2),
                   "permute": lambda: torch.ones(2, 3).permute(Index(1), 0), "full": lambda: torch.full((Index(2),), 1.0)}.items():
    attempt(name, lambda: make().shape)

SHAPES = (((3,), (3,), ()), ((2, 3), (3,), ()), ((2, 2, 3), (3,), ()), ((2, 3), (3,), (1,)), ((2, 3), (5, 3), (2, 5)), ((2, 3), (5, 3), ()),
          ((2, 3), (5, 3), (1, 5)), ((2, 3), (0, 3), (5,)), ((2, 3), (0, 3), (0,)), ((3,), (2, 5, 3), None), ((3,), (5, 3), (2, 5)),
          ((2, 2, 3), (5, 3), (2, 5)), ((2, 2, 3), (5, 3), (2, 2, 5)), ((2, 2, 3), (5, 3), (4, 5)), ((2, 2, 3), (5, 3), (1,)),
          ((2, 2, 3), (5, 3), (7,)), ((2, 3), (5, 3), (3, 2, 5)), ((0, 3), (5, 3), (5,)), ((2, 0), (5, 0), (2, 5)))
for shapes in SHAPES:
    x, weight, bias = (None if shape is None else torch.arange(1.0, 1 + torch.Size(shape).numel()).view(shape) for shape in shapes)
    attempt(shapes, lambda: F.linear(x, weight, bias))
for x in (torch.tensor([1, 2, 3]), torch.tensor(1), torch.ones(3, 4)):
    for dim in (-1, 0, 3, "a"):
        attempt(("glu", x.dtype, dim), lambda: F.glu(x, dim))
