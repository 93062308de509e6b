"""Numbers beside elements of 16 bits are such elements, but for factors and divisors."""
import torch

OPERATIONS = {
    "eq": lambda x, s: x == s, "ne": lambda x, s: x != s, "lt": lambda x, s: x < s, "le": lambda x, s: x <= s,
    "gt": lambda x, s: x > s, "ge": lambda x, s: x >= s, "turned lt": lambda x, s: s < x,
    "add": lambda x, s: x + s, "sub": lambda x, s: x - s, "turned sub": lambda x, s: s - x, "mul": lambda x, s: x * s,
    "div": lambda x, s: x / s, "turned div": lambda x, s: s / x, "in place add": lambda x, s: x.clone().add_(s),
    "in place sub": lambda x, s: x.clone().sub_(s), "in place mul": lambda x, s: x.clone().mul_(s),
    "remainder": lambda x, s: x % s, "turned remainder": lambda x, s: s % x, "fmod": lambda x, s: torch.fmod(x, s),
    "floor": lambda x, s: x // s, "turned floor": lambda x, s: s // x,
    "maximum": lambda x, s: torch.maximum(x, torch.tensor(s, dtype=torch.float64)),
    "add tensor": lambda x, s: x + torch.tensor(s, dtype=torch.float64),
    "eq tensor": lambda x, s: x == torch.tensor(s, dtype=torch.float64),
    "mul tensor": lambda x, s: x * torch.tensor(s, dtype=torch.float64),
    "where": lambda x, s: torch.where(x > 0, x, s),
}

for dtype in (torch.float16, torch.bfloat16):
    values = torch.tensor([0.1, -0.1, 0.3, 1.1, 2.7, -2.7, 5.03, -7.9]).to(dtype)
    for name, operation in OPERATIONS.items():
        for number in (0.1, -0.1, 2.7, 3, 1 / 3):
            print(dtype, name, number, operation(values, number).tolist())

for dtype in (torch.float16, torch.bfloat16):
    torch.manual_seed(0)
    print(torch.empty(5, dtype=dtype).uniform_(-0.7071, 0.7071).tolist())
print(torch.nn.functional.threshold(torch.tensor([0, 1, 200], dtype=torch.uint8), -2, 5))
