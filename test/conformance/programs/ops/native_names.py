# Operations under the names of native functions: torch.ops.aten.
import torch

aten = torch.ops.aten
x, y = torch.arange(6.0).reshape(2, 3), torch.ones(2, 3)
print(aten, aten.add, repr(aten.add.Tensor), aten.mm.default.name(), aten.add.Tensor.name())
print(aten.add(x, y), aten.add.Tensor(x, y, alpha=2), aten.add.Scalar(x, 3), aten.sum.dim_IntList(x, [1]))
print(aten.mm.default(x, y.t()), aten.silu(x), aten.slice.Tensor(x, 1, 0, 2), aten.index.Tensor(x, [torch.tensor([1])]))
print(aten.add_.Tensor(x, y) is x, x)
print(aten._safe_softmax(torch.tensor([[0.0, 1.0], [-torch.inf, -torch.inf]]), 1))


def said(name, look):
    try:
        print(name, look())
    except (AttributeError, RuntimeError) as error:
        print(name, type(error).__name__, error)


said("operation", lambda: aten.add_up)
said("overload", lambda: aten.add.Matrix)
said("namespace", lambda: torch.ops.mine.add)
said("there", lambda: hasattr(aten, "zeros_like"))

q = torch.linspace(-1, 1, 48).reshape(1, 2, 3, 8).requires_grad_()
k, v = torch.linspace(1, 2, 80).reshape(1, 2, 5, 8), torch.linspace(0, 1, 80).reshape(1, 2, 5, 8)
for options in ({}, {"is_causal": True}, {"attn_mask": torch.linspace(0, 1, 15).reshape(3, 5)}):
    result, sums = aten._scaled_dot_product_flash_attention_for_cpu(q, k, v, **options)
    (slope,) = torch.autograd.grad(result.sum(), q)
    print(f"{result.sum().item():.3f}", sums, slope.stride(), f"{slope.abs().sum().item():.4f}")
said("mask", lambda: aten._scaled_dot_product_flash_attention_for_cpu(q, k, v, attn_mask=torch.ones(3, 5, dtype=torch.bool)))
said("rank", lambda: aten._scaled_dot_product_flash_attention_for_cpu(q[0], k[0], v[0]))
