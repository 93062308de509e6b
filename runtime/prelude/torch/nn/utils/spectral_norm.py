"""Weights divided by their largest singular value."""
import torch
import torch.nn.functional as F
from torch.nn.parameter import Parameter


class SpectralNorm:
    def __init__(self, name="weight", n_power_iterations=1, dim=0, eps=1e-12):
        self.name = name
        self.dim = dim
        if n_power_iterations <= 0:
            raise ValueError("Expected n_power_iterations to be positive, but got n_power_iterations="
                             f"{n_power_iterations}")
        self.n_power_iterations = n_power_iterations
        self.eps = eps

    def as_matrix(self, weight):
        if self.dim != 0:
            weight = weight.permute(self.dim, *[d for d in range(weight.dim()) if d != self.dim])
        return weight.reshape(weight.size(0), -1)

    def compute_weight(self, module, do_power_iteration):
        weight, u, v = [getattr(module, self.name + end) for end in ("_orig", "_u", "_v")]
        matrix = self.as_matrix(weight)
        if do_power_iteration:
            u, v = self._iterated(matrix, u, v)
        return weight / torch.dot(u, torch.mv(matrix, v))

    def _iterated(self, matrix, u, v):
        """Moves the buffers towards the singular vectors; answers copies, since the next step moves them again."""
        with torch.no_grad():
            for _ in range(self.n_power_iterations):
                v.copy_(F.normalize(torch.mv(matrix.t(), u), dim=0, eps=self.eps))
                u.copy_(F.normalize(torch.mv(matrix, v), dim=0, eps=self.eps))
            return u.clone(), v.clone()

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module, module.training))


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    if dim is None:
        transposed = type(module).__name__ in ("ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d")
        dim = 1 if transposed else 0
    if any(isinstance(hook, SpectralNorm) and hook.name == name for hook in module._forward_pre_hooks.values()):
        raise RuntimeError(f"Cannot register two spectral_norm hooks on the same parameter {name}")
    fn = SpectralNorm(name, n_power_iterations, dim, eps)
    weight = module._parameters[name]
    if weight is None:
        raise ValueError(f"`SpectralNorm` cannot be applied as parameter `{name}` is None")
    with torch.no_grad():
        matrix = fn.as_matrix(weight)
        height, width = matrix.size()
        u = F.normalize(weight.new_empty(height).normal_(0, 1), dim=0, eps=eps)
        v = F.normalize(weight.new_empty(width).normal_(0, 1), dim=0, eps=eps)
    del module._parameters[name]
    module.register_parameter(name + "_orig", weight)
    setattr(module, name, weight.data)
    module.register_buffer(name + "_u", u)
    module.register_buffer(name + "_v", v)
    module.register_forward_pre_hook(fn)
    return module


def remove_spectral_norm(module, name="weight"):
    for key, hook in list(module._forward_pre_hooks.items()):
        if isinstance(hook, SpectralNorm) and hook.name == name:
            with torch.no_grad():
                weight = hook.compute_weight(module, False)
            delattr(module, name)
            delattr(module, name + "_u")
            delattr(module, name + "_v")
            delattr(module, name + "_orig")
            module.register_parameter(name, Parameter(weight.detach()))
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(f"spectral_norm of '{name}' not found in {module}")
