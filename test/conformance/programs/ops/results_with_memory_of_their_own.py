# Results that no argument shares memory with, also where they hold the same elements; and operations that read no input in their backward.
import warnings

import torch
import torch.nn.functional as F
from torch.nn.utils.rnn import unpad_sequence

warnings.simplefilter("ignore")


def show(name, f):
    try:
        print(name, f())
    except (RuntimeError, ValueError, AttributeError) as error:
        print(name, type(error).__name__, error)


def shared(f, x):
    r = f(x)
    return r is x, r.data_ptr() == x.data_ptr(), r._is_view(), r.stride()


matrices = torch.rand(3, 3, 2).permute(2, 0, 1)
image = torch.arange(16.0).view(1, 4, 2, 2)
for n in (0, 1, 2):
    show(f"power {n}", lambda: shared(lambda x: torch.matrix_power(x, n), matrices))
    show(f"linalg power {n}", lambda: shared(lambda x: torch.linalg.matrix_power(x, n), matrices))
for groups in (1, 2, 4):
    for x in (image, image.to(memory_format=torch.channels_last), image.transpose(0, 1).contiguous().transpose(0, 1)):
        show(f"shuffle {groups}", lambda: shared(lambda x: F.channel_shuffle(x, groups), x))
        show(f"native shuffle {groups}", lambda: shared(lambda x: torch.native_channel_shuffle(x, groups), x))
for text in ("ij", "ij->ij", "ij->ji", "...", "ii->i"):
    show(f"einsum {text}", lambda: shared(lambda x: torch.einsum(text, x), torch.eye(2)))
show("einsum list", lambda: shared(lambda x: torch.einsum(x, (0, 1)), torch.eye(2)))
show("chain", lambda: shared(torch.chain_matmul, torch.eye(2)))
show("chain of none", lambda: torch.chain_matmul())
show("chain of a vector", lambda: torch.chain_matmul(torch.ones(2)))

w = torch.eye(2, requires_grad=True)
power = torch.linalg.matrix_power(w, 1)
power.mul_(2)
power.sum().backward()
print(w.grad)

padded = torch.arange(6.0).view(3, 2)
for lengths, first in ([1], False), ([1, 2, 3], False), ([1, 3], True), ([2, 0, 1], True), ([1, 2], True):
    p = padded.clone()
    show(f"unpad {lengths}", lambda: [row.tolist() for row in unpad_sequence(p, torch.tensor(lengths), batch_first=first)])
    print(tuple(p.shape))
rows = unpad_sequence(padded, torch.tensor([2, 1, 2]), batch_first=True)
rows[0].zero_()
print(padded)


def written_input(f, *shape):
    w = torch.ones(shape, requires_grad=True)
    a = w * 1
    r = f(a)
    a.relu_()
    r.sum().backward()
    return w.grad.sum()


show("line", lambda: written_input(lambda a: F.adaptive_avg_pool1d(a, 1), 1, 2, 4))
x = torch.arange(120.0).view(2, 3, 4, 5).double().to(memory_format=torch.channels_last).requires_grad_()
r = F.adaptive_avg_pool2d(x, 1)
(r * r).sum().backward()
print(r.stride(), r.flatten().tolist(), x.grad.sum())

v = torch.tensor([1.0, 2.0], requires_grad=True)
r = torch.linalg.vander(v, N=3)
r.mul_(2)
r.sum().backward()
print(v.grad, torch.linalg.vander(torch.arange(3)))
