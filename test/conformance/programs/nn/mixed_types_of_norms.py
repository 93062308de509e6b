"""Normalisation of inputs with parameters and statistics of another type: what torch takes, which types come out, gradients."""
# float-tolerance: 2e-2
import torch
import torch.nn as nn
import torch.nn.functional as F

types = (torch.float32, torch.bfloat16, torch.float16, torch.float64)
for of_input in types:
    for of_parameters in (*types, None):
        x = torch.linspace(-1, 1, 8).view(2, 4).to(of_input)
        ones, zeros = (None, None) if of_parameters is None else (torch.ones(4, dtype=of_parameters), torch.zeros(4, dtype=of_parameters))
        mean, var = (torch.zeros(4), torch.ones(4)) if of_parameters is None else (zeros.clone(), ones.clone())
        for name, function in [("layer", lambda: torch.native_layer_norm(x, (4,), ones, zeros, 1e-5)),
                               ("group", lambda: torch.native_group_norm(x.view(2, 4, 1), ones, zeros, 2, 4, 1, 2, 1e-5)),
                               ("batch", lambda: torch.native_batch_norm(x, ones, zeros, mean, var, True, 0.1, 1e-5)),
                               ("batch evaluated", lambda: torch.native_batch_norm(x, ones, zeros, mean, var, False, 0.1, 1e-5))]:
            try:
                print(of_input, of_parameters, name, [each.dtype for each in function()][:1 + 2 * (name != "batch evaluated")])
            except RuntimeError as error:
                print(of_input, of_parameters, name, error)

torch.manual_seed(0)
for module, shape in ((nn.BatchNorm2d(4), (2, 4, 3, 3)), (nn.LayerNorm(3), (2, 4, 3)), (nn.GroupNorm(2, 4), (2, 4, 3))):
    for dtype in (torch.bfloat16, torch.float16):
        for _ in range(3):
            x = torch.randn(shape).to(dtype).requires_grad_()
            y = module(x)
            (y.float() * torch.arange(3.0)).sum().backward()
            print(type(module).__name__, y.dtype, x.grad.dtype, module.weight.grad.dtype, module.bias.grad.tolist()[:2], f"{x.grad.float().abs().sum().item():.1f}")
            module.zero_grad()
