# float-tolerance: 1e-5
# Functions of torch that are made of others.
import torch

x = torch.arange(12.0).reshape(3, 4) ** 1.5
i = torch.tensor([[3, 1, 4], [1, 5, 9]])
print(torch.diff(x), torch.diff(x, 2, 0), torch.diff(i, dim=0), torch.diff(torch.tensor([True, False, False])))
print(torch.diff(i[0], prepend=torch.tensor([0, 0]), append=torch.tensor([7])), torch.diff(x, 9).shape, torch.diff(x, 0))
print(torch.kron(torch.eye(2), x[:2, :2]), torch.kron(i, torch.tensor([1, 10])))
print(torch.diagflat(torch.tensor([1, 2])), torch.diagflat(i[:, :1], 1), torch.diagflat(torch.tensor([7]), -1))
print(torch.isin(i, torch.tensor([1, 9])), torch.isin(i, torch.tensor([[5]]), invert=True), torch.isin(i, 3))
y = torch.tensor([[0.0, 2.0, 1.0, 5.0], [2.0, 0.5, 1.0, -1.0]])
print(torch.cov(y), torch.cov(y[0]), torch.cov(y, correction=0), torch.corrcoef(y), torch.corrcoef(y[0]))
print(torch.cov(y, fweights=torch.tensor([1, 2, 1, 3])), torch.cov(y, aweights=torch.tensor([0.5, 1.0, 2.0, 1.0])))
print(torch.cov(y, fweights=torch.tensor([1, 2, 1, 3]), aweights=torch.tensor([0.5, 1.0, 2.0, 1.0])))
print(torch.celu(y - 1), torch.celu(y - 1, 0.5), torch.cosine_similarity(y, y.flip(1)), torch.cosine_similarity(y, y + 1, 0))
print(torch.layer_norm(y, (4,)), torch.layer_norm(y, [2, 4], torch.full((2, 4), 2.0), torch.ones(2, 4), 1e-3))
z = y.clone().requires_grad_()
(torch.cov(z).sum() + torch.kron(z, z).mean() + torch.diff(z).square().sum()).backward()
print(z.grad)
for bad in (lambda: torch.diff(x, -1), lambda: torch.diff(torch.tensor(1.0)), lambda: torch.cov(torch.ones(1, 1, 1))):
    try:
        print(bad())
    except RuntimeError as error:
        print(error)
