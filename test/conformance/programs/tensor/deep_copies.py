import copy
import torch

a = torch.arange(6.)
b = a[1:]
c = a.view(2, 3).t()
x, y, z = copy.deepcopy([a, b, c])
x[2] = 50
print(x, y, z, z.stride(), a)
print(x.untyped_storage().data_ptr() == y.untyped_storage().data_ptr() != a.untyped_storage().data_ptr(), y.storage_offset(), y._is_view(), y._base)
e = torch.ones(1).expand(4)
f = copy.deepcopy(e)
print(f.stride(), f)
g = torch.ones(3, requires_grad=True)
(g * 2).sum().backward()
g.tag = ["hello"]
h = copy.deepcopy(g)
print(h, h.grad, h.tag, h.tag is g.tag, h.grad is g.grad, h.is_leaf)
s = torch.arange(4).view(torch.int32)
i = torch.arange(4)
j = i.view(torch.int32)
k, l = copy.deepcopy((i, j))
k[0] = 7
print(k, l)
m = torch.tensor([1 + 2j, 3j]).conj()
n = copy.deepcopy(m)
print(n, n.is_conj(), m.is_conj())
print(copy.deepcopy(torch.ones(0)), copy.deepcopy(torch.tensor(3)), copy.deepcopy(torch.ones(2, device="meta")))


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.randn(3, 3))
        self.register_buffer("row", self.w.detach()[0])
        self.register_buffer("cells", torch.zeros(4))
        self.register_buffer("first", self.cells[:2])


torch.manual_seed(0)
net = Net()
net.w.sum().backward()
twin = copy.deepcopy(net)
twin.cells.fill_(3)
twin.w.data.zero_()
print(twin.first, net.first, twin.row, twin.w.grad, net.w.grad is not None)
state = copy.deepcopy(net.state_dict())
state["w"].zero_()
print(state["row"], state["first"])
store = a.untyped_storage()
t, u = copy.deepcopy((a, store))
u.fill_(0)
print(t, len(u), type(u).__name__)


class Tagged(torch.Tensor):
    pass


v = torch.ones(2).as_subclass(Tagged)
v.name_of = "v"
try:
    copy.deepcopy(v)
except RuntimeError as error:
    print(str(error)[:60])
try:
    copy.deepcopy(g * 2)
except RuntimeError as error:
    print(error)
d = {}
q = copy.deepcopy(a, d)
print(d[id(a)] is q, copy.deepcopy(a, d) is q)
