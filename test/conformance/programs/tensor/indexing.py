# stderr: last line because torch warns with the line of its own C++
# Reading and writing through every form of index.
import torch

x = torch.arange(24).reshape(2, 3, 4)
print(x[1], x[1, 2], x[1, 2, 3], x[-1, -1], x[:, 1], x[..., 0], x[0, ::2, 1:3], x[:, None].shape)
print(x[torch.tensor([1, 0])].shape, x[0, torch.tensor([0, 2]), torch.tensor([1, 3])], x[:, [0, 2]].shape)
mask = x > 20
print(x[mask], x[x % 7 == 0], mask.nonzero(), mask.any(), mask.sum().item())
y = torch.zeros(3, 4)
y[0] = 1
y[1, 2:] = torch.tensor([5.0, 6.0])
y[y == 0] = -1
y[torch.tensor([2, 2]), torch.tensor([0, 1])] = 9
y[:, -1] += 0.5
print(y, y[1].tolist(), [row.sum().item() for row in y])
labels = torch.tensor([2, 0, 1])
print(y[range(3), labels], y[torch.arange(3), labels], y.gather(1, labels.unsqueeze(1)), y.index_select(0, torch.tensor([1])))
z = torch.zeros(2, 3).scatter_(1, torch.tensor([[0], [2]]), 1.0)
print(z, torch.take(y, torch.tensor([0, 5])), y.masked_fill(y < 0, 0), torch.nonzero(z))
for bad in (lambda: x[2], lambda: x[0, 0, 0, 0], lambda: x[torch.tensor([5])], lambda: y["a"], lambda: y.__setitem__(0, torch.zeros(3))):
    try:
        bad()
    except (IndexError, RuntimeError, TypeError) as error:
        print(type(error).__name__, str(error).splitlines()[0])
