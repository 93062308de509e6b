"""What backward gets for results that nothing was made of: zeros, or None when asked for."""
import torch


class Many(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, zeros):
        ctx.set_materialize_grads(zeros)
        index = (x * 10).long()
        positive = x > 0
        fixed = x * 3
        ctx.mark_non_differentiable(index, positive, fixed)
        return x * 5, index, positive, fixed, x * 2, None, 7, (x * 4).view(2, 2)

    @staticmethod
    def backward(ctx, *grads):
        for g in grads:
            print(None if g is None else (g.dtype, g.tolist()))
        return grads[0], None


for zeros in (True, False):
    for used in (0, 4, 7):
        x = torch.tensor([1.0, -2.0, 3.0, 4.0], requires_grad=True)
        results = Many.apply(x, zeros)
        results[used].sum().backward()
        print(x.grad, [t.requires_grad if isinstance(t, torch.Tensor) else t for t in results])
