"""Operations in place on memory that they also read, or of which several elements are one."""
import torch


def show(name, function):
    try:
        result = function(torch.arange(1.0, 9.0))
        print(name, result.tolist() if isinstance(result, torch.Tensor) else result)
    except RuntimeError as error:
        print(name, str(error)[:80])


def moved(b):
    b[1:] += b[:-1]
    return b


def assigned(b):
    b[1:] = b[:-1]
    return b


def scattered(b):
    b[torch.tensor([0, 1])] = b[2:4]
    return b


def masked(b):
    b[b > 3] = b[2]
    return b


def halves(b):
    b[:4] += b[4:]
    return b


show("moved", moved)
show("assigned", assigned)
show("scattered", scattered)
show("masked", masked)
show("halves", halves)
show("itself", lambda b: b.mul_(b))
show("alias", lambda b: b.mul_(b.detach()))
show("an element", lambda b: b.add_(b[1]))
show("a row", lambda b: b.view(2, 4).sub_(b[:4]))
show("turned", lambda b: (lambda m: m.copy_(m.t()))(b[:4].view(2, 2)))
show("every other", lambda b: b[::2].add_(b[1::2]))
for name in ("add_", "mul_", "atan2_", "eq_", "copy_", "pow_", "logical_and_", "fmod_"):
    show(name, lambda b: getattr(b[1:], name)(b[:-1]))
    show(name + " expanded", lambda b: getattr(b[:1].expand(3), name)(torch.ones(3)))
for name in ("exp_", "neg_", "sqrt_", "round_", "sigmoid_", "relu_", "normal_", "uniform_", "clamp_"):
    show(name + " expanded", lambda b: getattr(b[:1].expand(3), name)(*([0, 1] if name == "clamp_" else [])))
i = torch.tensor([0, 1, 2])
show("addcmul_", lambda b: b[1:].addcmul_(torch.ones(7), b[:-1]))
show("addcdiv_", lambda b: b[1:].addcdiv_(b[:-1], torch.ones(7)))
show("lerp_", lambda b: b[1:].lerp_(torch.ones(7), b[:-1]))
show("clamp_", lambda b: b[1:].clamp_(min=b[:-1]))
show("masked_fill_", lambda b: b.masked_fill_(b > 3, b[0]))
show("index_add_", lambda b: b[1:].index_add_(0, i, b[:3]))
show("index_add_ itself", lambda b: b[:3].index_add_(0, i, b[:3]))
show("index_copy_", lambda b: b[1:].index_copy_(0, i, b[:3]))
show("index_fill_", lambda b: (lambda k: k.index_fill_(0, k[:2], 1))(torch.arange(4)))
show("index_put_", lambda b: b[1:].index_put_((i,), b[:3]))
show("index_put_ expanded", lambda b: b[:1].expand(3).index_put_((i,), torch.tensor(2.0)))
show("scatter_", lambda b: b[1:].scatter_(0, i, b[:3]))
show("scatter_add_", lambda b: b[1:].scatter_add_(0, i, b[:3]))
show("scatter_reduce_", lambda b: b[1:].scatter_reduce_(0, i, b[:3], "sum"))
show("fill_ expanded", lambda b: b[:1].expand(3).fill_(2))
show("zero_ expanded", lambda b: b[:1].expand(3).zero_())
show("addmm_", lambda b: b[:4].view(2, 2).addmm_(b[:4].view(2, 2), b[2:6].view(2, 2)))
show("addr_", lambda b: b[:4].view(2, 2).addr_(b[:2], b[2:4]))
show("out itself", lambda b: torch.add(b, 1, out=b))
show("out moved", lambda b: torch.add(b[1:], 1, out=b[:-1]))
show("out expanded", lambda b: torch.add(b[:3], 1, out=torch.zeros(1).expand(3)))
show("gather into its input", lambda b: torch.gather(b, 0, i, out=b[:3]))
