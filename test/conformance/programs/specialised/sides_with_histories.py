"""A tensor with a history made on one side of a branch: known for what it is after it, and bound again."""
# tier2: <module>.loop.body 90% after 5
# tier2: <module>.loop#1.body 90% after 5
import torch


def show(t):
    print(t.requires_grad, t.is_leaf, t.grad_fn is None, type(t.grad_fn).__name__)
    try:
        (t * 2).backward()
        print("again", t.grad)
    except RuntimeError as e:
        print(str(e)[:50])


v = torch.ones(3, requires_grad=True)
w = torch.ones(3, requires_grad=True)
rare = None
for step in range(60):
    w.grad = None
    (w * w).sum().backward()
    with torch.no_grad():
        w -= 0.01 * w.grad
    if step % 5 == 4:
        rare = (v * v).sum()
        rare.backward()
show(rare)
print(v.grad, w)

# The one that was there before has a history, too.
rare = (v * v).mean()
rare.backward()
for step in range(60):
    w.grad = None
    (w * w).sum().backward()
    if step % 5 == 4:
        rare = (v * v).mean()
        rare.backward()
    with torch.no_grad():
        w -= 0.01 * w.grad
show(rare)
print(v.grad, w)
