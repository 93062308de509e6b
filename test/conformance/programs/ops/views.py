# Views, joining, padding, repeating and other changes of shape.
import torch
import torch.nn.functional as F

from _cases import check, every, finish, gradients, names, values

x = values(2, 3, 4, dtype=torch.float64)
m = values(4, 5, dtype=torch.float64)
calls = {
    "view": lambda t: t.view(6, 4), "view -1": lambda t: t.view(-1, 2), "view wrong": lambda t: t.view(5, -1),
    "view twice": lambda t: t.view(-1, -1), "view turned": lambda t: t.transpose(0, 1).view(-1), "view_as": lambda t: t.view_as(t.reshape(4, 6)),
    "view type": lambda t: t.view(torch.int64) * 1, "reshape": lambda t: t.transpose(0, 1).reshape(-1), "reshape 0": lambda t: t.reshape(0, 3),
    "flatten": lambda t: t.flatten(1), "flatten dims": lambda t: torch.flatten(t, 0, 1), "flatten wrong": lambda t: t.flatten(2, 1),
    "unflatten": lambda t: t.unflatten(2, (2, 2)), "unflatten wrong": lambda t: t.unflatten(2, (3, 2)), "transpose": lambda t: t.transpose(0, -1),
    "transpose outside": lambda t: t.transpose(0, 3), "t": lambda t: t[0].t(), "t 3": lambda t: t.t(), "T": lambda t: t[0].T, "mT": lambda t: t.mT,
    "permute": lambda t: t.permute(2, 0, 1), "permute twice": lambda t: t.permute(0, 0, 1), "permute few": lambda t: t.permute(0, 1),
    "movedim": lambda t: torch.movedim(t, 0, -1), "swapaxes": lambda t: torch.swapaxes(t, 0, 1), "squeeze": lambda t: t[:1].squeeze(),
    "squeeze dim": lambda t: t[:1].squeeze(0), "squeeze keeps": lambda t: t.squeeze(0), "unsqueeze": lambda t: t.unsqueeze(-1),
    "unsqueeze outside": lambda t: t.unsqueeze(5), "expand": lambda t: t[:1].expand(3, -1, 4), "expand more": lambda t: t.expand(2, 2, 3, 4),
    "expand wrong": lambda t: t.expand(3, 3, 4), "expand_as": lambda t: t[:, :1].expand_as(t), "broadcast_to": lambda t: torch.broadcast_to(t[0, 0], (3, 4)),
    "repeat": lambda t: t.repeat(2, 1, 1), "repeat more": lambda t: t[0].repeat(2, 1, 3), "repeat few": lambda t: t.repeat(2),
    "tile": lambda t: torch.tile(t, (2, 2)), "repeat_interleave": lambda t: torch.repeat_interleave(t, 2, dim=1),
    "repeat_interleave flat": lambda t: torch.repeat_interleave(t, 2), "repeat_interleave each": lambda t: t.repeat_interleave(torch.tensor([1, 2]), dim=0),
    "select": lambda t: t.select(1, 2), "narrow": lambda t: torch.narrow(t, 2, 1, 2), "chunk": lambda t: t.chunk(2, 2), "chunk uneven": lambda t: t.chunk(2, 1),
    "split": lambda t: t.split(3, 2), "split list": lambda t: torch.split(t, [1, 3], 2), "split wrong": lambda t: t.split([1, 1], 2),
    "tensor_split": lambda t: torch.tensor_split(t, 2, 1), "unbind": lambda t: t.unbind(1), "diagonal": lambda t: t.diagonal(0, 1, 2),
    "diag": lambda t: torch.diag(t[0, 0]), "diag 2": lambda t: torch.diag(t[0], 1), "diag_embed": lambda t: torch.diag_embed(t[0]),
    "unfold": lambda t: t.unfold(2, 2, 1), "as_strided": lambda t: t.as_strided((2, 2), (4, 1), 1), "flip": lambda t: t.flip(0, 2), "fliplr": lambda t: torch.fliplr(t),
    "flipud": lambda t: torch.flipud(t), "roll": lambda t: t.roll(1, 0), "roll flat": lambda t: t.roll(2), "roll dims": lambda t: torch.roll(t, (1, -1), (0, 2)),
    "tril": lambda t: t.tril(), "triu": lambda t: torch.triu(t, 1), "tril vector": lambda t: torch.tril(t[0, 0]),
    "cat": lambda t: torch.cat([t, t], 1), "cat types": lambda t: torch.cat([t, t.float()]), "cat empty": lambda t: torch.cat([torch.empty(0), t.float()]),
    "cat shapes": lambda t: torch.cat([t, t[:, :2]], 2), "stack": lambda t: torch.stack([t, t], -1),
    "stack shapes": lambda t: torch.stack([t, t[0]]), "hstack": lambda t: torch.hstack([t, t]), "vstack": lambda t: torch.vstack([t[0], t[0, 0]]),
    "dstack": lambda t: torch.dstack([t[0], t[0]]), "block_diag": lambda t: torch.block_diag(t[0], t[1]), "meshgrid": lambda t: torch.meshgrid(t[0, 0], t[0, 1], indexing="ij"),
    "meshgrid xy": lambda t: torch.meshgrid(t[0, 0], t[0, 1, :2], indexing="xy"), "cartesian_prod": lambda t: torch.cartesian_prod(t[0, 0], t[0, 1]),
    "contiguous": lambda t: t.transpose(0, 2).contiguous(), "clone": lambda t: t.transpose(0, 1).clone(), "to": lambda t: t.to(torch.float32), "float": lambda t: t.float(),
    "type": lambda t: t.type(torch.float32), "type_as": lambda t: t.type_as(torch.ones(1)), "channels_last": lambda t: t.unsqueeze(0).contiguous(memory_format=torch.channels_last),
    "pad": lambda t: F.pad(t, (1, 2)), "pad value": lambda t: F.pad(t, (1, 0, 0, 2), value=3.5), "pad negative": lambda t: F.pad(t, (-1, 0)), "pad odd": lambda t: F.pad(t, (1,)),
    "pad reflect": lambda t: F.pad(t, (1, 2), mode="reflect"), "pad reflect 2": lambda t: F.pad(t.unsqueeze(0), (1, 2, 2, 1), mode="reflect"), "pad reflect far": lambda t: F.pad(t, (4, 0), mode="reflect"),
    "pad replicate": lambda t: F.pad(t, (2, 1), mode="replicate"), "pad circular": lambda t: F.pad(t, (1, 1), mode="circular"), "pad strange": lambda t: F.pad(t, (1, 1), mode="x"),
    "pixel_shuffle": lambda t: F.pixel_shuffle(t.reshape(1, 4, 2, 3), 2), "pixel_unshuffle": lambda t: F.pixel_unshuffle(t.reshape(1, 1, 4, 6), 2),
    "one_hot": lambda t: F.one_hot(torch.tensor([0, 2, 1]), 4), "one_hot auto": lambda t: F.one_hot(torch.tensor([[0, 2]])), "one_hot negative": lambda t: F.one_hot(torch.tensor([-1])),
    "unsqueeze chain": lambda t: t[None, :, None], "atleast_2d": lambda t: torch.atleast_2d(t[0, 0]), "ravel": lambda t: t.ravel(), "detach": lambda t: t.detach() * 1,
    "squeeze dims": lambda t: t[:1, :1].squeeze((0, 1)), "combinations": lambda t: torch.combinations(t[0, 0]), "view empty": lambda t: torch.empty(0, 3).view(-1),
    "expand scalar": lambda t: t.sum().expand(2, 2), "moveaxis": lambda t: torch.moveaxis(t, 0, 1)}
exact = ("view type", "detach", "one_hot", "one_hot auto")
for name, call in calls.items():
    check(name, call, x)
    if name not in exact:
        gradients(name, call, x)
for dtype in every:
    t = values(2, 3, dtype=dtype)
    check(f"cat {names[dtype]}", lambda: torch.cat([t, t.bool(), t.long()]))
    check(f"stack {names[dtype]}", lambda: torch.stack([t, t]))
    check(f"roll {names[dtype]}", lambda: t.roll(1))
    check(f"tril {names[dtype]}", lambda: t.tril())
    check(f"flip {names[dtype]}", lambda: t.flip(1))
    check(f"pad {names[dtype]}", lambda: F.pad(t, (1, 1), value=1))
    check(f"repeat {names[dtype]}", lambda: t.repeat(1, 2))
    for other in every:
        check(f"to {names[dtype]} {names[other]}", lambda: t.to(other))
base = torch.zeros(2, 3)
print(base.view(-1).data_ptr() == base.data_ptr(), base[1].storage_offset(), base.t().is_contiguous(), base.t().contiguous().is_contiguous())
print(base.element_size(), base.nelement(), base.numel(), base.ndim, base.dim(), base.itemsize, base.nbytes, base.is_floating_point())
part = base[:, 1]
part += 1
base.t()[0].fill_(5)
print(base, part, base._version)
finish("views")
