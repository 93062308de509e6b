"""A subclass that says what is called."""
import torch
import torch.nn.functional as F


class Logged(torch.Tensor):
    @staticmethod
    def __new__(cls, x, *args, **kwargs):
        return super().__new__(cls, x, *args, **kwargs)

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        print(func.__name__, [t.__name__ for t in types], len(args), sorted(kwargs or {}))
        return super().__torch_function__(func, types, args, kwargs)


x = Logged([[1.0, -2.0], [3.0, 4.0]])
y = torch.ones(2, 2)
for f in (lambda: x + 1, lambda: 2 * x, lambda: 1 - x, lambda: x / y, lambda: y / x, lambda: x ** 2, lambda: x // 2, lambda: x % 2,
          lambda: x @ y, lambda: -x, lambda: abs(x), lambda: x == y, lambda: x < 1, lambda: x[0], lambda: x[:, 1], lambda: len(x),
          lambda: x.shape, lambda: x.dtype, lambda: x.requires_grad, lambda: x.T, lambda: x.size(), lambda: x.dim(), lambda: x.sum(0),
          lambda: x.mean(dim=1, keepdim=True), lambda: F.relu(x), lambda: F.dropout(x, 0.5, training=False),
          lambda: F.softmax(x, dim=-1), lambda: F.linear(x, y), lambda: F.mse_loss(x, y), lambda: F.layer_norm(x, (2,)),
          lambda: torch.add(x, y, alpha=2), lambda: torch.cat([x, y], 0), lambda: torch.stack([y, x]), lambda: torch.where(x > 0, x, y),
          lambda: torch.max(x, 1), lambda: torch.sum(x), lambda: x.view(-1), lambda: x.reshape(4), lambda: x.tolist(), lambda: x.clone(),
          lambda: x.detach(), lambda: x.to(torch.float64), lambda: x.item() if x.numel() == 1 else None, lambda: torch.zeros_like(x),
          lambda: torch.matmul(x, x), lambda: torch.exp(x), lambda: x.exp_(), lambda: torch.einsum("ij,jk->ik", x, y),
          lambda: torch.allclose(x, x), lambda: torch.equal(x, y), lambda: torch.split(x, 1), lambda: torch.norm(x),
          lambda: torch.is_tensor(x), lambda: torch.nn.Linear(2, 2)(x).shape, lambda: torch.nn.ReLU()(x), lambda: bool(x.sum() > 0),
          lambda: torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Tanh())(x), lambda: torch.nn.functional.pad(x, (1, 1)),
          lambda: x.contiguous(), lambda: x.numpy().shape, lambda: torch.clamp(x, min=0), lambda: x.masked_fill(x > 1, 0.0)):
    r = f()
    print("->", type(r).__name__)
x += 1
x *= y
x -= 1
x /= 2
x[0] = 5
print(x)
print(repr(x[0, 0]), f"{x}")
