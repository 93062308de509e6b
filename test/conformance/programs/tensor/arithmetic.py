# Element-wise arithmetic, broadcasting, comparison, and Python scalars on both sides.
import torch

a = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
b = torch.tensor([10.0, 20.0, 30.0])
c = torch.tensor([[2.0], [0.5]])
print(a + b, a * c, b - c, a / b, a ** 2, 2 ** a, -a, abs(-a))
print(1 - a, 3 / a, a // 2, a % 4, -7 // torch.tensor(2), torch.tensor([-7, 7]) % 3, torch.tensor([-7, 7]) // 2)
print(a > 2, a == torch.tensor(3.0), (a > 1) & (a < 5), ~(a > 3), a.ne(2), torch.equal(a, a.clone()))
print(torch.exp(b / 10), torch.sqrt(a), torch.log(a), torch.sin(a), torch.tanh(a), torch.sigmoid(a), a.relu(), a.clamp(2, 5))
print(torch.maximum(a, c), torch.where(a > 3, a, torch.zeros(())), a.pow(0.5), torch.round(a / 4), torch.floor(-a / 4), a.sign())
print(torch.tensor([5, 3]) / 2, torch.tensor([5, 3]) // 2, torch.tensor([1, 2]) * 1.5, torch.tensor(5) / torch.tensor(2))
for bad in (lambda: a + torch.zeros(2), lambda: torch.zeros(2, 3) @ torch.zeros(2, 3), lambda: a + "x",
            lambda: bool(a), lambda: torch.tensor([1, "a"]), lambda: a.item()):
    try:
        bad()
    except (RuntimeError, TypeError, ValueError) as error:
        print(type(error).__name__, error)
