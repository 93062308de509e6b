# float-tolerance: 1e-5
# Products of vectors, matrices and batches of them.
import torch

torch.manual_seed(1)
a, b, v = torch.randn(3, 4), torch.randn(4, 5), torch.randn(4)
print(a @ b, a @ v, v @ v, v @ b, torch.matmul(a, b).shape, a.mm(b).sum(), torch.dot(v, v), torch.outer(v, v).shape)
batch = torch.randn(2, 3, 4)
print(torch.bmm(batch, torch.randn(2, 4, 2)).shape, (batch @ b).shape, (a.t() @ a).diagonal(), (batch @ v).sum(0))
print(torch.addmm(torch.ones(5), a, b).mean(), torch.einsum("ij,jk->ik", a, b).sum(), torch.nn.functional.linear(a, b.t(), torch.ones(5)))
print((torch.arange(6).reshape(2, 3) @ torch.arange(3)), (a[:, ::2] @ b[::2]).sum())
torch.save({"product": a @ b, "batch": batch @ b}, "products.pt")
