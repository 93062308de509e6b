# Arguments that utilities, schedules, transforms and distributions refuse, and odd ones that they take.
import torch
import torch.nn as nn
import torch.optim.lr_scheduler as schedules
from torch.nn.utils import rnn

x = torch.arange(6.0).view(2, 3)
w = torch.ones(2, 3, requires_grad=True)


def said(name, call):
    try:
        result = call()
    except Exception as error:
        print(name, type(error).__name__, str(error))
    else:
        print(name, "taken", result)


def optimizer():
    return torch.optim.SGD(nn.Linear(2, 2).parameters(), 0.1)


one = optimizer()
said("chained", lambda: schedules.ChainedScheduler([schedules.StepLR(optimizer(), 1), schedules.StepLR(optimizer(), 1)]))
said("chained", lambda: schedules.ChainedScheduler([schedules.StepLR(optimizer(), 1)], optimizer=one))
said("chained", lambda: schedules.ChainedScheduler([schedules.StepLR(one, 1), schedules.StepLR(one, 1)]).get_last_lr())
said("sequential", lambda: schedules.SequentialLR(one, [schedules.StepLR(one, 1), schedules.StepLR(optimizer(), 1)], [1]))
said("side", lambda: rnn.pad_sequence([x], padding_side="top"))
for shapes in (((2, 3), (2, 4)), ((2, 3), (1, 4)), ((2,), (3, 2)), ((2, 3), (4, 1)), ((2, 3), (1, 3))):
    said(f"pad {shapes}", lambda: rnn.pad_sequence([torch.ones(s) for s in shapes]))
for lengths in ([1], [1, 2], [1, 2, 2], [1, 2, 2, 1]):
    said(f"unpad {lengths}", lambda: rnn.unpad_sequence(x, torch.tensor(lengths)))
for lengths in ([2, 1, 1], [4, 1, 1], [5, 4, 3], [5, 1], [3, 0, 0], [1, 2, 1]):
    said(f"pack {lengths}", lambda: rnn.pack_padded_sequence(x, lengths))
said("clip", lambda: nn.utils.clip_grad_norm_([w], "a"))
said("clip", lambda: nn.utils.clip_grad_norm_([], "a"))
said("clip", lambda: nn.utils.clip_grad_norm_([w], "1.5"))
for count in range(4):
    said(f"{count} gradients", lambda: torch.autograd.grad([w.sum(), w.sum()], w, [torch.ones(())] * count))
    said(f"{count} gradients", lambda: torch.autograd.backward([w.sum(), w.sum()], [torch.ones(())] * count))
print(w.grad)
for size in (-1, 0, 1, None):
    said(f"chunk size {size}", lambda: torch.func.jacrev(torch.sum, chunk_size=size)(x))
for places in ("a", 0.5, [0], (0,), None):
    said(f"argnums {places}", lambda: torch.func.grad(torch.sum, argnums=places)(x))
said("no layers", lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2), 0, enable_nested_tensor=False)(torch.ones(2, 2, 4)))
said("kl", lambda: torch.distributions.register_kl(3, 4))
said("kl", lambda: torch.distributions.register_kl(torch.distributions.Normal, "a"))
integers = torch.arange(3)
said("round", lambda: torch.round(integers, decimals=1))
said("round", lambda: integers.round_(decimals=1))
said("round", lambda: (integers > 1).round_(decimals=1))
said("round", lambda: torch.round(integers > 1))
said("round", lambda: torch.special.round(integers))
said("round", lambda: torch.round(torch.ones(2, dtype=torch.cfloat)))
