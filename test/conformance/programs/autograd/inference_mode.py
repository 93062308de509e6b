"""torch.inference_mode: which tensors are inference tensors, and what may be done with them where."""
import torch


def show(name, made):
    try:
        r = made()
    except Exception as error:
        print(name, type(error).__name__, error)
        return None
    print(name, (r.requires_grad, r.is_leaf, r.is_inference(), r.grad_fn is None, r._is_view())
          if isinstance(r, torch.Tensor) else r)
    return r


weight = torch.ones(3, requires_grad=True)
plain = torch.ones(3)
with torch.inference_mode():
    print(torch.is_grad_enabled(), torch.is_inference_mode_enabled())
    made = show("made", lambda: torch.ones(3))
    leaf = show("leaf", lambda: torch.ones(3, requires_grad=True))
    of_weight = show("view of a leaf", lambda: weight.view(3))
    of_plain = show("view", lambda: plain.view(3))
    show("view of an inference tensor", lambda: made.view(3))
    show("product", lambda: weight * 2)
    show("version", lambda: made._version)
    show("version of a normal tensor", lambda: plain._version)
    show("in place", lambda: plain.add_(1))
    show("version of a normal tensor", lambda: plain._version)
    show("in place on a leaf", lambda: weight.add_(1))
    show("in place on a result", lambda: made.add_(1))
    show("clone", lambda: plain.clone())
    show("detach", lambda: plain.detach())
    show("requires_grad_", lambda: torch.ones(2).requires_grad_())
    show("out", lambda: torch.add(plain, 1, out=plain))
    show("parameter", lambda: torch.nn.Parameter(torch.ones(2)))
    show("reshape", lambda: plain.reshape(3))
    show("contiguous", lambda: plain.contiguous())
    show("to", lambda: plain.to(torch.float64))
    show("index", lambda: plain[0])
    show("split", lambda: plain.split(2)[0])
    show("backward", lambda: (weight * 2).sum().backward())
    show("data", lambda: weight.data)
    with torch.enable_grad():
        print(torch.is_grad_enabled(), torch.is_inference_mode_enabled())
        show("product, gradients on", lambda: weight * 3)
        show("view, gradients on", lambda: weight.view(3))
        show("product of an inference leaf", lambda: leaf * 3)
    torch.set_grad_enabled(True)
    show("after set_grad_enabled", lambda: weight * 3)
    with torch.inference_mode(False):
        print(torch.is_grad_enabled(), torch.is_inference_mode_enabled())
        show("product outside", lambda: weight * 3)
        show("product with an inference tensor", lambda: weight * made)
        show("sum with an inference tensor", lambda: weight + made)
        show("in place outside", lambda: made.add_(1))
        with torch.no_grad():
            with torch.inference_mode(False):
                print(torch.is_grad_enabled())
print(torch.is_grad_enabled(), torch.is_inference_mode_enabled())
show("product", lambda: made * 2)
show("sum", lambda: made + weight)
show("saved", lambda: made * weight)
show("saved in a list", lambda: torch.linalg.multi_dot([made.view(1, 3), torch.ones(3, 2, requires_grad=True)]))
show("saved by linear", lambda: torch.nn.functional.linear(made, torch.ones(2, 3, requires_grad=True)))
show("joined", lambda: torch.cat([made, weight]))
show("add_", lambda: made.add_(1))
show("zero_", lambda: made.zero_())
show("set item", lambda: made.__setitem__(0, 4.0))
show("relu_", lambda: torch.relu_(made))
show("out", lambda: torch.add(plain, 1, out=made))
show("copy_", lambda: made.copy_(plain))
print(made)
show("view", lambda: made.view(3))
show("detach", lambda: made.detach())
show("clone", lambda: made.clone())
show("same type", lambda: made.to(torch.float32))
show("requires_grad_", lambda: made.requires_grad_())
show("requires_grad", lambda: setattr(made, "requires_grad", True))
show("requires_grad_(False)", lambda: made.requires_grad_(False))
show("version", lambda: made._version)
show("read by an update", lambda: plain.add_(made))
show("view written", lambda: of_weight.add_(1))
show("view used", lambda: of_weight * 2)
show("leaf", lambda: leaf * 2)
show("parameter", lambda: torch.nn.Parameter(made))
show("parameter without gradient", lambda: torch.nn.Parameter(made, requires_grad=False))
show("function", lambda: torch.is_inference(made))
with torch.no_grad():
    show("in place without gradients", lambda: made.add_(2))
    show("view without gradients", lambda: made.view(3))
    show("product without gradients", lambda: made * weight)
print(made)


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x)
        return x * y

    @staticmethod
    def backward(ctx, g):
        return None, g * ctx.saved_tensors[0]


show("saved by a function", lambda: Square.apply(made, weight))
model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.BatchNorm1d(4), torch.nn.ReLU())
with torch.inference_mode():
    out = model(torch.ones(2, 3))
print(out.is_inference(), out.requires_grad, model[1].num_batches_tracked, model[1].running_mean.is_inference())
model(torch.ones(2, 3)).sum().backward()
print(model[0].weight.grad.shape)
