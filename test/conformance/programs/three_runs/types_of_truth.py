"""Types that results take from one operand: `all` and `any` of bytes are bytes, squares of masks are integers. Also in steps."""
import torch

bytes_ = torch.tensor([[3, 0, 1], [1, 2, 3]], dtype=torch.uint8)
mask = torch.tensor([[True, False, True], [True, True, True]])
x = torch.tensor([[0.5, 0.0, -2.0], [1.0, 1.0, 3.0]], requires_grad=True)


def shown(values):
    return [(str(v.dtype), v.tolist()) for v in values]


def truths(t):
    return [t.all(), t.any(), t.all(0), t.any(1), t.all(1, keepdim=True), torch.any(t, dim=0), torch.all(t, dim=(0, 1)),
            t.any(dim=(0, 1), keepdim=True)]


for t in (bytes_, mask, x.detach(), bytes_.to(torch.int8), bytes_.long(), bytes_.half()):
    for _ in range(5):
        values = truths(t)
    print(shown(values))

for t in (mask, bytes_, bytes_.to(torch.int16), x.detach(), x.detach().bfloat16()):
    for _ in range(5):
        values = [t.square(), torch.square(t), t.square().sum(), t.square() + t]
    print(shown(values))

# Consequences of the type: sums that wrap in bytes, promotion, refused updates.
for _ in range(5):
    kept = bytes_.any(0)
    wrapped = kept * 200 + kept * 100
    picked = torch.where(kept.bool(), wrapped, kept)
    counts = mask.square().sum(0) * 300
    loss = (x * mask.square()).sum() + (x * bytes_.all(1, keepdim=True)).sum()
    (slope,) = torch.autograd.grad(loss, x)
print(shown([kept, wrapped, picked, counts, slope]), loss.item())

for _ in range(5):
    try:
        mask.clone().square_()
    except RuntimeError as error:
        refused = str(error)
    try:
        torch.all(bytes_, out=torch.empty((), dtype=torch.int32))
    except RuntimeError as error:
        other = str(error)
print(refused)
print(other)
print(mask.to("meta").square().dtype, bytes_.to("meta").all().dtype, bytes_.to("meta").any(0).dtype, x.to("meta").all(1).dtype)
