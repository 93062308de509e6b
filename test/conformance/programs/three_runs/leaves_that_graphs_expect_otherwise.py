# A leaf whose data gets another shape while a graph from before is there, and one whose node has hooks: what arrives is
# checked against the old shape, and the hooks are called.
import torch

torch.manual_seed(0)
x = torch.randn(4, 6)
w = torch.randn(6, 6, requires_grad=True)
for i in range(40):
    if i % 4 == 0:
        w.data = torch.ones(6, 6)
    if i % 4 == 2:
        w.data = torch.ones(6, 3)
    try:
        loss = (x @ w).sum()
        loss.backward()
        result = "%.4f" % loss.item()
    except RuntimeError as error:
        result = str(error)[:90]
    if i > 30:
        print(i, result, w.grad is None)
    w.grad = None

v = torch.ones(3, requires_grad=True)
count = 0


def counted(gradients, _):
    global count
    count += 1


node = v.expand_as(v).grad_fn.next_functions[0][0]
for i in range(40):
    if i == 20:
        handle = node.register_hook(counted)
    if i == 30:
        handle.remove()
    (v * i).sum().backward()
    if i % 10 == 9:
        print(i, count, v.grad)
