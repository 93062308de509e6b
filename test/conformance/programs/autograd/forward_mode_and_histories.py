# float-tolerance
"""Primals and tangents keep the history of what was not dual: trainings through forward mode."""
import warnings

import torch
import torch.autograd.forward_ad as forward

warnings.simplefilter("ignore")  # of what PyTorch loads for unpack_dual()
x = torch.tensor([0.5, 1.0])
w = torch.tensor([1.0, 2.0], requires_grad=True)
with forward.dual_level():
    dual = forward.make_dual(x, torch.ones(2))
    value, slope = forward.unpack_dual((dual * w).sin())
    print(value.requires_grad, slope.requires_grad)
    plain, plain_slope = forward.unpack_dual((dual * 2).sin())
    print(plain.requires_grad, plain_slope.requires_grad, plain_slope)
    other, nothing = forward.unpack_dual(w * 2)
    print(other.requires_grad, nothing)
slope.sum().backward(retain_graph=True)
print(w.grad)
value.sum().backward()
print(w.grad)

linear = torch.nn.Linear(2, 1)
torch.nn.init.constant_(linear.weight, 0.5)
torch.nn.init.zeros_(linear.bias)
optimizer = torch.optim.SGD(linear.parameters(), lr=0.1)
for step in range(20):
    with forward.dual_level():
        value, slope = forward.unpack_dual(torch.tanh(linear(forward.make_dual(x, torch.tensor([1.0, 0.0])))))
    loss = (value - 0.3).pow(2).sum() + (slope - 0.1).pow(2).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 5 == 4:
        print("%.3f" % loss.item())

# The gradient of dropout is computed in the type of what arrives.
torch.manual_seed(0)
y = torch.ones(4, 6, dtype=torch.float64, requires_grad=True)
torch.nn.functional.dropout(y, 0.3).sum().backward()
print("%.12f" % y.grad.max().item())
