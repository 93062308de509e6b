# The norm of complex rows divides by the root of their mean square, which is no length; variances of complex numbers under masks.
import torch
import torch.nn.functional as F

torch.manual_seed(3)


def rounded(x):
    return [round(v, 3) + 0.0 for v in torch.view_as_real(x).reshape(-1).tolist()]


# The least number that is added is that of the type, in gradients, too.
for dtype in (torch.float32, torch.float64):
    x = (torch.randn(2, 3, dtype=dtype) * 1e-4).requires_grad_()
    for _ in range(5):
        gradient, = torch.autograd.grad((F.rms_norm(x, (3,)) * torch.arange(3)).sum(), x)
    print([round(v, 1) for v in gradient.reshape(-1).tolist()])

for dtype in (torch.complex64, torch.complex128):
    x = torch.randn(2, 3, 4, dtype=dtype, requires_grad=True)
    for shape, eps, weight in [((4,), None, None), ((3, 4), 0.5, None), ((4,), 0.25, torch.randn(4, dtype=dtype, requires_grad=True))]:
        y = F.rms_norm(x, shape, weight, eps)
        leaves = [x] if weight is None else [x, weight]
        gradients = torch.autograd.grad((y * torch.arange(24).view(2, 3, 4)).sum().real, leaves)
        print(y.dtype, y.stride(), rounded(y), [rounded(g) for g in gradients])
    print(F.rms_norm(x.transpose(0, 2), (3, 2)).stride(), rounded(F.rms_norm(x.mH, (3,))))
    mask = torch.tensor([[[True], [False], [True]], [[True], [True], [False]]]).expand(2, 3, 4)
    for function in (torch.masked.var, torch.masked.std):
        for result in (function(x, 1), function(x, (0, 2), unbiased=False, mask=mask), function(x, keepdim=True, correction=2)):
            print(result.dtype, tuple(result.shape), rounded(result))
