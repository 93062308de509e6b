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

# Layers, containers, losses and attributes.
images, lines, volumes = torch.ones(2, 3, 8, 8), torch.ones(2, 3, 8), torch.ones(2, 3, 8, 8, 8)
said("kernel of three", lambda: nn.Conv2d(3, 4, (3, 3, 3))(images))
said("kernel of one", lambda: nn.Conv2d(3, 4, (3,))(images))
said("kernel of two", lambda: nn.Conv1d(3, 4, (3, 3))(lines))
said("kernel of two", lambda: nn.Conv3d(3, 4, (3, 3))(volumes))
said("kernel of three", lambda: nn.ConvTranspose2d(3, 4, (3, 3, 3))(images))
said("kernel of three", lambda: nn.Conv2d(3, 4, (3, 3, 3), padding="same")(images))
said("padding mode", lambda: nn.ConvTranspose1d(3, 4, 3, padding_mode="reflect"))
said("output size", lambda: nn.ConvTranspose2d(3, 4, 3)(images, output_size=(1, 1)))
said("output size", lambda: nn.ConvTranspose2d(3, 4, 3, stride=(2, 1))(images, output_size=(18, 11)))
try:
    nn.Conv2d(3, 4, 3, padding_mode="foo")
except ValueError as error:
    print(sorted(str(error)))
for cell in (nn.GRU, nn.RNN, nn.LSTM):
    said("projections", lambda: cell(3, 4, proj_size=2))
    said("length of 0", lambda: cell(4, 5)(torch.zeros(0, 2, 4)))
said("modules", lambda: nn.ModuleDict({1: nn.ReLU()}))
said("modules", lambda: nn.ModuleDict({"a": 1}))
said("parameters", lambda: nn.ParameterDict(5))
for register in ("register_module", "register_buffer", "register_parameter"):
    for name in (3, None, "", "a.b", "weight", "forward"):
        said(f"{register} {name}", lambda: getattr(nn.Linear(2, 2), register)(name, None))
said("mask", lambda: x.masked_select(torch.ones(4, dtype=torch.bool)))
said("pos_weight", lambda: nn.BCEWithLogitsLoss(pos_weight=torch.ones(2))(x, x))
said("weight", lambda: nn.BCEWithLogitsLoss(weight=torch.ones(2))(x, x))
for place in (9, -7, 5, -6):
    said(f"put {place}", lambda: x.clone().put_(torch.tensor([0, place]), torch.ones(2)))
    said(f"put {place}", lambda: x.t().clone().t().put_(torch.tensor([0, place]), torch.ones(2), True))
    said(f"put {place}", lambda: torch.put(x, torch.tensor([0, place]), torch.ones(2)))
for target in ([0, 5], [0, -1], [0, 2]):
    said(f"margin {target}", lambda: nn.MultiMarginLoss()(x, torch.tensor(target)))
said("labels", lambda: nn.MultiLabelMarginLoss()(x, torch.tensor([[0, 5, 1], [0, 1, 2]])))
square = torch.eye(2)
for order in ("fro", "nuc", 1, 2, -2):
    said(f"norm {order}", lambda: torch.linalg.matrix_norm(square, order, dim=(0, -2)))
for row in (5, -5, 2**40, 1, -2):
    said(f"row {row}", lambda: nn.functional.embedding_bag(torch.tensor([[0]]), x, mode="sum", padding_idx=row))
    said(f"row {row}", lambda: nn.functional.embedding(torch.tensor([[0]]), x, padding_idx=row))
for scale in (float("nan"), float("inf"), -float("inf"), 1e300, -1):
    for mode in ("nearest", "bilinear", "bicubic"):
        said(f"{mode} {scale}", lambda: nn.functional.interpolate(images, scale_factor=scale, mode=mode))
said("recomputed", lambda: nn.functional.interpolate(images, scale_factor=float("inf"), recompute_scale_factor=True))
for mode in (torch.no_grad, torch.enable_grad):
    said("mode", lambda: mode(3, 4))
for state in (3, None, []):
    said(f"state {state}", lambda: optimizer().load_state_dict(state))
for kind in (torch.double, torch.long, torch.half, torch.bfloat16, torch.bool):
    said(f"gradient {kind}", lambda: setattr(w, "grad", torch.ones(2, 3).to(kind)))
said("gradient", lambda: setattr(integers, "requires_grad", True))
said("gradient", lambda: integers.requires_grad_())
said("gradcheck", lambda: torch.autograd.gradcheck(torch.sin, x))
said("bilinear", lambda: nn.Bilinear(0, 2, 4))


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.mul_(2)

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


said("leaf", lambda: Doubled.apply(torch.ones(2, requires_grad=True)))
said("view of a leaf", lambda: Doubled.apply(torch.ones(2, requires_grad=True)[:1]))
said("no leaf", lambda: Doubled.apply(torch.ones(2, requires_grad=True) * 1).detach())
said("nothing", lambda: Doubled.apply(torch.ones(2)))
