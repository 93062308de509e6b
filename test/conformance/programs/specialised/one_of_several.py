"""Numbers of a step that are looked for in tuples, lists and sets, as schedules do: no assumption about them."""
# tier2: step 50% after 3
import torch

torch.manual_seed(0)
w = torch.randn(4, requires_grad=True)
milestones = [4, 8]


def step(number, x, rate):
    if number in (5, 9):
        x = x * 2
    if number in {3, 7, 11} or number not in [0, 1, 2, 3, 4, 5, 6, 7, 8, "last"]:
        x = x + 1
    loss = (w * x).sum()
    loss.backward()
    with torch.no_grad():
        w.sub_(w.grad * rate)
    w.grad = None
    if number in milestones:
        rate *= 0.5
    return rate, loss.item(), number * 0.5 in (1, 1.5), number in ()


rate = 0.1
for number in range(24):
    rate, loss, half, none = step(number, torch.arange(4.0) + number, rate)
    print(f"{loss:.3f} {rate:.4f}", half, none, number in (1, 5), number in frozenset([2, 19]), float("nan") in [loss])
    if number == 13:
        milestones.append(16)
